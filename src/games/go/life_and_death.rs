//! Life and death (tsumego) of an enclosed group, by an exhaustive search of
//! the enclosed region.
//!
//! The wall consists of stones that live even if their owner never answers
//! outside, so moves elsewhere change nothing within. The claimant (the side
//! that claims life or death) may not rely on a ko: its opponent retakes every
//! ko at once, as with unlimited threats, and the claimant never does. A group
//! that is never captured is alive, seki included.

use std::collections::HashMap;

use super::benson;
use super::board::{GoBoard, Intersection};
use super::capture;
use super::position::{Go, GoMove, Phase};
use super::score::CellSet;
use crate::core::{Point, Position, Side};
use crate::search::SearchBudget;

/// Maximum number of cells in the enclosed region: one bit each.
const MAX_REGION: usize = 64;

/// Maximum plies of a line; the search gives up on a longer one.
const MAX_DEPTH: usize = 160;

/// All moves of the side to move that decide the status of the chain on `at`:
/// its own chain then lives, one of the other side is then dead. `None` if the
/// budget ran out, no stone stands there, the chain is not enclosed, or the
/// rules allow suicide.
pub fn deciding_moves<const C: usize>(
    position: &Go<C>,
    at: Point,
    budget: &mut SearchBudget,
) -> Option<Vec<GoMove>> {
    let claimant = position.side_to_move();
    let mut group = EnclosedGroup::new(position, at)?;
    let state = group.state(position)?;
    let mut found = Vec::new();
    let mut after =
        |group: &mut EnclosedGroup, state: RegionState, found: &mut Vec<GoMove>, mv: GoMove| {
            let holds = group.solve(state, budget)?;
            if holds {
                found.push(mv);
            }
            Some(holds)
        };
    let mut moves = Vec::new();
    position.legal_moves(&mut moves);
    let mut apart = Vec::new();
    for mv in moves {
        let inside = match mv {
            GoMove::Place(cell) => group.cells.iter().position(|&other| other == cell),
            _ => None,
        };
        match inside.and_then(|cell| group.play(&state, cell)) {
            Some(next) => {
                after(&mut group, next, &mut found, mv)?;
            }
            None => apart.push(mv),
        }
    }
    // A move outside does no more than a pass, but may weaken the wall.
    let passed = RegionState { claimant_to_move: false, ko: 0, ..state };
    if after(&mut group, passed, &mut found, GoMove::Pass)? {
        for mv in apart.into_iter().filter(|&mv| mv != GoMove::Pass) {
            let mut next = position.clone();
            next.play(mv);
            let Some(mut group) = EnclosedGroup::for_claimant(&next, at, claimant) else {
                continue;
            };
            let state = group.state(&next)?;
            after(&mut group, state, &mut found, mv)?;
        }
    }
    Some(found)
}

/// Status of an enclosed group.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GroupStatus {
    /// Unconditionally alive: two eyes.
    TwoEyes,
    /// Alive if its owner answers.
    Alive,
    /// Dead, however it is defended.
    Dead,
    /// Neither life nor death can be forced without a ko.
    KoDependent,
}

/// Status of the chain on `at` with its own side or the other to move; `None`
/// as for [`deciding_moves`].
pub fn group_status<const C: usize>(
    position: &Go<C>,
    at: Point,
    budget: &mut SearchBudget,
) -> Option<GroupStatus> {
    let owner = position.go_board().at(position.go_board().cell(at)?).side()?;
    for claimant in [owner, owner.other()] {
        let mut group = EnclosedGroup::for_claimant(position, at, claimant)?;
        let state = group.state(position)?;
        if group.has_two_eyes(&state) {
            return Some(GroupStatus::TwoEyes);
        }
        if group.solve(state, budget)? {
            return Some(if claimant == owner { GroupStatus::Alive } else { GroupStatus::Dead });
        }
    }
    Some(GroupStatus::KoDependent)
}

/// Points of the enclosed region around the chain on `at`; `None` as for
/// [`deciding_moves`].
pub fn enclosed_points<const C: usize>(position: &Go<C>, at: Point) -> Option<Vec<Point>> {
    let group = EnclosedGroup::new(position, at)?;
    Some(group.cells.iter().map(|&cell| position.go_board().point(cell)).collect())
}

/// True if the chain on `at` and one that it has enclosed, of two stones or more, both have from
/// two to five liberties: a capturing race (semeai).
pub fn is_capturing_race<const C: usize>(position: &Go<C>, at: Point) -> bool {
    let board = position.go_board();
    let is_short = |&cell: &u16| (2..=5).contains(&capture::liberties(board, cell).1);
    let (Some(group), Some(region)) = (board.cell(at), enclosed_points(position, at)) else {
        return false;
    };
    let side = board.at(group).side();
    let within = region.into_iter().filter_map(|point| board.cell(point));
    let mut rivals = within.filter(|&cell| {
        board.at(cell).side().is_some_and(|rival| Some(rival) != side) && board.chain_size(cell) > 1
    });
    is_short(&group) && rivals.any(|cell| is_short(&cell))
}

/// Stones in the region, one bit a cell, and the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct RegionState {
    /// Stones of the enclosed side.
    defender: u64,
    /// Stones of the enclosing side.
    attacker: u64,
    /// Cell that the ko forbids to the claimant; 0 for none.
    ko: u64,
    claimant_to_move: bool,
}

/// Result of a line of the search.
#[derive(Clone, Copy)]
struct Verdict {
    /// The claim holds.
    holds: bool,
    /// Index on the path of the earliest position whose repetition made the
    /// claim fail (graph history interaction); beyond the path if repetition
    /// was not the reason.
    earliest_repetition: usize,
}

impl Verdict {
    const fn proven(holds: bool) -> Verdict {
        Verdict { holds, earliest_repetition: usize::MAX }
    }
}

/// An enclosed group with its transposition table.
struct EnclosedGroup {
    /// Cells of the region.
    cells: Vec<u16>,
    /// Adjacent cells of each within the region.
    neighbours: Vec<u64>,
    region: u64,
    /// Cells adjacent to the wall: attacker's stones there cannot be captured.
    wall_adjacent: u64,
    /// The stone whose life is in question.
    target: u64,
    owner: Side,
    /// The claim is that the group lives, not that it dies.
    claims_life: bool,
    /// Transposition table of results that do not depend on the path.
    table: HashMap<RegionState, bool>,
    /// Positions on the current path.
    path: Vec<RegionState>,
    /// History heuristic by side and cell.
    history: [[u32; MAX_REGION]; 2],
}

impl EnclosedGroup {
    fn new<const C: usize>(position: &Go<C>, at: Point) -> Option<EnclosedGroup> {
        EnclosedGroup::for_claimant(position, at, position.side_to_move())
    }

    fn for_claimant<const C: usize>(
        position: &Go<C>,
        at: Point,
        claimant: Side,
    ) -> Option<EnclosedGroup> {
        let board = position.go_board();
        let target = board.cell(at)?;
        let owner = board.at(target).side()?;
        if position.phase() != Phase::Play || position.rules().suicide {
            return None;
        }
        let (cells, inside) = enclosed_region(board, target, owner.other())?;
        let bit = |cell: u16| cells.iter().position(|&other| other == cell);
        let neighbours = cells.iter().map(|&cell| {
            let adjacent = board.neighbours(cell).into_iter();
            adjacent.filter_map(bit).fold(0, |set, other| set | 1 << other)
        });
        let neighbours: Vec<u64> = neighbours.collect();
        let mut wall_adjacent = 0;
        for (n, &cell) in cells.iter().enumerate() {
            let wall = |near: u16| board.at(near).side().is_some() && !inside.contains(near);
            if board.neighbours(cell).into_iter().any(wall) {
                wall_adjacent |= 1 << n;
            }
        }
        Some(EnclosedGroup {
            region: if cells.len() == MAX_REGION { u64::MAX } else { (1 << cells.len()) - 1 },
            wall_adjacent,
            target: 1 << bit(target)?,
            owner,
            claims_life: owner == claimant,
            table: HashMap::new(),
            path: Vec::new(),
            history: [[0; MAX_REGION]; 2],
            neighbours,
            cells,
        })
    }

    /// Stones of a position in the region; `None` if the target is gone.
    fn state<const C: usize>(&self, position: &Go<C>) -> Option<RegionState> {
        let board = position.go_board();
        let stones = |side: Side| {
            let cells = self.cells.iter().enumerate();
            cells
                .filter(|&(_, &cell)| board.at(cell) == Intersection::of(side))
                .fold(0, |bits, (n, _)| bits | 1 << n)
        };
        let claimant = if self.claims_life { self.owner } else { self.owner.other() };
        let claimant_to_move = position.side_to_move() == claimant;
        let ko = board.ko().and_then(|ko| self.cells.iter().position(|&cell| cell == ko));
        let state = RegionState {
            defender: stones(self.owner),
            attacker: stones(self.owner.other()),
            ko: ko.filter(|_| claimant_to_move).map_or(0, |n| 1 << n),
            claimant_to_move,
        };
        (state.defender & self.target != 0).then_some(state)
    }

    /// Cells adjacent to these.
    fn adjacent_to(&self, mut cells: u64) -> u64 {
        let mut found = 0;
        while cells != 0 {
            found |= self.neighbours[cells.trailing_zeros() as usize];
            cells &= cells - 1;
        }
        found
    }

    /// Cells of `of` that are connected to the given ones.
    fn flood_fill(&self, from: u64, of: u64) -> u64 {
        let (mut found, mut edge) = (from, from);
        while edge != 0 {
            edge = self.adjacent_to(edge) & of & !found;
            found |= edge;
        }
        found
    }

    /// True if the enclosed side is to move.
    fn defender_to_move(&self, state: &RegionState) -> bool {
        state.claimant_to_move == self.claims_life
    }

    /// The state after a stone of the side to move on a cell; `None` if
    /// illegal.
    fn play(&self, state: &RegionState, cell: usize) -> Option<RegionState> {
        let stone = 1_u64 << cell;
        if (state.defender | state.attacker | state.ko) & stone != 0 {
            return None;
        }
        let defender_to_move = self.defender_to_move(state);
        let (mut own, mut other) = if defender_to_move {
            (state.defender, state.attacker)
        } else {
            (state.attacker, state.defender)
        };
        own |= stone;
        // A chain of the attacker adjacent to the wall is safe without a
        // liberty inside.
        let safe = |chain: u64, of_defender: bool| !of_defender && chain & self.wall_adjacent != 0;
        let mut taken = 0;
        let mut around = self.neighbours[cell] & other;
        while around != 0 {
            let chain = self.flood_fill(around & around.wrapping_neg(), other);
            around &= !chain;
            if !safe(chain, !defender_to_move) && self.adjacent_to(chain) & !own & !other == 0 {
                taken |= chain;
            }
        }
        other &= !taken;
        let chain = self.flood_fill(stone, own);
        let liberties = self.adjacent_to(chain) & !own & !other;
        let outside = safe(chain, defender_to_move);
        if liberties == 0 && !outside {
            return None;
        }
        let in_ko = taken.is_power_of_two() && chain == stone && liberties == taken && !outside;
        let (defender, attacker) = if defender_to_move { (own, other) } else { (other, own) };
        let claimant_to_move = !state.claimant_to_move;
        Some(RegionState {
            defender,
            attacker,
            ko: if in_ko && claimant_to_move { taken } else { 0 },
            claimant_to_move,
        })
    }

    /// True if the target is unconditionally alive (Benson's algorithm).
    fn has_two_eyes(&self, state: &RegionState) -> bool {
        let mut chains = [0_u64; MAX_REGION];
        let mut count = 0;
        let mut rest = state.defender;
        while rest != 0 {
            chains[count] = self.flood_fill(rest & rest.wrapping_neg(), state.defender);
            rest &= !chains[count];
            count += 1;
        }
        // A region open to the wall is no eye.
        let mut eyes = [0_u64; MAX_REGION];
        let mut eye_count = 0;
        let mut rest = self.region & !state.defender;
        while rest != 0 {
            let eye = self.flood_fill(rest & rest.wrapping_neg(), self.region & !state.defender);
            rest &= !eye;
            if eye & self.wall_adjacent == 0 {
                eyes[eye_count] = eye;
                eye_count += 1;
            }
        }
        let (mut chains, mut eyes) = (&mut chains[..count], &mut eyes[..eye_count]);
        loop {
            let before = (chains.len(), eyes.len());
            let kept = retain_in_place(chains, |chain| {
                let vital = |eye: &&u64| {
                    **eye & !state.attacker & !self.adjacent_to(chain) == 0
                        && self.adjacent_to(**eye) & chain != 0
                };
                eyes.iter().filter(vital).count() >= 2
            });
            chains = &mut chains[..kept];
            let alive = chains.iter().fold(0, |all, chain| all | chain);
            if alive & self.target == 0 {
                return false;
            }
            let kept =
                retain_in_place(eyes, |eye| self.adjacent_to(eye) & state.defender & !alive == 0);
            eyes = &mut eyes[..kept];
            if before == (chains.len(), eyes.len()) {
                return true;
            }
        }
    }

    /// True if the claim holds; `None` if the budget ran out.
    fn solve(&mut self, state: RegionState, budget: &mut SearchBudget) -> Option<bool> {
        self.path.clear();
        self.search(state, budget).map(|verdict| verdict.holds)
    }

    fn search(&mut self, state: RegionState, budget: &mut SearchBudget) -> Option<Verdict> {
        if state.defender & self.target == 0 {
            return Some(Verdict::proven(!self.claims_life));
        }
        if let Some(&holds) = self.table.get(&state) {
            return Some(Verdict::proven(holds));
        }
        // A repetition proves nothing.
        if let Some(earliest_repetition) = self.path.iter().position(|earlier| *earlier == state) {
            return Some(Verdict { holds: false, earliest_repetition });
        }
        if self.path.len() >= MAX_DEPTH || !budget.spend(1) {
            return None;
        }
        if self.has_two_eyes(&state) {
            self.table.insert(state, self.claims_life);
            return Some(Verdict::proven(self.claims_life));
        }
        let depth = self.path.len();
        self.path.push(state);
        let verdict = self.search_moves(&state, budget);
        self.path.truncate(depth);
        let Verdict { holds, earliest_repetition } = verdict?;
        // A failure that is due to repetition alone may be a success on another
        // path.
        if holds || earliest_repetition >= depth {
            self.table.insert(state, holds);
            return Some(Verdict::proven(holds));
        }
        Some(Verdict { holds, earliest_repetition })
    }

    /// Result of the moves here. The attacker must move, since it gains nothing
    /// by passing; the enclosed side may pass.
    fn search_moves(&mut self, state: &RegionState, budget: &mut SearchBudget) -> Option<Verdict> {
        let defender_to_move = self.defender_to_move(state);
        let side = usize::from(defender_to_move);
        let mut order = [(0_u32, 0_u8); MAX_REGION];
        let mut count = 0;
        let mut free = self.region & !state.defender & !state.attacker;
        let other = if defender_to_move { state.attacker } else { state.defender };
        while free != 0 {
            let cell = free.trailing_zeros();
            free &= free - 1;
            let near = self.neighbours[cell as usize];
            let open = (near & !state.defender & !state.attacker).count_ones();
            let touched = (near & other).count_ones();
            let history = self.history[side][cell as usize];
            order[count] = (8 * history + 2 * open + touched, cell as u8);
            count += 1;
        }
        order[..count].sort_unstable_by(|a, b| b.cmp(a));
        let mut earliest_repetition = usize::MAX;
        let pass = defender_to_move.then_some(None);
        let cells = order[..count].iter().map(|&(_, cell)| Some(usize::from(cell)));
        for cell in cells.chain(pass) {
            let next = match cell {
                Some(cell) => self.play(state, cell),
                None => {
                    Some(RegionState { ko: 0, claimant_to_move: !state.claimant_to_move, ..*state })
                }
            };
            let Some(next) = next else { continue };
            let verdict = self.search(next, budget)?;
            if !verdict.holds {
                earliest_repetition = earliest_repetition.min(verdict.earliest_repetition);
            }
            if verdict.holds == state.claimant_to_move {
                if let Some(cell) = cell {
                    let history = &mut self.history[side][cell];
                    *history = (*history + 1).min(1 << 20);
                }
                return Some(verdict);
            }
        }
        if state.claimant_to_move {
            // An attacker without a move has captured nothing.
            return Some(Verdict { holds: false, earliest_repetition });
        }
        // Every move was answered, or the attacker had none.
        Some(Verdict::proven(true))
    }
}

/// Moves the wanted items to the front and returns their number.
fn retain_in_place(items: &mut [u64], wanted: impl Fn(u64) -> bool) -> usize {
    let mut kept = 0;
    for n in 0..items.len() {
        if wanted(items[n]) {
            items[kept] = items[n];
            kept += 1;
        }
    }
    kept
}

/// The region within a wall of `attacker` around a cell, sorted and as a set;
/// `None` if it is too large. The wall consists of chains that are
/// unconditionally alive without the region.
fn enclosed_region<const C: usize>(
    board: &GoBoard<C>,
    target: u16,
    attacker: Side,
) -> Option<(Vec<u16>, CellSet)> {
    let mut inside = CellSet::default();
    inside.insert(target);
    let mut cells = vec![target];
    loop {
        let safe = benson::unconditionally_alive_excluding(board, attacker, &inside);
        let mut marks = CellSet::default();
        marks.insert(target);
        let mut found = vec![target];
        let mut next = 0;
        while let Some(&cell) = found.get(next) {
            next += 1;
            for near in board.neighbours(cell) {
                let what = board.at(near);
                let wall =
                    what == Intersection::of(attacker) && safe.contains(&board.chain_head(near));
                if what != Intersection::Border && !wall && marks.insert(near) {
                    found.push(near);
                }
            }
            if found.len() > MAX_REGION {
                return None;
            }
        }
        found.sort_unstable();
        if found == cells {
            return Some((cells, marks));
        }
        (cells, inside) = (found, marks);
    }
}

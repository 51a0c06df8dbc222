//! Life and death of a group that is enclosed for good, by a search of
//! everything that can be played around it.
//!
//! The wall is made of stones that live even if their owner never answers
//! outside, so what happens elsewhere changes nothing within. Whoever claims
//! the group may need no ko for it: the other side takes back at once in
//! every ko, as if its threats were without end, and the claiming side never
//! does. A group that is never taken lives, be it in seki.

use std::collections::HashMap;

use super::board::{Board, Cell};
use super::life;
use super::position::{Go, Phase, Ply};
use super::score::Marks;
use crate::core::{Point, Position, Side};
use crate::search::Budget;

/// Cells within the wall at most: one bit each.
const ROOM: usize = 64;

/// Plies in one line of the search at most; a longer one is given up.
const DEEPEST: usize = 160;

/// Every move with which the side to move settles the fate of the chain on
/// `at`: its own chain then lives, one of the other side is then dead. `None`
/// when that was not found out within the budget, when no stone stands there,
/// when the chain is not enclosed, or under rules that allow suicide.
pub fn settling_moves<const C: usize>(
    position: &Go<C>,
    at: Point,
    budget: &mut Budget,
) -> Option<Vec<Ply>> {
    let hero = position.side_to_move();
    let mut siege = Siege::new(position, at)?;
    let field = siege.field(position)?;
    let mut found = Vec::new();
    let mut after = |siege: &mut Siege, field: Field, found: &mut Vec<Ply>, ply: Ply| {
        let holds = siege.holds(field, budget)?;
        if holds {
            found.push(ply);
        }
        Some(holds)
    };
    let mut moves = Vec::new();
    position.legal_moves(&mut moves);
    let mut apart = Vec::new();
    for mv in moves {
        let inside = match mv {
            Ply::Stone(cell) => siege.cells.iter().position(|&other| other == cell),
            _ => None,
        };
        match inside.and_then(|cell| siege.put(&field, cell)) {
            Some(next) => {
                after(&mut siege, next, &mut found, mv)?;
            }
            None => apart.push(mv),
        }
    }
    // A move elsewhere does no more than a pass, but may spoil the wall.
    let passed = Field { hero_moves: false, ko: 0, ..field };
    if after(&mut siege, passed, &mut found, Ply::Pass)? {
        for mv in apart.into_iter().filter(|&mv| mv != Ply::Pass) {
            let mut next = position.clone();
            next.play(mv);
            let Some(mut siege) = Siege::around(&next, at, hero) else { continue };
            let field = siege.field(&next)?;
            after(&mut siege, field, &mut found, mv)?;
        }
    }
    Some(found)
}

/// How an enclosed group stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Standing {
    /// Two eyes, whatever is played.
    TwoEyes,
    /// Not taken if it is answered.
    Alive,
    /// Taken, however it is defended.
    Dead,
    /// Neither can be forced without a ko.
    Open,
}

/// How the chain on `at` stands with its own side or the other to move;
/// `None` as for [`settling_moves`].
pub fn standing<const C: usize>(
    position: &Go<C>,
    at: Point,
    budget: &mut Budget,
) -> Option<Standing> {
    let owner = position.stones().at(position.stones().cell(at)?).side()?;
    for hero in [owner, owner.other()] {
        let mut siege = Siege::around(position, at, hero)?;
        let field = siege.field(position)?;
        if siege.has_two_eyes(&field) {
            return Some(Standing::TwoEyes);
        }
        if siege.holds(field, budget)? {
            return Some(if hero == owner { Standing::Alive } else { Standing::Dead });
        }
    }
    Some(Standing::Open)
}

/// The cells within the wall around the chain on `at`, as points; `None` as
/// for [`settling_moves`].
pub fn room<const C: usize>(position: &Go<C>, at: Point) -> Option<Vec<Point>> {
    let siege = Siege::new(position, at)?;
    Some(siege.cells.iter().map(|&cell| position.stones().point(cell)).collect())
}

/// The stones within the wall, one bit a cell, and whose turn it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Field {
    /// Stones of the enclosed side.
    prey: u64,
    /// Stones of the other side.
    hunters: u64,
    /// The cell that the ko forbids to the claiming side; 0 for none.
    ko: u64,
    hero_moves: bool,
}

/// What a line of the search came to.
#[derive(Clone, Copy)]
struct Verdict {
    /// Whether the claim holds.
    holds: bool,
    /// Where on the line the earliest position stands whose return made it
    /// fail; beyond the line if that was not the reason.
    low: usize,
}

impl Verdict {
    const fn known(holds: bool) -> Verdict {
        Verdict { holds, low: usize::MAX }
    }
}

/// An enclosed group and what has been found out about it.
struct Siege {
    /// The cells within the wall.
    cells: Vec<u16>,
    /// The neighbours of each, within.
    near: Vec<u64>,
    all: u64,
    /// Cells beside the wall: stones of the hunters there never die.
    walled: u64,
    /// The stone that is fought for.
    target: u64,
    owner: Side,
    /// Whether the claim is that the group lives.
    defends: bool,
    /// Positions whose verdict does not hang on the way to them.
    known: HashMap<Field, bool>,
    /// Positions on the line that is looked at.
    line: Vec<Field>,
    /// How often a cell was the right one, by side.
    merit: [[u32; ROOM]; 2],
}

impl Siege {
    fn new<const C: usize>(position: &Go<C>, at: Point) -> Option<Siege> {
        Siege::around(position, at, position.side_to_move())
    }

    fn around<const C: usize>(position: &Go<C>, at: Point, hero: Side) -> Option<Siege> {
        let board = position.stones();
        let target = board.cell(at)?;
        let owner = board.at(target).side()?;
        if position.phase() != Phase::Play || position.rules().suicide {
            return None;
        }
        let (cells, inside) = enclosed(board, target, owner.other())?;
        let bit = |cell: u16| cells.iter().position(|&other| other == cell);
        let near = cells.iter().map(|&cell| {
            let beside = board.beside(cell).into_iter();
            beside.filter_map(bit).fold(0, |near, other| near | 1 << other)
        });
        let near: Vec<u64> = near.collect();
        let mut walled = 0;
        for (n, &cell) in cells.iter().enumerate() {
            let wall = |near: u16| board.at(near).side().is_some() && !inside.contains(near);
            if board.beside(cell).into_iter().any(wall) {
                walled |= 1 << n;
            }
        }
        Some(Siege {
            all: if cells.len() == ROOM { u64::MAX } else { (1 << cells.len()) - 1 },
            walled,
            target: 1 << bit(target)?,
            owner,
            defends: owner == hero,
            known: HashMap::new(),
            line: Vec::new(),
            merit: [[0; ROOM]; 2],
            near,
            cells,
        })
    }

    /// The stones of a position within the wall; `None` if the target is gone.
    fn field<const C: usize>(&self, position: &Go<C>) -> Option<Field> {
        let board = position.stones();
        let stones = |side: Side| {
            let cells = self.cells.iter().enumerate();
            cells
                .filter(|&(_, &cell)| board.at(cell) == Cell::of(side))
                .fold(0, |bits, (n, _)| bits | 1 << n)
        };
        let hero = if self.defends { self.owner } else { self.owner.other() };
        let hero_moves = position.side_to_move() == hero;
        let ko = board.ko().and_then(|ko| self.cells.iter().position(|&cell| cell == ko));
        let field = Field {
            prey: stones(self.owner),
            hunters: stones(self.owner.other()),
            ko: ko.filter(|_| hero_moves).map_or(0, |n| 1 << n),
            hero_moves,
        };
        (field.prey & self.target != 0).then_some(field)
    }

    /// Cells beside these.
    fn beside(&self, mut cells: u64) -> u64 {
        let mut found = 0;
        while cells != 0 {
            found |= self.near[cells.trailing_zeros() as usize];
            cells &= cells - 1;
        }
        found
    }

    /// The cells of `of` that are connected to these of them.
    fn flood(&self, from: u64, of: u64) -> u64 {
        let (mut found, mut edge) = (from, from);
        while edge != 0 {
            edge = self.beside(edge) & of & !found;
            found |= edge;
        }
        found
    }

    /// Whose turn it is: whether the enclosed side's.
    fn prey_moves(&self, field: &Field) -> bool {
        field.hero_moves == self.defends
    }

    /// The position after a stone of the side to move on a cell; `None` where
    /// it may not be put.
    fn put(&self, field: &Field, cell: usize) -> Option<Field> {
        let stone = 1_u64 << cell;
        if (field.prey | field.hunters | field.ko) & stone != 0 {
            return None;
        }
        let prey_moves = self.prey_moves(field);
        let (mut own, mut other) =
            if prey_moves { (field.prey, field.hunters) } else { (field.hunters, field.prey) };
        own |= stone;
        // Whether a chain that has no liberty within is none the less safe.
        let safe = |chain: u64, of_prey: bool| !of_prey && chain & self.walled != 0;
        let mut taken = 0;
        let mut around = self.near[cell] & other;
        while around != 0 {
            let chain = self.flood(around & around.wrapping_neg(), other);
            around &= !chain;
            if !safe(chain, !prey_moves) && self.beside(chain) & !own & !other == 0 {
                taken |= chain;
            }
        }
        other &= !taken;
        let chain = self.flood(stone, own);
        let liberties = self.beside(chain) & !own & !other;
        let outside = safe(chain, prey_moves);
        if liberties == 0 && !outside {
            return None;
        }
        let in_ko = taken.is_power_of_two() && chain == stone && liberties == taken && !outside;
        let (prey, hunters) = if prey_moves { (own, other) } else { (other, own) };
        let hero_moves = !field.hero_moves;
        Some(Field { prey, hunters, ko: if in_ko && hero_moves { taken } else { 0 }, hero_moves })
    }

    /// Whether the target lives whatever is played (Benson's algorithm).
    fn has_two_eyes(&self, field: &Field) -> bool {
        let mut chains = [0_u64; ROOM];
        let mut count = 0;
        let mut rest = field.prey;
        while rest != 0 {
            chains[count] = self.flood(rest & rest.wrapping_neg(), field.prey);
            rest &= !chains[count];
            count += 1;
        }
        // What is open to the wall is no eye.
        let mut eyes = [0_u64; ROOM];
        let mut eye_count = 0;
        let mut rest = self.all & !field.prey;
        while rest != 0 {
            let eye = self.flood(rest & rest.wrapping_neg(), self.all & !field.prey);
            rest &= !eye;
            if eye & self.walled == 0 {
                eyes[eye_count] = eye;
                eye_count += 1;
            }
        }
        let (mut chains, mut eyes) = (&mut chains[..count], &mut eyes[..eye_count]);
        loop {
            let before = (chains.len(), eyes.len());
            let kept = keep(chains, |chain| {
                let vital = |eye: &&u64| {
                    **eye & !field.hunters & !self.beside(chain) == 0
                        && self.beside(**eye) & chain != 0
                };
                eyes.iter().filter(vital).count() >= 2
            });
            chains = &mut chains[..kept];
            let alive = chains.iter().fold(0, |all, chain| all | chain);
            if alive & self.target == 0 {
                return false;
            }
            let kept = keep(eyes, |eye| self.beside(eye) & field.prey & !alive == 0);
            eyes = &mut eyes[..kept];
            if before == (chains.len(), eyes.len()) {
                return true;
            }
        }
    }

    /// Whether the claim holds; `None` when the budget was spent.
    fn holds(&mut self, field: Field, budget: &mut Budget) -> Option<bool> {
        self.line.clear();
        self.search(field, budget).map(|verdict| verdict.holds)
    }

    fn search(&mut self, field: Field, budget: &mut Budget) -> Option<Verdict> {
        if field.prey & self.target == 0 {
            return Some(Verdict::known(!self.defends));
        }
        if let Some(&holds) = self.known.get(&field) {
            return Some(Verdict::known(holds));
        }
        // Going round in a circle settles nothing.
        if let Some(low) = self.line.iter().position(|earlier| *earlier == field) {
            return Some(Verdict { holds: false, low });
        }
        if self.line.len() >= DEEPEST || !budget.spend(1) {
            return None;
        }
        if self.has_two_eyes(&field) {
            self.known.insert(field, self.defends);
            return Some(Verdict::known(self.defends));
        }
        let depth = self.line.len();
        self.line.push(field);
        let verdict = self.moves(&field, budget);
        self.line.truncate(depth);
        let Verdict { holds, low } = verdict?;
        // What failed only because an earlier position came again may hold
        // on another way to here.
        if holds || low >= depth {
            self.known.insert(field, holds);
            return Some(Verdict::known(holds));
        }
        Some(Verdict { holds, low })
    }

    /// The verdict by those on the moves. The hunters have to move, since
    /// they gain nothing by waiting; the enclosed side may pass.
    fn moves(&mut self, field: &Field, budget: &mut Budget) -> Option<Verdict> {
        let prey_moves = self.prey_moves(field);
        let side = usize::from(prey_moves);
        let mut order = [(0_u32, 0_u8); ROOM];
        let mut count = 0;
        let mut free = self.all & !field.prey & !field.hunters;
        let other = if prey_moves { field.hunters } else { field.prey };
        while free != 0 {
            let cell = free.trailing_zeros();
            free &= free - 1;
            let near = self.near[cell as usize];
            let open = (near & !field.prey & !field.hunters).count_ones();
            let touched = (near & other).count_ones();
            let merit = self.merit[side][cell as usize];
            order[count] = (8 * merit + 2 * open + touched, cell as u8);
            count += 1;
        }
        order[..count].sort_unstable_by(|a, b| b.cmp(a));
        let mut low = usize::MAX;
        let pass = prey_moves.then_some(None);
        let cells = order[..count].iter().map(|&(_, cell)| Some(usize::from(cell)));
        for cell in cells.chain(pass) {
            let next = match cell {
                Some(cell) => self.put(field, cell),
                None => Some(Field { ko: 0, hero_moves: !field.hero_moves, ..*field }),
            };
            let Some(next) = next else { continue };
            let verdict = self.search(next, budget)?;
            if !verdict.holds {
                low = low.min(verdict.low);
            }
            if verdict.holds == field.hero_moves {
                if let Some(cell) = cell {
                    let merit = &mut self.merit[side][cell];
                    *merit = (*merit + 1).min(1 << 20);
                }
                return Some(verdict);
            }
        }
        if field.hero_moves {
            // Hunters that have no move left have not taken anything.
            return Some(Verdict { holds: false, low });
        }
        // Every move was met, or the hunters had none.
        Some(Verdict::known(true))
    }
}

/// Keeps those of the items that are wanted, in front, and says how many.
fn keep(items: &mut [u64], wanted: impl Fn(u64) -> bool) -> usize {
    let mut kept = 0;
    for n in 0..items.len() {
        if wanted(items[n]) {
            items[kept] = items[n];
            kept += 1;
        }
    }
    kept
}

/// The cells within a wall of `hunter` around a cell, in order and as marks;
/// `None` if they are too many. The wall are chains that live without
/// anything that lies within.
fn enclosed<const C: usize>(
    board: &Board<C>,
    target: u16,
    hunter: Side,
) -> Option<(Vec<u16>, Marks)> {
    let mut inside = Marks::default();
    inside.insert(target);
    let mut cells = vec![target];
    loop {
        let safe = life::alive_without(board, hunter, &inside);
        let mut marks = Marks::default();
        marks.insert(target);
        let mut found = vec![target];
        let mut next = 0;
        while let Some(&cell) = found.get(next) {
            next += 1;
            for near in board.beside(cell) {
                let what = board.at(near);
                let wall = what == Cell::of(hunter) && safe.contains(&board.chain(near));
                if what != Cell::Rim && !wall && marks.insert(near) {
                    found.push(near);
                }
            }
            if found.len() > ROOM {
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

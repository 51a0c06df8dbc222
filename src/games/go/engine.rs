//! The computer player of Go: what its tree search knows, when it passes, and
//! how it agrees on dead stones.

use web_time::Instant;

use super::board::{Board, Cell, MOST_CELLS, cells};
use super::levels::Player;
use super::life::dead_stones;
use super::notation::star_points;
use super::playout::{is_sensible, lead, ownership, play_out};
use super::position::{Go, Large, Phase, Ply, Small};
use super::rules::Rules;
use super::score::{Marks, count};
use crate::core::{Point, Position, Random, Side};
use crate::games::{AnyPosition, Engine, Playable, Request, Strength, Thought, Unit, Value};
use crate::search::mcts::{Candidate, Effort, Explored, Firsts, Playouts, Prior, explore};

/// Playouts that tell which points are settled, and in how many of them a
/// settled point falls to the same side.
const SETTLING: u32 = 32;
const SETTLED: i32 = 30;

/// Playouts for a move that is the only one.
const FORCED: u32 = 200;

/// Playouts that the opinion of a move before it is tried is worth.
const PRIOR_WEIGHT: f32 = 20.0;

/// Part of a result that tells by how much the game is won: without it a
/// player that is sure to win, or to lose, would play anything.
const MARGIN: f32 = 0.08;

/// A position inside the tree.
#[derive(Clone)]
struct Leaf<const C: usize> {
    board: Board<C>,
    side: Side,
    passes: u8,
    last: Option<u16>,
    is_root: bool,
}

/// What the search knows about Go.
struct Knowledge<const C: usize> {
    rules: Rules,
    captured: [u32; 2],
    /// The moves to choose from at the root.
    root: Vec<Ply>,
}

impl<const C: usize> Knowledge<C> {
    /// What a lead of Black on the board, in points, is worth to Black: who
    /// wins and, to a small part, by how much.
    fn result(&self, lead: i32, points: u32) -> f32 {
        let halves = 2 * lead - self.rules.komi - 2 * self.rules.compensation;
        let won = 0.5 + 0.5 * halves.signum() as f32;
        let margin = 0.5 + 0.25 * (halves as f32 / points as f32).clamp(-2.0, 2.0);
        (1.0 - MARGIN) * won + MARGIN * margin
    }

    /// What to expect of a stone at a glance.
    fn prior(leaf: &Leaf<C>, cell: u16) -> Prior {
        let (board, side) = (&leaf.board, leaf.side);
        let own = Cell::of(side);
        let mut chance = 0.5_f32;
        let (mut free, mut rim, mut friends, mut takes) = (0, 0, false, false);
        for near in board.beside(cell) {
            match board.at(near) {
                Cell::Empty => free += 1,
                Cell::Rim => rim += 1,
                stone if stone == own => {
                    let weak = board.last_liberty(near).is_some();
                    friends |= !weak;
                    if weak {
                        chance += 0.02 * board.chain_size(near).min(5) as f32;
                    }
                }
                _ if board.last_liberty(near).is_some() => {
                    takes = true;
                    chance += 0.15 + 0.03 * board.chain_size(near).min(5) as f32;
                }
                // Contact presses.
                _ => chance += 0.01,
            }
        }
        let helpless = !takes && !friends && free <= 1;
        if helpless {
            chance -= 0.3;
        }
        let at = board.point(cell);
        if free + rim == 4 && board.files() >= 9 {
            // In the open: the edge is worth little, the third and the
            // fourth line are worth most.
            chance += match line(board, at) {
                0 => -0.2,
                1 => -0.08,
                2 | 3 => 0.04,
                _ => 0.0,
            };
        }
        if let Some(last) = leaf.last.map(|last| board.point(last)) {
            let distance = last.file.abs_diff(at.file) + last.rank.abs_diff(at.rank);
            chance += match distance {
                0 | 1 => 0.06,
                2 => 0.08,
                3 => 0.04,
                _ => 0.0,
            };
        }
        Prior { chance: chance.clamp(0.05, 0.95), weight: PRIOR_WEIGHT }
    }

    /// What to expect of a pass: where two of them end the game, the count
    /// says it; else there is nearly always something better.
    fn prior_of_pass(&self, leaf: &Leaf<C>) -> Prior {
        if leaf.passes == 0 {
            return Prior { chance: 0.2, weight: PRIOR_WEIGHT };
        }
        let black = self.as_it_stands(&leaf.board);
        let chance = if leaf.side == Side::First { black } else { 1.0 - black };
        Prior { chance, weight: PRIOR_WEIGHT }
    }

    fn as_it_stands(&self, board: &Board<C>) -> f32 {
        let [black, white] = count(board, &self.rules, &Marks::default(), self.captured).totals;
        match black.cmp(&white) {
            std::cmp::Ordering::Greater => 1.0,
            std::cmp::Ordering::Equal => 0.5,
            std::cmp::Ordering::Less => 0.0,
        }
    }
}

impl<const C: usize> Playouts for Knowledge<C> {
    type Position = Leaf<C>;
    type Move = Ply;

    fn side(&self, leaf: &Leaf<C>) -> Side {
        leaf.side
    }

    fn moves(&mut self, leaf: &Leaf<C>, moves: &mut Vec<(Ply, Prior)>) {
        moves.clear();
        if leaf.is_root {
            moves.extend(self.root.iter().map(|&mv| match mv {
                Ply::Stone(cell) => (mv, Self::prior(leaf, cell)),
                _ => (mv, self.prior_of_pass(leaf)),
            }));
            return;
        }
        if leaf.passes >= 2 {
            return;
        }
        let cells = leaf.board.free().iter().copied();
        moves.extend(
            cells
                .filter(|&cell| is_sensible(&leaf.board, cell, leaf.side))
                .map(|cell| (Ply::Stone(cell), Self::prior(leaf, cell))),
        );
        if moves.is_empty() || !self.rules.marking {
            moves.push((Ply::Pass, self.prior_of_pass(leaf)));
        }
    }

    fn play(&mut self, leaf: &mut Leaf<C>, mv: Ply) {
        leaf.is_root = false;
        match mv {
            Ply::Stone(cell) => {
                leaf.board.put(cell, leaf.side);
                (leaf.last, leaf.passes) = (Some(cell), 0);
            }
            _ => {
                leaf.board.lift_ko();
                (leaf.last, leaf.passes) = (None, leaf.passes + 1);
            }
        }
        leaf.side = leaf.side.other();
    }

    fn finish(
        &mut self,
        leaf: &mut Leaf<C>,
        random: &mut Random,
        firsts: &mut Firsts,
    ) -> (f32, u32) {
        if leaf.passes >= 2 && !self.rules.marking {
            return (self.as_it_stands(&leaf.board), 0);
        }
        let note = |cell, side| firsts.note(usize::from(cell), side);
        let plies = play_out(&mut leaf.board, leaf.side, leaf.last, random, note);
        (self.result(lead(&leaf.board), leaf.board.point_count()), plies)
    }

    fn slot(&self, mv: Ply) -> usize {
        match mv {
            Ply::Stone(cell) => usize::from(cell),
            // The first cell is rim.
            _ => 0,
        }
    }

    fn slots(&self) -> usize {
        C
    }
}

/// The computer player of Go. It remembers nothing.
#[derive(Default)]
pub struct GoEngine;

impl Engine for GoEngine {
    fn think(
        &mut self,
        position: &AnyPosition,
        request: &Request,
        report: &mut dyn FnMut(&Thought),
    ) -> Option<Thought> {
        if let Some(position) = position.downcast::<Small>() {
            think::<{ cells(9, 9) }>(position, request, report)
        } else if let Some(position) = position.downcast::<Large>() {
            think::<MOST_CELLS>(position, request, report)
        } else {
            None
        }
    }

    fn analyse(
        &mut self,
        position: &AnyPosition,
        request: &Request,
        lines: usize,
        report: &mut dyn FnMut(&[Thought]),
    ) -> Vec<Thought> {
        if let Some(position) = position.downcast::<Small>() {
            analyse::<{ cells(9, 9) }>(position, request, lines, report)
        } else if let Some(position) = position.downcast::<Large>() {
            analyse::<MOST_CELLS>(position, request, lines, report)
        } else {
            Vec::new()
        }
    }
}

/// How a position is to be thought about.
enum Approach<const C: usize> {
    /// The game is over.
    Nothing,
    /// This ply needs no search.
    Plain(Ply),
    /// Among these moves the best is looked for.
    Search(Box<Knowledge<C>>),
}

fn approach<const C: usize>(go: &Go<C>) -> Approach<C> {
    match go.phase() {
        Phase::Over(_) => return Approach::Nothing,
        Phase::Marking { .. } => return Approach::Plain(agree(go)),
        Phase::Play => {}
    }
    if go.placing() > 0 {
        return Approach::Plain(handicap_stone(go));
    }
    // A pass on a board that is hardly begun is not meant to end the game.
    let late = 4 * go.stones().free().len() < 3 * go.stones().point_count() as usize;
    if has_passed(go) && late && go.rules().marking && wins(go, go.side_to_move()) {
        return Approach::Plain(Ply::Pass);
    }
    let root = choices(go);
    if root == [Ply::Pass] {
        return Approach::Plain(Ply::Pass);
    }
    Approach::Search(Box::new(Knowledge { rules: *go.rules(), captured: go.captured(), root }))
}

fn has_passed<const C: usize>(go: &Go<C>) -> bool {
    go.plies().last() == Some(&Ply::Pass)
}

/// A ply that needed no search.
fn plain<const C: usize>(go: &Go<C>, mv: Ply, started: Instant) -> Thought {
    Thought {
        best: go.lift(mv),
        line: vec![go.lift(mv)],
        value: None,
        depth: 1,
        nodes: 1,
        elapsed: started.elapsed(),
    }
}

/// Searches a position as this player would, within the request's limits.
fn search<const C: usize>(
    go: &Go<C>,
    mut knowledge: Knowledge<C>,
    mut effort: Effort,
    (request, started): (&Request, Instant),
    report: &mut dyn FnMut(&Explored<Ply>),
) -> Option<Explored<Ply>> {
    effort.limits = effort.limits.and(request.limits);
    // What has been looked at until here counts.
    effort.limits.time = effort.limits.time.map(|time| time.saturating_sub(started.elapsed()));
    if knowledge.root.len() == 1 {
        effort.playouts = FORCED;
    }
    let last = go.plies().last().and_then(|&ply| match ply {
        Ply::Stone(cell) => Some(cell),
        _ => None,
    });
    let (board, side, passes) = (*go.stones(), go.side_to_move(), u8::from(has_passed(go)));
    let leaf = Leaf { board, side, passes, last, is_root: true };
    let seed = request.seed ^ go.key();
    explore(&mut knowledge, &leaf, &effort, seed, &request.stop, report)
}

fn think<const C: usize>(
    go: &Go<C>,
    request: &Request,
    report: &mut dyn FnMut(&Thought),
) -> Option<Thought> {
    let started = Instant::now();
    let knowledge = match approach(go) {
        Approach::Nothing => return None,
        Approach::Plain(mv) => return Some(plain(go, mv, started)),
        Approach::Search(knowledge) => *knowledge,
    };
    let player = match request.strength {
        Strength::Full => Player::full(),
        Strength::Level(level) => Player::at(level),
    };
    let found = search(go, knowledge, player.effort, (request, started), &mut |found| {
        report(&thought(go, found, found.moves[0]));
    })?;
    let most = found.moves[0].visits.max(1);
    let ranked: Vec<_> = found
        .moves
        .iter()
        .filter(|candidate| candidate.visits > 0)
        .map(|&candidate| {
            ((1000 * u64::from(candidate.visits) / u64::from(most)) as i32, candidate)
        })
        .collect();
    let chosen = player.level.choose(&ranked, &mut Random::new(request.seed ^ go.key()));
    Some(thought(go, &found, chosen.map_or(found.moves[0], |(_, candidate)| candidate)))
}

fn analyse<const C: usize>(
    go: &Go<C>,
    request: &Request,
    lines: usize,
    report: &mut dyn FnMut(&[Thought]),
) -> Vec<Thought> {
    let started = Instant::now();
    let knowledge = match approach(go) {
        Approach::Nothing => return Vec::new(),
        Approach::Plain(mv) => {
            let value = if go.placing() > 0 { None } else { Some(as_counted(go)) };
            return vec![Thought { value, ..plain(go, mv, started) }];
        }
        Approach::Search(knowledge) => *knowledge,
    };
    let lines = lines.max(1);
    // The first one always has a line; others need to have been tried.
    let thoughts = |found: &Explored<Ply>| -> Vec<Thought> {
        let tried = found.moves.iter().enumerate().take(lines);
        tried
            .filter(|(n, candidate)| *n == 0 || candidate.visits > 0)
            .map(|(_, &candidate)| thought(go, found, candidate))
            .collect()
    };
    let effort = Effort { lines, ..Player::full().effort };
    let found = search(go, knowledge, effort, (request, started), &mut |found| {
        report(&thoughts(found));
    });
    found.map_or_else(Vec::new, |found| thoughts(&found))
}

/// What the game is worth to the side to move if it ends as the board
/// stands, dead stones taken off as the program proposes.
fn as_counted<const C: usize>(go: &Go<C>) -> Value {
    let side = go.side_to_move();
    let amount = match (wins(go, side), wins(go, side.other())) {
        (true, _) => 1.0,
        (_, true) => 0.0,
        _ => 0.5,
    };
    Value { amount, unit: Unit::Chance, exact: false, mate: None }
}

/// Where Black puts its next handicap stone: on the star points while there
/// are any, then as far from the stones and the edge as it can.
fn handicap_stone<const C: usize>(go: &Go<C>) -> Ply {
    let board = go.stones();
    let empty = |cell: &u16| board.at(*cell) == Cell::Empty;
    let star = star_points(board.files().min(board.ranks()))
        .into_iter()
        .filter_map(|at| board.cell(at))
        .find(empty);
    let stones: Vec<_> =
        board.points().filter(|cell| !empty(cell)).map(|cell| board.point(cell)).collect();
    let room = |cell: &u16| {
        let at = board.point(*cell);
        let apart = |other: &Point| other.file.abs_diff(at.file) + other.rank.abs_diff(at.rank);
        let nearest = stones.iter().map(apart).min().unwrap_or(0);
        nearest.min(2 * line(board, at))
    };
    let widest = || board.points().filter(empty).max_by_key(room);
    star.or_else(widest).map_or(Ply::Pass, Ply::Stone)
}

/// Which line from the nearest edge a point is on; 0 is the edge.
fn line<const C: usize>(board: &Board<C>, at: Point) -> u8 {
    let (files, ranks) = (board.files(), board.ranks());
    at.file.min(at.rank).min(files - 1 - at.file).min(ranks - 1 - at.rank)
}

/// Marks as the program would, and accepts that. Who marks otherwise again
/// and again is asked to play on.
fn agree<const C: usize>(go: &Go<C>) -> Ply {
    let board = go.stones();
    let proposed = dead_stones(board);
    let differs = |cell: &u16| {
        board.at(*cell).side().is_some() && proposed.contains(*cell) != go.dead().contains(*cell)
    };
    let marks = go.plies().iter().rev().take_while(|ply| **ply != Ply::Pass).count();
    match board.points().find(differs) {
        None => Ply::Accept,
        Some(_) if marks > 2 * board.point_count() as usize => Ply::Resume,
        Some(cell) => Ply::Mark(cell),
    }
}

/// Whether this side wins if the game ends here, dead stones taken off as
/// the program proposes.
fn wins<const C: usize>(go: &Go<C>, side: Side) -> bool {
    let dead = dead_stones(go.stones());
    let totals = count(go.stones(), go.rules(), &dead, go.captured()).totals;
    totals[side.index()] > totals[side.other().index()]
}

/// The moves worth a search: no own eyes and, where dead stones need not be
/// taken, no stone where all is settled. A pass if nothing else is left, or
/// where a pass may decide.
fn choices<const C: usize>(go: &Go<C>) -> Vec<Ply> {
    let board = go.stones();
    let side = go.side_to_move();
    let owned = go.rules().marking.then(|| ownership(board, SETTLING, board.hash()));
    let settled = |cell: u16| owned.is_some_and(|owned| owned[usize::from(cell)].abs() >= SETTLED);
    let mut moves = Vec::new();
    go.legal_moves(&mut moves);
    moves.retain(|mv| match *mv {
        Ply::Stone(cell) => is_sensible(board, cell, side) && !settled(cell),
        _ => false,
    });
    if moves.is_empty() || !go.rules().marking {
        moves.push(Ply::Pass);
    }
    moves
}

fn thought<const C: usize>(go: &Go<C>, found: &Explored<Ply>, chosen: Candidate<Ply>) -> Thought {
    let mut line = vec![go.lift(chosen.mv)];
    if let Some(known) = found.lines.iter().find(|line| line.first() == Some(&chosen.mv)) {
        // The tree knows no superko below its root.
        let mut at = go.clone();
        at.play(chosen.mv);
        for &mv in &known[1..] {
            if !at.is_legal(mv) {
                break;
            }
            line.push(at.lift(mv));
            at.play(mv);
        }
    }
    Thought {
        best: go.lift(chosen.mv),
        line,
        value: Some(Value {
            amount: f64::from(chosen.chance).clamp(0.0, 1.0),
            unit: Unit::Chance,
            exact: false,
            mate: None,
        }),
        depth: found.depth.max(1),
        nodes: found.nodes,
        elapsed: found.elapsed,
    }
}

//! How the computer player takes part in openings: it chooses the colour that
//! stands better, lays stones that leave the colours even, and weighs the
//! fifth stones that are offered.

use web_time::Instant;

use super::engine::{GomokuEngine, Knowledge, SMALL_TABLE, WIN, simple, value};
use super::field::{Field, Spot};
use super::levels::Player;
use super::lines::file_and_rank;
use super::opening::Opening;
use super::position::{Gomoku, Ply, Stage};
use crate::core::{Position, Random, Side};
use crate::games::{Request, Thought};
use crate::search::{Found, Limits, Plan, Stop};

/// Plies and positions by which one position of an opening is judged: by
/// strong players, and by those that look at few positions.
const DEPTH: u32 = 6;
const NODES: u64 = 30_000;
const FEW_NODES: u64 = 3_000;

/// One more fifth stone to be offered is worth so much to White, in
/// hundredths of a tempo.
const STEP: i32 = 40;

/// Stones that are tried when the computer lays an opening.
const TRIES: u64 = 10;

/// Fifth stones that are weighed beyond those still to be offered.
const SPARE: usize = 3;

/// What may be spent on one decision: a share of the positions that the level
/// may look at for each thing that is judged, and the time for all of them.
struct Effort<'a> {
    started: Instant,
    limits: Limits,
    spent: u64,
    stop: &'a Stop,
}

impl<'a> Effort<'a> {
    fn new(request: &'a Request, judged: u64) -> Effort<'a> {
        let player = Player::of(request.strength);
        let most = if player.is_light() { FEW_NODES } else { NODES };
        let mut limits = player.level.within(request.limits).limits;
        let share = limits.nodes.map_or(most, |nodes| nodes / judged.max(1));
        limits.nodes = Some(share.clamp(1, most));
        limits.depth = Some(limits.depth.map_or(DEPTH, |depth| depth.min(DEPTH)));
        Effort { started: Instant::now(), limits, spent: 0, stop: &request.stop }
    }

    /// The limits of the next search; `None` when the time is over.
    fn next(&self) -> Option<Limits> {
        let elapsed = self.started.elapsed();
        let time = self.limits.time.map(|time| time.saturating_sub(elapsed));
        let over = self.stop.is_raised() || time.is_some_and(|time| time.is_zero());
        (!over).then_some(Limits { time, ..self.limits })
    }

    /// A decision that this effort was spent on.
    fn thought(&self, position: &Gomoku, ply: Ply) -> Thought {
        Thought {
            nodes: self.spent.max(1),
            elapsed: self.started.elapsed(),
            ..simple(position, ply)
        }
    }
}

/// What it is worth to White that Black does not choose the fifth stone
/// alone, while that lies ahead.
fn handicap(position: &Gomoku) -> i32 {
    let wanted = match position.opening {
        Opening::Rif if position.stones() < 5 => 2,
        _ => position.offers().wanted(),
    };
    STEP * i32::from(wanted.saturating_sub(1))
}

/// How much Black is ahead in a position that is worth so much to the colour
/// to move.
fn of_black(position: &Gomoku, worth: i32) -> i32 {
    if position.colour() == Side::First { worth } else { -worth }
}

/// How far a position is from even, once the most fitting number of fifth
/// stones is asked for where one is asked for.
fn unfairness(position: &Gomoku, worth: i32) -> i32 {
    let black = of_black(position, worth);
    let most = match position.stage() {
        Stage::Declare => STEP * i32::from(*position.declarable().end() - 1),
        _ => 0,
    };
    if black < 0 { -black } else { (black - most).max(0) }
}

impl GomokuEngine {
    /// What a position of an opening is worth to the colour to move; `None`
    /// when there is no time to find out.
    fn judge(&mut self, position: &Gomoku, effort: &mut Effort) -> Option<i32> {
        let handicap = handicap(position);
        let black_to_move = position.colour() == Side::First;
        let worth = match position.opening_edge() {
            Some(edge) if black_to_move => edge,
            Some(edge) => -edge,
            None => self.search(position, effort)?,
        };
        Some(worth + if black_to_move { -handicap } else { handicap })
    }

    /// The value of a short search: the mean of its last two depths, since
    /// who has the last move in a quiet position looks better by a tempo.
    fn search(&mut self, position: &Gomoku, effort: &mut Effort) -> Option<i32> {
        let plan = Plan { limits: effort.next()?, ..Plan::default() };
        let field = Field::new(position);
        let mut knowledge = Knowledge::new(&field, 0, effort.stop);
        let searcher = self.searcher.searcher(SMALL_TABLE);
        searcher.forget();
        let mut values = [None; 2];
        let report = &mut |found: &Found<Spot>| values = [values[1], Some(found.value)];
        let found = searcher.search(&mut knowledge, &field, &plan, effort.stop, report)?;
        effort.spent += found.nodes;
        Some(match values {
            [Some(before), Some(last)] if last.abs() < WIN / 2 => (before + last) / 2,
            [_, Some(last)] => last,
            _ => found.value,
        })
    }

    /// Takes the colour that stands better.
    pub(super) fn choose(&mut self, position: &Gomoku, request: &Request) -> Thought {
        let mut effort = Effort::new(request, 1);
        let worth = self.judge(position, &mut effort).unwrap_or(0);
        let next_is_own = position.player_of(position.colour()) == position.side_to_move();
        let keep = (worth >= 0) == next_is_own;
        let ply = if keep { Ply::Keep } else { Ply::Swap };
        Thought { value: Some(value(worth.abs(), false)), ..effort.thought(position, ply) }
    }

    /// Asks for the more fifth stones, the better Black stands.
    pub(super) fn declare(&mut self, position: &Gomoku, request: &Request) -> Thought {
        let mut effort = Effort::new(request, 1);
        let worth = self.judge(position, &mut effort).unwrap_or(0);
        let most = i32::from(*position.declarable().end());
        let number = (1 + of_black(position, worth) / STEP).clamp(1, most.max(1));
        effort.thought(position, Ply::Declare(number as u8))
    }

    /// Offers the fifth stone that is best for Black of those not offered.
    pub(super) fn offer(&mut self, position: &Gomoku, request: &Request) -> Option<Thought> {
        let field = Field::new(position);
        let mut cells: Vec<u16> = position.new_offers().collect();
        cells.sort_by_key(|&cell| std::cmp::Reverse(field.urgency(cell)));
        let offers = position.offers();
        let left = usize::from(offers.wanted()).saturating_sub(offers.cells().len());
        cells.truncate(left + SPARE);
        let mut effort = Effort::new(request, cells.len() as u64);
        let before = position.in_play();
        self.best(&cells, &before, &mut effort, |_, worth| -worth)
            .map(|cell| effort.thought(position, Ply::Offer(cell)))
    }

    /// Picks the fifth stone that is best for White.
    pub(super) fn pick(&mut self, position: &Gomoku, request: &Request) -> Option<Thought> {
        let cells = position.offers().cells();
        let mut effort = Effort::new(request, cells.len() as u64);
        self.best(cells, position, &mut effort, |_, worth| worth)
            .map(|cell| effort.thought(position, Ply::Stone(cell)))
    }

    /// Lays a stone of the opening: any that is not at the edge, and where a
    /// colour or a number is chosen next, the one that leaves the colours as
    /// even as can be.
    pub(super) fn lay(
        &mut self,
        position: &Gomoku,
        request: &Request,
        random: &mut Random,
    ) -> Option<Thought> {
        let margin =
            if position.opening.keeps_near() { (position.size() / 2).saturating_sub(3) } else { 1 };
        let inner = |cell: &u16| {
            let (file, rank) = file_and_rank(*cell);
            let inside = margin..position.size() - margin;
            inside.contains(&file) && inside.contains(&rank)
        };
        let possible = || position.cells().filter(|&cell| position.may_put(cell));
        let mut cells: Vec<u16> = possible().filter(inner).collect();
        if cells.is_empty() {
            cells.extend(possible());
        }
        let tries = if position.next_decides() { TRIES } else { 1 };
        let mut tried = Vec::new();
        while !cells.is_empty() && tried.len() < tries as usize {
            tried.push(cells.swap_remove(random.below(cells.len())));
        }
        if let [only] = tried[..] {
            return Some(simple(position, Ply::Stone(only)));
        }
        let mut effort = Effort::new(request, tries);
        self.best(&tried, position, &mut effort, |next, worth| -unfairness(next, worth))
            .map(|cell| effort.thought(position, Ply::Stone(cell)))
    }

    /// The cell with the highest score, which is made of the position after a
    /// stone there and its worth to the colour then to move. Cells for which
    /// there is no time count as the lowest.
    fn best(
        &mut self,
        cells: &[u16],
        position: &Gomoku,
        effort: &mut Effort,
        score: impl Fn(&Gomoku, i32) -> i32,
    ) -> Option<u16> {
        let mut best = (i32::MIN, *cells.first()?);
        for &cell in cells {
            let mut next = *position;
            next.play(Ply::Stone(cell));
            let Some(worth) = self.judge(&next, effort) else { break };
            let score = score(&next, worth);
            if score > best.0 {
                best = (score, cell);
            }
        }
        Some(best.1)
    }
}

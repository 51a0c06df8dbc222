//! The computer player of Reversi: what its search knows, and its levels.

use std::time::Duration;

use super::bits::Wide;
use super::endgame::{Endgame, LastMove, MOST_EMPTIES};
use super::evaluation::{DISC, Evaluation};
use super::position::{Reversi, Square};
use crate::core::{Position, Random};
use crate::games::{AnyPosition, Engine, Playable, Request, Strength, Thought, Unit, Value};
use crate::search::{Budget, Found, Level, Limits, Model, Plan, Searcher, Stop};

/// How many playing levels there are.
pub const LEVELS: u8 = 10;

/// When this few empty squares are missing to the end, the search goes there
/// at once.
const LEAP: u32 = 8;

/// Memory for the transposition table, in mebibytes: of the weak levels, and
/// of all others.
const SMALL_TABLE: usize = 2;
const LARGE_TABLE: usize = 64;

/// The strongest level thinks no longer than this about a move.
const LONGEST: Duration = Duration::from_millis(3500);

/// A level, and whether it sees only discs as a beginner does.
struct Player {
    level: Level,
    naive: bool,
}

/// The levels as players know them. Errors and looseness are hundredths of a
/// disc of final difference.
fn player(level: u8) -> Player {
    let of = |depth, exact_within, error, looseness| Level {
        plan: Plan {
            limits: Limits { depth: Some(depth), ..Limits::default() },
            exact_within,
            leap: LEAP,
        },
        error,
        looseness,
    };
    let (level, naive) = match level {
        0 | 1 => (of(1, 1, 2000, 600), true),
        2 => (of(1, 2, 1200, 350), true),
        3 => (of(1, 3, 900, 300), false),
        4 => (of(2, 4, 600, 200), false),
        5 => (of(3, 6, 400, 130), false),
        6 => (of(4, 8, 250, 80), false),
        7 => (of(6, 10, 100, 40), false),
        8 => (of(8, 14, 0, 0), false),
        9 => (of(10, 17, 0, 0), false),
        _ => {
            let limits = Limits { time: Some(LONGEST), ..Limits::default() };
            let plan = Plan { limits, exact_within: 0, leap: LEAP };
            (Level { plan, error: 0, looseness: 0 }, false)
        }
    };
    Player { level, naive }
}

/// What the search knows about Reversi.
struct Knowledge<B> {
    evaluation: Evaluation<B>,
    endgame: Endgame<B>,
    naive: bool,
}

impl<B: LastMove> Knowledge<B> {
    fn new(position: &Reversi<B>, naive: bool) -> Knowledge<B> {
        Knowledge { evaluation: Evaluation::new(position), endgame: Endgame::new(position), naive }
    }
}

impl<B: LastMove> Model for Knowledge<B> {
    type Position = Reversi<B>;

    fn evaluate(&mut self, position: &Reversi<B>) -> i32 {
        if self.naive {
            self.evaluation.naive(position)
        } else {
            self.evaluation.estimate(position)
        }
    }

    fn terminal(&self, position: &Reversi<B>) -> i32 {
        position.difference() * DISC
    }

    fn promise(&mut self, position: &mut Reversi<B>, mv: Square, depth: u32) -> i32 {
        let Some(square) = mv.index() else { return 0 };
        let next = position.after(square, position.flips(square));
        let replies = next.mobility().count() as i32;
        // Near the leaves few replies are promise enough; above, positions
        // that look good come first.
        if depth < 3 {
            return -replies;
        }
        -self.evaluation.estimate(&next) - replies * DISC
    }

    fn is_free(&self, mv: Square) -> bool {
        mv == Square::PASS
    }

    fn remaining(&self, position: &Reversi<B>) -> u32 {
        position.empties()
    }

    fn solve(
        &mut self,
        position: &Reversi<B>,
        (alpha, beta): (i32, i32),
        budget: &mut Budget,
    ) -> Option<i32> {
        if position.empties() > MOST_EMPTIES {
            return None;
        }
        // The window in whole discs that holds this one.
        let most = 256;
        let low = alpha.div_euclid(DISC).max(-most);
        let high = (-(-beta).div_euclid(DISC)).min(most);
        Some(self.endgame.solve(position, (low, high), budget) * DISC)
    }
}

/// The computer player of Reversi.
#[derive(Default)]
pub struct ReversiEngine {
    small: Memory<u64>,
    large: Memory<Wide>,
}

/// The searcher of one kind of board, made when it is first needed.
struct Memory<B: LastMove> {
    searcher: Option<(usize, Searcher<Knowledge<B>>)>,
}

impl<B: LastMove> Default for Memory<B> {
    fn default() -> Self {
        Memory { searcher: None }
    }
}

impl Engine for ReversiEngine {
    fn think(
        &mut self,
        position: &AnyPosition,
        request: &Request,
        report: &mut dyn FnMut(&Thought),
    ) -> Option<Thought> {
        if let Some(position) = position.downcast::<Reversi<u64>>() {
            self.small.think(position, request, report)
        } else if let Some(position) = position.downcast::<Reversi<Wide>>() {
            self.large.think(position, request, report)
        } else {
            None
        }
    }
}

impl<B: LastMove> Memory<B> {
    /// A searcher with a table of at least this many mebibytes.
    fn searcher(&mut self, mebibytes: usize) -> &mut Searcher<Knowledge<B>> {
        let kept = self.searcher.take().filter(|(size, _)| *size >= mebibytes);
        let made = kept.unwrap_or_else(|| (mebibytes, Searcher::new(mebibytes)));
        &mut self.searcher.insert(made).1
    }

    fn think(
        &mut self,
        position: &Reversi<B>,
        request: &Request,
        report: &mut dyn FnMut(&Thought),
    ) -> Option<Thought> {
        let (plan, level, naive) = match request.strength {
            Strength::Full => {
                let plan = Plan { limits: request.limits, exact_within: 0, leap: LEAP };
                (plan, None, false)
            }
            Strength::Level(level) => {
                let player = player(level);
                (player.level.within(request.limits), Some(player.level), player.naive)
            }
        };
        let small = level.is_some_and(|level| level.plan.limits.depth.is_some_and(|d| d <= 6));
        let searcher = self.searcher(if small { SMALL_TABLE } else { LARGE_TABLE });
        // What was learned before may only matter where time decides anyway.
        let repeatable = plan.limits.time.is_none() && plan.limits != Limits::default();
        if repeatable || naive {
            searcher.forget();
        }
        let mut knowledge = Knowledge::new(position, naive);
        if let Some(level) = level.filter(|level| level.error > 0) {
            let seen = err(searcher, &mut knowledge, position, &plan, &level, request)?;
            return Some(seen);
        }
        let found =
            searcher.search(&mut knowledge, position, &plan, &request.stop, &mut |found| {
                report(&thought(position, found));
            })?;
        Some(thought(position, &found))
    }
}

/// Chooses a move with the errors of a weak level.
fn err<B: LastMove>(
    searcher: &mut Searcher<Knowledge<B>>,
    knowledge: &mut Knowledge<B>,
    position: &Reversi<B>,
    plan: &Plan,
    level: &Level,
    request: &Request,
) -> Option<Thought> {
    let remaining = position.empties();
    let depth = match plan.limits.depth {
        Some(depth) if remaining > plan.exact_within => depth.max(1),
        _ => remaining,
    };
    let started = Budget::new(Limits::default(), Stop::new());
    let ranked = searcher.rank(knowledge, position, depth, &request.stop);
    let mut random = Random::new(request.seed ^ position.key());
    let best = level.choose(&ranked, &mut random)?;
    let value = ranked.iter().find(|&&(_, mv)| mv == best).map_or(0, |&(value, _)| value);
    let found = Found {
        best,
        line: vec![best],
        value,
        depth,
        exact: depth >= remaining && !request.stop.is_raised(),
        nodes: ranked.len() as u64,
        elapsed: started.elapsed(),
    };
    Some(thought(position, &found))
}

fn thought<B: LastMove>(position: &Reversi<B>, found: &Found<Square>) -> Thought {
    let mut at = *position;
    let line = found.line.iter().map(|&mv| {
        let lifted = at.lift(mv);
        at.play(mv);
        lifted
    });
    Thought {
        line: line.collect(),
        best: position.lift(found.best),
        value: Some(Value {
            amount: f64::from(found.value) / f64::from(DISC),
            unit: Unit::Discs,
            exact: found.exact,
        }),
        depth: found.depth,
        nodes: found.nodes,
        elapsed: found.elapsed,
    }
}

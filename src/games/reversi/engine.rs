//! The computer player of Reversi: what its search knows, and how it answers.
//! On eight by eight its levels are those of [`super::persons`] where weights of
//! patterns are installed.

use std::sync::Arc;

use super::bits::Wide;
use super::endgame::{Endgame, LastMove, MOST_EMPTIES};
use super::evaluation::{DISC, Evaluation};
pub use super::levels::LEVELS;
use super::levels::Player;
use super::patterns::Weights;
use super::persons::Person;
use super::position::{Reversi, Square};
use super::strong::{Strong, weights_for};
use crate::core::{Position, Random};
use crate::games::{
    AnyPosition, Engine, MoveScore, Playable, Request, Solved, Strength, Thought, Unit, Value,
    outcome_by_thinking, scores_by_analysis,
};
use crate::search::{Budget, Found, Kept, Limits, Lines, Model};

/// Memory for the transposition table, in mebibytes: of levels that look at
/// few positions, and of all others.
const SMALL_TABLE: usize = 2;
const LARGE_TABLE: usize = 64;

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

    fn number(&self, mv: Square) -> u16 {
        mv.index().map_or(u16::MAX, |square| u16::from(square) + 1)
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
    /// Eight by eight, where weights of patterns are installed.
    strong: Strong,
    small: Memory<u64>,
    large: Memory<Wide>,
}

/// The searcher of one kind of board, made when it is first needed.
struct Memory<B: LastMove> {
    searcher: Kept<Knowledge<B>>,
}

impl<B: LastMove> Default for Memory<B> {
    fn default() -> Self {
        Memory { searcher: Kept::default() }
    }
}

/// A position of eight by eight and the weights by which it is judged, where
/// some are installed.
fn judged(position: &AnyPosition) -> Option<(&Reversi<u64>, Arc<Weights>)> {
    let position = position.downcast()?;
    Some((position, weights_for(position)?))
}

impl Engine for ReversiEngine {
    fn think(
        &mut self,
        position: &AnyPosition,
        request: &Request,
        report: &mut dyn FnMut(&Thought),
    ) -> Option<Thought> {
        if let Some((position, weights)) = judged(position) {
            let person = Person::of(request.strength);
            return self.strong.think((position, &weights), (&person, request), report);
        }
        if let Some(position) = position.downcast::<Reversi<u64>>() {
            self.small.think(position, request, report)
        } else if let Some(position) = position.downcast::<Reversi<Wide>>() {
            self.large.think(position, request, report)
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
        if let Some((position, weights)) = judged(position) {
            return self.strong.analyse((position, &weights), request, lines, report);
        }
        if let Some(position) = position.downcast::<Reversi<u64>>() {
            self.small.analyse(position, request, lines, report)
        } else if let Some(position) = position.downcast::<Reversi<Wide>>() {
            self.large.analyse(position, request, lines, report)
        } else {
            Vec::new()
        }
    }

    fn scores(
        &mut self,
        position: &AnyPosition,
        request: &Request,
        report: &mut dyn FnMut(&[MoveScore]),
    ) -> Vec<MoveScore> {
        if let Some((position, weights)) = judged(position) {
            return self.strong.scores((position, &weights), request, report);
        }
        scores_by_analysis(self, position, request, report)
    }

    fn outcome(&mut self, position: &AnyPosition, request: &Request) -> Option<Solved> {
        if let Some((position, weights)) = judged(position) {
            return self.strong.outcome((position, &weights), request);
        }
        outcome_by_thinking(self, position, request)
    }
}

impl<B: LastMove> Memory<B> {
    fn think(
        &mut self,
        position: &Reversi<B>,
        request: &Request,
        report: &mut dyn FnMut(&Thought),
    ) -> Option<Thought> {
        let player = Player::of(request.strength);
        let mut plan = player.level.within(request.limits);
        let mut moves = Vec::new();
        position.legal_moves(&mut moves);
        if moves.len() == 1 && request.strength != Strength::Full {
            plan.limits = plan.limits.and(Limits::FORCED);
        }
        let searcher =
            self.searcher.searcher(if player.is_light() { SMALL_TABLE } else { LARGE_TABLE });
        // An answer that must repeat may not depend on earlier questions,
        // nor may one that does not see what those saw.
        if !player.remembers || request.limits.depth.is_some() || request.limits.nodes.is_some() {
            searcher.forget();
        }
        let mut knowledge = Knowledge::new(position, player.naive);
        if player.level.error > 0 {
            let ranking = searcher.rank(&mut knowledge, position, &plan, &request.stop)?;
            let mut random = Random::new(request.seed ^ position.key());
            return Some(thought(position, &ranking.choose(&player.level, &mut random)?));
        }
        let found =
            searcher.search(&mut knowledge, position, &plan, &request.stop, &mut |found| {
                report(&thought(position, found));
            })?;
        Some(thought(position, &found))
    }

    fn analyse(
        &mut self,
        position: &Reversi<B>,
        request: &Request,
        lines: usize,
        report: &mut dyn FnMut(&[Thought]),
    ) -> Vec<Thought> {
        let plan = Player::full().level.within(request.limits);
        let searcher = self.searcher.searcher(LARGE_TABLE);
        if request.limits.depth.is_some() || request.limits.nodes.is_some() {
            searcher.forget();
        }
        let mut knowledge = Knowledge::new(position, false);
        let thoughts = |found: &[Found<Square>]| -> Vec<Thought> {
            found.iter().map(|line| thought(position, line)).collect()
        };
        let (wanted, stop) = (Lines::best(lines), &request.stop);
        let found =
            searcher.search_lines(&mut knowledge, position, &plan, &wanted, stop, &mut |found| {
                report(&thoughts(found));
            });
        thoughts(&found)
    }
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
            mate: None,
        }),
        depth: found.depth,
        nodes: found.nodes,
        elapsed: found.elapsed,
    }
}

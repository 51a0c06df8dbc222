//! The player of eight by eight, asked and answering as every computer player
//! is.

use std::sync::Arc;

use super::levels::Player;
use super::patterns::{self, Weights};
use super::persons::Person;
use super::position::{Reversi, Scoring, Square};
use super::solver::{Found, Solver, Task, Wanted};
use crate::core::Position;
use crate::games::{
    Certainty, MoveScore, Playable, Request, Solved, Strength, Thought, Unit, Value,
};
use crate::search::{Limits, threads};

/// Memory for the transposition table, in mebibytes: of levels that look at
/// few positions, and of all others.
const SMALL_TABLE: usize = 2;
const LARGE_TABLE: usize = 64;

/// The weights that a position can be searched with: those of the process,
/// for the board and the counting that they were learned on.
pub(super) fn weights_for(position: &Reversi<u64>) -> Option<Arc<Weights>> {
    let fits = position.size() == 8 && position.scoring() == Scoring::Winner;
    if fits { patterns::installed() } else { None }
}

/// The player, with what it remembers.
#[derive(Default)]
pub(super) struct Strong {
    solver: Option<(usize, Solver)>,
}

impl Strong {
    /// The best moves as this player sees them, best first.
    fn search(
        &mut self,
        (position, weights): (&Reversi<u64>, &Weights),
        (player, request): (&Player, &Request),
        wanted: Wanted,
        report: &mut dyn FnMut(&[Found]),
    ) -> Vec<Found> {
        let mut plan = player.level.within(request.limits);
        if position.mobility().count_ones() == 1 && request.strength != Strength::Full {
            plan.limits = plan.limits.and(Limits::FORCED);
        }
        let size = if player.is_light() { SMALL_TABLE } else { LARGE_TABLE };
        let kept = self.solver.take().filter(|(kept, _)| *kept >= size);
        let (_, solver) = self.solver.insert(kept.unwrap_or_else(|| (size, Solver::new(size))));
        // An answer that must repeat may not depend on earlier questions nor
        // on which thread is quicker, nor may one that does not see what
        // those saw.
        let repeats = request.limits.depth.is_some() || request.limits.nodes.is_some();
        if repeats || !player.remembers {
            solver.forget();
        }
        let bounded = plan.limits.depth.is_some() || plan.limits.nodes.is_some();
        let task = Task {
            exact_within: plan.exact_within,
            wanted,
            threads: if bounded { 1 } else { threads() },
            ..Task::best(plan.limits)
        };
        let board = (position.own(), position.opponent());
        solver.search(weights, board, &task, &request.stop, report)
    }

    /// The move of a player. Of one that errs on purpose nothing is reported:
    /// what it sees is not yet what it plays.
    pub(super) fn think(
        &mut self,
        (position, weights): (&Reversi<u64>, &Weights),
        (person, request): (&Person, &Request),
        report: &mut dyn FnMut(&Thought),
    ) -> Option<Thought> {
        let (asked, player) = ((position, weights), &person.player);
        if person.errs() {
            let found = self.search(asked, (player, request), Wanted::Each, &mut |_| ());
            return person.choose(position, &found, request.seed).map(|it| thought(position, it));
        }
        let found = self.search(asked, (player, request), Wanted::Best(1), &mut |found| {
            found.iter().for_each(|found| report(&thought(position, found)));
        });
        found.first().map(|found| thought(position, found))
    }

    /// The best moves.
    pub(super) fn analyse(
        &mut self,
        (position, weights): (&Reversi<u64>, &Weights),
        request: &Request,
        lines: usize,
        report: &mut dyn FnMut(&[Thought]),
    ) -> Vec<Thought> {
        let thoughts = |found: &[Found]| -> Vec<Thought> {
            found.iter().map(|found| thought(position, found)).collect()
        };
        let (asked, player) = ((position, weights), (&Player::full(), request));
        let found =
            self.search(asked, player, Wanted::Best(lines), &mut |found| report(&thoughts(found)));
        thoughts(&found)
    }

    /// A best move, and whether it wins.
    pub(super) fn outcome(
        &mut self,
        asked: (&Reversi<u64>, &Weights),
        request: &Request,
    ) -> Option<Solved> {
        let player = &Player::full();
        let found = self.search(asked, (player, request), Wanted::Outcome, &mut |_| ());
        let found = found.first().filter(|found| found.is_exact())?;
        Some(Solved {
            best: asked.0.lift(square(found.square)),
            outcome: found.value.cmp(&0),
            nodes: found.nodes,
            elapsed: found.elapsed,
        })
    }

    /// What every move is worth.
    pub(super) fn scores(
        &mut self,
        (position, weights): (&Reversi<u64>, &Weights),
        request: &Request,
        report: &mut dyn FnMut(&[MoveScore]),
    ) -> Vec<MoveScore> {
        let scores = |found: &[Found]| -> Vec<MoveScore> {
            found.iter().map(|found| score(position, found)).collect()
        };
        let (asked, player) = ((position, weights), (&Player::full(), request));
        let found = self.search(asked, player, Wanted::Each, &mut |found| report(&scores(found)));
        scores(&found)
    }
}

fn square(square: Option<u8>) -> Square {
    square.map_or(Square::PASS, Square::new)
}

fn value(found: &Found) -> Value {
    Value {
        amount: f64::from(found.value) / 100.0,
        unit: Unit::Discs,
        exact: found.is_exact(),
        mate: None,
    }
}

fn score(position: &Reversi<u64>, found: &Found) -> MoveScore {
    MoveScore {
        mv: position.lift(square(found.square)),
        value: Some(value(found)),
        depth: found.depth,
        certainty: if found.is_exact() {
            Certainty::Exact
        } else {
            Certainty::Percent { chance: found.percent, to_the_end: found.to_the_end }
        },
    }
}

fn thought(position: &Reversi<u64>, found: &Found) -> Thought {
    let mut at = *position;
    let line = found.line.iter().map(|&played| {
        let mv = square(played);
        let lifted = at.lift(mv);
        at.play(mv);
        lifted
    });
    Thought {
        line: line.collect(),
        best: position.lift(square(found.square)),
        value: Some(value(found)),
        depth: found.depth,
        nodes: found.nodes,
        elapsed: found.elapsed,
    }
}

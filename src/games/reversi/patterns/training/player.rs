//! A player whose judgement helps to learn a better one: it scores positions
//! beside the games of others, and plays against itself.

use std::sync::Arc;

use super::moment::{Moment, Played, Sample, trust};
use crate::core::Random;
use crate::games::reversi::bits::Bits;
use crate::games::reversi::patterns::{Weights, evaluate};
use crate::games::reversi::solver::{Found, Goal, Solver, Task};
use crate::search::Limits;

/// How much a position counts that is scored by looking ahead.
const FORESEEN: f32 = 0.5;

/// Plies by which positions beside a game are scored, and empty squares from
/// which on they are solved.
const DEPTH: u32 = 4;
const SOLVES: u32 = 11;

/// Discs by which a move looks worse than the best one where it is tried half
/// as often.
const SLACK: f64 = 4.0;

/// Quick games begin with so many moves of chance, and half of them with up to
/// as many more.
const OPENING: (usize, usize) = (4, 12);
/// Later moves of chance come before so many moves were made.
const STRAYS_UNTIL: usize = 46;
/// Plies that quick games look ahead: with many empty squares, and with
/// [`CAREFUL_FROM`] or fewer; fewer plies before the last move of chance, since
/// nothing is learned from there.
const QUICK: [u32; 2] = [5, 8];
const QUICKER: [u32; 2] = [3, 4];
const CAREFUL_FROM: u32 = 24;
/// With so many empty squares the score of a quick game is found, almost
/// surely, and with so many proved.
const SETTLED: u32 = 16;
const PROVED: u32 = 12;
/// With fewer, a quick game is over.
const QUICK_UNTIL: u32 = 7;

/// A player that goes by these weights.
pub struct Player {
    weights: Arc<Weights>,
    solver: Solver,
}

impl Player {
    /// One that goes by these weights.
    #[must_use]
    pub fn new(weights: Arc<Weights>) -> Player {
        Player { weights, solver: Solver::new(1) }
    }

    fn best(&mut self, moment: Moment, task: &Task) -> Option<Found> {
        self.solver.best(&self.weights, (moment.own, moment.opponent), task)
    }

    /// After a move that chance chose: any, or one of those that look good.
    fn stray(&self, moment: Moment, random: &mut Random) -> Option<Moment> {
        if random.below(3) == 0 {
            return moment.after(moment.any_move(random)?).with_move();
        }
        let moves: Vec<u8> = moment.mobility().squares().collect();
        let values = moves.iter().map(|&square| {
            let Moment { own, opponent, .. } = moment.after(square);
            -f64::from(evaluate(&self.weights, own, opponent)) / 100.0
        });
        let values: Vec<f64> = values.collect();
        let best = values.iter().copied().fold(f64::MIN, f64::max);
        let chances = values.iter().map(|value| 1.0 / (1.0 + ((best - value) / SLACK).powi(2)));
        let chances: Vec<f64> = chances.collect();
        let mut left = random.unit() * chances.iter().sum::<f64>();
        let chosen = chances.iter().position(|chance| {
            left -= chance;
            left < 0.0
        });
        moment.after(moves[chosen.unwrap_or(0)]).with_move()
    }

    /// A position beside a game, and what it is worth as far as the player
    /// looks.
    pub(super) fn other(&mut self, from: Moment, random: &mut Random) -> Option<Sample> {
        let mut other = self.stray(from, random)?;
        if random.below(10) < 3 {
            other = self.stray(other, random)?;
        }
        let limits = Limits { depth: Some(DEPTH), ..Limits::default() };
        self.solver.forget();
        let found = self.best(other, &Task { exact_within: SOLVES, ..Task::best(limits) })?;
        Some(other.sample(found.value as f32 / 100.0, FORESEEN))
    }

    /// Plays a game against itself until so many squares are empty, or no one
    /// can move: first so many moves of chance, then the best one that a
    /// search within these limits finds.
    #[must_use]
    pub fn game(
        &mut self,
        opening: usize,
        limits: Limits,
        until: u32,
        random: &mut Random,
    ) -> Played {
        self.solver.forget();
        let mut squares = Vec::new();
        let mut next = Some(Moment::START);
        while let Some(moment) = next.filter(|moment| moment.empties() > until) {
            let square = if squares.len() < opening {
                moment.any_move(random)
            } else {
                self.best(moment, &Task::best(limits)).and_then(|found| found.square)
            };
            let Some(square) = square else { break };
            squares.push(square);
            next = moment.after(square).with_move();
        }
        Played { squares, theoretical: None }
    }

    /// Plays a quick game against itself, with moves of chance at its beginning
    /// and in most games also later, and gives its positions after the last one
    /// with the score that it came to.
    pub fn quick_game(&mut self, random: &mut Random) -> Vec<Sample> {
        self.solver.forget();
        let (least, more) = OPENING;
        let mut opening = least + random.below(more - least + 1);
        opening += random.below(2) * random.below(more - least + 1);
        let mut strays = opening..opening;
        if random.below(5) >= 2 {
            let first = opening + 1 + random.below(STRAYS_UNTIL - opening);
            strays = first..first + 1 + usize::from(random.below(3) == 0);
        }
        let (mut samples, mut waiting) = (Vec::new(), Vec::new());
        let mut next = Some(Moment::START);
        for ply in 0.. {
            let Some(moment) = next.filter(|moment| moment.empties() >= QUICK_UNTIL) else { break };
            if ply < opening {
                next = moment.any_move(random).and_then(|square| moment.after(square).with_move());
                continue;
            }
            if strays.contains(&ply) {
                next = self.stray(moment, random);
                continue;
            }
            let counts = ply >= strays.end;
            let task = quick_task(moment.empties(), counts);
            let Some(found) = self.best(moment, &task) else { break };
            let Some(square) = found.square else { break };
            next = moment.after(square).with_move();
            if !counts {
                continue;
            }
            waiting.push(moment);
            if found.to_the_end || next.is_none() {
                let score = found.value as f32 / 100.0;
                let sided =
                    |other: Moment| if other.black == moment.black { score } else { -score };
                let weight = |other: Moment| trust(other.empties().saturating_sub(CAREFUL_FROM));
                samples.extend(waiting.drain(..).map(|at| at.sample(sided(at), weight(at))));
            }
        }
        samples
    }
}

/// How a quick game looks for its next move.
fn quick_task(empties: u32, counts: bool) -> Task {
    if counts && empties <= SETTLED {
        let certainty = if empties <= PROVED { Goal::CERTAIN } else { 1 };
        return Task { certainty, ..Task::best(Limits::default()) };
    }
    let depths = if counts { QUICK } else { QUICKER };
    let depth = depths[usize::from(empties <= CAREFUL_FROM)];
    Task::best(Limits { depth: Some(depth), ..Limits::default() })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::reversi::patterns::FILE;

    #[test]
    fn quick_games_come_to_scores_that_hold() {
        let file = concat!(env!("CARGO_MANIFEST_DIR"), "/assets/");
        let bytes = std::fs::read(format!("{file}{FILE}")).unwrap();
        let weights = Arc::new(Weights::read(&bytes).unwrap());
        let mut player = Player::new(weights.clone());
        let mut solver = Solver::new(1);
        let (mut solved, mut early) = (0, 0);
        for seed in 0..30 {
            let samples = player.quick_game(&mut Random::new(seed));
            assert_eq!(samples, Player::new(weights.clone()).quick_game(&mut Random::new(seed)));
            for sample in samples {
                let Sample { own, opponent, score, weight } = sample;
                assert!(own & opponent == 0 && weight > 0.0 && weight <= 1.0);
                let empties = (!(own | opponent)).count_ones();
                assert!((QUICK_UNTIL..=56).contains(&empties));
                early += u32::from(empties > PROVED);
                if empties <= PROVED {
                    let task = Task::best(Limits::default());
                    let found = solver.best(&weights, (own, opponent), &task).unwrap();
                    assert_eq!(found.value as f32 / 100.0, score, "seed {seed}");
                    solved += 1;
                }
            }
        }
        assert!(solved > 100 && early > 300, "{solved} {early}");
    }
}

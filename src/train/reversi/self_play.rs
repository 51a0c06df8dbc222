//! Training samples by search with existing weights: side positions of recorded games, and
//! self-play games.

use std::sync::Arc;

use super::records::{GameRecord, Sample, TrainingPosition, sample_weight};
use crate::core::Random;
use crate::games::reversi::bitboard::Bitboard;
use crate::games::reversi::patterns::{Weights, evaluate};
use crate::games::reversi::solver::{Iteration, Solver, SolverParams, SolverResult};
use crate::search::Limits;

/// Weight of samples scored by a shallow search.
const SEARCHED_WEIGHT: f32 = 0.5;

/// Search depth in plies of side positions, and empty squares from which they are solved.
const DEPTH: u32 = 4;
const EXACT_WITHIN: u32 = 11;

/// Loss in discs of a move that is tried half as often as the best one.
const HALF_CHANCE_LOSS: f64 = 4.0;

/// Least and most random plies at the beginning of a quick game; half of the games have up to the
/// difference more.
const OPENING_PLIES: (usize, usize) = (4, 12);
/// First plies within which later random moves begin.
const MAX_DEVIATION_PLY: usize = 46;
/// Search depths of quick games in plies: with many empty squares, and with [`DEEPER_WITHIN`] or
/// fewer. Before the last random move, where no samples are taken, the search is shallower.
const DEPTHS: [u32; 2] = [5, 8];
const UNSAMPLED_DEPTHS: [u32; 2] = [3, 4];
const DEEPER_WITHIN: u32 = 24;
/// Empty squares from which quick games are searched to the end, selectively and then exactly.
const SELECTIVE_SOLVE_WITHIN: u32 = 16;
const EXACT_SOLVE_WITHIN: u32 = 12;
/// Fewest empty squares of a position of a quick game.
const MIN_EMPTIES: u32 = 7;

/// Self-play and scoring with given weights.
pub struct SelfPlayer {
    weights: Arc<Weights>,
    solver: Solver,
}

impl SelfPlayer {
    /// A player with these weights.
    #[must_use]
    pub fn new(weights: Arc<Weights>) -> SelfPlayer {
        SelfPlayer { weights, solver: Solver::new(1) }
    }

    fn best(&mut self, position: TrainingPosition, params: &SolverParams) -> Option<SolverResult> {
        self.solver.best(&self.weights, position.discs, params)
    }

    /// The position after a random move, either uniformly random or preferring good moves.
    fn deviate(&self, position: TrainingPosition, random: &mut Random) -> Option<TrainingPosition> {
        if random.below(3) == 0 {
            return position.after(position.random_move(random)?).after_forced_pass();
        }
        let moves: Vec<u8> = position.discs.mobility().squares().collect();
        let values = moves.iter().map(|&square| {
            -f64::from(evaluate(&self.weights, position.discs.after_move(square))) / 100.0
        });
        let values: Vec<f64> = values.collect();
        let best = values.iter().copied().fold(f64::MIN, f64::max);
        let chance = |value: &f64| 1.0 / (1.0 + ((best - value) / HALF_CHANCE_LOSS).powi(2));
        let chances: Vec<f64> = values.iter().map(chance).collect();
        let mut left = random.next_f64() * chances.iter().sum::<f64>();
        let chosen = chances.iter().position(|chance| {
            left -= chance;
            left < 0.0
        });
        position.after(moves[chosen.unwrap_or(0)]).after_forced_pass()
    }

    /// A side position: one or two random moves off a game, scored by a shallow search.
    pub(super) fn side_position(
        &mut self,
        from: TrainingPosition,
        random: &mut Random,
    ) -> Option<Sample> {
        let mut other = self.deviate(from, random)?;
        if random.below(10) < 3 {
            other = self.deviate(other, random)?;
        }
        let limits = Limits { depth: Some(DEPTH), ..Limits::default() };
        self.solver.clear_table();
        let params = SolverParams { exact_within: EXACT_WITHIN, ..SolverParams::best(limits) };
        let found = self.best(other, &params)?;
        Some(other.sample(found.value as f32 / 100.0, SEARCHED_WEIGHT))
    }

    /// Plays a game against itself: `opening` random plies, then the best moves by a search within
    /// these limits, until `until` squares are empty or the game is over.
    #[must_use]
    pub fn play_game(
        &mut self,
        opening: usize,
        limits: Limits,
        until: u32,
        random: &mut Random,
    ) -> GameRecord {
        self.solver.clear_table();
        let mut squares = Vec::new();
        let mut next = Some(TrainingPosition::START);
        while let Some(position) = next.filter(|position| position.discs.empties() > until) {
            let square = if squares.len() < opening {
                position.random_move(random)
            } else {
                self.best(position, &SolverParams::best(limits))
                    .and_then(|found| found.best.index())
            };
            let Some(square) = square else { break };
            squares.push(square);
            next = position.after(square).after_forced_pass();
        }
        GameRecord { squares, theoretical_score: None }
    }

    /// Plays a quick game against itself, with random moves in the opening and in most games also
    /// later, and returns the positions after the last random move, labelled with the result.
    pub fn quick_game(&mut self, random: &mut Random) -> Vec<Sample> {
        self.solver.clear_table();
        let (min_plies, max_plies) = OPENING_PLIES;
        let mut opening = min_plies + random.below(max_plies - min_plies + 1);
        opening += random.below(2) * random.below(max_plies - min_plies + 1);
        let mut deviations = opening..opening;
        if random.below(5) >= 2 {
            let first = opening + 1 + random.below(MAX_DEVIATION_PLY - opening);
            deviations = first..first + 1 + usize::from(random.below(3) == 0);
        }
        let (mut samples, mut unscored) = (Vec::new(), Vec::new());
        let mut next = Some(TrainingPosition::START);
        for ply in 0.. {
            let Some(position) = next.filter(|position| position.discs.empties() >= MIN_EMPTIES)
            else {
                break;
            };
            if ply < opening {
                let square = position.random_move(random);
                next = square.and_then(|square| position.after(square).after_forced_pass());
                continue;
            }
            if deviations.contains(&ply) {
                next = self.deviate(position, random);
                continue;
            }
            let is_sampled = ply >= deviations.end;
            let params = quick_game_params(position.discs.empties(), is_sampled);
            let Some(found) = self.best(position, &params) else { break };
            let Some(square) = found.best.index() else { break };
            next = position.after(square).after_forced_pass();
            if !is_sampled {
                continue;
            }
            unscored.push(position);
            if found.certainty.is_to_the_end() || next.is_none() {
                let score = found.value as f32 / 100.0;
                let label = |at: TrainingPosition| {
                    let same_side = at.black_to_move == position.black_to_move;
                    let weight = sample_weight(at.discs.empties().saturating_sub(DEEPER_WITHIN));
                    at.sample(if same_side { score } else { -score }, weight)
                };
                samples.extend(unscored.drain(..).map(label));
            }
        }
        samples
    }
}

/// Search parameters of a move of a quick game.
fn quick_game_params(empties: u32, is_sampled: bool) -> SolverParams {
    if is_sampled && empties <= SELECTIVE_SOLVE_WITHIN {
        let selectivity = if empties <= EXACT_SOLVE_WITHIN { Iteration::NO_SELECTIVITY } else { 1 };
        return SolverParams { selectivity, ..SolverParams::best(Limits::default()) };
    }
    let depths = if is_sampled { DEPTHS } else { UNSAMPLED_DEPTHS };
    let depth = depths[usize::from(empties <= DEEPER_WITHIN)];
    SolverParams::best(Limits { depth: Some(depth), ..Limits::default() })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::reversi::patterns::WEIGHTS_FILE;

    #[test]
    fn scores_of_quick_games_agree_with_the_solver() {
        let file = concat!(env!("CARGO_MANIFEST_DIR"), "/assets/");
        let bytes = std::fs::read(format!("{file}{WEIGHTS_FILE}")).unwrap();
        let weights = Arc::new(Weights::read(&bytes).unwrap());
        let mut player = SelfPlayer::new(weights.clone());
        let mut solver = Solver::new(1);
        let (mut solved, mut early) = (0, 0);
        for seed in 0..30 {
            let samples = player.quick_game(&mut Random::new(seed));
            assert_eq!(
                samples,
                SelfPlayer::new(weights.clone()).quick_game(&mut Random::new(seed))
            );
            for sample in samples {
                let Sample { discs, score, weight } = sample;
                assert!(discs.own & discs.opponent == 0 && weight > 0.0 && weight <= 1.0);
                let empties = discs.empties();
                assert!((MIN_EMPTIES..=56).contains(&empties));
                early += u32::from(empties > EXACT_SOLVE_WITHIN);
                if empties <= EXACT_SOLVE_WITHIN {
                    let params = SolverParams::best(Limits::default());
                    let found = solver.best(&weights, discs, &params).unwrap();
                    assert_eq!(found.value as f32 / 100.0, score, "seed {seed}");
                    solved += 1;
                }
            }
        }
        assert!(solved > 100 && early > 300, "{solved} {early}");
    }
}

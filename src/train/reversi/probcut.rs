//! Tuning of multi-ProbCut: measures how far shallow searches deviate from deep ones in self-play
//! games, and fits the deviations in the `probcut` of the solver.

use thiserror::Error;

use crate::core::Random;
use crate::games::reversi::Discs;
use crate::games::reversi::bitboard::Bitboard;
use crate::games::reversi::patterns::Weights;
use crate::games::reversi::solver::{Iteration, Solver, probcut};
use crate::train::deviation::{DeviationSample, fit_deviation};

/// Errors of shallow searches in hundredths of a disc, each with the terms of the linear model of
/// its deviation.
#[derive(Clone, Debug, Default)]
struct Errors {
    /// Against a deeper search: 1, plies left in the opening, plies of the deep search and of the
    /// shallow search.
    midgame: Vec<DeviationSample<4>>,
    /// Against the exact score: 1, empty squares, plies of the search.
    endgame: Vec<DeviationSample<3>>,
}

/// Plies of the deepest full-width search that is compared.
const MAX_DEPTH: u32 = 9;

/// Range of empty squares of the positions that are solved.
const MAX_SOLVED_EMPTIES: u32 = 22;
const MIN_SOLVED_EMPTIES: u32 = 12;

/// Random plies at the beginning of each game.
const RANDOM_PLIES: u32 = 10;

/// Plays games by a short search with occasional random moves after the opening, and compares
/// searches of two positions of each. Deterministic for a seed and weights.
fn collect_errors(weights: &Weights, games: u32, seed: u64) -> Errors {
    let mut solver = Solver::new(64);
    let mut random = Random::new(seed);
    let mut errors = Errors::default();
    for _ in 0..games {
        solver.clear_table();
        solver.with_values(weights, |value| play_game(value, &mut errors, &mut random));
    }
    errors
}

/// Plays one game and adds its comparisons. `value` searches a position.
fn play_game(
    value: &mut dyn FnMut(Discs, Iteration) -> i32,
    errors: &mut Errors,
    random: &mut Random,
) {
    // One midgame position and one to be solved.
    let compared_at = [
        MAX_DEPTH + 2 + random.below(44) as u32,
        MIN_SOLVED_EMPTIES
            + random.below((MAX_SOLVED_EMPTIES - MIN_SOLVED_EMPTIES + 1) as usize) as u32,
    ];
    let last = compared_at[0].min(compared_at[1]);
    let mut discs = Discs::START;
    loop {
        let empties = discs.empties();
        let moves: Vec<u8> = discs.mobility().squares().collect();
        if moves.is_empty() {
            discs = discs.passed();
            if discs.mobility() == 0 {
                break;
            }
            continue;
        }
        let mut full_width =
            |depth| value(discs, Iteration { depth, selectivity: Iteration::NO_SELECTIVITY });
        if empties == compared_at[0] {
            compare_midgame(errors, empties, &mut full_width);
        }
        if empties == compared_at[1] {
            compare_endgame(errors, empties, &mut full_width);
        }
        if empties <= last {
            break;
        }
        let is_random = 60 - empties < RANDOM_PLIES || random.below(10) == 0;
        let chosen = if is_random {
            random.pick(&moves).copied()
        } else {
            let iteration = Iteration { depth: 2, selectivity: 1 };
            moves.iter().copied().min_by_key(|&square| value(discs.after_move(square), iteration))
        };
        let Some(square) = chosen else { break };
        discs = discs.after_move(square);
    }
}

/// Error of the tuning.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum TuningError {
    /// The games do not determine every term of the deviation.
    #[error("these games are too few for a fit; play at least ten")]
    TooFewGames,
}

/// Fits the standard deviations of multi-ProbCut to self-play games, and returns them as lines of
/// text.
///
/// # Errors
/// If the games are too few for a fit.
pub fn tune_probcut(weights: &Weights, games: u32, seed: u64) -> Result<Vec<String>, TuningError> {
    let errors = collect_errors(weights, games, seed);
    let [fixed, discs, deep, shallow] =
        fit_deviation(&errors.midgame).ok_or(TuningError::TooFewGames)?;
    let middle = format!(
        "middle ({} comparisons): fixed {fixed:.1}, disc missing in the opening {discs:.2}, ply \
         of the deep search {deep:.2}, of the shallow one {shallow:.2}",
        errors.midgame.len()
    );
    let [fixed, empty, shallow] = fit_deviation(&errors.endgame).ok_or(TuningError::TooFewGames)?;
    let end = format!(
        "end ({} comparisons): fixed {fixed:.1}, empty square {empty:.2}, ply of the search \
         {shallow:.2}",
        errors.endgame.len()
    );
    Ok(vec!["deviations in hundredths of a disc, the weight of each term".to_owned(), middle, end])
}

fn compare_midgame(errors: &mut Errors, empties: u32, value: &mut dyn FnMut(u32) -> i32) {
    let values: Vec<i32> = (0..=MAX_DEPTH).map(&mut *value).collect();
    for deep in probcut::MIN_DEPTH..=MAX_DEPTH {
        let shallow = probcut::shallow_depth(deep);
        let error = values[deep as usize] - values[shallow as usize];
        let terms = [1, probcut::opening_plies_left(empties), deep, shallow].map(f64::from);
        errors.midgame.push(DeviationSample { terms, error: f64::from(error) });
    }
}

fn compare_endgame(errors: &mut Errors, empties: u32, value: &mut dyn FnMut(u32) -> i32) {
    let shallow: Vec<i32> =
        (0..=probcut::endgame_shallow_depth(empties)).map(&mut *value).collect();
    let exact = value(empties);
    for (depth, shallow) in (0u32..).zip(shallow) {
        if depth % 2 == empties % 2 {
            let terms = [1, empties, depth].map(f64::from);
            errors.endgame.push(DeviationSample { terms, error: f64::from(exact - shallow) });
        }
    }
}

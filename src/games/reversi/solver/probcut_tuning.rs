//! Tuning of multi-ProbCut: measures how far shallow searches deviate from deep ones in self-play
//! games, and fits the deviations in `probcut.rs`.

use super::super::bitboard::Bitboard;
use super::super::patterns::Weights;
use super::worker::Worker;
use super::worker_pool::WorkerPool;
use super::{Iteration, Job, NO_SELECTIVITY, dispatch, probcut};
use crate::core::Random;
use crate::search::{Limits, SearchBudget, SharedTranspositionTable, StopFlag, fit_deviation};

/// Errors of shallow searches in hundredths of a disc, each with the terms of the linear model of
/// its deviation.
#[derive(Clone, Debug, Default)]
struct Errors {
    /// Against a deeper search: 1, plies left in the opening, plies of the deep search and of the
    /// shallow search.
    midgame: Vec<([f64; 4], f64)>,
    /// Against the exact score: 1, empty squares, plies of the search.
    endgame: Vec<([f64; 3], f64)>,
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
    let mut table = SharedTranspositionTable::new(64);
    let pool = WorkerPool::default();
    let mut random = Random::new(seed);
    let mut errors = Errors::default();
    for _ in 0..games {
        table.clear();
        let budget = SearchBudget::new(Limits::default(), StopFlag::new());
        let mut worker = Worker::new(weights, &table, &pool, Some(budget));
        let mut value = |own: u64, opponent: u64, depth: u32, selectivity: u8| {
            let iteration = Iteration { depth, selectivity };
            dispatch::run_job(&mut worker, Job::Value { own, opponent, iteration }).unwrap_or(0)
        };
        let (mut own, mut opponent) = (0x0000_0008_1000_0000u64, 0x0000_0010_0800_0000u64);
        // One midgame position and one to be solved.
        let compared_at = [
            MAX_DEPTH + 2 + random.below(44) as u32,
            MIN_SOLVED_EMPTIES
                + random.below((MAX_SOLVED_EMPTIES - MIN_SOLVED_EMPTIES + 1) as usize) as u32,
        ];
        let last = compared_at[0].min(compared_at[1]);
        loop {
            let empty = !(own | opponent);
            let empties = empty.count_ones();
            let moves: Vec<u8> = u64::mobility(own, opponent, empty).squares().collect();
            if moves.is_empty() {
                if u64::mobility(opponent, own, empty) == 0 {
                    break;
                }
                (own, opponent) = (opponent, own);
                continue;
            }
            if empties == compared_at[0] {
                compare_midgame(&mut errors, empties, |depth| {
                    value(own, opponent, depth, NO_SELECTIVITY)
                });
            }
            if empties == compared_at[1] {
                compare_endgame(&mut errors, empties, |depth| {
                    value(own, opponent, depth, NO_SELECTIVITY)
                });
            }
            if empties <= last {
                break;
            }
            let after = |square: u8| {
                let flipped = u64::flips(own, opponent, square);
                (opponent ^ flipped, own | flipped | 1 << square)
            };
            let is_random = 60 - empties < RANDOM_PLIES || random.below(10) == 0;
            let chosen = if is_random {
                random.pick(&moves).copied()
            } else {
                moves.iter().copied().min_by_key(|&square| {
                    let (own, opponent) = after(square);
                    value(own, opponent, 2, 1)
                })
            };
            let Some(square) = chosen else { break };
            (own, opponent) = after(square);
        }
    }
    errors
}

/// Fits the standard deviations of multi-ProbCut to self-play games, and returns them as lines of
/// text.
///
/// # Errors
/// If the games are too few for a fit.
pub fn tune_probcut(weights: &Weights, games: u32, seed: u64) -> Result<Vec<String>, String> {
    let errors = collect_errors(weights, games, seed);
    let unclear = || "these games are too few for a fit; play at least ten".to_owned();
    let [fixed, discs, deep, shallow] = fit_deviation(&errors.midgame).ok_or_else(unclear)?;
    let middle = format!(
        "middle ({} comparisons): fixed {fixed:.1}, disc missing in the opening {discs:.2}, ply \
         of the deep search {deep:.2}, of the shallow one {shallow:.2}",
        errors.midgame.len()
    );
    let [fixed, empty, shallow] = fit_deviation(&errors.endgame).ok_or_else(unclear)?;
    let end = format!(
        "end ({} comparisons): fixed {fixed:.1}, empty square {empty:.2}, ply of the search \
         {shallow:.2}",
        errors.endgame.len()
    );
    Ok(vec!["deviations in hundredths of a disc, the weight of each term".to_owned(), middle, end])
}

fn compare_midgame(errors: &mut Errors, empties: u32, mut value: impl FnMut(u32) -> i32) {
    let values: Vec<i32> = (0..=MAX_DEPTH).map(&mut value).collect();
    for deep in super::PROBCUT_MIN_DEPTH..=MAX_DEPTH {
        let shallow = probcut::shallow_depth(deep);
        let error = values[deep as usize] - values[shallow as usize];
        let terms = [1, probcut::opening_plies_left(empties), deep, shallow].map(f64::from);
        errors.midgame.push((terms, f64::from(error)));
    }
}

fn compare_endgame(errors: &mut Errors, empties: u32, mut value: impl FnMut(u32) -> i32) {
    let shallow: Vec<i32> = (0..=probcut::endgame_shallow_depth(empties)).map(&mut value).collect();
    let exact = value(empties);
    for (depth, shallow) in (0u32..).zip(shallow) {
        if depth % 2 == empties % 2 {
            let terms = [1, empties, depth].map(f64::from);
            errors.endgame.push((terms, f64::from(exact - shallow)));
        }
    }
}

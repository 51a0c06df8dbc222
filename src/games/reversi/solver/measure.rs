//! How far shallow searches are from deep ones in games that this program
//! plays against itself: what the margins of multi-probcut are fitted to.

use super::super::bits::Bits;
use super::super::patterns::Weights;
use super::crew::Crew;
use super::worker::Worker;
use super::{CERTAIN, Goal, Question, dispatch, probcut};
use crate::core::Random;
use crate::search::{Budget, Limits, SharedTable, Stop, fit_deviation};

/// Errors of shallow searches in hundredths of a disc, each with the terms
/// that its deviation may depend on.
#[derive(Clone, Debug, Default)]
struct Errors {
    /// Against a deeper search: 1, the discs that are missing to the end of
    /// the opening, the plies of the deep and of the shallow search.
    middle: Vec<([f64; 4], f64)>,
    /// Against the exact score: 1, the empty squares, the plies of the search.
    end: Vec<([f64; 3], f64)>,
}

/// The deepest search without selection that is compared.
const DEEPEST: u32 = 9;

/// Positions with so many empty squares or fewer, and not fewer than
/// [`FEWEST`], are solved.
const SOLVED: u32 = 22;
const FEWEST: u32 = 12;

/// Plies that chance plays at the beginning of a game.
const RANDOM_PLIES: u32 = 10;

/// Plays so many games, moves after the first by a short search that now and
/// then errs, and compares searches on the way. The same seed and weights give
/// the same errors.
fn errors(weights: &Weights, games: u32, seed: u64) -> Errors {
    let mut table = SharedTable::new(64);
    let crew = Crew::default();
    let mut random = Random::new(seed);
    let mut errors = Errors::default();
    for _ in 0..games {
        table.clear();
        let budget = Budget::new(Limits::default(), Stop::new());
        let mut worker = Worker::new(weights, &table, &crew, Some(budget));
        let mut value = |own: u64, opponent: u64, depth: u32, certainty: u8| {
            let goal = Goal { depth, certainty };
            dispatch::answer(&mut worker, Question::Value { own, opponent, goal }).unwrap_or(0)
        };
        let (mut own, mut opponent) = (0x0000_0008_1000_0000u64, 0x0000_0010_0800_0000u64);
        // Each game is looked at twice: somewhere, and near its end.
        let looks = [
            DEEPEST + 2 + random.below(44) as u32,
            FEWEST + random.below((SOLVED - FEWEST + 1) as usize) as u32,
        ];
        let last = looks[0].min(looks[1]);
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
            if empties == looks[0] {
                compare_middle(&mut errors, empties, |depth| value(own, opponent, depth, CERTAIN));
            }
            if empties == looks[1] {
                compare_end(&mut errors, empties, |depth| value(own, opponent, depth, CERTAIN));
            }
            if empties <= last {
                break;
            }
            let after = |square: u8| {
                let flipped = u64::flips(own, opponent, square);
                (opponent ^ flipped, own | flipped | 1 << square)
            };
            let by_chance = 60 - empties < RANDOM_PLIES || random.below(10) == 0;
            let chosen = if by_chance {
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

/// What the margins of the selective search should be, as lines of text, from
/// so many games.
///
/// # Errors
/// When the games are too few.
pub fn margins(weights: &Weights, games: u32, seed: u64) -> Result<Vec<String>, String> {
    let errors = errors(weights, games, seed);
    let unclear = || "these games are too few for a fit; play at least ten".to_owned();
    let [fixed, discs, deep, shallow] = fit_deviation(&errors.middle).ok_or_else(unclear)?;
    let middle = format!(
        "middle ({} comparisons): fixed {fixed:.1}, disc missing in the opening {discs:.2}, ply \
         of the deep search {deep:.2}, of the shallow one {shallow:.2}",
        errors.middle.len()
    );
    let [fixed, empty, shallow] = fit_deviation(&errors.end).ok_or_else(unclear)?;
    let end = format!(
        "end ({} comparisons): fixed {fixed:.1}, empty square {empty:.2}, ply of the search \
         {shallow:.2}",
        errors.end.len()
    );
    Ok(vec!["deviations in hundredths of a disc, the weight of each term".to_owned(), middle, end])
}

fn compare_middle(errors: &mut Errors, empties: u32, mut value: impl FnMut(u32) -> i32) {
    let values: Vec<i32> = (0..=DEEPEST).map(&mut value).collect();
    for deep in super::PROBCUT_FROM..=DEEPEST {
        let shallow = probcut::depth(deep);
        let error = values[deep as usize] - values[shallow as usize];
        let terms = [1, probcut::opening(empties), deep, shallow].map(f64::from);
        errors.middle.push((terms, f64::from(error)));
    }
}

fn compare_end(errors: &mut Errors, empties: u32, mut value: impl FnMut(u32) -> i32) {
    let shallow: Vec<i32> = (0..=probcut::depth_at_end(empties)).map(&mut value).collect();
    let exact = value(empties);
    for (depth, shallow) in (0u32..).zip(shallow) {
        if depth % 2 == empties % 2 {
            let terms = [1, empties, depth].map(f64::from);
            errors.end.push((terms, f64::from(exact - shallow)));
        }
    }
}

//! Playing levels on 8 by 8 with pattern weights. The weaker ones imitate people: they evaluate
//! every move by a shallow search, and choose one at random so that the average loss is their
//! budget of discs per move.

use std::time::Duration;

use super::levels::LevelParams;
use crate::core::{Position, Random};
use crate::games::Strength;
use crate::games::reversi::solver::{CORNERS, SolverResult};
use crate::games::reversi::{Reversi, Square};
use crate::search::{Level, Limits, LossBudget, SearchParams, WeightedMove};

/// Playing style of one level.
#[derive(Clone, Copy, Debug)]
pub(in crate::games::reversi) struct HumanProfile {
    /// Search parameters.
    pub(super) params: LevelParams,
    /// Loss budget per move, in hundredths of a disc.
    loss_budget: LossBudget,
    /// Preference for flips: factor on the weight of a move for each disc that it flips.
    flip_bias: f64,
    /// True if it does not give a corner away for [`CORNER_GIFT_LOSS`] or more.
    avoids_corner_gifts: bool,
}

/// Loss from which giving a corner away is avoided, in hundredths of a disc.
const CORNER_GIFT_LOSS: i32 = 200;

/// Time limit of the levels that err on purpose.
const WEAK_TIME: Option<Duration> = Some(Duration::from_millis(250));

impl HumanProfile {
    /// The profile of a requested strength.
    pub(in crate::games::reversi) fn of(strength: Strength) -> HumanProfile {
        match strength {
            // Sees its own move only, and likes to flip many discs.
            Strength::Level(0 | 1) => HumanProfile {
                flip_bias: 1.4,
                avoids_corner_gifts: false,
                ..HumanProfile::erring(1, 1, LossBudget { mean_loss: 290, max_loss: 6400 })
            },
            Strength::Level(2) => HumanProfile {
                flip_bias: 1.1,
                avoids_corner_gifts: false,
                ..HumanProfile::erring(1, 2, LossBudget { mean_loss: 90, max_loss: 2500 })
            },
            // From here on it sees the opponent's reply.
            Strength::Level(3) => HumanProfile {
                avoids_corner_gifts: false,
                ..HumanProfile::erring(2, 4, LossBudget { mean_loss: 70, max_loss: 2000 })
            },
            Strength::Level(4) => {
                HumanProfile::erring(3, 6, LossBudget { mean_loss: 55, max_loss: 1200 })
            }
            Strength::Level(5) => {
                HumanProfile::erring(4, 9, LossBudget { mean_loss: 28, max_loss: 900 })
            }
            Strength::Level(6) => {
                HumanProfile::erring(6, 11, LossBudget { mean_loss: 18, max_loss: 600 })
            }
            // From here on it plays the best move found.
            Strength::Level(7) => HumanProfile::without_errors(8, 15, 1_000_000, 600),
            Strength::Level(8) => HumanProfile::without_errors(11, 19, 4_000_000, 1200),
            Strength::Level(9) => HumanProfile::without_errors(14, 22, 10_000_000, 2500),
            Strength::Level(_) | Strength::Full => {
                HumanProfile::from_params(LevelParams::of(strength))
            }
        }
    }

    /// A level that errs on purpose, by a search of `depth` plies, and to the end from
    /// `exact_within` empty squares on. The time limit matters on slow machines only.
    fn erring(depth: u32, exact_within: u32, loss_budget: LossBudget) -> HumanProfile {
        let limits = Limits { depth: Some(depth), time: WEAK_TIME, ..Limits::default() };
        HumanProfile { loss_budget, ..HumanProfile::from_params(search_to(limits, exact_within)) }
    }

    /// A level without deliberate errors, limited by depth, nodes and time.
    fn without_errors(
        depth: u32,
        exact_within: u32,
        nodes: u64,
        milliseconds: u64,
    ) -> HumanProfile {
        let time = Some(Duration::from_millis(milliseconds));
        let limits = Limits { depth: Some(depth), nodes: Some(nodes), time, ..Limits::default() };
        HumanProfile::from_params(search_to(limits, exact_within))
    }

    fn from_params(params: LevelParams) -> HumanProfile {
        let loss_budget = LossBudget { mean_loss: 0, max_loss: 0 };
        HumanProfile { params, loss_budget, flip_bias: 1.0, avoids_corner_gifts: true }
    }

    /// True if it errs on purpose.
    pub(in crate::games::reversi) fn errs_on_purpose(&self) -> bool {
        self.loss_budget.mean_loss > 0
    }

    /// Chooses a move among the search results, deterministic for a position and seed. `None` if
    /// there are none.
    pub(in crate::games::reversi) fn choose<'a>(
        &self,
        position: &Reversi<u64>,
        found: &'a [SolverResult],
        seed: u64,
    ) -> Option<&'a SolverResult> {
        let best = found.iter().map(|found| found.value).max()?;
        let candidates: Vec<WeightedMove<&SolverResult>> = found
            .iter()
            .filter(|found| {
                let is_cheap = best.saturating_sub(found.value) < CORNER_GIFT_LOSS;
                is_cheap || !self.avoids_corner_gifts || !gives_corner_away(position, found.best)
            })
            .map(|found| WeightedMove {
                value: found.value,
                weight: self.flip_bias.powf(f64::from(flips(position, found.best))),
                mv: found,
            })
            .collect();
        self.loss_budget.choose(&candidates, &mut Random::new(seed ^ position.key()))
    }
}

/// Parameters of a search within limits, and to the end from `exact_within` empty squares on.
fn search_to(limits: Limits, exact_within: u32) -> LevelParams {
    let params = SearchParams { limits, exact_within, endgame_jump: 0 };
    let level = Level { params, max_loss: 0, temperature: 0 };
    LevelParams { level, counts_discs: false, keeps_table: false }
}

/// Number of discs that a move flips.
fn flips(position: &Reversi<u64>, mv: Square) -> u32 {
    mv.index().map_or(0, |square| position.flips(square).count_ones())
}

/// True if the move lets the opponent take a corner that it could not have taken before.
fn gives_corner_away(position: &Reversi<u64>, mv: Square) -> bool {
    let Some(square) = mv.index() else { return false };
    let flipped = position.flips(square);
    let after = position.discs().after(square, flipped);
    after.mobility() & CORNERS & !position.opponent_mobility() != 0
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::core::Side;
    use crate::games::reversi::Scoring;
    use crate::search::SearchResult;

    /// A position with Black to move.
    fn position(black: &[u8], white: &[u8]) -> Reversi<u64> {
        let set = |squares: &[u8]| squares.iter().fold(0, |set, square| set | 1u64 << square);
        Reversi::new(set(black), set(white), Side::First, 8, Scoring::Winner)
    }

    /// Times that a level chooses each of these squares in a hundred tries.
    fn chosen<const N: usize>(
        level: u8,
        position: &Reversi<u64>,
        moves: [(u8, i32); N],
    ) -> [usize; N] {
        let found =
            moves.map(|(square, value)| SearchResult::unsearched(Square::new(square), value));
        let profile = HumanProfile::of(Strength::Level(level));
        let choices: Vec<_> = (0..100)
            .filter_map(|seed| profile.choose(position, &found, seed)?.best.index())
            .collect();
        moves.map(|(square, _)| choices.iter().filter(|choice| **choice == square).count())
    }

    const B2: u8 = 9;
    const F6: u8 = 45;
    const E8: u8 = 60;

    #[test]
    fn from_the_fourth_level_on_no_corner_is_given_away_at_a_loss() {
        // After b2 White can take a1 along the diagonal from e5.
        let position = position(&[27], &[18, 36]);
        for level in 4..=6 {
            assert_eq!(chosen(level, &position, [(F6, 0), (B2, -500)]), [100, 0]);
        }
        let [safe, gift] = chosen(3, &position, [(F6, 0), (B2, -500)]);
        assert!(safe > gift && gift > 0, "{safe} {gift}");
        // Where it costs almost nothing, it is a move like others.
        assert!(chosen(4, &position, [(F6, 0), (B2, -50)])[1] > 0);
    }

    #[test]
    fn the_first_level_likes_to_flip_many_discs() {
        let position = position(&[27, 56], &[36, 57, 58, 59]);
        let [one, three] = chosen(1, &position, [(F6, 0), (E8, 0)]);
        assert!(three > one + 15 && one > 10, "{one} {three}");
        let [one, three] = chosen(4, &position, [(F6, 0), (E8, 0)]);
        assert!(one.abs_diff(three) < 30, "{one} {three}");
    }

    #[test]
    fn budgets_shrink_from_level_to_level_and_end_with_the_seventh() {
        let budgets: Vec<i32> = (1..=10)
            .map(|level| HumanProfile::of(Strength::Level(level)).loss_budget.mean_loss)
            .collect();
        assert!(budgets[..7].is_sorted_by(|a, b| a > b), "{budgets:?}");
        assert_eq!(budgets[6..], [0; 4]);
    }
}

//! `UCI_LimitStrength` and `UCI_Elo`: levels that play at a rating.

use crate::core::Random;
use crate::games::RatedLevel;

/// The expected score, from 0 to 1, of a player who is rated higher by this many Elo.
fn expected_score(difference: f64) -> f64 {
    1.0 / (1.0 + 10_f64.powf(-difference / 400.0))
}

/// The chance with which the stronger of two levels is to play a game, so that games by both
/// are expected to end even against a player of the wanted rating, which lies between theirs.
fn chance_of_stronger(weaker: RatedLevel, stronger: RatedLevel, wanted: u16) -> f64 {
    let score = |level: RatedLevel| expected_score(f64::from(level.elo) - f64::from(wanted));
    (0.5 - score(weaker)) / (score(stronger) - score(weaker))
}

/// The level that plays the next game at a rating. Between the ratings of two levels it is one
/// of both by chance, for the whole game; beyond all of them it is the last.
pub(super) fn level_for_game(levels: &[RatedLevel], wanted: u16, random: &mut Random) -> u8 {
    let above = levels.partition_point(|level| level.elo < wanted);
    match (levels.get(above.wrapping_sub(1)), levels.get(above)) {
        (Some(&weaker), Some(&stronger)) => {
            let chance = chance_of_stronger(weaker, stronger, wanted);
            if random.next_f64() < chance { stronger.level } else { weaker.level }
        }
        (Some(only), None) | (None, Some(only)) => only.level,
        (None, None) => 1,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const LEVELS: [RatedLevel; 3] = [
        RatedLevel { level: 4, elo: 1000 },
        RatedLevel { level: 5, elo: 1300 },
        RatedLevel { level: 6, elo: 1500 },
    ];

    #[test]
    fn a_measured_rating_is_played_by_its_level_and_one_beyond_all_by_the_last() {
        let mut random = Random::new(1);
        for (wanted, level) in [(0, 4), (1000, 4), (1300, 5), (1500, 6), (9000, 6)] {
            for _ in 0..20 {
                assert_eq!(level_for_game(&LEVELS, wanted, &mut random), level, "{wanted}");
            }
        }
        assert_eq!(level_for_game(&[], 1000, &mut random), 1);
    }

    #[test]
    fn games_at_a_rating_between_two_levels_are_even_against_a_player_of_it() {
        let mut random = Random::new(2);
        for wanted in [1020_u16, 1150, 1270, 1400] {
            let games = 20_000;
            let mut score = 0.0;
            for _ in 0..games {
                let level = level_for_game(&LEVELS, wanted, &mut random);
                let elo = LEVELS.iter().find(|of| of.level == level).unwrap().elo;
                score += expected_score(f64::from(elo) - f64::from(wanted));
            }
            let mean = score / f64::from(games);
            assert!((mean - 0.5).abs() < 0.01, "{wanted}: {mean}");
        }
    }
}

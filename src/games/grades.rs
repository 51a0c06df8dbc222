//! Players and levels of the computer on the scale of [`LevelPoints`], and the names of its
//! grades, kyu (级) and dan (段), in the games that have them.

use super::{Game, Message, Options};
use crate::core::{LOWEST_LEVEL, LevelPoints};

/// Points of the weakest and the strongest level of a game whose levels are not measured.
const ESTIMATED: [u32; 2] = [300, 2100];

/// Number of the dan grades.
const DAN: u8 = 9;

/// Level at which 1 dan begins: from there each level is one dan, up to 9 dan at level 1.
const FIRST_DAN: u8 = DAN;

/// Levels that the kyu grades share.
const KYU_LEVELS: u8 = LOWEST_LEVEL - DAN;

/// The grades of a game: 9 dan above so many kyu.
///
/// They are names of the levels of [`LevelPoints`] and no grades of an association: the
/// highest nine levels are the dan, and the kyu share the 21 levels below.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Grades {
    /// Number of the kyu grades, 1 to 21; the lowest has this number.
    pub kyu: u8,
}

impl Grades {
    /// The name of the grade with so many points; `None` below the lowest level.
    #[must_use]
    pub fn name(self, points: LevelPoints) -> Option<Message> {
        let level = points.level()?;
        Some(if level <= FIRST_DAN {
            Message::new("grade-dan").with("number", u32::from(DAN + 1 - level))
        } else {
            // Rounded up, so that level 30 is the lowest kyu and level 10 is 1 kyu.
            let above = u32::from(level - FIRST_DAN) * u32::from(self.kyu);
            let kyu = above.div_ceil(u32::from(KYU_LEVELS)).max(1);
            Message::new("grade-kyu").with("number", kyu)
        })
    }
}

impl dyn Game + '_ {
    /// The points of a level of the computer: its rating where the levels are measured, and
    /// otherwise an estimate that spreads the levels evenly. A level that does not exist has
    /// those of the nearest.
    #[must_use]
    pub fn level_points(&self, level: u8) -> LevelPoints {
        let steps = u32::from(self.levels()).saturating_sub(1).max(1);
        let step = u32::from(level.clamp(1, self.levels())) - 1;
        let measured = self.level_ratings().get(step as usize);
        let [least, most] = ESTIMATED;
        let estimated = least + (most - least) * step / steps;
        LevelPoints::new(measured.map_or(estimated, |&elo| u32::from(elo)))
    }

    /// The level whose points are nearest, the lower of two that are equally near.
    #[must_use]
    pub fn nearest_level(&self, points: LevelPoints) -> u8 {
        let distance = |level: &u8| self.level_points(*level).above(points).abs();
        (1..=self.levels()).min_by_key(distance).unwrap_or(1)
    }

    /// The points of a level as the opponent of someone under these options: whoever has
    /// handicap stones meets a weaker opponent. `second` is true if the level has the second
    /// side, against which they are placed.
    #[must_use]
    pub fn level_points_under(&self, level: u8, options: &Options, second: bool) -> LevelPoints {
        let stones = self.handicap_value(options).min(i32::MAX as u32) as i32;
        self.level_points(level).changed_by(if second { -stones } else { stones })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::registry::{self, GAMES};
    use crate::games::{MessageArg, OptionValue};

    fn game(id: &str) -> &'static dyn Game {
        registry::find(id).unwrap()
    }

    #[test]
    fn grades_go_from_the_lowest_kyu_to_nine_dan() {
        let name = |id: &str, points: u32| {
            let name = game(id).grades()?.name(LevelPoints::new(points))?;
            let [("number", MessageArg::Number(number))] = name.args[..] else {
                panic!("{name:?}")
            };
            Some((name.id, number))
        };
        assert_eq!(name("go", 99), None);
        assert_eq!(name("go", 100), Some(("grade-kyu", 21)));
        assert_eq!(name("go", 2199), Some(("grade-kyu", 1)));
        assert_eq!(name("go", 2200), Some(("grade-dan", 1)));
        assert_eq!(name("go", 3000), Some(("grade-dan", 9)));
        for id in ["gomoku", "xiangqi"] {
            assert_eq!(name(id, 100), Some(("grade-kyu", 10)), "{id}");
            assert_eq!(name(id, 2000), Some(("grade-kyu", 1)), "{id}");
            assert_eq!(name(id, 2345), Some(("grade-dan", 2)), "{id}");
        }
        assert_eq!(name("chess", 1500), None);
        let all: std::collections::BTreeSet<_> =
            (100..=3000).step_by(100).filter_map(|points| name("gomoku", points)).collect();
        assert_eq!(all.len(), 19);
    }

    #[test]
    fn every_level_of_every_game_has_more_points_than_the_one_below() {
        for game in GAMES {
            let points: Vec<_> =
                (1..=game.levels()).map(|level| game.level_points(level)).collect();
            assert!(points.is_sorted_by(|a, b| a < b), "{}: {points:?}", game.id());
            let ratings = game.level_ratings().len();
            assert!(ratings == 0 || ratings == usize::from(game.levels()), "{}", game.id());
            for level in 1..=game.levels() {
                assert_eq!(game.nearest_level(game.level_points(level)), level, "{}", game.id());
            }
            assert_eq!(game.nearest_level(LevelPoints::default()), 1);
        }
    }

    #[test]
    fn measured_levels_have_their_elo_as_points() {
        let chess = game("chess");
        for rated in chess.engine_protocols().uci.unwrap().ratings {
            let points = LevelPoints::new(u32::from(rated.elo));
            assert_eq!(chess.level_points(rated.level), points, "level {}", rated.level);
        }
        assert_eq!(game("xiangqi").level_points(8), LevelPoints::new(2180));
    }

    #[test]
    fn a_difference_becomes_handicap_stones_that_are_worth_it() {
        let go = game("go");
        let mut options = Options::default();
        assert_eq!(go.with_handicap(&options, 199), None);
        let four = go.with_handicap(&options, 420).unwrap();
        assert_eq!(go.handicap_value(&four), 400);
        let place = |second| go.level_points_under(10, &four, second).get();
        assert_eq!([place(true), place(false)], [1700, 2500]);
        assert!(go.start(&four).is_ok());
        // A stone is worth more on a smaller board, which has fewer places for them.
        options.set("size", OptionValue::Number(7));
        let most = go.with_handicap(&options, 9_999).unwrap();
        let stones = most.get(go.options().iter().find(|spec| spec.id == "handicap").unwrap());
        assert_eq!((stones, go.handicap_value(&most)), (OptionValue::Number(5), 3685));
        assert_eq!(game("chess").with_handicap(&Options::default(), 900), None);
    }
}

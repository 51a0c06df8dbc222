//! The daily level: the same for everyone with the same levels.

use std::collections::BTreeSet;

use super::{Pack, PuzzleId};
use crate::core::Random;

/// The level for a day, in days since 1 January 1970. Games take turns, and no
/// level of a game repeats before all have been shown. `None` if there are no
/// levels.
#[must_use]
pub fn daily_level(packs: &[Pack], day: i64) -> Option<PuzzleId> {
    let games: Vec<&str> =
        packs.iter().map(|pack| pack.game.as_str()).collect::<BTreeSet<_>>().into_iter().collect();
    let count = i64::try_from(games.len()).ok().filter(|&count| count > 0)?;
    let game = games[usize::try_from(day.rem_euclid(count)).ok()?];
    let turn = day.div_euclid(count);
    let of_game = packs.iter().filter(|pack| pack.game == game);
    let mut levels: Vec<PuzzleId> =
        of_game.flat_map(|pack| pack.levels.iter().map(|level| pack.puzzle_id(level))).collect();
    // Independent of the order of the files.
    levels.sort_unstable();
    let all = i64::try_from(levels.len()).ok().filter(|&all| all > 0)?;
    // Every round through the levels is shuffled anew.
    let run = turn.div_euclid(all);
    let mut random = Random::new(run.cast_unsigned() ^ seed(game));
    random.shuffle(&mut levels);
    levels.into_iter().nth(usize::try_from(turn.rem_euclid(all)).ok()?)
}

/// Seed from a name: FNV-1a, the same on every machine.
fn seed(name: &str) -> u64 {
    name.bytes().fold(0xcbf2_9ce4_8422_2325, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::content::levels;

    fn shipped() -> Vec<Pack> {
        let folder = crate::content::levels_folder();
        let read = |path: &str| {
            std::fs::read_to_string(folder.join(path)).map_err(|error| error.to_string())
        };
        levels::load(read).packs.into_iter().map(|(_, pack)| pack).collect()
    }

    #[test]
    fn a_day_has_one_level_whatever_the_order_of_the_packs() {
        let packs = shipped();
        let mut reversed = packs.clone();
        reversed.reverse();
        for day in -3..40 {
            assert!(daily_level(&packs, day).is_some());
            assert_eq!(daily_level(&packs, day), daily_level(&reversed, day), "day {day}");
        }
        assert_eq!(daily_level(&[], 7), None);
    }

    #[test]
    fn games_take_turns_and_no_level_comes_twice_before_all_came() {
        let packs = shipped();
        let games: BTreeSet<&str> = packs.iter().map(|pack| pack.game.as_str()).collect();
        let game_of_day = |day| {
            let id = daily_level(&packs, day).unwrap().pack;
            packs.iter().find(|pack| pack.is_named(&id)).unwrap().game.as_str()
        };
        let week: BTreeSet<&str> =
            (0..games.len() as i64).map(|day| game_of_day(20_000 + day)).collect();
        assert_eq!(week, games);
        for game in games {
            let of_game = packs.iter().filter(|pack| pack.game == game);
            let count: usize = of_game.map(|pack| pack.levels.len()).sum();
            let days = (0..).filter(|&day| game_of_day(day) == game);
            let shown: BTreeSet<_> = days.take(count).map(|day| daily_level(&packs, day)).collect();
            assert_eq!(shown.len(), count, "{game}");
        }
    }
}

//! The daily level: the same for everyone with the same levels.

use std::collections::BTreeSet;

use super::Pack;
use crate::core::Random;

/// Indexes of the pack and of the level for a day, in days since 1 January
/// 1970. Games take turns, and no level of a game repeats before all have been
/// shown. `None` if there are no levels.
#[must_use]
pub fn daily_level(packs: &[Pack], day: i64) -> Option<(usize, usize)> {
    let games: Vec<&str> =
        packs.iter().map(|pack| pack.game.as_str()).collect::<BTreeSet<_>>().into_iter().collect();
    let count = i64::try_from(games.len()).ok().filter(|&count| count > 0)?;
    let game = games[usize::try_from(day.rem_euclid(count)).ok()?];
    let turn = day.div_euclid(count);
    let mut levels: Vec<(&str, &str, usize, usize)> = Vec::new();
    for (number, pack) in packs.iter().enumerate().filter(|(_, pack)| pack.game == game) {
        let of_pack = pack.levels.iter().enumerate();
        levels.extend(of_pack.map(|(n, level)| (pack.id.as_str(), level.id.as_str(), number, n)));
    }
    // Independent of the order of the files.
    levels.sort_unstable();
    let all = i64::try_from(levels.len()).ok().filter(|&all| all > 0)?;
    // Every round through the levels is shuffled anew.
    let run = turn.div_euclid(all);
    let mut random = Random::new(run.cast_unsigned() ^ seed(game));
    for n in (1..levels.len()).rev() {
        levels.swap(n, random.below(n + 1));
    }
    let (_, _, pack, level) = levels[usize::try_from(turn.rem_euclid(all)).ok()?];
    Some((pack, level))
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
            let name = |packs: &[Pack]| {
                let (pack, level) = daily_level(packs, day).unwrap();
                (packs[pack].game.clone(), packs[pack].levels[level].id.clone())
            };
            assert_eq!(name(&packs), name(&reversed), "day {day}");
        }
        assert_eq!(daily_level(&[], 7), None);
    }

    #[test]
    fn games_take_turns_and_no_level_comes_twice_before_all_came() {
        let packs = shipped();
        let games: BTreeSet<&str> = packs.iter().map(|pack| pack.game.as_str()).collect();
        let week: BTreeSet<&str> = (0..games.len() as i64)
            .map(|day| packs[daily_level(&packs, 20_000 + day).unwrap().0].game.as_str())
            .collect();
        assert_eq!(week, games);
        for game in games {
            let of_game = packs.iter().filter(|pack| pack.game == game);
            let count: usize = of_game.map(|pack| pack.levels.len()).sum();
            let days = (0..).filter(|&day| packs[daily_level(&packs, day).unwrap().0].game == game);
            let shown: BTreeSet<_> = days.take(count).map(|day| daily_level(&packs, day)).collect();
            assert_eq!(shown.len(), count, "{game}");
        }
    }
}

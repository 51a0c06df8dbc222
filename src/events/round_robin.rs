//! Round robins by the Berger tables: annex 1 of FIDE's C.05.

/// Number of rounds in which everybody meets everybody once.
pub(super) fn rounds(players: u32) -> u32 {
    if players.is_multiple_of(2) { players - 1 } else { players }
}

/// The pairs of a round, counted from 1, the player of the first side first, and the one who
/// rests where the number of players is odd. In a double round robin the sides change after
/// half of the rounds, and the last two rounds of that half change places, so that nobody has
/// a side three times running.
pub(super) fn pairs(players: u32, double: bool, round: u32) -> (Vec<[u32; 2]>, Option<u32>) {
    let cycle = rounds(players);
    let (within, second_cycle) = if round > cycle { (round - cycle, true) } else { (round, false) };
    let within = match within {
        _ if !double || second_cycle || cycle < 3 => within,
        _ if within == cycle => cycle - 1,
        _ if within == cycle - 1 => cycle,
        _ => within,
    };
    // The highest number of an even field stays where it is, while the others go round.
    let fixed = cycle + 1;
    let half = fixed / 2;
    let moving = |steps: u32| (steps + cycle - 1) % cycle + 1;
    let (pivot, is_first) = match within % 2 {
        1 => (within.div_ceil(2), true),
        _ => (half + within / 2, false),
    };
    let mut pairs = vec![if is_first { [pivot, fixed] } else { [fixed, pivot] }];
    pairs.extend((1..half).map(|step| [moving(pivot + step), moving(pivot + cycle - step)]));
    let rests = (fixed > players).then(|| {
        pairs.remove(0);
        pivot
    });
    if second_cycle {
        pairs.iter_mut().for_each(|pair| pair.reverse());
    }
    (pairs, rests)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;

    #[test]
    fn six_players_meet_as_in_the_table_of_fide() {
        let table = [
            [[1, 6], [2, 5], [3, 4]],
            [[6, 4], [5, 3], [1, 2]],
            [[2, 6], [3, 1], [4, 5]],
            [[6, 5], [1, 4], [2, 3]],
            [[3, 6], [4, 2], [5, 1]],
        ];
        for (round, expected) in (1..).zip(table) {
            assert_eq!(pairs(6, false, round), (expected.to_vec(), None), "round {round}");
        }
        // Without the sixth, who would have met him rests.
        assert_eq!(pairs(5, false, 2), (vec![[5, 3], [1, 2]], Some(4)));
    }

    #[test]
    fn everybody_meets_everybody_once_or_once_with_each_side() {
        for (players, double) in (2..=21).flat_map(|players| [(players, false), (players, true)]) {
            let mut met = BTreeMap::new();
            let mut rested = BTreeMap::new();
            let cycles = 1 + u32::from(double);
            for round in 1..=cycles * rounds(players) {
                let (pairs, rests) = pairs(players, double, round);
                let mut seen: Vec<u32> = pairs.iter().flatten().copied().chain(rests).collect();
                seen.sort_unstable();
                assert_eq!(seen, (1..=players).collect::<Vec<_>>());
                for [first, second] in pairs {
                    let key = if double { [first, second] } else { [first, second].map(|_| 0) };
                    let unordered = [first.min(second), first.max(second)];
                    let key = if double { key } else { unordered };
                    *met.entry(key).or_insert(0) += 1;
                }
                if let Some(rests) = rests {
                    *rested.entry(rests).or_insert(0) += 1;
                }
            }
            let pairs = players * (players - 1) / 2 * cycles;
            assert_eq!(met.len() as u32, pairs);
            assert!(met.values().all(|times| *times == 1));
            assert!(rested.values().all(|times| *times == cycles));
            assert_eq!(rested.len() as u32, if players % 2 == 1 { players } else { 0 });
        }
    }

    #[test]
    fn nobody_has_a_side_three_times_running() {
        for players in 3..=16 {
            for player in 1..=players {
                let sides: Vec<bool> = (1..=2 * rounds(players))
                    .flat_map(|round| pairs(players, true, round).0)
                    .filter(|pair| pair.contains(&player))
                    .map(|pair| pair[0] == player)
                    .collect();
                let thrice = sides.windows(3).any(|three| three == [three[0]; 3]);
                assert!(!thrice, "player {player} of {players}: {sides:?}");
            }
        }
    }
}

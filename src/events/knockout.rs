//! Knock-outs: the bracket by seeds, and who plays on.

use super::{Pairing, Round};
use crate::core::Side;

/// Number of rounds until one is left.
pub(super) fn rounds(players: u32) -> u32 {
    players.next_power_of_two().trailing_zeros()
}

/// The seeds in the order of the bracket: neighbours meet, and the best two meet in the final
/// if both win. `None` is a place for which there is no player; the best have byes so.
fn bracket(players: u32) -> Vec<Option<u32>> {
    let mut order = vec![1];
    while (order.len() as u32) < players {
        let sum = 2 * order.len() as u32 + 1;
        order = order.into_iter().flat_map(|seed| [seed, sum - seed]).collect();
    }
    order.into_iter().map(|seed| Some(seed).filter(|seed| *seed <= players)).collect()
}

/// A match of the bracket, of which either place may be empty.
pub(super) type Match = [Option<u32>; 2];

/// The matches of the round that follows these rounds, which are those of the bracket and are
/// finished.
pub(super) fn matches(players: u32, rounds: &[Round]) -> Vec<Match> {
    let mut places = bracket(players);
    for round in rounds {
        let winners = halves(&places).map(|place| winner(round, place));
        places = winners.collect();
    }
    halves(&places).collect()
}

fn halves(places: &[Option<u32>]) -> impl Iterator<Item = Match> {
    places.chunks_exact(2).map(|pair| [pair[0], pair[1]])
}

fn winner(round: &Round, place: Match) -> Option<u32> {
    match place {
        [Some(a), Some(_)] => {
            let game = round.games.iter().find(|game| game.side_of(a).is_some())?;
            game.result?.winner().map(|side| game.player(side))
        }
        [one, other] => one.or(other),
    }
}

/// The round of these matches. The one with fewer games of the first side has it, and else
/// the better seed of every second board.
pub(super) fn round(matches: &[Match], played: &[Round]) -> Round {
    let firsts = |player: u32| -> i32 {
        let games = played.iter().flat_map(|round| &round.games);
        let sign = |game: &Pairing| match game.side_of(player) {
            Some(Side::First) => 1,
            Some(Side::Second) => -1,
            None => 0,
        };
        games.map(sign).sum()
    };
    let mut round = Round::default();
    for place in matches {
        match *place {
            [Some(a), Some(b)] => {
                let (better, other) = (a.min(b), a.max(b));
                let is_first = match firsts(better).cmp(&firsts(other)) {
                    std::cmp::Ordering::Less => true,
                    std::cmp::Ordering::Equal => round.games.len().is_multiple_of(2),
                    std::cmp::Ordering::Greater => false,
                };
                let pair = if is_first { [better, other] } else { [other, better] };
                round.games.push(Pairing::new(pair));
            }
            [one, other] => round.byes.extend(one.or(other)),
        }
    }
    round
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_best_seeds_meet_last_and_have_the_byes() {
        let seeds: Vec<_> = bracket(8).into_iter().flatten().collect();
        assert_eq!(seeds, [1, 8, 4, 5, 2, 7, 3, 6]);
        let first = round(&matches(6, &[]), &[]);
        assert_eq!(first.byes, [1, 2]);
        let pairs: Vec<_> = first.games.iter().map(|game| [game.first, game.second]).collect();
        assert_eq!(pairs, [[4, 5], [6, 3]]);
        for (players, expected) in [(2, 1), (3, 2), (4, 2), (5, 3), (8, 3), (9, 4)] {
            assert_eq!(rounds(players), expected);
        }
    }
}

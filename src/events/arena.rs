//! Arenas: whoever is free meets whoever is free, until the time is up. Two wins in a row make a
//! streak, in which each game counts twice until one is not won, as in the arenas of Lichess.

use std::cmp::Ordering;

use super::history::Turn;
use super::matching::{Digits, Encoder, Matcher, Terms};
use super::{Kind, Pairing, Round, Tournament};
use crate::core::Side;

/// Wins in a row from which on games count twice.
const STREAK: u32 = 2;

/// The score, and true while the next game counts twice.
fn score(turns: &[Turn]) -> (u32, bool) {
    let (mut points, mut wins) = (0, 0);
    for turn in turns {
        let Turn::Game { side, result: Some(result), .. } = *turn else { continue };
        let factor = if wins >= STREAK { 2 } else { 1 };
        points += factor * result.half_points(side);
        wins = if result.winner() == Some(side) { wins + 1 } else { 0 };
    }
    (points, wins >= STREAK)
}

/// The points of a player: two for a win and one for a draw, twice as many in a streak.
pub(super) fn points(turns: &[Turn]) -> u32 {
    score(turns).0
}

/// A player who waits for an opponent.
struct Waiting {
    number: u32,
    /// Games that were begun.
    games: u32,
    /// Games of the first side more than of the second.
    firsts: i32,
    last_side: Option<Side>,
    last_opponent: Option<u32>,
}

impl Waiting {
    fn new(number: u32, turns: &[Turn]) -> Waiting {
        let mut waiting =
            Waiting { number, games: 0, firsts: 0, last_side: None, last_opponent: None };
        for turn in turns {
            if let Turn::Game { opponent, side, .. } = *turn {
                waiting.games += 1;
                waiting.firsts += if side == Side::First { 1 } else { -1 };
                waiting.last_side = Some(side);
                waiting.last_opponent = Some(opponent);
            }
        }
        waiting
    }

    /// True if this one is to have the first side against the other; `otherwise` where neither
    /// has had it less often or less lately.
    fn begins_against(&self, other: &Waiting, otherwise: bool) -> bool {
        let is_due = |waiting: &Waiting| waiting.last_side == Some(Side::Second);
        match self.firsts.cmp(&other.firsts) {
            Ordering::Less => true,
            Ordering::Greater => false,
            Ordering::Equal if is_due(self) != is_due(other) => is_due(self),
            Ordering::Equal => otherwise,
        }
    }
}

impl Tournament {
    /// True for an arena.
    #[must_use]
    pub fn is_arena(&self) -> bool {
        matches!(self.kind, Kind::Arena { .. })
    }

    /// The games with their rounds and boards, counted from 1, by rounds.
    pub fn games(&self) -> impl Iterator<Item = (usize, usize, &Pairing)> {
        (1..).zip(&self.rounds).flat_map(|(number, round)| {
            (1..).zip(&round.games).map(move |(board, game)| (number, board, game))
        })
    }

    /// Those without a result.
    pub fn open_games(&self) -> impl Iterator<Item = (usize, usize, &Pairing)> {
        self.games().filter(|(_, _, game)| game.result.is_none())
    }

    /// Numbers of those who wait for an opponent: they have not withdrawn, and no game of theirs
    /// goes on.
    #[must_use]
    pub fn free_players(&self) -> Vec<u32> {
        let mut is_free: Vec<bool> = self.players.iter().map(|player| !player.withdrawn).collect();
        for (_, _, game) in self.open_games() {
            for side in Side::BOTH {
                is_free[game.player(side) as usize - 1] = false;
            }
        }
        self.numbers().filter(|number| is_free[*number as usize - 1]).collect()
    }

    /// Seconds of an arena that are left at this time, in seconds of Unix; `None` before it has
    /// begun, and in other tournaments.
    #[must_use]
    pub fn seconds_left(&self, now: u64) -> Option<u64> {
        self.ends.map(|ends| ends.saturating_sub(now))
    }

    /// Numbers of the players of an arena whose next game counts twice.
    #[must_use]
    pub fn players_on_streak(&self) -> Vec<u32> {
        if !self.is_arena() {
            return Vec::new();
        }
        let histories = (1..).zip(self.histories());
        histories.filter(|(_, turns)| score(turns).1).map(|(number, _)| number).collect()
    }

    /// The pairs of those who are free, without games where nobody can be paired. As many as
    /// can be are paired, those who have played least before others, and neighbours in the
    /// standings. The opponent of the last game is not met again, unless these two are alone.
    pub(super) fn arena_round(&self) -> Round {
        let histories = self.histories();
        let present = self.players.iter().filter(|player| !player.withdrawn).count();
        let free = self.free_players();
        let order = self.standings().into_iter().map(|standing| standing.player);
        let waiting: Vec<Waiting> = order
            .filter(|number| free.contains(number))
            .map(|number| Waiting::new(number, &histories[number as usize - 1]))
            .collect();
        let count = waiting.len() as u64;
        let most_games = waiting.iter().map(|it| it.games).max().unwrap_or(0);
        let mut digits = Digits::default();
        let pairs = digits.push(count);
        let patience = digits.push(u64::from(most_games) * count);
        let nearness = digits.push(count.pow(3));
        let encoder = Encoder::new(&digits);
        let mut matcher = Matcher::<2>::new(waiting.len());
        for (a, mine) in waiting.iter().enumerate() {
            for (b, yours) in waiting.iter().enumerate().skip(a + 1) {
                let is_rematch = mine.last_opponent == Some(yours.number)
                    || yours.last_opponent == Some(mine.number);
                if is_rematch && present > 2 {
                    continue;
                }
                let mut terms = Terms::default();
                terms.add(pairs, 1);
                let games = u64::from(mine.games + yours.games);
                terms.add(patience, 2 * u64::from(most_games) - games);
                terms.add(nearness, count.pow(2) - ((b - a) as u64).pow(2));
                matcher.add_edge(a, b, encoder.weight(&terms));
            }
        }
        let mut round = Round::default();
        for (a, mate) in matcher.solve().into_iter().enumerate() {
            let Some(b) = mate.filter(|b| *b > a) else { continue };
            let (mine, yours) = (&waiting[a], &waiting[b]);
            let by_board = round.games.len().is_multiple_of(2);
            let begins = mine.begins_against(yours, by_board);
            let pair = if begins { [mine, yours] } else { [yours, mine] };
            round.games.push(Pairing::new(pair.map(|player| player.number)));
        }
        round
    }
}

#[cfg(test)]
mod tests {
    use super::super::{EntryError, GameResult, InvalidTournament, PairingError, Player};
    use super::*;
    use crate::core::Random;
    use crate::games::Options;

    fn arena(count: usize) -> Tournament {
        let players = (1..=count).map(|number| Player::new(&format!("P{number}"), 0)).collect();
        let kind = Kind::Arena { minutes: 30 };
        Tournament::new("Blitz", "chess", Options::default(), kind, players).unwrap()
    }

    fn turn(side: Side, result: &str) -> Turn {
        Turn::Game { opponent: 2, side, result: Some(result.parse().unwrap()) }
    }

    #[test]
    fn games_after_two_wins_in_a_row_count_twice_until_one_is_not_won() {
        use Side::{First, Second};
        let mut turns = vec![turn(First, "1-0"), turn(Second, "0-1")];
        assert_eq!(score(&turns), (4, true));
        // Waiting, and a game that goes on, break nothing.
        turns.push(Turn::Absent);
        turns.push(Turn::Game { opponent: 2, side: First, result: None });
        turns.push(turn(First, "1-0"));
        assert_eq!(score(&turns), (8, true));
        turns.push(turn(First, "1/2"));
        assert_eq!(score(&turns), (10, false));
        turns.extend([turn(First, "1/2"), turn(First, "0-1"), turn(First, "+-")]);
        assert_eq!(score(&turns), (13, false));
    }

    #[test]
    fn those_who_are_free_meet_and_nobody_the_last_opponent_again() {
        let mut blitz = arena(4);
        assert_eq!(blitz.pair_next(1000).unwrap().games.len(), 2);
        assert_eq!(blitz.ends, Some(1000 + 30 * 60));
        assert_eq!(blitz.pair_next(1001), Err(PairingError::NobodyFree));
        blitz.enter(1, 1, GameResult::FirstWins).unwrap();
        // The two of the first board have just met.
        assert_eq!(blitz.free_players(), [1, 2]);
        assert_eq!(blitz.pair_next(1002), Err(PairingError::NobodyFree));
        blitz.join(Player::new("Late", 1500)).unwrap();
        let taken = blitz.join(Player::new("P2", 0)).unwrap_err();
        assert_eq!(taken, InvalidTournament::SameName("P2".to_owned()));
        assert_eq!(blitz.players.len(), 5);
        let next = blitz.pair_next(1003).unwrap();
        assert_eq!((next.games.len(), next.games[0].side_of(5).is_some()), (1, true));
        assert_eq!(blitz.check(), Ok(()));
        // An earlier result may be entered after a later round was paired.
        let open: Vec<_> = blitz.open_games().map(|(round, board, _)| [round, board]).collect();
        assert_eq!(open, [[1, 2], [2, 1]]);
        assert_eq!(blitz.pair_next(1000 + 30 * 60), Err(PairingError::TimeUp));
        assert!(!blitz.is_over(5000));
        for [round, board] in open {
            blitz.enter(round, board, GameResult::Draw).unwrap();
        }
        assert!(blitz.is_over(5000) && !blitz.is_over(1500));
        assert_eq!(Tournament::read(&blitz.to_ron().unwrap()).unwrap(), blitz);
        let unknown = blitz.enter(3, 1, GameResult::Draw).unwrap_err();
        assert_eq!(unknown, EntryError::Round { round: 3, paired: 2 });
        // The two who are left alone meet again and again.
        let mut two = arena(2);
        for round in 1..=4 {
            let pair = two.pair_next(0).unwrap().games[0];
            assert_eq!(pair.first, if round % 2 == 1 { 1 } else { 2 });
            two.enter(round, 1, GameResult::FirstWins).unwrap();
        }
    }

    #[test]
    fn a_long_arena_gives_all_as_many_games_and_both_sides() {
        let mut random = Random::new(7);
        let mut blitz = arena(9);
        let mut turns = 0;
        while turns < 400 {
            let open: Vec<_> = blitz.open_games().map(|(round, board, _)| (round, board)).collect();
            if let Some(&(round, board)) = open.get(random.below(open.len().max(1))) {
                let result = [GameResult::FirstWins, GameResult::Draw, GameResult::SecondWins];
                blitz.enter(round, board, result[random.below(3)]).unwrap();
                turns += 1;
            }
            _ = blitz.pair_next(10);
        }
        assert_eq!(blitz.check(), Ok(()));
        let histories = blitz.histories();
        let games: Vec<_> =
            (1..).zip(&histories).map(|(number, turns)| Waiting::new(number, turns)).collect();
        let [least, most] =
            [games.iter().map(|it| it.games).min(), games.iter().map(|it| it.games).max()];
        assert!(most.unwrap() - least.unwrap() <= 20, "{least:?} {most:?}");
        assert!(games.iter().all(|it| it.firsts.abs() <= 6), "sides are not balanced");
        for turns in &histories {
            let met: Vec<_> = turns
                .iter()
                .filter_map(|turn| match turn {
                    Turn::Game { opponent, .. } => Some(*opponent),
                    _ => None,
                })
                .collect();
            assert!(met.windows(2).all(|two| two[0] != two[1]), "{met:?}");
        }
        let standings = blitz.standings();
        assert!(standings.is_sorted_by(|a, b| a.half_points >= b.half_points));
        assert!(blitz.crosstable().lines().count() == 1 + 9 + 1);
    }

    #[test]
    fn a_file_in_which_somebody_plays_twice_at_a_time_is_refused() {
        let mut blitz = arena(4);
        blitz.pair_next(0).unwrap();
        let good = blitz.to_ron().unwrap();
        let mut twice = blitz.clone();
        twice.rounds.push(Round { games: vec![Pairing::new([1, 3])], byes: Vec::new() });
        let reason = Tournament::read(&twice.to_ron().unwrap()).unwrap_err().reason;
        assert_eq!(reason, "round 2: player 1 is paired, but an earlier game has no result");
        let timeless = good.replace("ends: Some(1800)", "ends: None");
        assert!(Tournament::read(&timeless).unwrap_err().reason.contains("the time at which"));
        let endless = good.replace("minutes: 30", "minutes: 0");
        assert!(Tournament::read(&endless).unwrap_err().reason.contains("0 minutes"));
    }
}

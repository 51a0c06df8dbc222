//! Matches between teams: every team meets every other, player by player in the order of their
//! boards.

use std::cmp::Reverse;

use super::standings::shared_places;
use super::text::points_text;
use super::{GameResult, Kind, Pairing, Round, Tournament, round_robin};
use crate::core::Side;

/// A match of two teams in a round, as far as it has been played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TeamMatch {
    /// Numbers of the teams, from 1. The first one has the first side on the odd boards.
    pub teams: [u32; 2],
    /// The boards of the round at which they play, from 1.
    pub boards: Vec<usize>,
    /// Numbers of those who win their board since the other team has nobody for it.
    pub byes: Vec<u32>,
    /// Half points of the teams.
    pub half_points: [u32; 2],
    /// True once every board has a result.
    pub is_over: bool,
}

impl TeamMatch {
    /// Points of one of the two for the match: 2 for a win, 1 for a draw.
    fn points(&self, index: usize) -> u32 {
        let (mine, yours) = (self.half_points[index], self.half_points[1 - index]);
        match mine.cmp(&yours) {
            _ if !self.is_over || (self.boards.is_empty() && self.byes.is_empty()) => 0,
            std::cmp::Ordering::Less => 0,
            std::cmp::Ordering::Equal => 1,
            std::cmp::Ordering::Greater => 2,
        }
    }
}

/// The place of a team: by the points of its matches, then by those of its boards.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TeamStanding {
    /// The place, from 1, which teams share that are equal in both.
    pub place: u32,
    /// Number of the team.
    pub team: u32,
    /// Matches that are over.
    pub matches: u32,
    /// Two for each match that was won, one for each that was drawn.
    pub match_points: u32,
    /// Half points of all boards.
    pub half_points: u32,
}

impl TeamStanding {
    /// As tables have it: place, name, matches, points of matches and of boards. `teams` are the
    /// names of all.
    #[must_use]
    pub fn cells(&self, teams: &[&str]) -> Vec<String> {
        vec![
            self.place.to_string(),
            teams[self.team as usize - 1].to_owned(),
            self.matches.to_string(),
            self.match_points.to_string(),
            points_text(self.half_points),
        ]
    }
}

impl Tournament {
    /// True if teams meet.
    #[must_use]
    pub fn is_of_teams(&self) -> bool {
        self.kind.is_of_teams()
    }

    /// Names of the teams, in the order of their numbers: that in which their players are listed.
    #[must_use]
    pub fn teams(&self) -> Vec<&str> {
        let mut names: Vec<&str> = Vec::new();
        for team in self.players.iter().filter_map(|player| player.team.as_deref()) {
            if !names.contains(&team) {
                names.push(team);
            }
        }
        names
    }

    /// Numbers of the players of each team, in the order of their boards.
    pub(super) fn members(&self) -> Vec<Vec<u32>> {
        let is_of = |number: &u32, team: &str| self.player(*number).team.as_deref() == Some(team);
        let of = |team: &str| self.numbers().filter(|number| is_of(number, team)).collect();
        self.teams().into_iter().map(of).collect()
    }

    /// The teams that meet in a round, counted from 1.
    pub(super) fn team_pairs(&self, round: usize) -> Vec<[u32; 2]> {
        let Kind::Teams { double, .. } = self.kind else { return Vec::new() };
        round_robin::pairs(self.teams().len() as u32, double, round as u32).0
    }

    /// The round of this number: of each team those play who are there, the first of the list at
    /// the first board. Who finds nobody at theirs wins the board.
    pub(super) fn team_round(&self, number: usize, is_there: impl Fn(u32) -> bool) -> Round {
        let Kind::Teams { boards, .. } = self.kind else { return Round::default() };
        let mut members = self.members();
        for players in &mut members {
            players.retain(|player| is_there(*player));
            players.truncate(boards as usize);
        }
        let mut round = Round::default();
        for teams in self.team_pairs(number) {
            let [home, away] = teams.map(|team| &members[team as usize - 1]);
            let both = home.len().min(away.len());
            for (board, (&a, &b)) in home.iter().zip(away).enumerate() {
                let pair = if board.is_multiple_of(2) { [a, b] } else { [b, a] };
                round.games.push(Pairing::new(pair));
            }
            round.byes.extend(home[both..].iter().chain(&away[both..]));
        }
        round
    }

    /// The matches of a round, counted from 1. Empty where there is no such round, and in
    /// tournaments without teams.
    #[must_use]
    pub fn team_matches(&self, number: usize) -> Vec<TeamMatch> {
        let Some(round) = number.checked_sub(1).and_then(|index| self.rounds.get(index)) else {
            return Vec::new();
        };
        let members = self.members();
        let team_of = |player: &u32| {
            let found = members.iter().position(|players| players.contains(player));
            found.map_or(0, |index| index as u32 + 1)
        };
        let found = self.team_pairs(number).into_iter().map(|teams| {
            let mut found = TeamMatch {
                teams,
                boards: Vec::new(),
                byes: Vec::new(),
                half_points: [0; 2],
                is_over: true,
            };
            for (board, game) in (1..).zip(&round.games) {
                let index = |side| {
                    let team = team_of(&game.player(side));
                    teams.iter().position(|it| *it == team)
                };
                let [Some(first), Some(second)] = Side::BOTH.map(index) else { continue };
                found.boards.push(board);
                found.is_over &= game.result.is_some();
                let half_points = |side| game.result.map_or(0, |result| result.half_points(side));
                found.half_points[first] += half_points(Side::First);
                found.half_points[second] += half_points(Side::Second);
            }
            for player in &round.byes {
                let team = team_of(player);
                if let Some(index) = teams.iter().position(|it| *it == team) {
                    found.half_points[index] += GameResult::FirstWins.half_points(Side::First);
                    found.byes.push(*player);
                }
            }
            found
        });
        found.collect()
    }

    /// The standings of the teams after the results that are known, the best first; empty in
    /// tournaments without teams. A match counts once it is over.
    #[must_use]
    pub fn team_standings(&self) -> Vec<TeamStanding> {
        let zero = TeamStanding { place: 0, team: 0, matches: 0, match_points: 0, half_points: 0 };
        let mut standings: Vec<TeamStanding> = (1..=self.teams().len() as u32)
            .map(|team| TeamStanding { team, ..zero.clone() })
            .collect();
        for round in 1..=self.rounds.len() {
            for found in self.team_matches(round) {
                for (index, team) in found.teams.into_iter().enumerate() {
                    let standing = &mut standings[team as usize - 1];
                    standing.matches += u32::from(found.is_over);
                    standing.match_points += found.points(index);
                    standing.half_points += found.half_points[index];
                }
            }
        }
        let key = |standing: &TeamStanding| (standing.match_points, standing.half_points);
        standings.sort_by_key(|standing| (Reverse(key(standing)), standing.team));
        let places = shared_places(&standings, key);
        standings.iter_mut().zip(places).for_each(|(standing, place)| standing.place = place);
        standings
    }
}

#[cfg(test)]
mod tests {
    use super::super::{InvalidTournament, Player};
    use super::*;
    use crate::games::Options;

    /// Teams A, B and so on of these sizes, whose players are A1, A2 and so on.
    fn teams(boards: u32, double: bool, sizes: &[usize]) -> Tournament {
        let players = ('A'..).zip(sizes).flat_map(|(team, size)| {
            (1..=*size).map(move |number| Player {
                team: Some(team.to_string()),
                ..Player::new(&format!("{team}{number}"), 0)
            })
        });
        let kind = Kind::Teams { boards, double };
        Tournament::new("League", "chess", Options::default(), kind, players.collect()).unwrap()
    }

    fn names(league: &Tournament, number: usize) -> Vec<[&str; 2]> {
        let name = |player| league.player(player).name.as_str();
        let games = league.rounds[number - 1].games.iter();
        games.map(|game| [name(game.first), name(game.second)]).collect()
    }

    fn enter(league: &mut Tournament, results: &[&str]) {
        let round = league.rounds.len();
        for (board, result) in (1..).zip(results) {
            league.enter(round, board, result.parse().unwrap()).unwrap();
        }
        assert_eq!(league.check(), Ok(()));
    }

    #[test]
    fn a_match_of_two_teams_is_played_board_by_board_with_changing_sides() {
        let mut league = teams(3, true, &[3, 4]);
        league.pair_next(0).unwrap();
        assert_eq!(names(&league, 1), [["A1", "B1"], ["B2", "A2"], ["A3", "B3"]]);
        enter(&mut league, &["1-0", "1-0", "1/2"]);
        let drawn = &league.team_matches(1)[0];
        assert_eq!((drawn.half_points, drawn.is_over), ([3, 3], true));
        // B2 is away: the reserve plays at the last board, and the others move up.
        league.withdraw("B2").unwrap();
        league.pair_next(0).unwrap();
        assert_eq!(names(&league, 2), [["B1", "A1"], ["A2", "B3"], ["B4", "A3"]]);
        enter(&mut league, &["1-0", "+-"]);
        assert!(!league.team_matches(2)[0].is_over && !league.is_over(0));
        assert_eq!(league.team_standings()[0].match_points, 1);
        enter(&mut league, &["1-0", "1/2", "1-0"]);
        assert!(league.is_over(0));
        let standings = league.team_standings();
        let found: Vec<_> = standings
            .iter()
            .map(|it| (it.team, it.place, it.match_points, it.half_points))
            .collect();
        assert_eq!(found, [(2, 1, 3, 3 + 5), (1, 2, 1, 3 + 1)]);
        assert_eq!(league.leaders(), ["B"]);
        let table = league.crosstable();
        let expected = [
            "   team        1        2  points",
            "1  B           *  1.5 2.5       3",
            "2  A     1.5 0.5        *       1",
        ];
        assert_eq!(table.lines().collect::<Vec<_>>(), expected);
        assert_eq!(Tournament::read(&league.to_ron().unwrap()).unwrap(), league);
    }

    #[test]
    fn boards_for_which_a_team_has_nobody_are_won_by_the_other() {
        let mut league = teams(2, false, &[2, 1, 2]);
        league.pair_next(0).unwrap();
        // A rests in the first round of three.
        assert_eq!(names(&league, 1), [["B1", "C1"]]);
        let short = &league.team_matches(1)[0];
        assert_eq!((short.teams, short.byes.len(), short.half_points), ([2, 3], 1, [0, 2]));
        enter(&mut league, &["1-0"]);
        let winner = league.standings()[0].player;
        assert!(["B1", "C2"].contains(&league.player(winner).name.as_str()));
        // Nobody of A comes any more: its matches are lost without a game.
        for player in ["A1", "A2"] {
            league.withdraw(player).unwrap();
        }
        for _ in 2..=3 {
            let games = league.pair_next(0).unwrap().games.len();
            assert_eq!(games, 0);
        }
        assert!(league.is_over(0));
        assert_eq!(league.check(), Ok(()));
        let standings = league.team_standings();
        let found: Vec<_> = standings.iter().map(|it| (it.team, it.match_points)).collect();
        assert_eq!(found, [(3, 3), (2, 3), (1, 0)]);
    }

    #[test]
    fn teams_that_cannot_be_are_refused() {
        let make = |kind, players: Vec<Player>| {
            Tournament::new("League", "chess", Options::default(), kind, players).unwrap_err()
        };
        let of =
            |team: &str, name: &str| Player { team: Some(team.to_owned()), ..Player::new(name, 0) };
        let kind = Kind::Teams { boards: 2, double: false };
        let one = make(kind, vec![of("A", "Ann"), of("A", "Bob")]);
        assert_eq!(one, InvalidTournament::Teams(1));
        let alone = make(kind, vec![of("A", "Ann"), Player::new("Bob", 0)]);
        assert_eq!(alone.to_string(), "\"Bob\" is in no team");
        let none = make(Kind::Knockout, vec![of("A", "Ann"), Player::new("Bob", 0)]);
        assert_eq!(none.to_string(), "\"Ann\" is in a team, but no teams meet");
        let unnamed = make(kind, vec![of(" ", "Ann"), of("B", "Bob")]);
        assert!(unnamed.to_string().starts_with("the name of a team is"), "{unnamed}");
        let kind = Kind::Teams { boards: 0, double: false };
        assert_eq!(make(kind, vec![of("A", "Ann"), of("B", "Bob")]), InvalidTournament::Boards(0));
        let mut league = teams(2, false, &[2, 2]);
        league.pair_next(0).unwrap();
        let good = league.to_ron().unwrap();
        // The second player of A at the first board, and a board too many.
        let crossed = good.replacen("first: 1, second: 3", "first: 2, second: 3", 1);
        let crossed = crossed.replacen("first: 4, second: 2", "first: 4, second: 1", 1);
        assert!(Tournament::read(&crossed).unwrap_err().reason.contains("Berger table"));
        let fewer = good.replacen("boards: 2", "boards: 1", 1);
        assert!(Tournament::read(&fewer).unwrap_err().reason.contains("Berger table"));
    }
}

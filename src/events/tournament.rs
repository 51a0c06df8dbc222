//! A tournament with its players, rounds and results.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::check::{InvalidTournament, MAX_DRAWS};
use crate::core::{Side, excerpt};
use crate::games::Options;

/// A tournament as its file keeps it.
///
/// ```
/// use tianyuan::events::{Kind, Player, Tournament};
/// use tianyuan::games::Options;
///
/// let players = ["Ann", "Bob", "Cai"].map(|name| Player::new(name, 0)).to_vec();
/// let kind = Kind::RoundRobin { double: false };
/// let mut tournament = Tournament::new("Club", "chess", Options::default(), kind, players)?;
/// let round = tournament.pair_next(0).unwrap();
/// assert_eq!([round.games[0].first, round.games[0].second], [2, 3]);
/// assert_eq!(round.byes, [1]);
/// tournament.enter(1, 1, "1-0".parse().unwrap()).unwrap();
/// assert_eq!(Tournament::read(&tournament.to_ron().unwrap()).unwrap(), tournament);
/// # Ok::<(), tianyuan::events::InvalidTournament>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Tournament {
    /// Version of the format: 1.
    pub version: u32,
    /// The name under which it was announced.
    pub title: String,
    /// Id of the game.
    pub game: String,
    /// Options of the game.
    #[serde(default)]
    pub options: Options,
    /// The system by which it is paired.
    pub kind: Kind,
    /// The players by strength, in an arena those who came later behind them; where teams play,
    /// those of each team in the order of their boards. The number of a player is the place in
    /// this list, from 1.
    pub players: Vec<Player>,
    /// The rounds that were paired, the first one first. In an arena a round is those who were
    /// free at a time, while games of the rounds before it may go on.
    #[serde(default)]
    pub rounds: Vec<Round>,
    /// The time from which on no game of an arena begins, in seconds of Unix; `None` before the
    /// first one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ends: Option<u64>,
}

/// The system by which a tournament is paired.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub enum Kind {
    /// Players of equal score meet, nobody twice: FIDE's Dutch system.
    Swiss {
        /// Number of rounds.
        rounds: u32,
    },
    /// Everybody meets everybody, by the Berger tables.
    RoundRobin {
        /// True if each pair meets twice, with changed sides.
        double: bool,
    },
    /// The winner of each game goes on.
    Knockout,
    /// Who is free meets who is free, until the time is up.
    Arena {
        /// The time, from the first pairing on.
        minutes: u32,
    },
    /// Every team meets every other, by the Berger tables.
    Teams {
        /// Number of players of a team who play in a match.
        boards: u32,
        /// True if each pair of teams meets twice, with changed sides.
        double: bool,
    },
}

impl Kind {
    /// True if teams meet.
    #[must_use]
    pub fn is_of_teams(self) -> bool {
        matches!(self, Kind::Teams { .. })
    }
}

/// A player of a tournament.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Player {
    /// The name, which no other player has.
    pub name: String,
    /// The rating; 0 for none.
    #[serde(default)]
    pub rating: u32,
    /// The level at which the computer plays for it; `None` for people.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub level: Option<u8>,
    /// The name of the team, in tournaments of teams.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub team: Option<String>,
    /// True if the player takes no part in the rounds to come.
    #[serde(default, skip_serializing_if = "is_false")]
    pub withdrawn: bool,
}

/// The pairings of a round.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Round {
    /// The games, by boards from 1.
    pub games: Vec<Pairing>,
    /// The numbers of those who win the round for want of an opponent; in a round robin of
    /// those who rest, without a point.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub byes: Vec<u32>,
}

/// A game of a round.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Pairing {
    /// Number of the player of the first side.
    pub first: u32,
    /// Number of the player of the second side.
    pub second: u32,
    /// The result; `None` before the end.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub result: Option<GameResult>,
    /// Drawn games before this one in a knock-out, after each of which the sides were changed.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub draws: u32,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde asks with a reference")]
fn is_false(value: &bool) -> bool {
    !value
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde asks with a reference")]
fn is_zero(value: &u32) -> bool {
    *value == 0
}

/// The result of a pairing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum GameResult {
    /// The first side won, 1-0.
    FirstWins,
    /// The second side won, 0-1.
    SecondWins,
    /// Nobody won, 1/2.
    Draw,
    /// The second side did not come, +-.
    FirstByForfeit,
    /// The first side did not come, -+.
    SecondByForfeit,
    /// Neither side came, --.
    BothForfeit,
}

impl GameResult {
    /// True if a game was played.
    #[must_use]
    pub fn is_played(self) -> bool {
        matches!(self, GameResult::FirstWins | GameResult::SecondWins | GameResult::Draw)
    }

    /// Half points of a side.
    #[must_use]
    pub fn half_points(self, side: Side) -> u32 {
        match self {
            GameResult::Draw => 1,
            _ if self.winner() == Some(side) => 2,
            _ => 0,
        }
    }

    /// The side that won, also by forfeit.
    #[must_use]
    pub fn winner(self) -> Option<Side> {
        match self {
            GameResult::FirstWins | GameResult::FirstByForfeit => Some(Side::First),
            GameResult::SecondWins | GameResult::SecondByForfeit => Some(Side::Second),
            GameResult::Draw | GameResult::BothForfeit => None,
        }
    }
}

impl fmt::Display for GameResult {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            GameResult::FirstWins => "1-0",
            GameResult::SecondWins => "0-1",
            GameResult::Draw => "1/2",
            GameResult::FirstByForfeit => "+-",
            GameResult::SecondByForfeit => "-+",
            GameResult::BothForfeit => "--",
        })
    }
}

impl FromStr for GameResult {
    type Err = EntryError;

    fn from_str(text: &str) -> Result<GameResult, EntryError> {
        Ok(match text {
            "1-0" => GameResult::FirstWins,
            "0-1" => GameResult::SecondWins,
            "1/2" | "1/2-1/2" => GameResult::Draw,
            "+-" => GameResult::FirstByForfeit,
            "-+" => GameResult::SecondByForfeit,
            "--" => GameResult::BothForfeit,
            _ => return Err(EntryError::Result(excerpt(text))),
        })
    }
}

/// The effect of a result that was entered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Entered {
    /// It stands.
    Result,
    /// It was a draw where one must win: the pair plays again, with changed sides.
    Replay,
}

/// Error of an entry by the organiser.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum EntryError {
    /// The text is no result.
    #[error(
        "\"{0}\" is no result; expected 1-0, 0-1 or 1/2, or where somebody did not come +-, -+ \
         or --"
    )]
    Result(String),
    /// There is no such round.
    #[error("there is no round {round}; {paired} rounds are paired")]
    Round {
        /// The number that was given.
        round: usize,
        /// Number of rounds.
        paired: usize,
    },
    /// There is no such board.
    #[error("there is no board {board} in round {round}; it has {boards}")]
    Board {
        /// The number that was given.
        board: usize,
        /// The round.
        round: usize,
        /// Number of its boards.
        boards: usize,
    },
    /// A winner has gone on.
    #[error("round {0} decided who plays in the next one, which is paired; its results stand")]
    Decided(usize),
    /// Too many games of a pair were drawn.
    #[error("{MAX_DRAWS} games of this pair were drawn; let the lot decide, and enter who wins")]
    TooManyDraws,
    /// There is no such player.
    #[error("there is no player called \"{0}\"")]
    Player(String),
    /// The player is not there already.
    #[error("{0} has withdrawn already")]
    Withdrawn(String),
}

impl Player {
    /// A player who takes part; a rating of 0 is none.
    #[must_use]
    pub fn new(name: &str, rating: u32) -> Player {
        Player { name: name.to_owned(), rating, level: None, team: None, withdrawn: false }
    }
}

impl Pairing {
    /// A game that is to be played.
    pub(super) fn new([first, second]: [u32; 2]) -> Pairing {
        Pairing { first, second, result: None, draws: 0 }
    }

    /// The player of a side.
    #[must_use]
    pub fn player(&self, side: Side) -> u32 {
        match side {
            Side::First => self.first,
            Side::Second => self.second,
        }
    }

    /// The side of a player; `None` for those of other boards.
    #[must_use]
    pub fn side_of(&self, player: u32) -> Option<Side> {
        Side::BOTH.into_iter().find(|side| self.player(*side) == player)
    }
}

impl Tournament {
    /// A tournament without rounds, its players sorted by rating unless they play in teams.
    ///
    /// # Errors
    /// The problem that makes it invalid.
    pub fn new(
        title: &str,
        game: &str,
        options: Options,
        kind: Kind,
        mut players: Vec<Player>,
    ) -> Result<Tournament, InvalidTournament> {
        if !kind.is_of_teams() {
            players.sort_by_key(|player| std::cmp::Reverse(player.rating));
        }
        let (title, game) = (title.to_owned(), game.to_owned());
        let (rounds, ends) = (Vec::new(), None);
        let new = Tournament { version: 1, title, game, options, kind, players, rounds, ends };
        new.check()?;
        Ok(new)
    }

    /// Numbers of the players, from 1.
    pub(super) fn numbers(&self) -> std::ops::RangeInclusive<u32> {
        1..=self.players.len() as u32
    }

    /// The player of this number, from 1.
    ///
    /// # Panics
    /// When nobody has the number.
    #[must_use]
    pub fn player(&self, number: u32) -> &Player {
        &self.players[number as usize - 1]
    }

    /// True if no game goes on.
    #[must_use]
    pub fn is_round_over(&self) -> bool {
        self.open_games().next().is_none()
    }

    /// True once the last game is over at this time, in seconds of Unix, which matters in an
    /// arena alone.
    #[must_use]
    pub fn is_over(&self, now: u64) -> bool {
        let was_last = match self.total_rounds() {
            Some(total) => self.rounds.len() == total as usize,
            None => self.seconds_left(now) == Some(0),
        };
        was_last && self.is_round_over()
    }

    /// Names of those in the first place: of teams where teams meet, else of players.
    #[must_use]
    pub fn leaders(&self) -> Vec<String> {
        if self.is_of_teams() {
            let (standings, teams) = (self.team_standings(), self.teams());
            let first = standings.iter().filter(|standing| standing.place == 1);
            return first.map(|it| teams[it.team as usize - 1].to_owned()).collect();
        }
        let standings = self.standings();
        let first = standings.iter().filter(|standing| standing.place == 1);
        first.map(|standing| self.player(standing.player).name.clone()).collect()
    }

    /// Enters a result, or corrects one; rounds and boards count from 1. A draw of a knock-out
    /// is not the end: the pair is to play again with changed sides.
    ///
    /// # Errors
    /// When there is no such board, or its result has already decided who plays on. Nothing is
    /// changed then.
    pub fn enter(
        &mut self,
        round: usize,
        board: usize,
        result: GameResult,
    ) -> Result<Entered, EntryError> {
        let (paired, knockout) = (self.rounds.len(), self.kind == Kind::Knockout);
        let found = round.checked_sub(1).and_then(|index| self.rounds.get_mut(index));
        let games = &mut found.ok_or(EntryError::Round { round, paired })?.games;
        let boards = games.len();
        let found = board.checked_sub(1).and_then(|index| games.get_mut(index));
        let game = found.ok_or(EntryError::Board { board, round, boards })?;
        if knockout && round < paired {
            return Err(EntryError::Decided(round));
        }
        if !knockout || result != GameResult::Draw {
            game.result = Some(result);
            return Ok(Entered::Result);
        }
        if game.draws == MAX_DRAWS {
            return Err(EntryError::TooManyDraws);
        }
        *game = Pairing { draws: game.draws + 1, ..Pairing::new([game.second, game.first]) };
        Ok(Entered::Replay)
    }

    /// Takes a player out of the rounds to come.
    ///
    /// # Errors
    /// When there is no such player, or no longer.
    pub fn withdraw(&mut self, name: &str) -> Result<(), EntryError> {
        let found = self.players.iter_mut().find(|player| player.name == name);
        let player = found.ok_or_else(|| EntryError::Player(excerpt(name)))?;
        if player.withdrawn {
            return Err(EntryError::Withdrawn(excerpt(name)));
        }
        player.withdrawn = true;
        Ok(())
    }

    /// Adds a player to an arena, also while it goes on.
    ///
    /// # Errors
    /// When it is no arena, or the player cannot be one of it. Nothing is changed then.
    pub fn join(&mut self, player: Player) -> Result<(), InvalidTournament> {
        if !self.is_arena() {
            return Err(InvalidTournament::Late);
        }
        self.players.push(player);
        let checked = self.check();
        if checked.is_err() {
            self.players.pop();
        }
        checked
    }

    /// Lets a player take part in the rounds to come again.
    ///
    /// # Errors
    /// When there is no such player.
    pub fn readmit(&mut self, name: &str) -> Result<(), EntryError> {
        let found = self.players.iter_mut().find(|player| player.name == name);
        found.ok_or_else(|| EntryError::Player(excerpt(name)))?.withdrawn = false;
        Ok(())
    }
}

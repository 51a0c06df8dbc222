//! Validity of a tournament: bounds of its texts and numbers, and rounds that can have been.

use std::collections::BTreeSet;

use thiserror::Error;

use super::{GameResult, Kind, Round, Tournament};
use crate::core::excerpt;
use crate::games::{SetupError, registry};

/// Maximum size of a title or name in bytes.
pub const MAX_NAME: usize = 200;

/// Maximum number of players.
pub const MAX_PLAYERS: usize = 200;

/// Maximum rating.
pub const MAX_RATING: u32 = 9999;

/// Maximum number of rounds of a Swiss tournament.
pub const MAX_SWISS_ROUNDS: u32 = 50;

/// Maximum number of minutes of an arena.
pub const MAX_MINUTES: u32 = 24 * 60;

/// Maximum number of rounds of an arena.
pub(super) const MAX_ARENA_ROUNDS: usize = 2000;

/// Maximum number of boards of a match of teams.
pub const MAX_BOARDS: u32 = 50;

/// Maximum number of drawn games of a pair in a knock-out.
pub(super) const MAX_DRAWS: u32 = 100;

/// Error in a tournament.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum InvalidTournament {
    /// The file is of another version.
    #[error("it is of version {0}, but this program reads version 1")]
    Version(u32),
    /// A text is empty, too long or of several lines.
    #[error("{owner} is \"{found}\"; expected one line of 1 to {MAX_NAME} bytes")]
    Text {
        /// Name of the text.
        owner: &'static str,
        /// Its beginning.
        found: String,
    },
    /// The game is not in the registry.
    #[error("there is no game \"{game}\"; the games are: {known}")]
    Game {
        /// The id that was found.
        game: String,
        /// The ids of the games.
        known: String,
    },
    /// The options are not options of the game.
    #[error(transparent)]
    Options(#[from] SetupError),
    /// There are too few or too many players.
    #[error("it has {0} players; expected 2 to {MAX_PLAYERS}")]
    Players(usize),
    /// Two players have the same name.
    #[error("two players are called \"{0}\"; each name must differ")]
    SameName(String),
    /// A rating is too high.
    #[error("the rating of \"{name}\" is {rating}; expected {MAX_RATING} at most, or 0 for none")]
    Rating {
        /// The player.
        name: String,
        /// The rating.
        rating: u32,
    },
    /// The game has no such level of the computer.
    #[error("\"{name}\" is to play at level {level}; expected 1 to {most}")]
    Level {
        /// The player.
        name: String,
        /// The level.
        level: u8,
        /// The highest one.
        most: u8,
    },
    /// The number of rounds is out of range.
    #[error("it is to have {0} rounds; expected 1 to {MAX_SWISS_ROUNDS}")]
    SwissRounds(u32),
    /// The minutes of an arena are out of range.
    #[error("it is to last {0} minutes; expected 1 to {MAX_MINUTES}")]
    Minutes(u32),
    /// The time at which an arena ends is missing, or there for nothing.
    #[error("the time at which an arena ends is known once it has begun, and only of an arena")]
    Ends,
    /// Somebody is to come later to what is no arena.
    #[error("players may come later to an arena alone")]
    Late,
    /// The number of boards is out of range.
    #[error("a match is to have {0} boards; expected 1 to {MAX_BOARDS}")]
    Boards(u32),
    /// There are too few teams.
    #[error("it has {0} teams; expected 2 or more")]
    Teams(usize),
    /// A player is in no team where teams meet, or in one where none do.
    #[error("\"{name}\" {}", if *.expected { "is in no team" } else { "is in a team, but no teams meet" })]
    Team {
        /// The player.
        name: String,
        /// True if teams meet.
        expected: bool,
    },
    /// There are more rounds than there may be.
    #[error("it has {found} rounds; expected {most} at most")]
    Rounds {
        /// Their number.
        found: usize,
        /// The most that there may be.
        most: u32,
    },
    /// A round is wrong.
    #[error("round {round}: {problem}")]
    Round {
        /// The round, from 1.
        round: usize,
        /// The problem.
        problem: InvalidRound,
    },
}

/// Error in a round.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum InvalidRound {
    /// Nobody has the number.
    #[error("there is no player {found}; expected 1 to {most}")]
    Number {
        /// The number that was found.
        found: u32,
        /// Number of players.
        most: usize,
    },
    /// A player is there twice.
    #[error("player {0} is paired twice")]
    Twice(u32),
    /// A player of an arena is paired while an earlier game goes on.
    #[error("player {0} is paired, but an earlier game has no result")]
    Busy(u32),
    /// Nobody is paired in a round of an arena, or somebody with nobody.
    #[error("a round of an arena has games, and no player without an opponent")]
    Arena,
    /// A result is missing although the next round is paired.
    #[error("board {0} has no result, but a later round is paired")]
    Unfinished(usize),
    /// A draw where one must win, or draws before a game where each draw counts.
    #[error("board {0} has draws that this kind of tournament cannot have")]
    Draws(usize),
    /// The pairs are not those of the table or bracket.
    #[error("its pairs are not those that the {0} gives for these players and results")]
    Pairs(&'static str),
}

impl Tournament {
    /// Checks bounds, numbers and rounds.
    ///
    /// # Errors
    /// The first problem.
    pub fn check(&self) -> Result<(), InvalidTournament> {
        if self.version != 1 {
            return Err(InvalidTournament::Version(self.version));
        }
        check_text("the title", &self.title)?;
        let Some(game) = registry::find(&self.game) else {
            let known: Vec<_> = registry::GAMES.iter().map(|game| game.id()).collect();
            let (game, known) = (excerpt(&self.game), known.join(", "));
            return Err(InvalidTournament::Game { game, known });
        };
        game.start(&self.options)?;
        if !(2..=MAX_PLAYERS).contains(&self.players.len()) {
            return Err(InvalidTournament::Players(self.players.len()));
        }
        let mut names = BTreeSet::new();
        for player in &self.players {
            check_text("the name of a player", &player.name)?;
            let name = player.name.clone();
            if !names.insert(&player.name) {
                return Err(InvalidTournament::SameName(name));
            }
            if player.rating > MAX_RATING {
                return Err(InvalidTournament::Rating { name, rating: player.rating });
            }
            if let Some(level) = player.level.filter(|level| !(1..=game.levels()).contains(level)) {
                return Err(InvalidTournament::Level { name, level, most: game.levels() });
            }
        }
        self.check_kind()?;
        let found = self.rounds.len();
        let most = self.total_rounds().unwrap_or(MAX_ARENA_ROUNDS as u32);
        if found > most as usize {
            return Err(InvalidTournament::Rounds { found, most });
        }
        if self.ends.is_some() != (self.is_arena() && found > 0) {
            return Err(InvalidTournament::Ends);
        }
        for round in 1..=found {
            self.check_round(round)
                .map_err(|problem| InvalidTournament::Round { round, problem })?;
        }
        Ok(())
    }

    /// Checks the numbers of the system, and that there are teams where they meet.
    fn check_kind(&self) -> Result<(), InvalidTournament> {
        let expected = self.is_of_teams();
        if let Some(player) = self.players.iter().find(|it| it.team.is_some() != expected) {
            return Err(InvalidTournament::Team { name: player.name.clone(), expected });
        }
        match self.kind {
            Kind::Swiss { rounds } if !(1..=MAX_SWISS_ROUNDS).contains(&rounds) => {
                Err(InvalidTournament::SwissRounds(rounds))
            }
            Kind::Arena { minutes } if !(1..=MAX_MINUTES).contains(&minutes) => {
                Err(InvalidTournament::Minutes(minutes))
            }
            Kind::Teams { boards, .. } => {
                let teams = self.teams();
                for team in &teams {
                    check_text("the name of a team", team)?;
                }
                match teams.len() {
                    _ if !(1..=MAX_BOARDS).contains(&boards) => {
                        Err(InvalidTournament::Boards(boards))
                    }
                    2.. => Ok(()),
                    few => Err(InvalidTournament::Teams(few)),
                }
            }
            _ => Ok(()),
        }
    }

    /// Checks a round, counted from 1, of which those before it are sound.
    fn check_round(&self, number: usize) -> Result<(), InvalidRound> {
        let round = &self.rounds[number - 1];
        let most = self.players.len();
        let mut seen = vec![false; most];
        let players = round.games.iter().flat_map(|game| [game.first, game.second]);
        for found in players.chain(round.byes.iter().copied()) {
            let index = (found as usize).checked_sub(1).filter(|index| *index < most);
            let index = index.ok_or(InvalidRound::Number { found, most })?;
            if std::mem::replace(&mut seen[index], true) {
                return Err(InvalidRound::Twice(found));
            }
        }
        let is_knockout = self.kind == Kind::Knockout;
        for (board, game) in (1..).zip(&round.games) {
            if game.result.is_none() && number < self.rounds.len() && !self.is_arena() {
                return Err(InvalidRound::Unfinished(board));
            }
            let most_draws = if is_knockout { MAX_DRAWS } else { 0 };
            let is_drawn = game.result == Some(GameResult::Draw);
            if game.draws > most_draws || (is_knockout && is_drawn) {
                return Err(InvalidRound::Draws(board));
            }
        }
        if self.is_arena() {
            return self.check_arena_round(number);
        }
        let source = if is_knockout { "bracket" } else { "Berger table" };
        let fixed = match self.kind {
            // Who of a team plays depends on who had withdrawn then.
            Kind::Teams { .. } => Some(self.team_round(number, |player| seen[player as usize - 1])),
            _ => self.fixed_round(number),
        };
        if fixed.is_some_and(|expected| unordered(&expected) != unordered(round)) {
            return Err(InvalidRound::Pairs(source));
        }
        Ok(())
    }

    /// Nobody plays two games at a time.
    fn check_arena_round(&self, number: usize) -> Result<(), InvalidRound> {
        let (before, round) = (&self.rounds[..number - 1], &self.rounds[number - 1]);
        if round.games.is_empty() || !round.byes.is_empty() {
            return Err(InvalidRound::Arena);
        }
        let earlier = before.iter().flat_map(|round| &round.games);
        let open = earlier.filter(|game| game.result.is_none());
        let busy: BTreeSet<u32> = open.flat_map(|game| [game.first, game.second]).collect();
        let mut players = round.games.iter().flat_map(|game| [game.first, game.second]);
        match players.find(|player| busy.contains(player)) {
            Some(player) => Err(InvalidRound::Busy(player)),
            None => Ok(()),
        }
    }
}

fn check_text(owner: &'static str, text: &str) -> Result<(), InvalidTournament> {
    if text.trim().is_empty() || text.len() > MAX_NAME || text.contains(char::is_control) {
        let found = excerpt(&text.replace(char::is_control, " "));
        return Err(InvalidTournament::Text { owner, found });
    }
    Ok(())
}

/// The pairs and byes of a round, whatever the sides and the boards.
fn unordered(round: &Round) -> BTreeSet<[u32; 2]> {
    let pair = |a: u32, b: u32| [a.min(b), a.max(b)];
    let games = round.games.iter().map(|game| pair(game.first, game.second));
    games.chain(round.byes.iter().map(|player| [0, *player])).collect()
}

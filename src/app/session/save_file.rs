//! Saved games: everything needed to continue a game, including clocks and undone
//! moves.

use std::time::Duration;

use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::game::{Ending, GameResult, Session};
use super::setup::{DEFAULT_ENGINE_TIME, GameSetup, PlayerKind};
use crate::core::{Clock, Points, Reading, Side, TimeControl};
use crate::engines::EngineId;
use crate::record::{ClockFile, FileError, GameTree, TreeFile, milliseconds};

/// A session in its stored form.
#[derive(Debug, Serialize, Deserialize)]
pub struct SessionFile {
    version: u32,
    players: [PlayerKindFile; 2],
    first: usize,
    time: TimeControlFile,
    games: u32,
    results: Vec<ResultFile>,
    tree: TreeFile,
    current: usize,
    #[serde(rename = "tip")]
    line_end: usize,
    clock: [ClockFile; 2],
    ending: Option<EndingFile>,
    offer: Option<SideFile>,
    paused: bool,
    /// In milliseconds; files of earlier versions have none.
    #[serde(default)]
    elapsed: Option<u64>,
    #[serde(default)]
    adaptive: bool,
    /// In milliseconds; files of earlier versions have none.
    #[serde(default)]
    engine_time: Option<u64>,
    /// Files of earlier versions do not tell.
    #[serde(default)]
    unrated: bool,
}

#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
enum PlayerKindFile {
    Human,
    Computer(u8),
    Engine(EngineId),
}

/// A time control whose times are milliseconds.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
enum TimeControlFile {
    Unlimited,
    SuddenDeath { main: u64 },
    Increment { main: u64, increment: u64 },
    ByoYomi { main: u64, period: u64, periods: u32 },
}

#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
enum SideFile {
    First,
    Second,
}

/// The winning player and both players' points, in halves.
#[derive(Debug, Serialize, Deserialize)]
struct ResultFile(Option<usize>, [i32; 2]);

/// Endings that do not follow from the position.
#[derive(Debug, Serialize, Deserialize)]
enum EndingFile {
    Resigned(SideFile),
    OutOfTime(SideFile),
    Agreed,
}

/// The reason why a saved game could not be read.
#[derive(Debug, Error)]
pub enum SaveError {
    /// Not RON of the expected form.
    #[error("{0}")]
    Unreadable(#[from] ron::error::SpannedError),
    /// Written by a newer program.
    #[error("it is of version {0}, but this program reads version 1")]
    Version(u32),
    /// The record is inconsistent.
    #[error(transparent)]
    Record(#[from] FileError),
    /// A number is out of its range.
    #[error("{0} is out of range")]
    Range(&'static str),
}

impl From<TimeControl> for TimeControlFile {
    fn from(control: TimeControl) -> TimeControlFile {
        match control {
            TimeControl::Unlimited => TimeControlFile::Unlimited,
            TimeControl::SuddenDeath { main } => {
                TimeControlFile::SuddenDeath { main: milliseconds(main) }
            }
            TimeControl::Increment { main, increment } => TimeControlFile::Increment {
                main: milliseconds(main),
                increment: milliseconds(increment),
            },
            TimeControl::ByoYomi { main, period, periods } => TimeControlFile::ByoYomi {
                main: milliseconds(main),
                period: milliseconds(period),
                periods,
            },
        }
    }
}

impl From<TimeControlFile> for TimeControl {
    fn from(file: TimeControlFile) -> TimeControl {
        let time = Duration::from_millis;
        match file {
            TimeControlFile::Unlimited => TimeControl::Unlimited,
            TimeControlFile::SuddenDeath { main } => TimeControl::SuddenDeath { main: time(main) },
            TimeControlFile::Increment { main, increment } => {
                TimeControl::Increment { main: time(main), increment: time(increment) }
            }
            TimeControlFile::ByoYomi { main, period, periods } => {
                TimeControl::ByoYomi { main: time(main), period: time(period), periods }
            }
        }
    }
}

impl From<Side> for SideFile {
    fn from(side: Side) -> SideFile {
        match side {
            Side::First => SideFile::First,
            Side::Second => SideFile::Second,
        }
    }
}

impl From<SideFile> for Side {
    fn from(side: SideFile) -> Side {
        match side {
            SideFile::First => Side::First,
            SideFile::Second => Side::Second,
        }
    }
}

impl Session {
    /// The session as RON text.
    pub fn to_ron(&self) -> String {
        let setup = self.setup();
        let file = SessionFile {
            version: 1,
            players: setup.players.map(|seat| match seat {
                // Games over the network are kept by their referee, not here.
                PlayerKind::Human | PlayerKind::Remote => PlayerKindFile::Human,
                PlayerKind::Computer(level) => PlayerKindFile::Computer(level),
                PlayerKind::Engine(id) => PlayerKindFile::Engine(id),
            }),
            first: setup.first_player,
            time: setup.time.into(),
            games: setup.games,
            results: self
                .results
                .iter()
                .map(|result| ResultFile(result.winner, result.score.map(Points::as_halves)))
                .collect(),
            tree: TreeFile::from(&self.tree),
            current: self.current.number(),
            line_end: self.line_end.number(),
            clock: Side::BOTH.map(|side| self.clock.reading(side).into()),
            ending: match self.declared_ending {
                Some(Ending::Resigned(side) | Ending::Abandoned(side)) => {
                    Some(EndingFile::Resigned(side.into()))
                }
                Some(Ending::OutOfTime(side)) => Some(EndingFile::OutOfTime(side.into())),
                Some(Ending::DrawAgreed) => Some(EndingFile::Agreed),
                Some(Ending::Rules(_) | Ending::Void) | None => None,
            },
            offer: self.draw_offer.map(SideFile::from),
            paused: self.paused,
            adaptive: setup.adaptive,
            elapsed: Some(milliseconds(self.elapsed)),
            engine_time: Some(milliseconds(setup.engine_time)),
            unrated: self.unrated,
        };
        // Plain data of our own types, which RON can always write.
        ron::ser::to_string_pretty(&file, ron::ser::PrettyConfig::new().depth_limit(3))
            .unwrap_or_default()
    }

    /// Reads a session from RON text.
    ///
    /// # Errors
    /// If the text is damaged or a value is out of range.
    pub fn from_ron(text: &str) -> Result<Session, SaveError> {
        let file: SessionFile = ron::from_str(text)?;
        if file.version != 1 {
            return Err(SaveError::Version(file.version));
        }
        let tree = GameTree::try_from(&file.tree)?;
        let current = tree.node(file.current).ok_or(SaveError::Range("the current move"))?;
        let line_end = tree.node(file.line_end).ok_or(SaveError::Range("the last move"))?;
        if !tree.path(line_end).contains(&current) {
            return Err(SaveError::Range("the current move"));
        }
        let levels = tree.game().levels();
        let fits = |seat: &PlayerKindFile| match seat {
            PlayerKindFile::Human | PlayerKindFile::Engine(_) => true,
            PlayerKindFile::Computer(level) => (1..=levels).contains(level),
        };
        if !file.players.iter().all(fits) {
            return Err(SaveError::Range("the level"));
        }
        if file.first > 1 {
            return Err(SaveError::Range("the player who begins"));
        }
        let results = file.results.iter().map(|&ResultFile(winner, score)| GameResult {
            winner,
            score: score.map(Points::halves),
        });
        let results: Vec<_> = results.collect();
        let games_fit = file.games == 1 || (file.games.is_multiple_of(2) && file.games > 0);
        if !games_fit
            || results.len() >= file.games as usize
            || results.iter().any(|result| result.winner.is_some_and(|player| player > 1))
        {
            return Err(SaveError::Range("the match"));
        }
        let time = TimeControl::from(file.time);
        let clock = Clock::restore(time, file.clock.map(Reading::from))
            .map_err(|_| SaveError::Range("the clock"))?;
        // Without a limit the clocks tell the time that was used.
        let used = match time {
            TimeControl::Unlimited => Side::BOTH.map(|side| clock.reading(side).time).iter().sum(),
            _ => Duration::ZERO,
        };
        let elapsed = file.elapsed.map_or(used, Duration::from_millis);
        Ok(Session {
            setup: GameSetup {
                game: tree.game(),
                options: tree.options().clone(),
                players: file.players.map(|seat| match seat {
                    PlayerKindFile::Human => PlayerKind::Human,
                    PlayerKindFile::Computer(level) => PlayerKind::Computer(level),
                    PlayerKindFile::Engine(id) => PlayerKind::Engine(id),
                }),
                first_player: file.first,
                time,
                engine_time: file.engine_time.map_or(DEFAULT_ENGINE_TIME, Duration::from_millis),
                games: file.games,
                adaptive: file.adaptive,
                tournament: None,
            },
            tree,
            current,
            line_end,
            clock,
            declared_ending: file.ending.map(|ending| match ending {
                EndingFile::Resigned(side) => Ending::Resigned(side.into()),
                EndingFile::OutOfTime(side) => Ending::OutOfTime(side.into()),
                EndingFile::Agreed => Ending::DrawAgreed,
            }),
            draw_offer: file.offer.map(Side::from),
            paused: file.paused,
            results,
            elapsed,
            unrated: file.unrated,
        })
    }
}

//! Files of a match: one of the games as they end, and one from which it goes on after it was
//! stopped.

use std::fs::{File, OpenOptions};
use std::io::{Read, Write};
use std::path::Path;

use serde::{Deserialize, Serialize};

use super::game::{GameResult, PlayedGame};
use crate::cli::convert::extension;
use crate::cli::{CliError, file_error};
use crate::games::{Game, Options};
use crate::record::formats;

/// The formats in which games can follow one another in a file.
const GAME_FORMATS: [&str; 3] = ["pgn", "sgf", "ggf"];

/// Settings that decide how the games of a match are played: a match goes on only with the same.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct MatchHeader {
    pub(super) version: u32,
    pub(super) game: String,
    pub(super) options: Options,
    pub(super) players: Vec<String>,
    pub(super) pace: String,
    pub(super) openings: String,
    pub(super) seed: u64,
    #[serde(default)]
    pub(super) adjudicate: bool,
}

/// The files of a match.
#[derive(Default)]
pub(super) struct Journal {
    state: Option<File>,
    games: Option<(File, String)>,
}

/// Checks that games of this kind can be added to such a file.
pub(super) fn check_games_file(path: &Path, game: &dyn Game) -> Result<(), CliError> {
    let extension = extension(path).to_lowercase();
    let found = formats::by_extension(&extension).map_err(|error| file_error(path, &error))?;
    let holds = found.iter().any(|format| format.can_write() && format.supports(game));
    if GAME_FORMATS.contains(&extension.as_str()) && holds {
        return Ok(());
    }
    let known: Vec<_> = GAME_FORMATS
        .into_iter()
        .filter(|name| {
            let found = formats::by_extension(name).unwrap_or_default();
            found.iter().any(|format| format.can_write() && format.supports(game))
        })
        .collect();
    let reason = format!("games of {} can be added to files of {}", game.id(), known.join(" or "));
    Err(file_error(path, &reason))
}

impl Journal {
    /// Opens the files, and returns the results of the games that were played already.
    ///
    /// # Errors
    /// When a file cannot be read or written, or is that of another match.
    pub(super) fn open(
        header: &MatchHeader,
        state: Option<&Path>,
        games: Option<&Path>,
    ) -> Result<(Journal, Vec<GameResult>), CliError> {
        let mut journal = Journal::default();
        let mut played = Vec::new();
        if let Some(path) = state {
            let (file, known) =
                open_state(path, header).map_err(|reason| file_error(path, &reason))?;
            (journal.state, played) = (Some(file), known);
        }
        if let Some(path) = games {
            let file = OpenOptions::new().create(true).append(true).open(path);
            let file = file.map_err(|error| file_error(path, &error))?;
            journal.games = Some((file, extension(path)));
        }
        Ok((journal, played))
    }

    /// Adds a game to the files, and waits until it is on the disk.
    pub(super) fn add(&mut self, game: &PlayedGame) -> Result<(), CliError> {
        if let Some((file, extension)) = &mut self.games {
            let written = formats::write(extension, std::slice::from_ref(&game.tree));
            let mut bytes = written.map_err(|error| CliError::Failed(error.to_string()))?.bytes;
            bytes.extend_from_slice(b"\n");
            file.write_all(&bytes).and_then(|()| file.sync_data()).map_err(CliError::Output)?;
        }
        if let Some(file) = &mut self.state {
            let line = to_line(game).map_err(CliError::Failed)?;
            file.write_all(line.as_bytes())
                .and_then(|()| file.sync_data())
                .map_err(CliError::Output)?;
        }
        Ok(())
    }
}

/// A value as RON on a line of its own.
fn to_line(value: &impl Serialize) -> Result<String, String> {
    let text = ron::to_string(value).map_err(|error| error.to_string())?;
    Ok(format!("{text}\n"))
}

/// Opens the file of a match that goes on, or begins it. A line that was cut off when the match
/// was stopped is taken out.
fn open_state(path: &Path, header: &MatchHeader) -> Result<(File, Vec<GameResult>), String> {
    let reason = |error: std::io::Error| error.to_string();
    let mut file =
        OpenOptions::new().read(true).append(true).create(true).open(path).map_err(reason)?;
    let mut text = String::new();
    file.read_to_string(&mut text).map_err(reason)?;
    let whole = text.rfind('\n').map_or(0, |end| end + 1);
    if whole < text.len() {
        file.set_len(whole as u64).map_err(reason)?;
    }
    let mut lines = text[..whole].lines();
    let Some(first) = lines.next() else {
        file.write_all(to_line(header)?.as_bytes()).map_err(reason)?;
        return Ok((file, Vec::new()));
    };
    let found: MatchHeader =
        ron::from_str(first).map_err(|error| format!("line 1 is no match: {error}"))?;
    if found != *header {
        return Err("it belongs to a match of other players, games or limits".to_owned());
    }
    let games = lines.enumerate().map(|(number, line)| {
        let game: Result<PlayedGame, _> = ron::from_str(line);
        game.map(|game| game.result).map_err(|error| format!("line {}: {error}", number + 2))
    });
    Ok((file, games.collect::<Result<_, _>>()?))
}

//! `convert`: converts games from one format to another.

use std::fs;
use std::io::Write;
use std::path::Path;

use super::{CliError, file_error};
use crate::games::Game;
use crate::record::GameTree;
use crate::record::formats::{self, FormatError, Source};

/// The extension of a file name, without the dot.
pub(super) fn extension(path: &Path) -> String {
    path.extension().unwrap_or_default().to_string_lossy().into_owned()
}

/// Reads the games of a file, in the format of its extension; as a game that is
/// asked for where the format leaves a choice.
pub(super) fn read_games(
    from: &Path,
    game: Option<&'static dyn Game>,
) -> Result<Vec<GameTree>, CliError> {
    formats::by_extension(&extension(from)).map_err(|error| file_error(from, &error))?;
    let bytes = fs::read(from).map_err(|error| file_error(from, &error))?;
    // Files of a series, such as WTH_1977 and WTH_1978, may share sibling
    // files named by the prefix before the number.
    let stem = from.file_stem().unwrap_or_default().to_string_lossy();
    let series = stem.split('_').next().unwrap_or_default();
    let sibling_file = |extension: &str| {
        [&*stem, series].into_iter().find_map(|stem| {
            let read =
                |extension: &str| fs::read(from.with_file_name(format!("{stem}.{extension}")));
            read(extension).or_else(|_| read(&extension.to_uppercase())).ok()
        })
    };
    let to_error = |error| match error {
        FormatError::Line { line, reason } => {
            CliError::Line { file: from.display().to_string(), line, reason }
        }
        error => file_error(from, &error),
    };
    let source = Source {
        sibling_file: &sibling_file,
        game,
        warn: &|problem| super::print_error(&to_error(problem).to_string()),
        ..Source::from_bytes(&bytes)
    };
    let games = formats::read(&extension(from), source).map_err(to_error)?;
    match (game, games.iter().find(|tree| game.is_some_and(|game| game.id() != tree.game().id()))) {
        (Some(game), Some(other)) => {
            let reason = format!("it holds {}, not {}", other.game().id(), game.id());
            Err(file_error(from, &reason))
        }
        _ => Ok(games),
    }
}

/// Returns an error if the file's extension belongs to no format.
pub(super) fn check_writable(to: &Path) -> Result<(), CliError> {
    formats::by_extension(&extension(to)).map(|_| ()).map_err(|error| file_error(to, &error))
}

pub(super) fn run(
    from: &Path,
    to: &Path,
    game: Option<&'static dyn Game>,
    out: &mut dyn Write,
) -> Result<(), CliError> {
    // A bad output name is reported before the work is done.
    check_writable(to)?;
    let games = read_games(from, game)?;
    let written = formats::write(&extension(to), &games).map_err(|error| file_error(to, &error))?;
    fs::write(to, written).map_err(|error| file_error(to, &error))?;
    writeln!(out, "{} {}", games.len(), if games.len() == 1 { "game" } else { "games" })?;
    Ok(())
}

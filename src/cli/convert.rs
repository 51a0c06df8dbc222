//! `convert`: converts games from one format to another.

use std::cell::RefCell;
use std::fs;
use std::io::Write;
use std::path::Path;

use super::{CliError, file_error, print_error};
use crate::games::Game;
use crate::record::GameTree;
use crate::record::formats::{self, FormatError, Source};

/// Most warnings that are printed about a file.
const MAX_WARNINGS: usize = 20;

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
    let warnings = RefCell::new(Vec::new());
    let warn = |warning| warnings.borrow_mut().push(warning);
    let source =
        Source { sibling_file: &sibling_file, game, warn: &warn, ..Source::from_bytes(&bytes) };
    let read = formats::read(&extension(from), source);
    print_warnings(from, &warnings.into_inner());
    let games = read.map_err(to_error)?;
    match (game, games.iter().find(|tree| game.is_some_and(|game| game.id() != tree.game().id()))) {
        (Some(game), Some(other)) => {
            let reason = format!("it holds {}, not {}", other.game().id(), game.id());
            Err(file_error(from, &reason))
        }
        _ => Ok(games),
    }
}

/// Prints warnings about a file that was read.
fn print_warnings(file: &Path, warnings: &[FormatError]) {
    for warning in warnings.iter().take(MAX_WARNINGS) {
        print_error(&format!("{}, {warning}", file.display()));
    }
    let more = warnings.len().saturating_sub(MAX_WARNINGS);
    if more > 0 {
        print_error(&format!("{}: {more} more such places", file.display()));
    }
}

/// Writes games to a file in the format of its extension, and prints what of them
/// the format does not hold.
pub(super) fn write_games(to: &Path, games: &[GameTree]) -> Result<(), CliError> {
    let written = formats::write(&extension(to), games).map_err(|error| file_error(to, &error))?;
    fs::write(to, written.bytes).map_err(|error| file_error(to, &error))?;
    let losses: Vec<_> = written.losses.iter().map(ToString::to_string).collect();
    if !losses.is_empty() {
        print_error(&format!("{}: left out: {}", to.display(), losses.join(", ")));
    }
    Ok(())
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
    write_games(to, &games)?;
    writeln!(out, "{} {}", games.len(), if games.len() == 1 { "game" } else { "games" })?;
    Ok(())
}

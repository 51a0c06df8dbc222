//! `convert`: games from one format to another.

use std::fs;
use std::io::Write;
use std::path::Path;

use super::{CliError, failed};
use crate::record::GameTree;
use crate::record::formats::{self, FormatError, Source};

/// The ending of a file's name.
pub(super) fn ending(path: &Path) -> String {
    path.extension().unwrap_or_default().to_string_lossy().into_owned()
}

/// The games of a file, in the format that its ending names.
pub(super) fn read(from: &Path) -> Result<Vec<GameTree>, CliError> {
    formats::by_ending(&ending(from)).map_err(|error| failed(from, &error))?;
    let bytes = fs::read(from).map_err(|error| failed(from, &error))?;
    // The files of a series, such as WTH_1977 and WTH_1978, may share what
    // lies beside them under the name before the number.
    let stem = from.file_stem().unwrap_or_default().to_string_lossy();
    let series = stem.split('_').next().unwrap_or_default();
    let beside = |ending: &str| {
        [&*stem, series].into_iter().find_map(|stem| {
            let read = |ending: &str| fs::read(from.with_file_name(format!("{stem}.{ending}")));
            read(ending).or_else(|_| read(&ending.to_uppercase())).ok()
        })
    };
    let read = formats::read(&ending(from), Source { bytes: &bytes, beside: &beside });
    read.map_err(|error| match error {
        FormatError::Line { line, reason } => {
            CliError::Line { file: from.display().to_string(), line, reason }
        }
        error => failed(from, &error),
    })
}

/// Refuses a file whose ending is of no format.
pub(super) fn check_writable(to: &Path) -> Result<(), CliError> {
    formats::by_ending(&ending(to)).map(|_| ()).map_err(|error| failed(to, &error))
}

pub(super) fn run(from: &Path, to: &Path, out: &mut dyn Write) -> Result<(), CliError> {
    // A wrong name of the output is found before there is work to lose.
    check_writable(to)?;
    let games = read(from)?;
    let written = formats::write(&ending(to), &games).map_err(|error| failed(to, &error))?;
    fs::write(to, written).map_err(|error| failed(to, &error))?;
    writeln!(out, "{} {}", games.len(), if games.len() == 1 { "game" } else { "games" })?;
    Ok(())
}

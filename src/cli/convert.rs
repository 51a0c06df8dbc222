//! `convert`: games from one format to another.

use std::fs;
use std::io::Write;
use std::path::Path;

use super::CliError;
use crate::record::formats::{self, FormatError, Source};

fn ending(path: &Path) -> String {
    path.extension().unwrap_or_default().to_string_lossy().into_owned()
}

pub(super) fn run(from: &Path, to: &Path, out: &mut dyn Write) -> Result<(), CliError> {
    let failed = |path: &Path, reason: &dyn std::fmt::Display| CliError::File {
        file: path.display().to_string(),
        reason: reason.to_string(),
    };
    // A wrong name of the output is found before there is work to lose.
    formats::by_ending(&ending(to)).map_err(|error| failed(to, &error))?;
    formats::by_ending(&ending(from)).map_err(|error| failed(from, &error))?;
    let bytes = fs::read(from).map_err(|error| failed(from, &error))?;
    let beside = |ending: &str| {
        let lower = fs::read(from.with_extension(ending)).ok();
        lower.or_else(|| fs::read(from.with_extension(ending.to_uppercase())).ok())
    };
    let read = formats::read(&ending(from), Source { bytes: &bytes, beside: &beside });
    let games = read.map_err(|error| match error {
        FormatError::Line { line, reason } => {
            CliError::Line { file: from.display().to_string(), line, reason }
        }
        error => failed(from, &error),
    })?;
    let written = formats::write(&ending(to), &games).map_err(|error| failed(to, &error))?;
    fs::write(to, written).map_err(|error| failed(to, &error))?;
    writeln!(out, "{} {}", games.len(), if games.len() == 1 { "game" } else { "games" })?;
    Ok(())
}

//! Files that the training commands read and write.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

use crate::cli::{CliError, file_error};
use crate::core::mix;

/// Makes the numbered files of a folder that are not there yet, so that a command goes on after a
/// stop.
pub(super) fn make_missing(
    folder: &Path,
    count: u32,
    name: impl Fn(u32) -> String,
    mut make: impl FnMut(u32, &Path) -> Result<(), CliError>,
) -> Result<(), CliError> {
    fs::create_dir_all(folder).map_err(|error| file_error(folder, &error))?;
    for number in 0..count {
        let file = folder.join(name(number));
        if !file.exists() {
            make(number, &file)?;
        }
    }
    Ok(())
}

/// Seeds of the games of a file.
pub(super) fn game_seeds(seed: u64, file: u32, games: u32) -> Vec<u64> {
    (0..games).map(|game| mix(seed ^ mix(u64::from(file) << 32 | u64::from(game)))).collect()
}

/// The files of a folder that [`make_missing`] made, by name.
pub(super) fn dataset_files(folder: &Path) -> Result<Vec<PathBuf>, CliError> {
    let entries = fs::read_dir(folder).and_then(Iterator::collect::<Result<Vec<_>, _>>);
    let entries = entries.map_err(|error| file_error(folder, &error))?;
    let mut files: Vec<_> = entries.into_iter().map(|entry| entry.path()).collect();
    files.retain(|file| file.extension().is_some_and(|extension| extension == "bin"));
    files.sort();
    Ok(files)
}

/// Writes trained weights, and says so.
pub(super) fn write_weights(
    file: &Path,
    bytes: &[u8],
    out: &mut dyn Write,
) -> Result<(), CliError> {
    fs::write(file, bytes).map_err(|error| file_error(file, &error))?;
    writeln!(out, "{}: {} bytes", file.display(), bytes.len())?;
    Ok(())
}

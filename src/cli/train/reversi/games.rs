//! Game collections of WTHOR files.

use std::collections::HashSet;
use std::fs;
use std::path::{Path, PathBuf};

use crate::cli::{CliError, file_error};
use crate::record::formats::wthor_games;
use crate::train::reversi::{GameRecord, TheoreticalScore};

/// The games of a folder.
pub(super) struct Collection {
    /// The games in the order of the files, without duplicates.
    pub games: Vec<GameRecord>,
    /// Number of duplicates left out.
    pub repeated: usize,
}

/// Reads every WTHOR file of a folder.
pub(super) fn read(folder: &Path) -> Result<Collection, CliError> {
    let entries = fs::read_dir(folder).map_err(|error| file_error(folder, &error))?;
    let is_wthor =
        |path: &PathBuf| path.extension().is_some_and(|end| end.eq_ignore_ascii_case("wtb"));
    let mut files: Vec<PathBuf> =
        entries.filter_map(|entry| Some(entry.ok()?.path())).filter(is_wthor).collect();
    files.sort();
    if files.is_empty() {
        return Err(file_error(folder, &"there is no file of games in it; expected some .wtb"));
    }
    let mut collection = Collection { games: Vec::new(), repeated: 0 };
    let mut known = HashSet::new();
    for file in files {
        let bytes = fs::read(&file).map_err(|error| file_error(&file, &error))?;
        let found = wthor_games(&bytes).map_err(|error| file_error(&file, &error))?;
        for game in &found.games {
            let squares = game.squares.iter().take_while(|&&code| code != 0);
            // An invalid square becomes 255, which is never legal.
            let square = |&code: &u8| match (code / 10, code % 10) {
                (rank @ 1..=8, file @ 1..=8) => (rank - 1) * 8 + file - 1,
                _ => u8::MAX,
            };
            let theoretical_score = TheoreticalScore {
                empties: u32::from(found.theoretical_depth),
                score: 2 * i32::from(game.theoretical_score) - 64,
            };
            let is_known = found.theoretical_depth > 0 && game.theoretical_score <= 64;
            let played = GameRecord {
                squares: squares.map(square).collect(),
                theoretical_score: is_known.then_some(theoretical_score),
            };
            if known.insert(played.hash()) {
                collection.games.push(played);
            } else {
                collection.repeated += 1;
            }
        }
    }
    Ok(collection)
}

//! Positions that the laboratory of searches offers: small enough that a search of them can
//! be looked at as a whole.

use std::collections::BTreeMap;

use serde::Deserialize;

use super::file::{self, FileError, FormatError};
use super::messages;
use crate::games::{AnyPosition, Game, Options, registry};

/// The file of the positions, within the assets folder.
pub const POSITIONS: &str = "laboratory/positions.ron";

/// Most positions of the file, far more than there are.
const MAX_POSITIONS: usize = 200;

#[derive(Deserialize)]
#[serde(rename = "Laboratory", deny_unknown_fields)]
struct PositionFile {
    version: u32,
    positions: Vec<Entry>,
}

#[derive(Deserialize)]
#[serde(rename = "Position", deny_unknown_fields)]
struct Entry {
    game: String,
    #[serde(default)]
    options: Options,
    #[serde(default)]
    position: Option<String>,
    title: BTreeMap<String, String>,
}

/// A position of the laboratory.
#[derive(Clone, Debug)]
pub struct LaboratoryPosition {
    /// The game.
    pub game: &'static dyn Game,
    /// Its options.
    pub options: Options,
    /// The position.
    pub position: AnyPosition,
    /// Title by language.
    pub title: BTreeMap<String, String>,
}

/// Reads the file of positions; each can be set up and has a move.
///
/// # Errors
/// Says which position of the file is wrong, and why.
pub fn read(file: &str, text: &str) -> Result<Vec<LaboratoryPosition>, FileError> {
    let read: PositionFile = file::parse(file, text)?;
    file::check_version(read.version).map_err(|error| FileError::whole(file, error))?;
    file::check_count(read.positions.len(), "position", "positions", MAX_POSITIONS)
        .map_err(|error| FileError::whole(file, error))?;
    read.positions
        .into_iter()
        .enumerate()
        .map(|(n, entry)| {
            let number = n + 1;
            let wrong =
                |reason: String| FileError::whole(file, format!("position {number}: {reason}"));
            let game = registry::find(&entry.game)
                .ok_or_else(|| wrong(FormatError::unknown_game(&entry.game).to_string()))?;
            let position = match &entry.position {
                Some(text) => game.position(&entry.options, text),
                None => game.start(&entry.options),
            };
            let position = position.map_err(|error| wrong(error.to_string()))?;
            if position.outcome().is_some() {
                return Err(wrong("the game is over; expected a position with a move".to_owned()));
            }
            if let Some(language) = messages::missing_language(&entry.title) {
                let error = FormatError::NoTranslation { name: "title", language };
                return Err(wrong(error.to_string()));
            }
            let Entry { options, title, .. } = entry;
            Ok(LaboratoryPosition { game, options, position, title })
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn error(positions: &str) -> String {
        let text = format!("(version: 1, positions: [{positions}])");
        read("lab.ron", &text).unwrap_err().to_string()
    }

    #[test]
    fn a_wrong_position_is_named_with_the_reason() {
        let title = "title: {\"en\": \"A\", \"zh-Hans\": \"甲\"}";
        let one = |rest: &str| format!("(game: \"tictactoe\", {rest}{title})");
        let found = error(&format!("{}, {}", one(""), one("position: Some(\"XX\"), ")));
        assert!(found.starts_with("lab.ron") && found.contains("position 2: "), "{found}");
        let over = error(&one("position: Some(\"XXX/OO-/--- O\"), "));
        assert!(over.contains("the game is over"), "{over}");
        assert!(error(&format!("(game: \"ludo\", {title})")).contains("ludo"));
        assert!(error("(game: \"tictactoe\", title: {\"en\": \"A\"})").contains("zh-Hans"));
        assert!(read("lab.ron", "(version: 2, positions: [])").is_err());
    }
}

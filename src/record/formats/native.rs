//! The native format: one game as RON. See [`TreeFile`].

use super::text::line_error;
use super::{Format, FormatError, FormatGames, Source};
use crate::record::{GameTree, TreeFile};

pub(super) const NATIVE: Format = Format {
    id: "tianyuan",
    extensions: &["ron"],
    games: FormatGames::All,
    multi_game: false,
    variations: true,
    annotations: true,
    sniff: |_| false,
    read,
    write: Some(write),
};

fn read(source: Source<'_>) -> Result<Vec<GameTree>, FormatError> {
    let file: TreeFile = ron::de::from_bytes(source.bytes).map_err(|error| FormatError::Line {
        line: error.span.start.line,
        reason: error.code.to_string(),
    })?;
    let tree = GameTree::try_from(&file).map_err(|error| line_error(1, error))?;
    Ok(vec![tree])
}

fn write(games: &[GameTree]) -> Result<Vec<u8>, FormatError> {
    let mut text = String::new();
    for (number, game) in games.iter().enumerate() {
        let config = ron::ser::PrettyConfig::new().depth_limit(3);
        let file = ron::ser::to_string_pretty(&TreeFile::from(game), config)
            .map_err(|error| FormatError::Unrepresentable { number, reason: error.to_string() })?;
        text.push_str(&file);
        text.push('\n');
    }
    Ok(text.into_bytes())
}

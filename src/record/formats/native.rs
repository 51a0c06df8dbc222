//! The native format: a game as RON, see [`TreeFile`], or a list of games in
//! brackets.

use ron::ser::PrettyConfig;

use super::text::line_error;
use super::{Format, FormatError, FormatGames, Source, check_game_count, without_caches};
use crate::core::excerpt;
use crate::record::{GameTree, TreeFile};

pub(super) const NATIVE: Format = Format {
    id: "tianyuan",
    extensions: &["ron"],
    games: FormatGames::All,
    multi_game: true,
    variations: true,
    annotations: true,
    sniff: |_| false,
    read,
    write: Some(|games, _| write(games)),
};

/// Fewest bytes of a game in a list.
const MIN_GAME_BYTES: usize = 24;

fn read(source: Source<'_>) -> Result<Vec<GameTree>, FormatError> {
    let invalid = |error: ron::error::SpannedError| FormatError::Line {
        line: error.span.start.line,
        reason: excerpt(&error.code.to_string()),
    };
    if !begins_list(source.bytes) {
        let file: TreeFile = ron::de::from_bytes(source.bytes).map_err(invalid)?;
        return Ok(vec![GameTree::try_from(&file).map_err(|error| line_error(1, error))?]);
    }
    let files: Vec<TreeFile> = ron::de::from_bytes(source.bytes).map_err(invalid)?;
    check_game_count(files.len(), MIN_GAME_BYTES, source.bytes)?;
    let tree = |(n, file)| {
        let tree = GameTree::try_from(file);
        let invalid = |error| line_error(1, format!("game {}: {error}", n + 1));
        tree.map(without_caches).map_err(invalid)
    };
    files.iter().enumerate().map(tree).collect()
}

/// True if the text begins with the bracket of a list.
fn begins_list(bytes: &[u8]) -> bool {
    let text = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
    text.trim_ascii_start().starts_with(b"[")
}

fn write(games: &[GameTree]) -> Result<Vec<u8>, FormatError> {
    let to_text = |(n, game): (usize, &GameTree)| {
        let config = PrettyConfig::new().depth_limit(3);
        let invalid = |error: ron::Error| FormatError::Unrepresentable {
            number: n + 1,
            reason: error.to_string(),
        };
        ron::ser::to_string_pretty(&TreeFile::from(game), config).map_err(invalid)
    };
    let games: Vec<_> = games.iter().enumerate().map(to_text).collect::<Result<_, _>>()?;
    Ok(match games.as_slice() {
        [game] => format!("{game}\n"),
        games => format!("[\n{}\n]\n", games.join(",\n")),
    }
    .into_bytes())
}

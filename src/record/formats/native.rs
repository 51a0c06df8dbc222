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

/// Most brackets within one another; records have far fewer.
const MAX_DEPTH: usize = 100;
/// Fewest bytes of a game in a list.
const MIN_GAME_BYTES: usize = 24;

fn read(source: Source<'_>) -> Result<Vec<GameTree>, FormatError> {
    let files = match parse(source.bytes) {
        Ok(files) => files,
        Err(error) => {
            let mended = mend_cut(source.bytes).ok_or_else(|| error.clone())?;
            let mut files = parse(&mended).map_err(|_| error)?;
            files.iter_mut().for_each(TreeFile::forget_missing_nodes);
            let line = 1 + source.bytes.iter().filter(|&&byte| byte == b'\n').count();
            (source.warn)(line_error(line, "the file ends before its last game does"));
            files
        }
    };
    if let ([file], false) = (files.as_slice(), begins_list(source.bytes)) {
        return Ok(vec![GameTree::try_from(file).map_err(|error| line_error(1, error))?]);
    }
    check_game_count(files.len(), MIN_GAME_BYTES, source.bytes)?;
    let tree = |(n, file)| {
        let tree = GameTree::try_from(file);
        let invalid = |error| line_error(1, format!("game {}: {error}", n + 1));
        tree.map(without_caches).map_err(invalid)
    };
    files.iter().enumerate().map(tree).collect()
}

/// The one game of a file, or those of a list.
fn parse(bytes: &[u8]) -> Result<Vec<TreeFile>, FormatError> {
    let files = match begins_list(bytes) {
        true => ron::de::from_bytes(bytes),
        false => ron::de::from_bytes(bytes).map(|file| vec![file]),
    };
    files.map_err(|error: ron::error::SpannedError| FormatError::Line {
        line: error.span.start.line,
        reason: excerpt(&error.code.to_string()),
    })
}

/// A file that ends within a list of moves, ended after the last whole move; `None` if
/// it is not cut off or has no whole move.
fn mend_cut(bytes: &[u8]) -> Option<Vec<u8>> {
    let mut open = Vec::new();
    let mut last: Option<(usize, &[u8])> = None;
    let (mut in_text, mut is_escaped) = (false, false);
    for (at, &byte) in bytes.iter().enumerate() {
        match byte {
            _ if is_escaped => is_escaped = false,
            b'\\' if in_text => is_escaped = true,
            b'"' => in_text = !in_text,
            _ if in_text => {}
            b'(' | b'[' | b'{' => open.push(byte),
            b')' | b']' | b'}' => {
                open.pop()?;
                let end: &[u8] = match open.as_slice() {
                    // After a move of a game, or of one in a list of games, and after
                    // a whole game of a list.
                    b"([" => b"])",
                    b"[([" => b"])]",
                    b"[" => b"]",
                    _ => continue,
                };
                last = Some((at + 1, end));
            }
            _ => {}
        }
        if open.len() > MAX_DEPTH {
            return None;
        }
    }
    let (at, end) = last.filter(|_| in_text || !open.is_empty())?;
    Some([&bytes[..at], end].concat())
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

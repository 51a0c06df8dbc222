//! Format detection for text without a file name, such as from the clipboard.

use super::{FORMATS, Format, FormatError, Source};
use crate::record::GameTree;

/// Formats without a signature, in the order in which they are tried.
const PLAIN: [&str; 3] = ["reversi-text", "pgn", "gomoku-text"];

fn formats(ids: &'static [&'static str]) -> impl Iterator<Item = &'static Format> {
    ids.iter().filter_map(|id| FORMATS.iter().copied().find(|format| format.id == *id))
}

/// The likely formats by the text's first characters.
fn detect(text: &str) -> &'static [&'static str] {
    let head: String = text.chars().take(4000).collect::<String>().to_ascii_lowercase();
    if head.contains("dhtmlxq_") {
        &["dhtmlxq"]
    } else if head.contains("gm[othello") {
        &["ggf", "sgf"]
    } else if head.contains("(;") {
        &["sgf", "ggf"]
    } else if head.starts_with('{') {
        &["othello-quest"]
    } else if head.starts_with('(') {
        &["tianyuan"]
    } else if let Some(inner) = head.strip_prefix('[') {
        // A list of games, or tags.
        if inner.trim_start().starts_with('(') { &["tianyuan"] } else { &["pgn"] }
    } else if head.starts_with("\\hs") || head.starts_with("\\[gibokind") {
        &["gib"]
    } else if head.contains("\npmab") {
        &["ngf"]
    } else if head.lines().any(|line| matches!(line.trim(), "board" | "yxboard")) {
        &["gomocup"]
    } else {
        &[]
    }
}

/// Reads the games of a text in an unknown format; `warn` as in [`Source`].
///
/// # Errors
/// The error of the most likely format, or [`FormatError::Unrecognised`].
pub fn read_any(text: &str, warn: &dyn Fn(FormatError)) -> Result<Vec<GameTree>, FormatError> {
    let text = text.trim_start_matches(|c: char| c.is_whitespace() || c == '\u{feff}');
    let source = Source { warn, ..Source::from_bytes(text.as_bytes()) };
    let mut first = None;
    for format in formats(detect(text)) {
        match format.read(source) {
            Ok(games) => return Ok(games),
            Err(error) => first = first.or(Some(error)),
        }
    }
    if let Some(error) = first {
        return Err(error);
    }
    // A reader that skips unknown text takes anything for a game without
    // moves.
    let has_moves = |games: &[GameTree]| {
        games.iter().all(|game| game.main_line().nth(1).is_some()) && !games.is_empty()
    };
    for format in formats(&PLAIN) {
        match format.read(source) {
            Ok(games) if has_moves(&games) => return Ok(games),
            Err(error) if (format.sniff)(source.bytes) => return Err(error),
            _ => {}
        }
    }
    Err(FormatError::Unrecognised)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Option<(&'static str, usize)> {
        let games = read_any(text, &|_| ()).ok()?;
        let first = games.first()?;
        Some((first.game().id(), first.main_line().count() - 1))
    }

    #[test]
    fn formats_are_detected_by_content() {
        let known = [
            ("f5d6c3", "reversi", 3),
            (" 1. F5 f4 2. F3 g4", "reversi", 4),
            ("h8i9g7", "gomoku", 3),
            ("1. e4 e5 2. Nf3 *", "chess", 3),
            ("\u{feff}[Event \"x\"]\n\n1. d4 d5 1-0", "chess", 2),
            ("(;GM[1]FF[4]SZ[19];B[pd];W[dp])", "go", 2),
            (
                "(;GM[Othello]PC[x]PB[a]PW[b]TY[8]BO[8 -------- -------- -------- ---O*--- \
              ---*O--- -------- -------- -------- *]B[d3]W[c3];)",
                "reversi",
                2,
            ),
        ];
        for (text, game, plies) in known {
            assert_eq!(read(text), Some((game, plies)), "{text}");
        }
    }

    #[test]
    fn a_text_that_is_no_record_is_refused() {
        for text in
            ["", "   ", "hello", "The quick brown fox", "https://example.org", "天元", "12345"]
        {
            assert_eq!(read_any(text, &|_| ()).err(), Some(FormatError::Unrecognised), "{text}");
        }
        assert!(matches!(read_any("(;GM[1]SZ[x", &|_| ()), Err(FormatError::Line { .. })));
    }
}

//! The openings of a match: read from a file or random.

use std::path::Path;

use thiserror::Error;

use crate::cli::{CliError, file_error};
use crate::core::{Move, Random, excerpt};
use crate::games::{AnyPosition, IllegalMove};

/// Attempts at a random opening that does not end the game.
const MAX_TRIES: u32 = 200;

/// Errors of an opening.
#[derive(Debug, PartialEq, Error)]
enum OpeningError {
    #[error("{}: {refusal}", excerpt(.text))]
    Move { text: String, refusal: IllegalMove },
    #[error("the game is over after this opening; expected moves that lead on")]
    Over,
}

/// Reads openings, one line of moves each; empty lines and those that begin
/// with # are skipped.
pub(super) fn read(path: &Path, start: &AnyPosition) -> Result<Vec<Vec<Move>>, CliError> {
    let text = std::fs::read_to_string(path).map_err(|error| file_error(path, &error))?;
    parse(path, &text, start)
}

/// Reads the text of a file of openings.
pub(in crate::cli) fn parse(
    path: &Path,
    text: &str,
    start: &AnyPosition,
) -> Result<Vec<Vec<Move>>, CliError> {
    let mut found = Vec::new();
    for (number, line) in text.lines().enumerate() {
        let line = line.trim();
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        let moves = read_line(line, start).map_err(|error| CliError::Line {
            file: path.display().to_string(),
            line: number + 1,
            reason: error.to_string(),
        })?;
        found.push(moves);
    }
    if found.is_empty() {
        return Err(file_error(path, &"there is no opening; expected one line of moves each"));
    }
    Ok(found)
}

/// Parses separated moves, or joined points such as f5d6c3.
fn read_line(line: &str, start: &AnyPosition) -> Result<Vec<Move>, OpeningError> {
    let mut position = start.clone();
    let mut moves = Vec::new();
    for word in line.split([' ', '\t', ',']).filter(|word| !word.is_empty()) {
        let parts = match position.parse_move(word) {
            Ok(_) => vec![word],
            Err(_) => split_points(word),
        };
        for part in parts {
            let illegal = |refusal| OpeningError::Move { text: part.to_owned(), refusal };
            let mv = position.parse_move(part).map_err(illegal)?;
            position.play(mv).map_err(illegal)?;
            moves.push(mv);
        }
    }
    if position.outcome().is_some() {
        return Err(OpeningError::Over);
    }
    Ok(moves)
}

/// Splits a word before each letter that follows a digit.
fn split_points(word: &str) -> Vec<&str> {
    let mut parts = Vec::new();
    let mut from = 0;
    let mut before = ' ';
    for (at, c) in word.char_indices() {
        if before.is_ascii_digit() && c.is_alphabetic() {
            parts.push(&word[from..at]);
            from = at;
        }
        before = c;
    }
    parts.push(&word[from..]);
    parts
}

/// Random moves of this many plies; fewer if the game would be over by then.
pub(in crate::cli) fn random_opening(start: &AnyPosition, plies: u32, seed: u64) -> Vec<Move> {
    let mut random = Random::new(seed);
    for _ in 0..MAX_TRIES {
        let mut position = start.clone();
        let mut line = Vec::new();
        for _ in 0..plies {
            let mut moves = position.legal_moves();
            let is_played = |mv: &Move| matches!(mv, Move::Place(_) | Move::FromTo { .. });
            if moves.iter().any(is_played) {
                moves.retain(is_played);
            }
            let Some(&mv) = random.pick(&moves) else { break };
            if position.play(mv).is_err() {
                break;
            }
            line.push(mv);
        }
        if position.outcome().is_none() && !position.legal_moves().is_empty() {
            return line;
        }
    }
    Vec::new()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::{Options, registry};

    fn start(game: &str) -> AnyPosition {
        registry::find(game).unwrap().start(&Options::default()).unwrap()
    }

    #[test]
    fn moves_are_read_apart_and_in_one_piece() {
        let reversi = start("reversi");
        assert_eq!(read_line("f5d6c3", &reversi), read_line("f5, d6 c3", &reversi));
        assert_eq!(read_line("f5d6c3", &reversi).unwrap().len(), 3);
        assert_eq!(read_line("e2e4 e7e5", &start("chess")).unwrap().len(), 2);
        assert!(read_line("f5f5", &reversi).unwrap_err().to_string().starts_with("f5: "));
    }

    #[test]
    fn the_same_seed_gives_the_same_opening() {
        let reversi = start("reversi");
        assert_eq!(random_opening(&reversi, 6, 3), random_opening(&reversi, 6, 3));
        assert_eq!(random_opening(&reversi, 6, 3).len(), 6);
        assert_ne!(random_opening(&reversi, 6, 3), random_opening(&reversi, 6, 4));
    }
}

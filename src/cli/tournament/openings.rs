//! The openings of a match: read from a file or random.
//!
//! A file is a list of positions (EPD or FEN, one a line), games in any format of records, one of
//! our opening books, or lines of moves.

use std::path::Path;

use thiserror::Error;

use super::game::opening_moves;
use crate::cli::convert::{extension, read_games};
use crate::cli::{CliError, file_error};
use crate::content::books::read_book;
use crate::core::{Move, Random, excerpt};
use crate::games::{AnyPosition, Game, IllegalMove, Options, SetupError};
use crate::record::FileError;

/// The beginning of a game.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(in crate::cli) struct Opening {
    /// The position before its moves, where it is not the usual one.
    pub(in crate::cli) start: Option<String>,
    pub(in crate::cli) moves: Vec<Move>,
}

impl From<Vec<Move>> for Opening {
    fn from(moves: Vec<Move>) -> Opening {
        Opening { start: None, moves }
    }
}

/// Attempts at a random opening that does not end the game.
const MAX_TRIES: u32 = 200;

/// Errors of an opening.
#[derive(Debug, PartialEq, Error)]
enum OpeningError {
    #[error("{}: {refusal}", excerpt(.text))]
    Move { text: String, refusal: IllegalMove },
    #[error("the game is over after this opening; expected moves that lead on")]
    Over,
    #[error(transparent)]
    Setup(#[from] SetupError),
    #[error(transparent)]
    Record(#[from] FileError),
    #[error("this is a game of {0}")]
    OtherGame(&'static str),
}

/// Reads the openings of a file for games of this kind; of recorded games the first plies.
pub(super) fn read(
    path: &Path,
    game: &'static dyn Game,
    options: &Options,
    max_plies: usize,
) -> Result<Vec<Opening>, CliError> {
    let start = game.start(options)?;
    let read_text = || std::fs::read_to_string(path).map_err(|error| file_error(path, &error));
    match extension(path).to_lowercase().as_str() {
        "epd" | "fen" => parse_positions(path, &read_text()?, game, options),
        "txt" | "opn" | "" => parse(path, &read_text()?, &start),
        "ron" => match read_book(&path.display().to_string(), &read_text()?) {
            Ok(book) => {
                let lines: Vec<_> = book.lines.iter().map(|line| line.moves.as_str()).collect();
                parse(path, &lines.join("\n"), &start)
            }
            Err(error) => read_records(path, game, max_plies).map_err(|_| file_error(path, &error)),
        },
        _ => read_records(path, game, max_plies),
    }
}

/// Reads the beginnings of recorded games.
fn read_records(
    path: &Path,
    game: &'static dyn Game,
    max_plies: usize,
) -> Result<Vec<Opening>, CliError> {
    let trees = read_games(path, Some(game))?;
    let openings = trees.iter().map(|tree| {
        if tree.game().id() != game.id() {
            return Err(OpeningError::OtherGame(tree.game().id()));
        }
        let mut moves = opening_moves(tree, max_plies)?;
        let mut position = tree.start().clone();
        let legal = moves.iter().take_while(|mv| position.play(**mv).is_ok()).count();
        moves.truncate(legal);
        // The moves up to the end of a game are none to begin with.
        if position.outcome().is_some() {
            return Err(OpeningError::Over);
        }
        Ok(Opening { start: tree.start_text().map(str::to_owned), moves })
    });
    let found: Result<Vec<_>, _> = openings.collect();
    found.map_err(|error| file_error(path, &error))
}

/// Reads positions, one a line: EPD, whose operations are left out, or FEN.
fn parse_positions(
    path: &Path,
    text: &str,
    game: &dyn Game,
    options: &Options,
) -> Result<Vec<Opening>, CliError> {
    let lines = text.lines().enumerate().map(|(number, line)| (number, line.trim()));
    let lines = lines.filter(|(_, line)| !line.is_empty() && !line.starts_with('#'));
    let openings = lines.map(|(number, line)| {
        read_position(line, game, options).map_err(|error| CliError::Line {
            file: path.display().to_string(),
            line: number + 1,
            reason: error.to_string(),
        })
    });
    let found: Vec<_> = openings.collect::<Result<_, _>>()?;
    if found.is_empty() {
        return Err(file_error(path, &"there is no position; expected one a line"));
    }
    Ok(found)
}

/// Reads a position with as many of its first words as it takes.
fn read_position(line: &str, game: &dyn Game, options: &Options) -> Result<Opening, OpeningError> {
    let line = line.split(';').next().unwrap_or_default().trim();
    let words: Vec<&str> = line.split_whitespace().collect();
    let mut first = None;
    // The longest that is a position: a FEN has two numbers that an EPD has not.
    for count in (1..=words.len()).rev() {
        match game.position(options, &words[..count].join(" ")) {
            Ok(position) if position.outcome().is_some() => return Err(OpeningError::Over),
            Ok(position) => {
                return Ok(Opening { start: Some(position.diagram()), moves: Vec::new() });
            }
            Err(error) => first = first.or(Some(error)),
        }
    }
    Err(first.map_or(OpeningError::Over, OpeningError::from))
}

/// Reads openings, one line of moves each; empty lines and those that begin with # are skipped.
pub(in crate::cli) fn parse(
    path: &Path,
    text: &str,
    start: &AnyPosition,
) -> Result<Vec<Opening>, CliError> {
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
        found.push(Opening::from(moves));
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
    use crate::games::registry;

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

    #[test]
    fn positions_are_read_with_and_without_their_operations() {
        let chess = registry::find("chess").unwrap();
        let text = "# test\nrnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - bm e5; id \"a\";\n\
                    4k3/8/8/8/8/8/4P3/4K3 w - - 5 39\n";
        let options = Options::default();
        let read = parse_positions(Path::new("a.epd"), text, chess, &options).unwrap();
        assert_eq!(read.len(), 2);
        assert!(read[1].start.as_deref().unwrap().ends_with("w - - 5 39"));
        for wrong in ["", "4k3/8 w - -", "7k/5QK1/8/8/8/8/8/8 b - - 0 1"] {
            assert!(
                parse_positions(Path::new("a.epd"), wrong, chess, &options).is_err(),
                "{wrong}"
            );
        }
    }
}

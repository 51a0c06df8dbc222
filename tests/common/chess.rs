//! Chess positions for tests.

use tianyuan::core::Position;
use tianyuan::games::Notation;
use tianyuan::games::chess::Chess;

/// The standard starting position.
pub const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

/// A position from its FEN.
pub fn read(text: &str) -> Chess {
    Chess::parse(text).unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// Plays moves in any notation.
pub fn play(position: &mut Chess, moves: &str) {
    for text in moves.split_whitespace() {
        let ply = position.parse_move(text).unwrap_or_else(|error| panic!("{text}: {error}"));
        position.play(ply);
    }
}

/// The position of this FEN after these moves.
pub fn after(text: &str, moves: &str) -> Chess {
    let mut position = read(text);
    play(&mut position, moves);
    position
}

/// The translation key of the reason why a move is illegal.
pub fn refused(position: &Chess, text: &str) -> &'static str {
    match position.parse_move(text) {
        Err(error) => error.id,
        Ok(ply) => panic!("{text} is played as {}", position.move_text(ply)),
    }
}

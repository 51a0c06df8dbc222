//! Positions of chess as tests make them.

use tianyuan::core::Position;
use tianyuan::games::Playable;
use tianyuan::games::chess::Chess;

/// The usual start.
pub const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

/// A position from its FEN.
pub fn read(text: &str) -> Chess {
    Chess::read(text).unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// Plays moves in any notation.
pub fn play(position: &mut Chess, moves: &str) {
    for text in moves.split_whitespace() {
        let ply = position.parse_move(text).unwrap_or_else(|refusal| panic!("{text}: {refusal}"));
        position.play(ply);
    }
}

/// The position of this FEN after these moves.
pub fn after(text: &str, moves: &str) -> Chess {
    let mut position = read(text);
    play(&mut position, moves);
    position
}

/// The translation key of the reason for which a move is refused.
pub fn refused(position: &Chess, text: &str) -> &'static str {
    match position.parse_move(text) {
        Err(refusal) => refusal.id,
        Ok(ply) => panic!("{text} is played as {}", position.move_text(ply)),
    }
}

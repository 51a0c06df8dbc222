//! Moves that draw the game at once.

use super::position::{Chess, ChessMove};
use crate::core::{GameOverReason, Position};
use crate::games::{Notation, Ruling, Warning};

/// Label and translation key for a result; `None` for checkmate.
fn label_and_message_id(ending: GameOverReason) -> Option<(&'static str, &'static str)> {
    Some(match ending {
        GameOverReason::Stalemate => ("stalemate", "chess-would-be-stalemate"),
        GameOverReason::DeadPosition => ("dead", "chess-would-be-dead"),
        GameOverReason::FivefoldRepetition => ("5 times", "chess-would-be-fivefold"),
        GameOverReason::SeventyFiveMoves => ("75 moves", "chess-would-be-seventy-five"),
        _ => return None,
    })
}

/// All warnings of a position, in the order of its legal moves.
pub(super) fn warnings(position: &Chess) -> Vec<Warning> {
    let mut position = position.clone();
    let mut moves = Vec::new();
    position.legal_moves(&mut moves);
    let mut found = Vec::new();
    for &mv in moves.iter().filter(|&&mv| mv != ChessMove::CLAIM) {
        position.play(mv);
        let ending = position.outcome();
        position.undo(mv, ());
        let text = ending.and_then(|ending| label_and_message_id(ending.reason));
        if let Some((label, message_id)) = text {
            let mv = position.to_move(mv);
            found.push(Warning { mv, ruling: Ruling::Draw, label, message_id, rows: Vec::new() });
        }
    }
    found
}

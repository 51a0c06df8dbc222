//! The moves that draw the game at once.

use super::position::{Chess, Ply};
use crate::core::Position;
use crate::games::{Call, Playable, Warning};

/// What is written of a move that ends the game for this reason; `None` for
/// mate, of which nobody needs to be warned.
fn words(ending: &str) -> Option<(&'static str, &'static str)> {
    Some(match ending {
        "chess-stalemate" => ("stalemate", "chess-would-be-stalemate"),
        "chess-dead-position" => ("dead", "chess-would-be-dead"),
        "chess-fivefold" => ("5 times", "chess-would-be-fivefold"),
        "chess-seventy-five" => ("75 moves", "chess-would-be-seventy-five"),
        _ => return None,
    })
}

/// Every warning that a position has, in the order of its legal moves.
pub(super) fn of(position: &Chess) -> Vec<Warning> {
    let mut position = position.clone();
    let mut moves = Vec::new();
    position.legal_moves(&mut moves);
    let mut found = Vec::new();
    for &ply in moves.iter().filter(|&&ply| ply != Ply::CLAIM) {
        position.play(ply);
        let ending = position.outcome();
        position.undo(ply, ());
        if let Some((label, reason)) = ending.and_then(|ending| words(ending.reason)) {
            let mv = position.lift(ply);
            found.push(Warning { mv, call: Call::Draw, label, reason, rows: Vec::new() });
        }
    }
    found
}

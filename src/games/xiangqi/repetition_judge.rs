//! Adjudication of moves that were played on through repetitions.

use super::position::Xiangqi;
use crate::core::{Position, Side};
use crate::games::{Adjudication, Notation, Ruling, SetupError};

/// Judges the position after these moves, in any notation.
///
/// # Errors
/// When a move cannot be read or is not legal.
pub(super) fn adjudicate(start: &Xiangqi, moves: &[&str]) -> Result<Adjudication, SetupError> {
    let mut position = start.for_adjudication();
    for (n, text) in moves.iter().enumerate() {
        let mv = position.parse_move(text);
        let mv = mv.map_err(|refusal| SetupError::Move { number: n + 1, reason: refusal.text })?;
        position.play(mv);
    }
    let ruling = |winner: Option<Side>| match winner {
        None => Ruling::Draw,
        Some(side) if side == position.side_to_move() => Ruling::Win,
        Some(_) => Ruling::Loss,
    };
    let (ruling, reason) = if let Some(outcome) = position.outcome() {
        let mate = position.board().in_check(position.side_to_move());
        (ruling(outcome.winner), if mate { "checkmate" } else { "stalemate" })
    } else if let Some(verdict) = position.repetition() {
        (ruling(verdict.loser.map(Side::other)), verdict.reason.text())
    } else if position.is_at_natural_limit() {
        (Ruling::Draw, "natural limit of moves without a capture")
    } else {
        (Ruling::Undecided, "no repetition")
    };
    Ok(Adjudication { ruling, reason })
}

//! The judgement of a referee on moves that were played on through
//! repetitions.

use super::position::Xiangqi;
use crate::core::{Position, Side};
use crate::games::{Call, Judgement, Playable, SetupError};

/// Judges the position after these moves, in any notation.
///
/// # Errors
/// When a move cannot be read or is not legal.
pub(super) fn adjudicate(start: &Xiangqi, moves: &[&str]) -> Result<Judgement, SetupError> {
    let mut position = start.for_referee();
    for (n, text) in moves.iter().enumerate() {
        let mv = position.parse_move(text);
        let mv = mv.map_err(|refusal| SetupError::Move { number: n + 1, reason: refusal.text })?;
        position.play(mv);
    }
    let call = |winner: Option<Side>| match winner {
        None => Call::Draw,
        Some(side) if side == position.side_to_move() => Call::Win,
        Some(_) => Call::Loss,
    };
    let (call, reason) = if let Some(outcome) = position.outcome() {
        let mate = position.board().is_checked(position.side_to_move());
        (call(outcome.winner), if mate { "checkmate" } else { "stalemate" })
    } else if let Some(verdict) = position.repetition() {
        (call(verdict.loser.map(Side::other)), verdict.reason.text())
    } else if position.is_at_limit() {
        (Call::Draw, "natural limit of moves without a capture")
    } else {
        (Call::Undecided, "no repetition")
    };
    Ok(Judgement { call, reason })
}

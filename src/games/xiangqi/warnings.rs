//! Warnings about moves that repetition or the natural limit ends the game on,
//! and about moves after which the opponent can bring that about.

use super::bitboard::point;
use super::board::XiangqiMove;
use super::position::{Ending, Xiangqi};
use super::repetition::{Reason, Verdict};
use crate::core::{Position, Side};
use crate::games::{Notation, Ruling, Warning};

/// Plies since the last capture below which no answer to a further move can
/// complete a third occurrence.
const MIN_REVERSIBLE_PLIES: usize = 6;

/// A warning without its move.
struct WarningDetails {
    ruling: Ruling,
    label: &'static str,
    message_id: &'static str,
    rows: Vec<XiangqiMove>,
}

impl WarningDetails {
    /// The warning about a verdict, for the side that plays the move, or that
    /// plays the one which a reply makes fatal.
    fn of_verdict(
        verdict: Verdict,
        mover: Side,
        by_reply: bool,
        rows: Vec<XiangqiMove>,
    ) -> WarningDetails {
        let ruling = match verdict.loser {
            None => Ruling::Draw,
            Some(loser) if loser == mover => Ruling::Loss,
            Some(_) => Ruling::Win,
        };
        let label = match verdict.reason {
            Reason::PerpetualCheck => "perp. check",
            Reason::PerpetualChase => "perp. chase",
            Reason::PerpetualAttack => "perp. attack",
            Reason::BothAtFault | Reason::Repetition => "draw",
        };
        let [check, chase, attack] = match ruling {
            Ruling::Win => {
                ["xiangqi-would-end-check", "xiangqi-would-end-chase", "xiangqi-would-end-attack"]
            }
            _ if by_reply => {
                ["xiangqi-may-be-check", "xiangqi-may-be-chase", "xiangqi-may-be-attack"]
            }
            _ => ["xiangqi-would-be-check", "xiangqi-would-be-chase", "xiangqi-would-be-attack"],
        };
        let message_id = match verdict.reason {
            Reason::PerpetualCheck => check,
            Reason::PerpetualChase => chase,
            Reason::PerpetualAttack => attack,
            Reason::BothAtFault => "xiangqi-would-be-mutual",
            Reason::Repetition => "xiangqi-would-be-repetition",
        };
        WarningDetails { ruling, label, message_id, rows }
    }
}

/// The game end by repetition or the natural limit, unless there is no legal
/// move.
fn rule_ending(position: &Xiangqi) -> Option<Ending> {
    position.ending().filter(|_| position.board().has_legal_move(position.side_to_move()))
}

/// The warning about the move that has led here, if it has ended the game.
fn warning_after_move(position: &Xiangqi) -> Option<WarningDetails> {
    let mover = position.side_to_move().other();
    Some(match rule_ending(position)? {
        Ending::Repetition(verdict) => {
            WarningDetails::of_verdict(verdict, mover, false, position.offending_attacks())
        }
        Ending::NaturalLimit => WarningDetails {
            ruling: Ruling::Draw,
            label: "60 moves",
            message_id: "xiangqi-would-be-limit",
            rows: Vec::new(),
        },
    })
}

/// The warning about the move that has led here, if the opponent's answer can
/// complete a repetition that it loses.
fn warning_of_reply(
    position: &mut Xiangqi,
    answers: &mut Vec<XiangqiMove>,
) -> Option<WarningDetails> {
    let mover = position.side_to_move().other();
    position.legal_moves(answers);
    for &answer in answers.iter() {
        let undo = position.play(answer);
        let verdict = match rule_ending(position) {
            Some(Ending::Repetition(verdict)) if verdict.loser == Some(mover) => Some(verdict),
            _ => None,
        };
        let rows = if verdict.is_some() { position.offending_attacks() } else { Vec::new() };
        position.undo(answer, undo);
        let Some(verdict) = verdict else { continue };
        // The answering piece is drawn on its origin.
        let before = |point: u8| if point == answer.to { answer.from } else { point };
        let lines =
            rows.iter().map(|row| XiangqiMove { from: before(row.from), to: before(row.to) });
        return Some(WarningDetails::of_verdict(verdict, mover, true, lines.collect()));
    }
    None
}

/// The warnings of a position, in the order of its legal moves.
pub(super) fn warnings(position: &Xiangqi) -> Vec<Warning> {
    let near_end = position.reversible_plies() >= MIN_REVERSIBLE_PLIES;
    let mut position = position.clone();
    let (mut moves, mut answers) = (Vec::new(), Vec::new());
    position.legal_moves(&mut moves);
    let mut found = Vec::new();
    for &mv in &moves {
        let undo = position.play(mv);
        let details = warning_after_move(&position).or_else(|| {
            let goes_on = near_end && !position.has_ended();
            if goes_on { warning_of_reply(&mut position, &mut answers) } else { None }
        });
        position.undo(mv, undo);
        let Some(WarningDetails { ruling, label, message_id, rows }) = details else { continue };
        let rows = rows.into_iter().map(|row| [point(row.from), point(row.to)]).collect();
        found.push(Warning { mv: position.to_move(mv), ruling, label, message_id, rows });
    }
    found
}

//! The moves on which the rules of repetition and of the natural limit judge
//! at once, and those after which the opponent can bring such a judgement.

use super::board::Step;
use super::notation::point;
use super::position::{Ending, Xiangqi};
use super::repetition::{Reason, Verdict};
use crate::core::{Position, Side};
use crate::games::{Call, Playable, Warning};

/// Moves since the last capture without which no answer to a further move
/// brings a position for the third time.
const LEAST_MOVES: usize = 6;

/// A warning of the rules without the move that it is about.
struct Notice {
    call: Call,
    label: &'static str,
    reason: &'static str,
    rows: Vec<Step>,
}

/// What would be written of a repetition judged like this, for the side that
/// plays the move, or that plays the one which `an_answer` makes fatal.
fn words(verdict: Verdict, mover: Side, an_answer: bool) -> (Call, &'static str, &'static str) {
    let label = match verdict.reason {
        Reason::PerpetualCheck => "perp. check",
        Reason::PerpetualChase => "perp. chase",
        Reason::PerpetualAttack => "perp. attack",
        Reason::BothAtFault | Reason::Repetition => "draw",
    };
    let (call, reasons) = match verdict.loser {
        None if verdict.reason == Reason::BothAtFault => {
            return (Call::Draw, label, "xiangqi-would-be-mutual");
        }
        None => return (Call::Draw, label, "xiangqi-would-be-repetition"),
        Some(loser) if loser != mover => (
            Call::Win,
            ["xiangqi-would-end-check", "xiangqi-would-end-chase", "xiangqi-would-end-attack"],
        ),
        Some(_) if an_answer => {
            (Call::Loss, ["xiangqi-may-be-check", "xiangqi-may-be-chase", "xiangqi-may-be-attack"])
        }
        Some(_) => (
            Call::Loss,
            ["xiangqi-would-be-check", "xiangqi-would-be-chase", "xiangqi-would-be-attack"],
        ),
    };
    let [check, chase, attack] = reasons;
    let reason = match verdict.reason {
        Reason::PerpetualCheck => check,
        Reason::PerpetualChase => chase,
        _ => attack,
    };
    (call, label, reason)
}

/// How the rules, not mate, have ended the game here.
fn ended(position: &Xiangqi) -> Option<Ending> {
    position.ending().filter(|_| position.board().can_move(position.side_to_move()))
}

/// What the rules make of the move that has led here, if they have ended the
/// game.
fn judged(position: &Xiangqi) -> Option<Notice> {
    let mover = position.side_to_move().other();
    let ((call, label, reason), rows) = match ended(position)? {
        Ending::Repetition(verdict) => (words(verdict, mover, false), position.culprits()),
        Ending::NaturalLimit => ((Call::Draw, "60 moves", "xiangqi-would-be-limit"), Vec::new()),
    };
    Some(Notice { call, label, reason, rows })
}

/// How the side that has moved here loses by a repetition that its opponent
/// may complete: its own moves alone would never tell it.
fn exposed(position: &mut Xiangqi, answers: &mut Vec<Step>) -> Option<Notice> {
    let mover = position.side_to_move().other();
    position.legal_moves(answers);
    for &answer in answers.iter() {
        let undo = position.play(answer);
        let verdict = match ended(position) {
            Some(Ending::Repetition(verdict)) if verdict.loser == Some(mover) => Some(verdict),
            _ => None,
        };
        let rows = if verdict.is_some() { position.culprits() } else { Vec::new() };
        position.undo(answer, undo);
        let Some(verdict) = verdict else { continue };
        let (call, label, reason) = words(verdict, mover, true);
        // What would answer is drawn where it stands before it does.
        let before = |point: u8| if point == answer.to { answer.from } else { point };
        let lines = rows.iter().map(|row| Step { from: before(row.from), to: before(row.to) });
        return Some(Notice { call, label, reason, rows: lines.collect() });
    }
    None
}

/// Every warning that a position has, in the order of its legal moves.
pub(super) fn of(position: &Xiangqi) -> Vec<Warning> {
    let near_end = position.reversible() >= LEAST_MOVES;
    let mut position = position.clone();
    let (mut moves, mut answers) = (Vec::new(), Vec::new());
    position.legal_moves(&mut moves);
    let mut found = Vec::new();
    for &step in &moves {
        let undo = position.play(step);
        let notice = judged(&position).or_else(|| {
            let goes_on = near_end && !position.has_ended();
            if goes_on { exposed(&mut position, &mut answers) } else { None }
        });
        position.undo(step, undo);
        let Some(Notice { call, label, reason, rows }) = notice else { continue };
        let rows = rows.into_iter().map(|row| [point(row.from), point(row.to)]).collect();
        found.push(Warning { mv: position.lift(step), call, label, reason, rows });
    }
    found
}

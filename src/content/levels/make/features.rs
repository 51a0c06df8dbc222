//! Static features of generated levels: hints, rating estimate, and distance of
//! moves.

use crate::content::levels::{Goal, LocalizedText, RATINGS, Step, localized};
use crate::core::{Move, Point};
use crate::games::{AnyPosition, Board, PuzzleSpec};

/// A general hint, then one that names a piece or a file.
pub(super) fn hints(spec: &PuzzleSpec, position: &AnyPosition, right: Move) -> Vec<LocalizedText> {
    let board = position.board();
    let mut hints = vec![localized(spec.hint)];
    match right {
        Move::FromTo { from, .. } => {
            let name = format!("{}{}", file(&board, from), from.rank + board.first_rank_number);
            hints.push(localized([
                &format!("Move the piece on {name}."),
                &format!("走 {name} 的子。"),
            ]));
        }
        Move::Place(at) => {
            let name = file(&board, at);
            hints.push(localized([
                &format!("Play in column {name}."),
                &format!("下在 {name} 列。"),
            ]));
        }
        Move::Pass | Move::Decide(_) => {}
    }
    hints
}

/// File letter as shown on the board.
fn file(board: &Board, at: Point) -> char {
    let skipped = u8::from(board.skips_i && at.file >= 8);
    char::from(b'a' + at.file + skipped)
}

/// True if a goal is proved by exact values rather than by a claim.
pub(super) fn is_exact(goal: &Goal) -> bool {
    matches!(goal, Goal::Win | Goal::Draw | Goal::BestResult(_) | Goal::OnlyMove)
}

/// Manhattan distance between the targets of two moves.
pub(super) fn distance(a: Move, b: Move) -> u32 {
    match (a.target(), b.target()) {
        (Some(a), Some(b)) => {
            u32::from(a.file.abs_diff(b.file)) + u32::from(a.rank.abs_diff(b.rank))
        }
        _ => 40,
    }
}

/// True if on the main line the only defence is a foul.
pub(super) fn relies_on_foul(position: &AnyPosition, solution: &[Step]) -> bool {
    let mut position = position.clone();
    let mut steps = solution;
    while let [step, ..] = steps {
        let played = position.parse_move(&step.text).and_then(|mv| position.play(mv)).is_ok();
        let [reply, ..] = &step.replies[..] else { return false };
        let last = reply.then.first().filter(|last| last.replies.is_empty());
        let then = position.clone();
        let Ok(answer) = position.parse_move(&reply.text) else { return false };
        if !played || position.play(answer).is_err() {
            return false;
        }
        // The five is completed where the blocking stone would be a foul.
        if let Some(five) = last.and_then(|last| position.parse_move(&last.text).ok())
            && reply.then.len() == 1
        {
            return then.warnings().iter().any(|warning| warning.mv == five);
        }
        steps = &reply.then;
    }
    false
}

/// Initial rating estimate, from the length, the number of choices, and whether
/// the first move is forcing.
pub(super) fn difficulty(position: &AnyPosition, right: Move, length: u32) -> u32 {
    let choices = position.legal_moves().len().min(60) as u32;
    let mut next = position.clone();
    let played = next.play(right).is_ok();
    let takes = right.target().is_some_and(|at| position.piece_at(at).is_some());
    let forcing = played && (takes || next.checked_king().is_some());
    let quiet = if forcing { 0 } else { 150 };
    (600 + 200 * length.saturating_sub(1) + 6 * choices + quiet)
        .clamp(*RATINGS.start(), *RATINGS.end())
}

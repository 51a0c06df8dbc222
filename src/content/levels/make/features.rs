//! Static features of generated levels: hints, rating estimate, and distance of
//! moves.

use crate::content::levels::{Goal, RATINGS, Step};
use crate::content::messages::{self, LocalizedText};
use crate::core::{Move, Point};
use crate::games::{AnyPosition, Board, Message};

/// The general hint of a pack, then one that names a piece or a file.
pub(super) fn hints(
    general: LocalizedText,
    position: &AnyPosition,
    right: Move,
) -> Vec<LocalizedText> {
    let board = position.board();
    let specific = match right {
        Move::FromTo { from, .. } => {
            let point = format!("{}{}", file(&board, from), from.rank + board.first_rank_number);
            Some(Message::new("level-hint-piece").with("point", point))
        }
        Move::Place(at) => {
            let column = file(&board, at).to_string();
            Some(Message::new("level-hint-column").with("column", column))
        }
        Move::Pass | Move::Decide(_) => None,
    };
    let specific = specific.map(|hint| messages::localize(&hint));
    [Some(general), specific].into_iter().flatten().collect()
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
pub(in super::super) fn difficulty(position: &AnyPosition, right: Move, length: u32) -> u32 {
    let choices = position.legal_moves().len().min(60) as u32;
    let mut next = position.clone();
    let played = next.play(right).is_ok();
    let takes = right.target().is_some_and(|at| position.piece_at(at).is_some());
    let forcing = played && (takes || next.checked_king().is_some());
    let quiet = if forcing { 0 } else { 150 };
    (600 + 200 * length.saturating_sub(1) + 6 * choices + quiet)
        .clamp(*RATINGS.start(), *RATINGS.end())
}

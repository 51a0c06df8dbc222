//! What is said about a made level without searching: its hints and
//! rating, and which moves look alike.

use crate::content::levels::{Goal, RATINGS, Step, Words, words};
use crate::core::{Move, Point};
use crate::games::{AnyPosition, Board, Recipe};

/// A hint on the whole, then one that names a piece or a column.
pub(super) fn hints(recipe: &Recipe, position: &AnyPosition, right: Move) -> Vec<Words> {
    let board = position.board();
    let mut hints = vec![words(recipe.hint)];
    match right {
        Move::Travel { from, .. } => {
            let name = format!("{}{}", file(&board, from), from.rank + board.first_number);
            hints
                .push(words([&format!("Move the piece on {name}."), &format!("走 {name} 的子。")]));
        }
        Move::Place(at) => {
            let name = file(&board, at);
            hints.push(words([&format!("Play in column {name}."), &format!("下在 {name} 列。")]));
        }
        Move::Pass | Move::Decide(_) => {}
    }
    hints
}

/// The letter of a point's file as the board shows it.
fn file(board: &Board, at: Point) -> char {
    let skipped = u8::from(board.skips_i && at.file >= 8);
    char::from(b'a' + at.file + skipped)
}

/// Whether a goal is kept by exact values rather than by a claim.
pub(super) fn is_exact(goal: &Goal) -> bool {
    matches!(goal, Goal::Win | Goal::Draw | Goal::BestResult(_) | Goal::OnlyMove)
}

/// How far apart two moves end, in steps along files and ranks.
pub(super) fn distance(a: Move, b: Move) -> u32 {
    match (a.target(), b.target()) {
        (Some(a), Some(b)) => {
            u32::from(a.file.abs_diff(b.file)) + u32::from(a.rank.abs_diff(b.rank))
        }
        _ => 40,
    }
}

/// Whether on the first line of a solution an answer that would have to be
/// played is a foul.
pub(super) fn meets_fouls(position: &AnyPosition, solution: &[Step]) -> bool {
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
        // The five is made where the stone that would stop it is a foul.
        if let Some(five) = last.and_then(|last| position.parse_move(&last.text).ok())
            && reply.then.len() == 1
        {
            return then.warnings().iter().any(|warning| warning.mv == five);
        }
        steps = &reply.then;
    }
    false
}

/// A first estimate of the rating: by length, by how much there is to choose
/// from, and by whether the first move is one that is tried first.
pub(super) fn difficulty(position: &AnyPosition, right: Move, length: u32) -> u32 {
    let choices = position.legal_moves().len().min(60) as u32;
    let mut next = position.clone();
    let played = next.play(right).is_ok();
    let takes = right.target().is_some_and(|at| position.piece_at(at).is_some());
    let forcing = played && (takes || next.threatened().is_some());
    let quiet = if forcing { 0 } else { 150 };
    (600 + 200 * length.saturating_sub(1) + 6 * choices + quiet)
        .clamp(*RATINGS.start(), *RATINGS.end())
}

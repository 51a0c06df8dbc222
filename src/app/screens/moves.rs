//! Moves in words, as every screen lists and offers them.

use bevy_egui::egui::Ui;

use crate::app::ui::Words;
use crate::app::ui::widgets::{Weight, button};
use crate::core::{Decision, Move};
use crate::games::Game;
use crate::record::{GameTree, NodeId};

/// The notation of moves that readers of this language are used to; empty
/// means the usual one.
pub fn notation(words: &Words, game: &dyn Game) -> String {
    words.find(&format!("notation-{}", game.id())).unwrap_or_default()
}

/// The move that led to a node as it is listed.
pub fn move_name(words: &Words, tree: &GameTree, node: NodeId, notation: &str) -> String {
    let Some(mv) = tree.move_at(node) else { return String::new() };
    let at = mv.target().map_or(String::new(), |at| at.to_string());
    match mv {
        Move::Pass => words.get("pass"),
        Move::Decide(Decision::Swap) => words.get("move-swap"),
        Move::Decide(Decision::Keep) => words.get("move-keep"),
        Move::Decide(Decision::Add) => words.get("move-add"),
        Move::Decide(Decision::Declare(number)) => {
            words.with("decision-declare", &[("number", number.to_string())])
        }
        Move::Decide(Decision::Offer(_)) => words.with("move-offer", &[("point", at)]),
        Move::Decide(Decision::Remove(_)) => words.with("move-remove", &[("point", at)]),
        Move::Decide(Decision::AcceptDead) => words.get("move-accept"),
        Move::Decide(Decision::ResumePlay) => words.get("decision-resume-play"),
        Move::Decide(Decision::ClaimDraw) => words.get("decision-claim-draw"),
        Move::Decide(Decision::MarkDead(_)) | Move::Place(_) | Move::Travel { .. } => {
            tree.move_text_in(node, notation).unwrap_or_default()
        }
    }
}

/// What is played with a button: a pass, and decisions before and after the
/// stones.
fn decisions(words: &Words, moves: &[Move]) -> Vec<(String, Move)> {
    let mut choices = Vec::new();
    let numbers = moves.iter().all(|mv| matches!(mv, Move::Decide(Decision::Declare(_))));
    for &mv in moves {
        let text = match mv {
            Move::Pass => words.get("decision-pass"),
            Move::Decide(Decision::Swap) => words.get("decision-swap"),
            Move::Decide(Decision::Keep) => words.get("decision-keep"),
            // Where numbers are all there is, the line above says of what.
            Move::Decide(Decision::Declare(number)) if numbers => number.to_string(),
            Move::Decide(Decision::Declare(number)) => {
                words.with("decision-declare", &[("number", number.to_string())])
            }
            Move::Decide(Decision::Add) => words.get("decision-add"),
            Move::Decide(Decision::AcceptDead) => words.get("decision-accept-dead"),
            Move::Decide(Decision::ResumePlay) => words.get("decision-resume-play"),
            Move::Decide(Decision::ClaimDraw) => words.get("decision-claim-draw"),
            Move::Decide(Decision::Offer(_) | Decision::Remove(_) | Decision::MarkDead(_))
            | Move::Place(_)
            | Move::Travel { .. } => continue,
        };
        choices.push((text, mv));
    }
    choices
}

/// Buttons for them, where there are any. Returns what was pressed.
pub fn decide(ui: &mut Ui, words: &Words, moves: &[Move]) -> Option<Move> {
    let choices = decisions(words, moves);
    if choices.is_empty() {
        return None;
    }
    let press = |ui: &mut Ui| {
        let mut pressed = None;
        for (text, mv) in choices {
            if button(ui, Weight::Plain, None, &text).clicked() {
                pressed = Some(mv);
            }
        }
        pressed
    };
    ui.horizontal_wrapped(press).inner
}

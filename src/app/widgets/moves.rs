//! Buttons for moves that are not made on the board.

use bevy_egui::egui::Ui;

use crate::app::text::Localization;
use crate::app::widgets::controls::{ButtonStyle, button};
use crate::core::{Decision, Move};

/// Labels of the moves that are played by a button: passes and decisions of the opening
/// and the end.
fn decision_choices(l10n: &Localization, moves: &[Move]) -> Vec<(String, Move)> {
    let mut choices = Vec::new();
    let numbers = moves.iter().all(|mv| matches!(mv, Move::Decide(Decision::Declare(_))));
    for &mv in moves {
        let text = match mv {
            Move::Pass => l10n.get("decision-pass"),
            Move::Decide(Decision::Swap) => l10n.get("decision-swap"),
            Move::Decide(Decision::Keep) => l10n.get("decision-keep"),
            // Where all choices are numbers, the prompt above says what they count.
            Move::Decide(Decision::Declare(number)) if numbers => number.to_string(),
            Move::Decide(Decision::Declare(number)) => {
                l10n.format("decision-declare", &[("number", number.to_string())])
            }
            Move::Decide(Decision::Add) => l10n.get("decision-add"),
            Move::Decide(Decision::AcceptDead) => l10n.get("decision-accept-dead"),
            Move::Decide(Decision::ResumePlay) => l10n.get("decision-resume-play"),
            Move::Decide(Decision::ClaimDraw) => l10n.get("decision-claim-draw"),
            Move::Decide(Decision::Offer(_) | Decision::Remove(_) | Decision::MarkDead(_))
            | Move::Place(_)
            | Move::FromTo { .. } => continue,
        };
        choices.push((text, mv));
    }
    choices
}

/// Buttons for passes and decisions. Returns the move that was pressed.
pub fn decision_buttons(ui: &mut Ui, l10n: &Localization, moves: &[Move]) -> Option<Move> {
    let choices = decision_choices(l10n, moves);
    if choices.is_empty() {
        return None;
    }
    let press = |ui: &mut Ui| {
        let mut pressed = None;
        for (text, mv) in choices {
            if button(ui, ButtonStyle::Plain, None, &text).clicked() {
                pressed = Some(mv);
            }
        }
        pressed
    };
    ui.horizontal_wrapped(press).inner
}

//! Learning from mistakes: the buttons that begin it, and the panel that asks for better
//! moves in place of the tabs.

use bevy_egui::egui::{RichText, Ui};
use egui_phosphor::regular::{ARROW_RIGHT, EYE, GRADUATION_CAP, X};

use super::accuracy::AccuracySummary;
use super::{UiAction, View};
use crate::app::features::review::{LearnState, ReviewRequest};
use crate::app::text::{move_label, notation, side_name};
use crate::app::widgets::controls::{ButtonStyle, button, card, muted};
use crate::app::widgets::theme::{self, Palette};
use crate::core::Side;
use crate::record::NodeId;

/// Height of the line that tells what the player has done, so that the buttons below stay.
const ANSWER_HEIGHT: f32 = 44.0;

/// A button for each side with bad moves.
pub(super) fn buttons(ui: &mut Ui, view: &mut View, summary: &AccuracySummary) {
    let game = view.session.setup().game;
    ui.horizontal_wrapped(|ui| {
        for side in Side::BOTH {
            let count = summary.bad_moves(side);
            if count == 0 {
                continue;
            }
            let facts = [("side", side_name(view.l10n, game, side)), ("number", count.to_string())];
            let text = view.l10n.format("review-learn", &facts);
            if button(ui, ButtonStyle::Plain, Some(GRADUATION_CAP), &text).clicked() {
                view.actions.push(UiAction::Review(ReviewRequest::Learn(side)));
            }
        }
    });
}

/// The move to a node as it is written.
fn label(view: &View, node: NodeId) -> String {
    let tree = view.session.tree();
    if !tree.contains(node) {
        return String::new();
    }
    move_label(view.l10n, tree, node, &notation(view.l10n, tree.game()))
}

/// Asks for a better move. Returns false if the player is not learning.
pub(super) fn show(ui: &mut Ui, view: &mut View) -> bool {
    let Some(learn) = view.review.learn() else { return false };
    let (l10n, palette) = (view.l10n, Palette::of(ui));
    let (number, all) = learn.place();
    let (state, mistake) = (learn.state(), learn.mistake());
    let tree = view.session.tree();
    let side = tree.parent(mistake).map(|before| tree.position(before).side_to_move());
    let side = side_name(l10n, tree.game(), side.unwrap_or(Side::First));
    card(ui).inner_margin(14).show(ui, |ui| {
        ui.set_width(ui.available_width());
        let facts = [("number", number.to_string()), ("all", all.to_string())];
        muted(ui, l10n.format("review-learn-place", &facts));
        let facts = [("side", side), ("move", label(view, mistake))];
        ui.label(RichText::new(l10n.format("review-learn-ask", &facts)).size(theme::BODY));
        let (text, colour) = match state {
            LearnState::Asked => (l10n.get("review-learn-try"), palette.muted),
            LearnState::Judged => (l10n.get("review-thinking"), palette.muted),
            LearnState::Wrong => (l10n.get("puzzle-wrong"), palette.accent),
            LearnState::Found(node) => {
                let facts = [("move", label(view, node))];
                (l10n.format("review-learn-found", &facts), palette.good)
            }
            LearnState::Shown(node) => {
                let facts = [("move", label(view, node))];
                (l10n.format("review-learn-shown", &facts), palette.ink)
            }
        };
        let width = ui.available_width();
        ui.allocate_ui(bevy_egui::egui::vec2(width, ANSWER_HEIGHT), |ui| {
            ui.set_min_height(ANSWER_HEIGHT);
            ui.label(RichText::new(text).size(theme::BODY).color(colour));
        });
        let is_done = matches!(state, LearnState::Found(_) | LearnState::Shown(_));
        ui.horizontal_wrapped(|ui| {
            let next = if number == all { "review-learn-finish" } else { "review-learn-next" };
            let style = if is_done { ButtonStyle::Primary } else { ButtonStyle::Plain };
            if button(ui, style, Some(ARROW_RIGHT), &l10n.get(next)).clicked() {
                view.actions.push(UiAction::Review(ReviewRequest::NextMistake));
            }
            if !is_done
                && button(ui, ButtonStyle::Plain, Some(EYE), &l10n.get("review-learn-show"))
                    .clicked()
            {
                view.actions.push(UiAction::Review(ReviewRequest::ShowBetterMove));
            }
            if button(ui, ButtonStyle::Quiet, Some(X), &l10n.get("review-learn-stop")).clicked() {
                view.actions.push(UiAction::Review(ReviewRequest::StopLearning));
            }
        });
    });
    true
}

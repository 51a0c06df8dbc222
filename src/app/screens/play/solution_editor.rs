//! Panels for entering the solution of a level in the editor: the moves of both sides
//! with variations.

use bevy_egui::egui::{Label, RichText, ScrollArea, Ui, Vec2};
use egui_phosphor::regular::{
    ARROW_LEFT, ARROW_U_UP_LEFT, ARROW_U_UP_RIGHT, ARROWS_DOWN_UP, TRASH,
};

use super::actions::{HISTORY_KEYS, UiAction, pressed_actions};
use super::labels::status_line;
use super::{View, panel};
use crate::app::screens::board_page::BoardPanels;
use crate::app::session::GameAction;
use crate::app::text::{move_label, notation};
use crate::app::widgets::controls::{ButtonStyle, button, icon_button, muted, title};
use crate::app::widgets::keys;
use crate::app::widgets::theme::{self, Palette};

/// The panels of the solution editor.
pub(super) struct SolutionPanels<'v, 'a>(pub(super) &'v mut View<'a>);

impl BoardPanels for SolutionPanels<'_, '_> {
    fn column(&mut self, ui: &mut Ui) {
        header(ui, self.0);
        ScrollArea::vertical().id_salt("draw").auto_shrink([false, false]).show(ui, |ui| {
            muted(ui, self.0.l10n.get("make-draw-explained"));
            ui.add_space(8.0);
            body(ui, self.0);
        });
    }

    fn above_board(&mut self, ui: &mut Ui, _: Vec2) {
        header(ui, self.0);
    }

    fn below_board(&mut self, ui: &mut Ui, _: Vec2) {
        body(ui, self.0);
    }
}

/// Back button and the moves so far.
fn header(ui: &mut Ui, view: &mut View) {
    let palette = Palette::of(ui);
    ui.horizontal(|ui| {
        if icon_button(ui, ARROW_LEFT, &view.l10n.get("make-level-title"), true).clicked() {
            view.actions.push(UiAction::FinishSolution);
        }
        ui.label(title(view.l10n.get("make-solution"), theme::LARGE));
    });
    let session = view.session;
    let tree = session.tree();
    let notation = notation(view.l10n, tree.game());
    let path = tree.path(session.current());
    let names = path.iter().skip(1).map(|&node| move_label(view.l10n, tree, node, &notation));
    let names: Vec<_> = names.collect();
    let text = if names.is_empty() {
        view.l10n.get("make-draw-explained")
    } else {
        // The last moves matter most.
        names[names.len().saturating_sub(8)..].join("  ")
    };
    ui.label(RichText::new(text).size(theme::SMALL).color(palette.muted));
}

/// Side to move, the known continuations, and the tools.
fn body(ui: &mut Ui, view: &mut View) {
    let palette = Palette::of(ui);
    if !panel::confirm_bar(ui, view) {
        ui.horizontal(|ui| {
            ui.set_min_height(ui.spacing().interact_size.y);
            let text = RichText::new(status_line(view)).size(theme::BODY);
            ui.add(Label::new(text.color(palette.ink)).wrap());
        });
    }
    panel::decision_buttons(ui, view);
    let session = view.session;
    let tree = session.tree();
    let notation = notation(view.l10n, tree.game());
    let known: Vec<_> = tree
        .children(session.current())
        .filter_map(|node| {
            Some((move_label(view.l10n, tree, node, &notation), tree.move_at(node)?))
        })
        .collect();
    // Always shown, so that the board does not move.
    ui.horizontal_wrapped(|ui| {
        ui.set_min_height(ui.spacing().interact_size.y);
        if !known.is_empty() {
            muted(ui, view.l10n.get("make-draw-known"));
        }
        for (name, mv) in known {
            if button(ui, ButtonStyle::Plain, None, &name).clicked() {
                view.actions.push(UiAction::Play(mv));
            }
        }
    });
    ui.horizontal_wrapped(|ui| {
        let begun = session.current() != tree.root();
        let ahead = tree.children(session.current()).next().is_some();
        let tools = [
            (ARROW_U_UP_LEFT, "undo", begun, UiAction::Game(GameAction::Undo)),
            (ARROW_U_UP_RIGHT, "redo", ahead, UiAction::Game(GameAction::Redo)),
            (TRASH, "make-draw-cut", begun, UiAction::DeleteMove),
            (ARROWS_DOWN_UP, "flip-board", true, UiAction::FlipBoard),
        ];
        for (icon, id, enabled, action) in tools {
            if icon_button(ui, icon, &view.l10n.get(id), enabled).clicked() {
                view.actions.push(action);
            }
        }
        if button(ui, ButtonStyle::Primary, None, &view.l10n.get("make-draw-done")).clicked() {
            view.actions.push(UiAction::FinishSolution);
        }
    });
}

/// Keyboard shortcuts of the solution editor.
pub(super) fn shortcuts(ui: &Ui, view: &mut View) {
    let table = [
        (keys::DELETE, UiAction::DeleteMove),
        (keys::FLIP, UiAction::FlipBoard),
        (keys::BACK, view.escape_action(UiAction::FinishSolution)),
    ];
    ui.input(|input| {
        view.actions.extend(pressed_actions(input, &HISTORY_KEYS));
        view.actions.extend(pressed_actions(input, &table));
    });
}

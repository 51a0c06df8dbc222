//! Panels for entering the solution of a level in the editor: the moves of both sides
//! with variations.

use bevy_egui::egui::{Key, Label, RichText, ScrollArea, Ui};
use egui_phosphor::regular::{
    ARROW_LEFT, ARROW_U_UP_LEFT, ARROW_U_UP_RIGHT, ARROWS_DOWN_UP, TRASH,
};

use super::labels::status_line;
use super::{UiAction, View, panel};
use crate::app::session::GameAction;
use crate::app::text::{move_label, notation};
use crate::app::widgets::controls::{ButtonStyle, button, icon_button, muted, title};
use crate::app::widgets::theme;
use crate::app::widgets::theme::Palette;

/// All parts in one column beside the board.
pub(super) fn column(ui: &mut Ui, view: &mut View) {
    header(ui, view);
    ScrollArea::vertical().id_salt("draw").auto_shrink([false, false]).show(ui, |ui| {
        muted(ui, view.l10n.get("make-draw-explained"));
        ui.add_space(8.0);
        body(ui, view);
    });
}

/// Back button and the moves so far.
pub(super) fn header(ui: &mut Ui, view: &mut View) {
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
pub(super) fn body(ui: &mut Ui, view: &mut View) {
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
        (Key::U, UiAction::Game(GameAction::Undo)),
        (Key::Backspace, UiAction::Game(GameAction::Undo)),
        (Key::R, UiAction::Game(GameAction::Redo)),
        (Key::Home, UiAction::Game(GameAction::UndoAll)),
        (Key::End, UiAction::Game(GameAction::RedoAll)),
        (Key::Delete, UiAction::DeleteMove),
        (Key::F, UiAction::FlipBoard),
        (
            Key::Escape,
            if view.cursor.has_pending_input() {
                UiAction::CancelMove
            } else {
                UiAction::FinishSolution
            },
        ),
    ];
    ui.input(|input| {
        let pressed = table.iter().filter(|(key, _)| input.key_pressed(*key));
        view.actions.extend(pressed.map(|(_, action)| action.clone()));
    });
}

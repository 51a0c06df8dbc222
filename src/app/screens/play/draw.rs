//! Playing the solution of a level in the making: the moves of both sides,
//! with variations.

use bevy_egui::egui::{Key, Label, RichText, ScrollArea, Ui};
use egui_phosphor::regular::{
    ARROW_LEFT, ARROW_U_UP_LEFT, ARROW_U_UP_RIGHT, ARROWS_DOWN_UP, TRASH,
};

use super::state::status;
use super::{View, Wish, panel};
use crate::app::screens::moves::{move_name, notation};
use crate::app::session::Order;
use crate::app::ui::theme::{self, Palette};
use crate::app::ui::widgets::{Weight, button, icon_button, muted, title};

/// Everything in one column beside the board.
pub(super) fn column(ui: &mut Ui, view: &mut View) {
    head(ui, view);
    ScrollArea::vertical().id_salt("draw").auto_shrink([false, false]).show(ui, |ui| {
        muted(ui, view.words.get("make-draw-explained"));
        ui.add_space(8.0);
        body(ui, view);
    });
}

/// The way back and the moves so far.
pub(super) fn head(ui: &mut Ui, view: &mut View) {
    let palette = Palette::of(ui);
    ui.horizontal(|ui| {
        if icon_button(ui, ARROW_LEFT, &view.words.get("make-level-title"), true).clicked() {
            view.wishes.push(Wish::Drawn);
        }
        ui.label(title(view.words.get("make-solution"), theme::LARGE));
    });
    let session = view.session;
    let tree = session.tree();
    let notation = notation(view.words, tree.game());
    let path = tree.path(session.current());
    let names = path.iter().skip(1).map(|&node| move_name(view.words, tree, node, &notation));
    let names: Vec<_> = names.collect();
    let text = if names.is_empty() {
        view.words.get("make-draw-explained")
    } else {
        // The last moves are those that are looked for.
        names[names.len().saturating_sub(8)..].join("  ")
    };
    ui.label(RichText::new(text).size(theme::SMALL).color(palette.muted));
}

/// Whose turn it is, what was played here already, and what one can do.
pub(super) fn body(ui: &mut Ui, view: &mut View) {
    let palette = Palette::of(ui);
    if !panel::confirm(ui, view) {
        ui.horizontal(|ui| {
            ui.set_min_height(ui.spacing().interact_size.y);
            let text = RichText::new(status(view)).size(theme::BODY);
            ui.add(Label::new(text.color(palette.ink)).wrap());
        });
    }
    panel::decide(ui, view);
    let session = view.session;
    let tree = session.tree();
    let notation = notation(view.words, tree.game());
    let known: Vec<_> = tree
        .children(session.current())
        .filter_map(|node| {
            Some((move_name(view.words, tree, node, &notation), tree.move_at(node)?))
        })
        .collect();
    // The line is always there, so that the board does not move.
    ui.horizontal_wrapped(|ui| {
        ui.set_min_height(ui.spacing().interact_size.y);
        if !known.is_empty() {
            muted(ui, view.words.get("make-draw-known"));
        }
        for (name, mv) in known {
            if button(ui, Weight::Plain, None, &name).clicked() {
                view.wishes.push(Wish::Play(mv));
            }
        }
    });
    ui.horizontal_wrapped(|ui| {
        let begun = session.current() != tree.root();
        let ahead = tree.children(session.current()).next().is_some();
        let tools = [
            (ARROW_U_UP_LEFT, "undo", begun, Wish::Order(Order::Undo)),
            (ARROW_U_UP_RIGHT, "redo", ahead, Wish::Order(Order::Redo)),
            (TRASH, "make-draw-cut", begun, Wish::Cut),
            (ARROWS_DOWN_UP, "flip-board", true, Wish::Flip),
        ];
        for (icon, id, enabled, wish) in tools {
            if icon_button(ui, icon, &view.words.get(id), enabled).clicked() {
                view.wishes.push(wish);
            }
        }
        if button(ui, Weight::Primary, None, &view.words.get("make-draw-done")).clicked() {
            view.wishes.push(Wish::Drawn);
        }
    });
}

/// The keys meanwhile.
pub(super) fn keys(ui: &Ui, view: &mut View) {
    let table = [
        (Key::U, Wish::Order(Order::Undo)),
        (Key::Backspace, Wish::Order(Order::Undo)),
        (Key::R, Wish::Order(Order::Redo)),
        (Key::Home, Wish::Order(Order::UndoAll)),
        (Key::End, Wish::Order(Order::RedoAll)),
        (Key::Delete, Wish::Cut),
        (Key::F, Wish::Flip),
        (Key::Escape, if view.cursor.is_amid() { Wish::Drop } else { Wish::Drawn }),
    ];
    ui.input(|input| {
        let pressed = table.iter().filter(|(key, _)| input.key_pressed(*key));
        view.wishes.extend(pressed.map(|&(_, wish)| wish));
    });
}

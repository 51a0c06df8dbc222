//! Sheets that lie over the screen: everything else one can do, the slots,
//! and the one question that is asked back.

use bevy_egui::egui::{Context, Id, Ui};
use egui_phosphor::regular::{
    ARROW_LINE_LEFT, ARROW_LINE_RIGHT, ARROWS_CLOCKWISE, EYE, EYE_SLASH, FLAG, FLOPPY_DISK,
    FOLDER_OPEN, GEAR, HANDSHAKE, HOUSE, KEYBOARD, MAGNIFYING_GLASS, PLUS, PUZZLE_PIECE, ROBOT, X,
};

use super::state::side_name;
use super::{View, Wish};
use crate::app::screens::sheet::{self, Left};
use crate::app::session::{Order, SLOTS, Seat};
use crate::app::thinking::Ask;
use crate::app::ui::widgets::{Weight, muted, wide_button};

/// What lies over the screen.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Sheet {
    /// Everything that has no button of its own.
    More,
    /// Where to save.
    Save,
    /// What to load.
    Load,
    /// Whether to give up the game that a slot holds.
    Replace(u8),
    /// Whether to give up.
    Resign,
    /// Whether to leave a run against the clock.
    LeaveRun,
    /// What the keys do.
    Keys,
}

pub(super) fn show(ctx: &Context, sheet: Sheet, view: &mut View) {
    let heading = view.words.get(match sheet {
        Sheet::More => "more",
        Sheet::Save | Sheet::Replace(_) => "save-game",
        Sheet::Load => "load-game",
        Sheet::Resign => "resign",
        Sheet::LeaveRun => "run-leave",
        Sheet::Keys => "settings-keys",
    });
    let name = format!("play {sheet:?}");
    let left = sheet::show(ctx, &name, view.words, &heading, 340.0, |ui| match sheet {
        Sheet::More => more(ui, view),
        Sheet::Save | Sheet::Load => slots(ui, sheet, view),
        Sheet::Replace(number) => replace(ui, number, view),
        Sheet::Resign => resign(ui, view),
        Sheet::LeaveRun => leave_run(ui, view),
        Sheet::Keys => {
            for id in ["keys-board", "keys-shared", "keys-letters", "keys-review", "keys-menus"] {
                muted(ui, view.words.get(id));
                ui.add_space(6.0);
            }
        }
    });
    if left == Left::Not || !view.wishes.is_empty() {
        return;
    }
    let before = match sheet {
        Sheet::More | Sheet::LeaveRun => None,
        Sheet::Replace(_) => Some(Sheet::Save),
        _ => Some(Sheet::More),
    };
    let back = before.filter(|_| left == Left::Back);
    view.wishes.push(back.map_or(Wish::Close, Wish::Open));
}

/// A line of a sheet. The first one has the keyboard when the sheet opens.
fn line(ui: &mut Ui, view: &mut View, icon: &str, id: &str, wish: Wish) {
    let text = view.words.get(id);
    entry(ui, view, icon, &text, wish);
}

fn entry(ui: &mut Ui, view: &mut View, icon: &str, text: &str, wish: Wish) {
    let response = wide_button(ui, Weight::Quiet, Some(icon), text);
    let elsewhere =
        ui.memory(|memory| memory.focused().is_none_or(|focused| focused == Id::new("board")));
    if elsewhere {
        response.request_focus();
    }
    if response.clicked() {
        view.wishes.push(wish);
    }
}

fn more(ui: &mut Ui, view: &mut View) {
    let running = view.session.ending().is_none();
    if running && let Some(side) = view.session.human_side() {
        line(ui, view, ROBOT, "play-for-me", Wish::Ask(Ask::PlayForMe));
        line(ui, view, HANDSHAKE, "offer-draw", Wish::Order(Order::OfferDraw(side)));
        line(ui, view, FLAG, "resign", Wish::Open(Sheet::Resign));
    }
    for &id in view.session.position().overlays() {
        let on = view.overlays.wanted(view.session.position()) == Some(id);
        line(ui, view, if on { EYE_SLASH } else { EYE }, id, Wish::Overlay(id));
    }
    line(ui, view, ARROW_LINE_LEFT, "undo-all", Wish::Order(Order::UndoAll));
    line(ui, view, ARROW_LINE_RIGHT, "redo-all", Wish::Order(Order::RedoAll));
    line(ui, view, MAGNIFYING_GLASS, "review-game", Wish::Review);
    line(ui, view, PLUS, "new-game", Wish::NewGame);
    line(ui, view, ARROWS_CLOCKWISE, "rematch", Wish::Rematch);
    line(ui, view, FLOPPY_DISK, "save-game", Wish::Open(Sheet::Save));
    line(ui, view, FOLDER_OPEN, "load-game", Wish::Open(Sheet::Load));
    line(ui, view, PUZZLE_PIECE, "make-level", Wish::MakeLevel);
    line(ui, view, GEAR, "settings", Wish::Settings);
    line(ui, view, KEYBOARD, "settings-keys", Wish::Open(Sheet::Keys));
    line(ui, view, HOUSE, "home", Wish::Home);
}

fn slots(ui: &mut Ui, sheet: Sheet, view: &mut View) {
    for number in 1..=SLOTS {
        let text = match view.slots.get(number) {
            None => view.words.with("slot-is-empty", &[("number", number.to_string())]),
            Some(saved) => view.words.with(
                "slot-holds",
                &[
                    ("number", number.to_string()),
                    ("game", view.words.get(&format!("game-{}", saved.setup().game.id()))),
                    ("moves", saved.tree().ply(saved.current()).to_string()),
                ],
            ),
        };
        let (icon, wish) = match sheet {
            Sheet::Save if view.slots.get(number).is_some() => {
                (FLOPPY_DISK, Wish::Open(Sheet::Replace(number)))
            }
            Sheet::Save => (FLOPPY_DISK, Wish::Save(number)),
            _ => (FOLDER_OPEN, Wish::Load(number)),
        };
        entry(ui, view, icon, &text, wish);
    }
    if sheet == Sheet::Save {
        muted(ui, view.words.get("save-explained"));
    }
}

fn replace(ui: &mut Ui, number: u8, view: &mut View) {
    ui.label(view.words.with("slot-overwrite", &[("number", number.to_string())]));
    ui.add_space(6.0);
    line(ui, view, X, "back", Wish::Open(Sheet::Save));
    line(ui, view, FLOPPY_DISK, "slot-replace", Wish::Save(number));
}

fn leave_run(ui: &mut Ui, view: &mut View) {
    ui.label(view.words.get("run-leave-question"));
    ui.add_space(6.0);
    line(ui, view, X, "run-go-on", Wish::Close);
    line(ui, view, FLAG, "run-leave", Wish::Puzzles);
}

fn resign(ui: &mut Ui, view: &mut View) {
    let Some(side) = view.session.human_side() else { return };
    let both = view.session.setup().players == [Seat::Human; 2];
    let text = match both {
        true => view
            .words
            .with("resign-side-question", &[("side", side_name(view.words, view.session, side))]),
        false => view.words.get("resign-question"),
    };
    ui.label(text);
    ui.add_space(6.0);
    line(ui, view, X, "keep-playing", Wish::Close);
    line(ui, view, FLAG, "resign", Wish::Order(Order::Resign(side)));
}

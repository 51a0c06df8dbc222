//! Sheets that lie over the screen: everything else one can do, the slots,
//! and the one question that is asked back.

use bevy_egui::egui::{
    self, Align2, Area, Color32, Context, Id, Key, Modal, Order as Layer, ScrollArea, Ui, Vec2,
};
use egui_phosphor::regular::{
    ARROW_LINE_LEFT, ARROW_LINE_RIGHT, ARROWS_CLOCKWISE, EYE, EYE_SLASH, FLAG, FLOPPY_DISK,
    FOLDER_OPEN, GEAR, HANDSHAKE, HOUSE, KEYBOARD, MAGNIFYING_GLASS, PLUS, PUZZLE_PIECE, ROBOT, X,
};

use super::state::side_name;
use super::{View, Wish};
use crate::app::session::{Order, SLOTS, Seat};
use crate::app::thinking::Ask;
use crate::app::ui::theme;
use crate::app::ui::widgets::{Weight, card, icon_button, muted, title, wide_button};

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
    /// What the keys do.
    Keys,
}

pub(super) fn show(ctx: &Context, sheet: Sheet, view: &mut View) {
    let window = ctx.viewport_rect();
    let breadth = (window.width() - 16.0).min(340.0);
    let tall = window.height() > window.width();
    // In reach of the thumb on a phone, beside the board elsewhere.
    let (align, offset) = if tall {
        (Align2::CENTER_BOTTOM, Vec2::new(0.0, -8.0))
    } else {
        (Align2::RIGHT_CENTER, Vec2::new(-8.0, 0.0))
    };
    let id = Id::new(("sheet", format!("{sheet:?}")));
    let area = Area::new(id).order(Layer::Foreground).anchor(align, offset);
    let frame = {
        let ui = super::root(ctx);
        card(&ui)
    };
    let shown = Modal::new(id)
        .area(area)
        .frame(frame)
        .backdrop_color(Color32::from_black_alpha(70))
        .show(ctx, |ui| {
            ui.set_width(breadth - 32.0);
            heading(ui, sheet, view);
            let most = (window.height() - 120.0).max(60.0);
            let scroll = ScrollArea::vertical().max_height(most).min_scrolled_height(most);
            scroll.show(ui, |ui| {
                ui.spacing_mut().item_spacing.y = 2.0;
                // Room for the ring around the line that the keyboard is on.
                ui.add_space(3.0);
                match sheet {
                    Sheet::More => more(ui, view),
                    Sheet::Save | Sheet::Load => slots(ui, sheet, view),
                    Sheet::Replace(number) => replace(ui, number, view),
                    Sheet::Resign => resign(ui, view),
                    Sheet::Keys => {
                        for id in ["keys-board", "keys-shared", "keys-letters", "keys-menus"] {
                            muted(ui, view.words.get(id));
                            ui.add_space(6.0);
                        }
                    }
                }
                ui.add_space(3.0);
            });
        });
    let escaped = ctx.input(|input| input.key_pressed(Key::Escape));
    if (escaped || shown.should_close()) && view.wishes.is_empty() {
        let before = match sheet {
            Sheet::More => None,
            Sheet::Replace(_) => Some(Sheet::Save),
            _ => Some(Sheet::More),
        };
        view.wishes.push(before.filter(|_| escaped).map_or(Wish::Close, Wish::Open));
    }
}

fn heading(ui: &mut Ui, sheet: Sheet, view: &mut View) {
    let id = match sheet {
        Sheet::More => "more",
        Sheet::Save | Sheet::Replace(_) => "save-game",
        Sheet::Load => "load-game",
        Sheet::Resign => "resign",
        Sheet::Keys => "settings-keys",
    };
    ui.horizontal(|ui| {
        ui.label(title(view.words.get(id), theme::LARGE));
        ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
            if icon_button(ui, X, &view.words.get("close"), true).clicked() {
                view.wishes.push(Wish::Close);
            }
        });
    });
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

//! Sheets over the play screen: the menu, save slots, and confirmation questions.

use bevy_egui::egui::{Context, Ui};
use egui_phosphor::regular::{
    ARROW_LINE_LEFT, ARROW_LINE_RIGHT, ARROWS_CLOCKWISE, BOOK_OPEN, CHALKBOARD_TEACHER, CHECK, EYE,
    EYE_SLASH, FLAG, FLOPPY_DISK, FOLDER_OPEN, GEAR, GLOBE, HANDSHAKE, HOUSE, KEYBOARD, LIGHTBULB,
    MAGNIFYING_GLASS, PENCIL_SIMPLE, PLUS, PROHIBIT, PUZZLE_PIECE, ROBOT, SPEAKER_SLASH, X,
};

use super::View;
use super::actions::UiAction;
use super::labels::side_name;
use crate::app::features::engine::HelpRequest;
use crate::app::features::online::OnlineRequest;
use crate::app::session::{GameAction, PlayerKind, SAVE_SLOTS};
use crate::app::text::game_name;
use crate::app::widgets::controls::{ButtonStyle, muted, wide_button};
use crate::app::widgets::sheet::SheetResponse;
use crate::app::widgets::{board_view, sheet};
use crate::core::Move;
use crate::net::client::Command;

/// A sheet over the screen.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Sheet {
    /// The menu.
    More,
    /// Save slots, to save into.
    Save,
    /// Save slots, to load from.
    Load,
    /// Question whether to overwrite a slot.
    Replace(u8),
    /// Who gives hints.
    Hints,
    /// Question whether to resign.
    Resign,
    /// Question whether to end the game by a pass.
    Pass,
    /// Question whether to leave a timed run.
    LeaveRush,
}

pub(super) fn show(ctx: &Context, sheet: Sheet, view: &mut View) {
    let heading = view.l10n.get(match sheet {
        Sheet::More => "more",
        Sheet::Save | Sheet::Replace(_) => "save-game",
        Sheet::Load => "load-game",
        Sheet::Hints => "hints-by",
        Sheet::Resign => "resign",
        Sheet::Pass => "decision-pass",
        Sheet::LeaveRush => "run-leave",
    });
    let name = format!("play {sheet:?}");
    let left = sheet::show(ctx, &name, view.l10n, &heading, 340.0, |ui| match sheet {
        Sheet::More => menu(ui, view),
        Sheet::Save | Sheet::Load => slots(ui, sheet, view),
        Sheet::Replace(number) => replace(ui, number, view),
        Sheet::Hints => hints(ui, view),
        Sheet::Resign => resign(ui, view),
        Sheet::Pass => pass(ui, view),
        Sheet::LeaveRush => leave_rush(ui, view),
    });
    if left == SheetResponse::Open || !view.actions.is_empty() {
        return;
    }
    let before = match sheet {
        Sheet::More | Sheet::Pass | Sheet::LeaveRush => None,
        Sheet::Replace(_) => Some(Sheet::Save),
        _ => Some(Sheet::More),
    };
    let back = before.filter(|_| left == SheetResponse::Back);
    view.actions.push(back.map_or(UiAction::CloseSheet, UiAction::OpenSheet));
}

/// A menu item. The first one takes the focus when the sheet opens.
fn menu_item(ui: &mut Ui, view: &mut View, icon: &str, id: &str, action: UiAction) {
    let text = view.l10n.get(id);
    menu_item_with_text(ui, view, icon, &text, action);
}

fn menu_item_with_text(ui: &mut Ui, view: &mut View, icon: &str, text: &str, action: UiAction) {
    let response = wide_button(ui, ButtonStyle::Quiet, Some(icon), text);
    if board_view::no_other_has_focus(ui) {
        response.request_focus();
    }
    if response.clicked() {
        view.actions.push(action);
    }
}

fn menu(ui: &mut Ui, view: &mut View) {
    if view.online.is_some() {
        return online_menu(ui, view);
    }
    let running = view.session.ending().is_none();
    if running && let Some(side) = view.session.human_side() {
        menu_item(ui, view, ROBOT, "play-for-me", UiAction::Engine(HelpRequest::PlayForMe));
        menu_item(ui, view, HANDSHAKE, "offer-draw", UiAction::Game(GameAction::OfferDraw(side)));
        menu_item(ui, view, FLAG, "resign", UiAction::OpenSheet(Sheet::Resign));
    }
    if running && view.session.human_side().is_some() && view.session.has_computer() {
        let id = if view.coaches { "coaching-turn-off" } else { "coaching-turn-on" };
        menu_item(ui, view, CHALKBOARD_TEACHER, id, UiAction::SetCoaching(!view.coaches));
    }
    if running && view.session.human_side().is_some() && !view.hint_engines.is_empty() {
        let by = view.hint_engines.iter().find(|engine| engine.is_chosen);
        let name = by.map_or_else(|| view.l10n.get("computer"), |engine| engine.name.clone());
        let text = view.l10n.format("hints-by-name", &[("name", name)]);
        menu_item_with_text(ui, view, LIGHTBULB, &text, UiAction::OpenSheet(Sheet::Hints));
    }
    for &id in view.session.position().overlays() {
        let on = view.overlays.wanted(view.session.position()) == Some(id);
        menu_item(ui, view, if on { EYE_SLASH } else { EYE }, id, UiAction::ToggleOverlay(id));
    }
    let (icon, id) = match view.hides_board {
        true => (EYE, "show-board"),
        false => (EYE_SLASH, "hide-board"),
    };
    menu_item(ui, view, icon, id, UiAction::ToggleBoard);
    menu_item(ui, view, ARROW_LINE_LEFT, "undo-all", UiAction::Game(GameAction::UndoAll));
    menu_item(ui, view, ARROW_LINE_RIGHT, "redo-all", UiAction::Game(GameAction::RedoAll));
    menu_item(ui, view, MAGNIFYING_GLASS, "review-game", UiAction::OpenReview(None));
    menu_item(ui, view, PLUS, "new-game", UiAction::NewGame);
    menu_item(ui, view, ARROWS_CLOCKWISE, "rematch", UiAction::Rematch);
    menu_item(ui, view, FLOPPY_DISK, "save-game", UiAction::OpenSheet(Sheet::Save));
    menu_item(ui, view, FOLDER_OPEN, "load-game", UiAction::OpenSheet(Sheet::Load));
    menu_item(ui, view, PUZZLE_PIECE, "make-level", UiAction::CreateLevel);
    menu_item(ui, view, PENCIL_SIMPLE, "position-editor", UiAction::EditPosition);
    menu_item(ui, view, BOOK_OPEN, "how-to-play", UiAction::OpenHowToPlay);
    menu_item(ui, view, GEAR, "settings", UiAction::OpenSettings);
    menu_item(ui, view, KEYBOARD, "settings-keys", UiAction::OpenKeyHelp);
    menu_item(ui, view, HOUSE, "home", UiAction::OpenHome);
}

/// The menu of a game over the network.
fn online_menu(ui: &mut Ui, view: &mut View) {
    let running = view.session.ending().is_none();
    if running && let Some(side) = view.session.human_side() {
        let is_abortable = view.online.as_ref().is_some_and(|online| online.is_abortable());
        menu_item(ui, view, HANDSHAKE, "offer-draw", UiAction::Game(GameAction::OfferDraw(side)));
        match is_abortable {
            true => {
                let abort = UiAction::Game(GameAction::Resign(side));
                menu_item(ui, view, X, "online-abort", abort);
            }
            false => menu_item(ui, view, FLAG, "resign", UiAction::OpenSheet(Sheet::Resign)),
        }
        if let Some(gift) = view.online.as_ref().and_then(|online| online.gift()) {
            menu_item(ui, view, PLUS, "online-give-time", UiAction::Online(gift));
        }
    }
    for &id in view.session.position().overlays() {
        let on = view.overlays.wanted(view.session.position()) == Some(id);
        menu_item(ui, view, if on { EYE_SLASH } else { EYE }, id, UiAction::ToggleOverlay(id));
    }
    if !running {
        menu_item(ui, view, MAGNIFYING_GLASS, "review-game", UiAction::OpenReview(None));
    }
    if let Some((player, [muted, blocked])) = view.online.as_ref().and_then(|it| it.opponent()) {
        let mute = if muted { "online-unmute-opponent" } else { "online-mute-opponent" };
        let block = if blocked { "online-unblock-opponent" } else { "online-block-opponent" };
        let command = |command| UiAction::Online(OnlineRequest::Command(command));
        menu_item(ui, view, SPEAKER_SLASH, mute, command(Command::Mute(player, !muted)));
        menu_item(ui, view, PROHIBIT, block, command(Command::Block(player, !blocked)));
    }
    menu_item(ui, view, BOOK_OPEN, "how-to-play", UiAction::OpenHowToPlay);
    menu_item(ui, view, GEAR, "settings", UiAction::OpenSettings);
    menu_item(ui, view, GLOBE, "online", UiAction::OpenOnline);
}

/// Who gives hints in this game: the computer, or one of the engines that play it.
fn hints(ui: &mut Ui, view: &mut View) {
    let is_own = view.hint_engines.iter().all(|engine| !engine.is_chosen);
    let mut entries = vec![(None, view.l10n.get("computer"), is_own)];
    entries.extend(
        view.hint_engines
            .iter()
            .map(|engine| (Some(engine.id), engine.name.clone(), engine.is_chosen)),
    );
    for (id, name, is_chosen) in entries {
        let icon = if is_chosen { CHECK } else { ROBOT };
        menu_item_with_text(ui, view, icon, &name, UiAction::SetHintEngine(id));
    }
    muted(ui, view.l10n.get("hints-by-explained"));
}

fn slots(ui: &mut Ui, sheet: Sheet, view: &mut View) {
    for number in 1..=SAVE_SLOTS {
        let text = match view.slots.get(number) {
            None => view.l10n.format("slot-is-empty", &[("number", number.to_string())]),
            Some(saved) => view.l10n.format(
                "slot-holds",
                &[
                    ("number", number.to_string()),
                    ("game", game_name(view.l10n, saved.setup().game.id())),
                    ("moves", saved.tree().ply(saved.current()).to_string()),
                ],
            ),
        };
        let (icon, action) = match sheet {
            Sheet::Save if view.slots.get(number).is_some() => {
                (FLOPPY_DISK, UiAction::OpenSheet(Sheet::Replace(number)))
            }
            Sheet::Save => (FLOPPY_DISK, UiAction::Save(number)),
            _ => (FOLDER_OPEN, UiAction::Load(number)),
        };
        menu_item_with_text(ui, view, icon, &text, action);
    }
    if sheet == Sheet::Save {
        muted(ui, view.l10n.get("save-explained"));
    }
}

fn replace(ui: &mut Ui, number: u8, view: &mut View) {
    ui.label(view.l10n.format("slot-overwrite", &[("number", number.to_string())]));
    ui.add_space(6.0);
    menu_item(ui, view, X, "back", UiAction::OpenSheet(Sheet::Save));
    menu_item(ui, view, FLOPPY_DISK, "slot-replace", UiAction::Save(number));
}

fn leave_rush(ui: &mut Ui, view: &mut View) {
    ui.label(view.l10n.get("run-leave-question"));
    ui.add_space(6.0);
    menu_item(ui, view, X, "run-go-on", UiAction::CloseSheet);
    menu_item(ui, view, FLAG, "run-leave", UiAction::OpenPuzzles);
}

fn pass(ui: &mut Ui, view: &mut View) {
    ui.label(view.l10n.get("pass-question"));
    ui.add_space(6.0);
    menu_item(ui, view, X, "keep-playing", UiAction::CloseSheet);
    menu_item(ui, view, CHECK, "decision-pass", UiAction::Play(Move::Pass));
}

fn resign(ui: &mut Ui, view: &mut View) {
    let Some(side) = view.session.human_side() else { return };
    let both = view.session.setup().players == [PlayerKind::Human; 2];
    let text = match both {
        true => view
            .l10n
            .format("resign-side-question", &[("side", side_name(view.l10n, view.session, side))]),
        false => view.l10n.get("resign-question"),
    };
    ui.label(text);
    ui.add_space(6.0);
    menu_item(ui, view, X, "keep-playing", UiAction::CloseSheet);
    menu_item(ui, view, FLAG, "resign", UiAction::Game(GameAction::Resign(side)));
}

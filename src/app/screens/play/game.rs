//! The game mode of the play screen: its panels in each place, and its shortcuts.

use bevy_egui::egui::{Ui, Vec2};

use super::actions::{HISTORY_KEYS, UiAction, pressed_actions};
use super::sheet::Sheet;
use super::{View, narrow, panel};
use crate::app::features::engine::HelpRequest;
use crate::app::screens::board_page::BoardPanels;
use crate::app::widgets::keys;

/// The panels of a game in progress.
pub(super) struct GamePanels<'v, 'a>(pub(super) &'v mut View<'a>);

impl BoardPanels for GamePanels<'_, '_> {
    fn column(&mut self, ui: &mut Ui) {
        panel::column(ui, self.0);
    }

    fn slim_column(&mut self, ui: &mut Ui) {
        narrow::slim(ui, self.0);
    }

    fn above_board(&mut self, ui: &mut Ui, window: Vec2) {
        narrow::above_board(ui, self.0, window);
    }

    fn below_board(&mut self, ui: &mut Ui, window: Vec2) {
        narrow::below_board(ui, self.0, window);
    }
}

/// Keyboard shortcuts of a game, whichever widget has the focus.
pub(super) fn shortcuts(ui: &Ui, view: &mut View) {
    // Letters are for the chat while it is written in.
    if ui.ctx().text_edit_focused() {
        return;
    }
    let table = [
        (keys::HINT, UiAction::Engine(HelpRequest::Hint)),
        (keys::PLAY_FOR_ME, UiAction::Engine(HelpRequest::PlayForMe)),
        (keys::FLIP, UiAction::FlipBoard),
        (keys::OVERLAY, UiAction::NextOverlay),
        (keys::MENU, UiAction::OpenSheet(Sheet::More)),
        (keys::BACK, view.escape_action(UiAction::OpenHome)),
    ];
    ui.input(|input| {
        view.actions.extend(pressed_actions(input, &HISTORY_KEYS));
        view.actions.extend(pressed_actions(input, &table));
    });
}

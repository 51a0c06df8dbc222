//! The game mode of the play screen: its panels in each place, and its shortcuts.

use bevy_egui::egui::{Key, Modifiers, Ui, Vec2};

use super::actions::{HISTORY_KEYS, UiAction, pressed_actions};
use super::sheet::Sheet;
use super::{View, narrow, panel};
use crate::app::features::engine::HelpRequest;
use crate::app::screens::board_page::BoardPanels;
use crate::app::session::GameAction;

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
    let table = [
        (Key::H, UiAction::Engine(HelpRequest::Hint)),
        (Key::P, UiAction::Engine(HelpRequest::PlayForMe)),
        (Key::F, UiAction::FlipBoard),
        (Key::O, UiAction::NextOverlay),
        (Key::M, UiAction::OpenSheet(Sheet::More)),
        (Key::Escape, view.escape_action(UiAction::OpenHome)),
    ];
    ui.input_mut(|input| {
        if input.consume_key(Modifiers::COMMAND, Key::Z) {
            view.actions.push(UiAction::Game(GameAction::Undo));
        }
        if input.consume_key(Modifiers::COMMAND, Key::Y) {
            view.actions.push(UiAction::Game(GameAction::Redo));
        }
        if input.modifiers.command {
            return;
        }
        view.actions.extend(pressed_actions(input, &HISTORY_KEYS));
        view.actions.extend(pressed_actions(input, &table));
    });
}

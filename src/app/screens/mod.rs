//! One page or view for each application state, drawn with egui.

mod board_view;
mod home;
mod level_editor;
mod library;
mod magnifier;
mod move_scores;
mod moves;
mod new_game;
pub mod page;
mod play;
mod promotion;
mod puzzles;
mod review;
mod settings;
mod sheet;
mod thumbnail;

use bevy::prelude::*;

pub use moves::move_label;

pub(super) fn plugin(app: &mut App) {
    app.add_plugins((
        home::plugin,
        magnifier::plugin,
        library::plugin,
        level_editor::plugin,
        new_game::plugin,
        play::plugin,
        puzzles::plugin,
        review::plugin,
        settings::plugin,
    ));
}

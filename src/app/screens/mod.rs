//! The screens: what fills the window in each state of the application.

mod home;
mod new_game;
mod page;
mod play;
mod puzzles;
mod settings;
mod thumbnail;

use bevy::prelude::*;

pub use play::move_name;

pub(super) fn plugin(app: &mut App) {
    app.add_plugins((
        home::plugin,
        new_game::plugin,
        play::plugin,
        puzzles::plugin,
        settings::plugin,
    ));
}

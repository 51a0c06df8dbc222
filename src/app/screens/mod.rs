//! The screens: what fills the window in each state of the application.

mod board;
mod home;
mod lens;
mod library;
mod make_level;
mod moves;
mod new_game;
pub mod page;
mod play;
mod promotion;
mod puzzles;
mod review;
mod scores;
mod settings;
mod sheet;
mod thumbnail;

use bevy::prelude::*;

pub use moves::move_name;

pub(super) fn plugin(app: &mut App) {
    app.add_plugins((
        home::plugin,
        lens::plugin,
        library::plugin,
        make_level::plugin,
        new_game::plugin,
        play::plugin,
        puzzles::plugin,
        review::plugin,
        settings::plugin,
    ));
}

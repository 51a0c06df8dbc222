//! Activities beside the moves of a game: the computer's moves and hints,
//! puzzles, the review of past games, opening books, the library's part in all of these,
//! and images of games.

mod annotations;
pub mod engine;
pub mod image_export;
pub mod library;
pub mod openings;
pub mod puzzles;
pub mod review;
mod sounds;

use bevy::prelude::*;

pub(super) fn plugin(app: &mut App) {
    app.add_plugins((
        openings::plugin,
        puzzles::plugin,
        library::plugin,
        review::plugin,
        engine::plugin,
        annotations::plugin,
        sounds::plugin,
    ));
}

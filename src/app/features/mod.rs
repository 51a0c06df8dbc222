//! Activities beside the moves of a game: the computer's moves and hints, coaching,
//! puzzles, positions set up by hand, the review of past games, opening books, the library's part in all of these,
//! play over a network, tournaments, lessons, content packs, the laboratory of searches, images of games, and what is chosen before a game.

pub mod adaptive;
mod annotations;
pub mod background;
pub mod coaching;
pub mod content_packs;
pub mod engine;
pub mod events;
pub mod image_export;
pub mod laboratory;
pub mod lessons;
pub mod library;
pub mod online;
pub mod openings;
pub mod position_editor;
pub mod puzzles;
pub mod ratings;
pub mod review;
pub mod setup_choices;
mod sounds;

use bevy::prelude::*;

pub(super) fn plugin(app: &mut App) {
    app.add_plugins((
        openings::plugin,
        puzzles::plugin,
        position_editor::plugin,
        library::plugin,
        laboratory::plugin,
        lessons::plugin,
        online::plugin,
        review::plugin,
        setup_choices::plugin,
        engine::plugin,
        (adaptive::plugin, ratings::plugin, content_packs::plugin, events::plugin),
        coaching::plugin,
        annotations::plugin,
        background::plugin,
        sounds::plugin,
    ));
}

//! One page or view for each application state, drawn with egui.

mod announcer;
mod board_page;
mod events;
mod home;
mod how_to_play;
mod key_help;
mod laboratory;
mod learn;
mod level_editor;
mod library;
mod new_game;
mod online;
mod play;
mod position_editor;
mod puzzles;
mod review;
mod settings;
mod statistics;

use bevy::prelude::*;

pub use events::EventsPage;
pub use how_to_play::HowToPlayPage;
pub use settings::EnginesPage;

pub(super) fn plugin(app: &mut App) {
    app.add_plugins((
        announcer::plugin,
        events::plugin,
        home::plugin,
        how_to_play::plugin,
        key_help::plugin,
        library::plugin,
        level_editor::plugin,
        new_game::plugin,
        online::plugin,
        play::plugin,
        position_editor::plugin,
        puzzles::plugin,
        review::plugin,
        settings::plugin,
        statistics::plugin,
    ))
    .add_plugins((laboratory::plugin, learn::plugin));
}

/// The screens of a game: the home page, its form, the game, its rules, positions for it, and
/// the settings.
#[cfg(test)]
pub(super) fn game_screens(app: &mut App) {
    app.add_plugins((home::plugin, new_game::plugin, play::plugin)).add_plugins((
        announcer::plugin,
        how_to_play::plugin,
        key_help::plugin,
        position_editor::plugin,
        settings::plugin,
    ));
}

/// The other screens: puzzles and their editor, the laboratory, the library, the review and the
/// statistics.
#[cfg(test)]
pub(super) fn other_screens(app: &mut App) {
    app.add_plugins((
        events::plugin,
        laboratory::plugin,
        learn::plugin,
        level_editor::plugin,
        library::plugin,
        online::plugin,
        puzzles::plugin,
        review::plugin,
        statistics::plugin,
    ));
}

//! The part of the library in what one does: games that are imported, and finished games
//! that are stored.

mod finished_games;
mod import;

use bevy::prelude::*;

pub(in crate::app) fn plugin(app: &mut App) {
    app.add_plugins((finished_games::plugin, import::plugin));
}

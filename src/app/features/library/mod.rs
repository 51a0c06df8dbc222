//! The part of the library in what one does: games that are imported, and games played
//! here that are stored.

mod import;
mod played_games;

use bevy::prelude::*;

pub(in crate::app) fn plugin(app: &mut App) {
    app.add_plugins((import::plugin, played_games::plugin));
}

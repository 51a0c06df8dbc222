//! Work that runs beside the window: tasks on the compute pool or in Web Workers, the
//! library of games, engines of others, sound, the player's own picture, the files of the
//! `assets` folder, and folders that are watched.

pub mod assets;
pub mod audio;
pub mod engines;
pub mod folder_watcher;
mod icon;
pub mod library;
pub mod portrait;
pub mod svg;
pub mod tasks;

use bevy::prelude::*;

pub(super) fn plugin(app: &mut App) {
    app.add_plugins((tasks::plugin, icon::plugin, assets::plugin, library::plugin, audio::plugin))
        .add_plugins((portrait::plugin, engines::plugin));
}

//! The state of the application: the screen that fills the window.

use bevy::prelude::*;

/// The screen shown in the window.
#[derive(States, Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Screen {
    /// Fonts, themes and pictures are being loaded.
    #[default]
    Loading,
    /// The choice of games.
    Home,
    /// The settings of a new game.
    NewGame,
    /// The game in progress.
    Play,
    /// The packs of puzzle levels.
    Puzzles,
    /// The library of stored games.
    Library,
    /// The player's results.
    Statistics,
    /// A past game, to review and annotate.
    Review,
    /// The editor of positions.
    PositionEditor,
    /// The editor of puzzle levels.
    LevelEditor,
    /// The rules of a game and of its variants.
    HowToPlay,
    /// Courses of lessons, and the words of the games.
    Learn,
    /// The laboratory of searches.
    Laboratory,
    /// Play with people elsewhere: the server and its lobby.
    Online,
    /// The tournaments that the player organises.
    Events,
    /// The player's settings.
    Settings,
    /// The engines of others that the player has added.
    Engines,
    /// The content packs that the player has added.
    ContentPacks,
}

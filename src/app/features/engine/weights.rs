//! The weights of the engines: loaded when their game is about to be played, so that they
//! cost neither time at the start nor memory where nobody plays it.

use bevy::prelude::*;

use crate::app::services::assets::LoadedAssets;
use crate::app::services::tasks::TaskRunner;
use crate::app::session::ActiveSession;
use crate::app::state::Screen;
use crate::games::Game;
use crate::games::registry::GAMES;

/// Loads the weights of the game on the board; of every game once one is being chosen.
pub(super) fn load_weights(
    screen: Res<State<Screen>>,
    active_session: Res<ActiveSession>,
    assets: Res<LoadedAssets>,
    runner: Res<TaskRunner>,
    mut loaded: Local<Vec<&'static str>>,
) {
    let on_board = active_session.session().map(|session| session.setup().game.id());
    // A game in progress is near on every page: it may go on with the computer's turn.
    let is_near = |game: &dyn Game| *screen.get() == Screen::NewGame || on_board == Some(game.id());
    for game in GAMES {
        if loaded.contains(&game.id()) || !is_near(*game) {
            continue;
        }
        let bytes = game.weights().and_then(|file| assets.bytes(file.path()));
        if let Some(bytes) = bytes {
            runner.load_weights(*game, bytes);
            loaded.push(game.id());
        }
    }
}

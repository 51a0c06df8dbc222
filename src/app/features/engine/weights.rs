//! The weights of the engines: fetched and loaded when their game is about to be played, so that
//! they cost neither time at the start nor memory where nobody plays it.

use bevy::prelude::*;

use crate::app::notice::Notice;
use crate::app::services::assets::{FileState, LoadedAssets};
use crate::app::services::tasks::TaskRunner;
use crate::app::session::ActiveSession;
use crate::games::Game;
use crate::games::registry::GAMES;

/// The game for which the form of a new game was opened last: it is likely to be played.
#[derive(Resource, Default)]
pub struct LikelyGame(pub Option<&'static dyn Game>);

/// Loads the weights of the game on the board, and of the one that is being chosen.
pub(super) fn load_weights(
    active_session: Res<ActiveSession>,
    likely: Res<LikelyGame>,
    assets: Res<LoadedAssets>,
    runner: Res<TaskRunner>,
    mut notices: MessageWriter<Notice>,
    mut loaded: Local<Vec<&'static str>>,
) {
    let on_board = active_session.session().map(|session| session.setup().game.id());
    let chosen = likely.0.map(|game| game.id());
    for game in GAMES {
        let id = Some(game.id());
        if loaded.contains(&game.id()) || (on_board != id && chosen != id) {
            continue;
        }
        let Some(file) = game.weights() else { continue };
        match assets.request(file.path()) {
            FileState::Pending => continue,
            // The engine plays without them, more weakly.
            FileState::Missing => {
                notices.write(Notice::problem("asset-missing").with("file", file.path()));
            }
            FileState::Loaded => {
                if let Some(bytes) = assets.bytes(file.path()) {
                    runner.load_weights(*game, bytes);
                }
            }
        }
        loaded.push(game.id());
    }
}

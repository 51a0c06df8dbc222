//! Translation keys of the reasons for which games end.

use super::Game;
use crate::core::GameOverReason;

/// Translation key of a reason in this game (`chess-checkmate`), which command
/// output uses too.
#[must_use]
pub fn game_over_key(game: &dyn Game, reason: GameOverReason) -> String {
    format!("{}-{}", game.id(), reason.id())
}

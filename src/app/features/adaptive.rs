//! The adaptive opponent: a level for each game that follows the player's results.
//!
//! In the first [`FINDING_GAMES`] games each win raises the level by one and each loss lowers
//! it by one, so that it is soon near the player's strength. After that it changes when
//! wins and losses at the level differ by [`MARGIN`]: a single lucky game changes nothing.
//! Draws count for neither side. Each game counts once, by its first ending.

use std::collections::BTreeMap;

use bevy::prelude::*;
use serde::{Deserialize, Serialize};

use crate::app::notice::Notice;
use crate::app::platform::Storage;
use crate::app::session::{
    ActiveSession, GameSetup, Mode, PlayerKind, Session, SessionEvent, SessionSystems,
};
use crate::games::Game;

/// File of the levels.
const FILE: &str = "adaptive.ron";

/// Games in which every result changes the level.
const FINDING_GAMES: u32 = 3;

/// Difference of wins and losses at a level that changes it afterwards.
const MARGIN: i8 = 2;

/// Standing against the adaptive opponent of a game, to which the results have led.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct Standing {
    level: u8,
    /// Games that were counted.
    games: u32,
    /// Wins minus losses of the player at this level.
    balance: i8,
    /// The start of the game that was counted last, see [`Session::started_at`].
    last: String,
}

impl Standing {
    /// Counts a result: 1 is a win of the player, -1 a loss and 0 a draw.
    fn count(&mut self, result: i8, levels: u8) {
        self.balance += result.signum();
        let margin = if self.games < FINDING_GAMES { 1 } else { MARGIN };
        self.games = self.games.saturating_add(1);
        if self.balance.abs() < margin {
            return;
        }
        let next = if self.balance > 0 { self.level.saturating_add(1) } else { self.level - 1 };
        self.level = next.clamp(1, levels);
        self.balance = 0;
    }
}

/// The levels of the adaptive opponent, by the ids of the games.
#[derive(Resource, Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct AdaptiveLevels {
    version: u32,
    games: BTreeMap<String, Standing>,
}

impl AdaptiveLevels {
    fn from_ron(text: &str) -> Result<AdaptiveLevels, ron::error::SpannedError> {
        ron::from_str(text)
    }

    /// The level for the next game; `first` before any game was played.
    pub fn level(&self, game: &dyn Game, first: u8) -> u8 {
        let level = self.games.get(game.id()).map_or(first, |standing| standing.level);
        level.clamp(1, game.levels())
    }

    /// The level for the next game and the number of games that have led there; `None` before
    /// any game was played.
    pub fn standing(&self, game: &dyn Game) -> Option<(u8, u32)> {
        let standing = self.games.get(game.id())?;
        Some((standing.level.clamp(1, game.levels()), standing.games))
    }

    /// The setup with the level for the next game, if its opponent is adaptive.
    pub fn apply(&self, mut setup: GameSetup) -> GameSetup {
        if setup.adaptive {
            for player in &mut setup.players {
                if let PlayerKind::Computer(level) = player {
                    *level = self.level(setup.game, *level);
                }
            }
        }
        setup
    }

    /// Counts the result of a finished game against the adaptive opponent. Returns true if
    /// it was not counted before.
    fn count(&mut self, session: &Session) -> bool {
        let (setup, started_at) = (session.setup(), session.started_at());
        let (Some(ending), Some(side)) = (session.ending(), session.human_side()) else {
            return false;
        };
        let PlayerKind::Computer(level) = session.player_kind(side.other()) else { return false };
        if !setup.adaptive || session.player_kind(side) != PlayerKind::Human {
            return false;
        }
        let result = match ending.winner() {
            None => 0,
            Some(winner) if winner == side => 1,
            Some(_) => -1,
        };
        let new = || Standing { level, games: 0, balance: 0, last: String::new() };
        let standing = self.games.entry(setup.game.id().to_owned()).or_insert_with(new);
        if standing.last == started_at {
            return false;
        }
        standing.last = started_at;
        standing.count(result, setup.game.levels());
        self.version = 1;
        true
    }
}

pub(in crate::app) fn plugin(app: &mut App) {
    app.init_resource::<AdaptiveLevels>()
        .add_systems(Startup, load)
        .add_systems(Update, count_results.after(SessionSystems));
}

/// Loads the file. A damaged one is set aside and reported.
fn load(
    storage: Res<Storage>,
    mut levels: ResMut<AdaptiveLevels>,
    mut notices: MessageWriter<Notice>,
) {
    let parse = AdaptiveLevels::from_ron;
    if let Some(read) = storage.read_parsed(FILE, "settings-damaged", &mut notices, parse) {
        *levels = read;
    }
}

/// Counts the result of the game in progress when it ends, and saves the level.
fn count_results(
    mut events: MessageReader<SessionEvent>,
    active_session: Res<ActiveSession>,
    storage: Res<Storage>,
    mut levels: ResMut<AdaptiveLevels>,
    mut notices: MessageWriter<Notice>,
) {
    if !events.read().any(|event| matches!(event, SessionEvent::Game(_))) {
        return;
    }
    let Some(session) = active_session.session_in(Mode::Game) else { return };
    if session.ending().is_none() || !levels.bypass_change_detection().count(session) {
        return;
    }
    levels.set_changed();
    // Plain data of our own types, which RON can always write.
    let text = ron::ser::to_string_pretty(&*levels, ron::ser::PrettyConfig::new());
    if let Err(error) = storage.write(FILE, &text.unwrap_or_default()) {
        warn!("{error}");
        notices.write(error.notice(FILE));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Levels after each of these results, from level 3 of 10.
    fn levels(results: &[i8]) -> Vec<u8> {
        let mut standing = Standing { level: 3, games: 0, balance: 0, last: String::new() };
        let after = |result: &i8| {
            standing.count(*result, 10);
            standing.level
        };
        results.iter().map(after).collect()
    }

    #[test]
    fn the_level_is_found_soon_and_then_changes_slowly() {
        assert_eq!(levels(&[1, 1, 1]), [4, 5, 6]);
        assert_eq!(levels(&[1, 1, 1, 1, 1, 1, 1]), [4, 5, 6, 6, 7, 7, 8]);
        assert_eq!(levels(&[1, -1, 0, 1, -1, 1, 1]), [4, 3, 3, 3, 3, 3, 4]);
        assert_eq!(levels(&[0, 0, 0, -1, 0, -1]), [3, 3, 3, 3, 3, 2]);
    }

    #[test]
    fn the_level_stays_among_those_of_the_game() {
        assert_eq!(levels(&[-1; 9]).into_iter().min(), Some(1));
        assert_eq!(levels(&[1; 40]).into_iter().max(), Some(10));
    }
}

//! The player's level and points in each game, see [`LevelPoints`]: they change with each game
//! against a level of the computer that was played without hints and without taking moves
//! back. Each game counts once, by its first ending.

use std::collections::BTreeMap;

use bevy::prelude::*;
use serde::{Deserialize, Serialize};

use super::engine::HelpRequest;
use crate::app::notice::Notice;
use crate::app::platform::Storage;
use crate::app::session::{
    ActiveSession, Ending, Mode, PlayerKind, Session, SessionEvent, SessionSystems, Turn,
};
use crate::core::{LevelPoints, Side};
use crate::games::{Game, Options};

/// File of the points.
const FILE: &str = "ratings.ron";

/// The latest games of which the points are kept, for each game.
const KEPT: usize = 200;

/// A game that was counted.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct RatedGame {
    /// The start of the game, see [`Session::started_at`].
    started: String,
    /// Points after it.
    points: LevelPoints,
}

/// The player's points, by the ids of the games.
#[derive(Resource, Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct PlayerRatings {
    version: u32,
    games: BTreeMap<String, Vec<RatedGame>>,
}

impl PlayerRatings {
    fn from_ron(text: &str) -> Result<PlayerRatings, ron::error::SpannedError> {
        let mut read: PlayerRatings = ron::from_str(text)?;
        read.games.values_mut().for_each(keep_latest);
        Ok(read)
    }

    /// The player's points in a game; `None` before any game was counted.
    pub fn points(&self, game: &str) -> Option<LevelPoints> {
        Some(self.games.get(game)?.last()?.points)
    }

    /// The points after each of the latest games, the oldest first.
    pub fn history(&self, game: &str) -> impl Iterator<Item = LevelPoints> {
        self.games.get(game).into_iter().flatten().map(|rated| rated.points)
    }

    /// Counts the result of a finished game. Returns true if it was not counted before.
    fn count(&mut self, session: &Session) -> bool {
        let Some((opponent, won)) = rated_result(session) else { return false };
        let started = session.started_at();
        let games = self.games.entry(session.setup().game.id().to_owned()).or_default();
        if games.iter().any(|rated| rated.started == started) {
            return false;
        }
        let before = games.last().map_or(LevelPoints::default(), |rated| rated.points);
        let points = before.changed_by(before.change(opponent, won));
        games.push(RatedGame { started, points });
        keep_latest(games);
        self.version = 1;
        true
    }
}

fn keep_latest(games: &mut Vec<RatedGame>) {
    games.drain(..games.len().saturating_sub(KEPT));
}

/// The points of the level that a person has played against, and whether the person has won
/// (`None` is a draw), if the game counts.
fn rated_result(session: &Session) -> Option<(LevelPoints, Option<bool>)> {
    let (setup, ending) = (session.setup(), session.ending()?);
    let is_human = |side: &Side| session.player_kind(*side) == PlayerKind::Human;
    let side = Side::BOTH.into_iter().find(is_human)?;
    let PlayerKind::Computer(level) = session.player_kind(side.other()) else { return None };
    // A position that was set up may be won from the start.
    let is_set_up = session.tree().start_text().is_some();
    if session.is_unrated() || is_set_up || ending == Ending::Void {
        return None;
    }
    let is_second = side == Side::First;
    let opponent = setup.game.level_points_under(level, &setup.options, is_second);
    Some((opponent, ending.winner().map(|winner| winner == side)))
}

/// Change that makes the next game against the computer an even one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Suggestion {
    /// This level.
    Level(u8),
    /// A handicap for this side, under these options.
    Handicap {
        /// The side that receives it: the first one of the player, or of the computer.
        to_player: bool,
        /// The options with it.
        options: Options,
    },
}

impl Suggestion {
    /// The suggestion for someone with so many points against this level under these options:
    /// a handicap where the game has one that is large enough to make up for the difference,
    /// else the nearest level. `None` if the game is as even as it can be.
    pub fn of(
        game: &dyn Game,
        options: &Options,
        level: u8,
        points: LevelPoints,
    ) -> Option<Suggestion> {
        let missing = game.level_points(level).above(points);
        if let Some(options) = game.with_handicap(options, missing.unsigned_abs()) {
            return Some(Suggestion::Handicap { to_player: missing > 0, options });
        }
        let nearest = game.nearest_level(points);
        (nearest != level).then_some(Suggestion::Level(nearest))
    }
}

pub(in crate::app) fn plugin(app: &mut App) {
    app.init_resource::<PlayerRatings>()
        .add_message::<HelpRequest>()
        .add_systems(Startup, load)
        .add_systems(
            Update,
            (note_help.before(SessionSystems), count_results.after(SessionSystems)),
        );
}

/// Loads the file. A damaged one is set aside and reported.
fn load(
    storage: Res<Storage>,
    mut ratings: ResMut<PlayerRatings>,
    mut notices: MessageWriter<Notice>,
) {
    let parse = PlayerRatings::from_ron;
    if let Some(read) = storage.read_parsed(FILE, "settings-damaged", &mut notices, parse) {
        *ratings = read;
    }
}

/// Notes in the game in progress that the person has asked for help.
fn note_help(mut requests: MessageReader<HelpRequest>, mut active_session: ResMut<ActiveSession>) {
    if requests.read().count() == 0 {
        return;
    }
    let game = active_session.session_in(Mode::Game);
    if game.is_some_and(|game| game.turn() == Turn::Human && !game.is_unrated()) {
        active_session.mark_unrated();
    }
}

/// Counts the result of the game in progress when it ends, and saves the points.
fn count_results(
    mut events: MessageReader<SessionEvent>,
    active_session: Res<ActiveSession>,
    storage: Res<Storage>,
    mut ratings: ResMut<PlayerRatings>,
    mut notices: MessageWriter<Notice>,
) {
    if !events.read().any(|event| matches!(event, SessionEvent::Game(_))) {
        return;
    }
    let Some(session) = active_session.session_in(Mode::Game) else { return };
    if session.ending().is_none() || !ratings.bypass_change_detection().count(session) {
        return;
    }
    ratings.set_changed();
    // Plain data of our own types, which RON can always write.
    let text = ron::ser::to_string_pretty(&*ratings, ron::ser::PrettyConfig::new());
    if let Err(error) = storage.write(FILE, &text.unwrap_or_default()) {
        warn!("{error}");
        notices.write(error.notice(FILE));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::registry;

    #[test]
    fn the_latest_games_of_a_file_are_kept_and_damaged_numbers_brought_into_range() {
        let game = |n: u32| format!("(started: \"{n}\", points: {})", n * 100);
        let games: Vec<_> = (0..300).map(game).collect();
        let text = format!("(version: 1, games: {{\"go\": [{}]}})", games.join(", "));
        let read = PlayerRatings::from_ron(&text).unwrap();
        assert_eq!(read.history("go").count(), KEPT);
        assert_eq!(read.points("go"), Some(LevelPoints::new(10_000)));
        assert_eq!(read.points("chess"), None);
        assert_eq!(PlayerRatings::from_ron(&ron::to_string(&read).unwrap()), Ok(read));
        assert!(PlayerRatings::from_ron("(version: 1, games: {\"go\": [(points: -3)]})").is_err());
    }

    #[test]
    fn a_difference_suggests_a_handicap_or_the_level_that_fits() {
        let suggestion = |id: &str, level, points| {
            let game = registry::find(id).unwrap();
            Suggestion::of(game, &Options::default(), level, LevelPoints::new(points))
        };
        assert_eq!(suggestion("chess", 4, 1300), Some(Suggestion::Level(5)));
        assert_eq!(suggestion("chess", 5, 1300), None);
        // Levels of Go are 200 points apart.
        assert_eq!(suggestion("go", 5, 1050), None);
        let stones = |level, points| match suggestion("go", level, points) {
            Some(Suggestion::Handicap { to_player, options }) => {
                Some((to_player, registry::find("go").unwrap().handicap_value(&options)))
            }
            _ => None,
        };
        assert_eq!(stones(5, 700), Some((true, 400)));
        assert_eq!(stones(5, 1450), Some((false, 300)));
    }
}

//! Metadata of the game in progress: players and starting time; and its record for the
//! library once it is over.

use bevy::prelude::*;

use super::active::ActiveSession;
use super::commands::SessionEvent;
use super::game::{ActionError, Ending, GameEvent, Session};
use super::setup::{PlayerKind, TournamentBoard};
use crate::app::services::engines::ExternalEngines;
use crate::app::settings::Settings;
use crate::app::text::{STORED_PERSON_NAME, stored_computer_name, stored_person_name};
use crate::core::Side;
use crate::engines::EngineId;
use crate::library::{GameId, TIME_OF_DAY};
use crate::record::formats::result_of;
use crate::record::{GameTree, InfoField, NodeId};

/// Tag that holds the game's id in the library, once it is there.
const LIBRARY_ID_TAG: &str = "Kept";

/// Tag that holds the board of a tournament at which the game is played.
const TOURNAMENT_TAG: &str = "Board";

/// Metadata written when a game starts.
#[derive(Clone, Debug, PartialEq, Eq)]
struct GameMetadata {
    /// Names of the players, first side first.
    names: [String; 2],
    /// The local date, such as 2026-11-21.
    date: String,
    /// The local time, such as 14:03:27.
    time: String,
}

/// Writes the players' names and the starting time into the record of a new game.
pub(super) fn write_metadata(
    mut events: MessageReader<SessionEvent>,
    settings: Res<Settings>,
    engines: Res<ExternalEngines>,
    mut active_session: ResMut<ActiveSession>,
    mut last: Local<Option<jiff::Zoned>>,
) {
    let begins = |change: &SessionEvent| {
        matches!(change, SessionEvent::Replaced | SessionEvent::Game(GameEvent::NextGameStarted))
    };
    if events.read().filter(|change| begins(change)).count() == 0 {
        return;
    }
    let Some(session) = active_session.game_mut().filter(|game| !game.has_metadata()) else {
        return;
    };
    let person = match settings.name.trim() {
        "" if session.setup().players == [PlayerKind::Human; 2] => stored_person_name(1),
        "" => STORED_PERSON_NAME.to_owned(),
        name => name.to_owned(),
    };
    let engine = |id| engines.name(id).map(str::to_owned);
    let board = session.setup().tournament.clone();
    let names = match &board {
        Some(board) => board.names.clone(),
        // A game of a tournament that goes on from where it was saved.
        None if !session.tournament_board().is_empty() => {
            Side::BOTH.map(|side| session.recorded_name(side).to_owned())
        }
        None => session.player_names(&person, &stored_person_name(2), engine),
    };
    // Games are identified by the second in which they started, so starting times must
    // differ.
    let second = jiff::SignedDuration::from_secs(1);
    let earliest = last.take().map(|last| last.saturating_add(second));
    let now = earliest.into_iter().fold(jiff::Zoned::now(), Ord::max);
    session.set_metadata(&GameMetadata {
        names,
        date: now.strftime("%Y-%m-%d").to_string(),
        time: now.strftime("%H:%M:%S").to_string(),
    });
    if let Some(board) = board {
        session.set_tournament_board(&board);
    }
    *last = Some(now);
}

impl Session {
    /// Returns true if the metadata has been written.
    fn has_metadata(&self) -> bool {
        !self.tree.info().tag(TIME_OF_DAY).is_empty()
    }

    /// Writes the names of the players and the starting time.
    fn set_metadata(&mut self, metadata: &GameMetadata) {
        let info = self.tree.info_mut();
        for (side, name) in Side::BOTH.into_iter().zip(&metadata.names) {
            info.set(name_field(side), name);
        }
        info.set(InfoField::Date, &metadata.date);
        info.set_tag(TIME_OF_DAY, &metadata.time);
        info.set_tag(LIBRARY_ID_TAG, "");
    }

    /// Makes this the game at a board of a tournament.
    fn set_tournament_board(&mut self, board: &TournamentBoard) {
        let info = self.tree.info_mut();
        info.set(InfoField::Event, &board.title);
        info.set(InfoField::Round, &board.round);
        info.set_tag(TOURNAMENT_TAG, &board.id);
    }

    /// The [`TournamentBoard::id`] of the board of a tournament at which the game is played; empty
    /// if it is none.
    pub fn tournament_board(&self) -> &str {
        self.tree.info().tag(TOURNAMENT_TAG)
    }

    /// Clears the starting time and the library id, so that the game is stored as a new
    /// one.
    pub(super) fn clear_metadata(&mut self) {
        let info = self.tree.info_mut();
        info.set_tag(TIME_OF_DAY, "");
        info.set_tag(LIBRARY_ID_TAG, "");
    }

    /// Date and time at which the game started, which identifies it.
    pub fn started_at(&self) -> String {
        started_at(&self.tree)
    }

    /// Returns true if the library has a record of this game.
    pub fn is_in_library(&self) -> bool {
        !self.tree.info().tag(LIBRARY_ID_TAG).is_empty()
    }

    /// Its id in the library, if it is there.
    pub fn library_id(&self) -> Option<GameId> {
        self.tree.info().tag(LIBRARY_ID_TAG).parse().ok()
    }

    pub(super) fn set_library_id(&mut self, id: GameId) {
        self.tree.info_mut().set_tag(LIBRARY_ID_TAG, &id.to_string());
    }

    /// Names of the players, first side first: `person` is the only person, `second` is the
    /// second of two, and `engine` names the engines that were not removed.
    fn player_names(
        &self,
        person: &str,
        second: &str,
        engine: impl Fn(EngineId) -> Option<String>,
    ) -> [String; 2] {
        let both = self.setup.players == [PlayerKind::Human; 2];
        Side::BOTH.map(|side| match self.player_kind(side) {
            PlayerKind::Computer(level) => stored_computer_name(level),
            PlayerKind::Engine(id) => {
                engine(id).unwrap_or_else(|| self.recorded_name(side).to_owned())
            }
            PlayerKind::Human if both && self.player_of(side) == 1 => second.to_owned(),
            PlayerKind::Remote => self.recorded_name(side).to_owned(),
            PlayerKind::Human => person.to_owned(),
        })
    }

    /// The name of the player of a side in the record, which an engine keeps after it was
    /// removed; empty if there is none.
    pub fn recorded_name(&self, side: Side) -> &str {
        self.tree.info().get(name_field(side))
    }

    /// Takes the names of the engines over from another game between the same players.
    pub(super) fn take_names(&mut self, other: &Session) {
        for player in 0..2 {
            if let PlayerKind::Engine(_) = self.setup.players[player] {
                let name = other.recorded_name(other.side_of(player));
                let field = name_field(self.side_of(player));
                self.tree.info_mut().set(field, name);
            }
        }
    }

    /// Lets the computer play on at its highest level for the engine of a side.
    pub(super) fn replace_engine(&mut self, side: Side) -> Result<GameEvent, ActionError> {
        let PlayerKind::Engine(_) = self.player_kind(side) else {
            return Err(ActionError::NoEngine);
        };
        let level = self.setup.game.levels();
        let player = self.player_of(side);
        self.setup.players[player] = PlayerKind::Computer(level);
        self.unrated = true;
        self.tree.info_mut().set(name_field(side), &stored_computer_name(level));
        Ok(GameEvent::EngineReplaced(side))
    }

    /// The record of this game for the library: the moves played become the main line, and
    /// the result of a finished game is set. `None` if nothing was played.
    pub fn library_record(&self) -> Option<GameTree> {
        let ending = self.ending();
        if ending.is_none() && self.tree.nodes().nth(1).is_none() {
            return None;
        }
        let mut tree = self.tree.clone();
        tree.info_mut().set_tag(LIBRARY_ID_TAG, "");
        finish_record(&mut tree, self.current, ending);
        Some(tree)
    }
}

/// Date and time at which the game of a record started.
pub fn started_at(tree: &GameTree) -> String {
    let info = tree.info();
    format!("{} {}", info.get(InfoField::Date), info.tag(TIME_OF_DAY))
}

/// Makes the moves that lead to this node the main line of a record, and sets its result. Moves that
/// were taken back before the end were not played after it.
pub fn finish_record(tree: &mut GameTree, end: NodeId, ending: Option<Ending>) {
    while tree.promote(end) {}
    tree.info_mut().set(InfoField::Result, "");
    let Some(ending) = ending else { return };
    let after: Vec<_> = tree.children(end).collect();
    for node in after {
        tree.delete(node);
    }
    let result = ending.result(tree).unwrap_or_default();
    tree.info_mut().set(InfoField::Result, &result);
}

impl Ending {
    /// The result as records write it, for the game that is this tree's main line. `None` for a
    /// game that counts for nothing.
    fn result(self, tree: &GameTree) -> Option<String> {
        Some(match self {
            Ending::Rules(_) => result_of(tree),
            Ending::DrawAgreed => "1/2-1/2".to_owned(),
            Ending::Resigned(side) => format!("{} R", result_code(side.other())),
            Ending::OutOfTime(side) => format!("{} T", result_code(side.other())),
            Ending::Abandoned(side) => format!("{} F", result_code(side.other())),
            Ending::Void => return None,
        })
    }
}

const fn name_field(side: Side) -> InfoField {
    match side {
        Side::First => InfoField::FirstPlayer,
        Side::Second => InfoField::SecondPlayer,
    }
}

const fn result_code(side: Side) -> &'static str {
    match side {
        Side::First => "1-0",
        Side::Second => "0-1",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::session::{DEFAULT_ENGINE_TIME, GameAction, GameSetup, Turn};
    use crate::core::TimeControl;
    use crate::engines::{EngineList, EngineSettings};
    use crate::games::{Options, registry};

    fn session(game: &str, players: [PlayerKind; 2], moves: &str) -> Session {
        let setup = GameSetup {
            game: registry::find(game).unwrap(),
            options: Options::default(),
            players,
            first_player: 0,
            time: TimeControl::Unlimited,
            engine_time: DEFAULT_ENGINE_TIME,
            games: 1,
            adaptive: false,
            tournament: None,
        };
        let mut session = Session::new(setup).unwrap();
        play(&mut session, moves);
        session
    }

    fn play(session: &mut Session, moves: &str) {
        for text in moves.split(' ').filter(|text| !text.is_empty()) {
            let mv = session.position().parse_move(text).unwrap();
            session.apply(GameAction::Play(mv)).unwrap();
        }
    }

    fn moves(tree: &GameTree) -> String {
        let moves: Vec<_> = tree.main_line().filter_map(|node| tree.move_text(node)).collect();
        moves.join(" ")
    }

    #[test]
    fn a_finished_game_has_its_result_and_its_moves_as_the_main_line() {
        let people = [PlayerKind::Human; 2];
        assert!(session("chess", people, "").library_record().is_none());
        let mut game = session("chess", people, "f3 e5 g4");
        let unfinished = game.library_record().unwrap();
        assert_eq!(unfinished.info().get(InfoField::Result), "");
        assert_eq!(moves(&unfinished), "f3 e5 g4");
        game.apply(GameAction::Undo).unwrap();
        play(&mut game, "g4 Qh4#");
        let record = game.library_record().unwrap();
        assert_eq!(record.info().get(InfoField::Result), "0-1");
        // Another ending: the earlier moves remain as a variation.
        game.apply(GameAction::Undo).unwrap();
        game.apply(GameAction::Undo).unwrap();
        play(&mut game, "e4");
        game.apply(GameAction::Resign(Side::Second)).unwrap();
        let record = game.library_record().unwrap();
        assert_eq!(moves(&record), "f3 e5 e4");
        assert_eq!(record.info().get(InfoField::Result), "1-0 R");
        assert!(record.nodes().count() > 4);
        // An ending in the middle of the line.
        game.apply(GameAction::UndoAll).unwrap();
        game.apply(GameAction::OfferDraw(Side::First)).unwrap();
        game.apply(GameAction::AnswerDraw(true)).unwrap();
        let record = game.library_record().unwrap();
        assert_eq!(moves(&record), "");
        assert_eq!(record.info().get(InfoField::Result), "1/2-1/2");
    }

    #[test]
    fn points_are_in_the_result_where_the_rules_count_them() {
        let wiped = session("reversi", [PlayerKind::Human; 2], "e6 f4 e3 f6 g5 d6 e7 f5 c5");
        assert_eq!(wiped.library_record().unwrap().info().get(InfoField::Result), "1-0 64");
    }

    #[test]
    fn an_engine_keeps_its_name_in_a_match_and_gives_its_seat_and_name_to_the_computer() {
        let id = EngineList::default().add(EngineSettings::default());
        let mut game = session("reversi", [PlayerKind::Human, PlayerKind::Engine(id)], "");
        game.setup.games = 2;
        game.tree.info_mut().set(InfoField::SecondPlayer, "Edax");
        game.apply(GameAction::Resign(Side::First)).unwrap();
        game.apply(GameAction::NextGame).unwrap();
        assert_eq!(Side::BOTH.map(|side| game.recorded_name(side)), ["Edax", ""]);
        assert_eq!(game.turn(), Turn::Engine(id));
        let refused = game.apply(GameAction::ReplaceEngine(Side::Second));
        assert_eq!(refused, Err(ActionError::NoEngine));
        game.apply(GameAction::ReplaceEngine(Side::First)).unwrap();
        let level = game.setup().game.levels();
        assert_eq!(game.turn(), Turn::Computer(level));
        assert_eq!(game.recorded_name(Side::First), stored_computer_name(level));
    }

    #[test]
    fn players_have_their_names() {
        let mut list = EngineList::default();
        let ids = ["stockfish", "gone"].map(|command| {
            list.add(EngineSettings { command: command.to_owned(), ..EngineSettings::default() })
        });
        list.remove(ids[1]);
        let engine = |id| list.get(id).map(|engine| engine.name().to_owned());
        let name = |players| session("chess", players, "").player_names("Ann", "Bob", engine);
        let level = stored_computer_name;
        assert_eq!(name([PlayerKind::Human, PlayerKind::Computer(5)]), ["Ann", &*level(5)]);
        assert_eq!(name([PlayerKind::Computer(3), PlayerKind::Human]), [&*level(3), "Ann"]);
        assert_eq!(name([PlayerKind::Human; 2]), ["Ann", "Bob"]);
        assert_eq!(name([PlayerKind::Computer(1), PlayerKind::Computer(2)]), [level(1), level(2)]);
        assert_eq!(name([PlayerKind::Engine(ids[0]), PlayerKind::Human]), ["stockfish", "Ann"]);
        assert_eq!(name([PlayerKind::Human, PlayerKind::Engine(ids[1])]), ["Ann", ""]);
    }
}

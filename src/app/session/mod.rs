//! The game in progress: the one place where commands become moves, clocks run, and the
//! game is saved.
//!
//! Screens, the board, engines and scripts all send [`SessionCommand`]; the results are
//! sent as [`SessionEvent`] or as a [`Notice`].

mod game;
mod metadata;
mod navigation;
mod save;

use std::time::Duration;

use bevy::prelude::*;

pub use game::{ActionError, Ending, GameAction, GameEvent, GameSetup, PlayerKind, Session, Turn};

use super::notice::Notice;
use super::platform::{Lifecycle, Storage, in_foreground};
use super::settings::Settings;
use crate::app::state::Screen;
use crate::app::text::Localization;
use crate::core::Move;
use crate::games::Game;
use crate::library::GameId;

/// Number of save slots.
pub const SAVE_SLOTS: u8 = 3;

/// File that the game in progress is saved to.
const AUTOSAVE_FILE: &str = "game.ron";

/// Time for which a forced pass is shown before it is played.
const FORCED_PASS_DELAY: Duration = Duration::from_millis(1400);

/// Interval at which a running clock is saved, so that a killed process does not give
/// back much time.
const CLOCK_SAVE_INTERVAL: Duration = Duration::from_secs(5);

/// The origin of a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MoveSource {
    /// A person at this device.
    Human,
    /// The computer, for the position with this key.
    Computer(u64),
}

/// A command to the game in progress.
#[derive(Message, Clone, Debug)]
pub enum SessionCommand {
    /// Play a move.
    Play(Move, MoveSource),
    /// Any other [`GameAction`].
    Action(GameAction),
    /// Replace the game in progress by a new one.
    NewGame(Box<GameSetup>),
    /// Start a rematch: the same setup with the sides exchanged.
    Rematch,
    /// Save the game in progress to a slot, 1 to [`SAVE_SLOTS`].
    Save(u8),
    /// Load the game in a slot, 1 to [`SAVE_SLOTS`].
    Load(u8),
}

/// A change of the session on the board.
#[derive(Message, Clone, Copy, Debug)]
pub enum SessionEvent {
    /// Another session is on the board.
    Replaced,
    /// The game changed.
    Game(GameEvent),
    /// An illegal move was rejected; nothing changed.
    IllegalMove(Move),
}

/// The session on the board, and the game in progress.
#[derive(Resource, Default)]
pub struct ActiveSession {
    session: Option<Session>,
    /// The mode that hides the game in progress; `None` while the game is on the board.
    mode: Option<Mode>,
    /// Counts replaced sessions, so that results for an earlier one can be dropped.
    serial: u64,
}

/// A mode in which another session than the game in progress is on the board.
enum Mode {
    /// A puzzle, driven by [`puzzles`](super::puzzles).
    Puzzle(Session),
    /// A record under review.
    Review(Session),
}

impl ActiveSession {
    /// The session on the board: a puzzle, a record under review, or the game in
    /// progress.
    pub fn session(&self) -> Option<&Session> {
        match &self.mode {
            Some(Mode::Puzzle(session) | Mode::Review(session)) => Some(session),
            None => self.session.as_ref(),
        }
    }

    /// The game in progress, on the board or hidden by another mode.
    pub fn game(&self) -> Option<&Session> {
        self.session.as_ref()
    }

    /// Returns true if the game in progress is on the board.
    pub fn is_game(&self) -> bool {
        self.mode.is_none()
    }

    /// Returns true if a puzzle is on the board.
    pub fn is_puzzle(&self) -> bool {
        matches!(self.mode, Some(Mode::Puzzle(_)))
    }

    /// The puzzle on the board, for changes by the puzzle's own rules.
    pub fn puzzle_mut(&mut self) -> Option<&mut Session> {
        match &mut self.mode {
            Some(Mode::Puzzle(session)) => Some(session),
            _ => None,
        }
    }

    /// Shows a puzzle, or with `None` the game in progress again.
    pub fn set_puzzle(&mut self, puzzle: Option<Session>) {
        self.set_mode(puzzle.map(Mode::Puzzle));
    }

    /// The record under review.
    pub fn review(&self) -> Option<&Session> {
        match &self.mode {
            Some(Mode::Review(session)) => Some(session),
            _ => None,
        }
    }

    /// The record under review, for changes.
    pub fn review_mut(&mut self) -> Option<&mut Session> {
        match &mut self.mode {
            Some(Mode::Review(session)) => Some(session),
            _ => None,
        }
    }

    /// Shows a record for review, or with `None` the game in progress again.
    pub fn set_review(&mut self, review: Option<Session>) {
        self.set_mode(review.map(Mode::Review));
    }

    fn set_mode(&mut self, mode: Option<Mode>) {
        if mode.is_some() || self.mode.is_some() {
            self.mode = mode;
            self.serial += 1;
        }
    }

    /// A number that differs for each session shown since the program started.
    pub fn serial(&self) -> u64 {
        self.serial
    }

    /// Stores the library's id of the game that started at `label`, see
    /// [`Session::started_at`].
    pub fn set_library_id(&mut self, label: &str, id: GameId) {
        if let Some(session) = self.session.as_mut().filter(|game| game.started_at() == label) {
            session.set_library_id(id);
        }
    }

    fn replace(&mut self, session: Session) {
        self.session = Some(session);
        self.serial += 1;
    }
}

/// The games in the save slots.
#[derive(Resource, Default)]
pub struct SaveSlots([Option<Session>; SAVE_SLOTS as usize]);

impl SaveSlots {
    /// The game in slot `number`, 1 to [`SAVE_SLOTS`], if it holds one.
    pub fn get(&self, number: u8) -> Option<&Session> {
        self.0.get(usize::from(number).checked_sub(1)?)?.as_ref()
    }
}

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<ActiveSession>()
        .init_resource::<SaveSlots>()
        .init_resource::<Localization>()
        .add_message::<SessionCommand>()
        .add_message::<SessionEvent>()
        .add_message::<Lifecycle>()
        .add_systems(Startup, load_saves)
        .add_systems(
            Update,
            (
                (run_clock, play_forced_pass)
                    .run_if(in_state(Screen::Play).and_then(in_foreground)),
                apply_commands,
                write_metadata,
                autosave,
            )
                .chain()
                .in_set(SessionSystems),
        );
}

/// The systems that change the game in progress.
#[derive(SystemSet, Clone, Debug, PartialEq, Eq, Hash)]
pub struct SessionSystems;

fn slot_file(number: u8) -> String {
    format!("slot-{number}.ron")
}

/// Loads a saved game. A damaged file is set aside and reported.
fn load_session(
    storage: &Storage,
    file: &str,
    notices: &mut MessageWriter<Notice>,
) -> Option<Session> {
    storage.read_parsed(file, "save-damaged", notices, Session::from_ron)
}

fn load_saves(
    storage: Res<Storage>,
    mut active_session: ResMut<ActiveSession>,
    mut slots: ResMut<SaveSlots>,
    mut notices: MessageWriter<Notice>,
    mut events: MessageWriter<SessionEvent>,
) {
    for number in 1..=SAVE_SLOTS {
        slots.0[usize::from(number - 1)] = load_session(&storage, &slot_file(number), &mut notices);
    }
    if let Some(session) = load_session(&storage, AUTOSAVE_FILE, &mut notices) {
        active_session.replace(session);
        events.write(SessionEvent::Replaced);
    }
}

/// Advances the clock of the side to move.
fn run_clock(
    time: Res<Time<Real>>,
    mut active_session: ResMut<ActiveSession>,
    mut events: MessageWriter<SessionEvent>,
) {
    if !active_session.is_game() {
        return;
    }
    let session = &mut active_session.bypass_change_detection().session;
    if let Some(change) = session.as_mut().and_then(|session| session.tick(time.delta())) {
        active_session.set_changed();
        events.write(SessionEvent::Game(change));
    }
}

/// Plays a forced pass after it has been shown for [`FORCED_PASS_DELAY`].
fn play_forced_pass(
    time: Res<Time<Real>>,
    active_session: Res<ActiveSession>,
    mut commands: MessageWriter<SessionCommand>,
    mut notices: MessageWriter<Notice>,
    mut shown: Local<Option<(u64, u64, Duration)>>,
) {
    let Some(session) = active_session.session().filter(|_| active_session.is_game()) else {
        return;
    };
    let Turn::Forced(mv) = session.turn() else {
        *shown = None;
        return;
    };
    let key = session.position().key();
    match *shown {
        Some((serial, at, since)) if (serial, at) == (active_session.serial(), key) => {
            if time.elapsed() - since >= FORCED_PASS_DELAY {
                *shown = None;
                commands.write(SessionCommand::Play(mv, MoveSource::Computer(key)));
            }
        }
        _ => {
            *shown = Some((active_session.serial(), key, time.elapsed()));
            let side = session.setup().game.side_names()[session.side_to_move().index()];
            notices.write(Notice::done("pass-announced").with_key("side", format!("side-{side}")));
        }
    }
}

/// Applies commands to the game in progress.
fn apply_commands(
    mut commands: MessageReader<SessionCommand>,
    mut active_session: ResMut<ActiveSession>,
    mut slots: ResMut<SaveSlots>,
    storage: Res<Storage>,
    mut events: MessageWriter<SessionEvent>,
    mut notices: MessageWriter<Notice>,
) {
    for command in commands.read() {
        // Puzzles and reviews handle their own commands.
        if !active_session.is_game() {
            continue;
        }
        match command {
            SessionCommand::Play(mv, source) => {
                let Some(session) = active_session.session.as_mut() else { continue };
                let theirs = match (source, session.turn()) {
                    (_, Turn::Nobody) | (MoveSource::Human, Turn::Human | Turn::Forced(_)) => true,
                    (MoveSource::Human, Turn::Computer(_)) => {
                        notices.write(Notice::hint("computer-thinks"));
                        false
                    }
                    (MoveSource::Computer(key), _) => *key == session.position().key(),
                };
                if theirs {
                    let result = session.apply(GameAction::Play(*mv));
                    if result.is_err() {
                        events.write(SessionEvent::IllegalMove(*mv));
                    }
                    report_result(session.setup().game, result, &mut events, &mut notices);
                }
            }
            SessionCommand::Action(action) => {
                if let Some(session) = active_session.session.as_mut() {
                    let result = session.apply(*action);
                    report_result(session.setup().game, result, &mut events, &mut notices);
                }
            }
            SessionCommand::NewGame(setup) => {
                start_game(setup, &mut active_session, &mut events, &mut notices)
            }
            SessionCommand::Rematch => {
                if let Some(setup) = active_session.session().map(Session::rematch) {
                    start_game(&setup, &mut active_session, &mut events, &mut notices);
                }
            }
            SessionCommand::Save(number) => {
                let Some(session) = active_session.session() else { continue };
                match storage.write(&slot_file(*number), &session.to_ron()) {
                    Ok(()) => {
                        if let Some(slot) = slots.0.get_mut(usize::from(number.saturating_sub(1))) {
                            *slot = Some(session.clone());
                        }
                        notices.write(Notice::done("slot-saved").with("number", *number));
                    }
                    Err(error) => {
                        warn!("{error}");
                        notices.write(error.notice(&slot_file(*number)));
                    }
                }
            }
            SessionCommand::Load(number) => match slots.get(*number) {
                Some(session) => {
                    let mut session = session.clone();
                    // The game continued from here is another one than the game
                    // continued after it was saved.
                    if session.ending().is_none() {
                        session.clear_metadata();
                    }
                    active_session.replace(session);
                    events.write(SessionEvent::Replaced);
                    notices.write(Notice::done("slot-loaded").with("number", *number));
                }
                None => {
                    notices.write(Notice::hint("slot-empty").with("number", *number));
                }
            },
        }
    }
}

/// Writes the players' names and the starting time into the record of a new game.
fn write_metadata(
    mut events: MessageReader<SessionEvent>,
    settings: Res<Settings>,
    l10n: Res<Localization>,
    mut active_session: ResMut<ActiveSession>,
    mut last: Local<Option<jiff::Zoned>>,
) {
    let begins = |change: &SessionEvent| {
        matches!(change, SessionEvent::Replaced | SessionEvent::Game(GameEvent::NextGameStarted))
    };
    if events.read().filter(|change| begins(change)).count() == 0 {
        return;
    }
    let Some(session) = active_session.session.as_mut().filter(|session| !session.has_metadata())
    else {
        return;
    };
    let number = |number: &str| l10n.format("player-number", &[("number", number.to_owned())]);
    let person = match settings.name.trim() {
        "" if session.setup().players == [PlayerKind::Human; 2] => number("1"),
        "" => l10n.get("player"),
        name => name.to_owned(),
    };
    let names = session.player_names(&person, &number("2"), |level| {
        l10n.format("computer-level", &[("number", level.to_string())])
    });
    // Games are identified by the second in which they started, so starting times must
    // differ.
    let second = jiff::SignedDuration::from_secs(1);
    let earliest = last.take().map(|last| last.saturating_add(second));
    let now = earliest.into_iter().fold(jiff::Zoned::now(), Ord::max);
    session.set_metadata(&metadata::GameMetadata {
        names,
        date: now.strftime("%Y-%m-%d").to_string(),
        time: now.strftime("%H:%M:%S").to_string(),
    });
    *last = Some(now);
}

fn start_game(
    setup: &GameSetup,
    active_session: &mut ActiveSession,
    events: &mut MessageWriter<SessionEvent>,
    notices: &mut MessageWriter<Notice>,
) {
    match Session::new(setup.clone()) {
        Ok(session) => {
            active_session.replace(session);
            events.write(SessionEvent::Replaced);
        }
        Err(error) => {
            warn!("{error}");
            notices.write(Notice::problem("setup-failed"));
        }
    }
}

fn report_result(
    game: &dyn Game,
    result: Result<GameEvent, ActionError>,
    events: &mut MessageWriter<SessionEvent>,
    notices: &mut MessageWriter<Notice>,
) {
    match result {
        Ok(change) => {
            if let GameEvent::DrawDeclined(side) = change {
                let side = game.side_names()[side.index()];
                let notice = Notice::hint("draw-declined").with_key("side", format!("side-{side}"));
                notices.write(notice);
            }
            events.write(SessionEvent::Game(change));
        }
        Err(refused) => {
            notices.write(Notice::refusal(match refused {
                ActionError::IllegalMove(refusal) => refusal.id,
                ActionError::NothingToUndo => "nothing-to-undo",
                ActionError::NothingToRedo => "nothing-to-redo",
                ActionError::GameOver => "game-is-over",
                ActionError::NoOffer => "no-offer",
                ActionError::NoNextGame => "no-next-game",
            }));
        }
    }
}

/// Saves the game in progress after every change, at intervals while its clock runs,
/// and before the program ends or is suspended.
fn autosave(
    time: Res<Time<Real>>,
    mut events: MessageReader<SessionEvent>,
    mut exits: MessageReader<AppExit>,
    mut lifecycle: MessageReader<Lifecycle>,
    screen: Res<State<Screen>>,
    active_session: Res<ActiveSession>,
    storage: Res<Storage>,
    mut notices: MessageWriter<Notice>,
    mut written: Local<Duration>,
) {
    let Some(session) = active_session.game() else { return };
    let clock_runs = *screen.get() == Screen::Play
        && active_session.is_game()
        && session.turn() != Turn::Nobody
        && session.clock().time_left(session.side_to_move()).is_some();
    let due = clock_runs && time.elapsed() - *written >= CLOCK_SAVE_INTERVAL;
    let asked =
        events.read().filter(|change| !matches!(change, SessionEvent::IllegalMove(_))).count() > 0
            || exits.read().count() > 0
            || Lifecycle::is_suspending(&mut lifecycle);
    if !asked && !due {
        return;
    }
    *written = time.elapsed();
    if let Err(error) = storage.write(AUTOSAVE_FILE, &session.to_ron()) {
        warn!("{error}");
        notices.write(error.notice(AUTOSAVE_FILE));
    }
}

//! The game in progress: the one place where commands become moves, clocks
//! run, and the game is written to disk.
//!
//! Screens, the board, the computer and scripts all send [`Command`]; what
//! came of it goes out as [`Changed`] or as a [`Notice`].

mod game;
mod record;
mod save;
mod walk;

use std::time::Duration;

use bevy::prelude::*;

pub use game::{Change, Ending, Order, Refused, Seat, Session, Setup, Turn};

use super::Screen;
use super::notice::Notice;
use super::platform::{Life, Storage, awake};
use super::settings::Settings;
use super::ui::Words;
use crate::core::Move;
use crate::games::Game;
use crate::library::GameId;

/// How many named places for saved games there are.
pub const SLOTS: u8 = 3;

/// File of the running game.
const RUNNING: &str = "game.ron";

/// How long a forced pass is shown before it plays itself.
const PASS_SHOWN: Duration = Duration::from_millis(1400);

/// How often a running clock is written, so that a killed game does not give
/// back much time.
const CLOCK_WRITTEN: Duration = Duration::from_secs(5);

/// Whoever asks for a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Author {
    /// A person at this device.
    Human,
    /// The computer, which thought about the position with this key.
    Computer(u64),
}

/// Something that is asked of the game in progress.
#[derive(Message, Clone, Debug)]
pub enum Command {
    /// Play a move.
    Play(Move, Author),
    /// Anything else that concerns the game itself.
    Order(Order),
    /// Leave the running game for a new one.
    New(Box<Setup>),
    /// Play again with the sides exchanged.
    Rematch,
    /// Write the running game to a slot, 1 to [`SLOTS`].
    Save(u8),
    /// Go on with the game in a slot.
    Load(u8),
}

/// Something happened to the game in progress.
#[derive(Message, Clone, Copy, Debug)]
pub enum Changed {
    /// Another game is on the board.
    Replaced,
    /// The running game changed.
    By(Change),
    /// A move was asked for that the rules do not allow; nothing changed.
    Refused(Move),
}

/// The game in progress, if there is one.
#[derive(Resource, Default)]
pub struct Playing {
    session: Option<Session>,
    /// What lies over the game in progress, which waits meanwhile.
    over: Option<Over>,
    /// Counts replaced games, so that an answer for an earlier one is known.
    serial: u64,
}

/// What can lie over the game in progress.
enum Over {
    /// A puzzle, which answers by itself.
    Puzzle(Session),
    /// A record that is looked through.
    Review(Session),
}

impl Playing {
    /// What is on the board: a puzzle, a record, or the game in progress.
    pub fn session(&self) -> Option<&Session> {
        match &self.over {
            Some(Over::Puzzle(session) | Over::Review(session)) => Some(session),
            None => self.session.as_ref(),
        }
    }

    /// The game in progress, whether it is on the board or waits.
    pub fn game(&self) -> Option<&Session> {
        self.session.as_ref()
    }

    /// Whether the game in progress is on the board rather than waiting.
    pub fn is_game(&self) -> bool {
        self.over.is_none()
    }

    /// Whether a puzzle is on the board.
    pub fn is_puzzle(&self) -> bool {
        matches!(self.over, Some(Over::Puzzle(_)))
    }

    /// The puzzle on the board, to be played on by its own rules.
    pub fn puzzle_mut(&mut self) -> Option<&mut Session> {
        match &mut self.over {
            Some(Over::Puzzle(session)) => Some(session),
            _ => None,
        }
    }

    /// Puts a puzzle on the board, or with `None` the game in progress again.
    pub fn set_puzzle(&mut self, puzzle: Option<Session>) {
        self.lay_over(puzzle.map(Over::Puzzle));
    }

    /// The record on the board.
    pub fn review(&self) -> Option<&Session> {
        match &self.over {
            Some(Over::Review(session)) => Some(session),
            _ => None,
        }
    }

    /// The record on the board, to be changed.
    pub fn review_mut(&mut self) -> Option<&mut Session> {
        match &mut self.over {
            Some(Over::Review(session)) => Some(session),
            _ => None,
        }
    }

    /// Puts a record on the board, or with `None` the game in progress again.
    pub fn set_review(&mut self, review: Option<Session>) {
        self.lay_over(review.map(Over::Review));
    }

    fn lay_over(&mut self, over: Option<Over>) {
        if over.is_some() || self.over.is_some() {
            self.over = over;
            self.serial += 1;
        }
    }

    /// Different for each game that was on the board since the start.
    pub fn serial(&self) -> u64 {
        self.serial
    }

    /// Notes that the library has the game with this label, see
    /// [`Session::label_text`], under this number.
    pub fn note_kept(&mut self, label: &str, id: GameId) {
        if let Some(session) = self.session.as_mut().filter(|game| game.label_text() == label) {
            session.note_kept(id);
        }
    }

    fn replace(&mut self, session: Session) {
        self.session = Some(session);
        self.serial += 1;
    }
}

/// One line about each slot, for the save and load cards.
#[derive(Resource, Default)]
pub struct Slots([Option<Session>; SLOTS as usize]);

impl Slots {
    /// The game in slot `number`, 1 to [`SLOTS`], if it holds one.
    pub fn get(&self, number: u8) -> Option<&Session> {
        self.0.get(usize::from(number).checked_sub(1)?)?.as_ref()
    }
}

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Playing>()
        .init_resource::<Slots>()
        .init_resource::<Words>()
        .add_message::<Command>()
        .add_message::<Changed>()
        .add_message::<Life>()
        .add_systems(Startup, read_saves)
        .add_systems(
            Update,
            (
                (run_clock, play_forced).run_if(in_state(Screen::Play).and_then(awake)),
                carry_out,
                label,
                write_running,
            )
                .chain()
                .in_set(SessionSet),
        );
}

/// The systems that change the game in progress.
#[derive(SystemSet, Clone, Debug, PartialEq, Eq, Hash)]
pub struct SessionSet;

fn slot_file(number: u8) -> String {
    format!("slot-{number}.ron")
}

/// Reads one saved game. A damaged file is set aside and reported; nothing
/// else is touched.
fn read_session(
    storage: &Storage,
    file: &str,
    notices: &mut MessageWriter<Notice>,
) -> Option<Session> {
    storage.read_as(file, "save-damaged", notices, Session::from_ron)
}

fn read_saves(
    storage: Res<Storage>,
    mut playing: ResMut<Playing>,
    mut slots: ResMut<Slots>,
    mut notices: MessageWriter<Notice>,
    mut changed: MessageWriter<Changed>,
) {
    for number in 1..=SLOTS {
        slots.0[usize::from(number - 1)] = read_session(&storage, &slot_file(number), &mut notices);
    }
    if let Some(session) = read_session(&storage, RUNNING, &mut notices) {
        playing.replace(session);
        changed.write(Changed::Replaced);
    }
}

/// Lets the clock of the side to move run.
fn run_clock(
    time: Res<Time<Real>>,
    mut playing: ResMut<Playing>,
    mut changed: MessageWriter<Changed>,
    mut rest: Local<Duration>,
) {
    // The clock counts whole milliseconds; what is left over counts next time.
    *rest += time.delta();
    let elapsed = rest.as_millis() as u64;
    *rest -= Duration::from_millis(elapsed);
    if !playing.is_game() {
        return;
    }
    let session = &mut playing.bypass_change_detection().session;
    if let Some(change) = session.as_mut().and_then(|session| session.tick(elapsed)) {
        playing.set_changed();
        changed.write(Changed::By(change));
    }
}

/// Plays a forced pass once it was shown long enough.
fn play_forced(
    time: Res<Time<Real>>,
    playing: Res<Playing>,
    mut commands: MessageWriter<Command>,
    mut notices: MessageWriter<Notice>,
    mut shown: Local<Option<(u64, u64, Duration)>>,
) {
    let Some(session) = playing.session().filter(|_| playing.is_game()) else { return };
    let Turn::Forced(mv) = session.turn() else {
        *shown = None;
        return;
    };
    let key = session.position().key();
    match *shown {
        Some((serial, at, since)) if (serial, at) == (playing.serial(), key) => {
            if time.elapsed() - since >= PASS_SHOWN {
                *shown = None;
                commands.write(Command::Play(mv, Author::Computer(key)));
            }
        }
        _ => {
            *shown = Some((playing.serial(), key, time.elapsed()));
            let side = session.setup().game.side_names()[session.side_to_move().index()];
            notices.write(Notice::done("pass-announced").naming("side", format!("side-{side}")));
        }
    }
}

/// The one system that turns commands into changes.
fn carry_out(
    mut commands: MessageReader<Command>,
    mut playing: ResMut<Playing>,
    mut slots: ResMut<Slots>,
    storage: Res<Storage>,
    mut changed: MessageWriter<Changed>,
    mut notices: MessageWriter<Notice>,
) {
    for command in commands.read() {
        // A puzzle answers by itself, and a record by whoever reviews it.
        if !playing.is_game() {
            continue;
        }
        match command {
            Command::Play(mv, author) => {
                let Some(session) = playing.session.as_mut() else { continue };
                let theirs = match (author, session.turn()) {
                    (_, Turn::Nobody) | (Author::Human, Turn::Human | Turn::Forced(_)) => true,
                    (Author::Human, Turn::Computer(_)) => {
                        notices.write(Notice::hint("computer-thinks"));
                        false
                    }
                    (Author::Computer(key), _) => *key == session.position().key(),
                };
                if theirs {
                    let result = session.apply(Order::Play(*mv));
                    if result.is_err() {
                        changed.write(Changed::Refused(*mv));
                    }
                    report(session.setup().game, result, &mut changed, &mut notices);
                }
            }
            Command::Order(order) => {
                if let Some(session) = playing.session.as_mut() {
                    let result = session.apply(*order);
                    report(session.setup().game, result, &mut changed, &mut notices);
                }
            }
            Command::New(setup) => begin(setup, &mut playing, &mut changed, &mut notices),
            Command::Rematch => {
                if let Some(setup) = playing.session().map(Session::rematch) {
                    begin(&setup, &mut playing, &mut changed, &mut notices);
                }
            }
            Command::Save(number) => {
                let Some(session) = playing.session() else { continue };
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
            Command::Load(number) => match slots.get(*number) {
                Some(session) => {
                    let mut session = session.clone();
                    // What is played from here is another game than the one
                    // that was played on after it was saved.
                    if session.ending().is_none() {
                        session.forget_label();
                    }
                    playing.replace(session);
                    changed.write(Changed::Replaced);
                    notices.write(Notice::done("slot-loaded").with("number", *number));
                }
                None => {
                    notices.write(Notice::hint("slot-empty").with("number", *number));
                }
            },
        }
    }
}

/// Notes on a game that begins who plays it and when.
fn label(
    mut changed: MessageReader<Changed>,
    settings: Res<Settings>,
    words: Res<Words>,
    mut playing: ResMut<Playing>,
    mut last: Local<Option<jiff::Zoned>>,
) {
    let begins =
        |change: &Changed| matches!(change, Changed::Replaced | Changed::By(Change::Began));
    if changed.read().filter(|change| begins(change)).count() == 0 {
        return;
    }
    let Some(session) = playing.session.as_mut().filter(|session| !session.is_labelled()) else {
        return;
    };
    let number = |number: &str| words.with("player-number", &[("number", number.to_owned())]);
    let person = match settings.name.trim() {
        "" if session.setup().players == [Seat::Human; 2] => number("1"),
        "" => words.get("player"),
        name => name.to_owned(),
    };
    let names = session.names(&person, &number("2"), |level| {
        words.with("computer-level", &[("number", level.to_string())])
    });
    // Games are told apart by the second in which they began.
    let second = jiff::SignedDuration::from_secs(1);
    let earliest = last.take().map(|last| last.saturating_add(second));
    let now = earliest.into_iter().fold(jiff::Zoned::now(), Ord::max);
    session.label(&record::Label {
        names,
        date: now.strftime("%Y-%m-%d").to_string(),
        time: now.strftime("%H:%M:%S").to_string(),
    });
    *last = Some(now);
}

fn begin(
    setup: &Setup,
    playing: &mut Playing,
    changed: &mut MessageWriter<Changed>,
    notices: &mut MessageWriter<Notice>,
) {
    match Session::new(setup.clone()) {
        Ok(session) => {
            playing.replace(session);
            changed.write(Changed::Replaced);
        }
        Err(error) => {
            warn!("{error}");
            notices.write(Notice::problem("setup-failed"));
        }
    }
}

fn report(
    game: &dyn Game,
    result: Result<Change, Refused>,
    changed: &mut MessageWriter<Changed>,
    notices: &mut MessageWriter<Notice>,
) {
    match result {
        Ok(change) => {
            if let Change::DrawDeclined(side) = change {
                let side = game.side_names()[side.index()];
                let notice = Notice::hint("draw-declined").naming("side", format!("side-{side}"));
                notices.write(notice);
            }
            changed.write(Changed::By(change));
        }
        Err(refused) => {
            notices.write(Notice::refusal(match refused {
                Refused::Rules(refusal) => refusal.id,
                Refused::NothingToUndo => "nothing-to-undo",
                Refused::NothingToRedo => "nothing-to-redo",
                Refused::GameOver => "game-is-over",
                Refused::NoOffer => "no-offer",
                Refused::NoNextGame => "no-next-game",
            }));
        }
    }
}

/// Writes the running game after every change, now and then while its clock
/// runs, and before the program ends or is suspended.
fn write_running(
    time: Res<Time<Real>>,
    mut changed: MessageReader<Changed>,
    mut exits: MessageReader<AppExit>,
    mut lives: MessageReader<Life>,
    screen: Res<State<Screen>>,
    playing: Res<Playing>,
    storage: Res<Storage>,
    mut notices: MessageWriter<Notice>,
    mut written: Local<Duration>,
) {
    let Some(session) = playing.game() else { return };
    let clock_runs = *screen.get() == Screen::Play
        && playing.is_game()
        && session.turn() != Turn::Nobody
        && session.clock().time_left(session.side_to_move()).is_some();
    let due = clock_runs && time.elapsed() - *written >= CLOCK_WRITTEN;
    let asked = changed.read().filter(|change| !matches!(change, Changed::Refused(_))).count() > 0
        || exits.read().count() > 0
        || Life::suspends(&mut lives);
    if !asked && !due {
        return;
    }
    *written = time.elapsed();
    if let Err(error) = storage.write(RUNNING, &session.to_ron()) {
        warn!("{error}");
        notices.write(error.notice(RUNNING));
    }
}

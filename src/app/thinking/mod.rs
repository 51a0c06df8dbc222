//! Lets the computer think on the asynchronous compute pool, for its own
//! moves, for hints, for "play for me" and for answering a draw offer.
//!
//! A question carries the position's key; the answer to another position is
//! dropped. Nothing here waits for a search.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use bevy::prelude::*;
use bevy::tasks::AsyncComputeTaskPool;
use rand::TryRng;

use super::Screen;
use super::notice::Notice;
use super::openings::Openings;
use super::platform::{Life, Waker, awake};
use super::session::{Author, Command, Order, Playing, Seat, Session, SessionSet, Turn};
use super::settings::Settings;
use crate::core::Move;
use crate::games::{Engine, Request, Strength, Thought, Value};
use crate::search::{Limits, Stop, allot};

/// Time for a hint or for a move played in a person's place.
const HELP_TIME: Duration = Duration::from_millis(1500);

/// Time to judge an offered draw.
const OFFER_TIME: Duration = Duration::from_millis(400);

/// The computer's answer is shown no sooner than this after its turn began,
/// so that a person sees that there was a turn.
const SHORTEST_TURN: Duration = Duration::from_millis(450);

/// The weakest level that plays from the opening books; beginners do not.
const BOOK_FROM: u8 = 4;

/// Help that a person asks for.
#[derive(Message, Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ask {
    /// Show the best move.
    Hint,
    /// Play the best move.
    PlayForMe,
}

/// A best move to show, with its reason.
#[derive(Clone, Debug)]
pub struct Hint {
    /// The move.
    pub best: Move,
    /// What the position is worth when it is played.
    pub value: Option<Value>,
}

/// What the computer is thinking about, and the hint on show.
#[derive(Resource, Default)]
pub struct Thinking {
    job: Option<Job>,
    hint: Option<(Asked, Hint)>,
    /// The search behind the computer's last move, in the game with this
    /// number.
    last: Option<(u64, Thought)>,
    /// Kept from move to move for its transposition table.
    engine: Option<(u64, SharedEngine)>,
    /// When the current turn began, by its position.
    turn: Option<(Asked, Duration)>,
}

type SharedEngine = Arc<Mutex<Box<dyn Engine>>>;

/// Which position of which game a question was about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Asked {
    serial: u64,
    ply: usize,
    key: u64,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Purpose {
    Move(u8),
    Hint,
    PlayForMe,
    JudgeOffer,
}

struct Job {
    asked: Asked,
    purpose: Purpose,
    stop: Stop,
    shared: Arc<Mutex<Shared>>,
}

impl Job {
    /// One whose answer needs no search.
    fn known(asked: Asked, purpose: Purpose, best: Move) -> Job {
        let thought = Thought {
            best,
            line: vec![best],
            value: None,
            depth: 0,
            nodes: 0,
            elapsed: Duration::ZERO,
        };
        let shared = Shared { progress: Some(thought), finished: true };
        Job { asked, purpose, stop: Stop::new(), shared: Arc::new(Mutex::new(shared)) }
    }
}

#[derive(Default)]
struct Shared {
    progress: Option<Thought>,
    finished: bool,
}

/// The far end of a job. Tells that the search has ended however it ended,
/// so that nobody waits for a search that broke.
struct Finish {
    shared: Arc<Mutex<Shared>>,
    waker: Waker,
}

impl Finish {
    fn note(&self, thought: Option<Thought>) {
        self.shared.lock().unwrap_or_else(PoisonError::into_inner).progress = thought;
    }
}

impl Drop for Finish {
    fn drop(&mut self) {
        self.shared.lock().unwrap_or_else(PoisonError::into_inner).finished = true;
        self.waker.wake();
    }
}

/// A number that differs from start to start, so that games differ too.
pub fn entropy() -> u64 {
    // A system without randomness plays the same games at each start.
    rand::rngs::SysRng.try_next_u64().unwrap_or_default()
}

impl Drop for Job {
    fn drop(&mut self) {
        self.stop.raise();
    }
}

impl Thinking {
    /// Whether a search runs now.
    pub fn is_busy(&self) -> bool {
        self.job.is_some()
    }

    /// Whether a person waits for help that they asked for.
    pub fn is_helping(&self) -> bool {
        self.job
            .as_ref()
            .is_some_and(|job| matches!(job.purpose, Purpose::Hint | Purpose::PlayForMe))
    }

    /// How far the running search has come.
    pub fn progress(&self) -> Option<Thought> {
        let shared = self.job.as_ref()?.shared.lock().unwrap_or_else(PoisonError::into_inner);
        shared.progress.clone()
    }

    /// The search behind the computer's last move in the game on the board.
    pub fn last(&self, playing: &Playing) -> Option<&Thought> {
        let (serial, thought) = self.last.as_ref()?;
        (*serial == playing.serial()).then_some(thought)
    }

    /// The hint for the position on the board.
    pub fn hint(&self) -> Option<&Hint> {
        self.hint.as_ref().map(|(_, hint)| hint)
    }
}

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Thinking>()
        .init_resource::<Openings>()
        .add_message::<Ask>()
        .add_message::<Life>()
        .add_systems(Update, rest.before(collect))
        .add_systems(
            Update,
            (collect, ask)
                .chain()
                .before(SessionSet)
                .run_if(in_state(Screen::Play).and_then(awake)),
        );
    app.add_systems(OnExit(Screen::Play), |mut thinking: ResMut<Thinking>| {
        thinking.job = None;
        thinking.turn = None;
    });
}

/// Stops the search when the application goes out of sight. The computer's
/// turn is asked about anew when it comes back.
fn rest(mut lives: MessageReader<Life>, mut thinking: ResMut<Thinking>) {
    if Life::suspends(&mut lives) {
        thinking.job = None;
        thinking.turn = None;
    }
}

fn asked(playing: &Playing, session: &Session) -> Asked {
    Asked {
        serial: playing.serial(),
        ply: session.tree().ply(session.current()),
        key: session.position().key(),
    }
}

/// Takes a finished answer and acts on it.
fn collect(
    time: Res<Time<Real>>,
    settings: Res<Settings>,
    playing: Res<Playing>,
    mut thinking: ResMut<Thinking>,
    mut commands: MessageWriter<Command>,
    mut notices: MessageWriter<Notice>,
) {
    let Some(session) = playing.session() else {
        thinking.job = None;
        return;
    };
    let now = asked(&playing, session);
    if thinking.hint.as_ref().is_some_and(|(at, _)| *at != now) {
        thinking.hint = None;
    }
    if thinking.turn.is_none_or(|(at, _)| at != now) {
        thinking.turn = Some((now, time.elapsed()));
    }
    let Some(job) = &thinking.job else { return };
    if job.asked != now || !is_wanted(job.purpose, session) {
        thinking.job = None;
        return;
    }
    let answer = {
        let shared = job.shared.lock().unwrap_or_else(PoisonError::into_inner);
        if !shared.finished {
            return;
        }
        shared.progress.clone()
    };
    let purpose = job.purpose;
    let shortest = SHORTEST_TURN.mul_f32(settings.motion());
    let turn_began = thinking.turn.map_or(Duration::ZERO, |(_, began)| began);
    if matches!(purpose, Purpose::Move(_)) && time.elapsed() - turn_began < shortest {
        return;
    }
    thinking.job = None;
    match (purpose, answer) {
        (Purpose::Move(_) | Purpose::PlayForMe, Some(thought)) => {
            commands.write(Command::Play(thought.best, Author::Computer(now.key)));
            thinking.last = Some((now.serial, thought));
        }
        (Purpose::Hint, Some(thought)) => {
            let hint = Hint { best: thought.best, value: thought.value };
            thinking.hint = Some((now, hint));
        }
        (Purpose::JudgeOffer, thought) => {
            // The value is the side to move's. Agree unless ahead.
            let worth = thought.and_then(|t| t.value).map_or(0.0, |value| value.amount);
            let computer_to_move =
                matches!(session.seat(session.side_to_move()), Seat::Computer(_));
            let ahead = if computer_to_move { worth } else { -worth };
            let accepted = ahead <= 0.5;
            commands.write(Command::Order(Order::AnswerDraw(accepted)));
        }
        (Purpose::Move(_), None) => {
            error!("the computer found no move in {:?}", session.position());
            notices.write(Notice::problem("computer-has-no-move"));
            commands.write(Command::Order(Order::Resign(session.side_to_move())));
        }
        (Purpose::Hint | Purpose::PlayForMe, None) => {
            notices.write(Notice::hint("no-hint"));
        }
    }
}

/// Whether the answer to this question still matters.
fn is_wanted(purpose: Purpose, session: &Session) -> bool {
    match purpose {
        Purpose::Move(level) => {
            session.turn() == Turn::Computer(level) && !offered_to_computer(session)
        }
        Purpose::Hint | Purpose::PlayForMe => session.turn() == Turn::Human,
        Purpose::JudgeOffer => offered_to_computer(session),
    }
}

fn offered_to_computer(session: &Session) -> bool {
    session.offer().is_some_and(|by| matches!(session.seat(by.other()), Seat::Computer(_)))
}

/// Starts the search that the moment calls for.
fn ask(
    mut asks: MessageReader<Ask>,
    playing: Res<Playing>,
    settings: Res<Settings>,
    openings: Res<Openings>,
    mut thinking: ResMut<Thinking>,
    waker: Res<Waker>,
    mut notices: MessageWriter<Notice>,
    mut seed: Local<Option<u64>>,
) {
    let wish = asks.read().last().copied();
    let Some(session) = playing.session() else { return };
    if wish.is_some() && session.turn() != Turn::Human {
        notices.write(Notice::hint("help-only-on-your-turn"));
    }
    let purpose = match (session.turn(), wish) {
        _ if offered_to_computer(session) => Purpose::JudgeOffer,
        (Turn::Computer(level), _) => Purpose::Move(level),
        (Turn::Human, Some(Ask::Hint)) => Purpose::Hint,
        (Turn::Human, Some(Ask::PlayForMe)) => Purpose::PlayForMe,
        _ => return,
    };
    if thinking.job.as_ref().is_some_and(|job| job.purpose == purpose) {
        return;
    }
    let side = session.side_to_move();
    let within = |most: Duration| Limits { time: Some(most), ..Limits::default() };
    let (strength, limits) = match purpose {
        Purpose::Move(level) => {
            (Strength::Level(level), allot(session.clock(), side).map_or(Limits::default(), within))
        }
        Purpose::Hint | Purpose::PlayForMe => {
            let spare = allot(session.clock(), side).unwrap_or(HELP_TIME);
            (Strength::Full, within(spare.min(HELP_TIME)))
        }
        Purpose::JudgeOffer => (Strength::Full, within(OFFER_TIME)),
    };
    let now = asked(&playing, session);
    // Another choice for each game, the same when a move is taken back and
    // reached again within it.
    let seed = now.key ^ now.serial ^ *seed.get_or_insert_with(entropy);
    if matches!(purpose, Purpose::Move(level) if level >= BOOK_FROM && settings.opening_book)
        && let Some(best) = openings.choose(session.tree(), session.current(), seed)
    {
        thinking.job = Some(Job::known(now, purpose, best));
        return;
    }
    let stop = Stop::new();
    let shared = Arc::new(Mutex::new(Shared::default()));
    let engine = match &thinking.engine {
        Some((serial, engine)) if *serial == now.serial => engine.clone(),
        _ => {
            let engine = Arc::new(Mutex::new(session.setup().game.engine()));
            thinking.engine = Some((now.serial, engine.clone()));
            engine
        }
    };
    let request = Request { strength, limits, seed, stop: stop.clone() };
    let position = session.position().clone();
    let finish = Finish { shared: shared.clone(), waker: waker.clone() };
    AsyncComputeTaskPool::get()
        .spawn(async move {
            // The search before this one was asked to stop and lets go soon.
            let mut engine = engine.lock().unwrap_or_else(PoisonError::into_inner);
            let thought = engine.think(&position, &request, &mut |thought| {
                finish.note(Some(thought.clone()));
            });
            finish.note(thought);
        })
        .detach();
    thinking.job = Some(Job { asked: now, purpose, stop, shared });
}

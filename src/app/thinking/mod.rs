//! Lets the computer think beside the window, for its own moves, for hints,
//! for "play for me" and for answering a draw offer.
//!
//! A question carries the position's key; the answer to another position is
//! dropped. Nothing here waits for a search.

use std::time::Duration;

use bevy::prelude::*;
use rand::TryRng;
use serde::{Deserialize, Serialize};

use super::Screen;
use super::notice::Notice;
use super::openings::Openings;
use super::platform::work::{Desk, Job, Lane, Office, Task};
use super::platform::{Life, awake};
use super::session::{Author, Command, Order, Playing, Seat, Session, SessionSet, Turn};
use super::settings::Settings;
use crate::core::Move;
use crate::games::{Request, Strength, Thought, Value};
use crate::record::Sequence;
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
    inquiry: Option<Inquiry>,
    hint: Option<(Asked, Hint)>,
    /// The search behind the computer's last move, in the game with this
    /// number.
    last: Option<(u64, Thought)>,
    /// When the current turn began, by its position.
    turn: Option<(Asked, Duration)>,
}

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

/// What is being found out.
struct Inquiry {
    asked: Asked,
    purpose: Purpose,
    answer: Answer,
}

enum Answer {
    /// No search is needed.
    Known(Thought),
    /// A search is under way.
    Sought(Job<Question>),
}

/// A question to a computer player. It finds a thought that grows better.
#[derive(Serialize, Deserialize)]
pub struct Question {
    /// The number of the game.
    serial: u64,
    sequence: Sequence,
    strength: Strength,
    limits: Limits,
    seed: u64,
}

impl Task for Question {
    type Found = Option<Thought>;

    const NAME: &'static str = "think";
    const LANE: Option<Lane> = Some(Lane::Play);

    fn run(self, desk: &mut Desk, stop: &Stop, note: &mut dyn FnMut(Option<Thought>)) {
        let (game, position) = match (self.sequence.game(), self.sequence.position()) {
            (Ok(game), Ok(position)) => (game, position),
            (Err(wrong), _) | (_, Err(wrong)) => return error!("{wrong}"),
        };
        let Question { strength, limits, seed, .. } = self;
        let request = Request { strength, limits, seed, stop: stop.clone() };
        let engine = desk.engine(self.serial, game);
        let thought = engine.think(&position, &request, &mut |thought| note(Some(thought.clone())));
        note(thought);
    }
}

/// A number that differs from start to start, so that games differ too.
pub fn entropy() -> u64 {
    // A system without randomness plays the same games at each start.
    rand::rngs::SysRng.try_next_u64().unwrap_or_default()
}

impl Thinking {
    /// Whether a search runs now.
    pub fn is_busy(&self) -> bool {
        self.inquiry.is_some()
    }

    /// Whether a person waits for help that they asked for.
    pub fn is_helping(&self) -> bool {
        self.inquiry
            .as_ref()
            .is_some_and(|inquiry| matches!(inquiry.purpose, Purpose::Hint | Purpose::PlayForMe))
    }

    /// How far the running search has come.
    pub fn progress(&self) -> Option<Thought> {
        match &self.inquiry.as_ref()?.answer {
            Answer::Known(thought) => Some(thought.clone()),
            Answer::Sought(job) => job.found(),
        }
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
        thinking.inquiry = None;
        thinking.turn = None;
    });
}

/// Stops the search when the application goes out of sight. The computer's
/// turn is asked about anew when it comes back.
fn rest(mut lives: MessageReader<Life>, mut thinking: ResMut<Thinking>) {
    if Life::suspends(&mut lives) {
        thinking.inquiry = None;
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
        thinking.inquiry = None;
        return;
    };
    let now = asked(&playing, session);
    if thinking.hint.as_ref().is_some_and(|(at, _)| *at != now) {
        thinking.hint = None;
    }
    if thinking.turn.is_none_or(|(at, _)| at != now) {
        thinking.turn = Some((now, time.elapsed()));
    }
    let Some(inquiry) = &thinking.inquiry else { return };
    if inquiry.asked != now || !is_wanted(inquiry.purpose, session) {
        thinking.inquiry = None;
        return;
    }
    let answer = match &inquiry.answer {
        Answer::Known(thought) => Some(thought.clone()),
        Answer::Sought(job) if job.is_finished() => job.found(),
        Answer::Sought(_) => return,
    };
    let purpose = inquiry.purpose;
    let shortest = SHORTEST_TURN.mul_f32(settings.motion());
    let turn_began = thinking.turn.map_or(Duration::ZERO, |(_, began)| began);
    if matches!(purpose, Purpose::Move(_)) && time.elapsed() - turn_began < shortest {
        return;
    }
    thinking.inquiry = None;
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
    office: Res<Office>,
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
    if thinking.inquiry.as_ref().is_some_and(|inquiry| inquiry.purpose == purpose) {
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
        let thought = Thought {
            best,
            line: vec![best],
            value: None,
            depth: 0,
            nodes: 0,
            elapsed: Duration::ZERO,
        };
        thinking.inquiry = Some(Inquiry { asked: now, purpose, answer: Answer::Known(thought) });
        return;
    }
    let sequence = session.tree().sequence(session.current());
    let question = Question { serial: now.serial, sequence, strength, limits, seed };
    // The search before this one is given up first.
    thinking.inquiry = None;
    let answer = Answer::Sought(office.begin(question));
    thinking.inquiry = Some(Inquiry { asked: now, purpose, answer });
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::platform::work::{carry_out, wire};
    use crate::games::{Options, registry};
    use crate::record::GameTree;

    #[test]
    fn a_question_that_goes_as_bytes_has_the_same_answer() {
        for game in registry::GAMES {
            let tree = GameTree::new(*game, Options::default()).unwrap();
            let question = || Question {
                serial: 1,
                sequence: tree.sequence(tree.root()),
                strength: Strength::Full,
                limits: Limits { nodes: Some(2000), ..Limits::default() },
                seed: 7,
            };
            let mut here = None;
            question().run(&mut Desk::default(), &Stop::new(), &mut |thought| here = thought);
            let bytes = wire::pack(&question()).unwrap();
            let mut there: Option<Thought> = None;
            let mut note = |bytes: Vec<u8>| there = wire::unpack(&bytes).unwrap();
            carry_out(&mut Desk::default(), Question::NAME, &bytes, &mut note).unwrap();
            let timeless = |thought: Option<Thought>| {
                thought.map(|thought| Thought { elapsed: Duration::ZERO, ..thought })
            };
            assert!(here.is_some(), "{}", game.id());
            assert_eq!(timeless(here), timeless(there), "{}", game.id());
        }
    }
}

//! What the computer thinks of the record on the board: of the position
//! shown, as long as that is wanted, and of every position of the line, once.
//! Both run on the compute pool; nothing here waits for them.

use std::ops::ControlFlow;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use bevy::prelude::*;

use super::Review;
use super::job::{Found, Job};
use crate::app::notice::Notice;
use crate::app::platform::{Awake, Life, Waker};
use crate::app::session::{Playing, Session};
use crate::core::Move;
use crate::games::{Engine, Request, Strength, Thought};
use crate::record::NodeId;
use crate::record::analysis::{Depth, Study, analyse_line, annotate};
use crate::search::Limits;

/// The most lines that are looked for in the position shown.
pub const MOST_LINES: usize = 5;

/// The longest that the position shown is thought about.
const LIVE_TIME: Duration = Duration::from_secs(120);

/// How long each position of a line is thought about.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Effort {
    /// A fifth of a second.
    Quick,
    /// Three quarters of a second.
    #[default]
    Usual,
    /// Three seconds.
    Deep,
}

impl Effort {
    fn time(self) -> Duration {
        Duration::from_millis(match self {
            Effort::Quick => 200,
            Effort::Usual => 750,
            Effort::Deep => 3000,
        })
    }
}

type SharedEngine = Arc<Mutex<Box<dyn Engine>>>;

/// What was found out about the positions of a line.
#[derive(Default)]
struct Studied {
    done: usize,
    studies: Vec<Study>,
}

/// The search over a whole line.
struct Whole {
    job: Job<Studied>,
    /// Which record it is about.
    serial: u64,
    effort: Effort,
    /// The nodes of the line with the keys of their positions, to know them
    /// again when the record was edited meanwhile.
    line: Vec<(NodeId, u64)>,
}

/// The searches about the record on the board.
#[derive(Resource)]
pub struct Analysis {
    live: bool,
    lines: usize,
    /// The search about the position shown, and which that is.
    shown: Option<(Asked, Job<Vec<Thought>>)>,
    whole: Option<Whole>,
    /// Kept from position to position, for the record with this number.
    engine: Option<(u64, SharedEngine)>,
}

/// Which position of which record a search is about.
type Asked = (u64, u64, usize);

impl Default for Analysis {
    fn default() -> Analysis {
        Analysis { live: false, lines: 3, shown: None, whole: None, engine: None }
    }
}

impl Analysis {
    /// Whether the position shown is to be thought about.
    pub fn is_live(&self) -> bool {
        self.live
    }

    /// How many lines are looked for.
    pub fn lines(&self) -> usize {
        self.lines
    }

    /// Whether anything is being thought about now.
    pub fn is_busy(&self) -> bool {
        self.whole.is_some() || self.shown.as_ref().is_some_and(|(_, job)| !job.is_finished())
    }

    /// How many positions of the line are done, and how many there are.
    pub fn progress(&self) -> Option<(usize, usize)> {
        let whole = self.whole.as_ref()?;
        let found = whole.job.found.lock().unwrap_or_else(PoisonError::into_inner);
        Some((found.result.done, whole.line.len()))
    }

    /// The best moves of the position shown with what follows them, best
    /// first, as far as they are known.
    pub fn thoughts(&self, session: &Session) -> Vec<Thought> {
        match &self.shown {
            Some(((_, key, _), job)) if *key == session.position().key() => {
                job.found.lock().unwrap_or_else(PoisonError::into_inner).result.clone()
            }
            _ => Vec::new(),
        }
    }

    /// The best moves alone.
    pub fn best(&self, session: &Session) -> Vec<Move> {
        self.thoughts(session).iter().map(|thought| thought.best).collect()
    }

    /// Lets the position shown be thought about, or not.
    pub(super) fn set_live(&mut self, live: bool) {
        self.live = live;
    }

    /// Looks for so many lines, from 1 to [`MOST_LINES`].
    pub(super) fn set_lines(&mut self, lines: usize) {
        self.lines = lines.clamp(1, MOST_LINES);
    }

    /// Begins to look at every position of the line on the board.
    pub(super) fn begin(&mut self, session: &Session, serial: u64, effort: Effort, waker: &Waker) {
        let tree = session.tree().clone();
        let nodes = session.line();
        let line = nodes.iter().map(|&node| (node, tree.position(node).key())).collect();
        let limits = Limits { time: Some(effort.time()), ..Limits::default() };
        let mut engine = session.setup().game.engine();
        let job = Job::begin(waker, move |stop, found: &Mutex<Found<Studied>>| {
            let lock = || found.lock().unwrap_or_else(PoisonError::into_inner);
            let depth = Depth { limits, lines: 1 };
            let mut note = |progress: crate::record::analysis::Progress<'_>| {
                lock().result.done = progress.done;
                ControlFlow::Continue(())
            };
            let studies = analyse_line(&mut *engine, &tree, &nodes, &depth, stop, &mut note);
            lock().result.studies = studies;
        });
        self.whole = Some(Whole { job, serial, effort, line });
    }

    /// Gives up looking at the line.
    pub(super) fn cancel(&mut self) {
        self.whole = None;
    }
}

/// Nothing is thought about any more.
pub(super) fn stop(mut analysis: ResMut<Analysis>) {
    analysis.shown = None;
    analysis.whole = None;
    analysis.engine = None;
}

/// Stops looking at the line when the application goes out of sight, and
/// begins anew when it comes back.
pub(super) fn rest(
    mut lives: MessageReader<Life>,
    playing: Res<Playing>,
    waker: Res<Waker>,
    mut analysis: ResMut<Analysis>,
    mut stopped: Local<Option<(u64, Effort)>>,
) {
    for life in lives.read() {
        match life {
            Life::Suspend => {
                let whole = analysis.bypass_change_detection().whole.take();
                *stopped = whole.map(|whole| (whole.serial, whole.effort)).or(*stopped);
            }
            Life::Resume => {
                let Some((serial, effort)) = stopped.take() else { continue };
                if let Some(session) = playing.review().filter(|_| playing.serial() == serial) {
                    analysis.begin(session, serial, effort, &waker);
                }
            }
        }
    }
}

/// Thinks about the position shown while that is wanted.
pub(super) fn follow(
    playing: Res<Playing>,
    waker: Res<Waker>,
    review: Res<Review>,
    awake: Option<Res<Awake>>,
    mut analysis: ResMut<Analysis>,
) {
    // Looked at first, so that nothing counts as changed in every frame.
    let awake = awake.is_none_or(|awake| awake.is_awake());
    let live = analysis.live && awake && !review.is_running();
    let asked = playing
        .review()
        .filter(|_| live)
        .map(|session| (playing.serial(), session.position().key(), analysis.lines));
    if analysis.shown.as_ref().map(|(asked, _)| *asked) == asked {
        return;
    }
    analysis.shown = None;
    let (Some(asked), Some(session)) = (asked, playing.review()) else { return };
    let engine = match &analysis.engine {
        Some((serial, engine)) if *serial == asked.0 => engine.clone(),
        _ => Arc::new(Mutex::new(session.setup().game.engine())),
    };
    analysis.engine = Some((asked.0, engine.clone()));
    let position = session.position().clone();
    let lines = asked.2;
    let job = Job::begin(&waker, move |stop, found: &Mutex<Found<Vec<Thought>>>| {
        // The search before this one was asked to stop and lets go soon.
        let mut engine = engine.lock().unwrap_or_else(PoisonError::into_inner);
        let note = |thoughts: &[Thought]| {
            let mut found = found.lock().unwrap_or_else(PoisonError::into_inner);
            found.result = thoughts.to_vec();
        };
        let request = Request {
            strength: Strength::Full,
            limits: Limits { time: Some(LIVE_TIME), ..Limits::default() },
            seed: 0,
            stop: stop.clone(),
        };
        if stop.is_raised() {
            return;
        }
        let thoughts = engine.analyse(&position, &request, lines, &mut |thoughts| note(thoughts));
        note(&thoughts);
    });
    analysis.shown = Some((asked, job));
}

/// Writes what was found out about the line into the record.
pub(super) fn collect(
    mut playing: ResMut<Playing>,
    mut review: ResMut<Review>,
    mut analysis: ResMut<Analysis>,
    mut notices: MessageWriter<Notice>,
) {
    if !analysis.whole.as_ref().is_some_and(|whole| whole.job.is_finished()) {
        return;
    }
    let Some(whole) = analysis.whole.take() else { return };
    let serial = playing.serial();
    let Some(session) = playing.review_mut().filter(|_| serial == whole.serial) else { return };
    let mut studies = {
        let mut found = whole.job.found.lock().unwrap_or_else(PoisonError::into_inner);
        std::mem::take(&mut found.result.studies)
    };
    let tree = session.tree();
    studies.retain(|study| {
        let known = whole.line.iter().find(|(node, _)| *node == study.node);
        known.is_some_and(|&(node, key)| tree.contains(node) && tree.position(node).key() == key)
    });
    if studies.is_empty() {
        notices.write(Notice::hint("review-nothing-found"));
        return;
    }
    review.write(session, |tree| {
        annotate(tree, &studies);
    });
}

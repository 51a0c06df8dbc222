//! What the computer thinks of the record on the board: of the position
//! shown, as long as that is wanted, and of every position of the line, once.
//! Nothing here waits for it.

use std::ops::ControlFlow;
use std::time::Duration;

use bevy::prelude::*;
use serde::{Deserialize, Serialize};

use super::Review;
use crate::app::notice::Notice;
use crate::app::platform::work::{Desk, Job, Lane, Office, Task};
use crate::app::platform::{Awake, Life};
use crate::app::session::{Playing, Session};
use crate::core::Move;
use crate::games::{MoveScore, Request, Strength, Thought};
use crate::record::analysis::{Depth, Progress, Study, analyse_line, annotate};
use crate::record::{NodeId, Sequence};
use crate::search::{Limits, Stop};

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

/// The position shown is to be thought about.
#[derive(Serialize, Deserialize)]
pub struct Look {
    /// The number of the record.
    serial: u64,
    sequence: Sequence,
    /// How many lines are looked for; `None` if every move is to be scored.
    lines: Option<usize>,
}

/// What is found out about the position shown.
#[derive(Clone, Serialize, Deserialize)]
pub enum Seen {
    /// The best moves with what follows them, best first.
    Lines(Vec<Thought>),
    /// What the moves are worth, best first.
    Scores(Vec<MoveScore>),
}

impl Default for Seen {
    fn default() -> Seen {
        Seen::Lines(Vec::new())
    }
}

impl Task for Look {
    type Found = Seen;

    const NAME: &'static str = "look";
    const LANE: Option<Lane> = Some(Lane::Review);

    fn run(self, desk: &mut Desk, stop: &Stop, note: &mut dyn FnMut(Seen)) {
        let (game, position) = match (self.sequence.game(), self.sequence.position()) {
            (Ok(game), Ok(position)) => (game, position),
            (Err(wrong), _) | (_, Err(wrong)) => return error!("{wrong}"),
        };
        let request = Request {
            strength: Strength::Full,
            limits: Limits { time: Some(LIVE_TIME), ..Limits::default() },
            seed: 0,
            stop: stop.clone(),
        };
        let engine = desk.engine(self.serial, game);
        let seen = match self.lines {
            Some(lines) => {
                let mut tell = |thoughts: &[Thought]| note(Seen::Lines(thoughts.to_vec()));
                Seen::Lines(engine.analyse(&position, &request, lines, &mut tell))
            }
            None => {
                let mut tell = |scores: &[MoveScore]| note(Seen::Scores(scores.to_vec()));
                Seen::Scores(engine.scores(&position, &request, &mut tell))
            }
        };
        note(seen);
    }
}

/// Every position of a line is to be looked at.
#[derive(Serialize, Deserialize)]
pub struct LineStudy {
    sequence: Sequence,
    /// Bounds on the effort for each position.
    limits: Limits,
}

/// What was found out about the positions of a line.
#[derive(Clone, Default, Serialize, Deserialize)]
pub struct Studied {
    /// How many positions are done.
    done: usize,
    /// At last, what was found out about each, counted from the root.
    studies: Vec<(usize, Study)>,
}

impl Task for LineStudy {
    type Found = Studied;

    const NAME: &'static str = "study";

    fn run(self, _: &mut Desk, stop: &Stop, note: &mut dyn FnMut(Studied)) {
        let tree = match self.sequence.tree() {
            Ok(tree) => tree,
            Err(wrong) => return error!("{wrong}"),
        };
        let nodes: Vec<NodeId> = tree.main_line().collect();
        let mut engine = tree.game().engine();
        let depth = Depth { limits: self.limits, lines: 1 };
        let mut done = 0;
        let mut tell = |progress: Progress<'_>| {
            done = progress.done;
            note(Studied { done, studies: Vec::new() });
            ControlFlow::Continue(())
        };
        let studies = analyse_line(&mut *engine, &tree, &nodes, &depth, stop, &mut tell);
        let place = |study: &Study| nodes.iter().position(|node| *node == study.node);
        let studies = studies.into_iter().filter_map(|study| Some((place(&study)?, study)));
        note(Studied { done, studies: studies.collect() });
    }
}

/// The search over a whole line.
struct Whole {
    job: Job<LineStudy>,
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
    /// Whether every move is scored rather than the best lines found.
    scored: bool,
    /// The search about the position shown, and which that is.
    shown: Option<(Asked, Job<Look>)>,
    whole: Option<Whole>,
}

/// Which position of which record a search is about, and how many lines it
/// looks for.
type Asked = (u64, u64, Option<usize>);

impl Default for Analysis {
    fn default() -> Analysis {
        Analysis { live: false, lines: 3, scored: false, shown: None, whole: None }
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
        Some((whole.job.with(|found| found.done), whole.line.len()))
    }

    fn seen(&self, session: &Session) -> Option<Seen> {
        match &self.shown {
            Some(((_, key, _), job)) if *key == session.position().key() => Some(job.found()),
            _ => None,
        }
    }

    /// The best moves of the position shown with what follows them, best
    /// first, as far as they are known.
    pub fn thoughts(&self, session: &Session) -> Vec<Thought> {
        match self.seen(session) {
            Some(Seen::Lines(thoughts)) => thoughts,
            _ => Vec::new(),
        }
    }

    /// What the moves of the position shown are worth, best first, as far as
    /// that is asked for and known.
    pub fn scores(&self, session: &Session) -> Vec<MoveScore> {
        match self.seen(session) {
            Some(Seen::Scores(scores)) => scores,
            _ => Vec::new(),
        }
    }

    /// Whether it is known of any move what it is worth, and asked for.
    pub fn has_scores(&self, session: &Session) -> bool {
        let scored = |seen: &Seen| matches!(seen, Seen::Scores(scores) if !scores.is_empty());
        self.shown
            .as_ref()
            .is_some_and(|((_, key, _), job)| *key == session.position().key() && job.with(scored))
    }

    /// Whether every move is scored rather than the best lines found.
    pub fn is_scored(&self) -> bool {
        self.scored
    }

    /// The best moves alone.
    pub fn best(&self, session: &Session) -> Vec<Move> {
        self.thoughts(session).iter().map(|thought| thought.best).collect()
    }

    /// Lets the position shown be thought about, or not.
    pub(super) fn set_live(&mut self, live: bool) {
        self.live = live;
    }

    /// Scores every move, or looks for the best lines.
    pub(super) fn set_scored(&mut self, scored: bool) {
        self.scored = scored;
    }

    /// Looks for so many lines, from 1 to [`MOST_LINES`].
    pub(super) fn set_lines(&mut self, lines: usize) {
        self.lines = lines.clamp(1, MOST_LINES);
    }

    /// Begins to look at every position of the line on the board.
    pub(super) fn begin(
        &mut self,
        session: &Session,
        serial: u64,
        effort: Effort,
        office: &Office,
    ) {
        let tree = session.tree();
        let nodes = session.line();
        let line = nodes.iter().map(|&node| (node, tree.position(node).key())).collect();
        let last = nodes.last().copied().unwrap_or(tree.root());
        let limits = Limits { time: Some(effort.time()), ..Limits::default() };
        let job = office.begin(LineStudy { sequence: tree.sequence(last), limits });
        self.whole = Some(Whole { job, serial, effort, line });
    }

    /// Gives up looking at the line.
    pub(super) fn cancel(&mut self) {
        self.whole = None;
    }
}

/// Nothing is thought about any more.
pub(super) fn stop(mut analysis: ResMut<Analysis>, office: Res<Office>) {
    analysis.shown = None;
    analysis.whole = None;
    office.clear(Lane::Review);
}

/// Stops looking at the line when the application goes out of sight, and
/// begins anew when it comes back.
pub(super) fn rest(
    mut lives: MessageReader<Life>,
    playing: Res<Playing>,
    office: Res<Office>,
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
                    analysis.begin(session, serial, effort, &office);
                }
            }
        }
    }
}

/// Thinks about the position shown while that is wanted.
pub(super) fn follow(
    playing: Res<Playing>,
    office: Res<Office>,
    review: Res<Review>,
    awake: Option<Res<Awake>>,
    mut analysis: ResMut<Analysis>,
) {
    // Looked at first, so that nothing counts as changed in every frame.
    let awake = awake.is_none_or(|awake| awake.is_awake());
    let live = analysis.live && awake && !review.is_running();
    let lines = (!analysis.scored).then_some(analysis.lines);
    let asked = playing
        .review()
        .filter(|_| live)
        .map(|session| (playing.serial(), session.position().key(), lines));
    if analysis.shown.as_ref().map(|(asked, _)| *asked) == asked {
        return;
    }
    analysis.shown = None;
    let (Some(asked), Some(session)) = (asked, playing.review()) else { return };
    let sequence = session.tree().sequence(session.current());
    let look = Look { serial: asked.0, sequence, lines: asked.2 };
    analysis.shown = Some((asked, office.begin(look)));
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
    let tree = session.tree();
    let known = |(place, study): (usize, Study)| {
        let &(node, key) = whole.line.get(place)?;
        let same = tree.contains(node) && tree.position(node).key() == key;
        same.then_some(Study { node, ..study })
    };
    let studies: Vec<Study> = whole.job.found().studies.into_iter().filter_map(known).collect();
    if studies.is_empty() {
        notices.write(Notice::hint("review-nothing-found"));
        return;
    }
    review.write(session, |tree| {
        annotate(tree, &studies);
    });
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::platform::work::{carry_out, wire};
    use crate::games::{Options, registry};
    use crate::record::GameTree;

    #[test]
    fn a_line_that_goes_as_bytes_is_studied_from_its_root_to_its_end() {
        let mut tree =
            GameTree::new(registry::find("tictactoe").unwrap(), Options::default()).unwrap();
        let mut at = tree.root();
        for _ in 0..3 {
            let mv = tree.position(at).legal_moves()[0];
            at = tree.play(at, mv).unwrap();
        }
        let limits = Limits { depth: Some(3), ..Limits::default() };
        let bytes = wire::pack(&LineStudy { sequence: tree.sequence(at), limits }).unwrap();
        let mut heard: Vec<Studied> = Vec::new();
        let mut note = |bytes: Vec<u8>| heard.push(wire::unpack(&bytes).unwrap());
        carry_out(&mut Desk::default(), LineStudy::NAME, &bytes, &mut note).unwrap();
        let done: Vec<_> = heard.iter().map(|studied| studied.done).collect();
        assert_eq!(done, [1, 2, 3, 4, 4]);
        let places: Vec<_> = heard[4].studies.iter().map(|(place, _)| *place).collect();
        assert_eq!(places, [0, 1, 2, 3]);
    }
}

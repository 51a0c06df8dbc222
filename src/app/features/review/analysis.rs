//! Analysis of the record under review: of the position shown, while live analysis is
//! on, and of every position of the line, once. Runs in background tasks.

use std::ops::ControlFlow;
use std::time::Duration;

use bevy::prelude::*;
use serde::{Deserialize, Serialize};

use super::Review;
use crate::app::notice::Notice;
use crate::app::platform::{Foreground, Lifecycle};
use crate::app::services::tasks::{Queue, Task, TaskHandle, TaskRunner, WorkerState};
use crate::app::session::{ActiveSession, Mode, Session};
use crate::core::Move;
use crate::games::{EngineInfo, EngineRequest, Strength};
use crate::record::analysis::{AnalysisParams, PositionAnalysis, Progress, analyse_line, annotate};
use crate::record::{MoveSequence, NodeId};
use crate::search::{Limits, StopFlag};

/// Most principal variations searched in the position shown.
pub const MAX_MULTI_PV: usize = 5;

/// Time limit of live analysis of one position.
const LIVE_TIME: Duration = Duration::from_secs(120);

/// Time limit of a short search for the value of one position.
const BRIEF_TIME: Duration = Duration::from_millis(750);

/// Thinking time for each position of a line.
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

/// Task: live analysis of one position.
#[derive(Serialize, Deserialize)]
pub struct AnalysePosition {
    /// Serial number of the session, see [`ActiveSession::serial`].
    serial: u64,
    sequence: MoveSequence,
    /// Number of principal variations (MultiPV); `None` to score every move.
    lines: Option<usize>,
    time: Duration,
}

impl AnalysePosition {
    /// A short search for the value of the position.
    pub(super) fn briefly(serial: u64, sequence: MoveSequence) -> AnalysePosition {
        AnalysePosition { serial, sequence, lines: Some(1), time: BRIEF_TIME }
    }
}

impl Task for AnalysePosition {
    /// The principal variations or the scored moves, best first.
    type Output = Vec<EngineInfo>;

    const NAME: &'static str = "look";
    const QUEUE: Option<Queue> = Some(Queue::Review);

    fn run(self, worker: &mut WorkerState, stop: &StopFlag, note: &mut dyn FnMut(Vec<EngineInfo>)) {
        let (game, position) = match (self.sequence.game(), self.sequence.position()) {
            (Ok(game), Ok(position)) => (game, position),
            (Err(wrong), _) | (_, Err(wrong)) => return error!("{wrong}"),
        };
        let request = EngineRequest {
            strength: Strength::Full,
            limits: Limits { time: Some(self.time), ..Limits::default() },
            seed: 0,
            stop: stop.clone(),
        };
        let engine = worker.engine(self.serial, game);
        let mut report = |found: &[EngineInfo]| note(found.to_vec());
        let found = match self.lines {
            Some(lines) => engine.analyse(&position, &request, lines, &mut report),
            None => engine.scores(&position, &request, &mut report),
        };
        note(found);
    }
}

/// Task: analysis of every position of a line.
#[derive(Serialize, Deserialize)]
pub struct AnalyseLine {
    sequence: MoveSequence,
    /// Search limits for each position.
    limits: Limits,
}

impl AnalyseLine {
    /// The analysis of every position of this line within these limits each.
    pub(super) fn new(sequence: MoveSequence, limits: Limits) -> AnalyseLine {
        AnalyseLine { sequence, limits }
    }
}

/// Result of the analysis of a line.
#[derive(Clone, Default, Serialize, Deserialize)]
pub struct LineAnalysis {
    /// Number of positions analysed.
    done: usize,
    /// The analyses with the ply of their positions, once all are done.
    analyses: Vec<(usize, PositionAnalysis)>,
}

impl LineAnalysis {
    /// Number of positions analysed.
    pub(super) fn done(&self) -> usize {
        self.done
    }

    /// The analyses with the ply of their positions, once all are done.
    pub(super) fn into_analyses(self) -> Vec<(usize, PositionAnalysis)> {
        self.analyses
    }
}

impl Task for AnalyseLine {
    type Output = LineAnalysis;

    const NAME: &'static str = "study";

    fn run(self, _: &mut WorkerState, stop: &StopFlag, note: &mut dyn FnMut(LineAnalysis)) {
        let tree = match self.sequence.tree() {
            Ok(tree) => tree,
            Err(wrong) => return error!("{wrong}"),
        };
        let nodes: Vec<NodeId> = tree.main_line().collect();
        let mut engine = tree.game().engine();
        let depth = AnalysisParams { limits: self.limits, multi_pv: 1 };
        let mut done = 0;
        let mut tell = |progress: Progress<'_>| {
            done = progress.done;
            note(LineAnalysis { done, analyses: Vec::new() });
            ControlFlow::Continue(())
        };
        let analyses = analyse_line(&mut *engine, &tree, &nodes, &depth, stop, &mut tell);
        let place = |study: &PositionAnalysis| nodes.iter().position(|node| *node == study.node);
        let analyses = analyses.into_iter().filter_map(|study| Some((place(&study)?, study)));
        note(LineAnalysis { done, analyses: analyses.collect() });
    }
}

/// The running analysis of a line.
struct LineJob {
    job: TaskHandle<AnalyseLine>,
    /// Serial number of the session.
    serial: u64,
    effort: Effort,
    /// The nodes of the line with the keys of their positions, to recognise them if the
    /// record was edited meanwhile.
    line: Vec<(NodeId, u64)>,
}

/// The analyses of the record under review.
#[derive(Resource)]
pub struct Analysis {
    live: bool,
    lines: usize,
    /// Score every move instead of searching for principal variations.
    scored: bool,
    /// The live analysis and what it is about.
    shown: Option<(AnalysisKey, TaskHandle<AnalysePosition>)>,
    line_job: Option<LineJob>,
}

/// Identifies a live analysis.
#[derive(Clone, Copy, PartialEq, Eq)]
struct AnalysisKey {
    /// Serial number of the session.
    serial: u64,
    /// Key of the position.
    position: u64,
    /// Number of principal variations; `None` to score every move.
    lines: Option<usize>,
}

impl Default for Analysis {
    fn default() -> Analysis {
        Analysis { live: false, lines: 3, scored: false, shown: None, line_job: None }
    }
}

impl Analysis {
    /// Returns true if live analysis is on.
    pub fn is_live(&self) -> bool {
        self.live
    }

    /// Number of principal variations searched.
    pub fn multi_pv(&self) -> usize {
        self.lines
    }

    /// Returns true while any analysis runs.
    pub fn is_busy(&self) -> bool {
        self.line_job.is_some() || self.shown.as_ref().is_some_and(|(_, job)| !job.is_finished())
    }

    /// Numbers of positions analysed and of positions in all, while a line is analysed.
    pub fn progress(&self) -> Option<(usize, usize)> {
        let line_job = self.line_job.as_ref()?;
        Some((line_job.job.with_output(|found| found.done), line_job.line.len()))
    }

    /// The live analysis of the position shown: of every move if `scored`, otherwise of
    /// principal variations.
    fn live_task(&self, session: &Session, scored: bool) -> Option<&TaskHandle<AnalysePosition>> {
        let (key, task) = self.shown.as_ref()?;
        let is_shown = key.position == session.position().key() && key.lines.is_none() == scored;
        is_shown.then_some(task)
    }

    /// The principal variations of the position shown found so far, best first.
    pub fn engine_lines(&self, session: &Session) -> Vec<EngineInfo> {
        self.live_task(session, false).map(TaskHandle::output).unwrap_or_default()
    }

    /// The scores of the moves in the position shown found so far, best first.
    pub fn scores(&self, session: &Session) -> Vec<EngineInfo> {
        self.live_task(session, true).map(TaskHandle::output).unwrap_or_default()
    }

    /// Returns true if any move of the position shown has a score.
    pub fn has_scores(&self, session: &Session) -> bool {
        let has_any =
            |task: &TaskHandle<AnalysePosition>| task.with_output(|found| !found.is_empty());
        self.live_task(session, true).is_some_and(has_any)
    }

    /// Returns true if every move is scored instead of searching for principal
    /// variations.
    pub fn scores_all_moves(&self) -> bool {
        self.scored
    }

    /// First moves of the principal variations, best first.
    pub fn best_moves(&self, session: &Session) -> Vec<Move> {
        self.engine_lines(session).iter().map(|info| info.best).collect()
    }

    /// Switches live analysis on or off.
    pub(super) fn set_live(&mut self, live: bool) {
        self.live = live;
    }

    /// Selects scoring of every move, or a search for principal variations.
    pub(super) fn set_score_all_moves(&mut self, scored: bool) {
        self.scored = scored;
    }

    /// Sets the number of principal variations, from 1 to [`MAX_MULTI_PV`].
    pub(super) fn set_multi_pv(&mut self, lines: usize) {
        self.lines = lines.clamp(1, MAX_MULTI_PV);
    }

    /// Starts to analyse every position of the line on the board.
    pub(super) fn begin_line(
        &mut self,
        session: &Session,
        serial: u64,
        effort: Effort,
        task_runner: &TaskRunner,
    ) {
        let tree = session.tree();
        let nodes = session.line();
        let line = nodes.iter().map(|&node| (node, tree.position(node).key())).collect();
        let last = nodes.last().copied().unwrap_or(tree.root());
        let limits = Limits { time: Some(effort.time()), ..Limits::default() };
        let job = task_runner.spawn(AnalyseLine::new(tree.sequence(last), limits));
        self.line_job = Some(LineJob { job, serial, effort, line });
    }

    /// Cancels the analysis of the line.
    pub(super) fn cancel(&mut self) {
        self.line_job = None;
    }
}

/// Cancels every analysis.
pub(super) fn stop_all(mut analysis: ResMut<Analysis>, task_runner: Res<TaskRunner>) {
    analysis.shown = None;
    analysis.line_job = None;
    task_runner.reset_queue(Queue::Review);
}

/// Cancels the analysis of a line when the application is suspended, and restarts it
/// when it resumes.
pub(super) fn suspend_in_background(
    mut lifecycle: MessageReader<Lifecycle>,
    active_session: Res<ActiveSession>,
    task_runner: Res<TaskRunner>,
    mut analysis: ResMut<Analysis>,
    mut stopped: Local<Option<(u64, Effort)>>,
) {
    for event in lifecycle.read() {
        match event {
            Lifecycle::Suspend => {
                let line_job = analysis.bypass_change_detection().line_job.take();
                *stopped = line_job.map(|line_job| (line_job.serial, line_job.effort)).or(*stopped);
            }
            Lifecycle::Resume => {
                let Some((serial, effort)) = stopped.take() else { continue };
                if let Some(session) = active_session
                    .session_in(Mode::Review)
                    .filter(|_| active_session.serial() == serial)
                {
                    analysis.begin_line(session, serial, effort, &task_runner);
                }
            }
        }
    }
}

/// Starts live analysis of the position shown, and cancels that of an earlier one.
pub(super) fn update_live(
    active_session: Res<ActiveSession>,
    task_runner: Res<TaskRunner>,
    review: Res<Review>,
    awake: Option<Res<Foreground>>,
    mut analysis: ResMut<Analysis>,
) {
    // Read through `Res` first, so that the resource is not marked as changed in every
    // frame.
    let awake = awake.is_none_or(|awake| awake.is_foreground());
    let live = analysis.live && awake && !review.is_autoplaying();
    let lines = (!analysis.scored).then_some(analysis.lines);
    let session = active_session.session_in(Mode::Review);
    let asked = session.filter(|_| live).map(|session| {
        let (serial, position) = (active_session.serial(), session.position().key());
        AnalysisKey { serial, position, lines }
    });
    if analysis.shown.as_ref().map(|(asked, _)| *asked) == asked {
        return;
    }
    analysis.shown = None;
    let (Some(asked), Some(session)) = (asked, session) else { return };
    let sequence = session.tree().sequence(session.current());
    let task =
        AnalysePosition { serial: asked.serial, sequence, lines: asked.lines, time: LIVE_TIME };
    analysis.shown = Some((asked, task_runner.spawn(task)));
}

/// Writes the finished analysis of the line into the record.
pub(super) fn apply_line_results(
    mut active_session: ResMut<ActiveSession>,
    mut analysis: ResMut<Analysis>,
    mut notices: MessageWriter<Notice>,
) {
    if !analysis.line_job.as_ref().is_some_and(|line_job| line_job.job.is_finished()) {
        return;
    }
    let Some(line_job) = analysis.line_job.take() else { return };
    let serial = active_session.serial();
    let Some(record) = active_session.review_mut().filter(|_| serial == line_job.serial) else {
        return;
    };
    let tree = record.session().tree();
    let known = |(place, study): (usize, PositionAnalysis)| {
        let &(node, key) = line_job.line.get(place)?;
        let same = tree.contains(node) && tree.position(node).key() == key;
        same.then_some(PositionAnalysis { node, ..study })
    };
    let analyses: Vec<PositionAnalysis> =
        line_job.job.output().analyses.into_iter().filter_map(known).collect();
    if analyses.is_empty() {
        notices.write(Notice::hint("review-nothing-found"));
        return;
    }
    record.edit(None, |tree| {
        annotate(tree, &analyses);
    });
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::services::tasks::TaskKind;
    use crate::app::services::tasks::{run_encoded, wire};
    use crate::games::{Options, registry};
    use crate::record::GameTree;

    #[test]
    fn a_serialised_line_is_analysed_from_its_root_to_its_end() {
        let mut tree =
            GameTree::new(registry::find("tictactoe").unwrap(), Options::default()).unwrap();
        let mut at = tree.root();
        for _ in 0..3 {
            let mv = tree.position(at).legal_moves()[0];
            at = tree.play(at, mv).unwrap();
        }
        let limits = Limits { depth: Some(3), ..Limits::default() };
        let bytes = wire::pack(&AnalyseLine { sequence: tree.sequence(at), limits }).unwrap();
        let mut heard: Vec<LineAnalysis> = Vec::new();
        let mut note = |bytes: Vec<u8>| heard.push(wire::unpack(&bytes).unwrap());
        run_encoded(
            &[TaskKind::of::<AnalyseLine>()],
            &mut WorkerState::default(),
            AnalyseLine::NAME,
            &bytes,
            &mut note,
        )
        .unwrap();
        let done: Vec<_> = heard.iter().map(|studied| studied.done).collect();
        assert_eq!(done, [1, 2, 3, 4, 4]);
        let places: Vec<_> = heard[4].analyses.iter().map(|(place, _)| *place).collect();
        assert_eq!(places, [0, 1, 2, 3]);
    }
}

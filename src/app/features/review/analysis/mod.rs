//! Analysis of the record under review: of the position shown, while live analysis is
//! on, and of every position of the line, once; by our own engine, in background tasks, and by
//! those that the player has added, each of which runs on a thread of its own.

mod line;
mod live;
mod tasks;

use std::collections::BTreeSet;

use bevy::prelude::*;

pub use line::Effort;
use line::{LineJob, LineOutcome};
use live::{AnalysisKey, LiveSearch};
pub use tasks::{AnalyseLine, AnalysePosition, LineAnalysis};

use super::Review;
use crate::app::notice::Notice;
use crate::app::platform::{Foreground, Lifecycle};
use crate::app::services::engines::{ExternalEngines, failure_notice};
use crate::app::services::tasks::{Queue, TaskRunner};
use crate::app::session::{ActiveSession, Mode, Session};
use crate::app::settings::{AnalysisSource, Settings};
use crate::core::Move;
use crate::engines::{EngineError, EngineId};
use crate::games::EngineInfo;
use crate::record::analysis::annotate_as;
use crate::record::{Evaluation, GameTree, Glyph, NodeId};

/// Most principal variations searched in the position shown.
pub const MAX_MULTI_PV: usize = 5;

/// Most sources that analyse side by side.
pub const MAX_SOURCES: usize = 2;

/// Moves of each source that are marked on the board where there are two.
const MARKED_MOVES: usize = 2;

/// The analyses of the record under review.
#[derive(Resource)]
pub struct Analysis {
    live: bool,
    lines: usize,
    /// Score every move instead of searching for principal variations.
    scored: bool,
    /// The sources that analyse, the first one first.
    sources: Vec<AnalysisSource>,
    /// Engines that have failed and are not used again until the player chooses them.
    failed: BTreeSet<EngineId>,
    /// The live analyses, in the order of the sources.
    searches: Vec<LiveSearch>,
    line_job: Option<LineJob>,
    outcome: Option<LineOutcome>,
}

impl Default for Analysis {
    fn default() -> Analysis {
        Analysis {
            live: false,
            lines: 3,
            scored: false,
            sources: vec![AnalysisSource::Own],
            failed: BTreeSet::new(),
            searches: Vec::new(),
            line_job: None,
            outcome: None,
        }
    }
}

impl Analysis {
    /// Returns true if live analysis is on.
    pub fn is_live(&self) -> bool {
        self.live
    }

    /// Number of principal variations searched by each source.
    pub fn multi_pv(&self) -> usize {
        self.lines
    }

    /// The sources that analyse, the first one first: at least one, at most [`MAX_SOURCES`].
    pub fn sources(&self) -> &[AnalysisSource] {
        &self.sources
    }

    /// Returns true while any analysis runs.
    pub fn is_busy(&self) -> bool {
        self.line_job.is_some() || self.searches.iter().any(LiveSearch::is_busy)
    }

    /// Numbers of positions analysed and of positions in all, while a line is analysed.
    pub fn progress(&self) -> Option<(usize, usize)> {
        self.line_job.as_ref().map(LineJob::progress)
    }

    /// The live analysis of the position shown by a source: of every move if `scored`,
    /// otherwise of principal variations.
    fn live_lines(
        &self,
        source: AnalysisSource,
        session: &Session,
        scored: bool,
    ) -> Vec<EngineInfo> {
        let search = self.searches.iter().find(|search| search.source() == source);
        let lines = search.and_then(|search| search.lines(session.position().key(), scored));
        lines.unwrap_or_default()
    }

    /// The principal variations of the position shown that a source has found so far, best
    /// first.
    pub fn lines_of(&self, source: AnalysisSource, session: &Session) -> Vec<EngineInfo> {
        self.live_lines(source, session, false)
    }

    /// The principal variations that the first source has found.
    pub fn engine_lines(&self, session: &Session) -> Vec<EngineInfo> {
        self.sources.first().map(|&first| self.lines_of(first, session)).unwrap_or_default()
    }

    /// The scores of the moves in the position shown found so far, best first. Only our own
    /// engine gives them.
    pub fn scores(&self, session: &Session) -> Vec<EngineInfo> {
        self.live_lines(AnalysisSource::Own, session, true)
    }

    /// Returns true if any move of the position shown has a score.
    pub fn has_scores(&self, session: &Session) -> bool {
        !self.scores(session).is_empty()
    }

    /// Returns true if our own engine scores every move instead of searching for principal
    /// variations.
    pub fn scores_all_moves(&self) -> bool {
        self.scored && self.sources.contains(&AnalysisSource::Own)
    }

    /// The moves that each source suggests, best first: those of its principal variations, or
    /// the first of them where there are two sources.
    pub fn best_moves(&self, session: &Session) -> [Vec<Move>; MAX_SOURCES] {
        let most = if self.sources.len() > 1 { MARKED_MOVES } else { MAX_MULTI_PV };
        std::array::from_fn(|n| {
            let lines = self.sources.get(n).map(|&source| self.lines_of(source, session));
            lines.unwrap_or_default().iter().take(most).map(|info| info.best).collect()
        })
    }

    fn outcome(&self, active_session: (u64, &Session)) -> Option<&LineOutcome> {
        let (serial, session) = active_session;
        let outcome = self.outcome.as_ref().filter(|outcome| outcome.serial == serial);
        outcome.filter(|outcome| outcome.is_in(session.tree()))
    }

    /// The source of the evaluations in the record with this serial number, if they were found
    /// in this review.
    pub fn line_source(&self, serial: u64, session: &Session) -> Option<AnalysisSource> {
        self.outcome((serial, session)).map(|outcome| outcome.source)
    }

    /// The second source of the last analysis of the line, with its evaluation of each of these
    /// nodes.
    pub fn second_evaluations(
        &self,
        serial: u64,
        session: &Session,
        line: &[NodeId],
    ) -> Option<(AnalysisSource, Vec<Option<Evaluation>>)> {
        let (source, known) = self.outcome((serial, session))?.other.as_ref()?;
        let tree = session.tree();
        let value = |node: &NodeId| {
            let &(key, evaluation) = known.get(node)?;
            (tree.position(*node).key() == key).then_some(evaluation)
        };
        Some((*source, line.iter().map(value).collect()))
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

    /// Gives engines that have failed another chance, as the player chooses what analyses.
    pub(super) fn forget_failures(&mut self) {
        self.failed.clear();
    }

    /// Starts to analyse every position of the line on the board.
    pub(super) fn begin_line(
        &mut self,
        session: &Session,
        serial: u64,
        effort: Effort,
        services: (&TaskRunner, &mut ExternalEngines),
    ) {
        self.line_job = Some(LineJob::start(session, serial, effort, &self.sources, services));
    }

    /// Cancels the analysis of the line.
    pub(super) fn cancel(&mut self) {
        self.line_job = None;
    }

    /// Uses an engine no more that has failed, and says why.
    fn drop_failed(
        &mut self,
        source: AnalysisSource,
        error: &EngineError,
        engines: &ExternalEngines,
    ) -> Option<Notice> {
        let AnalysisSource::Engine(id) = source else { return None };
        // It is said once, even if it ran for two analyses.
        let is_new = self.failed.insert(id);
        let name = engines.name(id).filter(|_| is_new)?;
        Some(failure_notice(name, error).with_transcript(id))
    }

    /// The sources of a session: those that were chosen and can be used, or ours.
    fn usable_sources(
        &self,
        session: &Session,
        settings: &Settings,
        engines: &ExternalEngines,
    ) -> Vec<AnalysisSource> {
        let setup = session.setup();
        let is_usable = |source: &AnalysisSource| match source {
            AnalysisSource::Own => true,
            AnalysisSource::Engine(id) => {
                let engine = engines.list().get(*id);
                !self.failed.contains(id)
                    && engine.is_some_and(|engine| engine.plays(setup.game, &setup.options))
            }
        };
        let mut usable: Vec<AnalysisSource> = Vec::with_capacity(MAX_SOURCES);
        for source in settings.analysis_sources.get(setup.game.id()).into_iter().flatten() {
            if is_usable(source) && !usable.contains(source) && usable.len() < MAX_SOURCES {
                usable.push(*source);
            }
        }
        if usable.is_empty() {
            usable.push(AnalysisSource::Own);
        }
        usable
    }
}

/// Cancels every analysis, and ends the engines.
pub(super) fn stop_all(mut analysis: ResMut<Analysis>, task_runner: Res<TaskRunner>) {
    analysis.searches.clear();
    analysis.line_job = None;
    analysis.outcome = None;
    analysis.failed.clear();
    task_runner.reset_queue(Queue::Review);
}

/// Cancels the analysis of a line when the application is suspended, and restarts it
/// when it resumes.
pub(super) fn suspend_in_background(
    mut lifecycle: MessageReader<Lifecycle>,
    active_session: Res<ActiveSession>,
    task_runner: Res<TaskRunner>,
    mut engines: ResMut<ExternalEngines>,
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
                    analysis.begin_line(session, serial, effort, (&task_runner, &mut engines));
                }
            }
        }
    }
}

/// Decides what analyses the session under review.
pub(super) fn update_sources(
    active_session: Res<ActiveSession>,
    settings: Res<Settings>,
    engines: Res<ExternalEngines>,
    mut analysis: ResMut<Analysis>,
) {
    let Some(session) = active_session.session_in(Mode::Review) else { return };
    let sources = analysis.usable_sources(session, &settings, &engines);
    if analysis.sources != sources {
        analysis.sources = sources;
    }
}

/// Starts live analysis of the position shown, and stops that of an earlier one.
pub(super) fn update_live(
    active_session: Res<ActiveSession>,
    task_runner: Res<TaskRunner>,
    review: Res<Review>,
    awake: Option<Res<Foreground>>,
    mut engines: ResMut<ExternalEngines>,
    mut analysis: ResMut<Analysis>,
    mut notices: MessageWriter<Notice>,
) {
    let awake = awake.is_none_or(|awake| awake.is_foreground());
    let live = analysis.live && awake && !review.is_autoplaying();
    let session = active_session.session_in(Mode::Review).filter(|_| live);
    if session.is_none() && analysis.searches.is_empty() {
        return;
    }
    // Who shows it looks in every frame.
    let analysis = analysis.bypass_change_detection();
    let mut earlier = std::mem::take(&mut analysis.searches);
    for source in analysis.sources.clone() {
        let known = earlier.iter().position(|search| search.source() == source);
        let search = match known {
            Some(at) => Some(earlier.swap_remove(at)),
            None if session.is_some() => {
                LiveSearch::start(source, engines.bypass_change_detection())
            }
            None => None,
        };
        let Some(mut search) = search else { continue };
        let is_scored = source == AnalysisSource::Own && analysis.scored;
        let wanted = session.map(|session| {
            let (serial, position) = (active_session.serial(), session.position().key());
            let lines = (!is_scored).then_some(analysis.lines);
            (AnalysisKey { serial, position, lines }, session)
        });
        search.follow(wanted, &task_runner);
        match search.poll() {
            Ok(()) => analysis.searches.push(search),
            Err(error) => {
                notices.write_batch(analysis.drop_failed(source, &error, &engines));
            }
        }
    }
}

/// Writes the finished analysis of the line into the record: that of the first source. The
/// evaluations of the second are kept beside it.
pub(super) fn apply_line_results(
    mut active_session: ResMut<ActiveSession>,
    mut analysis: ResMut<Analysis>,
    engines: Res<ExternalEngines>,
    mut notices: MessageWriter<Notice>,
) {
    let analysis = analysis.bypass_change_detection();
    let serial = active_session.serial();
    // Another record was opened meanwhile.
    let _ = analysis.line_job.take_if(|line_job| line_job.serial != serial);
    let Some(line_job) = &mut analysis.line_job else { return };
    for (source, error) in line_job.poll() {
        notices.write_batch(analysis.drop_failed(source, &error, &engines));
    }
    let Some(line_job) = analysis.line_job.take_if(|line_job| line_job.is_finished()) else {
        return;
    };
    let Some(record) = active_session.review_mut() else { return };
    let found = line_job.into_analyses(record.session().tree());
    // Engines that have failed have said so.
    let Some((first, rest)) = found.split_first() else { return };
    if first.analyses.iter().all(|analysis| analysis.evaluation.is_none()) {
        notices.write(Notice::hint("review-nothing-found"));
        return;
    }
    let author = match first.source {
        AnalysisSource::Own => None,
        AnalysisSource::Engine(id) => engines.name(id),
    };
    let earlier = analysis.outcome.take().filter(|earlier| earlier.serial == serial);
    let mut glyphs: Vec<(NodeId, Glyph)> = Vec::new();
    record.edit(None, |tree| {
        if let Some(earlier) = &earlier {
            earlier.remove_glyphs(tree);
        }
        let is_assessed = |tree: &GameTree, node| {
            tree.annotations(node).glyphs.iter().any(|glyph| glyph.is_move_assessment())
        };
        let own: BTreeSet<NodeId> = first
            .analyses
            .iter()
            .map(|analysis| analysis.node)
            .filter(|&node| is_assessed(tree, node))
            .collect();
        let judged = annotate_as(tree, &first.analyses, author);
        let added = judged.iter().filter(|judged| !own.contains(&judged.node));
        glyphs.extend(added.filter_map(|judged| Some((judged.node, judged.glyph?))));
    });
    let tree = record.session().tree();
    analysis.outcome = Some(LineOutcome::new(serial, tree, glyphs, first, rest.first()));
}

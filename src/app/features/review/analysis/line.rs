//! Analysis of every position of a line by one source or two.

use std::collections::{HashMap, VecDeque};
use std::time::Duration;

use super::live::lines_of;
use super::tasks::{AnalyseLine, LineAnalysis};
use crate::app::platform::Waker;
use crate::app::services::engines::ExternalEngines;
use crate::app::services::tasks::{TaskHandle, TaskRunner};
use crate::app::session::Session;
use crate::app::settings::AnalysisSource;
use crate::engines::{
    EngineClient, EngineError, EngineEvent, EngineLimits, EngineSearch, RequestId,
};
use crate::record::analysis::{CompletedDepths, LineAnalyser, PositionAnalysis};
use crate::record::{Evaluation, GameTree, Glyph, MoveSequence, NodeId};
use crate::search::Limits;

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
    fn limits(self) -> Limits {
        let time = Duration::from_millis(match self {
            Effort::Quick => 200,
            Effort::Usual => 750,
            Effort::Deep => 3000,
        });
        Limits { time: Some(time), ..Limits::default() }
    }
}

/// The running analysis of a line.
pub(super) struct LineJob {
    /// Serial number of the session.
    pub serial: u64,
    pub effort: Effort,
    /// The nodes of the line with the keys of their positions, to recognise them if the
    /// record was edited meanwhile.
    line: Vec<(NodeId, u64)>,
    /// The parts of the sources, in their order.
    parts: Vec<LinePart>,
}

/// The part of one source.
struct LinePart {
    source: AnalysisSource,
    work: LineWork,
}

enum LineWork {
    Own(TaskHandle<AnalyseLine>),
    Engine(Box<EngineLine>),
    Done(Vec<(usize, PositionAnalysis)>),
}

/// The analyses of a line by one source, those of nodes that are in the record as they were.
pub(super) struct SourceAnalyses {
    pub source: AnalysisSource,
    pub analyses: Vec<PositionAnalysis>,
}

impl LineJob {
    /// Starts to analyse the line on the board by these sources.
    pub fn start(
        session: &Session,
        serial: u64,
        effort: Effort,
        sources: &[AnalysisSource],
        (task_runner, engines): (&TaskRunner, &mut ExternalEngines),
    ) -> LineJob {
        let tree = session.tree();
        let nodes = session.line();
        let line = nodes.iter().map(|&node| (node, tree.position(node).key())).collect();
        let sequence = tree.sequence(nodes.last().copied().unwrap_or(tree.root()));
        let part = |&source: &AnalysisSource| {
            let sequence = sequence.clone();
            let work = match source {
                AnalysisSource::Own => {
                    LineWork::Own(task_runner.spawn(AnalyseLine::new(sequence, effort.limits())))
                }
                AnalysisSource::Engine(id) => {
                    // As in live analysis, it is looked at when the window is drawn.
                    let client = engines.start(id, &Waker::default())?;
                    LineWork::Engine(Box::new(EngineLine::start(client, sequence, effort)?))
                }
            };
            Some(LinePart { source, work })
        };
        LineJob { serial, effort, line, parts: sources.iter().filter_map(part).collect() }
    }

    /// Numbers of positions analysed and of positions in all, of all sources together.
    pub fn progress(&self) -> (usize, usize) {
        let done = self.parts.iter().map(|part| match &part.work {
            LineWork::Own(task) => task.with_output(LineAnalysis::done),
            LineWork::Engine(engine) => engine.analyser.done(),
            LineWork::Done(_) => self.line.len(),
        });
        (done.sum(), self.line.len() * self.parts.len())
    }

    /// Takes what was found meanwhile. Engines that have failed are returned; the others go on
    /// without them.
    pub fn poll(&mut self) -> Vec<(AnalysisSource, EngineError)> {
        let mut failures = Vec::new();
        self.parts.retain_mut(|part| {
            let found = match &mut part.work {
                LineWork::Own(task) => task.is_finished().then(|| task.output().into_analyses()),
                LineWork::Engine(engine) => match engine.poll() {
                    Ok(is_done) => is_done.then(|| engine.take_analyses()),
                    Err(error) => {
                        failures.push((part.source, error));
                        return false;
                    }
                },
                LineWork::Done(_) => None,
            };
            if let Some(found) = found {
                part.work = LineWork::Done(found);
            }
            true
        });
        failures
    }

    /// True once all sources are done.
    pub fn is_finished(&self) -> bool {
        self.parts.iter().all(|part| matches!(part.work, LineWork::Done(_)))
    }

    /// The analyses of all sources, in their order.
    pub fn into_analyses(self, tree: &GameTree) -> Vec<SourceAnalyses> {
        let line = self.line;
        let known = |(place, analysis): (usize, PositionAnalysis)| {
            let &(node, key) = line.get(place)?;
            let is_same = tree.contains(node) && tree.position(node).key() == key;
            is_same.then_some(PositionAnalysis { node, ..analysis })
        };
        let of_part = |part: LinePart| {
            let LineWork::Done(found) = part.work else { return None };
            let analyses = found.into_iter().filter_map(known).collect();
            Some(SourceAnalyses { source: part.source, analyses })
        };
        self.parts.into_iter().filter_map(of_part).collect()
    }
}

/// A line that an engine analyses, from its end to its beginning.
struct EngineLine {
    client: EngineClient,
    tree: GameTree,
    nodes: Vec<NodeId>,
    analyser: LineAnalyser,
    /// The searches that are not answered yet, in the order of the analyser.
    requests: VecDeque<RequestId>,
}

impl EngineLine {
    /// Asks for all searches; `None` for a record that cannot be played again.
    fn start(
        mut client: EngineClient,
        sequence: MoveSequence,
        effort: Effort,
    ) -> Option<EngineLine> {
        let tree = sequence.tree().ok()?;
        let nodes: Vec<NodeId> = tree.main_line().collect();
        let analyser = LineAnalyser::new(&tree, &nodes, 1);
        let limits = EngineLimits::from(effort.limits());
        let searches = analyser
            .pending()
            .map(|node| client.search(EngineSearch::for_analysis(tree.sequence(node), limits, 1)));
        let requests = searches.collect();
        Some(EngineLine { client, tree, nodes, analyser, requests })
    }

    /// Takes what the engine has found; true once it has analysed all positions.
    fn poll(&mut self) -> Result<bool, EngineError> {
        while !self.requests.is_empty()
            && let Some(event) = self.client.poll()
        {
            let (id, infos) = match event {
                EngineEvent::Reply(id, reply) => (id, lines_of(reply)),
                // Its time was over before it had said anything.
                EngineEvent::Failed(Some(id), EngineError::Stopped) => (id, Vec::new()),
                EngineEvent::Failed(_, error) => return Err(error),
                EngineEvent::Ended => return Err(EngineError::Ended),
                EngineEvent::Ready { .. } | EngineEvent::Update(..) => continue,
            };
            if self.requests.front() == Some(&id) {
                self.requests.pop_front();
                // The value is that of the engine, as it says it.
                self.analyser.add(&self.tree, &infos, &CompletedDepths::default());
            }
        }
        Ok(self.requests.is_empty())
    }

    /// The analyses with the ply of their positions, once all are done.
    fn take_analyses(&mut self) -> Vec<(usize, PositionAnalysis)> {
        while self.analyser.add_finished(&self.tree).is_some() {}
        let nothing = LineAnalyser::new(&self.tree, &[], 1);
        let analyses = std::mem::replace(&mut self.analyser, nothing).finish(&self.tree);
        let place =
            |analysis: &PositionAnalysis| self.nodes.iter().position(|&node| node == analysis.node);
        analyses.into_iter().filter_map(|analysis| Some((place(&analysis)?, analysis))).collect()
    }
}

/// The evaluations of nodes, with the keys of their positions.
type KeyedEvaluations = HashMap<NodeId, (u64, Evaluation)>;

/// Outcome of the last analysis of a line, kept as long as its record is under review.
pub(super) struct LineOutcome {
    /// Serial number of the session.
    pub serial: u64,
    /// The source of the evaluations and glyphs in the record.
    pub source: AnalysisSource,
    /// The evaluations that it wrote into the record.
    written: Vec<(NodeId, Option<Evaluation>)>,
    /// The glyphs that it added.
    glyphs: Vec<(NodeId, Glyph)>,
    /// The other source and its evaluations.
    pub other: Option<(AnalysisSource, KeyedEvaluations)>,
}

impl LineOutcome {
    /// Outcome of these analyses in the tree, where the first source wrote its own.
    pub fn new(
        serial: u64,
        tree: &GameTree,
        glyphs: Vec<(NodeId, Glyph)>,
        first: &SourceAnalyses,
        second: Option<&SourceAnalyses>,
    ) -> LineOutcome {
        let written = first.analyses.iter();
        let written =
            written.map(|found| (found.node, tree.annotations(found.node).evaluation)).collect();
        let value = |found: &PositionAnalysis| {
            Some((found.node, (tree.position(found.node).key(), found.evaluation?)))
        };
        let other = second
            .map(|second| (second.source, second.analyses.iter().filter_map(value).collect()));
        LineOutcome { serial, source: first.source, written, glyphs, other }
    }

    /// True while the record has what was written, which an undo may have changed.
    pub fn is_in(&self, tree: &GameTree) -> bool {
        self.written.iter().all(|&(node, evaluation)| {
            tree.contains(node) && tree.annotations(node).evaluation == evaluation
        })
    }

    /// Removes the glyphs that it added, so that another analysis may judge anew.
    pub fn remove_glyphs(&self, tree: &mut GameTree) {
        for &(node, glyph) in &self.glyphs {
            if tree.contains(node) {
                tree.annotations_mut(node).glyphs.retain(|&known| known != glyph);
            }
        }
    }
}

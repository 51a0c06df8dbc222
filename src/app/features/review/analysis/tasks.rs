//! The analyses by our own engine, as background tasks.

use std::ops::ControlFlow;
use std::time::Duration;

use bevy::prelude::*;
use serde::{Deserialize, Serialize};

use crate::app::services::tasks::{Queue, Task, WorkerState};
use crate::games::{EngineInfo, EngineRequest, Strength};
use crate::record::analysis::{AnalysisParams, PositionAnalysis, Progress, analyse_line};
use crate::record::{MoveSequence, NodeId};
use crate::search::{Limits, StopFlag};

/// Time limit of a short search for the value of one position.
const BRIEF_TIME: Duration = Duration::from_millis(750);

/// Task: live analysis of one position.
#[derive(Serialize, Deserialize)]
pub struct AnalysePosition {
    /// Serial number of the session, see `ActiveSession::serial`.
    pub(super) serial: u64,
    pub(super) sequence: MoveSequence,
    /// Number of principal variations (MultiPV); `None` to score every move.
    pub(super) lines: Option<usize>,
    pub(super) time: Duration,
}

impl AnalysePosition {
    /// A short search for the value of the position.
    pub fn briefly(serial: u64, sequence: MoveSequence) -> AnalysePosition {
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
    pub fn new(sequence: MoveSequence, limits: Limits) -> AnalyseLine {
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
    pub fn done(&self) -> usize {
        self.done
    }

    /// The analyses with the ply of their positions, once all are done.
    pub fn into_analyses(self) -> Vec<(usize, PositionAnalysis)> {
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

//! Engine analysis of every position of a line.

use std::ops::ControlFlow;

use super::tempo_bias::correct;
use super::win_probability::{
    empty_fraction, evaluation_of_outcome, evaluation_of_value, win_probability,
};
use serde::{Deserialize, Serialize};

use crate::core::{Move, Side};
use crate::games::{AnyPosition, Engine, EngineInfo, EngineRequest, Score, ScoreUnit};
use crate::record::{Evaluation, GameTree, NodeId};
use crate::search::{Limits, StopFlag};

/// Parameters of the analysis of each position.
#[derive(Clone, Copy, Debug)]
pub struct AnalysisParams {
    /// Search limits for one position.
    pub limits: Limits,
    /// Number of best moves to report (MultiPV).
    pub multi_pv: usize,
}

/// One principal variation of a position.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct PvLine {
    /// The moves; never empty.
    pub moves: Vec<Move>,
    /// Its evaluation, if the engine gives one.
    pub evaluation: Option<Evaluation>,
    /// Search depth in plies.
    pub depth: u32,
}

impl PvLine {
    /// The line of an engine's result for a position with this side to move;
    /// `None` if it has no moves.
    fn new(info: &EngineInfo, side: Side) -> Option<PvLine> {
        (!info.pv.is_empty()).then(|| PvLine {
            moves: info.pv.clone(),
            evaluation: info.score.map(|score| evaluation_of_value(&score, side)),
            depth: info.depth,
        })
    }
}

/// The analysis of the position of one node.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct PositionAnalysis {
    /// The node of the position.
    pub node: NodeId,
    /// The evaluation. An estimate is the mean of the last two depths of the
    /// search, which cancels the odd-even effect. Win rates are corrected for
    /// the tempo bias of the line.
    pub evaluation: Option<Evaluation>,
    /// The principal variations, best first; none where the game is over.
    pub lines: Vec<PvLine>,
    /// Nodes searched.
    pub nodes: u64,
}

/// Progress of [`analyse_line`].
#[derive(Clone, Copy, Debug)]
pub struct Progress<'a> {
    /// The position just analysed, before the correction of the tempo bias,
    /// which needs the whole line.
    pub analysis: &'a PositionAnalysis,
    /// Positions analysed.
    pub done: usize,
    /// Positions of the whole line.
    pub total: usize,
}

/// Analyses the position of a node: as [`Engine::analyse`], which is given the position alone.
pub type AnalyseNode<'a> = dyn FnMut(
        &GameTree,
        NodeId,
        &EngineRequest,
        usize,
        &mut dyn FnMut(&[EngineInfo]),
    ) -> Vec<EngineInfo>
    + 'a;

/// Analyses every position of a line of nodes with our own engine; see [`analyse_line_by`].
pub fn analyse_line(
    engine: &mut dyn Engine,
    tree: &GameTree,
    line: &[NodeId],
    params: &AnalysisParams,
    stop: &StopFlag,
    progress: &mut dyn FnMut(Progress<'_>) -> ControlFlow<()>,
) -> Vec<PositionAnalysis> {
    let mut analyse: Box<AnalyseNode<'_>> = Box::new(|tree, node, request, lines, report| {
        engine.analyse(tree.position(node), request, lines, report)
    });
    analyse_line_by(&mut analyse, tree, line, params, stop, progress)
}

/// Analyses every position of a line of nodes, each the parent of the next, and
/// returns the analyses in the order of the line, as [`LineAnalyser`] does.
///
/// `progress` is called after each position; when it breaks or the stop flag is
/// raised, the positions analysed so far are returned.
pub fn analyse_line_by(
    analyse: &mut AnalyseNode<'_>,
    tree: &GameTree,
    line: &[NodeId],
    params: &AnalysisParams,
    stop: &StopFlag,
    progress: &mut dyn FnMut(Progress<'_>) -> ControlFlow<()>,
) -> Vec<PositionAnalysis> {
    let total = line.len();
    let mut analyser = LineAnalyser::new(tree, line, params.multi_pv);
    for node in analyser.pending().collect::<Vec<_>>() {
        let request = EngineRequest::full(params.limits, stop.clone());
        let mut depths = CompletedDepths::default();
        let infos = analyse(tree, node, &request, params.multi_pv, &mut |infos| depths.note(infos));
        if stop.is_raised() {
            return analyser.finish(tree);
        }
        let analysis = analyser.add(tree, &infos, &depths);
        let done = analysis.map(|(analysis, done)| progress(Progress { analysis, done, total }));
        if done.is_none_or(|flow| flow.is_break()) {
            return analyser.finish(tree);
        }
    }
    while let Some((analysis, done)) = analyser.add_finished(tree) {
        if progress(Progress { analysis, done, total }).is_break() {
            break;
        }
    }
    analyser.finish(tree)
}

/// The analysis of a line of nodes, each the parent of the next, for whoever searches its
/// positions.
///
/// It goes from the last position to the first (retrograde), so that an
/// engine's transposition table helps with earlier positions: a win that was
/// found later is known before it. Finished games come last and are evaluated by the rules,
/// in the unit of the other positions.
pub struct LineAnalyser {
    line: Vec<NodeId>,
    /// Positions to be searched, the next one last.
    open: Vec<NodeId>,
    /// Finished games, the next one last.
    finished: Vec<NodeId>,
    analyses: Vec<PositionAnalysis>,
    unit: Option<ScoreUnit>,
    multi_pv: usize,
}

impl LineAnalyser {
    /// The line, of which nothing is analysed, with this number of best moves to keep.
    #[must_use]
    pub fn new(tree: &GameTree, line: &[NodeId], multi_pv: usize) -> LineAnalyser {
        let is_over = |node: NodeId| tree.position(node).outcome().is_some();
        let (finished, open) = line.iter().partition(|&&node| is_over(node));
        let analyses = Vec::with_capacity(line.len());
        LineAnalyser { line: line.to_vec(), open, finished, analyses, unit: None, multi_pv }
    }

    /// The positions to be searched, in that order.
    pub fn pending(&self) -> impl Iterator<Item = NodeId> {
        self.open.iter().rev().copied()
    }

    /// Adds the result of a search of the next position, and returns its analysis with the
    /// number of those so far; `None` if there is no such position.
    pub fn add(
        &mut self,
        tree: &GameTree,
        infos: &[EngineInfo],
        depths: &CompletedDepths,
    ) -> Option<(&PositionAnalysis, usize)> {
        let node = self.open.pop()?;
        let position = tree.position(node);
        let mut analysis = analysis_of(position, node, infos, depths);
        let later = self.analyses.last().filter(|later| tree.parent(later.node) == Some(node));
        if let Some((later, mv)) = later.and_then(|l| Some((l, tree.move_at(l.node)?))) {
            let turns = tree.position(later.node).side_to_move() != position.side_to_move();
            back_up(&mut analysis, position, (mv, turns), later, self.multi_pv);
        }
        if let Some(Evaluation::Amount { unit, .. }) = analysis.evaluation {
            self.unit = self.unit.or(Some(unit));
        }
        self.push(analysis)
    }

    /// Evaluates the next finished game by the rules; `None` if there is none.
    pub fn add_finished(&mut self, tree: &GameTree) -> Option<(&PositionAnalysis, usize)> {
        let node = self.finished.pop()?;
        let outcome = tree.position(node).outcome();
        let evaluation = outcome.map(|outcome| evaluation_of_outcome(&outcome, self.unit));
        self.push(PositionAnalysis { node, evaluation, lines: Vec::new(), nodes: 0 })
    }

    fn push(&mut self, analysis: PositionAnalysis) -> Option<(&PositionAnalysis, usize)> {
        self.analyses.push(analysis);
        Some((self.analyses.last()?, self.analyses.len()))
    }

    /// Positions analysed.
    #[must_use]
    pub fn done(&self) -> usize {
        self.analyses.len()
    }

    /// The analyses of the positions so far, in the order of the line.
    #[must_use]
    pub fn finish(self, tree: &GameTree) -> Vec<PositionAnalysis> {
        let LineAnalyser { line, mut analyses, .. } = self;
        let place = |analysis: &PositionAnalysis| line.iter().position(|&n| n == analysis.node);
        analyses.sort_by_key(place);
        correct(tree, &mut analyses);
        analyses
    }
}

/// The last two completed depths of a search with their values.
#[derive(Clone, Copy, Debug, Default)]
pub struct CompletedDepths([Option<(u32, Score)>; 2]);

impl CompletedDepths {
    /// Notes the lines of a depth that was completed.
    pub fn note(&mut self, infos: &[EngineInfo]) {
        if let Some((first, value)) = infos.first().and_then(|info| Some((info, info.score?))) {
            self.0 = [self.0[1], Some((first.depth, value))];
        }
    }
}

/// The analysis of a position by the result of its search.
fn analysis_of(
    position: &AnyPosition,
    node: NodeId,
    infos: &[EngineInfo],
    depths: &CompletedDepths,
) -> PositionAnalysis {
    let side = position.side_to_move();
    let best = infos.first();
    let value = match (depths.0, best) {
        ([Some((before, earlier)), Some((last, later))], Some(best))
            if before + 1 == last
                && best.depth == last
                && [earlier, later].iter().all(is_estimate)
                && best.score.as_ref().is_some_and(is_estimate) =>
        {
            Some(Score { amount: (earlier.amount + later.amount) / 2.0, ..later })
        }
        _ => best.and_then(|best| best.score),
    };
    PositionAnalysis {
        node,
        evaluation: value.map(|value| evaluation_of_value(&value, side)),
        lines: infos.iter().filter_map(|info| PvLine::new(info, side)).collect(),
        nodes: best.map_or(0, |best| best.nodes),
    }
}

fn is_estimate(value: &Score) -> bool {
    !value.is_exact() && value.mate.is_none()
}

/// Backs up the result of the next position of the line to this one: a move
/// that is forced, or proved better than the best found here, becomes the best
/// with the evaluation of the next position. `turns` is true if the move gave
/// the turn to the other side.
fn back_up(
    analysis: &mut PositionAnalysis,
    position: &AnyPosition,
    (mv, turns): (Move, bool),
    later: &PositionAnalysis,
    max_lines: usize,
) {
    let side = position.side_to_move();
    let sign = if side == Side::First { 1 } else { -1 };
    let empty = empty_fraction(position);
    let winning_chance = |evaluation: &Evaluation| {
        let first = win_probability(evaluation, empty);
        if side == Side::First { first } else { 1.0 - first }
    };
    let Some(known) = later.evaluation else { return };
    let is_only = position.legal_moves().len() == 1;
    let better = match known {
        Evaluation::Mate(moves) if moves * sign > 0 => {
            let moves = moves + if turns { sign } else { 0 };
            let wins_as_soon = |own: Evaluation| match own {
                Evaluation::Mate(n) => n * sign > 0 && n * sign <= moves * sign,
                Evaluation::Amount { exact, .. } => exact && winning_chance(&own) >= 1.0,
            };
            (!analysis.evaluation.is_some_and(wins_as_soon)).then_some(Evaluation::Mate(moves))
        }
        _ if is_only => Some(known),
        Evaluation::Amount { amount, unit, exact: true } => {
            let is_better =
                analysis.evaluation.is_none_or(|own| winning_chance(&known) > winning_chance(&own));
            // Another move may be better still, except than a proved win.
            let exact = unit == ScoreUnit::Chance && winning_chance(&known) >= 1.0;
            is_better.then_some(Evaluation::Amount { amount, unit, exact })
        }
        _ => None,
    };
    let Some(better) = better else { return };
    analysis.evaluation = Some(better);
    let next = later.lines.first();
    let moves = std::iter::once(mv).chain(next.iter().flat_map(|line| line.moves.iter().copied()));
    let line = PvLine {
        moves: moves.collect(),
        evaluation: Some(better),
        depth: next.map_or(1, |line| line.depth + 1),
    };
    analysis.lines.retain(|known| known.moves.first() != Some(&mv));
    analysis.lines.insert(0, line);
    analysis.lines.truncate(max_lines.max(1));
}

//! Proofs of levels: at every turn of the solver the accepted moves are exactly
//! those that keep the goal, and there is a single first move.

use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::check::{RuleError, play_text, start_position};
use super::{Goal, GoalPoint, Level, ProofKind, Step};
use crate::core::{Move, Points, Side, excerpt};
use crate::games::{
    AnyPosition, EndgameTable, EndgameValue, Engine, EngineInfo, EngineRequest, Game, Options,
    ProofGoal, Score, ScoreUnit,
};
use crate::search::{Limits, SearchBudget, StopFlag};

/// Maximum number of positions of an endgame that is solved.
const ENDGAME_NODES: u64 = 150_000;

/// Node limit for one turn of a level.
const MAX_NODES: u64 = 20_000_000;

/// Reason for which a level could not be proved.
#[derive(Clone, Debug, PartialEq, Error, Serialize, Deserialize)]
pub enum ProofError {
    /// It violates the rules.
    #[error(transparent)]
    Rule(#[from] RuleError),
    /// The position to be solved cannot be set up.
    #[error("{0}")]
    Position(String),
    /// Not exactly one first move is accepted, but this many.
    #[error("{0} first moves are accepted; a proof needs a single one")]
    FirstMoves(usize),
    /// This accepted move is wrong.
    #[error("move \"{}\" does not keep the goal", excerpt(.0))]
    WrongMove(String),
    /// This other move keeps the goal too (a cook).
    #[error("move \"{}\" keeps the goal too, and is not accepted", excerpt(.0))]
    OtherSolution(String),
    /// The goal cannot be reached against the best defence.
    #[error("with best play its value is {value}, which is not the goal {goal:?}")]
    Unreachable {
        /// Value with best play of both sides.
        value: f64,
        /// The goal.
        goal: Goal,
    },
    /// The second best move is not worse by more than a pawn.
    #[error("another move wins nearly as much, or too little is won")]
    UnclearGain,
    /// Neither proved nor refuted within the limits, or there is no proof for
    /// this goal.
    #[error("it could not be proved or refuted within the bounds")]
    Undecided,
    /// The level states another kind of proof.
    #[error("proved says {found:?}; this proof is of the kind {wanted:?}")]
    WrongKind {
        /// The stated kind.
        found: ProofKind,
        /// The actual kind.
        wanted: ProofKind,
    },
}

/// Kind of proof for a goal.
#[must_use]
pub fn proof_kind(goal: &Goal) -> ProofKind {
    match goal {
        Goal::MateIn(_) | Goal::MateByChecks(_) => ProofKind::Search,
        Goal::WinMaterial(_) => ProofKind::Lookahead,
        _ => ProofKind::Solver,
    }
}

/// Proves levels of one game. It keeps an engine of the game, whose exact
/// values prove endgames that it solves.
pub struct Prover {
    engine: Box<dyn Engine>,
    node_limit: u64,
    stop: StopFlag,
    nodes_used: u64,
    /// Endgames solved so far.
    endgames: EndgameTable,
}

/// Exact values of the moves in a position, for the side to move.
pub(super) struct MoveValues {
    /// In the order of the legal moves. Those that do not matter may be missing.
    pub moves: Vec<(f64, Move)>,
    /// Values are score differences rather than chances.
    pub is_score: bool,
    /// Scores are counted in points rather than in discs.
    pub is_points: bool,
}

impl MoveValues {
    /// The best value and the moves that reach it.
    pub fn best(&self) -> (f64, Vec<Move>) {
        let best = self.moves.iter().map(|&(value, _)| value).fold(f64::NEG_INFINITY, f64::max);
        let moves = self.moves.iter().filter(|&&(value, _)| value == best);
        (best, moves.map(|&(_, mv)| mv).collect())
    }
}

impl Prover {
    /// A prover with a node limit that suffices for any level.
    #[must_use]
    pub fn new(game: &dyn Game) -> Prover {
        Prover::with_node_limit(game, MAX_NODES)
    }

    /// A prover with this node limit for one turn.
    #[must_use]
    pub fn with_node_limit(game: &dyn Game, nodes: u64) -> Prover {
        Prover {
            engine: game.engine(),
            node_limit: nodes,
            nodes_used: 0,
            stop: StopFlag::new(),
            endgames: EndgameTable::default(),
        }
    }

    /// The same prover with a stop flag.
    #[must_use]
    pub fn with_stop_flag(self, stop: StopFlag) -> Prover {
        Prover { stop, ..self }
    }

    /// Proves a level that passed [`check`](super::check).
    ///
    /// # Errors
    /// The error, or the part that could not be proved.
    pub fn prove(
        &mut self,
        game: &dyn Game,
        options: &Options,
        level: &Level,
    ) -> Result<(), ProofError> {
        if level.solution.len() != 1 {
            return Err(ProofError::FirstMoves(level.solution.len()));
        }
        let position = start_position(game, options, level)?;
        self.check_solution(&position, &level.solution, &level.goal, level.length())?;
        if let Goal::WinMaterial(pawns) = level.goal {
            // The second best move has to be worse by more than a pawn.
            let near = Goal::WinMaterial(pawns.saturating_sub(1));
            if pawns < 2 || self.goal_moves(&position, &near, level.length())?.len() != 1 {
                return Err(ProofError::UnclearGain);
            }
        }
        let (found, wanted) = (level.proved, proof_kind(&level.goal));
        if found == wanted { Ok(()) } else { Err(ProofError::WrongKind { found, wanted }) }
    }

    fn check_solution(
        &mut self,
        position: &AnyPosition,
        steps: &[Step],
        goal: &Goal,
        left: u32,
    ) -> Result<(), ProofError> {
        let kept = self.goal_moves(position, goal, left)?;
        let shown = |mv: &Move| position.move_text(*mv).unwrap_or_default();
        let mut accepted = Vec::new();
        for step in steps {
            let (mv, next) = play_text(position, &step.text)?;
            accepted.push(mv);
            if !kept.contains(&mv) {
                return Err(ProofError::WrongMove(step.text.clone()));
            }
            for reply in &step.replies {
                let (_, then) = play_text(&next, &reply.text)?;
                let rest = goal.after(position, &then);
                self.check_solution(&then, &reply.then, &rest, left.saturating_sub(1))?;
            }
        }
        match kept.iter().find(|mv| !accepted.contains(mv)) {
            Some(missing) => Err(ProofError::OtherSolution(shown(missing))),
            None => Ok(()),
        }
    }

    /// The moves that keep the goal within `left` own moves.
    ///
    /// # Errors
    /// When there is no proof, or the position's exact value is not that of the
    /// goal.
    pub(super) fn goal_moves(
        &mut self,
        position: &AnyPosition,
        goal: &Goal,
        left: u32,
    ) -> Result<Vec<Move>, ProofError> {
        let claim = match goal {
            Goal::MateIn(_) => ProofGoal::WinIn(left),
            Goal::MateByChecks(_) => ProofGoal::Checks(left),
            Goal::FiveByFours => ProofGoal::Vcf,
            Goal::WinByThreats => ProofGoal::Vct,
            Goal::StopFours => ProofGoal::StopVcf,
            Goal::WinMaterial(pawns) => ProofGoal::Gain { least: *pawns, moves: left },
            Goal::Capture(points) => match points[..] {
                [GoalPoint(point)] => ProofGoal::Capture { point, moves: left },
                _ => return Err(ProofError::Undecided),
            },
            Goal::Live(points) | Goal::Kill(points) => match points[..] {
                [GoalPoint(point)] if matches!(goal, Goal::Live(_)) => ProofGoal::Live(point),
                [GoalPoint(point)] => ProofGoal::Kill(point),
                _ => return Err(ProofError::Undecided),
            },
            Goal::Win | Goal::Draw | Goal::BestResult(_) | Goal::OnlyMove => {
                return self.exact_moves(position, goal);
            }
        };
        self.claim_moves(position, &claim).ok_or(ProofError::Undecided)
    }

    /// The moves that keep a claim; `None` if that is not known within the
    /// limits.
    pub(super) fn claim_moves(
        &mut self,
        position: &AnyPosition,
        claim: &ProofGoal,
    ) -> Option<Vec<Move>> {
        let limits = Limits { nodes: Some(self.node_limit), ..Limits::default() };
        let mut budget = SearchBudget::new(limits, self.stop.clone());
        let moves = position.prove(claim, &mut budget);
        self.nodes_used = budget.nodes();
        moves
    }

    /// Nodes searched for the last claim.
    pub(super) fn nodes_used(&self) -> u64 {
        self.nodes_used
    }

    fn exact_moves(
        &mut self,
        position: &AnyPosition,
        goal: &Goal,
    ) -> Result<Vec<Move>, ProofError> {
        let values = self.values(position).ok_or(ProofError::Undecided)?;
        let (best, moves) = values.best();
        let (level, most) = if values.is_score { (0.0, f64::INFINITY) } else { (0.5, 1.0) };
        let right = match goal {
            Goal::Win => best > level && best <= most,
            Goal::Draw => best == level,
            Goal::BestResult(difference) => values.is_score && best == f64::from(*difference),
            _ => true,
        };
        if right {
            Ok(moves)
        } else {
            Err(ProofError::Unreachable { value: best, goal: goal.clone() })
        }
    }

    /// Exact values of all moves.
    pub(super) fn values(&mut self, position: &AnyPosition) -> Option<MoveValues> {
        if let Some(values) = self.endgame_scores(position) {
            return Some(values);
        }
        let side = position.side_to_move();
        let mut values = MoveValues { moves: Vec::new(), is_score: false, is_points: false };
        for mv in position.legal_moves() {
            let mut next = position.clone();
            next.play(mv).ok()?;
            let (value, is_score) = self.value(&next, side)?;
            values.is_score |= is_score;
            values.moves.push((value, mv));
        }
        Some(values)
    }

    /// The scores of the moves of an endgame, if the game solves it move by move.
    pub(super) fn endgame_scores(&mut self, position: &AnyPosition) -> Option<MoveValues> {
        let limits = Limits { nodes: Some(self.node_limit), ..Limits::default() };
        let mut budget = SearchBudget::new(limits, self.stop.clone());
        let scores = position.endgame_scores(&mut budget);
        self.nodes_used = budget.nodes();
        let value = |(mv, score): (Move, Points)| (f64::from(score.as_halves()) / 2.0, mv);
        let moves = scores?.into_iter().map(value).collect();
        Some(MoveValues { moves, is_score: true, is_points: true })
    }

    /// Exact value of a position for a side, and whether it is a score
    /// difference.
    fn value(&mut self, position: &AnyPosition, side: Side) -> Option<(f64, bool)> {
        if let Some(outcome) = position.outcome() {
            return Some(match outcome.score {
                Some(score) => {
                    let [own, other] =
                        [side, side.other()].map(|side| score[side.index()].as_halves());
                    (f64::from(own - other) / 2.0, true)
                }
                None => match outcome.winner {
                    None => (0.5, false),
                    Some(winner) => (f64::from(u8::from(winner == side)), false),
                },
            });
        }
        let own = position.side_to_move() == side;
        if let Some(value) = self.endgame_value(position) {
            let value = match value {
                EndgameValue::Lost(_) => 0.0,
                EndgameValue::Drawn => 0.5,
                EndgameValue::Won(_) => 1.0,
            };
            return Some((if own { value } else { 1.0 - value }, false));
        }
        let value = self.think(position)?.score.filter(Score::is_exact)?;
        match value.unit {
            ScoreUnit::Discs | ScoreUnit::Points => {
                Some((if own { value.amount } else { -value.amount }, true))
            }
            ScoreUnit::Chance => {
                let chance = if own { value.amount } else { 1.0 - value.amount };
                // Wins that take long count as wins.
                let certain = if chance > 0.75 {
                    1.0
                } else if chance < 0.25 {
                    0.0
                } else {
                    0.5
                };
                Some((certain, false))
            }
            ScoreUnit::Pawns => None,
        }
    }

    /// The exact value of an endgame for the side to move, if the game solves it.
    pub(super) fn endgame_value(&mut self, position: &AnyPosition) -> Option<EndgameValue> {
        let limits =
            Limits { nodes: Some(self.node_limit.min(ENDGAME_NODES)), ..Limits::default() };
        let mut budget = SearchBudget::new(limits, self.stop.clone());
        position.endgame_value(&mut self.endgames, &mut budget)
    }

    /// The engine's search result within the limits.
    pub(super) fn think(&mut self, position: &AnyPosition) -> Option<EngineInfo> {
        let limits = Limits { nodes: Some(self.node_limit), ..Limits::default() };
        let request = EngineRequest::full(limits, self.stop.clone());
        self.engine.search(position, &request, &mut |_| ())
    }
}

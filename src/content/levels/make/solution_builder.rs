//! Builds solution trees: the accepted moves, the most stubborn replies, and
//! refuted wrong moves.

use serde::{Deserialize, Serialize};

use super::MAX_MOVES;
use super::features::{distance, is_exact};
use crate::content::levels::prove::{ProofError, Prover};
use crate::content::levels::{Goal, GoalPoint, Refutation, Reply, Step};
use crate::core::Move;
use crate::games::{AnyPosition, EndgameValue, Game, Options, ProofGoal};
use crate::search::StopFlag;

/// Maximum number of own moves of a mate or capture.
const MAX_MOVES_TO_GOAL: u32 = 6;

/// Maximum number of checks left with which two answers are shown rather than one.
const MAX_BRANCHING_CHECKS: u32 = 2;

/// Maximum number of answers to a threat that are tried.
const MAX_ANSWERS_TRIED: usize = 40;

/// A solution found for a goal in a position.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct FoundSolution {
    /// The goal with its numbers.
    pub goal: Goal,
    /// The accepted moves and the replies.
    pub solution: Vec<Step>,
    /// Plausible wrong first moves.
    pub refutations: Vec<Refutation>,
}

/// Finds the solution of a goal in a position: the shortest mate, or the best
/// result.
///
/// # Errors
/// The reason: the goal cannot be reached, several moves reach it, or it is too
/// hard.
pub fn solve(
    game: &dyn Game,
    options: &Options,
    position: &str,
    goal: &Goal,
    nodes: u64,
    stop: &StopFlag,
) -> Result<FoundSolution, ProofError> {
    let position = game
        .position(options, position)
        .map_err(|error| ProofError::Position(error.to_string()))?;
    let mut builder = SolutionBuilder {
        prover: Prover::with_node_limit(game, nodes).with_stop_flag(stop.clone()),
    };
    let (goal, left) = builder.resolve_goal(&position, goal)?;
    let first = builder.prover.goal_moves(&position, &goal, left)?;
    let &[right] = &first[..] else { return Err(ProofError::FirstMoves(first.len())) };
    let solution =
        builder.build(&position, &goal, left, &mut 0, true).ok_or(ProofError::Undecided)?;
    let refutations = builder.refutations(&position, &goal, left, right);
    Ok(FoundSolution { goal, solution, refutations })
}

/// Builds solutions of one game.
pub(in super::super) struct SolutionBuilder {
    pub prover: Prover,
}

impl SolutionBuilder {
    /// The goal with its numbers in this position, and the maximum number of
    /// own moves.
    fn resolve_goal(
        &mut self,
        position: &AnyPosition,
        goal: &Goal,
    ) -> Result<(Goal, u32), ProofError> {
        let claim: fn(&Goal, u32) -> ProofGoal = match goal {
            Goal::MateIn(_) => |_, moves| ProofGoal::WinIn(moves),
            Goal::MateByChecks(_) => |_, moves| ProofGoal::Checks(moves),
            Goal::Capture(points) if points.len() == 1 => |goal, moves| match goal {
                Goal::Capture(points) => ProofGoal::Capture { point: points[0].0, moves },
                _ => ProofGoal::WinIn(moves),
            },
            Goal::BestResult(_) => {
                let values = self.prover.values(position).ok_or(ProofError::Undecided)?;
                let best = values.best().0;
                // Without a score there is no best result.
                let goal = Goal::BestResult(best as i32);
                return if values.is_score { Ok((goal, 32)) } else { Err(ProofError::Undecided) };
            }
            _ => return Ok((goal.clone(), 32)),
        };
        for moves in 1..=MAX_MOVES_TO_GOAL {
            let kept = self
                .prover
                .claim_moves(position, &claim(goal, moves))
                .ok_or(ProofError::Undecided)?;
            if !kept.is_empty() {
                let goal = match goal {
                    Goal::MateIn(_) => Goal::MateIn(moves),
                    Goal::MateByChecks(_) => Goal::MateByChecks(moves),
                    other => other.clone(),
                };
                return Ok((goal, moves));
            }
        }
        Err(ProofError::FirstMoves(0))
    }

    /// The tree of accepted moves; empty where several moves keep a goal that has no length,
    /// `None` if the tree is too large.
    pub(in super::super) fn build(
        &mut self,
        position: &AnyPosition,
        goal: &Goal,
        left: u32,
        nodes: &mut usize,
        root: bool,
    ) -> Option<Vec<Step>> {
        let accepted = self.prover.goal_moves(position, goal, left).ok()?;
        let exact = is_exact(goal) || *goal == Goal::WinByThreats;
        if accepted.is_empty() || root && accepted.len() != 1 {
            return None;
        }
        if exact && (accepted.len() != 1 || left == 0) {
            return Some(Vec::new());
        }
        let side = position.side_to_move();
        let mut steps = Vec::new();
        for mv in accepted {
            *nodes += 1;
            if *nodes > MAX_MOVES || left == 0 {
                return None;
            }
            let mut step = Step { text: position.move_text(mv).ok()?, replies: Vec::new() };
            let mut next = position.clone();
            next.play(mv).ok()?;
            let captured = matches!(goal, Goal::Capture(points) if points.iter().all(
                |GoalPoint(at)| next.piece_at(*at).is_none_or(|piece| piece.side == side)));
            if next.outcome().is_none() && !captured && *goal != Goal::StopFours {
                if next.side_to_move() == side {
                    return None;
                }
                for reply in self.replies(&next, goal, left - 1, mv)? {
                    let mut then = next.clone();
                    then.play(reply).ok()?;
                    // Nothing more to show once the game is over.
                    if exact && (then.outcome().is_some() || then.side_to_move() != side) {
                        break;
                    }
                    *nodes += 1;
                    let more = self.build(&then, goal, left - 1, nodes, false)?;
                    if more.is_empty() {
                        break;
                    }
                    step.replies.push(Reply { text: next.move_text(reply).ok()?, then: more });
                }
                if step.replies.is_empty() && !exact {
                    return None;
                }
            }
            steps.push(step);
        }
        Some(steps)
    }

    /// The replies to the last move that hold out longest, with `left` moves
    /// left to the solver.
    fn replies(
        &mut self,
        position: &AnyPosition,
        goal: &Goal,
        left: u32,
        last: Move,
    ) -> Option<Vec<Move>> {
        if is_exact(goal) {
            return Some(vec![self.best_reply(position, goal)?]);
        }
        if *goal == Goal::WinByThreats {
            return Some(self.threat_answer(position, goal, last).into_iter().collect());
        }
        let most = match goal {
            Goal::MateByChecks(_) if left > MAX_BRANCHING_CHECKS => 1,
            _ => 2,
        };
        // Among equal replies the nearest look most natural.
        let target = match goal {
            Goal::Capture(points) => points.first().map_or(last, |point| Move::Place(point.0)),
            _ => last,
        };
        let mut replies = position.legal_moves();
        replies.sort_by_key(|&reply| distance(reply, target));
        let mut held = Vec::new();
        let mut fewest = usize::MAX;
        for reply in replies {
            let mut then = position.clone();
            then.play(reply).ok()?;
            if then.outcome().is_some() {
                continue;
            }
            match goal {
                // The five must be blocked if possible.
                Goal::FiveByFours => {
                    let wins = self.prover.claim_moves(&then, &ProofGoal::WinIn(1))?.len();
                    if wins < fewest {
                        fewest = wins;
                        held.clear();
                        held.push(reply);
                    }
                }
                _ => {
                    let sooner = left.saturating_sub(1);
                    let quick = self.prover.goal_moves(&then, goal, sooner).ok();
                    // No claim once the piece is captured.
                    if quick.is_some_and(|quick| quick.is_empty()) {
                        held.push(reply);
                    }
                }
            }
            if held.len() >= most {
                break;
            }
        }
        (!held.is_empty()).then_some(held)
    }

    /// The best reply by the values of the endgame, otherwise of the engine. Among
    /// replies of equal value one that leaves the solver a single move is preferred, then
    /// the one that holds out longest.
    fn best_reply(&mut self, position: &AnyPosition, goal: &Goal) -> Option<Move> {
        if let Some(values) = self.prover.endgame_scores(position) {
            let best = values.best().1;
            let single = best.iter().find(|&&reply| {
                let mut then = position.clone();
                then.play(reply).is_ok()
                    && then.outcome().is_none()
                    && self.prover.endgame_scores(&then).is_some_and(|it| it.best().1.len() == 1)
            });
            return single.or(best.first()).copied();
        }
        let mut values = Vec::new();
        for mv in position.legal_moves() {
            let mut next = position.clone();
            next.play(mv).ok()?;
            let Some(value) = self.prover.endgame_value(&next) else {
                return Some(self.prover.think(position)?.best);
            };
            let rank = match value {
                EndgameValue::Lost(plies) => (0, plies),
                EndgameValue::Drawn => (1, 0),
                EndgameValue::Won(plies) => (2, u16::MAX - plies),
            };
            values.push((rank, mv, next));
        }
        values.sort_by_key(|(rank, ..)| *rank);
        let best = values.first()?.0.0;
        let equal = || values.iter().take_while(|((kind, _), ..)| *kind == best);
        let single = equal().find(|(.., next)| {
            self.prover.goal_moves(next, goal, 0).is_ok_and(|kept| kept.len() == 1)
        });
        single.or(equal().next()).map(|&(_, mv, _)| mv)
    }

    /// An answer to a threat after which a single move keeps the win, which is not yet one
    /// by fours alone.
    fn threat_answer(&mut self, position: &AnyPosition, goal: &Goal, last: Move) -> Option<Move> {
        let mut replies = position.legal_moves();
        replies.sort_by_key(|&reply| distance(reply, last));
        replies.into_iter().take(MAX_ANSWERS_TRIED).find(|&reply| {
            let mut then = position.clone();
            then.play(reply).is_ok()
                && then.outcome().is_none()
                && self.prover.claim_moves(&then, &ProofGoal::Vcf).is_some_and(|it| it.is_empty())
                && self.prover.goal_moves(&then, goal, 0).is_ok_and(|kept| kept.len() == 1)
        })
    }

    /// Up to two plausible wrong first moves, each with a refuting reply.
    pub(in super::super) fn refutations(
        &mut self,
        position: &AnyPosition,
        goal: &Goal,
        left: u32,
        right: Move,
    ) -> Vec<Refutation> {
        let mut wrong: Vec<(u32, Move, AnyPosition)> = Vec::new();
        // Of moves with scores those that come near are tempting.
        let scores = self.prover.endgame_scores(position).map(|values| values.moves);
        let loss = |mv: Move| {
            let scores = scores.as_ref()?;
            let of = |mv: Move| scores.iter().find(|(_, other)| *other == mv).map(|&(it, _)| it);
            Some((of(right)? - of(mv).unwrap_or(f64::NEG_INFINITY)).min(1e3) as u32)
        };
        for mv in position.legal_moves() {
            let mut next = position.clone();
            if mv == right || mv.target().is_none() || next.play(mv).is_err() {
                continue;
            }
            let forcing = next.checked_king().is_some()
                || mv.target().is_some_and(|at| position.piece_at(at).is_some());
            let far = distance(mv, right) + if forcing { 0 } else { 60 };
            wrong.push((loss(mv).map_or(far, |loss| 100 * loss + far), mv, next));
        }
        wrong.sort_by_key(|(far, ..)| *far);
        let mut found = Vec::new();
        for (_, mv, next) in wrong.into_iter().take(4) {
            let Some(reply) = self.refuting_reply(&next, goal, left, mv) else { continue };
            if let Ok(text) = position.move_text(mv) {
                found.push(Refutation { text, reply });
            }
            if found.len() == 2 {
                break;
            }
        }
        found
    }

    /// A reply after which the goal is out of reach; empty if the game is over.
    fn refuting_reply(
        &mut self,
        next: &AnyPosition,
        goal: &Goal,
        left: u32,
        mv: Move,
    ) -> Option<String> {
        if next.outcome().is_some() {
            return Some(String::new());
        }
        if is_exact(goal) {
            return next.move_text(self.best_reply(next, goal)?).ok();
        }
        if matches!(goal, Goal::WinMaterial(_)) {
            return next.move_text(self.prover.think(next)?.best).ok();
        }
        if *goal == Goal::StopFours {
            let wins = self.prover.claim_moves(next, &ProofGoal::Vcf)?;
            return next.move_text(*wins.first()?).ok();
        }
        let mut replies = next.legal_moves();
        replies.sort_by_key(|&reply| distance(reply, mv));
        if *goal == Goal::WinByThreats {
            replies.truncate(MAX_ANSWERS_TRIED);
        }
        replies.into_iter().find_map(|reply| {
            let mut then = next.clone();
            then.play(reply).ok()?;
            let spoiled = then.outcome().is_some()
                || self.prover.goal_moves(&then, goal, left - 1).is_ok_and(|kept| kept.is_empty());
            if spoiled { next.move_text(reply).ok() } else { None }
        })
    }
}

//! The goal of a level that a position may become, by the kind of the pack.

use super::features::distance;
use super::{DECIDED_MARGIN, LevelMaker, MIN_GAINING};
use crate::content::levels::{Goal, GoalPoint, length};
use crate::core::{Move, Point};
use crate::games::{AnyPosition, ProofGoal, PuzzleKind};

impl LevelMaker<'_> {
    /// The goal with a single solution in a position, and the maximum number of
    /// own moves.
    pub(super) fn goal(&mut self, position: &AnyPosition) -> Option<(Goal, u32)> {
        match self.spec.kind {
            PuzzleKind::WinIn(most) => {
                let moves = self.shortest_win(position, most, ProofGoal::WinIn)?;
                Some((Goal::MateIn(moves), moves))
            }
            PuzzleKind::Checks(most) => {
                let moves = self.shortest_win(position, most, ProofGoal::Checks)?;
                Some((Goal::MateByChecks(moves), moves))
            }
            PuzzleKind::Vct => {
                // Wins by fours alone have packs of their own.
                if !self.builder.prover.claim_moves(position, &ProofGoal::Vcf)?.is_empty() {
                    return None;
                }
                let moves = self.builder.prover.claim_moves(position, &ProofGoal::Vct)?;
                (moves.len() == 1).then_some((Goal::WinByThreats, 32))
            }
            PuzzleKind::StopVcf => {
                // A win of one's own needs no defence, and a four has a single answer anyway.
                let side = position.side_to_move();
                let passed = position.after_forced(side, Move::Pass)?;
                let prover = &mut self.builder.prover;
                if !prover.claim_moves(&passed, &ProofGoal::WinIn(1))?.is_empty()
                    || !prover.claim_moves(position, &ProofGoal::Vcf)?.is_empty()
                {
                    return None;
                }
                let moves = prover.claim_moves(position, &ProofGoal::StopVcf)?;
                (moves.len() == 1).then_some((Goal::StopFours, 1))
            }
            PuzzleKind::Vcf { .. } => {
                let moves = self.builder.prover.claim_moves(position, &ProofGoal::Vcf)?;
                (moves.len() == 1).then_some((Goal::FiveByFours, 32))
            }
            PuzzleKind::Capture(max_moves) => self.capture_goal(position, max_moves),
            PuzzleKind::Gain(max_moves) => self.material_goal(position, max_moves),
            PuzzleKind::LifeAndDeath | PuzzleKind::Endgame => None,
            PuzzleKind::Best(..) => {
                let values = self.builder.prover.values(position)?;
                let (best, moves) = values.best();
                // A decided game makes no level.
                let decided = values.is_score && best.abs() > DECIDED_MARGIN;
                let is_pass = moves[..] == [Move::Pass];
                if moves.len() != 1 || decided || is_pass {
                    return None;
                }
                // Where a pass may be played, several moves have to gain something.
                let pass = values.moves.iter().find(|(_, mv)| *mv == Move::Pass);
                let gaining =
                    values.moves.iter().filter(|(value, _)| pass.is_none_or(|it| *value > it.0));
                if gaining.count() < MIN_GAINING {
                    return None;
                }
                let goal = if values.is_score {
                    Goal::BestResult(best as i32)
                } else if best == 1.0 {
                    Goal::Win
                } else if best == 0.5 {
                    Goal::Draw
                } else {
                    return None;
                };
                Some((goal, 32))
            }
        }
    }

    /// The fewest moves, up to `most`, with which the claim can be reached, if one move alone
    /// does and the pack needs a level of this length.
    fn shortest_win(
        &mut self,
        position: &AnyPosition,
        most: u32,
        claim: fn(u32) -> ProofGoal,
    ) -> Option<u32> {
        for left in 1..=most {
            let moves = self.builder.prover.claim_moves(position, &claim(left))?;
            if !moves.is_empty() {
                let is_long = left >= self.spec.min_moves;
                return (moves.len() == 1 && is_long && self.has_length_room(left)).then_some(left);
            }
        }
        None
    }

    /// The moves of the win by fours that the other side threatens.
    pub(super) fn threat_length(&mut self, position: &AnyPosition) -> Option<u32> {
        let passed = position.after_forced(position.side_to_move(), Move::Pass)?;
        let goal = Goal::FiveByFours;
        Some(length(&self.builder.build(&passed, &goal, 32, &mut 0, false)?))
    }

    /// The moves of the win that the engine finds.
    pub(super) fn win_length(&mut self, position: &AnyPosition) -> Option<u32> {
        let mate = self.builder.prover.think(position)?.score?.mate?;
        u32::try_from(mate).ok()
    }

    /// The longest capture with a single first move.
    fn capture_goal(&mut self, position: &AnyPosition, max_moves: u32) -> Option<(Goal, u32)> {
        let mut longest = None;
        for point in position.pieces_of(position.side_to_move().other()) {
            for moves in 1..=max_moves {
                let claim = ProofGoal::Capture { point, moves };
                let Some(found) = self.builder.prover.claim_moves(position, &claim) else { break };
                if found.is_empty() {
                    continue;
                }
                let longer = longest.as_ref().is_none_or(|&(_, length)| length < moves);
                if found.len() == 1
                    && longer
                    && self.has_length_room(moves)
                    && self.can_still_escape(position, &claim, point)
                {
                    longest = Some((Goal::Capture(vec![GoalPoint(point)]), moves));
                }
                break;
            }
        }
        longest
    }

    /// True if the other side could still save its piece if it had the move.
    fn can_still_escape(
        &mut self,
        position: &AnyPosition,
        claim: &ProofGoal,
        point: Point,
    ) -> bool {
        let mut passed = position.clone();
        if passed.play(Move::Pass).is_err() {
            return true;
        }
        let mut replies = passed.legal_moves();
        replies.sort_by_key(|&reply| distance(reply, Move::Place(point)));
        replies.into_iter().take(24).any(|reply| {
            let mut then = passed.clone();
            then.play(reply).is_ok()
                && self
                    .builder
                    .prover
                    .claim_moves(&then, claim)
                    .is_some_and(|found| found.is_empty())
        })
    }
}

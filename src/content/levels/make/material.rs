//! Levels with a single move that wins material.

use super::LevelMaker;
use crate::content::levels::Goal;
use crate::games::{AnyPosition, ProofGoal};

/// Minimum gain in pawns: the exchange, or a minor piece.
const MIN_PAWNS: i32 = 2;

/// Maximum gain counted, in pawns.
const MAX_PAWNS: i32 = 9;

impl LevelMaker<'_> {
    /// The gain of a single move, and the number of moves it takes.
    pub(super) fn material_goal(
        &mut self,
        position: &AnyPosition,
        max_moves: u32,
    ) -> Option<(Goal, u32)> {
        let mut gain_moves = |least, moves| {
            self.builder.prover.claim_moves(position, &ProofGoal::Gain { least, moves })
        };
        for moves in 1..=max_moves {
            let kept = gain_moves(MIN_PAWNS, moves)?;
            if kept.is_empty() {
                continue;
            }
            let &[right] = &kept[..] else { return None };
            // A check that wins something later is shown with the gain.
            let takes = right.target().is_some_and(|at| position.piece_at(at).is_some());
            if moves == 1 && max_moves > 1 && !takes {
                continue;
            }
            let mut pawns = MIN_PAWNS;
            while pawns < MAX_PAWNS && !gain_moves(pawns + 1, moves)?.is_empty() {
                pawns += 1;
            }
            if gain_moves(pawns - 1, moves)? != [right] {
                return None;
            }
            // Mates belong in other packs; the engine has to agree.
            let mates = self.builder.prover.claim_moves(position, &ProofGoal::WinIn(2))?;
            let agreed = self.builder.prover.think(position)?.best == right;
            let fits = mates.is_empty() && agreed && self.has_length_room(moves);
            return fits.then_some((Goal::WinMaterial(pawns), moves));
        }
        None
    }
}

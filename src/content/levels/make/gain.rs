//! Levels in which material is won by the only move that wins it.

use super::Maker;
use crate::content::levels::Goal;
use crate::games::{AnyPosition, Claim};

/// Pawns that have to be won at least: the exchange, or a small piece.
const LEAST: i32 = 2;

/// Pawns that are counted at most.
const MOST: i32 = 9;

impl Maker<'_> {
    /// How much is won by a single move, and within how many.
    pub(super) fn gain(&mut self, position: &AnyPosition, most: u32) -> Option<(Goal, u32)> {
        let mut found =
            |least, moves| self.grower.prover.claimed(position, &Claim::Gain { least, moves });
        for moves in 1..=most {
            let kept = found(LEAST, moves)?;
            if kept.is_empty() {
                continue;
            }
            let &[right] = &kept[..] else { return None };
            // A check that wins something later is shown with what it wins.
            let takes = right.target().is_some_and(|at| position.piece_at(at).is_some());
            if moves == 1 && most > 1 && !takes {
                continue;
            }
            let mut pawns = LEAST;
            while pawns < MOST && !found(pawns + 1, moves)?.is_empty() {
                pawns += 1;
            }
            if found(pawns - 1, moves)? != [right] {
                return None;
            }
            // Mates are for other packs, and what only seems to win for none.
            let mates = self.grower.prover.claimed(position, &Claim::WinIn(2))?;
            let agreed = self.grower.prover.think(position)?.best == right;
            let fits = mates.is_empty() && agreed && self.has_room(moves);
            return fits.then_some((Goal::WinMaterial(pawns), moves));
        }
        None
    }
}

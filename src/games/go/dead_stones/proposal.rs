//! The program's proposal of dead stones in a position.

use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use super::dead_stones;
use crate::games::Judgement;
use crate::games::go::board::GoBoard;
use crate::games::go::score::CellSet;

/// The dead stones that the program proposes for a board, or none by default.
/// They are found when they are first asked for, since a game that is only
/// replayed does without, or elsewhere meanwhile; clones share them.
#[derive(Clone, Debug, Default)]
pub struct Proposal(Option<Arc<Stones>>);

#[derive(Debug, Default)]
struct Stones {
    known: OnceLock<CellSet>,
    /// So far of it, 0 to 1, if it is found elsewhere.
    awaited: Mutex<Option<f32>>,
}

impl Stones {
    fn awaited(&self) -> Option<f32> {
        *self.awaited.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Proposal {
    /// A proposal that is still to be made, for one board.
    #[must_use]
    pub fn pending() -> Proposal {
        Proposal(Some(Arc::default()))
    }

    /// True if stones may be proposed.
    #[must_use]
    pub const fn is_some(&self) -> bool {
        self.0.is_some()
    }

    /// State of the proposal: made or not needed, due, or being made elsewhere.
    #[must_use]
    pub fn state(&self) -> Judgement {
        match &self.0 {
            Some(stones) if stones.known.get().is_none() => {
                stones.awaited().map_or(Judgement::Due, Judgement::Awaited)
            }
            _ => Judgement::Known,
        }
    }

    /// Notes that the proposal is being made elsewhere, so far of it, or is not.
    pub fn await_stones(&self, progress: Option<f32>) {
        if let Some(stones) = &self.0 {
            *stones.awaited.lock().unwrap_or_else(PoisonError::into_inner) = progress;
        }
    }

    /// Makes the proposal, unless that is done.
    pub fn set(&self, dead: CellSet) {
        if let Some(stones) = &self.0 {
            // The first proposal stands: something may have been derived from it.
            let _ = stones.known.set(dead);
        }
    }

    /// The proposed stones of its board.
    #[must_use]
    pub fn dead_stones<const C: usize>(&self, board: &GoBoard<C>) -> CellSet {
        let stones = self.0.as_ref();
        stones.map_or_else(CellSet::default, |stones| {
            *stones.known.get_or_init(|| dead_stones(board))
        })
    }

    /// As [`Proposal::dead_stones`], but none while they are awaited.
    #[must_use]
    pub fn shown_stones<const C: usize>(&self, board: &GoBoard<C>) -> CellSet {
        match self.state() {
            Judgement::Awaited(_) => CellSet::default(),
            Judgement::Known | Judgement::Due => self.dead_stones(board),
        }
    }
}

/// Equal: a proposal follows from the rest of the position.
impl PartialEq for Proposal {
    fn eq(&self, _: &Proposal) -> bool {
        true
    }
}

impl Eq for Proposal {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_awaited_proposal_is_shown_once_it_is_made() {
        let board = GoBoard::<{ crate::games::go::board::cell_count(5, 5) }>::new(5, 5);
        let mut dead = CellSet::default();
        dead.insert(8);
        let proposal = Proposal::pending();
        assert_eq!(proposal.state(), Judgement::Due);
        proposal.await_stones(Some(0.5));
        assert_eq!(proposal.state(), Judgement::Awaited(0.5));
        assert_eq!(proposal.shown_stones(&board), CellSet::default());
        proposal.clone().set(dead);
        assert_eq!(proposal.state(), Judgement::Known);
        assert_eq!(proposal.shown_stones(&board), dead);
    }
}

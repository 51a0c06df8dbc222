//! The program's proposal of dead stones in a position.

use std::sync::{Arc, OnceLock};

use super::dead_stones;
use crate::games::go::board::GoBoard;
use crate::games::go::score::CellSet;

/// The dead stones that the program proposes for a board, or none by default.
/// They are found when they are first asked for, since a game that is only
/// replayed does without; clones share them.
#[derive(Clone, Debug, Default)]
pub struct Proposal(Option<Arc<OnceLock<CellSet>>>);

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

    /// The proposed stones of its board.
    #[must_use]
    pub fn dead_stones<const C: usize>(&self, board: &GoBoard<C>) -> CellSet {
        let known = self.0.as_ref();
        known.map_or_else(CellSet::default, |known| *known.get_or_init(|| dead_stones(board)))
    }
}

/// Equal: a proposal follows from the rest of the position.
impl PartialEq for Proposal {
    fn eq(&self, _: &Proposal) -> bool {
        true
    }
}

impl Eq for Proposal {}

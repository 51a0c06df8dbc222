//! The result of a search, in one shape for every kind of search and every
//! game: a move with its value and principal variation. Several lines of play,
//! or the values of all moves, are a list of it, best first.

use std::time::Duration;

use serde::{Deserialize, Serialize};

/// Confidence in a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Certainty {
    /// Proved.
    Exact,
    /// Found by a selective search (multi-ProbCut).
    Percent {
        /// Probability that a full-width search of the same depth agrees, in
        /// percent, 0 to 99.
        chance: u8,
        /// True if the search went to the end of the game.
        to_the_end: bool,
    },
    /// An estimate of unknown confidence.
    Estimate,
    /// An estimate that the value is at least this: the search of the depth goes on.
    LowerBound,
    /// An estimate that the value is at most this: the search of the depth goes on.
    UpperBound,
}

impl Certainty {
    /// Proved if `exact` is true, otherwise an estimate.
    #[must_use]
    pub const fn exact_if(exact: bool) -> Certainty {
        if exact { Certainty::Exact } else { Certainty::Estimate }
    }

    /// True if the value is proved.
    #[must_use]
    pub fn is_exact(self) -> bool {
        self == Certainty::Exact
    }

    /// True if the search is known to have gone to the end of the game.
    #[must_use]
    pub fn is_to_the_end(self) -> bool {
        matches!(self, Certainty::Exact | Certainty::Percent { to_the_end: true, .. })
    }
}

/// The result of a search for one move, final or after a completed depth.
///
/// `Value` is an integer in the unit of the game, except in Monte Carlo tree
/// search, which counts [playouts](super::mcts::PlayoutStats).
#[derive(Clone, Debug, PartialEq)]
pub struct SearchResult<Mv, Value = i32> {
    /// The best move; in a list of moves, the one that this entry is about.
    pub best: Mv,
    /// The principal variation, beginning with `best`.
    pub pv: Vec<Mv>,
    /// The value for the side to move.
    pub value: Value,
    /// Confidence in the value.
    pub certainty: Certainty,
    /// Completed depth, in plies.
    pub depth: u32,
    /// Positions searched, for all moves of a list together.
    pub nodes: u64,
    /// Wall-clock time since the search began.
    pub elapsed: Duration,
    /// Plies of the longest line searched (`seldepth`); `None` if that is not counted.
    pub selective_depth: Option<u32>,
    /// Permille of the transposition table that this search has written; `None`
    /// without a table.
    pub table_fill: Option<u16>,
}

impl<Mv: Copy, Value> SearchResult<Mv, Value> {
    /// A move before any search, with a static value.
    #[must_use]
    pub fn unsearched(best: Mv, value: Value) -> Self {
        SearchResult {
            best,
            pv: vec![best],
            value,
            certainty: Certainty::Estimate,
            depth: 0,
            nodes: 0,
            elapsed: Duration::ZERO,
            selective_depth: None,
            table_fill: None,
        }
    }

    /// True if the value is proved.
    #[must_use]
    pub fn is_exact(&self) -> bool {
        self.certainty.is_exact()
    }
}

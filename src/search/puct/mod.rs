//! Monte Carlo tree search guided by a policy and a value: PUCT (Rosin, "Multi-armed bandits with
//! episode context", 2011; Silver et al., "Mastering the game of Go without human knowledge",
//! 2017), with the first-play urgency and the score utility of Wu, "Accelerating self-play learning
//! in Go", 2019.
//!
//! Threads share the tree and evaluate leaves beside each other, kept apart by virtual losses: a
//! network that runs on the processor gains nothing from batches. One thread needs none, and gives
//! the same result for the same limits.

mod noise;
mod search;
#[cfg(test)]
mod tests;
mod tree;

pub use noise::{RootNoise, choose_by_visits};
pub use search::puct_search;
pub use tree::PuctTree;

use super::{Limits, SearchResult};
use crate::core::Side;

/// A game with an evaluation that gives policy and value; each thread of a search has its own.
pub trait PuctGame: Send {
    /// Positions; cheap to clone.
    type Position: Clone + Sync;
    /// Moves of the game.
    type Move: Copy + Eq + Send + Sync;

    /// The side to move.
    fn side_to_move(&self, position: &Self::Position) -> Side;

    /// Plays a move that [`PuctGame::evaluate`] gave.
    fn play(&mut self, position: &mut Self::Position, mv: Self::Move);

    /// Evaluates a position, and replaces `moves` with its moves and their prior probabilities,
    /// whose sum is 1; none where the game is over, and then the evaluation is its result.
    fn evaluate(
        &mut self,
        position: &Self::Position,
        moves: &mut Vec<(Self::Move, f32)>,
    ) -> Evaluation;
}

/// The value of a position, from the side to move's view.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Evaluation {
    /// Probability of a win, 0 to 1; a draw counts a half.
    pub win: f32,
    /// Expected lead at the end, in points; 0 in games that are won without points.
    pub lead: f32,
    /// Standard deviation of the lead, in points.
    pub deviation: f32,
}

/// Parameters of one search.
#[derive(Clone, Debug)]
pub struct PuctParams<Mv> {
    /// Bounds on the search. Nodes are visits; the depth is that of the tree, and at depth 0 the
    /// moves have their priors alone.
    pub limits: Limits,
    /// Maximum number of visits of the root, those of earlier searches included; 0 means as many as
    /// the tree can hold.
    pub visits: u32,
    /// Number of principal variations; 0 means 1. Those of the other moves are not followed beyond
    /// the move itself.
    pub multi_pv: usize,
    /// The moves that are searched; all if `None`.
    pub root_moves: Option<Vec<Mv>>,
    /// Lead in points that is much, such as the side of the board; 0 in games without points.
    pub score_scale: f32,
    /// Noise on the priors of the root, for self-play only.
    pub noise: Option<RootNoise>,
}

impl<Mv> Default for PuctParams<Mv> {
    fn default() -> Self {
        PuctParams {
            limits: Limits::UNBOUNDED,
            visits: 0,
            multi_pv: 1,
            root_moves: None,
            score_scale: 0.0,
            noise: None,
        }
    }
}

/// The visits of a root move, which are its value, from the view of the side that plays it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct VisitStats {
    /// Number of visits. The best move is the most visited one.
    pub visits: u32,
    /// Win rate, 0 to 1; where there are no visits, that of the position.
    pub win_rate: f32,
    /// Expected lead at the end, in points.
    pub lead: f32,
    /// Prior probability, 0 to 1.
    pub prior: f32,
}

/// The result for a root move, whose depth is the longest path in the tree.
pub type PuctResult<Mv> = SearchResult<Mv, VisitStats>;

/// Receiver of results while the search goes on: the root moves, the most visited first.
pub type Report<'a, Mv> = dyn FnMut(&[PuctResult<Mv>]) + 'a;

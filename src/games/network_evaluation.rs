//! Input from a game for a network that evaluates its positions, and for the training of that
//! network.

use super::AnyPosition;
use crate::core::Move;
use crate::search::nnue::{InstalledNetwork, Placement};

/// The positions of a game as inputs of a network ([`crate::search::nnue`]).
pub trait NetworkEvaluation {
    /// The network that the searches of the game use; without one they evaluate by hand-made terms.
    fn installed(&self) -> &'static InstalledNetwork;

    /// The pieces on the board; `None` for a position of another game.
    fn placement(&self, position: &AnyPosition) -> Option<Placement>;

    /// True if the static evaluation of a position can be compared with the score of a search that
    /// found this best move: the side to move is not in check, and the move is no capture or the
    /// like.
    fn is_quiet(&self, position: &AnyPosition, best: Move) -> bool;
}

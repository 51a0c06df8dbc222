//! Tic-tac-toe and its relatives, the m,n,k games: rules, notation and
//! computer player.
//!
//! The players put marks on a board of files by ranks in turn; who first has
//! k of them in an unbroken straight line wins, and a full board is a draw.

mod notation;
mod position;

pub use position::{Cell, DIRECTIONS, MOST_CELLS, MOST_SIDE, ROWS, Rules, TicTacToe};

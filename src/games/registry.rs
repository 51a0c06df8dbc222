//! The only list of games in the program.

use super::Game;

/// Every game, in the order in which they are offered.
pub const GAMES: &[&dyn Game] = &[
    &super::reversi::ReversiGame,
    &super::gomoku::GomokuGame,
    &super::go::GoGame,
    &super::tictactoe::TicTacToeGame,
    &super::xiangqi::XiangqiGame,
    &super::chess::ChessGame,
];

/// The game of this name.
#[must_use]
pub fn find(id: &str) -> Option<&'static dyn Game> {
    GAMES.iter().copied().find(|game| game.id() == id)
}

/// What the commands that learn an evaluation from games need of the one game
/// whose evaluation is learned.
pub mod learning {
    pub use super::super::reversi::patterns::training::{Fit, Judge, Played, Player, Sample, fit};
    pub use super::super::reversi::patterns::{FILE, Weights, evaluate as estimate};
    pub use super::super::reversi::solver::{Solver, Task};
}

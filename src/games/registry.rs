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

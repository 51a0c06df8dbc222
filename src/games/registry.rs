//! The only list of games.

use super::Game;

/// All games, in the order of the menus.
pub const GAMES: &[&dyn Game] = &[
    &super::reversi::ReversiGame,
    &super::gomoku::GomokuGame,
    &super::go::GoGame,
    &super::tictactoe::TicTacToeGame,
    &super::xiangqi::XiangqiGame,
    &super::chess::ChessGame,
];

/// The game with this id.
#[must_use]
pub fn find(id: &str) -> Option<&'static dyn Game> {
    GAMES.iter().copied().find(|game| game.id() == id)
}

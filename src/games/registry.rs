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
///
/// ```
/// use tianyuan::games::{Options, registry};
///
/// let xiangqi = registry::find("xiangqi").unwrap();
/// let mut position = xiangqi.start(&Options::default())?;
/// let cannon = position.parse_move("炮二平五")?;
/// position.play(cannon)?;
/// assert_eq!(position.move_text_in("wxf", position.parse_move("h9g7")?)?, "H8+7");
/// // A move of the other side's piece says why it is illegal.
/// let error = position.parse_move("b0c2").unwrap_err();
/// assert!(error.id.starts_with("xiangqi-"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
pub fn find(id: &str) -> Option<&'static dyn Game> {
    GAMES.iter().copied().find(|game| game.id() == id)
}

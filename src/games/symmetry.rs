//! Which symmetries of its board a position has.

use super::AnyPosition;
use crate::core::{Point, Symmetry};

impl AnyPosition {
    /// The symmetries of the board under which the pieces stand as they do,
    /// the identity first. Those of the start of a game are those under which
    /// its moves have the same meaning.
    ///
    /// ```
    /// use tianyuan::games::registry;
    ///
    /// let symmetries = |game: &str| {
    ///     let start = registry::find(game).unwrap().start(&Default::default()).unwrap();
    ///     start.symmetries().len()
    /// };
    /// assert_eq!(symmetries("reversi"), 4);
    /// assert_eq!(symmetries("gomoku"), 8);
    /// assert_eq!(symmetries("xiangqi"), 2);
    /// assert_eq!(symmetries("chess"), 1);
    /// ```
    #[must_use]
    pub fn symmetries(&self) -> Vec<Symmetry> {
        let board = self.board();
        let (files, ranks) = (board.files, board.ranks);
        let points =
            || (0..files).flat_map(move |file| (0..ranks).map(move |rank| Point::new(file, rank)));
        let keeps = |symmetry: &Symmetry| {
            symmetry.fits(files, ranks)
                && points()
                    .all(|at| self.piece_at(at) == self.piece_at(symmetry.point(at, files, ranks)))
        };
        Symmetry::ALL.into_iter().filter(keeps).collect()
    }
}

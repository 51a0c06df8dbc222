//! Symmetries of positions.

use super::AnyPosition;
use crate::core::{Point, Symmetry};

impl AnyPosition {
    /// The symmetries of the board that map the position onto itself, the
    /// identity first. Those of the starting position are symmetries of the
    /// game.
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
        let is_symmetry = |symmetry: &Symmetry| {
            symmetry.fits(files, ranks)
                && points().all(|at| {
                    self.piece_at(at) == self.piece_at(symmetry.map_point(at, files, ranks))
                })
        };
        Symmetry::ALL.into_iter().filter(is_symmetry).collect()
    }
}

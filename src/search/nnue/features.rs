//! The inputs of a network: piece-square features, seen from either side.

use crate::core::Side;

/// Largest number of kinds of pieces.
pub const MAX_KINDS: usize = 7;

/// Most squares of a board.
pub const MAX_SQUARES: usize = 128;

/// Most pieces on a board.
pub const MAX_PIECES: u32 = 32;

/// The pieces and the board of a game, from which the features of its positions follow: one for
/// each side, kind of piece and square.
///
/// Each side sees the board from its own end, and mirrored where its king is on the last files, so
/// that a position and its mirror image are the same to the network.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FeatureSet {
    /// Number of kinds of pieces, at most [`MAX_KINDS`].
    pub kinds: u8,
    /// Number of files.
    pub files: u8,
    /// Number of ranks; with [`FeatureSet::files`] at most [`MAX_SQUARES`], which are counted along
    /// the ranks from the first side's left.
    pub ranks: u8,
    /// The kind of the king.
    pub king: u8,
}

/// The pieces on a board, by side and kind, as sets of squares.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Placement {
    /// The squares of each kind of piece of each side.
    pub pieces: [[u128; MAX_KINDS]; 2],
}

/// The view of a side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Perspective {
    /// The side.
    pub side: Side,
    /// True if the files are seen in reverse order.
    pub is_mirrored: bool,
}

impl FeatureSet {
    /// Number of squares of the board.
    #[must_use]
    pub const fn squares(self) -> usize {
        self.files as usize * self.ranks as usize
    }

    /// Number of features, which are the inputs of a network.
    #[must_use]
    pub const fn inputs(self) -> usize {
        2 * self.kinds as usize * self.squares()
    }

    /// True if there is such a game: at least a king, and at most [`MAX_KINDS`] kinds of pieces on
    /// [`MAX_SQUARES`].
    #[must_use]
    pub const fn is_valid(self) -> bool {
        self.king < self.kinds
            && self.kinds as usize <= MAX_KINDS
            && self.squares() >= 2
            && self.squares() <= MAX_SQUARES
    }

    /// The view of a side. Without a king it is not mirrored.
    #[inline]
    #[must_use]
    pub fn perspective(self, placement: &Placement, side: Side) -> Perspective {
        let king = placement.pieces[side.index()][usize::from(self.king)];
        let file = if king == 0 { 0 } else { king.trailing_zeros() % u32::from(self.files) };
        Perspective { side, is_mirrored: file > u32::from(self.files - 1) / 2 }
    }

    /// The input of a piece from this view, below [`FeatureSet::inputs`].
    #[inline]
    #[must_use]
    pub fn input(self, view: Perspective, piece: PieceOnSquare) -> usize {
        let (files, ranks) = (usize::from(self.files), usize::from(self.ranks));
        let (mut file, mut rank) = (piece.square % files, piece.square / files);
        if view.is_mirrored {
            file = files - 1 - file;
        }
        if view.side == Side::Second {
            rank = ranks - 1 - rank;
        }
        let other = usize::from(view.side != piece.side);
        (other * usize::from(self.kinds) + piece.kind) * self.squares() + rank * files + file
    }
}

/// A piece on a square.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PieceOnSquare {
    /// Its side.
    pub side: Side,
    /// Its kind, from 0.
    pub kind: usize,
    /// Its square, from 0.
    pub square: usize,
}

impl Placement {
    /// All pieces.
    pub fn iter(&self) -> impl Iterator<Item = PieceOnSquare> + '_ {
        Side::BOTH.into_iter().flat_map(move |side| {
            self.pieces[side.index()].iter().enumerate().flat_map(move |(kind, &squares)| {
                Squares(squares).map(move |square| PieceOnSquare { side, kind, square })
            })
        })
    }

    /// Number of pieces.
    #[must_use]
    pub fn count(&self) -> u32 {
        self.occupied().count_ones()
    }

    /// All squares with a piece.
    #[must_use]
    pub fn occupied(&self) -> u128 {
        self.pieces.iter().flatten().fold(0, |all, squares| all | squares)
    }
}

/// The squares of a set in ascending order.
pub(super) struct Squares(pub(super) u128);

impl Iterator for Squares {
    type Item = usize;

    #[inline]
    fn next(&mut self) -> Option<usize> {
        if self.0 == 0 {
            return None;
        }
        let square = self.0.trailing_zeros() as usize;
        self.0 &= self.0 - 1;
        Some(square)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A small game on four by four squares.
    const FEATURES: FeatureSet = FeatureSet { kinds: 2, files: 4, ranks: 4, king: 1 };

    fn placement(pieces: &[(Side, usize, usize)]) -> Placement {
        let mut placement = Placement::default();
        for &(side, kind, square) in pieces {
            placement.pieces[side.index()][kind] |= 1 << square;
        }
        placement
    }

    fn inputs(placement: &Placement, side: Side) -> Vec<usize> {
        let view = FEATURES.perspective(placement, side);
        let mut inputs: Vec<_> =
            placement.iter().map(|piece| FEATURES.input(view, piece)).collect();
        inputs.sort_unstable();
        inputs
    }

    #[test]
    fn a_position_its_mirror_image_and_the_same_for_the_other_side_have_the_same_inputs() {
        use Side::{First, Second};
        // Square 4 * rank + file.
        let here = placement(&[(First, 1, 0), (First, 0, 5), (Second, 1, 14), (Second, 0, 9)]);
        let mirrored = placement(&[(First, 1, 3), (First, 0, 6), (Second, 1, 13), (Second, 0, 10)]);
        let other = placement(&[(Second, 1, 12), (Second, 0, 9), (First, 1, 2), (First, 0, 5)]);
        assert_eq!(inputs(&here, First), inputs(&mirrored, First));
        assert_eq!(inputs(&here, First), inputs(&other, Second));
        assert_ne!(inputs(&here, First), inputs(&here, Second));
        // King at home, man on the second rank, and the other side's on the far ones.
        assert_eq!(inputs(&here, First), [5, 16, 32 + 9, 48 + 14]);
        assert!(inputs(&here, First).iter().all(|&input| input < FEATURES.inputs()));
    }

    #[test]
    fn each_piece_on_each_square_has_an_input_of_its_own() {
        let view = Perspective { side: Side::Second, is_mirrored: true };
        let mut found = vec![0; FEATURES.inputs()];
        for side in Side::BOTH {
            for (kind, square) in (0..2).flat_map(|kind| (0..16).map(move |at| (kind, at))) {
                found[FEATURES.input(view, PieceOnSquare { side, kind, square })] += 1;
            }
        }
        assert!(found.iter().all(|&times| times == 1));
    }
}

//! Likeness of levels: equal under the symmetries of the board, or almost.

use crate::core::{Point, Side, Symmetry};
use crate::games::AnyPosition;

/// One point in so many of the pieces may differ in a near-duplicate.
const PIECES_PER_DIFFERENCE: usize = 8;

/// The pieces of a position as seen by the side to move, in every way in which the
/// symmetries of the game show it.
#[derive(Clone, Debug)]
pub struct PositionShape {
    /// The symmetric images, the least first. A byte is a point: 0 if it is empty.
    images: Vec<Vec<u8>>,
    pieces: usize,
}

impl PositionShape {
    /// The shape of a position. Where pieces move and so have a direction, boards are only
    /// mirrored; elsewhere they are turned as well.
    #[must_use]
    pub fn new(position: &AnyPosition) -> PositionShape {
        let board = position.board();
        let (files, ranks) = (board.files, board.ranks);
        let side = position.side_to_move();
        let symmetries: Vec<Symmetry> = match has_directions(position) {
            true if side == Side::Second => vec![Symmetry::FLIP, Symmetry::HALF_TURN],
            true => vec![Symmetry::IDENTITY, Symmetry::MIRROR],
            false => Symmetry::ALL.into_iter().filter(|it| it.fits(files, ranks)).collect(),
        };
        let image = |symmetry: Symmetry| {
            let mut image = vec![0; usize::from(files) * usize::from(ranks)];
            for file in 0..files {
                for rank in 0..ranks {
                    let at = Point::new(file, rank);
                    let to = symmetry.map_point(at, files, ranks);
                    if let Some(piece) = position.piece_at(at) {
                        image[usize::from(to.rank) * usize::from(files) + usize::from(to.file)] =
                            1 + 2 * piece.kind + u8::from(piece.side == side);
                    }
                }
            }
            image
        };
        let mut images: Vec<Vec<u8>> = symmetries.into_iter().map(image).collect();
        images.sort_unstable();
        let pieces = images[0].iter().filter(|&&piece| piece != 0).count();
        PositionShape { images, pieces }
    }

    /// The image that is the same for all symmetric positions.
    #[must_use]
    pub fn canonical(&self) -> &[u8] {
        &self.images[0]
    }

    /// True if the positions are symmetric, or differ in so few points that they make the
    /// same puzzle to a player.
    #[must_use]
    pub fn is_like(&self, other: &PositionShape) -> bool {
        if self.canonical().len() != other.canonical().len() {
            return false;
        }
        let allowed = self.pieces.min(other.pieces) / PIECES_PER_DIFFERENCE;
        if self.pieces.abs_diff(other.pieces) > allowed {
            return false;
        }
        self.images.iter().any(|image| {
            let mut left = allowed + 1;
            for (a, b) in image.iter().zip(other.canonical()) {
                left -= usize::from(a != b);
                if left == 0 {
                    return false;
                }
            }
            true
        })
    }
}

/// True for the games whose sides move in opposite directions.
fn has_directions(position: &AnyPosition) -> bool {
    use crate::core::Move;
    position.legal_moves().iter().any(|mv| matches!(mv, Move::FromTo { .. }))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::{Options, registry};

    fn shape(game: &str, text: &str) -> PositionShape {
        let game = registry::find(game).unwrap();
        PositionShape::new(&game.position(&Options::default(), text).unwrap())
    }

    #[test]
    fn symmetric_positions_have_the_same_shape_whoever_is_to_move() {
        let chess = |text| shape("chess", text).canonical().to_vec();
        let one = chess("6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1");
        assert_eq!(one, chess("1k6/ppp5/8/8/8/8/8/1K5R w - - 0 1"));
        assert_eq!(one, chess("r5k1/8/8/8/8/8/5PPP/6K1 b - - 0 1"));
        assert_ne!(one, chess("R5k1/8/8/8/8/8/5PPP/6K1 b - - 0 1"));
        // Pawns do not run along ranks.
        let turned = chess("8/8/2K1P3/8/8/5k2/8/8 w - - 0 1");
        assert_ne!(chess("8/8/5k2/2P5/8/2K5/8/8 w - - 0 1"), turned);
        let row = |text| shape("tictactoe", text).canonical().to_vec();
        assert_eq!(row("X-O/-XO/--- X"), row("---/OX-/O-X X"));
        assert_eq!(row("X-O/-XO/--- X"), row("X--/-X-/OO- X"));
        assert_ne!(row("X-O/-XO/--- X"), row("--X/-X-/OO- X"));
    }

    #[test]
    fn positions_of_many_pieces_that_differ_little_are_alike() {
        let one = "r1bqk2r/pppp1ppp/2n2n2/2b1p3/2B1P3/2N2N2/PPPP1PPP/R1BQK2R w KQkq - 0 1";
        let near = "r1bqk2r/pppp1ppp/2n2n2/2b1p3/2B1P3/2N2N1P/PPPP1PP1/R1BQK2R w KQkq - 0 1";
        let far = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
        assert!(shape("chess", one).is_like(&shape("chess", near)));
        assert!(!shape("chess", one).is_like(&shape("chess", far)));
        let few = |text| shape("chess", text);
        assert!(
            !few("8/8/8/4k3/8/4P3/4K3/8 w - - 0 1")
                .is_like(&few("8/8/8/4k3/8/4P3/3K4/8 w - - 0 1"))
        );
    }
}

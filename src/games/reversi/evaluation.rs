//! What a position is worth before its end: an estimate of the final
//! difference in discs from features that players know, weighted by how full
//! the board is.

use super::bits::Bits;
use super::position::Reversi;
use super::stability::Stability;

/// Hundredths of a disc.
pub const DISC: i32 = 100;

/// What is counted, always own minus the opponent's.
const FEATURES: usize = 8;

/// Weights in hundredths of a disc at the start, in the middle and at the
/// end of a game on 8 by 8, in the order of [`Evaluation::features`].
const WEIGHTS: [[i32; FEATURES]; 3] = [
    // mobility, frontier, corners, X squares, C squares, stable, discs, parity
    [60, 32, 900, -500, -160, 120, -25, 0],
    [75, 36, 950, -420, -170, 110, -12, 60],
    [60, 20, 500, -180, -80, 100, 45, 180],
];

/// Squares that matter on one board size.
#[derive(Clone, Copy, Debug)]
pub struct Evaluation<B> {
    corners: [Corner<B>; 4],
    stability: Stability<B>,
    squares: u32,
}

/// A corner and its neighbours.
#[derive(Clone, Copy, Debug)]
struct Corner<B> {
    corner: B,
    /// Diagonally inwards: playing there gives the corner away.
    x: B,
    /// Beside it on the edges.
    c: B,
}

impl<B: Bits> Evaluation<B> {
    /// For positions on boards like this one's.
    #[must_use]
    pub fn new(position: &Reversi<B>) -> Evaluation<B> {
        let last = position.size() - 1;
        let at = |file: u8, rank: u8| B::square(rank * B::STRIDE + file);
        let corner = |file: u8, rank: u8| {
            let (inner_file, inner_rank) =
                (if file == 0 { 1 } else { last - 1 }, if rank == 0 { 1 } else { last - 1 });
            Corner {
                corner: at(file, rank),
                x: at(inner_file, inner_rank),
                c: at(inner_file, rank) | at(file, inner_rank),
            }
        };
        Evaluation {
            corners: [corner(0, 0), corner(last, 0), corner(0, last), corner(last, last)],
            stability: Stability::new(position),
            squares: u32::from(position.size()) * u32::from(position.size()),
        }
    }

    /// Hundredths of a disc of expected final difference, for the side to
    /// move; the true difference of a finished game.
    #[must_use]
    pub fn estimate(&self, position: &Reversi<B>) -> i32 {
        let Some(features) = self.features(position) else {
            return position.difference() * DISC;
        };
        // How full the board is, from 0 to 128.
        let filled = (128 * (self.squares - position.empties()) / self.squares) as i32;
        let (from, part) = if filled < 64 { (0, filled) } else { (1, filled - 64) };
        let mut sum = 0;
        for (n, feature) in features.into_iter().enumerate() {
            let weight = WEIGHTS[from][n] * (64 - part) + WEIGHTS[from + 1][n] * part;
            sum += weight * feature;
        }
        // An estimate never claims a certain result.
        let most = (self.squares as i32 - 1) * DISC;
        (sum / 64).clamp(-most, most)
    }

    /// Own discs minus the opponent's, in hundredths: how a beginner sees it.
    #[must_use]
    pub fn naive(&self, position: &Reversi<B>) -> i32 {
        (position.own().count() as i32 - position.opponent().count() as i32) * DISC
    }

    /// The features in the order of the weights; `None` if the game is over.
    #[must_use]
    pub fn features(&self, position: &Reversi<B>) -> Option<[i32; FEATURES]> {
        let (own, opponent, empty) = (position.own(), position.opponent(), position.empty());
        let moves = position.mobility().count() as i32;
        let replies = position.opponent_mobility().count() as i32;
        if moves == 0 && replies == 0 {
            return None;
        }
        let difference = |set: B| (set & own).count() as i32 - (set & opponent).count() as i32;
        let (mut corners, mut x, mut c) = (B::EMPTY, B::EMPTY, B::EMPTY);
        for corner in &self.corners {
            if (corner.corner & empty).is_empty() {
                corners = corners | corner.corner;
            } else {
                x = x | corner.x;
                c = c | corner.c;
            }
        }
        // Empty squares beside a side's discs are moves for the other one.
        let around_own = (self.stability.around(own) & empty).count() as i32;
        let around_opponent = (self.stability.around(opponent) & empty).count() as i32;
        let stable = self.stability.stable(own, empty).count() as i32
            - self.stability.stable(opponent, empty).count() as i32;
        Some([
            moves - replies,
            around_opponent - around_own,
            difference(corners),
            difference(x),
            difference(c),
            stable,
            difference(self.stability.board()),
            // Who moves with an odd number of squares left will move last.
            if position.empties() % 2 == 1 { 1 } else { -1 },
        ])
    }
}

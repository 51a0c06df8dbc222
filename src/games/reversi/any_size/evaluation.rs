//! Handcrafted evaluation for every board size: a linear combination of mobility, corners,
//! stability and other features, with weights by game stage, estimates the final score.

use super::stability::Stability;
use crate::games::reversi::Reversi;
use crate::games::reversi::rules::bitboard::Bitboard;

/// One disc, in the unit of values: hundredths of a disc.
pub const DISC: i32 = 100;

/// Number of features.
const FEATURES: usize = 16;

/// Number of game stages with weights, which are interpolated between stages.
const STAGES: usize = 6;

/// Weights in hundredths of a disc, by stage from an empty to a full board, in the order of
/// [`Evaluation::features`]. Fitted by least squares to self-play games on 8 by 8 with random
/// openings and solved endgames.
const WEIGHTS: [[i16; FEATURES]; STAGES] = [
    [-242, -58, -33, 21, 45, -73, -217, -86, 437, -1574, -967, -77, -125, -10, 733, -1772],
    [-242, -58, -33, 21, 45, -73, -217, -86, 437, -1574, -967, -77, -125, -10, 733, -1772],
    [-293, -48, -92, 57, 22, -174, 379, 219, 1014, -944, -401, 116, -52, 47, 229, -1539],
    [-257, 6, -53, 44, 6, -128, 499, 359, 777, -459, -220, 34, -56, 20, 136, -709],
    [-217, -37, -15, 47, -57, -81, 538, 472, 343, -77, -85, -29, 6, 0, 118, -475],
    [72, 222, 101, 10, -223, -85, 7, -79, 13, 10, -45, -7, 15, 19, 94, -18],
];

/// Evaluation of positions of one board size.
#[derive(Clone, Debug)]
pub struct Evaluation<B> {
    stability: Stability<B>,
    corners: [Corner<B>; 4],
    all_corners: B,
    /// The edge squares, and the ring of squares next to them.
    edge: B,
    ring: B,
    /// Largest absolute estimate, below the score of a wipeout.
    max_value: i32,
    /// Weights by the number of empty squares.
    weights: Vec<[i16; FEATURES]>,
}

/// A corner and its neighbours.
#[derive(Clone, Copy, Debug)]
struct Corner<B> {
    corner: B,
    /// X-square: the diagonal neighbour.
    x: B,
    /// C-squares: the neighbours on the edges.
    c: B,
}

impl<B: Bitboard> Evaluation<B> {
    /// Evaluation for boards of this position's size.
    #[must_use]
    pub fn new(position: &Reversi<B>) -> Evaluation<B> {
        let size = position.size();
        let last = size - 1;
        let at = |file: u8, rank: u8| B::square(rank * B::STRIDE + file);
        let corner = |file: u8, rank: u8| {
            let inner = |n: u8| if n == 0 { 1 } else { last - 1 };
            Corner {
                corner: at(file, rank),
                x: at(inner(file), inner(rank)),
                c: at(inner(file), rank) | at(file, inner(rank)),
            }
        };
        let (mut edge, mut ring) = (B::EMPTY, B::EMPTY);
        for rank in 0..size {
            for file in 0..size {
                match file.min(rank).min(last - file).min(last - rank) {
                    0 => edge = edge | at(file, rank),
                    1 => ring = ring | at(file, rank),
                    _ => {}
                }
            }
        }
        let squares = usize::from(size) * usize::from(size);
        let weights = (0..=squares).map(|empties| {
            let at = (squares - empties) * (STAGES - 1);
            let (stage, part) = (at / squares, at % squares);
            let (from, to) = (&WEIGHTS[stage], &WEIGHTS[(stage + 1).min(STAGES - 1)]);
            std::array::from_fn(|n| {
                let (from, to) = (i32::from(from[n]), i32::from(to[n]));
                (from + (to - from) * part as i32 / squares as i32) as i16
            })
        });
        let stability = Stability::new(position);
        Evaluation {
            corners: [corner(0, 0), corner(last, 0), corner(0, last), corner(last, last)],
            all_corners: stability.corners(),
            stability,
            edge,
            ring,
            max_value: (squares as i32 - 1) * DISC,
            weights: weights.collect(),
        }
    }

    /// Expected final score for the side to move, in hundredths of a disc; the exact score of a
    /// finished game.
    #[must_use]
    pub fn estimate(&self, position: &Reversi<B>) -> i32 {
        let Some(features) = self.features(position) else {
            return position.final_score() * DISC;
        };
        let weights = &self.weights[position.empties() as usize];
        let sum: i32 = features.iter().zip(weights).map(|(f, &w)| f * i32::from(w)).sum();
        sum.clamp(-self.max_value, self.max_value)
    }

    /// Current disc difference, in hundredths of a disc: the evaluation of a beginner.
    #[must_use]
    pub fn disc_difference(&self, position: &Reversi<B>) -> i32 {
        (position.own().count() as i32 - position.opponent().count() as i32) * DISC
    }

    /// Feature values, own minus the opponent's, in the order of the weights; `None` if the game is
    /// over.
    #[must_use]
    pub fn features(&self, position: &Reversi<B>) -> Option<[i32; FEATURES]> {
        let (own, opponent, empty) = (position.own(), position.opponent(), position.empty());
        let (mobility, replies) = (position.mobility(), position.opponent_mobility());
        let (moves, answers) = (mobility.count() as i32, replies.count() as i32);
        if moves + answers == 0 {
            return None;
        }
        let count = |set: B| set.count() as i32;
        let difference = |set: B| count(set & own) - count(set & opponent);
        let (mut open_x, mut open_c) = (B::EMPTY, B::EMPTY);
        for corner in &self.corners {
            if !(corner.corner & empty).is_empty() {
                open_x = open_x | corner.x;
                open_c = open_c | corner.c;
            }
        }
        let (around_own, around_opponent) =
            (self.stability.with_neighbours(own), self.stability.with_neighbours(opponent));
        let exposed = self.stability.with_neighbours(empty);
        let stable = if ((own | opponent) & self.all_corners).is_empty() {
            0
        } else {
            count(self.stability.stable(own, empty)) - count(self.stability.stable(opponent, empty))
        };
        let inner_edge = self.edge & !self.all_corners & !open_c;
        let ring = self.ring & !open_x;
        Some([
            // Constant: the advantage of the move.
            1,
            // Parity: an odd number of empty squares gives the last move.
            if position.empties() % 2 == 1 { 1 } else { -1 },
            // Mobility, absolute and relative.
            moves - answers,
            64 * (moves - answers) / (moves + answers + 2),
            // Potential mobility: empty squares beside the other side's discs, then the discs
            // beside empty squares.
            count(around_opponent & empty) - count(around_own & empty),
            difference(exposed),
            count(mobility & self.all_corners),
            -count(replies & self.all_corners),
            difference(self.all_corners),
            difference(open_x),
            difference(open_c),
            difference(inner_edge),
            difference(ring),
            difference(self.stability.board() & !self.edge & !self.ring),
            stable,
            // Forced passes.
            i32::from(answers == 0) - i32::from(moves == 0),
        ])
    }
}

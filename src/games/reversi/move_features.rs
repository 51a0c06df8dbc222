//! Features of moves that an evolution weighs: discs, replies, and the kind of the square.

use super::engine::Evaluator;
use super::{LastFlip, Reversi, Square};
use crate::search::evolution::FeatureExtractor;

/// Most plies of a game of an evolution: a full board of the largest size, and passes.
pub const MAX_PLIES: u32 = 300;

/// Translation keys of the features.
pub const MOVE_FEATURES: [&str; 7] = [
    "feature-discs",
    "feature-replies",
    "feature-corner",
    "feature-x-square",
    "feature-c-square",
    "feature-edge",
    "feature-centre",
];

/// Flipped discs, and replies, that count as 1.
const MANY_DISCS: f32 = 8.0;
const MANY_REPLIES: f32 = 16.0;

impl<B: LastFlip> FeatureExtractor for Evaluator<B> {
    type Position = Reversi<B>;

    const COUNT: usize = MOVE_FEATURES.len();

    fn extract(&mut self, position: &Reversi<B>, mv: Square, features: &mut [f32]) {
        features.fill(0.0);
        let Some(square) = mv.index() else { return };
        let flips = position.flips(square);
        let replies = position.after(square, flips).mobility().count();
        features[0] = (flips.count() as f32 / MANY_DISCS).min(1.0);
        features[1] = (replies as f32 / MANY_REPLIES).min(1.0);
        let last = position.size() - 1;
        // Squares to the nearest edge of either direction, and the corner there.
        let nearest = |at: u8| if at <= last - at { (at, 0) } else { (last - at, last) };
        let (file, rank) = (nearest(square % B::STRIDE), nearest(square / B::STRIDE));
        let is_open = position.empty().contains(rank.1 * B::STRIDE + file.1);
        match (file.0.min(rank.0), file.0.max(rank.0)) {
            (0, 0) => features[2] = 1.0,
            (1, 1) if is_open => features[3] = 1.0,
            (0, 1) if is_open => features[4] = 1.0,
            (0, _) => features[5] = 1.0,
            _ => {}
        }
        let most = f32::from(last / 2).max(1.0);
        features[6] = f32::from(file.0.min(rank.0)) / most;
    }
}

//! Features of moves that an evolution weighs: what a stone makes and what it blocks.

use super::bitboard::file_and_rank;
use super::candidate_moves::CandidateMove;
use super::evaluation::Evaluator;
use super::pattern_board::PatternBoard;
use super::patterns::LinePattern;
use super::point_codes::patterns;
use crate::search::evolution::FeatureExtractor;

/// Most plies of a game of an evolution: a full board.
pub const MAX_PLIES: u32 = 225;

/// Translation keys of the features: what an own stone makes, what one of the other side would
/// make, and the nearness of the centre.
pub const MOVE_FEATURES: [&str; 2 * KINDS + 1] = [
    "feature-makes-five",
    "feature-makes-open-four",
    "feature-makes-four",
    "feature-makes-open-three",
    "feature-makes-closed-three",
    "feature-makes-open-two",
    "feature-blocks-five",
    "feature-blocks-open-four",
    "feature-blocks-four",
    "feature-blocks-open-three",
    "feature-blocks-closed-three",
    "feature-blocks-open-two",
    "feature-centre",
];

/// Kinds of patterns.
const KINDS: usize = 6;

/// The kind of a pattern.
fn kind(pattern: LinePattern) -> Option<usize> {
    Some(match pattern {
        LinePattern::Five => 0,
        LinePattern::StraightFour | LinePattern::DoubleFour => 1,
        LinePattern::Four => 2,
        LinePattern::OpenThree => 3,
        LinePattern::ClosedThree => 4,
        LinePattern::OpenTwo => 5,
        LinePattern::Dead | LinePattern::One | LinePattern::ClosedTwo | LinePattern::Overline => {
            return None;
        }
    })
}

impl FeatureExtractor for Evaluator {
    type Position = PatternBoard;

    const COUNT: usize = MOVE_FEATURES.len();

    fn extract(&mut self, board: &PatternBoard, mv: CandidateMove, features: &mut [f32]) {
        features.fill(0.0);
        if mv.cell == CandidateMove::PASS {
            return;
        }
        let own = board.colour();
        for (sides, colour) in [own, 1 - own].into_iter().enumerate() {
            for kind in patterns(board.code(mv.cell, colour)).into_iter().filter_map(kind) {
                let feature = &mut features[sides * KINDS + kind];
                *feature = (*feature + 0.5).min(1.0);
            }
        }
        let [at, centre] = [mv.cell, board.position().centre()].map(file_and_rank);
        let off = at.0.abs_diff(centre.0).max(at.1.abs_diff(centre.1));
        features[2 * KINDS] = 1.0 - f32::from(off) / f32::from(centre.0.max(1));
    }
}

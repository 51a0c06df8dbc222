//! Features of a position: the rows of the network that its accumulator adds up.

use crate::games::reversi::Discs;
use crate::games::reversi::patterns::Patterns;
use crate::games::reversi::patterns::network::{
    BASE_ROWS, INSTANCES, MOBILITY_CLASSES, PATTERN_ROWS, STAGES, packed_indices,
};

/// Number of rows in the accumulator of a position.
pub(super) const ROWS_PER_POSITION: usize = INSTANCES + 2;

/// Stored index of every row.
pub(super) struct FeatureRows(Vec<u32>);

impl FeatureRows {
    pub(super) fn new() -> FeatureRows {
        FeatureRows(packed_indices())
    }

    /// Number of stored rows.
    pub(super) fn count(&self) -> usize {
        self.0.iter().max().map_or(0, |&last| last as usize + 1)
    }

    /// The rows of a position, and its stage.
    #[inline(always)]
    pub(super) fn rows(&self, discs: Discs) -> ([u32; ROWS_PER_POSITION], usize) {
        let count = |set: u64| (set.count_ones() as usize).min(MOBILITY_CLASSES - 1);
        let patterns = Patterns::new(discs);
        let indices = patterns.indices();
        let mut rows = [0; ROWS_PER_POSITION];
        for instance in 0..INSTANCES {
            let row = BASE_ROWS[instance].wrapping_add_signed(isize::from(indices[instance]));
            rows[instance] = self.0[row];
        }
        rows[INSTANCES] = self.0[PATTERN_ROWS + count(discs.mobility())];
        rows[INSTANCES + 1] =
            self.0[PATTERN_ROWS + MOBILITY_CLASSES + count(discs.passed().mobility())];
        (rows, (discs.empties() as usize).min(STAGES - 1))
    }
}

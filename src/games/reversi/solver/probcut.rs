//! Depths and margins of multi-ProbCut (Michael Buro, "Experiments with Multi-ProbCut and a new
//! high-quality evaluation function for Othello", 1997).

/// Depth in plies from which the midgame search tries ProbCut.
pub(crate) const MIN_DEPTH: u32 = 3;

/// Selectivity of a full-width search.
pub(super) const NO_SELECTIVITY: u8 = 6;

/// By selectivity: standard deviations by which a shallow value must exceed the window, and the
/// resulting confidence in percent.
const CONFIDENCE: [(f32, u8); 6] =
    [(1.1, 73), (1.1, 73), (1.5, 87), (2.0, 95), (2.6, 99), (3.3, 99)];

/// Confidence of values at this selectivity, in percent.
pub(super) fn confidence_percent(selectivity: u8) -> u8 {
    CONFIDENCE.get(usize::from(selectivity)).map_or(100, |&(_, percent)| percent)
}

/// Depth of the shallow search that predicts a search of this depth. It keeps the parity of the
/// depth, on which values depend.
#[inline(always)]
pub(crate) const fn shallow_depth(depth: u32) -> u32 {
    depth / 4 * 2 + (depth & 1)
}

/// Depth of the shallow search that predicts the final score.
#[inline(always)]
pub(crate) const fn endgame_shallow_depth(empties: u32) -> u32 {
    empties / 5 * 2 + (empties & 1)
}

/// Midgame margin by which a shallow value must exceed the window, in hundredths of a disc.
#[inline(always)]
pub(super) fn margin(empties: u32, depth: u32, shallow: u32, selectivity: u8) -> i32 {
    let [base, per_opening_ply, per_deep_ply, per_ply] = MIDGAME_DEVIATION;
    let deviation = base
        + per_opening_ply * opening_plies_left(empties) as f32
        + per_deep_ply * depth as f32
        + per_ply * shallow as f32;
    (CONFIDENCE[usize::from(selectivity.min(5))].0 * deviation.max(MIN_DEVIATION)) as i32
}

/// Plies until the opening ends, at 44 empty squares; values in the opening deviate more.
#[inline(always)]
pub(crate) fn opening_plies_left(empties: u32) -> u32 {
    empties.saturating_sub(44)
}

/// Endgame margin by which a shallow value must exceed the window, in hundredths of a disc.
#[inline(always)]
pub(super) fn endgame_margin(empties: u32, shallow: u32, selectivity: u8) -> i32 {
    let [base, per_empty, per_ply] = ENDGAME_DEVIATION;
    let deviation = base + per_empty * empties as f32 + per_ply * shallow as f32;
    (CONFIDENCE[usize::from(selectivity.min(5))].0 * deviation.max(MIN_DEVIATION)) as i32
}

/// Standard deviation between deep and shallow search, in hundredths of a disc: constant, per ply
/// left in the opening, per ply of the deep search and per ply of the shallow search. Fitted by
/// `tianyuan fit-probcut reversi --games 700 --seed 1`.
const MIDGAME_DEVIATION: [f32; 4] = [325.7, 2.1, 34.9, -84.4];

/// Standard deviation between final score and shallow search, in hundredths of a disc: constant,
/// per empty square and per ply of the search. Fitted likewise.
const ENDGAME_DEVIATION: [f32; 3] = [614.5, 2.6, -47.3];

/// Smallest deviation, for depths beyond the fitted ones.
const MIN_DEVIATION: f32 = 200.0;

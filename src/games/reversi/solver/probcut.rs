//! How far a shallow search may be trusted: depths and margins of
//! multi-probcut (Michael Buro, "Experiments with Multi-ProbCut and a new
//! high-quality evaluation function for Othello", 1997).

/// The certainty of a search that proves what it says.
pub(super) const CERTAIN: u8 = 6;

/// For each certainty the standard deviations that a shallow value has to be
/// beyond the window, and the chance that it then is right, in percent.
const CONFIDENCE: [(f32, u8); 6] =
    [(1.1, 73), (1.1, 73), (1.5, 87), (2.0, 95), (2.6, 99), (3.3, 99)];

/// How likely a bound of this certainty is right, in percent.
pub(super) fn percent(certainty: u8) -> u8 {
    CONFIDENCE.get(usize::from(certainty)).map_or(100, |&(_, percent)| percent)
}

/// The depth that foresees a search of this depth; of the same parity, since
/// who has the last move matters.
#[inline(always)]
pub(super) const fn depth(depth: u32) -> u32 {
    depth / 4 * 2 + (depth & 1)
}

/// The depth that foresees the end with so many empty squares.
#[inline(always)]
pub(super) const fn depth_at_end(empties: u32) -> u32 {
    empties / 5 * 2 + (empties & 1)
}

/// By how much a shallow value has to be beyond the window, in hundredths of
/// a disc.
#[inline(always)]
pub(super) fn margin(empties: u32, depth: u32, shallow: u32, certainty: u8) -> i32 {
    let [base, early, deep, near] = MIDDLE;
    let deviation =
        base + early * opening(empties) as f32 + deep * depth as f32 + near * shallow as f32;
    (CONFIDENCE[usize::from(certainty.min(5))].0 * deviation.max(LEAST)) as i32
}

/// How many discs are missing to the end of the opening, in which values are
/// less sure.
#[inline(always)]
pub(super) fn opening(empties: u32) -> u32 {
    empties.saturating_sub(44)
}

/// The same for the value at the end of the game.
#[inline(always)]
pub(super) fn margin_at_end(empties: u32, shallow: u32, certainty: u8) -> i32 {
    let [base, far, near] = END;
    let deviation = base + far * empties as f32 + near * shallow as f32;
    (CONFIDENCE[usize::from(certainty.min(5))].0 * deviation.max(LEAST)) as i32
}

/// Deviation of a deep from a shallow search, in hundredths of a disc: fixed,
/// for each disc that is missing to the end of the opening, for each ply of
/// the deep and of the shallow search. Found by
/// `tianyuan fit-probcut reversi --games 700 --seed 1`.
const MIDDLE: [f32; 4] = [325.7, 2.1, 34.9, -84.4];

/// Deviation of the final score from a shallow search, in hundredths of a
/// disc: fixed, for each empty square, for each ply of the search. Found
/// likewise.
const END: [f32; 3] = [614.5, 2.6, -47.3];

/// Beyond the depths that were compared no deviation is taken to be smaller.
const LEAST: f32 = 200.0;

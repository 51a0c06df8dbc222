//! The order in which moves are searched: by mobility, corners and parity.

use super::geometry;
use super::{CORNERS, Candidate, Node};

/// Bonus of a move into a quadrant with an odd number of empty squares.
const PARITY_BONUS: i32 = 3;

/// Move ordering weights. Moves that leave the opponent few replies come first (fastest first),
/// since their subtrees are small.
pub(super) struct OrderWeights {
    /// Cost of each reply of the opponent.
    mobility: i32,
    /// Additional cost of each reply in a corner.
    corner_mobility: i32,
    /// Bonus of each own disc in a corner, or beside an own corner on an edge.
    corner_stability: i32,
}

/// Weights without the pattern evaluation, where few squares are empty.
const SHALLOW_ORDER: OrderWeights =
    OrderWeights { mobility: 16, corner_mobility: 12, corner_stability: 3 };

/// Weights beside the pattern evaluation, in hundredths of a disc.
pub(super) const ENDGAME_ORDER: OrderWeights =
    OrderWeights { mobility: 580, corner_mobility: 250, corner_stability: 200 };
pub(super) const MIDGAME_ORDER: OrderWeights =
    OrderWeights { mobility: 390, corner_mobility: 460, corner_stability: 60 };

impl OrderWeights {
    /// Cost of a move that leads to this node.
    #[inline(always)]
    pub(super) fn cost(&self, after: Node) -> i32 {
        let (replies, discs) = (after.moves, after.discs.opponent);
        self.mobility * replies.count_ones() as i32
            + self.corner_mobility * (replies & CORNERS).count_ones() as i32
            - self.corner_stability * geometry::corner_stable(discs).count_ones() as i32
    }
}

/// Cost of a move by [`SHALLOW_ORDER`] and parity; `odd` are the odd quadrants before the move.
#[inline(always)]
pub(super) fn shallow_cost(after: Node, odd: u64, square: u32) -> i32 {
    let parity = if odd >> (square & 63) & 1 != 0 { PARITY_BONUS } else { 0 };
    SHALLOW_ORDER.cost(after) - parity
}

/// Selection sort step: the cheapest candidate from `n` on, swapped with candidate `n`.
#[inline(always)]
pub(super) fn pick_next(candidates: &mut [Candidate], n: usize) -> Candidate {
    let (mut cheapest, mut cost) = (n, candidates[n].cost);
    for (m, candidate) in candidates.iter().enumerate().skip(n + 1) {
        let is_cheaper = candidate.cost < cost;
        cheapest = if is_cheaper { m } else { cheapest };
        cost = cost.min(candidate.cost);
    }
    let taken = candidates[cheapest];
    candidates[cheapest] = candidates[n];
    taken
}

/// Moves the transposition table's move to the front. Returns 1 if it is in the list, else 0.
#[inline(always)]
pub(super) fn move_to_front(candidates: &mut [Candidate], square: u8) -> usize {
    let Some(at) = candidates.iter().position(|candidate| candidate.square == square) else {
        return 0;
    };
    candidates.swap(0, at);
    1
}

/// Plies of the shallow search that orders endgame moves, by the number of empty squares.
#[inline(always)]
pub(super) fn ordering_depth(empties: u32, is_pv: bool) -> u32 {
    let depth = empties.saturating_sub(14) / 3;
    (depth + 2 * u32::from(is_pv)).min(8)
}

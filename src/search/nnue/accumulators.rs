//! The accumulators of the positions of a search, updated from one position to the next.

use std::sync::Arc;

use super::features::{MAX_KINDS, MAX_SQUARES, Placement, Squares};
use super::kernels::Block;
use super::network::{Network, piece_index};
use crate::core::Side;

/// Changed pieces from which no closer position is looked for: a move changes two pieces, a capture
/// three, castling four.
const CLOSE: usize = 4;

/// Most changed pieces for which an update is quicker than a new sum.
const MAX_CHANGES: usize = 16;

/// The sums of the first layer for the positions of a line, by ply.
///
/// Each knows the pieces that it stands for. So nothing has to be told of moves and their undoing:
/// a position is updated from that of the ply before, or from another position of its own ply,
/// whichever is closer, and a ply that is not evaluated costs nothing.
///
/// ```
/// use std::sync::Arc;
/// use tianyuan::core::Side;
/// use tianyuan::search::nnue::{
///     Accumulators, FeatureSet, Network, NetworkWeights, Placement, Shape,
/// };
///
/// // Two men and two kings on four by four squares; each man of one's own is worth 100.
/// let features = FeatureSet { kinds: 2, files: 4, ranks: 4, king: 1 };
/// let shape = Shape { features, width: 32, buckets: 1 };
/// let mut weights = NetworkWeights {
///     shape,
///     rows: vec![0; features.inputs() * 32],
///     bias: vec![0; 32],
///     outputs: vec![0; 64],
///     output_bias: vec![0],
/// };
/// for square in 0..16 {
///     weights.rows[32 * square] = 255;
/// }
/// (weights.outputs[0], weights.outputs[32]) = (16, -16);
/// let mut accumulators = Accumulators::new(Arc::new(Network::new(&weights)?));
/// let mut board = Placement::default();
/// board.pieces[0] = [1 << 5, 1 << 1, 0, 0, 0, 0, 0];
/// board.pieces[1] = [0, 1 << 14, 0, 0, 0, 0, 0];
/// assert_eq!(accumulators.evaluate(&board, Side::First, 0), 100);
/// assert_eq!(accumulators.evaluate(&board, Side::Second, 0), -100);
/// # Ok::<(), tianyuan::search::nnue::NetworkError>(())
/// ```
pub struct Accumulators {
    network: Arc<Network>,
    plies: Vec<Accumulator>,
}

/// The sums of one position for both sides.
#[derive(Clone)]
struct Accumulator {
    placement: Placement,
    /// True for each side whose view is mirrored.
    is_mirrored: [bool; 2],
    /// The blocks of the first side, then of the second.
    sums: Vec<Block>,
}

/// The pieces in which two positions differ, by [`piece_index`].
struct Changes {
    added: [u16; MAX_CHANGES],
    removed: [u16; MAX_CHANGES],
    counts: [usize; 2],
}

impl Changes {
    /// The changes from one position to another; `None` if they are more than `max`.
    fn between(from: &Placement, to: &Placement, max: usize) -> Option<Changes> {
        let mut changes =
            Changes { added: [0; MAX_CHANGES], removed: [0; MAX_CHANGES], counts: [0; 2] };
        let sets = from.pieces.as_flattened().iter().zip(to.pieces.as_flattened());
        for (set, (&from, &to)) in sets.enumerate() {
            for square in Squares(from ^ to) {
                if changes.len() == max {
                    return None;
                }
                let [added, removed] = &mut changes.counts;
                let (list, count) = if to >> square & 1 == 1 {
                    (&mut changes.added, added)
                } else {
                    (&mut changes.removed, removed)
                };
                list[*count] = piece_index(set, square) as u16;
                *count += 1;
            }
        }
        Some(changes)
    }

    /// Updates the sums of a view by the rows of the changed pieces.
    #[inline]
    fn apply(&self, network: &Network, inputs: &[u16], sums: &mut [Block]) {
        let mut rows = [[0; MAX_CHANGES]; 2];
        let lists = [&self.added[..self.counts[0]], &self.removed[..self.counts[1]]];
        for (rows, pieces) in rows.iter_mut().zip(lists) {
            for (row, piece) in rows.iter_mut().zip(pieces) {
                *row = inputs[usize::from(*piece)];
            }
        }
        network.update(sums, &rows[0][..self.counts[0]], &rows[1][..self.counts[1]]);
    }

    fn len(&self) -> usize {
        self.counts[0] + self.counts[1]
    }
}

impl Accumulators {
    /// Accumulators for a search with this network.
    #[must_use]
    pub fn new(network: Arc<Network>) -> Accumulators {
        Accumulators { network, plies: Vec::new() }
    }

    /// The value of a position for this side, which is to move, in centipawns. `ply` is its
    /// distance from the root of the search.
    pub fn evaluate(&mut self, placement: &Placement, side: Side, ply: usize) -> i32 {
        let Accumulators { network, plies } = self;
        let views = Side::BOTH.map(|side| network.perspective(placement, side));
        while plies.len() <= ply {
            // No pieces: the bias alone.
            plies.push(Accumulator {
                placement: Placement::default(),
                is_mirrored: [false; 2],
                sums: [&network.bias[..], &network.bias[..]].concat(),
            });
        }
        let source = closest(plies, placement, ply);
        let (before, rest) = plies.split_at_mut(ply);
        let Some(current) = rest.first_mut() else { return 0 };
        for (view, sums) in views.into_iter().zip(current.sums.chunks_mut(network.width)) {
            let n = view.side.index();
            let inputs = network.inputs(view);
            let known = source.as_ref().and_then(|(at, changes)| {
                // The closest position is this ply's own former one where it is not before.
                let from = before.get(*at);
                let is_mirrored = from.map_or(current.is_mirrored[n], |from| from.is_mirrored[n]);
                (is_mirrored == view.is_mirrored).then_some((from, changes))
            });
            let Some((from, changes)) = known else {
                refresh(network, inputs, placement, sums);
                continue;
            };
            if let Some(from) = from {
                sums.copy_from_slice(&from.sums[n * network.width..][..network.width]);
            }
            changes.apply(network, inputs, sums);
        }
        current.placement = *placement;
        current.is_mirrored = views.map(|view| view.is_mirrored);
        let (first, second) = current.sums.split_at(network.width);
        let (own, other) = if side == Side::First { (first, second) } else { (second, first) };
        network.output(own, other, placement.count())
    }
}

/// Sums the rows of all pieces.
fn refresh(network: &Network, inputs: &[u16], placement: &Placement, sums: &mut [Block]) {
    sums.copy_from_slice(&network.bias);
    let mut rows = [0; MAX_SQUARES];
    let mut count = 0;
    for (row, piece) in rows.iter_mut().zip(placement.iter()) {
        let set = piece.side.index() * MAX_KINDS + piece.kind;
        *row = inputs[piece_index(set, piece.square)];
        count += 1;
    }
    network.update(sums, &rows[..count], &[]);
}

/// The ply whose position differs least from this one, with the changes; `None` if all differ
/// much.
fn closest(plies: &[Accumulator], placement: &Placement, ply: usize) -> Option<(usize, Changes)> {
    let mut found: Option<(usize, Changes)> = None;
    for back in [1, 0, 2] {
        let Some(at) = ply.checked_sub(back) else { continue };
        let max = found.as_ref().map_or(MAX_CHANGES, |(_, changes)| changes.len() - 1);
        if let Some(changes) = Changes::between(&plies[at].placement, placement, max) {
            let is_close = changes.len() <= CLOSE;
            found = Some((at, changes));
            if is_close {
                break;
            }
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::core::Random;
    use crate::search::nnue::kernels::InstructionSet;
    use crate::search::nnue::network::tests::{SHAPE, random_weights};

    /// A board after a random change of one to four pieces, or with a king that crosses the middle.
    fn changed(board: &Placement, random: &mut Random) -> Placement {
        let mut board = *board;
        for _ in 0..1 + random.below(4) {
            let occupied = board.occupied();
            let empty: Vec<usize> = (0..90).filter(|at| occupied >> at & 1 == 0).collect();
            let (side, kind) = (random.below(2), random.below(7));
            let to = 1u128 << random.pick(&empty).unwrap();
            let pieces = &mut board.pieces[side][kind];
            if kind == 0 {
                *pieces = to;
            } else if *pieces != 0 && random.below(2) == 0 {
                *pieces &= *pieces - 1;
            } else if occupied.count_ones() < 32 {
                *pieces |= to;
            }
        }
        board
    }

    #[test]
    fn a_position_has_the_same_value_after_any_others_and_by_any_instructions() {
        let weights = random_weights(SHAPE, 4);
        let mut start = Placement::default();
        (start.pieces[0][0], start.pieces[1][0]) = (1 << 4, 1 << 85);
        let mut values = Vec::new();
        for instructions in InstructionSet::all() {
            let network = Network::new(&weights).unwrap().with_instructions(instructions);
            let network = Arc::new(network);
            let mut random = Random::new(9);
            let mut updated = Accumulators::new(network.clone());
            let mut line = vec![start];
            let mut found = Vec::new();
            for round in 0..4000 {
                // Forth and back, as a search does; some plies are not evaluated.
                if random.below(5) < 2 && line.len() > 1 {
                    line.pop();
                } else {
                    line.push(changed(line.last().unwrap(), &mut random));
                }
                if line.len() > 12 || round % 500 == 0 {
                    line.truncate(1);
                }
                if random.below(4) == 0 {
                    continue;
                }
                let (board, ply) = (line.last().unwrap(), line.len() - 1);
                let side = Side::BOTH[random.below(2)];
                let value = updated.evaluate(board, side, ply);
                assert_eq!(value, Accumulators::new(network.clone()).evaluate(board, side, 0));
                found.push(value);
            }
            values.push(found);
        }
        assert!(values[0].len() > 2000 && values.iter().all(|found| *found == values[0]));
        let different: std::collections::HashSet<i32> = values[0].iter().copied().collect();
        assert!(different.len() > 1000);
    }
}

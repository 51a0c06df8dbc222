//! The features of a board, changed by what changed since one like it was looked at.

use std::sync::Arc;

use super::super::bitboard::{CELLS, MAX_SIZE, board_cells, file_and_rank};
use super::super::pattern_board::PatternBoard;
use super::kernels::Kernels;
use super::{CHANNELS, Features, Network, OFF_BOARD, PointRows};
use crate::search::nnue::InstructionSet;

/// Points of the largest board with one more file and rank on either side.
const MAX_POINTS: usize = (MAX_SIZE as usize + 2) * (MAX_SIZE as usize + 2);

const WORDS: usize = MAX_POINTS.div_ceil(64);

/// Most stones between a position and the one before from which its state is made.
const MAX_STONES_BETWEEN: usize = 4;

/// A set of points of the padded board.
#[derive(Clone, Copy, Default)]
pub(super) struct PointSet([u64; WORDS]);

impl PointSet {
    /// Adds a point.
    #[inline(always)]
    fn insert(&mut self, point: usize) {
        self.0[point / 64 % WORDS] |= 1 << (point % 64);
    }

    /// True if it has this point.
    #[inline(always)]
    fn contains(&self, point: usize) -> bool {
        self.0[point / 64 % WORDS] >> (point % 64) & 1 != 0
    }

    /// These points and the two that come so many before and after each, fewer than 64.
    #[inline(always)]
    fn widened(&self, step: usize) -> PointSet {
        let word = |n: usize| self.0.get(n).copied().unwrap_or_default();
        PointSet(std::array::from_fn(|n| {
            let later = word(n) << step | word(n.wrapping_sub(1)) >> (64 - step);
            let earlier = word(n) >> step | word(n + 1) << (64 - step);
            word(n) | later | earlier
        }))
    }

    /// The points of both sets.
    #[inline(always)]
    fn and(&self, other: &PointSet) -> PointSet {
        PointSet(std::array::from_fn(|n| self.0[n] & other.0[n]))
    }

    /// Shows each point.
    #[inline(always)]
    pub(super) fn for_each(&self, mut visit: impl FnMut(usize)) {
        for (n, &word) in self.0.iter().enumerate() {
            let mut points = word;
            while points != 0 {
                visit(n * 64 + points.trailing_zeros() as usize);
                points &= points - 1;
            }
        }
    }
}

/// The board with one more file and rank on either side, so that every point has eight around it.
struct Layout {
    /// Files and ranks of the board.
    size: u8,
    /// Points by cell.
    points: Box<[u16; CELLS]>,
    /// The points of the board.
    board: PointSet,
}

impl Layout {
    fn new(size: u8) -> Layout {
        let mut points = Box::new([0; CELLS]);
        let mut board = PointSet::default();
        for cell in board_cells(size) {
            let (file, rank) = file_and_rank(cell);
            let point = (usize::from(rank) + 1) * (usize::from(size) + 2) + usize::from(file) + 1;
            points[usize::from(cell)] = point as u16;
            board.insert(point);
        }
        Layout { size, points, board }
    }

    /// The point of a cell.
    #[inline(always)]
    fn point_of(&self, cell: u16) -> usize {
        self.points[usize::from(cell) % CELLS].into()
    }

    /// Points from one rank to the next.
    #[inline(always)]
    fn stride(&self) -> usize {
        usize::from(self.size) + 2
    }

    /// The points of the board among these and those around them.
    #[inline(always)]
    fn around(&self, points: &PointSet) -> PointSet {
        points.widened(1).widened(self.stride()).and(&self.board)
    }
}

/// A point that is not what it was.
pub(super) struct Change {
    pub(super) point: usize,
    /// Its rows before and now.
    pub(super) gone: PointRows,
    pub(super) come: PointRows,
}

/// The features of one position.
pub(super) struct State {
    /// The hash of the stones, on which alone it depends.
    hash: Option<u64>,
    /// That of the state from which it was made.
    base_hash: Option<u64>,
    /// The points of the board that are seen differently there.
    pub(super) touched: PointSet,
    /// Features of each point of the padded board, looked at with those around.
    pub(super) seen: Vec<Features>,
    /// Their sums over the board, without the negative ones.
    pub(super) pooled: [i32; CHANNELS],
}

/// The features of the positions of a line, by the number of stones.
pub struct Accumulators {
    network: Arc<Network>,
    kernels: Kernels,
    states: Vec<State>,
    layout: Layout,
    /// The board without anything, from which the first state is made.
    empty: State,
    changes: Vec<Change>,
}

impl Accumulators {
    /// No board yet.
    #[must_use]
    pub fn new(network: Arc<Network>) -> Accumulators {
        let instructions = InstructionSet::all().first().copied();
        let layout = Layout::new(0);
        let empty = State::empty(&network, 0);
        Accumulators {
            network,
            kernels: Kernels(instructions.unwrap_or(InstructionSet::Portable)),
            states: Vec::new(),
            layout,
            empty,
            changes: Vec::new(),
        }
    }

    /// The value of a position for the side to move, as the logarithm of the odds to win.
    #[must_use]
    pub fn value(&mut self, board: &PatternBoard) -> f32 {
        let n = self.look_at(board);
        let head = &self.network.heads[board.colour()];
        self.kernels.value(head, &self.states[n].pooled, board.threats().index())
    }

    /// The ordering score of a stone of the side to move on this empty cell.
    #[must_use]
    pub fn move_order_score(&mut self, board: &PatternBoard, cell: u16) -> i32 {
        let n = self.look_at(board);
        let seen = self.states[n].seen.get(self.layout.point_of(cell));
        seen.map_or(0, |seen| self.network.heads[board.colour()].order(seen))
    }

    /// The number of the state of a position. If it is another, it is made from that of the position
    /// one stone before, or a few.
    #[inline]
    fn look_at(&mut self, board: &PatternBoard) -> usize {
        let n = usize::from(board.position().stone_count());
        let hash = board.position().hash;
        if self.states.get(n).is_none_or(|state| state.hash != Some(hash)) {
            self.change(board, n);
        }
        n
    }

    fn change(&mut self, board: &PatternBoard, n: usize) {
        let size = board.position().size();
        if size != self.layout.size {
            self.layout = Layout::new(size);
            self.empty = State::empty(&self.network, size);
            self.states.clear();
        }
        while self.states.len() <= n {
            // Its features come with the first position.
            self.states.push(State { seen: Vec::new(), ..State::empty(&self.network, 0) });
        }
        let (before, rest) = self.states.split_at_mut(n);
        let state = &mut rest[0];
        self.changes.clear();
        let (mut noted, mut changed) = (PointSet::default(), PointSet::default());
        let mut note = |cell: u16, gone: PointRows| {
            let (point, come) = (self.layout.point_of(cell), board.rows(cell));
            if !noted.contains(point) && gone != come {
                changed.insert(point);
                self.changes.push(Change { point, gone, come });
            }
            noted.insert(point);
        };
        let known = (1..=MAX_STONES_BETWEEN).find_map(|stones| {
            let base = before.get(n.checked_sub(stones)?)?;
            let (hash, changes) = board.changes_since(stones)?;
            (base.hash == Some(hash)).then_some((base, changes))
        });
        let base = match known {
            Some((base, changes)) => {
                changes.for_each(|(cell, gone)| note(cell, gone));
                base
            }
            None => {
                board_cells(size).for_each(|cell| note(cell, OFF_BOARD));
                &self.empty
            }
        };
        if state.base_hash == base.hash && base.hash.is_some() {
            state.touched.for_each(|point| {
                if let (Some(seen), Some(before)) =
                    (state.seen.get_mut(point), base.seen.get(point))
                {
                    *seen = *before;
                }
            });
        } else {
            state.seen.clone_from(&base.seen);
        }
        state.touched = self.layout.around(&changed);
        (state.hash, state.base_hash) = (Some(board.position().hash), base.hash);
        self.kernels.change(state, &self.network, self.layout.stride(), base, &self.changes);
    }
}

impl State {
    /// A board of this size without anything.
    fn empty(network: &Network, size: u8) -> State {
        let side = usize::from(size);
        let of_board = |bias: i16| i32::from(bias.max(0)) * (side * side) as i32;
        State {
            hash: None,
            base_hash: None,
            touched: PointSet::default(),
            seen: vec![network.bias; (side + 2) * (side + 2)],
            pooled: network.bias.0.map(of_board),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::super::candidate_moves::CandidateMove;
    use super::super::super::opening_rule::OpeningRule;
    use super::super::super::position::{Gomoku, Rule};
    use super::super::random_network;
    use super::*;
    use crate::core::{Position, Random};

    #[test]
    fn a_state_that_was_changed_is_that_of_the_board_with_every_instruction_set() {
        for (rule, size) in [(Rule::Freestyle, 15), (Rule::Renju, 15), (Rule::Standard, 19)] {
            let mut random = Random::new(size.into());
            let network = Arc::new(random_network(&mut random));
            let mut kept = Accumulators::new(Arc::clone(&network));
            let mut board = PatternBoard::new(&Gomoku::new(size, rule, OpeningRule::None));
            let (mut moves, mut line) = (Vec::new(), Vec::new());
            for _ in 0..400 {
                board.legal_moves(&mut moves);
                // Forth, and now and then some moves back.
                if moves.is_empty() || random.below(4) == 0 {
                    for _ in 0..=random.below(3) {
                        let Some((mv, undo)) = line.pop() else { break };
                        board.undo(mv, undo);
                    }
                } else {
                    let mv: CandidateMove = *random.pick(&moves).unwrap();
                    line.push((mv, board.play(mv)));
                }
                if random.below(3) == 0 {
                    continue;
                }
                let value = kept.value(&board);
                let cell = board.empty_cells().cells().next().unwrap();
                let order = kept.move_order_score(&board, cell);
                for instructions in InstructionSet::all() {
                    let mut fresh = Accumulators::new(Arc::clone(&network));
                    fresh.kernels = Kernels(instructions);
                    assert_eq!(fresh.value(&board).to_bits(), value.to_bits());
                    assert_eq!(fresh.move_order_score(&board, cell), order);
                }
            }
        }
    }
}

//! What the patterns are worth: a small network of whole numbers.
//!
//! Every content of every pattern has a row of a few numbers, the same at all
//! times of the game. The rows of all places of a position are summed, with
//! two rows for the numbers of moves of both sides. What the sums mean, alone,
//! two by two and through one hidden layer, is learned for each number of
//! empty squares apart. All of it is arithmetic of whole numbers, so that
//! every machine finds the same value.

use super::features::Patterns;
use super::shapes::{
    BLOCK, BLOCK_OF, BLOCKS, LAID, LANES, MIDDLES_OF_BLOCKS, PLACES, STARTS, TABLE,
};
use crate::games::reversi::bits::Bits;
use crate::search::in_large_pages;

/// How many numbers the row of a content has.
pub const WIDTH: usize = 16;
/// Half of them: number `n` of the first half goes with number `n` of the
/// second.
pub(super) const HALF: usize = WIDTH / 2;
/// How many numbers the hidden layer has.
pub(super) const HIDDEN: usize = 16;
/// A side has fewer moves than this; more are counted as so many.
pub(super) const MOVES: usize = 32;
/// All rows: those of the shapes, then those of the number of own moves, then
/// those of the opponent's.
pub(super) const ENTRIES: usize = TABLE + 2 * MOVES;
/// The layers are learned apart for each number of empty squares below this;
/// with more the last ones are used.
pub(super) const STAGES: usize = 55;

/// The unit of rows and sums is this part of the network's own.
pub(super) const ROW: f32 = 64.0;
/// The unit of the weights into the hidden layer.
pub(super) const INNER: f32 = 2048.0;
/// The unit of the hidden layer and of the weights behind it.
pub(super) const OUTER: f32 = 1024.0;
/// The unit of what is added at the end.
pub(super) const SHIFT: f32 = 1024.0;
/// Discs in the unit of the network.
pub(super) const DISCS: f32 = 16.0;

/// Beyond this, in the unit of the network, a number of the hidden layer says
/// no more.
pub(super) const FULL: f32 = 2.0;
/// No weight of the layers is larger, in its own unit.
pub(super) const LARGEST: i16 = 1 << 14;

/// No estimate is beyond this, in hundredths of a disc.
const HIGHEST: i64 = 6400;

/// What the content of a pattern adds to the sums.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(align(16))]
pub(super) struct Row(pub [i8; WIDTH]);

impl Row {
    pub(super) const EMPTY: Row = Row([0; WIDTH]);
}

/// The layers for one number of empty squares.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Layers {
    /// What the sums begin with.
    pub start: [i16; WIDTH],
    /// What the sums are worth by themselves.
    pub direct: [i16; WIDTH],
    /// To each number of the hidden layer from each product, then each sum.
    pub inner: [[i16; WIDTH]; HIDDEN],
    /// What the hidden layer begins with.
    pub hidden: [i16; HIDDEN],
    /// What the hidden layer is worth.
    pub outer: [i16; HIDDEN],
    /// What is added at the end.
    pub shift: i16,
}

impl Layers {
    pub(super) const EMPTY: Layers = Layers {
        start: [0; WIDTH],
        direct: [0; WIDTH],
        inner: [[0; WIDTH]; HIDDEN],
        hidden: [0; HIDDEN],
        outer: [0; HIDDEN],
        shift: 0,
    };
}

/// The layers in the order in which they are used: a pair of inputs goes to
/// half of the hidden layer at once.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stage {
    /// By the pair of inputs and the half of the hidden layer, the weights of
    /// both inputs to each of its numbers.
    pub(super) inner: [[[i16; WIDTH]; 2]; WIDTH / 2],
    pub(super) hidden: [[i32; HIDDEN / 2]; 2],
    pub(super) outer: [[i32; HIDDEN / 2]; 2],
    pub(super) direct: [i16; WIDTH],
    start: [i16; WIDTH],
    shift: i64,
}

impl Stage {
    fn new(layers: &Layers) -> Stage {
        let mut inner = [[[0; WIDTH]; 2]; WIDTH / 2];
        for (to, from) in layers.inner.iter().enumerate() {
            for (n, &weight) in from.iter().enumerate() {
                inner[n / 2][to / 8][to % 8 * 2 + n % 2] = weight;
            }
        }
        let halves = |numbers: &[i16; HIDDEN]| {
            [0, 1].map(|half| std::array::from_fn(|n| i32::from(numbers[half * HIDDEN / 2 + n])))
        };
        Stage {
            inner,
            hidden: halves(&layers.hidden),
            outer: halves(&layers.outer),
            direct: layers.direct,
            start: layers.start,
            shift: i64::from(layers.shift),
        }
    }

    /// What the sums are worth, in hundredths of a disc.
    #[inline(always)]
    pub fn value(&self, sums: &[i16; WIDTH]) -> i32 {
        const ONE: i16 = ROW as i16;
        // Of products and sums, 1 is `2^14`.
        let mut inputs = [0i32; WIDTH];
        for n in 0..HALF {
            let (first, second) = (sums[n].clamp(-ONE, ONE), sums[n + HALF].clamp(-ONE, ONE));
            inputs[n] = i32::from(first * second) << 2;
            inputs[n + HALF] = i32::from(second.max(0)) << 8;
        }
        let mut total = 0i32;
        for half in 0..2 {
            let mut seen = [0i32; HIDDEN / 2];
            for (pair, inner) in self.inner.iter().enumerate() {
                let (first, second) = (inputs[2 * pair], inputs[2 * pair + 1]);
                for (seen, weights) in seen.iter_mut().zip(inner[half].as_chunks::<2>().0) {
                    let [one, other] = weights.map(i32::from);
                    *seen = seen.wrapping_add(first * one).wrapping_add(second * other);
                }
            }
            for (n, seen) in seen.into_iter().enumerate() {
                let seen = (seen >> 15) + self.hidden[half][n];
                let seen = seen.clamp(0, (FULL * OUTER) as i32);
                total = total.wrapping_add(seen * self.outer[half][n]);
            }
        }
        let mut direct = 0i32;
        for (&sum, &weight) in sums.iter().zip(&self.direct) {
            direct = direct.wrapping_add(i32::from(sum) * i32::from(weight));
        }
        self.joined(total, direct)
    }

    /// What both ways to the end come to, in hundredths of a disc.
    #[inline(always)]
    pub(super) fn joined(&self, total: i32, direct: i32) -> i32 {
        // Of the total, 1 is `2^20`.
        let total = i64::from(total) + (i64::from(direct) << 4) + (self.shift << 10);
        let value = (total * (DISCS as i64 * 100)) >> 20;
        value.clamp(-HIGHEST, HIGHEST) as i32
    }
}

/// The weights as the search uses them: a few megabytes, never changed,
/// shared by all.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Weights {
    /// One row for every content of the shapes, laid out in [`BLOCKS`] blocks.
    contents: Vec<Row>,
    /// Those of the numbers of own moves, then those of the opponent's.
    moves: [[Row; MOVES]; 2],
    /// By the number of empty squares.
    stages: Box<[Stage; STAGES]>,
    layers: Vec<Layers>,
}

impl Weights {
    /// From the rows and layers that are known; the others are empty.
    pub(super) fn new(rows: &[Row], mut layers: Vec<Layers>) -> Weights {
        layers.resize(STAGES, Layers::EMPTY);
        let row = |entry: usize| rows.get(entry).copied().unwrap_or(Row::EMPTY);
        let mut laid = in_large_pages(BLOCKS * BLOCK, || Row::EMPTY);
        for entry in 0..TABLE {
            laid[place(entry)] = row(entry);
        }
        let moves = |side| std::array::from_fn(|n| row(TABLE + side * MOVES + n));
        let stages: Vec<Stage> = layers.iter().map(Stage::new).collect();
        let empty = || Box::new(std::array::from_fn(|_| Stage::new(&Layers::EMPTY)));
        Weights {
            contents: laid,
            moves: [moves(0), moves(1)],
            stages: stages.try_into().unwrap_or_else(|_| empty()),
            layers,
        }
    }

    /// The rows of all entries, in order.
    pub(super) fn rows(&self) -> impl Iterator<Item = Row> {
        let contents = (0..TABLE).map(|entry| self.contents[place(entry)]);
        contents.chain(self.moves.iter().flatten().copied())
    }

    /// The layers by the number of empty squares.
    pub(super) fn layers(&self) -> &[Layers] {
        &self.layers
    }

    /// The expected final difference for the side to move, in hundredths of a
    /// disc from -6400 to 6400. `patterns` are those of this position.
    #[inline(always)]
    #[must_use]
    pub fn value(&self, patterns: &Patterns, own: u64, opponent: u64) -> i32 {
        let empty = !(own | opponent);
        let moves = u64::mobility(own, opponent, empty).count_ones();
        let replies = u64::mobility(opponent, own, empty).count_ones();
        let (stage, sums) = self.sums(patterns, (own | opponent).count_ones(), [moves, replies]);
        stage.value(&sums)
    }

    /// The layers for so many discs.
    #[inline(always)]
    pub(super) fn stage(&self, discs: u32) -> &Stage {
        &self.stages[64usize.saturating_sub(discs as usize).min(STAGES - 1)]
    }

    /// The layers for so many discs, and what goes into them, where the side to
    /// move and the other have so many moves.
    #[inline(always)]
    pub fn sums(&self, patterns: &Patterns, discs: u32, moves: [u32; 2]) -> (&Stage, [i16; WIDTH]) {
        let stage = self.stage(discs);
        let Some(blocks) = self.contents.as_chunks::<BLOCK>().0.first_chunk::<BLOCKS>() else {
            return (stage, stage.start);
        };
        let numbers = &patterns.numbers.0;
        let entries: [u16; LANES] =
            std::array::from_fn(|n| numbers[n].wrapping_add(MIDDLES_OF_BLOCKS.0[n]) as u16);
        let mut sums = stage.start;
        let mut add = |row: &Row| {
            for (sum, &number) in sums.iter_mut().zip(&row.0) {
                *sum = sum.wrapping_add(i16::from(number));
            }
        };
        for place in 0..PLACES {
            add(&blocks[BLOCK_OF[place]][usize::from(entries[place])]);
        }
        for (rows, moves) in self.moves.iter().zip(moves) {
            add(&rows[(moves as usize).min(MOVES - 1)]);
        }
        (stage, sums)
    }
}

/// Where the row of an entry of the shapes lies.
fn place(entry: usize) -> usize {
    let shape = STARTS.partition_point(|&start| start <= entry) - 1;
    let (block, start) = LAID[shape];
    block * BLOCK + start + entry - STARTS[shape]
}

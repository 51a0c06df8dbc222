//! What the patterns are worth: a small network of whole numbers.
//!
//! Every content of every pattern has a row of a few numbers, the same at all
//! times of the game. The rows of all places of a position are summed, with
//! two rows for the numbers of moves of both sides. What the sums mean, alone,
//! two by two and through one hidden layer, is learned for each number of
//! empty squares apart. All of it is arithmetic of whole numbers, so that
//! every machine finds the same value.

use super::features::Patterns;
use super::shapes::{MIDDLES, PLACES, TABLE};
use crate::games::reversi::bits::Bits;

/// How many numbers the row of a content has.
pub(super) const WIDTH: usize = 16;
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

/// The sum of the products.
#[inline(always)]
fn dot(a: &[i16; WIDTH], b: &[i16; WIDTH]) -> i32 {
    let mut sum = 0i32;
    for n in 0..WIDTH {
        sum = sum.wrapping_add(i32::from(a[n]) * i32::from(b[n]));
    }
    sum
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

    /// What the sums are worth, in hundredths of a disc.
    #[inline(always)]
    fn value(&self, sums: &[i16; WIDTH]) -> i32 {
        const ONE: i16 = ROW as i16;
        // Of products and sums, 1 is `2^14`.
        let mut inputs = [0i16; WIDTH];
        for n in 0..HALF {
            let (first, second) = (sums[n].clamp(-ONE, ONE), sums[n + HALF].clamp(-ONE, ONE));
            inputs[n] = (first * second) << 2;
            inputs[n + HALF] = second.max(0) << 8;
        }
        let mut total = 0i32;
        for n in 0..HIDDEN {
            let sum = dot(&inputs, &self.inner[n]) >> 15;
            let seen = (sum + i32::from(self.hidden[n])).clamp(0, (FULL * OUTER) as i32);
            total = total.wrapping_add(seen * i32::from(self.outer[n]));
        }
        let direct = dot(sums, &self.direct);
        // Of the total, 1 is `2^20`.
        let total = i64::from(total) + (i64::from(direct) << 4) + (i64::from(self.shift) << 10);
        let value = (total * (DISCS as i64 * 100)) >> 20;
        value.clamp(-HIGHEST, HIGHEST) as i32
    }
}

/// The weights as the search uses them: a few megabytes, never changed,
/// shared by all.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Weights {
    /// One row for every entry.
    pub(super) rows: Box<[Row; ENTRIES]>,
    /// By the number of empty squares.
    pub(super) stages: Vec<Layers>,
}

impl Weights {
    /// From the rows and layers that are known; the others are empty.
    pub(super) fn new(mut rows: Vec<Row>, mut stages: Vec<Layers>) -> Weights {
        rows.resize(ENTRIES, Row::EMPTY);
        stages.resize(STAGES, Layers::EMPTY);
        let rows = rows.try_into().unwrap_or_else(|_| Box::new([Row::EMPTY; ENTRIES]));
        Weights { rows, stages }
    }

    /// The expected final difference for the side to move, in hundredths of a
    /// disc from -6400 to 6400. `patterns` are those of this position.
    #[inline(always)]
    #[must_use]
    pub fn value(&self, patterns: &Patterns, own: u64, opponent: u64) -> i32 {
        let empty = !(own | opponent);
        let moves = u64::mobility(own, opponent, empty).count_ones();
        let replies = u64::mobility(opponent, own, empty).count_ones();
        self.value_with(patterns, (own | opponent).count_ones(), [moves, replies])
    }

    /// The same where the numbers of discs and of the moves of both sides,
    /// those of the side to move first, are already known.
    #[inline(always)]
    #[must_use]
    pub fn value_with(&self, patterns: &Patterns, discs: u32, moves: [u32; 2]) -> i32 {
        let layers = &self.stages[64usize.saturating_sub(discs as usize).min(STAGES - 1)];
        let numbers = &patterns.numbers.0;
        let mut sums = layers.start;
        let mut add = |entry: usize| {
            let row = &self.rows[entry.min(ENTRIES - 1)];
            for (sum, &number) in sums.iter_mut().zip(&row.0) {
                *sum = sum.wrapping_add(i16::from(number));
            }
        };
        for place in 0..PLACES {
            add(MIDDLES[place].wrapping_add_signed(isize::from(numbers[place])));
        }
        add(TABLE + (moves[0] as usize).min(MOVES - 1));
        add(TABLE + MOVES + (moves[1] as usize).min(MOVES - 1));
        layers.value(&sums)
    }
}

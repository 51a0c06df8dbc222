//! The network that judges positions of Gomoku: each point has features by the [codes] of the lines
//! through it, which are looked at together with those of the eight points around and then summed
//! over the board. Two small layers make the value of the sums; the ordering score of a move is
//! weighed from the features of its point.
//!
//! Numbers that belong to a point are integers, so that they can be changed move by move without
//! loss; the last layers are floating-point numbers added in a fixed order. Both are the same on
//! every machine.
//!
//! [codes]: super::point_codes

mod accumulators;
mod kernels;
mod network_file;

pub use accumulators::Accumulators;
pub(super) use network_file::{CONTEXTS, read_network, write_network};

use super::judgement::THREAT_COUNT;
use super::point_codes::CODE_COUNT;

/// Features of a point: first those that Black sees, then those that White does.
pub const CHANNELS: usize = 32;

/// Features of a point as one colour sees it.
pub const VIEW: usize = CHANNELS / 2;

/// Width of the layers between the sums and the value.
pub const HIDDEN: usize = 32;

/// The row of features of a point with a black stone.
pub const BLACK_STONE: u16 = CODE_COUNT as u16;

/// The row of features of a point with a white stone.
pub const WHITE_STONE: u16 = BLACK_STONE + 1;

/// Rows of features of a colour.
pub const ROW_COUNT: usize = CODE_COUNT + 2;

/// The rows of a cell off the board.
pub const OFF_BOARD: PointRows = [u16::MAX; 2];

/// The rows of a point by colour: the codes of an empty one; of one with a stone
/// [`BLACK_STONE`] or [`WHITE_STONE`], and nothing else.
pub type PointRows = [u16; 2];

/// The rows of a point with a stone.
#[must_use]
pub const fn stone_rows(colour: usize) -> PointRows {
    // Rows of stones are empty in the second table.
    [if colour == 0 { BLACK_STONE } else { WHITE_STONE }, BLACK_STONE]
}

/// A feature of 1.
pub const FEATURE_ONE: f32 = 2048.0;

/// A weight of 1 of a neighbouring feature.
pub const AROUND_ONE: f32 = 8192.0;

/// A feature that was looked at with those around is 1.
pub const SEEN_ONE: f32 = FEATURE_ONE * AROUND_ONE / 65_536.0;

/// The sums over the board are divided by this.
pub const POOL_SCALE: f32 = 32.0;

/// A number of the last layers is a multiple of this, so that it can be stored as a whole number.
pub const HEAD_STEP: f32 = 1.0 / 4096.0;

/// A weight of ordering of 1.
pub const ORDER_ONE: f32 = 1024.0;

/// Right shift from a weighted sum to an ordering score.
const ORDER_SHIFT: u32 = 11;

/// Features of a point, or weights of each. They fill a cache line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(align(64))]
pub struct Features(pub [i16; CHANNELS]);

impl Features {
    /// None.
    pub const ZERO: Features = Features([0; CHANNELS]);
}

/// Layers that make value and ordering scores of the sums, for one colour to move.
#[derive(Clone, Debug, PartialEq)]
pub struct Head {
    /// From the sums to the first layer.
    pub first: Box<[[f32; HIDDEN]; CHANNELS]>,
    /// Contributions of threats to the first layer, by their index.
    pub threats: Box<[[f32; HIDDEN]; THREAT_COUNT]>,
    /// Bias of the first layer.
    pub first_bias: [f32; HIDDEN],
    /// From the first to the second layer.
    pub second: Box<[[f32; HIDDEN]; HIDDEN]>,
    /// Bias of the second layer.
    pub second_bias: [f32; HIDDEN],
    /// From the second layer to the value.
    pub last: [f32; HIDDEN],
    /// Bias of the value.
    pub last_bias: f32,
    /// Weights of the ordering score, in 1/[`ORDER_ONE`].
    pub order: Features,
}

/// The network of a rule set.
#[derive(Clone, Debug, PartialEq)]
pub struct Network {
    /// By colour, the features that its row adds to a point, in 1/[`FEATURE_ONE`].
    pub features: [Box<[Features; ROW_COUNT]>; 2],
    /// The weights of the point itself, of the four next to it and of the four at its corners, in
    /// 1/[`AROUND_ONE`].
    pub around: [Features; 3],
    /// Bias of the features that were looked at together, in 1/[`SEEN_ONE`].
    pub bias: Features,
    /// By colour to move.
    pub heads: [Head; 2],
}

impl Head {
    /// The value for the side to move, as the logarithm of the odds to win.
    #[inline(always)]
    fn value(&self, pooled: &[i32; CHANNELS], threats: usize) -> f32 {
        let mut first = self.first_bias;
        let of_threats = &self.threats[threats % THREAT_COUNT];
        for (sum, weight) in first.iter_mut().zip(of_threats) {
            *sum += weight;
        }
        add_weighted(
            &mut first,
            pooled.map(|sum| sum as f32 / (SEEN_ONE * POOL_SCALE)),
            &self.first,
        );
        let mut second = self.second_bias;
        add_weighted(&mut second, first.map(|sum| sum.max(0.0)), &self.second);
        // Eight sums side by side, which processors add at once.
        let mut sums = [0.0; 8];
        for (numbers, weights) in second.chunks_exact(8).zip(self.last.chunks_exact(8)) {
            for ((sum, number), weight) in sums.iter_mut().zip(numbers).zip(weights) {
                *sum += number.max(0.0) * weight;
            }
        }
        sums.iter().sum::<f32>() + self.last_bias
    }

    /// The ordering score of a point with these features: 128 more for a move that is likelier by
    /// the factor e.
    #[inline]
    #[must_use]
    pub fn order(&self, seen: &Features) -> i32 {
        let weighted = seen.0.iter().zip(&self.order.0);
        let sum: i32 =
            weighted.map(|(&seen, &weight)| i32::from(seen.max(0)) * i32::from(weight)).sum();
        sum >> ORDER_SHIFT
    }
}

/// Adds a row of weights for each number, times the number.
#[inline(always)]
fn add_weighted<const N: usize>(
    sums: &mut [f32; HIDDEN],
    numbers: [f32; N],
    rows: &[[f32; HIDDEN]; N],
) {
    for (number, row) in numbers.into_iter().zip(rows) {
        for (sum, weight) in sums.iter_mut().zip(row) {
            *sum += number * weight;
        }
    }
}

/// A network of random weights, for tests.
#[cfg(test)]
pub(super) fn random_network(random: &mut crate::core::Random) -> Network {
    let mut network = Network::zero();
    let mut number = |reach: usize| random.below(2 * reach + 1) as i16 - reach as i16;
    let mut whole = |row: &mut Features, reach: usize| {
        row.0.iter_mut().for_each(|it| *it = number(reach));
    };
    let [black, white] = &mut network.features;
    black.iter_mut().chain(white.iter_mut()).for_each(|row| whole(row, 4000));
    network.around.iter_mut().for_each(|row| whole(row, 8000));
    whole(&mut network.bias, 300);
    network.heads.iter_mut().for_each(|head| whole(&mut head.order, 3000));
    for head in &mut network.heads {
        let rows = head.first.iter_mut().chain(head.second.iter_mut());
        let last = [&mut head.last];
        rows.chain(last).flatten().for_each(|it| *it = f32::from(number(2000)) * HEAD_STEP);
    }
    network
}

//! The sizes of a network.

use thiserror::Error;

/// The sizes of a network. All numbers of channels are multiples of [`CHANNEL_UNIT`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NetworkShape {
    /// Planes of the input.
    pub planes: usize,
    /// Numbers of the input that belong to no point.
    pub globals: usize,
    /// Channels of the residual tower.
    pub channels: usize,
    /// Channels that a block with global pooling pools.
    pub pooled: usize,
    /// For each residual block, true if it has global pooling.
    pub blocks: Vec<bool>,
    /// Channels of each of the heads: policy, pooled policy, and value.
    pub head: usize,
    /// Elements of the hidden layer of the value.
    pub hidden: usize,
}

/// Error of the sizes of a network.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error(
    "the sizes of this network are out of range; expected multiples of {CHANNEL_UNIT} channels, \
     at most {MAX_CHANNELS}, fewer pooled than all, and 1 to {MAX_BLOCKS} blocks"
)]
pub struct ShapeError;

/// The number of channels is a multiple of this: the elements of the widest vector.
pub const CHANNEL_UNIT: usize = 16;

/// Maximum number of channels of any layer.
const MAX_CHANNELS: usize = 512;

/// Maximum number of blocks.
const MAX_BLOCKS: usize = 32;

/// The policy head, its pooled part, and the value head come out of one convolution.
pub const HEADS: usize = 3;

/// Numbers that pooling makes of each channel.
pub const POOLS: usize = 3;

/// Outputs of the value head: win, loss, score lead, and its deviation.
pub const VALUES: usize = 4;

/// A convolution of a network.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ConvShape {
    /// Input channels.
    pub inputs: usize,
    /// Output channels.
    pub outputs: usize,
    /// Points that an output sees: 9, or 1.
    pub taps: usize,
}

impl ConvShape {
    /// Number of weights.
    pub fn len(self) -> usize {
        self.inputs * self.outputs * self.taps
    }
}

impl NetworkShape {
    /// Checks that the sizes are in range.
    pub(super) fn check(&self) -> Result<(), ShapeError> {
        let channels = [self.planes, self.channels, self.pooled, self.head, self.hidden];
        let is_valid = |&count: &usize| {
            count > 0 && count <= MAX_CHANNELS && count.is_multiple_of(CHANNEL_UNIT)
        };
        let fits = channels.iter().all(is_valid)
            && self.pooled < self.channels
            && (1..=MAX_CHANNELS).contains(&self.globals)
            && (1..=MAX_BLOCKS).contains(&self.blocks.len());
        if fits { Ok(()) } else { Err(ShapeError) }
    }

    /// Channels between the two convolutions of a block.
    pub fn inner(&self, block: usize) -> usize {
        if self.blocks[block] { self.channels - self.pooled } else { self.channels }
    }

    /// All convolutions in their order: the first, two of each block, and the heads.
    pub fn convolutions(&self) -> Vec<ConvShape> {
        let whole = |inputs, outputs| ConvShape { inputs, outputs, taps: 9 };
        let mut all = vec![whole(self.planes, self.channels)];
        for block in 0..self.blocks.len() {
            all.push(whole(self.channels, self.channels));
            all.push(whole(self.inner(block), self.channels));
        }
        all.push(ConvShape { inputs: self.channels, outputs: HEADS * self.head, taps: 1 });
        all
    }
}

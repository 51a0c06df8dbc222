//! Weights in the order in which the kernels read them, and the geometry of a board.

use super::kernels::{FREQUENCIES, Packing, transform_weights};
use super::quantise::QuantisedConv;
use super::shape::{CHANNEL_UNIT, ConvShape};

/// Points that a kernel computes at once.
pub const TILE: usize = 6;

/// Weights of [`CHANNEL_UNIT`] outputs as quadruples of bytes, one for each of four inputs.
#[cfg(target_arch = "x86_64")]
#[derive(Clone, Copy, Debug)]
#[repr(C, align(64))]
pub struct ByteLanes(pub [i8; 4 * CHANNEL_UNIT]);

/// Weights of [`CHANNEL_UNIT`] outputs as words, for each of two inputs.
#[derive(Clone, Copy, Debug)]
#[repr(C, align(64))]
pub struct WordLanes(pub [i16; 2 * CHANNEL_UNIT]);

/// The first of each group of inputs and each unit of outputs, for each part of the weights.
fn groups(
    shape: ConvShape,
    parts: usize,
    group: usize,
) -> impl Iterator<Item = (usize, usize, usize)> {
    (0..parts).flat_map(move |part| {
        (0..shape.inputs).step_by(group).flat_map(move |input| {
            (0..shape.outputs).step_by(CHANNEL_UNIT).map(move |output| (part, input, output))
        })
    })
}

/// The weights of a convolution. One list is empty.
#[derive(Clone, Debug)]
pub struct PackedWeights {
    /// Input channels.
    pub inputs: usize,
    /// Output channels.
    pub outputs: usize,
    /// 9, or 1.
    pub taps: usize,
    /// By tap, group of four inputs, and unit of outputs.
    #[cfg(target_arch = "x86_64")]
    pub bytes: Vec<ByteLanes>,
    /// By frequency where there are nine taps, group of two inputs, and unit of outputs.
    pub words: Vec<WordLanes>,
}

/// Packs weights as bytes.
#[cfg(target_arch = "x86_64")]
fn pack_bytes(conv: &QuantisedConv) -> Vec<ByteLanes> {
    let ConvShape { inputs, taps, .. } = conv.shape;
    let lanes = |(tap, input, output): (usize, usize, usize)| {
        let index = |n: usize| (output + n / 4) * inputs + input + n % 4;
        ByteLanes(std::array::from_fn(|n| conv.weights[index(n) * taps + tap]))
    };
    groups(conv.shape, taps, 4).map(lanes).collect()
}

/// Packs weights as words, those of nine taps in frequencies.
fn pack_words(conv: &QuantisedConv, packing: Packing) -> Vec<WordLanes> {
    let ConvShape { inputs, taps, .. } = conv.shape;
    let (parts, weights): (usize, Vec<i16>) = if taps == 1 {
        (1, conv.weights.iter().map(|&weight| weight.into()).collect())
    } else {
        let all = conv.weights.as_chunks().0.iter();
        (FREQUENCIES, all.flat_map(|&taps| transform_weights(taps)).collect())
    };
    let lanes = |(part, input, output): (usize, usize, usize)| {
        let weight =
            |input: usize, output: usize| weights[(output * inputs + input) * parts + part];
        WordLanes(std::array::from_fn(|n| match packing {
            Packing::Words => weight(input + n / CHANNEL_UNIT, output + n % CHANNEL_UNIT),
            _ => weight(input + n % 2, output + n / 2),
        }))
    };
    groups(conv.shape, parts, 2).map(lanes).collect()
}

impl PackedWeights {
    /// Packs the weights for a kernel.
    pub fn new(conv: &QuantisedConv, packing: Packing) -> PackedWeights {
        let ConvShape { inputs, outputs, taps } = conv.shape;
        PackedWeights {
            inputs,
            outputs,
            taps,
            #[cfg(target_arch = "x86_64")]
            bytes: if packing == Packing::Bytes { pack_bytes(conv) } else { Vec::new() },
            words: match packing {
                #[cfg(target_arch = "x86_64")]
                Packing::Bytes => Vec::new(),
                Packing::Pairs | Packing::Words => pack_words(conv, packing),
            },
        }
    }

    /// Units of outputs.
    #[inline]
    pub fn units(&self) -> usize {
        self.outputs / CHANNEL_UNIT
    }
}

/// The cells of a board in a padded array, whose border is zero: point (file, rank) is cell
/// `(rank + 1) * (files + 1) + file + 1`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Geometry {
    size: [u8; 2],
    /// The cell of each point, and then that of the last one again, up to a whole tile.
    tiled_cells: Vec<usize>,
}

impl Geometry {
    /// The geometry of a board of this size.
    pub fn new(files: u8, ranks: u8) -> Geometry {
        let (width, height) = (usize::from(files), usize::from(ranks));
        let points = width * height;
        let cell = |point: usize| (point / width + 1) * (width + 1) + point % width + 1;
        let tiled = 0..points.next_multiple_of(TILE);
        let tiled_cells = tiled.map(|point| cell(point.min(points - 1))).collect();
        Geometry { size: [files, ranks], tiled_cells }
    }

    /// True if it is of a board of this size.
    pub fn is_of(&self, files: u8, ranks: u8) -> bool {
        self.size == [files, ranks]
    }

    /// Files and ranks of the board.
    pub fn files_and_ranks(&self) -> (usize, usize) {
        (self.size[0].into(), self.size[1].into())
    }

    /// Number of points of the board.
    pub fn points(&self) -> usize {
        usize::from(self.size[0]) * usize::from(self.size[1])
    }

    /// Number of cells of the padded array.
    pub fn cells(&self) -> usize {
        (usize::from(self.size[1]) + 2) * (usize::from(self.size[0]) + 1) + 1
    }

    /// The cells of the points.
    pub fn point_cells(&self) -> &[usize] {
        &self.tiled_cells[..self.points()]
    }

    /// The cells of each tile.
    #[inline]
    pub fn tiles(&self) -> &[[usize; TILE]] {
        self.tiled_cells.as_chunks().0
    }

    /// The first cell of the taps of a cell: above by one rank, and to the left by one file; and
    /// the distance of the ranks.
    #[inline]
    pub fn stride(&self) -> usize {
        usize::from(self.size[0]) + 1
    }
}

/// The cell that a tap of a cell sees.
#[cfg(target_arch = "x86_64")]
#[inline(always)]
pub fn tap_cell(cell: usize, tap: usize, taps: usize, stride: usize) -> usize {
    if taps == 1 { cell } else { cell + tap / 3 * stride + tap % 3 - stride - 1 }
}

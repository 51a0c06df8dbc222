//! Weights in the order in which the kernels read them, and the geometry of a board.

use super::kernels::Packing;
use super::quantise::QuantisedConv;
use super::shape::CHANNEL_UNIT;

/// Points that a kernel computes at once.
pub const TILE: usize = 6;

/// Weights of [`CHANNEL_UNIT`] outputs as quadruples of bytes, one for each of four inputs.
#[derive(Clone, Copy, Debug)]
#[repr(C, align(64))]
pub struct ByteLanes(pub [i8; 4 * CHANNEL_UNIT]);

/// Weights of [`CHANNEL_UNIT`] outputs as words, for each of two inputs.
#[derive(Clone, Copy, Debug)]
#[repr(C, align(64))]
pub struct WordLanes(pub [i16; 2 * CHANNEL_UNIT]);

/// The weights of a convolution: by tap, group of inputs, and unit of outputs. One list is empty.
#[derive(Clone, Debug)]
pub struct PackedWeights {
    /// Input channels.
    pub inputs: usize,
    /// Output channels.
    pub outputs: usize,
    /// 9, or 1.
    pub taps: usize,
    /// Groups of four inputs.
    pub bytes: Vec<ByteLanes>,
    /// Groups of two inputs.
    pub words: Vec<WordLanes>,
}

impl PackedWeights {
    /// Packs the weights for a kernel.
    pub fn new(conv: &QuantisedConv, packing: Packing) -> PackedWeights {
        let shape = conv.shape;
        let group = match packing {
            Packing::Bytes => 4,
            Packing::Pairs | Packing::Words => 2,
        };
        let mut packed = PackedWeights {
            inputs: shape.inputs,
            outputs: shape.outputs,
            taps: shape.taps,
            bytes: Vec::new(),
            words: Vec::new(),
        };
        let weight = |tap: usize, input: usize, output: usize| {
            conv.weights[(output * shape.inputs + input) * shape.taps + tap]
        };
        for tap in 0..shape.taps {
            for input in (0..shape.inputs).step_by(group) {
                for output in (0..shape.outputs).step_by(CHANNEL_UNIT) {
                    let lane = |n: usize| weight(tap, input + n % group, output + n / group);
                    match packing {
                        Packing::Bytes => {
                            packed.bytes.push(ByteLanes(std::array::from_fn(lane)));
                        }
                        Packing::Pairs => {
                            let lanes = std::array::from_fn(|n| i16::from(lane(n)));
                            packed.words.push(WordLanes(lanes));
                        }
                        Packing::Words => {
                            let turned = |n: usize| lane(n % CHANNEL_UNIT * 2 + n / CHANNEL_UNIT);
                            let lanes = std::array::from_fn(|n| i16::from(turned(n)));
                            packed.words.push(WordLanes(lanes));
                        }
                    }
                }
            }
        }
        packed
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
#[inline(always)]
pub fn tap_cell(cell: usize, tap: usize, taps: usize, stride: usize) -> usize {
    if taps == 1 { cell } else { cell + tap / 3 * stride + tap % 3 - stride - 1 }
}

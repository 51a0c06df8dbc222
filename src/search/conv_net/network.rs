//! A network ready for evaluation.

use super::dense::{DenseLayers, Pool, relu};
use super::input::{NetworkInput, NetworkOutput};
use super::kernels::{Convolution, Epilogue, InstructionSet, WordScratch};
use super::packed::{Geometry, PackedWeights};
use super::quantise::{MAX_ACTIVATION, QuantisedWeights};
use super::shape::{HEADS, NetworkShape};

/// A convolution with what turns its sums into numbers.
#[derive(Clone, Debug)]
struct Layer {
    weights: PackedWeights,
    scales: Vec<f32>,
    bias: Vec<f32>,
    /// For each input, the reciprocal of its unit.
    input_scales: Vec<f32>,
}

/// A quantised network, ready for evaluation with one instruction set.
#[derive(Clone, Debug)]
pub struct ConvNet {
    shape: NetworkShape,
    instructions: InstructionSet,
    layers: Vec<Layer>,
    dense: DenseLayers,
}

/// Memory that an evaluation works in, kept between evaluations.
#[derive(Clone, Debug, Default)]
pub struct Scratch {
    geometry: Geometry,
    /// The planes, by cell.
    planes: Vec<u8>,
    /// The residual stream by point, and quantised by cell.
    stream: Vec<f32>,
    quantised: Vec<u8>,
    /// The inner activations of a block by point, and quantised by cell.
    inner: Vec<f32>,
    inner_quantised: Vec<u8>,
    /// The channels of the heads, by point.
    heads: Vec<f32>,
    words: WordScratch,
    pools: [Pool; 2],
}

impl Scratch {
    /// Makes room for a board, with zeros in the borders.
    fn resize(&mut self, shape: &NetworkShape, files: u8, ranks: u8) {
        let channels = shape.channels;
        let length = |geometry: &Geometry| geometry.cells() * channels;
        if self.geometry.is_of(files, ranks) && self.quantised.len() == length(&self.geometry) {
            return;
        }
        self.geometry = Geometry::new(files, ranks);
        let (points, cells) = (self.geometry.points(), self.geometry.cells());
        for bytes in [&mut self.quantised, &mut self.inner_quantised] {
            bytes.clear();
            bytes.resize(cells * channels, 0);
        }
        self.planes.clear();
        self.planes.resize(cells * shape.planes, 0);
        self.stream.resize(points * channels, 0.0);
        self.inner.resize(points * channels, 0.0);
        self.heads.resize(points * HEADS * shape.head, 0.0);
    }
}

/// A number not below 0 in 8 bits, rounded to the nearest, half to even.
#[inline(always)]
fn to_byte(number: f32) -> u8 {
    /// Beyond it floats are whole numbers, which stand in their lowest bits.
    const WHOLE: f32 = (1 << 23) as f32;
    let capped = if number < MAX_ACTIVATION { number } else { MAX_ACTIVATION };
    (capped + WHOLE).to_bits() as u8
}

/// Adds a convolution to the residual stream, or begins it.
struct ToStream<'a> {
    scales: &'a [f32],
    bias: &'a [f32],
    /// True to add to what is there.
    adds: bool,
    stream: &'a mut [f32],
    input_scales: &'a [f32],
    cells: &'a [usize],
    quantised: &'a mut [u8],
}

impl Epilogue for ToStream<'_> {
    #[inline(always)]
    fn point(&mut self, point: usize, sums: &[i32]) {
        let width = sums.len();
        let stream = &mut self.stream[point * width..][..width];
        let bytes = &mut self.quantised[self.cells[point] * width..][..width];
        let (scales, bias) = (&self.scales[..width], &self.bias[..width]);
        let input_scales = &self.input_scales[..width];
        let kept = if self.adds { 1.0 } else { 0.0 };
        for n in 0..width {
            let x = relu(kept * stream[n] + (sums[n] as f32 * scales[n] + bias[n]));
            stream[n] = x;
            bytes[n] = to_byte(x * input_scales[n]);
        }
    }
}

/// The inner activations of a block without pooling. Scales and bias are in units of the next
/// convolution's inputs.
struct ToInner<'a> {
    scales: &'a [f32],
    bias: &'a [f32],
    cells: &'a [usize],
    quantised: &'a mut [u8],
}

impl Epilogue for ToInner<'_> {
    #[inline(always)]
    fn point(&mut self, point: usize, sums: &[i32]) {
        let width = sums.len();
        let bytes = &mut self.quantised[self.cells[point] * width..][..width];
        let (scales, bias) = (&self.scales[..width], &self.bias[..width]);
        for n in 0..width {
            bytes[n] = to_byte(relu(sums[n] as f32 * scales[n] + bias[n]));
        }
    }
}

/// The numbers of a convolution, of which some are pooled.
struct ToPool<'a> {
    scales: &'a [f32],
    bias: &'a [f32],
    values: &'a mut [f32],
    /// The first channel after the ReLU.
    rectified_from: usize,
    pool: Option<&'a mut Pool>,
}

impl Epilogue for ToPool<'_> {
    #[inline(always)]
    fn point(&mut self, point: usize, sums: &[i32]) {
        let width = sums.len();
        let values = &mut self.values[point * width..][..width];
        let (scales, bias) = (&self.scales[..width], &self.bias[..width]);
        for n in 0..width {
            values[n] = sums[n] as f32 * scales[n] + bias[n];
        }
        let rectified = &mut values[self.rectified_from..];
        rectified.iter_mut().for_each(|value| *value = relu(*value));
        if let Some(pool) = &mut self.pool {
            pool.add(rectified);
        }
    }
}

impl ConvNet {
    /// The network of these weights, for the best instruction set of the processor.
    #[must_use]
    pub fn new(weights: &QuantisedWeights) -> ConvNet {
        ConvNet::with_instructions(weights, InstructionSet::all()[0])
    }

    /// The network of these weights for an instruction set, one of [`InstructionSet::all`].
    #[must_use]
    pub fn with_instructions(weights: &QuantisedWeights, instructions: InstructionSet) -> ConvNet {
        let shape = weights.shape.clone();
        let layer = |(index, conv): (usize, &super::quantise::QuantisedConv)| {
            let mut layer = Layer {
                weights: PackedWeights::new(conv, instructions.packing()),
                scales: conv.scales.clone(),
                bias: conv.bias.clone(),
                input_scales: conv.input_units.iter().map(|unit| unit.recip()).collect(),
            };
            let is_first = index % 2 == 1 && index < 2 * shape.blocks.len();
            if is_first && !shape.blocks[index / 2] {
                let next = &weights.convolutions[index + 1].input_units;
                for (n, unit) in next.iter().enumerate() {
                    layer.scales[n] /= unit;
                    layer.bias[n] /= unit;
                }
            }
            layer
        };
        let layers = weights.convolutions.iter().enumerate().map(layer).collect();
        let names = DenseLayers::tensors(&shape);
        let tensor = |wanted: &str| {
            let found = names.iter().position(|(name, _)| name == wanted);
            found.map_or(&[][..], |n| &weights.dense[n][..])
        };
        let dense = DenseLayers::new(&shape, tensor);
        ConvNet { shape, instructions, layers, dense }
    }

    /// The instruction set that it runs with.
    #[must_use]
    pub fn instructions(&self) -> InstructionSet {
        self.instructions
    }

    /// The sizes of the network.
    #[must_use]
    pub fn shape(&self) -> &NetworkShape {
        &self.shape
    }

    /// Evaluates a position.
    ///
    /// # Panics
    /// If the input has another number of planes or of globals than the network.
    pub fn evaluate(
        &self,
        input: &NetworkInput<'_>,
        scratch: &mut Scratch,
        output: &mut NetworkOutput,
    ) {
        let shape = &self.shape;
        assert_eq!(input.planes.len(), shape.planes * input.points(), "planes of the input");
        assert_eq!(input.globals.len(), shape.globals, "globals of the input");
        scratch.resize(shape, input.files, input.ranks);
        let cells = scratch.geometry.point_cells();
        for (plane, values) in input.planes.chunks_exact(input.points()).enumerate() {
            for (cell, value) in cells.iter().zip(values) {
                scratch.planes[cell * shape.planes + plane] = *value;
            }
        }
        let mut bias = self.layers[0].bias.clone();
        self.dense.stem_global.add_product(input.globals, &mut bias);
        let Scratch { geometry, planes, stream, quantised, inner, inner_quantised, words, .. } =
            scratch;
        let mut conv = Convolution {
            weights: &self.layers[0].weights,
            geometry,
            input: planes,
            stride: shape.planes,
            scratch: words,
        };
        let mut to_stream = ToStream {
            scales: &self.layers[0].scales,
            bias: &bias,
            adds: false,
            stream,
            input_scales: &self.layers[1].input_scales,
            cells: geometry.point_cells(),
            quantised,
        };
        self.instructions.convolve(&mut conv, &mut to_stream);
        for block in 0..shape.blocks.len() {
            self.inner_layer(block, geometry, quantised, inner, inner_quantised, words);
            let layer = &self.layers[2 + 2 * block];
            let mut conv = Convolution {
                weights: &layer.weights,
                geometry,
                input: inner_quantised,
                stride: layer.weights.inputs,
                scratch: words,
            };
            let mut to_stream = ToStream {
                scales: &layer.scales,
                bias: &layer.bias,
                adds: true,
                stream,
                input_scales: &self.layers[3 + 2 * block].input_scales,
                cells: geometry.point_cells(),
                quantised,
            };
            self.instructions.convolve(&mut conv, &mut to_stream);
        }
        let layer = &self.layers[1 + 2 * shape.blocks.len()];
        let mut conv = Convolution {
            weights: &layer.weights,
            geometry,
            input: quantised,
            stride: shape.channels,
            scratch: words,
        };
        let mut to_heads = ToPool {
            scales: &layer.scales,
            bias: &layer.bias,
            values: &mut scratch.heads,
            rectified_from: shape.head,
            pool: None,
        };
        self.instructions.convolve(&mut conv, &mut to_heads);
        self.dense.outputs(&scratch.heads, &mut scratch.pools, output);
    }

    /// The first convolution of a block.
    fn inner_layer(
        &self,
        block: usize,
        geometry: &Geometry,
        input: &[u8],
        inner: &mut [f32],
        inner_quantised: &mut [u8],
        scratch: &mut WordScratch,
    ) {
        let (shape, layer) = (&self.shape, &self.layers[1 + 2 * block]);
        let (channels, width) = (shape.channels, shape.inner(block));
        let cells = geometry.point_cells();
        // The borders must be zero, whose place depends on the width.
        let quantised = &mut inner_quantised[..geometry.cells() * width];
        quantised.fill(0);
        let weights = &layer.weights;
        let mut conv = Convolution { weights, geometry, input, stride: channels, scratch };
        let (scales, bias) = (&layer.scales[..], &layer.bias[..]);
        let Some(matrix) = &self.dense.pools[block] else {
            let mut to_inner = ToInner { scales, bias, cells, quantised };
            self.instructions.convolve(&mut conv, &mut to_inner);
            return;
        };
        let mut pool = Pool::default();
        pool.clear(shape.pooled);
        let mut to_pool =
            ToPool { scales, bias, values: inner, rectified_from: width, pool: Some(&mut pool) };
        self.instructions.convolve(&mut conv, &mut to_pool);
        let mut offset = vec![0.0; width];
        matrix.add_product(&pool.with_maxima(geometry.points()), &mut offset);
        let input_scales = &self.layers[2 + 2 * block].input_scales;
        for (values, cell) in inner.chunks_exact(channels).zip(cells) {
            let bytes = &mut quantised[cell * width..][..width];
            for n in 0..width {
                bytes[n] = to_byte(relu(values[n] + offset[n]) * input_scales[n]);
            }
        }
    }
}

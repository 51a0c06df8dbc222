//! The fully connected layers of a network: small, and in floating point. Sums are in a fixed
//! order, so that every instruction set gives the same outputs.

use super::input::{NetworkOutput, relative_side, softplus, win_probability};
use super::shape::{CHANNEL_UNIT, HEADS, NetworkShape, POOLS, VALUES};

/// A fully connected layer without bias.
#[derive(Clone, Debug, PartialEq)]
pub struct Matrix {
    outputs: usize,
    /// For each input its weight to each output.
    columns: Vec<f32>,
}

impl Matrix {
    /// A matrix whose numbers are given output by output.
    pub fn from_rows(outputs: usize, rows: &[f32]) -> Matrix {
        let inputs = rows.len() / outputs.max(1);
        let at = |input: usize, output: usize| rows[output * inputs + input];
        let all = (0..inputs).flat_map(|input| (0..outputs).map(move |output| (input, output)));
        Matrix { outputs, columns: all.map(|(input, output)| at(input, output)).collect() }
    }

    /// Adds the product of this matrix and `inputs` to `outputs`.
    #[inline]
    pub fn add_product(&self, inputs: &[f32], outputs: &mut [f32]) {
        for (input, column) in inputs.iter().zip(self.columns.chunks_exact(self.outputs)) {
            for (output, weight) in outputs.iter_mut().zip(column) {
                *output += input * weight;
            }
        }
    }
}

/// Sums and maxima over the board of each channel, none below 0.
#[derive(Clone, Debug, Default)]
pub struct Pool {
    sums: Vec<f32>,
    maxima: Vec<f32>,
}

impl Pool {
    /// Begins anew, with so many channels.
    pub fn clear(&mut self, channels: usize) {
        for list in [&mut self.sums, &mut self.maxima] {
            list.clear();
            list.resize(channels, 0.0);
        }
    }

    /// Adds the channels of a point.
    #[inline(always)]
    pub fn add(&mut self, channels: &[f32]) {
        for ((sum, max), &value) in self.sums.iter_mut().zip(&mut self.maxima).zip(channels) {
            *sum += value;
            *max = if value > *max { value } else { *max };
        }
    }

    /// Means, the same times the relative size of the board, and maxima.
    pub fn with_maxima(&self, points: usize) -> Vec<f32> {
        let side = relative_side(points);
        let means = self.sums.iter().map(|sum| sum / points as f32);
        let scaled = means.clone().map(|mean| mean * side);
        means.clone().chain(scaled).chain(self.maxima.iter().copied()).collect()
    }

    /// Means, and the same times two functions of the size of the board.
    pub fn by_size(&self, points: usize) -> Vec<f32> {
        let side = relative_side(points);
        let means = self.sums.iter().map(|sum| sum / points as f32);
        let scaled = means.clone().map(|mean| mean * side);
        let squared = means.clone().map(|mean| mean * (side * side - 0.1));
        means.clone().chain(scaled).chain(squared).collect()
    }
}

/// The ReLU function, in a form that compiles to one instruction.
#[inline(always)]
pub fn relu(x: f32) -> f32 {
    if x > 0.0 { x } else { 0.0 }
}

/// The layers of the heads behind their convolution, and those that the whole network adds to
/// its convolutions.
#[derive(Clone, Debug, PartialEq)]
pub struct DenseLayers {
    /// From the inputs that belong to no point to the channels.
    pub stem_global: Matrix,
    /// For each block with pooling, from what is pooled to the other channels.
    pub pools: Vec<Option<Matrix>>,
    head: usize,
    policy_pool: Matrix,
    policy_out: Vec<f32>,
    pass_hidden: (Matrix, Vec<f32>),
    pass_out: (Matrix, Vec<f32>),
    value_hidden: (Matrix, Vec<f32>),
    value_out: (Matrix, Vec<f32>),
    ownership: (Vec<f32>, f32),
}

/// Names of the tensors of the layers without those of the blocks, and their numbers of outputs.
fn head_tensors(shape: &NetworkShape) -> [(&'static str, usize, usize); 12] {
    let pools = POOLS * shape.head;
    [
        ("stem.global", shape.channels, shape.globals),
        ("policy.pool.weight", shape.head, pools),
        ("policy.out.weight", 1, shape.head),
        ("policy.pass.hidden.weight", shape.head, pools),
        ("policy.pass.hidden.bias", 1, shape.head),
        ("policy.pass.out.weight", 1, shape.head),
        ("policy.pass.out.bias", 1, 1),
        ("value.hidden.weight", shape.hidden, pools),
        ("value.hidden.bias", 1, shape.hidden),
        ("value.out.weight", VALUES, shape.hidden),
        ("value.out.bias", 1, VALUES),
        ("ownership.weight", 1, shape.head),
    ]
}

/// Name of the tensor that is not in [`head_tensors`].
const OWNERSHIP_BIAS: &str = "ownership.bias";

impl DenseLayers {
    /// Names and lengths of all tensors, in the order in which a file has them.
    pub fn tensors(shape: &NetworkShape) -> Vec<(String, usize)> {
        let heads = head_tensors(shape);
        let heads = heads.map(|(name, outputs, inputs)| (name.to_owned(), outputs * inputs));
        let pooled = (0..shape.blocks.len()).filter(|&block| shape.blocks[block]);
        let pool = |block| (pool_name(block), shape.inner(block) * POOLS * shape.pooled);
        heads.into_iter().chain([(OWNERSHIP_BIAS.to_owned(), 1)]).chain(pooled.map(pool)).collect()
    }

    /// The layers of these tensors, each of the length that [`DenseLayers::tensors`] says.
    pub fn new<'a>(shape: &NetworkShape, tensor: impl Fn(&str) -> &'a [f32]) -> DenseLayers {
        let vector = |name: &str| tensor(name).to_vec();
        let matrix = |name: &str, outputs| Matrix::from_rows(outputs, tensor(name));
        let pools = (0..shape.blocks.len())
            .map(|block| {
                let is_pooled = shape.blocks[block];
                is_pooled.then(|| matrix(&pool_name(block), shape.inner(block)))
            })
            .collect();
        let layer = |name: &str, outputs| {
            (matrix(&format!("{name}.weight"), outputs), vector(&format!("{name}.bias")))
        };
        DenseLayers {
            stem_global: matrix("stem.global", shape.channels),
            pools,
            head: shape.head,
            policy_pool: matrix("policy.pool.weight", shape.head),
            policy_out: vector("policy.out.weight"),
            pass_hidden: layer("policy.pass.hidden", shape.head),
            pass_out: layer("policy.pass.out", 1),
            value_hidden: layer("value.hidden", shape.hidden),
            value_out: layer("value.out", VALUES),
            ownership: (
                vector("ownership.weight"),
                tensor(OWNERSHIP_BIAS).first().copied().unwrap_or(0.0),
            ),
        }
    }

    /// The outputs of the network. `heads` has the channels of each point: those of the policy, of
    /// the pooled policy and of the value, the latter two after their ReLU.
    pub fn outputs(&self, heads: &[f32], pool: &mut [Pool; 2], output: &mut NetworkOutput) {
        let (head, width) = (self.head, HEADS * self.head);
        let points = heads.len() / width;
        let [policy_pool, value_pool] = pool;
        policy_pool.clear(head);
        value_pool.clear(head);
        for channels in heads.chunks_exact(width) {
            policy_pool.add(&channels[head..2 * head]);
            value_pool.add(&channels[2 * head..]);
        }
        let pooled = policy_pool.with_maxima(points);
        let mut offset = vec![0.0; head];
        self.policy_pool.add_product(&pooled, &mut offset);
        let rows = heads.chunks_exact(width);
        output.policy.clear();
        output.policy.extend(rows.clone().map(|channels| {
            lane_sum(
                channels[..head].iter().zip(&offset).map(|(p, o)| relu(p + o)),
                &self.policy_out,
            )
        }));
        let hidden = layer(&self.pass_hidden, &pooled, relu);
        output.pass = layer(&self.pass_out, &hidden, |x| x)[0];
        let hidden = layer(&self.value_hidden, &value_pool.by_size(points), relu);
        let values = layer(&self.value_out, &hidden, |x| x);
        output.win = win_probability(values[0], values[1]);
        output.lead = values[2];
        output.deviation = softplus(values[3]);
        let (weights, bias) = &self.ownership;
        output.ownership.clear();
        output.ownership.extend(rows.map(|channels| {
            (lane_sum(channels[2 * head..].iter().copied(), weights) + bias).tanh()
        }));
    }
}

/// Name of the tensor of a block's pooling.
fn pool_name(block: usize) -> String {
    format!("blocks.{block}.pool.weight")
}

/// A layer with its bias and activation.
fn layer((matrix, bias): &(Matrix, Vec<f32>), inputs: &[f32], f: impl Fn(f32) -> f32) -> Vec<f32> {
    let mut outputs = bias.clone();
    matrix.add_product(inputs, &mut outputs);
    outputs.into_iter().map(f).collect()
}

/// Sum of products, in [`CHANNEL_UNIT`] sums that are then added one after the other.
#[inline(always)]
fn lane_sum(values: impl Iterator<Item = f32>, weights: &[f32]) -> f32 {
    let mut lanes = [0.0; CHANNEL_UNIT];
    for (n, (value, weight)) in values.zip(weights).enumerate() {
        lanes[n % CHANNEL_UNIT] += value * weight;
    }
    lanes.iter().sum()
}

//! A network in floating point: slow, for calibration and for tests.

use super::dense::{DenseLayers, Pool, relu};
use super::float_weights::FloatWeights;
use super::input::{NetworkInput, NetworkOutput};
use super::shape::{ConvShape, HEADS};

/// Receiver of the inputs of each convolution, channels innermost, by its index in
/// [`super::NetworkShape::convolutions`].
pub(super) type Observer<'a> = dyn FnMut(usize, &[f32]) + 'a;

/// The estimates of the network before its quantisation.
///
/// # Panics
/// If the input has another number of planes or of globals than the network.
#[must_use]
pub fn evaluate_in_floats(weights: &FloatWeights, input: &NetworkInput<'_>) -> NetworkOutput {
    observe(weights, input, &mut |_, _| ())
}

/// As [`evaluate_in_floats`]; `observer` is told what every convolution sees.
pub(super) fn observe(
    weights: &FloatWeights,
    input: &NetworkInput<'_>,
    observer: &mut Observer<'_>,
) -> NetworkOutput {
    let shape = weights.shape();
    let (points, channels) = (input.points(), shape.channels);
    assert_eq!(input.planes.len(), shape.planes * points, "planes of the input");
    assert_eq!(input.globals.len(), shape.globals, "globals of the input");
    let dense = DenseLayers::new(shape, |name| weights.tensor(name));
    let mut conv = |index: usize, inputs: &[f32]| {
        observer(index, inputs);
        convolve(weights, index, inputs, input)
    };
    let plane = |at: usize| input.planes[at % shape.planes * points + at / shape.planes];
    let planes: Vec<f32> = (0..shape.planes * points).map(|at| f32::from(plane(at))).collect();
    let mut global = vec![0.0; channels];
    dense.stem_global.add_product(input.globals, &mut global);
    let mut x = conv(0, &planes);
    add_to_each(&mut x, &global);
    x.iter_mut().for_each(|x| *x = relu(*x));
    for (block, pool_weights) in dense.pools.iter().enumerate() {
        let mut y = conv(1 + 2 * block, &x);
        if let Some(matrix) = pool_weights {
            let inner = shape.inner(block);
            let mut pool = Pool::default();
            pool.clear(shape.pooled);
            for row in y.chunks_exact(channels) {
                let rectified: Vec<f32> = row[inner..].iter().map(|&h| relu(h)).collect();
                pool.add(&rectified);
            }
            let mut offset = vec![0.0; inner];
            matrix.add_product(&pool.with_maxima(points), &mut offset);
            y = y.chunks_exact(channels).flat_map(|row| row[..inner].to_vec()).collect();
            add_to_each(&mut y, &offset);
        }
        y.iter_mut().for_each(|y| *y = relu(*y));
        let z = conv(2 + 2 * block, &y);
        x.iter_mut().zip(z).for_each(|(x, z)| *x = relu(*x + z));
    }
    let mut heads = conv(1 + 2 * shape.blocks.len(), &x);
    for row in heads.chunks_exact_mut(HEADS * shape.head) {
        row[shape.head..].iter_mut().for_each(|h| *h = relu(*h));
    }
    let mut output = NetworkOutput::default();
    dense.outputs(&heads, &mut Default::default(), &mut output);
    output
}

fn add_to_each(rows: &mut [f32], offset: &[f32]) {
    for row in rows.chunks_exact_mut(offset.len()) {
        row.iter_mut().zip(offset).for_each(|(x, offset)| *x += offset);
    }
}

/// A convolution with its bias, channels innermost.
fn convolve(
    weights: &FloatWeights,
    index: usize,
    inputs: &[f32],
    board: &NetworkInput<'_>,
) -> Vec<f32> {
    let (ConvShape { inputs: cin, outputs, taps }, kernel, bias) = weights.convolution(index);
    // By tap and input, so that the inner loop goes along the outputs.
    let weight =
        |tap: usize, input: usize, output: usize| kernel[(output * cin + input) * taps + tap];
    let mut turned = Vec::with_capacity(kernel.len());
    for tap in 0..taps {
        for input in 0..cin {
            turned.extend((0..outputs).map(|output| weight(tap, input, output)));
        }
    }
    let (files, ranks) = (i32::from(board.files), i32::from(board.ranks));
    let mut found = Vec::with_capacity(board.points() * outputs);
    for point in 0..files * ranks {
        let mut sums = bias.to_vec();
        for tap in 0..taps {
            let (dx, dy) =
                if taps == 1 { (0, 0) } else { (tap as i32 % 3 - 1, tap as i32 / 3 - 1) };
            let (file, rank) = (point % files + dx, point / files + dy);
            if !(0..files).contains(&file) || !(0..ranks).contains(&rank) {
                continue;
            }
            let from = (rank * files + file) as usize * cin;
            let rows = turned[tap * cin * outputs..].chunks_exact(outputs);
            for (input, row) in inputs[from..from + cin].iter().zip(rows) {
                if *input != 0.0 {
                    sums.iter_mut().zip(row).for_each(|(sum, weight)| *sum += input * weight);
                }
            }
        }
        found.extend(sums);
    }
    found
}

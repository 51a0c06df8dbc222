//! Convolutions with three taps each way as products of fewer numbers: S. Winograd's minimal
//! filtering F(2×2, 3×3), after A. Lavin and S. Gray, "Fast algorithms for convolutional neural
//! networks", CVPR 2016. Four points and the sixteen that they see become sixteen *frequencies*,
//! in which a convolution is one product for each frequency, input and output, where it would be
//! 36 for these points.
//!
//! The halves that weights become are avoided by doubling them each way, so that the sums are
//! four times what they should be: all is in whole numbers, exact, and fits: inputs become at most
//! 1020, weights at most 1143, and the sums of 512 inputs 6e8.

use super::super::packed::Geometry;
use super::super::shape::CHANNEL_UNIT;
use super::Convolution;

/// Numbers that four points and what they see become.
pub const FREQUENCIES: usize = 16;

/// Squares of four points whose products are computed at once, about: few enough that they stay in
/// the cache.
const SQUARES: usize = 30;

/// Inputs of some channels.
type Inputs = [i16; CHANNEL_UNIT];

/// Sums of some channels.
type Sums = [i32; CHANNEL_UNIT / 2];

/// The weights of an input for an output, by tap, in frequencies, twice as large each way.
pub fn transform_weights(taps: [i8; 9]) -> [i16; FREQUENCIES] {
    let doubled = |[a, b, c]: [i16; 3]| [2 * a, a + b + c, a - b + c, 2 * c];
    let rows: [[i16; 4]; 3] =
        std::array::from_fn(|row| doubled(std::array::from_fn(|n| taps[3 * row + n].into())));
    let columns: [[i16; 4]; 4] =
        std::array::from_fn(|column| doubled(std::array::from_fn(|row| rows[row][column])));
    std::array::from_fn(|n| columns[n % 4][n / 4])
}

/// The squares of two by two points that cover a board. Those of an odd edge are half outside.
#[derive(Clone, Copy)]
pub struct Squares {
    files: usize,
    ranks: usize,
    /// Squares of a row.
    pub columns: usize,
    /// Rows of squares.
    pub rows: usize,
}

impl Squares {
    /// The squares of a board.
    pub fn new(geometry: &Geometry) -> Squares {
        let (files, ranks) = geometry.files_and_ranks();
        Squares { files, ranks, columns: files.div_ceil(2), rows: ranks.div_ceil(2) }
    }

    /// Rows of squares that are computed at once.
    pub fn rows_at_once(self) -> usize {
        (SQUARES / self.columns).clamp(1, self.rows)
    }
}

// Plain loops over indices: of functions that take closures some are not made part of the kernel,
// and so know nothing of its instructions.

/// Four numbers in frequencies.
#[inline(always)]
fn forward(a: &Inputs, b: &Inputs, c: &Inputs, d: &Inputs) -> [Inputs; 4] {
    let mut found = [[0; CHANNEL_UNIT]; 4];
    for n in 0..CHANNEL_UNIT {
        found[0][n] = a[n] - c[n];
        found[1][n] = b[n] + c[n];
        found[2][n] = c[n] - b[n];
        found[3][n] = b[n] - d[n];
    }
    found
}

/// Writes what the `n`th of `count` squares in these rows of squares sees, in frequencies: by
/// frequency, square and input.
#[cfg_attr(target_arch = "x86_64", inline(always))]
pub fn transform_inputs(
    conv: &Convolution<'_>,
    squares: Squares,
    rows: std::ops::Range<usize>,
    count: usize,
    transformed: &mut [i16],
) {
    let inputs = conv.weights.inputs;
    let (step, last) = (conv.geometry.stride(), conv.geometry.cells() - 1);
    let all = rows.flat_map(|row| (0..squares.columns).map(move |column| [row, column]));
    for (n, [row, column]) in all.enumerate() {
        let first = 2 * row * step + 2 * column;
        for channel in (0..inputs).step_by(CHANNEL_UNIT) {
            let mut by_row = [[[0; CHANNEL_UNIT]; 4]; 4];
            for (row, found) in by_row.iter_mut().enumerate() {
                let mut seen = [[0; CHANNEL_UNIT]; 4];
                for (at, seen) in seen.iter_mut().enumerate() {
                    // Beyond an odd edge any number will do: it counts for points outside alone.
                    let cell = (first + row * step + at).min(last);
                    let bytes = &conv.input[cell * conv.stride + channel..][..CHANNEL_UNIT];
                    for n in 0..CHANNEL_UNIT {
                        seen[n] = bytes[n].into();
                    }
                }
                *found = forward(&seen[0], &seen[1], &seen[2], &seen[3]);
            }
            for column in 0..4 {
                let [a, b, c, d] = &by_row;
                let found = forward(&a[column], &b[column], &c[column], &d[column]);
                for (row, numbers) in found.iter().enumerate() {
                    let at = ((4 * row + column) * count + n) * inputs + channel;
                    transformed[at..at + CHANNEL_UNIT].copy_from_slice(numbers);
                }
            }
        }
    }
}

/// Two numbers from four frequencies. The sums may wrap on the way: what they end with fits.
#[inline(always)]
fn backward(a: &Sums, b: &Sums, c: &Sums, d: &Sums) -> [Sums; 2] {
    let mut found = [[0; CHANNEL_UNIT / 2]; 2];
    for n in 0..CHANNEL_UNIT / 2 {
        found[0][n] = a[n].wrapping_add(b[n]).wrapping_add(c[n]);
        found[1][n] = b[n].wrapping_sub(c[n]).wrapping_sub(d[n]);
    }
    found
}

/// Gives the sums of the points of a row of squares to `point`, in their order. `products` are by
/// frequency, square (`count` of them, of which the row begins with the `first`) and output.
#[inline(always)]
pub fn transform_sums(
    squares: Squares,
    row: usize,
    [first, count]: [usize; 2],
    outputs: usize,
    products: &[i32],
    sums: &mut [i32],
    mut point: impl FnMut(usize, &[i32]),
) {
    let width = 2 * squares.columns;
    for column in 0..squares.columns {
        for channel in (0..outputs).step_by(CHANNEL_UNIT / 2) {
            let mut by_row = [[[0; CHANNEL_UNIT / 2]; 2]; 4];
            for (row, found) in by_row.iter_mut().enumerate() {
                let mut read = [[0; CHANNEL_UNIT / 2]; 4];
                for (n, read) in read.iter_mut().enumerate() {
                    let at = ((4 * row + n) * count + first + column) * outputs + channel;
                    read.copy_from_slice(&products[at..at + CHANNEL_UNIT / 2]);
                }
                *found = backward(&read[0], &read[1], &read[2], &read[3]);
            }
            for file in 0..2 {
                let [a, b, c, d] = &by_row;
                let found = backward(&a[file], &b[file], &c[file], &d[file]);
                for (rank, found) in found.iter().enumerate() {
                    let at = (rank * width + 2 * column + file) * outputs + channel;
                    let sums = &mut sums[at..at + CHANNEL_UNIT / 2];
                    for n in 0..CHANNEL_UNIT / 2 {
                        sums[n] = found[n] >> 2;
                    }
                }
            }
        }
    }
    for (rank, sums) in sums.chunks_exact(width * outputs).enumerate().take(2) {
        let rank = 2 * row + rank;
        if rank < squares.ranks {
            for (file, sums) in sums.chunks_exact(outputs).enumerate().take(squares.files) {
                point(rank * squares.files + file, sums);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn weights_become_whole_numbers() {
        let taps = [1, 2, 3, 4, 5, 6, 7, 8, -9];
        let found = transform_weights(taps);
        // Corners four times, the middles of sums, and the sum of all.
        assert_eq!([found[0], found[3], found[12], found[15]], [4, 12, 28, -36]);
        assert_eq!([found[1], found[5], found[10]], [12, 27, -13]);
        let largest = transform_weights([-127; 9]);
        assert_eq!(largest.iter().min(), Some(&-1143));
    }
}

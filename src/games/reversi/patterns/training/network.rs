//! The network while it learns: numbers with fractions, what they say of a
//! position, and how they should change.

use crate::core::Random;
use crate::games::reversi::patterns::file::places;
use crate::games::reversi::patterns::weights::{
    DISCS, ENTRIES, FULL, HALF, HIDDEN, INNER, LARGEST, Layers, OUTER, ROW, Row, SHIFT, STAGES,
    WIDTH, Weights,
};

/// The numbers of a row.
pub(super) type Wide = [f32; WIDTH];

/// No number of a row is larger either way.
const MOST: f32 = 127.0 / ROW;

/// Where each kind of weight begins among those of a stage.
const DIRECT: usize = WIDTH;
const INNERS: usize = DIRECT + WIDTH;
const HIDDENS: usize = INNERS + WIDTH * HIDDEN;
const OUTERS: usize = HIDDENS + HIDDEN;
const LAST: usize = OUTERS + HIDDEN;
/// How many weights a stage has.
pub(super) const DENSE: usize = LAST + 1;

/// The weights of a stage: what the sums begin with, what they are worth
/// directly, into the hidden layer, its beginning, out of it, and the rest.
pub(super) type Dense = [f32; DENSE];

/// What the network made of a position.
pub(super) struct Seen {
    sums: Wide,
    inputs: Wide,
    hidden: [f32; HIDDEN],
    /// The estimate, in [`DISCS`].
    pub value: f32,
}

/// All weights.
pub(super) struct Network {
    pub rows: Vec<Wide>,
    pub stages: Vec<Dense>,
}

/// The sum of the products, in eight parts, so that several are added at once.
#[inline(always)]
fn dot<const N: usize>(a: &[f32; N], b: &[f32]) -> f32 {
    let mut parts = [0.0f32; 8];
    for (a, b) in a.chunks_exact(8).zip(b.chunks_exact(8)) {
        for n in 0..8 {
            parts[n] += a[n] * b[n];
        }
    }
    let [a, b, c, d, e, f, g, h] = parts;
    ((a + b) + (c + d)) + ((e + f) + (g + h))
}

impl Network {
    /// One that knows nothing, with so many rows; chance makes its hidden
    /// numbers differ.
    pub(super) fn new(rows: usize, random: &mut Random) -> Network {
        let mut any = |reach: f32| (random.unit() as f32 * 2.0 - 1.0) * reach;
        let mut stage = [0.0; DENSE];
        let wide = (WIDTH as f32).sqrt();
        for n in 0..WIDTH {
            stage[n] = 0.3 + any(0.2);
            stage[DIRECT + n] = any(1.5 / wide);
        }
        for weight in &mut stage[INNERS..HIDDENS] {
            *weight = any(1.7 / wide);
        }
        for n in 0..HIDDEN {
            stage[HIDDENS + n] = 0.1;
            stage[OUTERS + n] = any(1.7 / (HIDDEN as f32).sqrt());
        }
        Network { rows: vec![[0.0; WIDTH]; rows], stages: vec![stage; STAGES] }
    }

    /// What the network makes of a position with these rows.
    #[inline(always)]
    pub(super) fn look(&self, rows: &[u32], stage: usize) -> Seen {
        let weights = &self.stages[stage];
        let mut sums = [0.0; WIDTH];
        sums.copy_from_slice(&weights[..WIDTH]);
        for &row in rows {
            for (sum, number) in sums.iter_mut().zip(&self.rows[row as usize]) {
                *sum += number;
            }
        }
        let mut inputs = [0.0; WIDTH];
        for n in 0..HALF {
            let second = sums[n + HALF].clamp(-1.0, 1.0);
            inputs[n] = sums[n].clamp(-1.0, 1.0) * second;
            inputs[n + HALF] = second.max(0.0);
        }
        let mut hidden = [0.0; HIDDEN];
        hidden.copy_from_slice(&weights[HIDDENS..OUTERS]);
        for (input, into) in inputs.iter().zip(weights[INNERS..HIDDENS].chunks_exact(HIDDEN)) {
            for (sum, weight) in hidden.iter_mut().zip(into) {
                *sum += input * weight;
            }
        }
        let seen = hidden.map(|sum| sum.clamp(0.0, FULL));
        let value = weights[LAST]
            + dot(&sums, &weights[DIRECT..INNERS])
            + dot(&seen, &weights[OUTERS..LAST]);
        Seen { sums, inputs, hidden, value }
    }

    /// How the squared error grows with each weight, where it grows so with
    /// the value: adds it to that of the stage, and gives back that of every
    /// row that was looked at.
    #[inline(always)]
    pub(super) fn blame(&self, seen: &Seen, slope: f32, stage: usize, to: &mut Dense) -> Wide {
        let weights = &self.stages[stage];
        let mut behind = [0.0; HIDDEN];
        for (n, &sum) in seen.hidden.iter().enumerate() {
            to[OUTERS + n] += slope * sum.clamp(0.0, FULL);
            if sum > 0.0 && sum < FULL {
                behind[n] = slope * weights[OUTERS + n];
            }
            to[HIDDENS + n] += behind[n];
        }
        let mut inputs = [0.0; WIDTH];
        for (n, input) in inputs.iter_mut().enumerate() {
            let at = INNERS + n * HIDDEN;
            *input = dot(&behind, &weights[at..at + HIDDEN]);
            for (weight, behind) in to[at..at + HIDDEN].iter_mut().zip(&behind) {
                *weight += seen.inputs[n] * behind;
            }
        }
        let mut sums = [0.0; WIDTH];
        let inside = |sum: f32| if sum > -1.0 && sum < 1.0 { 1.0 } else { 0.0 };
        for n in 0..HALF {
            let (first, second) = (seen.sums[n], seen.sums[n + HALF]);
            sums[n] = inputs[n] * second.clamp(-1.0, 1.0) * inside(first);
            let alone = if second > 0.0 { inputs[n + HALF] } else { 0.0 };
            sums[n + HALF] = (inputs[n] * first.clamp(-1.0, 1.0) + alone) * inside(second);
        }
        for n in 0..WIDTH {
            to[DIRECT + n] += slope * seen.sums[n];
            sums[n] += slope * weights[DIRECT + n];
            to[n] += sums[n];
        }
        to[LAST] += slope;
        sums
    }

    /// Keeps a row within what the file can say.
    #[inline(always)]
    pub(super) fn bound(row: &mut Wide) {
        for number in row {
            *number = number.clamp(-MOST, MOST);
        }
    }

    /// The weights as whole numbers.
    pub(super) fn whole(&self) -> Weights {
        let round = |number: f32, unit: f32| {
            let most = f32::from(LARGEST);
            (number * unit).round().clamp(-most, most) as i16
        };
        let row = |numbers: &Wide| Row(numbers.map(|n| round(n, ROW).clamp(-127, 127) as i8));
        let rows: Vec<Row> = self.rows.iter().map(row).collect();
        let rows = places().iter().map(|&place| rows[place as usize]).collect::<Vec<_>>();
        debug_assert_eq!(rows.len(), ENTRIES);
        let layers = |weights: &Dense| {
            let mut layers = Layers::EMPTY;
            let put = |whole: &mut [i16], from: usize, unit: f32| {
                for (whole, &weight) in whole.iter_mut().zip(&weights[from..]) {
                    *whole = round(weight, unit);
                }
            };
            put(&mut layers.start, 0, ROW);
            put(&mut layers.direct, DIRECT, OUTER);
            put(&mut layers.hidden, HIDDENS, OUTER);
            put(&mut layers.outer, OUTERS, OUTER);
            for (n, inner) in layers.inner.iter_mut().enumerate() {
                for (m, whole) in inner.iter_mut().enumerate() {
                    *whole = round(weights[INNERS + m * HIDDEN + n], INNER);
                }
            }
            layers.shift = round(weights[LAST], SHIFT);
            layers
        };
        Weights::new(&rows, self.stages.iter().map(layers).collect())
    }
}

/// Discs as the network counts them.
pub(super) fn scaled(discs: f32) -> f32 {
    discs / DISCS
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A network whose rows and layers are filled by chance.
    fn any(random: &mut Random) -> Network {
        let mut network = Network::new(40, random);
        for number in network.rows.as_flattened_mut() {
            *number = random.unit() as f32 * 0.4 - 0.2;
        }
        network
    }

    #[test]
    fn blame_is_how_the_value_changes_with_each_weight() {
        let mut random = Random::new(4);
        let mut network = any(&mut random);
        let rows: Vec<u32> = (0..6).map(|_| random.below(40) as u32).collect();
        let seen = network.look(&rows, 9);
        let mut dense = [0.0; DENSE];
        let wide = network.blame(&seen, 1.0, 9, &mut dense);
        let close = |found: f32, told: f32| assert!((found - told).abs() < 0.02, "{found} {told}");
        let little = 1.0 / 256.0;
        for (n, &told) in dense.iter().enumerate() {
            let before = network.stages[9][n];
            network.stages[9][n] = before + little;
            close((network.look(&rows, 9).value - seen.value) / little, told);
            network.stages[9][n] = before;
        }
        let uses = rows.iter().filter(|&&row| row == rows[0]).count() as f32;
        for (n, &told) in wide.iter().enumerate() {
            let before = network.rows[rows[0] as usize][n];
            network.rows[rows[0] as usize][n] = before + little;
            close((network.look(&rows, 9).value - seen.value) / little, uses * told);
            network.rows[rows[0] as usize][n] = before;
        }
    }
}

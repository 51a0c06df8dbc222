//! Weights that fit scored positions with a small error.
//!
//! Positions come in an order of chance, some at a time; after each such lot
//! every weight goes a little way down the slope of the error. A row goes the
//! less far the more it has been blamed before (Duchi, Hazan and Singer,
//! "Adaptive subgradient methods for online learning and stochastic
//! optimization", 2011), so that what was seldom seen says little and what is
//! always seen stays calm; the layers go by the method Adam (Kingma and Ba,
//! "Adam: a method for stochastic optimization", 2015). All in one thread, so
//! that the same positions give the same weights.

use super::moment::Sample;
use super::network::{DENSE, Dense, Network, Wide, scaled};
use crate::core::Random;
use crate::games::reversi::bits::Bits;
use crate::games::reversi::patterns::file::places;
use crate::games::reversi::patterns::shapes::{MIDDLES, PLACES, TABLE};
use crate::games::reversi::patterns::weights::{DISCS, MOVES, STAGES, WIDTH};
use crate::games::reversi::patterns::{Patterns, Weights};

/// How weights are fitted.
#[derive(Clone, Copy, Debug)]
pub struct Fit {
    /// How often every position is shown.
    pub epochs: u32,
    /// How far rows go at first.
    pub rate: f32,
    /// What a row is taken to have been blamed before it was ever seen; the
    /// more, the less is made of what was seldom seen.
    pub calm: f32,
    /// Discs beyond which an error pulls no more strongly (Huber, "Robust
    /// estimation of a location parameter", 1964): what is far off was mostly
    /// decided by what no pattern shows.
    pub far: f32,
    /// Number from which all chance follows.
    pub seed: u64,
}

/// Positions after which the weights change.
const LOT: usize = 512;

/// How far the weights of the layers go at first.
const DENSE_RATE: f32 = 0.002;

/// Adam's memory of slopes and of their squares.
const FIRST: f32 = 0.9;
const SECOND: f32 = 0.999;

/// The part of all steps in which the way grows to its full length; after it
/// it shrinks evenly to [`AT_END`].
const WARMING: f32 = 0.02;
const AT_END: f32 = 0.003;

/// Rows that a position uses.
const USED: usize = PLACES + 2;

/// The slopes of the layers of a stage.
#[derive(Clone)]
struct Slopes {
    now: Dense,
    first: Dense,
    second: Dense,
    is_used: bool,
}

impl Slopes {
    const NONE: Slopes =
        Slopes { now: [0.0; DENSE], first: [0.0; DENSE], second: [1e-6; DENSE], is_used: false };

    /// One step of Adam; `early` makes up for what the memories lack at the
    /// beginning.
    fn step(&mut self, weights: &mut Dense, length: f32, early: [f32; 2]) {
        for (n, weight) in weights.iter_mut().enumerate() {
            let slope = self.now[n] * (20.0 / LOT as f32);
            self.now[n] = 0.0;
            self.first[n] = FIRST * self.first[n] + (1.0 - FIRST) * slope;
            self.second[n] = SECOND * self.second[n] + (1.0 - SECOND) * slope * slope;
            let (first, second) = (self.first[n] * early[0], self.second[n] * early[1]);
            *weight -= length * first / (second.sqrt() + 1e-6);
        }
    }
}

/// The slopes of the rows that a lot uses.
struct Blame {
    now: Vec<Wide>,
    /// What each row was blamed for so far.
    before: Vec<f32>,
    /// The lot that used each row last, and the rows that this one uses.
    lot: Vec<u32>,
    touched: Vec<u32>,
}

impl Blame {
    fn new(rows: usize, calm: f32) -> Blame {
        Blame {
            now: vec![[0.0; WIDTH]; rows],
            before: vec![calm; rows],
            lot: vec![0; rows],
            touched: Vec::new(),
        }
    }

    #[inline(always)]
    fn add(&mut self, rows: &[u32], slopes: &Wide, lot: u32) {
        for &row in rows {
            let n = row as usize;
            if self.lot[n] == lot {
                for (sum, slope) in self.now[n].iter_mut().zip(slopes) {
                    *sum += slope;
                }
            } else {
                self.lot[n] = lot;
                self.touched.push(row);
                self.now[n] = *slopes;
            }
        }
    }

    fn step(&mut self, rows: &mut [Wide], length: f32) {
        for &row in &self.touched {
            let n = row as usize;
            let slopes = &self.now[n];
            let square: f32 = slopes.iter().map(|slope| slope * slope).sum();
            self.before[n] += square / WIDTH as f32;
            let length = length / self.before[n].sqrt();
            for (number, slope) in rows[n].iter_mut().zip(slopes) {
                *number -= length * slope;
            }
            Network::bound(&mut rows[n]);
        }
        self.touched.clear();
    }
}

/// The rows that positions use.
struct Lookup(Vec<u32>);

impl Lookup {
    /// The rows of a position, and its stage.
    #[inline(always)]
    fn rows(&self, (own, opponent): (u64, u64)) -> ([u32; USED], usize) {
        let empty = !(own | opponent);
        let count = |set: u64| (set.count_ones() as usize).min(MOVES - 1);
        let numbers = Patterns::new(own, opponent).numbers.0;
        let mut rows = [0; USED];
        for place in 0..PLACES {
            let entry = MIDDLES[place].wrapping_add_signed(isize::from(numbers[place]));
            rows[place] = self.0[entry];
        }
        let moves = u64::mobility(own, opponent, empty);
        let replies = u64::mobility(opponent, own, empty);
        rows[PLACES] = self.0[TABLE + count(moves)];
        rows[PLACES + 1] = self.0[TABLE + MOVES + count(replies)];
        (rows, (empty.count_ones() as usize).min(STAGES - 1))
    }
}

/// Fits weights to these positions. After each time that all were shown, tells
/// how often that was and the root of the mean squared error on the way, in
/// discs.
pub fn fit(samples: &[Sample], plan: Fit, mut tell: impl FnMut(u32, f64)) -> Weights {
    let mut random = Random::new(plan.seed);
    let lookup = Lookup(places());
    let count = lookup.0.iter().max().map_or(0, |&last| last as usize + 1);
    let mut network = Network::new(count, &mut random);
    let mut blame = Blame::new(count, plan.calm);
    let mut stages = vec![Slopes::NONE; STAGES];
    let mut order: Vec<u32> = (0..samples.len() as u32).collect();
    let steps = (samples.len().div_ceil(LOT) * plan.epochs as usize) as f32;
    let far = scaled(plan.far);
    let (mut lot, mut powers) = (0u32, [1.0f32; 2]);
    for epoch in 1..=plan.epochs {
        for n in (1..order.len()).rev() {
            order.swap(n, random.below(n + 1));
        }
        let (mut squares, mut weight) = (0.0, 0.0);
        for part in order.chunks(LOT) {
            lot += 1;
            for &n in part {
                let sample = &samples[n as usize];
                let (rows, stage) = lookup.rows((sample.own, sample.opponent));
                let seen = network.look(&rows, stage);
                let error = seen.value - scaled(sample.score);
                squares += f64::from(sample.weight * error * error);
                weight += f64::from(sample.weight);
                let slopes = &mut stages[stage];
                slopes.is_used = true;
                let slope = error.max(-far).min(far) * sample.weight;
                let wide = network.blame(&seen, slope, stage, &mut slopes.now);
                blame.add(&rows, &wide, lot);
            }
            let gone = lot as f32 / steps;
            let way = if gone < WARMING { gone / WARMING } else { (1.0 - gone).max(AT_END) };
            blame.step(&mut network.rows, plan.rate * way);
            powers = [powers[0] * FIRST, powers[1] * SECOND];
            let early = powers.map(|power| 1.0 / (1.0 - power));
            for (slopes, weights) in stages.iter_mut().zip(&mut network.stages) {
                if slopes.is_used {
                    slopes.step(weights, DENSE_RATE * way, early);
                }
            }
        }
        tell(epoch, (squares / f64::max(weight, 1.0)).sqrt() * f64::from(DISCS));
    }
    network.whole()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::reversi::patterns::evaluate;
    use crate::games::reversi::solver::CORNERS;

    #[test]
    fn what_is_easy_to_tell_is_learned_and_whole_numbers_keep_it() {
        // Boards of chance with 20 empty squares, worth their corners.
        let mut random = Random::new(2);
        let samples: Vec<Sample> = (0..20_000)
            .map(|_| {
                let (mut own, mut opponent) = (0u64, 0u64);
                while (own | opponent).count_ones() < 44 {
                    let square = 1 << random.below(64);
                    if (own | opponent) & square == 0 {
                        *(if random.below(2) == 0 { &mut own } else { &mut opponent }) |= square;
                    }
                }
                let corners = |set: u64| (set & CORNERS).count_ones() as f32;
                let score = 8.0 * (corners(own) - corners(opponent));
                Sample { own, opponent, score, weight: 1.0 }
            })
            .collect();
        let plan = Fit { epochs: 4, rate: 0.05, calm: 1.0, far: 64.0, seed: 1 };
        let mut errors = Vec::new();
        let weights = fit(&samples, plan, |_, error| errors.push(error));
        assert_eq!(errors.len(), 4);
        let sum: f64 = samples
            .iter()
            .map(|sample| {
                let value = evaluate(&weights, sample.own, sample.opponent);
                (f64::from(value) / 100.0 - f64::from(sample.score)).powi(2)
            })
            .sum();
        let error = (sum / samples.len() as f64).sqrt();
        assert!(errors[3] < 3.0 && error < 3.0, "{errors:?} {error}");
        assert!(fit(&samples, plan, |_, _| ()) == weights);
    }
}

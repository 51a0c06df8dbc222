//! The network in floating point: its weights with their optimisers, and the whole numbers that
//! the engine adds.

use crate::core::Random;
use crate::games::gomoku::Rule;
use crate::games::gomoku::judgement::THREAT_COUNT;
use crate::games::gomoku::network::{
    AROUND_ONE, CHANNELS, FEATURE_ONE, Features, HEAD_STEP, HIDDEN, Network, ORDER_ONE, SEEN_ONE,
    VIEW,
};
use crate::games::gomoku::patterns::CLASS_COUNT;
use crate::games::gomoku::point_codes::{CODE_COUNT, classes};
use crate::train::optimiser::{Adam, BiasCorrection};

/// Rows of a view after the codes of its own colour: its own stone and one of the other colour.
pub const OWN_STONE: usize = CODE_COUNT;
const OTHER_STONE: usize = CODE_COUNT + 1;

/// Gradients are multiplied by this, so that the constants of Adam are small beside them.
const GRADIENT_SCALE: f32 = 1000.0;

/// Largest features of a row, so that two of them fit into a whole number.
const MAX_FEATURE: f32 = 7.9;

/// Largest weight of what is around.
const MAX_AROUND: f32 = 3.9;

/// Rows of weights of which a batch may use few.
pub struct Rows<const N: usize> {
    pub weights: Vec<[f32; N]>,
    adam: Vec<Adam<N>>,
    is_used: Vec<bool>,
    used: Vec<u32>,
}

impl<const N: usize> Rows<N> {
    fn new(weights: Vec<[f32; N]>) -> Rows<N> {
        let count = weights.len();
        Rows {
            weights,
            adam: vec![Adam::START; count],
            is_used: vec![false; count],
            used: Vec::new(),
        }
    }

    fn random(count: usize, deviation: f32, random: &mut Random) -> Rows<N> {
        let row = |_| std::array::from_fn(|_| normal(random) * deviation);
        Rows::new((0..count).map(row).collect())
    }

    /// The gradient of a row in this batch, to add to.
    #[inline]
    pub fn gradient(&mut self, row: usize) -> &mut [f32; N] {
        if !std::mem::replace(&mut self.is_used[row], true) {
            self.used.push(row as u32);
        }
        self.adam[row].gradient()
    }

    /// Takes a step with the rows that the batch used, and keeps their numbers within `most`.
    fn step(&mut self, rate: f32, scale: f32, correction: [f32; 2], most: f32) {
        for row in self.used.drain(..) {
            let row = row as usize;
            self.is_used[row] = false;
            self.adam[row].step(&mut self.weights[row], rate, scale, correction);
            for weight in &mut self.weights[row] {
                *weight = weight.clamp(-most, most);
            }
        }
    }
}

/// A number of the normal distribution, nearly: the sum of twelve of the uniform one.
fn normal(random: &mut Random) -> f32 {
    (0..12).map(|_| random.next_f64() as f32).sum::<f32>() - 6.0
}

/// The features of points as a colour sees them.
pub struct View {
    /// By the code of its colour, and for stones.
    pub own: Rows<VIEW>,
    /// By the code of the other colour.
    pub other: Rows<VIEW>,
    /// Weights of the point itself, of those next to it and of those at its corners, and the bias.
    pub around: Rows<VIEW>,
}

/// Row of the bias in [`View::around`].
pub const BIAS: usize = 3;

/// Layers that make value and ordering of the sums.
pub struct FloatHead {
    /// From the sums of the view of the side to move, then of the other, to the first layer.
    pub first: Rows<HIDDEN>,
    /// By threats; the last row is the bias of the first layer.
    pub threats: Rows<HIDDEN>,
    /// From the first to the second layer; the last row is the bias of the second layer.
    pub second: Rows<HIDDEN>,
    /// From the second layer to the value, and the bias.
    pub last: Rows<HIDDEN>,
    pub last_bias: Rows<1>,
    /// Weights of the ordering score: of the view of the side to move, then of the other.
    pub order: Rows<VIEW>,
}

/// The network. Where both colours have the same rules, they have the same view and head.
pub struct FloatNetwork {
    pub views: Vec<View>,
    pub heads: Vec<FloatHead>,
    correction: BiasCorrection,
}

impl FloatNetwork {
    /// A network with small random weights.
    pub fn new(rule: Rule, random: &mut Random) -> FloatNetwork {
        let colours = if rule == Rule::Renju { 2 } else { 1 };
        // Codes with the same classes begin alike.
        let of_codes = |stones: usize, random: &mut Random| {
            let classes_of: Vec<[f32; VIEW]> = Rows::random(CLASS_COUNT, 0.1, random).weights;
            let code = |code: usize| {
                let mut sum = [0.0; VIEW];
                for class in classes(code as u16) {
                    sum.iter_mut().zip(classes_of[class]).for_each(|(sum, it)| *sum += it);
                }
                sum
            };
            let stones: Rows<VIEW> = Rows::random(stones, 0.1, random);
            Rows::new((0..CODE_COUNT).map(code).chain(stones.weights).collect())
        };
        let mut view = || {
            let mut around = Rows::random(4, 0.1, random);
            around.weights[0].iter_mut().for_each(|weight| *weight += 1.0);
            around.weights[BIAS] = [0.0; VIEW];
            View { own: of_codes(2, random), other: of_codes(0, random), around }
        };
        let views = (0..colours).map(|_| view()).collect();
        let mut head = || {
            let mut second = Rows::random(HIDDEN + 1, (2.0 / HIDDEN as f32).sqrt(), random);
            second.weights[HIDDEN] = [0.0; HIDDEN];
            FloatHead {
                first: Rows::random(CHANNELS, 0.1, random),
                threats: Rows::new(vec![[0.0; HIDDEN]; THREAT_COUNT + 1]),
                second,
                last: Rows::random(1, 0.1, random),
                last_bias: Rows::new(vec![[0.0]]),
                order: Rows::random(2, 0.1, random),
            }
        };
        let heads = (0..colours).map(|_| head()).collect();
        FloatNetwork { views, heads, correction: BiasCorrection::START }
    }

    /// The network of whole numbers in floating point, to train on.
    pub fn of_network(rule: Rule, network: &Network) -> FloatNetwork {
        let mut float = FloatNetwork::new(rule, &mut Random::new(0));
        for (colour, view) in float.views.iter_mut().enumerate() {
            let take = |from: &Features, one: f32| -> [f32; VIEW] {
                std::array::from_fn(|n| f32::from(from.0[colour * VIEW + n]) / one)
            };
            let (own, other) = (&network.features[colour], &network.features[colour ^ 1]);
            for code in 0..CODE_COUNT {
                view.own.weights[code] = take(&own[code], FEATURE_ONE);
                view.other.weights[code] = take(&other[code], FEATURE_ONE);
            }
            for stone in 0..2 {
                let row = if stone == colour { OWN_STONE } else { OTHER_STONE };
                view.own.weights[row] = take(&network.features[0][CODE_COUNT + stone], FEATURE_ONE);
            }
            for (to, from) in view.around.weights.iter_mut().zip(&network.around) {
                *to = take(from, AROUND_ONE);
            }
            view.around.weights[BIAS] = take(&network.bias, SEEN_ONE);
        }
        for (colour, to) in float.heads.iter_mut().enumerate() {
            let from = &network.heads[colour];
            for n in 0..CHANNELS {
                to.first.weights[(n + colour * VIEW) % CHANNELS] = from.first[n];
                to.order.weights[(n / VIEW + colour) % 2][n % VIEW] =
                    f32::from(from.order.0[n]) / ORDER_ONE;
            }
            to.threats.weights[..THREAT_COUNT].copy_from_slice(&from.threats[..]);
            to.threats.weights[THREAT_COUNT] = from.first_bias;
            to.second.weights[..HIDDEN].copy_from_slice(&from.second[..]);
            to.second.weights[HIDDEN] = from.second_bias;
            to.last.weights[0] = from.last;
            to.last_bias.weights[0] = [from.last_bias];
        }
        float
    }

    /// The number of the view or head of a colour.
    pub fn of(&self, colour: usize) -> usize {
        colour % self.views.len()
    }

    /// Takes a step with the gradients of `positions` positions.
    pub fn step(&mut self, rate: f32, positions: u32) {
        let correction = self.correction.advance();
        let scale = GRADIENT_SCALE / positions.max(1) as f32;
        for view in &mut self.views {
            view.own.step(rate, scale, correction, MAX_FEATURE);
            view.other.step(rate, scale, correction, MAX_FEATURE);
            view.around.step(rate, scale, correction, MAX_AROUND);
        }
        for head in &mut self.heads {
            for rows in [&mut head.first, &mut head.threats, &mut head.second, &mut head.last] {
                rows.step(rate, scale, correction, MAX_FEATURE);
            }
            head.last_bias.step(rate, scale, correction, MAX_FEATURE);
            head.order.step(rate, scale, correction, MAX_FEATURE);
        }
    }

    /// The network in whole numbers.
    pub fn network(&self) -> Network {
        let mut network = Network::zero();
        let [black, white] = &mut network.features;
        for colour in 0..2 {
            let view = &self.views[self.of(colour)];
            let from = colour * VIEW;
            let put = |to: &mut Features, row: &[f32; VIEW], one: f32| {
                to.0[from..][..VIEW]
                    .copy_from_slice(&row.map(|number| (number * one).round() as i16));
            };
            let (own, other) =
                if colour == 0 { (&mut *black, &mut *white) } else { (&mut *white, &mut *black) };
            for code in 0..CODE_COUNT {
                put(&mut own[code], &view.own.weights[code], FEATURE_ONE);
                put(&mut other[code], &view.other.weights[code], FEATURE_ONE);
            }
            // Stones have rows in the table of Black alone.
            for stone in 0..2 {
                let row = if stone == colour { OWN_STONE } else { OTHER_STONE };
                put(&mut black[CODE_COUNT + stone], &view.own.weights[row], FEATURE_ONE);
            }
            for (n, to) in network.around.iter_mut().enumerate() {
                put(to, &view.around.weights[n], AROUND_ONE);
            }
            put(&mut network.bias, &view.around.weights[BIAS], SEEN_ONE);
        }
        let part = |number: f32| (number / HEAD_STEP).round() * HEAD_STEP;
        for (colour, to) in network.heads.iter_mut().enumerate() {
            let head = &self.heads[self.of(colour)];
            for n in 0..CHANNELS {
                // The sums of Black come first.
                to.first[n] = head.first.weights[(n + colour * VIEW) % CHANNELS].map(part);
                let order = &head.order.weights[(n / VIEW + colour) % 2];
                to.order.0[n] = (order[n % VIEW] * ORDER_ONE).round() as i16;
            }
            for (to, row) in to.threats.iter_mut().zip(&head.threats.weights) {
                *to = row.map(part);
            }
            to.first_bias = head.threats.weights[THREAT_COUNT].map(part);
            for (to, row) in to.second.iter_mut().zip(&head.second.weights) {
                *to = row.map(part);
            }
            to.second_bias = head.second.weights[HIDDEN].map(part);
            to.last = head.last.weights[0].map(part);
            to.last_bias = part(head.last_bias.weights[0][0]);
        }
        network
    }
}

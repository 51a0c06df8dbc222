//! Networks of random weights.

use super::*;
use crate::core::Random;

/// A network with blocks of both kinds, and channels that fill no whole register block.
pub fn small_shape() -> NetworkShape {
    NetworkShape {
        planes: 16,
        globals: 12,
        channels: 48,
        pooled: 16,
        blocks: vec![false, true, false],
        head: 32,
        hidden: 64,
    }
}

/// Random planes and numbers.
pub struct RandomInput {
    files: u8,
    ranks: u8,
    planes: Vec<u8>,
    globals: Vec<f32>,
}

impl RandomInput {
    pub fn new(files: u8, ranks: u8, random: &mut Random) -> RandomInput {
        let points = usize::from(files) * usize::from(ranks);
        let planes = (0..16 * points).map(|n| u8::from(n < points || random.below(4) == 0));
        let planes = planes.collect();
        let globals = (0..12).map(|_| random.next_f64() as f32).collect();
        RandomInput { files, ranks, planes, globals }
    }

    pub fn input(&self) -> NetworkInput<'_> {
        let RandomInput { files, ranks, planes, globals } = self;
        NetworkInput { files: *files, ranks: *ranks, planes, globals }
    }
}

const SIZES: [(u8, u8); 7] = [(9, 9), (2, 2), (5, 7), (13, 6), (2, 25), (19, 19), (25, 25)];

fn inputs(seed: u64) -> Vec<RandomInput> {
    let mut random = Random::new(seed);
    let again = SIZES.iter().chain(&SIZES);
    again.map(|&(files, ranks)| RandomInput::new(files, ranks, &mut random)).collect()
}

/// A small network in floating point, and quantised.
pub fn random_network(seed: u64) -> (FloatWeights, QuantisedWeights) {
    let weights = FloatWeights::random(&small_shape(), seed).unwrap();
    let samples = inputs(seed);
    let samples: Vec<_> = samples.iter().map(RandomInput::input).collect();
    let quantised = quantise(&weights, &samples);
    (weights, quantised)
}

fn evaluate(network: &ConvNet, input: &RandomInput, scratch: &mut Scratch) -> NetworkOutput {
    let mut output = NetworkOutput::default();
    network.evaluate(&input.input(), scratch, &mut output);
    output
}

#[test]
fn every_instruction_set_gives_the_same_outputs_on_every_size_of_board() {
    let (_, weights) = random_network(1);
    let mut scratch = Scratch::default();
    let sets = InstructionSet::all();
    for input in inputs(7) {
        let outputs: Vec<_> = sets
            .iter()
            .map(|&set| ConvNet::with_instructions(&weights, set))
            .map(|network| evaluate(&network, &input, &mut scratch))
            .collect();
        assert!(outputs.windows(2).all(|pair| pair[0] == pair[1]), "{sets:?}");
        let fresh = evaluate(&ConvNet::new(&weights), &input, &mut Scratch::default());
        assert_eq!(outputs[0], fresh);
    }
}

#[test]
fn a_quantised_network_is_close_to_the_one_in_floats() {
    let (weights, quantised) = random_network(3);
    let network = ConvNet::new(&quantised);
    let mut scratch = Scratch::default();
    for input in inputs(5) {
        let exact = evaluate_in_floats(&weights, &input.input());
        let output = evaluate(&network, &input, &mut scratch);
        let pairs = exact.policy.iter().zip(&output.policy).chain([(&exact.pass, &output.pass)]);
        let (error, square) = pairs.fold((0.0, 0.0), |(error, square), (exact, found)| {
            (error + (exact - found).powi(2), square + exact.powi(2))
        });
        assert!(error < 0.003 * square + 1e-3, "{error} {square}");
        assert!((exact.win - output.win).abs() < 0.03);
        assert!((exact.lead - output.lead).abs() < 0.1);
        assert!((exact.deviation - output.deviation).abs() < 0.1);
        let owners = exact.ownership.iter().zip(&output.ownership);
        assert!(owners.map(|(exact, found)| (exact - found).abs()).all(|error| error < 0.2));
    }
}

#[test]
fn a_network_knows_boards_apart_by_their_size() {
    let (_, quantised) = random_network(4);
    let network = ConvNet::new(&quantised);
    let mut random = Random::new(1);
    let [small, large] = [9, 10].map(|side| RandomInput::new(side, side, &mut random));
    let mut scratch = Scratch::default();
    let [a, b] = [&small, &large].map(|input| evaluate(&network, input, &mut scratch));
    assert_eq!((a.policy.len(), b.ownership.len()), (81, 100));
    assert_eq!(evaluate(&network, &small, &mut scratch), a);
}

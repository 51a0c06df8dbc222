//! Networks as numbers of the range coder. Of a network in which both colours are alike only what
//! belongs to Black is stored.

use super::super::judgement::THREAT_COUNT;
use super::super::point_codes::CODE_COUNT;
use super::{
    BLACK_STONE, CHANNELS, Features, HEAD_STEP, HIDDEN, Head, Network, ROW_COUNT, VIEW, WHITE_STONE,
};
use crate::core::range_coder::{Decoder, Encoder};

/// Contexts of the range coder: one for the rows of each channel, and one for each other kind of
/// number.
pub(in super::super) const CONTEXTS: usize = CHANNELS + 4;

/// Numbers that say what follows: no network, one, or one in which both colours are alike.
const NONE: i32 = 0;
const DIFFERENT: i32 = 1;
const ALIKE: i32 = 2;

/// Context of that number.
const KIND: usize = CHANNELS;

/// Goes over the numbers of a network in the order of the file; those of Black alone if both
/// colours are alike.
fn each_number(
    network: &mut Network,
    are_alike: bool,
    visit: &mut dyn FnMut(usize, &mut Number<'_>),
) {
    let (channels, heads) = if are_alike { (VIEW, 1) } else { (CHANNELS, 2) };
    for rows in &mut network.features {
        for row in rows.iter_mut() {
            for (channel, number) in row.0.iter_mut().take(channels).enumerate() {
                visit(channel, &mut Number::Whole(number));
            }
        }
    }
    for row in network.around.iter_mut().chain([&mut network.bias]) {
        let numbers = row.0.iter_mut().take(channels);
        numbers.for_each(|number| visit(CHANNELS, &mut Number::Whole(number)));
    }
    for head in network.heads.iter_mut().take(heads) {
        let Head { first, threats, first_bias, second, second_bias, last, last_bias, order } = head;
        for row in threats.iter_mut() {
            row.iter_mut().for_each(|number| visit(CHANNELS + 1, &mut Number::Part(number)));
        }
        let rows = first.iter_mut().chain(second.iter_mut());
        let others = [first_bias, second_bias, last];
        rows.chain(others)
            .flatten()
            .chain([last_bias])
            .for_each(|number| visit(CHANNELS + 2, &mut Number::Part(number)));
        order.0.iter_mut().for_each(|number| visit(CHANNELS + 3, &mut Number::Whole(number)));
    }
}

/// A number of a network.
enum Number<'a> {
    /// A whole number.
    Whole(&'a mut i16),
    /// A multiple of [`HEAD_STEP`].
    Part(&'a mut f32),
}

impl Network {
    /// A network of zeros.
    #[must_use]
    pub fn zero() -> Network {
        let head = Head {
            first: Box::new([[0.0; HIDDEN]; CHANNELS]),
            threats: Box::new([[0.0; HIDDEN]; THREAT_COUNT]),
            first_bias: [0.0; HIDDEN],
            second: Box::new([[0.0; HIDDEN]; HIDDEN]),
            second_bias: [0.0; HIDDEN],
            last: [0.0; HIDDEN],
            last_bias: 0.0,
            order: Features::ZERO,
        };
        let features: Box<[Features; ROW_COUNT]> = Box::new([Features::ZERO; ROW_COUNT]);
        Network {
            features: [features.clone(), features],
            around: [Features::ZERO; 3],
            bias: Features::ZERO,
            heads: [head.clone(), head],
        }
    }
}

/// Makes what belongs to White of what belongs to Black.
fn make_alike(network: &mut Network) {
    let [black, white] = &mut network.features;
    let put = |to: &mut Features, from: &Features| {
        to.0[VIEW..].copy_from_slice(&from.0[..VIEW]);
    };
    for code in 0..CODE_COUNT {
        let (of_black, of_white) = (black[code], white[code]);
        put(&mut black[code], &of_white);
        put(&mut white[code], &of_black);
    }
    let [black_stone, white_stone] = [BLACK_STONE, WHITE_STONE].map(usize::from);
    let (of_black, of_white) = (black[black_stone], black[white_stone]);
    put(&mut black[black_stone], &of_white);
    put(&mut black[white_stone], &of_black);
    for row in network.around.iter_mut().chain([&mut network.bias]) {
        let copy = *row;
        put(row, &copy);
    }
    let [black, white] = &mut network.heads;
    white.clone_from(black);
    white.first.rotate_left(VIEW);
    white.order.0.rotate_left(VIEW);
}

/// Adds a network, if there is one.
pub(in super::super) fn write_network(encoder: &mut Encoder, network: Option<&Network>) {
    let Some(network) = network else { return encoder.write(KIND, NONE) };
    let mut alike = network.clone();
    make_alike(&mut alike);
    let are_alike = alike == *network;
    encoder.write(KIND, if are_alike { ALIKE } else { DIFFERENT });
    each_number(&mut network.clone(), are_alike, &mut |context, number| {
        let number = match number {
            Number::Whole(number) => i32::from(**number),
            Number::Part(number) => (**number / HEAD_STEP).round() as i32,
        };
        encoder.write(context, number);
    });
}

/// Reads a network, if there is one.
#[must_use]
pub(in super::super) fn read_network(decoder: &mut Decoder<'_>) -> Option<Network> {
    let kind = decoder.read(KIND);
    if kind == NONE {
        return None;
    }
    let mut network = Network::zero();
    each_number(&mut network, kind == ALIKE, &mut |context, number| {
        let read = decoder.read(context);
        match number {
            Number::Whole(number) => {
                **number = read.clamp(i16::MIN.into(), i16::MAX.into()) as i16;
            }
            Number::Part(number) => **number = read as f32 * HEAD_STEP,
        }
    });
    if kind == ALIKE {
        make_alike(&mut network);
    }
    Some(network)
}

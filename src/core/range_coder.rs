//! Adaptive binary range coder, and a binarisation of integers for it.
//!
//! A number is coded as its zero flag, its sign, its bit length in unary and its bits below the
//! first one, each by an adaptive bit model of its context. Decoding never fails: beyond the end of
//! the input it reads zeros, so the file format must carry a checksum.

/// Bits of a probability.
const PROBABILITY_BITS: u32 = 15;
/// Adaptation shift of the bit models: larger adapts more slowly.
const ADAPTATION_SHIFT: u32 = 5;
/// The range is renormalised below this.
const MIN_RANGE: u32 = 1 << 24;
/// Number of possible bit lengths of a number.
const LENGTHS: usize = 16;
/// Bits below the first that are coded by adaptive models; lower bits are equiprobable.
const MODELLED_BITS: u32 = 2;

/// Adaptive bit model: the probability of `false`, in `2^-PROBABILITY_BITS`.
#[derive(Clone, Copy, Debug)]
struct BitModel(u16);

impl Default for BitModel {
    fn default() -> BitModel {
        BitModel(1 << (PROBABILITY_BITS - 1))
    }
}

impl BitModel {
    fn update(&mut self, bit: bool) {
        if bit {
            self.0 -= self.0 >> ADAPTATION_SHIFT;
        } else {
            self.0 += ((1 << PROBABILITY_BITS) - self.0) >> ADAPTATION_SHIFT;
        }
    }
}

/// Bit models of a number in one context.
#[derive(Clone, Debug, Default)]
struct Context {
    zero: BitModel,
    negative: BitModel,
    longer: [BitModel; LENGTHS],
    /// The highest bits below the first, by length and by the bits before.
    bits: [[BitModel; 1 << MODELLED_BITS]; LENGTHS],
}

/// A range coder in either direction.
trait BitCoder {
    /// Encodes `bit` and returns it, or ignores it and returns the decoded bit.
    fn code(&mut self, model: &mut BitModel, bit: bool) -> bool;
}

/// The contexts of a stream of numbers.
#[derive(Debug)]
struct Contexts(Vec<Context>);

impl Contexts {
    /// Encodes `number` and returns it, or ignores it and returns the decoded number.
    fn code(&mut self, coder: &mut impl BitCoder, context: usize, number: i32) -> i32 {
        let Some(context) = self.0.get_mut(context) else { return 0 };
        if coder.code(&mut context.zero, number == 0) {
            return 0;
        }
        let negative = coder.code(&mut context.negative, number < 0);
        let size = number.unsigned_abs();
        let wanted = size.checked_ilog2().unwrap_or(0) as usize;
        let mut length = 0;
        while length + 1 < LENGTHS && coder.code(&mut context.longer[length], length < wanted) {
            length += 1;
        }
        let mut found = 1u32;
        for bit in (0..length as u32).rev() {
            let mut equiprobable = BitModel::default();
            let is_modelled = (length as u32 - 1 - bit) < MODELLED_BITS;
            let model = if is_modelled {
                &mut context.bits[length][(found & ((1 << MODELLED_BITS) - 1)) as usize]
            } else {
                &mut equiprobable
            };
            found = found << 1 | u32::from(coder.code(model, size >> bit & 1 == 1));
        }
        if negative { -(found as i32) } else { found as i32 }
    }
}

/// Range encoder of integers.
#[derive(Debug)]
pub(crate) struct Encoder {
    contexts: Contexts,
    state: EncoderState,
}

#[derive(Debug)]
struct EncoderState {
    bytes: Vec<u8>,
    low: u64,
    range: u32,
}

impl Encoder {
    /// An encoder with this number of contexts.
    pub(crate) fn new(contexts: usize) -> Encoder {
        Encoder {
            contexts: Contexts(vec![Context::default(); contexts]),
            state: EncoderState { bytes: Vec::new(), low: 0, range: u32::MAX },
        }
    }

    /// Appends a number with an absolute value below `2^16`.
    pub(crate) fn write(&mut self, context: usize, number: i32) {
        self.contexts.code(&mut self.state, context, number);
    }

    /// Flushes the coder and returns the encoded bytes.
    pub(crate) fn finish(mut self) -> Vec<u8> {
        for _ in 0..4 {
            self.state.shift();
        }
        self.state.bytes
    }
}

impl EncoderState {
    /// Outputs the highest byte of `low`.
    fn shift(&mut self) {
        self.bytes.push((self.low >> 24) as u8);
        self.low = (self.low << 8) & 0xffff_ffff;
    }
}

impl BitCoder for EncoderState {
    fn code(&mut self, model: &mut BitModel, bit: bool) -> bool {
        let part = (self.range >> PROBABILITY_BITS) * u32::from(model.0);
        if bit {
            self.low += u64::from(part);
            self.range -= part;
            if self.low > 0xffff_ffff {
                // Propagate the carry into the bytes already written.
                self.low &= 0xffff_ffff;
                for byte in self.bytes.iter_mut().rev() {
                    *byte = byte.wrapping_add(1);
                    if *byte != 0 {
                        break;
                    }
                }
            }
        } else {
            self.range = part;
        }
        while self.range < MIN_RANGE {
            self.shift();
            self.range <<= 8;
        }
        model.update(bit);
        bit
    }
}

/// Range decoder of the output of an [`Encoder`].
#[derive(Debug)]
pub(crate) struct Decoder<'a> {
    contexts: Contexts,
    state: DecoderState<'a>,
}

#[derive(Debug)]
struct DecoderState<'a> {
    bytes: std::slice::Iter<'a, u8>,
    code: u32,
    range: u32,
}

impl<'a> Decoder<'a> {
    /// A decoder with as many contexts as the encoder had.
    pub(crate) fn new(contexts: usize, bytes: &'a [u8]) -> Decoder<'a> {
        let mut state = DecoderState { bytes: bytes.iter(), code: 0, range: u32::MAX };
        for _ in 0..4 {
            state.shift();
        }
        Decoder { contexts: Contexts(vec![Context::default(); contexts]), state }
    }

    /// Decodes the next number.
    pub(crate) fn read(&mut self, context: usize) -> i32 {
        self.contexts.code(&mut self.state, context, 0)
    }
}

impl DecoderState<'_> {
    fn shift(&mut self) {
        self.code = self.code << 8 | u32::from(self.bytes.next().copied().unwrap_or(0));
    }
}

impl BitCoder for DecoderState<'_> {
    fn code(&mut self, model: &mut BitModel, _: bool) -> bool {
        let part = (self.range >> PROBABILITY_BITS) * u32::from(model.0);
        let bit = self.code >= part;
        if bit {
            self.code -= part;
            self.range -= part;
        } else {
            self.range = part;
        }
        while self.range < MIN_RANGE {
            self.shift();
            self.range <<= 8;
        }
        model.update(bit);
        bit
    }
}

/// The checksum of a file of weights: FNV-1a hash, started from the length.
pub(crate) fn checksum(bytes: &[u8]) -> u64 {
    bytes.iter().fold(bytes.len() as u64, |sum, &byte| {
        (sum ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::core::Random;

    #[test]
    fn numbers_round_trip() {
        let mut random = Random::new(5);
        let numbers: Vec<(usize, i32)> = (0..40_000)
            .map(|_| {
                let reach = 1 << random.below(17);
                (random.below(3), random.below(2 * reach - 1) as i32 - (reach as i32 - 1))
            })
            .collect();
        let mut encoder = Encoder::new(3);
        for &(context, number) in &numbers {
            encoder.write(context, number);
        }
        let bytes = encoder.finish();
        let mut decoder = Decoder::new(3, &bytes);
        for &(context, number) in &numbers {
            assert_eq!(decoder.read(context), number);
        }
    }

    #[test]
    fn frequent_values_take_few_bits() {
        let mut encoder = Encoder::new(1);
        for n in 0..80_000 {
            encoder.write(0, i32::from(n % 100 == 0));
        }
        assert!(encoder.finish().len() < 1_200);
    }

    #[test]
    fn any_bytes_can_be_decoded() {
        let mut random = Random::new(6);
        let bytes: Vec<u8> = (0..500).map(|_| random.next_u64() as u8).collect();
        let mut decoder = Decoder::new(1, &bytes);
        for _ in 0..5_000 {
            assert!(decoder.read(0).unsigned_abs() < 1 << 16);
        }
    }
}

//! Whole numbers as few bytes: an adaptive binary range coder, and how a
//! number is told by yes and no.
//!
//! Each question keeps its own count of answers, so what is usual costs
//! little. The reader never fails: behind the end of the bytes it reads
//! zeros, and whoever wrote them checks a sum.

/// Bits of a probability.
const BITS: u32 = 15;
/// How quickly a question forgets its older answers.
const FORGET: u32 = 5;
/// Below this the range is widened.
const LEAST: u32 = 1 << 24;
/// The most answers by which the length of a number is told.
const LENGTHS: usize = 16;
/// The bits of a number, below its first, whose answers are remembered.
const KEPT: u32 = 2;

/// How likely the answer to a question is no, in `2^-BITS`.
#[derive(Clone, Copy, Debug)]
struct Question(u16);

impl Default for Question {
    fn default() -> Question {
        Question(1 << (BITS - 1))
    }
}

impl Question {
    fn learn(&mut self, yes: bool) {
        if yes {
            self.0 -= self.0 >> FORGET;
        } else {
            self.0 += ((1 << BITS) - self.0) >> FORGET;
        }
    }
}

/// The questions that tell one number, for one kind of surroundings.
#[derive(Clone, Debug, Default)]
struct Context {
    zero: Question,
    negative: Question,
    longer: [Question; LENGTHS],
    /// The highest bits below the first, by length and by the bits so far.
    bits: [[Question; 1 << KEPT]; LENGTHS],
}

/// Answers questions, or writes the answers down.
trait Teller {
    fn tell(&mut self, question: &mut Question, yes: bool) -> bool;
}

/// Numbers told one after another, each in one of a few surroundings.
#[derive(Debug)]
struct Contexts(Vec<Context>);

impl Contexts {
    /// Tells the number, or finds it if the teller knows better.
    fn number(&mut self, teller: &mut impl Teller, context: usize, number: i32) -> i32 {
        let Some(context) = self.0.get_mut(context) else { return 0 };
        if teller.tell(&mut context.zero, number == 0) {
            return 0;
        }
        let negative = teller.tell(&mut context.negative, number < 0);
        let size = number.unsigned_abs();
        let wanted = size.checked_ilog2().unwrap_or(0) as usize;
        let mut length = 0;
        while length + 1 < LENGTHS && teller.tell(&mut context.longer[length], length < wanted) {
            length += 1;
        }
        let mut found = 1u32;
        for bit in (0..length as u32).rev() {
            let mut even = Question::default();
            let known = (length as u32 - 1 - bit) < KEPT;
            let question = if known {
                &mut context.bits[length][(found & ((1 << KEPT) - 1)) as usize]
            } else {
                &mut even
            };
            found = found << 1 | u32::from(teller.tell(question, size >> bit & 1 == 1));
        }
        if negative { -(found as i32) } else { found as i32 }
    }
}

/// Writes numbers.
#[derive(Debug)]
pub(super) struct Writer {
    contexts: Contexts,
    state: WriterState,
}

#[derive(Debug)]
struct WriterState {
    bytes: Vec<u8>,
    low: u64,
    range: u32,
}

impl Writer {
    /// For numbers in so many kinds of surroundings.
    pub(super) fn new(contexts: usize) -> Writer {
        Writer {
            contexts: Contexts(vec![Context::default(); contexts]),
            state: WriterState { bytes: Vec::new(), low: 0, range: u32::MAX },
        }
    }

    /// Adds a number of less than `2^16` either way.
    pub(super) fn write(&mut self, context: usize, number: i32) {
        self.contexts.number(&mut self.state, context, number);
    }

    /// The bytes of all numbers.
    pub(super) fn finish(mut self) -> Vec<u8> {
        for _ in 0..4 {
            self.state.shift();
        }
        self.state.bytes
    }
}

impl WriterState {
    /// The highest byte of `low` is settled.
    fn shift(&mut self) {
        self.bytes.push((self.low >> 24) as u8);
        self.low = (self.low << 8) & 0xffff_ffff;
    }
}

impl Teller for WriterState {
    fn tell(&mut self, question: &mut Question, yes: bool) -> bool {
        let part = (self.range >> BITS) * u32::from(question.0);
        if yes {
            self.low += u64::from(part);
            self.range -= part;
            if self.low > 0xffff_ffff {
                // A carry runs up through what is written.
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
        while self.range < LEAST {
            self.shift();
            self.range <<= 8;
        }
        question.learn(yes);
        yes
    }
}

/// Reads what a [`Writer`] wrote.
#[derive(Debug)]
pub(super) struct Reader<'a> {
    contexts: Contexts,
    state: ReaderState<'a>,
}

#[derive(Debug)]
struct ReaderState<'a> {
    bytes: std::slice::Iter<'a, u8>,
    code: u32,
    range: u32,
}

impl<'a> Reader<'a> {
    /// With as many kinds of surroundings as the writer had.
    pub(super) fn new(contexts: usize, bytes: &'a [u8]) -> Reader<'a> {
        let mut state = ReaderState { bytes: bytes.iter(), code: 0, range: u32::MAX };
        for _ in 0..4 {
            state.shift();
        }
        Reader { contexts: Contexts(vec![Context::default(); contexts]), state }
    }

    /// The next number.
    pub(super) fn read(&mut self, context: usize) -> i32 {
        self.contexts.number(&mut self.state, context, 0)
    }
}

impl ReaderState<'_> {
    fn shift(&mut self) {
        self.code = self.code << 8 | u32::from(self.bytes.next().copied().unwrap_or(0));
    }
}

impl Teller for ReaderState<'_> {
    fn tell(&mut self, question: &mut Question, _: bool) -> bool {
        let part = (self.range >> BITS) * u32::from(question.0);
        let yes = self.code >= part;
        if yes {
            self.code -= part;
            self.range -= part;
        } else {
            self.range = part;
        }
        while self.range < LEAST {
            self.shift();
            self.range <<= 8;
        }
        question.learn(yes);
        yes
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::core::Random;

    #[test]
    fn numbers_come_back_as_they_were_written() {
        let mut random = Random::new(5);
        let numbers: Vec<(usize, i32)> = (0..40_000)
            .map(|_| {
                let reach = 1 << random.below(17);
                (random.below(3), random.below(2 * reach - 1) as i32 - (reach as i32 - 1))
            })
            .collect();
        let mut writer = Writer::new(3);
        for &(context, number) in &numbers {
            writer.write(context, number);
        }
        let bytes = writer.finish();
        let mut reader = Reader::new(3, &bytes);
        for &(context, number) in &numbers {
            assert_eq!(reader.read(context), number);
        }
    }

    #[test]
    fn what_is_usual_costs_little() {
        let mut writer = Writer::new(1);
        for n in 0..80_000 {
            writer.write(0, i32::from(n % 100 == 0));
        }
        assert!(writer.finish().len() < 1_200);
    }

    #[test]
    fn any_bytes_can_be_read() {
        let mut random = Random::new(6);
        let bytes: Vec<u8> = (0..500).map(|_| random.bits() as u8).collect();
        let mut reader = Reader::new(1, &bytes);
        for _ in 0..5_000 {
            assert!(reader.read(0).unsigned_abs() < 1 << 16);
        }
    }
}

//! Input made from valid input: bytes flipped, parts cut, repeated, joined and
//! nested, words of other inputs put in, and numbers driven to their extremes.

use std::collections::BTreeSet;

use tianyuan::core::Random;

/// Words kept of the seeds, at most.
const MAX_WORDS: usize = 2000;

/// Bytes of a word at most.
const MAX_WORD: usize = 24;

/// Numbers that readers stumble over.
const NUMBERS: [&str; 20] = [
    "0",
    "-1",
    "1",
    "00",
    "7",
    "19",
    "20",
    "26",
    "52",
    "99",
    "127",
    "128",
    "255",
    "256",
    "65536",
    "2147483648",
    "4294967296",
    "-9223372036854775808",
    "18446744073709551616",
    "1e999",
];

/// Text of other kinds: not ASCII, of several bytes a letter, invalid.
const ODD: [&[u8]; 12] = [
    b"\0",
    b"\xff",
    b"\xc3",
    b"\xed\xa0\x80",
    "é".as_bytes(),
    "中".as_bytes(),
    "\u{feff}".as_bytes(),
    "ａ".as_bytes(),
    "𝟙".as_bytes(),
    "\u{2028}".as_bytes(),
    b"\r\n",
    b"\\",
];

/// Brackets and the like, which nest.
const NESTS: [(&str, &str); 8] = [
    ("(", ")"),
    ("[", "]"),
    ("{", "}"),
    ("(;", ")"),
    ("\"", "\""),
    ("Some(", ")"),
    ("[(", ")]"),
    ("/*", "*/"),
];

/// Makes inputs for one target.
pub struct Mutator {
    random: Random,
    words: Vec<Vec<u8>>,
    max_input: usize,
}

impl Mutator {
    pub fn new(seeds: &[Vec<u8>], max_input: usize, seed: u64) -> Mutator {
        let mut words = BTreeSet::new();
        for seed in seeds {
            for word in seed.chunk_by(|a, b| a.is_ascii_alphanumeric() == b.is_ascii_alphanumeric())
            {
                if word.len() <= MAX_WORD && words.len() < MAX_WORDS {
                    words.insert(word.to_vec());
                }
            }
        }
        Mutator { random: Random::new(seed), words: words.into_iter().collect(), max_input }
    }

    /// Changes one of the inputs once or several times.
    pub fn next_input(&mut self, inputs: &[Vec<u8>]) -> Vec<u8> {
        let mut input = self.random.pick(inputs).cloned().unwrap_or_default();
        loop {
            self.change(&mut input, inputs);
            input.truncate(self.max_input);
            if self.random.below(3) == 0 {
                return input;
            }
        }
    }

    /// A random part, mostly a short one.
    fn part(&mut self, length: usize) -> std::ops::Range<usize> {
        let start = self.random.below(length + 1);
        let most =
            if self.random.below(4) == 0 { length - start } else { (length - start).min(16) };
        start..start + self.random.below(most + 1)
    }

    fn word(&mut self) -> Vec<u8> {
        match self.random.below(6) {
            0 => self.random.pick(&NUMBERS).map_or(Vec::new(), |text| text.as_bytes().to_vec()),
            1 => self.random.pick(&ODD).map_or(Vec::new(), |bytes| bytes.to_vec()),
            2 => vec![self.random.next_u64() as u8],
            _ => self.random.pick(&self.words).cloned().unwrap_or_default(),
        }
    }

    fn change(&mut self, input: &mut Vec<u8>, inputs: &[Vec<u8>]) {
        let part = self.part(input.len());
        let at = part.start;
        match self.random.below(14) {
            0 | 1 => {
                if let Some(byte) = input.get_mut(at) {
                    *byte ^= 1 << self.random.below(8);
                }
            }
            2 => {
                let edges = [0, 1, 0x7F, 0x80, 0xFF, b' ', b'\n', self.random.next_u64() as u8];
                if let (Some(byte), Some(edge)) = (input.get_mut(at), self.random.pick(&edges)) {
                    *byte = *edge;
                }
            }
            3 => input.truncate(at),
            4 => _ = input.drain(part),
            5 => {
                let copy = input[part].to_vec();
                let to = self.random.below(input.len() + 1);
                input.splice(to..to, copy);
            }
            6 => self.repeat(input, part),
            7 => {
                let other = self.random.pick(inputs).cloned().unwrap_or_default();
                let piece = self.part(other.len());
                input.splice(part, other[piece].iter().copied());
            }
            8 | 9 => {
                let word = self.word();
                input.splice(at..at, word);
            }
            10 => {
                let word = self.word();
                input.splice(part, word);
            }
            11 => self.change_number(input, at),
            12 => self.change_integer(input, at),
            _ => self.nest(input, part),
        }
    }

    /// Repeats a part, now and then until the input is as long as it may be.
    fn repeat(&mut self, input: &mut Vec<u8>, part: std::ops::Range<usize>) {
        if part.is_empty() {
            return;
        }
        let room = (self.max_input.saturating_sub(input.len()) / part.len()).max(1);
        let most = if self.random.below(16) == 0 { room } else { room.min(64) };
        let copies = input[part.clone()].repeat(1 + self.random.below(most));
        input.splice(part.end..part.end, copies);
    }

    /// Puts a part into many brackets.
    fn nest(&mut self, input: &mut Vec<u8>, part: std::ops::Range<usize>) {
        let Some(&(open, close)) = self.random.pick(&NESTS) else { return };
        let room = self.max_input.saturating_sub(input.len()) / (open.len() + close.len());
        let most = if self.random.below(8) == 0 { room } else { room.min(40) };
        let depth = self.random.below(most + 1);
        // Brackets are often left open.
        if self.random.below(3) > 0 {
            input.splice(part.end..part.end, close.repeat(depth).into_bytes());
        }
        input.splice(part.start..part.start, open.repeat(depth).into_bytes());
    }

    /// Replaces the decimal number at or after this place.
    fn change_number(&mut self, input: &mut Vec<u8>, from: usize) {
        let Some(start) = input[from..].iter().position(u8::is_ascii_digit) else { return };
        let start = from + start;
        let length = input[start..].iter().take_while(|byte| byte.is_ascii_digit()).count();
        let number = self.random.pick(&NUMBERS).copied().unwrap_or_default();
        input.splice(start..start + length, number.bytes());
    }

    /// Replaces an integer of one to eight bytes.
    fn change_integer(&mut self, input: &mut [u8], at: usize) {
        let width = 1 << self.random.below(4);
        let Some(bytes) = input.get_mut(at..at + width) else { return };
        let extremes =
            [0, 1, u64::MAX, u64::MAX >> 1, 0x80, 0xFFFF, input_size(bytes.len()), 1 << 31];
        let number = self.random.pick(&extremes).copied().unwrap_or_default();
        bytes.copy_from_slice(&number.to_le_bytes()[..width]);
        if self.random.below(4) == 0 {
            bytes.reverse();
        }
    }
}

/// A length that is just too large for an integer of so many bytes less one bit.
fn input_size(width: usize) -> u64 {
    1 << (8 * width - 1)
}

//! Sets of squares as machine words, and the two questions that the rules of
//! Reversi ask of them: where may one play, and which discs does that flip.
//!
//! Square (file, rank) is bit `rank * STRIDE + file`. A board smaller than
//! the word lies in its low corner; squares off the board are never set.

use std::fmt::Debug;
use std::hash::Hash;
use std::ops::{BitAnd, BitOr, BitXor, Not};

use crate::core::mix;

/// A set of squares.
pub trait Bits:
    Copy
    + Eq
    + Hash
    + Debug
    + Send
    + Sync
    + BitAnd<Output = Self>
    + BitOr<Output = Self>
    + BitXor<Output = Self>
    + Not<Output = Self>
    + 'static
{
    /// Bits from one rank to the next; the largest board side.
    const STRIDE: u8;
    /// How many doublings of a step reach from edge to edge.
    const DOUBLINGS: u32;
    /// No square.
    const EMPTY: Self;
    /// Every file but the first and the last: a disc there can be passed
    /// over sideways without leaving the rank.
    const INNER_FILES: Self;

    /// The set of one square.
    fn square(index: u8) -> Self;
    /// Whether the square is in the set.
    fn contains(self, index: u8) -> bool;
    /// How many squares are in the set.
    fn count(self) -> u32;
    /// The lowest square of a set that is not empty.
    fn lowest(self) -> u8;
    /// The set without its lowest square.
    fn without_lowest(self) -> Self;
    /// Every square moved to a higher index.
    fn up(self, by: u32) -> Self;
    /// Every square moved to a lower index.
    fn down(self, by: u32) -> Self;
    /// A hash of the set.
    fn hash(self) -> u64;

    /// Whether no square is in the set.
    #[inline]
    fn is_empty(self) -> bool {
        self == Self::EMPTY
    }

    /// The squares in order of index.
    fn squares(self) -> Squares<Self> {
        Squares(self)
    }

    /// The discs of `opponent` that a disc of `own` on `square` flips.
    #[inline]
    fn flips(own: Self, opponent: Self, square: u8) -> Self {
        let from = Self::square(square);
        let mut all = Self::EMPTY;
        for (mask, step) in directions(opponent) {
            for shift in [Self::up, Self::down] {
                let flipped = run(from, mask, step, shift);
                if !(shift(flipped, step) & own).is_empty() {
                    all = all | flipped;
                }
            }
        }
        all
    }

    /// The squares of `empty` on which a disc of `own` flips something.
    #[inline]
    fn mobility(own: Self, opponent: Self, empty: Self) -> Self {
        let mut reached = Self::EMPTY;
        for (mask, step) in directions(opponent) {
            reached = reached | run(own, mask, step, Self::up).up(step);
            reached = reached | run(own, mask, step, Self::down).down(step);
        }
        reached & empty
    }
}

/// For each of the four lines through a square: the discs that can be passed
/// over along it, and the step to the next square.
#[inline]
fn directions<B: Bits>(opponent: B) -> [(B, u32); 4] {
    let sideways = opponent & B::INNER_FILES;
    let rank = u32::from(B::STRIDE);
    [(sideways, 1), (opponent, rank), (sideways, rank - 1), (sideways, rank + 1)]
}

/// The discs of `mask` in unbroken runs that begin next to `from`, in the
/// direction of `shift` (parallel prefix after Kogge and Stone).
#[inline]
fn run<B: Bits>(from: B, mask: B, mut step: u32, shift: impl Fn(B, u32) -> B) -> B {
    let mut run = mask & shift(from, step);
    let mut passable = mask;
    for doubling in 0..B::DOUBLINGS {
        run = run | (passable & shift(run, step));
        if doubling + 1 < B::DOUBLINGS {
            passable = passable & shift(passable, step);
            step *= 2;
        }
    }
    run
}

/// The squares of a set, lowest first.
#[derive(Clone, Debug)]
pub struct Squares<B>(B);

impl<B: Bits> Iterator for Squares<B> {
    type Item = u8;

    #[inline]
    fn next(&mut self) -> Option<u8> {
        if self.0.is_empty() {
            return None;
        }
        let square = self.0.lowest();
        self.0 = self.0.without_lowest();
        Some(square)
    }
}

/// For every square the squares in the four directions of higher index and
/// then in the four of lower index, up to the edge.
static RAYS: [[u64; 8]; 64] = rays();

const fn rays() -> [[u64; 8]; 64] {
    const STEPS: [(i32, i32); 8] =
        [(1, 0), (-1, 1), (0, 1), (1, 1), (-1, 0), (1, -1), (0, -1), (-1, -1)];
    let mut table = [[0; 8]; 64];
    let mut square = 0;
    while square < 64 {
        let mut direction = 0;
        while direction < 8 {
            let (step_file, step_rank) = STEPS[direction];
            let (mut file, mut rank) = (square % 8 + step_file, square / 8 + step_rank);
            while file >= 0 && file < 8 && rank >= 0 && rank < 8 {
                table[square as usize][direction] |= 1 << (rank * 8 + file);
                file += step_file;
                rank += step_rank;
            }
            direction += 1;
        }
        square += 1;
    }
    table
}

impl Bits for u64 {
    const STRIDE: u8 = 8;
    const DOUBLINGS: u32 = 3;
    const EMPTY: u64 = 0;
    const INNER_FILES: u64 = 0x7e7e_7e7e_7e7e_7e7e;

    #[inline]
    fn square(index: u8) -> u64 {
        1 << (index & 63)
    }
    #[inline]
    fn contains(self, index: u8) -> bool {
        index < 64 && self >> index & 1 != 0
    }
    #[inline]
    fn count(self) -> u32 {
        self.count_ones()
    }
    #[inline]
    fn lowest(self) -> u8 {
        self.trailing_zeros() as u8
    }
    #[inline]
    fn without_lowest(self) -> u64 {
        self & self.wrapping_sub(1)
    }
    #[inline]
    fn up(self, by: u32) -> u64 {
        self << by
    }
    #[inline]
    fn down(self, by: u32) -> u64 {
        self >> by
    }
    #[inline]
    fn hash(self) -> u64 {
        mix(self)
    }

    /// Along each ray the first square that is not the opponent's ends the
    /// run: upwards a carry finds it, downwards the leading zeros.
    #[inline]
    fn flips(own: u64, opponent: u64, square: u8) -> u64 {
        let rays = &RAYS[usize::from(square & 63)];
        let mut all = 0;
        for &ray in &rays[..4] {
            let end = (opponent | !ray).wrapping_add(1) & ray & own;
            all |= end.wrapping_sub(u64::from(end != 0)) & ray;
        }
        for &ray in &rays[4..] {
            // Bit 0 stands in when nothing ends the run; it counts only if
            // it is on the ray, and then it was found anyway.
            let blocked = (ray & !opponent) | 1;
            let end = (1 << (63 - blocked.leading_zeros())) & ray & own;
            all |= (end << 1).wrapping_neg() & ray;
        }
        all
    }
}

/// A set of squares on boards of up to 16 by 16, lowest word first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Wide([u64; 4]);

impl Wide {
    #[inline]
    fn zip(self, other: Wide, f: impl Fn(u64, u64) -> u64) -> Wide {
        Wide([0, 1, 2, 3].map(|n| f(self.0[n], other.0[n])))
    }
}

impl BitAnd for Wide {
    type Output = Wide;
    #[inline]
    fn bitand(self, other: Wide) -> Wide {
        self.zip(other, |a, b| a & b)
    }
}

impl BitOr for Wide {
    type Output = Wide;
    #[inline]
    fn bitor(self, other: Wide) -> Wide {
        self.zip(other, |a, b| a | b)
    }
}

impl BitXor for Wide {
    type Output = Wide;
    #[inline]
    fn bitxor(self, other: Wide) -> Wide {
        self.zip(other, |a, b| a ^ b)
    }
}

impl Not for Wide {
    type Output = Wide;
    #[inline]
    fn not(self) -> Wide {
        Wide(self.0.map(|word| !word))
    }
}

impl Bits for Wide {
    const STRIDE: u8 = 16;
    const DOUBLINGS: u32 = 4;
    const EMPTY: Wide = Wide([0; 4]);
    const INNER_FILES: Wide = Wide([0x7ffe_7ffe_7ffe_7ffe; 4]);

    #[inline]
    fn square(index: u8) -> Wide {
        let mut words = [0; 4];
        words[usize::from(index >> 6)] = 1 << (index & 63);
        Wide(words)
    }
    #[inline]
    fn contains(self, index: u8) -> bool {
        self.0[usize::from(index >> 6)] >> (index & 63) & 1 != 0
    }
    #[inline]
    fn count(self) -> u32 {
        self.0.iter().map(|word| word.count_ones()).sum()
    }
    #[inline]
    fn lowest(self) -> u8 {
        let word = self.0.iter().position(|&word| word != 0).unwrap_or(0);
        (word as u32 * 64 + self.0[word].trailing_zeros()) as u8
    }
    #[inline]
    fn without_lowest(self) -> Wide {
        let mut words = self.0;
        if let Some(word) = words.iter_mut().find(|word| **word != 0) {
            *word &= word.wrapping_sub(1);
        }
        Wide(words)
    }
    #[inline]
    fn up(self, by: u32) -> Wide {
        let (words, bits) = ((by / 64) as usize, by % 64);
        Wide([0, 1, 2, 3].map(|n| {
            let word = |n: usize| n.checked_sub(words).map_or(0, |n| self.0[n]);
            let carried = if bits == 0 || n == 0 { 0 } else { word(n - 1) >> (64 - bits) };
            word(n) << bits | carried
        }))
    }
    #[inline]
    fn down(self, by: u32) -> Wide {
        let (words, bits) = ((by / 64) as usize, by % 64);
        Wide([0, 1, 2, 3].map(|n| {
            let word = |n: usize| self.0.get(n + words).copied().unwrap_or(0);
            let carried = if bits == 0 { 0 } else { word(n + 1) << (64 - bits) };
            word(n) >> bits | carried
        }))
    }
    #[inline]
    fn hash(self) -> u64 {
        self.0.iter().fold(0, |hash, &word| mix(hash.rotate_left(23) ^ word))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::core::Random;

    /// The rules as one would explain them, square by square.
    fn flips_by_walking(own: &[bool], opponent: &[bool], size: usize, at: usize) -> Vec<usize> {
        let (file, rank) = ((at % size) as i32, (at / size) as i32);
        let mut flipped = Vec::new();
        for (df, dr) in [(1, 0), (-1, 0), (0, 1), (0, -1), (1, 1), (-1, -1), (1, -1), (-1, 1)] {
            let on_board = |n: i32| {
                let (f, r) = (file + df * n, rank + dr * n);
                let inside = (0..size as i32).contains(&f) && (0..size as i32).contains(&r);
                inside.then(|| (r * size as i32 + f) as usize)
            };
            let run: Vec<_> = (1..).map_while(on_board).take_while(|&i| opponent[i]).collect();
            if on_board(run.len() as i32 + 1).is_some_and(|end| own[end]) {
                flipped.extend(run);
            }
        }
        flipped.sort_unstable();
        flipped
    }

    fn compare<B: Bits>(size: usize) {
        let mut random = Random::new(size as u64);
        for round in 0..300 {
            // From nearly empty to full boards.
            let part = 0.1 + 0.9 * f64::from(round) / 300.0;
            let (mut own, mut opponent) = (vec![false; size * size], vec![false; size * size]);
            for n in 0..size * size {
                if random.unit() < part {
                    let mine = random.unit() < 0.4;
                    (own[n], opponent[n]) = (mine, !mine);
                }
            }
            let index = |n: usize| (n / size * usize::from(B::STRIDE) + n % size) as u8;
            let set = |cells: &[bool]| {
                (0..size * size)
                    .filter(|&n| cells[n])
                    .fold(B::EMPTY, |set, n| set | B::square(index(n)))
            };
            let (o, p) = (set(&own), set(&opponent));
            let all = set(&vec![true; size * size]);
            let mut mobility = B::EMPTY;
            for n in 0..size * size {
                if own[n] || opponent[n] {
                    continue;
                }
                let expected = flips_by_walking(&own, &opponent, size, n);
                let found: Vec<_> = B::flips(o, p, index(n)).squares().collect();
                assert_eq!(found, expected.iter().map(|&n| index(n)).collect::<Vec<_>>());
                if !expected.is_empty() {
                    mobility = mobility | B::square(index(n));
                }
            }
            assert_eq!(B::mobility(o, p, all & !(o | p)), mobility);
            assert_eq!(o.count(), own.iter().filter(|&&disc| disc).count() as u32);
        }
    }

    #[test]
    fn bit_flips_agree_with_walking_on_every_size() {
        for size in [4, 6, 8] {
            compare::<u64>(size);
        }
        for size in [4, 6, 8, 10, 12, 14, 16] {
            compare::<Wide>(size);
        }
    }

    #[test]
    fn shifts_of_wide_sets_move_every_square() {
        for by in [1, 15, 16, 17, 34, 64, 68, 128, 136] {
            for index in [0u32, 1, 63, 64, 100, 127, 128, 200, 255] {
                let one = Wide::square(index as u8);
                let up: Vec<_> = one.up(by).squares().collect();
                let down: Vec<_> = one.down(by).squares().collect();
                let expect = |target: Option<u32>| {
                    target.filter(|&n| n < 256).map(|n| n as u8).into_iter().collect::<Vec<_>>()
                };
                assert_eq!(up, expect(index.checked_add(by)));
                assert_eq!(down, expect(index.checked_sub(by)));
            }
        }
    }
}

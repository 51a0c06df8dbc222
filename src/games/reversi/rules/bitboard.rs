//! Bitboards, with the flips and the mobility of Reversi.
//!
//! Square (file, rank) is bit `rank * STRIDE + file`. A smaller board lies in the low corner of the
//! word; squares off the board are never set.

use std::fmt::Debug;
use std::hash::Hash;
use std::ops::{BitAnd, BitOr, BitXor, Not};

use crate::core::mix;

/// A set of squares.
pub trait Bitboard:
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
    /// Index difference between ranks; also the largest board side.
    const STRIDE: u8;
    /// Doubling steps of a Kogge-Stone fill from edge to edge.
    const DOUBLINGS: u32;
    /// The empty set.
    const EMPTY: Self;
    /// All files but the first and the last: discs there can be flipped sideways and diagonally.
    const INNER_FILES: Self;

    /// The set of one square.
    fn square(index: u8) -> Self;
    /// True if the square is in the set.
    fn contains(self, index: u8) -> bool;
    /// Number of squares in the set.
    fn count(self) -> u32;
    /// Lowest square of a set that is not empty.
    fn lowest(self) -> u8;
    /// The set without its lowest square.
    fn without_lowest(self) -> Self;
    /// Shift to higher indices.
    fn shift_up(self, by: u32) -> Self;
    /// Shift to lower indices.
    fn shift_down(self, by: u32) -> Self;
    /// A hash of the set.
    fn hash(self) -> u64;

    /// True if no square is in the set.
    #[inline]
    fn is_empty(self) -> bool {
        self == Self::EMPTY
    }

    /// The squares in order of index.
    fn squares(self) -> Squares<Self> {
        Squares(self)
    }

    /// Discs of `opponent` that a disc of `own` on `square` flips.
    #[inline]
    fn flips(own: Self, opponent: Self, square: u8) -> Self {
        let from = Self::square(square);
        let mut all = Self::EMPTY;
        for (mask, step) in directions(opponent) {
            for shift in [Self::shift_up, Self::shift_down] {
                let flipped = occluded_fill(from, mask, step, shift);
                if !(shift(flipped, step) & own).is_empty() {
                    all = all | flipped;
                }
            }
        }
        all
    }

    /// Legal moves of `own`, ignoring passes: squares of `empty` where a disc flips others.
    #[inline]
    fn mobility(own: Self, opponent: Self, empty: Self) -> Self {
        let mut reached = Self::EMPTY;
        for (mask, step) in directions(opponent) {
            reached = reached | occluded_fill(own, mask, step, Self::shift_up).shift_up(step);
            reached = reached | occluded_fill(own, mask, step, Self::shift_down).shift_down(step);
        }
        reached & empty
    }
}

/// By line (horizontal, vertical, both diagonals): the opponent's discs that can be flipped along
/// it, and the index step between its squares.
#[inline]
fn directions<B: Bitboard>(opponent: B) -> [(B, u32); 4] {
    let sideways = opponent & B::INNER_FILES;
    let rank = u32::from(B::STRIDE);
    [(sideways, 1), (opponent, rank), (sideways, rank - 1), (sideways, rank + 1)]
}

/// Kogge-Stone occluded fill: the discs of `mask` in unbroken runs from next to `from` on, in the
/// direction of `shift`.
#[inline]
fn occluded_fill<B: Bitboard>(from: B, mask: B, mut step: u32, shift: impl Fn(B, u32) -> B) -> B {
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

impl<B: Bitboard> Iterator for Squares<B> {
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

/// Rays from each square to the edge: four to higher indices, then four to lower ones.
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

impl Bitboard for u64 {
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
    fn shift_up(self, by: u32) -> u64 {
        self << by
    }
    #[inline]
    fn shift_down(self, by: u32) -> u64 {
        self >> by
    }
    #[inline]
    fn hash(self) -> u64 {
        mix(self)
    }

    /// On each ray the first square without an opponent's disc ends the run. Towards higher
    /// indices a carry finds it, towards lower ones the count of leading zeros.
    #[inline]
    fn flips(own: u64, opponent: u64, square: u8) -> u64 {
        let rays = &RAYS[usize::from(square & 63)];
        let mut all = 0;
        for &ray in &rays[..4] {
            let end = (opponent | !ray).wrapping_add(1) & ray & own;
            all |= end.wrapping_sub(u64::from(end != 0)) & ray;
        }
        for &ray in &rays[4..] {
            // Bit 0 is set so that every run has an end; off the ray it is masked out.
            let blocked = (ray & !opponent) | 1;
            let end = (1 << (63 - blocked.leading_zeros())) & ray & own;
            all |= (end << 1).wrapping_neg() & ray;
        }
        all
    }
}

/// Bitboard for boards of up to 16 by 16, lowest word first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Bitboard256([u64; 4]);

impl Bitboard256 {
    #[inline]
    fn zip(self, other: Bitboard256, f: impl Fn(u64, u64) -> u64) -> Bitboard256 {
        Bitboard256([0, 1, 2, 3].map(|n| f(self.0[n], other.0[n])))
    }
}

impl BitAnd for Bitboard256 {
    type Output = Bitboard256;
    #[inline]
    fn bitand(self, other: Bitboard256) -> Bitboard256 {
        self.zip(other, |a, b| a & b)
    }
}

impl BitOr for Bitboard256 {
    type Output = Bitboard256;
    #[inline]
    fn bitor(self, other: Bitboard256) -> Bitboard256 {
        self.zip(other, |a, b| a | b)
    }
}

impl BitXor for Bitboard256 {
    type Output = Bitboard256;
    #[inline]
    fn bitxor(self, other: Bitboard256) -> Bitboard256 {
        self.zip(other, |a, b| a ^ b)
    }
}

impl Not for Bitboard256 {
    type Output = Bitboard256;
    #[inline]
    fn not(self) -> Bitboard256 {
        Bitboard256(self.0.map(|word| !word))
    }
}

impl Bitboard for Bitboard256 {
    const STRIDE: u8 = 16;
    const DOUBLINGS: u32 = 4;
    const EMPTY: Bitboard256 = Bitboard256([0; 4]);
    const INNER_FILES: Bitboard256 = Bitboard256([0x7ffe_7ffe_7ffe_7ffe; 4]);

    #[inline]
    fn square(index: u8) -> Bitboard256 {
        let mut words = [0; 4];
        words[usize::from(index >> 6)] = 1 << (index & 63);
        Bitboard256(words)
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
    fn without_lowest(self) -> Bitboard256 {
        let mut words = self.0;
        if let Some(word) = words.iter_mut().find(|word| **word != 0) {
            *word &= word.wrapping_sub(1);
        }
        Bitboard256(words)
    }
    #[inline]
    fn shift_up(self, by: u32) -> Bitboard256 {
        let (words, bits) = ((by / 64) as usize, by % 64);
        Bitboard256([0, 1, 2, 3].map(|n| {
            let word = |n: usize| n.checked_sub(words).map_or(0, |n| self.0[n]);
            let carried = if bits == 0 || n == 0 { 0 } else { word(n - 1) >> (64 - bits) };
            word(n) << bits | carried
        }))
    }
    #[inline]
    fn shift_down(self, by: u32) -> Bitboard256 {
        let (words, bits) = ((by / 64) as usize, by % 64);
        Bitboard256([0, 1, 2, 3].map(|n| {
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

    /// Reference implementation, square by square.
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

    fn compare<B: Bitboard>(size: usize) {
        let mut random = Random::new(size as u64);
        for round in 0..300 {
            // From nearly empty to full boards.
            let part = 0.1 + 0.9 * f64::from(round) / 300.0;
            let (mut own, mut opponent) = (vec![false; size * size], vec![false; size * size]);
            for n in 0..size * size {
                if random.next_f64() < part {
                    let mine = random.next_f64() < 0.4;
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
    fn bitboard_flips_agree_with_walking_on_every_board_size() {
        for size in [4, 6, 8] {
            compare::<u64>(size);
        }
        for size in [4, 6, 8, 10, 12, 14, 16] {
            compare::<Bitboard256>(size);
        }
    }

    #[test]
    fn shifts_of_256_bits_move_every_square() {
        for by in [1, 15, 16, 17, 34, 64, 68, 128, 136] {
            for index in [0u32, 1, 63, 64, 100, 127, 128, 200, 255] {
                let one = Bitboard256::square(index as u8);
                let up: Vec<_> = one.shift_up(by).squares().collect();
                let down: Vec<_> = one.shift_down(by).squares().collect();
                let expect = |target: Option<u32>| {
                    target.filter(|&n| n < 256).map(|n| n as u8).into_iter().collect::<Vec<_>>()
                };
                assert_eq!(up, expect(index.checked_add(by)));
                assert_eq!(down, expect(index.checked_sub(by)));
            }
        }
    }
}

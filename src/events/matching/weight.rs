//! Weights of edges as wide unsigned integers: criteria of descending priority are digits of
//! descending significance, so that the greatest sum is the lexicographically best one.

use std::ops::{AddAssign, SubAssign};

/// An unsigned integer of `N` words, the most significant first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(in crate::events) struct Wide<const N: usize>([u64; N]);

impl<const N: usize> Wide<N> {
    /// Zero.
    pub(in crate::events) const ZERO: Wide<N> = Wide([0; N]);

    /// True for zero.
    pub(in crate::events) fn is_zero(&self) -> bool {
        self.0.iter().all(|word| *word == 0)
    }

    /// Half of it, rounded down.
    pub(in crate::events) fn halved(mut self) -> Wide<N> {
        let mut carry = 0;
        for word in &mut self.0 {
            let low = *word & 1;
            *word = *word >> 1 | carry << 63;
            carry = low;
        }
        self
    }

    /// Twice it.
    pub(in crate::events) fn doubled(mut self) -> Wide<N> {
        let copy = self;
        self += copy;
        self
    }

    /// Adds `value` shifted to the left by `shift` bits.
    fn add_at(&mut self, shift: usize, value: u64) {
        let (word, bit) = (shift / 64, shift % 64);
        let mut wide = Wide::<N>::ZERO;
        if word < N {
            wide.0[N - 1 - word] = value << bit;
        }
        if bit > 0 && word + 1 < N {
            wide.0[N - 2 - word] = value >> (64 - bit);
        }
        *self += wide;
    }
}

impl<const N: usize> AddAssign for Wide<N> {
    fn add_assign(&mut self, other: Wide<N>) {
        let mut carry = false;
        for (word, added) in self.0.iter_mut().zip(other.0).rev() {
            let (sum, first) = word.overflowing_add(added);
            let (sum, second) = sum.overflowing_add(u64::from(carry));
            (*word, carry) = (sum, first || second);
        }
    }
}

impl<const N: usize> SubAssign for Wide<N> {
    fn sub_assign(&mut self, other: Wide<N>) {
        let mut borrow = false;
        for (word, taken) in self.0.iter_mut().zip(other.0).rev() {
            let (difference, first) = word.overflowing_sub(taken);
            let (difference, second) = difference.overflowing_sub(u64::from(borrow));
            (*word, borrow) = (difference, first || second);
        }
    }
}

/// A digit of the weights: a criterion, by its place in the order in which digits were added.
#[derive(Clone, Copy, Debug)]
pub(in crate::events) struct Digit(usize);

/// The digits of weights, the most significant first.
#[derive(Clone, Debug, Default)]
pub(in crate::events) struct Digits {
    bits: Vec<usize>,
}

impl Digits {
    /// Adds a digit below all others, whose sum over a matching is at most `most`.
    pub(in crate::events) fn push(&mut self, most: u64) -> Digit {
        self.push_bits((u64::BITS - most.leading_zeros()) as usize)
    }

    /// Adds a digit of this many bits below all others.
    pub(in crate::events) fn push_bits(&mut self, bits: usize) -> Digit {
        self.bits.push(bits);
        Digit(self.bits.len() - 1)
    }

    /// The number of bits of all digits.
    pub(in crate::events) fn total_bits(&self) -> usize {
        self.bits.iter().sum()
    }

    /// The lowest bit of each digit.
    fn shifts(&self) -> Vec<usize> {
        let mut below = self.total_bits();
        let lower = |bits: &usize| {
            below -= bits;
            below
        };
        self.bits.iter().map(lower).collect()
    }
}

/// Terms of the weight of an edge: values of digits, and single bits of wide digits.
#[derive(Clone, Debug, Default)]
pub(in crate::events) struct Terms(Vec<(usize, usize, u64)>);

impl Terms {
    /// Adds this value to a digit.
    pub(in crate::events) fn add(&mut self, digit: Digit, value: u64) {
        self.add_bit(digit, 0, value);
    }

    /// Adds this value, shifted to the left, to a digit.
    pub(in crate::events) fn add_bit(&mut self, digit: Digit, shift: usize, value: u64) {
        if value > 0 {
            self.0.push((digit.0, shift, value));
        }
    }
}

/// Converts the terms of edges to weights.
pub(in crate::events) struct Encoder {
    shifts: Vec<usize>,
}

impl Encoder {
    /// An encoder of these digits.
    pub(in crate::events) fn new(digits: &Digits) -> Encoder {
        Encoder { shifts: digits.shifts() }
    }

    /// The weight of an edge.
    pub(in crate::events) fn weight<const N: usize>(&self, terms: &Terms) -> Wide<N> {
        let mut weight = Wide::ZERO;
        for &(digit, shift, value) in &terms.0 {
            weight.add_at(self.shifts[digit] + shift, value);
        }
        weight
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sums_and_halves_carry_over_words() {
        let mut sum = Wide::<2>::ZERO;
        sum.add_at(0, u64::MAX);
        sum.add_at(0, 1);
        assert_eq!(sum, Wide([1, 0]));
        assert_eq!(sum.halved(), Wide([0, 1 << 63]));
        assert_eq!(sum.halved().doubled(), sum);
        sum -= Wide([0, 1]);
        assert_eq!(sum, Wide([0, u64::MAX]));
    }

    #[test]
    fn a_higher_digit_outweighs_all_that_is_below_it() {
        let mut digits = Digits::default();
        let (high, low) = (digits.push(3), digits.push(1000));
        let encoder = Encoder::new(&digits);
        let weight = |values: [u64; 2]| {
            let mut terms = Terms::default();
            terms.add(high, values[0]);
            terms.add(low, values[1]);
            encoder.weight::<2>(&terms)
        };
        assert!(weight([1, 0]) > weight([0, 1000]));
        assert!(weight([1, 1]) > weight([1, 0]));
    }
}

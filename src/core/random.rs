//! Randomness that repeats for a seed, and the bit mixing under hash keys.

/// Turns any 64-bit number into a well-mixed one; a bijection.
/// The finaliser of SplitMix64 (Steele, Lea, Flood 2014).
#[must_use]
pub const fn mix(mut z: u64) -> u64 {
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

/// A small generator (SplitMix64) for choices that must be the same on every
/// machine for the same seed. Not for secrets.
#[derive(Clone, Debug)]
pub struct Random {
    state: u64,
}

impl Random {
    /// A generator whose whole sequence follows from `seed`.
    #[must_use]
    pub const fn new(seed: u64) -> Random {
        Random { state: seed }
    }

    /// The next 64 random bits.
    pub const fn bits(&mut self) -> u64 {
        self.state = self.state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        mix(self.state)
    }

    /// A whole number from 0 to `bound - 1`; 0 when `bound` is 0.
    pub fn below(&mut self, bound: usize) -> usize {
        // The high half of a product: no division, and a bias under 2^-32
        // for every bound a board game has.
        ((u128::from(self.bits()) * bound as u128) >> 64) as usize
    }

    /// A number from 0 up to but not including 1.
    pub fn unit(&mut self) -> f64 {
        (self.bits() >> 11) as f64 / (1u64 << 53) as f64
    }

    /// One of `items`, or `None` if there is none.
    pub fn pick<'a, T>(&mut self, items: &'a [T]) -> Option<&'a T> {
        items.get(self.below(items.len()))
    }
}

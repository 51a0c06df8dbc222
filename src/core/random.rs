//! Seeded random numbers, and the bit mixer of hash keys.

/// The finalizer of SplitMix64, a bijection (Steele, Lea and Flood, "Fast
/// splittable pseudorandom number generators", 2014).
#[must_use]
pub const fn mix(mut z: u64) -> u64 {
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

/// SplitMix64 generator: the same sequence for the same seed on every
/// platform. Not cryptographic.
///
/// ```
/// use tianyuan::core::Random;
///
/// let (mut one, mut other) = (Random::new(7), Random::new(7));
/// let dice: Vec<usize> = (0..5).map(|_| 1 + one.below(6)).collect();
/// assert!(dice.iter().all(|dots| (1..=6).contains(dots)));
/// assert!(dice.iter().all(|&dots| dots == 1 + other.below(6)));
/// ```
#[derive(Clone, Debug)]
pub struct Random {
    state: u64,
}

impl Random {
    /// A generator with this seed.
    #[must_use]
    pub const fn new(seed: u64) -> Random {
        Random { state: seed }
    }

    /// The next 64 random bits.
    pub const fn next_u64(&mut self) -> u64 {
        self.state = self.state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        mix(self.state)
    }

    /// A uniform integer from 0 to `bound - 1`; 0 when `bound` is 0.
    pub fn below(&mut self, bound: usize) -> usize {
        // The high half of a product avoids a division; its bias is below
        // 2^-32 for the bounds of board games.
        ((u128::from(self.next_u64()) * bound as u128) >> 64) as usize
    }

    /// A uniform number in `[0, 1)`.
    pub fn next_f64(&mut self) -> f64 {
        (self.next_u64() >> 11) as f64 / (1u64 << 53) as f64
    }

    /// A random item; `None` if there is none.
    pub fn pick<'a, T>(&mut self, items: &'a [T]) -> Option<&'a T> {
        items.get(self.below(items.len()))
    }

    /// Brings items into a random order, each with the same chance (Fisher and Yates).
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for n in (1..items.len()).rev() {
            items.swap(n, self.below(n + 1));
        }
    }
}

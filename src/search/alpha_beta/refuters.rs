//! Which quiet moves have refuted positions before, so that they are tried
//! early where nothing better is known (killer and history heuristics).

use crate::core::Side;

/// Numbers of moves that are told apart; of larger ones some share a place.
const NUMBERS: usize = 1 << 15;

/// Bound of what experience says of a move, either way.
const MOST: i32 = 1 << 14;

/// Promise of the last quiet move that refuted a position as far from the
/// root, and of the one before: before all other quiet moves, after captures
/// that pay.
const KILLERS: [i32; 2] = [5000, 4900];

/// Experience of this much is worth one unit of promise.
const SCALE: i32 = 8;

/// Quiet moves that a position has withstood, as many as are of use.
#[derive(Default)]
pub(super) struct Failed {
    numbers: [u16; 24],
    count: usize,
}

impl Failed {
    /// Notes a move.
    #[inline]
    pub(super) fn add(&mut self, number: u16) {
        if let Some(place) = self.numbers.get_mut(self.count) {
            *place = number;
            self.count += 1;
        }
    }
}

/// The memory of one search. Without places it remembers nothing.
#[derive(Default)]
pub(super) struct Refuters {
    /// By distance from the root, the last first.
    killers: Vec<[u16; 2]>,
    /// By side and number of the move.
    experience: Vec<i16>,
}

impl Refuters {
    /// An empty memory.
    pub(super) fn new() -> Refuters {
        Refuters { killers: vec![[0; 2]; 128], experience: vec![0; 2 * NUMBERS] }
    }

    /// Forgets everything.
    pub(super) fn clear(&mut self) {
        self.killers.fill([0; 2]);
        self.experience.fill(0);
    }

    #[inline]
    fn place(side: Side, number: u16) -> usize {
        side.index() * NUMBERS + usize::from(number) % NUMBERS
    }

    /// How early a quiet move should be tried, beside what its game says.
    #[inline]
    pub(super) fn promise(&self, side: Side, ply: usize, number: u16) -> i32 {
        let known = self.killers.get(ply).and_then(|killers| {
            let n = killers.iter().position(|&killer| killer == number)?;
            Some(KILLERS[n])
        });
        known.unwrap_or_else(|| {
            let experience = self.experience.get(Refuters::place(side, number));
            experience.map_or(0, |&experience| i32::from(experience) / SCALE)
        })
    }

    /// Notes that a quiet move refuted a position after others failed to.
    pub(super) fn learn(
        &mut self,
        side: Side,
        ply: usize,
        depth: u32,
        number: u16,
        failed: &Failed,
    ) {
        if let Some(killers) = self.killers.get_mut(ply)
            && killers[0] != number
        {
            *killers = [number, killers[0]];
        }
        let weight = (16 * depth * depth).min(1600) as i32;
        self.shift(side, number, weight);
        for &number in &failed.numbers[..failed.count] {
            self.shift(side, number, -weight);
        }
    }

    /// Moves what is known of a move up or down, ever less towards the bound.
    fn shift(&mut self, side: Side, number: u16, by: i32) {
        if let Some(place) = self.experience.get_mut(Refuters::place(side, number)) {
            let old = i32::from(*place);
            *place = (old + by - old * by.abs() / MOST) as i16;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_refuted_comes_first_and_what_failed_last() {
        let mut refuters = Refuters::new();
        let mut failed = Failed::default();
        failed.add(7);
        for number in [5, 6, 6] {
            refuters.learn(Side::First, 3, 4, number, &failed);
        }
        let promise = |ply, number| refuters.promise(Side::First, ply, number);
        // The last one, the one before, those known from elsewhere, the rest.
        assert!(promise(3, 6) > promise(3, 5) && promise(3, 5) > promise(9, 6));
        assert!(promise(9, 6) > promise(9, 5) && promise(9, 5) > promise(9, 8));
        assert!(promise(9, 8) > promise(3, 7));
        assert_eq!(refuters.promise(Side::Second, 3, 6), KILLERS[0]);
        assert_eq!(refuters.promise(Side::Second, 9, 6), 0);
        refuters.clear();
        assert_eq!(refuters.promise(Side::First, 3, 6), 0);
    }

    #[test]
    fn experience_stays_within_its_bound_and_without_places_nothing_is_kept() {
        let mut refuters = Refuters::new();
        for _ in 0..10_000 {
            refuters.learn(Side::Second, 200, 255, u16::MAX, &Failed::default());
        }
        let known = refuters.promise(Side::Second, 200, u16::MAX);
        assert!(known > 1000 && known <= MOST / SCALE, "{known}");
        let mut nothing = Refuters::default();
        nothing.learn(Side::First, 0, 3, 1, &Failed::default());
        assert_eq!(nothing.promise(Side::First, 0, 1), 0);
    }
}

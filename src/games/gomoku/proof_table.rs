//! Table of the proof and disproof numbers of a proof-number search.

/// Proof and disproof numbers from here on are infinite.
pub const INFINITE: u32 = 1 << 30;

/// Entries of the table, of sixteen bytes each, when it is new and at most. It
/// grows with the search.
const SIZES: [usize; 2] = [1 << 12, 1 << 18];

/// Entries looked at for a key.
const BUCKET: usize = 4;

/// Proof and disproof number of a position, from the attacker's view.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Numbers {
    /// Proof number: the least number of positions to be won for a proof.
    pub proof: u32,
    /// Disproof number. Of a won position, its length in plies instead.
    pub disproof: u32,
}

impl Numbers {
    /// Those of a position that is not won.
    pub const LOST: Numbers = Numbers { proof: INFINITE, disproof: 0 };

    /// Those of a position won in this many plies.
    pub fn won(plies: usize) -> Numbers {
        Numbers { proof: 0, disproof: plies as u32 }
    }

    /// True if the position is won or cannot be won.
    pub fn is_settled(self) -> bool {
        self.proof == 0 || self.disproof == 0
    }

    /// The disproof number, infinite if won.
    pub fn disproof(self) -> u32 {
        if self.proof == 0 { INFINITE } else { self.disproof }
    }
}

/// An entry of the table.
#[derive(Clone, Copy, Default)]
struct Entry {
    key: u64,
    numbers: Numbers,
}

/// The numbers of the positions searched.
#[derive(Default)]
pub struct ProofTable {
    entries: Vec<Entry>,
    /// Keys written since the table was cleared or enlarged.
    written: usize,
}

impl ProofTable {
    /// Forgets every position. The memory is kept.
    pub fn clear(&mut self) {
        self.entries.clear();
        self.written = 0;
    }

    /// The numbers stored for this key.
    #[must_use]
    pub fn get(&self, key: u64) -> Option<Numbers> {
        if self.entries.is_empty() {
            return None;
        }
        let bucket = self.bucket(key);
        let entries = &self.entries[bucket..bucket + BUCKET];
        entries.iter().find(|entry| entry.key == key).map(|entry| entry.numbers)
    }

    /// Stores the numbers of a key; another may be lost.
    pub fn insert(&mut self, key: u64, numbers: Numbers) {
        let [first, largest] = SIZES;
        if self.entries.is_empty() {
            self.entries.resize(first, Entry::default());
        } else if self.written > self.entries.len() / 2 && self.entries.len() < largest {
            self.enlarge();
        }
        self.store(Entry { key, numbers });
    }

    fn store(&mut self, new: Entry) {
        let bucket = self.bucket(new.key);
        let entries = &mut self.entries[bucket..bucket + BUCKET];
        if let Some(entry) = entries.iter_mut().find(|entry| entry.key == new.key) {
            *entry = new;
            return;
        }
        self.written += 1;
        let open = entries.iter().position(|entry| entry.key == 0);
        // Positions with little work behind them are given up first, settled ones
        // in turns, lest two that a search needs displace each other for ever.
        let effort = |&at: &usize| entries[at].numbers.proof.min(entries[at].numbers.disproof);
        let unsettled = (0..BUCKET).filter(|&at| !entries[at].numbers.is_settled());
        let at = open.or_else(|| unsettled.min_by_key(effort)).unwrap_or(self.written % BUCKET);
        entries[at] = new;
    }

    fn enlarge(&mut self) {
        let old = std::mem::take(&mut self.entries);
        self.entries.resize(old.len() * 4, Entry::default());
        self.written = 0;
        old.into_iter().filter(|entry| entry.key != 0).for_each(|entry| self.store(entry));
    }

    fn bucket(&self, key: u64) -> usize {
        (key as usize % self.entries.len()) & !(BUCKET - 1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_keeps_what_it_was_given_while_it_grows() {
        let mut table = ProofTable::default();
        let numbers = |n: u64| Numbers { proof: n as u32 + 1, disproof: 7 };
        let key = |n: u64| crate::core::mix(n + 1);
        let count = 20_000;
        (0..count).for_each(|n| table.insert(key(n), numbers(n)));
        let kept = (0..count).filter(|&n| table.get(key(n)) == Some(numbers(n))).count();
        assert!(kept as u64 * 10 > count * 9, "{kept}");
        assert!((0..count).all(|n| table.get(key(n)).is_none_or(|found| found == numbers(n))));
        assert_eq!(table.get(key(count)), None);
        table.clear();
        assert_eq!(table.get(key(0)), None);
    }
}

//! The transposition table: what is known about positions met before.

/// What is known about one position's value and best move.
#[derive(Clone, Copy, Debug)]
pub struct Known {
    /// The value is at least this.
    pub lower: i32,
    /// The value is at most this.
    pub upper: i32,
    /// Plies that were searched for it.
    pub depth: u8,
    /// The move that was best, as its game numbers moves; 0 for none.
    pub best: u16,
}

/// What the table keeps of a position.
#[derive(Clone, Copy)]
struct Entry {
    key: u64,
    known: Known,
    /// The search that wrote it; 0 for an entry never written.
    age: u16,
}

/// An entry as plain words: the system hands out a large table of zeros at
/// once, where one of structures would have to be written first.
type Words = [u64; 3];

impl Entry {
    #[inline]
    fn pack(self) -> Words {
        let Known { lower, upper, depth, best } = self.known;
        [
            self.key,
            u64::from(lower as u32) | u64::from(upper as u32) << 32,
            age_word(self.age) | u64::from(best) << 16 | u64::from(depth),
        ]
    }

    #[inline]
    fn unpack([key, bounds, rest]: Words) -> Entry {
        let known = Known {
            lower: bounds as u32 as i32,
            upper: (bounds >> 32) as u32 as i32,
            depth: rest as u8,
            best: (rest >> 16) as u16,
        };
        Entry { key, known, age: age(rest) }
    }
}

#[inline]
fn age_word(age: u16) -> u64 {
    u64::from(age) << 32
}

#[inline]
fn age(rest: u64) -> u16 {
    (rest >> 32) as u16
}

/// Entries that a position may be kept in.
const BUCKET: usize = 4;

/// A table of positions by their 64-bit keys. When a bucket is full, what is
/// old and shallow gives way.
pub struct Table {
    entries: Vec<Words>,
    /// The search that is running.
    age: u16,
    /// What searches before this one wrote is forgotten.
    since: u16,
}

impl Table {
    /// A table of about this size, rounded down to a power of two of
    /// entries; at least one bucket.
    #[must_use]
    pub fn new(mebibytes: usize) -> Table {
        let most = (mebibytes << 20) / size_of::<Words>();
        let count = if most < BUCKET { BUCKET } else { 1 << most.ilog2() };
        Table { entries: vec![[0; 3]; count], age: 1, since: 1 }
    }

    /// Forgets everything, in no time.
    pub fn clear(&mut self) {
        self.next_search();
        self.since = self.age;
    }

    /// Begins a new search: what earlier ones left gives way first.
    pub fn next_search(&mut self) {
        if self.age == u16::MAX {
            self.entries.fill([0; 3]);
            (self.age, self.since) = (0, 1);
        }
        self.age += 1;
    }

    #[inline]
    fn bucket(&self, key: u64) -> usize {
        // The low bits choose the bucket; the whole key is compared.
        (key as usize & (self.entries.len() - 1)) & !(BUCKET - 1)
    }

    /// What is known about the position with this key.
    #[inline]
    #[must_use]
    pub fn probe(&self, key: u64) -> Option<Known> {
        let at = self.bucket(key);
        let bucket = &self.entries[at..at + BUCKET];
        let words = bucket.iter().find(|words| words[0] == key && age(words[2]) >= self.since)?;
        Some(Entry::unpack(*words).known)
    }

    /// Notes what was found. A bound for the same depth joins what is known;
    /// a deeper one takes its place, a shallower one does not.
    #[inline]
    pub fn store(&mut self, key: u64, mut known: Known) {
        let (at, age, since) = (self.bucket(key), self.age, self.since);
        let bucket = &mut self.entries[at..at + BUCKET];
        let entries: [Entry; BUCKET] = std::array::from_fn(|n| Entry::unpack(bucket[n]));
        let here = entries.iter().position(|entry| entry.key == key && entry.age >= since);
        let slot = here.unwrap_or_else(|| {
            let worth = |entry: &Entry| match entry.age {
                then if then < since => -1,
                then => i32::from(entry.known.depth) + if then == age { 256 } else { 0 },
            };
            (0..BUCKET).min_by_key(|&n| worth(&entries[n])).unwrap_or(0)
        });
        if here.is_some() {
            let old = entries[slot].known;
            if old.depth > known.depth {
                known = old;
            } else if known.best == 0 {
                known.best = old.best;
            }
            let (lower, upper) = (known.lower.max(old.lower), known.upper.min(old.upper));
            if old.depth == known.depth && lower <= upper {
                (known.lower, known.upper) = (lower, upper);
            }
        }
        bucket[slot] = Entry { key, known, age }.pack();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn known(depth: u8, lower: i32, upper: i32) -> Known {
        Known { lower, upper, depth, best: depth.into() }
    }

    #[test]
    fn bounds_of_the_same_depth_join() {
        let mut table = Table::new(1);
        table.store(77, known(5, -100, 40));
        table.store(77, known(5, 10, 100));
        let found = table.probe(77).unwrap();
        assert_eq!((found.lower, found.upper, found.depth), (10, 40, 5));
        assert!(table.probe(78).is_none());
        table.clear();
        assert!(table.probe(77).is_none());
    }

    #[test]
    fn nothing_forgotten_comes_back_when_searches_are_counted_anew() {
        let mut table = Table::new(0);
        table.store(1, known(5, 0, 0));
        table.age = u16::MAX - 1;
        table.store(2, known(5, 0, 0));
        table.next_search();
        assert!(table.probe(1).is_some() && table.probe(2).is_some());
        table.next_search();
        assert!(table.probe(1).is_none() && table.probe(2).is_none());
        table.store(3, known(5, 0, 0));
        assert!(table.probe(3).is_some());
    }

    #[test]
    fn old_and_shallow_entries_give_way_first() {
        let mut table = Table::new(0);
        for key in 1..=4 {
            table.store(key, known(9, 0, 0));
        }
        table.next_search();
        table.store(5, known(1, 0, 0));
        table.store(6, known(2, 0, 0));
        assert!(table.probe(5).is_some() && table.probe(6).is_some());
        assert_eq!((1..=4).filter(|&key| table.probe(key).is_some()).count(), 2);
    }
}

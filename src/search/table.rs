//! The transposition table: what is known about positions met before.

/// What is known about one position's value and best move.
#[derive(Clone, Copy, Debug)]
pub struct Known<M> {
    /// The value is at least this.
    pub lower: i32,
    /// The value is at most this.
    pub upper: i32,
    /// Plies that were searched for it.
    pub depth: u8,
    /// The move that was best.
    pub best: Option<M>,
}

#[derive(Clone, Copy)]
struct Entry<M> {
    key: u64,
    lower: i32,
    upper: i32,
    best: Option<M>,
    depth: u8,
    /// The search that wrote it; 0 for an entry never written.
    age: u8,
}

/// Entries that a position may be kept in.
const BUCKET: usize = 4;

/// A table of positions by their 64-bit keys. When a bucket is full, what is
/// old and shallow gives way.
pub struct Table<M> {
    entries: Vec<Entry<M>>,
    age: u8,
}

impl<M: Copy> Table<M> {
    /// A table of about this size, rounded down to a power of two of
    /// entries; at least one bucket.
    #[must_use]
    pub fn new(mebibytes: usize) -> Table<M> {
        let most = (mebibytes << 20) / size_of::<Entry<M>>();
        let count = if most < BUCKET { BUCKET } else { 1 << most.ilog2() };
        let empty = Entry { key: 0, lower: 0, upper: 0, best: None, depth: 0, age: 0 };
        Table { entries: vec![empty; count.max(BUCKET)], age: 1 }
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        for entry in &mut self.entries {
            entry.age = 0;
        }
        self.age = 1;
    }

    /// Begins a new search: what earlier ones left gives way first.
    pub fn next_search(&mut self) {
        self.age = if self.age == u8::MAX { 1 } else { self.age + 1 };
    }

    #[inline]
    fn bucket(&self, key: u64) -> usize {
        // The low bits choose the bucket; the whole key is compared.
        (key as usize & (self.entries.len() - 1)) & !(BUCKET - 1)
    }

    /// What is known about the position with this key.
    #[inline]
    #[must_use]
    pub fn probe(&self, key: u64) -> Option<Known<M>> {
        let at = self.bucket(key);
        let bucket = &self.entries[at..at + BUCKET];
        let entry = bucket.iter().find(|entry| entry.key == key && entry.age != 0)?;
        Some(Known { lower: entry.lower, upper: entry.upper, depth: entry.depth, best: entry.best })
    }

    /// Notes what was found. A bound for the same depth joins what is known;
    /// a deeper one takes its place, a shallower one does not.
    #[inline]
    pub fn store(&mut self, key: u64, known: Known<M>) {
        let (at, age) = (self.bucket(key), self.age);
        let bucket = &mut self.entries[at..at + BUCKET];
        let known_here = bucket.iter().position(|entry| entry.key == key && entry.age != 0);
        let slot = known_here.unwrap_or_else(|| {
            let worth = |entry: &Entry<M>| match entry.age {
                0 => -1,
                then => i32::from(entry.depth) + if then == age { 256 } else { 0 },
            };
            (0..BUCKET).min_by_key(|&n| worth(&bucket[n])).unwrap_or(0)
        });
        let entry = &mut bucket[slot];
        if known_here.is_some() && entry.depth > known.depth {
            entry.age = age;
            return;
        }
        let (mut lower, mut upper, mut best) = (known.lower, known.upper, known.best);
        if known_here.is_some() {
            best = best.or(entry.best);
            if entry.depth == known.depth {
                lower = lower.max(entry.lower);
                upper = upper.min(entry.upper);
                if lower > upper {
                    (lower, upper) = (known.lower, known.upper);
                }
            }
        }
        *entry = Entry { key, lower, upper, best, depth: known.depth, age };
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn known(depth: u8, lower: i32, upper: i32) -> Known<u8> {
        Known { lower, upper, depth, best: Some(depth) }
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
    fn old_and_shallow_entries_give_way_first() {
        let mut table: Table<u8> = Table::new(0);
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

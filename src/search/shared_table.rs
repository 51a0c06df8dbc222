//! A transposition table that several threads read and write at once without
//! locks: an entry is two words, of which the first is the key mixed with the
//! second, so that words of two writers never pass for an entry (Hyatt and
//! Mann, "A lockless transposition table implementation for parallel search",
//! ICGA Journal 25, 2002).

use std::sync::atomic::{AtomicU64, Ordering};

use super::memory::{in_large_pages, prefetch};

/// What is known about one position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bounds {
    /// The value is at least this.
    pub lower: i16,
    /// The value is at most this.
    pub upper: i16,
    /// Plies that were searched for it.
    pub depth: u8,
    /// How sure the bounds are; the highest level that a search uses is
    /// certainty. 0 to 255.
    pub certainty: u8,
    /// The move that was best, as its game numbers moves.
    pub best: u8,
}

impl Bounds {
    #[inline]
    fn pack(self, date: u8) -> u64 {
        u64::from(self.lower as u16)
            | u64::from(self.upper as u16) << 16
            | u64::from(self.best) << 32
            | u64::from(self.depth) << 40
            | u64::from(self.certainty) << 48
            | u64::from(date) << 56
    }

    #[inline]
    fn unpack(data: u64) -> Bounds {
        Bounds {
            lower: data as u16 as i16,
            upper: (data >> 16) as u16 as i16,
            best: (data >> 32) as u8,
            depth: (data >> 40) as u8,
            certainty: (data >> 48) as u8,
        }
    }

    /// Deeper counts more than surer.
    #[inline]
    fn rank(self) -> (u8, u8) {
        (self.depth, self.certainty)
    }
}

/// Entries that a position may be kept in: a line of the processor's cache.
const BUCKET: usize = 4;

#[derive(Default)]
#[repr(align(64))]
struct Bucket([[AtomicU64; 2]; BUCKET]);

/// From this date on, all entries are wiped out when they are to be forgotten,
/// so that the dates do not run out, and nothing with them, before so many more
/// searches.
const LATE: u8 = 127;

/// A table of positions by their 64-bit keys, shared by threads. When a
/// bucket is full, what is old and shallow gives way.
pub struct SharedTable {
    buckets: Vec<Bucket>,
    /// The search that is running, 1 to 255; entries of date 0 are empty.
    date: u8,
    /// What searches before this one wrote is forgotten.
    since: u8,
}

impl SharedTable {
    /// A table of about this size, rounded down to a power of two; at least
    /// one bucket.
    #[must_use]
    pub fn new(mebibytes: usize) -> SharedTable {
        let most = (mebibytes << 20) / size_of::<Bucket>();
        let count = if most == 0 { 1 } else { 1 << most.ilog2() };
        SharedTable { buckets: in_large_pages(count, Bucket::default), date: 1, since: 1 }
    }

    /// Forgets everything: what the next 127 searches keep and find does not
    /// depend on anything before.
    pub fn clear(&mut self) {
        if self.date >= LATE {
            self.wipe();
        } else {
            self.date += 1;
            self.since = self.date;
        }
    }

    /// Empties the table, which takes time where it is large.
    fn wipe(&mut self) {
        self.buckets.fill_with(Bucket::default);
        (self.date, self.since) = (1, 1);
    }

    /// Begins a new search: what earlier ones left gives way first.
    pub fn next_search(&mut self) {
        match self.date.checked_add(1) {
            Some(date) => self.date = date,
            None => self.wipe(),
        }
    }

    #[inline]
    fn bucket(&self, key: u64) -> &Bucket {
        // The high bits choose the bucket: of a product they are the best
        // mixed ones.
        let chosen = (u128::from(key) * self.buckets.len() as u128) >> 64;
        &self.buckets[chosen as usize]
    }

    /// Tells the processor that this position will be asked about soon.
    #[inline(always)]
    pub fn prefetch(&self, key: u64) {
        prefetch(self.bucket(key));
    }

    /// What is known about the position with this key.
    #[inline]
    #[must_use]
    pub fn probe(&self, key: u64) -> Option<Bounds> {
        for [mixed, data] in &self.bucket(key).0 {
            let data = data.load(Ordering::Relaxed);
            if mixed.load(Ordering::Relaxed) ^ data == key && (data >> 56) as u8 >= self.since {
                return Some(Bounds::unpack(data));
            }
        }
        None
    }

    /// Notes what was found. Bounds of the same depth and certainty join what
    /// is known; deeper or surer ones take its place, others do not.
    #[inline]
    pub fn store(&self, key: u64, mut new: Bounds) {
        let bucket = &self.bucket(key).0;
        let (mut worst, mut worst_worth) = (0, i32::MAX);
        for (n, [mixed, data]) in bucket.iter().enumerate() {
            let data = data.load(Ordering::Relaxed);
            let date = (data >> 56) as u8;
            if mixed.load(Ordering::Relaxed) ^ data == key && date >= self.since {
                let old = Bounds::unpack(data);
                if old.rank() > new.rank() {
                    return;
                }
                if old.rank() == new.rank() {
                    let (lower, upper) = (new.lower.max(old.lower), new.upper.min(old.upper));
                    if lower <= upper {
                        (new.lower, new.upper) = (lower, upper);
                    }
                }
                worst = n;
                break;
            }
            let worth = if date < self.since {
                -1
            } else {
                i32::from((data >> 40) as u8) + if date == self.date { 256 } else { 0 }
            };
            if worth < worst_worth {
                (worst, worst_worth) = (n, worth);
            }
        }
        let data = new.pack(self.date);
        bucket[worst][0].store(key ^ data, Ordering::Relaxed);
        bucket[worst][1].store(data, Ordering::Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn bounds(depth: u8, certainty: u8, lower: i16, upper: i16) -> Bounds {
        Bounds { lower, upper, depth, certainty, best: depth }
    }

    #[test]
    fn bounds_of_the_same_depth_and_certainty_join_and_lesser_ones_are_not_kept() {
        let mut table = SharedTable::new(1);
        table.store(77, bounds(5, 2, -100, 40));
        table.store(77, bounds(5, 2, 10, 100));
        table.store(77, bounds(5, 1, 30, 30));
        table.store(77, bounds(4, 6, 30, 30));
        assert_eq!(table.probe(77), Some(bounds(5, 2, 10, 40)));
        table.store(77, bounds(5, 6, -20, -20));
        assert_eq!(table.probe(77), Some(bounds(5, 6, -20, -20)));
        assert_eq!(table.probe(78), None);
        table.clear();
        assert_eq!(table.probe(77), None);
    }

    #[test]
    fn old_and_shallow_entries_give_way_first() {
        let mut table = SharedTable::new(0);
        for key in 1..=4 {
            table.store(key, bounds(9, 0, 0, 0));
        }
        table.next_search();
        table.store(5, bounds(1, 0, 0, 0));
        table.store(6, bounds(2, 0, 0, 0));
        assert!(table.probe(5).is_some() && table.probe(6).is_some());
        assert_eq!((1..=4).filter(|&key| table.probe(key).is_some()).count(), 2);
    }

    #[test]
    fn what_is_kept_does_not_depend_on_what_was_forgotten_before() {
        let mut table = SharedTable::new(0);
        for _ in 0..300 {
            table.clear();
            for key in 0..127 {
                table.next_search();
                table.store(key % 2 + 1, bounds(5, 0, 0, 0));
                assert!(key == 0 || table.probe((key + 1) % 2 + 1).is_some());
            }
        }
    }

    #[test]
    fn nothing_forgotten_comes_back_when_searches_are_counted_anew() {
        let mut table = SharedTable::new(0);
        for _ in 0..600 {
            table.store(1, bounds(5, 0, 0, 0));
            assert!(table.probe(1).is_some());
            table.clear();
            assert!(table.probe(1).is_none());
        }
    }
}

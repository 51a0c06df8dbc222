//! Lockless transposition table for several threads: an entry is two words, of
//! which the first is the key XORed with the second, so that torn writes never
//! pass for an entry (Hyatt and Mann, "A lockless transposition table
//! implementation for parallel search", ICGA Journal 25, 2002).

use std::sync::atomic::{AtomicU64, Ordering};

use super::memory::{prefetch, zeroed_words};

/// The bounds and best move of one position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SharedTtEntry {
    /// Lower bound of the value.
    pub lower: i16,
    /// Upper bound of the value.
    pub upper: i16,
    /// Search depth, in plies.
    pub depth: u8,
    /// Confidence level of forward pruning (multi-ProbCut), 0 to 255; the
    /// highest one that a search uses means no pruning.
    pub selectivity: u8,
    /// The best move's id.
    pub best: u8,
}

impl SharedTtEntry {
    #[inline]
    fn pack(self, generation: u8) -> u64 {
        u64::from(self.lower as u16)
            | u64::from(self.upper as u16) << 16
            | u64::from(self.best) << 32
            | u64::from(self.depth) << 40
            | u64::from(self.selectivity) << 48
            | u64::from(generation) << 56
    }

    #[inline]
    fn unpack(data: u64) -> SharedTtEntry {
        SharedTtEntry {
            lower: data as u16 as i16,
            upper: (data >> 16) as u16 as i16,
            best: (data >> 32) as u8,
            depth: (data >> 40) as u8,
            selectivity: (data >> 48) as u8,
        }
    }

    /// Replacement order: depth before confidence.
    #[inline]
    fn rank(self) -> (u8, u8) {
        (self.depth, self.selectivity)
    }
}

/// Bytes of a cache line, which a bucket of four entries fills.
const CACHE_LINE: usize = 64;

/// Words of a bucket, two for each entry.
const BUCKET_WORDS: usize = CACHE_LINE / size_of::<u64>();

type Bucket = [AtomicU64; BUCKET_WORDS];

/// From this generation on [`SharedTranspositionTable::clear`] empties the
/// table, so that at least this many searches follow before the generations
/// overflow.
const LAST_LAZY_CLEAR: u8 = 127;

/// A transposition table by 64-bit keys, shared by threads. In a full bucket
/// the oldest and shallowest entry is replaced.
pub struct SharedTranspositionTable {
    words: Vec<AtomicU64>,
    /// Index of the word with which the buckets begin, at a cache line.
    first_word: usize,
    bucket_count: usize,
    /// Generation of the current search, 1 to 255; 0 marks empty entries.
    generation: u8,
    /// Entries of earlier generations are invalid.
    oldest_valid: u8,
}

impl SharedTranspositionTable {
    /// A table of about this size, rounded down to a power of two; at least
    /// one bucket.
    #[must_use]
    pub fn new(mebibytes: usize) -> SharedTranspositionTable {
        let max_buckets = (mebibytes << 20) / size_of::<Bucket>();
        let count = if max_buckets == 0 { 1 } else { 1 << max_buckets.ilog2() };
        SharedTranspositionTable::with_buckets(count)
    }

    fn with_buckets(bucket_count: usize) -> SharedTranspositionTable {
        let words = zeroed_words((bucket_count + 1) * BUCKET_WORDS);
        let first_word = words.as_ptr().align_offset(CACHE_LINE).min(BUCKET_WORDS);
        SharedTranspositionTable { words, first_word, bucket_count, generation: 1, oldest_valid: 1 }
    }

    /// Invalidates all entries: the next 127 searches do not depend on
    /// anything before.
    pub fn clear(&mut self) {
        if self.generation >= LAST_LAZY_CLEAR {
            self.reset();
        } else {
            self.generation += 1;
            self.oldest_valid = self.generation;
        }
    }

    /// Empties the table.
    fn reset(&mut self) {
        *self = SharedTranspositionTable::with_buckets(self.bucket_count);
    }

    /// Begins a new search: entries of earlier ones are replaced first.
    pub fn next_search(&mut self) {
        match self.generation.checked_add(1) {
            Some(generation) => self.generation = generation,
            None => self.reset(),
        }
    }

    #[inline]
    fn bucket(&self, key: u64) -> &Bucket {
        // The high bits choose the bucket: keys that are products are check
        // best there.
        let chosen = (u128::from(key) * self.bucket_count as u128) >> 64;
        let (buckets, _) = self.words[self.first_word..].as_chunks();
        &buckets[chosen as usize]
    }

    /// Prefetches the bucket of this key.
    #[inline(always)]
    pub fn prefetch(&self, key: u64) {
        prefetch(self.bucket(key));
    }

    /// The entry of this key, if there is one.
    #[inline]
    #[must_use]
    pub fn probe(&self, key: u64) -> Option<SharedTtEntry> {
        for [check, data] in self.bucket(key).as_chunks().0 {
            let data = data.load(Ordering::Relaxed);
            if check.load(Ordering::Relaxed) ^ data == key
                && (data >> 56) as u8 >= self.oldest_valid
            {
                return Some(SharedTtEntry::unpack(data));
            }
        }
        None
    }

    /// Stores an entry. Bounds of the same depth and confidence are merged
    /// with the old ones; a higher rank replaces, a lower one is dropped.
    #[inline]
    pub fn store(&self, key: u64, mut new: SharedTtEntry) {
        let bucket: &[[AtomicU64; 2]] = self.bucket(key).as_chunks().0;
        let (mut victim, mut victim_priority) = (0, i32::MAX);
        for (n, [check, data]) in bucket.iter().enumerate() {
            let data = data.load(Ordering::Relaxed);
            let generation = (data >> 56) as u8;
            if check.load(Ordering::Relaxed) ^ data == key && generation >= self.oldest_valid {
                let old = SharedTtEntry::unpack(data);
                if old.rank() > new.rank() {
                    return;
                }
                if old.rank() == new.rank() {
                    let (lower, upper) = (new.lower.max(old.lower), new.upper.min(old.upper));
                    if lower <= upper {
                        (new.lower, new.upper) = (lower, upper);
                    }
                }
                victim = n;
                break;
            }
            let priority = if generation < self.oldest_valid {
                -1
            } else {
                i32::from((data >> 40) as u8) + if generation == self.generation { 256 } else { 0 }
            };
            if priority < victim_priority {
                (victim, victim_priority) = (n, priority);
            }
        }
        let data = new.pack(self.generation);
        bucket[victim][0].store(key ^ data, Ordering::Relaxed);
        bucket[victim][1].store(data, Ordering::Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn bounds(depth: u8, selectivity: u8, lower: i16, upper: i16) -> SharedTtEntry {
        SharedTtEntry { lower, upper, depth, selectivity, best: depth }
    }

    #[test]
    fn bounds_of_equal_rank_are_merged_and_those_of_lower_rank_dropped() {
        let mut table = SharedTranspositionTable::new(1);
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
    fn old_and_shallow_entries_are_replaced_first() {
        let mut table = SharedTranspositionTable::new(0);
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
    fn a_cleared_table_does_not_depend_on_earlier_searches() {
        let mut table = SharedTranspositionTable::new(0);
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
    fn no_cleared_entry_comes_back_when_generations_overflow() {
        let mut table = SharedTranspositionTable::new(0);
        for _ in 0..600 {
            table.store(1, bounds(5, 0, 0, 0));
            assert!(table.probe(1).is_some());
            table.clear();
            assert!(table.probe(1).is_none());
        }
    }
}

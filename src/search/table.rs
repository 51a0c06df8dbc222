//! Transposition table that several threads may share without locks: the check of an
//! entry is combined with its bounds, so that a torn write never passes for an entry
//! (Hyatt and Mann, "A lockless transposition table implementation for parallel search",
//! ICGA Journal 25, 2002). Its static evaluation may then be that of another position,
//! which does no harm.

use std::sync::atomic::{AtomicU64, Ordering};

use super::memory::{claim_memory, prefetch, zeroed_words};

/// The bounds and best move of one position.
#[derive(Clone, Copy, Debug)]
pub struct TtEntry {
    /// Lower bound of the value, within 30 bits.
    pub lower: i32,
    /// Upper bound of the value, within 30 bits.
    pub upper: i32,
    /// Search depth, in plies.
    pub depth: u8,
    /// The best move's id; 0 for none.
    pub best: u16,
    /// The static evaluation; [`TtEntry::NO_EVAL`] where it is not known.
    pub eval: i16,
    /// True if the position has been on a principal variation.
    pub pv: bool,
}

impl TtEntry {
    /// Stands for a static evaluation that is not known.
    pub const NO_EVAL: i16 = i16::MIN;
}

/// Bytes of a cache line, which a bucket fills.
const CACHE_LINE: usize = 64;

/// Words of a bucket: two for each entry, one for all evaluations, and one for
/// all generations. Plain words, because the system hands out zeroed memory at
/// once, where structures would have to be written first.
const BUCKET_WORDS: usize = CACHE_LINE / size_of::<u64>();

type Bucket = [AtomicU64; BUCKET_WORDS];

/// Entries of a bucket.
const ENTRIES: usize = 3;

/// The words with the evaluations and the generations, 16 bits for each entry.
const EVALS: usize = 2 * ENTRIES;
const GENERATIONS: usize = EVALS + 1;

/// The bits of a key from this one on are compared; those below choose the
/// bucket. By chance two keys agree in them once in a million million.
const CHECK_SHIFT: u32 = 24;

/// The `n`th part of 16 bits.
#[inline]
fn part(word: u64, n: usize) -> u16 {
    (word >> (16 * n)) as u16
}

#[inline]
fn with_part(word: u64, n: usize, part: u16) -> u64 {
    word & !(0xffff << (16 * n)) | u64::from(part) << (16 * n)
}

/// A word of a bucket.
#[inline]
fn word(bucket: &Bucket, n: usize) -> u64 {
    bucket[n].load(Ordering::Relaxed)
}

#[inline]
fn set_part(bucket: &Bucket, at: usize, n: usize, part: u16) {
    bucket[at].store(with_part(word(bucket, at), n, part), Ordering::Relaxed);
}

/// Mask with which the check of an entry with these bounds is combined.
#[inline]
fn veil(bounds: u64) -> u64 {
    (bounds ^ bounds.rotate_left(29)) << CHECK_SHIFT
}

/// The bounds of the `n`th entry, and its other word.
#[inline]
fn words(bucket: &Bucket, n: usize) -> (u64, u64) {
    let bounds = word(bucket, 2 * n);
    (bounds, word(bucket, 2 * n + 1) ^ veil(bounds))
}

#[inline]
fn read(bucket: &Bucket, n: usize) -> TtEntry {
    let (bounds, rest) = words(bucket, n);
    TtEntry {
        lower: bounds as i32 >> 1,
        upper: (bounds >> 32) as i32 >> 1,
        depth: rest as u8,
        best: (rest >> 8) as u16,
        eval: part(word(bucket, EVALS), n) as i16,
        pv: bounds & 1 != 0,
    }
}

#[inline]
fn write(bucket: &Bucket, n: usize, key: u64, entry: TtEntry, generation: u16) {
    let TtEntry { lower, upper, depth, best, eval, pv } = entry;
    // The lowest bit of the first is free.
    let [lower, upper] = [lower, upper].map(|bound| u64::from((bound << 1) as u32));
    let bounds = lower | u64::from(pv) | upper << 32;
    let check = key >> CHECK_SHIFT << CHECK_SHIFT;
    let rest = check | u64::from(best) << 8 | u64::from(depth);
    bucket[2 * n].store(bounds, Ordering::Relaxed);
    bucket[2 * n + 1].store(rest ^ veil(bounds), Ordering::Relaxed);
    set_part(bucket, EVALS, n, eval as u16);
    set_part(bucket, GENERATIONS, n, generation);
}

/// A transposition table by 64-bit keys of which every bit is as good as
/// random. In a full bucket the oldest and shallowest entry is replaced.
pub struct TranspositionTable {
    words: Vec<AtomicU64>,
    /// Index of the word with which the buckets begin, at a cache line.
    first_word: usize,
    /// Number of buckets less one; the number is a power of two.
    bucket_mask: usize,
    /// Generation of the current search.
    generation: u16,
    /// Entries of earlier generations are invalid.
    oldest_valid: u16,
}

impl TranspositionTable {
    /// A table of about this size, rounded down to a power of two; at least
    /// one bucket.
    #[must_use]
    pub fn new(mebibytes: usize) -> TranspositionTable {
        let most = ((mebibytes << 20) / CACHE_LINE).max(1);
        let count = 1 << most.ilog2();
        let words = zeroed_words((count + 1) * BUCKET_WORDS);
        let first_word = words.as_ptr().align_offset(CACHE_LINE).min(BUCKET_WORDS);
        TranspositionTable {
            words,
            first_word,
            bucket_mask: count - 1,
            generation: 1,
            oldest_valid: 1,
        }
    }

    /// Claims all memory of the table, which the system otherwise hands out as it is used:
    /// huge pages take milliseconds each.
    pub fn claim_memory(&mut self) {
        claim_memory(&mut self.words);
    }

    /// Invalidates all entries in constant time.
    pub fn clear(&mut self) {
        self.next_search();
        self.oldest_valid = self.generation;
    }

    /// Begins a new search: entries of earlier ones are replaced first.
    pub fn next_search(&mut self) {
        if self.generation == u16::MAX {
            self.words.iter_mut().for_each(|word| *word.get_mut() = 0);
            (self.generation, self.oldest_valid) = (0, 1);
        }
        self.generation += 1;
    }

    #[inline]
    fn buckets(&self) -> &[Bucket] {
        self.words[self.first_word..].as_chunks().0
    }

    #[inline]
    fn bucket(&self, key: u64) -> &Bucket {
        &self.buckets()[key as usize & self.bucket_mask]
    }

    /// Permille of the entries that the current search has written, estimated from the
    /// first ones.
    #[must_use]
    pub fn permille_written(&self) -> u16 {
        let sample = &self.buckets()[..(self.bucket_mask + 1).min(1000 / ENTRIES)];
        let written = sample
            .iter()
            .flat_map(|bucket| (0..ENTRIES).map(|n| part(word(bucket, GENERATIONS), n)))
            .filter(|&generation| generation == self.generation);
        (1000 * written.count() / (sample.len() * ENTRIES)) as u16
    }

    /// Loads the bucket of this key into the cache of the processor.
    #[inline]
    pub fn prefetch(&self, key: u64) {
        prefetch(self.bucket(key));
    }

    /// The index of the entry of this key in its bucket.
    #[inline]
    fn find(bucket: &Bucket, key: u64, oldest_valid: u16) -> Option<usize> {
        (0..ENTRIES).find(|&n| {
            words(bucket, n).1 >> CHECK_SHIFT == key >> CHECK_SHIFT
                && part(word(bucket, GENERATIONS), n) >= oldest_valid
        })
    }

    /// The entry of this key, if there is one.
    #[inline]
    #[must_use]
    pub fn probe(&self, key: u64) -> Option<TtEntry> {
        let bucket = self.bucket(key);
        let n = TranspositionTable::find(bucket, key, self.oldest_valid)?;
        Some(read(bucket, n))
    }

    /// Stores an entry. Bounds of the same depth are merged with the old ones;
    /// a deeper entry replaces, a shallower one is dropped.
    #[inline]
    pub fn store(&self, key: u64, entry: TtEntry) {
        self.write(key, entry, |old, mut entry| {
            if old.depth > entry.depth {
                entry = old;
            } else if entry.best == 0 {
                entry.best = old.best;
            }
            let (lower, upper) = (entry.lower.max(old.lower), entry.upper.min(old.upper));
            if old.depth == entry.depth && lower <= upper {
                (entry.lower, entry.upper) = (lower, upper);
            }
            entry
        });
    }

    /// Stores an entry of a search that prunes, where a later result is worth
    /// more than an earlier one of slightly greater depth: it is dropped only
    /// if the old entry is more than `margin` plies deeper. The old best move
    /// is kept where there is no new one.
    #[inline]
    pub fn store_later(&self, key: u64, entry: TtEntry, margin: u8) {
        self.write(key, entry, |old, entry| {
            let is_exact = entry.lower == entry.upper;
            if !is_exact && old.depth > entry.depth.saturating_add(margin) {
                return old;
            }
            let best = if entry.best == 0 { old.best } else { entry.best };
            TtEntry { best, ..entry }
        });
    }

    /// Writes an entry; `merge` combines the old one of the same key with it.
    #[inline]
    fn write(&self, key: u64, mut entry: TtEntry, merge: impl FnOnce(TtEntry, TtEntry) -> TtEntry) {
        let (generation, oldest_valid) = (self.generation, self.oldest_valid);
        let bucket = self.bucket(key);
        let same_key = TranspositionTable::find(bucket, key, oldest_valid);
        if let Some(n) = same_key {
            entry = merge(read(bucket, n), entry);
        }
        let n = same_key.unwrap_or_else(|| {
            let priority = |&n: &usize| {
                let depth = i32::from(word(bucket, 2 * n + 1) as u8);
                match part(word(bucket, GENERATIONS), n) {
                    written if written < oldest_valid => -1,
                    written if written == generation => depth + 256,
                    _ => depth,
                }
            };
            (0..ENTRIES).min_by_key(priority).unwrap_or(0)
        });
        write(bucket, n, key, entry, generation);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::core::mix;

    fn entry(depth: u8, lower: i32, upper: i32) -> TtEntry {
        TtEntry { lower, upper, depth, best: depth.into(), eval: TtEntry::NO_EVAL, pv: false }
    }

    #[test]
    fn entries_of_a_bucket_keep_all_their_numbers() {
        let table = TranspositionTable::new(0);
        let made = |n: u64| TtEntry {
            lower: -(1 << 28) + n as i32,
            upper: (1 << 28) - n as i32,
            depth: 255 - n as u8,
            best: u16::MAX - n as u16,
            eval: i16::MAX - n as i16,
            pv: n % 2 == 1,
        };
        for n in 0..3 {
            table.store(mix(n), made(n));
        }
        for n in 0..3 {
            let (found, made) = (table.probe(mix(n)).unwrap(), made(n));
            assert_eq!(
                (found.lower, found.upper, found.depth),
                (made.lower, made.upper, made.depth)
            );
            assert_eq!((found.best, found.eval, found.pv), (made.best, made.eval, made.pv));
        }
        assert_eq!(table.permille_written(), 1000);
        assert_eq!(table.words.as_ptr().wrapping_add(table.first_word).addr() % CACHE_LINE, 0);
    }

    #[test]
    fn an_entry_that_two_threads_wrote_half_each_is_none() {
        let table = TranspositionTable::new(0);
        let keys = [1, 2].map(mix);
        table.store(keys[0], entry(5, -100, 40));
        let bucket = table.bucket(keys[0]);
        let torn = word(bucket, 0);
        bucket[0].store(torn ^ 1 << 33, Ordering::Relaxed);
        assert!(table.probe(keys[0]).is_none());
        bucket[0].store(torn, Ordering::Relaxed);
        assert_eq!(table.probe(keys[0]).unwrap().upper, 40);
        assert!(table.probe(keys[1]).is_none());
    }

    #[test]
    fn bounds_of_the_same_depth_are_merged() {
        let mut table = TranspositionTable::new(1);
        table.store(mix(77), entry(5, -100, 40));
        table.store(mix(77), entry(5, 10, 100));
        let found = table.probe(mix(77)).unwrap();
        assert_eq!((found.lower, found.upper, found.depth), (10, 40, 5));
        assert!(table.probe(mix(78)).is_none());
        table.clear();
        assert!(table.probe(mix(77)).is_none());
    }

    #[test]
    fn no_cleared_entry_comes_back_when_generations_overflow() {
        let mut table = TranspositionTable::new(0);
        let [first, second, third] = [1, 2, 3].map(mix);
        table.store(first, entry(5, 0, 0));
        table.generation = u16::MAX - 1;
        table.store(second, entry(5, 0, 0));
        table.next_search();
        assert!(table.probe(first).is_some() && table.probe(second).is_some());
        table.next_search();
        assert!(table.probe(first).is_none() && table.probe(second).is_none());
        table.store(third, entry(5, 0, 0));
        assert!(table.probe(third).is_some());
    }

    #[test]
    fn a_later_result_replaces_one_of_little_more_depth() {
        let table = TranspositionTable::new(0);
        let key = mix(1);
        table.store_later(key, TtEntry { eval: -31_000, ..entry(9, 0, 20) }, 3);
        let found = table.probe(key).unwrap();
        assert_eq!((found.depth, found.best, found.eval), (9, 9, -31_000));
        table.store_later(key, entry(5, 1, 20), 3);
        assert_eq!(table.probe(key).unwrap().depth, 9);
        table.store_later(key, TtEntry { best: 0, ..entry(6, 1, 20) }, 3);
        let found = table.probe(key).unwrap();
        assert_eq!((found.depth, found.lower, found.best), (6, 1, 9));
    }

    #[test]
    fn old_and_shallow_entries_are_replaced_first() {
        let mut table = TranspositionTable::new(0);
        let keys = [1, 2, 3].map(mix);
        for key in keys {
            table.store(key, entry(9, 0, 0));
        }
        table.next_search();
        let [shallow, deeper] = [5, 6].map(mix);
        table.store(shallow, entry(1, 0, 0));
        table.store(deeper, entry(2, 0, 0));
        assert!(table.probe(shallow).is_some() && table.probe(deeper).is_some());
        assert_eq!(keys.iter().filter(|&&key| table.probe(key).is_some()).count(), 1);
    }
}

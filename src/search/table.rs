//! Transposition table for a single thread.

use super::memory::{advise_huge_pages, prefetch};

/// The bounds and best move of one position.
#[derive(Clone, Copy, Debug)]
pub struct TtEntry {
    /// Lower bound of the value.
    pub lower: i32,
    /// Upper bound of the value.
    pub upper: i32,
    /// Search depth, in plies.
    pub depth: u8,
    /// The best move's id; 0 for none.
    pub best: u16,
    /// The static evaluation; [`TtEntry::NO_EVAL`] where it is not known.
    pub eval: i16,
}

impl TtEntry {
    /// Stands for a static evaluation that is not known.
    pub const NO_EVAL: i16 = i16::MIN;
}

/// An entry with its key and generation.
#[derive(Clone, Copy)]
struct Slot {
    key: u64,
    entry: TtEntry,
    /// Generation of the search that wrote it; 0 for an empty slot.
    generation: u16,
}

/// A packed slot. Plain words, because the system hands out zeroed memory at
/// once, where structures would have to be written first.
type Words = [u64; 3];

impl Slot {
    #[inline]
    fn pack(self) -> Words {
        let TtEntry { lower, upper, depth, best, eval } = self.entry;
        [
            self.key,
            u64::from(lower as u32) | u64::from(upper as u32) << 32,
            u64::from(eval as u16) << 48
                | generation_bits(self.generation)
                | u64::from(best) << 16
                | u64::from(depth),
        ]
    }

    #[inline]
    fn unpack([key, bounds, rest]: Words) -> Slot {
        let entry = TtEntry {
            lower: bounds as u32 as i32,
            upper: (bounds >> 32) as u32 as i32,
            depth: rest as u8,
            best: (rest >> 16) as u16,
            eval: (rest >> 48) as i16,
        };
        Slot { key, entry, generation: generation(rest) }
    }
}

#[inline]
fn generation_bits(generation: u16) -> u64 {
    u64::from(generation) << 32
}

#[inline]
fn generation(rest: u64) -> u16 {
    (rest >> 32) as u16
}

/// Entries in a bucket.
const BUCKET: usize = 4;

/// A transposition table by 64-bit keys. In a full bucket the oldest and
/// shallowest entry is replaced.
pub struct TranspositionTable {
    entries: Vec<Words>,
    /// Generation of the current search.
    generation: u16,
    /// Entries of earlier generations are invalid.
    oldest_valid: u16,
}

impl TranspositionTable {
    /// A table of about this size, rounded down to a power of two of
    /// entries; at least one bucket.
    #[must_use]
    pub fn new(mebibytes: usize) -> TranspositionTable {
        let max_entries = (mebibytes << 20) / size_of::<Words>();
        let count = if max_entries < BUCKET { BUCKET } else { 1 << max_entries.ilog2() };
        let mut entries = vec![[0; 3]; count];
        advise_huge_pages(&mut entries);
        TranspositionTable { entries, generation: 1, oldest_valid: 1 }
    }

    /// Invalidates all entries in constant time.
    pub fn clear(&mut self) {
        self.next_search();
        self.oldest_valid = self.generation;
    }

    /// Begins a new search: entries of earlier ones are replaced first.
    pub fn next_search(&mut self) {
        if self.generation == u16::MAX {
            self.entries.fill([0; 3]);
            (self.generation, self.oldest_valid) = (0, 1);
        }
        self.generation += 1;
    }

    /// Permille of the entries that the current search has written, estimated from the
    /// first ones.
    #[must_use]
    pub fn permille_written(&self) -> u16 {
        let sample = &self.entries[..self.entries.len().min(1000)];
        let written = sample.iter().filter(|words| generation(words[2]) == self.generation).count();
        (1000 * written / sample.len()) as u16
    }

    #[inline]
    fn bucket(&self, key: u64) -> usize {
        // The low bits choose the bucket; the whole key is compared.
        (key as usize & (self.entries.len() - 1)) & !(BUCKET - 1)
    }

    /// Loads the bucket of this key into the cache of the processor.
    #[inline]
    pub fn prefetch(&self, key: u64) {
        prefetch(&self.entries[self.bucket(key)]);
    }

    /// The entry of this key, if there is one.
    #[inline]
    #[must_use]
    pub fn probe(&self, key: u64) -> Option<TtEntry> {
        let at = self.bucket(key);
        let bucket = &self.entries[at..at + BUCKET];
        let is_valid = |words: &Words| generation(words[2]) >= self.oldest_valid;
        let words = bucket.iter().find(|words| words[0] == key && is_valid(words))?;
        Some(Slot::unpack(*words).entry)
    }

    /// Stores an entry. Bounds of the same depth are merged with the old ones;
    /// a deeper entry replaces, a shallower one is dropped.
    #[inline]
    pub fn store(&mut self, key: u64, entry: TtEntry) {
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
    pub fn store_later(&mut self, key: u64, entry: TtEntry, margin: u8) {
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
    fn write(
        &mut self,
        key: u64,
        mut entry: TtEntry,
        merge: impl FnOnce(TtEntry, TtEntry) -> TtEntry,
    ) {
        let (at, generation, oldest_valid) = (self.bucket(key), self.generation, self.oldest_valid);
        let bucket = &mut self.entries[at..at + BUCKET];
        let slots: [Slot; BUCKET] = std::array::from_fn(|n| Slot::unpack(bucket[n]));
        let same_key =
            slots.iter().position(|slot| slot.key == key && slot.generation >= oldest_valid);
        let index = same_key.unwrap_or_else(|| {
            let priority = |slot: &Slot| match slot.generation {
                written if written < oldest_valid => -1,
                written if written == generation => i32::from(slot.entry.depth) + 256,
                _ => i32::from(slot.entry.depth),
            };
            (0..BUCKET).min_by_key(|&n| priority(&slots[n])).unwrap_or(0)
        });
        if same_key.is_some() {
            entry = merge(slots[index].entry, entry);
        }
        bucket[index] = Slot { key, entry, generation }.pack();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entry(depth: u8, lower: i32, upper: i32) -> TtEntry {
        TtEntry { lower, upper, depth, best: depth.into(), eval: TtEntry::NO_EVAL }
    }

    #[test]
    fn bounds_of_the_same_depth_are_merged() {
        let mut table = TranspositionTable::new(1);
        table.store(77, entry(5, -100, 40));
        table.store(77, entry(5, 10, 100));
        let found = table.probe(77).unwrap();
        assert_eq!((found.lower, found.upper, found.depth), (10, 40, 5));
        assert!(table.probe(78).is_none());
        table.clear();
        assert!(table.probe(77).is_none());
    }

    #[test]
    fn no_cleared_entry_comes_back_when_generations_overflow() {
        let mut table = TranspositionTable::new(0);
        table.store(1, entry(5, 0, 0));
        table.generation = u16::MAX - 1;
        table.store(2, entry(5, 0, 0));
        table.next_search();
        assert!(table.probe(1).is_some() && table.probe(2).is_some());
        table.next_search();
        assert!(table.probe(1).is_none() && table.probe(2).is_none());
        table.store(3, entry(5, 0, 0));
        assert!(table.probe(3).is_some());
    }

    #[test]
    fn a_later_result_replaces_one_of_little_more_depth() {
        let mut table = TranspositionTable::new(0);
        table.store_later(1, TtEntry { eval: -31_000, ..entry(9, 0, 20) }, 3);
        let found = table.probe(1).unwrap();
        assert_eq!((found.depth, found.best, found.eval), (9, 9, -31_000));
        table.store_later(1, entry(5, 1, 20), 3);
        assert_eq!(table.probe(1).unwrap().depth, 9);
        table.store_later(1, TtEntry { best: 0, ..entry(6, 1, 20) }, 3);
        let found = table.probe(1).unwrap();
        assert_eq!((found.depth, found.lower, found.best), (6, 1, 9));
    }

    #[test]
    fn old_and_shallow_entries_are_replaced_first() {
        let mut table = TranspositionTable::new(0);
        for key in 1..=4 {
            table.store(key, entry(9, 0, 0));
        }
        table.next_search();
        table.store(5, entry(1, 0, 0));
        table.store(6, entry(2, 0, 0));
        assert!(table.probe(5).is_some() && table.probe(6).is_some());
        assert_eq!((1..=4).filter(|&key| table.probe(key).is_some()).count(), 2);
    }
}

//! The inverted index from positions to games.
//!
//! Each position has a key of 44 bits: 12 select one of 4096 buckets, 32 are
//! stored in it as a tag beside the number of the game. Among 100,000 games of
//! 60 plies a bucket has about 1500 entries, so a false positive occurs about
//! once in three million searches.
//!
//! Each batch of games adds a segment to the buckets under the first number of
//! the batch. Replacing a game's record removes its old entries; entries of a
//! purged game refer to a number that is never used again.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};

use super::encoding::fnv1a;
use super::store::{Change, Store, StoreError, Table};
use crate::core::mix;
use crate::games::{AnyPosition, Game, registry};

/// Later positions, by ply, are not indexed.
pub(super) const MAX_PLIES: usize = 60;

/// Bits of the key that select a bucket.
const BUCKET_BITS: u32 = 12;

/// The search key of a position, independent of the moves that led there.
/// Positions that are equal only under a symmetry have different keys.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct PositionKey(u64);

impl PositionKey {
    /// The key of a position of a game.
    #[must_use]
    pub fn new(game: &dyn Game, position: &AnyPosition) -> PositionKey {
        PositionKey(mix(position.key() ^ fnv1a(game.id().as_bytes())))
    }

    fn bucket(self) -> u64 {
        self.0 >> (64 - BUCKET_BITS)
    }

    fn tag(self) -> u32 {
        self.0 as u32
    }
}

/// A number that changes when the keys of positions change, so that the index
/// must be rebuilt.
pub(super) fn version() -> u64 {
    let mut sum = MAX_PLIES as u64;
    for game in registry::GAMES {
        let Ok(mut position) = game.start(&crate::games::Options::default()) else { continue };
        for _ in 0..4 {
            sum = mix(sum ^ PositionKey::new(*game, &position).0);
            if let Some(&mv) = position.legal_moves().first() {
                let _ = position.play(mv);
            }
        }
    }
    sum
}

/// Adds the segments of these positions to the changes; `first` is the least
/// game number among them.
pub(super) fn segments(mut found: Vec<(PositionKey, u32)>, first: u32, changes: &mut Vec<Change>) {
    found.sort_unstable_by_key(|(key, game)| (key.bucket(), *game, key.tag()));
    found.dedup();
    for segment in found.chunk_by(|a, b| a.0.bucket() == b.0.bucket()) {
        let mut bytes = Vec::with_capacity(8 * segment.len());
        for (key, game) in segment {
            bytes.extend(key.tag().to_le_bytes());
            bytes.extend(game.to_le_bytes());
        }
        let at = segment[0].0.bucket() << 32 | u64::from(first);
        changes.push(Change::Put(Table::Positions, at, bytes));
    }
}

/// Replaces the positions `removed` of a game by `added`.
pub(super) fn replace_positions(
    store: &Store,
    game: u32,
    removed: BTreeSet<PositionKey>,
    added: BTreeSet<PositionKey>,
    changes: &mut Vec<Change>,
) -> Result<(), StoreError> {
    let (out, new): (Vec<_>, Vec<_>) =
        (removed.difference(&added).collect(), added.difference(&removed).collect());
    let buckets: BTreeSet<u64> = out.iter().chain(&new).map(|key| key.bucket()).collect();
    for bucket in buckets {
        let in_bucket = |key: &&&PositionKey| key.bucket() == bucket;
        let out: Vec<u32> = out.iter().filter(in_bucket).map(|key| key.tag()).collect();
        let own = bucket << 32 | u64::from(game);
        let mut own_segment = None;
        store.scan(
            Table::Positions,
            bucket << 32..=bucket << 32 | u64::from(u32::MAX),
            &mut |at, old| {
                let is_out = |entry: &&[u8; 8]| {
                    let [a, b, c, d, e, f, g, h] = **entry;
                    u32::from_le_bytes([e, f, g, h]) == game
                        && out.contains(&u32::from_le_bytes([a, b, c, d]))
                };
                let entries = old.as_chunks::<8>().0;
                let kept: Vec<u8> =
                    entries.iter().filter(|entry| !is_out(entry)).flatten().copied().collect();
                if at == own {
                    own_segment = Some(kept);
                } else if kept.len() < old.len() {
                    changes.push(match kept.is_empty() {
                        true => Change::Remove(Table::Positions, at),
                        false => Change::Put(Table::Positions, at, kept),
                    });
                }
            },
        )?;
        let mut segment = own_segment.unwrap_or_default();
        for key in new.iter().filter(in_bucket) {
            segment.extend(key.tag().to_le_bytes());
            segment.extend(game.to_le_bytes());
        }
        changes.push(match segment.is_empty() {
            true => Change::Remove(Table::Positions, own),
            false => Change::Put(Table::Positions, own, segment),
        });
    }
    Ok(())
}

/// The numbers of the games with the position, sorted.
pub(super) fn search(store: &Store, key: PositionKey) -> Result<Vec<u32>, StoreError> {
    let tag = key.tag().to_le_bytes();
    let mut games = Vec::new();
    let from = key.bucket() << 32;
    store.scan(Table::Positions, from..=from | u64::from(u32::MAX), &mut |_, bytes| {
        for entry in bytes.as_chunks::<8>().0 {
            if entry[..4] == tag {
                games.push(u32::from_le_bytes([entry[4], entry[5], entry[6], entry[7]]));
            }
        }
    })?;
    games.sort_unstable();
    games.dedup();
    Ok(games)
}

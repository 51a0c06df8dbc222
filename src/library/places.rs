//! In which games a position came up.
//!
//! Each position is a key of 44 bits: 12 choose one of 4096 lists, 32 stand in
//! it beside the number of the game. Among 100,000 games of 60 plies a list
//! has about 1500 entries, so a game is found by mistake about once in three
//! million searches.
//!
//! Lists only grow: each batch of games adds a piece to them under the first
//! number of the batch. What a purged game leaves behind names a number that
//! no game will have again.

use super::packed::hash;
use super::store::{Change, Store, StoreError, Table};
use crate::core::mix;
use crate::games::{AnyPosition, Game, registry};

/// Positions after more plies are not looked up.
pub(super) const PLIES: usize = 60;

/// Bits of the key that choose a list.
const LIST_BITS: u32 = 12;

/// A position to look for; positions with the same future are the same.
/// Turned and mirrored ones are others.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PositionKey(u64);

impl PositionKey {
    /// Of this position of this game.
    #[must_use]
    pub fn new(game: &dyn Game, position: &AnyPosition) -> PositionKey {
        PositionKey(mix(position.key() ^ hash(game.id().as_bytes())))
    }

    fn list(self) -> u64 {
        self.0 >> (64 - LIST_BITS)
    }

    fn rest(self) -> u32 {
        self.0 as u32
    }
}

/// A number that changes when positions get other keys, for then all lists
/// must be made anew.
pub(super) fn mark() -> u64 {
    let mut sum = PLIES as u64;
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

/// The pieces of lists that these positions make; `first` is the least number
/// of a game among them.
pub(super) fn pieces(mut found: Vec<(PositionKey, u32)>, first: u32, changes: &mut Vec<Change>) {
    found.sort_unstable_by_key(|(key, game)| (key.list(), *game, key.rest()));
    found.dedup();
    for piece in found.chunk_by(|a, b| a.0.list() == b.0.list()) {
        let mut bytes = Vec::with_capacity(8 * piece.len());
        for (key, game) in piece {
            bytes.extend(key.rest().to_le_bytes());
            bytes.extend(game.to_le_bytes());
        }
        let at = piece[0].0.list() << 32 | u64::from(first);
        changes.push(Change::Put(Table::Places, at, bytes));
    }
}

/// The numbers of the games in which the position came up, in order.
pub(super) fn search(store: &Store, key: PositionKey) -> Result<Vec<u32>, StoreError> {
    let rest = key.rest().to_le_bytes();
    let mut games = Vec::new();
    let from = key.list() << 32;
    store.scan(Table::Places, from..=from | u64::from(u32::MAX), &mut |_, bytes| {
        for entry in bytes.as_chunks::<8>().0 {
            if entry[..4] == rest {
                games.push(u32::from_le_bytes([entry[4], entry[5], entry[6], entry[7]]));
            }
        }
    })?;
    games.sort_unstable();
    games.dedup();
    Ok(games)
}

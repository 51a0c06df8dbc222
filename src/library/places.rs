//! In which games a position came up.
//!
//! Each position is a key of 44 bits: 12 choose one of 4096 lists, 32 stand in
//! it beside the number of the game. Among 100,000 games of 60 plies a list
//! has about 1500 entries, so a game is found by mistake about once in three
//! million searches.
//!
//! Each batch of games adds a piece to the lists under the first number of the
//! batch. A game that gets another record takes its old entries out; what a
//! purged game leaves behind names a number that no game will have again.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};

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
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
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

/// Takes the positions `gone` of a game out of their lists and puts `come` in.
pub(super) fn exchange(
    store: &Store,
    game: u32,
    gone: BTreeSet<PositionKey>,
    come: BTreeSet<PositionKey>,
    changes: &mut Vec<Change>,
) -> Result<(), StoreError> {
    let (out, new): (Vec<_>, Vec<_>) =
        (gone.difference(&come).collect(), come.difference(&gone).collect());
    let lists: BTreeSet<u64> = out.iter().chain(&new).map(|key| key.list()).collect();
    for list in lists {
        let of_list = |key: &&&PositionKey| key.list() == list;
        let out: Vec<u32> = out.iter().filter(of_list).map(|key| key.rest()).collect();
        let own = list << 32 | u64::from(game);
        let mut own_piece = None;
        store.scan(
            Table::Places,
            list << 32..=list << 32 | u64::from(u32::MAX),
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
                    own_piece = Some(kept);
                } else if kept.len() < old.len() {
                    changes.push(match kept.is_empty() {
                        true => Change::Remove(Table::Places, at),
                        false => Change::Put(Table::Places, at, kept),
                    });
                }
            },
        )?;
        let mut piece = own_piece.unwrap_or_default();
        for key in new.iter().filter(of_list) {
            piece.extend(key.rest().to_le_bytes());
            piece.extend(game.to_le_bytes());
        }
        changes.push(match piece.is_empty() {
            true => Change::Remove(Table::Places, own),
            false => Change::Put(Table::Places, own, piece),
        });
    }
    Ok(())
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

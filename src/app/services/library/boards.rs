//! The boards of listed games as they stand at the end of the main line.

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::time::Duration;

use web_time::Instant;

use crate::games::AnyPosition;
use crate::library::GameId;
use crate::record::MoveSequence;

/// Boards that are kept at most.
const MAX_KEPT: usize = 600;

/// Boards that are asked for at once, at most: who scrolls fast waits for few of those that
/// are out of sight already.
const MAX_REQUESTED: usize = 24;

/// Time for replaying games, per frame.
const REPLAY_TIME: Duration = Duration::from_millis(3);

/// The boards that have arrived.
#[derive(Default)]
pub(super) struct GameBoards {
    /// The last position of each game with the revision of the library, if it could be replayed.
    known: BTreeMap<GameId, (u64, Option<AnyPosition>)>,
    requested: BTreeSet<GameId>,
    /// Games to be replayed.
    arrived: VecDeque<(GameId, Option<MoveSequence>)>,
}

impl GameBoards {
    /// The board of a game, if it is known.
    pub(super) fn get(&self, id: GameId) -> Option<&AnyPosition> {
        self.known.get(&id)?.1.as_ref()
    }

    /// True if the board of this game is to be asked for now. True only once.
    pub(super) fn request(&mut self, id: GameId, revision: u64) -> bool {
        let is_known = self.known.get(&id).is_some_and(|(known, _)| *known >= revision);
        !is_known && self.requested.len() < MAX_REQUESTED && self.requested.insert(id)
    }

    /// Keeps the moves of a game to be replayed; `None` if it could not be read.
    pub(super) fn insert(&mut self, id: GameId, moves: Option<MoveSequence>) {
        self.arrived.push_back((id, moves));
    }

    /// Replays games that have arrived. Returns true if there are more.
    pub(super) fn replay(&mut self, revision: u64) -> bool {
        let start = Instant::now();
        while start.elapsed() < REPLAY_TIME {
            let Some((id, moves)) = self.arrived.pop_front() else { return false };
            if self.known.len() >= MAX_KEPT {
                self.known.clear();
            }
            self.requested.remove(&id);
            let position = moves.and_then(|moves| moves.position().ok());
            self.known.insert(id, (revision, position));
        }
        !self.arrived.is_empty()
    }
}

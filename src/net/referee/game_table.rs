//! A game that runs, and its log as it is published.

use super::clocks::Lag;
use super::limits::Bucket;
use super::{Publish, encode, topics};
use crate::net::{GameNote, Log, OnlineGame, SEGMENT, Signed, Terms};

/// A game that runs.
#[derive(Debug)]
pub(super) struct RunningGame {
    pub(super) game: OnlineGame,
    /// The term of office of this referee.
    pub(super) office: u32,
    /// True if it is in the lobby.
    pub(super) listed: bool,
    /// Entries that are in the store; `None` until the game is.
    pub(super) stored: Option<usize>,
    /// Entries that those who watch have seen.
    pub(super) seen: usize,
    pub(super) lag: [Lag; 2],
    /// The times since which the players are not here.
    pub(super) away: [Option<u64>; 2],
    pub(super) actions: [Bucket; 2],
    /// Gifts of time in this turn.
    pub(super) gifts: u8,
    /// No deed of the referee before this time: the store failed.
    pub(super) not_before: u64,
}

impl RunningGame {
    pub(super) fn new(game: OnlineGame, office: u32, listed: bool) -> RunningGame {
        RunningGame {
            lag: [Lag::new(game.terms().time); 2],
            game,
            office,
            listed,
            stored: None,
            seen: 0,
            away: [None; 2],
            actions: [Bucket::actions(); 2],
            gifts: 0,
            not_before: 0,
        }
    }

    pub(super) fn is_running(&self) -> bool {
        self.game.finish().is_none()
    }

    /// The log as far as it is in the store.
    pub(super) fn stored_log(&self) -> Option<Log> {
        let Log { terms, entries } = self.game.log();
        let entries = entries[..self.stored?].to_vec();
        Some(Log { terms: terms.clone(), entries })
    }

    /// The message of the lobby.
    pub(super) fn note(&self) -> Publish {
        let Terms { id, game, players, ratings, time, rated, began, .. } =
            self.game.terms().clone();
        let note = GameNote { id, game, players, ratings, time, rated, began };
        Publish { topic: topics::running(id), payload: encode(&note), retain: true }
    }
}

/// The number of segments of a log with so many entries.
pub(super) fn segments(entries: usize) -> u32 {
    entries.div_ceil(SEGMENT).max(1) as u32
}

/// The segment of an entry.
pub(super) fn segment_of(entry: usize) -> u32 {
    (entry / SEGMENT) as u32
}

/// The entry that is this very action, by its number.
pub(super) fn find(log: &Log, action: &Signed) -> Option<usize> {
    log.entries.iter().rposition(|entry| entry.action == *action)
}

/// The message that takes a retained one away.
pub(super) fn clear(topic: String) -> Publish {
    Publish { topic, payload: Vec::new(), retain: true }
}

/// The messages that take the segments of a game away.
pub(super) fn clear_segments(terms: &Terms, segments: u32) -> impl Iterator<Item = Publish> {
    let id = terms.id;
    let players = terms.players.each_ref().map(|profile| profile.player);
    let live = if terms.delay > 0 { &players[..] } else { &[] }.to_vec();
    (0..segments).flat_map(move |number| {
        let live: Vec<_> =
            live.iter().map(|&player| clear(topics::live_log(id, player, number))).collect();
        live.into_iter().chain([clear(topics::log(id, number))])
    })
}

//! The logs of games as they are published: to the players at once, and to those who watch as late
//! as the players agreed.

use super::{Publish, encode, game_table, topics};
use crate::net::{Action, Deed, Entry, Log, MAX_REQUEST, SEGMENT, Segment, decode};

fn is_move(entry: &Entry) -> bool {
    let action = decode::<Action>(&entry.action.body, MAX_REQUEST);
    action.is_ok_and(|action| matches!(action.deed, Deed::Play(_)))
}

/// Entries of a log that those who watch may see: while the game runs, none from the last moves on
/// by which they are behind.
pub(super) fn shown(log: &Log, is_over: bool) -> usize {
    let delay = usize::from(log.terms.delay);
    if is_over || delay == 0 {
        return log.entries.len();
    }
    let mut moves = log.entries.iter().enumerate().rev().filter(|(_, entry)| is_move(entry));
    moves.nth(delay - 1).map_or(0, |(number, _)| number)
}

/// A segment of a log that ends after `length` entries.
fn segment(log: &Log, length: usize, topic: String, office: u32, number: u32) -> Publish {
    let from = (number as usize * SEGMENT).min(length);
    let entries = log.entries[from..length].iter().take(SEGMENT).cloned().collect();
    let terms = (number == 0).then(|| log.terms.clone());
    let payload = encode(&Segment { office, number, terms, entries });
    Publish { topic, payload, retain: true }
}

/// A segment of a log that everyone may see.
pub(super) fn public_segment(log: &Log, office: u32, number: u32) -> Publish {
    segment(log, log.entries.len(), topics::log(log.terms.id, number), office, number)
}

/// The segments of a log from `first` on. Those who watch have seen the first `seen` entries, and
/// see `shown` of them now.
pub(super) fn segments(
    log: &Log,
    office: u32,
    first: u32,
    [seen, shown]: [usize; 2],
) -> Vec<Publish> {
    let id = log.terms.id;
    let all = game_table::segments(log.entries.len());
    if log.terms.delay == 0 {
        return (first..all).map(|number| public_segment(log, office, number)).collect();
    }
    let mut published = Vec::new();
    for number in first..all {
        for player in &log.terms.players {
            let topic = topics::live_log(id, player.player, number);
            published.push(segment(log, log.entries.len(), topic, office, number));
        }
    }
    let behind = first.min(game_table::segment_of(seen));
    for number in behind..game_table::segments(shown) {
        published.push(segment(log, shown, topics::log(id, number), office, number));
    }
    published
}

//! The memory of players: names, presence, times of requests, limits.

use std::collections::{BTreeSet, HashMap, VecDeque};

use super::limits::{self, Bucket};
use super::{Id, PlayerId};
use crate::net::{MAX_NAME, Refusal};

/// The greatest distance of the time of a request from the referee's, in milliseconds.
const MAX_SKEW: u64 = 600_000;

/// After this time a request is too old whatever is remembered, and what is remembered of a player
/// who is gone may be forgotten.
const REMEMBERED: u64 = 2 * MAX_SKEW;

/// The least time between two attempts to make room, in milliseconds.
const SWEEP_INTERVAL: u64 = 1_000;

/// Requests of a player that are known again when they come twice.
const RECENT: usize = 16;

/// A player.
#[derive(Debug)]
pub(super) struct Player {
    pub(super) name: Option<String>,
    /// The time since which the player is not here; `None` while here.
    pub(super) away: Option<u64>,
    /// The time of the last presence by the player's clock.
    pub(super) presence_at: u64,
    /// The time of the last request by the player's clock.
    last_request: u64,
    recent: VecDeque<u64>,
    pub(super) requests: Bucket,
    pub(super) lines: Bucket,
    pub(super) reports: Bucket,
    pub(super) fetches: Bucket,
    /// Running games.
    pub(super) games: BTreeSet<Id>,
    /// Own open challenges, and those to this player.
    pub(super) challenges: BTreeSet<Id>,
    pub(super) addressed: BTreeSet<Id>,
    pub(super) is_waiting: bool,
    /// When the length of the way was last told to opponents.
    pub(super) way_told: u64,
    /// When something was last heard.
    heard: u64,
}

/// The newness of a request.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Newness {
    New,
    /// The same was taken before: the network brought it twice.
    Again,
    /// Too old, or too far from the referee's time.
    OutOfTime,
}

impl Player {
    fn new(now: u64) -> Player {
        Player {
            name: None,
            away: Some(now),
            presence_at: 0,
            last_request: 0,
            recent: VecDeque::new(),
            requests: Bucket::requests(),
            lines: Bucket::lines(),
            reports: Bucket::reports(),
            fetches: Bucket::fetches(),
            games: BTreeSet::new(),
            challenges: BTreeSet::new(),
            addressed: BTreeSet::new(),
            is_waiting: false,
            way_told: 0,
            heard: now,
        }
    }

    /// The newness of a request with this time, which is remembered.
    pub(super) fn take_request(&mut self, at: u64, now: u64) -> Newness {
        if self.recent.contains(&at) {
            return Newness::Again;
        }
        if at <= self.last_request || at.abs_diff(now) > MAX_SKEW {
            return Newness::OutOfTime;
        }
        self.last_request = at;
        self.recent.push_back(at);
        if self.recent.len() > RECENT {
            self.recent.pop_front();
        }
        Newness::New
    }

    fn can_be_forgotten(&self, now: u64) -> bool {
        let is_idle = self.games.is_empty()
            && self.challenges.is_empty()
            && self.addressed.is_empty()
            && !self.is_waiting;
        is_idle && now.saturating_sub(self.heard) > REMEMBERED
    }
}

/// All players who are remembered.
#[derive(Debug, Default)]
pub(super) struct Players {
    players: HashMap<PlayerId, Player>,
    swept: u64,
}

impl Players {
    pub(super) fn get(&self, player: PlayerId) -> Option<&Player> {
        self.players.get(&player)
    }

    pub(super) fn get_mut(&mut self, player: PlayerId) -> Option<&mut Player> {
        self.players.get_mut(&player)
    }

    pub(super) fn len(&self) -> usize {
        self.players.len()
    }

    /// The player of whom something was heard; a new one if there is room. Those who must not be
    /// forgotten always find some.
    pub(super) fn hear(&mut self, player: PlayerId, now: u64, always: bool) -> Option<&mut Player> {
        if !always && !self.players.contains_key(&player) && self.len() >= limits::MAX_PLAYERS {
            if now.abs_diff(self.swept) < SWEEP_INTERVAL {
                return None;
            }
            self.sweep(now);
            if self.len() >= limits::MAX_PLAYERS {
                return None;
            }
        }
        let known = self.players.entry(player).or_insert_with(|| Player::new(now));
        known.heard = known.heard.max(now);
        Some(known)
    }

    /// The last request of a player as the store has it.
    pub(super) fn restore(&mut self, player: PlayerId, last_request: u64, now: u64) {
        if let Some(known) = self.hear(player, now, false) {
            known.last_request = last_request;
        }
    }

    /// Forgets those who are gone, and says who they were.
    pub(super) fn sweep(&mut self, now: u64) -> Vec<PlayerId> {
        self.swept = now;
        let is_gone = |(_, known): &(&PlayerId, &Player)| known.can_be_forgotten(now);
        let gone: Vec<_> = self.players.iter().filter(is_gone).map(|(&player, _)| player).collect();
        gone.iter().for_each(|player| _ = self.players.remove(player));
        gone
    }
}

/// True for a time of the store that need not be remembered.
pub(super) fn is_forgotten(last_request: u64, now: u64) -> bool {
    now.saturating_sub(last_request) > REMEMBERED
}

/// True for a character that may be in names and lines: none that controls the terminal, breaks
/// the line, or turns the direction of what others read.
fn is_plain(c: char) -> bool {
    !c.is_control()
        && !matches!(c, '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}' | '\u{200e}' | '\u{200f}' | '\u{feff}')
}

/// A name without blanks around it, if it is one.
pub(super) fn clean_name(name: &str) -> Result<String, Refusal> {
    let name = name.trim();
    let is_name = name.chars().count() <= MAX_NAME
        && name.chars().all(is_plain)
        && name.chars().any(|c| !c.is_whitespace() && !matches!(c, '\u{200b}'..='\u{200d}'));
    if is_name { Ok(name.to_owned()) } else { Err(Refusal::Text) }
}

/// A text of at most so many characters, of one line, and not empty.
pub(super) fn clean_text(text: &str, most: usize) -> Result<String, Refusal> {
    let text = text.trim();
    let is_text = !text.is_empty() && text.chars().count() <= most && text.chars().all(is_plain);
    if is_text { Ok(text.to_owned()) } else { Err(Refusal::Text) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn id(number: u64) -> PlayerId {
        let mut bytes = [0; 32];
        bytes[..8].copy_from_slice(&number.to_le_bytes());
        PlayerId(bytes)
    }

    #[test]
    fn a_request_is_new_once_in_order_and_near_the_time() {
        let now = 10_000_000;
        let mut player = Player::new(now);
        assert_eq!(player.take_request(now - MAX_SKEW, now), Newness::New);
        assert_eq!(player.take_request(now + 5, now), Newness::New);
        assert_eq!(player.take_request(now + 5, now), Newness::Again);
        assert_eq!(player.take_request(now - MAX_SKEW, now), Newness::Again);
        assert_eq!(player.take_request(now + 4, now), Newness::OutOfTime);
        assert_eq!(player.take_request(now + MAX_SKEW + 1, now), Newness::OutOfTime);
        assert_eq!(player.take_request(u64::MAX, now), Newness::OutOfTime);
        (6..100).for_each(|more| assert_eq!(player.take_request(now + more, now), Newness::New));
        assert_eq!(player.take_request(now + 5, now), Newness::OutOfTime);
        assert!(player.recent.len() <= RECENT);
    }

    #[test]
    fn only_so_many_players_are_remembered_and_none_who_plays_is_forgotten() {
        let mut players = Players::default();
        let now = 1_000_000_000;
        for number in 0..limits::MAX_PLAYERS as u64 {
            assert!(players.hear(id(number), now, false).is_some());
        }
        players.get_mut(id(3)).unwrap().games.insert(Id([1; 12]));
        assert!(players.hear(id(1 << 40), now, false).is_none());
        assert!(players.hear(id(5), now, false).is_some());
        let later = now + REMEMBERED + 1;
        assert!(players.hear(id(1 << 40), later, false).is_some());
        assert_eq!(players.len(), 2);
        assert!(players.get(id(3)).is_some());
    }

    #[test]
    fn names_and_texts_are_trimmed_and_hide_nothing() {
        assert_eq!(clean_name("  天元 Ann "), Ok("天元 Ann".to_owned()));
        assert_eq!(clean_name(&"棋".repeat(MAX_NAME)), Ok("棋".repeat(MAX_NAME)));
        for wrong in ["", "  ", "a\nb", "a\u{202e}b", "\u{200b}", "\u{7}"] {
            assert_eq!(clean_name(wrong), Err(Refusal::Text), "{wrong:?}");
        }
        assert!(clean_name(&"棋".repeat(MAX_NAME + 1)).is_err());
        assert_eq!(clean_text(" a b ", 3), Ok("a b".to_owned()));
        assert!(clean_text("abcd", 3).is_err() && clean_text("a\tb", 9).is_err());
    }
}

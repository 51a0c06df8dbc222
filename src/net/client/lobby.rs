//! Who is here, what is offered, what is played and what is said, as the messages of the lobby
//! tell it.

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::sync::Arc;

use super::super::{
    Challenge, ChatLine, EventNote, GameNote, Id, Offer, PlayerId, Profile, RatingLine,
};

/// Lines of a chat that are kept.
const KEPT_LINES: usize = 200;

/// Challenges, games and players of which a lobby keeps no more: what a broker sends is not
/// trusted to end.
const MAX_LISTED: usize = 10_000;

/// The lobby as this player sees it.
#[derive(Clone, Debug, Default)]
pub struct Lobby {
    /// True once a referee has answered on this connection.
    pub is_served: bool,
    /// Challenges of others that this player may accept: the listed ones, and those addressed to
    /// this player.
    pub challenges: BTreeMap<Id, Challenge>,
    /// The own open challenges.
    pub own: BTreeMap<Id, Challenge>,
    /// The offer with which this player waits to be paired.
    pub pairing: Option<Offer>,
    /// Games that are played.
    pub running: BTreeMap<Id, GameNote>,
    /// Tournaments, shared since a page shows one in every frame.
    pub events: BTreeMap<Id, Arc<EventNote>>,
    /// Who is here, with the names they have chosen; this player too. Of a crowd some.
    pub players: BTreeMap<PlayerId, Profile>,
    /// The number of players who are here, as far as it was told.
    pub attendance: usize,
    /// The last lines of the lobby's chat, oldest first.
    pub chat: VecDeque<ChatLine>,
    /// The own games that run, as the referee has told.
    pub games: BTreeSet<Id>,
    /// The own ratings.
    pub ratings: Vec<RatingLine>,
    /// Players whose lines are not shown.
    pub muted: BTreeSet<PlayerId>,
    /// Players whose lines and challenges are not shown; what they address to this player is
    /// declined.
    pub blocked: BTreeSet<PlayerId>,
}

/// A lobby with more players is a crowd.
const CROWD: usize = 100;

impl Lobby {
    /// The number of players who are here.
    #[must_use]
    pub fn number_here(&self) -> usize {
        self.attendance.max(self.players.len())
    }

    /// True if there are so many players that who plays does not hear all that they do.
    pub(super) fn is_crowded(&self) -> bool {
        self.attendance > CROWD
    }

    /// Hears nothing more of others but of these, and what is addressed to this player.
    pub(super) fn leave(&mut self, me: PlayerId, heard: &BTreeSet<PlayerId>) {
        self.challenges.retain(|_, challenge| challenge.offer.to == Some(me));
        self.running.clear();
        self.events.clear();
        self.players.retain(|player, _| heard.contains(player));
    }

    /// True if lines of this player are shown.
    #[must_use]
    pub fn hears(&self, player: PlayerId) -> bool {
        !self.muted.contains(&player) && !self.blocked.contains(&player)
    }

    /// Forgets what a new connection tells afresh.
    pub(super) fn begin_afresh(&mut self) {
        self.is_served = false;
        self.challenges.clear();
        self.running.clear();
        self.events.clear();
        self.players.clear();
    }

    /// Sorts a challenge in by who made it. False if it is not for this player to see.
    pub(super) fn list(&mut self, me: PlayerId, challenge: Challenge) -> bool {
        let from = challenge.from.player;
        let is_for_me = challenge.offer.to.is_none_or(|to| to == me);
        if from != me && (self.blocked.contains(&from) || !is_for_me) {
            return false;
        }
        let list = if from == me { &mut self.own } else { &mut self.challenges };
        insert(list, challenge.id, challenge);
        true
    }

    /// Keeps the own rating that is newer than the one of the same game and speed.
    pub(super) fn rate(&mut self, line: RatingLine) {
        self.ratings.retain(|old| old.game != line.game || old.speed != line.speed);
        self.ratings.push(line);
    }
}

/// Inserts where there is room, or where the key is there already.
pub(super) fn insert<K: Ord, V>(map: &mut BTreeMap<K, V>, key: K, value: V) {
    if map.len() < MAX_LISTED || map.contains_key(&key) {
        map.insert(key, value);
    }
}

/// Adds a line to a chat, unless it came before: messages may come twice.
pub(super) fn add_line(chat: &mut VecDeque<ChatLine>, line: &ChatLine) -> bool {
    if chat.iter().rev().any(|old| old == line) {
        return false;
    }
    chat.push_back(line.clone());
    if chat.len() > KEPT_LINES {
        chat.pop_front();
    }
    true
}

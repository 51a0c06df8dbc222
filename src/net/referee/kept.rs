//! Retained messages that referees keep for each other, and that they alone can read: who of them
//! is on duty, the open challenges, the ratings, and the tournaments with their results. So the
//! next one goes on with them.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::game_table::clear;
use super::lobby::{is_public, posting};
use super::{Change, Publish, Referee, StoredRating, limits, topics};
use crate::events::GameResult;
use crate::net::message::open_of_referees;
use crate::net::topics::KeptTopic;
use crate::net::{Challenge, EventNote, Id, PlayerId, Purpose, Signed, encode};

/// A message of referees to each other, signed by the key that they have in common.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) enum Kept {
    /// The name of the referee that is on duty, or was last.
    Desk(String),
    /// An open challenge.
    Challenge(Challenge),
    /// Ratings of a player.
    Ratings(PlayerId, Vec<StoredRating>),
    /// A tournament.
    Event(Box<EventNote>),
    /// The result of a game of a tournament, if it counts for it.
    Result(Id, Option<GameResult>),
}

/// State that the broker keeps, and challenges and tournaments of the own store, until this referee
/// is on duty.
#[derive(Debug, Default)]
pub(super) struct Desk {
    /// The last one that was on duty, by its name.
    pub(super) holder: Option<String>,
    /// The challenges that the broker keeps.
    pub(super) kept: BTreeMap<Id, Challenge>,
    /// The challenges that the store has.
    pub(super) restored: BTreeMap<Id, Challenge>,
    /// The tournaments that the broker keeps, those that the store has, and results for them.
    pub(super) kept_events: BTreeMap<Id, EventNote>,
    pub(super) restored_events: BTreeMap<Id, EventNote>,
    pub(super) results: BTreeMap<Id, Option<GameResult>>,
}

impl Referee {
    pub(super) fn keep(&self, topic: String, kept: &Kept) -> Publish {
        let payload = encode(&Signed::new(&self.identity, Purpose::Request, kept));
        Publish { topic, payload, retain: true }
    }

    /// Publishes a challenge: to everyone if it is public, and to the other referees.
    pub(super) fn post(&mut self, challenge: &Challenge) {
        if is_public(&challenge.offer) {
            self.pending.free.push(posting(challenge));
        }
        let topic = topics::kept_challenge(challenge.id);
        let kept = self.keep(topic, &Kept::Challenge(challenge.clone()));
        self.pending.free.push(kept);
        self.pending.marks.push(Change::Post(challenge.clone()));
    }

    /// The messages by which a challenge is gone.
    pub(super) fn unpost(challenge: &Challenge) -> impl Iterator<Item = Publish> + use<> {
        let public = is_public(&challenge.offer).then(|| topics::challenge(challenge.id));
        public.into_iter().chain([topics::kept_challenge(challenge.id)]).map(clear)
    }

    /// Forgets what the broker keeps, for a new connection tells it afresh.
    pub fn forget_kept(&mut self) {
        self.desk.holder = None;
        self.desk.kept.clear();
        self.desk.kept_events.clear();
        self.desk.results.clear();
        self.hall.forget_players();
    }

    /// Something that the broker keeps for referees.
    pub(super) fn receive_kept(&mut self, topic: KeptTopic, payload: &[u8], now: u64) {
        if payload.is_empty() {
            match topic {
                KeptTopic::Challenge(id) => _ = self.desk.kept.remove(&id),
                KeptTopic::Event(id) => _ = self.desk.kept_events.remove(&id),
                KeptTopic::Result(id) => _ = self.desk.results.remove(&id),
                KeptTopic::Desk | KeptTopic::Ratings(_) => {}
            }
            return;
        }
        let kept = open_of_referees(payload, self.id());
        match (topic, kept) {
            (KeptTopic::Desk, Some(Kept::Desk(holder))) => self.desk.holder = Some(holder),
            (KeptTopic::Challenge(id), Some(Kept::Challenge(challenge)))
                if challenge.id == id && self.desk.kept.len() < limits::MAX_CHALLENGES =>
            {
                self.desk.kept.insert(id, challenge);
            }
            (KeptTopic::Ratings(player), Some(Kept::Ratings(of, ratings))) if of == player => {
                self.learn_ratings(player, ratings);
            }
            (KeptTopic::Event(id), Some(Kept::Event(note)))
                if note.id == id
                    && (self.desk.kept_events.len() < limits::MAX_EVENTS
                        || self.desk.kept_events.contains_key(&id)) =>
            {
                self.desk.kept_events.insert(id, *note);
            }
            (KeptTopic::Result(id), Some(Kept::Result(game, result)))
                if game == id && self.desk.results.len() < limits::MAX_GAMES =>
            {
                self.desk.results.insert(id, result);
                self.take_results(now);
            }
            _ => self.dropped += 1,
        }
    }

    /// Takes over ratings by more games than those known here; of two by the same games, which two
    /// referees have counted at once, everyone takes the same.
    fn learn_ratings(&mut self, player: PlayerId, ratings: Vec<StoredRating>) {
        for line in ratings {
            // One that cannot be compared now is compared with the next game.
            let Ok(own) = self.rating(player, &line.game, line.speed) else { continue };
            let rank = |games: u32, rating: f64| (games, rating.to_bits());
            let (new, old) = (line.record, own);
            if rank(new.games, new.rating.rating) > rank(old.games, old.rating.rating) {
                self.pending.ratings.insert((player, line.game.clone(), line.speed), new);
                self.pending.changes.push(Change::Rating(player, line));
            }
        }
    }

    /// The message with all ratings of a player, those pending among them.
    pub(super) fn keep_ratings(&self, player: PlayerId) -> Publish {
        let mut ratings = self.store.ratings(player).unwrap_or_default();
        let pending = self.pending.ratings.iter().filter(|((of, ..), _)| *of == player);
        for ((_, game, speed), &record) in pending {
            ratings.retain(|line| (&line.game, line.speed) != (game, *speed));
            ratings.push(StoredRating { game: game.clone(), speed: *speed, record });
        }
        self.keep(topics::kept_ratings(player), &Kept::Ratings(player, ratings))
    }

    /// Publishes the ratings of all players, for a referee that may not have them.
    pub fn publish_ratings(&mut self) {
        // What cannot be read now is published with the next game of its player.
        for (player, ratings) in self.store.all_ratings().unwrap_or_default() {
            let topic = topics::kept_ratings(player);
            let kept = self.keep(topic, &Kept::Ratings(player, ratings));
            self.pending.free.push(kept);
        }
    }

    /// Is on duty from now on under this name among the referees: opens the challenges that stand.
    /// If another was on duty last, they are those that the broker keeps; otherwise those of this
    /// referee.
    pub fn take_desk(&mut self, name: &str, now: u64) {
        let Desk { holder, kept, restored, kept_events, restored_events, results } =
            std::mem::take(&mut self.desk);
        let mut own = restored;
        own.append(&mut self.lobby.challenges.clone());
        let mut own_events = restored_events;
        own_events.extend(self.events.iter().map(|(id, event)| (*id, event.note.clone())));
        self.leave_desk();
        let is_anothers = holder.is_some_and(|holder| holder != name);
        let (open, gone) = if is_anothers { (kept, own) } else { (own, kept) };
        for challenge in gone.values().filter(|challenge| !open.contains_key(&challenge.id)) {
            self.pending.free.extend(Referee::unpost(challenge));
            self.pending.marks.push(Change::Unpost(challenge.id));
        }
        for challenge in open.into_values() {
            let to = challenge.offer.to;
            let players = [Some(challenge.from.player), to].into_iter().flatten();
            if players.into_iter().all(|player| self.players.hear(player, now, false).is_some()) {
                self.post(&challenge);
                self.put_challenge(challenge);
            }
        }
        let (open, gone) =
            if is_anothers { (kept_events, own_events) } else { (own_events, kept_events) };
        for id in gone.into_keys().filter(|id| !open.contains_key(id)) {
            self.forget_event(id);
        }
        self.take_events(open.into_values().collect(), now);
        self.desk.results = results;
        self.take_results(now);
        let desk = self.keep(topics::kept_desk(), &Kept::Desk(name.to_owned()));
        self.pending.free.push(desk);
        self.tell_attendance(now);
    }

    /// Is not on duty any more: its challenges are another's.
    pub fn leave_desk(&mut self) {
        self.tell_attendance_no_more();
        self.forget_all_elsewhere();
        self.leave_events();
        for id in self.lobby.challenges.keys().copied().collect::<Vec<_>>() {
            self.take_challenge(id);
            self.pending.marks.push(Change::Unpost(id));
        }
    }
}

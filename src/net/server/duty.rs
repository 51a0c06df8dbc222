//! A referee among others on one broker, without input or output: what it subscribes to, what it
//! publishes, whether it is on duty, and whose games it takes over.
//!
//! Each referee has games of its own. One of them is on duty: it takes the requests of the lobby,
//! which is its alone, shares out the games that begin there, and takes those of referees that go. When it goes itself, the first of the
//! rest by name is on duty; when two of them are, since they began at once, it is the first of
//! these. A game of which two say that they have it belongs to the one with the higher term of
//! office, and between equals to the first by name.

mod others;
mod sharing;
mod takeover;

use std::collections::{BTreeMap, BTreeSet};

use super::super::referee::{Publish, Referee};
use super::super::topics::{self, Topic};
use super::super::{AtWork, Id, Identity, MAX_NOTICE, Request, SEGMENT, Signed, decode};
use super::adoption::Adoption;
use sharing::Handed;

/// After a connection the referee hears for so many milliseconds who else is there and what the
/// broker has of its games, before it is on duty or goes on with them.
const LISTEN_MS: u64 = 500;

/// Filters of the messages that stand in the lobby until the referee on duty takes them away.
const POSTED: [&str; 2] = [topics::ALL_CHALLENGES, topics::ALL_EVENTS];

/// The lobby of the referee that was on duty before is read for so many milliseconds.
const CLEARING_MS: u64 = 1_500;

/// Milliseconds after a referee went in which the requests of players may have reached nobody else:
/// the time after which a broker notices that a silent client is gone, and some more.
const GAP_MS: u64 = 20_000;

/// The log of a finished game stands for so many milliseconds: who was away for longer may have
/// missed the end of a game.
const LOG_STANDS_MS: u64 = 3_600_000;

/// A message or a subscription to be sent.
#[derive(Debug, Default)]
pub struct Work {
    /// Filters to subscribe to.
    pub subscribe: Vec<String>,
    /// Filters that are not needed any more.
    pub unsubscribe: Vec<String>,
    /// Messages.
    pub publish: Vec<Publish>,
}

/// Another referee, as it has said.
struct Other {
    is_on_duty: bool,
    /// Its games with its terms of office.
    games: BTreeMap<Id, u32>,
    /// See [`AtWork::away_since`].
    away_since: Option<u64>,
}

/// A game whose referee has gone.
#[derive(Clone, Copy, Debug)]
struct Orphan {
    /// The term of office of the one that has gone.
    office: u32,
    /// Since when players have not reached it.
    since: u64,
}

/// Where the referee stands with its broker.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Phase {
    Away,
    Listening { until: u64 },
    AtWork,
    OnDuty,
}

/// A referee and what it knows of the others.
pub struct Duty {
    identity: Identity,
    name: String,
    referee: Referee,
    phase: Phase,
    /// While players cannot reach this referee, since when they cannot, if that is known.
    away_since: Option<u64>,
    /// The messages that came before the referee was at work.
    early: Vec<(String, Vec<u8>)>,
    /// Requests up to this time are given back to the broker while another is on duty.
    give_back_until: Option<u64>,
    /// The other referees by name, as they have said.
    others: BTreeMap<String, Other>,
    /// True if one of them may not know the ratings that this referee knows.
    has_newcomers: bool,
    /// While it listens: filters of the last segments of its own games, those of them that the
    /// broker has, and those of which the broker has more than this referee.
    compared: Vec<String>,
    standing: BTreeSet<Id>,
    newer: BTreeMap<Id, u32>,
    /// Games of referees that have gone, which who is on duty takes over.
    orphans: BTreeMap<Id, Orphan>,
    adoptions: BTreeMap<Id, Adoption>,
    /// Games that are handed on to another, and those that were taken of another, by its name,
    /// and are not answered yet.
    handed: BTreeMap<Id, Handed>,
    taken: Vec<(Id, String)>,
    /// The referee on duty that was told of all games here.
    told_all: Option<String>,
    /// Topics of the challenges and tournaments that this referee has published, and until when
    /// others are cleared.
    posted: BTreeSet<String>,
    clear_until: Option<u64>,
    /// The message that the others have been told, and when.
    said: Option<AtWork>,
    said_at: u64,
    work: Work,
}

impl Duty {
    /// The duty of a referee called `name`, whose key is that of all referees on the broker. It
    /// was at work last at `since`, in milliseconds since 1970, if that is known.
    pub fn new(referee: Referee, identity: Identity, name: String, since: Option<u64>) -> Duty {
        Duty {
            identity,
            name,
            referee,
            phase: Phase::Away,
            away_since: since,
            early: Vec::new(),
            give_back_until: None,
            others: BTreeMap::new(),
            has_newcomers: false,
            compared: Vec::new(),
            standing: BTreeSet::new(),
            newer: BTreeMap::new(),
            orphans: BTreeMap::new(),
            adoptions: BTreeMap::new(),
            handed: BTreeMap::new(),
            taken: Vec::new(),
            told_all: None,
            posted: BTreeSet::new(),
            clear_until: None,
            said: None,
            said_at: 0,
            work: Work::default(),
        }
    }

    /// The broker has let the referee in.
    pub fn connected(&mut self, now: u64) {
        self.phase = Phase::Listening { until: now.saturating_add(LISTEN_MS) };
        self.others.clear();
        self.others_have_changed();
        self.standing.clear();
        self.newer.clear();
        self.orphans.clear();
        self.adoptions.clear();
        self.posted.clear();
        self.clear_until = None;
        self.has_newcomers = false;
        self.referee.forget_kept();
        self.work = Work::default();
        self.work.subscribe.push(topics::ALL_REFEREES.to_owned());
        self.work.subscribe.push(topics::ALL_KEPT.to_owned());
        self.work.subscribe.push(topics::dispatch(&self.name));
        self.told_all = None;
        let last_segment = |(id, _)| {
            let (_, entries) = self.referee.standing(id).unwrap_or_default();
            topics::log(id, entries.saturating_sub(1) as u32 / SEGMENT as u32)
        };
        self.compared = self.referee.games().into_iter().map(last_segment).collect();
        self.work.subscribe.extend(self.compared.iter().cloned());
        // The others count with this one at once.
        self.said = None;
        self.say(now);
    }

    /// The connection is over, and players have not reached this referee since `since`. Until the
    /// next one no time passes for the games.
    pub fn disconnected(&mut self, since: u64) {
        if self.is_at_work() {
            self.away_since = Some(since);
        }
        self.phase = Phase::Away;
        self.early.clear();
    }

    /// A message that came.
    pub fn receive(&mut self, topic: &str, payload: &[u8], now: u64) {
        match Topic::parse(topic) {
            Some(Topic::Referee(name)) => self.hear_of(name, payload, now),
            Some(Topic::Log(id, number) | Topic::LiveLog(id, _, number)) => {
                self.collect(id, number, payload, now);
            }
            Some(Topic::Challenge(_) | Topic::Event(_)) => self.clear_posted(topic, payload),
            Some(Topic::Kept(_)) => self.referee.receive(topic, payload, now),
            Some(Topic::Dispatch(name)) if name != self.name => {}
            Some(Topic::Dispatch(_)) if self.is_at_work() => self.receive_dispatch(payload, now),
            Some(Topic::Actions(id, _)) if self.keep_action(id, topic, payload) => {}
            // One that was left a moment ago.
            Some(Topic::Actions(id, _))
                if self.is_others(id) && self.referee.standing(id).is_none() => {}
            Some(Topic::Requests(_)) if self.phase == Phase::AtWork => {
                self.give_back(topic, payload);
            }
            _ if self.is_at_work() => self.referee.receive(topic, payload, now),
            _ => self.early.push((topic.to_owned(), payload.to_vec())),
        }
    }

    /// Does what is due, writes what is to be kept, and gives what is to be sent.
    pub fn settle(&mut self, now: u64) -> Work {
        let begins = matches!(self.phase, Phase::Listening { until } if until <= now);
        if begins {
            self.begin(now);
        }
        if !self.is_at_work() {
            return std::mem::take(&mut self.work);
        }
        self.take_duty_or_leave_it(now);
        if begins {
            self.begin_with_early(now);
        }
        self.take_over(now);
        if std::mem::take(&mut self.has_newcomers) {
            self.referee.publish_ratings();
        }
        if self.clear_until.is_some_and(|until| until <= now) {
            self.clear_until = None;
            self.work.unsubscribe.extend(POSTED.map(str::to_owned));
        }
        if self.referee.next_tick().is_some_and(|at| at <= now) {
            self.referee.tick(now);
        }
        let published = self.referee.flush(now);
        let (subscribe, unsubscribe) = self.referee.take_subscriptions();
        self.work.subscribe.extend(subscribe);
        self.work.unsubscribe.extend(unsubscribe);
        self.publish(published);
        self.say(now);
        self.share();
        std::mem::take(&mut self.work)
    }

    /// When [`Duty::settle`] is needed at the latest.
    pub fn next_wake(&self) -> Option<u64> {
        match self.phase {
            Phase::Away => None,
            Phase::Listening { until } => Some(until),
            Phase::AtWork | Phase::OnDuty => {
                let adoptions = self.adoptions.values().map(|adoption| adoption.until);
                adoptions.chain(self.clear_until).chain(self.referee.next_tick()).min()
            }
        }
    }

    /// The message of a referee that leaves, and its will.
    pub fn farewell(name: &str) -> Publish {
        Publish { topic: topics::referee(name), payload: Vec::new(), retain: true }
    }

    /// The name among the others.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// True while players reach this referee.
    pub fn is_at_work(&self) -> bool {
        matches!(self.phase, Phase::AtWork | Phase::OnDuty)
    }

    /// Begins to work: by now it is known which games others have, and of which the broker has
    /// more than this referee.
    fn begin(&mut self, now: u64) {
        self.phase = Phase::AtWork;
        let since = self.away_since.take();
        self.work.unsubscribe.append(&mut self.compared);
        let was_long_away = since.is_some_and(|since| now.saturating_sub(since) > LOG_STANDS_MS);
        if was_long_away && !self.others.is_empty() {
            // Others have ended what does not stand any more.
            let games = self.referee.games().into_iter().map(|(id, _)| id);
            let ended: Vec<Id> = games.filter(|id| !self.standing.contains(id)).collect();
            ended.into_iter().for_each(|id| self.referee.leave_game(id));
        }
        for (id, office) in std::mem::take(&mut self.newer) {
            // What another has taken over meanwhile stays there, or is about to say so.
            if !self.is_others(id) && !self.is_handed_on(id) {
                self.adopt(id, office, since, now);
            }
        }
        // Those of the referee's own games are all told below.
        let _ = self.referee.take_subscriptions();
        self.work.subscribe.push(topics::ALL_PRESENCES.to_owned());
        self.work.subscribe.extend(self.referee.subscriptions());
        let published = self.referee.republish();
        self.publish(published);
        self.referee.resume(since, now);
        self.hand_on_again(now);
        self.give_back_until = since.map(|since| since.saturating_add(GAP_MS));
    }

    /// Takes what came before the referee was at work, once it is known who is on duty.
    fn begin_with_early(&mut self, now: u64) {
        if self.phase == Phase::AtWork {
            // The broker has kept the subscription for a referee that was on duty and went.
            self.work.unsubscribe.push(topics::ALL_REQUESTS.to_owned());
        }
        for (topic, payload) in std::mem::take(&mut self.early) {
            self.receive(&topic, &payload, now);
        }
    }

    /// A request that the broker has kept for this referee while it was away, and another is on
    /// duty now, which may not have been when it came. It goes back to the broker, behind the end
    /// of the own subscription; what the other knows already it does not take twice.
    fn give_back(&mut self, topic: &str, payload: &[u8]) {
        let at = decode::<Signed>(payload, MAX_NOTICE)
            .ok()
            .and_then(|signed| decode::<Request>(&signed.body, MAX_NOTICE).ok())
            .map(|request| request.at);
        if at.zip(self.give_back_until).is_some_and(|(at, until)| at <= until) {
            let (topic, payload) = (topic.to_owned(), payload.to_vec());
            self.work.publish.push(Publish { topic, payload, retain: false });
        }
    }

    fn take_duty_or_leave_it(&mut self, now: u64) {
        let mut on_duty = self.others.iter().filter(|(_, other)| other.is_on_duty);
        let first_on_duty = on_duty.next().map(|(name, _)| name);
        let first = self.others.keys().next();
        let is_before = |other: Option<&String>| other.is_none_or(|other| self.name < *other);
        match self.phase {
            Phase::OnDuty if !is_before(first_on_duty) => {
                self.phase = Phase::AtWork;
                self.work.unsubscribe.push(topics::ALL_REQUESTS.to_owned());
                self.referee.leave_desk();
            }
            Phase::AtWork if first_on_duty.is_none() && is_before(first) => {
                self.phase = Phase::OnDuty;
                self.work.subscribe.push(topics::ALL_REQUESTS.to_owned());
                self.referee.take_desk(&self.name, now);
                // What is left in the lobby beside that nobody can accept any more.
                self.clear_until = Some(now.saturating_add(CLEARING_MS));
                self.work.subscribe.extend(POSTED.map(str::to_owned));
            }
            // After a connection that was lost another may be on duty.
            Phase::AtWork => self.referee.leave_desk(),
            _ => {}
        }
    }

    /// Publishes what is of the referee's own games.
    fn publish(&mut self, messages: Vec<Publish>) {
        for message in messages {
            let is_own = match Topic::parse(&message.topic) {
                // What the broker has of a game that is being read, or that another is about to go
                // on with, is not written over.
                Some(Topic::Log(id, _) | Topic::LiveLog(id, ..)) => {
                    !self.adoptions.contains_key(&id) && !self.is_handed_on(id)
                }
                Some(Topic::Challenge(_) | Topic::Event(_)) if message.payload.is_empty() => {
                    self.posted.remove(&message.topic);
                    true
                }
                Some(Topic::Challenge(_) | Topic::Event(_)) => {
                    self.posted.insert(message.topic.clone());
                    true
                }
                _ => true,
            };
            if is_own {
                self.work.publish.push(message);
            }
        }
    }

    /// Clears a challenge or tournament that no referee has any more.
    fn clear_posted(&mut self, topic: &str, payload: &[u8]) {
        let is_left_over = self.clear_until.is_some() && !payload.is_empty();
        if is_left_over && !self.posted.contains(topic) {
            let topic = topic.to_owned();
            self.work.publish.push(Publish { topic, payload: Vec::new(), retain: true });
        }
    }
}

#[cfg(test)]
mod tests;

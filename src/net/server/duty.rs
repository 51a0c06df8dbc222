//! A referee among others on one broker, without input or output: what it subscribes to, what it
//! publishes, whether it is on duty, and whose games it takes over.
//!
//! Each referee has games of its own. One of them is on duty: it takes the requests of the lobby,
//! which is its alone, and the games of referees that go. When it goes itself, the first of the
//! rest by name is on duty; when two of them are, since they began at once, it is the first of
//! these.

use std::collections::{BTreeMap, BTreeSet};

use super::super::referee::{Publish, Referee};
use super::super::topics::{self, Topic};
use super::super::{
    AtWork, Id, Identity, Log, MAX_NOTICE, Purpose, SEGMENT, Segment, Signed, decode, encode,
};

/// After a connection the referee hears for so many milliseconds who else is there, before it is
/// on duty or speaks of its games.
const LISTEN_MS: u64 = 500;

/// When no more segments of a game come for so many milliseconds, it has no more; and the lobby of
/// the referee that was on duty before is cleared after so many.
const SILENCE_MS: u64 = 1_500;

/// The most games that a referee says it has.
const MAX_SAID: usize = 16_000;

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
    games: BTreeSet<Id>,
}

/// A game that is taken over, as far as its segments have come.
#[derive(Debug)]
struct Adoption {
    segments: BTreeMap<u32, Segment>,
    until: u64,
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
    /// The messages that came before the referee was at work.
    early: Vec<(String, Vec<u8>)>,
    /// The other referees by name, as they have said.
    others: BTreeMap<String, Other>,
    /// Games of referees that have gone, which who is on duty takes over.
    orphans: BTreeSet<Id>,
    adoptions: BTreeMap<Id, Adoption>,
    /// Topics of the challenges that this referee has published, and until when others are cleared.
    challenges: BTreeSet<String>,
    clear_until: Option<u64>,
    /// The message that the others have been told.
    said: Option<AtWork>,
    work: Work,
}

impl Duty {
    /// The duty of a referee called `name`, whose key is that of all referees on the broker.
    pub fn new(referee: Referee, identity: Identity, name: String) -> Duty {
        Duty {
            identity,
            name,
            referee,
            phase: Phase::Away,
            early: Vec::new(),
            others: BTreeMap::new(),
            orphans: BTreeSet::new(),
            adoptions: BTreeMap::new(),
            challenges: BTreeSet::new(),
            clear_until: None,
            said: None,
            work: Work::default(),
        }
    }

    /// The broker has let the referee in.
    pub fn connected(&mut self, now: u64) {
        self.phase = Phase::Listening { until: now.saturating_add(LISTEN_MS) };
        self.others.clear();
        self.orphans.clear();
        self.adoptions.clear();
        self.challenges.clear();
        self.clear_until = None;
        self.work = Work::default();
        self.work.subscribe.push(topics::ALL_REFEREES.to_owned());
        // The others count with this one at once.
        self.said = None;
        self.say();
    }

    /// The connection is over. Until the next one no time passes for the games: players cannot
    /// reach them.
    pub fn disconnected(&mut self) {
        self.phase = Phase::Away;
        self.early.clear();
    }

    /// A message that came.
    pub fn receive(&mut self, topic: &str, payload: &[u8], now: u64) {
        match Topic::parse(topic) {
            Some(Topic::Referee(name)) => self.hear_of(name, payload),
            Some(Topic::Log(id, number) | Topic::LiveLog(id, _, number)) => {
                self.collect(id, number, payload, now);
            }
            Some(Topic::Challenge(_)) => self.clear_challenge(topic, payload),
            Some(Topic::Actions(id, _)) if self.is_others(id) => {}
            _ if self.is_at_work() => self.referee.receive(topic, payload, now),
            _ => self.early.push((topic.to_owned(), payload.to_vec())),
        }
    }

    /// Does what is due, writes what is to be kept, and gives what is to be sent.
    pub fn settle(&mut self, now: u64) -> Work {
        if let Phase::Listening { until } = self.phase
            && until <= now
        {
            self.begin(now);
        }
        if !self.is_at_work() {
            return std::mem::take(&mut self.work);
        }
        self.take_duty_or_leave_it(now);
        self.take_over(now);
        if self.clear_until.is_some_and(|until| until <= now) {
            self.clear_until = None;
            self.work.unsubscribe.push(topics::ALL_CHALLENGES.to_owned());
        }
        if self.referee.next_tick().is_some_and(|at| at <= now) {
            self.referee.tick(now);
        }
        let published = self.referee.flush(now);
        let (subscribe, unsubscribe) = self.referee.take_subscriptions();
        self.work.subscribe.extend(subscribe);
        self.work.unsubscribe.extend(unsubscribe);
        self.publish(published);
        self.say();
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

    fn is_at_work(&self) -> bool {
        matches!(self.phase, Phase::AtWork | Phase::OnDuty)
    }

    /// Begins to work: by now it is known which games others have.
    fn begin(&mut self, now: u64) {
        self.phase = Phase::AtWork;
        // Those of the referee's own games are all told below.
        let _ = self.referee.take_subscriptions();
        self.work.subscribe.push(topics::ALL_PRESENCES.to_owned());
        self.work.subscribe.extend(self.referee.subscriptions());
        let published = self.referee.republish();
        self.publish(published);
        for (topic, payload) in std::mem::take(&mut self.early) {
            self.receive(&topic, &payload, now);
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
                self.work.unsubscribe.push(topics::SHARED_REQUESTS.to_owned());
            }
            Phase::AtWork if first_on_duty.is_none() && is_before(first) => {
                self.phase = Phase::OnDuty;
                self.work.subscribe.push(topics::SHARED_REQUESTS.to_owned());
                // What the one before has left in the lobby nobody can accept any more.
                self.clear_until = Some(now.saturating_add(SILENCE_MS));
                self.work.subscribe.push(topics::ALL_CHALLENGES.to_owned());
            }
            _ => {}
        }
    }

    /// Publishes what is of the referee's own games.
    fn publish(&mut self, messages: Vec<Publish>) {
        for message in messages {
            let is_own = match Topic::parse(&message.topic) {
                Some(
                    Topic::Log(id, _)
                    | Topic::LiveLog(id, ..)
                    | Topic::Running(id)
                    | Topic::WatchersChat(id),
                ) => !self.is_others(id),
                Some(Topic::Challenge(_)) if message.payload.is_empty() => {
                    self.challenges.remove(&message.topic);
                    true
                }
                Some(Topic::Challenge(_)) => {
                    self.challenges.insert(message.topic.clone());
                    true
                }
                _ => true,
            };
            if is_own {
                self.work.publish.push(message);
            }
        }
    }

    /// Clears a challenge that no referee has any more.
    fn clear_challenge(&mut self, topic: &str, payload: &[u8]) {
        let is_left_over = self.clear_until.is_some() && !payload.is_empty();
        if is_left_over && !self.challenges.contains(topic) {
            let topic = topic.to_owned();
            self.work.publish.push(Publish { topic, payload: Vec::new(), retain: true });
        }
    }

    /// Tells the others of this referee, if something has changed.
    fn say(&mut self) {
        let mut games = self.referee.game_ids();
        games.retain(|id| !self.is_others(*id));
        games.truncate(MAX_SAID);
        let message = AtWork { is_on_duty: self.phase == Phase::OnDuty, games };
        if self.said.as_ref() != Some(&message) {
            let payload = encode(&Signed::new(&self.identity, Purpose::Request, &message));
            let topic = topics::referee(&self.name);
            self.work.publish.push(Publish { topic, payload, retain: true });
            self.said = Some(message);
        }
    }

    /// True if another referee has this game.
    fn is_others(&self, id: Id) -> bool {
        self.others.values().any(|other| other.games.contains(&id))
    }

    /// Another referee says which games it has, or has gone. Only referees with the same key can
    /// take over games from each other, and only they are listened to.
    fn hear_of(&mut self, name: &str, payload: &[u8]) {
        if name == self.name {
            return;
        }
        if payload.is_empty() {
            let gone = self.others.remove(name);
            self.orphans.extend(gone.into_iter().flat_map(|gone| gone.games));
            return;
        }
        let said = decode::<Signed>(payload, MAX_NOTICE)
            .ok()
            .filter(|said| said.player == self.identity.id())
            .and_then(|said| open_at_work(&said));
        if let Some(said) = said {
            let games: BTreeSet<Id> = said.games.into_iter().collect();
            self.orphans.retain(|id| !games.contains(id));
            self.others.insert(name.to_owned(), Other { is_on_duty: said.is_on_duty, games });
        }
    }

    /// Takes over the games of those who have gone, if this referee is on duty.
    fn take_over(&mut self, now: u64) {
        if self.phase == Phase::OnDuty {
            for id in std::mem::take(&mut self.orphans) {
                let until = now.saturating_add(SILENCE_MS);
                self.adoptions.insert(id, Adoption { segments: BTreeMap::new(), until });
                self.work.subscribe.push(topics::whole_log(id));
                self.work.subscribe.push(topics::all_live_logs(id));
            }
        }
        let is_done = |adoption: &Adoption| adoption.until <= now || adoption.is_whole();
        for (id, adoption) in self.adoptions.extract_if(.., |_, adoption| is_done(adoption)) {
            self.work.unsubscribe.push(topics::whole_log(id));
            self.work.unsubscribe.push(topics::all_live_logs(id));
            if let Some((log, office)) = adoption.log() {
                // A log that does not prove its game is nobody's.
                let _ = self.referee.adopt(log, office, now);
            }
        }
    }

    /// A segment of a game that is taken over.
    fn collect(&mut self, id: Id, number: u32, payload: &[u8], now: u64) {
        let Some(adoption) = self.adoptions.get_mut(&id) else { return };
        let Ok(segment) = decode::<Segment>(payload, MAX_NOTICE) else { return };
        let rank = |segment: &Segment| (segment.office, segment.entries.len());
        let is_newer = adoption.segments.get(&number).is_none_or(|old| rank(old) < rank(&segment));
        if segment.number == number && is_newer {
            adoption.segments.insert(number, segment);
            adoption.until = now.saturating_add(SILENCE_MS);
        }
    }
}

impl Adoption {
    /// True if the segments are all there: the last is not full. Where those who watch are behind,
    /// it may be the last that these have seen.
    fn is_whole(&self) -> bool {
        let terms = self.segments.get(&0).and_then(|first| first.terms.as_ref());
        if terms.is_some_and(|terms| terms.delay > 0) {
            return false;
        }
        let numbers_fit = self.segments.keys().copied().eq(0..self.segments.len() as u32);
        let last = self.segments.values().next_back();
        numbers_fit && last.is_some_and(|last| last.entries.len() < SEGMENT)
    }

    /// The log that the segments make, as far as none is missing, and the highest term of office.
    fn log(self) -> Option<(Log, u32)> {
        let office = self.segments.values().map(|segment| segment.office).max()?;
        let mut terms = None;
        let mut entries = Vec::new();
        for (expected, (number, segment)) in self.segments.into_iter().enumerate() {
            if number as usize != expected || entries.len() != expected * SEGMENT {
                break;
            }
            terms = terms.or(segment.terms);
            entries.extend(segment.entries);
        }
        Some((Log { terms: terms?, entries }, office))
    }
}

/// The games that a referee says it has. It may be longer than what players say.
fn open_at_work(said: &Signed) -> Option<AtWork> {
    let is_signed = said.player.has_signed(Purpose::Request, &said.body, &said.proof);
    is_signed.then(|| decode(&said.body, MAX_NOTICE).ok())?
}

#[cfg(test)]
mod tests {
    use super::super::super::referee::MemoryStore;
    use super::*;

    /// A broker that knows nothing but what referees say of themselves.
    #[derive(Default)]
    struct Referees {
        now: u64,
        there: Vec<Duty>,
        retained: BTreeMap<String, Vec<u8>>,
    }

    impl Referees {
        fn enter(&mut self, name: &str, key: u8) {
            let identity = Identity::from_secret([key; 32]);
            let store = Box::new(MemoryStore::default());
            let referee = Referee::new(identity.clone(), store, 1, self.now).unwrap();
            let mut duty = Duty::new(referee, identity, name.to_owned());
            duty.connected(self.now);
            for (topic, payload) in &self.retained {
                duty.receive(topic, payload, self.now);
            }
            self.there.push(duty);
        }

        fn leave(&mut self, name: &str) {
            self.there.retain(|duty| duty.name != name);
            self.say(Duty::farewell(name));
        }

        fn say(&mut self, message: Publish) {
            for duty in &mut self.there {
                duty.receive(&message.topic, &message.payload, self.now);
            }
            if message.payload.is_empty() {
                self.retained.remove(&message.topic);
            } else {
                self.retained.insert(message.topic, message.payload);
            }
        }

        /// Lets a time pass, and gives the names of those who are on duty then.
        fn on_duty_after(&mut self, time: u64) -> Vec<&str> {
            for _ in 0..time / 100 {
                self.now += 100;
                for number in 0..self.there.len() {
                    let said = self.there[number].settle(self.now).publish;
                    said.into_iter().for_each(|message| self.say(message));
                }
            }
            let on_duty = self.there.iter().filter(|duty| duty.phase == Phase::OnDuty);
            on_duty.map(|duty| duty.name.as_str()).collect()
        }
    }

    #[test]
    fn one_referee_is_on_duty_whoever_comes_and_goes() {
        let mut referees = Referees { now: 1_700_000_000_000, ..Referees::default() };
        referees.enter("m", 1);
        assert!(referees.on_duty_after(400).is_empty(), "it listens first");
        assert_eq!(referees.on_duty_after(300), ["m"]);
        // Those who come later leave it its duty, whatever their names.
        referees.enter("a", 1);
        referees.enter("z", 1);
        assert_eq!(referees.on_duty_after(1_000), ["m"]);
        referees.leave("m");
        assert_eq!(referees.on_duty_after(100), ["a"]);
        referees.leave("a");
        assert_eq!(referees.on_duty_after(100), ["z"]);
    }

    #[test]
    fn referees_that_begin_at_once_agree() {
        let mut referees = Referees { now: 1_700_000_000_000, ..Referees::default() };
        for name in ["c", "b", "a"] {
            referees.enter(name, 1);
        }
        assert_eq!(referees.on_duty_after(700), ["a"]);
    }

    #[test]
    fn who_has_another_key_is_not_listened_to() {
        let mut referees = Referees { now: 1_700_000_000_000, ..Referees::default() };
        referees.enter("a", 2);
        assert_eq!(referees.on_duty_after(700), ["a"]);
        referees.enter("b", 1);
        assert_eq!(referees.on_duty_after(700), ["a", "b"]);
    }
}

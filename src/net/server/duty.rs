//! A referee among others on one broker, without input or output: what it subscribes to, what it
//! publishes, and whose games it takes over.

use std::collections::{BTreeMap, BTreeSet};

use super::super::referee::{Publish, Referee};
use super::super::topics::{self, Topic};
use super::super::{
    AtWork, Id, Identity, Log, MAX_NOTICE, Purpose, SEGMENT, Segment, Signed, decode, encode,
};

/// After a connection the referee hears for so many milliseconds which games others have, before it
/// speaks of its own.
const LISTEN_MS: u64 = 500;

/// When no more segments of a game come for so many milliseconds, it has no more.
const SILENCE_MS: u64 = 1_500;

/// A referee that has gone and whose games are not known is remembered for so many milliseconds.
const GONE_MS: u64 = 5_000;

/// The most games that a referee says it has.
const MAX_SAID: usize = 16_000;

/// What is to be sent.
#[derive(Debug, Default)]
pub struct Work {
    /// Filters to subscribe to.
    pub subscribe: Vec<String>,
    /// Filters that are not needed any more.
    pub unsubscribe: Vec<String>,
    /// Messages.
    pub publish: Vec<Publish>,
}

/// A game that is taken over, as far as its segments have come.
#[derive(Debug)]
struct Adoption {
    segments: BTreeMap<u32, Segment>,
    until: u64,
}

/// Whether the referee is connected.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Phase {
    Away,
    Listening { until: u64 },
    AtWork,
}

/// A referee and what it knows of the others.
pub struct Duty {
    identity: Identity,
    name: String,
    referee: Referee,
    phase: Phase,
    /// What came before the referee was at work.
    early: Vec<(String, Vec<u8>)>,
    /// The games of the other referees by their names.
    others: BTreeMap<String, BTreeSet<Id>>,
    /// Referees that have gone and whose games are not known, and until when they are remembered.
    gone: BTreeMap<String, u64>,
    adoptions: BTreeMap<Id, Adoption>,
    /// The games of which the others have been told.
    said: Option<Vec<Id>>,
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
            gone: BTreeMap::new(),
            adoptions: BTreeMap::new(),
            said: None,
            work: Work::default(),
        }
    }

    /// The broker has let the referee in.
    pub fn connected(&mut self, now: u64) {
        self.phase = Phase::Listening { until: now.saturating_add(LISTEN_MS) };
        self.others.clear();
        self.gone.clear();
        self.adoptions.clear();
        self.said = None;
        self.work = Work::default();
        self.work.subscribe.push(topics::ALL_REFEREES.to_owned());
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
            Some(Topic::Referee(name)) => self.hear_of(name, payload, now),
            Some(Topic::Orphans(name)) => self.lose(name, now),
            Some(Topic::Log(id, number)) => self.collect(id, number, payload, now),
            Some(Topic::Actions(id, _)) if self.is_others(id) => {}
            _ if self.phase == Phase::AtWork => self.referee.receive(topic, payload, now),
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
        if self.phase != Phase::AtWork {
            return std::mem::take(&mut self.work);
        }
        self.gone.retain(|_, until| *until > now);
        let is_done = |adoption: &Adoption| adoption.until <= now || adoption.is_whole();
        let done: Vec<Id> =
            self.adoptions.iter().filter(|(_, it)| is_done(it)).map(|(id, _)| *id).collect();
        done.into_iter().for_each(|id| self.adopt(id, now));
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
            Phase::AtWork => {
                let adoptions = self.adoptions.values().map(|adoption| adoption.until);
                adoptions.chain(self.referee.next_tick()).min()
            }
        }
    }

    /// What a referee says that leaves: who hears it takes over its games.
    pub fn farewell(&self) -> Publish {
        Publish { topic: topics::orphans(&self.name), payload: Vec::new(), retain: false }
    }

    /// Begins to work: by now it is known which games others have.
    fn begin(&mut self, now: u64) {
        self.phase = Phase::AtWork;
        // Those of the referee's own games are all told below.
        let _ = self.referee.take_subscriptions();
        self.work.subscribe.extend(
            [topics::SHARED_REQUESTS, topics::ALL_PRESENCES, topics::SHARED_ORPHANS]
                .map(str::to_owned),
        );
        self.work.subscribe.extend(self.referee.subscriptions());
        let published = self.referee.republish();
        self.publish(published);
        for (topic, payload) in std::mem::take(&mut self.early) {
            self.receive(&topic, &payload, now);
        }
    }

    /// Publishes what is of the referee's own games.
    fn publish(&mut self, messages: Vec<Publish>) {
        let is_own = |message: &Publish| match Topic::parse(&message.topic) {
            Some(Topic::Log(id, _) | Topic::Running(id) | Topic::WatchersChat(id)) => {
                !self.is_others(id)
            }
            _ => true,
        };
        let own: Vec<Publish> = messages.into_iter().filter(is_own).collect();
        self.work.publish.extend(own);
    }

    /// Tells the others which games this referee has, if that has changed.
    fn say(&mut self) {
        let mut games = self.referee.game_ids();
        games.retain(|id| !self.is_others(*id));
        games.truncate(MAX_SAID);
        if self.said.as_ref() == Some(&games) {
            return;
        }
        let message = AtWork { games: games.clone() };
        let payload = encode(&Signed::new(&self.identity, Purpose::Request, &message));
        let topic = topics::referee(&self.name);
        self.work.publish.push(Publish { topic, payload, retain: true });
        self.said = Some(games);
    }

    /// True if another referee has this game.
    fn is_others(&self, id: Id) -> bool {
        self.others.values().any(|games| games.contains(&id))
    }

    /// Another referee says which games it has. Only referees with the same key can take over games
    /// from each other, and only they are listened to.
    fn hear_of(&mut self, name: &str, payload: &[u8], now: u64) {
        if name == self.name {
            return;
        }
        if payload.is_empty() {
            self.others.remove(name);
            return;
        }
        let said = decode::<Signed>(payload, MAX_NOTICE)
            .ok()
            .filter(|said| said.player == self.identity.id())
            .and_then(|said| open_at_work(&said));
        let Some(said) = said else { return };
        self.others.insert(name.to_owned(), said.games.into_iter().collect());
        if self.gone.remove(name).is_some() {
            self.lose(name, now);
        }
    }

    /// Another referee has gone, and this one is to take over.
    fn lose(&mut self, name: &str, now: u64) {
        // What is told of itself was told of an earlier connection.
        if name == self.name {
            return;
        }
        let Some(games) = self.others.remove(name) else {
            self.gone.insert(name.to_owned(), now.saturating_add(GONE_MS));
            return;
        };
        for id in games {
            let until = now.saturating_add(SILENCE_MS);
            self.adoptions.insert(id, Adoption { segments: BTreeMap::new(), until });
            self.work.subscribe.push(topics::whole_log(id));
        }
        let topic = topics::referee(name);
        self.work.publish.push(Publish { topic, payload: Vec::new(), retain: true });
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

    fn adopt(&mut self, id: Id, now: u64) {
        let Some(adoption) = self.adoptions.remove(&id) else { return };
        self.work.unsubscribe.push(topics::whole_log(id));
        if let Some((log, office)) = adoption.log() {
            // A log that does not prove its game is nobody's.
            let _ = self.referee.adopt(log, office, now);
        }
    }
}

impl Adoption {
    /// True if the segments are all there: the last is not full.
    fn is_whole(&self) -> bool {
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
            if number as usize != expected || entries.len() % SEGMENT != 0 {
                break;
            }
            terms = terms.or(segment.terms);
            entries.extend(segment.entries);
        }
        Some((Log { terms: terms?, entries }, office))
    }
}

/// What a referee says it has. It may be longer than what players say.
fn open_at_work(said: &Signed) -> Option<AtWork> {
    let is_signed = said.player.has_signed(Purpose::Request, &said.body, &said.proof);
    is_signed.then(|| decode(&said.body, MAX_NOTICE).ok())?
}

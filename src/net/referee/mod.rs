//! The referee: checks what players ask and do, keeps the time, and writes the logs of games. It
//! is a state machine that is given messages and the time, and gives what may be published once
//! its store has it. `docs/protocol.md` says what it does.

mod attendance;
mod clocks;
mod events;
mod game_table;
mod games;
mod handover;
mod kept;
mod limits;
mod lobby;
mod players;
mod publication;
mod rating_tables;
mod ratings;
#[cfg(not(target_arch = "wasm32"))]
mod redb_store;
mod requests;
mod schedule;
mod sharing;
mod store;
#[cfg(test)]
mod tests;

use std::collections::{BTreeMap, HashMap};

pub use crate::library::StoreError;
pub use ratings::RatingRecord;
#[cfg(not(target_arch = "wasm32"))]
pub use redb_store::RedbStore;
pub use sharing::Passed;
pub use store::{Change, MemoryStore, Report, Store, StoredGame, StoredRating};

use super::{
    Challenge, Id, Identity, Log, Notice, OnlineGame, PlayerId, Profile, Refusal, Speed, Terms,
    encode, topics,
};
use crate::core::Random;
use crate::net::identity::random_bytes;
use attendance::Hall;
use events::HeldEvent;
use game_table::RunningGame;
use kept::Desk;
use lobby::Lobby;
use players::Players;
use rating_tables::RatingTables;
use schedule::{Due, Schedule};
use sharing::Elsewhere;

/// The time between two rounds in which players who are gone are forgotten, in milliseconds.
const SWEEP_INTERVAL: u64 = 600_000;

/// The time before something is tried again because of which the store failed, in milliseconds.
const RETRY: u64 = 1_000;

/// A message to be published.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Publish {
    /// The topic.
    pub topic: String,
    /// The message.
    pub payload: Vec<u8>,
    /// True if the broker keeps it for those who come later.
    pub retain: bool,
}

/// A finished game whose log still stands on the broker.
#[derive(Debug)]
struct Ended {
    terms: Terms,
    segments: u32,
    office: u32,
    listed: bool,
}

impl Ended {
    fn has_player(&self, player: PlayerId) -> bool {
        self.terms.players.iter().any(|profile| profile.player == player)
    }
}

/// The decisions since the last flush.
#[derive(Default)]
struct Pending {
    /// For the store.
    changes: Vec<Change>,
    /// For the store too, and true whether the rest can be written or not.
    marks: Vec<Change>,
    /// Requests of players that count as taken.
    seen: BTreeMap<PlayerId, u64>,
    /// Messages that do not depend on the store, and those that do.
    free: Vec<Publish>,
    bound: Vec<Publish>,
    /// The first segment of each game that is to be published.
    touched: BTreeMap<Id, u32>,
    /// Tournaments as they were before; `None` of those that were not there.
    events: BTreeMap<Id, Option<HeldEvent>>,
    /// Challenges that were accepted, and open again if their games cannot be written.
    accepted: Vec<Challenge>,
    /// Those who asked for what is to be written, to be refused if it cannot be: player, time of
    /// the request, game.
    asked: Vec<(PlayerId, u64, Option<Id>)>,
    /// Ratings as the changes leave them.
    ratings: HashMap<(PlayerId, String, Speed), RatingRecord>,
    /// True if something could not be read that the changes need.
    is_broken: bool,
}

impl Pending {
    fn touch(&mut self, game: Id, segment: u32) {
        let first = self.touched.entry(game).or_insert(segment);
        *first = segment.min(*first);
    }
}

/// Makes the numbers of games and challenges.
type NewId = dyn FnMut() -> Option<Id> + Send;

/// A referee of any number of games.
pub struct Referee {
    identity: Identity,
    store: Box<dyn Store>,
    /// Draws the lots of sides.
    random: Random,
    /// Makes numbers that nobody can guess.
    ids: Box<NewId>,
    players: Players,
    lobby: Lobby,
    events: BTreeMap<Id, HeldEvent>,
    tables: RatingTables,
    desk: Desk,
    hall: Hall,
    games: BTreeMap<Id, RunningGame>,
    ended: BTreeMap<Id, Ended>,
    /// The other referees at work, and while this one is on duty their games.
    others: Vec<String>,
    elsewhere: BTreeMap<Id, Elsewhere>,
    /// Games that have begun, and requests for others, since they were taken last.
    begun: Vec<Id>,
    passed: Vec<Passed>,
    schedule: Schedule,
    pending: Pending,
    subscribe: Vec<String>,
    unsubscribe: Vec<String>,
    dropped: u64,
}

fn random_id() -> Option<Id> {
    random_bytes().ok().map(Id)
}

impl Referee {
    /// A referee with what its store has: running games, ratings, results, and challenges, which
    /// [`take_desk`](Referee::take_desk) opens. `seed` is for the lots of sides, and `now`, as everywhere
    /// here, is milliseconds since 1970.
    ///
    /// # Errors
    /// When the store cannot be read, or holds a game that its log does not prove.
    pub fn new(
        identity: Identity,
        store: Box<dyn Store>,
        seed: u64,
        now: u64,
    ) -> Result<Referee, StoreError> {
        let mut referee = Referee {
            identity,
            store,
            random: Random::new(seed),
            ids: Box::new(random_id),
            players: Players::default(),
            lobby: Lobby::default(),
            events: BTreeMap::new(),
            tables: RatingTables::default(),
            desk: Desk::default(),
            hall: Hall::default(),
            games: BTreeMap::new(),
            ended: BTreeMap::new(),
            others: Vec::new(),
            elsewhere: BTreeMap::new(),
            begun: Vec::new(),
            passed: Vec::new(),
            schedule: Schedule::default(),
            pending: Pending::default(),
            subscribe: Vec::new(),
            unsubscribe: Vec::new(),
            dropped: 0,
        };
        referee.load(now)?;
        Ok(referee)
    }

    fn load(&mut self, now: u64) -> Result<(), StoreError> {
        for (player, at) in self.store.seen()? {
            if players::is_forgotten(at, now) {
                self.pending.marks.push(Change::Seen(player, None));
            } else {
                self.players.restore(player, at, now);
            }
        }
        for stored in self.store.running()? {
            let id = stored.log.terms.id;
            let length = stored.log.entries.len();
            let game = OnlineGame::from_log(stored.log)
                .map_err(|error| StoreError::Damaged(format!("game {id}: {error}")))?;
            let mut running = RunningGame::new(game, stored.office, stored.listed);
            running.stored = Some(length);
            self.take_in(running, now);
        }
        for (id, at) in self.store.ended()? {
            let Some(stored) = self.store.game(id)? else { continue };
            self.subscribe.push(topics::all_actions(id));
            let segments = game_table::segments(stored.log.entries.len());
            let (terms, listed, office) = (stored.log.terms, stored.listed, stored.office);
            self.keep_ended(Ended { terms, segments, office, listed }, at);
        }
        let posted = self.store.posted()?.into_iter();
        self.desk.restored = posted.map(|challenge| (challenge.id, challenge)).collect();
        let events = self.store.events()?.into_iter();
        self.desk.restored_events = events.map(|event| (event.id, event)).collect();
        self.schedule.set(Due::Sweep, Some(now.saturating_add(SWEEP_INTERVAL)));
        Ok(())
    }

    /// The public key by which players know this referee.
    #[must_use]
    pub fn id(&self) -> PlayerId {
        self.identity.id()
    }

    /// The games that run, each with its term of office.
    #[must_use]
    pub fn games(&self) -> Vec<(Id, u32)> {
        self.games.iter().map(|(&id, running)| (id, running.office)).collect()
    }

    /// The term of office and the number of entries of a game that runs here.
    #[must_use]
    pub fn standing(&self, id: Id) -> Option<(u32, usize)> {
        self.games.get(&id).map(|running| (running.office, running.game.log().entries.len()))
    }

    /// Messages so far that were not answered: on topics that are none of a referee's, not signed
    /// by who should have, or unreadable.
    #[must_use]
    pub fn dropped(&self) -> u64 {
        self.dropped
    }

    /// One message of a client: a request, an action, or a presence; or one that referees keep for
    /// each other. What follows is given by the
    /// next [`flush`](Referee::flush).
    pub fn receive(&mut self, topic: &str, payload: &[u8], now: u64) {
        match topics::Topic::parse(topic) {
            Some(topics::Topic::Requests(player)) => self.receive_request(player, payload, now),
            Some(topics::Topic::Actions(id, player)) => {
                self.receive_action(id, player, payload, now);
            }
            Some(topics::Topic::Presence(player)) => self.receive_presence(player, payload, now),
            Some(topics::Topic::Kept(topic)) => self.receive_kept(topic, payload, now),
            _ => self.dropped += 1,
        }
    }

    /// Does what is due as time passes: flags, first moves that are missing, players who did not
    /// come back, challenges whose challenger is gone, logs that have stood long enough.
    pub fn tick(&mut self, now: u64) {
        for due in self.schedule.take_due(now) {
            match due {
                Due::Game(id) => self.enforce(id, now),
                Due::Challenge(id) => self.close_challenge(id),
                Due::Waiting(player) => self.leave_quick_pair(player),
                Due::Rematch(id) => _ = self.lobby.rematches.remove(&id),
                Due::Log(id) => self.clear_log(id),
                Due::Attendance => self.tell_attendance(now),
                Due::Sweep => {
                    self.sweep_events(now);
                    let gone = self.players.sweep(now).into_iter();
                    self.pending.marks.extend(gone.map(|player| Change::Seen(player, None)));
                    self.schedule.set(Due::Sweep, Some(now.saturating_add(SWEEP_INTERVAL)));
                }
            }
        }
    }

    /// The time of the next [`tick`](Referee::tick) that is needed.
    #[must_use]
    pub fn next_tick(&self) -> Option<u64> {
        self.schedule.next()
    }

    /// Writes everything pending in one transaction, and gives what may be published now. When it
    /// cannot be written, the games are as they were, and those who asked are refused.
    pub fn flush(&mut self, now: u64) -> Vec<Publish> {
        let mut pending = std::mem::take(&mut self.pending);
        let seen = std::mem::take(&mut pending.seen).into_iter();
        pending.marks.extend(seen.map(|(player, at)| Change::Seen(player, Some(at))));
        let marks = pending.changes.len();
        pending.changes.append(&mut pending.marks);
        let is_written = !pending.is_broken
            && (pending.changes.is_empty() || self.store.commit(&pending.changes).is_ok());
        if !is_written {
            pending.marks = pending.changes.split_off(marks);
            return self.undo(pending, now);
        }
        let mut publish = pending.free;
        for (&id, &first) in &pending.touched {
            let Some(running) = self.games.get_mut(&id) else { continue };
            let (log, office) = (running.game.log(), running.office);
            let shown = publication::shown(log, !running.is_running());
            publish.extend(publication::segments(log, office, first, [running.seen, shown]));
            running.seen = shown;
            self.settle(id, now);
        }
        publish.extend(pending.bound);
        publish
    }

    /// Goes back to what the store has.
    fn undo(&mut self, pending: Pending, now: u64) -> Vec<Publish> {
        let not_before = now.saturating_add(RETRY);
        pending.touched.into_keys().for_each(|id| self.roll_back(id, not_before));
        for (id, before) in pending.events {
            self.restore_event(id, before);
        }
        pending.accepted.into_iter().for_each(|challenge| self.put_challenge(challenge));
        for mark in pending.marks {
            match mark {
                Change::Seen(player, Some(at)) => _ = self.pending.seen.insert(player, at),
                _ => self.pending.marks.push(mark),
            }
        }
        self.pending.free = pending.free;
        for (player, at, game) in pending.asked {
            self.refuse(player, at, game, Refusal::Storage);
        }
        std::mem::take(&mut self.pending.free)
    }

    /// Topic filters that this referee needs since the last call, and those that it does not need
    /// any more.
    pub fn take_subscriptions(&mut self) -> (Vec<String>, Vec<String>) {
        (std::mem::take(&mut self.subscribe), std::mem::take(&mut self.unsubscribe))
    }

    /// All topic filters that this referee needs now, after a new connection.
    #[must_use]
    pub fn subscriptions(&self) -> Vec<String> {
        self.games.keys().chain(self.ended.keys()).map(|&id| topics::all_actions(id)).collect()
    }

    /// Everything retained that should stand now, after a start or a new connection: the logs of
    /// games that run or have just ended, and their notes in the lobby. Challenges are published
    /// by [`take_desk`](Referee::take_desk).
    pub fn republish(&mut self) -> Vec<Publish> {
        let mut publish = Vec::new();
        let mut put_log = |log: &Log, office, is_over| {
            let shown = publication::shown(log, is_over);
            publish.extend(publication::segments(log, office, 0, [0, shown]));
        };
        for running in self.games.values() {
            running.stored_log().iter().for_each(|log| put_log(log, running.office, false));
        }
        for (&id, ended) in &self.ended {
            // One that cannot be read now is sent to a player who asks for it.
            if let Ok(Some(stored)) = self.store.game(id) {
                put_log(&stored.log, ended.office, true);
            }
        }
        publish.extend(self.ended.keys().map(|&id| game_table::clear(topics::running(id))));
        let listed = self.games.iter().filter(|(_, it)| it.listed && it.stored.is_some());
        let shown = listed.filter(|(id, _)| self.hall.show(**id));
        publish.extend(shown.map(|(_, running)| running.note()));
        publish
    }

    fn new_id(&mut self) -> Result<Id, Refusal> {
        (self.ids)().ok_or(Refusal::Storage)
    }

    /// The rating of a player in a game at a speed.
    fn rating(&self, player: PlayerId, game: &str, speed: Speed) -> Result<RatingRecord, Refusal> {
        if let Some(record) = self.pending.ratings.get(&(player, game.to_owned(), speed)) {
            return Ok(*record);
        }
        let ratings = self.store.ratings(player).map_err(|_| Refusal::Storage)?;
        let found = ratings.into_iter().find(|line| line.game == game && line.speed == speed);
        Ok(found.map(|line| line.record).unwrap_or_default())
    }

    /// The name of a player: as they said last, or in the last game, or their fingerprint.
    fn profile(&self, player: PlayerId) -> Result<Profile, Refusal> {
        if let Some(name) = self.players.get(player).and_then(|known| known.name.clone()) {
            return Ok(Profile { player, name });
        }
        let stored = self.store.profile(player).map_err(|_| Refusal::Storage)?;
        Ok(stored.unwrap_or_else(|| Profile { player, name: player.fingerprint() }))
    }

    fn notice(player: PlayerId, notice: &Notice) -> Publish {
        Publish { topic: topics::notices(player), payload: encode(notice), retain: false }
    }

    /// Tells a player something whatever becomes of what is pending.
    fn tell(&mut self, player: PlayerId, notice: &Notice) {
        self.pending.free.push(Referee::notice(player, notice));
    }

    /// Tells a player something that is true once it is written.
    fn tell_later(&mut self, player: PlayerId, notice: &Notice) {
        self.pending.bound.push(Referee::notice(player, notice));
    }

    fn refuse(&mut self, player: PlayerId, at: u64, game: Option<Id>, reason: Refusal) {
        self.tell(player, &Notice::Refused { at, game, reason });
    }
}

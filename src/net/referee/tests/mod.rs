//! The referee as its clients see it.

mod attendance;
mod bounds;
mod events;
mod games;
mod handover;
mod hostile;
mod kept;
mod lobby;
mod players;
mod rebuild;
mod stores;

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use super::*;
use crate::core::Side;
use crate::games::Options;
use crate::net::{
    Action, Ask, Attendance, ChatLine, Deed, EventNote, Log, Offer, Presence, Purpose, Request,
    Seat, Segment, Signed, Time, decode,
};

/// A time in 2026, at which the tests begin.
const START: u64 = 1_790_000_000_000;

const MINUTE: u64 = 60_000;

/// Five minutes and three seconds a move.
const BLITZ: Time = Time::Fischer { main: 5 * MINUTE, increment: 3_000 };

pub(super) fn player(number: u8) -> Identity {
    Identity::from_secret([number; 32])
}

/// A store that can be told to fail.
#[derive(Clone, Default)]
struct Failing {
    store: MemoryStore,
    fails: Arc<AtomicBool>,
}

impl Failing {
    fn check(&self) -> Result<(), StoreError> {
        let fails = self.fails.load(Ordering::Relaxed);
        if fails { Err(StoreError::Backend("it is full".to_owned())) } else { Ok(()) }
    }
}

impl Store for Failing {
    fn commit(&mut self, changes: &[Change]) -> Result<(), StoreError> {
        self.check()?;
        self.store.commit(changes)
    }

    fn running(&self) -> Result<Vec<StoredGame>, StoreError> {
        self.store.running()
    }

    fn ended(&self) -> Result<Vec<(Id, u64)>, StoreError> {
        self.store.ended()
    }

    fn game(&self, id: Id) -> Result<Option<StoredGame>, StoreError> {
        self.store.game(id)
    }

    fn ratings(&self, player: PlayerId) -> Result<Vec<StoredRating>, StoreError> {
        self.check()?;
        self.store.ratings(player)
    }

    fn profile(&self, player: PlayerId) -> Result<Option<Profile>, StoreError> {
        self.store.profile(player)
    }

    fn seen(&self) -> Result<Vec<(PlayerId, u64)>, StoreError> {
        self.store.seen()
    }

    fn all_ratings(&self) -> Result<Vec<(PlayerId, Vec<StoredRating>)>, StoreError> {
        self.check()?;
        self.store.all_ratings()
    }

    fn posted(&self) -> Result<Vec<Challenge>, StoreError> {
        self.store.posted()
    }

    fn events(&self) -> Result<Vec<EventNote>, StoreError> {
        self.store.events()
    }

    fn missed(&self, player: PlayerId) -> Result<Vec<ChatLine>, StoreError> {
        self.check()?;
        self.store.missed(player)
    }

    fn reports(&self) -> Result<Vec<Report>, StoreError> {
        self.store.reports()
    }
}

/// A referee, the time, and all that stands on the broker.
struct House {
    referee: Referee,
    store: Failing,
    now: u64,
    asked: u64,
    retained: BTreeMap<String, Vec<u8>>,
    /// Messages that it keeps for other referees, by topic.
    kept: BTreeMap<String, Vec<u8>>,
    /// Who is here, as everyone was told last.
    attendance: Option<Attendance>,
}

fn referee_with(store: Failing, now: u64) -> Referee {
    let mut referee = Referee::new(player(200), Box::new(store), 7, now).unwrap();
    // Numbers that are the same in every run, and never twice.
    let mut random = Random::new(now);
    referee.ids = Box::new(move || {
        let mut bytes = [0; 12];
        bytes[..8].copy_from_slice(&random.next_u64().to_le_bytes());
        Some(Id(bytes))
    });
    referee
}

impl House {
    /// A referee, and players with these numbers who are here.
    fn with_players(numbers: &[u8]) -> House {
        let store = Failing::default();
        let referee = referee_with(store.clone(), START);
        let mut house = House {
            referee,
            store,
            now: START,
            asked: 0,
            retained: BTreeMap::new(),
            kept: BTreeMap::new(),
            attendance: None,
        };
        numbers.iter().for_each(|&number| house.arrive(number));
        house.flush();
        house
    }

    /// Ends the referee, pending things and all, and begins another with the same store.
    fn restart(&mut self) {
        self.referee = referee_with(self.store.clone(), self.now);
        self.referee.take_desk("r", self.now);
        let standing = self.referee.republish();
        self.keep_retained(&standing);
        self.flush();
    }

    /// Does what a broker does with retained messages.
    fn keep_retained(&mut self, published: &[Publish]) {
        for Publish { topic, payload, retain } in published {
            if *topic == topics::players() {
                self.attendance = Some(decode(payload, usize::MAX).unwrap());
                continue;
            }
            let is_kept = matches!(topics::Topic::parse(topic), Some(topics::Topic::Kept(_)));
            let standing = if is_kept { &mut self.kept } else { &mut self.retained };
            if *retain && payload.is_empty() {
                standing.remove(topic);
            } else if *retain {
                standing.insert(topic.clone(), payload.clone());
            }
        }
    }

    fn arrive(&mut self, number: u8) {
        let presence = Presence { name: format!("P{number}"), at: self.now };
        let signed = Signed::new(&player(number), Purpose::Request, &presence);
        let topic = topics::presence(player(number).id());
        self.referee.receive(&topic, &encode(&signed), self.now);
    }

    fn leave(&mut self, number: u8) {
        self.referee.receive(&topics::presence(player(number).id()), &[], self.now);
    }

    fn flush(&mut self) -> Vec<Publish> {
        let published = self.referee.flush(self.now);
        self.keep_retained(&published);
        published
    }

    /// The message of a request, with a time that no other has.
    fn request(&mut self, number: u8, ask: Ask) -> (String, Vec<u8>) {
        self.asked += 1;
        let request = Request { at: self.now.saturating_add(self.asked), ask };
        let signed = Signed::new(&player(number), Purpose::Request, &request);
        (topics::requests(player(number).id()), encode(&signed))
    }

    /// Asks, and gives what this player is told.
    fn ask(&mut self, number: u8, ask: Ask) -> Vec<Notice> {
        let (topic, message) = self.request(number, ask);
        self.referee.receive(&topic, &message, self.now);
        let published = self.flush();
        told(&published, number)
    }

    /// Lets time pass as a server does, with each tick that is needed, and gives what is
    /// published.
    fn wait(&mut self, milliseconds: u64) -> Vec<Publish> {
        let end = self.now + milliseconds;
        let mut published = Vec::new();
        while let Some(next) = self.referee.next_tick().filter(|&next| next <= end) {
            self.now = self.now.max(next);
            self.referee.tick(self.now);
            published.extend(self.flush());
        }
        self.now = end;
        published
    }

    /// Begins a game of player 1, who has the first side, and player 2.
    fn begin(&mut self, offer: Offer) -> Id {
        let seat = Seat::Challenger(Side::First);
        let told = self.ask(1, Ask::Challenge(Offer { seat, ..offer }));
        let [Notice::ChallengeOpen(challenge)] = &told[..] else { panic!("{told:?}") };
        let told = self.ask(2, Ask::Accept(challenge.id));
        let [Notice::GameStarts { game, challenge: Some(_) }] = told[..] else {
            panic!("{told:?}")
        };
        game
    }

    fn game(&self, id: Id) -> &OnlineGame {
        &self.referee.games[&id].game
    }

    /// The message of an action that follows the log as it stands.
    fn action(&self, number: u8, id: Id, deed: Deed, thought: u32) -> (String, Vec<u8>) {
        let action = Action { game: id, after: self.game(id).last(), deed, thought };
        let signed = Signed::new(&player(number), Purpose::Action, &action);
        (topics::actions(id, player(number).id()), encode(&signed))
    }

    fn send(&mut self, (topic, message): &(String, Vec<u8>)) -> Vec<Publish> {
        self.referee.receive(topic, message, self.now);
        self.flush()
    }

    /// Does something, having thought since the turn began.
    fn act(&mut self, number: u8, id: Id, deed: Deed) -> Vec<Publish> {
        let message = self.action(number, id, deed, u32::MAX);
        self.send(&message)
    }

    /// Plays a move in the notation of the game.
    fn play(&mut self, id: Id, text: &str) -> Vec<Publish> {
        let game = self.game(id);
        let number = 1 + game.side_to_move().index() as u8;
        let deed = Deed::Play(game.position().parse_move(text).unwrap());
        self.act(number, id, deed)
    }

    fn play_all(&mut self, id: Id, texts: &[&str]) {
        texts.iter().for_each(|text| _ = self.play(id, text));
    }

    /// The log as the broker has it.
    fn log(&self, id: Id) -> Log {
        let mut terms = None;
        let mut entries = Vec::new();
        for number in 0.. {
            let Some(bytes) = self.retained.get(&topics::log(id, number)) else { break };
            let segment: Segment = decode(bytes, usize::MAX).unwrap();
            assert_eq!(segment.number, number);
            terms = terms.or(segment.terms);
            entries.extend(segment.entries);
        }
        Log { terms: terms.expect("the first segment has the terms"), entries }
    }

    /// The game that the broker's log proves.
    fn proven(&self, id: Id) -> OnlineGame {
        OnlineGame::from_log(self.log(id)).unwrap()
    }
}

/// The notices to a player.
fn told(published: &[Publish], number: u8) -> Vec<Notice> {
    let topic = topics::notices(player(number).id());
    let of_player = published.iter().filter(|publish| publish.topic == topic);
    of_player.map(|publish| decode(&publish.payload, usize::MAX).unwrap()).collect()
}

/// The reasons for which something of a player was refused.
fn refusals(published: &[Publish], number: u8) -> Vec<Refusal> {
    let reason = |notice| match notice {
        Notice::Refused { reason, .. } => Some(reason),
        _ => None,
    };
    told(published, number).into_iter().filter_map(reason).collect()
}

/// The only reason in what a player is told.
fn refusal(told: &[Notice]) -> Refusal {
    let [Notice::Refused { reason, .. }] = told else { panic!("{told:?}") };
    *reason
}

fn offer(game: &str, time: Time) -> Offer {
    Offer {
        game: game.to_owned(),
        options: Options::default(),
        time,
        rated: true,
        seat: Seat::Random,
        to: None,
        listed: true,
        delay: 0,
    }
}

//! The referee of games over a network under a flood of hostile messages: random bytes, damaged
//! messages, and messages that are signed as they should be and ask for nonsense. It never
//! panics, keeps no more than its limits, answers no flood by a flood, and two players in the
//! middle of it finish their game.
//!
//! Environment variables: `HOSTILE_MESSAGES`, how many; `HOSTILE_SEED`.

#[path = "../common/allocations.rs"]
mod allocations;

use std::env;

use allocations::peak_of;
use tianyuan::core::{Decision, Move, Point, Random, Side};
use tianyuan::events::{GameResult, Kind};
use tianyuan::games::{OptionValue, Options, registry};
use tianyuan::net::referee::{MemoryStore, Publish, Referee};
use tianyuan::net::{
    Action, Ask, Deed, EventAsk, EventOffer, Finish, Hash, Id, Identity, Line, Log, Notice, Offer,
    OnlineGame, PlayerId, Presence, Purpose, Request, Room, Seat, Segment, Signed, Time, decode,
    encode, topics,
};

/// Messages unless their number is given.
const USUAL_MESSAGES: u64 = 100_000;

/// Players who do what they like, besides the two who play.
const VANDALS: u8 = 60;

/// Growth of memory in the second half of the flood, at most: results of games are kept, but
/// nothing else.
const MAX_GROWTH: usize = 24 << 20;

const START: u64 = 1_790_000_000_000;

/// Messages that one message of a player may bring, at most: five challenges of each of two
/// players that are closed by their game, a log in its segments, and notices.
const MAX_ANSWERS: usize = 200;

fn number(variable: &str) -> Option<u64> {
    let text = env::var(variable).ok()?;
    Some(text.parse().unwrap_or_else(|_| panic!("{variable} is \"{text}\", which is no number")))
}

/// A game of which vandals have heard.
#[derive(Clone)]
struct Known {
    id: Id,
    last: Hash,
    players: [PlayerId; 2],
}

/// Knowledge of vandals: numbers of games and challenges, and messages to damage.
struct Flood {
    random: Random,
    vandals: Vec<Identity>,
    ids: Vec<Id>,
    games: Vec<Known>,
    messages: Vec<(String, Vec<u8>)>,
    /// Time of the last request: each must be later than the one before.
    asked: u64,
    /// Entries and repetitions of entries that were published.
    entries: u64,
}

impl Flood {
    fn new(seed: u64) -> Flood {
        Flood {
            random: Random::new(seed),
            vandals: (0..VANDALS).map(|n| Identity::from_secret([n + 10; 32])).collect(),
            ids: vec![Id([0; 12])],
            games: Vec::new(),
            messages: Vec::new(),
            asked: START,
            entries: 0,
        }
    }

    fn below(&mut self, bound: usize) -> usize {
        self.random.below(bound)
    }

    fn id(&mut self) -> Id {
        let at = self.below(self.ids.len());
        self.ids[at]
    }

    fn player(&mut self) -> PlayerId {
        let at = self.below(self.vandals.len());
        self.vandals[at].id()
    }

    /// A number of any size.
    fn number(&mut self) -> u64 {
        self.random.next_u64() >> self.below(64)
    }

    fn text(&mut self) -> String {
        let odd = ['a', '棋', ' ', '\n', '\u{202e}', '\0', '\u{200d}', '𝟙'];
        let length = self.below(400);
        (0..length).map(|_| odd[self.random.below(odd.len())]).collect()
    }

    fn time(&mut self) -> Time {
        match self.below(8) {
            0 => Time::Unlimited,
            1 => Time::Fischer { main: self.number(), increment: self.number() },
            2 => Time::ByoYomi {
                main: self.number(),
                period: self.number(),
                periods: self.number() as u32,
            },
            3 => Time::Correspondence { a_move: self.number() },
            4 => Time::Correspondence { a_move: 24 * 3_600_000 },
            _ => Time::Fischer { main: 20_000, increment: 0 },
        }
    }

    fn offer(&mut self) -> Offer {
        let games = registry::GAMES;
        let game = match self.below(10) {
            0 => self.text(),
            _ => games[self.below(games.len())].id().to_owned(),
        };
        let mut options = Options::default();
        for _ in 0..self.below(3) {
            let specs = registry::find(&game).map_or(&[][..], |game| game.options());
            let id = match specs.get(self.random.below(specs.len().max(1))) {
                Some(spec) => spec.id.to_owned(),
                None => self.text(),
            };
            let value = match self.below(3) {
                0 => OptionValue::Switch(true),
                1 => OptionValue::Number(self.number() as i64),
                _ => OptionValue::Word(self.text()),
            };
            options.set(&id, value);
        }
        Offer {
            game,
            options,
            time: self.time(),
            rated: self.below(2) == 0,
            seat: [Seat::Random, Seat::Challenger(Side::Second)][self.below(2)],
            to: (self.below(4) == 0).then(|| self.player()),
            listed: self.below(3) > 0,
            delay: self.below(13) as u8,
        }
    }

    fn ask(&mut self) -> Ask {
        let id = self.id();
        match self.below(17) {
            14..=16 => Ask::Event(self.event_ask(id)),
            0 => Ask::Hello { name: self.text() },
            1 | 2 => Ask::Challenge(self.offer()),
            3 => Ask::Withdraw(id),
            4 | 5 => Ask::Accept(id),
            6 => Ask::Decline(id),
            7 => Ask::QuickPair(self.offer()),
            8 => Ask::LeaveQuickPair,
            9 | 10 => Ask::Chat {
                room: [Room::Lobby, Room::Players(id), Room::Watchers(id)][self.below(3)],
                line: match self.below(3) {
                    0 => Line::Phrase("hello".to_owned()),
                    1 => Line::Phrase(self.text()),
                    _ => Line::Text(self.text()),
                },
            },
            11 => Ask::Rematch(id),
            12 => Ask::Fetch(id),
            _ => Ask::Report { about: self.player(), text: self.text() },
        }
    }

    fn event_ask(&mut self, event: Id) -> EventAsk {
        let number = self.number() as u32;
        match self.below(8) {
            0 => {
                let Offer { game, options, time, rated, .. } = self.offer();
                let kind = match self.below(5) {
                    0 => Kind::Swiss { rounds: number },
                    1 => Kind::RoundRobin { double: rated },
                    2 => Kind::Knockout,
                    3 => Kind::Arena { minutes: number },
                    _ => Kind::Teams { boards: number, double: rated },
                };
                EventAsk::Open(EventOffer { title: self.text(), kind, game, options, time, rated })
            }
            1..=3 => EventAsk::Join(event),
            4 => EventAsk::Leave(event),
            5 => EventAsk::Pair(event),
            6 => EventAsk::Enter {
                event,
                round: self.below(4) as u32,
                board: self.below(4) as u32,
                result: [GameResult::Draw, GameResult::BothForfeit][self.below(2)],
            },
            _ => EventAsk::Close(event),
        }
    }

    fn deed(&mut self) -> Deed {
        let point = Point::new(self.below(30) as u8, self.below(30) as u8);
        let other = Point::new(self.below(9) as u8, self.below(9) as u8);
        match self.below(12) {
            0..4 => Deed::Play(Move::Place(point)),
            4 => Deed::Play(Move::FromTo { from: point, to: other, promotion: Some(3) }),
            5 => Deed::Play(Move::Decide(Decision::MarkDead(point))),
            6 => Deed::Resign,
            7 => Deed::OfferDraw,
            8 => Deed::AskTakeback,
            9 => Deed::AnswerTakeback(true),
            10 => Deed::GiveTime(self.number() as u32),
            _ => Deed::TimeUp(Side::First),
        }
    }

    /// A message as a client could write it.
    fn signed(&mut self, now: u64) -> (String, Vec<u8>) {
        let at = self.below(self.vandals.len());
        let vandal = self.vandals[at].clone();
        let player = vandal.id();
        match self.below(10) {
            0 => {
                let presence = Presence { name: self.text(), at: self.number() };
                let signed = Signed::new(&vandal, Purpose::Request, &presence);
                let here = self.below(3) > 0;
                let payload = if here { encode(&signed) } else { Vec::new() };
                (topics::presence(player), payload)
            }
            1..5 if !self.games.is_empty() => {
                let at = self.below(self.games.len());
                let Known { id, last, players } = self.games[at].clone();
                // One of the two players most of the time, by the last entry.
                let one = players[self.below(2)];
                let one = self.vandals.iter().find(|vandal| vandal.id() == one).cloned();
                let vandal = one.filter(|_| self.below(8) > 0).unwrap_or(vandal);
                let game = if self.below(8) > 0 { id } else { self.id() };
                let after = if self.below(8) > 0 { last } else { Hash::default() };
                let (deed, thought) = (self.deed(), self.number() as u32);
                let action = Action { game, after, deed, thought };
                let signed = Signed::new(&vandal, Purpose::Action, &action);
                (topics::actions(game, vandal.id()), encode(&signed))
            }
            _ => {
                self.asked = self.asked.max(now) + 1;
                let at = if self.below(20) == 0 { self.number() } else { self.asked };
                let request = Request { at, ask: self.ask() };
                let signed = Signed::new(&vandal, Purpose::Request, &request);
                (topics::requests(player), encode(&signed))
            }
        }
    }

    fn next(&mut self, now: u64) -> (String, Vec<u8>) {
        let kind = self.below(10);
        if kind < 6 || self.messages.is_empty() {
            let message = self.signed(now);
            let most = 500;
            if self.messages.len() < most {
                self.messages.push(message.clone());
            } else {
                let at = self.below(most);
                self.messages[at] = message.clone();
            }
            return message;
        }
        let at = self.below(self.messages.len());
        let (mut topic, mut payload) = self.messages[at].clone();
        match kind {
            // The same again.
            6 => {}
            7 => {
                let length = self.below(3_000);
                payload = (0..length).map(|_| self.random.next_u64() as u8).collect();
            }
            _ => {
                for _ in 0..=self.below(6) {
                    let (at, byte) = (self.below(payload.len() + 1), self.number() as u8);
                    match self.below(4) {
                        0 => payload.insert(at, byte),
                        1 if at < payload.len() => payload[at] = byte,
                        2 if at < payload.len() => _ = payload.remove(at),
                        _ => payload.truncate(at),
                    }
                }
            }
        }
        if self.below(8) == 0 {
            topic = topic.replace(|c: char| c.is_ascii_digit(), "x");
        }
        (topic, payload)
    }

    /// Learns from what is published.
    fn learn(&mut self, published: &[Publish]) {
        for publish in published {
            let id = match topics::Topic::parse(&publish.topic) {
                Some(topics::Topic::Challenge(id) | topics::Topic::Running(id)) => id,
                Some(topics::Topic::Log(id, _)) => {
                    let segment: Segment = decode(&publish.payload, usize::MAX)
                        .unwrap_or(Segment { office: 0, number: 0, terms: None, entries: vec![] });
                    let last = segment.entries.last().map(|entry| entry.hash());
                    self.entries += u64::from(last.is_some());
                    if let Some(game) = self.games.iter_mut().find(|game| game.id == id) {
                        game.last = last.unwrap_or(game.last);
                    } else if let Some(terms) = segment.terms {
                        let players = [0, 1].map(|index: usize| terms.players[index].player);
                        self.games.push(Known { id, last: terms.hash(), players });
                    }
                    id
                }
                _ => continue,
            };
            self.ids.push(id);
        }
        let most = 40;
        self.ids.drain(..self.ids.len().saturating_sub(most));
        self.games.drain(..self.games.len().saturating_sub(most));
    }
}

/// The two who play in the middle of it.
struct Players {
    identities: [Identity; 2],
    game: Option<OnlineGame>,
}

impl Players {
    fn request(&self, index: usize, at: u64, ask: Ask) -> (String, Vec<u8>) {
        let identity = &self.identities[index];
        let signed = Signed::new(identity, Purpose::Request, &Request { at, ask });
        (topics::requests(identity.id()), encode(&signed))
    }

    fn presence(&self, index: usize, at: u64) -> (String, Vec<u8>) {
        let identity = &self.identities[index];
        let presence = Presence { name: format!("P{index}"), at };
        let signed = Signed::new(identity, Purpose::Request, &presence);
        (topics::presence(identity.id()), encode(&signed))
    }

    fn play(&self) -> (String, Vec<u8>) {
        let game = self.game.as_ref().expect("the game has begun");
        let index = game.side_to_move().index();
        let identity = &self.identities[index];
        let deed = Deed::Play(game.position().legal_moves()[0]);
        let (id, after) = (game.terms().id, game.last());
        let action = Action { game: id, after, deed, thought: 1_000 };
        let signed = Signed::new(identity, Purpose::Action, &action);
        (topics::actions(id, identity.id()), encode(&signed))
    }

    /// Follows the log of the own game.
    fn read(&mut self, published: &[Publish]) {
        let own = |publish: &&Publish| match (topics::Topic::parse(&publish.topic), &self.game) {
            (Some(topics::Topic::Log(id, _)), Some(game)) => game.terms().id == id,
            (Some(topics::Topic::Log(..)), None) => true,
            _ => false,
        };
        let own: Vec<_> = published.iter().filter(own).cloned().collect();
        for publish in own {
            let segment: Segment = decode(&publish.payload, usize::MAX).unwrap();
            if let (None, Some(terms)) = (&self.game, segment.terms)
                && terms.players[0].player == self.identities[0].id()
            {
                self.game = Some(OnlineGame::from_log(Log { terms, entries: vec![] }).unwrap());
            }
            let Some(game) = &mut self.game else { continue };
            for entry in segment.entries {
                if entry.after == game.last() {
                    game.append(entry).unwrap();
                }
            }
        }
    }
}

#[test]
fn a_flood_of_hostile_messages_harms_nobody() {
    let messages = number("HOSTILE_MESSAGES").unwrap_or(USUAL_MESSAGES);
    let seed = number("HOSTILE_SEED").unwrap_or(1);
    let store = Box::new(MemoryStore::default());
    let mut referee = Referee::new(Identity::from_secret([9; 32]), store, seed, START).unwrap();
    let mut flood = Flood::new(seed);
    let identities = [1, 2].map(|n| Identity::from_secret([n; 32]));
    let mut players = Players { identities, game: None };
    let mut now = START;

    // The game of the two.
    let offer = Offer {
        game: "tictactoe".to_owned(),
        options: Options::default(),
        time: Time::Fischer { main: 24 * 3_600_000, increment: 0 },
        rated: true,
        seat: Seat::Challenger(Side::First),
        to: Some(players.identities[1].id()),
        listed: true,
        delay: 0,
    };
    for (topic, payload) in [
        players.presence(0, now),
        players.presence(1, now),
        players.request(0, now, Ask::Challenge(offer)),
    ] {
        referee.receive(&topic, &payload, now);
    }
    let notices = topics::notices(players.identities[0].id());
    let challenge = referee
        .flush(now)
        .iter()
        .filter(|publish| publish.topic == notices)
        .find_map(|publish| match decode(&publish.payload, usize::MAX).unwrap() {
            Notice::ChallengeOpen(challenge) => Some(challenge.id),
            _ => None,
        })
        .expect("the challenge is open");
    let (topic, payload) = players.request(1, now, Ask::Accept(challenge));
    referee.receive(&topic, &payload, now);
    players.read(&referee.flush(now));

    let mut published_in_all = 0;
    let mut games = 0;
    let mut rush = |from: u64, to: u64, players: &mut Players| {
        for message in from..to {
            now += 10;
            let (topic, payload) = flood.next(now);
            referee.receive(&topic, &payload, now);
            // A move of the two every half minute, sent again if it is not in the log.
            if message % 3_000 < 2 && players.game.as_ref().is_some_and(|it| it.finish().is_none())
            {
                let (topic, payload) = players.play();
                referee.receive(&topic, &payload, now);
            }
            if referee.next_tick().is_some_and(|next| next <= now) {
                referee.tick(now);
            }
            let published = referee.flush(now);
            assert!(published.len() <= MAX_ANSWERS, "{} messages at once", published.len());
            published_in_all += published.len() as u64;
            flood.learn(&published);
            players.read(&published);
            games = games.max(referee.games().len());
        }
        referee.take_subscriptions();
    };
    rush(0, messages / 2, &mut players);
    let (growth, ()) = peak_of(|| rush(messages / 2, messages, &mut players));

    assert!(growth <= MAX_GROWTH, "{growth} bytes more");
    assert!(published_in_all <= messages * 2, "{published_in_all} answers");
    assert!(games > 5, "the vandals begin games too: {games}");
    assert!(flood.entries > messages / 100, "the vandals play too: {}", flood.entries);
    assert!(referee.dropped() > messages / 10);
    let game = players.game.expect("the game has begun");
    assert!(matches!(game.finish(), Some(Finish::Rules(_))), "{} moves", game.line().len());
    OnlineGame::from_log(game.log().clone()).expect("the log proves the game");
}

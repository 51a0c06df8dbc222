//! A referee of few words, made of the types of the contract alone: one who takes any challenge,
//! and writes down what the rules allow. It says of a game what the tests make it say.

use std::collections::BTreeMap;

use tianyuan::net::{
    Action, Actor, Ask, Challenge, ChatLine, ClockNote, Deed, Entry, Id, Identity, MAX_REQUEST,
    Notice, OnlineGame, PlayerId, Profile, Purpose, RatingNote, Refusal, Request, Room, SEGMENT,
    Segment, Signed, Terms, decode, encode,
    topics::{self, Topic},
};

use crate::broker::Message;

/// Interface of a referee that a world needs.
pub trait Judge {
    /// Filters that it subscribes to.
    fn filters(&self) -> Vec<String>;
    /// Messages that it publishes on a message.
    fn receive(&mut self, topic: &str, payload: &[u8], now: u64) -> Vec<Message>;
    /// Messages that it publishes when time has passed.
    fn tick(&mut self, now: u64) -> Vec<Message>;
    /// Filters that it needs since the last call, and those that it does not need any more.
    fn take_filters(&mut self) -> (Vec<String>, Vec<String>) {
        (Vec::new(), Vec::new())
    }
}

pub struct PlainReferee {
    pub identity: Identity,
    pub games: BTreeMap<Id, OnlineGame>,
    pub office: u32,
    /// Refuses actions for this reason while it is set.
    pub refuses: Option<Refusal>,
    /// Actions that were received, repeats included.
    pub actions: Vec<Vec<u8>>,
    pub requests: Vec<(PlayerId, Request)>,
    challenges: BTreeMap<Id, Challenge>,
    names: BTreeMap<PlayerId, String>,
    next_id: u8,
}

const NO_RATING: RatingNote = RatingNote { rating: 1500, deviation: 350, games: 0 };

fn publish(topic: String, payload: Vec<u8>, retain: bool) -> Message {
    Message { topic, payload, retain }
}

fn notice(player: PlayerId, notice: &Notice) -> Message {
    publish(topics::notices(player), encode(notice), false)
}

impl PlainReferee {
    pub fn new() -> PlainReferee {
        PlainReferee {
            identity: Identity::from_secret([200; 32]),
            games: BTreeMap::new(),
            office: 1,
            refuses: None,
            actions: Vec::new(),
            requests: Vec::new(),
            challenges: BTreeMap::new(),
            names: BTreeMap::new(),
            next_id: 1,
        }
    }

    fn new_id(&mut self) -> Id {
        self.next_id += 1;
        Id([self.next_id; 12])
    }

    fn profile(&self, player: PlayerId) -> Profile {
        Profile { player, name: self.names.get(&player).cloned().unwrap_or_default() }
    }

    /// The segments of a game as they are retained.
    pub fn segments(&self, id: Id) -> Vec<Message> {
        let log = self.games[&id].log();
        let mut parts: Vec<&[Entry]> = log.entries.chunks(SEGMENT).collect();
        if parts.is_empty() {
            parts.push(&[]);
        }
        let segment = |(number, entries): (usize, &[Entry])| {
            let terms = (number == 0).then(|| log.terms.clone());
            let number = number as u32;
            let entries = entries.to_vec();
            let segment = Segment { office: self.office, number, terms, entries };
            publish(topics::log(id, number), encode(&segment), true)
        };
        parts.into_iter().enumerate().map(segment).collect()
    }

    fn request(&mut self, player: PlayerId, request: Request, now: u64) -> Vec<Message> {
        self.requests.push((player, request.clone()));
        match request.ask {
            Ask::Hello { name } => {
                self.names.insert(player, name);
                let is_own =
                    |game: &&OnlineGame| game.side_of(player).is_some() && game.finish().is_none();
                let games = self.games.values().filter(is_own).map(|it| it.terms().id).collect();
                let is_mine =
                    |it: &&Challenge| it.from.player == player || it.offer.to == Some(player);
                let challenges = self.challenges.values().filter(is_mine).cloned().collect();
                vec![notice(
                    player,
                    &Notice::Welcome { now, ratings: Vec::new(), games, challenges },
                )]
            }
            Ask::Challenge(offer) => {
                let (id, from) = (self.new_id(), self.profile(player));
                let challenge = Challenge { id, from, rating: NO_RATING, offer, at: now };
                self.challenges.insert(id, challenge.clone());
                let mut messages = vec![notice(player, &Notice::ChallengeOpen(challenge.clone()))];
                if let Some(to) = challenge.offer.to {
                    messages.push(notice(to, &Notice::ChallengeOpen(challenge.clone())));
                }
                if challenge.offer.listed {
                    messages.push(publish(topics::challenge(id), encode(&challenge), true));
                }
                messages
            }
            Ask::Accept(id) => match self.challenges.remove(&id) {
                Some(challenge) => self.begin(challenge, player, now),
                None => {
                    let (at, reason) = (request.at, Refusal::Unknown);
                    vec![notice(player, &Notice::Refused { at, game: None, reason })]
                }
            },
            Ask::Decline(id) | Ask::Withdraw(id) => match self.challenges.remove(&id) {
                Some(challenge) => vec![
                    notice(challenge.from.player, &Notice::Declined(id)),
                    publish(topics::challenge(id), Vec::new(), true),
                ],
                None => Vec::new(),
            },
            Ask::Ping(number) => vec![notice(player, &Notice::Pong { number, now })],
            Ask::Chat { room, line } => {
                let line = ChatLine { from: self.profile(player), room, at: now, line };
                match room {
                    Room::Lobby => vec![publish(topics::lobby_chat(), encode(&line), false)],
                    Room::Watchers(id) => {
                        vec![publish(topics::watchers_chat(id), encode(&line), false)]
                    }
                    Room::Players(id) => {
                        let players = &self.games[&id].terms().players;
                        let to = |it: &Profile| notice(it.player, &Notice::Chat(line.clone()));
                        players.iter().map(to).collect()
                    }
                }
            }
            Ask::Fetch(id) => {
                vec![notice(player, &Notice::Game(Box::new(self.games[&id].log().clone())))]
            }
            _ => Vec::new(),
        }
    }

    fn begin(&mut self, challenge: Challenge, second: PlayerId, now: u64) -> Vec<Message> {
        let id = self.new_id();
        let first = challenge.from.player;
        let terms = Terms {
            id,
            game: challenge.offer.game,
            options: challenge.offer.options,
            players: [self.profile(first), self.profile(second)],
            ratings: [NO_RATING; 2],
            time: challenge.offer.time,
            rated: challenge.offer.rated,
            began: now,
            referee: self.identity.id(),
            delay: challenge.offer.delay,
        };
        self.games.insert(id, OnlineGame::new(terms).unwrap());
        let starts = Notice::GameStarts { game: id, challenge: Some(challenge.id) };
        let mut messages = vec![publish(topics::challenge(challenge.id), Vec::new(), true)];
        messages.extend(self.segments(id));
        messages.extend([notice(first, &starts), notice(second, &starts)]);
        messages
    }

    fn action(&mut self, id: Id, player: PlayerId, payload: &[u8], now: u64) -> Vec<Message> {
        self.actions.push(payload.to_vec());
        let refuse =
            |reason| vec![notice(player, &Notice::Refused { at: 0, game: Some(id), reason })];
        if let Some(reason) = self.refuses {
            return refuse(reason);
        }
        let signed: Signed = decode(payload, MAX_REQUEST).unwrap();
        let action: Action = signed.open(Purpose::Action).unwrap();
        let game = self.games.get(&id).unwrap();
        if game.log().entries.iter().any(|entry| entry.action == signed) {
            return self.segments(id).into_iter().rev().take(1).collect();
        }
        if action.after != game.last() {
            return refuse(Refusal::Outdated);
        }
        let side = game.side_of(player).unwrap();
        match game.check(Actor::Player(side), action.deed) {
            Ok(()) => self.write(id, Actor::Player(side), action.deed, signed, now),
            Err(reason) => refuse(reason),
        }
    }

    fn write(
        &mut self,
        id: Id,
        actor: Actor,
        deed: Deed,
        signed: Signed,
        now: u64,
    ) -> Vec<Message> {
        let game = self.games.get_mut(&id).unwrap();
        let at = now - game.terms().began;
        let clocks: [ClockNote; 2] = game.clocks_after(actor, deed, at - game.turn_began());
        let entry = Entry::new(&self.identity, signed, at, clocks, game.last());
        game.append(entry).unwrap();
        // The segment that has grown.
        self.segments(id).into_iter().rev().take(1).collect()
    }
}

impl Judge for PlainReferee {
    fn filters(&self) -> Vec<String> {
        vec![topics::ALL_REQUESTS.to_owned(), format!("{}/game/+/in/+", topics::ROOT)]
    }

    fn receive(&mut self, topic: &str, payload: &[u8], now: u64) -> Vec<Message> {
        match Topic::parse(topic) {
            Some(Topic::Requests(player)) => {
                let signed: Signed = decode(payload, MAX_REQUEST).unwrap();
                assert_eq!(signed.player, player);
                let request: Request = signed.open(Purpose::Request).unwrap();
                let is_new = self
                    .requests
                    .iter()
                    .filter(|(other, _)| *other == player)
                    .all(|(_, before)| before.at < request.at);
                if is_new { self.request(player, request, now) } else { Vec::new() }
            }
            Some(Topic::Actions(id, player)) => self.action(id, player, payload, now),
            other => panic!("{other:?}"),
        }
    }

    fn tick(&mut self, _now: u64) -> Vec<Message> {
        Vec::new()
    }
}

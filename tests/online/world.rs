//! A world of clients, a broker and a referee, with a clock of its own and a network that is as
//! bad as the tests want it.

use std::collections::{BTreeMap, VecDeque};

use tianyuan::core::Random;
use tianyuan::net::client::{Client, Command, Event, FollowedGame, Output};
use tianyuan::net::{Id, Identity};

use crate::broker::{
    Broker, Message, Reader, check_player_may_publish, check_player_may_subscribe,
};
use crate::referee::Judge;

/// Faults of the way: its delay, its breaks and its repeats.
#[derive(Clone, Copy, Debug, Default)]
pub struct Weather {
    /// Milliseconds of one way.
    pub delay: u64,
    /// Messages in a hundred with which the whole connection breaks.
    pub breaks: usize,
    /// Messages in a hundred that come twice.
    pub repeats: usize,
}

/// Milliseconds for which a broken connection stays away.
const AWAY_MS: u64 = 700;

pub struct Player {
    pub client: Client,
    pub events: Vec<Event>,
    is_up: bool,
    up_at: u64,
    /// The number of the connection: what an older one carried is lost.
    connection: u32,
    /// On the way to the broker: sent again with the next connection, as the link does.
    outbox: VecDeque<(u64, Message)>,
}

enum Step {
    ToBroker(usize, u32, u64),
    ToPlayer(usize, u32, Message),
    Subscribe(usize, u32, String, bool),
}

pub struct World<J> {
    pub now: u64,
    pub players: Vec<Player>,
    pub referee: J,
    pub broker: Broker,
    pub weather: Weather,
    pub breaks: u32,
    on_the_way: BTreeMap<(u64, u64), Step>,
    order: u64,
    random: Random,
}

impl<J: Judge> World<J> {
    pub fn new(referee: J, players: usize, weather: Weather, seed: u64) -> World<J> {
        let mut broker = Broker::default();
        for filter in referee.filters() {
            broker.subscribe(Reader::Referee, &filter);
        }
        let player = |number: usize| {
            let identity = Identity::from_secret([number as u8 + 1; 32]);
            Player {
                client: Client::new(identity, format!("Player {number}")),
                events: Vec::new(),
                is_up: false,
                up_at: 0,
                connection: 0,
                outbox: VecDeque::new(),
            }
        };
        World {
            now: 1_700_000_000_000,
            players: (0..players).map(player).collect(),
            referee,
            broker,
            weather,
            breaks: 0,
            on_the_way: BTreeMap::new(),
            order: 0,
            random: Random::new(seed),
        }
    }

    pub fn command(&mut self, player: usize, command: Command) {
        self.players[player].client.command(command, self.now);
        self.carry(player);
    }

    pub fn game(&self, player: usize, id: Id) -> &FollowedGame {
        self.players[player].client.game(id).unwrap()
    }

    /// Breaks a connection; it comes back after a while.
    pub fn break_connection(&mut self, number: usize) {
        let player = &mut self.players[number];
        if !player.is_up {
            return;
        }
        self.breaks += 1;
        player.is_up = false;
        player.up_at = self.now + AWAY_MS;
        player.connection += 1;
        player.client.disconnected(self.now);
        let Output::Publish { topic, payload, retain } = player.client.farewell() else {
            unreachable!()
        };
        self.broker.forget(Reader::Player(number));
        // The will.
        self.publish(&Message { topic, payload, retain });
    }

    /// Keeps a player away until [`World::let_return`].
    pub fn keep_away(&mut self, number: usize) {
        self.break_connection(number);
        self.players[number].up_at = u64::MAX;
    }

    pub fn let_return(&mut self, number: usize) {
        self.players[number].up_at = self.now;
    }

    pub fn publish(&mut self, message: &Message) {
        for reader in self.broker.publish(message) {
            match reader {
                Reader::Player(number) => self.send_to(number, message.clone()),
                Reader::Referee => {
                    let (topic, payload) = (&message.topic, &message.payload);
                    let answers = self.referee.receive(topic, payload, self.now);
                    self.take_from_referee(answers);
                }
            }
        }
    }

    fn take_from_referee(&mut self, messages: Vec<Message>) {
        let (wanted, unwanted) = self.referee.take_filters();
        unwanted.iter().for_each(|filter| self.broker.unsubscribe(Reader::Referee, filter));
        for filter in wanted {
            for retained in self.broker.subscribe(Reader::Referee, &filter) {
                let answers = self.referee.receive(&retained.topic, &retained.payload, self.now);
                self.take_from_referee(answers);
            }
        }
        messages.iter().for_each(|message| self.publish(message));
    }

    fn chance(&mut self, hundredths: usize) -> bool {
        hundredths > 0 && self.random.below(100) < hundredths
    }

    fn later(&mut self, step: Step) {
        self.order += 1;
        self.on_the_way.insert((self.now + self.weather.delay, self.order), step);
    }

    fn send_to(&mut self, number: usize, message: Message) {
        let connection = self.players[number].connection;
        if self.chance(self.weather.repeats) {
            self.later(Step::ToPlayer(number, connection, message.clone()));
        }
        self.later(Step::ToPlayer(number, connection, message));
    }

    /// Takes what a client says and puts it on its way.
    fn carry(&mut self, number: usize) {
        let id = self.players[number].client.player();
        for output in self.players[number].client.take_output() {
            let connection = self.players[number].connection;
            match output {
                Output::Publish { topic, payload, retain } => {
                    check_player_may_publish(&topic, id);
                    self.order += 1;
                    let order = self.order;
                    let message = Message { topic, payload, retain };
                    self.players[number].outbox.push_back((order, message));
                    self.later(Step::ToBroker(number, connection, order));
                }
                Output::Subscribe(filter) => {
                    check_player_may_subscribe(&filter, id);
                    self.later(Step::Subscribe(number, connection, filter, true));
                }
                Output::Unsubscribe(filter) => {
                    self.later(Step::Subscribe(number, connection, filter, false));
                }
            }
        }
        let events = self.players[number].client.take_events();
        self.players[number].events.extend(events);
    }

    fn step(&mut self, step: Step) {
        let (Step::ToBroker(number, connection, _)
        | Step::ToPlayer(number, connection, _)
        | Step::Subscribe(number, connection, ..)) = step;
        if self.players[number].connection != connection || !self.players[number].is_up {
            return;
        }
        if self.chance(self.weather.breaks) {
            self.break_connection(number);
            return;
        }
        match step {
            Step::ToBroker(_, _, order) => {
                let outbox = &mut self.players[number].outbox;
                let at = outbox.iter().position(|(other, _)| *other == order).unwrap();
                let message = outbox[at].1.clone();
                // The acknowledgement may get lost, and the message be sent again.
                if !self.chance(self.weather.repeats) {
                    self.players[number].outbox.remove(at);
                }
                self.publish(&message);
            }
            Step::ToPlayer(_, _, message) => {
                let client = &mut self.players[number].client;
                client.receive(&message.topic, &message.payload, self.now);
                self.carry(number);
            }
            Step::Subscribe(_, _, filter, true) => {
                for message in self.broker.subscribe(Reader::Player(number), &filter) {
                    self.send_to(number, message);
                }
            }
            Step::Subscribe(_, _, filter, false) => {
                self.broker.unsubscribe(Reader::Player(number), &filter);
            }
        }
    }

    /// Lets so many milliseconds pass.
    pub fn run(&mut self, milliseconds: u64) {
        let until = self.now + milliseconds;
        while self.now < until {
            self.now += 50;
            for number in 0..self.players.len() {
                let player = &mut self.players[number];
                if !player.is_up && player.up_at <= self.now {
                    player.is_up = true;
                    let unsure: Vec<u64> = player.outbox.iter().map(|(order, _)| *order).collect();
                    let connection = player.connection;
                    for order in unsure {
                        self.later(Step::ToBroker(number, connection, order));
                    }
                    self.players[number].client.connected(self.now);
                    self.carry(number);
                }
                let client = &mut self.players[number].client;
                if client.next_wake().is_some_and(|at| at <= self.now) {
                    client.wake(self.now);
                    assert!(client.next_wake().is_none_or(|at| at > self.now));
                    self.carry(number);
                }
            }
            let answers = self.referee.tick(self.now);
            self.take_from_referee(answers);
            while let Some(entry) = self.on_the_way.first_entry()
                && entry.key().0 <= self.now
            {
                let step = entry.remove();
                self.step(step);
            }
        }
    }
}

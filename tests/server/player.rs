//! A player as a script: the client of the game over a connection that comes back when it breaks.

use std::time::{Duration, Instant};

use tianyuan::core::{Move, Side};
use tianyuan::net::client::mqtt::MqttEvent;
use tianyuan::net::client::{Client, Command, Event, Output};
use tianyuan::net::{Id, Identity, Offer, OnlineGame, Seat, Time};

use crate::wire::{Way, Wire, options};
use crate::{PATIENCE, now_ms};

pub struct Player {
    pub client: Client,
    pub events: Vec<Event>,
    /// The moves that this player has decided on, in their order.
    pub moves: Vec<Move>,
    /// When each was shown what to answer, and when it was decided on.
    pub decisions: Vec<Decision>,
    /// The number of moves before the position that is thought about, when it was shown, and when
    /// the thought ends.
    thought: Option<(usize, u64, u64)>,
    /// The last of them, if the player does not know whether it was heard of before the crash.
    unsure: Option<(Move, Decision)>,
    identity: Identity,
    way: Way,
    port: u16,
    wire: Option<Wire>,
}

/// Moves after which a player passes where it is allowed.
const LONG: usize = 60;

fn new_client(identity: &Identity) -> Client {
    Client::new(identity.clone(), identity.id().fingerprint())
}

/// When a move was decided on, by the clock of the test.
#[derive(Clone, Copy, Debug)]
pub struct Decision {
    pub shown: u64,
    pub decided: u64,
}

/// A game that a test plays.
pub fn offer(game: &str) -> Offer {
    Offer {
        game: game.to_owned(),
        options: Default::default(),
        time: Time::Fischer { main: 600_000, increment: 5_000 },
        rated: true,
        seat: Seat::Challenger(Side::First),
        to: None,
        listed: true,
        delay: 0,
    }
}

impl Player {
    pub fn new(number: u8, way: Way, port: u16) -> Player {
        let identity = Identity::from_secret([number; 32]);
        Player {
            client: new_client(&identity),
            events: Vec::new(),
            moves: Vec::new(),
            decisions: Vec::new(),
            thought: None,
            unsure: None,
            identity,
            way,
            port,
            wire: None,
        }
    }

    pub fn command(&mut self, command: Command) {
        self.client.command(command, now_ms());
    }

    /// Lets a little time pass.
    pub fn step(&mut self) {
        let now = now_ms();
        if self.wire.is_none() {
            let options = options_or_none(&self.identity, self.port);
            self.wire = options.and_then(|it| Wire::open(self.way, self.port, it).ok());
        }
        let Some(wire) = &mut self.wire else {
            std::thread::sleep(Duration::from_millis(20));
            return;
        };
        wire.step(Duration::from_millis(5));
        for event in wire.mqtt.take_events() {
            match event {
                MqttEvent::Connected { .. } => self.client.connected(now),
                MqttEvent::Message { topic, payload, .. } => {
                    self.client.receive(&topic, &payload, now);
                }
                MqttEvent::NotSubscribed(filter) => panic!("a player may not read {filter}"),
                MqttEvent::Closed(_) => wire.cut(),
            }
        }
        self.client.wake(now);
        for output in self.client.take_output() {
            match output {
                Output::Publish { topic, payload, retain } => {
                    wire.mqtt.publish(topic, payload, retain, now).unwrap();
                }
                Output::Subscribe(filter) => wire.mqtt.subscribe(filter, now),
                Output::Unsubscribe(filter) => wire.mqtt.unsubscribe(filter, now),
            }
        }
        if !wire.is_open() {
            self.client.disconnected(now);
            self.wire = None;
        }
        self.events.extend(self.client.take_events());
    }

    /// The connection breaks; it comes back with the next step.
    pub fn cut(&mut self) {
        self.wire = None;
        self.client.disconnected(now_ms());
    }

    /// The program of the player crashes, and knows nothing but its key with the next step.
    pub fn crash(&mut self, id: Id) {
        self.cut();
        if self.client.game(id).is_some_and(|game| game.pending_move().is_some()) {
            self.unsure = self.moves.pop().zip(self.decisions.pop());
        }
        self.client = new_client(&self.identity);
    }

    /// Learns from the log whether the last move before a crash was heard of.
    pub fn settle(&mut self, id: Id) {
        let Some(side) = self.client.game(id).and_then(|game| game.side) else { return };
        let Some(game) = self.game(id) else { return };
        if own_moves(game, side).len() > self.moves.len()
            && let Some((unsure, decision)) = self.unsure.take()
        {
            self.moves.push(unsure);
            self.decisions.push(decision);
        }
    }

    /// Forgets a game, to begin another.
    pub fn rise(&mut self, id: Id) {
        self.command(Command::Unwatch(id));
        self.moves.clear();
        self.decisions.clear();
        (self.thought, self.unsure) = (None, None);
    }

    /// Goes to another port with the next connection.
    pub fn go_to(&mut self, port: u16) {
        self.port = port;
    }

    pub fn game(&self, id: Id) -> Option<&OnlineGame> {
        self.client.game(id)?.game.as_ref()
    }

    /// Plays the first move that the rules allow, if it is this player's turn and the last move is
    /// in the log.
    pub fn play(&mut self, id: Id) {
        self.play_after(id, 0);
    }

    /// The same once the player has thought about it for so many milliseconds.
    pub fn play_after(&mut self, id: Id, think: u64) {
        self.settle(id);
        let Some(followed) = self.client.game(id) else { return };
        let (Some(game), Some(side), None) = (&followed.game, followed.side, &followed.pending)
        else {
            return;
        };
        // After a crash the log comes back in parts: the first alone shows a position that is past,
        // in which the player has moved already.
        let is_past = own_moves(game, side).len() < self.moves.len();
        if game.finish().is_none() && game.side_to_move() == side && !is_past {
            let (now, before) = (now_ms(), game.line().len());
            if self.thought.is_none_or(|(about, ..)| about != before) {
                self.thought = Some((before, now, now + think));
            }
            let Some((_, shown, until)) = self.thought else { return };
            if now < until {
                return;
            }
            let moves = game.position().legal_moves();
            // Who plays Go so simply would fill and capture for long.
            let passes = before > LONG && moves.contains(&Move::Pass);
            let mv = if passes { Move::Pass } else { moves[0] };
            self.moves.push(mv);
            self.decisions.push(Decision { shown, decided: now });
            self.command(Command::Play(id, mv));
        }
    }
}

/// The moves of a side in the log.
fn own_moves(game: &OnlineGame, side: Side) -> Vec<Move> {
    game.line().into_iter().skip(side.index()).step_by(2).collect()
}

/// Options for logging in; `None` while the server is away.
fn options_or_none(
    identity: &Identity,
    port: u16,
) -> Option<tianyuan::net::client::mqtt::MqttOptions> {
    std::net::TcpStream::connect(("127.0.0.1", port)).ok()?;
    Some(options(identity, "test", port))
}

/// Lets players live until something holds of them.
pub fn live_until(
    players: &mut [Player],
    what: &str,
    mut holds: impl FnMut(&mut [Player]) -> bool,
) {
    let end = Instant::now() + PATIENCE;
    while !holds(players) {
        assert!(Instant::now() < end, "it does not come to pass that {what}");
        players.iter_mut().for_each(Player::step);
    }
}

/// Begins a game between the first two players by an open challenge.
pub fn begin(players: &mut [Player], game: &str) -> Id {
    live_until(players, "the lobby is served", |players| {
        players.iter().all(|player| player.client.lobby().is_served)
    });
    players[0].command(Command::Challenge(offer(game)));
    // Others may challenge too, and what they offered may be gone in a moment.
    let challenger = players[0].identity.id();
    let mut challenge = None;
    live_until(players, "the challenge is seen", |players| {
        let mut seen = players[1].client.lobby().challenges.iter();
        challenge = seen.find(|(_, it)| it.from.player == challenger).map(|(id, _)| *id);
        challenge.is_some()
    });
    players[1].command(Command::Accept(challenge.expect("the challenge is seen")));
    live_until(players, "both know the game", |players| {
        players[..2].iter().all(|player| player.client.games().any(|it| it.game.is_some()))
    });
    players[0].client.games().next().unwrap().id
}

/// Plays a game until its log has so many entries or it is over.
pub fn play_until(players: &mut [Player], id: Id, entries: usize) {
    live_until(players, "the game goes on", |players| {
        players[..2].iter_mut().for_each(|player| player.play(id));
        players[..2].iter().all(|player| {
            player
                .game(id)
                .is_some_and(|game| game.finish().is_some() || game.log().entries.len() >= entries)
        })
    });
}

/// Checks that a finished game is the same for both players, that its log proves it, and that each
/// move that a player decided on is in it once.
pub fn check_whole(players: &[Player], id: Id) -> OnlineGame {
    let games: Vec<&OnlineGame> =
        players[..2].iter().map(|player| player.game(id).unwrap()).collect();
    assert!(games[0].finish().is_some(), "the game is over");
    assert_eq!(games[0].log(), games[1].log());
    let again = OnlineGame::from_log(games[0].log().clone()).unwrap();
    for (side, player) in Side::BOTH.into_iter().zip(players) {
        assert_eq!(own_moves(&again, side), player.moves, "no move is lost or doubled");
    }
    again
}

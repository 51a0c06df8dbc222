//! Players over real sockets, against a small server of the tests.

use std::collections::BTreeMap;
use std::io::{Read, Write};
use std::net::{Shutdown, TcpListener, TcpStream};
use std::sync::mpsc::{Receiver, channel};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, Instant};

use mqtt_protocol_core::mqtt::packet::Packet;
use mqtt_protocol_core::mqtt::packet::v5_0::{Connect, GenericUnsuback};
use mqtt_protocol_core::mqtt::result_code::{
    ConnectReasonCode, SubackReasonCode, UnsubackReasonCode,
};
use tianyuan::net::client::{Address, Command, Event, FollowedGame, Lobby, Online, Status, now_ms};
use tianyuan::net::topics;
use tianyuan::net::{Finish, Id, Identity, PlayerId, Purpose};

use crate::broker::{Broker, Message, Reader};
use crate::client::offer;
use crate::mqtt::Peer;
use crate::referee::{Judge, PlainReferee};

/// A nonce is used once.
const NONCE: &str = "bm9uY2Utb2YtdGhlLXRlc3Rz";

struct Hub {
    broker: Broker,
    referee: PlainReferee,
    peers: BTreeMap<usize, (Peer, TcpStream, Option<PlayerId>)>,
    next: usize,
}

impl Hub {
    fn publish(&mut self, message: &Message) {
        for reader in self.broker.publish(message) {
            match reader {
                Reader::Player(number) => self.deliver(number, message),
                Reader::Referee => {
                    let answers = self.referee.receive(&message.topic, &message.payload, now_ms());
                    answers.iter().for_each(|answer| self.publish(answer));
                }
            }
        }
    }

    fn deliver(&mut self, number: usize, message: &Message) {
        if let Some((peer, stream, _)) = self.peers.get_mut(&number) {
            peer.publish(&message.topic, &message.payload);
            let _ = stream.write_all(&peer.take());
        }
    }

    fn receive(&mut self, number: usize, bytes: &[u8]) {
        let packets = self.peers.get_mut(&number).unwrap().0.receive(bytes);
        for packet in packets {
            match packet {
                Packet::V5_0Connect(connect) => {
                    let player = self.logged_in(&connect);
                    let (peer, _, owner) = self.peers.get_mut(&number).unwrap();
                    *owner = player;
                    peer.let_in(
                        match player {
                            Some(_) => ConnectReasonCode::Success,
                            None => ConnectReasonCode::NotAuthorized,
                        },
                        None,
                    );
                }
                Packet::V5_0Subscribe(subscribe) => {
                    let (peer, ..) = self.peers.get_mut(&number).unwrap();
                    let granted = SubackReasonCode::GrantedQos1;
                    peer.answer_subscription(subscribe.packet_id(), granted);
                    let filter = subscribe.entries()[0].topic_filter().to_owned();
                    for message in self.broker.subscribe(Reader::Player(number), &filter) {
                        self.deliver(number, &message);
                    }
                }
                Packet::V5_0Unsubscribe(unsubscribe) => {
                    let filter = unsubscribe.entries()[0].as_str().to_owned();
                    self.broker.unsubscribe(Reader::Player(number), &filter);
                    let (peer, ..) = self.peers.get_mut(&number).unwrap();
                    let answer = GenericUnsuback::builder()
                        .packet_id(unsubscribe.packet_id())
                        .reason_codes(vec![UnsubackReasonCode::Success]);
                    peer.send(answer.build().unwrap().into());
                }
                Packet::V5_0Publish(publish) => {
                    let (peer, ..) = self.peers.get_mut(&number).unwrap();
                    peer.acknowledge(publish.packet_id().unwrap());
                    let message = Message {
                        topic: publish.topic_name().to_owned(),
                        payload: publish.payload().as_slice().to_vec(),
                        retain: publish.retain(),
                    };
                    self.publish(&message);
                }
                _ => {}
            }
        }
        if let Some((peer, stream, _)) = self.peers.get_mut(&number) {
            let _ = stream.write_all(&peer.take());
        }
    }

    /// The player who has signed the nonce.
    fn logged_in(&self, connect: &Connect) -> Option<PlayerId> {
        let player: PlayerId = connect.user_name()?.parse().ok()?;
        let device = connect.client_id().strip_prefix(&format!("{player}."))?;
        let password = std::str::from_utf8(connect.password()?).ok()?;
        let (nonce, proof) = password.split_once('.')?;
        let engine = base64::engine::general_purpose::URL_SAFE_NO_PAD;
        let proof = base64::Engine::decode(&engine, proof).ok()?.try_into().ok()?;
        let signed = [nonce.as_bytes(), connect.client_id().as_bytes()].concat();
        let proof = tianyuan::net::Proof(proof);
        let holds = nonce == NONCE && player.has_signed(Purpose::Login, &signed, &proof);
        (holds && device.len() == 6).then_some(player)
    }
}

/// Serves at a port that is free.
fn serve() -> (Address, Arc<Mutex<Hub>>) {
    let mut broker = Broker::default();
    let referee = PlainReferee::new();
    for filter in referee.filters() {
        broker.subscribe(Reader::Referee, &filter);
    }
    let hub = Hub { broker, referee, peers: BTreeMap::new(), next: 0 };
    let hub = Arc::new(Mutex::new(hub));
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap().to_string().parse().unwrap();
    let shared = hub.clone();
    thread::spawn(move || {
        for stream in listener.incoming() {
            let (stream, hub) = (stream.unwrap(), shared.clone());
            thread::spawn(move || visit(stream, &hub));
        }
    });
    (address, hub)
}

fn visit(mut stream: TcpStream, hub: &Mutex<Hub>) {
    let mut buffer = [0; 4096];
    let mut number = None;
    while let Ok(count @ 1..) = stream.read(&mut buffer) {
        if number.is_none() && buffer.starts_with(b"GET /nonce HTTP/1.1\r\n") {
            let length = NONCE.len();
            let answer = format!("HTTP/1.1 200 OK\r\nContent-Length: {length}\r\n\r\n{NONCE}");
            stream.write_all(answer.as_bytes()).unwrap();
            continue;
        }
        let mut hub = hub.lock().unwrap();
        let number = *number.get_or_insert_with(|| {
            hub.next += 1;
            let number = hub.next;
            hub.peers.insert(number, (Peer::new(), stream.try_clone().unwrap(), None));
            number
        });
        hub.receive(number, &buffer[..count]);
    }
    if let Some(number) = number {
        let mut hub = hub.lock().unwrap();
        hub.broker.forget(Reader::Player(number));
        hub.peers.remove(&number);
    }
}

/// A player and what was last told.
struct Seat {
    online: Online,
    woken: Receiver<()>,
    lobby: Lobby,
    games: BTreeMap<Id, FollowedGame>,
    statuses: Vec<Status>,
}

impl Seat {
    fn new(number: u8, address: &Address) -> Seat {
        let identity = Identity::from_secret([number; 32]);
        let online = Online::start(identity, format!("Player {number}"), address).unwrap();
        let (waker, woken) = channel();
        online.set_waker(Box::new(move || _ = waker.send(())));
        let (lobby, games) = (Lobby::default(), BTreeMap::new());
        Seat { online, woken, lobby, games, statuses: Vec::new() }
    }

    /// Waits until what was told has this in it.
    fn wait<T>(&mut self, mut found: impl FnMut(&Seat) -> Option<T>) -> T {
        let until = Instant::now() + Duration::from_secs(20);
        loop {
            for event in self.online.poll() {
                match event {
                    Event::Lobby(lobby) => self.lobby = *lobby,
                    Event::Game(game) => drop(self.games.insert(game.id, *game)),
                    Event::Status(status) => self.statuses.push(status),
                    Event::BadLog { error, .. } => panic!("{error}"),
                    _ => {}
                }
            }
            if let Some(found) = found(self) {
                return found;
            }
            let left = until.checked_duration_since(Instant::now());
            let left = left.unwrap_or_else(|| panic!("waits in vain: {:?}", self.statuses));
            // What wakes is not missed: without it the test ends here.
            let _ = self.woken.recv_timeout(left);
        }
    }
}

fn begun(seat: &Seat) -> Option<Id> {
    seat.games.values().find(|it| it.game.is_some()).map(|it| it.id)
}

fn last_status(seat: &Seat) -> Option<&Status> {
    seat.statuses.last()
}

#[test]
fn two_players_meet_on_a_server_play_and_leave() {
    let (address, hub) = serve();
    let (mut one, mut two) = (Seat::new(1, &address), Seat::new(2, &address));
    one.online.send(Command::Challenge(offer("tictactoe")));
    let challenge = two.wait(|seat| seat.lobby.challenges.keys().next().copied());
    two.online.send(Command::Accept(challenge));
    let id = one.wait(begun);
    assert_eq!(two.wait(begun), id);
    one.wait(|seat| {
        matches!(last_status(seat), Some(Status::Connected { round_trip_ms: Some(_) }))
            .then_some(())
    });
    let ends = |seat: &Seat| seat.games[&id].game.as_ref().and_then(|game| game.finish());
    loop {
        let over = one.wait(|seat| match ends(seat) {
            Some(finish) => Some(Some(finish)),
            None => seat.games[&id].is_own_turn().then_some(None),
        });
        if over.is_some() {
            break;
        }
        // The connection breaks in every turn, and nothing is lost by it.
        let before = one.statuses.len();
        let streams = hub.lock().unwrap();
        let cut = |(_, stream, _): &(Peer, TcpStream, _)| drop(stream.shutdown(Shutdown::Both));
        streams.peers.values().for_each(cut);
        drop(streams);
        for seat in [&mut one, &mut two] {
            if seat.games[&id].is_own_turn() {
                let mv = seat.games[&id].game.as_ref().unwrap().position().legal_moves()[0];
                seat.online.send(Command::Play(id, mv));
            }
        }
        one.wait(|seat| (seat.statuses.len() > before).then_some(()));
        let over = two.wait(|seat| match ends(seat) {
            Some(finish) => Some(Some(finish)),
            None => seat.games[&id].is_own_turn().then_some(None),
        });
        if over.is_some() {
            continue;
        }
        let mv = two.games[&id].game.as_ref().unwrap().position().legal_moves()[0];
        two.online.send(Command::Play(id, mv));
        one.wait(|seat| (seat.games[&id].is_own_turn() || ends(seat).is_some()).then_some(()));
    }
    let finish = two.wait(ends);
    assert!(matches!(finish, Finish::Rules(_)));
    let logs = [&one, &two].map(|seat| seat.games[&id].game.as_ref().unwrap().log().clone());
    assert_eq!(logs[0], logs[1]);
    assert_eq!(&logs[0], hub.lock().unwrap().referee.games[&id].log());
    // Who leaves is not here any more, although no connection broke.
    let other = Identity::from_secret([2; 32]).id();
    one.wait(|seat| seat.lobby.players.contains_key(&other).then_some(()));
    drop(two);
    one.wait(|seat| (!seat.lobby.players.contains_key(&other)).then_some(()));
    assert_eq!(hub.lock().unwrap().broker.retained(&topics::presence(other)), None);
}

#[test]
fn a_server_that_is_not_there_is_tried_again_and_leaving_takes_no_time() {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap().to_string().parse().unwrap();
    drop(listener);
    let mut seat = Seat::new(1, &address);
    let waits = seat.wait(|seat| {
        let waits = seat.statuses.iter().filter_map(|status| match status {
            Status::Waiting { until, .. } => Some(*until),
            _ => None,
        });
        Some(waits.collect::<Vec<_>>()).filter(|waits| waits.len() == 3)
    });
    assert!(waits.is_sorted() && waits[2] - waits[0] >= 1_000, "{waits:?}");
    let began = Instant::now();
    drop(seat);
    assert!(began.elapsed() < Duration::from_secs(2));
}

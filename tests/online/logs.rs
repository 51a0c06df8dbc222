//! Clients that watch a game by the segments of its log, and hostile messages to them.

use tianyuan::core::{Random, Side};
use tianyuan::net::client::{Client, Command, Event};
use tianyuan::net::topics;
use tianyuan::net::{
    Action, ClockNote, Deed, Entry, Finish, Id, Identity, LogError, Notice, OnlineGame, Purpose,
    Segment, Signed, decode, encode,
};

use crate::broker::Message;
use crate::client::{begin, play_out, world};
use crate::referee::PlainReferee;
use crate::world::Weather;

/// A finished game of a referee, as its segments.
fn finished() -> (PlainReferee, Id, Vec<Message>) {
    let mut world = world(Weather::default(), 1);
    let id = begin(&mut world, "reversi");
    play_out(&mut world, id, &mut Random::new(5));
    let segments = world.referee.segments(id);
    assert!(segments.len() >= 3);
    (world.referee, id, segments)
}

fn watcher(id: Id) -> Client {
    let mut client = Client::new(Identity::from_secret([99; 32]), "Watcher".to_owned());
    client.connected(0);
    client.command(Command::Watch(id), 0);
    client
}

fn bad_logs(client: &mut Client) -> Vec<LogError> {
    let bad = |event| match event {
        Event::BadLog { error, .. } => Some(error),
        _ => None,
    };
    client.take_events().into_iter().filter_map(bad).collect()
}

#[test]
fn segments_make_the_game_in_any_order_and_with_repeats() {
    let (referee, id, segments) = finished();
    let mut random = Random::new(3);
    for _ in 0..12 {
        let mut client = watcher(id);
        let mut some: Vec<_> = segments.iter().chain(&segments).collect();
        while !some.is_empty() {
            let message = some.swap_remove(random.below(some.len()));
            client.receive(&message.topic, &message.payload, 0);
        }
        let game = client.game(id).unwrap().game.as_ref().unwrap();
        assert_eq!(game.log(), referee.games[&id].log());
        assert_eq!(client.game(id).unwrap().side, None);
        assert!(bad_logs(&mut client).is_empty());
    }
}

#[test]
fn a_referee_that_took_the_game_over_is_followed_and_its_predecessor_no_more() {
    let (mut referee, id, segments) = finished();
    let mut client = watcher(id);
    for message in &segments {
        client.receive(&message.topic, &message.payload, 0);
    }
    // The next one found only the first sixteen entries and two more, and ended it otherwise.
    let mut log = referee.games[&id].log().clone();
    log.entries.truncate(18);
    let mut game = OnlineGame::from_log(log).unwrap();
    let player = game.terms().players[0].player;
    let identity = Identity::from_secret([1; 32]);
    assert_eq!(identity.id(), player);
    let action = Action { game: id, after: game.last(), deed: Deed::Resign, thought: 0 };
    let signed = Signed::new(&identity, Purpose::Action, &action);
    let clocks = ClockNote::of(game.clock());
    let at = game.log().entries.last().unwrap().at;
    let entry = Entry::new(&referee.identity, signed, at, clocks, game.last());
    game.append(entry).unwrap();
    referee.games.insert(id, game.clone());
    referee.office = 2;
    for message in referee.segments(id).iter().chain(&segments) {
        client.receive(&message.topic, &message.payload, 0);
    }
    let followed = client.game(id).unwrap().game.as_ref().unwrap();
    assert_eq!(followed.log(), game.log());
    assert_eq!(followed.finish(), Some(Finish::Resigned(Side::First)));
    assert!(bad_logs(&mut client).is_empty());
}

#[test]
fn a_log_that_does_not_prove_itself_is_reported_and_not_followed() {
    let (referee, id, segments) = finished();
    let read = |message: &Message| decode::<Segment>(&message.payload, 1 << 20).unwrap();
    let good = referee.games[&id].log().clone();
    let mut forgeries = Vec::new();
    // Another referee's signature, an entry left out, other terms, another time.
    let mut forged = read(&segments[1]);
    forged.entries[3].proof = forged.entries[4].proof;
    forgeries.push(forged);
    let mut forged = read(&segments[1]);
    forged.entries.remove(2);
    forgeries.push(forged);
    let mut forged = read(&segments[0]);
    forged.terms.as_mut().unwrap().rated = true;
    forgeries.push(forged);
    let mut forged = read(&segments[2]);
    forged.entries[0].at += 1;
    forgeries.push(forged);
    for mut forged in forgeries {
        let number = forged.number;
        forged.office = 7;
        let payload = encode(&forged);
        // Before the good ones, and after them.
        for is_first in [true, false] {
            let mut client = watcher(id);
            let topic = topics::log(id, number);
            if is_first {
                client.receive(&topic, &payload, 0);
            }
            for message in &segments {
                client.receive(&message.topic, &message.payload, 0);
            }
            if !is_first {
                client.receive(&topic, &payload, 0);
            }
            for message in &segments {
                client.receive(&message.topic, &message.payload, 0);
            }
            let is_reported = !bad_logs(&mut client).is_empty();
            let game = client.game(id).unwrap().game.as_ref();
            // Terms prove themselves by the first entry that follows them alone.
            assert!(is_reported, "segment {number}, first: {is_first}");
            assert_eq!(game.map(|game| game.log()), Some(&good), "segment {number}, {is_first}");
        }
    }
}

#[test]
fn hostile_messages_change_nothing_and_end_nothing() {
    let (_, id, segments) = finished();
    let mut random = Random::new(11);
    let mut client = watcher(id);
    let me = client.player();
    let welcome = encode(&Notice::Welcome {
        now: u64::MAX,
        ratings: Vec::new(),
        games: vec![id],
        challenges: Vec::new(),
    });
    let topics = [
        topics::notices(me),
        topics::presence(me),
        topics::challenge(id),
        topics::running(id),
        topics::lobby_chat(),
        topics::watchers_chat(id),
        topics::log(id, 0),
        topics::log(id, u32::MAX),
        "nothing".to_owned(),
    ];
    for round in 0..4_000_u64 {
        let topic = &topics[random.below(topics.len())];
        let mut payload = match round % 3 {
            0 => welcome.clone(),
            1 => segments[0].payload.clone(),
            _ => (0..random.below(80)).map(|_| random.next_u64() as u8).collect(),
        };
        for _ in 0..random.below(4) {
            if !payload.is_empty() {
                let at = random.below(payload.len());
                payload[at] = random.next_u64() as u8;
            }
        }
        client.receive(topic, &payload, random.next_u64() % 1_000_000);
        client.wake(round);
        let _ = (client.take_events(), client.take_output());
    }
    for message in &segments {
        client.receive(&message.topic, &message.payload, 0);
    }
    assert!(client.game(id).unwrap().game.as_ref().unwrap().finish().is_some());
}

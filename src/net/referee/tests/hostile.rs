//! Whatever is sent: no panic, nothing that grows without end, and no storm of answers. The heavy
//! form is `tests/referee`.

use super::*;
use crate::net::{Line, Room};

/// A message with some bytes changed, lost or doubled.
fn mutate(random: &mut Random, message: &mut Vec<u8>) {
    for _ in 0..=random.below(4) {
        let at = random.below(message.len() + 1);
        match random.below(4) {
            0 => message.insert(at, random.next_u64() as u8),
            1 if at < message.len() => _ = message.remove(at),
            2 if at < message.len() => message[at] = random.next_u64() as u8,
            _ => message.truncate(at),
        }
    }
}

#[test]
fn mutated_messages_change_no_game() {
    let mut house = House::with_players(&[1, 2]);
    let id = house.begin(offer("chess", BLITZ));
    house.play_all(id, &["e4", "e5"]);
    let standing = house.retained.clone();
    let mut random = Random::new(11);
    let deed = Deed::Play(house.game(id).position().parse_move("d4").unwrap());
    let messages = [
        house.action(1, id, deed, 0),
        house.action(2, id, Deed::Resign, 0),
        house.request(2, Ask::Challenge(offer("go", BLITZ))),
        house.request(1, Ask::Chat { room: Room::Lobby, line: Line::Text("hi".to_owned()) }),
    ];
    for number in 0..2_000 {
        let (topic, mut message) = messages[number % messages.len()].clone();
        let original = message.clone();
        mutate(&mut random, &mut message);
        // What is only cut or lengthened behind may still be read.
        if message.starts_with(&original) {
            continue;
        }
        house.referee.receive(&topic, &message, house.now);
        house.referee.receive(&topics::presence(player(1).id()), &message, house.now);
    }
    let published = house.flush();
    assert_eq!(house.retained, standing);
    assert!(published.len() <= 6, "a storm of {} answers", published.len());
    assert!(house.referee.dropped() > 2_000);
    house.send(&messages[0]);
    // The player's bucket was emptied by what came under the own id; it fills again.
    house.now += 10_000;
    house.send(&messages[0]);
    assert_eq!(house.log(id).entries.len(), 3);
}

#[test]
fn topics_that_are_none_of_a_referee_s_are_dropped() {
    let mut house = House::with_players(&[]);
    let id = player(1).id();
    for topic in [
        "",
        "x",
        "tianyuan/1/in/short",
        "tianyuan/1/game/x/in/y",
        &topics::notices(id),
        &topics::lobby_chat(),
        &topics::actions(Id([1; 12]), id),
        &topics::requests(id),
    ] {
        house.referee.receive(topic, &[1, 2, 3], house.now);
    }
    assert_eq!(house.referee.dropped(), 8);
    assert_eq!(house.flush(), []);
    assert_eq!(house.referee.players.len(), 0, "nobody is remembered who signed nothing");
}

#[test]
fn times_at_the_ends_of_their_range_are_borne() {
    let mut house = House::with_players(&[1, 2]);
    let id = house.begin(offer("chess", BLITZ));
    house.ask(1, Ask::Challenge(offer("go", Time::Correspondence { a_move: 24 * 3_600_000 })));
    house.leave(1);
    let moves = [0, u64::MAX, u64::MAX / 2, 1];
    for now in moves {
        house.now = now;
        house.arrive(2);
        house.leave(1);
        for message in [house.request(1, Ask::Ping(1)), house.request(2, Ask::Rematch(id))] {
            house.referee.receive(&message.0, &message.1, now);
        }
        house.referee.tick(now);
        house.flush();
    }
    assert!(house.referee.games().is_empty());
}

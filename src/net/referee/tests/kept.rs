//! Tests of the state with which the next referee on duty goes on: challenges and ratings.

use super::*;
use crate::net::{Notice, Profile};

fn open(house: &mut House, number: u8, offer: Offer) -> Challenge {
    let told = house.ask(number, Ask::Challenge(offer));
    let [Notice::ChallengeOpen(challenge)] = &told[..] else { panic!("{told:?}") };
    challenge.clone()
}

/// Another referee with the same key, that has heard what the broker keeps and whose players are
/// here, in a house of its own.
fn next(house: &House, key: u8) -> House {
    let store = Failing::default();
    let referee = Referee::new(player(key), Box::new(store.clone()), 7, house.now).unwrap();
    let mut next = House { referee, store, retained: BTreeMap::new(), ..House::with_players(&[]) };
    (next.now, next.asked) = (house.now, house.asked + 1_000);
    for number in 1..4 {
        next.arrive(number);
    }
    for (topic, message) in &house.kept {
        next.referee.receive(topic, message, next.now);
    }
    next.flush();
    next
}

#[test]
fn challenges_outlive_a_new_start() {
    let mut house = House::with_players(&[1, 2, 3]);
    let public = open(&mut house, 1, offer("chess", BLITZ));
    let to = Some(player(2).id());
    let private = open(&mut house, 1, Offer { to, ..offer("go", BLITZ) });
    let gone = open(&mut house, 3, offer("go", BLITZ));
    house.ask(3, Ask::Withdraw(gone.id));
    let before = house.retained.clone();
    house.restart();
    house.arrive(1);
    house.arrive(2);
    house.flush();
    assert_eq!(house.retained, before);
    let told = house.ask(1, Ask::Hello { name: "P1".to_owned() });
    let [Notice::Welcome { challenges, .. }] = &told[..] else { panic!("{told:?}") };
    assert_eq!(challenges.len(), 2);
    assert!(matches!(house.ask(2, Ask::Accept(private.id))[..], [Notice::GameStarts { .. }]));
    assert!(!house.retained.contains_key(&topics::challenge(public.id)), "its player plays");
    // One whose challenger does not come back goes.
    open(&mut house, 3, offer("xiangqi", BLITZ));
    house.restart();
    house.wait(31_000);
    assert!(house.store.posted().unwrap().is_empty() && house.kept.len() == 1);
}

#[test]
fn the_next_on_duty_opens_the_challenges_that_the_broker_keeps() {
    let mut house = House::with_players(&[1, 2, 3]);
    house.referee.take_desk("a", house.now);
    let public = open(&mut house, 1, offer("chess", BLITZ));
    let to = Some(player(3).id());
    let private = open(&mut house, 2, Offer { to, ..offer("go", BLITZ) });
    let mut other = next(&house, 200);
    assert!(other.retained.is_empty(), "it is not on duty yet");
    other.referee.take_desk("b", other.now);
    other.flush();
    assert_eq!(other.retained, house.retained);
    assert!(matches!(other.ask(3, Ask::Accept(private.id))[..], [Notice::GameStarts { .. }]));
    assert!(matches!(other.ask(1, Ask::Withdraw(public.id))[..], [Notice::ChallengeGone(_)]));
    // When the first comes back and is on duty again, nothing of its own store is open.
    let kept = other.kept.clone();
    house.referee = referee_with(house.store.clone(), other.now);
    kept.iter().for_each(|(topic, it)| house.referee.receive(topic, it, other.now));
    house.referee.take_desk("a", other.now);
    house.flush();
    assert!(house.referee.lobby.challenges.is_empty() && house.store.posted().unwrap().is_empty());
    assert!(house.retained.is_empty());
}

#[test]
fn a_referee_that_is_not_on_duty_any_more_has_no_challenges() {
    let mut house = House::with_players(&[1, 2]);
    house.referee.take_desk("b", house.now);
    let challenge = open(&mut house, 1, offer("chess", BLITZ));
    let (retained, kept) = (house.retained.clone(), house.kept.clone());
    house.referee.leave_desk();
    house.flush();
    assert_eq!(refusal(&house.ask(2, Ask::Accept(challenge.id))), Refusal::Unknown);
    house.leave(1);
    house.wait(MINUTE);
    assert_eq!((house.retained, house.kept), (retained, kept), "they are another's");
}

#[test]
fn ratings_are_the_same_with_every_referee() {
    let mut house = House::with_players(&[1, 2]);
    let id = house.begin(offer("tictactoe", BLITZ));
    house.play_all(id, &["b2", "a1"]);
    house.act(1, id, Deed::Resign);
    let of = |house: &House, number| house.store.ratings(player(number).id()).unwrap();
    let mut other = next(&house, 200);
    for number in [1, 2] {
        assert_eq!(of(&other, number), of(&house, number));
        assert_eq!(of(&house, number)[0].record.games, 1);
    }
    // The second goes on from there, and the first hears of it; what is older changes nothing.
    let older = other.kept.clone();
    let id = other.begin(offer("tictactoe", BLITZ));
    other.play_all(id, &["b2", "a1"]);
    other.act(2, id, Deed::Resign);
    for kept in [&other.kept, &older] {
        kept.iter().for_each(|(topic, it)| house.referee.receive(topic, it, house.now));
        house.flush();
    }
    assert_eq!(of(&house, 1), of(&other, 1));
    assert_eq!(of(&house, 1)[0].record.games, 2);
    // To one that has come everything is told at once.
    house.kept.clear();
    house.referee.publish_ratings();
    house.flush();
    assert_eq!(of(&next(&house, 200), 2), of(&house, 2));
    // One with another key believes nothing of it.
    assert!(of(&next(&house, 201), 2).is_empty());
    let forged = Profile { player: player(1).id(), name: "x".to_owned() };
    house.referee.receive(&topics::kept_ratings(player(1).id()), &encode(&forged), house.now);
    house.referee.receive(&topics::kept_desk(), b"", house.now);
    assert!(house.flush().is_empty());
}

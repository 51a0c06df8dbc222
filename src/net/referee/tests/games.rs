//! Games: the log, the clocks, ends, ratings, a store that fails.

use super::*;
use crate::core::{Outcome, Side};
use crate::net::{ClockNote, Finish, RatingNote, SEGMENT};

/// Mate in four plies.
const FOOLS_MATE: [&str; 4] = ["f3", "e5", "g4", "Qh4#"];

fn beginner() -> RatingNote {
    RatingRecord::default().note()
}

#[test]
fn a_game_is_played_to_its_end_and_rated_once() {
    let mut house = House::with_players(&[1, 2]);
    let id = house.begin(offer("chess", BLITZ));
    let last = FOOLS_MATE.map(|text| house.play(id, text)).into_iter().next_back().unwrap();
    let game = house.proven(id);
    let Some(Finish::Rules(Outcome { winner, .. })) = game.finish() else { panic!() };
    assert_eq!(winner, Some(Side::Second));
    for (number, sign) in [(1, -1), (2, 1)] {
        let heard = told(&last, number);
        let [Notice::Rated { game, rating, before }] = &heard[..] else { panic!("{heard:?}") };
        assert_eq!((*game, *before), (id, beginner()));
        assert_eq!(rating.rating.games, 1);
        assert!((rating.rating.rating - 1500) * sign > 100, "{rating:?}");
        let told = house.ask(number, Ask::Hello { name: "x".to_owned() });
        let [Notice::Welcome { ratings, games, .. }] = &told[..] else { panic!("{told:?}") };
        assert_eq!((&ratings[..], &games[..]), (&[rating.clone()][..], &[][..]));
    }
    assert!(!house.retained.contains_key(&topics::running(id)));
    assert!(house.referee.games().is_empty());
    let told = house.ask(2, Ask::Fetch(id));
    assert_eq!(told, [Notice::Game(Box::new(game.log().clone()))]);
    // The log stands for an hour.
    house.wait(3_600_000 - 1);
    assert_eq!(house.log(id).entries.len(), 4);
    house.referee.take_subscriptions();
    house.wait(1);
    assert!(house.retained.is_empty());
    assert_eq!(house.referee.take_subscriptions(), (vec![], vec![topics::all_actions(id)]));
    assert_eq!(house.ask(1, Ask::Fetch(id)).len(), 1);
    assert!(house.store.ended().unwrap().is_empty());
}

#[test]
fn an_action_is_taken_once_in_its_place_and_from_its_player() {
    let mut house = House::with_players(&[1, 2, 3]);
    let id = house.begin(offer("tictactoe", BLITZ));
    let first = house.game(id).position().legal_moves()[0];
    let message = house.action(1, id, Deed::Play(first), 0);
    let stale = house.action(1, id, Deed::Resign, 0);
    let published = house.send(&message);
    assert_eq!(published.len(), 1);
    // The same bytes bring the segment again, and change nothing.
    assert_eq!(house.send(&message), published);
    assert_eq!(house.log(id).entries.len(), 1);
    // What follows an older entry is outdated, and brings the segment too.
    let answer = house.send(&stale);
    assert_eq!(refusals(&answer, 1), [Refusal::Outdated]);
    assert!(answer.contains(&published[0]));
    // Not the own turn, not legal, nothing to answer.
    let second = house.game(id).position().legal_moves()[0];
    assert_eq!(refusals(&house.act(1, id, Deed::Play(second)), 1), [Refusal::NotYourTurn]);
    assert_eq!(refusals(&house.act(2, id, Deed::Play(first)), 2), [Refusal::IllegalMove]);
    assert_eq!(refusals(&house.act(2, id, Deed::AnswerDraw(true)), 2), [Refusal::NoOffer]);
    let mine = Deed::TimeUp(Side::First);
    assert_eq!(refusals(&house.act(2, id, mine), 2), [Refusal::NotYours]);
    // Of nobody in the game, or on the topic of another: no answer.
    let before = house.referee.dropped();
    assert_eq!(house.act(3, id, Deed::Resign), []);
    let (_, message) = house.action(2, id, Deed::Play(second), 0);
    let topic = topics::actions(id, player(1).id());
    assert_eq!(house.send(&(topic, message)), []);
    assert_eq!(house.referee.dropped(), before + 2);
    assert_eq!(house.log(id).entries.len(), 1);
    // After the end the same.
    let end = house.action(2, id, Deed::Resign, 0);
    house.send(&end);
    let again = house.send(&end);
    assert_eq!((again.len(), refusals(&again, 2)), (1, vec![]));
    let late = house.send(&message_after(&house, id));
    assert_eq!(refusals(&late, 1), [Refusal::GameOver]);
    assert_eq!(house.log(id).entries.len(), 2);
}

/// An action of player 1 that follows the log of a finished game.
fn message_after(house: &House, id: Id) -> (String, Vec<u8>) {
    let after = house.proven(id).last();
    let action = Action { game: id, after, deed: Deed::OfferDraw, thought: 0 };
    let signed = Signed::new(&player(1), Purpose::Action, &action);
    (topics::actions(id, player(1).id()), encode(&signed))
}

#[test]
fn an_action_with_rubbish_behind_it_is_not_kept() {
    let mut house = House::with_players(&[1, 2]);
    let id = house.begin(offer("chess", BLITZ));
    let deed = Deed::OfferDraw;
    let mut body = encode(&Action { game: id, after: house.game(id).last(), deed, thought: 0 });
    body.resize(1_000, 0);
    let proof = player(1).sign(Purpose::Action, &body);
    let signed = Signed { player: player(1).id(), body, proof };
    let topic = topics::actions(id, player(1).id());
    assert_eq!(refusals(&house.send(&(topic, encode(&signed))), 1), [Refusal::Unreadable]);
    assert!(house.log(id).entries.is_empty());
}

#[test]
fn a_long_game_is_published_in_segments() {
    let mut house = House::with_players(&[1, 2]);
    let id = house.begin(offer("go", BLITZ));
    for number in 1..=40 {
        let mv = house.game(id).position().legal_moves()[0];
        let side = house.game(id).side_to_move();
        house.act(1 + side.index() as u8, id, Deed::Play(mv));
        house.now += 1_000;
        assert_eq!(house.log(id), *house.game(id).log());
        let standing = (0..9).filter(|&n| house.retained.contains_key(&topics::log(id, n)));
        assert_eq!(standing.count(), usize::div_ceil(number, SEGMENT));
    }
    assert_eq!(house.proven(id).line().len(), 40);
}

#[test]
fn the_clock_gives_back_the_way_and_no_lie_gains_more() {
    for (thought, gained) in [(10_000, 0), (9_900, 19 * 100), (0, 2_000 + 18 * 400)] {
        let mut house = House::with_players(&[1, 2]);
        let time = Time::Fischer { main: 60 * MINUTE, increment: 0 };
        let id = house.begin(offer("go", time));
        for _ in 0..20 {
            let [mv, reply] = [0, 1].map(|n| house.game(id).position().legal_moves()[n]);
            house.now += 10_000;
            let message = house.action(1, id, Deed::Play(mv), thought);
            house.send(&message);
            house.act(2, id, Deed::Play(reply));
        }
        let clock = ClockNote::of(house.game(id).clock());
        // The first move is free; nineteen are counted.
        assert_eq!(clock[0].time, 60 * MINUTE - 19 * 10_000 + gained, "{thought}");
        assert_eq!(clock[1].time, 60 * MINUTE);
    }
}

#[test]
fn a_flag_falls_by_itself_and_a_move_after_it_is_lost() {
    let mut house = House::with_players(&[1, 2]);
    let time = Time::Fischer { main: 10_000, increment: 0 };
    let id = house.begin(offer("chess", time));
    house.play_all(id, &["e4", "e5"]);
    // Late, but the way took it: given back.
    house.now += 10_300;
    let deed = Deed::Play(house.game(id).position().parse_move("d4").unwrap());
    let message = house.action(1, id, deed, 9_900);
    house.send(&message);
    assert_eq!(ClockNote::of(house.game(id).clock())[0].time, 100);
    house.now += 1_000;
    house.play(id, "d5");
    // Late, and no way was that long: the move is lost, before any tick.
    house.now += 101;
    let deed = Deed::Play(house.game(id).position().parse_move("c4").unwrap());
    let message = house.action(1, id, deed, u32::MAX);
    assert_eq!(refusals(&house.send(&message), 1), [Refusal::GameOver]);
    assert_eq!(house.proven(id).finish(), Some(Finish::OutOfTime(Side::First)));
    assert_eq!(house.proven(id).clock().reading(Side::First).time.as_millis(), 0);

    // By the time alone: the deadline and the allowance, not a millisecond before.
    let id = house.begin(offer("chess", time));
    house.play_all(id, &["e4", "e5"]);
    house.wait(10_999);
    assert!(house.game(id).finish().is_none());
    let published = house.wait(1);
    assert_eq!(house.proven(id).finish(), Some(Finish::OutOfTime(Side::First)));
    assert!(told(&published, 2).iter().any(|it| matches!(it, Notice::Rated { .. })));
}

#[test]
fn a_game_that_nobody_begins_is_void_and_not_rated() {
    let day = 24 * 3_600_000;
    for (time, limit) in [(BLITZ, MINUTE), (Time::Correspondence { a_move: day }, day)] {
        let mut house = House::with_players(&[1, 2]);
        let id = house.begin(offer("chess", time));
        house.wait(limit - 1);
        house.play(id, "e4");
        house.wait(limit - 1);
        assert!(house.game(id).finish().is_none(), "the second player has as long");
        let published = house.wait(1);
        assert_eq!(house.proven(id).finish(), Some(Finish::Void));
        assert!(told(&published, 1).is_empty());
    }
}

#[test]
fn who_is_away_while_it_is_their_turn_loses_after_two_minutes() {
    let mut house = House::with_players(&[1, 2]);
    let time = Time::Fischer { main: 60 * MINUTE, increment: 0 };
    let id = house.begin(offer("chess", time));
    house.play_all(id, &["e4", "e5"]);
    // Away while the opponent thinks: nothing.
    house.leave(2);
    house.wait(5 * MINUTE);
    house.play(id, "d4");
    house.wait(2 * MINUTE - 1);
    house.arrive(2);
    house.wait(5 * MINUTE);
    assert!(house.game(id).finish().is_none(), "the player came back in time");
    house.play(id, "d5");
    house.leave(1);
    house.wait(2 * MINUTE - 1);
    assert!(house.game(id).finish().is_none());
    house.wait(1);
    assert_eq!(house.proven(id).finish(), Some(Finish::Abandoned(Side::First)));

    // Not by correspondence.
    let day = 24 * 3_600_000;
    let id = house.begin(offer("chess", Time::Correspondence { a_move: day }));
    house.play_all(id, &["e4", "e5"]);
    house.leave(1);
    house.wait(day - 1);
    assert!(house.game(id).finish().is_none());
    // And a game without a limit, of which nothing is heard, is forgotten.
    let id = house.begin(Offer { rated: false, ..offer("chess", Time::Unlimited) });
    house.play_all(id, &["e4", "e5"]);
    house.wait(14 * day - 1);
    assert!(house.game(id).finish().is_none());
    house.wait(1);
    assert_eq!(house.store.game(id).unwrap().unwrap().log.entries.len(), 3);
    assert!(house.referee.games().is_empty());
}

#[test]
fn short_and_aborted_games_are_not_rated() {
    let mut house = House::with_players(&[1, 2]);
    for deed in [Deed::Abort, Deed::Resign] {
        let id = house.begin(offer("chess", BLITZ));
        house.play(id, "e4");
        let published = house.act(2, id, deed);
        assert!(told(&published, 1).is_empty() && told(&published, 2).is_empty(), "{deed:?}");
        assert!(house.proven(id).finish().is_some());
    }
    let id = house.begin(Offer { rated: false, ..offer("chess", BLITZ) });
    house.play_all(id, &["e4", "e5"]);
    assert!(told(&house.act(1, id, Deed::Resign), 2).is_empty());
    assert!(house.store.ratings(player(1).id()).unwrap().is_empty());
}

#[test]
fn gifts_that_make_actions_outdated_are_few_in_a_turn() {
    let mut house = House::with_players(&[1, 2]);
    let id = house.begin(offer("chess", BLITZ));
    house.play_all(id, &["e4", "e5"]);
    let refused: Vec<_> =
        (0..6).flat_map(|_| refusals(&house.act(2, id, Deed::GiveTime(1_000)), 2)).collect();
    assert_eq!(refused, [Refusal::TooMany; 2]);
    assert_eq!(ClockNote::of(house.game(id).clock())[0].time, 5 * MINUTE + 3_000 + 4_000);
    house.play(id, "d4");
    assert_eq!(refusals(&house.act(2, id, Deed::GiveTime(1_000)), 2), []);
}

#[test]
fn an_endless_game_is_void_and_still_fits_a_notice() {
    let mut house = House::with_players(&[1, 2]);
    let id = house.begin(Offer { rated: false, ..offer("go", Time::Unlimited) });
    let last = loop {
        let passes = house.game(id).log().entries.len() % 2 == 1;
        let side = house.game(id).side_to_move();
        let moves = house.game(id).position().legal_moves();
        // A stone, and the opponent answers with another while there is room.
        let mv = if passes { moves[0] } else { moves[moves.len() / 2] };
        let number = side.index() as u8 + 1;
        house.now += 300;
        if house.game(id).log().entries.len() < limits::MAX_ENTRIES_WITH_OFFERS {
            house.act(number, id, Deed::AskTakeback);
            let answer = Deed::AnswerTakeback(false);
            let other = 3 - number;
            if house.game(id).takeback().is_some() {
                house.now += 300;
                house.act(other, id, answer);
            }
        }
        let published = house.act(number, id, Deed::Play(mv));
        if !house.referee.games.contains_key(&id) {
            break published;
        }
    };
    assert!(!last.is_empty());
    let stored = house.store.game(id).unwrap().unwrap();
    assert!(stored.log.entries.len() <= limits::MAX_ENTRIES + 1);
    assert!(encode(&Notice::Game(Box::new(stored.log))).len() <= crate::net::MAX_NOTICE);
}

#[test]
fn what_cannot_be_written_has_not_happened() {
    let mut house = House::with_players(&[1, 2]);
    let told = house.ask(1, Ask::Challenge(offer("chess", BLITZ)));
    let [Notice::ChallengeOpen(challenge)] = &told[..] else { panic!("{told:?}") };
    let fail = |house: &House, fails| house.store.fails.store(fails, Ordering::Relaxed);
    // Neither does a game begin, nor is the challenge gone.
    fail(&house, true);
    let (topic, message) = house.request(2, Ask::Accept(challenge.id));
    house.referee.receive(&topic, &message, house.now);
    let published = house.flush();
    assert_eq!((published.len(), refusals(&published, 2)), (1, vec![Refusal::Storage]));
    assert!(house.referee.games().is_empty());
    fail(&house, false);
    let told = house.ask(2, Ask::Accept(challenge.id));
    let [Notice::GameStarts { game: id, .. }] = told[..] else { panic!("{told:?}") };
    assert!(house.log(id).entries.is_empty());

    // A move is not played, and the same bytes are taken later.
    let first = house.game(id).side_of(player(1).id()) == Some(Side::First);
    let (white, black) = if first { (1, 2) } else { (2, 1) };
    let deed = Deed::Play(house.game(id).position().parse_move("e4").unwrap());
    let message = house.action(white, id, deed, 0);
    fail(&house, true);
    let published = house.send(&message);
    assert_eq!((published.len(), refusals(&published, white)), (1, vec![Refusal::Storage]));
    assert!(house.game(id).log().entries.is_empty());
    fail(&house, false);
    house.send(&message);
    assert_eq!(house.log(id).entries.len(), 1);
    let deed = Deed::Play(house.game(id).position().parse_move("e5").unwrap());
    house.act(black, id, deed);

    // What the referee does by itself is tried again, and not without a pause.
    fail(&house, true);
    house.wait(10 * MINUTE);
    assert!(house.referee.next_tick().unwrap() > house.now);
    assert_eq!(house.log(id).entries.len(), 2);
    fail(&house, false);
    house.wait(2_000);
    assert_eq!(house.proven(id).finish(), Some(Finish::OutOfTime(Side::First)));
    assert_eq!(house.store.ratings(player(1).id()).unwrap().len(), 1);
}

#[test]
fn another_referee_with_the_key_takes_a_game_over_from_its_log() {
    let mut house = House::with_players(&[1, 2]);
    let id = house.begin(offer("chess", BLITZ));
    house.play_all(id, &["e4", "e5"]);
    let log = house.log(id);
    let mut other = referee_with(Failing::default(), house.now);
    let mut forged = log.clone();
    forged.entries[0].at += 1;
    assert!(other.adopt(forged, 3, None, house.now).is_err());
    assert!(other.adopt(log.clone(), 3, None, house.now).is_ok());
    assert_eq!(other.take_subscriptions().0, [topics::all_actions(id)]);
    let published = other.flush(house.now);
    let segment: Segment = decode(&published[0].payload, usize::MAX).unwrap();
    assert_eq!((segment.office, segment.entries.len()), (4, 2));
    house.referee = other;
    house.play(id, "d4");
    assert_eq!(house.proven(id).log().entries[..2], log.entries[..]);
    // One with another key cannot sign for it.
    let store = Box::new(MemoryStore::default());
    let mut stranger = Referee::new(player(201), store, 0, house.now).unwrap();
    assert!(stranger.adopt(log, 3, None, house.now).is_err());
    assert!(stranger.games().is_empty());
}

#[test]
fn after_a_new_connection_everything_that_stood_stands_again() {
    let mut house = House::with_players(&[1, 2, 3]);
    let id = house.begin(offer("chess", BLITZ));
    house.play(id, "e4");
    house.ask(3, Ask::Challenge(offer("go", BLITZ)));
    let [open] = &house.store.posted().unwrap()[..] else { panic!() };
    let challenge = topics::challenge(open.id);
    let again = |house: &mut House| {
        let mut again: BTreeMap<_, _> =
            house.referee.republish().into_iter().map(|it| (it.topic, it.payload)).collect();
        // That is of who is on duty.
        again.extend(house.retained.get_key_value(&challenge).map(|(a, b)| (a.clone(), b.clone())));
        again
    };
    assert_eq!(again(&mut house), house.retained);
    assert_eq!(house.referee.subscriptions(), [topics::all_actions(id)]);
    // What is not written yet does not stand.
    let deed = Deed::Play(house.game(id).position().parse_move("e5").unwrap());
    let message = house.action(2, id, deed, 0);
    house.referee.receive(&message.0, &message.1, house.now);
    assert_eq!(again(&mut house), house.retained);
    // After a new start too. An end that was written and not published is heard of.
    house.restart();
    house.referee.receive(&message.0, &message.1, house.now);
    let resigns = house.action(1, id, Deed::Resign, 0);
    house.referee.receive(&resigns.0, &resigns.1, house.now);
    house.referee.flush(house.now);
    house.restart();
    assert_eq!(house.proven(id).finish(), Some(Finish::Resigned(Side::First)));
    let logs = house.retained.keys().filter(|topic| topic.contains("/log/"));
    assert_eq!(logs.count(), house.retained.len() - 1, "the game is not listed");
    assert!(house.retained.contains_key(&challenge));
}

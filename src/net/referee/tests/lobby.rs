//! Challenges, pairing, rematches, chat, limits of requests.

use super::*;
use crate::games::OptionValue;
use crate::net::{Line, PHRASES, Room};

/// The number of the challenge that this player opens.
fn open(house: &mut House, number: u8, offer: Offer) -> Id {
    let told = house.ask(number, Ask::Challenge(offer));
    let [Notice::ChallengeOpen(challenge)] = &told[..] else { panic!("{told:?}") };
    challenge.id
}

#[test]
fn a_listed_challenge_stands_in_the_lobby_until_it_is_taken_back_or_accepted() {
    let mut house = House::with_players(&[1, 2]);
    let id = open(&mut house, 1, offer("chess", BLITZ));
    let posted: Challenge = decode(&house.retained[&topics::challenge(id)], usize::MAX).unwrap();
    assert_eq!((posted.id, posted.from.name.as_str()), (id, "P1"));
    assert_eq!(posted.rating, RatingRecord::default().note());
    assert_eq!(refusal(&house.ask(2, Ask::Withdraw(id))), Refusal::NotYours);
    assert_eq!(house.ask(1, Ask::Withdraw(id)), [Notice::ChallengeGone(id)]);
    assert!(house.retained.is_empty());
    assert_eq!(refusal(&house.ask(2, Ask::Accept(id))), Refusal::Unknown);

    let id = open(&mut house, 1, offer("chess", BLITZ));
    let other = open(&mut house, 1, offer("go", BLITZ));
    assert_eq!(refusal(&house.ask(1, Ask::Accept(id))), Refusal::NotYours);
    let told = house.ask(2, Ask::Accept(id));
    let [Notice::GameStarts { game, challenge }] = told[..] else { panic!("{told:?}") };
    assert_eq!(challenge, Some(id));
    // Who plays with a clock is not to be had for another such game.
    for gone in [id, other] {
        assert!(!house.retained.contains_key(&topics::challenge(gone)));
        assert_eq!(refusal(&house.ask(2, Ask::Accept(gone))), Refusal::Unknown);
    }
    assert!(house.retained.contains_key(&topics::running(game)));
    assert_eq!(house.proven(game).terms().players.clone().map(|it| it.player).len(), 2);
    let (subscribe, unsubscribe) = house.referee.take_subscriptions();
    assert_eq!((subscribe, unsubscribe), (vec![topics::all_actions(game)], vec![]));
}

#[test]
fn a_challenge_to_one_player_is_theirs_alone_and_can_be_declined() {
    let mut house = House::with_players(&[1, 2, 3]);
    let to = Some(player(2).id());
    let (topic, message) = house.request(1, Ask::Challenge(Offer { to, ..offer("go", BLITZ) }));
    house.referee.receive(&topic, &message, house.now);
    let published = house.flush();
    let heard = told(&published, 2);
    let [Notice::ChallengeOpen(challenge)] = &heard[..] else { panic!("{heard:?}") };
    assert!(house.retained.is_empty(), "it is not in the lobby");
    assert_eq!(refusal(&house.ask(3, Ask::Accept(challenge.id))), Refusal::NotYours);
    assert_eq!(refusal(&house.ask(3, Ask::Decline(challenge.id))), Refusal::NotYours);
    let told = house.ask(2, Ask::Hello { name: " Bea ".to_owned() });
    let [Notice::Welcome { challenges, games, .. }] = &told[..] else { panic!("{told:?}") };
    assert_eq!((&challenges[..], &games[..]), (&[challenge.clone()][..], &[][..]));
    let (topic, message) = house.request(2, Ask::Decline(challenge.id));
    house.referee.receive(&topic, &message, house.now);
    let published = house.flush();
    assert_eq!(super::told(&published, 1), [Notice::Declined(challenge.id)]);
    assert_eq!(refusal(&house.ask(2, Ask::Accept(challenge.id))), Refusal::Unknown);
}

#[test]
fn a_challenge_goes_with_its_challenger_after_half_a_minute() {
    let mut house = House::with_players(&[1, 2]);
    let id = open(&mut house, 1, offer("chess", BLITZ));
    house.leave(1);
    house.wait(20_000);
    house.arrive(1);
    house.wait(60_000);
    assert!(house.retained.contains_key(&topics::challenge(id)), "the challenger is back");
    house.leave(1);
    house.wait(29_999);
    assert!(house.retained.contains_key(&topics::challenge(id)));
    let published = house.wait(1);
    assert!(house.retained.is_empty());
    assert_eq!(told(&published, 1), [Notice::ChallengeGone(id)]);
    // Of one who was never here too.
    let id = open(&mut house, 9, offer("chess", BLITZ));
    house.wait(30_000);
    assert!(!house.retained.contains_key(&topics::challenge(id)));
}

#[test]
fn offers_that_cannot_be_played_are_refused() {
    let mut house = House::with_players(&[1]);
    let mut wrong_size = Options::default();
    wrong_size.set("size", OptionValue::Number(50));
    let blitz = || offer("go", BLITZ);
    let with = |time, rated| Offer { time, rated, ..offer("go", BLITZ) };
    let day = 24 * 3_600_000;
    for wrong in [
        offer("ludo", BLITZ),
        Offer { options: wrong_size, ..blitz() },
        Offer { to: Some(player(1).id()), ..blitz() },
        Offer { to: Some(player(200).id()), ..blitz() },
        with(Time::Unlimited, true),
        with(Time::Fischer { main: 0, increment: 5_000 }, false),
        with(Time::Fischer { main: day + 1, increment: 0 }, true),
        with(Time::Fischer { main: 60_000, increment: u64::MAX }, true),
        with(Time::ByoYomi { main: 0, period: 0, periods: 3 }, true),
        with(Time::ByoYomi { main: 0, period: 30_000, periods: 0 }, true),
        with(Time::ByoYomi { main: 0, period: 30_000, periods: u32::MAX }, true),
        with(Time::Correspondence { a_move: day - 1 }, true),
        with(Time::Correspondence { a_move: 15 * day }, true),
    ] {
        let told = house.ask(1, Ask::Challenge(wrong.clone()));
        assert_eq!(refusal(&told), Refusal::Setup, "{wrong:?}");
        house.wait(1_000);
    }
    for right in [
        with(Time::Unlimited, false),
        with(Time::ByoYomi { main: 0, period: 30_000, periods: 3 }, true),
        with(Time::Correspondence { a_move: 14 * day }, true),
    ] {
        open(&mut house, 1, right);
    }
}

#[test]
fn a_player_has_at_most_five_challenges() {
    let mut house = House::with_players(&[1]);
    let first = open(&mut house, 1, offer("go", BLITZ));
    (1..5).for_each(|_| _ = open(&mut house, 1, offer("go", BLITZ)));
    let told = house.ask(1, Ask::Challenge(offer("go", BLITZ)));
    assert_eq!(refusal(&told), Refusal::TooMany);
    house.ask(1, Ask::Withdraw(first));
    open(&mut house, 1, offer("go", BLITZ));
}

#[test]
fn equal_offers_are_paired_also_if_one_names_a_default() {
    let mut house = House::with_players(&[1, 2, 3, 4]);
    let mut named = Options::default();
    named.set("size", OptionValue::Number(19));
    assert_eq!(house.ask(1, Ask::QuickPair(offer("go", BLITZ))), []);
    // The same player, another time, another kind of game are not paired.
    assert_eq!(house.ask(1, Ask::QuickPair(offer("go", BLITZ))), []);
    let unrated = Offer { rated: false, ..offer("go", BLITZ) };
    assert_eq!(house.ask(3, Ask::QuickPair(unrated)), []);
    let told = house.ask(2, Ask::QuickPair(Offer { options: named, ..offer("go", BLITZ) }));
    let [Notice::GameStarts { game, challenge: None }] = told[..] else { panic!("{told:?}") };
    let game = house.proven(game);
    assert!([1, 2].iter().all(|&number| game.side_of(player(number).id()).is_some()));
    assert_eq!(house.referee.lobby.waiting.len(), 1);
    assert_eq!(house.ask(3, Ask::LeaveQuickPair), []);
    assert_eq!(house.ask(4, Ask::QuickPair(Offer { rated: false, ..offer("go", BLITZ) })), []);
    house.leave(4);
    house.wait(30_000);
    assert!(house.referee.lobby.waiting.is_empty());
}

#[test]
fn a_rematch_is_a_game_with_sides_exchanged_once_both_want_it() {
    let mut house = House::with_players(&[1, 2, 3]);
    let id = house.begin(offer("chess", BLITZ));
    assert_eq!(refusal(&house.ask(1, Ask::Rematch(id))), Refusal::Unknown);
    house.act(1, id, Deed::Resign);
    assert_eq!(refusal(&house.ask(3, Ask::Rematch(id))), Refusal::NotYours);
    assert_eq!(house.ask(2, Ask::Rematch(id)), []);
    assert_eq!(house.ask(2, Ask::Rematch(id)), []);
    let told = house.ask(1, Ask::Rematch(id));
    let [Notice::GameStarts { game, .. }] = told[..] else { panic!("{told:?}") };
    assert_eq!(house.game(game).side_of(player(1).id()), Some(crate::core::Side::Second));
    // An offer that nobody takes is forgotten.
    house.act(1, game, Deed::Resign);
    house.ask(1, Ask::Rematch(game));
    house.wait(600_000);
    assert!(house.referee.lobby.rematches.is_empty());
}

#[test]
fn lines_reach_those_of_the_room_and_no_others() {
    let mut house = House::with_players(&[1, 2, 3]);
    let id = house.begin(offer("chess", BLITZ));
    let phrase = || Line::Phrase("good-luck".to_owned());
    let chat = |room, line| Ask::Chat { room, line };
    let (topic, message) = house.request(1, chat(Room::Players(id), phrase()));
    house.referee.receive(&topic, &message, house.now);
    let published = house.flush();
    assert_eq!(published.len(), 2);
    for number in [1, 2] {
        let heard = told(&published, number);
        let [Notice::Chat(line)] = &heard[..] else { panic!("{heard:?}") };
        assert_eq!((&line.line, line.from.name.as_str()), (&phrase(), "P1"));
    }
    assert_eq!(refusal(&house.ask(3, chat(Room::Players(id), phrase()))), Refusal::NotYours);
    assert_eq!(refusal(&house.ask(1, chat(Room::Watchers(id), phrase()))), Refusal::NotYours);
    let (topic, message) = house.request(3, chat(Room::Watchers(id), phrase()));
    house.referee.receive(&topic, &message, house.now);
    let published = house.flush();
    assert_eq!(published[0].topic, topics::watchers_chat(id));
    assert!(!published[0].retain && published.len() == 1);
    house.wait(60_000);
    let unknown = Id([7; 12]);
    assert_eq!(refusal(&house.ask(3, chat(Room::Players(unknown), phrase()))), Refusal::Unknown);
    for line in [
        Line::Phrase("you-are-stupid".to_owned()),
        Line::Text("x".repeat(281)),
        Line::Text("a\u{1b}[2Jb".to_owned()),
        Line::Text("  ".to_owned()),
    ] {
        assert_eq!(refusal(&house.ask(3, chat(Room::Lobby, line))), Refusal::Text);
        house.wait(2_000);
    }
    assert_eq!(house.ask(3, chat(Room::Lobby, Line::Text("棋".repeat(280)))), []);
    assert!(PHRASES.iter().all(|id| id.chars().all(|c| c.is_ascii_lowercase() || c == '-')));
}

#[test]
fn too_many_requests_are_told_once_and_lines_sooner() {
    let mut house = House::with_players(&[1]);
    let mut answers = Vec::new();
    (0..100).for_each(|number| answers.extend(house.ask(1, Ask::Ping(number))));
    let pongs = answers.iter().filter(|notice| matches!(notice, Notice::Pong { .. })).count();
    assert_eq!((pongs, answers.len()), (20, 21));
    house.wait(60_000);
    let line = || Ask::Chat { room: Room::Lobby, line: Line::Text("hi".to_owned()) };
    let told: Vec<_> = (0..10).flat_map(|_| house.ask(1, line())).collect();
    assert_eq!(refusal(&told), Refusal::TooMany);
    house.wait(2_000);
    assert_eq!(house.ask(1, line()), []);
    house.wait(60_000);
    let told: Vec<_> = (0..13).flat_map(|_| house.ask(1, Ask::Fetch(Id([1; 12])))).collect();
    let reasons: Vec<_> = told.iter().map(|it| refusal(std::slice::from_ref(it))).collect();
    assert_eq!(reasons[..10], [Refusal::Unknown; 10]);
    assert_eq!(reasons[10..], [Refusal::TooMany]);
}

#[test]
fn a_request_that_comes_again_does_nothing_also_after_a_new_start() {
    let mut house = House::with_players(&[1]);
    let message = house.request(1, Ask::Challenge(offer("chess", BLITZ)));
    assert_eq!(told(&house.send(&message), 1).len(), 1);
    assert_eq!(house.send(&message), []);
    let later = house.request(1, Ask::Ping(1));
    house.send(&later);
    house.restart();
    assert_eq!(refusals(&house.send(&message), 1), [Refusal::Time]);
    assert_eq!(house.referee.lobby.challenges.len(), 1);
    house.now += 11 * MINUTE;
    let asked = house.asked;
    let early = Request { at: house.now - 10 * MINUTE - 1, ask: Ask::Ping(1) };
    let signed = Signed::new(&player(1), Purpose::Request, &early);
    let message = (topics::requests(player(1).id()), encode(&signed));
    assert_eq!(refusals(&house.send(&message), 1), [Refusal::Time]);
    assert_eq!(house.asked, asked);
}

#[test]
fn reports_are_kept_with_who_told_them() {
    let mut house = House::with_players(&[1]);
    let about = player(2).id();
    let told = house.ask(1, Ask::Report { about, text: " rude ".to_owned() });
    assert_eq!(told, []);
    let report = Report { from: player(1).id(), about, text: "rude".to_owned(), at: house.now };
    assert_eq!(house.store.reports().unwrap(), [report]);
    let more: Vec<_> =
        (0..9).flat_map(|n| house.ask(1, Ask::Report { about, text: format!("{n}") })).collect();
    assert_eq!(refusal(&more), Refusal::TooMany);
    assert_eq!(house.store.reports().unwrap().len(), 3);
}

#[test]
fn names_that_are_none_are_refused_and_the_former_stays() {
    let mut house = House::with_players(&[1]);
    let hello = |name: &str| Ask::Hello { name: name.to_owned() };
    assert_eq!(refusal(&house.ask(1, hello("a\u{202e}b"))), Refusal::Text);
    let told = house.ask(1, Ask::Challenge(offer("chess", BLITZ)));
    let [Notice::ChallengeOpen(challenge)] = &told[..] else { panic!("{told:?}") };
    assert_eq!(challenge.from.name, "P1");
    // A player of whom no name is known is called by the fingerprint.
    let told = house.ask(9, Ask::Challenge(offer("chess", BLITZ)));
    let [Notice::ChallengeOpen(challenge)] = &told[..] else { panic!("{told:?}") };
    assert_eq!(challenge.from.name, player(9).id().fingerprint());
}

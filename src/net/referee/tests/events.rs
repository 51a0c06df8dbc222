//! Tournaments on the server.

use super::*;
use crate::events::{GameResult, Kind, Tournament};
use crate::net::{EventAsk, EventOffer};

const ROUND_ROBIN: Kind = Kind::RoundRobin { double: false };

fn event_offer(kind: Kind) -> EventOffer {
    EventOffer {
        title: "Spring cup".to_owned(),
        kind,
        game: "tictactoe".to_owned(),
        options: Options::default(),
        time: BLITZ,
        rated: true,
    }
}

/// The only tournament as everyone may read it.
fn note(house: &House) -> EventNote {
    let prefix = topics::ALL_EVENTS.trim_end_matches('+');
    let mut events = house.retained.iter().filter(|(topic, _)| topic.starts_with(prefix));
    let (topic, bytes) = events.next().expect("there is a tournament");
    assert!(events.next().is_none());
    let note: EventNote = decode(bytes, usize::MAX).unwrap();
    assert_eq!(*topic, topics::event(note.id));
    note
}

fn tournament(house: &House) -> Tournament {
    note(house).read_tournament().expect("it has begun")
}

/// A tournament of player 1, in which these take part.
fn open(house: &mut House, kind: Kind, entrants: &[u8]) -> Id {
    assert!(house.ask(1, Ask::Event(EventAsk::Open(event_offer(kind)))).is_empty());
    let id = note(house).id;
    for &number in entrants {
        assert!(house.ask(number, Ask::Event(EventAsk::Join(id))).is_empty());
    }
    id
}

fn pair(house: &mut House, id: Id) -> Vec<Id> {
    let told = house.ask(1, Ask::Event(EventAsk::Pair(id)));
    assert!(refusals_of(&told).is_empty(), "{told:?}");
    note(house).games.iter().map(|it| it.game).collect()
}

fn refusals_of(told: &[Notice]) -> Vec<Refusal> {
    let reason = |notice: &Notice| match notice {
        Notice::Refused { reason, .. } => Some(*reason),
        _ => None,
    };
    told.iter().filter_map(reason).collect()
}

/// The number of the player of a side in a running game.
fn seat(house: &House, game: Id, side: Side) -> u8 {
    let seated = house.game(game).terms().players[side.index()].player;
    (1..10).find(|number| player(*number).id() == seated).unwrap()
}

/// Lets this side resign.
fn resign(house: &mut House, game: Id, side: Side) {
    let number = seat(house, game, side);
    house.act(number, game, Deed::Resign);
}

#[test]
fn a_round_robin_is_played_to_its_end_by_itself() {
    let mut house = House::with_players(&[1, 2, 3, 4]);
    let id = open(&mut house, ROUND_ROBIN, &[1, 2, 3, 4]);
    assert!(note(&house).tournament.is_none());
    for round in 1..=3 {
        let games = pair(&mut house, id);
        assert_eq!(games.len(), 2, "round {round}");
        assert_eq!(house.log(games[0]).terms.game, "tictactoe");
        // Nobody pairs again while games go on.
        let told = house.ask(1, Ask::Event(EventAsk::Pair(id)));
        assert_eq!(refusal(&told), Refusal::Unpaired);
        for game in games {
            house.play(game, "b2");
            resign(&mut house, game, Side::Second);
        }
        let rounds = tournament(&house).rounds;
        assert_eq!(rounds.len(), round);
        let results = rounds[round - 1].games.iter().map(|game| game.result);
        assert!(results.into_iter().all(|it| it == Some(GameResult::FirstWins)));
        assert!(note(&house).games.is_empty());
    }
    assert!(tournament(&house).is_over(0));
    assert_eq!(refusal(&house.ask(1, Ask::Event(EventAsk::Pair(id)))), Refusal::Unpaired);
    assert!(house.ask(1, Ask::Event(EventAsk::Close(id))).is_empty());
    assert!(!house.retained.contains_key(&topics::event(id)));
    assert!(house.store.events().unwrap().is_empty());
}

#[test]
fn who_does_not_begin_or_aborts_loses_by_forfeit_and_a_draw_of_a_knock_out_is_replayed() {
    let mut house = House::with_players(&[1, 2, 3, 4]);
    let id = open(&mut house, Kind::Knockout, &[1, 2, 3, 4]);
    let games = pair(&mut house, id);
    // Nobody moves at the first board; the first player aborts at the second.
    let aborting = seat(&house, games[1], Side::First);
    house.act(aborting, games[1], Deed::Abort);
    house.wait(2 * MINUTE);
    let results: Vec<_> = tournament(&house).rounds[0].games.iter().map(|it| it.result).collect();
    assert_eq!(results, [Some(GameResult::SecondByForfeit); 2]);
    let last = pair(&mut house, id)[0];
    let seats = Side::BOTH.map(|side| seat(&house, last, side));
    house.play(last, "b2");
    house.act(seats[0], last, Deed::OfferDraw);
    house.act(seats[1], last, Deed::AnswerDraw(true));
    let again = note(&house).games[0].game;
    assert_ne!(again, last);
    assert_eq!(Side::BOTH.map(|side| seat(&house, again, side)), [seats[1], seats[0]]);
    house.play(again, "b2");
    resign(&mut house, again, Side::First);
    let winner = tournament(&house).leaders();
    assert_eq!(winner, [format!("P{}", seats[0])]);
}

#[test]
fn players_come_later_to_an_arena_and_leave_it() {
    let mut house = House::with_players(&[1, 2, 3, 4]);
    let id = open(&mut house, Kind::Arena { minutes: 10 }, &[2, 3]);
    let first = pair(&mut house, id)[0];
    assert!(house.ask(4, Ask::Event(EventAsk::Join(id))).is_empty());
    assert!(house.ask(1, Ask::Event(EventAsk::Join(id))).is_empty());
    assert_eq!(pair(&mut house, id).len(), 2);
    assert_eq!(note(&house).entrants.len(), 4);
    house.play(first, "b2");
    resign(&mut house, first, Side::Second);
    house.ask(4, Ask::Event(EventAsk::Leave(id)));
    assert!(tournament(&house).player(3).withdrawn);
    house.ask(4, Ask::Event(EventAsk::Join(id)));
    assert!(!tournament(&house).player(3).withdrawn);
    house.wait(11 * MINUTE);
    assert_eq!(refusal(&house.ask(1, Ask::Event(EventAsk::Pair(id)))), Refusal::Unpaired);
    assert!(tournament(&house).is_over(house.now / 1000), "nobody came to the last game");
}

#[test]
fn only_the_organiser_runs_it_and_nothing_impossible_is_taken() {
    let mut house = House::with_players(&[1, 2, 3]);
    for offer in [
        EventOffer { title: " ".to_owned(), ..event_offer(ROUND_ROBIN) },
        EventOffer { title: "x".repeat(61), ..event_offer(ROUND_ROBIN) },
        EventOffer { title: "a\u{7}b".to_owned(), ..event_offer(ROUND_ROBIN) },
        event_offer(Kind::Teams { boards: 0, double: false }),
        event_offer(Kind::Swiss { rounds: 0 }),
        event_offer(Kind::Arena { minutes: 100_000 }),
        EventOffer { game: "draughts".to_owned(), ..event_offer(ROUND_ROBIN) },
        EventOffer { time: Time::Unlimited, ..event_offer(ROUND_ROBIN) },
    ] {
        let told = house.ask(1, Ask::Event(EventAsk::Open(offer.clone())));
        assert!(matches!(refusal(&told), Refusal::Text | Refusal::Setup), "{offer:?}");
    }
    house.wait(MINUTE);
    let id = open(&mut house, Kind::Swiss { rounds: 3 }, &[2]);
    // One player is too few.
    assert_eq!(refusal(&house.ask(1, Ask::Event(EventAsk::Pair(id)))), Refusal::Unpaired);
    assert!(note(&house).tournament.is_none());
    house.ask(1, Ask::Event(EventAsk::Join(id)));
    house.ask(1, Ask::Event(EventAsk::Join(id)));
    assert_eq!(note(&house).entrants.len(), 2);
    let result = GameResult::FirstWins;
    let enter = EventAsk::Enter { event: id, round: 1, board: 1, result };
    for ask in [EventAsk::Pair(id), EventAsk::Close(id), enter.clone()] {
        assert_eq!(refusal(&house.ask(2, Ask::Event(ask))), Refusal::NotYours);
    }
    assert_eq!(refusal(&house.ask(3, Ask::Event(EventAsk::Leave(id)))), Refusal::Unknown);
    let game = pair(&mut house, id)[0];
    assert_eq!(refusal(&house.ask(3, Ask::Event(EventAsk::Join(id)))), Refusal::TooLate);
    assert_eq!(refusal(&house.ask(1, Ask::Event(enter.clone()))), Refusal::NotYours);
    resign(&mut house, game, Side::First);
    // The organiser corrects what is entered.
    assert!(house.ask(1, Ask::Event(enter)).is_empty());
    assert_eq!(tournament(&house).rounds[0].games[0].result, Some(result));
    let wrong = EventAsk::Enter { event: id, round: 1, board: 2, result };
    assert_eq!(refusal(&house.ask(1, Ask::Event(wrong))), Refusal::Unpaired);
    house.wait(MINUTE);
    for _ in 0..2 {
        house.ask(1, Ask::Event(EventAsk::Open(event_offer(ROUND_ROBIN))));
    }
    let more = house.ask(1, Ask::Event(EventAsk::Open(event_offer(ROUND_ROBIN))));
    assert_eq!(refusal(&more), Refusal::TooMany);
}

#[test]
fn two_of_the_same_name_are_told_apart() {
    let mut house = House::with_players(&[1, 2]);
    house.ask(2, Ask::Hello { name: "P1".to_owned() });
    let id = open(&mut house, ROUND_ROBIN, &[1, 2]);
    pair(&mut house, id);
    let names: Vec<_> = tournament(&house).players.into_iter().map(|it| it.name).collect();
    let with_print = |number| format!("P1 {}", player(number).id().fingerprint());
    assert_eq!(names, [with_print(1), with_print(2)]);
}

#[test]
fn a_tournament_outlives_a_new_start_and_a_store_that_fails() {
    let mut house = House::with_players(&[1, 2, 3, 4]);
    let id = open(&mut house, ROUND_ROBIN, &[1, 2, 3, 4]);
    let before = note(&house);
    house.store.fails.store(true, Ordering::Relaxed);
    let told = house.ask(1, Ask::Event(EventAsk::Pair(id)));
    assert!(refusals_of(&told).contains(&Refusal::Storage), "{told:?}");
    house.store.fails.store(false, Ordering::Relaxed);
    assert_eq!(note(&house), before);
    assert!(house.referee.games.is_empty());
    let games = pair(&mut house, id);
    // A result that cannot be written is not entered, and is later.
    house.play(games[0], "b2");
    let number = seat(&house, games[0], Side::Second);
    house.store.fails.store(true, Ordering::Relaxed);
    house.act(number, games[0], Deed::Resign);
    assert_eq!(note(&house).games.len(), 2);
    house.store.fails.store(false, Ordering::Relaxed);
    house.act(number, games[0], Deed::Resign);
    assert_eq!(note(&house).games.len(), 1);
    let before = note(&house);
    house.restart();
    assert_eq!(note(&house), before);
    [1, 2, 3, 4].into_iter().for_each(|number| house.arrive(number));
    house.play(games[1], "b2");
    resign(&mut house, games[1], Side::First);
    let results: Vec<_> = tournament(&house).rounds[0].games.iter().map(|it| it.result).collect();
    assert_eq!(results, [Some(GameResult::FirstWins), Some(GameResult::SecondWins)]);
    assert_eq!(pair(&mut house, id).len(), 2);
}

#[test]
fn the_next_referee_on_duty_goes_on_and_hears_the_results_of_the_other() {
    let mut house = House::with_players(&[1, 2, 3, 4]);
    house.referee.take_desk("a", house.now);
    house.flush();
    let id = open(&mut house, ROUND_ROBIN, &[1, 2, 3, 4]);
    let games = pair(&mut house, id);
    let mut other = House::with_players(&[1, 2, 3, 4]);
    (other.now, other.asked) = (house.now, house.asked + 1_000);
    for (topic, message) in &house.kept {
        other.referee.receive(topic, message, other.now);
    }
    other.referee.take_desk("b", other.now);
    other.flush();
    assert_eq!(note(&other), note(&house));
    // The first is at work still, but not on duty: it tells the result of its game.
    house.referee.leave_desk();
    house.flush();
    for (topic, message) in &other.kept {
        house.referee.receive(topic, message, house.now);
    }
    house.play(games[0], "b2");
    resign(&mut house, games[0], Side::Second);
    let (topic, message) =
        (topics::kept_result(games[0]), house.kept[&topics::kept_result(games[0])].clone());
    other.keep_retained(&[Publish {
        topic: topic.clone(),
        payload: message.clone(),
        retain: true,
    }]);
    other.referee.receive(&topic, &message, other.now);
    other.flush();
    assert_eq!(note(&other).games.len(), 1);
    assert_eq!(tournament(&other).rounds[0].games[0].result, Some(GameResult::FirstWins));
    assert!(!other.kept.contains_key(&topic), "it is cleared once it is entered");
    // One that is forged changes nothing.
    let forged = Signed::new(&player(3), Purpose::Request, &1);
    other.referee.receive(&topics::kept_result(games[1]), &encode(&forged), other.now);
    other.flush();
    assert_eq!(note(&other).games.len(), 1);
}

#[test]
fn a_tournament_in_which_nothing_happens_goes_after_two_weeks() {
    let mut house = House::with_players(&[1]);
    let id = open(&mut house, ROUND_ROBIN, &[]);
    house.wait(13 * 24 * 60 * MINUTE);
    assert!(house.retained.contains_key(&topics::event(id)));
    house.wait(2 * 24 * 60 * MINUTE);
    assert!(!house.retained.contains_key(&topics::event(id)));
}

#[test]
fn teams_are_named_by_their_players_and_meet_board_by_board() {
    let mut house = House::with_players(&[1, 2, 3, 4, 5]);
    let id = open(&mut house, Kind::Teams { boards: 2, double: false }, &[]);
    let join = |house: &mut House, number, team: &str| {
        let ask = EventAsk::JoinTeam { event: id, team: team.to_owned() };
        refusals_of(&house.ask(number, Ask::Event(ask)))
    };
    // Nobody takes part without a team, and nothing meets before there are two.
    assert_eq!(refusal(&house.ask(2, Ask::Event(EventAsk::Join(id)))), Refusal::Setup);
    assert_eq!(join(&mut house, 1, "a\nb"), [Refusal::Text]);
    for (number, team) in [(1, "Dragons"), (2, " Tigers "), (3, "Tigers"), (4, "Dragons")] {
        assert_eq!(join(&mut house, number, team), []);
        if number == 1 {
            assert_eq!(refusal(&house.ask(1, Ask::Event(EventAsk::Pair(id)))), Refusal::Unpaired);
        }
    }
    // Who goes to another team is in that alone.
    assert_eq!(join(&mut house, 5, "Tigers"), []);
    assert_eq!(join(&mut house, 5, "Dragons"), []);
    house.ask(4, Ask::Event(EventAsk::Leave(id)));
    assert_eq!(note(&house).teams, ["Dragons", "Tigers", "Tigers", "Dragons"]);
    let games = pair(&mut house, id);
    assert_eq!(games.len(), 2);
    assert_eq!(join(&mut house, 4, "Dragons"), [Refusal::TooLate]);
    let note = note(&house);
    assert_eq!(note.teams, ["Dragons", "Dragons", "Tigers", "Tigers"]);
    let seats: Vec<[u8; 2]> =
        games.iter().map(|&game| Side::BOTH.map(|side| seat(&house, game, side))).collect();
    // The first team has the first side at the first board.
    assert_eq!(seats, [[1, 2], [3, 5]]);
    house.restart();
    for number in 1..=5 {
        house.arrive(number);
    }
    for game in games {
        resign(&mut house, game, Side::Second);
    }
    let standings = tournament(&house).team_standings();
    assert_eq!(standings.iter().map(|it| it.matches).collect::<Vec<_>>(), [1, 1]);
    // One of players has no teams.
    house.ask(1, Ask::Event(EventAsk::Close(id)));
    let id = open(&mut house, ROUND_ROBIN, &[]);
    let ask = EventAsk::JoinTeam { event: id, team: "Dragons".to_owned() };
    assert_eq!(refusal(&house.ask(2, Ask::Event(ask))), Refusal::Setup);
}

//! Who is here and what is played, as the lobby is told it.

use super::super::games::Opening;
use super::*;

/// A player of whom there is no key here.
fn someone(number: u64) -> PlayerId {
    let mut bytes = [0; 32];
    bytes[..8].copy_from_slice(&number.to_le_bytes());
    PlayerId(bytes)
}

fn names(house: &House) -> Vec<String> {
    let attendance = house.attendance.as_ref().unwrap();
    assert_eq!(attendance.count as usize, attendance.players.len());
    let mut names: Vec<_> = attendance.players.iter().map(|it| it.name.clone()).collect();
    names.sort();
    names
}

#[test]
fn the_referee_on_duty_tells_who_is_here() {
    let mut house = House::with_players(&[1, 2]);
    house.wait(MINUTE);
    assert_eq!(house.attendance, None, "it is not on duty");
    house.referee.take_desk("r", house.now);
    house.flush();
    assert_eq!(names(&house), ["P1", "P2"]);
    house.arrive(3);
    house.leave(1);
    house.wait(1_000);
    assert_eq!(names(&house), ["P2", "P3"]);
    house.referee.leave_desk();
    house.arrive(1);
    house.wait(MINUTE);
    assert_eq!(names(&house), ["P2", "P3"], "another does so");
    // With a new connection the broker tells of those who are here then.
    house.referee.forget_kept();
    house.arrive(2);
    house.referee.take_desk("r", house.now);
    house.flush();
    assert_eq!(names(&house), ["P2"]);
}

#[test]
fn a_crowd_is_told_of_seldom_and_in_part() {
    let mut house = House::with_players(&[]);
    house.referee.take_desk("r", house.now);
    house.flush();
    let (mut messages, mut bytes) = (0, 0);
    let is_attendance = |publish: &&Publish| publish.topic == topics::players();
    for number in 0..4_000 {
        house.referee.note_here(someone(number), house.now);
        for publish in house.wait(10).iter().filter(is_attendance) {
            messages += 1;
            bytes += publish.payload.len();
        }
    }
    house.wait(MINUTE);
    let attendance = house.attendance.as_ref().unwrap();
    assert_eq!((attendance.count, attendance.players.len()), (4_000, limits::MAX_NAMED));
    // In 40 seconds: two in the first, and one in eight seconds at the end.
    assert!((5..40).contains(&messages), "{messages}");
    assert!(bytes < 40 * 16 * 1024, "{bytes}");
}

#[test]
fn the_lobby_shows_some_of_many_games_and_others_when_these_are_over() {
    let mut house = House::with_players(&[1, 2]);
    let begin = |house: &mut House, number: u64| {
        let Offer { game, options, time, rated, listed, delay, .. } = offer("tictactoe", BLITZ);
        let seats = [someone(2 * number), someone(2 * number + 1)];
        let opening = Opening { game, options, time, rated, seats, listed, delay, challenge: None };
        let id = house.referee.begin(opening, house.now).unwrap();
        house.flush();
        id
    };
    let first = house.begin(offer("tictactoe", BLITZ));
    (1..limits::MAX_SHOWN_GAMES as u64).for_each(|number| _ = begin(&mut house, number));
    let hidden = begin(&mut house, 1_000);
    let shown = |house: &House| {
        let topics = house.retained.keys().map(|topic| topics::Topic::parse(topic));
        topics.filter(|topic| matches!(topic, Some(topics::Topic::Running(_)))).count()
    };
    assert_eq!(shown(&house), limits::MAX_SHOWN_GAMES);
    assert!(!house.retained.contains_key(&topics::running(hidden)));
    // The end of one that is not shown is nobody's news.
    house.referee.do_as_referee(hidden, Deed::Void, house.now);
    let published = house.flush();
    assert!(published.iter().all(|publish| publish.topic != topics::running(hidden)));
    house.act(1, first, Deed::Resign);
    assert_eq!(shown(&house), limits::MAX_SHOWN_GAMES - 1);
    let next = begin(&mut house, 1_001);
    assert!(house.retained.contains_key(&topics::running(next)));
    // A new start shows as many again.
    house.restart();
    assert_eq!(shown(&house), limits::MAX_SHOWN_GAMES);
}

//! Tests of a referee after an absence, and with games that another has.

use super::*;
use crate::net::{ClockNote, Finish};

/// A game in which both clocks run: White has moved twice, Black once, and it is Black's turn.
fn under_way(house: &mut House, time: Time) -> Id {
    let id = house.begin(offer("chess", time));
    for text in ["e4", "e5", "d4"] {
        house.now += 1_000;
        house.play(id, text);
    }
    id
}

fn clocks(house: &House, id: Id) -> [u64; 2] {
    ClockNote::of(house.game(id).clock()).map(|note| note.time)
}

#[test]
fn the_time_for_which_the_referee_was_away_is_nobodys() {
    let mut house = House::with_players(&[1, 2]);
    let id = under_way(&mut house, BLITZ);
    let before = clocks(&house, id);
    // Black thinks for five seconds, then the referee is away for ten minutes.
    let since = house.now + 5_000;
    house.now = since + 10 * MINUTE;
    house.restart();
    house.arrive(1);
    house.arrive(2);
    house.referee.resume(Some(since), house.now);
    house.flush();
    assert_eq!(clocks(&house, id), [before[0], before[1] - 5_000]);
    house.now += 2_000;
    house.play(id, "exd4");
    // Two more seconds, and the increment of three.
    assert_eq!(clocks(&house, id), [before[0], before[1] - 5_000 - 2_000 + 3_000]);
    assert_eq!(house.proven(id).clock(), house.game(id).clock(), "everyone reads it in the log");
}

#[test]
fn where_nothing_is_known_the_clock_goes_on_from_the_last_entry() {
    let mut house = House::with_players(&[1, 2]);
    let id = under_way(&mut house, BLITZ);
    let before = clocks(&house, id);
    house.now += 10 * MINUTE;
    house.referee.resume(None, house.now);
    house.flush();
    assert_eq!(clocks(&house, id), before);
}

#[test]
fn who_was_out_of_time_before_the_referee_went_stays_so() {
    let mut house = House::with_players(&[1, 2]);
    let id = under_way(&mut house, BLITZ);
    let since = house.now + 10 * MINUTE;
    house.now = since + MINUTE;
    house.referee.resume(Some(since), house.now);
    house.wait(1);
    assert_eq!(house.proven(id).finish(), Some(Finish::OutOfTime(Side::Second)));
}

#[test]
fn an_absence_gives_a_fresh_minute_for_the_first_move_and_two_to_come_back() {
    let mut house = House::with_players(&[1, 2]);
    let id = house.begin(offer("chess", BLITZ));
    house.now += 5 * MINUTE;
    house.referee.resume(Some(house.now - 5 * MINUTE + 1), house.now);
    house.wait(MINUTE - 1_000);
    house.play(id, "e4");
    house.play(id, "e5");
    house.play(id, "d4");
    house.leave(2);
    house.now += 3 * MINUTE;
    house.referee.resume(Some(house.now - 3 * MINUTE + 1), house.now);
    house.wait(2 * MINUTE - 1_000);
    assert_eq!(house.game(id).finish(), None);
    house.wait(2_000);
    assert_eq!(house.proven(id).finish(), Some(Finish::Abandoned(Side::Second)));
}

#[test]
fn absences_do_not_use_up_the_log_of_a_game() {
    let mut house = House::with_players(&[1, 2]);
    let id = under_way(&mut house, Time::Fischer { main: 24 * 60 * MINUTE, increment: 0 });
    let day = 24 * 60 * MINUTE;
    let slow = house.begin(offer("go", Time::Correspondence { a_move: day }));
    let free = house.begin(Offer { rated: false, ..offer("go", Time::Unlimited) });
    for _ in 0..2_000 {
        house.now += 800;
        house.referee.resume(Some(house.now - 750), house.now);
        house.flush();
    }
    let entries = |id| house.game(id).log().entries.len();
    assert_eq!(entries(id), limits::MAX_ENTRIES_WITH_OFFERS);
    assert_eq!((entries(slow), entries(free)), (0, 0));
}

#[test]
fn a_game_that_another_has_is_kept_no_more() {
    let mut house = House::with_players(&[1, 2]);
    let id = under_way(&mut house, BLITZ);
    let (log, before) = (house.log(id), house.retained.clone());
    house.referee.leave_game(id);
    house.flush();
    assert!(house.referee.games().is_empty());
    assert_eq!(house.referee.take_subscriptions().1, [topics::all_actions(id)]);
    assert_eq!(house.store.game(id).unwrap(), None);
    assert_eq!(house.retained, before, "what the other has published stands");
    house.wait(60 * MINUTE);
    house.restart();
    assert!(house.store.ratings(player(1).id()).unwrap().is_empty());
    // It may come back, and its actions are heard again.
    house.referee.adopt(log.clone(), 1, None, house.now).unwrap();
    assert_eq!(house.referee.standing(id), Some((2, log.entries.len() + 1)));
    assert_eq!(house.referee.take_subscriptions(), (vec![topics::all_actions(id)], vec![]));
    house.flush();
    assert_eq!(house.store.game(id).unwrap().unwrap().log.entries[..3], log.entries[..]);
}

#[test]
fn a_log_that_says_more_is_gone_on_from_and_one_that_says_less_is_not() {
    let mut house = House::with_players(&[1, 2]);
    let id = under_way(&mut house, BLITZ);
    let log = house.log(id);
    let less = Log { entries: log.entries[..2].to_vec(), ..log.clone() };
    house.referee.adopt(less.clone(), 0, Some(house.now), house.now).unwrap();
    assert_eq!(house.referee.standing(id), Some((0, 3)));
    // Of a higher term of office it counts for more however short it is.
    house.referee.adopt(less, 1, Some(house.now), house.now).unwrap();
    house.flush();
    assert_eq!(house.referee.standing(id), Some((2, 2)));
    assert_eq!(house.referee.take_subscriptions().1, Vec::<String>::new());
    house.play(id, "d4");
    assert_eq!(house.store.game(id).unwrap().unwrap().log.entries.len(), 3);
}

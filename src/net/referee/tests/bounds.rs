//! Nothing grows without end: each table has a bound.

use super::super::games::Opening;
use super::*;

/// A player of whom there is no key here: what needs no signature is tried with many.
fn someone(number: usize) -> PlayerId {
    let mut bytes = [0; 32];
    bytes[..8].copy_from_slice(&(number as u64 + 1).to_le_bytes());
    PlayerId(bytes)
}

fn opening(seats: [PlayerId; 2]) -> Opening {
    let Offer { game, options, time, rated, listed, delay, .. } = offer("tictactoe", BLITZ);
    Opening { game, options, time, rated, seats, listed, delay, challenge: None }
}

#[test]
fn challenges_are_bounded_of_one_to_one_and_of_all() {
    let mut referee = House::with_players(&[]).referee;
    let to = Some(someone(1_000_000));
    let mut opened = 0;
    for number in 0.. {
        referee.players.hear(someone(number), START, false).unwrap();
        let to = to.filter(|_| number < 30);
        let result =
            referee.open_challenge(someone(number), Offer { to, ..offer("chess", BLITZ) }, START);
        let expected = if (limits::MAX_CHALLENGES_TO_PLAYER..30).contains(&number)
            || opened == limits::MAX_CHALLENGES
        {
            Err(Refusal::TooMany)
        } else {
            Ok(())
        };
        assert_eq!(result, expected, "{number}");
        opened += usize::from(result.is_ok());
        if number >= 30 && result.is_err() {
            break;
        }
    }
    assert_eq!(referee.lobby.challenges.len(), limits::MAX_CHALLENGES);
    // All of them are gone with their challengers, and nothing of them is left.
    referee.tick(START + 30_000);
    assert!(referee.lobby.challenges.is_empty());
    assert_eq!(referee.schedule.next(), Some(START + SWEEP_INTERVAL));
    referee.tick(START + 3 * SWEEP_INTERVAL);
    assert_eq!(referee.players.len(), 0);
}

#[test]
fn those_who_wait_are_bounded() {
    let mut referee = House::with_players(&[]).referee;
    for number in 0..=limits::MAX_WAITING {
        referee.players.hear(someone(number), START, false).unwrap();
        let time = Time::Fischer { main: 5_000 + number as u64, increment: 0 };
        let result = referee.quick_pair(someone(number), offer("chess", time), START);
        assert_eq!(result.is_ok(), number < limits::MAX_WAITING, "{number}");
    }
    referee.tick(START + 30_000);
    assert!(referee.lobby.waiting.is_empty());
}

#[test]
fn games_are_bounded_of_one_and_of_all() {
    let mut referee = House::with_players(&[]).referee;
    let of_one = limits::MAX_GAMES_OF_PLAYER;
    for number in 0..=of_one {
        let result = referee.begin(opening([someone(0), someone(number + 1)]), START);
        assert_eq!(result.is_ok(), number < of_one, "{number}");
    }
    // Whoever cannot play another does not wait in the way of others.
    let time = Time::Fischer { main: 60_000, increment: 0 };
    for number in [0, 500, 501] {
        referee.players.hear(someone(number), START, false).unwrap();
        let _ = referee.quick_pair(someone(number), offer("chess", time), START);
    }
    assert!(referee.lobby.waiting.values().all(|(player, _)| *player == someone(501)));
    let id = referee.games.keys().next().copied().unwrap();
    // As many as there may be, of which only the number counts.
    while referee.games.len() < limits::MAX_GAMES {
        let number = referee.games.len() as u64;
        let mut bytes = [0xff; 12];
        bytes[..8].copy_from_slice(&number.to_le_bytes());
        let game = referee.games[&id].game.clone();
        referee.games.insert(Id(bytes), RunningGame::new(game, 0, false));
    }
    let result = referee.begin(opening([someone(600), someone(601)]), START);
    assert_eq!(result, Err(Refusal::TooMany));
}

#[test]
fn finished_games_are_bounded_and_the_logs_of_those_before_are_cleared() {
    let mut house = House::with_players(&[1, 2]);
    let id = house.begin(offer("tictactoe", BLITZ));
    let terms = house.game(id).terms().clone();
    for number in 0..limits::MAX_ENDED as u64 + 10 {
        let mut bytes = [0; 12];
        bytes[..8].copy_from_slice(&number.to_be_bytes());
        let terms = Terms { id: Id(bytes), ..terms.clone() };
        let ended = Ended { terms, segments: 2, office: 0, listed: false };
        house.referee.keep_ended(ended, START);
    }
    assert_eq!(house.referee.ended.len(), limits::MAX_ENDED);
    let cleared = house.flush();
    assert_eq!(cleared.len(), 20);
    assert!(cleared.iter().all(|publish| publish.retain && publish.payload.is_empty()));
}

#[test]
fn a_referee_can_live_in_another_thread() {
    fn is_send<T: Send>(_: &T) {}
    is_send(&House::with_players(&[]).referee);
}

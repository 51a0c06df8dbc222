//! Whole games.

use tianyuan::games::registry::GAMES;
use tianyuan::net::Finish;
use tianyuan::net::client::{Command, Event};

use crate::player::{Player, begin, check_whole, live_until, play_until};
use crate::serve;
use crate::wire::Way;

#[test]
fn two_players_play_a_whole_game_one_of_them_over_a_websocket() {
    let host = serve("game", |_| {});
    let mut players =
        [(1, Way::Socket), (2, Way::WebSocket)].map(|(n, way)| Player::new(n, way, host.port()));
    let id = begin(&mut players, "tictactoe");
    play_until(&mut players, id, usize::MAX);
    check_whole(&players, id);
    live_until(&mut players, "both are rated", |players| {
        let is_rated = |event: &Event| matches!(event, Event::Rated { game, .. } if *game == id);
        players.iter().all(|player| player.events.iter().any(is_rated))
    });
}

#[test]
fn a_whole_game_of_every_kind_is_played() {
    let host = serve("every kind", |_| {});
    let mut players =
        [(1, Way::Socket), (2, Way::WebSocket)].map(|(n, way)| Player::new(n, way, host.port()));
    for game in GAMES {
        let id = begin(&mut players, game.id());
        play_until(&mut players, id, usize::MAX);
        let whole = check_whole(&players, id);
        assert!(matches!(whole.finish(), Some(Finish::Rules(_))), "{}", game.id());
        players.iter_mut().for_each(|player| player.rise(id));
    }
}

#[test]
fn who_comes_later_watches_a_game_and_who_comes_back_goes_on() {
    let host = serve("watch", |_| {});
    let mut players = [1, 2, 3].map(|number| Player::new(number, Way::WebSocket, host.port()));
    let id = begin(&mut players[..2], "reversi");
    play_until(&mut players[..2], id, 20);
    players[2].step();
    players[2].command(Command::Watch(id));
    live_until(&mut players, "the game is watched", |players| {
        players[2].game(id).is_some_and(|game| game.log().entries.len() >= 20)
    });
    players[0].cut();
    play_until(&mut players, id, usize::MAX);
    live_until(&mut players, "the watcher sees the end", |players| {
        players[2].game(id).is_some_and(|game| game.finish().is_some())
    });
    let whole = check_whole(&players, id);
    assert_eq!(players[2].game(id).unwrap().log(), whole.log());
}

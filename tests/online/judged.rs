//! Clients against the referee itself.

use tianyuan::core::{Random, Side};
use tianyuan::net::client::{Command, Event};
use tianyuan::net::referee::{MemoryStore, Publish, Referee};
use tianyuan::net::topics;
use tianyuan::net::{Deed, Finish, Identity, Line, Offer, Room, Seat, Time};

use crate::broker::Message;
use crate::client::{begin, offer, play_out};
use crate::referee::Judge;
use crate::world::{Weather, World};

struct Judged(Referee);

fn messages(publish: Vec<Publish>) -> Vec<Message> {
    let message = |Publish { topic, payload, retain }| Message { topic, payload, retain };
    publish.into_iter().map(message).collect()
}

impl Judge for Judged {
    fn filters(&self) -> Vec<String> {
        vec![topics::ALL_REQUESTS.to_owned(), format!("{}/who/+", topics::ROOT)]
    }

    fn receive(&mut self, topic: &str, payload: &[u8], now: u64) -> Vec<Message> {
        self.0.receive(topic, payload, now);
        messages(self.0.flush(now))
    }

    fn tick(&mut self, now: u64) -> Vec<Message> {
        if self.0.next_tick().is_some_and(|at| at <= now) {
            self.0.tick(now);
        }
        messages(self.0.flush(now))
    }

    fn take_filters(&mut self) -> (Vec<String>, Vec<String>) {
        self.0.take_subscriptions()
    }
}

fn world(players: usize, weather: Weather, seed: u64) -> World<Judged> {
    let store = Box::new(MemoryStore::default());
    let identity = Identity::from_secret([200; 32]);
    let referee = Referee::new(identity, store, seed, 1_700_000_000_000).unwrap();
    World::new(Judged(referee), players, weather, seed)
}

#[test]
fn games_end_alike_for_both_sides_however_bad_the_network_is() {
    let mut breaks = 0;
    for seed in 0..10 {
        let weather = Weather { delay: 300, breaks: 5, repeats: 10 };
        let mut world = world(2, weather, seed);
        let game = if seed % 2 == 0 { "reversi" } else { "tictactoe" };
        let id = begin(&mut world, game);
        play_out(&mut world, id, &mut Random::new(seed));
        let [one, two] = [0, 1].map(|player| world.game(player, id).game.clone().unwrap());
        assert_eq!(one.log(), two.log(), "seed {seed}");
        let is_played_out = matches!(one.finish(), Some(Finish::Rules(_)));
        assert!(is_played_out, "seed {seed}: {:?}", one.finish());
        for player in &world.players {
            let is_bad = |event: &&Event| matches!(event, Event::BadLog { .. });
            assert!(!player.events.iter().any(|event| is_bad(&event)));
        }
        breaks += world.breaks;
    }
    assert!(breaks > 20, "{breaks} connections broke, which tries nothing");
}

#[test]
fn players_are_paired_talk_play_again_and_are_rated() {
    let mut world = world(3, Weather { delay: 40, ..Weather::default() }, 1);
    world.run(1_000);
    let wanted = Offer { rated: true, seat: Seat::Random, ..offer("tictactoe") };
    world.command(0, Command::QuickPair(wanted.clone()));
    world.run(500);
    assert!(world.players[0].client.lobby().pairing.is_some());
    world.command(1, Command::QuickPair(wanted));
    world.run(1_000);
    let started = |world: &World<Judged>, player: usize| {
        let starts = world.players[player].events.iter().filter_map(|event| match event {
            Event::GameStarts { game, .. } => Some(*game),
            _ => None,
        });
        starts.collect::<Vec<_>>()
    };
    let id = started(&world, 0)[0];
    assert_eq!(started(&world, 1), [id]);
    assert!(world.players[0].client.lobby().pairing.is_none());
    // The third one finds the game in the lobby and watches it.
    assert!(world.players[2].client.lobby().running.contains_key(&id));
    world.command(2, Command::Watch(id));
    world.run(500);
    world.command(0, Command::Chat(Room::Players(id), Line::Phrase("hello".to_owned())));
    world.command(2, Command::Chat(Room::Watchers(id), Line::Text("who wins?".to_owned())));
    world.run(1_000);
    for (player, lines) in [(0, 1), (1, 1), (2, 1)] {
        assert_eq!(world.game(player, id).chat.len(), lines, "player {player}");
    }
    play_out(&mut world, id, &mut Random::new(4));
    world.run(1_000);
    let [one, two, three] = [0, 1, 2].map(|it| world.game(it, id).game.clone().unwrap());
    assert!(one.log() == two.log() && one.log() == three.log());
    assert_eq!(world.players[1].client.lobby().ratings.len(), 1);
    assert!(!world.players[2].client.lobby().running.contains_key(&id));
    world.command(0, Command::Rematch(id));
    world.run(500);
    assert!(world.game(1, id).rematch_is_offered);
    world.command(1, Command::Rematch(id));
    world.run(500);
    let again = started(&world, 1)[1];
    let sides = [id, again].map(|it| world.game(0, it).side.unwrap());
    assert_eq!(sides[0], sides[1].other());
    // A finished game proves itself to those who ask for it later.
    world.command(2, Command::Fetch(id));
    world.run(500);
    let fetched = world.players[2].events.iter().find_map(|event| match event {
        Event::Fetched(game) => Some(game.log().clone()),
        _ => None,
    });
    assert_eq!(fetched.as_ref(), Some(one.log()));
}

#[test]
fn who_stays_away_loses_and_learns_of_it_on_return() {
    let mut world = world(2, Weather { delay: 20, ..Weather::default() }, 1);
    let id = begin(&mut world, "reversi");
    for player in [0, 1] {
        let mv = world.game(player, id).game.as_ref().unwrap().position().legal_moves()[0];
        world.command(player, Command::Play(id, mv));
        world.run(500);
    }
    world.keep_away(0);
    world.run(130_000);
    let finish = |world: &World<Judged>, player: usize| {
        world.game(player, id).game.as_ref().unwrap().finish()
    };
    assert_eq!(finish(&world, 1), Some(Finish::Abandoned(Side::First)));
    assert_eq!(finish(&world, 0), None);
    world.let_return(0);
    world.run(1_000);
    assert_eq!(finish(&world, 0), Some(Finish::Abandoned(Side::First)));
}

#[test]
fn clocks_shown_agree_with_the_clock_of_the_referee() {
    let mut world = world(2, Weather { delay: 100, ..Weather::default() }, 1);
    world.run(3_000);
    let id = begin(&mut world, "reversi");
    for player in [0, 1] {
        let mv = world.game(player, id).game.as_ref().unwrap().position().legal_moves()[0];
        world.command(player, Command::Play(id, mv));
        world.run(1_000);
    }
    assert!(matches!(offer("reversi").time, Time::Fischer { main: 300_000, .. }));
    world.run(20_000);
    // The snapshot is taken with the measurement of the way, at most ten seconds ago.
    let snapshot = world.players[0].events.iter().rev().find_map(|event| match event {
        Event::Game(game) => Some(game.clone()),
        _ => None,
    });
    let left = snapshot.unwrap().clock(world.now).unwrap().time_left(Side::First).unwrap();
    world.command(0, Command::Deed(id, Deed::Resign));
    world.run(1_000);
    let after = world.game(0, id).game.as_ref().unwrap().clock().time_left(Side::First).unwrap();
    let difference = left.abs_diff(after).as_millis();
    assert!(difference <= 300, "{left:?} was shown, {after:?} was left");
}

#[test]
fn those_who_watch_are_behind_and_players_are_not_however_bad_the_network_is() {
    const DELAY: usize = 3;
    let mut world = world(3, Weather { delay: 100, breaks: 2, repeats: 10 }, 3);
    world.run(2_000);
    let late = Offer { delay: DELAY as u8, rated: false, ..offer("reversi") };
    world.command(0, Command::Challenge(late));
    world.run(5_000);
    let challenge = *world.players[1].client.lobby().challenges.keys().next().unwrap();
    world.command(1, Command::Accept(challenge));
    world.run(5_000);
    let id = world.players[0].client.games().next().unwrap().id;
    world.command(2, Command::Watch(id));
    world.run(3_000);
    let plies = |world: &World<Judged>, player: usize| {
        world.game(player, id).game.as_ref().map(|game| game.line().len()).unwrap()
    };
    for played in 1..=12 {
        let mover = (0..2).find(|&player| world.game(player, id).is_own_turn()).unwrap();
        let mv = world.game(mover, id).shown_position().unwrap().legal_moves()[0];
        world.command(mover, Command::Play(id, mv));
        for _ in 0..200 {
            world.run(100);
            assert!(plies(&world, 2) <= played.max(DELAY) - DELAY, "ply {played}");
            let is_here = |player| plies(&world, player) == played;
            if is_here(0) && is_here(1) {
                break;
            }
        }
        assert_eq!([plies(&world, 0), plies(&world, 1)], [played; 2]);
    }
    world.run(5_000);
    assert_eq!(plies(&world, 2), 12 - DELAY);
    world.command(0, Command::Deed(id, Deed::Resign));
    world.run(10_000);
    let finish = world.game(2, id).game.as_ref().unwrap().finish();
    assert_eq!((plies(&world, 2), finish), (12, Some(Finish::Resigned(Side::First))));
}

#[test]
fn opponents_know_of_each_other_s_way() {
    let mut world = world(2, Weather { delay: 40, ..Weather::default() }, 1);
    let id = begin(&mut world, "reversi");
    world.run(25_000);
    let last = world.players[0].events.iter().rev().find_map(|event| match event {
        Event::Game(game) if game.id == id => Some(game.opponent_round_trip_ms),
        _ => None,
    });
    let way = last.flatten().expect("the opponent has measured it");
    assert!((80..200).contains(&way), "{way}");
}

//! Clients against a referee over a network that breaks, repeats and delays.

use tianyuan::core::{Move, Random, Side};
use tianyuan::games::Options;
use tianyuan::net::client::{Client, Command, Event};
use tianyuan::net::topics;
use tianyuan::net::{
    Ask, Attendance, Deed, Finish, Id, Identity, Line, Offer, PlayerId, Profile, Purpose, Refusal,
    Room, Seat, Signed, Time, decode, encode,
};

use crate::broker::Message;
use crate::referee::{Judge, PlainReferee};
use crate::world::{Weather, World};

pub fn offer(game: &str) -> Offer {
    Offer {
        game: game.to_owned(),
        options: Options::default(),
        time: Time::Fischer { main: 300_000, increment: 2_000 },
        rated: false,
        seat: Seat::Challenger(Side::First),
        to: None,
        listed: true,
        delay: 0,
    }
}

/// Opens a challenge of player 0 that player 1 accepts: the game.
pub fn begin<J: Judge>(world: &mut World<J>, game: &str) -> Id {
    world.run(3_000);
    world.command(0, Command::Challenge(offer(game)));
    let challenge = wait_for(world, 1, |world| {
        world.players[1].client.lobby().challenges.keys().next().copied()
    });
    world.command(1, Command::Accept(challenge));
    wait_for(world, 0, |world| {
        let has_game = |it: &tianyuan::net::client::FollowedGame| it.game.is_some();
        let id = world.players[0].client.games().find(|it| has_game(it))?.id;
        world.players[1].client.game(id).is_some_and(has_game).then_some(id)
    })
}

fn wait_for<J: Judge, T>(
    world: &mut World<J>,
    player: usize,
    mut found: impl FnMut(&World<J>) -> Option<T>,
) -> T {
    for _ in 0..600 {
        if let Some(found) = found(world) {
            return found;
        }
        world.run(100);
    }
    panic!("player {player} waits in vain: {:?}", world.players[player].events.last());
}

/// Lets both players play at random until the game is over for both.
pub fn play_out<J: Judge>(world: &mut World<J>, id: Id, random: &mut Random) {
    for _ in 0..20_000 {
        let mut is_over = true;
        for player in 0..2 {
            let followed = world.game(player, id);
            let Some(game) = &followed.game else { panic!("no game") };
            is_over &= game.finish().is_some();
            if followed.is_own_turn() {
                let moves = game.position().legal_moves();
                let mv = moves[random.below(moves.len())];
                world.command(player, Command::Play(id, mv));
            }
        }
        if is_over {
            return;
        }
        world.run(100);
    }
    panic!("the game does not end");
}

pub fn world(weather: Weather, seed: u64) -> World<PlainReferee> {
    World::new(PlainReferee::new(), 2, weather, seed)
}

fn first_move<J: Judge>(world: &World<J>, player: usize, id: Id) -> Move {
    world.game(player, id).game.as_ref().unwrap().position().legal_moves()[0]
}

fn refusals(events: &[Event]) -> Vec<Refusal> {
    let refusal = |event: &Event| match event {
        Event::Refused { reason, .. } => Some(*reason),
        _ => None,
    };
    events.iter().filter_map(refusal).collect()
}

#[test]
fn games_end_alike_for_all_however_bad_the_network_is() {
    let mut breaks = 0;
    for seed in 0..8 {
        let weather = Weather { delay: 300, breaks: 5, repeats: 10 };
        let mut world = world(weather, seed);
        let id = begin(&mut world, "reversi");
        play_out(&mut world, id, &mut Random::new(seed));
        let log = world.referee.games[&id].log().clone();
        assert!(log.entries.len() > 20);
        for player in 0..2 {
            let followed = world.game(player, id);
            assert_eq!(followed.game.as_ref().unwrap().log(), &log, "seed {seed}");
            assert_eq!(followed.pending, None);
            let is_bad = |event: &Event| matches!(event, Event::BadLog { .. });
            assert!(!world.players[player].events.iter().any(is_bad));
        }
        breaks += world.breaks;
    }
    assert!(breaks > 20, "{breaks} connections broke, which tries nothing");
}

#[test]
fn a_move_without_an_entry_is_sent_again_as_it_was() {
    let mut world = world(Weather::default(), 1);
    let id = begin(&mut world, "tictactoe");
    world.referee.refuses = Some(Refusal::Storage);
    let mv = first_move(&world, 0, id);
    world.command(0, Command::Play(id, mv));
    world.run(1_000);
    let followed = world.game(0, id);
    assert_eq!(followed.pending_move(), Some(mv));
    assert_eq!(followed.pending.as_ref().unwrap().held_up, Some(Refusal::Storage));
    // Shown, though the log does not have it.
    assert!(!followed.is_own_turn());
    let shown = followed.shown_position().unwrap();
    assert_eq!(shown.side_to_move(), Side::Second);
    world.run(2_900);
    assert_eq!(world.referee.actions.len(), 2);
    world.break_connection(0);
    world.run(1_000);
    assert_eq!(world.referee.actions.len(), 3);
    world.referee.refuses = None;
    world.run(3_100);
    assert!(world.referee.actions.iter().all(|bytes| *bytes == world.referee.actions[0]));
    assert_eq!(world.game(0, id).pending, None);
    assert_eq!(world.game(1, id).game.as_ref().unwrap().line(), [mv]);
    assert!(world.game(1, id).is_own_turn());
    let sent = world.referee.actions.len();
    world.run(20_000);
    assert_eq!(world.referee.actions.len(), sent, "what has an entry is not sent any more");
}

#[test]
fn a_move_that_crosses_an_offer_of_the_opponent_is_signed_anew() {
    let mut world = world(Weather { delay: 300, ..Weather::default() }, 1);
    let id = begin(&mut world, "reversi");
    let mv = first_move(&world, 0, id);
    world.command(1, Command::Deed(id, Deed::OfferDraw));
    world.run(200);
    world.command(0, Command::Play(id, mv));
    world.run(3_000);
    let game = world.game(0, id).game.as_ref().unwrap();
    assert_eq!(game.line(), [mv]);
    assert_eq!(world.game(1, id).game.as_ref().unwrap().log(), game.log());
    assert_eq!(world.referee.actions.len(), 3);
    assert!(refusals(&world.players[0].events).is_empty());
}

#[test]
fn what_the_referee_refuses_for_good_is_taken_back_and_said() {
    let mut world = world(Weather::default(), 1);
    let id = begin(&mut world, "reversi");
    world.referee.refuses = Some(Refusal::IllegalMove);
    let mv = first_move(&world, 0, id);
    world.command(0, Command::Play(id, mv));
    world.run(500);
    assert_eq!(world.game(0, id).pending, None);
    assert!(world.game(0, id).is_own_turn());
    // What the rules of the client refuse already does not reach the referee.
    world.command(0, Command::Play(id, Move::Pass));
    world.command(1, Command::Play(id, mv));
    world.command(1, Command::Play(Id([0; 12]), mv));
    world.run(500);
    assert_eq!(world.referee.actions.len(), 1);
    assert_eq!(refusals(&world.players[0].events), [Refusal::IllegalMove, Refusal::IllegalMove]);
    assert_eq!(refusals(&world.players[1].events), [Refusal::NotYourTurn, Refusal::Unknown]);
}

#[test]
fn one_action_at_a_time_is_on_its_way_and_the_next_waits_for_it() {
    let mut world = world(Weather { delay: 300, ..Weather::default() }, 1);
    let id = begin(&mut world, "reversi");
    let mv = first_move(&world, 0, id);
    world.command(0, Command::Play(id, mv));
    // A second move would be for a position that is not there.
    world.command(0, Command::Play(id, mv));
    assert_eq!(refusals(&world.players[0].events), [Refusal::TooMany]);
    world.command(0, Command::Deed(id, Deed::Resign));
    assert_eq!(refusals(&world.players[0].events), [Refusal::TooMany]);
    world.run(2_000);
    for player in 0..2 {
        let game = world.game(player, id).game.as_ref().unwrap();
        assert_eq!(game.finish(), Some(Finish::Resigned(Side::First)));
    }
}

#[test]
fn those_who_are_muted_or_blocked_are_not_heard() {
    let mut world = world(Weather::default(), 1);
    world.run(1_000);
    let other = world.players[1].client.player();
    let say = |text: &str| Command::Chat(Room::Lobby, Line::Text(text.to_owned()));
    world.command(1, say("one"));
    world.run(200);
    world.command(0, Command::Mute(other, true));
    world.command(1, say("two"));
    world.run(200);
    world.command(0, Command::Mute(other, false));
    world.command(0, Command::Block(other, true));
    let to = Some(world.players[0].client.player());
    world.command(1, Command::Challenge(Offer { to, listed: false, ..offer("reversi") }));
    world.command(1, Command::Challenge(offer("reversi")));
    world.command(1, say("three"));
    world.run(500);
    let lines = |world: &World<PlainReferee>, player: usize| -> Vec<Line> {
        let chat = &world.players[player].client.lobby().chat;
        chat.iter().map(|line| line.line.clone()).collect()
    };
    assert_eq!(lines(&world, 0), [Line::Text("one".to_owned())]);
    assert_eq!(lines(&world, 1).len(), 3);
    assert!(world.players[0].client.lobby().challenges.is_empty());
    let declined = |event: &Event| matches!(event, Event::Declined(_));
    assert_eq!(world.players[1].events.iter().filter(|it| declined(it)).count(), 1);
    assert_eq!(world.players[1].client.lobby().own.len(), 1);
}

#[test]
fn everyone_sees_who_is_here() {
    let mut world = world(Weather { delay: 20, ..Weather::default() }, 1);
    let id = begin(&mut world, "reversi");
    world.run(200);
    let other = world.players[1].client.player();
    let is_here = |world: &World<PlainReferee>| {
        world.players[0].client.lobby().players.get(&other).map(|it| it.name.clone())
    };
    let opponent = |world: &World<PlainReferee>| {
        let last = world.players[0].events.iter().rev().find_map(|event| match event {
            Event::Game(game) if game.id == id => Some(game.opponent_is_here),
            _ => None,
        });
        last.unwrap()
    };
    assert_eq!(is_here(&world).as_deref(), Some("Player 1"));
    assert_eq!(opponent(&world), Some(true));
    world.keep_away(1);
    world.run(500);
    assert_eq!((is_here(&world), opponent(&world)), (None, Some(false)));
    world.let_return(1);
    world.run(500);
    assert_eq!((is_here(&world).is_some(), opponent(&world)), (true, Some(true)));
    world.command(1, Command::Rename("  Another\u{7} name  ".to_owned()));
    world.run(500);
    assert_eq!(is_here(&world).as_deref(), Some("Another name"));
    // Another device of the same player leaves: this one is still here.
    let topic = topics::presence(other);
    world.publish(&Message { topic: topic.clone(), payload: Vec::new(), retain: true });
    world.run(500);
    assert!(is_here(&world).is_some() && world.broker.retained(&topic).is_some());
}

#[test]
fn who_plays_in_a_crowd_does_not_hear_the_lobby_until_the_game_is_over() {
    let mut world = world(Weather::default(), 1);
    let crowd = |world: &mut World<PlainReferee>, count: u32| {
        let other = PlayerId([7; 32]);
        let players = vec![Profile { player: other, name: "Other".to_owned() }];
        let payload = encode(&Attendance { count, players });
        world.publish(&Message { topic: topics::players(), payload, retain: true });
        world.run(200);
    };
    let id = begin(&mut world, "reversi");
    crowd(&mut world, 20);
    let lobby = |world: &World<PlainReferee>| world.players[0].client.lobby().clone();
    assert_eq!((lobby(&world).number_here(), lobby(&world).players.len()), (20, 3));
    crowd(&mut world, 2_000);
    assert_eq!((lobby(&world).number_here(), lobby(&world).players.len()), (2_000, 2));
    crowd(&mut world, 2_001);
    assert_eq!(lobby(&world).number_here(), 2_000, "it is not heard");
    // Whether the opponent is here, who plays hears all the same.
    let opponent = |world: &mut World<PlainReferee>| {
        world.run(500);
        let last = world.players[0].events.iter().rev().find_map(|event| match event {
            Event::Game(game) if game.id == id => Some(game.opponent_is_here),
            _ => None,
        });
        last.unwrap()
    };
    world.keep_away(1);
    assert_eq!(opponent(&mut world), Some(false));
    world.let_return(1);
    assert_eq!(opponent(&mut world), Some(true));
    world.command(0, Command::Deed(id, Deed::Resign));
    world.run(1_000);
    assert_eq!((lobby(&world).number_here(), lobby(&world).players.len()), (2_001, 3));
}

#[test]
fn a_player_who_returns_is_told_what_happened_meanwhile() {
    let mut world = world(Weather { delay: 20, ..Weather::default() }, 1);
    let id = begin(&mut world, "reversi");
    let mv = first_move(&world, 0, id);
    world.keep_away(1);
    world.command(0, Command::Play(id, mv));
    world.run(5_000);
    assert!(world.game(1, id).game.as_ref().unwrap().line().is_empty());
    // Asked while away, sent with the next connection.
    world.command(1, Command::Chat(Room::Players(id), Line::Text("back".to_owned())));
    world.let_return(1);
    world.run(1_000);
    assert_eq!(world.game(1, id).game.as_ref().unwrap().line(), [mv]);
    assert_eq!(world.game(0, id).chat.len(), 1);
    // A program that begins anew has nothing but its key.
    let mut fresh = world.players.remove(1).client;
    fresh = Client::new(Identity::from_secret([2; 32]), fresh.lobby().chat.len().to_string());
    fresh.connected(world.now);
    let welcome = tianyuan::net::Notice::Welcome {
        now: world.now,
        ratings: Vec::new(),
        games: vec![id],
        challenges: Vec::new(),
    };
    fresh.receive(&topics::notices(fresh.player()), &encode(&welcome), world.now);
    for message in world.referee.segments(id) {
        fresh.receive(&message.topic, &message.payload, world.now);
    }
    assert_eq!(fresh.game(id).unwrap().side, Some(Side::Second));
    assert!(fresh.game(id).unwrap().is_own_turn());
}

#[test]
fn the_way_is_measured_and_clocks_are_shown_by_the_referee_s_time() {
    let mut world = world(Weather { delay: 150, ..Weather::default() }, 1);
    let id = begin(&mut world, "reversi");
    for player in [0, 1] {
        let mv = first_move(&world, player, id);
        world.command(player, Command::Play(id, mv));
        world.run(1_000);
    }
    world.run(10_000);
    // 150 each way, and the world looks every 50.
    let round_trip = world.players[0].client.round_trip_ms().unwrap();
    assert!((300..=400).contains(&round_trip), "{round_trip}");
    let snapshot = world.players[0].events.iter().rev().find_map(|event| match event {
        Event::Game(game) => Some(game.clone()),
        _ => None,
    });
    let snapshot = snapshot.unwrap();
    assert_eq!(snapshot.clock_offset, Some(0));
    let game = snapshot.game.as_ref().unwrap();
    let began = game.terms().began + game.turn_began();
    let left = |now: u64| snapshot.clock(now).unwrap().time_left(Side::First).unwrap();
    // The first turn is not counted, and the second has 300 + 2 seconds at its beginning.
    assert_eq!(left(began).as_millis(), 302_000);
    assert_eq!(left(began + 7_500).as_millis(), 294_500);
    // The own move stops the clock that is shown, although no entry has come yet.
    world.weather.delay = 5_000;
    let mv = first_move(&world, 0, id);
    let played = world.now;
    world.command(0, Command::Play(id, mv));
    let followed = world.game(0, id);
    let shown = |now| followed.clock(now).unwrap().time_left(Side::First).unwrap();
    assert_eq!(shown(played + 4_000), shown(played));
}

#[test]
fn a_referee_that_does_not_answer_is_greeted_again() {
    struct Silent(Vec<u64>);
    impl Judge for Silent {
        fn filters(&self) -> Vec<String> {
            vec![topics::ALL_REQUESTS.to_owned()]
        }
        fn receive(&mut self, _: &str, payload: &[u8], now: u64) -> Vec<Message> {
            let signed: Signed = decode(payload, 9_000).unwrap();
            let request: tianyuan::net::Request = signed.open(Purpose::Request).unwrap();
            if matches!(request.ask, Ask::Hello { .. }) {
                self.0.push(now);
            }
            Vec::new()
        }
        fn tick(&mut self, _: u64) -> Vec<Message> {
            Vec::new()
        }
    }
    let mut world = World::new(Silent(Vec::new()), 1, Weather::default(), 1);
    // After 0, 1, 3, 7, 15 and 25 seconds.
    world.run(35_000);
    assert_eq!(world.referee.0.len(), 6);
    assert!(!world.players[0].client.lobby().is_served);
}

#[test]
fn requests_without_a_connection_wait_for_one_and_not_without_end() {
    let mut world = world(Weather::default(), 1);
    for _ in 0..40 {
        world.command(0, Command::Fetch(Id([1; 12])));
    }
    assert_eq!(refusals(&world.players[0].events), [Refusal::TooMany; 8]);
}

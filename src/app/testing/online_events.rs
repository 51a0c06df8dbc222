//! A tournament on a server between two apps: announced, entered, played and told.

use super::how_to_play::screen;
use super::online::{Heard, Net, player, request, settle};
use super::*;
use crate::app::features::online::{OnlinePlay, OnlineRequest};
use crate::events::{GameResult, Kind};
use crate::net::client::Command;
use crate::net::{EventAsk, EventNote, EventOffer, Time};

fn ask(app: &mut App, ask: EventAsk) {
    request(app, OnlineRequest::Command(Command::Event(ask)));
}

fn note(app: &App) -> EventNote {
    let events = &app.world().resource::<OnlinePlay>().lobby().events;
    assert_eq!(events.len(), 1);
    EventNote::clone(events.values().next().unwrap())
}

#[test]
fn a_tournament_on_a_server_is_announced_entered_and_played() {
    let folders = [DataFolder::new("events-ann"), DataFolder::new("events-bob")];
    let net = Net::new();
    let mut apps = folders.each_ref().map(|folder| player(&net, &folder.0, "P"));
    let offer = EventOffer {
        title: "Spring cup".to_owned(),
        kind: Kind::RoundRobin { double: true },
        game: "reversi".to_owned(),
        options: Options::default(),
        time: Time::Fischer { main: 300_000, increment: 0 },
        rated: true,
    };
    ask(&mut apps[0], EventAsk::Open(offer));
    settle(&mut apps);
    let id = note(&apps[1]).id;
    apps.iter_mut().for_each(|app| ask(app, EventAsk::Join(id)));
    settle(&mut apps);
    assert_eq!(note(&apps[0]).entrants.len(), 2);
    // Who does not organise it cannot begin it, and is told so.
    ask(&mut apps[1], EventAsk::Pair(id));
    settle(&mut apps);
    let heard = &apps[1].world().resource::<Heard>().notices;
    assert!(heard.iter().any(|notice| notice.id == "online-refused-not-yours"));
    for round in 1..=2 {
        ask(&mut apps[0], EventAsk::Pair(id));
        settle(&mut apps);
        for app in &apps {
            assert_eq!(screen(app), Screen::Play, "round {round}");
        }
        // Before the second move it would be aborted, which is a forfeit.
        for _ in 0..2 {
            let mv = game(&apps[0]).position().legal_moves()[0];
            super::online::make(&mut apps, mv);
        }
        let side = game(&apps[0]).side_to_move();
        let mover = apps.iter().position(|app| game(app).player_kind(side) == PlayerKind::Human);
        act(&mut apps[mover.unwrap()], GameAction::Resign(side));
        settle(&mut apps);
        // The way back leads to the tournament.
        let online = apps[1].world().resource::<OnlinePlay>();
        let there = apps[1].world().resource::<ActiveSession>().online().unwrap().id();
        assert_eq!(online.event_of(there), Some(id));
        let rounds = note(&apps[1]).read_tournament().unwrap().rounds;
        assert_eq!(rounds[round - 1].games[0].result, Some(GameResult::SecondWins));
    }
    let standings = note(&apps[1]).read_tournament().unwrap().standings();
    assert!(standings.iter().all(|standing| standing.half_points == 2));
    ask(&mut apps[0], EventAsk::Close(id));
    settle(&mut apps);
    assert!(apps[1].world().resource::<OnlinePlay>().lobby().events.is_empty());
}

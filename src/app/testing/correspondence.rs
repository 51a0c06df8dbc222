//! Games by correspondence and challenges to one player, between two apps.

use std::cell::RefCell;
use std::rc::Rc;

use super::how_to_play::{go_to, names, press, screen};
use super::online::{Heard, Net, make, offer, player, request, settle, start_again};
use super::*;
use crate::app::features::online::{OnlinePlay, OnlineRequest};
use crate::app::services::library::{LibraryEvent, LibraryRequest};
use crate::app::session::Mode;
use crate::net::client::Command;
use crate::net::{Evidence, Id, Line, Offer, Room, Time};

const DAY: u64 = 86_400_000;

fn play_of(app: &App) -> &OnlinePlay {
    app.world().resource::<OnlinePlay>()
}

fn by_days(game: &str) -> Offer {
    let time = Time::Correspondence { a_move: 3 * DAY };
    Offer { time, ..offer(game, Options::default()) }
}

/// A game by correspondence that the first app offers and the second accepts.
fn begin(apps: &mut [App; 2], game: &str) -> Id {
    let before: Vec<Id> = play_of(&apps[0]).own_running().map(|it| it.id).collect();
    request(&mut apps[0], OnlineRequest::Challenge(by_days(game)));
    settle(apps);
    let open = play_of(&apps[1]).lobby().challenges.keys().next().copied().unwrap();
    request(&mut apps[1], OnlineRequest::Command(Command::Accept(open)));
    settle(apps);
    let now = play_of(&apps[0]).own_running().map(|it| it.id);
    now.into_iter().find(|id| !before.contains(id)).expect("a game has begun")
}

fn has_notice(app: &App, id: &str) -> bool {
    app.world().resource::<Heard>().notices.iter().any(|notice| notice.id == id)
}

fn two(net: &Rc<RefCell<Net>>, folders: &[DataFolder; 2]) -> [App; 2] {
    [player(net, &folders[0].0, "Ann"), player(net, &folders[1].0, "Bob")]
}

#[test]
fn several_games_go_on_at_once_and_are_left_without_being_resigned() {
    let folders = [DataFolder::new("days-a"), DataFolder::new("days-b")];
    let net = Net::new();
    let mut apps = two(&net, &folders);
    let chess = begin(&mut apps, "chess");
    // Who has accepted plays at once; the other is told, and goes on with what they do.
    assert_eq!((screen(&apps[1]), screen(&apps[0])), (Screen::Play, Screen::Home));
    assert!(has_notice(&apps[0], "online-game-begins"));
    assert_eq!(play_of(&apps[0]).waiting(), 1);
    go_to(&mut apps[1], Screen::Online);
    let reversi = begin(&mut apps, "reversi");
    assert_eq!(play_of(&apps[0]).waiting(), 2);
    go_to(&mut apps[1], Screen::Online);
    for id in [chess, reversi] {
        request(&mut apps[0], OnlineRequest::Open(id));
        settle(&mut apps);
        assert_eq!(apps[0].world().resource::<ActiveSession>().online().unwrap().id(), id);
        let mv = game(&apps[0]).position().legal_moves()[0];
        play_move(&mut apps[0], mv);
        settle(&mut apps);
        assert!(has_notice(&apps[1], "online-your-turn"), "of a game that is not on the board");
        go_to(&mut apps[0], Screen::Online);
        assert_eq!(apps[0].world().resource::<ActiveSession>().mode(), Mode::Game);
    }
    let waiting = [0, 1].map(|number: usize| play_of(&apps[number]).waiting());
    assert_eq!(waiting, [0, 2]);
    assert_eq!(play_of(&apps[0]).own_running().count(), 2);
    // The lobby lists them, and leads back.
    let shown = names(&mut apps[1]);
    assert_eq!(shown.iter().filter(|name| *name == "Return").count(), 2, "{shown:?}");
    press(&mut apps[1], "Return");
    settle(&mut apps);
    assert_eq!(screen(&apps[1]), Screen::Play);
}

#[test]
fn a_line_is_unread_until_the_chat_is_looked_at_also_after_a_new_start() {
    let folders = [DataFolder::new("unread-a"), DataFolder::new("unread-b")];
    let net = Net::new();
    let mut apps = two(&net, &folders);
    let id = begin(&mut apps, "chess");
    go_to(&mut apps[1], Screen::Home);
    let say = |text: &str| {
        let line = Line::Text(text.to_owned());
        OnlineRequest::Command(Command::Chat(Room::Players(id), line))
    };
    request(&mut apps[0], say("hello"));
    settle(&mut apps);
    let unread = |app: &App| play_of(app).unread(id);
    assert_eq!((unread(&apps[0]), unread(&apps[1])), (0, 1));
    assert!(has_notice(&apps[1], "online-chat-elsewhere"));
    request(&mut apps[1], OnlineRequest::Open(id));
    settle(&mut apps);
    press(&mut apps[1], "Chat");
    let shown = names(&mut apps[1]);
    assert!(shown.iter().any(|name| name == "hello"), "{shown:?}");
    settle(&mut apps);
    assert_eq!(unread(&apps[1]), 0);
    // What is said while the program is closed waits too.
    let [ann, bob] = apps;
    drop(bob);
    net.borrow_mut().set_connected(1, false);
    net.borrow_mut().leave(1);
    let mut ann = ann;
    request(&mut ann, say("are you there"));
    let bob = start_again(&net, &folders[1].0, 1);
    let mut apps = [ann, bob];
    settle(&mut apps);
    assert_eq!((unread(&apps[1]), play_of(&apps[1]).waiting()), (1, 1));
    assert_eq!(screen(&apps[1]), Screen::Home, "a game by correspondence does not push itself");
}

#[test]
fn a_game_that_ended_while_the_program_was_closed_is_told_and_in_the_library_with_its_log() {
    let folders = [DataFolder::new("ended-a"), DataFolder::new("ended-b")];
    let net = Net::new();
    let mut apps = two(&net, &folders);
    let id = begin(&mut apps, "chess");
    request(&mut apps[0], OnlineRequest::Open(id));
    settle(&mut apps);
    for text in ["e4", "e5", "Nf3"] {
        let mv = game(&apps[0]).position().parse_move(text).unwrap();
        make(&mut apps, mv);
    }
    let [mut ann, bob] = apps;
    drop(bob);
    net.borrow_mut().set_connected(1, false);
    net.borrow_mut().leave(1);
    let deed = Command::Deed(id, crate::net::Deed::Resign);
    request(&mut ann, OnlineRequest::Command(deed));
    let bob = start_again(&net, &folders[1].0, 1);
    let mut apps = [ann, bob];
    settle(&mut apps);
    let begun = Instant::now();
    while !has_notice(&apps[1], "online-ended-won") {
        assert!(begun.elapsed() < WAIT_LIMIT, "the end of the game is not told");
        settle(&mut apps);
    }
    assert_eq!(play_of(&apps[1]).own_running().count(), 0);
    let log = |app: &App| {
        app.world().resource::<Heard>().library.iter().find_map(|event| match event {
            LibraryEvent::Log { log, .. } => Some(log.clone()),
            _ => None,
        })
    };
    let stored = |app: &App| {
        app.world().resource::<Heard>().library.iter().find_map(|event| match event {
            LibraryEvent::PlayedStored { id, .. } => Some(*id),
            _ => None,
        })
    };
    wait_for(&mut apps[1], "the record", |app| stored(app).is_some());
    let kept = stored(&apps[1]).unwrap();
    apps[1].world_mut().write_message(LibraryRequest::Log(kept));
    wait_for(&mut apps[1], "the log", |app| log(app).is_some());
    let (bytes, record) = log(&apps[1]).unwrap().expect("the log is kept beside the record");
    let evidence = Evidence::check(&bytes).unwrap();
    assert!(evidence.is_signed_by_both() && evidence.proves(&record));
}

#[test]
fn a_challenge_to_one_player_is_shown_on_any_page_and_its_refusal_is_told() {
    let folders = [DataFolder::new("direct-a"), DataFolder::new("direct-b")];
    let net = Net::new();
    let mut apps = two(&net, &folders);
    settle(&mut apps);
    let to = play_of(&apps[1]).player();
    // Who is here is told in intervals.
    let begun = Instant::now();
    while !to.is_some_and(|to| play_of(&apps[0]).lobby().players.contains_key(&to)) {
        assert!(begun.elapsed() < WAIT_LIMIT, "the list of players does not arrive");
        settle(&mut apps);
    }
    let direct = || OnlineRequest::Challenge(Offer { to, ..by_days("go") });
    request(&mut apps[0], direct());
    settle(&mut apps);
    assert_eq!(play_of(&apps[1]).waiting(), 1);
    let shown = names(&mut apps[1]);
    assert!(shown.iter().any(|name| name == "Ann (1500?) challenges you"), "{shown:?}");
    press(&mut apps[1], "Decline");
    settle(&mut apps);
    let declined = Notice::hint("online-declined").with("name", "Bob");
    assert!(apps[0].world().resource::<Heard>().notices.contains(&declined));
    request(&mut apps[0], direct());
    settle(&mut apps);
    press(&mut apps[1], "Play");
    settle(&mut apps);
    assert_eq!(screen(&apps[1]), Screen::Play);
    assert_eq!(apps[1].world().resource::<ActiveSession>().mode(), Mode::Online);
}

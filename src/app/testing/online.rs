//! Games over a network between two apps: a referee, and a broker that is a few lines here.

use std::cell::RefCell;
use std::collections::{BTreeMap, VecDeque};
use std::rc::Rc;

use super::every_page::whole_app;
use super::how_to_play::{go_to, screen};
use super::*;
use crate::app::features::engine::HelpRequest;
use crate::app::features::online::{self, OnlinePlay, OnlineRequest, Server};
use crate::app::services::library::{self, LibraryEvent};
use crate::app::session::Mode;
use crate::app::settings::Language;
use crate::net::client::{Client, Command, Event, Output, now_ms};
use crate::net::referee::{MemoryStore, Referee};
use crate::net::{Identity, Offer, Seat};

/// A client with what it has subscribed to and what it has to tell.
struct Seated {
    client: Client,
    filters: Vec<String>,
    events: Vec<Event>,
    is_connected: bool,
    /// True once its program was started.
    was_there: bool,
}

/// The referee, the clients, and the broker between them.
pub(super) struct Net {
    referee: Referee,
    retained: BTreeMap<String, Vec<u8>>,
    seated: Vec<Seated>,
}

fn fits(filter: &str, topic: &str) -> bool {
    let (filter, topic): (Vec<_>, Vec<_>) =
        (filter.split('/').collect(), topic.split('/').collect());
    filter.len() == topic.len() && filter.iter().zip(&topic).all(|(f, t)| *f == "+" || f == t)
}

impl Net {
    pub(super) fn new() -> Rc<RefCell<Net>> {
        let store = Box::new(MemoryStore::default());
        let mut referee = Referee::new(Identity::from_secret([9; 32]), store, 1, now_ms()).unwrap();
        referee.take_desk("alone", now_ms());
        Rc::new(RefCell::new(Net { referee, retained: BTreeMap::new(), seated: Vec::new() }))
    }

    /// Carries messages to and fro until nobody has anything to say.
    fn carry(&mut self) {
        let now = now_ms();
        let mut on_the_way = VecDeque::new();
        loop {
            for seated in self.seated.iter_mut().filter(|seated| seated.is_connected) {
                seated.client.wake(now);
                for output in seated.client.take_output() {
                    match output {
                        Output::Publish { topic, payload, retain } => {
                            on_the_way.push_back((topic, payload, retain));
                        }
                        Output::Subscribe(filter) => {
                            for (topic, payload) in
                                self.retained.iter().filter(|(topic, _)| fits(&filter, topic))
                            {
                                seated.client.receive(topic, payload, now);
                            }
                            seated.filters.push(filter);
                        }
                        Output::Unsubscribe(filter) => seated.filters.retain(|it| *it != filter),
                    }
                }
            }
            self.referee.tick(now);
            let published = self.referee.flush(now);
            on_the_way.extend(published.into_iter().map(|it| (it.topic, it.payload, it.retain)));
            if on_the_way.is_empty() {
                break;
            }
            while let Some((topic, payload, retain)) = on_the_way.pop_front() {
                self.referee.receive(&topic, &payload, now);
                for seated in self.seated.iter_mut().filter(|seated| seated.is_connected) {
                    if seated.filters.iter().any(|filter| fits(filter, &topic)) {
                        seated.client.receive(&topic, &payload, now);
                    }
                }
                if retain && payload.is_empty() {
                    self.retained.remove(&topic);
                } else if retain {
                    self.retained.insert(topic, payload);
                }
            }
        }
        for seated in &mut self.seated {
            seated.events.extend(seated.client.take_events());
        }
    }

    /// The will of a client whose program is closed: nobody sees the player as here any more.
    pub(super) fn leave(&mut self, number: usize) {
        let Output::Publish { topic, .. } = self.seated[number].client.farewell() else { return };
        self.retained.remove(&topic);
        self.referee.receive(&topic, &[], now_ms());
        for seated in self.seated.iter_mut().filter(|seated| seated.is_connected) {
            seated.client.receive(&topic, &[], now_ms());
        }
        self.carry();
    }

    pub(super) fn set_connected(&mut self, number: usize, is_connected: bool) {
        let seated = &mut self.seated[number];
        seated.is_connected = is_connected;
        seated.filters.clear();
        match is_connected {
            true => seated.client.connected(now_ms()),
            false => seated.client.disconnected(now_ms()),
        }
        self.carry();
    }
}

/// One of the clients, as an app knows it.
struct Place(Rc<RefCell<Net>>, usize);

impl Server for Place {
    fn send(&self, command: Command) {
        let mut net = self.0.borrow_mut();
        net.seated[self.1].client.command(command, now_ms());
        net.carry();
    }

    fn poll(&self) -> Vec<Event> {
        let mut net = self.0.borrow_mut();
        net.carry();
        std::mem::take(&mut net.seated[self.1].events)
    }
}

pub(super) fn player(net: &Rc<RefCell<Net>>, folder: &Path, name: &str) -> App {
    let number = net.borrow().seated.len();
    let identity = Identity::from_secret([number as u8 + 1; 32]);
    let client = Client::new(identity, name.to_owned());
    let seated = Seated {
        client,
        filters: Vec::new(),
        events: Vec::new(),
        is_connected: false,
        was_there: false,
    };
    net.borrow_mut().seated.push(seated);
    start_again(net, folder, number)
}

/// Everything that an app has told since it was started.
#[derive(Resource, Default)]
pub(super) struct Heard {
    pub(super) notices: Vec<Notice>,
    pub(super) library: Vec<LibraryEvent>,
}

fn hear(
    mut heard: ResMut<Heard>,
    mut notices: MessageReader<Notice>,
    mut library: MessageReader<LibraryEvent>,
) {
    heard.notices.extend(notices.read().cloned());
    heard.library.extend(library.read().cloned());
}

/// The program of a player of a net, started anew.
pub(super) fn start_again(net: &Rc<RefCell<Net>>, folder: &Path, number: usize) -> App {
    let mut app = whole_app(folder, Language::English);
    app.add_plugins(online::plugin).init_resource::<Heard>().add_systems(Last, hear);
    library::open(app.world_mut());
    go_to(&mut app, Screen::Home);
    let identity = Identity::from_secret([number as u8 + 1; 32]);
    {
        let mut net = net.borrow_mut();
        let seated = &mut net.seated[number];
        let name = format!("Player {number}");
        let known = seated.client.player();
        assert_eq!(known, identity.id());
        if seated.was_there {
            seated.client = Client::new(identity.clone(), name);
            seated.events.clear();
        }
        seated.was_there = true;
        net.set_connected(number, true);
    }
    online::connect(app.world_mut(), Box::new(Place(net.clone(), number)), identity);
    app.update();
    app
}

pub(super) fn request(app: &mut App, request: OnlineRequest) {
    app.world_mut().write_message(request);
    app.update();
}

pub(super) fn offer(game: &str, options: Options) -> Offer {
    Offer {
        game: game.to_owned(),
        options,
        time: crate::net::Time::Fischer { main: 300_000, increment: 2_000 },
        rated: true,
        seat: Seat::Challenger(Side::First),
        to: None,
        listed: true,
        delay: 0,
    }
}

/// Two apps in a game that the first has offered.
fn two_players(game: &str, options: Options, folders: [&Path; 2]) -> ([App; 2], Rc<RefCell<Net>>) {
    let net = Net::new();
    let mut ann = player(&net, folders[0], "Ann");
    let mut bob = player(&net, folders[1], "Bob");
    request(&mut ann, OnlineRequest::Challenge(offer(game, options)));
    bob.update();
    let open = bob.world().resource::<OnlinePlay>().lobby().challenges.keys().next().copied();
    request(
        &mut bob,
        OnlineRequest::Command(Command::Accept(open.expect("the challenge is open"))),
    );
    let mut apps = [ann, bob];
    settle(&mut apps);
    for app in &apps {
        assert_eq!(app.world().resource::<ActiveSession>().mode(), Mode::Online);
        assert_eq!(screen(app), Screen::Play);
    }
    (apps, net)
}

/// Lets both apps hear of everything.
pub(super) fn settle(apps: &mut [App; 2]) {
    for _ in 0..4 {
        apps.iter_mut().for_each(App::update);
    }
}

/// The player to move makes this move, and both see it.
pub(super) fn make(apps: &mut [App; 2], mv: Move) {
    let side = game(&apps[0]).side_to_move();
    let mover =
        apps.iter().position(|app| game(app).player_kind(side) == PlayerKind::Human).unwrap();
    play_move(&mut apps[mover], mv);
    let after = position_text(&apps[mover]);
    // Who moves faster than people do has to wait a moment.
    let begun = Instant::now();
    while position_text(&apps[1 - mover]) != after {
        assert!(begun.elapsed() < WAIT_LIMIT, "the move {mv:?} does not arrive");
        settle(apps);
    }
    assert_eq!(position_text(&apps[mover]), after);
}

#[test]
fn two_people_play_take_back_and_resign_over_a_network() {
    let folders = [DataFolder::new("online-ann"), DataFolder::new("online-bob")];
    let (mut apps, _net) = two_players("chess", Options::default(), [&folders[0].0, &folders[1].0]);
    for text in ["e4", "e5", "Nf3", "Nc6"] {
        let mv = game(&apps[0]).position().parse_move(text).unwrap();
        make(&mut apps, mv);
    }
    // Out of turn, and with help from the computer, nothing happens.
    let before = position_text(&apps[1]);
    let mv = game(&apps[1]).position().legal_moves()[0];
    play_move(&mut apps[1], mv);
    assert!(notices(&apps[1]).contains(&Notice::hint("online-not-your-turn")));
    apps[0].world_mut().write_message(HelpRequest::PlayForMe);
    settle(&mut apps);
    assert!(!apps[0].world().resource::<Thinking>().is_busy());
    assert_eq!(position_text(&apps[1]), before);
    // Bob asks to take back; Ann allows it.
    let there = apps[0].world().resource::<ActiveSession>().online().unwrap().id();
    act(&mut apps[1], GameAction::Undo);
    settle(&mut apps);
    let answer = crate::net::Deed::AnswerTakeback(true);
    request(&mut apps[0], OnlineRequest::Command(Command::Deed(there, answer)));
    settle(&mut apps);
    for app in &apps {
        assert_eq!(game(app).tree().ply(game(app).current()), 3);
    }
    let mv = game(&apps[0]).position().parse_move("d6").unwrap();
    make(&mut apps, mv);
    act(&mut apps[0], GameAction::Resign(Side::First));
    settle(&mut apps);
    for app in &apps {
        assert_eq!(game(app).ending(), Some(Ending::Resigned(Side::First)));
    }
    // Both want to play again, with the sides exchanged.
    request(&mut apps[0], OnlineRequest::Command(Command::Rematch(there)));
    settle(&mut apps);
    request(&mut apps[1], OnlineRequest::Command(Command::Rematch(there)));
    settle(&mut apps);
    for (app, side) in apps.iter().zip([Side::Second, Side::First]) {
        let online = app.world().resource::<ActiveSession>().online().unwrap();
        assert_ne!(online.id(), there);
        assert_eq!(online.own(), Some(side));
    }
}

#[test]
fn a_move_that_was_made_without_a_connection_arrives_when_it_is_back() {
    let folders = [DataFolder::new("online-cut-a"), DataFolder::new("online-cut-b")];
    let (mut apps, net) =
        two_players("reversi", Options::default(), [&folders[0].0, &folders[1].0]);
    for _ in 0..3 {
        let mv = game(&apps[0]).position().legal_moves()[0];
        make(&mut apps, mv);
    }
    net.borrow_mut().set_connected(1, false);
    let mv = game(&apps[1]).position().legal_moves()[0];
    play_move(&mut apps[1], mv);
    settle(&mut apps);
    // It stands on the own board and not yet on the other.
    assert_eq!(game(&apps[1]).tree().ply(game(&apps[1]).current()), 4);
    assert_eq!(game(&apps[0]).tree().ply(game(&apps[0]).current()), 3);
    net.borrow_mut().set_connected(1, true);
    settle(&mut apps);
    assert_eq!(position_text(&apps[0]), position_text(&apps[1]));
    assert_eq!(game(&apps[0]).tree().ply(game(&apps[0]).current()), 4);
}

#[test]
fn decisions_of_an_opening_and_a_whole_game_are_alike_at_both_ends() {
    let folders = [DataFolder::new("online-all-a"), DataFolder::new("online-all-b")];
    let folders = [&*folders[0].0, &*folders[1].0];
    let (mut apps, _net) = two_players("tictactoe", Options::default(), folders);
    while game(&apps[0]).ending().is_none() {
        let mv = game(&apps[0]).position().legal_moves()[0];
        make(&mut apps, mv);
    }
    assert!(matches!(game(&apps[0]).ending(), Some(Ending::Rules(_))));
    assert_eq!(game(&apps[0]).ending(), game(&apps[1]).ending());
    let mut swap2 = Options::default();
    swap2.set("opening", OptionValue::Word("swap2".to_owned()));
    let (mut apps, _net) = two_players("gomoku", swap2, folders);
    let mut decisions = 0;
    for _ in 0..10 {
        let moves = game(&apps[0]).position().legal_moves();
        let decision = moves.iter().copied().find(|mv| matches!(mv, Move::Decide(_)));
        decisions += usize::from(decision.is_some());
        make(&mut apps, decision.unwrap_or(moves[moves.len() / 2]));
    }
    assert!(decisions > 0);
}

//! Tournaments at this device: rounds, games whose results are entered by themselves, and what
//! is found again after a start.

use super::*;
use crate::app::features::events::{self, EventRequest, Events, tournament_of};
use crate::app::features::setup_choices::SetupChoices;
use crate::events::{GameResult, Kind, Player, Tournament};
use crate::library::write_atomically;
use crate::record::InfoField;

fn events_app(folder: &Path) -> App {
    let mut app = minimal_app(folder);
    app.init_resource::<SetupChoices>();
    app.add_plugins((session::plugin, engine::plugin, events::plugin));
    app.world_mut().resource_mut::<NextState<Screen>>().set(Screen::Play);
    app.update();
    app
}

fn ask(app: &mut App, request: EventRequest) {
    app.world_mut().write_message(request);
    app.update();
    app.update();
}

fn make(kind: Kind, players: [&str; 4]) -> Box<Tournament> {
    let players = players.map(|name| Player::new(name, 0)).to_vec();
    Box::new(Tournament::new("Cup", "reversi", Options::default(), kind, players).unwrap())
}

fn results(app: &App, round: usize) -> Vec<Option<GameResult>> {
    let tournament = app.world().resource::<Events>().get(1).unwrap();
    tournament.rounds[round - 1].games.iter().map(|game| game.result).collect()
}

#[test]
fn the_result_of_a_game_at_a_board_is_entered_and_found_again() {
    let folder = DataFolder::new("events");
    let mut app = events_app(&folder.0);
    let kind = Kind::RoundRobin { double: false };
    ask(&mut app, EventRequest::Add(make(kind, ["Ann", "Bob", "Cai", "Dan"])));
    ask(&mut app, EventRequest::Pair(1));
    ask(&mut app, EventRequest::Pair(1));
    assert!(notices(&app).contains(&Notice::refusal("event-unfinished").with("board", 1)));
    ask(&mut app, EventRequest::Play { event: 1, round: 1, board: 2 });
    assert_eq!(tournament_of(game(&app)), Some(1));
    let info = game(&app).tree().info();
    let names = [InfoField::FirstPlayer, InfoField::SecondPlayer, InfoField::Event];
    assert_eq!(names.map(|field| info.get(field)), ["Bob", "Cai", "Cup"]);
    assert_eq!(info.get(InfoField::Round), "1.2");
    play(&mut app, "f5");
    // The program is killed in the middle of the game, which goes on and ends.
    drop(app);
    let mut app = events_app(&folder.0);
    assert_eq!(results(&app, 1), [None, None]);
    act(&mut app, GameAction::Resign(Side::First));
    app.update();
    assert_eq!(results(&app, 1), [None, Some(GameResult::SecondWins)]);
    // Another game of the two is none of the tournament.
    send_command(&mut app, SessionCommand::Rematch);
    assert_eq!(tournament_of(game(&app)), None);
    act(&mut app, GameAction::Resign(Side::Second));
    app.update();
    let enter = |board, result| EventRequest::Enter { event: 1, round: 1, board, result };
    ask(&mut app, enter(1, GameResult::Draw));
    ask(&mut app, EventRequest::Pair(1));
    ask(&mut app, EventRequest::Withdraw { event: 1, player: "Dan".to_owned() });
    let mut app = events_app(&folder.0);
    assert_eq!(results(&app, 1), [Some(GameResult::Draw), Some(GameResult::SecondWins)]);
    let kept = app.world().resource::<Events>().get(1).unwrap();
    assert_eq!((kept.rounds.len(), kept.player(4).withdrawn), (2, true));
    ask(&mut app, EventRequest::Readmit { event: 1, player: "Dan".to_owned() });
    assert!(!app.world().resource::<Events>().get(1).unwrap().player(4).withdrawn);
}

#[test]
fn a_draw_of_a_knock_out_is_played_again_and_does_not_count_twice() {
    let folder = DataFolder::new("events knock-out");
    let mut app = events_app(&folder.0);
    ask(&mut app, EventRequest::Add(make(Kind::Knockout, ["Ann", "Bob", "Cai", "Dan"])));
    ask(&mut app, EventRequest::Pair(1));
    ask(&mut app, EventRequest::Play { event: 1, round: 1, board: 1 });
    play(&mut app, "f5");
    act(&mut app, GameAction::OfferDraw(Side::First));
    act(&mut app, GameAction::AnswerDraw(true));
    app.update();
    assert!(notices(&app).iter().any(|notice| notice.id == "event-replay"));
    let pairing = |app: &App| app.world().resource::<Events>().get(1).unwrap().rounds[0].games[0];
    let replay = pairing(&app);
    assert_eq!((replay.draws, replay.result), (1, None));
    // The drawn game is over whatever happens to it.
    act(&mut app, GameAction::Undo);
    act(&mut app, GameAction::Resign(Side::First));
    app.update();
    assert_eq!(pairing(&app), replay);
    ask(&mut app, EventRequest::Play { event: 1, round: 1, board: 1 });
    act(&mut app, GameAction::Resign(Side::First));
    app.update();
    assert_eq!(pairing(&app).result, Some(GameResult::SecondWins));
}

#[test]
fn a_removed_tournament_comes_back_and_a_damaged_one_is_set_aside() {
    let folder = DataFolder::new("events removed");
    let mut app = events_app(&folder.0);
    for _ in 0..2 {
        let kind = Kind::Swiss { rounds: 2 };
        ask(&mut app, EventRequest::Add(make(kind, ["Ann", "Bob", "Cai", "Dan"])));
    }
    let numbers = |app: &App| -> Vec<u32> {
        app.world().resource::<Events>().kept().iter().map(|kept| kept.number).collect()
    };
    ask(&mut app, EventRequest::Remove(2));
    assert_eq!(numbers(&app), [1]);
    assert!(!folder.file("event-2.ron").exists());
    ask(&mut app, EventRequest::Add(make(Kind::Knockout, ["A", "B", "C", "D"])));
    ask(&mut app, EventRequest::Restore);
    assert_eq!(numbers(&app), [3, 2, 1]);
    drop(app);
    write_atomically(&folder.file("event-1.ron"), b"(version: 1,").unwrap();
    let app = events_app(&folder.0);
    assert_eq!(numbers(&app), [3, 2]);
    assert!(notices(&app).iter().any(|notice| notice.id == "events-damaged"));
    assert!(folder.file("event-1.damaged-1.ron").exists());
}

#[test]
fn games_of_an_arena_are_played_here_in_any_order_and_players_come_later() {
    let folder = DataFolder::new("events arena");
    let mut app = events_app(&folder.0);
    let kind = Kind::Arena { minutes: 30 };
    ask(&mut app, EventRequest::Add(make(kind, ["Ann", "Bob", "Cai", "Dan"])));
    ask(&mut app, EventRequest::Pair(1));
    ask(&mut app, EventRequest::Pair(1));
    assert!(notices(&app).contains(&Notice::refusal("event-nobody-free")));
    let join = |name| EventRequest::Join { event: 1, players: vec![Player::new(name, 0)] };
    ask(&mut app, join("Bob"));
    assert!(notices(&app).contains(&Notice::refusal("event-same-name").with("player", "Bob")));
    ask(&mut app, join("Eve"));
    let result = GameResult::FirstWins;
    ask(&mut app, EventRequest::Enter { event: 1, round: 1, board: 2, result });
    ask(&mut app, EventRequest::Pair(1));
    // The game of the first round is still to be played, and can be.
    ask(&mut app, EventRequest::Play { event: 1, round: 1, board: 1 });
    assert_eq!(game(&app).tree().info().get(InfoField::Round), "1.1");
    act(&mut app, GameAction::Resign(Side::First));
    app.update();
    assert_eq!(results(&app, 1), [Some(GameResult::SecondWins), Some(result)]);
    assert_eq!(results(&app, 2), [None]);
    drop(app);
    let app = events_app(&folder.0);
    let kept = app.world().resource::<Events>().get(1).unwrap();
    assert_eq!((kept.players.len(), kept.rounds.len(), kept.ends.is_some()), (5, 2, true));
}

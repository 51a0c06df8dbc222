//! The library in the window: finished games are kept, files come in and go
//! out, and what is deleted can be brought back.

use super::*;
use crate::app::notice::Kind;
use crate::app::platform::files::{self, Given, Parcel, Save};
use crate::app::review;
use crate::app::shelf::{self, Ask as Wish, Games, Report, Shelf, State, Told};
use crate::library::{Filter, GameId, Sort, Summary};
use crate::record::{Field, GameTree, formats};

/// What the library told, gathered over all frames.
#[derive(Resource, Default)]
struct Heard {
    told: Vec<Told>,
    notices: Vec<Notice>,
    opened: Vec<review::Open>,
    saved: Vec<Save>,
}

fn listen(
    mut heard: ResMut<Heard>,
    mut told: MessageReader<Told>,
    mut notices: MessageReader<Notice>,
    mut opened: MessageReader<review::Open>,
    mut saved: MessageReader<Save>,
) {
    heard.told.extend(told.read().cloned());
    heard.notices.extend(notices.read().cloned());
    heard.opened.extend(opened.read().cloned());
    heard.saved.extend(saved.read().cloned());
}

fn library_app(folder: &Path) -> App {
    let mut app = minimal(folder);
    app.add_plugins((session::plugin, thinking::plugin, shelf::plugin))
        .init_resource::<Heard>()
        .add_systems(Last, listen);
    app.world_mut().resource_mut::<NextState<Screen>>().set(Screen::Play);
    app.update();
    wait_for(&mut app, "the library", |app| {
        *app.world().resource::<Shelf>().state() == State::Open
    });
    app
}

fn heard(app: &App) -> &Heard {
    app.world().resource::<Heard>()
}

fn wish(app: &mut App, wish: Wish) {
    app.world_mut().write_message(wish);
    app.update();
}

/// The games of a list, once the library has done what was asked before.
fn list(app: &mut App, filter: &Filter) -> Vec<Summary> {
    // Errands are done in order: what is told of this game comes after them.
    let before = heard(app).told.len();
    let mut mark = GameTree::new(GAMES[0], Options::default()).unwrap();
    mark.info_mut().set(Field::Event, "mark");
    wish(app, Wish::Store { id: None, tree: Box::new(mark), mark: 0 });
    wait_for(app, "the answer", |app| {
        heard(app).told[before..].iter().any(|told| matches!(told, Told::Stored(..)))
    });
    let mut games = Vec::new();
    let begun = Instant::now();
    app.world_mut().resource_mut::<Shelf>().list(filter, Sort::Oldest);
    while !app.world().resource::<Shelf>().is_settled() {
        assert!(begun.elapsed() < PATIENCE, "the list did not come");
        app.world_mut().resource_mut::<Shelf>().list(filter, Sort::Oldest);
        std::thread::sleep(Duration::from_millis(2));
        app.update();
    }
    let mut shelf = app.world_mut().resource_mut::<Shelf>();
    let list = shelf.list(filter, Sort::Oldest);
    for place in 0..list.total().expect("the list has come") {
        games.push(list.get(place).expect("the first page holds it").clone());
    }
    games.retain(|game| &*game.title != "mark");
    games
}

fn kept(app: &mut App) -> Vec<Summary> {
    list(app, &Filter::default())
}

fn play(app: &mut App, moves: &str) {
    for text in moves.split(' ') {
        let mv = game(app).position().parse_move(text).unwrap();
        send(app, Command::Play(mv, Author::Human));
    }
}

fn import(app: &mut App, files: Vec<Parcel>) -> Report {
    let before = heard(app).told.len();
    app.world_mut().write_message(Given(files));
    wait_for(app, "the import", |app| {
        heard(app).told[before..].iter().any(|told| matches!(told, Told::Imported(_)))
    });
    app.update();
    let told = heard(app).told[before..].iter().find_map(|told| match told {
        Told::Imported(report) => Some(report.clone()),
        _ => None,
    });
    told.unwrap()
}

fn text_file(name: &str, text: &str) -> Parcel {
    Parcel::of(name, text.as_bytes().to_vec())
}

const MINIMAL_PGN: &str =
    "[White \"Ann\"]\n[Black \"Bob\"]\n[Date \"2020.05.06\"]\n\n1. e4 e5 1-0\n";

#[test]
fn a_finished_game_is_found_in_the_library_after_a_restart() {
    let folder = Folder::new("library-kept");
    {
        let mut app = library_app(&folder.0);
        app.world_mut().resource_mut::<Settings>().name = "Grandma".to_owned();
        start(&mut app, setup([Seat::Human, Seat::Computer(2)], &[], TimeControl::Unlimited));
        play(&mut app, "f5");
        order(&mut app, Order::Resign(Side::First));
        wait_for(&mut app, "the game", |app| {
            heard(app).told.iter().any(|told| matches!(told, Told::Kept { .. }))
        });
    }
    let mut app = library_app(&folder.0);
    let games = kept(&mut app);
    assert_eq!(games.len(), 1);
    assert_eq!(*games[0].players[0], *"Grandma");
    assert_eq!(*games[0].players[1], *"Computer, level 2");
    assert_eq!((&*games[0].game, &*games[0].result), (GAMES[0].id(), "0-1 R"));
    assert_eq!(&*games[0].date, jiff::Zoned::now().strftime("%Y-%m-%d").to_string());
}

#[test]
fn a_game_taken_back_and_finished_again_is_one_game_with_the_second_end() {
    let folder = Folder::new("library-again");
    {
        let mut app = library_app(&folder.0);
        start(&mut app, setup(PEOPLE, &[], TimeControl::Unlimited));
        play(&mut app, "f5 d6");
        order(&mut app, Order::Resign(Side::First));
        assert_eq!(kept(&mut app).len(), 1);
        order(&mut app, Order::Undo);
        order(&mut app, Order::Undo);
        play(&mut app, "f6");
    }
    // The program was closed in the middle of it.
    let mut app = library_app(&folder.0);
    order(&mut app, Order::OfferDraw(Side::First));
    order(&mut app, Order::AnswerDraw(true));
    let games = kept(&mut app);
    assert_eq!(games.len(), 1);
    assert_eq!((&*games[0].result, games[0].plies), ("1/2-1/2", 2));
}

#[test]
fn every_game_of_a_match_is_kept_and_equal_games_are_not_one() {
    let folder = Folder::new("library-match");
    let mut app = library_app(&folder.0);
    let single = setup(PEOPLE, &[], TimeControl::Unlimited);
    start(&mut app, Setup { games: 2, ..single });
    play(&mut app, "f5");
    order(&mut app, Order::Resign(Side::Second));
    order(&mut app, Order::NextGame);
    play(&mut app, "f5");
    order(&mut app, Order::Resign(Side::Second));
    let games = kept(&mut app);
    let names: Vec<_> = games.iter().map(|game| game.players[0].to_string()).collect();
    assert_eq!(names, ["Player 1", "Player 2"]);
}

#[test]
fn a_game_that_ended_without_a_library_is_kept_at_the_next_start_and_once() {
    let folder = Folder::new("library-late");
    {
        let mut app = session_app(&folder.0);
        start(&mut app, setup(PEOPLE, &[], TimeControl::Unlimited));
        play(&mut app, "f5");
        order(&mut app, Order::Resign(Side::Second));
    }
    for _ in 0..2 {
        let mut app = library_app(&folder.0);
        assert_eq!(kept(&mut app).len(), 1);
    }
    let mut app = library_app(&folder.0);
    let id = kept(&mut app)[0].id;
    // Something happens, so that the running game is written.
    order(&mut app, Order::Undo);
    order(&mut app, Order::Resign(Side::Second));
    wish(&mut app, Wish::Delete(id));
    wish(&mut app, Wish::Purge);
    assert_eq!(kept(&mut app).len(), 0);
    app.world_mut().write_message(AppExit::Success);
    app.update();
    drop(app);
    let mut app = library_app(&folder.0);
    assert_eq!(kept(&mut app).len(), 0, "what was removed for good stays away");
}

#[test]
fn a_library_that_cannot_be_opened_is_told_once_and_the_game_goes_on() {
    let folder = Folder::new("library-closed");
    std::fs::create_dir_all(folder.file("library.redb")).unwrap();
    let mut app = minimal(&folder.0);
    app.add_plugins((session::plugin, thinking::plugin, shelf::plugin))
        .init_resource::<Heard>()
        .add_systems(Last, listen);
    app.world_mut().resource_mut::<NextState<Screen>>().set(Screen::Play);
    wait_for(&mut app, "the refusal", |app| {
        matches!(app.world().resource::<Shelf>().state(), State::Closed(_))
    });
    start(&mut app, setup(PEOPLE, &[], TimeControl::Unlimited));
    play(&mut app, "f5");
    order(&mut app, Order::Resign(Side::Second));
    assert!(game(&app).ending().is_some());
    let told: Vec<_> = heard(&app).notices.iter().filter(|n| n.id == "library-closed").collect();
    assert_eq!(told.len(), 1);
    assert_eq!(told[0].kind, Kind::Problem);
}

#[test]
fn a_file_with_an_error_touches_nothing_and_says_where_it_is() {
    let folder = Folder::new("library-wrong");
    let mut app = library_app(&folder.0);
    let wrong = format!("{MINIMAL_PGN}\n[White \"C\"]\n\n1. e4 Qh5 *\n");
    let report = import(&mut app, vec![text_file("games.pgn", &wrong)]);
    assert_eq!((report.added, report.known, report.refused.len()), (0, 0, 1));
    assert!(report.refused[0].1.contains("line 9"), "{}", report.refused[0].1);
    assert_eq!(kept(&mut app).len(), 0);
    assert!(heard(&app).opened.is_empty());
    assert!(heard(&app).notices.iter().any(|notice| notice.id == "import-refused"));
    // A good file beside it comes in.
    let files = vec![text_file("games.pgn", &wrong), text_file("moves.othello", "f5d6c3\nf5f6\n")];
    let report = import(&mut app, files);
    assert_eq!((report.added, report.refused.len()), (2, 1));
    let report = import(&mut app, vec![text_file("moves.xyz", "f5d6c3\n")]);
    assert_eq!((report.added, report.refused.len()), (0, 1));
    let report = import(&mut app, vec![Parcel::at(folder.file("no-such.pgn"))]);
    assert_eq!((report.added, report.refused.len()), (0, 1));
}

#[test]
fn a_single_game_is_opened_at_once_and_known_when_it_comes_again() {
    let folder = Folder::new("library-single");
    let mut app = library_app(&folder.0);
    let report = import(&mut app, vec![text_file("game.pgn", MINIMAL_PGN)]);
    assert_eq!((report.added, report.known), (1, 0));
    let opened = &heard(&app).opened;
    assert_eq!(opened.len(), 1);
    assert_eq!(opened[0].tree.info().get(Field::First), "Ann");
    let id = opened[0].kept.unwrap();
    app.update();
    assert_eq!(*app.world().resource::<bevy::prelude::State<Screen>>().get(), Screen::Review);
    let report = import(&mut app, vec![text_file("game.pgn", MINIMAL_PGN)]);
    assert_eq!((report.added, report.known), (0, 1));
    assert_eq!(heard(&app).opened[1].kept, Some(id));
    // The same as text, without the name of a file.
    let before = heard(&app).told.len();
    wish(&mut app, Wish::Paste(MINIMAL_PGN.to_owned()));
    wait_for(
        &mut app,
        "the import",
        |app| matches!(heard(app).told[before..].first(), Some(Told::Imported(report)) if report.known == 1),
    );
    wish(&mut app, Wish::Paste("hello".to_owned()));
    wait_for(&mut app, "the refusal", |app| {
        heard(app).notices.iter().any(|notice| notice.id == "paste-refused")
    });
    assert_eq!(kept(&mut app).len(), 1);
}

#[test]
fn what_is_deleted_comes_back_with_its_title_and_tags() {
    let folder = Folder::new("library-undo");
    let mut app = library_app(&folder.0);
    import(&mut app, vec![text_file("moves.othello", "f5d6c3\nf5f6\n")]);
    let id: GameId = kept(&mut app)[0].id;
    wish(&mut app, Wish::Rename(id, "First".to_owned()));
    wish(&mut app, Wish::SetTags(id, vec!["good".to_owned()]));
    wish(&mut app, Wish::Delete(id));
    assert_eq!(kept(&mut app).len(), 1);
    let deleted = Filter { deleted: true, ..Filter::default() };
    assert_eq!(list(&mut app, &deleted)[0].id, id);
    wish(&mut app, Wish::Restore(id));
    let games = kept(&mut app);
    assert_eq!(games.len(), 2);
    let back = games.iter().find(|game| game.id == id).unwrap();
    assert_eq!((&*back.title, &*back.tags[0]), ("First", "good"));
    let before = heard(&app).notices.len();
    wish(&mut app, Wish::Delete("4711".parse().unwrap()));
    wait_for(&mut app, "the notice", |app| {
        heard(app).notices[before..].iter().any(|notice| notice.id == "library-failed")
    });
}

#[test]
fn games_go_out_in_the_formats_that_hold_them() {
    let folder = Folder::new("library-export");
    let mut app = library_app(&folder.0);
    import(&mut app, vec![text_file("game.pgn", MINIMAL_PGN)]);
    import(&mut app, vec![text_file("moves.othello", "f5d6c3\nf5f6\n")]);
    let chess = Filter { game: Some("chess".to_owned()), ..Filter::default() };
    wish(&mut app, Wish::Export(Games::Listed(chess, Sort::Newest), "pgn"));
    wait_for(&mut app, "the file", |app| heard(app).saved.len() == 1);
    let save = &heard(&app).saved[0];
    assert_eq!(save.name, "Ann-Bob-2020-05-06.pgn");
    assert!(String::from_utf8_lossy(&save.bytes).contains("1. e4 e5"));
    let all = Games::Listed(Filter::default(), Sort::Newest);
    wish(&mut app, Wish::Export(all, "pgn"));
    wait_for(&mut app, "the refusal", |app| {
        heard(app).notices.iter().any(|notice| notice.id == "export-refused")
    });
}

#[test]
fn a_file_that_is_dropped_on_the_window_comes_into_the_library() {
    use bevy::window::FileDragAndDrop;
    let folder = Folder::new("library-drop");
    let mut app = library_app(&folder.0);
    app.add_plugins(files::plugin);
    app.update();
    std::fs::write(folder.file("game.pgn"), MINIMAL_PGN).unwrap();
    let dropped =
        |path| FileDragAndDrop::DroppedFile { window: Entity::PLACEHOLDER, path_buf: path };
    app.world_mut().write_message(dropped(folder.file("game.pgn")));
    wait_for(&mut app, "the game", |app| heard(app).opened.len() == 1);
    assert_eq!(kept(&mut app).len(), 1);
}

#[test]
fn the_names_beside_a_series_of_wthor_files_are_used_and_not_refused() {
    let folder = Folder::new("library-wthor");
    let mut app = library_app(&folder.0);
    let games = import(&mut app, vec![text_file("two.othello", "f5d6c3\nf5f6\n")]);
    assert_eq!(games.added, 2);
    let all = Games::Listed(Filter::default(), Sort::Oldest);
    let trees: Vec<GameTree> = formats::recognise("f5d6c3\nf5f6\n").unwrap();
    let wthor = formats::FORMATS.iter().find(|format| format.id == "wthor").unwrap();
    let file = shelf::file_of(&trees, wthor).unwrap();
    assert_eq!(file.name, "reversi-2.wtb");
    // A header and one name of 20 bytes each.
    let mut names = vec![0; 16 + 20];
    names[16..19].copy_from_slice(b"Eve");
    let given = vec![
        Parcel::of("WTH.JOU", names),
        Parcel::of("WTH_2026.wtb", file.bytes.to_vec()),
        Parcel::of("notes.doc", b"x".to_vec()),
    ];
    let report = import(&mut app, given);
    let refused: Vec<_> = report.refused.iter().map(|(name, _)| name.as_str()).collect();
    assert_eq!((report.added, refused), (2, vec!["notes.doc"]));
    let eve = Filter { player: "eve".to_owned(), ..Filter::default() };
    assert_eq!(list(&mut app, &eve).len(), 2);
    wish(&mut app, Wish::Export(all, "wthor"));
    wait_for(&mut app, "the file", |app| heard(app).saved.len() == 1);
}

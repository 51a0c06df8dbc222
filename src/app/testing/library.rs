//! The library in the app: games saved, imported, exported, deleted and restored.

use super::*;
use crate::app::features::{self, review};
use crate::app::notice::NoticeKind;
use crate::app::platform::files::{self, FilesReceived, PickedFile, SaveFile};
use crate::app::services::assets::LoadedAssets;
use crate::app::services::library;
use crate::app::services::library::{
    GameSelection, ImportReport, LibraryClient, LibraryEvent, LibraryRequest, LibraryState,
};
use crate::app::settings::ActiveTheme;
use crate::app::text::Localization;
use crate::library::{
    Filter, GameId, GameStatistics, GameSummary, Results, SortOrder, StatisticsQuery,
};
use crate::record::{GameTree, InfoField, formats};

/// Events of all frames.
#[derive(Resource, Default)]
struct EventLog {
    library: Vec<LibraryEvent>,
    notices: Vec<Notice>,
    opened: Vec<review::OpenReview>,
    saved: Vec<SaveFile>,
}

fn record_events(
    mut events: ResMut<EventLog>,
    mut library: MessageReader<LibraryEvent>,
    mut notices: MessageReader<Notice>,
    mut opened: MessageReader<review::OpenReview>,
    mut saved: MessageReader<SaveFile>,
) {
    events.library.extend(library.read().cloned());
    events.notices.extend(notices.read().cloned());
    events.opened.extend(opened.read().cloned());
    events.saved.extend(saved.read().cloned());
}

fn library_app(folder: &Path) -> App {
    let mut app = minimal_app(folder);
    app.add_plugins((session::plugin, engine::plugin, library::plugin, features::library::plugin))
        .init_resource::<EventLog>()
        .add_systems(Last, record_events);
    app.world_mut().resource_mut::<NextState<Screen>>().set(Screen::Play);
    app.update();
    wait_for(&mut app, "the library", |app| {
        *app.world().resource::<LibraryClient>().state() == LibraryState::Open
    });
    app
}

fn event_log(app: &App) -> &EventLog {
    app.world().resource::<EventLog>()
}

fn request(app: &mut App, message: LibraryRequest) {
    app.world_mut().write_message(message);
    app.update();
}

/// Games that a filter lists, after all earlier requests were handled.
fn list(app: &mut App, filter: &Filter) -> Vec<GameSummary> {
    // Requests are handled in order, so this game's event comes after theirs.
    let before = event_log(app).library.len();
    let mut mark = GameTree::new(GAMES[0], Options::default()).unwrap();
    mark.info_mut().set(InfoField::Event, "mark");
    request(app, LibraryRequest::Store { id: None, tree: Box::new(mark), request_id: 0 });
    wait_for(app, "the answer", |app| {
        event_log(app).library[before..]
            .iter()
            .any(|event| matches!(event, LibraryEvent::Stored(..)))
    });
    let mut games = Vec::new();
    let begun = Instant::now();
    app.world_mut().resource_mut::<LibraryClient>().list(filter, SortOrder::Oldest);
    while !app.world().resource::<LibraryClient>().is_up_to_date() {
        assert!(begun.elapsed() < WAIT_LIMIT, "the list did not come");
        app.world_mut().resource_mut::<LibraryClient>().list(filter, SortOrder::Oldest);
        std::thread::sleep(Duration::from_millis(2));
        app.update();
    }
    let mut library_client = app.world_mut().resource_mut::<LibraryClient>();
    let list = library_client.list(filter, SortOrder::Oldest);
    for place in 0..list.total().expect("the list has come") {
        games.push(list.get(place).expect("the first page holds it").clone());
    }
    games.retain(|game| &*game.title != "mark");
    games
}

fn kept(app: &mut App) -> Vec<GameSummary> {
    list(app, &Filter::default())
}

fn import(app: &mut App, files: Vec<PickedFile>) -> ImportReport {
    let before = event_log(app).library.len();
    app.world_mut().write_message(FilesReceived(files));
    wait_for(app, "the import", |app| {
        event_log(app).library[before..]
            .iter()
            .any(|event| matches!(event, LibraryEvent::Imported(_)))
    });
    app.update();
    let event = event_log(app).library[before..].iter().find_map(|event| match event {
        LibraryEvent::Imported(report) => Some(report.clone()),
        _ => None,
    });
    event.unwrap()
}

fn text_file(name: &str, text: &str) -> PickedFile {
    PickedFile::from_bytes(name, text.as_bytes().to_vec())
}

const MINIMAL_PGN: &str =
    "[White \"Ann\"]\n[Black \"Bob\"]\n[Date \"2020.05.06\"]\n\n1. e4 e5 1-0\n";

#[test]
fn a_finished_game_is_found_in_the_library_after_a_restart() {
    let folder = DataFolder::new("library-kept");
    {
        let mut app = library_app(&folder.0);
        app.world_mut().resource_mut::<Settings>().name = "Grandma".to_owned();
        start_game(
            &mut app,
            setup([PlayerKind::Human, PlayerKind::Computer(2)], &[], TimeControl::Unlimited),
        );
        play(&mut app, "f5");
        act(&mut app, GameAction::Resign(Side::First));
        wait_for(&mut app, "the game", |app| {
            event_log(app)
                .library
                .iter()
                .any(|event| matches!(event, LibraryEvent::PlayedStored { .. }))
        });
    }
    let mut app = library_app(&folder.0);
    let games = kept(&mut app);
    assert_eq!(games.len(), 1);
    assert_eq!(*games[0].players[0], *"Grandma");
    assert_eq!(*games[0].players[1], *"Computer, level 2");
    assert_eq!((&*games[0].game, &*games[0].result_text), (GAMES[0].id(), "0-1 R"));
    assert_eq!(&*games[0].date, jiff::Zoned::now().strftime("%Y-%m-%d").to_string());
}

#[test]
fn a_game_undone_and_finished_again_is_one_record_with_the_second_result() {
    let folder = DataFolder::new("library-again");
    {
        let mut app = library_app(&folder.0);
        start_game(&mut app, setup(TWO_HUMANS, &[], TimeControl::Unlimited));
        play(&mut app, "f5 d6");
        act(&mut app, GameAction::Resign(Side::First));
        assert_eq!(kept(&mut app).len(), 1);
        act(&mut app, GameAction::Undo);
        act(&mut app, GameAction::Undo);
        play(&mut app, "f6");
    }
    // The app was closed in the middle of the game.
    let mut app = library_app(&folder.0);
    act(&mut app, GameAction::OfferDraw(Side::First));
    act(&mut app, GameAction::AnswerDraw(true));
    let games = kept(&mut app);
    assert_eq!(games.len(), 1);
    assert_eq!((&*games[0].result_text, games[0].plies), ("1/2-1/2", 2));
}

#[test]
fn a_game_that_is_left_is_in_the_library_as_unfinished_and_once_after_it_has_ended() {
    let folder = DataFolder::new("library-left");
    let mut app = library_app(&folder.0);
    start_game(&mut app, setup(TWO_HUMANS, &[], TimeControl::Unlimited));
    play(&mut app, "f5 d6");
    app.world_mut().resource_mut::<NextState<Screen>>().set(Screen::Home);
    app.update();
    app.update();
    let games = kept(&mut app);
    assert_eq!((games.len(), &*games[0].result_text, games[0].plies), (1, "", 2));
    // Another game takes its place, and it is resumed and ends.
    start_game(&mut app, setup(TWO_HUMANS, &[], TimeControl::Unlimited));
    play(&mut app, "f5");
    send_command(&mut app, SessionCommand::Resume(1));
    play(&mut app, "c3");
    act(&mut app, GameAction::Resign(Side::First));
    let games = kept(&mut app);
    let mut results: Vec<_> =
        games.iter().map(|game| (game.result_text.to_string(), game.plies)).collect();
    results.sort();
    assert_eq!(results, [(String::new(), 1), ("0-1 R".to_owned(), 3)]);
    // A deleted game goes from the library too, until it is restored.
    send_command(&mut app, SessionCommand::DeleteUnfinished(2));
    assert_eq!(kept(&mut app).len(), 1);
    send_command(&mut app, SessionCommand::RestoreUnfinished);
    assert_eq!(kept(&mut app).len(), 2);
}

#[test]
fn a_game_finished_without_a_library_is_kept_when_another_one_begins() {
    let folder = DataFolder::new("library-later");
    {
        let mut app = session_app(&folder.0);
        start_game(&mut app, setup(TWO_HUMANS, &[], TimeControl::Unlimited));
        play(&mut app, "f5");
        act(&mut app, GameAction::Resign(Side::Second));
        start_game(&mut app, setup(TWO_HUMANS, &[], TimeControl::Unlimited));
        play(&mut app, "d3");
    }
    let mut app = library_app(&folder.0);
    let games = kept(&mut app);
    assert_eq!((games.len(), &*games[0].result_text), (1, "1-0 R"));
    wait_for(&mut app, "the file to go", |_| !folder.file("game-1.ron").exists());
}

#[test]
fn every_game_of_a_match_is_saved_even_if_equal() {
    let folder = DataFolder::new("library-match");
    let mut app = library_app(&folder.0);
    let single = setup(TWO_HUMANS, &[], TimeControl::Unlimited);
    start_game(&mut app, GameSetup { games: 2, ..single });
    play(&mut app, "f5");
    act(&mut app, GameAction::Resign(Side::Second));
    act(&mut app, GameAction::NextGame);
    play(&mut app, "f5");
    act(&mut app, GameAction::Resign(Side::Second));
    let games = kept(&mut app);
    let names: Vec<_> = games.iter().map(|game| game.players[0].to_string()).collect();
    assert_eq!(names, ["Player 1", "Player 2"]);
}

#[test]
fn a_game_finished_without_a_library_is_saved_once_at_the_next_start() {
    let folder = DataFolder::new("library-late");
    {
        let mut app = session_app(&folder.0);
        start_game(&mut app, setup(TWO_HUMANS, &[], TimeControl::Unlimited));
        play(&mut app, "f5");
        act(&mut app, GameAction::Resign(Side::Second));
    }
    for _ in 0..2 {
        let mut app = library_app(&folder.0);
        assert_eq!(kept(&mut app).len(), 1);
    }
    let mut app = library_app(&folder.0);
    let id = kept(&mut app)[0].id;
    // A change, so that the running game is saved.
    act(&mut app, GameAction::Undo);
    act(&mut app, GameAction::Resign(Side::Second));
    request(&mut app, LibraryRequest::Delete(id));
    request(&mut app, LibraryRequest::Purge);
    assert_eq!(kept(&mut app).len(), 0);
    app.world_mut().write_message(AppExit::Success);
    app.update();
    drop(app);
    let mut app = library_app(&folder.0);
    assert_eq!(kept(&mut app).len(), 0, "what was removed for good stays away");
}

#[test]
fn an_unopenable_library_is_reported_once_and_the_game_continues() {
    let folder = DataFolder::new("library-closed");
    std::fs::create_dir_all(folder.file("library.redb")).unwrap();
    let mut app = minimal_app(&folder.0);
    app.add_plugins((session::plugin, engine::plugin, library::plugin, features::library::plugin))
        .init_resource::<EventLog>()
        .add_systems(Last, record_events);
    app.world_mut().resource_mut::<NextState<Screen>>().set(Screen::Play);
    wait_for(&mut app, "the refusal", |app| {
        matches!(app.world().resource::<LibraryClient>().state(), LibraryState::Unavailable(_))
    });
    start_game(&mut app, setup(TWO_HUMANS, &[], TimeControl::Unlimited));
    play(&mut app, "f5");
    act(&mut app, GameAction::Resign(Side::Second));
    assert!(game(&app).ending().is_some());
    let reported: Vec<_> =
        event_log(&app).notices.iter().filter(|n| n.id == "library-closed").collect();
    assert_eq!(reported.len(), 1);
    assert_eq!(reported[0].kind, NoticeKind::Problem);
}

#[test]
fn a_file_that_cannot_be_read_imports_nothing_and_reports_the_line() {
    let folder = DataFolder::new("library-wrong");
    let mut app = library_app(&folder.0);
    let wrong = "(\n;GM[8])";
    let report = import(&mut app, vec![text_file("games.sgf", wrong)]);
    assert_eq!((report.added, report.duplicates, report.rejected.len()), (0, 0, 1));
    assert!(report.rejected[0].1.contains("line 2"), "{}", report.rejected[0].1);
    assert_eq!(kept(&mut app).len(), 0);
    assert!(event_log(&app).opened.is_empty());
    assert!(event_log(&app).notices.iter().any(|notice| notice.id == "import-refused"));
    // A valid file beside it is imported.
    let files = vec![text_file("games.sgf", wrong), text_file("moves.othello", "f5d6c3\nf5f6\n")];
    let report = import(&mut app, files);
    assert_eq!((report.added, report.rejected.len()), (2, 1));
    let report = import(&mut app, vec![text_file("moves.xyz", "f5d6c3\n")]);
    assert_eq!((report.added, report.rejected.len()), (0, 1));
    let report = import(&mut app, vec![PickedFile::from_path(folder.file("no-such.pgn"))]);
    assert_eq!((report.added, report.rejected.len()), (0, 1));
}

#[test]
fn a_file_that_is_read_in_part_is_imported_with_a_notice() {
    let folder = DataFolder::new("library-cut");
    let mut app = library_app(&folder.0);
    let wrong = format!("{MINIMAL_PGN}\n[White \"C\"]\n\n1. e4 Qh5 *\n");
    let report = import(&mut app, vec![text_file("games.pgn", &wrong)]);
    assert_eq!((report.added, report.rejected.len(), report.warnings.len()), (2, 0, 1));
    assert!(report.warnings[0].1.contains("line 9"), "{}", report.warnings[0].1);
    let report = import(&mut app, vec![text_file("cut.sgf", "(;GM[1]SZ[9];B[aa];W[b")]);
    assert_eq!((report.added, report.rejected.len(), report.warnings.len()), (1, 0, 1));
    assert!(event_log(&app).notices.iter().any(|notice| notice.id == "import-incomplete"));
    assert_eq!(kept(&mut app).len(), 3);
}

#[test]
fn an_imported_single_game_opens_at_once_and_is_a_duplicate_the_second_time() {
    let folder = DataFolder::new("library-single");
    let mut app = library_app(&folder.0);
    app.init_resource::<LoadedAssets>()
        .init_resource::<ActiveTheme>()
        .init_resource::<Localization>()
        .add_plugins((review::plugin, board::interaction));
    let report = import(&mut app, vec![text_file("game.pgn", MINIMAL_PGN)]);
    assert_eq!((report.added, report.duplicates), (1, 0));
    let opened = &event_log(&app).opened;
    assert_eq!(opened.len(), 1);
    assert_eq!(opened[0].tree.info().get(InfoField::FirstPlayer), "Ann");
    let id = opened[0].library_id.unwrap();
    wait_for(&mut app, "the review", |app| {
        *app.world().resource::<bevy::prelude::State<Screen>>().get() == Screen::Review
    });
    let report = import(&mut app, vec![text_file("game.pgn", MINIMAL_PGN)]);
    assert_eq!((report.added, report.duplicates), (0, 1));
    assert_eq!(event_log(&app).opened[1].library_id, Some(id));
    // The same as pasted text, without a file name.
    let before = event_log(&app).library.len();
    request(&mut app, LibraryRequest::ImportText(MINIMAL_PGN.to_owned()));
    wait_for(&mut app, "the import", |app| {
        let first = event_log(app).library[before..].first();
        matches!(first, Some(LibraryEvent::Imported(report)) if report.duplicates == 1)
    });
    request(&mut app, LibraryRequest::ImportText("hello".to_owned()));
    wait_for(&mut app, "the refusal", |app| {
        event_log(app).notices.iter().any(|notice| notice.id == "paste-refused")
    });
    assert_eq!(kept(&mut app).len(), 1);
}

#[test]
fn a_deleted_game_is_restored_with_its_title_and_tags() {
    let folder = DataFolder::new("library-undo");
    let mut app = library_app(&folder.0);
    import(&mut app, vec![text_file("moves.othello", "f5d6c3\nf5f6\n")]);
    let id: GameId = kept(&mut app)[0].id;
    request(&mut app, LibraryRequest::Rename(id, "First".to_owned()));
    request(&mut app, LibraryRequest::SetTags(id, vec!["good".to_owned()]));
    request(&mut app, LibraryRequest::Delete(id));
    assert_eq!(kept(&mut app).len(), 1);
    let deleted = Filter { deleted: true, ..Filter::default() };
    assert_eq!(list(&mut app, &deleted)[0].id, id);
    request(&mut app, LibraryRequest::Restore(id));
    let games = kept(&mut app);
    assert_eq!(games.len(), 2);
    let back = games.iter().find(|game| game.id == id).unwrap();
    assert_eq!((&*back.title, &*back.tags[0]), ("First", "good"));
    let before = event_log(&app).notices.len();
    request(&mut app, LibraryRequest::Delete("4711".parse().unwrap()));
    wait_for(&mut app, "the notice", |app| {
        event_log(app).notices[before..].iter().any(|notice| notice.id == "library-failed")
    });
}

#[test]
fn games_are_exported_in_formats_that_can_hold_them() {
    let folder = DataFolder::new("library-export");
    let mut app = library_app(&folder.0);
    import(&mut app, vec![text_file("game.pgn", MINIMAL_PGN)]);
    import(&mut app, vec![text_file("moves.othello", "f5d6c3\nf5f6\n")]);
    let chess = Filter { game: Some("chess".to_owned()), ..Filter::default() };
    request(
        &mut app,
        LibraryRequest::Export(GameSelection::Filtered(chess, SortOrder::Newest), "pgn".into()),
    );
    wait_for(&mut app, "the file", |app| event_log(app).saved.len() == 1);
    let save = &event_log(&app).saved[0];
    assert_eq!(save.name, "Ann-Bob-2020-05-06.pgn");
    assert!(String::from_utf8_lossy(&save.bytes).contains("1. e4 e5"));
    let all = GameSelection::Filtered(Filter::default(), SortOrder::Newest);
    request(&mut app, LibraryRequest::Export(all, "wthor".into()));
    wait_for(&mut app, "the refusal", |app| {
        event_log(app).notices.iter().any(|notice| notice.id == "export-refused")
    });
}

#[test]
fn a_file_dropped_on_the_window_is_imported() {
    use bevy::window::FileDragAndDrop;
    let folder = DataFolder::new("library-drop");
    let mut app = library_app(&folder.0);
    app.add_plugins(files::plugin);
    app.update();
    std::fs::write(folder.file("game.pgn"), MINIMAL_PGN).unwrap();
    let dropped =
        |path| FileDragAndDrop::DroppedFile { window: Entity::PLACEHOLDER, path_buf: path };
    app.world_mut().write_message(dropped(folder.file("game.pgn")));
    wait_for(&mut app, "the game", |app| event_log(app).opened.len() == 1);
    assert_eq!(kept(&mut app).len(), 1);
}

#[test]
fn wthor_name_files_are_used_with_their_games() {
    let folder = DataFolder::new("library-wthor");
    let mut app = library_app(&folder.0);
    // WTHOR holds only games whose score is known.
    let records =
        "[Result \"34-30\"]\n\n1. f5 d6 2. c3 34-30\n\n[Result \"20-44\"]\n\n1. f5 f6 20-44\n";
    let games = import(&mut app, vec![text_file("two.pgn", records)]);
    assert_eq!(games.added, 2);
    let trees: Vec<GameTree> = formats::read_any(records, &|_| ()).unwrap();
    let wthor = formats::FORMATS.iter().find(|format| format.id == "wthor").unwrap();
    let (file, _) = library::export_file(&trees, wthor).unwrap();
    assert_eq!(file.name, "reversi-2.wtb");
    // A header of 16 bytes and one name of 20.
    let mut names = vec![0; 16 + 20];
    names[16..19].copy_from_slice(b"Eve");
    let given = vec![
        PickedFile::from_bytes("WTH.JOU", names),
        PickedFile::from_bytes("WTH_2026.wtb", file.bytes.to_vec()),
        PickedFile::from_bytes("notes.doc", b"x".to_vec()),
    ];
    let report = import(&mut app, given);
    let refused: Vec<_> = report.rejected.iter().map(|(name, _)| name.as_str()).collect();
    assert_eq!((report.added, refused), (2, vec!["notes.doc"]));
    let eve = Filter { player: "eve".to_owned(), ..Filter::default() };
    assert_eq!(list(&mut app, &eve).len(), 2);
    let selected = GameSelection::Filtered(eve, SortOrder::Oldest);
    request(&mut app, LibraryRequest::Export(selected, "wthor".into()));
    wait_for(&mut app, "the file", |app| {
        let refused = |notice: &&Notice| notice.id == "export-refused";
        let refusal = event_log(app).notices.iter().find(refused);
        assert!(refusal.is_none(), "{refusal:?}");
        event_log(app).saved.len() == 1
    });
}

#[test]
fn results_are_counted_beside_the_window_and_again_when_the_library_changes() {
    let folder = DataFolder::new("library-statistics");
    let mut app = library_app(&folder.0);
    let results = |app: &mut App, games: u32| {
        let query = StatisticsQuery { names: vec!["Ann".to_owned()], from: None };
        let begun = Instant::now();
        loop {
            let mut client = app.world_mut().resource_mut::<LibraryClient>();
            let found = client.statistics(&query).map(<[GameStatistics]>::to_vec);
            let count = |game: &GameStatistics| game.total.results().games();
            match found {
                Some(found) if found.iter().map(count).sum::<u32>() == games => return found,
                _ => assert!(begun.elapsed() < WAIT_LIMIT, "{games} results did not come"),
            }
            std::thread::sleep(Duration::from_millis(2));
            app.update();
        }
    };
    assert!(results(&mut app, 0).is_empty());
    import(&mut app, vec![text_file("first.pgn", MINIMAL_PGN)]);
    let won = results(&mut app, 1);
    assert_eq!((&*won[0].game, won[0].total.sides[0].wins), ("chess", 1));
    assert_eq!(won[0].opponents[0].0, "Bob");
    let lost = MINIMAL_PGN.replace("1-0", "0-1").replace("2020", "2021");
    import(&mut app, vec![text_file("second.pgn", &lost)]);
    let both = results(&mut app, 2);
    assert_eq!(both[0].total.results(), Results { wins: 1, draws: 0, losses: 1 });
}

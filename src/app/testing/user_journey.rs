//! A user's journey: play a game, find it in the library, review, analyse, annotate,
//! export and import it.

use super::*;
use crate::app::board::ShapeDrawn;
use crate::app::features::review::{
    Analysis, Edit, Effort, Export, ExportKind, Navigation, OpenFromLibrary, ReviewRequest, Tool,
};
use crate::app::features::{self, review};
use crate::app::platform::files::{FilesReceived, PickedFile, SaveFile};
use crate::app::services::library::{LibraryClient, LibraryEvent, LibraryState as Shelved};
use crate::app::services::{assets, library};
use crate::app::settings::ActiveTheme;
use crate::app::text::Localization;
use crate::core::Point;
use crate::games::registry;
use crate::library::GameId;
use crate::record::{GameTree, InfoField, NodeId};

/// Library events and saved files of all frames.
#[derive(Resource, Default)]
struct EventLog {
    library: Vec<LibraryEvent>,
    saved: Vec<SaveFile>,
}

fn record_events(
    mut events: ResMut<EventLog>,
    mut library: MessageReader<LibraryEvent>,
    mut saved: MessageReader<SaveFile>,
) {
    events.library.extend(library.read().cloned());
    events.saved.extend(saved.read().cloned());
}

fn whole_app(folder: &Path) -> App {
    let mut app = minimal_app(folder);
    app.init_resource::<assets::LoadedAssets>()
        .init_resource::<ActiveTheme>()
        .init_resource::<Localization>()
        .init_resource::<EventLog>()
        .add_plugins((session::plugin, engine::plugin, review::plugin))
        .add_plugins((library::plugin, features::library::plugin))
        .insert_resource(BoardArea(Some(Rect::new(0.0, 0.0, 400.0, 400.0))))
        .add_plugins(board::interaction)
        .add_systems(Last, record_events);
    app.world_mut().resource_mut::<NextState<Screen>>().set(Screen::Play);
    app.update();
    wait_for(&mut app, "the library", |app| {
        *app.world().resource::<LibraryClient>().state() == Shelved::Open
    });
    app
}

fn library_events(app: &App) -> &[LibraryEvent] {
    &app.world().resource::<EventLog>().library
}

fn request(app: &mut App, message: ReviewRequest) {
    app.world_mut().write_message(message);
    app.update();
}

fn kept(app: &mut App) -> GameId {
    wait_for(app, "the game in the library", |app| {
        library_events(app).iter().any(|event| matches!(event, LibraryEvent::PlayedStored { .. }))
    });
    let found = library_events(app).iter().find_map(|event| match event {
        LibraryEvent::PlayedStored { id, .. } => Some(*id),
        _ => None,
    });
    found.unwrap()
}

fn open(app: &mut App, id: GameId) {
    app.world_mut().write_message(OpenFromLibrary { id, ply: None });
    wait_for(app, "the game on the board", |app| {
        *app.world().resource::<bevy::prelude::State<Screen>>().get() == Screen::Review
    });
}

/// The visible content of a record as sorted lines.
fn record_lines(tree: &GameTree) -> Vec<String> {
    let line = |node: NodeId| {
        let path = tree.path(node);
        let moves: Vec<_> = path.iter().filter_map(|&node| tree.move_text(node)).collect();
        let annotations = tree.annotations(node);
        let mut shapes: Vec<_> =
            annotations.shapes.iter().map(|shape| format!("{shape:?}")).collect();
        shapes.sort();
        let evaluation = annotations.evaluation;
        let (comment, glyphs) = (&annotations.comment, &annotations.glyphs);
        format!("{} | {comment:?} {glyphs:?} {shapes:?} {evaluation:?}", moves.join(" "))
    };
    let mut lines: Vec<String> = tree.nodes().map(line).collect();
    lines.sort();
    for field in
        [InfoField::FirstPlayer, InfoField::SecondPlayer, InfoField::Date, InfoField::Result]
    {
        lines.push(format!("{field:?}: {}", tree.info().get(field)));
    }
    lines
}

/// Plays, reviews and exports a game, imports it into an empty library, and compares.
fn round_trip(
    test: &str,
    game_id: &str,
    moves: &str,
    variation: (&str, usize),
    format: &'static str,
) {
    let folder = DataFolder::new(test);
    let (bytes, before) = {
        let mut app = whole_app(&folder.0);
        let chosen = GameSetup {
            game: registry::find(game_id).unwrap(),
            ..setup(TWO_HUMANS, &[], TimeControl::Unlimited)
        };
        start_game(&mut app, chosen);
        play(&mut app, moves);
        if game(&app).ending().is_none() {
            act(&mut app, GameAction::Resign(Side::Second));
        }
        let id = kept(&mut app);
        open(&mut app, id);
        request(&mut app, ReviewRequest::Navigate(Navigation::Last));
        assert_eq!(game(&app).tree().main_line().last(), Some(game(&app).current()));
        request(&mut app, ReviewRequest::AnalyseLine(Effort::Quick));
        wait_for(&mut app, "the analysis", |app| {
            app.world().resource::<Analysis>().progress().is_none()
        });
        let line: Vec<_> = game(&app).tree().main_line().collect();
        let known =
            line.iter().filter(|&&node| game(&app).tree().annotations(node).evaluation.is_some());
        assert!(known.count() + 1 >= line.len(), "every position has a value");
        request(&mut app, ReviewRequest::Navigate(Navigation::Node(line[variation.1])));
        play(&mut app, variation.0);
        let node = game(&app).current();
        request(&mut app, ReviewRequest::Edit(Edit::Comment(node, "Worth a try: 试试".to_owned())));
        let at = |text: &str| text.parse::<Point>().unwrap();
        app.world_mut().write_message(ShapeDrawn(at("c3"), at("e5")));
        request(&mut app, ReviewRequest::SelectTool(Tool::Triangle));
        app.world_mut().write_message(ShapeDrawn(at("d4"), at("d4")));
        app.update();
        // Annotations are saved to the library automatically.
        wait_for(&mut app, "the record in the library", |app| {
            library_events(app)
                .iter()
                .any(|event| matches!(event, LibraryEvent::Stored(stored, _) if *stored == id))
        });
        let before = record_lines(game(&app).tree());
        assert!(before.iter().any(|line| line.contains("试试") && line.contains("Arrow")));
        app.world_mut().write_message(Export::Start(ExportKind::Record(format)));
        wait_for(&mut app, "the file", |app| !app.world().resource::<EventLog>().saved.is_empty());
        let bytes = app.world().resource::<EventLog>().saved[0].bytes.to_vec();
        request(&mut app, ReviewRequest::Navigate(Navigation::First));
        app.world_mut().resource_mut::<NextState<Screen>>().set(Screen::Library);
        app.update();
        // Reopened, the record is unchanged.
        open(&mut app, id);
        assert_eq!(record_lines(game(&app).tree()), before);
        (bytes, before)
    };
    let other = DataFolder::with_guard(
        &format!("{test}-other"),
        TimingGuard::Shared(SECOND_FOLDER_LOCK.read().unwrap()),
    );
    let mut app = whole_app(&other.0);
    let name = format!("game.{format}");
    app.world_mut().write_message(FilesReceived(vec![PickedFile::from_bytes(&name, bytes)]));
    wait_for(&mut app, "the file in the other library", |app| {
        *app.world().resource::<bevy::prelude::State<Screen>>().get() == Screen::Review
    });
    app.update();
    assert_eq!(record_lines(game(&app).tree()), before);
}

/// Guard for a second folder: taking `TIMING_LOCK` twice could deadlock.
static SECOND_FOLDER_LOCK: RwLock<()> = RwLock::new(());

#[test]
fn a_reviewed_chess_game_round_trips_through_pgn() {
    let moves = "e4 e5 Qh5 Nc6 Bc4 Nf6 Qxf7#";
    round_trip("flow-chess", "chess", moves, ("g6 Qf3", 5), "pgn");
}

#[test]
fn a_reviewed_game_of_go_round_trips_through_sgf() {
    let moves = "Q16 D4 Q4 D16 F17";
    round_trip("flow-go", "go", moves, ("C14 O3", 4), "sgf");
}

#[test]
fn a_move_sent_to_the_game_is_not_played_in_a_review() {
    let folder = DataFolder::new("flow-stale");
    let mut app = whole_app(&folder.0);
    start_game(&mut app, setup(TWO_HUMANS, &[], TimeControl::Unlimited));
    let tree = GameTree::new(registry::find("reversi").unwrap(), Options::default()).unwrap();
    // One move in the frame before, one in the same frame.
    play(&mut app, "f5");
    let mv = game(&app).position().parse_move("d6").unwrap();
    app.world_mut().write_message(SessionCommand::Play(mv, MoveSource::Human));
    app.world_mut().write_message(review::OpenReview { tree, at: None, library_id: None });
    for _ in 0..3 {
        app.update();
    }
    assert!(app.world().resource::<ActiveSession>().review().is_some());
    assert_eq!(game(&app).tree().nodes().count(), 1);
    let running = app.world().resource::<ActiveSession>().game().unwrap();
    assert_eq!(running.tree().nodes().count(), 3, "the game in progress has both moves");
}

#[test]
fn annotations_are_saved_when_another_record_is_opened_at_once() {
    let folder = DataFolder::new("flow-replaced");
    let mut app = whole_app(&folder.0);
    let tree = |moves: &str| {
        let game = registry::find("chess").unwrap();
        let mut tree = GameTree::new(game, Options::default()).unwrap();
        let mv = tree.start().parse_move(moves).unwrap();
        tree.play(tree.root(), mv).unwrap();
        tree
    };
    app.world_mut().write_message(review::OpenReview {
        tree: tree("e4"),
        at: None,
        library_id: None,
    });
    app.update();
    app.update();
    let root = game(&app).tree().root();
    request(&mut app, ReviewRequest::Edit(Edit::Comment(root, "do not lose me".to_owned())));
    app.world_mut().write_message(review::OpenReview {
        tree: tree("d4"),
        at: None,
        library_id: None,
    });
    wait_for(&mut app, "the first record in the library", |app| {
        library_events(app).iter().any(|event| matches!(event, LibraryEvent::Stored(..)))
    });
    let stored = library_events(&app).iter().find_map(|event| match event {
        LibraryEvent::Stored(id, _) => Some(*id),
        _ => None,
    });
    app.world_mut().resource_mut::<NextState<Screen>>().set(Screen::Library);
    app.update();
    open(&mut app, stored.unwrap());
    assert_eq!(game(&app).tree().annotations(root).comment, "do not lose me");
}

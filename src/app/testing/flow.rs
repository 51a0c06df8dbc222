//! A new user's way through the application: play a game, find it, look
//! through it, let it be analysed, write into it, give it away as a file, and
//! take that file in again.

use super::*;
use crate::app::assets;
use crate::app::board::Drawn;
use crate::app::platform::files::{Given, Parcel, Save};
use crate::app::review::{
    self, Analysis, Ask as Wish, Edit, Effort, Export, Fetch, Go, Kind, Tool,
};
use crate::app::shelf::{self, Shelf, State as Shelved, Told};
use crate::app::ui::{Look, Words};
use crate::core::Point;
use crate::games::registry;
use crate::library::GameId;
use crate::record::{Field, GameTree, NodeId};

/// What was told and given away, gathered over all frames.
#[derive(Resource, Default)]
struct Heard {
    told: Vec<Told>,
    saved: Vec<Save>,
}

fn listen(mut heard: ResMut<Heard>, mut told: MessageReader<Told>, mut saved: MessageReader<Save>) {
    heard.told.extend(told.read().cloned());
    heard.saved.extend(saved.read().cloned());
}

fn whole_app(folder: &Path) -> App {
    let mut app = minimal(folder);
    app.init_resource::<assets::Library>()
        .init_resource::<Look>()
        .init_resource::<Words>()
        .init_resource::<Heard>()
        .add_plugins((session::plugin, thinking::plugin, shelf::plugin, review::plugin))
        .insert_resource(BoardArea(Some(Rect::new(0.0, 0.0, 400.0, 400.0))))
        .add_plugins(board::interaction)
        .add_systems(Last, listen);
    app.world_mut().resource_mut::<NextState<Screen>>().set(Screen::Play);
    app.update();
    wait_for(&mut app, "the library", |app| {
        *app.world().resource::<Shelf>().state() == Shelved::Open
    });
    app
}

fn told(app: &App) -> &[Told] {
    &app.world().resource::<Heard>().told
}

fn ask(app: &mut App, ask: Wish) {
    app.world_mut().write_message(ask);
    app.update();
}

fn play(app: &mut App, moves: &str) {
    for text in moves.split(' ') {
        let mv = game(app).position().parse_move(text).unwrap();
        send(app, Command::Play(mv, Author::Human));
    }
}

fn kept(app: &mut App) -> GameId {
    wait_for(app, "the game in the library", |app| {
        told(app).iter().any(|told| matches!(told, Told::Kept { .. }))
    });
    let found = told(app).iter().find_map(|told| match told {
        Told::Kept { id, .. } => Some(*id),
        _ => None,
    });
    found.unwrap()
}

fn open(app: &mut App, id: GameId) {
    app.world_mut().write_message(Fetch(id));
    wait_for(app, "the game on the board", |app| {
        *app.world().resource::<bevy::prelude::State<Screen>>().get() == Screen::Review
    });
}

/// Everything in a record that a person would look for, line by line.
fn seen(tree: &GameTree) -> Vec<String> {
    let line = |node: NodeId| {
        let path = tree.path(node);
        let moves: Vec<_> = path.iter().filter_map(|&node| tree.move_text(node)).collect();
        let notes = tree.notes(node);
        let mut shapes: Vec<_> = notes.shapes.iter().map(|shape| format!("{shape:?}")).collect();
        shapes.sort();
        let worth = notes.evaluation;
        let (comment, glyphs) = (&notes.comment, &notes.glyphs);
        format!("{} | {comment:?} {glyphs:?} {shapes:?} {worth:?}", moves.join(" "))
    };
    let mut lines: Vec<String> = tree.nodes().map(line).collect();
    lines.sort();
    for field in [Field::First, Field::Second, Field::Date, Field::Result] {
        lines.push(format!("{field:?}: {}", tree.info().get(field)));
    }
    lines
}

/// Plays, reviews, exports as the format of this name, and takes in again.
fn there_and_back(
    test: &str,
    game_id: &str,
    moves: &str,
    variation: (&str, usize),
    format: &'static str,
) {
    let folder = Folder::new(test);
    let (bytes, before) = {
        let mut app = whole_app(&folder.0);
        let chosen = Setup {
            game: registry::find(game_id).unwrap(),
            ..setup(PEOPLE, &[], TimeControl::Unlimited)
        };
        start(&mut app, chosen);
        play(&mut app, moves);
        if game(&app).ending().is_none() {
            order(&mut app, Order::Resign(Side::Second));
        }
        let id = kept(&mut app);
        open(&mut app, id);
        ask(&mut app, Wish::Go(Go::Last));
        assert_eq!(game(&app).tree().main_line().last(), Some(game(&app).current()));
        ask(&mut app, Wish::Analyse(Effort::Quick));
        wait_for(&mut app, "the analysis", |app| {
            app.world().resource::<Analysis>().progress().is_none()
        });
        let line: Vec<_> = game(&app).tree().main_line().collect();
        let known = line.iter().filter(|&&node| game(&app).tree().notes(node).evaluation.is_some());
        assert!(known.count() + 1 >= line.len(), "every position has a value");
        ask(&mut app, Wish::Go(Go::To(line[variation.1])));
        play(&mut app, variation.0);
        let node = game(&app).current();
        ask(&mut app, Wish::Edit(Edit::Comment(node, "Worth a try: 试试".to_owned())));
        let at = |text: &str| text.parse::<Point>().unwrap();
        app.world_mut().write_message(Drawn(at("c3"), at("e5")));
        ask(&mut app, Wish::Take(Tool::Triangle));
        app.world_mut().write_message(Drawn(at("d4"), at("d4")));
        app.update();
        // What is written is in the library soon, without a word.
        wait_for(&mut app, "the record in the library", |app| {
            told(app).iter().any(|told| matches!(told, Told::Stored(stored, _) if *stored == id))
        });
        let before = seen(game(&app).tree());
        assert!(before.iter().any(|line| line.contains("试试") && line.contains("Arrow")));
        app.world_mut().write_message(Export::As(Kind::Record(format)));
        wait_for(&mut app, "the file", |app| !app.world().resource::<Heard>().saved.is_empty());
        let bytes = app.world().resource::<Heard>().saved[0].bytes.to_vec();
        ask(&mut app, Wish::Go(Go::First));
        app.world_mut().resource_mut::<NextState<Screen>>().set(Screen::Library);
        app.update();
        // Opened again it is as it was left.
        open(&mut app, id);
        assert_eq!(seen(game(&app).tree()), before);
        (bytes, before)
    };
    let other = Folder::make(&format!("{test}-other"), Turnstile::Shared(PASS.read().unwrap()));
    let mut app = whole_app(&other.0);
    let name = format!("game.{format}");
    app.world_mut().write_message(Given(vec![Parcel::of(&name, bytes)]));
    wait_for(&mut app, "the file in the other library", |app| {
        *app.world().resource::<bevy::prelude::State<Screen>>().get() == Screen::Review
    });
    app.update();
    assert_eq!(seen(game(&app).tree()), before);
}

/// Lets a test have a second folder while it holds the first.
static PASS: RwLock<()> = RwLock::new(());

#[test]
fn a_game_of_chess_is_played_reviewed_and_comes_back_from_its_pgn() {
    let moves = "e4 e5 Qh5 Nc6 Bc4 Nf6 Qxf7#";
    there_and_back("flow-chess", "chess", moves, ("g6 Qf3", 5), "pgn");
}

#[test]
fn a_game_of_go_is_played_reviewed_and_comes_back_from_its_sgf() {
    let moves = "Q16 D4 Q4 D16 F17";
    there_and_back("flow-go", "go", moves, ("C14 O3", 4), "sgf");
}

#[test]
fn a_move_of_the_game_in_progress_is_not_found_waiting_in_a_review() {
    let folder = Folder::new("flow-stale");
    let mut app = whole_app(&folder.0);
    start(&mut app, setup(PEOPLE, &[], TimeControl::Unlimited));
    let tree = GameTree::new(registry::find("reversi").unwrap(), Options::default()).unwrap();
    // Asked for in the frame before, and in the same one.
    play(&mut app, "f5");
    let mv = game(&app).position().parse_move("d6").unwrap();
    app.world_mut().write_message(Command::Play(mv, Author::Human));
    app.world_mut().write_message(review::Open { tree, at: None, kept: None });
    for _ in 0..3 {
        app.update();
    }
    assert!(app.world().resource::<Playing>().review().is_some());
    assert_eq!(game(&app).tree().nodes().count(), 1);
    let running = app.world().resource::<Playing>().game().unwrap();
    assert_eq!(running.tree().nodes().count(), 3, "the game in progress has both moves");
}

#[test]
fn what_is_written_is_kept_when_another_record_takes_its_place_at_once() {
    let folder = Folder::new("flow-replaced");
    let mut app = whole_app(&folder.0);
    let tree = |moves: &str| {
        let game = registry::find("chess").unwrap();
        let mut tree = GameTree::new(game, Options::default()).unwrap();
        let mv = tree.start().parse_move(moves).unwrap();
        tree.play(tree.root(), mv).unwrap();
        tree
    };
    app.world_mut().write_message(review::Open { tree: tree("e4"), at: None, kept: None });
    app.update();
    app.update();
    let root = game(&app).tree().root();
    ask(&mut app, Wish::Edit(Edit::Comment(root, "do not lose me".to_owned())));
    app.world_mut().write_message(review::Open { tree: tree("d4"), at: None, kept: None });
    wait_for(&mut app, "the first record in the library", |app| {
        told(app).iter().any(|told| matches!(told, Told::Stored(..)))
    });
    let stored = told(&app).iter().find_map(|told| match told {
        Told::Stored(id, _) => Some(*id),
        _ => None,
    });
    app.world_mut().resource_mut::<NextState<Screen>>().set(Screen::Library);
    app.update();
    open(&mut app, stored.unwrap());
    assert_eq!(game(&app).tree().notes(root).comment, "do not lose me");
}

//! Opening books: the engine's book moves, and a player's own lines.

use super::*;
use crate::app::features::openings;
use crate::app::features::openings::{BookRequest, Openings};
use crate::content::{assets_folder, books};
use crate::games::registry;
use crate::record::GameTree;

fn shipped() -> books::Books {
    let read = |path: &str| {
        std::fs::read_to_string(assets_folder().join(path)).map_err(|error| error.to_string())
    };
    let loaded = books::load(read);
    assert_eq!(loaded.errors, []);
    loaded.books
}

fn books_app(folder: &Path) -> App {
    let mut app = minimal_app(folder);
    app.add_plugins((session::plugin, engine::plugin, openings::plugin));
    app.update();
    app.world_mut().resource_mut::<Openings>().set_shipped(&shipped());
    app.world_mut().resource_mut::<NextState<Screen>>().set(Screen::Play);
    app.update();
    app
}

fn computer_first(game: &str, level: u8) -> GameSetup {
    GameSetup {
        game: registry::find(game).unwrap(),
        players: [PlayerKind::Computer(level), PlayerKind::Human],
        ..setup(TWO_HUMANS, &[], TimeControl::Unlimited)
    }
}

/// The computer's first move, and whether it came from a book.
fn first_move(app: &mut App) -> (Move, bool) {
    let (begun, mut is_from_book) = (Instant::now(), None);
    while game(app).tree().main_line().count() < 2 {
        assert!(begun.elapsed() < WAIT_LIMIT, "no first move");
        std::thread::sleep(Duration::from_millis(2));
        app.update();
        is_from_book = app.world().resource::<Thinking>().is_from_book().or(is_from_book);
    }
    let tree = game(app).tree();
    let played = tree.move_at(tree.main_line().nth(1).unwrap()).unwrap();
    (played, is_from_book.expect("the turn takes more than one update"))
}

#[test]
fn the_computer_opens_from_its_books_without_a_search() {
    let folder = DataFolder::new("books");
    let mut app = books_app(&folder.0);
    for game_id in ["reversi", "chess", "xiangqi", "go"] {
        start_game(&mut app, computer_first(game_id, 5));
        let (played, is_from_book) = first_move(&mut app);
        let tree = GameTree::new(registry::find(game_id).unwrap(), Options::default()).unwrap();
        let moves = shipped();
        let moves = moves.moves(&tree, tree.root());
        assert!(moves.iter().any(|known| known.mv == played), "{game_id}: {played:?}");
        assert!(is_from_book, "{game_id}");
    }
}

#[test]
fn low_levels_and_disabled_books_are_played_without_books() {
    let folder = DataFolder::new("no-books");
    let mut app = books_app(&folder.0);
    start_game(&mut app, computer_first("chess", 3));
    assert!(!first_move(&mut app).1);
    app.world_mut().resource_mut::<Settings>().opening_book = false;
    start_game(&mut app, computer_first("chess", 5));
    assert!(!first_move(&mut app).1);
}

#[test]
fn a_user_line_is_preferred_and_persists() {
    let folder = DataFolder::new("own-book");
    let mut tree = GameTree::new(registry::find("chess").unwrap(), Options::default()).unwrap();
    let odd = tree.start().parse_move("a3").unwrap();
    let node = tree.play(tree.root(), odd).unwrap();
    let mut app = books_app(&folder.0);
    app.world_mut().write_message(BookRequest::Add(Box::new(tree.clone()), node));
    app.update();
    assert!(app.world().resource::<Openings>().is_in_user_book(&tree, node));
    drop(app);
    let mut app = books_app(&folder.0);
    assert!(app.world().resource::<Openings>().is_in_user_book(&tree, node));
    start_game(&mut app, computer_first("chess", 5));
    assert_eq!(first_move(&mut app).0, odd);
    app.world_mut().write_message(BookRequest::Remove(Box::new(tree.clone()), node));
    app.update();
    assert!(!app.world().resource::<Openings>().is_in_user_book(&tree, node));
}

#[test]
fn a_damaged_book_is_set_aside_and_reported() {
    let folder = DataFolder::new("bad-own-book");
    std::fs::create_dir_all(&folder.0).unwrap();
    std::fs::write(folder.file("own-book.ron"), "(version: 1, books: [").unwrap();
    let mut app = minimal_app(&folder.0);
    app.add_plugins(openings::plugin);
    app.update();
    assert!(notices(&app).iter().any(|notice| notice.id == "own-book-damaged"));
    assert!(!folder.file("own-book.ron").exists());
}

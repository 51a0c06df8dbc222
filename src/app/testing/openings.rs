//! Opening books at work: what the computer plays, and a player's own lines.

use super::*;
use crate::app::openings::{self, Ask as Wish, Openings};
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
    let mut app = minimal(folder);
    app.add_plugins((session::plugin, thinking::plugin, openings::plugin));
    app.update();
    app.world_mut().resource_mut::<Openings>().set_shipped(&shipped());
    app.world_mut().resource_mut::<NextState<Screen>>().set(Screen::Play);
    app.update();
    app
}

fn computer_first(game: &str, level: u8) -> Setup {
    Setup {
        game: registry::find(game).unwrap(),
        players: [Seat::Computer(level), Seat::Human],
        ..setup(PEOPLE, &[], TimeControl::Unlimited)
    }
}

fn first_move(app: &mut App) -> (Move, u64) {
    wait_for(app, "the first move", |app| game(app).tree().main_line().count() > 1);
    let playing = app.world().resource::<Playing>();
    let nodes = app.world().resource::<Thinking>().last(playing).unwrap().nodes;
    let tree = game(app).tree();
    (tree.move_at(tree.main_line().nth(1).unwrap()).unwrap(), nodes)
}

#[test]
fn the_computer_opens_from_its_books_without_a_search() {
    let folder = Folder::new("books");
    let mut app = books_app(&folder.0);
    for game_id in ["reversi", "chess", "xiangqi", "go"] {
        start(&mut app, computer_first(game_id, 5));
        let (played, nodes) = first_move(&mut app);
        let tree = GameTree::new(registry::find(game_id).unwrap(), Options::default()).unwrap();
        let moves = shipped();
        let moves = moves.moves(&tree, tree.root());
        assert!(moves.iter().any(|known| known.mv == played), "{game_id}: {played:?}");
        assert_eq!(nodes, 0, "{game_id}");
    }
}

#[test]
fn beginners_and_whoever_switches_the_books_off_meet_a_computer_without_them() {
    let folder = Folder::new("no-books");
    let mut app = books_app(&folder.0);
    start(&mut app, computer_first("chess", 3));
    assert!(first_move(&mut app).1 > 0);
    app.world_mut().resource_mut::<Settings>().opening_book = false;
    start(&mut app, computer_first("chess", 5));
    assert!(first_move(&mut app).1 > 0);
}

#[test]
fn an_own_line_is_chosen_first_and_kept_between_starts() {
    let folder = Folder::new("own-book");
    let mut tree = GameTree::new(registry::find("chess").unwrap(), Options::default()).unwrap();
    let odd = tree.start().parse_move("a3").unwrap();
    let node = tree.play(tree.root(), odd).unwrap();
    let mut app = books_app(&folder.0);
    app.world_mut().write_message(Wish::Add(Box::new(tree.clone()), node));
    app.update();
    assert!(app.world().resource::<Openings>().is_own(&tree, node));
    drop(app);
    let mut app = books_app(&folder.0);
    assert!(app.world().resource::<Openings>().is_own(&tree, node));
    start(&mut app, computer_first("chess", 5));
    assert_eq!(first_move(&mut app).0, odd);
    app.world_mut().write_message(Wish::Remove(Box::new(tree.clone()), node));
    app.update();
    assert!(!app.world().resource::<Openings>().is_own(&tree, node));
}

#[test]
fn a_damaged_book_is_set_aside_and_told() {
    let folder = Folder::new("bad-own-book");
    std::fs::create_dir_all(&folder.0).unwrap();
    std::fs::write(folder.file("own-book.ron"), "(version: 1, books: [").unwrap();
    let mut app = minimal(&folder.0);
    app.add_plugins(openings::plugin);
    app.update();
    assert!(notices(&app).iter().any(|notice| notice.id == "own-book-damaged"));
    assert!(!folder.file("own-book.ron").exists());
}

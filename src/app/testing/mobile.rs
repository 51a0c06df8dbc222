//! Fingers, rotation, and what happens when the application goes out of
//! sight.

use super::*;
use crate::app::board::Cursor;
use crate::app::platform::{Life, sleep};
use crate::games::registry;

/// A game of Go of two people on a board of 19 by 19, on a phone.
fn crowded_app(folder: &Path) -> App {
    let mut app = interaction_app(folder);
    app.insert_resource(BoardArea(Some(Rect::new(6.0, 56.0, 354.0, 420.0))));
    let go = registry::find("go").unwrap();
    let setup = Setup { game: go, ..setup(PEOPLE, &[], TimeControl::Unlimited) };
    start(&mut app, setup);
    app.update();
    app
}

fn place(app: &App, point: &str) -> Vec2 {
    let placed = app.world().resource::<Placed>();
    placed.0.as_ref().unwrap().position(point.parse().unwrap())
}

fn input(app: &mut App, input: BoardInput) {
    app.world_mut().write_message(input);
    app.update();
    app.update();
}

/// A finger comes down here, goes there, and is lifted.
fn drag(app: &mut App, from: &str, to: &str) {
    for point in [from, to] {
        let at = place(app, point);
        input(app, BoardInput::Aim(at));
    }
    let at = place(app, to);
    input(app, BoardInput::Settle { at, tap: from == to });
}

fn aimed(app: &App) -> Option<String> {
    app.world().resource::<Cursor>().aim.map(|aim| aim.point.to_string())
}

fn plies(app: &App) -> usize {
    game(app).tree().ply(game(app).current())
}

#[test]
fn a_stone_is_shown_first_moved_by_the_finger_and_placed_by_a_second_tap() {
    let folder = Folder::new("aim");
    let mut app = crowded_app(&folder.0);
    drag(&mut app, "d4", "d4");
    assert_eq!((plies(&app), aimed(&app).as_deref()), (0, Some("d4")));
    // Elsewhere it moves there, whether by a tap or a way.
    drag(&mut app, "e4", "e4");
    assert_eq!((plies(&app), aimed(&app).as_deref()), (0, Some("e4")));
    drag(&mut app, "c3", "f6");
    assert_eq!((plies(&app), aimed(&app).as_deref()), (0, Some("f6")));
    // A way that ends where the stone was shown corrects nothing and places
    // nothing.
    drag(&mut app, "g7", "f6");
    assert_eq!(plies(&app), 0);
    drag(&mut app, "f6", "f6");
    assert_eq!((plies(&app), aimed(&app)), (1, None));
    let stone = game(&app).position().piece_at("f6".parse().unwrap());
    assert_eq!(stone.map(|piece| piece.side), Some(Side::First));
}

#[test]
fn a_shown_stone_is_placed_by_the_button_and_put_back_by_another() {
    let folder = Folder::new("confirm");
    let mut app = crowded_app(&folder.0);
    drag(&mut app, "q16", "q16");
    input(&mut app, BoardInput::Drop);
    assert_eq!((plies(&app), aimed(&app)), (0, None));
    input(&mut app, BoardInput::Confirm);
    assert_eq!(plies(&app), 0);
    drag(&mut app, "q16", "q16");
    input(&mut app, BoardInput::Confirm);
    assert_eq!((plies(&app), aimed(&app)), (1, None));
    // Where a stone stands, none is shown, and the rules say why.
    drag(&mut app, "q16", "q16");
    assert_eq!((plies(&app), aimed(&app)), (1, None));
    assert!(notices(&app).iter().any(|notice| notice.kind == crate::app::notice::Kind::Refusal));
    // Lifted beside the board, the finger has chosen nothing.
    let at = place(&app, "c3");
    input(&mut app, BoardInput::Aim(at));
    input(&mut app, BoardInput::Settle { at: Vec2::new(1.0, 1.0), tap: false });
    assert_eq!((plies(&app), aimed(&app)), (1, None));
}

#[test]
fn a_foul_is_explained_when_it_is_shown_and_played_when_it_is_confirmed() {
    let folder = Folder::new("aim-foul");
    let mut app = interaction_app(&folder.0);
    let rule = [("rule", Choice::Word("renju".into()))];
    let gomoku = registry::find("gomoku").unwrap();
    let setup = Setup { game: gomoku, ..setup(PEOPLE, &rule, TimeControl::Unlimited) };
    start(&mut app, setup);
    app.update();
    // Black's h8 would make two open threes, along the rank and the file.
    for stone in ["f8", "a1", "g8", "a3", "h9", "a5", "h10", "a7"] {
        send(&mut app, Command::Play(Move::Place(stone.parse().unwrap()), Author::Human));
    }
    app.update();
    drag(&mut app, "h8", "h8");
    assert_eq!((plies(&app), aimed(&app).as_deref()), (8, Some("h8")));
    assert!(app.world().resource::<Cursor>().doubted.is_some());
    // What is shown elsewhere is another move.
    drag(&mut app, "o15", "o15");
    assert!(app.world().resource::<Cursor>().doubted.is_none());
    drag(&mut app, "h8", "h8");
    assert_eq!(plies(&app), 8);
    drag(&mut app, "h8", "h8");
    assert_eq!(game(&app).ending().and_then(|ending| ending.winner()), Some(Side::Second));
}

#[test]
fn turning_the_phone_keeps_the_game_and_what_is_begun() {
    let folder = Folder::new("rotation");
    let mut app = crowded_app(&folder.0);
    drag(&mut app, "d4", "d4");
    drag(&mut app, "d4", "d4");
    drag(&mut app, "k10", "k10");
    let (line, upright) = (game(&app).line(), place(&app, "k10"));
    // From 360 by 640 to 640 by 360.
    app.insert_resource(BoardArea(Some(Rect::new(6.0, 6.0, 352.0, 354.0))));
    app.update();
    app.update();
    assert_eq!(game(&app).line(), line);
    assert_eq!(aimed(&app).as_deref(), Some("k10"));
    assert_ne!(place(&app, "k10"), upright);
    drag(&mut app, "k10", "k10");
    assert_eq!(plies(&app), 2);
}

#[test]
fn out_of_sight_the_game_is_written_and_its_clock_stands() {
    let folder = Folder::new("suspend");
    let mut app = session_app(&folder.0);
    app.add_plugins(sleep);
    start(&mut app, setup(PEOPLE, &[], TimeControl::SuddenDeath { main: 60_000 }));
    app.update();
    std::fs::remove_file(folder.file("game.ron")).unwrap();
    app.world_mut().write_message(Life::Suspend);
    app.update();
    assert!(folder.file("game.ron").exists());
    let left = |app: &App| game(app).clock().time_left(Side::First).unwrap();
    let before = left(&app);
    std::thread::sleep(Duration::from_millis(120));
    app.update();
    std::thread::sleep(Duration::from_millis(120));
    app.world_mut().write_message(Life::Resume);
    app.update();
    assert_eq!(left(&app), before);
    std::thread::sleep(Duration::from_millis(30));
    app.update();
    assert!(left(&app) < before && left(&app) > before - 100, "{} of {before}", left(&app));
}

#[test]
fn out_of_sight_the_computer_stops_thinking_and_in_sight_it_goes_on() {
    let folder = Folder::new("suspend-search");
    let mut app = session_app(&folder.0);
    app.add_plugins(sleep);
    start(&mut app, setup([Seat::Computer(10), Seat::Human], &[], TimeControl::Unlimited));
    wait_for(&mut app, "the search", |app| app.world().resource::<Thinking>().is_busy());
    app.world_mut().write_message(Life::Suspend);
    app.update();
    assert!(!app.world().resource::<Thinking>().is_busy());
    for _ in 0..5 {
        app.update();
        assert!(!app.world().resource::<Thinking>().is_busy());
    }
    assert_eq!(plies(&app), 0);
    app.world_mut().write_message(Life::Resume);
    wait_for(&mut app, "the search", |app| app.world().resource::<Thinking>().is_busy());
}

//! Touch input, rotation, and suspending the application.

use super::*;
use crate::app::board::Cursor;
use crate::app::platform::{Lifecycle, foreground_plugin};
use crate::games::registry;

/// A 19x19 game of Go between two humans on a phone.
fn crowded_app(folder: &Path) -> App {
    let mut app = interaction_app(folder);
    app.insert_resource(BoardArea(Some(Rect::new(6.0, 56.0, 354.0, 420.0))));
    let go = registry::find("go").unwrap();
    let setup = GameSetup { game: go, ..setup(TWO_HUMANS, &[], TimeControl::Unlimited) };
    start_game(&mut app, setup);
    app.update();
    app
}

fn place(app: &App, point: &str) -> Vec2 {
    place_of(app, point.parse().unwrap())
}

fn input(app: &mut App, input: BoardInput) {
    app.world_mut().write_message(input);
    app.update();
    app.update();
}

/// Touches one point, moves to another and lifts.
fn drag(app: &mut App, from: &str, to: &str) {
    for point in [from, to] {
        let at = place(app, point);
        input(app, BoardInput::TouchMove(at));
    }
    let at = place(app, to);
    input(app, BoardInput::TouchEnd { at, tap: from == to });
}

fn aimed(app: &App) -> Option<String> {
    app.world().resource::<Cursor>().touch_aim.map(|aim| aim.point.to_string())
}

fn plies(app: &App) -> usize {
    game(app).tree().ply(game(app).current())
}

#[test]
fn a_stone_is_previewed_moved_by_dragging_and_placed_by_a_second_tap() {
    let folder = DataFolder::new("aim");
    let mut app = crowded_app(&folder.0);
    drag(&mut app, "d4", "d4");
    assert_eq!((plies(&app), aimed(&app).as_deref()), (0, Some("d4")));
    // A tap or drag elsewhere moves it.
    drag(&mut app, "e4", "e4");
    assert_eq!((plies(&app), aimed(&app).as_deref()), (0, Some("e4")));
    drag(&mut app, "c3", "f6");
    assert_eq!((plies(&app), aimed(&app).as_deref()), (0, Some("f6")));
    // A drag that ends on the previewed stone neither moves nor places it.
    drag(&mut app, "g7", "f6");
    assert_eq!(plies(&app), 0);
    drag(&mut app, "f6", "f6");
    assert_eq!((plies(&app), aimed(&app)), (1, None));
    let stone = game(&app).position().piece_at("f6".parse().unwrap());
    assert_eq!(stone.map(|piece| piece.side), Some(Side::First));
}

#[test]
fn a_previewed_stone_is_placed_or_cancelled_by_buttons() {
    let folder = DataFolder::new("confirm");
    let mut app = crowded_app(&folder.0);
    drag(&mut app, "q16", "q16");
    input(&mut app, BoardInput::Cancel);
    assert_eq!((plies(&app), aimed(&app)), (0, None));
    input(&mut app, BoardInput::Confirm);
    assert_eq!(plies(&app), 0);
    drag(&mut app, "q16", "q16");
    input(&mut app, BoardInput::Confirm);
    assert_eq!((plies(&app), aimed(&app)), (1, None));
    // An occupied point shows no preview, and the refusal gives the reason.
    drag(&mut app, "q16", "q16");
    assert_eq!((plies(&app), aimed(&app)), (1, None));
    assert!(
        notices(&app).iter().any(|notice| notice.kind == crate::app::notice::NoticeKind::Refusal)
    );
    // Lifting outside the board chooses nothing.
    let at = place(&app, "c3");
    input(&mut app, BoardInput::TouchMove(at));
    input(&mut app, BoardInput::TouchEnd { at: Vec2::new(1.0, 1.0), tap: false });
    assert_eq!((plies(&app), aimed(&app)), (1, None));
}

#[test]
fn a_foul_is_explained_when_previewed_and_played_when_confirmed() {
    let folder = DataFolder::new("aim-foul");
    let mut app = interaction_app(&folder.0);
    let rule = [("rule", OptionValue::Word("renju".into()))];
    let gomoku = registry::find("gomoku").unwrap();
    let setup = GameSetup { game: gomoku, ..setup(TWO_HUMANS, &rule, TimeControl::Unlimited) };
    start_game(&mut app, setup);
    app.update();
    // Black's h8 would make two open threes, along the rank and the file.
    for stone in ["f8", "a1", "g8", "a3", "h9", "a5", "h10", "a7"] {
        play(&mut app, stone);
    }
    app.update();
    drag(&mut app, "h8", "h8");
    assert_eq!((plies(&app), aimed(&app).as_deref()), (8, Some("h8")));
    assert!(app.world().resource::<Cursor>().pending_confirm.is_some());
    // A preview elsewhere is another move.
    drag(&mut app, "o15", "o15");
    assert!(app.world().resource::<Cursor>().pending_confirm.is_none());
    drag(&mut app, "h8", "h8");
    assert_eq!(plies(&app), 8);
    drag(&mut app, "h8", "h8");
    assert_eq!(game(&app).ending().and_then(|ending| ending.winner()), Some(Side::Second));
}

#[test]
fn rotating_the_phone_keeps_the_game_and_the_preview() {
    let folder = DataFolder::new("rotation");
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
fn suspending_saves_the_game_and_stops_its_clock() {
    let folder = DataFolder::new("suspend");
    let mut app = session_app(&folder.0);
    app.add_plugins(foreground_plugin);
    start_game(
        &mut app,
        setup(TWO_HUMANS, &[], TimeControl::SuddenDeath { main: Duration::from_secs(60) }),
    );
    app.update();
    std::fs::remove_file(folder.file("game.ron")).unwrap();
    app.world_mut().write_message(Lifecycle::Suspend);
    app.update();
    assert!(folder.file("game.ron").exists());
    let left = |app: &App| game(app).clock().time_left(Side::First).unwrap();
    let before = left(&app);
    std::thread::sleep(Duration::from_millis(120));
    app.update();
    std::thread::sleep(Duration::from_millis(120));
    app.world_mut().write_message(Lifecycle::Resume);
    app.update();
    assert_eq!(left(&app), before);
    std::thread::sleep(Duration::from_millis(30));
    app.update();
    assert!(
        left(&app) < before && left(&app) > before - Duration::from_millis(100),
        "{:?} of {before:?}",
        left(&app)
    );
}

#[test]
fn suspending_stops_the_search_and_resuming_restarts_it() {
    let folder = DataFolder::new("suspend-search");
    let mut app = session_app(&folder.0);
    app.add_plugins(foreground_plugin);
    start_game(
        &mut app,
        setup([PlayerKind::Computer(10), PlayerKind::Human], &[], TimeControl::Unlimited),
    );
    wait_for(&mut app, "the search", |app| app.world().resource::<Thinking>().is_busy());
    app.world_mut().write_message(Lifecycle::Suspend);
    app.update();
    assert!(!app.world().resource::<Thinking>().is_busy());
    for _ in 0..5 {
        app.update();
        assert!(!app.world().resource::<Thinking>().is_busy());
    }
    assert_eq!(plies(&app), 0);
    app.world_mut().write_message(Lifecycle::Resume);
    wait_for(&mut app, "the search", |app| app.world().resource::<Thinking>().is_busy());
}

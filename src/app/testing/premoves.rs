//! Moves chosen while the computer thinks.

use super::*;
use crate::app::board::Cursor;
use crate::app::settings::Assistance;
use crate::games::registry;

/// A game in which the computer, at its strongest, begins.
fn waiting_app(folder: &DataFolder, game: &str, premoves: Assistance) -> App {
    let mut app = interaction_app(&folder.0);
    let mut settings = app.world_mut().resource_mut::<Settings>();
    settings.premoves = premoves;
    settings.opening_book = false;
    let players = [PlayerKind::Computer(10), PlayerKind::Human];
    let setup = GameSetup {
        game: registry::find(game).unwrap(),
        ..setup(players, &[], TimeControl::Unlimited)
    };
    start_game(&mut app, setup);
    app.update();
    app
}

fn premove(app: &App) -> Option<(Option<Point>, Point)> {
    let cursor = app.world().resource::<Cursor>();
    cursor.premove.map(|premove| (premove.from, premove.to))
}

fn at(name: &str) -> Point {
    name.parse().unwrap()
}

fn tap_at(app: &mut App, name: &str) {
    tap(app, at(name));
}

/// Plays a move as the computer, whatever its search finds.
fn answer(app: &mut App, text: &str) {
    let (mv, key) = {
        let position = game(app).position();
        (position.parse_move(text).unwrap(), position.key())
    };
    send_command(app, SessionCommand::Play(mv, MoveSource::Computer(key)));
    app.update();
    app.update();
}

fn moves_played(app: &App) -> usize {
    game(app).tree().ply(game(app).current())
}

fn said_that_the_computer_thinks(app: &App) -> bool {
    notices(app).contains(&Notice::hint("computer-thinks"))
}

#[test]
fn a_planned_move_of_a_piece_is_played_as_soon_as_it_is_legal() {
    let folder = DataFolder::new("premove");
    let mut app = waiting_app(&folder, "chess", Assistance::Auto);
    tap_at(&mut app, "e7");
    tap_at(&mut app, "e5");
    assert_eq!(premove(&app), Some((Some(at("e7")), at("e5"))));
    assert!(!said_that_the_computer_thinks(&app));
    assert_eq!(moves_played(&app), 0);
    answer(&mut app, "d4");
    assert_eq!(moves_played(&app), 2);
    assert_eq!(premove(&app), None);
    assert!(game(&app).position().piece_at(at("e5")).is_some());
}

#[test]
fn a_planned_move_that_is_illegal_then_is_dropped_and_nothing_else_is_lost() {
    let folder = DataFolder::new("premove-illegal");
    let mut app = waiting_app(&folder, "chess", Assistance::Auto);
    tap_at(&mut app, "e7");
    tap_at(&mut app, "d6");
    answer(&mut app, "d4");
    // No pawn takes on an empty square.
    assert_eq!((moves_played(&app), premove(&app)), (1, None));
    assert_eq!(game(&app).turn(), Turn::Human);
    play(&mut app, "e5");
    assert_eq!(moves_played(&app), 2);
}

#[test]
fn a_tap_elsewhere_escape_and_undo_cancel_what_was_planned() {
    let folder = DataFolder::new("premove-cancel");
    let mut app = waiting_app(&folder, "chess", Assistance::Auto);
    let plan = |app: &mut App| {
        tap_at(app, "e7");
        tap_at(app, "e5");
        assert!(premove(app).is_some());
    };
    plan(&mut app);
    tap_at(&mut app, "a4");
    assert_eq!(premove(&app), None);
    plan(&mut app);
    app.world_mut().write_message(BoardInput::Cancel);
    app.update();
    assert_eq!(premove(&app), None);
    plan(&mut app);
    act(&mut app, GameAction::Resign(Side::Second));
    app.update();
    assert_eq!(premove(&app), None);
}

#[test]
fn a_piece_dragged_onto_an_own_one_takes_back_what_takes_it() {
    let folder = DataFolder::new("premove-drag");
    let mut app = waiting_app(&folder, "chess", Assistance::Auto);
    answer(&mut app, "e4");
    play(&mut app, "d5");
    let (from, to) = (place_of(&app, at("d8")), place_of(&app, at("d5")));
    for input in [BoardInput::DragStart(from), BoardInput::DragMove(to), BoardInput::DragEnd(to)] {
        app.world_mut().write_message(input);
        app.update();
    }
    assert_eq!(premove(&app), Some((Some(at("d8")), at("d5"))));
    answer(&mut app, "exd5");
    assert_eq!(moves_played(&app), 4);
    let queen = game(&app).position().piece_at(at("d5")).unwrap();
    assert_eq!(queen.side, Side::Second);
}

#[test]
fn a_piece_taken_up_while_the_computer_thinks_stays_in_the_hand() {
    let folder = DataFolder::new("premove-hand");
    let mut app = waiting_app(&folder, "chess", Assistance::Auto);
    tap_at(&mut app, "e7");
    answer(&mut app, "d4");
    assert_eq!(app.world().resource::<Cursor>().selected, Some(at("e7")));
    tap_at(&mut app, "e5");
    assert_eq!(moves_played(&app), 2);
}

#[test]
fn stones_are_planned_only_where_the_player_wants_it() {
    for (premoves, planned) in [(Assistance::Auto, false), (Assistance::On, true)] {
        let folder = DataFolder::new("premove-stones");
        let mut app = waiting_app(&folder, "go", premoves);
        tap_at(&mut app, "c3");
        assert_eq!(premove(&app), planned.then_some((None, at("c3"))));
        assert_eq!(said_that_the_computer_thinks(&app), !planned);
        answer(&mut app, "Q16");
        assert_eq!(moves_played(&app), if planned { 2 } else { 1 });
    }
}

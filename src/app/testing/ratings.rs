//! The player's points.

use super::*;
use crate::app::features::engine::HelpRequest;
use crate::app::features::ratings::{self, PlayerRatings};
use crate::app::services::engines::ExternalEngines;

fn rated_app(folder: &DataFolder) -> App {
    let mut app = minimal_app(&folder.0);
    app.init_resource::<ExternalEngines>();
    app.add_plugins((session::plugin, engine::plugin, ratings::plugin));
    app.world_mut().resource_mut::<NextState<Screen>>().set(Screen::Play);
    app.update();
    app
}

/// Starts a game of Reversi of the person as the first side against this level.
fn start(app: &mut App, level: u8) {
    let players = [PlayerKind::Human, PlayerKind::Computer(level)];
    start_game(app, setup(players, &[], TimeControl::Unlimited));
}

fn resign(app: &mut App, loser: Side) {
    act(app, GameAction::Resign(loser));
    app.update();
}

fn points(app: &App) -> Option<u32> {
    let ratings = app.world().resource::<PlayerRatings>();
    ratings.points("reversi").map(|points| points.get())
}

fn games(app: &App) -> usize {
    app.world().resource::<PlayerRatings>().history("reversi").count()
}

#[test]
fn a_finished_game_changes_the_points_once_and_they_are_kept() {
    let folder = DataFolder::new("ratings");
    let mut app = rated_app(&folder);
    assert_eq!(points(&app), None);
    // Level 1 has 300 points: a beginner who beats it gains half of the difference.
    start(&mut app, 1);
    resign(&mut app, Side::Second);
    assert_eq!((points(&app), games(&app)), (Some(150), 1));
    // The same game ends again, otherwise, after its end was taken back.
    act(&mut app, GameAction::Undo);
    assert_eq!(game(&app).ending(), None);
    resign(&mut app, Side::First);
    assert_eq!((points(&app), games(&app)), (Some(150), 1));
    // 150 below.
    start(&mut app, 1);
    resign(&mut app, Side::First);
    assert_eq!((points(&app), games(&app)), (Some(148), 2));
    drop(app);
    let app = rated_app(&folder);
    assert_eq!((points(&app), games(&app)), (Some(148), 2));
}

#[test]
fn games_with_help_taken_back_moves_or_people_alone_count_for_nothing() {
    let folder = DataFolder::new("ratings-helped");
    let mut app = rated_app(&folder);
    start(&mut app, 1);
    app.world_mut().write_message(HelpRequest::Hint);
    app.update();
    // The saved game still knows.
    assert!(Session::from_ron(&game(&app).to_ron()).unwrap().is_unrated());
    resign(&mut app, Side::Second);
    assert_eq!(points(&app), None);
    start(&mut app, 1);
    assert!(!game(&app).is_unrated());
    play(&mut app, "d3");
    act(&mut app, GameAction::Undo);
    resign(&mut app, Side::Second);
    assert_eq!(points(&app), None);
    start_game(&mut app, setup(TWO_HUMANS, &[], TimeControl::Unlimited));
    resign(&mut app, Side::Second);
    assert_eq!(points(&app), None);
}

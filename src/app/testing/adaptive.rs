//! The adaptive opponent.

use super::*;
use crate::app::features::adaptive::{self, AdaptiveLevels};

fn adaptive_app(folder: &DataFolder) -> App {
    let mut app = minimal_app(&folder.0);
    app.add_plugins((session::plugin, engine::plugin, adaptive::plugin));
    app.world_mut().resource_mut::<NextState<Screen>>().set(Screen::Play);
    app.update();
    app
}

/// The setup of the next game against the adaptive opponent, which begins at this level.
fn next_setup(app: &App, first: u8) -> GameSetup {
    let players = [PlayerKind::Human, PlayerKind::Computer(first)];
    let setup = setup(players, &[], TimeControl::Unlimited);
    app.world().resource::<AdaptiveLevels>().apply(GameSetup { adaptive: true, ..setup })
}

fn level(app: &App) -> PlayerKind {
    next_setup(app, 3).players[1]
}

/// Starts a game, which this side gives up.
fn play_and_resign(app: &mut App, setup: GameSetup, loser: Side) {
    start_game(app, setup);
    act(app, GameAction::Resign(loser));
    app.update();
}

#[test]
fn the_level_follows_the_results_counts_each_game_once_and_is_kept() {
    let folder = DataFolder::new("adaptive");
    let mut app = adaptive_app(&folder);
    assert_eq!(level(&app), PlayerKind::Computer(3));
    let next = next_setup(&app, 3);
    play_and_resign(&mut app, next, Side::Second);
    assert_eq!(level(&app), PlayerKind::Computer(4));
    // The same game ends again after its end was taken back.
    act(&mut app, GameAction::Undo);
    assert_eq!(game(&app).ending(), None);
    act(&mut app, GameAction::Resign(Side::First));
    app.update();
    assert_eq!(level(&app), PlayerKind::Computer(4));
    let next = next_setup(&app, 3);
    play_and_resign(&mut app, next, Side::Second);
    assert_eq!(level(&app), PlayerKind::Computer(5));
    // A game against a fixed level counts for nothing.
    let fixed = GameSetup { adaptive: false, ..next_setup(&app, 3) };
    play_and_resign(&mut app, fixed, Side::First);
    assert_eq!(level(&app), PlayerKind::Computer(5));
    drop(app);
    let app = adaptive_app(&folder);
    assert_eq!(level(&app), PlayerKind::Computer(5));
    // The saved game knows that its opponent was not adaptive.
    assert!(!game(&app).setup().adaptive);
}

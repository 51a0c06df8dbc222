//! Hints and moves that the computer plays for a person.

use super::*;
use crate::app::features::engine::{HelpRequest, HintStep};

#[test]
fn a_hint_shows_the_best_move_and_play_for_me_plays_it() {
    let folder = DataFolder::new("hint");
    let mut app = session_app(&folder.0);
    start_game(
        &mut app,
        setup(TWO_HUMANS, &[("size", OptionValue::Number(4))], TimeControl::Unlimited),
    );
    app.world_mut().write_message(HelpRequest::Hint);
    app.update();
    wait_for(&mut app, "the hint", |app| app.world().resource::<Thinking>().hint().is_some());
    let steps = [HintStep::Area, HintStep::Narrowed, HintStep::Move];
    for (n, step) in steps.into_iter().enumerate() {
        if n > 0 {
            app.world_mut().write_message(HelpRequest::Hint);
            app.update();
            app.update();
        }
        assert_eq!(app.world().resource::<Thinking>().hint().unwrap().step, step);
    }
    // A further request plays nothing.
    app.world_mut().write_message(HelpRequest::Hint);
    app.update();
    app.update();
    assert_eq!(game(&app).current(), game(&app).tree().root());
    let hint = app.world().resource::<Thinking>().hint().unwrap().info.clone();
    // On the 4x4 board the second player wins by eight; found by exact search.
    let value = hint.score.unwrap();
    assert!(value.is_exact() && value.amount < 0.0, "{value:?}");
    app.world_mut().write_message(HelpRequest::PlayForMe);
    app.update();
    wait_for(&mut app, "the move", |app| game(app).tree().ply(game(app).current()) == 1);
    app.update();
    assert!(app.world().resource::<Thinking>().hint().is_none());
}

#[test]
fn help_asked_for_at_the_wrong_time_is_refused_with_the_right_reason() {
    let folder = DataFolder::new("no-help");
    let mut app = session_app(&folder.0);
    let players = [PlayerKind::Computer(10), PlayerKind::Human];
    start_game(&mut app, setup(players, &[], TimeControl::Unlimited));
    let wrong_turn = Notice::hint("help-only-on-your-turn");
    let ask = |app: &mut App, help: HelpRequest| {
        app.world_mut().resource_mut::<Messages<Notice>>().clear();
        app.world_mut().write_message(help);
        app.update();
        notices(app)
    };
    assert!(ask(&mut app, HelpRequest::Hint).contains(&wrong_turn));
    assert_eq!(ask(&mut app, HelpRequest::PlayForMe), []);
    act(&mut app, GameAction::Resign(Side::Second));
    for help in [HelpRequest::Hint, HelpRequest::PlayForMe] {
        let said = ask(&mut app, help);
        assert!(said.contains(&Notice::hint("game-is-over")) && !said.contains(&wrong_turn));
    }
}

#[test]
fn a_search_result_for_another_position_is_dropped() {
    let folder = DataFolder::new("dropped");
    let mut app = session_app(&folder.0);
    start_game(
        &mut app,
        setup([PlayerKind::Human, PlayerKind::Computer(10)], &[], TimeControl::Unlimited),
    );
    play(&mut app, "f5");
    app.update();
    assert!(app.world().resource::<Thinking>().is_busy());
    act(&mut app, GameAction::Undo);
    for _ in 0..60 {
        std::thread::sleep(Duration::from_millis(5));
        app.update();
    }
    assert_eq!(game(&app).current(), game(&app).tree().root());
    assert!(!app.world().resource::<Thinking>().is_busy());
}

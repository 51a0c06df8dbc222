//! Coaching in a game against the computer.

use super::*;
use crate::app::features::coaching::{self, Coaching, DismissRemark};
use crate::app::settings::Assistance;
use crate::games::registry;
use crate::record::Glyph;

/// White can give away the queen at once.
const OPEN: &str = "rnbqkbnr/ppp2ppp/3p4/4p3/4P3/3P4/PPP2PPP/RNBQKBNR w KQkq - 0 3";

/// A game of chess against the computer from this position, with or without coaching.
fn coached_game(folder: &DataFolder, coaching: Assistance) -> App {
    let mut app = session_app(&folder.0);
    app.add_plugins(coaching::plugin);
    app.world_mut().resource_mut::<Settings>().coaching = coaching;
    let setup = GameSetup {
        game: registry::find("chess").unwrap(),
        ..setup([PlayerKind::Human, PlayerKind::Computer(2)], &[], TimeControl::Unlimited)
    };
    send_command(&mut app, SessionCommand::NewGameFrom(Box::new(setup), OPEN.to_owned()));
    app
}

fn has_remark(app: &App) -> bool {
    app.world().resource::<Coaching>().remark().is_some()
}

fn ply(app: &App) -> usize {
    game(app).tree().ply(game(app).current())
}

#[test]
fn a_blunder_is_told_with_a_better_move_and_taken_back_with_the_answer() {
    let folder = DataFolder::new("coach");
    let mut app = coached_game(&folder, Assistance::On);
    play(&mut app, "Qg4");
    wait_for(&mut app, "the remark", has_remark);
    let remark = app.world().resource::<Coaching>().remark().unwrap().clone();
    assert_eq!(remark.verdict.glyph(), Some(Glyph::Blunder), "{remark:?}");
    let before = game(&app).tree().start();
    assert!(before.check(remark.verdict.better).is_ok());
    // The answer does not wait for the remark, nor does it end it.
    wait_for(&mut app, "the answer", |app| ply(app) == 2);
    assert!(has_remark(&app));
    act(&mut app, GameAction::Undo);
    app.update();
    assert_eq!((ply(&app), game(&app).turn()), (0, Turn::Human));
    assert!(!has_remark(&app));
}

#[test]
fn a_remark_ends_when_it_is_read_and_with_the_next_move() {
    let folder = DataFolder::new("coach-read");
    let mut app = coached_game(&folder, Assistance::On);
    play(&mut app, "Qg4");
    wait_for(&mut app, "the remark", has_remark);
    app.world_mut().write_message(DismissRemark);
    app.update();
    assert!(!has_remark(&app));
    act(&mut app, GameAction::Undo);
    play(&mut app, "Qg4");
    wait_for(&mut app, "the remark", has_remark);
    wait_for(&mut app, "the answer", |app| ply(app) == 2);
    play(&mut app, "Nc3");
    app.update();
    assert!(!has_remark(&app));
}

#[test]
fn good_moves_and_games_without_coaching_are_left_alone() {
    let folder = DataFolder::new("coach-quiet");
    for (coaching, mv) in [(Assistance::On, "Nf3"), (Assistance::Off, "Qg4")] {
        let mut app = coached_game(&folder, coaching);
        play(&mut app, mv);
        wait_for(&mut app, "the answer", |app| ply(app) == 2);
        // Longer than the three searches that judge a move.
        let begun = Instant::now();
        while begun.elapsed() < Duration::from_secs(3) {
            std::thread::sleep(Duration::from_millis(10));
            app.update();
            assert!(!has_remark(&app), "{mv}");
        }
    }
}

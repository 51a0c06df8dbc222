//! Games that were begun and left are kept, resumed, deleted and restored.

use super::*;
use crate::app::session::UnfinishedGames;
use crate::games::registry;

fn start(app: &mut App, game: &str, moves: &str) {
    let game = registry::find(game).unwrap();
    start_game(app, GameSetup { game, ..setup(TWO_HUMANS, &[], TimeControl::Unlimited) });
    if !moves.is_empty() {
        play(app, moves);
    }
}

/// The games that were left, newest first: number, game and moves.
fn left(app: &App) -> Vec<(u32, &'static str, usize)> {
    let games = app.world().resource::<UnfinishedGames>();
    let about = |game: &session::UnfinishedGame| {
        let session = &game.session;
        (game.number, session.setup().game.id(), session.tree().ply(session.current()))
    };
    games.newest_first().map(about).collect()
}

fn on_board(app: &App) -> (&'static str, usize) {
    let session = game(app);
    (session.setup().game.id(), session.tree().ply(session.current()))
}

#[test]
fn every_game_that_was_begun_is_kept_over_a_restart_and_can_be_resumed() {
    let folder = DataFolder::new("unfinished-kept");
    {
        let mut app = session_app(&folder.0);
        start(&mut app, "chess", "e4 e5 Nf3");
        start(&mut app, "xiangqi", "b2e2");
        // Nothing was played: it is not kept.
        start(&mut app, "go", "");
        start(&mut app, "gomoku", "h8 i9");
        assert_eq!(left(&app), [(2, "xiangqi", 1), (1, "chess", 3)]);
        start(&mut app, "reversi", "f5");
        assert!(notices(&app).iter().any(|notice| notice.id == "unfinished-game-kept"));
    }
    let mut app = session_app(&folder.0);
    assert_eq!(on_board(&app), ("reversi", 1));
    assert_eq!(left(&app), [(3, "gomoku", 2), (2, "xiangqi", 1), (1, "chess", 3)]);
    send_command(&mut app, SessionCommand::Resume(1));
    assert_eq!(on_board(&app), ("chess", 3));
    assert_eq!(left(&app), [(4, "reversi", 1), (3, "gomoku", 2), (2, "xiangqi", 1)]);
    play(&mut app, "Nc6");
    drop(app);
    let app = session_app(&folder.0);
    assert_eq!(on_board(&app), ("chess", 4));
    assert_eq!(left(&app).len(), 3);
}

#[test]
fn a_game_is_kept_once_even_if_the_program_ended_while_it_was_resumed() {
    let folder = DataFolder::new("unfinished-killed");
    {
        let mut app = session_app(&folder.0);
        start(&mut app, "chess", "e4");
        start(&mut app, "reversi", "f5");
        let copy = std::fs::read(folder.file("game-1.ron")).unwrap();
        send_command(&mut app, SessionCommand::Resume(1));
        assert!(!folder.file("game-1.ron").exists());
        // As if the program had been killed before the file was removed.
        std::fs::write(folder.file("game-1.ron"), copy).unwrap();
    }
    let app = session_app(&folder.0);
    assert_eq!(on_board(&app), ("chess", 1));
    assert_eq!(left(&app), [(2, "reversi", 1)]);
    assert!(!folder.file("game-1.ron").exists());
}

#[test]
fn a_deleted_game_is_gone_and_can_be_restored() {
    let folder = DataFolder::new("unfinished-deleted");
    let mut app = session_app(&folder.0);
    start(&mut app, "chess", "e4");
    start(&mut app, "xiangqi", "b2e2");
    start(&mut app, "reversi", "");
    send_command(&mut app, SessionCommand::DeleteUnfinished(1));
    assert_eq!(left(&app), [(2, "xiangqi", 1)]);
    assert!(!folder.file("game-1.ron").exists());
    send_command(&mut app, SessionCommand::RestoreUnfinished);
    assert_eq!(left(&app), [(2, "xiangqi", 1), (1, "chess", 1)]);
    assert!(folder.file("game-1.ron").exists());
    send_command(&mut app, SessionCommand::RestoreUnfinished);
    assert_eq!(left(&app).len(), 2);
    // A number that does not exist changes nothing.
    send_command(&mut app, SessionCommand::DeleteUnfinished(7));
    send_command(&mut app, SessionCommand::Resume(7));
    assert_eq!((left(&app).len(), on_board(&app)), (2, ("reversi", 0)));
}

#[test]
fn a_damaged_file_of_a_left_game_is_set_aside_and_the_others_are_there() {
    let folder = DataFolder::new("unfinished-damaged");
    {
        let mut app = session_app(&folder.0);
        start(&mut app, "chess", "e4");
        start(&mut app, "xiangqi", "b2e2");
        start(&mut app, "reversi", "");
    }
    std::fs::write(folder.file("game-1.ron"), "(version: 1, pla").unwrap();
    let app = session_app(&folder.0);
    assert_eq!(left(&app), [(2, "xiangqi", 1)]);
    assert!(folder.file("game-1.damaged-1.ron").exists());
    assert!(notices(&app).iter().any(|notice| notice.id == "save-damaged"));
}

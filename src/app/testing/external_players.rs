//! Engines of others at the board: they play, fail in every way, and the game goes on.

use super::*;
use crate::app::features::engine::{EngineFailure, HelpRequest, RetryEngines};
use crate::app::notice::NoticeArg;
use crate::app::services::engines::ExternalEngines;
use crate::engines::{EngineId, EngineProtocol, EngineSettings};
use crate::games::registry;

/// An engine of chess that knows six plies by heart. What it does at a search depends on its
/// first argument and on the number of the search.
const CHESS: &str = r#"
n=0
answer() {
    set -- $moves
    [ $# -gt 2 ] && ply=$(($# - 2)) || ply=0
    case $ply in
        0) mv=e2e4;; 1) mv=e7e5;; 2) mv=g1f3;; 3) mv=b8c6;; 4) mv=f1c4;; *) mv=g8f6;;
    esac
    echo "info depth 9 score cp 30 nodes 100 pv $mv"
    echo "bestmove $mv"
}
while read -r word rest; do
    case $word in
        uci) echo "id name By heart"; echo uciok;;
        isready) echo readyok;;
        position) moves=$rest;;
        stop) [ "$waits" = yes ] && answer; waits=no;;
        quit) exit 0;;
        go) n=$((n + 1))
            case $1$n in
                crash2|crash-at-once1) exit 3;;
                hang2) sleep 60;;
                leave1) answer; exit 3;;
                illegal2) echo "bestmove a1a8";;
                slow*) case $moves in *e2e4) waits=yes;; *) answer;; esac;;
                *) answer;;
            esac;;
    esac
done
"#;

/// An engine of Go that gives every game up.
const RESIGNS: &str = r#"
while read -r word rest; do
    case $word in
        list_commands) printf '= boardsize\nclear_board\nkomi\nplay\ngenmove\nundo\n\n';;
        genmove) printf '= resign\n\n';;
        *) printf '= \n\n';;
    esac
done
"#;

/// Adds an engine that runs this script.
fn add_engine(app: &mut App, folder: &DataFolder, script: &str, way: &str) -> EngineId {
    std::fs::create_dir_all(&folder.0).unwrap();
    let file = folder.file(&format!("{way}.sh"));
    std::fs::write(&file, script).unwrap();
    let protocol = if script == CHESS { EngineProtocol::Uci } else { EngineProtocol::Gtp };
    app.world_mut().resource_mut::<ExternalEngines>().list_mut().add(EngineSettings {
        name: "By heart".to_owned(),
        command: "/bin/sh".to_owned(),
        arguments: vec![file.display().to_string(), way.to_owned()],
        protocol: Some(protocol),
        ..EngineSettings::default()
    })
}

/// A game of chess of a person against an engine that acts in this way.
fn game_against(folder: &DataFolder, way: &str) -> App {
    let mut app = session_app(&folder.0);
    let id = add_engine(&mut app, folder, CHESS, way);
    start_chess(&mut app, [PlayerKind::Human, PlayerKind::Engine(id)]);
    app
}

fn start_chess(app: &mut App, players: [PlayerKind; 2]) {
    let game = registry::find("chess").unwrap();
    let plain = setup(players, &[], TimeControl::Unlimited);
    start_game(app, GameSetup { game, engine_time: Duration::from_millis(200), ..plain });
}

fn ply(app: &App) -> usize {
    game(app).tree().ply(game(app).current())
}

fn wait_for_ply(app: &mut App, wanted: usize) {
    wait_for(app, "the engine's move", |app| ply(app) == wanted);
}

fn failure(app: &App) -> Option<EngineFailure> {
    app.world().resource::<Thinking>().engine_failure().copied()
}

/// Plays on until the engine fails at its second move, and checks that the game is whole.
fn play_until_failure(app: &mut App, sentence: &'static str) {
    play(app, "e4");
    wait_for_ply(app, 2);
    play(app, "Nf3");
    let is_said = |notice: &Notice| {
        let name = &notice.args[notice.args.len() - 1];
        notice.id == sentence && *name == ("engine".into(), NoticeArg::Text("By heart".to_owned()))
    };
    wait_for(app, sentence, |app| notices(app).iter().any(is_said));
    assert_eq!(failure(app), Some(EngineFailure { player: 1, may_retry: true }));
    assert!(!app.world().resource::<Thinking>().is_busy());
    assert_eq!((ply(app), game(app).ending()), (3, None));
    // It is asked once: nothing more happens by itself.
    for _ in 0..50 {
        std::thread::sleep(Duration::from_millis(4));
        app.update();
        let notices = notices(app);
        assert!(notices.len() <= 1 && notices.iter().all(is_said), "{notices:?}");
    }
    assert_eq!(ply(app), 3);
}

#[test]
fn an_engine_that_crashes_is_started_again_and_the_game_goes_on() {
    let folder = DataFolder::new("engine-crashes");
    let mut app = game_against(&folder, "crash");
    play_until_failure(&mut app, "engine-ended");
    app.world_mut().write_message(RetryEngines);
    wait_for_ply(&mut app, 4);
    assert_eq!(failure(&app), None);
}

#[test]
fn an_engine_that_ends_in_the_persons_turn_is_missed_at_once() {
    let folder = DataFolder::new("engine-leaves");
    let mut app = game_against(&folder, "leave");
    play(&mut app, "e4");
    let said = Notice::problem("engine-ended").with("engine", "By heart");
    wait_for(&mut app, "the sentence", |app| notices(app).contains(&said));
    // Its last move was played before.
    assert_eq!((ply(&app), game(&app).turn()), (2, Turn::Human));
    assert_eq!(failure(&app), Some(EngineFailure { player: 1, may_retry: true }));
    app.world_mut().write_message(RetryEngines);
    app.update();
    assert_eq!(failure(&app), None);
    play(&mut app, "Nf3");
    wait_for_ply(&mut app, 4);
}

#[test]
fn after_an_illegal_move_the_computer_may_play_on() {
    let folder = DataFolder::new("engine-illegal");
    let mut app = game_against(&folder, "illegal");
    play_until_failure(&mut app, "engine-illegal-move");
    // The person may still take back and resign; here the computer takes over.
    act(&mut app, GameAction::ReplaceEngine(Side::Second));
    app.update();
    assert_eq!(failure(&app), None);
    let level = game(&app).setup().game.levels();
    assert_eq!(game(&app).turn(), Turn::Computer(level));
    wait_for_ply(&mut app, 4);
}

#[test]
fn an_engine_that_hangs_is_ended() {
    let folder = DataFolder::new("engine-hangs");
    let mut app = game_against(&folder, "hang");
    play_until_failure(&mut app, "engine-hangs");
    act(&mut app, GameAction::Undo);
    assert_eq!((ply(&app), game(&app).turn()), (2, Turn::Human));
}

#[test]
fn the_clocks_stand_still_while_the_player_is_asked() {
    let folder = DataFolder::new("engine-clocks");
    let mut app = session_app(&folder.0);
    let id = add_engine(&mut app, &folder, CHESS, "crash-at-once");
    let chess = registry::find("chess").unwrap();
    let time = TimeControl::SuddenDeath { main: Duration::from_secs(20) };
    let plain = setup([PlayerKind::Human, PlayerKind::Engine(id)], &[], time);
    start_game(&mut app, GameSetup { game: chess, ..plain });
    play(&mut app, "e4");
    wait_for(&mut app, "the failure", |app| failure(app).is_some());
    let left = |app: &App| game(app).clock().time_left(Side::Second).unwrap();
    let before = left(&app);
    for _ in 0..20 {
        std::thread::sleep(Duration::from_millis(5));
        app.update();
    }
    assert_eq!(left(&app), before);
    act(&mut app, GameAction::ReplaceEngine(Side::Second));
    wait_for(&mut app, "the clock", |app| left(app) < before);
}

#[test]
fn a_move_taken_back_while_the_engine_thinks_is_not_answered() {
    let folder = DataFolder::new("engine-undo");
    let mut app = session_app(&folder.0);
    let id = add_engine(&mut app, &folder, CHESS, "slow");
    let players = [PlayerKind::Human, PlayerKind::Engine(id)];
    let chess = registry::find("chess").unwrap();
    let plain = setup(players, &[], TimeControl::Unlimited);
    let engine_time = Duration::from_secs(60);
    start_game(&mut app, GameSetup { game: chess, engine_time, ..plain });
    play(&mut app, "e4");
    app.update();
    assert!(app.world().resource::<Thinking>().is_busy());
    act(&mut app, GameAction::Undo);
    app.update();
    assert!(!app.world().resource::<Thinking>().is_busy());
    play(&mut app, "d4");
    wait_for_ply(&mut app, 2);
    let tree = game(&app).tree();
    let taken_back = tree.children(tree.root()).next().unwrap();
    assert_eq!(tree.move_text(taken_back).as_deref(), Some("e4"));
    assert_eq!(tree.children(taken_back).count(), 0);
}

#[test]
fn two_engines_play_each_other_until_they_are_paused() {
    let folder = DataFolder::new("engine-engine");
    let mut app = session_app(&folder.0);
    let id = add_engine(&mut app, &folder, CHESS, "play");
    start_chess(&mut app, [PlayerKind::Engine(id); 2]);
    wait_for_ply(&mut app, 6);
    act(&mut app, GameAction::Pause(true));
    act(&mut app, GameAction::Undo);
    assert_eq!(ply(&app), 5);
    app.update();
    assert!(!app.world().resource::<Thinking>().is_busy());
    act(&mut app, GameAction::Pause(false));
    wait_for_ply(&mut app, 6);
    // An offer is declined by an engine that is not behind, and the game goes on.
    act(&mut app, GameAction::Pause(true));
    act(&mut app, GameAction::OfferDraw(Side::First));
    wait_for(&mut app, "the answer", |app| game(app).draw_offer().is_none());
    assert_eq!(game(&app).ending(), None);
}

#[test]
fn a_game_whose_engine_was_removed_goes_on_with_the_computer() {
    let folder = DataFolder::new("engine-not-listed");
    {
        let mut app = game_against(&folder, "play");
        play(&mut app, "e4");
        wait_for_ply(&mut app, 2);
        send_command(&mut app, SessionCommand::Save(1));
    }
    // Engines are not listed in this app.
    let mut app = session_app(&folder.0);
    app.update();
    let removed = Notice::problem("engine-not-listed").with("engine", "By heart");
    assert!(notices(&app).contains(&removed), "{:?}", notices(&app));
    assert_eq!(failure(&app), Some(EngineFailure { player: 1, may_retry: false }));
    assert_eq!((ply(&app), game(&app).turn()), (2, Turn::Human));
    assert_eq!(game(&app).recorded_name(Side::Second), "By heart");
    let level = game(&app).setup().game.levels();
    act(&mut app, GameAction::ReplaceEngine(Side::Second));
    app.update();
    assert_eq!(failure(&app), None);
    drop(app);
    let mut app = session_app(&folder.0);
    assert_eq!(game(&app).setup().players[1], PlayerKind::Computer(level));
    // The slot still has the engine.
    send_command(&mut app, SessionCommand::Load(1));
    assert!(matches!(game(&app).setup().players[1], PlayerKind::Engine(_)));
    assert_eq!(game(&app).setup().engine_time, Duration::from_millis(200));
}

#[test]
fn an_engine_may_resign() {
    let folder = DataFolder::new("engine-resigns");
    let mut app = session_app(&folder.0);
    let id = add_engine(&mut app, &folder, RESIGNS, "resign");
    let go = registry::find("go").unwrap();
    let players = [PlayerKind::Human, PlayerKind::Engine(id)];
    let plain = setup(players, &[("size", OptionValue::Number(9))], TimeControl::Unlimited);
    start_game(&mut app, GameSetup { game: go, ..plain });
    play(&mut app, "E5");
    wait_for(&mut app, "the end", |app| game(app).ending().is_some());
    assert_eq!(game(&app).ending(), Some(Ending::Resigned(Side::Second)));
    // Taken back, the game is played on.
    act(&mut app, GameAction::Undo);
    assert_eq!(game(&app).turn(), Turn::Human);
}

#[test]
fn an_engine_gives_hints_and_the_computer_does_when_it_fails() {
    let folder = DataFolder::new("engine-hints");
    let mut app = session_app(&folder.0);
    let good = add_engine(&mut app, &folder, CHESS, "play");
    let bad = add_engine(&mut app, &folder, CHESS, "crash-at-once");
    let choose = |app: &mut App, id| {
        let mut settings = app.world_mut().resource_mut::<Settings>();
        settings.hint_engines.insert("chess".to_owned(), id);
    };
    let ask = |app: &mut App| {
        app.world_mut().write_message(HelpRequest::Hint);
        wait_for(app, "the hint", |app| app.world().resource::<Thinking>().hint().is_some());
        app.world().resource::<Thinking>().hint().unwrap().info.clone()
    };
    choose(&mut app, good);
    start_chess(&mut app, TWO_HUMANS);
    play(&mut app, "e4");
    let hint = ask(&mut app);
    let best = game(&app).position().parse_move("e5").unwrap();
    assert_eq!((hint.best, hint.depth), (best, 9));
    choose(&mut app, bad);
    play(&mut app, "e5");
    app.update();
    app.world_mut().write_message(HelpRequest::Hint);
    let said = Notice::problem("engine-ended").with("engine", "By heart").with_transcript(bad);
    wait_for(&mut app, "the sentence", |app| notices(app).contains(&said));
    let hint = ask(&mut app);
    assert!(game(&app).position().check(hint.best).is_ok() && hint.depth != 9);
}

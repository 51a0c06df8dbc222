//! Headless test apps in three layers (minimal, session with the engine, and interaction
//! by scripted taps), and the tests that use them.

mod adaptive;
mod coaching;
mod content_packs;
mod correspondence;
mod engines;
#[cfg(unix)]
mod engines_page;
mod events;
mod every_page;
#[cfg(unix)]
mod external_players;
mod games;
mod help;
mod how_to_play;
#[cfg(unix)]
mod kills;
mod lessons;
mod level_editor;
mod library;
mod mobile;
mod new_game;
mod online;
mod online_events;
mod openings;
mod portrait;
mod position_editor;
mod premoves;
mod puzzles;
mod ratings;
mod review;
#[cfg(unix)]
mod review_engines;
mod sets;
mod unfinished;
mod user_journey;

use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::{PoisonError, RwLock, RwLockReadGuard, RwLockWriteGuard};
use std::time::{Duration, Instant};

use bevy::prelude::*;
use bevy::state::app::StatesPlugin;

use super::board::{self, BoardInput, CurrentLayout, KeyboardHalf};
use super::notice::Notice;
use super::platform::{Storage, Waker};
use super::session::{
    self, ActiveSession, DEFAULT_ENGINE_TIME, Ending, GameAction, GameEvent, GameSetup, Mode,
    MoveSource, PlayerKind, Session, SessionCommand, SessionEvent, Turn,
};
use super::settings::{AnimationSpeed, Settings};
use super::task_pool_options;
use crate::app::board::BoardArea;
use crate::app::features::engine;
use crate::app::features::engine::Thinking;
use crate::app::services::tasks::TaskRunner;
use crate::app::state::Screen;
use crate::core::{Move, Point, Points, Random, Side, TimeControl};
use crate::games::registry::GAMES;
use crate::games::{OptionValue, Options};

/// Longest time that a test waits for an event.
const WAIT_LIMIT: Duration = Duration::from_secs(30);

/// Read-locked by every test, write-locked by one that measures time.
static TIMING_LOCK: RwLock<()> = RwLock::new(());

/// Guard that keeps tests measuring time apart from the others.
#[expect(dead_code, reason = "held, not looked at")]
enum TimingGuard {
    Shared(RwLockReadGuard<'static, ()>),
    Exclusive(RwLockWriteGuard<'static, ()>),
}

/// A data folder that is removed when the test ends.
struct DataFolder(PathBuf, #[expect(dead_code, reason = "held until the test ends")] TimingGuard);

impl DataFolder {
    fn new(test: &str) -> DataFolder {
        let guard = TIMING_LOCK.read().unwrap_or_else(PoisonError::into_inner);
        DataFolder::with_guard(test, TimingGuard::Shared(guard))
    }

    /// A folder for a test that must run alone.
    fn exclusive(test: &str) -> DataFolder {
        let guard = TIMING_LOCK.write().unwrap_or_else(PoisonError::into_inner);
        DataFolder::with_guard(test, TimingGuard::Exclusive(guard))
    }

    fn with_guard(test: &str, guard: TimingGuard) -> DataFolder {
        let name = format!("tianyuan-app-{test}-{}", std::process::id());
        let folder = std::env::temp_dir().join(name);
        let _ = std::fs::remove_dir_all(&folder);
        DataFolder(folder, guard)
    }

    fn file(&self, name: &str) -> PathBuf {
        self.0.join(name)
    }
}

impl Drop for DataFolder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// An app with time, states, settings without animation, and a data folder.
fn minimal_app(folder: &Path) -> App {
    let mut app = App::new();
    app.add_plugins((
        MinimalPlugins.set(TaskPoolPlugin { task_pool_options: task_pool_options() }),
        StatesPlugin,
    ))
    .init_state::<Screen>()
    .add_message::<Notice>()
    .insert_resource(Storage::at(Some(folder.to_owned())))
    .init_resource::<Settings>()
    .init_resource::<Waker>()
    .init_resource::<TaskRunner>();
    app.world_mut().resource_mut::<Settings>().animation = AnimationSpeed::Off;
    app
}

/// A minimal app with the session and the engine.
fn session_app(folder: &Path) -> App {
    let mut app = minimal_app(folder);
    app.add_plugins((session::plugin, engine::plugin));
    app.world_mut().resource_mut::<NextState<Screen>>().set(Screen::Play);
    app.update();
    app
}

/// A session app with a board of 400x400 pixels to tap on.
fn interaction_app(folder: &Path) -> App {
    let mut app = session_app(folder);
    app.insert_resource(BoardArea(Some(Rect::new(0.0, 0.0, 400.0, 400.0))))
        .add_plugins(board::interaction);
    app.update();
    app
}

fn setup(
    players: [PlayerKind; 2],
    options: &[(&str, OptionValue)],
    time: TimeControl,
) -> GameSetup {
    let mut chosen = Options::default();
    for (id, choice) in options {
        chosen.set(id, choice.clone());
    }
    GameSetup {
        game: GAMES[0],
        options: chosen,
        players,
        first_player: 0,
        time,
        engine_time: DEFAULT_ENGINE_TIME,
        games: 1,
        adaptive: false,
        tournament: None,
    }
}

const TWO_HUMANS: [PlayerKind; 2] = [PlayerKind::Human, PlayerKind::Human];

fn start_game(app: &mut App, setup: GameSetup) {
    send_command(app, SessionCommand::NewGame(Box::new(setup)));
}

fn send_command(app: &mut App, command: SessionCommand) {
    app.world_mut().write_message(command);
    app.update();
}

/// Plays a move as a person does.
fn play_move(app: &mut App, mv: Move) {
    send_command(app, SessionCommand::Play(mv, MoveSource::Human));
}

/// Plays the moves with these texts.
fn play(app: &mut App, moves: &str) {
    for text in moves.split(' ') {
        let mv = game(app).position().parse_move(text).unwrap();
        play_move(app, mv);
    }
}

/// The place of a point in the window.
fn place_of(app: &App, point: Point) -> Vec2 {
    app.world().resource::<CurrentLayout>().0.as_ref().unwrap().centre_of(point)
}

fn tap(app: &mut App, point: Point) {
    let place = place_of(app, point);
    app.world_mut().write_message(BoardInput::Tap(place));
    app.update();
    app.update();
}

fn act(app: &mut App, action: GameAction) {
    send_command(app, SessionCommand::Action(action));
}

fn game(app: &App) -> &Session {
    app.world().resource::<ActiveSession>().session().expect("a game is in progress")
}

fn position_text(app: &App) -> String {
    game(app).position().text()
}

/// Notices of the last two frames.
fn notices(app: &App) -> Vec<Notice> {
    let messages = app.world().resource::<Messages<Notice>>();
    messages.get_cursor().read(messages).cloned().collect()
}

fn wait_for(app: &mut App, what: &str, done: impl Fn(&App) -> bool) {
    let begun = Instant::now();
    while !done(app) {
        assert!(begun.elapsed() < WAIT_LIMIT, "{what} did not happen");
        std::thread::sleep(Duration::from_millis(2));
        app.update();
    }
}

/// Plays random legal moves by tapping until the game is over.
fn tap_to_the_end(app: &mut App, seed: u64) {
    let mut random = Random::new(seed);
    while game(app).ending().is_none() {
        let moves = game(app).position().legal_moves();
        match moves[random.below(moves.len())] {
            Move::Place(point) => tap(app, point),
            mv => play_move(app, mv),
        }
    }
}

#[test]
fn a_tap_plays_a_move_and_an_illegal_one_is_refused_with_a_reason() {
    let folder = DataFolder::new("tap");
    let mut app = interaction_app(&folder.0);
    start_game(&mut app, setup(TWO_HUMANS, &[], TimeControl::Unlimited));
    app.update();
    let before = position_text(&app);
    tap(&mut app, "a1".parse().unwrap());
    assert_eq!(position_text(&app), before);
    assert!(notices(&app).contains(&Notice::refusal("reversi-flips-nothing")));
    tap(&mut app, "f5".parse().unwrap());
    assert_eq!(game(&app).position().counts(), Some([4, 1]));
    assert_eq!(game(&app).side_to_move(), Side::Second);
}

#[test]
fn a_whole_game_is_undone_to_the_start_and_redone_to_the_end() {
    let folder = DataFolder::new("undo");
    let mut app = interaction_app(&folder.0);
    start_game(&mut app, setup(TWO_HUMANS, &[], TimeControl::Unlimited));
    app.update();
    let beginning = position_text(&app);
    tap_to_the_end(&mut app, 7);
    let (end, plies) = (position_text(&app), game(&app).tree().ply(game(&app).current()));
    let mut steps = 0;
    while game(&app).current() != game(&app).tree().root() {
        act(&mut app, GameAction::Undo);
        steps += 1;
    }
    assert_eq!(position_text(&app), beginning);
    assert!(steps <= plies && steps > plies / 2, "{steps} of {plies}");
    act(&mut app, GameAction::Undo);
    assert!(notices(&app).contains(&Notice::refusal("nothing-to-undo")));
    for _ in 0..steps {
        act(&mut app, GameAction::Redo);
    }
    assert_eq!(position_text(&app), end);
    assert!(matches!(game(&app).ending(), Some(Ending::Rules(_))));
    act(&mut app, GameAction::Redo);
    assert!(notices(&app).contains(&Notice::refusal("nothing-to-redo")));
    act(&mut app, GameAction::UndoAll);
    assert_eq!(position_text(&app), beginning);
    act(&mut app, GameAction::RedoAll);
    assert_eq!(position_text(&app), end);
}

#[test]
fn undo_also_takes_back_the_computers_reply() {
    let folder = DataFolder::new("answer");
    let mut app = session_app(&folder.0);
    start_game(
        &mut app,
        setup([PlayerKind::Human, PlayerKind::Computer(3)], &[], TimeControl::Unlimited),
    );
    let beginning = position_text(&app);
    play(&mut app, "f5");
    wait_for(&mut app, "the reply", |app| game(app).tree().ply(game(app).current()) == 2);
    assert_eq!(game(&app).turn(), Turn::Human);
    act(&mut app, GameAction::Undo);
    assert_eq!(position_text(&app), beginning);
    // The computer begins: there is no own move to undo.
    let turned = game(&app).rematch();
    start_game(&mut app, turned);
    wait_for(&mut app, "the first move", |app| game(app).turn() == Turn::Human);
    act(&mut app, GameAction::Undo);
    assert!(notices(&app).contains(&Notice::refusal("nothing-to-undo")));
}

#[test]
fn a_killed_app_resumes_the_game_with_clocks_and_history() {
    let folder = DataFolder::new("killed");
    let time = TimeControl::ByoYomi {
        main: Duration::from_secs(60),
        period: Duration::from_secs(10),
        periods: 3,
    };
    let (saved, clock) = {
        let mut app = interaction_app(&folder.0);
        start_game(&mut app, setup(TWO_HUMANS, &[("size", OptionValue::Number(10))], time));
        app.update();
        for _ in 0..9 {
            let mv = game(&app).position().legal_moves()[0];
            play_move(&mut app, mv);
        }
        act(&mut app, GameAction::Undo);
        act(&mut app, GameAction::Undo);
        // The app is dropped without any shutdown.
        (game(&app).line(), *game(&app).clock())
    };
    let mut app = session_app(&folder.0);
    assert_eq!(game(&app).line().len(), saved.len());
    assert_eq!(game(&app).tree().ply(game(&app).current()), 7);
    for side in Side::BOTH {
        let (now, then) = (game(&app).clock().reading(side), clock.reading(side));
        assert!(now.time.abs_diff(then.time) < Duration::from_millis(1500), "{now:?} {then:?}");
    }
    act(&mut app, GameAction::RedoAll);
    assert_eq!(game(&app).tree().ply(game(&app).current()), 9);
    act(&mut app, GameAction::UndoAll);
    assert_eq!(game(&app).tree().ply(game(&app).current()), 0);
}

#[test]
fn a_damaged_save_is_set_aside_and_nothing_else_is_lost() {
    let folder = DataFolder::new("damaged");
    {
        let mut app = session_app(&folder.0);
        start_game(&mut app, setup(TWO_HUMANS, &[], TimeControl::Unlimited));
        send_command(&mut app, SessionCommand::Save(2));
    }
    let whole = std::fs::read_to_string(folder.file("game.ron")).unwrap();
    std::fs::write(folder.file("game.ron"), &whole[..whole.len() / 2]).unwrap();
    let app = session_app(&folder.0);
    assert!(app.world().resource::<ActiveSession>().session().is_none());
    assert!(app.world().resource::<session::SaveSlots>().get(2).is_some());
    let kept = std::fs::read_to_string(folder.file("game.damaged-1.ron")).unwrap();
    assert_eq!(kept, whole[..whole.len() / 2]);
}

#[test]
fn slots_keep_games_and_an_empty_one_gives_a_notice() {
    let folder = DataFolder::new("slots");
    let mut app = session_app(&folder.0);
    start_game(&mut app, setup(TWO_HUMANS, &[], TimeControl::Unlimited));
    play(&mut app, "d3");
    let saved = position_text(&app);
    send_command(&mut app, SessionCommand::Save(1));
    play(&mut app, "c3");
    send_command(&mut app, SessionCommand::Load(3));
    assert!(notices(&app).contains(&Notice::hint("slot-empty").with("number", 3)));
    assert_ne!(position_text(&app), saved);
    send_command(&mut app, SessionCommand::Load(1));
    assert_eq!(position_text(&app), saved);
}

#[test]
fn a_draw_is_offered_judged_and_answered() {
    let folder = DataFolder::new("draw");
    let mut app = session_app(&folder.0);
    start_game(&mut app, setup(TWO_HUMANS, &[], TimeControl::Unlimited));
    act(&mut app, GameAction::OfferDraw(Side::First));
    act(&mut app, GameAction::AnswerDraw(false));
    assert_eq!(game(&app).ending(), None);
    act(&mut app, GameAction::OfferDraw(Side::Second));
    act(&mut app, GameAction::AnswerDraw(true));
    assert_eq!(game(&app).ending(), Some(Ending::DrawAgreed));
    // A computer answers an offer by itself.
    start_game(
        &mut app,
        setup([PlayerKind::Human, PlayerKind::Computer(5)], &[], TimeControl::Unlimited),
    );
    act(&mut app, GameAction::OfferDraw(Side::First));
    wait_for(&mut app, "the answer", |app| game(app).draw_offer().is_none());
    assert_eq!(game(&app).ending(), None, "nobody agrees to a draw before the first move");
}

#[test]
fn a_match_alternates_sides_and_counts_points_and_discs() {
    let folder = DataFolder::new("match");
    let mut app = session_app(&folder.0);
    let single = setup(TWO_HUMANS, &[], TimeControl::Unlimited);
    start_game(&mut app, GameSetup { games: 2, ..single });
    assert_eq!(game(&app).player_of(Side::First), 0);
    act(&mut app, GameAction::Resign(Side::Second));
    act(&mut app, GameAction::NextGame);
    assert_eq!(game(&app).player_of(Side::First), 1);
    // Player 1 has Black now and plays one move before resigning.
    play(&mut app, "f5");
    act(&mut app, GameAction::Resign(Side::Second));
    let standing = game(&app).match_score();
    assert_eq!(standing.points, [Points::whole(1), Points::whole(1)]);
    assert_eq!(standing.score, [Points::whole(2 + 1), Points::whole(2 + 4)]);
    assert_eq!(standing.leader, Some(1));
    act(&mut app, GameAction::NextGame);
    assert!(notices(&app).contains(&Notice::refusal("no-next-game")));
}

#[test]
fn a_clock_that_runs_out_ends_the_game() {
    let folder = DataFolder::new("flag");
    let mut app = session_app(&folder.0);
    start_game(
        &mut app,
        setup(TWO_HUMANS, &[], TimeControl::SuddenDeath { main: Duration::from_millis(150) }),
    );
    wait_for(&mut app, "the flag", |app| game(app).ending().is_some());
    assert_eq!(game(&app).ending(), Some(Ending::OutOfTime(Side::First)));
    let messages = app.world().resource::<Messages<SessionEvent>>();
    let ended = messages
        .get_cursor()
        .read(messages)
        .any(|changed| matches!(changed, SessionEvent::Game(GameEvent::Ended(_))));
    assert!(ended);
}

#[test]
fn two_players_share_a_keyboard_and_each_half_moves_only_on_its_turn() {
    let folder = DataFolder::new("keys");
    let mut app = interaction_app(&folder.0);
    app.world_mut().resource_mut::<Settings>().shared_keyboard = true;
    start_game(&mut app, setup(TWO_HUMANS, &[], TimeControl::Unlimited));
    app.update();
    let press = |app: &mut App, inputs: &[BoardInput]| {
        for &input in inputs {
            app.world_mut().write_message(input);
            app.update();
        }
        app.update();
    };
    // The cursor appears in the middle, on e5; f5 is legal for Black.
    let (left, right) = (KeyboardHalf::Left, KeyboardHalf::Right);
    press(&mut app, &[BoardInput::Activate(right), BoardInput::MoveCursor(right, 1, 0)]);
    press(&mut app, &[BoardInput::Activate(right)]);
    assert_eq!(game(&app).side_to_move(), Side::First);
    press(&mut app, &[BoardInput::Activate(left), BoardInput::MoveCursor(left, 1, 0)]);
    press(&mut app, &[BoardInput::Activate(left)]);
    assert_eq!(game(&app).side_to_move(), Side::Second);
    press(&mut app, &[BoardInput::MoveCursor(left, 0, 1), BoardInput::MoveCursor(right, 0, 1)]);
    press(&mut app, &[BoardInput::Activate(left)]);
    assert_eq!(game(&app).side_to_move(), Side::Second);
    press(&mut app, &[BoardInput::Activate(right)]);
    assert_eq!(game(&app).side_to_move(), Side::First);
}

/// The frame rate holds while the strongest level searches: the longest update is far
/// below a frame.
#[test]
fn updates_stay_short_while_the_strongest_level_thinks() {
    let folder = DataFolder::exclusive("rate");
    let mut app = interaction_app(&folder.0);
    start_game(
        &mut app,
        setup([PlayerKind::Computer(10), PlayerKind::Human], &[], TimeControl::Unlimited),
    );
    app.update();
    wait_for(&mut app, "the search", |app| app.world().resource::<Thinking>().is_busy());
    let begun = Instant::now();
    let mut updates = Vec::new();
    while begun.elapsed() < Duration::from_secs(2) {
        assert!(app.world().resource::<Thinking>().is_busy(), "the search ended too soon");
        // Input, so that every system has work in each update.
        let place = Vec2::splat((updates.len() % 400) as f32);
        app.world_mut().write_message(BoardInput::Hover(Some(place)));
        let update = Instant::now();
        app.update();
        updates.push(update.elapsed());
        std::thread::sleep(Duration::from_millis(4));
    }
    updates.sort_unstable();
    let longest = updates[updates.len() - 1];
    let nearly_all = updates[updates.len() * 99 / 100];
    let depth = app.world().resource::<Thinking>().progress().map_or(0, |thought| thought.depth);
    // Written directly to stderr, past the test harness's capture.
    let _ = writeln!(
        std::io::stderr(),
        "longest of {} updates during a search to depth {depth}: {longest:?}; 99 of 100 took \
         {nearly_all:?} at most",
        updates.len()
    );
    assert!(depth > 3, "the computer did not think");
    // A frame at 60 Hz; the longest update may include noise of the machine.
    assert!(nearly_all < Duration::from_millis(16), "{nearly_all:?}");
    assert!(longest < Duration::from_millis(250), "{longest:?}");
    // Controls work during the search.
    act(&mut app, GameAction::Resign(Side::Second));
    app.update();
    assert!(game(&app).ending().is_some());
}

//! The application without a window: a minimal app, one with a game in
//! progress and a computer that thinks, and one that can be tapped. And the
//! tests that play with them.

mod flow;
mod games;
mod levels;
mod library;
mod openings;
mod puzzles;
mod review;

use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::{PoisonError, RwLock, RwLockReadGuard, RwLockWriteGuard};
use std::time::{Duration, Instant};

use bevy::prelude::*;
use bevy::state::app::StatesPlugin;

use super::board::{self, BoardInput, Keys, Placed};
use super::notice::Notice;
use super::platform::work::Office;
use super::platform::{Storage, Waker};
use super::session::{
    self, Author, Change, Changed, Command, Ending, Order, Playing, Seat, Session, Setup, Turn,
};
use super::settings::{Settings, Speed};
use super::thinking::{self, Ask, Thinking};
use super::ui::BoardArea;
use super::{Screen, pools};
use crate::core::{Move, Points, Random, Side, TimeControl};
use crate::games::registry::GAMES;
use crate::games::{Choice, Options};

/// How long anything that a test waits for may take.
const PATIENCE: Duration = Duration::from_secs(30);

/// Held by every test while it runs, and by one that measures time alone.
static RUNNING: RwLock<()> = RwLock::new(());

/// Keeps tests that measure time apart from the others.
#[expect(dead_code, reason = "held, not looked at")]
enum Turnstile {
    Shared(RwLockReadGuard<'static, ()>),
    Alone(RwLockWriteGuard<'static, ()>),
}

/// A data folder that is removed when the test ends.
struct Folder(PathBuf, #[expect(dead_code, reason = "held until the test ends")] Turnstile);

impl Folder {
    fn new(test: &str) -> Folder {
        let turn = RUNNING.read().unwrap_or_else(PoisonError::into_inner);
        Folder::make(test, Turnstile::Shared(turn))
    }

    /// For a test that no other may disturb.
    fn alone(test: &str) -> Folder {
        let turn = RUNNING.write().unwrap_or_else(PoisonError::into_inner);
        Folder::make(test, Turnstile::Alone(turn))
    }

    fn make(test: &str, turn: Turnstile) -> Folder {
        let name = format!("tianyuan-app-{test}-{}", std::process::id());
        let folder = std::env::temp_dir().join(name);
        let _ = std::fs::remove_dir_all(&folder);
        Folder(folder, turn)
    }

    fn file(&self, name: &str) -> PathBuf {
        self.0.join(name)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// What every app here has: time, states, settings without animation, and a
/// data folder.
fn minimal(folder: &Path) -> App {
    let mut app = App::new();
    app.add_plugins((
        MinimalPlugins.set(TaskPoolPlugin { task_pool_options: pools() }),
        StatesPlugin,
    ))
    .init_state::<Screen>()
    .add_message::<Notice>()
    .insert_resource(Storage::at(Some(folder.to_owned())))
    .init_resource::<Settings>()
    .init_resource::<Waker>()
    .init_resource::<Office>();
    app.world_mut().resource_mut::<Settings>().animation = Speed::Off;
    app
}

/// A game in progress, and a computer that thinks.
fn session_app(folder: &Path) -> App {
    let mut app = minimal(folder);
    app.add_plugins((session::plugin, thinking::plugin));
    app.world_mut().resource_mut::<NextState<Screen>>().set(Screen::Play);
    app.update();
    app
}

/// The same with a board of 400 by 400 pixels to tap on.
fn interaction_app(folder: &Path) -> App {
    let mut app = session_app(folder);
    app.insert_resource(BoardArea(Some(Rect::new(0.0, 0.0, 400.0, 400.0))))
        .add_plugins(board::interaction);
    app.update();
    app
}

fn setup(players: [Seat; 2], options: &[(&str, Choice)], time: TimeControl) -> Setup {
    let mut chosen = Options::default();
    for (id, choice) in options {
        chosen.set(id, choice.clone());
    }
    Setup { game: GAMES[0], options: chosen, players, first: 0, time, games: 1 }
}

const PEOPLE: [Seat; 2] = [Seat::Human, Seat::Human];

fn start(app: &mut App, setup: Setup) {
    send(app, Command::New(Box::new(setup)));
}

fn send(app: &mut App, command: Command) {
    app.world_mut().write_message(command);
    app.update();
}

fn order(app: &mut App, order: Order) {
    send(app, Command::Order(order));
}

fn game(app: &App) -> &Session {
    app.world().resource::<Playing>().session().expect("a game is in progress")
}

fn text(app: &App) -> String {
    game(app).position().text()
}

/// The notices of the last two frames.
fn notices(app: &App) -> Vec<Notice> {
    let messages = app.world().resource::<Messages<Notice>>();
    messages.get_cursor().read(messages).cloned().collect()
}

fn wait_for(app: &mut App, what: &str, done: impl Fn(&App) -> bool) {
    let begun = Instant::now();
    while !done(app) {
        assert!(begun.elapsed() < PATIENCE, "{what} did not happen");
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
            Move::Place(point) => {
                let place = app.world().resource::<Placed>().0.as_ref().unwrap().position(point);
                app.world_mut().write_message(BoardInput::Tap(place));
                app.update();
                app.update();
            }
            mv => send(app, Command::Play(mv, Author::Human)),
        }
    }
}

#[test]
fn a_tap_plays_a_move_and_a_wrong_one_changes_nothing_and_says_why() {
    let folder = Folder::new("tap");
    let mut app = interaction_app(&folder.0);
    start(&mut app, setup(PEOPLE, &[], TimeControl::Unlimited));
    app.update();
    let before = text(&app);
    let tap = |app: &mut App, square: &str| {
        let place =
            app.world().resource::<Placed>().0.as_ref().unwrap().position(square.parse().unwrap());
        app.world_mut().write_message(BoardInput::Tap(place));
        app.update();
        app.update();
    };
    tap(&mut app, "a1");
    assert_eq!(text(&app), before);
    assert!(notices(&app).contains(&Notice::refusal("reversi-flips-nothing")));
    tap(&mut app, "f5");
    assert_eq!(game(&app).position().tally(), Some([4, 1]));
    assert_eq!(game(&app).side_to_move(), Side::Second);
}

#[test]
fn a_whole_game_is_undone_to_the_start_and_redone_to_the_end() {
    let folder = Folder::new("undo");
    let mut app = interaction_app(&folder.0);
    start(&mut app, setup(PEOPLE, &[], TimeControl::Unlimited));
    app.update();
    let beginning = text(&app);
    tap_to_the_end(&mut app, 7);
    let (end, plies) = (text(&app), game(&app).tree().ply(game(&app).current()));
    let mut steps = 0;
    while game(&app).current() != game(&app).tree().root() {
        order(&mut app, Order::Undo);
        steps += 1;
    }
    assert_eq!(text(&app), beginning);
    assert!(steps <= plies && steps > plies / 2, "{steps} of {plies}");
    order(&mut app, Order::Undo);
    assert!(notices(&app).contains(&Notice::refusal("nothing-to-undo")));
    for _ in 0..steps {
        order(&mut app, Order::Redo);
    }
    assert_eq!(text(&app), end);
    assert!(matches!(game(&app).ending(), Some(Ending::Rules(_))));
    order(&mut app, Order::Redo);
    assert!(notices(&app).contains(&Notice::refusal("nothing-to-redo")));
    order(&mut app, Order::UndoAll);
    assert_eq!(text(&app), beginning);
    order(&mut app, Order::RedoAll);
    assert_eq!(text(&app), end);
}

#[test]
fn the_computer_answers_and_undo_takes_its_reply_back_too() {
    let folder = Folder::new("answer");
    let mut app = session_app(&folder.0);
    start(&mut app, setup([Seat::Human, Seat::Computer(3)], &[], TimeControl::Unlimited));
    let beginning = text(&app);
    send(&mut app, Command::Play(Move::Place("f5".parse().unwrap()), Author::Human));
    wait_for(&mut app, "the reply", |app| game(app).tree().ply(game(app).current()) == 2);
    assert_eq!(game(&app).turn(), Turn::Human);
    order(&mut app, Order::Undo);
    assert_eq!(text(&app), beginning);
    // The computer begins: there is nothing of one's own to take back.
    let turned = game(&app).rematch();
    start(&mut app, turned);
    wait_for(&mut app, "the first move", |app| game(app).turn() == Turn::Human);
    order(&mut app, Order::Undo);
    assert!(notices(&app).contains(&Notice::refusal("nothing-to-undo")));
}

#[test]
fn a_killed_game_goes_on_with_clocks_and_history_whole() {
    let folder = Folder::new("killed");
    let time = TimeControl::ByoYomi { main: 60_000, period: 10_000, periods: 3 };
    let (saved, clock) = {
        let mut app = interaction_app(&folder.0);
        start(&mut app, setup(PEOPLE, &[("size", Choice::Number(10))], time));
        app.update();
        for _ in 0..9 {
            let mv = game(&app).position().legal_moves()[0];
            send(&mut app, Command::Play(mv, Author::Human));
        }
        order(&mut app, Order::Undo);
        order(&mut app, Order::Undo);
        // Nothing is shut down: the app is dropped where it stands.
        (game(&app).line(), *game(&app).clock())
    };
    let mut app = session_app(&folder.0);
    assert_eq!(game(&app).line().len(), saved.len());
    assert_eq!(game(&app).tree().ply(game(&app).current()), 7);
    for side in Side::BOTH {
        let (now, then) = (game(&app).clock().reading(side), clock.reading(side));
        assert!(now.time.abs_diff(then.time) < 1500, "{now:?} {then:?}");
    }
    order(&mut app, Order::RedoAll);
    assert_eq!(game(&app).tree().ply(game(&app).current()), 9);
    order(&mut app, Order::UndoAll);
    assert_eq!(game(&app).tree().ply(game(&app).current()), 0);
}

#[test]
fn a_damaged_save_is_set_aside_and_nothing_else_is_lost() {
    let folder = Folder::new("damaged");
    {
        let mut app = session_app(&folder.0);
        start(&mut app, setup(PEOPLE, &[], TimeControl::Unlimited));
        send(&mut app, Command::Save(2));
    }
    let whole = std::fs::read_to_string(folder.file("game.ron")).unwrap();
    std::fs::write(folder.file("game.ron"), &whole[..whole.len() / 2]).unwrap();
    let app = session_app(&folder.0);
    assert!(app.world().resource::<Playing>().session().is_none());
    assert!(app.world().resource::<session::Slots>().get(2).is_some());
    let kept = std::fs::read_to_string(folder.file("game.damaged-1.ron")).unwrap();
    assert_eq!(kept, whole[..whole.len() / 2]);
}

#[test]
fn slots_keep_games_and_an_empty_one_says_so() {
    let folder = Folder::new("slots");
    let mut app = session_app(&folder.0);
    start(&mut app, setup(PEOPLE, &[], TimeControl::Unlimited));
    send(&mut app, Command::Play(Move::Place("d3".parse().unwrap()), Author::Human));
    let saved = text(&app);
    send(&mut app, Command::Save(1));
    send(&mut app, Command::Play(Move::Place("c3".parse().unwrap()), Author::Human));
    send(&mut app, Command::Load(3));
    assert!(notices(&app).contains(&Notice::hint("slot-empty").with("number", 3)));
    assert_ne!(text(&app), saved);
    send(&mut app, Command::Load(1));
    assert_eq!(text(&app), saved);
}

#[test]
fn a_hint_shows_the_best_move_and_play_for_me_plays_it() {
    let folder = Folder::new("hint");
    let mut app = session_app(&folder.0);
    start(&mut app, setup(PEOPLE, &[("size", Choice::Number(4))], TimeControl::Unlimited));
    app.world_mut().write_message(Ask::Hint);
    app.update();
    wait_for(&mut app, "the hint", |app| app.world().resource::<Thinking>().hint().is_some());
    let hint = app.world().resource::<Thinking>().hint().unwrap().clone();
    // On 4 by 4 the second player wins by eight, by whoever searches it.
    let value = hint.value.unwrap();
    assert!(value.exact && value.amount < 0.0, "{value:?}");
    app.world_mut().write_message(Ask::PlayForMe);
    app.update();
    wait_for(&mut app, "the move", |app| game(app).tree().ply(game(app).current()) == 1);
    app.update();
    assert!(app.world().resource::<Thinking>().hint().is_none());
}

#[test]
fn an_answer_for_another_position_is_dropped() {
    let folder = Folder::new("dropped");
    let mut app = session_app(&folder.0);
    start(&mut app, setup([Seat::Human, Seat::Computer(10)], &[], TimeControl::Unlimited));
    send(&mut app, Command::Play(Move::Place("f5".parse().unwrap()), Author::Human));
    app.update();
    assert!(app.world().resource::<Thinking>().is_busy());
    order(&mut app, Order::Undo);
    for _ in 0..60 {
        std::thread::sleep(Duration::from_millis(5));
        app.update();
    }
    assert_eq!(game(&app).current(), game(&app).tree().root());
    assert!(!app.world().resource::<Thinking>().is_busy());
}

#[test]
fn a_draw_is_offered_judged_and_answered() {
    let folder = Folder::new("draw");
    let mut app = session_app(&folder.0);
    start(&mut app, setup(PEOPLE, &[], TimeControl::Unlimited));
    order(&mut app, Order::OfferDraw(Side::First));
    order(&mut app, Order::AnswerDraw(false));
    assert_eq!(game(&app).ending(), None);
    order(&mut app, Order::OfferDraw(Side::Second));
    order(&mut app, Order::AnswerDraw(true));
    assert_eq!(game(&app).ending(), Some(Ending::Agreed));
    // A computer that is to decide does so by itself.
    start(&mut app, setup([Seat::Human, Seat::Computer(5)], &[], TimeControl::Unlimited));
    order(&mut app, Order::OfferDraw(Side::First));
    wait_for(&mut app, "the answer", |app| game(app).offer().is_none());
}

#[test]
fn a_match_alternates_sides_and_counts_points_and_discs() {
    let folder = Folder::new("match");
    let mut app = session_app(&folder.0);
    let single = setup(PEOPLE, &[], TimeControl::Unlimited);
    start(&mut app, Setup { games: 2, ..single });
    assert_eq!(game(&app).player(Side::First), 0);
    order(&mut app, Order::Resign(Side::Second));
    order(&mut app, Order::NextGame);
    assert_eq!(game(&app).player(Side::First), 1);
    // Player 1 has Black now and plays one move before giving up.
    send(&mut app, Command::Play(Move::Place("f5".parse().unwrap()), Author::Human));
    order(&mut app, Order::Resign(Side::Second));
    let standing = game(&app).standing();
    assert_eq!(standing.points, [Points::whole(1), Points::whole(1)]);
    assert_eq!(standing.score, [Points::whole(2 + 1), Points::whole(2 + 4)]);
    assert_eq!(standing.leader, Some(1));
    order(&mut app, Order::NextGame);
    assert!(notices(&app).contains(&Notice::refusal("no-next-game")));
}

#[test]
fn a_clock_that_runs_out_ends_the_game() {
    let folder = Folder::new("flag");
    let mut app = session_app(&folder.0);
    start(&mut app, setup(PEOPLE, &[], TimeControl::SuddenDeath { main: 150 }));
    wait_for(&mut app, "the flag", |app| game(app).ending().is_some());
    assert_eq!(game(&app).ending(), Some(Ending::OutOfTime(Side::First)));
    let messages = app.world().resource::<Messages<Changed>>();
    let ended = messages
        .get_cursor()
        .read(messages)
        .any(|changed| matches!(changed, Changed::By(Change::Ended(_))));
    assert!(ended);
}

#[test]
fn two_people_share_a_keyboard_and_each_half_moves_only_on_its_turn() {
    let folder = Folder::new("keys");
    let mut app = interaction_app(&folder.0);
    app.world_mut().resource_mut::<Settings>().shared_keyboard = true;
    start(&mut app, setup(PEOPLE, &[], TimeControl::Unlimited));
    app.update();
    let press = |app: &mut App, inputs: &[BoardInput]| {
        for &input in inputs {
            app.world_mut().write_message(input);
            app.update();
        }
        app.update();
    };
    // The cursor appears in the middle, on e5; f5 is legal for Black.
    let (left, right) = (Keys::Left, Keys::Right);
    press(&mut app, &[BoardInput::Choose(right), BoardInput::Step(right, 1, 0)]);
    press(&mut app, &[BoardInput::Choose(right)]);
    assert_eq!(game(&app).side_to_move(), Side::First);
    press(&mut app, &[BoardInput::Choose(left), BoardInput::Step(left, 1, 0)]);
    press(&mut app, &[BoardInput::Choose(left)]);
    assert_eq!(game(&app).side_to_move(), Side::Second);
    press(&mut app, &[BoardInput::Step(left, 0, 1), BoardInput::Step(right, 0, 1)]);
    press(&mut app, &[BoardInput::Choose(left)]);
    assert_eq!(game(&app).side_to_move(), Side::Second);
    press(&mut app, &[BoardInput::Choose(right)]);
    assert_eq!(game(&app).side_to_move(), Side::First);
}

/// The screen keeps its rate while the computer thinks at its strongest: the
/// longest update is far below the length of a frame.
#[test]
fn updates_stay_short_while_the_strongest_level_thinks() {
    let folder = Folder::alone("rate");
    let mut app = interaction_app(&folder.0);
    start(&mut app, setup([Seat::Computer(10), Seat::Human], &[], TimeControl::Unlimited));
    app.update();
    wait_for(&mut app, "the search", |app| app.world().resource::<Thinking>().is_busy());
    let begun = Instant::now();
    let mut updates = Vec::new();
    while begun.elapsed() < Duration::from_secs(2) {
        assert!(app.world().resource::<Thinking>().is_busy(), "the search ended too soon");
        // Something for every system to do in each update.
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
    // Past the test's own capture of output, so that every run shows it.
    let _ = writeln!(
        std::io::stderr(),
        "longest of {} updates during a search to depth {depth}: {longest:?}; 99 of 100 took \
         {nearly_all:?} at most",
        updates.len()
    );
    assert!(depth > 3, "the computer did not think");
    // A frame at 60 a second; the longest may hold what else the machine did.
    assert!(nearly_all < Duration::from_millis(16), "{nearly_all:?}");
    assert!(longest < Duration::from_millis(250), "{longest:?}");
    // Every control works meanwhile.
    order(&mut app, Order::Resign(Side::Second));
    app.update();
    assert!(game(&app).ending().is_some());
}

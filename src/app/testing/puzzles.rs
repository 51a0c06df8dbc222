//! Puzzle levels on the board: solved, missed, shown, and kept.

use super::*;
use crate::app::assets::Library;
use crate::app::platform::Today;
use crate::app::puzzles::{
    self, Ask as Wish, Contest, Course, Over, Progress, Puzzles, Solved, State,
};
use crate::app::ui::Words;
use crate::content::levels::{self, Step, daily};
use bevy::time::TimeUpdateStrategy;

/// The day on which these tests run, since 1 January 1970.
const DAY: i64 = 20_000;

pub(super) fn puzzle_app(folder: &Path) -> App {
    let mut app = minimal(folder);
    let read = |path: &str| {
        std::fs::read_to_string(crate::content::levels_folder().join(path))
            .map_err(|error| error.to_string())
    };
    let loaded = levels::load(read);
    assert_eq!(loaded.errors, []);
    let packs = loaded.packs.into_iter().map(|(_, pack)| pack).collect();
    app.insert_resource(Library::of_packs(packs))
        .insert_resource(Today(DAY))
        .init_resource::<Words>()
        .add_plugins((session::plugin, thinking::plugin, puzzles::plugin));
    app.world_mut().resource_mut::<NextState<Screen>>().set(Screen::Play);
    app.update();
    app
}

pub(super) fn ask(app: &mut App, ask: Wish) {
    app.world_mut().write_message(ask);
    app.update();
    app.update();
}

pub(super) fn state(app: &App) -> State {
    app.world().resource::<Puzzles>().current().expect("a puzzle is on the board").state
}

fn level(app: &App, pack: usize, number: usize) -> levels::Level {
    app.world().resource::<Library>().packs()[pack].levels[number].clone()
}

fn solved(app: &App, pack: usize) -> usize {
    let pack = &app.world().resource::<Library>().packs()[pack];
    app.world().resource::<Progress>().count(pack)
}

fn play(app: &mut App, text: &str) {
    let mv = game(app).position().parse_move(text).unwrap();
    send(app, Command::Play(mv, Author::Human));
}

/// Where the level on the board is found.
pub(super) fn place(app: &App) -> (usize, usize) {
    let puzzle = app.world().resource::<Puzzles>().current().expect("a puzzle is on the board");
    (puzzle.pack, puzzle.level)
}

/// Plays the solution of the level on the board.
fn solve(app: &mut App) {
    let (pack, number) = place(app);
    let mut steps: Vec<Step> = level(app, pack, number).solution;
    while let Some(step) = steps.first().cloned() {
        wait_for(app, "the answer", |app| state(app) == State::Solving);
        play(app, &step.text);
        steps = step.replies.first().map_or(Vec::new(), |reply| reply.then.clone());
    }
}

/// Plays a move that the level on the board does not accept.
fn miss(app: &mut App) {
    let (pack, number) = place(app);
    let level = level(app, pack, number);
    let right = |text: &String| level.solution.iter().any(|step| step.text == *text);
    let position = game(app).position();
    let moves = position.legal_moves().into_iter();
    let texts = moves.filter_map(|mv| position.move_text(mv).ok());
    let wrong = texts.into_iter().find(|text| !right(text)).expect("there is a wrong move");
    play(app, &wrong);
}

pub(super) fn rating(app: &App, game: &str) -> Option<f64> {
    app.world().resource::<Progress>().rating(game).map(|rating| rating.rating)
}

#[test]
fn the_first_attempt_at_a_level_moves_both_ratings_and_later_ones_do_not() {
    let folder = Folder::new("rated");
    let mut app = puzzle_app(&folder.0);
    let chess = app.world().resource::<Library>().packs().iter().position(|p| p.game == "chess");
    let chess = chess.unwrap();
    let task = |app: &App, number| {
        let pack = &app.world().resource::<Library>().packs()[chess];
        app.world().resource::<Progress>().level_rating(pack, &pack.levels[number]).rating
    };
    assert_eq!(rating(&app, "chess"), None);
    ask(&mut app, Wish::Begin(chess, 3));
    let before = task(&app, 3);
    miss(&mut app);
    let lost = rating(&app, "chess").unwrap();
    assert!(lost < 1500.0 && task(&app, 3) > before, "{lost}");
    ask(&mut app, Wish::Again);
    solve(&mut app);
    ask(&mut app, Wish::Repeat);
    solve(&mut app);
    assert_eq!((rating(&app, "chess"), state(&app)), (Some(lost), State::Solved));
    // A hint loses as a wrong move does, and help comes once.
    ask(&mut app, Wish::Begin(chess, 4));
    ask(&mut app, Wish::Hint);
    let hinted = rating(&app, "chess").unwrap();
    ask(&mut app, Wish::Show);
    assert!(hinted < lost && rating(&app, "chess") == Some(hinted));
    // What suits is near one's strength and was not attempted.
    ask(&mut app, Wish::ForMe("chess"));
    let (pack, number) = place(&app);
    assert!(pack == chess && ![3, 4].contains(&number));
    let far = |number| (task(&app, number) - hinted).abs();
    let count = app.world().resource::<Library>().packs()[chess].levels.len();
    let others = (0..count).filter(|n| ![3, 4].contains(n));
    assert!(others.into_iter().all(|n| far(number) <= far(n)));
    solve(&mut app);
    assert!(rating(&app, "chess").unwrap() > hinted);
    let (library, progress) =
        (app.world().resource::<Library>(), app.world().resource::<Progress>());
    let puzzle = app.world().resource::<Puzzles>().current().unwrap();
    assert_eq!(puzzle.next(library, progress), Some(Wish::ForMe("chess")));
    assert!(puzzle.gain.unwrap().points() > 0);
    // Another start knows it all.
    let kept = rating(&app, "chess");
    app.update();
    drop(app);
    assert_eq!(rating(&puzzle_app(&folder.0), "chess"), kept);
}

#[test]
fn the_level_of_the_day_is_noted_for_its_day() {
    let folder = Folder::new("daily");
    let mut app = puzzle_app(&folder.0);
    ask(&mut app, Wish::Daily);
    let wanted = daily::of_day(app.world().resource::<Library>().packs(), DAY);
    assert_eq!(Some(place(&app)), wanted);
    // Midnight changes nothing for a level that was begun before it.
    app.insert_resource(Today(DAY + 1));
    solve(&mut app);
    app.update();
    let day = |app: &App, day| app.world().resource::<Progress>().day(day);
    assert_eq!([day(&app, DAY), day(&app, DAY + 1)], [Some(Solved::Clean), None]);
    assert_eq!(app.world().resource::<Progress>().days_in_a_row(DAY + 1), 1);
    app.update();
    drop(app);
    assert_eq!(day(&puzzle_app(&folder.0), DAY), Some(Solved::Clean));
}

/// Lets so many seconds pass in one frame.
fn pass(app: &mut App, seconds: u64) {
    let step = Duration::from_secs(seconds);
    app.insert_resource(TimeUpdateStrategy::ManualDuration(step));
    app.update();
    app.insert_resource(TimeUpdateStrategy::Automatic);
    app.update();
}

#[test]
fn a_run_brings_level_after_level_and_three_wrong_moves_end_it() {
    let folder = Folder::new("run");
    let mut app = puzzle_app(&folder.0);
    let contest = Contest { game: Some("chess"), minutes: 3 };
    ask(&mut app, Wish::Run(contest));
    let run = |app: &App| {
        let run = app.world().resource::<Puzzles>().run().unwrap();
        (run.solved, run.wrong, run.over)
    };
    let mut last = 0.0;
    for n in 0..5 {
        let (pack, number) = place(&app);
        let found = &app.world().resource::<Library>().packs()[pack];
        assert_eq!(found.game, "chess");
        let task = app.world().resource::<Progress>().level_rating(found, &found.levels[number]);
        assert!(task.rating >= last, "from easy to hard");
        last = task.rating;
        if n < 2 {
            solve(&mut app)
        } else {
            miss(&mut app)
        }
        wait_for(&mut app, "the next level", |app| {
            place(app) != (pack, number) || state(app) == State::Over
        });
    }
    assert_eq!(run(&app), (2, 3, Some((Over::Wrong, true))));
    let left = |app: &App, now| app.world().resource::<Puzzles>().run().unwrap().left(now);
    let later = Duration::from_secs(170);
    assert!(left(&app, later) == left(&app, Duration::ZERO), "its clock stands");
    // It proves nothing about strength, and no help is given in it.
    assert_eq!(rating(&app, "chess"), None);
    assert_eq!(app.world().resource::<Progress>().best(contest), Some(2));
    ask(&mut app, Wish::Run(contest));
    ask(&mut app, Wish::Show);
    assert_eq!((state(&app), run(&app)), (State::Solving, (0, 0, None)));
    pass(&mut app, 170);
    assert_eq!(run(&app).2, None);
    pass(&mut app, 11);
    assert_eq!((state(&app), run(&app)), (State::Over, (0, 0, Some((Over::Time, false)))));
    let course = app.world().resource::<Puzzles>().current().unwrap().course;
    assert_eq!(course, Course::Run);
    app.update();
    drop(app);
    let app = puzzle_app(&folder.0);
    assert_eq!(app.world().resource::<Progress>().best(contest), Some(2));
}

#[test]
fn the_first_level_of_every_pack_is_solved_by_its_solution_and_that_is_kept() {
    let folder = Folder::new("packs");
    let mut app = puzzle_app(&folder.0);
    let count = app.world().resource::<Library>().packs().len();
    assert!(count >= 6, "there is a pack for every game");
    for pack in 0..count {
        ask(&mut app, Wish::Begin(pack, 0));
        solve(&mut app);
        assert_eq!(state(&app), State::Solved, "pack {pack}");
        assert_eq!(solved(&app, pack), 1);
    }
    app.update();
    // Another start reads what this one wrote.
    drop(app);
    let app = puzzle_app(&folder.0);
    assert!((0..count).all(|pack| solved(&app, pack) == 1));
    assert_eq!(app.world().resource::<Progress>().streak() as usize, count);
}

#[test]
fn a_wrong_move_is_answered_taken_back_and_the_game_in_progress_waits() {
    let folder = Folder::new("missed");
    let mut app = puzzle_app(&folder.0);
    start(&mut app, setup(PEOPLE, &[], TimeControl::Unlimited));
    let waiting = text(&app);
    let (pack, number) = (0..app.world().resource::<Library>().packs().len())
        .find_map(|pack| {
            let levels = &app.world().resource::<Library>().packs()[pack].levels;
            let with_reply = |level: &levels::Level| {
                level.refutations.first().is_some_and(|wrong| !wrong.reply.is_empty())
            };
            Some((pack, levels.iter().position(with_reply)?))
        })
        .unwrap();
    ask(&mut app, Wish::Begin(pack, number));
    let (first, level) = (text(&app), level(&app, pack, number));
    let wrong = &level.refutations[0];
    play(&mut app, &wrong.text);
    assert_eq!(state(&app), State::Refuting);
    // The answer comes first.
    let before = text(&app);
    if let Some(&mv) = game(&app).position().legal_moves().first() {
        send(&mut app, Command::Play(mv, Author::Human));
    }
    assert_eq!(text(&app), before);
    wait_for(&mut app, "the refutation", |app| state(app) == State::Wrong);
    assert_eq!(game(&app).tree().move_text(game(&app).current()), Some(wrong.reply.clone()));
    ask(&mut app, Wish::Again);
    assert_eq!((text(&app), state(&app)), (first.clone(), State::Solving));
    // The solution plays itself and counts as nothing.
    ask(&mut app, Wish::Show);
    wait_for(&mut app, "the solution", |app| state(app) == State::Shown);
    assert_ne!(text(&app), first);
    assert_eq!(solved(&app, pack), 0);
    // The way back leads to the game that was left.
    app.world_mut().resource_mut::<NextState<Screen>>().set(Screen::Puzzles);
    app.update();
    app.update();
    assert!(!app.world().resource::<Playing>().is_puzzle());
    assert_eq!(text(&app), waiting);
}

#[test]
fn a_wrong_level_is_reported_and_a_damaged_progress_is_set_aside() {
    let folder = Folder::new("damaged-puzzles");
    std::fs::create_dir_all(&folder.0).unwrap();
    std::fs::write(folder.file("puzzles.ron"), "(version: 1, solved: [").unwrap();
    let mut app = puzzle_app(&folder.0);
    assert!(folder.file("puzzles.damaged-1.ron").exists());
    ask(&mut app, Wish::Begin(9999, 0));
    assert!(notices(&app).contains(&Notice::problem("level-wrong")));
    assert!(app.world().resource::<Puzzles>().current().is_none());
}

/// Taps a move on the board: where a piece goes, or from where to where. A
/// move that the rules punish is explained first and tapped once more.
fn tap_move(app: &mut App, mv: Move) {
    let points = match mv {
        Move::Place(at) => vec![at],
        Move::Travel { from, to, .. } => vec![from, to],
        Move::Pass | Move::Decide(_) => vec![],
    };
    let tap = |app: &mut App, at| {
        let place = app.world().resource::<Placed>().0.as_ref().unwrap().position(at);
        app.world_mut().write_message(BoardInput::Tap(place));
        app.update();
        app.update();
    };
    let before = game(app).current();
    if points.is_empty() {
        // What is no choice plays itself.
        wait_for(app, "the pass", |app| game(app).current() != before);
        return;
    }
    app.update();
    for &at in &points {
        tap(app, at);
    }
    let cursor = app.world().resource::<board::Cursor>();
    if !cursor.promoting.is_empty() {
        // The piece is chosen beside the board.
        send(app, Command::Play(mv, Author::Human));
    } else if cursor.doubted.is_some() {
        tap(app, points[points.len() - 1]);
    }
    assert_ne!(game(app).current(), before, "{mv:?} cannot be tapped");
}

#[test]
fn every_level_of_every_game_is_solved_by_taps_on_a_phone_and_on_a_desk() {
    // What the panels leave of a window of 360 by 640 and of 1280 by 800.
    for area in [Rect::new(6.0, 110.0, 354.0, 560.0), Rect::new(6.0, 6.0, 954.0, 794.0)] {
        let folder = Folder::new("taps");
        let mut app = puzzle_app(&folder.0);
        app.insert_resource(BoardArea(Some(area))).add_plugins(board::interaction);
        // Nobody waits for answers here.
        let second = Duration::from_secs(1);
        app.insert_resource(TimeUpdateStrategy::ManualDuration(second));
        let packs = app.world().resource::<Library>().packs().iter();
        let counts: Vec<usize> = packs.map(|pack| pack.levels.len()).collect();
        for (pack, count) in counts.into_iter().enumerate() {
            for number in 0..count {
                ask(&mut app, Wish::Begin(pack, number));
                app.update();
                let mut steps = level(&app, pack, number).solution;
                while let Some(step) = steps.first().cloned() {
                    wait_for(&mut app, "the answer", |app| state(app) == State::Solving);
                    let mv = game(&app).position().parse_move(&step.text).unwrap();
                    tap_move(&mut app, mv);
                    steps = step.replies.first().map_or(Vec::new(), |reply| reply.then.clone());
                }
                assert_eq!(state(&app), State::Solved, "pack {pack}, level {number}, {area:?}");
            }
        }
    }
}

#[test]
fn a_level_that_was_left_after_a_wrong_move_does_not_count_as_a_first_attempt() {
    let folder = Folder::new("left");
    let mut app = puzzle_app(&folder.0);
    let (number, wrong) = {
        let library = app.world().resource::<Library>();
        let pack = library.packs().iter().position(|pack| pack.id == "classic").unwrap();
        (pack, library.packs()[pack].levels[0].refutations[0].text.clone())
    };
    ask(&mut app, Wish::Begin(number, 0));
    play(&mut app, &wrong);
    ask(&mut app, Wish::Begin(number, 1));
    ask(&mut app, Wish::Begin(number, 0));
    let right = level(&app, number, 0).solution[0].text.clone();
    play(&mut app, &right);
    assert_eq!(state(&app), State::Solved);
    assert_eq!(solved(&app, number), 1);
    assert_eq!(app.world().resource::<Progress>().streak(), 0);
}

//! Puzzles on the board: solved, failed, shown, rated and saved.

use super::*;
use crate::app::features::puzzles;
use crate::app::features::puzzles::{
    PuzzleMode, PuzzleProgress, PuzzleRequest, PuzzleState, Puzzles, RushEnd, RushKind, Solved,
};
use crate::app::platform::Today;
use crate::app::services::assets::LoadedAssets;
use crate::app::text::Localization;
use crate::content::levels::{self, PackId, PuzzleId, Step, daily};
use bevy::time::TimeUpdateStrategy;

/// Day of these tests, counted from 1 January 1970.
const DAY: i64 = 20_000;

pub(super) fn puzzle_app(folder: &Path) -> App {
    let mut app = minimal_app(folder);
    let read = |path: &str| {
        std::fs::read_to_string(crate::content::levels_folder().join(path))
            .map_err(|error| error.to_string())
    };
    let loaded = levels::load(read);
    assert_eq!(loaded.errors, []);
    let packs = loaded.packs.into_iter().map(|(_, pack)| pack).collect();
    app.insert_resource(LoadedAssets::of_packs(packs))
        .insert_resource(Today(DAY))
        .init_resource::<Localization>()
        .add_plugins((session::plugin, engine::plugin, puzzles::plugin));
    app.world_mut().resource_mut::<NextState<Screen>>().set(Screen::Play);
    app.update();
    app
}

pub(super) fn request(app: &mut App, message: PuzzleRequest) {
    app.world_mut().write_message(message);
    app.update();
    app.update();
}

pub(super) fn state(app: &App) -> PuzzleState {
    app.world().resource::<Puzzles>().current().expect("a puzzle is on the board").state
}

fn level(app: &App, id: &PuzzleId) -> levels::Level {
    app.world().resource::<LoadedAssets>().level(id).expect("there is such a level").1.clone()
}

/// The names of all levels, pack by pack.
fn all_levels(app: &App) -> Vec<Vec<PuzzleId>> {
    let packs = app.world().resource::<LoadedAssets>().packs().iter();
    let names = |pack: &levels::Pack| pack.levels.iter().map(|l| pack.puzzle_id(l)).collect();
    packs.map(names).collect()
}

fn solved(app: &App, pack: &PackId) -> usize {
    let pack = app.world().resource::<LoadedAssets>().pack(pack).expect("there is such a pack");
    app.world().resource::<PuzzleProgress>().solved_count(pack)
}

/// The level on the board.
pub(super) fn current_level(app: &App) -> PuzzleId {
    let puzzle = app.world().resource::<Puzzles>().current().expect("a puzzle is on the board");
    puzzle.id.clone()
}

/// Plays the solution of the level on the board.
fn solve(app: &mut App) {
    let mut steps: Vec<Step> = level(app, &current_level(app)).solution;
    while let Some(step) = steps.first().cloned() {
        wait_for(app, "the answer", |app| state(app) == PuzzleState::Solving);
        play(app, &step.text);
        steps = step.replies.first().map_or(Vec::new(), |reply| reply.then.clone());
    }
}

/// Plays a move that the level on the board does not accept.
fn miss(app: &mut App) {
    let level = level(app, &current_level(app));
    let right = |text: &String| level.solution.iter().any(|step| step.text == *text);
    let position = game(app).position();
    let moves = position.legal_moves().into_iter();
    let texts = moves.filter_map(|mv| position.move_text(mv).ok());
    let wrong = texts.into_iter().find(|text| !right(text)).expect("there is a wrong move");
    play(app, &wrong);
}

pub(super) fn rating(app: &App, game: &str) -> Option<f64> {
    app.world().resource::<PuzzleProgress>().rating(game).map(|rating| rating.rating)
}

#[test]
fn only_the_first_attempt_at_a_level_changes_both_ratings() {
    let folder = DataFolder::new("rated");
    let mut app = puzzle_app(&folder.0);
    let library = app.world().resource::<LoadedAssets>();
    let chess = library.packs().iter().find(|pack| pack.game == "chess").unwrap();
    let chess: Vec<PuzzleId> = chess.levels.iter().map(|level| chess.puzzle_id(level)).collect();
    let task = |app: &App, id: &PuzzleId| {
        let (pack, level) = app.world().resource::<LoadedAssets>().level(id).unwrap();
        app.world().resource::<PuzzleProgress>().level_rating(pack, level).rating
    };
    assert_eq!(rating(&app, "chess"), None);
    request(&mut app, PuzzleRequest::Start(chess[3].clone()));
    let before = task(&app, &chess[3]);
    miss(&mut app);
    let lost = rating(&app, "chess").unwrap();
    assert!(lost < 1500.0 && task(&app, &chess[3]) > before, "{lost}");
    request(&mut app, PuzzleRequest::Retry);
    solve(&mut app);
    request(&mut app, PuzzleRequest::Restart);
    solve(&mut app);
    assert_eq!((rating(&app, "chess"), state(&app)), (Some(lost), PuzzleState::Solved));
    // A hint costs as much as a wrong move; further help costs nothing.
    request(&mut app, PuzzleRequest::Start(chess[4].clone()));
    request(&mut app, PuzzleRequest::Hint);
    let hinted = rating(&app, "chess").unwrap();
    request(&mut app, PuzzleRequest::ShowSolution);
    assert!(hinted < lost && rating(&app, "chess") == Some(hinted));
    // The suggested level is near the rating and was not attempted.
    request(&mut app, PuzzleRequest::Recommended("chess"));
    let suggested = current_level(&app);
    let attempted = &chess[3..=4];
    assert!(chess.contains(&suggested) && !attempted.contains(&suggested));
    let far = |id: &PuzzleId| (task(&app, id) - hinted).abs();
    let mut others = chess.iter().filter(|id| !attempted.contains(id));
    assert!(others.all(|id| far(&suggested) <= far(id)));
    solve(&mut app);
    assert!(rating(&app, "chess").unwrap() > hinted);
    let (library, progress) =
        (app.world().resource::<LoadedAssets>(), app.world().resource::<PuzzleProgress>());
    let puzzle = app.world().resource::<Puzzles>().current().unwrap();
    assert_eq!(puzzle.next(library, progress, DAY), Some(PuzzleRequest::Recommended("chess")));
    assert!(puzzle.rating_change.unwrap().points() > 0);
    // It persists over a restart.
    let kept = rating(&app, "chess");
    app.update();
    drop(app);
    assert_eq!(rating(&puzzle_app(&folder.0), "chess"), kept);
}

#[test]
fn the_daily_level_counts_for_its_day() {
    let folder = DataFolder::new("daily");
    let mut app = puzzle_app(&folder.0);
    request(&mut app, PuzzleRequest::Daily);
    let wanted = daily::daily_level(app.world().resource::<LoadedAssets>().packs(), DAY);
    assert_eq!(Some(current_level(&app)), wanted);
    // A level begun before midnight counts for its day.
    app.insert_resource(Today(DAY + 1));
    solve(&mut app);
    app.update();
    let day = |app: &App, day| app.world().resource::<PuzzleProgress>().daily_result(day);
    assert_eq!([day(&app, DAY), day(&app, DAY + 1)], [Some(Solved::Clean), None]);
    assert_eq!(app.world().resource::<PuzzleProgress>().daily_streak(DAY + 1), 1);
    app.update();
    drop(app);
    assert_eq!(day(&puzzle_app(&folder.0), DAY), Some(Solved::Clean));
}

#[test]
fn a_failed_level_returns_the_next_day_until_it_is_solved() {
    let folder = DataFolder::new("repeated");
    let mut app = puzzle_app(&folder.0);
    let chess = |app: &App, n: usize| {
        let packs = app.world().resource::<LoadedAssets>().packs();
        let pack = packs.iter().find(|pack| pack.game == "chess").expect("there are levels");
        pack.puzzle_id(&pack.levels[n])
    };
    let failed = [chess(&app, 5), chess(&app, 2)];
    for id in &failed {
        request(&mut app, PuzzleRequest::Start(id.clone()));
        miss(&mut app);
    }
    let due = |app: &App, day| {
        let packs = app.world().resource::<LoadedAssets>().packs();
        let waiting = app.world().resource::<PuzzleProgress>().repetitions(packs);
        waiting.into_iter().filter(|(due, _)| *due <= day).count()
    };
    assert_eq!([due(&app, DAY), due(&app, DAY + 1)], [0, 2]);
    // It persists over a restart.
    app.update();
    drop(app);
    let mut app = puzzle_app(&folder.0);
    app.insert_resource(Today(DAY + 1));
    for _ in 0..2 {
        request(&mut app, PuzzleRequest::Repeat);
        assert!(failed.contains(&current_level(&app)));
        solve(&mut app);
    }
    assert_eq!([due(&app, DAY + 3), due(&app, DAY + 4)], [0, 2]);
    let puzzle = app.world().resource::<Puzzles>().current().unwrap();
    let (library, progress) =
        (app.world().resource::<LoadedAssets>(), app.world().resource::<PuzzleProgress>());
    assert_eq!(
        (puzzle.mode, puzzle.next(library, progress, DAY + 1)),
        (PuzzleMode::Repetition, None)
    );
}

/// Advances the clock by `seconds` in one frame.
fn pass(app: &mut App, seconds: u64) {
    let step = Duration::from_secs(seconds);
    app.insert_resource(TimeUpdateStrategy::ManualDuration(step));
    app.update();
    app.insert_resource(TimeUpdateStrategy::Automatic);
    app.update();
}

#[test]
fn a_rush_serves_level_after_level_and_ends_after_three_wrong_moves() {
    let folder = DataFolder::new("run");
    let mut app = puzzle_app(&folder.0);
    let contest = RushKind { game: Some("chess"), minutes: 3 };
    request(&mut app, PuzzleRequest::Rush(contest));
    let run = |app: &App| {
        let run = app.world().resource::<Puzzles>().rush().unwrap();
        (run.solved, run.mistakes, run.result)
    };
    let mut last = 0.0;
    for n in 0..5 {
        let shown = current_level(&app);
        let (pack, level) = app.world().resource::<LoadedAssets>().level(&shown).unwrap();
        assert_eq!(pack.game, "chess");
        let task = app.world().resource::<PuzzleProgress>().level_rating(pack, level);
        assert!(task.rating >= last, "from easy to hard");
        last = task.rating;
        if n < 2 {
            solve(&mut app)
        } else {
            miss(&mut app)
        }
        wait_for(&mut app, "the next level", |app| {
            current_level(app) != shown || state(app) == PuzzleState::Over
        });
    }
    assert_eq!(run(&app), (2, 3, Some((RushEnd::TooManyMistakes, true))));
    let left = |app: &App, now| app.world().resource::<Puzzles>().rush().unwrap().time_left(now);
    let later = Duration::from_secs(170);
    assert!(left(&app, later) == left(&app, Duration::ZERO), "its clock stands");
    // Runs are not rated and give no help.
    assert_eq!(rating(&app, "chess"), None);
    assert_eq!(app.world().resource::<PuzzleProgress>().best_score(contest), Some(2));
    request(&mut app, PuzzleRequest::Rush(contest));
    request(&mut app, PuzzleRequest::ShowSolution);
    assert_eq!((state(&app), run(&app)), (PuzzleState::Solving, (0, 0, None)));
    pass(&mut app, 170);
    assert_eq!(run(&app).2, None);
    pass(&mut app, 11);
    assert_eq!(
        (state(&app), run(&app)),
        (PuzzleState::Over, (0, 0, Some((RushEnd::TimeUp, false))))
    );
    let course = app.world().resource::<Puzzles>().current().unwrap().mode;
    assert_eq!(course, PuzzleMode::Rush);
    app.update();
    drop(app);
    let app = puzzle_app(&folder.0);
    assert_eq!(app.world().resource::<PuzzleProgress>().best_score(contest), Some(2));
}

#[test]
fn the_first_level_of_every_pack_is_solved_by_its_solution_and_saved() {
    let folder = DataFolder::new("packs");
    let mut app = puzzle_app(&folder.0);
    let firsts: Vec<PuzzleId> = all_levels(&app).into_iter().map(|ids| ids[0].clone()).collect();
    let count = firsts.len();
    assert!(count >= 6, "there is a pack for every game");
    for id in &firsts {
        request(&mut app, PuzzleRequest::Start(id.clone()));
        solve(&mut app);
        assert_eq!(state(&app), PuzzleState::Solved, "{id}");
        assert_eq!(solved(&app, &id.pack), 1);
    }
    app.update();
    // It persists over a restart.
    drop(app);
    let app = puzzle_app(&folder.0);
    assert!(firsts.iter().all(|id| solved(&app, &id.pack) == 1));
    assert_eq!(app.world().resource::<PuzzleProgress>().streak() as usize, count);
}

#[test]
fn a_wrong_move_is_refuted_and_undone_and_leaving_restores_the_game() {
    let folder = DataFolder::new("missed");
    let mut app = puzzle_app(&folder.0);
    start_game(&mut app, setup(TWO_HUMANS, &[], TimeControl::Unlimited));
    let waiting = position_text(&app);
    let with_reply = |id: &PuzzleId| {
        level(&app, id).refutations.first().is_some_and(|wrong| !wrong.reply.is_empty())
    };
    let id = all_levels(&app).into_iter().flatten().find(with_reply).unwrap();
    request(&mut app, PuzzleRequest::Start(id.clone()));
    let (first, level) = (position_text(&app), level(&app, &id));
    let wrong = &level.refutations[0];
    play(&mut app, &wrong.text);
    assert_eq!(state(&app), PuzzleState::Refuting);
    // No move is accepted before the reply.
    let before = position_text(&app);
    if let Some(&mv) = game(&app).position().legal_moves().first() {
        play_move(&mut app, mv);
    }
    assert_eq!(position_text(&app), before);
    wait_for(&mut app, "the refutation", |app| state(app) == PuzzleState::Wrong);
    assert_eq!(game(&app).tree().move_text(game(&app).current()), Some(wrong.reply.clone()));
    request(&mut app, PuzzleRequest::Retry);
    assert_eq!((position_text(&app), state(&app)), (first.clone(), PuzzleState::Solving));
    // A shown solution does not count as solved.
    request(&mut app, PuzzleRequest::ShowSolution);
    wait_for(&mut app, "the solution", |app| state(app) == PuzzleState::Shown);
    assert_ne!(position_text(&app), first);
    assert_eq!(solved(&app, &id.pack), 0);
    // Leaving restores the game in progress.
    app.world_mut().resource_mut::<NextState<Screen>>().set(Screen::Puzzles);
    app.update();
    app.update();
    assert_eq!(app.world().resource::<ActiveSession>().mode(), Mode::Game);
    assert_eq!(position_text(&app), waiting);
}

#[test]
fn a_wrong_move_without_an_answer_in_the_level_is_answered_by_the_engine() {
    let folder = DataFolder::new("answered");
    let mut app = puzzle_app(&folder.0);
    let pack = PackId::new("chess", "tactics");
    let id = {
        let pack = app.world().resource::<LoadedAssets>().pack(&pack).unwrap();
        pack.puzzle_id(&pack.levels[0])
    };
    request(&mut app, PuzzleRequest::Start(id.clone()));
    let level = level(&app, &id);
    let known: Vec<String> = level.refutations.into_iter().map(|wrong| wrong.text).collect();
    let right: Vec<String> = level.solution.into_iter().map(|step| step.text).collect();
    let position = game(&app).position();
    let moves = position.legal_moves().into_iter();
    let mut texts = moves.filter_map(|mv| position.move_text(mv).ok());
    let wrong = texts.find(|text| !right.contains(text) && !known.contains(text)).unwrap();
    play(&mut app, &wrong);
    assert_eq!(state(&app), PuzzleState::Refuting);
    wait_for(&mut app, "the answer", |app| state(app) == PuzzleState::Wrong);
    assert_eq!(game(&app).tree().ply(game(&app).current()), 2);
    // A first attempt moves the rating by a hundred at most, however little is known.
    assert!((1400.0..1500.0).contains(&rating(&app, "chess").unwrap()));
}

#[test]
fn a_shown_solution_is_stepped_through_with_its_next_move_marked() {
    let folder = DataFolder::new("stepped");
    let mut app = puzzle_app(&folder.0);
    let long = |id: &PuzzleId| {
        let first = level(&app, id).solution.first().cloned();
        first.is_some_and(|step| step.replies.first().is_some_and(|reply| !reply.then.is_empty()))
    };
    let id = all_levels(&app).into_iter().flatten().find(long).unwrap();
    request(&mut app, PuzzleRequest::Start(id.clone()));
    let first = position_text(&app);
    miss(&mut app);
    // The solution may be asked for before the wrong move is answered.
    assert_eq!(state(&app), PuzzleState::Refuting);
    request(&mut app, PuzzleRequest::ShowSolution);
    let marked = |app: &App| {
        let puzzle = app.world().resource::<Puzzles>().current().unwrap();
        puzzle.shown_move(game(app))
    };
    let solution = level(&app, &id).solution[0].text.clone();
    let best = game(&app).position().parse_move(&solution).ok();
    assert_eq!(marked(&app), best);
    // Nothing is stepped through before all of it is shown.
    request(&mut app, PuzzleRequest::Back);
    assert_eq!(state(&app), PuzzleState::Showing);
    wait_for(&mut app, "the solution", |app| state(app) == PuzzleState::Shown);
    let (last, plies) = (position_text(&app), game(&app).tree().ply(game(&app).current()));
    assert!(plies >= 3);
    request(&mut app, PuzzleRequest::Forward);
    assert_eq!((position_text(&app), marked(&app)), (last.clone(), None));
    for _ in 0..plies + 1 {
        request(&mut app, PuzzleRequest::Back);
    }
    assert_eq!((position_text(&app), marked(&app)), (first, best));
    for _ in 0..plies {
        request(&mut app, PuzzleRequest::Forward);
    }
    assert_eq!(position_text(&app), last);
}

#[test]
fn an_unknown_level_is_reported_and_damaged_progress_set_aside() {
    let folder = DataFolder::new("damaged-puzzles");
    std::fs::create_dir_all(&folder.0).unwrap();
    std::fs::write(folder.file("puzzles.ron"), "(version: 1, solved: [").unwrap();
    let mut app = puzzle_app(&folder.0);
    assert!(folder.file("puzzles.damaged-1.ron").exists());
    request(&mut app, PuzzleRequest::Start(PuzzleId::new(PackId::new("chess", "none"), "1")));
    assert!(notices(&app).contains(&Notice::problem("level-wrong")));
    assert!(app.world().resource::<Puzzles>().current().is_none());
}

/// Plays a move by taps. A losing move (a foul) is explained first and tapped once more.
fn tap_move(app: &mut App, mv: Move) {
    let points = match mv {
        Move::Place(at) => vec![at],
        Move::FromTo { from, to, .. } => vec![from, to],
        Move::Pass | Move::Decide(_) => vec![],
    };
    let before = game(app).current();
    if points.is_empty() {
        // A forced move plays itself.
        wait_for(app, "the pass", |app| game(app).current() != before);
        return;
    }
    app.update();
    for &at in &points {
        tap(app, at);
    }
    let cursor = app.world().resource::<board::Cursor>();
    if !cursor.promotion_choices.is_empty() {
        // The promotion piece is chosen in the dialog.
        play_move(app, mv);
    } else if cursor.pending_confirm.is_some() {
        tap(app, points[points.len() - 1]);
    }
    assert_ne!(game(app).current(), before, "{mv:?} cannot be tapped");
}

#[test]
fn every_level_of_every_game_is_solved_by_taps_on_a_phone_and_on_a_desk() {
    // Board areas of windows of 360x640 and 1280x800.
    for area in [Rect::new(6.0, 110.0, 354.0, 560.0), Rect::new(6.0, 6.0, 954.0, 794.0)] {
        let folder = DataFolder::new("taps");
        let mut app = puzzle_app(&folder.0);
        app.insert_resource(BoardArea(Some(area))).add_plugins(board::interaction);
        // Replies come without delay.
        let second = Duration::from_secs(1);
        app.insert_resource(TimeUpdateStrategy::ManualDuration(second));
        for id in all_levels(&app).into_iter().flatten() {
            request(&mut app, PuzzleRequest::Start(id.clone()));
            app.update();
            let mut steps = level(&app, &id).solution;
            while let Some(step) = steps.first().cloned() {
                wait_for(&mut app, "the answer", |app| state(app) == PuzzleState::Solving);
                let mv = game(&app).position().parse_move(&step.text).unwrap();
                tap_move(&mut app, mv);
                steps = step.replies.first().map_or(Vec::new(), |reply| reply.then.clone());
            }
            assert_eq!(state(&app), PuzzleState::Solved, "{id}, {area:?}");
        }
    }
}

#[test]
fn a_level_left_after_a_wrong_move_has_no_first_attempt_left() {
    let folder = DataFolder::new("left");
    let mut app = puzzle_app(&folder.0);
    let (first, second, wrong) = {
        let library = app.world().resource::<LoadedAssets>();
        let pack = library.packs().iter().find(|pack| pack.id == "classic").unwrap();
        let [first, second] = [0, 1].map(|number| pack.puzzle_id(&pack.levels[number]));
        (first, second, pack.levels[0].refutations[0].text.clone())
    };
    request(&mut app, PuzzleRequest::Start(first.clone()));
    play(&mut app, &wrong);
    request(&mut app, PuzzleRequest::Start(second));
    request(&mut app, PuzzleRequest::Start(first.clone()));
    let right = level(&app, &first).solution[0].text.clone();
    play(&mut app, &right);
    assert_eq!(state(&app), PuzzleState::Solved);
    assert_eq!(solved(&app, &first.pack), 1);
    assert_eq!(app.world().resource::<PuzzleProgress>().streak(), 0);
}

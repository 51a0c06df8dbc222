//! Puzzle levels on the board: solved, missed, shown, and kept.

use super::*;
use crate::app::assets::Library;
use crate::app::puzzles::{self, Ask as Wish, Progress, Puzzles, State};
use crate::content::levels::{self, Step};

fn puzzle_app(folder: &Path) -> App {
    let mut app = minimal(folder);
    let read = |path: &str| {
        std::fs::read_to_string(crate::content::levels_folder().join(path))
            .map_err(|error| error.to_string())
    };
    let loaded = levels::load(read);
    assert_eq!(loaded.errors, []);
    let packs = loaded.packs.into_iter().map(|(_, pack)| pack).collect();
    app.insert_resource(Library::of_packs(packs)).add_plugins((
        session::plugin,
        thinking::plugin,
        puzzles::plugin,
    ));
    app.world_mut().resource_mut::<NextState<Screen>>().set(Screen::Play);
    app.update();
    app
}

fn ask(app: &mut App, ask: Wish) {
    app.world_mut().write_message(ask);
    app.update();
    app.update();
}

fn state(app: &App) -> State {
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

#[test]
fn the_first_level_of_every_pack_is_solved_by_its_solution_and_that_is_kept() {
    let folder = Folder::new("packs");
    let mut app = puzzle_app(&folder.0);
    let count = app.world().resource::<Library>().packs().len();
    assert!(count >= 6, "there is a pack for every game");
    for pack in 0..count {
        ask(&mut app, Wish::Begin(pack, 0));
        let mut steps: Vec<Step> = level(&app, pack, 0).solution;
        while let Some(step) = steps.first().cloned() {
            wait_for(&mut app, "the answer", |app| state(app) == State::Solving);
            play(&mut app, &step.text);
            steps = step.replies.first().map_or(Vec::new(), |reply| reply.then.clone());
        }
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

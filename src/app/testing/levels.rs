//! Levels of the player: made from a game, tried, changed, taken out, and
//! shared as files.

use super::puzzles::{ask, place, puzzle_app, rating, state};
use super::*;
use crate::app::assets::Library;
use crate::app::platform::Exports;
use crate::app::platform::files::{Given, Parcel};
use crate::app::puzzles::{Ask as Wish, Make, MakeAsk, Making, Own, OwnAsk, State, Verdict};
use crate::content::levels::check::Flaw;
use crate::content::levels::own::Sketch;
use crate::content::levels::prove::Doubt;
use crate::content::levels::{Goal, Proof};
use crate::games::{Aim, registry};

/// A mate on the last rank.
const BACK_RANK: &str = "6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1";

fn app_with_exports(folder: &Folder) -> App {
    let mut app = puzzle_app(&folder.0);
    app.insert_resource(Exports(Storage::at(Some(folder.file("exports")))));
    app
}

fn tell<M: Message>(app: &mut App, message: M) {
    app.world_mut().write_message(message);
    for _ in 0..3 {
        app.update();
    }
}

/// Opens the page for a position of chess.
fn make(app: &mut App, position: &str) {
    let game = registry::find("chess").unwrap();
    let make =
        Make { game, options: Options::default(), position: position.to_owned(), line: Vec::new() };
    tell(app, make);
}

fn screen(app: &App) -> Screen {
    *app.world().resource::<bevy::state::state::State<Screen>>().get()
}

fn sketch(app: &App) -> &Sketch {
    app.world().resource::<Making>().sketch.as_ref().expect("a level is in the making")
}

fn own(app: &App) -> usize {
    app.world().resource::<Own>().packs().iter().map(|pack| pack.levels.len()).sum()
}

/// Waits until the computer has answered, and tells what.
fn verdict(app: &mut App) -> Verdict {
    app.update();
    let known = |app: &App| app.world().resource::<Making>().verdict().cloned();
    wait_for(app, "the verdict", |app| {
        !matches!(known(app), None | Some(Verdict::Checking | Verdict::Looking))
    });
    known(app).unwrap()
}

#[test]
fn a_level_is_made_on_the_board_proved_tried_and_kept() {
    let folder = Folder::new("make");
    let mut app = app_with_exports(&folder);
    make(&mut app, BACK_RANK);
    assert_eq!(screen(&app), Screen::MakeLevel);
    assert_eq!(verdict(&mut app), Verdict::Flaw(Flaw::NoMove));
    // Nothing is kept that is not right.
    tell(&mut app, MakeAsk::Save { play: true });
    assert_eq!((own(&app), screen(&app)), (0, Screen::MakeLevel));
    assert!(app.world().resource::<Making>().sketch.is_some());
    // The solution is played on the board, a wrong move taken out of it.
    tell(&mut app, MakeAsk::Draw);
    assert_eq!(screen(&app), Screen::Play);
    let play = |app: &mut App, text: &str| {
        let mv = game(app).position().parse_move(text).unwrap();
        send(app, Command::Play(mv, Author::Human));
    };
    play(&mut app, "Ra7");
    play(&mut app, "g6");
    order(&mut app, Order::Undo);
    tell(&mut app, MakeAsk::Cut);
    play(&mut app, "Ra8#");
    app.world_mut().resource_mut::<NextState<Screen>>().set(Screen::MakeLevel);
    app.update();
    assert!(!app.world().resource::<Playing>().is_puzzle());
    assert_eq!(verdict(&mut app), Verdict::Proved);
    assert_eq!(sketch(&app).goal(), Goal::MateIn(1));
    // It is tried at once, and proves nothing about its maker.
    tell(&mut app, MakeAsk::Save { play: true });
    assert_eq!((own(&app), screen(&app)), (1, Screen::Play));
    let shipped = app.world().resource::<Library>().shipped().len();
    assert_eq!((place(&app), state(&app)), ((shipped, 0), State::Solving));
    play(&mut app, "Ra8#");
    assert_eq!((state(&app), rating(&app, "chess")), (State::Solved, None));
    app.update();
    drop(app);
    // Another start has it.
    let mut app = app_with_exports(&folder);
    app.update();
    let kept = &app.world().resource::<Own>().packs()[0].levels[0];
    assert_eq!(
        (kept.proved, app.world().resource::<Library>().packs().len()),
        (Proof::Search, shipped + 1)
    );
    ask(&mut app, Wish::Begin(shipped, 0));
    assert_eq!(state(&app), State::Solving);
}

#[test]
fn the_computer_finds_the_solution_or_says_why_not() {
    let folder = Folder::new("make-find");
    let mut app = app_with_exports(&folder);
    make(&mut app, BACK_RANK);
    tell(&mut app, MakeAsk::Find);
    wait_for(&mut app, "the solution", |app| !sketch(app).solution().is_empty());
    assert_eq!(verdict(&mut app), Verdict::Proved);
    assert_eq!(sketch(&app).solution()[0].text, "Ra8#");
    // With two rooks there are two mates.
    make(&mut app, "6k1/5ppp/8/8/8/8/8/RR4K1 w - - 0 1");
    tell(&mut app, MakeAsk::Find);
    assert_eq!(verdict(&mut app), Verdict::NotFound(Doubt::First(2)));
}

#[test]
fn a_level_of_the_game_on_the_board_takes_its_moves_along() {
    let folder = Folder::new("make-line");
    let mut app = app_with_exports(&folder);
    let game = registry::find("gomoku").unwrap();
    let options = Options::default();
    let mut at = game.position(&options, "e8,f8,g8,h9,h10 d8,a1,b3,c13,n12 black").unwrap();
    let position = at.text();
    let mut line = Vec::new();
    for text in ["h8", "i8", "h11", "h7", "h12"] {
        let mv = at.parse_move(text).unwrap();
        at.play(mv).unwrap();
        line.push(mv);
    }
    tell(&mut app, Make { game, options, position, line });
    assert_eq!(sketch(&app).goal(), Goal::FiveByFours);
    let found = verdict(&mut app);
    assert!(!matches!(found, Verdict::Flaw(_)), "{found:?}");
    // A finished game is no position for a level.
    let game = registry::find("chess").unwrap();
    let position = "R5k1/5ppp/8/8/8/8/8/6K1 b - - 0 1".to_owned();
    tell(&mut app, Make { game, options: Options::default(), position, line: Vec::new() });
    assert_eq!(sketch(&app).goal(), Goal::FiveByFours);
}

#[test]
fn levels_are_changed_taken_out_and_put_back() {
    let folder = Folder::new("make-change");
    let mut app = app_with_exports(&folder);
    for _ in 0..2 {
        make(&mut app, BACK_RANK);
        tell(&mut app, MakeAsk::Find);
        wait_for(&mut app, "the solution", |app| !sketch(app).solution().is_empty());
        verdict(&mut app);
        tell(&mut app, MakeAsk::Save { play: false });
    }
    assert_eq!((own(&app), screen(&app)), (2, Screen::Puzzles));
    tell(&mut app, MakeAsk::Edit(0, 1));
    app.world_mut().resource_mut::<Making>().sketch.as_mut().unwrap().title = "天".to_owned();
    assert_eq!(verdict(&mut app), Verdict::Proved);
    tell(&mut app, MakeAsk::Save { play: false });
    let title = |app: &App| app.world().resource::<Own>().packs()[0].levels[1].title.clone();
    assert_eq!((own(&app), title(&app)["en"].as_str()), (2, "天"));
    // Asked to keep it while it is still looked at, the page waits for that.
    tell(&mut app, MakeAsk::Edit(0, 1));
    app.world_mut().resource_mut::<Making>().sketch.as_mut().unwrap().set_aim(Aim::Win);
    app.update();
    app.world_mut().write_message(MakeAsk::Save { play: false });
    wait_for(&mut app, "the page to close", |app| screen(app) == Screen::Puzzles);
    let level = &app.world().resource::<Own>().packs()[0].levels[1];
    assert_eq!(level.goal, Goal::Win);
    for left in [1, 0] {
        tell(&mut app, OwnAsk::Remove(0, 0));
        assert_eq!(own(&app), left);
    }
    let packs = |app: &App| {
        let library = app.world().resource::<Library>();
        library.packs().len() - library.shipped().len()
    };
    assert_eq!(packs(&app), 0);
    tell(&mut app, OwnAsk::Undo);
    assert_eq!((own(&app), packs(&app)), (1, 1));
    assert!(!app.world().resource::<Own>().can_undo());
}

#[test]
fn a_shared_file_is_taken_in_where_it_is_dropped_and_a_wrong_one_is_refused() {
    let folder = Folder::new("make-share");
    let mut app = app_with_exports(&folder);
    make(&mut app, BACK_RANK);
    tell(&mut app, MakeAsk::Find);
    wait_for(&mut app, "the solution", |app| !sketch(app).solution().is_empty());
    verdict(&mut app);
    tell(&mut app, MakeAsk::Save { play: false });
    tell(&mut app, OwnAsk::Share(0));
    let file = folder.file("exports").join("chess-levels.ron");
    let text = std::fs::read_to_string(&file).unwrap();
    // The same is not written twice, and nothing is overwritten.
    tell(&mut app, OwnAsk::Share(0));
    assert_eq!(std::fs::read_dir(folder.file("exports")).unwrap().count(), 1);
    drop(app);
    // Someone else takes it in.
    let other = Folder::new("make-taken");
    let mut app = app_with_exports(&other);
    let drop_file = |app: &mut App, path: &Path| {
        tell(app, Given(vec![Parcel::at(path.to_owned())]));
    };
    drop_file(&mut app, &file);
    assert_eq!(own(&app), 1);
    assert_eq!(app.world().resource::<Own>().packs()[0].id, "shared-own");
    drop_file(&mut app, &file);
    assert_eq!(own(&app), 1, "what is known is not taken in again");
    let wrong = folder.file("exports").join("wrong.ron");
    for bad in [
        text.replace("Ra8#", "Ra7"),
        text.replace("chess", "chest"),
        text[..text.len() / 2].to_owned(),
        format!("{text}{}", " ".repeat(1 << 20)),
    ] {
        std::fs::write(&wrong, bad).unwrap();
        app.world_mut().resource_mut::<Messages<Notice>>().clear();
        drop_file(&mut app, &wrong);
        assert_eq!(own(&app), 1);
    }
    // A record of a game is not for the puzzles.
    std::fs::write(&wrong, "(version: 1, tree: ())").unwrap();
    app.world_mut().resource_mut::<Messages<Notice>>().clear();
    drop_file(&mut app, &wrong);
    assert_eq!(notices(&app), []);
}

#[test]
fn damaged_levels_of_the_player_are_set_aside() {
    let folder = Folder::new("make-damaged");
    std::fs::create_dir_all(&folder.0).unwrap();
    std::fs::write(folder.file("own-levels.ron"), "(version: 1, packs: [(").unwrap();
    let app = app_with_exports(&folder);
    assert!(folder.file("own-levels.damaged-1.ron").exists());
    assert_eq!(own(&app), 0);
}

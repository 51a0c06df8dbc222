//! The puzzle editor: levels created, tried, edited, removed, and shared as files.

use super::puzzles::{current_level, puzzle_app, rating, request, state};
use super::*;
use crate::app::features::puzzles::{
    EditPosition, EditorRequest, LevelEditor, PuzzleRequest, PuzzleState, UserPackRequest,
    UserPacks, Verdict,
};
use crate::app::platform::ExportFolder;
use crate::app::platform::files::{FilesReceived, PickedFile};
use crate::app::services::assets::LoadedAssets;
use crate::content::levels::check::RuleError;
use crate::content::levels::draft::LevelDraft;
use crate::content::levels::prove::ProofError;
use crate::content::levels::{Goal, ProofKind, PuzzleId};
use crate::games::{GoalKind, registry};

/// A back-rank mate.
const BACK_RANK: &str = "6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1";

fn app_with_exports(folder: &DataFolder) -> App {
    let mut app = puzzle_app(&folder.0);
    app.insert_resource(ExportFolder(Storage::at(Some(folder.file("exports")))));
    app
}

fn send_message<M: Message>(app: &mut App, message: M) {
    app.world_mut().write_message(message);
    for _ in 0..3 {
        app.update();
    }
}

/// Opens the editor for a chess position.
fn make(app: &mut App, position: &str) {
    let game = registry::find("chess").unwrap();
    let make = EditPosition {
        game,
        options: Options::default(),
        position: position.to_owned(),
        line: Vec::new(),
    };
    send_message(app, make);
}

fn screen(app: &App) -> Screen {
    *app.world().resource::<bevy::state::state::State<Screen>>().get()
}

fn sketch(app: &App) -> &LevelDraft {
    app.world().resource::<LevelEditor>().draft.as_ref().expect("a level is in the making")
}

fn user_level_count(app: &App) -> usize {
    app.world().resource::<UserPacks>().packs().iter().map(|pack| pack.levels.len()).sum()
}

/// The name of a level of the user's first pack.
fn user_level(app: &App, number: usize) -> PuzzleId {
    let pack = &app.world().resource::<UserPacks>().packs()[0];
    pack.puzzle_id(&pack.levels[number])
}

/// Waits for the verdict.
fn verdict(app: &mut App) -> Verdict {
    app.update();
    let known = |app: &App| app.world().resource::<LevelEditor>().verdict().cloned();
    wait_for(app, "the verdict", |app| {
        !matches!(known(app), None | Some(Verdict::Checking | Verdict::Searching))
    });
    known(app).unwrap()
}

#[test]
fn a_level_is_created_proved_played_and_saved() {
    let folder = DataFolder::new("make");
    let mut app = app_with_exports(&folder);
    make(&mut app, BACK_RANK);
    assert_eq!(screen(&app), Screen::LevelEditor);
    assert_eq!(verdict(&mut app), Verdict::Invalid(RuleError::NoAcceptedMove));
    // An incorrect level is not saved.
    send_message(&mut app, EditorRequest::Save { play: true });
    assert_eq!((user_level_count(&app), screen(&app)), (0, Screen::LevelEditor));
    assert!(app.world().resource::<LevelEditor>().draft.is_some());
    // The solution is played on the board, and a wrong move removed.
    send_message(&mut app, EditorRequest::RecordSolution);
    assert_eq!(screen(&app), Screen::Play);
    play(&mut app, "Ra7");
    play(&mut app, "g6");
    act(&mut app, GameAction::Undo);
    send_message(&mut app, EditorRequest::RemoveLastMove);
    play(&mut app, "Ra8#");
    app.world_mut().resource_mut::<NextState<Screen>>().set(Screen::LevelEditor);
    app.update();
    assert_eq!(app.world().resource::<ActiveSession>().mode(), Mode::Game);
    assert_eq!(verdict(&mut app), Verdict::Proved);
    assert_eq!(sketch(&app).goal(), Goal::MateIn(1));
    // It is playable at once; solving one's own level is not rated.
    send_message(&mut app, EditorRequest::Save { play: true });
    assert_eq!((user_level_count(&app), screen(&app)), (1, Screen::Play));
    let shipped = app.world().resource::<LoadedAssets>().shipped().len();
    assert_eq!((current_level(&app), state(&app)), (user_level(&app, 0), PuzzleState::Solving));
    play(&mut app, "Ra8#");
    assert_eq!((state(&app), rating(&app, "chess")), (PuzzleState::Solved, None));
    app.update();
    drop(app);
    // It is there after a restart.
    let mut app = app_with_exports(&folder);
    app.update();
    let kept = &app.world().resource::<UserPacks>().packs()[0].levels[0];
    assert_eq!(
        (kept.proved, app.world().resource::<LoadedAssets>().packs().len()),
        (ProofKind::Search, shipped + 1)
    );
    let id = user_level(&app, 0);
    request(&mut app, PuzzleRequest::Start(id));
    assert_eq!(state(&app), PuzzleState::Solving);
}

#[test]
fn the_computer_finds_the_solution_or_says_why_not() {
    let folder = DataFolder::new("make-find");
    let mut app = app_with_exports(&folder);
    make(&mut app, BACK_RANK);
    send_message(&mut app, EditorRequest::FindSolution);
    wait_for(&mut app, "the solution", |app| !sketch(app).solution().is_empty());
    assert_eq!(verdict(&mut app), Verdict::Proved);
    assert_eq!(sketch(&app).solution()[0].text, "Ra8#");
    // Two rooks give two mates.
    make(&mut app, "6k1/5ppp/8/8/8/8/8/RR4K1 w - - 0 1");
    send_message(&mut app, EditorRequest::FindSolution);
    assert_eq!(verdict(&mut app), Verdict::NotFound(ProofError::FirstMoves(2)));
}

#[test]
fn a_level_from_the_current_game_takes_its_moves_as_solution() {
    let folder = DataFolder::new("make-line");
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
    send_message(&mut app, EditPosition { game, options, position, line });
    assert_eq!(sketch(&app).goal(), Goal::FiveByFours);
    let found = verdict(&mut app);
    assert!(!matches!(found, Verdict::Invalid(_)), "{found:?}");
    // A finished game is refused as a level.
    let game = registry::find("chess").unwrap();
    let position = "R5k1/5ppp/8/8/8/8/8/6K1 b - - 0 1".to_owned();
    send_message(
        &mut app,
        EditPosition { game, options: Options::default(), position, line: Vec::new() },
    );
    assert_eq!(sketch(&app).goal(), Goal::FiveByFours);
}

#[test]
fn levels_are_edited_removed_and_restored() {
    let folder = DataFolder::new("make-change");
    let mut app = app_with_exports(&folder);
    for _ in 0..2 {
        make(&mut app, BACK_RANK);
        send_message(&mut app, EditorRequest::FindSolution);
        wait_for(&mut app, "the solution", |app| !sketch(app).solution().is_empty());
        verdict(&mut app);
        send_message(&mut app, EditorRequest::Save { play: false });
    }
    assert_eq!((user_level_count(&app), screen(&app)), (2, Screen::Puzzles));
    let id = user_level(&app, 1);
    send_message(&mut app, EditorRequest::Edit(id));
    app.world_mut().resource_mut::<LevelEditor>().draft.as_mut().unwrap().title = "天".to_owned();
    assert_eq!(verdict(&mut app), Verdict::Proved);
    send_message(&mut app, EditorRequest::Save { play: false });
    let title = |app: &App| app.world().resource::<UserPacks>().packs()[0].levels[1].title.clone();
    assert_eq!((user_level_count(&app), title(&app)["en"].as_str()), (2, "天"));
    // Saving during the check is deferred until the verdict.
    let id = user_level(&app, 1);
    send_message(&mut app, EditorRequest::Edit(id));
    app.world_mut()
        .resource_mut::<LevelEditor>()
        .draft
        .as_mut()
        .unwrap()
        .set_goal_kind(GoalKind::Win);
    app.update();
    app.world_mut().write_message(EditorRequest::Save { play: false });
    wait_for(&mut app, "the page to close", |app| screen(app) == Screen::Puzzles);
    let level = &app.world().resource::<UserPacks>().packs()[0].levels[1];
    assert_eq!(level.goal, Goal::Win);
    for left in [1, 0] {
        let id = user_level(&app, 0);
        send_message(&mut app, UserPackRequest::Remove(id));
        assert_eq!(user_level_count(&app), left);
    }
    let packs = |app: &App| {
        let library = app.world().resource::<LoadedAssets>();
        library.packs().len() - library.shipped().len()
    };
    assert_eq!(packs(&app), 0);
    send_message(&mut app, UserPackRequest::Undo);
    assert_eq!((user_level_count(&app), packs(&app)), (1, 1));
    assert!(!app.world().resource::<UserPacks>().can_undo());
}

#[test]
fn a_dropped_level_file_is_imported_and_an_invalid_one_is_refused() {
    let folder = DataFolder::new("make-share");
    let mut app = app_with_exports(&folder);
    make(&mut app, BACK_RANK);
    send_message(&mut app, EditorRequest::FindSolution);
    wait_for(&mut app, "the solution", |app| !sketch(app).solution().is_empty());
    verdict(&mut app);
    send_message(&mut app, EditorRequest::Save { play: false });
    let pack = user_level(&app, 0).pack;
    send_message(&mut app, UserPackRequest::Share(pack.clone()));
    let file = folder.file("exports").join("chess-levels.ron");
    let text = std::fs::read_to_string(&file).unwrap();
    // The same content is not written twice, and no file is overwritten.
    send_message(&mut app, UserPackRequest::Share(pack.clone()));
    assert_eq!(std::fs::read_dir(folder.file("exports")).unwrap().count(), 1);
    drop(app);
    // Imported elsewhere.
    let other = DataFolder::new("make-taken");
    let mut app = app_with_exports(&other);
    let drop_file = |app: &mut App, path: &Path| {
        send_message(app, FilesReceived(vec![PickedFile::from_path(path.to_owned())]));
    };
    drop_file(&mut app, &file);
    assert_eq!(user_level_count(&app), 1);
    assert_eq!(app.world().resource::<UserPacks>().packs()[0].id, "shared-own");
    drop_file(&mut app, &file);
    assert_eq!(user_level_count(&app), 1, "what is known is not taken in again");
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
        assert_eq!(user_level_count(&app), 1);
    }
    // A game record is left to other importers.
    std::fs::write(&wrong, "(version: 1, tree: ())").unwrap();
    app.world_mut().resource_mut::<Messages<Notice>>().clear();
    drop_file(&mut app, &wrong);
    assert_eq!(notices(&app), []);
}

#[test]
fn damaged_user_levels_are_set_aside() {
    let folder = DataFolder::new("make-damaged");
    std::fs::create_dir_all(&folder.0).unwrap();
    std::fs::write(folder.file("own-levels.ron"), "(version: 1, packs: [(").unwrap();
    let app = app_with_exports(&folder);
    assert!(folder.file("own-levels.damaged-1.ron").exists());
    assert_eq!(user_level_count(&app), 0);
}

#[test]
fn an_unsaved_level_is_there_after_a_restart_until_it_is_saved() {
    let folder = DataFolder::new("level-draft");
    {
        let mut app = puzzle_app(&folder.0);
        make(&mut app, BACK_RANK);
        app.world_mut().resource_mut::<LevelEditor>().draft.as_mut().unwrap().title =
            "My first".to_owned();
        send_message(&mut app, EditorRequest::RecordSolution);
        play(&mut app, "Ra8#");
        // It is written while the solution is still being entered.
        wait_for(&mut app, "the draft", |_| {
            let text = std::fs::read_to_string(folder.file("level-draft.ron"));
            text.is_ok_and(|text| text.contains("My first") && text.contains("Ra8#"))
        });
    }
    let mut app = puzzle_app(&folder.0);
    let draft = sketch(&app);
    assert_eq!((draft.title.as_str(), draft.solution().len()), ("My first", 1));
    app.world_mut().resource_mut::<NextState<Screen>>().set(Screen::LevelEditor);
    assert_eq!(verdict(&mut app), Verdict::Proved);
    send_message(&mut app, EditorRequest::Save { play: false });
    assert_eq!(user_level_count(&app), 1);
    wait_for(&mut app, "the file to go", |_| !folder.file("level-draft.ron").exists());
}

#[test]
fn a_damaged_draft_is_set_aside() {
    let folder = DataFolder::new("level-draft-damaged");
    std::fs::create_dir_all(&folder.0).unwrap();
    std::fs::write(folder.file("level-draft.ron"), "(version: 1, tree: (").unwrap();
    let app = puzzle_app(&folder.0);
    assert!(app.world().resource::<LevelEditor>().draft.is_none());
    assert!(folder.file("level-draft.damaged-1.ron").exists());
}

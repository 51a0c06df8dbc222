//! The editor of positions: set up, played from, analysed, made a puzzle, pasted, kept.

use super::*;
use crate::app::features::position_editor::{
    self, Brush, EditedPosition, OpenPositionEditor, PositionEditor, PositionEditorRequest,
};
use crate::app::features::puzzles::LevelEditor;
use crate::app::features::review::ResumeReview;
use crate::app::features::setup_choices::{self, SetupChoice, SetupChoices};
use crate::app::features::{puzzles, review};
use crate::app::platform::clipboard::PastedText;
use crate::app::services::assets::LoadedAssets;
use crate::app::services::library::{self, LibraryRequest};
use crate::app::settings::ActiveTheme;
use crate::app::text::Localization;
use crate::games::{Game, Piece, registry};
use crate::record::{GameTree, PositionTextError};

/// An app with everything that a position can be opened in.
fn editor_app(folder: &Path) -> App {
    let mut app = minimal_app(folder);
    app.init_resource::<LoadedAssets>()
        .init_resource::<ActiveTheme>()
        .init_resource::<Localization>()
        .insert_resource(crate::app::platform::Today(20_000))
        .insert_resource(BoardArea(Some(Rect::new(0.0, 0.0, 400.0, 400.0))))
        .add_plugins((session::plugin, engine::plugin, review::plugin, puzzles::plugin))
        .add_plugins((library::plugin, board::interaction, setup_choices::plugin))
        .add_plugins((position_editor::plugin, crate::app::features::library::plugin));
    app.world_mut().resource_mut::<NextState<Screen>>().set(Screen::NewGame);
    app.update();
    app
}

fn find(id: &str) -> &'static dyn Game {
    registry::find(id).unwrap()
}

fn send<M: Message>(app: &mut App, message: M) {
    app.world_mut().write_message(message);
    for _ in 0..3 {
        app.update();
    }
}

fn open(app: &mut App, id: &str) {
    let options = Options::default();
    let game = find(id);
    send(app, OpenPositionEditor { game, options, position: None, review: None });
}

fn screen(app: &App) -> Screen {
    *app.world().resource::<bevy::state::state::State<Screen>>().get()
}

fn text(app: &App) -> String {
    app.world().resource::<PositionEditor>().current().expect("a position").text().to_owned()
}

fn edit(app: &mut App, change: impl FnOnce(&mut EditedPosition)) {
    change(app.world_mut().resource_mut::<PositionEditor>().current_mut().unwrap());
    app.update();
}

fn request(app: &mut App, request: PositionEditorRequest) {
    send(app, request);
}

/// White to move mates with the rook.
const BACK_RANK: &str = "6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1";

#[test]
fn a_position_is_set_up_by_taps_and_played_from_by_the_chosen_players() {
    let folder = DataFolder::new("position-play");
    let mut app = editor_app(&folder.0);
    let choice = SetupChoice { computer: [false, false], games: 2, ..SetupChoice::default() };
    app.world_mut().resource_mut::<SetupChoices>().set(find("reversi"), &choice);
    open(&mut app, "reversi");
    assert_eq!(screen(&app), Screen::PositionEditor);
    edit(&mut app, |edited| {
        edited.brush = Brush::Piece(Piece { side: Side::First, kind: 0 });
        edited.tap("a1".parse().unwrap());
        edited.set_side_to_move(Side::Second);
    });
    let set_up = text(&app);
    assert!(set_up.starts_with('X') && set_up.ends_with('O'), "{set_up}");
    request(&mut app, PositionEditorRequest::Play);
    assert_eq!(screen(&app), Screen::Play);
    assert_eq!((position_text(&app), game(&app).turn()), (set_up.clone(), Turn::Human));
    assert_eq!(game(&app).setup().players, TWO_HUMANS);
    // A rematch and the next game of the match begin there too.
    act(&mut app, GameAction::Resign(Side::First));
    act(&mut app, GameAction::NextGame);
    assert_eq!((position_text(&app), game(&app).game_number()), (set_up.clone(), 2));
    send_command(&mut app, SessionCommand::Rematch);
    assert_eq!((position_text(&app), game(&app).game_number()), (set_up, 1));
}

#[test]
fn a_game_from_a_position_is_there_after_a_restart() {
    let folder = DataFolder::new("position-play-kept");
    {
        let mut app = editor_app(&folder.0);
        let choice = SetupChoice { computer: [false, false], ..SetupChoice::default() };
        app.world_mut().resource_mut::<SetupChoices>().set(find("chess"), &choice);
        open(&mut app, "chess");
        request(&mut app, PositionEditorRequest::Read(BACK_RANK.to_owned()));
        request(&mut app, PositionEditorRequest::Play);
        play(&mut app, "Ra7");
    }
    let app = session_app(&folder.0);
    assert_eq!(game(&app).tree().start_text(), Some(BACK_RANK));
    assert_eq!(game(&app).line().len(), 2);
}

#[test]
fn an_illegal_or_finished_position_is_neither_played_nor_made_a_puzzle() {
    let folder = DataFolder::new("position-illegal");
    let mut app = editor_app(&folder.0);
    open(&mut app, "chess");
    edit(&mut app, |edited| edited.erase("e1".parse().unwrap()));
    for each in [
        PositionEditorRequest::Play,
        PositionEditorRequest::Analyse,
        PositionEditorRequest::CreatePuzzle,
    ] {
        app.world_mut().resource_mut::<Messages<Notice>>().clear();
        request(&mut app, each);
        assert_eq!(screen(&app), Screen::PositionEditor);
        assert!(notices(&app).contains(&Notice::refusal("position-not-yet")));
    }
    // Mate: there is nothing to play, but something to look at.
    let mate = "R5k1/5ppp/8/8/8/8/8/6K1 b - - 0 1".to_owned();
    request(&mut app, PositionEditorRequest::Read(mate));
    for each in [PositionEditorRequest::Play, PositionEditorRequest::CreatePuzzle] {
        request(&mut app, each);
        assert_eq!(screen(&app), Screen::PositionEditor);
    }
    assert!(notices(&app).contains(&Notice::refusal("game-is-over")));
    request(&mut app, PositionEditorRequest::Analyse);
    assert_eq!(screen(&app), Screen::Review);
}

#[test]
fn a_position_is_analysed_and_the_way_leads_back() {
    let folder = DataFolder::new("position-analyse");
    let mut app = editor_app(&folder.0);
    open(&mut app, "chess");
    request(&mut app, PositionEditorRequest::Read(BACK_RANK.to_owned()));
    request(&mut app, PositionEditorRequest::Analyse);
    assert_eq!(screen(&app), Screen::Review);
    let session = app.world().resource::<ActiveSession>().session_in(Mode::Review).unwrap();
    assert_eq!(session.position().diagram(), BACK_RANK);
    let from = app.world().resource::<review::Review>().from();
    assert_eq!(from, Screen::PositionEditor);
    app.world_mut().resource_mut::<NextState<Screen>>().set(from);
    app.update();
    assert_eq!(text(&app), BACK_RANK);
}

#[test]
fn a_puzzle_is_made_of_a_position() {
    let folder = DataFolder::new("position-puzzle");
    let mut app = editor_app(&folder.0);
    open(&mut app, "chess");
    request(&mut app, PositionEditorRequest::Read(BACK_RANK.to_owned()));
    request(&mut app, PositionEditorRequest::CreatePuzzle);
    assert_eq!(screen(&app), Screen::LevelEditor);
    let draft = app.world().resource::<LevelEditor>().draft.as_ref().unwrap();
    assert_eq!(draft.position().diagram(), BACK_RANK);
}

#[test]
fn the_editor_takes_the_position_of_a_review_and_gives_the_review_back() {
    let folder = DataFolder::new("position-review");
    let mut app = editor_app(&folder.0);
    let (game, options) = (find("xiangqi"), Options::default());
    let mut tree = GameTree::new(game, options.clone()).unwrap();
    let mv = tree.start().parse_move("h2e2").unwrap();
    let at = tree.play(tree.root(), mv).unwrap();
    let open = review::OpenReview { tree: tree.clone(), at: Some(at), library_id: None };
    send(&mut app, open.clone());
    let position = tree.position(at).clone();
    let expected = position.diagram();
    let review = Some(ResumeReview(open, Screen::Library));
    send(&mut app, OpenPositionEditor { game, options, position: Some(position), review });
    assert_eq!((screen(&app), text(&app)), (Screen::PositionEditor, expected.clone()));
    edit(&mut app, EditedPosition::clear);
    request(&mut app, PositionEditorRequest::Leave);
    assert_eq!(screen(&app), Screen::Review);
    let session = app.world().resource::<ActiveSession>().session_in(Mode::Review).unwrap();
    assert_eq!((session.position().diagram(), session.current()), (expected, at));
    assert_eq!(app.world().resource::<review::Review>().from(), Screen::Library);
}

#[test]
fn a_pasted_text_is_read_or_refused_and_the_board_stays() {
    let folder = DataFolder::new("position-paste");
    let mut app = editor_app(&folder.0);
    open(&mut app, "chess");
    send(&mut app, PastedText(BACK_RANK.to_owned()));
    assert_eq!(text(&app), BACK_RANK);
    let error = |app: &App| app.world().resource::<PositionEditor>().text_error();
    for (bad, reason) in [
        ("hello", PositionTextError::Unreadable),
        ("", PositionTextError::Empty),
        ("(;GM[1]SZ[9]AB[cc])", PositionTextError::OtherGame("go")),
    ] {
        request(&mut app, PositionEditorRequest::Read(bad.to_owned()));
        assert_eq!((error(&app), text(&app)), (Some(reason), BACK_RANK.to_owned()));
    }
    // An illegal position is shown all the same, and undo brings back the one before.
    request(&mut app, PositionEditorRequest::Read("8/8/8/8/8/8/8/K7".to_owned()));
    assert_eq!((error(&app), text(&app)), (None, "8/8/8/8/8/8/8/K7 w - - 0 1".to_owned()));
    edit(&mut app, EditedPosition::undo);
    assert_eq!(text(&app), BACK_RANK);
    // Nothing of this goes to the library.
    assert_eq!(app.world().resource::<Messages<LibraryRequest>>().len(), 0);
    // A record on another board brings its size.
    open(&mut app, "go");
    send(&mut app, PastedText("(;GM[1]SZ[9]AB[cc][dc]AW[ee]PL[W])".to_owned()));
    assert_eq!(text(&app), "9/9/2XX5/9/4O4/9/9/9/9 O 0,0");
    edit(&mut app, EditedPosition::undo);
    assert!(text(&app).starts_with("19/19/"));
}

#[test]
fn the_positions_in_the_making_are_there_after_a_restart() {
    let folder = DataFolder::new("position-drafts");
    let illegal = {
        let mut app = editor_app(&folder.0);
        open(&mut app, "go");
        edit(&mut app, |edited| edited.tap("c3".parse().unwrap()));
        open(&mut app, "chess");
        edit(&mut app, |edited| {
            edited.erase("e8".parse().unwrap());
            edited.set_side_to_move(Side::Second);
        });
        wait_for(&mut app, "the file", |_| {
            let kept = std::fs::read_to_string(folder.file("position-drafts.ron"));
            kept.is_ok_and(|kept| kept.contains("chess") && kept.contains("go"))
        });
        std::thread::sleep(Duration::from_millis(350));
        app.update();
        text(&app)
        // The app is dropped without any shutdown.
    };
    let mut app = editor_app(&folder.0);
    open(&mut app, "chess");
    assert_eq!(text(&app), illegal);
    assert!(text(&app).starts_with("rnbq1bnr") && text(&app).contains(" b "));
    open(&mut app, "go");
    assert!(text(&app).contains("2X16"), "{}", text(&app));
    // Another board of the same game begins anew, and undo brings the old one back.
    let options = Options::parse("(size: 13)").unwrap();
    let game = find("go");
    send(&mut app, OpenPositionEditor { game, options, position: None, review: None });
    assert!(text(&app).starts_with("13/13/"));
    edit(&mut app, EditedPosition::undo);
    assert!(text(&app).contains("2X16"));
}

#[test]
fn damaged_drafts_are_set_aside_and_impossible_ones_brought_into_the_board() {
    let folder = DataFolder::new("position-damaged");
    std::fs::create_dir_all(&folder.0).unwrap();
    let file = folder.file("position-drafts.ron");
    std::fs::write(&file, "(version: 1, drafts: {\"chess\": (").unwrap();
    let app = editor_app(&folder.0);
    assert!(folder.file("position-drafts.damaged-1.ron").exists());
    assert!(app.world().resource::<PositionEditor>().current().is_none());
    drop(app);
    let strange = "(version: 1, drafts: {\"tictactoe\": ({}, (pieces: {\
        (file: 9, rank: 0): (side: First, kind: 0), (file: 1, rank: 1): (side: First, kind: 7), \
        (file: 2, rank: 2): (side: First, kind: 0)}, side_to_move: Second, values: {})), \
        \"ludo\": ({}, (pieces: {}, side_to_move: First, values: {}))})";
    std::fs::write(&file, strange).unwrap();
    let mut app = editor_app(&folder.0);
    open(&mut app, "tictactoe");
    assert_eq!(text(&app), "--X/---/--- O");
}

mod page {
    //! The page, pressed by the names of its controls.

    use bevy_egui::egui::{Event, Key, Modifiers};

    use super::super::how_to_play::{draw, go_to, names, pages_app, press, press_key, screen};
    use super::*;
    use crate::app::settings::Language;

    fn chess_page(folder: &Path) -> App {
        let mut app = pages_app(folder);
        app.world_mut().resource_mut::<Settings>().language = Language::English;
        let people = setup(TWO_HUMANS, &[], TimeControl::Unlimited);
        start_game(&mut app, GameSetup { game: find("chess"), ..people });
        go_to(&mut app, Screen::Play);
        press_key(&mut app, Key::M);
        press(&mut app, "Board editor");
        app.update();
        assert_eq!(screen(&app), Screen::PositionEditor);
        app
    }

    fn shows(app: &mut App, name: &str) -> bool {
        names(app).iter().any(|known| known == name)
    }

    #[test]
    fn every_control_has_a_name_and_an_illegal_position_says_why() {
        let folder = DataFolder::new("position-page");
        let mut app = chess_page(&folder.0);
        let widgets = names(&mut app);
        for name in [
            "White King",
            "Black Pawn",
            "Move pieces",
            "Eraser",
            "White to move",
            "White O-O-O",
            "En passant",
            "Halfmove clock",
            "Position as text",
            "Starting position",
            "Clear",
            "Copy",
            "Copy diagram",
            "Paste",
            "Undo",
            "Redo",
            "Flip board",
            "Play from here",
            "Analyse",
            "Create puzzle",
            "Back",
        ] {
            assert!(widgets.iter().any(|known| known == name), "{name} is not in {widgets:?}");
        }
        press(&mut app, "White to move");
        assert!(text(&app).contains(" b KQkq"), "{}", text(&app));
        press(&mut app, "Clear");
        assert!(shows(&mut app, "White needs exactly one king."));
        press(&mut app, "Play from here");
        assert_eq!(screen(&app), Screen::PositionEditor);
        press(&mut app, "Undo");
        press(&mut app, "White O-O");
        assert!(text(&app).contains(" b Qkq"), "{}", text(&app));
        press(&mut app, "Play from here");
        app.update();
        assert_eq!((screen(&app), position_text(&app)), (Screen::Play, text(&app)));
    }

    #[test]
    fn the_keyboard_sets_up_a_position_and_leaves() {
        let folder = DataFolder::new("position-keys");
        let mut app = chess_page(&folder.0);
        draw(&mut app, Vec::new());
        // The cursor appears in the middle, on e5.
        for key in [Key::ArrowUp, Key::ArrowUp, Key::ArrowUp, Key::Delete] {
            press_key(&mut app, key);
        }
        assert!(text(&app).starts_with("rnbqkbnr/pppp1ppp/8"), "{}", text(&app));
        // The hand picks up the pawn of d7 and puts it down on d6.
        for key in [Key::ArrowLeft, Key::Enter, Key::ArrowDown, Key::Enter] {
            press_key(&mut app, key);
        }
        assert!(text(&app).starts_with("rnbqkbnr/ppp2ppp/3p4/8"), "{}", text(&app));
        let control = |key| {
            let modifiers = Modifiers::COMMAND | Modifiers::CTRL;
            [true, false].map(|pressed| Event::Key {
                key,
                physical_key: None,
                pressed,
                repeat: false,
                modifiers,
            })
        };
        draw(&mut app, control(Key::Z).to_vec());
        assert!(text(&app).starts_with("rnbqkbnr/pppp1ppp/8"), "{}", text(&app));
        draw(&mut app, control(Key::Y).to_vec());
        assert!(text(&app).starts_with("rnbqkbnr/ppp2ppp/3p4"), "{}", text(&app));
        draw(&mut app, vec![Event::Paste(BACK_RANK.to_owned())]);
        app.update();
        assert_eq!(text(&app), BACK_RANK);
        let flipped = app.world().resource::<Settings>().flipped;
        press_key(&mut app, Key::F);
        assert_ne!(app.world().resource::<Settings>().flipped, flipped);
        press_key(&mut app, Key::Escape);
        app.update();
        assert_eq!(screen(&app), Screen::Play);
    }

    #[test]
    fn the_form_of_a_new_game_leads_to_the_editor_and_back() {
        let folder = DataFolder::new("position-form");
        let mut app = pages_app(&folder.0);
        app.world_mut().resource_mut::<Settings>().language = Language::English;
        start_game(&mut app, setup(TWO_HUMANS, &[], TimeControl::Unlimited));
        go_to(&mut app, Screen::Play);
        press_key(&mut app, Key::M);
        press(&mut app, "New game");
        press(&mut app, "From a position");
        app.update();
        assert_eq!(screen(&app), Screen::PositionEditor);
        press(&mut app, "Black disc");
        press(&mut app, "Back");
        app.update();
        assert_eq!(screen(&app), Screen::NewGame);
    }
}

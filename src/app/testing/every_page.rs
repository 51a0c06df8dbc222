//! Tests of what holds on every page: all keys are a key away, every control has a name, and
//! the board is read aloud square by square.

use std::collections::{HashMap, HashSet};

use bevy_egui::egui;
use bevy_egui::egui::accesskit::{Action, ActionRequest, Node, NodeId, Role, TreeId};

use super::how_to_play::{draw_nodes, go_to, names, pages_app, press_key, screen};
use super::*;
use crate::app::features::events::EventRequest;
use crate::app::features::position_editor::OpenPositionEditor;
use crate::app::features::puzzles::EditPosition;
use crate::app::features::{
    content_packs, events, laboratory, library as library_features, review,
};
use crate::app::platform::clipboard::{PasteRequest, PastedText};
use crate::app::platform::{ScreenReader, files};
use crate::app::screens::{self, EventsPage, HowToPlayPage};
use crate::app::services::assets::LoadedAssets;
use crate::app::services::{library, portrait};
use crate::app::settings::Language;
use crate::app::widgets::toasts::{self, Toasts};
use crate::events::{Kind, Player, Tournament};
use crate::games::registry;
use crate::record::GameTree;

const SIZES: [egui::Vec2; 2] = [egui::vec2(1280.0, 800.0), egui::vec2(360.0, 640.0)];

/// All pages.
pub(super) fn whole_app(folder: &Path, language: Language) -> App {
    let mut app = pages_app(folder);
    app.add_message::<PasteRequest>()
        .add_message::<PastedText>()
        .add_message::<bevy::window::FileDragAndDrop>()
        .add_plugins((files::plugin, library::plugin, library_features::plugin))
        .add_plugins((review::plugin, portrait::plugin, screens::other_screens))
        .add_plugins((laboratory::plugin, content_packs::plugin, events::plugin));
    content_packs::open(app.world_mut());
    let mut settings = app.world_mut().resource_mut::<Settings>();
    settings.language = language;
    settings.welcomed = true;
    app.update();
    app
}

fn record(game: &str, moves: &str) -> GameTree {
    let mut tree = GameTree::new(registry::find(game).unwrap(), Options::default()).unwrap();
    let mut node = tree.root();
    for text in moves.split(' ') {
        let mv = tree.position(node).parse_move(text).unwrap();
        node = tree.play(node, mv).unwrap();
    }
    tree
}

/// Goes to every page in turn, each as it is reached by a person.
fn each_page(app: &mut App, mut visit: impl FnMut(&mut App, Screen)) {
    let chess = registry::find("chess").unwrap();
    start_game(app, GameSetup { game: chess, ..setup(TWO_HUMANS, &[], TimeControl::Unlimited) });
    let start = game(app).position().clone();
    for page in [
        Screen::Home,
        Screen::NewGame,
        Screen::Play,
        Screen::Puzzles,
        Screen::Library,
        Screen::Statistics,
        Screen::Learn,
        Screen::Laboratory,
        Screen::Review,
        Screen::PositionEditor,
        Screen::LevelEditor,
        Screen::HowToPlay,
        Screen::Settings,
        Screen::Engines,
        Screen::ContentPacks,
        Screen::Online,
        Screen::Events,
    ] {
        match page {
            Screen::Review => {
                let tree = record("chess", "e4 e5 Nf3");
                let open = review::OpenReview { tree, at: None, library_id: None };
                app.world_mut().write_message(open);
            }
            Screen::PositionEditor => {
                let options = Options::default();
                let position = Some(start.clone());
                let open = OpenPositionEditor { game: chess, options, position, review: None };
                app.world_mut().write_message(open);
            }
            Screen::LevelEditor => {
                let (options, line) = (Options::default(), Vec::new());
                let position = start.text();
                app.world_mut().write_message(EditPosition {
                    game: chess,
                    options,
                    position,
                    line,
                });
            }
            Screen::HowToPlay => {
                app.world_mut().resource_scope(|world, mut page: Mut<HowToPlayPage>| {
                    let assets = world.resource::<LoadedAssets>();
                    page.open_for(chess, &Options::default(), assets, Screen::Home);
                });
                go_to(app, page);
            }
            Screen::Events => {
                let kind = Kind::Swiss { rounds: 2 };
                let players = ["Ann", "Bob", "Cai"].map(|name| Player::new(name, 0)).to_vec();
                let cup = Tournament::new("Cup", "chess", Options::default(), kind, players);
                app.world_mut().write_message(EventRequest::Add(Box::new(cup.unwrap())));
                app.world_mut().write_message(EventRequest::Pair(1));
                app.world_mut().resource_mut::<EventsPage>().show(1);
                go_to(app, page);
            }
            _ => go_to(app, page),
        }
        app.update();
        app.update();
        assert_eq!(screen(app), page);
        visit(app, page);
    }
}

#[test]
fn f1_lists_the_keys_on_every_page_and_escape_returns_to_it() {
    let folder = DataFolder::new("keys-help");
    let mut app = whole_app(&folder.0, Language::English);
    each_page(&mut app, |app, page| {
        let is_open = |names: &[String]| names.iter().any(|name| name == "Show this page: F1");
        assert!(!is_open(&names(app)), "{page:?}");
        press_key(app, egui::Key::F1);
        let shown = names(app);
        assert!(is_open(&shown), "{page:?}: {shown:?}");
        assert!(shown.iter().any(|name| name == "Redo: R, Ctrl+Y, Ctrl+Shift+Z"), "{shown:?}");
        // What the page below answers to, goes nowhere.
        press_key(app, egui::Key::M);
        press_key(app, egui::Key::Escape);
        assert_eq!(screen(app), page);
        let shown = names(app);
        assert!(!is_open(&shown) && !shown.iter().any(|name| name == "Rematch"), "{page:?}");
    });
}

/// The controls without a name.
fn nameless(nodes: &[(NodeId, Node)]) -> Vec<String> {
    let is_control = |node: &Node| {
        let acts = [Action::Click, Action::Increment, Action::SetValue];
        acts.iter().any(|&action| node.supports_action(action))
            && !matches!(
                node.role(),
                Role::GenericContainer | Role::Window | Role::ScrollBar | Role::Label
            )
    };
    let label_of = |id: &NodeId| nodes.iter().find(|(known, _)| known == id).map(|(_, node)| node);
    let has_name = |node: &Node| {
        let said = |text: Option<&str>| text.is_some_and(|text| !text.trim().is_empty());
        let labelled = node.labelled_by().iter().filter_map(label_of);
        said(node.label())
            || labelled.into_iter().any(|label| said(label.label().or(label.value())))
    };
    let without = nodes.iter().filter(|(_, node)| is_control(node) && !has_name(node));
    without.map(|(_, node)| format!("{:?} at {:?}", node.role(), node.bounds())).collect()
}

#[test]
fn every_control_of_every_page_has_a_name() {
    for language in [Language::English, Language::SimplifiedChinese] {
        let folder = DataFolder::new(&format!("names-{language:?}"));
        let mut app = whole_app(&folder.0, language);
        each_page(&mut app, |app, page| {
            for size in SIZES {
                draw_nodes(app, size, Vec::new());
                let nodes = draw_nodes(app, size, Vec::new());
                let controls = nodes.iter().filter(|(_, node)| node.supports_action(Action::Click));
                assert!(controls.count() > 0, "{page:?} has no controls");
                assert_eq!(nameless(&nodes), [""; 0], "{page:?} of {size} in {language:?}");
            }
        });
    }
}

#[test]
fn a_control_without_a_name_is_found() {
    let ctx = egui::Context::default();
    ctx.enable_accesskit();
    let mut found = Vec::new();
    for _ in 0..2 {
        ctx.begin_pass(egui::RawInput::default());
        let mut ui = crate::app::widgets::root(&ctx);
        _ = ui.button("named");
        _ = ui.allocate_response(egui::vec2(40.0, 40.0), egui::Sense::click());
        let nodes = ctx.end_pass().platform_output.accesskit_update.unwrap().nodes;
        found = nameless(&nodes);
    }
    assert_eq!(found.len(), 1, "{found:?}");
}

/// The controls with a name of their own.
fn controls(app: &mut App, size: egui::Vec2) -> HashMap<(Role, String), NodeId> {
    let mut found = HashMap::new();
    let mut repeated = HashSet::new();
    for (id, node) in draw_nodes(app, size, Vec::new()) {
        if node.supports_action(Action::Click) {
            let name = node.label().or(node.value()).unwrap_or_default().to_owned();
            if let Some((key, _)) = found.remove_entry(&(node.role(), name.clone())) {
                repeated.insert(key);
            } else {
                found.insert((node.role(), name), id);
            }
        }
    }
    found.retain(|key, _| !repeated.contains(key));
    found
}

#[test]
fn a_notice_that_comes_or_goes_takes_no_press_from_a_control() {
    let folder = DataFolder::new("notice-ids");
    let mut app = whole_app(&folder.0, Language::English);
    app.add_plugins(toasts::plugin);
    let shows = |app: &mut App, size| {
        let nodes = draw_nodes(app, size, Vec::new());
        // What was last read aloud stays.
        let shown = nodes.iter().filter(|(_, node)| node.role() != Role::Status);
        shown
            .filter_map(|(_, node)| node.value().or(node.label()))
            .any(|it| it == "No hint available.")
    };
    each_page(&mut app, |app, page| {
        for size in SIZES {
            // The notice of the size before is gone in the second frame.
            for _ in 0..2 {
                draw_nodes(app, size, Vec::new());
            }
            let before = controls(app, size);
            assert!(!shows(app, size), "{page:?} of {size} shows a notice");
            assert!(!before.is_empty(), "{page:?} of {size} has no control");
            app.world_mut().write_message(Notice::hint("no-hint"));
            app.update();
            draw_nodes(app, size, Vec::new());
            assert!(shows(app, size), "{page:?} of {size} shows no notice");
            let during = controls(app, size);
            let known = during.iter().filter_map(|(name, id)| Some((name, id, before.get(name)?)));
            let changed: Vec<_> =
                known.filter(|(_, now, then)| now != then).map(|(name, ..)| name).collect();
            assert!(changed.is_empty(), "{page:?} of {size}: {changed:?}");
            app.insert_resource(Toasts::default());
        }
    });
}

/// The cells of the board by name.
fn cells(app: &mut App) -> Vec<(String, NodeId)> {
    draw_nodes(app, SIZES[0], Vec::new());
    let nodes = draw_nodes(app, SIZES[0], Vec::new());
    let find = |id: &NodeId| nodes.iter().find(|(known, _)| known == id).map(|(_, node)| node);
    let grid = nodes.iter().find(|(_, node)| node.role() == Role::Grid).expect("a grid");
    let rows: Vec<&Node> = grid.1.children().iter().filter_map(find).collect();
    assert_eq!(Some(rows.len()), grid.1.row_count());
    let cells = rows.iter().flat_map(|row| row.children()).copied();
    cells.map(|id| (find(&id).unwrap().label().unwrap().to_owned(), id)).collect()
}

fn act_on_cell(app: &mut App, name: &str, action: Action) {
    let cells = cells(app);
    let found = cells.iter().find(|(known, _)| known == name);
    let target_node = found.unwrap_or_else(|| panic!("no {name} among {cells:?}")).1;
    let request = ActionRequest { action, target_tree: TreeId::ROOT, target_node, data: None };
    draw_nodes(app, SIZES[0], vec![egui::Event::AccessKitActionRequest(request)]);
    app.update();
}

/// The text that was announced last.
fn announced(app: &mut App) -> String {
    let nodes = draw_nodes(app, SIZES[0], Vec::new());
    let status = nodes.iter().find(|(_, node)| node.role() == Role::Status);
    status.and_then(|(_, node)| node.label()).unwrap_or_default().to_owned()
}

fn reading_app(folder: &Path, language: Language, game: &str) -> App {
    let mut app = whole_app(folder, language);
    app.world_mut().resource_mut::<ScreenReader>().listens = true;
    app.world_mut().resource_mut::<BoardArea>().0 = Some(Rect::new(0.0, 0.0, 400.0, 400.0));
    let game = registry::find(game).unwrap();
    let setup = GameSetup { game, ..setup(TWO_HUMANS, &[], TimeControl::Unlimited) };
    start_game(&mut app, setup);
    go_to(&mut app, Screen::Play);
    app
}

#[test]
fn squares_are_read_and_pressed_and_moves_announced() {
    let folder = DataFolder::new("read-chess");
    let mut app = reading_app(&folder.0, Language::English, "chess");
    let first: Vec<String> = cells(&mut app).into_iter().map(|(name, _)| name).take(2).collect();
    assert_eq!(first, ["a8, Black Rook", "b8, Black Knight"]);
    for (from, to) in [
        ("f2, White Pawn", "f3, empty"),
        ("e7, Black Pawn", "e5, empty"),
        ("g2, White Pawn", "g4, empty"),
    ] {
        act_on_cell(&mut app, from, Action::Click);
        act_on_cell(&mut app, to, Action::Click);
    }
    assert_eq!(announced(&mut app), "White: g4");
    let names: Vec<String> = cells(&mut app).into_iter().map(|(name, _)| name).collect();
    assert!(names.contains(&"g4, White Pawn, last move".to_owned()), "{names:?}");
    act_on_cell(&mut app, "d8, Black Queen", Action::Click);
    act_on_cell(&mut app, "h4, empty", Action::Click);
    let said = announced(&mut app);
    assert!(said.starts_with("Black: Qh4#. Check. "), "{said}");
    assert!(said.contains("Black wins") && said.contains("Checkmate"), "{said}");
}

#[test]
fn the_arrows_move_the_active_square_and_refusals_are_announced() {
    let folder = DataFolder::new("read-reversi");
    let mut app = reading_app(&folder.0, Language::SimplifiedChinese, "reversi");
    act_on_cell(&mut app, "a1，空", Action::Focus);
    press_key(&mut app, egui::Key::ArrowRight);
    app.update();
    let cells = cells(&mut app);
    let nodes = draw_nodes(&mut app, SIZES[0], Vec::new());
    let grid = &nodes.iter().find(|(_, node)| node.role() == Role::Grid).unwrap().1;
    let active = grid.active_descendant().expect("a square");
    let name = cells.iter().find(|(_, id)| *id == active).map(|(name, _)| name.as_str());
    assert_eq!(name, Some("b1，空"));
    act_on_cell(&mut app, "b1，空", Action::Click);
    app.update();
    let l10n = app.world().resource::<crate::app::text::Localization>().clone();
    assert_eq!(announced(&mut app), l10n.get("reversi-flips-nothing"));
}

/// Types a move on the play screen and presses Enter.
fn type_move(app: &mut App, text: &str) {
    draw_nodes(app, SIZES[0], Vec::new());
    draw_nodes(app, SIZES[0], vec![egui::Event::Text(text.to_owned())]);
    press_key(app, egui::Key::Enter);
    app.update();
}

#[test]
fn with_the_board_hidden_moves_are_typed_and_read_in_every_game() {
    for (id, moves) in [
        ("reversi", ["f5", "d6"]),
        ("gomoku", ["h8", "i9"]),
        ("go", ["q16", "pass"]),
        ("tictactoe", ["b2", "a1"]),
        ("xiangqi", ["C2.5", "h10g8"]),
        ("chess", ["e4", "nf6"]),
    ] {
        let folder = DataFolder::new(&format!("blind-{id}"));
        let mut app = reading_app(&folder.0, Language::English, id);
        app.world_mut().resource_mut::<Settings>().hide_board = true;
        for (ply, text) in moves.iter().enumerate() {
            type_move(&mut app, text);
            assert_eq!(game(&app).tree().ply(game(&app).current()), ply + 1, "{id}: {text}");
        }
        let spoken = announced(&mut app);
        assert!(spoken.contains(": "), "{id}: {spoken}");
        // The squares do not tell where the pieces are, unless one looks.
        let is_told = |app: &mut App| cells(app).iter().any(|(name, _)| name.contains("White"));
        assert!(!is_told(&mut app), "{id}");
        // What is no move stays there to be mended, and Escape empties the field first.
        type_move(&mut app, "hm");
        assert_eq!(game(&app).tree().ply(game(&app).current()), moves.len(), "{id}");
        for expected in [Screen::Play, Screen::Home] {
            press_key(&mut app, egui::Key::Escape);
            draw_nodes(&mut app, SIZES[0], Vec::new());
            assert_eq!(screen(&app), expected, "{id}");
        }
    }
}

#[test]
fn a_held_key_shows_the_hidden_board() {
    let folder = DataFolder::new("blind-peek");
    let mut app = reading_app(&folder.0, Language::English, "chess");
    app.world_mut().resource_mut::<Settings>().hide_board = true;
    let f2 = |pressed| egui::Event::Key {
        key: egui::Key::F2,
        physical_key: None,
        pressed,
        repeat: false,
        modifiers: egui::Modifiers::NONE,
    };
    for (held, expected) in [(false, "a1"), (true, "a1, White Rook"), (false, "a1")] {
        draw_nodes(&mut app, SIZES[0], vec![f2(held)]);
        let names: Vec<String> = cells(&mut app).into_iter().map(|(name, _)| name).collect();
        assert!(names.contains(&expected.to_owned()), "{held}: {names:?}");
    }
}

//! The page for a new game, and the questions of the first start: what is chosen there is what
//! is played.

use bevy_egui::egui;
use bevy_egui::egui::accesskit::{Action, ActionData, ActionRequest, Node, NodeId, Role, TreeId};

use super::how_to_play::{draw, draw_nodes, go_to, names, pages_app, press_key, screen};
use super::*;
use crate::app::features::setup_choices::SetupChoices;
use crate::app::services::engines::ExternalEngines;
use crate::app::settings::{Experience, Language};
use crate::engines::{EngineProtocol, EngineSettings};

const WIDE: egui::Vec2 = egui::vec2(1280.0, 800.0);
const PHONE: egui::Vec2 = egui::vec2(360.0, 640.0);

/// An app in English at its home page, which asks no questions.
fn home_app(folder: &Path) -> App {
    let mut app = pages_app(folder);
    let mut settings = app.world_mut().resource_mut::<Settings>();
    settings.language = Language::English;
    settings.welcomed = true;
    go_to(&mut app, Screen::Home);
    app
}

/// The topmost widget with this name on a page of this size, a control rather than a text.
fn widget(app: &mut App, size: egui::Vec2, name: &str) -> (NodeId, Node) {
    draw_nodes(app, size, Vec::new());
    let nodes = draw_nodes(app, size, Vec::new()).into_iter();
    let is_named = |node: &Node| node.label().or(node.value()) == Some(name);
    let mut found: Vec<_> = nodes.filter(|(_, node)| is_named(node)).collect();
    let top = |node: &Node| node.bounds().map_or(0, |bounds| bounds.y0 as i64);
    let is_text = |node: &Node| matches!(node.role(), Role::Label | Role::TextRun);
    found.sort_by_key(|(_, node)| (is_text(node), top(node)));
    assert!(!found.is_empty(), "there is no {name}");
    found.remove(0)
}

/// Sends a widget the request of a screen reader.
fn ask(app: &mut App, name: &str, action: Action, data: Option<ActionData>) {
    let (target_node, _) = widget(app, WIDE, name);
    let request = ActionRequest { action, target_tree: TreeId::ROOT, target_node, data };
    draw(app, vec![egui::Event::AccessKitActionRequest(request)]);
}

fn press(app: &mut App, name: &str) {
    ask(app, name, Action::Click, None);
}

/// Value of the rail of levels, as it is read aloud.
fn level(app: &mut App) -> String {
    widget(app, WIDE, "Level").1.value().unwrap().to_owned()
}

#[test]
fn a_game_has_exactly_the_level_colour_clock_and_size_that_were_chosen() {
    let folder = DataFolder::new("new-game-choices");
    let mut app = home_app(&folder.0);
    press(&mut app, "Go");
    assert_eq!(screen(&app), Screen::NewGame);
    assert_eq!(level(&mut app), "Level 3 · Novice");
    ask(&mut app, "Level", Action::SetValue, Some(ActionData::NumericValue(6.0)));
    assert_eq!(level(&mut app), "Level 6 · Club player");
    for name in ["White", "13 × 13", "10 min + 3×30 s", "Start"] {
        press(&mut app, name);
    }
    assert_eq!(screen(&app), Screen::Play);
    let setup = game(&app).setup();
    assert_eq!(setup.game.id(), "go");
    assert_eq!(setup.players, [PlayerKind::Human, PlayerKind::Computer(6)]);
    assert_eq!(setup.first_player, 1);
    assert_eq!(setup.options, Options::parse("(size: 13)").unwrap());
    let (main, period) = (Duration::from_secs(600), Duration::from_secs(30));
    assert_eq!(setup.time, TimeControl::ByoYomi { main, period, periods: 3 });
    assert_eq!(setup.games, 1);
}

#[test]
fn the_arrows_move_along_the_rail_and_enter_starts_from_the_first_frame() {
    let folder = DataFolder::new("new-game-keys");
    let mut app = home_app(&folder.0);
    press(&mut app, "Chess");
    ask(&mut app, "Level", Action::Focus, None);
    for key in [egui::Key::End, egui::Key::ArrowLeft, egui::Key::ArrowLeft] {
        press_key(&mut app, key);
    }
    assert_eq!(level(&mut app), "Level 8 · Expert");
    press_key(&mut app, egui::Key::Escape);
    assert_eq!(screen(&app), Screen::Home);
    // Opened again, the page has the level, and its main button the focus.
    press(&mut app, "Chess");
    draw(&mut app, Vec::new());
    press_key(&mut app, egui::Key::Enter);
    assert_eq!(screen(&app), Screen::Play);
    assert_eq!(game(&app).setup().players, [PlayerKind::Human, PlayerKind::Computer(8)]);
}

#[test]
fn a_press_on_a_stop_of_the_rail_chooses_its_level() {
    let folder = DataFolder::new("new-game-rail");
    let mut app = home_app(&folder.0);
    press(&mut app, "Reversi");
    let bounds = widget(&mut app, WIDE, "Level").1.bounds().unwrap();
    let (x, y) = (bounds.x1 - 17.0, (bounds.y0 + bounds.y1) / 2.0);
    let pos = egui::pos2(x as f32, y as f32);
    let button = |pressed| egui::Event::PointerButton {
        pos,
        button: egui::PointerButton::Primary,
        pressed,
        modifiers: egui::Modifiers::NONE,
    };
    draw(&mut app, vec![egui::Event::PointerMoved(pos)]);
    draw(&mut app, vec![button(true)]);
    draw(&mut app, vec![button(false)]);
    assert_eq!(level(&mut app), "Level 10 · Maximum strength");
}

#[test]
fn the_start_button_is_on_a_phone_without_scrolling_and_targets_are_large() {
    let folder = DataFolder::new("new-game-phone");
    let mut app = home_app(&folder.0);
    press(&mut app, "Go");
    let (_, start) = widget(&mut app, PHONE, "Start");
    let bounds = start.bounds().unwrap();
    assert!(bounds.y1 <= f64::from(PHONE.y) && bounds.y0 > 500.0, "{bounds:?}");
    let rail = widget(&mut app, PHONE, "Level").1.bounds().unwrap();
    assert!(rail.height() >= 44.0 && rail.x1 <= f64::from(PHONE.x), "{rail:?}");
}

#[test]
fn rules_and_openings_are_behind_more_and_named_beside_the_game() {
    let folder = DataFolder::new("new-game-more");
    let mut app = home_app(&folder.0);
    press(&mut app, "Gomoku");
    assert!(!names(&mut app).iter().any(|name| name == "Swap2"));
    for name in ["More: rules, match", "Renju", "Swap2", "Another person", "Start"] {
        press(&mut app, name);
    }
    let renju = Options::parse("(rule: \"renju\", opening: \"swap2\")").unwrap();
    assert_eq!(game(&app).setup().options, renju);
    assert_eq!(game(&app).setup().players, TWO_HUMANS);
    for size in [WIDE, PHONE, egui::vec2(800.0, 1280.0)] {
        let (_, line) = widget(&mut app, size, "Renju · Swap2");
        let bounds = line.bounds().unwrap();
        assert!(bounds.x1 <= f64::from(size.x), "{bounds:?}");
    }
    // The next time the rules are open at once.
    go_to(&mut app, Screen::Home);
    press(&mut app, "Gomoku");
    assert!(names(&mut app).iter().any(|name| name == "Swap2"));
}

#[test]
fn the_adaptive_opponent_is_chosen_beside_the_computer_and_named_with_its_level() {
    let folder = DataFolder::new("new-game-adaptive");
    let mut app = home_app(&folder.0);
    press(&mut app, "Go");
    press(&mut app, "Adaptive");
    // Its level is that of the rail until there are results.
    widget(&mut app, WIDE, "Adaptive, level 3");
    press(&mut app, "Start");
    for _ in 0..3 {
        app.update();
    }
    let setup = game(&app).setup();
    assert!(setup.adaptive);
    assert_eq!(setup.players, [PlayerKind::Human, PlayerKind::Computer(3)]);
    // A level of its own again.
    go_to(&mut app, Screen::Home);
    press(&mut app, "Go");
    press(&mut app, "Computer");
    assert_eq!(level(&mut app), "Level 3 · Novice");
    press(&mut app, "Start");
    for _ in 0..3 {
        app.update();
    }
    assert!(!game(&app).setup().adaptive);
}

#[test]
fn computer_against_computer_and_a_match_are_behind_more() {
    let folder = DataFolder::new("new-game-computers");
    let mut app = home_app(&folder.0);
    press(&mut app, "Tic-tac-toe");
    for name in ["More: rules, match", "Computer against computer", "Match", "4 × 4 · 4 in a row"]
    {
        press(&mut app, name);
    }
    ask(&mut app, "Player 1", Action::SetValue, Some(ActionData::NumericValue(5.0)));
    press(&mut app, "Start");
    let setup = game(&app).setup();
    assert_eq!(setup.players, [PlayerKind::Computer(5), PlayerKind::Computer(3)]);
    assert_eq!((setup.games, setup.first_player), (2, 0));
    assert_eq!(setup.options, Options::parse("(files: 4, ranks: 4, row: 4)").unwrap());
}

#[test]
fn the_first_start_asks_once_and_two_taps_choose_the_first_levels() {
    let folder = DataFolder::new("first-start");
    {
        let mut app = pages_app(&folder.0);
        app.world_mut().resource_mut::<Settings>().language = Language::English;
        go_to(&mut app, Screen::Home);
        let asked = names(&mut app);
        assert!(
            asked.iter().any(|name| name == "Not yet") && !asked.iter().any(|n| n == "Puzzles")
        );
        press(&mut app, "简体中文");
        assert_eq!(app.world().resource::<Settings>().language, Language::SimplifiedChinese);
        press(&mut app, "English");
        // The first answer is about all games.
        press(&mut app, "Not yet");
        press(&mut app, "Done");
        let home = names(&mut app);
        assert!(home.iter().any(|name| name == "Puzzles") && !home.iter().any(|n| n == "Not yet"));
        let settings = app.world().resource::<Settings>();
        let answers = GAMES.iter().map(|game| settings.experience.get(game.id()).copied());
        assert!(answers.into_iter().all(|answer| answer == Some(Experience::NotYet)));
        press(&mut app, "Xiangqi");
        assert_eq!(level(&mut app), "Level 1 · Absolute beginner");
        app.world_mut().write_message(AppExit::Success);
        app.update();
    }
    let mut app = pages_app(&folder.0);
    go_to(&mut app, Screen::Home);
    assert!(app.world().resource::<Settings>().welcomed);
    assert!(!names(&mut app).iter().any(|name| name == "Done"));
}

#[test]
fn without_an_answer_the_questions_leave_the_usual_levels() {
    let folder = DataFolder::new("first-start-default");
    let mut app = pages_app(&folder.0);
    app.world_mut().resource_mut::<Settings>().language = Language::English;
    go_to(&mut app, Screen::Home);
    draw(&mut app, Vec::new());
    draw(&mut app, Vec::new());
    press_key(&mut app, egui::Key::Enter);
    assert!(app.world().resource::<Settings>().welcomed);
    press(&mut app, "Chess");
    assert_eq!(level(&mut app), "Level 3 · Novice");
}

#[test]
fn an_engine_is_chosen_with_its_time_and_a_level_plays_rules_that_it_does_not_know() {
    let folder = DataFolder::new("new-game-engine");
    let mut app = home_app(&folder.0);
    press(&mut app, "Gomoku");
    assert!(!names(&mut app).contains(&"Engine".to_owned()), "none was added");
    let settings = EngineSettings {
        protocol: Some(EngineProtocol::Gomocup),
        ..EngineSettings::from_command_line("/opt/rapfi")
    };
    let id = app.world_mut().resource_mut::<ExternalEngines>().list_mut().add(settings);
    for name in ["Engine", "3 s"] {
        press(&mut app, name);
    }
    app.world_mut().resource_mut::<SetupChoices>().more_open = true;
    press(&mut app, "Connect6");
    let sentence =
        "rapfi does not know these rules. The computer plays instead, at level 3.".to_owned();
    assert!(names(&mut app).contains(&sentence));
    press(&mut app, "Start");
    assert_eq!(game(&app).setup().players, [PlayerKind::Human, PlayerKind::Computer(3)]);
    // The choice is remembered for the rules that it knows.
    go_to(&mut app, Screen::Home);
    press(&mut app, "Gomoku");
    press(&mut app, "Freestyle");
    assert!(!names(&mut app).contains(&sentence));
    press(&mut app, "Start");
    assert_eq!(game(&app).setup().players, [PlayerKind::Human, PlayerKind::Engine(id)]);
    assert_eq!(game(&app).setup().engine_time, Duration::from_secs(3));
    assert_eq!(game(&app).recorded_name(Side::Second), "rapfi");
}

//! The page of the engines that the player adds, with a program of a few lines that speaks UCI.

use bevy_egui::egui::accesskit::{Action, ActionRequest, Node, NodeId, Role, TreeId};
use bevy_egui::egui::{self, Event, Key, Modifiers};

use super::how_to_play::{draw, draw_nodes, go_to, names, pages_app, press, press_key, screen};
use super::*;
use crate::app::platform::files::{self, FolderReceived, ProgramReceived, SaveFile};
use crate::app::screens::EnginesPage;
use crate::app::services::engines::{ExternalEngines, failure_notice};
use crate::app::settings::Language;
use crate::app::widgets::toasts;
use crate::engines::{EngineError, EngineProtocol, ListedEngine};

/// A program that speaks UCI, and notes in a file beside it that it was asked to end.
const FAKE: &str = r#"
while read -r line; do
  case "$line" in
    uci)
      echo 'id name Fake 2'
      echo 'id author A. Tester'
      echo 'option name Hash type spin default 16 min 1 max 1024'
      echo 'option name Own book type check default false'
      echo 'option name Style type combo default Calm var Calm var Wild'
      echo 'option name Clear type button'
      echo 'option name UCI_Chess960 type check default false'
      echo uciok;;
    isready) echo readyok;;
    go*)
      echo 'info depth 3 nodes 5000 score cp 20 pv e2e4'
      echo 'bestmove e2e4';;
    quit)
      : > "$0.ended"
      exit 0;;
  esac
done
"#;

/// A program that speaks GTP and ends when it hears anything else.
const FAKE_GTP: &str = r#"
while read -r line; do
  case "$line" in
    list_commands) printf '= name\nversion\n\n';;
    name) printf '= Stones\n\n';;
    version) printf '= 7\n\n';;
    *) exit 1;;
  esac
done
"#;

fn engines_app(folder: &Path) -> App {
    let mut app = pages_app(folder);
    app.add_message::<bevy::window::FileDragAndDrop>().add_plugins(files::plugin);
    app.world_mut().resource_mut::<Settings>().language = Language::English;
    app.update();
    go_to(&mut app, Screen::Engines);
    app
}

/// Writes the program, and returns the command that starts it.
fn fake_engine(folder: &DataFolder) -> String {
    std::fs::create_dir_all(&folder.0).unwrap();
    let path = folder.file("fake engine.sh");
    std::fs::write(&path, FAKE).unwrap();
    format!("/bin/sh \"{}\"", path.display())
}

/// Draws the page until it says something.
fn wait_until(app: &mut App, what: &str, is_said: impl Fn(&str) -> bool) {
    let begun = Instant::now();
    loop {
        let names = names(app);
        if names.iter().any(|name| is_said(name)) {
            return;
        }
        assert!(begun.elapsed() < WAIT_LIMIT, "{what} is not among {names:?}");
        std::thread::sleep(Duration::from_millis(5));
    }
}

fn wait_for_text(app: &mut App, text: &str) {
    wait_until(app, text, |name| name == text);
}

fn nodes(app: &mut App) -> Vec<(NodeId, Node)> {
    draw_nodes(app, egui::vec2(1280.0, 800.0), Vec::new())
}

/// The text field with this name.
fn text_field(app: &mut App, name: &str) -> (NodeId, String) {
    nodes(app);
    let nodes = nodes(app);
    let is_field = |node: &Node| node.role() == Role::TextInput && node.label() == Some(name);
    let found = nodes.iter().find(|(_, node)| is_field(node));
    let (id, node) = found.unwrap_or_else(|| panic!("there is no field {name}"));
    (*id, node.value().unwrap_or_default().to_owned())
}

/// Puts a text in the place of that in a field.
fn enter(app: &mut App, name: &str, text: &str) {
    let (target_node, _) = text_field(app, name);
    let request =
        ActionRequest { action: Action::Focus, target_tree: TreeId::ROOT, target_node, data: None };
    draw(app, vec![Event::AccessKitActionRequest(request)]);
    let select_all = Event::Key {
        key: Key::A,
        physical_key: None,
        pressed: true,
        repeat: false,
        modifiers: Modifiers::COMMAND,
    };
    draw(app, vec![select_all, Event::Text(text.to_owned())]);
    assert_eq!(text_field(app, name).1, text);
}

/// Adds an engine on the page.
fn add(app: &mut App, command: &str) {
    press(app, "Add engine");
    enter(app, "Program", command);
    press(app, "Add");
}

fn engine(app: &App) -> &ListedEngine {
    app.world().resource::<ExternalEngines>().list().iter().next().expect("an engine")
}

fn option(app: &App, name: &str) -> Option<String> {
    engine(app).settings.options.get(name).cloned()
}

#[test]
fn an_engine_is_added_by_its_command_tested_and_set_and_all_is_kept() {
    let folder = DataFolder::new("engine-add");
    let command = fake_engine(&folder);
    let mut app = engines_app(&folder.0);
    wait_for_text(&mut app, "No engines yet");
    add(&mut app, &command);
    wait_for_text(&mut app, "Fake 2 · A. Tester · UCI");
    assert_eq!(engine(&app).name(), "Fake 2");
    // What has Chess960 and no variants plays chess.
    assert_eq!(engine(&app).settings.games, ["chess"]);
    press(&mut app, "Test the engine");
    wait_until(&mut app, "the move", |name| {
        name.starts_with("It works. Chess: e4 after ") && name.ends_with(" nodes per second.")
    });

    press(&mut app, "Own book");
    assert_eq!(option(&app, "Own book").as_deref(), Some("true"));
    press(&mut app, "Own book");
    assert_eq!(option(&app, "Own book"), None, "a default is not kept");
    enter(&mut app, "Hash", "4096");
    wait_for_text(&mut app, "Not kept. Possible: 1 to 1024, default 16");
    assert_eq!(option(&app, "Hash"), None);
    enter(&mut app, "Hash", "64");
    wait_for_text(&mut app, "1 to 1024, default 16");
    assert_eq!(option(&app, "Hash").as_deref(), Some("64"));
    assert!(!names(&mut app).iter().any(|name| name == "UCI_Chess960"), "it is chosen by games");
    enter(&mut app, "Name", "My engine");
    press_key(&mut app, Key::Escape);
    drop(app);

    let mut app = engines_app(&folder.0);
    assert_eq!(option(&app, "Hash").as_deref(), Some("64"));
    press(&mut app, "My engine: UCI · Chess");
    wait_for_text(&mut app, "Fake 2 · A. Tester · UCI");
    press(&mut app, "Back to default: Hash");
    assert_eq!(option(&app, "Hash"), None);
    assert_eq!(text_field(&mut app, "Hash").1, "16");
}

#[test]
fn a_program_that_is_entered_or_picked_is_asked_at_once_and_stays_in_its_field() {
    let folder = DataFolder::new("engine-pick");
    let mut app = engines_app(&folder.0);
    press(&mut app, "Add engine");
    // Nothing need be clicked to enter a command.
    names(&mut app);
    draw(&mut app, vec![Event::Text("/no/engine".to_owned())]);
    press_key(&mut app, Key::Enter);
    wait_for_text(&mut app, "engine was not found. Check the path of its program.");
    assert_eq!(text_field(&mut app, "Program").1, "/no/engine");
    app.world_mut().write_message(ProgramReceived(PathBuf::from("/no such/picked")));
    wait_for_text(&mut app, "picked was not found. Check the path of its program.");
    assert_eq!(text_field(&mut app, "Program").1, "\"/no such/picked\"");
    assert!(app.world().resource::<ExternalEngines>().list().is_empty());
    assert!(!app.world().resource::<EnginesPage>().is_busy());
}

#[test]
fn a_program_that_is_no_engine_is_not_added_and_what_was_said_can_be_read() {
    let folder = DataFolder::new("engine-none");
    let mut app = engines_app(&folder.0);
    add(&mut app, "/bin/sh -c \"read line; exit 1\"");
    wait_until(&mut app, "the failure", |name| {
        name.starts_with("sh answers in no known protocol.")
    });
    press(&mut app, "Show what is said");
    wait_for_text(&mut app, "Sent: uci");
    press_key(&mut app, Key::Escape);
    assert_eq!(text_field(&mut app, "Program").1, "/bin/sh -c \"read line; exit 1\"");
    press_key(&mut app, Key::Escape);
    wait_for_text(&mut app, "No engines yet");
    press_key(&mut app, Key::Escape);
    app.update();
    assert_eq!(screen(&app), Screen::Settings);
}

#[test]
fn a_removed_engine_comes_back_with_all_that_was_set() {
    let folder = DataFolder::new("engine-remove");
    let command = fake_engine(&folder);
    let mut app = engines_app(&folder.0);
    add(&mut app, &command);
    wait_for_text(&mut app, "Options");
    press(&mut app, "Own book");
    let before = engine(&app).clone();
    press(&mut app, "Remove engine");
    wait_for_text(&mut app, "Fake 2 was removed.");
    assert!(app.world().resource::<ExternalEngines>().list().is_empty());
    press(&mut app, "Undo");
    assert_eq!(*engine(&app), before);
    assert_eq!(option(&app, "Own book").as_deref(), Some("true"));
    let names = names(&mut app);
    assert!(!names.iter().any(|name| name == "Undo"), "{names:?}");
}

#[test]
fn what_is_said_is_read_and_saved_and_the_engine_ends_with_the_page() {
    let folder = DataFolder::new("engine-talk");
    let command = fake_engine(&folder);
    let mut app = engines_app(&folder.0);
    add(&mut app, &command);
    wait_for_text(&mut app, "Options");
    press(&mut app, "Send now: Clear");
    press(&mut app, "Show what is said");
    wait_for_text(&mut app, "Received: uciok");
    wait_for_text(&mut app, "Sent: setoption name Clear");
    press(&mut app, "Copy");
    wait_for_text(&mut app, "Copied.");
    press(&mut app, "Save as file");
    let saves = app.world().resource::<Messages<SaveFile>>();
    let save = saves.get_cursor().read(saves).last().expect("a file").clone();
    assert_eq!(save.name, "fake-2.txt");
    let text = String::from_utf8(save.bytes.to_vec()).unwrap();
    assert!(text.contains("> uci\n") && text.contains("< uciok\n"), "{text}");
    let ended = folder.file("fake engine.sh.ended");
    assert!(!ended.exists());
    go_to(&mut app, Screen::Settings);
    app.update();
    wait_for(&mut app, "the end of the engine", |_| ended.exists());
}

#[test]
fn a_notice_of_a_failure_opens_what_was_said_over_the_page_and_back_leads_there() {
    let folder = DataFolder::new("engine-read");
    let command = fake_engine(&folder);
    let mut app = engines_app(&folder.0);
    app.add_plugins(toasts::plugin);
    add(&mut app, &command);
    wait_for_text(&mut app, "Options");
    let id = engine(&app).id();
    app.world_mut().resource_mut::<Settings>().welcomed = true;
    go_to(&mut app, Screen::Home);
    let failure = failure_notice("Fake 2", &EngineError::Ended).with_transcript(id);
    app.world_mut().write_message(failure);
    app.update();
    let said = "Fake 2 has ended unexpectedly. What it said last may tell why.";
    wait_for_text(&mut app, said);
    press(&mut app, "Show what is said");
    wait_for_text(&mut app, "What is said: Fake 2");
    wait_for_text(&mut app, "Received: uciok");
    let shown = names(&mut app);
    assert!(!shown.iter().any(|name| name == "Statistics"), "{shown:?}");
    assert!(!app.world().resource::<toasts::Toasts>().is_showing());
    press_key(&mut app, Key::Escape);
    wait_for_text(&mut app, "Statistics");
    assert_eq!(screen(&app), Screen::Home);
}

#[test]
fn a_folder_that_is_picked_is_that_of_the_engine() {
    let folder = DataFolder::new("engine-folder");
    let command = fake_engine(&folder);
    let mut app = engines_app(&folder.0);
    add(&mut app, &command);
    wait_for_text(&mut app, "Options");
    assert!(names(&mut app).iter().any(|name| name == "Choose a folder"));
    app.world_mut().write_message(FolderReceived(folder.0.clone()));
    app.update();
    assert_eq!(text_field(&mut app, "Working folder").1, folder.0.display().to_string());
    assert_eq!(engine(&app).settings.folder.as_deref(), Some(&*folder.0));
    // It is asked again, and answers from there.
    wait_for_text(&mut app, "Fake 2 · A. Tester · UCI");
    app.world_mut().write_message(FolderReceived(PathBuf::from("/no such")));
    wait_until(&mut app, "the failure", |name| name.starts_with("Fake 2 was not found."));
    press_key(&mut app, Key::Escape);
    press(&mut app, "Add engine");
    press(&mut app, "More: protocol, folder, time to start");
    app.world_mut().write_message(FolderReceived(folder.0.clone()));
    app.update();
    assert_eq!(text_field(&mut app, "Working folder").1, folder.0.display().to_string());
}

#[test]
fn another_program_is_asked_by_any_protocol_until_it_answers() {
    let folder = DataFolder::new("engine-change");
    let command = fake_engine(&folder);
    let gtp = folder.file("gtp engine.sh");
    std::fs::write(&gtp, FAKE_GTP).unwrap();
    let mut app = engines_app(&folder.0);
    add(&mut app, &command);
    wait_for_text(&mut app, "Options");
    for (command, said) in [
        ("/no/engine".to_owned(), "Fake 2 was not found. Check the path of its program."),
        // The same program is another engine by its arguments.
        ("/usr/bin/env false".to_owned(), "Fake 2 answers in no known protocol."),
        (format!("/usr/bin/env sh \"{}\"", gtp.display()), "Stones 7 · GTP"),
    ] {
        enter(&mut app, "Program", &command);
        press_key(&mut app, Key::Enter);
        wait_until(&mut app, said, |name| name.starts_with(said));
        assert_eq!(engine(&app).settings.command_line(), command);
    }
    assert_eq!(engine(&app).settings.protocol, Some(EngineProtocol::Gtp));
    assert_eq!(engine(&app).settings.games, ["go"]);
}

#[test]
fn an_option_that_the_engine_has_no_more_is_shown_and_can_be_removed() {
    let folder = DataFolder::new("engine-old-option");
    let command = fake_engine(&folder);
    let mut app = engines_app(&folder.0);
    add(&mut app, &command);
    wait_for_text(&mut app, "Options");
    let id = engine(&app).id();
    let mut engines = app.world_mut().resource_mut::<ExternalEngines>();
    let options = &mut engines.list_mut().get_mut(id).unwrap().settings.options;
    options.insert("Contempt".to_owned(), "20".to_owned());
    press(&mut app, "Test the engine");
    let said = "Fake 2 has no option Contempt. Remove its value in the settings of the engine.";
    wait_for_text(&mut app, said);
    press(&mut app, "Remove: Contempt");
    press(&mut app, "Test the engine");
    wait_until(&mut app, "the move", |name| name.starts_with("It works."));
}

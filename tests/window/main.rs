//! End-to-end tests of the application in a window under a virtual X server,
//! driven by mouse and keyboard events and checked by screenshots. `make test`
//! installs the tools that they need.
#![cfg(all(feature = "gui", target_os = "linux"))]

mod board;
mod display;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, Instant};

use board::{Board, CHESS, REVERSI, is_visible};
use display::{Display, Running, TIMEOUT, WIDTH, wait_for};
use tianyuan::core::{Move, Side};
use tianyuan::games::{AnyPosition, Options, registry};
use tianyuan::record::{GameTree, TreeFile};

/// The data folder of a test, removed with it.
struct Folder(PathBuf);

impl Folder {
    /// A folder with settings for pictures that can be compared.
    fn new(name: &str) -> Folder {
        let name = format!("tianyuan-window-{name}-{}", std::process::id());
        let folder = Folder(std::env::temp_dir().join(name));
        fs::create_dir_all(&folder.0).unwrap();
        let settings = "(version: 1, language: English, theme: \"wood\", animation: Off)";
        fs::write(folder.0.join("settings.ron"), settings).unwrap();
        folder
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// The saved game in progress.
struct Saved {
    /// The current position.
    position: AnyPosition,
    plies: usize,
}

impl Saved {
    fn read(data: &Path) -> Option<Saved> {
        let text = fs::read_to_string(data.join("game.ron")).ok()?;
        let moves = text.split("play:").skip(1).filter_map(|rest| rest.split('"').nth(1));
        let current: usize = text
            .split("current:")
            .nth(1)?
            .trim_start()
            .split(|c: char| !c.is_ascii_digit())
            .next()?
            .parse()
            .ok()?;
        let id = text.split("game:").nth(1)?.split('"').nth(1)?;
        let game = registry::find(id)?;
        let mut position = game.start(&Default::default()).ok()?;
        let moves: Vec<_> = moves.filter(|text| !text.is_empty()).collect();
        for text in moves.iter().take(current) {
            let mv = position.parse_move(text).ok()?;
            position.play(mv).ok()?;
        }
        Some(Saved { position, plies: current })
    }

    /// Waits until this side is to move after at least so many plies.
    fn wait(data: &Path, plies: usize, side: Side) -> Saved {
        wait_for(&format!("{plies} plies to be written"), || {
            let saved = Saved::read(data)?;
            let there = saved.plies >= plies && saved.position.side_to_move() == side;
            there.then_some(saved)
        })
    }
}

#[test]
fn a_person_plays_with_mouse_and_keys_is_killed_and_goes_on() {
    let data = Folder::new("person");
    let display = Display::open();
    let running = Running::start(&display, &data.0);

    // Home: a click on the game's card, which shows a small board, and Enter on
    // the focused button start a game against the computer.
    let card = wait_for("the home screen", || Board::of(&display.look(), &REVERSI));
    display.click(card.middle());
    let is_home = || is_visible(&display.look(), &REVERSI);
    wait_for("the new game screen", || {
        Board::of(&display.look(), &REVERSI).filter(|board| board.is_preview())
    });
    std::thread::sleep(Duration::from_millis(500));
    display.key("Return");
    let board = Board::find(&display, &REVERSI);
    let start = Saved::wait(&data.0, 0, Side::First);
    board.shows(&display, &start.position);

    // The mouse plays f5, the computer answers.
    display.click(board.centre("f5".parse().unwrap()));
    let replied = Saved::wait(&data.0, 2, Side::First);
    assert_ne!(replied.position.text(), start.position.text());
    display.point_at((WIDTH - 4, 4));
    board.shows(&display, &replied.position);

    // An illegal move changes nothing.
    display.click(board.centre("a1".parse().unwrap()));
    std::thread::sleep(Duration::from_millis(500));
    assert_eq!(Saved::read(&data.0).unwrap().plies, replied.plies);
    board.shows(&display, &replied.position);

    // The keyboard plays: the cursor is where the mouse was, on a1.
    let target = replied
        .position
        .legal_moves()
        .into_iter()
        .find_map(Move::target)
        .expect("there is a move on a square");
    for _ in 0..target.file {
        display.key("Right");
    }
    for _ in 0..target.rank {
        display.key("Down");
    }
    display.key("Return");
    let played = Saved::wait(&data.0, replied.plies + 2, Side::First);
    display.point_at((WIDTH - 4, 4));
    let picture = board.shows(&display, &played.position);
    picture.write(&Path::new(env!("CARGO_TARGET_TMPDIR")).join("window.ppm"));

    // Undo takes back both plies.
    display.key("u");
    wait_for("the undo", || Saved::read(&data.0).filter(|saved| saved.plies == replied.plies));
    board.shows(&display, &replied.position);

    // Killed and restarted, it resumes the game, and redo still works.
    drop(running);
    let mut running = Running::start(&display, &data.0);
    wait_for("the home screen", || is_home().then_some(()));
    std::thread::sleep(Duration::from_millis(500));
    display.key("Return");
    let board = Board::find(&display, &REVERSI);
    board.shows(&display, &replied.position);
    display.key("r");
    board.shows(&display, &played.position);

    // It exits on Ctrl+Q.
    display.tool("xdotool", &["keydown", "ctrl"]);
    std::thread::sleep(Duration::from_millis(300));
    display.key("q");
    display.tool("xdotool", &["keyup", "ctrl"]);
    let begun = Instant::now();
    let status = loop {
        if let Some(status) = running.0.try_wait().unwrap() {
            break status;
        }
        assert!(begun.elapsed() < TIMEOUT, "timed out waiting for the end");
        std::thread::sleep(Duration::from_millis(100));
    };
    assert!(status.success(), "{status}");
}

#[test]
fn a_screen_reader_finds_controls_by_name_plays_a_move_and_hears_it() {
    let data = Folder::new("screen-reader");
    fs::write(data.0.join("game.ron"), saved_start("chess")).unwrap();
    let display = Display::open();
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/window/screen_reader.py");
    let output = display.run(
        Command::new("dbus-run-session").args(["--", "/usr/bin/python3"]).args([
            &script,
            Path::new(env!("CARGO_BIN_EXE_tianyuan")),
            &data.0,
        ]),
        &data.0,
    );
    let text = |bytes| String::from_utf8_lossy(bytes).into_owned();
    assert!(output.status.success(), "{}", text(&output.stderr));
}

/// A saved game of two persons at its start.
fn saved_start(game: &str) -> String {
    let tree = GameTree::new(registry::find(game).unwrap(), Options::default()).unwrap();
    let tree = ron::to_string(&TreeFile::from(&tree)).unwrap();
    format!(
        "(version: 1, players: (Human, Human), first: 0, time: Unlimited, games: 1, \
         results: [], tree: {tree}, current: 0, tip: 0, clock: ((0, 0, false), (0, 0, false)), \
         ending: None, offer: None, paused: false)"
    )
}

#[test]
fn two_persons_move_chessmen_with_the_mouse() {
    let data = Folder::new("chess");
    fs::write(data.0.join("game.ron"), saved_start("chess")).unwrap();
    let display = Display::open();
    let _running = Running::start(&display, &data.0);

    // Enter on the focused card goes on with the saved game.
    wait_for("the home screen", || is_visible(&display.look(), &REVERSI).then_some(()));
    std::thread::sleep(Duration::from_millis(500));
    display.key("Return");
    let board = Board::find(&display, &CHESS);
    let mut position = Saved::read(&data.0).unwrap().position;
    board.shows(&display, &position);

    // A tap on the piece, a tap on its target: a double step, a capture, a
    // piece that is taken back, a knight.
    let moves = ["e2e4", "d7d5", "e4d5", "d8d5", "b1c3", "d5a5"];
    for (ply, text) in moves.into_iter().enumerate() {
        let mv = position.parse_move(text).unwrap();
        let Move::FromTo { from, to, .. } = mv else { panic!("{text} moves no piece") };
        display.click(board.centre(from));
        std::thread::sleep(Duration::from_millis(300));
        display.click(board.centre(to));
        position.play(mv).unwrap();
        let saved = Saved::wait(&data.0, ply + 1, position.side_to_move());
        assert_eq!(saved.position.text(), position.text(), "{text}");
        display.point_at((WIDTH - 4, 4));
        board.shows(&display, &position);
    }

    // A king goes no two squares: nothing changes.
    let [from, to] = ["e1", "e3"].map(|square| square.parse().unwrap());
    display.click(board.centre(from));
    display.click(board.centre(to));
    std::thread::sleep(Duration::from_millis(500));
    assert_eq!(Saved::read(&data.0).unwrap().plies, moves.len());
    display.point_at((WIDTH - 4, 4));
    let picture = board.shows(&display, &position);
    picture.write(&Path::new(env!("CARGO_TARGET_TMPDIR")).join("window-chess.ppm"));
}

//! End-to-end test of the application in a window under a virtual X server,
//! driven by mouse and keyboard events and checked by screenshots. `make test`
//! installs the tools that it needs.
#![cfg(all(feature = "gui", target_os = "linux"))]

use std::fs;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use tianyuan::core::{Move, Point, Side};
use tianyuan::games::{AnyPosition, registry};

/// Timeout of each step; slow machines render in software.
const TIMEOUT: Duration = Duration::from_secs(90);

/// Vulkan driver of the software renderer, for the same pixels everywhere.
const SOFTWARE: &str = "/usr/share/vulkan/icd.d/lvp_icd.x86_64.json";

const WIDTH: u32 = 1280;
const HEIGHT: u32 = 800;

/// A virtual X server, stopped with the test.
struct Display {
    server: Child,
    name: String,
}

impl Display {
    fn open() -> Display {
        let screen = format!("{WIDTH}x{HEIGHT}x24");
        let mut server = Command::new("Xvfb")
            .args(["-displayfd", "1", "-screen", "0", &screen, "-nolisten", "tcp", "-noreset"])
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .expect("Xvfb starts; `make test` installs it");
        let mut line = String::new();
        let out = server.stdout.take().expect("its output is piped");
        BufReader::new(out).read_line(&mut line).expect("it names its display");
        Display { server, name: format!(":{}", line.trim()) }
    }

    fn tool(&self, program: &str, arguments: &[&str]) -> Vec<u8> {
        let output = Command::new(program)
            .args(arguments)
            .env("DISPLAY", &self.name)
            .output()
            .unwrap_or_else(|error| panic!("{program}: {error}; `make test` installs it"));
        output.stdout
    }

    fn key(&self, key: &str) {
        self.tool("xdotool", &["key", key]);
        // One key per frame at most, so that none is lost.
        std::thread::sleep(Duration::from_millis(150));
    }

    fn point_at(&self, (x, y): (u32, u32)) {
        self.tool("xdotool", &["mousemove", &x.to_string(), &y.to_string()]);
        std::thread::sleep(Duration::from_millis(150));
    }

    fn click(&self, place: (u32, u32)) {
        self.point_at(place);
        self.tool("xdotool", &["click", "1"]);
    }

    fn look(&self) -> Picture {
        Picture::parse(&self.tool("xwd", &["-root", "-silent"])).expect("a screenshot")
    }
}

impl Drop for Display {
    fn drop(&mut self) {
        let _ = self.server.kill();
        let _ = self.server.wait();
    }
}

/// The running program, killed with the test.
struct Running(Child);

impl Running {
    fn start(display: &Display, data: &Path) -> Running {
        let log = fs::File::create(data.join("log.txt")).expect("a log");
        let child = Command::new(env!("CARGO_BIN_EXE_tianyuan"))
            .env("DISPLAY", &display.name)
            .env_remove("WAYLAND_DISPLAY")
            .env("TIANYUAN_DATA", data)
            .env("TIANYUAN_WINDOW", format!("{WIDTH}x{HEIGHT}"))
            .envs(Path::new(SOFTWARE).exists().then_some(("VK_DRIVER_FILES", SOFTWARE)))
            .stdout(Stdio::null())
            .stderr(log)
            .spawn()
            .expect("the program starts");
        let running = Running(child);
        wait_for("the window", || {
            let found = display.tool("xdotool", &["search", "--name", "Tianyuan"]);
            let id = String::from_utf8_lossy(&found).lines().next().map(str::to_owned);
            id.inspect(|id| {
                display.tool("xdotool", &["windowmove", id, "0", "0"]);
                display.tool("xdotool", &["windowfocus", id]);
            })
        });
        running
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        // SIGKILL, as when the system kills the process.
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

fn wait_for<T>(what: &str, done: impl Fn() -> Option<T>) -> T {
    let begun = Instant::now();
    loop {
        if let Some(result) = done() {
            return result;
        }
        assert!(begun.elapsed() < TIMEOUT, "timed out waiting for {what}");
        std::thread::sleep(Duration::from_millis(100));
    }
}

/// True if a pixel has the green of the board.
fn is_felt([r, g, b]: [u8; 3]) -> bool {
    g > r.saturating_add(30) && g > b.saturating_add(15)
}

/// A screenshot.
struct Picture {
    width: u32,
    height: u32,
    pixels: Vec<[u8; 3]>,
}

impl Picture {
    /// Reads an X window dump of 32 bits a pixel, blue first (XWDFile.h).
    fn parse(dump: &[u8]) -> Option<Picture> {
        let word = |n: usize| {
            let bytes = dump.get(4 * n..4 * n + 4)?;
            Some(u32::from_be_bytes(bytes.try_into().ok()?))
        };
        let (header, width, height) = (word(0)?, word(4)?, word(5)?);
        let (bits, line, colours) = (word(11)?, word(12)?, word(19)?);
        assert_eq!(bits, 32, "the screen has 32 bits a pixel");
        let start = (header + colours * 12) as usize;
        let mut pixels = Vec::new();
        for y in 0..height {
            let row = dump.get(start + (y * line) as usize..)?;
            for pixel in row.chunks_exact(4).take(width as usize) {
                pixels.push([pixel[2], pixel[1], pixel[0]]);
            }
        }
        Some(Picture { width, height, pixels })
    }

    fn at(&self, x: u32, y: u32) -> [u8; 3] {
        self.pixels[(y * self.width + x) as usize]
    }

    /// True if a board is visible.
    fn has_felt(&self) -> bool {
        self.pixels.iter().filter(|&&pixel| is_felt(pixel)).count() > 1000
    }

    /// The bounding square of the felt: left, top and edge.
    fn felt(&self) -> Option<(u32, u32, u32)> {
        let (mut left, mut top, mut right, mut bottom) = (u32::MAX, u32::MAX, 0, 0);
        for y in 0..self.height {
            for x in 0..self.width {
                if is_felt(self.at(x, y)) {
                    (left, top) = (left.min(x), top.min(y));
                    (right, bottom) = (right.max(x), bottom.max(y));
                }
            }
        }
        let (breadth, height) = (right.checked_sub(left)?, bottom.checked_sub(top)?);
        (breadth > 60 && breadth.abs_diff(height) < 8).then_some((left, top, breadth))
    }

    fn write(&self, path: &Path) {
        let mut bytes = format!("P6 {} {} 255\n", self.width, self.height).into_bytes();
        bytes.extend(self.pixels.iter().flatten());
        fs::write(path, bytes).expect("the screenshot is kept");
    }
}

/// A board on the screen.
#[derive(Clone, Copy, Debug)]
struct Board {
    left: u32,
    top: u32,
    edge: u32,
}

impl Board {
    fn find(display: &Display) -> Board {
        wait_for("the board", || {
            let (left, top, edge) = display.look().felt()?;
            (edge > HEIGHT / 2).then_some(Board { left, top, edge })
        })
    }

    /// Pixel at a fraction of a square's edges.
    fn place(self, at: Point, right: f32, down: f32) -> (u32, u32) {
        let cell = self.edge as f32 / 8.0;
        let place = |start: u32, n: u8, part: f32| start + ((f32::from(n) + part) * cell) as u32;
        (place(self.left, at.file, right), place(self.top, at.rank, down))
    }

    fn centre(self, at: Point) -> (u32, u32) {
        self.place(at, 0.5, 0.5)
    }

    /// The owner of the disc on a square, by the brightness beside its centre,
    /// where no marker is drawn.
    fn disc(self, picture: &Picture, at: Point) -> Option<Side> {
        let (x, y) = self.place(at, 0.36, 0.68);
        let [r, g, b] = picture.at(x, y).map(u32::from);
        match (r + g + b) / 3 {
            bright if bright > 190 => Some(Side::Second),
            dark if dark < 60 && g < r + 12 => Some(Side::First),
            _ => None,
        }
    }

    /// Waits until the screen shows exactly this position.
    fn shows(self, display: &Display, position: &AnyPosition) -> Picture {
        let squares = || (0..8).flat_map(|file| (0..8).map(move |rank| Point::new(file, rank)));
        wait_for(&format!("the board to show {}", position.text()), || {
            let picture = display.look();
            let same = squares()
                .all(|at| self.disc(&picture, at) == position.piece_at(at).map(|piece| piece.side));
            same.then_some(picture)
        })
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
        let game = registry::find("reversi")?;
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

struct Folder(PathBuf);

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

#[test]
fn a_person_plays_with_mouse_and_keys_is_killed_and_goes_on() {
    let data = Folder(std::env::temp_dir().join(format!("tianyuan-window-{}", std::process::id())));
    fs::create_dir_all(&data.0).unwrap();
    let settings = "(version: 1, language: English, theme: \"wood\", animation: Off)";
    fs::write(data.0.join("settings.ron"), settings).unwrap();
    let display = Display::open();
    let running = Running::start(&display, &data.0);

    // Home: a click on the game's card, which shows a small board, and Enter on
    // the focused button start a game against the computer.
    let (left, top, edge) = wait_for("the home screen", || display.look().felt());
    display.click((left + edge / 2, top + edge / 2));
    wait_for("the new game screen", || (!display.look().has_felt()).then_some(()));
    std::thread::sleep(Duration::from_millis(500));
    display.key("Return");
    let board = Board::find(&display);
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
    wait_for("the home screen", || display.look().has_felt().then_some(()));
    std::thread::sleep(Duration::from_millis(500));
    display.key("Return");
    let board = Board::find(&display);
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

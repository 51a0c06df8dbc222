//! A virtual X server with the program in it: mouse, keys and screenshots.

use std::fs;
use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Child, Command, Output, Stdio};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// Timeout of each step; slow machines render in software.
pub const TIMEOUT: Duration = Duration::from_secs(90);

/// Vulkan driver of the software renderer, for the same pixels everywhere.
const SOFTWARE: &str = "/usr/share/vulkan/icd.d/lvp_icd.x86_64.json";

pub const WIDTH: u32 = 1280;
pub const HEIGHT: u32 = 800;

/// Held while a window is open: two that render in software keep each other
/// waiting.
static ONE_WINDOW: Mutex<()> = Mutex::new(());

/// A virtual X server, stopped with the test.
pub struct Display {
    server: Child,
    name: String,
    _alone: MutexGuard<'static, ()>,
}

impl Display {
    pub fn open() -> Display {
        let alone = ONE_WINDOW.lock().unwrap_or_else(PoisonError::into_inner);
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
        Display { server, name: format!(":{}", line.trim()), _alone: alone }
    }

    pub fn tool(&self, program: &str, arguments: &[&str]) -> Vec<u8> {
        let output = Command::new(program)
            .args(arguments)
            .env("DISPLAY", &self.name)
            .output()
            .unwrap_or_else(|error| panic!("{program}: {error}; `make test` installs it"));
        output.stdout
    }

    /// Runs a program that opens the application itself.
    pub fn run(&self, command: &mut Command, data: &Path) -> Output {
        let command = environment(command, self, data);
        command.output().unwrap_or_else(|error| panic!("{command:?}: {error}"))
    }

    pub fn key(&self, key: &str) {
        self.tool("xdotool", &["key", key]);
        // One key per frame at most, so that none is lost.
        std::thread::sleep(Duration::from_millis(150));
    }

    pub fn point_at(&self, (x, y): (u32, u32)) {
        self.tool("xdotool", &["mousemove", &x.to_string(), &y.to_string()]);
        std::thread::sleep(Duration::from_millis(150));
    }

    pub fn click(&self, place: (u32, u32)) {
        self.point_at(place);
        self.tool("xdotool", &["click", "1"]);
    }

    pub fn look(&self) -> Picture {
        Picture::parse(&self.tool("xwd", &["-root", "-silent"])).expect("a screenshot")
    }
}

impl Drop for Display {
    fn drop(&mut self) {
        let _ = self.server.kill();
        let _ = self.server.wait();
    }
}

/// Where the application draws and keeps its data.
fn environment<'c>(command: &'c mut Command, display: &Display, data: &Path) -> &'c mut Command {
    command
        .env("DISPLAY", &display.name)
        .env_remove("WAYLAND_DISPLAY")
        .env("TIANYUAN_DATA", data)
        .env("TIANYUAN_WINDOW", format!("{WIDTH}x{HEIGHT}"))
        .envs(Path::new(SOFTWARE).exists().then_some(("VK_DRIVER_FILES", SOFTWARE)))
}

/// The running program, killed with the test.
pub struct Running(pub Child);

impl Running {
    pub fn start(display: &Display, data: &Path) -> Running {
        let log = fs::File::create(data.join("log.txt")).expect("a log");
        let child = environment(&mut Command::new(env!("CARGO_BIN_EXE_tianyuan")), display, data)
            .stdout(Stdio::null())
            .stderr(log)
            .spawn()
            .expect("the program starts");
        let running = Running(child);
        wait_for("the window", || {
            // It can have the focus from its first picture on, with which it appears.
            let visible = ["search", "--onlyvisible", "--name", "Tianyuan"];
            let found = display.tool("xdotool", &visible);
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

pub fn wait_for<T>(what: &str, done: impl Fn() -> Option<T>) -> T {
    let begun = Instant::now();
    loop {
        if let Some(result) = done() {
            return result;
        }
        assert!(begun.elapsed() < TIMEOUT, "timed out waiting for {what}");
        std::thread::sleep(Duration::from_millis(100));
    }
}

/// A colour: red, green and blue.
pub type Pixel = [u8; 3];

/// A screenshot.
pub struct Picture {
    pub width: u32,
    pub height: u32,
    pixels: Vec<Pixel>,
}

impl Picture {
    /// Reads an X window dump of 32 bits a pixel, blue first (XWDFile.h).
    pub fn parse(dump: &[u8]) -> Option<Picture> {
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

    /// All pixels, row by row.
    pub fn pixels(&self) -> impl Iterator<Item = Pixel> {
        self.pixels.iter().copied()
    }

    /// The pixel in this column and row.
    pub fn at(&self, x: u32, y: u32) -> Pixel {
        self.pixels[(y * self.width + x) as usize]
    }

    pub fn write(&self, path: &Path) {
        let mut bytes = format!("P6 {} {} 255\n", self.width, self.height).into_bytes();
        bytes.extend(self.pixels.iter().flatten());
        fs::write(path, bytes).expect("the screenshot is kept");
    }
}

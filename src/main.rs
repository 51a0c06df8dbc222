//! `tianyuan`: opens the window or runs a headless command.

use std::path::PathBuf;
use std::process::ExitCode;

use tianyuan::cli::{self, Invocation};

fn main() -> ExitCode {
    match cli::run() {
        Invocation::Done(code) => code,
        Invocation::Window(files) => open_window(files),
    }
}

#[cfg(feature = "gui")]
fn open_window(files: Vec<PathBuf>) -> ExitCode {
    tianyuan::app::run(files)
}

#[cfg(not(feature = "gui"))]
fn open_window(_files: Vec<PathBuf>) -> ExitCode {
    eprintln!("tianyuan: this build has no window; see tianyuan --help for what it can do");
    ExitCode::from(2)
}

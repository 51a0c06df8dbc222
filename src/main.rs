//! `tianyuan`: opens the window or runs a headless command.

use std::process::ExitCode;

use tianyuan::cli::{self, Invocation};

fn main() -> ExitCode {
    match cli::run() {
        Invocation::Done(code) => code,
        Invocation::Window => open_window(),
    }
}

#[cfg(feature = "gui")]
fn open_window() -> ExitCode {
    tianyuan::app::run()
}

#[cfg(not(feature = "gui"))]
fn open_window() -> ExitCode {
    eprintln!("tianyuan: this build has no window; see tianyuan --help for what it can do");
    ExitCode::from(2)
}

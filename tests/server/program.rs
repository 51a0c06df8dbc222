//! Programs that tests start and kill.

use std::io::{BufRead, BufReader};
use std::net::TcpListener;
use std::path::Path;
use std::process::{Child, Command, Stdio};

/// A program, killed when a test ends however it does.
pub struct Program(pub Child);

impl Drop for Program {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

impl Program {
    /// Begins this program and does not wait until it works.
    pub fn spawn(program: &str, arguments: &[&str]) -> Option<Program> {
        let (null, errors) = (Stdio::null(), Stdio::null());
        let mut command = Command::new(program);
        command.args(arguments).stdin(Stdio::null()).stdout(null).stderr(errors);
        command.spawn().ok().map(Program)
    }

    /// Begins a command of the game.
    pub fn tianyuan(arguments: &[&str]) -> Program {
        Program::spawn(env!("CARGO_BIN_EXE_tianyuan"), arguments).expect("it is built")
    }
}

/// A server, once it listens.
pub fn start_server(folder: &Path, port: u16) -> Program {
    let mut child = Command::new(env!("CARGO_BIN_EXE_tianyuan"))
        .args(["serve", "--hidden", "--port", &port.to_string(), "--data"])
        .arg(folder)
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut said = String::new();
    BufReader::new(child.stdout.as_mut().unwrap()).read_line(&mut said).unwrap();
    let program = Program(child);
    assert!(said.contains(&format!(":{port}/")), "{said}");
    program
}

pub fn free_port() -> u16 {
    TcpListener::bind(("127.0.0.1", 0)).unwrap().local_addr().unwrap().port()
}

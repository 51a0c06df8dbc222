//! The server as people use it: whole games over sockets, those who may not what they try, and
//! servers that are killed and come back.

mod bad_network;
mod cluster;
mod game;
mod kills;
mod mosquitto;
mod page;
mod player;
mod program;
mod refusals;
mod restart;
mod tls;
mod umpire;
mod wire;

use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use tianyuan::net::server::{Config, Host, Limits};

/// Maximum time of a step of a test, on a machine that does other things too.
const PATIENCE: Duration = Duration::from_secs(60);

/// Milliseconds since 1970.
fn now_ms() -> u64 {
    SystemTime::now().duration_since(UNIX_EPOCH).unwrap().as_millis() as u64
}

/// An empty folder.
fn fresh(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("server").join(name);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    folder
}

/// A server in this program, once its referee is at work.
fn serve(name: &str, change: impl FnOnce(&mut Config)) -> Host {
    let limits = Limits { patience: Duration::from_secs(2), ..Limits::default() };
    let mut config = Config { port: 0, web: None, referees: Default::default(), limits };
    change(&mut config);
    let host = Host::start(&fresh(name), config, Box::new(|words| eprintln!("{words}"))).unwrap();
    wait_until("the referee is at work", || host.is_served());
    host
}

fn wait_until(what: &str, mut holds: impl FnMut() -> bool) {
    let end = Instant::now() + PATIENCE;
    while !holds() {
        assert!(Instant::now() < end, "it does not come to pass that {what}");
        std::thread::sleep(Duration::from_millis(10));
    }
}

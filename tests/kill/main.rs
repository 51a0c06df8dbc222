//! Ends a process that plays, saves and keeps a library with SIGKILL at random
//! moments, and checks that nothing it had acknowledged is lost.
//!
//! Environment variables: `KILLS`, how many; `KILL_SEED`.
#![cfg(unix)]

mod expectation;
mod worker;

use std::env;
use std::fs;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use expectation::{Counts, Expectation};
use tianyuan::core::Random;

/// Kills unless their number is given.
const USUAL_KILLS: u64 = 25;

/// Kills of a library before another one is begun.
const KILLS_OF_A_LIBRARY: u64 = 40;

/// Longest life of a process, in milliseconds.
const MAX_LIFE: usize = 150;

fn number(variable: &str) -> Option<u64> {
    let text = env::var(variable).ok()?;
    Some(text.parse().unwrap_or_else(|_| panic!("{variable} is \"{text}\", which is no number")))
}

/// An empty folder.
fn fresh(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("kill").join(name);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    folder
}

fn start_worker(folder: &Path, seed: u64) -> Child {
    Command::new(env::current_exe().unwrap())
        .args(["--exact", "worker::work", "--ignored", "--nocapture"])
        .env(worker::FOLDER, folder)
        .env(worker::SEED, seed.to_string())
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap()
}

/// Lets a process live for this time and kills it. Returns what it said.
fn kill_after(mut child: Child, life: Duration) -> String {
    let mut out = child.stdout.take().unwrap();
    let mut errors = child.stderr.take().unwrap();
    // A full pipe would stop the process.
    let reader = std::thread::spawn(move || {
        let mut text = Vec::new();
        out.read_to_end(&mut text).unwrap();
        String::from_utf8(text).unwrap()
    });
    std::thread::sleep(life);
    let ended = child.try_wait().unwrap();
    child.kill().unwrap();
    child.wait().unwrap();
    let mut error_text = String::new();
    errors.read_to_string(&mut error_text).unwrap();
    let text = reader.join().unwrap();
    assert!(ended.is_none(), "it ended by itself: {text}\n{error_text}");
    text
}

#[test]
fn what_was_acknowledged_survives_a_kill() {
    let kills = number("KILLS").unwrap_or(USUAL_KILLS);
    let seed = number("KILL_SEED").unwrap_or(1);
    let mut random = Random::new(seed);
    let mut counts = Counts::default();
    let mut folder = PathBuf::new();
    let mut expectation = Expectation::default();
    for kill in 0..kills {
        if kill % KILLS_OF_A_LIBRARY == 0 {
            folder = fresh("work");
            expectation = Expectation::default();
        }
        let life = Duration::from_micros(1000 * random.below(MAX_LIFE) as u64 + 500);
        let said = kill_after(start_worker(&folder, random.next_u64()), life);
        expectation.hear(&said, &mut counts);
        // Now and then the next process repairs the file, and is killed at it.
        if random.below(4) > 0 || kill + 1 == kills || (kill + 1) % KILLS_OF_A_LIBRARY == 0 {
            let found = expectation.check(&folder, &mut counts);
            assert_eq!(found, Ok(()), "kill {kill}, seed {seed}, {}", folder.display());
        }
    }
    println!("{kills} kills, seed {seed}: {counts:#?}");
    assert!(counts.acknowledged() > 0, "no process lived long enough to save anything");
    assert!(kills < 100 || counts.interrupted > 0, "no save was interrupted");
}

#[test]
fn a_loss_is_found() {
    let folder = fresh("loss");
    let mut counts = Counts::default();
    let said = "begin save 1 0\ndone\nbegin add a 0\ndone 1\n";
    let tell = |said: &str, counts: &mut Counts| {
        let mut expectation = Expectation::default();
        expectation.hear(said, counts);
        expectation
    };
    let check = |said: &str, counts: &mut Counts| tell(said, counts).check(&folder, counts);
    assert!(check(said, &mut counts).unwrap_err().contains("game.ron"), "there is no file");
    let mut worker = worker::Worker::new(&folder, 1);
    worker.save(1, 0);
    assert!(check(said, &mut counts).unwrap_err().contains("library"), "there is no game");
    worker.add("a", 0);
    drop(worker);
    assert_eq!(check(said, &mut counts), Ok(()));
    // What was only begun may be there or not.
    assert_eq!(check("begin save 1 0\ndone\nbegin add a 0\n", &mut counts), Ok(()));
    assert_eq!(check(&format!("{said}begin delete 1\n"), &mut counts), Ok(()));
    assert!(check(&format!("{said}begin delete 1\ndone\n"), &mut counts).is_err());
    assert!(check(&said.replace("add a", "add b"), &mut counts).is_err());
    // A torn file.
    let save = folder.join(worker::SAVE);
    let text = fs::read(&save).unwrap();
    fs::write(&save, &text[..text.len() / 2]).unwrap();
    assert!(check(said, &mut counts).unwrap_err().contains("game.ron"));
}

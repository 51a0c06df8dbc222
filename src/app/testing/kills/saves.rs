//! The application is ended with SIGKILL while a game is played: what it had saved
//! is there when it starts again. `tests/kill` does the same to the library.
//!
//! Environment variables: `KILLS`, how many; `KILL_SEED`.

use std::env;
use std::io::Read;
use std::process::{Command, Stdio};

use crate::app::testing::*;

/// Kills unless their number is given.
const USUAL_KILLS: u32 = 6;

/// Longest life of a process, in milliseconds.
const MAX_LIFE: usize = 300;

/// Plies after which another game is begun.
const PLIES: usize = 20;

/// Tells a process its data folder.
const FOLDER: &str = "KILL_FOLDER";

/// Says a line that is at the parent when this returns.
fn say(word: &str, text: &str) {
    let mut out = std::io::stdout().lock();
    out.write_all(format!("{word} {text}\n").as_bytes()).unwrap();
    out.flush().unwrap();
}

fn number<T: std::str::FromStr>(variable: &str) -> Option<T> {
    env::var(variable).ok().and_then(|text| text.parse().ok())
}

/// The process that is killed. It says each position that may be saved next, and
/// then the one that is saved.
#[test]
#[ignore = "run and killed by its parent process"]
fn plays_until_it_is_killed() {
    let Ok(folder) = env::var(FOLDER) else { return };
    let mut random = Random::new(number("KILL_SEED").unwrap());
    let mut app = session_app(Path::new(&folder));
    // The name of the test may stand on this line.
    say("", "");
    loop {
        let setup = setup(TWO_HUMANS, &[], TimeControl::Unlimited);
        say("NEXT", &setup.game.start(&setup.options).unwrap().text());
        start_game(&mut app, setup);
        say("SAVED", &position_text(&app));
        for _ in 0..PLIES {
            let mut position = game(&app).position().clone();
            let moves = position.legal_moves();
            let Some(&mv) = random.pick(&moves).filter(|mv| **mv != Move::Pass) else { break };
            position.play(mv).unwrap();
            say("NEXT", &position.text());
            // A pass that is forced is played at once.
            if position.legal_moves() == [Move::Pass] {
                position.play(Move::Pass).unwrap();
                say("NEXT", &position.text());
            }
            play_move(&mut app, mv);
            say("SAVED", &position_text(&app));
        }
    }
}

/// Lets a process live for this time and kills it. Returns what it said.
fn play_and_kill(folder: &Path, seed: u64, life: Duration) -> String {
    let mut child = Command::new(env::current_exe().unwrap())
        .args(["--exact", "app::testing::kills::saves::plays_until_it_is_killed"])
        .args(["--ignored", "--nocapture"])
        .env(FOLDER, folder)
        .env("KILL_SEED", seed.to_string())
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let mut out = child.stdout.take().unwrap();
    // A full pipe would stop the process.
    let reader = std::thread::spawn(move || {
        let mut text = String::new();
        out.read_to_string(&mut text).unwrap();
        text
    });
    std::thread::sleep(life);
    let ended = child.try_wait().unwrap();
    child.kill().unwrap();
    child.wait().unwrap();
    let said = reader.join().unwrap();
    assert_eq!(ended, None, "it ended by itself: {said}");
    said
}

#[test]
fn a_game_that_was_saved_survives_a_kill() {
    let folder = DataFolder::new("kills");
    let kills = number("KILLS").unwrap_or(USUAL_KILLS);
    let mut random = Random::new(number("KILL_SEED").unwrap_or(1));
    let mut saves = 0;
    // The positions one of which is the one saved last.
    let mut expected: Vec<String> = Vec::new();
    for kill in 0..kills {
        let life = Duration::from_millis(random.below(MAX_LIFE) as u64);
        let said = play_and_kill(&folder.0, random.next_u64(), life);
        // The last line may be cut off.
        for line in said.split_inclusive('\n').filter_map(|line| line.strip_suffix('\n')) {
            if let Some(text) = line.strip_prefix("SAVED ") {
                saves += 1;
                expected = vec![text.to_owned()];
            } else if let Some(text) = line.strip_prefix("NEXT ") {
                expected.push(text.to_owned());
            }
        }
        if saves > 0 {
            let app = session_app(&folder.0);
            let is_damage = |notice: &Notice| notice.id == "save-damaged";
            assert!(!notices(&app).iter().any(is_damage), "kill {kill}");
            let found = position_text(&app);
            assert!(expected.contains(&found), "kill {kill}: {found}, not one of {expected:?}");
            expected = vec![found];
        }
    }
    println!("{kills} kills, {saves} saves of the game acknowledged");
    assert!(kills < 20 || saves > 0, "no process lived long enough to save");
}

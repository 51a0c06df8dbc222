//! The first search of a process, for which tables are made and nothing is warm:
//! it keeps to its limits and stops when it is told to, as every other.

use std::env;
use std::process::Command;
use std::time::{Duration, Instant};

use tianyuan::content;
use tianyuan::games::registry::{self, GAMES};
use tianyuan::games::{Engine, EngineRequest, Options, Strength};
use tianyuan::search::{Limits, StopFlag};

use crate::timing::within;

/// Time that a search may take beyond its limit or the moment of the stop. It promises 10 ms; as
/// much again is for the system, which may give the processor to others meanwhile.
const PROMPT: Duration = Duration::from_millis(20);

/// Tells the process its game and its end.
const SEARCH: &str = "FRESH_SEARCH";

/// Reason for the end of a search: a stop or a limit.
#[derive(Clone, Copy, Debug)]
enum End {
    /// The stop flag is raised after so many milliseconds.
    Stop(u64),
    /// It has so many milliseconds.
    Time(u64),
    /// It has so few nodes that it is to end at once.
    Nodes(u64),
    /// It has this depth, which takes no time either.
    Depth(u32),
}

const ENDS: [End; 8] = [
    End::Stop(0),
    End::Stop(5),
    End::Stop(40),
    End::Time(1),
    End::Time(10),
    End::Time(60),
    End::Nodes(1),
    End::Depth(0),
];

/// Searches from the start of a game, and returns by how much it was late.
fn search(id: &str, end: End) -> Duration {
    let game = registry::find(id).unwrap();
    content::load_weights(game).unwrap();
    let position = game.start(&Options::default()).unwrap();
    let mut limits = Limits::default();
    let stop = StopFlag::new();
    let mut due = Duration::ZERO;
    let mut raise = None;
    match end {
        End::Stop(0) => stop.raise(),
        End::Stop(after) => raise = Some(Duration::from_millis(after)),
        End::Time(time) => {
            due = Duration::from_millis(time);
            limits.time = Some(due);
        }
        End::Nodes(nodes) => limits.nodes = Some(nodes),
        End::Depth(depth) => limits.depth = Some(depth),
    }
    let request = EngineRequest { strength: Strength::Full, limits, seed: 7, stop: stop.clone() };
    let raised = raise.map(|after| {
        std::thread::spawn(move || {
            std::thread::sleep(after);
            stop.raise();
            Instant::now()
        })
    });
    let started = Instant::now();
    let mut engine: Box<dyn Engine> = game.engine();
    let info = engine.search(&position, &request, &mut |_| ()).unwrap();
    let ended = Instant::now();
    assert!(position.check(info.best).is_ok());
    let due_at = match raised {
        Some(raised) => raised.join().unwrap(),
        None => started + due,
    };
    ended.saturating_duration_since(due_at)
}

/// Time by which the first search of a new process is late.
fn in_new_process(game: &str, end: usize) -> Duration {
    let out = Command::new(env::current_exe().unwrap())
        .args(["--exact", "fresh_process::one_search", "--ignored", "--nocapture"])
        .env(SEARCH, format!("{game} {end}"))
        .output()
        .unwrap();
    let text = String::from_utf8(out.stdout).unwrap();
    let late = text.lines().find_map(|line| line.strip_prefix("LATE "));
    let late = late.unwrap_or_else(|| panic!("{text}{}", String::from_utf8_lossy(&out.stderr)));
    Duration::from_micros(late.parse().unwrap())
}

#[test]
#[ignore = "run by its parent process"]
fn one_search() {
    let Ok(text) = env::var(SEARCH) else { return };
    let (game, end) = text.split_once(' ').unwrap();
    let late = search(game, ENDS[end.parse::<usize>().unwrap()]);
    println!("\nLATE {}", late.as_micros());
}

#[test]
fn the_first_search_of_a_process_ends_when_it_should() {
    let mut late = Vec::new();
    for game in GAMES {
        for (number, end) in ENDS.into_iter().enumerate() {
            let mut best = Duration::MAX;
            let result = within(PROMPT, || {
                let took = in_new_process(game.id(), number);
                best = best.min(took);
                took
            });
            println!("{} {end:?}: {best:?}", game.id());
            late.extend(result.err().map(|by| format!("{} {end:?}: {by:?} late", game.id())));
        }
    }
    assert!(late.is_empty(), "{}", late.join("\n"));
}

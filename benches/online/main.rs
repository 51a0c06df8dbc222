//! Load of play over a network: `games=2000` games at once, each with one move in `pace=5` seconds,
//! on a server that is started for it, for `seconds=60` after the last of them has begun. Measures
//! the time from the publication of a move to its arrival, signed by the referee, at the opponent,
//! and the memory and processor time of all parts:
//! `cargo bench --no-default-features --features server --bench online -- games=100 seconds=20`.
//!
//! Without `referees=` it is one `tianyuan serve`; with `referees=1` or `2` it is mosquitto with so
//! many `tianyuan referee`. `break=15` then raises the rate by a quarter at a time, for so many seconds
//! each, until a hundredth of the moves takes longer than `limit=1000` milliseconds or one is lost.
//! `game=gomoku` chooses the game, `ramp=25` how many pairs of players come in a second, and
//! `listed=0` keeps the games out of the lobby.

#[cfg(unix)]
mod crowd;
#[cfg(unix)]
mod figures;
#[cfg(unix)]
mod player;
#[cfg(unix)]
mod process;
#[cfg(unix)]
mod servers;

use std::process::ExitCode;

/// The options of the command line.
#[derive(Clone, Debug)]
struct Options {
    games: usize,
    pace: f64,
    seconds: f64,
    referees: Option<usize>,
    /// Seconds of each step in which the rate is raised, if it is.
    step: f64,
    limit_ms: f64,
    game: String,
    ramp: f64,
    is_listed: bool,
}

impl Options {
    fn read() -> Options {
        let words: Vec<String> = std::env::args().skip(1).collect();
        let text = |name: &str| words.iter().find_map(|word| word.strip_prefix(name)?.into());
        let number = |name: &str, usual: f64| {
            text(name).and_then(|value: &str| value.parse().ok()).unwrap_or(usual)
        };
        Options {
            games: number("games=", 2000.0) as usize,
            pace: number("pace=", 5.0),
            seconds: number("seconds=", 60.0),
            referees: text("referees=").and_then(|value| value.parse().ok()),
            step: number("break=", 0.0),
            limit_ms: number("limit=", 1000.0),
            game: text("game=").unwrap_or("gomoku").to_owned(),
            ramp: number("ramp=", 25.0),
            is_listed: number("listed=", 1.0) > 0.0,
        }
    }
}

#[cfg(unix)]
fn main() -> ExitCode {
    // `cargo test --benches` runs this too, and has nothing to measure.
    if std::env::args().any(|word| word == "--test") {
        return ExitCode::SUCCESS;
    }
    match run(&Options::read()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(why) => {
            eprintln!("{why}");
            ExitCode::FAILURE
        }
    }
}

#[cfg(not(unix))]
fn main() -> ExitCode {
    eprintln!("measured on Unix alone, where a program may ask for more open files");
    ExitCode::FAILURE
}

#[cfg(unix)]
fn run(options: &Options) -> Result<(), String> {
    use crowd::Crowd;
    use figures::Row;

    let needed = 2 * options.games as u64 + 200;
    process::allow_open_files(needed)?;
    let servers = servers::Servers::start(options)?;
    println!("{} games of {}, {}", options.games, options.game, servers.description());
    let (before, unused) = (servers.memory(), servers.load());
    let crowd = Crowd::start(options, servers.port(), servers.gives_nonces());
    crowd.wait_for_games()?;
    let (settled, used, [received, _]) = (servers.memory(), servers.load(), crowd.bytes());
    let seconds: Vec<String> = servers
        .names()
        .iter()
        .zip(used.programs.iter().zip(&unused.programs))
        .map(|(name, (used, unused))| format!("{name} {:.1}", used.since(*unused).seconds))
        .collect();
    println!(
        "seconds of processor time until all games had begun: {}, clients {:.1}; MiB that these \
         received: {:.1}",
        seconds.join(", "),
        used.clients.since(unused.clients).seconds,
        received as f64 / f64::from(1 << 20),
    );
    println!("memory in MiB, resident, before the players came and when all games had begun:");
    for ((name, before), (_, after)) in before.iter().zip(&settled) {
        let a_game = (after - before) * 1024.0 / options.games as f64;
        println!("  {name:<12} {before:>8.1} {after:>8.1} {a_game:>8.1} KiB a game");
    }
    println!("{}", Row::heading(&servers.names()));
    let (mut pace, mut seconds) = (options.pace, options.seconds);
    loop {
        let row = Row::measure(&crowd, &servers, options, pace, seconds);
        println!("{row}");
        if row.breaks(options.limit_ms) || options.step <= 0.0 {
            break;
        }
        (pace, seconds) = (pace * 0.8, options.step);
    }
    let lost = crowd.finish();
    println!("lost: {lost}; memory at the end in MiB: {}", servers.memory_line());
    println!("{}", crowd.faults());
    if lost > 0 { Err(format!("{lost} moves are lost")) } else { Ok(()) }
}

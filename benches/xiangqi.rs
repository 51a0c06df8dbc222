//! Perft of Xiangqi: checks the numbers and prints the nodes per second on one
//! core:
//! `cargo bench --no-default-features --bench xiangqi`.

use std::process::ExitCode;
use std::time::Instant;

use tianyuan::games::{Options, registry};

/// Name, position and perft numbers of each test position.
const TABLE: &str = include_str!("../tests/fixtures/xiangqi_perft.txt");

/// Largest number counted; more would take minutes.
const MOST: u64 = 150_000_000;

fn main() -> ExitCode {
    let Some(game) = registry::find("xiangqi") else {
        eprintln!("the game \"xiangqi\" is not listed");
        return ExitCode::FAILURE;
    };
    println!("position                           depth     sequences   seconds   a second");
    for line in TABLE.lines().filter(|line| !line.starts_with('#')) {
        let parts: Vec<_> = line.split('|').map(str::trim).collect();
        let [name, fen, counts] = parts[..] else { continue };
        let Ok(position) = game.position(&Options::default(), fen) else {
            eprintln!("{name} cannot be read");
            return ExitCode::FAILURE;
        };
        let counts = (1..).zip(counts.split(' ').map(str::parse::<u64>));
        let deepest = counts.filter_map(|(depth, count)| Some((depth, count.ok()?)));
        let Some((depth, expected)) = deepest.filter(|&(_, count)| count <= MOST).last() else {
            continue;
        };
        let started = Instant::now();
        let found = position.perft(depth);
        let seconds = started.elapsed().as_secs_f64();
        let speed = found as f64 / seconds;
        println!("{name:<34} {depth:>5} {found:>13} {seconds:>9.3} {speed:>10.0}");
        if found != expected {
            eprintln!("expected {expected}");
            return ExitCode::FAILURE;
        }
    }
    ExitCode::SUCCESS
}

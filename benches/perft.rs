//! Perft of Reversi to depth 11, checked and timed on one core:
//! `cargo bench --no-default-features --bench perft`.

use std::process::ExitCode;
use std::time::Instant;

use tianyuan::games::{Options, registry};

/// Depth, perft count with a pass as a ply, and further columns.
const TABLE: &str = include_str!("../tests/fixtures/reversi_perft.txt");
const DEEPEST: u32 = 11;

fn main() -> ExitCode {
    let start = registry::find("reversi").map(|game| game.start(&Options::default()));
    let Some(Ok(position)) = start else {
        eprintln!("the game \"reversi\" does not start");
        return ExitCode::FAILURE;
    };
    println!("depth     sequences   seconds   a second");
    for line in TABLE.lines().filter(|line| !line.starts_with('#')) {
        let mut numbers = line.split_whitespace().map_while(|word| word.parse::<u64>().ok());
        let (Some(depth), Some(expected)) = (numbers.next(), numbers.next()) else { continue };
        let Ok(depth @ 1..=DEEPEST) = u32::try_from(depth) else { continue };
        let started = Instant::now();
        let found = position.perft(depth);
        let seconds = started.elapsed().as_secs_f64();
        println!("{depth:>5} {found:>13} {seconds:>9.3} {:>10.0}", found as f64 / seconds);
        if found != expected {
            eprintln!("depth {depth}: expected {expected}");
            return ExitCode::FAILURE;
        }
    }
    ExitCode::SUCCESS
}

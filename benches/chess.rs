//! Perft of chess, checked and timed on one core, and the engine's search of
//! one second: `cargo bench --no-default-features --bench chess`.

use std::process::ExitCode;
use std::time::{Duration, Instant};

use tianyuan::games::{EngineRequest, Options, Strength, registry};
use tianyuan::search::{Limits, StopFlag};

/// Position, depth and perft count of the Chess Programming Wiki, "Perft
/// Results".
const COUNTS: [(&str, u32, u64); 4] = [
    ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 6, 119_060_324),
    ("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", 5, 193_690_690),
    ("8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", 7, 178_633_661),
    ("r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10", 5, 164_075_551),
];

fn main() -> ExitCode {
    let Some(game) = registry::find("chess") else {
        eprintln!("the registry has no game \"chess\"");
        return ExitCode::FAILURE;
    };
    println!("depth    sequences  seconds   a second | plies    nodes   a second  best");
    for (text, depth, expected) in COUNTS {
        let position = match game.position(&Options::default(), text) {
            Ok(position) => position,
            Err(error) => {
                eprintln!("{text}: {error}");
                return ExitCode::FAILURE;
            }
        };
        let started = Instant::now();
        let count = position.perft(depth);
        let seconds = started.elapsed().as_secs_f64();
        let limits = Limits { time: Some(Duration::from_secs(1)), ..Limits::default() };
        let request =
            EngineRequest { strength: Strength::Full, limits, seed: 0, stop: StopFlag::new() };
        let Some(info) = game.engine().search(&position, &request, &mut |_| ()) else {
            eprintln!("{text}: nothing to play");
            return ExitCode::FAILURE;
        };
        println!(
            "{depth:>5} {count:>12} {seconds:>8.3} {:>10.0} | {:>5} {:>8} {:>10.0}  {}",
            count as f64 / seconds,
            info.depth,
            info.nodes,
            info.nodes as f64 / info.elapsed.as_secs_f64(),
            position.move_text(info.best).unwrap_or_default(),
        );
        if count != expected {
            eprintln!("{text}: expected {expected}");
            return ExitCode::FAILURE;
        }
    }
    ExitCode::SUCCESS
}

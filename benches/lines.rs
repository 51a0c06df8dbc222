//! Cost of multi-PV analysis against one line, and of one line against a plain
//! search, to the same depth: `cargo bench --no-default-features --bench lines`.

use std::process::ExitCode;
use std::time::Instant;

use tianyuan::games::{AnyPosition, EngineRequest, Options, SetupError, Strength, registry};
use tianyuan::search::{Limits, StopFlag};

/// Game, options, moves from the start, and search depth in plies.
const POSITIONS: [(&str, &str, &str, u32); 7] = [
    ("chess", "()", "e4 e5 Nf3 Nc6 Bc4 Bc5", 10),
    ("xiangqi", "()", "h2e2 h9g7 h0g2 i9h9", 9),
    ("reversi", "()", "c4 e3 f4 c5 d6 f3", 12),
    ("gomoku", "()", "h8 i9 g9 i7", 8),
    ("gomoku", "(rule: \"connect6\")", "k10 j9 j10", 6),
    ("tictactoe", "(files: 7, ranks: 7, row: 5)", "d4 c3", 8),
    // Limited by playout plies.
    ("go", "(size: 9)", "E5 C3 G3", 0),
];

/// Playout plies in Go.
const PLAYED: u64 = 400_000;

fn position(id: &str, options: &str, moves: &str) -> Result<AnyPosition, SetupError> {
    let options = Options::parse(options)?;
    let game = registry::find(id).unwrap_or(registry::GAMES[0]);
    let mut position = game.start(&options)?;
    for text in moves.split_whitespace() {
        if let Ok(mv) = position.parse_move(text) {
            let _ = position.play(mv);
        }
    }
    Ok(position)
}

fn main() -> ExitCode {
    println!("                          think               1 line              3 lines");
    println!("game       depth       nodes      s        nodes      s        nodes      s");
    for (id, options, moves, depth) in POSITIONS {
        let (Some(game), Ok(at)) = (registry::find(id), position(id, options, moves)) else {
            eprintln!("{id} {options} cannot be set up");
            return ExitCode::FAILURE;
        };
        let limits = match depth {
            0 => Limits { nodes: Some(PLAYED), ..Limits::default() },
            _ => Limits { depth: Some(depth), ..Limits::default() },
        };
        let request =
            EngineRequest { strength: Strength::Full, limits, seed: 1, stop: StopFlag::new() };
        print!("{id:<10} {depth:>5}");
        for lines in [0, 1, 3] {
            // Allocates the transposition table beforehand.
            let mut engine = game.engine();
            let little = Limits { nodes: Some(1), ..Limits::default() };
            engine.search(&at, &EngineRequest { limits: little, ..request.clone() }, &mut |_| ());
            let started = Instant::now();
            let nodes = match lines {
                0 => engine.search(&at, &request, &mut |_| ()).map(|info| info.nodes),
                _ => {
                    let found = engine.analyse(&at, &request, lines, &mut |_| ());
                    found.first().map(|info| info.nodes)
                }
            };
            let seconds = started.elapsed().as_secs_f64();
            print!(" {:>12} {seconds:>6.2}", nodes.unwrap_or(0));
        }
        println!();
    }
    ExitCode::SUCCESS
}

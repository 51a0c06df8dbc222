//! Solves the FFO endgame positions 40 to 44 on one thread and prints nodes and
//! time. Numbers on the command line select other positions of the suite, 20
//! to 59; `threads=2` sets the threads and `table=1024` the size of the
//! transposition table in mebibytes:
//! `cargo bench --no-default-features --bench solve -- 45 46 threads=2`.

use std::process::ExitCode;
use std::time::Duration;

use tianyuan::content;
use tianyuan::games::reversi::Discs;
use tianyuan::games::reversi::patterns::{self, Weights};
use tianyuan::games::reversi::solver::{Solver, SolverParams};
use tianyuan::search::{Limits, StopFlag};

const SUITE: &str = include_str!("../tests/fixtures/reversi_ffo.tsv");

fn weights() -> Result<Weights, String> {
    let path = content::assets_folder().join(patterns::WEIGHTS_FILE);
    let bytes = std::fs::read(&path).map_err(|error| format!("{}: {error}", path.display()))?;
    Weights::read(&bytes).map_err(|error| format!("{}: {error}", path.display()))
}

fn main() -> ExitCode {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let mut wanted: Vec<u32> = words.iter().filter_map(|word| word.parse().ok()).collect();
    if wanted.is_empty() {
        wanted = (40..=44).collect();
    }
    let named = |name: &str, usual: usize| {
        let value = words.iter().find_map(|word| word.strip_prefix(name)?.parse().ok());
        value.unwrap_or(usual)
    };
    let (threads, mebibytes) = (named("threads=", 1).max(1), named("table=", 256));
    let weights = match weights() {
        Ok(weights) => weights,
        Err(why) => {
            eprintln!("{why}");
            return ExitCode::FAILURE;
        }
    };
    let mut solver = Solver::new(mebibytes);
    let mut wrong = 0;
    let mut total = (0, Duration::ZERO);
    println!("position empties score expected best        nodes  seconds    nodes/s");
    for line in SUITE.lines().filter(|line| !line.starts_with('#')) {
        let fields: Vec<&str> = line.split('\t').collect();
        let [number, board, side, empties, score, bests, ..] = fields[..] else { continue };
        if !number.parse().is_ok_and(|number| wanted.contains(&number)) {
            continue;
        }
        let set = |disc: char| {
            let squares = board.chars().take(64).enumerate().filter(|&(_, c)| c == disc);
            squares.fold(0u64, |set, (square, _)| set | 1 << square)
        };
        let discs = Discs { own: set('X'), opponent: set('O') };
        let discs = if side == "X" { discs } else { discs.passed() };
        let params = SolverParams { threads, ..SolverParams::best(Limits::default()) };
        solver.clear_table();
        let found = solver.search(&weights, discs, &params, &StopFlag::new(), &mut |_| ());
        let Some(found) = found.first() else {
            eprintln!("position {number}: nothing to play");
            return ExitCode::FAILURE;
        };
        let best = found.best.index().map_or("pass".to_owned(), |square| {
            format!("{}{}", char::from(b'a' + square % 8), square / 8 + 1)
        });
        let right = score.parse() == Ok(found.value / 100)
            && bests.split(',').any(|name| name == best)
            && found.is_exact();
        wrong += u32::from(!right);
        total = (total.0 + found.nodes, total.1 + found.elapsed);
        println!(
            "{number:>8} {empties:>7} {:>+5} {score:>8} {best:>4} {:>12} {:>8.2} {:>10.0}",
            found.value / 100,
            found.nodes,
            found.elapsed.as_secs_f64(),
            found.nodes as f64 / found.elapsed.as_secs_f64(),
        );
    }
    println!(
        "together {:>34} {:>8.2} {:>10.0}",
        total.0,
        total.1.as_secs_f64(),
        total.0 as f64 / total.1.as_secs_f64(),
    );
    if wrong > 0 {
        eprintln!("{wrong} solved wrong");
        return ExitCode::FAILURE;
    }
    ExitCode::SUCCESS
}

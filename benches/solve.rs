//! Solves the end-game positions FFO 40 to 44 in one thread and prints what
//! each took. Numbers on the command line choose other positions of the
//! suite, 20 to 44: `cargo bench --no-default-features --bench solve -- 41`.

use std::process::ExitCode;
use std::time::Duration;

use tianyuan::games::{Options, Request, Strength, registry};
use tianyuan::search::{Limits, Stop};

const SUITE: &str = include_str!("../tests/fixtures/reversi_ffo.tsv");

fn main() -> ExitCode {
    let mut wanted: Vec<u32> = std::env::args().filter_map(|word| word.parse().ok()).collect();
    if wanted.is_empty() {
        wanted = (40..=44).collect();
    }
    let Some(game) = registry::find("reversi") else {
        eprintln!("the registry has no game \"reversi\"");
        return ExitCode::FAILURE;
    };
    let mut wrong = 0;
    let mut total = (0, Duration::ZERO);
    println!("position empties score expected best      nodes  seconds  nodes/s");
    for line in SUITE.lines().filter(|line| !line.starts_with('#')) {
        let fields: Vec<&str> = line.split('\t').collect();
        let [number, board, side, empties, score, bests, ..] = fields[..] else { continue };
        if !number.parse().is_ok_and(|number| wanted.contains(&number)) {
            continue;
        }
        let position = match game.position(&Options::default(), &format!("{board} {side}")) {
            Ok(position) => position,
            Err(error) => {
                eprintln!("position {number}: {error}");
                return ExitCode::FAILURE;
            }
        };
        let request = Request {
            strength: Strength::Full,
            limits: Limits::default(),
            seed: 0,
            stop: Stop::new(),
        };
        let Some(thought) = game.engine().think(&position, &request, &mut |_| ()) else {
            eprintln!("position {number}: nothing to play");
            return ExitCode::FAILURE;
        };
        let found = thought.value.map_or(f64::NAN, |value| value.amount);
        let best = position.move_text(thought.best).unwrap_or_default();
        let right = score.parse() == Ok(found)
            && bests.split(',').any(|name| name == best)
            && thought.value.is_some_and(|value| value.exact);
        wrong += u32::from(!right);
        total = (total.0 + thought.nodes, total.1 + thought.elapsed);
        println!(
            "{number:>8} {empties:>7} {found:>+5} {score:>8} {best:>4} {:>10} {:>8.2} {:>8.0}",
            thought.nodes,
            thought.elapsed.as_secs_f64(),
            thought.nodes as f64 / thought.elapsed.as_secs_f64(),
        );
    }
    println!(
        "together {:>32} {:>8.2} {:>8.0}",
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

//! Makes and unmakes moves of Gomoku with incremental line patterns, and searches
//! positions of its own games; prints the rates per second on one core:
//! `cargo bench --no-default-features --bench gomoku`.

use std::hint::black_box;
use std::time::Instant;

use tianyuan::core::{Position, Random};
use tianyuan::games::gomoku::{CandidateMove, Gomoku, GomokuGame, OpeningRule, PatternBoard, Rule};
use tianyuan::games::{AnyPosition, EngineRequest, Game, Strength};
use tianyuan::search::{Limits, StopFlag};

/// Moves made and unmade per measurement.
const ROUNDS: u64 = 4_000_000;

/// Nodes of a search, and the plies of a game after which it is measured.
const NODES: u64 = 1_000_000;
const PLIES: [usize; 3] = [6, 10, 14];

/// Prints nodes a second and depth of searches after the first plies of a game.
fn search(rule: Rule) {
    let mut position = AnyPosition::new(Gomoku::new(15, rule, OpeningRule::None));
    for ply in 0..=PLIES[2] {
        let is_measured = PLIES.contains(&ply);
        let limits = Limits {
            nodes: Some(if is_measured { NODES } else { NODES / 50 }),
            ..Limits::default()
        };
        let request =
            EngineRequest { strength: Strength::Full, limits, seed: 1, stop: StopFlag::new() };
        let started = Instant::now();
        let Some(info) = GomokuGame.engine().search(&position, &request, &mut |_| ()) else {
            return;
        };
        if is_measured {
            let speed = info.nodes as f64 / started.elapsed().as_secs_f64();
            println!("{:<10} {ply:>7} {speed:>24.0} {:>7}", format!("{rule:?}"), info.depth);
        }
        if position.play(info.best).is_err() {
            return;
        }
    }
}

fn main() {
    println!("rule         plies           nodes a second   depth");
    [Rule::Freestyle, Rule::Standard, Rule::Renju].into_iter().for_each(search);
    println!("rule        stones   make and undo a second");
    for rule in [Rule::Freestyle, Rule::Standard, Rule::Caro, Rule::Renju] {
        for stones in [0, 20, 60, 100] {
            let mut random = Random::new(1);
            let mut position = Gomoku::new(15, rule, OpeningRule::None);
            let mut moves = Vec::new();
            while position.stone_count() < stones {
                position.legal_moves(&mut moves);
                let Some(&mv) = random.pick(&moves) else { break };
                let undo = position.play(mv);
                if position.end().is_some() {
                    position.undo(mv, undo);
                }
            }
            let mut board = PatternBoard::new(&position);
            let empty: Vec<u16> =
                position.cells().filter(|&cell| position.is_empty(cell)).collect();
            let started = Instant::now();
            for n in 0..ROUNDS {
                let cell = empty[n as usize % empty.len()];
                let candidate = CandidateMove { cell, forced: false };
                let undo = board.play(candidate);
                black_box(&board);
                board.undo(candidate, undo);
            }
            let speed = ROUNDS as f64 / started.elapsed().as_secs_f64();
            println!("{:<10} {stones:>7} {speed:>24.0}", format!("{rule:?}"));
        }
    }
}

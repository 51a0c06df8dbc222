//! Makes and unmakes moves of Gomoku with incremental line patterns, and prints
//! the rate per second on one core:
//! `cargo bench --no-default-features --bench gomoku`.

use std::hint::black_box;
use std::time::Instant;

use tianyuan::core::{Position, Random};
use tianyuan::games::gomoku::{CandidateMove, Gomoku, OpeningRule, PatternBoard, Rule};

/// Moves made and unmade per measurement.
const ROUNDS: u64 = 4_000_000;

fn main() {
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

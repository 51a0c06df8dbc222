//! Speed of random games and of the engine's playouts in Go on 9 by 9, with
//! legality, captures and own eyes respected, on one core:
//! `cargo bench --no-default-features --bench go`.

use std::process::ExitCode;
use std::time::Instant;

use tianyuan::core::{Random, Side};
use tianyuan::games::go::{GoBoard, cell_count, play_out, random_move};

const GAMES: u32 = 40_000;

/// Minimum number of random moves per second.
const GOAL: f64 = 5e6;

fn main() -> ExitCode {
    let empty = GoBoard::<{ cell_count(9, 9) }>::new(9, 9);
    let mut random = Random::new(1);
    let (mut moves, mut captured) = (0u64, 0u64);
    let started = Instant::now();
    for _ in 0..GAMES {
        let mut board = empty;
        let (mut side, mut passes, mut plies) = (Side::First, 0, 0u32);
        while passes < 2 && plies < 243 {
            match random_move(&board, side, &mut random) {
                Some(cell) => {
                    captured += u64::from(board.place_stone(cell, side)[0]);
                    passes = 0;
                }
                None => {
                    board.clear_ko();
                    passes += 1;
                }
            }
            plies += 1;
            side = side.other();
        }
        moves += u64::from(plies);
    }
    let speed = moves as f64 / started.elapsed().as_secs_f64();
    println!("random games  {moves} moves, {captured} captured, {speed:.0} moves a second");

    let started = Instant::now();
    let mut plies = 0u64;
    for _ in 0..GAMES {
        let mut board = empty;
        plies += u64::from(play_out(&mut board, Side::First, None, &mut random, |_, _| ()));
    }
    let seconds = started.elapsed().as_secs_f64();
    let playouts = f64::from(GAMES) / seconds;
    println!(
        "playouts      {plies} moves, {playouts:.0} playouts, {:.0} moves a second",
        plies as f64 / seconds
    );
    if speed < GOAL {
        eprintln!("fewer than {GOAL:.0} random moves a second");
        return ExitCode::FAILURE;
    }
    ExitCode::SUCCESS
}

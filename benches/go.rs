//! Speed of random games and of the engine's playouts in Go on 9 by 9, with
//! legality, captures and own eyes respected, and of the network with each
//! instruction set, on one core: `cargo bench --no-default-features --bench go`.

use std::process::ExitCode;
use std::time::Instant;

use tianyuan::core::{Random, Side};
use tianyuan::games::go::network::{Inputs, NUM_GLOBALS, NUM_PLANES};
use tianyuan::games::go::{GoBoard, LargeGo, Rules, cell_count, play_out, random_move};
use tianyuan::search::conv_net::{
    ConvNet, FloatWeights, InstructionSet, NetworkInput, NetworkOutput, NetworkShape, Scratch,
    TensorError, quantise,
};

const GAMES: u32 = 40_000;

/// Evaluations of a position by the network.
const EVALUATIONS: u32 = 200;

/// Minimum number of random moves per second.
const GOAL: f64 = 5e6;

/// Prints the time of an evaluation by a network of six blocks of 64 channels, and of the planes
/// that it sees. Random weights take as long as trained ones.
fn measure_network() -> Result<(), TensorError> {
    let shape = NetworkShape {
        planes: NUM_PLANES,
        globals: NUM_GLOBALS,
        channels: 64,
        pooled: 16,
        blocks: vec![false, true, false, false, true, false],
        head: 32,
        hidden: 64,
    };
    let weights = quantise(&FloatWeights::random(&shape, 1)?, &[]);
    let milliseconds =
        |started: Instant| 1000.0 * started.elapsed().as_secs_f64() / f64::from(EVALUATIONS);
    for side in [9, 13, 19] {
        let go = LargeGo::new(side, side, Rules::from_name("chinese", 15, 0));
        let (mut inputs, started) = (Inputs::default(), Instant::now());
        for _ in 0..EVALUATIONS {
            inputs.fill(&go);
        }
        println!("planes        {side} by {side}: {:.3} ms", milliseconds(started));
        let Inputs { files, ranks, planes, globals } = &inputs;
        let input = NetworkInput { files: *files, ranks: *ranks, planes, globals };
        for set in InstructionSet::all() {
            let network = ConvNet::with_instructions(&weights, set);
            let (mut scratch, mut output) = (Scratch::default(), NetworkOutput::default());
            let started = Instant::now();
            for _ in 0..EVALUATIONS {
                network.evaluate(&input, &mut scratch, &mut output);
            }
            println!("network       {side} by {side}, {set:?}: {:.3} ms", milliseconds(started));
        }
    }
    Ok(())
}

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
    if let Err(error) = measure_network() {
        eprintln!("{error}");
        return ExitCode::FAILURE;
    }
    if speed < GOAL {
        eprintln!("fewer than {GOAL:.0} random moves a second");
        return ExitCode::FAILURE;
    }
    ExitCode::SUCCESS
}

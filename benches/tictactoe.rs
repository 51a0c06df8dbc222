//! Counts the games of tic-tac-toe, measures how fast moves are made and
//! unmade, and solves four in a row on 4 by 4:
//! `cargo bench --no-default-features --bench tictactoe`.

use std::process::ExitCode;
use std::time::Instant;

use tianyuan::core::{Position, Random, perft};
use tianyuan::games::tictactoe::{Evaluator, MoveFilter, Rules, SearchBoard, TicTacToe};
use tianyuan::search::{Limits, SearchParams, Searcher, StopFlag, minimax};

/// Known number of games of tic-tac-toe.
const GAMES: u64 = 255_168;

/// Moves made and unmade per measurement.
const MARKS: u32 = 3_000_000;

/// Plays random games to the end and undoes them; returns the number of made
/// and unmade moves per second.
fn marks_a_second<P: Position>(start: &P) -> f64 {
    let mut random = Random::new(1);
    let mut position = start.clone();
    let (mut moves, mut played) = (Vec::new(), Vec::new());
    let mut pairs = 0;
    let mut seconds = 0.0;
    while pairs < MARKS {
        // Moves are chosen beforehand, so that only make and undo are timed.
        played.clear();
        let mut ahead = position.clone();
        loop {
            ahead.legal_moves(&mut moves);
            let Some(&mv) = random.pick(&moves) else { break };
            ahead.play(mv);
            played.push(mv);
        }
        let started = Instant::now();
        let mut undos: Vec<(P::Move, P::Undo)> = Vec::with_capacity(played.len());
        for &mv in &played {
            undos.push((mv, position.play(mv)));
        }
        for (mv, undo) in undos.into_iter().rev() {
            position.undo(mv, undo);
        }
        seconds += started.elapsed().as_secs_f64();
        pairs += played.len() as u32;
    }
    f64::from(pairs) / seconds
}

fn main() -> ExitCode {
    let mut start = TicTacToe::new(Rules::default());
    let started = Instant::now();
    let games = perft(&mut start, 9);
    println!("{games} games counted in {:.3} s", started.elapsed().as_secs_f64());
    if games != GAMES {
        eprintln!("expected {GAMES}");
        return ExitCode::FAILURE;
    }
    let large =
        TicTacToe::new(Rules { files: 15, ranks: 15, row: 5, overline: true, ..Rules::default() });
    let plain = MoveFilter { width: None, forced: false };
    println!("15 by 15: {:.0} marks put and taken back a second", marks_a_second(&large));
    let board = SearchBoard::new(&large, plain);
    println!("15 by 15 with open lines: {:.0} a second", marks_a_second(&board));
    let board = SearchBoard::new(&start, plain);
    let ranked = minimax(&mut Evaluator, &board, Limits::default(), &StopFlag::new(), ());
    if let Some(found) = ranked.first() {
        println!("minimax: {} positions in {:?}", found.nodes, found.elapsed);
    }
    for (files, row, filter) in [(3, 3, plain), (4, 4, MoveFilter { forced: true, ..plain })] {
        let rules = Rules { files, ranks: files, row, overline: true, ..Rules::default() };
        let board = SearchBoard::new(&TicTacToe::new(rules), filter);
        let found = Searcher::new(32).search(
            &mut Evaluator,
            &board,
            &SearchParams::default(),
            &StopFlag::new(),
            &mut |_| (),
        );
        let Some(found) = found.filter(|found| found.is_exact() && found.value == 0) else {
            eprintln!("{row} in a row on {files} by {files} should be a draw");
            return ExitCode::FAILURE;
        };
        println!(
            "alpha-beta, {row} in a row on {files} by {files}: {} positions in {:?}",
            found.nodes, found.elapsed
        );
    }
    ExitCode::SUCCESS
}

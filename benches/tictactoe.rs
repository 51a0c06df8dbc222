//! Counts the games of tic-tac-toe, measures how fast marks are put and
//! taken back, and solves four in a row on 4 by 4:
//! `cargo bench --no-default-features --bench tictactoe`.

use std::process::ExitCode;
use std::time::Instant;

use tianyuan::core::{Position, Random, perft};
use tianyuan::games::tictactoe::{Knowledge, Rows, Rules, TicTacToe, View};
use tianyuan::search::{Limits, Plan, Searcher, Stop, minimax};

/// Games of tic-tac-toe, as is long known.
const GAMES: u64 = 255_168;

/// Marks put and taken back for a measurement.
const MARKS: u32 = 3_000_000;

/// Puts marks at random until the game is over, takes them all back, and so
/// on; returns pairs of both a second.
fn marks_a_second<P: Position>(start: &P) -> f64 {
    let mut random = Random::new(1);
    let mut position = start.clone();
    let (mut moves, mut played) = (Vec::new(), Vec::new());
    let mut pairs = 0;
    let mut seconds = 0.0;
    while pairs < MARKS {
        // The moves are chosen first, so that only playing is measured.
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
    let large = TicTacToe::new(Rules { files: 15, ranks: 15, row: 5, overline: true });
    let plain = View { width: None, forced: false };
    println!("15 by 15: {:.0} marks put and taken back a second", marks_a_second(&large));
    let rows = Rows::new(&large, plain);
    println!("15 by 15 with open rows: {:.0} a second", marks_a_second(&rows));
    let rows = Rows::new(&start, plain);
    if let Some(found) = minimax(&mut Knowledge, &rows, Limits::default(), &Stop::new()) {
        println!("minimax: {} positions in {:?}", found.nodes, found.elapsed);
    }
    for (files, row, view) in [(3, 3, plain), (4, 4, View { forced: true, ..plain })] {
        let rules = Rules { files, ranks: files, row, overline: true };
        let rows = Rows::new(&TicTacToe::new(rules), view);
        let found = Searcher::new(32).search(
            &mut Knowledge,
            &rows,
            &Plan::default(),
            &Stop::new(),
            &mut |_| (),
        );
        let Some(found) = found.filter(|found| found.exact && found.value == 0) else {
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

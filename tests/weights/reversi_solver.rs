//! The 8 by 8 solver of Reversi with the shipped weights: known scores, threads, limits and
//! determinism.

use std::time::{Duration, Instant};

use tianyuan::content;
use tianyuan::core::Random;
use tianyuan::games::reversi::patterns::{self, Weights};
use tianyuan::games::reversi::solver::{SolveMode, Solver, SolverParams, SolverResult};
use tianyuan::games::reversi::{Discs, Square};
use tianyuan::games::{AnyPosition, EngineRequest, Game, Options, Strength, registry};
use tianyuan::search::{Certainty, Limits, StopFlag};

use crate::timing::within;

const SUITE: &str = include_str!("../fixtures/reversi_ffo.tsv");

/// A position of the FFO endgame suite: its number, discs, exact score, best
/// moves, and all moves with their scores.
struct KnownPosition {
    number: u32,
    board: Discs,
    text: String,
    score: i32,
    best: Vec<String>,
    moves: Vec<(String, i32)>,
}

fn suite(numbers: impl Fn(u32) -> bool) -> Vec<KnownPosition> {
    let lines = SUITE.lines().filter(|line| !line.starts_with('#'));
    let known = lines.map(|line| {
        let fields: Vec<&str> = line.split('\t').collect();
        let set = |disc: char| {
            let squares = fields[1].chars().enumerate().filter(|&(_, c)| c == disc);
            squares.fold(0u64, |set, (square, _)| set | 1 << square)
        };
        let board = Discs { own: set('X'), opponent: set('O') };
        let moves = fields[6].split(' ').map(|entry| {
            let (name, score) = entry.split_once(':').unwrap();
            (name.to_owned(), score.parse().unwrap())
        });
        KnownPosition {
            number: fields[0].parse().unwrap(),
            board: if fields[2] == "X" { board } else { board.passed() },
            text: format!("{} {}", fields[1], fields[2]),
            score: fields[4].parse().unwrap(),
            best: fields[5].split(',').map(str::to_owned).collect(),
            moves: moves.collect(),
        }
    });
    known.filter(|known| numbers(known.number)).collect()
}

fn game() -> &'static dyn Game {
    registry::find("reversi").unwrap()
}

fn weights() -> Weights {
    let path = content::assets_folder().join(patterns::WEIGHTS_FILE);
    Weights::read(&std::fs::read(path).unwrap()).unwrap()
}

const WHOLE: SolverParams = SolverParams::best(Limits::UNBOUNDED);

fn solve(
    solver: &mut Solver,
    weights: &Weights,
    board: Discs,
    params: &SolverParams,
) -> Vec<SolverResult> {
    solver.search(weights, board, params, &StopFlag::new(), &mut |_| ())
}

fn name(square: u8) -> String {
    format!("{}{}", char::from(b'a' + square % 8), square / 8 + 1)
}

/// The position after `plies` random moves.
fn after_random_moves(plies: u32, seed: u64) -> AnyPosition {
    let mut random = Random::new(seed);
    let mut position = game().start(&Options::default()).unwrap();
    for _ in 0..plies {
        let moves = position.legal_moves();
        let Some(&mv) = random.pick(&moves) else { break };
        position.play(mv).unwrap();
    }
    position
}

fn full(limits: Limits) -> EngineRequest {
    EngineRequest { strength: Strength::Full, limits, seed: 1, stop: StopFlag::new() }
}

#[test]
fn ffo_positions_20_to_34_and_40_are_solved_with_a_best_move_and_a_legal_line() {
    let (weights, mut solver) = (weights(), Solver::new(16));
    for known in suite(|number| (20..=34).contains(&number) || number == 40) {
        let found = solve(&mut solver, &weights, known.board, &WHOLE);
        let best = &found[0];
        assert!(best.is_exact());
        assert_eq!(best.value, 100 * known.score, "FFO {}", known.number);
        assert!(known.best.contains(&name(best.best.index().unwrap())), "FFO {}", known.number);
        // The principal variation ends with the score.
        let mut position = game().position(&Options::default(), &known.text).unwrap();
        let side = position.side_to_move();
        for mv in &best.pv {
            let text = mv.index().map_or("pass".to_owned(), name);
            let mv = position.parse_move(&text).unwrap();
            position.play(mv).unwrap();
        }
        if let Some(outcome) = position.outcome() {
            let [own, other] =
                [side, side.other()].map(|s| outcome.score.unwrap()[s.index()].as_halves());
            assert_eq!((own - other) / 2, known.score, "FFO {}", known.number);
        }
    }
}

#[test]
fn a_filled_transposition_table_changes_no_score() {
    let (weights, mut solver) = (weights(), Solver::new(16));
    for _ in 0..3 {
        for known in suite(|number| (20..=25).contains(&number)) {
            let found = solve(&mut solver, &weights, known.board, &WHOLE);
            assert!(found[0].is_exact());
            assert_eq!(found[0].value, 100 * known.score, "FFO {}", known.number);
        }
    }
}

#[test]
fn every_move_gets_its_exact_score() {
    let (weights, mut solver) = (weights(), Solver::new(16));
    for known in suite(|number| [21, 22, 23, 24, 29].contains(&number)) {
        let params = SolverParams { mode: SolveMode::EachMove, ..WHOLE };
        let found = solve(&mut solver, &weights, known.board, &params);
        assert_eq!(found.len(), known.moves.len());
        for line in &found {
            let square = name(line.best.index().unwrap());
            let (_, score) = known.moves.iter().find(|(known, _)| *known == square).unwrap();
            assert!(line.is_exact());
            assert_eq!(line.value, 100 * score, "FFO {} {square}", known.number);
        }
        assert!(found.is_sorted_by(|a, b| a.value >= b.value));
    }
}

#[test]
fn several_threads_find_the_same_scores_as_one() {
    let (weights, mut solver) = (weights(), Solver::new(16));
    for known in suite(|number| [26, 28, 36, 40].contains(&number)) {
        for threads in [2, 3] {
            solver.clear_table();
            let params = SolverParams { threads, ..WHOLE };
            let found = solve(&mut solver, &weights, known.board, &params);
            assert_eq!(found[0].value, 100 * known.score, "FFO {}", known.number);
            assert!(known.best.contains(&name(found[0].best.index().unwrap())));
        }
    }
}

/// Exact score by plain minimax.
fn minimax(own: u64, opponent: u64) -> i32 {
    use tianyuan::games::reversi::bitboard::Bitboard;
    let empty = !(own | opponent);
    let moves = u64::mobility(own, opponent, empty);
    if moves == 0 {
        if u64::mobility(opponent, own, empty) == 0 {
            let discs = own.count_ones() as i32 - opponent.count_ones() as i32;
            return discs + discs.signum() * empty.count_ones() as i32;
        }
        return -minimax(opponent, own);
    }
    let after = |square: u8| {
        let flipped = u64::flips(own, opponent, square);
        -minimax(opponent ^ flipped, own | flipped | 1 << square)
    };
    moves.squares().map(after).max().unwrap()
}

#[test]
fn scores_with_few_empty_squares_equal_plain_minimax() {
    use tianyuan::games::reversi::SmallReversi;
    let (weights, mut solver) = (weights(), Solver::new(1));
    let mut passes = 0;
    for seed in 0..400 {
        let position = after_random_moves(51 + seed as u32 % 9, seed);
        let board = position.downcast::<SmallReversi>().unwrap();
        let board = board.discs();
        let found = solve(&mut solver, &weights, board, &WHOLE);
        let Some(found) = found.first() else {
            assert!(position.outcome().is_some());
            continue;
        };
        passes += u32::from(found.best == Square::PASS);
        assert_eq!(found.value, 100 * minimax(board.own, board.opponent), "{position:?}");
    }
    assert!(passes > 0);
}

#[test]
fn a_wld_search_needs_fewer_nodes_than_an_exact_one() {
    let weights = weights();
    let mut solver = Solver::new(16);
    let mut nodes = [0, 0];
    for known in suite(|number| (20..=34).contains(&number)) {
        for (mode, nodes) in [SolveMode::MultiPv(1), SolveMode::Wld].into_iter().zip(&mut nodes) {
            solver.clear_table();
            let params = SolverParams { mode, ..WHOLE };
            let found = solve(&mut solver, &weights, known.board, &params);
            let found = found.first().unwrap();
            assert!(found.is_exact());
            let value = match mode {
                SolveMode::Wld => known.score.signum(),
                _ => known.score,
            };
            assert_eq!(found.value, 100 * value, "position {}", known.number);
            // The move achieves the result.
            let best = name(found.best.index().unwrap());
            let (_, score) = known.moves.iter().find(|(name, _)| *name == best).unwrap();
            assert_eq!(score.signum(), known.score.signum(), "position {}", known.number);
            *nodes += found.nodes;
        }
    }
    assert!(nodes[1] * 5 < nodes[0] * 4, "{nodes:?}");
}

/// Node count and sum of the values of the searches in [`the_bench_signature_is_unchanged`]. A
/// deliberate change of the search or the weights updates them.
const SIGNATURE: (u64, i32) = (707_821, -3961);

#[test]
fn the_bench_signature_is_unchanged() {
    use tianyuan::games::reversi::SmallReversi;
    let weights = weights();
    let mut used = Solver::new(4);
    let (mut nodes, mut values) = (0, 0);
    for seed in 0..6 {
        let position = after_random_moves(4 + 6 * seed as u32, seed);
        let board = position.downcast::<SmallReversi>().unwrap();
        let board = board.discs();
        for limits in [
            Limits { depth: Some(8), ..Limits::default() },
            Limits { nodes: Some(100_000), ..Limits::default() },
        ] {
            let params = SolverParams { limits, ..WHOLE };
            used.clear_table();
            let answers = [
                solve(&mut used, &weights, board, &params),
                solve(&mut Solver::new(4), &weights, board, &params),
            ]
            .map(|found| {
                let found = found[0].clone();
                (found.best, found.value, found.depth, found.pv, found.nodes)
            });
            assert_eq!(answers[0], answers[1]);
            nodes += answers[0].4;
            values += answers[0].1;
        }
    }
    assert_eq!((nodes, values), SIGNATURE);
}

#[test]
fn the_stop_flag_and_the_clock_are_obeyed_within_ten_milliseconds() {
    content::load_weights(game()).unwrap();
    for (plies, seed) in [(0, 1), (24, 2), (34, 3)] {
        let position = after_random_moves(plies, seed);
        let mut engine = game().engine();
        let stopped = within(Duration::from_millis(10), || {
            let request = full(Limits::default());
            let stop = request.stop.clone();
            let raised = std::thread::spawn(move || {
                std::thread::sleep(Duration::from_millis(60));
                stop.raise();
                Instant::now()
            });
            engine.search(&position, &request, &mut |_| ()).unwrap();
            let ended = Instant::now();
            ended.saturating_duration_since(raised.join().unwrap())
        });
        assert_eq!(stopped, Ok(()), "{plies} plies");
        let time = Duration::from_millis(80);
        let over = within(Duration::from_millis(10), || {
            let started = Instant::now();
            let limits = Limits { time: Some(time), ..Limits::default() };
            engine.search(&position, &full(limits), &mut |_| ()).unwrap();
            started.elapsed().saturating_sub(time)
        });
        assert_eq!(over, Ok(()), "{plies} plies");
    }
}

#[test]
fn the_scores_of_all_moves_are_refined_until_they_are_exact() {
    content::load_weights(game()).unwrap();
    let known = suite(|number| number == 22).remove(0);
    let position = game().position(&Options::default(), &known.text).unwrap();
    let mut reports = 0;
    let mut engine = game().engine();
    let scores = engine.scores(&position, &full(Limits::default()), &mut |scores| {
        reports += 1;
        assert_eq!(scores.len(), known.moves.len());
        assert!(scores.iter().all(|score| position.check(score.best).is_ok()));
    });
    assert!(reports > known.moves.len());
    for score in scores {
        let text = position.move_text(score.best).unwrap();
        let (_, exact) = known.moves.iter().find(|(known, _)| *known == text).unwrap();
        let value = score.score.unwrap();
        assert_eq!(value.certainty, Certainty::Exact);
        assert_eq!(value.amount, f64::from(*exact), "{text}");
    }
    let limits = Limits { depth: Some(6), ..Limits::default() };
    let start = game().start(&Options::default()).unwrap();
    let scores = engine.scores(&start, &full(limits), &mut |_| ());
    assert_eq!(scores.len(), 4);
    for score in scores {
        let certainty = score.score.unwrap().certainty;
        assert!(matches!(certainty, Certainty::Percent { to_the_end: false, .. }));
        assert_eq!(score.depth, 6);
    }
}

#[test]
fn engines_without_move_scores_use_analysis() {
    let game = registry::find("tictactoe").unwrap();
    let position = game.start(&Options::default()).unwrap();
    let limits = Limits { nodes: Some(200_000), ..Limits::default() };
    let scores = game.engine().scores(&position, &full(limits), &mut |_| ());
    assert!(!scores.is_empty());
    assert!(scores.iter().all(|score| position.check(score.best).is_ok()));
}

#[test]
fn multi_pv_gives_the_best_moves_in_order() {
    let (weights, mut solver) = (weights(), Solver::new(16));
    for known in suite(|number| [23, 25].contains(&number)) {
        let params = SolverParams { mode: SolveMode::MultiPv(3), ..WHOLE };
        let found = solve(&mut solver, &weights, known.board, &params);
        let values: Vec<i32> = found.iter().map(|line| line.value / 100).collect();
        let mut scores: Vec<i32> = known.moves.iter().map(|(_, score)| *score).collect();
        scores.sort_by_key(|&score| std::cmp::Reverse(score));
        assert_eq!(values, scores[..3], "FFO {}", known.number);
    }
}

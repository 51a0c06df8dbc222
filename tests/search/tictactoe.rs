//! The engine of tic-tac-toe and other m,n,k games: known results, plain
//! minimax, limits, and levels.

use std::time::{Duration, Instant};

use tianyuan::core::{Move, Position, Random, Side};
use tianyuan::games::tictactoe::{
    Cell, Evaluator, Goal, MoveFilter, Rules, SearchBoard, TicTacToe,
};
use tianyuan::games::{
    AnyPosition, Engine, EngineRequest, Game, Options, ScoreUnit, SetupError, Strength, registry,
};
use tianyuan::search::evolution::{EvolutionParams, evolve, rank_moves};
use tianyuan::search::{Limits, SearchParams, SearchResult, Searcher, StopFlag, minimax};

use crate::engines::{ask, ask_until_stopped, assert_reproducible, play_against_random, request};
use crate::timing::within;

/// Options of boards from the smallest to the largest.
const BOARDS: [&str; 9] = [
    "()",
    "(files: 4, ranks: 4)",
    "(files: 5, ranks: 5, row: 4)",
    "(files: 7, ranks: 6, row: 4, overline: false)",
    "(files: 15, ranks: 15, row: 5)",
    "(files: 19, ranks: 19, row: 6)",
    "(files: 4, ranks: 4, goal: \"line\")",
    "(files: 9, ranks: 9, goal: \"line\", first: \"nought\")",
    "(files: 6, ranks: 6, goal: \"diagonals\")",
];

/// Every empty square, without forced moves.
const PLAIN: MoveFilter = MoveFilter { width: None, forced: false };

/// Every empty square, unless a row must be completed or stopped.
const FORCED: MoveFilter = MoveFilter { width: None, forced: true };

fn game() -> &'static dyn Game {
    registry::find("tictactoe").unwrap()
}

fn start(options: &str) -> AnyPosition {
    game().start(&Options::parse(options).unwrap()).unwrap()
}

fn rules(files: u8, ranks: u8, row: u8) -> Rules {
    Rules { files, ranks, row, overline: true, ..Rules::default() }
}

/// Searches to the end of the game.
fn solve(position: &TicTacToe) -> SearchResult<Cell> {
    let board = SearchBoard::new(position, FORCED);
    Searcher::new(16)
        .search(&mut Evaluator, &board, &SearchParams::default(), &StopFlag::new(), &mut |_| ())
        .unwrap()
}

#[test]
fn alpha_beta_finds_the_value_of_minimax_in_a_small_part_of_the_tree() {
    let position = TicTacToe::new(Rules::default());
    let board = SearchBoard::new(&position, PLAIN);
    let plain = minimax(&mut Evaluator, &board, Limits::default(), &StopFlag::new(), ());
    // The nodes of the game tree of tic-tac-toe, root included: one for each
    // sequence of legal moves, 1 + 9 + 72 + 504 + 3024 + 15120 + 54720 +
    // 148176 + 200448 + 127872.
    assert_eq!(plain[0].nodes, 549_946);
    assert_eq!((plain[0].value, plain.len(), plain[0].is_exact()), (0, 9, true));
    let found = Searcher::new(1)
        .search(&mut Evaluator, &board, &SearchParams::default(), &StopFlag::new(), &mut |_| ())
        .unwrap();
    assert_eq!((found.value, found.is_exact()), (0, true));
    assert!(found.nodes * 20 < plain[0].nodes, "{} nodes", found.nodes);
}

#[test]
fn the_known_results_of_small_boards_are_found() {
    // Uiterwijk and van den Herik, "The advantage of the initiative" (2000).
    for (files, ranks, row, wins) in
        [(3, 3, 3, false), (3, 4, 3, true), (4, 4, 3, true), (4, 4, 4, false)]
    {
        let found = solve(&TicTacToe::new(rules(files, ranks, row)));
        println!("{files},{ranks},{row}: {} in {} positions", found.value, found.nodes);
        assert_eq!(found.value > 0, wins, "{files},{ranks},{row}");
        assert!(wins || (found.is_exact() && found.value == 0), "{files},{ranks},{row}");
    }
}

#[test]
fn a_full_line_of_four_and_both_diagonals_of_three_and_four_are_drawn() {
    for (side, goal) in
        [(3, Goal::Line), (4, Goal::Line), (3, Goal::Diagonals), (4, Goal::Diagonals)]
    {
        let rules = Rules { files: side, ranks: side, goal, ..Rules::default() };
        let found = solve(&TicTacToe::new(rules));
        assert_eq!((found.value, found.is_exact()), (0, true), "{rules:?}");
    }
}

#[test]
fn every_level_from_the_third_on_completes_and_stops_a_full_line() {
    let options = Options::parse("(files: 5, ranks: 5, goal: \"line\")").unwrap();
    let cases = [
        // A row that lacks c1, and X is to move.
        ("-----/-O---/--O--/-O--O/XX-XX X", "c1"),
        // A diagonal of X that lacks c3, and O is to move.
        ("X---O/-X---/----O/---X-/O---X O", "c3"),
    ];
    let limits = Limits { nodes: Some(20_000), ..Limits::default() };
    let mut engine = game().engine();
    for (text, expected) in cases {
        let position = game().position(&options, text).unwrap();
        for level in 3..=game().levels() {
            let best = ask(&mut *engine, &position, &request(Strength::Level(level), limits)).best;
            assert_eq!(position.move_text(best).unwrap(), expected, "level {level}: {text}");
        }
    }
}

#[test]
fn the_strongest_level_stops_the_diagonals_at_once() {
    let options = Options::parse("(files: 5, ranks: 5, goal: \"diagonals\")").unwrap();
    let position = game().position(&options, "-----/-----/--X--/-----/----- O").unwrap();
    let limits = Limits { nodes: Some(20_000), ..Limits::default() };
    let level = Strength::Level(game().levels());
    let best = ask(&mut *game().engine(), &position, &request(level, limits)).best;
    let Move::Place(at) = best else { panic!("{best:?}") };
    assert!(at.file == at.rank || at.file + at.rank == 4, "{at}");
}

#[test]
fn searching_only_forced_moves_changes_no_value() {
    let mut random = Random::new(9);
    for (files, ranks, row, plies) in [(3, 3, 3, 2), (4, 3, 3, 5), (4, 4, 4, 8), (5, 4, 4, 12)] {
        for overline in [true, false] {
            for _ in 0..30 {
                let rules = Rules { overline, ..rules(files, ranks, row) };
                let mut position = TicTacToe::new(rules);
                let mut moves = Vec::new();
                for _ in 0..plies {
                    position.legal_moves(&mut moves);
                    let Some(&mv) = random.pick(&moves) else { break };
                    position.play(mv);
                }
                if position.outcome().is_some() {
                    continue;
                }
                let board = SearchBoard::new(&position, PLAIN);
                let plain =
                    minimax(&mut Evaluator, &board, Limits::default(), &StopFlag::new(), ());
                let found = solve(&position);
                let sign = plain[0].value.signum();
                assert_eq!(found.value.signum(), sign, "{position:?}");
            }
        }
    }
}

#[test]
fn the_strongest_level_never_loses_at_tic_tac_toe() {
    /// Follows every reply to the engine's moves.
    fn follow(engine: &mut dyn Engine, position: &AnyPosition, side: Side, games: &mut u32) {
        if let Some(outcome) = position.outcome() {
            assert_ne!(outcome.winner, Some(side.other()), "{}", position.text());
            *games += 1;
            return;
        }
        let moves = if position.side_to_move() == side {
            let level = Strength::Level(game().levels());
            vec![ask(engine, position, &request(level, Limits::default())).best]
        } else {
            position.legal_moves()
        };
        for mv in moves {
            let mut next = position.clone();
            next.play(mv).unwrap();
            follow(engine, &next, side, games);
        }
    }
    let mut engine = game().engine();
    for side in Side::BOTH {
        let mut games = 0;
        follow(&mut *engine, &start("()"), side, &mut games);
        assert!(games > 30, "only {games} games were followed");
    }
}

#[test]
fn the_value_of_a_solved_position_is_a_certain_chance() {
    let mut engine = game().engine();
    let value = |engine: &mut dyn Engine, options: &str, text: &str| {
        let position = game().position(&Options::parse(options).unwrap(), text).unwrap();
        let value = ask(engine, &position, &request(Strength::Full, Limits::default())).score;
        let value = value.unwrap();
        (value.amount, value.unit, value.is_exact())
    };
    let cases = [
        ("()", "---/---/--- X", 0.5),
        ("()", "X-X/---/X-O O", 0.0),
        ("()", "X--/---/--- X", 1.0),
        ("(files: 4)", "----/----/---- X", 1.0),
    ];
    for (options, text, amount) in cases {
        assert_eq!(value(&mut *engine, options, text), (amount, ScoreUnit::Chance, true), "{text}");
    }
}

#[test]
fn evolved_weights_are_reproducible_and_beat_their_random_ancestors() {
    let position = TicTacToe::new(rules(5, 5, 4));
    let training_board = SearchBoard::new(&position, PLAIN);
    let training = EvolutionParams {
        population: 16,
        generations: 12,
        games: 4,
        max_plies: 25,
        nodes: 200_000,
    };
    let evolve = |seed, breeding: &EvolutionParams| {
        evolve(
            &mut Evaluator,
            &training_board,
            breeding,
            seed,
            Limits::default(),
            &StopFlag::new(),
            (),
        )
    };
    let champion = evolve(1, &training);
    assert_eq!(champion, evolve(1, &training));
    assert_ne!(champion.weights, evolve(2, &training).weights);
    assert!(
        champion.generations > 3 && champion.nodes < 201_000 && champion.complete,
        "{champion:?}"
    );
    let no_training = EvolutionParams { generations: 0, ..training };
    let mut points = 0;
    for seed in 0..40 {
        let ancestor = evolve(100 + seed, &no_training);
        for side in Side::BOTH {
            let mut board = training_board.clone();
            let mut random = Random::new(seed);
            while board.outcome().is_none() {
                let weights = if board.side_to_move() == side { &champion } else { &ancestor };
                let moves = rank_moves(&mut Evaluator, &board, &weights.weights);
                let first_plies = board.position().marks() < 2;
                let at = if first_plies { random.below(moves.len()) } else { 0 };
                board.play(moves[at].1);
            }
            points += match board.outcome().unwrap().winner {
                Some(winner) if winner == side => 1,
                Some(_) => -1,
                None => 0,
            };
        }
    }
    println!("the evolved player won {points} games more than it lost, of 80");
    assert!(points > 20, "{points}");
}

/// Results of `level` against a player of random moves: won, drawn, lost.
fn against_random(level: u8, options: &str, games: u64) -> [u32; 3] {
    let mut results = [0; 3];
    let mut engine = game().engine();
    for number in 0..games {
        let mut random = Random::new(number);
        let side = Side::BOTH[number as usize % 2];
        let mut position = start(options);
        let limits = Limits { nodes: (level > 1).then_some(20_000), ..Limits::default() };
        let asked = EngineRequest { seed: number, ..request(Strength::Level(level), limits) };
        let winner = play_against_random(&mut *engine, &mut position, side, &asked, &mut random);
        results[winner.map_or(1, |winner| if winner == side { 0 } else { 2 })] += 1;
    }
    results
}

#[test]
fn levels_above_the_lowest_two_lose_at_most_one_game_in_twenty_to_random_moves() {
    for (options, games) in [(BOARDS[0], 100), (BOARDS[2], 40), (BOARDS[4], 6)] {
        for level in 1..=game().levels() {
            let results = against_random(level, options, games);
            println!("level {level} against random moves on {options}: {results:?}");
            assert!(level <= 2 || u64::from(results[2]) * 20 <= games, "level {level} {options}");
        }
    }
}

#[test]
fn every_level_plays_a_legal_move_on_every_board() {
    let mut random = Random::new(17);
    let limits = Limits { time: Some(Duration::from_millis(15)), ..Limits::default() };
    for options in BOARDS {
        let mut engine = game().engine();
        for level in 0..=game().levels() + 1 {
            for plies in [0, 1, 5, random.below(30)] {
                let mut position = start(options);
                for _ in 0..plies {
                    let Some(&mv) = random.pick(&position.legal_moves()) else { break };
                    position.play(mv).unwrap();
                }
                let request = request(Strength::Level(level), limits);
                match engine.search(&position, &request, &mut |_| ()) {
                    Some(thought) => {
                        assert_eq!(position.check(thought.best), Ok(()));
                        assert!(thought.nodes > 0, "level {level} on {options}");
                        assert_eq!(thought.pv.first(), Some(&thought.best));
                        let mut at = position.clone();
                        thought.pv.iter().for_each(|&mv| at.play(mv).unwrap());
                    }
                    None => assert!(position.outcome().is_some()),
                }
            }
        }
    }
}

#[test]
fn fixed_nodes_or_depth_give_the_same_answer_every_time() {
    for options in [BOARDS[0], BOARDS[3], BOARDS[4]] {
        let mut position = start(options);
        let mut random = Random::new(4);
        for _ in 0..4 {
            position.play(*random.pick(&position.legal_moves()).unwrap()).unwrap();
        }
        for level in 1..=game().levels() {
            let limits = Limits { nodes: Some(3000), ..Limits::default() };
            assert_reproducible(game(), &position, &request(Strength::Level(level), limits));
        }
    }
}

/// A few marks in the middle of the largest board.
fn middle_game() -> AnyPosition {
    let mut position = start(BOARDS[5]);
    for text in ["k10", "k11", "l11", "j9"] {
        let mv = position.parse_move(text).unwrap();
        position.play(mv).unwrap();
    }
    position
}

#[test]
fn the_stop_flag_is_obeyed_within_ten_milliseconds() {
    let position = middle_game();
    for strength in (1..=game().levels()).map(Strength::Level).chain([Strength::Full]) {
        let mut engine = game().engine();
        for moment in [0, 5, 40].map(Duration::from_millis) {
            let wait = within(Duration::from_millis(10), || {
                ask_until_stopped(&mut *engine, &position, strength, moment).1
            });
            assert_eq!(wait, Ok(()), "{strength:?}, {moment:?}");
        }
    }
}

#[test]
fn every_level_keeps_the_time_limit() {
    let position = middle_game();
    let mut engine = game().engine();
    let limits = Limits { time: Some(Duration::from_millis(60)), ..Limits::default() };
    for strength in (1..=game().levels()).map(Strength::Level).chain([Strength::Full]) {
        let request = request(strength, limits);
        let took = within(Duration::from_millis(160), || {
            let began = Instant::now();
            ask(&mut *engine, &position, &request);
            began.elapsed()
        });
        assert_eq!(took, Ok(()), "{strength:?}");
    }
}

#[test]
fn a_row_longer_than_the_board_is_refused_with_one_sentence() {
    let options = Options::parse("(files: 3, ranks: 4, row: 5)").unwrap();
    let error = game().start(&options).unwrap_err();
    assert!(matches!(error, SetupError::Incompatible { .. }));
    assert_eq!(
        error.to_string(),
        "these options do not fit together: a row of 5 is longer than a board of 3 by 4; \
         enlarge the board or shorten the row"
    );
    let fits = Options::parse("(files: 3, ranks: 5, row: 5)").unwrap();
    assert!(game().start(&fits).is_ok());
}

//! The Reversi engine without pattern weights: known solutions, minimax, limits and levels.

use std::time::{Duration, Instant};

use tianyuan::core::{Position, Random, Side};
use tianyuan::games::reversi::bitboard::Bitboard256;
use tianyuan::games::reversi::perft::Perft;
use tianyuan::games::reversi::{Reversi, Scoring};
use tianyuan::games::{
    AnyPosition, EngineInfo, EngineRequest, Game, Notation, OptionValue, Options, ScoreUnit,
    Strength, registry,
};
use tianyuan::search::Limits;

use crate::engines::{ask, ask_until_stopped, play_against_random, request};
use crate::timing::within;

const SUITE: &str = include_str!("../fixtures/reversi_ffo.tsv");

fn game() -> &'static dyn Game {
    registry::find("reversi").unwrap()
}

fn full() -> EngineRequest {
    request(Strength::Full, Limits::default())
}

fn start(size: i64) -> AnyPosition {
    let mut options = Options::default();
    options.set("size", OptionValue::Number(size));
    game().start(&options).unwrap()
}

/// Plays random moves until this many squares are empty or the game is over.
fn random_play(position: &mut AnyPosition, empties: u32, random: &mut Random) {
    let board = position.board();
    let squares = u32::from(board.files) * u32::from(board.ranks);
    while squares - position.counts().unwrap().iter().sum::<u32>() > empties {
        let moves = position.legal_moves();
        let Some(&mv) = random.pick(&moves) else { break };
        position.play(mv).unwrap();
    }
}

#[test]
fn ffo_positions_20_to_35_are_solved() {
    let mut engine = game().engine();
    for line in SUITE.lines().filter(|line| !line.starts_with('#')) {
        let fields: Vec<&str> = line.split('\t').collect();
        let number: u32 = fields[0].parse().unwrap();
        // The later ones take longer; the bench solves those.
        if number > 35 {
            continue;
        }
        let text = format!("{} {}", fields[1], fields[2]);
        let position = game().position(&Options::default(), &text).unwrap();
        let info = ask(&mut *engine, &position, &full());
        let value = info.score.unwrap();
        assert!(value.is_exact() && value.unit == ScoreUnit::Discs);
        assert_eq!(value.amount, fields[4].parse::<f64>().unwrap(), "FFO {number}");
        let best = position.move_text(info.best).unwrap();
        assert!(fields[5].split(',').any(|name| name == best), "FFO {number}: {best}");
    }
}

/// Exact score by plain minimax.
fn minimax<B: Perft>(position: &mut Reversi<B>) -> i32 {
    let mut moves = Vec::new();
    position.legal_moves(&mut moves);
    let mut best = None;
    for mv in moves {
        let undo = position.play(mv);
        best = best.max(Some(-minimax(position)));
        position.undo(mv, undo);
    }
    best.unwrap_or_else(|| position.final_score())
}

fn agrees_with_minimax<B: Perft>(size: u8, empties: u32, games: u64) {
    let mut engine = game().engine();
    let square = |file: u8, rank: u8| B::square(rank * B::STRIDE + file);
    let (low, high) = (size / 2 - 1, size / 2);
    let black = square(high, low) | square(low, high);
    let white = square(low, low) | square(high, high);
    for seed in 0..games {
        let mut random = Random::new(seed);
        for scoring in [Scoring::Winner, Scoring::Plain, Scoring::Split] {
            let mut position = Reversi::<B>::new(black, white, Side::First, size, scoring);
            let mut moves = Vec::new();
            while position.empties() > empties {
                position.legal_moves(&mut moves);
                let Some(&mv) = random.pick(&moves) else { break };
                position.play(mv);
            }
            let any = AnyPosition::new(position);
            let Some(info) = engine.search(&any, &full(), &mut |_| ()) else {
                assert!(position.outcome().is_some());
                continue;
            };
            let value = info.score.unwrap();
            assert!(value.is_exact());
            assert_eq!(value.amount, f64::from(minimax(&mut position)), "{any:?} {scoring:?}");
            let mut next = position;
            next.play(position.from_move(info.best).unwrap());
            assert_eq!(value.amount, f64::from(-minimax(&mut next)), "{any:?} {scoring:?}");
        }
    }
}

#[test]
fn exact_values_equal_plain_minimax_under_each_scoring() {
    agrees_with_minimax::<u64>(8, 8, 40);
    agrees_with_minimax::<u64>(8, 3, 40);
    agrees_with_minimax::<u64>(6, 8, 20);
    agrees_with_minimax::<u64>(4, 9, 20);
    agrees_with_minimax::<Bitboard256>(10, 6, 10);
}

/// The known result of perfect play on 4 by 4 is 3:11 with two empty squares.
#[test]
fn four_by_four_is_lost_by_eight_discs_or_ten_with_the_empty_squares() {
    for (scoring, expected) in [("plain", -8.0), ("winner", -10.0)] {
        let mut options = Options::default();
        options.set("size", OptionValue::Number(4));
        options.set("scoring", OptionValue::Word(scoring.to_owned()));
        let position = game().start(&options).unwrap();
        let info = ask(&mut *game().engine(), &position, &full());
        let value = info.score.unwrap();
        assert_eq!((value.amount, value.is_exact()), (expected, true), "{scoring}");
    }
}

/// Perfect play on 6 by 6 ends 16:20 (Joel Feinstein, British Othello
/// Federation newsletter, 1993); ten plies cannot prove it, only come near.
#[test]
fn on_six_by_six_the_estimate_is_near_the_known_result() {
    let limits = Limits { depth: Some(10), ..Limits::default() };
    let info = ask(&mut *game().engine(), &start(6), &request(Strength::Full, limits));
    let value = info.score.unwrap();
    assert!(!value.is_exact() && (value.amount + 4.0).abs() < 10.0, "{value:?}");
    assert_eq!((info.depth, info.pv.first()), (10, Some(&info.best)));
}

#[test]
fn fixed_nodes_or_depth_give_the_same_answer_every_time() {
    let mut random = Random::new(3);
    let mut used = game().engine();
    for limits in [
        Limits { nodes: Some(60_000), ..Limits::default() },
        Limits { depth: Some(7), ..Limits::default() },
    ] {
        for _ in 0..4 {
            let mut position = start(8);
            random_play(&mut position, 40, &mut random);
            let request = request(Strength::Full, limits);
            let answers: [EngineInfo; 3] = [0, 1, 2].map(|n| {
                let info = match n {
                    0 => ask(&mut *used, &position, &request),
                    _ => ask(&mut *game().engine(), &position, &request),
                };
                EngineInfo { elapsed: Duration::ZERO, ..info }
            });
            assert_eq!(answers[0], answers[1]);
            assert_eq!(answers[1], answers[2]);
        }
    }
}

#[test]
fn a_search_reports_each_depth_with_a_legal_line() {
    let position = start(8);
    let limits = Limits { depth: Some(6), ..Limits::default() };
    let mut depths = Vec::new();
    let request = request(Strength::Full, limits);
    let info = game().engine().search(&position, &request, &mut |info| {
        depths.push(info.depth);
        let mut at = position.clone();
        for &mv in &info.pv {
            at.play(mv).unwrap();
        }
    });
    assert_eq!(depths, [1, 2, 3, 4, 5, 6]);
    assert!(info.unwrap().nodes > 100);
}

#[test]
fn the_stop_flag_is_obeyed_within_ten_milliseconds() {
    let mut random = Random::new(11);
    for (size, empties) in [(8, 60), (8, 34), (8, 26), (16, 240)] {
        let mut position = start(size);
        random_play(&mut position, empties, &mut random);
        for strength in [Strength::Full, Strength::Level(10)] {
            let mut engine = game().engine();
            for delay in [0, 5, 70].map(Duration::from_millis) {
                let wait = within(Duration::from_millis(10), || {
                    ask_until_stopped(&mut *engine, &position, strength, delay).1
                });
                assert_eq!(wait, Ok(()), "{size}, {empties} empty, {strength:?}, {delay:?}");
            }
        }
    }
}

#[test]
fn a_limit_of_time_is_kept_within_twenty_milliseconds() {
    let mut random = Random::new(5);
    for (size, empties) in [(8, 50), (8, 28), (12, 120)] {
        let mut position = start(size);
        random_play(&mut position, empties, &mut random);
        let time = Duration::from_millis(120);
        let limits = Limits { time: Some(time), ..Limits::default() };
        let mut engine = game().engine();
        let over = within(Duration::from_millis(20), || {
            let started = Instant::now();
            ask(&mut *engine, &position, &request(Strength::Level(10), limits));
            started.elapsed().saturating_sub(time)
        });
        assert_eq!(over, Ok(()), "{size}, {empties} empty");
    }
}

#[test]
fn every_level_plays_a_legal_move_on_every_board() {
    let mut random = Random::new(17);
    let limits = Limits { time: Some(Duration::from_millis(15)), ..Limits::default() };
    for size in (4..=16).step_by(2) {
        let mut engine = game().engine();
        for level in 0..=11 {
            let mut position = start(size);
            let empties = random.below((size * size - 3) as usize) as u32;
            random_play(&mut position, empties, &mut random);
            match engine.search(&position, &request(Strength::Level(level), limits), &mut |_| ()) {
                Some(info) => assert_eq!(position.check(info.best), Ok(())),
                None => assert!(position.outcome().is_some()),
            }
        }
    }
}

#[test]
fn a_forced_move_is_answered_at_once_with_a_value() {
    // Black can only play a1.
    let text = "-OX----------------------------O-------O-------O-------O-------O X";
    let position = game().position(&Options::default(), text).unwrap();
    assert_eq!(position.legal_moves().len(), 1);
    let info =
        ask(&mut *game().engine(), &position, &request(Strength::Level(10), Limits::default()));
    assert!(info.elapsed < Duration::from_millis(200) && info.score.is_some());
}

/// Discs of `level` minus those of a player of random moves, over one game.
fn against_random(level: u8, side: Side, seed: u64) -> i64 {
    let mut random = Random::new(seed);
    let mut engine = game().engine();
    let mut position = start(8);
    let asked = EngineRequest { seed, ..request(Strength::Level(level), Limits::default()) };
    play_against_random(&mut *engine, &mut position, side, &asked, &mut random);
    let discs = position.counts().unwrap();
    i64::from(discs[side.index()]) - i64::from(discs[side.other().index()])
}

#[test]
fn the_third_level_beats_random_moves_in_nineteen_games_of_twenty() {
    let won =
        (0..20).filter(|&game| against_random(3, Side::BOTH[game as usize % 2], game) > 0).count();
    println!("level 3 won {won} of 20");
    assert!(won >= 19, "{won}");
}

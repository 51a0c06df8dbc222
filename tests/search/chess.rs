//! The chess engine: mates, exchanges, draws, limits and levels.

use std::time::{Duration, Instant};

use tianyuan::core::{Random, Side};
use tianyuan::games::{AnyPosition, EngineRequest, Game, Options, ScoreUnit, Strength, registry};
use tianyuan::search::Limits;

use crate::engines::{ask, ask_until_stopped, play_against_random, request};
use crate::timing::within;

fn game() -> &'static dyn Game {
    registry::find("chess").unwrap()
}

fn position(text: &str) -> AnyPosition {
    game().position(&Options::default(), text).unwrap()
}

fn to_depth(depth: u32) -> EngineRequest {
    request(Strength::Full, Limits { depth: Some(depth), ..Limits::default() })
}

fn best(text: &str, depth: u32) -> (String, f64, bool) {
    let position = position(text);
    let info = ask(&mut *game().engine(), &position, &to_depth(depth));
    let value = info.score.unwrap();
    assert_eq!(value.unit, ScoreUnit::Pawns);
    (position.move_text(info.best).unwrap(), value.amount, value.is_exact())
}

#[test]
fn mates_are_found_with_their_distance() {
    // On the back rank; Morphy against the Duke of Brunswick and Count
    // Isouard, Paris 1858, before 16. Qb8+.
    let cases = [
        ("6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1", 6, "Ra8#", 1),
        ("4kb1r/p2n1ppp/4q3/4p1B1/4P3/1Q6/PPP2PPP/2KR4 w k - 1 16", 8, "Qb8+", 2),
    ];
    for (text, depth, mv, moves) in cases {
        assert_eq!(best(text, depth), (mv.to_owned(), 1000.0 - f64::from(moves), true), "{text}");
    }
    // Two rooks mate in two, whichever side moves.
    let (_, amount, exact) = best("7k/8/8/8/8/8/R7/1R2K3 w - - 0 1", 6);
    assert_eq!((amount, exact), (998.0, true));
    let (_, amount, exact) = best("7k/R7/8/8/8/8/8/1R2K3 b - - 0 1", 4);
    assert_eq!((amount, exact), (-999.0, true));
}

#[test]
fn exchanges_are_followed_to_their_end() {
    // The pawn is defended: at depth 1 without quiescence it would be taken.
    let (mv, amount, _) = best("4k3/2p5/3p4/8/8/8/3Q4/4K3 w - - 0 1", 1);
    assert_ne!(mv, "Qxd6");
    assert!(amount > 4.0, "{amount}");
    let (mv, ..) = best("4k3/8/3q4/8/8/8/3Q4/4K3 w - - 0 1", 1);
    assert_eq!(mv, "Qxd6");
}

#[test]
fn the_losing_side_seeks_a_repetition_and_the_winning_side_avoids_it() {
    // White has perpetual check on e8 and h5; Black is a queen and more ahead.
    let (_, amount, _) = best("6k1/6p1/8/7Q/8/1q6/1r6/7K w - - 0 1", 8);
    assert_eq!(amount, 0.0);
    // The losing side claims a draw, the winning side does not.
    let shuffle = " moves e1f1 e8f8 f1e1 f8e8 e1f1 e8f8 f1e1 f8e8";
    let lost = best(&format!("q3k3/8/8/8/8/8/8/4K3 w - - 0 1{shuffle}"), 4);
    assert_eq!(lost.1, 0.0);
    let won = best(
        "Q3k3/8/8/8/8/8/8/4K3 b - - 0 1 moves e8f7 e1e2 f7e7 e2e1 e7f7 e1e2 f7e7 e2e1 e7f7",
        4,
    );
    assert_ne!(won.0, "draw");
}

#[test]
fn every_level_plays_legally_and_within_its_time() {
    let mut random = Random::new(3);
    for level in 1..=game().levels() {
        let mut engine = game().engine();
        let mut position = game().start(&Options::default()).unwrap();
        for ply in 0..6 {
            let limits = Limits { time: Some(Duration::from_millis(150)), ..Limits::default() };
            let request = request(Strength::Level(level), limits);
            let mut info = None;
            let took = within(Duration::from_millis(250), || {
                let before = Instant::now();
                info = Some(ask(&mut *engine, &position, &request));
                before.elapsed()
            });
            assert_eq!(took, Ok(()), "level {level}, ply {ply}");
            let info = info.unwrap();
            assert_eq!(info.pv[0], info.best);
            let mut line = position.clone();
            for &mv in &info.pv {
                line.play(mv).unwrap();
            }
            position.play(info.best).unwrap();
            let replies = position.legal_moves();
            position.play(*random.pick(&replies).unwrap()).unwrap();
        }
    }
}

#[test]
fn the_same_request_has_the_same_result() {
    let position = position("r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3");
    for level in 1..=7 {
        let limits = Limits { nodes: Some(20_000), ..Limits::default() };
        let request = request(Strength::Level(level), limits);
        let first = ask(&mut *game().engine(), &position, &request);
        let mut engine = game().engine();
        ask(&mut *engine, &game().start(&Options::default()).unwrap(), &request);
        let second = ask(&mut *engine, &position, &request);
        assert_eq!((first.best, first.nodes), (second.best, second.nodes), "level {level}");
    }
}

#[test]
fn a_search_that_is_stopped_within_a_depth_tells_more_than_its_move() {
    for text in [
        "r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3",
        "r1bq1rk1/pp2bppp/2n1pn2/2pp4/3P1B2/2PBPN2/PP1N1PPP/R2QK2R w KQ - 2 8",
        "2r3k1/pp3ppp/4p3/3pP3/3P1P2/4R3/P5PP/6K1 b - - 0 1",
    ] {
        let position = position(text);
        for nodes in (500..10_000).step_by(250) {
            let limits = Limits { nodes: Some(nodes), ..Limits::default() };
            let found = ask(&mut *game().engine(), &position, &request(Strength::Full, limits));
            assert!(found.depth > 2 && found.pv.len() > 1, "{text} {nodes}: {:?}", found.pv);
            assert_eq!(found.best, found.pv[0]);
        }
    }
}

#[test]
fn a_raised_flag_ends_the_search_and_a_finished_game_has_no_result() {
    let position = game().start(&Options::default()).unwrap();
    let late = within(Duration::from_millis(20), || {
        let delay = Duration::from_millis(100);
        let engine = &mut *game().engine();
        let (info, late) = ask_until_stopped(engine, &position, Strength::Full, delay);
        assert!(info.depth >= 3);
        late
    });
    assert_eq!(late, Ok(()));
    let finished = stalemate();
    assert!(game().engine().search(&finished, &to_depth(3), &mut |_| ()).is_none());
}

/// A finished game.
fn stalemate() -> AnyPosition {
    position("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1")
}

/// Plays games of a level against random moves; wins and losses.
fn against_random(level: u8, games: u64) -> (u32, u32) {
    let (mut won, mut lost) = (0, 0);
    for number in 0..games {
        let mut random = Random::new(number);
        let mut engine = game().engine();
        let own = if number % 2 == 0 { Side::First } else { Side::Second };
        let mut position = game().start(&Options::default()).unwrap();
        let limits = Limits { nodes: Some(5_000), ..Limits::default() };
        let asked = EngineRequest { seed: number, ..request(Strength::Level(level), limits) };
        match play_against_random(&mut *engine, &mut position, own, &asked, &mut random) {
            Some(side) if side == own => won += 1,
            Some(_) => lost += 1,
            None => {}
        }
    }
    (won, lost)
}

#[test]
fn random_moves_do_not_beat_a_level() {
    for level in [3, 5, 8] {
        let (won, lost) = against_random(level, 6);
        assert!(lost == 0 && won >= 4, "level {level} won {won} and lost {lost} of 6");
    }
}

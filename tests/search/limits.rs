//! Limits and the stop flag, which mean the same in every game.

use std::time::{Duration, Instant};

use tianyuan::core::Random;
use tianyuan::games::registry::GAMES;
use tianyuan::games::{AnyPosition, Game, Options, Strength};
use tianyuan::search::Limits;

use crate::engines::{ask, ask_until_stopped, request};
use crate::timing::within;

/// The start of a game and positions after random moves.
fn positions(game: &dyn Game) -> Vec<AnyPosition> {
    let mut random = Random::new(5);
    let mut position = game.start(&Options::default()).unwrap();
    let mut found = Vec::new();
    for ply in 0..40 {
        if position.outcome().is_some() {
            break;
        }
        if [0, 7, 20, 39].contains(&ply) {
            found.push(position.clone());
        }
        position.play(*random.pick(&position.legal_moves()).unwrap()).unwrap();
    }
    found
}

fn strengths(game: &dyn Game) -> Vec<Strength> {
    [Strength::Full].into_iter().chain((1..=game.levels()).map(Strength::Level)).collect()
}

#[test]
fn at_depth_zero_every_game_looks_one_ply_ahead_and_no_further() {
    let at_once = Limits { depth: Some(0), ..Limits::default() };
    for game in GAMES {
        for position in positions(*game) {
            for strength in strengths(*game) {
                let info = ask(&mut *game.engine(), &position, &request(strength, at_once));
                assert!(position.check(info.best).is_ok());
                // Quiescence search goes on from there.
                let few = info.depth <= 1 && info.nodes < 10_000;
                assert!(few, "{} {strength:?}: {} {}", game.id(), info.depth, info.nodes);
            }
        }
    }
}

#[test]
fn a_new_engine_that_is_told_to_stop_stops() {
    for game in GAMES {
        let position = &positions(*game)[0];
        for strength in [Strength::Full, Strength::Level(game.levels())] {
            // Before it has begun.
            let took = within(Duration::from_millis(50), || {
                let request = request(strength, Limits::default());
                request.stop.raise();
                let mut engine = game.engine();
                let started = Instant::now();
                ask(&mut *engine, position, &request);
                started.elapsed()
            });
            assert_eq!(took, Ok(()), "{} {strength:?}", game.id());
            // While it makes its tables or has just begun.
            let took = within(Duration::from_millis(50), || {
                let delay = Duration::from_millis(5);
                ask_until_stopped(&mut *game.engine(), position, strength, delay).1
            });
            assert_eq!(took, Ok(()), "{} {strength:?}", game.id());
        }
    }
}

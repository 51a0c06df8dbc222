//! The engine of Xiangqi: it finds mates and keeps its material, and every
//! level plays legal moves and beats a random mover.

use std::time::Duration;

use tianyuan::core::{Random, Side};
use tianyuan::games::{
    AnyPosition, Engine, EngineInfo, EngineRequest, Game, Options, Strength, registry,
};
use tianyuan::search::{Limits, StopFlag};

use crate::timing::within;

fn game() -> &'static dyn Game {
    registry::find("xiangqi").unwrap()
}

fn think(
    engine: &mut dyn Engine,
    position: &AnyPosition,
    strength: Strength,
) -> Option<EngineInfo> {
    let limits = Limits { time: Some(Duration::from_millis(1500)), ..Limits::default() };
    let request = EngineRequest { strength, limits, seed: 1, stop: StopFlag::new() };
    engine.search(position, &request, &mut |_| ())
}

fn best(fen: &str) -> (String, EngineInfo) {
    let position = game().position(&Options::default(), fen).unwrap();
    let limits = Limits { depth: Some(5), ..Limits::default() };
    let request =
        EngineRequest { strength: Strength::Full, limits, seed: 1, stop: StopFlag::new() };
    let thought = game().engine().search(&position, &request, &mut |_| ()).unwrap();
    (position.move_text(thought.best).unwrap(), thought)
}

#[test]
fn a_mate_is_found_and_called_exact() {
    let (mv, thought) = best("3k5/7R1/6R2/9/9/9/9/9/9/4K4 w");
    assert_eq!(mv, "g7g9");
    assert!(thought.score.is_some_and(|value| value.is_exact() && value.amount > 1000.0));
    // Two chariots drive the general to the edge in three.
    let (_, thought) = best("4k4/9/9/7R1/6R2/9/9/9/9/3K5 w");
    assert!(thought.score.is_some_and(|value| value.is_exact() && value.amount > 1000.0));
}

#[test]
fn an_unprotected_chariot_is_taken_and_a_protected_soldier_is_not() {
    let (mv, _) = best("4k4/9/9/4r4/9/9/9/9/4R4/3K5 w");
    assert_eq!(mv, "e1e6");
    let (mv, _) = best("3rk4/9/9/3p5/9/9/9/9/3R5/4K4 w");
    assert_ne!(mv, "d1d6");
}

#[test]
fn a_finished_game_and_another_game_have_no_answer() {
    let mated = game().position(&Options::default(), "3k4R/4R4/9/9/9/9/9/9/9/4K4 b").unwrap();
    assert!(think(&mut *game().engine(), &mated, Strength::Full).is_none());
    let other = registry::find("reversi").unwrap().start(&Options::default()).unwrap();
    assert!(think(&mut *game().engine(), &other, Strength::Full).is_none());
}

/// Score of a level against a random mover, in half points.
fn against_random(level: u8, games: u64) -> u64 {
    let mut points = 0;
    for seed in 0..games {
        let own = if seed % 2 == 0 { Side::First } else { Side::Second };
        let mut random = Random::new(seed);
        let mut engine = game().engine();
        let mut position = game().start(&Options::default()).unwrap();
        loop {
            let moves = position.legal_moves();
            let Some(&any) = random.pick(&moves) else { break };
            let mv = match position.side_to_move() == own {
                true => think(&mut *engine, &position, Strength::Level(level)).unwrap().best,
                false => any,
            };
            position.play(mv).unwrap();
        }
        points += match position.outcome().unwrap().winner {
            Some(winner) if winner == own => 2,
            Some(_) => 0,
            None => 1,
        };
    }
    points
}

#[test]
fn levels_above_the_lowest_two_do_not_lose_to_a_random_mover() {
    for (level, games) in [(3, 8), (4, 4)] {
        let points = against_random(level, games);
        assert!(points >= 2 * games - 1, "level {level} has {points} halves of {games} games");
    }
}

#[test]
fn every_level_answers_in_time_with_a_legal_move() {
    let position = game().start(&Options::default()).unwrap();
    for level in 1..=game().levels() {
        let mut engine = game().engine();
        let limits = Limits { time: Some(Duration::from_millis(300)), ..Limits::default() };
        let strength = Strength::Level(level);
        let request = EngineRequest { strength, limits, seed: 7, stop: StopFlag::new() };
        let took = within(Duration::from_millis(400), || {
            let started = std::time::Instant::now();
            let thought = engine.search(&position, &request, &mut |_| ()).unwrap();
            assert!(position.check(thought.best).is_ok());
            started.elapsed()
        });
        assert_eq!(took, Ok(()), "level {level}");
    }
}

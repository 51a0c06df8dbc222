//! Playing levels of Reversi with the shipped weights: legal moves, deterministic for a seed, fast
//! weak levels, and strength in order.

use std::sync::Once;
use std::time::{Duration, Instant};

use tianyuan::content;
use tianyuan::core::{Random, Side};
use tianyuan::games::{
    AnyPosition, Engine, EngineInfo, EngineRequest, Game, Options, Strength, registry,
};
use tianyuan::search::{Limits, StopFlag};

use crate::timing::within;

/// Levels that err on purpose.
const WEAK: std::ops::RangeInclusive<u8> = 1..=6;

/// The game with the shipped weights installed.
fn game() -> &'static dyn Game {
    static LOADED: Once = Once::new();
    let game = registry::find("reversi").unwrap();
    LOADED.call_once(|| content::load_weights(game).unwrap());
    game
}

fn request(level: u8, seed: u64) -> EngineRequest {
    let strength = Strength::Level(level);
    EngineRequest { strength, limits: Limits::default(), seed, stop: StopFlag::new() }
}

fn ask(
    engine: &mut dyn Engine,
    position: &AnyPosition,
    level: u8,
    seed: u64,
) -> Option<EngineInfo> {
    engine.search(position, &request(level, seed), &mut |_| ())
}

/// The position after `plies` random moves, or fewer if the game ends.
fn after_random_moves(plies: usize, random: &mut Random) -> AnyPosition {
    let mut position = game().start(&Options::default()).unwrap();
    for _ in 0..plies {
        let Some(&mv) = random.pick(&position.legal_moves()) else { break };
        position.play(mv).unwrap();
    }
    position
}

#[test]
fn moves_are_deterministic_for_a_position_and_seed_whatever_was_searched_before() {
    let mut random = Random::new(4);
    let mut used = game().engine();
    let mut differ = 0;
    for _ in 0..8 {
        let position = after_random_moves(8 + random.below(46), &mut random);
        if position.outcome().is_some() {
            continue;
        }
        for level in WEAK {
            let answer = |engine: &mut dyn Engine, seed| {
                let info = ask(engine, &position, level, seed).unwrap();
                (info.best, info.pv, info.score)
            };
            let fresh = answer(&mut *game().engine(), 5);
            assert_eq!(answer(&mut *used, 5), fresh, "level {level}, {position:?}");
            differ += u32::from(answer(&mut *used, 6).0 != fresh.0);
        }
    }
    assert!(differ > 5, "another seed changed only {differ} moves");
}

#[test]
fn no_level_ever_answers_an_illegal_move() {
    let mut random = Random::new(9);
    let mut engine = game().engine();
    for round in 0..12 {
        let position = after_random_moves(5 * round + random.below(5), &mut random);
        for level in 0..=11 {
            let mut request = request(level, random.next_u64());
            // Even the strongest level moves when there is no time.
            request.limits.time = (level > 6).then_some(Duration::from_millis(10));
            match engine.search(&position, &request, &mut |_| ()) {
                Some(info) => {
                    assert_eq!(position.check(info.best), Ok(()), "level {level}");
                    assert_eq!(info.pv.first(), Some(&info.best), "level {level}");
                }
                None => assert!(position.outcome().is_some(), "level {level}"),
            }
        }
    }
}

#[test]
fn the_first_level_answers_at_once() {
    let mut random = Random::new(2);
    for plies in [0, 20, 40, 52] {
        let position = after_random_moves(plies, &mut random);
        let mut engine = game().engine();
        let over = within(Duration::from_millis(20), || {
            let started = Instant::now();
            ask(&mut *engine, &position, 1, 3).unwrap();
            started.elapsed()
        });
        assert_eq!(over, Ok(()), "after {plies} plies");
    }
}

/// Disc difference of the higher level over twenty games from ten random openings, and the number
/// of its wins.
fn compare(higher: u8, lower: u8) -> (i64, u32) {
    let (mut difference, mut won) = (0, 0);
    let mut engine = game().engine();
    for number in 0..20u64 {
        let side = Side::BOTH[number as usize % 2];
        let mut random = Random::new(40 + number / 2);
        let mut position = after_random_moves(8, &mut random);
        while position.outcome().is_none() {
            let level = if position.side_to_move() == side { higher } else { lower };
            let info = ask(&mut *engine, &position, level, random.next_u64()).unwrap();
            position.play(info.best).unwrap();
        }
        let discs = position.counts().unwrap().to_vec();
        let more = i64::from(discs[side.index()]) - i64::from(discs[side.other().index()]);
        difference += more;
        won += u32::from(more > 0);
    }
    (difference, won)
}

#[test]
fn two_levels_apart_the_higher_one_wins_most_games() {
    for lower in [1, 2, 3, 4] {
        let (difference, won) = compare(lower + 2, lower);
        println!("level {} over {lower}: {won} of 20, {difference} discs", lower + 2);
        assert!(won >= 14 && difference > 120, "{lower}: {won} won, {difference} discs");
    }
}

//! The Go engine: tactics, limits and levels.

use std::time::{Duration, Instant};

use tianyuan::core::{Decision, GameOverReason, Move, Random};
use tianyuan::games::{
    AnyPosition, Engine, EngineInfo, EngineRequest, Game, Options, ScoreUnit, Strength, registry,
};
use tianyuan::search::{Limits, StopFlag};

use crate::timing::within;

fn game() -> &'static dyn Game {
    registry::find("go").unwrap()
}

fn start(options: &str) -> AnyPosition {
    game().start(&Options::parse(options).unwrap()).unwrap()
}

fn read(options: &str, text: &str) -> AnyPosition {
    game().position(&Options::parse(options).unwrap(), text).unwrap()
}

fn think(engine: &mut dyn Engine, position: &AnyPosition, strength: Strength) -> EngineInfo {
    let request =
        EngineRequest { strength, limits: Limits::default(), seed: 5, stop: StopFlag::new() };
    engine.search(position, &request, &mut |_| ()).unwrap()
}

#[test]
fn the_vital_point_of_three_in_a_row_is_found() {
    // Black's group below lives at B1 only, and the game depends on it.
    let text = "X1X1X1X/1X1X1X1/XXXXXXX/OO1O1OO/OOOOOOO/XXXXOOO/3XO1O X 0,0";
    let position = read("(size: 7)", text);
    let mut engine = game().engine();
    for strength in [Strength::Level(6), Strength::Level(7), Strength::Full] {
        let thought = think(engine.as_mut(), &position, strength);
        assert_eq!(position.move_text(thought.best).unwrap(), "B1", "{strength:?}");
        let value = thought.score.unwrap();
        assert_eq!((value.unit, value.is_exact()), (ScoreUnit::Chance, false));
        assert!((0.5..=1.0).contains(&value.amount), "{value:?}");
    }
}

#[test]
fn a_search_is_deterministic() {
    let position = start("(size: 9)");
    let answer = |seed| {
        let limits = Limits { nodes: Some(40_000), ..Limits::default() };
        let request =
            EngineRequest { strength: Strength::Full, limits, seed, stop: StopFlag::new() };
        let thought = game().engine().search(&position, &request, &mut |_| ()).unwrap();
        (thought.best, thought.pv, thought.nodes)
    };
    assert_eq!(answer(1), answer(1));
    assert_eq!(answer(2), answer(2));
}

#[test]
fn a_raised_stop_flag_ends_the_search_at_once() {
    for size in [9, 19, 25] {
        let position = start(&format!("(size: {size})"));
        let late = within(Duration::from_millis(20), || {
            let stop = StopFlag::new();
            let flag = stop.clone();
            let raiser = std::thread::spawn(move || {
                std::thread::sleep(Duration::from_millis(150));
                flag.raise();
                Instant::now()
            });
            let request = EngineRequest {
                strength: Strength::Full,
                limits: Limits::default(),
                seed: 1,
                stop,
            };
            let thought = game().engine().search(&position, &request, &mut |_| ()).unwrap();
            let ended = Instant::now();
            assert!(position.check(thought.best).is_ok());
            ended.saturating_duration_since(raiser.join().unwrap())
        });
        assert_eq!(late, Ok(()), "{size}");
    }
}

/// Plays a game to its end and returns the number of plies.
fn play(position: &mut AnyPosition, mut next: impl FnMut(&AnyPosition) -> Move) -> usize {
    let mut plies = 0;
    while position.outcome().is_none() {
        let mv = next(position);
        position.play(mv).unwrap();
        plies += 1;
    }
    plies
}

#[test]
fn a_middle_level_beats_random_moves_under_every_rule_set() {
    for ruleset in ["chinese", "japanese", "aga", "new-zealand", "tromp-taylor"] {
        let mut position = start(&format!("(size: 5, komi: 0, ruleset: \"{ruleset}\")"));
        let mut engine = game().engine();
        let mut random = Random::new(3);
        let mut resumed = 0;
        play(&mut position, |position| {
            let moves = position.legal_moves();
            let marking = moves.contains(&Move::Decide(Decision::AcceptDead));
            if position.side_to_move().index() == 0 {
                think(engine.as_mut(), position, Strength::Level(3)).best
            } else if marking {
                // The random side resumes play twice before it agrees.
                resumed += 1;
                let decision =
                    if resumed > 2 { Decision::AcceptDead } else { Decision::ResumePlay };
                Move::Decide(decision)
            } else {
                *random.pick(&moves).unwrap()
            }
        });
        let outcome = position.outcome().unwrap();
        assert_eq!(outcome.winner.map(|side| side.index()), Some(0), "{ruleset}: {outcome:?}");
    }
}

#[test]
fn self_play_ends_in_agreement() {
    for (ruleset, reason) in [
        ("chinese", GameOverReason::DeadStonesAgreed),
        ("japanese", GameOverReason::DeadStonesAgreed),
        ("aga", GameOverReason::DeadStonesAgreed),
        ("new-zealand", GameOverReason::Passes),
        ("tromp-taylor", GameOverReason::Passes),
    ] {
        let mut position = start(&format!("(size: 7, ruleset: \"{ruleset}\")"));
        let mut engine = game().engine();
        let plies = play(&mut position, |position| {
            think(engine.as_mut(), position, Strength::Level(4)).best
        });
        assert_eq!(position.outcome().unwrap().reason, reason, "{}", position.text());
        assert!(plies < 150, "{plies} plies");
    }
}

#[test]
fn on_a_settled_board_the_engine_passes_and_agrees_even_if_losing() {
    let rows = "X1X1X1X/1X1X1X1/XXXXXXX/XXXXXXX/OOOOOOO/1O1O1O1/O1O1O1O";
    for ruleset in ["chinese", "japanese", "aga", "new-zealand", "tromp-taylor"] {
        for komi in [0, 60] {
            for side in ["X", "O"] {
                let options = format!("(size: 7, komi: {komi}, ruleset: \"{ruleset}\")");
                let mut position = read(&options, &format!("{rows} {side} 0,0"));
                let mut engine = game().engine();
                let plies = play(&mut position, |position| {
                    think(engine.as_mut(), position, Strength::Level(1)).best
                });
                assert!(plies <= 4, "{ruleset}: {}", position.text());
            }
        }
    }
}

#[test]
fn an_opening_pass_is_not_answered_by_a_pass() {
    let mut position = start("(size: 9)");
    position.play(Move::Pass).unwrap();
    let thought = think(game().engine().as_mut(), &position, Strength::Level(3));
    assert!(matches!(thought.best, Move::Place(_)));
}

#[test]
fn level_three_rarely_loses_to_random_moves() {
    let mut lost = 0;
    for n in 0..20 {
        let mut position = start("(size: 9)");
        let (mut engine, mut random) = (game().engine(), Random::new(n));
        let accept = Move::Decide(Decision::AcceptDead);
        play(&mut position, |position| {
            let moves = position.legal_moves();
            if position.side_to_move().index() as u64 == n % 2 {
                think(engine.as_mut(), position, Strength::Level(3)).best
            } else if moves.contains(&accept) {
                accept
            } else {
                *random.pick(&moves).unwrap()
            }
        });
        let winner = position.outcome().unwrap().winner.map(|side| side.index() as u64);
        lost += u32::from(winner != Some(n % 2));
    }
    // Five in a hundred.
    assert!(lost <= 1, "{lost} of 20 lost");
}

#[test]
fn the_time_limit_is_kept_on_every_board_size() {
    let limit = Duration::from_millis(80);
    // A visit takes several times as long where arithmetic is checked.
    let slack = Duration::from_millis(if cfg!(debug_assertions) { 400 } else { 100 });
    for size in [9, 19, 25] {
        for plies in [0, 1, 30, 121] {
            let mut position = start(&format!("(size: {size})"));
            let mut random = Random::new(7);
            for _ in 0..plies.min(size * size / 2) {
                let moves = position.legal_moves();
                let stones = &moves[..moves.len() - 1];
                position.play(*random.pick(stones).unwrap()).unwrap();
            }
            // After a pass the engine also decides whether the game may end.
            if plies % 2 == 1 {
                position.play(Move::Pass).unwrap();
            }
            for strength in [Strength::Level(8), Strength::Full] {
                let limits = Limits { time: Some(limit), ..Limits::default() };
                let request = EngineRequest { strength, limits, seed: 2, stop: StopFlag::new() };
                let over = within(slack, || {
                    let started = Instant::now();
                    game().engine().search(&position, &request, &mut |_| ()).unwrap();
                    started.elapsed().saturating_sub(limit)
                });
                assert_eq!(over, Ok(()), "{size}, {plies}");
            }
        }
    }
}

#[test]
fn wrong_dead_stone_marks_are_corrected_and_a_finished_game_has_no_move() {
    let text = "1X1O1/1X1O1/1X1O1/1X1O1/1X1O1 X 0,0 pass pass";
    let mut position = read("(size: 5)", text);
    let mut engine = game().engine();
    let b1 = position.parse_move("*B1").unwrap();
    position.play(b1).unwrap();
    let marked = |position: &AnyPosition| position.text().matches('*').count();
    let before = marked(&position);
    let accept = Move::Decide(Decision::AcceptDead);
    while position.outcome().is_none() {
        let thought = think(engine.as_mut(), &position, Strength::Level(1));
        position.play(thought.best).unwrap();
        assert!(thought.best == accept || marked(&position) == before + 1);
    }
    assert_eq!(position.outcome().unwrap().score.unwrap()[0].as_halves(), 20);
    let request = EngineRequest {
        strength: Strength::Full,
        limits: Limits::default(),
        seed: 0,
        stop: StopFlag::new(),
    };
    assert_eq!(engine.search(&position, &request, &mut |_| ()), None);
}

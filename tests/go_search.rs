//! The computer player of Go: what it must find, its limits, and its levels.

use std::time::{Duration, Instant};

use tianyuan::core::{Decision, Move, Random};
use tianyuan::games::{
    AnyPosition, Engine, Game, Options, Request, Strength, Thought, Unit, registry,
};
use tianyuan::search::{Limits, Stop};

fn game() -> &'static dyn Game {
    registry::find("go").unwrap()
}

fn start(options: &str) -> AnyPosition {
    game().start(&Options::parse(options).unwrap()).unwrap()
}

fn read(options: &str, text: &str) -> AnyPosition {
    game().position(&Options::parse(options).unwrap(), text).unwrap()
}

fn ask(engine: &mut dyn Engine, position: &AnyPosition, strength: Strength) -> Thought {
    let request = Request { strength, limits: Limits::default(), seed: 5, stop: Stop::new() };
    engine.think(position, &request, &mut |_| ()).unwrap()
}

#[test]
fn the_vital_point_of_three_in_a_row_is_found() {
    // Black's group below lives at B1 only, and the game depends on it.
    let text = "X1X1X1X/1X1X1X1/XXXXXXX/OO1O1OO/OOOOOOO/XXXXOOO/3XO1O X 0,0";
    let position = read("(size: 7)", text);
    let mut engine = game().engine();
    for strength in [Strength::Level(6), Strength::Level(7), Strength::Full] {
        let thought = ask(engine.as_mut(), &position, strength);
        assert_eq!(position.move_text(thought.best).unwrap(), "B1", "{strength:?}");
        let value = thought.value.unwrap();
        assert_eq!((value.unit, value.exact), (Unit::Chance, false));
        assert!((0.5..=1.0).contains(&value.amount), "{value:?}");
    }
}

#[test]
fn the_same_question_has_the_same_answer() {
    let position = start("(size: 9)");
    let answer = |seed| {
        let limits = Limits { nodes: Some(40_000), ..Limits::default() };
        let request = Request { strength: Strength::Full, limits, seed, stop: Stop::new() };
        let thought = game().engine().think(&position, &request, &mut |_| ()).unwrap();
        (thought.best, thought.line, thought.nodes)
    };
    assert_eq!(answer(1), answer(1));
    assert_eq!(answer(2), answer(2));
}

#[test]
fn a_raised_flag_ends_the_search_at_once() {
    for size in [9, 19, 25] {
        let position = start(&format!("(size: {size})"));
        let stop = Stop::new();
        let flag = stop.clone();
        let raiser = std::thread::spawn(move || {
            std::thread::sleep(Duration::from_millis(150));
            flag.raise();
            Instant::now()
        });
        let request =
            Request { strength: Strength::Full, limits: Limits::default(), seed: 1, stop };
        let thought = game().engine().think(&position, &request, &mut |_| ()).unwrap();
        let late = raiser.join().unwrap().elapsed();
        // Ten milliseconds are promised; the rest is for a busy machine.
        assert!(late < Duration::from_millis(100), "{size}: {late:?}");
        assert!(position.check(thought.best).is_ok());
    }
}

/// Who wins, and in how many plies.
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
                ask(engine.as_mut(), position, Strength::Level(3)).best
            } else if marking {
                // Whoever plays at random still plays on twice before agreeing.
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
fn two_computers_play_to_the_end_and_agree() {
    let mut position = start("(size: 7)");
    let mut engine = game().engine();
    let plies =
        play(&mut position, |position| ask(engine.as_mut(), position, Strength::Level(4)).best);
    assert_eq!(position.outcome().unwrap().reason, "go-agreed", "{}", position.text());
    assert!(plies < 150, "{plies} plies");
}

#[test]
fn wrong_marks_are_put_right_and_a_finished_game_has_no_answer() {
    let text = "1X1O1/1X1O1/1X1O1/1X1O1/1X1O1 X 0,0 pass pass";
    let mut position = read("(size: 5)", text);
    let mut engine = game().engine();
    let b1 = position.parse_move("*B1").unwrap();
    position.play(b1).unwrap();
    let marked = |position: &AnyPosition| position.text().matches('*').count();
    let before = marked(&position);
    let accept = Move::Decide(Decision::AcceptDead);
    while position.outcome().is_none() {
        let thought = ask(engine.as_mut(), &position, Strength::Level(1));
        position.play(thought.best).unwrap();
        assert!(thought.best == accept || marked(&position) == before + 1);
    }
    assert_eq!(position.outcome().unwrap().score.unwrap()[0].as_halves(), 20);
    let request =
        Request { strength: Strength::Full, limits: Limits::default(), seed: 0, stop: Stop::new() };
    assert_eq!(engine.think(&position, &request, &mut |_| ()), None);
}

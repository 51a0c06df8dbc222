//! The engine of the Gomoku variants: wins and blocks that no level misses,
//! limits, and levels.

use std::time::{Duration, Instant};

use tianyuan::core::{Random, Side};
use tianyuan::games::gomoku::OpeningRule;
use tianyuan::games::gomoku::variants::{Variant, VariantPosition};
use tianyuan::games::{AnyPosition, EngineRequest, Game, OptionValue, Options, Strength, registry};
use tianyuan::search::Limits;

use crate::engines::{ask, assert_reproducible, play_against_random, request};
use crate::timing::within;

fn game() -> &'static dyn Game {
    registry::find("gomoku").unwrap()
}

fn board(variant: Variant, text: &str) -> AnyPosition {
    AnyPosition::new(VariantPosition::read(text, 15, variant, OpeningRule::None, 3).unwrap())
}

fn options(rule: &str) -> Options {
    let mut options = Options::default();
    options.set("rule", OptionValue::Word(rule.into()));
    options
}

/// The answers of every level and of full strength.
fn answers(variant: Variant, text: &str) -> Vec<String> {
    let position = board(variant, text);
    let limits = Limits { nodes: Some(4000), ..Limits::default() };
    let levels = (1..=game().levels()).map(Strength::Level).chain([Strength::Full]);
    let answer = |strength| {
        let thought = ask(&mut *game().engine(), &position, &request(strength, limits));
        position.move_text(thought.best).unwrap()
    };
    levels.map(answer).collect()
}

fn all_answer(variant: Variant, text: &str, good: &[&str]) {
    let answers = answers(variant, text);
    assert!(answers.iter().all(|answer| good.contains(&answer.as_str())), "{text}: {answers:?}");
}

#[test]
fn every_level_makes_five_and_stops_a_four() {
    for variant in
        [Variant::Pente, Variant::Keryo, Variant::Ninuki, Variant::Liberty, Variant::Bubble]
    {
        all_answer(variant, "e8,f8,g8,h8,c2 e10,f10,g10,h10,d8 black", &["i8"]);
        all_answer(variant, "e8,f8,g8,b3,c2 e10,f10,g10,h10 black", &["d10", "i10"]);
        all_answer(variant, "e8,f8,g8,b3,c2,d10 e10,f10,g10,h10 black", &["i10"]);
    }
    // Six would be a foul and no win.
    all_answer(Variant::Ninuki, "e8,f8,g8,h8,j8,c2 a1,c1,e1,g1,a4 black", &["d8"]);
}

#[test]
fn every_level_takes_the_last_pair_and_saves_its_own() {
    for variant in [Variant::Pente, Variant::Ninuki] {
        all_answer(variant, "h8,c3 i8,j8,n2 black captured=8:0", &["k8"]);
        all_answer(variant, "i8,j8,c3 h8,n2,a1 black captured=0:8", &["k8"]);
    }
    all_answer(Variant::Keryo, "h8,c3 i8,j8,k8,n2 black captured=12:0", &["l8"]);
    // A row that cannot be blocked is broken by a capture.
    all_answer(Variant::Pente, "e7,e4,o1,o3 e6,e5,f6,g6,h6,c9 black", &["d6", "i6"]);
}

#[test]
fn every_level_wins_and_defends_with_the_two_stones_of_a_turn() {
    let filled = |text: &str, count| {
        for level in (1..=game().levels()).map(Strength::Level).chain([Strength::Full]) {
            let mut position = board(Variant::Connect6, text);
            let limits = Limits { nodes: Some(4000), ..Limits::default() };
            for _ in 0..count {
                let asked = request(level, limits);
                let best = ask(&mut *game().engine(), &position, &asked).best;
                position.play(best).unwrap();
            }
            let winner = position.outcome().and_then(|outcome| outcome.winner);
            // White must not be able to make six with its next two stones.
            let open = position.legal_moves().iter().any(|&first| {
                let mut next = position.clone();
                next.play(first).unwrap();
                next.outcome().is_some()
                    || next.legal_moves().iter().any(|&second| {
                        let mut last = next.clone();
                        last.play(second).unwrap();
                        last.outcome().is_some()
                    })
            });
            assert!(winner == Some(Side::First) || !open, "{level:?} {text}");
        }
    };
    // Two windows of four and five to win by.
    filled("e8,f8,g8,h8,c2 e10,f10,a1,a3 black", 2);
    filled("e8,f8,h8,i8,j8 e10,f10,g10,h10 black one-left", 1);
    // Two separate fours, and a four with an open end on both sides.
    filled("a1,d10,l2 e10,f10,g10,h10,l3,l4,l5,l6 black", 2);
    filled("a1,c1,e2,o15 f10,g10,h10,i10 black", 2);
}

#[test]
fn a_goal_is_scored_and_the_stone_that_blocks_a_row_is_removed() {
    all_answer(Variant::Bubble, "a1,b1,c1,d1,k9,k10,k11,k12 k8,k13,c7 black", &["e1"]);
    let text = "k9,k10,k11,k12 k8,k13,c7,o1 black remove goals=1:0";
    all_answer(Variant::Bubble, text, &["remove=k8", "remove=k13"]);
}

#[test]
fn fixed_nodes_give_the_same_answer_every_time() {
    for (_, variant) in Variant::ALL {
        let position = board(variant, "h8,i9,g9,f7 h9,i8,h7 white");
        let limits = Limits { nodes: Some(3000), ..Limits::default() };
        assert_reproducible(game(), &position, &request(Strength::Full, limits));
    }
}

#[test]
fn time_and_the_stop_flag_are_kept() {
    for (_, variant) in Variant::ALL {
        let position = board(variant, "h8,i9,g9,f7 h9,i8,h7 white");
        let time = Some(Duration::from_millis(120));
        let limits = Limits { time, ..Limits::default() };
        let asked = request(Strength::Full, limits);
        let took = within(Duration::from_millis(220), || {
            let started = Instant::now();
            assert!(ask(&mut *game().engine(), &position, &asked).nodes > 0);
            started.elapsed()
        });
        assert_eq!(took, Ok(()));
        let raised = request(Strength::Full, Limits::default());
        raised.stop.raise();
        let took = within(Duration::from_millis(100), || {
            let started = Instant::now();
            let thought = ask(&mut *game().engine(), &position, &raised);
            assert!(position.check(thought.best).is_ok());
            started.elapsed()
        });
        assert_eq!(took, Ok(()));
    }
}

#[test]
fn a_finished_game_has_no_answer() {
    let over = board(Variant::Pente, "a1,b1,c1,d1,e1 a3,b3,c3,d3 white");
    let asked = request(Strength::Full, Limits::default());
    assert!(game().engine().search(&over, &asked, &mut |_| ()).is_none());
}

/// Plays games of a level against random moves and counts the losses.
fn losses(level: u8, games: u64, rule: &str, size: i64) -> u64 {
    let mut options = options(rule);
    options.set("size", OptionValue::Number(size));
    let mut lost = 0;
    for number in 0..games {
        let mut random = Random::new(number);
        let mut position = game().start(&options).unwrap();
        let own = Side::BOTH[(number % 2) as usize];
        let limits = Limits { nodes: Some(2000), ..Limits::default() };
        let asked = EngineRequest { seed: number, ..request(Strength::Level(level), limits) };
        let mut engine = game().engine();
        let winner = play_against_random(&mut *engine, &mut position, own, &asked, &mut random);
        lost += u64::from(winner == Some(own.other()));
    }
    lost
}

#[test]
fn no_level_loses_to_random_moves() {
    for (rule, _) in Variant::ALL {
        for level in [1, 2, 3, 5] {
            assert_eq!(losses(level, 6, rule, 15), 0, "level {level} {rule}");
        }
        // The smallest and the largest board, to the end.
        assert_eq!(losses(3, 2, rule, 19), 0, "{rule}");
        losses(1, 10, rule, 7);
    }
}

#[test]
fn a_level_is_stronger_than_the_one_two_below() {
    for (rule, _) in Variant::ALL {
        let mut points = 0;
        for number in 0..8u64 {
            let mut position = game().start(&options(rule)).unwrap();
            let mut engines = [game().engine(), game().engine()];
            while position.outcome().is_none() {
                let side = position.side_to_move().index();
                let level = if number % 2 == side as u64 { 3 } else { 1 };
                let limits = Limits { nodes: Some(5000), ..Limits::default() };
                let mut asked = request(Strength::Level(level), limits);
                asked.seed = number;
                let best = ask(&mut *engines[side], &position, &asked).best;
                position.play(best).unwrap();
            }
            points += match position.outcome().and_then(|outcome| outcome.winner) {
                Some(side) if side.index() as u64 == number % 2 => 2,
                None => 1,
                Some(_) => 0,
            };
        }
        assert!(points > 8, "level 3 has {points} of 16 half points against 1 in {rule}");
    }
}

//! Go rules: cycles, stone removal and handicaps, and the number of games on
//! the smallest boards.

use tianyuan::core::{Decision, GameOverReason, Move, Point, Position, Side};
use tianyuan::games::go::{GoBoard, Phase, RULESETS, Rules, SmallGo, cell_count, dead_stones};
use tianyuan::games::{
    AnyPosition, BoardView, EngineRequest, Game, Notation, Options, Strength, registry,
};
use tianyuan::search::{Limits, StopFlag};

/// Numbers of games (Tromp and Farneback, "Combinatorics of Go", 2007).
const COUNTS: &str = include_str!("../fixtures/go_counts.txt");

/// Number of simple paths of boards from `board`: each is a game, since a side
/// may pass until it wants to play.
fn count_games<const C: usize>(board: &GoBoard<C>, seen: &mut Vec<u64>) -> u64 {
    let mut total = 1;
    for cell in board.cells() {
        for side in Side::BOTH {
            let mut next = *board;
            next.place_stone(cell, side);
            if !seen.contains(&next.hash()) {
                seen.push(next.hash());
                total += count_games(&next, seen);
                seen.pop();
            }
        }
    }
    total
}

#[test]
fn smallest_boards_have_the_known_number_of_games() {
    let mut checked = 0;
    for line in COUNTS.lines().filter_map(|line| line.strip_prefix("games ")) {
        let (size, count) = line.split_once(' ').unwrap();
        let (files, ranks) = size.split_once('x').unwrap();
        let (files, ranks) = (files.parse().unwrap(), ranks.parse().unwrap());
        let board = GoBoard::<{ cell_count(5, 5) }>::new(files, ranks);
        assert_eq!(count_games(&board, &mut vec![board.hash()]).to_string(), count, "{size}");
        checked += 1;
    }
    assert_eq!(checked, 3);
}

fn read(text: &str, size: u8, ruleset: &str) -> SmallGo {
    SmallGo::read(text, size, Rules::from_name(ruleset, 0, 0)).unwrap()
}

fn play(go: &mut SmallGo, moves: &str) {
    for text in moves.split_whitespace() {
        let mv = go.parse_move(text).unwrap_or_else(|refusal| panic!("{text}: {refusal}"));
        go.play(mv);
    }
}

/// Triple ko: at ranks 8 and 2 Black may take, at rank 5 White.
const TRIPLE_KO: &str = "1XO6/XO1O5/1XO6/1XO6/X1XO5/1XO6/1XO6/XO1O5/1XO6 X 0,0";

#[test]
fn superko_breaks_a_triple_ko_cycle() {
    for ruleset in ["chinese", "aga", "new-zealand", "tromp-taylor"] {
        let mut go = read(TRIPLE_KO, 9, ruleset);
        play(&mut go, "C8 B5 C2 B8 C5");
        assert_eq!(go.parse_move("B2").unwrap_err().id, "go-superko", "{ruleset}");
        assert_eq!(go.captured(), [3, 2]);
        // After an exchange elsewhere it is another position.
        play(&mut go, "J9 J1 B2");
        assert_eq!(go.captured(), [3, 3]);
    }
}

#[test]
fn a_triple_ko_repeated_twice_has_no_result_under_simple_ko() {
    let mut go = read(TRIPLE_KO, 9, "japanese");
    play(&mut go, "C8 B5 C2 B8 C5 B2");
    assert_eq!(go.outcome(), None);
    play(&mut go, "C8 B5 C2 B8 C5 B2");
    let outcome = go.outcome().unwrap();
    assert_eq!(
        (outcome.reason, outcome.winner, outcome.score),
        (GameOverReason::NoResult, None, None)
    );
    assert!(go.score_breakdown().is_empty());
}

#[test]
fn sending_two_returning_one_is_illegal_under_positional_superko_only() {
    // White adds A1, Black takes two at C1, White would take that one at B1:
    // the stones as they were, but Black to move.
    for (ruleset, allowed) in [
        ("chinese", false),
        ("tromp-taylor", false),
        ("aga", true),
        ("new-zealand", true),
        ("japanese", true),
    ] {
        let mut go = read("5/5/5/XXO2/1O1O1 O 0,0", 5, ruleset);
        play(&mut go, "A1 C1");
        assert_eq!(go.captured(), [2, 0]);
        match go.parse_move("B1") {
            Ok(mv) => {
                assert!(allowed, "{ruleset}");
                go.play(mv);
                assert_eq!(go.captured(), [2, 1]);
            }
            Err(refusal) => {
                assert!(!allowed, "{ruleset}");
                assert_eq!(refusal.id, "go-superko");
            }
        }
    }
}

#[test]
fn prisoners_are_counted_under_every_rule_set() {
    for ruleset in RULESETS {
        let mut go = read("5/1XO2/XO1O1/1XO2/5 X 2,1", 5, ruleset);
        assert_eq!(go.counts(), Some([2, 1]), "{ruleset}");
        play(&mut go, "C3");
        assert_eq!(go.counts(), Some([3, 1]), "{ruleset}");
        play(&mut go, "E1 E5 B3");
        assert_eq!(go.counts(), Some([3, 2]), "{ruleset}");
        play(&mut go, "pass pass");
        assert_eq!(go.counts(), Some([3, 2]), "{ruleset}");
    }
}

#[test]
fn a_suicide_stone_is_a_prisoner_of_the_opponent() {
    let mut go = read("5/5/OO3/XXO2/1XO2 X 0,0", 5, "tromp-taylor");
    play(&mut go, "A1");
    assert_eq!(go.counts(), Some([0, 4]));
    assert_eq!(go.side_to_move(), Side::Second);
}

#[test]
fn a_dispute_over_dead_stones_resumes_play_until_both_agree() {
    for ruleset in ["chinese", "japanese", "aga"] {
        let mut go = read("1X1O1/1X1O1/1X1O1/1X1O1/OX1O1 X 0,0", 5, ruleset);
        play(&mut go, "pass pass accept resume");
        assert_eq!(go.phase(), Phase::Play);
        // The disputed stone is taken, and both pass again. By Japanese rules
        // the side that resumes lets the other play first.
        assert_eq!(go.side_to_move(), Side::First, "{ruleset}");
        play(&mut go, "A2");
        assert_eq!(go.counts(), Some([1, 0]), "{ruleset}");
        play(&mut go, "pass pass");
        assert!(matches!(go.phase(), Phase::StoneRemoval { accepted: false, .. }), "{ruleset}");
        play(&mut go, "accept accept");
        assert_eq!(go.outcome().unwrap().reason, GameOverReason::DeadStonesAgreed, "{ruleset}");
    }
}

#[test]
fn changing_a_dead_stone_mark_revokes_acceptance() {
    let mut go = read("1X1O1/1X1O1/1X1O1/1X1O1/1X1O1 X 0,0", 5, "chinese");
    play(&mut go, "pass pass");
    let start = go.clone();
    let dead = |go: &SmallGo, file| go.piece_at(Point::new(file, 0)).unwrap().kind == 1;
    assert!(!dead(&go, 1) && !dead(&go, 3));
    // Black marks White's stones, White takes that back and marks Black's.
    play(&mut go, "*D1");
    assert!(dead(&go, 3));
    play(&mut go, "accept");
    assert_eq!(go.side_to_move(), Side::Second);
    play(&mut go, "*D3 *B5");
    assert!(dead(&go, 1) && !dead(&go, 3));
    assert!(matches!(go.phase(), Phase::StoneRemoval { accepted: false, .. }));
    play(&mut go, "*B1");
    assert_eq!(go.dead(), start.dead());
    // An agreement holds only until a mark is changed.
    play(&mut go, "accept *B1 *B1 accept");
    assert_eq!(go.outcome(), None);
    play(&mut go, "accept");
    assert_eq!(go.outcome().unwrap().reason, GameOverReason::DeadStonesAgreed);
}

#[test]
fn stones_in_seki_are_not_proposed_as_dead() {
    // Whoever plays a point between them is taken: C3 where each has an eye,
    // C1 or C2 where none has.
    let with_eyes = "XXXOO/X1XO1/XX1OO/XXXOO/XXXOO";
    let without = "O1O1O1O/1O1O1O1/OOOOOOO/OOOXXXX/OXXOX1X/OX1OXXX/OX1OX1X";
    for (rows, size) in [(with_eyes, 5), (without, 7)] {
        let go = read(&format!("{rows} X 0,0"), size, "chinese");
        let dead = dead_stones(go.go_board());
        assert!(go.go_board().cells().all(|cell| !dead.contains(cell)), "{rows}");
    }
}

fn start(options: &str) -> AnyPosition {
    registry::find("go").unwrap().start(&Options::parse(options).unwrap()).unwrap()
}

#[test]
fn black_places_a_free_handicap_before_white_moves() {
    let options = "(size: 9, handicap: 3, placement: \"free\")";
    let mut position = start(options);
    assert_eq!(position.text(), "9/9/9/9/9/9/9/9/9 X3 0,0");
    for text in ["E5", "A1", "J9"] {
        assert_eq!(position.side_to_move(), Side::First);
        assert_eq!(position.check(Move::Pass).unwrap_err().id, "go-placing");
        assert_eq!(position.parse_move("pass").unwrap_err().id, "go-placing");
        let mv = position.parse_move(text).unwrap();
        position.play(mv).unwrap();
    }
    assert_eq!(position.side_to_move(), Side::Second);
    assert!(position.check(Move::Pass).is_ok());
    assert_eq!(position.text(), "9/9/9/9/9/9/9/9/9 X3 0,0 E5 A1 J9");
    let game = registry::find("go").unwrap();
    let options = Options::parse(options).unwrap();
    let back = game.position(&options, &position.text()).unwrap();
    assert_eq!((back.key(), back.side_to_move()), (position.key(), Side::Second));
    // A diagram of the board before the last of them.
    let before = game.position(&options, "9/9/9/9/9/9/9/9/9 X3 0,0 E5").unwrap();
    assert_eq!(before.diagram(), "9/9/9/9/4X4/9/9/9/9 X2 0,0");
    let mut still = game.position(&options, &before.diagram()).unwrap();
    for text in ["A1", "J9"] {
        let mv = still.parse_move(text).unwrap();
        still.play(mv).unwrap();
    }
    assert_eq!(still.diagram(), position.diagram());
    // One stone is a move like any other.
    for few in [0, 1] {
        let position = start(&format!("(size: 9, handicap: {few}, placement: \"free\")"));
        assert_eq!(position.text(), "9/9/9/9/9/9/9/9/9 X 0,0");
    }
}

#[test]
fn pending_handicap_stones_change_the_key() {
    let keys = [2, 3, 4].map(|n| {
        start(&format!("(size: 9, handicap: {n}, placement: \"free\", ruleset: \"japanese\")"))
            .key()
    });
    assert!(keys[0] != keys[1] && keys[1] != keys[2]);
}

#[test]
fn an_invalid_free_handicap_is_explained() {
    let cases = [
        ("5/5/5/5/5 X1 0,0", "X may have a number of handicap stones, 2 to 9, as in X2"),
        ("5/5/5/5/5 X10 0,0", "X may have a number of handicap stones, 2 to 9, as in X2"),
        ("5/5/5/5/5 X- 0,0", "X may have a number of handicap stones, 2 to 9, as in X2"),
        ("XXXXX/XXXXX/XXXXX/XXXXX/XXX2 X2 0,0", "there is no room for 2 handicap stones"),
        ("5/5/5/5/5 O2 0,0", "the side to move must be X (Black) or O (White)"),
        ("5/5/5/5/X3O X2 0,0", "handicap stones are put on a board without stones of White"),
        ("5/5/5/5/5 X2 0,0 A1 pass", "Black puts the handicap stones first."),
    ];
    for (text, reason) in cases {
        let error = SmallGo::read(text, 5, Rules::from_name("chinese", 0, 2)).unwrap_err();
        assert_eq!(error.to_string(), format!("not a position: {reason}"));
    }
}

#[test]
fn handicap_bonus_is_the_same_for_fixed_and_free_placement() {
    for (ruleset, points) in
        [("chinese", 4), ("aga", 3), ("japanese", 0), ("new-zealand", 0), ("tromp-taylor", 0)]
    {
        for placement in ["fixed", "free"] {
            let mut position = start(&format!(
                "(size: 9, komi: 1, handicap: 4, ruleset: \"{ruleset}\", \
                 placement: \"{placement}\")"
            ));
            while position.side_to_move() == Side::First {
                position.play(position.legal_moves()[0]).unwrap();
            }
            for text in ["pass", "pass", "accept", "accept"] {
                if position.outcome().is_none() {
                    let mv = position.parse_move(text).unwrap();
                    position.play(mv).unwrap();
                }
            }
            let score = position.outcome().unwrap().score.unwrap();
            assert_eq!(score[1].as_halves(), 1 + 2 * points, "{ruleset} {placement}");
        }
    }
}

#[test]
fn the_engine_places_a_free_handicap_on_star_points_first() {
    for (size, count) in [(19, 9), (9, 9), (8, 9), (5, 9)] {
        let mut position =
            start(&format!("(size: {size}, handicap: {count}, placement: \"free\")"));
        let game: &dyn Game = registry::find("go").unwrap();
        let mut engine = game.engine();
        let mut placed = Vec::new();
        while position.side_to_move() == Side::First {
            let request = EngineRequest {
                strength: Strength::Level(1),
                limits: Limits::default(),
                seed: 1,
                stop: StopFlag::new(),
            };
            let best = engine.search(&position, &request, &mut |_| ()).unwrap().best;
            assert!(matches!(best, Move::Place(_)));
            placed.push(best);
            position.play(best).unwrap();
        }
        assert_eq!(placed.len(), count);
        for star in tianyuan::games::go::handicap_points(size, count) {
            assert!(placed.contains(&Move::Place(star)), "{size}: {star}");
        }
    }
}

#[test]
fn dead_stones_are_marked_after_two_passes_only() {
    let position = start("(size: 9, handicap: 2, placement: \"free\")");
    for decision in [Decision::AcceptDead, Decision::ResumePlay] {
        let refusal = position.check(Move::Decide(decision)).unwrap_err();
        assert_eq!(refusal.id, "go-not-marking");
    }
}

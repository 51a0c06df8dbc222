//! Multi-PV analysis in every game.

use std::time::{Duration, Instant};

use tianyuan::core::{Move, Random};
use tianyuan::games::{AnyPosition, EngineInfo, EngineRequest, Game, Options, Strength, registry};
use tianyuan::search::{Limits, StopFlag};

use crate::timing::within;

/// Open positions: game, options, moves from the start.
const MIDDLES: [(&str, &str, &str); 11] = [
    ("chess", "()", "e4 e5 Nf3 Nc6 Bc4"),
    ("chess", "(start: \"chess960\", chess960: 11)", ""),
    ("xiangqi", "()", "h2e2 h9g7 h0g2"),
    ("reversi", "()", "c4 e3 f4 c5 d6"),
    ("reversi", "(size: 10)", ""),
    ("gomoku", "()", "h8 i9 h10 g9"),
    ("gomoku", "(rule: \"renju\")", "h8 i9 h10 g9"),
    ("gomoku", "(rule: \"connect6\")", "k10 j9 j10"),
    ("gomoku", "(rule: \"pente\")", "k10 j9 j10"),
    ("go", "(size: 9)", "E5 C3 G3"),
    ("tictactoe", "(files: 5, ranks: 5, row: 4)", "c3"),
];

fn game(id: &str) -> &'static dyn Game {
    registry::find(id).unwrap()
}

fn middle((id, options, moves): (&str, &str, &str)) -> AnyPosition {
    let mut position = game(id).start(&Options::parse(options).unwrap()).unwrap();
    for text in moves.split_whitespace() {
        let mv = position.parse_move(text).unwrap_or_else(|error| panic!("{id} {text}: {error}"));
        position.play(mv).unwrap();
    }
    position
}

fn position(id: &str, options: &str, text: &str) -> AnyPosition {
    game(id).position(&Options::parse(options).unwrap(), text).unwrap()
}

fn request(limits: Limits) -> EngineRequest {
    EngineRequest { strength: Strength::Full, limits, seed: 5, stop: StopFlag::new() }
}

fn nodes(most: u64) -> EngineRequest {
    request(Limits { nodes: Some(most), ..Limits::default() })
}

fn depth(plies: u32) -> EngineRequest {
    request(Limits { depth: Some(plies), ..Limits::default() })
}

fn analyse(
    id: &str,
    position: &AnyPosition,
    request: &EngineRequest,
    lines: usize,
) -> Vec<EngineInfo> {
    game(id).engine().analyse(position, request, lines, &mut |_| ())
}

/// Checks that the lines are legal and begin with different moves, and that
/// their values do not rise where they are sorted.
fn check(position: &AnyPosition, thoughts: &[EngineInfo], sorted: bool) {
    let mut seen: Vec<Move> = Vec::new();
    for thought in thoughts {
        assert!(!seen.contains(&thought.best), "{thoughts:?}");
        seen.push(thought.best);
        assert_eq!(thought.pv.first(), Some(&thought.best));
        let mut at = position.clone();
        for &mv in &thought.pv {
            assert_eq!(at.play(mv), Ok(()), "{thought:?}");
        }
    }
    let values: Vec<_> = thoughts.iter().map(|thought| thought.score.unwrap().amount).collect();
    assert!(!sorted || values.is_sorted_by(|a, b| a >= b), "{values:?}");
}

#[test]
fn one_line_equals_the_search_result_for_the_same_nodes() {
    for middle_game in MIDDLES {
        let (id, at, asked) = (middle_game.0, middle(middle_game), nodes(12_000));
        let thought = game(id).engine().search(&at, &asked, &mut |_| ()).unwrap();
        let lines = analyse(id, &at, &asked, 1);
        assert_eq!(lines.len(), 1, "{middle_game:?}");
        let told = |thought: &EngineInfo| {
            (thought.pv.clone(), thought.score, thought.depth, thought.nodes)
        };
        assert_eq!(told(&lines[0]), told(&thought), "{middle_game:?}");
    }
}

#[test]
fn three_lines_are_three_moves_best_first_and_begin_with_the_best() {
    for middle_game in MIDDLES {
        let (id, at) = (middle_game.0, middle(middle_game));
        let by_playouts = id == "go";
        // Of Gomoku a shallow search reduces all but the first moves out of sight.
        let asked = match id {
            _ if by_playouts => nodes(60_000),
            "gomoku" => depth(8),
            _ => depth(4),
        };
        let mut lists = Vec::new();
        let found = game(id).engine().analyse(&at, &asked, 3, &mut |list| {
            lists.push(list.to_vec());
        });
        assert_eq!(found.len(), 3, "{middle_game:?}");
        check(&at, &found, !by_playouts);
        let best = game(id).engine().search(&at, &asked, &mut |_| ()).unwrap();
        // Of moves that are nearly as good, what the search saw of the others
        // may turn the order.
        let [first, other] = [&found[0], &best].map(|thought| thought.score.unwrap().amount);
        let is_near = (first - other).abs() < 0.1 && matches!(id, "xiangqi" | "gomoku");
        assert!(found[0].best == best.best || is_near, "{middle_game:?}: {found:?} {best:?}");
        assert!(!lists.is_empty() || by_playouts, "{middle_game:?}");
        for list in &lists {
            assert_eq!(list.len(), 3);
            check(&at, list, !by_playouts);
            assert!(list.iter().all(|thought| thought.depth == list[0].depth));
        }
        let depths: Vec<_> = lists.iter().map(|list| list[0].depth).collect();
        assert!(depths.is_sorted(), "{middle_game:?}: {depths:?}");
    }
}

#[test]
fn fewer_moves_make_fewer_lines_and_a_finished_game_none() {
    // The king has one move.
    let lone = position("chess", "()", "k7/8/1K6/8/8/8/8/7R b - - 0 1");
    assert_eq!(analyse("chess", &lone, &depth(3), 5).len(), 1);
    let over = position("chess", "()", "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1");
    assert!(analyse("chess", &over, &depth(3), 5).is_empty());
    let other = middle(MIDDLES[3]);
    assert!(analyse("chess", &other, &depth(3), 5).is_empty());
    // Where nothing is asked for, the best is told.
    assert_eq!(analyse("reversi", &other, &depth(3), 0).len(), 1);
}

#[test]
fn a_search_stopped_at_once_or_amid_a_depth_has_all_its_lines() {
    for middle_game in MIDDLES {
        let (id, at) = (middle_game.0, middle(middle_game));
        let raised = nodes(1_000_000);
        raised.stop.raise();
        let found = analyse(id, &at, &raised, 2);
        check(&at, &found, false);
        assert!(!found.is_empty() && (found.len() == 2 || id == "go"), "{middle_game:?}");
        // Wherever the end falls, the list is whole and in order.
        for most in [700, 1500, 3100, 6300] {
            let found = analyse(id, &at, &nodes(most), 3);
            assert!(found.len() == 3 || id == "go", "{middle_game:?} {most}");
            check(&at, &found, id != "go");
        }
    }
}

#[test]
fn a_raised_flag_ends_the_search_of_several_lines_at_once() {
    for middle_game in MIDDLES {
        let (id, at) = (middle_game.0, middle(middle_game));
        if id == "tictactoe" {
            // It is solved before anybody could stop it.
            continue;
        }
        let mut engine = game(id).engine();
        let late = within(Duration::from_millis(20), || {
            let asked = request(Limits::default());
            let stop = asked.stop.clone();
            let thread = std::thread::spawn(move || {
                std::thread::sleep(Duration::from_millis(60));
                stop.raise();
                Instant::now()
            });
            assert_eq!(engine.analyse(&at, &asked, 3, &mut |_| ()).len(), 3, "{middle_game:?}");
            let ended = Instant::now();
            ended.saturating_duration_since(thread.join().unwrap())
        });
        assert_eq!(late, Ok(()), "{middle_game:?}");
    }
}

#[test]
fn at_the_end_of_reversi_every_line_has_its_exact_value() {
    let mut random = Random::new(11);
    for _ in 0..6 {
        let mut at = middle(("reversi", "()", ""));
        while at.counts().unwrap().iter().sum::<u32>() < 54 {
            let moves = at.legal_moves();
            let Some(&mv) = random.pick(&moves) else { break };
            at.play(mv).unwrap();
        }
        let found = analyse("reversi", &at, &request(Limits::default()), 60);
        assert_eq!(found.len(), at.legal_moves().len());
        for thought in &found {
            let value = thought.score.unwrap();
            assert!(value.is_exact());
            let mut next = at.clone();
            next.play(thought.best).unwrap();
            let expected = match next.outcome() {
                Some(outcome) => {
                    let [first, second] = outcome.score.unwrap().map(|p| p.as_halves());
                    f64::from(first - second) / 2.0 * [1.0, -1.0][at.side_to_move().index()]
                }
                None => {
                    let reply = analyse("reversi", &next, &request(Limits::default()), 1);
                    -reply[0].score.unwrap().amount
                }
            };
            assert_eq!(value.amount, expected, "{}", at.text());
        }
    }
}

#[test]
fn wins_and_losses_tell_in_how_many_moves() {
    let mate = |id: &str, options: &str, text: &str, plies| {
        let found = analyse(id, &position(id, options, text), &depth(plies), 2);
        found.iter().map(|thought| thought.score.unwrap().mate).collect::<Vec<_>>()
    };
    // Rook to a1 mates after the king's only move, or at once.
    let chess = mate("chess", "()", "k7/8/2K5/8/8/8/8/1R6 w - - 0 1", 5);
    assert_eq!(chess[0], Some(2));
    assert_eq!(mate("chess", "()", "k7/8/1K6/8/8/8/8/6R1 w - - 0 1", 3)[0], Some(1));
    assert_eq!(mate("chess", "()", "k7/8/1K6/8/8/8/8/7R b - - 0 1", 4), [Some(-1)]);
    assert_eq!(mate("chess", "()", "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", 3), [None, None]);
    assert_eq!(mate("xiangqi", "()", "3k5/7R1/6R2/9/9/9/9/9/9/4K4 w", 4)[0], Some(1));
    // A four of which one end is closed, and a three with both ends open.
    let gomoku = |text| mate("gomoku", "()", text, 5);
    assert_eq!(gomoku("e8,f8,g8,h8 d8,a1,c3,o15 black")[0], Some(1));
    assert_eq!(gomoku("f8,g8,h8 a1,c3,o15 black"), [Some(2), Some(2)]);
    // White cannot hold an open four.
    let lost = gomoku("e8,f8,g8,h8 a1,c3,o15 white");
    assert!(lost.iter().all(|mate| *mate == Some(-1)), "{lost:?}");
    assert_eq!(mate("tictactoe", "()", "XX-/OO-/--- X", 3)[0], Some(1));
    assert_eq!(mate("tictactoe", "()", "X-X/---/X-O O", 3)[0], Some(-1));
}

#[test]
fn only_the_moves_that_are_asked_for_are_analysed() {
    for middle_game in MIDDLES {
        let position = middle(middle_game);
        // Without the best one.
        let all = analyse(middle_game.0, &position, &nodes(20_000), 4);
        let chosen: Vec<Move> = all.iter().skip(1).map(|info| info.best).collect();
        let mut engine = game(middle_game.0).engine();
        let mut told = Vec::new();
        let mut report = |infos: &[EngineInfo]| told.extend(infos.iter().map(|info| info.best));
        let found = engine.analyse_moves(&position, &nodes(20_000), &chosen, 2, &mut report);
        check(&position, &found, middle_game.0 != "go");
        assert!((1..=2).contains(&found.len()), "{middle_game:?}: {found:?}");
        let best = found.iter().map(|info| info.best);
        assert!(told.into_iter().chain(best).all(|mv| chosen.contains(&mv)), "{middle_game:?}");
        assert!(engine.analyse_moves(&position, &nodes(100), &[], 2, &mut |_| ()).is_empty());
    }
}

//! Watched searches of real games: what their traces must agree with.

use tianyuan::core::Random;
use tianyuan::games::{
    Algorithm, AlgorithmTrace, AnyPosition, OptionValue, Options, TraceRequest, registry,
};
use tianyuan::search::trace::{Bound, NodeEnd, NodeKind, Replay, SkipReason};
use tianyuan::search::{Limits, StopFlag};

fn start(game: &str, options: &[(&str, i64)]) -> AnyPosition {
    let mut chosen = Options::default();
    for &(id, number) in options {
        chosen.set(id, OptionValue::Number(number));
    }
    registry::find(game).unwrap().start(&chosen).unwrap()
}

/// A position after so many random moves; shorter if the game ends.
fn after_random_moves(start: &AnyPosition, plies: usize, seed: u64) -> AnyPosition {
    let mut random = Random::new(seed);
    let mut position = start.clone();
    for _ in 0..plies {
        let mut next = position.clone();
        next.play(*random.pick(&position.legal_moves()).unwrap()).unwrap();
        if next.outcome().is_some() {
            break;
        }
        position = next;
    }
    position
}

fn trace(game: &str, position: &AnyPosition, algorithm: Algorithm, depth: u32) -> AlgorithmTrace {
    let limits = Limits { depth: Some(depth), ..Limits::default() };
    let request = TraceRequest {
        limits,
        playouts: 60,
        generations: 2,
        ..TraceRequest::new(algorithm, StopFlag::new())
    };
    let mut engine = registry::find(game).unwrap().engine();
    assert!(engine.algorithms(position).contains(&algorithm), "{game} {algorithm:?}");
    engine.trace(position, &request).unwrap()
}

/// Checks that a trace is sound, that cuts have their bounds, and that every move can be played in
/// the position of its parent.
fn check(trace: &AlgorithmTrace, position: &AnyPosition) {
    let tree = &trace.tree;
    assert!(tree.is_sound() && !tree.is_cut_short);
    let mut replay = Replay::new(tree);
    replay.go_to(tree, tree.events.len());
    assert_eq!(replay.counts().cutoffs, tree.totals.cutoffs);
    assert_eq!(replay.counts().table_hits, tree.totals.table_hits);
    let mut known = vec![Some(position.clone())];
    for node in &tree.nodes[1..] {
        let parent = &tree.nodes[node.parent as usize];
        let above = known[node.parent as usize].clone();
        if node.kind == NodeKind::Skipped(SkipReason::Cutoff) {
            assert_eq!((parent.end, parent.bound()), (NodeEnd::Cutoff, Bound::Lower));
            assert!(parent.value >= parent.window.beta);
        }
        let next = match node.mv {
            None if node.kind == NodeKind::NullMove => None,
            None => above,
            Some(mv) => above.map(|mut at| {
                at.play(mv).unwrap();
                at
            }),
        };
        if let Some(at) = next.as_ref().filter(|_| !node.is_skipped()) {
            let is_over = at.outcome().is_some();
            assert!(is_over || node.side == at.side_to_move(), "{at:?}");
        }
        known.push(next);
    }
}

const DEPTH_FIRST: [Algorithm; 4] =
    [Algorithm::AlphaBeta, Algorithm::Ordering, Algorithm::Table, Algorithm::Deepening];

#[test]
fn alpha_beta_with_every_refinement_equals_minimax_on_random_positions_of_each_game() {
    let games = [
        ("tictactoe", start("tictactoe", &[]), 2, 6),
        ("tictactoe", start("tictactoe", &[("files", 4), ("ranks", 4)]), 4, 3),
        ("reversi", start("reversi", &[("size", 4)]), 4, 4),
        ("reversi", start("reversi", &[("size", 8)]), 20, 2),
        ("gomoku", start("gomoku", &[("size", 9)]), 6, 2),
        ("xiangqi", start("xiangqi", &[]), 8, 2),
    ];
    for (game, start, plies, depth) in games {
        for seed in 0..2 {
            let position = after_random_moves(&start, plies, seed);
            let plain = trace(game, &position, Algorithm::Minimax, depth);
            check(&plain, &position);
            assert_eq!(plain.tree.totals.nodes, plain.nodes);
            for algorithm in DEPTH_FIRST {
                let found = trace(game, &position, algorithm, depth);
                check(&found, &position);
                let text = format!("{game} {algorithm:?} {position:?}");
                assert_eq!(found.value, plain.value, "{text}");
                assert_eq!(found.tree.totals.nodes, found.nodes, "{text}");
                let repeats = algorithm == Algorithm::Deepening;
                assert!(repeats || found.nodes <= plain.nodes, "{text}");
            }
        }
    }
}

#[test]
fn the_full_search_of_every_game_is_watched_to_a_few_plies_and_counts_alike() {
    for game in ["tictactoe", "reversi", "gomoku", "xiangqi", "chess"] {
        let position = after_random_moves(&start(game, &[]), 4, 3);
        let found = trace(game, &position, Algorithm::Full, 3);
        check(&found, &position);
        assert_eq!(found.tree.totals.nodes, found.nodes, "{game}");
        assert!(position.check(found.pv[0]).is_ok());
    }
}

#[test]
fn playouts_of_every_game_sum_to_the_visits_of_the_root() {
    for (game, options) in [
        ("tictactoe", &[][..]),
        ("reversi", &[("size", 6)]),
        ("gomoku", &[("size", 9)]),
        ("go", &[("size", 5)]),
    ] {
        let position = after_random_moves(&start(game, options), 3, 5);
        for algorithm in [Algorithm::Uct, Algorithm::Rave] {
            let found = trace(game, &position, algorithm, 1);
            check(&found, &position);
            let mut replay = Replay::new(&found.tree);
            replay.go_to(&found.tree, usize::MAX);
            let root_moves = found.tree.nodes.iter().enumerate().skip(1);
            let root_moves = root_moves.filter(|(_, node)| node.parent == 0);
            let visits: u32 = root_moves.map(|(n, _)| replay.stats().visits[n]).sum();
            assert_eq!((visits, replay.stats().visits[0]), (60, 60), "{game}");
        }
    }
}

#[test]
fn an_evolution_shows_its_player_with_a_game_that_can_be_played() {
    for game in ["tictactoe", "reversi", "gomoku"] {
        let position = start(game, &[]);
        let found = trace(game, &position, Algorithm::Evolution, 1);
        assert_eq!(found.tree.generations.len(), 2, "{game}");
        let player = found.evolved.unwrap();
        assert_eq!(player.weights.len(), player.features.len());
        let mut at = position.clone();
        player.game.iter().for_each(|&mv| at.play(mv).unwrap());
        assert!(at.outcome().is_some() && found.pv[0] == player.game[0], "{game}");
    }
}

#[test]
fn nothing_is_traced_where_the_game_is_over() {
    let over = registry::find("tictactoe").unwrap();
    let over = over.position(&Options::default(), "XXX/OO-/--- O").unwrap();
    let mut engine = registry::find("tictactoe").unwrap().engine();
    for algorithm in engine.algorithms(&over) {
        let request = TraceRequest::new(algorithm, StopFlag::new());
        assert!(engine.trace(&over, &request).is_none(), "{algorithm:?}");
    }
    let chess = start("chess", &[]);
    assert!(engine.algorithms(&chess).is_empty());
}

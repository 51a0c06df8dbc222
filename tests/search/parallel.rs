//! Searches of several threads, and searches that remember earlier ones.

use std::time::Duration;

use tianyuan::games::{AnyPosition, Engine, Game, Options, Strength, registry};
use tianyuan::search::Limits;

use crate::engines::{ask, ask_until_stopped, request};
use crate::timing::within;

/// The games that several threads search together, at the start.
fn starts() -> impl Iterator<Item = (&'static dyn Game, AnyPosition)> {
    ["chess", "xiangqi"].into_iter().map(|id| {
        let game = registry::find(id).unwrap();
        (game, game.start(&Options::default()).unwrap())
    })
}

fn with_threads(game: &dyn Game, threads: usize) -> Box<dyn Engine> {
    let mut engine = game.engine();
    engine.set_threads(threads);
    engine
}

#[test]
fn several_threads_find_a_legal_move_count_all_nodes_and_stop_at_once() {
    for (game, start) in starts() {
        let mut engine = with_threads(game, 4);
        let late = within(Duration::from_millis(60), || {
            let delay = Duration::from_millis(150);
            let (info, late) = ask_until_stopped(&mut *engine, &start, Strength::Full, delay);
            assert!(start.legal_moves().contains(&info.best), "{}", game.id());
            assert!(info.depth >= 3 && info.nodes > 1000, "{}", game.id());
            late
        });
        assert_eq!(late, Ok(()), "{}", game.id());
    }
}

#[test]
fn a_search_that_counts_nodes_has_one_thread_and_is_reproducible() {
    let limits = Limits { nodes: Some(20_000), ..Limits::default() };
    for (game, start) in starts() {
        let answer = |threads| {
            let info =
                ask(&mut *with_threads(game, threads), &start, &request(Strength::Full, limits));
            (info.best, info.nodes, info.depth)
        };
        assert_eq!(answer(4), answer(1), "{}", game.id());
    }
}

#[test]
fn a_kept_table_is_used_by_the_next_search_and_no_other_is() {
    for (game, start) in starts() {
        // Where the first window is narrow, a kept table saves little of a shallow search.
        let depth = if game.id() == "chess" { 10 } else { 7 };
        let limits = Limits { depth: Some(depth), ..Limits::default() };
        let mut nodes = [false, true].map(|keeps| {
            let mut engine = game.engine();
            if keeps {
                engine.keep_table();
            }
            [(); 2].map(|()| ask(&mut *engine, &start, &request(Strength::Full, limits)).nodes)
        });
        let [forgetful, keeping] = &mut nodes;
        assert_eq!(forgetful[0], forgetful[1], "{}", game.id());
        assert_eq!(keeping[0], forgetful[0], "{}", game.id());
        assert!(keeping[1] < keeping[0] / 2, "{} {keeping:?}", game.id());
    }
}

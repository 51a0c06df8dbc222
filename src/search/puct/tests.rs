//! The search on a game of matches.

use super::*;
use crate::core::Random;
use crate::search::StopFlag;

/// Take one to three matches; whoever takes the last one wins. The evaluation knows nothing, and
/// the policy prefers to take few.
struct Matches;

impl PuctGame for Matches {
    type Position = (u32, Side);
    type Move = u32;

    fn side_to_move(&self, position: &(u32, Side)) -> Side {
        position.1
    }

    fn play(&mut self, position: &mut (u32, Side), take: u32) {
        *position = (position.0 - take, position.1.other());
    }

    fn evaluate(&mut self, position: &(u32, Side), moves: &mut Vec<(u32, f32)>) -> Evaluation {
        moves.clear();
        moves
            .extend((1..=position.0.min(3)).map(|take| (take, [0.6, 0.3, 0.1][take as usize - 1])));
        let win = if position.0 == 0 { 0.0 } else { 0.5 };
        Evaluation { win, lead: 0.0, deviation: 0.0 }
    }
}

fn search(
    left: u32,
    tree: &mut PuctTree<u32>,
    params: &PuctParams<u32>,
    stop: &StopFlag,
) -> Vec<PuctResult<u32>> {
    puct_search(&mut [Matches], &(left, Side::Second), tree, params, (3, stop), &mut |_| ())
}

fn visits(visits: u32) -> PuctParams<u32> {
    PuctParams { visits, ..PuctParams::default() }
}

#[test]
fn the_winning_move_is_found_with_a_high_win_rate() {
    for left in [5, 6, 7, 9, 10, 11] {
        let found = search(left, &mut PuctTree::default(), &visits(30_000), &StopFlag::new());
        assert_eq!(found[0].best, left % 4, "{left} matches: {found:?}");
        assert!(found[0].value.win_rate > 0.65, "{found:?}");
        // All visits but the first, which is that of the root itself.
        let sum: u32 = found.iter().map(|line| line.value.visits).sum();
        assert_eq!((found[0].pv[0], sum), (left % 4, 29_999));
    }
}

#[test]
fn results_are_deterministic_and_a_stopped_search_has_moves() {
    let nodes = Limits { nodes: Some(500), ..Limits::default() };
    let params = PuctParams { limits: nodes, ..PuctParams::default() };
    let run = || {
        let found = search(10, &mut PuctTree::default(), &params, &StopFlag::new());
        found.into_iter().map(|line| (line.best, line.value, line.pv)).collect::<Vec<_>>()
    };
    assert_eq!(run(), run());
    let stop = StopFlag::new();
    stop.raise();
    let found = search(10, &mut PuctTree::default(), &visits(0), &stop);
    assert_eq!((found.len(), found[0].best, found[0].value.visits), (3, 1, 0));
    assert!(search(0, &mut PuctTree::default(), &visits(10), &StopFlag::new()).is_empty());
}

#[test]
fn threads_share_a_tree_and_lose_no_visit() {
    for threads in [2, 3, 8] {
        let mut tree = PuctTree::default();
        let mut games: Vec<Matches> = (0..threads).map(|_| Matches).collect();
        let (stop, params) = (StopFlag::new(), visits(30_000));
        let mut reported = Vec::new();
        let count = |found: &[PuctResult<u32>]| found.iter().map(|it| it.value.visits).sum::<u32>();
        let mut report = |found: &[PuctResult<u32>]| reported.push(count(found));
        let position = (6, Side::Second);
        let found = puct_search(&mut games, &position, &mut tree, &params, (3, &stop), &mut report);
        assert_eq!((found[0].best, tree.visits()), (2, 30_000), "{threads}");
        assert!(reported.is_sorted_by(|a, b| a < b), "{reported:?}");
        for (n, node) in tree.nodes.iter().enumerate() {
            let visited = &tree.edges[tree.edge_range(n)][..usize::from(node.visited_edges)];
            let below: u32 = visited.iter().map(|it| tree.nodes[it.child as usize].visits).sum();
            // Nothing is below the end of a game, however often it was visited.
            let is_end = node.edges == 0;
            assert!(is_end || node.visits == below + 1, "{threads}: {node:?} {below}");
            assert_eq!(node.pending, 0);
        }
    }
    // Who is stopped, by the time too, ends.
    let limits = Limits { time: Some(std::time::Duration::from_millis(20)), ..Limits::default() };
    let params = PuctParams { limits, ..PuctParams::default() };
    let mut games = [Matches, Matches, Matches];
    let stop = StopFlag::new();
    let found = puct_search(
        &mut games,
        &(10, Side::Second),
        &mut PuctTree::default(),
        &params,
        (3, &stop),
        &mut |_| (),
    );
    assert_eq!(found[0].best, 2);
}

#[test]
fn a_tree_is_kept_below_the_moves_that_were_played() {
    let mut tree = PuctTree::default();
    let found = search(10, &mut tree, &visits(2000), &StopFlag::new());
    let (best, answer) = (found[0].pv[0], found[0].pv[1]);
    tree.advance([best, answer]);
    let kept = tree.visits();
    assert!(kept > 100, "{kept}");
    let found = search(10 - best - answer, &mut tree, &visits(kept + 500), &StopFlag::new());
    assert_eq!((found[0].best, tree.visits()), ((10 - best - answer) % 4, kept + 500));
    tree.advance([9]);
    assert_eq!(tree.visits(), 0);
}

#[test]
fn only_the_moves_that_are_asked_for_are_searched_and_depth_0_has_priors_alone() {
    let only = PuctParams { root_moves: Some(vec![3, 2]), ..visits(100) };
    let found = search(10, &mut PuctTree::default(), &only, &StopFlag::new());
    let moves: Vec<u32> = found.iter().map(|line| line.best).collect();
    assert_eq!(moves, [2, 3]);
    let limits = Limits { depth: Some(0), ..Limits::default() };
    let params = PuctParams { limits, ..PuctParams::default() };
    let found = search(10, &mut PuctTree::default(), &params, &StopFlag::new());
    assert_eq!((found[0].best, found[0].value.visits, found[0].value.prior), (1, 0, 0.6));
}

#[test]
fn noise_changes_the_priors_of_the_root_but_not_their_sum() {
    let noise = RootNoise { concentration: 10.0, weight: 0.25 };
    let mut random = Random::new(1);
    let mut total = [0.0; 3];
    for _ in 0..1000 {
        let mut priors = [0.6, 0.3, 0.1];
        noise.apply(&mut priors, &mut random);
        assert!((priors.iter().sum::<f32>() - 1.0).abs() < 1e-5 && priors[0] != 0.6);
        total.iter_mut().zip(priors).for_each(|(total, prior)| *total += prior / 1000.0);
    }
    // The mean of the noise is the same for all.
    for (mean, prior) in total.into_iter().zip([0.6, 0.3, 0.1]) {
        assert!((mean - (0.75 * prior + 0.25 / 3.0)).abs() < 0.01, "{total:?}");
    }
}

#[test]
fn a_temperature_chooses_other_moves_than_the_best_in_proportion() {
    let found = search(10, &mut PuctTree::default(), &visits(1000), &StopFlag::new());
    let mut random = Random::new(2);
    let share = |temperature: f64, random: &mut Random| {
        let chosen = (0..2000).filter_map(|_| choose_by_visits(&found, temperature, random));
        chosen.filter(|line| line.best == found[0].best).count() as f64 / 2000.0
    };
    let expected = f64::from(found[0].value.visits) / 999.0;
    assert!((share(1.0, &mut random) - expected).abs() < 0.04);
    assert_eq!(share(0.0, &mut random), 1.0);
}

//! Go as the search guided by the network sees it, and the tree that is kept from move to move.

use super::network::Evaluator;
use super::playout::is_playable;
use super::position::{EndReason, Go, GoMove, Phase, Setup};
use super::rules::Rules;
use super::score::score_board;
use crate::core::{Position, Side};
use crate::search::puct::{Evaluation, PuctGame, PuctParams, PuctResult, PuctTree, puct_search};
use crate::search::{StopFlag, thread_count};

/// Go with the evaluation of a network.
pub struct NetworkGo<const C: usize> {
    evaluator: Evaluator,
    legal: Vec<GoMove>,
}

impl<const C: usize> NetworkGo<C> {
    /// The game with this evaluation.
    pub fn new(evaluator: Evaluator) -> Self {
        NetworkGo { evaluator, legal: Vec::new() }
    }

    /// The result where play is over; `None` during play. Where the sides would agree on dead
    /// stones, they are those that the network gives to the other side.
    fn result(&mut self, go: &Go<C>) -> Option<Evaluation> {
        let dead = match go.phase() {
            Phase::Play => return None,
            Phase::Finished(EndReason::Repetition) => {
                return Some(Evaluation { win: 0.5, lead: 0.0, deviation: 0.0 });
            }
            Phase::Finished(EndReason::TwoPasses) => Default::default(),
            Phase::Finished(EndReason::DeadStonesAgreed) => go.dead(),
            Phase::Finished(EndReason::MoveLimit) if !go.rules().stone_removal => {
                Default::default()
            }
            Phase::Finished(EndReason::MoveLimit) | Phase::StoneRemoval { .. } => {
                self.evaluator.dead_stones(go)
            }
        };
        let totals = score_board(go.go_board(), go.rules(), &dead, go.captured()).totals;
        let [own, other] = [go.side_to_move(), go.side_to_move().other()]
            .map(|side| totals[side.index()].as_halves());
        let win = 0.5 + 0.5 * (own - other).signum() as f32;
        Some(Evaluation { win, lead: (own - other) as f32 / 2.0, deviation: 0.0 })
    }
}

impl<const C: usize> PuctGame for NetworkGo<C> {
    type Position = Go<C>;
    type Move = GoMove;

    fn side_to_move(&self, go: &Go<C>) -> Side {
        go.side_to_move()
    }

    fn play(&mut self, go: &mut Go<C>, mv: GoMove) {
        go.play(mv);
    }

    fn evaluate(&mut self, go: &Go<C>, moves: &mut Vec<(GoMove, f32)>) -> Evaluation {
        moves.clear();
        if let Some(result) = self.result(go) {
            return result;
        }
        go.legal_moves(&mut self.legal);
        let board = go.go_board();
        let files = usize::from(board.files());
        self.evaluator.evaluate(go);
        let (inputs, output) = self.evaluator.last();
        // Where dead stones are removed there is nothing to do in settled areas.
        let removes_stones = go.rules().stone_removal;
        moves.extend(self.legal.iter().filter_map(|&mv| match mv {
            GoMove::Place(cell) => {
                let at = board.point(cell);
                let point = usize::from(at.rank) * files + usize::from(at.file);
                let is_idle = removes_stones && inputs.is_settled(point);
                (!is_idle).then(|| (mv, output.policy[point]))
            }
            _ => Some((mv, output.pass)),
        }));
        softmax(moves);
        Evaluation {
            win: output.win,
            lead: output.lead_in_points(),
            deviation: output.deviation_in_points(),
        }
    }
}

/// True if the other side has passed on its last two turns.
pub fn other_has_stopped<const C: usize>(go: &Go<C>) -> bool {
    let turns = go.move_history().iter().rev().step_by(2);
    turns.take(2).filter(|mv| **mv == GoMove::Pass).count() == 2
}

/// Turns logits into probabilities.
fn softmax(moves: &mut [(GoMove, f32)]) {
    let largest = moves.iter().fold(f32::NEG_INFINITY, |max, (_, logit)| max.max(*logit));
    moves.iter_mut().for_each(|(_, logit)| *logit = (*logit - largest).exp());
    let sum: f32 = moves.iter().map(|(_, weight)| weight).sum();
    moves.iter_mut().for_each(|(_, weight)| *weight /= sum);
}

/// The tree of the last search, and the game to whose position it belongs.
#[derive(Default)]
pub struct KeptTree {
    tree: PuctTree<GoMove>,
    game: Option<GameSoFar>,
}

/// Game up to a position, to tell whether another position comes later in the same game.
#[derive(PartialEq)]
struct GameSoFar {
    size: [u8; 2],
    rules: Rules,
    setup: Setup,
    moves: Vec<GoMove>,
}

impl GameSoFar {
    fn of<const C: usize>(go: &Go<C>) -> GameSoFar {
        let board = go.go_board();
        GameSoFar {
            size: [board.files(), board.ranks()],
            rules: *go.rules(),
            setup: go.setup().clone(),
            moves: go.move_history().to_vec(),
        }
    }
}

impl KeptTree {
    /// Makes it the tree of this position: what was searched of it earlier in the same game if
    /// that may be used, or an empty one.
    fn advance_to<const C: usize>(&mut self, go: &Go<C>, may_use: bool) {
        let now = GameSoFar::of(go);
        let before = self.game.take().filter(|before| {
            may_use
                && (before.size, before.rules) == (now.size, now.rules)
                && before.setup == now.setup
                && now.moves.starts_with(&before.moves)
        });
        match before {
            Some(before) => self.tree.advance(now.moves[before.moves.len()..].iter().copied()),
            None => self.tree = PuctTree::default(),
        }
        self.game = Some(now);
    }

    /// Searches a position in play. `keeps` says whether earlier searches of the same game may be
    /// used.
    pub fn search<const C: usize>(
        &mut self,
        go: &Go<C>,
        evaluator: Evaluator,
        params: &PuctParams<GoMove>,
        keeps: bool,
        (seed, stop): (u64, &StopFlag),
        report: &mut dyn FnMut(&[PuctResult<GoMove>]),
    ) -> Vec<PuctResult<GoMove>> {
        self.advance_to(go, keeps);
        if params.root_moves.is_some() || params.noise.is_some() {
            self.game = None;
        }
        // What is counted is the same again on every machine.
        let is_counted = params.limits.is_counted() || params.visits > 0;
        let threads = if is_counted { 1 } else { thread_count() };
        let evaluators = (1..threads).map(|_| evaluator.another()).collect::<Vec<_>>();
        let evaluators = std::iter::once(evaluator).chain(evaluators);
        let mut games: Vec<NetworkGo<C>> = evaluators.map(NetworkGo::new).collect();
        puct_search(&mut games, go, &mut self.tree, params, (seed, stop), report)
    }
}

/// True if a move may be chosen at random: a stone that fills no own eye.
pub fn is_sensible<const C: usize>(go: &Go<C>, mv: GoMove) -> bool {
    match mv {
        GoMove::Place(cell) => is_playable(go.go_board(), cell, go.side_to_move()),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::core::Point;
    use crate::games::go::network::random_evaluator;
    use crate::games::go::{RULESETS, SmallGo};
    use crate::search::Limits;

    fn params(nodes: u64) -> PuctParams<GoMove> {
        let limits = Limits { nodes: Some(nodes), ..Limits::default() };
        PuctParams { limits, score_scale: 5.0, ..PuctParams::default() }
    }

    fn search(tree: &mut KeptTree, go: &SmallGo, nodes: u64) -> Vec<PuctResult<GoMove>> {
        let (evaluator, stop) = (random_evaluator(3), StopFlag::new());
        tree.search(go, evaluator, &params(nodes), true, (1, &stop), &mut |_| ())
    }

    #[test]
    fn games_of_a_search_end_under_every_rule_set() {
        for name in RULESETS {
            let mut go = SmallGo::new(5, 4, Rules::from_name(name, 7, 0));
            let mut tree = KeptTree::default();
            let mut plies = 0;
            while go.phase() == Phase::Play {
                let found = search(&mut tree, &go, 12);
                let mut at = go.clone();
                for &mv in &found[0].pv {
                    assert!(at.is_legal(mv), "{name}: {mv:?}");
                    at.play(mv);
                }
                go.play(found[0].best);
                plies += 1;
            }
            assert!(plies > 10, "{name}: {plies}");
        }
    }

    #[test]
    fn a_pass_that_ends_a_won_game_is_found() {
        // Black owns the board but for a dead stone, and White has passed.
        let rules = Rules::from_name("tromp-taylor", 15, 0);
        let mut go = SmallGo::new(5, 5, rules);
        let at = |file, rank| GoMove::Place(go.go_board().cell(Point::new(file, rank)).unwrap());
        let mut moves = Vec::new();
        for rank in 0..5 {
            moves.extend([at(2, rank), GoMove::Pass]);
        }
        moves.iter().for_each(|&mv| _ = go.play(mv));
        let found = search(&mut KeptTree::default(), &go, 300);
        assert_eq!(found[0].best, GoMove::Pass, "{found:?}");
        assert_eq!((found[0].value.win_rate, found[0].value.lead), (1.0, 17.5));
    }

    #[test]
    fn a_result_counts_dead_stones_only_where_the_sides_agree_on_them() {
        for (name, is_exact) in [("chinese", false), ("new-zealand", true)] {
            let mut go = SmallGo::new(5, 5, Rules::from_name(name, 15, 0));
            let middle = go.go_board().cell(Point::new(2, 2)).unwrap();
            for mv in [GoMove::Place(middle), GoMove::Pass, GoMove::Pass] {
                go.play(mv);
            }
            let mut game = NetworkGo::new(random_evaluator(1));
            let mut moves = vec![(GoMove::Pass, 1.0)];
            let result = game.evaluate(&go, &mut moves);
            assert!(moves.is_empty());
            // The whole board is Black's, unless the only stone is taken for dead. White is to move.
            let (all, none) = ((0.0, -17.5), (1.0, 7.5));
            let found = (result.win, result.lead);
            assert!(found == all || !is_exact && found == none, "{name}: {result:?}");
        }
    }

    #[test]
    fn nothing_is_played_in_settled_areas_where_dead_stones_are_removed() {
        for (name, wanted) in [("chinese", 18), ("new-zealand", 20)] {
            let mut go = SmallGo::new(5, 5, Rules::from_name(name, 15, 0));
            // Black's five stones enclose two points in the corner, an eye each.
            for (file, rank) in [(0, 1), (1, 1), (1, 0), (2, 1), (3, 1), (3, 0)] {
                let cell = go.go_board().cell(Point::new(file, rank)).unwrap();
                go.play(GoMove::Place(cell));
                go.play(GoMove::Pass);
            }
            let mut moves = Vec::new();
            NetworkGo::new(random_evaluator(1)).evaluate(&go, &mut moves);
            assert_eq!(moves.len(), wanted, "{name}");
            assert!(other_has_stopped(&go));
        }
    }

    #[test]
    fn the_tree_is_kept_in_a_game_and_dropped_in_another() {
        let mut go = SmallGo::new(7, 7, Rules::from_name("japanese", 13, 0));
        let mut tree = KeptTree::default();
        let found = search(&mut tree, &go, 200);
        let line = found[0].pv.clone();
        assert_eq!(tree.tree.visits(), 200);
        line.iter().take(2).for_each(|&mv| _ = go.play(mv));
        search(&mut tree, &go, 1);
        let kept = tree.tree.visits();
        assert!(kept > 1, "{kept}");
        let other = SmallGo::new(7, 7, Rules::from_name("japanese", 11, 0));
        search(&mut tree, &other, 20);
        assert_eq!(tree.tree.visits(), 20);
    }

    #[test]
    fn the_same_limits_give_the_same_result() {
        let go = SmallGo::new(9, 9, Rules::from_name("aga", 15, 0));
        let run = || {
            let found = search(&mut KeptTree::default(), &go, 150);
            found.into_iter().map(|line| (line.best, line.value, line.pv)).collect::<Vec<_>>()
        };
        let found = run();
        assert_eq!(found, run());
        let visits: u32 = found.iter().map(|(_, value, _)| value.visits).sum();
        assert_eq!((found.len(), visits), (82, 149));
    }
}

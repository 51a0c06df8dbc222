//! Plain minimax without pruning or a transposition table: the baseline for
//! other searches, and the first one that is taught.

use super::alpha_beta::Node;
use super::trace::{NodeEnd, SearchObserver};
use super::{
    Certainty, INFINITE, Limits, MoveOf, SearchBudget, SearchGame, SearchResult, StopFlag, Window,
};
use crate::core::Position;

/// Every legal move with its value, best first, at `limits.depth` plies, or at
/// the end of the game without such a limit. Empty if the game is over.
///
/// A search that is cut short falls back to values at one ply; its nodes
/// include those of the search that was given up.
///
/// `observer` is told of every node. Nodes are all positions of the tree, its root included: 549,946 on the
/// empty board of tic-tac-toe.
///
/// ```
/// use tianyuan::games::tictactoe::{Evaluator, MoveFilter, Rules, SearchBoard, TicTacToe};
/// use tianyuan::search::{Limits, StopFlag, minimax};
///
/// let every_square = MoveFilter { width: None, forced: false };
/// let board = SearchBoard::new(&TicTacToe::new(Rules::default()), every_square);
/// let ranked = minimax(&mut Evaluator, &board, Limits::default(), &StopFlag::new(), ());
/// // With best play every first move draws.
/// assert!(ranked.iter().all(|line| line.is_exact() && line.value == 0));
/// assert_eq!((ranked.len(), ranked[0].nodes), (9, 549_946));
/// ```
pub fn minimax<G: SearchGame>(
    game: &mut G,
    position: &G::Position,
    limits: Limits,
    stop: &StopFlag,
    mut observer: impl SearchObserver<MoveOf<G>>,
) -> Vec<SearchResult<MoveOf<G>>> {
    let mut position = position.clone();
    let mut moves = Vec::new();
    position.legal_moves(&mut moves);
    if moves.is_empty() {
        return Vec::new();
    }
    let remaining = game.max_plies_left(&position).max(1);
    let depth = limits.depth.unwrap_or(remaining).clamp(1, remaining);
    let mut search = MinimaxSearch {
        game,
        observer: &mut observer,
        budget: SearchBudget::new(limits, stop.clone()),
        move_lists: Vec::new(),
    };
    search.budget.spend(1);
    search.observer.enter(depth as i32, Window::FULL, position.side_to_move());
    let mut value_all = |search: &mut MinimaxSearch<'_, G, _>, depth| -> Vec<(i32, MoveOf<G>)> {
        let value = |&mv| (search.search_move(&mut position, mv, Node { depth, ply: 0 }), mv);
        moves.iter().map(value).collect()
    };
    let mut ranked = value_all(&mut search, depth);
    let complete = !search.budget.is_spent();
    if !complete {
        ranked = value_all(&mut search, 1);
    }
    ranked.sort_by_key(|&(value, _)| std::cmp::Reverse(value));
    search.observer.leave(ranked[0].0);
    let depth = if complete { depth } else { 1 };
    let result = |(value, best)| SearchResult {
        depth,
        certainty: Certainty::exact_if(depth >= remaining),
        nodes: search.budget.nodes(),
        elapsed: search.budget.elapsed(),
        ..SearchResult::unsearched(best, value)
    };
    ranked.into_iter().map(result).collect()
}

/// A running minimax search.
struct MinimaxSearch<'a, G: SearchGame, O> {
    game: &'a mut G,
    observer: &'a mut O,
    budget: SearchBudget,
    /// Move lists by ply, reused to avoid allocation.
    move_lists: Vec<Vec<MoveOf<G>>>,
}

impl<G: SearchGame, O: SearchObserver<MoveOf<G>>> MinimaxSearch<'_, G, O> {
    /// The value of a move for the side that plays it, at `depth` plies, this
    /// one included.
    fn search_move(
        &mut self,
        position: &mut G::Position,
        mv: MoveOf<G>,
        Node { depth, ply }: Node,
    ) -> i32 {
        let side = position.side_to_move();
        let cost = u32::from(!self.game.costs_no_depth(mv));
        self.observer.play(Some(mv));
        let undo = position.play(mv);
        let depth = depth.saturating_sub(cost);
        self.observer.enter(depth as i32, Window::FULL, position.side_to_move());
        let value = self.value(position, Node { depth, ply });
        self.observer.leave(value);
        let same_side = position.side_to_move() == side;
        position.undo(mv, undo);
        if same_side { value } else { -value }
    }

    fn value(&mut self, position: &mut G::Position, Node { depth, ply }: Node) -> i32 {
        let within_budget = self.budget.spend(1);
        if depth == 0 || !within_budget {
            let end = if within_budget { NodeEnd::Evaluated } else { NodeEnd::Stopped };
            self.observer.end(end);
            return self.game.evaluate(position);
        }
        if self.move_lists.len() <= ply {
            self.move_lists.resize_with(ply + 1, Vec::new);
        }
        // Taken out, so that deeper plies can borrow `self`.
        let mut moves = std::mem::take(&mut self.move_lists[ply]);
        position.legal_moves(&mut moves);
        let mut best = -INFINITE;
        for &mv in &moves {
            best = best.max(self.search_move(position, mv, Node { depth, ply: ply + 1 }));
            if self.budget.is_spent() {
                break;
            }
        }
        if moves.is_empty() {
            self.observer.end(NodeEnd::GameOver);
            best = self.game.terminal_value(position);
        }
        self.move_lists[ply] = moves;
        best
    }
}

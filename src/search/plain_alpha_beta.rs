//! Alpha-beta as it is taught: plain, and refined step by step by move ordering, a
//! transposition table and iterative deepening. It finds the value of [`minimax`] at the same
//! depth, with fewer nodes.
//!
//! [`minimax`]: super::minimax

use super::alpha_beta::Node;
use super::table::{TranspositionTable, TtEntry};
use super::trace::{NodeEnd, SearchObserver, SkipReason};
use super::{
    Certainty, INFINITE, Limits, MoveOf, SearchBudget, SearchGame, SearchResult, StopFlag, Window,
};
use crate::core::Position;

/// Size of the transposition table, in mebibytes.
const TABLE_SIZE: usize = 4;

/// Refinements of plain alpha-beta.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Refinements {
    /// Searches moves in the order of [`SearchGame::move_order_score`], and not of the rules.
    pub ordering: bool,
    /// Uses a transposition table, for values and for the move that is searched first.
    pub table: bool,
    /// Searches to one ply, then to two and so on; the best move of a depth is searched first
    /// in the next.
    pub deepening: bool,
}

/// The best move by fail-soft alpha-beta, at `limits.depth` plies, or at the end of the game
/// without such a limit. `None` if the game is over.
///
/// A search that is cut short returns the best move among those that it finished, with
/// iterative deepening at least that of the last complete depth, or the first legal move.
/// `observer` is told of every node. The root counts as one, but not in iterative deepening.
///
/// ```
/// use tianyuan::games::tictactoe::{Evaluator, MoveFilter, Rules, SearchBoard, TicTacToe};
/// use tianyuan::search::{Limits, Refinements, StopFlag, plain_alpha_beta};
///
/// let every_square = MoveFilter { width: None, forced: false };
/// let board = SearchBoard::new(&TicTacToe::new(Rules::default()), every_square);
/// let search = |refinements| {
///     let (limits, stop) = (Limits::default(), StopFlag::new());
///     plain_alpha_beta(&mut Evaluator, &board, refinements, limits, &stop, ()).unwrap()
/// };
/// let plain = search(Refinements::default());
/// let ordered = search(Refinements { ordering: true, ..Refinements::default() });
/// assert_eq!((plain.value, ordered.value), (0, 0));
/// // Minimax needs 549,946 nodes.
/// assert!(ordered.nodes < plain.nodes && plain.nodes < 60_000);
/// ```
pub fn plain_alpha_beta<G: SearchGame>(
    game: &mut G,
    position: &G::Position,
    refinements: Refinements,
    limits: Limits,
    stop: &StopFlag,
    mut observer: impl SearchObserver<MoveOf<G>>,
) -> Option<SearchResult<MoveOf<G>>> {
    let mut position = position.clone();
    let mut root = Vec::new();
    position.legal_moves(&mut root);
    let first = *root.first()?;
    let remaining = game.max_plies_left(&position).max(1);
    let deepest = limits.depth.unwrap_or(remaining).clamp(1, remaining);
    let mut search = PlainSearch {
        table: refinements.table.then(|| TranspositionTable::new(TABLE_SIZE)),
        refinements,
        budget: SearchBudget::new(limits, stop.clone()),
        move_lists: Vec::new(),
        pv: Vec::new(),
        game,
        observer: &mut observer,
    };
    let mut found = SearchResult::unsearched(first, 0);
    if !refinements.deepening {
        search.budget.spend(1);
        search.observer.enter(deepest as i32, Window::FULL, position.side_to_move());
        search.order(&mut position, &mut root, deepest, 0);
        search.search_root(&mut position, &root, deepest, &mut found);
        search.observer.leave(found.value);
    } else {
        search.order(&mut position, &mut root, deepest, 0);
        for depth in 1..=deepest {
            search.observer.begin_iteration(depth, Window::FULL);
            search.search_root(&mut position, &root, depth, &mut found);
            search.observer.end_iteration(found.value);
            if search.budget.is_spent() || search.game.is_mate_within(found.value, depth) {
                break;
            }
            // The best move comes first in the next depth.
            if let Some(at) = root.iter().position(|&mv| mv == found.best) {
                root[..=at].rotate_right(1);
            }
        }
    }
    Some(SearchResult {
        certainty: Certainty::exact_if(found.depth >= remaining),
        nodes: search.budget.nodes(),
        elapsed: search.budget.elapsed(),
        ..found
    })
}

/// A running plain search.
struct PlainSearch<'a, G: SearchGame, O> {
    game: &'a mut G,
    observer: &'a mut O,
    refinements: Refinements,
    table: Option<TranspositionTable>,
    budget: SearchBudget,
    /// Move lists by ply, reused to avoid allocation.
    move_lists: Vec<Vec<MoveOf<G>>>,
    /// The principal variation from each ply on.
    pv: Vec<Vec<MoveOf<G>>>,
}

impl<G: SearchGame, O: SearchObserver<MoveOf<G>>> PlainSearch<'_, G, O> {
    /// Searches the root's moves; `found` becomes the best, unless the search is cut short
    /// before the first is done.
    fn search_root(
        &mut self,
        position: &mut G::Position,
        root: &[MoveOf<G>],
        depth: u32,
        found: &mut SearchResult<MoveOf<G>>,
    ) {
        let mut best = -INFINITE;
        for &mv in root {
            let window = Window { alpha: best, beta: INFINITE };
            let value = self.search_move(position, mv, Node { depth, ply: 0 }, window);
            if self.budget.is_spent() {
                return;
            }
            if value > best {
                best = value;
                let pv = std::iter::once(mv).chain(self.line(1).iter().copied()).collect();
                *found = SearchResult { pv, depth, ..SearchResult::unsearched(mv, value) };
            }
        }
    }

    /// The principal variation from a ply on.
    fn line(&self, ply: usize) -> &[MoveOf<G>] {
        self.pv.get(ply).map_or(&[], Vec::as_slice)
    }

    /// Puts moves in the order of the search.
    fn order(
        &mut self,
        position: &mut G::Position,
        moves: &mut [MoveOf<G>],
        depth: u32,
        table_move: u16,
    ) {
        if self.refinements.ordering {
            let score = |&mv: &MoveOf<G>| {
                std::cmp::Reverse(self.game.move_order_score(position, mv, depth))
            };
            moves.sort_by_cached_key(score);
        }
        if let Some(at) = moves.iter().position(|&mv| self.game.move_id(mv) == table_move) {
            moves[..=at].rotate_right(1);
        }
    }

    /// The value of a move at a node, for the side that plays it.
    fn search_move(
        &mut self,
        position: &mut G::Position,
        mv: MoveOf<G>,
        Node { depth, ply }: Node,
        window: Window,
    ) -> i32 {
        let side = position.side_to_move();
        let depth = depth.saturating_sub(u32::from(!self.game.costs_no_depth(mv)));
        self.observer.play(Some(mv));
        let undo = position.play(mv);
        let same_side = position.side_to_move() == side;
        let window = if same_side { window } else { -window };
        self.observer.enter(depth as i32, window, position.side_to_move());
        let value = self.value(position, Node { depth, ply: ply + 1 }, window);
        self.observer.leave(value);
        position.undo(mv, undo);
        if same_side { value } else { -value }
    }

    /// The value of a node for its side to move, a bound at or outside the window.
    fn value(&mut self, position: &mut G::Position, node: Node, window: Window) -> i32 {
        let Node { depth, ply } = node;
        if self.pv.len() <= ply {
            self.pv.resize_with(ply + 1, Vec::new);
            self.move_lists.resize_with(ply + 1, Vec::new);
        }
        self.pv[ply].clear();
        if !self.budget.spend(1) {
            self.observer.end(NodeEnd::Stopped);
            return 0;
        }
        if depth == 0 {
            self.observer.end(NodeEnd::Evaluated);
            return self.game.evaluate(position);
        }
        let key = position.key();
        let entry = self.probe(key, ply);
        if let Some(entry) = entry {
            self.observer.table_hit();
            if u32::from(entry.depth) >= depth {
                self.observer.end(NodeEnd::Table);
                if entry.lower >= window.beta || entry.lower == entry.upper {
                    return entry.lower;
                }
                if entry.upper <= window.alpha {
                    return entry.upper;
                }
                self.observer.end(NodeEnd::Searched);
            }
        }
        // Taken out, so that deeper plies can borrow `self`.
        let mut moves = std::mem::take(&mut self.move_lists[ply]);
        position.legal_moves(&mut moves);
        let value = if moves.is_empty() {
            self.observer.end(NodeEnd::GameOver);
            self.game.terminal_value(position)
        } else {
            self.order(position, &mut moves, depth, entry.map_or(0, |entry| entry.best));
            let (value, best) = self.search_moves(position, &moves, node, window);
            self.store(key, node, window, value, best);
            value
        };
        self.move_lists[ply] = moves;
        value
    }

    /// The best value and move of a node.
    fn search_moves(
        &mut self,
        position: &mut G::Position,
        moves: &[MoveOf<G>],
        node: Node,
        Window { alpha, beta }: Window,
    ) -> (i32, MoveOf<G>) {
        let (mut best, mut best_move) = (-INFINITE, moves[0]);
        for (n, &mv) in moves.iter().enumerate() {
            let value =
                self.search_move(position, mv, node, Window { alpha: alpha.max(best), beta });
            if self.budget.is_spent() {
                break;
            }
            if value > best {
                (best, best_move) = (value, mv);
                if value > alpha {
                    let mut line = std::mem::take(&mut self.pv[node.ply]);
                    line.clear();
                    line.push(mv);
                    line.extend(self.line(node.ply + 1));
                    self.pv[node.ply] = line;
                }
                if best >= beta {
                    self.observer.end(NodeEnd::Cutoff);
                    moves[n + 1..]
                        .iter()
                        .for_each(|&mv| self.observer.skip(mv, SkipReason::Cutoff));
                    break;
                }
            }
        }
        (best, best_move)
    }

    /// The table's entry of a position, with mate distances counted from the root.
    fn probe(&self, key: u64, ply: usize) -> Option<TtEntry> {
        let mut entry = self.table.as_ref()?.probe(key)?;
        for bound in [&mut entry.lower, &mut entry.upper] {
            if bound.abs() < INFINITE {
                *bound = self.game.adjust_mate_score(*bound, -(ply as i32));
            }
        }
        Some(entry)
    }

    fn store(&self, key: u64, node: Node, window: Window, value: i32, best: MoveOf<G>) {
        let Some(table) = self.table.as_ref().filter(|_| !self.budget.is_spent()) else { return };
        let tt_value = self.game.adjust_mate_score(value, node.ply as i32);
        let entry = TtEntry {
            lower: if value > window.alpha { tt_value } else { -INFINITE },
            upper: if value < window.beta { tt_value } else { INFINITE },
            depth: node.depth.min(255) as u8,
            best: self.game.move_id(best),
            eval: TtEntry::NO_EVAL,
            pv: false,
        };
        table.store(key, entry);
    }
}

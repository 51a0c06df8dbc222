//! Quiescence search: plays captures and promotions, and answers checks, until
//! the static evaluation can be trusted.

use super::super::Window;
use super::super::trace::{NodeEnd, SearchObserver};
use super::move_picker::{self, REFUTATION, ScoredMove, TT_MOVE};
use super::search::{MoveBuffer, Search};
use super::search_game::{INFINITE, MoveOf, SearchGame};
use super::selective::{MAX_LINE, SelectiveNode};
use crate::core::Position;

/// By how much a capture that gains nothing is taken to improve a position at most.
const FUTILITY_MARGIN: i32 = 142;

/// Quiet answers to a check that are tried once one move does not lose at once.
const QUIET_EVASIONS: u32 = 2;

/// Margin of delta pruning: the most that a capture may gain beyond the value of the captured
/// piece.
const DELTA_MARGIN: i32 = 200;

impl<G: SearchGame, O: SearchObserver<MoveOf<G>>> Search<'_, G, O> {
    /// Quiescence search of the noisy moves, and of every answer to a check,
    /// with the static evaluation as stand-pat value.
    pub(super) fn quiescence(
        &mut self,
        position: &mut G::Position,
        ply: usize,
        window: Window,
    ) -> i32 {
        let Window { alpha, beta } = window;
        let key = position.key();
        let entry = self.probe(key, ply);
        if window.is_null()
            && let Some(entry) = entry
        {
            self.observer.end(NodeEnd::Table);
            if entry.lower >= beta {
                return entry.lower;
            }
            if entry.upper <= alpha {
                return entry.upper;
            }
        }
        self.observer.end(NodeEnd::Evaluated);
        self.line[ply].pv = entry.is_some_and(|entry| entry.pv);
        let evades = self.game.must_evade(position);
        let raw_eval = if evades { None } else { Some(self.static_eval(position, entry)) };
        let eval = raw_eval.map(|eval| self.corrected(position, ply, eval));
        let node = SelectiveNode::new(0, ply);
        let mut best = match (eval, entry) {
            (None, _) => -INFINITE,
            // A bound of the table is a better estimate.
            (Some(eval), Some(entry)) if entry.lower > eval && entry.lower < Self::MATES => {
                entry.lower
            }
            (Some(eval), _) => eval,
        };
        if best >= beta || ply >= MAX_LINE {
            if entry.is_none() {
                let eval = raw_eval.filter(|_| !G::FINDS_WINS);
                self.store(key, node, window, best, None, eval);
            }
            return best;
        }
        if let Some(win) = self.find_win(position, raw_eval, entry) {
            self.observer.end(NodeEnd::Solved);
            return self.store_win(key, node, win);
        }
        if self.buffers.len() <= ply {
            self.buffers.resize_with(ply + 1, MoveBuffer::default);
        }
        // Taken out, so that deeper plies can borrow `self`.
        let mut buffer = std::mem::take(&mut self.buffers[ply]);
        let MoveBuffer { moves, scored } = &mut buffer;
        self.game.noisy_moves(position, moves);
        if evades && moves.is_empty() {
            self.buffers[ply] = buffer;
            self.observer.end(NodeEnd::GameOver);
            return self.game.terminal_value(position);
        }
        let tt_move = entry.map_or(0, |entry| entry.best);
        let history_node = self.history_node(position, ply);
        scored.clear();
        for &mv in moves.iter() {
            let score = if self.game.move_id(mv) == tt_move {
                TT_MOVE
            } else if self.game.is_quiet(position, mv) {
                let known = self.history_move(position, mv);
                let order = self.game.move_order_score(position, mv, 0);
                self.history_score(&history_node, known, order)
            } else {
                REFUTATION + self.capture_score(position, mv)
            };
            scored.push(ScoredMove::new(mv, score));
        }
        let (mut best_move, mut quiets_tried) = (None, 0);
        while let Some(at) = move_picker::best(scored) {
            let mv = scored.swap_remove(at).mv;
            if let Some(eval) = eval {
                let most = eval + self.game.capture_gain(position, mv) + DELTA_MARGIN;
                if most <= alpha.max(best) && !self.full_width {
                    best = best.max(most);
                    continue;
                }
                if eval + FUTILITY_MARGIN <= alpha.max(best)
                    && !self.full_width
                    && !self.game.exchange_reaches(position, mv, 1)
                {
                    best = best.max(eval + FUTILITY_MARGIN);
                    continue;
                }
                if !self.game.exchange_reaches(position, mv, 0) {
                    continue;
                }
            } else {
                let is_quiet = self.game.is_quiet(position, mv);
                if best > -Self::MATES {
                    if is_quiet && quiets_tried >= QUIET_EVASIONS {
                        break;
                    }
                    if !is_quiet && !self.game.exchange_reaches(position, mv, 0) {
                        continue;
                    }
                }
                quiets_tried += u32::from(is_quiet);
            }
            self.remember_move(position, mv, ply);
            let window = Window { alpha: alpha.max(best), beta };
            let side = position.side_to_move();
            self.observer.play(Some(mv));
            let undo = position.play(mv);
            self.table.prefetch(position.key());
            let goes_on = !G::ALTERNATES && position.side_to_move() == side;
            let value = self.child_value(position, SelectiveNode::new(0, ply + 1), window, goes_on);
            position.undo(mv, undo);
            if self.budget.is_spent() {
                break;
            }
            if value > best {
                (best, best_move) = (value, Some(mv));
                if best >= beta {
                    self.observer.end(NodeEnd::Cutoff);
                    break;
                }
            }
        }
        if !self.budget.is_spent() {
            let best_move = best_move.filter(|_| best > alpha);
            self.store(key, node, window, best, best_move, raw_eval);
        }
        self.buffers[ply] = buffer;
        best
    }
}

//! Plain minimax: every move of every position down to a depth, nothing cut
//! off and nothing remembered. It is the measure that cleverer searches are
//! compared with, and the first one that is taught.

use super::{Budget, INFINITE, Limits, Model, MoveOf, Ranking, Stop};
use crate::core::Position;

/// The value of every legal move, best first, from looking `limits.depth`
/// plies ahead, or to the end of every game if there is no such limit.
/// `None` if the game is over.
///
/// Cut short, the moves are valued as far as one ply shows; the count of
/// positions tells what was looked at in vain.
///
/// The positions counted are those of the whole tree, its root included: on
/// the empty board of tic-tac-toe they are 549,946.
pub fn minimax<M: Model>(
    model: &mut M,
    position: &M::Position,
    limits: Limits,
    stop: &Stop,
) -> Option<Ranking<MoveOf<M>>> {
    let mut position = position.clone();
    let mut moves = Vec::new();
    position.legal_moves(&mut moves);
    if moves.is_empty() {
        return None;
    }
    let remaining = model.remaining(&position).max(1);
    let depth = limits.depth.unwrap_or(remaining).clamp(1, remaining);
    let mut walk = Walk { model, budget: Budget::new(limits, stop.clone()), buffers: Vec::new() };
    walk.budget.spend(1);
    let mut value_all = |walk: &mut Walk<'_, M>, depth: u32| -> Vec<(i32, MoveOf<M>)> {
        let value = |&mv| (walk.after(&mut position, mv, (depth, 0)), mv);
        moves.iter().map(value).collect()
    };
    let mut ranked = value_all(&mut walk, depth);
    let complete = !walk.budget.is_spent();
    if !complete {
        ranked = value_all(&mut walk, 1);
    }
    ranked.sort_by_key(|&(value, _)| std::cmp::Reverse(value));
    let depth = if complete { depth } else { 1 };
    Some(Ranking {
        moves: ranked,
        depth,
        exact: depth >= remaining,
        nodes: walk.budget.nodes(),
        elapsed: walk.budget.elapsed(),
    })
}

/// One search on its way.
struct Walk<'a, M: Model> {
    model: &'a mut M,
    budget: Budget,
    /// The moves at each ply, kept to be used again.
    buffers: Vec<Vec<MoveOf<M>>>,
}

impl<M: Model> Walk<'_, M> {
    /// The value of a move for the side that plays it, from looking `depth`
    /// plies ahead, this one included.
    fn after(
        &mut self,
        position: &mut M::Position,
        mv: MoveOf<M>,
        (depth, ply): (u32, usize),
    ) -> i32 {
        let side = position.side_to_move();
        let cost = u32::from(!self.model.is_free(mv));
        let undo = position.play(mv);
        let value = self.value(position, (depth.saturating_sub(cost), ply));
        let goes_on = position.side_to_move() == side;
        position.undo(mv, undo);
        if goes_on { value } else { -value }
    }

    fn value(&mut self, position: &mut M::Position, (depth, ply): (u32, usize)) -> i32 {
        let goes_on = self.budget.spend(1);
        if depth == 0 || !goes_on {
            return self.model.evaluate(position);
        }
        if self.buffers.len() <= ply {
            self.buffers.resize_with(ply + 1, Vec::new);
        }
        // Taken out, so that deeper plies may use theirs.
        let mut moves = std::mem::take(&mut self.buffers[ply]);
        position.legal_moves(&mut moves);
        let mut best = -INFINITE;
        for &mv in &moves {
            best = best.max(self.after(position, mv, (depth, ply + 1)));
            if self.budget.is_spent() {
                break;
            }
        }
        if moves.is_empty() {
            best = self.model.terminal(position);
        }
        self.buffers[ply] = moves;
        best
    }
}

//! The order of the moves of a node of the selective search, scored stage by
//! stage: mostly an early move causes a cut-off.

use super::super::trace::SearchObserver;
use super::history::{HistoryMove, HistoryNode};
use super::search::{MoveBuffer, Search};
use super::search_game::{MoveOf, SearchGame};

/// Ordering scores of the table's move in quiescence search and of killers and
/// the counter move; and what puts captures that lose material far below all
/// quiet moves.
pub(super) const TT_MOVE: i32 = 20_000_000;
pub(super) const REFUTATION: i32 = 1_000_000;
const BAD_CAPTURE: i32 = -10_000_000;

/// Weight of the game's own ordering score against histories.
const ORDER_WEIGHT: i32 = 8;

/// Weight of the value of a capture against its history.
const GAIN_WEIGHT: i32 = 32;

/// The moves that are scored next.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Stage {
    /// The table's move comes first, without a score.
    TtMove,
    Captures,
    /// Captures that lose nothing come first.
    Quiets,
    /// All are scored.
    Done,
}

/// A move that has not been handed out.
#[derive(Clone, Copy)]
pub(super) struct ScoredMove<Mv> {
    pub(super) mv: Mv,
    pub(super) score: i32,
    /// The game's own ordering score of a quiet move, where moves are reduced by it.
    order: i32,
}

impl<Mv> ScoredMove<Mv> {
    /// A move of a game that does not reduce by its own ordering score, or no quiet move.
    pub(super) fn new(mv: Mv, score: i32) -> ScoredMove<Mv> {
        ScoredMove { mv, score, order: 0 }
    }
}

/// The place of the move with the highest score; of equals the last.
#[inline]
pub(super) fn best<Mv>(scored: &[ScoredMove<Mv>]) -> Option<usize> {
    (0..scored.len()).max_by_key(|&at| scored[at].score)
}

/// Hands out the moves of a node, best first.
pub(super) struct MovePicker<'a, Mv> {
    moves: &'a [Mv],
    scored: &'a mut Vec<ScoredMove<Mv>>,
    /// The best of the game's own scores of the quiet moves, and of that of the table's move.
    pub(super) best_order: i32,
    tt_move: Option<Mv>,
    stage: Stage,
}

/// A move of a picker.
#[derive(Clone, Copy)]
pub(super) struct PickedMove<Mv> {
    pub(super) mv: Mv,
    /// True for a capture that loses material.
    pub(super) loses: bool,
    /// By how much its ordering score is below the best of the node; 0 for the table's move, for
    /// captures, and in a game that does not reduce by it.
    pub(super) order_gap: i32,
}

impl<'a, Mv: Copy> MovePicker<'a, Mv> {
    /// A picker of the moves of a buffer, with the table's move at their beginning if it is among
    /// them.
    pub(super) fn new(buffer: &'a mut MoveBuffer<Mv>, has_tt_move: bool) -> MovePicker<'a, Mv> {
        let MoveBuffer { moves, scored } = buffer;
        scored.clear();
        let stage = if has_tt_move { Stage::TtMove } else { Stage::Captures };
        MovePicker { moves, scored, best_order: i32::MIN, tt_move: None, stage }
    }
}

impl<G: SearchGame, O: SearchObserver<MoveOf<G>>> Search<'_, G, O> {
    /// True if moves are reduced by the game's own ordering scores.
    const REDUCES_BY_ORDER: bool = G::SELECTIVITY.order_reduction > 0.0;

    /// The next move, if there is one.
    pub(super) fn next_move(
        &mut self,
        position: &mut G::Position,
        node: &HistoryNode,
        picker: &mut MovePicker<'_, MoveOf<G>>,
    ) -> Option<PickedMove<MoveOf<G>>> {
        if picker.stage == Stage::TtMove {
            picker.stage = Stage::Captures;
            let (&mv, rest) = picker.moves.split_first()?;
            (picker.moves, picker.tt_move) = (rest, Some(mv));
            return Some(PickedMove { mv, loses: false, order_gap: 0 });
        }
        if picker.stage == Stage::Captures {
            picker.stage = Stage::Quiets;
            for &mv in picker.moves {
                if !self.game.is_quiet(position, mv) {
                    let score = self.capture_score(position, mv);
                    picker.scored.push(ScoredMove::new(mv, score));
                }
            }
        }
        if picker.stage == Stage::Quiets {
            while let Some(at) =
                best(picker.scored).filter(|&at| picker.scored[at].score > BAD_CAPTURE / 2)
            {
                let ScoredMove { mv, score, .. } = picker.scored[at];
                if self.game.exchange_reaches(position, mv, 0) {
                    picker.scored.swap_remove(at);
                    return Some(PickedMove { mv, loses: false, order_gap: 0 });
                }
                picker.scored[at].score = score + BAD_CAPTURE;
            }
            picker.stage = Stage::Done;
            // Here, not at the beginning: the table's move mostly ends the node, which then needs
            // no scores.
            if Self::REDUCES_BY_ORDER
                && let Some(mv) = picker.tt_move
            {
                picker.best_order = self.game.move_order_score(position, mv, 0);
            }
            for &mv in picker.moves {
                if self.game.is_quiet(position, mv) {
                    let order =
                        Self::REDUCES_BY_ORDER.then(|| self.game.move_order_score(position, mv, 0));
                    let score = self.quiet_score(position, node, mv, order);
                    let order = order.unwrap_or(0);
                    picker.best_order = picker.best_order.max(order);
                    picker.scored.push(ScoredMove { mv, score, order });
                }
            }
        }
        let at = best(picker.scored)?;
        let ScoredMove { mv, score, order } = picker.scored.swap_remove(at);
        let loses = score < BAD_CAPTURE / 2;
        let order_gap =
            if Self::REDUCES_BY_ORDER && !loses { picker.best_order - order } else { 0 };
        Some(PickedMove { mv, loses, order_gap })
    }

    /// The ordering score of a capture or promotion.
    pub(super) fn capture_score(&self, position: &G::Position, mv: MoveOf<G>) -> i32 {
        let known = self.history_move(position, mv);
        GAIN_WEIGHT * self.game.capture_gain(position, mv) + self.histories.capture(known)
    }

    /// The ordering score of a quiet move; `order` is the game's own if it is known.
    fn quiet_score(
        &mut self,
        position: &mut G::Position,
        node: &HistoryNode,
        mv: MoveOf<G>,
        order: Option<i32>,
    ) -> i32 {
        let known = self.history_move(position, mv);
        match self.histories.refutation_rank(node, known.id) {
            0 => {
                let order = order.unwrap_or_else(|| self.game.move_order_score(position, mv, 0));
                self.history_score(node, known, order)
            }
            rank => REFUTATION + rank,
        }
    }

    /// The ordering score of a quiet move by its histories and the game's own score.
    pub(super) fn history_score(&self, node: &HistoryNode, known: HistoryMove, order: i32) -> i32 {
        self.histories.quiet(node, known) + ORDER_WEIGHT * order
    }
}

//! The order of the moves of a node of the selective search, scored stage by
//! stage: mostly an early move causes a cut-off.

use super::super::trace::SearchObserver;
use super::history::HistoryNode;
use super::search::Search;
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

/// Hands out the moves of a node, best first.
pub(super) struct MovePicker<'a, Mv> {
    moves: &'a [Mv],
    /// Moves with their scores that have not been handed out.
    scored: &'a mut Vec<(i32, Mv)>,
    stage: Stage,
}

/// A move of a picker.
#[derive(Clone, Copy)]
pub(super) struct PickedMove<Mv> {
    pub(super) mv: Mv,
    /// True for a capture that loses material.
    pub(super) loses: bool,
}

impl<'a, Mv: Copy> MovePicker<'a, Mv> {
    /// A picker of all moves, with the table's move at the beginning if it is
    /// among them.
    pub(super) fn new(
        moves: &'a [Mv],
        scored: &'a mut Vec<(i32, Mv)>,
        has_tt_move: bool,
    ) -> MovePicker<'a, Mv> {
        scored.clear();
        let stage = if has_tt_move { Stage::TtMove } else { Stage::Captures };
        MovePicker { moves, scored, stage }
    }

    fn best(&self) -> Option<usize> {
        (0..self.scored.len()).max_by_key(|&at| self.scored[at].0)
    }
}

impl<G: SearchGame, O: SearchObserver<MoveOf<G>>> Search<'_, G, O> {
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
            picker.moves = rest;
            return Some(PickedMove { mv, loses: false });
        }
        if picker.stage == Stage::Captures {
            picker.stage = Stage::Quiets;
            for &mv in picker.moves {
                if !self.game.is_quiet(position, mv) {
                    picker.scored.push((self.capture_score(position, mv), mv));
                }
            }
        }
        if picker.stage == Stage::Quiets {
            while let Some(at) = picker.best().filter(|&at| picker.scored[at].0 > BAD_CAPTURE / 2) {
                let (score, mv) = picker.scored[at];
                if self.game.exchange_reaches(position, mv, 0) {
                    picker.scored.swap_remove(at);
                    return Some(PickedMove { mv, loses: false });
                }
                picker.scored[at].0 = score + BAD_CAPTURE;
            }
            picker.stage = Stage::Done;
            for &mv in picker.moves {
                if self.game.is_quiet(position, mv) {
                    let score = self.quiet_score(position, node, mv);
                    picker.scored.push((score, mv));
                }
            }
        }
        let at = picker.best()?;
        let (score, mv) = picker.scored.swap_remove(at);
        Some(PickedMove { mv, loses: score < BAD_CAPTURE / 2 })
    }

    /// The ordering score of a capture or promotion.
    pub(super) fn capture_score(&self, position: &G::Position, mv: MoveOf<G>) -> i32 {
        let known = self.history_move(position, mv);
        GAIN_WEIGHT * self.game.capture_gain(position, mv) + self.histories.capture(known)
    }

    fn quiet_score(
        &mut self,
        position: &mut G::Position,
        node: &HistoryNode,
        mv: MoveOf<G>,
    ) -> i32 {
        let known = self.history_move(position, mv);
        match self.histories.refutation_rank(node, known.id) {
            0 => {
                self.histories.quiet(node, known)
                    + ORDER_WEIGHT * self.game.move_order_score(position, mv, 0)
            }
            rank => REFUTATION + rank,
        }
    }
}

//! Rules: positions with their history, legal moves and game end.

use super::bitboard::{POINTS, point_bb};
use super::board::{PieceType, XiangqiBoard, XiangqiMove};
use super::repetition::{self, HistoryEntry, RepetitionRules, Verdict};
use crate::core::{GameOverReason, Outcome, Position, Side, mix};

/// The natural limit: plies without a capture after which the game is a draw,
/// 60 moves of each side (Asian rules).
pub const NATURAL_LIMIT: u16 = 120;

/// Checks of each side that count towards the natural limit.
const MAX_COUNTED_CHECKS: u16 = 10;

/// Occurrences of a position that end the game.
const REPETITION_LIMIT: u32 = 3;

/// From this halfmove clock on, the hash key includes the clock: below, the
/// limit is too far to matter.
const KEYED_CLOCK_START: u16 = NATURAL_LIMIT - 24;

/// A game end other than checkmate or stalemate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// The natural limit of moves without a capture.
    NaturalLimit,
    /// A repetition and its verdict.
    Repetition(Verdict),
}

/// State that changes with each move besides the board and the history.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct State {
    /// Index in the history of the first move after the last capture.
    last_capture: u32,
    /// Halfmove clock: plies that count towards the natural limit.
    halfmove_clock: u16,
    /// Checks of each side since the last capture.
    checks: [u16; 2],
    /// Number of earlier occurrences of the position.
    repetitions: u32,
    ending: Option<Ending>,
}

/// The position after the last capture of a game.
pub(super) struct IrreversiblePosition<'a> {
    pub board: XiangqiBoard,
    /// The side to move.
    pub side: Side,
    pub halfmove_clock: u16,
    pub fullmove_number: u32,
    /// The moves since.
    pub moves: &'a [HistoryEntry],
}

/// State needed to undo a move.
#[derive(Clone, Copy, Debug)]
pub struct Undo(State);

/// A position of Xiangqi with its history.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Xiangqi {
    board: XiangqiBoard,
    side: Side,
    rules: RepetitionRules,
    /// Number of the full move with which the history begins, from 1.
    first_fullmove_number: u32,
    /// The side that made the first move of the history.
    first_side: Side,
    /// Halfmove clock before the history.
    first_halfmove_clock: u16,
    history: Vec<HistoryEntry>,
    state: State,
    /// Occurrences of a position that end the game.
    repetition_limit: u32,
}

impl Xiangqi {
    /// A position without history, with this halfmove clock and this number
    /// of the next full move.
    #[must_use]
    pub fn new(
        board: XiangqiBoard,
        side: Side,
        rules: RepetitionRules,
        halfmove_clock: u16,
        fullmove_number: u32,
    ) -> Xiangqi {
        let halfmove_clock = halfmove_clock.min(NATURAL_LIMIT);
        let ending = (halfmove_clock >= NATURAL_LIMIT).then_some(Ending::NaturalLimit);
        let state =
            State { last_capture: 0, halfmove_clock, checks: [0; 2], repetitions: 0, ending };
        Xiangqi {
            board,
            side,
            rules,
            first_fullmove_number: fullmove_number,
            first_side: side,
            first_halfmove_clock: halfmove_clock,
            history: Vec::new(),
            state,
            repetition_limit: REPETITION_LIMIT,
        }
    }

    /// The pieces on the board.
    #[must_use]
    pub fn board(&self) -> &XiangqiBoard {
        &self.board
    }

    /// The rules that judge repetition.
    #[must_use]
    pub fn rules(&self) -> RepetitionRules {
        self.rules
    }

    /// The moves that led here, oldest first.
    #[must_use]
    pub fn history(&self) -> &[HistoryEntry] {
        &self.history
    }

    /// The same position for a search, in which the first repetition is judged
    /// at once: whatever was done twice can be done for ever.
    #[must_use]
    pub fn for_search(&self) -> Xiangqi {
        Xiangqi { repetition_limit: 2, ..self.clone() }
    }

    /// The same position for the judgement of moves played on through
    /// repetitions: only mate and stalemate end the game.
    #[must_use]
    pub fn for_adjudication(&self) -> Xiangqi {
        let mut position = Xiangqi { repetition_limit: u32::MAX, ..self.clone() };
        position.state.ending = None;
        position
    }

    /// True when repetition or the natural limit has ended the game.
    #[inline]
    #[must_use]
    pub fn has_ended(&self) -> bool {
        self.state.ending.is_some()
    }

    /// True when the natural limit of moves without a capture is reached.
    #[must_use]
    pub fn is_at_natural_limit(&self) -> bool {
        self.state.halfmove_clock >= NATURAL_LIMIT
    }

    /// The verdict on the repetition that the last move completed, over all
    /// moves since the position first occurred; `None` if it has not occurred
    /// before.
    #[must_use]
    pub fn repetition(&self) -> Option<Verdict> {
        self.first_occurrence().map(|from| self.judge_since(from))
    }

    /// The game end other than checkmate or stalemate.
    pub(super) fn ending(&self) -> Option<Ending> {
        self.state.ending
    }

    /// Number of plies since the last capture.
    pub(super) fn reversible_plies(&self) -> usize {
        self.history.len() - self.state.last_capture as usize
    }

    /// Attacks by checking and chasing pieces on their victims, of the sides at
    /// fault in the repetition that has ended the game.
    pub(super) fn offending_attacks(&self) -> Vec<XiangqiMove> {
        self.first_occurrence().map_or_else(Vec::new, |from| {
            repetition::offending_attacks(&self.board, self.side, self.rules, &self.history[from..])
        })
    }

    /// The position after the last capture, and the moves since.
    pub(super) fn last_irreversible(&self) -> IrreversiblePosition<'_> {
        let since = self.state.last_capture as usize;
        let moves = &self.history[since..];
        let mut board = self.board;
        for past in moves.iter().rev() {
            board.unmake_move(past.mv, past.captured);
        }
        let halfmove_clock = if since == 0 { self.first_halfmove_clock } else { 0 };
        let side = if moves.len().is_multiple_of(2) { self.side } else { self.side.other() };
        let fullmove_number = self.fullmove_number_at(since);
        IrreversiblePosition { board, side, halfmove_clock, fullmove_number, moves }
    }

    /// Halfmove clock: plies that count towards the natural limit.
    #[must_use]
    pub fn halfmove_clock(&self) -> u16 {
        self.state.halfmove_clock
    }

    /// The number of the next full move.
    #[must_use]
    pub fn fullmove_number(&self) -> u32 {
        self.fullmove_number_at(self.history.len())
    }

    fn fullmove_number_at(&self, plies: usize) -> u32 {
        let second = usize::from(self.first_side == Side::Second);
        self.first_fullmove_number.saturating_add(((plies + second) / 2) as u32)
    }

    /// Hash of the board and the side to move.
    #[inline]
    fn board_key(&self) -> u64 {
        self.board.key() ^ if self.side == Side::First { 0 } else { 0x5bd1_e995_9d2c_5680 }
    }

    /// Indices in the history at which this position occurred, latest first.
    fn previous_occurrences(&self) -> impl Iterator<Item = usize> {
        let (key, since) = (self.board_key(), self.state.last_capture as usize);
        let len = self.history.len();
        (since..(len + 1).saturating_sub(4))
            .rev()
            .filter(move |n| (len - n).is_multiple_of(2))
            .filter(move |&n| self.history[n].key == key)
    }

    /// Index in the history at which this position first occurred. A fault has
    /// to last from there to the end: one that changes from one cycle to the
    /// next, as a chase of first one piece and then another, is none.
    fn first_occurrence(&self) -> Option<usize> {
        self.previous_occurrences().last()
    }

    /// Judges the moves from this index of the history on.
    fn judge_since(&self, from: usize) -> Verdict {
        repetition::judge(&self.board, self.side, self.rules, &self.history[from..])
    }

    /// Makes a null move. Earlier positions cannot repeat after it.
    pub(super) fn make_null_move(&mut self) -> Undo {
        let undo = Undo(self.state);
        let null_move = XiangqiMove { from: 0, to: 0 };
        let past =
            HistoryEntry { mv: null_move, captured: None, check: false, key: self.board_key() };
        self.history.push(past);
        self.side = self.side.other();
        self.state.last_capture = self.history.len() as u32;
        self.state.repetitions = 0;
        undo
    }

    /// Undoes a null move.
    pub(super) fn unmake_null_move(&mut self, Undo(state): Undo) {
        if self.history.pop().is_some() {
            self.side = self.side.other();
            self.state = state;
        }
    }

    /// Counts the leaf nodes at exactly `depth` plies, the last ply in bulk.
    fn count_leaves(&mut self, depth: u32, buffers: &mut [Vec<XiangqiMove>]) -> u64 {
        let Some((moves, deeper)) = buffers.split_first_mut().filter(|_| depth > 1) else {
            return if depth == 0 { 1 } else { self.board.count_moves(self.side) };
        };
        moves.clear();
        self.board.generate_moves(self.side, !0, moves);
        let mut total = 0;
        for &mv in moves.iter() {
            let undo = self.play(mv);
            total += self.count_leaves(depth - 1, deeper);
            self.undo(mv, undo);
        }
        total
    }

    /// Perft: the number of leaf nodes at exactly `depth` plies. As in the
    /// published tables, repetitions and the natural limit do not end a game.
    #[must_use]
    pub fn perft_leaves(&mut self, depth: u32) -> u64 {
        if depth == 0 {
            return 1;
        }
        let mut buffers = vec![Vec::with_capacity(64); depth as usize];
        self.count_leaves(depth, &mut buffers)
    }
}

impl Position for Xiangqi {
    type Move = XiangqiMove;
    type Undo = Undo;

    // Perft tables of Xiangqi count sequences of exactly `depth` plies.
    const PERFT_COUNTS_FINISHED: bool = false;

    #[inline]
    fn side_to_move(&self) -> Side {
        self.side
    }

    #[inline]
    fn key(&self) -> u64 {
        let State { repetitions, halfmove_clock, .. } = self.state;
        let near = halfmove_clock.saturating_sub(KEYED_CLOCK_START);
        let rest = u64::from(repetitions) | u64::from(near) << 32 | (self.rules as u64) << 60;
        self.board_key() ^ if rest == 0 { 0 } else { mix(rest) }
    }

    fn legal_moves(&self, moves: &mut Vec<XiangqiMove>) {
        moves.clear();
        if self.state.ending.is_none() {
            self.board.generate_moves(self.side, !0, moves);
        }
    }

    fn is_legal(&self, mv: XiangqiMove) -> bool {
        self.state.ending.is_none()
            && mv.to < POINTS as u8
            && self.board.piece_at(mv.from).is_some_and(|(side, kind)| {
                side == self.side && self.board.targets(side, kind, mv.from) & point_bb(mv.to) != 0
            })
            && self.board.leaves_general_safe(self.side, mv)
    }

    fn play(&mut self, mv: XiangqiMove) -> Undo {
        let undo = Undo(self.state);
        let (key, mover) = (self.board_key(), self.side);
        let answers = self.history.last().is_some_and(|past| past.check);
        let captured = self.board.make_move(mv);
        self.side = mover.other();
        let check = self.board.in_check(self.side);
        self.history.push(HistoryEntry { mv, captured, check, key });
        let state = &mut self.state;
        // A captured general stays in the history, since its absence has no FEN.
        if captured.is_some_and(|kind| kind != PieceType::General) {
            *state = State {
                last_capture: self.history.len() as u32,
                halfmove_clock: 0,
                checks: [0; 2],
                repetitions: 0,
                ending: None,
            };
            return undo;
        }
        // Checks beyond the limit do not count, nor do their answers.
        let checks = &mut state.checks[mover.index()];
        *checks = checks.saturating_add(u16::from(check));
        let beyond = check && *checks > MAX_COUNTED_CHECKS;
        let forced = answers && state.checks[mover.other().index()] > MAX_COUNTED_CHECKS;
        state.halfmove_clock += u16::from(!beyond && !forced);
        self.state.repetitions = self.previous_occurrences().count() as u32;
        self.state.ending = if self.state.repetitions + 1 >= self.repetition_limit {
            self.repetition().map(Ending::Repetition)
        } else if self.repetition_limit != u32::MAX && self.state.halfmove_clock >= NATURAL_LIMIT {
            Some(Ending::NaturalLimit)
        } else {
            None
        };
        undo
    }

    fn undo(&mut self, mv: XiangqiMove, Undo(state): Undo) {
        if let Some(past) = self.history.pop() {
            self.board.unmake_move(mv, past.captured);
            self.side = self.side.other();
            self.state = state;
        }
    }

    fn outcome(&self) -> Option<Outcome> {
        let ended = |winner, reason| Some(Outcome { winner, reason, score: None });
        if !self.board.has_legal_move(self.side) {
            let mate = self.board.in_check(self.side);
            let reason = if mate { GameOverReason::Checkmate } else { GameOverReason::Stalemate };
            return ended(Some(self.side.other()), reason);
        }
        match self.state.ending? {
            Ending::NaturalLimit => ended(None, GameOverReason::NaturalLimit),
            Ending::Repetition(verdict) => {
                ended(verdict.loser.map(Side::other), verdict.reason.game_over_reason())
            }
        }
    }
}

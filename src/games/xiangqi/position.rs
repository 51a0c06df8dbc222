//! The rules: positions with their history, legal moves and the end of the
//! game.

use super::board::{Board, Kind, Step};
use super::repetition::{self, Verdict};
use crate::core::{Outcome, Position, Side, mix};

/// Which rules judge repetition.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Rules {
    /// Those of the Asian and the World Xiangqi Federation.
    #[default]
    Asian,
    /// Those of the Chinese Xiangqi Association, which forbid more.
    Chinese,
}

/// Plies without a capture after which the game is a draw: 60 moves of each
/// side (Asian rules).
pub const NATURAL_LIMIT: u16 = 120;

/// Checks of each side that count towards the natural limit.
const CHECKS_COUNTED: u16 = 10;

/// Occurrences of a position that end the game.
const OCCURRENCES: u32 = 3;

/// From this many counted plies on the hash key tells them apart: before,
/// the limit is too far to matter.
const LIMIT_NEAR: u16 = NATURAL_LIMIT - 24;

/// How a game ends other than for want of a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// Too many moves without a capture.
    NaturalLimit,
    /// A position came again, and the rules judge how.
    Repetition(Verdict),
}

/// One ply of the history.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Past {
    /// The move.
    pub step: Step,
    /// What it captured.
    pub captured: Option<Kind>,
    /// Whether it gave check.
    pub check: bool,
    /// Hash of board and side before it.
    pub key: u64,
}

/// What changes with each move beside the board and the history.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct State {
    /// Where in the history the moves after the last capture begin.
    since: u32,
    /// Plies that count towards the natural limit.
    counted: u16,
    /// Checks of each side since the last capture.
    checks: [u16; 2],
    /// How often the position stood before.
    earlier: u32,
    ending: Option<Ending>,
}

/// What is needed to take a move back.
#[derive(Clone, Copy, Debug)]
pub struct Undo(State);

/// A position of Xiangqi with the moves that led to it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Xiangqi {
    board: Board,
    side: Side,
    rules: Rules,
    /// Number of the full move with which the history begins, from 1.
    first_number: u32,
    /// The side that made the first move of the history.
    first_side: Side,
    /// Counted plies before the history.
    first_counted: u16,
    history: Vec<Past>,
    state: State,
    /// Occurrences of a position that end the game.
    patience: u32,
}

impl Xiangqi {
    /// A position without history. `counted` plies were played without a
    /// capture, and the next full move has this `number`.
    #[must_use]
    pub fn new(board: Board, side: Side, rules: Rules, counted: u16, number: u32) -> Xiangqi {
        let counted = counted.min(NATURAL_LIMIT);
        let ending = (counted >= NATURAL_LIMIT).then_some(Ending::NaturalLimit);
        let state = State { since: 0, counted, checks: [0; 2], earlier: 0, ending };
        Xiangqi {
            board,
            side,
            rules,
            first_number: number,
            first_side: side,
            first_counted: counted,
            history: Vec::new(),
            state,
            patience: OCCURRENCES,
        }
    }

    /// What stands where.
    #[must_use]
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// Which rules judge repetition.
    #[must_use]
    pub fn rules(&self) -> Rules {
        self.rules
    }

    /// The moves that led here, oldest first.
    #[must_use]
    pub fn history(&self) -> &[Past] {
        &self.history
    }

    /// The same position for a search: there a position that comes again
    /// once is judged at once, for what was done twice can be done for ever.
    #[must_use]
    pub fn for_search(&self) -> Xiangqi {
        Xiangqi { patience: 2, ..self.clone() }
    }

    /// The same position for a referee who looks at moves that were played
    /// on: only mate and stalemate end the game.
    #[must_use]
    pub fn for_referee(&self) -> Xiangqi {
        let mut position = Xiangqi { patience: u32::MAX, ..self.clone() };
        position.state.ending = None;
        position
    }

    /// Whether repetition or the natural limit has ended the game.
    #[inline]
    #[must_use]
    pub fn has_ended(&self) -> bool {
        self.state.ending.is_some()
    }

    /// Whether the natural limit of moves without a capture is reached.
    #[must_use]
    pub fn is_at_limit(&self) -> bool {
        self.state.counted >= NATURAL_LIMIT
    }

    /// How the rules judge the repetition that the last move completed;
    /// `None` if the position has not stood before.
    #[must_use]
    pub fn repetition(&self) -> Option<Verdict> {
        self.came_before().next().map(|from| self.judge(from))
    }

    /// How the game has ended other than for want of a move.
    pub(super) fn ending(&self) -> Option<Ending> {
        self.state.ending
    }

    /// How many moves there have been since the last capture.
    pub(super) fn reversible(&self) -> usize {
        self.history.len() - self.state.since as usize
    }

    /// Lines from checking and chasing pieces to their victims, of the sides
    /// at fault in the repetition that has ended the game.
    pub(super) fn culprits(&self) -> Vec<Step> {
        let back = self.patience.saturating_sub(2) as usize;
        let from = self.came_before().nth(back);
        from.map_or_else(Vec::new, |from| {
            repetition::culprits(&self.board, self.side, self.rules, &self.history[from..])
        })
    }

    /// Where the moves since the last capture begin: board, side to move,
    /// plies that count towards the natural limit, number of the full move,
    /// and the moves.
    pub(super) fn base(&self) -> (Board, Side, u16, u32, &[Past]) {
        let since = self.state.since as usize;
        let moves = &self.history[since..];
        let mut board = self.board;
        for past in moves.iter().rev() {
            board.unstep(past.step, past.captured);
        }
        let counted = if since == 0 { self.first_counted } else { 0 };
        let side = if moves.len().is_multiple_of(2) { self.side } else { self.side.other() };
        (board, side, counted, self.number_at(since), moves)
    }

    /// Plies that count towards the natural limit.
    #[must_use]
    pub fn counted(&self) -> u16 {
        self.state.counted
    }

    /// The number of the next full move.
    #[must_use]
    pub fn number(&self) -> u32 {
        self.number_at(self.history.len())
    }

    fn number_at(&self, plies: usize) -> u32 {
        let second = usize::from(self.first_side == Side::Second);
        self.first_number.saturating_add(((plies + second) / 2) as u32)
    }

    /// Hash of the board and the side to move.
    #[inline]
    fn place_key(&self) -> u64 {
        self.board.key() ^ if self.side == Side::First { 0 } else { 0x5bd1_e995_9d2c_5680 }
    }

    /// Where in the history this position stood, the latest first.
    fn came_before(&self) -> impl Iterator<Item = usize> {
        let (key, since) = (self.place_key(), self.state.since as usize);
        let len = self.history.len();
        (since..(len + 1).saturating_sub(4))
            .rev()
            .filter(move |n| (len - n).is_multiple_of(2))
            .filter(move |&n| self.history[n].key == key)
    }

    /// Judges the moves from this place in the history on.
    fn judge(&self, from: usize) -> Verdict {
        repetition::judge(&self.board, self.side, self.rules, &self.history[from..])
    }

    /// Gives the turn to the other side for a search that asks what would
    /// be. What came before cannot come again then.
    pub(super) fn skip_turn(&mut self) -> Undo {
        let undo = Undo(self.state);
        let nowhere = Step { from: 0, to: 0 };
        let past = Past { step: nowhere, captured: None, check: false, key: self.place_key() };
        self.history.push(past);
        self.side = self.side.other();
        self.state.since = self.history.len() as u32;
        self.state.earlier = 0;
        undo
    }

    /// Takes back a skipped turn.
    pub(super) fn unskip_turn(&mut self, Undo(state): Undo) {
        if self.history.pop().is_some() {
            self.side = self.side.other();
            self.state = state;
        }
    }

    /// Counts sequences of exactly `depth` plies, the last one without
    /// playing it.
    fn count(&mut self, depth: u32, buffers: &mut [Vec<Step>]) -> u64 {
        if self.state.ending.is_some() {
            return 0;
        }
        let Some((moves, deeper)) = buffers.split_first_mut().filter(|_| depth > 1) else {
            return if depth == 0 { 1 } else { self.board.count(self.side) };
        };
        moves.clear();
        self.board.moves(self.side, !0, moves);
        let mut total = 0;
        for &step in moves.iter() {
            let undo = self.play(step);
            total += self.count(depth - 1, deeper);
            self.undo(step, undo);
        }
        total
    }

    /// Counts the sequences of exactly `depth` legal plies.
    #[must_use]
    pub fn sequences(&mut self, depth: u32) -> u64 {
        if depth == 0 {
            return 1;
        }
        let mut buffers = vec![Vec::with_capacity(64); depth as usize];
        self.count(depth, &mut buffers)
    }
}

impl Position for Xiangqi {
    type Move = Step;
    type Undo = Undo;

    // Perft tables of Xiangqi count sequences of exactly so many plies.
    const CARRIES_FINISHED: bool = false;

    #[inline]
    fn side_to_move(&self) -> Side {
        self.side
    }

    #[inline]
    fn key(&self) -> u64 {
        let State { earlier, counted, .. } = self.state;
        let near = counted.saturating_sub(LIMIT_NEAR);
        let rest = u64::from(earlier) | u64::from(near) << 32 | (self.rules as u64) << 60;
        self.place_key() ^ if rest == 0 { 0 } else { mix(rest) }
    }

    fn legal_moves(&self, moves: &mut Vec<Step>) {
        moves.clear();
        if self.state.ending.is_none() {
            self.board.moves(self.side, !0, moves);
        }
    }

    fn is_legal(&self, mv: Step) -> bool {
        self.state.ending.is_none()
            && mv.to < super::board::POINTS as u8
            && self.board.piece(mv.from).is_some_and(|(side, kind)| {
                side == self.side
                    && self.board.targets(side, kind, mv.from) & super::board::bit(mv.to) != 0
            })
            && self.board.is_safe(self.side, mv)
    }

    fn play(&mut self, mv: Step) -> Undo {
        let undo = Undo(self.state);
        let (key, mover) = (self.place_key(), self.side);
        let answers = self.history.last().is_some_and(|past| past.check);
        let captured = self.board.step(mv);
        self.side = mover.other();
        let check = self.board.is_checked(self.side);
        self.history.push(Past { step: mv, captured, check, key });
        let state = &mut self.state;
        // A captured general stays in the history: its absence has no FEN.
        if captured.is_some_and(|kind| kind != Kind::General) {
            *state = State {
                since: self.history.len() as u32,
                counted: 0,
                checks: [0; 2],
                earlier: 0,
                ending: None,
            };
            return undo;
        }
        // A check beyond those that count does not count, nor its answer.
        let checks = &mut state.checks[mover.index()];
        *checks = checks.saturating_add(u16::from(check));
        let beyond = check && *checks > CHECKS_COUNTED;
        let forced = answers && state.checks[mover.other().index()] > CHECKS_COUNTED;
        state.counted += u16::from(!beyond && !forced);
        self.state.earlier = self.came_before().count() as u32;
        self.state.ending = if self.state.earlier + 1 >= self.patience {
            let back = self.patience.saturating_sub(2) as usize;
            self.came_before().nth(back).map(|from| Ending::Repetition(self.judge(from)))
        } else if self.patience != u32::MAX && self.state.counted >= NATURAL_LIMIT {
            Some(Ending::NaturalLimit)
        } else {
            None
        };
        undo
    }

    fn undo(&mut self, mv: Step, Undo(state): Undo) {
        if let Some(past) = self.history.pop() {
            self.board.unstep(mv, past.captured);
            self.side = self.side.other();
            self.state = state;
        }
    }

    fn outcome(&self) -> Option<Outcome> {
        let ended = |winner, reason| Some(Outcome { winner, reason, score: None });
        if !self.board.can_move(self.side) {
            let mate = self.board.is_checked(self.side);
            let reason = if mate { "xiangqi-checkmate" } else { "xiangqi-stalemate" };
            return ended(Some(self.side.other()), reason);
        }
        match self.state.ending? {
            Ending::NaturalLimit => ended(None, "xiangqi-natural-limit"),
            Ending::Repetition(verdict) => {
                ended(verdict.loser.map(Side::other), verdict.reason.id())
            }
        }
    }
}

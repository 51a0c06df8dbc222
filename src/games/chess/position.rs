//! Chess positions with their history, legal moves, and all endings of a game.
//! Move generation is that of the crate `cozy-chess`.

use cozy_chess::{Board, Color, Move as CozyMove, Piece, PieceMoves, Square};

use super::dead;
use super::squares::legal_en_passant_square;
use crate::core::{GameOverReason, Outcome, Position, Side, mix};

/// Halfmove clock at which a draw may be claimed (FIDE Laws of Chess 9.3, the
/// fifty-move rule).
const FIFTY_MOVE_PLIES: u8 = 100;

/// Halfmove clock at which the game is drawn (9.6.2, the seventy-five-move
/// rule).
pub(super) const SEVENTY_FIVE_MOVE_PLIES: u8 = 150;

/// Occurrences of a position at which a draw may be claimed (9.2).
const THREEFOLD: u8 = 3;

/// Occurrences of a position at which the game is drawn (9.6.1).
const FIVEFOLD: u8 = 5;

/// Halfmove clock from which on it is part of the key.
const KEY_CLOCK_FROM: u8 = 80;

/// A move of a piece, or a draw claim.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ChessMove(u16);

impl ChessMove {
    /// A draw claim by repetition or by the fifty-move rule.
    pub const CLAIM: ChessMove = ChessMove(u16::MAX);

    /// Converts a move of a piece; castling goes from the king to its rook.
    #[inline]
    pub(super) fn from_cozy(cozy_move: CozyMove) -> ChessMove {
        let promotion = cozy_move.promotion.map_or(0, |piece| piece as u16);
        ChessMove(cozy_move.from as u16 | (cozy_move.to as u16) << 6 | promotion << 12)
    }

    /// The move of a piece; `None` for a draw claim.
    #[inline]
    pub(super) fn to_cozy(self) -> Option<CozyMove> {
        if self == ChessMove::CLAIM {
            return None;
        }
        let square = |bits: u16| Square::try_index(usize::from(bits & 63));
        let promotion = match self.0 >> 12 {
            0 => None,
            kind => Some(Piece::try_index(usize::from(kind))?),
        };
        Some(CozyMove { from: square(self.0)?, to: square(self.0 >> 6)?, promotion })
    }

    /// A nonzero id, unique among all moves.
    #[inline]
    #[must_use]
    pub const fn id(self) -> u16 {
        self.0
    }
}

/// The state before a ply.
#[derive(Clone, Debug, PartialEq, Eq)]
struct StateInfo {
    board: Board,
    mv: ChessMove,
    repetition_key: u64,
    halfmove_clock: u8,
    repetitions: u8,
    reversible_plies: u16,
    has_repetition: bool,
    dead: bool,
    draw_claimed: bool,
}

/// A position with the history that the rules depend on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Chess {
    board: Board,
    /// Hash of the state that counts for repetitions.
    repetition_key: u64,
    /// Plies since the last capture or pawn move.
    halfmove_clock: u8,
    /// Number of occurrences of this position, this one included.
    repetitions: u8,
    /// Number of plies since the last irreversible move (capture, pawn move or
    /// loss of castling rights).
    reversible_plies: u16,
    /// True if some position among those is a repetition.
    has_repetition: bool,
    /// True for a dead position.
    dead: bool,
    draw_claimed: bool,
    history: Vec<StateInfo>,
}

/// The side that plays the pieces of this colour.
pub(super) fn side(color: Color) -> Side {
    match color {
        Color::White => Side::First,
        Color::Black => Side::Second,
    }
}

impl Chess {
    /// A position without history.
    pub(super) fn new(board: Board, halfmove_clock: u8) -> Chess {
        Chess {
            repetition_key: repetition_key(&board),
            halfmove_clock,
            repetitions: 1,
            reversible_plies: 0,
            has_repetition: false,
            dead: dead::is_dead(&board),
            draw_claimed: false,
            history: Vec::new(),
            board,
        }
    }

    /// The starting position of Chess960 with this Scharnagl number, modulo
    /// 960; 518 is that of chess.
    #[must_use]
    pub fn start(number: u32) -> Chess {
        Chess::new(Board::chess960_startpos(number % 960), 0)
    }

    /// The board of `cozy-chess`.
    #[inline]
    pub(super) fn cozy_board(&self) -> &Board {
        &self.board
    }

    /// Plies since the last capture or pawn move.
    #[inline]
    #[must_use]
    pub fn halfmove_clock(&self) -> u8 {
        self.halfmove_clock
    }

    /// Number of occurrences of this position, this one included.
    #[inline]
    #[must_use]
    pub fn repetitions(&self) -> u8 {
        self.repetitions
    }

    /// Number of plies played since this value was created.
    #[inline]
    #[must_use]
    pub fn plies(&self) -> usize {
        self.history.len()
    }

    /// True if the side to move is in check.
    #[inline]
    #[must_use]
    pub fn in_check(&self) -> bool {
        !self.board.checkers().is_empty()
    }

    /// True if a draw was claimed.
    pub(super) fn is_draw_claimed(&self) -> bool {
        self.draw_claimed
    }

    /// True if the side to move may claim a draw, for the position on the
    /// board or for one after an intended move (FIDE Laws of Chess 9.2.1 and
    /// 9.3.1). Does not test whether the game is over.
    #[inline]
    pub(super) fn can_claim_draw(&self) -> bool {
        self.repetitions >= THREEFOLD
            || self.halfmove_clock + 1 >= FIFTY_MOVE_PLIES
                && (self.halfmove_clock >= FIFTY_MOVE_PLIES || self.has_reversible_move())
            || self.has_repetition && self.can_repeat_third_time()
    }

    /// True if some legal move is neither a capture nor a pawn move.
    fn has_reversible_move(&self) -> bool {
        let theirs = self.board.colors(!self.board.side_to_move());
        self.board
            .generate_moves(|moves| moves.piece != Piece::Pawn && !(moves.to - theirs).is_empty())
    }

    /// True if some legal move leads to a threefold repetition.
    fn can_repeat_third_time(&self) -> bool {
        let mover = self.board.side_to_move();
        // A draw claim does not change the board.
        let plies = self.history.len() - usize::from(self.draw_claimed);
        let from = plies.saturating_sub(usize::from(self.reversible_plies));
        self.history[from..plies].iter().rev().step_by(2).any(|state| {
            // The positions must differ by a single piece of the mover.
            let (here, there) = (self.board.colors(mover), state.board.colors(mover));
            let (from, to) = (here - there, there - here);
            state.repetitions + 1 >= THREEFOLD
                && from.len() == 1
                && to.len() == 1
                && self.board.colors(!mover) == state.board.colors(!mover)
                && from.next_square().zip(to.next_square()).is_some_and(|(from, to)| {
                    let mut then = self.board.clone();
                    let cozy_move = CozyMove { from, to, promotion: None };
                    then.try_play(cozy_move).is_ok()
                        && repetition_key(&then) == state.repetition_key
                })
        })
    }

    /// The position after the last irreversible move, its halfmove clock, and
    /// the moves since.
    pub(super) fn since_irreversible_move(&self) -> (&Board, u8, impl Iterator<Item = ChessMove>) {
        let plies = self.history.len() - usize::from(self.draw_claimed);
        let from = plies.saturating_sub(usize::from(self.reversible_plies));
        let (board, halfmove_clock) = match self.history.get(from) {
            Some(state) => (&state.board, state.halfmove_clock),
            None => (&self.board, self.halfmove_clock),
        };
        (board, halfmove_clock, self.history[from..plies].iter().map(|state| state.mv))
    }

    /// True for a dead position, as far as detected: insufficient material, or
    /// kings and bishops among permanently blocked pawns.
    #[inline]
    #[must_use]
    pub fn is_dead(&self) -> bool {
        self.dead
    }

    /// Saves the state before a ply.
    #[inline]
    fn push_state(&mut self, mv: ChessMove) {
        self.history.push(StateInfo {
            board: self.board.clone(),
            mv,
            repetition_key: self.repetition_key,
            halfmove_clock: self.halfmove_clock,
            repetitions: self.repetitions,
            reversible_plies: self.reversible_plies,
            has_repetition: self.has_repetition,
            dead: self.dead,
            draw_claimed: self.draw_claimed,
        });
    }

    /// Passes the turn for null-move pruning; false without effect in check.
    /// Undone like a ply.
    pub(super) fn make_null_move(&mut self) -> bool {
        let Some(board) = self.board.null_move() else { return false };
        self.push_state(ChessMove::CLAIM);
        self.board = board;
        self.repetition_key = repetition_key(&self.board);
        (self.repetitions, self.reversible_plies, self.has_repetition) = (1, 0, false);
        true
    }

    /// True if the game is drawn, except by stalemate.
    #[inline]
    pub(super) fn is_drawn(&self) -> bool {
        self.draw_claimed
            || self.repetitions >= FIVEFOLD
            || self.halfmove_clock >= SEVENTY_FIVE_MOVE_PLIES
            || self.is_dead()
    }

    /// True if some piece of the side to move has a legal move.
    #[inline]
    pub(super) fn has_legal_move(&self) -> bool {
        self.board.generate_moves(|_| true)
    }

    /// Perft with bulk counting of the last ply. As in the published tables,
    /// only the moves of the pieces count, and positions that are drawn by the
    /// rules are played on.
    #[must_use]
    pub fn bulk_perft(&mut self, depth: u32) -> u64 {
        if depth == 0 {
            return 1;
        }
        let mut total = 0;
        // Bulk counting: the last ply is not played.
        if depth == 1 {
            self.board.generate_moves(|moves| {
                total += moves.len() as u64;
                false
            });
            return total;
        }
        // The moves come in at most 18 groups; no heap allocation.
        let mut groups = [None::<PieceMoves>; 32];
        let mut filled = 0;
        self.board.generate_moves(|moves| {
            groups[filled] = Some(moves);
            filled += 1;
            filled == groups.len()
        });
        for cozy_move in groups.into_iter().flatten().flatten() {
            let mv = ChessMove::from_cozy(cozy_move);
            self.play(mv);
            total += self.bulk_perft(depth - 1);
            self.undo(mv, ());
        }
        total
    }
}

/// The key for repetitions: the right to capture en passant counts only where
/// such a capture is legal (FIDE Laws of Chess 9.2.3).
#[inline]
fn repetition_key(board: &Board) -> u64 {
    match board.en_passant() {
        None => board.hash(),
        Some(_) if legal_en_passant_square(board).is_some() => board.hash(),
        Some(_) => board.hash_without_ep(),
    }
}

impl Position for Chess {
    type Move = ChessMove;
    /// The position keeps its own history.
    type Undo = ();

    // Perft tables of chess count sequences of exactly `depth` plies.
    const PERFT_COUNTS_FINISHED: bool = false;

    fn is_board_move(mv: ChessMove) -> bool {
        mv != ChessMove::CLAIM
    }

    #[inline]
    fn side_to_move(&self) -> Side {
        side(self.board.side_to_move())
    }

    /// Includes the number of occurrences, and the halfmove clock from 80 on,
    /// but not the other positions of the history, so that a search can share
    /// entries.
    #[inline]
    fn key(&self) -> u64 {
        let clock = if self.halfmove_clock < KEY_CLOCK_FROM { 0 } else { self.halfmove_clock };
        let history = u64::from(self.repetitions) << 32 | u64::from(clock) << 8;
        mix(self.repetition_key ^ history ^ u64::from(self.draw_claimed))
    }

    fn legal_moves(&self, moves: &mut Vec<ChessMove>) {
        moves.clear();
        if self.is_drawn() {
            return;
        }
        self.board.generate_moves(|group| {
            moves.extend(group.into_iter().map(ChessMove::from_cozy));
            false
        });
        if !moves.is_empty() && self.can_claim_draw() {
            moves.push(ChessMove::CLAIM);
        }
    }

    fn is_legal(&self, mv: ChessMove) -> bool {
        !self.is_drawn()
            && match mv.to_cozy() {
                Some(cozy_move) => self.board.is_legal(cozy_move),
                None => mv == ChessMove::CLAIM && self.can_claim_draw() && self.has_legal_move(),
            }
    }

    fn play(&mut self, mv: ChessMove) {
        self.push_state(mv);
        let Some(cozy_move) = mv.to_cozy() else {
            self.draw_claimed = true;
            return;
        };
        let mover = self.board.side_to_move();
        let rights = |board: &Board| Color::ALL.map(|color| *board.castle_rights(color));
        let (pawns, theirs, castling) =
            (self.board.pieces(Piece::Pawn), self.board.colors(!mover), rights(&self.board));
        if self.board.try_play(cozy_move).is_err() {
            return;
        }
        let progress = pawns.has(cozy_move.from) || theirs.has(cozy_move.to);
        self.halfmove_clock = if progress { 0 } else { self.halfmove_clock.saturating_add(1) };
        let irreversible = progress || castling != rights(&self.board);
        self.reversible_plies =
            if irreversible { 0 } else { self.reversible_plies.saturating_add(1) };
        self.repetition_key = repetition_key(&self.board);
        // A repetition is at least four plies back, with the same side to
        // move.
        let span = usize::from(self.reversible_plies).min(self.history.len());
        let recent = &self.history[self.history.len() - span..];
        let earlier = recent.iter().rev().skip(3).step_by(2);
        let before = earlier.filter(|state| state.repetition_key == self.repetition_key).count();
        self.repetitions = before.saturating_add(1).min(usize::from(u8::MAX)) as u8;
        self.has_repetition = self.repetitions > 1 || self.has_repetition && !irreversible;
        self.dead = dead::is_dead(&self.board);
    }

    fn undo(&mut self, _: ChessMove, (): ()) {
        let Some(state) = self.history.pop() else { return };
        self.board = state.board;
        self.repetition_key = state.repetition_key;
        self.halfmove_clock = state.halfmove_clock;
        self.repetitions = state.repetitions;
        self.reversible_plies = state.reversible_plies;
        self.has_repetition = state.has_repetition;
        self.dead = state.dead;
        self.draw_claimed = state.draw_claimed;
    }

    fn outcome(&self) -> Option<Outcome> {
        let draw = |reason| Some(Outcome { winner: None, reason, score: None });
        if self.draw_claimed {
            return draw(if self.repetitions >= THREEFOLD {
                GameOverReason::ClaimedRepetition
            } else if self.halfmove_clock >= FIFTY_MOVE_PLIES {
                GameOverReason::ClaimedFiftyMoves
            } else if self.has_repetition && self.can_repeat_third_time() {
                GameOverReason::ClaimedNextRepetition
            } else {
                GameOverReason::ClaimedNextFiftyMoves
            });
        }
        if !self.has_legal_move() {
            if !self.in_check() {
                return draw(GameOverReason::Stalemate);
            }
            let winner = Some(self.side_to_move().other());
            return Some(Outcome { winner, reason: GameOverReason::Checkmate, score: None });
        }
        if self.is_dead() {
            draw(GameOverReason::DeadPosition)
        } else if self.repetitions >= FIVEFOLD {
            draw(GameOverReason::FivefoldRepetition)
        } else if self.halfmove_clock >= SEVENTY_FIVE_MOVE_PLIES {
            draw(GameOverReason::SeventyFiveMoves)
        } else {
            None
        }
    }
}

//! The rules: positions with their history, legal moves, and every way in
//! which a game ends. Moves of the pieces come from the crate `cozy-chess`.

use cozy_chess::{Board, Color, Move as Step, Piece, PieceMoves, Square};

use super::dead;
use crate::core::{Outcome, Position, Side, mix};

/// After so many plies without a capture or a pawn move a draw may be
/// claimed (FIDE Laws of Chess 9.3, the fifty-move rule).
const CLAIM_AFTER: u8 = 100;

/// After so many the game is drawn (9.6.2, the seventy-five-move rule).
pub(super) const DRAWN_AFTER: u8 = 150;

/// At so many occurrences of a position a draw may be claimed (9.2).
const CLAIM_AT: u8 = 3;

/// At so many the game is drawn (9.6.1).
const DRAWN_AT: u8 = 5;

/// From so many plies without progress on the count is part of the key.
const CLOCK_IN_KEY: u8 = 80;

/// One ply of chess: a piece's move, or the claim of a draw.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Ply(u16);

impl Ply {
    /// The claim of a draw by repetition or by the fifty-move rule.
    pub const CLAIM: Ply = Ply(u16::MAX);

    /// The piece's move; castling goes from the king to its rook.
    #[inline]
    pub(super) fn step(step: Step) -> Ply {
        let promotion = step.promotion.map_or(0, |piece| piece as u16);
        Ply(step.from as u16 | (step.to as u16) << 6 | promotion << 12)
    }

    /// What moves where; `None` for a claim.
    #[inline]
    pub(super) fn as_step(self) -> Option<Step> {
        if self == Ply::CLAIM {
            return None;
        }
        let square = |bits: u16| Square::try_index(usize::from(bits & 63));
        let promotion = match self.0 >> 12 {
            0 => None,
            kind => Some(Piece::try_index(usize::from(kind))?),
        };
        Some(Step { from: square(self.0)?, to: square(self.0 >> 6)?, promotion })
    }

    /// A number, not 0, that no other ply has.
    #[inline]
    #[must_use]
    pub const fn number(self) -> u16 {
        self.0
    }
}

/// What stood before a ply.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Past {
    board: Board,
    ply: Ply,
    base: u64,
    clock: u8,
    repeats: u8,
    reversible: u16,
    recurred: bool,
    dead: bool,
    claimed: bool,
}

/// A position of chess with the history that its rules look back on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Chess {
    board: Board,
    /// Hash of what must be the same for a position to be repeated.
    base: u64,
    /// Plies without a capture or a pawn move.
    clock: u8,
    /// How often this position has occurred, this time included.
    repeats: u8,
    /// How many of the last plies could be undone by play itself, so that a
    /// position before them can occur again.
    reversible: u16,
    /// Whether some position among those has occurred before.
    recurred: bool,
    /// Whether neither side can ever give mate.
    dead: bool,
    claimed: bool,
    past: Vec<Past>,
}

/// The side that plays the pieces of this colour.
pub(super) fn side(color: Color) -> Side {
    match color {
        Color::White => Side::First,
        Color::Black => Side::Second,
    }
}

impl Chess {
    /// A position without a history, `clock` plies after the last capture or
    /// pawn move.
    pub(super) fn new(board: Board, clock: u8) -> Chess {
        Chess {
            base: base(&board),
            clock,
            repeats: 1,
            reversible: 0,
            recurred: false,
            dead: dead::is_dead(&board),
            claimed: false,
            past: Vec::new(),
            board,
        }
    }

    /// The starting position of Chess960 with this number, 0 to 959, after
    /// Scharnagl; 518 is that of chess. Larger numbers count anew from 0.
    #[must_use]
    pub fn start(number: u32) -> Chess {
        Chess::new(Board::chess960_startpos(number % 960), 0)
    }

    /// The pieces and the rights.
    #[inline]
    pub(super) fn pieces(&self) -> &Board {
        &self.board
    }

    /// Plies since the last capture or pawn move.
    #[inline]
    #[must_use]
    pub fn clock(&self) -> u8 {
        self.clock
    }

    /// How often this position has occurred, this time included.
    #[inline]
    #[must_use]
    pub fn repeats(&self) -> u8 {
        self.repeats
    }

    /// How many plies were played on this value.
    #[inline]
    #[must_use]
    pub fn plies(&self) -> usize {
        self.past.len()
    }

    /// Whether the side to move is in check.
    #[inline]
    #[must_use]
    pub fn in_check(&self) -> bool {
        !self.board.checkers().is_empty()
    }

    /// Whether a draw was claimed.
    pub(super) fn is_claimed(&self) -> bool {
        self.claimed
    }

    /// Whether the side to move may claim a draw, were the game not over: for
    /// what is on the board, or for what a move that it intends would bring
    /// (FIDE Laws of Chess 9.2.1 and 9.3.1).
    #[inline]
    pub(super) fn may_claim(&self) -> bool {
        self.repeats >= CLAIM_AT
            || self.clock + 1 >= CLAIM_AFTER && (self.clock >= CLAIM_AFTER || self.can_wait())
            || self.recurred && self.can_recur()
    }

    /// Whether some legal move neither takes nor moves a pawn.
    fn can_wait(&self) -> bool {
        let theirs = self.board.colors(!self.board.side_to_move());
        self.board
            .generate_moves(|moves| moves.piece != Piece::Pawn && !(moves.to - theirs).is_empty())
    }

    /// Whether some legal move brings a position for the third time.
    fn can_recur(&self) -> bool {
        let mover = self.board.side_to_move();
        // A claim leaves the pieces where they are.
        let plies = self.past.len() - usize::from(self.claimed);
        let from = plies.saturating_sub(usize::from(self.reversible));
        self.past[from..plies].iter().rev().step_by(2).any(|past| {
            // One piece alone makes the difference.
            let (here, there) = (self.board.colors(mover), past.board.colors(mover));
            let (from, to) = (here - there, there - here);
            past.repeats + 1 >= CLAIM_AT
                && from.len() == 1
                && to.len() == 1
                && self.board.colors(!mover) == past.board.colors(!mover)
                && from.next_square().zip(to.next_square()).is_some_and(|(from, to)| {
                    let mut then = self.board.clone();
                    let step = Step { from, to, promotion: None };
                    then.try_play(step).is_ok() && base(&then) == past.base
                })
        })
    }

    /// The last position that can never occur again but for repetitions of
    /// what followed it, its clock, and the plies played since.
    pub(super) fn since_progress(&self) -> (&Board, u8, impl Iterator<Item = Ply>) {
        let plies = self.past.len() - usize::from(self.claimed);
        let from = plies.saturating_sub(usize::from(self.reversible));
        let (board, clock) =
            self.past.get(from).map_or((&self.board, self.clock), |past| (&past.board, past.clock));
        (board, clock, self.past[from..plies].iter().map(|past| past.ply))
    }

    /// Whether neither side can ever give mate, whatever both play, so far as
    /// this is known: too little material, or kings and bishops between pawns
    /// that stand blocked for ever.
    #[inline]
    #[must_use]
    pub fn is_dead(&self) -> bool {
        self.dead
    }

    /// Writes down what stands before a ply.
    #[inline]
    fn keep(&mut self, ply: Ply) {
        self.past.push(Past {
            board: self.board.clone(),
            ply,
            base: self.base,
            clock: self.clock,
            repeats: self.repeats,
            reversible: self.reversible,
            recurred: self.recurred,
            dead: self.dead,
            claimed: self.claimed,
        });
    }

    /// Gives the turn to the other side for a search that asks what would
    /// be. Does nothing and says so where the king is in check. Taken back
    /// like a ply.
    pub(super) fn skip_turn(&mut self) -> bool {
        let Some(board) = self.board.null_move() else { return false };
        self.keep(Ply::CLAIM);
        self.board = board;
        self.base = base(&self.board);
        (self.repeats, self.reversible, self.recurred) = (1, 0, false);
        true
    }

    /// Whether the game is drawn though there may be moves.
    #[inline]
    pub(super) fn is_drawn(&self) -> bool {
        self.claimed || self.repeats >= DRAWN_AT || self.clock >= DRAWN_AFTER || self.is_dead()
    }

    /// Whether some piece of the side to move has a legal move.
    #[inline]
    pub(super) fn can_move(&self) -> bool {
        self.board.generate_moves(|_| true)
    }

    /// Counts sequences of exactly `depth` legal plies, as the published
    /// tables do: a game that ends earlier is not counted.
    #[must_use]
    pub fn count(&mut self, depth: u32) -> u64 {
        if depth == 0 {
            return 1;
        }
        if self.is_drawn() {
            return 0;
        }
        let mut total = 0;
        // The last ply is counted without being played.
        if depth == 1 {
            self.board.generate_moves(|moves| {
                total += moves.len() as u64;
                false
            });
            return total + u64::from(total > 0 && self.may_claim());
        }
        // The moves come in at most 18 groups; a place for each, and no heap.
        let mut groups = [None::<PieceMoves>; 32];
        let mut filled = 0;
        self.board.generate_moves(|moves| {
            groups[filled] = Some(moves);
            filled += 1;
            filled == groups.len()
        });
        for step in groups.into_iter().flatten().flatten() {
            let ply = Ply::step(step);
            self.play(ply);
            total += self.count(depth - 1);
            self.undo(ply, ());
        }
        total
    }
}

/// Whether a pawn may take in passing.
pub(super) fn takes_in_passing(board: &Board) -> Option<Square> {
    let file = board.en_passant()?;
    let rank = cozy_chess::Rank::Sixth.relative_to(board.side_to_move());
    let target = Square::new(file, rank);
    let pawns = board.colored_pieces(board.side_to_move(), Piece::Pawn);
    let beside = cozy_chess::get_pawn_attacks(target, !board.side_to_move()) & pawns;
    beside
        .iter()
        .any(|from| board.is_legal(Step { from, to: target, promotion: None }))
        .then_some(target)
}

/// The right to take in passing is part of a position only where it can be
/// used (FIDE Laws of Chess 9.2.3).
#[inline]
fn base(board: &Board) -> u64 {
    match board.en_passant() {
        None => board.hash(),
        Some(_) if takes_in_passing(board).is_some() => board.hash(),
        Some(_) => board.hash_without_ep(),
    }
}

impl Position for Chess {
    type Move = Ply;
    /// The position keeps its own past.
    type Undo = ();

    #[inline]
    fn side_to_move(&self) -> Side {
        side(self.board.side_to_move())
    }

    /// Tells apart how often the position has occurred, and how near the
    /// fifty-move rule is once it is near, but not which other positions
    /// have occurred: a search may share what it knows about both.
    #[inline]
    fn key(&self) -> u64 {
        let clock = if self.clock < CLOCK_IN_KEY { 0 } else { self.clock };
        let history = u64::from(self.repeats) << 32 | u64::from(clock) << 8;
        mix(self.base ^ history ^ u64::from(self.claimed))
    }

    fn legal_moves(&self, moves: &mut Vec<Ply>) {
        moves.clear();
        if self.is_drawn() {
            return;
        }
        self.board.generate_moves(|group| {
            moves.extend(group.into_iter().map(Ply::step));
            false
        });
        if !moves.is_empty() && self.may_claim() {
            moves.push(Ply::CLAIM);
        }
    }

    fn is_legal(&self, ply: Ply) -> bool {
        !self.is_drawn()
            && match ply.as_step() {
                Some(step) => self.board.is_legal(step),
                None => ply == Ply::CLAIM && self.may_claim() && self.can_move(),
            }
    }

    fn play(&mut self, ply: Ply) {
        self.keep(ply);
        let Some(step) = ply.as_step() else {
            self.claimed = true;
            return;
        };
        let mover = self.board.side_to_move();
        let rights = |board: &Board| Color::ALL.map(|color| *board.castle_rights(color));
        let (pawns, theirs, castling) =
            (self.board.pieces(Piece::Pawn), self.board.colors(!mover), rights(&self.board));
        if self.board.try_play(step).is_err() {
            return;
        }
        let progress = pawns.has(step.from) || theirs.has(step.to);
        self.clock = if progress { 0 } else { self.clock.saturating_add(1) };
        let lasting = progress || castling != rights(&self.board);
        self.reversible = if lasting { 0 } else { self.reversible.saturating_add(1) };
        self.base = base(&self.board);
        // Four plies back at the earliest, and with the same side to move.
        let span = usize::from(self.reversible).min(self.past.len());
        let recent = &self.past[self.past.len() - span..];
        let earlier = recent.iter().rev().skip(3).step_by(2);
        let before = earlier.filter(|past| past.base == self.base).count();
        self.repeats = before.saturating_add(1).min(usize::from(u8::MAX)) as u8;
        self.recurred = self.repeats > 1 || self.recurred && !lasting;
        self.dead = dead::is_dead(&self.board);
    }

    fn undo(&mut self, _: Ply, (): ()) {
        let Some(past) = self.past.pop() else { return };
        self.board = past.board;
        self.base = past.base;
        self.clock = past.clock;
        self.repeats = past.repeats;
        self.reversible = past.reversible;
        self.recurred = past.recurred;
        self.dead = past.dead;
        self.claimed = past.claimed;
    }

    fn outcome(&self) -> Option<Outcome> {
        let draw = |reason| Some(Outcome { winner: None, reason, score: None });
        if self.claimed {
            return draw(if self.repeats >= CLAIM_AT {
                "chess-claimed-repetition"
            } else if self.clock >= CLAIM_AFTER {
                "chess-claimed-fifty"
            } else if self.recurred && self.can_recur() {
                "chess-claimed-next-repetition"
            } else {
                "chess-claimed-next-fifty"
            });
        }
        if !self.can_move() {
            if !self.in_check() {
                return draw("chess-stalemate");
            }
            let winner = Some(self.side_to_move().other());
            return Some(Outcome { winner, reason: "chess-checkmate", score: None });
        }
        if self.is_dead() {
            draw("chess-dead-position")
        } else if self.repeats >= DRAWN_AT {
            draw("chess-fivefold")
        } else if self.clock >= DRAWN_AFTER {
            draw("chess-seventy-five")
        } else {
            None
        }
    }
}

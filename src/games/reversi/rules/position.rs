//! The rules: positions, legal moves, the end of the game and its score.

use super::Discs;
use super::bitboard::{Bitboard, Bitboard256};
use crate::core::{GameOverReason, Outcome, Points, Position, Side, mix};

/// Rule by which the final score counts empty squares.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Scoring {
    /// Empty squares go to the winner, as in tournaments of the World
    /// Othello Federation; a draw shares them.
    #[default]
    Winner,
    /// Only discs count.
    Plain,
    /// Empty squares are shared between the players, as in Europe.
    Split,
}

impl Scoring {
    /// Final score in discs from the view of the side with `own` discs against `opponent`, with
    /// `empties` empty squares.
    #[inline]
    #[must_use]
    pub const fn final_score(self, own: u32, opponent: u32, empties: u32) -> i32 {
        let discs = own as i32 - opponent as i32;
        match self {
            Scoring::Winner => discs + discs.signum() * empties as i32,
            Scoring::Plain | Scoring::Split => discs,
        }
    }
}

/// A move: the square of the new disc, or a pass.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Square(u16);

impl Square {
    /// The forced pass.
    pub const PASS: Square = Square(256);

    /// The square with this bitboard index.
    #[inline]
    #[must_use]
    pub const fn new(index: u8) -> Square {
        Square(index as u16)
    }

    /// Its bitboard index; `None` for a pass.
    #[inline]
    #[must_use]
    pub const fn index(self) -> Option<u8> {
        if self.0 < 256 { Some(self.0 as u8) } else { None }
    }
}

/// A position, stored from the view of the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Reversi<B> {
    discs: Discs<B>,
    /// Every square of the board.
    board: B,
    side: Side,
    size: u8,
    scoring: Scoring,
}

/// Boards of 4, 6 and 8 squares a side.
pub type SmallReversi = Reversi<u64>;

/// Boards of up to 16 squares a side.
pub type LargeReversi = Reversi<Bitboard256>;

impl<B: Bitboard> Reversi<B> {
    /// A position from the discs of the side to move and of its opponent on a board of `size` by
    /// `size`. Squares off the board, and squares in both sets, are left empty.
    #[must_use]
    pub fn new(own: B, opponent: B, side: Side, size: u8, scoring: Scoring) -> Reversi<B> {
        let mut board = B::EMPTY;
        for rank in 0..size.min(B::STRIDE) {
            for file in 0..size.min(B::STRIDE) {
                board = board | B::square(rank * B::STRIDE + file);
            }
        }
        let both = own & opponent;
        let clean = |discs: B| discs & board & !both;
        let discs = Discs { own: clean(own), opponent: clean(opponent) };
        Reversi { discs, board, side, size, scoring }
    }

    /// Every square of the board.
    #[inline]
    pub(super) fn board(&self) -> B {
        self.board
    }

    /// The discs of the side to move.
    #[inline]
    #[must_use]
    pub fn own(&self) -> B {
        self.discs.own
    }

    /// The discs of the other side.
    #[inline]
    #[must_use]
    pub fn opponent(&self) -> B {
        self.discs.opponent
    }

    /// The discs of both sides.
    #[inline]
    #[must_use]
    pub fn discs(&self) -> Discs<B> {
        self.discs
    }

    /// The squares without a disc.
    #[inline]
    #[must_use]
    pub fn empty(&self) -> B {
        self.board & !(self.own() | self.opponent())
    }

    /// Number of empty squares.
    #[inline]
    #[must_use]
    pub fn empties(&self) -> u32 {
        self.empty().count()
    }

    /// Squares per side of the board, 4 to 16.
    #[inline]
    #[must_use]
    pub fn size(&self) -> u8 {
        self.size
    }

    /// Rule by which the final score is counted.
    #[inline]
    #[must_use]
    pub fn scoring(&self) -> Scoring {
        self.scoring
    }

    /// Legal moves of the side to move, ignoring passes.
    #[inline]
    #[must_use]
    pub fn mobility(&self) -> B {
        B::mobility(self.own(), self.opponent(), self.empty())
    }

    /// Moves that the other side would have if it were its turn.
    #[inline]
    #[must_use]
    pub fn opponent_mobility(&self) -> B {
        B::mobility(self.opponent(), self.own(), self.empty())
    }

    /// Discs that a disc of the side to move on this empty square flips.
    #[inline]
    #[must_use]
    pub fn flips(&self, square: u8) -> B {
        B::flips(self.own(), self.opponent(), square)
    }

    /// Score in discs for the side to move if the game ended here.
    #[inline]
    #[must_use]
    pub fn final_score(&self) -> i32 {
        self.scoring.final_score(self.own().count(), self.opponent().count(), self.empties())
    }

    /// The discs of a side.
    #[must_use]
    pub fn discs_of(&self, side: Side) -> B {
        if side == self.side { self.own() } else { self.opponent() }
    }

    /// The position after a disc on `square` that flips the discs `flipped`.
    #[inline]
    #[must_use]
    pub fn after(&self, square: u8, flipped: B) -> Reversi<B> {
        let discs = self.discs.after(square, flipped);
        Reversi { discs, side: self.side.other(), ..*self }
    }

    /// The position after a pass.
    #[inline]
    #[must_use]
    pub fn passed(&self) -> Reversi<B> {
        Reversi { discs: self.discs.passed(), side: self.side.other(), ..*self }
    }
}

impl<B: Bitboard> Position for Reversi<B> {
    type Move = Square;
    type Undo = Discs<B>;

    #[inline]
    fn side_to_move(&self) -> Side {
        self.side
    }

    #[inline]
    fn key(&self) -> u64 {
        let rules = self.side as u64 | (self.scoring as u64) << 1 | u64::from(self.size) << 3;
        mix(self.own().hash().rotate_left(17) ^ self.opponent().hash().wrapping_add(rules))
    }

    fn legal_moves(&self, moves: &mut Vec<Square>) {
        moves.clear();
        moves.extend(self.mobility().squares().map(Square::new));
        if moves.is_empty() && !self.opponent_mobility().is_empty() {
            moves.push(Square::PASS);
        }
    }

    fn is_legal(&self, mv: Square) -> bool {
        match mv.index() {
            Some(square) => self.mobility().contains(square),
            None => self.mobility().is_empty() && !self.opponent_mobility().is_empty(),
        }
    }

    #[inline]
    fn play(&mut self, mv: Square) -> Discs<B> {
        let before = self.discs;
        *self = match mv.index() {
            Some(square) => self.after(square, self.flips(square)),
            None => self.passed(),
        };
        before
    }

    #[inline]
    fn undo(&mut self, _: Square, before: Discs<B>) {
        *self = Reversi { discs: before, side: self.side.other(), ..*self };
    }

    fn outcome(&self) -> Option<Outcome> {
        if !self.mobility().is_empty() || !self.opponent_mobility().is_empty() {
            return None;
        }
        let discs = Side::BOTH.map(|side| self.discs_of(side).count() as i32);
        let empties = self.empties() as i32;
        let winner = match discs[0].cmp(&discs[1]) {
            std::cmp::Ordering::Greater => Some(Side::First),
            std::cmp::Ordering::Less => Some(Side::Second),
            std::cmp::Ordering::Equal => None,
        };
        let score = Side::BOTH.map(|side| {
            let own = discs[side.index()];
            match (self.scoring, winner) {
                (Scoring::Plain, _) => Points::whole(own),
                (Scoring::Winner, Some(winner)) if winner == side => Points::whole(own + empties),
                (Scoring::Winner, Some(_)) => Points::whole(own),
                (Scoring::Winner, None) | (Scoring::Split, _) => Points::halves(2 * own + empties),
            }
        });
        let reason = if empties == 0 {
            GameOverReason::BoardFull
        } else if discs.contains(&0) {
            GameOverReason::WipedOut
        } else {
            GameOverReason::NoMoves
        };
        Some(Outcome { winner, reason, score: Some(score) })
    }
}

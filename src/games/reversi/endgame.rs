//! The exact value of positions with few empty squares, without a table:
//! fastest-first while there are many, by parity towards the end, and with
//! the last squares unrolled.

use super::bits::Bits;
use super::position::{Reversi, Scoring};
use crate::core::Position;
use crate::search::Budget;

/// The most empty squares that are solved here; beyond, a table pays.
pub const MOST_EMPTIES: u32 = 10;

/// Below this many empty squares moves are taken by parity alone.
const BY_PARITY: u32 = 7;

/// Solves positions of one board size and scoring.
#[derive(Clone, Copy, Debug)]
pub struct Endgame<B> {
    scoring: Scoring,
    /// The four quarters of the board. A quarter with an odd number of empty
    /// squares is good to play in: the opponent will have to leave it first.
    quarters: [B; 4],
    corners: B,
}

impl<B: Bits> Endgame<B> {
    /// For positions on boards like this one's.
    #[must_use]
    pub fn new(position: &Reversi<B>) -> Endgame<B> {
        let (size, half) = (position.size(), position.size() / 2);
        let mut quarters = [B::EMPTY; 4];
        for rank in 0..size {
            for file in 0..size {
                let quarter = usize::from(file >= half) + 2 * usize::from(rank >= half);
                quarters[quarter] = quarters[quarter] | B::square(rank * B::STRIDE + file);
            }
        }
        let corner = |file: u8, rank: u8| B::square(rank * B::STRIDE + file);
        let last = size - 1;
        let corners = corner(0, 0) | corner(last, 0) | corner(0, last) | corner(last, last);
        Endgame { scoring: position.scoring(), quarters, corners }
    }

    /// The final difference in discs for the side to move, if it lies within
    /// the window; otherwise a bound. Meaningless once the budget is spent.
    /// The position has at most [`MOST_EMPTIES`] empty squares.
    pub fn solve(
        &self,
        position: &Reversi<B>,
        (alpha, beta): (i32, i32),
        budget: &mut Budget,
    ) -> i32 {
        debug_assert_eq!(position.scoring(), self.scoring, "of side {:?}", position.side_to_move());
        let board = Discs { own: position.own(), opponent: position.opponent() };
        self.any(board, position.empty(), (alpha, beta), false, budget)
    }

    fn finished(&self, board: Discs<B>, empties: u32) -> i32 {
        self.scoring.difference(board.own.count(), board.opponent.count(), empties)
    }

    fn any(
        &self,
        board: Discs<B>,
        empty: B,
        window: (i32, i32),
        passed: bool,
        budget: &mut Budget,
    ) -> i32 {
        let empties = empty.count();
        match empties {
            0 => self.finished(board, 0),
            1 => self.last_one(board, empty.lowest()),
            2..BY_PARITY => self.by_parity(board, empty, empties, window, passed, budget),
            _ => self.fastest_first(board, empty, window, passed, budget),
        }
    }

    /// One empty square: whoever can fills it.
    fn last_one(&self, board: Discs<B>, square: u8) -> i32 {
        let (own, opponent) = (board.own.count(), board.opponent.count());
        let flipped = B::flips(board.own, board.opponent, square).count();
        if flipped > 0 {
            return self.scoring.difference(own + flipped + 1, opponent - flipped, 0);
        }
        let flipped = B::flips(board.opponent, board.own, square).count();
        if flipped > 0 {
            return self.scoring.difference(own - flipped, opponent + flipped + 1, 0);
        }
        self.scoring.difference(own, opponent, 1)
    }

    /// The squares in quarters with an odd number of empty squares.
    fn odd(&self, empty: B) -> B {
        self.quarters.iter().fold(B::EMPTY, |odd, &quarter| {
            let part = empty & quarter;
            if part.count() % 2 == 1 { odd | part } else { odd }
        })
    }

    fn by_parity(
        &self,
        board: Discs<B>,
        empty: B,
        empties: u32,
        (alpha, beta): (i32, i32),
        passed: bool,
        budget: &mut Budget,
    ) -> i32 {
        budget.spend(1);
        let odd = if empties > 2 { self.odd(empty) } else { empty };
        let mut best = i32::MIN;
        for part in [odd, empty & !odd] {
            for square in part.squares() {
                let flipped = B::flips(board.own, board.opponent, square);
                if flipped.is_empty() {
                    continue;
                }
                let next = board.after(square, flipped);
                let left = empty & !B::square(square);
                let floor = alpha.max(best);
                let value = -if empties == 2 {
                    self.last_one(next, left.lowest())
                } else {
                    self.by_parity(next, left, empties - 1, (-beta, -floor), false, budget)
                };
                if value > best {
                    best = value;
                    if best >= beta {
                        return best;
                    }
                }
            }
        }
        if best > i32::MIN {
            return best;
        }
        if passed {
            return self.finished(board, empties);
        }
        -self.by_parity(board.passed(), empty, empties, (-beta, -alpha), true, budget)
    }

    fn fastest_first(
        &self,
        board: Discs<B>,
        empty: B,
        (alpha, beta): (i32, i32),
        passed: bool,
        budget: &mut Budget,
    ) -> i32 {
        if !budget.spend(1) {
            return 0;
        }
        let mobility = B::mobility(board.own, board.opponent, empty);
        if mobility.is_empty() {
            if passed {
                return self.finished(board, empty.count());
            }
            return -self.fastest_first(board.passed(), empty, (-beta, -alpha), true, budget);
        }
        let odd = self.odd(empty);
        let mut moves =
            [(0, Discs { own: B::EMPTY, opponent: B::EMPTY }, 0); MOST_EMPTIES as usize];
        let mut count = 0;
        for square in mobility.squares() {
            let next = board.after(square, B::flips(board.own, board.opponent, square));
            let left = empty & !B::square(square);
            let replies = B::mobility(next.own, next.opponent, left);
            // A reply in a corner weighs like two.
            let cost = 4 * (replies.count() + (replies & self.corners).count())
                + u32::from(!odd.contains(square));
            moves[count] = (cost, next, square);
            count += 1;
        }
        let moves = &mut moves[..count];
        moves.sort_unstable_by_key(|&(cost, _, square)| (cost, square));
        let mut best = i32::MIN;
        for (n, &(_, next, square)) in moves.iter().enumerate() {
            let left = empty & !B::square(square);
            let floor = alpha.max(best);
            let mut value = i32::MIN;
            if n > 0 {
                value = -self.any(next, left, (-floor - 1, -floor), false, budget);
            }
            if n == 0 || (value > floor && value < beta) {
                value = -self.any(next, left, (-beta, -floor), false, budget);
            }
            if value > best {
                best = value;
                if best >= beta {
                    break;
                }
            }
        }
        best
    }
}

/// The discs of both sides, the side to move first.
#[derive(Clone, Copy)]
struct Discs<B> {
    own: B,
    opponent: B,
}

impl<B: Bits> Discs<B> {
    #[inline]
    fn after(self, square: u8, flipped: B) -> Discs<B> {
        Discs { own: self.opponent & !flipped, opponent: self.own | flipped | B::square(square) }
    }

    #[inline]
    fn passed(self) -> Discs<B> {
        Discs { own: self.opponent, opponent: self.own }
    }
}

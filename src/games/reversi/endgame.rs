//! The exact value of positions with few empty squares: fastest-first with a
//! small table while there are many, by parity towards the end, and with the
//! last two squares unrolled.

use super::bits::{Bits, Wide};
use super::count::Count;
use super::position::{Reversi, Scoring};
use super::solver::twice_last_flips;
use super::stability::Stability;
use crate::search::Budget;

/// The most empty squares that are solved here; beyond, a search that looks
/// ahead for the order of moves pays.
pub const MOST_EMPTIES: u32 = 12;

/// With this many empty squares or fewer, moves are taken by parity alone.
const FEW: u32 = 6;

/// From this many empty squares on, values are kept in the table.
const KEPT_FROM: u32 = 7;

/// Entries of the table.
const ENTRIES: usize = 1 << 16;

/// A move that is no square, in the table.
const NO_SQUARE: u8 = u8::MAX;

/// What the last move of a game flips, as fast as the board allows.
pub trait LastMove: Count {
    /// How many discs a disc of `own` on `square`, the only empty square,
    /// flips. Every other square of the board holds a disc.
    fn last_flips(own: Self, opponent: Self, square: u8) -> i32;
}

impl LastMove for u64 {
    /// Squares off a smaller board hold no own disc, so no run ends there.
    #[inline]
    fn last_flips(own: u64, _: u64, square: u8) -> i32 {
        twice_last_flips(own, u32::from(square)) / 2
    }
}

impl LastMove for Wide {
    #[inline]
    fn last_flips(own: Wide, opponent: Wide, square: u8) -> i32 {
        Wide::flips(own, opponent, square).count() as i32
    }
}

/// Solves positions of one board size and scoring.
#[derive(Debug)]
pub struct Endgame<B> {
    scoring: Scoring,
    /// How many squares the board has.
    squares: i32,
    stability: Stability<B>,
    corners: B,
    /// The neighbours of each square: without an opponent there a disc flips
    /// nothing.
    near: Box<[B; 256]>,
    /// The quarter of the board that each square lies in, as one of four
    /// bits. A quarter with an odd number of empty squares is good to play
    /// in: the opponent will have to leave it first.
    quarter: Box<[u8; 256]>,
    /// For each set of quarters its squares.
    quarters: [B; 16],
    table: Vec<Entry<B>>,
    /// Positions looked at and not yet counted in the budget.
    nodes: u64,
}

/// What is known about one position.
#[derive(Clone, Copy, Debug)]
struct Entry<B> {
    board: Discs<B>,
    lower: i16,
    upper: i16,
    best: u8,
}

/// The discs of both sides, the side to move first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
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

/// The empty squares, and the quarters with an odd number of them.
#[derive(Clone, Copy)]
struct Room<B> {
    empty: B,
    odd: u8,
}

/// A move with the position after it; the lowest cost is tried first.
#[derive(Clone, Copy)]
struct Candidate<B> {
    cost: i32,
    square: u8,
    next: Discs<B>,
}

impl<B: LastMove> Endgame<B> {
    /// For positions on boards like this one's.
    #[must_use]
    pub fn new(position: &Reversi<B>) -> Endgame<B> {
        let (size, stability) = (position.size(), Stability::new(position));
        let mut near = Box::new([B::EMPTY; 256]);
        let mut quarter = Box::new([0; 256]);
        let mut quarters = [B::EMPTY; 16];
        for square in stability.board().squares() {
            let (file, rank) = (square % B::STRIDE, square / B::STRIDE);
            let of = u8::from(file >= size / 2) + 2 * u8::from(rank >= size / 2);
            near[usize::from(square)] = stability.around(B::square(square));
            quarter[usize::from(square)] = 1 << of;
            for (set, squares) in quarters.iter_mut().enumerate() {
                if set >> of & 1 == 1 {
                    *squares = *squares | B::square(square);
                }
            }
        }
        let nobody = Discs { own: B::EMPTY, opponent: B::EMPTY };
        let nothing = Entry { board: nobody, lower: 0, upper: 0, best: NO_SQUARE };
        Endgame {
            scoring: position.scoring(),
            squares: i32::from(size) * i32::from(size),
            stability,
            corners: stability.corners(),
            near,
            quarter,
            quarters,
            table: vec![nothing; ENTRIES],
            nodes: 0,
        }
    }

    /// The final difference in discs for the side to move, if it lies within
    /// the window; otherwise a bound. Meaningless once the budget is spent.
    /// The position has at most [`MOST_EMPTIES`] empty squares.
    pub fn solve(
        &mut self,
        position: &Reversi<B>,
        (alpha, beta): (i32, i32),
        budget: &mut Budget,
    ) -> i32 {
        let empty = position.empty();
        let odd = empty.squares().fold(0, |odd, square| odd ^ self.quarter[usize::from(square)]);
        let board = Discs { own: position.own(), opponent: position.opponent() };
        let (room, empties) = (Room { empty, odd }, empty.count());
        let value = if empties > FEW {
            self.many(board, room, empties, (alpha, beta), budget)
        } else {
            self.few(board, room, empties, (alpha, beta))
        };
        budget.spend(std::mem::take(&mut self.nodes));
        value
    }

    #[inline]
    fn without(&self, room: Room<B>, square: u8) -> Room<B> {
        Room {
            empty: room.empty & !B::square(square),
            odd: room.odd ^ self.quarter[usize::from(square)],
        }
    }

    fn finished(&self, board: Discs<B>) -> i32 {
        let (own, opponent) = (board.own.count(), board.opponent.count());
        self.scoring.difference(own, opponent, self.squares as u32 - own - opponent)
    }

    /// One empty square: whoever can fills it.
    #[inline]
    fn one(&self, board: Discs<B>, square: u8) -> i32 {
        let own = board.own.count() as i32;
        let flips = B::last_flips(board.own, board.opponent, square);
        if flips > 0 {
            return 2 * (own + flips + 1) - self.squares;
        }
        let flips = B::last_flips(board.opponent, board.own, square);
        if flips > 0 {
            return 2 * (own - flips) - self.squares;
        }
        self.scoring.difference(own as u32, (self.squares - 1 - own) as u32, 1)
    }

    /// Two empty squares, tried in this order.
    #[inline]
    fn two(&mut self, board: Discs<B>, [a, b]: [u8; 2], beta: i32) -> i32 {
        self.nodes += 1;
        let mut best = i32::MIN;
        for (square, last) in [(a, b), (b, a)] {
            if let Some(next) = self.after(board, square) {
                best = best.max(-self.one(next, last));
                if best >= beta {
                    return best;
                }
            }
        }
        if best > i32::MIN {
            return best;
        }
        // Here the opponent may choose.
        let board = board.passed();
        for (square, last) in [(a, b), (b, a)] {
            if let Some(next) = self.after(board, square) {
                best = best.max(-self.one(next, last));
            }
        }
        -if best > i32::MIN { best } else { self.finished(board) }
    }

    /// The position after a disc on this square, if that is legal.
    #[inline]
    fn after(&self, board: Discs<B>, square: u8) -> Option<Discs<B>> {
        if (self.near[usize::from(square)] & board.opponent).is_empty() {
            return None;
        }
        let flipped = B::flips(board.own, board.opponent, square);
        (!flipped.is_empty()).then(|| board.after(square, flipped))
    }

    /// Up to [`FEW`] empty squares: odd quarters first.
    fn few(&mut self, board: Discs<B>, room: Room<B>, empties: u32, window: (i32, i32)) -> i32 {
        let (alpha, beta) = window;
        let first = room.empty.lowest();
        match empties {
            0 => return self.finished(board),
            1 => return self.one(board, first),
            2 => return self.two(board, [first, room.empty.without_lowest().lowest()], beta),
            _ => self.nodes += 1,
        }
        let odd = room.empty & self.quarters[usize::from(room.odd)];
        let mut best = i32::MIN;
        for part in [odd, room.empty & !odd] {
            for square in part.squares() {
                let Some(next) = self.after(board, square) else { continue };
                let floor = alpha.max(best);
                let left = self.without(room, square);
                let value = -self.few(next, left, empties - 1, (-beta, -floor));
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
        if B::mobility(board.opponent, board.own, room.empty).is_empty() {
            return self.finished(board);
        }
        -self.few(board.passed(), room, empties, (-beta, -alpha))
    }

    /// More empty squares: the moves that leave the fewest replies first.
    fn many(
        &mut self,
        board: Discs<B>,
        room: Room<B>,
        empties: u32,
        (alpha, beta): (i32, i32),
        budget: &mut Budget,
    ) -> i32 {
        if !budget.spend(1 + std::mem::take(&mut self.nodes)) {
            return 0;
        }
        if let Some(bound) = self.stability_bound(board, room, empties, alpha) {
            return bound;
        }
        let mut first = NO_SQUARE;
        let slot = if empties >= KEPT_FROM { Some(slot(board)) } else { None };
        if let Some(slot) = slot {
            let entry = &self.table[slot];
            if entry.board == board {
                let (lower, upper) = (i32::from(entry.lower), i32::from(entry.upper));
                if lower >= beta || lower == upper {
                    return lower;
                }
                if upper <= alpha {
                    return upper;
                }
                first = entry.best;
            }
        }
        let nobody = Discs { own: B::EMPTY, opponent: B::EMPTY };
        let mut candidates =
            [Candidate { cost: 0, square: 0, next: nobody }; MOST_EMPTIES as usize];
        let count = self.candidates(board, room, first, &mut candidates);
        let candidates = &mut candidates[..count];
        if candidates.is_empty() {
            if B::mobility(board.opponent, board.own, room.empty).is_empty() {
                return self.finished(board);
            }
            return -self.many(board.passed(), room, empties, (-beta, -alpha), budget);
        }
        let (mut best, mut best_square) = (i32::MIN, NO_SQUARE);
        for n in 0..count {
            for m in n + 1..count {
                if candidates[m].cost < candidates[n].cost {
                    candidates.swap(n, m);
                }
            }
            let Candidate { next, square, .. } = candidates[n];
            let left = self.without(room, square);
            let floor = alpha.max(best);
            let mut value = i32::MIN;
            if n > 0 {
                value = -self.next(next, left, empties - 1, (-floor - 1, -floor), budget);
            }
            if n == 0 || (value > floor && value < beta) {
                value = -self.next(next, left, empties - 1, (-beta, -floor), budget);
            }
            if value > best {
                (best, best_square) = (value, square);
                if best >= beta {
                    break;
                }
            }
        }
        if let Some(slot) = slot
            && !budget.is_spent()
        {
            let none = self.squares as i16;
            self.table[slot] = Entry {
                board,
                lower: if best > alpha { best as i16 } else { -none },
                upper: if best < beta { best as i16 } else { none },
                best: best_square,
            };
        }
        best
    }

    #[inline]
    fn next(
        &mut self,
        board: Discs<B>,
        room: Room<B>,
        empties: u32,
        window: (i32, i32),
        budget: &mut Budget,
    ) -> i32 {
        if empties > FEW {
            self.many(board, room, empties, window, budget)
        } else {
            self.few(board, room, empties, window)
        }
    }

    /// Writes down the legal moves with what speaks against each, and
    /// returns how many there are.
    #[inline]
    fn candidates(
        &self,
        board: Discs<B>,
        room: Room<B>,
        first: u8,
        candidates: &mut [Candidate<B>; MOST_EMPTIES as usize],
    ) -> usize {
        let odd = self.quarters[usize::from(room.odd)];
        let mobility = B::mobility(board.own, board.opponent, room.empty);
        let mut count = 0;
        for (candidate, square) in candidates.iter_mut().zip(mobility.squares()) {
            let next = board.after(square, B::flips(board.own, board.opponent, square));
            let replies = B::mobility(next.own, next.opponent, room.empty & !B::square(square));
            // A reply in a corner weighs like two.
            let mut cost = 4 * (replies.count() + (replies & self.corners).count()) as i32;
            if !odd.contains(square) {
                cost += 2;
            }
            if square == first {
                cost = -1;
            }
            *candidate = Candidate { cost, square, next };
            count += 1;
        }
        count
    }

    /// A bound at or below `alpha` that the opponent's stable discs prove.
    #[inline]
    fn stability_bound(
        &self,
        board: Discs<B>,
        room: Room<B>,
        empties: u32,
        alpha: i32,
    ) -> Option<i32> {
        // Looking costs time: only where enough stable discs are likely.
        if alpha < 2 * empties as i32 - 4 {
            return None;
        }
        let stable = self.stability.stable(board.opponent, room.empty).count() as i32;
        let bound = self.squares - 2 * stable;
        (bound <= alpha).then_some(bound)
    }
}

/// Where the table keeps a position.
#[inline]
fn slot<B: Bits>(board: Discs<B>) -> usize {
    (board.own.hash().rotate_left(17) ^ board.opponent.hash()) as usize % ENTRIES
}

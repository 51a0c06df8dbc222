//! Exact endgame solver for every board size and scoring: fastest-first move ordering with a small
//! transposition table, parity ordering near the end, and the last two squares unrolled.

use super::stability::Stability;
use crate::games::reversi::rules::bitboard::Bitboard;
use crate::games::reversi::{Discs, LastFlip, Reversi, Scoring};
use crate::search::{SearchBudget, Window};

/// Most empty squares that are solved here. Beyond, move ordering by a shallow search pays off.
pub const MAX_EMPTIES: u32 = 12;

/// Empty squares up to which moves are ordered by parity alone.
const LAST_EMPTIES: u32 = 6;

/// Empty squares from which values are stored in the table.
const TABLE_MIN_EMPTIES: u32 = 7;

/// Entries of the table.
const ENTRIES: usize = 1 << 16;

/// Stands for "no move" in the table.
const NO_SQUARE: u8 = u8::MAX;

/// Solver of positions of one board size and scoring.
#[derive(Debug)]
pub struct EndgameSolver<B> {
    scoring: Scoring,
    /// Number of squares of the board.
    squares: i32,
    stability: Stability<B>,
    corners: B,
    /// Neighbours of each square. A move there is illegal unless one holds an opponent's disc.
    neighbours: Box<[B; 256]>,
    /// Quadrant of each square, as one of four bits. By parity, a quadrant with an odd number of
    /// empty squares is good to play in, since it leaves the last move there to the mover.
    quadrant: Box<[u8; 256]>,
    /// Squares of each set of quadrants.
    quadrants: [B; 16],
    table: Vec<Entry<B>>,
    /// Nodes not yet charged to the budget.
    nodes: u64,
}

/// Table entry: bounds of the score in discs, and the best move.
#[derive(Clone, Copy, Debug)]
struct Entry<B> {
    board: Discs<B>,
    lower: i16,
    upper: i16,
    best: u8,
}

/// The empty squares, and the quadrants with an odd number of them.
#[derive(Clone, Copy)]
struct EmptySquares<B> {
    squares: B,
    odd: u8,
}

/// A move with the position after it. Moves are searched in ascending order of cost.
#[derive(Clone, Copy)]
struct Candidate<B> {
    cost: i32,
    square: u8,
    next: Discs<B>,
}

impl<B: LastFlip> EndgameSolver<B> {
    /// For boards of this position's size and scoring.
    #[must_use]
    pub fn new(position: &Reversi<B>) -> EndgameSolver<B> {
        let (size, stability) = (position.size(), Stability::new(position));
        let mut neighbours = Box::new([B::EMPTY; 256]);
        let mut quadrant = Box::new([0; 256]);
        let mut quadrants = [B::EMPTY; 16];
        for square in stability.board().squares() {
            let (file, rank) = (square % B::STRIDE, square / B::STRIDE);
            let of = u8::from(file >= size / 2) + 2 * u8::from(rank >= size / 2);
            neighbours[usize::from(square)] = stability.with_neighbours(B::square(square));
            quadrant[usize::from(square)] = 1 << of;
            for (set, squares) in quadrants.iter_mut().enumerate() {
                if set >> of & 1 == 1 {
                    *squares = *squares | B::square(square);
                }
            }
        }
        let empty_entry = Entry { board: Discs::NONE, lower: 0, upper: 0, best: NO_SQUARE };
        EndgameSolver {
            scoring: position.scoring(),
            squares: i32::from(size) * i32::from(size),
            stability,
            corners: stability.corners(),
            neighbours,
            quadrant,
            quadrants,
            table: vec![empty_entry; ENTRIES],
            nodes: 0,
        }
    }

    /// Score in discs for the side to move by fail-soft alpha-beta search: exact within the window,
    /// a bound outside. Invalid once the budget is spent. The position must not have more than
    /// [`MAX_EMPTIES`] empty squares.
    pub fn solve(
        &mut self,
        position: &Reversi<B>,
        window: Window,
        budget: &mut SearchBudget,
    ) -> i32 {
        let empty = position.empty();
        let odd = empty.squares().fold(0, |odd, square| odd ^ self.quadrant[usize::from(square)]);
        let board = position.discs();
        let (empty, empties) = (EmptySquares { squares: empty, odd }, empty.count());
        let value = if empties > LAST_EMPTIES {
            self.search(board, empty, empties, window, budget)
        } else {
            self.search_last_empties(board, empty, empties, window)
        };
        budget.spend(std::mem::take(&mut self.nodes));
        value
    }

    #[inline]
    fn without(&self, empty: EmptySquares<B>, square: u8) -> EmptySquares<B> {
        EmptySquares {
            squares: empty.squares & !B::square(square),
            odd: empty.odd ^ self.quadrant[usize::from(square)],
        }
    }

    fn final_score(&self, board: Discs<B>) -> i32 {
        let (own, opponent) = (board.own.count(), board.opponent.count());
        self.scoring.final_score(own, opponent, self.squares as u32 - own - opponent)
    }

    /// Score with one empty square.
    #[inline]
    fn solve_1(&self, board: Discs<B>, square: u8) -> i32 {
        let own = board.own.count() as i32;
        let flips = B::count_last_flip(board.own, board.opponent, square);
        if flips > 0 {
            return 2 * (own + flips + 1) - self.squares;
        }
        let flips = B::count_last_flip(board.opponent, board.own, square);
        if flips > 0 {
            return 2 * (own - flips) - self.squares;
        }
        self.scoring.final_score(own as u32, (self.squares - 1 - own) as u32, 1)
    }

    /// Score with two empty squares, tried in this order.
    #[inline]
    fn solve_2(&mut self, board: Discs<B>, [a, b]: [u8; 2], beta: i32) -> i32 {
        self.nodes += 1;
        let mut best = i32::MIN;
        for (square, last) in [(a, b), (b, a)] {
            if let Some(next) = self.after(board, square) {
                best = best.max(-self.solve_1(next, last));
                if best >= beta {
                    return best;
                }
            }
        }
        if best > i32::MIN {
            return best;
        }
        // A pass: the opponent moves.
        let board = board.passed();
        for (square, last) in [(a, b), (b, a)] {
            if let Some(next) = self.after(board, square) {
                best = best.max(-self.solve_1(next, last));
            }
        }
        -if best > i32::MIN { best } else { self.final_score(board) }
    }

    /// The position after a disc on this square; `None` if that is illegal.
    #[inline]
    fn after(&self, board: Discs<B>, square: u8) -> Option<Discs<B>> {
        if (self.neighbours[usize::from(square)] & board.opponent).is_empty() {
            return None;
        }
        let flipped = B::flips(board.own, board.opponent, square);
        (!flipped.is_empty()).then(|| board.after(square, flipped))
    }

    /// Alpha-beta search with up to [`LAST_EMPTIES`] empty squares, odd quadrants first.
    fn search_last_empties(
        &mut self,
        board: Discs<B>,
        empty: EmptySquares<B>,
        empties: u32,
        window: Window,
    ) -> i32 {
        let Window { alpha, beta } = window;
        let first = empty.squares.lowest();
        match empties {
            0 => return self.final_score(board),
            1 => return self.solve_1(board, first),
            2 => {
                return self.solve_2(board, [first, empty.squares.without_lowest().lowest()], beta);
            }
            _ => self.nodes += 1,
        }
        let odd = empty.squares & self.quadrants[usize::from(empty.odd)];
        let mut best = i32::MIN;
        for part in [odd, empty.squares & !odd] {
            for square in part.squares() {
                let Some(next) = self.after(board, square) else { continue };
                let window = Window { alpha: alpha.max(best), beta };
                let left = self.without(empty, square);
                let value = -self.search_last_empties(next, left, empties - 1, -window);
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
        if B::mobility(board.opponent, board.own, empty.squares).is_empty() {
            return self.final_score(board);
        }
        -self.search_last_empties(board.passed(), empty, empties, -window)
    }

    /// Principal variation search with more empty squares, fastest first.
    fn search(
        &mut self,
        board: Discs<B>,
        empty: EmptySquares<B>,
        empties: u32,
        window: Window,
        budget: &mut SearchBudget,
    ) -> i32 {
        let Window { alpha, beta } = window;
        if !budget.spend(1 + std::mem::take(&mut self.nodes)) {
            return 0;
        }
        if let Some(bound) = self.stability_bound(board, empty, empties, alpha) {
            return bound;
        }
        let mut hash_move = NO_SQUARE;
        let index = if empties >= TABLE_MIN_EMPTIES { Some(table_index(board)) } else { None };
        if let Some(index) = index {
            let entry = &self.table[index];
            if entry.board == board {
                let (lower, upper) = (i32::from(entry.lower), i32::from(entry.upper));
                if lower >= beta || lower == upper {
                    return lower;
                }
                if upper <= alpha {
                    return upper;
                }
                hash_move = entry.best;
            }
        }
        let mut candidates =
            [Candidate { cost: 0, square: 0, next: Discs::NONE }; MAX_EMPTIES as usize];
        let count = self.candidates(board, empty, hash_move, &mut candidates);
        let candidates = &mut candidates[..count];
        if candidates.is_empty() {
            if B::mobility(board.opponent, board.own, empty.squares).is_empty() {
                return self.final_score(board);
            }
            return -self.search(board.passed(), empty, empties, -window, budget);
        }
        let (mut best, mut best_square) = (i32::MIN, NO_SQUARE);
        for n in 0..count {
            for m in n + 1..count {
                if candidates[m].cost < candidates[n].cost {
                    candidates.swap(n, m);
                }
            }
            let Candidate { next, square, .. } = candidates[n];
            let left = self.without(empty, square);
            let floor = alpha.max(best);
            let mut value = i32::MIN;
            if n > 0 {
                let window = Window::null(floor);
                value = -self.search_child(next, left, empties - 1, -window, budget);
            }
            if n == 0 || (value > floor && value < beta) {
                let window = Window { alpha: floor, beta };
                value = -self.search_child(next, left, empties - 1, -window, budget);
            }
            if value > best {
                (best, best_square) = (value, square);
                if best >= beta {
                    break;
                }
            }
        }
        if let Some(index) = index
            && !budget.is_spent()
        {
            let none = self.squares as i16;
            self.table[index] = Entry {
                board,
                lower: if best > alpha { best as i16 } else { -none },
                upper: if best < beta { best as i16 } else { none },
                best: best_square,
            };
        }
        best
    }

    #[inline]
    fn search_child(
        &mut self,
        board: Discs<B>,
        empty: EmptySquares<B>,
        empties: u32,
        window: Window,
        budget: &mut SearchBudget,
    ) -> i32 {
        if empties > LAST_EMPTIES {
            self.search(board, empty, empties, window, budget)
        } else {
            self.search_last_empties(board, empty, empties, window)
        }
    }

    /// Writes the legal moves with their costs to `candidates`, and returns their number.
    #[inline]
    fn candidates(
        &self,
        board: Discs<B>,
        empty: EmptySquares<B>,
        hash_move: u8,
        candidates: &mut [Candidate<B>; MAX_EMPTIES as usize],
    ) -> usize {
        let odd = self.quadrants[usize::from(empty.odd)];
        let mobility = B::mobility(board.own, board.opponent, empty.squares);
        let mut count = 0;
        for (candidate, square) in candidates.iter_mut().zip(mobility.squares()) {
            let next = board.after(square, B::flips(board.own, board.opponent, square));
            let replies = B::mobility(next.own, next.opponent, empty.squares & !B::square(square));
            // A reply in a corner counts as two.
            let mut cost = 4 * (replies.count() + (replies & self.corners).count()) as i32;
            if !odd.contains(square) {
                cost += 2;
            }
            if square == hash_move {
                cost = -1;
            }
            *candidate = Candidate { cost, square, next };
            count += 1;
        }
        count
    }

    /// Stability cutoff: an upper bound at or below `alpha`, proved by the opponent's stable discs.
    #[inline]
    fn stability_bound(
        &self,
        board: Discs<B>,
        empty: EmptySquares<B>,
        empties: u32,
        alpha: i32,
    ) -> Option<i32> {
        // Only where enough stable discs are likely, since counting them takes time.
        if alpha < 2 * empties as i32 - 4 {
            return None;
        }
        let stable = self.stability.stable(board.opponent, empty.squares).count() as i32;
        let bound = self.squares - 2 * stable;
        (bound <= alpha).then_some(bound)
    }
}

/// Table index of a position.
#[inline]
fn table_index<B: Bitboard>(board: Discs<B>) -> usize {
    (board.own.hash().rotate_left(17) ^ board.opponent.hash()) as usize % ENTRIES
}

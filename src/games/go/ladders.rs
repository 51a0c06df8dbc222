//! Ladders: chains that are captured by one atari after another.

use super::board::{GoBoard, Intersection};
use crate::core::Side;

/// Most stones that the reading of one ladder places, and most of them in a row; beyond that the
/// chain counts as safe. From corner to corner of a large board it takes a hundred.
const MAX_STONES: u32 = 600;
const MAX_DEPTH: usize = 160;

/// Up to four liberties of a chain.
#[derive(Clone, Copy, Default)]
struct Liberties {
    cells: [u16; 4],
    count: usize,
}

impl Liberties {
    /// Those of the chain of a stone.
    fn of<const C: usize>(board: &GoBoard<C>, stone: u16) -> Liberties {
        let mut found = Liberties::default();
        for cell in board.chain_stones(stone) {
            for near in board.neighbours(cell) {
                let is_new = !found.as_slice().contains(&near);
                if board.at(near) == Intersection::Empty && is_new {
                    found.cells[found.count] = near;
                    found.count += 1;
                    if found.count == found.cells.len() {
                        return found;
                    }
                }
            }
        }
        found
    }

    fn as_slice(&self) -> &[u16] {
        &self.cells[..self.count]
    }
}

/// The number of liberties of a stone's chain, counted up to 4.
#[must_use]
pub(super) fn liberties_up_to_four<const C: usize>(board: &GoBoard<C>, stone: u16) -> usize {
    Liberties::of(board, stone).count
}

/// The moves by which the other side captures the chain of a stone in a ladder; none if the
/// chain has more than two liberties, or escapes.
///
/// A chain in atari is in a ladder if its side cannot escape although it moves first: then the
/// move is the last liberty. A chain of two liberties is in one if the other side moves first.
/// Ko is not fought for: a stone that a ko forbids is not placed.
#[must_use]
pub(super) fn ladder_moves<const C: usize>(board: &GoBoard<C>, stone: u16) -> Vec<u16> {
    let Some(side) = board.at(stone).side() else { return Vec::new() };
    let mut reader = LadderReader { side, stones: 0, boards: Vec::new() };
    match Liberties::of(board, stone).as_slice() {
        [last] => {
            reader.boards.push(*board);
            if reader.escapes(0, stone) { Vec::new() } else { vec![*last] }
        }
        [one, other] => {
            reader.boards.push(*board);
            let captures = |&cell: &u16| reader.captures(0, stone, cell);
            [*one, *other].into_iter().filter(captures).collect()
        }
        _ => Vec::new(),
    }
}

/// Reads one ladder against a chain. Boards are kept apart from the stack of calls, which would
/// be too large for the threads that search.
struct LadderReader<const C: usize> {
    /// The side of the chain.
    side: Side,
    /// Stones placed so far.
    stones: u32,
    /// The boards after each stone of the line that is read.
    boards: Vec<GoBoard<C>>,
}

impl<const C: usize> LadderReader<C> {
    /// Places a stone on the board at this depth, if it is legal but for superko, which makes
    /// the board one deeper. True if it was placed.
    fn place(&mut self, depth: usize, cell: u16, side: Side) -> bool {
        let board = &self.boards[depth];
        if depth >= MAX_DEPTH || board.ko() == Some(cell) || board.is_suicide(cell, side) {
            return false;
        }
        self.stones += 1;
        self.boards.truncate(depth + 1);
        self.boards.extend_from_within(depth..);
        self.boards[depth + 1].place_stone(cell, side);
        true
    }

    /// True if the atari on this liberty captures the chain, which has two.
    fn captures(&mut self, depth: usize, stone: u16, cell: u16) -> bool {
        self.stones <= MAX_STONES
            && self.place(depth, cell, self.side.other())
            && self.boards[depth + 1].last_liberty(stone).is_some()
            && !self.escapes(depth + 1, stone)
    }

    /// True if the chain, which is in atari, gets away when its side moves.
    fn escapes(&mut self, depth: usize, stone: u16) -> bool {
        let board = &self.boards[depth];
        let Some(last) = board.last_liberty(stone) else { return true };
        let mut tries = attackers_in_atari(board, stone, self.side);
        tries.push(last);
        for cell in tries {
            if self.stones > MAX_STONES || depth >= MAX_DEPTH {
                return true;
            }
            if !self.place(depth, cell, self.side) {
                continue;
            }
            let is_free = match *Liberties::of(&self.boards[depth + 1], stone).as_slice() {
                [one, other] => {
                    !self.captures(depth + 1, stone, one) && !self.captures(depth + 1, stone, other)
                }
                [_] => false,
                _ => true,
            };
            if is_free {
                return true;
            }
        }
        false
    }
}

/// The last liberties of the hostile chains in atari beside a chain, without repetition.
fn attackers_in_atari<const C: usize>(board: &GoBoard<C>, stone: u16, side: Side) -> Vec<u16> {
    let hostile = Intersection::of(side.other());
    let mut found = Vec::new();
    for cell in board.chain_stones(stone) {
        for near in board.neighbours(cell) {
            if board.at(near) != hostile {
                continue;
            }
            if let Some(last) = board.last_liberty(near)
                && !found.contains(&last)
            {
                found.push(last);
            }
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::core::Point;

    /// A board of nine by nine from rows, the ninth rank first; X is Black.
    fn board(rows: [&str; 9]) -> GoBoard<{ super::super::board::cell_count(9, 9) }> {
        let mut board = GoBoard::new(9, 9);
        for (n, row) in rows.into_iter().enumerate() {
            for (file, what) in row.bytes().enumerate() {
                let cell = board.cell(Point::new(file as u8, 8 - n as u8)).unwrap();
                match what {
                    b'X' => board.place_stone(cell, Side::First),
                    b'O' => board.place_stone(cell, Side::Second),
                    _ => [0; 2],
                };
            }
        }
        board.clear_ko();
        board
    }

    fn at<const C: usize>(board: &GoBoard<C>, file: u8, rank: u8) -> u16 {
        board.cell(Point::new(file - 1, rank - 1)).unwrap()
    }

    const LADDER: [&str; 9] = [
        ".........",
        ".........",
        ".........",
        ".........",
        ".........",
        "...X.....",
        "..XOX....",
        "..X......",
        ".........",
    ];

    #[test]
    fn a_stone_that_can_only_run_to_the_edge_is_in_a_ladder() {
        let board = board(LADDER);
        // White d3 has d2 alone; d2 has two liberties then, d1 and e2.
        let white = at(&board, 4, 3);
        assert_eq!(liberties_up_to_four(&board, white), 1);
        assert_eq!(ladder_moves(&board, white), [at(&board, 4, 2)]);
    }

    #[test]
    fn a_ladder_breaker_lets_it_escape() {
        let mut rows = LADDER;
        rows[7] = "..X.O....";
        let board = board(rows);
        assert!(ladder_moves(&board, at(&board, 4, 3)).is_empty());
    }

    #[test]
    fn only_the_right_atari_starts_a_ladder() {
        let mut rows = LADDER;
        rows[6] = "..XO.....";
        // White has d2 and e3: from e3 it is a ladder to the edge, from d2 it runs into the open.
        let board = board(rows);
        assert_eq!(ladder_moves(&board, at(&board, 4, 3)), [at(&board, 5, 3)]);
    }

    #[test]
    fn capturing_an_attacker_in_atari_ends_the_ladder() {
        let mut rows = LADDER;
        // Black's stone on e3 has one liberty left, f3.
        rows[5] = "...XO....";
        rows[7] = "..X.O....";
        let board = board(rows);
        assert!(ladder_moves(&board, at(&board, 4, 3)).is_empty());
    }

    #[test]
    fn ladders_across_the_largest_board_are_read_on_a_small_stack() {
        let read = || {
            let mut board: Box<GoBoard<{ super::super::board::MAX_CELLS }>> =
                Box::new(GoBoard::new(25, 25));
            let white = board.cell(Point::new(22, 22)).unwrap();
            board.place_stone(white, Side::Second);
            for (file, rank) in [(22, 23), (23, 22), (23, 21), (21, 23)] {
                let cell = board.cell(Point::new(file, rank)).unwrap();
                board.place_stone(cell, Side::First);
            }
            // It runs from corner to corner, in either of two directions of mirror images.
            assert_eq!(ladder_moves(&board, white).len(), 2);
        };
        let thread = std::thread::Builder::new().stack_size(1 << 20).spawn(read).unwrap();
        thread.join().unwrap();
    }

    #[test]
    fn chains_with_more_than_two_liberties_are_in_none() {
        let board = board(["....X...."; 9]);
        let black = at(&board, 5, 5);
        assert_eq!(liberties_up_to_four(&board, black), 4);
        assert!(ladder_moves(&board, black).is_empty());
    }
}

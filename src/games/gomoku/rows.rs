//! The rows to be highlighted: winning rows, and the rows of a forbidden move.

use super::bitboard::{STEPS, line_and_bit};
use super::fouls;
use super::position::{End, Gomoku, Rule};

impl Gomoku {
    /// The first and the last stone of each row that makes a black stone on
    /// this empty cell a forbidden move; empty if it is none.
    #[must_use]
    pub fn foul_rows(&self, cell: u16) -> Vec<[u16; 2]> {
        if self.rule() == Rule::Renju { fouls::rows(&self.lines, cell) } else { Vec::new() }
    }

    /// The first and the last stone of each row that won the game.
    #[must_use]
    pub fn winning_rows(&self) -> Vec<[u16; 2]> {
        let Some(End::Five(colour)) = self.end() else { return Vec::new() };
        let five = self.rule().five(colour);
        let mut rows = Vec::new();
        for cell in self.cells().filter(|&cell| self.lines.colour_at(cell) == Some(colour)) {
            for (direction, step) in STEPS.into_iter().enumerate() {
                let (line, bit) = line_and_bit(direction, cell);
                let run = self.lines.run(direction, cell, colour);
                let (own, blocked) =
                    (self.lines.stones(line, colour), self.lines.blocked(line, colour));
                // Each row once, at its first stone.
                if run.low == bit && five.is_made(own, blocked, bit) {
                    let last = i32::from(cell) + step * (run.length as i32 - 1);
                    rows.push([cell, last as u16]);
                }
            }
        }
        rows
    }
}

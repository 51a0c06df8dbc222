//! What the side to move may do beside choosing and offering: where a stone
//! may go, whether a turn may be passed, whether more stones may be laid.

use super::lines::file_and_rank;
use super::opening::Opening;
use super::position::{Gomoku, Rule, Stage};

impl Gomoku {
    /// Whether the side that chooses a colour may put two more stones. A
    /// point must stay empty after them.
    #[must_use]
    pub fn may_add(&self) -> bool {
        let fits = match self.opening {
            Opening::SwapTwo => self.stones == 3,
            Opening::SuperSakata => {
                self.stones + 2 < u16::from(self.size()) * u16::from(self.size())
            }
            _ => false,
        };
        fits && self.stage == Stage::Choose
    }

    /// Whether the opening allows a stone on this empty cell.
    #[must_use]
    pub fn opening_allows(&self, cell: u16) -> bool {
        let ((file, rank), (x, y)) = (file_and_rank(cell), file_and_rank(self.centre()));
        let distance = file.abs_diff(x).max(rank.abs_diff(y));
        self.opening.allows(self.stones, distance, self.size())
    }

    /// Whether the next stone leads to a choice of colours or of a number.
    #[must_use]
    pub fn next_decides(&self) -> bool {
        let next = self.opening.stage_after(self.stage, self.stones + 1);
        matches!(next, Stage::Choose | Stage::Declare)
    }

    /// Whether a stone may be put on this cell now.
    #[must_use]
    pub fn may_put(&self, cell: u16) -> bool {
        let may_stand = || self.is_empty(cell) && self.opening_allows(cell);
        match self.stage {
            Stage::Play => may_stand(),
            Stage::Lay => {
                may_stand()
                    && (self.is_quiet(cell)
                        || !self.cells().any(|other| self.is_empty(other) && self.is_quiet(other)))
            }
            Stage::Pick => self.offers.cells().contains(&cell),
            Stage::Choose | Stage::Declare | Stage::Offer => false,
        }
    }

    /// Whether a stone on this empty cell neither makes five nor is a foul:
    /// colours are not chosen yet while stones are laid, so none may decide
    /// the game.
    fn is_quiet(&self, cell: u16) -> bool {
        // Either takes four stones of the colour on the board.
        if self.stones < 8 {
            return true;
        }
        let colour = self.colour.index();
        let mut lines = self.lines;
        lines.toggle(cell, colour);
        let five = self.rule().five(colour).is_on(&lines, cell, colour);
        !five && (colour == 1 || self.foul(cell).is_none())
    }

    /// Whether the turn may be passed.
    #[must_use]
    pub fn may_pass(&self) -> bool {
        let free = self.stage == Stage::Play && self.stones >= self.opening.shortest();
        self.end.is_none() && self.rule() == Rule::Renju && free
    }
}

//! Legality of stones, passes and further opening stones.

use super::bitboard::file_and_rank;
use super::opening_rule::{OpeningRule, Stage};
use super::position::{Gomoku, Rule};

impl Gomoku {
    /// True when the side that chooses a colour may place two more stones
    /// instead. A point must stay empty after them.
    #[must_use]
    pub fn may_add(&self) -> bool {
        let fits = match self.opening {
            OpeningRule::Swap2 => self.stones == 3,
            OpeningRule::SuperSakata => {
                self.stones + 2 < u16::from(self.size()) * u16::from(self.size())
            }
            _ => false,
        };
        fits && self.stage == Stage::Choose
    }

    /// True when the opening rule allows a stone on this empty cell.
    #[must_use]
    pub fn opening_allows(&self, cell: u16) -> bool {
        if self.opening == OpeningRule::None {
            return true;
        }
        let ((file, rank), (x, y)) = (file_and_rank(cell), file_and_rank(self.centre()));
        let distance = file.abs_diff(x).max(rank.abs_diff(y));
        self.opening.allows(self.stones, distance, self.size())
    }

    /// True when the next stone is followed by a choice of colours or a
    /// declaration.
    #[must_use]
    pub fn next_stone_precedes_choice(&self) -> bool {
        let next = self.opening.stage_after(self.stage, self.stones + 1);
        matches!(next, Stage::Choose | Stage::Declare)
    }

    /// True when a stone may be placed on this cell now.
    #[must_use]
    pub fn may_place(&self, cell: u16) -> bool {
        let may_stand = || self.is_empty(cell) && self.opening_allows(cell);
        match self.stage {
            Stage::Play => may_stand(),
            Stage::Place => {
                may_stand()
                    && (self.does_not_decide(cell)
                        || !self
                            .cells()
                            .any(|other| self.is_empty(other) && self.does_not_decide(other)))
            }
            Stage::Pick => self.offers.cells().contains(&cell),
            Stage::Choose | Stage::Declare | Stage::Offer => false,
        }
    }

    /// True when a stone on this empty cell neither makes five nor is
    /// forbidden. Stones placed before the colours are chosen must not decide
    /// the game.
    fn does_not_decide(&self, cell: u16) -> bool {
        // Both need four stones of the colour.
        if self.stones < 8 {
            return true;
        }
        let colour = self.colour.index();
        let mut lines = self.lines;
        lines.toggle(cell, colour);
        let five = self.rule().five(colour).is_on(&lines, cell, colour);
        !five && (colour == 1 || self.foul(cell).is_none())
    }

    /// True when the turn may be passed.
    #[must_use]
    pub fn may_pass(&self) -> bool {
        let free = self.stage == Stage::Play && self.stones >= self.opening.min_stones();
        self.end.is_none() && self.rule() == Rule::Renju && !self.must_place && free
    }
}

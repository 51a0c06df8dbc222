//! The declaration and the offer of fifth stones in a Renju opening.

use super::offers::Offers;
use super::opening_rule::{OpeningRule, Stage, TARAGUCHI_OFFERS, are_equivalent};
use super::position::Gomoku;

impl Gomoku {
    /// The fifth stones offered.
    #[must_use]
    pub fn offers(&self) -> &Offers {
        &self.offers
    }

    /// True when the side that chooses may offer ten fifth stones instead.
    #[must_use]
    pub fn may_offer_ten(&self) -> bool {
        self.stage == Stage::Choose && self.opening == OpeningRule::Taraguchi10 && self.stones == 4
    }

    /// True when a fifth stone may be offered on this cell: it must differ from
    /// the earlier ones under the symmetries of the stones on the board.
    #[must_use]
    pub fn may_offer(&self, cell: u16) -> bool {
        if self.stage != Stage::Offer || !self.is_empty(cell) {
            return false;
        }
        let stones: Vec<u16> =
            self.cells().filter(|&cell| self.lines.colour_at(cell).is_some()).collect();
        self.is_new_offer(&stones, cell)
    }

    fn is_new_offer(&self, stones: &[u16], cell: u16) -> bool {
        let offered = self.offers.cells();
        !offered.iter().any(|&other| are_equivalent(&self.lines, stones, other, cell))
    }

    /// Every cell on which a fifth stone may be offered.
    pub(super) fn new_offers(&self) -> impl Iterator<Item = u16> {
        let stones: Vec<u16> =
            self.cells().filter(|&cell| self.lines.colour_at(cell).is_some()).collect();
        self.cells()
            .filter(|&cell| self.is_empty(cell))
            .filter(move |&cell| self.is_new_offer(&stones, cell))
    }

    /// The numbers of fifth stones that may be declared in this opening; 0
    /// alone where none is declared.
    #[must_use]
    pub fn declarable(&self) -> std::ops::RangeInclusive<u8> {
        self.opening.offer_range().unwrap_or(0..=0)
    }

    pub(super) fn may_declare(&self, number: u8) -> bool {
        match self.stage {
            Stage::Declare => self.declarable().contains(&number),
            _ => self.may_offer_ten() && number == TARAGUCHI_OFFERS,
        }
    }
}

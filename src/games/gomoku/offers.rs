//! The fifth stones that Black offers in a Renju opening.

use super::opening_rule::MOST_OFFERS;

/// The fifth stones offered.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Offers {
    pub(super) cells: [u16; MOST_OFFERS],
    pub(super) count: u8,
    /// The number to be offered.
    pub(super) wanted: u8,
}

impl Offers {
    /// The cells offered so far.
    #[must_use]
    pub fn cells(&self) -> &[u16] {
        &self.cells[..usize::from(self.count)]
    }

    /// The number to be offered; 0 before it is declared.
    #[must_use]
    pub fn wanted(&self) -> u8 {
        self.wanted
    }

    pub(super) fn new(cells: &[u16], wanted: u8) -> Option<Offers> {
        let mut offers = Offers { wanted, ..Offers::default() };
        offers.cells.get_mut(..cells.len())?.copy_from_slice(cells);
        offers.count = cells.len() as u8;
        Some(offers)
    }
}

//! The fifth stones that Black offers in a Renju opening.

use super::opening_rule::MAX_OFFERS;

/// The fifth stones offered.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Offers {
    pub(super) cells: [u16; MAX_OFFERS],
    pub(super) count: u8,
    /// The number to be offered.
    pub(super) required: u8,
}

impl Offers {
    /// The cells offered so far.
    #[must_use]
    pub fn cells(&self) -> &[u16] {
        &self.cells[..usize::from(self.count)]
    }

    /// The number to be offered; 0 before it is declared.
    #[must_use]
    pub fn required(&self) -> u8 {
        self.required
    }

    pub(super) fn new(cells: &[u16], required: u8) -> Option<Offers> {
        let mut offers = Offers { required, ..Offers::default() };
        offers.cells.get_mut(..cells.len())?.copy_from_slice(cells);
        offers.count = cells.len() as u8;
        Some(offers)
    }
}

//! The captures that each side could make with its next stone.

use super::Variant;
use super::capture::{CellSet, Group, flanking_cells};
use super::position::VariantPosition;
use crate::games::gomoku::bitboard::{CELLS, STEPS, cell, line_and_bit};

/// Number of enemy stones that each colour would capture on each empty cell.
pub struct CaptureMap([[u16; CELLS]; 2]);

impl CaptureMap {
    /// The captures of both sides; `None` in variants without captures.
    #[must_use]
    pub fn of(position: &VariantPosition) -> Option<CaptureMap> {
        let variant = position.variant();
        match variant {
            Variant::Liberty => Some(CaptureMap::by_liberties(position)),
            _ if variant.max_flanked() > 0 => {
                Some(CaptureMap::by_flanking(position, variant.max_flanked()))
            }
            _ => None,
        }
    }

    fn by_flanking(position: &VariantPosition, max_length: u32) -> CaptureMap {
        let mut captures = CaptureMap([[0; CELLS]; 2]);
        for (direction, edge) in first_cells(position.size()) {
            let (line, first) = line_and_bit(direction, edge);
            for (colour, captures) in captures.0.iter_mut().enumerate() {
                for length in 2..=max_length {
                    for mut bits in flanking_cells(position.lines(), line, colour, length) {
                        while bits != 0 {
                            let away = (bits.trailing_zeros() - first) as i32;
                            bits &= bits - 1;
                            let at = i32::from(edge) + away * STEPS[direction];
                            captures[at as usize % CELLS] += length as u16;
                        }
                    }
                }
            }
        }
        captures
    }

    fn by_liberties(position: &VariantPosition) -> CaptureMap {
        let mut captures = CaptureMap([[0; CELLS]; 2]);
        let lines = position.lines();
        let mut seen = CellSet::default();
        for at in position.cells() {
            let Some(colour) = lines.colour_at(at) else { continue };
            if seen.contains(at) {
                continue;
            }
            let group = Group::of(lines, at, colour);
            seen.add(&group.stones);
            let mut liberties = group.liberties.iter();
            if let (Some(only), None) = (liberties.next(), liberties.next()) {
                captures.0[colour ^ 1][usize::from(only)] += group.stones.len();
            }
        }
        captures
    }

    /// Number of stones that this colour would capture there.
    #[inline]
    #[must_use]
    pub fn at(&self, cell: u16, colour: usize) -> u16 {
        self.0[colour & 1].get(usize::from(cell)).copied().unwrap_or(0)
    }

    /// Sum of this colour's captures over all points.
    #[must_use]
    pub fn sum(&self, colour: usize) -> u16 {
        self.0[colour & 1].iter().sum()
    }
}

/// Every line of a board by its direction and first cell: along one edge, and
/// for diagonals along two.
fn first_cells(size: u8) -> impl Iterator<Item = (usize, u16)> {
    let left = (0..4).flat_map(move |direction| {
        let along = move |n| if direction == 1 { cell(n, 0) } else { cell(0, n) };
        (0..size).map(move |n| (direction, along(n)))
    });
    left.chain((1..size).flat_map(move |n| [(2, cell(n, 0)), (3, cell(n, size - 1))]))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::core::{Position, Random};
    use crate::games::gomoku::opening_rule::OpeningRule;

    #[test]
    fn the_capture_map_equals_the_captures_played() {
        for variant in [Variant::Pente, Variant::Keryo, Variant::Ninuki, Variant::Liberty] {
            for seed in 0..20 {
                let mut random = Random::new(seed);
                let mut position = VariantPosition::new(7, variant, OpeningRule::None, 0);
                let mut legal = Vec::new();
                loop {
                    position.legal_moves(&mut legal);
                    let Some(captures) = CaptureMap::of(&position) else { break };
                    let own = position.side_to_move().index();
                    for &mv in &legal {
                        let mut next = position;
                        next.play(mv);
                        let captured = next.scores()[own] - position.scores()[own];
                        assert_eq!(captures.at(mv.cell(), own), captured, "{variant:?} {mv:?}");
                    }
                    let Some(&mv) = random.pick(&legal) else { break };
                    position.play(mv);
                }
            }
        }
    }
}

//! What each side could capture with its next stone, and where.

use super::Kin;
use super::capture::{Cells, Group, flanking};
use super::position::Relative;
use crate::games::gomoku::lines::{CELLS, STEPS, cell, place};

/// How many enemy stones each colour captures on each empty cell.
pub struct Hits([[u16; CELLS]; 2]);

impl Hits {
    /// What either side could capture; `None` where nothing is captured.
    #[must_use]
    pub fn of(position: &Relative) -> Option<Hits> {
        let kin = position.kin();
        match kin {
            Kin::Liberty => Some(Hits::by_liberties(position)),
            _ if kin.flanked() > 0 => Some(Hits::by_flanking(position, kin.flanked())),
            _ => None,
        }
    }

    fn by_flanking(position: &Relative, longest: u32) -> Hits {
        let mut hits = Hits([[0; CELLS]; 2]);
        for (direction, edge) in first_cells(position.size()) {
            let (line, first) = place(direction, edge);
            for (colour, hits) in hits.0.iter_mut().enumerate() {
                for length in 2..=longest {
                    for mut bits in flanking(position.lines(), line, colour, length) {
                        while bits != 0 {
                            let away = (bits.trailing_zeros() - first) as i32;
                            bits &= bits - 1;
                            let at = i32::from(edge) + away * STEPS[direction];
                            hits[at as usize % CELLS] += length as u16;
                        }
                    }
                }
            }
        }
        hits
    }

    fn by_liberties(position: &Relative) -> Hits {
        let mut hits = Hits([[0; CELLS]; 2]);
        let lines = position.lines();
        let mut seen = Cells::default();
        for at in position.cells() {
            let Some(colour) = lines.colour_at(at) else { continue };
            if seen.contains(at) {
                continue;
            }
            let group = Group::of(lines, at, colour);
            seen.add(&group.stones);
            let mut liberties = group.liberties.iter();
            if let (Some(only), None) = (liberties.next(), liberties.next()) {
                hits.0[colour ^ 1][usize::from(only)] += group.stones.len();
            }
        }
        hits
    }

    /// Stones that this colour captures there.
    #[inline]
    #[must_use]
    pub fn at(&self, cell: u16, colour: usize) -> u16 {
        self.0[colour & 1].get(usize::from(cell)).copied().unwrap_or(0)
    }

    /// All that this colour could capture, point by point.
    #[must_use]
    pub fn sum(&self, colour: usize) -> u16 {
        self.0[colour & 1].iter().sum()
    }
}

/// Every line of a board by its direction and its first cell: along one edge,
/// and for diagonals along two.
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
    use crate::games::gomoku::opening::Opening;

    /// What a stone captures when it is played is what was foreseen.
    #[test]
    fn captures_are_foreseen() {
        for kin in [Kin::Pente, Kin::Keryo, Kin::Ninuki, Kin::Liberty] {
            for seed in 0..20 {
                let mut random = Random::new(seed);
                let mut position = Relative::new(7, kin, Opening::None, 0);
                let mut legal = Vec::new();
                loop {
                    position.legal_moves(&mut legal);
                    let Some(hits) = Hits::of(&position) else { break };
                    let own = position.side_to_move().index();
                    for &ply in &legal {
                        let mut next = position;
                        next.play(ply);
                        let taken = next.counts()[own] - position.counts()[own];
                        assert_eq!(hits.at(ply.cell(), own), taken, "{kin:?} {ply:?}");
                    }
                    let Some(&ply) = random.pick(&legal) else { break };
                    position.play(ply);
                }
            }
        }
    }
}

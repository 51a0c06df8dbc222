//! Captures: stones flanked in a line by two of the other colour, or groups
//! left without a liberty.

use crate::games::gomoku::bitboard::{
    LineBitboards, MAX_SIZE, Run, STEPS, cell, file_and_rank, line_and_bit,
};

const RANKS: usize = MAX_SIZE as usize;

/// A set of cells as one word per rank, with the bits of [`LineBitboards`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct CellSet([u32; RANKS]);

impl CellSet {
    /// Adds a cell.
    #[inline]
    pub fn insert(&mut self, cell: u16) {
        let (line, bit) = line_and_bit(0, cell);
        if let Some(row) = self.0.get_mut(line) {
            *row |= 1 << bit;
        }
    }

    /// True when the cell is in the set.
    #[inline]
    #[must_use]
    pub fn contains(&self, cell: u16) -> bool {
        let (line, bit) = line_and_bit(0, cell);
        self.0.get(line).is_some_and(|row| row >> bit & 1 != 0)
    }

    /// Number of cells in the set.
    #[inline]
    #[must_use]
    pub fn len(&self) -> u16 {
        self.0.iter().map(|row| row.count_ones() as u16).sum()
    }

    /// True when the set is empty.
    #[inline]
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0 == [0; RANKS]
    }

    /// The cells, rank by rank.
    pub fn iter(&self) -> impl Iterator<Item = u16> + use<> {
        let (margin, mut rows, mut rank) = (line_and_bit(0, 0).1, self.0, 0);
        std::iter::from_fn(move || {
            while *rows.get(rank)? == 0 {
                rank += 1;
            }
            let bit = rows[rank].trailing_zeros();
            rows[rank] &= rows[rank] - 1;
            Some(cell((bit - margin) as u8, rank as u8))
        })
    }

    /// Adds all cells of another set.
    pub fn add(&mut self, other: &CellSet) {
        self.0.iter_mut().zip(other.0).for_each(|(row, other)| *row |= other);
    }
}

/// The enemy stones flanked by a stone of this colour on this cell: rows of
/// exactly two up to `max_length`, between it and another of its colour.
#[inline]
#[must_use]
pub fn flanked_stones(lines: &LineBitboards, cell: u16, colour: usize, max_length: u32) -> CellSet {
    let mut captured = CellSet::default();
    for (direction, step) in STEPS.into_iter().enumerate() {
        let (line, bit) = line_and_bit(direction, cell);
        let (own, other) = (lines.stones(line, colour), lines.stones(line, colour ^ 1));
        for length in 2..=max_length {
            let row = (1 << length) - 1;
            let ahead = own >> (bit + length + 1) & 1 != 0 && other >> (bit + 1) & row == row;
            let behind = own >> (bit - length - 1) & 1 != 0 && other >> (bit - length) & row == row;
            for (flanks, step) in [(ahead, step), (behind, -step)] {
                for away in 1..=length as i32 {
                    if flanks {
                        captured.insert((i32::from(cell) + away * step) as u16);
                    }
                }
            }
        }
    }
    captured
}

/// The empty cells of a line on which a stone of this colour flanks exactly
/// `length` enemy stones, as bits: those with the row above them, and those
/// with it below.
#[inline]
#[must_use]
pub fn flanking_cells(lines: &LineBitboards, line: usize, colour: usize, length: u32) -> [u32; 2] {
    let (own, other) = (lines.stones(line, colour), lines.stones(line, colour ^ 1));
    if own == 0 || other == 0 {
        return [0; 2];
    }
    let empty = !(own | lines.blocked(line, colour));
    // Bits at which a row of `length` enemy stones begins.
    let mut row = other;
    for away in 1..length {
        row &= other >> away;
    }
    let above = empty & row >> 1 & own >> (length + 1);
    let below = empty & row << length & own << (length + 1);
    [above, below]
}

/// A group of connected stones and its liberties.
#[derive(Clone, Copy, Debug)]
pub struct Group {
    /// Its stones.
    pub stones: CellSet,
    /// Its liberties.
    pub liberties: CellSet,
}

impl Group {
    /// The group of the stone on this cell, which is of this colour.
    #[must_use]
    pub fn of(lines: &LineBitboards, cell: u16, colour: usize) -> Group {
        let (rank, bit) = line_and_bit(0, cell);
        let mut stones = [0u32; RANKS];
        stones[rank] = Run::through(lines.stones(rank, colour), bit).bits();
        let (mut low, mut high) = (rank, rank);
        let adjacent = |rows: &[u32; RANKS], at: usize| {
            let above = rows.get(at + 1).copied().unwrap_or(0);
            let below = if at > 0 { rows[at - 1] } else { 0 };
            rows[at] << 1 | rows[at] >> 1 | above | below
        };
        loop {
            let mut grown = false;
            for at in low.saturating_sub(1)..=(high + 1).min(RANKS - 1) {
                let next = stones[at] | adjacent(&stones, at) & lines.stones(at, colour);
                if next != stones[at] {
                    stones[at] = next;
                    grown = true;
                    (low, high) = (low.min(at), high.max(at));
                }
            }
            if !grown {
                break;
            }
        }
        let mut liberties = [0; RANKS];
        for (at, row) in liberties.iter_mut().enumerate().take(high + 2).skip(low.saturating_sub(1))
        {
            *row = adjacent(&stones, at) & empty_bits(lines, at);
        }
        Group { stones: CellSet(stones), liberties: CellSet(liberties) }
    }
}

#[inline]
fn empty_bits(lines: &LineBitboards, rank: usize) -> u32 {
    !(lines.stones(rank, 0) | lines.blocked(rank, 0))
}

/// The orthogonal neighbours of a cell on the largest board.
#[inline]
pub fn neighbours(at: u16) -> impl Iterator<Item = u16> {
    let (file, rank) = file_and_rank(at);
    let near = [
        (file > 0).then(|| cell(file - 1, rank)),
        (rank > 0).then(|| cell(file, rank - 1)),
        (file + 1 < MAX_SIZE).then(|| cell(file + 1, rank)),
        (rank + 1 < MAX_SIZE).then(|| cell(file, rank + 1)),
    ];
    near.into_iter().flatten()
}

/// True when the cell has an empty neighbour.
#[inline]
#[must_use]
pub fn has_liberty(lines: &LineBitboards, at: u16) -> bool {
    neighbours(at).any(|near| {
        let (rank, bit) = line_and_bit(0, near);
        empty_bits(lines, rank) >> bit & 1 != 0
    })
}

/// The enemy groups left without a liberty by the stone of this colour just
/// placed on this cell.
#[must_use]
pub fn captured_groups(lines: &LineBitboards, at: u16, colour: usize) -> CellSet {
    let mut captured = CellSet::default();
    for near in neighbours(at) {
        let enemy = lines.colour_at(near) == Some(colour ^ 1);
        if enemy && !captured.contains(near) && !has_liberty(lines, near) {
            let group = Group::of(lines, near, colour ^ 1);
            if group.liberties.is_empty() {
                captured.add(&group.stones);
            }
        }
    }
    captured
}

/// True when a stone of this colour on this empty cell would have no liberty
/// and capture nothing.
#[must_use]
pub fn is_suicide(lines: &LineBitboards, at: u16, colour: usize) -> bool {
    if has_liberty(lines, at) {
        return false;
    }
    !neighbours(at).any(|near| match lines.colour_at(near) {
        Some(other) => {
            // The cell itself is a liberty of every adjacent group.
            let more = Group::of(lines, near, other).liberties.len() > 1;
            more == (other == colour)
        }
        None => false,
    })
}

/// True when the stone just placed, which captured one stone, made a ko: it
/// stands alone and could be retaken at once.
#[must_use]
pub fn is_ko(lines: &LineBitboards, at: u16, colour: usize) -> bool {
    let group = Group::of(lines, at, colour);
    group.stones.len() == 1 && group.liberties.len() == 1
}

/// True when two empty cells are adjacent.
#[must_use]
pub fn has_adjacent_empties(lines: &LineBitboards) -> bool {
    (0..RANKS).any(|rank| {
        let here = empty_bits(lines, rank);
        let above = if rank + 1 < RANKS { empty_bits(lines, rank + 1) } else { 0 };
        here & (here >> 1 | above) != 0
    })
}

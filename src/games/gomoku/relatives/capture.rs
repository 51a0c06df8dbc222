//! Which stones a move takes: those flanked in a line by two of the other
//! colour, or the groups that it leaves without a liberty.

use crate::games::gomoku::lines::{Lines, MOST, Run, STEPS, cell, file_and_rank, place};

const RANKS: usize = MOST as usize;

/// A set of cells, rank by rank; bits as on the rows of [`Lines`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Cells([u32; RANKS]);

impl Cells {
    /// Adds a cell.
    #[inline]
    pub fn insert(&mut self, cell: u16) {
        let (line, bit) = place(0, cell);
        if let Some(row) = self.0.get_mut(line) {
            *row |= 1 << bit;
        }
    }

    /// Whether a cell is in the set.
    #[inline]
    #[must_use]
    pub fn contains(&self, cell: u16) -> bool {
        let (line, bit) = place(0, cell);
        self.0.get(line).is_some_and(|row| row >> bit & 1 != 0)
    }

    /// How many cells are in the set.
    #[inline]
    #[must_use]
    pub fn len(&self) -> u16 {
        self.0.iter().map(|row| row.count_ones() as u16).sum()
    }

    /// Whether no cell is in the set.
    #[inline]
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0 == [0; RANKS]
    }

    /// The cells, rank by rank.
    pub fn iter(&self) -> impl Iterator<Item = u16> + use<> {
        let (margin, mut rows, mut rank) = (place(0, 0).1, self.0, 0);
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
    pub fn add(&mut self, other: &Cells) {
        self.0.iter_mut().zip(other.0).for_each(|(row, other)| *row |= other);
    }
}

/// The enemy stones that a stone of this colour on this cell flanks exactly:
/// rows of two up to `longest`, between it and another of its colour.
#[inline]
#[must_use]
pub fn flanked(lines: &Lines, cell: u16, colour: usize, longest: u32) -> Cells {
    let mut taken = Cells::default();
    for (direction, step) in STEPS.into_iter().enumerate() {
        let (line, bit) = place(direction, cell);
        let (own, other) = (lines.own(line, colour), lines.own(line, colour ^ 1));
        for length in 2..=longest {
            let row = (1 << length) - 1;
            let ahead = own >> (bit + length + 1) & 1 != 0 && other >> (bit + 1) & row == row;
            let behind = own >> (bit - length - 1) & 1 != 0 && other >> (bit - length) & row == row;
            for (flanks, step) in [(ahead, step), (behind, -step)] {
                for away in 1..=length as i32 {
                    if flanks {
                        taken.insert((i32::from(cell) + away * step) as u16);
                    }
                }
            }
        }
    }
    taken
}

/// The empty cells of a line on which a stone of this colour flanks a row of
/// exactly `length` enemy stones, as bits: those with the row above them, and
/// those with it below.
#[inline]
#[must_use]
pub fn flanking(lines: &Lines, line: usize, colour: usize, length: u32) -> [u32; 2] {
    let (own, other) = (lines.own(line, colour), lines.own(line, colour ^ 1));
    if own == 0 || other == 0 {
        return [0; 2];
    }
    let empty = !(own | lines.blocked(line, colour));
    // Bits at which a row of that many enemy stones begins.
    let mut row = other;
    for away in 1..length {
        row &= other >> away;
    }
    let above = empty & row >> 1 & own >> (length + 1);
    let below = empty & row << length & own << (length + 1);
    [above, below]
}

/// Stones of one colour that hang together, and the empty cells beside them.
#[derive(Clone, Copy, Debug)]
pub struct Group {
    /// Its stones.
    pub stones: Cells,
    /// Its liberties.
    pub liberties: Cells,
}

impl Group {
    /// The group of the stone on this cell, which is of this colour.
    #[must_use]
    pub fn of(lines: &Lines, cell: u16, colour: usize) -> Group {
        let (rank, bit) = place(0, cell);
        let mut stones = [0u32; RANKS];
        stones[rank] = Run::through(lines.own(rank, colour), bit).bits();
        let (mut low, mut high) = (rank, rank);
        let beside = |rows: &[u32; RANKS], at: usize| {
            let above = rows.get(at + 1).copied().unwrap_or(0);
            let below = if at > 0 { rows[at - 1] } else { 0 };
            rows[at] << 1 | rows[at] >> 1 | above | below
        };
        loop {
            let mut grown = false;
            for at in low.saturating_sub(1)..=(high + 1).min(RANKS - 1) {
                let next = stones[at] | beside(&stones, at) & lines.own(at, colour);
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
            *row = beside(&stones, at) & empty(lines, at);
        }
        Group { stones: Cells(stones), liberties: Cells(liberties) }
    }
}

#[inline]
fn empty(lines: &Lines, rank: usize) -> u32 {
    !(lines.own(rank, 0) | lines.blocked(rank, 0))
}

/// The cells beside a cell, where the largest board has them.
#[inline]
pub fn beside(at: u16) -> impl Iterator<Item = u16> {
    let (file, rank) = file_and_rank(at);
    let near = [
        (file > 0).then(|| cell(file - 1, rank)),
        (rank > 0).then(|| cell(file, rank - 1)),
        (file + 1 < MOST).then(|| cell(file + 1, rank)),
        (rank + 1 < MOST).then(|| cell(file, rank + 1)),
    ];
    near.into_iter().flatten()
}

/// Whether an empty cell lies beside this one.
#[inline]
#[must_use]
pub fn has_room(lines: &Lines, at: u16) -> bool {
    beside(at).any(|near| {
        let (rank, bit) = place(0, near);
        empty(lines, rank) >> bit & 1 != 0
    })
}

/// The stones of the other colour that have no liberty beside the stone of
/// this colour that was just put on this cell.
#[must_use]
pub fn smothered(lines: &Lines, at: u16, colour: usize) -> Cells {
    let mut taken = Cells::default();
    for near in beside(at) {
        let enemy = lines.colour_at(near) == Some(colour ^ 1);
        if enemy && !taken.contains(near) && !has_room(lines, near) {
            let group = Group::of(lines, near, colour ^ 1);
            if group.liberties.is_empty() {
                taken.add(&group.stones);
            }
        }
    }
    taken
}

/// Whether a stone of this colour on this empty cell would be left without a
/// liberty and take nothing.
#[must_use]
pub fn is_suicide(lines: &Lines, at: u16, colour: usize) -> bool {
    if has_room(lines, at) {
        return false;
    }
    !beside(at).any(|near| match lines.colour_at(near) {
        Some(other) => {
            // The cell itself is a liberty of every group beside it.
            let more = Group::of(lines, near, other).liberties.len() > 1;
            more == (other == colour)
        }
        None => false,
    })
}

/// Whether the stone just put on this cell took one stone in a ko: it stands
/// alone and could be retaken at once.
#[must_use]
pub fn is_ko(lines: &Lines, at: u16, colour: usize) -> bool {
    let group = Group::of(lines, at, colour);
    group.stones.len() == 1 && group.liberties.len() == 1
}

/// Whether there is an empty cell beside another.
#[must_use]
pub fn has_open_space(lines: &Lines) -> bool {
    (0..RANKS).any(|rank| {
        let here = empty(lines, rank);
        let above = if rank + 1 < RANKS { empty(lines, rank + 1) } else { 0 };
        here & (here >> 1 | above) != 0
    })
}

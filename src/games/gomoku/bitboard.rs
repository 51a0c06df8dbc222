//! Line bitboards: every row, file and diagonal as a word of bits for each
//! colour, so that runs and windows are read with a few shifts.
//!
//! A point lies on four lines and has one bit on each. [`MARGIN`] bits at
//! either end of the word lie off the board, so that the surroundings of a
//! point are read without bounds checks.

/// The largest board size, in points a side.
pub const MAX_SIZE: u8 = 20;

/// Cells of the largest board; a cell's index is `rank * MAX_SIZE + file`.
pub const CELLS: usize = MAX_SIZE as usize * MAX_SIZE as usize;

/// Free bits below the first and above the last point of a line.
pub const MARGIN: u32 = 6;

/// Change of the cell index per bit of a line, in each direction: rank, file,
/// diagonal up to the right, diagonal down to the right.
pub const STEPS: [i32; 4] = [1, MAX_SIZE as i32, MAX_SIZE as i32 + 1, 1 - MAX_SIZE as i32];

/// Points of a side of the largest board.
const SIDE: usize = MAX_SIZE as usize;

/// Number of lines: ranks, files, and diagonals of both directions.
pub(super) const LINE_COUNT: usize = 2 * SIDE + 2 * (2 * SIDE - 1);

/// The cell of a point on the board.
#[must_use]
pub const fn cell(file: u8, rank: u8) -> u16 {
    rank as u16 * MAX_SIZE as u16 + file as u16
}

/// Every cell of a board of this size, rank by rank.
pub fn board_cells(size: u8) -> impl Iterator<Item = u16> {
    (0..size).flat_map(move |rank| (0..size).map(move |file| cell(file, rank)))
}

/// File and rank of a cell.
#[must_use]
pub const fn file_and_rank(cell: u16) -> (u8, u8) {
    ((cell % MAX_SIZE as u16) as u8, (cell / MAX_SIZE as u16) as u8)
}

/// The line through a cell in one of the four directions, and the cell's bit
/// on it.
#[inline]
#[must_use]
pub const fn line_and_bit(direction: usize, cell: u16) -> (usize, u32) {
    let (file, rank) = ((cell % MAX_SIZE as u16) as usize, (cell / MAX_SIZE as u16) as usize);
    match direction {
        0 => (rank, file as u32 + MARGIN),
        1 => (SIDE + file, rank as u32 + MARGIN),
        2 => (3 * SIDE - 1 + file - rank, file as u32 + MARGIN),
        _ => (4 * SIDE - 1 + file + rank, file as u32 + MARGIN),
    }
}

/// The stones of a board, by line and colour; black is 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LineBitboards {
    stones: [[u32; 2]; LINE_COUNT],
    /// Bits off the board.
    walls: [u32; LINE_COUNT],
}

impl LineBitboards {
    /// An empty board of this size, at most [`MAX_SIZE`].
    #[must_use]
    pub fn new(size: u8) -> LineBitboards {
        let mut walls = [u32::MAX; LINE_COUNT];
        for rank in 0..size.min(MAX_SIZE) {
            for file in 0..size.min(MAX_SIZE) {
                for direction in 0..4 {
                    let (line, bit) = line_and_bit(direction, cell(file, rank));
                    walls[line] &= !(1 << bit);
                }
            }
        }
        LineBitboards { stones: [[0; 2]; LINE_COUNT], walls }
    }

    /// Places a stone on an empty cell, or removes it again.
    #[inline]
    pub fn toggle(&mut self, cell: u16, colour: usize) {
        for direction in 0..4 {
            let (line, bit) = line_and_bit(direction, cell);
            self.stones[line][colour & 1] ^= 1 << bit;
        }
    }

    /// The stones of this colour on a line.
    #[inline]
    #[must_use]
    pub fn stones(&self, line: usize, colour: usize) -> u32 {
        self.stones[line][colour & 1]
    }

    /// Bits of a line that this colour cannot occupy: enemy stones and points
    /// off the board.
    #[inline]
    #[must_use]
    pub fn blocked(&self, line: usize, colour: usize) -> u32 {
        self.stones[line][colour & 1 ^ 1] | self.walls[line]
    }

    /// Bits of a line off the board.
    #[inline]
    #[must_use]
    pub fn walls(&self, line: usize) -> u32 {
        self.walls[line]
    }

    /// True when the cell is on the board and empty.
    #[inline]
    #[must_use]
    pub fn is_empty(&self, cell: u16) -> bool {
        usize::from(cell) < CELLS && {
            let (line, bit) = line_and_bit(0, cell);
            (self.stones(line, 0) | self.blocked(line, 0)) >> bit & 1 == 0
        }
    }

    /// The colour of the stone on a cell.
    #[must_use]
    pub fn colour_at(&self, cell: u16) -> Option<usize> {
        let (line, bit) = line_and_bit(0, cell);
        (0..2).find(|&colour| self.stones[line][colour] >> bit & 1 != 0)
    }

    /// The unbroken run through this cell in one direction; the cell must hold
    /// a stone of this colour.
    #[inline]
    #[must_use]
    pub fn run(&self, direction: usize, cell: u16, colour: usize) -> Run {
        let (line, bit) = line_and_bit(direction, cell);
        Run::through(self.stones(line, colour), bit)
    }
}

/// An unbroken run of stones on a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Run {
    /// Index of its lowest bit.
    pub low: u32,
    /// Number of stones.
    pub length: u32,
}

impl Run {
    /// The run of set bits around a set bit.
    #[inline]
    #[must_use]
    pub const fn through(own: u32, bit: u32) -> Run {
        let above = (!(own >> bit)).trailing_zeros();
        let below = (!(own << (31 - bit))).leading_zeros();
        Run { low: bit + 1 - below, length: above + below - 1 }
    }

    /// The bits of its stones.
    #[inline]
    #[must_use]
    pub const fn bits(self) -> u32 {
        ((1 << self.length) - 1) << self.low
    }

    /// The bits next to both its ends.
    #[inline]
    #[must_use]
    pub const fn ends(self) -> u32 {
        1 << (self.low - 1) | 1 << (self.low + self.length)
    }
}

/// The winning condition: which rows count as five.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FiveRule {
    /// Five or more.
    OrMore,
    /// Exactly five.
    Exactly,
    /// Five not blocked at both ends, or more than five (Caro).
    Open,
}

impl FiveRule {
    /// Points on either side of a stone on which it depends whether it makes five, or may yet.
    #[must_use]
    pub const fn reach(self) -> u32 {
        match self {
            FiveRule::OrMore => 4,
            FiveRule::Exactly | FiveRule::Open => 5,
        }
    }

    /// True when the run through a stone wins. `blocked` holds the bits that
    /// its colour cannot occupy.
    #[inline]
    #[must_use]
    pub const fn is_made(self, own: u32, blocked: u32, bit: u32) -> bool {
        let run = Run::through(own, bit);
        match self {
            FiveRule::OrMore => run.length >= 5,
            FiveRule::Exactly => run.length == 5,
            FiveRule::Open => {
                run.length > 5 || run.length == 5 && blocked & run.ends() != run.ends()
            }
        }
    }

    /// True when the stone on this cell is part of a winning row.
    #[must_use]
    pub fn is_on(self, lines: &LineBitboards, cell: u16, colour: usize) -> bool {
        (0..4).any(|direction| {
            let (line, bit) = line_and_bit(direction, cell);
            self.is_made(lines.stones(line, colour), lines.blocked(line, colour), bit)
        })
    }
}

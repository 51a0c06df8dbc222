//! The board as lines of bits: every row, file and diagonal holds the stones
//! of both colours, so that a run or a window is read with a few shifts.
//!
//! A point lies on four lines. On each of them it has a bit of its own, at
//! least [`MARGIN`] bits from either end of the word, so that what lies
//! around a point can be read without asking whether it is on the board.

/// The largest board side.
pub const MOST: u8 = 19;

/// Cells of the largest board; a cell is `rank * MOST + file`.
pub const CELLS: usize = MOST as usize * MOST as usize;

/// Free bits below the first and above the last point of a line.
pub const MARGIN: u32 = 6;

/// How a cell's number grows with a bit of its line, in each direction:
/// along the rank, up the file, up to the right, down to the right.
pub const STEPS: [i32; 4] = [1, MOST as i32, MOST as i32 + 1, 1 - MOST as i32];

/// Rows, files, and both kinds of diagonals.
const LINES: usize = 2 * 19 + 2 * 37;

/// The cell of a point on the board.
#[must_use]
pub const fn cell(file: u8, rank: u8) -> u16 {
    rank as u16 * MOST as u16 + file as u16
}

/// File and rank of a cell.
#[must_use]
pub const fn file_and_rank(cell: u16) -> (u8, u8) {
    ((cell % MOST as u16) as u8, (cell / MOST as u16) as u8)
}

/// The line through a cell in one of the four directions, and the cell's bit
/// on it.
#[inline]
#[must_use]
pub const fn place(direction: usize, cell: u16) -> (usize, u32) {
    let (file, rank) = ((cell % MOST as u16) as usize, (cell / MOST as u16) as usize);
    match direction {
        0 => (rank, file as u32 + MARGIN),
        1 => (19 + file, rank as u32 + MARGIN),
        2 => (38 + file + 18 - rank, file as u32 + MARGIN),
        _ => (75 + file + rank, file as u32 + MARGIN),
    }
}

/// All stones of a board, colour by colour on every line; black is 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Lines {
    stones: [[u32; 2]; LINES],
    /// Bits that are no point of the board.
    walls: [u32; LINES],
}

impl Lines {
    /// An empty board of this side, at most [`MOST`].
    #[must_use]
    pub fn new(size: u8) -> Lines {
        let mut walls = [u32::MAX; LINES];
        for rank in 0..size.min(MOST) {
            for file in 0..size.min(MOST) {
                for direction in 0..4 {
                    let (line, bit) = place(direction, cell(file, rank));
                    walls[line] &= !(1 << bit);
                }
            }
        }
        Lines { stones: [[0; 2]; LINES], walls }
    }

    /// Puts a stone on an empty cell, or takes this stone away again.
    #[inline]
    pub fn toggle(&mut self, cell: u16, colour: usize) {
        for direction in 0..4 {
            let (line, bit) = place(direction, cell);
            self.stones[line][colour & 1] ^= 1 << bit;
        }
    }

    /// The stones of this colour on a line.
    #[inline]
    #[must_use]
    pub fn own(&self, line: usize, colour: usize) -> u32 {
        self.stones[line][colour & 1]
    }

    /// Where this colour can never stand on a line: the other colour's
    /// stones, and all that is off the board.
    #[inline]
    #[must_use]
    pub fn blocked(&self, line: usize, colour: usize) -> u32 {
        self.stones[line][colour & 1 ^ 1] | self.walls[line]
    }

    /// The colour of the stone on a cell.
    #[must_use]
    pub fn colour_at(&self, cell: u16) -> Option<usize> {
        let (line, bit) = place(0, cell);
        (0..2).find(|&colour| self.stones[line][colour] >> bit & 1 != 0)
    }

    /// The cells from end to end of the unbroken run through this cell, in
    /// one direction; the cell must hold a stone of this colour.
    #[inline]
    #[must_use]
    pub fn run(&self, direction: usize, cell: u16, colour: usize) -> Run {
        let (line, bit) = place(direction, cell);
        Run::through(self.own(line, colour), bit)
    }
}

/// An unbroken run of stones on a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Run {
    /// Bit of its lowest stone.
    pub low: u32,
    /// How many stones it has.
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

/// What counts as a winning row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Five {
    /// Five or more.
    OrMore,
    /// Exactly five.
    Exactly,
    /// Five that is not closed at both ends, or more than five.
    Open,
}

impl Five {
    /// Whether the run through a stone wins. `blocked` are the bits where
    /// its colour can never stand.
    #[inline]
    #[must_use]
    pub const fn is_made(self, own: u32, blocked: u32, bit: u32) -> bool {
        let run = Run::through(own, bit);
        match self {
            Five::OrMore => run.length >= 5,
            Five::Exactly => run.length == 5,
            Five::Open => run.length > 5 || run.length == 5 && blocked & run.ends() != run.ends(),
        }
    }

    /// Whether the stone on this cell is part of a winning row.
    #[must_use]
    pub fn is_on(self, lines: &Lines, cell: u16, colour: usize) -> bool {
        (0..4).any(|direction| {
            let (line, bit) = place(direction, cell);
            self.is_made(lines.own(line, colour), lines.blocked(line, colour), bit)
        })
    }
}

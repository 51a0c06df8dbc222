//! Board of the VCF search: of the patterns only the fours and fives, found on
//! each line as windows of five points by bit-parallel counting, so that a
//! stone is placed and taken back in a few dozen nanoseconds.

use super::bitboard::{
    CELLS, FiveRule, LINE_COUNT, LineBitboards, MARGIN, MAX_SIZE, STEPS, line_and_bit,
};
use super::fouls::{self, Verdict};
use super::position::{Gomoku, Rule, stone_hash};

/// Lines of each direction begin here; see [`line_and_bit`].
const FIRST_LINE: [usize; 4] = {
    let side = MAX_SIZE as usize;
    [0, side, 2 * side, 4 * side - 1]
};

/// The windows of five points of a line that hold two, three and four stones
/// of one colour, the others being empty, if five of them would win. Bit `i`
/// stands for the window of the bits `i` to `i + 4`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Windows {
    /// Windows in which two more stones make a four.
    pub twos: u32,
    /// Windows in which one more stone makes a four.
    pub threes: u32,
    /// Windows in which one more stone makes five.
    pub fours: u32,
}

impl Windows {
    #[inline(always)]
    fn of(five: FiveRule, own: u32, blocked: u32) -> Windows {
        let at = |bits: u32, distance: u32| bits >> distance;
        // The five bits of each window are added by two full adders.
        let (a, b, c) = (own, at(own, 1), at(own, 2));
        let (sum, carry) = (a ^ b ^ c, a & b | c & (a ^ b));
        let (d, e) = (at(own, 3), at(own, 4));
        let (ones, carry_too) = (sum ^ d ^ e, sum & d | e & (sum ^ d));
        let (twos, fours) = (carry ^ carry_too, carry & carry_too);
        let obstructed =
            blocked | at(blocked, 1) | at(blocked, 2) | at(blocked, 3) | at(blocked, 4);
        let lost = match five {
            FiveRule::OrMore => 0,
            // A stone next to the window makes an overline of it.
            FiveRule::Exactly => own << 1 | at(own, 5),
            FiveRule::Open => blocked << 1 & at(blocked, 5),
        };
        let open = !(obstructed | lost);
        Windows {
            twos: open & !ones & twos & !fours,
            threes: open & ones & twos & !fours,
            fours: open & !ones & !twos & fours,
        }
    }
}

/// The windows that hold this bit of a line.
#[inline]
fn windows_through(bit: u32) -> u32 {
    0b1_1111 << (bit - 4)
}

/// The bits that are set, from the lowest.
#[inline]
fn bits(mut set: u128) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let next = (set != 0).then(|| set.trailing_zeros() as usize)?;
        set &= set - 1;
        Some(next)
    })
}

/// A set of lines. Its words change in fewer instructions than a number of 128 bits does.
#[derive(Clone, Copy, Debug, Default)]
struct LineSet([u64; 2]);

impl LineSet {
    /// Adds a line to the set or removes it.
    #[inline(always)]
    fn set(&mut self, line: usize, present: bool) {
        let (word, bit) = (&mut self.0[line / 64 % 2], line % 64);
        *word = *word & !(1 << bit) | u64::from(present) << bit;
    }

    /// Its lines as bits.
    #[inline(always)]
    fn bits(self) -> u128 {
        u128::from(self.0[1]) << 64 | u128::from(self.0[0])
    }
}

/// The answers to the fives that a colour threatens.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FiveThreat {
    /// No five is threatened.
    None,
    /// One stone does not stop them all.
    Unstoppable,
    /// A stone on one of these cells stops them; the second is
    /// [`FiveThreat::NO_CELL`] unless the rule is Caro, in which a five is
    /// also stopped by blocking both its ends.
    Stoppable([u16; 2]),
}

impl FiveThreat {
    /// Stands for no cell.
    pub const NO_CELL: u16 = CELLS as u16;

    /// The cells that stop every five threatened.
    pub fn stops(self) -> impl Iterator<Item = u16> {
        let cells = match self {
            FiveThreat::Stoppable(cells) => cells,
            FiveThreat::None | FiveThreat::Unstoppable => [FiveThreat::NO_CELL; 2],
        };
        cells.into_iter().filter(|&cell| cell != FiveThreat::NO_CELL)
    }
}

/// A board with the windows of every line.
#[derive(Clone)]
pub struct FourBoard {
    lines: LineBitboards,
    windows: [[Windows; LINE_COUNT]; 2],
    /// The lines on which a colour can make a four, and those on which it can
    /// make five.
    four_lines: [LineSet; 2],
    five_lines: [LineSet; 2],
    five: [FiveRule; 2],
    rule: Rule,
    hash: u64,
}

/// State that a stone changes: the windows of both colours on its four lines.
#[derive(Clone, Copy)]
pub struct Undo {
    windows: [[Windows; 4]; 2],
    four_lines: [LineSet; 2],
    five_lines: [LineSet; 2],
}

impl FourBoard {
    /// The fours and fives of a position.
    #[must_use]
    pub fn new(position: &Gomoku) -> FourBoard {
        let mut board = FourBoard {
            lines: *position.lines(),
            windows: [[Windows::default(); LINE_COUNT]; 2],
            four_lines: [LineSet::default(); 2],
            five_lines: [LineSet::default(); 2],
            five: [0, 1].map(|colour| position.rule().five(colour)),
            rule: position.rule(),
            hash: position.hash,
        };
        for colour in 0..2 {
            for line in 0..LINE_COUNT {
                let own = board.lines.stones(line, colour);
                // The lines of small boards and those without two stones have
                // no windows of interest.
                if own & own.wrapping_sub(1) != 0 {
                    board.read_windows([line], colour);
                }
            }
        }
        board
    }

    /// Zobrist hash of the stones.
    #[inline]
    #[must_use]
    pub fn hash(&self) -> u64 {
        self.hash
    }

    /// True when the cell is on the board and empty.
    #[inline]
    #[must_use]
    pub fn is_empty(&self, cell: u16) -> bool {
        self.lines.is_empty(cell)
    }

    /// The lines on which this colour can make a four, as bits.
    #[inline]
    #[must_use]
    pub fn four_lines(&self, colour: usize) -> u128 {
        self.four_lines[colour & 1].bits()
    }

    /// The windows of a colour on a line.
    #[inline]
    #[must_use]
    pub fn windows(&self, line: usize, colour: usize) -> Windows {
        self.windows[colour & 1][line]
    }

    /// The first bits of the windows of a line in which this colour has at least
    /// three stones and the other none, whether or not five of them would win.
    pub fn windows_of_three(
        &self,
        line: usize,
        colour: usize,
    ) -> impl Iterator<Item = u32> + use<> {
        let (own, blocked) = (self.lines.stones(line, colour), self.lines.blocked(line, colour));
        let is_open = move |start: u32| {
            let window = 0b1_1111 << start;
            blocked & window == 0 && (own & window).count_ones() >= 3
        };
        (MARGIN..MARGIN + u32::from(MAX_SIZE)).filter(move |&start| is_open(start))
    }

    /// The empty points of the window that begins at this bit, as bits of the
    /// line.
    #[inline]
    #[must_use]
    pub fn empty_points(&self, line: usize, start: u32) -> u32 {
        let stones = self.lines.stones(line, 0) | self.lines.stones(line, 1);
        !stones & 0b1_1111 << start
    }

    /// The cell of a line's bit.
    #[inline]
    #[must_use]
    pub fn cell(line: usize, bit: u32) -> u16 {
        let direction = 3
            - usize::from(line < FIRST_LINE[3])
            - usize::from(line < FIRST_LINE[2])
            - usize::from(line < FIRST_LINE[1]);
        let (side, line) = (i32::from(MAX_SIZE), line as i32);
        let origin = match direction {
            0 => line * side,
            1 => line - side,
            2 => side * (3 * side - 1 - line),
            _ => side * (line - FIRST_LINE[3] as i32),
        };
        (origin + STEPS[direction] * (bit as i32 - MARGIN as i32)) as u16
    }

    /// A cell on which this colour makes five.
    #[inline]
    #[must_use]
    pub fn five_cell(&self, colour: usize) -> Option<u16> {
        let lines = self.five_lines[colour & 1].bits();
        (lines != 0).then(|| {
            let line = lines.trailing_zeros() as usize;
            let start = self.windows[colour & 1][line].fours.trailing_zeros();
            Self::cell(line, self.empty_points(line, start).trailing_zeros())
        })
    }

    /// The cells on which this colour makes five, some of them repeatedly.
    pub fn five_cells(&self, colour: usize) -> impl Iterator<Item = u16> {
        let colour = colour & 1;
        bits(self.five_lines[colour].bits()).flat_map(move |line| {
            bits(self.windows[colour][line].fours.into()).map(move |start| {
                Self::cell(line, self.empty_points(line, start as u32).trailing_zeros())
            })
        })
    }

    /// In Caro, the free cells at the ends of the fives that this colour
    /// threatens, where a stone may spoil them; none in other rules.
    pub fn five_ends(&self, colour: usize) -> impl Iterator<Item = u16> {
        let colour = colour & 1;
        let lines = if self.five[colour] == FiveRule::Open { LINE_COUNT } else { 0 };
        (0..lines).flat_map(move |line| {
            let fours = self.windows[colour][line].fours;
            let blocked = self.lines.blocked(line, colour);
            let free = (fours >> 1 | fours << 5) & !blocked;
            (0..u32::BITS)
                .filter(move |bit| free >> bit & 1 != 0)
                .map(move |bit| Self::cell(line, bit))
        })
    }

    /// The windows of a colour on the four lines through a cell, each with the
    /// bits of those that hold the cell.
    #[inline]
    fn through(&self, cell: u16, colour: usize) -> impl Iterator<Item = (Windows, u32)> {
        (0..4).map(move |direction| {
            let (line, bit) = line_and_bit(direction, cell);
            (self.windows[colour & 1][line], windows_through(bit))
        })
    }

    /// True when a stone of this colour on the empty cell makes five.
    #[must_use]
    pub fn makes_five(&self, cell: u16, colour: usize) -> bool {
        self.is_empty(cell)
            && self.through(cell, colour).any(|(windows, through)| windows.fours & through != 0)
    }

    /// The fives that this colour threatens.
    #[must_use]
    pub fn five_threat(&self, colour: usize) -> FiveThreat {
        let colour = colour & 1;
        let mut left = self.five_lines[colour].bits();
        let mut threat = FiveThreat::None;
        while left != 0 {
            let line = left.trailing_zeros() as usize;
            left &= left - 1;
            let mut fours = self.windows[colour][line].fours;
            while fours != 0 {
                let start = fours.trailing_zeros();
                fours &= fours - 1;
                let stops = self.stops(line, start, colour);
                threat = match threat {
                    FiveThreat::Stoppable(cells) => {
                        let common = cells.map(|cell| {
                            if stops.contains(&cell) { cell } else { FiveThreat::NO_CELL }
                        });
                        match common {
                            [FiveThreat::NO_CELL, FiveThreat::NO_CELL] => {
                                return FiveThreat::Unstoppable;
                            }
                            cells => FiveThreat::Stoppable(cells),
                        }
                    }
                    _ => FiveThreat::Stoppable(stops),
                };
            }
        }
        threat
    }

    /// The cells on which an enemy stone stops the five of one window.
    #[inline]
    fn stops(&self, line: usize, start: u32, colour: usize) -> [u16; 2] {
        let last = Self::cell(line, self.empty_points(line, start).trailing_zeros());
        if self.five[colour] != FiveRule::Open {
            return [last, FiveThreat::NO_CELL];
        }
        let (own, blocked) = (self.lines.stones(line, colour), self.lines.blocked(line, colour));
        let ends = 1 << (start - 1) | 1 << (start + 5);
        let free = ends & !blocked;
        // With a stone at an end the row is longer than five and wins.
        let other = if free != ends && own & ends == 0 {
            Self::cell(line, free.trailing_zeros())
        } else {
            FiveThreat::NO_CELL
        };
        [last, other]
    }

    /// True when the rules forbid Black a stone on this empty cell.
    #[inline]
    pub fn is_foul(&mut self, cell: u16, colour: usize) -> bool {
        if colour != 0 || self.rule != Rule::Renju {
            return false;
        }
        // A foul takes five stones on one line, or three on each of two.
        let (mut pairs, mut long) = (0, false);
        for direction in 0..4 {
            let (line, bit) = line_and_bit(direction, cell);
            let near = self.lines.stones(line, 0) >> (bit - 5) & 0b111_1101_1111;
            let count = near.count_ones();
            pairs += u32::from(count >= 2);
            long |= count >= 4;
        }
        (pairs >= 2 || long) && matches!(fouls::verdict(&mut self.lines, cell), Verdict::Foul(_))
    }

    /// True if a stone of the enemy elsewhere might make a stone on this empty
    /// cell forbidden: that of White may allow Black the straight four of a
    /// second three.
    pub fn may_become_foul(&mut self, cell: u16, colour: usize) -> bool {
        if colour != 0 || self.rule != Rule::Renju {
            return false;
        }
        self.lines.toggle(cell, 0);
        let shapes = (0..4)
            .filter(|&direction| {
                fouls::three_through(&mut self.lines, direction, cell, |_, _| true).is_some()
            })
            .count();
        self.lines.toggle(cell, 0);
        shapes > 1
    }

    /// Number of fours more that a stone of this colour would prepare: windows
    /// through the cell that hold two stones.
    #[inline]
    #[must_use]
    pub fn prepared(&self, cell: u16, colour: usize) -> u32 {
        self.through(cell, colour)
            .map(|(windows, through)| (windows.twos & through).count_ones())
            .sum()
    }

    /// Number of windows through the cell in which a stone of this colour makes
    /// a four.
    #[inline]
    #[must_use]
    pub fn fours_through(&self, cell: u16, colour: usize) -> u32 {
        self.through(cell, colour)
            .map(|(windows, through)| (windows.threes & through).count_ones())
            .sum()
    }

    /// Places a stone on an empty cell.
    pub fn play(&mut self, cell: u16, colour: usize) -> Undo {
        let colour = colour & 1;
        let mut undo = Undo {
            windows: [[Windows::default(); 4]; 2],
            four_lines: self.four_lines,
            five_lines: self.five_lines,
        };
        self.lines.toggle(cell, colour);
        self.hash ^= stone_hash(cell, colour);
        let through: [(usize, u32); 4] =
            std::array::from_fn(|direction| line_and_bit(direction, cell));
        let lines = through.map(|(line, _)| line);
        for (direction, line) in lines.into_iter().enumerate() {
            for side in 0..2 {
                undo.windows[side][direction] = self.windows[side][line];
            }
        }
        self.read_windows(lines, colour);
        let enemy = colour ^ 1;
        if self.five[enemy] == FiveRule::Open {
            self.read_windows(lines, enemy);
        } else {
            for (line, bit) in through {
                let kept = !windows_through(bit);
                let windows = &mut self.windows[enemy][line];
                windows.twos &= kept;
                windows.threes &= kept;
                windows.fours &= kept;
                self.note_line(line, enemy);
            }
        }
        undo
    }

    /// Takes back the last stone.
    pub fn undo(&mut self, cell: u16, colour: usize, undo: &Undo) {
        self.lines.toggle(cell, colour);
        self.hash ^= stone_hash(cell, colour);
        for direction in 0..4 {
            let (line, _) = line_and_bit(direction, cell);
            for side in 0..2 {
                self.windows[side][line] = undo.windows[side][direction];
            }
        }
        (self.four_lines, self.five_lines) = (undo.four_lines, undo.five_lines);
    }

    /// Reads the windows of these lines, of several side by side.
    #[inline]
    fn read_windows<const N: usize>(&mut self, lines: [usize; N], colour: usize) {
        let own = lines.map(|line| self.lines.stones(line, colour));
        let blocked = lines.map(|line| self.lines.blocked(line, colour));
        let five = self.five[colour];
        let windows: [Windows; N] = std::array::from_fn(|n| Windows::of(five, own[n], blocked[n]));
        for (line, windows) in lines.into_iter().zip(windows) {
            self.windows[colour][line] = windows;
            self.note_line(line, colour);
        }
    }

    #[inline]
    fn note_line(&mut self, line: usize, colour: usize) {
        let windows = self.windows[colour][line];
        self.four_lines[colour].set(line, windows.threes != 0);
        self.five_lines[colour].set(line, windows.fours != 0);
    }
}

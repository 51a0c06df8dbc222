//! Row windows: the stones of both colours in every window of five or six
//! points in a line, and the value of each point, updated incrementally as
//! stones are placed and removed.

use crate::games::gomoku::bitboard::{CELLS, LineBitboards, STEPS, file_and_rank};

/// Length of the longest window.
const MAX_LENGTH: usize = 6;

/// Values of windows with stones of one colour only, by their number, in
/// hundredths of a tempo.
#[derive(Debug)]
pub struct Weights {
    /// Gain of one more stone in the window.
    gain: [i32; MAX_LENGTH + 1],
    /// Value of the stones in the window.
    value: [i32; MAX_LENGTH + 1],
}

/// Gain of completing a row, larger than all other gains together.
pub const COMPLETION_GAIN: i32 = 100_000;

/// Weights for five in a row with one stone a turn.
pub const FIVE_IN_A_ROW: Weights =
    Weights { gain: [1, 5, 24, 120, COMPLETION_GAIN, 0, 0], value: [0, 1, 5, 22, 70, 0, 0] };

/// Weights for six in a row with two stones a turn: four stones are a threat.
pub const SIX_IN_A_ROW: Weights =
    Weights { gain: [1, 5, 16, 60, 90, COMPLETION_GAIN, 0], value: [0, 1, 4, 11, 34, 40, 0] };

/// A window by its direction and its first cell.
#[derive(Clone, Copy, Debug)]
pub struct Window {
    direction: usize,
    first: u16,
}

impl Window {
    /// Its cells.
    pub fn cells(self, length: usize) -> impl Iterator<Item = u16> {
        let step = STEPS[self.direction];
        (0..length as i32).map(move |away| (i32::from(self.first) + away * step) as u16)
    }
}

/// All windows of a board.
#[derive(Clone)]
pub struct Windows {
    size: i32,
    length: usize,
    weights: &'static Weights,
    /// Stones of both colours, by direction and first cell.
    counts: Box<[[[u8; 2]; CELLS]; 4]>,
    /// Gain of one more stone on a cell, by colour.
    gains: [Box<[i32; CELLS]>; 2],
    value: [i32; 2],
    /// Number of windows with so many stones of one colour and none of the
    /// other.
    live_windows: [[u16; MAX_LENGTH + 1]; 2],
}

impl Windows {
    /// The windows of a board of this size with these stones.
    #[must_use]
    pub fn new(lines: &LineBitboards, size: u8, length: usize) -> Windows {
        let mut windows = Windows {
            size: i32::from(size),
            length: length.min(MAX_LENGTH),
            weights: if length == MAX_LENGTH { &SIX_IN_A_ROW } else { &FIVE_IN_A_ROW },
            counts: Box::new([[[0; 2]; CELLS]; 4]),
            gains: std::array::from_fn(|_| Box::new([0; CELLS])),
            value: [0; 2],
            live_windows: [[0; MAX_LENGTH + 1]; 2],
        };
        for window in windows.all().collect::<Vec<_>>() {
            for cell in window.cells(windows.length) {
                for gains in &mut windows.gains {
                    gains[usize::from(cell)] += windows.weights.gain[0];
                }
            }
        }
        for cell in 0..CELLS as u16 {
            if let Some(colour) = lines.colour_at(cell) {
                windows.change(cell, colour, 1);
            }
        }
        windows
    }

    /// Every window of the board.
    pub fn all(&self) -> impl Iterator<Item = Window> + use<> {
        let (size, length) = (self.size, self.length as i32);
        (0..4).flat_map(move |direction| {
            (0..CELLS as u16).filter_map(move |first| {
                let (file, rank) = file_and_rank(first);
                let (file, rank) = (i32::from(file), i32::from(rank));
                let fits = |from: i32| from + length <= size;
                let inside = match direction {
                    0 => fits(file) && rank < size,
                    1 => fits(rank) && file < size,
                    2 => fits(file) && fits(rank),
                    _ => fits(file) && rank < size && rank + 1 >= length,
                };
                inside.then_some(Window { direction, first })
            })
        })
    }

    /// Length of a window.
    #[must_use]
    pub fn length(&self) -> usize {
        self.length
    }

    /// The windows with at least this many stones of a colour and none of the
    /// other.
    pub fn with_at_least(
        &self,
        colour: usize,
        min_stones: u8,
    ) -> impl Iterator<Item = Window> + use<'_> {
        let (own, other) = (colour & 1, colour & 1 ^ 1);
        // Those beyond the edge have no stones.
        let min_stones = min_stones.max(1);
        self.counts.iter().enumerate().flat_map(move |(direction, counts)| {
            let is_live = move |counts: &[u8; 2]| counts[own] >= min_stones && counts[other] == 0;
            let live = counts.iter().enumerate().filter(move |(_, counts)| is_live(counts));
            live.map(move |(first, _)| Window { direction, first: first as u16 })
        })
    }

    /// The windows through a cell with at least this many stones of a colour and none of the
    /// other.
    pub fn through_with_at_least(
        &self,
        cell: u16,
        colour: usize,
        min_stones: u8,
    ) -> impl Iterator<Item = Window> + use<'_> {
        let (own, other) = (colour & 1, colour & 1 ^ 1);
        STEPS.into_iter().enumerate().flat_map(move |(direction, step)| {
            self.offsets_through(direction, cell).filter_map(move |away| {
                let first = (i32::from(cell) - away * step) as u16;
                let counts = self.counts[direction][usize::from(first)];
                let is_live = counts[own] >= min_stones && counts[other] == 0;
                is_live.then_some(Window { direction, first })
            })
        })
    }

    /// Number of stones of this colour in a window.
    #[must_use]
    pub fn stones(&self, window: Window, colour: usize) -> u8 {
        self.counts[window.direction][usize::from(window.first)][colour & 1]
    }

    /// Number of windows with this many stones of this colour alone.
    #[inline]
    #[must_use]
    pub fn live_count(&self, colour: usize, stones: usize) -> u16 {
        self.live_windows[colour & 1][stones]
    }

    /// Evaluation of a colour's windows.
    #[inline]
    #[must_use]
    pub fn value(&self, colour: usize) -> i32 {
        self.value[colour & 1]
    }

    /// Gain of one more stone of a colour on an empty cell.
    #[inline]
    #[must_use]
    pub fn gain(&self, cell: u16, colour: usize) -> i32 {
        self.gains[colour & 1].get(usize::from(cell)).copied().unwrap_or(0)
    }

    /// Gain of one more stone in a window with this many stones.
    #[must_use]
    pub fn gain_of_stone(&self, stones: usize) -> i32 {
        self.weights.gain[stones]
    }

    /// Gain for this colour of removing the enemy stone on a cell.
    #[must_use]
    pub fn removal_gain(&self, cell: u16, colour: usize) -> i32 {
        let (own, other) = (colour & 1, colour & 1 ^ 1);
        let mut removal_gain = 0;
        for (direction, step) in STEPS.into_iter().enumerate() {
            for away in self.offsets_through(direction, cell) {
                let first = i32::from(cell) - away * step;
                let counts = self.counts[direction][first as usize];
                if counts[own] == 0 {
                    removal_gain += self.weights.value[usize::from(counts[other])];
                } else if counts[other] == 1 {
                    removal_gain += self.weights.gain[usize::from(counts[own])].min(600);
                }
            }
        }
        removal_gain
    }

    /// Adds a stone.
    pub fn add(&mut self, cell: u16, colour: usize) {
        self.change(cell, colour, 1);
    }

    /// Removes a stone.
    pub fn remove(&mut self, cell: u16, colour: usize) {
        self.change(cell, colour, u8::MAX);
    }

    /// Offsets from a cell back to the first cells of the windows that contain
    /// it.
    #[inline]
    fn offsets_through(&self, direction: usize, cell: u16) -> std::ops::RangeInclusive<i32> {
        let (file, rank) = file_and_rank(cell);
        let (file, rank, length) = (i32::from(file), i32::from(rank), self.length as i32);
        // Along a growing coordinate, and down a falling one.
        let up = |at: i32| (at + length - self.size, at);
        let down = |at: i32| (length - 1 - at, self.size - 1 - at);
        let ((low, high), (low_too, high_too)) = match direction {
            0 => (up(file), (0, length)),
            1 => (up(rank), (0, length)),
            2 => (up(file), up(rank)),
            _ => (up(file), down(rank)),
        };
        low.max(low_too).max(0)..=high.min(high_too).min(length - 1)
    }

    fn change(&mut self, cell: u16, colour: usize, by: u8) {
        let Weights { gain, value } = self.weights;
        for (direction, step) in STEPS.into_iter().enumerate() {
            for away in self.offsets_through(direction, cell) {
                let first = i32::from(cell) - away * step;
                let counts = &mut self.counts[direction][first as usize];
                let old = counts.map(usize::from);
                counts[colour] = counts[colour].wrapping_add(by);
                let new = counts.map(usize::from);
                for (own, gains) in self.gains.iter_mut().enumerate() {
                    let (was, is) = (old[own ^ 1] == 0, new[own ^ 1] == 0);
                    if !was && !is {
                        continue;
                    }
                    let mut more = 0;
                    if was {
                        more -= gain[old[own]];
                        self.value[own] -= value[old[own]];
                        self.live_windows[own][old[own]] =
                            self.live_windows[own][old[own]].wrapping_sub(1);
                    }
                    if is {
                        more += gain[new[own]];
                        self.value[own] += value[new[own]];
                        self.live_windows[own][new[own]] =
                            self.live_windows[own][new[own]].wrapping_add(1);
                    }
                    for away in 0..self.length as i32 {
                        gains[(first + away * step) as usize] += more;
                    }
                }
            }
        }
    }
}

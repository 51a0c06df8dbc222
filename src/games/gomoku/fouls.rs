//! The forbidden moves of Black in Renju (fouls): overline, double four and
//! double three.
//!
//! The terms are those of the rules of the Renju International Federation. A
//! *four* is four stones to which one stone makes exactly five; a *straight
//! four* is an unbroken four with two such points. A *three* is three stones
//! that one more stone, without making five at the same time, makes a straight
//! four; that stone must itself be allowed, so the test is recursive. A move
//! that makes five is never forbidden.

use super::bitboard::{LineBitboards, Run, STEPS, line_and_bit};

/// Black, in the numbering of [`LineBitboards`].
pub(super) const BLACK: usize = 0;

/// A kind of forbidden move, in the order of precedence for a move that is
/// several at once.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Foul {
    /// A row of six or more.
    Overline,
    /// Two fours or more.
    DoubleFour,
    /// Two threes or more.
    DoubleThree,
}

impl Foul {
    /// Its usual abbreviation.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Foul::Overline => "6+",
            Foul::DoubleFour => "44",
            Foul::DoubleThree => "33",
        }
    }

    /// Translation key of the explanation.
    #[must_use]
    pub const fn message_id(self) -> &'static str {
        match self {
            Foul::Overline => "gomoku-would-be-overline",
            Foul::DoubleFour => "gomoku-would-be-double-four",
            Foul::DoubleThree => "gomoku-would-be-double-three",
        }
    }
}

/// The verdict on a black stone on a point.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// It makes five and wins.
    Five,
    /// It is forbidden.
    Foul(Foul),
    /// It is allowed.
    Allowed,
}

/// Judges a black stone on this empty cell.
#[must_use]
pub fn judge(lines: &LineBitboards, cell: u16) -> Verdict {
    let mut lines = *lines;
    verdict(&mut lines, cell)
}

/// The first and the last stone of each row that makes a black stone on this
/// empty cell forbidden: its overlines, fours or threes, as the foul is named.
/// Empty if it is allowed.
#[must_use]
pub fn rows(lines: &LineBitboards, cell: u16) -> Vec<[u16; 2]> {
    let mut lines = *lines;
    lines.toggle(cell, BLACK);
    let Verdict::Foul(foul) = verdict_on_stone(&mut lines, cell) else { return Vec::new() };
    let mut rows = Vec::new();
    for (direction, step) in STEPS.into_iter().enumerate() {
        let (_, bit) = line_and_bit(direction, cell);
        let mut add = |stones: u32| {
            rows.push(
                [stones.trailing_zeros(), stones.ilog2()]
                    .map(|end| (i32::from(cell) + step * (end as i32 - bit as i32)) as u16),
            );
        };
        match foul {
            Foul::Overline => {
                let run = lines.run(direction, cell, BLACK);
                if run.length > 5 {
                    add(run.bits());
                }
            }
            Foul::DoubleFour => fours_on(&lines, direction, cell).for_each(add),
            // A four is no three, even if one more stone makes it straight.
            Foul::DoubleThree if fours(&lines, direction, cell) == 0 => {
                let three = three_through(&mut lines, direction, cell, is_allowed);
                three.map(|three| three.stones()).into_iter().for_each(add);
            }
            Foul::DoubleThree => {}
        }
    }
    rows
}

/// Judges a black stone on this empty cell; the lines are left as they were.
pub(super) fn verdict(lines: &mut LineBitboards, cell: u16) -> Verdict {
    lines.toggle(cell, BLACK);
    let found = verdict_on_stone(lines, cell);
    lines.toggle(cell, BLACK);
    found
}

/// Judges the stone just placed on this cell.
fn verdict_on_stone(lines: &mut LineBitboards, cell: u16) -> Verdict {
    let lengths: [u32; 4] =
        std::array::from_fn(|direction| lines.run(direction, cell, BLACK).length);
    if lengths.contains(&5) {
        return Verdict::Five;
    }
    if lengths.iter().any(|&length| length > 5) {
        return Verdict::Foul(Foul::Overline);
    }
    let fours: [u32; 4] = std::array::from_fn(|direction| fours(lines, direction, cell));
    if fours.iter().sum::<u32>() > 1 {
        return Verdict::Foul(Foul::DoubleFour);
    }
    let mut threes = 0;
    for (direction, &fours) in fours.iter().enumerate() {
        if fours == 0 && three_through(lines, direction, cell, is_allowed).is_some() {
            threes += 1;
            if threes > 1 {
                return Verdict::Foul(Foul::DoubleThree);
            }
        }
    }
    Verdict::Allowed
}

/// Number of fours of a stone on one line. Two points that make five of the
/// same four stones count as one four.
fn fours(lines: &LineBitboards, direction: usize, cell: u16) -> u32 {
    fours_on(lines, direction, cell).count() as u32
}

/// The stones of each four that a stone has on one line, as bits of the line.
fn fours_on(lines: &LineBitboards, direction: usize, cell: u16) -> impl Iterator<Item = u32> {
    let (line, bit) = line_and_bit(direction, cell);
    let (own, blocked) = (lines.stones(line, BLACK), lines.blocked(line, BLACK));
    let mut last = 0;
    (bit - 4..=bit).filter_map(move |low| {
        let window = 0b1_1111 << low;
        let stones = own & window;
        // A stone next to the window would make an overline.
        let adjacent = own & (1 << (low - 1) | 1 << (low + 5));
        let four = stones.count_ones() == 4 && blocked & window == 0 && adjacent == 0;
        let new = four && stones != last;
        if new {
            last = stones;
        }
        new.then_some(stones)
    })
}

/// True when a black stone on this empty cell neither makes five nor is
/// forbidden.
fn is_allowed(lines: &mut LineBitboards, cell: u16) -> bool {
    verdict(lines, cell) == Verdict::Allowed
}

/// A three, by the straight four that one more stone makes of it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Three {
    /// The straight four.
    pub four: Run,
    /// The bit of the stone that makes it.
    extra: u32,
}

impl Three {
    /// The bits of its stones.
    fn stones(self) -> u32 {
        self.four.bits() & !(1 << self.extra)
    }
}

/// The three that a black stone is part of on one line. `is_allowed` tells
/// whether the rules allow the stone, on an empty cell, that makes the straight
/// four.
pub(super) fn three_through(
    lines: &mut LineBitboards,
    direction: usize,
    cell: u16,
    is_allowed: impl Fn(&mut LineBitboards, u16) -> bool,
) -> Option<Three> {
    let (line, bit) = line_and_bit(direction, cell);
    let (own, blocked) = (lines.stones(line, BLACK), lines.blocked(line, BLACK));
    (bit - 3..=bit + 3).find_map(|extra| {
        if (own | blocked) >> extra & 1 != 0 || !is_straight_four(own | 1 << extra, blocked, bit) {
            return None;
        }
        // The straight four must contain the extra stone, or it existed before.
        let four = Run::through(own | 1 << extra, bit);
        let step = STEPS[direction] * (extra as i32 - bit as i32);
        let is_three =
            four.bits() >> extra & 1 != 0 && is_allowed(lines, (i32::from(cell) + step) as u16);
        is_three.then_some(Three { four, extra })
    })
}

/// True when the run through a stone is a four that becomes exactly five at
/// either end.
fn is_straight_four(own: u32, blocked: u32, bit: u32) -> bool {
    let run = Run::through(own, bit);
    let beyond = 1 << (run.low - 2) | 1 << (run.low + run.length + 1);
    run.length == 4 && blocked & run.ends() == 0 && own & beyond == 0
}

//! The forbidden moves of Black in Ninuki: overline and double three.
//!
//! The terms are those of Renju: a three is three stones that one more stone,
//! which must itself be allowed, makes an unbroken four that becomes exactly
//! five at either end. Captures by that further stone are ignored.

use crate::games::Segment;
use crate::games::gomoku::bitboard::{LineBitboards, Run, STEPS, line_and_bit};
use crate::games::gomoku::fouls::Foul;
use crate::games::gomoku::notation::point;

const BLACK: usize = 0;

/// A forbidden move with the end points of the rows that make it one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FoulDetails {
    /// The kind of forbidden move.
    pub foul: Foul,
    /// The overline, or the fours that the threes would become.
    pub rows: Vec<Segment>,
}

/// The forbidden move made by the black stone just placed on this cell, if it
/// is one; it must not have made five.
#[must_use]
pub fn judge(lines: &LineBitboards, at: u16) -> Option<Foul> {
    let mut lines = *lines;
    judge_stone(&mut lines, at)
}

/// As [`judge`], with the rows.
#[must_use]
pub fn explain(lines: &LineBitboards, at: u16) -> Option<FoulDetails> {
    let foul = judge(lines, at)?;
    let mut lines = *lines;
    let rows = (0..4).filter_map(|direction| match foul {
        Foul::Overline => {
            Some((direction, lines.run(direction, at, BLACK))).filter(|(_, run)| run.length > 5)
        }
        _ => three_through(&mut lines, direction, at).map(|run| (direction, run)),
    });
    let rows = rows.map(|(direction, run)| ends(direction, at, run)).collect();
    Some(FoulDetails { foul, rows })
}

/// The points at both ends of a run through a cell.
pub fn ends(direction: usize, at: u16, run: Run) -> Segment {
    let bit = line_and_bit(direction, at).1;
    let end_point = |end: u32| {
        let away = end as i32 - bit as i32;
        point((i32::from(at) + away * STEPS[direction]) as u16)
    };
    [end_point(run.low), end_point(run.low + run.length - 1)]
}

fn judge_stone(lines: &mut LineBitboards, at: u16) -> Option<Foul> {
    if (0..4).any(|direction| lines.run(direction, at, BLACK).length > 5) {
        return Some(Foul::Overline);
    }
    let threes = (0..4).filter(|&direction| three_through(lines, direction, at).is_some());
    (threes.take(2).count() == 2).then_some(Foul::DoubleThree)
}

/// The straight four that one more stone makes of the three through a stone.
fn three_through(lines: &mut LineBitboards, direction: usize, at: u16) -> Option<Run> {
    let (line, bit) = line_and_bit(direction, at);
    let (own, blocked) = (lines.stones(line, BLACK), lines.blocked(line, BLACK));
    for extra in bit - 3..=bit + 3 {
        if (own | blocked) >> extra & 1 != 0 {
            continue;
        }
        let row = own | 1 << extra;
        let run = Run::through(row, bit);
        let beyond = 1 << (run.low - 2) | 1 << (run.low + run.length + 1);
        // The straight four must contain the extra stone, or it existed before.
        let straight = run.length == 4
            && run.bits() >> extra & 1 != 0
            && blocked & run.ends() == 0
            && row & beyond == 0;
        if !straight {
            continue;
        }
        let there = (i32::from(at) + STEPS[direction] * (extra as i32 - bit as i32)) as u16;
        lines.toggle(there, BLACK);
        let five = (0..4).any(|direction| lines.run(direction, there, BLACK).length == 5);
        let allowed = !five && judge_stone(lines, there).is_none();
        lines.toggle(there, BLACK);
        if allowed {
            return Some(run);
        }
    }
    None
}

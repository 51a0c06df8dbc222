//! The forbidden moves of Black in Ninuki: overline and double three.
//!
//! The terms are those of Renju: a three is three stones that one more stone,
//! which must itself be allowed, makes an unbroken four that becomes exactly
//! five at either end. Captures by that further stone are ignored.

use crate::games::Segment;
use crate::games::gomoku::bitboard::{LineBitboards, Run, STEPS, line_and_bit};
use crate::games::gomoku::fouls::{BLACK, Foul, three_through};
use crate::games::gomoku::notation::point;

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
        _ => three_through(&mut lines, direction, at, is_allowed)
            .map(|three| (direction, three.four)),
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
    let threes =
        (0..4).filter(|&direction| three_through(lines, direction, at, is_allowed).is_some());
    (threes.take(2).count() == 2).then_some(Foul::DoubleThree)
}

/// True when a black stone on this empty cell neither makes five nor is
/// forbidden.
fn is_allowed(lines: &mut LineBitboards, at: u16) -> bool {
    lines.toggle(at, BLACK);
    let five = (0..4).any(|direction| lines.run(direction, at, BLACK).length == 5);
    let allowed = !five && judge_stone(lines, at).is_none();
    lines.toggle(at, BLACK);
    allowed
}

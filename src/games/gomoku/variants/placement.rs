//! Effects of placing a stone: captures, goals, end of turn and game end; also
//! applied when a position is read.

use super::capture::{CellSet, captured_groups, flanked_stones, has_adjacent_empties, is_ko};
use super::position::{End, Stage, VariantPosition};
use super::{Variant, ninuki_foul};
use crate::games::gomoku::bitboard::{STEPS, line_and_bit};
use crate::games::gomoku::stones_error::StonesError;

impl VariantPosition {
    /// Places a stone and returns the stones that it removes.
    pub(super) fn place_stone(&mut self, at: u16) -> CellSet {
        let (own, other) = (self.colour.index(), self.colour.other().index());
        self.add_stone(at, own);
        if self.variant() == Variant::Bubble {
            return self.place_stone_for_goals(at);
        }
        let removed = match self.variant() {
            Variant::Liberty => captured_groups(&self.lines, at, own),
            variant if variant.max_flanked() > 0 => {
                flanked_stones(&self.lines, at, own, variant.max_flanked())
            }
            _ => CellSet::default(),
        };
        let count = removed.len();
        removed.iter().for_each(|cell| self.remove_stone(cell, other));
        self.scores[own] += count;
        self.ko = None;
        if self.variant() == Variant::Liberty && count == 1 && is_ko(&self.lines, at, own) {
            self.ko = removed.iter().next();
        }
        let in_row = (0..4).any(|direction| self.is_in_row(direction, at, own));
        let foul = if self.variant() == Variant::Ninuki && own == 0 && !in_row {
            ninuki_foul::judge(&self.lines, at)
        } else {
            None
        };
        if in_row {
            self.end = Some(End::Row(own));
        } else if self
            .variant()
            .captures_to_win()
            .is_some_and(|captures_to_win| self.scores[own] >= captures_to_win)
        {
            self.end = Some(End::Captures(own));
        } else if let Some(foul) = foul {
            self.end = Some(End::Foul(foul, at));
        }
        let has_stone_left = self.variant() == Variant::Connect6 && self.stage == Stage::Turn;
        if has_stone_left {
            self.stage = Stage::Last;
        } else {
            self.stage = Stage::Turn;
            self.colour = self.colour.other();
        }
        self.end = self.end.or_else(|| self.end_without_row());
        removed
    }

    /// Bubble: scores and removes the rows through the stone just placed.
    fn place_stone_for_goals(&mut self, at: u16) -> CellSet {
        let (own, other) = (self.colour.index(), self.colour.other().index());
        let mut removed = CellSet::default();
        for direction in 0..4 {
            if self.is_in_row(direction, at, own) {
                self.scores[own] += 1;
                let ([low, _], step, length) = self.run_cells(direction, at, own);
                for away in 0..length {
                    removed.insert((i32::from(low) + away * step) as u16);
                }
            }
        }
        removed.iter().for_each(|cell| self.remove_stone(cell, own));
        if removed.is_empty() {
            self.stage = Stage::Turn;
            self.colour = self.colour.other();
        } else {
            self.stage = if self.stones[other] > 0 { Stage::Remove } else { Stage::Extra };
        }
        self.end = self.end_without_row();
        removed
    }

    /// The cells at both ends of the run through a stone, the cell step along
    /// it, and its length.
    pub(super) fn run_cells(
        &self,
        direction: usize,
        at: u16,
        colour: usize,
    ) -> ([u16; 2], i32, i32) {
        let run = self.lines.run(direction, at, colour);
        let (_, bit) = line_and_bit(direction, at);
        let step = STEPS[direction];
        let low = i32::from(at) - (bit as i32 - run.low as i32) * step;
        let high = low + (run.length as i32 - 1) * step;
        ([low as u16, high as u16], step, run.length as i32)
    }

    /// The game end that stones and scores alone make, rows aside.
    fn end_without_row(&self) -> Option<End> {
        match self.variant() {
            Variant::Bubble => {
                if let Some(won) = (0..2).find(|&colour| self.scores[colour] >= self.goals_to_win())
                {
                    return Some(End::Goals(won));
                }
                (self.empties() == 0).then_some(End::Full)
            }
            Variant::Liberty if self.scores[0] + self.scores[1] >= self.points() => {
                Some(End::Exhausted)
            }
            // An empty point next to another is playable and no ko.
            Variant::Liberty if has_adjacent_empties(&self.lines) => None,
            Variant::Liberty => {
                let playable = self.cells().any(|cell| self.may_place(cell));
                (!playable).then_some(End::Stuck)
            }
            _ => (self.empties() == 0).then_some(End::Full),
        }
    }

    /// A position from its stones; the other state of `self` is checked for
    /// consistency.
    ///
    /// # Errors
    /// When the stones and the state contradict each other.
    pub(super) fn with_stones(
        mut self,
        stones: [&[u16]; 2],
        foul: Option<u16>,
    ) -> Result<VariantPosition, StonesError> {
        for (colour, cells) in stones.into_iter().enumerate() {
            for &cell in cells {
                if !self.is_empty(cell) {
                    return Err(StonesError::Point);
                }
                self.add_stone(cell, colour);
            }
        }
        let captures_to_win = self.variant().captures_to_win().unwrap_or(u16::MAX);
        let limit =
            if self.variant() == Variant::Bubble { self.goals_to_win() } else { captures_to_win };
        // One move may exceed the winning number by what its eight directions capture.
        // Groups of any size may be captured.
        if self.variant() != Variant::Liberty
            && self.scores.iter().any(|&count| count >= limit.saturating_add(24))
        {
            return Err(StonesError::CountAboveWin(limit.saturating_add(24)));
        }
        if self.scores.iter().any(|&count| count > 2 * self.points()) {
            return Err(StonesError::CountAbovePoints(2 * self.points()));
        }
        let fits = match self.stage {
            Stage::Turn => true,
            Stage::Last => self.variant() == Variant::Connect6,
            Stage::Remove => {
                self.variant() == Variant::Bubble && self.stones[self.colour.other().index()] > 0
            }
            Stage::Extra => self.variant() == Variant::Bubble && self.empties() > 0,
        };
        if !fits {
            return Err(StonesError::TurnStage);
        }
        if self.ko.is_some_and(|ko| self.variant() != Variant::Liberty || !self.is_empty(ko)) {
            return Err(StonesError::Ko);
        }
        let row_owner = (0..2).find(|&colour| {
            let in_row =
                |&cell: &u16| (0..4).any(|direction| self.is_in_row(direction, cell, colour));
            stones[colour].iter().any(in_row)
        });
        if row_owner.is_some() && self.variant() == Variant::Bubble {
            return Err(StonesError::VanishedRow);
        }
        if let Some(cell) = foul {
            let black = self.variant() == Variant::Ninuki && self.lines.colour_at(cell) == Some(0);
            let found = if black { ninuki_foul::judge(&self.lines, cell) } else { None };
            let found = found.ok_or(StonesError::NoNinukiFoul)?;
            self.end = Some(End::Foul(found, cell));
        } else if let Some(colour) = row_owner {
            self.end = Some(End::Row(colour));
        } else if let Some(colour) = (0..2).find(|&colour| self.scores[colour] >= captures_to_win) {
            self.end = Some(End::Captures(colour));
        } else {
            self.end = self.end_without_row();
        }
        Ok(self)
    }
}

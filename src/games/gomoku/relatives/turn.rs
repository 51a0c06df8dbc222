//! What a stone does beside standing there, and what ends a game: when it is
//! played, and when a position is read.

use super::Kin;
use super::capture::{Cells, flanked, has_open_space, is_ko, smothered};
use super::foul;
use super::position::{End, Relative, Stage};
use crate::games::gomoku::lines::{STEPS, place};

impl Relative {
    /// Puts a stone and returns what vanishes with it.
    pub(super) fn put(&mut self, at: u16) -> Cells {
        let (own, other) = (self.colour.index(), self.colour.other().index());
        self.add(at, own);
        if self.kin() == Kin::Bubble {
            return self.put_for_goals(at);
        }
        let removed = match self.kin() {
            Kin::Liberty => smothered(&self.lines, at, own),
            kin if kin.flanked() > 0 => flanked(&self.lines, at, own, kin.flanked()),
            _ => Cells::default(),
        };
        let count = removed.len();
        removed.iter().for_each(|cell| self.take(cell, other));
        self.counts[own] += count;
        self.ko = None;
        if self.kin() == Kin::Liberty && count == 1 && is_ko(&self.lines, at, own) {
            self.ko = removed.iter().next();
        }
        let in_row = (0..4).any(|direction| self.is_in_row(direction, at, own));
        let foul = if self.kin() == Kin::Ninuki && own == 0 && !in_row {
            foul::judge(&self.lines, at)
        } else {
            None
        };
        if in_row {
            self.end = Some(End::Row(own));
        } else if self.kin().prisoners().is_some_and(|most| self.counts[own] >= most) {
            self.end = Some(End::Captures(own));
        } else if let Some(foul) = foul {
            self.end = Some(End::Foul(foul, at));
        }
        let goes_on = self.kin() == Kin::Connect6 && self.stage == Stage::Turn;
        if goes_on {
            self.stage = Stage::Last;
        } else {
            self.stage = Stage::Turn;
            self.colour = self.colour.other();
        }
        self.end = self.end.or_else(|| self.end_without_row());
        removed
    }

    /// The stone of a game of goals is on the board: scores the rows through
    /// it, which vanish.
    fn put_for_goals(&mut self, at: u16) -> Cells {
        let (own, other) = (self.colour.index(), self.colour.other().index());
        let mut removed = Cells::default();
        for direction in 0..4 {
            if self.is_in_row(direction, at, own) {
                self.counts[own] += 1;
                let ([low, _], step, length) = self.run_cells(direction, at, own);
                for away in 0..length {
                    removed.insert((i32::from(low) + away * step) as u16);
                }
            }
        }
        removed.iter().for_each(|cell| self.take(cell, own));
        if removed.is_empty() {
            self.stage = Stage::Turn;
            self.colour = self.colour.other();
        } else {
            self.stage = if self.stones[other] > 0 { Stage::Remove } else { Stage::Extra };
        }
        self.end = self.end_without_row();
        removed
    }

    /// The cells at both ends of the run through a stone, how cells grow
    /// along it, and its length.
    pub(super) fn run_cells(
        &self,
        direction: usize,
        at: u16,
        colour: usize,
    ) -> ([u16; 2], i32, i32) {
        let run = self.lines.run(direction, at, colour);
        let (_, bit) = place(direction, at);
        let step = STEPS[direction];
        let low = i32::from(at) - (bit as i32 - run.low as i32) * step;
        let high = low + (run.length as i32 - 1) * step;
        ([low as u16, high as u16], step, run.length as i32)
    }

    /// The end that the stones and counts alone make, rows aside.
    fn end_without_row(&self) -> Option<End> {
        match self.kin() {
            Kin::Bubble => {
                if let Some(won) = (0..2).find(|&colour| self.counts[colour] >= self.agreed()) {
                    return Some(End::Goals(won));
                }
                (self.room() == 0).then_some(End::Full)
            }
            Kin::Liberty if self.counts[0] + self.counts[1] >= self.points() => {
                Some(End::Exhausted)
            }
            // A point beside an empty one can be played on, and is no ko.
            Kin::Liberty if has_open_space(&self.lines) => None,
            Kin::Liberty => {
                let playable = self.cells().any(|cell| self.may_put(cell));
                (!playable).then_some(End::Stuck)
            }
            _ => (self.room() == 0).then_some(End::Full),
        }
    }

    /// A position from its stones; the rest of `self` is believed where it
    /// can be.
    ///
    /// # Errors
    /// Says what cannot be.
    pub(super) fn with(
        mut self,
        stones: [&[u16]; 2],
        foul: Option<u16>,
    ) -> Result<Relative, String> {
        for (colour, cells) in stones.into_iter().enumerate() {
            for &cell in cells {
                if !self.is_empty(cell) {
                    return Err("a point is named twice or is off the board".to_owned());
                }
                self.add(cell, colour);
            }
        }
        let wins = self.kin().prisoners().unwrap_or(u16::MAX);
        let limit = if self.kin() == Kin::Bubble { self.agreed() } else { wins };
        // One move may count a little beyond what wins: a stone has only so
        // many sides. Groups of any size may be captured.
        if self.kin() != Kin::Liberty
            && self.counts.iter().any(|&count| count >= limit.saturating_add(24))
        {
            return Err(format!("a count must be below {}", limit.saturating_add(24)));
        }
        if self.counts.iter().any(|&count| count > 2 * self.points()) {
            return Err(format!("a count must be at most {}", 2 * self.points()));
        }
        let fits = match self.stage {
            Stage::Turn => true,
            Stage::Last => self.kin() == Kin::Connect6,
            Stage::Remove => {
                self.kin() == Kin::Bubble && self.stones[self.colour.other().index()] > 0
            }
            Stage::Extra => self.kin() == Kin::Bubble && self.room() > 0,
        };
        if !fits {
            return Err("the turn cannot be at that stage with these stones".to_owned());
        }
        if self.ko.is_some_and(|ko| self.kin() != Kin::Liberty || !self.is_empty(ko)) {
            return Err("a ko is an empty point, where groups are captured".to_owned());
        }
        let made = (0..2).find(|&colour| {
            let in_row = |&cell: &u16| (0..4).any(|way| self.is_in_row(way, cell, colour));
            stones[colour].iter().any(in_row)
        });
        if made.is_some() && self.kin() == Kin::Bubble {
            return Err("a row of five would have vanished".to_owned());
        }
        if let Some(cell) = foul {
            let black = self.kin() == Kin::Ninuki && self.lines.colour_at(cell) == Some(0);
            let found = if black { foul::judge(&self.lines, cell) } else { None };
            let found = found.ok_or("there is no black stone that is a foul there")?;
            self.end = Some(End::Foul(found, cell));
        } else if let Some(colour) = made {
            self.end = Some(End::Row(colour));
        } else if let Some(colour) = (0..2).find(|&colour| self.counts[colour] >= wins) {
            self.end = Some(End::Captures(colour));
        } else {
            self.end = self.end_without_row();
        }
        Ok(self)
    }
}

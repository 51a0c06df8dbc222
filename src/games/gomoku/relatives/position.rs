//! The rules: what a stone does beside standing there, whose turn it is, and
//! how a game ends.

use super::capture::{Cells, flanked, has_open_space, is_ko, is_suicide, smothered};
use super::{Kin, foul};
use crate::core::{Outcome, Points, Position, Side, mix};
use crate::games::gomoku::fouls::Foul;
use crate::games::gomoku::lines::{CELLS, Lines, Run, STEPS, cell, file_and_rank, place};
use crate::games::gomoku::opening::Opening;

/// What the side to move is to do.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Stage {
    /// Begin its turn with a stone.
    Turn,
    /// Put the last stone of its turn, where a turn has two.
    Last,
    /// Take an enemy stone off, after a goal.
    Remove,
    /// Put one more stone, after a goal.
    Extra,
}

/// How a game ended. Colours count from 0, which is black.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum End {
    /// This colour made its row.
    Row(usize),
    /// This colour captured enough stones.
    Captures(usize),
    /// This colour scored the agreed number of goals.
    Goals(usize),
    /// Black's stone on this cell was a foul.
    Foul(Foul, u16),
    /// No point is empty.
    Full,
    /// The side to move may play on no point.
    Stuck,
    /// As many stones were captured as the board has points.
    Exhausted,
}

/// One ply.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Ply {
    /// A stone on this cell.
    Stone(u16),
    /// The enemy stone on this cell is taken off.
    Remove(u16),
}

impl Ply {
    /// The cell it is about.
    #[inline]
    #[must_use]
    pub const fn cell(self) -> u16 {
        match self {
            Ply::Stone(cell) | Ply::Remove(cell) => cell,
        }
    }
}

/// A position of a relative of Gomoku.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Relative {
    lines: Lines,
    size: u8,
    kin: Kin,
    opening: Opening,
    /// Goals that win.
    agreed: u16,
    pub(super) colour: Side,
    pub(super) stage: Stage,
    /// Stones on the board, by colour.
    stones: [u16; 2],
    /// Stones captured or goals scored, by colour.
    pub(super) counts: [u16; 2],
    /// The point of a ko, where the side to move may not retake.
    pub(super) ko: Option<u16>,
    pub(super) end: Option<End>,
    /// Hash of the stones.
    hash: u64,
}

/// What takes a ply back.
#[derive(Clone, Copy, Debug)]
pub struct Undo {
    colour: Side,
    stage: Stage,
    counts: [u16; 2],
    ko: Option<u16>,
    end: Option<End>,
    removed: Cells,
    /// The colour of the stones that were removed.
    pub(super) of: usize,
}

impl Undo {
    /// The stones that vanished with a stone: enemy ones that it captured, or
    /// the row that it completed, itself included. What [`Ply::Remove`] takes
    /// off is not among them.
    #[must_use]
    pub fn removed(&self) -> &Cells {
        &self.removed
    }
}

#[inline]
fn stone_hash(cell: u16, colour: usize) -> u64 {
    mix((u64::from(cell) * 2 + colour as u64 + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15))
}

impl Relative {
    /// The empty board of this side, 7 to 19; so many goals win where there
    /// are goals.
    #[must_use]
    pub fn new(size: u8, kin: Kin, opening: Opening, agreed: u16) -> Relative {
        Relative {
            lines: Lines::new(size),
            size,
            kin,
            opening,
            agreed: if kin == Kin::Bubble { agreed } else { 0 },
            colour: Side::First,
            stage: if kin == Kin::Connect6 { Stage::Last } else { Stage::Turn },
            stones: [0; 2],
            counts: [0; 2],
            ko: None,
            end: None,
            hash: 0,
        }
    }

    /// Points along a side of the board.
    #[inline]
    #[must_use]
    pub fn size(&self) -> u8 {
        self.size
    }

    /// Which game this is.
    #[inline]
    #[must_use]
    pub fn kin(&self) -> Kin {
        self.kin
    }

    /// How many goals win.
    #[must_use]
    pub fn agreed(&self) -> u16 {
        self.agreed
    }

    /// What the side to move is to do.
    #[inline]
    #[must_use]
    pub fn stage(&self) -> Stage {
        self.stage
    }

    /// Stones captured by each colour, or goals that it scored.
    #[inline]
    #[must_use]
    pub fn counts(&self) -> [u16; 2] {
        self.counts
    }

    /// Stones on the board, by colour.
    #[inline]
    #[must_use]
    pub fn stones(&self) -> [u16; 2] {
        self.stones
    }

    /// Points that no stone stands on.
    #[inline]
    #[must_use]
    pub fn room(&self) -> u16 {
        self.points() - self.stones[0] - self.stones[1]
    }

    /// How the game ended.
    #[inline]
    #[must_use]
    pub fn end(&self) -> Option<End> {
        self.end
    }

    /// The stones, line by line.
    #[inline]
    #[must_use]
    pub fn lines(&self) -> &Lines {
        &self.lines
    }

    /// Every cell of the board, rank by rank.
    pub fn cells(&self) -> impl Iterator<Item = u16> + use<> {
        let size = self.size;
        (0..size).flat_map(move |rank| (0..size).map(move |file| cell(file, rank)))
    }

    /// Points of the board.
    #[inline]
    #[must_use]
    pub fn points(&self) -> u16 {
        u16::from(self.size) * u16::from(self.size)
    }

    /// Whether this cell is on the board and empty.
    #[inline]
    #[must_use]
    pub fn is_empty(&self, cell: u16) -> bool {
        usize::from(cell) < CELLS && {
            let (rank, bit) = place(0, cell);
            (self.lines.own(rank, 0) | self.lines.blocked(rank, 0)) >> bit & 1 == 0
        }
    }

    /// Whether the opening allows the next stone on this cell.
    #[inline]
    #[must_use]
    pub fn opening_allows(&self, at: u16) -> bool {
        let stones = self.stones[0] + self.stones[1];
        if self.opening == Opening::None || stones > 2 || self.counts != [0; 2] {
            return true;
        }
        let ((file, rank), centre) = (file_and_rank(at), self.size / 2);
        let distance = file.abs_diff(centre).max(rank.abs_diff(centre));
        self.opening.allows(stones, distance, self.size)
    }

    /// Whether a stone on this empty cell would have no liberty, take none
    /// and win nothing, where that counts.
    #[must_use]
    pub fn is_suicide(&self, at: u16) -> bool {
        let colour = self.colour.index();
        self.kin == Kin::Liberty
            && is_suicide(&self.lines, at, colour)
            && !self.would_make_row(at, colour)
    }

    /// Whether this is the point of a ko that may not be retaken at once.
    #[inline]
    #[must_use]
    pub fn is_ko(&self, at: u16) -> bool {
        self.ko == Some(at)
    }

    /// Whether a stone of this colour on this empty cell would complete a row
    /// that counts.
    #[must_use]
    pub fn would_make_row(&self, at: u16, colour: usize) -> bool {
        (0..4).any(|direction| {
            let (line, bit) = place(direction, at);
            self.counts_as_row(self.lines.own(line, colour) | 1 << bit, bit, colour)
        })
    }

    /// Why Black may not play on this empty cell, in Ninuki.
    #[must_use]
    pub fn foul(&self, at: u16) -> Option<Foul> {
        self.after_black(at).and_then(|after| foul::judge(&after, at))
    }

    /// As [`Relative::foul`], with the rows that make the foul.
    pub(super) fn foul_rows(&self, at: u16) -> Option<foul::Found> {
        self.after_black(at).and_then(|after| foul::explain(&after, at))
    }

    /// The stones after a move of Black that could be a foul: one that wins
    /// is none.
    fn after_black(&self, at: u16) -> Option<Lines> {
        if self.kin != Kin::Ninuki || self.would_make_row(at, 0) {
            return None;
        }
        let taken = flanked(&self.lines, at, 0, 2);
        if self.kin.prisoners().is_some_and(|most| self.counts[0] + taken.len() >= most) {
            return None;
        }
        let mut after = self.lines;
        after.toggle(at, 0);
        taken.iter().for_each(|cell| after.toggle(cell, 1));
        Some(after)
    }

    /// Whether the run through a stone counts for its colour.
    #[inline]
    fn counts_as_row(&self, own: u32, bit: u32, colour: usize) -> bool {
        let length = Run::through(own, bit).length;
        if self.kin == Kin::Ninuki && colour == 0 {
            length == self.kin.row()
        } else {
            length >= self.kin.row()
        }
    }

    /// Whether the stone on this cell is in a row that counts.
    pub(super) fn is_in_row(&self, direction: usize, at: u16, colour: usize) -> bool {
        let (line, bit) = place(direction, at);
        self.counts_as_row(self.lines.own(line, colour), bit, colour)
    }

    #[inline]
    fn toggle(&mut self, cell: u16, colour: usize) {
        self.lines.toggle(cell, colour);
        self.hash ^= stone_hash(cell, colour);
    }

    #[inline]
    fn add(&mut self, cell: u16, colour: usize) {
        self.toggle(cell, colour);
        self.stones[colour] += 1;
    }

    #[inline]
    fn take(&mut self, cell: u16, colour: usize) {
        self.toggle(cell, colour);
        self.stones[colour] = self.stones[colour].saturating_sub(1);
    }

    /// Puts a stone and returns what vanishes with it.
    fn put(&mut self, at: u16) -> Cells {
        let (own, other) = (self.colour.index(), self.colour.other().index());
        self.add(at, own);
        if self.kin == Kin::Bubble {
            return self.put_for_goals(at);
        }
        let removed = match self.kin {
            Kin::Liberty => smothered(&self.lines, at, own),
            kin if kin.flanked() > 0 => flanked(&self.lines, at, own, kin.flanked()),
            _ => Cells::default(),
        };
        let count = removed.len();
        removed.iter().for_each(|cell| self.take(cell, other));
        self.counts[own] += count;
        self.ko = None;
        if self.kin == Kin::Liberty && count == 1 && is_ko(&self.lines, at, own) {
            self.ko = removed.iter().next();
        }
        let in_row = (0..4).any(|direction| self.is_in_row(direction, at, own));
        let foul = if self.kin == Kin::Ninuki && own == 0 && !in_row {
            foul::judge(&self.lines, at)
        } else {
            None
        };
        if in_row {
            self.end = Some(End::Row(own));
        } else if self.kin.prisoners().is_some_and(|most| self.counts[own] >= most) {
            self.end = Some(End::Captures(own));
        } else if let Some(foul) = foul {
            self.end = Some(End::Foul(foul, at));
        }
        let goes_on = self.kin == Kin::Connect6 && self.stage == Stage::Turn;
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
        match self.kin {
            Kin::Bubble => {
                if let Some(won) = (0..2).find(|&colour| self.counts[colour] >= self.agreed) {
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

    /// Whether a stone may be put on this cell, in a game that lasts.
    #[must_use]
    pub fn may_put(&self, at: u16) -> bool {
        self.stage != Stage::Remove
            && self.is_empty(at)
            && !self.is_ko(at)
            && self.opening_allows(at)
            && !self.is_suicide(at)
    }

    /// Whether an enemy stone may be taken off this cell.
    #[must_use]
    pub fn may_remove(&self, at: u16) -> bool {
        self.stage == Stage::Remove
            && usize::from(at) < CELLS
            && self.lines.colour_at(at) == Some(self.colour.other().index())
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
        let wins = self.kin.prisoners().unwrap_or(u16::MAX);
        let limit = if self.kin == Kin::Bubble { self.agreed } else { wins };
        // One move may count a little beyond what wins: a stone has only so
        // many sides. Groups of any size may be captured.
        if self.kin != Kin::Liberty
            && self.counts.iter().any(|&count| count >= limit.saturating_add(24))
        {
            return Err(format!("a count must be below {}", limit.saturating_add(24)));
        }
        if self.counts.iter().any(|&count| count > 2 * self.points()) {
            return Err(format!("a count must be at most {}", 2 * self.points()));
        }
        let fits = match self.stage {
            Stage::Turn => true,
            Stage::Last => self.kin == Kin::Connect6,
            Stage::Remove => {
                self.kin == Kin::Bubble && self.stones[self.colour.other().index()] > 0
            }
            Stage::Extra => self.kin == Kin::Bubble && self.room() > 0,
        };
        if !fits {
            return Err("the turn cannot be at that stage with these stones".to_owned());
        }
        if self.ko.is_some_and(|ko| self.kin != Kin::Liberty || !self.is_empty(ko)) {
            return Err("a ko is an empty point, where groups are captured".to_owned());
        }
        let made = (0..2).find(|&colour| {
            let in_row = |&cell: &u16| (0..4).any(|way| self.is_in_row(way, cell, colour));
            stones[colour].iter().any(in_row)
        });
        if made.is_some() && self.kin == Kin::Bubble {
            return Err("a row of five would have vanished".to_owned());
        }
        if let Some(cell) = foul {
            let black = self.kin == Kin::Ninuki && self.lines.colour_at(cell) == Some(0);
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

impl Position for Relative {
    type Move = Ply;
    type Undo = Undo;

    #[inline]
    fn side_to_move(&self) -> Side {
        self.colour
    }

    #[inline]
    fn key(&self) -> u64 {
        let end = match self.end {
            None => 0,
            Some(End::Foul(foul, _)) => 1 + foul as u64,
            Some(End::Row(colour) | End::Captures(colour) | End::Goals(colour)) => {
                4 + colour as u64
            }
            Some(End::Full | End::Stuck | End::Exhausted) => 6,
        };
        // Who captured does not matter where captures do not win.
        let counts = match self.kin {
            Kin::Liberty => u64::from(self.counts[0] + self.counts[1]),
            _ => u64::from(self.counts[0]) | u64::from(self.counts[1]) << 12,
        };
        let rules = self.kin as u64
            | (self.opening as u64) << 4
            | u64::from(self.size) << 8
            | u64::from(self.agreed) << 16;
        let state = self.stage as u64
            | (self.colour as u64) << 2
            | end << 3
            | counts << 6
            | self.ko.map_or(0, |ko| u64::from(ko) + 1) << 32;
        mix(self.hash ^ mix(rules.wrapping_mul(0xd1b5_4a32_d192_ed03) ^ mix(state + 1)))
    }

    fn legal_moves(&self, moves: &mut Vec<Ply>) {
        moves.clear();
        if self.end.is_some() {
            return;
        }
        if self.stage == Stage::Remove {
            moves.extend(self.cells().filter(|&cell| self.may_remove(cell)).map(Ply::Remove));
        } else {
            moves.extend(self.cells().filter(|&cell| self.may_put(cell)).map(Ply::Stone));
        }
    }

    fn is_legal(&self, mv: Ply) -> bool {
        self.end.is_none()
            && match mv {
                Ply::Stone(cell) => self.may_put(cell),
                Ply::Remove(cell) => self.may_remove(cell),
            }
    }

    fn play(&mut self, mv: Ply) -> Undo {
        let mut before = Undo {
            colour: self.colour,
            stage: self.stage,
            counts: self.counts,
            ko: self.ko,
            end: self.end,
            removed: Cells::default(),
            of: self.colour.other().index(),
        };
        match mv {
            Ply::Stone(cell) if self.is_empty(cell) => {
                if self.kin == Kin::Bubble {
                    before.of = self.colour.index();
                }
                before.removed = self.put(cell);
            }
            Ply::Remove(cell) if self.may_remove(cell) => {
                self.take(cell, before.of);
                self.stage = Stage::Extra;
            }
            Ply::Stone(_) | Ply::Remove(_) => {}
        }
        before
    }

    fn undo(&mut self, mv: Ply, before: Undo) {
        for cell in before.removed.iter() {
            self.add(cell, before.of);
        }
        match mv {
            Ply::Stone(cell) => self.take(cell, before.colour.index()),
            Ply::Remove(cell) => self.add(cell, before.of),
        }
        self.colour = before.colour;
        self.stage = before.stage;
        self.counts = before.counts;
        self.ko = before.ko;
        self.end = before.end;
    }

    fn outcome(&self) -> Option<Outcome> {
        let side = |colour: usize| Some(Side::BOTH[colour & 1]);
        let [black, white] = self.counts;
        let (winner, reason) = match self.end? {
            End::Row(colour) if self.kin == Kin::Connect6 => (side(colour), "gomoku-six"),
            End::Row(colour) => (side(colour), "gomoku-five"),
            End::Captures(colour) => (side(colour), "gomoku-captures"),
            End::Goals(colour) => (side(colour), "gomoku-goals"),
            End::Foul(Foul::Overline, _) => (side(1), "gomoku-foul-overline"),
            End::Foul(..) => (side(1), "gomoku-foul-three"),
            End::Full if self.kin == Kin::Bubble && black != white => {
                (side(usize::from(white > black)), "gomoku-more-goals")
            }
            End::Full => (None, "gomoku-full"),
            End::Stuck => (None, "gomoku-stuck"),
            End::Exhausted => (None, "gomoku-exhausted"),
        };
        let score = (self.kin == Kin::Bubble)
            .then(|| self.counts.map(|goals| Points::whole(i32::from(goals))));
        Some(Outcome { winner, reason, score })
    }
}

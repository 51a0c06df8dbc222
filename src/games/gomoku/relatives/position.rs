//! Positions: what may be played, by whom, and how a game has ended.

use super::capture::{Cells, flanked, is_suicide};
use super::{Kin, foul};
use crate::core::{Outcome, Points, Position, Side, mix};
use crate::games::gomoku::fouls::Foul;
use crate::games::gomoku::lines::{CELLS, Lines, Run, cell, file_and_rank, place};
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
    pub(super) lines: Lines,
    size: u8,
    kin: Kin,
    opening: Opening,
    /// Goals that win.
    agreed: u16,
    pub(super) colour: Side,
    pub(super) stage: Stage,
    /// Stones on the board, by colour.
    pub(super) stones: [u16; 2],
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
    pub(super) fn add(&mut self, cell: u16, colour: usize) {
        self.toggle(cell, colour);
        self.stones[colour] += 1;
    }

    #[inline]
    pub(super) fn take(&mut self, cell: u16, colour: usize) {
        self.toggle(cell, colour);
        self.stones[colour] = self.stones[colour].saturating_sub(1);
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

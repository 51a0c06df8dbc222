//! Positions of the variants: legal moves, turns and game end.

use super::capture::{CellSet, flanked_stones, is_suicide};
use super::{Variant, ninuki_foul};
use crate::core::{GameOverReason, Outcome, Points, Position, Side, mix};
use crate::games::gomoku::bitboard::{
    CELLS, LineBitboards, Run, board_cells, file_and_rank, line_and_bit,
};
use crate::games::gomoku::fouls::Foul;
use crate::games::gomoku::opening_rule::OpeningRule;
use crate::games::gomoku::position::stone_hash;

/// Stage of a turn: the action expected of the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Stage {
    /// Begin its turn with a stone.
    Turn,
    /// Place the last stone of its turn, where a turn has two.
    Last,
    /// Remove an enemy stone, after a goal.
    Remove,
    /// Place one more stone, after a goal.
    Extra,
}

/// The reason why the game is over. Black is 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum End {
    /// This colour made its row.
    Row(usize),
    /// This colour captured enough stones.
    Captures(usize),
    /// This colour scored the agreed number of goals.
    Goals(usize),
    /// A forbidden move by Black on this cell.
    Foul(Foul, u16),
    /// The board is full.
    Full,
    /// The side to move has no legal move.
    Stuck,
    /// The captured stones have reached the number of points of the board.
    Exhausted,
}

/// A move of a variant.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum VariantMove {
    /// A stone on this cell.
    Stone(u16),
    /// The removal of the enemy stone on this cell.
    Remove(u16),
}

impl VariantMove {
    /// The cell that it concerns.
    #[inline]
    #[must_use]
    pub const fn cell(self) -> u16 {
        match self {
            VariantMove::Stone(cell) | VariantMove::Remove(cell) => cell,
        }
    }
}

/// A position of a variant of Gomoku.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct VariantPosition {
    pub(super) lines: LineBitboards,
    size: u8,
    variant: Variant,
    opening: OpeningRule,
    /// The number of goals that wins.
    goals_to_win: u16,
    pub(super) colour: Side,
    pub(super) stage: Stage,
    /// Stones on the board, by colour.
    pub(super) stones: [u16; 2],
    /// Stones captured or goals scored, by colour.
    pub(super) scores: [u16; 2],
    /// The ko point, where the side to move may not retake.
    pub(super) ko: Option<u16>,
    pub(super) end: Option<End>,
    /// Zobrist hash of the stones.
    hash: u64,
}

/// State needed to undo a move.
#[derive(Clone, Copy, Debug)]
pub struct Undo {
    colour: Side,
    stage: Stage,
    scores: [u16; 2],
    ko: Option<u16>,
    end: Option<End>,
    removed: CellSet,
    /// The colour of the stones that were removed.
    pub(super) removed_colour: usize,
}

impl Undo {
    /// The stones removed by placing a stone: enemy ones that it captured, or
    /// the row that it completed, itself included. The stone removed by
    /// [`VariantMove::Remove`] is not among them.
    #[must_use]
    pub fn removed(&self) -> &CellSet {
        &self.removed
    }
}

impl VariantPosition {
    /// The empty board of this size, 7 to 20 points a side; `goals_to_win`
    /// applies to Bubble only.
    #[must_use]
    pub fn new(
        size: u8,
        variant: Variant,
        opening: OpeningRule,
        goals_to_win: u16,
    ) -> VariantPosition {
        VariantPosition {
            lines: LineBitboards::new(size),
            size,
            variant,
            opening,
            goals_to_win: if variant == Variant::Bubble { goals_to_win } else { 0 },
            colour: Side::First,
            stage: if variant == Variant::Connect6 { Stage::Last } else { Stage::Turn },
            stones: [0; 2],
            scores: [0; 2],
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

    /// The variant.
    #[inline]
    #[must_use]
    pub fn variant(&self) -> Variant {
        self.variant
    }

    /// The number of goals that wins.
    #[must_use]
    pub fn goals_to_win(&self) -> u16 {
        self.goals_to_win
    }

    /// The action expected of the side to move.
    #[inline]
    #[must_use]
    pub fn stage(&self) -> Stage {
        self.stage
    }

    /// Stones captured by each colour, or goals that it scored.
    #[inline]
    #[must_use]
    pub fn scores(&self) -> [u16; 2] {
        self.scores
    }

    /// Stones on the board, by colour.
    #[inline]
    #[must_use]
    pub fn stones(&self) -> [u16; 2] {
        self.stones
    }

    /// Number of empty points.
    #[inline]
    #[must_use]
    pub fn empties(&self) -> u16 {
        self.points() - self.stones[0] - self.stones[1]
    }

    /// The reason why the game is over.
    #[inline]
    #[must_use]
    pub fn end(&self) -> Option<End> {
        self.end
    }

    /// The stones as line bitboards.
    #[inline]
    #[must_use]
    pub fn lines(&self) -> &LineBitboards {
        &self.lines
    }

    /// Every cell of the board, rank by rank.
    pub fn cells(&self) -> impl Iterator<Item = u16> + use<> {
        board_cells(self.size)
    }

    /// Number of points of the board.
    #[inline]
    #[must_use]
    pub fn points(&self) -> u16 {
        u16::from(self.size) * u16::from(self.size)
    }

    /// True when the cell is on the board and empty.
    #[inline]
    #[must_use]
    pub fn is_empty(&self, cell: u16) -> bool {
        self.lines.is_empty(cell)
    }

    /// True when the opening rule allows the next stone on this cell.
    #[inline]
    #[must_use]
    pub fn opening_allows(&self, at: u16) -> bool {
        let stones = self.stones[0] + self.stones[1];
        if self.opening == OpeningRule::None || stones > 2 || self.scores != [0; 2] {
            return true;
        }
        let ((file, rank), centre) = (file_and_rank(at), self.size / 2);
        let distance = file.abs_diff(centre).max(rank.abs_diff(centre));
        self.opening.allows(stones, distance, self.size)
    }

    /// True when a stone on this empty cell would have no liberty, capture
    /// nothing and not win, where that is illegal.
    #[must_use]
    pub fn is_suicide(&self, at: u16) -> bool {
        let colour = self.colour.index();
        self.variant == Variant::Liberty
            && is_suicide(&self.lines, at, colour)
            && !self.would_make_row(at, colour)
    }

    /// True when this is the ko point, which may not be retaken at once.
    #[inline]
    #[must_use]
    pub fn is_ko(&self, at: u16) -> bool {
        self.ko == Some(at)
    }

    /// True when a stone of this colour on this empty cell would complete a row
    /// that counts.
    #[must_use]
    pub fn would_make_row(&self, at: u16, colour: usize) -> bool {
        (0..4).any(|direction| {
            let (line, bit) = line_and_bit(direction, at);
            self.is_winning_run(self.lines.stones(line, colour) | 1 << bit, bit, colour)
        })
    }

    /// The forbidden move that a black stone on this empty cell would be, in
    /// Ninuki.
    #[must_use]
    pub fn foul(&self, at: u16) -> Option<Foul> {
        self.after_black_stone(at).and_then(|after| ninuki_foul::judge(&after, at))
    }

    /// As [`VariantPosition::foul`], with the rows that make the foul.
    pub(super) fn foul_rows(&self, at: u16) -> Option<ninuki_foul::FoulDetails> {
        self.after_black_stone(at).and_then(|after| ninuki_foul::explain(&after, at))
    }

    /// The stones after a black move that could be forbidden; `None` for a
    /// winning move.
    fn after_black_stone(&self, at: u16) -> Option<LineBitboards> {
        if self.variant != Variant::Ninuki || self.would_make_row(at, 0) {
            return None;
        }
        let captured = flanked_stones(&self.lines, at, 0, 2);
        if self
            .variant
            .captures_to_win()
            .is_some_and(|wins| self.scores[0] + captured.len() >= wins)
        {
            return None;
        }
        let mut after = self.lines;
        after.toggle(at, 0);
        captured.iter().for_each(|cell| after.toggle(cell, 1));
        Some(after)
    }

    /// True when the run through a stone counts as a row for its colour.
    #[inline]
    fn is_winning_run(&self, own: u32, bit: u32, colour: usize) -> bool {
        let length = Run::through(own, bit).length;
        if self.variant == Variant::Ninuki && colour == 0 {
            length == self.variant.winning_length()
        } else {
            length >= self.variant.winning_length()
        }
    }

    /// True when the stone on this cell is in a row that counts.
    pub(super) fn is_in_row(&self, direction: usize, at: u16, colour: usize) -> bool {
        let (line, bit) = line_and_bit(direction, at);
        self.is_winning_run(self.lines.stones(line, colour), bit, colour)
    }

    #[inline]
    fn toggle(&mut self, cell: u16, colour: usize) {
        self.lines.toggle(cell, colour);
        self.hash ^= stone_hash(cell, colour);
    }

    #[inline]
    pub(super) fn add_stone(&mut self, cell: u16, colour: usize) {
        self.toggle(cell, colour);
        self.stones[colour] += 1;
    }

    #[inline]
    pub(super) fn remove_stone(&mut self, cell: u16, colour: usize) {
        self.toggle(cell, colour);
        self.stones[colour] = self.stones[colour].saturating_sub(1);
    }

    /// True when a stone may be placed on this cell, while the game lasts.
    #[must_use]
    pub fn may_place(&self, at: u16) -> bool {
        self.stage != Stage::Remove
            && self.is_empty(at)
            && !self.is_ko(at)
            && self.opening_allows(at)
            && !self.is_suicide(at)
    }

    /// True when the enemy stone on this cell may be removed.
    #[must_use]
    pub fn may_remove(&self, at: u16) -> bool {
        self.stage == Stage::Remove
            && usize::from(at) < CELLS
            && self.lines.colour_at(at) == Some(self.colour.other().index())
    }
}

impl Position for VariantPosition {
    type Move = VariantMove;
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
        // Who captured is irrelevant where captures do not win.
        let counts = match self.variant {
            Variant::Liberty => u64::from(self.scores[0] + self.scores[1]),
            _ => u64::from(self.scores[0]) | u64::from(self.scores[1]) << 12,
        };
        let rules = self.variant as u64
            | (self.opening as u64) << 4
            | u64::from(self.size) << 8
            | u64::from(self.goals_to_win) << 16;
        let state = self.stage as u64
            | (self.colour as u64) << 2
            | end << 3
            | counts << 6
            | self.ko.map_or(0, |ko| u64::from(ko) + 1) << 32;
        mix(self.hash ^ mix(rules.wrapping_mul(0xd1b5_4a32_d192_ed03) ^ mix(state + 1)))
    }

    fn legal_moves(&self, moves: &mut Vec<VariantMove>) {
        moves.clear();
        if self.end.is_some() {
            return;
        }
        if self.stage == Stage::Remove {
            moves.extend(
                self.cells().filter(|&cell| self.may_remove(cell)).map(VariantMove::Remove),
            );
        } else {
            moves.extend(self.cells().filter(|&cell| self.may_place(cell)).map(VariantMove::Stone));
        }
    }

    fn is_legal(&self, mv: VariantMove) -> bool {
        self.end.is_none()
            && match mv {
                VariantMove::Stone(cell) => self.may_place(cell),
                VariantMove::Remove(cell) => self.may_remove(cell),
            }
    }

    fn play(&mut self, mv: VariantMove) -> Undo {
        let mut before = Undo {
            colour: self.colour,
            stage: self.stage,
            scores: self.scores,
            ko: self.ko,
            end: self.end,
            removed: CellSet::default(),
            removed_colour: self.colour.other().index(),
        };
        match mv {
            VariantMove::Stone(cell) if self.is_empty(cell) => {
                if self.variant == Variant::Bubble {
                    before.removed_colour = self.colour.index();
                }
                before.removed = self.place_stone(cell);
            }
            VariantMove::Remove(cell) if self.may_remove(cell) => {
                self.remove_stone(cell, before.removed_colour);
                self.stage = Stage::Extra;
            }
            VariantMove::Stone(_) | VariantMove::Remove(_) => {}
        }
        before
    }

    fn undo(&mut self, mv: VariantMove, before: Undo) {
        for cell in before.removed.iter() {
            self.add_stone(cell, before.removed_colour);
        }
        match mv {
            VariantMove::Stone(cell) => self.remove_stone(cell, before.colour.index()),
            VariantMove::Remove(cell) => self.add_stone(cell, before.removed_colour),
        }
        self.colour = before.colour;
        self.stage = before.stage;
        self.scores = before.scores;
        self.ko = before.ko;
        self.end = before.end;
    }

    fn outcome(&self) -> Option<Outcome> {
        let side = |colour: usize| Some(Side::BOTH[colour & 1]);
        let [black, white] = self.scores;
        let (winner, reason) = match self.end? {
            End::Row(colour) if self.variant == Variant::Connect6 => {
                (side(colour), GameOverReason::SixInARow)
            }
            End::Row(colour) => (side(colour), GameOverReason::FiveInARow),
            End::Captures(colour) => (side(colour), GameOverReason::Captures),
            End::Goals(colour) => (side(colour), GameOverReason::Goals),
            End::Foul(Foul::Overline, _) => (side(1), GameOverReason::Overline),
            End::Foul(..) => (side(1), GameOverReason::DoubleThree),
            End::Full if self.variant == Variant::Bubble && black != white => {
                (side(usize::from(white > black)), GameOverReason::MoreGoals)
            }
            End::Full => (None, GameOverReason::BoardFull),
            End::Stuck => (None, GameOverReason::Stuck),
            End::Exhausted => (None, GameOverReason::Exhausted),
        };
        let score = (self.variant == Variant::Bubble)
            .then(|| self.scores.map(|goals| Points::whole(i32::from(goals))));
        Some(Outcome { winner, reason, score })
    }
}

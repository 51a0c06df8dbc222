//! Rules: positions, legal moves, opening stages and game end.

use super::bitboard::{FiveRule, LineBitboards, board_cells, cell, file_and_rank};
use super::fouls::{self, Foul, Verdict};
use super::offers::Offers;
use super::opening_rule::{OpeningRule, STONES_OF_BOTH, Stage, TARAGUCHI_OFFERS};
use crate::core::{GameOverReason, Outcome, Position, Side, mix};

/// The rule set.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Rule {
    /// Five or more in a row win.
    #[default]
    Freestyle,
    /// Exactly five win; an overline counts for nothing.
    Standard,
    /// Five win unless both ends are blocked by an enemy stone or the edge; an
    /// overline always wins.
    Caro,
    /// Black needs exactly five and loses by a forbidden move; White wins with
    /// five or more. A turn may be passed, and two passes in a row are a draw.
    Renju,
}

impl Rule {
    /// The winning condition for a colour; black is 0.
    #[inline]
    #[must_use]
    pub const fn five(self, colour: usize) -> FiveRule {
        match self {
            Rule::Freestyle => FiveRule::OrMore,
            Rule::Standard => FiveRule::Exactly,
            Rule::Caro => FiveRule::Open,
            Rule::Renju if colour == 0 => FiveRule::Exactly,
            Rule::Renju => FiveRule::OrMore,
        }
    }
}

/// The reason why a game is over.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum End {
    /// Five in a row by this colour; black is 0.
    Five(usize),
    /// A forbidden move by Black on this cell.
    Foul(Foul, u16),
    /// The board is full.
    Full,
    /// Two passes in a row.
    Passes,
}

/// A move of Gomoku.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum GomokuMove {
    /// A stone on this cell, of the colour to move.
    Stone(u16),
    /// A pass (Renju only).
    Pass,
    /// Take the other colour.
    Swap,
    /// Keep the colour.
    Keep,
    /// Place two more stones and let the opponent choose.
    Add,
    /// Declare this number of fifth stones.
    Declare(u8),
    /// Offer a fifth stone on this cell.
    Offer(u16),
}

/// A position of Gomoku.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Gomoku {
    pub(super) lines: LineBitboards,
    size: u8,
    rule: Rule,
    pub(super) opening: OpeningRule,
    pub(super) stage: Stage,
    /// The colour of the next stone; [`Side::First`] is Black.
    pub(super) colour: Side,
    /// True when the player who began has White.
    pub(super) swapped: bool,
    pub(super) passed: bool,
    /// True where a turn may not be passed even in Renju.
    pub(super) must_place: bool,
    pub(super) stones: u16,
    pub(super) offers: Offers,
    pub(super) end: Option<End>,
    /// Zobrist hash of the stones.
    pub(super) hash: u64,
}

/// State that a move may change besides the stones.
#[derive(Clone, Copy, Debug)]
pub struct Undo {
    stage: Stage,
    colour: Side,
    swapped: bool,
    passed: bool,
    offers: Offers,
    end: Option<End>,
}

impl Gomoku {
    /// An empty board with this number of points a side, 5 to 20.
    #[must_use]
    pub fn new(size: u8, rule: Rule, opening: OpeningRule) -> Gomoku {
        let size = size.clamp(5, super::bitboard::MAX_SIZE);
        Gomoku {
            lines: LineBitboards::new(size),
            size,
            rule,
            opening,
            stage: if opening.first_player_stones() > 0 { Stage::Place } else { Stage::Play },
            colour: Side::First,
            swapped: false,
            passed: false,
            must_place: false,
            stones: 0,
            offers: Offers::default(),
            end: None,
            hash: 0,
        }
    }

    /// The same without passes: Black loses where only forbidden points are left.
    pub(super) fn without_passes(self) -> Gomoku {
        Gomoku { must_place: true, ..self }
    }

    /// Points along a side of the board.
    #[inline]
    #[must_use]
    pub fn size(&self) -> u8 {
        self.size
    }

    /// The rule in force.
    #[inline]
    #[must_use]
    pub fn rule(&self) -> Rule {
        self.rule
    }

    /// The action expected of the side to move.
    #[must_use]
    pub fn stage(&self) -> Stage {
        self.stage
    }

    /// The colour of the next stone; [`Side::First`] is Black.
    #[inline]
    #[must_use]
    pub fn colour(&self) -> Side {
        self.colour
    }

    /// True when the player who began the game has White.
    #[must_use]
    pub fn is_swapped(&self) -> bool {
        self.swapped
    }

    /// True when the last turn was a pass.
    #[must_use]
    pub fn is_passed(&self) -> bool {
        self.passed
    }

    /// Number of stones on the board.
    #[inline]
    #[must_use]
    pub fn stone_count(&self) -> u16 {
        self.stones
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

    /// True when the cell is on the board and empty.
    #[inline]
    #[must_use]
    pub fn is_empty(&self, cell: u16) -> bool {
        self.lines.is_empty(cell)
    }

    /// Every cell of the board, rank by rank.
    pub fn cells(&self) -> impl Iterator<Item = u16> + use<> {
        board_cells(self.size)
    }

    /// The centre cell; on even boards the upper right of the four.
    #[must_use]
    pub fn centre(&self) -> u16 {
        cell(self.size / 2, self.size / 2)
    }

    /// The forbidden move that a black stone on this empty cell would be;
    /// `None` under other rules than Renju.
    #[must_use]
    pub fn foul(&self, cell: u16) -> Option<Foul> {
        match fouls::judge(&self.lines, cell) {
            Verdict::Foul(foul) if self.rule == Rule::Renju => Some(foul),
            _ => None,
        }
    }

    /// The player who has this colour.
    #[must_use]
    pub fn player_of(&self, colour: Side) -> Side {
        if self.swapped { colour.other() } else { colour }
    }

    /// The same stones with the opening over and the first player as Black: the
    /// position that the engine searches.
    pub(super) fn in_play(&self) -> Gomoku {
        Gomoku { stage: Stage::Play, swapped: false, ..*self }
    }

    /// Places a stone on an empty cell; `foul` is the forbidden move that it
    /// is.
    pub(super) fn play_with_foul(&mut self, cell: u16, foul: Option<Foul>) -> Undo {
        let before = self.undo_info();
        self.place_stone(cell);
        if let Some(foul) = foul {
            self.end = Some(End::Foul(foul, cell));
        }
        before
    }

    /// The key of the position with these stones and this colour to move.
    #[inline]
    fn key_of(&self, hash: u64, colour: Side, passed: bool) -> u64 {
        let end = match self.end {
            None => 0,
            Some(End::Five(colour)) => 1 + colour as u64,
            Some(End::Full) => 3,
            Some(End::Passes) => 4,
            Some(End::Foul(foul, _)) => 5 + foul as u64,
        };
        let rules = self.rule as u64
            | (self.opening as u64) << 3
            | u64::from(self.size) << 7
            | u64::from(self.must_place) << 12;
        let state = self.stage as u64
            | (colour as u64) << 3
            | u64::from(self.swapped) << 4
            | u64::from(passed) << 5
            | end << 6
            | u64::from(self.offers.required) << 10;
        let offers = self
            .offers
            .cells()
            .iter()
            .fold(0u64, |all, &cell| all.wrapping_add(stone_hash(cell, 2)));
        mix(hash ^ offers ^ mix(rules << 16 | state))
    }

    /// The key of the position after a stone that ends neither the game nor an opening.
    #[inline]
    pub(super) fn key_after_stone(&self, cell: u16) -> u64 {
        let hash = self.hash ^ stone_hash(cell, self.colour.index());
        self.key_of(hash, self.colour.other(), false)
    }

    fn undo_info(&self) -> Undo {
        Undo {
            stage: self.stage,
            colour: self.colour,
            swapped: self.swapped,
            passed: self.passed,
            offers: self.offers,
            end: self.end,
        }
    }

    fn place_stone(&mut self, cell: u16) {
        let colour = self.colour.index();
        self.lines.toggle(cell, colour);
        self.hash ^= stone_hash(cell, colour);
        self.stones += 1;
        let won = self.rule.five(colour).is_on(&self.lines, cell, colour);
        if won {
            self.end = Some(End::Five(colour));
        } else if self.stones == u16::from(self.size) * u16::from(self.size) {
            self.end = Some(End::Full);
        }
        self.colour = self.colour.other();
        self.passed = false;
        let required = match self.opening {
            OpeningRule::Rif => 2,
            _ => self.offers.required,
        };
        self.offers = Offers::default();
        self.stage = self.opening.stage_after(self.stage, self.stones);
        match self.stage {
            Stage::Offer if required > 0 => self.offers.required = required,
            // A position set up without a declared number is played on.
            Stage::Offer => self.stage = Stage::Play,
            // The chooser has White until then.
            Stage::Choose if self.opening == OpeningRule::SuperSakata => {
                self.swapped = self.opening.side_placing(self.stones) == Side::First;
            }
            _ => {}
        }
    }
}

/// The Zobrist key of a stone. Points are numbered as on a board of 19, with the
/// others after them, since keys are stored.
#[inline]
pub(super) fn stone_hash(cell: u16, colour: usize) -> u64 {
    let (file, rank) = file_and_rank(cell);
    let number = match (file, rank) {
        (0..19, 0..19) => u64::from(rank) * 19 + u64::from(file),
        (19.., _) => 361 + u64::from(rank),
        _ => 381 + u64::from(file),
    };
    mix((number * 2 + colour as u64 + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15))
}

impl Position for Gomoku {
    type Move = GomokuMove;
    type Undo = Undo;

    #[inline]
    fn side_to_move(&self) -> Side {
        match self.stage {
            Stage::Play => self.player_of(self.colour),
            Stage::Place => self.opening.side_placing(self.stones),
            Stage::Choose
                if self.opening == OpeningRule::Swap2 && self.stones == STONES_OF_BOTH =>
            {
                Side::First
            }
            // The next to move may take the other colour instead.
            Stage::Choose | Stage::Offer => self.player_of(self.colour),
            Stage::Declare | Stage::Pick => self.player_of(self.colour.other()),
        }
    }

    #[inline]
    fn key(&self) -> u64 {
        self.key_of(self.hash, self.colour, self.passed)
    }

    fn legal_moves(&self, moves: &mut Vec<GomokuMove>) {
        moves.clear();
        if self.end.is_some() {
            return;
        }
        match self.stage {
            Stage::Choose => {
                moves.extend([GomokuMove::Swap, GomokuMove::Keep]);
                moves.extend(self.may_add().then_some(GomokuMove::Add));
                moves.extend(self.may_offer_ten().then_some(GomokuMove::Declare(TARAGUCHI_OFFERS)));
            }
            Stage::Declare => moves.extend(self.declarable().map(GomokuMove::Declare)),
            Stage::Offer => moves.extend(self.new_offers().map(GomokuMove::Offer)),
            Stage::Pick => moves.extend(self.offers.cells().iter().copied().map(GomokuMove::Stone)),
            Stage::Play | Stage::Place => {
                moves.extend(
                    self.cells().filter(|&cell| self.may_place(cell)).map(GomokuMove::Stone),
                );
            }
        }
        moves.extend(self.may_pass().then_some(GomokuMove::Pass));
    }

    fn is_legal(&self, mv: GomokuMove) -> bool {
        self.end.is_none()
            && match mv {
                GomokuMove::Stone(cell) => self.may_place(cell),
                GomokuMove::Pass => self.may_pass(),
                GomokuMove::Swap | GomokuMove::Keep => self.stage == Stage::Choose,
                GomokuMove::Add => self.may_add(),
                GomokuMove::Declare(number) => self.may_declare(number),
                GomokuMove::Offer(cell) => self.may_offer(cell),
            }
    }

    fn play(&mut self, mv: GomokuMove) -> Undo {
        let before = self.undo_info();
        match mv {
            GomokuMove::Stone(cell) if self.is_empty(cell) => {
                let black = self.rule == Rule::Renju && self.colour == Side::First;
                let foul = if black && self.stage == Stage::Play { self.foul(cell) } else { None };
                return self.play_with_foul(cell, foul);
            }
            GomokuMove::Stone(_) => {}
            GomokuMove::Pass => {
                if self.passed {
                    self.end = Some(End::Passes);
                }
                self.passed = true;
                self.colour = self.colour.other();
            }
            GomokuMove::Swap | GomokuMove::Keep => {
                self.swapped ^= mv == GomokuMove::Swap;
                // Under Yamaguchi the fourth stone is still to come.
                let offers = self.offers.required > 0 && self.stones == 4;
                self.stage = if offers { Stage::Offer } else { Stage::Play };
            }
            GomokuMove::Declare(number) => {
                self.offers.required = number;
                self.stage =
                    if self.stage == Stage::Declare { Stage::Choose } else { Stage::Offer };
            }
            GomokuMove::Offer(cell) => {
                if let Some(slot) = self.offers.cells.get_mut(usize::from(self.offers.count)) {
                    *slot = cell;
                    self.offers.count += 1;
                }
                // A small board may have fewer distinct points.
                let enough = self.offers.count >= self.offers.required;
                if enough || self.new_offers().next().is_none() {
                    self.stage = Stage::Pick;
                }
            }
            GomokuMove::Add => self.stage = Stage::Place,
        }
        before
    }

    fn undo(&mut self, mv: GomokuMove, before: Undo) {
        if let GomokuMove::Stone(cell) = mv {
            let colour = before.colour.index();
            self.lines.toggle(cell, colour);
            self.hash ^= stone_hash(cell, colour);
            self.stones -= 1;
        }
        self.stage = before.stage;
        self.colour = before.colour;
        self.swapped = before.swapped;
        self.passed = before.passed;
        self.offers = before.offers;
        self.end = before.end;
    }

    fn outcome(&self) -> Option<Outcome> {
        let (winner, reason) = match self.end? {
            End::Five(0) => (Some(Side::First), GameOverReason::FiveInARow),
            End::Five(_) => (Some(Side::Second), GameOverReason::FiveInARow),
            End::Foul(Foul::Overline, _) => (Some(Side::Second), GameOverReason::Overline),
            End::Foul(Foul::DoubleFour, _) => (Some(Side::Second), GameOverReason::DoubleFour),
            End::Foul(Foul::DoubleThree, _) => (Some(Side::Second), GameOverReason::DoubleThree),
            End::Full => (None, GameOverReason::BoardFull),
            End::Passes => (None, GameOverReason::Passes),
        };
        let winner = winner.map(|colour| self.player_of(colour));
        Some(Outcome { winner, reason, score: None })
    }
}

//! The rules: positions, legal moves, openings, and how a game ends.

use super::fouls::{self, Foul, Verdict};
use super::lines::{CELLS, Five, Lines, cell, file_and_rank};
use super::offers::Offers;
use super::opening::{LAID_BY_BOTH, Opening, TEN};
use crate::core::{Outcome, Position, Side, mix};

/// What wins and what is forbidden.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Rule {
    /// Five or more in a row win.
    #[default]
    Freestyle,
    /// Exactly five win; six are nothing.
    Standard,
    /// Five win unless both ends are closed by a stone of the other colour or
    /// the edge; more than five always win.
    Caro,
    /// Black needs exactly five and loses by a foul; White wins with five or
    /// more. A turn may be passed, and two passes are a draw.
    Renju,
}

impl Rule {
    /// What counts as a winning row for a colour; black is 0.
    #[inline]
    #[must_use]
    pub const fn five(self, colour: usize) -> Five {
        match self {
            Rule::Freestyle => Five::OrMore,
            Rule::Standard => Five::Exactly,
            Rule::Caro => Five::Open,
            Rule::Renju if colour == 0 => Five::Exactly,
            Rule::Renju => Five::OrMore,
        }
    }
}

/// What the side to move is to do.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Stage {
    /// Play a stone of its colour.
    Play,
    /// Put a stone of whichever colour is next, for the opening.
    Lay,
    /// Choose a colour.
    Choose,
    /// Say how many fifth stones must be offered.
    Declare,
    /// Offer fifth stones.
    Offer,
    /// Pick one of them.
    Pick,
}

/// How a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum End {
    /// This colour made its five; black is 0.
    Five(usize),
    /// Black's stone on this cell was a foul.
    Foul(Foul, u16),
    /// No point is empty.
    Full,
    /// Both passed.
    Passes,
}

/// One ply.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Ply {
    /// A stone on this cell.
    Stone(u16),
    /// Nothing, in Renju.
    Pass,
    /// Take the other colour.
    Swap,
    /// Keep the colour.
    Keep,
    /// Put two more stones and let the opponent choose.
    Add,
    /// This many fifth stones must be offered.
    Declare(u8),
    /// Offer a fifth stone on this cell.
    Offer(u16),
}

/// A position of Gomoku.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Gomoku {
    pub(super) lines: Lines,
    size: u8,
    rule: Rule,
    pub(super) opening: Opening,
    pub(super) stage: Stage,
    /// Whose stone is next; the first side is Black.
    pub(super) colour: Side,
    /// Whether the player who began has White.
    pub(super) swapped: bool,
    pub(super) passed: bool,
    pub(super) stones: u16,
    pub(super) offers: Offers,
    pub(super) end: Option<End>,
    /// Hash of the stones.
    pub(super) hash: u64,
}

/// What a ply may change beside the stones.
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
    /// An empty board of this side, 5 to 19.
    #[must_use]
    pub fn new(size: u8, rule: Rule, opening: Opening) -> Gomoku {
        let size = size.clamp(5, super::lines::MOST);
        Gomoku {
            lines: Lines::new(size),
            size,
            rule,
            opening,
            stage: if opening.laid() > 0 { Stage::Lay } else { Stage::Play },
            colour: Side::First,
            swapped: false,
            passed: false,
            stones: 0,
            offers: Offers::default(),
            end: None,
            hash: 0,
        }
    }

    /// The side of the board.
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

    /// What the side to move is to do.
    #[must_use]
    pub fn stage(&self) -> Stage {
        self.stage
    }

    /// Whose stone is next, by colour: the first side stands for Black.
    #[inline]
    #[must_use]
    pub fn colour(&self) -> Side {
        self.colour
    }

    /// Whether the player who began the game has White now.
    #[must_use]
    pub fn is_swapped(&self) -> bool {
        self.swapped
    }

    /// Whether the last turn was passed.
    #[must_use]
    pub fn is_passed(&self) -> bool {
        self.passed
    }

    /// How many stones are on the board.
    #[inline]
    #[must_use]
    pub fn stones(&self) -> u16 {
        self.stones
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

    /// Whether this cell is on the board and empty.
    #[must_use]
    pub fn is_empty(&self, cell: u16) -> bool {
        usize::from(cell) < CELLS && {
            let (file, rank) = file_and_rank(cell);
            file < self.size && rank < self.size && self.lines.colour_at(cell).is_none()
        }
    }

    /// Every cell of the board, rank by rank.
    pub fn cells(&self) -> impl Iterator<Item = u16> + use<> {
        let size = self.size;
        (0..size).flat_map(move |rank| (0..size).map(move |file| cell(file, rank)))
    }

    /// The cell in the middle; on even boards the upper right one of four.
    #[must_use]
    pub fn centre(&self) -> u16 {
        cell(self.size / 2, self.size / 2)
    }

    /// Why Black may not play on this empty cell, under the rules of Renju.
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

    /// The same stones with the opening done and the first player as Black,
    /// as the computer player looks at it.
    pub(super) fn in_play(&self) -> Gomoku {
        Gomoku { stage: Stage::Play, swapped: false, ..*self }
    }

    /// Plays a stone on an empty cell whose foul, if it is one, is known.
    pub(super) fn play_judged(&mut self, cell: u16, foul: Option<Foul>) -> Undo {
        let before = self.state();
        self.put(cell);
        if let Some(foul) = foul {
            self.end = Some(End::Foul(foul, cell));
        }
        before
    }

    #[inline]
    fn state(&self) -> Undo {
        Undo {
            stage: self.stage,
            colour: self.colour,
            swapped: self.swapped,
            passed: self.passed,
            offers: self.offers,
            end: self.end,
        }
    }

    fn put(&mut self, cell: u16) {
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
        let wanted = match self.opening {
            Opening::Rif => 2,
            _ => self.offers.wanted,
        };
        self.offers = Offers::default();
        self.stage = self.opening.stage_after(self.stage, self.stones);
        match self.stage {
            Stage::Offer if wanted > 0 => self.offers.wanted = wanted,
            // A board that was set up without a number is played on.
            Stage::Offer => self.stage = Stage::Play,
            // Who chooses has White until then.
            Stage::Choose if self.opening == Opening::SuperSakata => {
                self.swapped = self.opening.layer(self.stones) == Side::First;
            }
            _ => {}
        }
    }
}

/// What a stone adds to the hash of a board.
#[inline]
pub(super) fn stone_hash(cell: u16, colour: usize) -> u64 {
    mix((u64::from(cell) * 2 + colour as u64 + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15))
}

impl Position for Gomoku {
    type Move = Ply;
    type Undo = Undo;

    #[inline]
    fn side_to_move(&self) -> Side {
        match self.stage {
            Stage::Play => self.player_of(self.colour),
            Stage::Lay => self.opening.layer(self.stones),
            Stage::Choose if self.opening == Opening::SwapTwo && self.stones == LAID_BY_BOTH => {
                Side::First
            }
            // Who would move next may take the other colour instead.
            Stage::Choose | Stage::Offer => self.player_of(self.colour),
            Stage::Declare | Stage::Pick => self.player_of(self.colour.other()),
        }
    }

    #[inline]
    fn key(&self) -> u64 {
        let end = match self.end {
            None => 0,
            Some(End::Five(colour)) => 1 + colour as u64,
            Some(End::Full) => 3,
            Some(End::Passes) => 4,
            Some(End::Foul(foul, _)) => 5 + foul as u64,
        };
        let rules = self.rule as u64 | (self.opening as u64) << 3 | u64::from(self.size) << 7;
        let state = self.stage as u64
            | (self.colour as u64) << 3
            | u64::from(self.swapped) << 4
            | u64::from(self.passed) << 5
            | end << 6
            | u64::from(self.offers.wanted) << 10;
        let offers = self
            .offers
            .cells()
            .iter()
            .fold(0u64, |all, &cell| all.wrapping_add(stone_hash(cell, 2)));
        mix(self.hash ^ offers ^ mix(rules << 16 | state))
    }

    fn legal_moves(&self, moves: &mut Vec<Ply>) {
        moves.clear();
        if self.end.is_some() {
            return;
        }
        match self.stage {
            Stage::Choose => {
                moves.extend([Ply::Swap, Ply::Keep]);
                moves.extend(self.may_add().then_some(Ply::Add));
                moves.extend(self.may_offer_ten().then_some(Ply::Declare(TEN)));
            }
            Stage::Declare => moves.extend(self.declarable().map(Ply::Declare)),
            Stage::Offer => moves.extend(self.new_offers().map(Ply::Offer)),
            Stage::Pick => moves.extend(self.offers.cells().iter().copied().map(Ply::Stone)),
            Stage::Play | Stage::Lay => {
                moves.extend(self.cells().filter(|&cell| self.may_put(cell)).map(Ply::Stone));
            }
        }
        moves.extend(self.may_pass().then_some(Ply::Pass));
    }

    fn is_legal(&self, mv: Ply) -> bool {
        self.end.is_none()
            && match mv {
                Ply::Stone(cell) => self.may_put(cell),
                Ply::Pass => self.may_pass(),
                Ply::Swap | Ply::Keep => self.stage == Stage::Choose,
                Ply::Add => self.may_add(),
                Ply::Declare(number) => self.may_declare(number),
                Ply::Offer(cell) => self.may_offer(cell),
            }
    }

    fn play(&mut self, mv: Ply) -> Undo {
        let before = self.state();
        match mv {
            Ply::Stone(cell) if self.is_empty(cell) => {
                let black = self.rule == Rule::Renju && self.colour == Side::First;
                let foul = if black && self.stage == Stage::Play { self.foul(cell) } else { None };
                return self.play_judged(cell, foul);
            }
            Ply::Stone(_) => {}
            Ply::Pass => {
                if self.passed {
                    self.end = Some(End::Passes);
                }
                self.passed = true;
                self.colour = self.colour.other();
            }
            Ply::Swap | Ply::Keep => {
                self.swapped ^= mv == Ply::Swap;
                // Under Yamaguchi the fourth stone is still to come.
                let offers = self.offers.wanted > 0 && self.stones == 4;
                self.stage = if offers { Stage::Offer } else { Stage::Play };
            }
            Ply::Declare(number) => {
                self.offers.wanted = number;
                self.stage =
                    if self.stage == Stage::Declare { Stage::Choose } else { Stage::Offer };
            }
            Ply::Offer(cell) => {
                if let Some(slot) = self.offers.cells.get_mut(usize::from(self.offers.count)) {
                    *slot = cell;
                    self.offers.count += 1;
                }
                // A small board may not have as many that differ.
                let enough = self.offers.count >= self.offers.wanted;
                if enough || self.new_offers().next().is_none() {
                    self.stage = Stage::Pick;
                }
            }
            Ply::Add => self.stage = Stage::Lay,
        }
        before
    }

    fn undo(&mut self, mv: Ply, before: Undo) {
        if let Ply::Stone(cell) = mv {
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
            End::Five(0) => (Some(Side::First), "gomoku-five"),
            End::Five(_) => (Some(Side::Second), "gomoku-five"),
            End::Foul(Foul::Overline, _) => (Some(Side::Second), "gomoku-foul-overline"),
            End::Foul(Foul::DoubleFour, _) => (Some(Side::Second), "gomoku-foul-four"),
            End::Foul(Foul::DoubleThree, _) => (Some(Side::Second), "gomoku-foul-three"),
            End::Full => (None, "gomoku-full"),
            End::Passes => (None, "gomoku-passes"),
        };
        let winner = winner.map(|colour| self.player_of(colour));
        Some(Outcome { winner, reason, score: None })
    }
}

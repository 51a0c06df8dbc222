//! Positions set up from stones and state, checked against the rules.

use super::offers::Offers;
use super::opening_rule::{OpeningRule, STONES_OF_BOTH, Stage};
use super::position::{End, Gomoku, Rule, stone_hash};
use super::stones_error::StonesError;
use crate::core::Side;

/// The state of a position besides its stones.
#[derive(Clone, Copy, Debug)]
pub(super) struct State {
    pub stage: Stage,
    pub swapped: bool,
    pub passed: bool,
    pub both_passed: bool,
    pub foul: Option<u16>,
    pub offers: Offers,
}

impl Gomoku {
    /// A position from its stones. `stage` is accepted where the opening can be
    /// at it with so many stones, `foul` where that black stone is a forbidden
    /// move.
    ///
    /// # Errors
    /// When the stones and the state contradict each other.
    pub(super) fn with_stones(
        mut self,
        stones: [&[u16]; 2],
        colour: Side,
        state: State,
    ) -> Result<Gomoku, StonesError> {
        for (colour, cells) in stones.into_iter().enumerate() {
            for &cell in cells {
                if !self.is_empty(cell) {
                    return Err(StonesError::Point);
                }
                self.lines.toggle(cell, colour);
                self.hash ^= stone_hash(cell, colour);
                self.stones += 1;
            }
        }
        self.colour = colour;
        self.swapped = state.swapped;
        self.passed = state.passed && self.rule() == Rule::Renju;
        self.stage = state.stage;
        self.offers = state.offers;
        if !self.is_consistent() {
            return Err(StonesError::OpeningStage);
        }
        if let Some(cell) = state.foul {
            if self.lines.colour_at(cell) != Some(0) {
                return Err(StonesError::NoStoneOfFoul);
            }
            self.lines.toggle(cell, 0);
            let foul = self.foul(cell).ok_or(StonesError::NoFoul)?;
            self.lines.toggle(cell, 0);
            self.end = Some(End::Foul(foul, cell));
        } else if let Some(winner) = (0..2).find(|&winner| {
            let five = self.rule().five(winner);
            stones[winner].iter().any(|&cell| five.is_on(&self.lines, cell, winner))
        }) {
            self.end = Some(End::Five(winner));
        } else if self.stones == u16::from(self.size()) * u16::from(self.size()) {
            self.end = Some(End::Full);
        } else if state.both_passed && self.rule() == Rule::Renju {
            self.end = Some(End::Passes);
        }
        Ok(self)
    }

    /// True when the opening can be at its stage with so many stones and these
    /// offers.
    fn is_consistent(&self) -> bool {
        let (opening, stones, offers) = (self.opening, self.stones, &self.offers);
        let follows = |from| opening.stage_after(from, stones) == self.stage;
        // Fifth stones exist once their number is declared, which under Yamaguchi comes
        // before the fourth stone.
        let declared_at_three = opening == OpeningRule::Yamaguchi && stones == 3;
        let allowed = opening.offer_range().unwrap_or(0..=0);
        let is_in_range = offers.required == 0 || allowed.contains(&offers.required);
        let empty = offers.cells().iter().all(|&cell| self.is_empty(cell));
        let (declared, offered) = (offers.required > 0, !offers.cells().is_empty());
        let full = offers.cells().len() >= usize::from(offers.required);
        is_in_range
            && empty
            && match self.stage {
                Stage::Play => !offered && (!declared || declared_at_three),
                Stage::Place if stones < opening.first_player_stones() => !declared,
                Stage::Place => {
                    let is_placing_more = match opening {
                        OpeningRule::Swap2 => stones < STONES_OF_BOTH,
                        opening => opening == OpeningRule::SuperSakata,
                    };
                    is_placing_more && !declared
                }
                Stage::Declare => !declared && (follows(Stage::Place) || follows(Stage::Play)),
                Stage::Choose if declared => {
                    let declared_at_four = opening == OpeningRule::Soosyrv8 && stones == 4;
                    !offered && (declared_at_three || declared_at_four)
                }
                Stage::Choose => follows(Stage::Place) || follows(Stage::Play),
                Stage::Offer => {
                    declared && stones == 4 && !full && self.new_offers().next().is_some()
                }
                Stage::Pick => declared && stones == 4 && offered,
            }
    }
}

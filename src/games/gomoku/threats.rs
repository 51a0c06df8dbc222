//! Winning sequences of threes and fours: each move threatens to win at once
//! or by a straight four, so only the answers that meet the threat count
//! (victory by continuous threats, VCT).

use super::field::{Field, Spot};
use super::patterns::Class;
use crate::core::{Position, mix};
use crate::search::Budget;

/// Moves looked at in one position at most.
const WIDTH: usize = 48;

/// Plies at most; a longer sequence is not looked for.
const DEEPEST: usize = 40;

/// Threes in one sequence at most.
const MOST_THREES: u8 = 10;

/// Entries of the table of positions known to have no such win.
const FAILED: usize = 1 << 15;

/// As many threes as anyone may ask for.
const EVER: u8 = u8::MAX;

/// A sequence of moves, the first one first.
#[derive(Clone, Copy)]
struct Line {
    cells: [u16; DEEPEST + 2],
    length: usize,
}

impl Line {
    const EMPTY: Line = Line { cells: [0; DEEPEST + 2], length: 0 };

    /// This move and what follows it.
    fn behind(cell: u16, rest: &Line) -> Line {
        let mut line = Line { length: rest.length + 1, ..Line::EMPTY };
        line.cells[0] = cell;
        line.cells[1..=rest.length].copy_from_slice(&rest.cells[..rest.length]);
        line
    }
}

/// Searches for winning sequences of threes and fours.
pub struct Threats {
    /// Keys of positions in which a search found no win, and the threes that
    /// it might still play. What was looked at less deeply may stand here
    /// too: a win may be missed, none is claimed wrongly.
    failed: Vec<(u64, u8)>,
    /// The answer that last refuted a threat so many plies deep.
    refutations: [u16; DEEPEST + 2],
    /// Whether the search was held up by the number of threes.
    held_up: bool,
    line: Line,
}

impl Default for Threats {
    fn default() -> Self {
        Threats {
            failed: vec![(0, 0); FAILED],
            refutations: [Spot::PASS; DEEPEST + 2],
            held_up: false,
            line: Line::EMPTY,
        }
    }
}

impl Threats {
    /// Forgets what earlier searches failed at.
    pub fn forget(&mut self) {
        self.failed.fill((0, 0));
    }

    /// The moves with which the side to move wins by threes and fours alone,
    /// with the answers that hold out longest of those looked at. Empty if
    /// none was found within the budget.
    pub fn win(&mut self, field: &mut Field, budget: &mut Budget) -> &[u16] {
        self.line = Line::EMPTY;
        for threes in 0..=MOST_THREES {
            self.held_up = false;
            if let Some(line) = self.attack(field, budget, threes, 0) {
                self.line = line;
                break;
            }
            if budget.is_spent() || !self.held_up {
                break;
            }
        }
        &self.line.cells[..self.line.length]
    }

    /// A win for the side to move with so many threes.
    fn attack(
        &mut self,
        field: &mut Field,
        budget: &mut Budget,
        threes: u8,
        ply: usize,
    ) -> Option<Line> {
        let (own, other) = (field.colour(), field.colour() ^ 1);
        if let Some(cell) = field.five(own) {
            return Some(Line::behind(cell, &Line::EMPTY));
        }
        if ply >= DEEPEST || !budget.spend(1) {
            return None;
        }
        let key = mix(field.key());
        let slot = key as usize % FAILED;
        let (failed, with) = self.failed[slot];
        if failed == key && with >= threes {
            self.held_up |= with != EVER;
            return None;
        }
        let was_held_up = std::mem::replace(&mut self.held_up, false);
        let mut cells = [0; WIDTH];
        let mut count = 0;
        if let Some(cell) = field.five(other) {
            // What threatened before may still threaten after this.
            (cells[0], count) = (cell, 1);
        } else {
            if let Some(cell) = field.winning_four(own) {
                return Some(Line::behind(cell, &Line::EMPTY));
            }
            let calm = field.winning_four(other).is_none();
            for least in [Class::Four, Class::Three] {
                if least == Class::Three && (!calm || threes == 0) {
                    self.held_up |= calm;
                    break;
                }
                for cell in field.makers(own, least) {
                    let new = least == Class::Four || field.best(cell, own) == Class::Three;
                    if new && count < WIDTH {
                        cells[count] = cell;
                        count += 1;
                    }
                }
            }
        }
        for &cell in &cells[..count] {
            if field.foul(cell, own).is_some() {
                continue;
            }
            let four = field.best(cell, own) >= Class::Four || field.five(other).is_some();
            let left = threes - u8::from(!four);
            let threat = Spot { cell, forced: false };
            let undo = field.play(threat);
            let won = self.answer(field, budget, left, ply + 1);
            field.undo(threat, undo);
            if let Some(rest) = won {
                return Some(Line::behind(cell, &rest));
            }
        }
        // What was cut short is not known to fail.
        if !budget.is_spent() {
            self.failed[slot] = (key, if self.held_up { threes } else { EVER });
        }
        self.held_up |= was_held_up;
        None
    }

    /// What follows a threat, if no answer of the side to move meets it.
    fn answer(
        &mut self,
        field: &mut Field,
        budget: &mut Budget,
        threes: u8,
        ply: usize,
    ) -> Option<Line> {
        let (own, other) = (field.colour(), field.colour() ^ 1);
        if field.rules().end().is_some() || field.five(own).is_some() {
            return None;
        }
        let mut cells = [0; WIDTH];
        let mut count = 0;
        if let Some(cell) = field.five(other) {
            (cells[0], count) = (cell, 1);
        } else {
            field.winning_four(other)?;
            for colour in [own, other] {
                for cell in field.makers(colour, Class::Four) {
                    if cells[..count].contains(&cell) {
                        continue;
                    }
                    if count == WIDTH {
                        return None;
                    }
                    cells[count] = cell;
                    count += 1;
                }
            }
            let refutation = self.refutations[ply];
            if let Some(at) = cells[..count].iter().position(|&cell| cell == refutation) {
                cells.swap(0, at);
            }
        }
        let mut longest = Line::EMPTY;
        for &cell in &cells[..count] {
            // Black may not meet it so.
            if field.foul(cell, own).is_some() {
                continue;
            }
            let stone = Spot { cell, forced: false };
            let undo = field.play(stone);
            let over = field.rules().end().is_some();
            let won = if over { None } else { self.attack(field, budget, threes, ply + 1) };
            field.undo(stone, undo);
            let Some(rest) = won else {
                self.refutations[ply] = cell;
                return None;
            };
            if rest.length >= longest.length {
                longest = Line::behind(cell, &rest);
            }
        }
        Some(longest)
    }
}

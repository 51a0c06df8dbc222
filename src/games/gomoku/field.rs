//! A position as the computer player sees it: for every empty point what a
//! stone of either colour would make of the four lines through it, kept up
//! to date move by move, and only those moves that deserve a look.

use super::fouls::Foul;
use super::lines::{CELLS, MOST, STEPS, place};
use super::patterns::{CLASSES, Class, Table};
use super::position::{Gomoku, Ply, Rule, Undo as RulesUndo};
use crate::core::{Outcome, Position, Side};

/// How early a stone of each class deserves to be tried.
const URGENCY: [i32; CLASSES] = [0, 1, 6, 20, 24, 120, 130, 900, 1000, 10_000, 0];

/// What the chance to make each class is worth, in hundredths of a tempo.
const WORTH: [i32; CLASSES] = [0, 0, 3, 9, 10, 34, 30, 70, 90, 40, 0];

/// Urgency beyond this is that of a point near some stone.
const QUIET: i32 = 8;

/// Candidates at most, apart from forced answers.
const CANDIDATES: usize = 22;

/// The lowest urgency of two threes, and of a four with a three.
const DOUBLE: i32 = 240;

/// A stone, or a pass where nothing else is left.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Spot {
    /// The cell; [`Spot::PASS`] for a pass.
    pub cell: u16,
    /// Whether it is the only answer to a threat of five.
    pub forced: bool,
}

impl Spot {
    /// The cell that stands for a pass.
    pub const PASS: u16 = CELLS as u16;

    /// The ply in terms of the rules.
    #[must_use]
    pub fn ply(self) -> Ply {
        if self.cell == Spot::PASS { Ply::Pass } else { Ply::Stone(self.cell) }
    }
}

/// One changed class, to be put back.
#[derive(Clone, Copy)]
struct Change {
    cell: u16,
    colour: u8,
    direction: u8,
    was: Class,
}

/// Sums over all points for one colour.
#[derive(Clone, Copy, Default)]
struct Sums {
    worth: i32,
    counts: [u16; CLASSES],
}

/// A position with its line patterns.
#[derive(Clone)]
pub struct Field {
    rules: Gomoku,
    tables: [&'static Table; 2],
    classes: [Box<[[Class; 4]; CELLS]>; 2],
    urgency: [Box<[i32; CELLS]>; 2],
    sums: [Sums; 2],
    trail: Vec<Change>,
}

/// What takes a move back.
#[derive(Clone, Copy)]
pub struct Undo {
    rules: RulesUndo,
    trail: usize,
    sums: [Sums; 2],
}

impl Field {
    /// The patterns of a position in which stones are played.
    #[must_use]
    pub fn new(position: &Gomoku) -> Field {
        let tables = [0, 1].map(|colour| Table::of(position.rule().five(colour)));
        let mut field = Field {
            rules: position.in_play(),
            tables,
            classes: std::array::from_fn(|_| Box::new([[Class::Nothing; 4]; CELLS])),
            urgency: std::array::from_fn(|_| Box::new([0; CELLS])),
            sums: [Sums::default(); 2],
            trail: Vec::with_capacity(1 << 12),
        };
        for cell in position.cells().filter(|&cell| position.is_empty(cell)) {
            for colour in 0..2 {
                for direction in 0..4 {
                    let class = field.read(direction, cell, colour);
                    field.set(cell, colour, direction, class);
                }
            }
        }
        field.trail.clear();
        field
    }

    /// Becomes the same as another, without asking for memory.
    pub fn copy_from(&mut self, other: &Field) {
        self.rules = other.rules;
        self.tables = other.tables;
        self.sums = other.sums;
        for colour in 0..2 {
            *self.classes[colour] = *other.classes[colour];
            *self.urgency[colour] = *other.urgency[colour];
        }
        self.trail.clear();
    }

    /// The position by the rules.
    #[must_use]
    pub fn rules(&self) -> &Gomoku {
        &self.rules
    }

    /// The colour to move; black is 0.
    #[inline]
    #[must_use]
    pub fn colour(&self) -> usize {
        self.rules.colour().index()
    }

    /// What the chances of a colour are worth, in hundredths of a tempo.
    #[inline]
    #[must_use]
    pub fn worth(&self, colour: usize) -> i32 {
        self.sums[colour & 1].worth
    }

    /// How many times a stone of this colour could make this class.
    #[inline]
    #[must_use]
    pub fn count(&self, colour: usize, class: Class) -> u16 {
        self.sums[colour & 1].counts[class as usize]
    }

    /// The strongest class that a stone makes on this empty cell; an overline
    /// is none.
    #[inline]
    #[must_use]
    pub fn best(&self, cell: u16, colour: usize) -> Class {
        let classes = self.classes[colour & 1][usize::from(cell)].iter().copied();
        classes.filter(|&class| class != Class::Overline).max().unwrap_or(Class::Nothing)
    }

    /// How early a stone of the side to move on this cell should be tried.
    #[must_use]
    pub fn urgency(&self, cell: u16) -> i32 {
        let (own, other) = (self.colour(), self.colour() ^ 1);
        let at = usize::from(cell);
        if at >= CELLS {
            return 0;
        }
        let with_double = |colour: usize| {
            let single = self.urgency[colour][at];
            let strong = self.classes[colour][at]
                .iter()
                .filter(|&&class| matches!(class, Class::Three | Class::Four));
            if strong.count() > 1 { single + DOUBLE } else { single }
        };
        // One's own row is a move ahead of stopping the same row.
        with_double(own) * 5 / 4 + with_double(other)
    }

    /// The empty cells on which a stone of this colour makes at least this
    /// class, rank by rank. `least` is [`Class::Four`] or higher.
    pub fn makers(&self, colour: usize, least: Class) -> impl Iterator<Item = u16> + use<'_> {
        let urgency = &self.urgency[colour & 1];
        let bound = URGENCY[least as usize];
        let size = usize::from(self.rules.size());
        (0..size)
            .flat_map(move |rank| rank * usize::from(MOST)..rank * usize::from(MOST) + size)
            .filter(move |&at| urgency[at] >= bound)
            .map(|at| at as u16)
            .filter(move |&cell| self.best(cell, colour) >= least)
    }

    /// A cell on which a stone of this colour makes five.
    #[must_use]
    pub fn five(&self, colour: usize) -> Option<u16> {
        if self.count(colour, Class::Five) == 0 {
            return None;
        }
        self.makers(colour, Class::Five).next()
    }

    /// A cell on which a stone of this colour makes a straight four or two
    /// fours, and may.
    #[must_use]
    pub fn winning_four(&self, colour: usize) -> Option<u16> {
        if self.count(colour, Class::StraightFour) + self.count(colour, Class::TwoFours) == 0 {
            return None;
        }
        self.makers(colour, Class::TwoFours).find(|&cell| self.foul(cell, colour).is_none())
    }

    /// Why a stone of this colour is forbidden here. Asks the exact rules
    /// only where the patterns leave it open.
    #[must_use]
    pub fn foul(&self, cell: u16, colour: usize) -> Option<Foul> {
        if colour != 0 || self.rules.rule() != Rule::Renju {
            return None;
        }
        let classes = &self.classes[0][usize::from(cell)];
        let (mut fours, mut threes, mut overline) = (0, 0, false);
        for class in classes {
            match class {
                Class::Five => return None,
                Class::Overline => overline = true,
                Class::TwoFours => fours += 2,
                Class::Four | Class::StraightFour => fours += 1,
                Class::Three => threes += 1,
                _ => {}
            }
        }
        if overline || fours > 1 || threes > 1 { self.rules.foul(cell) } else { None }
    }

    /// What a stone would make of one line, read from the board.
    #[inline]
    fn read(&self, direction: usize, cell: u16, colour: usize) -> Class {
        let (line, bit) = place(direction, cell);
        let lines = self.rules.lines();
        let (own, blocked) = (lines.own(line, colour), lines.blocked(line, colour));
        self.tables[colour].class(own >> (bit - 5), blocked >> (bit - 5))
    }

    /// Notes a class and keeps the sums.
    #[inline]
    fn set(&mut self, cell: u16, colour: usize, direction: usize, class: Class) {
        let slot = &mut self.classes[colour][usize::from(cell)][direction];
        let was = std::mem::replace(slot, class);
        if was == class {
            return;
        }
        self.trail.push(Change { cell, colour: colour as u8, direction: direction as u8, was });
        self.urgency[colour][usize::from(cell)] += URGENCY[class as usize] - URGENCY[was as usize];
        let sums = &mut self.sums[colour];
        sums.worth += WORTH[class as usize] - WORTH[was as usize];
        sums.counts[was as usize] = sums.counts[was as usize].wrapping_sub(1);
        sums.counts[class as usize] += 1;
    }

    /// Reads the lines through a new stone again.
    fn refresh(&mut self, cell: u16) {
        for colour in 0..2 {
            for direction in 0..4 {
                self.set(cell, colour, direction, Class::Nothing);
            }
        }
        let tables = self.tables;
        for (direction, step) in STEPS.into_iter().enumerate() {
            let (line, bit) = place(direction, cell);
            let lines = self.rules.lines();
            let own = [lines.own(line, 0), lines.own(line, 1)];
            let blocked = [lines.blocked(line, 0), lines.blocked(line, 1)];
            let mut open = !(blocked[0] | blocked[1]) & 0x7ff << (bit - 5);
            while open != 0 {
                let at = open.trailing_zeros();
                open &= open - 1;
                let near = (i32::from(cell) + (at as i32 - bit as i32) * step) as u16;
                for colour in 0..2 {
                    let shift = at - 5;
                    let class =
                        tables[colour].class(own[colour] >> shift, blocked[colour] >> shift);
                    self.set(near, colour, direction, class);
                }
            }
        }
    }

    /// The moves that answer a threat of five or make one, or `None` when
    /// the side to move is free.
    fn forced(&self, moves: &mut Vec<Spot>) -> bool {
        let (own, other) = (self.colour(), self.colour() ^ 1);
        if let Some(cell) = self.five(own).or_else(|| self.five(other)) {
            moves.push(Spot { cell, forced: true });
            return true;
        }
        if self.count(other, Class::StraightFour) + self.count(other, Class::TwoFours) > 0 {
            // A three is answered on its line or by a four of one's own.
            let size = usize::from(self.rules.size());
            for rank in 0..size {
                for at in rank * usize::from(MOST)..rank * usize::from(MOST) + size {
                    let least = URGENCY[Class::Four as usize];
                    if self.urgency[0][at] < least && self.urgency[1][at] < least {
                        continue;
                    }
                    let cell = at as u16;
                    let best = self.best(cell, own).max(self.best(cell, other));
                    if best >= Class::Four && self.foul(cell, own).is_none() {
                        moves.push(Spot { cell, forced: false });
                    }
                }
            }
        }
        !moves.is_empty()
    }
}

impl Position for Field {
    type Move = Spot;
    type Undo = Undo;

    #[inline]
    fn side_to_move(&self) -> Side {
        self.rules.colour()
    }

    #[inline]
    fn key(&self) -> u64 {
        self.rules.key()
    }

    fn legal_moves(&self, moves: &mut Vec<Spot>) {
        moves.clear();
        if self.rules.end().is_some() || self.forced(moves) {
            return;
        }
        let size = usize::from(self.rules.size());
        let (own, other) = (&self.urgency[self.colour()], &self.urgency[self.colour() ^ 1]);
        // Quiet points are passed over while there is a livelier one.
        for least in [QUIET + 1, i32::MIN] {
            let mut best = [(i32::MIN, 0u16); CANDIDATES];
            let mut found = 0;
            for rank in 0..size {
                for at in rank * usize::from(MOST)..rank * usize::from(MOST) + size {
                    let rough = own[at] + other[at];
                    let full = found == CANDIDATES && rough <= best[CANDIDATES - 1].0;
                    let cell = at as u16;
                    if rough <= least || full || !self.rules.is_empty(cell) {
                        continue;
                    }
                    if !self.rules.opening_allows(cell) || self.foul(cell, self.colour()).is_some()
                    {
                        continue;
                    }
                    let last = found.min(CANDIDATES - 1);
                    let place = best[..last].partition_point(|&(score, _)| score >= rough);
                    best.copy_within(place..last, place + 1);
                    best[place] = (rough, cell);
                    found = (found + 1).min(CANDIDATES);
                }
            }
            moves.extend(best[..found].iter().map(|&(_, cell)| Spot { cell, forced: false }));
            if !moves.is_empty() {
                return;
            }
        }
        // Only fouls are left, which is no reason to lose.
        if self.rules.may_pass() {
            moves.push(Spot { cell: Spot::PASS, forced: false });
        }
    }

    fn is_legal(&self, mv: Spot) -> bool {
        self.rules.is_legal(mv.ply())
    }

    fn play(&mut self, mv: Spot) -> Undo {
        let (trail, sums) = (self.trail.len(), self.sums);
        if mv.cell == Spot::PASS {
            return Undo { rules: self.rules.play(Ply::Pass), trail, sums };
        }
        let foul = self.foul(mv.cell, self.colour());
        let rules = self.rules.play_judged(mv.cell, foul);
        self.refresh(mv.cell);
        Undo { rules, trail, sums }
    }

    fn undo(&mut self, mv: Spot, before: Undo) {
        self.rules.undo(mv.ply(), before.rules);
        self.sums = before.sums;
        while self.trail.len() > before.trail {
            let Some(change) = self.trail.pop() else { break };
            let (at, colour) = (usize::from(change.cell), usize::from(change.colour));
            let slot = &mut self.classes[colour][at][usize::from(change.direction)];
            let class = std::mem::replace(slot, change.was);
            self.urgency[colour][at] += URGENCY[change.was as usize] - URGENCY[class as usize];
        }
    }

    fn outcome(&self) -> Option<Outcome> {
        self.rules.outcome()
    }
}

#[cfg(test)]
mod tests {
    use super::super::opening::Opening;
    use super::*;
    use crate::core::Random;

    fn agree(a: &Field, b: &Field) {
        for colour in 0..2 {
            assert_eq!(a.classes[colour], b.classes[colour]);
            assert_eq!(a.urgency[colour], b.urgency[colour]);
            assert_eq!(a.worth(colour), b.worth(colour));
            for class in [Class::Three, Class::Four, Class::StraightFour, Class::Five] {
                assert_eq!(a.count(colour, class), b.count(colour, class));
            }
        }
    }

    #[test]
    fn patterns_kept_move_by_move_are_those_read_from_the_board() {
        for rule in [Rule::Freestyle, Rule::Standard, Rule::Caro, Rule::Renju] {
            for size in [7, 15, 19] {
                let mut random = Random::new(u64::from(size));
                let mut field = Field::new(&Gomoku::new(size, rule, Opening::None));
                let mut moves = Vec::new();
                let mut played = Vec::new();
                loop {
                    field.legal_moves(&mut moves);
                    let Some(&mv) = random.pick(&moves) else { break };
                    let before = field.clone();
                    let undo = field.play(mv);
                    field.undo(mv, undo);
                    agree(&field, &before);
                    played.push((mv, field.play(mv)));
                    agree(&field, &Field::new(field.rules()));
                }
                for (mv, undo) in played.into_iter().rev() {
                    field.undo(mv, undo);
                }
                agree(&field, &Field::new(&Gomoku::new(size, rule, Opening::None)));
            }
        }
    }
}

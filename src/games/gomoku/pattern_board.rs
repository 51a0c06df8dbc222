//! Search position of Gomoku: for every empty point the line patterns that a
//! stone of either colour would make, updated incrementally, and a move
//! generator that yields only candidate moves.

use super::bitboard::{CELLS, MAX_SIZE, STEPS, line_and_bit};
use super::fouls::Foul;
use super::patterns::{LinePattern, PATTERN_COUNT, PatternTable};
use super::position::{Gomoku, GomokuMove, Rule, Undo as RulesUndo};
use crate::core::{Outcome, Position, Side};

/// Move ordering score of a stone that makes each pattern.
const MOVE_ORDER_SCORE: [i32; PATTERN_COUNT] = [0, 1, 6, 20, 24, 120, 130, 900, 1000, 10_000, 0];

/// Evaluation of the chance to make each pattern, in hundredths of a tempo.
const PATTERN_VALUE: [i32; PATTERN_COUNT] = [0, 0, 3, 9, 10, 34, 30, 70, 90, 40, 0];

/// Scores up to this belong to points far from any stone.
const ISOLATED_SCORE: i32 = 8;

/// Maximum number of candidate moves, apart from forced answers.
const MAX_CANDIDATES: usize = 22;

/// Ordering bonus of two threes, or of a four with a three, on one point.
const DOUBLE_THREAT_BONUS: i32 = 240;

/// A candidate move: a stone, or a pass where no other move is left.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CandidateMove {
    /// The cell; [`CandidateMove::PASS`] for a pass.
    pub cell: u16,
    /// True for the only answer to a threat of five.
    pub forced: bool,
}

impl CandidateMove {
    /// The value of `cell` that stands for a pass.
    pub const PASS: u16 = CELLS as u16;

    /// The move in terms of the rules.
    #[must_use]
    pub fn rules_move(self) -> GomokuMove {
        if self.cell == CandidateMove::PASS {
            GomokuMove::Pass
        } else {
            GomokuMove::Stone(self.cell)
        }
    }
}

/// One changed pattern, restored on undo.
#[derive(Clone, Copy)]
struct PatternChange {
    cell: u16,
    colour: u8,
    direction: u8,
    previous: LinePattern,
}

/// Pattern totals of one colour over all points.
#[derive(Clone, Copy)]
struct PatternTotals {
    value: i32,
    counts: [u16; PATTERN_COUNT],
}

impl PatternTotals {
    /// Every line through every point dead, as before any pattern is read.
    const DEAD: PatternTotals = {
        let mut counts = [0; PATTERN_COUNT];
        counts[LinePattern::Dead as usize] = (STEPS.len() * CELLS) as u16;
        PatternTotals { value: 0, counts }
    };
}

/// A position with its line patterns.
#[derive(Clone)]
pub struct PatternBoard {
    position: Gomoku,
    tables: [&'static PatternTable; 2],
    patterns: [Box<[[LinePattern; 4]; CELLS]>; 2],
    scores: [Box<[i32; CELLS]>; 2],
    totals: [PatternTotals; 2],
    undo_log: Vec<PatternChange>,
}

/// State needed to undo a move.
#[derive(Clone, Copy)]
pub struct Undo {
    position: RulesUndo,
    undo_log: usize,
    totals: [PatternTotals; 2],
}

impl PatternBoard {
    /// The patterns of a position after its opening.
    #[must_use]
    pub fn new(position: &Gomoku) -> PatternBoard {
        let tables = [0, 1].map(|colour| PatternTable::for_rule(position.rule().five(colour)));
        let mut board = PatternBoard {
            position: position.in_play(),
            tables,
            patterns: std::array::from_fn(|_| Box::new([[LinePattern::Dead; 4]; CELLS])),
            scores: std::array::from_fn(|_| Box::new([0; CELLS])),
            totals: [PatternTotals::DEAD; 2],
            undo_log: Vec::with_capacity(1 << 12),
        };
        for cell in position.cells().filter(|&cell| position.is_empty(cell)) {
            for colour in 0..2 {
                for direction in 0..4 {
                    let pattern = board.read_pattern(direction, cell, colour);
                    board.set_pattern(cell, colour, direction, pattern);
                }
            }
        }
        board.undo_log.clear();
        board
    }

    /// Copies another board without allocating.
    pub fn copy_from(&mut self, other: &PatternBoard) {
        self.position = other.position;
        self.tables = other.tables;
        self.totals = other.totals;
        for colour in 0..2 {
            *self.patterns[colour] = *other.patterns[colour];
            *self.scores[colour] = *other.scores[colour];
        }
        self.undo_log.clear();
    }

    /// The underlying position.
    #[must_use]
    pub fn position(&self) -> &Gomoku {
        &self.position
    }

    /// The colour to move; black is 0.
    #[inline]
    #[must_use]
    pub fn colour(&self) -> usize {
        self.position.colour().index()
    }

    /// Evaluation of a colour's patterns, in hundredths of a tempo.
    #[inline]
    #[must_use]
    pub fn value(&self, colour: usize) -> i32 {
        self.totals[colour & 1].value
    }

    /// Number of line patterns of this kind that a stone of this colour could
    /// make.
    #[inline]
    #[must_use]
    pub fn count(&self, colour: usize, pattern: LinePattern) -> u16 {
        self.totals[colour & 1].counts[pattern as usize]
    }

    /// The strongest pattern that a stone makes on this empty cell, overlines
    /// excluded.
    #[inline]
    #[must_use]
    pub fn best_pattern(&self, cell: u16, colour: usize) -> LinePattern {
        let patterns = self.patterns[colour & 1][usize::from(cell)].iter().copied();
        patterns
            .filter(|&pattern| pattern != LinePattern::Overline)
            .max()
            .unwrap_or(LinePattern::Dead)
    }

    /// Move ordering score of a stone of the side to move on this cell.
    #[must_use]
    pub fn move_order_score(&self, cell: u16) -> i32 {
        let (own, other) = (self.colour(), self.colour() ^ 1);
        let at = usize::from(cell);
        if at >= CELLS {
            return 0;
        }
        let with_double = |colour: usize| {
            let single = self.scores[colour][at];
            let strong = self.patterns[colour][at]
                .iter()
                .filter(|&&pattern| matches!(pattern, LinePattern::OpenThree | LinePattern::Four));
            if strong.count() > 1 { single + DOUBLE_THREAT_BONUS } else { single }
        };
        // An attack is a tempo ahead of stopping the same attack.
        with_double(own) * 5 / 4 + with_double(other)
    }

    /// The empty cells on which a stone of this colour makes at least this
    /// pattern, rank by rank. `weakest` is [`LinePattern::Four`] or stronger.
    pub fn cells_making(
        &self,
        colour: usize,
        weakest: LinePattern,
    ) -> impl Iterator<Item = u16> + use<'_> {
        let scores = &self.scores[colour & 1];
        let bound = MOVE_ORDER_SCORE[weakest as usize];
        let size = usize::from(self.position.size());
        (0..size)
            .flat_map(move |rank| rank * usize::from(MAX_SIZE)..rank * usize::from(MAX_SIZE) + size)
            .filter(move |&at| scores[at] >= bound)
            .map(|at| at as u16)
            .filter(move |&cell| self.best_pattern(cell, colour) >= weakest)
    }

    /// A cell on which a stone of this colour makes five.
    #[must_use]
    pub fn five_cell(&self, colour: usize) -> Option<u16> {
        if self.count(colour, LinePattern::Five) == 0 {
            return None;
        }
        self.cells_making(colour, LinePattern::Five).next()
    }

    /// A cell on which a stone of this colour legally makes a straight four or
    /// a double four.
    #[must_use]
    pub fn winning_four(&self, colour: usize) -> Option<u16> {
        if self.count(colour, LinePattern::StraightFour)
            + self.count(colour, LinePattern::DoubleFour)
            == 0
        {
            return None;
        }
        self.cells_making(colour, LinePattern::DoubleFour)
            .find(|&cell| self.foul(cell, colour).is_none())
    }

    /// The forbidden move that a stone of this colour is here. The exact rules
    /// are applied only where the patterns leave it open.
    #[must_use]
    pub fn foul(&self, cell: u16, colour: usize) -> Option<Foul> {
        if colour != 0 || self.position.rule() != Rule::Renju {
            return None;
        }
        let patterns = &self.patterns[0][usize::from(cell)];
        let (mut fours, mut threes, mut overline) = (0, 0, false);
        for pattern in patterns {
            match pattern {
                LinePattern::Five => return None,
                LinePattern::Overline => overline = true,
                LinePattern::DoubleFour => fours += 2,
                LinePattern::Four | LinePattern::StraightFour => fours += 1,
                LinePattern::OpenThree => threes += 1,
                _ => {}
            }
        }
        if overline || fours > 1 || threes > 1 { self.position.foul(cell) } else { None }
    }

    /// The pattern that a stone would make of one line, read from the board.
    #[inline]
    fn read_pattern(&self, direction: usize, cell: u16, colour: usize) -> LinePattern {
        let (line, bit) = line_and_bit(direction, cell);
        let lines = self.position.lines();
        let (own, blocked) = (lines.stones(line, colour), lines.blocked(line, colour));
        self.tables[colour].pattern(own >> (bit - 5), blocked >> (bit - 5))
    }

    /// Stores a pattern, updating scores and totals.
    #[inline]
    fn set_pattern(&mut self, cell: u16, colour: usize, direction: usize, pattern: LinePattern) {
        let slot = &mut self.patterns[colour][usize::from(cell)][direction];
        let previous = std::mem::replace(slot, pattern);
        if previous == pattern {
            return;
        }
        self.undo_log.push(PatternChange {
            cell,
            colour: colour as u8,
            direction: direction as u8,
            previous,
        });
        self.scores[colour][usize::from(cell)] +=
            MOVE_ORDER_SCORE[pattern as usize] - MOVE_ORDER_SCORE[previous as usize];
        let totals = &mut self.totals[colour];
        totals.value += PATTERN_VALUE[pattern as usize] - PATTERN_VALUE[previous as usize];
        totals.counts[previous as usize] -= 1;
        totals.counts[pattern as usize] += 1;
    }

    /// Updates the patterns on the four lines through a new stone.
    fn update_lines_through(&mut self, cell: u16) {
        for colour in 0..2 {
            for direction in 0..4 {
                self.set_pattern(cell, colour, direction, LinePattern::Dead);
            }
        }
        let tables = self.tables;
        for (direction, step) in STEPS.into_iter().enumerate() {
            let (line, bit) = line_and_bit(direction, cell);
            let lines = self.position.lines();
            let own = [lines.stones(line, 0), lines.stones(line, 1)];
            let blocked = [lines.blocked(line, 0), lines.blocked(line, 1)];
            let mut open = !(blocked[0] | blocked[1]) & 0x7ff << (bit - 5);
            while open != 0 {
                let at = open.trailing_zeros();
                open &= open - 1;
                let near = (i32::from(cell) + (at as i32 - bit as i32) * step) as u16;
                for colour in 0..2 {
                    let shift = at - 5;
                    let pattern =
                        tables[colour].pattern(own[colour] >> shift, blocked[colour] >> shift);
                    self.set_pattern(near, colour, direction, pattern);
                }
            }
        }
    }

    /// Adds the moves that make five, or answer a threat of five or of a
    /// straight four; false when there is no such threat.
    fn forced_moves(&self, moves: &mut Vec<CandidateMove>) -> bool {
        let (own, other) = (self.colour(), self.colour() ^ 1);
        if let Some(cell) = self.five_cell(own).or_else(|| self.five_cell(other)) {
            moves.push(CandidateMove { cell, forced: true });
            return true;
        }
        if self.count(other, LinePattern::StraightFour) + self.count(other, LinePattern::DoubleFour)
            > 0
        {
            // An open three is answered on its line or by a four.
            let size = usize::from(self.position.size());
            for rank in 0..size {
                for at in rank * usize::from(MAX_SIZE)..rank * usize::from(MAX_SIZE) + size {
                    let weakest = MOVE_ORDER_SCORE[LinePattern::Four as usize];
                    if self.scores[0][at] < weakest && self.scores[1][at] < weakest {
                        continue;
                    }
                    let cell = at as u16;
                    let best = self.best_pattern(cell, own).max(self.best_pattern(cell, other));
                    if best >= LinePattern::Four && self.foul(cell, own).is_none() {
                        moves.push(CandidateMove { cell, forced: false });
                    }
                }
            }
        }
        !moves.is_empty()
    }
}

impl Position for PatternBoard {
    type Move = CandidateMove;
    type Undo = Undo;

    #[inline]
    fn side_to_move(&self) -> Side {
        self.position.colour()
    }

    #[inline]
    fn key(&self) -> u64 {
        self.position.key()
    }

    fn legal_moves(&self, moves: &mut Vec<CandidateMove>) {
        moves.clear();
        if self.position.end().is_some() || self.forced_moves(moves) {
            return;
        }
        let size = usize::from(self.position.size());
        let (own, other) = (&self.scores[self.colour()], &self.scores[self.colour() ^ 1]);
        // Isolated points are skipped while there are others.
        for weakest in [ISOLATED_SCORE + 1, i32::MIN] {
            let mut best = [(i32::MIN, 0u16); MAX_CANDIDATES];
            let mut found = 0;
            for rank in 0..size {
                for at in rank * usize::from(MAX_SIZE)..rank * usize::from(MAX_SIZE) + size {
                    let rough = own[at] + other[at];
                    let full = found == MAX_CANDIDATES && rough <= best[MAX_CANDIDATES - 1].0;
                    let cell = at as u16;
                    if rough <= weakest || full || !self.position.is_empty(cell) {
                        continue;
                    }
                    if !self.position.opening_allows(cell)
                        || self.foul(cell, self.colour()).is_some()
                    {
                        continue;
                    }
                    let last = found.min(MAX_CANDIDATES - 1);
                    let place = best[..last].partition_point(|&(score, _)| score >= rough);
                    best.copy_within(place..last, place + 1);
                    best[place] = (rough, cell);
                    found = (found + 1).min(MAX_CANDIDATES);
                }
            }
            moves.extend(
                best[..found].iter().map(|&(_, cell)| CandidateMove { cell, forced: false }),
            );
            if !moves.is_empty() {
                return;
            }
        }
        // Only forbidden moves are left: pass rather than lose.
        if self.position.may_pass() {
            moves.push(CandidateMove { cell: CandidateMove::PASS, forced: false });
        }
    }

    fn is_legal(&self, mv: CandidateMove) -> bool {
        self.position.is_legal(mv.rules_move())
    }

    fn play(&mut self, mv: CandidateMove) -> Undo {
        let (undo_log, totals) = (self.undo_log.len(), self.totals);
        if mv.cell == CandidateMove::PASS {
            return Undo { position: self.position.play(GomokuMove::Pass), undo_log, totals };
        }
        let foul = self.foul(mv.cell, self.colour());
        let position = self.position.play_with_foul(mv.cell, foul);
        self.update_lines_through(mv.cell);
        Undo { position, undo_log, totals }
    }

    fn undo(&mut self, mv: CandidateMove, before: Undo) {
        self.position.undo(mv.rules_move(), before.position);
        self.totals = before.totals;
        while self.undo_log.len() > before.undo_log {
            let Some(change) = self.undo_log.pop() else { break };
            let (at, colour) = (usize::from(change.cell), usize::from(change.colour));
            let slot = &mut self.patterns[colour][at][usize::from(change.direction)];
            let pattern = std::mem::replace(slot, change.previous);
            self.scores[colour][at] +=
                MOVE_ORDER_SCORE[change.previous as usize] - MOVE_ORDER_SCORE[pattern as usize];
        }
    }

    fn outcome(&self) -> Option<Outcome> {
        self.position.outcome()
    }
}

#[cfg(test)]
mod tests {
    use super::super::opening_rule::OpeningRule;
    use super::*;
    use crate::core::Random;

    fn assert_same_state(a: &PatternBoard, b: &PatternBoard) {
        for colour in 0..2 {
            assert_eq!(a.patterns[colour], b.patterns[colour]);
            assert_eq!(a.scores[colour], b.scores[colour]);
            assert_eq!(a.value(colour), b.value(colour));
            for pattern in [
                LinePattern::OpenThree,
                LinePattern::Four,
                LinePattern::StraightFour,
                LinePattern::Five,
            ] {
                assert_eq!(a.count(colour, pattern), b.count(colour, pattern));
            }
        }
    }

    #[test]
    fn incremental_patterns_equal_those_read_from_the_board() {
        for rule in [Rule::Freestyle, Rule::Standard, Rule::Caro, Rule::Renju] {
            for size in [7, 15, 19, 20] {
                let mut random = Random::new(u64::from(size));
                let mut board = PatternBoard::new(&Gomoku::new(size, rule, OpeningRule::None));
                let mut moves = Vec::new();
                let mut played = Vec::new();
                loop {
                    board.legal_moves(&mut moves);
                    let Some(&mv) = random.pick(&moves) else { break };
                    let before = board.clone();
                    let undo = board.play(mv);
                    board.undo(mv, undo);
                    assert_same_state(&board, &before);
                    played.push((mv, board.play(mv)));
                    assert_same_state(&board, &PatternBoard::new(board.position()));
                }
                for (mv, undo) in played.into_iter().rev() {
                    board.undo(mv, undo);
                }
                assert_same_state(
                    &board,
                    &PatternBoard::new(&Gomoku::new(size, rule, OpeningRule::None)),
                );
            }
        }
    }
}

//! Search position of Gomoku: for every empty point the lines that a stone of either colour
//! would make, updated incrementally, with what they are worth.

use std::sync::Arc;

use super::bitboard::{CELLS, FiveRule, STEPS, line_and_bit};
use super::candidate_moves::CandidateMove;
use super::cell_set::CellSet;
use super::fouls::Foul;
use super::judgement::{ONE, Threats, Weights};
use super::network::{PointRows, stone_rows};
use super::patterns::{LineClass, LinePattern, PatternTable, ternary_digits};
use super::point_codes::{Codes, PointLines, SETS};
use super::position::{Gomoku, GomokuMove, Rule, Undo as RulesUndo};
use crate::core::{Outcome, Position, Side};

/// The lines through an empty point, by colour. The default is that of a point with a stone.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Point {
    lines: PointLines,
    codes: [u16; 2],
    /// By colour to move, the ordering score of a stone.
    order: [i16; 2],
    /// By bit, the [`SETS`] to which it belongs.
    sets: [u8; 2],
}

/// The state before a stone.
#[derive(Clone, Copy)]
struct Mark {
    /// Hash of the stones.
    hash: u64,
    /// Length of the undo log.
    undo_log: usize,
}

/// A position with the lines of its points.
#[derive(Clone)]
pub struct PatternBoard {
    position: Gomoku,
    tables: [&'static PatternTable; 2],
    codes: &'static Codes,
    /// Points on either side on which the pattern of a line depends.
    reach: u32,
    weights: Arc<Weights>,
    points: Box<[Point; CELLS]>,
    /// By colour, the points of [`SETS`].
    sets: [[CellSet; SETS.len()]; 2],
    /// The number of each.
    counts: [[u16; SETS.len()]; 2],
    /// Points without a stone.
    empty: CellSet,
    /// Points with a stone that is [`CellSet::near`].
    near: CellSet,
    /// Points as they were before they changed.
    undo_log: Vec<(u16, Point)>,
    /// The state before each stone that was played.
    marks: Vec<Mark>,
}

/// The ordering scores of a stone on a point with these codes, by colour to move.
#[inline]
fn order(weights: &Weights, codes: [u16; 2]) -> [i16; 2] {
    let black = weights.0[0].points[usize::from(codes[0])];
    let white = weights.0[1].points[usize::from(codes[1])];
    [black.attack.saturating_add(white.defence), white.attack.saturating_add(black.defence)]
}

/// The place of a pattern among [`SETS`].
#[inline]
const fn set_number(weakest: LinePattern) -> usize {
    match weakest {
        LinePattern::OpenThree => 0,
        LinePattern::Four => 1,
        LinePattern::DoubleFour | LinePattern::StraightFour => 2,
        _ => 3,
    }
}

/// State needed to undo a move.
#[derive(Clone, Copy)]
pub struct Undo {
    position: RulesUndo,
    near: CellSet,
}

impl PatternBoard {
    /// The patterns of a position after its opening, with weights made by hand.
    #[must_use]
    pub fn new(position: &Gomoku) -> PatternBoard {
        PatternBoard::with_weights(position, Weights::hand_made())
    }

    /// The patterns of a position after its opening.
    #[must_use]
    pub fn with_weights(position: &Gomoku, weights: Arc<Weights>) -> PatternBoard {
        let conditions = [0, 1].map(|colour| position.rule().five(colour));
        let dead = Point { order: order(&weights, [0; 2]), ..Point::default() };
        let mut board = PatternBoard {
            position: position.in_play(),
            tables: conditions.map(PatternTable::for_rule),
            codes: Codes::get(),
            reach: conditions.into_iter().map(FiveRule::reach).max().unwrap_or_default(),
            weights,
            points: Box::new([dead; CELLS]),
            sets: [[CellSet::default(); SETS.len()]; 2],
            counts: [[0; SETS.len()]; 2],
            empty: CellSet::board(position.size()),
            near: CellSet::default(),
            undo_log: Vec::with_capacity(1 << 12),
            marks: Vec::with_capacity(CELLS),
        };
        for cell in position.cells() {
            if position.lines().colour_at(cell).is_some() {
                board.empty.toggle(cell);
                board.near = board.near.or(CellSet::near(cell));
                continue;
            }
            let mut lines = PointLines::default();
            for (direction, _) in STEPS.into_iter().enumerate() {
                let (line, bit) = line_and_bit(direction, cell);
                let stones = [0, 1].map(|colour| position.lines().stones(line, colour));
                let walls = position.lines().walls(line);
                lines = lines.with(direction, board.classes(stones, walls, bit));
            }
            board.set_lines(cell, lines);
        }
        board.undo_log.clear();
        board
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

    /// Evaluation for the side to move by the weights, in hundredths of a tempo.
    #[must_use]
    pub fn value(&self) -> i32 {
        let (own, other) = (self.colour(), self.colour() ^ 1);
        let value = |codes: [u16; 2]| {
            let weights = |colour: usize| self.weights.0[colour].points[usize::from(codes[colour])];
            i32::from(weights(own).to_move) - i32::from(weights(other).waiting)
        };
        // A point without lines counts for nothing.
        let codes = |cell: u16| self.points[usize::from(cell) % CELLS].codes;
        let points = self.empty.cells().map(|cell| value(codes(cell)) - value([0; 2])).sum::<i32>();
        let points = points / ONE;
        points + i32::from(self.weights.0[own].threats[self.threats().index()])
    }

    /// The threats of both sides.
    #[must_use]
    pub fn threats(&self) -> Threats {
        let (own, other) = (self.colour(), self.colour() ^ 1);
        Threats {
            own_fours: self.count(own, LinePattern::Four),
            own_threes: self.count(own, LinePattern::OpenThree),
            double_fours: self.count(other, LinePattern::DoubleFour),
            fours: self.count(other, LinePattern::Four),
            threes: self.count(other, LinePattern::OpenThree),
        }
    }

    /// The points of a colour on which its stone makes at least this pattern, one of [`SETS`].
    #[inline]
    pub(super) fn set_of(&self, colour: usize, weakest: LinePattern) -> CellSet {
        self.sets[colour & 1][set_number(weakest)]
    }

    /// Number of points on which a stone of this colour makes at least this pattern, one of
    /// [`SETS`].
    #[inline]
    #[must_use]
    pub fn count(&self, colour: usize, weakest: LinePattern) -> u32 {
        self.counts[colour & 1][set_number(weakest)].into()
    }

    /// The rows of the network of a cell of the board.
    #[inline]
    pub(super) fn rows(&self, cell: u16) -> PointRows {
        match self.position.lines().colour_at(cell) {
            Some(colour) => stone_rows(colour),
            None => self.points[usize::from(cell) % CELLS].codes,
        }
    }

    /// The hash of the stones before the last so many were played, and the cells that have changed
    /// since, some of them repeatedly, with the rows that they had before; the earliest change of a
    /// cell comes first.
    #[inline]
    pub(super) fn changes_since(
        &self,
        stones: usize,
    ) -> Option<(u64, impl Iterator<Item = (u16, PointRows)>)> {
        let mark = self.marks.get(self.marks.len().checked_sub(stones)?)?;
        let log = self.undo_log.get(mark.undo_log..)?;
        Some((mark.hash, log.iter().map(|&(cell, point)| (cell, point.codes))))
    }

    /// The points without a stone.
    #[must_use]
    pub fn empty_cells(&self) -> CellSet {
        self.empty
    }

    /// The points without a stone that have one near them.
    #[must_use]
    pub fn near_cells(&self) -> CellSet {
        self.near.and(self.empty)
    }

    /// The code of an empty point for a colour.
    #[inline]
    #[must_use]
    pub fn code(&self, cell: u16, colour: usize) -> u16 {
        self.points[usize::from(cell) % CELLS].codes[colour & 1]
    }

    /// The strongest pattern that a stone makes on this empty cell, overlines
    /// excluded.
    #[inline]
    #[must_use]
    pub fn best_pattern(&self, cell: u16, colour: usize) -> LinePattern {
        self.codes.info(self.code(cell, colour)).best
    }

    /// Move ordering score of a stone of the side to move on this cell.
    #[inline]
    #[must_use]
    pub fn move_order_score(&self, cell: u16) -> i32 {
        if cell == CandidateMove::PASS {
            return 0;
        }
        self.points[usize::from(cell) % CELLS].order[self.colour()].into()
    }

    /// The empty cells on which a stone of this colour makes at least this pattern, one of
    /// [`SETS`], rank by rank.
    #[inline]
    pub fn cells_making(
        &self,
        colour: usize,
        weakest: LinePattern,
    ) -> impl Iterator<Item = u16> + use<> {
        self.set_of(colour, weakest).cells()
    }

    /// A cell on which a stone of this colour makes five.
    #[inline]
    #[must_use]
    pub fn five_cell(&self, colour: usize) -> Option<u16> {
        if self.count(colour, LinePattern::Five) == 0 {
            return None;
        }
        self.set_of(colour, LinePattern::Five).cells().next()
    }

    /// A cell on which a stone of this colour legally makes a straight four or
    /// a double four.
    #[inline]
    #[must_use]
    pub fn winning_four(&self, colour: usize) -> Option<u16> {
        if self.count(colour, LinePattern::DoubleFour) == 0 {
            return None;
        }
        let mut cells = self.set_of(colour, LinePattern::DoubleFour).cells();
        cells.find(|&cell| self.foul(cell, colour).is_none())
    }

    /// The forbidden move that a stone of this colour is here. The exact rules
    /// are applied only where the patterns leave it open.
    #[inline]
    #[must_use]
    pub fn foul(&self, cell: u16, colour: usize) -> Option<Foul> {
        if colour != 0 || self.position.rule() != Rule::Renju {
            return None;
        }
        if self.codes.info(self.code(cell, 0)).may_be_foul {
            self.position.foul(cell)
        } else {
            None
        }
    }

    /// The classes of one line through a point, by colour: of its `stones`, also by colour, and
    /// points off the board, the point has this bit.
    #[inline]
    fn classes(&self, stones: [u32; 2], walls: u32, bit: u32) -> [LineClass; 2] {
        let shift = bit - 5;
        let [black, white] = stones.map(|stones| ternary_digits(stones >> shift));
        let walls = ternary_digits(walls >> shift);
        let digits = [black + 2 * (white + walls), white + 2 * (black + walls)];
        [self.tables[0].class(digits[0]), self.tables[1].class(digits[1])]
    }

    /// True if a stone of this colour still makes an unstoppable four on this cell after one of the
    /// other colour elsewhere.
    pub(super) fn stays_unstoppable(&self, cell: u16, colour: usize, elsewhere: u16) -> bool {
        if cell == elsewhere {
            return false;
        }
        let mut lines = self.points[usize::from(cell) % CELLS].lines;
        for direction in 0..STEPS.len() {
            let (line, bit) = line_and_bit(direction, cell);
            let (other_line, other_bit) = line_and_bit(direction, elsewhere);
            if line == other_line && bit.abs_diff(other_bit) <= self.reach {
                let board = self.position.lines();
                let mut stones = [0, 1].map(|colour| board.stones(line, colour));
                stones[colour & 1 ^ 1] |= 1 << other_bit;
                lines = lines.with(direction, self.classes(stones, board.walls(line), bit));
            }
        }
        let sets = self.codes.info(lines.of(colour).code(self.codes)).sets;
        sets >> set_number(LinePattern::DoubleFour) & 1 != 0
    }

    /// Changes the lines through a point, with its codes, ordering scores and sets.
    #[inline]
    fn set_lines(&mut self, cell: u16, lines: PointLines) {
        let at = usize::from(cell) % CELLS;
        let before = self.points[at];
        // A point that gets a stone is noted even so.
        if before.lines == lines && self.empty.contains(cell) {
            return;
        }
        self.undo_log.push((cell, before));
        let codes = [lines.of(0).code(self.codes), lines.of(1).code(self.codes)];
        let sets = [self.codes.info(codes[0]).sets, self.codes.info(codes[1]).sets];
        let order = order(&self.weights, codes);
        self.points[at] = Point { lines, codes, order, sets };
        for (colour, (before, after)) in before.sets.into_iter().zip(sets).enumerate() {
            self.change_sets(cell, colour, before ^ after);
        }
    }

    /// Toggles a point in those [`SETS`] of a colour whose bit is set.
    #[inline]
    fn change_sets(&mut self, cell: u16, colour: usize, changed: u8) {
        if changed != 0 {
            let sets = self.sets[colour].iter_mut().zip(&mut self.counts[colour]);
            for (n, (set, count)) in sets.enumerate() {
                if changed >> n & 1 != 0 {
                    set.toggle(cell);
                    *count = if set.contains(cell) { *count + 1 } else { *count - 1 };
                }
            }
        }
    }

    /// Updates the points on the four lines through a new stone.
    fn update_lines_through(&mut self, cell: u16) {
        self.set_lines(cell, PointLines::default());
        let window = ((2 << (2 * self.reach)) - 1) as u32;
        for (direction, step) in STEPS.into_iter().enumerate() {
            let (line, bit) = line_and_bit(direction, cell);
            let lines = self.position.lines();
            let (stones, walls) =
                ([lines.stones(line, 0), lines.stones(line, 1)], lines.walls(line));
            let mut open = !(stones[0] | stones[1] | walls) & window << (bit - self.reach);
            while open != 0 {
                let at = open.trailing_zeros();
                open &= open - 1;
                let near = (i32::from(cell) + (at as i32 - bit as i32) * step) as u16;
                let classes = self.classes(stones, walls, at);
                let lines = self.points[usize::from(near) % CELLS].lines;
                self.set_lines(near, lines.with(direction, classes));
            }
        }
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
        if self.position.end().is_some() {
            moves.clear();
        } else {
            self.candidate_moves(moves);
        }
    }

    fn is_legal(&self, mv: CandidateMove) -> bool {
        self.position.is_legal(mv.rules_move())
    }

    fn play(&mut self, mv: CandidateMove) -> Undo {
        let near = self.near;
        let position = if mv.cell == CandidateMove::PASS {
            self.position.play(GomokuMove::Pass)
        } else {
            let colour = self.colour();
            let foul = self.foul(mv.cell, colour);
            self.marks.push(Mark { hash: self.position.hash, undo_log: self.undo_log.len() });
            let position = self.position.play_with_foul(mv.cell, foul);
            self.empty.toggle(mv.cell);
            self.near = near.or(CellSet::near(mv.cell));
            self.update_lines_through(mv.cell);
            position
        };
        Undo { position, near }
    }

    fn undo(&mut self, mv: CandidateMove, before: Undo) {
        self.position.undo(mv.rules_move(), before.position);
        self.near = before.near;
        if mv.cell == CandidateMove::PASS {
            return;
        }
        self.empty.toggle(mv.cell);
        let Some(mark) = self.marks.pop() else { return };
        while self.undo_log.len() > mark.undo_log {
            let Some((cell, point)) = self.undo_log.pop() else { break };
            let changed = std::mem::replace(&mut self.points[usize::from(cell) % CELLS], point);
            if changed.sets != point.sets {
                for colour in 0..2 {
                    self.change_sets(cell, colour, changed.sets[colour] ^ point.sets[colour]);
                }
            }
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
        assert_eq!(a.position, b.position);
        assert_eq!(a.points, b.points);
        assert_eq!((a.sets, a.counts), (b.sets, b.counts));
        for (sets, counts) in a.sets.iter().zip(&a.counts) {
            assert!(
                sets.iter()
                    .zip(counts)
                    .all(|(set, &count)| set.cells().count() == usize::from(count))
            );
        }
        assert_eq!((a.empty, a.near), (b.empty, b.near));
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

//! Search position of the m,n,k games: the marks of each side in every line
//! that wins, updated incrementally, and a move generator that can be limited
//! to candidate moves.

use std::sync::Arc;

use super::goal::Goal;
use super::position::{Cell, MAX_CELLS, ROW_LENGTHS, Rules, TicTacToe};
use crate::core::{Outcome, Position, Side};

/// The longest row, as an array length. Lines that lack more marks are counted
/// with those that lack so many.
const MAX_ROW: usize = *ROW_LENGTHS.end() as usize;

/// Value of an open line with marks by those that it lacks; an empty line is
/// worth nothing.
const OPEN_LINE_VALUE: [i32; MAX_ROW] = [0, 500, 100, 20, 5, 1];

/// Value of a line of `length` squares that only one side has marks in.
#[inline]
fn open_line_value(length: usize, marks: usize) -> i32 {
    if marks == 0 {
        return 0;
    }
    // Whole lines of large boards lack many marks, and a mark there keeps them.
    OPEN_LINE_VALUE.get(length.saturating_sub(marks)).copied().unwrap_or(1)
}

/// Ordering bonus for completing a row.
const COMPLETION_BONUS: i32 = 20_000;

/// Distance from the nearest mark within which moves are candidates, in
/// squares.
const NEIGHBOUR_DISTANCE: i8 = 2;

/// The winning lines of a board: of each the squares that a side fills.
#[derive(Debug)]
struct WinLines {
    /// The squares of all lines, one line after another.
    squares: Vec<Cell>,
    /// Start of each line in `squares`, and the end of the last.
    line_starts: Vec<u16>,
    /// The lines through each square, concatenated by square.
    through: Vec<u16>,
    /// Start of each square's lines in `through`, and the end of the last.
    starts: Vec<u16>,
}

impl WinLines {
    fn new(rules: &Rules) -> WinLines {
        let lines = rules.win_lines();
        let (mut squares, mut line_starts) = (Vec::new(), vec![0]);
        for line in &lines {
            squares.extend_from_slice(line);
            line_starts.push(squares.len() as u16);
        }
        let mut lines_of = vec![Vec::new(); rules.cells()];
        for (n, line) in lines.iter().enumerate() {
            for cell in line {
                lines_of[cell.index()].push(n as u16);
            }
        }
        let (mut through, mut starts) = (Vec::new(), vec![0]);
        for of_cell in lines_of {
            through.extend(of_cell);
            starts.push(through.len() as u16);
        }
        WinLines { squares, line_starts, through, starts }
    }

    /// Number of lines.
    fn count(&self) -> usize {
        self.line_starts.len() - 1
    }

    /// The squares of a line.
    #[inline]
    fn squares(&self, line: u16) -> &[Cell] {
        let (from, to) =
            (self.line_starts[usize::from(line)], self.line_starts[usize::from(line) + 1]);
        &self.squares[usize::from(from)..usize::from(to)]
    }

    /// Number of squares of a line.
    #[inline]
    fn length(&self, line: u16) -> usize {
        let line = usize::from(line);
        usize::from(self.line_starts[line + 1] - self.line_starts[line])
    }

    #[inline]
    fn through(&self, cell: Cell) -> &[u16] {
        let (from, to) = (self.starts[cell.index()], self.starts[cell.index() + 1]);
        &self.through[usize::from(from)..usize::from(to)]
    }
}

/// The moves that the search considers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MoveFilter {
    /// Maximum number of candidate moves, the best by move ordering score near
    /// the marks; `None` for every empty square.
    pub width: Option<usize>,
    /// True when winning and forced blocking moves are generated alone. This
    /// changes no result.
    pub forced: bool,
}

/// A position with its line counts.
#[derive(Clone, Debug)]
pub struct SearchBoard {
    position: TicTacToe,
    lines: Arc<WinLines>,
    filter: MoveFilter,
    /// Marks of each side in each line.
    mark_counts: Vec<[u8; 2]>,
    /// Number of lines without a mark of the other side.
    open_lines: [u32; 2],
    /// Total value of those lines.
    line_values: [i32; 2],
    /// For each square, the number of open lines that it alone would complete.
    threats: [Vec<u8>; 2],
    /// The sums of `threats`.
    threat_sums: [u32; 2],
    /// For each square, the number of marks near it.
    neighbour_counts: Vec<u8>,
}

impl SearchBoard {
    /// The search position of a position.
    #[must_use]
    pub fn new(position: &TicTacToe, filter: MoveFilter) -> SearchBoard {
        let rules = *position.rules();
        let lines = Arc::new(WinLines::new(&rules));
        let count = lines.count();
        let mut board = SearchBoard {
            position: position.clone(),
            mark_counts: vec![[0; 2]; count],
            open_lines: [0; 2],
            line_values: [0; 2],
            threats: [vec![0; rules.cells()], vec![0; rules.cells()]],
            threat_sums: [0; 2],
            neighbour_counts: vec![0; rules.cells()],
            lines,
            filter,
        };
        for line in 0..count as u16 {
            for &cell in board.lines.squares(line) {
                if let Some(side) = position.at(cell) {
                    board.mark_counts[usize::from(line)][side.index()] += 1;
                }
            }
            board.count_line(line, 1);
        }
        for cell in (0..rules.cells()).map(Cell::new) {
            if position.at(cell).is_some() {
                board.count_neighbours(cell, 1);
            }
        }
        board
    }

    /// The underlying position.
    #[inline]
    #[must_use]
    pub fn position(&self) -> &TicTacToe {
        &self.position
    }

    /// The moves that the search considers.
    #[inline]
    #[must_use]
    pub fn filter(&self) -> MoveFilter {
        self.filter
    }

    /// True when neither side can reach the goal any more.
    #[inline]
    #[must_use]
    pub fn is_dead(&self) -> bool {
        self.open_lines == [0, 0]
    }

    /// Total value of a side's open lines.
    #[inline]
    #[must_use]
    pub fn line_value(&self, side: Side) -> i32 {
        self.line_values[side.index()]
    }

    /// The squares on which this side wins at once.
    #[inline]
    pub fn winning_cells(&self, side: Side) -> impl Iterator<Item = Cell> + '_ {
        let any = self.threat_sums[side.index()] > 0;
        let threats: &[u8] = if any { &self.threats[side.index()] } else { &[] };
        threats
            .iter()
            .enumerate()
            .filter(|&(_, &count)| count > 0)
            .map(|(n, _)| Cell::new(n))
            // Where overlines do not win, a full line is not enough.
            .filter(move |&cell| {
                self.position.rules().overline || self.position.wins_with(cell, side)
            })
    }

    /// Number of open lines through this square, by the marks of this side that
    /// they lack, the last of them with those that lack more.
    #[inline]
    #[must_use]
    pub fn open_lines_by_missing(&self, cell: Cell, side: Side) -> [u32; MAX_ROW + 1] {
        let mut counts = [0; MAX_ROW + 1];
        for &line in self.lines.through(cell) {
            let marks_in_line = self.mark_counts[usize::from(line)];
            if marks_in_line[side.other().index()] == 0 {
                let missing = self.lines.length(line) - usize::from(marks_in_line[side.index()]);
                counts[missing.min(MAX_ROW)] += 1;
            }
        }
        counts
    }

    /// Move ordering score of a mark of the side to move on this square: own
    /// lines extended and enemy lines blocked.
    #[must_use]
    pub fn move_order_score(&self, cell: Cell) -> i32 {
        let side = self.position.side_to_move().index();
        let gain = |length: usize, marks: u8| {
            let marks = usize::from(marks);
            match length.saturating_sub(marks) {
                0 => 0,
                1 => COMPLETION_BONUS,
                _ => open_line_value(length, marks + 1) - open_line_value(length, marks),
            }
        };
        let mut sum = 0;
        for &line in self.lines.through(cell) {
            let length = self.lines.length(line);
            let marks_in_line = self.mark_counts[usize::from(line)];
            let (own, other) = (marks_in_line[side], marks_in_line[1 - side]);
            if other == 0 {
                sum += gain(length, own) + 1;
            }
            if own == 0 {
                sum += gain(length, other) * 3 / 4;
            }
        }
        sum
    }

    /// Adds a line to the totals or, with a negative sign, removes it.
    #[inline]
    fn count_line(&mut self, line: u16, sign: i32) {
        let length = self.lines.length(line);
        let marks_in_line = self.mark_counts[usize::from(line)];
        for side in 0..2 {
            if marks_in_line[1 - side] > 0 {
                continue;
            }
            let marks = usize::from(marks_in_line[side]);
            self.open_lines[side] = self.open_lines[side].wrapping_add_signed(sign);
            self.line_values[side] += sign * open_line_value(length, marks);
            if marks + 1 == length {
                let squares = self.lines.squares(line);
                if let Some(cell) = squares.iter().find(|&&cell| self.position.is_empty(cell)) {
                    let count = &mut self.threats[side][cell.index()];
                    *count = count.wrapping_add_signed(sign as i8);
                    self.threat_sums[side] = self.threat_sums[side].wrapping_add_signed(sign);
                }
            }
        }
    }

    #[inline]
    fn count_lines(&mut self, cell: Cell, sign: i32) {
        let (from, to) = (self.lines.starts[cell.index()], self.lines.starts[cell.index() + 1]);
        for n in from..to {
            self.count_line(self.lines.through[usize::from(n)], sign);
        }
    }

    #[inline]
    fn count_neighbours(&mut self, cell: Cell, sign: i8) {
        let rules = *self.position.rules();
        let (file, rank) = rules.file_and_rank(cell);
        let span = |at: u8, side: u8| {
            let at = at as i8;
            (at - NEIGHBOUR_DISTANCE).max(0)..=(at + NEIGHBOUR_DISTANCE).min(side as i8 - 1)
        };
        for r in span(rank, rules.ranks) {
            for f in span(file, rules.files) {
                let count = &mut self.neighbour_counts[rules.cell(f as u8, r as u8).index()];
                *count = count.wrapping_add_signed(sign);
            }
        }
    }

    /// Changes the mark counts of the lines through a square.
    #[inline]
    fn add_marks(&mut self, cell: Cell, side: Side, sign: i8) {
        let (from, to) = (self.lines.starts[cell.index()], self.lines.starts[cell.index() + 1]);
        for n in from..to {
            let line = self.lines.through[usize::from(n)];
            let marks = &mut self.mark_counts[usize::from(line)][side.index()];
            *marks = marks.wrapping_add_signed(sign);
        }
    }

    /// The best empty squares by move ordering score, best first; those near
    /// the marks where the goal is a row.
    fn best_candidates(&self, width: usize, moves: &mut Vec<Cell>) {
        let rules = self.position.rules();
        if self.position.marks() == 0 {
            moves.push(rules.cell(rules.files / 2, rules.ranks / 2));
            return;
        }
        let mut found = [(0, Cell::new(0)); MAX_CELLS];
        let mut count = 0;
        // Lines of the whole board begin far from any mark.
        let anywhere = rules.goal != Goal::Row;
        let is_near = |cell: &Cell| anywhere || self.neighbour_counts[cell.index()] > 0;
        for cell in self.position.empty_cells().filter(is_near) {
            // Of equals the lower square comes first.
            found[count] = (-self.move_order_score(cell), cell);
            count += 1;
        }
        let found = &mut found[..count];
        if count > width {
            found.select_nth_unstable(width);
        }
        let best = &mut found[..count.min(width)];
        best.sort_unstable();
        moves.extend(best.iter().map(|&(_, cell)| cell));
    }
}

impl Position for SearchBoard {
    type Move = Cell;
    type Undo = ();

    #[inline]
    fn side_to_move(&self) -> Side {
        self.position.side_to_move()
    }

    #[inline]
    fn key(&self) -> u64 {
        self.position.key()
    }

    /// The candidate moves; at least one while the game lasts.
    fn legal_moves(&self, moves: &mut Vec<Cell>) {
        moves.clear();
        if self.position.winner().is_some() {
            return;
        }
        if self.filter.forced {
            let side = self.side_to_move();
            moves.extend(self.winning_cells(side).next());
            if moves.is_empty() {
                moves.extend(self.winning_cells(side.other()));
            }
            if !moves.is_empty() {
                return;
            }
        }
        if let Some(width) = self.filter.width {
            self.best_candidates(width.max(1), moves);
        }
        if moves.is_empty() {
            moves.extend(self.position.empty_cells());
        }
    }

    fn is_legal(&self, mv: Cell) -> bool {
        self.position.is_legal(mv)
    }

    fn play(&mut self, mv: Cell) {
        if !self.position.is_empty(mv) {
            return;
        }
        let side = self.side_to_move();
        self.count_lines(mv, -1);
        self.position.play(mv);
        self.add_marks(mv, side, 1);
        self.count_lines(mv, 1);
        self.count_neighbours(mv, 1);
    }

    fn undo(&mut self, mv: Cell, (): ()) {
        let side = self.side_to_move().other();
        self.count_neighbours(mv, -1);
        self.count_lines(mv, -1);
        self.position.undo(mv, ());
        self.add_marks(mv, side, -1);
        self.count_lines(mv, 1);
    }

    fn outcome(&self) -> Option<Outcome> {
        self.position.outcome()
    }
}

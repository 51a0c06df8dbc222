//! Rules: positions, legal moves and game end.

use super::goal::{Goal, Run};
use crate::core::{GameOverReason, Outcome, Position, Side, mix};

/// The longest side of a board, in squares.
pub const MAX_SIDE: u8 = 19;

/// Squares of the largest board.
pub const MAX_CELLS: usize = MAX_SIDE as usize * MAX_SIDE as usize;

/// The shortest and the longest row that may win.
pub const ROW_LENGTHS: std::ops::RangeInclusive<u8> = 3..=6;

/// Steps in files and ranks along the four directions of a line.
pub const DIRECTIONS: [(i8, i8); 4] = [(1, 0), (0, 1), (1, 1), (1, -1)];

/// The parameters m, n and k of a game, its goal, and whether overlines win.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Rules {
    /// Columns (m), 3 to 19.
    pub files: u8,
    /// Rows of squares (n), 3 to 19.
    pub ranks: u8,
    /// Goal that wins.
    pub goal: Goal,
    /// Marks in a line that win (k), 3 to 6; of no effect under other goals.
    pub row: u8,
    /// True when longer lines win as well; of no effect under other goals.
    pub overline: bool,
}

impl Default for Rules {
    /// Tic-tac-toe.
    fn default() -> Rules {
        Rules { files: 3, ranks: 3, goal: Goal::Row, row: 3, overline: true }
    }
}

impl Rules {
    /// These rules with every number clamped to its range, the row no longer
    /// than the board, a square board where its diagonals win, and what has no
    /// effect at its default.
    #[must_use]
    pub fn clamped(self) -> Rules {
        let side = |side: u8| side.clamp(3, MAX_SIDE);
        let (files, mut ranks) = (side(self.files), side(self.ranks));
        if self.goal != Goal::Row {
            if self.goal == Goal::Diagonals {
                ranks = files;
            }
            return Rules { files, ranks, goal: self.goal, ..Rules::default() };
        }
        let row = self.row.clamp(*ROW_LENGTHS.start(), files.max(ranks).min(*ROW_LENGTHS.end()));
        Rules { files, ranks, row, ..self }
    }

    /// Number of squares of the board.
    #[must_use]
    pub fn cells(&self) -> usize {
        usize::from(self.files) * usize::from(self.ranks)
    }

    /// The square that is `steps` away from another in a direction, if it is
    /// on the board.
    #[inline]
    #[must_use]
    pub fn step(&self, from: Cell, (df, dr): (i8, i8), steps: i8) -> Option<Cell> {
        let (file, rank) = self.file_and_rank(from);
        let file = file as i8 + df * steps;
        let rank = rank as i8 + dr * steps;
        let inside = (0..self.files as i8).contains(&file) && (0..self.ranks as i8).contains(&rank);
        inside.then(|| self.cell(file as u8, rank as u8))
    }

    /// The square in this column and row, both counted from 0.
    #[inline]
    #[must_use]
    pub fn cell(&self, file: u8, rank: u8) -> Cell {
        Cell(u16::from(rank) * u16::from(self.files) + u16::from(file))
    }

    /// Column and row of a square, both counted from 0.
    #[inline]
    #[must_use]
    pub fn file_and_rank(&self, cell: Cell) -> (u8, u8) {
        let files = u16::from(self.files);
        ((cell.0 % files) as u8, (cell.0 / files) as u8)
    }
}

/// A square, numbered a1, b1 and so on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Cell(u16);

impl Cell {
    /// The square with this number.
    #[inline]
    #[must_use]
    pub const fn new(index: usize) -> Cell {
        Cell(index as u16)
    }

    /// Its number.
    #[inline]
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// A position of tic-tac-toe or another m,n,k game.
#[derive(Clone, PartialEq, Eq)]
pub struct TicTacToe {
    /// The mark on each square; squares beyond the board are empty.
    cells: [Option<Side>; MAX_CELLS],
    rules: Rules,
    side: Side,
    /// Squares without a mark.
    empties: u16,
    /// The side that has reached the goal.
    winner: Option<Side>,
    /// Zobrist hash of the marks and the side to move.
    key: u64,
}

impl std::fmt::Debug for TicTacToe {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_tuple("TicTacToe").field(&self.rules).field(&self.to_text()).finish()
    }
}

/// The Zobrist key of a mark.
#[inline]
const fn mark_key(cell: Cell, side: Side) -> u64 {
    mix(cell.0 as u64 * 2 + side as u64 + 1)
}

/// The Zobrist key of the second side to move.
const SIDE_KEY: u64 = mix(0x7f4a_7c15);

impl TicTacToe {
    /// The empty board, the first side to move. Rules out of range are clamped.
    #[must_use]
    pub fn new(rules: Rules) -> TicTacToe {
        let rules = rules.clamped();
        let parts = [rules.files, rules.ranks, rules.row, u8::from(rules.overline)];
        let goal = (rules.goal as u64) << 32;
        TicTacToe {
            cells: [None; MAX_CELLS],
            rules,
            side: Side::First,
            empties: rules.cells() as u16,
            winner: None,
            key: mix(u64::from(u32::from_le_bytes(parts)) | goal),
        }
    }

    /// The empty board with this side to move.
    #[must_use]
    pub fn begun_by(rules: Rules, side: Side) -> TicTacToe {
        let mut position = TicTacToe::new(rules);
        if side == Side::Second {
            position.switch_side();
        }
        position
    }

    /// A position from the marks on the squares a1, b1 and so on; `None` if
    /// both sides have reached the goal, which no game leads to.
    #[must_use]
    pub fn with_marks(rules: Rules, marks: &[Option<Side>], side: Side) -> Option<TicTacToe> {
        let mut position = TicTacToe::begun_by(rules, side);
        let count = position.rules.cells();
        for (n, of) in marks.iter().take(count).enumerate() {
            if let Some(of) = *of {
                position.place_mark(Cell::new(n), of);
            }
        }
        let has_won = |of: Side| {
            (0..count)
                .map(Cell::new)
                .any(|cell| position.at(cell) == Some(of) && position.wins_with(cell, of))
        };
        position.winner = match Side::BOTH.map(has_won) {
            [true, true] => return None,
            [true, false] => Some(Side::First),
            [false, true] => Some(Side::Second),
            [false, false] => None,
        };
        Some(position)
    }

    /// The rules of the game.
    #[inline]
    #[must_use]
    pub fn rules(&self) -> &Rules {
        &self.rules
    }

    /// The side whose mark is on a square.
    #[inline]
    #[must_use]
    pub fn at(&self, cell: Cell) -> Option<Side> {
        self.cells.get(cell.index()).copied().flatten()
    }

    /// True when a square is on the board and empty.
    #[inline]
    #[must_use]
    pub fn is_empty(&self, cell: Cell) -> bool {
        cell.index() < self.rules.cells() && self.cells[cell.index()].is_none()
    }

    /// The squares without a mark, in order.
    pub fn empty_cells(&self) -> impl Iterator<Item = Cell> + '_ {
        (0..self.rules.cells()).filter(|&n| self.cells[n].is_none()).map(Cell::new)
    }

    /// Number of squares without a mark.
    #[inline]
    #[must_use]
    pub fn empties(&self) -> u32 {
        u32::from(self.empties)
    }

    /// Number of marks on the board.
    #[inline]
    #[must_use]
    pub fn marks(&self) -> u32 {
        self.rules.cells() as u32 - self.empties()
    }

    /// True when a mark of `side` on this square, placed already or not,
    /// belongs to what wins.
    #[must_use]
    pub fn wins_with(&self, cell: Cell, side: Side) -> bool {
        let rules = &self.rules;
        let is_own = |at: Cell| at == cell || self.at(at) == Some(side);
        let is_full = |line: Run| line.cells(rules).all(is_own);
        let is_on = |line: &Run| line.cells(rules).any(|at| at == cell);
        match rules.goal {
            Goal::Row => self.completes_row(cell, side),
            Goal::Line => rules.full_lines().filter(is_on).any(is_full),
            Goal::Diagonals => {
                rules.diagonals().any(|line| is_on(&line)) && rules.diagonals().all(is_full)
            }
        }
    }

    /// True when a mark of `side` on this square, placed already or not,
    /// belongs to a row of the length that wins.
    fn completes_row(&self, cell: Cell, side: Side) -> bool {
        let (file, rank) = self.rules.file_and_rank(cell);
        let (files, ranks) = (self.rules.files as i8, self.rules.ranks as i8);
        let wanted = self.rules.row as i8;
        DIRECTIONS.into_iter().any(|(df, dr)| {
            let run = |df: i8, dr: i8| {
                let (mut f, mut r) = (file as i8 + df, rank as i8 + dr);
                let mut length = 0;
                while (0..files).contains(&f)
                    && (0..ranks).contains(&r)
                    && self.at(self.rules.cell(f as u8, r as u8)) == Some(side)
                {
                    (f, r) = (f + df, r + dr);
                    length += 1;
                }
                length
            };
            let length = 1 + run(df, dr) + run(-df, -dr);
            length == wanted || (length > wanted && self.rules.overline)
        })
    }

    /// The winning lines of a side, each by its ends.
    #[must_use]
    pub fn winning_lines(&self, side: Side) -> Vec<[Cell; 2]> {
        let rules = &self.rules;
        let is_full = |line: &Run| line.cells(rules).all(|at| self.at(at) == Some(side));
        let ends = |line: Run| {
            let last = rules.step(line.from, line.direction, line.length as i8 - 1);
            [line.from, last.unwrap_or(line.from)]
        };
        match rules.goal {
            Goal::Row => self.rows_of(side).collect(),
            Goal::Line => rules.full_lines().filter(is_full).map(ends).collect(),
            Goal::Diagonals if self.winner == Some(side) => rules.diagonals().map(ends).collect(),
            Goal::Diagonals => Vec::new(),
        }
    }

    /// The rows of a side of a length that wins, each by its ends.
    fn rows_of(&self, side: Side) -> impl Iterator<Item = [Cell; 2]> + '_ {
        let cells = (0..self.rules.cells()).map(Cell::new);
        let wanted = self.rules.row as usize;
        cells.flat_map(move |start| DIRECTIONS.map(|step| (start, step))).filter_map(
            move |(start, step)| {
                let on_from = |cell| self.rules.step(cell, step, 1);
                let own = |cell: &Cell| self.at(*cell) == Some(side);
                let before = self.rules.step(start, step, -1).filter(own);
                let row = std::iter::successors(Some(start).filter(own), |&cell| {
                    on_from(cell).filter(own)
                });
                let (length, last) = row.fold((0, start), |(n, _), cell| (n + 1, cell));
                let wins = length == wanted || (length > wanted && self.rules.overline);
                (before.is_none() && wins).then_some([start, last])
            },
        )
    }

    /// The winner, if there is one.
    #[inline]
    #[must_use]
    pub fn winner(&self) -> Option<Side> {
        self.winner
    }

    #[inline]
    fn place_mark(&mut self, cell: Cell, side: Side) {
        self.cells[cell.index()] = Some(side);
        self.key ^= mark_key(cell, side);
        self.empties -= 1;
    }

    #[inline]
    fn switch_side(&mut self) {
        self.side = self.side.other();
        self.key ^= SIDE_KEY;
    }
}

impl Position for TicTacToe {
    type Move = Cell;
    type Undo = ();

    #[inline]
    fn side_to_move(&self) -> Side {
        self.side
    }

    #[inline]
    fn key(&self) -> u64 {
        self.key
    }

    fn legal_moves(&self, moves: &mut Vec<Cell>) {
        moves.clear();
        if self.winner.is_none() {
            moves.extend(self.empty_cells());
        }
    }

    #[inline]
    fn is_legal(&self, mv: Cell) -> bool {
        self.winner.is_none() && self.is_empty(mv)
    }

    #[inline]
    fn play(&mut self, mv: Cell) {
        if !self.is_empty(mv) {
            return;
        }
        self.place_mark(mv, self.side);
        self.winner = self.wins_with(mv, self.side).then_some(self.side);
        self.switch_side();
    }

    #[inline]
    fn undo(&mut self, mv: Cell, (): ()) {
        self.switch_side();
        self.cells[mv.index()] = None;
        self.key ^= mark_key(mv, self.side);
        self.empties += 1;
        // No move is made once the goal is reached.
        self.winner = None;
    }

    fn outcome(&self) -> Option<Outcome> {
        let reason = match self.winner {
            Some(_) => match self.rules.goal {
                Goal::Row => GameOverReason::Row,
                Goal::Line => GameOverReason::FullLine,
                Goal::Diagonals => GameOverReason::BothDiagonals,
            },
            None if self.empties == 0 => GameOverReason::BoardFull,
            None => return None,
        };
        Some(Outcome { winner: self.winner, reason, score: None })
    }
}

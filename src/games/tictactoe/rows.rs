//! A position as the computer player looks at it: beside the marks it keeps,
//! move by move, how far each side has filled every place where a row can
//! still lie, and lists only the moves that are worth a look.

use std::sync::Arc;

use super::position::{Cell, DIRECTIONS, MOST_CELLS, ROWS, Rules, TicTacToe};
use crate::core::{Outcome, Position, Side};

/// The longest row, as a length of arrays.
const LONGEST: usize = ROWS.1 as usize;

/// What an open place is worth by how many marks are missing to the row; an
/// untouched one is worth nothing.
const WORTH: [i32; LONGEST + 1] = [0, 500, 100, 20, 5, 1, 0];

/// What completing a row adds to the promise of a move.
const COMPLETING: i32 = 20_000;

/// How far from the nearest mark a move is worth a look, in squares.
const NEAR: i8 = 2;

/// The places of a board where a row can lie.
#[derive(Debug)]
struct Places {
    /// The squares of each place; only the first k are used.
    squares: Vec<[Cell; LONGEST]>,
    /// The places through each square, one square's after another's.
    through: Vec<u16>,
    /// Where in `through` each square's places begin, and where the last end.
    begin: Vec<u16>,
}

impl Places {
    fn new(rules: &Rules) -> Places {
        let row = rules.row as i8;
        let mut squares = Vec::new();
        for from in (0..rules.cells()).map(Cell::new) {
            for direction in DIRECTIONS {
                if rules.step(from, direction, row - 1).is_none() {
                    continue;
                }
                let mut place = [from; LONGEST];
                for (n, square) in place.iter_mut().enumerate().take(row as usize) {
                    *square = rules.step(from, direction, n as i8).unwrap_or(from);
                }
                squares.push(place);
            }
        }
        let row = usize::from(rules.row);
        let (mut through, mut begin) = (Vec::new(), vec![0]);
        for cell in (0..rules.cells()).map(Cell::new) {
            let with_it = |(_, place): &(usize, &[Cell; LONGEST])| place[..row].contains(&cell);
            through.extend(squares.iter().enumerate().filter(with_it).map(|(n, _)| n as u16));
            begin.push(through.len() as u16);
        }
        Places { squares, through, begin }
    }

    #[inline]
    fn through(&self, cell: Cell) -> &[u16] {
        let (from, to) = (self.begin[cell.index()], self.begin[cell.index() + 1]);
        &self.through[usize::from(from)..usize::from(to)]
    }
}

/// Which moves are worth a look.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct View {
    /// Only this many moves, the most promising near the marks; `None` for
    /// every empty square.
    pub width: Option<usize>,
    /// Whether a row that can be completed or must be stopped is seen at
    /// once and nothing else is looked at. This changes no result.
    pub forced: bool,
}

/// A position with what is known about its open places.
#[derive(Clone, Debug)]
pub struct Rows {
    position: TicTacToe,
    places: Arc<Places>,
    view: View,
    /// How many marks each side has in each place.
    fills: Vec<[u8; 2]>,
    /// Places without a mark of the other side.
    open: [u32; 2],
    /// What those are worth together.
    worth: [i32; 2],
    /// For each square how many open places it alone would complete.
    threats: [Vec<u8>; 2],
    /// The sums of those.
    threat_sums: [u32; 2],
    /// For each square how many marks are near.
    near: Vec<u8>,
}

impl Rows {
    /// Looks at a position.
    #[must_use]
    pub fn new(position: &TicTacToe, view: View) -> Rows {
        let rules = *position.rules();
        let places = Arc::new(Places::new(&rules));
        let count = places.squares.len();
        let mut rows = Rows {
            position: position.clone(),
            fills: vec![[0; 2]; count],
            open: [0; 2],
            worth: [0; 2],
            threats: [vec![0; rules.cells()], vec![0; rules.cells()]],
            threat_sums: [0; 2],
            near: vec![0; rules.cells()],
            places,
            view,
        };
        let row = usize::from(rules.row);
        for n in 0..count {
            for &cell in &rows.places.squares[n][..row] {
                if let Some(side) = position.at(cell) {
                    rows.fills[n][side.index()] += 1;
                }
            }
            rows.count_place(n as u16, 1);
        }
        for cell in (0..rules.cells()).map(Cell::new) {
            if position.at(cell).is_some() {
                rows.count_near(cell, 1);
            }
        }
        rows
    }

    /// The position that is looked at.
    #[inline]
    #[must_use]
    pub fn position(&self) -> &TicTacToe {
        &self.position
    }

    /// Which moves are looked at.
    #[inline]
    #[must_use]
    pub fn view(&self) -> View {
        self.view
    }

    /// Whether neither side can complete a row any more.
    #[inline]
    #[must_use]
    pub fn is_dead(&self) -> bool {
        self.open == [0, 0]
    }

    /// What the open places of a side are worth together.
    #[inline]
    #[must_use]
    pub fn worth(&self, side: Side) -> i32 {
        self.worth[side.index()]
    }

    /// The squares on which this side would complete a row at once.
    #[inline]
    pub fn winning(&self, side: Side) -> impl Iterator<Item = Cell> + '_ {
        let any = self.threat_sums[side.index()] > 0;
        let threats: &[u8] = if any { &self.threats[side.index()] } else { &[] };
        threats
            .iter()
            .enumerate()
            .filter(|&(_, &count)| count > 0)
            .map(|(n, _)| Cell::new(n))
            // Where longer rows do not count, a full place is not enough.
            .filter(move |&cell| {
                self.position.rules().overline || self.position.completes(cell, side)
            })
    }

    /// How many open places through this square lack so many marks of this
    /// side, by that number.
    #[inline]
    #[must_use]
    pub fn missing(&self, cell: Cell, side: Side) -> [u32; LONGEST + 1] {
        let row = self.position.rules().row;
        let mut counts = [0; LONGEST + 1];
        for &place in self.places.through(cell) {
            let fill = self.fills[usize::from(place)];
            if fill[side.other().index()] == 0 {
                counts[usize::from(row - fill[side.index()])] += 1;
            }
        }
        counts
    }

    /// What a mark of the side to move on this square gains: places of its
    /// own furthered, and places of the other side closed.
    #[must_use]
    pub fn promise(&self, cell: Cell) -> i32 {
        let side = self.position.side_to_move().index();
        let row = usize::from(self.position.rules().row);
        let gain = |marks: u8| match row - usize::from(marks).min(row) {
            0 => 0,
            1 => COMPLETING,
            missing => WORTH[missing - 1] - if marks == 0 { 0 } else { WORTH[missing] },
        };
        let mut sum = 0;
        for &place in self.places.through(cell) {
            let fill = self.fills[usize::from(place)];
            let (own, other) = (fill[side], fill[1 - side]);
            if other == 0 {
                sum += gain(own) + 1;
            }
            if own == 0 {
                sum += gain(other) * 3 / 4;
            }
        }
        sum
    }

    /// Counts a place in or, with a negative sign, out.
    #[inline]
    fn count_place(&mut self, place: u16, sign: i32) {
        let row = usize::from(self.position.rules().row);
        let fill = self.fills[usize::from(place)];
        for side in 0..2 {
            if fill[1 - side] > 0 {
                continue;
            }
            let marks = usize::from(fill[side]);
            self.open[side] = self.open[side].wrapping_add_signed(sign);
            if marks > 0 {
                self.worth[side] += sign * WORTH[row - marks];
            }
            if marks + 1 == row {
                let squares = &self.places.squares[usize::from(place)][..row];
                if let Some(cell) = squares.iter().find(|&&cell| self.position.is_empty(cell)) {
                    let count = &mut self.threats[side][cell.index()];
                    *count = count.wrapping_add_signed(sign as i8);
                    self.threat_sums[side] = self.threat_sums[side].wrapping_add_signed(sign);
                }
            }
        }
    }

    #[inline]
    fn count_places(&mut self, cell: Cell, sign: i32) {
        let (from, to) = (self.places.begin[cell.index()], self.places.begin[cell.index() + 1]);
        for n in from..to {
            self.count_place(self.places.through[usize::from(n)], sign);
        }
    }

    #[inline]
    fn count_near(&mut self, cell: Cell, sign: i8) {
        let rules = *self.position.rules();
        let (file, rank) = rules.place(cell);
        let span = |at: u8, side: u8| {
            let at = at as i8;
            (at - NEAR).max(0)..=(at + NEAR).min(side as i8 - 1)
        };
        for r in span(rank, rules.ranks) {
            for f in span(file, rules.files) {
                let count = &mut self.near[rules.cell(f as u8, r as u8).index()];
                *count = count.wrapping_add_signed(sign);
            }
        }
    }

    /// Changes the fill of the places through a square.
    #[inline]
    fn fill(&mut self, cell: Cell, side: Side, sign: i8) {
        let (from, to) = (self.places.begin[cell.index()], self.places.begin[cell.index() + 1]);
        for n in from..to {
            let place = self.places.through[usize::from(n)];
            let marks = &mut self.fills[usize::from(place)][side.index()];
            *marks = marks.wrapping_add_signed(sign);
        }
    }

    /// The most promising empty squares near the marks, best first.
    fn promising(&self, width: usize, moves: &mut Vec<Cell>) {
        let rules = self.position.rules();
        if self.position.marks() == 0 {
            moves.push(rules.cell(rules.files / 2, rules.ranks / 2));
            return;
        }
        let mut found = [(0, Cell::new(0)); MOST_CELLS];
        let mut count = 0;
        for cell in self.position.empty_cells().filter(|cell| self.near[cell.index()] > 0) {
            // Of equals the lower square comes first.
            found[count] = (-self.promise(cell), cell);
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

impl Position for Rows {
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

    /// The moves that are worth a look. At least one while the game lasts.
    fn legal_moves(&self, moves: &mut Vec<Cell>) {
        moves.clear();
        if self.position.winner().is_some() {
            return;
        }
        if self.view.forced {
            let side = self.side_to_move();
            moves.extend(self.winning(side).next());
            if moves.is_empty() {
                moves.extend(self.winning(side.other()));
            }
            if !moves.is_empty() {
                return;
            }
        }
        if let Some(width) = self.view.width {
            self.promising(width.max(1), moves);
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
        self.count_places(mv, -1);
        self.position.play(mv);
        self.fill(mv, side, 1);
        self.count_places(mv, 1);
        self.count_near(mv, 1);
    }

    fn undo(&mut self, mv: Cell, (): ()) {
        let side = self.side_to_move().other();
        self.count_near(mv, -1);
        self.count_places(mv, -1);
        self.position.undo(mv, ());
        self.fill(mv, side, -1);
        self.count_places(mv, 1);
    }

    fn outcome(&self) -> Option<Outcome> {
        self.position.outcome()
    }
}

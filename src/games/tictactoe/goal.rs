//! The goals of the game: k in a row, a full line of the board, or both of its
//! diagonals.

use super::position::{Cell, DIRECTIONS, Rules};

/// Goal of a side: the line or lines that it completes to win.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Goal {
    /// A line of k marks.
    #[default]
    Row,
    /// A whole row or column of the board or, where it is square, a whole
    /// diagonal from corner to corner.
    Line,
    /// Both diagonals of a square board, from corner to corner.
    Diagonals,
}

impl Goal {
    /// Every goal, the usual one first.
    pub const ALL: [Goal; 3] = [Goal::Row, Goal::Line, Goal::Diagonals];

    /// The words of the option, in the order of [`Goal::ALL`].
    pub(super) const WORDS: &'static [&'static str] = &["row", "line", "diagonals"];

    /// The goal of a word of the option; the usual one for any other word.
    pub(super) fn from_word(word: &str) -> Goal {
        let at = Goal::WORDS.iter().position(|known| *known == word);
        at.map_or(Goal::Row, |at| Goal::ALL[at])
    }
}

/// A straight run of squares.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Run {
    /// The first square.
    pub from: Cell,
    /// The step from one square to the next, in files and ranks.
    pub direction: (i8, i8),
    /// Number of squares.
    pub length: u8,
}

impl Run {
    /// Its squares in order.
    pub fn cells(self, rules: &Rules) -> impl Iterator<Item = Cell> + use<> {
        let rules = *rules;
        (0..self.length as i8).map_while(move |n| rules.step(self.from, self.direction, n))
    }
}

impl Rules {
    /// The two diagonals from corner to corner; none unless the board is
    /// square.
    pub(super) fn diagonals(&self) -> impl Iterator<Item = Run> + use<> {
        let length = self.files;
        let runs = [
            Run { from: self.cell(0, 0), direction: (1, 1), length },
            Run { from: self.cell(0, length - 1), direction: (1, -1), length },
        ];
        runs.into_iter().filter({
            let is_square = self.files == self.ranks;
            move |_| is_square
        })
    }

    /// The whole rows, columns and diagonals of the board.
    pub(super) fn full_lines(&self) -> impl Iterator<Item = Run> + use<> {
        let rules = *self;
        let row =
            move |rank| Run { from: rules.cell(0, rank), direction: (1, 0), length: rules.files };
        let column =
            move |file| Run { from: rules.cell(file, 0), direction: (0, 1), length: rules.ranks };
        (0..rules.ranks).map(row).chain((0..rules.files).map(column)).chain(rules.diagonals())
    }

    /// The sets of squares of which a side wins by filling one. Where a longer
    /// row does not win, a full set is not enough.
    pub(super) fn win_lines(&self) -> Vec<Vec<Cell>> {
        let collect = |run: Run| run.cells(self).collect::<Vec<_>>();
        match self.goal {
            Goal::Row => {
                let cells = (0..self.cells()).map(Cell::new);
                let runs = cells.flat_map(|from| {
                    DIRECTIONS.map(|direction| Run { from, direction, length: self.row })
                });
                let whole = |line: &Vec<Cell>| line.len() == usize::from(self.row);
                runs.map(collect).filter(whole).collect()
            }
            Goal::Line => self.full_lines().map(collect).collect(),
            Goal::Diagonals => {
                let mut cells: Vec<_> = self.diagonals().flat_map(collect).collect();
                cells.sort_unstable();
                // Those of an odd board cross in its centre.
                cells.dedup();
                vec![cells]
            }
        }
    }
}

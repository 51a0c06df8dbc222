//! Notation and display of the m,n,k games: squares like b2, positions row by
//! row from the top, and the reasons why a move is illegal.

use super::goal::Goal;
use super::move_error::MoveError;
use super::position::{Cell, Rules, TicTacToe};
use crate::core::{Move, Point, Position, Side, excerpt};
use crate::games::{
    Board, BoardPattern, BoardView, Grid, IllegalMove, Notation, Piece, Playable, Segment,
    SetupError,
};

fn letter(side: Side) -> char {
    match side {
        Side::First => 'X',
        Side::Second => 'O',
    }
}

impl TicTacToe {
    fn cell_at(&self, at: Point) -> Option<Cell> {
        let rules = self.rules();
        (at.file < rules.files && at.rank < rules.ranks).then(|| rules.cell(at.file, at.rank))
    }

    fn point(&self, cell: Cell) -> Point {
        let (file, rank) = self.rules().file_and_rank(cell);
        Point::new(file, rank)
    }

    /// The position as one line: the rows from the top, separated by slashes (X
    /// the first side, O the second, - empty), a space, the side to move.
    #[must_use]
    pub fn to_text(&self) -> String {
        let Rules { files, ranks, .. } = *self.rules();
        let mut text = String::with_capacity(self.rules().cells() + usize::from(ranks) + 2);
        for rank in (0..ranks).rev() {
            for file in 0..files {
                text.push(self.at(self.rules().cell(file, rank)).map_or('-', letter));
            }
            text.push(if rank == 0 { ' ' } else { '/' });
        }
        text.push(letter(self.side_to_move()));
        text
    }

    /// Reads a position as [`TicTacToe::to_text`] writes it; small letters and
    /// a dot for an empty square are understood too.
    ///
    /// # Errors
    /// When the text has another shape than a board under these rules, or
    /// both sides have reached the goal.
    pub fn read(text: &str, rules: Rules) -> Result<TicTacToe, SetupError> {
        let wrong = |reason: String| Err(SetupError::Position(reason));
        let rules = rules.clamped();
        let Rules { files, ranks, row, .. } = rules;
        let mut words = text.split_whitespace();
        let (Some(board), Some(side), None) = (words.next(), words.next(), words.next()) else {
            return wrong(format!(
                "expected {ranks} rows of {files} squares, a space and X or O to move"
            ));
        };
        let side = match side {
            "X" | "x" => Side::First,
            "O" | "o" => Side::Second,
            _ => return wrong("the side to move must be X or O".to_owned()),
        };
        let count = board.split('/').count();
        if count != usize::from(ranks) {
            return wrong(format!("expected {ranks} rows parted by \"/\", found {count}"));
        }
        let mut marks = vec![None; rules.cells()];
        for (n, line) in board.split('/').enumerate() {
            // The first row written is the highest.
            let rank = ranks - 1 - n as u8;
            let count = line.chars().count();
            if count != usize::from(files) {
                let number = rank + 1;
                return wrong(format!("row {number} has {count} squares; expected {files}"));
            }
            for (file, mark) in line.chars().enumerate() {
                let cell = rules.cell(file as u8, rank);
                marks[cell.index()] = match mark {
                    'X' | 'x' => Some(Side::First),
                    'O' | 'o' => Some(Side::Second),
                    '-' | '.' => None,
                    _ => {
                        let at = Point::new(file as u8, rank);
                        return wrong(format!("{at} holds \"{mark}\"; expected X, O or -"));
                    }
                };
            }
        }
        TicTacToe::with_marks(rules, &marks, side).ok_or_else(|| {
            let what = match rules.goal {
                Goal::Row => format!("{row} in a row"),
                Goal::Line => "a full line".to_owned(),
                Goal::Diagonals => "both diagonals".to_owned(),
            };
            SetupError::Position(format!("both sides have {what}; only one may"))
        })
    }
}

impl TicTacToe {
    /// The cell of a move, if it is legal.
    fn check_move(&self, mv: Move) -> Result<Cell, MoveError> {
        if self.outcome().is_some() {
            return Err(MoveError::GameOver);
        }
        match mv {
            Move::Place(at) => match self.cell_at(at) {
                None => Err(MoveError::OffBoard),
                Some(cell) if self.is_empty(cell) => Ok(cell),
                Some(_) => Err(MoveError::Occupied),
            },
            Move::Pass => Err(MoveError::NoPass),
            Move::FromTo { .. } | Move::Decide(_) => Err(MoveError::NoSuchMove),
        }
    }
}

impl BoardView for TicTacToe {
    fn winning_rows(&self) -> Vec<Segment> {
        let Some(winner) = self.winner() else { return Vec::new() };
        let lines = self.winning_lines(winner).into_iter();
        lines.map(|line| line.map(|cell| self.point(cell))).collect()
    }

    fn board(&self) -> Board {
        let Rules { files, ranks, .. } = *self.rules();
        Board {
            files,
            ranks,
            grid: Grid::Squares,
            first_rank_on_top: false,
            star_points: Vec::new(),
            surface: "paper",
            pattern: BoardPattern::Plain,
            skips_i: false,
            first_rank_number: 1,
        }
    }

    fn piece_at(&self, at: Point) -> Option<Piece> {
        let side = self.at(self.cell_at(at)?)?;
        Some(Piece { side, kind: 0 })
    }

    fn piece_names(&self) -> &'static [&'static str] {
        &["mark"]
    }
}

impl Notation for TicTacToe {
    fn to_move(&self, mv: Cell) -> Move {
        Move::Place(self.point(mv))
    }

    fn from_move(&self, mv: Move) -> Result<Cell, IllegalMove> {
        Ok(self.check_move(mv)?)
    }

    fn move_text(&self, mv: Cell) -> String {
        self.point(mv).to_string()
    }

    fn parse_move(&self, text: &str) -> Result<Cell, IllegalMove> {
        let text = text.trim();
        match text.parse() {
            Ok(at) => self.from_move(Move::Place(at)),
            Err(_) => Err(MoveError::Unreadable(excerpt(text)).into()),
        }
    }

    fn text(&self) -> String {
        self.to_text()
    }
}

impl Playable for TicTacToe {}

//! Notation and board of Reversi: squares such as f5, positions in the style of OBF files, and the
//! reasons for which a move is illegal.

use super::bitboard::Bitboard;
use super::move_error::MoveError;
use super::perft::Perft;
use super::position::{Reversi, Scoring, Square};
use crate::core::{Move, Point, Position, Side, excerpt};
use crate::games::{
    Board, BoardPattern, BoardView, Grid, IllegalMove, Notation, Piece, Playable, SetupError,
    StoneSetup,
};

/// Accepted spellings of a pass; the first is the one written.
const PASSES: [&str; 4] = ["pass", "pa", "ps", "--"];

/// Bitboard index of a point.
fn index<B: Bitboard>(at: Point) -> u8 {
    at.rank * B::STRIDE + at.file
}

fn point<B: Bitboard>(index: u8) -> Point {
    Point::new(index % B::STRIDE, index / B::STRIDE)
}

impl<B: Bitboard> Reversi<B> {
    fn is_on_board(&self, at: Point) -> bool {
        at.file < self.size() && at.rank < self.size()
    }

    /// Reads a position: one character for each square, a1, b1 and so on (X or * for Black, O for
    /// White, - or . for empty), a space, and the side to move.
    ///
    /// # Errors
    /// If the text does not describe a board of this size.
    pub fn read(text: &str, size: u8, scoring: Scoring) -> Result<Reversi<B>, SetupError> {
        let wrong = |reason: String| Err(SetupError::Position(reason));
        let squares = usize::from(size) * usize::from(size);
        let mut words = text.split_whitespace();
        let (Some(cells), Some(side), None) = (words.next(), words.next(), words.next()) else {
            return wrong(format!("expected {squares} squares, a space and X or O to move"));
        };
        let count = cells.chars().count();
        if count != squares {
            return wrong(format!("expected {squares} squares, found {count}"));
        }
        let side = match side {
            "X" | "x" | "*" => Side::First,
            "O" | "o" => Side::Second,
            _ => return wrong("the side to move must be X (Black) or O (White)".to_owned()),
        };
        let mut discs = [B::EMPTY; 2];
        for (n, cell) in cells.chars().enumerate() {
            let of = match cell {
                'X' | 'x' | '*' => Side::First,
                'O' | 'o' => Side::Second,
                '-' | '.' => continue,
                _ => {
                    return wrong(format!("square {} holds \"{cell}\"; expected X, O or -", n + 1));
                }
            };
            let (file, rank) = (n % usize::from(size), n / usize::from(size));
            let set = &mut discs[of.index()];
            *set = *set | B::square(index::<B>(Point::new(file as u8, rank as u8)));
        }
        let (own, opponent) = (discs[side.index()], discs[side.other().index()]);
        Ok(Reversi::new(own, opponent, side, size, scoring))
    }
}

impl<B: Perft> Reversi<B> {
    /// Other discs on this board under the same rules.
    fn with_discs(&self, own: B, opponent: B, side: Side) -> Reversi<B> {
        Reversi::new(own, opponent, side, self.size(), self.scoring())
    }

    /// The square of a move, if it is legal.
    fn check_move(&self, mv: Move) -> Result<Square, MoveError> {
        let mobility = self.mobility();
        let can_move = !mobility.is_empty();
        if !can_move && self.opponent_mobility().is_empty() {
            return Err(MoveError::GameOver);
        }
        match mv {
            Move::Pass if can_move => Err(MoveError::PassNotAllowed),
            Move::Pass => Ok(Square::PASS),
            Move::Place(at) if !self.is_on_board(at) => Err(MoveError::OffBoard),
            Move::Place(at) if mobility.contains(index::<B>(at)) => Ok(Square::new(index::<B>(at))),
            Move::Place(at) if !self.empty().contains(index::<B>(at)) => Err(MoveError::Occupied),
            Move::Place(_) if !can_move => Err(MoveError::MustPass),
            Move::Place(_) => Err(MoveError::FlipsNothing),
            Move::FromTo { .. } | Move::Decide(_) => Err(MoveError::NoSuchMove),
        }
    }
}

impl<B: Perft> BoardView for Reversi<B> {
    fn has_few_placements(&self) -> bool {
        true
    }

    fn board(&self) -> Board {
        let size = self.size();
        // Four dots guide the eye; boards smaller than 8 have none.
        let dots = match size {
            0..8 => Vec::new(),
            _ => vec![(2, 2), (2, size - 2), (size - 2, 2), (size - 2, size - 2)],
        };
        Board {
            files: size,
            ranks: size,
            grid: Grid::Squares,
            first_rank_on_top: true,
            star_points: dots,
            surface: "felt",
            pattern: BoardPattern::Plain,
            skips_i: false,
            first_rank_number: 1,
        }
    }

    fn piece_at(&self, at: Point) -> Option<Piece> {
        if !self.is_on_board(at) {
            return None;
        }
        let square = index::<B>(at);
        let side = Side::BOTH.into_iter().find(|&side| self.discs_of(side).contains(square))?;
        Some(Piece { side, kind: 0 })
    }

    fn piece_names(&self) -> &'static [&'static str] {
        &["disc"]
    }

    fn counts(&self) -> Option<[u32; 2]> {
        Some(Side::BOTH.map(|side| self.discs_of(side).count()))
    }
}

impl<B: Perft> Notation for Reversi<B> {
    fn to_move(&self, mv: Square) -> Move {
        mv.index().map_or(Move::Pass, |square| Move::Place(point::<B>(square)))
    }

    fn from_move(&self, mv: Move) -> Result<Square, IllegalMove> {
        Ok(self.check_move(mv)?)
    }

    fn move_text(&self, mv: Square) -> String {
        match mv.index() {
            Some(square) => point::<B>(square).to_string(),
            None => PASSES[0].to_owned(),
        }
    }

    fn parse_move(&self, text: &str) -> Result<Square, IllegalMove> {
        let text = text.trim();
        if PASSES.iter().any(|pass| text.eq_ignore_ascii_case(pass)) {
            return self.from_move(Move::Pass);
        }
        match text.parse() {
            Ok(at) => self.from_move(Move::Place(at)),
            Err(_) => Err(MoveError::Unreadable(excerpt(text)).into()),
        }
    }

    fn text(&self) -> String {
        let mut text: String = (0..self.size())
            .flat_map(|rank| (0..self.size()).map(move |file| Point::new(file, rank)))
            .map(|at| match self.piece_at(at).map(|piece| piece.side) {
                Some(Side::First) => 'X',
                Some(Side::Second) => 'O',
                None => '-',
            })
            .collect();
        text.push_str(match self.side_to_move() {
            Side::First => " X",
            Side::Second => " O",
        });
        text
    }
}

impl<B: Perft> Playable for Reversi<B> {
    fn after_setup(&self, setup: &StoneSetup<'_>) -> Option<Reversi<B>> {
        let side = setup.to_move.unwrap_or(self.side_to_move());
        let discs = |side| {
            setup
                .points(side)
                .filter(|&at| self.is_on_board(at))
                .fold(B::EMPTY, |discs, at| discs | B::square(index::<B>(at)))
        };
        Some(self.with_discs(discs(side), discs(side.other()), side))
    }

    /// A disc that flips nothing is placed all the same.
    fn after_forced(&self, colour: Side, mv: Move) -> Option<Reversi<B>> {
        let (own, opponent) = (self.discs_of(colour), self.discs_of(colour.other()));
        match mv {
            Move::Pass => Some(self.with_discs(opponent, own, colour.other())),
            Move::Place(at) if self.is_on_board(at) => {
                let mut position = self.with_discs(own, opponent, colour);
                if let Ok(square) = position.check_move(mv) {
                    position.play(square);
                    return Some(position);
                }
                let disc = B::square(index::<B>(at));
                Some(self.with_discs(opponent & !disc, own | disc, colour.other()))
            }
            Move::Place(_) | Move::FromTo { .. } | Move::Decide(_) => None,
        }
    }

    fn perft(&mut self, depth: u32) -> u64 {
        self.perft_nodes(depth)
    }
}

//! A position that is being set up by hand: what stands on the board, the side to move and
//! what else the text of a position holds. Each game writes it as text and says why it
//! could not be played from ([`PositionSetup`]).

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::{AnyPosition, Game, Message, Options, Piece, SetupError};
use crate::core::{Point, Side};

/// A position that is being set up. It need not be legal.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PositionDraft {
    pieces: BTreeMap<Point, Piece>,
    /// The side to move.
    pub side_to_move: Side,
    /// Values of the fields of the game, by their ids.
    values: BTreeMap<String, FieldValue>,
}

/// The value of a [`SetupField`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum FieldValue {
    /// On or off.
    Switch(bool),
    /// A number.
    Number(u32),
    /// A point, or none.
    Point(Option<Point>),
}

/// Field of the text of a position besides the pieces and the side to move, such as a right to
/// castle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SetupField {
    /// Id, which is the translation key of its name too.
    pub id: &'static str,
    /// The values that are possible with the pieces on the board.
    pub domain: FieldDomain,
}

/// The possible values of a [`SetupField`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FieldDomain {
    /// On or off.
    Switch,
    /// A whole number from 0 or 1 up to a largest one.
    Number {
        /// Smallest value, which is the usual one too.
        min: u32,
        /// Largest value.
        max: u32,
    },
    /// None, or one of these points.
    Point(Vec<Point>),
}

/// The reason why nobody can play from a draft.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SetupProblem {
    /// The reason as one sentence.
    pub message: Message,
    /// The points that it is about.
    pub points: Vec<Point>,
}

impl SetupProblem {
    /// A problem with these points.
    #[must_use]
    pub const fn new(message: Message, points: Vec<Point>) -> SetupProblem {
        SetupProblem { message, points }
    }
}

/// The rules of what a position that is set up may be, of one game.
pub trait PositionSetup: Send + Sync {
    /// True if pieces move from point to point; false if stones are placed and stay.
    fn moves_pieces(&self) -> bool {
        false
    }

    /// Number of kinds of pieces that can be put on the board, the first of
    /// [`BoardView::piece_names`](super::BoardView::piece_names).
    fn piece_kinds(&self) -> u8 {
        1
    }

    /// The kinds of pieces in the order in which they are offered.
    fn palette(&self) -> Vec<u8> {
        (0..self.piece_kinds()).collect()
    }

    /// The fields under these options, in an order that depends on the options alone.
    fn fields(&self, _options: &Options, _draft: &PositionDraft) -> Vec<SetupField> {
        Vec::new()
    }

    /// The values of the fields in a position of the game. Left out are those of zero,
    /// off or none.
    fn field_values(&self, _position: &AnyPosition) -> Vec<(&'static str, FieldValue)> {
        Vec::new()
    }

    /// The draft as the text of a position, in plain play and without history. It is
    /// written even if the rules refuse it.
    fn text(&self, options: &Options, draft: &PositionDraft) -> String;

    /// The reason why the draft is no position that play can go on from, beyond what the
    /// rules refuse by themselves.
    fn problem(&self, options: &Options, draft: &PositionDraft) -> Option<SetupProblem>;

    /// Reads a text that the rules refuse, if its shape is that of a board at least.
    fn read_loosely(&self, _options: &Options, _text: &str) -> Option<PositionDraft> {
        None
    }
}

impl PositionDraft {
    /// An empty board.
    #[must_use]
    pub fn empty(side_to_move: Side) -> PositionDraft {
        PositionDraft { pieces: BTreeMap::new(), side_to_move, values: BTreeMap::new() }
    }

    /// The piece on a point.
    #[must_use]
    pub fn piece_at(&self, at: Point) -> Option<Piece> {
        self.pieces.get(&at).copied()
    }

    /// Puts a piece on a point in the place of what stood there, or takes it away.
    pub fn set_piece(&mut self, at: Point, piece: Option<Piece>) {
        match piece {
            Some(piece) => _ = self.pieces.insert(at, piece),
            None => _ = self.pieces.remove(&at),
        }
    }

    /// Every piece with its point, file by file.
    pub fn pieces(&self) -> impl Iterator<Item = (Point, Piece)> {
        self.pieces.iter().map(|(&at, &piece)| (at, piece))
    }

    /// The points of the pieces of a side that are of this kind.
    #[must_use]
    pub fn points_of(&self, side: Side, kind: u8) -> Vec<Point> {
        let piece = Piece { side, kind };
        self.pieces().filter(|&(_, other)| other == piece).map(|(at, _)| at).collect()
    }

    /// The points of all pieces of a side.
    #[must_use]
    pub fn points_of_side(&self, side: Side) -> Vec<Point> {
        self.pieces().filter(|(_, piece)| piece.side == side).map(|(at, _)| at).collect()
    }

    /// Takes every piece away. The fields stay.
    pub fn clear(&mut self) {
        self.pieces.clear();
    }

    /// The value of a switch.
    #[must_use]
    pub fn switch(&self, id: &str) -> bool {
        self.values.get(id) == Some(&FieldValue::Switch(true))
    }

    /// The value of a number, or `usual`.
    #[must_use]
    pub fn number(&self, id: &str, usual: u32) -> u32 {
        match self.values.get(id) {
            Some(&FieldValue::Number(number)) => number,
            _ => usual,
        }
    }

    /// The point of a field.
    #[must_use]
    pub fn point(&self, id: &str) -> Option<Point> {
        match self.values.get(id) {
            Some(&FieldValue::Point(point)) => point,
            _ => None,
        }
    }

    /// Sets the value of a field.
    pub fn set_value(&mut self, id: &str, value: FieldValue) {
        // What is not there has its usual value, so that equal drafts compare equal.
        match value {
            FieldValue::Switch(false) | FieldValue::Point(None) => _ = self.values.remove(id),
            value => _ = self.values.insert(id.to_owned(), value),
        }
    }

    /// The ranks as in a FEN, the highest first: letters of pieces, and numbers of empty
    /// points between them.
    pub(super) fn ranks_text(&self, size: [u8; 2], letter: impl Fn(Piece) -> char) -> String {
        let [files, ranks] = size;
        let mut text = String::new();
        for rank in (0..ranks).rev() {
            let mut gap = 0;
            for file in 0..files {
                match self.piece_at(Point::new(file, rank)) {
                    None => gap += 1,
                    Some(piece) => {
                        if gap > 0 {
                            text.push_str(&std::mem::take(&mut gap).to_string());
                        }
                        text.push(letter(piece));
                    }
                }
            }
            if gap > 0 {
                text.push_str(&gap.to_string());
            }
            if rank > 0 {
                text.push('/');
            }
        }
        text
    }

    /// Reads the ranks of a FEN or of a text like it, the highest first: pieces, numbers of
    /// empty points, and a dash or a dot for one of them.
    pub(super) fn read_ranks(
        text: &str,
        size: [u8; 2],
        piece: impl Fn(char) -> Option<Piece>,
    ) -> Option<PositionDraft> {
        let [files, ranks] = size;
        let mut draft = PositionDraft::empty(Side::First);
        if text.split('/').count() != usize::from(ranks) {
            return None;
        }
        for (rank, row) in (0..ranks).rev().zip(text.split('/')) {
            let (mut file, mut gap) = (0_u32, 0_u32);
            for sign in row.chars() {
                if let Some(digit) = sign.to_digit(10) {
                    gap = (10 * gap + digit).min(1000);
                    continue;
                }
                file += std::mem::take(&mut gap);
                if !matches!(sign, '-' | '.') {
                    let at = u8::try_from(file).ok().filter(|&file| file < files)?;
                    draft.set_piece(Point::new(at, rank), Some(piece(sign)?));
                }
                file += 1;
            }
            if file + gap != u32::from(files) {
                return None;
            }
        }
        Some(draft)
    }

    /// The stones of a chain without a liberty on a board of this size, if there is one.
    pub(super) fn chain_without_liberty(&self, size: u8) -> Option<Vec<Point>> {
        let mut seen: Vec<Point> = Vec::new();
        for (start, piece) in self.pieces() {
            if seen.contains(&start) {
                continue;
            }
            let (mut chain, mut next, mut free) = (vec![start], 0, false);
            while let Some(&at) = chain.get(next) {
                next += 1;
                for neighbour in neighbours(at, size) {
                    match self.piece_at(neighbour) {
                        None => free = true,
                        Some(other) if other.side == piece.side && !chain.contains(&neighbour) => {
                            chain.push(neighbour);
                        }
                        Some(_) => {}
                    }
                }
            }
            if !free {
                return Some(chain);
            }
            seen.extend(chain);
        }
        None
    }
}

/// The stone or mark that a letter stands for: X is the first side, O the second.
pub(super) fn read_stone(sign: char) -> Option<Piece> {
    let side = match sign {
        'X' | 'x' => Side::First,
        'O' | 'o' => Side::Second,
        _ => return None,
    };
    Some(Piece { side, kind: 0 })
}

/// Reads ranks of stones or marks and the letter of the side to move, the first if it is
/// left out, and returns the words that follow.
pub(super) fn read_stones(
    text: &str,
    size: [u8; 2],
) -> Option<(PositionDraft, impl Iterator<Item = &str>)> {
    let mut words = text.split_whitespace();
    let mut draft = PositionDraft::read_ranks(words.next()?, size, read_stone)?;
    draft.side_to_move = match words.next() {
        None | Some("X" | "x") => Side::First,
        Some("O" | "o") => Side::Second,
        Some(_) => return None,
    };
    Some((draft, words))
}

/// The points beside a point on a square board.
pub(super) fn neighbours(at: Point, size: u8) -> impl Iterator<Item = Point> {
    let steps = [(-1, 0), (1, 0), (0, -1), (0, 1)];
    steps.into_iter().filter_map(move |(file, rank)| {
        let file = at.file.checked_add_signed(file).filter(|&file| file < size)?;
        Some(Point::new(file, at.rank.checked_add_signed(rank).filter(|&rank| rank < size)?))
    })
}

impl dyn Game + '_ {
    /// The pieces, the side to move and the fields of a position.
    #[must_use]
    pub fn draft_of(&self, position: &AnyPosition) -> PositionDraft {
        let (board, setup) = (position.board(), self.position_setup());
        let mut draft = PositionDraft::empty(position.side_to_move());
        for file in 0..board.files {
            for at in (0..board.ranks).map(|rank| Point::new(file, rank)) {
                // Stones that are marked dead are stones.
                let of_palette = |piece: Piece| {
                    let kind = if piece.kind < setup.piece_kinds() { piece.kind } else { 0 };
                    Piece { kind, ..piece }
                };
                draft.set_piece(at, position.piece_at(at).map(of_palette));
            }
        }
        for (id, value) in setup.field_values(position) {
            draft.set_value(id, value);
        }
        draft
    }

    /// The reason why a position that was read cannot come about in play, such as a general in
    /// check whose side is not to move, which the rules alone let pass.
    #[must_use]
    pub fn position_problem(
        &self,
        options: &Options,
        position: &AnyPosition,
    ) -> Option<SetupProblem> {
        self.position_setup().problem(options, &self.draft_of(position))
    }

    /// The draft with only what this game can have: pieces on the board, of kinds that it
    /// has, and numbers in their ranges.
    #[must_use]
    pub fn fit_draft(&self, options: &Options, mut draft: PositionDraft) -> PositionDraft {
        let setup = self.position_setup();
        if let Ok(board) = self.start(options).map(|start| start.board()) {
            draft.pieces.retain(|at, piece| {
                at.file < board.files && at.rank < board.ranks && piece.kind < setup.piece_kinds()
            });
        }
        for SetupField { id, domain } in setup.fields(options, &draft) {
            if let FieldDomain::Number { min, max } = domain {
                let number = draft.number(id, min).clamp(min, max);
                draft.set_value(id, FieldValue::Number(number));
            }
        }
        draft
    }

    /// The position of a draft.
    ///
    /// # Errors
    /// The reason why play cannot go on from it.
    pub fn check_draft(
        &self,
        options: &Options,
        draft: &PositionDraft,
    ) -> Result<AnyPosition, SetupProblem> {
        let setup = self.position_setup();
        if let Some(problem) = setup.problem(options, draft) {
            return Err(problem);
        }
        self.position(options, &setup.text(options, draft)).map_err(|error| {
            let message = Message::new("position-refused").with("reason", error.to_string());
            SetupProblem::new(message, Vec::new())
        })
    }

    /// Reads the text of a position, or at least of a board, as a draft.
    ///
    /// # Errors
    /// The reason why the text is neither.
    pub fn read_draft(&self, options: &Options, text: &str) -> Result<PositionDraft, SetupError> {
        match self.position(options, text) {
            Ok(position) => Ok(self.draft_of(&position)),
            Err(error) => self.position_setup().read_loosely(options, text).ok_or(error),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn stones(points: &[(u8, u8, Side)]) -> PositionDraft {
        let mut draft = PositionDraft::empty(Side::First);
        for &(file, rank, side) in points {
            draft.set_piece(Point::new(file, rank), Some(Piece { side, kind: 0 }));
        }
        draft
    }

    #[test]
    fn a_chain_without_liberty_is_found_with_all_its_stones() {
        let (black, white) = (Side::First, Side::Second);
        let mut draft =
            stones(&[(0, 0, black), (1, 0, black), (0, 1, white), (1, 1, white), (2, 0, white)]);
        let chain = draft.chain_without_liberty(5);
        assert_eq!(chain, Some(vec![Point::new(0, 0), Point::new(1, 0)]));
        draft.set_piece(Point::new(2, 0), None);
        assert_eq!(draft.chain_without_liberty(5), None);
    }

    #[test]
    fn a_value_that_is_off_is_no_value() {
        let mut draft = PositionDraft::empty(Side::First);
        draft.set_value("a", FieldValue::Switch(true));
        draft.set_value("a", FieldValue::Switch(false));
        assert_eq!(draft, PositionDraft::empty(Side::First));
    }
}

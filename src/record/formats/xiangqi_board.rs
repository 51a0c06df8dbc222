//! Xiangqi boards set up piece by piece, for the formats that store squares
//! instead of notation.

use std::fmt::Display;

use super::builder::TreeBuilder;
use super::lenient::LenientBuilder;
use super::{Format, FormatError};
use crate::core::{Move, Point, Side};
use crate::games::{AnyPosition, Options, SetupError};
use crate::record::{GameInfo, GameTree, InfoField};

/// FEN letters in the order of the game's piece kinds: general, advisor,
/// elephant, horse, chariot, cannon, soldier.
const LETTERS: [char; 7] = ['K', 'A', 'B', 'N', 'R', 'C', 'P'];

/// Meaning of a text in the header of a record.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum HeaderText {
    /// Information that every game has.
    Info(InfoField),
    /// Information that only records of Xiangqi have, as a tag of this name.
    Tag(&'static str),
}

impl HeaderText {
    /// Stores the text.
    pub(super) fn set(self, info: &mut GameInfo, text: &str) {
        match self {
            HeaderText::Info(field) => info.set(field, text),
            HeaderText::Tag(name) => info.set_tag(name, text),
        }
    }

    /// The text.
    pub(super) fn get(self, info: &GameInfo) -> &str {
        match self {
            HeaderText::Info(field) => info.get(field),
            HeaderText::Tag(name) => info.tag(name),
        }
    }
}

/// A Xiangqi board being set up, by ranks from Red's back rank.
#[derive(Debug)]
pub(super) struct XiangqiBoard([[Option<char>; 9]; 10]);

impl XiangqiBoard {
    /// The empty board.
    pub(super) fn new() -> XiangqiBoard {
        XiangqiBoard([[None; 9]; 10])
    }

    /// Sets a piece, given by its FEN letter; squares off the board are
    /// ignored.
    pub(super) fn set(&mut self, at: Point, letter: char) {
        let row = self.0.get_mut(usize::from(at.rank));
        if let Some(cell) = row.and_then(|row| row.get_mut(usize::from(at.file))) {
            *cell = Some(letter);
        }
    }

    /// The position as FEN.
    pub(super) fn fen(&self, side: Side) -> String {
        let mut text = String::new();
        for (n, row) in self.0.iter().rev().enumerate() {
            if n > 0 {
                text.push('/');
            }
            let mut gap = 0;
            for cell in row {
                match cell {
                    None => gap += 1,
                    Some(letter) => {
                        if gap > 0 {
                            text.push_str(&std::mem::take(&mut gap).to_string());
                        }
                        text.push(*letter);
                    }
                }
            }
            if gap > 0 {
                text.push_str(&gap.to_string());
            }
        }
        text.push_str(if side == Side::First { " w - - 0 1" } else { " b - - 0 1" });
        text
    }
}

/// A builder from this position, for one of the formats of Xiangqi.
pub(super) fn builder_from(
    format: &Format,
    cells: &XiangqiBoard,
    side: Side,
) -> Result<LenientBuilder, SetupError> {
    let builder = TreeBuilder::for_format(format, Options::default(), Some(&cells.fen(side)))?;
    Ok(LenientBuilder::new(builder))
}

/// True if the board of a position is that of Xiangqi.
pub(super) fn is_xiangqi_board(position: &AnyPosition) -> bool {
    let board = position.board();
    (board.files, board.ranks) == (9, 10)
}

/// The FEN letter of the piece on a square.
pub(super) fn piece_letter(position: &AnyPosition, at: Point) -> Option<char> {
    let piece = position.piece_at(at)?;
    let letter = LETTERS.get(usize::from(piece.kind))?;
    Some(if piece.side == Side::First { *letter } else { letter.to_ascii_lowercase() })
}

/// The origin and destination of a node's move.
pub(super) fn squares_of(tree: &GameTree, node: crate::record::NodeId) -> Option<[Point; 2]> {
    match tree.move_at(node)? {
        Move::FromTo { from, to, .. } => Some([from, to]),
        Move::Place(_) | Move::Pass | Move::Decide(_) => None,
    }
}

/// Plays a move from one square to another; `error` says where it is in the file.
pub(super) fn play_squares(
    builder: &mut LenientBuilder,
    from: Point,
    to: Point,
    error: impl Fn(&dyn Display) -> FormatError,
) {
    let name = |at: Point| format!("{}{}", char::from(b'a' + at.file % 26), at.rank);
    let text = name(from) + &name(to);
    let mv = Move::FromTo { from, to, promotion: None };
    builder.play(mv, &text, |refusal| error(&format!("{text} cannot be played: {refusal}")));
}

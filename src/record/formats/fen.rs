//! Boards of Xiangqi as the binary formats have them, piece by piece.

use super::builder::Builder;
use crate::core::{Move, Point, Side};
use crate::games::{AnyPosition, Options};
use crate::record::GameTree;

/// Letters of FEN in the order in which the game numbers its kinds: general,
/// advisor, elephant, horse, chariot, cannon, soldier.
const LETTERS: [char; 7] = ['K', 'A', 'B', 'N', 'R', 'C', 'P'];

/// A board of Xiangqi in the making.
#[derive(Debug)]
pub(super) struct Cells([[Option<char>; 9]; 10]);

impl Cells {
    /// The empty board.
    pub(super) fn new() -> Cells {
        Cells([[None; 9]; 10])
    }

    /// Puts a piece, given by its letter of FEN; file and rank from 0, Red's
    /// back rank first.
    pub(super) fn put(&mut self, at: Point, letter: char) {
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

/// A game from this position.
pub(super) fn begin(cells: &Cells, side: Side) -> Result<Builder, String> {
    let builder = Builder::new("xiangqi", Options::default(), Some(&cells.fen(side)));
    let mut builder = builder.map_err(|error| error.to_string())?;
    builder.lenient = true;
    Ok(builder)
}

/// The letter of FEN of what stands there.
pub(super) fn letter(position: &AnyPosition, at: Point) -> Option<char> {
    let piece = position.piece_at(at)?;
    let letter = LETTERS.get(usize::from(piece.kind))?;
    Some(if piece.side == Side::First { *letter } else { letter.to_ascii_lowercase() })
}

/// The move of a node as its two points.
pub(super) fn step(tree: &GameTree, node: crate::record::NodeId) -> Option<(Point, Point)> {
    match tree.move_at(node)? {
        Move::Travel { from, to, .. } => Some((from, to)),
        Move::Place(_) | Move::Pass | Move::Decide(_) => None,
    }
}

/// Plays from one point to another.
pub(super) fn play(builder: &mut Builder, from: Point, to: Point) -> Result<(), String> {
    let played = builder.play(Move::Travel { from, to, promotion: None });
    played.map(|_| ()).map_err(|refusal| {
        let text = |at: Point| format!("{}{}", char::from(b'a' + at.file % 26), at.rank);
        format!("{}{} cannot be played: {refusal}", text(from), text(to))
    })
}

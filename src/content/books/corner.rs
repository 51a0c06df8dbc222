//! Corner books, such as the joseki of Go: lines of one corner, whatever is
//! played elsewhere.
//!
//! A corner extends to the middle of the board, middle lines included. It is
//! identified by its stones alone, so transpositions are found. A stone on a
//! middle line that no line of the book has there belongs to the other corner
//! and is ignored.

use super::entries::{self, Entries, Size};
use super::{Book, BookError};
use crate::core::{Move, Point, Side, excerpt};
use crate::games::{AnyPosition, Board};

/// A stone of a corner: its side, and its point counted from the corner.
pub(super) type Stone = (Side, Point);

/// One of the four corners.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Corner {
    /// At the first file, rather than the last.
    first_file: bool,
    /// At the first rank, rather than the last.
    first_rank: bool,
}

impl Corner {
    /// All four corners.
    pub(super) const ALL: [Corner; 4] = [
        Corner { first_file: false, first_rank: false },
        Corner { first_file: false, first_rank: true },
        Corner { first_file: true, first_rank: false },
        Corner { first_file: true, first_rank: true },
    ];

    /// Converts a point of the board to the corner's coordinates; `None`
    /// outside the corner.
    pub(super) fn local(self, at: Point, (files, ranks): Size) -> Option<Point> {
        let from = |size: u8, at: u8, first: bool| {
            let at = if first { at } else { size.checked_sub(1)?.checked_sub(at)? };
            (at < size.div_ceil(2)).then_some(at)
        };
        Some(Point::new(
            from(files, at.file, self.first_file)?,
            from(ranks, at.rank, self.first_rank)?,
        ))
    }

    /// All points of a corner, in its coordinates.
    pub(super) fn points((files, ranks): Size) -> impl Iterator<Item = Point> {
        let ranks = ranks.div_ceil(2);
        (0..files.div_ceil(2))
            .flat_map(move |file| (0..ranks).map(move |rank| Point::new(file, rank)))
    }

    /// Converts a point of the corner to the board's coordinates.
    pub(super) fn global(self, local: Point, (files, ranks): Size) -> Point {
        let from = |size: u8, at: u8, first: bool| {
            if first { at } else { size.saturating_sub(1).saturating_sub(at) }
        };
        Point::new(
            from(files, local.file, self.first_file),
            from(ranks, local.rank, self.first_rank),
        )
    }
}

/// True if a point of a corner lies on a middle line, which two corners share.
pub(super) const fn is_shared(local: Point, (files, ranks): Size) -> bool {
    files % 2 == 1 && local.file == files / 2 || ranks % 2 == 1 && local.rank == ranks / 2
}

/// The key of a corner without a stone.
pub(super) const EMPTY_KEY: u64 = 0;

/// The key of a corner with one more stone.
pub(super) const fn key_with(key: u64, (side, at): Stone) -> u64 {
    key.wrapping_add(entries::piece_hash(at, side, 0))
}

/// Builds the index of a corner book.
pub(super) fn index_lines(
    book: &Book,
    start: &AnyPosition,
    board: &Board,
) -> Result<Entries<Stone>, BookError> {
    let size = (board.files, board.ranks);
    if size.0 != size.1 {
        let reason = "its board is not square; expected one for a book of a corner".to_owned();
        return Err(BookError { line: None, reason });
    }
    let upper = Corner { first_file: false, first_rank: board.first_rank_on_top };
    let mut entries = Entries::new();
    for (number, line) in book.lines.iter().enumerate() {
        let mut position = start.clone();
        let mut stones = Vec::new();
        let mut elsewhere = false;
        for text in line.moves.split_whitespace() {
            elsewhere = text == "-";
            if elsewhere {
                position.play(Move::Pass).map_err(|refusal| {
                    BookError::of(
                        line,
                        &format!("a move elsewhere is not possible here: {refusal}"),
                    )
                })?;
                continue;
            }
            let side = position.side_to_move();
            let (mv, next) = entries::play_text(&position, text, line)?;
            position = next;
            let local = match mv {
                Move::Place(at) => upper.local(at, size),
                _ => None,
            };
            let local = local.ok_or_else(|| {
                let shown = excerpt(text);
                let reason = format!("\"{shown}\" does not lie in the upper right quarter");
                BookError::of(line, &format!("{reason}; expected \"-\" for a move elsewhere"))
            })?;
            stones.push((side, local));
        }
        if elsewhere {
            return Err(BookError::of(line, "it ends elsewhere; expected a move in the corner"));
        }
        // Either side may begin, and the corner may be reflected on its
        // diagonal.
        for (swapped, mirrored) in [(false, false), (false, true), (true, false), (true, true)] {
            let mut key = EMPTY_KEY;
            for &(side, at) in &stones {
                let side = if swapped { side.other() } else { side };
                let at = if mirrored { Point::new(at.rank, at.file) } else { at };
                let to = key_with(key, (side, at));
                entries::add_move(&mut entries, key, ((side, at), line.weight), to);
                key = to;
            }
            entries::add_name(&mut entries, key, book, number)?;
        }
    }
    Ok(entries)
}

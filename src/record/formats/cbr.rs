//! CBR, the records of 象棋桥 (CCBridge), second layout: UTF-16 in fields of
//! fixed size, then moves of four bytes with variations and comments.

use encoding_rs::UTF_16LE;

use super::fen::{Cells, begin, play};
use super::{Format, FormatError, Source, wrong};
use crate::core::{Point, Side};
use crate::record::{Field, GameTree, NodeId};

pub(super) const CBR: Format = Format {
    id: "cbr",
    endings: &["cbr"],
    games: &["xiangqi"],
    many: false,
    variations: true,
    annotations: true,
    knows: |_| false,
    read,
    write: None,
};

const MAGIC: &[u8] = b"CCBridge Record";
/// Where the moves begin.
const MOVES: usize = 2214;
const LAYOUT: usize = 19;
const RESULT: usize = 2076;
const TURN: usize = 2112;
const BOARD: usize = 2120;
/// Letters of the pieces by the lower half of their bytes, from 1.
const PIECES: [char; 7] = ['R', 'N', 'B', 'A', 'K', 'C', 'P'];

/// Texts of the header: where, how many bytes, and what.
const TEXTS: [(usize, usize, Option<Field>); 9] = [
    (180, 128, None),
    (692, 64, Some(Field::Event)),
    (756, 64, Some(Field::Round)),
    (884, 64, Some(Field::Date)),
    (948, 64, Some(Field::Place)),
    (1012, 64, Some(Field::Time)),
    (1076, 64, Some(Field::First)),
    (1300, 64, Some(Field::Second)),
    (1652, 64, Some(Field::Annotator)),
];

/// Flags of a move: the line ends, another move stands beside it, a comment
/// follows.
const END: u8 = 1;
const OTHER: u8 = 2;
const COMMENT: u8 = 4;

fn text(bytes: &[u8]) -> String {
    let units = bytes.chunks_exact(2).take_while(|unit| unit != &[0, 0]).count();
    let (text, _) = UTF_16LE.decode_without_bom_handling(&bytes[..2 * units]);
    text.replace("\r\n", "\n").trim().to_owned()
}

/// A square counted from the upper left.
fn point(code: u8) -> Option<Point> {
    (code < 90).then(|| Point::new(code % 9, 9 - code / 9))
}

fn read(source: Source<'_>) -> Result<Vec<GameTree>, FormatError> {
    let bytes = source.bytes;
    if bytes.len() < MOVES || !bytes.starts_with(MAGIC) {
        return Err(wrong(0, "expected a header of 2214 bytes that begins with CCBridge Record"));
    }
    if bytes[LAYOUT] == 1 {
        return Err(wrong(LAYOUT, "the layout is 1; only layout 2 is read"));
    }
    let mut cells = Cells::new();
    for (n, &byte) in bytes[BOARD..BOARD + 90].iter().enumerate() {
        let letter = PIECES.get(usize::from(byte & 15).wrapping_sub(1)).copied();
        let letter = match byte >> 4 {
            1 => letter,
            2 => letter.map(|letter| letter.to_ascii_lowercase()),
            _ => None,
        };
        if let (Some(letter), Some(at)) = (letter, point(n as u8)) {
            cells.put(at, letter);
        }
    }
    let side = if bytes[TURN] == 2 { Side::Second } else { Side::First };
    let mut builder = begin(&cells, side).map_err(|reason| wrong(BOARD, reason))?;
    let info = builder.tree.info_mut();
    for (at, size, field) in TEXTS {
        let text = text(&bytes[at..at + size]);
        match field {
            Some(field) => info.set(field, &text),
            None => info.set_tag("Title", &text),
        }
    }
    let result = ["", "1-0", "0-1", "1/2-1/2"].get(usize::from(bytes[RESULT]));
    info.set(Field::Result, result.unwrap_or(&""));

    let mut at = MOVES;
    let mut waiting: Vec<NodeId> = Vec::new();
    // The first record is no move: it holds what is said of the start.
    let mut parent: Option<NodeId> = None;
    while let Some(&[flags, _, from, to]) = bytes.get(at..at + 4) {
        let start = at;
        at += 4;
        if let Some(parent) = parent {
            builder.go(parent);
            if flags & OTHER != 0 {
                builder.keep();
                waiting.push(parent);
            }
            let (Some(from), Some(to)) = (point(from), point(to)) else {
                return Err(wrong(start, "a move does not stay on the board"));
            };
            play(&mut builder, from, to).map_err(|reason| wrong(start, reason))?;
        }
        if flags & COMMENT != 0 {
            let length = bytes.get(at..at + 4).and_then(|bytes| bytes.try_into().ok());
            let Some(length) = length.map(|bytes| u32::from_le_bytes(bytes) as usize) else {
                break;
            };
            at += 4;
            let left = bytes.len() - at;
            let comment = bytes[at..].get(..length).ok_or_else(|| {
                wrong(at, format!("a comment of {length} bytes does not fit in the {left} left"))
            })?;
            builder.notes().add_comment(&text(comment));
            at += length;
        }
        if flags & END == 0 {
            parent = Some(builder.node());
        } else {
            match waiting.pop() {
                Some(next) => parent = Some(next),
                None => break,
            }
        }
    }
    Ok(vec![builder.tree])
}

//! CBR, the record format of 象棋桥 (CCBridge), second layout: UTF-16 fields of
//! fixed size, then moves of four bytes with variations and comments.

use encoding_rs::UTF_16LE;

use super::xiangqi_board::{XiangqiBoard, builder_from, play_squares};
use super::{Format, FormatError, FormatGames, Source, byte_error};
use crate::core::{Point, Side};
use crate::record::{GameTree, InfoField, NodeId};

pub(super) const CBR: Format = Format {
    id: "cbr",
    extensions: &["cbr"],
    games: FormatGames::One,
    multi_game: false,
    variations: true,
    annotations: true,
    sniff: |_| false,
    read,
    write: None,
};

const MAGIC: &[u8] = b"CCBridge Record";
/// Offset of the moves.
const MOVES: usize = 2214;
const LAYOUT: usize = 19;
const RESULT: usize = 2076;
const TURN: usize = 2112;
const BOARD: usize = 2120;
/// Letters of the pieces by the lower nibble of their bytes, from 1.
const PIECES: [char; 7] = ['R', 'N', 'B', 'A', 'K', 'C', 'P'];

/// Texts of the header: offset, length in bytes, field.
const TEXTS: [(usize, usize, Option<InfoField>); 9] = [
    (180, 128, None),
    (692, 64, Some(InfoField::Event)),
    (756, 64, Some(InfoField::Round)),
    (884, 64, Some(InfoField::Date)),
    (948, 64, Some(InfoField::Site)),
    (1012, 64, Some(InfoField::TimeControl)),
    (1076, 64, Some(InfoField::FirstPlayer)),
    (1300, 64, Some(InfoField::SecondPlayer)),
    (1652, 64, Some(InfoField::Annotator)),
];

/// Flags of a move: end of the line, a sibling follows, a comment follows.
const END: u8 = 1;
const SIBLING: u8 = 2;
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
        return Err(byte_error(
            0,
            "expected a header of 2214 bytes that begins with CCBridge Record",
        ));
    }
    if bytes[LAYOUT] == 1 {
        return Err(byte_error(LAYOUT, "the layout is 1; only layout 2 is read"));
    }
    let mut board = XiangqiBoard::new();
    for (n, &byte) in bytes[BOARD..BOARD + 90].iter().enumerate() {
        let letter = PIECES.get(usize::from(byte & 15).wrapping_sub(1)).copied();
        let letter = match byte >> 4 {
            1 => letter,
            2 => letter.map(|letter| letter.to_ascii_lowercase()),
            _ => None,
        };
        if let (Some(letter), Some(at)) = (letter, point(n as u8)) {
            board.set(at, letter);
        }
    }
    let side = if bytes[TURN] == 2 { Side::Second } else { Side::First };
    let mut builder =
        builder_from(&CBR, &board, side).map_err(|reason| byte_error(BOARD, reason))?;
    let info = builder.tree.info_mut();
    for (at, size, field) in TEXTS {
        let text = text(&bytes[at..at + size]);
        match field {
            Some(field) => info.set(field, &text),
            None => info.set_tag("Title", &text),
        }
    }
    let result = ["", "1-0", "0-1", "1/2-1/2"].get(usize::from(bytes[RESULT]));
    info.set(InfoField::Result, result.unwrap_or(&""));

    let mut at = MOVES;
    let mut branch_points: Vec<NodeId> = Vec::new();
    // The first record is no move: it holds the comment of the root.
    let mut parent: Option<NodeId> = None;
    while let Some(&[flags, _, from, to]) = bytes.get(at..at + 4) {
        let start = at;
        at += 4;
        if let Some(parent) = parent {
            builder.go_to(parent);
            if flags & SIBLING != 0 {
                builder.checkpoint();
                branch_points.push(parent);
            }
            let (Some(from), Some(to)) = (point(from), point(to)) else {
                return Err(byte_error(start, "a move does not stay on the board"));
            };
            play_squares(&mut builder, from, to).map_err(|reason| byte_error(start, reason))?;
        }
        if flags & COMMENT != 0 {
            let length = bytes.get(at..at + 4).and_then(|bytes| bytes.try_into().ok());
            let Some(length) = length.map(|bytes| u32::from_le_bytes(bytes) as usize) else {
                break;
            };
            at += 4;
            let left = bytes.len() - at;
            let comment = bytes[at..].get(..length).ok_or_else(|| {
                byte_error(
                    at,
                    format!("a comment of {length} bytes does not fit in the {left} left"),
                )
            })?;
            builder.annotations().add_comment(&text(comment));
            at += length;
        }
        if flags & END == 0 {
            parent = Some(builder.node());
        } else {
            match branch_points.pop() {
                Some(next) => parent = Some(next),
                None => break,
            }
        }
    }
    Ok(vec![builder.tree])
}

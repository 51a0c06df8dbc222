//! CBR, the record format of 象棋桥 (CCBridge), second layout: UTF-16 fields of fixed size, the
//! position, then moves of four bytes with variations and comments. CBL, its
//! library: whole CBR records behind a header and an index.

use std::fmt::Display;

use encoding_rs::UTF_16LE;

use super::builder::TreeBuilder;
use super::lenient::{LenientBuilder, Place, ReadGame, ReadGames, accept};
use super::xiangqi_board::{HeaderText, XiangqiBoard, builder_from, play_squares};
use super::{Format, FormatError, FormatGames, Source, byte_error};
use crate::core::{Point, Side};
use crate::games::Options;
use crate::record::{GameTree, InfoField};

pub(super) const CBR: Format = Format {
    id: "cbr",
    extensions: &["cbr"],
    games: FormatGames::One,
    multi_game: false,
    variations: true,
    annotations: true,
    sniff: |bytes| bytes.starts_with(MAGIC),
    read: |source| accept(source, read_record(source.bytes, 0)?),
    write: None,
};

pub(super) const CBL: Format = Format {
    id: "cbl",
    extensions: &["cbl"],
    games: FormatGames::One,
    multi_game: true,
    variations: true,
    annotations: true,
    sniff: |bytes| bytes.starts_with(LIBRARY_MAGIC),
    read: read_library,
    write: None,
};

const MAGIC: &[u8] = b"CCBridge Record";
const LIBRARY_MAGIC: &[u8] = b"CCBridgeLibrary";
/// Bytes of a library between two places where a record may begin.
const SLOT: usize = 4096;
/// Offset of the moves.
const MOVES: usize = 2214;
const LAYOUT: usize = 19;
const RESULT: usize = 2076;
const TURN: usize = 2112;
const BOARD: usize = 2120;
/// Letters of the pieces by the lower nibble of their bytes, from 1.
const PIECES: [char; 7] = ['R', 'N', 'B', 'A', 'K', 'C', 'P'];
/// Results by their byte.
const RESULTS: [&str; 5] = ["", "1-0", "0-1", "1/2-1/2", "1/2-1/2"];

/// Texts of the header: offset, length in bytes, meaning.
const TEXTS: [(usize, usize, HeaderText); 20] = [
    (180, 128, HeaderText::Tag("Title")),
    (692, 64, HeaderText::Info(InfoField::Event)),
    (756, 64, HeaderText::Info(InfoField::Round)),
    (820, 32, HeaderText::Tag("Group")),
    (852, 32, HeaderText::Tag("Table")),
    (884, 64, HeaderText::Info(InfoField::Date)),
    (948, 64, HeaderText::Info(InfoField::Site)),
    (1012, 64, HeaderText::Info(InfoField::TimeControl)),
    (1076, 64, HeaderText::Info(InfoField::FirstPlayer)),
    (1140, 64, HeaderText::Tag("RedTeam")),
    (1204, 64, HeaderText::Tag("RedTime")),
    (1268, 32, HeaderText::Info(InfoField::FirstRating)),
    (1300, 64, HeaderText::Info(InfoField::SecondPlayer)),
    (1364, 64, HeaderText::Tag("BlackTeam")),
    (1428, 64, HeaderText::Tag("BlackTime")),
    (1492, 32, HeaderText::Info(InfoField::SecondRating)),
    (1524, 64, HeaderText::Tag("Referee")),
    (1588, 64, HeaderText::Tag("Recorder")),
    (1652, 64, HeaderText::Info(InfoField::Annotator)),
    (1780, 64, HeaderText::Info(InfoField::Source)),
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

/// Splits a library at its records.
fn read_library(source: Source<'_>) -> Result<Vec<GameTree>, FormatError> {
    let bytes = source.bytes;
    if !bytes.starts_with(LIBRARY_MAGIC) {
        return Err(byte_error(0, "expected a header that begins with CCBridgeLibrary"));
    }
    let first = bytes.windows(MAGIC.len()).position(|window| window == MAGIC);
    let first = first.ok_or_else(|| byte_error(bytes.len(), "the library has no record"))?;
    // A long record goes on in the next slots.
    let starts = (first..bytes.len()).step_by(SLOT).filter(|&at| bytes[at..].starts_with(MAGIC));
    let starts: Vec<_> = starts.collect();
    let ends = starts.iter().skip(1).copied().chain([bytes.len()]);
    let mut games = ReadGames::new(source, 0);
    for (&start, end) in starts.iter().zip(ends) {
        games.push(read_record(&bytes[start..end], start));
    }
    games.finish()
}

/// The square from which the first move goes.
fn first_origin(bytes: &[u8]) -> Option<Point> {
    let flags = *bytes.get(MOVES)?;
    let mut at = MOVES + 4;
    if flags & COMMENT != 0 {
        let length = bytes.get(at..at + 4)?.try_into().ok()?;
        at = (at + 4).checked_add(u32::from_le_bytes(length) as usize)?;
    }
    let from = bytes.get(at..at.checked_add(4)?)?[2];
    if flags & END == 0 { point(from) } else { None }
}

/// Reads a record that stands at this byte of its file.
fn read_record(bytes: &[u8], base: usize) -> Result<ReadGame, FormatError> {
    let invalid = |at: usize, reason: &dyn Display| byte_error(base + at, reason);
    if bytes.len() < MOVES || !bytes.starts_with(MAGIC) {
        let reason = "expected a header of 2214 bytes that begins with CCBridge Record";
        return Err(invalid(0, &reason));
    }
    if bytes[LAYOUT] == 1 {
        return Err(invalid(LAYOUT, &"the layout is 1; only layout 2 is read"));
    }
    let first_origin = first_origin(bytes);
    let mut side = if bytes[TURN] == 2 { Side::Second } else { Side::First };
    let mut board = XiangqiBoard::new();
    for (n, &byte) in bytes[BOARD..BOARD + 90].iter().enumerate() {
        let letter = PIECES.get(usize::from(byte & 15).wrapping_sub(1)).copied();
        let (letter, owner) = match byte >> 4 {
            1 => (letter, Side::First),
            2 => (letter.map(|letter| letter.to_ascii_lowercase()), Side::Second),
            _ => continue,
        };
        if let (Some(letter), Some(at)) = (letter, point(n as u8)) {
            board.set(at, letter);
            // The side to move is wrong in some files; the first move tells.
            if first_origin == Some(at) {
                side = owner;
            }
        }
    }
    // Records that only say who played have no board.
    let builder = match bytes[BOARD..BOARD + 90].iter().all(|&byte| byte == 0) {
        true => TreeBuilder::for_format(&CBR, Options::default(), None).map(LenientBuilder::new),
        false => builder_from(&CBR, &board, side),
    };
    let builder = builder.map_err(|reason| invalid(BOARD, &reason))?;
    let mut builder = builder.of_size(bytes.len());
    let info = builder.tree().info_mut();
    for (at, size, meaning) in TEXTS {
        meaning.set(info, &text(&bytes[at..at + size]));
    }
    let result = RESULTS.get(usize::from(bytes[RESULT]));
    info.set(InfoField::Result, result.unwrap_or(&""));

    let mut at = MOVES;
    let mut branch_points: Vec<Place> = Vec::new();
    // The first record is no move: it holds the comment of the root.
    let mut parent: Option<Place> = None;
    loop {
        let start = at;
        let Some(&[flags, _, from, to]) = bytes.get(at..at + 4) else {
            builder.cut_off(invalid(start, &"the file ends where a move is expected"));
            break;
        };
        at += 4;
        if let Some(parent) = parent {
            builder.go_to(parent, flags & SIBLING != 0);
            if flags & SIBLING != 0 {
                branch_points.push(parent);
            }
            match (point(from), point(to)) {
                (Some(from), Some(to)) => {
                    play_squares(&mut builder, from, to, |reason| invalid(start, reason));
                }
                _ => builder.refuse("-", invalid(start, &"a move does not stay on the board")),
            }
        }
        if flags & COMMENT != 0 {
            let length = bytes.get(at..at + 4).and_then(|bytes| bytes.try_into().ok());
            let Some(length) = length.map(|bytes| u32::from_le_bytes(bytes) as usize) else {
                builder.cut_off(invalid(at, &"the file ends where a comment is expected"));
                break;
            };
            at += 4;
            let left = bytes.len() - at;
            builder.add_comment(&text(&bytes[at..at + length.min(left)]));
            if length > left {
                let reason = format!("a comment of {length} bytes does not fit in the {left} left");
                builder.cut_off(invalid(at, &reason));
                break;
            }
            at += length;
        }
        if flags & END == 0 {
            parent = Some(builder.at());
        } else {
            match branch_points.pop() {
                Some(next) => parent = Some(next),
                None => break,
            }
        }
    }
    Ok(builder.finish())
}

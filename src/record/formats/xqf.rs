//! XQF, the records of 象棋演播室 (XQStudio): version 1.0 is read and written,
//! the later ones, whose bytes are shifted by keys in the header, are read.

use encoding_rs::GB18030;

use super::fen::{Cells, begin, letter, play, step};
use super::result::result_of;
use super::text::decode;
use super::{Format, FormatError, Source, wrong};
use crate::core::{Point, Side};
use crate::record::{Field, GameTree, NodeId};

pub(super) const XQF: Format = Format {
    id: "xqf",
    endings: &["xqf"],
    games: &["xiangqi"],
    many: false,
    variations: true,
    annotations: true,
    knows: |_| false,
    read,
    write: Some(write),
};

/// Where the moves begin.
const MOVES: usize = 0x400;
/// Where the 32 pieces are, and whose turn it is, and the result.
const PIECES: usize = 0x10;
const TURN: usize = 0x32;
const RESULT: usize = 0x33;
/// The version that has no keys.
const PLAIN: u8 = 10;
/// What the bytes of a move are shifted by without keys.
const SHIFT: [u8; 2] = [24, 32];
/// Letters of the pieces in the order of the header; Black's are the same.
const ORDER: [char; 16] =
    ['R', 'N', 'B', 'A', 'K', 'A', 'B', 'N', 'R', 'C', 'C', 'P', 'P', 'P', 'P', 'P'];
/// Masked by the header, these letters shift the bytes of the moves.
const MASK: &[u8; 32] = b"[(C) Copyright Mr. Dong Shiwei.]";

/// Texts of the header: where, how long at most, and what. Each begins with
/// its length.
const TEXTS: [(usize, usize, Option<Field>); 9] = [
    (0x50, 63, None),
    (0xD0, 63, Some(Field::Event)),
    (0x110, 15, Some(Field::Date)),
    (0x120, 15, Some(Field::Place)),
    (0x130, 15, Some(Field::First)),
    (0x140, 15, Some(Field::Second)),
    (0x150, 63, Some(Field::Time)),
    (0x1D0, 15, Some(Field::Annotator)),
    (0x1E0, 15, Some(Field::Source)),
];
/// The tag for the title, which is no field.
const TITLE: &str = "Title";

/// In moves: another move follows, or another instead of it, or a comment.
const NEXT: u8 = 0x80;
const OTHER: u8 = 0x40;
const COMMENT: u8 = 0x20;

/// What the keys of a header make of the bytes.
struct Keys {
    version: u8,
    pieces: u8,
    from: u8,
    to: u8,
    comment: u32,
    stream: [u8; 32],
}

impl Keys {
    fn read(header: &[u8]) -> Keys {
        let version = header[2];
        if version <= PLAIN {
            return Keys { version, pieces: 0, from: 0, to: 0, comment: 0, stream: [0; 32] };
        }
        let mask = header[3];
        let [or_a, or_b, or_c, or_d, sum, pieces, from, to] =
            [8, 9, 10, 11, 12, 13, 14, 15].map(|at| header[at]);
        let grown = |key: u8| key.wrapping_mul(key).wrapping_mul(54).wrapping_add(221);
        let key_pieces = grown(pieces).wrapping_mul(pieces);
        let key_from = grown(from).wrapping_mul(key_pieces);
        let key_to = grown(to).wrapping_mul(key_from);
        let words =
            [(sum & mask) | or_a, (pieces & mask) | or_b, (from & mask) | or_c, (to & mask) | or_d];
        let mut stream = *MASK;
        for (n, byte) in stream.iter_mut().enumerate() {
            *byte &= words[n % 4];
        }
        let comment = (u32::from(sum) * 256 + u32::from(pieces)) % 32000 + 767;
        Keys { version, pieces: key_pieces, from: key_from, to: key_to, comment, stream }
    }

    /// Where the 32 pieces stand; none for those taken.
    fn places(&self, header: &[u8]) -> [Option<Point>; 32] {
        let mut places = [None; 32];
        for (n, &byte) in header[PIECES..PIECES + 32].iter().enumerate() {
            let at = if self.version >= 12 { usize::from(self.pieces) + n + 1 } else { n };
            places[at % 32] = point(byte.wrapping_sub(self.pieces));
        }
        places
    }
}

/// A square as 10 times its file and its rank.
fn point(code: u8) -> Option<Point> {
    (code < 90).then(|| Point::new(code / 10, code % 10))
}

/// The bytes of the moves.
struct Stream<'a> {
    bytes: &'a [u8],
    at: usize,
    keys: Keys,
}

impl Stream<'_> {
    fn take<const N: usize>(&mut self) -> Option<[u8; N]> {
        let bytes: [u8; N] = self.bytes.get(self.at..self.at + N)?.try_into().ok()?;
        let start = self.at;
        self.at += N;
        let key = |n: usize| self.keys.stream[(start + n) % 32];
        Some(std::array::from_fn(|n| bytes[n].wrapping_sub(key(n))))
    }

    fn text(&mut self, length: usize) -> Result<String, FormatError> {
        let left = self.bytes.len() - self.at;
        if length > left {
            let reason = format!("a comment of {length} bytes does not fit in the {left} left");
            return Err(wrong(self.at, reason));
        }
        let start = self.at;
        self.at += length;
        let plain = self.bytes[start..self.at].iter().enumerate();
        let plain: Vec<u8> =
            plain.map(|(n, byte)| byte.wrapping_sub(self.keys.stream[(start + n) % 32])).collect();
        Ok(clean(&decode(&plain, None)))
    }
}

fn clean(text: &str) -> String {
    text.replace("\r\n", "\n").replace('\r', "\n").trim_end_matches(['\0', '\n']).to_owned()
}

fn read(source: Source<'_>) -> Result<Vec<GameTree>, FormatError> {
    let bytes = source.bytes;
    if bytes.len() < MOVES || !bytes.starts_with(b"XQ") {
        return Err(wrong(0, "expected a header of 1024 bytes that begins with XQ"));
    }
    let keys = Keys::read(bytes);
    let mut cells = Cells::new();
    for (n, at) in keys.places(bytes).into_iter().enumerate() {
        let letter = ORDER[n % 16];
        let letter = if n < 16 { letter } else { letter.to_ascii_lowercase() };
        at.into_iter().for_each(|at| cells.put(at, letter));
    }
    let side = if bytes[TURN] == 1 { Side::Second } else { Side::First };
    let mut builder = begin(&cells, side).map_err(|reason| wrong(PIECES, reason))?;
    let info = builder.tree.info_mut();
    for (at, most, field) in TEXTS {
        let length = usize::from(bytes[at]).min(most);
        let text = clean(&decode(&bytes[at + 1..at + 1 + length], None));
        match field {
            Some(field) => info.set(field, text.trim()),
            None => info.set_tag(TITLE, text.trim()),
        }
    }
    let result = ["", "1-0", "0-1", "1/2-1/2"].get(usize::from(bytes[RESULT]));
    info.set(Field::Result, result.unwrap_or(&""));

    let mut stream = Stream { bytes, at: MOVES, keys };
    // Nodes that wait for another child; the first record is no move.
    let mut waiting: Vec<NodeId> = Vec::new();
    let mut parent: Option<NodeId> = None;
    loop {
        let start = stream.at;
        let Some([from, to, flags, _]) = stream.take() else { break };
        let flags = match stream.keys.version {
            // The first version has a nibble for each, and a comment always.
            ..=PLAIN => {
                COMMENT
                    | if flags & 0xF0 != 0 { NEXT } else { 0 }
                    | if flags & 0x0F != 0 { OTHER } else { 0 }
            }
            _ => flags,
        };
        if let Some(parent) = parent {
            builder.go(parent);
            if flags & OTHER != 0 {
                builder.keep();
                waiting.push(parent);
            }
            let from = point(from.wrapping_sub(SHIFT[0]).wrapping_sub(stream.keys.from));
            let to = point(to.wrapping_sub(SHIFT[1]).wrapping_sub(stream.keys.to));
            let (Some(from), Some(to)) = (from, to) else {
                return Err(wrong(start, "a move does not stay on the board"));
            };
            play(&mut builder, from, to).map_err(|reason| wrong(start, reason))?;
        }
        if flags & COMMENT != 0 {
            let Some(length) = stream.take().map(u32::from_le_bytes) else { break };
            let length = length.wrapping_sub(stream.keys.comment);
            let text = stream.text(length as usize)?;
            builder.notes().add_comment(&text);
        }
        if flags & NEXT != 0 {
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

/// The longest beginning of a text that fits in so many bytes.
fn encode(text: &str, most: usize) -> Vec<u8> {
    let mut bytes = Vec::new();
    for c in text.chars() {
        let mut letter = [0; 4];
        let (encoded, ..) = GB18030.encode(c.encode_utf8(&mut letter));
        if bytes.len() + encoded.len() > most {
            break;
        }
        bytes.extend_from_slice(&encoded);
    }
    bytes
}

fn write(games: &[GameTree]) -> Result<Vec<u8>, FormatError> {
    let mut bytes = vec![0; MOVES];
    bytes[..3].copy_from_slice(&[b'X', b'Q', PLAIN]);
    for (n, tree) in games.iter().enumerate() {
        bytes[PIECES..PIECES + 32].fill(0xFF);
        let points = (0..9).flat_map(|file| (0..10).map(move |rank| Point::new(file, rank)));
        for at in points {
            let Some(letter) = letter(tree.start(), at) else { continue };
            let base = if letter.is_ascii_uppercase() { 0 } else { 16 };
            let same = (0..16).filter(|&n| ORDER[n] == letter.to_ascii_uppercase());
            let free = same.map(|n| PIECES + base + n).find(|&n| bytes[n] == 0xFF);
            let Some(slot) = free else {
                let reason = format!("the format has no place for so many pieces {letter}");
                return Err(FormatError::Content { number: n + 1, reason });
            };
            bytes[slot] = at.file * 10 + at.rank;
        }
        bytes[TURN] = u8::from(tree.start().side_to_move() == Side::Second);
        bytes[RESULT] = match result_of(tree).split(' ').next() {
            Some("1-0") => 1,
            Some("0-1") => 2,
            Some("1/2-1/2") => 3,
            _ => 0,
        };
        for (at, most, field) in TEXTS {
            let text = field.map_or_else(|| tree.info().tag(TITLE), |field| tree.info().get(field));
            let text = encode(text, most);
            bytes[at] = text.len() as u8;
            bytes[at + 1..at + 1 + text.len()].copy_from_slice(&text);
        }
        let mut ahead = vec![(tree.root(), false)];
        while let Some((node, other)) = ahead.pop() {
            let [mut from, mut to] = [0, 0];
            if let Some((a, b)) = step(tree, node) {
                [from, to] = [a, b].map(|at| at.file * 10 + at.rank);
            }
            let children: Vec<_> = tree.children(node).collect();
            let next = if children.is_empty() { 0 } else { 0xF0 };
            let flags = next | if other { 0x0F } else { 0 };
            bytes.extend([from.wrapping_add(SHIFT[0]), to.wrapping_add(SHIFT[1]), flags, 0]);
            let comment = encode(&tree.notes(node).comment, usize::MAX);
            bytes.extend((comment.len() as u32).to_le_bytes());
            bytes.extend(comment);
            let last = children.len().saturating_sub(1);
            let order = children.iter().enumerate().map(|(n, &child)| (child, n < last));
            ahead.extend(order.rev());
        }
    }
    Ok(bytes)
}

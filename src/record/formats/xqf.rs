//! XQF, the record format of 象棋演播室 (XQStudio): version 1.0 is read and
//! written; later versions, whose bytes are shifted by keys in the header, are
//! read.

use encoding_rs::GB18030;

use super::lenient::{Place, accept};
use super::losses::{Content, Losses};
use super::result::result_of;
use super::text::decode;
use super::text_moves::{Step, Steps};
use super::xiangqi_board::{
    HeaderText, XiangqiBoard, builder_from, piece_letter, play_squares, squares_of,
};
use super::{Format, FormatError, FormatGames, Source, byte_error};
use crate::core::{Point, Side};
use crate::record::{GameTree, InfoField};

pub(super) const XQF: Format = Format {
    id: "xqf",
    extensions: &["xqf"],
    games: FormatGames::One,
    multi_game: false,
    variations: true,
    annotations: true,
    sniff: |_| false,
    read,
    write: Some(write),
};

/// Offset of the moves.
const MOVES: usize = 0x400;
/// Offsets of the 32 pieces, the side to move and the result.
const PIECES: usize = 0x10;
const TURN: usize = 0x32;
const RESULT: usize = 0x33;
/// The last version without keys.
const PLAIN: u8 = 10;
/// Offsets added to the bytes of a move in every version.
const SHIFT: [u8; 2] = [24, 32];
/// Letters of the pieces in the order of the header, Red's, then Black's.
const PIECE_ORDER: [char; 16] =
    ['R', 'N', 'B', 'A', 'K', 'A', 'B', 'N', 'R', 'C', 'C', 'P', 'P', 'P', 'P', 'P'];
/// Key stream of the moves before it is masked by the header.
const MASK: &[u8; 32] = b"[(C) Copyright Mr. Dong Shiwei.]";

/// Texts of the header: offset, greatest length, meaning. Each begins with its
/// length.
const TEXTS: [(usize, usize, HeaderText); 11] = [
    (0x50, 63, HeaderText::Tag("Title")),
    (0xD0, 63, HeaderText::Info(InfoField::Event)),
    (0x110, 15, HeaderText::Info(InfoField::Date)),
    (0x120, 15, HeaderText::Info(InfoField::Site)),
    (0x130, 15, HeaderText::Info(InfoField::FirstPlayer)),
    (0x140, 15, HeaderText::Info(InfoField::SecondPlayer)),
    (0x150, 63, HeaderText::Info(InfoField::TimeControl)),
    (0x190, 15, HeaderText::Tag("RedTime")),
    (0x1A0, 15, HeaderText::Tag("BlackTime")),
    (0x1D0, 15, HeaderText::Info(InfoField::Annotator)),
    (0x1E0, 15, HeaderText::Info(InfoField::Source)),
];

/// Flags of a move: a child follows, a sibling follows, a comment follows.
const NEXT: u8 = 0x80;
const SIBLING: u8 = 0x40;
const COMMENT: u8 = 0x20;

/// The keys of a header, zero in version 1.0.
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
        let mix = |key: u8| key.wrapping_mul(key).wrapping_mul(54).wrapping_add(221);
        let key_pieces = mix(pieces).wrapping_mul(pieces);
        let key_from = mix(from).wrapping_mul(key_pieces);
        let key_to = mix(to).wrapping_mul(key_from);
        let words =
            [(sum & mask) | or_a, (pieces & mask) | or_b, (from & mask) | or_c, (to & mask) | or_d];
        let mut stream = *MASK;
        for (n, byte) in stream.iter_mut().enumerate() {
            *byte &= words[n % 4];
        }
        let comment = (u32::from(sum) * 256 + u32::from(pieces)) % 32000 + 767;
        Keys { version, pieces: key_pieces, from: key_from, to: key_to, comment, stream }
    }

    /// The squares of the 32 pieces; `None` for captured ones.
    fn piece_squares(&self, header: &[u8]) -> [Option<Point>; 32] {
        let mut piece_squares = [None; 32];
        for (n, &byte) in header[PIECES..PIECES + 32].iter().enumerate() {
            let at = if self.version >= 12 { usize::from(self.pieces) + n + 1 } else { n };
            piece_squares[at % 32] = point(byte.wrapping_sub(self.pieces));
        }
        piece_squares
    }
}

/// Decodes a square, stored as 10 * file + rank.
fn point(code: u8) -> Option<Point> {
    (code < 90).then(|| Point::new(code / 10, code % 10))
}

/// The move section, decrypted as it is read.
struct MoveStream<'a> {
    bytes: &'a [u8],
    at: usize,
    keys: Keys,
}

impl MoveStream<'_> {
    fn take<const N: usize>(&mut self) -> Option<[u8; N]> {
        let bytes: [u8; N] = self.bytes.get(self.at..self.at + N)?.try_into().ok()?;
        let start = self.at;
        self.at += N;
        let key = |n: usize| self.keys.stream[(start + n) % 32];
        Some(std::array::from_fn(|n| bytes[n].wrapping_sub(key(n))))
    }

    /// The comment of this length, or as much of it as there is.
    fn text(&mut self, length: usize) -> String {
        let start = self.at;
        self.at += length.min(self.bytes.len() - start);
        let plain = self.bytes[start..self.at].iter().enumerate();
        let plain: Vec<u8> =
            plain.map(|(n, byte)| byte.wrapping_sub(self.keys.stream[(start + n) % 32])).collect();
        clean(&decode(&plain, None))
    }
}

fn clean(text: &str) -> String {
    text.replace("\r\n", "\n").replace('\r', "\n").trim_end_matches(['\0', '\n']).to_owned()
}

fn read(source: Source<'_>) -> Result<Vec<GameTree>, FormatError> {
    let bytes = source.bytes;
    if bytes.len() < MOVES || !bytes.starts_with(b"XQ") {
        return Err(byte_error(0, "expected a header of 1024 bytes that begins with XQ"));
    }
    let keys = Keys::read(bytes);
    let mut board = XiangqiBoard::new();
    for (n, at) in keys.piece_squares(bytes).into_iter().enumerate() {
        let letter = PIECE_ORDER[n % 16];
        let letter = if n < 16 { letter } else { letter.to_ascii_lowercase() };
        at.into_iter().for_each(|at| board.set(at, letter));
    }
    let side = if bytes[TURN] == 1 { Side::Second } else { Side::First };
    let builder = builder_from(&XQF, &board, side).map_err(|reason| byte_error(PIECES, reason))?;
    let mut builder = builder.of_size(bytes.len());
    let info = builder.tree().info_mut();
    for (at, max_length, meaning) in TEXTS {
        let length = usize::from(bytes[at]).min(max_length);
        let text = clean(&decode(&bytes[at + 1..at + 1 + length], None));
        meaning.set(info, text.trim());
    }
    let result = ["", "1-0", "0-1", "1/2-1/2"].get(usize::from(bytes[RESULT]));
    info.set(InfoField::Result, result.unwrap_or(&""));

    let mut stream = MoveStream { bytes, at: MOVES, keys };
    // Nodes with a child still to come; the first record is no move.
    let mut branch_points: Vec<Place> = Vec::new();
    let mut parent: Option<Place> = None;
    loop {
        let start = stream.at;
        let Some([from, to, flags, _]) = stream.take() else {
            builder.cut_off(byte_error(start, "the file ends where a move is expected"));
            break;
        };
        let flags = match stream.keys.version {
            // Version 1.0 has a nibble for each flag and always a comment.
            ..=PLAIN => {
                COMMENT
                    | if flags & 0xF0 != 0 { NEXT } else { 0 }
                    | if flags & 0x0F != 0 { SIBLING } else { 0 }
            }
            _ => flags,
        };
        if let Some(parent) = parent {
            builder.go_to(parent, flags & SIBLING != 0);
            if flags & SIBLING != 0 {
                branch_points.push(parent);
            }
            let from = point(from.wrapping_sub(SHIFT[0]).wrapping_sub(stream.keys.from));
            let to = point(to.wrapping_sub(SHIFT[1]).wrapping_sub(stream.keys.to));
            match (from, to) {
                (Some(from), Some(to)) => {
                    play_squares(&mut builder, from, to, |reason| byte_error(start, reason));
                }
                _ => builder.refuse("-", byte_error(start, "a move does not stay on the board")),
            }
        }
        if flags & COMMENT != 0 {
            let Some(length) = stream.take().map(u32::from_le_bytes) else {
                builder.cut_off(byte_error(stream.at, "the file ends where a comment is expected"));
                break;
            };
            let length = length.wrapping_sub(stream.keys.comment) as usize;
            let left = bytes.len() - stream.at;
            if length > left {
                let reason = format!("a comment of {length} bytes does not fit in the {left} left");
                builder.cut_off(byte_error(stream.at, reason));
            }
            let text = stream.text(length);
            builder.add_comment(&text);
            if length > left {
                break;
            }
        }
        if flags & NEXT != 0 {
            parent = Some(builder.at());
        } else {
            match branch_points.pop() {
                Some(next) => parent = Some(next),
                None => break,
            }
        }
    }
    accept(source, builder.finish())
}

/// Encodes as much of a text as fits in `most` bytes.
fn encode(text: &str, max_length: usize) -> Vec<u8> {
    let mut bytes = Vec::new();
    for c in text.chars() {
        let mut letter = [0; 4];
        let (encoded, ..) = GB18030.encode(c.encode_utf8(&mut letter));
        if bytes.len() + encoded.len() > max_length {
            break;
        }
        bytes.extend_from_slice(&encoded);
    }
    bytes
}

fn write(games: &[GameTree], losses: &mut Losses) -> Result<Vec<u8>, FormatError> {
    let mut bytes = vec![0; MOVES];
    bytes[..3].copy_from_slice(&[b'X', b'Q', PLAIN]);
    for (n, tree) in games.iter().enumerate() {
        bytes[PIECES..PIECES + 32].fill(0xFF);
        let points = (0..9).flat_map(|file| (0..10).map(move |rank| Point::new(file, rank)));
        for at in points {
            let Some(letter) = piece_letter(tree.start(), at) else { continue };
            let base = if letter.is_ascii_uppercase() { 0 } else { 16 };
            let same = (0..16).filter(|&n| PIECE_ORDER[n] == letter.to_ascii_uppercase());
            let free = same.map(|n| PIECES + base + n).find(|&n| bytes[n] == 0xFF);
            let Some(slot) = free else {
                let reason = format!("the format has no place for so many pieces {letter}");
                return Err(FormatError::Unrepresentable { number: n + 1, reason });
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
        for (at, max_length, meaning) in TEXTS {
            let text = meaning.get(tree.info());
            let encoded = encode(text, max_length);
            let is_whole = encoded.len() == encode(text, usize::MAX).len();
            losses.add(Content::Information, usize::from(!is_whole));
            bytes[at] = encoded.len() as u8;
            bytes[at + 1..at + 1 + encoded.len()].copy_from_slice(&encoded);
        }
        write_nodes(tree, &mut bytes).map_err(|reason| FormatError::Unrepresentable {
            number: n + 1,
            reason: reason.to_owned(),
        })?;
        add_losses(tree, losses);
    }
    Ok(bytes)
}

/// Writes the moves; the error is the reason why one of them has no place.
fn write_nodes(tree: &GameTree, bytes: &mut Vec<u8>) -> Result<(), &'static str> {
    let mut all = Steps::new(tree, is_move);
    let mut stack = vec![(Step::Node(tree.root()), false)];
    while let Some((step, other)) = stack.pop() {
        let (from_to, comment) = match step {
            Step::Node(node) => {
                let from_to = match tree.move_at(node) {
                    None => [0, 0],
                    Some(_) => squares_of(tree, node)
                        .ok_or("the format holds moves of pieces alone, no choices")?
                        .map(|at| at.file * 10 + at.rank),
                };
                (from_to, tree.annotations(node).comment.clone())
            }
            Step::Text(node, number) => {
                let text = &all.texts(node)[number];
                (squares(&text.text).unwrap_or([0, 0]), text.comment.clone())
            }
        };
        let steps = all.after(step);
        let next = if steps.is_empty() { 0 } else { 0xF0 };
        let flags = next | if other { 0x0F } else { 0 };
        let [from, to] = from_to;
        bytes.extend([from.wrapping_add(SHIFT[0]), to.wrapping_add(SHIFT[1]), flags, 0]);
        let comment = encode(&comment, usize::MAX);
        bytes.extend((comment.len() as u32).to_le_bytes());
        bytes.extend(comment);
        let last = steps.len().saturating_sub(1);
        let order = steps.iter().enumerate().map(|(n, &step)| (step, n < last));
        stack.extend(order.rev());
    }
    Ok(())
}

/// The bytes of the squares of a move that is kept as text, such as `h2e2`.
fn squares(text: &str) -> Option<[u8; 2]> {
    match *text.as_bytes() {
        [a @ b'a'..=b'i', b @ b'0'..=b'9', c @ b'a'..=b'i', d @ b'0'..=b'9'] => {
            Some([(a - b'a') * 10 + b - b'0', (c - b'a') * 10 + d - b'0'])
        }
        _ => None,
    }
}

fn is_move(text: &str) -> bool {
    squares(text).is_some()
}

fn add_losses(tree: &GameTree, losses: &mut Losses) {
    let lost = [Content::Glyphs, Content::Shapes, Content::Evaluations, Content::Clocks];
    losses.add_all(tree, &lost);
    losses.add(Content::UnplayableMoves, Steps::new(tree, is_move).lost());
    losses.add_properties(tree, &[]);
    let result = result_of(tree);
    losses.add(Content::Result, usize::from(result.contains(' ')));
    let is_written = |meaning| TEXTS.iter().any(|text| text.2 == meaning);
    let fields = InfoField::ALL.iter().filter(|field| is_written(HeaderText::Info(**field)));
    let fields: Vec<_> = fields.copied().collect();
    let is_tag =
        |name: &str| TEXTS.iter().any(|text| matches!(text.2, HeaderText::Tag(tag) if tag == name));
    losses.add_information(tree, &fields, is_tag);
    losses.add_options(tree, &[]);
}

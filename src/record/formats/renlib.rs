//! RenLib `.lib`: a tree of Renju with comments and labels on the board.
//!
//! Nodes of two bytes are in pre-order, child before sibling. A file with moves
//! that Renju forbids is read as freestyle Gomoku.

use encoding_rs::GB18030;

use super::builder::{TreeBuilder, word_choice};
use super::gomoku_text::new_game;
use super::text::{decode, excerpt};
use super::{Format, FormatError, FormatGames, Source, byte_error};
use crate::core::{Move, Point};
use crate::games::Options;
use crate::record::cursor::TreeCursor;
use crate::record::{GameTree, NodeId, Shape, ShapeColour, ShapeKind};

pub(super) const RENLIB: Format = Format {
    id: "renlib",
    extensions: &["lib"],
    games: FormatGames::One,
    multi_game: false,
    variations: true,
    annotations: true,
    sniff: |_| false,
    read,
    write: Some(write),
};

const HEADER: usize = 20;
const MAGIC: &[u8] = b"\xffRenLib\xff";

const SIBLING: u8 = 0x80;
const NO_CHILD: u8 = 0x40;
const OLD_COMMENT: u8 = 0x20;
const MARK: u8 = 0x10;
const COMMENT: u8 = 0x08;
const EXTENSION: u8 = 0x01;

/// Property of marked nodes.
const MARKED: &str = "renlib-mark";

fn read(source: Source<'_>) -> Result<Vec<GameTree>, FormatError> {
    let bytes = source.bytes;
    if bytes.len() < HEADER || !bytes.starts_with(MAGIC) {
        return Err(byte_error(
            0,
            "expected the 20 bytes of a header that begins with FF RenLib FF",
        ));
    }
    if bytes[8] != 3 {
        let reason = format!("the version is {}.{}; expected 3.x", bytes[8], bytes[9]);
        return Err(byte_error(8, reason));
    }
    let mut options = Options::default();
    options.set("rule", word_choice("renju"));
    let renju = TreeBuilder::for_format(&RENLIB, options, None);
    let strict =
        renju.map_err(|reason| byte_error(0, reason)).and_then(|game| read_tree(bytes, game));
    match strict {
        Ok(tree) => Ok(vec![tree]),
        Err(error) => {
            let mut free = new_game(15).map_err(|reason| byte_error(0, reason))?;
            free.lenient = true;
            read_tree(bytes, free).map(|tree| vec![tree]).map_err(|_| error)
        }
    }
}

/// Reads a text that ends in NUL and is padded to an even number of bytes.
fn read_text(bytes: &[u8], at: &mut usize) -> String {
    let rest = bytes.get(*at..).unwrap_or_default();
    let end = rest.iter().position(|&byte| byte == 0).unwrap_or(rest.len());
    *at = (*at + (end + 2) / 2 * 2).min(bytes.len());
    decode(&rest[..end], None).replace(['\u{8}', '\r'], "\n")
}

fn read_tree(bytes: &[u8], mut builder: TreeBuilder) -> Result<GameTree, FormatError> {
    builder.tree.reserve((bytes.len() - HEADER) / 2);
    // Nodes with a child still to come.
    let mut waiting: Vec<NodeId> = Vec::new();
    let mut parent = builder.tree.root();
    let mut at = HEADER;
    while at + 1 < bytes.len() {
        let (start, code, flags) = (at, bytes[at], bytes[at + 1]);
        at += 2;
        let mut extension = [0, 0];
        if flags & EXTENSION != 0 {
            extension = [
                bytes.get(at).copied().unwrap_or_default(),
                bytes.get(at + 1).copied().unwrap_or_default(),
            ];
            at += 2;
        }
        builder.go_to(parent);
        if flags & SIBLING != 0 {
            builder.checkpoint();
            waiting.push(parent);
        }
        if code == 0 {
            // The root, or a pass.
            if start != HEADER {
                builder.play(Move::Pass).map_err(|refusal| byte_error(start, refusal.text))?;
            }
        } else {
            let (x, y) = (code & 15, code >> 4);
            let place = (1..=15).contains(&x) && y < 15;
            let place = place.then(|| Point::new(x - 1, 14 - y));
            let place =
                place.ok_or_else(|| byte_error(start, format!("{code:#04x} is no point")))?;
            builder.place(None, place).map_err(|refusal| {
                byte_error(start, format!("{place} cannot be played: {refusal}"))
            })?;
        }
        if flags & MARK != 0 {
            builder.annotations().add_property(MARKED, String::new());
        }
        if flags & (COMMENT | OLD_COMMENT) != 0 {
            let text = read_text(bytes, &mut at);
            builder.annotations().add_comment(&text);
        }
        if extension.iter().any(|byte| byte & 1 != 0) {
            let label = read_text(bytes, &mut at);
            if let Some(Move::Place(at)) = builder.tree.move_at(builder.node()) {
                let figure = ShapeKind::Label(label);
                builder.annotations().shapes.push(Shape {
                    at,
                    kind: figure,
                    colour: ShapeColour::default(),
                });
            }
        }
        if flags & NO_CHILD == 0 {
            parent = builder.node();
        } else {
            match waiting.pop() {
                Some(next) => parent = next,
                None => break,
            }
        }
    }
    Ok(builder.tree)
}

fn push_text(text: &str, bytes: &mut Vec<u8>) {
    let text = text.replace('\0', " ");
    let (encoded, ..) = GB18030.encode(&text);
    bytes.extend_from_slice(&encoded);
    bytes.push(0);
    if encoded.len() % 2 == 0 {
        bytes.push(0);
    }
}

fn write(games: &[GameTree]) -> Result<Vec<u8>, FormatError> {
    let mut bytes = MAGIC.to_vec();
    bytes.extend([3, 4]);
    bytes.resize(HEADER, 0xFF);
    for (n, tree) in games.iter().enumerate() {
        let invalid = |reason: String| FormatError::Unrepresentable { number: n + 1, reason };
        if tree.start().board().files != 15 || tree.start_text().is_some() {
            return Err(invalid(
                "the format holds only games from an empty board of 15".to_owned(),
            ));
        }
        let mut cursor = TreeCursor::new(tree);
        // Nodes, each with a flag for a sibling that follows.
        let mut ahead = vec![(tree.root(), false)];
        while let Some((node, sibling)) = ahead.pop() {
            cursor.go_to(tree, node);
            let code = match tree.move_at(node) {
                None | Some(Move::Pass) => 0,
                Some(Move::Place(at)) => (at.file + 1) | ((14 - at.rank) << 4),
                Some(mv) => {
                    let parent = tree.parent(node).unwrap_or(node);
                    let text = cursor.go_to(tree, parent).move_text(mv).unwrap_or_default();
                    return Err(invalid(format!("the format cannot say {}", excerpt(&text))));
                }
            };
            let annotations = tree.annotations(node);
            let label = annotations.shapes.iter().find_map(|shape| match &shape.kind {
                ShapeKind::Label(label) if Some(Move::Place(shape.at)) == tree.move_at(node) => {
                    Some(label)
                }
                _ => None,
            });
            let children: Vec<_> = tree.children(node).collect();
            let flag = |set: bool, flag: u8| if set { flag } else { 0 };
            let flags = flag(sibling, SIBLING)
                | flag(children.is_empty(), NO_CHILD)
                | flag(!annotations.property(MARKED).is_empty(), MARK)
                | flag(!annotations.comment.is_empty(), COMMENT)
                | flag(label.is_some(), EXTENSION);
            bytes.extend([code, flags]);
            if label.is_some() {
                bytes.extend([0, 1]);
            }
            if !annotations.comment.is_empty() {
                push_text(&annotations.comment, &mut bytes);
            }
            if let Some(label) = label {
                push_text(label, &mut bytes);
            }
            let last = children.len().saturating_sub(1);
            let siblings = children.iter().enumerate().map(|(n, &child)| (child, n < last));
            ahead.extend(siblings.rev());
        }
    }
    Ok(bytes)
}

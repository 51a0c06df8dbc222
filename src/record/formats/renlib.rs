//! RenLib `.lib`: a tree of Renju with comments and labels on the board.
//!
//! Nodes of two bytes are in pre-order, child before sibling. A file with moves
//! that Renju forbids is read as freestyle Gomoku.

use encoding_rs::GB18030;

use super::builder::{TreeBuilder, word_choice};
use super::gomoku_text::{OPENING, is_free_of_opening, new_game, other_rule};
use super::lenient::{LenientBuilder, Place, ReadGame, accept};
use super::losses::{Content, Losses};
use super::text::decode;
use super::text_moves::{Step, Steps};
use super::{Format, FormatError, FormatGames, Source, byte_error};
use crate::core::{Move, Point, excerpt};
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
    let game = read_tree(bytes, renju.map_err(|reason| byte_error(0, reason))?);
    if game.refusal.is_none() {
        return accept(source, game);
    }
    // Only one tree is in memory at a time.
    drop(game);
    let free = new_game(15).map_err(|reason| byte_error(0, reason))?;
    accept(source, read_tree(bytes, free))
}

/// Reads a text that ends in NUL and is padded to an even number of bytes.
fn read_text(bytes: &[u8], at: &mut usize) -> String {
    let rest = bytes.get(*at..).unwrap_or_default();
    let end = rest.iter().position(|&byte| byte == 0).unwrap_or(rest.len());
    *at = (*at + (end + 2) / 2 * 2).min(bytes.len());
    decode(&rest[..end], None).replace(['\u{8}', '\r'], "\n")
}

fn read_tree(bytes: &[u8], builder: TreeBuilder) -> ReadGame {
    let mut builder = LenientBuilder::new(builder).of_size(bytes.len());
    // Nodes with a child still to come.
    let mut waiting: Vec<Place> = Vec::new();
    let mut parent = builder.at();
    let mut at = HEADER;
    loop {
        let start = at;
        let Some(&[code, flags]) = bytes.get(at..at + 2) else {
            builder.cut_off(byte_error(at, "the file ends where a move is expected"));
            break;
        };
        at += 2;
        let mut extension = [0, 0];
        if flags & EXTENSION != 0 {
            extension = [
                bytes.get(at).copied().unwrap_or_default(),
                bytes.get(at + 1).copied().unwrap_or_default(),
            ];
            at += 2;
        }
        builder.go_to(parent, flags & SIBLING != 0);
        if flags & SIBLING != 0 {
            waiting.push(parent);
        }
        if code == 0 {
            // The root, or a pass.
            if start != HEADER {
                builder.play(Move::Pass, "pass", |refusal| byte_error(start, refusal));
            }
        } else {
            let (x, y) = (code & 15, code >> 4);
            let place = (1..=15).contains(&x) && y < 15;
            if place {
                let place = Point::new(x - 1, 14 - y);
                builder.place(None, place, |refusal| {
                    byte_error(start, format!("{place} cannot be played: {refusal}"))
                });
            } else {
                let text = format!("{code:#04x}");
                builder.refuse(&text, byte_error(start, format!("{text} is not a point")));
            }
        }
        if flags & MARK != 0
            && let Some(annotations) = builder.annotations()
        {
            annotations.add_property(MARKED, String::new());
        }
        if flags & (COMMENT | OLD_COMMENT) != 0 {
            builder.add_comment(&read_text(bytes, &mut at));
        }
        if extension.iter().any(|byte| byte & 1 != 0) {
            let label = read_text(bytes, &mut at);
            match (builder.last_move(), builder.annotations()) {
                (Some(Move::Place(at)), Some(annotations)) => {
                    let (kind, colour) = (ShapeKind::Label(label), ShapeColour::default());
                    annotations.shapes.push(Shape { at, kind, colour });
                }
                _ => builder.add_comment(&label),
            }
        }
        if flags & NO_CHILD == 0 {
            parent = builder.at();
        } else {
            match waiting.pop() {
                Some(next) => parent = next,
                None => break,
            }
        }
    }
    builder.finish()
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

fn write(games: &[GameTree], losses: &mut Losses) -> Result<Vec<u8>, FormatError> {
    let mut bytes = MAGIC.to_vec();
    bytes.extend([3, 4]);
    bytes.resize(HEADER, 0xFF);
    for (n, tree) in games.iter().enumerate() {
        let invalid = |reason: String| FormatError::Unrepresentable { number: n + 1, reason };
        if let Some(rule) = other_rule(tree, &["renju", "freestyle"]) {
            let reason = "the format holds Renju and the freestyle rule alone, not";
            return Err(invalid(format!("{reason} {rule}")));
        }
        if tree.start().board().files != 15 || tree.start_text().is_some() {
            return Err(invalid(
                "the format holds only games from an empty board of 15".to_owned(),
            ));
        }
        write_nodes(tree, &mut bytes)
            .map_err(|text| invalid(format!("the format cannot say {}", excerpt(&text))))?;
        if !is_free_of_opening(tree) {
            return Err(invalid(OPENING.to_owned()));
        }
        add_losses(tree, losses);
    }
    Ok(bytes)
}

/// Writes a tree; the error is a move that the format does not have.
fn write_nodes(tree: &GameTree, bytes: &mut Vec<u8>) -> Result<(), String> {
    let mut cursor = TreeCursor::new(tree);
    let mut all = Steps::new(tree, is_move);
    // Nodes, each with a flag for a sibling that follows.
    let mut ahead = vec![(Step::Node(tree.root()), false)];
    while let Some((step, sibling)) = ahead.pop() {
        let steps = all.after(step);
        let flag = |set: bool, flag: u8| if set { flag } else { 0 };
        let flags = flag(sibling, SIBLING) | flag(steps.is_empty(), NO_CHILD);
        match step {
            Step::Node(node) => {
                cursor.go_to(tree, node);
                let code = match tree.move_at(node) {
                    None | Some(Move::Pass) => 0,
                    Some(Move::Place(at)) => code(at),
                    Some(mv) => {
                        let parent = tree.parent(node).unwrap_or(node);
                        return Err(cursor.go_to(tree, parent).move_text(mv).unwrap_or_default());
                    }
                };
                let annotations = tree.annotations(node);
                let label = own_label(tree, node);
                let flags = flags
                    | flag(!annotations.property(MARKED).is_empty(), MARK)
                    | flag(!annotations.comment.is_empty(), COMMENT)
                    | flag(label.is_some(), EXTENSION);
                bytes.extend([code, flags]);
                if label.is_some() {
                    bytes.extend([0, 1]);
                }
                if !annotations.comment.is_empty() {
                    push_text(&annotations.comment, bytes);
                }
                if let Some(label) = label {
                    push_text(label, bytes);
                }
            }
            Step::Text(node, number) => {
                let text = &all.texts(node)[number];
                let flags = flags | flag(!text.comment.is_empty(), COMMENT);
                bytes.extend([point_code(&text.text).unwrap_or(0), flags]);
                if !text.comment.is_empty() {
                    push_text(&text.comment, bytes);
                }
            }
        }
        let last = steps.len().saturating_sub(1);
        let siblings = steps.iter().enumerate().map(|(n, &step)| (step, n < last));
        ahead.extend(siblings.rev());
    }
    Ok(())
}

/// The byte of a point.
fn code(at: Point) -> u8 {
    (at.file + 1) | ((14 - at.rank) << 4)
}

/// The byte of a move that is kept as text.
fn point_code(text: &str) -> Option<u8> {
    if text == "pass" {
        return Some(0);
    }
    let at: Point = text.parse().ok()?;
    (at.file < 15 && at.rank < 15).then(|| code(at))
}

fn is_move(text: &str) -> bool {
    point_code(text).is_some()
}

/// The label on the point of a node's own move, the only one that a node has.
fn own_label(tree: &GameTree, node: NodeId) -> Option<&String> {
    tree.annotations(node).shapes.iter().find_map(|shape| match &shape.kind {
        ShapeKind::Label(label) if Some(Move::Place(shape.at)) == tree.move_at(node) => Some(label),
        _ => None,
    })
}

fn add_losses(tree: &GameTree, losses: &mut Losses) {
    losses.add_all(tree, &[Content::Glyphs, Content::Evaluations, Content::Clocks]);
    let shapes = |node| {
        let shapes = tree.annotations(node).shapes.len();
        shapes - usize::from(own_label(tree, node).is_some())
    };
    losses.add(Content::Shapes, tree.nodes().map(shapes).sum());
    losses.add(Content::UnplayableMoves, Steps::new(tree, is_move).lost());
    losses.add_properties(tree, &[MARKED]);
    losses.add_result(tree);
    losses.add_information(tree, &[], |_| false);
    losses.add_options(tree, &["size", "rule"]);
    // A game is read as Renju if Renju allows its moves.
    losses.add(Content::Options, usize::from(other_rule(tree, &["renju"]).is_some()));
}

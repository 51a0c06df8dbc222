//! One game as few bytes: two a move where nothing but a single line of moves
//! was kept, and otherwise the RON form of its tree.

use super::bytes::{Pen, Reader};
use super::replace::TIME_OF_DAY;
use crate::core::{Decision, Move, Point};
use crate::games::{Options, registry};
use crate::record::{Field, GameTree, NodeId, TreeFile};

/// The first byte says which form follows.
const LINE: u8 = 1;
const RON: u8 = 2;

/// The first byte of a move that is not a placement; smaller ones are the
/// file of the point on which a piece is placed.
const TRAVEL: u8 = 0x80;
const PROMOTION: u8 = 0x81;
const PASS: u8 = 0x82;
const SWAP: u8 = 0x83;
const KEEP: u8 = 0x84;
const DECLARE: u8 = 0x85;
const ADD: u8 = 0x86;
const OFFER: u8 = 0x87;
const REMOVE: u8 = 0x88;
const MARK_DEAD: u8 = 0x89;
const ACCEPT_DEAD: u8 = 0x8A;
const RESUME_PLAY: u8 = 0x8B;
const CLAIM_DRAW: u8 = 0x8C;

/// Whether the tree is its main line and nothing is written on it.
fn is_line(tree: &GameTree) -> bool {
    tree.nodes().enumerate().all(|(place, node)| {
        let after = tree.parent(node).map(NodeId::number);
        node.number() == place
            && after == place.checked_sub(1)
            && tree.notes(node).is_empty()
            && tree.clock(node).is_none()
    })
}

/// The game as bytes that [`unpack`] reads.
pub(super) fn pack(tree: &GameTree) -> Result<Vec<u8>, ron::Error> {
    let mut pen = Pen::default();
    if is_line(tree) {
        pen.byte(LINE);
        line(tree, &mut pen)?;
        let info = tree.info();
        for field in Field::ALL {
            pen.text(info.get(field));
        }
        pen.number(info.tags().count() as u64);
        for (name, text) in info.tags() {
            pen.text(name);
            pen.text(text);
        }
    } else {
        pen.byte(RON);
        pen.0.extend(ron::to_string(&TreeFile::from(tree))?.into_bytes());
    }
    Ok(pen.0)
}

/// A number that is the same for the same moves of the main line by the same
/// players on the same date at the same time, whatever else is written about
/// the game.
pub(super) fn fingerprint(tree: &GameTree) -> Result<u64, ron::Error> {
    let mut pen = Pen::default();
    line(tree, &mut pen)?;
    for field in [Field::First, Field::Second, Field::Date] {
        pen.text(tree.info().get(field));
    }
    let time = tree.info().tag(TIME_OF_DAY);
    if !time.is_empty() {
        pen.text(time);
    }
    Ok(hash(&pen.0))
}

/// FNV-1a of 64 bits (Fowler, Noll and Vo), the same on every machine.
pub(super) fn hash(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xCBF2_9CE4_8422_2325, |hash, &byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01B3)
    })
}

/// The game, its options, its start and the moves of the main line.
fn line(tree: &GameTree, pen: &mut Pen) -> Result<(), ron::Error> {
    pen.text(tree.game().id());
    if tree.options() == &Options::default() {
        pen.text("");
    } else {
        pen.text(&ron::to_string(tree.options())?);
    }
    pen.text(tree.start_text().unwrap_or_default());
    pen.number(tree.main_line().count() as u64 - 1);
    for mv in tree.main_line().filter_map(|node| tree.move_at(node)) {
        write_move(mv, pen);
    }
    Ok(())
}

fn write_move(mv: Move, pen: &mut Pen) {
    let mut write = |bytes: &[u8]| pen.0.extend_from_slice(bytes);
    match mv {
        Move::Place(at) => write(&[at.file, at.rank]),
        Move::Travel { from, to, promotion: None } => {
            write(&[TRAVEL, from.file, from.rank, to.file, to.rank]);
        }
        Move::Travel { from, to, promotion: Some(kind) } => {
            write(&[PROMOTION, from.file, from.rank, to.file, to.rank, kind]);
        }
        Move::Pass => write(&[PASS]),
        Move::Decide(decision) => match decision {
            Decision::Swap => write(&[SWAP]),
            Decision::Keep => write(&[KEEP]),
            Decision::Declare(number) => write(&[DECLARE, number]),
            Decision::Add => write(&[ADD]),
            Decision::Offer(at) => write(&[OFFER, at.file, at.rank]),
            Decision::Remove(at) => write(&[REMOVE, at.file, at.rank]),
            Decision::MarkDead(at) => write(&[MARK_DEAD, at.file, at.rank]),
            Decision::AcceptDead => write(&[ACCEPT_DEAD]),
            Decision::ResumePlay => write(&[RESUME_PLAY]),
            Decision::ClaimDraw => write(&[CLAIM_DRAW]),
        },
    }
}

fn read_move(reader: &mut Reader<'_>) -> Option<Move> {
    fn point(reader: &mut Reader<'_>) -> Option<Point> {
        Some(Point::new(reader.byte()?, reader.byte()?))
    }
    let decision = match reader.byte()? {
        file @ ..TRAVEL => return Some(Move::Place(Point::new(file, reader.byte()?))),
        kind @ (TRAVEL | PROMOTION) => {
            let (from, to) = (point(reader)?, point(reader)?);
            let promotion = if kind == PROMOTION { Some(reader.byte()?) } else { None };
            return Some(Move::Travel { from, to, promotion });
        }
        PASS => return Some(Move::Pass),
        SWAP => Decision::Swap,
        KEEP => Decision::Keep,
        DECLARE => Decision::Declare(reader.byte()?),
        ADD => Decision::Add,
        OFFER => Decision::Offer(point(reader)?),
        REMOVE => Decision::Remove(point(reader)?),
        MARK_DEAD => Decision::MarkDead(point(reader)?),
        ACCEPT_DEAD => Decision::AcceptDead,
        RESUME_PLAY => Decision::ResumePlay,
        CLAIM_DRAW => Decision::ClaimDraw,
        _ => return None,
    };
    Some(Move::Decide(decision))
}

/// Reads a game that [`pack`] wrote, or says what is wrong with it.
pub(super) fn unpack(bytes: &[u8]) -> Result<GameTree, String> {
    match bytes.split_first() {
        Some((&LINE, rest)) => unpack_line(&mut Reader(rest)),
        Some((&RON, rest)) => {
            let file: TreeFile = ron::de::from_bytes(rest).map_err(|error| error.to_string())?;
            GameTree::try_from(&file).map_err(|error| error.to_string())
        }
        _ => Err(format!("it should begin with {LINE} or {RON}")),
    }
}

fn unpack_line(reader: &mut Reader<'_>) -> Result<GameTree, String> {
    let short = || "it ends too early".to_owned();
    let id = reader.text().ok_or_else(short)?;
    let game = registry::find(id).ok_or_else(|| format!("there is no game called \"{id}\""))?;
    let options = match reader.text().ok_or_else(short)? {
        "" => Options::default(),
        text => ron::from_str(text).map_err(|error| error.to_string())?,
    };
    let tree = match reader.text().ok_or_else(short)? {
        "" => GameTree::new(game, options),
        text => GameTree::from_position(game, options, text),
    };
    let mut tree = tree.map_err(|error| error.to_string())?;
    let mut node = tree.root();
    for number in 1..=reader.number().ok_or_else(short)? {
        let mv = read_move(reader).ok_or_else(short)?;
        node = tree.play(node, mv).map_err(|refusal| format!("move {number}: {refusal}"))?;
    }
    let info = tree.info_mut();
    for field in Field::ALL {
        info.set(field, reader.text().ok_or_else(short)?);
    }
    for _ in 0..reader.number().ok_or_else(short)? {
        let name = reader.text().ok_or_else(short)?;
        info.set_tag(name, reader.text().ok_or_else(short)?);
    }
    Ok(tree)
}

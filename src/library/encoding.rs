//! Compact encoding of a game: two bytes a move for a bare main line, otherwise
//! the RON form of its tree.

use thiserror::Error;

use super::bytes::{ByteReader, ByteWriter};
use super::replace::TIME_OF_DAY;
use crate::core::{Decision, Move, Point, excerpt};
use crate::games::{IllegalMove, Options, SetupError, registry};
use crate::record::{FileError, GameTree, InfoField, NodeAction, NodeId, TreeFile};

/// First byte of a bare main line; [`RON`] is that of a tree in RON.
const MAIN_LINE: u8 = 1;
const RON: u8 = 2;

/// First byte of a move that is not a placement; a smaller byte is the file of
/// a placement.
const FROM_TO: u8 = 0x80;
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
/// First byte of an action that is no legal move; only in a fingerprint.
const OTHER_ACTION: u8 = 0x8D;

/// True if the tree is only a main line of legal moves without annotations and
/// clocks.
fn is_bare_main_line(tree: &GameTree) -> bool {
    tree.nodes().enumerate().all(|(place, node)| {
        let after = tree.parent(node).map(NodeId::number);
        node.number() == place
            && after == place.checked_sub(1)
            && (place == 0 || tree.move_at(node).is_some())
            && tree.annotations(node).is_empty()
            && tree.clocks(node).is_none()
    })
}

/// Encodes a game as bytes that [`decode`] reads.
pub(super) fn encode(tree: &GameTree) -> Result<Vec<u8>, ron::Error> {
    let mut writer = ByteWriter::default();
    if is_bare_main_line(tree) {
        writer.byte(MAIN_LINE);
        write_main_line(tree, &mut writer)?;
        let info = tree.info();
        for field in InfoField::ALL {
            writer.string(info.get(field));
        }
        writer.varint(info.tags().count() as u64);
        for (name, text) in info.tags() {
            writer.string(name);
            writer.string(text);
        }
    } else {
        writer.byte(RON);
        writer.0.extend(ron::to_string(&TreeFile::from(tree))?.into_bytes());
    }
    Ok(writer.0)
}

/// A hash of the main line, the players, the date and the time of day, by which
/// duplicates are found.
pub(super) fn fingerprint(tree: &GameTree) -> Result<u64, ron::Error> {
    let mut writer = ByteWriter::default();
    write_main_line(tree, &mut writer)?;
    for field in [InfoField::FirstPlayer, InfoField::SecondPlayer, InfoField::Date] {
        writer.string(tree.info().get(field));
    }
    let time = tree.info().tag(TIME_OF_DAY);
    if !time.is_empty() {
        writer.string(time);
    }
    Ok(fnv1a(&writer.0))
}

/// The FNV-1a hash (Fowler, Noll, Vo) of 64 bits, the same on every platform.
pub(super) fn fnv1a(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xCBF2_9CE4_8422_2325, |hash, &byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01B3)
    })
}

/// Writes the game, its options, its starting position and its main line.
fn write_main_line(tree: &GameTree, writer: &mut ByteWriter) -> Result<(), ron::Error> {
    writer.string(tree.game().id());
    if tree.options() == &Options::default() {
        writer.string("");
    } else {
        writer.string(&ron::to_string(tree.options())?);
    }
    writer.string(tree.start_text().unwrap_or_default());
    writer.varint(tree.main_line().count() as u64 - 1);
    for action in tree.main_line().filter_map(|node| tree.action(node)) {
        match action {
            NodeAction::Move(mv) => write_move(mv, writer),
            NodeAction::Forced(_) | NodeAction::SetUp(_) => {
                writer.byte(OTHER_ACTION);
                writer.string(&ron::to_string(&action)?);
            }
        }
    }
    Ok(())
}

fn write_move(mv: Move, writer: &mut ByteWriter) {
    let mut write = |bytes: &[u8]| writer.0.extend_from_slice(bytes);
    match mv {
        Move::Place(at) => write(&[at.file, at.rank]),
        Move::FromTo { from, to, promotion: None } => {
            write(&[FROM_TO, from.file, from.rank, to.file, to.rank]);
        }
        Move::FromTo { from, to, promotion: Some(kind) } => {
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

fn read_move(reader: &mut ByteReader<'_>) -> Option<Move> {
    fn point(reader: &mut ByteReader<'_>) -> Option<Point> {
        Some(Point::new(reader.byte()?, reader.byte()?))
    }
    let decision = match reader.byte()? {
        file @ ..FROM_TO => return Some(Move::Place(Point::new(file, reader.byte()?))),
        kind @ (FROM_TO | PROMOTION) => {
            let (from, to) = (point(reader)?, point(reader)?);
            let promotion = if kind == PROMOTION { Some(reader.byte()?) } else { None };
            return Some(Move::FromTo { from, to, promotion });
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

/// Errors of decoding a game.
#[derive(Debug, Error)]
pub(super) enum DecodeError {
    /// The bytes begin with no known form.
    #[error("it should begin with {MAIN_LINE} or {RON}")]
    Form,
    /// The bytes end within the game.
    #[error("it ends too early")]
    TooShort,
    /// The program does not know the game.
    #[error("there is no game called \"{0}\"")]
    UnknownGame(String),
    /// A text is not RON of the expected form.
    #[error(transparent)]
    Ron(#[from] ron::error::SpannedError),
    /// The tree in RON is inconsistent.
    #[error(transparent)]
    File(#[from] FileError),
    /// The options or the starting position are invalid.
    #[error(transparent)]
    Setup(#[from] SetupError),
    /// A move is illegal.
    #[error("move {number}: {refusal}")]
    Move { number: u64, refusal: IllegalMove },
}

/// Decodes a game that [`encode`] wrote.
pub(super) fn decode(bytes: &[u8]) -> Result<GameTree, DecodeError> {
    match bytes.split_first() {
        Some((&MAIN_LINE, rest)) => decode_main_line(&mut ByteReader(rest)),
        Some((&RON, rest)) => {
            let file: TreeFile = ron::de::from_bytes(rest)?;
            Ok(GameTree::try_from(&file)?)
        }
        _ => Err(DecodeError::Form),
    }
}

fn decode_main_line(reader: &mut ByteReader<'_>) -> Result<GameTree, DecodeError> {
    let id = reader.string().ok_or(DecodeError::TooShort)?;
    let game = registry::find(id).ok_or_else(|| DecodeError::UnknownGame(excerpt(id)))?;
    let options = match reader.string().ok_or(DecodeError::TooShort)? {
        "" => Options::default(),
        text => ron::from_str(text)?,
    };
    let tree = match reader.string().ok_or(DecodeError::TooShort)? {
        "" => GameTree::new(game, options),
        text => GameTree::from_position(game, options, text),
    };
    let mut tree = tree?;
    let mut node = tree.root();
    for number in 1..=reader.varint().ok_or(DecodeError::TooShort)? {
        let mv = read_move(reader).ok_or(DecodeError::TooShort)?;
        node = tree.play(node, mv).map_err(|refusal| DecodeError::Move { number, refusal })?;
    }
    let info = tree.info_mut();
    for field in InfoField::ALL {
        info.set(field, reader.string().ok_or(DecodeError::TooShort)?);
    }
    for _ in 0..reader.varint().ok_or(DecodeError::TooShort)? {
        let name = reader.string().ok_or(DecodeError::TooShort)?;
        info.set_tag(name, reader.string().ok_or(DecodeError::TooShort)?);
    }
    Ok(tree)
}

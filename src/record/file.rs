//! The RON form of a game tree.

use serde::{Deserialize, Deserializer, Serialize, Serializer, de};
use thiserror::Error;

use super::info::InfoFile;
use super::replay::Replay;
use super::{GameTree, NodeId, Notes};
use crate::core::Reading;
use crate::games::{Options, Refusal, SetupError, registry};

/// The version that is written; every version from 1 is read.
const VERSION: u32 = 2;

/// A game tree as it is written to a file. Positions are not written: they
/// follow from the moves, and a move that is not legal is found on reading.
///
/// Version 1 had the game, its options, and nodes with `after`, `play` and
/// `clock`; version 2 adds the rest.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct TreeFile {
    version: u32,
    game: String,
    #[serde(default)]
    options: Options,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    start: Option<String>,
    #[serde(default, skip_serializing_if = "InfoFile::is_empty")]
    info: InfoFile,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    clock: Option<[ClockFace; 2]>,
    #[serde(default, skip_serializing_if = "Notes::is_empty")]
    notes: Notes,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    order: Vec<usize>,
    nodes: Vec<NodeFile>,
}

/// One move. The nodes are numbered from 1 in the order of the file; 0 is
/// the starting position.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
struct NodeFile {
    after: usize,
    play: String,
    /// Whether the node with this number was deleted.
    #[serde(default, skip_serializing_if = "is_false")]
    gone: bool,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    clock: Option<[ClockFace; 2]>,
    #[serde(default, skip_serializing_if = "Notes::is_empty")]
    notes: Notes,
    /// The moves after this one, main line first, where that is not the
    /// order of their numbers.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    order: Vec<usize>,
}

// The signature is serde's.
#[expect(clippy::trivially_copy_pass_by_ref)]
fn is_false(flag: &bool) -> bool {
    !flag
}

/// What a clock shows, as written to files: milliseconds, byo-yomi periods
/// left, and whether these are running.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ClockFace(u64, u32, bool);

impl From<Reading> for ClockFace {
    fn from(face: Reading) -> ClockFace {
        ClockFace(face.time, face.periods, face.in_byo_yomi)
    }
}

impl From<ClockFace> for Reading {
    fn from(ClockFace(time, periods, in_byo_yomi): ClockFace) -> Reading {
        Reading { time, periods, in_byo_yomi }
    }
}

/// Why a file holds no game.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum FileError {
    /// The file was written by a newer program.
    #[error("the game is of version {0}, but this program reads versions 1 to {VERSION}")]
    Version(u32),
    /// The game is not one that this program knows.
    #[error("there is no game called \"{0}\"")]
    UnknownGame(String),
    /// The options do not fit the game.
    #[error(transparent)]
    Setup(#[from] SetupError),
    /// A move cannot be played.
    #[error("move {number} ({text}): {refusal}")]
    Move {
        /// Which node of the file, from 1.
        number: usize,
        /// The move as written.
        text: String,
        /// Why it cannot be played.
        refusal: Refusal,
    },
    /// A move follows one that the file does not have.
    #[error("move {number} follows move {after}, which does not come before it")]
    Order {
        /// Which node of the file, from 1.
        number: usize,
        /// The node it claims to follow.
        after: usize,
    },
    /// The order of variations is not one of those that the node has.
    #[error("the moves after move {0} are not those that its order lists")]
    Variations(usize),
    /// A field of the game's information has another name.
    #[error("there is no information called \"{0}\"; further ones belong under tags")]
    Information(String),
}

impl From<&GameTree> for TreeFile {
    fn from(tree: &GameTree) -> TreeFile {
        let order = |node| {
            let numbers: Vec<_> = tree.children(node).map(NodeId::number).collect();
            if numbers.is_sorted() { Vec::new() } else { numbers }
        };
        let clock = |node| tree.clock(node).map(|faces| faces.map(ClockFace::from));
        let mut replay = Replay::new(tree);
        let mut write = |number: usize| {
            let Some(node) = tree.node(number) else {
                return NodeFile { gone: true, ..NodeFile::default() };
            };
            let parent = tree.parent(node).unwrap_or(tree.root());
            let before = replay.go(tree, parent);
            NodeFile {
                after: parent.number(),
                play: tree
                    .move_at(node)
                    .and_then(|mv| before.move_text(mv).ok())
                    .unwrap_or_default(),
                gone: false,
                clock: clock(node),
                notes: tree.notes(node).clone(),
                order: order(node),
            }
        };
        let last = tree.nodes().last().map_or(0, NodeId::number);
        TreeFile {
            version: VERSION,
            game: tree.game().id().to_owned(),
            options: tree.options().clone(),
            start: tree.start_text().map(str::to_owned),
            info: tree.info().into(),
            clock: clock(tree.root()),
            notes: tree.notes(tree.root()).clone(),
            order: order(tree.root()),
            nodes: (1..=last).map(&mut write).collect(),
        }
    }
}

/// As a [`TreeFile`].
impl Serialize for GameTree {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        TreeFile::from(self).serialize(serializer)
    }
}

/// From a [`TreeFile`].
impl<'de> Deserialize<'de> for GameTree {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<GameTree, D::Error> {
        GameTree::try_from(&TreeFile::deserialize(deserializer)?).map_err(de::Error::custom)
    }
}

impl TryFrom<&TreeFile> for GameTree {
    type Error = FileError;

    fn try_from(file: &TreeFile) -> Result<GameTree, FileError> {
        if !(1..=VERSION).contains(&file.version) {
            return Err(FileError::Version(file.version));
        }
        if let Some(name) = file.info.unknown() {
            return Err(FileError::Information(name.chars().take(40).collect()));
        }
        let game = registry::find(&file.game)
            .ok_or_else(|| FileError::UnknownGame(file.game.chars().take(40).collect()))?;
        let mut tree = match &file.start {
            Some(text) => GameTree::from_position(game, file.options.clone(), text)?,
            None => GameTree::new(game, file.options.clone())?,
        };
        *tree.info_mut() = (&file.info).into();
        let mut replay = Replay::new(&tree);
        for (index, node) in file.nodes.iter().enumerate() {
            let number = index + 1;
            if node.gone {
                tree.skip_number();
                continue;
            }
            // Every node adds exactly one, so its number is its place.
            let after =
                tree.node(node.after).ok_or(FileError::Order { number, after: node.after })?;
            let wrong = |refusal| FileError::Move { number, text: node.play.clone(), refusal };
            let mv = replay.go(&tree, after).parse_move(&node.play).map_err(wrong)?;
            if tree.child_by(after, mv).is_some() {
                return Err(FileError::Order { number, after: node.after });
            }
            let made = replay.play(&mut tree, mv).map_err(wrong)?;
            annotate(&mut tree, made, node.clock, &node.notes);
        }
        annotate(&mut tree, NodeId::ROOT, file.clock, &file.notes);
        for (number, node) in file.nodes.iter().enumerate().map(|(n, node)| (n + 1, node)) {
            arrange(&mut tree, number, &node.order)?;
        }
        arrange(&mut tree, 0, &file.order)?;
        Ok(tree)
    }
}

fn annotate(tree: &mut GameTree, node: NodeId, clock: Option<[ClockFace; 2]>, notes: &Notes) {
    if let Some(faces) = clock {
        tree.set_clock(node, faces.map(Reading::from));
    }
    if !notes.is_empty() {
        *tree.notes_mut(node) = notes.clone();
    }
}

fn arrange(tree: &mut GameTree, number: usize, order: &[usize]) -> Result<(), FileError> {
    if order.is_empty() {
        return Ok(());
    }
    let nodes: Option<Vec<_>> = order.iter().map(|&number| tree.node(number)).collect();
    match (tree.node(number), nodes) {
        (Some(node), Some(nodes)) if tree.set_order(node, &nodes) => Ok(()),
        _ => Err(FileError::Variations(number)),
    }
}

//! The RON form of a game tree.

use serde::{Deserialize, Deserializer, Serialize, Serializer, de};
use thiserror::Error;

use super::clocks::ClockFile;
use super::cursor::TreeCursor;
use super::info::InfoFile;
use super::{Annotations, ForcedMove, GameTree, NodeAction, NodeId, SetUp};
use crate::core::{Reading, excerpt};
use crate::games::{IllegalMove, Options, SetupError, registry};

/// The latest version; every version from 1 is read.
const VERSION: u32 = 3;
/// The version that is written for a tree of nothing but legal moves, which
/// older programs read as well.
const VERSION_OF_MOVES: u32 = 2;

/// The serialised form of a game tree. Positions are not written: they follow
/// from the moves, and illegal moves are found on reading.
///
/// Version 1 had the game, its options, and nodes with `after`, `play` and
/// `clock`; version 2 adds the rest but `forced` and `set`, which version 3 adds.
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
    #[serde(rename = "clock", default, skip_serializing_if = "Option::is_none")]
    clocks: Option<[ClockFile; 2]>,
    #[serde(rename = "notes", default, skip_serializing_if = "Annotations::is_empty")]
    annotations: Annotations,
    #[serde(rename = "order", default, skip_serializing_if = "Vec::is_empty")]
    child_order: Vec<usize>,
    nodes: Vec<NodeFile>,
}

/// The serialised form of a node. Nodes are numbered from 1 in file order; 0
/// is the root.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
struct NodeFile {
    #[serde(rename = "after")]
    parent: usize,
    /// The legal move; empty where there is another action.
    #[serde(rename = "play")]
    mv: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    forced: Option<ForcedMove>,
    #[serde(rename = "set", default, skip_serializing_if = "Option::is_none")]
    set_up: Option<Box<SetUp>>,
    /// True if the node with this number was deleted.
    #[serde(rename = "gone", default, skip_serializing_if = "is_false")]
    deleted: bool,
    #[serde(rename = "clock", default, skip_serializing_if = "Option::is_none")]
    clocks: Option<[ClockFile; 2]>,
    #[serde(rename = "notes", default, skip_serializing_if = "Annotations::is_empty")]
    annotations: Annotations,
    /// The children, main line first, where that is not the order of their
    /// numbers.
    #[serde(rename = "order", default, skip_serializing_if = "Vec::is_empty")]
    child_order: Vec<usize>,
}

// serde demands this signature.
#[expect(clippy::trivially_copy_pass_by_ref)]
fn is_false(flag: &bool) -> bool {
    !flag
}

/// Errors of reading a game from its serialised form.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum FileError {
    /// The file was written by a newer program.
    #[error("the game is of version {0}, but this program reads versions 1 to {VERSION}")]
    Version(u32),
    /// The program does not know the game.
    #[error("there is no game called \"{0}\"")]
    UnknownGame(String),
    /// The options do not fit the game.
    #[error(transparent)]
    Setup(#[from] SetupError),
    /// A move is illegal.
    #[error("move {number} ({text}): {refusal}")]
    Move {
        /// Number of the node, from 1.
        number: usize,
        /// The move as written.
        text: String,
        /// The reason.
        refusal: IllegalMove,
    },
    /// Stones cannot be set up so, or a move not even be forced.
    #[error("move {0} cannot be carried out in its position")]
    SetUp(usize),
    /// The parent of a node does not precede it.
    #[error("move {number} follows move {parent}, which does not come before it")]
    Parent {
        /// Number of the node, from 1.
        number: usize,
        /// Number of the parent that the file gives.
        parent: usize,
    },
    /// The order of variations does not list the children of the node.
    #[error("the moves after move {0} are not those that its order lists")]
    VariationOrder(usize),
    /// The game information has a field with an unknown name.
    #[error("there is no information called \"{0}\"; further ones belong under tags")]
    UnknownInfo(String),
}

impl TreeFile {
    /// Takes the numbers of nodes that are not there out of the orders of children, as
    /// after a file was cut off.
    pub(super) fn forget_missing_nodes(&mut self) {
        let last = self.nodes.len();
        let orders = self.nodes.iter_mut().map(|node| &mut node.child_order);
        for order in orders.chain([&mut self.child_order]) {
            order.retain(|&number| number <= last);
        }
    }
}

impl From<&GameTree> for TreeFile {
    fn from(tree: &GameTree) -> TreeFile {
        let child_order = |node| {
            let numbers: Vec<_> = tree.children(node).map(NodeId::number).collect();
            if numbers.is_sorted() { Vec::new() } else { numbers }
        };
        let clocks = |node| tree.clocks(node).map(|readings| readings.map(ClockFile::from));
        let mut cursor = TreeCursor::new(tree);
        let mut write = |number: usize| {
            let Some(node) = tree.node(number) else {
                return NodeFile { deleted: true, ..NodeFile::default() };
            };
            let parent = tree.parent(node).unwrap_or(tree.root());
            let before = cursor.go_to(tree, parent);
            NodeFile {
                parent: parent.number(),
                mv: tree.move_at(node).and_then(|mv| before.move_text(mv).ok()).unwrap_or_default(),
                forced: tree.forced_at(node),
                set_up: tree.set_up_at(node).cloned().map(Box::new),
                deleted: false,
                clocks: clocks(node),
                annotations: tree.annotations(node).clone(),
                child_order: child_order(node),
            }
        };
        let last = tree.nodes().last().map_or(0, NodeId::number);
        TreeFile {
            version: if tree.has_other_actions() { VERSION } else { VERSION_OF_MOVES },
            game: tree.game().id().to_owned(),
            options: tree.options().clone(),
            start: tree.start_text().map(str::to_owned),
            info: tree.info().into(),
            clocks: clocks(tree.root()),
            annotations: tree.annotations(tree.root()).clone(),
            child_order: child_order(tree.root()),
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
        if let Some(name) = file.info.unknown_field() {
            return Err(FileError::UnknownInfo(excerpt(name)));
        }
        let game = registry::find(&file.game)
            .ok_or_else(|| FileError::UnknownGame(excerpt(&file.game)))?;
        let mut tree = match &file.start {
            Some(text) => GameTree::from_position(game, file.options.clone(), text)?,
            None => GameTree::new(game, file.options.clone())?,
        };
        *tree.info_mut() = (&file.info).into();
        let mut cursor = TreeCursor::new(&tree);
        for (index, node) in file.nodes.iter().enumerate() {
            let number = index + 1;
            if node.deleted {
                tree.skip_id();
                continue;
            }
            // Every entry adds exactly one node, so its number is its index.
            let bad_parent = FileError::Parent { number, parent: node.parent };
            let Some(parent) = tree.node(node.parent) else { return Err(bad_parent) };
            let illegal = |refusal| FileError::Move { number, text: excerpt(&node.mv), refusal };
            let before = cursor.go_to(&tree, parent);
            let action = match (node.forced, &node.set_up) {
                (Some(forced), _) => NodeAction::Forced(forced),
                (None, Some(set_up)) => NodeAction::SetUp(SetUp::clone(set_up)),
                (None, None) => NodeAction::Move(before.parse_move(&node.mv).map_err(illegal)?),
            };
            if tree.child_for_action(parent, &action).is_some() {
                return Err(bad_parent);
            }
            let done = cursor.execute(&mut tree, &action);
            let id = done.ok_or(FileError::SetUp(number))?;
            restore_annotations(&mut tree, id, node.clocks, &node.annotations);
        }
        restore_annotations(&mut tree, NodeId::ROOT, file.clocks, &file.annotations);
        for (number, node) in file.nodes.iter().enumerate().map(|(n, node)| (n + 1, node)) {
            restore_order(&mut tree, number, &node.child_order)?;
        }
        restore_order(&mut tree, 0, &file.child_order)?;
        Ok(tree)
    }
}

fn restore_annotations(
    tree: &mut GameTree,
    node: NodeId,
    clocks: Option<[ClockFile; 2]>,
    annotations: &Annotations,
) {
    if let Some(readings) = clocks {
        tree.set_clocks(node, readings.map(Reading::from));
    }
    if !annotations.is_empty() {
        *tree.annotations_mut(node) = annotations.clone();
    }
}

fn restore_order(tree: &mut GameTree, number: usize, order: &[usize]) -> Result<(), FileError> {
    if order.is_empty() {
        return Ok(());
    }
    let nodes: Option<Vec<_>> = order.iter().map(|&number| tree.node(number)).collect();
    match (tree.node(number), nodes) {
        (Some(node), Some(nodes)) if tree.set_order(node, &nodes) => Ok(()),
        _ => Err(FileError::VariationOrder(number)),
    }
}

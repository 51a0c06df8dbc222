//! The RON form of a game tree.

use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::{GameTree, NodeId};
use crate::core::Reading;
use crate::games::{Options, Refusal, SetupError, registry};

/// A game tree as it is written to a file. Positions are not written: they
/// follow from the moves, and a move that is not legal is found on reading.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct TreeFile {
    version: u32,
    game: String,
    #[serde(default)]
    options: Options,
    nodes: Vec<NodeFile>,
}

/// One move. The nodes are numbered from 1 in the order of the file; 0 is
/// the starting position.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct NodeFile {
    after: usize,
    play: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    clock: Option<[ClockFace; 2]>,
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
    #[error("the game is of version {0}, but this program reads version 1")]
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
}

impl From<&GameTree> for TreeFile {
    fn from(tree: &GameTree) -> TreeFile {
        let write = |node: NodeId| {
            Some(NodeFile {
                after: tree.parent(node)?.0,
                play: tree.move_text(node)?,
                clock: tree.clock(node).map(|faces| faces.map(ClockFace::from)),
            })
        };
        TreeFile {
            version: 1,
            game: tree.game().id().to_owned(),
            options: tree.options().clone(),
            nodes: tree.nodes().filter_map(write).collect(),
        }
    }
}

impl TryFrom<&TreeFile> for GameTree {
    type Error = FileError;

    fn try_from(file: &TreeFile) -> Result<GameTree, FileError> {
        if file.version != 1 {
            return Err(FileError::Version(file.version));
        }
        let game = registry::find(&file.game)
            .ok_or_else(|| FileError::UnknownGame(file.game.chars().take(40).collect()))?;
        let mut tree = GameTree::new(game, file.options.clone())?;
        for (index, node) in file.nodes.iter().enumerate() {
            let number = index + 1;
            // Every node adds exactly one, so its number is its place.
            let after =
                tree.node(node.after).ok_or(FileError::Order { number, after: node.after })?;
            let wrong = |refusal| FileError::Move { number, text: node.play.clone(), refusal };
            let mv = tree.position(after).parse_move(&node.play).map_err(wrong)?;
            let made = tree.play(after, mv).map_err(wrong)?;
            if made.number() != number {
                return Err(FileError::Order { number, after: node.after });
            }
            if let Some(faces) = node.clock {
                tree.set_clock(made, faces.map(Reading::from));
            }
        }
        Ok(tree)
    }
}

//! Level drafts as files, so that an unsaved one outlives the program.

use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::draft::LevelDraft;
use super::{Level, PackId, ProofKind, PuzzleId};
use crate::record::{self, GameTree, TreeFile};

/// A draft in its stored form.
#[derive(Serialize, Deserialize)]
struct DraftFile {
    version: u32,
    /// Position and moves, also those that are no part of the solution yet.
    tree: TreeFile,
    /// Everything else.
    level: Level,
    /// Pack and level that the draft replaces.
    replaces: Option<(String, String, String)>,
}

/// The reason why a draft could not be read.
#[derive(Debug, Error)]
pub enum DraftFileError {
    /// Not RON of the expected form.
    #[error("{0}")]
    Unreadable(#[from] ron::error::SpannedError),
    /// Written by a newer program.
    #[error("it is of version {0}, but this program reads version 1")]
    Version(u32),
    /// The moves are inconsistent.
    #[error(transparent)]
    Record(#[from] record::FileError),
    /// The level is inconsistent.
    #[error("it holds no position to make a level of")]
    Position,
}

impl LevelDraft {
    /// The draft as RON text, with the level that it replaces.
    #[must_use]
    pub fn to_ron(&self, replaces: Option<&PuzzleId>) -> String {
        let file = DraftFile {
            version: 1,
            tree: TreeFile::from(&self.tree),
            level: self.level("draft", ProofKind::Record),
            replaces: replaces.and_then(|id| {
                let (game, pack) = id.pack.as_str().split_once('/')?;
                Some((game.to_owned(), pack.to_owned(), id.level.to_string()))
            }),
        };
        // Plain data of our own types, which RON can always write.
        ron::ser::to_string_pretty(&file, ron::ser::PrettyConfig::new()).unwrap_or_default()
    }

    /// Reads a draft and the level that it replaces from RON text.
    ///
    /// # Errors
    /// When the text is damaged.
    pub fn from_ron(text: &str) -> Result<(LevelDraft, Option<PuzzleId>), DraftFileError> {
        let file: DraftFile = ron::from_str(text)?;
        if file.version != 1 {
            return Err(DraftFileError::Version(file.version));
        }
        let tree = GameTree::try_from(&file.tree)?;
        // Its texts are the same in every language.
        let mut draft = LevelDraft::with_options(tree.game(), tree.options(), &file.level, "en")
            .ok_or(DraftFileError::Position)?;
        draft.tree = tree;
        let replaces = file
            .replaces
            .map(|(game, pack, level)| PuzzleId::new(PackId::new(&game, &pack), &level));
        Ok((draft, replaces))
    }
}

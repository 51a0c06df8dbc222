//! Puzzle levels: file format, reading and writing. [`check`] and [`prove`]
//! tell whether levels are correct.

pub mod check;
pub mod daily;
pub mod draft;
mod draft_file;
pub mod explain;
mod id;
pub mod import;
pub mod make;
pub mod prove;
pub mod rating;
mod read;
pub mod similarity;

use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::file::{self, FileError, FormatError, WriteError};
use super::messages::LocalizedText;
use crate::core::{Point, PointError};
use crate::games::{AnyPosition, Options};
pub use draft_file::DraftFileError;
pub use id::{PackId, PuzzleId, USER_PREFIXES, find_level, find_pack, is_user_pack_id};
pub use read::{LoadedPacks, check_format, load, read_pack};

/// The index of all packs, within the levels folder.
pub const INDEX: &str = "index.ron";

/// Maximum size of a file in bytes.
pub const MAX_BYTES: usize = 1 << 20;

/// Maximum number of levels of a pack.
pub const MAX_LEVELS: usize = 1000;

/// Maximum number of moves, of both sides, in a solution.
pub const MAX_MOVES: usize = 400;

/// Maximum size of a text in bytes.
pub const MAX_TEXT: usize = 4000;

/// Range of level ratings on the Glicko scale.
pub const RATINGS: std::ops::RangeInclusive<u32> = 600..=2600;

/// A point named in a goal; stored as letter and number, such as `"c3"`. No
/// letter is skipped, unlike in Go notation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct GoalPoint(pub Point);

impl TryFrom<String> for GoalPoint {
    type Error = PointError;

    fn try_from(text: String) -> Result<GoalPoint, PointError> {
        text.parse().map(GoalPoint)
    }
}

impl From<GoalPoint> for String {
    fn from(place: GoalPoint) -> String {
        place.0.to_string()
    }
}

/// Goal of the side to move.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Goal {
    /// Win the game.
    Win,
    /// Draw a game that is otherwise lost.
    Draw,
    /// Win within this many own moves.
    MateIn(u32),
    /// Mate within this many own moves, each of which gives check.
    MateByChecks(u32),
    /// Reach the best final score: the difference in points or discs, negative
    /// if the game is lost.
    BestResult(i32),
    /// Capture the pieces on these points.
    Capture(Vec<GoalPoint>),
    /// Keep the own groups on these points alive.
    Live(Vec<GoalPoint>),
    /// Kill the groups on these points.
    Kill(Vec<GoalPoint>),
    /// Win by continuous fours (VCF).
    FiveByFours,
    /// Win by continuous threats (VCT), or at least get so far that fours alone win.
    WinByThreats,
    /// Stop the win by continuous fours that the other side threatens.
    StopFours,
    /// Find the only move that keeps the game's result.
    OnlyMove,
    /// Win material worth this many pawns.
    WinMaterial(i32),
}

impl Goal {
    /// The remaining goal after a move and its reply.
    #[must_use]
    pub fn after(&self, before: &AnyPosition, now: &AnyPosition) -> Goal {
        match (self, before.material_balance(), now.material_balance()) {
            (Goal::WinMaterial(pawns), Some(before), Some(now)) => {
                Goal::WinMaterial(pawns.saturating_sub(now - before))
            }
            _ => self.clone(),
        }
    }
}

/// Kind of evidence that a level is correct.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum ProofKind {
    /// Exhaustive search of moves and defences.
    Search,
    /// Exact answer of the game's solver.
    Solver,
    /// Follows from the rules as the solution is played.
    Rules,
    /// Exhaustive search to the depth of the solution, then of captures only.
    /// Nothing is claimed beyond that.
    Lookahead,
    /// Unproved: taken from a record. Not allowed in shipped packs.
    Record,
}

/// An accepted move of the solver.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Step {
    /// Move text in the game's notation.
    #[serde(rename = "move")]
    pub text: String,
    /// Replies; none where the goal is reached.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub replies: Vec<Reply>,
}

impl Step {
    /// True if this move or a later one of the solver is one of these.
    fn any(&self, is_wanted: &dyn Fn(&str) -> bool) -> bool {
        let mut then = self.replies.iter().flat_map(|reply| &reply.then);
        is_wanted(&self.text) || then.any(|step| step.any(is_wanted))
    }
}

/// A reply of the other side.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Reply {
    /// Move text in the game's notation.
    #[serde(rename = "move")]
    pub text: String,
    /// Accepted moves after it, at least one.
    pub then: Vec<Step>,
}

/// A plausible wrong move and its refutation.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Refutation {
    /// The wrong first move in the game's notation.
    #[serde(rename = "move")]
    pub text: String,
    /// The refuting reply; empty if the wrong move ends the game.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub reply: String,
}

/// One puzzle.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Level {
    /// Id within the pack.
    pub id: String,
    /// Title; may be empty.
    #[serde(default, skip_serializing_if = "LocalizedText::is_empty")]
    pub title: LocalizedText,
    /// The position in the game's text form.
    pub position: String,
    /// Side to move by its name in the game.
    pub side: String,
    /// The goal.
    pub goal: Goal,
    /// The accepted first moves and their continuations.
    pub solution: Vec<Step>,
    /// Plausible wrong first moves.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub refutations: Vec<Refutation>,
    /// Hints in the order in which they are shown.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub hints: Vec<LocalizedText>,
    /// Explanation of the solution; may be empty.
    #[serde(default, skip_serializing_if = "LocalizedText::is_empty")]
    pub explanation: LocalizedText,
    /// Glicko rating, 600 to 2600.
    pub difficulty: u32,
    /// Source of the position.
    pub source: String,
    /// Licence.
    pub licence: String,
    /// Kind of evidence that the level is correct.
    pub proved: ProofKind,
}

impl Level {
    /// True if an accepted move of the solver is one of these, by its text in the game's
    /// notation.
    #[must_use]
    pub fn solution_has(&self, is_wanted: impl Fn(&str) -> bool) -> bool {
        self.solution.iter().any(|step| step.any(&is_wanted))
    }
}

/// A pack of levels of one game under the same options.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Pack {
    version: u32,
    /// Id within the game.
    pub id: String,
    /// Id of the game.
    pub game: String,
    /// Title by language.
    pub title: LocalizedText,
    /// Description by language.
    pub description: LocalizedText,
    /// Options of the game.
    #[serde(default)]
    pub options: Options,
    /// The levels, in order of play.
    pub levels: Vec<Level>,
}

impl Pack {
    /// A pack without levels.
    #[must_use]
    pub fn empty(
        id: &str,
        game: &str,
        options: Options,
        title: LocalizedText,
        description: LocalizedText,
    ) -> Pack {
        let (id, game) = (id.to_owned(), game.to_owned());
        Pack { version: 1, id, game, title, description, options, levels: Vec::new() }
    }

    /// The pack in RON.
    ///
    /// # Errors
    /// When a text cannot be written as RON, or when [`read_pack`] would refuse
    /// so many bytes.
    pub fn to_ron(&self) -> Result<String, WriteError> {
        file::write(self, 4, MAX_BYTES)
    }

    /// True if the pack with this level added could still be written and read.
    #[must_use]
    pub fn has_room_for(&self, level: &Level) -> bool {
        let mut longer = self.clone();
        longer.levels.push(level.clone());
        longer.levels.len() <= MAX_LEVELS && longer.to_ron().is_ok()
    }
}

impl Level {
    /// Number of own moves on the longest line of the solution.
    #[must_use]
    pub fn length(&self) -> u32 {
        length(&self.solution)
    }
}

fn length(steps: &[Step]) -> u32 {
    let longest = steps.iter().map(|step| {
        1 + step.replies.iter().map(|reply| length(&reply.then)).max().unwrap_or_default()
    });
    longest.max().unwrap_or_default()
}

/// Error in a pack.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum PackError {
    /// It is not in the format.
    #[error(transparent)]
    Format(#[from] FormatError),
    /// A level of it is wrong.
    #[error(transparent)]
    Level(#[from] LevelError),
    /// It is shipped with a level that is not proved.
    #[error("a level is not proved; those that are shipped must be")]
    Unproved,
}

/// Error in a level.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("level \"{level}\": {reason}")]
pub struct LevelError {
    /// The level's id.
    pub level: String,
    /// The problem, and what was expected.
    pub reason: String,
}

impl LevelError {
    /// The error located in the file with this text, at the line where the
    /// level begins.
    #[must_use]
    pub fn in_file(&self, file: &str, text: &str) -> FileError {
        let name = format!("id: {:?}", self.level);
        let line = text.lines().position(|line| line.contains(&name)).map(|line| line + 1);
        FileError { file: file.to_owned(), line, reason: self.to_string() }
    }
}

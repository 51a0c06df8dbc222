//! Puzzle levels: what a file of them says, how it is read, and how it is
//! written. Whether its levels are right is for [`check`] and [`prove`].

pub mod check;
pub mod daily;
pub mod explain;
pub mod make;
pub mod own;
pub mod prove;
pub mod rating;
mod read;

use std::collections::BTreeMap;
use std::fmt;

use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::core::Point;
use crate::games::{AnyPosition, Options};
pub use read::{Loaded, check_whole, load, read_pack};

/// The list of all packs, within the folder of the levels.
pub const INDEX: &str = "index.ron";

/// The most bytes of a file.
pub const MOST_BYTES: usize = 1 << 20;

/// The most levels of a pack.
pub const MOST_LEVELS: usize = 1000;

/// The most moves, of both sides, in the solution of one level.
pub const MOST_MOVES: usize = 400;

/// The most bytes of one text.
pub const MOST_TEXT: usize = 4000;

/// The ratings that a level may have, on the scale of Glicko.
pub const RATINGS: std::ops::RangeInclusive<u32> = 600..=2600;

/// A text by language, such as `"en"` and `"zh-Hans"`.
pub type Words = BTreeMap<String, String>;

/// A point of a board, in files its letter and number, such as `"c3"`. No
/// letter is left out, whatever the game's own notation does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Place(pub Point);

impl TryFrom<String> for Place {
    type Error = String;

    fn try_from(text: String) -> Result<Place, String> {
        text.parse().map(Place).map_err(|error| format!("{error}"))
    }
}

impl From<Place> for String {
    fn from(place: Place) -> String {
        place.0.to_string()
    }
}

/// What the side to move is to reach.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Goal {
    /// Win the game.
    Win,
    /// Draw the game, which is lost otherwise.
    Draw,
    /// Win by the rules within so many own moves.
    MateIn(u32),
    /// The greatest difference in the final score, in points or discs; less
    /// than 0 if the game is lost by so much.
    BestResult(i32),
    /// Take the pieces on these points off the board.
    Capture(Vec<Place>),
    /// Keep one's own pieces on these points alive.
    Live(Vec<Place>),
    /// Take the groups on these points, which may not be saved.
    Kill(Vec<Place>),
    /// Win by moves each of which threatens five.
    FiveByFours,
    /// Find the only move that keeps the result of the game.
    OnlyMove,
    /// Come out so many pawns of material ahead of where one stands.
    WinMaterial(i32),
}

impl Goal {
    /// What is left of the goal once one position has become another; in both
    /// it is the same side's turn.
    #[must_use]
    pub fn after(&self, before: &AnyPosition, now: &AnyPosition) -> Goal {
        match (self, before.balance(), now.balance()) {
            (Goal::WinMaterial(pawns), Some(before), Some(now)) => {
                Goal::WinMaterial(pawns.saturating_sub(now - before))
            }
            _ => self.clone(),
        }
    }
}

/// How it is known that a level is right.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Proof {
    /// Every move and every defence were tried.
    Search,
    /// A solver that the game has for this found the exact answer.
    Solver,
    /// It follows from the rules as the solution is played.
    Rules,
    /// Every move and every answer were tried as far as the solution goes,
    /// and then all captures. What would be seen further on is not claimed.
    Lookahead,
    /// It was not proved: the record that the level was made of says so. No
    /// level of the shipped packs may rest on that.
    Record,
}

/// A move of the solver that is accepted.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Step {
    /// In the notation of the game.
    #[serde(rename = "move")]
    pub text: String,
    /// What is answered; none where the goal is reached.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub replies: Vec<Reply>,
}

/// An answer of the other side.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Reply {
    /// In the notation of the game.
    #[serde(rename = "move")]
    pub text: String,
    /// The moves that are accepted then, at least one.
    pub then: Vec<Step>,
}

/// A natural move that is wrong, and why.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Refutation {
    /// The wrong first move, in the notation of the game.
    #[serde(rename = "move")]
    pub text: String,
    /// What it is answered with; empty where it ends the game.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub reply: String,
}

/// One puzzle.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Level {
    /// Name within the pack.
    pub id: String,
    /// Title, where it has one.
    #[serde(default, skip_serializing_if = "Words::is_empty")]
    pub title: Words,
    /// The position as text of the game.
    pub position: String,
    /// Who is to move, as the game names its sides.
    pub side: String,
    /// What is to be reached.
    pub goal: Goal,
    /// The accepted first moves and what follows.
    pub solution: Vec<Step>,
    /// Natural wrong moves.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub refutations: Vec<Refutation>,
    /// Hints in the order in which they are given.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub hints: Vec<Words>,
    /// Why the solution is right, where it is explained.
    #[serde(default, skip_serializing_if = "Words::is_empty")]
    pub explanation: Words,
    /// Rating on the scale of Glicko, 600 to 2600.
    pub difficulty: u32,
    /// Where the position is from.
    pub source: String,
    /// Under which licence it may be used.
    pub licence: String,
    /// How it is known to be right.
    pub proved: Proof,
}

/// A pack of levels of one game under the same options.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Pack {
    version: u32,
    /// Name within the game.
    pub id: String,
    /// The game, by its short name.
    pub game: String,
    /// Title by language.
    pub title: Words,
    /// What the pack is about, by language.
    pub description: Words,
    /// Options of the game.
    #[serde(default)]
    pub options: Options,
    /// The levels, in order of play.
    pub levels: Vec<Level>,
}

impl Pack {
    /// A pack without levels yet.
    #[must_use]
    pub fn empty(id: &str, game: &str, options: Options, title: Words, description: Words) -> Pack {
        let (id, game) = (id.to_owned(), game.to_owned());
        Pack { version: 1, id, game, title, description, options, levels: Vec::new() }
    }

    /// The pack as a file has it.
    ///
    /// # Errors
    /// When some text cannot be written as RON.
    pub fn to_ron(&self) -> Result<String, ron::Error> {
        let looks = ron::ser::PrettyConfig::new().depth_limit(4).indentor("  ".to_owned());
        Ok(format!("{}\n", ron::ser::to_string_pretty(self, looks)?))
    }
}

impl Level {
    /// Own moves on the longest line of the solution.
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

/// What is wrong with a file of levels.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{file}{}: {reason}", line.map_or(String::new(), |line| format!(", line {line}")))]
pub struct LevelError {
    /// The file, within the folder of the levels.
    pub file: String,
    /// The line, where one can be named.
    pub line: Option<usize>,
    /// What is wrong and what would be right.
    pub reason: String,
}

/// A text in both languages.
#[must_use]
pub fn words([english, chinese]: [&str; 2]) -> Words {
    Words::from([("en".to_owned(), english.to_owned()), ("zh-Hans".to_owned(), chinese.to_owned())])
}

/// What is wrong with a level, to be said of the file it stands in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// The level's name.
    pub level: String,
    /// What is wrong and what would be right.
    pub reason: String,
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "level \"{}\": {}", self.level, self.reason)
    }
}

impl Fault {
    /// The fault as an error of the file with this text, with the line in
    /// which the level begins.
    #[must_use]
    pub fn within(&self, file: &str, text: &str) -> LevelError {
        let name = format!("id: {:?}", self.level);
        let line = text.lines().position(|line| line.contains(&name)).map(|line| line + 1);
        LevelError { file: file.to_owned(), line, reason: self.to_string() }
    }
}

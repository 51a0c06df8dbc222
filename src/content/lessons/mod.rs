//! Lessons: courses of short steps with a board, questions answered by a move or a choice,
//! and small games with a goal.
//!
//! A file of the folder `assets/lessons` is a [`Course`] of one game. What its lessons claim
//! is checked: every move by the rules, every [`Task::Solve`] by the proof of its goal, as
//! that of a puzzle level.
//!
//! ```
//! use tianyuan::content::{assets_folder, lessons};
//!
//! let folder = assets_folder();
//! let loaded = lessons::load(|path| {
//!     std::fs::read_to_string(folder.join(path)).map_err(|error| error.to_string())
//! });
//! assert_eq!(loaded.errors, []);
//! let course = loaded.courses.iter().find(|course| course.game == "tictactoe").unwrap();
//! assert!(course.lesson("three-in-a-row").is_some());
//! ```

mod check;
mod id;
mod path;
pub mod prove;
mod read;

use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::file::{FileError, FormatError};
use super::levels::{self, Goal, GoalPoint};
use super::messages::LocalizedText;
use crate::games::Options;
pub use id::LessonId;
pub use path::{PathError, StepPath};
pub use read::{LoadedCourses, load, read_course};

/// The index of all courses, within the assets folder.
pub const INDEX: &str = "lessons/index.ron";

/// Maximum size of a file in bytes.
pub const MAX_BYTES: usize = 512 << 10;

/// Maximum number of lessons of a course.
pub const MAX_LESSONS: usize = 60;

/// Maximum number of steps of a lesson.
pub const MAX_STEPS: usize = 40;

/// Maximum number of moves, marks or arrows of a board.
pub const MAX_MOVES: usize = 60;

/// Maximum number of answers of a question, and of wrong moves with an explanation.
pub const MAX_ANSWERS: usize = 24;

/// Maximum size of a title in bytes, in one language.
pub const MAX_TITLE: usize = 80;

/// Maximum size of a text in bytes, in one language.
pub const MAX_TEXT: usize = 1200;

/// Maximum number of own moves in a small game.
pub const MAX_GAME_MOVES: u32 = 200;

/// The lessons about one subject of a game, in the order in which they are learnt.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Course {
    version: u32,
    /// Id among the courses of the game.
    pub id: String,
    /// Id of the game.
    pub game: String,
    /// Title by language.
    pub title: LocalizedText,
    /// One sentence that tells what is learnt, by language.
    pub description: LocalizedText,
    /// The lessons.
    pub lessons: Vec<Lesson>,
}

/// A lesson of a few minutes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Lesson {
    /// Id within the course.
    pub id: String,
    /// Title by language.
    pub title: LocalizedText,
    /// The puzzle levels whose motif it teaches: ids of packs of the game, and English titles
    /// of levels.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub teaches: Vec<String>,
    /// The options of its boards, unless they have their own.
    #[serde(default)]
    pub options: Options,
    /// The steps, each a page beside the board.
    pub steps: Vec<LessonStep>,
}

/// A few sentences with a board, and perhaps something to do.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LessonStep {
    /// The sentences by language.
    pub text: LocalizedText,
    /// Another board. Without one the board stays as the step before leaves it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub board: Option<LessonBoard>,
    /// The task of the learner.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub task: Option<Task>,
}

/// A position, moves that are played from it as the step begins, and points of interest.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct LessonBoard {
    /// The options of the game; those of the lesson if there are none.
    pub options: Options,
    /// The position in the game's text form; the start if it is empty.
    pub position: String,
    /// The moves in the game's notation, separated by spaces.
    pub moves: String,
    /// Points that are marked.
    pub marks: Vec<GoalPoint>,
    /// Arrows from the first point to the second.
    pub arrows: Vec<(GoalPoint, GoalPoint)>,
}

/// Something that the learner does before the lesson goes on.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Task {
    /// One move.
    Move(MoveTask),
    /// A line with its replies, proved as that of a puzzle level.
    Solve(SolveTask),
    /// A choice among answers.
    Choice(Vec<Answer>),
    /// A small game against the computer.
    Play(PlayTask),
}

/// A question that one move answers.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MoveTask {
    /// The right moves in the game's notation. The step after goes on from the first.
    pub accept: Vec<String>,
    /// Wrong moves that have an explanation of their own.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub wrong: Vec<WrongMove>,
    /// Said of every other move.
    pub otherwise: LocalizedText,
    /// Said of the right move.
    pub done: LocalizedText,
}

/// A question that a line of moves answers.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SolveTask {
    /// The goal of the side to move.
    pub goal: Goal,
    /// The right moves and the replies to them.
    pub solution: Vec<levels::Step>,
    /// Wrong first moves that have an explanation of their own.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub wrong: Vec<WrongMove>,
    /// Said of every other move.
    pub otherwise: LocalizedText,
    /// Said at the end of the line.
    pub done: LocalizedText,
}

/// A wrong move, its refutation and the reason.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct WrongMove {
    /// The move in the game's notation.
    #[serde(rename = "move")]
    pub text: String,
    /// The reply that refutes it, which is played; empty if there is none to show.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub reply: String,
    /// The reason by language.
    pub why: LocalizedText,
}

/// An answer to choose.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Answer {
    /// The answer by language.
    pub text: LocalizedText,
    /// True if it is right.
    #[serde(default)]
    pub right: bool,
    /// Said when it is chosen, by language: the reason for which it is right or wrong.
    pub why: LocalizedText,
}

/// A small game against the computer, in which the learner has the side to move.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PlayTask {
    /// The goal of the learner.
    pub goal: PlayGoal,
    /// The level of the computer, from 1 to the highest of the game.
    pub level: u8,
    /// The largest number of own moves; none if there is no limit.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub moves: Option<u32>,
    /// Said when the goal is reached.
    pub done: LocalizedText,
    /// Said when it is missed.
    pub missed: LocalizedText,
}

/// The goal of a small game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum PlayGoal {
    /// Win the game.
    Win,
    /// Win or draw the game.
    NotLose,
    /// Capture this many pieces.
    Capture(u32),
    /// Have a piece on each of these points, at the same time.
    Occupy(Vec<GoalPoint>),
    /// Still have a piece on each of these points, after as many own moves as the task has.
    Keep(Vec<GoalPoint>),
}

impl Course {
    /// The lesson with this id, and its index.
    #[must_use]
    pub fn lesson(&self, id: &str) -> Option<(usize, &Lesson)> {
        self.lessons.iter().enumerate().find(|(_, lesson)| lesson.id == id)
    }
}

impl Lesson {
    /// True if it teaches the motif of this level of a pack.
    #[must_use]
    pub fn teaches(&self, pack: &levels::Pack, level: &levels::Level) -> bool {
        let title = level.title.get("en");
        self.teaches.iter().any(|name| *name == pack.id || Some(name) == title)
    }
}

/// Error in a lesson.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("lesson \"{lesson}\"{}: {reason}", step.map_or(String::new(), |number| format!(", step {number}")))]
pub struct LessonError {
    /// The lesson's id.
    pub lesson: String,
    /// The number of the step from 1, if it is in one.
    pub step: Option<usize>,
    /// The problem, and what was expected.
    pub reason: String,
}

impl LessonError {
    /// The error located in the file with this text, at the line where the step begins, or
    /// else the lesson.
    #[must_use]
    pub fn in_file(&self, file: &str, text: &str) -> FileError {
        let name = format!("id: {:?}", self.lesson);
        let lesson = text.lines().position(|line| line.contains(&name));
        let line = lesson.map(|lesson| {
            let is_step = |(_, line): &(usize, &str)| line.trim() == "(";
            let mut steps = text.lines().enumerate().skip(lesson).filter(is_step);
            let step = self.step.and_then(|number| steps.nth(number - 1));
            step.map_or(lesson, |(at, _)| at) + 1
        });
        FileError { file: file.to_owned(), line, reason: self.to_string() }
    }
}

/// Error in a course.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum CourseError {
    /// It is not in the format.
    #[error(transparent)]
    Format(#[from] FormatError),
    /// A lesson of it is wrong.
    #[error(transparent)]
    Lesson(#[from] LessonError),
}

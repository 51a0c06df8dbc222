//! The positions that a step goes through: where it begins, the moves that it shows, and
//! where it leaves the board.

use thiserror::Error;

use super::{Lesson, LessonBoard, LessonStep, MAX_MOVES, Task};
use crate::content::file::{self, FormatError};
use crate::content::levels;
use crate::core::{Move, Point, excerpt};
use crate::games::{AnyPosition, Game, IllegalMove, Options, SetupError};

/// The positions of a step.
#[derive(Clone, Debug)]
pub struct StepPath {
    /// The options of the game.
    pub options: Options,
    /// The position from which the moves are counted, in the game's text form; the start if
    /// it is empty.
    pub position: String,
    /// The moves that stand on the board as the step begins.
    pub before: Vec<Move>,
    /// The moves that the step shows.
    pub shown: Vec<Move>,
    /// The position after them, in which the task is set.
    pub task: AnyPosition,
    /// The moves of the task's first solution, from which a step without a board goes on.
    solved: Vec<Move>,
}

/// Error in the board or the moves of a step.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum PathError {
    /// It is not in the format.
    #[error(transparent)]
    Format(#[from] FormatError),
    /// Its options or its position are not those of the game.
    #[error(transparent)]
    Setup(#[from] SetupError),
    /// A move is illegal.
    #[error("move \"{text}\": {reason}")]
    Move {
        /// The beginning of the move.
        text: String,
        /// The refusal.
        reason: IllegalMove,
    },
    /// A point is not on the board.
    #[error("the point {0} is not on the board")]
    OffBoard(Point),
    /// The board of a small game is unknown when the step begins.
    #[error("it follows a small game, so it needs a board of its own")]
    AfterGame,
    /// There is no such step.
    #[error("there is no step {0}")]
    NoStep(usize),
}

/// Plays the moves of a text in the game's notation.
pub(super) fn play_line(position: &mut AnyPosition, text: &str) -> Result<Vec<Move>, PathError> {
    let texts: Vec<&str> = text.split_whitespace().collect();
    file::check_parts("it", texts.len(), "moves", MAX_MOVES)?;
    texts.into_iter().map(|text| play_move(position, text)).collect()
}

/// Plays one move in the game's notation.
pub(super) fn play_move(position: &mut AnyPosition, text: &str) -> Result<Move, PathError> {
    let wrong = |reason| PathError::Move { text: excerpt(text), reason };
    let mv = position.parse_move(text).map_err(wrong)?;
    position.play(mv).map_err(wrong)?;
    Ok(mv)
}

impl StepPath {
    /// The path of a step of a lesson, by its index.
    ///
    /// # Errors
    /// The first thing that is wrong in its board, or in one that it goes on from.
    pub fn of(game: &dyn Game, lesson: &Lesson, index: usize) -> Result<StepPath, PathError> {
        let missing = PathError::NoStep(index + 1);
        let steps = lesson.steps.get(..=index).ok_or(missing)?;
        let first = steps.iter().rposition(|step| step.board.is_some()).unwrap_or(0);
        let none = LessonBoard::default();
        let mut path: Option<StepPath> = None;
        for step in &steps[first..] {
            path = Some(match (&step.board, path) {
                (None, Some(path)) => path.following()?,
                (board, _) => {
                    StepPath::of_board(game, &lesson.options, board.as_ref().unwrap_or(&none))?
                }
            });
            if let Some(path) = &mut path {
                path.solved = path.first_solution(step)?;
            }
        }
        path.ok_or(PathError::NoStep(index + 1))
    }

    /// The path of a board by itself, under these options unless it has its own.
    ///
    /// # Errors
    /// The first thing that is wrong in it.
    pub fn of_board(
        game: &dyn Game,
        usual: &Options,
        board: &LessonBoard,
    ) -> Result<StepPath, PathError> {
        let own = board.options != Options::default();
        let options = if own { &board.options } else { usual };
        let mut position = match board.position.as_str() {
            "" => game.start(options)?,
            text => game.position(options, text)?,
        };
        check_points(&position, board)?;
        let shown = play_line(&mut position, &board.moves)?;
        Ok(StepPath {
            options: options.clone(),
            position: board.position.clone(),
            before: Vec::new(),
            shown,
            task: position,
            solved: Vec::new(),
        })
    }

    /// The path of a step without a board that follows this one.
    fn following(mut self) -> Result<StepPath, PathError> {
        self.before.append(&mut self.shown);
        for mv in std::mem::take(&mut self.solved) {
            let refused = |reason| PathError::Move { text: format!("{mv:?}"), reason };
            self.task.play(mv).map_err(refused)?;
            self.before.push(mv);
        }
        Ok(self)
    }

    /// The moves of the first solution of a step's task.
    fn first_solution(&self, step: &LessonStep) -> Result<Vec<Move>, PathError> {
        let mut position = self.task.clone();
        let mut moves = Vec::new();
        match &step.task {
            Some(Task::Move(task)) => {
                for text in task.accept.iter().take(1) {
                    moves.push(play_move(&mut position, text)?);
                }
            }
            Some(Task::Solve(task)) => {
                let mut steps: &[levels::Step] = &task.solution;
                while let Some(step) = steps.first() {
                    moves.push(play_move(&mut position, &step.text)?);
                    let Some(reply) = step.replies.first() else { break };
                    moves.push(play_move(&mut position, &reply.text)?);
                    steps = &reply.then;
                }
            }
            Some(Task::Choice(_) | Task::Play(_)) | None => {}
        }
        Ok(moves)
    }
}

fn check_points(position: &AnyPosition, board: &LessonBoard) -> Result<(), PathError> {
    for (count, parts) in [(board.marks.len(), "marks"), (board.arrows.len(), "arrows")] {
        file::check_parts("it", count, parts, MAX_MOVES)?;
    }
    let arrows = board.arrows.iter().flat_map(|(from, to)| [from, to]);
    check_on_board(position, board.marks.iter().chain(arrows).map(|point| point.0))
}

/// Checks that these points are on the board.
pub(super) fn check_on_board(
    position: &AnyPosition,
    mut points: impl Iterator<Item = Point>,
) -> Result<(), PathError> {
    let board = position.board();
    match points.find(|point| point.file >= board.files || point.rank >= board.ranks) {
        Some(point) => Err(PathError::OffBoard(point)),
        None => Ok(()),
    }
}

//! Checks of courses: texts in every language, legal moves, and tasks that can be done.

use super::path::{PathError, StepPath, check_on_board, play_line, play_move};
use super::prove::level_of;
use super::{
    Answer, Course, CourseError, Lesson, LessonError, LessonStep, MAX_ANSWERS, MAX_GAME_MOVES,
    MAX_LESSONS, MAX_STEPS, MAX_TEXT, MAX_TITLE, PlayGoal, PlayTask, Task, WrongMove,
};
use crate::content::file::{self, FormatError};
use crate::content::levels::GoalPoint;
use crate::content::levels::check::check_level;
use crate::content::messages::LocalizedText;
use crate::core::{Move, excerpt};
use crate::games::{AnyPosition, Game, registry};

/// Checks all of a course.
pub(super) fn check_course(course: &Course) -> Result<(), CourseError> {
    file::check_version(course.version)?;
    file::check_id(&course.id)?;
    let game =
        registry::find(&course.game).ok_or_else(|| FormatError::unknown_game(&course.game))?;
    file::check_localized("title", &course.title, MAX_TITLE)?;
    file::check_localized("description", &course.description, MAX_TEXT)?;
    file::check_count(course.lessons.len(), "lesson", "lessons", MAX_LESSONS)?;
    for (at, lesson) in course.lessons.iter().enumerate() {
        let wrong = |step, reason| LessonError { lesson: excerpt(&lesson.id), step, reason };
        if course.lessons[..at].iter().any(|other| other.id == lesson.id) {
            let reason = "another lesson has this id; each has its own";
            return Err(wrong(None, reason.to_owned()).into());
        }
        check_lesson(lesson).map_err(|error| wrong(None, error.to_string()))?;
        for (number, step) in lesson.steps.iter().enumerate() {
            check_step(game, lesson, number, step)
                .map_err(|reason| wrong(Some(number + 1), reason))?;
        }
    }
    Ok(())
}

fn check_lesson(lesson: &Lesson) -> Result<(), FormatError> {
    file::check_id(&lesson.id)?;
    file::check_localized("title", &lesson.title, MAX_TITLE)?;
    file::check_parts("it", lesson.teaches.len(), "motifs", MAX_ANSWERS)?;
    file::check_count(lesson.steps.len(), "step", "steps", MAX_STEPS)?;
    match lesson.steps.iter().any(|step| step.task.is_some()) {
        true => Ok(()),
        false => Err(FormatError::NoEntry("task")),
    }
}

fn check_step(
    game: &dyn Game,
    lesson: &Lesson,
    index: usize,
    step: &LessonStep,
) -> Result<(), String> {
    let text = |error: &dyn ToString| error.to_string();
    file::check_localized("text", &step.text, MAX_TEXT).map_err(|error| text(&error))?;
    let follows_game = index > 0
        && step.board.is_none()
        && matches!(lesson.steps[index - 1].task, Some(Task::Play(_)));
    if follows_game {
        return Err(text(&PathError::AfterGame));
    }
    let path = StepPath::of(game, lesson, index).map_err(|error| text(&error))?;
    let Some(task) = &step.task else { return Ok(()) };
    if path.task.outcome().is_some() && !matches!(task, Task::Choice(_)) {
        return Err("the game is over in its position, so nothing can be played".to_owned());
    }
    match task {
        Task::Move(task) => {
            let accepted = check_accepted(&path.task, &task.accept)?;
            check_wrong(&path.task, &accepted, &task.wrong)?;
            check_answers(&task.otherwise, &task.done)
        }
        Task::Solve(task) => {
            let level = level_of(game, &path.task, task);
            check_level(game, &path.options, &level).map_err(|error| text(&error))?;
            let first: Vec<String> = task.solution.iter().map(|step| step.text.clone()).collect();
            let accepted = check_accepted(&path.task, &first)?;
            check_wrong(&path.task, &accepted, &task.wrong)?;
            check_answers(&task.otherwise, &task.done)
        }
        Task::Choice(answers) => check_choice(answers).map_err(|error| text(&error)),
        Task::Play(task) => {
            check_play(game, &path.task, task)?;
            check_answers(&task.missed, &task.done)
        }
    }
}

fn check_answers(other: &LocalizedText, done: &LocalizedText) -> Result<(), String> {
    for (name, said) in [("the answer to a wrong move", other), ("done", done)] {
        file::check_localized(name, said, MAX_TEXT).map_err(|error| error.to_string())?;
    }
    Ok(())
}

/// Checks the right moves and returns them.
fn check_accepted(position: &AnyPosition, texts: &[String]) -> Result<Vec<Move>, String> {
    file::check_count(texts.len(), "right move", "right moves", MAX_ANSWERS)
        .map_err(|error| error.to_string())?;
    let mut moves = Vec::new();
    for text in texts {
        let mv = play_move(&mut position.clone(), text).map_err(|error| error.to_string())?;
        if moves.contains(&mv) {
            return Err(format!("move \"{}\" is accepted twice", excerpt(text)));
        }
        moves.push(mv);
    }
    Ok(moves)
}

fn check_wrong(
    position: &AnyPosition,
    accepted: &[Move],
    wrong: &[WrongMove],
) -> Result<(), String> {
    let mut explained = Vec::new();
    file::check_parts("it", wrong.len(), "wrong moves", MAX_ANSWERS)
        .map_err(|error| error.to_string())?;
    for wrong in wrong {
        let mut position = position.clone();
        let mv = play_move(&mut position, &wrong.text).map_err(|error| error.to_string())?;
        if accepted.contains(&mv) {
            return Err(format!("move \"{}\" is both right and wrong", excerpt(&wrong.text)));
        }
        if explained.contains(&mv) {
            return Err(format!("move \"{}\" is explained twice", excerpt(&wrong.text)));
        }
        explained.push(mv);
        play_line(&mut position, &wrong.reply).map_err(|error| error.to_string())?;
        file::check_localized("why", &wrong.why, MAX_TEXT).map_err(|error| error.to_string())?;
    }
    Ok(())
}

fn check_choice(answers: &[Answer]) -> Result<(), FormatError> {
    file::check_count(answers.len(), "answer", "answers", MAX_ANSWERS)?;
    if answers.iter().filter(|answer| answer.right).count() != 1 {
        return Err(FormatError::Repeated("expected exactly one right answer"));
    }
    if answers.len() < 2 {
        return Err(FormatError::NoEntry("wrong answer"));
    }
    for answer in answers {
        file::check_localized("an answer", &answer.text, MAX_TEXT)?;
        file::check_localized("why", &answer.why, MAX_TEXT)?;
    }
    Ok(())
}

fn check_play(game: &dyn Game, position: &AnyPosition, task: &PlayTask) -> Result<(), String> {
    let range = |name, found, least, most| {
        let error = FormatError::OutOfRange { name, found, least, most };
        if (least..=most).contains(&found) { Ok(()) } else { Err(error.to_string()) }
    };
    range("level", u32::from(task.level), 1, u32::from(game.levels()))?;
    if let Some(moves) = task.moves {
        range("moves", moves, 1, MAX_GAME_MOVES)?;
    }
    match &task.goal {
        PlayGoal::Win | PlayGoal::NotLose => Ok(()),
        PlayGoal::Capture(count) => {
            let side = position.side_to_move().other();
            let pieces = position.pieces_of(side).len();
            // Where pieces are placed more of them come.
            let most = if position.has_plain_stones() { 361 } else { pieces };
            range("the number of pieces to capture", *count, 1, u32::try_from(most).unwrap_or(0))
        }
        PlayGoal::Occupy(points) | PlayGoal::Keep(points) => {
            if points.is_empty() {
                return Err("its goal names no point; expected at least one".to_owned());
            }
            check_on_board(position, points.iter().map(|point| point.0))
                .map_err(|error| error.to_string())?;
            if !matches!(task.goal, PlayGoal::Keep(_)) {
                return Ok(());
            }
            let own = |point: &GoalPoint| {
                position
                    .piece_at(point.0)
                    .is_some_and(|piece| piece.side == position.side_to_move())
            };
            match (points.iter().find(|point| !own(point)), task.moves) {
                (Some(point), _) => Err(format!("no own piece stands on {}", point.0)),
                (None, None) => Err("to keep pieces a number of moves is needed".to_owned()),
                (None, Some(_)) => Ok(()),
            }
        }
    }
}

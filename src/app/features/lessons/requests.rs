//! Requests of the learner: opening a lesson, going from step to step, and answers.

use std::collections::VecDeque;

use bevy::prelude::*;

use super::{LessonProgress, LessonState, Lessons, MOVE_DELAY, QueuedMove, RunningLesson};
use crate::app::notice::Notice;
use crate::app::services::assets::LoadedAssets;
use crate::app::session::{ActiveSession, Session, SessionEvent};
use crate::content::lessons::{Lesson, LessonBoard, LessonId, StepPath, Task};
use crate::content::levels;
use crate::core::Point;
use crate::games::{Game, registry};
use crate::record::{GameTree, Shape, ShapeColour, ShapeKind};

/// A request of the learner.
#[derive(Message, Clone, Debug, PartialEq, Eq)]
pub enum LessonRequest {
    /// Opens a lesson where it was left.
    Start(LessonId),
    /// Goes to the next step, or to the next lesson of the course after the last one.
    Next,
    /// Goes back to the step before.
    Back,
    /// Tries the task again.
    Retry,
    /// Chooses an answer by its index.
    Choose(usize),
    /// Shows the answer.
    ShowAnswer,
}

/// Handles requests.
pub(super) fn handle_requests(
    mut requests: MessageReader<LessonRequest>,
    time: Res<Time<Real>>,
    assets: Res<LoadedAssets>,
    mut active_session: ResMut<ActiveSession>,
    mut lessons: ResMut<Lessons>,
    mut progress: ResMut<LessonProgress>,
    mut changed: MessageWriter<SessionEvent>,
    mut notices: MessageWriter<Notice>,
) {
    for request in requests.read() {
        let to = match (request, lessons.current()) {
            (LessonRequest::Start(id), _) => {
                let step = progress.step(id);
                Some((id.clone(), step))
            }
            (LessonRequest::Next, Some(lesson)) if lesson.state.is_over() => {
                next_step(lesson, &assets, &mut progress)
            }
            (LessonRequest::Back, Some(lesson)) if lesson.step > 0 => {
                Some((lesson.id.clone(), lesson.step - 1))
            }
            (LessonRequest::Retry, Some(lesson)) if lesson.state == LessonState::Missed => {
                Some((lesson.id.clone(), lesson.step))
            }
            _ => None,
        };
        if let Some((id, step)) = to {
            let opened = open_step(&id, step, &assets).map(|(session, mut lesson)| {
                lesson.next_move_at = time.elapsed() + MOVE_DELAY;
                active_session.start_lesson(session);
                changed.write(SessionEvent::Replaced);
                progress.reach(&lesson.id, lesson.step);
                lesson
            });
            match opened {
                Some(lesson) => lessons.0 = Some(lesson),
                None => _ = notices.write(Notice::problem("lesson-wrong")),
            }
            continue;
        }
        let Some(lesson) = &mut lessons.0 else { continue };
        let Some((_, content)) = assets.lesson(&lesson.id) else { continue };
        let task = content.steps.get(lesson.step).and_then(|step| step.task.as_ref());
        match (request, task) {
            (LessonRequest::Retry, _)
                if matches!(lesson.state, LessonState::Wrong | LessonState::Refuting) =>
            {
                lesson.queue.clear();
                lesson.said = None;
                lesson.chosen = None;
                lesson.state = LessonState::Asking;
                let taken_back = active_session.take_back_lesson(lesson.retry_node);
                changed.write_batch(taken_back.map(SessionEvent::Game));
            }
            (&LessonRequest::Choose(index), Some(Task::Choice(answers)))
                if matches!(lesson.state, LessonState::Asking | LessonState::Wrong) =>
            {
                let Some(answer) = answers.get(index) else { continue };
                lesson.chosen = Some(index);
                lesson.said = Some(answer.why.clone());
                lesson.state = if answer.right { LessonState::Done } else { LessonState::Wrong };
            }
            (LessonRequest::ShowAnswer, Some(task))
                if matches!(
                    lesson.state,
                    LessonState::Asking | LessonState::Wrong | LessonState::Refuting
                ) =>
            {
                lesson.queue.clear();
                let taken_back = active_session.take_back_lesson(lesson.retry_node);
                changed.write_batch(taken_back.map(SessionEvent::Game));
                lesson.next_move_at = time.elapsed() + MOVE_DELAY;
                show_answer(lesson, task);
            }
            _ => {}
        }
        if lesson.state == LessonState::Done && lesson.step + 1 == content.steps.len() {
            progress.finish(&lesson.id);
        }
    }
}

/// The step after this one, or the first one of the next lesson of the course. A lesson that
/// ends is done.
fn next_step(
    lesson: &RunningLesson,
    assets: &LoadedAssets,
    progress: &mut LessonProgress,
) -> Option<(LessonId, usize)> {
    let (course, content) = assets.lesson(&lesson.id)?;
    if lesson.step + 1 < content.steps.len() {
        return Some((lesson.id.clone(), lesson.step + 1));
    }
    progress.finish(&lesson.id);
    let (place, _) = course.lesson(&lesson.id.lesson)?;
    let next = course.lessons.get(place + 1)?;
    Some((LessonId::new(course, &next.id), 0))
}

/// The session and the state of a step; of the first one if the lesson has fewer now.
fn open_step(
    id: &LessonId,
    step: usize,
    assets: &LoadedAssets,
) -> Option<(Session, RunningLesson)> {
    let (course, content) = assets.lesson(id)?;
    let game = registry::find(&course.game)?;
    let step = if step < content.steps.len() { step } else { 0 };
    let path = StepPath::of(game, content, step).ok()?;
    let session = session(game, &path)?;
    let board = content.steps[..=step].iter().rev().find_map(|step| step.board.as_ref());
    let shapes = board.map_or(Vec::new(), shapes);
    // A step without a board of its own is about something else than what was marked.
    let has_own = content.steps[step].board.is_some();
    let lesson = RunningLesson {
        id: id.clone(),
        step,
        state: LessonState::Showing,
        said: None,
        chosen: None,
        shapes: if has_own { shapes } else { Vec::new() },
        targets: Vec::new(),
        moves_made: 0,
        captured: 0,
        right: Vec::new(),
        retry_node: session.current(),
        opponents: 0,
        queue: path.shown.iter().copied().map(QueuedMove::Known).collect::<VecDeque<_>>(),
        next_move_at: Default::default(),
        reply: None,
        path,
    };
    Some((session, lesson))
}

/// A session in which the moves before the step have been played.
fn session(game: &'static dyn Game, path: &StepPath) -> Option<Session> {
    let options = path.options.clone();
    let mut tree = match path.position.as_str() {
        "" => GameTree::new(game, options).ok()?,
        text => GameTree::from_position(game, options, text).ok()?,
    };
    let mut node = tree.root();
    for &mv in &path.before {
        node = tree.play(node, mv).ok()?;
    }
    Some(Session::from_tree_at(tree, node))
}

fn shapes(board: &LessonBoard) -> Vec<Shape> {
    let shape = |at: Point, kind| Shape { at, kind, colour: ShapeColour::Green };
    let marks = board.marks.iter().map(|mark| shape(mark.0, ShapeKind::Circle));
    let arrows = board.arrows.iter().map(|(from, to)| shape(from.0, ShapeKind::Arrow(to.0)));
    marks.chain(arrows).collect()
}

fn show_answer(lesson: &mut RunningLesson, task: &Task) {
    lesson.chosen = None;
    match task {
        Task::Move(task) => {
            lesson.queue.extend(task.accept.first().cloned().map(QueuedMove::Text));
            lesson.said = Some(task.done.clone());
            lesson.state = LessonState::Answering;
        }
        Task::Solve(task) => {
            let mut steps: &[levels::Step] = &lesson.right;
            while let Some(step) = steps.first() {
                lesson.queue.push_back(QueuedMove::Text(step.text.clone()));
                let Some(reply) = step.replies.first() else { break };
                lesson.queue.push_back(QueuedMove::Text(reply.text.clone()));
                steps = &reply.then;
            }
            lesson.said = Some(task.done.clone());
            lesson.state = LessonState::Answering;
        }
        Task::Choice(answers) => {
            lesson.chosen = answers.iter().position(|answer| answer.right);
            lesson.said = lesson.chosen.map(|right| answers[right].why.clone());
            lesson.state = LessonState::Done;
        }
        Task::Play(_) => {}
    }
}

/// The lesson that teaches the motif of a level.
pub fn teaching<'a>(
    assets: &'a LoadedAssets,
    pack: &levels::Pack,
    level: &levels::Level,
) -> Option<(LessonId, &'a Lesson)> {
    let courses = assets.courses().iter().filter(|course| course.game == pack.game);
    let lessons =
        courses.flat_map(|course| course.lessons.iter().map(move |lesson| (course, lesson)));
    let mut found = lessons.filter(|(_, lesson)| lesson.teaches(pack, level));
    found.next().map(|(course, lesson)| (LessonId::new(course, &lesson.id), lesson))
}

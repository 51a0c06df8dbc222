//! Judging what the learner does: moves that answer a question, and small games.

use bevy::prelude::*;

use super::{LessonProgress, LessonState, Lessons, MOVE_DELAY, QueuedMove, RunningLesson};
use crate::app::features::engine::{SearchTask, random_seed};
use crate::app::services::assets::LoadedAssets;
use crate::app::services::tasks::TaskRunner;
use crate::app::session::{ActiveSession, GameEvent, Mode, Session, SessionEvent};
use crate::content::lessons::{PlayGoal, PlayTask, Task, WrongMove};
use crate::content::levels::GoalPoint;
use crate::content::messages::LocalizedText;
use crate::core::Move;
use crate::games::AnyPosition;

/// Judges the learner's move, and lets the computer answer it in a small game.
pub(super) fn judge_moves(
    mut events: MessageReader<SessionEvent>,
    time: Res<Time<Real>>,
    assets: Res<LoadedAssets>,
    active_session: Res<ActiveSession>,
    task_runner: Res<TaskRunner>,
    mut lessons: ResMut<Lessons>,
    mut progress: ResMut<LessonProgress>,
) {
    let is_move = |event: &&SessionEvent| matches!(event, SessionEvent::Game(GameEvent::Moved(..)));
    if events.read().filter(is_move).count() == 0 {
        return;
    }
    let Some(lesson) = &mut lessons.0 else { return };
    let Some(session) = active_session.session_in(Mode::Lesson) else { return };
    let Some((_, content)) = assets.lesson(&lesson.id) else { return };
    let Some(task) = content.steps.get(lesson.step).and_then(|step| step.task.as_ref()) else {
        return;
    };
    lesson.next_move_at = time.elapsed() + MOVE_DELAY;
    let (tree, current) = (session.tree(), session.current());
    match (lesson.state, task) {
        (LessonState::Asking, Task::Move(task)) if asked(lesson, session) => {
            let before = tree.position(lesson.retry_node);
            let mv = tree.move_at(current);
            if task.accept.iter().any(|text| is_move_text(before, text, mv)) {
                finish(lesson, &task.done);
            } else {
                refute(lesson, before, mv, &task.wrong, &task.otherwise);
            }
        }
        (LessonState::Asking, Task::Solve(task)) if asked(lesson, session) => {
            let before = tree.position(lesson.retry_node);
            let mv = tree.move_at(current);
            let right = lesson.right.iter().find(|step| is_move_text(before, &step.text, mv));
            match right.cloned() {
                Some(step) => match step.replies.into_iter().next() {
                    Some(reply) => {
                        lesson.queue.push_back(QueuedMove::Text(reply.text));
                        lesson.right = reply.then;
                        lesson.said = None;
                        lesson.state = LessonState::Replying;
                    }
                    None => finish(lesson, &task.done),
                },
                None => {
                    // The explanations are of first moves.
                    let is_first = lesson.path.task.key() == before.key();
                    let wrong = if is_first { &task.wrong[..] } else { &[] };
                    refute(lesson, before, mv, wrong, &task.otherwise);
                }
            }
        }
        (LessonState::Playing, Task::Play(task)) => {
            let mover = tree.parent(current).map(|node| tree.position(node).side_to_move());
            if mover != Some(lesson.learner()) {
                return;
            }
            lesson.moves_made += 1;
            let left = session.position().pieces_of(lesson.learner().other()).len();
            lesson.captured += lesson.opponents.saturating_sub(left);
            match judge_game(lesson, task, session.position(), true) {
                Some(true) => finish(lesson, &task.done),
                Some(false) => miss(lesson, task),
                None => think(lesson, task, &active_session, session, &task_runner),
            }
        }
        (LessonState::Thinking, Task::Play(task)) => {
            match judge_game(lesson, task, session.position(), false) {
                Some(true) => finish(lesson, &task.done),
                Some(false) => miss(lesson, task),
                None => go_on(lesson, task, &active_session, session, &task_runner),
            }
        }
        _ => {}
    }
    if lesson.state == LessonState::Done && lesson.step + 1 == content.steps.len() {
        progress.finish(&lesson.id);
    }
}

/// True if the last move is an answer to the question.
fn asked(lesson: &RunningLesson, session: &Session) -> bool {
    session.tree().parent(session.current()) == Some(lesson.retry_node)
}

fn is_move_text(before: &AnyPosition, text: &str, mv: Option<Move>) -> bool {
    before.parse_move(text).is_ok_and(|parsed| Some(parsed) == mv)
}

fn finish(lesson: &mut RunningLesson, done: &LocalizedText) {
    lesson.said = Some(done.clone());
    lesson.state = LessonState::Done;
}

fn miss(lesson: &mut RunningLesson, task: &PlayTask) {
    lesson.said = Some(task.missed.clone());
    lesson.state = LessonState::Missed;
}

/// Says why a move is wrong, and plays its refutation.
fn refute(
    lesson: &mut RunningLesson,
    before: &AnyPosition,
    mv: Option<Move>,
    wrong: &[WrongMove],
    otherwise: &LocalizedText,
) {
    let known = wrong.iter().find(|wrong| is_move_text(before, &wrong.text, mv));
    lesson.said = Some(known.map_or(otherwise, |wrong| &wrong.why).clone());
    let reply = known.map(|wrong| wrong.reply.clone()).filter(|reply| !reply.is_empty());
    let moves = reply.iter().flat_map(|reply| reply.split_whitespace());
    lesson.queue.extend(moves.map(|text| QueuedMove::Text(text.to_owned())));
    lesson.state = if lesson.queue.is_empty() { LessonState::Wrong } else { LessonState::Refuting };
}

/// The task of the step begins: its moves were shown.
pub(super) fn after_shown(lesson: &mut RunningLesson, assets: &LoadedAssets, session: &Session) {
    lesson.retry_node = session.current();
    let task = assets.lesson(&lesson.id).and_then(|(_, content)| {
        let step = content.steps.get(lesson.step)?;
        step.task.clone()
    });
    lesson.targets.clear();
    lesson.state = match task {
        None => LessonState::Reading,
        Some(Task::Play(task)) => {
            lesson.moves_made = 0;
            lesson.captured = 0;
            lesson.opponents = session.position().pieces_of(lesson.learner().other()).len();
            if let PlayGoal::Occupy(points) | PlayGoal::Keep(points) = &task.goal {
                lesson.targets = points.iter().map(|point| point.0).collect();
            }
            LessonState::Playing
        }
        Some(Task::Solve(task)) => {
            lesson.right = task.solution;
            LessonState::Asking
        }
        Some(Task::Move(_) | Task::Choice(_)) => LessonState::Asking,
    };
}

/// The result of a small game so far: true if its goal is reached, false if it is missed.
fn judge_game(
    lesson: &RunningLesson,
    task: &PlayTask,
    position: &AnyPosition,
    is_own_move: bool,
) -> Option<bool> {
    let learner = lesson.learner();
    let holds = |points: &[GoalPoint]| {
        let own = |at: &GoalPoint| position.piece_at(at.0).is_some_and(|it| it.side == learner);
        points.iter().all(own)
    };
    let winner = position.outcome().map(|outcome| outcome.winner);
    let has_moves_left = task.moves.is_none_or(|moves| lesson.moves_made < moves);
    let reached = match &task.goal {
        PlayGoal::Win => winner == Some(Some(learner)),
        PlayGoal::NotLose => winner.is_some_and(|winner| winner != Some(learner.other())),
        PlayGoal::Capture(count) => lesson.captured >= *count as usize,
        PlayGoal::Occupy(points) => holds(points),
        PlayGoal::Keep(points) => {
            if !holds(points) {
                return Some(false);
            }
            // What is kept must outlast the reply to the last move.
            winner == Some(Some(learner)) || !has_moves_left && !is_own_move
        }
    };
    let is_patient = matches!(task.goal, PlayGoal::Keep(_)) && is_own_move;
    match (reached, winner.is_some()) {
        (true, _) => Some(true),
        (false, true) => Some(false),
        (false, false) if is_own_move && !has_moves_left && !is_patient => Some(false),
        (false, false) => None,
    }
}

/// A small game goes on after a move of the computer.
fn go_on(
    lesson: &mut RunningLesson,
    task: &PlayTask,
    active_session: &ActiveSession,
    session: &Session,
    runner: &TaskRunner,
) {
    if session.side_to_move() == lesson.learner() {
        lesson.opponents = session.position().pieces_of(lesson.learner().other()).len();
        lesson.state = LessonState::Playing;
    } else {
        think(lesson, task, active_session, session, runner);
    }
}

/// Lets the computer find its move, or the learner move again.
fn think(
    lesson: &mut RunningLesson,
    task: &PlayTask,
    active_session: &ActiveSession,
    session: &Session,
    runner: &TaskRunner,
) {
    if session.side_to_move() == lesson.learner() {
        go_on(lesson, task, active_session, session, runner);
        return;
    }
    let sequence = session.tree().sequence(session.current());
    let search = SearchTask::of_level(active_session.serial(), sequence, task.level, random_seed());
    lesson.reply = Some(runner.spawn(search));
    lesson.state = LessonState::Thinking;
}

/// The computer has found no move, which is so only where there is none.
pub(super) fn goal_after_reply(
    lesson: &mut RunningLesson,
    assets: &LoadedAssets,
    session: &Session,
) {
    let task = assets.lesson(&lesson.id).and_then(|(_, content)| {
        match &content.steps.get(lesson.step)?.task {
            Some(Task::Play(task)) => Some(task.clone()),
            _ => None,
        }
    });
    let Some(task) = task else { return };
    match judge_game(lesson, &task, session.position(), false) {
        Some(true) => finish(lesson, &task.done),
        _ => miss(lesson, &task),
    }
}

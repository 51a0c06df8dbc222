//! The moves of a lesson that are played automatically: those that a step shows, replies,
//! answers, and the computer's in a small game.

use bevy::prelude::*;

use super::judging::{after_shown, goal_after_reply};
use super::{LessonState, Lessons, MOVE_DELAY, QueuedMove};
use crate::app::services::assets::LoadedAssets;
use crate::app::session::{ActiveSession, Mode, MoveSource, SessionCommand, Turn};
use crate::core::Move;

/// Plays queued moves, one at a time, and the computer's move when it is found.
pub(super) fn play_queued(
    time: Res<Time<Real>>,
    assets: Res<LoadedAssets>,
    active_session: Res<ActiveSession>,
    mut lessons: ResMut<Lessons>,
    mut commands: MessageWriter<SessionCommand>,
) {
    let Some(session) = active_session.session_in(Mode::Lesson) else { return };
    let forced = match session.turn() {
        Turn::Forced(mv) => Some(mv),
        _ => None,
    };
    // Checked immutably first, to not trigger change detection in every frame.
    let is_due = lessons.current().is_some_and(|lesson| {
        let waits = lesson.state.is_animating()
            || (forced.is_some() && lesson.state == LessonState::Playing);
        waits && time.elapsed() >= lesson.next_move_at
    });
    let Some(lesson) = lessons.0.as_mut().filter(|_| is_due) else { return };
    let position = session.position();
    let mut play = |mv: Move| {
        commands.write(SessionCommand::Play(mv, MoveSource::Script(position.key())));
    };
    lesson.next_move_at = time.elapsed() + MOVE_DELAY;
    match lesson.queue.pop_front() {
        Some(QueuedMove::Known(mv)) => play(mv),
        Some(QueuedMove::Text(text)) => match position.parse_move(&text) {
            Ok(mv) => play(mv),
            // Shipped lessons are validated, so this is a bug.
            Err(error) => error!("{text} cannot be played: {error}"),
        },
        None => match lesson.state {
            LessonState::Showing => after_shown(lesson, &assets, session),
            LessonState::Refuting => lesson.state = LessonState::Wrong,
            LessonState::Answering => lesson.state = LessonState::Done,
            LessonState::Replying => {
                lesson.state = LessonState::Asking;
                lesson.retry_node = session.current();
            }
            LessonState::Thinking => {
                let Some(search) = lesson.reply.as_ref().filter(|search| search.is_finished())
                else {
                    lesson.next_move_at = time.elapsed();
                    return;
                };
                let best = search.output().map(|info| info.best);
                lesson.reply = None;
                match forced.or(best) {
                    Some(mv) => play(mv),
                    None => goal_after_reply(lesson, &assets, session),
                }
            }
            // A forced pass of the learner.
            _ => forced.into_iter().for_each(play),
        },
    }
}

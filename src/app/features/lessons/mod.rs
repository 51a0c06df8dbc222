//! Lessons: the steps of the lesson on the board, the learner's tasks, and what was learnt. The
//! game in progress is paused meanwhile.
//!
//! The session plays the moves, both the learner's and the scripted ones; this feature opens
//! and closes its gate for the learner's, and judges what was played.

mod judging;
mod progress;
mod replies;
mod requests;

use std::collections::VecDeque;
use std::time::Duration;

use bevy::prelude::*;

pub use progress::LessonProgress;
pub use requests::{LessonRequest, teaching};

use super::engine::SearchTask;
use crate::app::services::tasks::TaskHandle;
use crate::app::session::{ActiveSession, Mode, MoveGate, SessionSystems};
use crate::app::state::Screen;
use crate::content::lessons::{LessonId, StepPath};
use crate::content::levels;
use crate::content::messages::LocalizedText;
use crate::core::{Move, Point, Side};
use crate::record::{NodeId, Shape};

/// Delay between moves that are played automatically.
const MOVE_DELAY: Duration = Duration::from_millis(700);

/// The state of the step of a lesson.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LessonState {
    /// The moves of the step are being shown.
    Showing,
    /// There is nothing to do but to read.
    Reading,
    /// The learner answers the question.
    Asking,
    /// The reply to a right move follows.
    Replying,
    /// The refutation of a wrong move follows.
    Refuting,
    /// A wrong answer was given.
    Wrong,
    /// The answer is being shown.
    Answering,
    /// The learner is to move in a small game.
    Playing,
    /// The computer is to move in a small game.
    Thinking,
    /// The goal of a small game was missed.
    Missed,
    /// The task is done.
    Done,
}

impl LessonState {
    /// True while moves are played automatically.
    fn is_animating(self) -> bool {
        matches!(
            self,
            LessonState::Showing
                | LessonState::Replying
                | LessonState::Refuting
                | LessonState::Answering
                | LessonState::Thinking
        )
    }

    /// True while the position that the step is about is not on the board.
    pub fn is_changing_board(self) -> bool {
        !matches!(self, LessonState::Reading | LessonState::Asking)
    }

    /// True if the lesson goes on to its next step.
    pub fn is_over(self) -> bool {
        matches!(self, LessonState::Reading | LessonState::Done)
    }
}

/// A move that is played automatically.
enum QueuedMove {
    Known(Move),
    /// In the game's notation.
    Text(String),
}

/// The lesson on the board.
pub struct RunningLesson {
    /// Its name.
    pub id: LessonId,
    /// Index of the step.
    pub step: usize,
    /// The state of the step.
    pub state: LessonState,
    /// The answer to what the learner did last.
    pub said: Option<LocalizedText>,
    /// Index of the answer that was chosen.
    pub chosen: Option<usize>,
    /// The marks and arrows of the step's board.
    pub shapes: Vec<Shape>,
    /// The points that the goal of a small game names.
    pub targets: Vec<Point>,
    /// Own moves made in a small game.
    pub moves_made: u32,
    /// Pieces captured in a small game.
    pub captured: usize,
    path: StepPath,
    /// The right moves in the current position of a line.
    right: Vec<levels::Step>,
    /// The node to return to after a wrong move.
    retry_node: NodeId,
    /// The opponent's pieces before the learner's move.
    opponents: usize,
    queue: VecDeque<QueuedMove>,
    next_move_at: Duration,
    reply: Option<TaskHandle<SearchTask>>,
}

impl RunningLesson {
    /// The learner's side.
    fn learner(&self) -> Side {
        self.path.task.side_to_move()
    }

    fn move_gate(&self) -> MoveGate {
        match self.state {
            LessonState::Asking | LessonState::Playing if self.chosen.is_none() => MoveGate::Open,
            state if state.is_animating() => MoveGate::Busy,
            _ => MoveGate::Closed,
        }
    }
}

/// The lesson on the board, if any.
#[derive(Resource, Default)]
pub struct Lessons(Option<RunningLesson>);

impl Lessons {
    /// The lesson on the board.
    pub fn current(&self) -> Option<&RunningLesson> {
        self.0.as_ref()
    }

    /// True while moves are played automatically.
    pub fn is_animating(&self) -> bool {
        self.0.as_ref().is_some_and(|lesson| lesson.state.is_animating())
    }
}

pub(in crate::app) fn plugin(app: &mut App) {
    app.init_resource::<Lessons>()
        .add_message::<LessonRequest>()
        .add_plugins(progress::plugin)
        .add_systems(Update, replies::play_queued.before(SessionSystems))
        .add_systems(
            Update,
            (judging::judge_moves, requests::handle_requests, update_move_gate)
                .chain()
                .after(SessionSystems)
                .in_set(LessonSystems),
        )
        .add_systems(OnExit(Screen::Play), leave_lesson);
}

/// The systems that judge moves and handle requests of the learner.
#[derive(SystemSet, Clone, Debug, PartialEq, Eq, Hash)]
pub struct LessonSystems;

/// Tells the session whether the learner may move.
fn update_move_gate(lessons: Res<Lessons>, mut active_session: ResMut<ActiveSession>) {
    if let Some(lesson) = lessons.current() {
        // The gate is not shown on the board.
        active_session.bypass_change_detection().set_move_gate(lesson.move_gate());
    }
}

/// Ends the lesson and shows the game in progress again.
fn leave_lesson(mut active_session: ResMut<ActiveSession>, mut lessons: ResMut<Lessons>) {
    lessons.0 = None;
    active_session.leave(Mode::Lesson);
}

//! Hands the board what the features know about its position: the hint, the targets of a
//! puzzle, the marks of a lesson, and in review the analysis and the choices of the reviewer.

use bevy::prelude::*;

use super::engine::Thinking;
use super::lessons::{LessonSystems, Lessons};
use super::puzzles::{PuzzleSystems, Puzzles};
use super::review::{Analysis, Review, ReviewSystems};
use crate::app::board::{Annotations, BoardSystems, HintMark};
use crate::app::session::{ActiveSession, Mode};
use crate::core::Move;

pub(super) fn plugin(app: &mut App) {
    // After whatever changes what they are made of, so that they are drawn in the same frame.
    app.add_systems(
        Update,
        update_annotations
            .after(PuzzleSystems)
            .after(LessonSystems)
            .after(ReviewSystems)
            .before(BoardSystems::Animate),
    );
}

fn update_annotations(
    active_session: Res<ActiveSession>,
    thinking: Res<Thinking>,
    puzzles: Res<Puzzles>,
    lessons: Res<Lessons>,
    review: Res<Review>,
    analysis: Res<Analysis>,
    mut annotations: ResMut<Annotations>,
) {
    let mut now = Annotations {
        targets: puzzles.current().map_or(Vec::new(), |puzzle| puzzle.targets.clone()),
        pen_colour: review.pen_colour(),
        ..Annotations::default()
    };
    if let Some((session, hint)) = active_session.session_in(Mode::Game).zip(thinking.hint()) {
        let mark = hint.mark(session.position());
        now.hint = Some(mark);
        // A piece that moves is shown by an arrow.
        if let HintMark::Move(mv @ Move::FromTo { .. }) = mark {
            now.suggestions = vec![mv];
        }
    }
    if let Some(session) = active_session.session_in(Mode::Review) {
        [now.suggestions, now.second_suggestions] = analysis.best_moves(session);
        now.has_move_scores = analysis.has_scores(session);
        now.move_numbers = review.move_numbers();
    }
    if let Some(session) = active_session.session_in(Mode::Puzzle) {
        let shown = puzzles.current().and_then(|puzzle| puzzle.shown_move(session));
        now.suggestions = shown.into_iter().collect();
    }
    if let Some(lesson) = lessons.current() {
        // The marks are of the position that the step ends with.
        if !lesson.state.is_changing_board() {
            now.shapes.clone_from(&lesson.shapes);
        }
        now.targets.clone_from(&lesson.targets);
    }
    annotations.set_if_neq(now);
}

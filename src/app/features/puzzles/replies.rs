//! The scripted moves of a level: replies, refutations and solutions, played one at a
//! time by commands to the session.

use std::collections::VecDeque;
use std::time::Duration;

use bevy::prelude::*;

use super::{PuzzleState, Puzzles};
use crate::app::session::{ActiveSession, Mode, MoveSource, SessionCommand, Turn};
use crate::content::levels::Step;

/// Delay before the reply to a move is played.
pub(super) const REPLY_DELAY: Duration = Duration::from_millis(650);

/// Delay between the moves of a solution, each of which is pointed at first.
pub(super) const SOLUTION_DELAY: Duration = Duration::from_millis(1000);

/// The moves of a solution's main line.
pub(super) fn main_line(steps: &[Step]) -> VecDeque<String> {
    let mut line = VecDeque::new();
    let mut steps = steps;
    while let Some(step) = steps.first() {
        line.push_back(step.text.clone());
        let Some(reply) = step.replies.first() else { break };
        line.push_back(reply.text.clone());
        steps = &reply.then;
    }
    line
}

/// Plays queued replies and solution moves, one at a time.
pub(super) fn play_queued(
    time: Res<Time<Real>>,
    active_session: Res<ActiveSession>,
    mut puzzles: ResMut<Puzzles>,
    mut commands: MessageWriter<SessionCommand>,
) {
    let Some(session) = active_session.session_in(Mode::Puzzle) else { return };
    let forced = match session.turn() {
        Turn::Forced(mv) => Some(mv),
        _ => None,
    };
    // Checked immutably first, to not trigger change detection in every frame.
    let is_due = puzzles.current().is_some_and(|puzzle| {
        let waits = !puzzle.queue.is_empty()
            || puzzle.state.is_animating()
            || (puzzle.state == PuzzleState::Solving && forced.is_some());
        waits && time.elapsed() >= puzzle.next_move_at
    });
    let Some(puzzle) = puzzles.puzzle.as_mut().filter(|_| is_due) else { return };
    let position = session.position();
    if let Some(search) = &puzzle.refutation {
        if !search.is_finished() {
            return;
        }
        let best = search.output().and_then(|info| position.move_text(info.best).ok());
        puzzle.queue.extend(best);
        puzzle.refutation = None;
        // The answer is pointed at before it is played.
        puzzle.next_move_at = time.elapsed() + REPLY_DELAY;
        return;
    }
    let Some(text) = puzzle.queue.pop_front() else {
        match puzzle.state {
            PuzzleState::Refuting => puzzle.state = PuzzleState::Wrong,
            PuzzleState::Showing => {
                puzzle.state = PuzzleState::Shown;
                puzzle.solution_end = Some(session.current());
            }
            // The reply could not be played.
            PuzzleState::Answering => puzzle.resume_solving(session.current()),
            _ => {
                // A forced pass is played automatically.
                puzzle.next_move_at = time.elapsed() + REPLY_DELAY;
                commands.write_batch(forced.map(|mv| SessionCommand::Play(mv, MoveSource::Human)));
            }
        }
        return;
    };
    let shows = puzzle.state == PuzzleState::Showing;
    puzzle.next_move_at = time.elapsed() + if shows { SOLUTION_DELAY } else { REPLY_DELAY };
    match position.parse_move(&text) {
        Ok(mv) => {
            commands.write(SessionCommand::Play(mv, MoveSource::Script(position.key())));
        }
        // Shipped levels are validated, so this is a bug.
        Err(error) => error!("the solution's {text} cannot be played: {error}"),
    }
}

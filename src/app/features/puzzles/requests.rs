//! Requests to the puzzle player: starting a level, and help with the current one.

use std::collections::VecDeque;
use std::time::Duration;

use bevy::prelude::*;

use super::replies::{SOLUTION_DELAY, main_line};
use super::{
    DailyPuzzle, Puzzle, PuzzleMode, PuzzleProgress, PuzzleRush, PuzzleState, Puzzles, RushKind,
};
use crate::app::features::engine::random_seed;
use crate::app::notice::Notice;
use crate::app::platform::Today;
use crate::app::services::assets::LoadedAssets;
use crate::app::session::{ActiveSession, Session, SessionEvent};
use crate::content::levels::{Goal, Level, Pack, PuzzleId};
use crate::core::Random;
use crate::games::registry;

/// A request to the puzzle player.
#[derive(Message, Clone, Debug, PartialEq, Eq)]
pub enum PuzzleRequest {
    /// Starts a level.
    Start(PuzzleId),
    /// Starts the level of this game that fits the player's rating best.
    Recommended(&'static str),
    /// Starts the level of the day.
    Daily,
    /// Starts the failed level that has waited longest for its repetition.
    Repeat,
    /// Starts a puzzle rush.
    Rush(RushKind),
    /// Starts the current level again.
    Restart,
    /// Takes back the wrong moves.
    Retry,
    /// Gives the next hint.
    Hint,
    /// Plays the solution.
    ShowSolution,
    /// One move back in the solution on the board.
    Back,
    /// One move on in the solution on the board.
    Forward,
}

/// Handles requests.
pub(super) fn handle_requests(
    mut requests: MessageReader<PuzzleRequest>,
    time: Res<Time<Real>>,
    today: Res<Today>,
    library: Res<LoadedAssets>,
    daily: Res<DailyPuzzle>,
    mut active_session: ResMut<ActiveSession>,
    mut puzzles: ResMut<Puzzles>,
    mut progress: ResMut<PuzzleProgress>,
    mut changed: MessageWriter<SessionEvent>,
    mut notices: MessageWriter<Notice>,
) {
    for request in requests.read() {
        let mut rush = None;
        let to = match request {
            PuzzleRequest::Start(id) => Some((PuzzleMode::Pack, Some(id.clone()))),
            PuzzleRequest::Recommended(game) => {
                let but = puzzles.current().map(|puzzle| &puzzle.id);
                Some((PuzzleMode::Recommended, progress.recommend(library.shipped(), game, but)))
            }
            PuzzleRequest::Daily => {
                Some((PuzzleMode::Daily(today.0), daily.0.as_ref().map(|level| level.id.clone())))
            }
            PuzzleRequest::Repeat => {
                let but = puzzles.current().map(|puzzle| &puzzle.id);
                let due = progress.due_repetition(library.packs(), today.0, but);
                Some((PuzzleMode::Repetition, due))
            }
            PuzzleRequest::Rush(kind) => {
                let random = Random::new(random_seed());
                let mut new_rush =
                    PuzzleRush::new(*kind, library.shipped(), &progress, time.elapsed(), random);
                let first = new_rush.next_level();
                rush = Some(new_rush);
                Some((PuzzleMode::Rush, first))
            }
            PuzzleRequest::Restart => {
                let known = puzzles.current().filter(|puzzle| puzzle.mode != PuzzleMode::Rush);
                known.map(|puzzle| (puzzle.mode, Some(puzzle.id.clone())))
            }
            PuzzleRequest::Retry
            | PuzzleRequest::Hint
            | PuzzleRequest::ShowSolution
            | PuzzleRequest::Back
            | PuzzleRequest::Forward => None,
        };
        if let Some((mode, id)) = to {
            let is_started = id.is_some_and(|id| {
                load_level(mode, id, &library, &mut active_session, &mut puzzles, &mut changed)
            });
            if is_started {
                puzzles.rush = rush;
            } else {
                notices.write(Notice::problem("level-wrong"));
            }
            continue;
        }
        let Some(puzzle) = &mut puzzles.puzzle else { continue };
        match request {
            PuzzleRequest::Retry
                if matches!(puzzle.state, PuzzleState::Wrong | PuzzleState::Refuting) =>
            {
                puzzle.queue.clear();
                puzzle.refutation = None;
                puzzle.state = PuzzleState::Solving;
                let taken_back = active_session.take_back_puzzle(puzzle.retry_node);
                changed.write_batch(taken_back.map(SessionEvent::Game));
            }
            // There is no help in a puzzle rush.
            _ if puzzle.mode == PuzzleMode::Rush => {}
            PuzzleRequest::Hint if puzzle.state == PuzzleState::Solving => {
                let hints = library.level(&puzzle.id).map_or(0, |(_, level)| level.hints.len());
                puzzle.hints = (puzzle.hints + 1).min(hints);
                puzzle.mark_failed(&library, &mut progress, today.0);
            }
            PuzzleRequest::ShowSolution
                if matches!(
                    puzzle.state,
                    PuzzleState::Solving | PuzzleState::Wrong | PuzzleState::Refuting
                ) =>
            {
                puzzle.refutation = None;
                puzzle.mark_failed(&library, &mut progress, today.0);
                let taken_back = active_session.take_back_puzzle(puzzle.retry_node);
                changed.write_batch(taken_back.map(SessionEvent::Game));
                puzzle.queue = main_line(&puzzle.steps);
                puzzle.state = PuzzleState::Showing;
                puzzle.next_move_at = time.elapsed() + SOLUTION_DELAY;
            }
            PuzzleRequest::Back | PuzzleRequest::Forward => {
                let solution =
                    active_session.session().and_then(|session| puzzle.solution(session));
                let Some((path, place)) = solution else { continue };
                let to = match request {
                    PuzzleRequest::Back => place.checked_sub(1),
                    _ => Some(place + 1),
                };
                let node = to.and_then(|to| path.get(to).copied());
                let shown = node.and_then(|node| active_session.show_puzzle_node(node));
                changed.write_batch(shown.map(SessionEvent::Game));
            }
            _ => {}
        }
    }
}

/// A session with the start position of a level.
fn session(pack: &Pack, level: &Level) -> Option<Session> {
    let game = registry::find(&pack.game)?;
    Session::from_position(game, pack.options.clone(), &level.position).ok()
}

/// Starts a level. Returns false if it is invalid.
pub(super) fn load_level(
    mode: PuzzleMode,
    id: PuzzleId,
    library: &LoadedAssets,
    active_session: &mut ActiveSession,
    puzzles: &mut Puzzles,
    changed: &mut MessageWriter<SessionEvent>,
) -> bool {
    let found = library.level(&id).and_then(|(pack, level)| {
        let targets = match &level.goal {
            Goal::Capture(places) | Goal::Live(places) | Goal::Kill(places) => {
                places.iter().map(|place| place.0).collect()
            }
            _ => Vec::new(),
        };
        Some((session(pack, level)?, level.solution.clone(), targets))
    });
    let Some((session, steps, targets)) = found else { return false };
    puzzles.puzzle = Some(Puzzle {
        id,
        mode,
        state: PuzzleState::Solving,
        hints: 0,
        rating_change: None,
        clean: true,
        targets,
        steps,
        retry_node: session.current(),
        refutation: None,
        solution_end: None,
        queue: VecDeque::new(),
        next_move_at: Duration::ZERO,
    });
    active_session.start_puzzle(session);
    changed.write(SessionEvent::Replaced);
    true
}

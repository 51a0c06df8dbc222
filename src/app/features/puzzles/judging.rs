//! Judging the moves of a level as the session plays them.

use bevy::prelude::*;

use super::replies::REPLY_DELAY;
use super::{PuzzleMode, PuzzleProgress, PuzzleState, Puzzles, rush};
use crate::app::features::engine::SearchTask;
use crate::app::platform::Today;
use crate::app::services::assets::LoadedAssets;
use crate::app::services::tasks::TaskRunner;
use crate::app::session::{ActiveSession, GameEvent, Mode, SessionEvent};
use crate::app::settings::Settings;
use crate::search::Limits;

/// Judges the player's move, and lets the player go on after a reply.
pub(super) fn judge_moves(
    mut events: MessageReader<SessionEvent>,
    time: Res<Time<Real>>,
    settings: Res<Settings>,
    library: Res<LoadedAssets>,
    active_session: Res<ActiveSession>,
    task_runner: Res<TaskRunner>,
    today: Res<Today>,
    mut puzzles: ResMut<Puzzles>,
    mut progress: ResMut<PuzzleProgress>,
) {
    let is_move = |event: &&SessionEvent| matches!(event, SessionEvent::Game(GameEvent::Moved(..)));
    if events.read().filter(is_move).count() == 0 {
        return;
    }
    let Puzzles { puzzle: Some(puzzle), rush } = &mut *puzzles else { return };
    let Some(session) = active_session.session_in(Mode::Puzzle) else { return };
    let (tree, current) = (session.tree(), session.current());
    match puzzle.state {
        PuzzleState::Solving => {}
        PuzzleState::Answering => {
            puzzle.resume_solving(current);
            return;
        }
        // The moves of refutations and solutions are right by definition.
        _ => return,
    }
    // A move of another session may have been the last one before this level was loaded.
    if tree.parent(current) != Some(puzzle.retry_node) {
        return;
    }
    let Some((pack, level)) = library.level(&puzzle.id) else { return };
    let (before, mv) = (tree.position(puzzle.retry_node), tree.move_at(current));
    let rush = rush.as_mut().filter(|_| puzzle.mode == PuzzleMode::Rush);
    puzzle.next_move_at = time.elapsed() + REPLY_DELAY.mul_f32(settings.animation_scale().max(0.5));
    let is_played = |text: &str| before.parse_move(text).is_ok_and(|parsed| Some(parsed) == mv);
    let Some(step) = puzzle.steps.iter().find(|step| is_played(&step.text)) else {
        if let Some(rush) = rush {
            rush.miss();
            progress.record_failed(pack, level, today.0);
            puzzle.state = PuzzleState::Missed;
            puzzle.next_move_at = time.elapsed() + rush::result_delay(false, &settings);
            return;
        }
        // Levels have refutations of first moves only.
        let is_first = tree.ply(current) == 1;
        let found = level.refutations.iter().find(|wrong| is_first && is_played(&wrong.text));
        let reply = found.map(|wrong| wrong.reply.clone()).filter(|reply| !reply.is_empty());
        if reply.is_none() && session.ending().is_none() {
            let sequence = tree.sequence(current);
            let limits = Limits { time: Some(REPLY_DELAY), ..Limits::default() };
            let task = SearchTask::best_move(active_session.serial(), sequence, limits);
            puzzle.refutation = Some(task_runner.spawn(task));
        }
        puzzle.queue.extend(reply);
        puzzle.state = PuzzleState::Refuting;
        puzzle.mark_failed(&library, &mut progress, today.0);
        return;
    };
    if let Some(reply) = step.replies.first().cloned() {
        puzzle.queue.push_back(reply.text);
        puzzle.steps = reply.then;
        puzzle.state = PuzzleState::Answering;
        return;
    }
    puzzle.state = PuzzleState::Solved;
    puzzle.solution_end = Some(current);
    if let Some(rush) = rush {
        rush.solve();
        puzzle.next_move_at = time.elapsed() + rush::result_delay(true, &settings);
        return;
    }
    // A level left after a wrong move is not a first attempt any more.
    let clean = puzzle.clean && !progress.was_failed(pack, level);
    if puzzle.clean {
        progress.record_repeated(pack, level, today.0);
        puzzle.rate_attempt(&library, &mut progress, true);
    }
    if let PuzzleMode::Daily(day) = puzzle.mode {
        progress.record_daily(day, clean);
    }
    progress.record_solved(pack, level, clean);
}

//! Playing puzzle levels: judging moves, replies, hints and solutions, and the
//! modes that choose the next level. The game in progress is paused meanwhile.

mod editor;
mod progress;
mod rush;
mod user_packs;

use std::collections::VecDeque;
use std::time::Duration;

use bevy::prelude::*;

pub use editor::{EditPosition, EditorRequest, LevelEditor, ProofTask, Verdict};
pub use progress::{PuzzleProgress, RatingChange, Solved};
pub use rush::{MAX_MISTAKES, PuzzleRush, RUSH_MINUTES, RushEnd, RushKind};
pub use user_packs::{UserPackRequest, UserPacks, is_level_pack};

use crate::app::features::engine::random_seed;
use crate::app::notice::Notice;
use crate::app::platform::Today;
use crate::app::services::assets::LoadedAssets;
use crate::app::session::{
    ActiveSession, GameAction, MoveSource, Session, SessionCommand, SessionEvent, SessionSystems,
    Turn,
};
use crate::app::settings::Settings;
use crate::app::state::Screen;
use crate::content::levels::daily::daily_level;
use crate::content::levels::{Goal, Level, Pack, Step};
use crate::core::{Move, Point, Random};
use crate::games::registry;
use crate::record::NodeId;

/// Delay before the reply to a move is played.
const REPLY_DELAY: Duration = Duration::from_millis(650);

/// A request to the puzzle player.
#[derive(Message, Clone, Copy, Debug, PartialEq, Eq)]
pub enum PuzzleRequest {
    /// Starts a level, by the indices of its pack and in its pack.
    Start(usize, usize),
    /// Starts the level of this game that fits the player's rating best.
    Recommended(&'static str),
    /// Starts the level of the day.
    Daily,
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
}

/// The mode in which a level is played, which decides what comes after it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PuzzleMode {
    /// A level of a pack; the next one of the pack follows.
    Pack,
    /// A level that fits the player's rating; another such one follows.
    Recommended,
    /// The level of this day, in days since 1 January 1970.
    Daily(i64),
    /// A level of a puzzle rush.
    Rush,
}

/// State of the current level.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PuzzleState {
    /// The player is to find a move.
    Solving,
    /// The reply to a right move follows.
    Answering,
    /// The refutation of a wrong move follows.
    Refuting,
    /// A wrong move is on the board with its refutation.
    Wrong,
    /// The solution is being played.
    Showing,
    /// The solution was shown.
    Shown,
    /// The goal is reached.
    Solved,
    /// A wrong move in a puzzle rush; another level follows.
    Missed,
    /// The puzzle rush is over.
    Over,
}

/// The current level.
#[derive(Debug)]
pub struct Puzzle {
    /// Index of the pack in [`LoadedAssets::packs`].
    pub pack: usize,
    /// Index of the level in the pack.
    pub level: usize,
    /// The mode in which it is played.
    pub mode: PuzzleMode,
    /// Its state.
    pub state: PuzzleState,
    /// Number of hints given.
    pub hints: usize,
    /// Change of the player's rating by the first attempt.
    pub rating_change: Option<RatingChange>,
    /// True while there was no wrong move, no hint and no shown solution.
    clean: bool,
    /// The points that the goal names.
    pub targets: Vec<Point>,
    /// The right moves in the current position.
    steps: Vec<Step>,
    /// The node to return to after a wrong move.
    retry_node: NodeId,
    /// Moves to be played, and the time of the next one.
    queue: VecDeque<String>,
    next_move_at: Duration,
}

impl Puzzle {
    /// The request that starts the level after this one.
    pub fn next(&self, library: &LoadedAssets, progress: &PuzzleProgress) -> Option<PuzzleRequest> {
        let pack = library.packs().get(self.pack)?;
        match self.mode {
            PuzzleMode::Pack => {
                let next = self.level + 1;
                (next < pack.levels.len()).then_some(PuzzleRequest::Start(self.pack, next))
            }
            PuzzleMode::Recommended => {
                let game = registry::find(&pack.game)?.id();
                let but = Some((self.pack, self.level));
                progress
                    .recommend(library.shipped(), game, but)
                    .map(|_| PuzzleRequest::Recommended(game))
            }
            PuzzleMode::Daily(_) | PuzzleMode::Rush => None,
        }
    }

    /// Marks the attempt as failed; a first attempt is rated as lost.
    fn mark_failed(&mut self, library: &LoadedAssets, progress: &mut PuzzleProgress) {
        if self.clean && self.mode != PuzzleMode::Rush {
            self.rate_attempt(library, progress, false);
        }
        self.clean = false;
    }

    /// Rates the attempt. Only shipped levels count, since players could raise
    /// their rating with levels of their own.
    fn rate_attempt(&mut self, library: &LoadedAssets, progress: &mut PuzzleProgress, won: bool) {
        let Some(pack) = library.shipped().get(self.pack) else { return };
        if let Some(gain) = progress.rate_attempt(pack, &pack.levels[self.level], won) {
            self.rating_change = Some(gain);
        }
    }
}

/// The current level, if any, and the puzzle rush that it is part of.
#[derive(Resource, Default)]
pub struct Puzzles {
    puzzle: Option<Puzzle>,
    rush: Option<PuzzleRush>,
}

impl Puzzles {
    /// The current level.
    pub fn current(&self) -> Option<&Puzzle> {
        self.puzzle.as_ref()
    }

    /// The puzzle rush that the level is part of.
    pub fn rush(&self) -> Option<&PuzzleRush> {
        self.rush.as_ref()
    }

    /// True while moves are played automatically or a rush's clock runs.
    pub fn is_animating(&self) -> bool {
        let running = self.rush.as_ref().is_some_and(|rush| rush.result.is_none());
        running
            || self.puzzle.as_ref().is_some_and(|puzzle| {
                matches!(
                    puzzle.state,
                    PuzzleState::Answering | PuzzleState::Refuting | PuzzleState::Showing
                )
            })
    }
}

pub(in crate::app) fn plugin(app: &mut App) {
    app.init_resource::<Puzzles>()
        .add_message::<PuzzleRequest>()
        .add_plugins((editor::plugin, user_packs::plugin, progress::plugin, rush::plugin))
        .add_systems(
            Update,
            (handle_requests, judge_moves, play_queued)
                .chain()
                .after(SessionSystems)
                .in_set(PuzzleSystems),
        )
        .add_systems(OnExit(Screen::Play), leave_puzzle);
}

/// The systems of the puzzle player.
#[derive(SystemSet, Clone, Debug, PartialEq, Eq, Hash)]
pub struct PuzzleSystems;

/// Ends the puzzle and shows the game in progress again.
fn leave_puzzle(
    mut active_session: ResMut<ActiveSession>,
    mut puzzles: ResMut<Puzzles>,
    mut progress: ResMut<PuzzleProgress>,
) {
    if let Some(mut rush) = puzzles.rush.take() {
        rush.leave(&mut progress);
    }
    if puzzles.puzzle.take().is_some() {
        active_session.set_puzzle(None);
    }
}

/// A session with the start position of a level.
fn session(pack: &Pack, level: &Level) -> Option<Session> {
    let game = registry::find(&pack.game)?;
    Session::from_position(game, pack.options.clone(), &level.position).ok()
}

/// Starts a level. Returns false if it is invalid.
fn load_level(
    mode: PuzzleMode,
    (pack, level): (usize, usize),
    library: &LoadedAssets,
    active_session: &mut ActiveSession,
    puzzles: &mut Puzzles,
    changed: &mut MessageWriter<SessionEvent>,
) -> bool {
    let found = library.packs().get(pack).and_then(|found| {
        let level = found.levels.get(level)?;
        let targets = match &level.goal {
            Goal::Capture(places) | Goal::Live(places) | Goal::Kill(places) => {
                places.iter().map(|place| place.0).collect()
            }
            _ => Vec::new(),
        };
        Some((session(found, level)?, level.solution.clone(), targets))
    });
    let Some((session, steps, targets)) = found else { return false };
    puzzles.puzzle = Some(Puzzle {
        pack,
        level,
        mode,
        state: PuzzleState::Solving,
        hints: 0,
        rating_change: None,
        clean: true,
        targets,
        steps,
        retry_node: session.current(),
        queue: VecDeque::new(),
        next_move_at: Duration::ZERO,
    });
    active_session.set_puzzle(Some(session));
    changed.write(SessionEvent::Replaced);
    true
}

/// Handles requests.
fn handle_requests(
    mut requests: MessageReader<PuzzleRequest>,
    time: Res<Time<Real>>,
    today: Res<Today>,
    library: Res<LoadedAssets>,
    mut active_session: ResMut<ActiveSession>,
    mut puzzles: ResMut<Puzzles>,
    mut progress: ResMut<PuzzleProgress>,
    mut changed: MessageWriter<SessionEvent>,
    mut notices: MessageWriter<Notice>,
) {
    for &request in requests.read() {
        let mut rush = None;
        let to = match request {
            PuzzleRequest::Start(pack, level) => Some((PuzzleMode::Pack, Some((pack, level)))),
            PuzzleRequest::Recommended(game) => {
                let but = puzzles.current().map(|puzzle| (puzzle.pack, puzzle.level));
                Some((PuzzleMode::Recommended, progress.recommend(library.shipped(), game, but)))
            }
            PuzzleRequest::Daily => {
                Some((PuzzleMode::Daily(today.0), daily_level(library.shipped(), today.0)))
            }
            PuzzleRequest::Rush(kind) => {
                let random = Random::new(random_seed());
                let mut new_rush =
                    PuzzleRush::new(kind, library.shipped(), &progress, time.elapsed(), random);
                let first = new_rush.next_level();
                rush = Some(new_rush);
                Some((PuzzleMode::Rush, first))
            }
            PuzzleRequest::Restart => {
                let known = puzzles.current().filter(|puzzle| puzzle.mode != PuzzleMode::Rush);
                known.map(|puzzle| (puzzle.mode, Some((puzzle.pack, puzzle.level))))
            }
            PuzzleRequest::Retry | PuzzleRequest::Hint | PuzzleRequest::ShowSolution => None,
        };
        if let Some((mode, place)) = to {
            let done = place.is_some_and(|place| {
                load_level(mode, place, &library, &mut active_session, &mut puzzles, &mut changed)
            });
            if done {
                puzzles.rush = rush;
            } else {
                notices.write(Notice::problem("level-wrong"));
            }
            continue;
        }
        let (Some(puzzle), Some(session)) = (&mut puzzles.puzzle, active_session.puzzle_mut())
        else {
            continue;
        };
        match request {
            PuzzleRequest::Retry
                if matches!(puzzle.state, PuzzleState::Wrong | PuzzleState::Refuting) =>
            {
                puzzle.queue.clear();
                puzzle.state = PuzzleState::Solving;
                if let Ok(change) = session.take_back_to(puzzle.retry_node) {
                    changed.write(SessionEvent::Game(change));
                }
            }
            // There is no help in a puzzle rush.
            _ if puzzle.mode == PuzzleMode::Rush => {}
            PuzzleRequest::Hint if puzzle.state == PuzzleState::Solving => {
                let level = &library.packs()[puzzle.pack].levels[puzzle.level];
                puzzle.hints = (puzzle.hints + 1).min(level.hints.len());
                puzzle.mark_failed(&library, &mut progress);
            }
            PuzzleRequest::ShowSolution
                if matches!(puzzle.state, PuzzleState::Solving | PuzzleState::Wrong) =>
            {
                puzzle.mark_failed(&library, &mut progress);
                let back = session.take_back_to(puzzle.retry_node);
                if let (Ok(change), true) = (back, puzzle.state != PuzzleState::Solving) {
                    changed.write(SessionEvent::Game(change));
                }
                puzzle.queue = main_line(&puzzle.steps);
                puzzle.state = PuzzleState::Showing;
                puzzle.next_move_at = time.elapsed() + REPLY_DELAY;
            }
            _ => {}
        }
    }
}

/// The moves of a solution's main line.
fn main_line(steps: &[Step]) -> VecDeque<String> {
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

/// Judges the player's moves.
fn judge_moves(
    mut commands: MessageReader<SessionCommand>,
    time: Res<Time<Real>>,
    settings: Res<Settings>,
    library: Res<LoadedAssets>,
    mut active_session: ResMut<ActiveSession>,
    mut puzzles: ResMut<Puzzles>,
    mut progress: ResMut<PuzzleProgress>,
    mut changed: MessageWriter<SessionEvent>,
    mut notices: MessageWriter<Notice>,
) {
    for command in commands.read() {
        let SessionCommand::Play(mv, MoveSource::Human) = *command else { continue };
        let Puzzles { puzzle, rush } = &mut *puzzles;
        let (Some(puzzle), Some(session)) = (puzzle, active_session.puzzle_mut()) else { continue };
        let rush = rush.as_mut().filter(|_| puzzle.mode == PuzzleMode::Rush);
        match puzzle.state {
            PuzzleState::Solving => {}
            // The puzzle card tells the player what to do.
            PuzzleState::Wrong
            | PuzzleState::Shown
            | PuzzleState::Solved
            | PuzzleState::Missed
            | PuzzleState::Over => continue,
            PuzzleState::Answering | PuzzleState::Refuting | PuzzleState::Showing => {
                notices.write(Notice::hint("puzzle-not-now"));
                continue;
            }
        }
        let before = session.position().clone();
        match session.apply(GameAction::Play(mv)) {
            Ok(change) => {
                changed.write(SessionEvent::Game(change));
            }
            Err(refused) => {
                changed.write(SessionEvent::IllegalMove(mv));
                if let crate::app::session::ActionError::IllegalMove(refusal) = refused {
                    notices.write(Notice::refusal(refusal.id));
                }
                continue;
            }
        }
        puzzle.next_move_at =
            time.elapsed() + REPLY_DELAY.mul_f32(settings.animation_scale().max(0.5));
        let is = |text: &str| before.parse_move(text) == Ok(mv);
        let Some(step) = puzzle.steps.iter().find(|step| is(&step.text)) else {
            if let Some(rush) = rush {
                rush.mistakes += 1;
                puzzle.state = PuzzleState::Missed;
                puzzle.next_move_at = time.elapsed() + rush::result_delay(false, &settings);
                continue;
            }
            let level = &library.packs()[puzzle.pack].levels[puzzle.level];
            // Levels have refutations of first moves only.
            let first = session.tree().ply(session.current()) == 1;
            let found = level.refutations.iter().find(|wrong| first && is(&wrong.text));
            puzzle.queue.extend(found.map(|wrong| wrong.reply.clone()).filter(|r| !r.is_empty()));
            puzzle.state = PuzzleState::Refuting;
            puzzle.mark_failed(&library, &mut progress);
            continue;
        };
        match step.replies.first().cloned() {
            Some(reply) => {
                puzzle.queue.push_back(reply.text);
                puzzle.steps = reply.then;
                puzzle.state = PuzzleState::Answering;
            }
            None => {
                puzzle.state = PuzzleState::Solved;
                let pack = &library.packs()[puzzle.pack];
                let level = &pack.levels[puzzle.level];
                // A level left after a wrong move is not a first attempt any more.
                let clean = puzzle.clean && !progress.was_failed(pack, level);
                if let Some(rush) = rush {
                    rush.solved += 1;
                    puzzle.next_move_at = time.elapsed() + rush::result_delay(true, &settings);
                    continue;
                }
                if puzzle.clean {
                    puzzle.rate_attempt(&library, &mut progress, true);
                }
                if let PuzzleMode::Daily(day) = puzzle.mode {
                    progress.record_daily(day, clean);
                }
                progress.record_solved(pack, level, clean);
            }
        }
    }
}

/// Plays queued replies and solution moves, one at a time.
fn play_queued(
    time: Res<Time<Real>>,
    mut active_session: ResMut<ActiveSession>,
    mut puzzles: ResMut<Puzzles>,
    mut commands: MessageWriter<SessionCommand>,
    mut changed: MessageWriter<SessionEvent>,
) {
    // Checked immutably first, to not trigger change detection in every frame.
    let waits = |puzzle: &Puzzle| !puzzle.queue.is_empty() || puzzle.state != PuzzleState::Solving;
    let idle = puzzles.puzzle.as_ref().is_none_or(|puzzle| !waits(puzzle));
    let forced = match active_session.session().map(Session::turn) {
        Some(Turn::Forced(mv)) => Some(mv),
        _ => None,
    };
    if (idle && forced.is_none()) || !active_session.is_puzzle() {
        return;
    }
    let Some(next_move_at) = puzzles.puzzle.as_ref().map(|puzzle| puzzle.next_move_at) else {
        return;
    };
    if time.elapsed() < next_move_at {
        return;
    }
    let Some(puzzle) = &mut puzzles.puzzle else { return };
    if puzzle.queue.is_empty() {
        let next = match puzzle.state {
            PuzzleState::Refuting => PuzzleState::Wrong,
            PuzzleState::Showing => PuzzleState::Shown,
            PuzzleState::Solving => {
                // A forced pass is played automatically.
                puzzle.next_move_at = time.elapsed() + REPLY_DELAY;
                if let Some(mv) = forced {
                    commands.write(SessionCommand::Play(mv, MoveSource::Human));
                }
                return;
            }
            _ => return,
        };
        puzzle.state = next;
        return;
    }
    let Some(session) = active_session.puzzle_mut() else { return };
    let Some(text) = puzzle.queue.pop_front() else { return };
    puzzle.next_move_at = time.elapsed() + REPLY_DELAY;
    let played =
        session.position().parse_move(&text).map_err(|refusal| refusal.to_string()).and_then(
            |mv: Move| session.apply(GameAction::Play(mv)).map_err(|error| format!("{error:?}")),
        );
    match played {
        Ok(change) => {
            changed.write(SessionEvent::Game(change));
        }
        // Shipped levels are validated, so this is a bug.
        Err(error) => error!("the solution's {text} cannot be played: {error}"),
    }
    if puzzle.state == PuzzleState::Answering {
        puzzle.state = PuzzleState::Solving;
        puzzle.retry_node = session.current();
    }
}

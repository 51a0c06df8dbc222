//! Playing puzzle levels: judging moves, replies, hints and solutions, and the
//! modes that choose the next level. The game in progress is paused meanwhile.
//!
//! The session plays the moves, both the player's and the scripted ones; this feature
//! opens and closes its gate for the player's, and judges what was played.

mod daily;
mod draft_storage;
mod editor;
mod judging;
mod progress;
mod repetition;
mod replies;
mod requests;
mod rush;
mod user_packs;

use std::collections::VecDeque;
use std::time::Duration;

use bevy::prelude::*;

pub use daily::{DailyLevel, DailyPuzzle};
pub use editor::{EditPosition, EditorRequest, LevelEditor, ProofTask, Verdict};
pub use progress::{PuzzleProgress, RatingChange, Solved};
pub use requests::PuzzleRequest;
pub use rush::{MAX_MISTAKES, PuzzleRush, RUSH_MINUTES, RushEnd, RushKind};
pub use user_packs::{UserPackRequest, UserPacks, is_level_pack};

use super::engine::SearchTask;
use super::lessons::LessonSystems;
use crate::app::platform::{Lifecycle, in_foreground};
use crate::app::services::assets::LoadedAssets;
use crate::app::services::tasks::TaskHandle;
use crate::app::session::{ActiveSession, Mode, MoveGate, Session, SessionSystems};
use crate::app::state::Screen;
use crate::content::levels::{PuzzleId, Step};
use crate::core::{Move, Point};
use crate::games::registry;
use crate::record::NodeId;

/// The mode in which a level is played, which decides what comes after it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PuzzleMode {
    /// A level of a pack; the next one of the pack follows.
    Pack,
    /// A level that fits the player's rating; another such one follows.
    Recommended,
    /// The level of this day, in days since 1 January 1970.
    Daily(i64),
    /// A level that was failed and is due again; another such one follows.
    Repetition,
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

impl PuzzleState {
    /// True while moves are played automatically.
    fn is_animating(self) -> bool {
        matches!(self, PuzzleState::Answering | PuzzleState::Refuting | PuzzleState::Showing)
    }

    /// The answer to a person's move. Where it is dropped, the puzzle card tells the
    /// player what to do.
    fn move_gate(self) -> MoveGate {
        match self {
            PuzzleState::Solving => MoveGate::Open,
            _ if self.is_animating() => MoveGate::Busy,
            _ => MoveGate::Closed,
        }
    }
}

/// The current level.
pub struct Puzzle {
    /// Its name.
    pub id: PuzzleId,
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
    /// The search for the answer to a wrong move that the level has no answer to.
    refutation: Option<TaskHandle<SearchTask>>,
    /// The last position of the solution, once all of it is on the board.
    solution_end: Option<NodeId>,
    /// Moves to be played, and the time of the next one.
    queue: VecDeque<String>,
    next_move_at: Duration,
}

impl Puzzle {
    /// The request that starts the level after this one.
    pub fn next(
        &self,
        library: &LoadedAssets,
        progress: &PuzzleProgress,
        today: i64,
    ) -> Option<PuzzleRequest> {
        let pack = library.pack(&self.id.pack)?;
        match self.mode {
            PuzzleMode::Pack => {
                let next = pack.levels.get(pack.level_index(&self.id.level)? + 1)?;
                Some(PuzzleRequest::Start(pack.puzzle_id(next)))
            }
            PuzzleMode::Recommended => {
                let game = registry::find(&pack.game)?.id();
                progress
                    .recommend(library.shipped(), game, Some(&self.id))
                    .map(|_| PuzzleRequest::Recommended(game))
            }
            PuzzleMode::Repetition => progress
                .due_repetition(library.packs(), today, Some(&self.id))
                .map(|_| PuzzleRequest::Repeat),
            PuzzleMode::Daily(_) | PuzzleMode::Rush => None,
        }
    }

    /// True if all of the solution is on the board, to step through it.
    pub fn shows_solution(&self) -> bool {
        matches!(self.state, PuzzleState::Solved | PuzzleState::Shown)
    }

    /// The nodes of the solution from the start on, and the place of the current one among
    /// them; `None` until all of it is on the board.
    pub fn solution(&self, session: &Session) -> Option<(Vec<NodeId>, usize)> {
        let path = session.tree().path(self.solution_end.filter(|_| self.shows_solution())?);
        let place = path.iter().position(|&node| node == session.current())?;
        Some((path, place))
    }

    /// The move to point at: the next one of an answer or of the solution.
    pub fn shown_move(&self, session: &Session) -> Option<Move> {
        match self.state {
            PuzzleState::Refuting | PuzzleState::Showing => {
                session.position().parse_move(self.queue.front()?).ok()
            }
            _ => {
                let (path, place) = self.solution(session)?;
                session.tree().move_at(*path.get(place + 1)?)
            }
        }
    }

    /// Lets the player find the next move from this node.
    fn resume_solving(&mut self, node: NodeId) {
        self.state = PuzzleState::Solving;
        self.retry_node = node;
    }

    /// Marks the attempt as failed today; a first attempt is rated as lost.
    fn mark_failed(&mut self, library: &LoadedAssets, progress: &mut PuzzleProgress, today: i64) {
        if self.clean
            && let Some((pack, level)) = library.level(&self.id)
        {
            progress.record_failed(pack, level, today);
        }
        if self.clean && self.mode != PuzzleMode::Rush {
            self.rate_attempt(library, progress, false);
        }
        self.clean = false;
    }

    /// Rates the attempt. Only shipped levels count, since players could raise
    /// their rating with levels of their own.
    fn rate_attempt(&mut self, library: &LoadedAssets, progress: &mut PuzzleProgress, won: bool) {
        let shipped = library.level(&self.id).filter(|_| library.is_shipped(&self.id.pack));
        if let Some((pack, level)) = shipped
            && let Some(gain) = progress.rate_attempt(pack, level, won)
        {
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
        running || self.puzzle.as_ref().is_some_and(|puzzle| puzzle.state.is_animating())
    }
}

pub(in crate::app) fn plugin(app: &mut App) {
    app.init_resource::<Puzzles>()
        .init_resource::<DailyPuzzle>()
        .add_message::<PuzzleRequest>()
        .add_message::<Lifecycle>()
        .add_plugins((editor::plugin, user_packs::plugin, progress::plugin))
        // A scripted move is applied, judged and followed by the new gate in one frame.
        .add_systems(Update, daily::find_daily.before(PuzzleSystems))
        .add_systems(
            Update,
            (rush::extend_by_suspension, replies::play_queued).chain().before(SessionSystems),
        )
        .add_systems(
            Update,
            (
                judging::judge_moves,
                requests::handle_requests,
                rush::advance_rush.run_if(in_foreground),
                update_move_gate,
            )
                .chain()
                .after(SessionSystems)
                .in_set(PuzzleSystems),
        )
        .add_message::<LeavePuzzle>()
        .add_systems(OnExit(Screen::Play), leave_puzzle)
        .add_systems(
            Update,
            leave_puzzle
                .run_if(on_message::<LeavePuzzle>)
                .before(LessonSystems)
                .after(PuzzleSystems),
        );
}

/// The systems that judge moves and handle requests of the puzzle player.
#[derive(SystemSet, Clone, Debug, PartialEq, Eq, Hash)]
pub struct PuzzleSystems;

/// Ends the puzzle on the board while the page stays: a lesson takes its place.
#[derive(Message)]
pub struct LeavePuzzle;

/// Tells the session whether the player may move.
fn update_move_gate(puzzles: Res<Puzzles>, mut active_session: ResMut<ActiveSession>) {
    if let Some(puzzle) = puzzles.current() {
        // The gate is not shown on the board.
        active_session.bypass_change_detection().set_move_gate(puzzle.state.move_gate());
    }
}

/// Ends the puzzle and shows the game in progress again.
fn leave_puzzle(
    mut active_session: ResMut<ActiveSession>,
    mut puzzles: ResMut<Puzzles>,
    mut progress: ResMut<PuzzleProgress>,
) {
    if let Some(mut rush) = puzzles.rush.take() {
        rush.leave(&mut progress);
    }
    puzzles.puzzle = None;
    active_session.leave(Mode::Puzzle);
}

//! The level editor: the position comes from a game, the solution from its
//! record, the board or a solver, and the level is checked continuously.

use bevy::prelude::*;
use serde::{Deserialize, Serialize};

use super::draft_storage;
use super::user_packs::UserPacks;
use super::{PuzzleRequest, PuzzleSystems};
use crate::app::notice::Notice;
use crate::app::platform::{Lifecycle, in_foreground};
use crate::app::services::assets::LoadedAssets;
use crate::app::services::tasks::{Task, TaskHandle, TaskRunner, WorkerState};
use crate::app::session::{ActiveSession, Mode, Session, SessionEvent, SessionSystems};
use crate::app::state::Screen;
use crate::app::text::Localization;
use crate::content::levels::check::{RuleError, check_level};
use crate::content::levels::draft::{DraftError, LevelDraft};
use crate::content::levels::make::{FoundSolution, NODES, solve};
use crate::content::levels::prove::{ProofError, Prover, proof_kind};
use crate::content::levels::{Goal, Level, ProofKind, PuzzleId, Step};
use crate::core::Move;
use crate::games::{Game, Options, registry};
use crate::search::StopFlag;

/// Opens the editor with a new level of a position.
#[derive(Message, Clone, Debug)]
pub struct EditPosition {
    /// The game.
    pub game: &'static dyn Game,
    /// Its options.
    pub options: Options,
    /// The position in the game's notation.
    pub position: String,
    /// The moves that followed it in the record; may be empty.
    pub line: Vec<Move>,
}

impl EditPosition {
    /// The current position of a session, with the moves after it.
    pub fn of(session: &Session) -> EditPosition {
        let tree = session.tree();
        let after = tree.ply(session.current()) + 1;
        let line = session.line();
        EditPosition {
            game: session.setup().game,
            options: session.setup().options.clone(),
            position: session.position().text(),
            line: line.iter().skip(after).map_while(|&node| tree.move_at(node)).collect(),
        }
    }
}

/// A request to the level editor.
#[derive(Message, Clone, Debug, PartialEq, Eq)]
pub enum EditorRequest {
    /// Edits a level of the user's packs.
    Edit(PuzzleId),
    /// Records the solution on the board.
    RecordSolution,
    /// Removes the last move on the board from the solution.
    RemoveLastMove,
    /// Searches for the solution.
    FindSolution,
    /// Saves the level.
    Save {
        /// Starts the level at once.
        play: bool,
    },
}

/// Result of checking the level.
#[derive(Clone, Debug, PartialEq)]
pub enum Verdict {
    /// Invalid by the rules.
    Invalid(RuleError),
    /// Valid by the rules; the proof of the solution is running.
    Checking,
    /// The search for a solution is running.
    Searching,
    /// The solution is proved.
    Proved,
    /// Valid by the rules, but the solution is not proved.
    Unproved(ProofError),
    /// No solution was found; the old one stays.
    NotFound(ProofError),
}

/// The level being edited, if any.
#[derive(Resource, Default)]
pub struct LevelEditor {
    /// The level.
    pub draft: Option<LevelDraft>,
    /// The user's level that it replaces.
    pub(super) replaces: Option<PuzzleId>,
    /// A save that waits for the running check, with [`EditorRequest::Save`]'s
    /// `play`.
    save_pending: Option<bool>,
    /// The checked goal and solution, and the verdict on them.
    checked: Option<(Goal, Vec<Step>, Verdict)>,
    task: Option<TaskHandle<ProofTask>>,
    /// The text of the draft's file, once it has been written.
    pub(super) written: Option<String>,
}

impl LevelEditor {
    /// The verdict so far.
    pub fn verdict(&self) -> Option<&Verdict> {
        self.checked.as_ref().map(|(.., verdict)| verdict)
    }

    /// Puts back the draft of an earlier run of the program.
    pub(super) fn restore(&mut self, draft: LevelDraft, replaces: Option<PuzzleId>) {
        let written = Some(draft.to_ron(replaces.as_ref()));
        *self = LevelEditor { draft: Some(draft), replaces, written, ..LevelEditor::default() };
    }

    fn open(&mut self, draft: LevelDraft, replaces: Option<PuzzleId>) {
        let written = self.written.take();
        *self = LevelEditor { draft: Some(draft), replaces, written, ..LevelEditor::default() };
    }
}

/// Proves or solves a level of a game.
#[derive(Serialize, Deserialize)]
pub struct ProofTask {
    game: String,
    options: Options,
    query: ProofQuery,
}

#[derive(Serialize, Deserialize)]
enum ProofQuery {
    /// Proves the level's solution.
    Check(Box<Level>),
    /// Searches for the solution of this goal in this position.
    Find { position: String, goal: Goal },
}

/// Result of a [`ProofTask`].
#[derive(Clone, Serialize, Deserialize)]
pub enum ProofResult {
    /// Success if the solution is proved.
    Checked(Result<(), ProofError>),
    /// The solution.
    Found(Result<FoundSolution, ProofError>),
}

impl Task for ProofTask {
    type Output = Option<ProofResult>;

    const NAME: &'static str = "prove";

    fn run(
        self,
        _: &mut WorkerState,
        stop: &StopFlag,
        report: &mut dyn FnMut(Option<ProofResult>),
    ) {
        let Some(game) = registry::find(&self.game) else { return };
        report(Some(match &self.query {
            ProofQuery::Check(level) => {
                let mut prover = Prover::with_node_limit(game, NODES).with_stop_flag(stop.clone());
                ProofResult::Checked(prover.prove(game, &self.options, level))
            }
            ProofQuery::Find { position, goal } => {
                ProofResult::Found(solve(game, &self.options, position, goal, NODES, stop))
            }
        }));
    }
}

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<LevelEditor>()
        .add_message::<EditPosition>()
        .add_message::<EditorRequest>()
        .add_message::<Lifecycle>()
        .add_systems(
            Update,
            (
                open_editor,
                cancel_on_suspend,
                handle_requests,
                poll_proof,
                start_check.run_if(in_foreground),
            )
                .chain()
                .after(SessionSystems)
                .before(PuzzleSystems),
        )
        .add_systems(OnExit(Screen::Play), stop_recording)
        .add_systems(Startup, draft_storage::load)
        .add_systems(Last, draft_storage::save);
}

/// Opens the editor's screen.
fn open_editor(
    mut opened: MessageReader<EditPosition>,
    mut editor: ResMut<LevelEditor>,
    mut next: ResMut<NextState<Screen>>,
    mut notices: MessageWriter<Notice>,
) {
    for EditPosition { game, options, position, line } in opened.read() {
        match LevelDraft::new(*game, options, position, line) {
            Ok(draft) => {
                editor.open(draft, None);
                next.set(Screen::LevelEditor);
            }
            Err(DraftError::GameOver) => {
                notices.write(Notice::hint("make-game-over"));
            }
            Err(DraftError::InvalidPosition) => {
                notices.write(Notice::problem("level-wrong"));
            }
        }
    }
}

/// Handles requests.
fn handle_requests(
    mut requests: MessageReader<EditorRequest>,
    l10n: Res<Localization>,
    runner: Res<TaskRunner>,
    mut editor: ResMut<LevelEditor>,
    mut user_packs: ResMut<UserPacks>,
    mut library: ResMut<LoadedAssets>,
    mut active_session: ResMut<ActiveSession>,
    mut next: ResMut<NextState<Screen>>,
    mut changed: MessageWriter<SessionEvent>,
    mut levels: MessageWriter<PuzzleRequest>,
    mut notices: MessageWriter<Notice>,
) {
    for request in requests.read() {
        if let EditorRequest::Edit(id) = request {
            let found = user_packs.level(id);
            match found.and_then(|(pack, level)| LevelDraft::from_level(pack, level, l10n.tag())) {
                Some(draft) => {
                    editor.open(draft, Some(id.clone()));
                    next.set(Screen::LevelEditor);
                }
                None => {
                    notices.write(Notice::problem("level-wrong"));
                }
            }
            continue;
        }
        let LevelEditor { draft: Some(draft), replaces, save_pending, checked, task, .. } =
            &mut *editor
        else {
            continue;
        };
        match *request {
            EditorRequest::Edit(_) => {}
            EditorRequest::RecordSolution => {
                *task = None;
                active_session.start_editor(Session::from_tree(draft.tree.clone()));
                changed.write(SessionEvent::Replaced);
                next.set(Screen::Play);
            }
            EditorRequest::RemoveLastMove => {
                let deleted = active_session.delete_editor_move();
                changed.write_batch(deleted.map(SessionEvent::Game));
            }
            EditorRequest::FindSolution => {
                let (game, options) = (draft.tree.game(), draft.tree.options().clone());
                let (position, goal) = (draft.position().text(), draft.goal());
                *checked = Some((goal.clone(), draft.solution(), Verdict::Searching));
                let query = ProofQuery::Find { position, goal };
                let game = game.id().to_owned();
                *task = Some(runner.spawn(ProofTask { game, options, query }));
            }
            EditorRequest::Save { play } => {
                // A second request saves without waiting for the check.
                if matches!(checked, Some((_, _, Verdict::Checking))) && *save_pending != Some(play)
                {
                    *save_pending = Some(play);
                    notices.write(Notice::hint("make-wait"));
                    continue;
                }
                let proved = match checked {
                    Some((goal, _, Verdict::Proved)) => proof_kind(goal),
                    _ => ProofKind::Record,
                };
                let (game, options) = (draft.tree.game(), draft.tree.options());
                if check_level(game, options, &draft.level("level", proved)).is_err() {
                    notices.write(Notice::refusal("make-not-yet"));
                    continue;
                }
                let saved = user_packs
                    .save_level(replaces.as_ref(), game, options, |id| draft.level(id, proved));
                library.set_user_packs(user_packs.packs());
                notices.write(Notice::done("make-saved"));
                if play {
                    levels.write(PuzzleRequest::Start(saved));
                    next.set(Screen::Play);
                } else {
                    next.set(Screen::Puzzles);
                }
                let written = editor.written.take();
                *editor = LevelEditor { written, ..LevelEditor::default() };
            }
        }
    }
}

/// Takes over the solution when the board is left.
fn stop_recording(mut editor: ResMut<LevelEditor>, mut active_session: ResMut<ActiveSession>) {
    let Some(session) = active_session.session_in(Mode::Editor) else { return };
    if let Some(draft) = &mut editor.draft {
        draft.set_tree(session.tree().clone());
    }
    active_session.leave(Mode::Editor);
}

/// Handles the result of a proof or search.
fn poll_proof(mut editor: ResMut<LevelEditor>, mut requests: MessageWriter<EditorRequest>) {
    if !editor.task.as_ref().is_some_and(TaskHandle::is_finished) {
        return;
    }
    let editor = &mut *editor;
    let Some(result) = editor.task.take().and_then(|task| task.output()) else { return };
    let found = match result {
        ProofResult::Checked(Ok(())) => Verdict::Proved,
        ProofResult::Checked(Err(error)) => Verdict::Unproved(error),
        ProofResult::Found(Err(error)) => Verdict::NotFound(error),
        ProofResult::Found(Ok(found)) => {
            if let Some(draft) = &mut editor.draft {
                draft.apply_solution(found);
            }
            // The found solution is checked like any other.
            editor.checked = None;
            return;
        }
    };
    if let Some((.., verdict)) = &mut editor.checked {
        *verdict = found;
    }
    if let Some(play) = editor.save_pending.take() {
        requests.write(EditorRequest::Save { play });
    }
}

/// Cancels the task when the application goes to the background, and starts it
/// again when it comes back.
fn cancel_on_suspend(
    mut lifecycle: MessageReader<Lifecycle>,
    mut editor: ResMut<LevelEditor>,
    mut requests: MessageWriter<EditorRequest>,
    mut was_searching: Local<bool>,
) {
    for change in lifecycle.read() {
        match change {
            Lifecycle::Suspend => {
                if editor.bypass_change_detection().task.take().is_some() {
                    let checked = editor.checked.take();
                    *was_searching = matches!(checked, Some((.., Verdict::Searching)));
                }
            }
            Lifecycle::Resume if std::mem::take(&mut *was_searching) && editor.draft.is_some() => {
                requests.write(EditorRequest::FindSolution);
            }
            Lifecycle::Resume => {}
        }
    }
}

/// Checks the level whenever its goal or its solution has changed.
fn start_check(
    screen: Res<State<Screen>>,
    runner: Res<TaskRunner>,
    mut editor: ResMut<LevelEditor>,
) {
    if *screen.get() != Screen::LevelEditor {
        return;
    }
    let Some(draft) = &editor.draft else { return };
    let (goal, solution) = (draft.goal(), draft.solution());
    if editor.checked.as_ref().is_some_and(|(g, s, _)| *g == goal && *s == solution) {
        return;
    }
    let (game, options) = (draft.tree.game(), draft.tree.options().clone());
    let level = draft.level("level", ProofKind::Record);
    let (task, verdict) = match check_level(game, &options, &level) {
        Err(error) => (None, Verdict::Invalid(error)),
        Ok(()) => {
            let query = ProofQuery::Check(Box::new(Level { proved: proof_kind(&goal), ..level }));
            let task = runner.spawn(ProofTask { game: game.id().to_owned(), options, query });
            (Some(task), Verdict::Checking)
        }
    };
    editor.task = task;
    editor.save_pending = None;
    editor.checked = Some((goal, solution, verdict));
}

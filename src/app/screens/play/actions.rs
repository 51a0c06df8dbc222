//! The actions that the panels, sheets and shortcuts of the play screen request.

use bevy::ecs::system::SystemParam;
use bevy::prelude::*;
use bevy_egui::egui::InputState;

use super::online::OnlineView;
use super::sheet::Sheet;
use super::{PlayScreenState, View};
use crate::app::board::{BoardInput, OverlayState};
use crate::app::features::adaptive::AdaptiveLevels;
use crate::app::features::coaching::DismissRemark;
use crate::app::features::engine::{HelpRequest, RetryEngines};
use crate::app::features::events::tournament_of;
use crate::app::features::lessons::LessonRequest;
use crate::app::features::online::OnlineRequest;
use crate::app::features::position_editor::OpenPositionEditor;
use crate::app::features::puzzles::{EditPosition, EditorRequest};
use crate::app::features::setup_choices::SetupChoices;
use crate::app::features::{puzzles, review};
use crate::app::screens::EventsPage;
use crate::app::screens::how_to_play::HowToPlayPage;
use crate::app::screens::key_help::OpenKeyHelp;
use crate::app::screens::new_game::NewGameForm;
use crate::app::screens::settings::ReturnScreen;
use crate::app::services::assets::LoadedAssets;
use crate::app::services::engines::ReadTranscript;
use crate::app::session::{GameAction, MoveSource, Session, SessionCommand};
use crate::app::settings::{Assistance, Settings};
use crate::app::state::Screen;
use crate::app::widgets::board_view::BoardWidget;
use crate::app::widgets::keys::{self, Shortcut};
use crate::content::lessons::LessonId;
use crate::content::levels::PuzzleId;
use crate::core::Move;
use crate::engines::EngineId;
use crate::net::Id;
use crate::record::NodeId;

/// Action requested by the player, dispatched after drawing.
#[derive(Clone, Debug)]
pub(super) enum UiAction {
    Game(GameAction),
    Play(Move),
    Engine(HelpRequest),
    /// Starts the engines again that have failed.
    RetryEngines,
    /// Opens what was said to an engine and by it.
    ReadTranscript(EngineId),
    /// Chooses who gives hints in this game: an engine, or the computer.
    SetHintEngine(Option<EngineId>),
    OpenSheet(Sheet),
    CloseSheet,
    Save(u8),
    Load(u8),
    Rematch,
    NewGame,
    FlipBoard,
    /// Hides or shows the board.
    ToggleBoard,
    /// Shows or hides the overlay with this id.
    ToggleOverlay(&'static str),
    NextOverlay,
    /// Turns coaching on or off.
    SetCoaching(bool),
    /// Goes on after a remark of the coach.
    DismissRemark,
    /// Cancels the move that was begun.
    CancelMove,
    /// Places the previewed stone.
    ConfirmMove,
    OpenSettings,
    /// Opens the page of keys.
    OpenKeyHelp,
    /// Opens the page of how to play the game on the board.
    OpenHowToPlay,
    /// Sends a request about the puzzle on the board.
    Puzzle(puzzles::PuzzleRequest),
    /// Sends a request about the lesson on the board.
    Lesson(LessonRequest),
    /// Opens a lesson in the place of a puzzle.
    OpenLesson(LessonId),
    /// Shows the card of a word of the lesson, by its index.
    ShowTerm(Option<usize>),
    /// Ends the course, and opens the page of learning.
    FinishLesson,
    /// Opens the page of learning.
    OpenLearn,
    /// Opens the puzzles page.
    OpenPuzzles,
    /// Opens the game for review.
    /// Opens the game for review, at this node or where it stands.
    OpenReview(Option<NodeId>),
    /// Opens the puzzle editor with the position on the board.
    CreateLevel,
    /// Opens the editor of positions with the position on the board.
    EditPosition,
    /// Opens a level of the player's packs in the editor.
    EditLevel(PuzzleId),
    /// Removes the last move from the solution being entered.
    DeleteMove,
    /// Returns to the puzzle editor.
    FinishSolution,
    OpenHome,
    /// Asks something of the server of the game over the network.
    Online(OnlineRequest),
    /// Opens the page of play with people elsewhere.
    OpenOnline,
    /// Opens the tournament to which the game belongs.
    OpenTournament,
    /// Opens this tournament of the server.
    OpenServerTournament(Id),
}

/// Where the way back leads.
pub(super) fn leave_action(view: &View) -> UiAction {
    if let Some(event) = view.online.as_ref().and_then(OnlineView::event) {
        return UiAction::OpenServerTournament(event);
    }
    match () {
        () if view.online.is_some() => UiAction::OpenOnline,
        () if tournament_of(view.session).is_some() => UiAction::OpenTournament,
        () => UiAction::OpenHome,
    }
}

/// Keys that go back and forth in the game.
pub(super) const HISTORY_KEYS: [(Shortcut, UiAction); 6] = [
    (keys::TAKE_BACK, UiAction::Game(GameAction::Undo)),
    (keys::UNDO, UiAction::Game(GameAction::Undo)),
    (keys::PLAY_AGAIN, UiAction::Game(GameAction::Redo)),
    (keys::REDO, UiAction::Game(GameAction::Redo)),
    (keys::FIRST, UiAction::Game(GameAction::UndoAll)),
    (keys::LAST, UiAction::Game(GameAction::RedoAll)),
];

/// The actions of the keys in a table that were pressed.
pub(super) fn pressed_actions(
    input: &InputState,
    table: &[(Shortcut, UiAction)],
) -> impl Iterator<Item = UiAction> {
    table.iter().filter(|(keys, _)| keys.is_pressed(input)).map(|(_, action)| action.clone())
}

/// Resources and messages through which actions are dispatched.
#[derive(SystemParam)]
pub(super) struct ActionContext<'w> {
    pub(super) board: BoardWidget<'w>,
    commands: MessageWriter<'w, SessionCommand>,
    online: MessageWriter<'w, OnlineRequest>,
    help_requests: MessageWriter<'w, HelpRequest>,
    retry_engines: MessageWriter<'w, RetryEngines>,
    transcripts: MessageWriter<'w, ReadTranscript>,
    dismiss_remark: MessageWriter<'w, DismissRemark>,
    puzzle_requests: MessageWriter<'w, puzzles::PuzzleRequest>,
    lesson_requests: MessageWriter<'w, LessonRequest>,
    leave_puzzle: MessageWriter<'w, puzzles::LeavePuzzle>,
    open_review: MessageWriter<'w, review::OpenReview>,
    open_from_library: MessageWriter<'w, review::OpenFromLibrary>,
    edit_position: MessageWriter<'w, EditPosition>,
    position_editor: MessageWriter<'w, OpenPositionEditor>,
    editor_requests: MessageWriter<'w, EditorRequest>,
    pub(super) next: ResMut<'w, NextState<Screen>>,
    pub(super) settings: ResMut<'w, Settings>,
    new_game_form: ResMut<'w, NewGameForm>,
    setup_choices: Res<'w, SetupChoices>,
    adaptive: Res<'w, AdaptiveLevels>,
    key_help: MessageWriter<'w, OpenKeyHelp>,
    return_screen: ResMut<'w, ReturnScreen>,
    how_to_play: ResMut<'w, HowToPlayPage>,
    events: ResMut<'w, EventsPage>,
    assets: Res<'w, LoadedAssets>,
    pub(super) overlays: ResMut<'w, OverlayState>,
    pub(super) screen_state: ResMut<'w, PlayScreenState>,
}

impl ActionContext<'_> {
    /// Carries out an action on this session.
    pub(super) fn dispatch(&mut self, action: UiAction, session: &Session) {
        // Every action closes the sheet, except one that opens another.
        if !matches!(action, UiAction::OpenSheet(_)) {
            self.screen_state.sheet = None;
        }
        match action {
            UiAction::Game(order) => {
                self.commands.write(SessionCommand::Action(order));
            }
            UiAction::Play(mv) => {
                self.commands.write(SessionCommand::Play(mv, MoveSource::Human));
            }
            UiAction::Engine(request) => {
                self.help_requests.write(request);
            }
            UiAction::RetryEngines => {
                self.retry_engines.write(RetryEngines);
            }
            UiAction::ReadTranscript(engine) => {
                self.transcripts.write(ReadTranscript(engine));
            }
            UiAction::SetHintEngine(engine) => {
                let (game, engines) = (session.setup().game.id(), &mut self.settings.hint_engines);
                match engine {
                    Some(id) => _ = engines.insert(game.to_owned(), id),
                    None => _ = engines.remove(game),
                }
            }
            UiAction::SetCoaching(on) => {
                self.settings.coaching = if on { Assistance::On } else { Assistance::Off };
            }
            UiAction::DismissRemark => {
                self.dismiss_remark.write(DismissRemark);
            }
            UiAction::OpenSheet(sheet) => self.screen_state.sheet = Some(sheet),
            UiAction::CloseSheet => {}
            UiAction::CancelMove => self.board.send(BoardInput::Cancel),
            UiAction::ConfirmMove => self.board.send(BoardInput::Confirm),
            UiAction::Save(number) => {
                self.commands.write(SessionCommand::Save(number));
            }
            UiAction::Load(number) => {
                self.commands.write(SessionCommand::Load(number));
            }
            UiAction::Rematch if session.setup().adaptive => {
                // The level may have changed with the result.
                let setup = Box::new(self.adaptive.apply(session.rematch()));
                self.commands.write(match session.tree().start_text() {
                    Some(position) => SessionCommand::NewGameFrom(setup, position.to_owned()),
                    None => SessionCommand::NewGame(setup),
                });
            }
            UiAction::Rematch => {
                self.commands.write(SessionCommand::Rematch);
            }
            UiAction::NewGame => {
                self.new_game_form.open_for(
                    session.setup().game,
                    &self.setup_choices,
                    Some(session),
                    &self.settings,
                );
                self.next.set(Screen::NewGame);
            }
            UiAction::ToggleOverlay(id) => self.overlays.toggle(session.position(), id),
            UiAction::NextOverlay => self.overlays.next(session.position()),
            UiAction::FlipBoard => self.settings.flipped = !self.settings.flipped,
            UiAction::ToggleBoard => self.settings.hide_board = !self.settings.hide_board,
            UiAction::OpenKeyHelp => {
                self.key_help.write(OpenKeyHelp);
            }
            UiAction::OpenSettings => {
                self.return_screen.0 = Some(Screen::Play);
                self.next.set(Screen::Settings);
            }
            UiAction::OpenHowToPlay => {
                let (game, options) = (session.setup().game, &session.setup().options);
                self.how_to_play.open_for(game, options, &self.assets, Screen::Play);
                self.next.set(Screen::HowToPlay);
            }
            UiAction::Puzzle(request) => {
                self.screen_state.term = None;
                self.puzzle_requests.write(request);
            }
            UiAction::Lesson(request) => {
                self.screen_state.term = None;
                self.lesson_requests.write(request);
            }
            UiAction::OpenLesson(id) => {
                self.leave_puzzle.write(puzzles::LeavePuzzle);
                self.lesson_requests.write(LessonRequest::Start(id));
            }
            UiAction::ShowTerm(term) => self.screen_state.term = term,
            UiAction::FinishLesson => {
                self.lesson_requests.write(LessonRequest::Next);
                self.next.set(Screen::Learn);
            }
            UiAction::OpenLearn => self.next.set(Screen::Learn),
            UiAction::OpenPuzzles => self.next.set(Screen::Puzzles),
            UiAction::OpenReview(node) => {
                // A game in the library may already have annotations.
                if let Some(id) = session.library_id().filter(|_| session.ending().is_some()) {
                    let ply = node.map(|node| session.tree().ply(node));
                    self.open_from_library.write(review::OpenFromLibrary { id, ply });
                } else {
                    let (tree, at) = (session.tree().clone(), node.or(Some(session.current())));
                    self.open_review.write(review::OpenReview { tree, at, library_id: None });
                }
            }
            UiAction::CreateLevel => {
                self.edit_position.write(EditPosition::of(session));
            }
            UiAction::EditPosition => {
                self.position_editor.write(OpenPositionEditor {
                    game: session.setup().game,
                    options: session.setup().options.clone(),
                    position: Some(session.position().clone()),
                    review: None,
                });
            }
            UiAction::EditLevel(id) => {
                self.editor_requests.write(EditorRequest::Edit(id));
            }
            UiAction::DeleteMove => {
                self.editor_requests.write(EditorRequest::RemoveLastMove);
            }
            UiAction::FinishSolution => self.next.set(Screen::LevelEditor),
            UiAction::OpenHome => self.next.set(Screen::Home),
            UiAction::OpenOnline => self.next.set(Screen::Online),
            UiAction::OpenTournament => {
                if let Some(number) = tournament_of(session) {
                    self.events.show(number);
                }
                self.next.set(Screen::Events);
            }
            UiAction::OpenServerTournament(id) => {
                self.events.show_on_server(id);
                self.next.set(Screen::Events);
            }
            UiAction::Online(request) => {
                self.online.write(request);
            }
        }
    }
}

//! The play screen: the board, and around it panels with players, moves and actions. It
//! also shows puzzles and the solution editor.

mod labels;
mod narrow;
mod panel;
mod puzzle;
mod result;
mod score;
mod sheet;
mod solution_editor;

use bevy::ecs::system::SystemParam;
use bevy::prelude::*;
use bevy_egui::{EguiContexts, EguiPrimaryContextPass, egui};
use egui::{Frame, Key, Margin, Modifiers, Panel, Ui};

use super::new_game::NewGameForm;
use super::settings::ReturnScreen;
use crate::app::board::{BoardArea, BoardInput, CurrentLayout, Cursor, OverlayState, RuleHints};
use crate::app::features::engine::{HelpRequest, Thinking};
use crate::app::features::openings::Openings;
use crate::app::features::puzzles::{EditPosition, EditorRequest, PuzzleProgress, Puzzles};
use crate::app::features::{puzzles, review};
use crate::app::platform::TouchScreen;
use crate::app::services::assets::LoadedAssets;
use crate::app::session::{
    ActiveSession, GameAction, Mode, MoveSource, SaveSlots, Session, SessionCommand, Turn,
};
use crate::app::settings::{ActiveTheme, Settings};
use crate::app::state::Screen;
use crate::app::text::Localization;
use crate::app::widgets::board_view::BoardInteraction;
use crate::app::widgets::thumbnail::{PaintContext, PieceTextures};
use crate::app::widgets::{UiSystems, board_view, promotion, root};
use crate::content::levels::PuzzleId;
use crate::core::Move;
use crate::games::EngineInfo;
use labels::status_line;
use sheet::Sheet;

/// Widths of the column beside the board, with much and with little room.
const COLUMN_WIDTH: f32 = 320.0;
const NARROW_COLUMN_WIDTH: f32 = 260.0;
const MIN_SLIM_WIDTH: f32 = 132.0;
const MAX_SLIM_WIDTH: f32 = 352.0;

/// Arrangement of the panels around the board.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum PanelLayout {
    /// A column of this width with all panels.
    Wide(f32),
    /// A column of this width with compact panels.
    Slim(f32),
    /// Strips above and below the board.
    Portrait,
}

impl PanelLayout {
    /// Arrangement for a window size in egui points: the board stays as large as
    /// possible, panels shrink first.
    pub(super) fn of(size: egui::Vec2) -> PanelLayout {
        if size.x < size.y * 1.12 {
            return PanelLayout::Portrait;
        }
        let spare = size.x - size.y;
        if size.y >= 420.0 && (spare >= NARROW_COLUMN_WIDTH || size.x >= 760.0) {
            PanelLayout::Wide(if size.x >= 960.0 { COLUMN_WIDTH } else { NARROW_COLUMN_WIDTH })
        } else {
            PanelLayout::Slim(spare.clamp(MIN_SLIM_WIDTH, MAX_SLIM_WIDTH))
        }
    }
}

/// Action requested by the player, dispatched after drawing.
#[derive(Clone, Debug, PartialEq)]
enum UiAction {
    Game(GameAction),
    Play(Move),
    Engine(HelpRequest),
    OpenSheet(Sheet),
    CloseSheet,
    Save(u8),
    Load(u8),
    Rematch,
    NewGame,
    FlipBoard,
    /// Shows or hides the overlay with this id.
    ToggleOverlay(&'static str),
    NextOverlay,
    /// Cancels the move that was begun.
    CancelMove,
    /// Places the previewed stone.
    ConfirmMove,
    OpenSettings,
    /// Sends a request about the puzzle on the board.
    Puzzle(puzzles::PuzzleRequest),
    /// Opens the puzzles page.
    OpenPuzzles,
    /// Opens the game for review.
    OpenReview,
    /// Opens the puzzle editor with the position on the board.
    CreateLevel,
    /// Opens a level of the player's packs in the editor.
    EditLevel(PuzzleId),
    /// Removes the last move from the solution being entered.
    DeleteMove,
    /// Returns to the puzzle editor.
    FinishSolution,
    OpenHome,
}

/// Data that the panels show, and the actions that they request.
struct View<'a> {
    l10n: &'a Localization,
    session: &'a Session,
    /// Legal moves on a human's turn, else empty.
    moves: &'a [Move],
    thinking: &'a Thinking,
    /// Search result behind the computer's last move.
    last_search: Option<&'a EngineInfo>,
    slots: &'a SaveSlots,
    paint: PaintContext<'a>,
    cursor: &'a Cursor,
    rule_hints: &'a RuleHints,
    overlays: &'a OverlayState,
    openings: &'a Openings,
    /// The selected tab.
    tab: &'a mut Tab,
    actions: &'a mut Vec<UiAction>,
}

/// Resources and messages through which actions are dispatched.
#[derive(SystemParam)]
struct ActionContext<'w> {
    commands: MessageWriter<'w, SessionCommand>,
    help_requests: MessageWriter<'w, HelpRequest>,
    puzzle_requests: MessageWriter<'w, puzzles::PuzzleRequest>,
    open_review: MessageWriter<'w, review::OpenReview>,
    open_from_library: MessageWriter<'w, review::OpenFromLibrary>,
    edit_position: MessageWriter<'w, EditPosition>,
    editor_requests: MessageWriter<'w, EditorRequest>,
    next: ResMut<'w, NextState<Screen>>,
    settings: ResMut<'w, Settings>,
    new_game_form: ResMut<'w, NewGameForm>,
    return_screen: ResMut<'w, ReturnScreen>,
    overlays: ResMut<'w, OverlayState>,
    screen_state: ResMut<'w, PlayScreenState>,
}

/// The puzzle on the board with the player's progress.
#[derive(SystemParam)]
struct PuzzleContext<'w> {
    puzzles: Res<'w, Puzzles>,
    progress: Res<'w, PuzzleProgress>,
    time: Res<'w, Time<Real>>,
    screen: Res<'w, TouchScreen>,
}

/// Kind of panels around the board.
enum PanelMode<'a> {
    /// The game in progress.
    Game,
    /// A puzzle level.
    Puzzle(puzzle::PuzzleView<'a>),
    /// Entering the solution of a level.
    SolutionEditor,
}

impl PuzzleContext<'_> {
    fn panel_mode<'a>(&'a self, library: &'a LoadedAssets, mode: Mode) -> PanelMode<'a> {
        match self.puzzle_view(library) {
            Some(view) => PanelMode::Puzzle(view),
            None if mode == Mode::Editor => PanelMode::SolutionEditor,
            None => PanelMode::Game,
        }
    }

    fn puzzle_view<'a>(&'a self, library: &'a LoadedAssets) -> Option<puzzle::PuzzleView<'a>> {
        let puzzle = self.puzzles.current()?;
        let (pack, level) = library.level(&puzzle.id)?;
        let next = puzzle.next(library, &self.progress);
        let rush = self.puzzles.rush().map(|rush| (rush, rush.time_left(self.time.elapsed())));
        let is_users = !library.is_shipped(&puzzle.id.pack);
        Some(puzzle::PuzzleView {
            puzzle,
            pack,
            level,
            progress: &self.progress,
            is_users,
            next,
            rush,
        })
    }
}

/// Tabs of the compact panels.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Tab {
    /// Status of the game and prompts.
    #[default]
    Game,
    /// The move list.
    Moves,
    /// Score breakdown and overlays.
    Score,
}

/// State of the play screen.
#[derive(Resource, Default)]
struct PlayScreenState {
    /// The open sheet.
    sheet: Option<Sheet>,
    tab: Tab,
    /// The game was over in the previous frame.
    was_over: bool,
}

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<PlayScreenState>()
        .add_systems(
            EguiPrimaryContextPass,
            show.in_set(UiSystems::Screen).run_if(in_state(Screen::Play)),
        )
        .add_systems(
            OnExit(Screen::Play),
            |mut area: ResMut<BoardArea>, mut screen_state: ResMut<PlayScreenState>| {
                area.0 = None;
                screen_state.sheet = None;
            },
        );
}

fn show(
    mut contexts: EguiContexts,
    l10n: Res<Localization>,
    active_theme: Res<ActiveTheme>,
    library: Res<LoadedAssets>,
    textures: Res<PieceTextures>,
    active_session: Res<ActiveSession>,
    thinking: Res<Thinking>,
    slots: Res<SaveSlots>,
    current_layout: Res<CurrentLayout>,
    cursor: Res<Cursor>,
    rule_hints: Res<RuleHints>,
    openings: Res<Openings>,
    puzzle_context: PuzzleContext,
    mut area: ResMut<BoardArea>,
    mut inputs: MessageWriter<BoardInput>,
    mut context: ActionContext,
) -> Result {
    let ctx = contexts.ctx_mut()?.clone();
    let Some(session) = active_session.session() else {
        context.next.set(Screen::Home);
        return Ok(());
    };
    let Some(theme) = active_theme.theme() else { return Ok(()) };
    let moves = match session.turn() {
        Turn::Human => session.position().legal_moves(),
        _ => Vec::new(),
    };
    let mut actions = Vec::new();
    // The result is shown as soon as the game ends.
    let over = session.ending().is_some();
    let ends = over && !std::mem::replace(&mut context.screen_state.was_over, over);
    let mut tab = if ends { Tab::Game } else { context.screen_state.tab };
    context.screen_state.was_over = over;
    let open = context.screen_state.sheet;
    let mut view = View {
        l10n: &l10n,
        session,
        moves: &moves,
        thinking: &thinking,
        last_search: thinking.last(&active_session),
        slots: &slots,
        paint: PaintContext {
            theme,
            illustrated: context.settings.pictures,
            library: &library,
            textures: &textures,
        },
        cursor: &cursor,
        rule_hints: &rule_hints,
        overlays: &context.overlays,
        openings: &openings,
        tab: &mut tab,
        actions: &mut actions,
    };
    let mut ui = root(&ctx);
    let size = ui.available_size();
    let frame = |x, y| Frame::new().inner_margin(Margin::symmetric(x, y));
    let panel_mode = puzzle_context.panel_mode(&library, active_session.mode());
    let plain = |panel: Panel| panel.show_separator_line(false).resizable(false);
    match PanelLayout::of(size) {
        PanelLayout::Wide(width) => {
            plain(Panel::right("play-column")).exact_size(width).frame(frame(16, 12)).show(
                &mut ui,
                |ui| match &panel_mode {
                    PanelMode::Puzzle(puzzle_view) => puzzle::column(ui, &mut view, puzzle_view),
                    PanelMode::SolutionEditor => solution_editor::column(ui, &mut view),
                    PanelMode::Game => panel::column(ui, &mut view),
                },
            );
        }
        PanelLayout::Slim(width) => {
            plain(Panel::right("play-slim")).exact_size(width).frame(frame(6, 4)).show(
                &mut ui,
                |ui| match &panel_mode {
                    PanelMode::Puzzle(puzzle_view) => puzzle::column(ui, &mut view, puzzle_view),
                    PanelMode::SolutionEditor => solution_editor::column(ui, &mut view),
                    PanelMode::Game => narrow::slim(ui, &mut view),
                },
            );
        }
        PanelLayout::Portrait => {
            plain(Panel::top("play-top")).frame(frame(8, 4)).show(
                &mut ui,
                |ui| match &panel_mode {
                    PanelMode::Puzzle(puzzle_view) => {
                        puzzle::header(ui, &mut view, puzzle_view);
                        puzzle::goal_line(ui, &view, puzzle_view);
                    }
                    PanelMode::SolutionEditor => solution_editor::header(ui, &mut view),
                    PanelMode::Game => narrow::above_board(ui, &mut view, size),
                },
            );
            plain(Panel::bottom("play-bottom")).frame(frame(8, 4)).show(&mut ui, |ui| {
                match &panel_mode {
                    PanelMode::Puzzle(puzzle_view) => puzzle::body(ui, &mut view, puzzle_view),
                    PanelMode::SolutionEditor => solution_editor::body(ui, &mut view),
                    PanelMode::Game => narrow::below_board(ui, &mut view, size),
                }
            });
        }
    }
    egui::CentralPanel::default().frame(frame(6, 6)).show(&mut ui, |ui| {
        let places = moves.iter().any(|mv| matches!(mv, Move::Place(_)));
        let previews_placement = current_layout.0.as_ref().is_some_and(|layout| {
            places
                && context
                    .settings
                    .confirm
                    .applies(puzzle_context.screen.last_was_touch, layout.cell)
        });
        let (spoken, interaction) =
            (status_line(&view), BoardInteraction::play(open.is_none(), previews_placement));
        board_view::show(
            ui,
            &spoken,
            &active_theme,
            &current_layout,
            &cursor,
            interaction,
            &mut area,
            &mut inputs,
        );
    });
    match open {
        Some(open) => sheet::show(&ctx, open, &mut view),
        None => {
            let promoted =
                promotion::show(&ctx, &l10n, session, &cursor, &current_layout, view.paint);
            view.actions.extend(promoted.map(UiAction::Play));
            match &panel_mode {
                PanelMode::Puzzle(puzzle_view) => puzzle_shortcuts(&ui, &mut view, puzzle_view),
                PanelMode::SolutionEditor => solution_editor::shortcuts(&ui, &mut view),
                PanelMode::Game => shortcuts(&ui, &mut view),
            }
        }
    }
    context.screen_state.tab = tab;
    for action in actions {
        match action {
            UiAction::CancelMove => _ = inputs.write(BoardInput::Cancel),
            UiAction::ConfirmMove => _ = inputs.write(BoardInput::Confirm),
            _ => {}
        }
        context.dispatch(action, session);
    }
    Ok(())
}

/// Keyboard shortcuts of a puzzle.
fn puzzle_shortcuts(ui: &Ui, view: &mut View, puzzle_view: &puzzle::PuzzleView) {
    let has_pending_input = view.cursor.has_pending_input();
    let table = [
        (Key::U, UiAction::Puzzle(puzzles::PuzzleRequest::Retry)),
        (Key::Backspace, UiAction::Puzzle(puzzles::PuzzleRequest::Retry)),
        (Key::H, UiAction::Puzzle(puzzles::PuzzleRequest::Hint)),
        (Key::F, UiAction::FlipBoard),
        (
            Key::Escape,
            if has_pending_input { UiAction::CancelMove } else { puzzle_view.leave_action() },
        ),
    ];
    ui.input(|input| {
        let pressed = table.iter().filter(|(key, _)| input.key_pressed(*key));
        view.actions.extend(pressed.map(|(_, action)| action.clone()));
        let solved = puzzle_view.puzzle.state == puzzles::PuzzleState::Solved;
        if solved && input.key_pressed(Key::N) {
            view.actions.extend(puzzle_view.next.clone().map(UiAction::Puzzle));
        }
    });
}

/// Keyboard shortcuts of a game, whichever widget has the focus.
fn shortcuts(ui: &Ui, view: &mut View) {
    let table = [
        (Key::U, UiAction::Game(GameAction::Undo)),
        (Key::Backspace, UiAction::Game(GameAction::Undo)),
        (Key::R, UiAction::Game(GameAction::Redo)),
        (Key::Home, UiAction::Game(GameAction::UndoAll)),
        (Key::End, UiAction::Game(GameAction::RedoAll)),
        (Key::H, UiAction::Engine(HelpRequest::Hint)),
        (Key::P, UiAction::Engine(HelpRequest::PlayForMe)),
        (Key::F, UiAction::FlipBoard),
        (Key::O, UiAction::NextOverlay),
        (Key::M, UiAction::OpenSheet(Sheet::More)),
        (
            Key::Escape,
            if view.cursor.has_pending_input() { UiAction::CancelMove } else { UiAction::OpenHome },
        ),
    ];
    ui.input_mut(|input| {
        if input.consume_key(Modifiers::COMMAND, Key::Z) {
            view.actions.push(UiAction::Game(GameAction::Undo));
        }
        if input.consume_key(Modifiers::COMMAND, Key::Y) {
            view.actions.push(UiAction::Game(GameAction::Redo));
        }
        if input.modifiers.command {
            return;
        }
        let pressed = table.iter().filter(|(key, _)| input.key_pressed(*key));
        view.actions.extend(pressed.map(|(_, action)| action.clone()));
    });
}

impl ActionContext<'_> {
    fn dispatch(&mut self, action: UiAction, session: &Session) {
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
            UiAction::OpenSheet(sheet) => self.screen_state.sheet = Some(sheet),
            UiAction::CloseSheet | UiAction::CancelMove | UiAction::ConfirmMove => {}
            UiAction::Save(number) => {
                self.commands.write(SessionCommand::Save(number));
            }
            UiAction::Load(number) => {
                self.commands.write(SessionCommand::Load(number));
            }
            UiAction::Rematch => {
                self.commands.write(SessionCommand::Rematch);
            }
            UiAction::NewGame => {
                self.new_game_form.open_for(session.setup().game, Some(session));
                self.next.set(Screen::NewGame);
            }
            UiAction::ToggleOverlay(id) => self.overlays.toggle(session.position(), id),
            UiAction::NextOverlay => self.overlays.next(session.position()),
            UiAction::FlipBoard => self.settings.flipped = !self.settings.flipped,
            UiAction::OpenSettings => {
                self.return_screen.0 = Some(Screen::Play);
                self.next.set(Screen::Settings);
            }
            UiAction::Puzzle(request) => {
                self.puzzle_requests.write(request);
            }
            UiAction::OpenPuzzles => self.next.set(Screen::Puzzles),
            UiAction::OpenReview => {
                // A game in the library may already have annotations.
                if let Some(id) = session.library_id().filter(|_| session.ending().is_some()) {
                    self.open_from_library.write(review::OpenFromLibrary(id));
                } else {
                    let (tree, at) = (session.tree().clone(), Some(session.current()));
                    self.open_review.write(review::OpenReview { tree, at, library_id: None });
                }
            }
            UiAction::CreateLevel => {
                self.edit_position.write(EditPosition::of(session));
            }
            UiAction::EditLevel(id) => {
                self.editor_requests.write(EditorRequest::Edit(id));
            }
            UiAction::DeleteMove => {
                self.editor_requests.write(EditorRequest::RemoveLastMove);
            }
            UiAction::FinishSolution => self.next.set(Screen::LevelEditor),
            UiAction::OpenHome => self.next.set(Screen::Home),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn panels_give_way_before_the_board() {
        assert_eq!(PanelLayout::of(egui::vec2(1280.0, 800.0)), PanelLayout::Wide(COLUMN_WIDTH));
        assert_eq!(PanelLayout::of(egui::vec2(1920.0, 1080.0)), PanelLayout::Wide(COLUMN_WIDTH));
        assert_eq!(PanelLayout::of(egui::vec2(360.0, 640.0)), PanelLayout::Portrait);
        // The same windows at 250 %.
        assert_eq!(PanelLayout::of(egui::vec2(512.0, 320.0)), PanelLayout::Slim(192.0));
        assert_eq!(PanelLayout::of(egui::vec2(144.0, 256.0)), PanelLayout::Portrait);
        // A phone held sideways.
        assert_eq!(PanelLayout::of(egui::vec2(640.0, 360.0)), PanelLayout::Slim(280.0));
        assert_eq!(PanelLayout::of(egui::vec2(740.0, 360.0)), PanelLayout::Slim(MAX_SLIM_WIDTH));
    }
}

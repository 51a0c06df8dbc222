//! The play screen: the board, and around it panels with players, moves and actions. It
//! also shows puzzles and the solution editor.

mod actions;
mod blind;
mod bowls;
mod coach;
mod connection;
mod game;
mod labels;
mod lesson;
mod move_list;
mod narrow;
mod online;
mod panel;
mod players;
mod puzzle;
mod result;
mod score;
mod sheet;
mod solution_editor;

use bevy::ecs::system::SystemParam;
use bevy::prelude::*;
use bevy_egui::{EguiContexts, EguiPrimaryContextPass, egui};
use egui::Ui;

use super::board_page;
use super::online::ChatEntry;
use crate::app::board::{Cursor, EndOfGame, Layout, OverlayState, RuleHints, bottom_side};
use crate::app::features::coaching::{Coaching, Remark, coaches};
use crate::app::features::engine::{Thinking, hint_engine};
use crate::app::features::lessons::{Lessons, teaching};
use crate::app::features::online::{OnlinePlay, OnlineRequest};
use crate::app::features::openings::Openings;
use crate::app::features::puzzles::{PuzzleProgress, Puzzles};
use crate::app::features::review::ResultAnalysis;
use crate::app::platform::{Today, TouchScreen};
use crate::app::screens::EventsPage;
use crate::app::services::assets::LoadedAssets;
use crate::app::services::engines::ExternalEngines;
use crate::app::session::{ActiveSession, Mode, SaveSlots, Session, Turn};
use crate::app::settings::{ConfirmMove, Settings};
use crate::app::state::Screen;
use crate::app::text::Localization;
use crate::app::widgets::board_view::BoardInteraction;
use crate::app::widgets::thumbnail::{PaintContext, PaintResources};
use crate::app::widgets::{UiSystems, root};
use crate::core::{Move, Side};
use crate::engines::{EngineId, ListedEngine};
use actions::{ActionContext, UiAction};
use labels::status_line;
pub(super) use labels::{player_name, result_reason, result_score, result_title};
use sheet::Sheet;

/// Data that the panels show, and the actions that they request.
struct View<'a> {
    l10n: &'a Localization,
    session: &'a Session,
    /// The side whose player is shown below the board.
    bottom: Side,
    /// Legal moves on a human's turn, else empty.
    moves: &'a [Move],
    thinking: &'a Thinking,
    /// Depth of the search in progress, if the settings show it.
    depth: Option<u32>,
    slots: &'a SaveSlots,
    paint: PaintContext<'a>,
    cursor: &'a Cursor,
    rule_hints: &'a RuleHints,
    overlays: &'a OverlayState,
    openings: &'a Openings,
    end_of_game: &'a EndOfGame,
    result: &'a ResultAnalysis,
    /// The engines that may give hints in this game.
    hint_engines: &'a [HintEngine],
    /// The settings want mistakes of this game to be told.
    coaches: bool,
    /// The coach's remark on the latest move.
    remark: Option<&'a Remark>,
    /// The game over the network on the board.
    online: Option<online::OnlineView<'a>>,
    /// The board is hidden, and moves are typed.
    hides_board: bool,
    /// The selected tab.
    tab: &'a mut Tab,
    actions: &'a mut Vec<UiAction>,
}

/// An engine of others that may give hints.
struct HintEngine {
    id: EngineId,
    name: String,
    /// The player has chosen it.
    is_chosen: bool,
}

impl HintEngine {
    /// Those that play this game.
    fn of(session: &Session, settings: &Settings, engines: &ExternalEngines) -> Vec<HintEngine> {
        let setup = session.setup();
        let chosen = hint_engine(session, settings, engines);
        let entry = |engine: &ListedEngine| HintEngine {
            id: engine.id(),
            name: engine.name().to_owned(),
            is_chosen: chosen == Some(engine.id()),
        };
        engines.of_game(setup.game, &setup.options).map(entry).collect()
    }
}

impl View<'_> {
    /// Action of the Escape key: cancels the move that was begun, or else leaves.
    fn escape_action(&self, leave: UiAction) -> UiAction {
        if self.cursor.has_pending_input() { UiAction::CancelMove } else { leave }
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
    /// The chat of the players of a game over the network.
    Chat,
}

/// State of the play screen.
#[derive(Resource, Default)]
struct PlayScreenState {
    /// The open sheet.
    sheet: Option<Sheet>,
    tab: Tab,
    blind: blind::BlindEntry,
    chat: ChatEntry,
    /// Index of the word of a lesson whose card is open.
    term: Option<usize>,
    /// The game was over in the previous frame.
    was_over: bool,
}

impl PlayScreenState {
    /// Selects the tab with the result as soon as the game ends.
    fn show_result_once(&mut self, over: bool) {
        if over && !self.was_over {
            self.tab = Tab::Game;
        }
        self.was_over = over;
    }
}

/// Resources that the panels show beside the position on the board.
#[derive(SystemParam)]
struct GameContext<'w> {
    thinking: Res<'w, Thinking>,
    coaching: Res<'w, Coaching>,
    slots: Res<'w, SaveSlots>,
    rule_hints: Res<'w, RuleHints>,
    openings: Res<'w, Openings>,
    end_of_game: Res<'w, EndOfGame>,
    result: Res<'w, ResultAnalysis>,
    cursor: Res<'w, Cursor>,
    touch_screen: Res<'w, TouchScreen>,
    engines: Res<'w, ExternalEngines>,
    online: Res<'w, OnlinePlay>,
}

impl GameContext<'_> {
    /// True if a tap shows the stone before it is placed.
    fn previews_placement(
        &self,
        confirm: ConfirmMove,
        moves: &[Move],
        layout: Option<&Layout>,
    ) -> bool {
        let places = moves.iter().any(|mv| matches!(mv, Move::Place(_)));
        let touched = self.touch_screen.last_was_touch;
        layout.is_some_and(|layout| places && confirm.applies(touched, layout.cell))
    }
}

/// The puzzle on the board with the player's progress.
#[derive(SystemParam)]
struct PuzzleContext<'w> {
    assets: Res<'w, LoadedAssets>,
    puzzles: Res<'w, Puzzles>,
    lessons: Res<'w, Lessons>,
    progress: Res<'w, PuzzleProgress>,
    today: Res<'w, Today>,
    time: Res<'w, Time<Real>>,
}

impl PuzzleContext<'_> {
    fn panel_mode(&self, mode: Mode, term: Option<usize>) -> PanelMode<'_> {
        if let Some(view) = self.lesson_view(term) {
            return PanelMode::Lesson(view);
        }
        match self.puzzle_view(term) {
            Some(view) => PanelMode::Puzzle(view),
            None if mode == Mode::Editor => PanelMode::SolutionEditor,
            None => PanelMode::Game,
        }
    }

    fn lesson_view(&self, term: Option<usize>) -> Option<lesson::LessonView<'_>> {
        let running = self.lessons.current()?;
        let (course, lesson) = self.assets.lesson(&running.id)?;
        let glossary = self.assets.glossary(&course.game);
        Some(lesson::LessonView { running, course, lesson, glossary, term })
    }

    fn puzzle_view(&self, term: Option<usize>) -> Option<puzzle::PuzzleView<'_>> {
        let puzzle = self.puzzles.current()?;
        let (pack, level) = self.assets.level(&puzzle.id)?;
        Some(puzzle::PuzzleView {
            puzzle,
            pack,
            level,
            progress: &self.progress,
            is_users: !self.assets.is_shipped(&puzzle.id.pack),
            next: puzzle.next(&self.assets, &self.progress, self.today.0),
            lesson: teaching(&self.assets, pack, level).map(|(id, lesson)| (id, &lesson.title)),
            glossary: self.assets.glossary(&pack.game),
            term,
            rush: self.puzzles.rush().map(|rush| (rush, rush.time_left(self.time.elapsed()))),
        })
    }
}

/// Kind of panels around the board.
enum PanelMode<'a> {
    /// The game in progress.
    Game,
    /// A puzzle level.
    Puzzle(puzzle::PuzzleView<'a>),
    /// A lesson.
    Lesson(lesson::LessonView<'a>),
    /// Entering the solution of a level.
    SolutionEditor,
}

impl PanelMode<'_> {
    /// Draws the panels, and the board between them.
    fn show(&self, ui: &mut Ui, view: &mut View, board: impl FnOnce(&mut Ui)) {
        match self {
            PanelMode::Game => board_page::show(ui, "play", &mut game::GamePanels(view), board),
            PanelMode::Puzzle(puzzle) => {
                board_page::show(ui, "play", &mut puzzle::PuzzlePanels { view, puzzle }, board);
            }
            PanelMode::Lesson(lesson) => {
                board_page::show(ui, "play", &mut lesson::LessonPanels { view, lesson }, board);
            }
            PanelMode::SolutionEditor => {
                board_page::show(ui, "play", &mut solution_editor::SolutionPanels(view), board);
            }
        }
    }

    /// Handles the keyboard shortcuts.
    fn shortcuts(&self, ui: &Ui, view: &mut View) {
        match self {
            PanelMode::Game => game::shortcuts(ui, view),
            PanelMode::Puzzle(puzzle) => puzzle::shortcuts(ui, view, puzzle),
            PanelMode::Lesson(lesson) => lesson::shortcuts(ui, view, lesson),
            PanelMode::SolutionEditor => solution_editor::shortcuts(ui, view),
        }
    }
}

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<PlayScreenState>()
        .init_resource::<OnlinePlay>()
        .init_resource::<EventsPage>()
        .add_message::<OnlineRequest>()
        .add_systems(
            EguiPrimaryContextPass,
            show.in_set(UiSystems::Screen).run_if(in_state(Screen::Play)),
        )
        .add_systems(OnExit(Screen::Play), (board_page::hide_board, close_sheet));
}

fn close_sheet(mut screen_state: ResMut<PlayScreenState>) {
    screen_state.sheet = None;
    screen_state.term = None;
}

fn show(
    mut contexts: EguiContexts,
    l10n: Res<Localization>,
    paint_resources: PaintResources,
    active_session: Res<ActiveSession>,
    game: GameContext,
    puzzle: PuzzleContext,
    mut context: ActionContext,
) -> Result {
    let ctx = contexts.ctx_mut()?.clone();
    let Some(session) = active_session.session() else {
        context.next.set(Screen::Home);
        return Ok(());
    };
    let Some(paint) = paint_resources.context() else { return Ok(()) };
    let moves = match session.turn() {
        Turn::Human => session.position().legal_moves(),
        _ => Vec::new(),
    };
    let screen_state = &mut *context.screen_state;
    screen_state.show_result_once(session.ending().is_some());
    let mut actions = Vec::new();
    let hides_board = active_session.mode() == Mode::Game
        && blind::is_hidden(context.settings.hide_board, session.ending());
    let shows_search = context.settings.search_info;
    // The list is only needed by a sheet.
    let hint_engines = match screen_state.sheet {
        Some(_) => HintEngine::of(session, &context.settings, &game.engines),
        None => Vec::new(),
    };
    let mut view = View {
        l10n: &l10n,
        session,
        bottom: bottom_side(active_session.mode(), session, &context.settings),
        moves: &moves,
        thinking: &game.thinking,
        depth: game.thinking.progress().filter(|_| shows_search).map(|info| info.depth),
        slots: &game.slots,
        paint,
        cursor: &game.cursor,
        rule_hints: &game.rule_hints,
        overlays: &context.overlays,
        openings: &game.openings,
        end_of_game: &game.end_of_game,
        result: &game.result,
        hint_engines: &hint_engines,
        coaches: coaches(session, &context.settings),
        remark: game.coaching.remark(),
        online: active_session
            .online()
            .and_then(|there| online::OnlineView::new(there, &game.online, &mut screen_state.chat)),
        hides_board,
        tab: &mut screen_state.tab,
        actions: &mut actions,
    };
    let mut ui = root(&ctx);
    let panels = puzzle.panel_mode(active_session.mode(), screen_state.term);
    let board = &mut context.board;
    let previews_placement =
        game.previews_placement(context.settings.confirm, &moves, board.layout());
    let takes_input = screen_state.sheet.is_none() && !hides_board;
    let interaction = BoardInteraction::play(takes_input, previews_placement);
    let spoken = status_line(&view);
    let (entry, mut entered) = (&mut screen_state.blind, None);
    panels.show(&mut ui, &mut view, |ui| {
        let place = ui.available_rect_before_wrap();
        board.show(ui, &spoken, interaction);
        if hides_board {
            let mut ui = ui.new_child(egui::UiBuilder::new().max_rect(place));
            entered = blind::show(&mut ui, &l10n, session, &game.rule_hints, entry);
        }
    });
    view.actions.extend(entered);
    board.describe_cells(&ctx, &l10n, session, hides_board && !entry.peeks());
    match screen_state.sheet {
        Some(open) => sheet::show(&ctx, open, &mut view),
        None => {
            let promoted = board.promotion(&ctx, &l10n, session, paint);
            view.actions.extend(promoted.map(UiAction::Play));
            match hides_board {
                true => view.actions.extend(blind::shortcuts(&ui, entry)),
                false => panels.shortcuts(&ui, &mut view),
            }
        }
    }
    for action in actions {
        context.dispatch(action, session);
    }
    Ok(())
}

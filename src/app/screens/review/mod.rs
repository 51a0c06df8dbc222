//! The review screen: a game record with its variations, annotations and analysis.

mod accuracy;
mod analysis;
mod annotations;
mod evaluation;
mod evaluation_bar;
mod explorer;
mod graph;
mod learn;
mod move_tree;
mod narrow;
mod navigation;
mod sheet;
mod sources;
mod tabs;
mod variation_graph;

use bevy::ecs::system::SystemParam;
use bevy::prelude::*;
use bevy_egui::{EguiContexts, EguiPrimaryContextPass, egui};
use egui::{Label, RichText, Ui};
use egui_phosphor::regular::{ARROW_LEFT, LIST};

use super::board_page::{self, BoardPanels};
use crate::app::board::{BoardInput, Cursor};
use crate::app::features::openings;
use crate::app::features::openings::Openings;
use crate::app::features::position_editor::OpenPositionEditor;
use crate::app::features::puzzles::EditPosition;
use crate::app::features::review::{
    Analysis, Effort, Export, ExportJob, Navigation, OpenReview, OpeningExplorer, ResumeReview,
    Review, ReviewRequest,
};
use crate::app::services::assets::LoadedAssets;
use crate::app::services::engines::ExternalEngines;
use crate::app::services::library::PositionSearch;
use crate::app::session::{ActiveSession, MoveSource, ReviewSession, Session, SessionCommand};
use crate::app::settings::Settings;
use crate::app::state::Screen;
use crate::app::text::{Localization, game_name, result_text, shown_player_name};
use crate::app::widgets::board_view::{BoardInteraction, BoardWidget};
use crate::app::widgets::controls::icon_button;
use crate::app::widgets::theme::Palette;
use crate::app::widgets::thumbnail::{PaintContext, PaintResources};
use crate::app::widgets::{UiSystems, board_view, keys, moves, root, theme, toasts};
use crate::content::glossary::Glossary;
use crate::content::printing::Paper;
use crate::core::{Move, Side};
use crate::games::game_over_key;
use crate::library::PositionKey;
use crate::record::InfoField;
use evaluation::evaluation_text;
use sheet::Sheet;

/// Width of the column beside the board in wide windows.
const WIDE_COLUMN_WIDTH: f32 = 392.0;

/// Least height of a tab above the graph; where less is left, the graph is in a tab.
const MIN_TAB_HEIGHT: f32 = 240.0;

/// Tabs of the panels.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Tab {
    /// The move tree.
    #[default]
    Moves,
    /// Engine analysis.
    Analysis,
    /// Comment, glyphs and shapes of the position.
    Annotations,
    /// Opening explorer.
    Openings,
}

/// Action requested by the player, dispatched after drawing.
#[derive(Clone, Debug, PartialEq)]
enum UiAction {
    Review(ReviewRequest),
    Play(Move),
    OpenSheet(Sheet),
    CloseSheet,
    FlipBoard,
    /// Adds the line to the player's own opening book, or removes it.
    EditUserBook(bool),
    /// Exports the game.
    Export(Export),
    /// Chooses the paper of pages to print.
    Paper(Paper),
    /// Opens the puzzle editor with the position.
    CreateLevel,
    /// Opens the editor of positions with the position.
    EditPosition,
    /// Searches the library for the position.
    SearchPosition,
    /// Cancels the move that was begun.
    CancelMove,
    Leave,
}

/// Data that the panels show, and the actions that they request.
struct View<'a> {
    l10n: &'a Localization,
    record: &'a ReviewSession,
    session: &'a Session,
    review: &'a Review,
    analysis: &'a Analysis,
    engines: &'a ExternalEngines,
    /// Serial number of the session.
    serial: u64,
    openings: &'a Openings,
    explored: &'a OpeningExplorer,
    exporting: &'a ExportJob,
    paper: Paper,
    /// The words of the game, which comments may use.
    glossary: Option<&'a Glossary>,
    paint: PaintContext<'a>,
    actions: &'a mut Vec<UiAction>,
}

/// State of the review screen.
#[derive(Resource, Default)]
struct ReviewScreenState {
    tab: Tab,
    sheet: Option<Sheet>,
    /// A text field had the focus in the previous frame.
    was_editing_text: bool,
    /// An image or film was being exported in the previous frame.
    was_exporting: bool,
    move_list: move_tree::MoveList,
    /// The moves are shown as a graph rather than as text.
    shows_graph: bool,
    variation_graph: variation_graph::VariationGraph,
    accuracy: accuracy::AccuracySummary,
    /// Thinking time for each position that the next analysis of the game gets.
    effort: Effort,
}

/// Resources that the panels show beside the position on the board.
#[derive(SystemParam)]
struct ReviewContext<'w> {
    review: Res<'w, Review>,
    analysis: Res<'w, Analysis>,
    engines: Res<'w, ExternalEngines>,
    openings: Res<'w, Openings>,
    explorer: ResMut<'w, OpeningExplorer>,
    exporting: Res<'w, ExportJob>,
    cursor: Res<'w, Cursor>,
    assets: Res<'w, LoadedAssets>,
}

impl ReviewContext<'_> {
    /// Paints what the review adds to the position: numbers, labels and values of moves.
    fn paint_on_board(&self, ui: &Ui, board: &BoardWidget, l10n: &Localization, session: &Session) {
        let (tree, node) = (session.tree(), session.current());
        if self.review.move_numbers() && session.position().has_plain_stones() {
            board.paint_move_numbers(ui, tree, node);
        }
        board.paint_labels(ui, &tree.annotations(node).shapes);
        let side = session.side_to_move();
        board.paint_move_scores(ui, l10n, side, &self.analysis.scores(session));
    }
}

/// Resources and messages through which actions are dispatched.
#[derive(SystemParam)]
struct ActionContext<'w> {
    board: BoardWidget<'w>,
    requests: MessageWriter<'w, ReviewRequest>,
    commands: MessageWriter<'w, SessionCommand>,
    settings: ResMut<'w, Settings>,
    next: ResMut<'w, NextState<Screen>>,
    books: MessageWriter<'w, openings::BookRequest>,
    exports: MessageWriter<'w, Export>,
    edit_position: MessageWriter<'w, EditPosition>,
    position_editor: MessageWriter<'w, OpenPositionEditor>,
    position_searches: MessageWriter<'w, PositionSearch>,
    screen_state: ResMut<'w, ReviewScreenState>,
}

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<ReviewScreenState>()
        .add_systems(
            EguiPrimaryContextPass,
            show.in_set(UiSystems::Screen).run_if(in_state(Screen::Review)),
        )
        .add_systems(OnExit(Screen::Review), (board_page::hide_board, close_sheet));
}

fn close_sheet(mut screen_state: ResMut<ReviewScreenState>) {
    screen_state.sheet = None;
}

fn show(
    mut contexts: EguiContexts,
    l10n: Res<Localization>,
    paint_resources: PaintResources,
    active_session: Res<ActiveSession>,
    mut data: ReviewContext,
    mut context: ActionContext,
) -> Result {
    let ctx = contexts.ctx_mut()?.clone();
    let Some(record) = active_session.review() else {
        context.next.set(Screen::Home);
        return Ok(());
    };
    let session = record.session();
    let Some(paint) = paint_resources.context() else { return Ok(()) };
    let mut actions = Vec::new();
    let mut view = View {
        l10n: &l10n,
        record,
        session,
        review: &data.review,
        analysis: &data.analysis,
        engines: &data.engines,
        serial: active_session.serial(),
        openings: &data.openings,
        explored: &data.explorer,
        exporting: &data.exporting,
        paper: context.settings.paper,
        glossary: data.assets.glossary(session.tree().game().id()),
        paint,
        actions: &mut actions,
    };
    let mut ui = root(&ctx);
    let (board, state) = (&mut context.board, &mut *context.screen_state);
    let interaction = BoardInteraction::review(state.sheet.is_none(), data.review.draw_mode());
    let spoken = position_label(&view);
    let panels = &mut ReviewPanels { view: &mut view, state };
    board_page::show(&mut ui, "review", panels, |ui| {
        show_board(ui, board, &spoken, interaction);
        data.paint_on_board(ui, board, &l10n, session);
    });
    board.describe_cells(&ctx, &l10n, session, false);
    bar_beside_board(&mut ui, &view, board);
    // The file is written, or asks where to: the sheet is in the way.
    let exports = view.exporting.progress().is_some();
    if std::mem::replace(&mut state.was_exporting, exports)
        && !exports
        && state.sheet == Some(Sheet::Export)
    {
        state.sheet = None;
    }
    match state.sheet {
        Some(open) => sheet::show(&ctx, open, &mut view),
        None => {
            let promoted = board.promotion(&ctx, &l10n, session, paint);
            view.actions.extend(promoted.map(UiAction::Play));
            // By now Escape has already taken the focus from a text field.
            let written = std::mem::replace(&mut state.was_editing_text, ctx.text_edit_focused());
            if !written && !state.was_editing_text {
                shortcuts(&ui, &mut view, data.cursor.has_pending_input());
            }
        }
    }
    data.explorer.bypass_change_detection().want(state.tab == Tab::Openings);
    for action in actions {
        context.dispatch(action, session, &data.review);
    }
    Ok(())
}

impl ActionContext<'_> {
    /// Carries out an action on the game under review.
    fn dispatch(&mut self, action: UiAction, session: &Session, review: &Review) {
        match action {
            UiAction::Review(request) => {
                self.requests.write(request);
            }
            UiAction::Play(mv) => {
                self.commands.write(SessionCommand::Play(mv, MoveSource::Human));
            }
            UiAction::OpenSheet(sheet) => self.screen_state.sheet = Some(sheet),
            UiAction::CloseSheet => self.screen_state.sheet = None,
            UiAction::FlipBoard => self.settings.flipped = !self.settings.flipped,
            UiAction::EditUserBook(add) => {
                let (tree, node) = (Box::new(session.tree().clone()), session.current());
                self.books.write(match add {
                    true => openings::BookRequest::Add(tree, node),
                    false => openings::BookRequest::Remove(tree, node),
                });
            }
            UiAction::Export(export) => {
                self.exports.write(export);
            }
            UiAction::Paper(paper) => self.settings.paper = paper,
            UiAction::CreateLevel => {
                self.edit_position.write(EditPosition::of(session));
            }
            UiAction::EditPosition => {
                let (tree, at) = (session.tree().clone(), Some(session.current()));
                let open = OpenReview { tree, at, library_id: review.library_id() };
                self.position_editor.write(OpenPositionEditor {
                    game: session.setup().game,
                    options: session.setup().options.clone(),
                    position: Some(session.position().clone()),
                    review: Some(ResumeReview(open, review.from())),
                });
            }
            UiAction::SearchPosition => {
                let game = session.setup().game;
                let key = PositionKey::new(game, session.position());
                self.position_searches.write(PositionSearch { key, game: game.id() });
            }
            UiAction::CancelMove => self.board.send(BoardInput::Cancel),
            UiAction::Leave => self.next.set(review.from()),
        }
    }
}

/// The panels of the review.
struct ReviewPanels<'v, 'a, 's> {
    view: &'v mut View<'a>,
    state: &'s mut ReviewScreenState,
}

impl BoardPanels for ReviewPanels<'_, '_, '_> {
    const BOTTOM_MARGIN: i8 = 6;

    fn column_width(window: egui::Vec2, usual: f32) -> f32 {
        if window.x >= 1200.0 { WIDE_COLUMN_WIDTH.max(usual) } else { usual }
    }

    fn column(&mut self, ui: &mut Ui) {
        column(ui, self.view, self.state);
    }

    fn slim_column(&mut self, ui: &mut Ui) {
        narrow::slim(ui, self.view, self.state);
    }

    fn above_board(&mut self, ui: &mut Ui, _: egui::Vec2) {
        header(ui, self.view);
    }

    fn below_board(&mut self, ui: &mut Ui, _: egui::Vec2) {
        narrow::below_board(ui, self.view, self.state);
    }
}

/// Shows the board, with a lane for the evaluation bar at its left except in portrait
/// windows.
fn show_board(ui: &mut Ui, board: &mut BoardWidget, spoken: &str, interaction: BoardInteraction) {
    let mut place = ui.available_rect_before_wrap();
    if !board_page::is_portrait(ui.ctx().content_rect().size()) {
        let shape = board.layout().map_or(1.0, |layout| {
            let size = layout.outer.size();
            size.x / size.y.max(1.0)
        });
        // The board is centred: what it leaves is on both sides of it.
        let spare = (place.width() - place.height() * shape) / 2.0;
        place.min.x += (evaluation_bar::LANE - spare.max(0.0)).max(0.0);
    }
    let mut ui = ui.new_child(egui::UiBuilder::new().max_rect(place));
    board.show(&mut ui, spoken, interaction);
}

/// Draws the evaluation bar beside the board except in portrait windows.
fn bar_beside_board(ui: &mut Ui, view: &View, board: &BoardWidget) {
    let Some(layout) = board.layout() else { return };
    if board_page::is_portrait(ui.ctx().content_rect().size()) {
        return;
    }
    let zoom = ui.ctx().zoom_factor();
    let corner = |at: Vec2| egui::Pos2::new(at.x / zoom, at.y / zoom);
    let rect = egui::Rect::from_min_max(corner(layout.outer.min), corner(layout.outer.max));
    let bottom = if layout.flipped { Side::Second } else { Side::First };
    evaluation_bar::beside_board(ui, view, rect, bottom);
}

/// Both players, or the name of the game.
fn heading(view: &View) -> String {
    let tree = view.session.tree();
    let mut names =
        [InfoField::FirstPlayer, InfoField::SecondPlayer].map(|field| tree.info().get(field));
    if tree.is_swapped() {
        names.reverse();
    }
    match names {
        ["", ""] => game_name(view.l10n, view.session.setup().game.id()),
        names => {
            let shown = names.map(|name| match name {
                "" => "?".to_owned(),
                name => shown_player_name(view.l10n, name),
            });
            shown.join(" – ")
        }
    }
}

/// Text of the current ply, for screen readers.
fn position_label(view: &View) -> String {
    let ply = view.session.tree().ply(view.session.current());
    view.l10n.format("review-place", &[("ply", ply.to_string())])
}

/// Back button, players, and the menu.
fn header(ui: &mut Ui, view: &mut View) {
    let palette = Palette::of(ui);
    ui.horizontal(|ui| {
        if icon_button(ui, ARROW_LEFT, &view.l10n.get("back"), true).clicked() {
            view.actions.push(UiAction::Leave);
        }
        let room = ui.available_width() - ui.spacing().interact_size.y - 8.0;
        let height = ui.spacing().interact_size.y;
        let layout = egui::Layout::left_to_right(egui::Align::Center);
        ui.allocate_ui_with_layout(egui::vec2(room, height), layout, |ui| {
            ui.set_min_width(room);
            let name = RichText::new(heading(view)).size(theme::LARGE);
            ui.add(Label::new(name.color(palette.ink)).truncate());
        });
        if icon_button(ui, LIST, &view.l10n.get("more"), true).clicked() {
            view.actions.push(UiAction::OpenSheet(Sheet::More));
        }
    });
}

/// Event, date, result, opening and evaluation, in one line.
fn info_line(ui: &mut Ui, view: &View) {
    let tree = view.session.tree();
    let info = tree.info();
    let mut facts =
        [InfoField::Event, InfoField::Date].map(|field| info.get(field).to_owned()).to_vec();
    let stated = info.get(InfoField::Result);
    facts.push(match info.winner() {
        Some(winner) => {
            let colour = winner.map(|side| if tree.is_swapped() { side.other() } else { side });
            result_text(view.l10n, tree.game(), colour, stated)
        }
        None => stated.to_owned(),
    });
    facts.retain(|text| !text.is_empty());
    facts.extend(view.openings.name(view.l10n, tree, view.session.current()));
    let node = view.session.current();
    let evaluation = tree.annotations(node).evaluation;
    match (tree.position(node).outcome(), evaluation) {
        // A finished game has a result, not a value.
        (Some(outcome), _) => {
            facts.push(view.l10n.get(&game_over_key(tree.game(), outcome.reason)));
        }
        (None, Some(evaluation)) => {
            let text = evaluation_text(view.l10n, evaluation);
            facts.push(view.l10n.format("review-worth", &[("worth", text)]));
        }
        (None, None) => {}
    }
    if !facts.is_empty() {
        let text = RichText::new(facts.join(" · ")).size(theme::SMALL);
        ui.add(Label::new(text.color(Palette::of(ui).muted)).truncate());
    }
}

/// Buttons for passes and decisions.
fn decision_buttons(ui: &mut Ui, view: &mut View) {
    if view.session.ending().is_some() {
        return;
    }
    let moves = view.session.position().legal_moves();
    let pressed = moves::decision_buttons(ui, view.l10n, &moves);
    view.actions.extend(pressed.map(UiAction::Play));
}

/// All panels in one column beside the board.
fn column(ui: &mut Ui, view: &mut View, state: &mut ReviewScreenState) {
    ui.spacing_mut().item_spacing.y = 6.0;
    header(ui, view);
    info_line(ui, view);
    tabs::selector(ui, view, state);
    // The buttons at the bottom are always whole, and nothing above them moves.
    let spacing = ui.spacing().item_spacing.y;
    let foot = navigation::height(ui) + toasts::reserved_height(ui) + 2.0 * spacing;
    let room = (ui.available_height() - foot).max(120.0);
    let graph = graph::HEIGHT + spacing;
    let has_graph = room - graph >= MIN_TAB_HEIGHT;
    let height = if has_graph { room - graph } else { room };
    tabs::content(ui, view, state, height, !has_graph);
    if has_graph {
        analysis::graph_or_start(ui, view, state.effort);
    }
    toasts::reserve(ui);
    navigation::show(ui, view);
}

/// Keyboard shortcuts of the screen.
fn shortcuts(ui: &Ui, view: &mut View, has_pending_input: bool) {
    let running = view.review.is_autoplaying();
    let go = |go| UiAction::Review(ReviewRequest::Navigate(go));
    let table = [
        (keys::LEFT, go(Navigation::Previous)),
        (keys::RIGHT, go(Navigation::Next)),
        (keys::UP, go(Navigation::Sibling(-1))),
        (keys::DOWN, go(Navigation::Sibling(1))),
        (keys::FIRST, go(Navigation::First)),
        (keys::LAST, go(Navigation::Last)),
        (keys::NEXT_MISTAKE, go(Navigation::Mistake(1))),
        (keys::PREVIOUS_MISTAKE, go(Navigation::Mistake(-1))),
        (keys::AUTOPLAY, UiAction::Review(ReviewRequest::Autoplay(!running))),
        (keys::FLIP, UiAction::FlipBoard),
        (
            keys::ENGINE_LINES,
            UiAction::Review(ReviewRequest::LiveAnalysis(!view.analysis.is_live())),
        ),
        (keys::MENU, UiAction::OpenSheet(Sheet::More)),
        (keys::BACK, if has_pending_input { UiAction::CancelMove } else { UiAction::Leave }),
        (keys::UNDO, UiAction::Review(ReviewRequest::Undo)),
        (keys::REDO, UiAction::Review(ReviewRequest::Redo)),
    ];
    // The arrow keys step through the game only while the board has the focus.
    let on_board = board_view::no_other_has_focus(ui);
    ui.input(|input| {
        let arrows = [keys::LEFT, keys::RIGHT, keys::UP, keys::DOWN];
        for (key, action) in table {
            for _ in 0..key.presses(input) {
                if on_board || !arrows.contains(&key) {
                    view.actions.push(action.clone());
                }
            }
        }
    });
}

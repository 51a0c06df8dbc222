//! The editor of positions: pieces are put on the board, and a game, an analysis or a
//! puzzle begins with them.

mod board;
mod details;
mod palette;

use bevy::ecs::system::SystemParam;
use bevy::prelude::*;
use bevy_egui::{EguiContexts, EguiPrimaryContextPass, egui};
use egui::{Align, Label, RichText, Ui};
use egui_phosphor::regular::{
    ARROW_LEFT, ARROW_U_UP_LEFT, ARROW_U_UP_RIGHT, ARROWS_DOWN_UP, MAGNIFYING_GLASS, PLAY,
    PUZZLE_PIECE, SLIDERS_HORIZONTAL,
};

use super::board_page::{self, BoardPanels};
use crate::app::board::BoardArea;
use crate::app::features::position_editor::{
    Brush, EditedPosition, PositionEditor, PositionEditorRequest, SetupStatus,
};
use crate::app::notice::Notice;
use crate::app::platform::clipboard::PasteRequest;
use crate::app::settings::Settings;
use crate::app::state::Screen;
use crate::app::text::{Localization, game_name, piece_name, side_name};
use crate::app::widgets::controls::{ButtonStyle, button, icon_button, wide_button};
use crate::app::widgets::keys::{self, Shortcut};
use crate::app::widgets::sheet::SheetResponse;
use crate::app::widgets::theme::Palette;
use crate::app::widgets::thumbnail::{PaintContext, PaintResources};
use crate::app::widgets::{UiSystems, page, root, sheet, theme, toasts};
use crate::content::messages;
use crate::core::{Point, Side};
use crate::games::{FieldValue, Piece};
use crate::record::PositionTextError;
use board::BoardState;

/// Largest width of a tile of the palette.
const MAX_TILE: f32 = 44.0;

/// Width of the button that starts a game, below which it has a shorter text.
const MIN_PLAY_WIDTH: f32 = 180.0;

/// Height of the line that says whether the position is legal: two rows of text.
const STATUS_HEIGHT: f32 = 38.0;

/// Action requested by the player, carried out after drawing.
#[derive(Clone, Debug, PartialEq)]
enum UiAction {
    /// Uses the brush on a point.
    Tap(Point),
    Erase(Point),
    BeginStroke,
    Put(Point, Option<Piece>),
    EndStroke,
    /// Moves a piece to another point, or off the board.
    Move(Point, Option<Point>),
    SetBrush(Brush),
    SetSideToMove(Side),
    SetValue(&'static str, FieldValue),
    Undo,
    Redo,
    Clear,
    SetStart,
    FlipBoard,
    Copy(String),
    Paste,
    /// Opens or closes the sheet with the details.
    ShowDetails(bool),
    Request(PositionEditorRequest),
}

/// Data that the panels show, and the actions that they request.
struct View<'a> {
    l10n: &'a Localization,
    paint: PaintContext<'a>,
    edited: &'a EditedPosition,
    text_error: Option<PositionTextError>,
    flipped: bool,
    coordinates: bool,
    actions: Vec<UiAction>,
}

impl View<'_> {
    fn side_name(&self, side: Side) -> String {
        side_name(self.l10n, self.edited.game(), side)
    }

    /// The name of a piece with its side.
    fn piece_name(&self, piece: Piece) -> String {
        piece_name(self.l10n, self.edited.game(), self.edited.start(), piece)
    }

    /// True for a point in a corner of the board, which a field need not name.
    fn is_corner(&self, at: Point) -> bool {
        let board = self.edited.board();
        let is_edge = |n: u8, count: u8| n == 0 || n + 1 == count;
        is_edge(at.file, board.files) && is_edge(at.rank, board.ranks)
    }
}

/// State of the screen.
#[derive(Resource, Default)]
struct ScreenState {
    board: BoardState,
    details_open: bool,
    /// The content of the text field.
    text: String,
    /// The text was typed and gives no position yet.
    keeps_text: bool,
    /// The text field has the focus.
    is_editing_text: bool,
}

/// Where the actions go.
#[derive(SystemParam)]
struct ActionContext<'w> {
    editor: ResMut<'w, PositionEditor>,
    settings: ResMut<'w, Settings>,
    requests: MessageWriter<'w, PositionEditorRequest>,
    pastes: MessageWriter<'w, PasteRequest>,
    /// Notices lie over the lower edge of the board.
    area: ResMut<'w, BoardArea>,
    notices: MessageWriter<'w, Notice>,
}

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<ScreenState>()
        .add_systems(
            EguiPrimaryContextPass,
            show.in_set(UiSystems::Screen).run_if(in_state(Screen::PositionEditor)),
        )
        .add_systems(OnExit(Screen::PositionEditor), (board_page::hide_board, reset));
}

/// Forgets what belongs to one visit of the page.
fn reset(mut state: ResMut<ScreenState>) {
    state.board.reset();
    (state.details_open, state.keeps_text, state.is_editing_text) = (false, false, false);
}

fn show(
    mut contexts: EguiContexts,
    l10n: Res<Localization>,
    paint_resources: PaintResources,
    mut state: ResMut<ScreenState>,
    mut context: ActionContext,
    mut next: ResMut<NextState<Screen>>,
) -> Result {
    let ctx = contexts.ctx_mut()?.clone();
    let Some(edited) = context.editor.current() else {
        next.set(Screen::Home);
        return Ok(());
    };
    let Some(paint) = paint_resources.context() else { return Ok(()) };
    let state = &mut *state;
    let make_view = || View {
        l10n: &l10n,
        paint,
        edited,
        text_error: context.editor.text_error(),
        flipped: context.settings.flipped,
        coordinates: context.settings.coordinates,
        actions: Vec::new(),
    };
    // The board and the panels around it are drawn in one go, each with actions of its own.
    let (mut view, mut board_view) = (make_view(), make_view());
    let was_editing_text = std::mem::take(&mut state.is_editing_text);
    let mut ui = root(&ctx);
    let mut board = std::mem::take(&mut state.board);
    let enabled = !state.details_open;
    let panels = &mut Panels { view: &mut view, state };
    board_page::show(&mut ui, "position", panels, |ui| {
        let (rect, zoom) = (ui.available_rect_before_wrap(), ui.ctx().zoom_factor());
        let corner = |place: egui::Pos2| Vec2::new(place.x, place.y) * zoom;
        let area = Some(Rect { min: corner(rect.min), max: corner(rect.max) });
        if context.area.0 != area {
            context.area.0 = area;
        }
        board::show(ui, &mut board_view, &mut board, enabled);
    });
    state.board = board;
    view.actions.append(&mut board_view.actions);
    if state.details_open {
        let heading = view.l10n.get("position-more");
        let response = sheet::show(&ctx, "position", view.l10n, &heading, 380.0, |ui| {
            details::show(ui, &mut view, state);
        });
        // Escape leaves a text field first.
        let leaves_text = response == SheetResponse::Back && was_editing_text;
        if response != SheetResponse::Open && !leaves_text {
            view.actions.push(UiAction::ShowDetails(false));
        }
    } else if !was_editing_text && !state.is_editing_text {
        shortcuts(&ui, &mut view);
    }
    let actions = view.actions;
    for action in actions {
        context.dispatch(action, &ctx, state);
    }
    Ok(())
}

impl ActionContext<'_> {
    fn dispatch(&mut self, action: UiAction, ctx: &egui::Context, state: &mut ScreenState) {
        match action {
            UiAction::FlipBoard => self.settings.flipped = !self.settings.flipped,
            UiAction::Copy(text) => {
                ctx.copy_text(text);
                self.notices.write(Notice::done("position-copied"));
            }
            UiAction::Paste => _ = self.pastes.write(PasteRequest),
            UiAction::ShowDetails(open) => state.details_open = open,
            UiAction::Request(request) => _ = self.requests.write(request),
            edit => {
                let Some(edited) = self.editor.current_mut() else { return };
                // The text shows the board again.
                state.keeps_text = false;
                apply(edited, edit);
            }
        }
    }
}

/// Carries out an edit.
fn apply(edited: &mut EditedPosition, action: UiAction) {
    match action {
        UiAction::Tap(at) => edited.tap(at),
        UiAction::Erase(at) => edited.erase(at),
        UiAction::BeginStroke => edited.begin_stroke(),
        UiAction::Put(at, piece) => edited.put(at, piece),
        UiAction::EndStroke => edited.end_stroke(),
        UiAction::Move(from, to) => edited.move_piece(from, to),
        UiAction::SetBrush(brush) => {
            edited.brush = brush;
            edited.selected = None;
        }
        UiAction::SetSideToMove(side) => edited.set_side_to_move(side),
        UiAction::SetValue(id, value) => edited.set_value(id, value),
        UiAction::Undo => edited.undo(),
        UiAction::Redo => edited.redo(),
        UiAction::Clear => edited.clear(),
        UiAction::SetStart => edited.set_start(),
        UiAction::FlipBoard
        | UiAction::Copy(_)
        | UiAction::Paste
        | UiAction::ShowDetails(_)
        | UiAction::Request(_) => {}
    }
}

/// Keys of the page, outside of its text field.
fn shortcuts(ui: &Ui, view: &mut View) {
    let pressed = |shortcut: Shortcut| ui.input(|input| shortcut.is_pressed(input));
    if pressed(keys::REDO) {
        view.actions.push(UiAction::Redo);
    }
    if pressed(keys::UNDO) {
        view.actions.push(UiAction::Undo);
    }
    // Browsers deliver the pasted text, other systems only the key.
    let (copied, pasted, asked) = ui.input(|input| {
        let mut events = input.events.iter();
        let copied = events.any(|event| matches!(event, egui::Event::Copy));
        let pasted = input.events.iter().rev().find_map(|event| match event {
            egui::Event::Paste(text) => Some(text.clone()),
            _ => None,
        });
        (copied || keys::COPY.is_pressed(input), pasted, keys::PASTE.is_pressed(input))
    });
    if copied {
        view.actions.push(UiAction::Copy(view.edited.text().to_owned()));
    }
    if let Some(text) = pasted {
        view.actions.push(UiAction::Request(PositionEditorRequest::Read(text)));
    } else if asked {
        view.actions.push(UiAction::Paste);
    }
    if pressed(keys::FLIP) {
        view.actions.push(UiAction::FlipBoard);
    }
    if pressed(keys::BACK) {
        view.actions.push(UiAction::Request(PositionEditorRequest::Leave));
    }
}

/// The panels of the page.
struct Panels<'v, 'a> {
    view: &'v mut View<'a>,
    state: &'v mut ScreenState,
}

impl BoardPanels for Panels<'_, '_> {
    fn column(&mut self, ui: &mut Ui) {
        header(ui, self.view, false);
        status(ui, self.view);
        palette::show(ui, self.view);
        ui.add_space(8.0);
        let foot = 2.0 * (ui.spacing().interact_size.y + 8.0) + toasts::reserved_height(ui) + 8.0;
        let room = (ui.available_height() - foot).max(60.0);
        let area = egui::ScrollArea::vertical()
            .id_salt("position-details")
            .auto_shrink([false, false])
            .max_height(room);
        page::scrolled(ui, area, |ui| details::show(ui, self.view, self.state));
        toasts::reserve(ui);
        wide_actions(ui, self.view);
    }

    fn slim_column(&mut self, ui: &mut Ui) {
        header(ui, self.view, true);
        let foot = ui.spacing().interact_size.y + 8.0;
        let room = (ui.available_height() - foot).max(60.0);
        let area = egui::ScrollArea::vertical()
            .id_salt("position-tools")
            .auto_shrink([false, false])
            .max_height(room);
        page::scrolled(ui, area, |ui| {
            status(ui, self.view);
            palette::show(ui, self.view);
        });
        compact_actions(ui, self.view);
    }

    fn above_board(&mut self, ui: &mut Ui, _: egui::Vec2) {
        header(ui, self.view, true);
    }

    fn below_board(&mut self, ui: &mut Ui, _: egui::Vec2) {
        ui.spacing_mut().item_spacing.y = 4.0;
        status(ui, self.view);
        palette::show(ui, self.view);
        compact_actions(ui, self.view);
    }
}

/// The way back, the name of the page, and the icons of undo, redo and flip.
fn header(ui: &mut Ui, view: &mut View, compact: bool) {
    let palette = Palette::of(ui);
    ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = 2.0;
        if icon_button(ui, ARROW_LEFT, &view.l10n.get("back"), true).clicked() {
            view.actions.push(UiAction::Request(PositionEditorRequest::Leave));
        }
        let edge = ui.spacing().interact_size.y;
        let room = ui.available_width() - 3.0 * (edge + 2.0);
        let layout = egui::Layout::left_to_right(Align::Center);
        ui.allocate_ui_with_layout(egui::vec2(room, edge), layout, |ui| {
            ui.set_min_width(room);
            let game = game_name(view.l10n, view.edited.game().id());
            let text = if compact { game } else { view.l10n.get("position-editor") };
            let text = RichText::new(text).font(theme::kai_font(theme::LARGE));
            ui.add(Label::new(text.color(palette.ink)).truncate());
        });
        let (undo, redo) = (view.edited.can_undo(), view.edited.can_redo());
        for (icon, id, enabled, action) in [
            (ARROW_U_UP_LEFT, "undo", undo, UiAction::Undo),
            (ARROW_U_UP_RIGHT, "redo", redo, UiAction::Redo),
            (ARROWS_DOWN_UP, "flip-board", true, UiAction::FlipBoard),
        ] {
            if icon_button(ui, icon, &view.l10n.get(id), enabled).clicked() {
                view.actions.push(action);
            }
        }
    });
}

/// One sentence on the position, in a place of its own.
fn status(ui: &mut Ui, view: &View) {
    let palette = Palette::of(ui);
    let (text, ink) = match view.edited.status() {
        SetupStatus::Playable => (view.l10n.get("position-playable"), palette.muted),
        SetupStatus::Over(reason) => {
            let reason = view.l10n.get(reason);
            (view.l10n.format("position-over", &[("reason", reason)]), palette.ink)
        }
        SetupStatus::Illegal(problem) => {
            (view.l10n.title(&messages::localize(&problem.message)), palette.accent)
        }
    };
    let size = egui::vec2(ui.available_width(), STATUS_HEIGHT);
    ui.allocate_ui_with_layout(size, egui::Layout::left_to_right(Align::Center), |ui| {
        ui.set_min_size(size);
        ui.add(Label::new(RichText::new(text).size(theme::SMALL).color(ink)).wrap());
    });
}

/// The actions in the column of a wide window.
fn wide_actions(ui: &mut Ui, view: &mut View) {
    ui.spacing_mut().item_spacing.y = 8.0;
    let (playable, legal) = (view.edited.is_playable(), view.edited.position().is_some());
    ui.add_enabled_ui(playable, |ui| {
        let text = view.l10n.get("position-play");
        if wide_button(ui, ButtonStyle::Primary, Some(PLAY), &text).clicked() {
            view.actions.push(UiAction::Request(PositionEditorRequest::Play));
        }
    });
    ui.horizontal(|ui| {
        let (analyse, puzzle) =
            (view.l10n.get("position-analyse"), view.l10n.get("position-puzzle"));
        ui.add_enabled_ui(legal, |ui| {
            if button(ui, ButtonStyle::Plain, Some(MAGNIFYING_GLASS), &analyse).clicked() {
                view.actions.push(UiAction::Request(PositionEditorRequest::Analyse));
            }
        });
        ui.add_enabled_ui(playable, |ui| {
            if wide_button(ui, ButtonStyle::Plain, Some(PUZZLE_PIECE), &puzzle).clicked() {
                view.actions.push(UiAction::Request(PositionEditorRequest::CreatePuzzle));
            }
        });
    });
}

/// The actions in one row, where there is little room.
fn compact_actions(ui: &mut Ui, view: &mut View) {
    let (playable, legal) = (view.edited.is_playable(), view.edited.position().is_some());
    ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = 4.0;
        let icons = 3.0 * (ui.spacing().interact_size.y + 4.0);
        let room = (ui.available_width() - icons).max(80.0);
        let text = view.l10n.get(match room < MIN_PLAY_WIDTH {
            true => "position-play-short",
            false => "position-play",
        });
        ui.allocate_ui(egui::vec2(room, ui.spacing().interact_size.y), |ui| {
            ui.add_enabled_ui(playable, |ui| {
                if wide_button(ui, ButtonStyle::Primary, Some(PLAY), &text).clicked() {
                    view.actions.push(UiAction::Request(PositionEditorRequest::Play));
                }
            });
        });
        for (icon, id, enabled, action) in [
            (
                MAGNIFYING_GLASS,
                "position-analyse",
                legal,
                UiAction::Request(PositionEditorRequest::Analyse),
            ),
            (
                PUZZLE_PIECE,
                "position-puzzle",
                playable,
                UiAction::Request(PositionEditorRequest::CreatePuzzle),
            ),
            (SLIDERS_HORIZONTAL, "position-more", true, UiAction::ShowDetails(true)),
        ] {
            if icon_button(ui, icon, &view.l10n.get(id), enabled).clicked() {
                view.actions.push(action);
            }
        }
    });
}

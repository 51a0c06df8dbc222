//! The board as an egui widget: pointer and keyboard input, and the text painted over it
//! (coordinates, move numbers, labels). The board itself is drawn by entities in
//! `app::board`.

mod cells;
mod input;

use bevy::ecs::system::SystemParam;
use bevy::prelude::{MessageWriter, Rect, Res, ResMut, Vec2};
use bevy_egui::egui::{self, Context, EventFilter, Response, Sense, Ui, WidgetInfo, WidgetType};

pub use input::BoardInteraction;

use super::board_painter::BoardPainter;
use super::controls::focus_by_default;
use super::thumbnail::PaintContext;
use super::{magnifier, move_scores, promotion};
use crate::app::board::drawing::BoardDrawing;
use crate::app::board::{BoardArea, BoardInput, CurrentLayout, Cursor, Layout};
use crate::app::platform::ScreenReader;
use crate::app::session::{ActiveSession, Session};
use crate::app::settings::ActiveTheme;
use crate::app::text::Localization;
use crate::core::{Move, Side};
use crate::games::EngineInfo;
use crate::record::{GameTree, NodeId, Shape};

/// The widget of the board: the layout and cursor that it shows, and the area and input
/// that it passes on.
#[derive(SystemParam)]
pub struct BoardWidget<'w> {
    active_session: Res<'w, ActiveSession>,
    active_theme: Res<'w, ActiveTheme>,
    current_layout: Res<'w, CurrentLayout>,
    cursor: Res<'w, Cursor>,
    screen_reader: Res<'w, ScreenReader>,
    area: ResMut<'w, BoardArea>,
    inputs: MessageWriter<'w, BoardInput>,
}

/// Largest font size of coordinates, in points.
const MAX_COORDINATE_SIZE: f32 = 18.0;

/// Id of the widget.
const ID: &str = "board";

/// True if no widget but the board has the focus.
pub fn no_other_has_focus(ui: &Ui) -> bool {
    ui.memory(|memory| memory.focused().is_none_or(|focused| focused == egui::Id::new(ID)))
}

impl BoardWidget<'_> {
    /// The layout of the board; `None` while there is none.
    pub fn layout(&self) -> Option<&Layout> {
        self.current_layout.0.as_ref()
    }

    /// Sends the input that a button or key stands for.
    pub fn send(&mut self, input: BoardInput) {
        self.inputs.write(input);
    }

    /// Allocates the remaining space for the board, turns input into [`BoardInput`]
    /// messages and paints the coordinates. `spoken` is the position's description for
    /// screen readers.
    pub fn show(&mut self, ui: &mut Ui, spoken: &str, interaction: BoardInteraction) {
        let rect = ui.available_rect_before_wrap();
        let response = ui.interact(rect, egui::Id::new(ID), Sense::click_and_drag());
        response.widget_info(|| {
            let place = self.cursor.keyboard.map_or(String::new(), |point| format!(", {point}"));
            WidgetInfo::labeled(WidgetType::Other, true, format!("{spoken}{place}"))
        });
        if interaction.enabled {
            self.handle_input(ui, &response, interaction);
        }
        ui.memory_mut(|memory| {
            let filter = EventFilter {
                tab: false,
                horizontal_arrows: true,
                vertical_arrows: true,
                escape: true,
            };
            memory.set_focus_lock_filter(response.id, filter);
        });
        self.paint_text(ui, |drawing| drawing.coordinates(MAX_COORDINATE_SIZE));
        self.update_area(ui, &response);
    }

    fn handle_input(&mut self, ui: &Ui, response: &Response, interaction: BoardInteraction) {
        if interaction.previews_placement {
            let waits = self.cursor.touch_aim.is_some_and(|aim| aim.finger.is_none());
            let layout = self.layout().filter(|_| waits);
            let lens = layout.and_then(|layout| magnifier::lens(ui.ctx(), layout, &self.cursor));
            input::handle_placement_preview(ui, response, lens, &mut self.inputs);
        } else {
            input::handle_pointer(ui, response, interaction, &mut self.inputs);
        }
        // The board takes the focus when no widget has it.
        focus_by_default(ui, response);
        input::handle_keys(ui, response.has_focus(), interaction.arrow_keys, &mut self.inputs);
    }

    /// Passes the rectangle of the widget on to the board.
    fn update_area(&mut self, ui: &Ui, response: &Response) {
        let (rect, zoom) = (response.rect, ui.ctx().zoom_factor());
        let now = Some(Rect {
            min: Vec2::new(rect.left(), rect.top()) * zoom,
            max: Vec2::new(rect.right(), rect.bottom()) * zoom,
        });
        // On the first frame the panels do not have their final sizes yet; using this
        // rectangle would make the board jump.
        let before = ui.data_mut(|data| {
            let before = data.get_temp(response.id);
            data.insert_temp(response.id, rect);
            before
        });
        if self.area.0.is_none() && before != Some(rect) {
            ui.ctx().request_repaint();
            return;
        }
        if self.area.0 != now && rect.width() > 8.0 && rect.height() > 8.0 {
            self.area.0 = now;
        }
    }

    /// Paints text over the sprites of the board.
    fn paint_text(&self, ui: &Ui, describe: impl FnOnce(&mut BoardDrawing)) {
        let theme = self.active_session.theme(&self.active_theme);
        if let (Some(layout), Some(theme)) = (self.layout(), theme) {
            let layout = layout.transformed(1.0 / ui.ctx().zoom_factor(), Vec2::ZERO);
            let mut drawing = BoardDrawing::new(&layout, theme);
            describe(&mut drawing);
            BoardPainter::without_images(ui.painter()).paint(drawing);
        }
    }

    /// Paints the move numbers onto the stones on the board.
    pub fn paint_move_numbers(&self, ui: &Ui, tree: &GameTree, node: NodeId) {
        self.paint_text(ui, |drawing| drawing.move_numbers(tree, node));
    }

    /// Paints the label shapes of a position.
    pub fn paint_labels(&self, ui: &Ui, shapes: &[Shape]) {
        self.paint_text(ui, |drawing| drawing.labels(shapes));
    }

    /// Paints the values of the legal moves of the side to move on their points.
    pub fn paint_move_scores(
        &self,
        ui: &Ui,
        l10n: &Localization,
        side: Side,
        scores: &[EngineInfo],
    ) {
        let theme = self.active_session.theme(&self.active_theme);
        if let (Some(layout), Some(theme)) = (self.layout(), theme) {
            move_scores::show(ui, theme, layout, l10n, side, scores);
        }
    }

    /// Shows the promotion dialog while a promotion is pending. Returns the move that was
    /// chosen.
    pub fn promotion(
        &self,
        ctx: &Context,
        l10n: &Localization,
        session: &Session,
        paint: PaintContext,
    ) -> Option<Move> {
        promotion::show(ctx, l10n, session, &self.cursor.promotion_choices, self.layout()?, paint)
    }
}

//! The frame of the pages with a board: the places of the panels around it, in windows of
//! every shape.

use bevy::prelude::ResMut;
use bevy_egui::egui::{CentralPanel, Frame, Margin, Panel, Ui, Vec2};

use crate::app::board::BoardArea;

/// Widths of the column beside the board, with very much, with much and with little room.
const BROAD_COLUMN_WIDTH: f32 = 460.0;
const COLUMN_WIDTH: f32 = 320.0;
const NARROW_COLUMN_WIDTH: f32 = 260.0;
const MIN_SLIM_WIDTH: f32 = 132.0;
const MAX_SLIM_WIDTH: f32 = 352.0;

/// The panels of a page around the board, a method for each of their places.
pub(super) trait BoardPanels {
    /// Vertical margin of the panel below the board.
    const BOTTOM_MARGIN: i8 = 4;

    /// Width of the column in a wide window of this size, where `usual` is that of most
    /// pages.
    fn column_width(_window: Vec2, usual: f32) -> f32 {
        usual
    }

    /// All panels, in a column beside the board.
    fn column(&mut self, ui: &mut Ui);

    /// Compact panels, in a slim column beside the board.
    fn slim_column(&mut self, ui: &mut Ui) {
        self.column(ui);
    }

    /// Panels above the board of a portrait window of this size.
    fn above_board(&mut self, ui: &mut Ui, window: Vec2);

    /// Panels below the board of a portrait window of this size.
    fn below_board(&mut self, ui: &mut Ui, window: Vec2);
}

/// Draws the panels in the places that suit the window, and the board in the rectangle
/// that they leave. `name` tells the page's panels from those of other pages.
pub(super) fn show<P: BoardPanels>(
    ui: &mut Ui,
    name: &str,
    panels: &mut P,
    board: impl FnOnce(&mut Ui),
) {
    let window = ui.available_size();
    let frame = |x, y| Frame::new().inner_margin(Margin::symmetric(x, y));
    let id = |place: &str| format!("{name}-{place}");
    let plain = |panel: Panel| panel.show_separator_line(false).resizable(false);
    match PanelLayout::of(window) {
        PanelLayout::Wide(width) => {
            plain(Panel::right(id("column")))
                .exact_size(P::column_width(window, width))
                .frame(frame(16, 12))
                .show(ui, |ui| panels.column(ui));
        }
        PanelLayout::Slim(width) => {
            plain(Panel::right(id("slim")))
                .exact_size(width)
                .frame(frame(6, 4))
                .show(ui, |ui| panels.slim_column(ui));
        }
        PanelLayout::Portrait => {
            plain(Panel::top(id("top")))
                .frame(frame(8, 4))
                .show(ui, |ui| panels.above_board(ui, window));
            plain(Panel::bottom(id("bottom")))
                .frame(frame(8, P::BOTTOM_MARGIN))
                .show(ui, |ui| panels.below_board(ui, window));
        }
    }
    CentralPanel::default().frame(frame(6, 6)).show(ui, board);
}

/// Takes the board off the window when its page is left.
pub(super) fn hide_board(mut area: ResMut<BoardArea>) {
    area.0 = None;
}

/// Arrangement of the panels around the board.
#[derive(Clone, Copy, Debug, PartialEq)]
enum PanelLayout {
    /// A column of this width with all panels.
    Wide(f32),
    /// A column of this width with compact panels.
    Slim(f32),
    /// Strips above and below the board.
    Portrait,
}

/// True for a window of this size whose panels lie above and below the board.
pub(super) fn is_portrait(window: Vec2) -> bool {
    PanelLayout::of(window) == PanelLayout::Portrait
}

impl PanelLayout {
    /// Arrangement for a window size in egui points: the board stays as large as
    /// possible, panels shrink first.
    fn of(size: Vec2) -> PanelLayout {
        if size.x < size.y * 1.12 {
            return PanelLayout::Portrait;
        }
        let spare = size.x - size.y;
        if size.y >= 420.0 && (spare >= NARROW_COLUMN_WIDTH || size.x >= 760.0) {
            let least = if size.x >= 960.0 { COLUMN_WIDTH } else { NARROW_COLUMN_WIDTH };
            // Half of what the board leaves free, so that the two stand near each other.
            PanelLayout::Wide((spare / 2.0).clamp(least, BROAD_COLUMN_WIDTH))
        } else {
            PanelLayout::Slim(spare.clamp(MIN_SLIM_WIDTH, MAX_SLIM_WIDTH))
        }
    }
}

#[cfg(test)]
mod tests {
    use bevy_egui::egui;

    use super::*;

    #[test]
    fn panels_give_way_before_the_board() {
        assert_eq!(PanelLayout::of(egui::vec2(1280.0, 800.0)), PanelLayout::Wide(COLUMN_WIDTH));
        assert_eq!(PanelLayout::of(egui::vec2(1920.0, 1080.0)), PanelLayout::Wide(420.0));
        assert_eq!(PanelLayout::of(egui::vec2(360.0, 640.0)), PanelLayout::Portrait);
        // The same windows at 250 %.
        assert_eq!(PanelLayout::of(egui::vec2(512.0, 320.0)), PanelLayout::Slim(192.0));
        assert_eq!(PanelLayout::of(egui::vec2(144.0, 256.0)), PanelLayout::Portrait);
        // A phone held sideways.
        assert_eq!(PanelLayout::of(egui::vec2(640.0, 360.0)), PanelLayout::Slim(280.0));
        assert_eq!(PanelLayout::of(egui::vec2(740.0, 360.0)), PanelLayout::Slim(MAX_SLIM_WIDTH));
    }
}

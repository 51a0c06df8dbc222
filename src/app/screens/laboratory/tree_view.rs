//! The tree of a search: drawn, panned, zoomed, folded, and looked at node by node.

use bevy_egui::egui::{self, CornerRadius, Sense, Stroke, StrokeKind, Ui, WidgetInfo, WidgetType};
use egui_phosphor::regular::{CORNERS_OUT, MAGNIFYING_GLASS_MINUS, MAGNIFYING_GLASS_PLUS};

use super::camera::{TreeCamera, ZOOM_STEP};
use super::text::algorithm_name;
use super::tree_paint::TreePaint;
use crate::app::features::laboratory::Experiment;
use crate::app::widgets::controls::{icon_button, muted};

/// Draws the tree of a lane in the space that is left.
pub(super) fn show(
    ui: &mut Ui,
    paint: &TreePaint,
    lane: usize,
    experiment: &mut Experiment,
    camera: &mut TreeCamera,
) {
    let l10n = paint.l10n;
    let rect = ui.available_rect_before_wrap();
    let tree = &experiment.trace().tree;
    let count = experiment.replay().counts();
    let numbers = [
        ("algorithm", algorithm_name(l10n, experiment.trace().algorithm)),
        ("nodes", tree.nodes.len().to_string()),
    ];
    let name = l10n.format("laboratory-tree", &numbers);
    let is_cut_short = tree.is_cut_short;
    let id = egui::Id::new(("laboratory-tree", lane));
    let response = ui.interact(rect, id, Sense::click_and_drag());
    response.widget_info(|| WidgetInfo::labeled(WidgetType::Button, true, &name));
    let layout = experiment.layout();
    let mut view = camera.view(rect, &layout);
    camera.follow_input(ui, &response, &view);
    if experiment.chosen().is_none() {
        camera.reveal(&view, experiment.shown_node());
    }
    if let Some(at) = response.interact_pointer_pos().filter(|_| response.clicked()) {
        let node = view.node_at(at);
        let nodes = &experiment.trace().tree.nodes;
        let node = node.filter(|&n| experiment.replay().has_entered(&nodes[n as usize]));
        match node {
            Some(node) if experiment.chosen() == Some(node) => experiment.fold(node),
            node => experiment.choose(node),
        }
    }
    let layout = experiment.layout();
    view = camera.view(rect, &layout);
    let painter = ui.painter_at(rect);
    let line = Stroke::new(paint.palette.line_weight, paint.palette.hairline);
    painter.rect(rect, CornerRadius::same(8), paint.palette.paper, line, StrokeKind::Inside);
    paint.tree(&painter, &view, experiment);
    let over = egui::UiBuilder::new().max_rect(rect.shrink(6.0));
    ui.scope_builder(over, |ui| {
        ui.horizontal(|ui| {
            ui.vertical(|ui| {
                ui.label(algorithm_name(l10n, experiment.trace().algorithm));
                let numbers = [
                    ("nodes", count.nodes.to_string()),
                    ("cuts", count.cutoffs.to_string()),
                    ("playouts", count.playouts.to_string()),
                ];
                let id = match experiment.trace().algorithm.has_playouts() {
                    true => "laboratory-progress-playouts",
                    false => "laboratory-progress",
                };
                muted(ui, l10n.format(id, &numbers));
                if is_cut_short {
                    muted(ui, l10n.get("laboratory-cut-short"));
                }
            });
            ui.with_layout(egui::Layout::right_to_left(egui::Align::Min), |ui| {
                ui.spacing_mut().item_spacing.x = 0.0;
                let centre = rect.center();
                if icon_button(ui, CORNERS_OUT, &l10n.get("laboratory-fit"), true).clicked() {
                    camera.fit();
                }
                let name = l10n.get("laboratory-zoom-in");
                if icon_button(ui, MAGNIFYING_GLASS_PLUS, &name, true).clicked() {
                    camera.zoom_at(&view, centre, ZOOM_STEP);
                }
                let name = l10n.get("laboratory-zoom-out");
                if icon_button(ui, MAGNIFYING_GLASS_MINUS, &name, true).clicked() {
                    camera.zoom_at(&view, centre, 1.0 / ZOOM_STEP);
                }
            });
        });
    });
}

//! The engines that analyse: their names and signs, and the sheet that chooses them. One is told
//! from the other by the shape of its sign as well as by its colour, on the board too.

use bevy_egui::egui::{
    self, Color32, CornerRadius, CursorIcon, FontId, Painter, Pos2, Sense, Shape, Stroke,
    StrokeKind, TextFormat, Ui, Vec2, WidgetInfo, WidgetType,
};
use egui_phosphor::regular::PLUS;

use super::sheet::Sheet;
use super::{UiAction, View};
use crate::app::features::review::{MAX_SOURCES, ReviewRequest};
use crate::app::settings::AnalysisSource;
use crate::app::widgets::controls::{choice, focus_ring, heading, muted};
use crate::app::widgets::theme::{self, Palette};

/// Radius of a sign, and the space that it takes with the gap behind it.
const SIGN_RADIUS: f32 = 5.0;
const SIGN_ROOM: f32 = 2.0 * SIGN_RADIUS + 7.0;

/// Height of the line that names an engine.
pub(super) const NAME_HEIGHT: f32 = 20.0;

/// The name of a source.
pub(super) fn name(view: &View, source: AnalysisSource) -> String {
    match source {
        AnalysisSource::Own => view.l10n.get("app-name"),
        AnalysisSource::Engine(id) => view.engines.name(id).unwrap_or_default().to_owned(),
    }
}

/// All sources that can analyse this game, with their names.
fn all(view: &View) -> Vec<(AnalysisSource, String)> {
    let setup = view.session.setup();
    let added = view.engines.of_game(setup.game, &setup.options);
    let added = added.map(|engine| (AnalysisSource::Engine(engine.id()), engine.name().to_owned()));
    std::iter::once((AnalysisSource::Own, view.l10n.get("app-name"))).chain(added).collect()
}

/// True if the player has added an engine for this game, so that there is something to choose.
pub(super) fn are_several(view: &View) -> bool {
    let setup = view.session.setup();
    view.engines.of_game(setup.game, &setup.options).next().is_some()
}

/// Paints the sign of the first source (0), a disc, or of the second (1), a diamond.
fn paint_sign(painter: &Painter, centre: Pos2, rank: usize, palette: Palette) {
    let line = Stroke::new(palette.line_weight, palette.ink);
    let fill = palette.sources[rank.min(MAX_SOURCES - 1)];
    if rank == 0 {
        painter.circle(centre, SIGN_RADIUS, fill, line);
        return;
    }
    let reach = SIGN_RADIUS + 1.0;
    let corners = [Vec2::X, Vec2::Y, -Vec2::X, -Vec2::Y].map(|way| centre + way * reach);
    painter.add(Shape::convex_polygon(corners.to_vec(), fill, line));
}

/// A line with the sign and the name of a source, and what else there is to say of it.
pub(super) fn name_line(ui: &mut Ui, view: &View, rank: usize, facts: &[String]) {
    let Some(&source) = view.analysis.sources().get(rank) else { return };
    let palette = Palette::of(ui);
    let name = name(view, source);
    let rest: String = facts.iter().map(|fact| format!(" · {fact}")).collect();
    let size = Vec2::new(ui.available_width(), NAME_HEIGHT);
    let (rect, response) = ui.allocate_exact_size(size, Sense::hover());
    let spoken = format!("{name}{rest}");
    response.widget_info(|| WidgetInfo::labeled(WidgetType::Label, true, &spoken));
    let left = rect.left_center() + Vec2::new(SIGN_RADIUS + 1.0, 0.0);
    paint_sign(ui.painter(), left, rank, palette);
    let format = |color| TextFormat::simple(FontId::proportional(theme::SMALL), color);
    let mut job = egui::text::LayoutJob::default();
    job.append(&name, 0.0, format(palette.ink));
    job.append(&rest, 0.0, format(palette.muted));
    paint_one_row(ui.painter(), job, rect.left_center() + Vec2::new(SIGN_ROOM, 0.0), rect.right());
}

/// Paints text in one row, cut off at the right.
fn paint_one_row(painter: &Painter, mut job: egui::text::LayoutJob, left: Pos2, right: f32) {
    job.wrap.max_width = (right - left.x).max(10.0);
    job.wrap.max_rows = 1;
    job.wrap.break_anywhere = true;
    let galley = painter.layout_job(job);
    painter.galley(left - Vec2::new(0.0, galley.size().y / 2.0), galley, Color32::PLACEHOLDER);
}

/// Paints the sign and the name of a source from this place on, at most to the right end.
pub(super) fn paint_key(
    painter: &Painter,
    (rank, name): (usize, &str),
    left: Pos2,
    right: f32,
    palette: Palette,
) {
    paint_sign(painter, left + Vec2::new(SIGN_RADIUS + 1.0, 0.0), rank, palette);
    let font = FontId::proportional(11.0);
    let mut job = egui::text::LayoutJob::default();
    job.append(name, 0.0, TextFormat::simple(font, palette.ink));
    paint_one_row(painter, job, left + Vec2::new(SIGN_ROOM, 0.0), right);
}

/// The engines that analyse, each a button that leads to the choice.
pub(super) fn row(ui: &mut Ui, view: &mut View) {
    if !are_several(view) {
        return;
    }
    let title = view.l10n.get("review-analyse-with");
    muted(ui, &title);
    ui.horizontal(|ui| {
        let gap = 6.0;
        ui.spacing_mut().item_spacing.x = gap;
        let width = (ui.available_width() - gap) / MAX_SOURCES as f32;
        for rank in 0..MAX_SOURCES {
            let source = view.analysis.sources().get(rank);
            let (text, is_set) = match source {
                Some(&source) => (name(view, source), true),
                None => (view.l10n.get("review-compare"), false),
            };
            let spoken = if is_set { format!("{title}: {text}") } else { text.clone() };
            if place_button(ui, width, (rank, is_set), (&text, &spoken)) {
                view.actions.push(UiAction::OpenSheet(Sheet::Sources));
            }
        }
    });
}

/// A button with the sign of a source, or with a plus where none is chosen. Returns true when
/// pressed.
fn place_button(
    ui: &mut Ui,
    width: f32,
    (rank, is_set): (usize, bool),
    (text, spoken): (&str, &str),
) -> bool {
    let palette = Palette::of(ui);
    let size = Vec2::new(width, ui.spacing().interact_size.y);
    let (rect, response) = ui.allocate_exact_size(size, Sense::click());
    response.widget_info(|| WidgetInfo::labeled(WidgetType::Button, true, spoken));
    let tint = if response.hovered() || response.has_focus() { 0.08 } else { 0.0 };
    let line = Stroke::new(palette.line_weight, palette.hairline);
    let fill = theme::mix(palette.panel, palette.ink, tint);
    ui.painter().rect(rect, CornerRadius::same(8), fill, line, StrokeKind::Inside);
    let left = rect.left_center() + Vec2::new(12.0, 0.0);
    let ink = if is_set { palette.ink } else { palette.muted };
    match is_set {
        true => paint_sign(ui.painter(), left + Vec2::new(SIGN_RADIUS, 0.0), rank, palette),
        false => {
            let font = FontId::proportional(theme::BODY);
            ui.painter().text(left, egui::Align2::LEFT_CENTER, PLUS, font, ink);
        }
    }
    let format = TextFormat::simple(FontId::proportional(theme::BODY), ink);
    let mut job = egui::text::LayoutJob::default();
    job.append(text, 0.0, format);
    paint_one_row(ui.painter(), job, left + Vec2::new(SIGN_ROOM + 2.0, 0.0), rect.right() - 8.0);
    focus_ring(ui, &response);
    response.on_hover_cursor(CursorIcon::PointingHand).clicked()
}

/// The choice of the first and the second source.
pub(super) fn choices(ui: &mut Ui, view: &mut View) {
    let known = all(view);
    let sources = view.analysis.sources();
    let mut first = sources.first().copied().unwrap_or(AnalysisSource::Own);
    let mut second = sources.get(1).copied();
    let before = (first, second);
    heading(ui, &view.l10n.get("review-first-engine"));
    ui.push_id("first", |ui| choice(ui, &mut first, &known));
    muted(ui, view.l10n.get("review-first-engine-explained"));
    ui.add_space(10.0);
    heading(ui, &view.l10n.get("review-second-engine"));
    let none = std::iter::once((None, view.l10n.get("review-no-second-engine")));
    let others = known.iter().filter(|(source, _)| *source != before.0);
    let values: Vec<_> =
        none.chain(others.map(|(source, name)| (Some(*source), name.clone()))).collect();
    ui.push_id("second", |ui| choice(ui, &mut second, &values));
    muted(ui, view.l10n.get("review-second-engine-explained"));
    if second == Some(first) {
        // The two change places.
        second = Some(before.0);
    }
    if (first, second) != before {
        let chosen = std::iter::once(first).chain(second).collect();
        view.actions.push(UiAction::Review(ReviewRequest::AnalyseWith(chosen)));
    }
}

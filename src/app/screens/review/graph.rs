//! Evaluation graph: expected score and time used by move, errors, and the current
//! position.

use std::time::Duration;

use bevy_egui::egui::{
    self, Align2, Color32, CornerRadius, CursorIcon, FontId, Mesh, Painter, Pos2, Rangef, Rect,
    Response, Sense, Shape, Stroke, Ui, Vec2, WidgetInfo, WidgetType,
};

use super::evaluation::evaluation_text;
use super::evaluation_bar::side_colours;
use super::{UiAction, View, move_tree, sources};
use crate::app::features::review::{Navigation, ReviewRequest, is_bad_move};
use crate::app::text::{move_label, notation, side_name};
use crate::app::widgets::theme::{self, Palette};
use crate::core::Side;
use crate::record::analysis::{empty_fraction, win_probability};
use crate::record::{Evaluation, GameTree, NodeId};

/// Height with its axes, in egui points.
pub(super) const HEIGHT: f32 = 150.0;

/// Height of the names of two engines above the curves.
const KEY_HEIGHT: f32 = 16.0;

/// Height of the numbers below.
const AXIS_HEIGHT: f32 = 16.0;

/// Part of the height that the longest time takes.
const TIME_PART: f32 = 0.3;

/// Least distance between two numbers below.
const MIN_TICK_DISTANCE: f32 = 28.0;

/// The graph of a line, laid out.
struct Graph {
    plot: Rect,
    /// Distance between two plies.
    step: f32,
    line: Vec<NodeId>,
    /// First side's expected score after each ply, where it is known.
    values: Vec<Option<f64>>,
    /// The second engine of the analysis, where there was one.
    second: Option<SecondCurve>,
}

/// The curve of a second engine.
struct SecondCurve {
    /// The names of both engines.
    names: [String; 2],
    /// Its evaluation after each ply, where it is known.
    evaluations: Vec<Option<Evaluation>>,
}

impl Graph {
    fn x(&self, ply: usize) -> f32 {
        self.plot.left() + ply as f32 * self.step
    }

    fn y(&self, value: f64) -> f32 {
        // Room for the marks of errors at both ends.
        let range = self.plot.y_range().shrink(4.0);
        range.max - value as f32 * range.span()
    }

    /// The places of these values, with their plies.
    fn points(&self, values: impl Iterator<Item = Option<f64>>) -> Vec<(usize, Pos2)> {
        let place = |(ply, value): (usize, Option<f64>)| {
            value.map(|value| (ply, Pos2::new(self.x(ply), self.y(value))))
        };
        values.enumerate().filter_map(place).collect()
    }

    /// The ply at this place.
    fn ply(&self, x: f32) -> usize {
        let ply = ((x - self.plot.left()) / self.step).round();
        ply.clamp(0.0, (self.line.len() - 1) as f32) as usize
    }
}

/// True if enough positions of the line have an evaluation for a graph.
pub(super) fn is_drawn(view: &View) -> bool {
    let tree = view.session.tree();
    let known = view.session.line().into_iter();
    known.filter(|&node| tree.annotations(node).evaluation.is_some()).nth(1).is_some()
}

/// Draws the graph of the current line.
pub(super) fn show(ui: &mut Ui, view: &mut View) {
    let (tree, line) = (view.session.tree(), view.session.line());
    let value = |&node: &NodeId| {
        let known = tree.annotations(node).evaluation?;
        Some(win_probability(&known, empty_fraction(tree.position(node))))
    };
    let values = line.iter().map(value).collect();
    // Without keys of its own, it takes no focus.
    let size = Vec2::new(ui.available_width(), HEIGHT);
    let (rect, response) = ui.allocate_exact_size(size, Sense::CLICK | Sense::DRAG);
    let name = view.l10n.get("review-graph");
    response.widget_info(|| WidgetInfo::labeled(WidgetType::Slider, true, &name));
    let second = second_curve(view, &line);
    let mut plot = rect.with_max_y(rect.bottom() - AXIS_HEIGHT);
    if second.is_some() {
        plot.min.y += KEY_HEIGHT;
    }
    let step = plot.width() / (line.len() - 1).max(1) as f32;
    let graph = Graph { plot, step, line, values, second };
    let palette = Palette::of(ui);
    let painter = ui.painter_at(rect);
    paint_values(&painter, view, &graph, palette);
    paint_keys(&painter, &graph, rect, palette);
    paint_times(&painter, tree, &graph, palette);
    paint_axes(&painter, view, &graph, palette);
    let now = graph.x(tree.ply(view.session.current()));
    painter.vline(now, plot.y_range(), Stroke::new(1.6, palette.accent));
    let frame = Stroke::new(palette.line_weight, palette.hairline);
    painter.rect_stroke(plot, CornerRadius::same(6), frame, egui::StrokeKind::Inside);
    follow_pointer(view, &graph, &painter, palette, response);
}

/// The curve of the second engine that has analysed this line.
fn second_curve(view: &View, line: &[NodeId]) -> Option<SecondCurve> {
    let (serial, session) = (view.serial, view.session);
    let first = view.analysis.line_source(serial, session)?;
    let (second, evaluations) = view.analysis.second_evaluations(serial, session, line)?;
    let names = [first, second].map(|source| sources::name(view, source));
    Some(SecondCurve { names, evaluations })
}

/// The names of two engines with their signs, above the curves.
fn paint_keys(painter: &Painter, graph: &Graph, rect: Rect, palette: Palette) {
    let Some(second) = &graph.second else { return };
    let middle = rect.top() + KEY_HEIGHT / 2.0 - 1.0;
    for (rank, name) in second.names.iter().enumerate() {
        let left = rect.left() + 2.0 + rank as f32 * rect.width() / 2.0;
        let right = left + rect.width() / 2.0 - 8.0;
        sources::paint_key(painter, (rank, name), Pos2::new(left, middle), right, palette);
    }
}

/// The areas of both sides, the curves and the errors.
fn paint_values(painter: &Painter, view: &View, graph: &Graph, palette: Palette) {
    let [first, second] = side_colours(view.session.setup().game, palette);
    // Neutral where there is no evaluation.
    painter.rect_filled(graph.plot, CornerRadius::same(6), palette.panel);
    let known = graph.points(graph.values.iter().copied());
    let faint = |colour| theme::mix(palette.panel, colour, 0.45);
    painter.add(Shape::mesh(area_mesh(&known, graph.plot, [faint(first), faint(second)])));
    let places = |known: &[(usize, Pos2)]| known.iter().map(|&(_, place)| place).collect();
    let curve: Vec<Pos2> = places(&known);
    match &graph.second {
        None => {
            painter.add(Shape::line(curve, Stroke::new(1.6 * palette.line_weight, palette.ink)));
        }
        Some(second) => {
            let tree = view.session.tree();
            let values = second.evaluations.iter().zip(&graph.line).map(|(evaluation, &node)| {
                let empty = empty_fraction(tree.position(node));
                evaluation.map(|evaluation| win_probability(&evaluation, empty))
            });
            let other: Vec<Pos2> = places(&graph.points(values));
            // An edge keeps both legible on the areas of both sides; the second is dashed too.
            for (curve, colour, is_dashed) in
                [(curve, palette.sources[0], false), (other, palette.sources[1], true)]
            {
                let inner = Stroke::new(2.0, colour);
                painter.add(Shape::line(curve.clone(), Stroke::new(3.6, palette.ink)));
                match is_dashed {
                    true => painter.extend(Shape::dashed_line(&curve, inner, 6.0, 3.0)),
                    false => {
                        painter.add(Shape::line(curve, inner));
                    }
                }
            }
        }
    }
    let bad = known.iter().filter(|(ply, _)| is_bad_move(view.session, graph.line[*ply]));
    for &(_, place) in bad {
        painter.circle(place, 3.6, palette.accent, Stroke::new(1.0, palette.panel));
    }
}

/// Bars of the time used for each move, as long as the longest one is high.
fn paint_times(painter: &Painter, tree: &GameTree, graph: &Graph, palette: Palette) {
    let times: Vec<Option<Duration>> = graph.line.iter().map(|&node| used(tree, node)).collect();
    let longest = times.iter().flatten().max().copied().unwrap_or_default();
    if longest.is_zero() {
        return;
    }
    let width = (graph.step * 0.6).clamp(1.0, 6.0);
    let colour = palette.ink.gamma_multiply(0.35);
    for (ply, time) in times.iter().enumerate() {
        let Some(time) = time else { continue };
        let part = time.as_secs_f32() / longest.as_secs_f32();
        let height = part * TIME_PART * graph.plot.height();
        let foot = Pos2::new(graph.x(ply), graph.plot.bottom() - height / 2.0);
        painter.rect_filled(
            Rect::from_center_size(foot, Vec2::new(width, height)),
            CornerRadius::ZERO,
            colour,
        );
    }
}

/// The even line, the sides that the halves belong to, and the numbers of moves.
fn paint_axes(painter: &Painter, view: &View, graph: &Graph, palette: Palette) {
    let game = view.session.setup().game;
    let font = FontId::proportional(11.0);
    let plot = graph.plot;
    for (value, weight) in [(0.25, 0.5), (0.5, 1.0), (0.75, 0.5)] {
        let line = Stroke::new(weight, palette.muted.gamma_multiply(0.6));
        painter.hline(plot.x_range(), graph.y(value), line);
    }
    let names = [
        (Side::First, plot.left_top() + Vec2::new(6.0, 3.0), Align2::LEFT_TOP),
        (Side::Second, plot.left_bottom() + Vec2::new(6.0, -3.0), Align2::LEFT_BOTTOM),
    ];
    for (side, place, align) in names {
        let text = format!("{} +", side_name(view.l10n, game, side));
        painter.text(place, align, text, font.clone(), palette.ink);
    }
    let plies = graph.line.len() - 1;
    let per_number = move_tree::plies_per_number(view.session.tree());
    let moves = [5, 10, 20, 50, 100, 200].into_iter();
    let every = moves
        .map(|moves| moves * per_number)
        .find(|&every| every as f32 * graph.step >= MIN_TICK_DISTANCE);
    let Some(every) = every else { return };
    for ply in (every..=plies).step_by(every) {
        let x = graph.x(ply);
        painter.vline(x, Rangef::new(plot.bottom(), plot.bottom() + 3.0), (1.0, palette.muted));
        let text = (ply / per_number).to_string();
        let half = 4.0 * text.len() as f32;
        let x = x.min(plot.right() - half);
        let place = Pos2::new(x, plot.bottom() + 3.0);
        painter.text(place, Align2::CENTER_TOP, text, font.clone(), palette.muted);
    }
}

/// Goes to the position that is pressed, and tells that under the pointer.
fn follow_pointer(
    view: &mut View,
    graph: &Graph,
    painter: &Painter,
    palette: Palette,
    response: Response,
) {
    let response = response.on_hover_cursor(CursorIcon::PointingHand);
    if let Some(pos) = response.hover_pos() {
        let node = graph.line[graph.ply(pos.x)];
        let x = graph.x(graph.ply(pos.x));
        painter.vline(x, graph.plot.y_range(), Stroke::new(1.0, palette.ink));
        response.clone().on_hover_text(description(view, graph, node));
    }
    if let Some(pos) = response.interact_pointer_pos() {
        let node = graph.line[graph.ply(pos.x)];
        if node != view.session.current() {
            view.actions.push(UiAction::Review(ReviewRequest::Navigate(Navigation::Node(node))));
        }
    }
}

/// The move to a node with its evaluation, by both engines if there are two, and the time it
/// took.
fn description(view: &View, graph: &Graph, node: NodeId) -> String {
    let tree = view.session.tree();
    let notation = notation(view.l10n, tree.game());
    let mut facts = Vec::new();
    let label = move_label(view.l10n, tree, node, &notation);
    if !label.is_empty() {
        facts.push(format!("{} {label}", move_tree::number(tree, node, true)));
    }
    let evaluation = tree.annotations(node).evaluation;
    match &graph.second {
        None => facts.extend(evaluation.map(|known| evaluation_text(view.l10n, known))),
        Some(SecondCurve { names, evaluations }) => {
            let other = evaluations.get(tree.ply(node)).copied().flatten();
            for (name, known) in names.iter().zip([evaluation, other]) {
                let text = known.map(|known| evaluation_text(view.l10n, known));
                facts.extend(text.map(|text| format!("{name} {text}")));
            }
        }
    }
    if let Some(time) = used(tree, node) {
        let seconds = format!("{:.0}", time.as_secs_f32().ceil());
        facts.push(view.l10n.format("review-seconds", &[("seconds", seconds)]));
    }
    facts.join(" · ")
}

/// The time that the move to a node took, by the clocks before and after it.
fn used(tree: &GameTree, node: NodeId) -> Option<Duration> {
    let parent = tree.parent(node)?;
    let side = tree.position(parent).side_to_move().index();
    let (before, after) = (tree.clocks(parent)?[side], tree.clocks(node)?[side]);
    // A period of byo-yomi that begins anew says nothing.
    before.time.checked_sub(after.time)
}

/// The areas below and above the curve through these points, in these colours.
fn area_mesh(known: &[(usize, Pos2)], rect: Rect, [below, above]: [Color32; 2]) -> Mesh {
    let mut mesh = Mesh::default();
    for pair in known.windows(2) {
        let [a, b] = [pair[0].1, pair[1].1];
        let corners = [(a.x, a.y), (b.x, b.y)];
        for (edge, fill) in [(rect.bottom(), below), (rect.top(), above)] {
            let base = mesh.vertices.len() as u32;
            for (x, y) in corners.into_iter().chain([(b.x, edge), (a.x, edge)]) {
                mesh.colored_vertex(Pos2::new(x, y), fill);
            }
            mesh.add_triangle(base, base + 1, base + 2);
            mesh.add_triangle(base, base + 2, base + 3);
        }
    }
    mesh
}

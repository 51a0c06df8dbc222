//! The tree of variations as a graph: plies go to the right, variations lie below the line
//! that they leave. Clicking a node shows its position.

use std::collections::BTreeMap;

use bevy_egui::egui::{
    Align2, Color32, CursorIcon, FontId, Pos2, Rect, ScrollArea, Sense, Shape, Stroke, Ui, Vec2,
    WidgetInfo, WidgetType,
};

use super::evaluation_bar::side_colours;
use super::{UiAction, View};
use crate::app::features::review::{Navigation, ReviewRequest, is_bad_move};
use crate::app::text::{move_label, notation};
use crate::app::widgets::controls::muted;
use crate::app::widgets::theme::{self, Palette};
use crate::record::{GameTree, NodeId};

/// Nodes of the largest tree that is drawn.
const MAX_NODES: usize = 8_000;

/// Distance of neighbouring nodes, and the radius of one.
const CELL: Vec2 = Vec2::new(30.0, 26.0);
const RADIUS: f32 = 8.0;

/// A node in the grid of the graph.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Place {
    node: NodeId,
    ply: usize,
    /// The row, 0 for the main line.
    lane: usize,
    /// The row of the node before it.
    from: usize,
}

/// The laid out graph, cached.
#[derive(Default)]
pub(super) struct VariationGraph {
    /// Revision of the record that it was laid out for.
    built_for: Option<u64>,
    /// Every node, or `None` where there are too many.
    places: Option<Vec<Place>>,
    /// The places of each ply by their rows, as indexes.
    by_cell: BTreeMap<(usize, usize), usize>,
    /// Current node when the graph was last drawn.
    current: Option<NodeId>,
}

impl VariationGraph {
    fn update(&mut self, view: &View) {
        let revision = view.record.revision();
        if self.built_for == Some(revision) {
            return;
        }
        self.built_for = Some(revision);
        self.places = lay_out(view.session.tree());
        let places = self.places.iter().flatten().enumerate();
        self.by_cell = places.map(|(n, place)| ((place.ply, place.lane), n)).collect();
    }
}

/// A line of moves without its variations.
struct Line {
    nodes: Vec<NodeId>,
    /// Ply of the first node.
    start: usize,
    /// The line that it leaves.
    parent: Option<usize>,
    /// The lane below that of its parent.
    below: usize,
    /// The lanes of the line and of all that leaves it, and their last ply.
    height: usize,
    end: usize,
}

/// The places of all nodes; `None` for a tree that is too large.
fn lay_out(tree: &GameTree) -> Option<Vec<Place>> {
    if tree.nodes().nth(MAX_NODES).is_some() {
        return None;
    }
    let mut lines = lines(tree);
    let mut children: Vec<Vec<usize>> = vec![Vec::new(); lines.len()];
    for (n, line) in lines.iter().enumerate() {
        if let Some(parent) = line.parent {
            children[parent].push(n);
        }
    }
    // Lines come after those that they leave.
    for n in (0..lines.len()).rev() {
        let mut end = lines[n].start + lines[n].nodes.len() - 1;
        // The first ply that is taken in each lane below the line. What leaves it last is
        // laid out first, so that the rest fits to the left.
        let mut taken: Vec<usize> = Vec::new();
        let mut of_line = std::mem::take(&mut children[n]);
        of_line.sort_by_key(|&child| std::cmp::Reverse(lines[child].start));
        for child in of_line {
            let Line { start, height, end: last, .. } = lines[child];
            let fits = |lane: usize| {
                (lane..lane + height).all(|lane| taken.get(lane).is_none_or(|&first| first > last))
            };
            let lane = (0..=taken.len()).find(|&lane| fits(lane)).unwrap_or(taken.len());
            taken.resize(taken.len().max(lane + height), usize::MAX);
            // With the connection, which comes down before the first move.
            for first in &mut taken[..lane + height] {
                *first = (*first).min(start - 1);
            }
            lines[child].below = lane + 1;
            end = end.max(last);
        }
        (lines[n].height, lines[n].end) = (taken.len() + 1, end);
    }
    let mut lanes: Vec<usize> = Vec::with_capacity(lines.len());
    let mut places = Vec::new();
    for line in &lines {
        let from = line.parent.map(|parent| lanes[parent]);
        let lane = from.map_or(0, |from| from + line.below);
        lanes.push(lane);
        for (n, &node) in line.nodes.iter().enumerate() {
            let from = if n == 0 { from.unwrap_or(lane) } else { lane };
            places.push(Place { node, ply: line.start + n, lane, from });
        }
    }
    Some(places)
}

/// All lines, each after the one that it leaves.
fn lines(tree: &GameTree) -> Vec<Line> {
    let mut lines: Vec<Line> = Vec::new();
    let mut pending = vec![(tree.root(), 0, None)];
    while let Some((first, start, parent)) = pending.pop() {
        let mut nodes = vec![first];
        while let Some(next) = nodes.last().and_then(|&last| tree.children(last).next()) {
            nodes.push(next);
        }
        for (n, &node) in nodes.iter().enumerate() {
            let others = tree.children(node).skip(1);
            pending.extend(others.map(|child| (child, start + n + 1, Some(lines.len()))));
        }
        lines.push(Line { nodes, start, parent, below: 0, height: 1, end: 0 });
    }
    lines
}

/// Draws the graph with scroll bars.
pub(super) fn show(ui: &mut Ui, view: &mut View, graph: &mut VariationGraph) {
    graph.update(view);
    let Some(places) = &graph.places else {
        muted(ui, view.l10n.get("review-tree-too-large"));
        return;
    };
    let current = view.session.current();
    let has_moved = graph.current != Some(current);
    graph.current = Some(current);
    let furthest = |of: fn(&Place) -> usize| places.iter().map(of).max().unwrap_or(0);
    let cells = Vec2::new(furthest(|at| at.ply) as f32, furthest(|at| at.lane) as f32);
    let size = (cells + Vec2::splat(1.0)) * CELL;
    ScrollArea::both().id_salt("variations").auto_shrink([false, false]).show(ui, |ui| {
        let size = size.max(ui.available_size());
        let (rect, response) = ui.allocate_exact_size(size, Sense::click());
        let name = view.l10n.get("review-tree");
        response.widget_info(|| WidgetInfo::labeled(WidgetType::Other, true, &name));
        let centre = |ply: usize, lane: usize| {
            rect.min + (Vec2::new(ply as f32, lane as f32) + Vec2::splat(0.5)) * CELL
        };
        paint(ui, view, places, current, centre);
        if has_moved && let Some(at) = places.iter().find(|place| place.node == current) {
            let spot = Rect::from_center_size(centre(at.ply, at.lane), CELL * 3.0);
            ui.scroll_to_rect(spot, None);
        }
        let hovered = response.hover_pos().and_then(|pos| {
            let cell = (pos - rect.min) / CELL;
            let n = graph.by_cell.get(&(cell.x as usize, cell.y as usize))?;
            Some(places[*n].node)
        });
        if let Some(node) = hovered {
            let tree = view.session.tree();
            let text = move_label(view.l10n, tree, node, &notation(view.l10n, tree.game()));
            let response = response.on_hover_cursor(CursorIcon::PointingHand);
            let clicked = response.clicked();
            if !text.is_empty() {
                response.on_hover_text_at_pointer(text);
            }
            if clicked {
                let to = ReviewRequest::Navigate(Navigation::Node(node));
                view.actions.push(UiAction::Review(to));
            }
        }
    });
}

/// Paints what is in sight.
fn paint(
    ui: &Ui,
    view: &View,
    places: &[Place],
    current: NodeId,
    centre: impl Fn(usize, usize) -> Pos2,
) {
    let (palette, painter, tree) = (Palette::of(ui), ui.painter(), view.session.tree());
    let colours = side_colours(tree.game(), palette);
    let seen = ui.clip_rect().expand(CELL.x);
    let on_line = view.session.tree().path(current);
    let is_on_line = |node: NodeId| on_line.contains(&node);
    let is_seen = |place: &&Place| {
        let at = centre(place.ply, place.lane);
        // A connection may come from far above.
        at.x >= seen.left()
            && at.x <= seen.right()
            && at.y >= seen.top()
            && centre(place.ply, place.from.min(place.lane)).y <= seen.bottom()
    };
    let shown: Vec<&Place> = places.iter().filter(is_seen).collect();
    for place in shown.iter().filter(|place| place.ply > 0) {
        let (from, to) = (centre(place.ply - 1, place.from), centre(place.ply, place.lane));
        let ink = if is_on_line(place.node) { palette.ink } else { palette.muted };
        let line = Stroke::new(1.5 * palette.line_weight.min(1.5), ink);
        // Down from the node that it leaves, then to the right.
        let corner = Pos2::new(from.x, to.y - CELL.y / 2.0);
        painter.add(match place.from == place.lane {
            true => Shape::line_segment([from, to], line),
            false => Shape::line(vec![from, corner, to], line),
        });
    }
    for place in shown {
        let at = centre(place.ply, place.lane);
        let annotations = tree.annotations(place.node);
        let line = Stroke::new(1.5 * palette.line_weight.min(1.5), palette.ink);
        let mover = tree.parent(place.node).map(|parent| tree.position(parent).side_to_move());
        let fill = match mover {
            Some(side) => colours[side.index()],
            None => theme::mix(palette.panel, palette.ink, 0.3),
        };
        if place.node == current {
            painter.circle_filled(at, RADIUS + 4.0, palette.accent);
        }
        painter.circle(at, RADIUS, fill, line);
        let is_dark = fill.r() < 128;
        let dot = if is_dark { Color32::WHITE } else { Color32::BLACK };
        if is_bad_move(view.session, place.node) {
            painter.text(at, Align2::CENTER_CENTER, "?", FontId::proportional(theme::SMALL), dot);
        } else if !annotations.comment.is_empty() {
            painter.circle_filled(at, 2.5, dot);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::games::{Options, registry};

    fn tree(lines: &[&str]) -> GameTree {
        let mut tree = GameTree::new(registry::find("chess").unwrap(), Options::default()).unwrap();
        for line in lines {
            let mut node = tree.root();
            for text in line.split(' ') {
                let mv = tree.position(node).parse_move(text).unwrap();
                node = tree.play(node, mv).unwrap();
            }
        }
        tree
    }

    #[test]
    fn the_main_line_is_straight_and_no_two_nodes_share_a_place() {
        let tree = tree(&[
            "e4 e5 Nf3 Nc6 Bb5 a6",
            "e4 e5 Nf3 Nc6 Bc4 Bc5",
            "e4 e5 Nf3 Nf6 Nxe5",
            "e4 e5 f4 exf4 Nf3 g5 h4",
            "e4 e5 f4 d5",
            "e4 c5 Nf3",
            "d4",
        ]);
        let places = lay_out(&tree).unwrap();
        assert_eq!(places.len(), tree.nodes().count());
        let cells: BTreeSet<_> = places.iter().map(|place| (place.ply, place.lane)).collect();
        assert_eq!(cells.len(), places.len());
        for node in tree.main_line() {
            let at = places.iter().find(|place| place.node == node).unwrap();
            assert_eq!((at.lane, at.ply), (0, tree.ply(node)));
        }
        // No line runs through another: a connection goes down through free places only.
        for place in places.iter().filter(|place| place.from != place.lane) {
            assert!(place.from < place.lane);
            let through = |lane| cells.contains(&(place.ply - 1, lane));
            assert!(!(place.from + 1..=place.lane).any(through), "{place:?}");
        }
    }

    #[test]
    fn a_short_variation_shares_the_lane_of_a_later_one() {
        let places = lay_out(&tree(&["e4 e5 Nf3 Nc6 Bb5", "e4 e5 Nf3 Nc6 Bc4", "d4"])).unwrap();
        assert_eq!(places.iter().map(|place| place.lane).max(), Some(1));
    }
}

//! The part of a tree that is in view.

use bevy_egui::egui::{self, Pos2, Rect, Response, Ui, Vec2};

use crate::app::features::laboratory::TreeLayout;

/// Margin around the tree, in points.
const MARGIN: f32 = 12.0;

/// Least and most height of a level, in points.
const ROW: [f32; 2] = [30.0, 158.0];

/// Height of a level in widths of a leaf.
const ROW_PER_SLOT: f32 = 1.75;

/// Width of a leaf at most, in points.
pub(super) const MAX_ZOOM: f32 = 132.0;

/// Zoom by one step of the buttons.
pub(super) const ZOOM_STEP: f32 = 1.6;

/// Part of a tree that is in view, and its scale.
#[derive(Clone, Copy, Debug)]
pub(super) struct TreeCamera {
    /// Width of a leaf, in points.
    zoom: f32,
    /// Extent of what lies left of and above the view, in points.
    scroll: Vec2,
    /// True while the whole width of the tree is in view.
    fits: bool,
}

impl Default for TreeCamera {
    fn default() -> TreeCamera {
        TreeCamera { zoom: 1.0, scroll: Vec2::ZERO, fits: true }
    }
}

/// A camera over a tree that is laid out, in a rectangle of the window.
#[derive(Clone, Copy)]
pub(super) struct TreeView<'a> {
    pub(super) rect: Rect,
    pub(super) layout: &'a TreeLayout,
    camera: TreeCamera,
}

impl TreeCamera {
    /// Shows the whole tree.
    pub(super) fn fit(&mut self) {
        self.fits = true;
    }

    /// The view of a tree in this rectangle.
    pub(super) fn view<'a>(&mut self, rect: Rect, layout: &'a TreeLayout) -> TreeView<'a> {
        if self.fits {
            let room = (rect.width() - 2.0 * MARGIN).max(1.0);
            self.zoom = (room / layout.width.max(1.0)).min(MAX_ZOOM);
            self.scroll = Vec2::ZERO;
        }
        let mut view = TreeView { rect, layout, camera: *self };
        // The tree cannot be lost from view.
        let most = (view.size() - rect.size() + Vec2::splat(MARGIN)).max(Vec2::ZERO);
        self.scroll = self.scroll.clamp(Vec2::ZERO, most);
        view.camera.scroll = self.scroll;
        view
    }

    /// Zooms by this factor, so that what is at a place stays there.
    pub(super) fn zoom_at(&mut self, view: &TreeView, at: Pos2, factor: f32) {
        let slot = view.slot(at.x);
        let row_before = view.row();
        let fit = ((view.rect.width() - 2.0 * MARGIN) / view.layout.width.max(1.0)).min(MAX_ZOOM);
        let zoom = (self.zoom * factor).clamp(fit, MAX_ZOOM);
        if factor < 1.0 && zoom <= fit {
            self.fits = true;
            return;
        }
        self.fits = false;
        self.zoom = zoom;
        let mut after = TreeView { camera: *self, ..*view };
        let level = (at.y - view.rect.top() + view.camera.scroll.y) / row_before;
        after.camera.scroll = Vec2::ZERO;
        self.scroll.x = after.x(slot) - at.x;
        self.scroll.y = level * after.row() - (at.y - view.rect.top());
    }

    /// Pans and zooms as the pointer, its wheel and fingers say.
    pub(super) fn follow_input(&mut self, ui: &Ui, response: &Response, view: &TreeView) {
        if response.dragged() {
            self.fits = false;
            self.scroll -= response.drag_delta();
        }
        let Some(at) = response.hover_pos() else { return };
        let (pinch, wheel) = ui.input(|input| (input.zoom_delta(), input.smooth_scroll_delta()));
        let factor = pinch * (wheel.y / 240.0).exp();
        if (factor - 1.0).abs() > 1e-3 {
            self.zoom_at(view, at, factor);
        }
        if wheel.x != 0.0 {
            self.fits = false;
            self.scroll.x -= wheel.x;
        }
    }

    /// Brings a node into view, unless it is there.
    pub(super) fn reveal(&mut self, view: &TreeView, node: u32) {
        let Some(place) = view.place(node) else { return };
        if self.fits || view.rect.shrink(MARGIN).contains(place) {
            return;
        }
        self.scroll += place - view.rect.center();
    }
}

impl TreeView<'_> {
    /// Width of a leaf, in points.
    pub(super) fn zoom(&self) -> f32 {
        self.camera.zoom
    }

    /// Height of a level, in points.
    pub(super) fn row(&self) -> f32 {
        let levels = self.layout.levels.len().max(1) as f32;
        let fit = ((self.rect.height() - MARGIN) / levels).clamp(ROW[0], ROW[1]);
        (self.camera.zoom * ROW_PER_SLOT).clamp(fit, ROW[1])
    }

    fn size(&self) -> Vec2 {
        let levels = self.layout.levels.len() as f32;
        Vec2::new(self.layout.width * self.camera.zoom + MARGIN, levels * self.row())
    }

    /// The left edge of the first slot.
    fn left(&self) -> f32 {
        let free = self.rect.width() - self.layout.width * self.camera.zoom;
        self.rect.left() + (free / 2.0).max(MARGIN) - self.camera.scroll.x
    }

    /// The place of a slot from left to right.
    pub(super) fn x(&self, slot: f32) -> f32 {
        self.left() + slot * self.camera.zoom
    }

    /// The slot at a place.
    pub(super) fn slot(&self, x: f32) -> f32 {
        (x - self.left()) / self.camera.zoom
    }

    /// The middle of a level from top to bottom.
    pub(super) fn y(&self, level: usize) -> f32 {
        self.rect.top() + (level as f32 + 0.5) * self.row() - self.camera.scroll.y
    }

    /// The middle of a node; `None` where it is folded away.
    pub(super) fn place(&self, node: u32) -> Option<Pos2> {
        let level = self.layout.level(node)?;
        Some(egui::pos2(self.x(self.layout.x[node as usize]), self.y(level)))
    }

    /// The levels that are in view.
    pub(super) fn levels(&self) -> std::ops::Range<usize> {
        let level = |y: f32| (y - self.rect.top() + self.camera.scroll.y) / self.row();
        let count = self.layout.levels.len();
        let first = (level(self.rect.top()).floor().max(0.0) as usize).min(count);
        let last = (level(self.rect.bottom()).ceil().max(0.0) as usize).min(count);
        first..last.max(first)
    }

    /// The nodes of a level that are in view, from left to right.
    pub(super) fn nodes(&self, level: usize) -> &[u32] {
        let [from, to] = [self.rect.left(), self.rect.right()].map(|x| self.slot(x));
        self.layout.between(level, from - 1.0, to + 1.0)
    }

    /// The node at a place.
    pub(super) fn node_at(&self, at: Pos2) -> Option<u32> {
        let level =
            self.levels().find(|&level| (self.y(level) - at.y).abs() <= self.row() / 2.0)?;
        let reach = (10.0 / self.camera.zoom).max(0.5);
        let slot = self.slot(at.x);
        let distance = |node: &u32| (self.layout.x[*node as usize] - slot).abs();
        let near = self.layout.between(level, slot - reach, slot + reach);
        near.iter().copied().min_by(|a, b| distance(a).total_cmp(&distance(b)))
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    /// A root with forty children.
    fn layout() -> TreeLayout {
        let starts: Vec<u32> = (0..=41).map(|n| if n == 0 { 0 } else { 40 }).collect();
        let children: Vec<u32> = (1..=40).collect();
        TreeLayout::new(&starts, &children, &HashSet::new())
    }

    const RECT: Rect = Rect { min: Pos2::new(100.0, 50.0), max: Pos2::new(500.0, 450.0) };

    #[test]
    fn at_first_the_whole_tree_is_in_view() {
        let layout = layout();
        let view = TreeCamera::default().view(RECT, &layout);
        let places: Vec<_> = (0..=40).filter_map(|node| view.place(node)).collect();
        assert!(places.len() == 41 && places.iter().all(|place| RECT.contains(*place)));
        assert_eq!(view.node_at(places[7]), Some(7));
        assert_eq!(view.nodes(1).len(), 40);
    }

    #[test]
    fn zooming_leaves_what_is_under_the_pointer_in_place() {
        let layout = layout();
        let mut camera = TreeCamera::default();
        let view = camera.view(RECT, &layout);
        let at = view.place(20).unwrap();
        camera.zoom_at(&view, at, 4.0);
        let view = camera.view(RECT, &layout);
        let after = view.place(20).unwrap();
        assert!((after.x - at.x).abs() < 1.0, "{at} {after}");
        assert!(view.nodes(1).len() < 40);
        // Zooming out ends where the whole tree is in view.
        camera.zoom_at(&view, at, 0.01);
        assert_eq!(camera.view(RECT, &layout).nodes(1).len(), 40);
    }
}

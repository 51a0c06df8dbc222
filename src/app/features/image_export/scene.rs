//! Layout of a board for export, and rendering of positions on it.

use bevy::math::{Rect, Vec2};
use resvg::tiny_skia::Pixmap;

use super::caption::Caption;
use super::painter::PixmapPainter;
use super::{EDGE_RANGE, ImageExportError, ImageStyle, RenderContext, images, pixmap};
use crate::app::board::Layout;
use crate::app::board::drawing::{
    BoardDrawing, Marker, can_number_stones, last_move, losing_rows, to_color,
};
use crate::content::theme::Theme;
use crate::core::Point;
use crate::games::AnyPosition;
use crate::record::{GameTree, NodeId};

/// Minimum margin around the board, as a fraction of the image size.
const MARGIN: f32 = 0.02;

/// Largest font size of coordinates, as a fraction of the image size.
const MAX_LABEL_SIZE: f32 = 0.0225;

/// Everything that is the same in all images of a game.
pub(super) struct Scene<'a> {
    context: &'a RenderContext,
    theme: &'a Theme,
    style: &'a ImageStyle,
    pub(super) layout: Layout,
    painter: PixmapPainter<'a>,
    /// The empty board with the constant part of the caption.
    base: Pixmap,
    caption: Option<Caption>,
}

impl<'a> Scene<'a> {
    /// Lays out the board for images of these nodes, of which there is at least one.
    /// The caption of a single node includes its comment.
    pub(super) fn new(
        context: &'a RenderContext,
        tree: &GameTree,
        nodes: &[NodeId],
        style: &'a ImageStyle,
    ) -> Result<Scene<'a>, ImageExportError> {
        if !EDGE_RANGE.contains(&style.edge) {
            return Err(ImageExportError::Edge(style.edge));
        }
        let last = nodes.last().copied().ok_or(ImageExportError::Empty)?;
        let theme =
            context.active_theme.of_game(tree.game().id()).ok_or(ImageExportError::Theme)?;
        let position = tree.position(last);
        let (layout, size) = layout_board(position, style);
        let painter = PixmapPainter::new(context, theme, tree, &layout)?;
        let margin = layout.outer.min.x;
        let caption = style.caption.then(|| {
            let room = Rect::new(margin, size.y, size.x - margin, size.y);
            Caption::new(context, &painter.fonts, tree, nodes, style.edge, room)
        });
        let height = caption.as_ref().map_or(size.y, |caption| caption.bottom() + margin);
        let mut base = Pixmap::new(size.x as u32, height.ceil() as u32)
            .ok_or(ImageExportError::Edge(style.edge))?;
        base.fill(pixmap::to_skia(to_color(theme.paper)));
        let mut drawing = BoardDrawing::new(&layout, theme);
        drawing.board_shadow();
        drawing.empty_board();
        drawing.coordinates(MAX_LABEL_SIZE * style.edge as f32);
        painter.paint(&mut base, drawing)?;
        if let Some(caption) = &caption {
            let icon = |side, size| images::side_icon(context, theme, tree, position, side, size);
            caption.write(&mut base, context, &painter.fonts, icon)?;
        }
        Ok(Scene { context, theme, style, layout, painter, base, caption })
    }

    /// A pixmap to draw on.
    pub(super) fn canvas(&self) -> Pixmap {
        self.base.clone()
    }

    /// Draws the position at a node, replacing the content of `canvas`.
    pub(super) fn draw(
        &self,
        canvas: &mut Pixmap,
        tree: &GameTree,
        node: NodeId,
    ) -> Result<(), ImageExportError> {
        canvas.data_mut().copy_from_slice(self.base.data());
        let position = tree.position(node);
        let numbered = self.style.numbers && can_number_stones(position);
        let mut drawing = BoardDrawing::new(&self.layout, self.theme);
        drawing.pieces(position);
        drawing.markers(&self.markers(tree, node, numbered));
        drawing.row_lines(&position.winning_rows(), true, 1.0);
        drawing.row_lines(&losing_rows(tree, node), false, 1.0);
        if numbered {
            drawing.move_numbers(tree, node);
        }
        if self.style.shapes {
            let shapes = &tree.annotations(node).shapes;
            drawing.shapes(shapes);
            drawing.labels(shapes);
        }
        self.painter.paint(canvas, drawing)?;
        if let Some(caption) = &self.caption {
            caption.write_move(canvas, self.context, &self.painter.fonts, tree, node);
        }
        Ok(())
    }

    /// The markers of the position itself: the king in check, offered pieces, and the last
    /// move.
    fn markers(&self, tree: &GameTree, node: NodeId, numbered: bool) -> Vec<(Marker, Point)> {
        let position = tree.position(node);
        let mut markers = Vec::new();
        markers.extend(position.checked_king().map(|king| (Marker::Check, king)));
        let offered = position.offered().into_iter();
        markers.extend(offered.map(|(point, piece)| (Marker::Ghost(piece), point)));
        // A winning row or a number marks the last move as well.
        if self.style.last_move && !numbered && position.winning_rows().is_empty() {
            markers.extend(last_move(tree, node));
        }
        markers
    }
}

/// The layout of the board, centred in its part of the image, and the size of that
/// part.
fn layout_board(position: &AnyPosition, style: &ImageStyle) -> (Layout, Vec2) {
    let edge = style.edge as f32;
    let area = Rect::new(0.0, 0.0, edge, edge).inflate(-(edge * MARGIN).round());
    let mut layout = Layout::new(position.board(), area, style.flipped, style.coordinates);
    let margin = (edge - layout.outer.size().max_element()) / 2.0;
    let size = (layout.outer.size() + 2.0 * margin).round();
    // Whole pixels keep lines and pieces sharp.
    let shift =
        (Vec2::splat(margin) + layout.surface.min - layout.outer.min).round() - layout.surface.min;
    layout = layout.transformed(1.0, shift);
    (layout, size)
}

//! Layout of a board for export, and rendering of positions on it.

use std::collections::HashMap;

use bevy::color::{Color, ColorToPacked};
use bevy::math::{Rect, Vec2};
use resvg::tiny_skia::{
    ColorU8, FilterQuality, IntSize, Paint, Pattern, Pixmap, SpreadMode, Transform,
};

use super::caption::Caption;
use super::piece_images::{PieceImage, missing, side_icon, sprites, tinted};
use super::text::{Align, Fonts};
use super::{EDGE_RANGE, ImageExportError, ImageStyle, RenderContext, primitives, shapes};
use crate::app::board::background::{self, BoardPart, PartImage};
use crate::app::board::layout::PIECE_SIZE;
use crate::app::board::markers::Marker;
use crate::app::board::row_lines::row_line;
use crate::app::board::textures::{self, MaskShape};
use crate::app::board::{Layout, surface};
use crate::content::{RIVER, piece_set};
use crate::core::{Move, Point};
use crate::games::{AnyPosition, BoardPattern, Grid, Piece};
use crate::record::{GameTree, NodeId};

/// Minimum margin around the board, as a fraction of the image size.
const MARGIN: f32 = 0.02;

/// Largest font size of coordinates, as a fraction of the image size.
const MAX_LABEL_SIZE: f32 = 0.0225;

/// Resolution of masks that are only shown blurred, in pixels.
const BLURRED_PIXELS: u32 = 256;

/// Font size of move numbers by number of digits, in cells.
const NUMBER_SIZES: [f32; 3] = [0.52, 0.48, 0.37];

/// Everything that is the same in all images of a game.
pub(super) struct Scene<'a> {
    pub(super) context: &'a RenderContext,
    pub(super) style: &'a ImageStyle,
    pub(super) fonts: Fonts<'a>,
    pub(super) layout: Layout,
    /// True if the pieces are plain stones, on which marks can be seen.
    pub(super) has_stones: bool,
    /// The empty board with the constant part of the caption.
    base: Pixmap,
    /// The surface without lines; `None` if pieces stand on squares.
    ground: Option<Pixmap>,
    sprites: HashMap<Piece, PieceImage>,
    /// Marker of a placed stone, and of the point that a piece moved from.
    last_move: Pixmap,
    /// Marker of a piece that moved.
    moved: Pixmap,
    check: Pixmap,
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
        let theme = context.active_theme.theme().ok_or(ImageExportError::Theme)?;
        let position = tree.position(last);
        let fonts = Fonts::new(&context.files);
        let (layout, size) = layout_board(position, style);
        let margin = layout.outer.min.x;
        let caption = style.caption.then(|| {
            let room = Rect::new(margin, size.y, size.x - margin, size.y);
            Caption::new(context, &fonts, tree, nodes, style.edge, room)
        });
        let height = caption.as_ref().map_or(size.y, |caption| caption.bottom() + margin);
        let mut base = pixmap(size.x as u32, height.ceil() as u32, style)?;
        base.fill(primitives::to_skia(to_color(theme.paper)));
        let ground = paint_board(&mut base, &layout, context, style)?;
        draw_coordinates(&mut base, &layout, context, &fonts, style);
        let set = piece_set(tree.game(), &theme.pieces, context.illustrated);
        let sprites = sprites(context, tree, position, set, &layout)?;
        let mark = |mark: Marker| match mark.shape(&context.active_theme, layout.board.surface) {
            Some((figure, size, color)) => {
                let pixels = fitting(layout.cell, size);
                tinted("a mark", &figure.svg(), pixels, color)
            }
            None => Err(ImageExportError::Theme),
        };
        let (last_move, check) = (mark(Marker::LastMove)?, mark(Marker::Check)?);
        let moved = mark(Marker::LastMoveTarget)?;
        if let Some(caption) = &caption {
            let sign = |side, size: f32| side_icon(context, tree, position, set, side, size);
            caption.write(&mut base, context, &fonts, sign)?;
        }
        let ground = ground.filter(|_| layout.board.grid == Grid::Intersections);
        // Stones of a side are all alike, without drawings.
        let has_stones = super::can_number_stones(position);
        Ok(Scene {
            context,
            style,
            fonts,
            layout,
            has_stones,
            base,
            ground,
            sprites,
            last_move,
            moved,
            check,
            caption,
        })
    }

    /// A pixmap to draw on.
    pub(super) fn canvas(&self) -> Pixmap {
        self.base.clone()
    }

    /// Draws the position at a node, replacing the content of `canvas`.
    pub(super) fn draw(&self, canvas: &mut Pixmap, tree: &GameTree, node: NodeId) {
        canvas.data_mut().copy_from_slice(self.base.data());
        let (position, notes) = (tree.position(node), tree.annotations(node));
        let noted = if self.style.shapes { &notes.shapes[..] } else { &[] };
        shapes::draw_under(canvas, self, noted);
        if let Some(point) = position.checked_king() {
            primitives::draw_centred(canvas, &self.check, self.layout.centre_of(point), 1.0);
        }
        for point in points(&self.layout) {
            if let Some(sprite) = self.sprite(position, point) {
                primitives::draw_centred(
                    canvas,
                    &sprite.with_shadow,
                    self.layout.centre_of(point),
                    1.0,
                );
            }
        }
        for (point, piece) in position.offered() {
            if let Some(sprite) = self.sprites.get(&piece) {
                primitives::draw_centred(canvas, &sprite.body, self.layout.centre_of(point), 0.5);
            }
        }
        let won = position.winning_rows();
        let numbered = self.style.numbers && self.has_stones;
        let numbers = if numbered { numbers(tree, node).0 } else { Vec::new() };
        let last = tree.move_at(node).filter(|_| self.style.last_move);
        // A winning row marks the last move as well.
        if let Some(mv) = last.filter(|_| won.is_empty()) {
            let (dot, frame) = match mv {
                Move::FromTo { from, to, .. } => (Some(from), Some(to)),
                Move::Place(_) | Move::Pass | Move::Decide(_) => (mv.target(), None),
            };
            let mut mark = |mark, point| {
                primitives::draw_centred(canvas, mark, self.layout.centre_of(point), 1.0);
            };
            if let Some(point) = dot.filter(|dot| !numbers.iter().any(|(at, _)| at == dot)) {
                mark(&self.last_move, point);
            }
            if let Some(point) = frame {
                mark(&self.moved, point);
            }
        }
        if let Some(theme) = self.context.active_theme.board_colours() {
            for row in won {
                let (from, to, width) = row_line(&self.layout, row, theme.line_weight);
                if let Some(path) = primitives::polyline(&[from, to]) {
                    primitives::stroke_path(canvas, &path, width, theme.accent);
                }
            }
            let newest = last.and_then(Move::target);
            for (point, number) in numbers {
                let Some(sprite) = self.sprite(position, point) else { continue };
                let plain = if sprite.lightness > 0.5 { Color::BLACK } else { Color::WHITE };
                let color = if newest == Some(point) { theme.accent } else { plain };
                let text = number.to_string();
                let size =
                    NUMBER_SIZES[text.len().clamp(1, NUMBER_SIZES.len()) - 1] * self.layout.cell;
                let at = self.layout.centre_of(point);
                self.clear_stone(canvas, position, point);
                self.fonts.draw_bold(canvas, &text, size, at, color, None);
            }
        }
        shapes::draw_over(canvas, self, position, noted);
        if let Some(caption) = &self.caption {
            caption.write_move(canvas, self.context, &self.fonts, tree, node);
        }
    }

    fn sprite(&self, position: &AnyPosition, point: Point) -> Option<&PieceImage> {
        self.sprites.get(&position.piece_at(point)?)
    }

    /// Lightness at a point, 0 to 1: that of the stone on it, or of the board. Chess
    /// pieces leave most of their square free.
    pub(super) fn lightness_at(&self, position: &AnyPosition, point: Point) -> f32 {
        match self.sprite(position, point) {
            Some(sprite) if self.layout.has_round_pieces() => sprite.lightness,
            _ => self.surface_lightness(point),
        }
    }

    /// Lightness of the board at a point, 0 to 1.
    pub(super) fn surface_lightness(&self, point: Point) -> f32 {
        let (active_theme, board) = (&self.context.active_theme, &self.layout.board);
        let dark =
            board.pattern == BoardPattern::Chequered && (point.file + point.rank).is_multiple_of(2);
        let surface = if dark {
            active_theme.surface(&textures::dark_surface(board.surface))
        } else {
            active_theme.surface(board.surface)
        };
        lightness(to_color(surface.base))
    }

    /// Clears the drawing in the middle of a stone, so that text on it can be read.
    pub(super) fn clear_stone(&self, canvas: &mut Pixmap, position: &AnyPosition, point: Point) {
        let Some(sprite) = self.sprite(position, point) else { return };
        if !self.has_stones || !sprite.has_emblem {
            return;
        }
        let color = if sprite.lightness > 0.5 { Color::WHITE } else { Color::BLACK };
        let place = self.layout.centre_of(point);
        if let Some(path) = primitives::circle(place, 0.36 * PIECE_SIZE * self.layout.cell) {
            primitives::fill_path(canvas, &path, color);
        }
    }

    /// Clears the lines around an empty point, so that text on it can be read.
    pub(super) fn clear_lines(&self, canvas: &mut Pixmap, point: Point, radius: f32) {
        let Some(ground) = &self.ground else { return };
        let Some(path) = primitives::circle(self.layout.centre_of(point), radius) else { return };
        let from = self.layout.surface.min;
        let paint = Paint { shader: shader_at(ground, from), ..Paint::default() };
        let whole = Transform::identity();
        canvas.fill_path(&path, &paint, Default::default(), whole, None);
    }
}

/// Converts a colour of a theme.
pub(super) fn to_color(colour: crate::content::theme::Colour) -> Color {
    let [r, g, b] = colour.0;
    Color::srgb_u8(r, g, b)
}

/// Perceived lightness of a colour, 0 to 1.
pub(super) fn lightness(color: Color) -> f32 {
    let [r, g, b, _] = color.to_srgba().to_u8_array().map(f32::from);
    (0.30 * r + 0.59 * g + 0.11 * b) / 255.0
}

/// Every point of the board.
fn points(layout: &Layout) -> impl Iterator<Item = Point> + use<> {
    let (files, ranks) = (layout.board.files, layout.board.ranks);
    (0..files).flat_map(move |file| (0..ranks).map(move |rank| Point::new(file, rank)))
}

/// Size in pixels of something `cells` cells large, with the parity that lets its
/// centre lie exactly on the centre of a cell.
pub(super) fn fitting(cell: f32, cells: f32) -> u32 {
    let size = (cell * cells).round().max(1.0) as u32;
    let odd = (cell.round() as u32) % 2;
    if size % 2 == odd { size } else { size + 1 }
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
    for rect in [&mut layout.outer, &mut layout.surface] {
        *rect = Rect::from_corners(rect.min + shift, rect.max + shift);
    }
    (layout, size)
}

fn pixmap(width: u32, height: u32, style: &ImageStyle) -> Result<Pixmap, ImageExportError> {
    Pixmap::new(width, height).ok_or(ImageExportError::Edge(style.edge))
}

/// A pixmap of a surface with this size.
fn surface_pixmap(
    context: &RenderContext,
    name: &str,
    size: Vec2,
    style: &ImageStyle,
) -> Result<Pixmap, ImageExportError> {
    let (width, height) = (size.x as u32, size.y as u32);
    let square = width.max(height);
    let painted = surface::paint(&context.active_theme.surface(name), square);
    let rows = painted.chunks_exact((square * 4) as usize).take(height as usize);
    let pixels = rows.flat_map(|row| &row[..(width * 4) as usize]).copied().collect();
    from_pixels(pixels, width, height, style)
}

fn from_pixels(
    pixels: Vec<u8>,
    width: u32,
    height: u32,
    style: &ImageStyle,
) -> Result<Pixmap, ImageExportError> {
    let size = IntSize::from_wh(width, height);
    size.and_then(|size| Pixmap::from_vec(pixels, size)).ok_or(ImageExportError::Edge(style.edge))
}

/// A shader that draws a pixmap with its origin at this position.
fn shader_at(ground: &Pixmap, from: Vec2) -> resvg::tiny_skia::Shader<'_> {
    let at = Transform::from_translate(from.x, from.y);
    Pattern::new(ground.as_ref(), SpreadMode::Pad, FilterQuality::Nearest, 1.0, at)
}

/// Paints the empty board and returns its surface without lines.
fn paint_board(
    canvas: &mut Pixmap,
    layout: &Layout,
    context: &RenderContext,
    style: &ImageStyle,
) -> Result<Option<Pixmap>, ImageExportError> {
    let mut ground = None;
    let mut dark: Option<Pixmap> = None;
    for part in background::parts(layout, &context.active_theme) {
        let (image, place, color) = match part {
            BoardPart::Line { from, to, width, color } => {
                primitives::line(canvas, from, to, width, color);
                continue;
            }
            BoardPart::Image { image, rect, color } => (image, rect, color),
        };
        let whole = Rect::from_corners(place.min.round(), place.max.round());
        match image {
            PartImage::Plain => primitives::fill_rect(canvas, place, color),
            PartImage::Frame => {
                let [width, height] = whole.size().to_array().map(|n| n as u32);
                let mut pixels =
                    textures::frame(&context.active_theme.surface("frame"), [width, height]);
                for pixel in pixels.chunks_exact_mut(4) {
                    let [r, g, b, a] = [pixel[0], pixel[1], pixel[2], pixel[3]];
                    let mixed = ColorU8::from_rgba(r, g, b, a).premultiply();
                    pixel[..3].copy_from_slice(&[mixed.red(), mixed.green(), mixed.blue()]);
                }
                primitives::draw_pixmap(
                    canvas,
                    &from_pixels(pixels, width, height, style)?,
                    whole,
                    1.0,
                );
            }
            PartImage::Surface(name) => {
                let painted = surface_pixmap(context, name, whole.size(), style)?;
                primitives::draw_pixmap(canvas, &painted, whole, 1.0);
                ground = Some(painted);
            }
            PartImage::Square(name, _) => {
                if dark.is_none() {
                    dark = Some(surface_pixmap(context, &name, layout.surface.size(), style)?);
                }
                let rect = resvg::tiny_skia::Rect::from_ltrb(
                    whole.min.x,
                    whole.min.y,
                    whole.max.x,
                    whole.max.y,
                );
                if let (Some(dark), Some(rect)) = (&dark, rect) {
                    let shader = shader_at(dark, layout.surface.min);
                    let paint = Paint { shader, ..Paint::default() };
                    canvas.fill_rect(rect, &paint, Transform::identity(), None);
                }
            }
            PartImage::River(half) => {
                let path = RIVER[half];
                let svg = context.files.text(path).ok_or_else(|| missing(path))?;
                let pixels = place.width().round().max(1.0) as u32;
                primitives::draw_centred(
                    canvas,
                    &tinted(path, svg, pixels, color)?,
                    place.center(),
                    1.0,
                );
            }
            PartImage::Mask(MaskShape::SoftSquare) => {
                let soft = tinted("a shadow", &MaskShape::SoftSquare.svg(), BLURRED_PIXELS, color)?;
                primitives::draw_pixmap(canvas, &soft, place, 1.0);
            }
            PartImage::Mask(MaskShape::Dot) => {
                if let Some(path) = primitives::circle(place.center(), place.width() / 2.0) {
                    primitives::fill_path(canvas, &path, color);
                }
            }
            PartImage::Mask(figure) => {
                let pixels = place.width().round().max(1.0) as u32;
                let drawn = tinted("a mark", &figure.svg(), pixels, color)?;
                primitives::draw_centred(canvas, &drawn, place.center(), 1.0);
            }
        }
    }
    Ok(ground)
}

/// Draws the coordinates on the frame.
fn draw_coordinates(
    canvas: &mut Pixmap,
    layout: &Layout,
    context: &RenderContext,
    fonts: &Fonts,
    style: &ImageStyle,
) {
    let Some(colours) = context.active_theme.board_colours() else { return };
    let (size, names) = layout.coordinate_labels();
    let size = size.min(MAX_LABEL_SIZE * style.edge as f32).max(5.0);
    for (place, name) in names {
        fonts.draw(canvas, &name, size, place, Align::Centre, colours.frame_ink);
    }
}

/// For each point the number of the last move that placed a stone there, and the number
/// of the last move, counted from the root. Forced passes and decisions that place no
/// stone are not counted.
pub(super) fn numbers(tree: &GameTree, node: NodeId) -> (Vec<(Point, usize)>, usize) {
    let mut found: Vec<(Point, usize)> = Vec::new();
    let mut count = 0;
    let mut before = tree.root();
    for node in tree.path(node) {
        match tree.move_at(node) {
            Some(Move::Place(point)) => {
                count += 1;
                found.retain(|&(at, _)| at != point);
                found.push((point, count));
            }
            Some(Move::FromTo { .. }) => count += 1,
            Some(Move::Pass) if tree.position(before).legal_moves().len() > 1 => count += 1,
            Some(Move::Pass | Move::Decide(_)) | None => {}
        }
        before = node;
    }
    (found, count)
}

/// The number of the move that led to a node, counted in the same way.
pub(super) fn move_number(tree: &GameTree, node: NodeId) -> usize {
    numbers(tree, node).1
}

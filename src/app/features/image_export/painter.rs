//! The painter of image files: draws the primitives of a board on a pixmap.

use std::collections::HashMap;
use std::collections::hash_map::Entry;

use bevy::color::{Alpha, Color};
use bevy::math::{Rect, Vec2};
use resvg::tiny_skia::Pixmap;

use super::text::{Align, Fonts};
use super::{ImageExportError, RenderContext, images, pixmap};
use crate::app::board::Layout;
use crate::app::board::drawing::{
    BoardDrawing, BoardImage, Form, MaskShape, PIECE_SIZE, Primitive, dark_surface,
};
use crate::content::sets::{RIVER, SHADOW};
use crate::content::theme::Theme;
use crate::games::Piece;
use crate::record::GameTree;

/// Resolution of masks that are only shown blurred, in pixels.
const BLURRED_PIXELS: u32 = 256;

/// Resolution of images that are drawn rotated, in their pixels, so that they stay sharp.
const ROTATED_SCALE: u32 = 2;

/// Draws boards of one game and size.
pub(super) struct PixmapPainter<'a> {
    context: &'a RenderContext,
    theme: &'a Theme,
    pub(super) fonts: Fonts<'a>,
    /// Size of a cell in pixels.
    cell: f32,
    pieces: HashMap<Piece, Pixmap>,
    shadow: Pixmap,
}

impl<'a> PixmapPainter<'a> {
    pub(super) fn new(
        context: &'a RenderContext,
        theme: &'a Theme,
        tree: &GameTree,
        layout: &Layout,
    ) -> Result<PixmapPainter<'a>, ImageExportError> {
        let pixels = fitting(layout.cell, layout.cell * PIECE_SIZE);
        Ok(PixmapPainter {
            context,
            theme,
            fonts: Fonts::new(&context.files),
            cell: layout.cell,
            pieces: images::pieces(context, tree, &theme.pieces, pixels)?,
            shadow: images::rasterise_file(context, SHADOW, pixels)?,
        })
    }

    /// Draws a board.
    pub(super) fn paint(
        &self,
        canvas: &mut Pixmap,
        drawing: BoardDrawing,
    ) -> Result<(), ImageExportError> {
        let surface = drawing.layout.surface;
        // The surfaces of the dark squares are parts of one whole.
        let mut surfaces = HashMap::new();
        for Primitive { color, form, .. } in drawing.into_primitives() {
            match form {
                Form::Rect(rect) => pixmap::fill_rect(canvas, rect, color),
                Form::Disc { centre, radius } => {
                    if let Some(path) = pixmap::circle(centre, radius) {
                        pixmap::fill_path(canvas, &path, color);
                    }
                }
                Form::Line { from, to, width, cap } => {
                    pixmap::line(canvas, from, to, width, cap, color);
                }
                Form::Image {
                    image: BoardImage::DarkSquare { surface: name, .. }, rect, ..
                } => {
                    let whole = match surfaces.entry(name) {
                        Entry::Occupied(known) => known.into_mut(),
                        Entry::Vacant(new) => {
                            let (name, size) = (dark_surface(name), surface.size());
                            new.insert(images::surface_pixmap(self.theme, &name, size)?)
                        }
                    };
                    pixmap::fill_with_part(canvas, rect, whole, surface.min);
                }
                Form::Image { image, rect, rotation } => {
                    self.image(canvas, &image, rect, rotation, color)?;
                }
                Form::Text { text, centre, size, plate } => {
                    if let Some(plate) = plate {
                        let line =
                            Vec2::new(self.fonts.width(&text, size), self.fonts.height(size));
                        let radius = plate.radius(line);
                        let edge = (radius + plate.edge_width, plate.edge);
                        for (radius, color) in [edge, (radius, plate.color)] {
                            if let Some(path) = pixmap::circle(centre, radius) {
                                pixmap::fill_path(canvas, &path, color);
                            }
                        }
                    }
                    self.fonts.draw(canvas, &text, size, centre, Align::Centre, color);
                }
            }
        }
        Ok(())
    }

    fn image(
        &self,
        canvas: &mut Pixmap,
        image: &BoardImage,
        rect: Rect,
        rotation: f32,
        color: Color,
    ) -> Result<(), ImageExportError> {
        let whole = Rect::from_corners(rect.min.round(), rect.max.round());
        let pixels = fitting(self.cell, rect.width());
        match *image {
            BoardImage::Frame => {
                let frame = images::frame_pixmap(self.theme, whole.size())?;
                pixmap::draw(canvas, &frame, whole, 1.0);
            }
            BoardImage::Surface(name) => {
                let surface = images::surface_pixmap(self.theme, name, whole.size())?;
                pixmap::draw(canvas, &surface, whole, 1.0);
            }
            BoardImage::River(half) => {
                let pixels = rect.width().round().max(1.0) as u32;
                let text = images::tinted_file(self.context, RIVER[half], pixels, color)?;
                pixmap::draw_centred(canvas, &text, rect.center(), 1.0);
            }
            BoardImage::Mask(MaskShape::SoftSquare) => {
                let svg = MaskShape::SoftSquare.svg();
                let soft = images::tinted("a shadow", &svg, BLURRED_PIXELS, color)?;
                pixmap::draw(canvas, &soft, rect, 1.0);
            }
            BoardImage::Mask(shape) => {
                tinted_shape(canvas, &shape.svg(), pixels, rect, rotation, color)?;
            }
            BoardImage::Edge(shape) => {
                tinted_shape(canvas, &shape.edge_svg(), pixels, rect, rotation, color)?;
            }
            BoardImage::Piece(piece) => {
                if let Some(body) = self.pieces.get(&piece) {
                    pixmap::draw_centred(canvas, body, rect.center(), color.alpha());
                }
            }
            BoardImage::PieceShadow => {
                let size = Vec2::splat(self.shadow.width() as f32);
                let rect = Rect::from_center_size(rect.center(), size);
                pixmap::draw(canvas, &self.shadow, rect, color.alpha());
            }
            BoardImage::DarkSquare { .. } => {}
        }
        Ok(())
    }
}

/// Draws a white shape in a colour, of a size in pixels if it is not rotated.
fn tinted_shape(
    canvas: &mut Pixmap,
    svg: &str,
    pixels: u32,
    rect: Rect,
    rotation: f32,
    color: Color,
) -> Result<(), ImageExportError> {
    if rotation == 0.0 {
        let mask = images::tinted("a mark", svg, pixels, color)?;
        pixmap::draw_centred(canvas, &mask, rect.center(), 1.0);
    } else {
        let mask = images::tinted("a mark", svg, pixels * ROTATED_SCALE, color)?;
        pixmap::draw_rotated(canvas, &mask, rect, rotation);
    }
    Ok(())
}

/// This size in whole pixels, with the parity that lets the centre lie exactly on the
/// centre of a cell.
fn fitting(cell: f32, size: f32) -> u32 {
    let size = size.round().max(1.0) as u32;
    let odd = (cell.round() as u32) % 2;
    if size % 2 == odd { size } else { size + 1 }
}

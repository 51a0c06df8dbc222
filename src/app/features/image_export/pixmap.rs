//! Drawing on pixmaps in Bevy's vectors and colours.

use bevy::color::{Color, ColorToPacked};
use bevy::math::{Rect, Vec2};
use resvg::tiny_skia::{
    self as skia, FillRule, FilterQuality, LineCap, Paint, Path, PathBuilder, Pattern, Pixmap,
    PixmapPaint, SpreadMode, Stroke, Transform,
};

use crate::app::board::drawing::Cap;

/// A paint of one colour.
fn paint(color: Color) -> Paint<'static> {
    let mut paint = Paint::default();
    paint.set_color(to_skia(color));
    paint
}

/// Converts a Bevy colour.
pub(super) fn to_skia(color: Color) -> skia::Color {
    let [r, g, b, a] = color.to_srgba().to_u8_array();
    skia::Color::from_rgba8(r, g, b, a)
}

/// Fills a rectangle, rounded to whole pixels.
pub(super) fn fill_rect(canvas: &mut Pixmap, place: Rect, color: Color) {
    let (min, max) = (place.min.round(), place.max.round().max(place.min.round() + 1.0));
    if let Some(rect) = skia::Rect::from_ltrb(min.x, min.y, max.x, max.y) {
        canvas.fill_rect(rect, &paint(color), Transform::identity(), None);
    }
}

/// Fills a path.
pub(super) fn fill_path(canvas: &mut Pixmap, path: &Path, color: Color) {
    let whole = Transform::identity();
    canvas.fill_path(path, &paint(color), FillRule::Winding, whole, None);
}

/// Draws a straight line. Horizontal and vertical lines with square caps, as those of a
/// grid, cover whole pixels.
pub(super) fn line(canvas: &mut Pixmap, from: Vec2, to: Vec2, width: f32, cap: Cap, color: Color) {
    if cap == Cap::Square && (from.x == to.x || from.y == to.y) {
        let half = Vec2::splat(width / 2.0);
        let min = (from.min(to) - half).round();
        let max = (from.max(to) - half).round() + width.round();
        return fill_rect(canvas, Rect::from_corners(min, max), color);
    }
    let line_cap = match cap {
        Cap::Flat => LineCap::Butt,
        Cap::Square => LineCap::Square,
        Cap::Round => LineCap::Round,
    };
    let mut builder = PathBuilder::new();
    builder.move_to(from.x, from.y);
    builder.line_to(to.x, to.y);
    if let Some(path) = builder.finish() {
        let stroke = Stroke { width, line_cap, ..Stroke::default() };
        canvas.stroke_path(&path, &paint(color), &stroke, Transform::identity(), None);
    }
}

/// Fills a rectangle, rounded to whole pixels, with the part of a pixmap under it; `origin`
/// is the place of the pixmap's upper left corner.
pub(super) fn fill_with_part(canvas: &mut Pixmap, place: Rect, whole: &Pixmap, origin: Vec2) {
    let (min, max) = (place.min.round(), place.max.round());
    if let Some(rect) = skia::Rect::from_ltrb(min.x, min.y, max.x, max.y) {
        let at = Transform::from_translate(origin.x, origin.y);
        let quality = FilterQuality::Nearest;
        let shader = Pattern::new(whole.as_ref(), SpreadMode::Pad, quality, 1.0, at);
        let paint = Paint { shader, ..Paint::default() };
        canvas.fill_rect(rect, &paint, Transform::identity(), None);
    }
}

/// Draws a pixmap scaled to a rectangle.
pub(super) fn draw(canvas: &mut Pixmap, shown: &Pixmap, place: Rect, opacity: f32) {
    let scale = place.size() / Vec2::new(shown.width() as f32, shown.height() as f32);
    let fits = scale == Vec2::ONE && place.min == place.min.round();
    let quality = if fits { FilterQuality::Nearest } else { FilterQuality::Bilinear };
    let paint = PixmapPaint { opacity, quality, ..PixmapPaint::default() };
    let at = Transform::from_row(scale.x, 0.0, 0.0, scale.y, place.min.x, place.min.y);
    canvas.draw_pixmap(0, 0, shown.as_ref(), &paint, at, None);
}

/// Draws a pixmap scaled to a rectangle that is rotated about its centre, clockwise as seen.
pub(super) fn draw_rotated(canvas: &mut Pixmap, shown: &Pixmap, place: Rect, rotation: f32) {
    let scale = place.size() / Vec2::new(shown.width() as f32, shown.height() as f32);
    let centre = place.center();
    let paint = PixmapPaint { quality: FilterQuality::Bilinear, ..PixmapPaint::default() };
    let at = Transform::from_rotate_at(rotation.to_degrees(), centre.x, centre.y)
        .pre_translate(place.min.x, place.min.y)
        .pre_scale(scale.x, scale.y);
    canvas.draw_pixmap(0, 0, shown.as_ref(), &paint, at, None);
}

/// Draws a pixmap unscaled, centred at a position that is rounded to whole pixels so
/// that it stays sharp.
pub(super) fn draw_centred(canvas: &mut Pixmap, shown: &Pixmap, middle: Vec2, opacity: f32) {
    let size = Vec2::new(shown.width() as f32, shown.height() as f32);
    let min = (middle - size / 2.0).round();
    draw(canvas, shown, Rect::from_corners(min, min + size), opacity);
}

/// A circular path.
pub(super) fn circle(middle: Vec2, radius: f32) -> Option<Path> {
    PathBuilder::from_circle(middle.x, middle.y, radius)
}

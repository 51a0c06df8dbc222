//! Drawing primitives for pixmaps in Bevy's vectors and colours.

use bevy::color::{Color, ColorToPacked};
use bevy::math::{Rect, Vec2};
use resvg::tiny_skia::{
    self as skia, FillRule, FilterQuality, LineCap, LineJoin, Paint, Path, PathBuilder, Pixmap,
    PixmapPaint, Stroke, Transform,
};

/// A paint of one colour.
pub(super) fn paint(color: Color) -> Paint<'static> {
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

/// Strokes a path with round caps and joins.
pub(super) fn stroke_path(canvas: &mut Pixmap, path: &Path, width: f32, color: Color) {
    let stroke =
        Stroke { width, line_cap: LineCap::Round, line_join: LineJoin::Round, ..Stroke::default() };
    canvas.stroke_path(path, &paint(color), &stroke, Transform::identity(), None);
}

/// Draws a grid line with square caps, half its width longer at each end. Horizontal
/// and vertical lines cover whole pixels.
pub(super) fn line(canvas: &mut Pixmap, from: Vec2, to: Vec2, width: f32, color: Color) {
    if from.x == to.x || from.y == to.y {
        let half = Vec2::splat(width / 2.0);
        let min = (from.min(to) - half).round();
        let max = (from.max(to) - half).round() + width.round();
        fill_rect(canvas, Rect::from_corners(min, max), color);
    } else if let Some(path) = polyline(&[from, to]) {
        let stroke = Stroke { width, line_cap: LineCap::Square, ..Stroke::default() };
        canvas.stroke_path(&path, &paint(color), &stroke, Transform::identity(), None);
    }
}

/// Draws a pixmap scaled to a rectangle.
pub(super) fn draw_pixmap(canvas: &mut Pixmap, shown: &Pixmap, place: Rect, opacity: f32) {
    let scale = place.size() / Vec2::new(shown.width() as f32, shown.height() as f32);
    let fits = scale == Vec2::ONE && place.min == place.min.round();
    let quality = if fits { FilterQuality::Nearest } else { FilterQuality::Bilinear };
    let paint = PixmapPaint { opacity, quality, ..PixmapPaint::default() };
    let at = Transform::from_row(scale.x, 0.0, 0.0, scale.y, place.min.x, place.min.y);
    canvas.draw_pixmap(0, 0, shown.as_ref(), &paint, at, None);
}

/// Draws a pixmap unscaled, centred at a position that is rounded to whole pixels so
/// that it stays sharp.
pub(super) fn draw_centred(canvas: &mut Pixmap, shown: &Pixmap, middle: Vec2, opacity: f32) {
    let size = Vec2::new(shown.width() as f32, shown.height() as f32);
    let min = (middle - size / 2.0).round();
    draw_pixmap(canvas, shown, Rect::from_corners(min, min + size), opacity);
}

/// A circular path.
pub(super) fn circle(middle: Vec2, radius: f32) -> Option<Path> {
    PathBuilder::from_circle(middle.x, middle.y, radius)
}

/// An open path through these points.
pub(super) fn polyline(places: &[Vec2]) -> Option<Path> {
    path_through(places, false)
}

/// A closed path with these corners.
pub(super) fn polygon(places: &[Vec2]) -> Option<Path> {
    path_through(places, true)
}

fn path_through(places: &[Vec2], close: bool) -> Option<Path> {
    let mut builder = PathBuilder::new();
    for (n, place) in places.iter().enumerate() {
        match n {
            0 => builder.move_to(place.x, place.y),
            _ => builder.line_to(place.x, place.y),
        }
    }
    if close {
        builder.close();
    }
    builder.finish()
}

//! Plain drawing on pixels: fills, lines and pictures in the units and
//! colours of the board.

use bevy::color::{Color, ColorToPacked};
use bevy::math::{Rect, Vec2};
use resvg::tiny_skia::{
    self as skia, FillRule, FilterQuality, LineCap, LineJoin, Paint, Path, PathBuilder, Pixmap,
    PixmapPaint, Stroke, Transform,
};

/// A paint of one colour.
pub(super) fn paint(color: Color) -> Paint<'static> {
    let mut paint = Paint::default();
    paint.set_color(solid(color));
    paint
}

/// A colour as pixels have it.
pub(super) fn solid(color: Color) -> skia::Color {
    let [r, g, b, a] = color.to_srgba().to_u8_array();
    skia::Color::from_rgba8(r, g, b, a)
}

/// Fills the whole pixels that a rectangle covers best.
pub(super) fn fill(canvas: &mut Pixmap, place: Rect, color: Color) {
    let (min, max) = (place.min.round(), place.max.round().max(place.min.round() + 1.0));
    if let Some(rect) = skia::Rect::from_ltrb(min.x, min.y, max.x, max.y) {
        canvas.fill_rect(rect, &paint(color), Transform::identity(), None);
    }
}

/// Fills an outline.
pub(super) fn fill_path(canvas: &mut Pixmap, path: &Path, color: Color) {
    let whole = Transform::identity();
    canvas.fill_path(path, &paint(color), FillRule::Winding, whole, None);
}

/// Draws along an outline with a round pen.
pub(super) fn stroke_path(canvas: &mut Pixmap, path: &Path, breadth: f32, color: Color) {
    let stroke = Stroke {
        width: breadth,
        line_cap: LineCap::Round,
        line_join: LineJoin::Round,
        ..Stroke::default()
    };
    canvas.stroke_path(path, &paint(color), &stroke, Transform::identity(), None);
}

/// A grid line with square ends, half its breadth too long. One that runs
/// along the pixels covers whole ones.
pub(super) fn line(canvas: &mut Pixmap, from: Vec2, to: Vec2, breadth: f32, color: Color) {
    if from.x == to.x || from.y == to.y {
        let half = Vec2::splat(breadth / 2.0);
        let min = (from.min(to) - half).round();
        let max = (from.max(to) - half).round() + breadth.round();
        fill(canvas, Rect::from_corners(min, max), color);
    } else if let Some(path) = open(&[from, to]) {
        let stroke = Stroke { width: breadth, line_cap: LineCap::Square, ..Stroke::default() };
        canvas.stroke_path(&path, &paint(color), &stroke, Transform::identity(), None);
    }
}

/// Puts a picture into a rectangle, as large as that is.
pub(super) fn picture(canvas: &mut Pixmap, shown: &Pixmap, place: Rect, opacity: f32) {
    let scale = place.size() / Vec2::new(shown.width() as f32, shown.height() as f32);
    let fits = scale == Vec2::ONE && place.min == place.min.round();
    let quality = if fits { FilterQuality::Nearest } else { FilterQuality::Bilinear };
    let paint = PixmapPaint { opacity, quality, ..PixmapPaint::default() };
    let at = Transform::from_row(scale.x, 0.0, 0.0, scale.y, place.min.x, place.min.y);
    canvas.draw_pixmap(0, 0, shown.as_ref(), &paint, at, None);
}

/// A picture of exactly so many pixels whose middle lies at a place, moved by
/// less than a pixel so that it stays sharp.
pub(super) fn stamp(canvas: &mut Pixmap, shown: &Pixmap, middle: Vec2, opacity: f32) {
    let size = Vec2::new(shown.width() as f32, shown.height() as f32);
    let min = (middle - size / 2.0).round();
    picture(canvas, shown, Rect::from_corners(min, min + size), opacity);
}

/// The outline of a circle.
pub(super) fn circle(middle: Vec2, radius: f32) -> Option<Path> {
    PathBuilder::from_circle(middle.x, middle.y, radius)
}

/// A line through these places that does not return to its beginning.
pub(super) fn open(places: &[Vec2]) -> Option<Path> {
    through(places, false)
}

/// The outline with these corners.
pub(super) fn closed(places: &[Vec2]) -> Option<Path> {
    through(places, true)
}

fn through(places: &[Vec2], close: bool) -> Option<Path> {
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

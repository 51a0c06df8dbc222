//! Geometry of a round magnifier for precise touch input. Logical pixels of the window,
//! or other lengths if it is scaled; y downwards.

use bevy::math::{Rect, Vec2};

use super::Layout;

/// Number of cells visible across the magnifier.
const VISIBLE_CELLS: f32 = 5.0;

/// Radius of the magnifier: as a fraction of the narrow side of the window, and its
/// bounds.
const RADIUS_FRACTION: f32 = 0.24;
const MIN_RADIUS: f32 = 48.0;
const MAX_RADIUS: f32 = 112.0;

/// Smallest useful scale; below it there is no magnifier.
const MIN_SCALE: f32 = 1.25;

/// Gaps between the finger and the rim, above and beside it, and between the rim and
/// the edge of the window.
const GAP_ABOVE: f32 = 44.0;
const GAP_BESIDE: f32 = 28.0;
const EDGE_MARGIN: f32 = 4.0;

/// A round magnifier over the board.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Magnifier {
    /// Centre in the window.
    pub centre: Vec2,
    /// Its radius.
    pub radius: f32,
    /// Position on the board shown in the centre.
    pub focus: Vec2,
    /// Magnification.
    pub scale: f32,
}

impl Magnifier {
    /// A magnifier within `window` that shows the surroundings of `focus` and covers
    /// neither that nor the finger; `None` if the cells are large enough without.
    pub fn new(layout: &Layout, focus: Vec2, finger: Vec2, window: Rect) -> Option<Magnifier> {
        let size = window.size().min_element();
        let largest = (size * RADIUS_FRACTION).clamp(MIN_RADIUS, MAX_RADIUS);
        let scale = 2.0 * largest / (VISIBLE_CELLS * layout.cell);
        if scale < MIN_SCALE {
            return None;
        }
        // Smaller if there is little room, down to one that fits beside the finger.
        let steps = ((largest - MIN_RADIUS) / 4.0).ceil() as u8;
        let radii = (0..=steps).map(|n| (largest - 4.0 * f32::from(n)).max(MIN_RADIUS));
        let (centre, radius) = radii
            .clone()
            .find_map(|radius| Some((find_centre(finger, radius, window)?, radius)))
            .unwrap_or((window.center(), MIN_RADIUS));
        Some(Magnifier { centre, radius, focus, scale })
    }

    /// The position on the board shown at `place`; `None` outside the magnifier.
    pub fn unmagnify(&self, place: Vec2) -> Option<Vec2> {
        let from_middle = place - self.centre;
        (from_middle.length() <= self.radius).then(|| self.focus + from_middle / self.scale)
    }

    /// The same magnifier in a window `scale` times as large.
    #[must_use]
    pub fn scaled(&self, scale: f32) -> Magnifier {
        Magnifier {
            centre: self.centre * scale,
            radius: self.radius * scale,
            focus: self.focus * scale,
            scale: self.scale,
        }
    }

    /// The layout of the magnified board.
    pub fn magnify(&self, layout: &Layout) -> Layout {
        layout.transformed(self.scale, self.centre - self.focus * self.scale)
    }

    /// The visible part of a line on the magnified board.
    pub fn clip_line(&self, from: Vec2, to: Vec2) -> Option<(Vec2, Vec2)> {
        let along = to - from;
        // Intersections with the rim: |from + t along - centre| = radius.
        let start = from - self.centre;
        let a = along.length_squared();
        let b = start.dot(along);
        let c = start.length_squared() - self.radius * self.radius;
        let root = b * b - a * c;
        if a == 0.0 || root <= 0.0 {
            return None;
        }
        let (enter, leave) = ((-b - root.sqrt()) / a, (-b + root.sqrt()) / a);
        let (enter, leave) = (enter.max(0.0), leave.min(1.0));
        (enter < leave).then(|| (from + along * enter, from + along * leave))
    }
}

/// Centre of a magnifier of this radius: above the finger, or beside it at the upper
/// edge of the window. `None` if there is no room.
fn find_centre(finger: Vec2, radius: f32, window: Rect) -> Option<Vec2> {
    let inner =
        Rect::from_corners(window.min + EDGE_MARGIN + radius, window.max - EDGE_MARGIN - radius);
    let above = finger.y - GAP_ABOVE - radius;
    if above >= inner.min.y {
        return Some(Vec2::new(finger.x.clamp(inner.min.x, inner.max.x), above));
    }
    let down = (finger.y - inner.min.y).max(0.0);
    let far = radius + GAP_BESIDE;
    let aside = (far * far - down * down).max(0.0).sqrt();
    // On the side with more room.
    let x = match finger.x > window.center().x {
        true => finger.x - aside,
        false => finger.x + aside,
    };
    let centre = Vec2::new(x, inner.min.y);
    (x >= inner.min.x && x <= inner.max.x && centre.distance(finger) >= far - 0.5).then_some(centre)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::core::Point;
    use crate::games::registry;

    fn go(size: i64, area: Rect) -> Layout {
        let game = registry::find("go").unwrap();
        let mut options = crate::games::Options::default();
        options.set("size", crate::games::OptionValue::Number(size));
        let board = game.start(&options).unwrap().board();
        Layout::new(board, area, false, true)
    }

    #[test]
    fn the_magnifier_is_never_under_the_finger_and_never_outside_the_window() {
        let windows = [
            (Rect::new(0.0, 0.0, 360.0, 640.0), Rect::new(6.0, 58.0, 354.0, 420.0)),
            (Rect::new(0.0, 24.0, 360.0, 780.0), Rect::new(6.0, 140.0, 354.0, 500.0)),
            (Rect::new(0.0, 0.0, 740.0, 360.0), Rect::new(6.0, 6.0, 400.0, 354.0)),
            (Rect::new(0.0, 0.0, 800.0, 1280.0), Rect::new(6.0, 110.0, 594.0, 720.0)),
            (Rect::new(0.0, 0.0, 320.0, 320.0), Rect::new(6.0, 6.0, 200.0, 314.0)),
        ];
        for (window, area) in windows {
            let layout = go(19, area);
            for file in 0..19 {
                for rank in 0..19 {
                    let finger = layout.centre_of(Point::new(file, rank));
                    let lens = Magnifier::new(&layout, finger, finger, window).unwrap();
                    let free = lens.centre.distance(finger) - lens.radius;
                    assert!(free >= GAP_BESIDE - 1.0, "{window:?} {file} {rank}: {free}");
                    let rim = Rect::from_center_size(lens.centre, Vec2::splat(2.0 * lens.radius));
                    assert!(window.contains(rim.min) && window.contains(rim.max), "{window:?}");
                    assert!(lens.centre.y <= finger.y || finger.y < 2.0 * MAX_RADIUS + GAP_ABOVE);
                }
            }
        }
    }

    #[test]
    fn a_magnified_position_maps_back_to_the_board() {
        let layout = go(19, Rect::new(6.0, 58.0, 354.0, 420.0));
        let focus = layout.centre_of(Point::new(9, 9));
        let window = Rect::new(0.0, 0.0, 360.0, 640.0);
        let lens = Magnifier::new(&layout, focus, focus, window).unwrap();
        assert!(lens.scale > 1.5, "{lens:?}");
        let neighbour = layout.centre_of(Point::new(10, 8));
        let magnified = lens.magnify(&layout).centre_of(Point::new(10, 8));
        assert!(magnified.distance(lens.centre) > 1.5 * neighbour.distance(focus));
        let found = lens.unmagnify(magnified).unwrap();
        assert!(found.distance(neighbour) < 0.01);
        assert_eq!(lens.unmagnify(lens.centre + Vec2::new(lens.radius + 1.0, 0.0)), None);
    }

    #[test]
    fn lines_end_at_the_rim() {
        let layout = go(19, Rect::new(6.0, 58.0, 354.0, 420.0));
        let focus = layout.centre_of(Point::new(3, 15));
        let window = Rect::new(0.0, 0.0, 360.0, 640.0);
        let lens = Magnifier::new(&layout, focus, focus, window).unwrap();
        let lines = lens.magnify(&layout).grid_lines();
        let seen: Vec<_> =
            lines.into_iter().filter_map(|(from, to)| lens.clip_line(from, to)).collect();
        assert!(seen.len() >= 8, "{}", seen.len());
        for (from, to) in seen {
            assert!(lens.centre.distance(from) <= lens.radius + 0.1);
            assert!(lens.centre.distance(to) <= lens.radius + 0.1);
        }
    }

    #[test]
    fn large_cells_need_no_magnifier() {
        let layout = go(9, Rect::new(0.0, 0.0, 1000.0, 1000.0));
        let focus = layout.centre_of(Point::new(4, 4));
        let window = Rect::new(0.0, 0.0, 1280.0, 1000.0);
        assert_eq!(Magnifier::new(&layout, focus, focus, window), None);
    }
}

//! A round magnifying glass over the board, for a finger that looks for one
//! point among many. Pure geometry: logical pixels of the window, y downwards.

use bevy::math::{Rect, Vec2};

use super::Layout;

/// How many cells are seen across the glass.
const CELLS: f32 = 5.0;

/// Radius of the glass: as a part of the narrow side of the window, and its
/// bounds.
const PART: f32 = 0.24;
const SMALLEST: f32 = 48.0;
const LARGEST: f32 = 112.0;

/// The least that it enlarges by; where it would be less, none is needed.
const LEAST_SCALE: f32 = 1.25;

/// Room between the finger and the rim of the glass, above and beside it, and
/// between the rim and the edge of the window.
const ABOVE: f32 = 44.0;
const BESIDE: f32 = 28.0;
const EDGE: f32 = 4.0;

/// A magnifying glass.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Lens {
    /// Its middle.
    pub centre: Vec2,
    /// Its radius.
    pub radius: f32,
    /// The place on the board that is seen in its middle.
    pub focus: Vec2,
    /// How much it enlarges.
    pub scale: f32,
}

impl Lens {
    /// One that enlarges what lies around `focus` and covers neither that nor
    /// the finger, within `window`; `None` where the cells are large already.
    pub fn over(layout: &Layout, focus: Vec2, finger: Vec2, window: Rect) -> Option<Lens> {
        let size = window.size().min_element();
        let largest = (size * PART).clamp(SMALLEST, LARGEST);
        let scale = 2.0 * largest / (CELLS * layout.cell);
        if scale < LEAST_SCALE {
            return None;
        }
        // Smaller where there is little room, until it lies beside the finger.
        let steps = ((largest - SMALLEST) / 4.0).ceil() as u8;
        let radii = (0..=steps).map(|n| (largest - 4.0 * f32::from(n)).max(SMALLEST));
        let (centre, radius) = radii
            .clone()
            .find_map(|radius| Some((place(finger, radius, window)?, radius)))
            .unwrap_or((window.center(), SMALLEST));
        Some(Lens { centre, radius, focus, scale })
    }

    /// Where a place of the board is seen in the glass.
    pub fn shows(&self, place: Vec2) -> Vec2 {
        self.centre + (place - self.focus) * self.scale
    }

    /// The place of the board that is seen here; `None` beside the glass.
    pub fn under(&self, place: Vec2) -> Option<Vec2> {
        let from_middle = place - self.centre;
        (from_middle.length() <= self.radius).then(|| self.focus + from_middle / self.scale)
    }

    /// The part of a line of the board that is seen, as it is seen.
    pub fn clip(&self, from: Vec2, to: Vec2) -> Option<(Vec2, Vec2)> {
        let (from, to) = (self.shows(from), self.shows(to));
        let along = to - from;
        // Where the line crosses the rim: |from + t along - centre| = radius.
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

/// Where a glass of this radius lies: above the finger, or beside it at the
/// upper edge of the window. `None` if there is no room.
fn place(finger: Vec2, radius: f32, window: Rect) -> Option<Vec2> {
    let inner = Rect::from_corners(window.min + EDGE + radius, window.max - EDGE - radius);
    let above = finger.y - ABOVE - radius;
    if above >= inner.min.y {
        return Some(Vec2::new(finger.x.clamp(inner.min.x, inner.max.x), above));
    }
    let down = (finger.y - inner.min.y).max(0.0);
    let far = radius + BESIDE;
    let aside = (far * far - down * down).max(0.0).sqrt();
    // To the side where there is more room.
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
        options.set("size", crate::games::Choice::Number(size));
        let board = game.start(&options).unwrap().board();
        Layout::new(board, area, false, true)
    }

    #[test]
    fn the_glass_is_never_under_the_finger_and_never_out_of_the_window() {
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
                    let finger = layout.position(Point::new(file, rank));
                    let lens = Lens::over(&layout, finger, finger, window).unwrap();
                    let free = lens.centre.distance(finger) - lens.radius;
                    assert!(free >= BESIDE - 1.0, "{window:?} {file} {rank}: {free}");
                    let rim = Rect::from_center_size(lens.centre, Vec2::splat(2.0 * lens.radius));
                    assert!(window.contains(rim.min) && window.contains(rim.max), "{window:?}");
                    assert!(lens.centre.y <= finger.y || finger.y < 2.0 * LARGEST + ABOVE);
                }
            }
        }
    }

    #[test]
    fn what_is_seen_in_the_glass_is_found_under_it() {
        let layout = go(19, Rect::new(6.0, 58.0, 354.0, 420.0));
        let focus = layout.position(Point::new(9, 9));
        let window = Rect::new(0.0, 0.0, 360.0, 640.0);
        let lens = Lens::over(&layout, focus, focus, window).unwrap();
        assert!(lens.scale > 1.5, "{lens:?}");
        let neighbour = layout.position(Point::new(10, 8));
        let found = lens.under(lens.shows(neighbour)).unwrap();
        assert!(found.distance(neighbour) < 0.01);
        assert_eq!(lens.under(lens.centre + Vec2::new(lens.radius + 1.0, 0.0)), None);
    }

    #[test]
    fn lines_end_at_the_rim() {
        let layout = go(19, Rect::new(6.0, 58.0, 354.0, 420.0));
        let focus = layout.position(Point::new(3, 15));
        let window = Rect::new(0.0, 0.0, 360.0, 640.0);
        let lens = Lens::over(&layout, focus, focus, window).unwrap();
        let seen: Vec<_> =
            layout.lines().into_iter().filter_map(|(from, to)| lens.clip(from, to)).collect();
        assert!(seen.len() >= 8, "{}", seen.len());
        for (from, to) in seen {
            assert!(lens.centre.distance(from) <= lens.radius + 0.1);
            assert!(lens.centre.distance(to) <= lens.radius + 0.1);
        }
    }

    #[test]
    fn large_cells_need_no_glass() {
        let layout = go(9, Rect::new(0.0, 0.0, 1000.0, 1000.0));
        let focus = layout.position(Point::new(4, 4));
        let window = Rect::new(0.0, 0.0, 1280.0, 1000.0);
        assert_eq!(Lens::over(&layout, focus, focus, window), None);
    }
}

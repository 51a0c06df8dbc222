//! The device's screen: its safe area and touch input.

use bevy::prelude::*;

use super::MOBILE;

/// Environment variable with the safe area, such as `24,0,20,0`: top, right,
/// bottom, left.
const SAFE_AREA_VAR: &str = "TIANYUAN_SAFE_AREA";

/// The safe area insets: edges of the window covered by a camera, a rounded
/// corner or a system bar, in logical pixels. Zero on desktops.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq)]
pub struct SafeArea {
    /// Along the left edge.
    pub left: f32,
    /// Along the upper edge.
    pub top: f32,
    /// Along the right edge.
    pub right: f32,
    /// Along the lower edge.
    pub bottom: f32,
}

/// Detects a touch screen: from the start where that is known, otherwise from
/// the first touch.
#[derive(Resource, Clone, Copy, Debug, PartialEq, Eq)]
pub struct TouchScreen {
    /// The screen was touched or is known to be a touch screen, so that touch
    /// targets must be large enough for a finger.
    pub available: bool,
    /// The last pointer was a finger and not a mouse.
    pub last_was_touch: bool,
}

impl Default for TouchScreen {
    fn default() -> TouchScreen {
        TouchScreen { available: MOBILE, last_was_touch: MOBILE }
    }
}

/// Parses four lengths such as `24,0,20,0`: top, right, bottom, left.
fn parse(text: &str) -> Option<SafeArea> {
    let edges: Option<Vec<f32>> = text
        .split(',')
        .map(|edge| edge.trim().parse().ok().filter(|edge| (0.0..=500.0).contains(edge)))
        .collect();
    match edges?[..] {
        [top, right, bottom, left] => Some(SafeArea { left, top, right, bottom }),
        _ => None,
    }
}

pub(super) fn plugin(app: &mut App) {
    let named = std::env::var(SAFE_AREA_VAR).ok();
    let area = named.as_deref().and_then(parse);
    if let (Some(text), None) = (named, area) {
        warn!(
            "{SAFE_AREA_VAR} is \"{text}\"; expected four lengths such as 24,0,20,0 for top, \
             right, bottom and left"
        );
    }
    app.insert_resource(area.unwrap_or_default())
        .init_resource::<TouchScreen>()
        .add_systems(PreUpdate, track_pointer);
}

/// Tracks whether a finger or a mouse was used last.
fn track_pointer(
    touches: Res<Touches>,
    mut moved: MessageReader<bevy::window::CursorMoved>,
    mut screen: ResMut<TouchScreen>,
) {
    let mouse = moved.read().count() > 0;
    let now = match (touches.iter().next().is_some(), mouse) {
        (true, _) => TouchScreen { available: true, last_was_touch: true },
        (false, true) => TouchScreen { last_was_touch: false, ..*screen },
        (false, false) => *screen,
    };
    screen.set_if_neq(now);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_safe_area_is_four_lengths() {
        let area = SafeArea { left: 4.0, top: 24.0, right: 0.0, bottom: 20.5 };
        assert_eq!(parse("24,0,20.5,4"), Some(area));
        assert_eq!(parse(" 24, 0, 20.5, 4 "), Some(area));
        for wrong in
            ["", "24", "1,2,3", "1,2,3,4,5", "-1,0,0,0", "a,0,0,0", "0,0,0,9999", "NaN,0,0,0"]
        {
            assert_eq!(parse(wrong), None, "{wrong}");
        }
    }
}

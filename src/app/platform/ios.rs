//! iOS: the safe area. Everything else works as on macOS: the bundle holds the
//! assets, and exported files are written to the documents folder, which the
//! Files app shows.

use bevy::ecs::system::NonSendMarker;
use bevy::prelude::*;
use bevy::window::PrimaryWindow;
use bevy::winit::WINIT_WINDOWS;
use winit::dpi::{PhysicalPosition, PhysicalSize};

use super::SafeArea;

#[cfg_attr(
    not(target_os = "ios"),
    expect(dead_code, reason = "elsewhere only the arithmetic is tested")
)]
pub(super) fn plugin(app: &mut App) {
    app.add_systems(First, update_safe_area);
}

/// Updates the safe area. Windows belong to the main thread.
fn update_safe_area(
    window: Query<Entity, With<PrimaryWindow>>,
    mut area: ResMut<SafeArea>,
    _main_thread: NonSendMarker,
) {
    let Ok(window) = window.single() else { return };
    let free = WINIT_WINDOWS.with_borrow(|windows| {
        let window = windows.get_window(window)?;
        let inner = (window.inner_position().ok()?, window.inner_size());
        let outer = (window.outer_position().ok()?, window.outer_size());
        Some(insets(inner, outer, window.scale_factor()))
    });
    if let Some(free) = free {
        area.set_if_neq(free);
    }
}

type Rect = (PhysicalPosition<i32>, PhysicalSize<u32>);

/// The insets of the uncovered part within the whole window, in logical pixels.
fn insets(inner: Rect, outer: Rect, scale: f64) -> SafeArea {
    let length = |pixels: i64| (pixels.max(0) as f64 / scale) as f32;
    let near = |inner: i32, outer: i32| length(i64::from(inner) - i64::from(outer));
    let far = |inner: (i32, u32), outer: (i32, u32)| {
        length(i64::from(outer.0) + i64::from(outer.1) - i64::from(inner.0) - i64::from(inner.1))
    };
    let ((inner, free), (outer, whole)) = (inner, outer);
    SafeArea {
        left: near(inner.x, outer.x),
        top: near(inner.y, outer.y),
        right: far((inner.x, free.width), (outer.x, whole.width)),
        bottom: far((inner.y, free.height), (outer.y, whole.height)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn insets_are_the_distances_between_the_inner_and_the_outer_window() {
        let inner = (PhysicalPosition::new(0, 141), PhysicalSize::new(1170, 2289));
        let outer = (PhysicalPosition::new(0, 0), PhysicalSize::new(1170, 2532));
        let area = insets(inner, outer, 3.0);
        assert_eq!(area, SafeArea { left: 0.0, top: 47.0, right: 0.0, bottom: 34.0 });
    }
}

//! The window's icon, where the system shows one.

use bevy::ecs::system::NonSendMarker;
use bevy::prelude::*;
use bevy::window::PrimaryWindow;
use bevy::winit::WINIT_WINDOWS;
use winit::window::Icon;

use super::svg::rasterise;

/// Built into the program, so that it is there before any file is read.
const ICON: &str = include_str!("../../../assets/icon.svg");

/// Edge of the icon in pixels. Systems show it smaller.
const PIXELS: u32 = 128;

pub(super) fn plugin(app: &mut App) {
    app.add_systems(Update, set_icon);
}

/// Sets the icon once the window exists. Windows belong to the main thread.
fn set_icon(
    mut done: Local<bool>,
    window: Query<Entity, With<PrimaryWindow>>,
    _main_thread: NonSendMarker,
) {
    if *done {
        return;
    }
    let Ok(window) = window.single() else { return };
    WINIT_WINDOWS.with_borrow(|windows| {
        let Some(window) = windows.get_window(window) else { return };
        *done = true;
        match icon() {
            Ok(icon) => window.set_window_icon(Some(icon)),
            Err(error) => warn!("the window has no icon: {error}"),
        }
    });
}

fn icon() -> Result<Icon, BevyError> {
    Ok(Icon::from_rgba(rasterise(ICON, PIXELS)?, PIXELS, PIXELS)?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_icon_can_be_drawn() {
        assert!(icon().is_ok());
    }
}

//! The application lifecycle on phones and in browsers: going to the
//! background, coming back to the foreground, and the system's back key or
//! gesture.

use bevy::input::keyboard::{Key, KeyboardInput};
use bevy::prelude::*;
use bevy::window::{AppLifecycle, WindowFocused};

use super::MOBILE;

/// True where the back key leaves the application from its first screen, as is
/// usual on Android.
pub const BACK_EXITS_APP: bool = cfg!(target_os = "android");

/// The application goes to the background or comes back. Written in [`First`]
/// so that it is handled in the same update: there may be no other before the
/// system freezes or ends the process.
#[derive(Message, Clone, Copy, Debug, PartialEq, Eq)]
pub enum Lifecycle {
    /// Data are written, and searches, clocks and music stop.
    Suspend,
    /// Searches, clocks and music go on.
    Resume,
}

/// A step back out of a dialog, a sheet or the screen, like the Escape key.
#[derive(Message, Clone, Copy, Debug, PartialEq, Eq)]
pub struct Back;

/// Tracks whether the application is in the foreground, so that clocks may run.
#[derive(Resource, Debug)]
pub struct Foreground {
    is_foreground: bool,
    /// In the foreground from the next update on: this one lasts as long as the
    /// suspension.
    resumes_next_update: bool,
}

impl Default for Foreground {
    fn default() -> Foreground {
        Foreground { is_foreground: true, resumes_next_update: false }
    }
}

impl Foreground {
    /// True in the foreground.
    pub fn is_foreground(&self) -> bool {
        self.is_foreground
    }
}

impl Lifecycle {
    /// True if the application is about to be suspended and data must be
    /// written now.
    pub fn is_suspending(lifecycle: &mut MessageReader<Lifecycle>) -> bool {
        lifecycle.read().filter(|&&change| change == Lifecycle::Suspend).count() > 0
    }
}

/// Run condition: the application is in the foreground.
pub fn in_foreground(foreground: Option<Res<Foreground>>) -> bool {
    foreground.is_none_or(|foreground| foreground.is_foreground)
}

pub(super) fn plugin(app: &mut App) {
    app.add_plugins(foreground_plugin)
        .add_message::<Back>()
        .add_systems(First, read_window_events)
        .add_systems(PreUpdate, detect_back_key.run_if(resource_exists::<Messages<KeyboardInput>>));
}

/// The part of the plugin that needs no window.
pub(in crate::app) fn foreground_plugin(app: &mut App) {
    app.init_resource::<Foreground>()
        .add_message::<Lifecycle>()
        .add_systems(PreUpdate, track_foreground)
        .add_systems(Last, finish_resume);
}

/// Translates the events of the window. On a phone a window without focus is
/// behind another one.
fn read_window_events(
    mut app_lifecycle: MessageReader<AppLifecycle>,
    mut focused: MessageReader<WindowFocused>,
    mut lifecycle: MessageWriter<Lifecycle>,
) {
    for event in app_lifecycle.read() {
        match event {
            AppLifecycle::WillSuspend | AppLifecycle::Suspended => {
                lifecycle.write(Lifecycle::Suspend)
            }
            AppLifecycle::WillResume | AppLifecycle::Running => lifecycle.write(Lifecycle::Resume),
            AppLifecycle::Idle => continue,
        };
    }
    for event in focused.read() {
        if MOBILE {
            lifecycle.write(if event.focused { Lifecycle::Resume } else { Lifecycle::Suspend });
        }
    }
}

fn track_foreground(mut lifecycle: MessageReader<Lifecycle>, mut foreground: ResMut<Foreground>) {
    for change in lifecycle.read() {
        match change {
            Lifecycle::Suspend => {
                (foreground.is_foreground, foreground.resumes_next_update) = (false, false)
            }
            Lifecycle::Resume if !foreground.is_foreground => foreground.resumes_next_update = true,
            Lifecycle::Resume => {}
        }
    }
}

fn finish_resume(mut foreground: ResMut<Foreground>) {
    if foreground.resumes_next_update {
        *foreground = Foreground::default();
    }
}

/// Translates the back keys of phones, browsers and keyboards.
fn detect_back_key(mut keys: MessageReader<KeyboardInput>, mut backs: MessageWriter<Back>) {
    for input in keys.read() {
        let back = matches!(input.logical_key, Key::BrowserBack | Key::GoBack);
        if back && input.state.is_pressed() && !input.repeat {
            backs.write(Back);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clocks_stop_from_the_suspension_to_the_update_after_the_resume() {
        let mut app = App::new();
        app.add_plugins(foreground_plugin)
            .init_resource::<Ticks>()
            .add_systems(Update, tick.run_if(in_foreground));
        let mut ticks = |change: Option<Lifecycle>| {
            if let Some(change) = change {
                app.world_mut().write_message(change);
            }
            app.update();
            app.world().resource::<Ticks>().0
        };
        assert_eq!(ticks(None), 1);
        assert_eq!(ticks(Some(Lifecycle::Suspend)), 1);
        assert_eq!(ticks(None), 1);
        assert_eq!(ticks(Some(Lifecycle::Resume)), 1);
        assert_eq!(ticks(None), 2);
        // A resume without a suspension changes nothing.
        assert_eq!(ticks(Some(Lifecycle::Resume)), 3);
    }

    #[derive(Resource, Default)]
    struct Ticks(u32);

    fn tick(mut ticks: ResMut<Ticks>) {
        ticks.0 += 1;
    }
}

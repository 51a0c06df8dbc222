//! The life of the application on a phone and in a page: when it goes out of
//! sight and comes back, and when the person asks for the way back with a key
//! or a gesture of the system.

use bevy::input::keyboard::{Key, KeyboardInput};
use bevy::prelude::*;
use bevy::window::{AppLifecycle, WindowFocused};

use super::MOBILE;

/// Whether the way back leads out of the program from its first screen, as is
/// the custom here.
pub const BACK_LEAVES: bool = cfg!(target_os = "android");

/// The application goes out of sight, or comes back. Whoever writes this
/// writes it in [`First`], so that it is obeyed in the same update: there may
/// be no other before the system freezes or ends the program.
#[derive(Message, Clone, Copy, Debug, PartialEq, Eq)]
pub enum Life {
    /// Everything is written, and searches, clocks and music stop.
    Suspend,
    /// Everything goes on.
    Resume,
}

/// One step back is asked for: out of a dialog, a sheet, or the screen. It
/// means what the key Escape means.
#[derive(Message, Clone, Copy, Debug, PartialEq, Eq)]
pub struct Back;

/// Whether the application is in sight, so that clocks may run.
#[derive(Resource, Debug)]
pub struct Awake {
    now: bool,
    /// It comes back with the next update: this one is as long as the sleep.
    soon: bool,
}

impl Default for Awake {
    fn default() -> Awake {
        Awake { now: true, soon: false }
    }
}

impl Awake {
    /// Whether it is in sight.
    pub fn is_awake(&self) -> bool {
        self.now
    }
}

impl Life {
    /// Whether anything must be written now.
    pub fn suspends(lives: &mut MessageReader<Life>) -> bool {
        lives.read().filter(|&&life| life == Life::Suspend).count() > 0
    }
}

/// Runs a system only while the application is in sight.
pub fn awake(awake: Option<Res<Awake>>) -> bool {
    awake.is_none_or(|awake| awake.now)
}

pub(super) fn plugin(app: &mut App) {
    app.add_plugins(sleep)
        .add_message::<Back>()
        .add_systems(First, hear)
        .add_systems(PreUpdate, key.run_if(resource_exists::<Messages<KeyboardInput>>));
}

/// The part that needs no window: falling asleep and waking up.
pub(in crate::app) fn sleep(app: &mut App) {
    app.init_resource::<Awake>()
        .add_message::<Life>()
        .add_systems(PreUpdate, follow)
        .add_systems(Last, wake);
}

/// Hears what the system tells. On a phone a window without the focus is
/// behind another one.
fn hear(
    mut lifecycle: MessageReader<AppLifecycle>,
    mut focused: MessageReader<WindowFocused>,
    mut lives: MessageWriter<Life>,
) {
    for event in lifecycle.read() {
        match event {
            AppLifecycle::WillSuspend | AppLifecycle::Suspended => lives.write(Life::Suspend),
            AppLifecycle::WillResume | AppLifecycle::Running => lives.write(Life::Resume),
            AppLifecycle::Idle => continue,
        };
    }
    for event in focused.read() {
        if MOBILE {
            lives.write(if event.focused { Life::Resume } else { Life::Suspend });
        }
    }
}

fn follow(mut lives: MessageReader<Life>, mut awake: ResMut<Awake>) {
    for life in lives.read() {
        match life {
            Life::Suspend => (awake.now, awake.soon) = (false, false),
            Life::Resume if !awake.now => awake.soon = true,
            Life::Resume => {}
        }
    }
}

fn wake(mut awake: ResMut<Awake>) {
    if awake.soon {
        *awake = Awake::default();
    }
}

/// The keys for the way back that phones, browsers and keyboards have.
fn key(mut keys: MessageReader<KeyboardInput>, mut backs: MessageWriter<Back>) {
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
    fn clocks_stand_from_the_suspension_to_the_update_after_the_return() {
        let mut app = App::new();
        app.add_plugins(sleep).init_resource::<Ticks>().add_systems(Update, tick.run_if(awake));
        let mut ticks = |life: Option<Life>| {
            if let Some(life) = life {
                app.world_mut().write_message(life);
            }
            app.update();
            app.world().resource::<Ticks>().0
        };
        assert_eq!(ticks(None), 1);
        assert_eq!(ticks(Some(Life::Suspend)), 1);
        assert_eq!(ticks(None), 1);
        assert_eq!(ticks(Some(Life::Resume)), 1);
        assert_eq!(ticks(None), 2);
        // What is awake already goes on without a gap.
        assert_eq!(ticks(Some(Life::Resume)), 3);
    }

    #[derive(Resource, Default)]
    struct Ticks(u32);

    fn tick(mut ticks: ResMut<Ticks>) {
        ticks.0 += 1;
    }
}

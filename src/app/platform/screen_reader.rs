//! Detection of programs that read the window aloud: then its squares are described one by one.

use bevy::a11y::AccessibilityRequested;
use bevy::prelude::*;

/// A screen reader, or another program that works the window for a person.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ScreenReader {
    /// One has asked for the widgets of the window.
    pub listens: bool,
}

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<ScreenReader>().add_systems(PreUpdate, notice_screen_reader);
}

fn notice_screen_reader(
    requested: Option<Res<AccessibilityRequested>>,
    mut screen_reader: ResMut<ScreenReader>,
) {
    let listens = requested.is_some_and(|requested| requested.get());
    screen_reader.set_if_neq(ScreenReader { listens });
}

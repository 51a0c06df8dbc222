//! Platform integration that bevy_egui lacks on Android: the clipboard, and
//! redraws while the on-screen keyboard moves.

use std::time::Duration;

use bevy::prelude::*;
use bevy::window::RequestRedraw;
use bevy_egui::{EguiOutput, EguiPostUpdateSet, egui};

use super::java;

/// Longest animation of the on-screen keyboard.
const KEYBOARD_ANIMATION: Duration = Duration::from_millis(1200);

/// The system's clipboard.
#[derive(Resource, Default)]
pub struct Clipboard;

impl Clipboard {
    /// The text on the clipboard.
    pub fn get_text(&mut self) -> Option<String> {
        java::clipboard_text()
    }
}

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Clipboard>().add_systems(
        PostUpdate,
        (copy, follow_keyboard).after(EguiPostUpdateSet::PostProcessOutput),
    );
}

/// Copies text on egui's request.
fn copy(outputs: Query<&EguiOutput, Changed<EguiOutput>>) {
    for output in &outputs {
        for command in &output.platform_output.commands {
            if let egui::OutputCommand::CopyText(text) = command {
                java::copy(text);
            }
        }
    }
}

/// Keeps redrawing while the keyboard appears or disappears, so that the layout
/// follows it.
fn follow_keyboard(
    time: Res<Time<Real>>,
    outputs: Query<&EguiOutput>,
    mut was_up: Local<bool>,
    mut until: Local<Duration>,
    mut redraws: MessageWriter<RequestRedraw>,
) {
    let up = outputs.iter().any(|output| output.platform_output.ime.is_some());
    if up != *was_up {
        *was_up = up;
        *until = time.elapsed() + KEYBOARD_ANIMATION;
    }
    if time.elapsed() < *until {
        redraws.write(RequestRedraw);
    }
}

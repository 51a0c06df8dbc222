//! What the interface does by itself on other systems: copying and pasting,
//! and making room for the keyboard.

use std::time::Duration;

use bevy::prelude::*;
use bevy::window::RequestRedraw;
use bevy_egui::{EguiOutput, EguiPostUpdateSet, egui};

use super::java;

/// How long the system's keyboard may take to come and to go.
const KEYBOARD: Duration = Duration::from_millis(1200);

/// Texts that are copied and pasted.
#[derive(Resource, Default)]
pub struct Clipboard;

impl Clipboard {
    /// The text on the clipboard.
    pub fn get_text(&mut self) -> Option<String> {
        java::pasted()
    }
}

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Clipboard>().add_systems(
        PostUpdate,
        (copy, follow_keyboard).after(EguiPostUpdateSet::PostProcessOutput),
    );
}

/// Copies what the interface asks to be copied.
fn copy(outputs: Query<&EguiOutput, Changed<EguiOutput>>) {
    for output in &outputs {
        for command in &output.platform_output.commands {
            if let egui::OutputCommand::CopyText(text) = command {
                java::copy(text);
            }
        }
    }
}

/// Draws on while the keyboard comes or goes, so that the room which it takes
/// is seen.
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
        *until = time.elapsed() + KEYBOARD;
    }
    if time.elapsed() < *until {
        redraws.write(RequestRedraw);
    }
}

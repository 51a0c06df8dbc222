//! Tells the page that the first screen is drawn, so that it removes the
//! loading screen.

use bevy::prelude::*;
use bevy::window::RequestRedraw;
use web_sys::Event;

use crate::app::state::Screen;

/// Frames until the first screen is complete: egui uses new fonts from the
/// second frame on and rasterises their glyphs in the next.
const FRAMES: u32 = 4;

pub(super) fn plugin(app: &mut App) {
    app.add_systems(Last, signal_ready.run_if(not(in_state(Screen::Loading))));
}

fn signal_ready(mut frames: Local<u32>, mut redraws: MessageWriter<RequestRedraw>) {
    if *frames == FRAMES {
        return;
    }
    *frames += 1;
    redraws.write(RequestRedraw);
    if *frames == FRAMES
        && let (Some(window), Ok(event)) = (web_sys::window(), Event::new("tianyuan-ready"))
    {
        // The event cannot be cancelled.
        let _ = window.dispatch_event(&event);
    }
}

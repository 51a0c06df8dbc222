//! Tells the page that the first screen stands, so that it takes away what it
//! showed while loading.

use bevy::prelude::*;
use bevy::window::RequestRedraw;
use web_sys::Event;

use crate::app::Screen;

/// Frames that the first screen needs: its fonts are in use from the second
/// on, and their letters drawn in the one after.
const FRAMES: u32 = 4;

pub(super) fn plugin(app: &mut App) {
    app.add_systems(Last, tell.run_if(not(in_state(Screen::Loading))));
}

fn tell(mut frames: Local<u32>, mut redraws: MessageWriter<RequestRedraw>) {
    if *frames == FRAMES {
        return;
    }
    *frames += 1;
    redraws.write(RequestRedraw);
    if *frames == FRAMES
        && let (Some(window), Ok(event)) = (web_sys::window(), Event::new("tianyuan-ready"))
    {
        // Nobody can refuse it.
        let _ = window.dispatch_event(&event);
    }
}

//! Everything that differs between desktop, Android, iOS and the browser: data
//! and asset folders, files and clipboard, window size and icon, safe area and
//! touch input, application lifecycle, background tasks, and waking the event
//! loop. Every `cfg(target_...)` of the application lives here.

#[cfg(target_os = "android")]
mod android;
#[cfg(target_arch = "wasm32")]
pub mod browser;
mod calendar;
pub mod clipboard;
mod discovery;
pub mod files;
#[cfg(not(any(target_os = "android", target_arch = "wasm32")))]
mod folder_reader;
#[cfg(any(target_os = "ios", test))]
mod ios;
mod keyboard;
mod lifecycle;
mod memory;
mod motion;
mod screen;
mod screen_reader;
mod storage;
#[cfg(not(any(target_os = "android", target_arch = "wasm32")))]
mod system;

use std::sync::Arc;

use bevy::app::PluginGroupBuilder;
use bevy::prelude::*;
use bevy::winit::{EventLoopProxyWrapper, WinitUserEvent};

#[cfg(target_os = "android")]
use android as system;
#[cfg(target_arch = "wasm32")]
use browser as system;

pub use calendar::{Today, date_text, month_and_day};
pub use discovery::{HouseSearch, HouseServer};
#[cfg(test)]
pub(super) use lifecycle::foreground_plugin;
pub use lifecycle::{BACK_EXITS_APP, Back, Foreground, Lifecycle, in_foreground};
pub use memory::release_freed_memory;
pub use motion::prefers_reduced_motion;
pub use screen::{SafeArea, TouchScreen};
pub use screen_reader::ScreenReader;
pub use storage::{Storage, StorageError};
#[cfg(target_arch = "wasm32")]
pub use storage::{damaged_names, request_persistence};
pub use system::{assets_source, levels_source, system_language};

/// True on phones and tablets.
pub const MOBILE: bool = cfg!(any(target_os = "android", target_os = "ios"));

/// True where programs of others can be run as engines.
pub const RUNS_PROGRAMS: bool = !MOBILE && !cfg!(target_arch = "wasm32");

/// True where music is off by default, since others may hear it: on phones and
/// in browsers, which may be those of phones.
pub const QUIET_BY_DEFAULT: bool = MOBILE || cfg!(target_arch = "wasm32");

/// Environment variable with the size of the window, such as `360x640`.
const WINDOW_SIZE_VAR: &str = "TIANYUAN_WINDOW";

/// Size of a new window in logical pixels.
const DEFAULT_WINDOW_SIZE: (u32, u32) = (1280, 800);

/// Wakes the event loop from any thread, so that a frame is drawn.
#[derive(Resource, Clone, Default)]
pub struct Waker(Option<Arc<dyn Fn() + Send + Sync>>);

impl Waker {
    /// Asks for another frame. Does nothing where there is no window.
    pub fn wake(&self) {
        if let Some(wake) = &self.0 {
            wake();
        }
    }
}

/// The address of this machine in its house; `None` in the browser, which does not tell, and without
/// a network.
pub fn house_address() -> Option<std::net::Ipv4Addr> {
    #[cfg(not(target_arch = "wasm32"))]
    return crate::net::house_address();
    #[cfg(target_arch = "wasm32")]
    None
}

/// The address of the page in the browser, with what stands behind #; `None` elsewhere.
pub fn page_address() -> Option<String> {
    #[cfg(target_arch = "wasm32")]
    return web_sys::window()?.location().href().ok();
    #[cfg(not(target_arch = "wasm32"))]
    None
}

/// The folder of exported files, on systems that have one.
#[derive(Resource)]
pub struct ExportFolder(pub Storage);

/// Puts the window on the page's canvas in the browser.
pub fn with_canvas(window: Window) -> Window {
    #[cfg(target_arch = "wasm32")]
    let window =
        Window { canvas: Some(browser::CANVAS.to_owned()), fit_canvas_to_parent: true, ..window };
    window
}

/// Draws on the thread that runs the systems, as browsers do anyway: most frames are single
/// ones, and nothing is gained by a thread that draws one while the next is prepared.
pub fn without_render_thread(plugins: PluginGroupBuilder) -> PluginGroupBuilder {
    #[cfg(not(target_arch = "wasm32"))]
    let plugins = plugins.disable::<bevy::render::pipelined_rendering::PipelinedRenderingPlugin>();
    plugins
}

/// Initial size of the window in logical pixels: that of `TIANYUAN_WINDOW`,
/// otherwise 1280 by 800.
pub fn window_size() -> (u32, u32) {
    std::env::var(WINDOW_SIZE_VAR)
        .ok()
        .and_then(|text| parse_size(&text))
        .unwrap_or(DEFAULT_WINDOW_SIZE)
}

/// Parses a size such as `360x640`, each edge within 200 to 8192.
fn parse_size(text: &str) -> Option<(u32, u32)> {
    let (width, height) = text.split_once('x')?;
    let edge = |text: &str| text.parse().ok().filter(|edge| (200..=8192).contains(edge));
    Some((edge(width)?, edge(height)?))
}

pub(super) fn plugin(app: &mut App) {
    if let Ok(text) = std::env::var(WINDOW_SIZE_VAR)
        && parse_size(&text).is_none()
    {
        warn!("{WINDOW_SIZE_VAR} is \"{text}\"; expected a size such as 360x640");
    }
    let proxy = app.world().get_resource::<EventLoopProxyWrapper>().map(|proxy| (**proxy).clone());
    let waker = Waker(proxy.map(|proxy| -> Arc<dyn Fn() + Send + Sync> {
        Arc::new(move || {
            // It fails only after the event loop has ended.
            let _ = proxy.send_event(WinitUserEvent::WakeUp);
        })
    }));
    if let Some(exports) = Storage::exports() {
        app.insert_resource(ExportFolder(exports));
    }
    app.insert_resource(waker)
        .insert_resource(Storage::open())
        .add_systems(Startup, storage::warn_if_not_persistent)
        .add_plugins((calendar::plugin, clipboard::plugin, files::plugin, motion::plugin))
        .add_plugins((keyboard::plugin, lifecycle::plugin, screen::plugin, screen_reader::plugin));
    #[cfg(target_os = "android")]
    app.add_plugins(android::plugin);
    #[cfg(target_os = "ios")]
    app.add_plugins(ios::plugin);
    #[cfg(target_arch = "wasm32")]
    app.add_plugins(browser::plugin);
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering};

    use super::*;

    #[test]
    fn a_window_size_is_two_numbers_with_an_x() {
        assert_eq!(parse_size("360x640"), Some((360, 640)));
        for wrong in ["", "360", "360x", "x640", "360x-1", "360x640x2", "0x0", "99999x100", "a×b"]
        {
            assert_eq!(parse_size(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn a_waker_asks_for_a_frame_and_without_a_window_for_none() {
        let frames = Arc::new(AtomicUsize::new(0));
        let asked = frames.clone();
        let waker = Waker(Some(Arc::new(move || {
            asked.fetch_add(1, Ordering::Relaxed);
        })));
        waker.clone().wake();
        Waker::default().wake();
        assert_eq!(frames.load(Ordering::Relaxed), 1);
    }
}

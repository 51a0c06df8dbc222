//! Android: folders, assets, safe area, and the activity's end.

mod interface;
mod java;

use std::ffi::CString;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::thread;
use std::time::Duration;

use bevy::android::ANDROID_APP;
use bevy::app::AppExit;
use bevy::asset::io::{
    AssetReader, AssetReaderError, AssetSourceBuilder, PathStream, Reader, VecReader,
};
use bevy::prelude::*;
use bevy::window::PrimaryWindow;

use super::{Lifecycle, SafeArea};
pub use interface::Clipboard;
pub(super) use java::save_to_downloads;

/// Polling interval of the window insets: native applications get no event
/// when system bars or the keyboard move.
const INSETS_INTERVAL: Duration = Duration::from_millis(400);

/// Polling interval, in the background, of whether the activity is destroyed.
const DESTROYED_INTERVAL: Duration = Duration::from_secs(1);

/// The application's private data folder.
pub(super) fn data_folder() -> Option<PathBuf> {
    ANDROID_APP.get()?.internal_data_path()
}

/// The application's folder in the shared storage, which is readable over USB.
pub(super) fn documents_folder() -> Option<PathBuf> {
    ANDROID_APP.get()?.external_data_path()
}

/// None: exported files are saved to the downloads one by one.
pub(super) fn exports_folder() -> Option<PathBuf> {
    None
}

/// The language of the system or of the per-app setting, such as `zh`.
pub fn system_language() -> Option<String> {
    ANDROID_APP.get()?.config().language()
}

/// The asset source of everything but the puzzle levels.
pub fn assets_source() -> AssetSourceBuilder {
    AssetSourceBuilder::platform_default("assets", None)
}

/// The asset source of the puzzle levels, in the package beside the assets.
pub fn levels_source() -> AssetSourceBuilder {
    AssetSourceBuilder::new(|| Box::new(LevelsReader))
}

/// Reads the folder `levels` of the package.
struct LevelsReader;

impl LevelsReader {
    fn bytes(path: &Path) -> Result<Vec<u8>, AssetReaderError> {
        let missing = || AssetReaderError::NotFound(path.to_owned());
        let within = Path::new("levels").join(path);
        let name = within.to_str().and_then(|name| CString::new(name).ok()).ok_or_else(missing)?;
        let app = ANDROID_APP.get().ok_or_else(missing)?;
        let mut file = app.asset_manager().open(&name).ok_or_else(missing)?;
        Ok(file.buffer()?.to_vec())
    }
}

impl AssetReader for LevelsReader {
    async fn read<'a>(&'a self, path: &'a Path) -> Result<impl Reader + 'a, AssetReaderError> {
        Ok(VecReader::new(LevelsReader::bytes(path)?))
    }

    async fn read_meta<'a>(&'a self, path: &'a Path) -> Result<impl Reader + 'a, AssetReaderError> {
        // The package has no .meta files.
        Err::<VecReader, _>(AssetReaderError::NotFound(path.to_owned()))
    }

    async fn read_directory<'a>(
        &'a self,
        path: &'a Path,
    ) -> Result<Box<PathStream>, AssetReaderError> {
        // The levels are listed in their index.
        Err(AssetReaderError::NotFound(path.to_owned()))
    }

    async fn is_directory<'a>(&'a self, _: &'a Path) -> Result<bool, AssetReaderError> {
        Ok(false)
    }
}

pub(super) fn plugin(app: &mut App) {
    app.add_plugins(interface::plugin)
        .add_systems(First, update_safe_area)
        .add_systems(Update, exit_with_activity)
        .add_systems(Last, exit_to_background);
}

/// Updates the safe area.
fn update_safe_area(
    time: Res<Time<Real>>,
    window: Query<&Window, With<PrimaryWindow>>,
    mut area: ResMut<SafeArea>,
    mut next: Local<Duration>,
) {
    let Ok(window) = window.single() else { return };
    if time.elapsed() < *next {
        return;
    }
    *next = time.elapsed() + INSETS_INTERVAL;
    let Some(insets) = java::window_insets() else { return };
    let [left, top, right, bottom] =
        insets.map(|pixels| pixels.max(0) as f32 / window.scale_factor());
    area.set_if_neq(SafeArea { left, top, right, bottom });
}

/// Ends the process when the system destroys the activity, which is not
/// reported in the background: the system waits for that before it creates
/// another activity. Data were written when the application was suspended.
fn exit_with_activity(
    mut lifecycle: MessageReader<Lifecycle>,
    mut was_resumed: Local<Option<bool>>,
    changes: Local<Arc<AtomicU32>>,
) {
    for change in lifecycle.read() {
        let is_resumed = *change == Lifecycle::Resume;
        if was_resumed.replace(is_resumed) == Some(is_resumed) {
            continue;
        }
        // Ends the thread that watched the previous suspension.
        let number = changes.fetch_add(1, Ordering::Relaxed) + 1;
        if is_resumed {
            continue;
        }
        let changes = changes.clone();
        thread::spawn(move || {
            while changes.load(Ordering::Relaxed) == number {
                if java::is_destroyed() {
                    std::process::exit(0);
                }
                thread::sleep(DESTROYED_INTERVAL);
            }
        });
    }
}

/// Moves the application to the background instead of exiting, as Android does
/// for the back key.
fn exit_to_background(mut exits: ResMut<Messages<AppExit>>) {
    if !exits.is_empty() && java::move_to_background() {
        exits.clear();
    }
}

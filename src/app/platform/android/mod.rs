//! Android: how the system starts the program, where its files lie, and what
//! of the screen belongs to the system.

mod interface;
mod java;

use std::ffi::CString;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::thread;
use std::time::Duration;

use bevy::android::ANDROID_APP;
use bevy::android::android_activity::AndroidApp;
use bevy::app::AppExit;
use bevy::asset::io::{
    AssetReader, AssetReaderError, AssetSourceBuilder, PathStream, Reader, VecReader,
};
use bevy::prelude::*;
use bevy::window::PrimaryWindow;

use super::{Life, SafeArea};
pub use interface::Clipboard;
pub(super) use java::download;

/// How often it is looked at what of the screen the system covers: its bars
/// and its keyboard move without a word to native programs.
const LOOK: Duration = Duration::from_millis(400);

/// How often a program out of sight asks whether its window is gone for good.
const WATCH: Duration = Duration::from_secs(1);

/// Where the system begins, under this name and on a thread of its own.
#[expect(unsafe_code, reason = "the system finds the function by its bare name")]
#[unsafe(no_mangle)]
fn android_main(app: AndroidApp) {
    // It is set already only if the system starts the program twice in one
    // process, which the last line rules out.
    let _ = ANDROID_APP.set(app);
    let _ = crate::app::run();
    // A second start in this process would find the remains of the first.
    std::process::exit(0);
}

/// The folder that only this program reads.
pub(super) fn data_folder() -> Option<PathBuf> {
    ANDROID_APP.get()?.internal_data_path()
}

/// The program's folder in the shared storage, which a computer on the cable
/// can read.
pub(super) fn documents() -> Option<PathBuf> {
    ANDROID_APP.get()?.external_data_path()
}

/// What people take elsewhere goes among the downloads, file by file.
pub(super) fn exports_folder() -> Option<PathBuf> {
    None
}

/// The language that the system, or the person for this program, has chosen,
/// such as `zh`.
pub fn language() -> Option<String> {
    ANDROID_APP.get()?.config().language()
}

/// The puzzle levels, which lie in the package beside the assets.
pub fn levels_source() -> AssetSourceBuilder {
    AssetSourceBuilder::new(|| Box::new(Levels))
}

/// Reads the folder `levels` of the package.
struct Levels;

impl Levels {
    fn bytes(path: &Path) -> Result<Vec<u8>, AssetReaderError> {
        let missing = || AssetReaderError::NotFound(path.to_owned());
        let within = Path::new("levels").join(path);
        let name = within.to_str().and_then(|name| CString::new(name).ok()).ok_or_else(missing)?;
        let app = ANDROID_APP.get().ok_or_else(missing)?;
        let mut file = app.asset_manager().open(&name).ok_or_else(missing)?;
        Ok(file.buffer()?.to_vec())
    }
}

impl AssetReader for Levels {
    async fn read<'a>(&'a self, path: &'a Path) -> Result<impl Reader + 'a, AssetReaderError> {
        Ok(VecReader::new(Levels::bytes(path)?))
    }

    async fn read_meta<'a>(&'a self, path: &'a Path) -> Result<impl Reader + 'a, AssetReaderError> {
        // The package holds no notes on how to load its files.
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
        .add_systems(First, keep_free)
        .add_systems(Update, end_with_window)
        .add_systems(Last, step_back);
}

/// Keeps what the system covers free of ours.
fn keep_free(
    time: Res<Time<Real>>,
    window: Query<&Window, With<PrimaryWindow>>,
    mut area: ResMut<SafeArea>,
    mut next: Local<Duration>,
) {
    let Ok(window) = window.single() else { return };
    if time.elapsed() < *next {
        return;
    }
    *next = time.elapsed() + LOOK;
    let Some(covered) = java::covered() else { return };
    let [left, top, right, bottom] =
        covered.map(|pixels| pixels.max(0) as f32 / window.scale_factor());
    area.set_if_neq(SafeArea { left, top, right, bottom });
}

/// Ends the program when the system takes its window away for good, of which
/// nobody tells while it is out of sight: the system waits for that end before
/// it opens another window. All is written since the program went out of sight.
fn end_with_window(
    mut lives: MessageReader<Life>,
    mut awake: Local<Option<bool>>,
    sleeps: Local<Arc<AtomicU32>>,
) {
    for life in lives.read() {
        let now = *life == Life::Resume;
        if awake.replace(now) == Some(now) {
            continue;
        }
        // What watched the sleep before stops.
        let sleep = sleeps.fetch_add(1, Ordering::Relaxed) + 1;
        if now {
            continue;
        }
        let sleeps = sleeps.clone();
        thread::spawn(move || {
            while sleeps.load(Ordering::Relaxed) == sleep {
                if java::is_destroyed() {
                    std::process::exit(0);
                }
                thread::sleep(WATCH);
            }
        });
    }
}

/// Leaving brings the screen before back and keeps the program where it is,
/// as the system does with programs that are gone back from.
fn step_back(mut exits: ResMut<Messages<AppExit>>) {
    if !exits.is_empty() && java::step_back() {
        exits.clear();
    }
}

//! What the system says of places, language and clipboard, where it says so
//! to every program alike.

#[cfg(not(target_arch = "wasm32"))]
use std::path::PathBuf;

use bevy::asset::io::AssetSourceBuilder;
pub use bevy_egui::EguiClipboard as Clipboard;
#[cfg(not(target_arch = "wasm32"))]
use directories::{ProjectDirs, UserDirs};

/// Where this program's data lie.
#[cfg(not(target_arch = "wasm32"))]
pub(super) fn data_folder() -> Option<PathBuf> {
    Some(ProjectDirs::from("", "", "tianyuan")?.data_dir().to_owned())
}

/// Where the person's documents lie.
#[cfg(not(target_arch = "wasm32"))]
pub(super) fn documents() -> Option<PathBuf> {
    Some(UserDirs::new()?.document_dir()?.to_owned())
}

/// Where people find what they take elsewhere: a folder of the program's name
/// among their documents.
#[cfg(not(target_arch = "wasm32"))]
pub(super) fn exports_folder() -> Option<PathBuf> {
    let folders = UserDirs::new()?;
    let among = folders.document_dir().unwrap_or(folders.home_dir());
    Some(among.join("Tianyuan"))
}

/// The language of the system, such as `zh-CN`.
pub fn language() -> Option<String> {
    sys_locale::get_locale()
}

/// Where the puzzle levels are read.
pub fn levels_source() -> AssetSourceBuilder {
    AssetSourceBuilder::platform_default(&super::levels_folder(), None)
}

/// Writes a file where every program finds it, and tells where. Here there is
/// no place but folders.
#[cfg(not(target_arch = "wasm32"))]
pub(super) fn download(_name: &str, _bytes: &[u8]) -> Option<String> {
    None
}

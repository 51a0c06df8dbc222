//! Folders, language and clipboard of desktop systems and iOS.

#[cfg(not(target_arch = "wasm32"))]
use std::path::PathBuf;

use bevy::asset::io::AssetSourceBuilder;
pub use bevy_egui::EguiClipboard as Clipboard;
#[cfg(not(target_arch = "wasm32"))]
use directories::{ProjectDirs, UserDirs};

use super::folder_reader::folder_source;

/// The application's data folder.
#[cfg(not(target_arch = "wasm32"))]
pub(super) fn data_folder() -> Option<PathBuf> {
    Some(ProjectDirs::from("", "", "tianyuan")?.data_dir().to_owned())
}

/// The user's documents folder.
#[cfg(not(target_arch = "wasm32"))]
pub(super) fn documents_folder() -> Option<PathBuf> {
    Some(UserDirs::new()?.document_dir()?.to_owned())
}

/// The folder of exported files: `Tianyuan` in the documents folder.
#[cfg(not(target_arch = "wasm32"))]
pub(super) fn exports_folder() -> Option<PathBuf> {
    let folders = UserDirs::new()?;
    let among = folders.document_dir().unwrap_or(folders.home_dir());
    Some(among.join("Tianyuan"))
}

/// The language of the system, such as `zh-CN`.
pub fn system_language() -> Option<String> {
    sys_locale::get_locale()
}

/// The asset source of everything but the puzzle levels.
pub fn assets_source() -> AssetSourceBuilder {
    folder_source(crate::content::assets_folder())
}

/// The asset source of the puzzle levels.
pub fn levels_source() -> AssetSourceBuilder {
    folder_source(crate::content::levels_folder())
}

/// Saves a file to a shared downloads collection and returns its location;
/// `None` since these systems have none but folders.
#[cfg(not(target_arch = "wasm32"))]
pub(super) fn save_to_downloads(_name: &str, _bytes: &[u8]) -> Option<String> {
    None
}

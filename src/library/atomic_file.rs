//! Small files that are replaced as a whole: after a crash the old or the new
//! content is there, never a part of it.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::path::Path;

/// End of the names of files that are being written.
const TEMPORARY_END: &str = ".tmp";

/// Replaces the content of a file, durably: when this returns, the new content
/// survives a crash. It is written to a temporary file beside it, synced, and
/// renamed. When it fails, the old content is still there.
///
/// # Errors
/// When there is no room or the system refuses, as where a folder has that name.
///
/// ```
/// use tianyuan::library::{remove_temporary_files, write_atomically};
///
/// let folder = std::env::temp_dir().join(format!("atomic-{}", std::process::id()));
/// std::fs::create_dir_all(&folder)?;
/// write_atomically(&folder.join("game.ron"), b"old")?;
/// write_atomically(&folder.join("game.ron"), b"new")?;
/// // As a crash leaves it.
/// std::fs::write(folder.join("game.ron.4711.tmp"), "ne")?;
/// remove_temporary_files(&folder);
/// assert_eq!(std::fs::read(folder.join("game.ron"))?, b"new");
/// assert_eq!(std::fs::read_dir(&folder)?.count(), 1);
/// # std::fs::remove_dir_all(folder)?;
/// # Ok::<(), std::io::Error>(())
/// ```
pub fn write_atomically(path: &Path, content: &[u8]) -> io::Result<()> {
    replace(path, content, OpenOptions::new().write(true).create(true).truncate(true))
}

/// Replaces the content of a file as [`write_atomically`] does, so that the user alone can read it
/// who started the program.
///
/// # Errors
/// As [`write_atomically`].
#[cfg(not(target_arch = "wasm32"))]
pub fn write_privately(path: &Path, content: &[u8]) -> io::Result<()> {
    let mut options = OpenOptions::new();
    options.write(true).create(true).truncate(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    replace(path, content, &options)
}

fn replace(path: &Path, content: &[u8], options: &OpenOptions) -> io::Result<()> {
    let folder = path.parent().ok_or(io::ErrorKind::InvalidFilename)?;
    // Two processes do not write to the same temporary file.
    let temporary = path.with_added_extension(format!("{}{TEMPORARY_END}", std::process::id()));
    let written = options
        .open(&temporary)
        .and_then(|mut file| {
            file.write_all(content)?;
            file.sync_all()
        })
        .and_then(|()| fs::rename(&temporary, path));
    if written.is_err() {
        // The first error is reported, not one of the cleanup.
        let _ = fs::remove_file(&temporary);
    }
    written?;
    sync_folder(folder)
}

/// Removes a file, durably. There may be none.
///
/// # Errors
/// When the system refuses.
pub fn remove_durably(path: &Path) -> io::Result<()> {
    match fs::remove_file(path) {
        Ok(()) => sync_folder(path.parent().ok_or(io::ErrorKind::InvalidFilename)?),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(()),
        Err(error) => Err(error),
    }
}

/// Makes a rename or a removal durable. Outside of Unix a folder cannot be synced, and the
/// system orders it itself.
fn sync_folder(folder: &Path) -> io::Result<()> {
    // That of a plain file name.
    let folder = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
    if cfg!(unix) { File::open(folder)?.sync_all() } else { Ok(()) }
}

/// Removes what a crash has left of files that were being written.
pub fn remove_temporary_files(folder: &Path) {
    // A folder that cannot be listed is reported when it is written.
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        if entry.file_name().to_string_lossy().ends_with(TEMPORARY_END) {
            let _ = fs::remove_file(entry.path());
        }
    }
}

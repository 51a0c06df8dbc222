//! Reading guides.

use std::fmt::Display;

use super::check::{GuideError, check};
use super::{Guide, INDEX, MAX_BYTES};
use crate::content::file::{self, FileError};

/// The valid guides, and the errors in the others.
#[derive(Clone, Debug, Default)]
pub struct LoadedGuides {
    /// In the order of the index, one for a game at most.
    pub guides: Vec<Guide>,
    /// One for each invalid file.
    pub errors: Vec<FileError>,
    /// Every file that the index names, within the assets folder.
    pub listed_files: Vec<String>,
}

/// Reads the index and every guide it names. A bad file is reported; the
/// others still load.
pub fn load<E: Display>(read: impl Fn(&str) -> Result<String, E>) -> LoadedGuides {
    let loaded = file::load(read, INDEX, "how_to_play/", read_guide);
    let mut guides: Vec<Guide> = Vec::new();
    let mut errors = loaded.errors;
    for (file, guide) in loaded.contents {
        if guides.iter().any(|other| other.game == guide.game) {
            let reason = format!("another file is about {}; each game has one", guide.game);
            errors.push(FileError::whole(&file, reason));
        } else {
            guides.push(guide);
        }
    }
    LoadedGuides { guides, errors, listed_files: loaded.listed_files }
}

/// Reads one guide from the text of its file, and plays its diagrams.
///
/// # Errors
/// Names the file, the line and the reason.
pub fn read_guide(file: &str, text: &str) -> Result<Guide, FileError> {
    file::check_size(text.len(), MAX_BYTES).map_err(|error| FileError::whole(file, error))?;
    let guide: Guide = file::parse(file, text)?;
    check(&guide).map_err(|error| match error {
        GuideError::Page(error) => error.in_file(file, text),
        error => FileError::whole(file, error),
    })?;
    Ok(guide)
}

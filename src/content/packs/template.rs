//! The files of a new pack: those of the example that the documentation explains.

use super::PackFiles;
use crate::content::file::{self, FormatError};

/// Id of the example.
const ID: &str = "example-pack";

macro_rules! example {
    ($($path:literal),+ $(,)?) => {
        [$(($path, include_str!(concat!("../../../docs/example-pack/", $path)))),+]
    };
}

const FILES: [(&str, &str); 7] = example!(
    "README.md",
    "boards/moss.ron",
    "books/openings.ron",
    "lessons/mates.ron",
    "levels/mates.ron",
    "manifest.ron",
    "themes/dusk.ron",
);

/// The files of a new pack of this id, with an example of most kinds of content.
///
/// # Errors
/// When no pack can have this id.
pub fn template(id: &str) -> Result<PackFiles, FormatError> {
    file::check_id(id)?;
    file::check_text("id", id, super::MAX_ID_BYTES)?;
    let files: Vec<(&str, String)> =
        FILES.iter().map(|&(path, text)| (path, text.replace(ID, id))).collect();
    Ok(files.iter().map(|(path, text)| (*path, text.as_bytes())).collect())
}

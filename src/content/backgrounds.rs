//! Backgrounds of the window behind its pages: a faint picture for light themes, one for dark
//! themes, and a piece of music.

use std::collections::BTreeMap;
use std::fmt;

use serde::{Deserialize, Serialize};

use super::file::{self, FileError, FormatError};
use super::messages;

/// The index of all backgrounds, within the assets folder.
pub const INDEX: &str = "backgrounds/index.ron";

/// A background.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Background {
    version: u32,
    /// Id in settings, and beginning of the names of its pictures.
    pub id: String,
    /// Title by language.
    pub title: BTreeMap<String, String>,
    /// Id of its music.
    pub music: String,
}

impl Background {
    /// Path of its picture for dark or for light themes.
    #[must_use]
    pub fn picture(&self, dark: bool) -> String {
        format!("backgrounds/{}-{}.svg", self.id, if dark { "dark" } else { "light" })
    }
}

/// The valid backgrounds, and the errors in the others.
#[derive(Clone, Debug, Default)]
pub struct LoadedBackgrounds {
    /// In the order of the index.
    pub backgrounds: Vec<Background>,
    /// One for each invalid file.
    pub errors: Vec<FileError>,
    /// Every file that the index names, within the assets folder.
    pub listed_files: Vec<String>,
}

/// Reads the index and every background it names. A bad file is reported; the others still
/// load.
pub fn load<E: fmt::Display>(read: impl Fn(&str) -> Result<String, E>) -> LoadedBackgrounds {
    let loaded = file::load(read, INDEX, "backgrounds/", |name, text| {
        let background: Background = file::parse(name, text)?;
        check(&background).map_err(|error| FileError::whole(name, error))?;
        Ok(background)
    });
    LoadedBackgrounds {
        backgrounds: loaded.contents.into_iter().map(|(_, background)| background).collect(),
        errors: loaded.errors,
        listed_files: loaded.listed_files,
    }
}

fn check(background: &Background) -> Result<(), FormatError> {
    file::check_version(background.version)?;
    file::check_id(&background.id)?;
    file::check_id(&background.music)?;
    match messages::missing_language(&background.title) {
        Some(language) => Err(FormatError::NoTranslation { name: "title", language }),
        None => Ok(()),
    }
}

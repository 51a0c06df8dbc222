//! Reading packs of levels, with bounds and format checks.

use std::fmt::Display;

use super::{
    INDEX, Level, LevelError, MAX_BYTES, MAX_LEVELS, MAX_MOVES, MAX_TEXT, Pack, PackError,
    ProofKind, RATINGS, Step,
};
use crate::content::file::{self, FileError, FormatError};
use crate::games::registry;

/// Maximum number of hints of a level.
const MAX_HINTS: usize = 10;

/// The valid packs, and the errors in the others.
#[derive(Clone, Debug, Default)]
pub struct LoadedPacks {
    /// Packs with their files, in the order of the index.
    pub packs: Vec<(String, Pack)>,
    /// One for each invalid file.
    pub errors: Vec<FileError>,
    /// Every file that the index names, within the levels folder.
    pub listed_files: Vec<String>,
}

/// Reads the index and every pack it names. A bad file is reported; the others
/// still load. Solutions are not played; see [`check`](super::check).
///
/// ```
/// use tianyuan::content::levels::{check, load};
/// use tianyuan::content::levels_folder;
///
/// let folder = levels_folder();
/// let loaded = load(|path| std::fs::read_to_string(folder.join(path)));
/// assert!(loaded.errors.is_empty());
/// let (file, pack) = &loaded.packs[0];
/// assert!(file.ends_with(".ron") && !pack.levels.is_empty());
/// // Every solution is legal and reaches its goal.
/// assert!(check::check(pack).is_empty());
/// ```
pub fn load<E: Display>(read: impl Fn(&str) -> Result<String, E>) -> LoadedPacks {
    let loaded = file::load(read, INDEX, "", |name, text| {
        let pack = read_pack(name, text)?;
        if pack.levels.iter().any(|level| level.proved == ProofKind::Record) {
            return Err(FileError::whole(name, PackError::Unproved));
        }
        Ok(pack)
    });
    LoadedPacks { packs: loaded.contents, errors: loaded.errors, listed_files: loaded.listed_files }
}

/// Reads one pack from the text of its file.
///
/// # Errors
/// Names the file, the line and the reason.
pub fn read_pack(file: &str, text: &str) -> Result<Pack, FileError> {
    let whole = |error: FormatError| FileError::whole(file, error);
    file::check_size(text.len(), MAX_BYTES).map_err(whole)?;
    let pack: Pack = file::parse(file, text)?;
    check_pack(&pack).map_err(whole)?;
    check_levels(&pack).map_err(|error| error.in_file(file, text))?;
    file::check_writable(text.len(), MAX_BYTES, || pack.to_ron())
        .map_err(|error| FileError::whole(file, error))?;
    Ok(pack)
}

/// Checks that [`read_pack`] would accept a pack.
///
/// # Errors
/// The error of the pack or of one of its levels.
pub fn check_format(pack: &Pack) -> Result<(), PackError> {
    check_pack(pack)?;
    Ok(check_levels(pack)?)
}

fn check_levels(pack: &Pack) -> Result<(), LevelError> {
    for (at, level) in pack.levels.iter().enumerate() {
        let twice = pack.levels[..at].iter().any(|other| other.id == level.id);
        let result = if twice {
            Err(FormatError::Repeated("another level has this id; each has its own"))
        } else {
            check_level(level)
        };
        result
            .map_err(|error| LevelError { level: level.id.clone(), reason: error.to_string() })?;
    }
    Ok(())
}

fn check_pack(pack: &Pack) -> Result<(), FormatError> {
    file::check_version(pack.version)?;
    file::check_id(&pack.id)?;
    let game = registry::find(&pack.game).ok_or_else(|| FormatError::unknown_game(&pack.game))?;
    game.start(&pack.options)?;
    file::check_localized("title", &pack.title, MAX_TEXT)?;
    file::check_localized("description", &pack.description, MAX_TEXT)?;
    file::check_count(pack.levels.len(), "level", "levels", MAX_LEVELS)
}

fn check_level(level: &Level) -> Result<(), FormatError> {
    file::check_id(&level.id)?;
    for (name, text) in [("title", &level.title), ("explanation", &level.explanation)] {
        if !text.is_empty() {
            file::check_localized(name, text, MAX_TEXT)?;
        }
    }
    for hint in &level.hints {
        file::check_localized("a hint", hint, MAX_TEXT)?;
    }
    file::check_parts("it", level.hints.len(), "hints", MAX_HINTS)?;
    for (name, text) in [
        ("position", &level.position),
        ("side", &level.side),
        ("source", &level.source),
        ("licence", &level.licence),
    ] {
        file::check_text(name, text, MAX_TEXT)?;
    }
    if !RATINGS.contains(&level.difficulty) {
        return Err(FormatError::OutOfRange {
            name: "difficulty",
            found: level.difficulty,
            least: *RATINGS.start(),
            most: *RATINGS.end(),
        });
    }
    let moves = count(&level.solution) + level.refutations.len();
    file::check_parts("its solution", moves, "moves", MAX_MOVES)
}

/// Number of moves in a solution.
pub(super) fn count(steps: &[Step]) -> usize {
    let replies = steps.iter().flat_map(|step| &step.replies);
    steps.len() + replies.map(|reply| 1 + count(&reply.then)).sum::<usize>()
}

//! Reading packs of levels, with bounds and format checks.

use serde::{Deserialize, de};

use super::{
    INDEX, Level, LevelError, MAX_BYTES, MAX_LEVELS, MAX_MOVES, MAX_TEXT, Pack, PackError,
    ProofKind, RATINGS, Step,
};
use crate::content::messages::LocalizedText;
use crate::games::registry;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Index {
    version: u32,
    packs: Vec<String>,
}

/// The valid packs, and the errors in the others.
#[derive(Clone, Debug, Default)]
pub struct LoadedPacks {
    /// Packs with their files, in the order of the index.
    pub packs: Vec<(String, Pack)>,
    /// One for each invalid file.
    pub errors: Vec<PackError>,
    /// Every file that the index names, within the levels folder.
    pub listed_files: Vec<String>,
}

/// Reads the index and every pack it names. A bad file is reported; the others
/// still load. Solutions are not played; see [`check`](super::check).
pub fn load(read: impl Fn(&str) -> Result<String, String>) -> LoadedPacks {
    let mut loaded = LoadedPacks::default();
    let index = text_of(&read, INDEX).and_then(|text| parse::<Index>(INDEX, &text));
    let index = match index {
        Ok(index) if index.version == 1 => index,
        Ok(index) => {
            loaded.errors.push(wrong(INDEX, version(index.version)));
            return loaded;
        }
        Err(error) => {
            loaded.errors.push(error);
            return loaded;
        }
    };
    for file in index.packs {
        match text_of(&read, &file).and_then(|text| read_pack(&file, &text)) {
            Ok(pack) if pack.levels.iter().any(|level| level.proved == ProofKind::Record) => {
                let reason = "a level is not proved; those that are shipped must be".to_owned();
                loaded.errors.push(wrong(&file, reason));
            }
            Ok(pack) => loaded.packs.push((file.clone(), pack)),
            Err(error) => loaded.errors.push(error),
        }
        loaded.listed_files.push(file);
    }
    loaded
}

/// Reads one pack from the text of its file.
///
/// # Errors
/// Names the file, the line and the reason.
pub fn read_pack(file: &str, text: &str) -> Result<Pack, PackError> {
    if text.len() > MAX_BYTES {
        let reason = format!("it has {} bytes; at most {MAX_BYTES} are read", text.len());
        return Err(wrong(file, reason));
    }
    let pack: Pack = parse(file, text)?;
    check_pack(&pack).map_err(|reason| wrong(file, reason))?;
    check_levels(&pack).map_err(|error| error.in_file(file, text))?;
    Ok(pack)
}

/// Checks that [`read_pack`] would accept a pack.
///
/// # Errors
/// The error of the pack or of one of its levels.
pub fn check_format(pack: &Pack) -> Result<(), String> {
    check_pack(pack)?;
    check_levels(pack).map_err(|error| error.to_string())
}

fn check_levels(pack: &Pack) -> Result<(), LevelError> {
    for (at, level) in pack.levels.iter().enumerate() {
        let twice = pack.levels[..at].iter().any(|other| other.id == level.id);
        let result = if twice {
            Err("another level has this id; each has its own".to_owned())
        } else {
            check_level(level)
        };
        result.map_err(|reason| LevelError { level: level.id.clone(), reason })?;
    }
    Ok(())
}

fn version(found: u32) -> String {
    format!("it is of version {found}, but this program reads version 1")
}

fn wrong(file: &str, reason: String) -> PackError {
    PackError { file: file.to_owned(), line: None, reason }
}

fn text_of(
    read: &impl Fn(&str) -> Result<String, String>,
    file: &str,
) -> Result<String, PackError> {
    read(file).map_err(|reason| wrong(file, reason))
}

fn parse<T: de::DeserializeOwned>(file: &str, text: &str) -> Result<T, PackError> {
    ron::from_str(text).map_err(|error| PackError {
        file: file.to_owned(),
        line: Some(error.span.start.line),
        reason: error.code.to_string(),
    })
}

fn check_pack(pack: &Pack) -> Result<(), String> {
    if pack.version != 1 {
        return Err(version(pack.version));
    }
    check_id("id", &pack.id)?;
    let known = || {
        let ids: Vec<_> = registry::GAMES.iter().map(|game| game.id()).collect();
        ids.join(", ")
    };
    let game = registry::find(&pack.game)
        .ok_or_else(|| format!("there is no game \"{}\"; the games are: {}", pack.game, known()))?;
    game.start(&pack.options).map_err(|error| error.to_string())?;
    check_localized("title", &pack.title, true)?;
    check_localized("description", &pack.description, true)?;
    match pack.levels.len() {
        0 => Err("it has no level; expected at least one".to_owned()),
        count if count > MAX_LEVELS => {
            Err(format!("it has {count} levels; at most {MAX_LEVELS} are read"))
        }
        _ => Ok(()),
    }
}

fn check_level(level: &Level) -> Result<(), String> {
    check_id("id", &level.id)?;
    check_localized("title", &level.title, false)?;
    check_localized("explanation", &level.explanation, false)?;
    for hint in &level.hints {
        check_localized("a hint", hint, true)?;
    }
    if level.hints.len() > 10 {
        return Err(format!("it has {} hints; expected 10 at most", level.hints.len()));
    }
    for (name, text) in [
        ("position", &level.position),
        ("side", &level.side),
        ("source", &level.source),
        ("licence", &level.licence),
    ] {
        check_text(name, text)?;
    }
    if !RATINGS.contains(&level.difficulty) {
        let (least, most) = (RATINGS.start(), RATINGS.end());
        return Err(format!("difficulty is {}; expected {least} to {most}", level.difficulty));
    }
    let moves = count(&level.solution) + level.refutations.len();
    if moves > MAX_MOVES {
        return Err(format!("its solution has {moves} moves; expected {MAX_MOVES} at most"));
    }
    Ok(())
}

/// Number of moves in a solution.
pub(super) fn count(steps: &[Step]) -> usize {
    let replies = steps.iter().flat_map(|step| &step.replies);
    steps.len() + replies.map(|reply| 1 + count(&reply.then)).sum::<usize>()
}

fn check_id(what: &str, name: &str) -> Result<(), String> {
    let fits = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-';
    if name.is_empty() || name.len() > 64 || !name.bytes().all(fits) {
        let shown: String = name.chars().take(64).collect();
        return Err(format!("{what} is \"{shown}\"; expected small letters, digits and hyphens"));
    }
    Ok(())
}

fn check_text(what: &str, text: &str) -> Result<(), String> {
    match text.len() {
        0 => Err(format!("{what} is empty")),
        length if length > MAX_TEXT => {
            Err(format!("{what} has {length} bytes; expected {MAX_TEXT} at most"))
        }
        _ => Ok(()),
    }
}

fn check_localized(what: &str, words: &LocalizedText, wanted: bool) -> Result<(), String> {
    if words.is_empty() && !wanted {
        return Ok(());
    }
    for language in ["en", "zh-Hans"] {
        let text = words.get(language).ok_or_else(|| format!("{what} has no \"{language}\""))?;
        check_text(what, text)?;
    }
    words.values().try_for_each(|text| check_text(what, text))
}

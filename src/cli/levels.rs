//! `check-levels`, `make-levels` and `explain-levels`: checks puzzle levels
//! against the rules, generates them from games of weak players, explains them.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

use super::{CliError, file_error};
use crate::content;
use crate::content::levels::explain::{explain, title};
use crate::content::levels::make::{ExistingLevels, make};
use crate::content::levels::prove::Prover;
use crate::content::levels::{self, LevelError, LoadedPacks, Pack, check, read_pack};
use crate::core::excerpt;
use crate::games::{Game, registry};

/// Checks these files, or all shipped ones if none is given.
pub(super) fn check_files(
    files: &[PathBuf],
    prove: bool,
    out: &mut dyn Write,
) -> Result<(), CliError> {
    let folder = content::levels_folder();
    let loaded = if files.is_empty() { load_shipped() } else { load_files(files)? };
    let mut problems: Vec<String> = loaded.errors.iter().map(ToString::to_string).collect();
    for (file, pack) in &loaded.packs {
        let path = if files.is_empty() { folder.join(file) } else { PathBuf::from(file) };
        let text = fs::read_to_string(path).unwrap_or_default();
        let mut faults = check::check(pack);
        let mut proved = 0;
        if let Some(game) = registry::find(&pack.game).filter(|_| prove && faults.is_empty()) {
            let mut prover = Prover::new(game);
            for level in &pack.levels {
                match prover.prove(game, &pack.options, level) {
                    Ok(()) => proved += 1,
                    Err(doubt) => {
                        let reason = doubt.to_string();
                        faults.push(LevelError { level: level.id.clone(), reason });
                    }
                }
            }
        }
        problems.extend(faults.iter().map(|fault| fault.in_file(file, &text).to_string()));
        write!(out, "{file}: {} levels", pack.levels.len())?;
        writeln!(out, "{}", if prove { format!(", {proved} proved") } else { String::new() })?;
        out.flush()?;
    }
    match problems.first() {
        None => Ok(()),
        Some(first) => {
            for problem in &problems {
                writeln!(out, "wrong: {problem}")?;
            }
            let count = problems.len();
            Err(CliError::Failed(format!("{count} problems were found; the first is: {first}")))
        }
    }
}

/// Prints a pack with regenerated titles and explanations.
pub(super) fn explain_pack(path: &Path, out: &mut dyn Write) -> Result<(), CliError> {
    let file = path.display().to_string();
    let text = fs::read_to_string(path).map_err(|error| file_error(path, &error))?;
    let refused = |reason: &dyn std::fmt::Display| CliError::Failed(reason.to_string());
    let mut pack = read_pack(&file, &text).map_err(|error| refused(&error))?;
    if let Some(fault) = check::check(&pack).first() {
        return Err(refused(&fault.in_file(&file, &text)));
    }
    let game = registry::find(&pack.game)
        .ok_or_else(|| CliError::Failed(format!("there is no game \"{}\"", excerpt(&pack.game))))?;
    let mut prover = Prover::new(game);
    let is_generated = game.puzzle_specs().iter().any(|spec| spec.id == pack.id);
    for level in &mut pack.levels {
        // Studies of a collection have names of their own.
        if is_generated && let Ok(position) = check::start_position(game, &pack.options, level) {
            level.title = title(&position, &level.goal, &level.solution);
        }
        let explanation = explain(&mut prover, game, &pack.options, level);
        level.explanation = explanation.map_err(|error| {
            let reason = error.to_string();
            refused(&LevelError { level: level.id.clone(), reason }.in_file(&file, &text))
        })?;
    }
    out.write_all(pack.to_ron().map_err(|error| refused(&error))?.as_bytes())?;
    Ok(())
}

/// The shipped packs.
fn load_shipped() -> LoadedPacks {
    let folder = content::levels_folder();
    levels::load(|file: &str| {
        let length = fs::metadata(folder.join(file)).map(|data| data.len());
        match length {
            Ok(length) if length > levels::MAX_BYTES as u64 => {
                Err(format!("it has {length} bytes; at most {} are read", levels::MAX_BYTES))
            }
            _ => fs::read_to_string(folder.join(file)).map_err(|error| error.to_string()),
        }
    })
}

/// The packs in these files, and the errors in the others.
fn load_files(files: &[PathBuf]) -> Result<LoadedPacks, CliError> {
    let mut loaded = LoadedPacks::default();
    for path in files {
        let file = path.display().to_string();
        let text = fs::read_to_string(path).map_err(|error| file_error(path, &error))?;
        match read_pack(&file, &text) {
            Ok(pack) => loaded.packs.push((file, pack)),
            Err(error) => loaded.errors.push(error),
        }
    }
    Ok(loaded)
}

/// The arguments of `make-levels` beside the game.
pub(super) struct Making<'a> {
    /// Number of levels of the pack.
    pub count: usize,
    /// Seed of the random numbers.
    pub seed: u64,
    /// Id of the pack; the first one of the game unless given.
    pub pack: Option<&'a str>,
    /// File of levels of this pack that are kept.
    pub extend: Option<&'a Path>,
    /// Files of levels that are not to be made again.
    pub beside: &'a [PathBuf],
}

/// Generates a pack of levels and prints it.
pub(super) fn make_pack(
    game: &dyn Game,
    making: &Making<'_>,
    out: &mut dyn Write,
) -> Result<(), CliError> {
    let specs = game.puzzle_specs();
    let spec = match making.pack {
        Some(id) => specs.iter().find(|spec| spec.id == id),
        None => specs.first(),
    };
    let spec = spec.ok_or_else(|| {
        let known: Vec<_> = specs.iter().map(|spec| spec.id).collect();
        let asked = making.pack.unwrap_or_default();
        CliError::Failed(format!(
            "{} has no pack \"{}\" that can be made; those that can: {}",
            game.id(),
            excerpt(asked),
            known.join(", ")
        ))
    })?;
    let extended = making.extend.map(|path| load_files(&[path.to_owned()])).transpose()?;
    let mut beside = load_files(making.beside)?;
    if let Some(error) =
        extended.iter().flat_map(|loaded| &loaded.errors).chain(&beside.errors).next()
    {
        return Err(CliError::Failed(error.to_string()));
    }
    let own = extended.and_then(|mut loaded| loaded.packs.pop()).map(|(_, pack)| pack);
    if let Some(own) =
        own.as_ref().filter(|own| (own.game.as_str(), own.id.as_str()) != (game.id(), spec.id))
    {
        return Err(CliError::Failed(format!(
            "the file holds the pack {}; expected {}/{}",
            own.pack_id(),
            game.id(),
            spec.id
        )));
    }
    beside.packs.extend(load_shipped().packs);
    let is_other = |pack: &Pack| pack.game == game.id() && pack.id != spec.id;
    let others: Vec<Pack> =
        beside.packs.into_iter().map(|(_, pack)| pack).filter(is_other).collect();
    let existing = ExistingLevels {
        own: own.as_ref().map(|own| own.levels.as_slice()).unwrap_or_default(),
        others: &others,
    };
    let pack = make(game, spec, making.count, making.seed, existing)?;
    if pack.levels.is_empty() {
        return Err(CliError::Failed("no level was found in so many games".to_owned()));
    }
    let text = pack.to_ron().map_err(|error| CliError::Failed(error.to_string()))?;
    out.write_all(text.as_bytes())?;
    Ok(())
}

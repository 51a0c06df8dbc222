//! `pack`: begins, checks and builds content packs.

use std::fmt::Display;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

use clap::Subcommand;

use super::{CliError, file_error};
use crate::content::levels::prove::Prover;
use crate::content::packs::{self, ContentPack, PackFiles};
use crate::games::registry;

/// Operation on a content pack.
#[derive(Debug, Subcommand)]
pub(super) enum PackCommand {
    /// Make a folder with an example of a pack, to be changed into one's own.
    New {
        /// The folder; there may be none of this name.
        folder: PathBuf,
        /// Id of the pack: small letters, digits and hyphens; the name of the folder unless
        /// given.
        #[arg(long)]
        id: Option<String>,
    },
    /// Check every file of a pack against its format and the rules of the games.
    Check {
        /// The folder or zip file.
        pack: PathBuf,
        /// Also prove that each first move of a level is the only one that reaches the goal.
        #[arg(long)]
        prove: bool,
    },
    /// Check a pack and make a zip file of it, for others to add to their game.
    Build {
        /// The folder.
        folder: PathBuf,
        /// The zip file; one beside the folder unless given.
        #[arg(long, value_name = "FILE")]
        out: Option<PathBuf>,
    },
}

/// Runs one of the commands.
pub(super) fn run(command: &PackCommand, out: &mut dyn Write) -> Result<(), CliError> {
    match command {
        PackCommand::New { folder, id } => new(folder, id.as_deref(), out),
        PackCommand::Check { pack, prove } => {
            let pack = check(pack, out)?;
            if *prove { prove_levels(&pack, out) } else { Ok(()) }
        }
        PackCommand::Build { folder, out: file } => build(folder, file.as_deref(), out),
    }
}

fn new(folder: &Path, id: Option<&str>, out: &mut dyn Write) -> Result<(), CliError> {
    let name = folder.file_name().unwrap_or_default().to_string_lossy();
    let files = packs::template(id.unwrap_or(&name)).map_err(failed)?;
    // Nothing that is there may be lost.
    fs::create_dir(folder).map_err(|error| file_error(folder, &error))?;
    for path in files.paths() {
        let target = folder.join(path);
        if let Some(parent) = target.parent() {
            fs::create_dir_all(parent).map_err(|error| file_error(parent, &error))?;
        }
        let bytes = files.bytes(path).unwrap_or_default();
        fs::write(&target, bytes).map_err(|error| file_error(&target, &error))?;
    }
    let folder = folder.display();
    writeln!(out, "{folder}: an example of a pack; docs/packs.md explains its files")?;
    Ok(())
}

/// Reads a pack, says what is in it, and lists all problems.
fn check(path: &Path, out: &mut dyn Write) -> Result<ContentPack, CliError> {
    let pack = match packs::read(read_files(path)?) {
        Ok(pack) => pack,
        Err(errors) => {
            for error in &errors {
                writeln!(out, "wrong: {error}")?;
            }
            let count = errors.len();
            let first = errors.first().map(ToString::to_string).unwrap_or_default();
            return Err(failed(format!("{count} problems were found; the first is: {first}")));
        }
    };
    let counts = pack.counts();
    let counts: Vec<_> =
        counts.iter().map(|(kind, count)| format!("{count} {}", kind.name())).collect();
    writeln!(out, "{}: {}", pack.manifest.id, counts.join(", "))?;
    Ok(pack)
}

fn read_files(path: &Path) -> Result<PackFiles, CliError> {
    let named = |reason: &dyn Display| failed(format!("{}: {reason}", path.display()));
    if path.is_dir() {
        return PackFiles::from_folder(path).map_err(|error| named(&error));
    }
    let bytes = fs::read(path).map_err(|error| file_error(path, &error))?;
    PackFiles::from_zip(&bytes).map_err(|error| named(&error))
}

fn prove_levels(pack: &ContentPack, out: &mut dyn Write) -> Result<(), CliError> {
    let (mut proved, mut doubts) = (0, Vec::new());
    for levels in &pack.levels {
        let Some(game) = registry::find(&levels.game) else { continue };
        let mut prover = Prover::new(game);
        for level in &levels.levels {
            match prover.prove(game, &levels.options, level) {
                Ok(()) => proved += 1,
                Err(doubt) => doubts.push(format!("{}/{}: {doubt}", levels.id, level.id)),
            }
        }
    }
    writeln!(out, "{proved} levels proved")?;
    for doubt in &doubts {
        writeln!(out, "wrong: {doubt}")?;
    }
    match doubts.first() {
        None => Ok(()),
        Some(first) => {
            let count = doubts.len();
            Err(failed(format!("{count} levels were not proved; the first is: {first}")))
        }
    }
}

fn build(folder: &Path, file: Option<&Path>, out: &mut dyn Write) -> Result<(), CliError> {
    check(folder, out)?;
    let zip = read_files(folder)?.to_zip().map_err(failed)?;
    let file = file.map_or_else(|| folder.with_extension("zip"), Path::to_owned);
    fs::write(&file, &zip).map_err(|error| file_error(&file, &error))?;
    writeln!(out, "{}: {} bytes", file.display(), zip.len())?;
    Ok(())
}

fn failed(reason: impl Display) -> CliError {
    CliError::Failed(reason.to_string())
}

//! `check-lessons` and `check-glossary`: checks lessons and glossaries against the rules,
//! and proves the lines of lessons.

use std::fs;
use std::io::Write;
use std::path::PathBuf;

use super::CliError;
use crate::content;
use crate::content::glossary::{self, read_glossary};
use crate::content::lessons::{self, prove::prove, read_course};
use crate::games::registry;

/// Checks these courses, or all shipped ones if none is given.
pub(super) fn check_files(
    files: &[PathBuf],
    proving: bool,
    out: &mut dyn Write,
) -> Result<(), CliError> {
    let loaded = lessons::load(read_asset);
    let files = named_or_listed(files, loaded.listed_files);
    let mut problems = of_index(lessons::INDEX, &loaded.errors);
    for (file, path) in files {
        let checked = read(&path).and_then(|text| {
            let course = read_course(&file, &text).map_err(|error| error.to_string())?;
            Ok((text, course))
        });
        let (text, course) = match checked {
            Ok(read) => read,
            Err(reason) => {
                problems.push(reason);
                continue;
            }
        };
        let steps: usize = course.lessons.iter().map(|lesson| lesson.steps.len()).sum();
        write!(out, "{file}: {} lessons, {steps} steps", course.lessons.len())?;
        if let Some(game) = registry::find(&course.game).filter(|_| proving) {
            let (proved, errors) = prove(game, &course);
            write!(out, ", {proved} lines proved")?;
            problems.extend(errors.iter().map(|error| error.in_file(&file, &text).to_string()));
        }
        writeln!(out)?;
    }
    report(&problems, out)
}

/// Checks these glossaries, or all shipped ones if none is given.
pub(super) fn check_glossaries(files: &[PathBuf], out: &mut dyn Write) -> Result<(), CliError> {
    let loaded = glossary::load(read_asset);
    let files = named_or_listed(files, loaded.listed_files);
    let mut problems = of_index(glossary::INDEX, &loaded.errors);
    for (file, path) in files {
        let checked = read(&path)
            .and_then(|text| read_glossary(&file, &text).map_err(|error| error.to_string()));
        match checked {
            Ok(glossary) => writeln!(out, "{file}: {} terms", glossary.terms.len())?,
            Err(reason) => problems.push(reason),
        }
    }
    report(&problems, out)
}

fn read(path: &PathBuf) -> Result<String, String> {
    fs::read_to_string(path).map_err(|error| format!("{}: {error}", path.display()))
}

fn read_asset(path: &str) -> Result<String, String> {
    let path = content::assets_folder().join(path);
    fs::read_to_string(path).map_err(|error| error.to_string())
}

/// The files with their paths: those that are named, or else those of the index.
fn named_or_listed(named: &[PathBuf], listed: Vec<String>) -> Vec<(String, PathBuf)> {
    if named.is_empty() {
        let folder = content::assets_folder();
        listed.into_iter().map(|file| (file.clone(), folder.join(file))).collect()
    } else {
        named.iter().map(|path| (path.display().to_string(), path.clone())).collect()
    }
}

/// The errors of an index. Those of the files are found again as each is read.
fn of_index(index: &str, errors: &[content::FileError]) -> Vec<String> {
    errors.iter().filter(|error| error.file == index).map(ToString::to_string).collect()
}

fn report(problems: &[String], out: &mut dyn Write) -> Result<(), CliError> {
    let Some(first) = problems.first() else { return Ok(()) };
    for problem in problems {
        writeln!(out, "wrong: {problem}")?;
    }
    let count = problems.len();
    Err(CliError::Failed(format!("{count} problems were found; the first is: {first}")))
}

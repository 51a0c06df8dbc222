//! `check-books`: checks opening books against the rules.

use std::fs;
use std::io::Write;
use std::path::PathBuf;

use super::CliError;
use crate::content;
use crate::content::books::{self, read_book};

/// Checks these files, or all shipped ones if none is given.
pub(super) fn check_files(files: &[PathBuf], out: &mut dyn Write) -> Result<(), CliError> {
    let folder = content::assets_folder();
    let mut problems = Vec::new();
    let files: Vec<(String, PathBuf)> = if files.is_empty() {
        let loaded = books::load(|path| {
            fs::read_to_string(folder.join(path)).map_err(|error| error.to_string())
        });
        // Errors of the books themselves are found again below.
        let of_index = loaded.errors.iter().filter(|error| error.file == books::INDEX);
        problems.extend(of_index.map(ToString::to_string));
        loaded.listed_files.into_iter().map(|file| (file.clone(), folder.join(file))).collect()
    } else {
        files.iter().map(|path| (path.display().to_string(), path.clone())).collect()
    };
    for (file, path) in files {
        let text = match fs::read_to_string(&path) {
            Ok(text) => text,
            Err(error) => {
                problems.push(format!("{file}: {error}"));
                continue;
            }
        };
        let checked = read_book(&file, &text).and_then(|book| {
            books::check(&book).map_err(|fault| fault.in_file(&file, &text))?;
            Ok(book)
        });
        match checked {
            Ok(book) => writeln!(out, "{file}: {} lines", book.lines.len())?,
            Err(error) => problems.push(error.to_string()),
        }
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

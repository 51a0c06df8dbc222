//! `check-books`: opening books against the rules.

use std::fs;
use std::io::Write;
use std::path::PathBuf;

use super::CliError;
use crate::content;
use crate::content::books::{self, read_book};

/// Checks these files, or all that are shipped.
pub(super) fn check_files(files: &[PathBuf], out: &mut dyn Write) -> Result<(), CliError> {
    let folder = content::assets_folder();
    let mut wrong = Vec::new();
    let files: Vec<(String, PathBuf)> = if files.is_empty() {
        let loaded = books::load(|path| {
            fs::read_to_string(folder.join(path)).map_err(|error| error.to_string())
        });
        // Those of books are found again below.
        let of_index = loaded.errors.iter().filter(|error| error.file == books::INDEX);
        wrong.extend(of_index.map(ToString::to_string));
        loaded.wanted.into_iter().map(|file| (file.clone(), folder.join(file))).collect()
    } else {
        files.iter().map(|path| (path.display().to_string(), path.clone())).collect()
    };
    for (file, path) in files {
        let text = match fs::read_to_string(&path) {
            Ok(text) => text,
            Err(error) => {
                wrong.push(format!("{file}: {error}"));
                continue;
            }
        };
        let checked = read_book(&file, &text).and_then(|book| {
            books::check(&book).map_err(|fault| fault.within(&file, &text))?;
            Ok(book)
        });
        match checked {
            Ok(book) => writeln!(out, "{file}: {} lines", book.lines.len())?,
            Err(error) => wrong.push(error.to_string()),
        }
    }
    match wrong.first() {
        None => Ok(()),
        Some(first) => {
            for problem in &wrong {
                writeln!(out, "wrong: {problem}")?;
            }
            let count = wrong.len();
            Err(CliError::Failed(format!("{count} problems were found; the first is: {first}")))
        }
    }
}

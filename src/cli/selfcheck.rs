//! `selfcheck`: checks that every game starts and that the shipped content and
//! assets are complete and valid.

use std::io::Write;

use super::CliError;
use crate::content::{self, backgrounds, books, sets, theme};
use crate::games::registry::GAMES;
use crate::games::{Domain, OptionValue, Options, SetupError};

pub(super) fn run(out: &mut dyn Write) -> Result<(), CliError> {
    let mut problems = Vec::new();
    let starts = check_games(&mut problems);
    writeln!(out, "games: {} with {starts} ways to start", GAMES.len())?;
    let folder = content::assets_folder();
    let read =
        |path: &str| std::fs::read_to_string(folder.join(path)).map_err(|error| error.to_string());
    let themes = theme::load(read);
    writeln!(out, "themes: {}", themes.themes.len())?;
    problems.extend(themes.errors.iter().map(ToString::to_string));
    let sets = sets::load(read);
    writeln!(out, "piece sets: {}, board sets: {}", sets.pieces.len(), sets.boards.len())?;
    problems.extend(sets.errors.iter().map(ToString::to_string));
    let backgrounds = backgrounds::load(read);
    writeln!(out, "backgrounds: {}", backgrounds.backgrounds.len())?;
    problems.extend(backgrounds.errors.iter().map(ToString::to_string));
    let books = books::load(read);
    writeln!(
        out,
        "books: {}",
        books.listed_files.len() - books.errors.len().min(books.listed_files.len())
    )?;
    problems.extend(books.errors.iter().map(ToString::to_string));
    let unloaded = GAMES.iter().filter_map(|game| content::load_weights(*game).err());
    problems.extend(unloaded.map(|error| error.to_string()));
    let files = check_files(&folder, &themes.themes, &sets.pieces, &mut problems);
    writeln!(out, "files: {files} in {}", folder.display())?;
    match problems.first() {
        None => {
            writeln!(out, "all is in order")?;
            Ok(())
        }
        Some(first) => {
            for problem in &problems {
                writeln!(out, "wrong: {problem}")?;
            }
            let count = problems.len();
            Err(CliError::Failed(format!("{count} problems were found; the first is: {first}")))
        }
    }
}

/// Starts every game under every value of each of its options.
fn check_games(problems: &mut Vec<String>) -> usize {
    let mut starts = 0;
    for game in GAMES {
        for spec in game.options() {
            let choices: Vec<OptionValue> = match spec.domain {
                Domain::Words(words) => {
                    words.iter().map(|word| OptionValue::Word((*word).to_owned())).collect()
                }
                Domain::Number { min, max, step, .. } => {
                    (min..=max).step_by(step.max(1) as usize).map(OptionValue::Number).collect()
                }
                Domain::Switch { .. } => [false, true].map(OptionValue::Switch).to_vec(),
            };
            for choice in choices {
                let mut options = Options::default();
                options.set(spec.id, choice.clone());
                let started = game.start(&options);
                // Some values need other options to be changed too.
                if matches!(started, Err(SetupError::Incompatible { .. })) {
                    continue;
                }
                starts += 1;
                match started {
                    Ok(position) if position.legal_moves().is_empty() => {
                        problems.push(format!("{} has no move at its start", game.id()));
                    }
                    Ok(_) => {}
                    Err(error) => {
                        problems.push(format!("{} with {choice:?}: {error}", game.id()));
                    }
                }
            }
        }
    }
    starts
}

/// Checks that every file that the app loads exists and is not empty.
fn check_files(
    folder: &std::path::Path,
    themes: &[theme::Theme],
    pieces: &[sets::PieceSet],
    problems: &mut Vec<String>,
) -> usize {
    let files = content::asset_files(themes, pieces);
    for file in &files {
        let size = std::fs::metadata(folder.join(file)).map(|data| data.len());
        match size {
            Ok(0) => problems.push(format!("{file} is empty")),
            Ok(_) => {}
            Err(error) => problems.push(format!("{file}: {error}")),
        }
    }
    files.len()
}

//! `selfcheck`: whether every game starts and everything shipped is in order.

use std::io::Write;

use super::CliError;
use crate::content::{self, books, theme};
use crate::games::registry::GAMES;
use crate::games::{Choice, Domain, Options, SetupError};

pub(super) fn run(out: &mut dyn Write) -> Result<(), CliError> {
    let mut wrong = Vec::new();
    let starts = check_games(&mut wrong);
    writeln!(out, "games: {} with {starts} ways to start", GAMES.len())?;
    let folder = content::assets_folder();
    let read =
        |path: &str| std::fs::read_to_string(folder.join(path)).map_err(|error| error.to_string());
    let themes = theme::load(read);
    writeln!(out, "themes: {}", themes.themes.len())?;
    wrong.extend(themes.errors.iter().map(ToString::to_string));
    let books = books::load(read);
    writeln!(out, "books: {}", books.wanted.len() - books.errors.len().min(books.wanted.len()))?;
    wrong.extend(books.errors.iter().map(ToString::to_string));
    wrong.extend(GAMES.iter().filter_map(|game| content::teach(*game).err()));
    let files = check_files(&folder, &themes.themes, &mut wrong);
    writeln!(out, "files: {files} in {}", folder.display())?;
    match wrong.first() {
        None => {
            writeln!(out, "all is in order")?;
            Ok(())
        }
        Some(first) => {
            for problem in &wrong {
                writeln!(out, "wrong: {problem}")?;
            }
            let count = wrong.len();
            Err(CliError::Failed(format!("{count} problems were found; the first is: {first}")))
        }
    }
}

/// Starts every game under every value of each of its options.
fn check_games(wrong: &mut Vec<String>) -> usize {
    let mut starts = 0;
    for game in GAMES {
        for spec in game.options() {
            let choices: Vec<Choice> = match spec.domain {
                Domain::Words(words) => {
                    words.iter().map(|word| Choice::Word((*word).to_owned())).collect()
                }
                Domain::Number { min, max, step, .. } => {
                    (min..=max).step_by(step.max(1) as usize).map(Choice::Number).collect()
                }
                Domain::Switch { .. } => [false, true].map(Choice::Switch).to_vec(),
            };
            for choice in choices {
                let mut options = Options::default();
                options.set(spec.id, choice.clone());
                let started = game.start(&options);
                // Some values are for other choices than the usual ones.
                if matches!(started, Err(SetupError::Clash(_))) {
                    continue;
                }
                starts += 1;
                match started {
                    Ok(position) if position.legal_moves().is_empty() => {
                        wrong.push(format!("{} has no move at its start", game.id()));
                    }
                    Ok(_) => {}
                    Err(error) => {
                        wrong.push(format!("{} with {choice:?}: {error}", game.id()));
                    }
                }
            }
        }
    }
    starts
}

/// Looks for every file that the window will ask for.
fn check_files(
    folder: &std::path::Path,
    themes: &[theme::Theme],
    wrong: &mut Vec<String>,
) -> usize {
    let files = content::files(themes);
    for file in &files {
        let size = std::fs::metadata(folder.join(file)).map(|data| data.len());
        match size {
            Ok(0) => wrong.push(format!("{file} is empty")),
            Ok(_) => {}
            Err(error) => wrong.push(format!("{file}: {error}")),
        }
    }
    files.len()
}

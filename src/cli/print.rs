//! `print`: makes pages to print of a game.

use std::io::Write;
use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum};

use super::convert::{extension, read_games};
use super::{CliError, file_error, find_game};
use crate::record::GameTree;

/// Arguments of `print`.
#[derive(Debug, Args)]
pub(super) struct PrintArgs {
    /// The file to read, in any format of game records.
    from: PathBuf,
    /// The file to write, .pdf or .svg; an old one is replaced.
    to: PathBuf,
    /// Number of the game in the file.
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..))]
    number: u32,
    /// The paper.
    #[arg(long, value_enum, default_value_t)]
    paper: PaperName,
    /// The language of what is written.
    #[arg(long, value_enum, default_value_t)]
    language: Language,
    /// Write the pieces of chess as pictures instead of letters.
    #[arg(long)]
    figurines: bool,
    /// Read the file as this game, where the format leaves a choice.
    #[arg(long)]
    game: Option<String>,
}

#[derive(Clone, Copy, Debug, Default, ValueEnum)]
enum PaperName {
    #[default]
    A4,
    Letter,
}

#[derive(Clone, Copy, Debug, Default, ValueEnum)]
enum Language {
    #[default]
    En,
    Zh,
}

pub(super) fn run(printing: &PrintArgs, out: &mut dyn Write) -> Result<(), CliError> {
    let PrintArgs { from, to, number, .. } = printing;
    // A bad output name is reported before the work is done.
    let is_pdf = match extension(to).to_lowercase().as_str() {
        "pdf" => true,
        "svg" => false,
        _ => return Err(file_error(to, &"pages are written as .pdf or .svg")),
    };
    let games = read_games(from, printing.game.as_deref().map(find_game).transpose()?)?;
    let Some(tree) = games.get(*number as usize - 1) else {
        let reason = format!("there is no game {number}; the file has {}", games.len());
        return Err(file_error(from, &reason));
    };
    write_pages(printing, tree, is_pdf, to)?;
    writeln!(out, "{}", to.display())?;
    Ok(())
}

#[cfg(feature = "printing")]
fn write_pages(
    printing: &PrintArgs,
    tree: &GameTree,
    is_pdf: bool,
    to: &Path,
) -> Result<(), CliError> {
    use std::collections::BTreeMap;
    use std::fs;

    use crate::content::assets_folder;
    use crate::content::messages::Locale;
    use crate::content::printing::{self, Paper, PrintFormat, PrintStyle};

    let folder = assets_folder();
    let read = |path: String| match fs::read(folder.join(&path)) {
        Ok(bytes) => Ok((path, bytes)),
        Err(error) => Err(file_error(&folder.join(path), &error)),
    };
    let files: BTreeMap<_, _> =
        printing::assets(tree).into_iter().map(read).collect::<Result<_, _>>()?;
    let style = PrintStyle {
        paper: match printing.paper {
            PaperName::A4 => Paper::A4,
            PaperName::Letter => Paper::Letter,
        },
        format: if is_pdf { PrintFormat::Pdf } else { PrintFormat::Svg },
        locale: match printing.language {
            Language::En => Locale::English,
            Language::Zh => Locale::Chinese,
        },
        figurines: printing.figurines,
    };
    let pages = printing::print(tree, &files, &style)
        .map_err(|error| CliError::Failed(error.to_string()))?;
    fs::write(to, pages).map_err(|error| file_error(to, &error))
}

#[cfg(not(feature = "printing"))]
fn write_pages(printing: &PrintArgs, _: &GameTree, _: bool, _: &Path) -> Result<(), CliError> {
    // Their values are not used, but a wrong one is refused.
    let PrintArgs { paper, language, figurines, .. } = printing;
    let _ = (paper, language, figurines);
    let reason =
        "this program was built without pages to print; build it with the feature printing";
    Err(CliError::Failed(reason.to_owned()))
}

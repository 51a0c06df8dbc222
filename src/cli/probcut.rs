//! `fit-probcut`: what the margins of the selective search should be.

use std::io::Write;

use clap::{Args, ValueEnum};

use super::CliError;
use crate::games::reversi::{patterns, solver};
use crate::search::fit_deviation;

/// The games whose search is selective in this way.
#[derive(Clone, Copy, Debug, ValueEnum)]
enum Selective {
    /// Othello on 8 by 8.
    Reversi,
}

/// What `fit-probcut` is told.
#[derive(Debug, Args)]
pub(super) struct Fitting {
    /// Name of the game.
    game: Selective,
    /// Games that are played for it.
    #[arg(long, default_value_t = 400, value_parser = clap::value_parser!(u32).range(10..=100_000))]
    games: u32,
    /// Number from which all chance follows.
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

pub(super) fn run(fitting: &Fitting, out: &mut dyn Write) -> Result<(), CliError> {
    let Selective::Reversi = fitting.game;
    let Some(weights) = patterns::installed() else {
        return Err(CliError::Failed(format!(
            "there are no weights of patterns; expected the file {} in the assets folder",
            patterns::FILE
        )));
    };
    let errors = solver::errors(&weights, fitting.games, fitting.seed);
    let unclear =
        || CliError::Failed("these games are too few for a fit; play more of them".to_owned());
    let middle = fit_deviation(&errors.middle).ok_or_else(unclear)?;
    let end = fit_deviation(&errors.end).ok_or_else(unclear)?;
    writeln!(out, "deviations in hundredths of a disc: the weight of each term")?;
    let [fixed, discs, deep, shallow] = middle;
    writeln!(
        out,
        "middle ({} comparisons): fixed {fixed:.1}, disc {discs:.2}, ply of the deep search \
         {deep:.2}, of the shallow one {shallow:.2}",
        errors.middle.len()
    )?;
    let [fixed, empty, shallow] = end;
    writeln!(
        out,
        "end ({} comparisons): fixed {fixed:.1}, empty square {empty:.2}, ply of the search \
         {shallow:.2}",
        errors.end.len()
    )?;
    Ok(())
}

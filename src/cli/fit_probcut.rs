//! `fit-probcut`: fits the deviations of multi-ProbCut.

use std::io::Write;

use super::CliError;
use crate::games::Game;

pub(super) fn run(
    game: &dyn Game,
    games: u32,
    seed: u64,
    out: &mut dyn Write,
) -> Result<(), CliError> {
    for line in game.tune_probcut(games, seed).map_err(CliError::Failed)? {
        writeln!(out, "{line}")?;
    }
    Ok(())
}

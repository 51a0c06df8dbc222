//! Training of the pattern weights of Reversi, their accuracy, and the tuning of the margins.

mod accuracy;
mod games;

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::TrainArgs;
use crate::cli::{CliError, file_error};
use crate::content;
use crate::games::reversi::patterns::{self, WEIGHTS_FILE, Weights, evaluate as estimate};
use crate::train::dataset::{self, is_held_out};
use crate::train::errors::ErrorStats;
use crate::train::reversi::{
    FitParams, GameRecord, LabelParams, Sample, fit, label, quick_games, tune_probcut,
};

pub(super) use accuracy::evaluate;

/// Trains weights on games, and writes them to a file.
pub(super) fn train(args: &TrainArgs, out: &mut dyn Write) -> Result<(), CliError> {
    let found = games::read(&args.games)?;
    let teacher = |file| weights(Some(file)).map(Arc::new);
    let teachers = args.teacher.iter().map(teacher).collect::<Result<_, _>>()?;
    let label_params = LabelParams {
        solve_within: args.solved,
        teachers,
        side_positions: args.side_positions,
        seed: args.seed,
        threads: usize::from(args.threads),
    };
    let (held_out, training_games): (Vec<_>, Vec<_>) =
        found.games.iter().partition(|game| is_held_out(game.hash()));
    let count = found.games.len();
    writeln!(out, "{count} games, {} repeated ones left out", found.repeated)?;
    let samples = samples(args, &training_games, &label_params, out)?;
    let test_params = LabelParams { teachers: Vec::new(), ..label_params.clone() };
    let test_samples = label(&held_out, &test_params).samples;
    writeln!(out, "{} positions to learn from, {} to measure", samples.len(), test_samples.len())?;
    out.flush()?;
    let params = FitParams {
        epochs: args.epochs,
        rate: args.rate,
        regularisation: args.regularisation.max(f32::MIN_POSITIVE),
        huber_delta: args.huber_delta.abs(),
        seed: args.seed,
    };
    let mut written = Ok(());
    let weights = fit(&samples, params, |epoch, error| {
        if written.is_ok() {
            written = writeln!(out, "epoch {epoch}: {error:.3}").and_then(|()| out.flush());
        }
    });
    written?;
    let bytes = weights.to_bytes();
    fs::write(&args.out, &bytes).map_err(|error| file_error(&args.out, &error))?;
    writeln!(out, "{}: {} bytes", args.out.display(), bytes.len())?;
    errors(&weights, &test_samples, out)
}

/// Positions to train on: those of an existing sample file, or else those of an earlier run or of
/// the games, together with those of quick games, which are written to the sample file.
fn samples(
    args: &TrainArgs,
    training_games: &[&GameRecord],
    label_params: &LabelParams,
    out: &mut dyn Write,
) -> Result<Vec<Sample>, CliError> {
    if let Some(file) = args.samples.as_ref().filter(|file| file.exists()) {
        return read_samples(file);
    }
    let mut samples = match &args.earlier {
        Some(file) => read_samples(file)?,
        None => {
            let labelled = label(training_games, label_params);
            let unusable = labelled.unusable;
            writeln!(out, "{unusable} games cannot be played by the rules to a score")?;
            labelled.samples
        }
    };
    samples.extend(quick_games(args.quick_games, label_params));
    if let Some(file) = &args.samples {
        dataset::write(file, &samples).map_err(|error| file_error(file, &error))?;
    }
    Ok(samples)
}

/// Prints mean absolute and root mean square errors by the number of empty squares.
fn errors(weights: &Weights, samples: &[Sample], out: &mut dyn Write) -> Result<(), CliError> {
    writeln!(out, "empties positions error rms")?;
    for empties in (2..=52).rev().step_by(2) {
        let mut errors = ErrorStats::default();
        for sample in samples.iter().filter(|sample| sample.discs.empties() == empties) {
            let value = f64::from(estimate(weights, sample.discs)) / 100.0;
            errors.add(value - f64::from(sample.score));
        }
        let (mean, rms) = (errors.mean_absolute(), errors.root_mean_square());
        writeln!(out, "{empties:>7} {:>9} {mean:>5.2} {rms:>5.2}", errors.count())?;
    }
    Ok(())
}

/// The samples of a file.
fn read_samples(file: &Path) -> Result<Vec<Sample>, CliError> {
    dataset::read(file).map_err(|error| file_error(file, &error))
}

/// Prints the deviations of multi-ProbCut, fitted to self-play games.
pub(super) fn fit_probcut(games: u32, seed: u64, out: &mut dyn Write) -> Result<(), CliError> {
    let weights = patterns::installed().ok_or_else(|| {
        let reason = "no pattern weights are loaded; expected them in the assets folder";
        CliError::Failed(reason.to_owned())
    })?;
    let report = tune_probcut(&weights, games, seed);
    for line in report.map_err(|error| CliError::Failed(error.to_string()))? {
        writeln!(out, "{line}")?;
    }
    Ok(())
}

/// The weights of a file, by default the shipped one.
fn weights(file: Option<&PathBuf>) -> Result<Weights, CliError> {
    let path = file.cloned().unwrap_or_else(|| content::assets_folder().join(WEIGHTS_FILE));
    let bytes = fs::read(&path).map_err(|error| file_error(&path, &error))?;
    Weights::read(&bytes).map_err(|error| file_error(&path, &error))
}

//! `train` and `evaluate`: args of the pattern weights of Reversi, and the accuracy of the
//! evaluation against exact scores.

mod accuracy;
mod games;
mod samples_file;

use std::fs;
use std::io::Write;
use std::path::PathBuf;
use std::sync::Arc;

use clap::{ArgGroup, Args, ValueEnum};

use super::{CliError, file_error};
use crate::content;
use crate::games::registry::training::{
    FitParams, GameRecord, Sample, WEIGHTS_FILE, Weights, estimate, fit,
};

pub(super) use accuracy::evaluate;

/// Games with a trained evaluation.
#[derive(Clone, Copy, Debug, ValueEnum)]
enum TrainableGame {
    /// Othello on 8 by 8.
    Reversi,
}

/// Arguments of `train`.
#[derive(Debug, Args)]
pub(super) struct TrainArgs {
    /// Name of the game.
    game: TrainableGame,
    /// A folder of games in WTHOR files.
    #[arg(long, value_name = "FOLDER")]
    games: PathBuf,
    /// The weights file to write; an old one is replaced.
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// Empty squares up to which positions are solved.
    #[arg(long, default_value_t = 12, value_parser = clap::value_parser!(u32).range(4..=12))]
    solved: u32,
    /// Weights of a teacher, which scores side positions of the games by a shallow search. May be
    /// given several times; without a teacher there are no side positions.
    #[arg(long, value_name = "FILE")]
    teacher: Vec<PathBuf>,
    /// Side positions of each game and teacher: positions after a random move.
    #[arg(
        long, alias = "others", default_value_t = 32,
        value_parser = clap::value_parser!(u32).range(0..=1000)
    )]
    side_positions: u32,
    /// Quick self-play games of the last teacher to train on as well.
    #[arg(long, value_name = "GAMES", default_value_t = 0, requires = "teacher")]
    quick_games: u32,
    /// A file that keeps the labelled positions, since labelling takes longer than args. If it
    /// exists, args uses its positions and ignores other sources.
    #[arg(long, value_name = "FILE")]
    samples: Option<PathBuf>,
    /// A file of labelled positions of an earlier run, which replace those of the games; quick
    /// games are added to them.
    #[arg(long, value_name = "FILE")]
    earlier: Option<PathBuf>,
    /// Passes over the positions.
    #[arg(long, default_value_t = 2, value_parser = clap::value_parser!(u32).range(1..=1000))]
    epochs: u32,
    /// Learning rate of the rows.
    #[arg(long, default_value_t = 0.03)]
    rate: f32,
    /// Initial sum of squared gradients of each row (Adagrad): the larger, the smaller the
    /// weights of rare configurations.
    #[arg(long, alias = "calm", default_value_t = 1.0)]
    regularisation: f32,
    /// Error in discs from which the Huber loss is linear.
    #[arg(long, alias = "far", default_value_t = 8.0)]
    huber_delta: f32,
    /// Seed of the random numbers.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Threads that label positions; the result does not depend on their number.
    #[arg(long, default_value_t = 2, value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: u16,
}

/// Arguments of `evaluate`.
#[derive(Debug, Args)]
#[command(group(ArgGroup::new("from").required(true).args(["games", "self_play"])))]
pub(super) struct EvaluateArgs {
    /// Name of the game.
    game: TrainableGame,
    /// A folder of games in WTHOR files, of which the held-out ones are used.
    #[arg(long, value_name = "FOLDER")]
    games: Option<PathBuf>,
    /// Use self-play games, with up to 12 random moves in the opening.
    #[arg(long)]
    self_play: bool,
    /// Seed of the self-play games.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Empty squares of the test positions.
    #[arg(long, default_value_t = 20, value_parser = clap::value_parser!(u32).range(1..=30))]
    empties: u32,
    /// Number of test positions.
    #[arg(long, default_value_t = 200, value_parser = clap::value_parser!(u32).range(1..))]
    positions: u32,
    /// Search depths in plies; 0 is the static evaluation.
    #[arg(
        long, value_name = "PLIES", value_delimiter = ',', default_value = "0,4,8",
        value_parser = clap::value_parser!(u32).range(0..=20)
    )]
    plies: Vec<u32>,
    /// The weights file; the shipped one by default.
    #[arg(long, value_name = "FILE")]
    weights: Option<PathBuf>,
    /// A file that keeps the exact scores between runs.
    #[arg(long, value_name = "FILE")]
    scores: Option<PathBuf>,
}

pub(super) fn train(args: &TrainArgs, out: &mut dyn Write) -> Result<(), CliError> {
    let TrainableGame::Reversi = args.game;
    let found = games::read(&args.games)?;
    let teacher = |file| weights(Some(file)).map(Arc::new);
    let teachers = args.teacher.iter().map(teacher).collect::<Result<_, _>>()?;
    let label_params = games::LabelParams {
        solve_within: args.solved,
        teachers,
        side_positions: args.side_positions,
        seed: args.seed,
        threads: usize::from(args.threads),
    };
    let (held_out, training_games): (Vec<_>, Vec<_>) =
        found.games.iter().partition(|game| games::is_held_out(game));
    let count = found.games.len();
    writeln!(out, "{count} games, {} repeated ones left out", found.repeated)?;
    let samples = samples(args, &training_games, &label_params, out)?;
    let (test_samples, _) = games::label(
        &held_out,
        &games::LabelParams { teachers: Vec::new(), ..label_params.clone() },
    );
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
    label_params: &games::LabelParams,
    out: &mut dyn Write,
) -> Result<Vec<Sample>, CliError> {
    if let Some(file) = args.samples.as_ref().filter(|file| file.exists()) {
        return samples_file::read(file);
    }
    let mut samples = match &args.earlier {
        Some(file) => samples_file::read(file)?,
        None => {
            let (samples, bad) = games::label(training_games, label_params);
            writeln!(out, "{bad} games cannot be played by the rules to a score")?;
            samples
        }
    };
    samples.extend(games::quick_games(args.quick_games, label_params));
    if let Some(file) = &args.samples {
        samples_file::write(file, &samples)?;
    }
    Ok(samples)
}

/// Prints mean absolute and root mean square errors by the number of empty squares.
fn errors(weights: &Weights, samples: &[Sample], out: &mut dyn Write) -> Result<(), CliError> {
    writeln!(out, "empties positions error rms")?;
    for empties in (2..=52).rev().step_by(2) {
        let at = samples.iter().filter(|s| (s.own | s.opponent).count_ones() == 64 - empties);
        let (mut count, mut sum, mut squares) = (0u32, 0.0, 0.0);
        for sample in at {
            let value = f64::from(estimate(weights, sample.own, sample.opponent)) / 100.0;
            let error = value - f64::from(sample.score);
            (count, sum, squares) = (count + 1, sum + error.abs(), squares + error * error);
        }
        let count = f64::from(count.max(1));
        let (mean, rms) = (sum / count, (squares / count).sqrt());
        writeln!(out, "{empties:>7} {count:>9} {mean:>5.2} {rms:>5.2}")?;
    }
    Ok(())
}

/// The weights of a file, by default the shipped one.
fn weights(file: Option<&PathBuf>) -> Result<Weights, CliError> {
    let path = file.cloned().unwrap_or_else(|| content::assets_folder().join(WEIGHTS_FILE));
    let bytes = fs::read(&path).map_err(|error| file_error(&path, &error))?;
    Weights::read(&bytes).map_err(|error| file_error(&path, &error))
}

//! `self-play` and `train-network`: positions to train a network on, and its training.

use std::ffi::OsString;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::Instant;

use clap::Args;
use clap::builder::OsStringValueParser;

use super::files;
use super::labels::LabelArgs;
use crate::cli::{CliError, file_error, find_game};
use crate::core::Random;
use crate::games::{Game, NetworkEvaluation};
use crate::search::nnue::{NetworkWeights, Shape};
use crate::train::nnue::{EpochReport, FitError, FitParams, SelfPlayer, fit, label, positions};
use crate::train::parallel;

/// Arguments of `self-play`.
#[derive(Debug, Args)]
pub(in crate::cli) struct SelfPlayArgs {
    /// Name of the game.
    game: String,
    /// The folder for the files of positions. Files that are there already are kept, so that the
    /// command goes on after a stop.
    #[arg(long, value_name = "FOLDER")]
    out: PathBuf,
    /// Number of files in the folder at the end.
    #[arg(long, default_value_t = 1000, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    files: u32,
    /// Games of a file.
    #[arg(long, default_value_t = 100, value_parser = clap::value_parser!(u32).range(1..=100_000))]
    games: u32,
    /// Nodes to search for a move.
    #[arg(long, value_name = "N", default_value_t = 5000, value_parser = clap::value_parser!(u64).range(1..))]
    nodes: u64,
    /// The network that evaluates, or an empty name for the hand-made terms; the network that the
    /// game comes with unless given.
    #[arg(long, value_name = "FILE", value_parser = OsStringValueParser::new())]
    eval_file: Option<OsString>,
    /// Seed of the random numbers.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Threads that play; the positions do not depend on their number.
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: u16,
}

/// The part of a game that its network needs.
fn network_of(game: &dyn Game) -> Result<&dyn NetworkEvaluation, CliError> {
    game.network_evaluation()
        .ok_or_else(|| CliError::Failed(format!("{} is evaluated by no network", game.id())))
}

/// Plays games and writes their positions to files.
pub(in crate::cli) fn self_play(args: &SelfPlayArgs, out: &mut dyn Write) -> Result<(), CliError> {
    let game = find_game(&args.game)?;
    let installed = network_of(game)?.installed();
    match args.eval_file.as_deref().map(Path::new) {
        None => {}
        Some(file) if file.as_os_str().is_empty() => installed.remove(),
        Some(file) => {
            let bytes = fs::read(file).map_err(|error| file_error(file, &error))?;
            installed.install(&bytes).map_err(|error| file_error(file, &error))?;
        }
    }
    let features = installed.features();
    let name = |number| format!("{number:06}.bin");
    files::make_missing(&args.out, args.files, name, |number, file| {
        let started = Instant::now();
        let seeds = files::game_seeds(args.seed, number, args.games);
        let player = || SelfPlayer::new(game, args.nodes);
        let play = |player: &mut Option<SelfPlayer<'_>>, seed: &u64| {
            player.as_mut().map_or_else(Vec::new, |player| player.play(&mut Random::new(*seed)))
        };
        let played = parallel::map(usize::from(args.threads), &seeds, player, play);
        let found: Vec<_> = played.into_iter().flatten().collect();
        positions::write(file, features, &found).map_err(|error| file_error(file, &error))?;
        let seconds = started.elapsed().as_secs_f64();
        writeln!(
            out,
            "{}: {} positions, {:.0} a minute",
            file.display(),
            found.len(),
            found.len() as f64 * 60.0 / seconds
        )?;
        Ok(out.flush()?)
    })
}

/// Arguments of `train-network`.
#[derive(Debug, Args)]
pub(in crate::cli) struct TrainNetworkArgs {
    /// Name of the game.
    game: String,
    /// A folder of positions made by `self-play`. May be given several times.
    #[arg(long, value_name = "FOLDER", required = true)]
    positions: Vec<PathBuf>,
    /// The network to write; an old one is replaced.
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// Elements of the accumulator of a side: 32, 64, 128 or 256.
    #[arg(long, default_value_t = 64)]
    width: usize,
    /// Outputs, of which the number of pieces chooses one.
    #[arg(long, default_value_t = 4, value_parser = clap::value_parser!(u8).range(1..=16))]
    buckets: u8,
    /// Passes over the positions.
    #[arg(long, default_value_t = 20, value_parser = clap::value_parser!(u32).range(1..=10_000))]
    epochs: u32,
    /// Positions of a minibatch.
    #[arg(long, default_value_t = 4096, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    batch: u32,
    /// Learning rate.
    #[arg(long, default_value_t = 0.002)]
    rate: f32,
    #[command(flatten)]
    labels: LabelArgs,
    /// Seed of the random numbers.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// The network to start from instead of random weights: one of this game with as many outputs,
    /// and at most as wide.
    #[arg(long, value_name = "FILE")]
    from: Option<PathBuf>,
    /// A file that keeps the state after each epoch, from which the same training goes on after a
    /// stop.
    #[arg(long, value_name = "FILE")]
    checkpoint: Option<PathBuf>,
}

/// Trains a network, and writes it to a file.
pub(in crate::cli) fn train_network(
    args: &TrainNetworkArgs,
    out: &mut dyn Write,
) -> Result<(), CliError> {
    let features = network_of(find_game(&args.game)?)?.installed().features();
    let mut positions = Vec::new();
    for folder in &args.positions {
        for file in files::dataset_files(folder)? {
            let found = positions::read(&file, features);
            let mut found = found.map_err(|error| file_error(&file, &error))?;
            label(&mut found, args.labels.params());
            positions.append(&mut found);
        }
    }
    writeln!(out, "{} positions", positions.len())?;
    let start = args.from.as_ref().map(|file| {
        let bytes = fs::read(file).map_err(|error| file_error(file, &error))?;
        NetworkWeights::read(&bytes, features).map_err(|error| file_error(file, &error))
    });
    let params = FitParams {
        shape: Shape { features, width: args.width, buckets: args.buckets.into() },
        epochs: args.epochs,
        batch: args.batch as usize,
        rate: args.rate,
        seed: args.seed,
        start: start.transpose()?,
        checkpoint: args.checkpoint.clone(),
    };
    let mut written = Ok(());
    let weights = fit(&positions, &params, &mut |report| {
        let EpochReport { epoch, training_loss, validation_loss } = report;
        if written.is_ok() {
            written = writeln!(out, "epoch {epoch}: {training_loss:.5} {validation_loss:.5}")
                .and_then(|()| out.flush());
        }
    });
    written?;
    let failed = |error: FitError| CliError::Failed(error.to_string());
    let bytes = weights.and_then(|weights| Ok(weights.to_bytes()?)).map_err(failed)?;
    files::write_weights(&args.out, &bytes, out)
}

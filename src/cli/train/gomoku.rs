//! `self-play-patterns`, `train-patterns` and `train-pattern-network`: games of Gomoku to train on,
//! and the training of its weights by codes of points and of its networks.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Instant;

use clap::{Args, ValueEnum};

use super::files;
use super::labels::LabelArgs;
use crate::cli::{CliError, file_error};
use crate::core::Random;
use crate::games::gomoku::{Rule, TrainedWeights};
use crate::train::gomoku::{
    CodeParams, FitParams, FitReport, GameRecord, SelfPlayer, fit, fit_network,
};
use crate::train::{dataset, parallel};

/// Rule sets with weights of their own.
#[derive(Clone, Copy, Debug, ValueEnum)]
enum TrainedRule {
    /// Five or more win.
    Freestyle,
    /// Exactly five win.
    Standard,
    /// Renju.
    Renju,
}

impl TrainedRule {
    fn rule(self) -> Rule {
        match self {
            TrainedRule::Freestyle => Rule::Freestyle,
            TrainedRule::Standard => Rule::Standard,
            TrainedRule::Renju => Rule::Renju,
        }
    }
}

/// Arguments of `self-play-patterns`.
#[derive(Debug, Args)]
pub(in crate::cli) struct SelfPlayPatternsArgs {
    /// The rule set.
    rule: TrainedRule,
    /// The folder for the files of games. Files that are there already are kept, so that the
    /// command goes on after a stop.
    #[arg(long, value_name = "FOLDER")]
    out: PathBuf,
    /// Number of files of the rule set in the folder at the end.
    #[arg(long, default_value_t = 10, value_parser = clap::value_parser!(u32).range(1..=100_000))]
    files: u32,
    /// Games of a file.
    #[arg(long, default_value_t = 500, value_parser = clap::value_parser!(u32).range(1..=100_000))]
    games: u32,
    /// Nodes to search for a move.
    #[arg(long, value_name = "N", default_value_t = 500, value_parser = clap::value_parser!(u64).range(1..))]
    nodes: u64,
    /// Weights of the player, instead of those made by hand.
    #[arg(long, value_name = "FILE")]
    weights: Option<PathBuf>,
    /// Random moves after the opening, of a hundred; what comes before one is not learned from
    /// what comes after it.
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = clap::value_parser!(u8).range(..=100))]
    random: u8,
    /// Seed of the random numbers.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Threads that play; the games do not depend on their number.
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: u16,
}

/// Plays games and writes them to files.
pub(in crate::cli) fn self_play_patterns(
    args: &SelfPlayPatternsArgs,
    out: &mut dyn Write,
) -> Result<(), CliError> {
    if let Some(file) = &args.weights {
        read_weights(file)?.install();
    }
    let rule = args.rule.rule();
    let name = args.rule.to_possible_value().map_or_else(String::new, |it| it.get_name().into());
    let name = |number| format!("{name}-{number:05}.bin");
    files::make_missing(&args.out, args.files, name, |number, file| {
        let started = Instant::now();
        let seeds = files::game_seeds(args.seed, number, args.games);
        let play = |player: &mut SelfPlayer, &seed: &u64| player.play(rule, &mut Random::new(seed));
        let player = || SelfPlayer { nodes: args.nodes, random_moves: args.random };
        let games = parallel::map(usize::from(args.threads), &seeds, player, play);
        dataset::write(file, &games).map_err(|error| file_error(file, &error))?;
        let moves: usize = games.iter().map(|game| game.moves.len()).sum();
        let seconds = started.elapsed().as_secs_f64();
        writeln!(out, "{}: {moves} moves, {seconds:.0} s", file.display())?;
        Ok(out.flush()?)
    })
}

/// Arguments of every training.
#[derive(Debug, Args)]
struct FitArgs {
    /// A folder of games made by `self-play-patterns`. May be given several times.
    #[arg(long, value_name = "FOLDER", required = true)]
    games: Vec<PathBuf>,
    /// The weights file to write; an old one is replaced.
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// Passes over the games.
    #[arg(long, default_value_t = 8, value_parser = clap::value_parser!(u32).range(1..=1000))]
    epochs: u32,
    #[command(flatten)]
    labels: LabelArgs,
    /// Seed of the random numbers.
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

impl FitArgs {
    fn params(&self, rule: Rule, rate: f32) -> FitParams {
        let (epochs, labels) = (self.epochs, self.labels.params());
        FitParams { rule, epochs, rate, labels, seed: self.seed }
    }
}

/// Arguments of `train-patterns`.
#[derive(Debug, Args)]
pub(in crate::cli) struct TrainPatternsArgs {
    #[command(flatten)]
    fit: FitArgs,
    /// Learning rate of values.
    #[arg(long, default_value_t = 0.01)]
    rate: f32,
    /// Learning rate of ordering scores.
    #[arg(long, default_value_t = 0.1)]
    order_rate: f32,
    /// Initial sum of squared gradients of each weight (Adagrad): the larger, the smaller the
    /// changes of rare ones.
    #[arg(long, default_value_t = 1.0)]
    regularisation: f32,
}

/// Trains the weights of all rule sets, and writes them to a file.
pub(in crate::cli) fn train_patterns(
    args: &TrainPatternsArgs,
    out: &mut dyn Write,
) -> Result<(), CliError> {
    let games = read_games(&args.fit.games)?;
    let TrainPatternsArgs { order_rate, regularisation, .. } = *args;
    let code_params = CodeParams { order_rate, regularisation };
    let mut weights_of = |rule: Rule| {
        let params = args.fit.params(rule, args.rate);
        told(&games, rule, out, |report| fit(&games, params, code_params, report))
    };
    let weights = TrainedWeights {
        freestyle: weights_of(Rule::Freestyle)?,
        standard: weights_of(Rule::Standard)?,
        renju: weights_of(Rule::Renju)?,
        networks: [None, None, None],
    };
    files::write_weights(&args.fit.out, &weights.to_bytes(), out)
}

/// Arguments of `train-pattern-network`.
#[derive(Debug, Args)]
pub(in crate::cli) struct TrainPatternNetworkArgs {
    /// The rule set.
    rule: TrainedRule,
    /// A weights file of `train-patterns`, to which the network is added.
    #[arg(long, value_name = "FILE")]
    weights: PathBuf,
    #[command(flatten)]
    fit: FitArgs,
    /// Learning rate.
    #[arg(long, default_value_t = 0.002)]
    rate: f32,
    /// Train the network of the weights file further instead of a new one.
    #[arg(long)]
    further: bool,
}

/// Trains the network of a rule set, and adds it to a weights file.
pub(in crate::cli) fn train_pattern_network(
    args: &TrainPatternNetworkArgs,
    out: &mut dyn Write,
) -> Result<(), CliError> {
    let mut weights = read_weights(&args.weights)?;
    let rule = args.rule.rule();
    let games = read_games(&args.fit.games)?;
    let params = args.fit.params(rule, args.rate);
    let trained = weights.network_mut(rule).clone().filter(|_| args.further);
    let network =
        told(&games, rule, out, |report| fit_network(&games, params, trained.as_deref(), report))?;
    *weights.network_mut(rule) = Some(Arc::new(network));
    files::write_weights(&args.fit.out, &weights.to_bytes(), out)
}

/// Trains on the games of a rule set, and tells of their number and of each epoch.
fn told<T>(
    games: &[GameRecord],
    rule: Rule,
    out: &mut dyn Write,
    train: impl FnOnce(&mut dyn FnMut(FitReport)) -> T,
) -> std::io::Result<T> {
    let count = games.iter().filter(|game| game.rule == rule).count();
    let mut written = writeln!(out, "{rule:?}: {count} games");
    let trained = train(&mut |report| {
        if written.is_ok() {
            written = write_report(report, out);
        }
    });
    written.map(|()| trained)
}

/// The weights of a file.
fn read_weights(file: &Path) -> Result<TrainedWeights, CliError> {
    let bytes = fs::read(file).map_err(|error| file_error(file, &error))?;
    TrainedWeights::read(&bytes).map_err(|error| file_error(file, &error))
}

/// The games of the files of folders.
fn read_games(folders: &[PathBuf]) -> Result<Vec<GameRecord>, CliError> {
    let mut games = Vec::new();
    for folder in folders {
        for file in files::dataset_files(folder)? {
            games.extend(dataset::read(&file).map_err(|error| file_error(&file, &error))?);
        }
    }
    Ok(games)
}

/// Writes the losses of an epoch.
fn write_report(report: FitReport, out: &mut dyn Write) -> std::io::Result<()> {
    let FitReport { epoch, value_loss, order_loss, first } = report;
    writeln!(out, "epoch {epoch}: value {value_loss:.5}, order {order_loss:.4}, first {first:.3}")?;
    out.flush()
}

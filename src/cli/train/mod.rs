//! `train`, `evaluate` and `fit-probcut`: training of the weights of a game, the accuracy of its
//! evaluation against exact scores, and the margins of its selective search; and the training of
//! networks.

mod files;
mod go;
mod gomoku;
mod labels;
mod nnue;
mod reversi;

use std::io::Write;
use std::path::PathBuf;

use clap::{ArgGroup, Args, ValueEnum};

pub(super) use go::{PackNetworkArgs, TeachGoArgs, pack_network, teach_go};
pub(super) use gomoku::{
    SelfPlayPatternsArgs, TrainPatternNetworkArgs, TrainPatternsArgs, self_play_patterns,
    train_pattern_network, train_patterns,
};
pub(super) use nnue::{SelfPlayArgs, TrainNetworkArgs, self_play, train_network};

use super::CliError;
use crate::games::Game;
use crate::games::reversi::ReversiGame;

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
    /// A file that keeps the labelled positions, since labelling takes longer than training. If
    /// it exists, training uses its positions and ignores other sources.
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

/// Trains weights on games, and writes them to a file.
pub(super) fn train(args: &TrainArgs, out: &mut dyn Write) -> Result<(), CliError> {
    match args.game {
        TrainableGame::Reversi => reversi::train(args, out),
    }
}

/// Prints the accuracy of the evaluation by search depth.
pub(super) fn evaluate(args: &EvaluateArgs, out: &mut dyn Write) -> Result<(), CliError> {
    match args.game {
        TrainableGame::Reversi => reversi::evaluate(args, out),
    }
}

/// Fits the deviations of multi-ProbCut.
pub(super) fn fit_probcut(
    game: &dyn Game,
    games: u32,
    seed: u64,
    out: &mut dyn Write,
) -> Result<(), CliError> {
    let tuned = ReversiGame.id();
    if game.id() != tuned {
        return Err(CliError::Failed(format!(
            "{} has no selective search with margins; expected {tuned}",
            game.id()
        )));
    }
    reversi::fit_probcut(games, seed, out)
}

//! `pack-network`: a network that was trained elsewhere as the file that the program loads.

use std::fs;
use std::io::Write;
use std::path::PathBuf;

use clap::{Args, ValueEnum};

use super::files;
use crate::cli::{CliError, file_error};
use crate::search::conv_net::FloatWeights;
use crate::train::go::{quantise_network, read_samples};

/// Games with a convolutional network.
#[derive(Clone, Copy, Debug, ValueEnum)]
enum ConvNetGame {
    /// Go on boards of any size.
    Go,
}

/// Arguments of `pack-network`.
#[derive(Debug, Args)]
pub(in crate::cli) struct PackNetworkArgs {
    /// Name of the game.
    #[arg(value_name = "GAME")]
    _game: ConvNetGame,
    /// The trained weights, in safetensors format.
    #[arg(long, value_name = "FILE")]
    weights: PathBuf,
    /// A file of positions, of which half tell the range of the activations, and the others what
    /// the quantisation costs. May be given several times, as for several sizes of boards.
    #[arg(long, value_name = "FILE", required = true)]
    samples: Vec<PathBuf>,
    /// Positions of each file that are used, spread over it.
    #[arg(long, default_value_t = 400, value_parser = clap::value_parser!(u32).range(2..=100_000))]
    positions: u32,
    /// The network to write; an old one is replaced.
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
}

/// Quantises a network and writes it to a file.
pub(in crate::cli) fn pack_network(
    args: &PackNetworkArgs,
    out: &mut dyn Write,
) -> Result<(), CliError> {
    let bytes = fs::read(&args.weights).map_err(|error| file_error(&args.weights, &error))?;
    let weights = FloatWeights::read(&bytes).map_err(|error| file_error(&args.weights, &error))?;
    let mut samples = Vec::new();
    for file in &args.samples {
        let bytes = fs::read(file).map_err(|error| file_error(file, &error))?;
        let found = read_samples(&bytes).map_err(|error| file_error(file, &error))?;
        let step = (found.len() / args.positions as usize).max(1);
        samples.extend(found.into_iter().step_by(step).take(args.positions as usize));
    }
    let shape = weights.shape();
    writeln!(
        out,
        "{} blocks of {} channels, {} positions",
        shape.blocks.len(),
        shape.channels,
        samples.len()
    )?;
    let (quantised, errors) = quantise_network(&weights, &samples);
    writeln!(
        out,
        "quantised against floats: policy {:.5} nats, same move {:.1} %, win {:.4}, lead {:.3} \
         points, ownership {:.4}",
        errors.policy,
        100.0 * errors.same_move,
        errors.win,
        errors.lead,
        errors.ownership
    )?;
    files::write_weights(&args.out, &quantised.to_bytes(), out)
}

//! `teach-go`: positions of Go, played and judged by another program, to train the network on; and
//! `pack-network`: a network that was trained on them as the file that the program loads.

use std::collections::HashMap;
use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::path::PathBuf;
use std::process::{ChildStdin, Command, Stdio};
use std::time::Instant;

use clap::{Args, ValueEnum};
use serde_json::Value;

use super::files;
use crate::cli::{CliError, file_error};
use crate::core::Random;
use crate::search::conv_net::FloatWeights;
use crate::train::go::{Sample, TeacherGame, quantise_network, read_samples, write_samples};

/// Arguments of `teach-go`.
#[derive(Debug, Args)]
pub(in crate::cli) struct TeachGoArgs {
    /// The command of KataGo's analysis engine, whose configuration says
    /// "reportAnalysisWinratesAs = SIDETOMOVE".
    #[arg(long, value_name = "COMMAND")]
    teacher: String,
    /// The folder for the files of positions. Files that are there already are kept, so that the
    /// command goes on after a stop.
    #[arg(long, value_name = "FOLDER")]
    out: PathBuf,
    /// Size of the board.
    #[arg(long, default_value_t = 9, value_parser = clap::value_parser!(u8).range(5..=19))]
    size: u8,
    /// Number of files of this size in the folder at the end.
    #[arg(long, default_value_t = 10, value_parser = clap::value_parser!(u32).range(1..=100_000))]
    files: u32,
    /// Games of a file.
    #[arg(long, default_value_t = 100, value_parser = clap::value_parser!(u32).range(1..=100_000))]
    games: u32,
    /// Positions that the teacher is asked about at once.
    #[arg(long, default_value_t = 16, value_parser = clap::value_parser!(u32).range(1..=256))]
    at_once: u32,
    /// Seed of the random numbers.
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

/// Lets the teacher play games, and writes their positions to files.
pub(in crate::cli) fn teach_go(args: &TeachGoArgs, out: &mut dyn Write) -> Result<(), CliError> {
    let failed = |error: &dyn std::fmt::Display| {
        CliError::Failed(format!("the teacher {:?} does not work: {error}", args.teacher))
    };
    let mut words = args.teacher.split_whitespace();
    let mut command = Command::new(words.next().unwrap_or_default());
    command.args(words).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
    let mut child = command.spawn().map_err(|error| failed(&error))?;
    let (Some(mut input), Some(output)) = (child.stdin.take(), child.stdout.take()) else {
        return Err(failed(&"it has no input and output"));
    };
    let mut answers = BufReader::new(output).lines();
    let name = |number| format!("go{}-{number:05}.bin", args.size);
    let result = files::make_missing(&args.out, args.files, name, |number, file| {
        let started = Instant::now();
        let seeds = files::game_seeds(args.seed ^ u64::from(args.size), number, args.games);
        let mut answer = || answers.next().and_then(Result::ok);
        let samples = play_games(args, &seeds, &mut input, &mut answer)?;
        let size = (args.size, args.size);
        write_samples(file, size, &samples).map_err(|error| file_error(file, &error))?;
        let seconds = started.elapsed().as_secs_f64();
        writeln!(out, "{}: {} positions, {seconds:.0} s", file.display(), samples.len())?;
        Ok(out.flush()?)
    });
    drop(input);
    // It ends with its input; one that does not is ended.
    let _ = child.kill();
    let _ = child.wait();
    result
}

/// The positions of the games with these seeds, several of which are played beside each other.
fn play_games(
    args: &TeachGoArgs,
    seeds: &[u64],
    input: &mut ChildStdin,
    answer: &mut dyn FnMut() -> Option<String>,
) -> Result<Vec<Sample>, CliError> {
    let failed = |error: &dyn std::fmt::Display| CliError::Failed(error.to_string());
    let mut waiting = seeds.iter().enumerate();
    let mut games: HashMap<usize, TeacherGame> = HashMap::new();
    let mut ended: Vec<(usize, Vec<Sample>)> = Vec::new();
    loop {
        while games.len() < args.at_once as usize {
            let Some((id, &seed)) = waiting.next() else { break };
            let game = TeacherGame::new(args.size, Random::new(seed));
            writeln!(input, "{}", game.query(id))?;
            games.insert(id, game);
        }
        input.flush()?;
        if games.is_empty() {
            break;
        }
        let line = answer().ok_or_else(|| failed(&"the teacher has ended"))?;
        let value: Value = serde_json::from_str(&line).map_err(|error| failed(&error))?;
        let id = value.get("id").and_then(Value::as_str).and_then(|id| id.parse().ok());
        let Some(id) = id else { continue };
        let Some(game) = games.get_mut(&id) else { continue };
        if !game.answer(&value).map_err(|error| failed(&error))? {
            writeln!(input, "{}", game.query(id))?;
        } else if let Some(game) = games.remove(&id) {
            ended.push((id, game.into_samples()));
        }
    }
    ended.sort_by_key(|(id, _)| *id);
    Ok(ended.into_iter().flat_map(|(_, samples)| samples).collect())
}

/// Games with a convolutional network.
#[derive(Clone, Copy, Debug, ValueEnum)]
enum NetworkGame {
    /// Go on boards of any size.
    Go,
}

/// Arguments of `pack-network`.
#[derive(Debug, Args)]
pub(in crate::cli) struct PackNetworkArgs {
    /// Name of the game.
    #[arg(value_name = "GAME")]
    _game: NetworkGame,
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

//! `self-play`: positions to train a network on.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::Instant;

use clap::Args;

use crate::cli::{CliError, file_error, find_game};
use crate::core::{Random, mix};
use crate::games::{Game, NetworkEvaluation};
use crate::train::nnue::{SelfPlayer, positions};
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

/// The file of positions with this number.
fn positions_file(folder: &Path, number: u32) -> PathBuf {
    folder.join(format!("{number:06}.bin"))
}

/// Plays games and writes their positions to files.
pub(in crate::cli) fn self_play(args: &SelfPlayArgs, out: &mut dyn Write) -> Result<(), CliError> {
    let game = find_game(&args.game)?;
    let features = network_of(game)?.features();
    fs::create_dir_all(&args.out).map_err(|error| file_error(&args.out, &error))?;
    for number in 0..args.files {
        let file = positions_file(&args.out, number);
        if file.exists() {
            continue;
        }
        let started = Instant::now();
        let numbers: Vec<u64> = (0..args.games)
            .map(|n| mix(args.seed ^ mix(u64::from(number) << 32 | u64::from(n))))
            .collect();
        let player = || SelfPlayer::new(game, args.nodes);
        let play = |player: &mut Option<SelfPlayer<'_>>, seed: &u64| {
            player.as_mut().map_or_else(Vec::new, |player| player.play(&mut Random::new(*seed)))
        };
        let played = parallel::map(usize::from(args.threads), &numbers, player, play);
        let found: Vec<_> = played.into_iter().flatten().collect();
        positions::write(&file, features, &found).map_err(|error| file_error(&file, &error))?;
        let seconds = started.elapsed().as_secs_f64();
        writeln!(
            out,
            "{}: {} positions, {:.0} a minute",
            file.display(),
            found.len(),
            found.len() as f64 * 60.0 / seconds
        )?;
        out.flush()?;
    }
    Ok(())
}

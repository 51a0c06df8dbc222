//! `train` and `evaluate`: learning what the patterns of Reversi are worth,
//! and measuring how well that foretells exact scores.

mod exact;
mod games;
mod kept;

use std::fs;
use std::io::Write;
use std::path::PathBuf;
use std::sync::Arc;

use clap::{ArgGroup, Args, ValueEnum};

use super::{CliError, failed};
use crate::content;
use crate::games::registry::learning::{FILE, Fit, Played, Sample, Weights, estimate, fit};

pub(super) use exact::evaluate;

/// The games whose evaluation is learned.
#[derive(Clone, Copy, Debug, ValueEnum)]
enum Learned {
    /// Othello on 8 by 8.
    Reversi,
}

/// What `train` is told.
#[derive(Debug, Args)]
pub(super) struct Training {
    /// Name of the game.
    game: Learned,
    /// A folder of games in files of WTHOR.
    #[arg(long, value_name = "FOLDER")]
    games: PathBuf,
    /// The file to write; an old one is replaced.
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// Positions with so many empty squares or fewer are solved.
    #[arg(long, default_value_t = 12, value_parser = clap::value_parser!(u32).range(4..=12))]
    solved: u32,
    /// Weights made before, by which moves of chance in the games are scored
    /// after looking ahead; none are tried unless named. May be given several
    /// times.
    #[arg(long, value_name = "FILE")]
    teacher: Vec<PathBuf>,
    /// Positions of each game in which each teacher tries a move of chance.
    #[arg(long, default_value_t = 32, value_parser = clap::value_parser!(u32).range(0..=1000))]
    others: u32,
    /// Quick games that the last teacher plays against itself, to be learned
    /// from as well.
    #[arg(long, value_name = "GAMES", default_value_t = 0, requires = "teacher")]
    quick_games: u32,
    /// A file that keeps the positions with their scores, so that they are
    /// found once, which takes longer than learning; if it is there, its
    /// positions are learned from, whatever else is asked.
    #[arg(long, value_name = "FILE")]
    samples: Option<PathBuf>,
    /// Positions with their scores that an earlier run kept: they are learned
    /// from in place of the games and what lies beside them; quick games join
    /// them.
    #[arg(long, value_name = "FILE")]
    earlier: Option<PathBuf>,
    /// How often every position is shown.
    #[arg(long, default_value_t = 2, value_parser = clap::value_parser!(u32).range(1..=1000))]
    epochs: u32,
    /// How far weights move at first for what they got wrong.
    #[arg(long, default_value_t = 0.03)]
    rate: f32,
    /// How little is made of what was seldom seen.
    #[arg(long, default_value_t = 1.0)]
    calm: f32,
    /// Discs beyond which an error pulls no more strongly.
    #[arg(long, default_value_t = 8.0)]
    far: f32,
    /// Number from which all chance follows.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Threads to score positions on; the result does not depend on them.
    #[arg(long, default_value_t = 2, value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: u16,
}

/// What `evaluate` is told.
#[derive(Debug, Args)]
#[command(group(ArgGroup::new("from").required(true).args(["games", "self_play"])))]
pub(super) struct Evaluation {
    /// Name of the game.
    game: Learned,
    /// A folder of games in files of WTHOR, of which those are taken that are
    /// not learned from.
    #[arg(long, value_name = "FOLDER")]
    games: Option<PathBuf>,
    /// Take games that the player plays against itself, after up to 12 moves
    /// of chance.
    #[arg(long)]
    self_play: bool,
    /// Number from which all chance in these games follows.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Empty squares of the positions that are measured on.
    #[arg(long, default_value_t = 20, value_parser = clap::value_parser!(u32).range(1..=30))]
    empties: u32,
    /// How many positions are solved.
    #[arg(long, default_value_t = 200, value_parser = clap::value_parser!(u32).range(1..))]
    positions: u32,
    /// How many plies are looked ahead before the position is judged; 0 for the
    /// judgement of the position itself.
    #[arg(
        long, value_name = "PLIES", value_delimiter = ',', default_value = "0,4,8",
        value_parser = clap::value_parser!(u32).range(0..=20)
    )]
    plies: Vec<u32>,
    /// The weights; those that are shipped unless named.
    #[arg(long, value_name = "FILE")]
    weights: Option<PathBuf>,
    /// A file that keeps the exact scores, so that they are found once.
    #[arg(long, value_name = "FILE")]
    scores: Option<PathBuf>,
}

pub(super) fn train(training: &Training, out: &mut dyn Write) -> Result<(), CliError> {
    let Learned::Reversi = training.game;
    let found = games::read(&training.games)?;
    let teacher = |file| weights(Some(file)).map(Arc::new);
    let teachers = training.teacher.iter().map(teacher).collect::<Result<_, _>>()?;
    let scoring = games::Scoring {
        solved: training.solved,
        teachers,
        others: training.others,
        seed: training.seed,
        threads: usize::from(training.threads),
    };
    let (held, learned): (Vec<_>, Vec<_>) =
        found.games.iter().partition(|game| games::is_held_out(game));
    let count = found.games.len();
    writeln!(out, "{count} games, {} repeated ones left out", found.repeated)?;
    let samples = samples(training, &learned, &scoring, out)?;
    let (held_samples, _) =
        games::score(&held, &games::Scoring { teachers: Vec::new(), ..scoring.clone() });
    writeln!(out, "{} positions to learn from, {} to measure", samples.len(), held_samples.len())?;
    out.flush()?;
    let plan = Fit {
        epochs: training.epochs,
        rate: training.rate,
        calm: training.calm.max(f32::MIN_POSITIVE),
        far: training.far.abs(),
        seed: training.seed,
    };
    let mut written = Ok(());
    let weights = fit(&samples, plan, |epoch, error| {
        if written.is_ok() {
            written = writeln!(out, "epoch {epoch}: {error:.3}").and_then(|()| out.flush());
        }
    });
    written?;
    let bytes = weights.to_bytes();
    fs::write(&training.out, &bytes).map_err(|error| failed(&training.out, &error))?;
    writeln!(out, "{}: {} bytes", training.out.display(), bytes.len())?;
    errors(&weights, &held_samples, out)
}

/// Positions to learn from: those of the file that keeps them, or else those of
/// an earlier run or of the games, with those of quick games, which are kept.
fn samples(
    training: &Training,
    learned: &[&Played],
    scoring: &games::Scoring,
    out: &mut dyn Write,
) -> Result<Vec<Sample>, CliError> {
    if let Some(file) = training.samples.as_ref().filter(|file| file.exists()) {
        return kept::read(file);
    }
    let mut samples = match &training.earlier {
        Some(file) => kept::read(file)?,
        None => {
            let (samples, bad) = games::score(learned, scoring);
            writeln!(out, "{bad} games cannot be played by the rules to a score")?;
            samples
        }
    };
    samples.extend(games::quick_games(training.quick_games, scoring));
    if let Some(file) = &training.samples {
        kept::write(file, &samples)?;
    }
    Ok(samples)
}

/// Prints the mean absolute error by the number of empty squares.
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

/// The weights of a file, or those that are shipped.
fn weights(file: Option<&PathBuf>) -> Result<Weights, CliError> {
    let path = file.cloned().unwrap_or_else(|| content::assets_folder().join(FILE));
    let bytes = fs::read(&path).map_err(|error| failed(&path, &error))?;
    Weights::read(&bytes).map_err(|error| failed(&path, &error))
}

//! Accuracy of the evaluation against exact scores.

use std::collections::{HashMap, HashSet};
use std::fs::{self, OpenOptions};
use std::io::Write;
use std::path::Path;
use std::sync::Arc;

use super::{games, weights};
use crate::cli::train::EvaluateArgs;
use crate::cli::{CliError, file_error};
use crate::core::Random;
use crate::games::reversi::Discs;
use crate::games::reversi::patterns::{Weights, evaluate as estimate};
use crate::games::reversi::solver::{Solver, SolverParams};
use crate::search::Limits;
use crate::train::dataset::is_held_out;
use crate::train::errors::ErrorStats;
use crate::train::reversi::SelfPlayer;

/// Exact scores in discs for the side to move.
type KnownScores = HashMap<Discs, i32>;

/// Prints the errors of searches of several depths against exact scores.
pub(in crate::cli) fn evaluate(args: &EvaluateArgs, out: &mut dyn Write) -> Result<(), CliError> {
    let weights = Arc::new(weights(args.weights.as_ref())?);
    let mut known = args.scores.as_deref().map(read).transpose()?.unwrap_or_default();
    let mut solver = Solver::new(64);
    let positions = match &args.games {
        Some(folder) => held_out_positions(args, folder, out)?,
        None => self_play(args, &weights),
    };
    let mut errors = vec![ErrorStats::default(); args.plies.len()];
    for discs in positions {
        let score = match known.get(&discs) {
            Some(&score) => score,
            None => {
                let score = solve(&mut solver, &weights, discs)?;
                known.insert(discs, score);
                if let Some(file) = &args.scores {
                    append_score(file, discs, score)?;
                }
                score
            }
        };
        for (&plies, errors) in args.plies.iter().zip(&mut errors) {
            let value = search_value(&mut solver, &weights, discs, plies);
            errors.add(f64::from(value) / 100.0 - f64::from(score));
        }
    }
    for (plies, errors) in args.plies.iter().zip(&errors) {
        writeln!(
            out,
            "{} empties, {} positions, {plies} plies ahead: mean absolute error {:.2} discs, \
             root mean square {:.2}, mean {:+.2}",
            args.empties,
            errors.count(),
            errors.mean_absolute(),
            errors.root_mean_square(),
            errors.mean(),
        )?;
    }
    Ok(())
}

/// Positions of held-out games of a folder, spread evenly over the files.
fn held_out_positions(
    args: &EvaluateArgs,
    folder: &Path,
    out: &mut dyn Write,
) -> Result<Vec<Discs>, CliError> {
    let found = games::read(folder)?;
    let held_out: Vec<_> = found.games.iter().filter(|game| is_held_out(game.hash())).collect();
    writeln!(out, "{} held-out games", held_out.len())?;
    let wanted = args.positions as usize;
    let apart = (held_out.len() / wanted).max(1);
    let games = held_out.iter().step_by(apart).take(wanted);
    Ok(games.filter_map(|game| game.position(args.empties)).collect())
}

/// Most random plies at the beginning of self-play games.
const OPENING: usize = 12;

/// Nodes per move of self-play games.
const NODES: u64 = 300_000;

/// Positions of self-play games with random openings, without duplicates.
fn self_play(args: &EvaluateArgs, weights: &Arc<Weights>) -> Vec<Discs> {
    let mut player = SelfPlayer::new(weights.clone());
    let limits = Limits { nodes: Some(NODES), ..Limits::default() };
    let mut random = Random::new(args.seed);
    let (mut positions, mut known) = (Vec::new(), HashSet::new());
    while positions.len() < args.positions as usize {
        let opening = random.below(OPENING + 1);
        let game = player.play_game(opening, limits, args.empties, &mut random);
        if let Some(position) = game.position(args.empties)
            && known.insert(position)
        {
            positions.push(position);
        }
    }
    positions
}

/// Value of a position by a search of this depth, in hundredths of a disc.
fn search_value(solver: &mut Solver, weights: &Weights, discs: Discs, plies: u32) -> i32 {
    let limits = Limits { depth: Some(plies), ..Limits::default() };
    if plies == 0 {
        return estimate(weights, discs);
    }
    solver.clear_table();
    let found = solver.best(weights, discs, &SolverParams::best(limits));
    found.map_or(0, |found| found.value)
}

/// Exact score in discs for the side to move.
fn solve(solver: &mut Solver, weights: &Weights, discs: Discs) -> Result<i32, CliError> {
    solver.clear_table();
    let found = solver.best(weights, discs, &SolverParams::best(Limits::default()));
    found.map(|found| found.value / 100).ok_or_else(|| {
        CliError::Failed("a position was not solved; expected an exact score".to_owned())
    })
}

/// Reads a file of scores: per line own discs and opponent's discs in hexadecimal, and the score. A
/// missing file has no scores.
fn read(file: &Path) -> Result<KnownScores, CliError> {
    if !file.exists() {
        return Ok(KnownScores::new());
    }
    let text = fs::read_to_string(file).map_err(|error| file_error(file, &error))?;
    let line = |(number, line): (usize, &str)| {
        let mut words = line.split_whitespace();
        let mut word = || words.next().unwrap_or_default();
        let own = u64::from_str_radix(word(), 16).ok();
        let opponent = u64::from_str_radix(word(), 16).ok();
        let score = word().parse().ok();
        let known = own.zip(opponent).map(|(own, opponent)| Discs { own, opponent }).zip(score);
        known.ok_or_else(|| CliError::Line {
            file: file.display().to_string(),
            line: number + 1,
            reason: "expected own discs, the opponent's and a score, such as 10 20 -6".to_owned(),
        })
    };
    text.lines().enumerate().map(line).collect()
}

fn append_score(file: &Path, discs: Discs, score: i32) -> Result<(), CliError> {
    let opened = OpenOptions::new().append(true).create(true).open(file);
    let mut opened = opened.map_err(|error| file_error(file, &error))?;
    let Discs { own, opponent } = discs;
    writeln!(opened, "{own:016x} {opponent:016x} {score}").map_err(|error| file_error(file, &error))
}

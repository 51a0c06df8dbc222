//! `evaluate`: accuracy of the evaluation against exact scores.

use std::collections::{HashMap, HashSet};
use std::fs::{self, OpenOptions};
use std::io::Write;
use std::path::Path;
use std::sync::Arc;

use super::{EvaluateArgs, TrainableGame, games, weights};
use crate::cli::{CliError, file_error};
use crate::core::Random;
use crate::games::registry::training::{
    Labeller, SelfPlayer, Solver, SolverParams, Weights, estimate,
};
use crate::search::Limits;

/// Exact scores by position, own discs first.
type KnownScores = HashMap<(u64, u64), i32>;

pub(in crate::cli) fn evaluate(args: &EvaluateArgs, out: &mut dyn Write) -> Result<(), CliError> {
    let TrainableGame::Reversi = args.game;
    let weights = Arc::new(weights(args.weights.as_ref())?);
    let mut known = args.scores.as_deref().map(read).transpose()?.unwrap_or_default();
    let mut solver = Solver::new(64);
    let positions = match &args.games {
        Some(folder) => held_out_positions(args, folder, out)?,
        None => self_play(args, &weights),
    };
    let mut errors = vec![Errors::default(); args.plies.len()];
    for (own, opponent) in positions {
        let score = match known.get(&(own, opponent)) {
            Some(&score) => score,
            None => {
                let score = solve(&mut solver, &weights, (own, opponent))?;
                known.insert((own, opponent), score);
                if let Some(file) = &args.scores {
                    append_score(file, (own, opponent), score)?;
                }
                score
            }
        };
        for (&plies, errors) in args.plies.iter().zip(&mut errors) {
            let value = search_value(&mut solver, &weights, (own, opponent), plies);
            errors.add(f64::from(value) / 100.0 - f64::from(score));
        }
    }
    for (plies, errors) in args.plies.iter().zip(&errors) {
        let count = f64::from(errors.count.max(1));
        writeln!(
            out,
            "{} empties, {count} positions, {plies} plies ahead: mean absolute error {:.2} discs, \
             root mean square {:.2}, mean {:+.2}",
            args.empties,
            errors.sum / count,
            (errors.squares / count).sqrt(),
            errors.bias / count,
        )?;
    }
    Ok(())
}

/// Positions of held-out games of a folder, spread evenly over the files.
fn held_out_positions(
    args: &EvaluateArgs,
    folder: &Path,
    out: &mut dyn Write,
) -> Result<Vec<(u64, u64)>, CliError> {
    let found = games::read(folder)?;
    let held_out: Vec<_> = found.games.iter().filter(|game| games::is_held_out(game)).collect();
    writeln!(out, "{} held-out games", held_out.len())?;
    let wanted = args.positions as usize;
    let apart = (held_out.len() / wanted).max(1);
    let games = held_out.iter().step_by(apart).take(wanted);
    Ok(games.filter_map(|game| Labeller::position(game, args.empties)).collect())
}

/// Most random plies at the beginning of self-play games.
const OPENING: usize = 12;

/// Nodes per move of self-play games.
const NODES: u64 = 300_000;

/// Positions of self-play games with random openings, without duplicates.
fn self_play(args: &EvaluateArgs, weights: &Arc<Weights>) -> Vec<(u64, u64)> {
    let mut player = SelfPlayer::new(weights.clone());
    let limits = Limits { nodes: Some(NODES), ..Limits::default() };
    let mut random = Random::new(args.seed);
    let (mut positions, mut known) = (Vec::new(), HashSet::new());
    while positions.len() < args.positions as usize {
        let opening = random.below(OPENING + 1);
        let game = player.play_game(opening, limits, args.empties, &mut random);
        if let Some(position) = Labeller::position(&game, args.empties)
            && known.insert(position)
        {
            positions.push(position);
        }
    }
    positions
}

/// Sums of the errors of values, in discs.
#[derive(Clone, Default)]
struct Errors {
    count: u32,
    sum: f64,
    squares: f64,
    bias: f64,
}

impl Errors {
    fn add(&mut self, error: f64) {
        self.count += 1;
        self.sum += error.abs();
        self.squares += error * error;
        self.bias += error;
    }
}

/// Value of a position by a search of this depth, in hundredths of a disc.
fn search_value(solver: &mut Solver, weights: &Weights, board: (u64, u64), plies: u32) -> i32 {
    let limits = Limits { depth: Some(plies), ..Limits::default() };
    if plies == 0 {
        return estimate(weights, board.0, board.1);
    }
    solver.clear_table();
    let found = solver.best(weights, board, &SolverParams::best(limits));
    found.map_or(0, |found| found.value)
}

/// Exact score in discs for the side to move.
fn solve(solver: &mut Solver, weights: &Weights, board: (u64, u64)) -> Result<i32, CliError> {
    solver.clear_table();
    let found = solver.best(weights, board, &SolverParams::best(Limits::default()));
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
        let known = own.zip(opponent).zip(score);
        known.ok_or_else(|| CliError::Line {
            file: file.display().to_string(),
            line: number + 1,
            reason: "expected own discs, the opponent's and a score, such as 10 20 -6".to_owned(),
        })
    };
    text.lines().enumerate().map(line).collect()
}

fn append_score(file: &Path, (own, opponent): (u64, u64), score: i32) -> Result<(), CliError> {
    let opened = OpenOptions::new().append(true).create(true).open(file);
    let mut opened = opened.map_err(|error| file_error(file, &error))?;
    writeln!(opened, "{own:016x} {opponent:016x} {score}").map_err(|error| file_error(file, &error))
}

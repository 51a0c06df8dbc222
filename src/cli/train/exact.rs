//! `evaluate`: the evaluation against exact scores.

use std::collections::{HashMap, HashSet};
use std::fs::{self, OpenOptions};
use std::io::Write;
use std::path::Path;
use std::sync::Arc;

use super::{Evaluation, Learned, games, weights};
use crate::cli::{CliError, failed};
use crate::core::Random;
use crate::games::registry::learning::{Judge, Player, Solver, Task, Weights, estimate};
use crate::search::Limits;

/// Positions by their discs, own first, with their scores.
type Known = HashMap<(u64, u64), i32>;

pub(in crate::cli) fn evaluate(
    evaluation: &Evaluation,
    out: &mut dyn Write,
) -> Result<(), CliError> {
    let Learned::Reversi = evaluation.game;
    let weights = Arc::new(weights(evaluation.weights.as_ref())?);
    let mut known = evaluation.scores.as_deref().map(read).transpose()?.unwrap_or_default();
    let mut solver = Solver::new(64);
    let positions = match &evaluation.games {
        Some(folder) => held_out(evaluation, folder, out)?,
        None => self_play(evaluation, &weights),
    };
    let mut errors = vec![Errors::default(); evaluation.plies.len()];
    for (own, opponent) in positions {
        let score = match known.get(&(own, opponent)) {
            Some(&score) => score,
            None => {
                let score = solve(&mut solver, &weights, (own, opponent))?;
                known.insert((own, opponent), score);
                if let Some(file) = &evaluation.scores {
                    keep(file, (own, opponent), score)?;
                }
                score
            }
        };
        for (&plies, errors) in evaluation.plies.iter().zip(&mut errors) {
            let value = foresee(&mut solver, &weights, (own, opponent), plies);
            errors.add(f64::from(value) / 100.0 - f64::from(score));
        }
    }
    for (plies, errors) in evaluation.plies.iter().zip(&errors) {
        let count = f64::from(errors.count.max(1));
        writeln!(
            out,
            "{} empties, {count} positions, {plies} plies ahead: mean absolute error {:.2} discs, \
             root mean square {:.2}, mean {:+.2}",
            evaluation.empties,
            errors.sum / count,
            (errors.squares / count).sqrt(),
            errors.bias / count,
        )?;
    }
    Ok(())
}

/// Positions of the games in a folder that are not learned from, spread over
/// all years.
fn held_out(
    evaluation: &Evaluation,
    folder: &Path,
    out: &mut dyn Write,
) -> Result<Vec<(u64, u64)>, CliError> {
    let found = games::read(folder)?;
    let held: Vec<_> = found.games.iter().filter(|game| games::is_held_out(game)).collect();
    writeln!(out, "{} games that are not learned from", held.len())?;
    let wanted = evaluation.positions as usize;
    let apart = (held.len() / wanted).max(1);
    let games = held.iter().step_by(apart).take(wanted);
    Ok(games.filter_map(|game| Judge::position(game, evaluation.empties)).collect())
}

/// Plies of chance at most with which the player's games against itself begin.
const OPENING: usize = 12;

/// Positions that the player looks at for each move of them.
const NODES: u64 = 300_000;

/// Positions of games that the player plays against itself after moves of
/// chance, no two the same.
fn self_play(evaluation: &Evaluation, weights: &Arc<Weights>) -> Vec<(u64, u64)> {
    let mut player = Player::new(weights.clone());
    let limits = Limits { nodes: Some(NODES), ..Limits::default() };
    let mut random = Random::new(evaluation.seed);
    let (mut positions, mut known) = (Vec::new(), HashSet::new());
    while positions.len() < evaluation.positions as usize {
        let opening = random.below(OPENING + 1);
        let game = player.game(opening, limits, evaluation.empties, &mut random);
        if let Some(position) = Judge::position(&game, evaluation.empties)
            && known.insert(position)
        {
            positions.push(position);
        }
    }
    positions
}

/// How far values are from the scores, in discs.
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

/// What a position is worth after looking so many plies ahead, in hundredths
/// of a disc.
fn foresee(solver: &mut Solver, weights: &Weights, board: (u64, u64), plies: u32) -> i32 {
    let limits = Limits { depth: Some(plies), ..Limits::default() };
    if plies == 0 {
        return estimate(weights, board.0, board.1);
    }
    solver.forget();
    let found = solver.best(weights, board, &Task::best(limits));
    found.map_or(0, |found| found.value)
}

/// The exact score for the side to move.
fn solve(solver: &mut Solver, weights: &Weights, board: (u64, u64)) -> Result<i32, CliError> {
    solver.forget();
    let found = solver.best(weights, board, &Task::best(Limits::default()));
    found.map(|found| found.value / 100).ok_or_else(|| {
        CliError::Failed("a position was not solved; expected an exact score".to_owned())
    })
}

/// The scores of a file: own discs and those of the opponent in hexadecimal,
/// and the score. No file is no scores.
fn read(file: &Path) -> Result<Known, CliError> {
    if !file.exists() {
        return Ok(Known::new());
    }
    let text = fs::read_to_string(file).map_err(|error| failed(file, &error))?;
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

fn keep(file: &Path, (own, opponent): (u64, u64), score: i32) -> Result<(), CliError> {
    let opened = OpenOptions::new().append(true).create(true).open(file);
    let mut opened = opened.map_err(|error| failed(file, &error))?;
    writeln!(opened, "{own:016x} {opponent:016x} {score}").map_err(|error| failed(file, &error))
}

//! `solve`: the exact score, or only the outcome, of every position of a file.

use std::cmp::Ordering;
use std::io::Write;
use std::path::Path;
use std::sync::atomic::{self, AtomicUsize};
use std::sync::mpsc;
use std::{fs, thread};

use super::{CliError, file_error};
use crate::core::Side;
use crate::games::{AnyPosition, Engine, EngineRequest, Game, Options, Score, Strength};
use crate::search::{Limits, StopFlag};

/// Reads the text of a file of positions in OBF: one a line; text after a semicolon and lines that
/// begin with % are ignored.
pub(super) fn read_positions(
    game: &dyn Game,
    options: &Options,
    file: &Path,
    text: &str,
) -> Result<Vec<AnyPosition>, CliError> {
    let name = file.display().to_string();
    let mut positions = Vec::new();
    for (number, line) in text.lines().enumerate() {
        let line = line.split([';', '%']).next().unwrap_or_default().trim();
        if line.is_empty() {
            continue;
        }
        let position = game.position(options, line).map_err(|error| CliError::Line {
            file: name.clone(),
            line: number + 1,
            reason: error.to_string(),
        })?;
        positions.push(position);
    }
    if positions.is_empty() {
        return Err(file_error(file, &"there is no position in it"));
    }
    Ok(positions)
}

/// The kind of solution.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum SolveMode {
    /// Exact score.
    Score,
    /// Win, draw or loss only.
    Outcome,
}

/// The solution of a position.
#[derive(Clone)]
struct Solution {
    /// The score with its sign, or win, draw or loss.
    value: String,
    /// A best move, or `-`.
    best: String,
    nodes: u64,
    seconds: f64,
}

/// Solves a position; `None` without a proof.
fn solve(
    engine: &mut dyn Engine,
    position: &AnyPosition,
    mode: SolveMode,
    stop: &StopFlag,
) -> Option<Solution> {
    let text_of = |score: f64| match mode {
        SolveMode::Score => format!("{score:+}"),
        SolveMode::Outcome => outcome_word(score.partial_cmp(&0.0)).to_owned(),
    };
    if position.outcome().is_some() {
        let value = text_of(final_score(position, position.side_to_move())?);
        return Some(Solution { value, best: "-".to_owned(), nodes: 0, seconds: 0.0 });
    }
    let request = EngineRequest {
        strength: Strength::Full,
        limits: Limits::default(),
        seed: 0,
        stop: stop.clone(),
    };
    let info = match mode {
        SolveMode::Score => engine.search(position, &request, &mut |_| ())?,
        SolveMode::Outcome => engine.outcome(position, &request)?,
    };
    let score = info.score.filter(Score::is_exact)?;
    let value = match mode {
        SolveMode::Score => text_of(score.amount),
        SolveMode::Outcome => outcome_word(score.outcome()).to_owned(),
    };
    let best = position.move_text(info.best).unwrap_or_default();
    Some(Solution { value, best, nodes: info.nodes, seconds: info.elapsed.as_secs_f64() })
}

fn outcome_word(outcome: Option<Ordering>) -> &'static str {
    match outcome {
        Some(Ordering::Greater) => "win",
        Some(Ordering::Less) => "loss",
        _ => "draw",
    }
}

pub(super) fn run(
    game: &'static dyn Game,
    options: &Options,
    file: &Path,
    mode: SolveMode,
    threads: u16,
    out: &mut dyn Write,
) -> Result<(), CliError> {
    let text = fs::read_to_string(file).map_err(|error| file_error(file, &error))?;
    let positions = read_positions(game, options, file, &text)?;
    let next = AtomicUsize::new(0);
    let stop = StopFlag::new();
    let (sender, solutions) = mpsc::channel();
    thread::scope(|scope| {
        for _ in 0..usize::from(threads).min(positions.len()) {
            let (sender, next, positions, stop) = (sender.clone(), &next, &positions, &stop);
            scope.spawn(move || {
                let mut engine = game.engine();
                loop {
                    let number = next.fetch_add(1, atomic::Ordering::Relaxed);
                    let Some(position) = positions.get(number) else { break };
                    let solution = solve(engine.as_mut(), position, mode, stop);
                    if sender.send((number, solution)).is_err() {
                        break;
                    }
                }
            });
        }
        drop(sender);
        let result = write_in_order(positions.len(), solutions, out);
        // All is written or the output is closed: end the searches under way.
        stop.raise();
        result
    })
}

/// Writes solutions in file order, each as soon as those before it are
/// written.
fn write_in_order(
    count: usize,
    solutions: mpsc::Receiver<(usize, Option<Solution>)>,
    out: &mut dyn Write,
) -> Result<(), CliError> {
    let mut waiting: Vec<Option<Option<Solution>>> = vec![None; count];
    let mut written = 0;
    for (number, solution) in solutions {
        waiting[number] = Some(solution);
        while let Some(Some(solution)) = waiting.get_mut(written).map(Option::take) {
            written += 1;
            let Some(Solution { value, best, nodes, seconds }) = solution else {
                return Err(CliError::Failed(format!("position {written} was not solved")));
            };
            writeln!(out, "{written:>3} {value:>4} {best:>4} {nodes:>12} {seconds:>9.3}")?;
            out.flush()?;
        }
    }
    Ok(())
}

/// The score of a finished game: this side's points minus the other's.
pub(super) fn final_score(position: &AnyPosition, side: Side) -> Option<f64> {
    let score = position.outcome()?.score?;
    let [own, other] = [side, side.other()].map(|side| score[side.index()].as_halves());
    Some(f64::from(own - other) / 2.0)
}

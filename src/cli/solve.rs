//! `solve`: the exact value of every position in a file, or who wins it.

use std::cmp::Ordering;
use std::fs;
use std::io::Write;
use std::path::Path;
use std::sync::atomic::{self, AtomicUsize};
use std::sync::mpsc;
use std::thread;

use super::{CliError, failed};
use crate::core::Side;
use crate::games::{AnyPosition, Engine, Game, Options, Request, Strength};
use crate::search::{Limits, Stop};

/// Reads positions as OBF files have them: one a line, whatever follows a
/// semicolon is for people, and lines that begin with % are comments.
fn read(game: &dyn Game, options: &Options, file: &Path) -> Result<Vec<AnyPosition>, CliError> {
    let name = file.display().to_string();
    let text = fs::read_to_string(file).map_err(|error| failed(file, &error))?;
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
        return Err(failed(file, &"there is no position in it"));
    }
    Ok(positions)
}

/// What is to be found out.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Asked {
    /// The score.
    Score,
    /// Who wins.
    Outcome,
}

/// A position that was solved.
#[derive(Clone)]
struct Answer {
    /// The score with its sign, or who wins.
    worth: String,
    /// A best move, or `-`.
    best: String,
    nodes: u64,
    seconds: f64,
}

/// Solves a position. `None` if there is no proof.
fn solve(
    engine: &mut dyn Engine,
    position: &AnyPosition,
    asked: Asked,
    stop: &Stop,
) -> Option<Answer> {
    let said = |score: f64| match asked {
        Asked::Score => format!("{score:+}"),
        Asked::Outcome => outcome_word(score.partial_cmp(&0.0)).to_owned(),
    };
    if position.outcome().is_some() {
        let worth = said(final_score(position, position.side_to_move())?);
        return Some(Answer { worth, best: "-".to_owned(), nodes: 0, seconds: 0.0 });
    }
    let request = Request {
        strength: Strength::Full,
        limits: Limits::default(),
        seed: 0,
        stop: stop.clone(),
    };
    let (worth, best, nodes, elapsed) = match asked {
        Asked::Score => {
            let thought = engine.think(position, &request, &mut |_| ())?;
            let value = thought.value.filter(|value| value.exact)?;
            (said(value.amount), thought.best, thought.nodes, thought.elapsed)
        }
        Asked::Outcome => {
            let solved = engine.outcome(position, &request)?;
            let word = outcome_word(Some(solved.outcome)).to_owned();
            (word, solved.best, solved.nodes, solved.elapsed)
        }
    };
    let best = position.move_text(best).unwrap_or_default();
    Some(Answer { worth, best, nodes, seconds: elapsed.as_secs_f64() })
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
    asked: Asked,
    threads: u16,
    out: &mut dyn Write,
) -> Result<(), CliError> {
    let positions = read(game, options, file)?;
    let next = AtomicUsize::new(0);
    let stop = Stop::new();
    let (sender, answers) = mpsc::channel();
    thread::scope(|scope| {
        for _ in 0..usize::from(threads).min(positions.len()) {
            let (sender, next, positions, stop) = (sender.clone(), &next, &positions, &stop);
            scope.spawn(move || {
                let mut engine = game.engine();
                loop {
                    let number = next.fetch_add(1, atomic::Ordering::Relaxed);
                    let Some(position) = positions.get(number) else { break };
                    let answer = solve(engine.as_mut(), position, asked, stop);
                    if sender.send((number, answer)).is_err() {
                        break;
                    }
                }
            });
        }
        drop(sender);
        let result = write_in_order(positions.len(), answers, out);
        // Whether all is written or nobody reads any more: no one is waited
        // for.
        stop.raise();
        result
    })
}

/// Writes each answer as soon as those before it are written.
fn write_in_order(
    count: usize,
    answers: mpsc::Receiver<(usize, Option<Answer>)>,
    out: &mut dyn Write,
) -> Result<(), CliError> {
    let mut waiting: Vec<Option<Option<Answer>>> = vec![None; count];
    let mut written = 0;
    for (number, answer) in answers {
        waiting[number] = Some(answer);
        while let Some(Some(answer)) = waiting.get_mut(written).map(Option::take) {
            written += 1;
            let Some(Answer { worth, best, nodes, seconds }) = answer else {
                return Err(CliError::Failed(format!("position {written} was not solved")));
            };
            writeln!(out, "{written:>3} {worth:>4} {best:>4} {nodes:>12} {seconds:>9.3}")?;
            out.flush()?;
        }
    }
    Ok(())
}

/// The score of a finished game, this side's less the other's.
pub(super) fn final_score(position: &AnyPosition, side: Side) -> Option<f64> {
    let score = position.outcome()?.score?;
    let [own, other] = [side, side.other()].map(|side| score[side.index()].as_halves());
    Some(f64::from(own - other) / 2.0)
}

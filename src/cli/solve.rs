//! `solve`: the exact value of every position in a file.

use std::fs;
use std::io::Write;
use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc;
use std::thread;

use super::CliError;
use crate::games::{AnyPosition, Game, Options, Request, Strength, Thought};
use crate::search::{Limits, Stop};

/// Reads positions as OBF files have them: one a line, whatever follows a
/// semicolon is for people, and lines that begin with % are comments.
fn read(game: &dyn Game, options: &Options, file: &Path) -> Result<Vec<AnyPosition>, CliError> {
    let name = file.display().to_string();
    let text = fs::read_to_string(file)
        .map_err(|error| CliError::File { file: name.clone(), reason: error.to_string() })?;
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
        return Err(CliError::File { file: name, reason: "there is no position in it".to_owned() });
    }
    Ok(positions)
}

pub(super) fn run(
    game: &'static dyn Game,
    options: &Options,
    file: &Path,
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
                    let number = next.fetch_add(1, Ordering::Relaxed);
                    let Some(position) = positions.get(number) else { break };
                    let request = Request {
                        strength: Strength::Full,
                        limits: Limits::default(),
                        seed: 0,
                        stop: stop.clone(),
                    };
                    let thought = engine.think(position, &request, &mut |_| ());
                    if sender.send((number, thought)).is_err() {
                        break;
                    }
                }
            });
        }
        drop(sender);
        let result = write_in_order(&positions, answers, out);
        // Whether all is written or nobody reads any more: no one is waited
        // for.
        stop.raise();
        result
    })
}

/// Writes each answer as soon as those before it are written.
fn write_in_order(
    positions: &[AnyPosition],
    answers: mpsc::Receiver<(usize, Option<Thought>)>,
    out: &mut dyn Write,
) -> Result<(), CliError> {
    let mut waiting: Vec<Option<Option<Thought>>> = vec![None; positions.len()];
    let mut written = 0;
    for (number, thought) in answers {
        waiting[number] = Some(thought);
        while let Some(Some(thought)) = waiting.get_mut(written).map(Option::take) {
            let position = &positions[written];
            written += 1;
            write_answer(written, position, thought.as_ref(), out)?;
            out.flush()?;
        }
    }
    Ok(())
}

fn write_answer(
    number: usize,
    position: &AnyPosition,
    thought: Option<&Thought>,
    out: &mut dyn Write,
) -> Result<(), CliError> {
    let solved = match thought {
        Some(thought) => thought.value.filter(|value| value.exact).map(|value| {
            let best = position.move_text(thought.best).unwrap_or_default();
            (value.amount, best, thought.nodes, thought.elapsed.as_secs_f64())
        }),
        None => final_score(position).map(|score| (score, "-".to_owned(), 0, 0.0)),
    };
    let Some((score, best, nodes, seconds)) = solved else {
        return Err(CliError::Failed(format!("position {number} was not solved")));
    };
    writeln!(out, "{number:>3} {score:>+4} {best:>4} {nodes:>12} {seconds:>9.3}")?;
    Ok(())
}

/// The score of a finished game for the side to move.
fn final_score(position: &AnyPosition) -> Option<f64> {
    let side = position.side_to_move();
    let score = position.outcome()?.score?;
    let [own, opponent] = [side, side.other()].map(|side| score[side.index()].as_halves());
    Some(f64::from(own - opponent) / 2.0)
}

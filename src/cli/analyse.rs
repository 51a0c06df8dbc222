//! `analyse`: the computer player goes over games.

use std::fs;
use std::io::Write;
use std::ops::ControlFlow;
use std::path::Path;

use super::convert::{check_writable, ending, read};
use super::{CliError, failed};
use crate::core::{Move, Side};
use crate::games::{AnyPosition, Unit};
use crate::record::analysis::{Depth, Judgement, Line, Study, accuracy, analyse_line, annotate};
use crate::record::{Evaluation, Field, GameTree, Glyph, NodeId, formats};
use crate::search::Stop;

/// Moves of a line that are printed, at most.
const SHOWN: usize = 6;

pub(super) fn run(
    from: &Path,
    to: Option<&Path>,
    depth: &Depth,
    out: &mut dyn Write,
) -> Result<(), CliError> {
    // A wrong name of the output is found before there is work to lose.
    to.map_or(Ok(()), check_writable)?;
    let mut games = read(from)?;
    let many = games.len() > 1;
    for (number, tree) in games.iter_mut().enumerate() {
        if many {
            let name = |field| match tree.info().get(field) {
                "" => "?",
                name => name,
            };
            let (first, second) = (name(Field::First), name(Field::Second));
            writeln!(out, "game {}: {first} - {second}", number + 1)?;
        }
        go_over(tree, depth, out)?;
    }
    if let Some(to) = to {
        let written = formats::write(&ending(to), &games).map_err(|error| failed(to, &error))?;
        fs::write(to, written).map_err(|error| failed(to, &error))?;
    }
    Ok(())
}

/// Goes over the main line of a game, writes what was found into it and
/// prints it as a table.
fn go_over(tree: &mut GameTree, depth: &Depth, out: &mut dyn Write) -> Result<(), CliError> {
    let line: Vec<NodeId> = tree.main_line().collect();
    let mut engine = tree.game().engine();
    let never = Stop::new();
    let studies =
        analyse_line(&mut *engine, tree, &line, depth, &never, &mut |_| ControlFlow::Continue(()));
    let judgements = annotate(tree, &studies);
    let texts: Vec<_> = line.iter().map(|&n| tree.move_text(n).unwrap_or_default()).collect();
    let width = texts.iter().map(|text| text.chars().count()).max().unwrap_or(0);
    for (study, text) in studies.iter().zip(&texts) {
        if let Some(parent) = tree.parent(study.node) {
            let judged = judgements.iter().find(|judged| judged.node == study.node);
            let before = studies.iter().find(|study| study.node == parent);
            write_move(tree, study, (text, width), judged, before, out)?;
        }
        if depth.lines > 1 {
            for line in &study.lines {
                let shown = shown(line.evaluation.as_ref());
                writeln!(out, "{:8}{shown:>8}  {}", "", moves(tree.position(study.node), line))?;
            }
        }
    }
    write_sums(tree, &judgements, out)
}

/// One line of the table: number, move, evaluation, loss, sign, and what was
/// better.
fn write_move(
    tree: &GameTree,
    study: &Study,
    (text, width): (&str, usize),
    judged: Option<&Judgement>,
    before: Option<&Study>,
    out: &mut dyn Write,
) -> Result<(), CliError> {
    let loss = judged.map_or_else(|| "-".to_owned(), |j| format!("{:.1}%", 100.0 * j.loss));
    let sign = judged.and_then(|judged| judged.glyph).map_or("", Glyph::sign);
    let best = before.filter(|_| !sign.is_empty()).and_then(|before| {
        let line = before.lines.first()?;
        Some(moves(tree.position(before.node), line))
    });
    let over = tree.position(study.node).outcome().filter(|outcome| outcome.score.is_none());
    let value = match over.map(|outcome| outcome.winner) {
        None => shown(study.evaluation.as_ref()),
        Some(None) => "1/2".to_owned(),
        Some(Some(Side::First)) => "1-0".to_owned(),
        Some(Some(Side::Second)) => "0-1".to_owned(),
    };
    let number = tree.ply(study.node);
    let better = best.unwrap_or_default();
    let row = format!("{number:>4} {text:<width$} {value:>8} {loss:>7} {sign:<2} {better}");
    writeln!(out, "{}", row.trim_end())?;
    Ok(())
}

/// How well each side played, and how often it went wrong.
fn write_sums(
    tree: &GameTree,
    judgements: &[Judgement],
    out: &mut dyn Write,
) -> Result<(), CliError> {
    let accuracies = accuracy(judgements);
    for side in Side::BOTH {
        let Some(accuracy) = accuracies[side.index()] else { continue };
        let count = |glyph| {
            let of = |judged: &&Judgement| judged.side == side && judged.glyph == Some(glyph);
            judgements.iter().filter(of).count()
        };
        let name = tree.game().side_names()[side.index()];
        let counts = [Glyph::Dubious, Glyph::Mistake, Glyph::Blunder]
            .map(|glyph| format!("{} {}", count(glyph), glyph.sign()));
        writeln!(out, "{name} {accuracy:.1}% ({})", counts.join(", "))?;
    }
    Ok(())
}

/// A value for the first side, as short as it can be said.
fn shown(evaluation: Option<&Evaluation>) -> String {
    match evaluation {
        None => "-".to_owned(),
        Some(Evaluation::Mate(moves)) => format!("#{moves}"),
        Some(&Evaluation::Amount { amount, unit, exact }) => match unit {
            Unit::Pawns => format!("{amount:+.2}"),
            Unit::Discs if exact => format!("={amount:+}"),
            Unit::Discs | Unit::Points => format!("{amount:+.1}"),
            Unit::Chance => format!("{:.1}%", 100.0 * amount),
        },
    }
}

/// The first moves of a line, in the notation of the game.
fn moves(position: &AnyPosition, line: &Line) -> String {
    let mut at = position.clone();
    let mut text = |&mv: &Move| {
        let text = at.move_text(mv).ok()?;
        at.play(mv).ok()?;
        Some(text)
    };
    line.moves.iter().take(SHOWN).map_while(&mut text).collect::<Vec<_>>().join(" ")
}

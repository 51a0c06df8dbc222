//! `analyse`: engine analysis of recorded games.

use std::io::Write;
use std::ops::ControlFlow;
use std::path::Path;

use super::CliError;
use super::convert::{check_writable, read_games, write_games};
use super::tournament::player::parse_engine;
use crate::core::{Move, Side, excerpt};
use crate::engines::{EngineError, EngineSearch, ExternalEngine};
use crate::games::{AnyPosition, EngineInfo, ScoreUnit};
use crate::record::analysis::{
    AnalyseNode, AnalysisParams, Judgement, PositionAnalysis, Progress, PvLine, accuracy,
    analyse_line, analyse_line_by, annotate,
};
use crate::record::{Evaluation, GameTree, Glyph, InfoField, NodeId};
use crate::search::{Limits, StopFlag};

/// Moves printed of a principal variation, at most.
const MAX_SHOWN_MOVES: usize = 6;

/// The program that analyses instead of our own engine.
pub(super) struct Analyst<'a> {
    /// A protocol and a command, such as uci:stockfish.
    pub(super) text: &'a str,
    /// Its options, as NAME=VALUE.
    pub(super) options: &'a [String],
}

/// Analyses positions with another program, which is started once.
struct ExternalAnalyst {
    engine: ExternalEngine,
    /// The first failure.
    failure: Option<EngineError>,
}

impl Analyst<'_> {
    fn start(&self, tree: &GameTree) -> Result<ExternalAnalyst, CliError> {
        let settings = parse_engine(self.text, tree.game(), tree.options())?;
        let mut settings = settings.ok_or_else(|| {
            let reason = "expected a protocol (uci, ucci, gtp, pbrain, nboard) and a command";
            CliError::Failed(format!("\"{}\": {reason}", excerpt(self.text)))
        })?;
        for text in self.options {
            let Some((name, value)) = text.split_once('=') else {
                let reason = "expected NAME=VALUE";
                return Err(CliError::Failed(format!("\"{}\": {reason}", excerpt(text))));
            };
            settings.options.insert(name.trim().to_owned(), value.to_owned());
        }
        Ok(ExternalAnalyst { engine: ExternalEngine::start(&settings)?, failure: None })
    }
}

impl ExternalAnalyst {
    fn analyse(
        &mut self,
        tree: &GameTree,
        node: NodeId,
        (limits, lines): (Limits, usize),
        report: &mut dyn FnMut(&[EngineInfo]),
    ) -> Vec<EngineInfo> {
        if self.failure.is_some() {
            return Vec::new();
        }
        let search = EngineSearch::for_analysis(tree.sequence(node), limits.into(), lines);
        match self.engine.search(&search, &mut |update| report(&update.lines)) {
            Ok(reply) => reply.analysis.lines,
            Err(error) => {
                self.failure = Some(error);
                Vec::new()
            }
        }
    }
}

pub(super) fn run(
    from: &Path,
    to: Option<&Path>,
    analyst: Option<&Analyst>,
    params: &AnalysisParams,
    out: &mut dyn Write,
) -> Result<(), CliError> {
    // A bad output name is reported before the work is done.
    to.map_or(Ok(()), check_writable)?;
    let mut games = read_games(from, None)?;
    let many = games.len() > 1;
    for (number, tree) in games.iter_mut().enumerate() {
        if many {
            let name = |field| match tree.info().get(field) {
                "" => "?",
                name => name,
            };
            let (first, second) = (name(InfoField::FirstPlayer), name(InfoField::SecondPlayer));
            writeln!(out, "game {}: {first} - {second}", number + 1)?;
        }
        analyse_game(tree, analyst, params, out)?;
    }
    if let Some(to) = to {
        write_games(to, &games)?;
    }
    Ok(())
}

/// Analyses the main line of a game, annotates the tree and prints a table.
fn analyse_game(
    tree: &mut GameTree,
    analyst: Option<&Analyst>,
    params: &AnalysisParams,
    out: &mut dyn Write,
) -> Result<(), CliError> {
    let line: Vec<NodeId> = tree.main_line().collect();
    let never = StopFlag::new();
    let go_on = &mut |_: Progress<'_>| ControlFlow::Continue(());
    let analyses = match analyst {
        None => analyse_line(&mut *tree.game().engine(), tree, &line, params, &never, go_on),
        Some(analyst) => {
            let mut engine = analyst.start(tree)?;
            let mut analyse: Box<AnalyseNode<'_>> =
                Box::new(|tree, node, request, lines, report| {
                    engine.analyse(tree, node, (request.limits, lines), report)
                });
            let analyses = analyse_line_by(&mut analyse, tree, &line, params, &never, go_on);
            drop(analyse);
            if let Some(failure) = engine.failure {
                let text = format!("{}: {failure}", excerpt(analyst.text));
                return Err(CliError::Failed(text));
            }
            analyses
        }
    };
    let judgements = annotate(tree, &analyses);
    let texts: Vec<_> = line.iter().map(|&n| tree.action_text(n).unwrap_or_default()).collect();
    let width = texts.iter().map(|text| text.chars().count()).max().unwrap_or(0);
    for (analysis, text) in analyses.iter().zip(&texts) {
        if let Some(parent) = tree.parent(analysis.node) {
            let judged = judgements.iter().find(|judged| judged.node == analysis.node);
            let before = analyses.iter().find(|analysis| analysis.node == parent);
            write_move(tree, analysis, (text, width), judged, before, out)?;
        }
        if params.multi_pv > 1 {
            for line in &analysis.lines {
                let value = evaluation_text(line.evaluation.as_ref());
                writeln!(
                    out,
                    "{:8}{value:>8}  {}",
                    "",
                    moves_text(tree.position(analysis.node), line)
                )?;
            }
        }
    }
    write_accuracy(tree, &judgements, out)
}

/// Writes a row of the table: number, move, evaluation, loss, glyph, better
/// line.
fn write_move(
    tree: &GameTree,
    analysis: &PositionAnalysis,
    (text, width): (&str, usize),
    judged: Option<&Judgement>,
    before: Option<&PositionAnalysis>,
    out: &mut dyn Write,
) -> Result<(), CliError> {
    let loss = judged.map_or_else(|| "-".to_owned(), |j| format!("{:.1}%", 100.0 * j.loss));
    let sign = judged.and_then(|judged| judged.glyph).map_or("", Glyph::symbol);
    let best = before.filter(|_| !sign.is_empty()).and_then(|before| {
        let line = before.lines.first()?;
        Some(moves_text(tree.position(before.node), line))
    });
    let over = tree.position(analysis.node).outcome().filter(|outcome| outcome.score.is_none());
    let value = match over.map(|outcome| outcome.winner) {
        None => evaluation_text(analysis.evaluation.as_ref()),
        Some(None) => "1/2".to_owned(),
        Some(Some(Side::First)) => "1-0".to_owned(),
        Some(Some(Side::Second)) => "0-1".to_owned(),
    };
    let number = tree.ply(analysis.node);
    let better = best.unwrap_or_default();
    let row = format!("{number:>4} {text:<width$} {value:>8} {loss:>7} {sign:<2} {better}");
    writeln!(out, "{}", row.trim_end())?;
    Ok(())
}

/// Writes each side's accuracy and its number of mistakes by kind.
fn write_accuracy(
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
            .map(|glyph| format!("{} {}", count(glyph), glyph.symbol()));
        writeln!(out, "{name} {accuracy:.1}% ({})", counts.join(", "))?;
    }
    Ok(())
}

/// An evaluation from the first side's view, in short form.
fn evaluation_text(evaluation: Option<&Evaluation>) -> String {
    match evaluation {
        None => "-".to_owned(),
        Some(Evaluation::Mate(moves)) => format!("#{moves}"),
        Some(&Evaluation::Amount { amount, unit, exact }) => match unit {
            ScoreUnit::Pawns => format!("{amount:+.2}"),
            ScoreUnit::Discs if exact => format!("={amount:+}"),
            ScoreUnit::Discs | ScoreUnit::Points => format!("{amount:+.1}"),
            ScoreUnit::Chance => format!("{:.1}%", 100.0 * amount),
        },
    }
}

/// The first moves of a line, in the game's notation.
fn moves_text(position: &AnyPosition, line: &PvLine) -> String {
    let mut at = position.clone();
    let mut text = |&mv: &Move| {
        let text = at.move_text(mv).ok()?;
        at.play(mv).ok()?;
        Some(text)
    };
    line.moves.iter().take(MAX_SHOWN_MOVES).map_while(&mut text).collect::<Vec<_>>().join(" ")
}

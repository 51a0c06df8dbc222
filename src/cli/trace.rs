//! `trace`: lets an algorithm search a position, and prints what it did.

use std::io::Write;

use clap::Args;

use super::{CliError, find_game, start_position};
use crate::core::Move;
use crate::core::excerpt;
use crate::games::{Algorithm, AlgorithmTrace, AnyPosition, ToldValue, TraceRequest, ValueScale};
use crate::search::trace::{
    Bound, NodeEnd, NodeKind, Replay, SkipReason, TraceNode, UNTIL_THE_END,
};
use crate::search::{Limits, StopFlag};

/// Arguments of `trace`.
#[derive(Debug, Args)]
pub(super) struct TraceArgs {
    /// Name of the game.
    game: String,
    /// Options of the game in RON, such as '(size: 4)'.
    #[arg(long, default_value = "()")]
    options: String,
    /// Position to search instead of the start.
    // A board's text may begin with an empty square, "-".
    #[arg(long, allow_hyphen_values = true)]
    position: Option<String>,
    /// greedy, minimax, alpha-beta, ordering, table, deepening, full, uct, rave or evolution,
    /// as far as the game has them.
    #[arg(long, default_value = "alpha-beta")]
    algorithm: String,
    /// Plies to search.
    #[arg(long, default_value_t = 4, value_parser = clap::value_parser!(u32).range(1..=64))]
    depth: u32,
    /// Playouts of Monte-Carlo tree search.
    #[arg(long, default_value_t = 400, value_parser = clap::value_parser!(u32).range(1..=100_000))]
    playouts: u32,
    /// Generations of an evolution.
    #[arg(long, default_value_t = 12, value_parser = clap::value_parser!(u32).range(1..=1000))]
    generations: u32,
    /// Plies of the tree to print; 0 prints the counts alone.
    #[arg(long, default_value_t = 1)]
    tree: u16,
    /// Nodes to search at most.
    #[arg(long, default_value_t = 20_000_000, value_parser = clap::value_parser!(u64).range(1..))]
    nodes: u64,
    /// Seed of the random numbers.
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

pub(super) fn run(args: &TraceArgs, out: &mut dyn Write) -> Result<(), CliError> {
    let game = find_game(&args.game)?;
    let position = start_position(game, &args.options, args.position.as_deref())?;
    let mut engine = game.engine();
    let known = engine.algorithms(&position);
    let algorithm = Algorithm::find(&args.algorithm).filter(|found| known.contains(found));
    let Some(algorithm) = algorithm else {
        let known: Vec<_> = known.iter().map(|algorithm| algorithm.id()).collect();
        return Err(CliError::Algorithm {
            found: game.id().to_owned(),
            algorithm: excerpt(&args.algorithm).to_string(),
            known: known.join(", "),
        });
    };
    let request = TraceRequest {
        limits: Limits { depth: Some(args.depth), nodes: Some(args.nodes), ..Limits::default() },
        playouts: args.playouts,
        generations: args.generations,
        seed: args.seed,
        ..TraceRequest::new(algorithm, StopFlag::new())
    };
    let Some(trace) = engine.trace(&position, &request) else {
        return Err(CliError::Failed("there is no move to search in this position".to_owned()));
    };
    print_counts(&trace, &position, out)?;
    for (n, generation) in trace.tree.generations.iter().enumerate() {
        let fitness = generation.population.iter().map(|one| f64::from(one.fitness));
        let best = generation.population.first().map_or(0, |one| one.fitness);
        let mean = fitness.sum::<f64>() / generation.population.len().max(1) as f64;
        writeln!(out, "generation {}\tbest {best}\tmean {mean:.1}", n + 1)?;
    }
    let mut printer = Printer::new(&trace, args.tree);
    printer.print(0, &position, 0, out)
}

/// A line of moves as text.
fn line_text(position: &AnyPosition, line: &[Move]) -> String {
    let mut at = position.clone();
    let mut texts = Vec::new();
    for &mv in line {
        let Ok(text) = at.move_text(mv) else { break };
        texts.push(text);
        if at.play(mv).is_err() {
            break;
        }
    }
    texts.join(" ")
}

fn print_counts(
    trace: &AlgorithmTrace,
    position: &AnyPosition,
    out: &mut dyn Write,
) -> Result<(), CliError> {
    let totals = trace.tree.totals;
    writeln!(out, "algorithm\t{}", trace.algorithm.id())?;
    writeln!(out, "best\t{}", line_text(position, &trace.pv))?;
    if let Some(value) = trace.value {
        let text = if trace.algorithm.has_playouts() {
            format!("{:.1}%", f64::from(value) / 10.0)
        } else {
            value_text(value, trace.scale)
        };
        writeln!(out, "value\t{text}")?;
    }
    writeln!(out, "nodes\t{}", totals.nodes)?;
    writeln!(out, "searched\t{}", trace.nodes)?;
    writeln!(out, "cutoffs\t{}", totals.cutoffs)?;
    writeln!(out, "skipped\t{}", totals.skipped)?;
    writeln!(out, "table hits\t{}", totals.table_hits)?;
    writeln!(out, "evaluations\t{}", totals.evaluations)?;
    writeln!(out, "playouts\t{}", totals.playouts)?;
    let (recorded, cut) = (trace.tree.nodes.len(), trace.tree.is_cut_short);
    writeln!(out, "recorded\t{recorded}{}", if cut { " (the tree is cut short)" } else { "" })?;
    if let Some(evolved) = &trace.evolved {
        for (feature, weight) in evolved.features.iter().zip(&evolved.weights) {
            writeln!(out, "weight\t{feature}\t{weight:+.2}")?;
        }
        writeln!(out, "game\t{}", line_text(position, &evolved.game))?;
    }
    Ok(())
}

/// A value as text: `won` or `lost` with the ply, or a number in the game's unit.
fn value_text(value: i32, scale: ValueScale) -> String {
    match scale.tell(value) {
        ToldValue::Infinite => if value > 0 { "inf" } else { "-inf" }.to_owned(),
        ToldValue::Won(ply) => format!("won {ply}"),
        ToldValue::Lost(ply) => format!("lost {ply}"),
        ToldValue::Amount(amount) => format!("{amount:+.2}"),
    }
}

/// Prints a tree.
struct Printer<'a> {
    trace: &'a AlgorithmTrace,
    starts: Vec<u32>,
    children: Vec<u32>,
    plies: u16,
    /// The state at the end.
    replay: Replay,
}

impl<'a> Printer<'a> {
    fn new(trace: &'a AlgorithmTrace, plies: u16) -> Printer<'a> {
        let (starts, children) = trace.tree.children();
        let mut replay = Replay::new(&trace.tree);
        replay.go_to(&trace.tree, trace.tree.events.len());
        Printer { trace, starts, children, plies, replay }
    }

    /// Prints the nodes below one, each with its indent.
    fn print(
        &mut self,
        at: usize,
        position: &AnyPosition,
        indent: usize,
        out: &mut dyn Write,
    ) -> Result<(), CliError> {
        for n in self.starts[at]..self.starts[at + 1] {
            let child = self.children[n as usize];
            let node = &self.trace.tree.nodes[child as usize];
            if node.ply > self.plies || self.plies == 0 {
                continue;
            }
            let name = match (node.kind, node.mv) {
                (NodeKind::Iteration, _) => format!("depth {}", node.depth),
                (NodeKind::NullMove, _) => "null move".to_owned(),
                (NodeKind::Again | NodeKind::Root, _) => "again".to_owned(),
                (_, Some(mv)) => position.move_text(mv).unwrap_or_default(),
                (_, None) => "?".to_owned(),
            };
            writeln!(out, "{:indent$}{name}\t{}", "", self.describe(child, node))?;
            let mut next = position.clone();
            let is_known = node.mv.is_none_or(|mv| next.play(mv).is_ok());
            if is_known && !node.is_skipped() {
                self.print(child as usize, &next, indent + 2, out)?;
            }
        }
        Ok(())
    }

    /// The value of a node and how it was found.
    fn describe(&self, at: u32, node: &TraceNode<Move>) -> String {
        if let NodeKind::Skipped(reason) = node.kind {
            let parent = &self.trace.tree.nodes[node.parent as usize];
            return match reason {
                SkipReason::Cutoff => {
                    format!("cut by beta {}", value_text(parent.window.beta, self.trace.scale))
                }
                SkipReason::Pruned => "pruned".to_owned(),
            };
        }
        if self.trace.algorithm.has_playouts() {
            let stats = self.replay.stats();
            let visits = stats.visits.get(at as usize).copied().unwrap_or(0);
            return match stats.win_rate(at) {
                Some(rate) => format!("{visits} visits\t{:.1}%", 100.0 * rate),
                None => "0 visits".to_owned(),
            };
        }
        if node.left == UNTIL_THE_END {
            return "unfinished".to_owned();
        }
        let bound = match node.bound() {
            Bound::Exact => "=",
            Bound::Lower => ">=",
            Bound::Upper => "<=",
        };
        let end = match node.end {
            NodeEnd::Searched => "searched",
            NodeEnd::Cutoff => "cutoff",
            NodeEnd::Evaluated => "evaluated",
            NodeEnd::GameOver => "game over",
            NodeEnd::Table => "table",
            NodeEnd::Solved => "solved",
            NodeEnd::Futile => "futile",
            NodeEnd::NullMove => "null move",
            NodeEnd::Stopped => "stopped",
        };
        let text = |value| value_text(value, self.trace.scale);
        let (alpha, beta) = (text(node.window.alpha), text(node.window.beta));
        let depth = node.depth;
        format!("{bound} {}\t[{alpha}, {beta}]\tdepth {depth}\t{end}", text(node.value))
    }
}

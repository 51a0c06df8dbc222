//! Searches of a game that are watched step by step: the algorithms as they are taught, and
//! the full search of the engine, each with a trace of what it did.

use std::time::Duration;

use serde::{Deserialize, Serialize};

use super::Playable;
use crate::core::Move;
use crate::search::trace::{NodeKind, RecorderLimits, SearchTrace};
use crate::search::{INFINITE, Limits, Refinements, StopFlag};

/// An algorithm that can be watched.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Algorithm {
    /// Looks one ply ahead.
    Greedy,
    /// Plain minimax.
    Minimax,
    /// Plain alpha-beta.
    AlphaBeta,
    /// Alpha-beta with move ordering.
    Ordering,
    /// Alpha-beta with move ordering and a transposition table.
    Table,
    /// The same with iterative deepening.
    Deepening,
    /// The full search of the engine.
    Full,
    /// Monte-Carlo tree search by UCT.
    Uct,
    /// Monte-Carlo tree search with RAVE.
    Rave,
    /// Evolution of the weights of move features.
    Evolution,
}

impl Algorithm {
    /// All algorithms, in the order in which they are taught.
    pub const ALL: [Algorithm; 10] = [
        Algorithm::Greedy,
        Algorithm::Minimax,
        Algorithm::AlphaBeta,
        Algorithm::Ordering,
        Algorithm::Table,
        Algorithm::Deepening,
        Algorithm::Full,
        Algorithm::Uct,
        Algorithm::Rave,
        Algorithm::Evolution,
    ];

    /// Its name in commands, files and translation keys.
    #[must_use]
    pub const fn id(self) -> &'static str {
        match self {
            Algorithm::Greedy => "greedy",
            Algorithm::Minimax => "minimax",
            Algorithm::AlphaBeta => "alpha-beta",
            Algorithm::Ordering => "ordering",
            Algorithm::Table => "table",
            Algorithm::Deepening => "deepening",
            Algorithm::Full => "full",
            Algorithm::Uct => "uct",
            Algorithm::Rave => "rave",
            Algorithm::Evolution => "evolution",
        }
    }

    /// The algorithm with this id.
    #[must_use]
    pub fn find(id: &str) -> Option<Algorithm> {
        Algorithm::ALL.into_iter().find(|algorithm| algorithm.id() == id)
    }

    /// True for Monte-Carlo tree search, whose effort is a number of playouts.
    #[must_use]
    pub const fn has_playouts(self) -> bool {
        matches!(self, Algorithm::Uct | Algorithm::Rave)
    }

    /// True for a search to a depth, whose nodes have values and windows.
    #[must_use]
    pub const fn has_depth(self) -> bool {
        !self.has_playouts() && !matches!(self, Algorithm::Evolution)
    }

    /// The refinements of plain alpha-beta that it is; `None` if it is another algorithm.
    #[must_use]
    pub(super) fn refinements(self) -> Option<Refinements> {
        let plain = Refinements::default();
        Some(match self {
            Algorithm::AlphaBeta => plain,
            Algorithm::Ordering => Refinements { ordering: true, ..plain },
            Algorithm::Table => Refinements { ordering: true, table: true, ..plain },
            Algorithm::Deepening => Refinements { ordering: true, table: true, deepening: true },
            _ => return None,
        })
    }
}

/// A search to be watched.
#[derive(Clone, Debug)]
pub struct TraceRequest {
    /// The algorithm.
    pub algorithm: Algorithm,
    /// Bounds on the effort; the depth does not bound Monte-Carlo tree search.
    pub limits: Limits,
    /// Number of playouts of Monte-Carlo tree search, at least 1.
    pub playouts: u32,
    /// Number of generations of an evolution.
    pub generations: u32,
    /// Seed of random numbers.
    pub seed: u64,
    /// Bounds on what is recorded.
    pub recorder: RecorderLimits,
    /// Stops the search when raised.
    pub stop: StopFlag,
}

impl TraceRequest {
    /// A search by this algorithm that ends soon on small boards: four plies, 400 playouts or
    /// 12 generations, and 20 million nodes at most.
    #[must_use]
    pub fn new(algorithm: Algorithm, stop: StopFlag) -> TraceRequest {
        TraceRequest {
            algorithm,
            limits: Limits { depth: Some(4), nodes: Some(20_000_000), ..Limits::default() },
            playouts: 400,
            generations: 12,
            seed: 1,
            recorder: RecorderLimits::default(),
            stop,
        }
    }
}

/// The scale of the values of a trace.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ValueScale {
    /// One disc, pawn or the like, in the unit of values.
    pub unit: i32,
    /// Values from this one on are proved wins, and from its negative on proved losses.
    pub win: i32,
}

/// A value of a trace as it is told.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum ToldValue {
    /// Beyond every value: an open side of a window.
    Infinite,
    /// A proved win, with the number of the ply at which it is complete: counted from the root,
    /// or on boards of marks from the empty board.
    Won(i32),
    /// A proved loss, in the same way.
    Lost(i32),
    /// Discs, pawns or the like.
    Amount(f64),
}

impl ValueScale {
    /// The meaning of a value.
    #[must_use]
    pub fn tell(self, value: i32) -> ToldValue {
        // Games count the plies to a win down from a thousand above the least of them.
        let plies = self.win.saturating_add(1000) - value.abs();
        match value {
            _ if value.abs() >= INFINITE => ToldValue::Infinite,
            _ if value >= self.win => ToldValue::Won(plies),
            _ if value <= -self.win => ToldValue::Lost(plies),
            _ => ToldValue::Amount(f64::from(value) / f64::from(self.unit.max(1))),
        }
    }
}

/// Player that an evolution has bred.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct EvolvedPlayer {
    /// The weights of the fittest.
    pub weights: Vec<f32>,
    /// Translation keys of the features that they weigh.
    pub features: Vec<String>,
    /// A game of it against itself, from the position.
    pub game: Vec<Move>,
}

/// A watched search.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct AlgorithmTrace {
    /// The algorithm.
    pub algorithm: Algorithm,
    /// The recorded search.
    pub tree: SearchTrace<Move>,
    /// The principal variation, beginning with the best move; empty if none was found.
    pub pv: Vec<Move>,
    /// The value of the position for its side to move; of Monte-Carlo tree search the win
    /// rate in permille; `None` of an evolution.
    pub value: Option<i32>,
    /// The scale of values.
    pub scale: ValueScale,
    /// Positions that the search says it has searched; of Monte-Carlo tree search plies
    /// played, of an evolution positions evaluated.
    pub nodes: u64,
    /// Wall-clock time.
    pub elapsed: Duration,
    /// The player that was bred, of an evolution.
    pub evolved: Option<EvolvedPlayer>,
}

/// The trace in the moves of all games. A node after a move that the rules do not know, or
/// after a null move, has none, nor have the nodes below it.
pub(super) fn with_common_moves<P: Playable, Mv: Copy>(
    trace: SearchTrace<Mv>,
    position: &P,
    rules_move: impl Fn(Mv) -> P::Move,
) -> SearchTrace<Move> {
    let (starts, children) = trace.children();
    let mut converted: Vec<Option<Move>> = vec![None; trace.nodes.len()];
    let mut converter =
        Converter { trace: &trace, starts, children, rules_move, converted: &mut converted };
    converter.visit(0, &mut position.clone());
    let moves = converted.into_iter();
    SearchTrace {
        nodes: trace.nodes.into_iter().zip(moves).map(|(node, mv)| node.with_move(mv)).collect(),
        events: trace.events,
        generations: trace.generations,
        totals: trace.totals,
        is_cut_short: trace.is_cut_short,
    }
}

/// A trace whose moves are converted.
struct Converter<'a, Mv, F> {
    trace: &'a SearchTrace<Mv>,
    starts: Vec<u32>,
    children: Vec<u32>,
    rules_move: F,
    converted: &'a mut [Option<Move>],
}

impl<Mv: Copy, F> Converter<'_, Mv, F> {
    /// Converts the moves below a node.
    fn visit<P: Playable>(&mut self, at: usize, position: &mut P)
    where
        F: Fn(Mv) -> P::Move,
    {
        for n in self.starts[at]..self.starts[at + 1] {
            let child = self.children[n as usize] as usize;
            let node = &self.trace.nodes[child];
            let Some(mv) = node.mv else {
                if node.kind != NodeKind::NullMove {
                    self.visit(child, position);
                }
                continue;
            };
            let mv = (self.rules_move)(mv);
            if !position.is_legal(mv) {
                continue;
            }
            self.converted[child] = Some(position.to_move(mv));
            if !node.is_skipped() {
                let undo = position.play(mv);
                self.visit(child, position);
                position.undo(mv, undo);
            }
        }
    }
}

//! Computer players of any game behind one face.

use std::cmp::Ordering;
use std::time::Duration;

use serde::{Deserialize, Serialize};

use super::AnyPosition;
use crate::core::Move;
use crate::search::{Limits, Stop};

/// How well a computer player should play.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Strength {
    /// As a numbered level of the game, from 1 (weakest). Higher numbers
    /// than the game has mean its strongest level.
    Level(u8),
    /// As well as it can within the limits, for hints and analysis.
    Full,
}

/// A question to a computer player.
#[derive(Clone, Debug)]
pub struct Request {
    /// How well to play.
    pub strength: Strength,
    /// Bounds on the effort, on top of those of the level.
    pub limits: Limits,
    /// Seed of whatever the level leaves to chance. The same seed, position
    /// and limits without a time give the same answer.
    pub seed: u64,
    /// Ends the search early when raised.
    pub stop: Stop,
}

/// What a value is counted in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Unit {
    /// Difference of discs at the end of the game.
    Discs,
    /// Difference of points at the end of the game.
    Points,
    /// Material, one pawn being 1.
    Pawns,
    /// Chance to win, 0 to 1.
    Chance,
}

/// What a position is worth to the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Value {
    /// The worth, in `unit`.
    pub amount: f64,
    /// What it is counted in.
    pub unit: Unit,
    /// Whether it is proved rather than estimated.
    pub exact: bool,
    /// In games that are won at once and not by counting: in how many moves
    /// of the winner the game is won, negative if the side to move loses it.
    /// Never 0.
    pub mate: Option<i32>,
}

/// What [`Value::mate`] says of a win or loss this many plies away, where
/// the sides move in turn; the sign of `won` tells which.
pub(super) fn mate_in(plies: i32, won: i32) -> Option<i32> {
    Some((plies.max(1) + 1) / 2 * won.signum()).filter(|moves| *moves != 0)
}

/// A computer player's opinion of a position, final or on the way.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Thought {
    /// The move to play.
    pub best: Move,
    /// The play expected from both sides, beginning with `best`.
    pub line: Vec<Move>,
    /// What the position is worth, if the player has a measure.
    pub value: Option<Value>,
    /// Plies looked ahead.
    pub depth: u32,
    /// Positions looked at.
    pub nodes: u64,
    /// Time spent so far.
    pub elapsed: Duration,
}

/// How sure a value is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Certainty {
    /// It is proved.
    Exact,
    /// A search that skips what seems hopeless or won found it.
    Percent {
        /// How likely a search of the same depth that skips nothing would
        /// find the same, in percent, 0 to 99.
        chance: u8,
        /// Whether the search went to the end of the game.
        to_the_end: bool,
    },
    /// An estimate of which no more is known.
    Estimate,
}

/// What one legal move is worth.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct MoveScore {
    /// The move.
    pub mv: Move,
    /// Its worth to the side that plays it, if the player has a measure.
    pub value: Option<Value>,
    /// Plies looked ahead, counted from the position before the move.
    pub depth: u32,
    /// How sure the value is.
    pub certainty: Certainty,
}

impl MoveScore {
    /// What a thought says of its best move.
    fn of(thought: &Thought) -> MoveScore {
        let exact = thought.value.is_some_and(|value| value.exact);
        MoveScore {
            mv: thought.best,
            value: thought.value,
            depth: thought.depth,
            certainty: if exact { Certainty::Exact } else { Certainty::Estimate },
        }
    }
}

/// The most moves that are scored where a game has no way of its own to do
/// it.
const MOST_SCORED: usize = 24;

/// What every legal move is worth, or the best where there are very many, as
/// an analysis of so many lines finds it.
pub(super) fn scores_by_analysis<E: Engine + ?Sized>(
    engine: &mut E,
    position: &AnyPosition,
    request: &Request,
    report: &mut dyn FnMut(&[MoveScore]),
) -> Vec<MoveScore> {
    let lines = position.legal_moves().len().min(MOST_SCORED);
    let scores = |lines: &[Thought]| lines.iter().map(MoveScore::of).collect::<Vec<_>>();
    let found = engine.analyse(position, request, lines, &mut |lines| report(&scores(lines)));
    scores(&found)
}

/// [`Engine::outcome`] of a player that looks for the whole value.
pub(super) fn outcome_by_thinking<E: Engine + ?Sized>(
    player: &mut E,
    position: &AnyPosition,
    request: &Request,
) -> Option<Solved> {
    let request = Request { strength: Strength::Full, ..request.clone() };
    let thought = player.think(position, &request, &mut |_| ())?;
    let value = thought.value.filter(|value| value.exact)?;
    let even = if value.unit == Unit::Chance { 0.5 } else { 0.0 };
    Some(Solved {
        best: thought.best,
        outcome: value.amount.partial_cmp(&even)?,
        nodes: thought.nodes,
        elapsed: thought.elapsed,
    })
}

/// A computer player. It may keep what it learned from one question for the
/// next one, such as its transposition table.
pub trait Engine: Send {
    /// Thinks about a position and answers; `report` hears of progress.
    ///
    /// `None` means that there is nothing to choose: the game is over, or
    /// the position belongs to another game. When `request.stop` is raised
    /// the best move found so far is returned, within 10 ms.
    fn think(
        &mut self,
        position: &AnyPosition,
        request: &Request,
        report: &mut dyn FnMut(&Thought),
    ) -> Option<Thought>;

    /// The `lines` best moves as far as this player can tell, the best first,
    /// each with the play that is expected after it; the strength of the
    /// request does not matter. At least one line is looked for, and fewer
    /// are found where fewer moves are worth a look.
    ///
    /// `report` hears the whole list again and again as it grows better. Each
    /// thought counts the nodes of all lines together. Values never rise
    /// along the list, but in games played by playouts: there the moves come
    /// in the order in which the player prefers them.
    ///
    /// Empty where [`Engine::think`] is `None`. A decision that needs no
    /// search has one line. When `request.stop` is raised the list found so
    /// far is returned, within 10 ms. One line costs as much as `think` at
    /// full strength, and is the same.
    fn analyse(
        &mut self,
        position: &AnyPosition,
        request: &Request,
        lines: usize,
        report: &mut dyn FnMut(&[Thought]),
    ) -> Vec<Thought>;

    /// What the legal moves are worth, the best first, as far as this player
    /// can tell; the strength of the request does not matter. `report` hears
    /// the whole list again and again as it grows better, and moves may be
    /// known to different depths.
    ///
    /// Empty where [`Engine::think`] is `None`; moves that are not worth a
    /// look may be missing. When `request.stop` is raised the list found so
    /// far is returned, within 10 ms.
    fn scores(
        &mut self,
        position: &AnyPosition,
        request: &Request,
        report: &mut dyn FnMut(&[MoveScore]),
    ) -> Vec<MoveScore> {
        scores_by_analysis(self, position, request, report)
    }

    /// Who wins with best play of both, proved, which may take much less time
    /// than how high; the strength of the request does not matter.
    ///
    /// `None` where [`Engine::think`] is `None`, or where this player has no
    /// proof within the limits.
    fn outcome(&mut self, position: &AnyPosition, request: &Request) -> Option<Solved> {
        outcome_by_thinking(self, position, request)
    }
}

/// How a game ends with best play of both.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Solved {
    /// A best move.
    pub best: Move,
    /// `Greater` if the side to move wins, `Equal` for a draw.
    pub outcome: Ordering,
    /// Positions looked at.
    pub nodes: u64,
    /// Time spent.
    pub elapsed: Duration,
}

//! The engine interface of all games.

use std::cmp::Ordering;
use std::time::Duration;

use serde::{Deserialize, Serialize};

use super::AnyPosition;
use crate::core::Move;
use crate::search::{Limits, StopFlag};

/// Playing strength of an engine.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Strength {
    /// A level of the game, from 1 (weakest). Numbers above the last level
    /// mean the last.
    Level(u8),
    /// Full strength within the limits, for hints and analysis.
    Full,
}

/// A search request.
#[derive(Clone, Debug)]
pub struct EngineRequest {
    /// Playing strength.
    pub strength: Strength,
    /// Search limits, in addition to those of the level.
    pub limits: Limits,
    /// Random seed of the level. The same seed, position and limits without a
    /// time give the same result.
    pub seed: u64,
    /// Stops the search when raised.
    pub stop: StopFlag,
}

/// The unit of a score.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum ScoreUnit {
    /// Difference of discs at the end of the game.
    Discs,
    /// Difference of points at the end of the game.
    Points,
    /// Material, one pawn being 1.
    Pawns,
    /// Win rate, 0 to 1.
    Chance,
}

/// The score of a position, from the side to move's view.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Score {
    /// The score, in `unit`.
    pub amount: f64,
    /// The unit.
    pub unit: ScoreUnit,
    /// True if it is proved and not estimated.
    pub exact: bool,
    /// In games without counting: mate in this many moves of the winner,
    /// negative if the side to move is mated. Never 0.
    pub mate: Option<i32>,
}

/// The mate distance of a win or loss `plies` away, where the sides alternate;
/// `won` has its sign.
pub(super) fn mate_in(plies: i32, won: i32) -> Option<i32> {
    Some((plies.max(1) + 1) / 2 * won.signum()).filter(|moves| *moves != 0)
}

/// The result of a search, final or in progress (as UCI `info`).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct EngineInfo {
    /// The best move.
    pub best: Move,
    /// The principal variation, beginning with `best`.
    pub pv: Vec<Move>,
    /// The score of the position, if the engine has one.
    pub score: Option<Score>,
    /// Search depth, in plies.
    pub depth: u32,
    /// Positions searched.
    pub nodes: u64,
    /// Wall-clock time.
    pub elapsed: Duration,
}

impl EngineInfo {
    /// The result for a move that needed no search.
    pub(super) fn without_search(best: Move) -> EngineInfo {
        EngineInfo {
            best,
            pv: vec![best],
            score: None,
            depth: 0,
            nodes: 1,
            elapsed: Duration::ZERO,
        }
    }
}

/// Confidence in a score.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Certainty {
    /// Proved.
    Exact,
    /// Found by a selective search (multi-ProbCut).
    Percent {
        /// Probability that a full-width search of the same depth agrees, in
        /// percent, 0 to 99.
        chance: u8,
        /// True if the search went to the end of the game.
        to_the_end: bool,
    },
    /// An estimate of unknown confidence.
    Estimate,
}

/// The score of one legal move.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct MoveScore {
    /// The move.
    pub mv: Move,
    /// Its score for the side that plays it, if the engine has one.
    pub score: Option<Score>,
    /// Search depth in plies, from the position before the move.
    pub depth: u32,
    /// Confidence in the score.
    pub certainty: Certainty,
}

impl MoveScore {
    /// The score of the best move of a search.
    fn of(info: &EngineInfo) -> MoveScore {
        let exact = info.score.is_some_and(|value| value.exact);
        MoveScore {
            mv: info.best,
            score: info.score,
            depth: info.depth,
            certainty: if exact { Certainty::Exact } else { Certainty::Estimate },
        }
    }
}

/// Maximum number of moves scored by multi-PV analysis.
const MAX_SCORED_MOVES: usize = 24;

/// Default of [`Engine::scores`]: multi-PV analysis of as many lines as there
/// are legal moves, up to 24.
pub(super) fn scores_by_analysis<E: Engine + ?Sized>(
    engine: &mut E,
    position: &AnyPosition,
    request: &EngineRequest,
    report: &mut dyn FnMut(&[MoveScore]),
) -> Vec<MoveScore> {
    let lines = position.legal_moves().len().min(MAX_SCORED_MOVES);
    let scores = |lines: &[EngineInfo]| lines.iter().map(MoveScore::of).collect::<Vec<_>>();
    let found = engine.analyse(position, request, lines, &mut |lines| report(&scores(lines)));
    scores(&found)
}

/// Default of [`Engine::outcome`]: the sign of an exact score.
pub(super) fn outcome_by_search<E: Engine + ?Sized>(
    engine: &mut E,
    position: &AnyPosition,
    request: &EngineRequest,
) -> Option<SolveResult> {
    let request = EngineRequest { strength: Strength::Full, ..request.clone() };
    let info = engine.search(position, &request, &mut |_| ())?;
    let value = info.score.filter(|value| value.exact)?;
    let even = if value.unit == ScoreUnit::Chance { 0.5 } else { 0.0 };
    Some(SolveResult {
        best: info.best,
        outcome: value.amount.partial_cmp(&even)?,
        nodes: info.nodes,
        elapsed: info.elapsed,
    })
}

/// A game engine. It may keep state between searches, such as its
/// transposition table.
///
/// ```
/// use tianyuan::games::{EngineRequest, Options, Strength, registry};
/// use tianyuan::search::{Limits, StopFlag};
///
/// let chess = registry::find("chess").unwrap();
/// let position = chess.position(&Options::default(), "6k1/5ppp/8/8/8/8/8/K2R4 w - - 0 1")?;
/// let limits = Limits { nodes: Some(20_000), ..Limits::default() };
/// let request =
///     EngineRequest { strength: Strength::Full, limits, seed: 1, stop: StopFlag::new() };
/// let info = chess.engine().search(&position, &request, &mut |_| ()).unwrap();
/// assert_eq!(position.move_text(info.best).unwrap(), "Rd8#");
/// assert_eq!(info.score.unwrap().mate, Some(1));
/// # Ok::<(), tianyuan::games::SetupError>(())
/// ```
pub trait Engine: Send {
    /// Searches a position; `report` receives intermediate results.
    ///
    /// `None` if the game is over or the position belongs to another game.
    /// When `request.stop` is raised the best move found so far is returned,
    /// within 10 ms.
    fn search(
        &mut self,
        position: &AnyPosition,
        request: &EngineRequest,
        report: &mut dyn FnMut(&EngineInfo),
    ) -> Option<EngineInfo>;

    /// Multi-PV analysis: the `lines` best moves, best first, with their
    /// principal variations, at full strength. At least one line is searched;
    /// there are fewer lines where fewer moves are candidates.
    ///
    /// `report` receives the whole list whenever it improves. Each entry has
    /// the nodes of all lines together. Scores never rise along the list,
    /// except in games searched by MCTS, where moves are ordered by visits.
    ///
    /// Empty where [`Engine::search`] is `None`. A decision without a search
    /// has one line. When `request.stop` is raised the list found so far is
    /// returned, within 10 ms. With one line it equals `search` at full
    /// strength, in cost and result.
    fn analyse(
        &mut self,
        position: &AnyPosition,
        request: &EngineRequest,
        lines: usize,
        report: &mut dyn FnMut(&[EngineInfo]),
    ) -> Vec<EngineInfo>;

    /// Scores of the legal moves, best first, at full strength. `report`
    /// receives the whole list whenever it improves; depths may differ between
    /// moves.
    ///
    /// Empty where [`Engine::search`] is `None`; moves that are no candidates
    /// may be missing. When `request.stop` is raised the list found so far is
    /// returned, within 10 ms.
    fn scores(
        &mut self,
        position: &AnyPosition,
        request: &EngineRequest,
        report: &mut dyn FnMut(&[MoveScore]),
    ) -> Vec<MoveScore> {
        scores_by_analysis(self, position, request, report)
    }

    /// Proves who wins with best play, which may be much faster than the exact
    /// score.
    ///
    /// `None` where [`Engine::search`] is `None`, or where there is no proof
    /// within the limits.
    fn outcome(&mut self, position: &AnyPosition, request: &EngineRequest) -> Option<SolveResult> {
        outcome_by_search(self, position, request)
    }
}

/// The proved result of a position with best play (win, draw or loss).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SolveResult {
    /// A best move.
    pub best: Move,
    /// `Greater` if the side to move wins, `Equal` for a draw.
    pub outcome: Ordering,
    /// Positions searched.
    pub nodes: u64,
    /// Wall-clock time.
    pub elapsed: Duration,
}

//! The engine interface of all games.

use std::cmp::Ordering;
use std::time::Duration;

use serde::{Deserialize, Serialize};

use super::{Algorithm, AlgorithmTrace, AnyPosition, Playable, TraceRequest};
use crate::core::Move;
use crate::search::{Certainty, Limits, SearchResult, StopFlag};

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

impl EngineRequest {
    /// A search at full strength within these limits.
    #[must_use]
    pub fn full(limits: Limits, stop: StopFlag) -> EngineRequest {
        EngineRequest { strength: Strength::Full, limits, seed: 0, stop }
    }
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
    /// Confidence in it.
    pub certainty: Certainty,
    /// In games without counting: mate in this many moves of the winner,
    /// negative if the side to move is mated. Never 0.
    pub mate: Option<i32>,
}

impl Score {
    /// True if it is proved and not estimated.
    #[must_use]
    pub fn is_exact(&self) -> bool {
        self.certainty.is_exact()
    }

    /// The proved outcome: `Greater` if the side to move wins, `Equal` for a
    /// draw; `None` for an estimate.
    #[must_use]
    pub fn outcome(&self) -> Option<Ordering> {
        let even = if self.unit == ScoreUnit::Chance { 0.5 } else { 0.0 };
        if self.is_exact() { self.amount.partial_cmp(&even) } else { None }
    }
}

/// The mate distance of a win or loss `plies` away, where the sides alternate;
/// `won` has its sign.
pub(super) fn mate_in(plies: i32, won: i32) -> Option<i32> {
    Some((plies.max(1) + 1) / 2 * won.signum()).filter(|moves| *moves != 0)
}

/// The result of a search, final or in progress (as UCI `info`): a
/// [`SearchResult`] in terms of all games. Several lines of play, or the scores
/// of all moves, are a list of it, best first.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct EngineInfo {
    /// The best move; in a list of moves, the one that this entry is about.
    pub best: Move,
    /// The principal variation, beginning with `best`.
    pub pv: Vec<Move>,
    /// The score for the side to move, if the engine has one.
    pub score: Option<Score>,
    /// Search depth, in plies.
    pub depth: u32,
    /// Positions searched, for all moves of a list together.
    pub nodes: u64,
    /// Wall-clock time.
    pub elapsed: Duration,
    /// Plies of the longest line searched (`seldepth`); `None` if that is not counted.
    #[serde(default)]
    pub selective_depth: Option<u32>,
    /// Permille of the transposition table that this search has written; `None`
    /// without a table.
    #[serde(default)]
    pub table_fill: Option<u16>,
    /// Playouts or evaluations through the move, in Monte Carlo tree search.
    #[serde(default)]
    pub visits: Option<u32>,
    /// Expected lead of the side to move at the end, in points, of an engine that estimates it
    /// beside the chance to win.
    #[serde(default)]
    pub lead: Option<f64>,
}

impl EngineInfo {
    /// The result of a search of this position, whose moves are those of the
    /// rules after `rules_move`. A search may know less than the rules: the
    /// principal variation ends before its first illegal move.
    pub(super) fn new<P: Playable, Mv: Copy, V>(
        position: &P,
        found: &SearchResult<Mv, V>,
        rules_move: impl Fn(Mv) -> P::Move + Copy,
        score: Score,
    ) -> EngineInfo {
        EngineInfo {
            best: position.to_move(rules_move(found.best)),
            pv: common_line(position, &found.pv, rules_move),
            score: Some(score),
            depth: found.depth,
            nodes: found.nodes,
            elapsed: found.elapsed,
            selective_depth: found.selective_depth,
            table_fill: found.table_fill,
            visits: None,
            lead: None,
        }
    }

    /// Confidence in the score; an estimate where there is none.
    #[must_use]
    pub fn certainty(&self) -> Certainty {
        self.score.map_or(Certainty::Estimate, |score| score.certainty)
    }

    /// The result for a move that needed no search.
    #[must_use]
    pub fn without_search(best: Move) -> EngineInfo {
        EngineInfo {
            best,
            pv: vec![best],
            score: None,
            depth: 0,
            nodes: 1,
            elapsed: Duration::ZERO,
            selective_depth: None,
            table_fill: None,
            visits: None,
            lead: None,
        }
    }
}

/// The moves of a line from this position in the common type, up to the first that the rules
/// do not allow.
pub(super) fn common_line<P: Playable, Mv: Copy>(
    position: &P,
    line: &[Mv],
    rules_move: impl Fn(Mv) -> P::Move,
) -> Vec<Move> {
    let mut at = position.clone();
    let mut moves = Vec::with_capacity(line.len());
    for &mv in line {
        let mv = rules_move(mv);
        if !at.is_legal(mv) {
            break;
        }
        moves.push(at.to_move(mv));
        at.play(mv);
    }
    moves
}

/// Maximum number of moves scored by multi-PV analysis.
const MAX_SCORED_MOVES: usize = 24;

/// Default of [`Engine::scores`]: multi-PV analysis of as many lines as there
/// are legal moves, up to 24.
pub(super) fn scores_by_analysis<E: Engine + ?Sized>(
    engine: &mut E,
    position: &AnyPosition,
    request: &EngineRequest,
    report: &mut dyn FnMut(&[EngineInfo]),
) -> Vec<EngineInfo> {
    let lines = position.legal_moves().len().min(MAX_SCORED_MOVES);
    engine.analyse(position, request, lines, report)
}

/// Default of [`Engine::outcome`]: an exact score has a proved outcome.
pub(super) fn outcome_by_search<E: Engine + ?Sized>(
    engine: &mut E,
    position: &AnyPosition,
    request: &EngineRequest,
) -> Option<EngineInfo> {
    let request = EngineRequest { strength: Strength::Full, ..request.clone() };
    let info = engine.search(position, &request, &mut |_| ())?;
    info.score?.outcome().is_some().then_some(info)
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

    /// Like [`Engine::analyse`], of these moves alone (`searchmoves` of UCI). Moves
    /// that are not legal are left out; empty if none of them is a candidate.
    fn analyse_moves(
        &mut self,
        position: &AnyPosition,
        request: &EngineRequest,
        moves: &[Move],
        lines: usize,
        report: &mut dyn FnMut(&[EngineInfo]),
    ) -> Vec<EngineInfo> {
        let chosen = |infos: &[EngineInfo]| -> Vec<EngineInfo> {
            let of_moves = infos.iter().filter(|info| moves.contains(&info.best));
            of_moves.take(lines.max(1)).cloned().collect()
        };
        let all = position.legal_moves().len();
        let found = self.analyse(position, request, all, &mut |infos| report(&chosen(infos)));
        chosen(&found)
    }

    /// The algorithms by which [`Engine::trace`] can search a position, in the order in which
    /// they are taught. Empty if the position belongs to another game.
    fn algorithms(&self, _position: &AnyPosition) -> Vec<Algorithm> {
        Vec::new()
    }

    /// Searches a position by one of [`Engine::algorithms`] and records it.
    ///
    /// `None` if the game is over, if the algorithm is none of those, or where no stone is
    /// placed, as at a choice of colour.
    fn trace(
        &mut self,
        _position: &AnyPosition,
        _request: &TraceRequest,
    ) -> Option<AlgorithmTrace> {
        None
    }

    /// Default size of the transposition table in mebibytes; `None` if the engine has
    /// none whose size can be set.
    fn default_table_size(&self) -> Option<usize> {
        None
    }

    /// Sets the size of the transposition table in mebibytes, but for levels that
    /// search so little that a small one suffices. What was in it is lost.
    fn set_table_size(&mut self, _mebibytes: usize) {}

    /// Lets searches at full strength use what earlier ones found even where their
    /// limits count positions or plies, as in a game: their results then depend on
    /// what was searched before.
    fn keep_table(&mut self) {}

    /// Number of threads of a search at full strength that is bounded by time alone, if
    /// its game is searched by several; at first [`crate::search::thread_count`].
    fn set_threads(&mut self, _threads: usize) {}

    /// Claims the memory that searches at full strength need, which the first of them
    /// would otherwise wait for.
    fn prepare(&mut self) {}

    /// Lets searches at full strength also report scores that are bounds, of lines that a
    /// depth is not done with.
    fn report_bounds(&mut self) {}

    /// The legal moves with their scores, best first, at full strength. `report`
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
        report: &mut dyn FnMut(&[EngineInfo]),
    ) -> Vec<EngineInfo> {
        scores_by_analysis(self, position, request, report)
    }

    /// Proves who wins with best play, which may be much faster than the exact
    /// score: the result has a best move, and a score whose
    /// [outcome](Score::outcome) is proved, but not its amount.
    ///
    /// `None` where [`Engine::search`] is `None`, or where there is no proof
    /// within the limits.
    fn outcome(&mut self, position: &AnyPosition, request: &EngineRequest) -> Option<EngineInfo> {
        outcome_by_search(self, position, request)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_an_exact_score_has_an_outcome_and_an_even_chance_is_a_draw() {
        let outcome =
            |amount, unit, certainty| Score { amount, unit, certainty, mate: None }.outcome();
        let exact = Certainty::Exact;
        assert_eq!(outcome(0.5, ScoreUnit::Chance, exact), Some(Ordering::Equal));
        assert_eq!(outcome(0.0, ScoreUnit::Chance, exact), Some(Ordering::Less));
        assert_eq!(outcome(0.5, ScoreUnit::Discs, exact), Some(Ordering::Greater));
        assert_eq!(outcome(0.0, ScoreUnit::Pawns, exact), Some(Ordering::Equal));
        assert_eq!(outcome(64.0, ScoreUnit::Discs, Certainty::Estimate), None);
        let nearly = Certainty::Percent { chance: 99, to_the_end: true };
        assert_eq!(outcome(64.0, ScoreUnit::Discs, nearly), None);
    }
}

//! Requests to an engine and its answers, and the time that it has.

use std::time::Duration;

use web_time::Instant;

use crate::core::{Clock, Move, Side};
use crate::games::EngineInfo;
use crate::record::MoveSequence;
use crate::search::Limits;

/// Time beyond its limit after which an engine counts as hanging.
pub(super) const GRACE: Duration = Duration::from_secs(5);

/// Time beyond its limit after which an engine is told to stop.
const STOP_AFTER: Duration = Duration::from_millis(100);

/// Longest search without a limit of time.
pub(super) const MAX_UNTIMED: Duration = Duration::from_secs(600);

/// Bounds of a search. Without any it lasts until it is stopped.
#[derive(Clone, Copy, Debug, Default)]
pub struct EngineLimits {
    /// Depth, nodes and time for this move.
    pub search: Limits,
    /// The clocks of the game, whose running time the engine divides itself.
    pub clock: Option<Clock>,
}

impl EngineLimits {
    /// A time for the move.
    #[must_use]
    pub fn time(time: Duration) -> EngineLimits {
        EngineLimits::from(Limits { time: Some(time), ..Limits::default() })
    }

    /// A number of positions.
    #[must_use]
    pub fn nodes(nodes: u64) -> EngineLimits {
        EngineLimits::from(Limits { nodes: Some(nodes), ..Limits::default() })
    }

    /// The time that a side has for this move at most; `None` without a limit.
    #[must_use]
    pub fn time_for(&self, side: Side) -> Option<Duration> {
        let clock = self.clock.and_then(|clock| clock.time_left(side));
        self.search.time.into_iter().chain(clock).min()
    }

    /// True if nothing but a stop ends the search.
    #[must_use]
    pub fn is_infinite(&self, side: Side) -> bool {
        let Limits { depth, nodes, .. } = self.search;
        depth.is_none() && nodes.is_none() && self.time_for(side).is_none()
    }
}

impl From<Limits> for EngineLimits {
    fn from(search: Limits) -> EngineLimits {
        EngineLimits { search, clock: None }
    }
}

/// Purpose of a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SearchPurpose {
    /// A move that will be played.
    Move,
    /// Lines with their scores, as many as this where the engine can.
    Analysis {
        /// Number of principal variations.
        multi_pv: usize,
    },
}

/// A search that is asked of an engine.
#[derive(Clone, Debug)]
pub struct EngineSearch {
    /// The game so far.
    pub sequence: MoveSequence,
    /// The bounds.
    pub limits: EngineLimits,
    /// The purpose.
    pub purpose: SearchPurpose,
    /// Time beyond the limits after which the engine counts as hanging.
    pub grace: Duration,
}

impl EngineSearch {
    /// A search for a move that will be played.
    #[must_use]
    pub fn for_move(sequence: MoveSequence, limits: EngineLimits) -> EngineSearch {
        EngineSearch { sequence, limits, purpose: SearchPurpose::Move, grace: GRACE }
    }

    /// An analysis with this number of principal variations.
    #[must_use]
    pub fn for_analysis(
        sequence: MoveSequence,
        limits: EngineLimits,
        multi_pv: usize,
    ) -> EngineSearch {
        let purpose = SearchPurpose::Analysis { multi_pv };
        EngineSearch { sequence, limits, purpose, grace: GRACE }
    }
}

/// Action of an engine in a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EngineAction {
    /// It plays a legal move.
    Move(Move),
    /// It gives the game up.
    Resign,
}

/// The result of a search so far.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct AnalysisUpdate {
    /// The principal variations, best first, with scores from the side to move's view.
    pub lines: Vec<EngineInfo>,
    /// Expected owner of each point, 1 for the first side to -1 for the second, by rank from
    /// the first, then by file; `None` from engines that do not say it.
    pub ownership: Option<Vec<f32>>,
}

/// The answer to a search.
#[derive(Clone, Debug, PartialEq)]
pub struct EngineReply {
    /// Action of the engine; in an analysis, its best move.
    pub action: EngineAction,
    /// Its last lines; none from engines that only say a move.
    pub analysis: AnalysisUpdate,
    /// Time from the question to the answer.
    pub elapsed: Duration,
}

impl EngineReply {
    /// A move with what the engine says of it.
    pub(super) fn of_move(info: EngineInfo) -> EngineReply {
        let (action, elapsed) = (EngineAction::Move(info.best), info.elapsed);
        let analysis = AnalysisUpdate { lines: vec![info], ownership: None };
        EngineReply { action, analysis, elapsed }
    }
}

/// Consequence that is due when the time of a search runs out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Due {
    /// The engine is to be told to stop.
    Stop,
    /// The engine hangs; it had this time.
    Hang(Duration),
}

/// The times of a search that runs.
pub(super) struct SearchWatch {
    started: Instant,
    /// When it is to be stopped, until it has been.
    stop_at: Option<Instant>,
    /// When it counts as hanging; `None` until it is stopped.
    hang_at: Option<Instant>,
    grace: Duration,
}

impl SearchWatch {
    /// The times of a search of this side that begins now. An analysis is stopped when its
    /// time is over, a search for a move a little later, as it may well end by itself.
    pub(super) fn start(limits: &EngineLimits, side: Side, grace: Duration) -> SearchWatch {
        let started = Instant::now();
        let allowed = match limits.time_for(side) {
            Some(time) => Some(time),
            None if limits.is_infinite(side) => None,
            None => Some(MAX_UNTIMED),
        };
        SearchWatch {
            started,
            stop_at: allowed.map(|time| started + time + STOP_AFTER),
            hang_at: allowed.map(|time| started + time + grace.max(STOP_AFTER)),
            grace,
        }
    }

    /// The moment at which something is due.
    pub(super) fn next(&self) -> Option<Instant> {
        self.stop_at.into_iter().chain(self.hang_at).min()
    }

    /// The consequence that is due now that the moment has come.
    pub(super) fn due(&mut self) -> Due {
        match self.hang_at {
            Some(at) if self.stop_at.is_none_or(|stop| at < stop) => Due::Hang(at - self.started),
            _ => Due::Stop,
        }
    }

    /// Notes that the engine was told to stop.
    pub(super) fn stopped(&mut self) {
        let end = Instant::now() + self.grace;
        self.stop_at = None;
        self.hang_at = Some(self.hang_at.map_or(end, |at| at.min(end)));
    }

    pub(super) fn elapsed(&self) -> Duration {
        self.started.elapsed()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::core::TimeControl;

    const fn ms(milliseconds: u64) -> Duration {
        Duration::from_millis(milliseconds)
    }

    #[test]
    fn the_shorter_of_clock_and_time_for_the_move_counts() {
        let clock = Clock::new(TimeControl::SuddenDeath { main: ms(800) });
        let mut limits = EngineLimits { clock: Some(clock), ..EngineLimits::time(ms(900)) };
        assert_eq!(limits.time_for(Side::First), Some(ms(800)));
        limits.search.time = Some(ms(100));
        assert_eq!(limits.time_for(Side::Second), Some(ms(100)));
        assert!(EngineLimits::default().is_infinite(Side::First));
        assert!(!EngineLimits::nodes(5).is_infinite(Side::First));
    }

    #[test]
    fn a_search_is_stopped_and_then_hangs() {
        let mut watch = SearchWatch::start(&EngineLimits::time(ms(10)), Side::First, ms(1000));
        assert_eq!(watch.due(), Due::Stop);
        watch.stopped();
        assert!(matches!(watch.due(), Due::Hang(time) if time >= ms(10) && time <= ms(1010)));
        let mut endless = SearchWatch::start(&EngineLimits::default(), Side::First, ms(1000));
        assert_eq!(endless.next(), None);
        endless.stopped();
        assert!(matches!(endless.due(), Due::Hang(_)));
    }
}

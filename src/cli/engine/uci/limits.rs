//! The parameters of `go`.

use std::time::Duration;

use crate::core::{Move, Side, excerpt};
use crate::search::{Limits, elastic_limits};

/// The longest time that is read, in milliseconds: a year.
const MAX_TIME: f64 = 366.0 * 86_400_000.0;

/// Moves that the time left has to last for, where the GUI does not say, and at most.
const MOVES_TO_GO: u32 = 18;
const MAX_MOVES_TO_GO: u32 = 30;

/// The parameters of `go`.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct GoParameters {
    pub(super) search_moves: Vec<Move>,
    pub(super) ponder: bool,
    pub(super) infinite: bool,
    pub(super) depth: Option<u32>,
    pub(super) nodes: Option<u64>,
    /// A mate in at most so many moves ends the search.
    pub(super) mate: Option<i32>,
    move_time: Option<Duration>,
    /// Time left to both sides, and what each move adds.
    time: [Option<Duration>; 2],
    increment: [Duration; 2],
    /// The same for the side to move, as UCCI has it.
    own_time: Option<Duration>,
    own_increment: Duration,
    moves_to_go: Option<u32>,
}

/// Limits of a search.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct SearchPlan {
    pub(super) limits: Limits,
    /// True if it goes on until a stop.
    pub(super) is_endless: bool,
}

/// The words that begin a parameter.
const KEYWORDS: [&str; 21] = [
    "searchmoves",
    "ponder",
    "wtime",
    "btime",
    "winc",
    "binc",
    "movestogo",
    "depth",
    "nodes",
    "mate",
    "movetime",
    "infinite",
    "time",
    "increment",
    "opptime",
    "oppmovestogo",
    "oppincrement",
    "draw",
    "rtime",
    "rinc",
    "starttime",
];

impl GoParameters {
    /// A search that ends at once.
    pub(super) fn shortest() -> GoParameters {
        GoParameters { depth: Some(1), ..GoParameters::default() }
    }

    /// Reads the words after `go`, with times in units of so many milliseconds.
    ///
    /// # Errors
    /// The first parameter that is wrong.
    pub(super) fn parse(
        words: &[&str],
        unit: u32,
        read_move: impl Fn(&str) -> Option<Move>,
    ) -> Result<GoParameters, String> {
        let mut found = GoParameters::default();
        let mut words = words.iter().copied().peekable();
        while let Some(name) = words.next() {
            match name {
                "searchmoves" => {
                    while let Some(text) = words.next_if(|word| !KEYWORDS.contains(word)) {
                        let mv = read_move(text);
                        let wrong = || format!("searchmoves: {} is not legal", excerpt(text));
                        found.search_moves.push(mv.ok_or_else(wrong)?);
                    }
                    continue;
                }
                "ponder" => found.ponder = true,
                "infinite" => found.infinite = true,
                "draw" => {}
                _ if KEYWORDS.contains(&name) => {
                    let value = words.next().unwrap_or_default();
                    found.set(name, value, unit)?;
                }
                _ => return Err(format!("go has no parameter {}", excerpt(name))),
            }
        }
        Ok(found)
    }

    fn set(&mut self, name: &str, value: &str, unit: u32) -> Result<(), String> {
        let wrong = || format!("go {name} has no value \"{}\"", excerpt(value));
        if name == "depth" && value == "infinite" {
            self.infinite = true;
            return Ok(());
        }
        let number: f64 = value.parse().ok().filter(|n: &f64| n.is_finite()).ok_or_else(wrong)?;
        let count = number.clamp(0.0, f64::from(u32::MAX));
        // A clock that has run out may be told as a negative time.
        let time = Duration::from_millis((number * f64::from(unit)).clamp(0.0, MAX_TIME) as u64);
        match name {
            "depth" => self.depth = Some((count as u32).max(1)),
            "nodes" => self.nodes = Some((number.max(1.0)) as u64),
            "mate" => self.mate = Some((count as u32).clamp(1, 1000) as i32),
            "movestogo" => self.moves_to_go = Some((count as u32).max(1)),
            "movetime" => self.move_time = Some(time),
            "wtime" | "rtime" => self.time[0] = Some(time),
            "btime" => self.time[1] = Some(time),
            "winc" | "rinc" => self.increment[0] = time,
            "binc" => self.increment[1] = time,
            "time" => self.own_time = Some(time),
            "increment" => self.own_increment = time,
            _ => {}
        }
        Ok(())
    }

    /// The limits for this side, which loses `overhead` on the way of its move.
    pub(super) fn plan(&self, side: Side, overhead: Duration) -> SearchPlan {
        let index = side.index();
        let left = self.own_time.or(self.time[index]);
        let increment = self.own_increment.max(self.increment[index]);
        let by_clock = left.map(|left| {
            let most = left.saturating_sub(overhead) / 10 * 9;
            elastic_limits(self.share(left, increment, most), most)
        });
        let asked = Limits {
            depth: self.depth,
            nodes: self.nodes,
            time: self.move_time,
            ..Limits::default()
        };
        SearchPlan { limits: asked.and(by_clock.unwrap_or_default()), is_endless: self.infinite }
    }

    /// The share of the time left to aim for, within `most`.
    fn share(&self, left: Duration, increment: Duration, most: Duration) -> Duration {
        let moves = self.moves_to_go.unwrap_or(MOVES_TO_GO).min(MAX_MOVES_TO_GO);
        let wanted = (left / moves).saturating_add(increment / 5 * 4);
        wanted.min(most).max(Duration::from_millis(1))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(text: &str) -> Result<GoParameters, String> {
        GoParameters::parse(&text.split(' ').collect::<Vec<_>>(), 1, |_| None)
    }

    #[test]
    fn limits_are_read_in_any_order() {
        let found = parse("btime 2000 wtime 60000 winc 500 depth 9 nodes 7 movestogo 4").unwrap();
        let plan = found.plan(Side::First, Duration::ZERO);
        assert_eq!(plan.limits.time, Some(Duration::from_millis(15_400)));
        assert_eq!((plan.limits.depth, plan.limits.nodes), (Some(9), Some(7)));
        let black = found.plan(Side::Second, Duration::from_millis(100)).limits.time;
        assert_eq!(black, Some(Duration::from_millis(500)));
        assert!(parse("infinite").unwrap().plan(Side::First, Duration::ZERO).is_endless);
    }

    #[test]
    fn time_is_never_lost_however_little_is_left() {
        let overhead = Duration::from_millis(50);
        for left in [-20, 0, 1, 10, 49, 51, 100, 1000] {
            for rest in ["", " winc 5000", " movestogo 1", " winc 9000 movestogo 1"] {
                let found = parse(&format!("wtime {left}{rest}")).unwrap();
                let time = found.plan(Side::First, overhead).limits.time.unwrap();
                let most = u64::try_from(left).unwrap_or(0).saturating_sub(50).max(1);
                assert!(time <= Duration::from_millis(most), "{left}{rest}: {time:?}");
            }
        }
    }

    #[test]
    fn what_cannot_be_read_is_named() {
        for text in [
            "depth",
            "depth many",
            "nodes x",
            "sideways",
            "perft 3",
            "wtime NaN",
            "searchmoves e2e4",
        ] {
            assert!(parse(text).is_err(), "{text}");
        }
        assert_eq!(parse("mate 99999999999").unwrap().mate, Some(1000));
    }
}

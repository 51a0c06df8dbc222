//! The lines in which engines that know Yixin Board tell of their search.
//!
//! After `YXSHOWINFO` and `INFO show_detail 2` Rapfi says `INFO DEPTH 5`, `INFO WINRATE 0.56`
//! and so on, one fact a line, with `INFO PV DONE` at the end of each line of play.

use std::time::Duration;

use crate::core::{Move, Point};
use crate::games::{AnyPosition, EngineInfo, Score, ScoreUnit};
use crate::search::Certainty;

/// Most lines of play and moves of one that are read.
const MAX_LINES: usize = 100;
const MAX_PV: usize = 100;

/// Facts about a line of play, as far as they were told.
#[derive(Clone, Debug, Default, PartialEq)]
struct Facts {
    rank: usize,
    depth: u32,
    selective_depth: Option<u32>,
    nodes: u64,
    chance: Option<f64>,
    mate: Option<i32>,
    points: Vec<String>,
}

/// The lines of play of a search, best first.
#[derive(Debug, Default)]
pub(super) struct DetailReader {
    facts: Facts,
    lines: Vec<EngineInfo>,
}

impl DetailReader {
    /// Reads a line. Returns true once another line of play is known.
    pub(super) fn read(
        &mut self,
        text: &str,
        position: &AnyPosition,
        elapsed: Duration,
        read_point: impl Fn(&str) -> Option<Point>,
    ) -> bool {
        let Some(rest) = text.strip_prefix("INFO ") else { return false };
        let (name, value) = rest.split_once(' ').unwrap_or((rest, ""));
        let (value, facts) = (value.trim(), &mut self.facts);
        match name {
            "PV" if value == "DONE" => {
                let facts = std::mem::take(facts);
                return self.add(&facts, position, elapsed, read_point);
            }
            "PV" => *facts = Facts { rank: value.parse().unwrap_or(0), ..Facts::default() },
            "DEPTH" => facts.depth = value.parse().unwrap_or(0),
            "SELDEPTH" => facts.selective_depth = value.parse().ok(),
            "TOTALNODES" => facts.nodes = value.parse().unwrap_or(0),
            "WINRATE" => facts.chance = value.parse().ok().filter(|n| (0.0..=1.0).contains(n)),
            // Otherwise in units of the engine's own.
            "EVAL" => facts.mate = read_mate(value),
            "BESTLINE" => {
                facts.points = value.split_whitespace().take(MAX_PV).map(str::to_owned).collect();
            }
            _ => {}
        }
        false
    }

    /// The lines of play, best first.
    pub(super) fn lines(&self) -> &[EngineInfo] {
        &self.lines
    }

    fn add(
        &mut self,
        facts: &Facts,
        position: &AnyPosition,
        elapsed: Duration,
        read_point: impl Fn(&str) -> Option<Point>,
    ) -> bool {
        let mut at = position.clone();
        let mut pv = Vec::new();
        for mv in facts.points.iter().map_while(|text| read_point(text)).map(Move::Place) {
            if at.play(mv).is_err() {
                break;
            }
            pv.push(mv);
        }
        let Some(&best) = pv.first() else { return false };
        if facts.rank >= MAX_LINES {
            return false;
        }
        let (unit, certainty, mate) = (ScoreUnit::Chance, Certainty::Estimate, facts.mate);
        let score = facts.chance.map(|amount| Score { amount, unit, certainty, mate });
        let info = EngineInfo {
            pv,
            score,
            depth: facts.depth,
            selective_depth: facts.selective_depth,
            nodes: facts.nodes,
            elapsed,
            ..EngineInfo::without_search(best)
        };
        // The lines of a depth follow each other from the best.
        self.lines.truncate(facts.rank);
        self.lines.push(info);
        true
    }
}

/// Reads `+M5` or `-M4`, a mate in so many plies, as one in moves of the winner.
fn read_mate(text: &str) -> Option<i32> {
    let (sign, rest) = match text.split_at_checked(1)? {
        ("+", rest) => (1, rest),
        ("-", rest) => (-1, rest),
        _ => return None,
    };
    let plies: i32 = rest.strip_prefix('M')?.parse().ok()?;
    Some(sign * (plies.clamp(0, 10_000) + 1) / 2).filter(|mate| *mate != 0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::{Options, registry};

    fn point(text: &str) -> Option<Point> {
        let (x, y) = text.split_once(',')?;
        Some(Point::new(x.parse().ok()?, y.parse().ok()?))
    }

    fn lines(text: &str) -> (usize, DetailReader) {
        let start = registry::find("gomoku").unwrap().start(&Options::default()).unwrap();
        let mut reader = DetailReader::default();
        let is_new = |line: &&str| reader.read(line, &start, Duration::ZERO, point);
        let count = text.lines().filter(is_new).count();
        (count, reader)
    }

    /// Output of a search by Rapfi 0.43.02.
    const TOLD: &str = "MESSAGE OptiTime 243ms | MaxTime 270ms\nINFO PV 0\nINFO NUMPV 1\n\
        INFO DEPTH 5\nINFO SELDEPTH 6\nINFO NODES 32\nINFO TOTALNODES 199\nINFO TOTALTIME 0\n\
        INFO SPEED 199000\nINFO EVAL 137\nINFO WINRATE 0.664854\nINFO BESTLINE 9,7 8,7 8,6\n\
        INFO PV DONE\nMESSAGE Depth 5-6 | Eval 137 | Time 0ms | J8 I8 I7\n";

    #[test]
    fn a_line_of_play_is_read_with_its_depth_nodes_and_chance() {
        let (count, reader) = lines(TOLD);
        let info = &reader.lines()[0];
        assert_eq!((count, reader.lines().len(), info.pv.len()), (1, 1, 3));
        assert_eq!((info.depth, info.selective_depth, info.nodes), (5, Some(6), 199));
        assert_eq!(info.score.map(|score| score.amount), Some(0.664_854));
    }

    #[test]
    fn several_lines_are_kept_in_their_order_and_replaced_by_those_of_the_next_depth() {
        let line = |rank: usize, point: &str| {
            format!("INFO PV {rank}\nINFO WINRATE 0.5\nINFO BESTLINE {point}\nINFO PV DONE\n")
        };
        let text = format!("{}{}{}", line(0, "7,7"), line(1, "8,8"), line(2, "9,9"));
        assert_eq!(lines(&text).1.lines().len(), 3);
        let (count, reader) = lines(&format!("{text}{}", line(0, "8,8")));
        assert_eq!((count, reader.lines().len()), (4, 1));
        assert_eq!(reader.lines()[0].best, Move::Place(Point::new(8, 8)));
    }

    #[test]
    fn a_mate_is_counted_in_moves_and_nonsense_is_left_out() {
        assert_eq!(["+M5", "-M4", "+M1"].map(read_mate), [Some(3), Some(-2), Some(1)]);
        assert_eq!(["137", "M5", "+Mx", "", "+"].map(read_mate), [None; 5]);
        for text in [
            "INFO PV DONE",
            "INFO BESTLINE 99,99\nINFO PV DONE",
            "INFO PV 4000000\nINFO BESTLINE 7,7\nINFO PV DONE",
            "INFO",
        ] {
            assert_eq!(lines(text).0, 0, "{text}");
        }
    }
}

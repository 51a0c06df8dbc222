//! The lines `info` of UCI and UCCI.

use std::time::Duration;

use super::search::AnalysisUpdate;
use super::uci::MoveStyle;
use crate::games::{AnyPosition, EngineInfo, Score, ScoreUnit};
use crate::search::Certainty;

/// Most moves that are read of a line.
const MAX_PV: usize = 200;

/// Most lines of an analysis.
const MAX_LINES: usize = 500;

/// The value in pawns that stands for a mate.
const MATE_PAWNS: f64 = 320.0;

/// Reader of the lines `info` of a search, with the result so far.
pub(super) struct InfoLines<'a> {
    position: &'a AnyPosition,
    style: MoveStyle,
    update: AnalysisUpdate,
}

/// The words of one line.
#[derive(Default)]
struct Info<'a> {
    depth: u32,
    multi_pv: usize,
    score: Option<Score>,
    is_bound: bool,
    selective_depth: Option<u32>,
    table_fill: Option<u16>,
    nodes: u64,
    time: Duration,
    pv: Vec<&'a str>,
}

/// A score in centipawns.
fn pawns(centipawns: i64) -> Score {
    Score {
        amount: centipawns as f64 / 100.0,
        unit: ScoreUnit::Pawns,
        certainty: Certainty::Estimate,
        mate: None,
    }
}

/// A mate in this many moves of the winner; none for 0, which no position with moves has.
fn mate(moves: i32) -> Option<Score> {
    (moves != 0).then(|| Score {
        amount: MATE_PAWNS * f64::from(moves.signum()),
        unit: ScoreUnit::Pawns,
        certainty: Certainty::Exact,
        mate: Some(moves),
    })
}

impl<'a> Info<'a> {
    fn parse(text: &'a str) -> Info<'a> {
        let mut info = Info { multi_pv: 1, ..Info::default() };
        let mut words = text.split_whitespace().peekable();
        fn number<T: std::str::FromStr>(word: Option<&str>) -> Option<T> {
            word.and_then(|word| word.parse().ok())
        }
        while let Some(word) = words.next() {
            match word {
                "depth" => info.depth = number(words.next()).unwrap_or(0),
                "multipv" => info.multi_pv = number(words.next()).unwrap_or(0),
                "nodes" => info.nodes = number(words.next()).unwrap_or(0),
                "seldepth" => info.selective_depth = number(words.next()),
                "hashfull" => info.table_fill = number(words.next()),
                "time" => info.time = Duration::from_millis(number(words.next()).unwrap_or(0)),
                "score" => {
                    info.score = match words.next() {
                        Some("cp") => number(words.next()).map(pawns),
                        Some("mate") => number(words.next()).and_then(mate),
                        // UCCI has no word before the number.
                        other => number(other).map(pawns),
                    };
                }
                "lowerbound" | "upperbound" => info.is_bound = true,
                "pv" => {
                    info.pv = words.by_ref().take(MAX_PV).collect();
                    break;
                }
                // Free text to the end of the line.
                "string" => break,
                _ => {}
            }
        }
        info
    }
}

impl<'a> InfoLines<'a> {
    pub(super) fn new(position: &'a AnyPosition, style: MoveStyle) -> InfoLines<'a> {
        InfoLines { position, style, update: AnalysisUpdate::default() }
    }

    /// Reads what follows `info`; true if it says more of a line of play.
    pub(super) fn read(&mut self, text: &str) -> bool {
        let info = Info::parse(text);
        let lines = &mut self.update.lines;
        let place = info.multi_pv.wrapping_sub(1);
        if info.is_bound || info.pv.is_empty() || place > lines.len() || place >= MAX_LINES {
            return false;
        }
        let mut at = self.position.clone();
        let mut pv = Vec::new();
        for word in info.pv {
            let Ok(mv) = self.style.read(&at, word) else { break };
            if at.play(mv).is_err() {
                break;
            }
            pv.push(mv);
        }
        let Some(&best) = pv.first() else { return false };
        let Info { score, depth, selective_depth, table_fill, nodes, time: elapsed, .. } = info;
        let info = EngineInfo {
            best,
            pv,
            score,
            depth,
            nodes,
            elapsed,
            selective_depth,
            table_fill,
            visits: None,
            lead: None,
        };
        match lines.get_mut(place) {
            Some(line) => *line = info,
            None => lines.push(info),
        }
        true
    }

    pub(super) fn update(&self) -> &AnalysisUpdate {
        &self.update
    }

    pub(super) fn into_update(self) -> AnalysisUpdate {
        self.update
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::{Options, registry};

    fn read(text: &str) -> (bool, AnalysisUpdate) {
        let position = registry::find("chess").unwrap().start(&Options::default()).unwrap();
        let mut lines = InfoLines::new(&position, MoveStyle::default());
        (lines.read(text), lines.into_update())
    }

    #[test]
    fn a_line_of_play_is_read_up_to_its_first_illegal_move() {
        let text = "depth 12 seldepth 18 multipv 1 score cp 34 nodes 1000 nps 5 time 7 pv e2e4 e7e5 e1e3 g8f6";
        let (told, update) = read(text);
        assert!(told);
        let line = &update.lines[0];
        assert_eq!((line.depth, line.nodes, line.pv.len()), (12, 1000, 2));
        assert_eq!(line.elapsed, Duration::from_millis(7));
        assert_eq!(line.score.unwrap().amount, 0.34);
        let (_, update) = read("depth 3 score mate -2 pv e2e4");
        assert_eq!(update.lines[0].score.unwrap().mate, Some(-2));
        let (_, update) = read("depth 3 score -15 pv e2e4");
        assert_eq!(update.lines[0].score.unwrap().amount, -0.15);
    }

    #[test]
    fn what_says_nothing_of_a_line_is_skipped() {
        for text in [
            "",
            "depth 5 currmove e2e4 currmovenumber 1",
            "string pv e2e4",
            "depth 5 score cp 10 lowerbound pv e2e4",
            "depth 5 multipv 2 score cp 10 pv e2e4",
            "depth 5 multipv 0 score cp 10 pv e2e4",
            "depth 99999999999999999999 score cp x pv e9e4",
            "score",
        ] {
            assert!(!read(text).0, "{text}");
        }
        assert_eq!(read("depth 5 score mate 0 pv e2e4").1.lines[0].score, None);
    }
}

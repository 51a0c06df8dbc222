//! The host of the protocol of NBoard, version 2, which engines of Reversi speak.
//!
//! Source: <https://github.com/weltyc/ntest> and the help of NBoard.

use std::time::Duration;

use super::engine::{ANSWER_TIME, ProtocolHost, Report};
use super::error::EngineError;
use super::game_line::GameLine;
use super::options::{EngineIdentity, EngineOption, EngineOptionKind};
use super::process::{Answer, EngineProcess};
use super::search::{
    AnalysisUpdate, Due, EngineAction, EngineReply, EngineSearch, SearchPurpose, SearchWatch,
};
use crate::core::Move;
use crate::games::{AnyPosition, EngineInfo, Game, IllegalMove, Options, Score, ScoreUnit};
use crate::record::formats;
use crate::search::Certainty;

/// Numbers that can be set, with their least and largest value.
const NUMBERS: [(&str, i64, i64); 2] = [("depth", 1, 100), ("contempt", -10_000, 10_000)];

/// The host of an engine that speaks the protocol of NBoard.
#[derive(Default)]
pub(super) struct NboardHost {
    pings: u32,
}

/// Parses a move such as `F5` or `F5/1.25/3.4`.
fn read_move(position: &AnyPosition, text: &str) -> Result<Move, IllegalMove> {
    let word = text.split(['/', ' ']).next().unwrap_or_default();
    let mv = match word.to_ascii_uppercase().as_str() {
        "PASS" | "--" => Move::Pass,
        _ => read_nboard_move(position, text)?,
    };
    position.check(mv).map(|()| mv)
}

/// A move in NBoard's notation, with or without a value and a time after it; its legality is
/// not checked.
///
/// # Errors
/// When the text is not a move in this notation or the game's own.
pub fn read_nboard_move(position: &AnyPosition, text: &str) -> Result<Move, IllegalMove> {
    let text = text.split(['/', ' ']).next().unwrap_or_default();
    if text.eq_ignore_ascii_case("pa") {
        return Ok(Move::Pass);
    }
    position.parse_move(&text.to_ascii_lowercase())
}

/// A value in discs for the side to move.
fn discs(text: &str) -> Option<Score> {
    let amount: f64 = text.trim_start_matches('+').parse().ok()?;
    let (unit, certainty) = (ScoreUnit::Discs, Certainty::Estimate);
    amount.is_finite().then_some(Score { amount, unit, certainty, mate: None })
}

/// Reads what follows `search` or `book`: a line of play without spaces, its value, 0, the depth.
fn read_line(position: &AnyPosition, text: &str, elapsed: Duration) -> Option<EngineInfo> {
    let mut words = text.split_whitespace();
    let moves = words.next()?;
    let score = words.next().and_then(discs);
    let depth = words.nth(1).and_then(|word| word.trim_end_matches('%').parse().ok());
    let mut at = position.clone();
    let mut pv = Vec::new();
    let chars: Vec<char> = moves.chars().collect();
    for pair in chars.chunks(2) {
        let Ok(mv) = read_move(&at, &pair.iter().collect::<String>()) else { break };
        if at.play(mv).is_err() {
            break;
        }
        pv.push(mv);
    }
    let &best = pv.first()?;
    let depth = depth.unwrap_or(0);
    Some(EngineInfo { pv, score, depth, nodes: 0, elapsed, ..EngineInfo::without_search(best) })
}

impl NboardHost {
    /// Sends a ping, and returns the answer to it.
    fn ping(&mut self, process: &mut EngineProcess) -> Result<String, EngineError> {
        self.pings += 1;
        process.send(&format!("ping {}", self.pings))?;
        Ok(format!("pong {}", self.pings))
    }

    /// Waits until all that was sent is done.
    fn synchronise(
        &mut self,
        process: &mut EngineProcess,
        time: Duration,
        mut tell: impl FnMut(&str),
    ) -> Result<(), EngineError> {
        let pong = self.ping(process)?;
        process.wait_for(time, |line| {
            tell(line);
            (line == pong).then_some(())
        })
    }

    /// Asks for a move that is played.
    fn go(
        &mut self,
        process: &mut EngineProcess,
        line: &GameLine,
        search: &EngineSearch,
    ) -> Result<EngineReply, EngineError> {
        let side = line.end.side_to_move();
        let mut watch = SearchWatch::start(&search.limits, side, search.grace);
        process.send("go")?;
        let text = loop {
            match process.receive(watch.next())? {
                Answer::Line(text) => {
                    if let Some(text) = text.strip_prefix("===") {
                        break text.trim().to_owned();
                    }
                }
                // The protocol has no command for it: a move is awaited as long as may be.
                Answer::Stop => watch.stopped(),
                Answer::Timeout => match watch.due() {
                    Due::Stop => watch.stopped(),
                    Due::Hang(time) => return Err(EngineError::NoAnswer(time)),
                },
            }
        };
        let elapsed = watch.elapsed();
        let read = read_move(&line.end, &text);
        let best =
            read.map_err(|refusal| EngineError::IllegalMove { answer: text.clone(), refusal })?;
        let score = text.split('/').nth(1).and_then(discs);
        let info = EngineInfo { score, elapsed, ..EngineInfo::without_search(best) };
        Ok(EngineReply::of_move(info))
    }

    /// Asks for the best moves.
    fn hint(
        &mut self,
        process: &mut EngineProcess,
        line: &GameLine,
        (search, lines): (&EngineSearch, usize),
        report: Report<'_>,
    ) -> Result<EngineReply, EngineError> {
        let side = line.end.side_to_move();
        let mut watch = SearchWatch::start(&search.limits, side, search.grace);
        process.send(&format!("hint {lines}"))?;
        let mut update = AnalysisUpdate::default();
        let mut pong = None;
        loop {
            let stop;
            match process.receive(watch.next())? {
                Answer::Line(text) => {
                    let (word, rest) = text.split_once(' ').unwrap_or((&text, ""));
                    if pong.as_ref() == Some(&text) {
                        break;
                    }
                    if let Some(info) = (word == "search" || word == "book")
                        .then(|| read_line(&line.end, rest, watch.elapsed()))
                        .flatten()
                    {
                        update.lines.retain(|known| known.best != info.best);
                        let value = |info: &EngineInfo| {
                            info.score.map_or(f64::NEG_INFINITY, |score| score.amount)
                        };
                        let at = update.lines.partition_point(|known| value(known) >= value(&info));
                        update.lines.insert(at, info);
                        update.lines.truncate(lines);
                        report(&update);
                    }
                    // A status without a text says that nothing is being done.
                    stop = word == "status" && rest.is_empty() && !update.lines.is_empty();
                }
                Answer::Stop => stop = true,
                Answer::Timeout => match watch.due() {
                    Due::Stop => stop = true,
                    Due::Hang(time) => return Err(EngineError::NoAnswer(time)),
                },
            }
            if stop && pong.is_none() {
                pong = Some(self.ping(process)?);
                watch.stopped();
            }
        }
        let best = update.lines.first().map(|info| info.best).ok_or(EngineError::NoMove)?;
        let elapsed = watch.elapsed();
        Ok(EngineReply { action: EngineAction::Move(best), analysis: update, elapsed })
    }
}

impl ProtocolHost for NboardHost {
    fn greet(
        &mut self,
        process: &mut EngineProcess,
        time: Duration,
    ) -> Result<EngineIdentity, EngineError> {
        let mut identity = EngineIdentity::default();
        process.send("nboard 2")?;
        self.synchronise(process, time, |line| {
            if let Some(name) = line.strip_prefix("set myname ") {
                identity.name = name.trim().to_owned();
            }
        })?;
        for (name, min, max) in NUMBERS {
            let kind = EngineOptionKind::Spin { default: min.max(0), min, max };
            identity.add(EngineOption { name: name.to_owned(), kind });
        }
        Ok(identity)
    }

    fn plays(&self, _identity: &EngineIdentity, game: &dyn Game, _options: &Options) -> bool {
        formats::by_extension("ggf")
            .is_ok_and(|found| found.iter().any(|format| format.supports(game)))
    }

    fn set_option(
        &mut self,
        process: &mut EngineProcess,
        option: &EngineOption,
        value: &str,
    ) -> Result<(), EngineError> {
        process.send(&format!("set {} {value}", option.name))
    }

    fn new_game(
        &mut self,
        process: &mut EngineProcess,
        _identity: &EngineIdentity,
        _line: &GameLine,
    ) -> Result<(), EngineError> {
        self.synchronise(process, ANSWER_TIME, |_| ())
    }

    fn search(
        &mut self,
        process: &mut EngineProcess,
        line: &GameLine,
        search: &EngineSearch,
        report: Report<'_>,
    ) -> Result<EngineReply, EngineError> {
        let bytes = formats::write("ggf", &[search.sequence.tree()?])?.bytes;
        let text = String::from_utf8_lossy(&bytes).into_owned();
        let game = text.split_whitespace().collect::<Vec<_>>().join(" ");
        process.send(&format!("set game {game}"))?;
        if let Some(depth) = search.limits.search.depth {
            process.send(&format!("set depth {}", depth.max(1)))?;
        }
        self.synchronise(process, ANSWER_TIME, |_| ())?;
        match search.purpose {
            SearchPurpose::Move => self.go(process, line, search),
            SearchPurpose::Analysis { multi_pv } => {
                self.hint(process, line, (search, multi_pv.max(1)), report)
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::registry;

    #[test]
    fn a_line_of_play_is_read_with_its_value_and_depth() {
        let start = registry::find("reversi").unwrap().start(&Options::default()).unwrap();
        let info = read_line(&start, "F5d6C3 +2.50 0 15 free text", Duration::ZERO).unwrap();
        assert_eq!((info.pv.len(), info.depth, info.score.unwrap().amount), (3, 15, 2.5));
        assert_eq!(read_line(&start, "A1 1 0 5", Duration::ZERO), None);
        assert_eq!(read_line(&start, "", Duration::ZERO), None);
        assert!(read_move(&start, "PA").is_err());
        assert!(read_move(&start, "F5/1.25/3.4").is_ok());
    }
}

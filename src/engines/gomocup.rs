//! The host of the protocol of Gomocup, which Piskvork and other managers speak with their
//! "brains".
//!
//! Source: <https://plastovicka.github.io/protocl2en.htm>.

use std::time::Duration;

use super::engine::{ANSWER_TIME, ProtocolHost, Report};
use super::error::EngineError;
use super::game_line::GameLine;
use super::gomocup_info::DetailReader;
use super::options::{EngineIdentity, EngineOption, EngineOptionKind};
use super::process::{Answer, EngineProcess};
use super::search::{
    AnalysisUpdate, Due, EngineAction, EngineLimits, EngineReply, EngineSearch, SearchPurpose,
    SearchWatch,
};
use crate::core::{Move, Point, Side};
use crate::games::{AnyPosition, EngineInfo, Game, IllegalMove, Options};

/// Information that changes how an engine plays, with the largest value.
const NUMBERS: [(&str, i64); 2] = [("max_memory", i64::MAX), ("thread_num", 1024)];

/// Stands for a time without a limit, in milliseconds.
const UNLIMITED: u64 = 100_000_000;

/// The host of an engine that speaks the protocol of Gomocup.
#[derive(Default)]
pub(super) struct GomocupHost {
    /// The moves on its board, if it is in the middle of a game.
    known: Option<Vec<Move>>,
    /// The limits that it was last told in this game, as lines.
    told: Vec<String>,
    /// True if it can tell of its search.
    tells_details: bool,
}

/// The words of a line in upper case, if it is one of the answers that begin with such.
fn verdict(line: &str) -> Option<&str> {
    let word = line.split_whitespace().next().unwrap_or_default();
    ["OK", "ERROR", "UNKNOWN"].into_iter().find(|known| word.eq_ignore_ascii_case(known))
}

impl GomocupHost {
    /// A point as the protocol writes it: from 0, the top row first.
    fn point_text(position: &AnyPosition, at: Point) -> String {
        let ranks = position.board().ranks;
        format!("{},{}", at.file, ranks.saturating_sub(1 + at.rank))
    }

    /// Reads a point such as `7,7`.
    fn read_point(position: &AnyPosition, text: &str) -> Option<Point> {
        let (x, y) = text.split_once(',')?;
        let (file, row): (u8, u8) = (x.trim().parse().ok()?, y.trim().parse().ok()?);
        let rank = position.board().ranks.checked_sub(1)?.checked_sub(row)?;
        Some(Point::new(file, rank))
    }

    /// Tells the limits of the next move, those alone that it does not know: an engine that has
    /// just answered may not yet read.
    fn tell_limits(
        &mut self,
        process: &mut EngineProcess,
        limits: &EngineLimits,
        side: Side,
    ) -> Result<(), EngineError> {
        let clock = limits.clock.and_then(|clock| clock.time_left(side));
        let milliseconds = |time: Option<Duration>| match time {
            Some(time) => (time.as_millis() as u64).max(1),
            None => UNLIMITED,
        };
        let mut lines = vec![format!("INFO timeout_turn {}", milliseconds(limits.time_for(side)))];
        if clock.is_some() {
            lines.push(format!("INFO timeout_match {}", milliseconds(clock)));
        }
        lines.push(format!("INFO time_left {}", milliseconds(clock)));
        // Extensions, which others ignore.
        lines.extend(limits.search.depth.map(|depth| format!("INFO max_depth {depth}")));
        lines.extend(limits.search.nodes.map(|nodes| format!("INFO max_node {nodes}")));
        for line in lines.iter().filter(|line| !self.told.contains(line)) {
            process.send(line)?;
        }
        self.told = lines;
        Ok(())
    }

    /// Sends the board, as a turn where the engine knows all but the last move.
    fn send_board(&self, process: &mut EngineProcess, line: &GameLine) -> Result<(), EngineError> {
        let is_usual = line.is_usual_start;
        match (line.moves.as_slice(), &self.known) {
            ([], Some(_)) if is_usual => return process.send("BEGIN"),
            ([before @ .., Move::Place(last)], Some(known)) if is_usual && before == known => {
                let text = GomocupHost::point_text(&line.end, *last);
                return process.send(&format!("TURN {text}"));
            }
            _ => {}
        }
        let own = line.end.colour_to_move();
        let mut stones: Vec<(Side, Point)> = Vec::new();
        for side in Side::BOTH {
            stones.extend(line.stones(side).into_iter().map(|at| (side, at)));
        }
        line.replay(|before, mv| {
            if let Move::Place(at) = mv {
                stones.push((before.colour_to_move(), at));
            }
            Ok::<(), IllegalMove>(())
        })?;
        process.send("BOARD")?;
        for (side, at) in stones {
            let text = GomocupHost::point_text(&line.end, at);
            process.send(&format!("{text},{}", if side == own { 1 } else { 2 }))?;
        }
        process.send("DONE")
    }
}

/// Starts a game on a square board of this size, which must be accepted within this time.
fn start(process: &mut EngineProcess, size: u8, time: Duration) -> Result<(), EngineError> {
    let command = format!("START {size}");
    process.send(&command)?;
    let answer = process.wait_for(time, |line| verdict(line).map(|_| line.to_owned()))?;
    match verdict(&answer) {
        Some("OK") => Ok(()),
        _ => Err(EngineError::Refused { command, answer }),
    }
}

/// The number of the rules in the protocol.
fn rule_of(game: &dyn Game, options: &Options) -> Option<u32> {
    game.engine_protocols().gomocup.and_then(|gomocup| (gomocup.rule_of)(options))
}

impl ProtocolHost for GomocupHost {
    fn greet(
        &mut self,
        process: &mut EngineProcess,
        time: Duration,
    ) -> Result<EngineIdentity, EngineError> {
        process.send("ABOUT")?;
        let about = process.wait_for(time, |line| match verdict(line) {
            Some("ERROR" | "UNKNOWN") => Some(None),
            _ => {
                line.contains("name").then(|| Some(line.to_owned())).filter(|_| line.contains('='))
            }
        })?;
        let mut identity = EngineIdentity::default();
        if about.is_some() {
            // An extension, which may be answered in any way: the answer to the second question
            // comes after it. An engine that is silent then is not asked for details.
            process.send("YXSHOWINFO")?;
            process.send("ABOUT")?;
            let _ = process.wait_for(ANSWER_TIME, |line| match verdict(line) {
                Some(_) => None,
                None if line.starts_with("MESSAGE") => {
                    self.tells_details |= line.contains("INFO MAX_THREAD_NUM");
                    None
                }
                None => (line.contains("name") && line.contains('=')).then_some(()),
            });
        }
        match about {
            Some(about) => {
                let field = |name: &str| {
                    let (_, rest) = about.split_once(&format!("{name}="))?;
                    let rest = rest.trim_start();
                    Some(match rest.strip_prefix('"') {
                        Some(quoted) => quoted.split('"').next().unwrap_or_default().to_owned(),
                        None => rest.split(',').next().unwrap_or_default().trim().to_owned(),
                    })
                };
                let (name, version) = (field("name"), field("version"));
                let (name, version) = (name.unwrap_or_default(), version.unwrap_or_default());
                identity.name = format!("{name} {version}").trim().to_owned();
                identity.author = field("author").unwrap_or_default();
            }
            // The command may be left out, the start may not.
            None => {
                start(process, 15, time)?;
            }
        }
        for (name, max) in NUMBERS {
            let kind = EngineOptionKind::Spin { default: 0, min: 0, max };
            identity.add(EngineOption { name: name.to_owned(), kind });
        }
        let kind = EngineOptionKind::Text { default: String::new() };
        identity.add(EngineOption { name: "folder".to_owned(), kind });
        Ok(identity)
    }

    fn plays(&self, _identity: &EngineIdentity, game: &dyn Game, options: &Options) -> bool {
        rule_of(game, options).is_some()
    }

    fn set_option(
        &mut self,
        process: &mut EngineProcess,
        option: &EngineOption,
        value: &str,
    ) -> Result<(), EngineError> {
        process.send(&format!("INFO {} {value}", option.name))
    }

    fn new_game(
        &mut self,
        process: &mut EngineProcess,
        _identity: &EngineIdentity,
        line: &GameLine,
    ) -> Result<(), EngineError> {
        start(process, line.start.board().files, 2 * ANSWER_TIME)?;
        let rule = rule_of(line.game, &line.options);
        process.send(&format!("INFO rule {}", rule.unwrap_or_default()))?;
        process.send("INFO game_type 1")?;
        if self.tells_details {
            process.send("INFO show_detail 2")?;
        }
        self.known = Some(Vec::new());
        self.told.clear();
        Ok(())
    }

    fn search(
        &mut self,
        process: &mut EngineProcess,
        line: &GameLine,
        search: &EngineSearch,
        report: Report<'_>,
    ) -> Result<EngineReply, EngineError> {
        let side = line.end.side_to_move();
        self.tell_limits(process, &search.limits, side)?;
        self.send_board(process, line)?;
        let mut watch = SearchWatch::start(&search.limits, side, search.grace);
        let mut details = DetailReader::default();
        let text = loop {
            match process.receive(watch.next())? {
                Answer::Line(text) if text.starts_with(|c: char| c.is_ascii_digit()) => break text,
                Answer::Line(text) => {
                    let read_point = |text: &str| GomocupHost::read_point(&line.end, text);
                    if details.read(&text, &line.end, watch.elapsed(), read_point) {
                        report(&AnalysisUpdate {
                            lines: details.lines().to_vec(),
                            ownership: None,
                        });
                    }
                    if matches!(verdict(&text), Some("ERROR" | "UNKNOWN")) {
                        let command = "TURN".to_owned();
                        return Err(EngineError::Refused { command, answer: text });
                    }
                }
                Answer::Stop => {
                    // An extension, for which others have an answer in time.
                    process.send("STOP")?;
                    watch.stopped();
                }
                Answer::Timeout => match watch.due() {
                    Due::Stop => {
                        process.send("STOP")?;
                        watch.stopped();
                    }
                    Due::Hang(time) => return Err(EngineError::NoAnswer(time)),
                },
            }
        };
        let elapsed = watch.elapsed();
        let at = GomocupHost::read_point(&line.end, &text);
        // The rules say why a point off the board is none.
        let mv = at.map(Move::Place).map_or_else(|| line.end.parse_move(&text), Ok);
        let mv = mv.and_then(|mv| line.end.check(mv).map(|()| mv));
        let mv = mv.map_err(|refusal| EngineError::IllegalMove { answer: text, refusal })?;
        self.known = line.is_usual_start.then(|| {
            let mut known = line.moves.clone();
            known.push(mv);
            known
        });
        let lines = details.lines().iter().filter(|info| info.best == mv).cloned().collect();
        let mut analysis = AnalysisUpdate { lines, ownership: None };
        if analysis.lines.is_empty() && matches!(search.purpose, SearchPurpose::Analysis { .. }) {
            let info = EngineInfo { elapsed, ..EngineInfo::without_search(mv) };
            analysis.lines.push(info);
            report(&analysis);
        }
        Ok(EngineReply { action: EngineAction::Move(mv), analysis, elapsed })
    }

    fn quit_command(&self) -> &'static str {
        "END"
    }
}

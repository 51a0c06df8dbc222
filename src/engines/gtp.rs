//! The host of GTP, the Go Text Protocol, version 2, with the analysis commands of Leela Zero
//! and KataGo where an engine has them.
//!
//! Source: <https://www.lysator.liu.se/~gunnar/gtp/>; analysis:
//! <https://github.com/lightvector/KataGo/blob/master/docs/GTP_Extensions.md>.

use std::collections::BTreeSet;
use std::time::Duration;

use super::engine::{ANSWER_TIME, ProtocolHost, Report};
use super::error::EngineError;
use super::game_line::GameLine;
use super::gtp_analysis;
use super::options::{EngineIdentity, EngineOption, EngineOptionKind};
use super::process::{Answer, EngineProcess};
use super::search::{
    AnalysisUpdate, Due, EngineAction, EngineLimits, EngineReply, EngineSearch, SearchPurpose,
    SearchWatch,
};
use super::vertex::{moves_are_points, point_text, read_vertex, vertex};
use crate::core::{Decision, Move, Side, TimeControl};
use crate::games::{AnyPosition, EngineInfo, Game, IllegalMove, OptionValue, Options};

/// Commands of several engines that change how they play, with their arguments as value.
const SETTINGS: [&str; 5] =
    ["level", "kata-set-param", "kata-set-rules", "set_random_seed", "set_search_limit"];

/// Most lines of an answer.
const MAX_LINES: usize = 10_000;

/// The host of an engine that speaks GTP.
#[derive(Default)]
pub(super) struct GtpHost {
    commands: BTreeSet<String>,
    /// The stones that it knows of, in order.
    sent: Vec<(Side, String)>,
    /// The size of its board, once a game has begun.
    size: Option<u8>,
}

/// The answer to a command.
pub(super) enum GtpAnswer {
    Success(String),
    Failure(String),
}

/// The letter of a colour.
pub(super) fn letter(side: Side) -> &'static str {
    ["b", "w"][side.index()]
}

impl GtpHost {
    fn knows(&self, command: &str) -> bool {
        self.commands.contains(command)
    }

    /// Reads the answer to what was sent: the line that begins with `=` or `?`, and those up to
    /// an empty one.
    pub(super) fn answer(
        process: &EngineProcess,
        time: Duration,
    ) -> Result<GtpAnswer, EngineError> {
        let mut first: Option<String> = None;
        let mut text = String::new();
        let mut lines = 0;
        process.wait_for(time, |line| {
            match first {
                None if line.starts_with(['=', '?']) => {
                    first = Some(line[..1].to_owned());
                    let words = line[1..].trim_start_matches(|c: char| c.is_ascii_digit());
                    text.push_str(words.trim());
                }
                // What is written before the answer is no part of it.
                None => {}
                Some(_) if line.is_empty() => return Some(()),
                Some(_) => {
                    text.push('\n');
                    text.push_str(line);
                    lines += 1;
                    if lines > MAX_LINES {
                        return Some(());
                    }
                }
            }
            None
        })?;
        let text = text.trim().to_owned();
        Ok(match first.as_deref() {
            Some("?") => GtpAnswer::Failure(text),
            _ => GtpAnswer::Success(text),
        })
    }

    /// Sends a command, whose answer may be a refusal.
    fn ask(process: &mut EngineProcess, command: &str) -> Result<GtpAnswer, EngineError> {
        process.send(command)?;
        GtpHost::answer(process, ANSWER_TIME)
    }

    /// Sends a command that must succeed.
    pub(super) fn command(
        process: &mut EngineProcess,
        command: &str,
    ) -> Result<String, EngineError> {
        GtpHost::succeed(command, GtpHost::ask(process, command)?)
    }

    fn succeed(command: &str, answer: GtpAnswer) -> Result<String, EngineError> {
        match answer {
            GtpAnswer::Success(text) => Ok(text),
            GtpAnswer::Failure(answer) => {
                Err(EngineError::Refused { command: command.to_owned(), answer })
            }
        }
    }

    /// The stones of the game so far, first those of the start.
    fn stones(line: &GameLine) -> Result<Vec<(Side, String)>, EngineError> {
        let mut stones = Vec::new();
        // The usual stones of a game that begins with some are on the board already.
        if line.number("handicap").is_some() || !line.is_usual_start {
            for side in Side::BOTH {
                let points = line.stones(side).into_iter();
                stones.extend(points.map(|at| (side, point_text(at))));
            }
        }
        line.replay(|before, mv| {
            if matches!(mv, Move::Place(_) | Move::Pass) {
                stones.push((before.colour_to_move(), vertex(before, mv)));
            }
            Ok::<(), IllegalMove>(())
        })?;
        Ok(stones)
    }

    /// Clears the board and tells the size and the komi.
    fn clear(&mut self, process: &mut EngineProcess, line: &GameLine) -> Result<(), EngineError> {
        let size = line.start.board().files;
        if self.size != Some(size) {
            GtpHost::command(process, &format!("boardsize {size}"))?;
            self.size = Some(size);
        }
        GtpHost::command(process, "clear_board")?;
        self.sent.clear();
        if let Some(halves) = line.number("komi") {
            let komi = halves as f64 / 2.0;
            // One that has its own is asked in vain.
            GtpHost::ask(process, &format!("komi {komi}"))?;
        }
        Ok(())
    }

    /// Brings the engine to the position at the end of the line.
    fn set_position(
        &mut self,
        process: &mut EngineProcess,
        line: &GameLine,
    ) -> Result<(), EngineError> {
        let wanted = GtpHost::stones(line)?;
        let common = wanted.iter().zip(&self.sent).take_while(|(a, b)| a == b).count();
        let undone = self.sent.len() - common;
        if undone > 0 && undone <= 2 && common > 0 && self.knows("undo") {
            for _ in 0..undone {
                match GtpHost::ask(process, "undo")? {
                    GtpAnswer::Success(_) => {
                        self.sent.pop();
                    }
                    GtpAnswer::Failure(_) => break,
                }
            }
        }
        if self.sent.len() > common {
            self.clear(process, line)?;
        }
        if self.sent.is_empty() {
            self.place_handicap(process, line, &wanted)?;
        }
        for (side, text) in &wanted[self.sent.len()..] {
            let command = format!("play {} {text}", letter(*side));
            let answer = GtpHost::ask(process, &command)?;
            // Where a pass is all that can be played some engines know no word for it.
            if !(text == "PASS" && line.game.engine_protocols().gtp.is_none()) {
                GtpHost::succeed(&command, answer)?;
            }
            self.sent.push((*side, text.clone()));
        }
        Ok(())
    }

    /// Tells the stones of a handicap as such, since they may count in the score.
    fn place_handicap(
        &mut self,
        process: &mut EngineProcess,
        line: &GameLine,
        wanted: &[(Side, String)],
    ) -> Result<(), EngineError> {
        let stones = line.stones(Side::First).len();
        let is_handicap = line.is_usual_start
            && line.number("handicap").is_some_and(|number| number >= 2)
            && stones >= 2
            && self.knows("set_free_handicap");
        if is_handicap {
            let points: Vec<_> = wanted[..stones].iter().map(|stone| stone.1.as_str()).collect();
            let command = format!("set_free_handicap {}", points.join(" "));
            if let GtpAnswer::Success(_) = GtpHost::ask(process, &command)? {
                self.sent.extend_from_slice(&wanted[..stones]);
            }
        }
        Ok(())
    }

    /// Tells the time for a move or the clocks; engines without clocks may refuse it.
    fn set_time(
        &self,
        process: &mut EngineProcess,
        limits: &EngineLimits,
        side: Side,
        colour: Side,
    ) -> Result<(), EngineError> {
        if let Some(time) = limits.search.time {
            let whole = time.subsec_nanos() == 0;
            let seconds = if whole { time.as_secs().to_string() } else { seconds(time) };
            let command = format!("time_settings 0 {seconds} 1");
            if let (GtpAnswer::Failure(_), false) = (GtpHost::ask(process, &command)?, whole) {
                let seconds = time.as_secs().max(1);
                GtpHost::ask(process, &format!("time_settings 0 {seconds} 1"))?;
            }
        } else if let Some(clock) = limits.clock {
            let reading = clock.reading(side);
            let (settings, left, stones) = match clock.control() {
                TimeControl::Unlimited => return Ok(()),
                TimeControl::SuddenDeath { main } => {
                    (format!("time_settings {} 0 0", main.as_secs()), reading.time, 0)
                }
                TimeControl::Increment { main, increment } if self.knows("kata-time_settings") => {
                    let settings = "kata-time_settings fischer";
                    (
                        format!("{settings} {} {}", seconds(main), seconds(increment)),
                        reading.time,
                        0,
                    )
                }
                TimeControl::Increment { main, .. } => {
                    (format!("time_settings {} 0 0", main.as_secs().max(1)), reading.time, 0)
                }
                TimeControl::ByoYomi { main, period, .. } => (
                    format!("time_settings {} {} 1", main.as_secs(), period.as_secs().max(1)),
                    reading.time,
                    u32::from(reading.in_byo_yomi),
                ),
            };
            GtpHost::ask(process, &settings)?;
            let colour = letter(colour);
            GtpHost::ask(process, &format!("time_left {colour} {} {stones}", left.as_secs()))?;
        }
        Ok(())
    }

    /// Asks for a move that is played.
    fn generate(
        &mut self,
        process: &mut EngineProcess,
        line: &GameLine,
        search: &EngineSearch,
    ) -> Result<EngineReply, EngineError> {
        let (side, colour) = (line.end.side_to_move(), line.end.colour_to_move());
        self.set_time(process, &search.limits, side, colour)?;
        let watch = SearchWatch::start(&search.limits, side, search.grace);
        let command = format!("genmove {}", letter(colour));
        process.send(&command)?;
        // Nothing stops it, so that it may take as long as it can at most.
        let time = search
            .limits
            .time_for(side)
            .map_or(super::search::MAX_UNTIMED, |time| time.saturating_add(search.grace));
        let text = GtpHost::succeed(&command, GtpHost::answer(process, time)?)?;
        let (analysis, elapsed) = (AnalysisUpdate::default(), watch.elapsed());
        if text.eq_ignore_ascii_case("resign") {
            return Ok(EngineReply { action: EngineAction::Resign, analysis, elapsed });
        }
        let mv = read_legal(&line.end, &text)?;
        self.sent.push((colour, vertex(&line.end, mv)));
        Ok(EngineReply { action: EngineAction::Move(mv), analysis, elapsed })
    }

    /// Asks an engine without analysis for the move that it would play.
    fn suggest(
        &mut self,
        process: &mut EngineProcess,
        line: &GameLine,
        search: &EngineSearch,
    ) -> Result<EngineReply, EngineError> {
        let colour = letter(line.end.colour_to_move());
        if !self.knows("reg_genmove") {
            let reply = self.generate(process, line, search)?;
            if let GtpAnswer::Success(_) = GtpHost::ask(process, "undo")? {
                self.sent.pop();
            } else {
                // The board is set up anew before the next search.
                self.sent.push((Side::First, String::new()));
            }
            return Ok(reply);
        }
        let side = line.end.side_to_move();
        let watch = SearchWatch::start(&search.limits, side, search.grace);
        let command = format!("reg_genmove {colour}");
        process.send(&command)?;
        let time = search.limits.time_for(side).unwrap_or_default() + 2 * search.grace;
        let text = GtpHost::succeed(&command, GtpHost::answer(process, time)?)?;
        let mv = read_legal(&line.end, &text)?;
        let score = match self.knows("estimate_score") {
            true => match GtpHost::ask(process, "estimate_score")? {
                GtpAnswer::Success(text) => gtp_analysis::estimated_score(&text, &line.end),
                GtpAnswer::Failure(_) => None,
            },
            false => None,
        };
        let elapsed = watch.elapsed();
        let info = EngineInfo { score, elapsed, ..EngineInfo::without_search(mv) };
        Ok(EngineReply::of_move(info))
    }

    /// Lets the engine analyse until the limits are reached or it is stopped.
    fn analyse(
        &mut self,
        process: &mut EngineProcess,
        line: &GameLine,
        search: &EngineSearch,
        report: Report<'_>,
    ) -> Result<EngineReply, EngineError> {
        let is_kata = self.knows("kata-analyze");
        let colour = letter(line.end.colour_to_move());
        let command = match is_kata {
            true => format!("kata-analyze {colour} 20 ownership true"),
            false => format!("lz-analyze {colour} 20"),
        };
        let lines = match search.purpose {
            SearchPurpose::Move => 1,
            SearchPurpose::Analysis { multi_pv } => multi_pv.max(1),
        };
        let side = line.end.side_to_move();
        let mut watch = SearchWatch::start(&search.limits, side, search.grace);
        let max_nodes = search.limits.search.nodes.unwrap_or(u64::MAX);
        process.send(&command)?;
        let mut update = AnalysisUpdate::default();
        let (mut is_answered, mut is_stopped) = (false, false);
        loop {
            let mut stop = false;
            match process.receive(watch.next())? {
                Answer::Line(text) if !is_answered => {
                    if let Some(answer) = text.strip_prefix('?') {
                        let (answer, command) = (answer.trim().to_owned(), command.clone());
                        return Err(EngineError::Refused { command, answer });
                    }
                    is_answered = text.starts_with('=');
                }
                // An empty line ends the analysis.
                Answer::Line(text) if text.is_empty() => break,
                Answer::Line(text) => {
                    if let Some(more) = gtp_analysis::read(&text, &line.end, lines, watch.elapsed())
                    {
                        update = more;
                        report(&update);
                        stop = update.lines.first().is_some_and(|info| info.nodes >= max_nodes);
                    }
                }
                Answer::Stop => stop = true,
                Answer::Timeout => match watch.due() {
                    Due::Stop => stop = true,
                    Due::Hang(time) => return Err(EngineError::NoAnswer(time)),
                },
            }
            if stop && !is_stopped {
                // Any command ends the analysis.
                process.send("protocol_version")?;
                watch.stopped();
                is_stopped = true;
            }
        }
        if is_stopped {
            GtpHost::answer(process, search.grace)?;
        }
        let best = match update.lines.first() {
            Some(info) => info.best,
            None if is_stopped => return Err(EngineError::Stopped),
            None => return Err(EngineError::NoMove),
        };
        let elapsed = watch.elapsed();
        Ok(EngineReply { action: EngineAction::Move(best), analysis: update, elapsed })
    }
}

/// Seconds with their thousandths.
fn seconds(time: Duration) -> String {
    format!("{:.3}", time.as_secs_f64())
}

/// A legal move that was answered.
pub(super) fn read_legal(position: &AnyPosition, text: &str) -> Result<Move, EngineError> {
    let read = read_vertex(position, text).and_then(|mv| position.check(mv).map(|()| mv));
    read.map_err(|refusal| EngineError::IllegalMove { answer: text.to_owned(), refusal })
}

impl ProtocolHost for GtpHost {
    fn greet(
        &mut self,
        process: &mut EngineProcess,
        time: Duration,
    ) -> Result<EngineIdentity, EngineError> {
        process.send("list_commands")?;
        let list = match GtpHost::answer(process, time)? {
            GtpAnswer::Success(list) => list,
            // The oldest engines know no such command, but speak the protocol.
            GtpAnswer::Failure(_) => String::new(),
        };
        self.commands = list.split_whitespace().map(str::to_owned).collect();
        let mut identity = EngineIdentity::default();
        if let GtpAnswer::Success(name) = GtpHost::ask(process, "name")? {
            identity.name = name;
        }
        if let GtpAnswer::Success(version) = GtpHost::ask(process, "version")? {
            identity.name = format!("{} {version}", identity.name).trim().to_owned();
        }
        for name in SETTINGS.into_iter().filter(|name| self.knows(name)) {
            let kind = EngineOptionKind::Text { default: String::new() };
            identity.add(EngineOption { name: name.to_owned(), kind });
        }
        Ok(identity)
    }

    fn plays(&self, _identity: &EngineIdentity, game: &dyn Game, _options: &Options) -> bool {
        moves_are_points(game)
    }

    fn set_option(
        &mut self,
        process: &mut EngineProcess,
        option: &EngineOption,
        value: &str,
    ) -> Result<(), EngineError> {
        GtpHost::command(process, &format!("{} {value}", option.name)).map(|_| ())
    }

    fn new_game(
        &mut self,
        process: &mut EngineProcess,
        _identity: &EngineIdentity,
        line: &GameLine,
    ) -> Result<(), EngineError> {
        self.size = None;
        self.clear(process, line)?;
        let game = line.game.engine_protocols().gtp;
        if let (Some(game), true) = (game, self.knows("kata-set-rules")) {
            let spec = line.game.options().iter().find(|spec| spec.id == game.option);
            if let Some(OptionValue::Word(word)) = spec.map(|spec| line.options.get(spec)) {
                // An engine without these rules keeps its own.
                GtpHost::ask(process, &format!("kata-set-rules {word}"))?;
            }
        }
        Ok(())
    }

    fn search(
        &mut self,
        process: &mut EngineProcess,
        line: &GameLine,
        search: &EngineSearch,
        report: Report<'_>,
    ) -> Result<EngineReply, EngineError> {
        let agree = Move::Decide(Decision::AcceptDead);
        if line.end.check(agree).is_ok() {
            // GTP has no command for agreeing on dead stones.
            let action = EngineAction::Move(agree);
            let analysis = AnalysisUpdate::default();
            return Ok(EngineReply { action, analysis, elapsed: Duration::ZERO });
        }
        self.set_position(process, line)?;
        let can_analyse = self.knows("kata-analyze") || self.knows("lz-analyze");
        match search.purpose {
            SearchPurpose::Move => self.generate(process, line, search),
            SearchPurpose::Analysis { .. } if can_analyse => {
                self.analyse(process, line, search, report)
            }
            SearchPurpose::Analysis { .. } => {
                let reply = self.suggest(process, line, search)?;
                report(&reply.analysis);
                Ok(reply)
            }
        }
    }
}

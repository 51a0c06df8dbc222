//! GTP, the Go Text Protocol, version 2: one command a line, one response that
//! begins with `=` or `?` and ends with an empty line. With the commands of Leela Zero,
//! KataGo, KGS and GoGui that their controllers use.
//!
//! Rows are numbered as the game numbers them, so a1 of Reversi is at the top.

mod analysis;
mod commands;
mod error;
mod handicap;
mod moves;
mod rules;
mod scoring;
mod setup;
#[cfg(test)]
mod tests;

use std::io::{BufRead, Write};
use std::time::{Duration, Instant};

use analysis::AnalysisParameters;
use error::GtpError;
use moves::both_passed;
use scoring::Status;

use super::EngineSession;
use super::conversation::{
    Conversation, Finding, Next, Overheard, Report, SearchControl, Task, converse,
};
use super::protocol_clock::{ProtocolClock, TIME_CONTROLS};
use crate::cli::CliError;
use crate::cli::lines::LineTooLong;
use crate::core::{Move, Random, Side};
use crate::engines::{moves_are_points, vertex};
use crate::games::{
    AnyPosition, Engine, EngineInfo, EngineRequest, Game, Options, ScoreUnit, Strength,
};
use crate::search::{Limits, StopFlag};

/// Positions kept for `undo`, at most.
const MAX_HISTORY: usize = 10_000;

struct Gtp {
    game: &'static dyn Game,
    options: Options,
    position: AnyPosition,
    /// The position before each `play` and `genmove`.
    history: Vec<AnyPosition>,
    /// True if the rules have changed since the oldest of those positions.
    rules_changed: bool,
    clock: ProtocolClock,
    strength: Strength,
    limits: Limits,
    /// Most time for a move, as asked for on the command line.
    time_limit: Option<Duration>,
    /// Resigns below this chance to win, in percent.
    resign_below: u8,
    random: Random,
    running: Option<Running>,
}

/// A command whose search is running.
struct Running {
    /// The number of the command.
    number: String,
    position: AnyPosition,
    started: Instant,
    purpose: Purpose,
}

enum Purpose {
    /// A move, which is played or only told.
    Move { is_played: bool },
    /// A move that is played, with the lines of the search.
    MoveWithAnalysis(AnalysisParameters),
    /// The lines of a search, until the next line comes.
    Analysis(AnalysisParameters),
    /// The score if the game ended here.
    Score,
    /// The stones that are dead or alive.
    Status(Status),
}

type Answer = Result<String, GtpError>;

/// Outcome of a command: an answer, or a search.
enum Outcome {
    Answered(String),
    /// A search; its purpose and whose turn it is in the position.
    Search {
        position: Box<AnyPosition>,
        purpose: Purpose,
        task: Task,
    },
}

impl From<String> for Outcome {
    fn from(text: String) -> Outcome {
        Outcome::Answered(text)
    }
}

pub(super) fn serve(
    game: &'static dyn Game,
    options: &Options,
    session: EngineSession,
    input: impl BufRead + Send + 'static,
    out: &mut dyn Write,
) -> Result<(), CliError> {
    if !moves_are_points(game) {
        let reason =
            format!("GTP writes moves as points, which the moves of {} are not", game.id());
        return Err(CliError::Failed(reason));
    }
    let position = game.start(options)?;
    let mut gtp = Gtp {
        game,
        options: options.clone(),
        position,
        history: Vec::new(),
        rules_changed: false,
        clock: ProtocolClock::default(),
        strength: session.strength,
        limits: session.limits,
        time_limit: session.time_limit,
        resign_below: session.resign_below,
        random: session.random,
        running: None,
    };
    converse(&mut gtp, session.engine, input, out)
}

/// A line without comments and control characters, as number, command and arguments.
fn split(line: &str) -> (String, String, Vec<String>) {
    let space = |c: char| if c == '\t' { ' ' } else { c };
    let line: String = line.chars().map(space).filter(|c| !c.is_control()).collect();
    let mut words = line.split('#').next().unwrap_or_default().split_whitespace().peekable();
    let number = words.next_if(|word| word.bytes().all(|byte| byte.is_ascii_digit()));
    let number = number.unwrap_or_default().to_owned();
    let command = words.next().unwrap_or_default().to_owned();
    (number, command, words.map(str::to_owned).collect())
}

fn respond(number: &str, answer: &Answer, out: &mut dyn Write) -> Result<(), CliError> {
    match answer {
        Ok(text) => write!(out, "={number} {text}\n\n")?,
        Err(error) => write!(out, "?{number} {error}\n\n")?,
    }
    Ok(())
}

impl Conversation for Gtp {
    fn obey(
        &mut self,
        line: &str,
        engine: &mut Box<dyn Engine>,
        out: &mut dyn Write,
    ) -> Result<Next, CliError> {
        let (number, command, rest) = split(line);
        if command.is_empty() {
            return Ok(Next::Read);
        }
        let rest: Vec<&str> = rest.iter().map(String::as_str).collect();
        match self.answer(&command, &rest, &mut **engine) {
            Ok(Outcome::Answered(text)) => respond(&number, &Ok(text), out)?,
            Err(error) => respond(&number, &Err(error), out)?,
            Ok(Outcome::Search { position, purpose, task }) => {
                if matches!(purpose, Purpose::Analysis(_) | Purpose::MoveWithAnalysis(_)) {
                    writeln!(out, "={number} ")?;
                }
                let (position, started) = (*position, Instant::now());
                self.running = Some(Running { number, position, started, purpose });
                return Ok(Next::Think(task));
            }
        }
        Ok(if command == "quit" { Next::Quit } else { Next::Read })
    }

    fn refuse(&mut self, reason: LineTooLong, out: &mut dyn Write) -> Result<(), CliError> {
        respond("", &Err(GtpError::TooLong(reason)), out)
    }

    fn overhear(
        &mut self,
        line: &str,
        control: &mut SearchControl,
        _: &mut dyn Write,
    ) -> Result<Overheard, CliError> {
        let (_, command, _) = split(line);
        let is_analysis = |running: &Running| matches!(running.purpose, Purpose::Analysis(_));
        // Any line ends an analysis.
        if self.running.as_ref().is_some_and(is_analysis)
            || command == "quit"
            || line.starts_with("# interrupt")
        {
            control.stop.raise();
        }
        Ok(if command.is_empty() { Overheard::Obeyed } else { Overheard::Waits })
    }

    fn report(&mut self, finding: Finding, out: &mut dyn Write) -> Result<(), CliError> {
        let Some(running) = &mut self.running else { return Ok(()) };
        match &mut running.purpose {
            Purpose::Analysis(parameters) | Purpose::MoveWithAnalysis(parameters) => {
                Ok(parameters.report(&running.position, finding, out)?)
            }
            Purpose::Move { .. } | Purpose::Score | Purpose::Status(_) => Ok(()),
        }
    }

    fn finish(&mut self, finding: Finding, out: &mut dyn Write) -> Result<Next, CliError> {
        let Some(running) = self.running.take() else { return Ok(Next::Read) };
        let Running { number, position, started, purpose } = running;
        match purpose {
            Purpose::Analysis(mut parameters) => {
                parameters.conclude(&position, finding, out)?;
                writeln!(out)?;
            }
            Purpose::MoveWithAnalysis(mut parameters) => {
                let best = parameters.conclude(&position, finding, out)?;
                let text = self.take_move(position, best.as_ref(), started, true);
                writeln!(out, "play {}\n", text.unwrap_or_else(|error| error.to_string()))?;
            }
            Purpose::Move { is_played } => {
                let best = finding.into_infos().into_iter().next();
                let answer = self.take_move(position, best.as_ref(), started, is_played);
                respond(&number, &answer, out)?;
            }
            Purpose::Score => respond(&number, &scoring::score(&position, finding), out)?,
            Purpose::Status(status) => {
                respond(&number, &Ok(status.list(&position, finding)), out)?;
            }
        }
        Ok(Next::Read)
    }
}

impl Gtp {
    /// True if the game has an option of this name.
    fn has_option(&self, id: &str) -> bool {
        self.game.options().iter().any(|spec| spec.id == id)
    }

    /// True if the rules of Go are options of the game.
    fn is_go(&self) -> bool {
        self.has_option("komi")
    }

    fn answer(
        &mut self,
        command: &str,
        rest: &[&str],
        engine: &mut dyn Engine,
    ) -> Result<Outcome, GtpError> {
        if !self.commands().contains(&command) {
            return Err(GtpError::UnknownCommand);
        }
        let first = rest.first().copied();
        let text: Answer = match command {
            "protocol_version" => Ok("2".to_owned()),
            "name" => Ok("Tianyuan".to_owned()),
            "version" => Ok(env!("CARGO_PKG_VERSION").to_owned()),
            "known_command" => {
                Ok(first.is_some_and(|name| self.commands().contains(&name)).to_string())
            }
            "list_commands" => Ok(self.commands().join("\n")),
            "quit" | "stop" | "gogui-interrupt" => Ok(String::new()),
            "boardsize" | "rectangular_boardsize" => self.set_size(rest),
            "clear_board" => self.clear_board(),
            "komi" => self.set_komi(first),
            "get_komi" => Ok(self.komi()),
            "kgs-rules" | "kata-set-rules" => self.set_rules(&rest.join(" ")),
            "kata-set-rule" => self.set_rule(rest),
            "kata-get-rules" => self.rules(),
            "fixed_handicap" => self.fixed_handicap(first),
            "place_free_handicap" => self.place_free_handicap(first, engine),
            "set_free_handicap" => self.set_free_handicap(rest),
            "loadsgf" => self.load_sgf(rest),
            "set_position" => self.set_position(rest),
            "list_stones" => self.list_stones(first),
            "play" => self.play(rest),
            "gogui-play_sequence" => self.play_sequence(rest),
            "genmove" => return self.genmove(first, true, false),
            "reg_genmove" => return self.genmove(first, false, false),
            "kgs-genmove_cleanup" => return self.genmove(first, true, true),
            "lz-analyze" | "kata-analyze" => return self.analyze(command, rest),
            "lz-genmove_analyze" | "kata-genmove_analyze" => {
                return self.genmove_analyze(command, rest);
            }
            "undo" => self.undo(),
            "showboard" => Ok(format!("\n{}", scoring::showboard(&self.position))),
            "final_score" => return self.final_score(),
            "final_status_list" => return self.final_status_list(first),
            "time_settings" => {
                self.clock.set_time_settings(rest)?;
                Ok(String::new())
            }
            "kgs-time_settings" | "kata-time_settings" => {
                self.clock.set_time_control(rest)?;
                Ok(String::new())
            }
            "kata-list_time_settings" => Ok(TIME_CONTROLS.join(" ")),
            "time_left" => {
                let times = rest.get(1..).unwrap_or_default();
                self.clock.set_time_left(side(first)?, times)?;
                Ok(String::new())
            }
            _ => Err(GtpError::UnknownCommand),
        };
        text.map(Outcome::Answered)
    }

    /// The limits of the next move of a side.
    fn limits_for(&self, side: Side) -> Limits {
        let clock = self.clock.limits_for_move(side);
        match clock.time {
            // The clock takes the place of the time for each move, but for the longest.
            Some(_) => Limits { time: self.time_limit, ..self.limits }.and(clock),
            None => self.limits,
        }
    }

    fn genmove(
        &mut self,
        color: Option<&str>,
        is_played: bool,
        cleans_up: bool,
    ) -> Result<Outcome, GtpError> {
        let side = side(color)?;
        let is_over = match both_passed(&self.position) {
            true => !cleans_up,
            false => self.position.outcome().is_some(),
        };
        if is_over {
            return Ok("PASS".to_owned().into());
        }
        let position = self.position_to_move(side)?;
        let moves = position.legal_moves();
        match moves[..] {
            [] => return Ok("PASS".to_owned().into()),
            [only] if is_played => {
                let text = vertex(&position, only);
                self.advance(position, only)?;
                return Ok(text.into());
            }
            _ => {}
        }
        let limits = self.limits_for(side);
        let (strength, seed, at) = (self.strength, self.random.next_u64(), position.clone());
        let think = move |engine: &mut dyn Engine, stop: &StopFlag, _: &mut Report<'_>| {
            let request = EngineRequest { strength, limits, seed, stop: stop.clone() };
            if cleans_up && has_dead_stones(&at, side.other(), stop) {
                let stones: Vec<_> =
                    moves.into_iter().filter(|mv| matches!(mv, Move::Place(_))).collect();
                let found = engine.analyse_moves(&at, &request, &stones, 1, &mut |_| ());
                if !found.is_empty() {
                    return Finding::Infos(found);
                }
            }
            Finding::Infos(engine.search(&at, &request, &mut |_| ()).into_iter().collect())
        };
        let (position, purpose) = (Box::new(position), Purpose::Move { is_played });
        Ok(Outcome::Search { position, purpose, task: Task::new(think) })
    }

    /// Plays or only tells the move that a search has found.
    fn take_move(
        &mut self,
        position: AnyPosition,
        best: Option<&EngineInfo>,
        started: Instant,
        is_played: bool,
    ) -> Answer {
        let best = best.ok_or(GtpError::NoMove)?;
        if is_played && self.resigns(best) {
            return Ok("resign".to_owned());
        }
        let text = vertex(&position, best.best);
        if is_played {
            self.clock.record_move(position.side_to_move(), started.elapsed());
            self.advance(position, best.best)?;
        }
        Ok(text)
    }

    fn resigns(&self, best: &EngineInfo) -> bool {
        let score = best.score.filter(|score| score.unit == ScoreUnit::Chance);
        score.is_some_and(|score| score.amount * 100.0 < f64::from(self.resign_below))
    }
}

/// True if there are stones of this side that are dead.
fn has_dead_stones(position: &AnyPosition, side: Side, stop: &StopFlag) -> bool {
    let dead = position.judge(stop, &mut |_| ());
    dead.iter().any(|&at| position.piece_at(at).is_some_and(|piece| piece.side == side))
}

fn side(text: Option<&str>) -> Result<Side, GtpError> {
    match text.map(str::to_ascii_lowercase).as_deref() {
        Some("b" | "black") => Ok(Side::First),
        Some("w" | "white") => Ok(Side::Second),
        _ => Err(GtpError::Color),
    }
}

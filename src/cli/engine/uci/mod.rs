//! UCI, the Universal Chess Interface, and UCCI, its relative for Xiangqi: the GUI keeps
//! the game and sends the position before every search.

mod info;
mod limits;
mod moves;
mod options;
mod rating;
#[cfg(test)]
mod tests;

use std::io::{BufRead, Write};
use std::time::Duration;

use limits::{GoParameters, SearchPlan};
use moves::{MoveStyle, play_all};
use options::Settings;

use super::EngineSession;
use super::conversation::{Conversation, Finding, Next, Overheard, SearchControl, Task, converse};
use crate::cli::CliError;
use crate::cli::lines::LineTooLong;
use crate::core::{Move, Random, excerpt};
use crate::games::{
    AnyPosition, Engine, EngineInfo, EngineRequest, Game, Options, Strength, UciGame,
};
use crate::search::{Limits, StopFlag};

/// The protocol that is spoken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Dialect {
    Uci,
    Ucci,
}

pub(super) fn serve(
    dialect: Dialect,
    game: &'static dyn Game,
    options: &Options,
    session: EngineSession,
    input: impl BufRead + Send + 'static,
    out: &mut dyn Write,
) -> Result<(), CliError> {
    let protocols = game.engine_protocols();
    let spec = match dialect {
        Dialect::Uci => protocols.uci,
        Dialect::Ucci => protocols.uci.filter(|_| protocols.ucci),
    };
    let Some(spec) = spec else {
        let name = if dialect == Dialect::Uci { "UCI" } else { "UCCI" };
        return Err(CliError::Failed(format!("{name} has no games of {}", game.id())));
    };
    let position = game.start(options)?;
    let table = session.engine.default_table_size();
    let settings = Settings::new(session.strength, table);
    let mut conversation = Uci {
        dialect,
        game,
        spec,
        options: options.clone(),
        style: MoveStyle::of(&spec, dialect),
        position,
        settings,
        time_limit: session.time_limit,
        banned: Vec::new(),
        random: session.random,
        search: None,
    };
    // The rating is the least one until it is set.
    conversation.choose_rated_level();
    converse(&mut conversation, session.engine, input, out)
}

/// A search that is running.
struct RunningSearch {
    position: AnyPosition,
    style: MoveStyle,
    /// Time for the move once the opponent has played the expected one.
    time_after_ponderhit: Option<Duration>,
    /// True if it ends by itself only in theory.
    is_endless: bool,
    show_lines: usize,
}

struct Uci {
    dialect: Dialect,
    game: &'static dyn Game,
    spec: UciGame,
    options: Options,
    style: MoveStyle,
    position: AnyPosition,
    settings: Settings,
    /// Most time for a move, as asked for on the command line.
    time_limit: Option<Duration>,
    /// Moves that may not be played from the position (`banmoves`).
    banned: Vec<Move>,
    random: Random,
    search: Option<RunningSearch>,
}

impl Conversation for Uci {
    fn obey(
        &mut self,
        line: &str,
        engine: &mut Box<dyn Engine>,
        out: &mut dyn Write,
    ) -> Result<Next, CliError> {
        let mut words = line.split_whitespace();
        let command = words.next().unwrap_or_default();
        let rest: Vec<&str> = words.collect();
        match command {
            "uci" | "ucci" => self.introduce(out)?,
            "isready" => {
                engine.prepare();
                writeln!(out, "readyok")?;
            }
            "setoption" => {
                if let Err(reason) = self.set_option(&rest, engine) {
                    self.complain(&reason, out)?;
                }
            }
            "ucinewgame" => {
                self.forget(engine);
                self.choose_rated_level();
            }
            "position" => {
                if let Err(reason) = self.set_position(&rest, out)? {
                    self.complain(&reason, out)?;
                }
            }
            "banmoves" => {
                let read = |text: &&str| self.style.read(&self.position, text).ok();
                self.banned = rest.iter().filter_map(read).collect();
            }
            "go" => return self.go(&rest, out),
            "d" => writeln!(out, "info string {}", self.position.text())?,
            "quit" => {
                if self.dialect == Dialect::Ucci {
                    writeln!(out, "bye")?;
                }
                return Ok(Next::Quit);
            }
            // Too late, or without effect here.
            "" | "stop" | "ponderhit" | "debug" | "register" => {}
            unknown => self.complain(&format!("unknown command {}", excerpt(unknown)), out)?,
        }
        Ok(Next::Read)
    }

    fn refuse(&mut self, reason: LineTooLong, out: &mut dyn Write) -> Result<(), CliError> {
        self.complain(&reason.to_string(), out)
    }

    fn overhear(
        &mut self,
        line: &str,
        control: &mut SearchControl,
        out: &mut dyn Write,
    ) -> Result<Overheard, CliError> {
        Ok(match line.split_whitespace().next().unwrap_or_default() {
            "" | "debug" | "register" => Overheard::Obeyed,
            "isready" => {
                writeln!(out, "readyok")?;
                Overheard::Obeyed
            }
            "stop" => Overheard::Stops,
            "ponderhit" => {
                if let Some(search) = self.search.as_mut().filter(|_| control.holds) {
                    control.holds = search.is_endless;
                    if !search.is_endless {
                        control.stop_within(search.time_after_ponderhit);
                    }
                }
                Overheard::Obeyed
            }
            // A search without an end gives way, and every search to a goodbye.
            command if control.holds || command == "quit" => {
                control.stop.raise();
                Overheard::Waits
            }
            _ => Overheard::Waits,
        })
    }

    fn report(&mut self, finding: Finding, out: &mut dyn Write) -> Result<(), CliError> {
        let Some(search) = &self.search else { return Ok(()) };
        let infos = finding.into_infos();
        for (n, info) in infos.iter().take(search.show_lines).enumerate() {
            let line = info::Line { number: n + 1, of_several: search.show_lines > 1, info };
            line.write(self.dialect, search.style, &search.position, out)?;
        }
        Ok(())
    }

    fn finish(&mut self, finding: Finding, out: &mut dyn Write) -> Result<Next, CliError> {
        let infos = finding.into_infos();
        let best = infos.first().cloned();
        self.report(Finding::Infos(infos), out)?;
        let Some(search) = self.search.take() else { return Ok(Next::Read) };
        match (best, self.dialect) {
            (None, Dialect::Uci) => writeln!(out, "bestmove (none)")?,
            (None, Dialect::Ucci) => writeln!(out, "nobestmove")?,
            (Some(best), _) => {
                let moves = info::moves_of(search.style, &search.position, &best);
                match &moves[..] {
                    [best, ponder, ..] => writeln!(out, "bestmove {best} ponder {ponder}")?,
                    [best] => writeln!(out, "bestmove {best}")?,
                    [] => writeln!(out, "bestmove (none)")?,
                }
            }
        }
        Ok(Next::Read)
    }
}

impl Uci {
    fn complain(&self, reason: &str, out: &mut dyn Write) -> Result<(), CliError> {
        let word = if self.dialect == Dialect::Uci { "string" } else { "message" };
        Ok(writeln!(out, "info {word} {reason}")?)
    }

    /// A new engine, which knows nothing of earlier games.
    fn forget(&self, engine: &mut Box<dyn Engine>) {
        *engine = self.game.engine();
        if let Some(size) = self.settings.table_size {
            engine.set_table_size(size);
        }
    }

    /// Handles `position startpos|fen FEN [moves ...]`. The inner error is the fault of
    /// the line; the position is then as before.
    fn set_position(
        &mut self,
        words: &[&str],
        out: &mut dyn Write,
    ) -> Result<Result<(), String>, CliError> {
        let (setup, moves) = match words.iter().position(|word| *word == "moves") {
            Some(at) => (&words[..at], &words[at + 1..]),
            None => (words, &[][..]),
        };
        let start = match setup {
            ["startpos"] => self.game.start(&self.options),
            ["fen", fen @ ..] => self.game.position(&self.options, &fen.join(" ")),
            _ => return Ok(Err("expected position startpos or position fen FEN".to_owned())),
        };
        let start = match start {
            Ok(start) => start,
            Err(error) => return Ok(Err(error.to_string())),
        };
        let again =
            |position: &AnyPosition| self.game.position(&self.options, &position.diagram()).ok();
        let played = play_all(&start, moves, self.style, &again);
        // Some GUIs count ranks from 0 and some from 1.
        let other = self.style.other().filter(|_| played.is_err());
        let other =
            other.and_then(|style| Some((style, play_all(&start, moves, style, &again).ok()?)));
        match (played, other) {
            (_, Some((style, position))) => {
                self.style = style;
                self.position = position;
                self.complain("moves are read with ranks counted otherwise", out)?;
            }
            (Ok(position), None) => self.position = position,
            (Err(reason), None) => return Ok(Err(reason)),
        }
        self.banned.clear();
        Ok(Ok(()))
    }

    fn go(&mut self, words: &[&str], out: &mut dyn Write) -> Result<Next, CliError> {
        // A game that is over by our rules may go on by those of the GUI, which has not
        // noticed or not claimed: it goes on without its history.
        let mut position = self.position.clone();
        if position.outcome().is_some()
            && let Ok(again) = self.game.position(&self.options, &position.diagram())
        {
            position = again;
        }
        let read = |text: &str| self.style.read(&position, text).ok();
        let unit = self.settings.time_unit(self.dialect);
        let parameters = match GoParameters::parse(words, unit, read) {
            Ok(parameters) => parameters,
            Err(reason) => {
                // The GUI waits for an answer: it gets one without a search.
                self.complain(&reason, out)?;
                GoParameters::shortest()
            }
        };
        let mut plan = parameters.plan(position.side_to_move(), self.settings.move_overhead);
        if plan.limits == Limits::default() && !plan.is_endless && parameters.mate.is_none() {
            plan.is_endless = self.time_limit.is_none() && !parameters.ponder;
        }
        if let Some(most) = self.time_limit.filter(|_| !plan.is_endless) {
            plan.limits.time = Some(plan.limits.time.map_or(most, |time| time.min(most)));
        }
        let mut time_after_ponderhit = None;
        if parameters.ponder {
            time_after_ponderhit = plan.limits.aimed_time();
            plan.limits = Limits { time: None, optimum_time: None, ..plan.limits };
        }
        let lines =
            if self.settings.strength() == Strength::Full { self.settings.multi_pv } else { 1 };
        self.search = Some(RunningSearch {
            position: position.clone(),
            style: self.style,
            time_after_ponderhit,
            is_endless: plan.is_endless,
            show_lines: lines,
        });
        let moves = self.moves_to_search(&position, &parameters);
        let strength = self.settings.strength();
        let (mate, threads, dialect) = (parameters.mate, self.settings.threads, self.dialect);
        let seed = self.random.next_u64();
        let SearchPlan { limits, is_endless } = plan;
        let think = move |engine: &mut dyn Engine,
                          stop: &StopFlag,
                          report: &mut super::conversation::Report<'_>| {
            // Hosts say when another game begins.
            engine.keep_table();
            engine.set_threads(threads);
            if dialect == Dialect::Uci {
                engine.report_bounds();
            }
            let request = EngineRequest { strength, limits, seed, stop: stop.clone() };
            let mut tell = |infos: &[EngineInfo]| {
                let found = infos.first().and_then(|info| info.score?.mate);
                if let (Some(wanted), Some(found)) = (mate, found)
                    && (1..=wanted).contains(&found)
                {
                    stop.raise();
                }
                report(Finding::Infos(infos.to_vec()));
            };
            Finding::Infos(search(engine, &position, &request, moves.as_deref(), lines, &mut tell))
        };
        let mut task = Task::new(think);
        task.holds = parameters.ponder || is_endless;
        Ok(Next::Think(task))
    }

    /// The moves to search, unless it is all: those asked for, less those forbidden, and
    /// never a ply that no GUI knows, such as a claim.
    fn moves_to_search(
        &self,
        position: &AnyPosition,
        parameters: &GoParameters,
    ) -> Option<Vec<Move>> {
        let legal = position.legal_moves();
        let is_wanted = |mv: &Move| {
            matches!(mv, Move::FromTo { .. })
                && !self.banned.contains(mv)
                && (parameters.search_moves.is_empty() || parameters.search_moves.contains(mv))
        };
        let wanted: Vec<Move> = legal.iter().copied().filter(is_wanted).collect();
        (wanted.len() < legal.len()).then_some(wanted)
    }
}

/// Searches at the strength asked for, among these moves if there are any.
fn search(
    engine: &mut dyn Engine,
    position: &AnyPosition,
    request: &EngineRequest,
    moves: Option<&[Move]>,
    lines: usize,
    report: &mut dyn FnMut(&[EngineInfo]),
) -> Vec<EngineInfo> {
    let is_wanted = |mv: Move| moves.is_none_or(|moves| moves.contains(&mv));
    if request.strength != Strength::Full || (moves.is_none() && lines <= 1) {
        let found = engine.search(position, request, &mut |info| {
            if is_wanted(info.best) {
                report(std::slice::from_ref(info));
            }
        });
        if found.as_ref().is_none_or(|found| is_wanted(found.best)) {
            return found.into_iter().collect();
        }
    }
    match moves {
        Some(moves) => engine.analyse_moves(position, request, moves, lines, report),
        None => engine.analyse(position, request, lines, report),
    }
}

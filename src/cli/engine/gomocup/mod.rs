//! The protocol of Gomocup, as Piskvork and its successors speak it to a "brain", with the
//! commands that Yixin Board adds. Points are column and row from 0.

mod board;
mod info;
#[cfg(test)]
mod tests;
mod yixin_board;

use std::io::{BufRead, Write};
use std::time::{Duration, Instant};

use board::{BoardLines, Field};
use info::Times;
use yixin_board::{best_at_a_glance, write_details};

use super::conversation::{
    Conversation, Finding, Next, Overheard, Report, SearchControl, Task, converse,
};
use super::{DEFAULT_MOVE_TIME, EngineSession};
use crate::cli::CliError;
use crate::cli::lines::LineTooLong;
use crate::core::{Move, Point, Random, Side, excerpt};
use crate::games::{
    AnyPosition, Engine, EngineInfo, EngineRequest, Game, GomocupGame, OptionValue, Options,
    ScoreUnit, Strength,
};
use crate::search::{Limits, StopFlag};

/// Plies that are told of a line of the search.
const MAX_PV: usize = 15;

/// A point as text: column and row from 0.
fn point_text(at: Point) -> String {
    format!("{},{}", at.file, at.rank)
}

/// Reads `x,y`.
fn read_point(text: &str) -> Option<Point> {
    let (file, rank) = text.split_once(',')?;
    Some(Point::new(file.trim().parse().ok()?, rank.trim().parse().ok()?))
}

pub(super) fn serve(
    game: &'static dyn Game,
    options: &Options,
    session: EngineSession,
    input: impl BufRead + Send + 'static,
    out: &mut dyn Write,
) -> Result<(), CliError> {
    let Some(spec) = game.engine_protocols().gomocup else {
        let reason = format!("the protocol of Gomocup has no games of {}", game.id());
        return Err(CliError::Failed(reason));
    };
    // An unsuitable option is told before the conversation.
    (spec.position)(options, None)?;
    let mut brain = Brain {
        game,
        spec,
        options: options.clone(),
        table_size: None,
        position: None,
        history: Vec::new(),
        strength: session.strength,
        time_limit: session.time_limit,
        limits: session.limits,
        times: Times::default(),
        lines: 1,
        threads: 1,
        shows_info: false,
        tells_details: false,
        board: None,
        blocked: Vec::new(),
        random: session.random,
        running: None,
    };
    converse(&mut brain, session.engine, input, out)
}

/// A search that is running.
struct Running {
    position: AnyPosition,
    started: Instant,
    /// True if the move is played on the board of the brain.
    is_played: bool,
}

struct Brain {
    game: &'static dyn Game,
    spec: GomocupGame,
    options: Options,
    /// Size of the transposition table in mebibytes, where the manager bounds memory.
    table_size: Option<usize>,
    /// The board; `None` before `START`.
    position: Option<AnyPosition>,
    /// The boards before each move.
    history: Vec<AnyPosition>,
    strength: Strength,
    /// Most time for a move, as asked for on the command line.
    time_limit: Option<Duration>,
    limits: Limits,
    times: Times,
    /// Lines of a search (`YXNBEST`).
    lines: usize,
    /// Threads of a search.
    threads: usize,
    /// True if the manager is a board that shows what the search finds, and has commands that
    /// not every brain knows.
    shows_info: bool,
    /// True if it is told of the search one fact a line (`INFO show_detail`).
    tells_details: bool,
    /// The stones of a board that is being told line by line.
    board: Option<BoardLines>,
    /// Points that are not searched (`YXBLOCK`).
    blocked: Vec<Point>,
    random: Random,
    running: Option<Running>,
}

/// Outcome of a command: lines of text, nothing, a search, or the end of the conversation.
enum Outcome {
    Text(String),
    Silent,
    Think(Task),
    End,
}

type Answer = Result<Outcome, String>;

fn ok() -> Outcome {
    Outcome::Text("OK".to_owned())
}

impl Conversation for Brain {
    fn obey(
        &mut self,
        line: &str,
        engine: &mut Box<dyn Engine>,
        out: &mut dyn Write,
    ) -> Result<Next, CliError> {
        let answer = match self.board.take() {
            Some(board) => self.continue_board(board, line),
            None => self.answer(line, engine),
        };
        match answer {
            Ok(Outcome::Text(text)) => writeln!(out, "{text}")?,
            Ok(Outcome::Silent) => {}
            Ok(Outcome::Think(task)) => return Ok(Next::Think(task)),
            Ok(Outcome::End) => return Ok(Next::Quit),
            Err(reason) => writeln!(out, "{reason}")?,
        }
        Ok(Next::Read)
    }

    fn refuse(&mut self, reason: LineTooLong, out: &mut dyn Write) -> Result<(), CliError> {
        Ok(writeln!(out, "ERROR {reason}")?)
    }

    fn overhear(
        &mut self,
        line: &str,
        control: &mut SearchControl,
        _: &mut dyn Write,
    ) -> Result<Overheard, CliError> {
        let command = line.split_whitespace().next().unwrap_or_default().to_ascii_uppercase();
        Ok(match command.as_str() {
            "STOP" | "YXSTOP" => Overheard::Stops,
            "" => Overheard::Obeyed,
            // A new game or none makes the move worthless.
            "START" | "RECTSTART" | "RESTART" | "END" => {
                control.stop.raise();
                Overheard::Waits
            }
            _ => Overheard::Waits,
        })
    }

    fn report(&mut self, finding: Finding, out: &mut dyn Write) -> Result<(), CliError> {
        let Some(running) = &self.running else { return Ok(()) };
        let infos = finding.into_infos();
        for (n, info) in infos.iter().enumerate() {
            if self.tells_details {
                write_details((n, infos.len()), running, info, out)?;
            }
            if self.shows_info {
                writeln!(out, "MESSAGE {}", info_text(n, running, info))?;
            }
        }
        Ok(())
    }

    fn finish(&mut self, finding: Finding, out: &mut dyn Write) -> Result<Next, CliError> {
        let (moves, infos) = match finding {
            Finding::Moves(moves) => (moves, Vec::new()),
            finding => {
                let infos = finding.into_infos();
                (infos.first().map(|info| info.best).into_iter().collect(), infos)
            }
        };
        if !infos.is_empty() {
            self.report(Finding::Infos(infos), out)?;
        }
        let Some(Running { position, is_played, .. }) = self.running.take() else {
            return Ok(Next::Read);
        };
        let texts: Vec<String> = moves.iter().filter_map(|&mv| answer_text(mv)).collect();
        if texts.is_empty() {
            writeln!(out, "ERROR there is no move")?;
            return Ok(Next::Read);
        }
        writeln!(out, "{}", texts.join(" "))?;
        if let ([mv], true) = (&moves[..], is_played) {
            self.advance(position, *mv);
        }
        Ok(Next::Read)
    }
}

/// A move or decision as the manager reads it.
fn answer_text(mv: Move) -> Option<String> {
    use crate::core::Decision;
    match mv {
        Move::Place(at) => Some(point_text(at)),
        Move::Decide(Decision::Swap) => Some("SWAP".to_owned()),
        Move::Pass | Move::FromTo { .. } | Move::Decide(_) => None,
    }
}

/// A line of a search, as Yixin Board shows it.
fn info_text(n: usize, running: &Running, info: &EngineInfo) -> String {
    let score = info.score.map_or("-".to_owned(), |score| match (score.mate, score.unit) {
        (Some(mate), _) if mate > 0 => format!("+M{mate}"),
        (Some(mate), _) => format!("-M{}", -mate),
        (None, ScoreUnit::Chance) => format!("{:.1}%", 100.0 * score.amount),
        (None, _) => format!("{:.2}", score.amount),
    });
    let pv: Vec<_> = info.pv.iter().take(MAX_PV).filter_map(|&mv| answer_text(mv)).collect();
    let milliseconds = running.started.elapsed().as_millis();
    let (depth, nodes, pv) = (info.depth, info.nodes, pv.join(" "));
    format!("({}) depth {depth} | ev {score} | n {nodes} | t {milliseconds} | pv {pv}", n + 1)
}

/// The limits of an analysis, which levels do not bound.
fn bounded(limits: Limits) -> Limits {
    if limits == Limits::default() {
        return Limits { time: Some(DEFAULT_MOVE_TIME), ..limits };
    }
    limits
}

fn unknown(command: &str) -> String {
    format!("UNKNOWN command {}", excerpt(command))
}

fn error(reason: impl std::fmt::Display) -> String {
    format!("ERROR {reason}")
}

impl Brain {
    fn answer(&mut self, line: &str, engine: &mut Box<dyn Engine>) -> Answer {
        let (command, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let rest = rest.trim();
        match command.to_ascii_uppercase().as_str() {
            "" | "STOP" | "YXSTOP" => Ok(Outcome::Silent),
            "END" => Ok(Outcome::End),
            "ABOUT" => Ok(Outcome::Text(format!(
                "name=\"Tianyuan\", version=\"{}\", author=\"the Tianyuan authors\", country=\"CN\"",
                env!("CARGO_PKG_VERSION")
            ))),
            "START" => self.start(rest, engine),
            "RECTSTART" => match rest.split_once(',') {
                Some((files, ranks)) if files.trim() == ranks.trim() => {
                    self.start(files.trim(), engine)
                }
                _ => Err(error("only square boards are supported")),
            },
            "RESTART" => {
                self.started()?;
                self.begin()?;
                self.forget(engine);
                engine.prepare();
                Ok(ok())
            }
            "INFO" => self.set_info(rest, engine),
            "BEGIN" => {
                let position = self.started()?.clone();
                if occupied(&position).next().is_some() {
                    return Err(error("the board is not empty"));
                }
                Ok(self.think(position, true))
            }
            "TURN" => {
                let position = self.started()?.clone();
                let at = read_point(rest).ok_or_else(|| error("expected TURN x,y"))?;
                position.check(Move::Place(at)).map_err(error)?;
                self.advance(position, Move::Place(at));
                let position = self.started()?.clone();
                Ok(self.think(position, true))
            }
            "TAKEBACK" => self.take_back(rest),
            "BOARD" => self.read_board(BoardLines::to_move()),
            "SWAP2BOARD" => self.read_board(BoardLines::of_swap2()),
            command if command.starts_with("YX") => self.answer_board(command, rest, engine),
            _ => Err(unknown(command)),
        }
    }

    fn started(&self) -> Result<&AnyPosition, String> {
        self.position.as_ref().ok_or_else(|| error("START comes first"))
    }

    fn start(&mut self, text: &str, engine: &mut Box<dyn Engine>) -> Answer {
        let size: i64 = text.parse().map_err(|_| error("expected START size"))?;
        let mut options = self.options.clone();
        options.set("size", OptionValue::Number(size));
        (self.spec.position)(&options, None).map_err(error)?;
        self.options = options;
        self.begin()?;
        engine.prepare();
        Ok(ok())
    }

    /// An empty board.
    fn begin(&mut self) -> Result<(), String> {
        self.position = Some((self.spec.position)(&self.options, None).map_err(error)?);
        self.history.clear();
        self.blocked.clear();
        Ok(())
    }

    /// A new engine, which knows nothing of earlier games.
    fn forget(&self, engine: &mut Box<dyn Engine>) {
        *engine = self.game.engine();
        if let Some(size) = self.table_size {
            engine.set_table_size(size);
        }
    }

    /// Plays a legal move on the board.
    fn advance(&mut self, mut position: AnyPosition, mv: Move) {
        let before = position.clone();
        if position.play(mv).is_ok() {
            self.history.push(before);
            self.position = Some(position);
        }
    }

    /// Takes back the last move, which must be there.
    fn take_back(&mut self, text: &str) -> Answer {
        let at = read_point(text).ok_or_else(|| error("expected TAKEBACK x,y"))?;
        if self.started()?.piece_at(at).is_none() {
            return Err(error("there is no stone"));
        }
        let before = self.history.last().ok_or_else(|| error("there is no move to take back"))?;
        if before.piece_at(at).is_some() {
            return Err(error("it is not the last move"));
        }
        self.position = self.history.pop();
        Ok(ok())
    }

    fn read_board(&mut self, board: BoardLines) -> Answer {
        // The lines that follow are read whatever they are for.
        self.board = Some(board);
        Ok(Outcome::Silent)
    }

    fn continue_board(&mut self, mut board: BoardLines, line: &str) -> Answer {
        if !board.add(line) {
            self.board = Some(board);
            return Ok(Outcome::Silent);
        }
        self.started()?;
        if let Some(is_blocked) = board.blocks() {
            self.block(&board.fields().map_err(error)?, is_blocked);
            return Ok(Outcome::Silent);
        }
        let options = board.options(&self.options, &self.spec);
        let start = (self.spec.position)(&options, None).map_err(error)?;
        let fields = board.fields().map_err(error)?;
        if board.is_swap2() {
            let position = board::after_swap2(&start, &fields).map_err(error)?;
            return Ok(self.think_of_swap2(position, fields.len()));
        }
        let (position, history) = board::set_up(&start, &fields).map_err(error)?;
        (self.position, self.history) = (Some(position.clone()), history);
        Ok(if board.asks_for_move() { self.think(position, true) } else { Outcome::Silent })
    }

    fn limits_for_move(&self) -> Limits {
        let time =
            self.times.for_move().map(|time| self.time_limit.map_or(time, |limit| limit.min(time)));
        let told = self.times.limits();
        Limits { time: time.or(self.limits.time), ..self.limits.and(told) }
    }

    fn think(&mut self, position: AnyPosition, is_played: bool) -> Outcome {
        let (strength, lines, threads) = (self.strength, self.lines, self.threads);
        let (limits, seed, at) = (self.limits_for_move(), self.random.next_u64(), position.clone());
        let stones = self.stones_to_search(&position);
        let (is_blocked, game) = (!self.blocked.is_empty(), self.game);
        self.running = Some(Running { position, started: Instant::now(), is_played });
        Outcome::Think(Task::new(
            move |engine: &mut dyn Engine, stop: &StopFlag, report: &mut Report<'_>| {
                engine.set_threads(threads);
                let request = EngineRequest { strength, limits, seed, stop: stop.clone() };
                if lines == 1 && !is_blocked {
                    let mut tell = |info: &EngineInfo| report(Finding::Infos(vec![info.clone()]));
                    let found = engine.search(&at, &request, &mut tell);
                    if found.as_ref().is_some_and(|info| matches!(info.best, Move::Place(_))) {
                        return Finding::Infos(found.into_iter().collect());
                    }
                }
                let request = EngineRequest { limits: bounded(limits), ..request };
                let mut tell = |infos: &[EngineInfo]| report(Finding::Infos(infos.to_vec()));
                let mut found = engine.analyse_moves(&at, &request, &stones, lines, &mut tell);
                if found.is_empty() {
                    found.extend(best_at_a_glance(game, &at, &stones, stop));
                }
                Finding::Infos(found)
            },
        ))
    }

    /// Chooses stones or a colour in the opening, after so many stones.
    fn think_of_swap2(&mut self, position: AnyPosition, stones: usize) -> Outcome {
        let strength = self.strength;
        let (limits, seed, at) = (self.limits_for_move(), self.random.next_u64(), position.clone());
        self.running = Some(Running { position, started: Instant::now(), is_played: false });
        Outcome::Think(Task::new(
            move |engine: &mut dyn Engine, stop: &StopFlag, _: &mut Report<'_>| {
                let request = EngineRequest { strength, limits, seed, stop: stop.clone() };
                Finding::Moves(board::choose_swap2(engine, at, &request, stones))
            },
        ))
    }
}

/// The points with stones.
fn occupied(position: &AnyPosition) -> impl Iterator<Item = Point> + '_ {
    let board = position.board();
    let (files, ranks) = (board.files, board.ranks);
    let all = (0..ranks).flat_map(move |rank| (0..files).map(move |file| Point::new(file, rank)));
    all.filter(|&at| position.piece_at(at).is_some())
}

/// The side that the brain plays on a board with these fields.
fn own_side(fields: &[(Point, Field)]) -> Side {
    let count = |field| fields.iter().filter(|(_, of)| *of == field).count();
    if count(Field::Opponent) > count(Field::Own) { Side::Second } else { Side::First }
}

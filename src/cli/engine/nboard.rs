//! The NBoard protocol, version 2: the GUI keeps the game and sends every move;
//! `go`, `hint` and `analyze` ask for moves and values. Games are sent as GGF.
//!
//! Source: <https://github.com/weltyc/ntest/blob/master/instructions/Protocol.htm>.

use std::io::{self, BufRead, Write};

use thiserror::Error;

use super::EngineSession;
use super::conversation::{
    Conversation, Finding, Next, Overheard, Report, SearchControl, Task, converse,
};
use crate::cli::CliError;
use crate::cli::lines::LineTooLong;
use crate::core::{Move, Random};
use crate::engines::read_nboard_move;
use crate::games::{
    AnyPosition, Engine, EngineInfo, EngineRequest, Game, IllegalMove, Options, Strength,
};
use crate::record::formats::{self, FormatError, Source};
use crate::search::{Limits, StopFlag};

/// Most lines of a hint.
const MAX_HINTS: usize = 20;

/// Positions of a game that are kept, at most.
const MAX_POSITIONS: usize = 1000;

/// Errors that are answered to the GUI.
#[derive(Debug, Error)]
enum NboardError {
    #[error("unknown command")]
    UnknownCommand,
    #[error("expected how many moves to hint at, such as hint 1")]
    HintCount,
    #[error("expected a depth of at least 1")]
    Depth,
    #[error("expected a number")]
    Contempt,
    #[error("expected a game as GGF")]
    NoGame,
    #[error("the game is over")]
    GameOver,
    #[error(transparent)]
    Game(#[from] FormatError),
    #[error(transparent)]
    Move(#[from] IllegalMove),
}

/// True if GGF holds games of this kind.
pub(in crate::cli) fn supports(game: &dyn Game) -> bool {
    formats::by_extension("ggf").is_ok_and(|found| found.iter().any(|format| format.supports(game)))
}

pub(super) fn serve(
    game: &'static dyn Game,
    options: &Options,
    session: EngineSession,
    input: impl BufRead + Send + 'static,
    out: &mut dyn Write,
) -> Result<(), CliError> {
    if !supports(game) {
        let reason = format!("the protocol of NBoard has no games of {}", game.id());
        return Err(CliError::Failed(reason));
    }
    let mut nboard = Nboard {
        positions: vec![game.start(options)?],
        strength: session.strength,
        limits: session.limits,
        random: session.random,
        running: None,
    };
    converse(&mut nboard, session.engine, input, out)
}

/// Purpose of a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Purpose {
    /// `go`: a move, which the GUI plays.
    Move,
    /// `hint`: the best moves.
    Hint,
    /// `analyze`: the value of this position of the game, and then of those before it.
    Analysis(usize),
}

struct Nboard {
    /// The positions of the game from its start.
    positions: Vec<AnyPosition>,
    strength: Strength,
    limits: Limits,
    random: Random,
    running: Option<Purpose>,
}

impl Conversation for Nboard {
    fn obey(
        &mut self,
        line: &str,
        _: &mut Box<dyn Engine>,
        out: &mut dyn Write,
    ) -> Result<Next, CliError> {
        let (command, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let rest = rest.trim();
        let done = match command {
            "" => Ok(()),
            "quit" => return Ok(Next::Quit),
            "nboard" => {
                writeln!(out, "set myname Tianyuan")?;
                Ok(())
            }
            "set" => self.set(rest),
            "move" => self.play(rest),
            "ping" => {
                writeln!(out, "pong {rest}")?;
                Ok(())
            }
            // Games are not learned from.
            "learn" => {
                writeln!(out, "learned")?;
                Ok(())
            }
            "go" if self.position().outcome().is_some() => Err(NboardError::GameOver),
            "go" => return self.go(out),
            "hint" => match rest.parse::<usize>() {
                Ok(lines @ 1..) => return self.hint(lines.min(MAX_HINTS), out),
                _ => Err(NboardError::HintCount),
            },
            "analyze" => {
                writeln!(out, "status Analysing")?;
                return Ok(self.analyse_position(self.positions.len() - 1));
            }
            _ => Err(NboardError::UnknownCommand),
        };
        if let Err(error) = done {
            writeln!(out, "error {error}")?;
        }
        Ok(Next::Read)
    }

    fn refuse(&mut self, reason: LineTooLong, out: &mut dyn Write) -> Result<(), CliError> {
        Ok(writeln!(out, "error {reason}")?)
    }

    fn overhear(
        &mut self,
        line: &str,
        control: &mut SearchControl,
        _: &mut dyn Write,
    ) -> Result<Overheard, CliError> {
        let command = line.split_whitespace().next().unwrap_or_default();
        Ok(match command {
            "" => Overheard::Obeyed,
            "go" | "hint" | "analyze" if self.running == Some(Purpose::Move) => Overheard::Waits,
            // Any other command ends what the engine does. After a ping the board may be
            // another: what was found until then is told before its answer.
            _ => {
                control.stop.raise();
                if let Some(Purpose::Analysis(left)) = &mut self.running {
                    *left = 0;
                }
                Overheard::Waits
            }
        })
    }

    fn report(&mut self, finding: Finding, out: &mut dyn Write) -> Result<(), CliError> {
        if matches!(self.running, Some(Purpose::Hint | Purpose::Move)) {
            write_lines(self.position(), &finding.into_infos(), out)?;
        }
        Ok(())
    }

    fn finish(&mut self, finding: Finding, out: &mut dyn Write) -> Result<Next, CliError> {
        let infos = finding.into_infos();
        match self.running.take() {
            Some(Purpose::Move) => match infos.first() {
                Some(info) => {
                    write_nodes(info, out)?;
                    writeln!(out, "=== {}", answer_text(self.position(), info))?;
                }
                None => writeln!(out, "error no move was found")?,
            },
            Some(Purpose::Hint) => {
                write_lines(self.position(), &infos, out)?;
                infos.first().map_or(Ok(()), |info| write_nodes(info, out))?;
            }
            Some(Purpose::Analysis(at)) => {
                if let Some(score) = infos.first().and_then(|info| info.score) {
                    writeln!(out, "analysis {at} {:.2}", score.amount)?;
                }
                if at > 0 {
                    return Ok(self.analyse_position(at - 1));
                }
            }
            None => {}
        }
        writeln!(out, "status")?;
        Ok(Next::Read)
    }
}

impl Nboard {
    fn position(&self) -> &AnyPosition {
        // There is always the start.
        &self.positions[self.positions.len() - 1]
    }

    fn set(&mut self, rest: &str) -> Result<(), NboardError> {
        let (name, value) = rest.split_once(char::is_whitespace).unwrap_or((rest, ""));
        match name {
            "depth" => {
                let depth = value.trim().parse().ok().filter(|depth| *depth > 0);
                self.limits.depth = Some(depth.ok_or(NboardError::Depth)?);
            }
            "game" => {
                let games = formats::read("ggf", Source::from_bytes(value.as_bytes()))?;
                let tree = games.first().ok_or(NboardError::NoGame)?;
                let line = tree.main_line().map(|node| tree.position(node).clone());
                self.positions = line.take(MAX_POSITIONS).collect();
            }
            // The engine values a draw as a draw, whatever is asked for.
            "contempt" => {
                let number: Option<f64> = value.trim().parse().ok();
                number.ok_or(NboardError::Contempt)?;
            }
            // Other settings have no effect.
            _ => {}
        }
        Ok(())
    }

    fn play(&mut self, text: &str) -> Result<(), NboardError> {
        let mut position = self.position().clone();
        let mv = read_nboard_move(&position, text)?;
        position.play(mv)?;
        if self.positions.len() == MAX_POSITIONS {
            self.positions.remove(0);
        }
        self.positions.push(position);
        Ok(())
    }

    fn go(&mut self, out: &mut dyn Write) -> Result<Next, CliError> {
        writeln!(out, "status Thinking")?;
        self.running = Some(Purpose::Move);
        let (position, request) = (self.position().clone(), self.request(self.strength));
        Ok(Next::Think(Task::new(
            move |engine: &mut dyn Engine, stop: &StopFlag, report: &mut Report<'_>| {
                let request = EngineRequest { stop: stop.clone(), ..request };
                let mut tell = |info: &EngineInfo| report(Finding::Infos(vec![info.clone()]));
                let found = engine.search(&position, &request, &mut tell);
                Finding::Infos(found.into_iter().collect())
            },
        )))
    }

    fn request(&mut self, strength: Strength) -> EngineRequest {
        let seed = self.random.next_u64();
        EngineRequest { strength, limits: self.limits, seed, stop: StopFlag::new() }
    }

    fn hint(&mut self, lines: usize, out: &mut dyn Write) -> Result<Next, CliError> {
        writeln!(out, "status Analysing")?;
        self.running = Some(Purpose::Hint);
        let (position, request) = (self.position().clone(), self.request(Strength::Full));
        Ok(Next::Think(Task::new(
            move |engine: &mut dyn Engine, stop: &StopFlag, report: &mut Report<'_>| {
                let request = EngineRequest { stop: stop.clone(), ..request };
                let mut tell = |infos: &[EngineInfo]| report(Finding::Infos(infos.to_vec()));
                Finding::Infos(engine.analyse(&position, &request, lines, &mut tell))
            },
        )))
    }

    /// The value of a position of the game; those before it follow.
    fn analyse_position(&mut self, at: usize) -> Next {
        self.running = Some(Purpose::Analysis(at));
        let (position, request) = (self.positions[at].clone(), self.request(Strength::Full));
        Next::Think(Task::new(
            move |engine: &mut dyn Engine, stop: &StopFlag, _: &mut Report<'_>| {
                let request = EngineRequest { stop: stop.clone(), ..request };
                let found = engine.search(&position, &request, &mut |_| ());
                Finding::Infos(found.into_iter().collect())
            },
        ))
    }
}

/// A move in NBoard's notation.
fn move_text(position: &AnyPosition, mv: Move) -> String {
    match mv {
        Move::Pass => "PA".to_owned(),
        mv => position.move_text(mv).unwrap_or_default().to_ascii_uppercase(),
    }
}

fn write_lines(
    position: &AnyPosition,
    infos: &[EngineInfo],
    out: &mut dyn Write,
) -> io::Result<()> {
    infos.iter().try_for_each(|info| writeln!(out, "search {}", search_line(position, info)))
}

fn write_nodes(info: &EngineInfo, out: &mut dyn Write) -> io::Result<()> {
    writeln!(out, "nodestats {} {:.2}", info.nodes, info.elapsed.as_secs_f64())
}

/// A move with its value and the seconds it took.
fn answer_text(position: &AnyPosition, info: &EngineInfo) -> String {
    let text = move_text(position, info.best);
    let time = info.elapsed.as_secs_f64();
    match info.score {
        Some(value) => format!("{text}/{:.2}/{time:.2}", value.amount),
        None => format!("{text}//{time:.2}"),
    }
}

/// The depth of a line; for an exact score the word by which NBoard knows such.
fn depth_text(info: &EngineInfo) -> String {
    match info.score {
        Some(score) if score.is_exact() && score.mate.is_none() => "100%".to_owned(),
        _ => info.depth.to_string(),
    }
}

/// The arguments of a `search` line: the principal variation without spaces,
/// its value, 0, the depth.
fn search_line(position: &AnyPosition, info: &EngineInfo) -> String {
    let mut after = position.clone();
    let mut line = String::new();
    for &mv in &info.pv {
        line.push_str(&move_text(&after, mv));
        if after.play(mv).is_err() {
            break;
        }
    }
    let value = info.score.map_or(0.0, |value| value.amount);
    format!("{line} {value:.2} 0 {}", depth_text(info))
}

#[cfg(test)]
mod tests {
    use std::io::Cursor;

    use super::*;
    use crate::games::registry;

    fn lines_from(input: &str) -> Vec<String> {
        let game = registry::find("reversi").unwrap();
        let session = EngineSession::new(game, Some(1), None, 1);
        let mut out = Vec::new();
        let input = Cursor::new(input.to_owned().into_bytes());
        serve(game, &Options::default(), session, input, &mut out).unwrap();
        String::from_utf8(out).unwrap().lines().map(str::to_owned).collect()
    }

    #[test]
    fn a_game_is_set_and_a_move_of_it_is_found() {
        let game = "(;GM[Othello]PB[a]PW[b]RE[?]TY[8]BO[8 ---------------------------O*------*O--------------------------- *]B[F5]W[D6];)";
        let input =
            format!("nboard 2\nset depth 4\nset game {game}\nping 7\ngo\nmove C3//1.0\nhint 2\n");
        let lines = lines_from(&input);
        assert_eq!(lines[..2], ["set myname Tianyuan", "pong 7"]);
        assert!(lines.iter().any(|line| line.starts_with("=== ")), "{lines:?}");
        let deepest =
            lines.iter().filter(|line| line.starts_with("search ") && line.ends_with(" 4"));
        assert!(deepest.count() >= 2, "{lines:?}");
        assert!(lines.iter().any(|line| line.starts_with("nodestats ")), "{lines:?}");
        assert!(!lines.iter().any(|line| line.starts_with("error")), "{lines:?}");
    }

    #[test]
    fn a_move_is_told_with_its_search_and_an_exact_score_as_such() {
        // Two squares are left, and Black can move to both.
        let rows = format!("OOOOOO*O{}*O-OOO-O", "O".repeat(48));
        let game = format!("(;GM[Othello]PB[a]PW[b]RE[?]TY[8]BO[8 {rows} *];)");
        let lines = lines_from(&format!("set game {game}\ngo\nhint 1\n"));
        let searched: Vec<_> = lines.iter().filter(|line| line.starts_with("search ")).collect();
        assert!(searched.iter().any(|line| line.ends_with(" 100%")), "{lines:?}");
        let answer = lines.iter().position(|line| line.starts_with("=== ")).unwrap();
        assert!(lines[..answer].iter().any(|line| line.starts_with("status Thinking")));
    }

    #[test]
    fn a_ping_ends_a_search_and_is_answered_after_what_was_found() {
        let lines = lines_from("set depth 60\ngo\nping 3\nhint 2\nping 4\n");
        let at = |start: &str| lines.iter().position(|line| line.starts_with(start)).unwrap();
        assert!(at("=== ") < at("pong 3") && at("pong 3") < at("pong 4"), "{lines:?}");
        assert_eq!(lines.last().map(String::as_str), Some("pong 4"));
    }

    #[test]
    fn bad_input_is_answered_with_an_error() {
        for line in [
            "dance",
            "move",
            "move A1",
            "move \u{e9}9",
            "hint",
            "hint 0",
            "set depth no",
            "set contempt much",
            "set game x",
        ] {
            let lines = lines_from(line);
            assert!(lines[0].starts_with("error "), "{line}: {lines:?}");
        }
    }

    #[test]
    fn a_game_is_valued_from_its_end_to_its_start() {
        let lines = lines_from("set depth 2\nmove F5\nmove D6\nmove C3\nanalyze\n");
        let numbers: Vec<_> = lines
            .iter()
            .filter_map(|line| line.strip_prefix("analysis ")?.split(' ').next())
            .collect();
        assert_eq!(numbers, ["3", "2", "1", "0"], "{lines:?}");
        assert_eq!(lines.last().map(String::as_str), Some("status"));
    }

    #[test]
    fn only_games_of_the_format_are_played() {
        let game = registry::find("go").unwrap();
        let session = EngineSession::new(game, Some(1), None, 1);
        let end = serve(game, &Options::default(), session, Cursor::new(""), &mut Vec::new());
        assert!(end.is_err());
    }
}

//! The players of a match: the program's own, and other programs that run as
//! child processes and are asked by GTP or the protocol of NBoard.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, sync_channel};
use std::thread;
use std::time::{Duration, Instant};

use crate::cli::CliError;
use crate::cli::engine::{Brain, USUAL_TIME, nboard, read_vertex, vertex};
use crate::core::{Decision, Move, Side};
use crate::games::{AnyPosition, Game, Options};
use crate::record::GameTree;
use crate::record::formats;

/// What an engine may be silent for beyond its time.
const MARGIN: Duration = Duration::from_secs(5);

/// Lines that are kept of an engine that talks faster than it is read.
const MOST_LINES: usize = 1000;

/// Who plays, as named on the command line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Spec {
    Level(u8),
    Full,
    Gtp(Vec<String>),
    Nboard(Vec<String>),
}

impl Spec {
    /// Reads "level:5", "full", "gtp:COMMAND" or "nboard:COMMAND".
    pub(super) fn parse(text: &str, game: &dyn Game) -> Result<Spec, CliError> {
        let wrong = || {
            CliError::Failed(format!(
                "\"{text}\" is no player: expected level:1 to level:{}, full, gtp:COMMAND or \
                 nboard:COMMAND",
                game.levels()
            ))
        };
        let words = |command: &str| {
            let words: Vec<String> = command.split_whitespace().map(str::to_owned).collect();
            if words.is_empty() { Err(wrong()) } else { Ok(words) }
        };
        match text.split_once(':') {
            None if text == "full" => Ok(Spec::Full),
            Some(("level", number)) => {
                let level = number.parse().ok().filter(|level| (1..=game.levels()).contains(level));
                level.map(Spec::Level).ok_or_else(wrong)
            }
            Some(("gtp", command)) if crate::cli::engine::moves_are_points(game) => {
                Ok(Spec::Gtp(words(command)?))
            }
            Some(("nboard", command)) if nboard::speaks(game) => Ok(Spec::Nboard(words(command)?)),
            Some(("gtp" | "nboard", _)) => Err(CliError::Failed(format!(
                "{} cannot be played by this protocol; expected level:N or full",
                game.id()
            ))),
            _ => Err(wrong()),
        }
    }
}

/// A game as far as it is played.
pub(super) struct Played<'a> {
    pub(super) game: &'static dyn Game,
    pub(super) options: &'a Options,
    pub(super) start: &'a AnyPosition,
    pub(super) moves: &'a [Move],
    pub(super) position: &'a AnyPosition,
}

/// A player at the board.
pub(super) enum Seat {
    Own(Box<Brain>),
    Gtp { line: Line, told: usize, time: Duration },
    Nboard { line: Line, time: Duration },
}

impl Seat {
    /// Sits down to a new game, with nothing remembered of others.
    ///
    /// # Errors
    /// Says what an engine did not do.
    pub(super) fn sit(
        spec: &Spec,
        game: &dyn Game,
        start: &AnyPosition,
        time: Option<Duration>,
        seed: u64,
    ) -> Result<Seat, String> {
        let limit = time.unwrap_or(USUAL_TIME);
        match spec {
            Spec::Level(level) => {
                Ok(Seat::Own(Box::new(Brain::new(game, Some(*level), time, seed))))
            }
            Spec::Full => Ok(Seat::Own(Box::new(Brain::new(game, None, time, seed)))),
            Spec::Gtp(command) => {
                let mut line = Line::open(command)?;
                line.order(&format!("boardsize {}", start.board().files), MARGIN)?;
                line.order("clear_board", MARGIN)?;
                // An engine without clocks may well refuse this.
                let seconds = limit.as_secs().max(1);
                line.say(&format!("time_settings 0 {seconds} 1"))?;
                line.answer(MARGIN)?.ok();
                Ok(Seat::Gtp { line, told: 0, time: limit })
            }
            Spec::Nboard(command) => {
                let mut line = Line::open(command)?;
                line.say("nboard 2")?;
                line.say("ping 1")?;
                line.wait(MARGIN, |text| text == "pong 1")?;
                Ok(Seat::Nboard { line, time: limit })
            }
        }
    }

    /// Asks for a move; whether it is legal is left open.
    ///
    /// # Errors
    /// Says what an engine did instead.
    pub(super) fn choose(&mut self, played: &Played) -> Result<Move, String> {
        let position = played.position;
        match self {
            Seat::Own(brain) => {
                let thought = brain.think(position);
                thought.map(|thought| thought.best).ok_or_else(|| "it found no move".to_owned())
            }
            Seat::Gtp { line, told, time } => {
                // Other programs know nothing of agreeing on dead stones.
                let agree = Move::Decide(Decision::AcceptDead);
                if position.check(agree).is_ok() {
                    return Ok(agree);
                }
                let mut before = played.start.clone();
                for (number, &mv) in played.moves.iter().enumerate() {
                    if number >= *told {
                        let side = letter(before.side_to_move());
                        line.order(&format!("play {side} {}", vertex(&before, mv)), MARGIN)?;
                    }
                    before.play(mv).map_err(|refusal| refusal.to_string())?;
                }
                let side = letter(position.side_to_move());
                let text = line.order(&format!("genmove {side}"), *time + MARGIN)?;
                *told = played.moves.len() + 1;
                if text.eq_ignore_ascii_case("resign") {
                    return Err("it resigned".to_owned());
                }
                read_vertex(position, &text).map_err(|why| format!("it answered \"{text}\": {why}"))
            }
            Seat::Nboard { line, time } => {
                line.say(&format!("set game {}", ggf(played)?))?;
                line.say("go")?;
                let text = line.wait(*time + MARGIN, |text| text.starts_with("==="))?;
                let text = text.trim_start_matches('=').trim();
                nboard::read_move(position, text)
                    .map_err(|why| format!("it answered \"{text}\": {why}"))
            }
        }
    }
}

fn letter(side: Side) -> &'static str {
    ["b", "w"][side.index()]
}

/// The game on one line.
fn ggf(played: &Played) -> Result<String, String> {
    let mut tree =
        GameTree::new(played.game, played.options.clone()).map_err(|error| error.to_string())?;
    let mut node = tree.root();
    for &mv in played.moves {
        node = tree.play(node, mv).map_err(|refusal| refusal.to_string())?;
    }
    let bytes = formats::write("ggf", &[tree]).map_err(|error| error.to_string())?;
    let text = String::from_utf8_lossy(&bytes).into_owned();
    Ok(text.split_whitespace().collect::<Vec<_>>().join(" "))
}

/// A child process that is talked with line by line.
pub(super) struct Line {
    child: Child,
    input: ChildStdin,
    lines: Receiver<String>,
}

impl Line {
    fn open(command: &[String]) -> Result<Line, String> {
        let [program, arguments @ ..] = command else {
            return Err("no program is named".to_owned());
        };
        let child = Command::new(program)
            .args(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn();
        let mut child = child.map_err(|error| format!("it cannot be started: {error}"))?;
        let (Some(input), Some(output)) = (child.stdin.take(), child.stdout.take()) else {
            return Err("it cannot be talked with".to_owned());
        };
        let (sender, lines) = sync_channel(MOST_LINES);
        // Ends with the process, whose output then ends, or with the match,
        // where nobody takes the lines any more.
        thread::spawn(move || {
            let mut reader = BufReader::new(output);
            let mut bytes = Vec::new();
            while reader.read_until(b'\n', &mut bytes).is_ok_and(|read| read > 0) {
                let text = String::from_utf8_lossy(&bytes).trim().to_owned();
                bytes.clear();
                if sender.send(text).is_err() {
                    break;
                }
            }
        });
        Ok(Line { child, input, lines })
    }

    fn say(&mut self, text: &str) -> Result<(), String> {
        let said = writeln!(self.input, "{text}").and_then(|()| self.input.flush());
        said.map_err(|_| "it has ended".to_owned())
    }

    /// The first line that is waited for; others are passed over.
    fn wait(&mut self, time: Duration, is_it: impl Fn(&str) -> bool) -> Result<String, String> {
        let end = Instant::now() + time;
        loop {
            let left = end.saturating_duration_since(Instant::now());
            match self.lines.recv_timeout(left) {
                Ok(text) if is_it(&text) => return Ok(text),
                Ok(_) if !left.is_zero() => {}
                Ok(_) | Err(RecvTimeoutError::Timeout) => {
                    return Err(format!("it gave no answer within {:.1} s", time.as_secs_f64()));
                }
                Err(RecvTimeoutError::Disconnected) => return Err("it has ended".to_owned()),
            }
        }
    }

    /// A GTP answer: what stands behind `=`, or behind `?` as an error.
    fn answer(&mut self, time: Duration) -> Result<Result<String, String>, String> {
        let first = self.wait(time, |text| text.starts_with(['=', '?']))?;
        self.wait(MARGIN, str::is_empty)?;
        let text = first[1..].trim().to_owned();
        Ok(if first.starts_with('=') { Ok(text) } else { Err(text) })
    }

    fn order(&mut self, command: &str, time: Duration) -> Result<String, String> {
        self.say(command)?;
        self.answer(time)?.map_err(|why| format!("it answered \"{command}\" with \"{why}\""))
    }
}

impl Drop for Line {
    fn drop(&mut self) {
        // A process that has ended already cannot be ended again.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

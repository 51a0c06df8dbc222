//! The players of a match: built-in engines, and other programs that run as
//! child processes and speak GTP or the NBoard protocol.

use std::io::{self, BufReader, Read, Write};
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, sync_channel};
use std::thread;
use std::time::{Duration, Instant};

use thiserror::Error;

use crate::cli::CliError;
use crate::cli::engine::{DEFAULT_MOVE_TIME, EngineSession, nboard, read_vertex, vertex};
use crate::cli::lines::{LineError, read_line};
use crate::core::{Decision, Move, Side, excerpt};
use crate::games::{AnyPosition, Game, IllegalMove, Options, SetupError};
use crate::record::GameTree;
use crate::record::formats::{self, FormatError};

/// Time beyond the limit after which an engine counts as hanging.
const RESPONSE_MARGIN: Duration = Duration::from_secs(5);

/// Output lines of an engine that are buffered.
const MAX_BUFFERED_LINES: usize = 1000;

/// A player as named on the command line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::cli) enum PlayerSpec {
    Level(u8),
    Full,
    Gtp(Vec<String>),
    Nboard(Vec<String>),
}

impl PlayerSpec {
    /// Parses "level:5", "full", "gtp:COMMAND" or "nboard:COMMAND".
    pub(in crate::cli) fn parse(text: &str, game: &dyn Game) -> Result<PlayerSpec, CliError> {
        let invalid = || {
            CliError::Failed(format!(
                "\"{}\" is not a player: expected level:1 to level:{}, full, gtp:COMMAND or \
                 nboard:COMMAND",
                excerpt(text),
                game.levels()
            ))
        };
        let words = |command: &str| {
            let words: Vec<String> = command.split_whitespace().map(str::to_owned).collect();
            if words.is_empty() { Err(invalid()) } else { Ok(words) }
        };
        match text.split_once(':') {
            None if text == "full" => Ok(PlayerSpec::Full),
            Some(("level", number)) => {
                let level = number.parse().ok().filter(|level| (1..=game.levels()).contains(level));
                level.map(PlayerSpec::Level).ok_or_else(invalid)
            }
            Some(("gtp", command)) if crate::cli::engine::moves_are_points(game) => {
                Ok(PlayerSpec::Gtp(words(command)?))
            }
            Some(("nboard", command)) if nboard::supports(game) => {
                Ok(PlayerSpec::Nboard(words(command)?))
            }
            Some(("gtp" | "nboard", _)) => Err(CliError::Failed(format!(
                "{} cannot be played by this protocol; expected level:N or full",
                game.id()
            ))),
            _ => Err(invalid()),
        }
    }
}

/// A game in progress.
pub(in crate::cli) struct GameInProgress<'a> {
    pub(in crate::cli) game: &'static dyn Game,
    pub(in crate::cli) options: &'a Options,
    pub(in crate::cli) start: &'a AnyPosition,
    pub(in crate::cli) moves: &'a [Move],
    pub(in crate::cli) position: &'a AnyPosition,
}

/// Failures of a player, which lose its game.
#[derive(Debug, Error)]
pub(in crate::cli) enum PlayerError {
    #[error("no program is named")]
    NoProgram,
    #[error("it cannot be started: {0}")]
    Start(io::Error),
    #[error("it cannot be communicated with")]
    NoPipes,
    #[error("it has ended")]
    Ended,
    #[error("it gave no answer within {:.1} s", .0.as_secs_f64())]
    NoAnswer(Duration),
    #[error("its output cannot be read: {0}")]
    Output(LineError),
    #[error("it answered \"{}\" with \"{}\"", excerpt(.command), excerpt(.answer))]
    Command { command: String, answer: String },
    #[error("it answered \"{}\": {refusal}", excerpt(.answer))]
    Answer { answer: String, refusal: IllegalMove },
    #[error("it found no move")]
    NoMove,
    #[error("it resigned")]
    Resigned,
    /// The game so far cannot be played again for it.
    #[error(transparent)]
    Replay(#[from] IllegalMove),
    #[error(transparent)]
    Setup(#[from] SetupError),
    #[error(transparent)]
    Format(#[from] FormatError),
}

/// A response of GTP.
enum GtpResponse {
    /// The text after `=`.
    Success(String),
    /// The text after `?`.
    Failure(String),
}

/// A player in a game.
pub(in crate::cli) enum Player {
    BuiltIn(Box<EngineSession>),
    Gtp { process: EngineProcess, moves_sent: usize, time: Duration },
    Nboard { process: EngineProcess, time: Duration },
}

impl Player {
    /// Starts a fresh player for a new game.
    ///
    /// # Errors
    /// When the engine does not start or does not answer.
    pub(super) fn new(
        spec: &PlayerSpec,
        game: &dyn Game,
        start: &AnyPosition,
        time: Option<Duration>,
        seed: u64,
    ) -> Result<Player, PlayerError> {
        let limit = time.unwrap_or(DEFAULT_MOVE_TIME);
        match spec {
            PlayerSpec::Level(level) => {
                Ok(Player::BuiltIn(Box::new(EngineSession::new(game, Some(*level), time, seed))))
            }
            PlayerSpec::Full => {
                Ok(Player::BuiltIn(Box::new(EngineSession::new(game, None, time, seed))))
            }
            PlayerSpec::Gtp(command) => Player::gtp(EngineProcess::open(command)?, start, limit),
            PlayerSpec::Nboard(command) => Player::nboard(EngineProcess::open(command)?, limit),
        }
    }

    /// Begins a game with an engine that speaks GTP.
    pub(in crate::cli) fn gtp(
        mut process: EngineProcess,
        start: &AnyPosition,
        time: Duration,
    ) -> Result<Player, PlayerError> {
        process.gtp_command(&format!("boardsize {}", start.board().files), RESPONSE_MARGIN)?;
        process.gtp_command("clear_board", RESPONSE_MARGIN)?;
        // An engine without clocks may refuse this.
        let seconds = time.as_secs().max(1);
        process.send(&format!("time_settings 0 {seconds} 1"))?;
        process.gtp_response(RESPONSE_MARGIN)?;
        Ok(Player::Gtp { process, moves_sent: 0, time })
    }

    /// Begins a game with an engine that speaks the protocol of NBoard.
    pub(in crate::cli) fn nboard(
        mut process: EngineProcess,
        time: Duration,
    ) -> Result<Player, PlayerError> {
        process.send("nboard 2")?;
        process.send("ping 1")?;
        process.wait_for(RESPONSE_MARGIN, |text| text == "pong 1")?;
        Ok(Player::Nboard { process, time })
    }

    /// Asks for a move, without checking its legality.
    ///
    /// # Errors
    /// When the engine fails, resigns or answers with no move.
    pub(in crate::cli) fn choose_move(
        &mut self,
        played: &GameInProgress,
    ) -> Result<Move, PlayerError> {
        let position = played.position;
        match self {
            Player::BuiltIn(session) => {
                let info = session.think(position);
                info.map(|info| info.best).ok_or(PlayerError::NoMove)
            }
            Player::Gtp { process, moves_sent, time } => {
                // GTP has no command for agreeing on dead stones.
                let agree = Move::Decide(Decision::AcceptDead);
                if position.check(agree).is_ok() {
                    return Ok(agree);
                }
                let mut before = played.start.clone();
                for (number, &mv) in played.moves.iter().enumerate() {
                    if number >= *moves_sent {
                        let side = letter(before.side_to_move());
                        process.gtp_command(
                            &format!("play {side} {}", vertex(&before, mv)),
                            RESPONSE_MARGIN,
                        )?;
                    }
                    before.play(mv)?;
                }
                let side = letter(position.side_to_move());
                let text =
                    process.gtp_command(&format!("genmove {side}"), *time + RESPONSE_MARGIN)?;
                *moves_sent = played.moves.len() + 1;
                if text.eq_ignore_ascii_case("resign") {
                    return Err(PlayerError::Resigned);
                }
                read_vertex(position, &text)
                    .map_err(|refusal| PlayerError::Answer { answer: text, refusal })
            }
            Player::Nboard { process, time } => {
                process.send(&format!("set game {}", ggf(played)?))?;
                process.send("go")?;
                let text =
                    process.wait_for(*time + RESPONSE_MARGIN, |text| text.starts_with("==="))?;
                let text = text.trim_start_matches('=').trim();
                nboard::read_move(position, text)
                    .map_err(|refusal| PlayerError::Answer { answer: text.to_owned(), refusal })
            }
        }
    }
}

fn letter(side: Side) -> &'static str {
    ["b", "w"][side.index()]
}

/// The game as GGF on one line.
fn ggf(played: &GameInProgress) -> Result<String, PlayerError> {
    let mut tree = GameTree::new(played.game, played.options.clone())?;
    let mut node = tree.root();
    for &mv in played.moves {
        node = tree.play(node, mv)?;
    }
    let bytes = formats::write("ggf", &[tree])?.bytes;
    let text = String::from_utf8_lossy(&bytes).into_owned();
    Ok(text.split_whitespace().collect::<Vec<_>>().join(" "))
}

/// An engine with line-based input and output.
pub(in crate::cli) struct EngineProcess {
    /// The process, where it is one of its own.
    child: Option<Child>,
    input: Box<dyn Write>,
    lines: Receiver<Result<String, LineError>>,
}

impl EngineProcess {
    fn open(command: &[String]) -> Result<EngineProcess, PlayerError> {
        let [program, arguments @ ..] = command else {
            return Err(PlayerError::NoProgram);
        };
        let child = Command::new(program)
            .args(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn();
        let mut child = child.map_err(PlayerError::Start)?;
        let (Some(input), Some(output)) = (child.stdin.take(), child.stdout.take()) else {
            return Err(PlayerError::NoPipes);
        };
        let mut process = EngineProcess::over(output, input);
        process.child = Some(child);
        Ok(process)
    }

    /// An engine whose output is read from `output`, and whose input goes to
    /// `input`.
    pub(in crate::cli) fn over(
        output: impl Read + Send + 'static,
        input: impl Write + 'static,
    ) -> EngineProcess {
        let (sender, lines) = sync_channel(MAX_BUFFERED_LINES);
        // The thread ends when the process closes its output or the receiver
        // is dropped.
        thread::spawn(move || {
            let mut reader = BufReader::new(output);
            while let Some(line) = read_line(&mut reader).transpose() {
                let ends = line.is_err();
                if sender.send(line).is_err() || ends {
                    break;
                }
            }
        });
        EngineProcess { child: None, input: Box::new(input), lines }
    }

    fn send(&mut self, text: &str) -> Result<(), PlayerError> {
        let sent = writeln!(self.input, "{text}").and_then(|()| self.input.flush());
        sent.map_err(|_| PlayerError::Ended)
    }

    /// The first line that matches; others are skipped.
    fn wait_for(
        &mut self,
        time: Duration,
        matches: impl Fn(&str) -> bool,
    ) -> Result<String, PlayerError> {
        let end = Instant::now() + time;
        loop {
            let left = end.saturating_duration_since(Instant::now());
            match self.lines.recv_timeout(left) {
                Ok(Err(error)) => return Err(PlayerError::Output(error)),
                Ok(Ok(text)) if matches(&text) => return Ok(text),
                Ok(_) if !left.is_zero() => {}
                Ok(_) | Err(RecvTimeoutError::Timeout) => {
                    return Err(PlayerError::NoAnswer(time));
                }
                Err(RecvTimeoutError::Disconnected) => return Err(PlayerError::Ended),
            }
        }
    }

    /// The response to a GTP command.
    fn gtp_response(&mut self, time: Duration) -> Result<GtpResponse, PlayerError> {
        let first = self.wait_for(time, |text| text.starts_with(['=', '?']))?;
        self.wait_for(RESPONSE_MARGIN, str::is_empty)?;
        let text = first[1..].trim().to_owned();
        Ok(if first.starts_with('=') {
            GtpResponse::Success(text)
        } else {
            GtpResponse::Failure(text)
        })
    }

    fn gtp_command(&mut self, command: &str, time: Duration) -> Result<String, PlayerError> {
        self.send(command)?;
        match self.gtp_response(time)? {
            GtpResponse::Success(text) => Ok(text),
            GtpResponse::Failure(answer) => {
                Err(PlayerError::Command { command: command.to_owned(), answer })
            }
        }
    }
}

impl Drop for EngineProcess {
    fn drop(&mut self) {
        if let Some(child) = &mut self.child {
            // Killing a process that has ended already fails.
            let _ = child.kill();
            let _ = child.wait();
        }
    }
}

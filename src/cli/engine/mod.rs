//! `engine`: the computer player behind the line protocols of other programs,
//! on standard input and output.

mod gtp;
pub(super) mod nboard;
mod pace;

use std::io::{BufRead, Write};
use std::time::Duration;

use clap::ValueEnum;

use super::CliError;
use crate::core::{Decision, Move, Point, Random};
use crate::games::{AnyPosition, Engine, Game, Options, Request, Strength, Thought};
use crate::search::{Limits, Stop};

/// How the other program talks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum Protocol {
    /// Go Text Protocol, version 2.
    Gtp,
    /// The protocol of NBoard, version 2.
    Nboard,
}

/// Time for a move at full strength unless something else is asked for.
pub(super) const USUAL_TIME: Duration = Duration::from_secs(1);

/// The letters of columns in GTP, which leaves out I.
const COLUMNS: &[u8; 25] = b"ABCDEFGHJKLMNOPQRSTUVWXYZ";

/// A player of one game and how well it plays.
pub(super) struct Brain {
    engine: Box<dyn Engine>,
    strength: Strength,
    limits: Limits,
    /// The time for a move that was asked for; else the limits have what is
    /// usual.
    asked: Option<Duration>,
    random: Random,
}

impl Brain {
    /// A player at a level, or at full strength with this time for a move; a
    /// time bounds a level too.
    pub(super) fn new(
        game: &dyn Game,
        level: Option<u8>,
        asked: Option<Duration>,
        seed: u64,
    ) -> Brain {
        let time = if level.is_none() { asked.or(Some(USUAL_TIME)) } else { asked };
        Brain {
            engine: game.engine(),
            strength: level.map_or(Strength::Full, Strength::Level),
            limits: Limits { time, ..Limits::default() },
            asked,
            random: Random::new(seed),
        }
    }

    fn request(&mut self) -> Request {
        Request {
            strength: self.strength,
            limits: self.limits,
            seed: self.random.bits(),
            stop: Stop::new(),
        }
    }

    /// The move to play and what is thought of it; `None` once the game is
    /// over.
    pub(super) fn think(&mut self, position: &AnyPosition) -> Option<Thought> {
        self.think_within(position, None)
    }

    /// The same within the time that a clock allows, which counts more than
    /// what is usual but not more than what was asked for.
    fn think_within(&mut self, position: &AnyPosition, time: Option<Duration>) -> Option<Thought> {
        let mut request = self.request();
        if let Some(time) = time {
            request.limits.time = Some(self.asked.map_or(time, |asked| asked.min(time)));
        }
        self.engine.think(position, &request, &mut |_| ())
    }
}

/// A move as GTP writes it; the decisions of a game as the game does.
pub(super) fn vertex(position: &AnyPosition, mv: Move) -> String {
    let column = |at: Point| COLUMNS.get(usize::from(at.file)).copied().map(char::from);
    match mv {
        Move::Place(at) => format!("{}{}", column(at).unwrap_or('?'), at.rank + 1),
        Move::Pass | Move::Decide(Decision::AcceptDead) => "PASS".to_owned(),
        other => position.move_text(other).unwrap_or_default(),
    }
}

/// Reads what [`vertex`] writes; whether the move is legal is left open.
///
/// # Errors
/// Says what would have been a move.
pub(super) fn read_vertex(position: &AnyPosition, text: &str) -> Result<Move, String> {
    if text.eq_ignore_ascii_case("pass") {
        let agree = Move::Decide(Decision::AcceptDead);
        return Ok(if position.check(agree).is_ok() { agree } else { Move::Pass });
    }
    let mut chars = text.chars();
    let letter = chars.next().map(|letter| letter.to_ascii_uppercase());
    let file = COLUMNS.iter().position(|&column| Some(char::from(column)) == letter);
    let rank: Option<u8> = chars.as_str().parse().ok();
    match (file, rank) {
        (Some(file), Some(rank @ 1..=25)) => Ok(Move::Place(Point::new(file as u8, rank - 1))),
        _ => position.parse_move(text).map_err(|refusal| refusal.to_string()),
    }
}

/// Whether every move of the game can be told by a point.
pub(super) fn moves_are_points(game: &dyn Game) -> bool {
    let start = game.start(&Options::default());
    start.is_ok_and(|start| !start.legal_moves().iter().any(|mv| matches!(mv, Move::Travel { .. })))
}

/// Talks until the other program ends the conversation.
pub(super) fn run(
    game: &'static dyn Game,
    options: &Options,
    protocol: Protocol,
    brain: Brain,
    input: &mut dyn BufRead,
    out: &mut dyn Write,
) -> Result<(), CliError> {
    match protocol {
        Protocol::Gtp => gtp::converse(game, options, brain, input, out),
        Protocol::Nboard => nboard::converse(game, options, brain, input, out),
    }
}

/// The next line, whatever bytes it has; `None` at the end of the input.
fn next_line(input: &mut dyn BufRead) -> Result<Option<String>, CliError> {
    let mut bytes = Vec::new();
    if input.read_until(b'\n', &mut bytes)? == 0 {
        return Ok(None);
    }
    Ok(Some(String::from_utf8_lossy(&bytes).trim().to_owned()))
}

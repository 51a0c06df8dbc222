//! `engine`: serves the engine of a game to other programs over their protocols, on
//! standard input and output.

mod conversation;
mod gomocup;
mod gtp;
pub(super) mod nboard;
mod protocol_clock;
mod uci;

use std::io::{BufRead, Write};
use std::time::Duration;

use clap::ValueEnum;

use super::CliError;
use crate::core::{Decision, Move, Point, Random};
use crate::games::{
    AnyPosition, Engine, EngineInfo, EngineRequest, Game, IllegalMove, Options, Strength,
};
use crate::search::{Limits, StopFlag};

/// The engine protocol.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum Protocol {
    /// Go Text Protocol, version 2.
    Gtp,
    /// The protocol of NBoard, version 2.
    Nboard,
    /// Universal Chess Interface, for chess and Xiangqi.
    Uci,
    /// Universal Chinese Chess Interface, version 3.
    Ucci,
    /// The protocol of Gomocup, which Piskvork and Yixin Board speak.
    #[value(alias = "pbrain")]
    Gomocup,
}

/// Default time for a move at full strength.
pub(super) const DEFAULT_MOVE_TIME: Duration = Duration::from_secs(1);

/// Column letters of GTP, which skips I.
const COLUMNS: &[u8; 25] = b"ABCDEFGHJKLMNOPQRSTUVWXYZ";

/// An engine with its strength and search limits.
pub(super) struct EngineSession {
    engine: Box<dyn Engine>,
    strength: Strength,
    limits: Limits,
    /// Time for a move as requested on the command line.
    time_limit: Option<Duration>,
    /// Chance to win below which it resigns, in percent, where the protocol can tell it.
    resign_below: u8,
    random: Random,
}

impl EngineSession {
    /// A session at a level, or at full strength without one; `time_limit`
    /// bounds each move.
    pub(super) fn new(
        game: &dyn Game,
        level: Option<u8>,
        time_limit: Option<Duration>,
        seed: u64,
    ) -> EngineSession {
        let time =
            if level.is_none() { time_limit.or(Some(DEFAULT_MOVE_TIME)) } else { time_limit };
        EngineSession {
            engine: game.engine(),
            strength: level.map_or(Strength::Full, Strength::Level),
            limits: Limits { time, ..Limits::default() },
            time_limit,
            resign_below: 0,
            random: Random::new(seed),
        }
    }

    /// The session, resigning below this chance to win, in percent.
    pub(super) fn resigning_below(self, percent: u8) -> EngineSession {
        EngineSession { resign_below: percent, ..self }
    }

    fn request(&mut self) -> EngineRequest {
        EngineRequest {
            strength: self.strength,
            limits: self.limits,
            seed: self.random.next_u64(),
            stop: StopFlag::new(),
        }
    }

    /// Searches for a move; `None` once the game is over.
    pub(super) fn think(&mut self, position: &AnyPosition) -> Option<EngineInfo> {
        let request = self.request();
        self.engine.search(position, &request, &mut |_| ())
    }
}

/// A move as a GTP vertex; decisions in the game's own notation.
pub(super) fn vertex(position: &AnyPosition, mv: Move) -> String {
    let column = |at: Point| COLUMNS.get(usize::from(at.file)).copied().map(char::from);
    match mv {
        Move::Place(at) => format!("{}{}", column(at).unwrap_or('?'), at.rank + 1),
        Move::Pass | Move::Decide(Decision::AcceptDead) => "PASS".to_owned(),
        other => position.move_text(other).unwrap_or_default(),
    }
}

/// Parses what [`vertex`] writes, without checking legality.
///
/// # Errors
/// When the text is not a move in this notation or the game's own.
pub(super) fn read_vertex(position: &AnyPosition, text: &str) -> Result<Move, IllegalMove> {
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
        _ => position.parse_move(text),
    }
}

/// True if every move of the game is a point, as GTP needs.
pub(super) fn moves_are_points(game: &dyn Game) -> bool {
    let start = game.start(&Options::default());
    start.is_ok_and(|start| !start.legal_moves().iter().any(|mv| matches!(mv, Move::FromTo { .. })))
}

/// Serves commands until `quit` or the end of the input.
pub(super) fn run(
    game: &'static dyn Game,
    options: &Options,
    protocol: Protocol,
    session: EngineSession,
    input: impl BufRead + Send + 'static,
    out: &mut dyn Write,
) -> Result<(), CliError> {
    match protocol {
        Protocol::Gtp => gtp::serve(game, options, session, input, out),
        Protocol::Nboard => nboard::serve(game, options, session, input, out),
        Protocol::Uci => uci::serve(uci::Dialect::Uci, game, options, session, input, out),
        Protocol::Ucci => uci::serve(uci::Dialect::Ucci, game, options, session, input, out),
        Protocol::Gomocup => gomocup::serve(game, options, session, input, out),
    }
}

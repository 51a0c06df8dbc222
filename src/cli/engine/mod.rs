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
use crate::core::Random;
use crate::games::{Engine, Game, Options, Strength};
use crate::search::Limits;

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

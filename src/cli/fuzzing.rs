//! The readers of the commands, for `tests/fuzz`: nothing else calls these
//! functions, and the commands keep their readers private.

use std::io::{self, Cursor, Read};
use std::path::Path;
use std::time::Duration;

use clap::ValueEnum;

use super::CliError;
use super::dead_stones::position_file::PositionFile;
use super::engine::{self, EngineSession, Protocol};
use super::tournament::openings;
use super::tournament::player::{PlayerSpec, play_alone};
use crate::engines::{EngineError, EngineProtocol, ExternalEngine};
use crate::games::{Game, Options};

/// Time for a move, so short that a session of many moves ends soon.
const MOVE_TIME: Duration = Duration::from_millis(1);

/// A file name for errors.
const FILE: &str = "input.txt";

/// A protocol by which this program talks with an engine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Face {
    /// Go Text Protocol.
    Gtp,
    /// The protocol of NBoard.
    Nboard,
}

/// Serves the engine of a game by the protocol of this name to a program that sends
/// this input. Returns what it is answered.
///
/// # Errors
/// The error that ends the session.
pub fn serve(protocol: &str, game: &'static dyn Game, input: &[u8]) -> Result<Vec<u8>, String> {
    let protocol = Protocol::from_str(protocol, false)?;
    let session = EngineSession::new(game, Some(1), Some(MOVE_TIME), 1);
    let mut out = Vec::new();
    let input = Cursor::new(input.to_vec());
    let end = engine::run(game, &Options::default(), protocol, session, input, &mut out);
    end.map(|()| out).map_err(|error| error.to_string())
}

/// Plays a game against an engine that answers with this output, whatever it is
/// asked. Returns the number of its moves.
///
/// # Errors
/// The failure by which the engine loses.
pub fn play_against(
    face: Face,
    game: &'static dyn Game,
    output: impl Read + Send + 'static,
) -> Result<usize, String> {
    moves_of(face, game, output).map_err(|error| error.to_string())
}

fn moves_of(
    face: Face,
    game: &'static dyn Game,
    output: impl Read + Send + 'static,
) -> Result<usize, EngineError> {
    let protocol = match face {
        Face::Gtp => EngineProtocol::Gtp,
        Face::Nboard => EngineProtocol::Nboard,
    };
    play_alone(ExternalEngine::over(protocol, output, io::sink())?, game, MOVE_TIME)
}

/// Reads a file of openings, and returns their number.
///
/// # Errors
/// The error that the command prints.
pub fn read_openings(game: &dyn Game, text: &str) -> Result<usize, String> {
    let start = game.start(&Options::default()).map_err(|error| error.to_string())?;
    told(openings::parse(Path::new(FILE), text, &start).map(|found| found.len()))
}

/// Reads a file of positions to solve, and returns their number.
///
/// # Errors
/// The error that the command prints.
pub fn read_positions(game: &dyn Game, text: &str) -> Result<usize, String> {
    let found = super::solve::read_positions(game, &Options::default(), Path::new(FILE), text);
    told(found.map(|found| found.len()))
}

/// Reads a file of end positions with their owners, and returns the side of the
/// board.
///
/// # Errors
/// The error that the command prints.
pub fn read_end_position(game: &dyn Game, text: &str) -> Result<u8, String> {
    let path = Path::new(FILE);
    let found = PositionFile::from_text(path, text);
    told(found.and_then(|found| Ok(found.position(game, path)?.board().files)))
}

/// Reads the name of a player of a match.
///
/// # Errors
/// The error that the command prints.
pub fn read_player(game: &dyn Game, text: &str) -> Result<(), String> {
    told(PlayerSpec::parse(text, game, &Options::default()).map(|_| ()))
}

fn told<T>(result: Result<T, CliError>) -> Result<T, String> {
    result.map_err(|error| error.to_string())
}

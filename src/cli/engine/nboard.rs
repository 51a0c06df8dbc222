//! The NBoard protocol, version 2: the GUI keeps the game and sends every move;
//! `go` and `hint` ask for moves. Games are sent as GGF.

use std::io::{BufRead, Write};

use thiserror::Error;

use super::EngineSession;
use crate::cli::CliError;
use crate::cli::lines::read_line;
use crate::core::Move;
use crate::games::{AnyPosition, EngineInfo, Game, IllegalMove, Options};
use crate::record::formats::{self, FormatError, Source};

/// Most lines of a hint.
const MAX_HINTS: usize = 20;

/// Errors that are answered to the GUI.
#[derive(Debug, Error)]
enum NboardError {
    #[error("unknown command")]
    UnknownCommand,
    #[error("expected how many moves to hint at, such as hint 1")]
    HintCount,
    #[error("expected a depth of at least 1")]
    Depth,
    #[error("expected a game as GGF")]
    NoGame,
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
    mut session: EngineSession,
    input: &mut dyn BufRead,
    out: &mut dyn Write,
) -> Result<(), CliError> {
    if !supports(game) {
        let reason = format!("the protocol of NBoard has no games of {}", game.id());
        return Err(CliError::Failed(reason));
    }
    let mut position = game.start(options)?;
    while let Some(line) = read_line(input)? {
        let (command, rest) = line.split_once(char::is_whitespace).unwrap_or((&line, ""));
        let rest = rest.trim();
        let done = match command {
            "" | "analyze" => Ok(()),
            "quit" => break,
            "nboard" => {
                writeln!(out, "set myname Tianyuan")?;
                Ok(())
            }
            "set" => set(&mut position, &mut session, rest),
            "move" => read_move(&position, rest)
                .and_then(|mv| position.play(mv))
                .map_err(NboardError::Move),
            "ping" => {
                writeln!(out, "pong {rest}")?;
                Ok(())
            }
            "learn" => {
                writeln!(out, "learned")?;
                Ok(())
            }
            "go" => {
                writeln!(out, "status Thinking")?;
                out.flush()?;
                match go(&mut session, &position) {
                    Some(answer) => writeln!(out, "=== {answer}\nstatus")?,
                    None => writeln!(out, "status\nerror the game is over")?,
                }
                Ok(())
            }
            "hint" => match rest.parse::<usize>() {
                Ok(lines @ 1..) => {
                    let request = session.request();
                    let lines = lines.min(MAX_HINTS);
                    let found = session.engine.analyse(&position, &request, lines, &mut |_| ());
                    for info in &found {
                        writeln!(out, "search {}", search_line(&position, info))?;
                    }
                    writeln!(out, "status")?;
                    Ok(())
                }
                _ => Err(NboardError::HintCount),
            },
            _ => Err(NboardError::UnknownCommand),
        };
        if let Err(error) = done {
            writeln!(out, "error {error}")?;
        }
        out.flush()?;
    }
    Ok(())
}

fn set(
    position: &mut AnyPosition,
    session: &mut EngineSession,
    rest: &str,
) -> Result<(), NboardError> {
    let (name, value) = rest.split_once(char::is_whitespace).unwrap_or((rest, ""));
    match name {
        "depth" => {
            let depth = value.trim().parse().ok().filter(|depth| *depth > 0);
            session.limits.depth = Some(depth.ok_or(NboardError::Depth)?);
        }
        "game" => {
            let games = formats::read("ggf", Source::from_bytes(value.as_bytes()))?;
            let tree = games.first().ok_or(NboardError::NoGame)?;
            let end = tree.main_line().last();
            *position = end.map_or(tree.start(), |end| tree.position(end)).clone();
        }
        // Other settings have no effect.
        _ => {}
    }
    Ok(())
}

/// Parses a move such as F5 or F5/1.25/3.4.
pub(in crate::cli) fn read_move(position: &AnyPosition, text: &str) -> Result<Move, IllegalMove> {
    let text = text.split(['/', ' ']).next().unwrap_or_default();
    if text.eq_ignore_ascii_case("pa") {
        return Ok(Move::Pass);
    }
    position.parse_move(&text.to_ascii_lowercase())
}

/// A move in NBoard's notation.
pub(in crate::cli) fn move_text(position: &AnyPosition, mv: Move) -> String {
    match mv {
        Move::Pass => "PA".to_owned(),
        mv => position.move_text(mv).unwrap_or_default().to_ascii_uppercase(),
    }
}

fn go(session: &mut EngineSession, position: &AnyPosition) -> Option<String> {
    let info = session.think(position)?;
    let text = move_text(position, info.best);
    let time = info.elapsed.as_secs_f64();
    Some(match info.score {
        Some(value) => format!("{text}/{:.2}/{time:.2}", value.amount),
        None => format!("{text}//{time:.2}"),
    })
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
    format!("{line} {value:.2} 0 {}", info.depth)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::registry;

    fn lines_from(input: &str) -> Vec<String> {
        let game = registry::find("reversi").unwrap();
        let session = EngineSession::new(game, Some(1), None, 1);
        let mut out = Vec::new();
        serve(game, &Options::default(), session, &mut input.as_bytes(), &mut out).unwrap();
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
        assert_eq!(lines.iter().filter(|line| line.starts_with("search ")).count(), 2);
        assert!(!lines.iter().any(|line| line.starts_with("error")), "{lines:?}");
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
            "set game x",
        ] {
            let lines = lines_from(line);
            assert!(lines[0].starts_with("error "), "{line}: {lines:?}");
        }
    }

    #[test]
    fn only_games_of_the_format_are_played() {
        let game = registry::find("go").unwrap();
        let session = EngineSession::new(game, Some(1), None, 1);
        let end = serve(game, &Options::default(), session, &mut &b""[..], &mut Vec::new());
        assert!(end.is_err());
    }
}

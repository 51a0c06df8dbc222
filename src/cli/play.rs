//! `play`: games between built-in engines.

use std::io::Write;

use super::CliError;
use crate::core::{Move, Random, Side};
use crate::games::{AnyPosition, Engine, EngineRequest, Game, Options, Strength, game_over_key};
use crate::search::{Limits, StopFlag};

/// The player of a side.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Player {
    /// The game's engine at a level.
    Level(u8),
    /// Uniformly random legal moves.
    Random,
}

impl Player {
    /// Parses "random", a level, or "level:" and a level.
    pub(super) fn parse(text: &str, game: &dyn Game) -> Result<Player, CliError> {
        if text == "random" {
            return Ok(Player::Random);
        }
        let number = text.strip_prefix("level:").unwrap_or(text).parse().ok();
        number
            .filter(|level| (1..=game.levels()).contains(level))
            .map(Player::Level)
            .ok_or_else(|| CliError::Player(text.to_owned(), game.levels()))
    }
}

pub(super) fn run(
    game: &'static dyn Game,
    options: &Options,
    players: [Player; 2],
    seed: u64,
    games: u32,
    out: &mut dyn Write,
) -> Result<(), CliError> {
    if games == 1 {
        let start = game.start(options)?;
        let end = play(game, start, players, seed, &mut |position, mv| {
            let side = game.side_names()[position.side_to_move().index()];
            writeln!(out, "{side} {}", position.move_text(mv).unwrap_or_default())?;
            out.flush()?;
            Ok(())
        })?;
        writeln!(out, "{}", end.text())?;
        writeln!(out, "{}", position_result(game, &end))?;
        return Ok(());
    }
    // Each player's points over all games, in half points.
    let mut points = [0; 2];
    for number in 0..games {
        let swapped = number % 2 == 1;
        let by_side = if swapped { [players[1], players[0]] } else { players };
        let start = game.start(options)?;
        let end =
            play(game, start, by_side, seed.wrapping_add(u64::from(number / 2)), &mut |_, _| {
                Ok(())
            })?;
        let winner = end.outcome().and_then(|outcome| outcome.winner);
        for side in Side::BOTH {
            points[side.index() ^ usize::from(swapped)] += match winner {
                None => 1,
                Some(winner) if winner == side => 2,
                Some(_) => 0,
            };
        }
        writeln!(out, "{:>4} {}", number + 1, position_result(game, &end))?;
        out.flush()?;
    }
    let [first, second] = points.map(|halves| f64::from(halves) / 2.0);
    writeln!(out, "{first} : {second}")?;
    Ok(())
}

/// Who won and why, as a line.
pub(super) fn position_result(game: &dyn Game, end: &AnyPosition) -> String {
    let Some(outcome) = end.outcome() else { return "unfinished".to_owned() };
    let winner = match outcome.winner {
        Some(side) => format!("{} wins", game.side_names()[side.index()]),
        None => "draw".to_owned(),
    };
    let reason = game_over_key(game, outcome.reason);
    match outcome.score {
        Some([first, second]) => format!("{winner} {first}-{second} ({reason})"),
        None => format!("{winner} ({reason})"),
    }
}

/// Plays one game to its end, calling `tell` before each move.
fn play(
    game: &dyn Game,
    mut position: AnyPosition,
    players: [Player; 2],
    seed: u64,
    tell: &mut dyn FnMut(&AnyPosition, Move) -> Result<(), CliError>,
) -> Result<AnyPosition, CliError> {
    let mut random = Random::new(seed);
    let mut engines: [Box<dyn Engine>; 2] = [game.engine(), game.engine()];
    loop {
        let moves = position.legal_moves();
        if moves.is_empty() {
            return Ok(position);
        }
        let side = position.side_to_move().index();
        let mv = match players[side] {
            Player::Random => moves[random.below(moves.len())],
            Player::Level(level) => {
                let request = EngineRequest {
                    strength: Strength::Level(level),
                    limits: Limits::default(),
                    seed: random.next_u64(),
                    stop: StopFlag::new(),
                };
                let info = engines[side].search(&position, &request, &mut |_| ());
                let found = info.map(|info| info.best);
                found.ok_or_else(|| CliError::Failed("the computer found no move".to_owned()))?
            }
        };
        tell(&position, mv)?;
        position.play(mv).map_err(|refusal| CliError::Failed(refusal.to_string()))?;
    }
}

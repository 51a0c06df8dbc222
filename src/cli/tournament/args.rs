//! The arguments of a match.

use std::path::PathBuf;
use std::time::Duration;

use clap::Args;

use super::game::Pace;
use super::player::PlayerSpec;
use super::sprt::{EloModel, Sprt};
use crate::cli::{CliError, find_game};
use crate::core::{TimeControl, excerpt};
use crate::games::{Game, Options};
use crate::search::Limits;

/// Letters of the players.
pub(super) const LETTERS: &str = "abcdefghijklmnopqrstuvwxyz";

/// Arguments of `match`.
#[derive(Debug, Args)]
pub(in crate::cli) struct MatchArgs {
    /// Name of the game.
    pub(super) game: String,
    /// One player: level:5, full, or a protocol (uci, ucci, gtp, pbrain, nboard) and a command,
    /// such as uci:stockfish.
    #[arg(long, value_name = "PLAYER")]
    pub(super) a: String,
    /// The other player.
    #[arg(long, value_name = "PLAYER")]
    pub(super) b: String,
    /// Further players (c, d and so on): every two of all play each other.
    #[arg(long, value_name = "PLAYER")]
    pub(super) player: Vec<String>,
    /// An option of the engines, as NAME=VALUE, or of one of them, as a:NAME=VALUE.
    #[arg(long = "option", value_name = "OPTION")]
    pub(super) engine_options: Vec<String>,
    /// Number of games of every two players; each opening is played twice, with sides swapped.
    #[arg(long, default_value_t = 100, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    pub(super) games: u32,
    /// A file of openings: positions (EPD, FEN), games (PGN, SGF and others), an opening book, or
    /// lines of moves; random unless given.
    #[arg(long, value_name = "FILE")]
    pub(super) openings: Option<PathBuf>,
    /// Plies of a random opening, and most plies of a game in a file of openings, where 0 is all.
    #[arg(long, value_parser = clap::value_parser!(u32).range(0..=200))]
    pub(super) plies: Option<u32>,
    /// Milliseconds for a move; 1000 at full strength and for engines unless other limits are
    /// named.
    #[arg(long, value_name = "MS", value_parser = clap::value_parser!(u64).range(1..=3_600_000))]
    pub(super) time: Option<u64>,
    /// Nodes to search for a move.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub(super) nodes: Option<u64>,
    /// Plies to search for a move.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1000))]
    pub(super) depth: Option<u32>,
    /// Clocks, in seconds: 60 for the game, 60+0.6 with an increment, or 60+3x10 with three
    /// periods of ten seconds.
    #[arg(long, value_name = "CLOCK")]
    pub(super) clock: Option<String>,
    /// Milliseconds beyond its time that a player is granted before it loses by it.
    #[arg(long, value_name = "MS", default_value_t = 500)]
    pub(super) margin: u64,
    /// Seconds beyond its time after which an engine counts as hanging.
    #[arg(long, value_name = "S", default_value_t = 5, value_parser = clap::value_parser!(u64).range(1..=3600))]
    pub(super) grace: u64,
    /// End a game when both players give a side a win probability of 97 % or more for four moves
    /// each or, from its 80th ply on, one within 3 % of even for eight moves each.
    #[arg(long)]
    pub(super) adjudicate: bool,
    /// Games played at the same time.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=256))]
    pub(super) concurrency: u16,
    /// A file to which each game is added when it ends: PGN, SGF or GGF.
    #[arg(short, long, value_name = "FILE")]
    pub(super) output: Option<PathBuf>,
    /// A file that keeps the games played, from which the same match goes on after a stop.
    #[arg(long, value_name = "FILE")]
    pub(super) state: Option<PathBuf>,
    /// Options of the game in RON.
    #[arg(long, default_value = "()")]
    pub(super) options: String,
    /// Seed of the random numbers.
    #[arg(long, default_value_t = 1)]
    pub(super) seed: u64,
    /// Stop as soon as the SPRT has decided.
    #[arg(long)]
    pub(super) sprt: bool,
    /// Elo differences of the two hypotheses of the SPRT.
    #[arg(
        long,
        value_name = "ELO",
        num_args = 2,
        default_values_t = [0.0, 20.0],
        allow_hyphen_values = true
    )]
    pub(super) elo: Vec<f64>,
    /// Scale of those differences.
    #[arg(long, value_enum, default_value_t)]
    pub(super) elo_model: EloModel,
}

/// A player of a match.
pub(super) struct Entrant {
    /// Its letter, such as a.
    pub(super) letter: String,
    /// Its name on the command line.
    pub(super) text: String,
    pub(super) spec: PlayerSpec,
}

/// Plies of a random opening.
const RANDOM_PLIES: u32 = 6;

impl MatchArgs {
    pub(super) fn find_game(&self) -> Result<&'static dyn Game, CliError> {
        find_game(&self.game)
    }

    /// Plies of a random opening.
    pub(super) fn random_plies(&self) -> u32 {
        self.plies.unwrap_or(RANDOM_PLIES)
    }

    /// Most plies of the games of a file of openings.
    pub(super) fn max_plies(&self) -> usize {
        match self.plies {
            None | Some(0) => usize::MAX,
            Some(plies) => plies as usize,
        }
    }

    pub(super) fn hypotheses(&self) -> Result<Sprt, CliError> {
        match self.elo[..] {
            [elo0, elo1] if elo0.is_finite() && elo1.is_finite() && elo0 < elo1 => {
                Ok(Sprt { elo0, elo1, model: self.elo_model })
            }
            _ => Err(CliError::Failed("the second Elo difference must be the larger".to_owned())),
        }
    }

    pub(super) fn pace(&self) -> Result<Pace, CliError> {
        let control = match &self.clock {
            None => TimeControl::Unlimited,
            Some(text) => read_clock(text).ok_or_else(|| {
                CliError::Failed(format!(
                    "\"{}\" is no clock: expected seconds such as 60, 60+0.6 or 60+3x10",
                    excerpt(text)
                ))
            })?,
        };
        Ok(Pace {
            limits: Limits {
                depth: self.depth,
                nodes: self.nodes,
                time: self.time.map(Duration::from_millis),
                ..Limits::default()
            },
            control,
            margin: Duration::from_millis(self.margin),
            grace: Duration::from_secs(self.grace).max(Duration::from_millis(self.margin)),
        })
    }

    /// The players with their options.
    pub(super) fn entrants(
        &self,
        game: &dyn Game,
        options: &Options,
    ) -> Result<Vec<Entrant>, CliError> {
        let texts: Vec<&String> = [&self.a, &self.b].into_iter().chain(&self.player).collect();
        if texts.len() > LETTERS.len() {
            let reason = format!("there are {} players, at most {}", texts.len(), LETTERS.len());
            return Err(CliError::Failed(reason));
        }
        let mut entrants = Vec::new();
        for (text, letter) in texts.into_iter().zip(LETTERS.chars()) {
            let spec = PlayerSpec::parse(text, game, options)?;
            entrants.push(Entrant { letter: letter.to_string(), text: text.clone(), spec });
        }
        for text in &self.engine_options {
            set_option(&mut entrants, text)?;
        }
        Ok(entrants)
    }
}

/// Sets an option of one engine, or of all.
fn set_option(entrants: &mut [Entrant], text: &str) -> Result<(), CliError> {
    let failed = |reason: &str| Err(CliError::Failed(format!("\"{}\": {reason}", excerpt(text))));
    let (letter, rest) = match text.split_once(':') {
        Some((letter, rest)) if letter.len() == 1 => (Some(letter), rest),
        _ => (None, text),
    };
    let Some((name, value)) = rest.split_once('=') else {
        return failed("expected NAME=VALUE or a:NAME=VALUE");
    };
    let mut found = 0;
    for entrant in entrants.iter_mut() {
        if letter.is_none_or(|letter| letter == entrant.letter)
            && let PlayerSpec::Engine(settings) = &mut entrant.spec
        {
            settings.options.insert(name.trim().to_owned(), value.to_owned());
            found += 1;
        }
    }
    if found == 0 { failed("no engine takes this option") } else { Ok(()) }
}

/// Reads `60`, `60+0.6` or `60+3x10`.
fn read_clock(text: &str) -> Option<TimeControl> {
    let seconds = |text: &str| {
        let seconds: f64 = text.trim().parse().ok()?;
        (0.0..=1e6).contains(&seconds).then(|| Duration::from_secs_f64(seconds))
    };
    let Some((main, rest)) = text.split_once('+') else {
        let main = seconds(text).filter(|main| !main.is_zero())?;
        return Some(TimeControl::SuddenDeath { main });
    };
    let main = seconds(main)?;
    match rest.split_once('x') {
        Some((periods, period)) => {
            let periods = periods.trim().parse().ok().filter(|periods| *periods > 0)?;
            let period = seconds(period).filter(|period| !period.is_zero())?;
            Some(TimeControl::ByoYomi { main, period, periods })
        }
        None => {
            let increment = seconds(rest)?;
            (!main.is_zero()).then_some(TimeControl::Increment { main, increment })
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clocks_are_read_in_seconds() {
        let seconds = Duration::from_secs;
        assert_eq!(read_clock("60"), Some(TimeControl::SuddenDeath { main: seconds(60) }));
        let increment = Duration::from_millis(600);
        assert_eq!(
            read_clock("60+0.6"),
            Some(TimeControl::Increment { main: seconds(60), increment })
        );
        let (main, period) = (Duration::ZERO, seconds(10));
        assert_eq!(read_clock("0+3x10"), Some(TimeControl::ByoYomi { main, period, periods: 3 }));
        for wrong in ["", "0", "0+1", "-1", "60+", "60+x", "60+0x5", "nan", "1e99"] {
            assert_eq!(read_clock(wrong), None, "{wrong}");
        }
    }
}

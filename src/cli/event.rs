//! `event`: a tournament of a club, kept in a file.

use std::fs;
use std::io::{Read, Write};
use std::path::{Path, PathBuf};
use std::str::FromStr;

use clap::{Args, Subcommand, ValueEnum};

use super::{CliError, file_error, find_game};
use crate::core::excerpt;
use crate::events::{
    Entered, GameResult, Kind, MAX_BYTES, MAX_RATING, Player, ReadError, Tournament,
};
use crate::games::Options;
use crate::library::write_atomically;
use crate::net::client::now_ms;

/// Operations on the file of a tournament.
#[derive(Debug, Subcommand)]
pub(super) enum EventCommand {
    /// Begin a tournament in a new file, and print its players by number.
    New(NewArgs),
    /// Pair the next round, in an arena those who are free, and print it: board, the player of the
    /// first side, the one of the second side.
    Pair {
        /// The file of the tournament.
        file: PathBuf,
    },
    /// Enter or correct the result of a board.
    #[command(override_usage = "tianyuan event result [--round <ROUND>] <FILE> <BOARD> <RESULT>")]
    Result {
        /// The file of the tournament.
        file: PathBuf,
        /// The round; the last one unless named, in an arena the one in which this board has no
        /// result, if it is the only one.
        #[arg(long)]
        round: Option<usize>,
        /// The board, and its result from the view of the first side: 1-0, 0-1 or 1/2, or
        /// where somebody did not come +-, -+ or --. In a knock-out a draw is played again with
        /// changed sides.
        #[arg(
            required = true,
            num_args = 2,
            value_names = ["BOARD", "RESULT"],
            allow_hyphen_values = true
        )]
        entry: Vec<String>,
    },
    /// Let a player come to an arena, also while it goes on.
    Join {
        /// The file of the tournament.
        file: PathBuf,
        /// The player with or without a rating, such as "Ann:1800".
        player: PlayerArg,
    },
    /// Take a player out of the rounds to come.
    Withdraw {
        /// The file of the tournament.
        file: PathBuf,
        /// The name of the player.
        player: String,
    },
    /// Print a round with its results.
    Round {
        /// The file of the tournament.
        file: PathBuf,
        /// The round; unless named the last one, in an arena the games that go on, by round and
        /// board.
        round: Option<usize>,
    },
    /// Print the standings: points, and the tie-breaks that are the custom of the game, such as
    /// direct encounter, Buchholz, Sonneborn-Berger, or SOS and SODOS in Go; the first that
    /// differs decides. Where teams meet, those of the teams come first.
    Standings {
        /// The file of the tournament.
        file: PathBuf,
    },
    /// Print the crosstable in the order of the standings.
    Crosstable {
        /// The file of the tournament.
        file: PathBuf,
    },
}

/// Arguments of `event new`.
#[derive(Debug, Args)]
pub(super) struct NewArgs {
    /// The file to write, which must not be there, such as club.ron.
    file: PathBuf,
    /// Name of the game.
    #[arg(long)]
    game: String,
    /// Options of the game in RON.
    #[arg(long, default_value = "()")]
    options: String,
    /// The title; the name of the file unless named.
    #[arg(long)]
    title: Option<String>,
    /// The system by which players are paired.
    #[arg(long, value_enum)]
    kind: KindName,
    /// Number of rounds of a Swiss tournament; elsewhere it follows from the players.
    #[arg(long, required_if_eq("kind", "swiss"))]
    rounds: Option<u32>,
    /// The time of an arena in minutes, from the first pairing on.
    #[arg(long, required_if_eq("kind", "arena"))]
    minutes: Option<u32>,
    /// Number of players of a team who play in a match.
    #[arg(long, required_if_eq("kind", "teams"))]
    boards: Option<u32>,
    /// In a round robin or between teams, let each pair meet twice.
    #[arg(long)]
    double: bool,
    /// A player with or without a rating, such as "Ann:1800"; for each player once. The highest
    /// rating is the first seed; among equals, who is named first.
    #[arg(
        long = "player",
        required_unless_present = "teams",
        conflicts_with = "teams",
        value_name = "NAME[:RATING]"
    )]
    players: Vec<PlayerArg>,
    /// A team and its players in the order of their boards, those beyond the last board in
    /// reserve, such as "Dragons = Ann:1800, Bob, Cai"; for each team once.
    #[arg(long = "team", value_name = "TEAM=NAME[:RATING],...")]
    teams: Vec<TeamArg>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum KindName {
    /// Players of equal score meet, nobody twice (FIDE's Dutch system).
    Swiss,
    /// Everybody meets everybody (Berger tables).
    RoundRobin,
    /// The winner of each game goes on.
    Knockout,
    /// Who is free meets who is free, until the time is up.
    Arena,
    /// Every team meets every other, board by board.
    Teams,
}

#[derive(Clone, Debug)]
pub(super) struct PlayerArg(Player);

impl FromStr for PlayerArg {
    type Err = String;

    fn from_str(text: &str) -> Result<PlayerArg, String> {
        let Some((name, rating)) = text.rsplit_once(':') else {
            return Ok(PlayerArg(Player::new(text.trim(), 0)));
        };
        let parsed = rating.trim().parse().ok().filter(|rating| *rating <= MAX_RATING);
        let rating = parsed.ok_or_else(|| {
            format!("\"{}\" is no rating; expected 0 to {MAX_RATING}", excerpt(rating))
        })?;
        Ok(PlayerArg(Player::new(name.trim(), rating)))
    }
}

#[derive(Clone, Debug)]
struct TeamArg(Vec<Player>);

impl FromStr for TeamArg {
    type Err = String;

    fn from_str(text: &str) -> Result<TeamArg, String> {
        let found = text.split_once('=');
        let (team, players) =
            found.ok_or_else(|| format!("\"{}\" has no \"=\" behind the team", excerpt(text)))?;
        let read = |player: &str| {
            let read = player.parse::<PlayerArg>()?;
            Ok(Player { team: Some(team.trim().to_owned()), ..read.0 })
        };
        players.split(',').map(read).collect::<Result<_, String>>().map(TeamArg)
    }
}

pub(super) fn run(command: &EventCommand, out: &mut dyn Write) -> Result<(), CliError> {
    match command {
        EventCommand::New(args) => new(args, out)?,
        EventCommand::Pair { file } => {
            let mut tournament = read(file)?;
            tournament.pair_next(now()).map_err(|error| file_error(file, &error))?;
            write(file, &tournament)?;
            write!(out, "{}", tournament.round_text(tournament.rounds.len()))?;
        }
        EventCommand::Result { file, round, entry } => {
            let mut tournament = read(file)?;
            enter(file, &mut tournament, *round, entry, out)?;
        }
        EventCommand::Join { file, player } => {
            let mut tournament = read(file)?;
            tournament.join(player.0.clone()).map_err(|error| file_error(file, &error))?;
            write(file, &tournament)?;
        }
        EventCommand::Withdraw { file, player } => {
            let mut tournament = read(file)?;
            tournament.withdraw(player).map_err(|error| file_error(file, &error))?;
            write(file, &tournament)?;
        }
        EventCommand::Round { file, round } => {
            let tournament = read(file)?;
            if round.is_none() && tournament.is_arena() {
                return Ok(write!(out, "{}", tournament.open_games_text())?);
            }
            let paired = tournament.rounds.len();
            let number = round.unwrap_or(paired);
            if !(1..=paired).contains(&number) {
                let reason = format!("there is no round {number}; {paired} rounds are paired");
                return Err(file_error(file, &reason));
            }
            write!(out, "{}", tournament.round_text(number))?;
        }
        EventCommand::Standings { file } => {
            let tournament = read(file)?;
            writeln!(out, "{}", progress(&tournament))?;
            write!(out, "{}", tournament.standings_text())?;
        }
        EventCommand::Crosstable { file } => {
            let tournament = read(file)?;
            writeln!(out, "{}", progress(&tournament))?;
            write!(out, "{}", tournament.crosstable())?;
        }
    }
    Ok(())
}

fn new(args: &NewArgs, out: &mut dyn Write) -> Result<(), CliError> {
    let is_there = fs::symlink_metadata(&args.file).is_ok();
    if is_there {
        return Err(file_error(&args.file, &"it is there already; name a new file"));
    }
    let kind = kind(args).map_err(|reason| CliError::Failed(reason.to_owned()))?;
    let game = find_game(&args.game)?.id();
    let options = Options::parse(&args.options)?;
    let file_name = args.file.file_stem().unwrap_or_default().to_string_lossy();
    let title = args.title.as_deref().unwrap_or(&file_name);
    let single = args.players.iter().map(|player| player.0.clone());
    let players = single.chain(args.teams.iter().flat_map(|team| team.0.clone())).collect();
    let created = Tournament::new(title, game, options, kind, players);
    let created = created.map_err(|error| file_error(&args.file, &error))?;
    write(&args.file, &created)?;
    for (number, player) in (1..).zip(&created.players) {
        writeln!(out, "{number}\t{}\t{}", player.name, player.rating)?;
    }
    Ok(())
}

/// The system, or what does not belong to it.
fn kind(args: &NewArgs) -> Result<Kind, &'static str> {
    let kind = args.kind;
    if args.double && !matches!(kind, KindName::RoundRobin | KindName::Teams) {
        return Err("--double is for a round robin or teams alone");
    }
    if args.rounds.is_some() && kind != KindName::Swiss {
        return Err("--rounds is for a Swiss tournament alone; elsewhere the number of rounds \
                    follows from the players, and an arena has none");
    }
    if args.minutes.is_some() && kind != KindName::Arena {
        return Err("--minutes is for an arena alone");
    }
    if args.boards.is_some() && kind != KindName::Teams {
        return Err("--boards is for teams alone");
    }
    Ok(match kind {
        KindName::Swiss => Kind::Swiss { rounds: args.rounds.unwrap_or(0) },
        KindName::RoundRobin => Kind::RoundRobin { double: args.double },
        KindName::Knockout => Kind::Knockout,
        KindName::Arena => Kind::Arena { minutes: args.minutes.unwrap_or(0) },
        KindName::Teams => Kind::Teams { boards: args.boards.unwrap_or(0), double: args.double },
    })
}

/// Seconds since the beginning of 1970.
fn now() -> u64 {
    now_ms() / 1000
}

/// The round that is meant where none is named.
fn usual_round(tournament: &Tournament, board: usize) -> usize {
    let mut open = tournament.open_games().filter(|(_, it, _)| *it == board);
    match (open.next(), open.next()) {
        (Some((round, _, _)), None) if tournament.is_arena() => round,
        _ => tournament.rounds.len(),
    }
}

/// Enters a board and its result into the file.
fn enter(
    file: &Path,
    tournament: &mut Tournament,
    round: Option<usize>,
    entry: &[String],
    out: &mut dyn Write,
) -> Result<(), CliError> {
    let [board, result] = entry else {
        return Err(CliError::Failed("expected a board and its result".to_owned()));
    };
    let number = board.parse().map_err(|_| {
        let found = excerpt(board);
        CliError::Failed(format!("\"{found}\" is no board; expected a number from 1"))
    })?;
    let result: GameResult =
        result.parse().map_err(|error| CliError::Failed(format!("{error}")))?;
    let round = round.unwrap_or_else(|| usual_round(tournament, number));
    let entered = tournament.enter(round, number, result);
    let entered = entered.map_err(|error| file_error(file, &error))?;
    write(file, tournament)?;
    let game = &tournament.rounds[round - 1].games[number - 1];
    let names = [game.first, game.second].map(|player| &tournament.player(player).name);
    match entered {
        Entered::Result => writeln!(out, "{} - {}\t{result}", names[0], names[1])?,
        Entered::Replay => writeln!(out, "drawn; to be played again: {} - {}", names[0], names[1])?,
    }
    Ok(())
}

/// The title, and how far it is.
fn progress(tournament: &Tournament) -> String {
    let paired = tournament.rounds.len();
    let open = match tournament.open_games().count() {
        0 => String::new(),
        1 => ", 1 game to be played".to_owned(),
        open => format!(", {open} games to be played"),
    };
    let progress = match (tournament.total_rounds(), tournament.seconds_left(now())) {
        (Some(total), _) => format!("round {paired} of {total}"),
        (None, None) => "not begun".to_owned(),
        (None, Some(0)) => "time is up".to_owned(),
        (None, Some(seconds)) => format!("{} minutes left", seconds.div_ceil(60)),
    };
    format!("{}: {progress}{open}", tournament.title)
}

fn read(path: &Path) -> Result<Tournament, CliError> {
    let to_error = |error: &dyn std::fmt::Display| file_error(path, error);
    // One byte more than is read, so that a larger file is known as such.
    let mut bytes = Vec::new();
    let file = fs::File::open(path).map_err(|error| to_error(&error))?;
    let most = MAX_BYTES as u64 + 1;
    file.take(most).read_to_end(&mut bytes).map_err(|error| to_error(&error))?;
    if bytes.len() > MAX_BYTES {
        return Err(to_error(&format!(
            "it has more than {MAX_BYTES} bytes, which are read at most"
        )));
    }
    let text = String::from_utf8(bytes).map_err(|error| to_error(&error.utf8_error()))?;
    Tournament::read(&text).map_err(|error| invalid(path, error))
}

fn write(path: &Path, tournament: &Tournament) -> Result<(), CliError> {
    let text = tournament.to_ron().map_err(|error| invalid(path, error))?;
    write_atomically(path, text.as_bytes()).map_err(|error| file_error(path, &error))
}

fn invalid(path: &Path, error: ReadError) -> CliError {
    match error.line {
        Some(line) => {
            CliError::Line { file: path.display().to_string(), line, reason: error.reason }
        }
        None => file_error(path, &error),
    }
}

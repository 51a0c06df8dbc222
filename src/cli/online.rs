//! `online`: a player on a server who has no window, for bots and for trying servers.

mod verify;

use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, channel};
use std::time::Duration;

use clap::{Args, Subcommand};

use super::play::{Player, position_result};
use super::{CliError, file_error, find_game};
use crate::core::{Move, Random, Side};
use crate::games::{AnyPosition, Engine, EngineRequest, Options, Strength};
use crate::net::client::{
    Address, Command, Event, FollowedGame, Link, LinkTarget, Lobby, Online, Status, read_address,
};
use crate::net::{
    Action, Challenge, Deed, Finish, Hash, Id, Identity, LogError, Offer, OnlineGame, Purpose,
    Seat, Time,
};
use crate::search::{Limits, StopFlag};

/// Longest sleep while nothing comes; what comes ends it.
const SLEEP: Duration = Duration::from_secs(60);

#[derive(Debug, Args)]
#[command(args_conflicts_with_subcommands = true)]
pub(super) struct OnlineArgs {
    #[command(subcommand)]
    command: Option<OnlineCommand>,
    #[command(flatten)]
    guest: Option<GuestArgs>,
}

/// A task without a server.
#[derive(Debug, Subcommand)]
enum OnlineCommand {
    /// Check the signatures of a game's log, which proves the game without its server.
    Verify {
        /// The file of the log.
        file: PathBuf,
    },
}

/// Arguments of a player on a server.
#[derive(Debug, Args)]
struct GuestArgs {
    /// The server as host or host:port, or a link to a challenge or a game on it.
    address: String,
    /// The name that others see.
    #[arg(long)]
    name: String,
    /// File of the player's key, made if it is not there; a new player each time without it.
    #[arg(long)]
    key: Option<PathBuf>,
    /// Open challenges to this game.
    #[arg(long, value_name = "GAME", conflicts_with_all = ["accept", "watch"])]
    challenge: Option<String>,
    /// Accept the challenge with this number, or "any" that is open to everyone.
    #[arg(long, value_name = "ID", conflicts_with = "watch")]
    accept: Option<String>,
    /// Watch the game with this number.
    #[arg(long, value_name = "ID")]
    watch: Option<String>,
    /// Options of the game in RON.
    #[arg(long, default_value = "()")]
    options: String,
    /// Time control of challenges: seconds and increment as 300+2, main time and byo-yomi as
    /// 600+3x30, days for a move as 3d, or "unlimited".
    #[arg(long, default_value = "300+2", value_parser = parse_time)]
    time: Time,
    /// Play for ratings.
    #[arg(long)]
    rated: bool,
    /// Who plays: a level such as 5, or "random".
    #[arg(long, default_value = "random")]
    player: String,
    /// Number of games.
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..))]
    games: u32,
    /// Seed of the random numbers.
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

impl OnlineArgs {
    /// True if an engine is to play, which needs its weights.
    pub fn uses_engine(&self) -> bool {
        self.guest.as_ref().is_some_and(|it| it.player != "random" && it.watch.is_none())
    }
}

/// The task on the server.
#[derive(Clone, Debug)]
enum Task {
    Challenge(Offer),
    Accept(Id),
    AcceptAny,
    Watch(Id),
}

fn parse_time(text: &str) -> Result<Time, String> {
    let wrong =
        || format!("\"{text}\" is no time control: expected 300+2, 600+3x30, 3d or unlimited");
    let seconds = |text: &str| {
        let seconds: u64 = text.parse().map_err(|_| wrong())?;
        seconds.checked_mul(1_000).ok_or_else(wrong)
    };
    if text == "unlimited" {
        return Ok(Time::Unlimited);
    }
    if let Some(days) = text.strip_suffix('d') {
        let days = seconds(days)?;
        return Ok(Time::Correspondence { a_move: days.checked_mul(86_400).ok_or_else(wrong)? });
    }
    let (main, rest) = text.split_once('+').unwrap_or((text, "0"));
    Ok(match rest.split_once('x') {
        Some((periods, period)) => Time::ByoYomi {
            main: seconds(main)?,
            period: seconds(period)?,
            periods: periods.parse().map_err(|_| wrong())?,
        },
        None => Time::Fischer { main: seconds(main)?, increment: seconds(rest)? },
    })
}

/// The key of a file, which is made if it is not there.
fn read_key(path: &Path) -> Result<Identity, CliError> {
    Identity::of_file(path).map_err(|error| file_error(path, &error))
}

fn new_key() -> Result<Identity, CliError> {
    Identity::generate().map_err(|error| CliError::Failed(error.to_string()))
}

fn read_task(args: &GuestArgs) -> Result<(Address, Task), CliError> {
    let failed = |error: &dyn std::fmt::Display| CliError::Failed(error.to_string());
    let id = |text: &str| text.parse::<Id>().map_err(|error| failed(&error));
    let (address, target) = read_address(&args.address).map_err(|error| failed(&error))?;
    let task = match (&args.challenge, args.accept.as_deref(), &args.watch, target) {
        (Some(game), ..) => {
            let game = find_game(game)?;
            let options = Options::parse(&args.options)?;
            game.start(&options)?;
            Player::parse(&args.player, game)?;
            Task::Challenge(Offer {
                game: game.id().to_owned(),
                options,
                time: args.time,
                rated: args.rated,
                seat: Seat::Random,
                to: None,
                listed: true,
                delay: 0,
            })
        }
        (_, Some("any"), ..) => Task::AcceptAny,
        (_, Some(text), ..) => Task::Accept(id(text)?),
        (.., Some(text), _) => Task::Watch(id(text)?),
        (.., Some(LinkTarget::Challenge(id))) => Task::Accept(id),
        (.., Some(LinkTarget::Game(id))) => Task::Watch(id),
        _ => {
            let text = "say what to do: --challenge, --accept or --watch, or give a link";
            return Err(CliError::Failed(text.to_owned()));
        }
    };
    Ok((address, task))
}

/// Plays, and prints what happens; or checks a log.
pub(super) fn run(args: &OnlineArgs, out: &mut dyn Write) -> Result<(), CliError> {
    match (&args.command, &args.guest) {
        (Some(OnlineCommand::Verify { file }), _) => verify::run(file, out),
        (None, Some(guest)) => play(guest, out),
        (None, None) => Err(CliError::Failed(
            "say which server, as \"online HOST --name NAME --accept any\", or \"online verify FILE\""
                .to_owned(),
        )),
    }
}

fn play(args: &GuestArgs, out: &mut dyn Write) -> Result<(), CliError> {
    let (address, task) = read_task(args)?;
    let identity = args.key.as_deref().map_or_else(new_key, read_key)?;
    let started = Online::start(identity, args.name.clone(), &address);
    let online = started.map_err(|error| CliError::Failed(error.to_string()))?;
    let (waker, woken) = channel();
    online.set_waker(Box::new(move || _ = waker.send(())));
    if let Task::Watch(id) = task {
        online.send(Command::Watch(id));
    }
    let guest = Guest {
        online,
        address,
        task,
        player: &args.player,
        games_left: args.games,
        random: Random::new(args.seed),
        lobby: Lobby::default(),
        asked: false,
        seat: None,
        out,
    };
    guest.run(&woken)
}

/// A game that is on.
struct Table {
    id: Id,
    /// The game as far as it was printed.
    printed: Option<OnlineGame>,
    /// The end of the log that was answered last, so that no snapshot is answered twice.
    answered: Option<Hash>,
    engine: Option<(Player, Box<dyn Engine>)>,
}

/// The player.
struct Guest<'a> {
    online: Online,
    address: Address,
    task: Task,
    player: &'a str,
    games_left: u32,
    random: Random,
    lobby: Lobby,
    /// True while a challenge of this player is open or its acceptance is on its way.
    asked: bool,
    seat: Option<Table>,
    out: &'a mut dyn Write,
}

impl Guest<'_> {
    fn run(mut self, woken: &Receiver<()>) -> Result<(), CliError> {
        while self.games_left > 0 {
            let _ = woken.recv_timeout(SLEEP);
            // One wake after the last news is as good as many.
            woken.try_iter().for_each(drop);
            for event in self.online.poll() {
                self.event(event)?;
            }
            self.ask_for_game();
            self.out.flush()?;
        }
        Ok(())
    }

    fn event(&mut self, event: Event) -> Result<(), CliError> {
        match event {
            Event::Status(Status::Waiting { why, .. }) => {
                writeln!(self.out, "not connected: {why}")?;
            }
            Event::Lobby(lobby) => self.lobby = *lobby,
            Event::ChallengeOpen(Challenge { id, .. }) => {
                let target = LinkTarget::Challenge(id);
                let link = Link { address: self.address.clone(), target };
                writeln!(self.out, "challenge {id} {link}")?;
            }
            Event::ChallengeGone(id) | Event::Declined(Challenge { id, .. }) => {
                self.asked = false;
                writeln!(self.out, "challenge {id} is gone")?;
            }
            Event::GameStarts { game, .. } if self.seat.is_none() => self.sit_down(game)?,
            Event::Game(game) => self.game(&game)?,
            Event::Refused { game, reason } => {
                writeln!(self.out, "refused: {}", reason.id())?;
                if let Some(seat) = self.seat.as_mut().filter(|seat| Some(seat.id) == game) {
                    seat.answered = None;
                } else if matches!(self.task, Task::Accept(_)) {
                    return Err(CliError::Failed("the challenge is not open".to_owned()));
                }
                self.asked = false;
            }
            Event::BadLog { error, .. } => return Err(CliError::Failed(error.to_string())),
            _ => {}
        }
        Ok(())
    }

    /// Asks for the next game.
    fn ask_for_game(&mut self) {
        let lobby = &self.lobby;
        if self.games_left == 0 || !lobby.is_served || self.asked || self.seat.is_some() {
            return;
        }
        let command = match &self.task {
            Task::Challenge(offer) if lobby.own.is_empty() => Command::Challenge(offer.clone()),
            Task::Accept(id) => Command::Accept(*id),
            Task::AcceptAny => {
                let known = |it: &&Challenge| find_game(&it.offer.game).is_ok();
                match lobby.challenges.values().find(known) {
                    Some(challenge) => Command::Accept(challenge.id),
                    None => return,
                }
            }
            _ => return,
        };
        self.asked = true;
        self.online.send(command);
    }

    fn sit_down(&mut self, id: Id) -> Result<(), CliError> {
        self.asked = false;
        self.seat = Some(Table { id, printed: None, answered: None, engine: None });
        writeln!(self.out, "game {id}")?;
        Ok(())
    }

    fn game(&mut self, followed: &FollowedGame) -> Result<(), CliError> {
        let Some(game) = &followed.game else { return Ok(()) };
        if self.seat.is_none() {
            // One of this player that was begun before, or the one to watch.
            let is_wanted = followed.side.is_some() || matches!(self.task, Task::Watch(_));
            if !is_wanted || followed.side.is_some() && game.finish().is_some() {
                return Ok(());
            }
            self.sit_down(followed.id)?;
        }
        let Some(seat) = self.seat.as_mut().filter(|seat| seat.id == followed.id) else {
            return Ok(());
        };
        print_entries(&mut seat.printed, game, self.out)?;
        if let Some(finish) = game.finish() {
            writeln!(self.out, "{}", finish_text(game, finish))?;
            self.online.send(Command::Unwatch(followed.id));
            self.seat = None;
            self.games_left -= 1;
            return Ok(());
        }
        self.answer(followed, game)
    }

    /// Does what the player has to do in this state of the game.
    fn answer(&mut self, followed: &FollowedGame, game: &OnlineGame) -> Result<(), CliError> {
        let (Some(side), Some(seat)) = (followed.side, self.seat.as_mut()) else { return Ok(()) };
        if followed.pending.is_some() || seat.answered == Some(game.last()) {
            return Ok(());
        }
        let deed = if game.draw_offer() == Some(side.other()) {
            Deed::AnswerDraw(false)
        } else if game.takeback() == Some(side.other()) {
            Deed::AnswerTakeback(false)
        } else if followed.is_own_turn() {
            if seat.engine.is_none() {
                let kind = find_game(&game.terms().game)?;
                seat.engine = Some((Player::parse(self.player, kind)?, kind.engine()));
            }
            let Some((player, engine)) = &mut seat.engine else { return Ok(()) };
            let seed = self.random.next_u64();
            Deed::Play(choose(*player, engine.as_mut(), game.position(), seed)?)
        } else {
            return Ok(());
        };
        seat.answered = Some(game.last());
        self.online.send(Command::Deed(followed.id, deed));
        Ok(())
    }
}

/// The move of a player.
fn choose(
    player: Player,
    engine: &mut dyn Engine,
    position: &AnyPosition,
    seed: u64,
) -> Result<Move, CliError> {
    match player {
        Player::Random => {
            let moves = position.legal_moves();
            Ok(moves[Random::new(seed).below(moves.len())])
        }
        Player::Level(level) => {
            let request = EngineRequest {
                strength: Strength::Level(level),
                limits: Limits::default(),
                seed,
                stop: StopFlag::new(),
            };
            let info = engine.search(position, &request, &mut |_| ());
            let best = info.map(|info| info.best);
            best.ok_or_else(|| CliError::Failed("the computer found no move".to_owned()))
        }
    }
}

fn side_name(game: &OnlineGame, side: Side) -> &'static str {
    game.tree().game().side_names()[side.index()]
}

/// Prints the entries that are new, one a line: seconds, who and what.
fn print_entries(
    printed: &mut Option<OnlineGame>,
    game: &OnlineGame,
    out: &mut dyn Write,
) -> Result<(), CliError> {
    let failed = |error: LogError| CliError::Failed(error.to_string());
    if printed.is_none() {
        *printed = Some(OnlineGame::new(game.terms().clone()).map_err(failed)?);
    }
    let Some(told) = printed else { return Ok(()) };
    for entry in game.log().entries.iter().skip(told.log().entries.len()) {
        let action: Action = entry
            .action
            .open(Purpose::Action)
            .map_err(|error| CliError::Failed(error.to_string()))?;
        let side = game.side_of(entry.action.player);
        let who = side.map_or("referee", |side| side_name(game, side));
        let what = match action.deed {
            Deed::Play(mv) => told.position().move_text(mv).unwrap_or_default(),
            deed => deed_text(deed),
        };
        writeln!(out, "{:>8.1} {who} {what}", entry.at as f64 / 1e3)?;
        if told.append(entry.clone()).is_err() {
            // Another referee goes on from an earlier entry: what comes is printed from here on.
            *told = game.clone();
            break;
        }
    }
    Ok(())
}

fn deed_text(deed: Deed) -> String {
    match deed {
        Deed::Play(_) => "moves".to_owned(),
        Deed::Resign => "resigns".to_owned(),
        Deed::OfferDraw => "offers a draw".to_owned(),
        Deed::AnswerDraw(true) => "accepts the draw".to_owned(),
        Deed::AnswerDraw(false) => "declines the draw".to_owned(),
        Deed::AskTakeback => "asks to take back".to_owned(),
        Deed::AnswerTakeback(true) => "lets the opponent take back".to_owned(),
        Deed::AnswerTakeback(false) => "lets nothing be taken back".to_owned(),
        Deed::Abort => "aborts the game".to_owned(),
        Deed::GiveTime(gift) => format!("gives {} seconds", gift / 1_000),
        Deed::TimeUp(_) => "says that the time is up".to_owned(),
        Deed::Abandoned(_) => "says that a player did not come back".to_owned(),
        Deed::Void => "says that the game was not begun".to_owned(),
        Deed::Resume => "is back".to_owned(),
    }
}

fn finish_text(game: &OnlineGame, finish: Finish) -> String {
    let loses = |side: Side, how: &str| {
        format!("{} wins ({} {how})", side_name(game, side.other()), side_name(game, side))
    };
    match finish {
        Finish::Rules(_) => position_result(game.tree().game(), game.position()),
        Finish::Resigned(side) => loses(side, "resigned"),
        Finish::OutOfTime(side) => loses(side, "ran out of time"),
        Finish::Abandoned(side) => loses(side, "did not come back"),
        Finish::DrawAgreed => "draw (agreed)".to_owned(),
        Finish::Void => "no result".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_form_of_a_time_control_is_read() {
        let fischer = Time::Fischer { main: 300_000, increment: 2_000 };
        assert_eq!(parse_time("300+2"), Ok(fischer));
        assert_eq!(parse_time("60"), Ok(Time::Fischer { main: 60_000, increment: 0 }));
        let byo_yomi = Time::ByoYomi { main: 600_000, period: 30_000, periods: 3 };
        assert_eq!(parse_time("600+3x30"), Ok(byo_yomi));
        assert_eq!(parse_time("3d"), Ok(Time::Correspondence { a_move: 259_200_000 }));
        assert_eq!(parse_time("unlimited"), Ok(Time::Unlimited));
        for text in ["", "x", "1+", "1+2x", "99999999999999999999", "9999999999999999d"] {
            assert!(parse_time(text).is_err(), "{text}");
        }
    }
}

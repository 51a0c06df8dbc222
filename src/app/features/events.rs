//! Tournaments that the player organises on this device: the files that keep them, what the
//! organiser does, and games at this board whose results are entered by themselves.

use bevy::prelude::*;

use super::setup_choices::{FirstPlayer, SetupChoice, SetupChoices};
use crate::app::notice::Notice;
use crate::app::platform::Storage;
use crate::app::services::engines::ExternalEngines;
use crate::app::session::{
    ActiveSession, Ending, GameSetup, Session, SessionCommand, SessionEvent, SessionSystems,
    TournamentBoard,
};
use crate::core::{Side, excerpt};
use crate::events::{
    Entered, EntryError, GameResult, InvalidTournament, Kind, MAX_PLAYERS, Pairing, PairingError,
    Player, ReadError, Tournament,
};
use crate::games::registry;
use crate::net::client::now_ms;

/// Beginning and end of the names of the files.
const FILES: (&str, &str) = ("event-", ".ron");

/// A tournament and its file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KeptTournament {
    /// The number in the name of its file.
    pub number: u32,
    /// The tournament.
    pub tournament: Tournament,
}

impl KeptTournament {
    fn file(&self) -> String {
        format!("{}{}{}", FILES.0, self.number, FILES.1)
    }
}

/// The tournaments of this device, the newest first.
#[derive(Resource, Default)]
pub struct Events {
    kept: Vec<KeptTournament>,
    /// The one that was removed last.
    removed: Option<KeptTournament>,
}

impl Events {
    /// The tournaments, the newest first.
    pub fn kept(&self) -> &[KeptTournament] {
        &self.kept
    }

    /// The one with this number.
    pub fn get(&self, number: u32) -> Option<&Tournament> {
        Some(&self.kept.iter().find(|kept| kept.number == number)?.tournament)
    }

    /// The number that the next one gets.
    pub fn next_number(&self) -> u32 {
        // That of the one that could be restored stays free.
        let numbers = self.kept.iter().chain(&self.removed).map(|kept| kept.number);
        numbers.max().map_or(1, |last| last.saturating_add(1))
    }

    /// The one that was removed last, and can be restored.
    pub fn removed(&self) -> Option<&Tournament> {
        self.removed.as_ref().map(|removed| &removed.tournament)
    }

    fn get_mut(&mut self, number: u32) -> Option<&mut KeptTournament> {
        self.kept.iter_mut().find(|kept| kept.number == number)
    }

    fn insert(&mut self, kept: KeptTournament) {
        self.kept.push(kept);
        self.kept.sort_by_key(|kept| std::cmp::Reverse(kept.number));
    }
}

/// Action of the organiser. Tournaments are named by their numbers.
#[derive(Message, Clone, Debug)]
pub enum EventRequest {
    /// Keeps a new tournament.
    Add(Box<Tournament>),
    /// Pairs the next round.
    Pair(u32),
    /// Enters or corrects a result.
    Enter {
        /// The tournament.
        event: u32,
        /// The round, from 1.
        round: usize,
        /// The board, from 1.
        board: usize,
        /// The result.
        result: GameResult,
    },
    /// Takes a player out of the rounds to come.
    Withdraw {
        /// The tournament.
        event: u32,
        /// The name of the player.
        player: String,
    },
    /// Lets a player take part in the rounds to come again.
    Readmit {
        /// The tournament.
        event: u32,
        /// The name of the player.
        player: String,
    },
    /// Lets players come to an arena.
    Join {
        /// The tournament.
        event: u32,
        /// The players.
        players: Vec<Player>,
    },
    /// Begins the game at a board on this device.
    Play {
        /// The tournament.
        event: u32,
        /// The round, from 1.
        round: usize,
        /// The board, from 1.
        board: usize,
    },
    /// Removes a tournament.
    Remove(u32),
    /// Restores the one that was removed last.
    Restore,
}

/// A board at which a game is played, as [`TournamentBoard::id`] holds it: the tournament, the
/// round and the board, and the drawn games before this one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Place {
    event: u32,
    round: usize,
    board: usize,
    draws: u32,
}

impl Place {
    fn id(self) -> String {
        format!("{} {} {} {}", self.event, self.round, self.board, self.draws)
    }

    fn read(id: &str) -> Option<Place> {
        let mut parts = id.split(' ');
        let place = Place {
            event: parts.next()?.parse().ok()?,
            round: parts.next()?.parse().ok()?,
            board: parts.next()?.parse().ok()?,
            draws: parts.next()?.parse().ok()?,
        };
        parts.next().is_none().then_some(place)
    }
}

/// The tournament to which the game on the board belongs.
pub fn tournament_of(session: &Session) -> Option<u32> {
    Place::read(session.tournament_board()).map(|place| place.event)
}

pub(in crate::app) fn plugin(app: &mut App) {
    app.init_resource::<Events>()
        .add_message::<EventRequest>()
        .add_systems(Startup, load)
        .add_systems(
            Update,
            (apply_requests.before(SessionSystems), enter_results.after(SessionSystems)),
        );
}

/// Loads the tournaments. A damaged file is set aside and reported.
fn load(storage: Res<Storage>, mut events: ResMut<Events>, mut notices: MessageWriter<Notice>) {
    for name in storage.names() {
        let digits = name.strip_prefix(FILES.0).and_then(|rest| rest.strip_suffix(FILES.1));
        let Some(number) = digits.and_then(|digits| digits.parse().ok()) else { continue };
        let read: Option<Tournament> = storage.read_parsed(
            &name,
            "events-damaged",
            &mut notices,
            |text| -> Result<Tournament, ReadError> { Tournament::read(text) },
        );
        if let Some(tournament) = read {
            events.insert(KeptTournament { number, tournament });
        }
    }
}

/// Writes the file of a tournament, and reports if it cannot be written.
fn save(kept: &KeptTournament, storage: &Storage, notices: &mut MessageWriter<Notice>) {
    let file = kept.file();
    match kept.tournament.to_ron() {
        Ok(text) => {
            if let Err(error) = storage.write(&file, &text) {
                warn!("{error}");
                notices.write(error.notice(&file));
            }
        }
        Err(error) => {
            warn!("{error}");
            notices.write(Notice::problem("event-too-large"));
        }
    }
}

fn apply_requests(
    mut requests: MessageReader<EventRequest>,
    storage: Res<Storage>,
    choices: Res<SetupChoices>,
    engines: Res<ExternalEngines>,
    mut events: ResMut<Events>,
    mut commands: MessageWriter<SessionCommand>,
    mut notices: MessageWriter<Notice>,
) {
    for request in requests.read() {
        let changed = match request {
            EventRequest::Add(tournament) => {
                let number = events.next_number();
                let tournament = tournament.as_ref().clone();
                events.insert(KeptTournament { number, tournament });
                Some(number)
            }
            EventRequest::Pair(number) => events.get_mut(*number).and_then(|kept| {
                let paired = kept.tournament.pair_next(now()).map(|_| ());
                report(paired, pairing_notice, *number, &mut notices)
            }),
            EventRequest::Enter { event, round, board, result } => {
                events.get_mut(*event).and_then(|kept| {
                    let entered = kept.tournament.enter(*round, *board, *result);
                    if entered == Ok(Entered::Replay) {
                        notices.write(Notice::hint("event-replay"));
                    }
                    report(entered.map(|_| ()), entry_notice, *event, &mut notices)
                })
            }
            EventRequest::Withdraw { event, player } => events.get_mut(*event).and_then(|kept| {
                let withdrawn = kept.tournament.withdraw(player);
                report(withdrawn, entry_notice, *event, &mut notices)
            }),
            EventRequest::Readmit { event, player } => events.get_mut(*event).and_then(|kept| {
                let readmitted = kept.tournament.readmit(player);
                report(readmitted, entry_notice, *event, &mut notices)
            }),
            EventRequest::Join { event, players } => events.get_mut(*event).and_then(|kept| {
                let mut joined = players.iter().map(|it| kept.tournament.join(it.clone()));
                let refused = joined.find_map(Result::err);
                report(refused.map_or(Ok(()), Err), join_notice, *event, &mut notices)
            }),
            EventRequest::Play { event, round, board } => {
                let tournament = events.get(*event);
                if let Some(setup) = tournament
                    .and_then(|it| game_setup(it, (*event, *round, *board), &choices, &engines))
                {
                    commands.write(SessionCommand::NewGame(Box::new(setup)));
                }
                None
            }
            EventRequest::Remove(number) => {
                let found = events.kept.iter().position(|kept| kept.number == *number);
                if let Some(index) = found {
                    let removed = events.kept.remove(index);
                    if let Err(error) = storage.remove(&removed.file()) {
                        warn!("{error}");
                        notices.write(error.notice(&removed.file()));
                    }
                    events.removed = Some(removed);
                }
                None
            }
            EventRequest::Restore => events.removed.take().map(|removed| {
                let number = removed.number;
                events.insert(removed);
                number
            }),
        };
        if let Some(kept) = changed.and_then(|number| events.get_mut(number)) {
            save(kept, &storage, &mut notices);
        }
    }
}

/// The number of the tournament if it has changed; what was refused is told.
fn report<E>(
    done: Result<(), E>,
    notice: fn(&E) -> Notice,
    number: u32,
    notices: &mut MessageWriter<Notice>,
) -> Option<u32> {
    match done {
        Ok(()) => Some(number),
        Err(error) => {
            notices.write(notice(&error));
            None
        }
    }
}

fn pairing_notice(error: &PairingError) -> Notice {
    match error {
        PairingError::Unfinished { board, .. } => {
            Notice::refusal("event-unfinished").with("board", board)
        }
        PairingError::Over(_) => Notice::refusal("event-all-played"),
        PairingError::NobodyLeft => Notice::refusal("event-nobody-left"),
        PairingError::TimeUp => Notice::refusal("event-time-is-up"),
        PairingError::NobodyFree => Notice::refusal("event-nobody-free"),
        PairingError::Swiss(_) => Notice::refusal("event-no-pairing"),
    }
}

fn join_notice(error: &InvalidTournament) -> Notice {
    match error {
        InvalidTournament::SameName(name) => {
            Notice::refusal("event-same-name").with("player", excerpt(name))
        }
        InvalidTournament::Players(_) => {
            Notice::refusal("event-too-many-players").with("most", MAX_PLAYERS)
        }
        _ => Notice::refusal("event-changed"),
    }
}

fn entry_notice(error: &EntryError) -> Notice {
    match error {
        EntryError::Decided(round) => Notice::refusal("event-decided").with("round", round),
        EntryError::TooManyDraws => Notice::refusal("event-too-many-draws"),
        EntryError::Withdrawn(player) => {
            Notice::refusal("event-withdrawn-already").with("player", player)
        }
        EntryError::Result(_)
        | EntryError::Round { .. }
        | EntryError::Board { .. }
        | EntryError::Player(_) => Notice::refusal("event-changed"),
    }
}

/// The game at a board, given with its tournament and round: with the clock that was chosen for
/// this game last. `None` if there is no such board, or its game is over.
fn game_setup(
    tournament: &Tournament,
    (event, round, board): (u32, usize, usize),
    choices: &SetupChoices,
    engines: &ExternalEngines,
) -> Option<GameSetup> {
    let game = registry::find(&tournament.game)?;
    let games = &tournament.rounds.get(round.checked_sub(1)?)?.games;
    let pairing: &Pairing = games.get(board.checked_sub(1)?)?;
    if pairing.result.is_some() {
        return None;
    }
    let players = Side::BOTH.map(|side| tournament.player(pairing.player(side)));
    let choice = SetupChoice {
        options: tournament.options.clone(),
        computer: players.map(|player| player.level.is_some()),
        level: players.map(|player| player.level.unwrap_or(1)),
        by_engine: [false; 2],
        elsewhere: false,
        first_player: FirstPlayer::Player(0),
        games: 1,
        adaptive: false,
        ..choices.get(game, None, None)
    };
    let place = Place { event, round, board, draws: pairing.draws };
    let tournament_board = TournamentBoard {
        names: players.map(|player| player.name.clone()),
        title: tournament.title.clone(),
        round: format!("{round}.{board}"),
        id: place.id(),
    };
    Some(GameSetup {
        tournament: Some(Box::new(tournament_board)),
        ..choice.setup(game, engines, false)
    })
}

/// The result of a game as a tournament enters it; `None` if it counts for nothing. Sides may
/// have changed in the opening: the one who was paired as the first is player 0.
fn result_of(session: &Session, ending: Ending) -> Option<GameResult> {
    if ending == Ending::Void {
        return None;
    }
    Some(match ending.winner().map(|side| session.player_of(side)) {
        Some(0) => GameResult::FirstWins,
        Some(_) => GameResult::SecondWins,
        None => GameResult::Draw,
    })
}

/// Enters the result when a game at a board of a tournament ends.
fn enter_results(
    mut changes: MessageReader<SessionEvent>,
    active_session: Res<ActiveSession>,
    mut events: ResMut<Events>,
    storage: Res<Storage>,
    mut notices: MessageWriter<Notice>,
) {
    if !changes.read().any(|change| matches!(change, SessionEvent::Game(_))) {
        return;
    }
    let Some(session) = active_session.game() else { return };
    let Some(place) = Place::read(session.tournament_board()) else { return };
    let Some(result) = session.ending().and_then(|ending| result_of(session, ending)) else {
        return;
    };
    let Some(kept) = events.bypass_change_detection().get_mut(place.event) else { return };
    let Place { round, board, draws, .. } = place;
    let pairing = round.checked_sub(1).and_then(|round| kept.tournament.rounds.get(round));
    let pairing = pairing.and_then(|round| round.games.get(board.checked_sub(1)?));
    // A pair of a knock-out that plays again does so with other sides.
    if pairing.is_none_or(|pairing| pairing.draws != draws || pairing.result == Some(result)) {
        return;
    }
    match kept.tournament.enter(round, board, result) {
        Ok(entered) => {
            let id = if entered == Entered::Replay { "event-replay" } else { "event-entered" };
            notices.write(Notice::done(id).with("title", &kept.tournament.title));
            save(kept, &storage, &mut notices);
            events.set_changed();
        }
        Err(error) => _ = notices.write(entry_notice(&error)),
    }
}

/// This time in seconds of Unix, as arenas ask for it.
pub fn now() -> u64 {
    now_ms() / 1000
}

/// Message id of a system of pairing.
pub fn kind_message(kind: Kind) -> &'static str {
    match kind {
        Kind::Swiss { .. } => "event-swiss",
        Kind::RoundRobin { double: false } => "event-round-robin",
        Kind::RoundRobin { double: true } => "event-double-round-robin",
        Kind::Knockout => "event-knockout",
        Kind::Arena { .. } => "event-arena",
        Kind::Teams { double: false, .. } => "event-teams",
        Kind::Teams { double: true, .. } => "event-teams-double",
    }
}

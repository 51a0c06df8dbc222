//! Play with people elsewhere: the connection to a server, its lobby, and the games that are
//! followed. The client of the network runs beside the window and tells what has changed; the game
//! on the board follows the log of its referee.

mod follow;
mod identity;
mod memory;
mod news;
mod record;

use std::collections::{BTreeMap, BTreeSet};

use bevy::prelude::*;

use crate::app::notice::Notice;
use crate::app::platform::{Storage, Waker, house_address, page_address};
use crate::app::session::SessionSystems;
use crate::app::settings::Settings;
use crate::app::state::Screen;
use crate::net::client::{
    Address, Command, Event, FollowedGame, Link, LinkTarget, Lobby, Online, Status, read_address,
};
use crate::net::{Id, Identity, Offer, OnlineGame, PlayerId, RatingTable, Speed};

/// A wish of a screen for play over a network.
#[derive(Message, Clone, Debug)]
pub enum OnlineRequest {
    /// Connects to the server of this address, or of this link, whose challenge or game is opened
    /// too.
    Connect(String),
    /// Leaves the server.
    Disconnect,
    /// Opens a challenge, as soon as there is a connection.
    Challenge(Offer),
    /// Passes a command to the server.
    Command(Command),
    /// Copies the player's key, for another device.
    CopyKey,
    /// Is the player of this key from now on.
    ImportKey(String),
    /// Puts a game that is followed, or is to be watched, on the board.
    Open(Id),
    /// The chat of a game was read.
    Read(Id),
}

/// Play over a network as the screens see it.
#[derive(Resource, Default)]
pub struct OnlinePlay {
    identity: Option<Identity>,
    /// The address of the server, while there is a connection or one is being made.
    address: Option<Address>,
    /// The same as others reach it.
    public_address: Option<Address>,
    status: Option<Status>,
    lobby: Lobby,
    games: BTreeMap<Id, FollowedGame>,
    /// The challenge or game that is opened as soon as the server answers.
    wanted: Option<LinkTarget>,
    /// The challenge that is sent as soon as the server answers.
    drafted: Option<Offer>,
    /// The key as text, for the clipboard.
    to_copy: Option<String>,
    /// The game that goes on the board as soon as its terms are here.
    opening: Option<Id>,
    /// The own move on the board that the client has not confirmed yet, and its ply.
    sent: Option<(Id, usize)>,
    /// Games that begin or were found, until it is known what they are.
    starting: BTreeMap<Id, news::Start>,
    /// Challenges that the player has accepted.
    accepted: BTreeSet<Id>,
    /// Games that ended while the program was closed, and are asked for.
    fetching: BTreeSet<Id>,
    /// The last lines that were read in the chats of games, by their times.
    read: BTreeMap<Id, u64>,
    /// The own games that go on at servers, and as the file has them.
    running: memory::RunningGames,
    saved: memory::RunningGames,
    /// The tournaments of games that were begun by them, also when they are over.
    events: BTreeMap<Id, Id>,
    /// The best players, by game and speed, as far as they were asked for.
    tables: BTreeMap<(String, Speed), RatingTable>,
}

impl OnlinePlay {
    /// The own key, once it was needed.
    pub fn player(&self) -> Option<PlayerId> {
        self.identity.as_ref().map(Identity::id)
    }

    /// The address of the server that is connected, or being connected to.
    pub fn address(&self) -> Option<&Address> {
        self.address.as_ref()
    }

    /// The state of the connection; `None` without one.
    pub fn status(&self) -> Option<&Status> {
        self.status.as_ref()
    }

    /// True while the server answers.
    pub fn is_connected(&self) -> bool {
        matches!(self.status, Some(Status::Connected { .. }))
    }

    /// The text that is to go to the clipboard, once.
    pub fn take_copied(&mut self) -> Option<String> {
        self.to_copy.take()
    }

    /// True if a challenge waits for a connection.
    pub fn has_draft(&self) -> bool {
        self.drafted.is_some()
    }

    /// The lobby.
    pub fn lobby(&self) -> &Lobby {
        &self.lobby
    }

    /// A game that is followed.
    pub fn game(&self, id: Id) -> Option<&FollowedGame> {
        self.games.get(&id)
    }

    /// The tournament on the server to which a game belongs.
    pub fn event_of(&self, game: Id) -> Option<Id> {
        self.events.get(&game).copied()
    }

    /// True while this game can be aborted. One of a tournament has to end with a result.
    pub fn can_abort(&self, game: &OnlineGame) -> bool {
        game.is_abortable() && self.event_of(game.terms().id).is_none()
    }

    /// The best players of a game at a speed, once they are told.
    pub fn table(&self, game: &str, speed: Speed) -> Option<&RatingTable> {
        self.tables.get(&(game.to_owned(), speed))
    }

    /// Takes out the state that stays when the connection is given up.
    fn without_connection(&mut self) -> OnlinePlay {
        OnlinePlay {
            identity: self.identity.take(),
            running: std::mem::take(&mut self.running),
            saved: std::mem::take(&mut self.saved),
            ..default()
        }
    }

    /// The own games that are not over.
    pub fn own_running(&self) -> impl Iterator<Item = &FollowedGame> {
        self.games.values().filter(|followed| {
            followed.side.is_some()
                && followed.game.as_ref().is_some_and(|game| game.finish().is_none())
        })
    }

    /// The link by which another player takes up a challenge or watches a game.
    pub fn link(&self, target: LinkTarget) -> Option<Link> {
        Some(Link { address: self.public_address.clone()?, target })
    }
}

/// The client of a server.
pub(in crate::app) trait Server {
    /// Wants something.
    fn send(&self, command: Command);

    /// The changes since the last call.
    fn poll(&self) -> Vec<Event>;
}

impl Server for Online {
    fn send(&self, command: Command) {
        Online::send(self, command);
    }

    fn poll(&self) -> Vec<Event> {
        Online::poll(self)
    }
}

/// The client, which stays on the thread of the window in the browser.
#[derive(Default)]
struct Connection(Option<Box<dyn Server>>);

/// Connects to a server of a test.
#[cfg(test)]
pub(in crate::app) fn connect(world: &mut World, server: Box<dyn Server>, identity: Identity) {
    // The plugin may have been added after the start.
    _ = world.run_system_cached(memory::load);
    let mut online = world.resource_mut::<OnlinePlay>();
    *online = OnlinePlay {
        identity: Some(identity),
        address: "localhost".parse().ok(),
        status: Some(Status::Connected { round_trip_ms: None }),
        ..online.without_connection()
    };
    world.non_send_mut::<Connection>().0 = Some(server);
}

pub(in crate::app) fn plugin(app: &mut App) {
    app.init_resource::<OnlinePlay>()
        .insert_non_send(Connection::default())
        .add_message::<OnlineRequest>()
        .add_systems(
            Update,
            (
                (handle_requests, news::take_news, follow::open_game)
                    .chain()
                    .before(SessionSystems),
                (follow::send_own_moves, follow::send_deeds, follow::follow_log)
                    .chain()
                    .after(SessionSystems),
            ),
        )
        .add_systems(OnExit(Screen::Play), follow::leave_board)
        // A link by which the page was opened comes last, and leads to its server.
        .add_systems(Startup, (memory::load, follow_page_link).chain())
        .add_systems(Last, memory::save);
}

/// The name by which others know the player.
fn shown_name(settings: &Settings) -> String {
    match settings.name.trim() {
        "" => "Guest".to_owned(),
        name => name.to_owned(),
    }
}

/// Opens the challenge or the game of the link by which the page was opened in a browser, and
/// offers the server of the page.
fn follow_page_link(mut requests: MessageWriter<OnlineRequest>, mut settings: ResMut<Settings>) {
    let Some(page) = page_address() else { return };
    if page.parse::<Link>().is_ok() {
        requests.write(OnlineRequest::Connect(page));
    } else if settings.online_server.is_empty()
        && let Ok(server) = page.parse::<Address>()
    {
        settings.online_server = server.to_string();
    }
}

/// The address of a server as others reach it: they do not find this machine by the name that it has
/// for itself.
fn public_address(address: &Address) -> Address {
    let is_loopback = matches!(&*address.host, "localhost" | "127.0.0.1" | "[::1]");
    match house_address().filter(|_| is_loopback) {
        Some(own) => Address { host: own.to_string(), ..address.clone() },
        None => address.clone(),
    }
}

/// Carries out what the screens want.
fn handle_requests(
    mut requests: MessageReader<OnlineRequest>,
    mut online: ResMut<OnlinePlay>,
    mut connection: NonSendMut<Connection>,
    storage: Res<Storage>,
    waker: Res<Waker>,
    mut settings: ResMut<Settings>,
    mut notices: MessageWriter<Notice>,
) {
    for request in requests.read() {
        match request {
            OnlineRequest::Connect(text) => {
                let Some(identity) = identity::load(&mut online.identity, &storage, &mut notices)
                else {
                    continue;
                };
                let (address, wanted) = match read_address(text) {
                    Ok(read) => read,
                    Err(error) => {
                        warn!("{error}");
                        notices.write(Notice::refusal("online-bad-address"));
                        continue;
                    }
                };
                if online.address.as_ref() == Some(&address) && connection.0.is_some() {
                    online.wanted = wanted;
                    if online.lobby.is_served {
                        news::open_wanted(&mut online, &connection);
                    }
                    continue;
                }
                let started = Online::start(identity, shown_name(&settings), &address);
                let client = match started {
                    Ok(client) => client,
                    Err(error) => {
                        warn!("{error}");
                        notices.write(Notice::refusal("online-needs-web-socket"));
                        continue;
                    }
                };
                let waker = waker.clone();
                client.set_waker(Box::new(move || waker.wake()));
                shut_out(&client, &settings);
                connection.0 = Some(Box::new(client));
                *online = OnlinePlay {
                    address: Some(address.clone()),
                    public_address: Some(public_address(&address)),
                    status: Some(Status::Connecting),
                    wanted,
                    drafted: online.drafted.take(),
                    ..online.without_connection()
                };
                let address = address.to_string();
                if settings.online_server != address {
                    settings.online_server = address;
                }
            }
            OnlineRequest::Disconnect => {
                connection.0 = None;
                *online = online.without_connection();
            }
            OnlineRequest::Challenge(offer) if online.is_connected() => {
                connection.send(Command::Challenge(offer.clone()));
            }
            OnlineRequest::Challenge(offer) => online.drafted = Some(offer.clone()),
            OnlineRequest::Command(command) => {
                remember(command, &mut settings);
                if let Command::Accept(id) = command {
                    online.accepted.insert(*id);
                }
                connection.send(command.clone());
            }
            OnlineRequest::CopyKey => {
                let known = identity::load(&mut online.identity, &storage, &mut notices);
                if let Some(identity) = known {
                    online.to_copy = Some(identity.export());
                    notices.write(Notice::done("online-key-copied"));
                }
            }
            OnlineRequest::ImportKey(text) => {
                notices.write(identity::replace(&mut online.identity, &storage, text));
            }
            OnlineRequest::Open(id) => {
                online.opening = Some(*id);
                if !online.games.contains_key(id) {
                    connection.send(Command::Watch(*id));
                }
            }
            OnlineRequest::Read(id) => online.mark_read(*id),
        }
    }
}

/// Tells a new client whom the player does not want to hear.
fn shut_out(client: &Online, settings: &Settings) {
    let players = |ids: &BTreeSet<String>| -> Vec<PlayerId> {
        ids.iter().filter_map(|id| id.parse().ok()).collect()
    };
    for player in players(&settings.muted_players) {
        client.send(Command::Mute(player, true));
    }
    for player in players(&settings.blocked_players) {
        client.send(Command::Block(player, true));
    }
}

/// Keeps whom the player mutes and blocks.
fn remember(command: &Command, settings: &mut Settings) {
    let mut note = |list: fn(&mut Settings) -> &mut BTreeSet<String>, player: &PlayerId, on| {
        let list = list(settings);
        match on {
            true => list.insert(player.to_string()),
            false => list.remove(&player.to_string()),
        };
    };
    match command {
        Command::Mute(player, on) => note(|settings| &mut settings.muted_players, player, *on),
        Command::Block(player, on) => note(|settings| &mut settings.blocked_players, player, *on),
        _ => {}
    }
}

impl Connection {
    /// Passes a command to the server. Without a connection there is nothing to do it with, and
    /// the page says so.
    fn send(&self, command: Command) {
        if let Some(online) = &self.0 {
            online.send(command);
        }
    }
}

//! The player's side as a state machine: it is given commands, messages and the time, and says
//! what is to be sent and what has changed.

mod receiving;

use std::collections::{BTreeMap, BTreeSet};

use super::super::topics;
use super::super::{
    Ask, Deed, Id, Identity, MAX_NAME, PlayerId, Presence, Purpose, Refusal, Request, Signed,
    encode,
};
use super::followed::{FollowedGame, Pending};
use super::lobby::Lobby;
use super::way::Way;
use super::{Command, Event, Output};

/// The time from one measurement of the way to the next, and that between the first ones of a
/// connection or a game: a server has as much to do with each as with a move.
const PING_MS: u64 = 30_000;
const FIRST_PING_MS: u64 = 10_000;
const FIRST_PINGS: u8 = 2;

/// A referee that does not answer is greeted again after so many milliseconds, each time twice as
/// many up to the latter: one that has just begun answers soon.
const FIRST_HELLO_MS: u64 = 1_000;
const LONGEST_HELLO_MS: u64 = 10_000;

/// Who waits to be paired says so again after so many milliseconds: another referee may be on duty
/// by then.
const PAIR_MS: u64 = 30_000;

/// Requests that wait for a connection; more are refused.
const MAX_WAITING: usize = 32;

/// The player's side of play over a network.
#[derive(Debug)]
pub struct Client {
    identity: Identity,
    name: String,
    is_connected: bool,
    lobby: Lobby,
    /// False while the lobby is crowded and a game with a clock is played.
    hears_lobby: bool,
    /// Players whose presences are heard, and those of them who are here.
    attended: BTreeSet<PlayerId>,
    here: BTreeSet<PlayerId>,
    games: BTreeMap<Id, FollowedGame>,
    way: Way,
    /// The time of the last request: that of the next must be later.
    last_request: u64,
    hello_at: u64,
    hello_wait: u64,
    next_ping: u64,
    first_pings: u8,
    next_pair: u64,
    waiting: Vec<Ask>,
    output: Vec<Output>,
    lobby_has_changed: bool,
    changed_games: BTreeSet<Id>,
    news: Vec<Event>,
}

impl Client {
    /// A client that is not connected yet.
    #[must_use]
    pub fn new(identity: Identity, name: String) -> Client {
        Client {
            identity,
            name: fitting_name(&name),
            is_connected: false,
            lobby: Lobby::default(),
            hears_lobby: false,
            attended: BTreeSet::new(),
            here: BTreeSet::new(),
            games: BTreeMap::new(),
            way: Way::default(),
            last_request: 0,
            hello_at: 0,
            hello_wait: FIRST_HELLO_MS,
            next_ping: 0,
            first_pings: FIRST_PINGS,
            next_pair: 0,
            waiting: Vec::new(),
            output: Vec::new(),
            lobby_has_changed: false,
            changed_games: BTreeSet::new(),
            news: Vec::new(),
        }
    }

    /// This player.
    #[must_use]
    pub fn player(&self) -> PlayerId {
        self.identity.id()
    }

    /// The lobby as it is now.
    #[must_use]
    pub fn lobby(&self) -> &Lobby {
        &self.lobby
    }

    /// A game that is followed.
    #[must_use]
    pub fn game(&self, id: Id) -> Option<&FollowedGame> {
        self.games.get(&id)
    }

    /// The games that are followed.
    pub fn games(&self) -> impl Iterator<Item = &FollowedGame> {
        self.games.values()
    }

    /// The time to the referee and back in milliseconds, once it is measured on this connection.
    #[must_use]
    pub fn round_trip_ms(&self) -> Option<u32> {
        self.way.round_trip_ms().filter(|_| self.is_connected)
    }

    /// The message that clears the presence of this player: sent before leaving, and the will
    /// of the connection.
    #[must_use]
    pub fn farewell(&self) -> Output {
        let topic = topics::presence(self.player());
        Output::Publish { topic, payload: Vec::new(), retain: true }
    }

    /// The output since the last call.
    pub fn take_output(&mut self) -> Vec<Output> {
        std::mem::take(&mut self.output)
    }

    /// The changes since the last call: first the states, then the news about them.
    pub fn take_events(&mut self) -> Vec<Event> {
        let mut events = Vec::new();
        if std::mem::take(&mut self.lobby_has_changed) {
            events.push(Event::Lobby(Box::new(self.lobby.clone())));
        }
        for id in std::mem::take(&mut self.changed_games) {
            let round_trip_ms = self.round_trip_ms();
            if let Some(game) = self.games.get_mut(&id) {
                game.round_trip_ms = round_trip_ms;
                game.clock_offset = self.way.clock_offset();
                let opponent = game.opponent();
                game.opponent_is_here = opponent.map(|it| self.here.contains(&it));
                if round_trip_ms.is_none() || game.opponent_is_here != Some(true) {
                    game.opponent_round_trip_ms = None;
                }
                events.push(Event::Game(Box::new(game.clone())));
            }
        }
        events.append(&mut self.news);
        events
    }

    /// Carries out what the player wants.
    pub fn command(&mut self, command: Command, now: u64) {
        match command {
            Command::Challenge(offer) => self.ask(Ask::Challenge(offer), now),
            Command::Accept(id) => self.ask(Ask::Accept(id), now),
            Command::Withdraw(id) => self.ask(Ask::Withdraw(id), now),
            Command::Decline(id) => {
                self.lobby.challenges.remove(&id);
                self.lobby_has_changed = true;
                self.ask(Ask::Decline(id), now);
            }
            Command::QuickPair(offer) => {
                self.lobby.pairing = Some(offer.clone());
                self.lobby_has_changed = true;
                self.next_pair = now + PAIR_MS;
                self.ask(Ask::QuickPair(offer), now);
            }
            Command::LeaveQuickPair => {
                self.lobby.pairing = None;
                self.lobby_has_changed = true;
                self.ask(Ask::LeaveQuickPair, now);
            }
            Command::Play(id, mv) => self.act(id, Deed::Play(mv), now),
            Command::Deed(id, deed) => self.act(id, deed, now),
            Command::Watch(id) => self.follow(id),
            Command::Unwatch(id) => {
                if self.games.remove(&id).is_some() && self.is_connected {
                    self.output.push(Output::Unsubscribe(topics::whole_log(id)));
                    let live = topics::whole_live_log(id, self.player());
                    self.output.push(Output::Unsubscribe(live));
                    self.output.push(Output::Unsubscribe(topics::watchers_chat(id)));
                    self.attend();
                }
            }
            Command::Chat(room, line) => self.ask(Ask::Chat { room, line }, now),
            Command::Rematch(id) => self.ask(Ask::Rematch(id), now),
            Command::Fetch(id) => self.ask(Ask::Fetch(id), now),
            Command::Table { game, speed } => self.ask(Ask::Table { game, speed }, now),
            Command::Report { about, text } => self.ask(Ask::Report { about, text }, now),
            Command::Event(ask) => self.ask(Ask::Event(ask), now),
            Command::Rename(name) => {
                self.name = fitting_name(&name);
                if self.is_connected {
                    self.greet(now);
                }
            }
            Command::Mute(player, is_muted) => {
                set(&mut self.lobby.muted, player, is_muted);
                self.lobby_has_changed = true;
            }
            Command::Block(player, is_blocked) => {
                set(&mut self.lobby.blocked, player, is_blocked);
                if is_blocked {
                    self.lobby.challenges.retain(|_, it| it.from.player != player);
                }
                self.lobby_has_changed = true;
            }
        }
    }

    /// The connection stands: everything that the broker does not know is told, and what it has
    /// is asked for.
    pub fn connected(&mut self, now: u64) {
        self.is_connected = true;
        self.way.forget_measurements_on_the_way();
        self.lobby.begin_afresh();
        self.lobby_has_changed = true;
        (self.next_ping, self.first_pings) = (now, FIRST_PINGS);
        self.hears_lobby = false;
        self.attended.clear();
        self.here.clear();
        self.output.push(Output::Subscribe(topics::notices(self.player())));
        self.output.push(Output::Subscribe(topics::lobby_chat()));
        self.attend();
        self.hello_wait = FIRST_HELLO_MS;
        self.greet(now);
        for id in self.games.keys().copied().collect::<Vec<_>>() {
            let pending = self.games.get_mut(&id).and_then(|game| game.pending.as_mut());
            pending.into_iter().for_each(|pending| pending.repeats = 0);
            self.subscribe(id);
            self.send_pending(id, now);
        }
        for ask in std::mem::take(&mut self.waiting) {
            self.ask(ask, now);
        }
        self.next_pair = now;
        self.wake(now);
    }

    /// The connection is lost.
    pub fn disconnected(&mut self, _now: u64) {
        self.is_connected = false;
        self.lobby.is_served = false;
        self.lobby_has_changed = true;
        self.changed_games.extend(self.games.keys());
        // What could not be sent is made anew with the next connection.
        self.output.clear();
    }

    /// Does what is due.
    pub fn wake(&mut self, now: u64) {
        if !self.is_connected {
            return;
        }
        let due =
            |game: &&FollowedGame| game.pending.as_ref().is_some_and(|it| it.again_at() <= now);
        for id in self.games.values().filter(due).map(|game| game.id).collect::<Vec<_>>() {
            let pending = self.games.get_mut(&id).and_then(|game| game.pending.as_mut());
            pending.into_iter().for_each(|pending| pending.repeats += 1);
            self.send_pending(id, now);
        }
        if !self.lobby.is_served && self.hello_at + self.hello_wait <= now {
            self.hello_wait = (2 * self.hello_wait).min(LONGEST_HELLO_MS);
            self.greet(now);
        }
        if self.next_pair <= now
            && let Some(offer) = self.lobby.pairing.clone()
        {
            self.next_pair = now + PAIR_MS;
            self.ask(Ask::QuickPair(offer), now);
        }
        if self.next_ping <= now {
            let is_first = self.first_pings > 0;
            self.next_ping = now + if is_first { FIRST_PING_MS } else { PING_MS };
            self.first_pings = self.first_pings.saturating_sub(1);
            let number = self.way.begin(now);
            let has_opponent = self.games.values().any(FollowedGame::is_live);
            self.ask(
                match self.way.round_trip_ms().filter(|_| has_opponent) {
                    Some(round_trip_ms) => Ask::Measured { number, round_trip_ms },
                    None => Ask::Ping(number),
                },
                now,
            );
        }
    }

    /// When [`Client::wake`] is to be called at the latest; `None` while there is no connection.
    #[must_use]
    pub fn next_wake(&self) -> Option<u64> {
        if !self.is_connected {
            return None;
        }
        let pending = self.games.values().filter_map(|game| game.pending.as_ref());
        let resend = pending.map(Pending::again_at).min();
        let hello = (!self.lobby.is_served).then_some(self.hello_at + self.hello_wait);
        let pair = self.lobby.pairing.is_some().then_some(self.next_pair);
        [resend, hello, pair, Some(self.next_ping)].into_iter().flatten().min()
    }

    fn act(&mut self, id: Id, deed: Deed, now: u64) {
        let result = match self.games.get_mut(&id) {
            None => Err(Refusal::Unknown),
            // One action at a time: another would follow the same entry, and one of them be late.
            Some(game) if game.pending.is_some() => match deed {
                // It would be for a position that is not there yet.
                Deed::Play(_) => Err(Refusal::TooMany),
                _ => {
                    game.next = Some(deed);
                    return;
                }
            },
            Some(game) => game.act(&self.identity, deed, now),
        };
        match result {
            Ok(()) => self.send_pending(id, now),
            Err(reason) => self.news.push(Event::Refused { game: Some(id), reason }),
        }
    }

    /// Sends what the player did while another action was on its way.
    fn act_next(&mut self, id: Id, now: u64) {
        let Some(game) = self.games.get_mut(&id).filter(|game| game.pending.is_none()) else {
            return;
        };
        if let Some(deed) = game.next.take().filter(|_| !game.is_over()) {
            self.act(id, deed, now);
        }
    }

    fn send_pending(&mut self, id: Id, now: u64) {
        let topic = topics::actions(id, self.player());
        let Some(game) = self.games.get_mut(&id) else { return };
        let Some(payload) = game.pending_bytes() else { return };
        if let Some(pending) = &mut game.pending {
            pending.sent_at = now;
        }
        self.changed_games.insert(id);
        if self.is_connected {
            self.output.push(Output::Publish { topic, payload, retain: false });
        }
    }

    /// Follows a game of this player and tells of it, once.
    fn start(&mut self, news: Event) {
        if let Event::GameStarts { game, .. } = news
            && !self.games.contains_key(&game)
        {
            self.follow(game);
            self.news.push(news);
            (self.next_ping, self.first_pings) = (0, FIRST_PINGS);
        }
    }

    fn follow(&mut self, id: Id) {
        if self.games.contains_key(&id) {
            return;
        }
        self.games.insert(id, FollowedGame::new(id));
        self.changed_games.insert(id);
        self.subscribe(id);
    }

    /// Hears whether the opponents are here, and the lobby: but not while a game with a clock is
    /// played and there is a crowd, of which each would hear what all the others do.
    pub(super) fn attend(&mut self) {
        if !self.is_connected {
            return;
        }
        let opponents = self.games.values().filter_map(FollowedGame::opponent);
        // Another device of the same player may leave.
        let wanted: BTreeSet<PlayerId> = opponents.chain([self.player()]).collect();
        for &player in wanted.difference(&self.attended) {
            self.output.push(Output::Subscribe(topics::presence(player)));
        }
        for player in self.attended.difference(&wanted) {
            self.output.push(Output::Unsubscribe(topics::presence(*player)));
            self.here.remove(player);
        }
        self.attended = wanted;
        let hears_lobby =
            !self.lobby.is_crowded() || !self.games.values().any(FollowedGame::is_live);
        if hears_lobby == self.hears_lobby {
            return;
        }
        self.hears_lobby = hears_lobby;
        let filters = [
            topics::ALL_CHALLENGES.to_owned(),
            topics::ALL_RUNNING.to_owned(),
            topics::ALL_EVENTS.to_owned(),
            topics::players(),
        ];
        if hears_lobby {
            self.output.extend(filters.map(Output::Subscribe));
        } else {
            self.output.extend(filters.map(Output::Unsubscribe));
            self.lobby.leave(self.identity.id(), &self.here);
            self.lobby_has_changed = true;
        }
    }

    /// Asks for the log of a game. The broker sends what it has retained even if it was asked
    /// before.
    fn subscribe(&mut self, id: Id) {
        if !self.is_connected {
            return;
        }
        self.output.push(Output::Subscribe(topics::whole_log(id)));
        // Where those who watch are behind, the players read it here.
        self.output.push(Output::Subscribe(topics::whole_live_log(id, self.player())));
        if self.games.get(&id).is_some_and(FollowedGame::hears_watchers) {
            self.output.push(Output::Subscribe(topics::watchers_chat(id)));
        }
    }

    fn greet(&mut self, now: u64) {
        self.tell_presence(now);
        self.hello_at = now;
        self.ask(Ask::Hello { name: self.name.clone() }, now);
    }

    fn tell_presence(&mut self, now: u64) {
        let presence = Presence { name: self.name.clone(), at: now };
        let signed = Signed::new(&self.identity, Purpose::Request, &presence);
        let topic = topics::presence(self.player());
        self.output.push(Output::Publish { topic, payload: encode(&signed), retain: true });
    }

    /// Sends a request, or keeps it until there is a connection.
    fn ask(&mut self, ask: Ask, now: u64) {
        if self.is_connected {
            self.last_request = now.max(self.last_request + 1);
            let request = Request { at: self.last_request, ask };
            let signed = Signed::new(&self.identity, Purpose::Request, &request);
            let topic = topics::requests(self.player());
            self.output.push(Output::Publish { topic, payload: encode(&signed), retain: false });
        } else if matches!(ask, Ask::QuickPair(_) | Ask::LeaveQuickPair | Ask::Decline(_)) {
            // Pairing is asked for with each connection while it is wanted, and what was
            // declined because of a block is declined when it is seen again.
        } else if self.waiting.len() < MAX_WAITING {
            self.waiting.push(ask);
        } else {
            self.news.push(Event::Refused { game: None, reason: Refusal::TooMany });
        }
    }
}

fn set(players: &mut BTreeSet<PlayerId>, player: PlayerId, is_in: bool) {
    if is_in {
        players.insert(player);
    } else {
        players.remove(&player);
    }
}

/// A name without what is no letter of a name, cut to its longest.
fn fitting_name(name: &str) -> String {
    name.trim().chars().filter(|letter| !letter.is_control()).take(MAX_NAME).collect()
}

//! The own games that go on at servers, remembered from one start of the program to the next: it
//! connects again by itself where some do, fetches those that ended meanwhile, and knows how far
//! each chat was read.

use std::collections::{BTreeMap, BTreeSet};

use bevy::prelude::*;
use serde::{Deserialize, Serialize};

use super::{OnlinePlay, OnlineRequest};
use crate::app::notice::Notice;
use crate::app::platform::Storage;
use crate::app::settings::Settings;
use crate::net::client::FollowedGame;
use crate::net::{Id, PlayerId};

/// File of the games.
const FILE: &str = "online-games.ron";

/// Games of one server that are remembered: as many as a player may have running.
const MAX_GAMES: usize = 50;

/// Servers of which games are remembered.
const MAX_SERVERS: usize = 20;

/// The games as the file holds them: by the server's address, and then by their number the time of
/// the last line of the chat that was read, in milliseconds since 1970.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct RunningGames {
    version: u32,
    servers: BTreeMap<String, BTreeMap<String, u64>>,
}

impl RunningGames {
    fn from_ron(text: &str) -> Result<RunningGames, ron::error::SpannedError> {
        ron::from_str(text)
    }

    /// The games at a server.
    pub(super) fn at(&self, server: &str) -> BTreeSet<Id> {
        let games = self.servers.get(server).into_iter().flat_map(BTreeMap::keys);
        games.filter_map(|id| id.parse().ok()).collect()
    }

    /// The time of the last line that was read in the chat of a game.
    fn read(&self, server: &str, id: Id) -> u64 {
        let games = self.servers.get(server);
        games.and_then(|games| games.get(&id.to_string())).copied().unwrap_or_default()
    }

    /// A game goes on, and its chat was read up to a time.
    pub(super) fn set(&mut self, server: &str, id: Id, read: u64) {
        self.version = 1;
        let has_room = self.servers.len() < MAX_SERVERS || self.servers.contains_key(server);
        let games = has_room.then(|| self.servers.entry(server.to_owned()).or_default());
        let Some(games) = games else { return };
        let id = id.to_string();
        if games.len() < MAX_GAMES || games.contains_key(&id) {
            games.insert(id, read);
        }
    }

    /// A game is over, or is not known there any more.
    pub(super) fn remove(&mut self, server: &str, id: Id) {
        if let Some(games) = self.servers.get_mut(server) {
            games.remove(&id.to_string());
            if games.is_empty() {
                self.servers.remove(server);
            }
        }
    }
}

impl OnlinePlay {
    fn server(&self) -> Option<String> {
        self.address.as_ref().map(ToString::to_string)
    }

    /// Remembers a game as it is now.
    pub(super) fn remember_game(&mut self, id: Id) {
        let Some(server) = self.server() else { return };
        let Some(followed) = self.games.get(&id).filter(|followed| followed.side.is_some()) else {
            return;
        };
        match (&followed.game, followed.is_over()) {
            (None, _) => {}
            (Some(_), true) => self.running.remove(&server, id),
            (Some(_), false) => {
                let read = self.read_until(id);
                self.running.set(&server, id, read);
            }
        }
    }

    /// Forgets a game that is over or gone.
    pub(super) fn forget_game(&mut self, id: Id) {
        if let Some(server) = self.server() {
            self.running.remove(&server, id);
        }
    }

    /// The remembered games at this server that do not run any more.
    pub(super) fn ended_meanwhile(&self) -> Vec<Id> {
        let known = self.server().map(|server| self.running.at(&server)).unwrap_or_default();
        let is_gone = |id: &Id| {
            let followed = self.games.get(id);
            !self.lobby.games.contains(id) && followed.is_none_or(|it| !it.is_over())
        };
        known.into_iter().filter(is_gone).collect()
    }

    fn read_until(&self, id: Id) -> u64 {
        let remembered = || self.server().map(|server| self.running.read(&server, id));
        self.read.get(&id).copied().or_else(remembered).unwrap_or_default()
    }

    /// Lines of others in the chat of a game that were not read.
    pub fn unread(&self, id: Id) -> usize {
        let Some(followed) = self.games.get(&id) else { return 0 };
        let (read, me) = (self.read_until(id), self.player());
        let is_unread =
            |line: &&crate::net::ChatLine| line.at > read && Some(line.from.player) != me;
        followed.chat.iter().filter(is_unread).count()
    }

    /// The chat of a game was read.
    pub(super) fn mark_read(&mut self, id: Id) {
        let last = self.games.get(&id).and_then(|followed| followed.chat.back());
        let Some(last) = last.map(|line| line.at) else { return };
        if last > self.read_until(id) {
            self.read.insert(id, last);
            self.remember_game(id);
        }
    }

    /// The number of things that wait for the player: games in which it is their turn or a line was
    /// not read, and challenges to them.
    pub fn waiting(&self) -> usize {
        let waits =
            |followed: &&FollowedGame| followed.is_own_turn() || self.unread(followed.id) > 0;
        self.own_running().filter(waits).count() + self.addressed().count()
    }

    /// The open challenges to this player alone.
    pub fn addressed(&self) -> impl Iterator<Item = &crate::net::Challenge> {
        let me: Option<PlayerId> = self.player();
        self.lobby.challenges.values().filter(move |it| me.is_some() && it.offer.to == me)
    }
}

/// Reads the file, and connects to the server of the player if games go on there.
pub(super) fn load(
    storage: Option<Res<Storage>>,
    settings: Option<Res<Settings>>,
    mut online: ResMut<OnlinePlay>,
    mut requests: MessageWriter<OnlineRequest>,
    mut notices: MessageWriter<Notice>,
) {
    let (Some(storage), Some(settings)) = (storage, settings) else { return };
    let read = storage.read_parsed(FILE, "settings-damaged", &mut notices, RunningGames::from_ron);
    let Some(read) = read else { return };
    let server = &settings.online_server;
    if !server.is_empty() && !read.at(server).is_empty() {
        requests.write(OnlineRequest::Connect(server.clone()));
    }
    online.saved = read.clone();
    online.running = read;
}

/// Writes the file when it has changed.
pub(super) fn save(
    storage: Option<Res<Storage>>,
    mut online: ResMut<OnlinePlay>,
    mut notices: MessageWriter<Notice>,
) {
    let Some(storage) = storage.filter(|_| online.saved != online.running) else { return };
    online.saved = online.running.clone();
    let config = ron::ser::PrettyConfig::new();
    let text = ron::ser::to_string_pretty(&online.running, config).unwrap_or_default();
    if let Err(error) = storage.write(FILE, &text) {
        warn!("{error}");
        notices.write(error.notice(FILE));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn games_survive_the_file_and_are_forgotten_one_by_one() {
        let mut games = RunningGames::default();
        let [one, two] = [1, 2].map(|number| Id([number; 12]));
        games.set("club.example.org", one, 5);
        games.set("club.example.org", two, 0);
        games.set("other", one, 9);
        let mut read = RunningGames::from_ron(&ron::to_string(&games).unwrap()).unwrap();
        assert_eq!(read, games);
        assert_eq!(read.read("club.example.org", one), 5);
        read.remove("club.example.org", one);
        assert_eq!(read.at("club.example.org"), BTreeSet::from([two]));
        read.remove("other", one);
        assert_eq!(read.servers.len(), 1);
        assert!(RunningGames::from_ron("(version: 1, servers: 3)").is_err());
    }

    #[test]
    fn no_more_games_are_remembered_than_a_player_may_have() {
        let mut games = RunningGames::default();
        for number in 0..60 {
            games.set("a", Id([number; 12]), 0);
            games.set(&format!("server {number}"), Id([number; 12]), 0);
        }
        assert_eq!((games.at("a").len(), games.servers.len()), (MAX_GAMES, MAX_SERVERS));
    }
}

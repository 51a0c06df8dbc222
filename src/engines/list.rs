//! The engines that a player has added, as they are kept in a file.

use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::options::EngineIdentity;
use super::settings::{EngineProtocol, EngineSettings};
use crate::games::{Game, Options};

/// The version of the file.
const VERSION: u32 = 1;

/// Identifies an engine among those that a player has added. That of one that was removed is
/// never given to another.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct EngineId(u32);

/// An engine that a player has added.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ListedEngine {
    id: EngineId,
    /// Its settings: its program, its protocol, and the options that it is told.
    pub settings: EngineSettings,
    /// The name that it says; empty until it has answered.
    #[serde(default)]
    pub own_name: String,
    /// The author that it says.
    #[serde(default)]
    pub author: String,
}

impl ListedEngine {
    /// Its id.
    #[must_use]
    pub fn id(&self) -> EngineId {
        self.id
    }

    /// The name that the player gave it, else the one that it says, else that of its file.
    #[must_use]
    pub fn name(&self) -> &str {
        let command = &self.settings.command;
        let file = command.rsplit(['/', '\\']).next().unwrap_or(command);
        let names = [&self.settings.name, &self.own_name];
        names.into_iter().find(|name| !name.is_empty()).map_or(file, String::as_str)
    }

    /// True if it is offered for this game under these options.
    #[must_use]
    pub fn plays(&self, game: &dyn Game, options: &Options) -> bool {
        let games = &self.settings.games;
        let is_offered = games.is_empty() || games.iter().any(|id| id == game.id());
        is_offered && self.settings.protocol.is_some_and(|protocol| protocol.suits(game, options))
    }

    /// Notes what it has said of itself.
    pub fn note_answer(&mut self, identity: &EngineIdentity, protocol: EngineProtocol) {
        self.own_name.clone_from(&identity.name);
        self.author.clone_from(&identity.author);
        self.settings.protocol = Some(protocol);
    }
}

/// The engines that a player has added, in the order in which that was done.
///
/// ```
/// use tianyuan::engines::{EngineList, EngineSettings};
///
/// let mut list = EngineList::default();
/// let id = list.add(EngineSettings::from_command_line("/usr/games/stockfish"));
/// assert_eq!(list.get(id).unwrap().name(), "stockfish");
/// assert_eq!(EngineList::from_ron(&list.to_ron())?, list);
/// list.remove(id);
/// assert_ne!(list.add(EngineSettings::default()), id);
/// # Ok::<(), tianyuan::engines::EngineListError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct EngineList {
    version: u32,
    /// The id of the next one.
    next: u32,
    engines: Vec<ListedEngine>,
}

impl Default for EngineList {
    fn default() -> EngineList {
        EngineList { version: VERSION, next: 1, engines: Vec::new() }
    }
}

/// Error of reading a list of engines.
#[derive(Debug, Error)]
pub enum EngineListError {
    /// Not RON of a list.
    #[error("{0}")]
    Unreadable(#[from] ron::error::SpannedError),
    /// Written by a newer program.
    #[error("it is of version {0}, but this program reads version {VERSION}")]
    Version(u32),
    /// Two engines have the same id, or one that is yet to be given.
    #[error("the id {} is not that of one engine only", .0.0)]
    Id(EngineId),
}

impl EngineList {
    /// Adds an engine.
    pub fn add(&mut self, settings: EngineSettings) -> EngineId {
        let id = EngineId(self.next);
        self.next += 1;
        let (own_name, author) = Default::default();
        self.engines.push(ListedEngine { id, settings, own_name, author });
        id
    }

    /// Removes an engine, if it is there.
    pub fn remove(&mut self, id: EngineId) -> Option<ListedEngine> {
        let at = self.engines.iter().position(|engine| engine.id == id)?;
        Some(self.engines.remove(at))
    }

    /// Puts an engine back that was removed.
    pub fn restore(&mut self, engine: ListedEngine) {
        if self.get(engine.id).is_none() {
            let at = self.engines.partition_point(|other| other.id < engine.id);
            self.engines.insert(at, engine);
        }
    }

    /// The engine with this id; `None` if it was removed.
    #[must_use]
    pub fn get(&self, id: EngineId) -> Option<&ListedEngine> {
        self.engines.iter().find(|engine| engine.id == id)
    }

    /// The engine with this id, to be changed.
    pub fn get_mut(&mut self, id: EngineId) -> Option<&mut ListedEngine> {
        self.engines.iter_mut().find(|engine| engine.id == id)
    }

    /// All engines, in the order in which they were added.
    pub fn iter(&self) -> impl Iterator<Item = &ListedEngine> {
        self.engines.iter()
    }

    /// True if there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.engines.is_empty()
    }

    /// Reads a list.
    ///
    /// # Errors
    /// When the text is no list, or one of a newer program.
    pub fn from_ron(text: &str) -> Result<EngineList, EngineListError> {
        let list: EngineList = ron::from_str(text)?;
        if list.version != VERSION {
            return Err(EngineListError::Version(list.version));
        }
        let in_order = list.engines.is_sorted_by(|a, b| a.id < b.id);
        match list.engines.last() {
            Some(last) if !in_order || last.id.0 >= list.next => Err(EngineListError::Id(last.id)),
            _ => Ok(list),
        }
    }

    /// Writes the list.
    #[must_use]
    pub fn to_ron(&self) -> String {
        // Serialising plain data to RON cannot fail.
        ron::ser::to_string_pretty(self, ron::ser::PrettyConfig::new()).unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::registry;

    #[test]
    fn engines_are_offered_for_the_games_of_their_protocol_and_of_the_player() {
        let mut list = EngineList::default();
        let id = list.add(EngineSettings::from_command_line("engine"));
        let plays = |list: &EngineList, game: &str| {
            list.get(id).unwrap().plays(registry::find(game).unwrap(), &Options::default())
        };
        assert!(!plays(&list, "chess"), "nothing is known of it");
        let identity = EngineIdentity { name: "Any 1".to_owned(), ..EngineIdentity::default() };
        list.get_mut(id).unwrap().note_answer(&identity, EngineProtocol::Uci);
        assert_eq!(list.get(id).unwrap().name(), "Any 1");
        assert!(plays(&list, "chess") && !plays(&list, "go"));
        list.get_mut(id).unwrap().settings.games = vec!["xiangqi".to_owned()];
        assert!(!plays(&list, "chess") && plays(&list, "xiangqi"));
    }

    #[test]
    fn a_removed_engine_comes_back_to_its_place() {
        let mut list = EngineList::default();
        let ids = ["a", "b", "c"].map(|name| list.add(EngineSettings::from_command_line(name)));
        let removed = list.remove(ids[1]).unwrap();
        assert!(list.get(ids[1]).is_none());
        list.restore(removed.clone());
        list.restore(removed);
        let names: Vec<&str> = list.iter().map(ListedEngine::name).collect();
        assert_eq!(names, ["a", "b", "c"]);
    }

    #[test]
    fn a_list_that_is_damaged_or_newer_is_refused() {
        let newer = "(version: 2, next: 1, engines: [])";
        assert!(matches!(EngineList::from_ron(newer), Err(EngineListError::Version(2))));
        let twice =
            "(version: 1, next: 2, engines: [(id: (1), settings: ()), (id: (1), settings: ())])";
        assert!(matches!(EngineList::from_ron(twice), Err(EngineListError::Id(EngineId(1)))));
        let ahead = "(version: 1, next: 1, engines: [(id: (1), settings: ())])";
        assert!(matches!(EngineList::from_ron(ahead), Err(EngineListError::Id(_))));
        assert!(EngineList::from_ron("(version: 1").is_err());
    }
}

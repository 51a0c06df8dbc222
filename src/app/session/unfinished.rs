//! Games that were begun and left: each is kept in a file of its own until it is
//! finished or deleted.

use bevy::ecs::system::SystemParam;
use bevy::prelude::*;

use super::active::ActiveSession;
use super::commands::{Replies, SessionEvent};
use super::game::Session;
use super::saves::{AUTOSAVE_FILE, SaveSlots, load_session};
use crate::app::notice::Notice;
use crate::app::platform::Storage;
use crate::library::GameId;
use crate::record::GameTree;

/// The games that were begun and left, and finished ones that the library has not
/// stored yet.
#[derive(Resource, Default)]
pub struct UnfinishedGames {
    /// In the order in which they were left.
    games: Vec<UnfinishedGame>,
    /// The game that was deleted last, to be restored.
    deleted: Option<UnfinishedGame>,
}

/// A game that was begun and left.
#[derive(Clone)]
pub struct UnfinishedGame {
    /// Number in the name of its file.
    pub number: u32,
    /// The game.
    pub session: Session,
}

/// A change of the games that were begun and left, for the library.
#[derive(Message, Clone, Debug)]
pub enum UnfinishedEvent {
    /// A game was left.
    Left {
        /// Its record.
        tree: Box<GameTree>,
        /// Its start, see [`Session::started_at`].
        started_at: String,
    },
    /// The game with this id was deleted.
    Deleted(GameId),
    /// The game with this id was restored after its deletion.
    Restored(GameId),
}

impl UnfinishedEvent {
    /// The event of a game that is left; `None` if nothing was played.
    pub(super) fn left(session: &Session) -> Option<UnfinishedEvent> {
        let (tree, started_at) = (Box::new(session.library_record()?), session.started_at());
        Some(UnfinishedEvent::Left { tree, started_at })
    }
}

fn file_name(number: u32) -> String {
    format!("game-{number}.ron")
}

/// The number in the name of a game's file.
fn file_number(name: &str) -> Option<u32> {
    let number = name.strip_prefix("game-")?.strip_suffix(".ron")?.parse().ok()?;
    (file_name(number) == name).then_some(number)
}

impl UnfinishedGames {
    /// The games, the one that was left last first.
    pub fn newest_first(&self) -> impl Iterator<Item = &UnfinishedGame> {
        self.games.iter().rev()
    }

    /// The game that was deleted last, if it can be restored.
    pub fn deleted(&self) -> Option<&UnfinishedGame> {
        self.deleted.as_ref()
    }

    /// Stores the library's id of the game with this start. A finished one need not be
    /// kept any longer.
    pub fn set_library_id(&mut self, started_at: &str, id: GameId, storage: &Storage) {
        let Some(at) = self.games.iter().position(|game| game.session.started_at() == started_at)
        else {
            return;
        };
        let game = &mut self.games[at];
        game.session.set_library_id(id);
        let name = file_name(game.number);
        let changed = if game.session.is_unfinished() {
            storage.write(&name, &game.session.to_ron())
        } else {
            self.games.remove(at);
            storage.remove(&name)
        };
        if let Err(error) = changed {
            warn!("{error}");
        }
    }

    fn position(&self, number: u32) -> Option<usize> {
        self.games.iter().position(|game| game.number == number)
    }

    /// Adds a game in the order of the numbers and writes its file. The game is there
    /// until the program ends even if it cannot be written.
    fn insert(&mut self, game: UnfinishedGame, storage: &Storage, replies: &mut Replies) {
        let name = file_name(game.number);
        if let Err(error) = storage.write(&name, &game.session.to_ron()) {
            warn!("{error}");
            replies.notices.write(error.notice(&name));
        }
        let at = self.games.partition_point(|other| other.number < game.number);
        self.games.insert(at, game);
    }

    fn next_number(&self) -> u32 {
        let numbers = self.games.iter().chain(&self.deleted).map(|game| game.number);
        numbers.max().map_or(1, |last| last.saturating_add(1))
    }

    /// Removes a game and its file.
    fn remove(&mut self, at: usize, storage: &Storage, replies: &mut Replies) -> UnfinishedGame {
        let game = self.games.remove(at);
        let name = file_name(game.number);
        if let Err(error) = storage.remove(&name) {
            warn!("{error}");
            replies.notices.write(error.notice(&name));
        }
        game
    }
}

/// Everything that changes when another game takes the place of the game in progress.
#[derive(SystemParam)]
pub(super) struct Games<'w> {
    pub(super) active_session: ResMut<'w, ActiveSession>,
    pub(super) slots: ResMut<'w, SaveSlots>,
    unfinished: ResMut<'w, UnfinishedGames>,
    pub(super) storage: Res<'w, Storage>,
    pub(super) replies: Replies<'w>,
}

impl Games<'_> {
    /// Loads the games that were left. One that is also the game in progress was resumed
    /// just before the program ended; the older copy goes.
    pub(super) fn load_unfinished(&mut self) {
        let storage = &self.storage;
        let mut numbers: Vec<_> =
            storage.names().iter().filter_map(|name| file_number(name)).collect();
        numbers.sort_unstable();
        for number in numbers {
            let name = file_name(number);
            let Some(session) = load_session(storage, &name, &mut self.replies.notices) else {
                continue;
            };
            let in_progress = self.active_session.game();
            let is_older = in_progress.is_some_and(|current| session.is_older_copy_of(current));
            if is_older || !session.is_worth_keeping() {
                if let Err(error) = storage.remove(&name) {
                    warn!("{error}");
                }
                continue;
            }
            if !session.is_unfinished() {
                self.replies.unfinished.write_batch(UnfinishedEvent::left(&session));
            }
            self.unfinished.games.push(UnfinishedGame { number, session });
        }
    }

    /// Puts another game in place of the game in progress, which is kept if it was begun.
    /// Returns true if it was.
    pub(super) fn replace_game(&mut self, session: Session) -> bool {
        let left = self.active_session.game().filter(|game| game.is_worth_keeping()).cloned();
        let is_kept = left.as_ref().is_some_and(Session::is_unfinished);
        if let Some(session) = left {
            self.replies.unfinished.write_batch(UnfinishedEvent::left(&session));
            let number = self.unfinished.next_number();
            let game = UnfinishedGame { number, session };
            self.unfinished.insert(game, &self.storage, &mut self.replies);
        }
        self.active_session.replace_game(session);
        self.replies.events.write(SessionEvent::Replaced);
        is_kept
    }

    /// Makes a game that was left the game in progress again.
    pub(super) fn resume(&mut self, number: u32) {
        let Some(at) = self.unfinished.position(number) else { return };
        let session = self.unfinished.games[at].session.clone();
        let text = session.to_ron();
        self.replace_game(session);
        // The game's own file goes only once it is there as the game in progress.
        match self.storage.write(AUTOSAVE_FILE, &text) {
            Ok(()) => _ = self.unfinished.remove(at, &self.storage, &mut self.replies),
            Err(error) => {
                warn!("{error}");
                self.unfinished.games.remove(at);
                self.replies.notices.write(error.notice(AUTOSAVE_FILE));
            }
        }
    }

    /// Deletes a game that was left; it can be restored until another one is deleted.
    pub(super) fn delete_unfinished(&mut self, number: u32) {
        let Some(at) = self.unfinished.position(number) else { return };
        let game = self.unfinished.remove(at, &self.storage, &mut self.replies);
        let id = game.session.library_id();
        self.replies.unfinished.write_batch(id.map(UnfinishedEvent::Deleted));
        self.unfinished.deleted = Some(game);
    }

    /// Restores the game that was deleted last.
    pub(super) fn restore_unfinished(&mut self) {
        let Some(game) = self.unfinished.deleted.take() else {
            self.replies.notices.write(Notice::refusal("nothing-to-undo"));
            return;
        };
        let id = game.session.library_id();
        self.replies.unfinished.write_batch(id.map(UnfinishedEvent::Restored));
        self.unfinished.insert(game, &self.storage, &mut self.replies);
    }
}

impl Session {
    /// Returns true if this game was begun, and it or its match is not over.
    pub fn is_unfinished(&self) -> bool {
        let is_begun = !self.results.is_empty() || self.tree.nodes().nth(1).is_some();
        is_begun && (self.ending().is_none() || !self.is_last_game())
    }

    /// Returns true if leaving this game would lose something: it is unfinished, or no
    /// library has stored it.
    fn is_worth_keeping(&self) -> bool {
        self.is_unfinished() || (self.ending().is_some() && !self.is_in_library())
    }

    /// Returns true if this is an earlier state of the same game.
    fn is_older_copy_of(&self, other: &Session) -> bool {
        self.started_at() == other.started_at()
            && self.setup.game.id() == other.setup.game.id()
            && self.tree.nodes().count() <= other.tree.nodes().count()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_files_of_left_games_have_a_number() {
        assert_eq!(file_number("game-12.ron"), Some(12));
        for name in ["game.ron", "game-.ron", "game-01.ron", "game-1.damaged-1.ron", "game-+1.ron"]
        {
            assert_eq!(file_number(name), None, "{name}");
        }
    }
}

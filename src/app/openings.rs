//! Opening books in the application: what openings are called, what the
//! computer plays in them, and the player's own lines, kept in a file.

use std::sync::Arc;

use bevy::prelude::*;

use super::notice::Notice;
use super::platform::Storage;
use super::shelf;
use super::ui::Words;
use crate::content::books::{Books, Name, OwnBook};
use crate::core::Move;
use crate::games::registry::GAMES;
use crate::record::{GameTree, NodeId};

/// File of the player's own lines.
const FILE: &str = "own-book.ron";

/// How often the computer goes a way of the player's own book.
const OWN_WEIGHT: u32 = 10;

/// All books.
#[derive(Resource, Clone, Default)]
pub struct Openings {
    /// Those that were shipped, once they have been read.
    shipped: Option<Books>,
    /// The same with the player's own lines in front.
    books: Books,
    own: OwnBook,
}

impl Openings {
    /// Takes these books in place of those that were shipped.
    pub fn set_shipped(&mut self, books: &Books) {
        self.books = books.with_own(&self.own);
        self.shipped = Some(books.clone());
    }

    /// The books themselves.
    pub fn books(&self) -> &Books {
        &self.books
    }

    /// What the opening on the way to this node is called.
    pub fn name(&self, words: &Words, tree: &GameTree, node: NodeId) -> Option<String> {
        self.books.name(tree, node).map(|name| said(words, name))
    }

    /// The words for a name that a library keeps of this game, or of any.
    pub fn title(&self, words: &Words, game: Option<&str>, id: &str) -> String {
        let found = GAMES
            .iter()
            .map(|known| known.id())
            .filter(|id| game.is_none_or(|game| game == *id))
            .find_map(|game| self.books.words(game, id));
        match found {
            Some(title) => words.title(title),
            None => words.find(id).unwrap_or_else(|| id.to_owned()),
        }
    }

    /// A move for the computer.
    pub fn choose(&self, tree: &GameTree, node: NodeId, seed: u64) -> Option<Move> {
        self.books.choose(tree, node, seed)
    }

    /// Whether the player's own book has a line to this node.
    pub fn is_own(&self, tree: &GameTree, node: NodeId) -> bool {
        self.own.has(tree, node)
    }
}

/// A name in the language that is set.
pub fn said(words: &Words, name: Name<'_>) -> String {
    match name {
        Name::Book(title) => words.title(title),
        Name::Key(key) => words.get(key),
    }
}

/// What is asked of the player's own book.
#[derive(Message, Clone)]
pub enum Ask {
    /// Add the line to this node.
    Add(Box<GameTree>, NodeId),
    /// Take it out.
    Remove(Box<GameTree>, NodeId),
}

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Openings>()
        .add_message::<Ask>()
        .add_message::<shelf::Ask>()
        .add_systems(Startup, read)
        .add_systems(Update, (obey, name_kept_games));
}

/// Tells the library what openings are called, once that is known. Own lines
/// do not count: they change too often to name every game anew.
fn name_kept_games(
    openings: Res<Openings>,
    mut asks: MessageWriter<shelf::Ask>,
    mut told: Local<bool>,
) {
    if let (Some(books), false) = (&openings.shipped, *told) {
        *told = true;
        asks.write(shelf::Ask::NameOpenings(Arc::new(books.clone())));
    }
}

/// Reads the file. A damaged one is set aside and reported.
fn read(storage: Res<Storage>, mut openings: ResMut<Openings>, mut notices: MessageWriter<Notice>) {
    let read = storage.read_as(FILE, "own-book-damaged", &mut notices, OwnBook::read);
    if let Some(own) = read {
        openings.books = openings.books.with_own(&own);
        openings.own = own;
    }
}

fn obey(
    mut asks: MessageReader<Ask>,
    storage: Res<Storage>,
    mut openings: ResMut<Openings>,
    mut notices: MessageWriter<Notice>,
) {
    for ask in asks.read() {
        let mut own = openings.own.clone();
        match ask {
            Ask::Add(tree, node) => {
                if let Err(fault) = own.add(tree, *node, None, OWN_WEIGHT) {
                    let problem = fault.to_string();
                    notices.write(Notice::problem("own-book-refused").with("problem", problem));
                    continue;
                }
            }
            Ask::Remove(tree, node) => {
                own.remove(tree, *node);
            }
        }
        let text = own.to_ron().unwrap_or_default();
        if let Err(error) = storage.write(FILE, &text) {
            warn!("{error}");
            notices.write(error.notice(FILE));
            continue;
        }
        let id = if matches!(ask, Ask::Add(..)) { "own-book-added" } else { "own-book-removed" };
        notices.write(Notice::done(id));
        openings.books = openings.books.with_own(&own);
        openings.own = own;
    }
}

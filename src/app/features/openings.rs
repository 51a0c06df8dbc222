//! Opening books: names of openings, book moves for the computer, and the
//! user's own book, kept in a file.

use std::sync::Arc;

use bevy::prelude::*;

use crate::app::notice::Notice;
use crate::app::platform::Storage;
use crate::app::services::assets::LoadedAssets;
use crate::app::services::library::LibraryRequest;
use crate::app::state::Screen;
use crate::app::text::Localization;
use crate::content::books::{Books, OpeningName, UserBook};
use crate::core::Move;
use crate::games::registry::GAMES;
use crate::record::{GameTree, NodeId};

/// File of the user's book.
const FILE: &str = "own-book.ron";

/// Weight of moves in the user's book.
const USER_LINE_WEIGHT: u32 = 10;

/// All opening books.
#[derive(Resource, Clone, Default)]
pub struct Openings {
    /// The shipped books, once they are loaded.
    shipped: Option<Books>,
    /// The user's book before the shipped ones.
    books: Books,
    user_book: UserBook,
}

impl Openings {
    /// Sets the shipped books.
    pub fn set_shipped(&mut self, books: &Books) {
        self.books = books.with_user_book(&self.user_book);
        self.shipped = Some(books.clone());
    }

    /// All books, the user's first.
    pub fn books(&self) -> &Books {
        &self.books
    }

    /// The name of the opening on the path to this node.
    pub fn name(&self, l10n: &Localization, tree: &GameTree, node: NodeId) -> Option<String> {
        self.books.name(tree, node).map(|name| localized_name(l10n, name))
    }

    /// The localised title of an opening id stored in the library, for one game
    /// or any.
    pub fn title(&self, l10n: &Localization, game: Option<&str>, id: &str) -> String {
        let found = GAMES
            .iter()
            .map(|known| known.id())
            .filter(|id| game.is_none_or(|game| game == *id))
            .find_map(|game| self.books.localized_name(game, id));
        match found {
            Some(title) => l10n.title(title),
            None => l10n.find(id).unwrap_or_else(|| id.to_owned()),
        }
    }

    /// A book move, chosen at random by weight.
    pub fn choose(&self, tree: &GameTree, node: NodeId, seed: u64) -> Option<Move> {
        self.books.choose(tree, node, seed)
    }

    /// True if the user's book has the line to this node.
    pub fn is_in_user_book(&self, tree: &GameTree, node: NodeId) -> bool {
        self.user_book.has(tree, node)
    }
}

/// An opening's name in the current language.
pub fn localized_name(l10n: &Localization, name: OpeningName<'_>) -> String {
    match name {
        OpeningName::Book(title) => l10n.title(title),
        OpeningName::Key(key) => l10n.get(key),
    }
}

/// A change of the user's book.
#[derive(Message, Clone)]
pub enum BookRequest {
    /// Adds the line to this node.
    Add(Box<GameTree>, NodeId),
    /// Removes the line to this node.
    Remove(Box<GameTree>, NodeId),
}

pub(in crate::app) fn plugin(app: &mut App) {
    app.init_resource::<Openings>()
        .add_message::<BookRequest>()
        .add_message::<LibraryRequest>()
        .add_systems(Startup, load_user_book)
        .add_systems(
            OnExit(Screen::Loading),
            install_shipped_books.run_if(resource_exists::<LoadedAssets>),
        )
        .add_systems(Update, (handle_requests, send_books_to_library));
}

fn install_shipped_books(assets: Res<LoadedAssets>, mut openings: ResMut<Openings>) {
    openings.set_shipped(assets.books());
}

/// Sends the shipped books to the library, which names the openings of its
/// games. The user's book is left out: it changes too often to rename all games.
fn send_books_to_library(
    openings: Res<Openings>,
    mut requests: MessageWriter<LibraryRequest>,
    mut sent: Local<bool>,
) {
    if let (Some(books), false) = (&openings.shipped, *sent) {
        *sent = true;
        requests.write(LibraryRequest::SetOpeningBooks(Arc::new(books.clone())));
    }
}

/// Loads the user's book. A damaged file is set aside and reported.
fn load_user_book(
    storage: Res<Storage>,
    mut openings: ResMut<Openings>,
    mut notices: MessageWriter<Notice>,
) {
    let read = storage.read_parsed(FILE, "own-book-damaged", &mut notices, UserBook::read);
    if let Some(user_book) = read {
        openings.books = openings.books.with_user_book(&user_book);
        openings.user_book = user_book;
    }
}

fn handle_requests(
    mut requests: MessageReader<BookRequest>,
    storage: Res<Storage>,
    mut openings: ResMut<Openings>,
    mut notices: MessageWriter<Notice>,
) {
    for request in requests.read() {
        let mut user_book = openings.user_book.clone();
        match request {
            BookRequest::Add(tree, node) => {
                if let Err(fault) = user_book.add(tree, *node, None, USER_LINE_WEIGHT) {
                    let problem = fault.to_string();
                    notices.write(Notice::problem("own-book-refused").with("problem", problem));
                    continue;
                }
            }
            BookRequest::Remove(tree, node) => {
                user_book.remove(tree, *node);
            }
        }
        let text = match user_book.to_ron() {
            Ok(text) => text,
            Err(error) => {
                let problem = error.to_string();
                notices.write(Notice::problem("own-book-refused").with("problem", problem));
                continue;
            }
        };
        if let Err(error) = storage.write(FILE, &text) {
            warn!("{error}");
            notices.write(error.notice(FILE));
            continue;
        }
        let id = if matches!(request, BookRequest::Add(..)) {
            "own-book-added"
        } else {
            "own-book-removed"
        };
        notices.write(Notice::done(id));
        openings.books = openings.books.with_user_book(&user_book);
        openings.user_book = user_book;
    }
}

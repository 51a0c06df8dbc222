//! A user's own opening lines: edited at a node of a game, and kept as text.

use serde::{Deserialize, Serialize};

use super::{Area, Book, BookError, Line, MAX_BYTES, Symmetry, entries, index};
use crate::content::file::{self, FileError, FormatError, WriteError};
use crate::content::messages::{self, LocalizedText};
use crate::core;
use crate::games::Options;
use crate::record::{GameTree, NodeId};

/// File name in errors.
const FILE: &str = "own book";

/// A user's own lines of every game; always playable.
///
/// ```
/// use tianyuan::content::books::{Books, UserBook};
/// use tianyuan::games::registry;
/// use tianyuan::record::GameTree;
///
/// let mut tree = GameTree::new(registry::find("reversi").unwrap(), Default::default()).unwrap();
/// let mv = tree.start().parse_move("d3").unwrap();
/// let node = tree.play(tree.root(), mv).unwrap();
///
/// let mut own = UserBook::default();
/// own.add(&tree, node, None, 10).unwrap();
/// let again = UserBook::read(&own.to_ron().unwrap()).unwrap();
/// assert_eq!(own, again);
///
/// let books = Books::default().with_user_book(&again);
/// assert!(books.moves(&tree, tree.root()).iter().all(|found| found.is_user));
/// assert!(own.remove(&tree, node));
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct UserBook {
    /// One for each combination of game and options.
    books: Vec<Book>,
}

#[derive(Serialize, Deserialize)]
#[serde(rename = "OwnFile", deny_unknown_fields)]
struct UserBookFile {
    version: u32,
    books: Vec<Book>,
}

impl UserBook {
    /// Reads what [`UserBook::to_ron`] wrote.
    ///
    /// # Errors
    /// Names the line and the reason.
    pub fn read(text: &str) -> Result<UserBook, FileError> {
        let whole = |error: FormatError| FileError::whole(FILE, error);
        file::check_size(text.len(), MAX_BYTES).map_err(whole)?;
        let file: UserBookFile = file::parse(FILE, text)?;
        file::check_version(file.version).map_err(whole)?;
        for book in &file.books {
            index::check(book).map_err(|error| error.in_file(FILE, text))?;
        }
        let own = UserBook { books: file.books };
        file::check_writable(text.len(), MAX_BYTES, || own.to_ron())
            .map_err(|error| FileError::whole(FILE, error))?;
        Ok(own)
    }

    /// The lines as text.
    ///
    /// # Errors
    /// When a text cannot be written as RON, or when [`UserBook::read`] would
    /// refuse so many bytes.
    pub fn to_ron(&self) -> Result<String, WriteError> {
        let file = UserBookFile { version: 1, books: self.books.clone() };
        file::write(&file, 4, MAX_BYTES)
    }

    /// The lines: one book for each combination of game and options.
    #[must_use]
    pub fn books(&self) -> &[Book] {
        &self.books
    }

    /// True if a line ends in the position of this node, up to transposition
    /// and symmetry.
    #[must_use]
    pub fn has(&self, tree: &GameTree, node: NodeId) -> bool {
        self.ending(tree, node).is_some_and(|(_, lines)| lines.contains(&true))
    }

    /// Adds the line from the start of the game to this node, or replaces its
    /// name and weight. A weight of 0 means that the engine does not choose the
    /// line.
    ///
    /// # Errors
    /// When there is no move before the node, the game began from another
    /// position, a bound is exceeded, or another line already gives this
    /// position another name; nothing changes then.
    pub fn add(
        &mut self,
        tree: &GameTree,
        node: NodeId,
        name: Option<LocalizedText>,
        weight: u32,
    ) -> Result<(), BookError> {
        let moves = line_text(tree, node)?.join(" ");
        let options = all_options(tree);
        let place = self.books.iter().position(|book| is_for(book, tree, &options));
        let mut changed = self.clone();
        let place = place.unwrap_or_else(|| {
            changed.books.push(new_book(tree, options));
            changed.books.len() - 1
        });
        let book = &mut changed.books[place];
        book.lines.retain(|line| line.moves != moves);
        book.lines.push(Line { moves, name: name.unwrap_or_default(), weight });
        index::check(book)?;
        changed.to_ron().map_err(|error| BookError { line: None, reason: error.to_string() })?;
        *self = changed;
        Ok(())
    }

    /// Removes every line that ends in the position of this node, up to
    /// transposition and symmetry. Returns true if there was one.
    pub fn remove(&mut self, tree: &GameTree, node: NodeId) -> bool {
        let Some((place, ending)) = self.ending(tree, node) else { return false };
        let lines = &mut self.books[place].lines;
        let mut ends = ending.iter();
        lines.retain(|_| ends.next() == Some(&false));
        // A book without lines is dropped.
        if lines.is_empty() {
            self.books.remove(place);
        }
        ending.contains(&true)
    }

    /// Index of the book for a tree, and which of its lines end in the position
    /// of this node.
    fn ending(&self, tree: &GameTree, node: NodeId) -> Option<(usize, Vec<bool>)> {
        let options = all_options(tree);
        let place = self.books.iter().position(|book| is_for(book, tree, &options))?;
        let board = tree.start().board();
        let size = (board.files, board.ranks);
        let start = tree.game().start(tree.options()).ok()?;
        let wanted = index::canonical_key(tree.position(node), size, &start);
        let ends_here = |line: &Line| {
            let mut moves = line.moves.split_whitespace();
            let end = moves.try_fold(start.clone(), |position, text| {
                entries::play_text(&position, text, line).map(|(_, next)| next)
            });
            end.is_ok_and(|end| index::canonical_key(&end, size, &start) == wanted)
        };
        Some((place, self.books[place].lines.iter().map(ends_here).collect()))
    }
}

/// All relevant options, so that lines of one rule do not get into games of
/// another.
fn all_options(tree: &GameTree) -> Options {
    let mut options = Options::default();
    let matters = |id| tree.game().is_relevant(id, tree.options());
    for spec in tree.game().options().iter().filter(|spec| matters(spec.id)) {
        options.set(spec.id, tree.options().get(spec));
    }
    options
}

fn is_for(book: &Book, tree: &GameTree, options: &Options) -> bool {
    book.game == tree.game().id() && book.options == *options
}

fn new_book(tree: &GameTree, options: Options) -> Book {
    let symmetries = tree.start().symmetries();
    let symmetry = match symmetries.len() {
        1 => Symmetry::None,
        2 if symmetries.contains(&core::Symmetry::MIRROR) => Symmetry::Mirror,
        _ => Symmetry::Full,
    };
    Book {
        version: 1,
        game: tree.game().id().to_owned(),
        options,
        title: messages::localized("made-openings"),
        symmetry,
        area: Area::Board,
        source: "the player".to_owned(),
        licence: "the player's own".to_owned(),
        lines: Vec::new(),
    }
}

/// Moves to a node in the game's notation.
fn line_text(tree: &GameTree, node: NodeId) -> Result<Vec<String>, BookError> {
    let wrong = |reason: &str| BookError { line: None, reason: reason.to_owned() };
    if tree.start_text().is_some() {
        return Err(wrong("a line of a book begins at the usual start of its game"));
    }
    let path = tree.path(node);
    let moves: Vec<_> = path.iter().filter_map(|&node| tree.move_text(node)).collect();
    if moves.is_empty() {
        return Err(wrong("a line of a book has at least one move"));
    }
    Ok(moves)
}

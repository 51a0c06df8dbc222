//! A player's own lines: edited at a node of a game, and kept as text.

use serde::{Deserialize, Serialize};

use super::read::{parse, version};
use super::shelf;
use super::{Area, Book, BookError, Fault, Line, MOST_BYTES, Symmetry};
use crate::content::levels::{Words, words};
use crate::core;
use crate::games::Options;
use crate::record::{GameTree, NodeId};

/// What errors of the text call it.
const FILE: &str = "own book";

/// Own lines of every game. What is in it can be played.
///
/// ```
/// use tianyuan::content::books::{Books, OwnBook};
/// use tianyuan::games::registry;
/// use tianyuan::record::GameTree;
///
/// let mut tree = GameTree::new(registry::find("reversi").unwrap(), Default::default()).unwrap();
/// let mv = tree.start().parse_move("d3").unwrap();
/// let node = tree.play(tree.root(), mv).unwrap();
///
/// let mut own = OwnBook::default();
/// own.add(&tree, node, None, 10).unwrap();
/// let again = OwnBook::read(&own.to_ron().unwrap()).unwrap();
/// assert_eq!(own, again);
///
/// let books = Books::default().with_own(&again);
/// assert!(books.moves(&tree, tree.root()).iter().all(|found| found.own));
/// assert!(own.remove(&tree, node));
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct OwnBook {
    /// One for each game and options in use.
    books: Vec<Book>,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct OwnFile {
    version: u32,
    books: Vec<Book>,
}

impl OwnBook {
    /// Reads what [`OwnBook::to_ron`] wrote.
    ///
    /// # Errors
    /// Says in which line something is wrong, and what.
    pub fn read(text: &str) -> Result<OwnBook, BookError> {
        let wrong = |reason| BookError { file: FILE.to_owned(), line: None, reason };
        if text.len() > MOST_BYTES {
            let reason = format!("it has {} bytes; at most {MOST_BYTES} are read", text.len());
            return Err(wrong(reason));
        }
        let file: OwnFile = parse(FILE, text)?;
        if file.version != 1 {
            return Err(wrong(version(file.version)));
        }
        for book in &file.books {
            shelf::check(book).map_err(|fault| fault.within(FILE, text))?;
        }
        Ok(OwnBook { books: file.books })
    }

    /// The lines as text.
    ///
    /// # Errors
    /// When some text cannot be written as RON.
    pub fn to_ron(&self) -> Result<String, ron::Error> {
        let file = OwnFile { version: 1, books: self.books.clone() };
        let looks = ron::ser::PrettyConfig::new().depth_limit(4).indentor("  ".to_owned());
        Ok(format!("{}\n", ron::ser::to_string_pretty(&file, looks)?))
    }

    /// The lines, a book for each game and options.
    #[must_use]
    pub fn books(&self) -> &[Book] {
        &self.books
    }

    /// Whether a line ends in the position of this node, by whichever moves
    /// and however turned.
    #[must_use]
    pub fn has(&self, tree: &GameTree, node: NodeId) -> bool {
        self.ending(tree, node).is_some_and(|(_, lines)| lines.contains(&true))
    }

    /// Adds the line from the start of the game to this node, or gives it
    /// another name and weight if it is there. The name is by language; a
    /// weight of 0 means that the computer does not choose the line.
    ///
    /// # Errors
    /// When there is no move before the node, the game began elsewhere than
    /// usual, something is out of bounds, or another line of the book already
    /// gives this position another name; then nothing changes.
    pub fn add(
        &mut self,
        tree: &GameTree,
        node: NodeId,
        name: Option<Words>,
        weight: u32,
    ) -> Result<(), Fault> {
        let moves = line_text(tree, node)?.join(" ");
        let options = all_options(tree);
        let place = self.books.iter().position(|book| is_for(book, tree, &options));
        let mut book = match place {
            Some(place) => self.books[place].clone(),
            None => new_book(tree, options),
        };
        book.lines.retain(|line| line.moves != moves);
        book.lines.push(Line { moves, name: name.unwrap_or_default(), weight });
        shelf::check(&book)?;
        match place {
            Some(place) => self.books[place] = book,
            None => self.books.push(book),
        }
        Ok(())
    }

    /// Takes out every line that ends in the position of this node, by
    /// whichever moves and however turned. Tells whether there was one.
    pub fn remove(&mut self, tree: &GameTree, node: NodeId) -> bool {
        let Some((place, ending)) = self.ending(tree, node) else { return false };
        let lines = &mut self.books[place].lines;
        let mut ends = ending.iter();
        lines.retain(|_| ends.next() == Some(&false));
        // A book without a line is none.
        if lines.is_empty() {
            self.books.remove(place);
        }
        ending.contains(&true)
    }

    /// The book for a tree, and which of its lines end in the position of
    /// this node.
    fn ending(&self, tree: &GameTree, node: NodeId) -> Option<(usize, Vec<bool>)> {
        let options = all_options(tree);
        let place = self.books.iter().position(|book| is_for(book, tree, &options))?;
        let board = tree.start().board();
        let size = (board.files, board.ranks);
        let start = tree.game().start(tree.options()).ok()?;
        let wanted = shelf::turned_key(tree.position(node), size, &start);
        let ends_here = |line: &Line| {
            let mut moves = line.moves.split_whitespace();
            let end = moves.try_fold(start.clone(), |position, text| {
                shelf::after(&position, text, line).map(|(_, next)| next)
            });
            end.is_ok_and(|end| shelf::turned_key(&end, size, &start) == wanted)
        };
        Some((place, self.books[place].lines.iter().map(ends_here).collect()))
    }
}

/// Every option as it is chosen, so that lines of one rule do not get into
/// games of another.
fn all_options(tree: &GameTree) -> Options {
    let mut options = Options::default();
    let matters = |id| tree.game().matters(id, tree.options());
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
        title: words(["Own lines", "自己的棋路"]),
        symmetry,
        area: Area::Board,
        source: "the player".to_owned(),
        licence: "the player's own".to_owned(),
        lines: Vec::new(),
    }
}

/// The moves to a node in the notation of the game.
fn line_text(tree: &GameTree, node: NodeId) -> Result<Vec<String>, Fault> {
    let wrong = |reason: &str| Fault { line: None, reason: reason.to_owned() };
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

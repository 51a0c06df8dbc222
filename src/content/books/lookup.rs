//! What the books say of a game: names, moves, and a choice among them.

use std::cmp::Reverse;
use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

use super::corner::{self, Corner, Stone};
use super::own::OwnBook;
use super::shelf::{self, Entries, Pages, Shelf, Size};
use super::{Area, Book};
use crate::content::levels::Words;
use crate::core::{Move, Random, Side, mix};
use crate::games::{AnyPosition, Game, Options};
use crate::library::Namer;
use crate::record::{GameTree, NodeId};

/// After so many plies a corner gets no new name and is not played from a
/// book.
const CORNER_PLIES: usize = 100;

/// Until this ply the computer begins a corner or goes on in one that was
/// left; later it only answers in a corner.
const BEGINNING: usize = 12;

/// The names that a game has itself are those of positions within so many
/// plies.
const GAME_PLIES: usize = 16;

/// What an opening is called.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Name<'a> {
    /// As a book has it, by language.
    Book(&'a Words),
    /// As the game itself has it: a translation key.
    Key(&'static str),
}

impl<'a> Name<'a> {
    /// The name by language, if it is from a book; one of a game is a text of
    /// the program.
    #[must_use]
    pub fn words(self) -> Option<&'a Words> {
        match self {
            Name::Book(words) => Some(words),
            Name::Key(_) => None,
        }
    }

    /// What stands for the name in a library: the translation key, or else
    /// the English name. [`Books::words`] finds the words of the latter.
    #[must_use]
    pub fn id(self) -> &'a str {
        match self {
            Name::Book(words) => english(words),
            Name::Key(key) => key,
        }
    }
}

fn english(words: &Words) -> &str {
    words.get("en").map_or("", String::as_str)
}

/// A move that books have in some position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BookMove<'a> {
    /// The move, which is legal.
    pub mv: Move,
    /// How often it is chosen, in proportion to the other moves that are also
    /// [`own`](BookMove::own) or not and of the same area; 0 means never.
    pub weight: u32,
    /// What the position after it is called, if it has a name of its own.
    pub name: Option<Name<'a>>,
    /// Whether it is from the player's own lines.
    pub own: bool,
    /// Whether it is from a book of the whole board or of one corner.
    pub area: Area,
}

/// All books, ready to be asked. Cheap to clone.
#[derive(Clone, Debug, Default)]
pub struct Books {
    shelves: Arc<[Shelf]>,
    /// The player's own.
    own: Arc<[Shelf]>,
    /// For each game its names by their ids.
    ids: Arc<HashMap<&'static str, HashMap<String, Words>>>,
    mark: u64,
}

/// As the books that they were made of.
impl Serialize for Books {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        let books = |shelves: &Arc<[Shelf]>| -> Vec<Book> {
            shelves.iter().map(|shelf| shelf.book.clone()).collect()
        };
        (books(&self.shelves), books(&self.own)).serialize(to)
    }
}

impl<'de> Deserialize<'de> for Books {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Books, D::Error> {
        let (shelves, own) = <(Vec<Book>, Vec<Book>)>::deserialize(from)?;
        let made = |books: Vec<Book>| -> Result<Arc<[Shelf]>, D::Error> {
            let wrong = |fault| de::Error::custom(format!("a book is wrong: {fault}"));
            books.into_iter().map(|book| Shelf::new(book).map_err(wrong)).collect()
        };
        Ok(Books::of(made(shelves)?, made(own)?))
    }
}

/// A position on the way to where the books are asked.
struct Stop<'a> {
    position: &'a AnyPosition,
    /// The move that led here, and who played it.
    led: Option<(Side, Move)>,
}

/// What a corner is after the moves of a game.
struct Seen {
    corner: Corner,
    key: u64,
    /// Ply of the last stone, 0 if there is none.
    last: usize,
    /// Ply and line of the last name.
    name: Option<(usize, u32)>,
}

/// A move with its place in the order of what is asked first.
type Ranked<'a> = (usize, BookMove<'a>);

impl Books {
    /// Books of these shelves.
    pub(super) fn new(shelves: Vec<Shelf>) -> Books {
        Books::of(shelves.into(), Arc::default())
    }

    /// The same books with a player's own lines in front of them. Own lines
    /// that were there before are left out.
    #[must_use]
    pub fn with_own(&self, own: &OwnBook) -> Books {
        // What is in an own book was checked when it came in.
        let own = own.books().iter().filter_map(|book| Shelf::new(book.clone()).ok());
        Books::of(Arc::clone(&self.shelves), own.collect())
    }

    fn of(shelves: Arc<[Shelf]>, own: Arc<[Shelf]>) -> Books {
        let mut ids: HashMap<&'static str, HashMap<String, Words>> = HashMap::new();
        let mut mark = 0;
        for shelf in own.iter().chain(shelves.iter()) {
            mark = mix(mark ^ shelf.mark);
            let names = ids.entry(shelf.game.id()).or_default();
            for words in shelf.names() {
                if !names.contains_key(english(words)) {
                    names.insert(english(words).to_owned(), words.clone());
                }
            }
        }
        Books { shelves, own, ids: Arc::new(ids), mark }
    }

    /// The name by language that has this [`Name::id`] in the game of this
    /// short name; `None` for a translation key.
    #[must_use]
    pub fn words(&self, game: &str, id: &str) -> Option<&Words> {
        self.ids.get(game)?.get(id)
    }

    /// The shelves for such a game, and whether each is the player's own;
    /// those first.
    fn fitting<'a>(
        &'a self,
        game: &dyn Game,
        options: &Options,
        size: Size,
    ) -> impl Iterator<Item = (bool, &'a Shelf)> {
        let own = self.own.iter().map(|shelf| (true, shelf));
        let all = own.chain(self.shelves.iter().map(|shelf| (false, shelf)));
        all.filter(move |(_, shelf)| shelf.applies(game, options, size))
    }

    /// What the opening is called that was played on the way to this node:
    /// the last name on it. In a game with books of corners the corner of the
    /// latest move comes first among these.
    #[must_use]
    pub fn name(&self, tree: &GameTree, node: NodeId) -> Option<Name<'_>> {
        let size = size_of(tree.start());
        let shelves: Vec<_> = self.fitting(tree.game(), tree.options(), size).collect();
        let path = tree.path(node);
        let stops = stops(tree, &path[..path.len().min(most_plies(&shelves) + 1)]);
        name_on(&shelves, &stops, size)
    }

    /// As [`Books::name`], for moves from a position without a tree. What
    /// follows a move that is not legal is passed over.
    #[must_use]
    pub fn name_after(
        &self,
        game: &dyn Game,
        options: &Options,
        start: &AnyPosition,
        moves: impl IntoIterator<Item = Move>,
    ) -> Option<Name<'_>> {
        let size = size_of(start);
        let shelves: Vec<_> = self.fitting(game, options, size).collect();
        name_after(&shelves, start, moves, size)
    }

    /// The legal moves that the books have at this node: the player's own
    /// first, then those of the whole board, then those of corners, the corner
    /// of the latest move before the others; among these the greatest weight
    /// first.
    #[must_use]
    pub fn moves(&self, tree: &GameTree, node: NodeId) -> Vec<BookMove<'_>> {
        self.ranked(tree, node).into_iter().map(|(_, found)| found).collect()
    }

    /// A move of the books at this node for a computer player, by weight:
    /// from the player's own lines if they go on here, otherwise from a book
    /// of the whole board, otherwise from one of corners if the latest move
    /// was played in that corner or the game has just begun. The same seed
    /// gives the same move.
    #[must_use]
    pub fn choose(&self, tree: &GameTree, node: NodeId, seed: u64) -> Option<Move> {
        let ranked = self.ranked(tree, node);
        let ply = tree.ply(node);
        let latest = tree.move_at(node).and_then(Move::target);
        let size = size_of(tree.start());
        let answers = |found: &BookMove<'_>| {
            let Some(at) = found.mv.target() else { return false };
            Corner::ALL.iter().any(|corner| {
                corner.local(at, size).is_some()
                    && latest.is_some_and(|latest| corner.local(latest, size).is_some())
            })
        };
        let fit = |(_, found): &&Ranked<'_>| {
            found.weight > 0 && (found.area == Area::Board || ply < BEGINNING || answers(found))
        };
        let &(rank, _) = ranked.iter().find(fit)?;
        let among: Vec<_> = ranked.iter().filter(fit).filter(|found| found.0 == rank).collect();
        let total = among.iter().map(|(_, found)| found.weight as usize).sum();
        let mut left = Random::new(seed).below(total);
        for (_, found) in among {
            match left.checked_sub(found.weight as usize) {
                Some(rest) => left = rest,
                None => return Some(found.mv),
            }
        }
        None
    }

    fn ranked(&self, tree: &GameTree, node: NodeId) -> Vec<Ranked<'_>> {
        let size = size_of(tree.start());
        let path = tree.path(node);
        let ply = path.len() - 1;
        let here = tree.position(node);
        let mut found: Vec<Ranked<'_>> = Vec::new();
        for (own, shelf) in self.fitting(tree.game(), tree.options(), size) {
            let first = if own { 0 } else { 1 + Corner::ALL.len() };
            match &shelf.pages {
                Pages::Board(entries) if ply < shelf.longest => {
                    let entry = entries.get(&shelf::key(here, size));
                    for next in entry.iter().flat_map(|entry| &entry.next) {
                        let name = shelf.name_of(entries, next.to).map(Name::Book);
                        let (mv, weight) = (next.mv, next.weight);
                        add(
                            &mut found,
                            first,
                            BookMove { mv, weight, name, own, area: Area::Board },
                        );
                    }
                }
                Pages::Corner(entries) if ply < CORNER_PLIES => {
                    let seen = corners(entries, &stops(tree, &path), size);
                    for at in &seen {
                        let later = seen.iter().filter(|other| other.last > at.last).count();
                        let entry = entries.get(&at.key);
                        for next in entry.iter().flat_map(|entry| &entry.next) {
                            let (side, local) = next.mv;
                            if side != here.side_to_move() {
                                continue;
                            }
                            let name = shelf.name_of(entries, next.to).map(Name::Book);
                            let mv = Move::Place(at.corner.global(local, size));
                            let (weight, area) = (next.weight, Area::Corner);
                            let rank = first + 1 + later;
                            add(&mut found, rank, BookMove { mv, weight, name, own, area });
                        }
                    }
                }
                Pages::Board(_) | Pages::Corner(_) => {}
            }
        }
        found.sort_by_key(|(rank, found)| (*rank, Reverse(found.weight), found.mv));
        let mut known = HashSet::new();
        found.retain(|(_, found)| known.insert(found.mv) && here.check(found.mv).is_ok());
        if ply < GAME_PLIES {
            for (_, found) in found.iter_mut().filter(|(_, found)| found.name.is_none()) {
                let mut next = here.clone();
                found.name = next.play(found.mv).ok().and_then(|()| next.name()).map(Name::Key);
            }
        }
        found
    }
}

/// Adds what one more book says of a move.
fn add<'a>(found: &mut Vec<Ranked<'a>>, rank: usize, new: BookMove<'a>) {
    match found.iter_mut().find(|(other, known)| *other == rank && known.mv == new.mv) {
        Some((_, known)) => {
            known.weight = known.weight.saturating_add(new.weight);
            known.name = known.name.or(new.name);
        }
        None => found.push((rank, new)),
    }
}

impl Namer for Books {
    fn mark(&self) -> u64 {
        self.mark
    }

    fn opening(&self, tree: &GameTree) -> Option<String> {
        let size = size_of(tree.start());
        let mut shelves: Vec<_> = self.fitting(tree.game(), tree.options(), size).collect();
        // What was played in one corner is not the opening of a whole game.
        shelves.retain(|(_, shelf)| matches!(shelf.pages, Pages::Board(_)));
        let moves = tree.main_line().filter_map(|node| tree.move_at(node));
        let name = name_after(&shelves, tree.start(), moves, size)?;
        Some(name.id().to_owned())
    }
}

fn size_of(position: &AnyPosition) -> Size {
    let board = position.board();
    (board.files, board.ranks)
}

/// After how many plies these books have no new name.
fn most_plies(shelves: &[(bool, &Shelf)]) -> usize {
    let plies = shelves.iter().map(|(_, shelf)| match shelf.pages {
        Pages::Board(_) => shelf.longest,
        Pages::Corner(_) => CORNER_PLIES,
    });
    plies.max().unwrap_or_default().max(GAME_PLIES)
}

/// The positions of a path that begins at the root.
fn stops<'a>(tree: &'a GameTree, path: &[NodeId]) -> Vec<Stop<'a>> {
    let mut before: Option<&AnyPosition> = None;
    let stop = |&node: &NodeId| {
        let position = tree.position(node);
        let side = before.replace(position).map(AnyPosition::side_to_move);
        Stop { position, led: side.zip(tree.move_at(node)) }
    };
    path.iter().map(stop).collect()
}

fn name_after<'a>(
    shelves: &[(bool, &'a Shelf)],
    start: &AnyPosition,
    moves: impl IntoIterator<Item = Move>,
    size: Size,
) -> Option<Name<'a>> {
    let mut line = vec![(start.clone(), None)];
    for mv in moves.into_iter().take(most_plies(shelves)) {
        let mut position = line[line.len() - 1].0.clone();
        let side = position.side_to_move();
        if position.play(mv).is_err() {
            break;
        }
        line.push((position, Some((side, mv))));
    }
    let stops: Vec<_> = line.iter().map(|(position, led)| Stop { position, led: *led }).collect();
    name_on(shelves, &stops, size)
}

fn name_on<'a>(shelves: &[(bool, &'a Shelf)], stops: &[Stop<'_>], size: Size) -> Option<Name<'a>> {
    let mut best: Option<(usize, Name<'a>)> = None;
    for (_, shelf) in shelves {
        let named = match &shelf.pages {
            Pages::Board(entries) => on_board(entries, stops, shelf.longest, size),
            Pages::Corner(entries) => in_corners(entries, stops, size),
        };
        if let Some((ply, line)) = named
            && best.is_none_or(|(before, _)| ply > before)
            && let Some(words) = shelf.words(line)
        {
            best = Some((ply, Name::Book(words)));
        }
    }
    let after = best.map_or(0, |(ply, _)| ply + 1);
    let of_game = stops.iter().take(GAME_PLIES + 1).skip(after).rev();
    let key = of_game.filter_map(|stop| stop.position.name()).next();
    key.map(Name::Key).or(best.map(|(_, name)| name))
}

/// Ply and line of the last named position.
fn on_board(
    entries: &Entries<Move>,
    stops: &[Stop<'_>],
    longest: usize,
    size: Size,
) -> Option<(usize, u32)> {
    let near = stops.iter().enumerate().take(longest + 1);
    near.rev().find_map(|(ply, stop)| {
        let entry = entries.get(&shelf::key(stop.position, size))?;
        Some((ply, entry.name?))
    })
}

/// Ply and line of the last name of the corner that was played in last among
/// those that have a name.
fn in_corners(entries: &Entries<Stone>, stops: &[Stop<'_>], size: Size) -> Option<(usize, u32)> {
    let seen = corners(entries, stops, size);
    seen.iter().filter(|at| at.name.is_some()).max_by_key(|at| at.last)?.name
}

/// What every corner is after these moves.
fn corners(entries: &Entries<Stone>, stops: &[Stop<'_>], size: Size) -> Vec<Seen> {
    let mut seen: Vec<Seen> =
        Corner::ALL.map(|corner| Seen { corner, key: corner::EMPTY, last: 0, name: None }).into();
    let Some(start) = stops.first().map(|stop| stop.position) else { return seen };
    for at in &mut seen {
        for local in Corner::points(size) {
            if let Some(piece) = start.piece_at(at.corner.global(local, size)) {
                at.key = corner::with(at.key, (piece.side, local));
            }
        }
    }
    for (ply, stop) in stops.iter().enumerate() {
        let Some((side, Move::Place(point))) = stop.led else { continue };
        for at in &mut seen {
            let Some(local) = at.corner.local(point, size) else { continue };
            let key = corner::with(at.key, (side, local));
            let entry = entries.get(&key);
            if entry.is_none() && corner::is_shared(local, size) {
                continue;
            }
            (at.key, at.last) = (key, ply);
            if let Some(line) = entry.and_then(|entry| entry.name) {
                at.name = Some((ply, line));
            }
        }
    }
    seen
}

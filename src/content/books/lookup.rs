//! Lookup in the opening books: names, moves, and a weighted choice.

use std::cmp::Reverse;
use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

use super::corner::{self, Corner, Stone};
use super::entries::{Entries, Size};
use super::index::{self, BookIndex, IndexEntries};
use super::user_book::UserBook;
use super::{Area, Book};
use crate::content::messages::LocalizedText;
use crate::core::{Move, Random, Side, mix};
use crate::games::{AnyPosition, Game, Options};
use crate::library::OpeningNamer;
use crate::record::{GameTree, NodeId};

/// Plies after which a corner gets no new name and no book moves.
const CORNER_PLIES: usize = 100;

/// Ply before which the engine also starts or continues corners by the book;
/// later it only answers in a corner.
const OPENING_PLIES: usize = 12;

/// Plies within which a position may have a name given by the game itself.
const GAME_NAME_PLIES: usize = 16;

/// Name of an opening.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OpeningName<'a> {
    /// From a book, by language.
    Book(&'a LocalizedText),
    /// From the game itself: a translation key.
    Key(&'static str),
}

impl<'a> OpeningName<'a> {
    /// The name by language if it is from a book; `None` for a translation key.
    #[must_use]
    pub fn localized(self) -> Option<&'a LocalizedText> {
        match self {
            OpeningName::Book(words) => Some(words),
            OpeningName::Key(_) => None,
        }
    }

    /// Id of the name in a library: the translation key, or else the English
    /// name. [`Books::localized_name`] finds the texts of the latter.
    #[must_use]
    pub fn id(self) -> &'a str {
        match self {
            OpeningName::Book(words) => english(words),
            OpeningName::Key(key) => key,
        }
    }
}

fn english(words: &LocalizedText) -> &str {
    words.get("en").map_or("", String::as_str)
}

/// A book move in some position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BookMove<'a> {
    /// The move; always legal.
    pub mv: Move,
    /// Relative frequency among the moves with the same
    /// [`is_user`](BookMove::is_user) and area; 0 means never.
    pub weight: u32,
    /// Name of the position after it, if it has its own.
    pub name: Option<OpeningName<'a>>,
    /// From the user's own lines.
    pub is_user: bool,
    /// From a book of the whole board or of one corner.
    pub area: Area,
}

/// All books with their indexes. Cheap to clone.
#[derive(Clone, Debug, Default)]
pub struct Books {
    indexes: Arc<[Arc<BookIndex>]>,
    /// The user's own books.
    user: Arc<[Arc<BookIndex>]>,
    /// Names by game and id.
    names_by_id: Arc<HashMap<&'static str, HashMap<String, LocalizedText>>>,
    fingerprint: u64,
}

/// Serialized as the source books; the indexes are rebuilt.
impl Serialize for Books {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        let books = |indexes: &Arc<[Arc<BookIndex>]>| -> Vec<Book> {
            indexes.iter().map(|index| index.book.clone()).collect()
        };
        (books(&self.indexes), books(&self.user)).serialize(to)
    }
}

impl<'de> Deserialize<'de> for Books {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Books, D::Error> {
        let (indexes, user) = <(Vec<Book>, Vec<Book>)>::deserialize(from)?;
        let made = |books: Vec<Book>| -> Result<Arc<[Arc<BookIndex>]>, D::Error> {
            let wrong = |error| de::Error::custom(format!("a book is wrong: {error}"));
            let made = |book| BookIndex::new(book).map(Arc::new).map_err(wrong);
            books.into_iter().map(made).collect()
        };
        Ok(Books::of(made(indexes)?, made(user)?))
    }
}

/// A position on the path to the queried node.
struct PathStep<'a> {
    position: &'a AnyPosition,
    /// The move that led here, with its side.
    last_move: Option<(Side, Move)>,
}

/// State of a corner after the moves of a game.
struct CornerState {
    corner: Corner,
    key: u64,
    /// Ply of the last stone, 0 if there is none.
    last: usize,
    /// Ply and line of the last name.
    name: Option<(usize, u32)>,
}

/// A move with its rank; lower ranks are preferred.
type Ranked<'a> = (usize, BookMove<'a>);

impl Books {
    /// Books with these indexes.
    pub(super) fn new(indexes: Vec<BookIndex>) -> Books {
        Books::of(indexes.into_iter().map(Arc::new).collect(), Arc::default())
    }

    /// The same books with others after them. One that is wrong is left out; see
    /// [`check`](super::check).
    #[must_use]
    pub fn with_books<'a>(&self, others: impl IntoIterator<Item = &'a Book>) -> Books {
        let others = others.into_iter().filter_map(|book| BookIndex::new(book.clone()).ok());
        let known = self.indexes.iter().map(Arc::clone);
        Books::of(known.chain(others.map(Arc::new)).collect(), Arc::clone(&self.user))
    }

    /// The same books with a user's own lines in front, which replace earlier
    /// ones.
    #[must_use]
    pub fn with_user_book(&self, own: &UserBook) -> Books {
        // A user book was checked when it was read.
        let user = own.books().iter().filter_map(|book| BookIndex::new(book.clone()).ok());
        Books::of(Arc::clone(&self.indexes), user.map(Arc::new).collect())
    }

    fn of(indexes: Arc<[Arc<BookIndex>]>, user: Arc<[Arc<BookIndex>]>) -> Books {
        let mut names_by_id: HashMap<&'static str, HashMap<String, LocalizedText>> = HashMap::new();
        let mut fingerprint = 0;
        for index in user.iter().chain(indexes.iter()) {
            fingerprint = mix(fingerprint ^ index.fingerprint);
            let names = names_by_id.entry(index.game.id()).or_default();
            for words in index.names() {
                if !names.contains_key(english(words)) {
                    names.insert(english(words).to_owned(), words.clone());
                }
            }
        }
        Books { indexes, user, names_by_id: Arc::new(names_by_id), fingerprint }
    }

    /// The localized name with this [`OpeningName::id`] in the game with this
    /// id; `None` for a translation key.
    #[must_use]
    pub fn localized_name(&self, game: &str, id: &str) -> Option<&LocalizedText> {
        self.names_by_id.get(game)?.get(id)
    }

    /// The applicable indexes, each with a flag for the user's own; those come
    /// first.
    fn applicable<'a>(
        &'a self,
        game: &dyn Game,
        options: &Options,
        size: Size,
    ) -> impl Iterator<Item = (bool, &'a BookIndex)> {
        let user = self.user.iter().map(|index| (true, &**index));
        let all = user.chain(self.indexes.iter().map(|index| (false, &**index)));
        all.filter(move |(_, index)| index.applies(game, options, size))
    }

    /// Name of the opening on the path to this node: the last name on it. With
    /// corner books, the corner of the latest move is preferred.
    #[must_use]
    pub fn name(&self, tree: &GameTree, node: NodeId) -> Option<OpeningName<'_>> {
        let size = size_of(tree.start());
        let indexes: Vec<_> = self.applicable(tree.game(), tree.options(), size).collect();
        let path = tree.path(node);
        let steps = steps(tree, &path[..path.len().min(max_plies(&indexes) + 1)]);
        name_on(&indexes, &steps, size)
    }

    /// As [`Books::name`], for moves from a position without a tree. Stops at
    /// the first illegal move.
    #[must_use]
    pub fn name_after(
        &self,
        game: &dyn Game,
        options: &Options,
        start: &AnyPosition,
        moves: impl IntoIterator<Item = Move>,
    ) -> Option<OpeningName<'_>> {
        let size = size_of(start);
        let indexes: Vec<_> = self.applicable(game, options, size).collect();
        name_after(&indexes, start, moves, size)
    }

    /// Legal book moves at this node: the user's own first, then those of the
    /// whole board, then those of corners, the corner of the latest move first;
    /// within these by descending weight.
    #[must_use]
    pub fn moves(&self, tree: &GameTree, node: NodeId) -> Vec<BookMove<'_>> {
        self.ranked(tree, node).into_iter().map(|(_, found)| found).collect()
    }

    /// Weighted random choice of a book move for the engine: from the user's
    /// own lines if they continue here, otherwise from a book of the whole
    /// board, otherwise from a corner book if the latest move was in that
    /// corner or the game has just begun. Deterministic for a seed.
    #[must_use]
    pub fn choose(&self, tree: &GameTree, node: NodeId, seed: u64) -> Option<Move> {
        let ranked = self.ranked(tree, node);
        let ply = tree.ply(node);
        let latest = tree.played_at(node).and_then(Move::target);
        let size = size_of(tree.start());
        let answers = |found: &BookMove<'_>| {
            let Some(at) = found.mv.target() else { return false };
            Corner::ALL.iter().any(|corner| {
                corner.local(at, size).is_some()
                    && latest.is_some_and(|latest| corner.local(latest, size).is_some())
            })
        };
        let fit = |(_, found): &&Ranked<'_>| {
            found.weight > 0 && (found.area == Area::Board || ply < OPENING_PLIES || answers(found))
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
        for (own, index) in self.applicable(tree.game(), tree.options(), size) {
            let first = if own { 0 } else { 1 + Corner::ALL.len() };
            match &index.entries {
                IndexEntries::Board(entries) if ply < index.longest => {
                    let entry = entries.get(&index::key(here, size));
                    for next in entry.iter().flat_map(|entry| &entry.continuations) {
                        let name = index.name_of(entries, next.to).map(OpeningName::Book);
                        let (mv, weight) = (next.mv, next.weight);
                        add_found(
                            &mut found,
                            first,
                            BookMove { mv, weight, name, is_user: own, area: Area::Board },
                        );
                    }
                }
                IndexEntries::Corner(entries) if ply < CORNER_PLIES => {
                    let seen = corner_states(entries, &steps(tree, &path), size);
                    for at in &seen {
                        let later = seen.iter().filter(|other| other.last > at.last).count();
                        let entry = entries.get(&at.key);
                        for next in entry.iter().flat_map(|entry| &entry.continuations) {
                            let (side, local) = next.mv;
                            if side != here.side_to_move() {
                                continue;
                            }
                            let name = index.name_of(entries, next.to).map(OpeningName::Book);
                            let mv = Move::Place(at.corner.global(local, size));
                            let (weight, area) = (next.weight, Area::Corner);
                            let rank = first + 1 + later;
                            add_found(
                                &mut found,
                                rank,
                                BookMove { mv, weight, name, is_user: own, area },
                            );
                        }
                    }
                }
                IndexEntries::Board(_) | IndexEntries::Corner(_) => {}
            }
        }
        found.sort_by_key(|(rank, found)| (*rank, Reverse(found.weight), found.mv));
        let mut known = HashSet::new();
        found.retain(|(_, found)| known.insert(found.mv) && here.check(found.mv).is_ok());
        if ply < GAME_NAME_PLIES {
            for (_, found) in found.iter_mut().filter(|(_, found)| found.name.is_none()) {
                let mut next = here.clone();
                found.name =
                    next.play(found.mv).ok().and_then(|()| next.name()).map(OpeningName::Key);
            }
        }
        found
    }
}

/// Merges a move of one more book.
fn add_found<'a>(found: &mut Vec<Ranked<'a>>, rank: usize, new: BookMove<'a>) {
    match found.iter_mut().find(|(other, known)| *other == rank && known.mv == new.mv) {
        Some((_, known)) => {
            known.weight = known.weight.saturating_add(new.weight);
            known.name = known.name.or(new.name);
        }
        None => found.push((rank, new)),
    }
}

impl OpeningNamer for Books {
    fn version(&self) -> u64 {
        self.fingerprint
    }

    fn opening_name(&self, tree: &GameTree) -> Option<String> {
        let size = size_of(tree.start());
        let mut indexes: Vec<_> = self.applicable(tree.game(), tree.options(), size).collect();
        // A corner line does not name a whole game.
        indexes.retain(|(_, index)| matches!(index.entries, IndexEntries::Board(_)));
        let moves = tree.main_line().skip(1).map_while(|node| tree.move_at(node));
        let name = name_after(&indexes, tree.start(), moves, size)?;
        Some(name.id().to_owned())
    }
}

fn size_of(position: &AnyPosition) -> Size {
    let board = position.board();
    (board.files, board.ranks)
}

/// Ply after which these books have no new name.
fn max_plies(indexes: &[(bool, &BookIndex)]) -> usize {
    let plies = indexes.iter().map(|(_, index)| match index.entries {
        IndexEntries::Board(_) => index.longest,
        IndexEntries::Corner(_) => CORNER_PLIES,
    });
    plies.max().unwrap_or_default().max(GAME_NAME_PLIES)
}

/// The positions of a path from the root.
fn steps<'a>(tree: &'a GameTree, path: &[NodeId]) -> Vec<PathStep<'a>> {
    let mut before: Option<&AnyPosition> = None;
    let step = |&node: &NodeId| {
        let position = tree.position(node);
        let side = before.replace(position).map(|position| position.side_to_move());
        PathStep { position, last_move: side.zip(tree.move_at(node)) }
    };
    path.iter().map(step).collect()
}

fn name_after<'a>(
    indexes: &[(bool, &'a BookIndex)],
    start: &AnyPosition,
    moves: impl IntoIterator<Item = Move>,
    size: Size,
) -> Option<OpeningName<'a>> {
    let mut line = vec![(start.clone(), None)];
    for mv in moves.into_iter().take(max_plies(indexes)) {
        let mut position = line[line.len() - 1].0.clone();
        let side = position.side_to_move();
        if position.play(mv).is_err() {
            break;
        }
        line.push((position, Some((side, mv))));
    }
    let steps: Vec<_> = line
        .iter()
        .map(|(position, last_move)| PathStep { position, last_move: *last_move })
        .collect();
    name_on(indexes, &steps, size)
}

fn name_on<'a>(
    indexes: &[(bool, &'a BookIndex)],
    steps: &[PathStep<'_>],
    size: Size,
) -> Option<OpeningName<'a>> {
    let mut best: Option<(usize, OpeningName<'a>)> = None;
    for (_, index) in indexes {
        let named = match &index.entries {
            IndexEntries::Board(entries) => last_name_on_board(entries, steps, index.longest, size),
            IndexEntries::Corner(entries) => last_name_in_corners(entries, steps, size),
        };
        if let Some((ply, line)) = named
            && best.is_none_or(|(before, _)| ply > before)
            && let Some(words) = index.line_name(line)
        {
            best = Some((ply, OpeningName::Book(words)));
        }
    }
    let after = best.map_or(0, |(ply, _)| ply + 1);
    let of_game = steps.iter().take(GAME_NAME_PLIES + 1).skip(after).rev();
    let key = of_game.filter_map(|step| step.position.name()).next();
    key.map(OpeningName::Key).or(best.map(|(_, name)| name))
}

/// Ply and line of the last named position.
fn last_name_on_board(
    entries: &Entries<Move>,
    steps: &[PathStep<'_>],
    longest: usize,
    size: Size,
) -> Option<(usize, u32)> {
    let near = steps.iter().enumerate().take(longest + 1);
    near.rev().find_map(|(ply, step)| {
        let entry = entries.get(&index::key(step.position, size))?;
        Some((ply, entry.name?))
    })
}

/// Ply and line of the last name of the named corner that was played in last.
fn last_name_in_corners(
    entries: &Entries<Stone>,
    steps: &[PathStep<'_>],
    size: Size,
) -> Option<(usize, u32)> {
    let seen = corner_states(entries, steps, size);
    seen.iter().filter(|at| at.name.is_some()).max_by_key(|at| at.last)?.name
}

/// State of every corner after these moves.
fn corner_states(entries: &Entries<Stone>, steps: &[PathStep<'_>], size: Size) -> Vec<CornerState> {
    let mut seen: Vec<CornerState> = Corner::ALL
        .map(|corner| CornerState { corner, key: corner::EMPTY_KEY, last: 0, name: None })
        .into();
    let Some(start) = steps.first().map(|step| step.position) else { return seen };
    for at in &mut seen {
        for local in Corner::points(size) {
            if let Some(piece) = start.piece_at(at.corner.global(local, size)) {
                at.key = corner::key_with(at.key, (piece.side, local));
            }
        }
    }
    for (ply, step) in steps.iter().enumerate() {
        let Some((side, Move::Place(point))) = step.last_move else { continue };
        for at in &mut seen {
            let Some(local) = at.corner.local(point, size) else { continue };
            let key = corner::key_with(at.key, (side, local));
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

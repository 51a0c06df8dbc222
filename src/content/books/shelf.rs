//! One book made ready to be asked: what it says of each position that a line
//! goes through.
//!
//! A position is known by what stands on the board and who is to move; how it
//! came about does not matter. Each line is played through once, and every
//! position on it is entered as it is and as it looks turned and mirrored.

use std::collections::HashMap;

use super::corner::{self, Stone};
use super::{Area, Book, Fault, Line, Symmetry, read};
use crate::content::levels::Words;
use crate::core::{self, Move, Point, Side, mix};
use crate::games::{AnyPosition, Game, Options, registry};

/// The size of a board: files and ranks.
pub(super) type Size = (u8, u8);

/// What a book says of a position.
#[derive(Debug)]
pub(super) struct Entry<M> {
    /// The line that ends here with a name.
    pub name: Option<u32>,
    /// The moves of the lines that go on.
    pub next: Vec<Next<M>>,
}

/// A move that lines go on with.
#[derive(Debug)]
pub(super) struct Next<M> {
    pub mv: M,
    /// Sum of the weights of the lines.
    pub weight: u32,
    /// Key of the position after it.
    pub to: u64,
}

/// What a book says of each position, by its key.
pub(super) type Entries<M> = HashMap<u64, Entry<M>>;

/// The positions of a book.
#[derive(Debug)]
pub(super) enum Pages {
    Board(Entries<Move>),
    Corner(Entries<Stone>),
}

/// A book that can be asked.
#[derive(Debug)]
pub(super) struct Shelf {
    pub game: &'static dyn Game,
    /// The book itself.
    pub book: Book,
    pub size: Size,
    pub pages: Pages,
    /// Moves of the longest line.
    pub longest: usize,
    /// A number that differs between books that name differently.
    pub mark: u64,
}

/// Whether every line of a book can be played and every position on it has
/// one name at most.
///
/// # Errors
/// Says which line is wrong and what would be right.
pub fn check(book: &Book) -> Result<(), Fault> {
    Shelf::new(book.clone()).map(|_| ())
}

impl Shelf {
    /// Makes a book ready.
    ///
    /// # Errors
    /// As [`check`].
    pub(super) fn new(book: Book) -> Result<Shelf, Fault> {
        read::check_book(&book)?;
        let general = |reason: String| Fault { line: None, reason };
        let game = registry::find(&book.game)
            .ok_or_else(|| general(format!("there is no game \"{}\"", book.game)))?;
        let start = game.start(&book.options).map_err(|error| general(error.to_string()))?;
        let board = start.board();
        let size = (board.files, board.ranks);
        let pages = match book.area {
            Area::Board => Pages::Board(enter(&book, &start, size)?),
            Area::Corner => Pages::Corner(corner::enter(&book, &start, &board)?),
        };
        let longest = book.lines.iter().map(|line| line.moves.split_whitespace().count()).max();
        let longest = longest.unwrap_or_default();
        let mark = mark(&book);
        Ok(Shelf { game, book, size, pages, longest, mark })
    }

    /// Whether it is for games of this kind with this board.
    pub(super) fn applies(&self, game: &dyn Game, options: &Options, size: Size) -> bool {
        self.size == size
            && self.game.id() == game.id()
            && game.options().iter().all(|spec| {
                !self.book.options.names(spec) || self.book.options.get(spec) == options.get(spec)
            })
    }

    /// The name that a line gives.
    pub(super) fn words(&self, line: u32) -> Option<&Words> {
        self.book.lines.get(line as usize).map(|line| &line.name)
    }

    /// What the position with this key is called.
    pub(super) fn name_of<M>(&self, entries: &Entries<M>, key: u64) -> Option<&Words> {
        self.words(entries.get(&key)?.name?)
    }

    /// Every name, once for each line that has it.
    pub(super) fn names(&self) -> impl Iterator<Item = &Words> {
        self.book.lines.iter().map(|line| &line.name).filter(|words| !words.is_empty())
    }
}

impl<M: Copy + PartialEq> Entry<M> {
    fn new() -> Entry<M> {
        Entry { name: None, next: Vec::new() }
    }

    fn add(&mut self, mv: M, weight: u32, to: u64) {
        match self.next.iter_mut().find(|next| next.mv == mv) {
            Some(next) => next.weight = next.weight.saturating_add(weight),
            None => self.next.push(Next { mv, weight, to }),
        }
    }
}

/// FNV-1a of 64 bits (Fowler, Noll and Vo) over all that decides names.
fn mark(book: &Book) -> u64 {
    let lines = book.lines.iter().flat_map(|line| {
        let english = line.name.get("en").map_or("", String::as_str);
        [line.moves.as_str(), english]
    });
    let texts = [book.game.as_str()].into_iter().chain(lines);
    let bytes = texts.flat_map(|text| text.bytes().chain([0]));
    bytes.fold(0xCBF2_9CE4_8422_2325, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01B3)
    })
}

/// Enters that lines with this weight go on with a move.
pub(super) fn add<M: Copy + PartialEq>(
    entries: &mut Entries<M>,
    from: u64,
    (mv, weight): (M, u32),
    to: u64,
) {
    entries.entry(from).or_insert_with(Entry::new).add(mv, weight, to);
}

/// Enters the end of a line.
///
/// # Errors
/// When the position already has another name.
pub(super) fn end<M: Copy + PartialEq>(
    entries: &mut Entries<M>,
    key: u64,
    book: &Book,
    number: usize,
) -> Result<(), Fault> {
    let entry = entries.entry(key).or_insert_with(Entry::new);
    let line = &book.lines[number];
    if line.name.is_empty() {
        return Ok(());
    }
    if let Some(other) = entry.name.and_then(|other| book.lines.get(other as usize))
        && other.name != line.name
    {
        let name = other.name.get("en").map_or("", String::as_str);
        let reason = format!(
            "its position is already called \"{name}\" by the line \"{}\"; expected one name",
            other.moves
        );
        return Err(Fault::of(line, &reason));
    }
    entry.name = Some(number as u32);
    Ok(())
}

/// Plays the lines of a book of the whole board.
fn enter(book: &Book, start: &AnyPosition, size: Size) -> Result<Entries<Move>, Fault> {
    let wanted = |symmetry: &core::Symmetry| match book.symmetry {
        Symmetry::None => *symmetry == core::Symmetry::IDENTITY,
        Symmetry::Mirror => [core::Symmetry::IDENTITY, core::Symmetry::MIRROR].contains(symmetry),
        Symmetry::Full => true,
    };
    let symmetries: Vec<_> = start.symmetries().into_iter().filter(wanted).collect();
    let mut entries = Entries::new();
    // Lines with a common beginning stand together in most books, so what the
    // last line went through is kept.
    let mut stack = vec![Stop { text: "", mv: Move::Pass, keys: keys(start, size, &symmetries) }];
    let mut positions = vec![start.clone()];
    for (number, line) in book.lines.iter().enumerate() {
        let mut depth = 0;
        for text in line.moves.split_whitespace() {
            if stack.get(depth + 1).is_none_or(|stop| stop.text != text) {
                stack.truncate(depth + 1);
                positions.truncate(depth + 1);
                let (mv, position) = after(&positions[depth], text, line)?;
                stack.push(Stop { text, mv, keys: keys(&position, size, &symmetries) });
                positions.push(position);
            }
            depth += 1;
        }
        for step in stack[..=depth].windows(2) {
            let images = step[0].keys.iter().zip(&step[1].keys).zip(&symmetries);
            for ((&from, &to), symmetry) in images {
                let mv = symmetry.play(step[1].mv, size.0, size.1);
                add(&mut entries, from, (mv, line.weight), to);
            }
        }
        for &key in &stack[depth].keys {
            end(&mut entries, key, book, number)?;
        }
    }
    Ok(entries)
}

/// A position on the line that was played last.
struct Stop<'a> {
    /// The move that led here.
    text: &'a str,
    mv: Move,
    /// Its key under each symmetry.
    keys: Vec<u64>,
}

/// Plays a move of a line given by its text.
pub(super) fn after(
    position: &AnyPosition,
    text: &str,
    line: &Line,
) -> Result<(Move, AnyPosition), Fault> {
    let wrong = |reason: &dyn std::fmt::Display| {
        let shown: String = text.chars().take(16).collect();
        Fault::of(line, &format!("move \"{shown}\": {reason}"))
    };
    let mv = position.parse_move(text).map_err(|refusal| wrong(&refusal))?;
    let mut next = position.clone();
    next.play(mv).map_err(|refusal| wrong(&refusal))?;
    Ok((mv, next))
}

/// A number for a piece on a point.
pub(super) const fn stone(at: Point, side: Side, kind: u8) -> u64 {
    let place = (at.file as u64) << 8 | at.rank as u64;
    mix(1 + (place << 16 | (side as u64) << 8 | kind as u64))
}

/// The keys of a position as it looks under each of the symmetries.
fn keys(position: &AnyPosition, (files, ranks): Size, symmetries: &[core::Symmetry]) -> Vec<u64> {
    let mut sums = vec![0u64; symmetries.len()];
    for file in 0..files {
        for rank in 0..ranks {
            let at = Point::new(file, rank);
            let Some(piece) = position.piece_at(at) else { continue };
            for (sum, symmetry) in sums.iter_mut().zip(symmetries) {
                let stone = stone(symmetry.point(at, files, ranks), piece.side, piece.kind);
                *sum = sum.wrapping_add(stone);
            }
        }
    }
    let turn = position.side_to_move() as u64;
    sums.into_iter().map(|sum| mix(sum ^ turn)).collect()
}

/// A key that is the same for a position however it is turned and mirrored,
/// as far as the start of its game allows.
pub(super) fn turned_key(position: &AnyPosition, size: Size, start: &AnyPosition) -> u64 {
    keys(position, size, &start.symmetries()).into_iter().min().unwrap_or_default()
}

/// The key of a position.
pub(super) fn key(position: &AnyPosition, size: Size) -> u64 {
    keys(position, size, &[core::Symmetry::IDENTITY])[0]
}

//! Position index of one book.
//!
//! Positions are identified by the pieces on the board and the side to move, so
//! transpositions are found. Every position of a line is entered under each
//! symmetry of the book.

use super::corner::{self, Stone};
use super::entries::{Entries, Size, add_move, add_name, piece_hash, play_text};
use super::format::check_book;
use super::{Area, Book, BookError, Symmetry};
use crate::content::messages::LocalizedText;
use crate::core::{self, Move, Point, excerpt, mix};
use crate::games::{AnyPosition, Game, Options, registry};

/// The entries of a book of the whole board or of a corner.
#[derive(Debug)]
pub(super) enum IndexEntries {
    Board(Entries<Move>),
    Corner(Entries<Stone>),
}

/// A book with its position index.
#[derive(Debug)]
pub(super) struct BookIndex {
    pub game: &'static dyn Game,
    /// The book itself.
    pub book: Book,
    pub size: Size,
    pub entries: IndexEntries,
    /// Length of the longest line in moves.
    pub longest: usize,
    /// Hash that differs between books with different names.
    pub fingerprint: u64,
}

/// Checks that every line is legal and that every position has at most one
/// name.
///
/// # Errors
/// Names the invalid line and what was expected.
pub fn check(book: &Book) -> Result<(), BookError> {
    BookIndex::new(book.clone()).map(|_| ())
}

impl BookIndex {
    /// Builds the index of a book.
    ///
    /// # Errors
    /// As [`check`].
    pub(super) fn new(book: Book) -> Result<BookIndex, BookError> {
        check_book(&book)?;
        let general = |reason: String| BookError { line: None, reason };
        let game = registry::find(&book.game)
            .ok_or_else(|| general(format!("there is no game \"{}\"", excerpt(&book.game))))?;
        let start = game.start(&book.options).map_err(|error| general(error.to_string()))?;
        let board = start.board();
        let size = (board.files, board.ranks);
        let entries = match book.area {
            Area::Board => IndexEntries::Board(index_lines(&book, &start, size)?),
            Area::Corner => IndexEntries::Corner(corner::index_lines(&book, &start, &board)?),
        };
        let longest = book.lines.iter().map(|line| line.moves.split_whitespace().count()).max();
        let longest = longest.unwrap_or_default();
        let fingerprint = fingerprint(&book);
        Ok(BookIndex { game, book, size, entries, longest, fingerprint })
    }

    /// True if it applies to games with these options and this board.
    pub(super) fn applies(&self, game: &dyn Game, options: &Options, size: Size) -> bool {
        self.size == size
            && self.game.id() == game.id()
            && game.options().iter().all(|spec| {
                !self.book.options.names(spec) || self.book.options.get(spec) == options.get(spec)
            })
    }

    /// Name of a line.
    pub(super) fn line_name(&self, line: u32) -> Option<&LocalizedText> {
        self.book.lines.get(line as usize).map(|line| &line.name)
    }

    /// Name of the position with this key.
    pub(super) fn name_of<M>(&self, entries: &Entries<M>, key: u64) -> Option<&LocalizedText> {
        self.line_name(entries.get(&key)?.name?)
    }

    /// Every name, once for each line that has it.
    pub(super) fn names(&self) -> impl Iterator<Item = &LocalizedText> {
        self.book.lines.iter().map(|line| &line.name).filter(|words| !words.is_empty())
    }
}

/// 64-bit FNV-1a (Fowler, Noll and Vo) over everything that determines names.
fn fingerprint(book: &Book) -> u64 {
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

/// Builds the entries of a book of the whole board.
fn index_lines(book: &Book, start: &AnyPosition, size: Size) -> Result<Entries<Move>, BookError> {
    let wanted = |symmetry: &core::Symmetry| match book.symmetry {
        Symmetry::None => *symmetry == core::Symmetry::IDENTITY,
        Symmetry::Mirror => [core::Symmetry::IDENTITY, core::Symmetry::MIRROR].contains(symmetry),
        Symmetry::Full => true,
    };
    let symmetries: Vec<_> = start.symmetries().into_iter().filter(wanted).collect();
    let mut entries = Entries::new();
    // Neighbouring lines mostly share a prefix, so the path of the last line is
    // reused.
    let mut stack =
        vec![PathStep { text: "", mv: Move::Pass, keys: keys(start, size, &symmetries) }];
    let mut positions = vec![start.clone()];
    for (number, line) in book.lines.iter().enumerate() {
        let mut depth = 0;
        for text in line.moves.split_whitespace() {
            if stack.get(depth + 1).is_none_or(|step| step.text != text) {
                stack.truncate(depth + 1);
                positions.truncate(depth + 1);
                let (mv, position) = play_text(&positions[depth], text, line)?;
                stack.push(PathStep { text, mv, keys: keys(&position, size, &symmetries) });
                positions.push(position);
            }
            depth += 1;
        }
        for step in stack[..=depth].windows(2) {
            let images = step[0].keys.iter().zip(&step[1].keys).zip(&symmetries);
            for ((&from, &to), symmetry) in images {
                let mv = symmetry.map_move(step[1].mv, size.0, size.1);
                add_move(&mut entries, from, (mv, line.weight), to);
            }
        }
        for &key in &stack[depth].keys {
            add_name(&mut entries, key, book, number)?;
        }
    }
    Ok(entries)
}

/// A position on the path of the last line.
struct PathStep<'a> {
    /// The move that led here.
    text: &'a str,
    mv: Move,
    /// Its key under each symmetry.
    keys: Vec<u64>,
}

/// Keys of a position under each of the symmetries.
fn keys(position: &AnyPosition, (files, ranks): Size, symmetries: &[core::Symmetry]) -> Vec<u64> {
    let mut sums = vec![0u64; symmetries.len()];
    for file in 0..files {
        for rank in 0..ranks {
            let at = Point::new(file, rank);
            let Some(piece) = position.piece_at(at) else { continue };
            for (sum, symmetry) in sums.iter_mut().zip(symmetries) {
                let hash = piece_hash(symmetry.map_point(at, files, ranks), piece.side, piece.kind);
                *sum = sum.wrapping_add(hash);
            }
        }
    }
    let turn = position.side_to_move() as u64;
    sums.into_iter().map(|sum| mix(sum ^ turn)).collect()
}

/// Key that is the same under all symmetries of the game's start position.
pub(super) fn canonical_key(position: &AnyPosition, size: Size, start: &AnyPosition) -> u64 {
    keys(position, size, &start.symmetries()).into_iter().min().unwrap_or_default()
}

/// The key of a position.
pub(super) fn key(position: &AnyPosition, size: Size) -> u64 {
    keys(position, size, &[core::Symmetry::IDENTITY])[0]
}

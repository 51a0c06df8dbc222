//! Reading books.

use std::fmt::Display;

use super::format::check_book;
use super::index::BookIndex;
use super::{Book, Books, INDEX, MAX_BYTES};
use crate::content::file::{self, FileError};

/// The valid books, and the errors in the others.
#[derive(Clone, Debug, Default)]
pub struct LoadedBooks {
    /// The valid books with their indexes.
    pub books: Books,
    /// One for each invalid file.
    pub errors: Vec<FileError>,
    /// Every file that the index names, within the assets folder.
    pub listed_files: Vec<String>,
}

/// Reads the index and every book it names, each by its path within the
/// assets folder. A bad file is reported; the others still load.
pub fn load<E: Display>(read: impl Fn(&str) -> Result<String, E>) -> LoadedBooks {
    let loaded = file::load(read, INDEX, "books/", |name, text| {
        let book = read_book(name, text)?;
        BookIndex::new(book).map_err(|error| error.in_file(name, text))
    });
    let indexes = loaded.contents.into_iter().map(|(_, index)| index).collect();
    LoadedBooks {
        books: Books::new(indexes),
        errors: loaded.errors,
        listed_files: loaded.listed_files,
    }
}

/// Reads one book from the text of its file, without playing its lines; see
/// [`check`](super::check).
///
/// # Errors
/// Names the file, the line and the reason.
pub fn read_book(file: &str, text: &str) -> Result<Book, FileError> {
    file::check_size(text.len(), MAX_BYTES).map_err(|error| FileError::whole(file, error))?;
    let book: Book = file::parse(file, text)?;
    check_book(&book).map_err(|error| error.in_file(file, text))?;
    file::check_writable(text.len(), MAX_BYTES, || book.to_ron())
        .map_err(|error| FileError::whole(file, error))?;
    Ok(book)
}

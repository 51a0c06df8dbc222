//! A library over bytes that are no file: what a browser does to them, it
//! outlives.

use std::io;
use std::sync::{Arc, Mutex};

use tianyuan::library::{Filter, Library, LibraryError, Sort, StorageBackend};
use tianyuan::record::{Field, GameTree};

use super::{id, listed, played, with};

/// Bytes in memory of which there is not more room than this, and which may
/// be lost from a certain change on, as when a page is closed.
#[derive(Debug)]
struct Bytes {
    bytes: Mutex<Vec<u8>>,
    room: Mutex<u64>,
    /// Changes that are still made.
    left: Mutex<usize>,
}

impl Bytes {
    fn of(bytes: Vec<u8>) -> Arc<Bytes> {
        let (room, left) = (Mutex::new(u64::MAX), Mutex::new(usize::MAX));
        Arc::new(Bytes { bytes: Mutex::new(bytes), room, left })
    }

    fn new() -> Arc<Bytes> {
        Bytes::of(Vec::new())
    }

    fn now(&self) -> Vec<u8> {
        self.bytes.lock().unwrap().clone()
    }

    fn change(&self, edit: impl FnOnce(&mut Vec<u8>)) -> io::Result<()> {
        let mut left = self.left.lock().unwrap();
        match left.checked_sub(1) {
            Some(fewer) => *left = fewer,
            None => return Err(io::Error::other("the page is gone")),
        }
        edit(&mut self.bytes.lock().unwrap());
        Ok(())
    }
}

impl StorageBackend for Bytes {
    fn len(&self) -> io::Result<u64> {
        Ok(self.bytes.lock().unwrap().len() as u64)
    }

    fn read(&self, offset: u64, out: &mut [u8]) -> io::Result<()> {
        let bytes = self.bytes.lock().unwrap();
        let part = bytes.get(offset as usize..offset as usize + out.len());
        out.copy_from_slice(part.ok_or(io::ErrorKind::UnexpectedEof)?);
        Ok(())
    }

    fn set_len(&self, len: u64) -> io::Result<()> {
        if len > *self.room.lock().unwrap() {
            return Err(io::Error::new(io::ErrorKind::StorageFull, "there is no more room"));
        }
        self.change(|bytes| bytes.resize(len as usize, 0))
    }

    fn sync_data(&self) -> io::Result<()> {
        Ok(())
    }

    fn write(&self, offset: u64, data: &[u8]) -> io::Result<()> {
        self.change(|bytes| {
            bytes[offset as usize..offset as usize + data.len()].copy_from_slice(data);
        })
    }
}

fn open(bytes: &Arc<Bytes>) -> Result<Library, LibraryError> {
    Library::over(bytes.clone(), "library")
}

/// A game with a long comment, so that few of them fill what room there is.
fn long(number: usize) -> GameTree {
    let mut tree = with(played("chess", "e4 e5 Nf3"), &[(Field::First, &number.to_string())]);
    let root = tree.root();
    tree.notes_mut(root).comment = "long ".repeat(100_000);
    tree
}

#[test]
fn what_is_added_is_there_when_the_bytes_are_opened_again() {
    let bytes = Bytes::new();
    let mut library = open(&bytes).unwrap();
    let one = id(library.add(&played("chess", "e4 e5")).unwrap());
    let two = id(library.add(&played("reversi", "f5 d6")).unwrap());
    library.rename(two, "Second").unwrap();
    library.delete(one).unwrap();
    drop(library);
    let library = open(&bytes).unwrap();
    assert_eq!(library.len(), 2);
    assert_eq!(listed(&library, &Filter::default()), [2]);
    assert_eq!(&*library.summary(two).unwrap().title, "Second");
    assert_eq!(library.get(two).unwrap().main_line().count(), 3);
    assert_eq!(library.set_aside(), None);
}

#[test]
fn a_library_without_room_says_so_keeps_what_it_has_and_goes_on_when_there_is() {
    let bytes = Bytes::new();
    let mut library = open(&bytes).unwrap();
    library.add(&played("chess", "e4 e5")).unwrap();
    *bytes.room.lock().unwrap() = bytes.now().len() as u64 + 100_000;
    let refused = (0..40).find_map(|number| library.add(&long(number)).err()).unwrap();
    assert!(refused.to_string().contains("there is no more room"), "{refused}");
    let before = library.len();
    assert_eq!(library.get("1".parse().unwrap()).unwrap().main_line().count(), 3);
    let all = library.find(&Filter::default(), Sort::Name, 0..100).unwrap();
    assert_eq!(all.total, before);
    // Small changes still find room, as does everything when there is more.
    library.rename("1".parse().unwrap(), "kept").unwrap();
    *bytes.room.lock().unwrap() = u64::MAX;
    for number in 100..110 {
        library.add(&long(number)).unwrap();
    }
    drop(library);
    let library = open(&bytes).unwrap();
    assert_eq!(library.len(), before + 10);
    assert_eq!(&*library.summary("1".parse().unwrap()).unwrap().title, "kept");
}

#[test]
fn a_page_that_is_closed_at_any_moment_loses_no_game_that_was_told_to_be_there() {
    // How many changes beginning and four games take.
    let whole = Bytes::new();
    let games: Vec<_> =
        (1..5).map(|n| played("chess", &["e4", "e5", "Nf3", "Nc6"][..n].join(" "))).collect();
    let mut library = open(&whole).unwrap();
    games.iter().for_each(|game| _ = library.add(game).unwrap());
    drop(library);
    let all = usize::MAX - *whole.left.lock().unwrap();
    assert!(all > 20, "{all}");
    for changes in 0..all {
        let bytes = Bytes::new();
        *bytes.left.lock().unwrap() = changes;
        let mut told = 0;
        if let Ok(mut library) = open(&bytes) {
            told = games.iter().take_while(|game| library.add(game).is_ok()).count();
        }
        let library = open(&Bytes::of(bytes.now())).unwrap();
        // What was not told of may be there, but whole.
        assert!((told..=told + 1).contains(&library.len()), "{changes}: {told}");
        for summary in library.summaries() {
            assert!(library.get(summary.id).is_ok(), "{changes}");
        }
    }
}

#[test]
fn damaged_bytes_are_told_of_and_not_touched() {
    let bytes = Bytes::new();
    let mut library = open(&bytes).unwrap();
    library.add(&played("chess", "e4 e5")).unwrap();
    drop(library);
    let mut damaged = bytes.now();
    let middle = damaged.len() / 3;
    damaged[..middle].iter_mut().skip(8).for_each(|byte| *byte ^= 0x5A);
    for wrong in [damaged, b"[White \"A\"]\n\n1. e4 *\n".to_vec()] {
        let bytes = Bytes::of(wrong.clone());
        assert!(matches!(open(&bytes), Err(LibraryError::Damaged(_))));
        assert!(bytes.now() == wrong);
        // Emptied, they hold a new library.
        bytes.set_len(0).unwrap();
        assert!(open(&bytes).unwrap().is_empty());
    }
}

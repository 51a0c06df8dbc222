//! A library over a custom storage backend, as in the browser: full storage,
//! crashes, damage.

use std::io;
use std::sync::{Arc, Mutex};

use tianyuan::library::{Filter, Library, LibraryError, SortOrder, StorageBackend};
use tianyuan::record::{GameTree, InfoField};

use super::{id, listed, played, with};

/// A backend in memory with limited capacity that can fail from a certain write
/// on, as when a page is closed.
#[derive(Debug)]
struct MemoryBackend {
    bytes: Mutex<Vec<u8>>,
    capacity: Mutex<u64>,
    /// Writes that still succeed.
    writes_left: Mutex<usize>,
}

impl MemoryBackend {
    fn of(bytes: Vec<u8>) -> Arc<MemoryBackend> {
        let (capacity, writes_left) = (Mutex::new(u64::MAX), Mutex::new(usize::MAX));
        Arc::new(MemoryBackend { bytes: Mutex::new(bytes), capacity, writes_left })
    }

    fn new() -> Arc<MemoryBackend> {
        MemoryBackend::of(Vec::new())
    }

    fn snapshot(&self) -> Vec<u8> {
        self.bytes.lock().unwrap().clone()
    }

    fn write_with(&self, edit: impl FnOnce(&mut Vec<u8>)) -> io::Result<()> {
        let mut writes_left = self.writes_left.lock().unwrap();
        match writes_left.checked_sub(1) {
            Some(fewer) => *writes_left = fewer,
            None => return Err(io::Error::other("the page is gone")),
        }
        edit(&mut self.bytes.lock().unwrap());
        Ok(())
    }
}

impl StorageBackend for MemoryBackend {
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
        if len > *self.capacity.lock().unwrap() {
            return Err(io::Error::new(io::ErrorKind::StorageFull, "there is no more capacity"));
        }
        self.write_with(|bytes| bytes.resize(len as usize, 0))
    }

    fn sync_data(&self) -> io::Result<()> {
        Ok(())
    }

    fn write(&self, offset: u64, data: &[u8]) -> io::Result<()> {
        self.write_with(|bytes| {
            bytes[offset as usize..offset as usize + data.len()].copy_from_slice(data);
        })
    }
}

fn open(bytes: &Arc<MemoryBackend>) -> Result<Library, LibraryError> {
    Library::with_backend(bytes.clone(), "library")
}

/// A game with a long comment, so that a few of them fill the capacity.
fn long(number: usize) -> GameTree {
    let mut tree =
        with(played("chess", "e4 e5 Nf3"), &[(InfoField::FirstPlayer, &number.to_string())]);
    let root = tree.root();
    tree.annotations_mut(root).comment = "long ".repeat(100_000);
    tree
}

#[test]
fn games_are_there_after_reopening_the_backend() {
    let bytes = MemoryBackend::new();
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
fn a_full_backend_is_an_error_that_loses_nothing_and_is_recoverable() {
    let bytes = MemoryBackend::new();
    let mut library = open(&bytes).unwrap();
    library.add(&played("chess", "e4 e5")).unwrap();
    *bytes.capacity.lock().unwrap() = bytes.snapshot().len() as u64 + 100_000;
    let refused = (0..40).find_map(|number| library.add(&long(number)).err()).unwrap();
    assert!(refused.to_string().contains("there is no more capacity"), "{refused}");
    let before = library.len();
    assert_eq!(library.get("1".parse().unwrap()).unwrap().main_line().count(), 3);
    let all = library.find(&Filter::default(), SortOrder::Name, 0..100).unwrap();
    assert_eq!(all.total, before);
    // Small changes still fit, and everything does with more capacity.
    library.rename("1".parse().unwrap(), "kept").unwrap();
    *bytes.capacity.lock().unwrap() = u64::MAX;
    for number in 100..110 {
        library.add(&long(number)).unwrap();
    }
    drop(library);
    let library = open(&bytes).unwrap();
    assert_eq!(library.len(), before + 10);
    assert_eq!(&*library.summary("1".parse().unwrap()).unwrap().title, "kept");
}

#[test]
fn a_crash_at_any_write_loses_no_committed_game() {
    // The number of writes for creating the library and adding four games.
    let whole = MemoryBackend::new();
    let games: Vec<_> =
        (1..5).map(|n| played("chess", &["e4", "e5", "Nf3", "Nc6"][..n].join(" "))).collect();
    let mut library = open(&whole).unwrap();
    games.iter().for_each(|game| _ = library.add(game).unwrap());
    drop(library);
    let all = usize::MAX - *whole.writes_left.lock().unwrap();
    assert!(all > 20, "{all}");
    for changes in 0..all {
        let bytes = MemoryBackend::new();
        *bytes.writes_left.lock().unwrap() = changes;
        let mut told = 0;
        if let Ok(mut library) = open(&bytes) {
            told = games.iter().take_while(|game| library.add(game).is_ok()).count();
        }
        let library = open(&MemoryBackend::of(bytes.snapshot())).unwrap();
        // An unreported game may be there, but complete.
        assert!((told..=told + 1).contains(&library.len()), "{changes}: {told}");
        for summary in library.summaries() {
            assert!(library.get(summary.id).is_ok(), "{changes}");
        }
    }
}

#[test]
fn damaged_content_is_reported_and_not_changed() {
    let bytes = MemoryBackend::new();
    let mut library = open(&bytes).unwrap();
    library.add(&played("chess", "e4 e5")).unwrap();
    drop(library);
    let mut damaged = bytes.snapshot();
    let middle = damaged.len() / 3;
    damaged[..middle].iter_mut().skip(8).for_each(|byte| *byte ^= 0x5A);
    for wrong in [damaged, b"[White \"A\"]\n\n1. e4 *\n".to_vec()] {
        let bytes = MemoryBackend::of(wrong.clone());
        assert!(matches!(open(&bytes), Err(LibraryError::Damaged(_))));
        assert!(bytes.snapshot() == wrong);
        // An emptied backend gives a new library.
        bytes.set_len(0).unwrap();
        assert!(open(&bytes).unwrap().is_empty());
    }
}

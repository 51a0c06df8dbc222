//! Texts under keys, each written at once: what the storage of a browser is,
//! and a stand-in in memory for when it is refused.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};

use super::{StorageError, kept_names};

/// What stands before the names of this program, since others may keep texts
/// at the same address.
const OURS: &str = "tianyuan/";

/// Why texts were not read or written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Refusal {
    /// There is no more room.
    Full,
    /// Anything else, in the words of the system.
    Other(String),
}

/// Texts under keys. A text that cannot be written leaves the one that was
/// there.
pub(super) trait Items {
    fn get(&self, key: &str) -> Result<Option<String>, Refusal>;
    fn set(&self, key: &str, text: &str) -> Result<(), Refusal>;
    fn remove(&self, key: &str) -> Result<(), Refusal>;
}

/// Texts that last as long as the program.
#[derive(Clone, Debug, Default)]
pub(super) struct Memory(Arc<Mutex<BTreeMap<String, String>>>);

impl Items for Memory {
    fn get(&self, key: &str) -> Result<Option<String>, Refusal> {
        Ok(self.0.lock().unwrap_or_else(PoisonError::into_inner).get(key).cloned())
    }

    fn set(&self, key: &str, text: &str) -> Result<(), Refusal> {
        let mut texts = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        texts.insert(key.to_owned(), text.to_owned());
        Ok(())
    }

    fn remove(&self, key: &str) -> Result<(), Refusal> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).remove(key);
        Ok(())
    }
}

fn key(name: &str) -> String {
    format!("{OURS}{name}")
}

fn failed(name: &str, action: &'static str) -> impl FnOnce(Refusal) -> StorageError {
    let what = name.to_owned();
    move |refusal| match refusal {
        Refusal::Full => StorageError::Full(what),
        Refusal::Other(reason) => StorageError::System { what, action, reason },
    }
}

pub(super) fn read(items: &impl Items, name: &str) -> Result<Option<String>, StorageError> {
    items.get(&key(name)).map_err(failed(name, "read it"))
}

pub(super) fn write(items: &impl Items, name: &str, text: &str) -> Result<(), StorageError> {
    items.set(&key(name), text).map_err(failed(name, "write it"))
}

pub(super) fn set_aside(items: &impl Items, name: &str) -> Result<String, StorageError> {
    let missing = || {
        let reason = "there is no such text".to_owned();
        StorageError::System { what: name.to_owned(), action: "set it aside", reason }
    };
    let text = read(items, name)?.ok_or_else(missing)?;
    for kept in kept_names(name) {
        if read(items, &kept)?.is_some() {
            continue;
        }
        write(items, &kept, &text)?;
        items.remove(&key(name)).map_err(failed(name, "remove it"))?;
        return Ok(kept);
    }
    Err(StorageError::no_name(name))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Texts of which not more than so many bytes have room.
    struct Narrow(Memory, usize);

    impl Items for Narrow {
        fn get(&self, key: &str) -> Result<Option<String>, Refusal> {
            self.0.get(key)
        }

        fn set(&self, key: &str, text: &str) -> Result<(), Refusal> {
            let texts = self.0.0.lock().unwrap();
            let others = texts.iter().filter(|(other, _)| *other != key);
            let taken: usize = others.map(|(key, text)| key.len() + text.len()).sum();
            drop(texts);
            if taken + key.len() + text.len() > self.1 {
                return Err(Refusal::Full);
            }
            self.0.set(key, text)
        }

        fn remove(&self, key: &str) -> Result<(), Refusal> {
            self.0.remove(key)
        }
    }

    /// Storage that the person has forbidden.
    struct Forbidden;

    impl Items for Forbidden {
        fn get(&self, _: &str) -> Result<Option<String>, Refusal> {
            Err(Refusal::Other("forbidden".to_owned()))
        }

        fn set(&self, _: &str, _: &str) -> Result<(), Refusal> {
            Err(Refusal::Other("forbidden".to_owned()))
        }

        fn remove(&self, _: &str) -> Result<(), Refusal> {
            Err(Refusal::Other("forbidden".to_owned()))
        }
    }

    #[test]
    fn what_is_written_is_read_under_a_key_of_this_program() {
        let items = Memory::default();
        assert_eq!(read(&items, "game.ron"), Ok(None));
        write(&items, "game.ron", "天元").unwrap();
        write(&items, "game.ron", "天").unwrap();
        assert_eq!(read(&items, "game.ron").unwrap().as_deref(), Some("天"));
        assert_eq!(items.get("tianyuan/game.ron").unwrap().as_deref(), Some("天"));
    }

    #[test]
    fn damaged_texts_are_set_aside_without_overwriting_each_other() {
        let items = Memory::default();
        for number in 1..=3 {
            write(&items, "game.ron", &format!("broken {number}")).unwrap();
            let kept = set_aside(&items, "game.ron").unwrap();
            assert_eq!(kept, format!("game.damaged-{number}.ron"));
        }
        assert_eq!(read(&items, "game.ron"), Ok(None));
        assert_eq!(read(&items, "game.damaged-1.ron").unwrap().as_deref(), Some("broken 1"));
        assert!(set_aside(&items, "game.ron").is_err());
        write(&items, "plain", "").unwrap();
        assert_eq!(set_aside(&items, "plain").unwrap(), "plain.damaged-1");
    }

    #[test]
    fn a_text_without_room_leaves_the_old_one_and_says_that_there_is_none() {
        let items = Narrow(Memory::default(), 60);
        write(&items, "game.ron", "old").unwrap();
        let error = write(&items, "game.ron", &"new".repeat(30)).unwrap_err();
        assert_eq!(error, StorageError::Full("game.ron".to_owned()));
        assert_eq!(error.notice("game.ron").id, "storage-full");
        assert_eq!(read(&items, "game.ron").unwrap().as_deref(), Some("old"));
        // Nor is a damaged one lost that cannot be kept twice.
        write(&items, "game.ron", &"x".repeat(40)).unwrap();
        assert!(matches!(set_aside(&items, "game.ron"), Err(StorageError::Full(_))));
        assert_eq!(read(&items, "game.ron").unwrap().map(|text| text.len()), Some(40));
    }

    #[test]
    fn forbidden_storage_is_an_error_in_one_sentence() {
        let error = write(&Forbidden, "game.ron", "x").unwrap_err();
        assert_eq!(error.to_string(), "game.ron: cannot write it: forbidden");
        assert_eq!(error.notice("game.ron").id, "storage-write-failed");
        assert!(read(&Forbidden, "game.ron").is_err() && set_aside(&Forbidden, "a").is_err());
    }
}

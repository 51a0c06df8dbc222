//! Key-value stores of texts: the interface of the browser's localStorage, and
//! a store in memory for when it is refused.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};

use super::{StorageError, damaged_names};

/// Prefix of the keys, since other applications may share the origin.
const KEY_PREFIX: &str = "tianyuan/";

/// Error of a key-value store.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum StoreError {
    /// The quota is exceeded.
    Full,
    /// Anything else, as reported by the system.
    Other(String),
}

/// A key-value store of texts. A failed `set` leaves the old value.
pub(super) trait KeyValueStore {
    fn get(&self, key: &str) -> Result<Option<String>, StoreError>;
    fn set(&self, key: &str, text: &str) -> Result<(), StoreError>;
    fn remove(&self, key: &str) -> Result<(), StoreError>;
    /// All keys; none if they cannot be listed.
    fn keys(&self) -> Vec<String>;
}

/// A store in memory.
#[derive(Clone, Debug, Default)]
pub(super) struct MemoryStore(Arc<Mutex<BTreeMap<String, String>>>);

impl KeyValueStore for MemoryStore {
    fn get(&self, key: &str) -> Result<Option<String>, StoreError> {
        Ok(self.0.lock().unwrap_or_else(PoisonError::into_inner).get(key).cloned())
    }

    fn set(&self, key: &str, text: &str) -> Result<(), StoreError> {
        let mut texts = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        texts.insert(key.to_owned(), text.to_owned());
        Ok(())
    }

    fn remove(&self, key: &str) -> Result<(), StoreError> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).remove(key);
        Ok(())
    }

    fn keys(&self) -> Vec<String> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).keys().cloned().collect()
    }
}

fn prefixed_key(name: &str) -> String {
    format!("{KEY_PREFIX}{name}")
}

fn storage_error(name: &str, action: &'static str) -> impl FnOnce(StoreError) -> StorageError {
    let what = name.to_owned();
    move |refusal| match refusal {
        StoreError::Full => StorageError::Full(what),
        StoreError::Other(reason) => StorageError::Io { what, action, reason },
    }
}

pub(super) fn read(store: &impl KeyValueStore, name: &str) -> Result<Option<String>, StorageError> {
    store.get(&prefixed_key(name)).map_err(storage_error(name, "read it"))
}

pub(super) fn remove(store: &impl KeyValueStore, name: &str) -> Result<(), StorageError> {
    store.remove(&prefixed_key(name)).map_err(storage_error(name, "remove it"))
}

pub(super) fn names(store: &impl KeyValueStore) -> Vec<String> {
    let keys = store.keys().into_iter();
    keys.filter_map(|key| key.strip_prefix(KEY_PREFIX).map(str::to_owned)).collect()
}

pub(super) fn write(
    store: &impl KeyValueStore,
    name: &str,
    text: &str,
) -> Result<(), StorageError> {
    store.set(&prefixed_key(name), text).map_err(storage_error(name, "write it"))
}

pub(super) fn set_aside(store: &impl KeyValueStore, name: &str) -> Result<String, StorageError> {
    let missing = || {
        let reason = "there is no such text".to_owned();
        StorageError::Io { what: name.to_owned(), action: "set it aside", reason }
    };
    let text = read(store, name)?.ok_or_else(missing)?;
    for kept in damaged_names(name) {
        if read(store, &kept)?.is_some() {
            continue;
        }
        write(store, &kept, &text)?;
        store.remove(&prefixed_key(name)).map_err(storage_error(name, "remove it"))?;
        return Ok(kept);
    }
    Err(StorageError::no_free_name(name))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A store with room for so many bytes.
    struct LimitedStore(MemoryStore, usize);

    impl KeyValueStore for LimitedStore {
        fn get(&self, key: &str) -> Result<Option<String>, StoreError> {
            self.0.get(key)
        }

        fn set(&self, key: &str, text: &str) -> Result<(), StoreError> {
            let texts = self.0.0.lock().unwrap();
            let others = texts.iter().filter(|(other, _)| *other != key);
            let taken: usize = others.map(|(key, text)| key.len() + text.len()).sum();
            drop(texts);
            if taken + key.len() + text.len() > self.1 {
                return Err(StoreError::Full);
            }
            self.0.set(key, text)
        }

        fn remove(&self, key: &str) -> Result<(), StoreError> {
            self.0.remove(key)
        }

        fn keys(&self) -> Vec<String> {
            self.0.keys()
        }
    }

    /// A store that the user has forbidden.
    struct ForbiddenStore;

    impl KeyValueStore for ForbiddenStore {
        fn get(&self, _: &str) -> Result<Option<String>, StoreError> {
            Err(StoreError::Other("forbidden".to_owned()))
        }

        fn set(&self, _: &str, _: &str) -> Result<(), StoreError> {
            Err(StoreError::Other("forbidden".to_owned()))
        }

        fn remove(&self, _: &str) -> Result<(), StoreError> {
            Err(StoreError::Other("forbidden".to_owned()))
        }

        fn keys(&self) -> Vec<String> {
            Vec::new()
        }
    }

    #[test]
    fn what_is_written_is_read_under_a_key_of_this_program() {
        let items = MemoryStore::default();
        assert_eq!(read(&items, "game.ron"), Ok(None));
        write(&items, "game.ron", "天元").unwrap();
        write(&items, "game.ron", "天").unwrap();
        assert_eq!(read(&items, "game.ron").unwrap().as_deref(), Some("天"));
        assert_eq!(items.get("tianyuan/game.ron").unwrap().as_deref(), Some("天"));
    }

    #[test]
    fn a_removed_text_is_gone_and_only_texts_of_this_program_are_listed() {
        let items = MemoryStore::default();
        items.set("another/program", "x").unwrap();
        write(&items, "a.ron", "a").unwrap();
        write(&items, "b.ron", "b").unwrap();
        remove(&items, "a.ron").unwrap();
        remove(&items, "a.ron").unwrap();
        assert_eq!((read(&items, "a.ron"), names(&items)), (Ok(None), vec!["b.ron".to_owned()]));
    }

    #[test]
    fn damaged_texts_are_set_aside_without_overwriting_each_other() {
        let items = MemoryStore::default();
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
        let items = LimitedStore(MemoryStore::default(), 60);
        write(&items, "game.ron", "old").unwrap();
        let error = write(&items, "game.ron", &"new".repeat(30)).unwrap_err();
        assert_eq!(error, StorageError::Full("game.ron".to_owned()));
        assert_eq!(error.notice("game.ron").id, "storage-full");
        assert_eq!(read(&items, "game.ron").unwrap().as_deref(), Some("old"));
        // A damaged text for whose copy there is no room is kept as it is.
        write(&items, "game.ron", &"x".repeat(40)).unwrap();
        assert!(matches!(set_aside(&items, "game.ron"), Err(StorageError::Full(_))));
        assert_eq!(read(&items, "game.ron").unwrap().map(|text| text.len()), Some(40));
    }

    #[test]
    fn forbidden_storage_is_an_error_in_one_sentence() {
        let error = write(&ForbiddenStore, "game.ron", "x").unwrap_err();
        assert_eq!(error.to_string(), "game.ron: cannot write it: forbidden");
        assert_eq!(error.notice("game.ron").id, "storage-write-failed");
        assert!(
            read(&ForbiddenStore, "game.ron").is_err() && set_aside(&ForbiddenStore, "a").is_err()
        );
    }
}

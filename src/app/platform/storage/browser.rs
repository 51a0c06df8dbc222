//! The browser's localStorage; where it is refused, texts in memory until the
//! page is closed.

use std::sync::atomic::{AtomicBool, Ordering};

use bevy::prelude::*;
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::JsFuture;
use web_sys::DomException;

use super::StorageError;
use super::key_value::{self, KeyValueStore, MemoryStore, StoreError};
use crate::app::platform::browser::error_text;

/// Key of a test write.
const PROBE_KEY: &str = "tianyuan/trial";

/// A file that alone is no reason to request persistent storage.
const EXPENDABLE_FILE: &str = "settings.ron";

/// Name of the exception thrown when the quota is exceeded.
const QUOTA_EXCEEDED: &str = "QuotaExceededError";

/// The store that is used.
#[derive(Clone, Debug)]
pub(super) enum Store {
    /// localStorage.
    Local,
    /// Memory, until the page is closed.
    Session(MemoryStore),
}

/// localStorage.
struct Local;

fn store_error(error: &JsValue) -> StoreError {
    match error.dyn_ref::<DomException>() {
        Some(exception) if exception.name() == QUOTA_EXCEEDED => StoreError::Full,
        _ => StoreError::Other(error_text(error)),
    }
}

impl Local {
    fn storage(&self) -> Result<web_sys::Storage, StoreError> {
        let none = || StoreError::Other("this browser does not save data for this page".to_owned());
        let window = web_sys::window().ok_or_else(none)?;
        window.local_storage().map_err(|error| store_error(&error))?.ok_or_else(none)
    }
}

impl KeyValueStore for Local {
    fn get(&self, key: &str) -> Result<Option<String>, StoreError> {
        self.storage()?.get_item(key).map_err(|error| store_error(&error))
    }

    fn set(&self, key: &str, text: &str) -> Result<(), StoreError> {
        self.storage()?.set_item(key, text).map_err(|error| store_error(&error))
    }

    fn remove(&self, key: &str) -> Result<(), StoreError> {
        self.storage()?.remove_item(key).map_err(|error| store_error(&error))
    }

    fn keys(&self) -> Vec<String> {
        let Ok(storage) = self.storage() else { return Vec::new() };
        let count = storage.length().unwrap_or(0);
        (0..count).filter_map(|index| storage.key(index).ok().flatten()).collect()
    }
}

/// Checks that localStorage can be written. A full one that holds something is
/// usable; one without room for anything is not.
fn probe() -> Result<(), StoreError> {
    let storage = Local.storage()?;
    match Local.set(PROBE_KEY, "1") {
        Ok(()) => Local.remove(PROBE_KEY),
        Err(StoreError::Full) if storage.length().is_ok_and(|length| length > 0) => Ok(()),
        Err(other) => Err(other),
    }
}

impl Store {
    pub(super) fn open() -> Store {
        match probe() {
            Ok(()) => Store::Local,
            Err(error) => {
                warn!("this browser does not save data for this page: {error:?}");
                Store::Session(MemoryStore::default())
            }
        }
    }

    pub(super) fn exports() -> Option<Store> {
        None
    }

    pub(super) fn location(&self) -> String {
        String::new()
    }

    pub(super) fn location_message(&self) -> &'static str {
        match self {
            Store::Local => "data-in-browser",
            Store::Session(_) => "data-not-kept",
        }
    }

    pub(super) fn read(&self, name: &str) -> Result<Option<String>, StorageError> {
        match self {
            Store::Local => key_value::read(&Local, name),
            Store::Session(memory) => key_value::read(memory, name),
        }
    }

    pub(super) fn write(&self, name: &str, text: &str) -> Result<(), StorageError> {
        match self {
            Store::Local => {
                key_value::write(&Local, name, text)?;
                if name != EXPENDABLE_FILE {
                    request_persistence();
                }
                Ok(())
            }
            Store::Session(memory) => key_value::write(memory, name, text),
        }
    }

    /// As `write`: what a page keeps no other page can read.
    pub(super) fn write_privately(&self, name: &str, text: &str) -> Result<(), StorageError> {
        self.write(name, text)
    }

    pub(super) fn remove(&self, name: &str) -> Result<(), StorageError> {
        match self {
            Store::Local => key_value::remove(&Local, name),
            Store::Session(memory) => key_value::remove(memory, name),
        }
    }

    pub(super) fn names(&self) -> Vec<String> {
        match self {
            Store::Local => key_value::names(&Local),
            Store::Session(memory) => key_value::names(memory),
        }
    }

    pub(super) fn set_aside(&self, name: &str) -> Result<String, StorageError> {
        match self {
            Store::Local => key_value::set_aside(&Local, name),
            Store::Session(memory) => key_value::set_aside(memory, name),
        }
    }
}

/// Requests persistent storage, once, so that the browser does not evict the
/// data. It decides by itself or asks the user.
pub fn request_persistence() {
    static ASKED: AtomicBool = AtomicBool::new(false);
    if ASKED.swap(true, Ordering::Relaxed) {
        return;
    }
    let Some(window) = web_sys::window() else { return };
    // StorageManager exists only in secure contexts.
    let navigator = window.navigator();
    let storage = js_sys::Reflect::get(&navigator, &"storage".into());
    let Some(storage) = storage.ok().and_then(|it| it.dyn_into::<web_sys::StorageManager>().ok())
    else {
        return;
    };
    let Ok(answer) = storage.persist() else { return };
    wasm_bindgen_futures::spawn_local(async move {
        match JsFuture::from(answer).await {
            Ok(kept) if kept.is_truthy() => {}
            _ => info!("the browser may remove what is kept when it wants room"),
        }
    });
}

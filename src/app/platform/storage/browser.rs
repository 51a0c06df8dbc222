//! The storage of the browser at this address; where the person or the browser
//! refuses it, texts in memory until the page is closed.

use std::sync::atomic::{AtomicBool, Ordering};

use bevy::prelude::*;
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::JsFuture;
use web_sys::DomException;

use super::StorageError;
use super::items::{self, Items, Memory, Refusal};
use crate::app::platform::browser::said;

/// A key to try whether anything can be written.
const TRIAL: &str = "tianyuan/trial";

/// What can be lost without harm: the browser is not asked to keep the data
/// for it alone.
const SLIGHT: &str = "settings.ron";

/// What the browser calls a storage without room.
const FULL: &str = "QuotaExceededError";

/// Where the texts are.
#[derive(Clone, Debug)]
pub(super) enum Store {
    /// In the browser.
    Local,
    /// Until the page is closed.
    Session(Memory),
}

/// The storage of the browser.
struct Local;

fn refusal(error: &JsValue) -> Refusal {
    match error.dyn_ref::<DomException>() {
        Some(exception) if exception.name() == FULL => Refusal::Full,
        _ => Refusal::Other(said(error)),
    }
}

impl Local {
    fn storage(&self) -> Result<web_sys::Storage, Refusal> {
        let none = || Refusal::Other("this browser keeps nothing for this page".to_owned());
        let window = web_sys::window().ok_or_else(none)?;
        window.local_storage().map_err(|error| refusal(&error))?.ok_or_else(none)
    }
}

impl Items for Local {
    fn get(&self, key: &str) -> Result<Option<String>, Refusal> {
        self.storage()?.get_item(key).map_err(|error| refusal(&error))
    }

    fn set(&self, key: &str, text: &str) -> Result<(), Refusal> {
        self.storage()?.set_item(key, text).map_err(|error| refusal(&error))
    }

    fn remove(&self, key: &str) -> Result<(), Refusal> {
        self.storage()?.remove_item(key).map_err(|error| refusal(&error))
    }
}

/// Whether anything can be kept. A storage that is full holds something;
/// one that has no room for anything is a refusal.
fn try_out() -> Result<(), Refusal> {
    let storage = Local.storage()?;
    match Local.set(TRIAL, "1") {
        Ok(()) => Local.remove(TRIAL),
        Err(Refusal::Full) if storage.length().is_ok_and(|length| length > 0) => Ok(()),
        Err(other) => Err(other),
    }
}

impl Store {
    pub(super) fn open() -> Store {
        match try_out() {
            Ok(()) => Store::Local,
            Err(refusal) => {
                warn!("the browser keeps nothing for this page: {refusal:?}");
                Store::Session(Memory::default())
            }
        }
    }

    pub(super) fn exports() -> Option<Store> {
        None
    }

    pub(super) fn place(&self) -> String {
        String::new()
    }

    pub(super) fn place_told(&self) -> &'static str {
        match self {
            Store::Local => "data-in-browser",
            Store::Session(_) => "data-not-kept",
        }
    }

    pub(super) fn read(&self, name: &str) -> Result<Option<String>, StorageError> {
        match self {
            Store::Local => items::read(&Local, name),
            Store::Session(memory) => items::read(memory, name),
        }
    }

    pub(super) fn write(&self, name: &str, text: &str) -> Result<(), StorageError> {
        match self {
            Store::Local => {
                items::write(&Local, name, text)?;
                if name != SLIGHT {
                    stay();
                }
                Ok(())
            }
            Store::Session(memory) => items::write(memory, name, text),
        }
    }

    pub(super) fn set_aside(&self, name: &str) -> Result<String, StorageError> {
        match self {
            Store::Local => items::set_aside(&Local, name),
            Store::Session(memory) => items::set_aside(memory, name),
        }
    }
}

/// Asks the browser, once, not to take the data away when it wants room for
/// other pages. It decides by itself or asks the person.
pub(in crate::app::platform) fn stay() {
    static ASKED: AtomicBool = AtomicBool::new(false);
    if ASKED.swap(true, Ordering::Relaxed) {
        return;
    }
    let Some(window) = web_sys::window() else { return };
    // Pages without a certificate have no such thing.
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

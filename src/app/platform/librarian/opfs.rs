//! Files that the browser keeps for this address alone, as a worker sees them
//! (the origin private file system of the File System standard).

use std::io;

use js_sys::{Function, Object, Promise, Reflect};
use send_wrapper::SendWrapper;
use thiserror::Error;
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::JsFuture;
use web_sys::{DomException, FileSystemReadWriteOptions, FileSystemSyncAccessHandle};

use crate::app::platform::browser::said;
use crate::library::StorageBackend;

/// Why there is no such file.
#[derive(Debug, Error)]
pub(super) enum Failed {
    /// Another window has it open.
    #[error("another window has it open")]
    Taken,
    /// Anything else, in the words of the browser.
    #[error("{0}")]
    Other(String),
}

fn has_name(error: &JsValue, name: &str) -> bool {
    error.dyn_ref::<DomException>().is_some_and(|exception| exception.name() == name)
}

impl From<JsValue> for Failed {
    fn from(error: JsValue) -> Failed {
        match has_name(&error, "NoModificationAllowedError") {
            true => Failed::Taken,
            false => Failed::Other(said(&error)),
        }
    }
}

/// Calls a function of an object that makes a promise, and awaits it.
async fn call(of: &JsValue, name: &str, with: &[JsValue]) -> Result<JsValue, JsValue> {
    let function: Function = Reflect::get(of, &name.into())?.dyn_into()?;
    let promise = Reflect::apply(&function, of, &with.iter().collect())?;
    JsFuture::from(promise.dyn_into::<Promise>()?).await
}

/// The file with this name, which is made if there is none.
async fn file(name: &str, make: bool) -> Result<JsValue, JsValue> {
    let navigator = Reflect::get(&js_sys::global(), &"navigator".into())?;
    let storage = Reflect::get(&navigator, &"storage".into())?;
    let folder = call(&storage, "getDirectory", &[]).await?;
    let options = Object::new();
    Reflect::set(&options, &"create".into(), &make.into())?;
    call(&folder, "getFileHandle", &[name.into(), options.into()]).await
}

/// Whether there is a file with this name.
pub(super) async fn is_there(name: &str) -> Result<bool, Failed> {
    match file(name, false).await {
        Ok(_) => Ok(true),
        Err(error) if has_name(&error, "NotFoundError") => Ok(false),
        Err(error) => Err(error.into()),
    }
}

/// Opens the file with this name, or makes it. Nobody else can open it before
/// it is dropped.
pub(super) async fn open(name: &str) -> Result<Whole, Failed> {
    let file = file(name, true).await?;
    let handle = call(&file, "createSyncAccessHandle", &[]).await?;
    Ok(Whole(SendWrapper::new(handle.dyn_into()?)))
}

/// A whole file.
#[derive(Debug)]
pub(super) struct Whole(SendWrapper<FileSystemSyncAccessHandle>);

impl Drop for Whole {
    fn drop(&mut self) {
        self.0.close();
    }
}

/// A place in a file. It is written as a number of 53 bits, which is longer
/// than any file.
fn at(offset: u64) -> FileSystemReadWriteOptions {
    let options = FileSystemReadWriteOptions::new();
    options.set_at(offset as f64);
    options
}

fn full() -> io::Error {
    let reason = "this browser has no more room for it; deleting something would make some";
    io::Error::new(io::ErrorKind::StorageFull, reason)
}

fn wrong(error: JsValue) -> io::Error {
    match has_name(&error, "QuotaExceededError") {
        true => full(),
        false => io::Error::other(said(&error)),
    }
}

impl StorageBackend for Whole {
    fn len(&self) -> io::Result<u64> {
        self.0.get_size().map(|size| size as u64).map_err(wrong)
    }

    fn read(&self, offset: u64, out: &mut [u8]) -> io::Result<()> {
        let read = self.0.read_with_u8_array_and_options(out, &at(offset)).map_err(wrong)?;
        if read as usize == out.len() { Ok(()) } else { Err(io::ErrorKind::UnexpectedEof.into()) }
    }

    fn set_len(&self, len: u64) -> io::Result<()> {
        self.0.truncate_with_f64(len as f64).map_err(wrong)
    }

    fn sync_data(&self) -> io::Result<()> {
        self.0.flush().map_err(wrong)
    }

    fn write(&self, offset: u64, data: &[u8]) -> io::Result<()> {
        let written = self.0.write_with_u8_array_and_options(data, &at(offset)).map_err(wrong)?;
        if written as usize == data.len() {
            return Ok(());
        }
        // A browser that writes a part has no room for the rest.
        Err(full())
    }
}

//! Files in the origin private file system (OPFS of the File System standard),
//! as a worker sees them.

use std::io;

use js_sys::{Function, Object, Promise, Reflect};
use send_wrapper::SendWrapper;
use thiserror::Error;
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::JsFuture;
use web_sys::{DomException, FileSystemReadWriteOptions, FileSystemSyncAccessHandle};

use crate::app::platform::browser::error_text;
use crate::library::StorageBackend;

/// Error of opening a file.
#[derive(Debug, Error)]
pub(super) enum OpfsError {
    /// Another window has the file open.
    #[error("another window has it open")]
    InUse,
    /// Anything else, as reported by the browser.
    #[error("{0}")]
    Other(String),
}

fn has_name(error: &JsValue, name: &str) -> bool {
    error.dyn_ref::<DomException>().is_some_and(|exception| exception.name() == name)
}

impl From<JsValue> for OpfsError {
    fn from(error: JsValue) -> OpfsError {
        match has_name(&error, "NoModificationAllowedError") {
            true => OpfsError::InUse,
            false => OpfsError::Other(error_text(&error)),
        }
    }
}

/// Calls an asynchronous method of an object and awaits its promise.
async fn call(object: &JsValue, method: &str, args: &[JsValue]) -> Result<JsValue, JsValue> {
    let function: Function = Reflect::get(object, &method.into())?.dyn_into()?;
    let promise = Reflect::apply(&function, object, &args.iter().collect())?;
    JsFuture::from(promise.dyn_into::<Promise>()?).await
}

/// The handle of the file with this name; `create` makes a missing file.
async fn file_handle(name: &str, create: bool) -> Result<JsValue, JsValue> {
    let navigator = Reflect::get(&js_sys::global(), &"navigator".into())?;
    let storage = Reflect::get(&navigator, &"storage".into())?;
    let folder = call(&storage, "getDirectory", &[]).await?;
    let options = Object::new();
    Reflect::set(&options, &"create".into(), &create.into())?;
    call(&folder, "getFileHandle", &[name.into(), options.into()]).await
}

/// True if there is a file with this name.
pub(super) async fn exists(name: &str) -> Result<bool, OpfsError> {
    match file_handle(name, false).await {
        Ok(_) => Ok(true),
        Err(error) if has_name(&error, "NotFoundError") => Ok(false),
        Err(error) => Err(error.into()),
    }
}

/// Opens or creates the file with this name, with exclusive access until the
/// result is dropped.
pub(super) async fn open(name: &str) -> Result<OpfsFile, OpfsError> {
    let file = file_handle(name, true).await?;
    let handle = call(&file, "createSyncAccessHandle", &[]).await?;
    Ok(OpfsFile(SendWrapper::new(handle.dyn_into()?)))
}

/// An open file.
#[derive(Debug)]
pub(super) struct OpfsFile(SendWrapper<FileSystemSyncAccessHandle>);

impl Drop for OpfsFile {
    fn drop(&mut self) {
        self.0.close();
    }
}

/// Options with a file offset. JavaScript numbers are exact up to 53 bits,
/// more than any file is long.
fn at(offset: u64) -> FileSystemReadWriteOptions {
    let options = FileSystemReadWriteOptions::new();
    options.set_at(offset as f64);
    options
}

fn storage_full() -> io::Error {
    let reason = "this browser has no more room for it; deleting something would make some";
    io::Error::new(io::ErrorKind::StorageFull, reason)
}

fn io_error(error: JsValue) -> io::Error {
    match has_name(&error, "QuotaExceededError") {
        true => storage_full(),
        false => io::Error::other(error_text(&error)),
    }
}

impl StorageBackend for OpfsFile {
    fn len(&self) -> io::Result<u64> {
        self.0.get_size().map(|size| size as u64).map_err(io_error)
    }

    fn read(&self, offset: u64, out: &mut [u8]) -> io::Result<()> {
        let read = self.0.read_with_u8_array_and_options(out, &at(offset)).map_err(io_error)?;
        if read as usize == out.len() { Ok(()) } else { Err(io::ErrorKind::UnexpectedEof.into()) }
    }

    fn set_len(&self, len: u64) -> io::Result<()> {
        self.0.truncate_with_f64(len as f64).map_err(io_error)
    }

    fn sync_data(&self) -> io::Result<()> {
        self.0.flush().map_err(io_error)
    }

    fn write(&self, offset: u64, data: &[u8]) -> io::Result<()> {
        let written =
            self.0.write_with_u8_array_and_options(data, &at(offset)).map_err(io_error)?;
        if written as usize == data.len() {
            return Ok(());
        }
        // A partial write means that there is no room for the rest.
        Err(storage_full())
    }
}

//! The drivers of a session over a socket: a thread, or the page of a browser.

#[cfg(target_arch = "wasm32")]
mod browser;
#[cfg(not(target_arch = "wasm32"))]
mod native;
#[cfg(not(target_arch = "wasm32"))]
mod tunnel;

#[cfg(target_arch = "wasm32")]
pub(super) use browser::Driver;
#[cfg(not(target_arch = "wasm32"))]
pub(super) use native::Driver;
#[cfg(feature = "server")]
pub(in crate::net) use native::{ask_nonce, open};

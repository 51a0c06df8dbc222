//! The drivers of a session over a socket: a thread, or the page of a browser.

#[cfg(target_arch = "wasm32")]
mod browser;
#[cfg(not(target_arch = "wasm32"))]
mod native;
// Not on phones: what encrypts is built with C, for which there may be no headers there.
#[cfg(not(any(target_arch = "wasm32", target_os = "android", target_os = "ios")))]
mod tunnel;
#[cfg(any(target_os = "android", target_os = "ios"))]
#[path = "no_tunnel.rs"]
mod tunnel;

#[cfg(target_arch = "wasm32")]
pub(super) use browser::Driver;
#[cfg(not(target_arch = "wasm32"))]
pub(super) use native::Driver;
#[cfg(feature = "server")]
pub(in crate::net) use native::{ask_nonce, open};

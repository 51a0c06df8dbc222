//! Play over a network: who a player is, what is written, the log of a game that proves itself,
//! the referee and the client. Nothing here draws, and but for the sockets nothing here waits:
//! referee and client are state machines that are given messages and the time.

pub mod client;
pub mod referee;
#[cfg(feature = "server")]
pub mod server;
pub mod topics;

mod evidence;
mod game;
mod house;
mod identity;
#[cfg(not(target_arch = "wasm32"))]
mod key_file;
mod message;

pub use evidence::{Evidence, EvidenceError, LOG_EXTENSION, write_log};
pub use game::{Actor, Finish, LogError, OnlineGame};
pub use house::HOUSE_SERVICE;
#[cfg(not(target_arch = "wasm32"))]
pub use house::house_address;
pub use identity::{Identity, KeyError, PlayerId, Proof, Purpose};
pub use message::*;

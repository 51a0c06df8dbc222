//! Play over a network: who a player is, what is written, the log of a game that proves itself,
//! the referee and the client. Nothing here draws, and but for the sockets nothing here waits:
//! referee and client are state machines that are given messages and the time.

pub mod client;
pub mod referee;
#[cfg(feature = "server")]
pub mod server;
pub mod topics;

mod game;
mod identity;
mod message;

pub use game::{Actor, Finish, LogError, OnlineGame};
pub use identity::{Identity, KeyError, PlayerId, Proof, Purpose};
pub use message::*;

/// What servers are called in the network of a house (DNS-SD, RFC 6763).
pub const HOUSE_SERVICE: &str = "_tianyuan._tcp.local.";

//! The player's side of play over a network, and the link to the broker that referees use too.
//!
//! [`Client`] is the player as a state machine and [`mqtt`] the protocol of the broker, neither
//! with input or output; [`Online`] drives both over a socket.

pub mod mqtt;

mod address;
mod followed;
mod lobby;
mod online;
mod session;
mod socket;
mod state;
mod way;
mod words;

pub use address::{Address, AddressError, DEFAULT_PORT, Link, LinkTarget, read_address};
pub use followed::{FollowedGame, Pending};
pub use lobby::Lobby;
pub use online::{Online, Status, now_ms};
pub use state::Client;
pub use words::{Command, Event, Output};

#[cfg(feature = "server")]
pub(in crate::net) use {
    session::password,
    socket::{ask_nonce, open},
};

//! The handle of the window and of the command line: a player who is connected to a server, for as
//! long as the handle lives.

use web_time::{SystemTime, UNIX_EPOCH};

use super::mqtt::LinkError;
use super::socket::Driver;
use super::{Address, AddressError, Command, Event};
use crate::net::Identity;

/// The state of the connection.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Status {
    /// It is being made.
    Connecting,
    /// It stands.
    Connected {
        /// The time to the referee and back in milliseconds, once it is measured.
        round_trip_ms: Option<u32>,
    },
    /// It is lost, and made again at a time.
    Waiting {
        /// Milliseconds since 1970 by the own clock.
        until: u64,
        /// The reason.
        why: LinkError,
    },
}

/// A player who is connected to a server, or about to be. Dropping it leaves properly.
///
/// Outside of the browser it is driven by a thread of its own, which sleeps until something comes
/// or is to be done; in the browser by the page.
pub struct Online(Driver);

impl std::fmt::Debug for Online {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Online").finish_non_exhaustive()
    }
}

impl Online {
    /// Connects to a server, again and again until it is dropped.
    ///
    /// # Errors
    /// When the address asks for what cannot be done here.
    pub fn start(
        identity: Identity,
        name: String,
        address: &Address,
    ) -> Result<Online, AddressError> {
        Driver::start(identity, name, address).map(Online)
    }

    /// Wants something.
    pub fn send(&self, command: Command) {
        self.0.send(command);
    }

    /// The changes since the last call.
    #[must_use]
    pub fn poll(&self) -> Vec<Event> {
        self.0.poll()
    }

    /// Calls `waker` whenever there is something to poll, from any thread.
    pub fn set_waker(&self, waker: Box<dyn Fn() + Send>) {
        self.0.set_waker(waker);
    }
}

/// Milliseconds since 1970 by the clock of this device, as commands and snapshots use them.
#[must_use]
pub fn now_ms() -> u64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |it| it.as_millis() as u64)
}

//! The server of a house, a club or more: a broker, the page of the game for browsers, and the way
//! to both through one port. Referees are clients of the broker like the players; with another
//! broker they do without this.
//!
//! The broker is [RMQTT](https://github.com/rmqtt/rmqtt) as a library, with the rules of [`access`]
//! as its hooks. `rumqttd`, the other broker that is a Rust library, builds faster and needs less,
//! but can only say who may log in, not what each client may publish and subscribe to, and a player
//! who may write under another's id, or clear the lobby, is what must not be. RMQTT asks for each
//! message and each subscription, slows a client that floods while it asks, and is the same program
//! that runs as a cluster of several machines, should one be outgrown.
//!
//! RMQTT accepts connections itself and takes over none. So it listens on a port of the loopback
//! interface that the system chooses, and [`front`] carries the bytes between it and the clients.
//! That costs a copy in memory, and leaves to the front what a broker does not do: one port for
//! MQTT, WebSockets and files, and counting the connections of an address.

mod access;
mod adoption;
mod announce;
mod broker;
mod duty;
mod files;
mod front;
mod host;
mod http;
mod keys;
mod limits;
mod link;
mod login;
mod pulse;
mod websocket;

use std::collections::BTreeSet;
use std::io;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use tokio::runtime::{self, Runtime};

use super::PlayerId;
use broker::Broker;
use http::Site;
use limits::Door;
use login::Logins;

pub use announce::{Announcement, house_addresses, qr_code};
pub use files::allow_connections;
pub use host::{EndSignal, Host, HostError, start_referee};
pub use keys::{referee_key, referee_name};
pub use limits::Limits;
pub use link::{Appointment, RefereeLink, Report};

/// The port of a server unless another is named.
pub const PORT: u16 = 7474;

/// The time for which connections may go on while the server stops.
const FAREWELL: Duration = Duration::from_secs(2);

/// The settings of a server.
#[derive(Clone, Debug)]
pub struct Config {
    /// The port, on all addresses of the machine; one that is free if it is 0.
    pub port: u16,
    /// The folder with the page of the game, if it is there.
    pub web: Option<PathBuf>,
    /// Those who judge.
    pub referees: BTreeSet<PlayerId>,
    /// Its limits.
    pub limits: Limits,
}

/// A running server. It stops when it is dropped.
pub struct Server {
    /// Ends with everything that runs on it.
    runtime: Option<Runtime>,
    /// Ends with it.
    _broker: Broker,
    port: u16,
}

impl Server {
    /// Starts a server.
    ///
    /// # Errors
    /// When the port is taken, or the system gives no threads or no random numbers.
    pub fn start(config: Config) -> io::Result<Server> {
        let logins = Arc::new(Logins::new().map_err(io::Error::other)?);
        let runtime = runtime::Builder::new_multi_thread()
            .thread_name("server")
            .enable_io()
            .enable_time()
            .build()?;
        let (broker, port) = runtime.block_on(async {
            let listeners = front::listen(config.port).await?;
            let port = listeners[0].local_addr()?.port();
            let broker = Broker::start(logins.clone(), config.referees, config.limits).await?;
            let door = Door::new(config.limits);
            let site = Arc::new(Site::new(logins.clone(), broker.address, config.web));
            for listener in listeners {
                tokio::spawn(front::serve(listener, door.clone(), site.clone()));
            }
            io::Result::Ok((broker, port))
        })?;
        Ok(Server { runtime: Some(runtime), _broker: broker, port })
    }

    /// The port that everyone opens.
    #[must_use]
    pub fn port(&self) -> u16 {
        self.port
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        if let Some(runtime) = self.runtime.take() {
            runtime.shutdown_timeout(FAREWELL);
        }
    }
}

//! A server with its referee, and a referee for the broker of others.

use std::fs;
use std::io;
use std::path::Path;

use thiserror::Error;

use super::super::client::now_ms;
use super::super::identity::random_bytes;
use super::super::referee::{RedbStore, Referee, StoreError};
use super::super::{Identity, KeyError};
use super::duty::Duty;
use super::pulse::Pulse;
use super::{Appointment, Config, RefereeLink, Report, Server, referee_key, referee_name};

/// The file with the games, ratings and results.
const STORE_FILE: &str = "games.redb";

/// A server or a referee that cannot begin.
#[derive(Debug, Error)]
pub enum HostError {
    /// The folder with its data.
    #[error("{folder}: {error}")]
    Folder {
        /// The folder.
        folder: String,
        /// The error.
        error: io::Error,
    },
    /// The games that are kept.
    #[error("{folder}: {error}")]
    Store {
        /// The folder.
        folder: String,
        /// The error.
        error: StoreError,
    },
    /// The system has no random numbers.
    #[error(transparent)]
    Random(#[from] KeyError),
    /// The port, or a thread.
    #[error("the server cannot start: {0}")]
    Server(io::Error),
}

/// A server with its referee. Both stop when it is dropped, the referee first.
pub struct Host {
    referee: RefereeLink,
    server: Server,
}

impl Host {
    /// Starts a server whose data is in `folder`, which is made if it is not there.
    ///
    /// # Errors
    /// When the folder or the port cannot be used.
    pub fn start(folder: &Path, mut config: Config, report: Report) -> Result<Host, HostError> {
        let (identity, referee) = referee_in(folder)?;
        config.referees.insert(identity.id());
        let server = Server::start(config).map_err(HostError::Server)?;
        let broker = ("127.0.0.1".to_owned(), server.port());
        let referee = appoint(folder, vec![broker], None, identity, referee, report)?;
        Ok(Host { referee, server })
    }

    /// The port that everyone opens.
    #[must_use]
    pub fn port(&self) -> u16 {
        self.server.port()
    }

    /// True while the referee is at work.
    #[must_use]
    pub fn is_served(&self) -> bool {
        self.referee.is_connected()
    }
}

/// Lets the referee of a folder work for the broker at this host and port, or at several of a
/// cluster, of which one is used at a time; user name and password are for a broker that wants
/// them.
///
/// # Errors
/// When the folder cannot be used, or no broker is named.
pub fn start_referee(
    folder: &Path,
    brokers: Vec<(String, u16)>,
    login: Option<(String, Vec<u8>)>,
    report: Report,
) -> Result<RefereeLink, HostError> {
    let (identity, referee) = referee_in(folder)?;
    appoint(folder, brokers, login, identity, referee, report)
}

fn appoint(
    folder: &Path,
    brokers: Vec<(String, u16)>,
    login: Option<(String, Vec<u8>)>,
    identity: Identity,
    referee: Referee,
    report: Report,
) -> Result<RefereeLink, HostError> {
    if brokers.is_empty() {
        let reason = io::Error::new(io::ErrorKind::InvalidInput, "no broker is named");
        return Err(HostError::Server(reason));
    }
    let name = referee_name(folder).map_err(|error| folder_error(folder, error))?;
    let (pulse, since) = Pulse::open(folder).map_err(|error| folder_error(folder, error))?;
    let appointment = Appointment { brokers, login, name };
    let duty = Duty::new(referee, identity.clone(), appointment.name.clone(), since);
    RefereeLink::start(appointment, identity, duty, pulse, report).map_err(HostError::Server)
}

/// The referee of a folder, with the games that it has.
fn referee_in(folder: &Path) -> Result<(Identity, Referee), HostError> {
    fs::create_dir_all(folder).map_err(|error| folder_error(folder, error))?;
    let identity = referee_key(folder).map_err(|error| folder_error(folder, error))?;
    let seed = random_bytes()?;
    let referee = RedbStore::open(&folder.join(STORE_FILE))
        .and_then(|store| {
            let seed = u64::from_le_bytes(seed);
            Referee::new(identity.clone(), Box::new(store), seed, now_ms())
        })
        .map_err(|error| HostError::Store { folder: folder.display().to_string(), error })?;
    Ok((identity, referee))
}

fn folder_error(folder: &Path, error: io::Error) -> HostError {
    HostError::Folder { folder: folder.display().to_string(), error }
}

/// Signal that the program is to end: Ctrl-C, or a request of the system. It is heard from the
/// moment at which this is made, so that a program that has said it is ready ends well.
pub struct EndSignal {
    runtime: tokio::runtime::Runtime,
    #[cfg(unix)]
    told: [tokio::signal::unix::Signal; 2],
}

impl EndSignal {
    /// Begins to listen.
    ///
    /// # Errors
    /// When the system does not tell.
    pub fn listen() -> io::Result<EndSignal> {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_io().build()?;
        #[cfg(unix)]
        let told = {
            use tokio::signal::unix::{SignalKind, signal};
            let _entered = runtime.enter();
            [signal(SignalKind::terminate())?, signal(SignalKind::interrupt())?]
        };
        Ok(EndSignal {
            runtime,
            #[cfg(unix)]
            told,
        })
    }

    /// Waits for it.
    ///
    /// # Errors
    /// When the system does not tell.
    pub fn wait(self) -> io::Result<()> {
        #[cfg(unix)]
        {
            let [mut terminate, mut interrupt] = self.told;
            self.runtime.block_on(async {
                tokio::select! {
                    _ = terminate.recv() => {}
                    _ = interrupt.recv() => {}
                }
            });
            Ok(())
        }
        #[cfg(not(unix))]
        self.runtime.block_on(tokio::signal::ctrl_c())
    }
}

//! The encrypted way of a client's bytes, without a socket: TLS, and inside it a web socket where
//! the address has a path, as browsers go. Certificates are those that the system trusts, on phones
//! those that Mozilla trusts.

use std::io::{self, Read, Write};
use std::net::TcpStream;
use std::sync::{Arc, OnceLock};

use rustls::pki_types::ServerName;
use rustls::{ClientConfig, ClientConnection, RootCertStore, StreamOwned};
use tungstenite::client::IntoClientRequest;
use tungstenite::handshake::client::ClientHandshake;
use tungstenite::handshake::{HandshakeError, MidHandshake};
use tungstenite::http::HeaderValue;
use tungstenite::protocol::WebSocketConfig;
use tungstenite::{Message, WebSocket};

use super::super::Address;
use super::super::mqtt::LinkError;

/// The longest message of a web socket that is taken, in bytes: several of the longest of MQTT.
const MAX_MESSAGE: usize = 4 << 20;

/// Those who may say who a server is.
#[cfg(not(any(target_os = "android", target_os = "ios")))]
fn trusted() -> RootCertStore {
    let mut roots = RootCertStore::empty();
    // Some that cannot be read are no reason not to use the others.
    roots.add_parsable_certificates(rustls_native_certs::load_native_certs().certs);
    roots
}

/// Those who may say who a server is. iOS tells them to no program, and those of an old Android are
/// as old as it is, so that they come with the program.
#[cfg(any(target_os = "android", target_os = "ios"))]
fn trusted() -> RootCertStore {
    RootCertStore { roots: webpki_roots::TLS_SERVER_ROOTS.to_vec() }
}

/// TLS configuration of connections, with the certificates that are trusted, read once.
fn config() -> Result<Arc<ClientConfig>, LinkError> {
    static CONFIG: OnceLock<Option<Arc<ClientConfig>>> = OnceLock::new();
    let config = CONFIG.get_or_init(|| {
        let roots = trusted();
        if roots.is_empty() {
            return None;
        }
        let provider = Arc::new(rustls::crypto::ring::default_provider());
        let builder = ClientConfig::builder_with_provider(provider);
        let builder = builder.with_safe_default_protocol_versions().ok()?;
        Some(Arc::new(builder.with_root_certificates(roots).with_no_client_auth()))
    });
    config.clone().ok_or_else(|| {
        LinkError::Socket(
            "this system has no certificates to know servers by (on Debian: ca-certificates)"
                .to_owned(),
        )
    })
}

fn damaged(error: impl ToString) -> LinkError {
    LinkError::Damaged(error.to_string())
}

fn begin_tls(address: &Address) -> Result<ClientConnection, LinkError> {
    let name = ServerName::try_from(address.place().0.to_owned())
        .map_err(|error| LinkError::Socket(error.to_string()))?;
    ClientConnection::new(config()?, name).map_err(damaged)
}

/// A socket that encrypts what is written to it, for a question and its answer.
pub(super) type Encrypted = StreamOwned<ClientConnection, TcpStream>;

/// Encrypts a connection to this address.
pub(super) fn encrypt(stream: TcpStream, address: &Address) -> Result<Encrypted, LinkError> {
    Ok(StreamOwned::new(begin_tls(address)?, stream))
}

/// The socket beneath it.
pub(super) fn socket_of(encrypted: &Encrypted) -> &TcpStream {
    &encrypted.sock
}

/// Bytes on their way between the web socket and TLS.
#[derive(Default)]
struct Pipe {
    came: Vec<u8>,
    goes: Vec<u8>,
}

impl Read for Pipe {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.came.is_empty() {
            return Err(io::ErrorKind::WouldBlock.into());
        }
        let count = buffer.len().min(self.came.len());
        buffer[..count].copy_from_slice(&self.came[..count]);
        self.came.drain(..count);
        Ok(count)
    }
}

impl Write for Pipe {
    fn write(&mut self, buffer: &[u8]) -> io::Result<usize> {
        self.goes.extend_from_slice(buffer);
        Ok(buffer.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Connection inside TLS, by its protocol and state.
enum Inside {
    /// MQTT as it is.
    Plain(Pipe),
    /// A web socket that the server has not let in yet.
    Opening(Box<MidHandshake<ClientHandshake<Pipe>>>),
    /// A web socket.
    Open(Box<WebSocket<Pipe>>),
    /// It failed.
    Closed,
}

/// The encrypted way of one connection.
pub(super) struct Tunnel {
    tls: ClientConnection,
    inside: Inside,
    /// Bytes that are sent once the web socket is open.
    waiting: Vec<u8>,
}

impl Tunnel {
    /// A way to this address, which begins with the next bytes to be sent.
    ///
    /// # Errors
    /// When the system trusts nobody, or the host cannot have a certificate.
    pub fn new(address: &Address) -> Result<Tunnel, LinkError> {
        let mut tls = begin_tls(address)?;
        // What is sent here has its bounds elsewhere.
        tls.set_buffer_limit(None);
        let inside = if address.path.is_empty() {
            Inside::Plain(Pipe::default())
        } else {
            let url = address.web_socket().map_err(damaged)?;
            let mut request = url.into_client_request().map_err(damaged)?;
            let protocol = HeaderValue::from_static("mqtt");
            request.headers_mut().insert("Sec-WebSocket-Protocol", protocol);
            let limits = WebSocketConfig::default()
                .max_message_size(Some(MAX_MESSAGE))
                .max_frame_size(Some(MAX_MESSAGE));
            let begun = ClientHandshake::start(Pipe::default(), request, Some(limits));
            let begun = begun.map_err(damaged)?;
            Inside::Opening(Box::new(begun))
        };
        Ok(Tunnel { tls, inside, waiting: Vec::new() })
    }

    /// The bytes for the socket with which these are sent, and what else TLS and the web socket
    /// have to say.
    ///
    /// # Errors
    /// When the way is closed.
    pub fn send(&mut self, bytes: &[u8]) -> Result<Vec<u8>, LinkError> {
        self.waiting.extend_from_slice(bytes);
        self.drive(&mut Vec::new())?;
        let mut sent = Vec::new();
        while self.tls.wants_write() {
            self.tls.write_tls(&mut sent).map_err(damaged)?;
        }
        Ok(sent)
    }

    /// Reads these bytes from the socket, and returns the bytes of MQTT in them. Afterwards there
    /// may be something to send, even without bytes of one's own.
    ///
    /// # Errors
    /// When the server cannot be trusted or does not keep to the protocols, and when it has closed
    /// the web socket.
    pub fn receive(&mut self, mut bytes: &[u8]) -> Result<Vec<u8>, LinkError> {
        let mut received = Vec::new();
        while !bytes.is_empty() {
            self.tls.read_tls(&mut bytes).map_err(damaged)?;
            let state = self.tls.process_new_packets().map_err(damaged)?;
            let mut came = vec![0; state.plaintext_bytes_to_read()];
            self.tls.reader().read_exact(&mut came).map_err(damaged)?;
            if let Some(pipe) = self.pipe() {
                pipe.came.append(&mut came);
            }
            self.drive(&mut received)?;
        }
        Ok(received)
    }

    fn pipe(&mut self) -> Option<&mut Pipe> {
        match &mut self.inside {
            Inside::Plain(pipe) => Some(pipe),
            Inside::Opening(begun) => Some(begun.get_mut().get_mut()),
            Inside::Open(socket) => Some(socket.get_mut()),
            Inside::Closed => None,
        }
    }

    /// Lets the web socket take what came and write what waits, and hands that to TLS.
    fn drive(&mut self, received: &mut Vec<u8>) -> Result<(), LinkError> {
        self.inside = match std::mem::replace(&mut self.inside, Inside::Closed) {
            Inside::Plain(mut pipe) => {
                received.append(&mut pipe.came);
                pipe.goes.append(&mut self.waiting);
                Inside::Plain(pipe)
            }
            Inside::Opening(begun) => match begun.handshake() {
                Ok((socket, _)) => Inside::Open(Box::new(socket)),
                Err(HandshakeError::Interrupted(begun)) => Inside::Opening(Box::new(begun)),
                Err(HandshakeError::Failure(error)) => return Err(damaged(error)),
            },
            other => other,
        };
        if let Inside::Open(socket) = &mut self.inside {
            read_messages(socket, received)?;
            if !self.waiting.is_empty() {
                let message = Message::binary(std::mem::take(&mut self.waiting));
                socket.write(message).map_err(damaged)?;
            }
            socket.flush().map_err(damaged)?;
        }
        let Some(pipe) = self.pipe() else {
            return Err(LinkError::Ended("the connection is closed".to_owned()));
        };
        let goes = std::mem::take(&mut pipe.goes);
        self.tls.writer().write_all(&goes).map_err(damaged)
    }
}

/// Takes the messages that have come whole: MQTT comes in binary ones alone.
fn read_messages(socket: &mut WebSocket<Pipe>, received: &mut Vec<u8>) -> Result<(), LinkError> {
    loop {
        match socket.read() {
            Ok(Message::Binary(bytes)) => received.extend_from_slice(&bytes),
            Ok(Message::Close(frame)) => {
                let reason = frame.map(|frame| frame.reason.to_string()).unwrap_or_default();
                return Err(LinkError::Ended(format!("the connection is closed {reason}")));
            }
            Ok(_) => {}
            Err(tungstenite::Error::Io(error)) if error.kind() == io::ErrorKind::WouldBlock => {
                return Ok(());
            }
            Err(error) => return Err(damaged(error)),
        }
    }
}

//! A connection to a broker, over a socket or a WebSocket, that logs in as a test wants.

use std::io::{ErrorKind, Read, Write};
use std::net::TcpStream;
use std::time::{Duration, Instant};

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD as BASE64;
use tianyuan::net::client::mqtt::{LinkError, MqttClient, MqttEvent, MqttOptions, Will};
use tianyuan::net::{Identity, Purpose};
use tokio_tungstenite::tungstenite::client::{IntoClientRequest, client};
use tokio_tungstenite::tungstenite::{Error, Message, WebSocket};

use crate::{PATIENCE, now_ms};

/// Transport of bytes to the server.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Way {
    Socket,
    WebSocket,
}

enum Stream {
    Socket(TcpStream),
    WebSocket(Box<WebSocket<TcpStream>>),
}

/// A client of the broker.
pub struct Wire {
    stream: Option<Stream>,
    pub mqtt: MqttClient,
}

/// The answer of the server to a request over HTTP, head and body.
pub fn http(port: u16, request: &str) -> String {
    let mut stream = TcpStream::connect(("127.0.0.1", port)).unwrap();
    stream.set_read_timeout(Some(PATIENCE)).unwrap();
    stream.write_all(request.as_bytes()).unwrap();
    let mut answer = Vec::new();
    // A connection that is reset has said what it had to say.
    let _ = stream.read_to_end(&mut answer);
    String::from_utf8_lossy(&answer).into_owned()
}

pub fn get(port: u16, path: &str, headers: &str) -> String {
    let head = format!("GET {path} HTTP/1.1\r\nHost: test\r\nConnection: close\r\n{headers}\r\n");
    http(port, &head)
}

/// A nonce of the server at this port; nothing of a broker that gives none, or of a server that is
/// away.
pub fn nonce(port: u16) -> Option<String> {
    let mut stream = TcpStream::connect(("127.0.0.1", port)).ok()?;
    stream.set_read_timeout(Some(PATIENCE)).ok()?;
    let request = b"GET /nonce HTTP/1.1\r\nHost: test\r\nConnection: close\r\n\r\n";
    stream.write_all(request).ok()?;
    let mut answer = String::new();
    stream.read_to_string(&mut answer).ok()?;
    Some(answer.strip_prefix("HTTP/1.1 200")?.split_once("\r\n\r\n")?.1.to_owned())
}

/// The password of a client, by the words of the protocol.
pub fn password(identity: &Identity, client_id: &str, nonce: &str) -> Vec<u8> {
    let signed = format!("{nonce}{client_id}");
    let proof = identity.sign(Purpose::Login, signed.as_bytes());
    format!("{nonce}.{}", BASE64.encode(proof.0)).into_bytes()
}

/// The options with which this player logs in properly.
pub fn options(identity: &Identity, device: &str, port: u16) -> MqttOptions {
    let client_id = format!("{}.{device}", identity.id());
    let topic = tianyuan::net::topics::presence(identity.id());
    MqttOptions {
        user: Some(identity.id().to_string()),
        password: nonce(port).map(|nonce| password(identity, &client_id, &nonce)),
        client_id,
        will: Some(Will { topic, payload: Vec::new() }),
        keep_alive: 10,
        session: None,
        acknowledged_by_hand: false,
    }
}

impl Wire {
    /// A connection over which the greeting is on its way.
    pub fn open(way: Way, port: u16, options: MqttOptions) -> std::io::Result<Wire> {
        let socket = TcpStream::connect(("127.0.0.1", port))?;
        socket.set_nodelay(true)?;
        let stream = match way {
            Way::Socket => Stream::Socket(socket),
            Way::WebSocket => {
                let mut request =
                    format!("ws://127.0.0.1:{port}/mqtt").into_client_request().unwrap();
                let protocol = "mqtt".parse().unwrap();
                request.headers_mut().insert("Sec-WebSocket-Protocol", protocol);
                let (stream, _) = client(request, socket).map_err(std::io::Error::other)?;
                Stream::WebSocket(Box::new(stream))
            }
        };
        let mut wire = Wire { stream: Some(stream), mqtt: MqttClient::new(options) };
        wire.mqtt.open(now_ms());
        Ok(wire)
    }

    /// Sends what waits, and reads what comes within `time`.
    pub fn step(&mut self, time: Duration) {
        let bytes = self.mqtt.take_bytes();
        let Some(stream) = &mut self.stream else { return };
        let read = stream.write(&bytes).and_then(|()| stream.read(time));
        match read {
            Ok(Some(bytes)) => self.mqtt.receive(&bytes, now_ms()),
            Ok(None) => {}
            Err(error) => {
                self.stream = None;
                self.mqtt.closed(LinkError::Socket(error));
            }
        }
        self.mqtt.wake(now_ms());
    }

    /// Waits until something happens, and returns the events.
    pub fn events(&mut self) -> Vec<MqttEvent> {
        let end = Instant::now() + PATIENCE;
        loop {
            let events = self.mqtt.take_events();
            if !events.is_empty() {
                return events;
            }
            assert!(Instant::now() < end, "the broker says nothing");
            self.step(Duration::from_millis(50));
        }
    }

    /// Events within a time.
    pub fn events_within(&mut self, time: Duration) -> Vec<MqttEvent> {
        let end = Instant::now() + time;
        let mut events = Vec::new();
        while Instant::now() < end {
            self.step(Duration::from_millis(20));
            events.extend(self.mqtt.take_events());
        }
        events
    }

    /// True if the broker lets the client in.
    pub fn is_let_in(&mut self) -> bool {
        matches!(self.events()[..], [MqttEvent::Connected { .. }, ..])
    }

    pub fn is_open(&self) -> bool {
        self.stream.is_some()
    }

    /// Sends bytes as they are.
    pub fn raw(&mut self, bytes: &[u8]) {
        if let Some(stream) = &mut self.stream {
            // What ends the connection is noticed by the next step.
            let _ = stream.write(bytes);
        }
    }

    /// The connection breaks.
    pub fn cut(&mut self) {
        self.stream = None;
        self.mqtt.closed(LinkError::Silent);
    }
}

impl Stream {
    fn write(&mut self, bytes: &[u8]) -> Result<(), String> {
        if bytes.is_empty() {
            return Ok(());
        }
        match self {
            Stream::Socket(stream) => stream.write_all(bytes).map_err(|error| error.to_string()),
            Stream::WebSocket(stream) => {
                stream.get_mut().set_read_timeout(None).map_err(|error| error.to_string())?;
                let message = Message::Binary(bytes.to_vec().into());
                stream.send(message).map_err(|error| error.to_string())
            }
        }
    }

    /// Bytes that come within `time`, if any; an error at the end of the connection.
    fn read(&mut self, time: Duration) -> Result<Option<Vec<u8>>, String> {
        let is_late = |error: &std::io::Error| {
            matches!(error.kind(), ErrorKind::WouldBlock | ErrorKind::TimedOut)
        };
        match self {
            Stream::Socket(stream) => {
                stream.set_read_timeout(Some(time)).map_err(|error| error.to_string())?;
                let mut buffer = vec![0; 64 * 1024];
                match stream.read(&mut buffer) {
                    Ok(0) => Err("the connection is closed".to_owned()),
                    Ok(count) => Ok(Some(buffer[..count].to_vec())),
                    Err(error) if is_late(&error) => Ok(None),
                    Err(error) => Err(error.to_string()),
                }
            }
            Stream::WebSocket(stream) => {
                let socket = stream.get_mut();
                socket.set_read_timeout(Some(time)).map_err(|error| error.to_string())?;
                match stream.read() {
                    Ok(Message::Binary(bytes)) => Ok(Some(bytes.to_vec())),
                    Ok(_) => Ok(None),
                    Err(Error::Io(error)) if is_late(&error) => Ok(None),
                    Err(error) => Err(error.to_string()),
                }
            }
        }
    }
}

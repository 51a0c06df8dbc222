//! Sockets of the system: one thread that drives the session and sleeps, and for each connection
//! one that opens it and reads.

use std::io::{Read, Write};
use std::net::{Shutdown, TcpStream, ToSocketAddrs};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, SyncSender, channel, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use super::super::mqtt::LinkError;
use super::super::online::now_ms;
use super::super::session::{Session, nonce_of};
use super::super::{Address, AddressError, Command, Event};
use super::tunnel::{self, Tunnel};
use crate::net::Identity;

/// Opening a connection takes at most so long.
const CONNECT_TIME: Duration = Duration::from_secs(10);

/// A server of ours gives its nonce in this time.
const NONCE_TIME: Duration = Duration::from_secs(3);

/// A write that takes longer means that the connection is lost.
const WRITE_TIME: Duration = Duration::from_secs(10);

/// The farewell waits no longer for its way out.
const LEAVE_TIME: Duration = Duration::from_millis(500);

/// The longest answer to the question for a nonce that is read, in bytes.
const MAX_ANSWER: u64 = 4096;

/// Pieces that are read ahead of the session.
const READ_AHEAD: usize = 16;

type Waker = Arc<Mutex<Option<Box<dyn Fn() + Send>>>>;

/// An input of the thread of the session.
enum Input {
    Command(Command),
    Socket(u64, FromSocket),
    Leave,
}

/// The news of a connection, with its number before it.
enum FromSocket {
    Opened { stream: TcpStream, tunnel: Option<Box<Tunnel>>, nonce: Option<String> },
    Bytes(Vec<u8>),
    Lost(LinkError),
}

/// The session in a thread of its own.
pub(in super::super) struct Driver {
    input: Sender<Input>,
    events: Mutex<Receiver<Event>>,
    waker: Waker,
    thread: Option<JoinHandle<()>>,
}

impl Driver {
    pub fn start(
        identity: Identity,
        name: String,
        address: &Address,
    ) -> Result<Driver, AddressError> {
        let (input, inputs) = channel();
        let (sender, events) = channel();
        let waker = Waker::default();
        let session = Thread {
            session: Session::new(identity, name, now_ms()),
            address: address.clone(),
            input: input.clone(),
            events: sender,
            waker: waker.clone(),
            stream: None,
            tunnel: None,
            connection: 0,
            credit: None,
        };
        let thread = thread::Builder::new()
            .name("online".to_owned())
            .spawn(move || session.run(&inputs))
            .ok();
        Ok(Driver { input, events: Mutex::new(events), waker, thread })
    }

    pub fn send(&self, command: Command) {
        // The thread lives as long as this.
        let _ = self.input.send(Input::Command(command));
    }

    pub fn poll(&self) -> Vec<Event> {
        self.events.lock().unwrap_or_else(PoisonError::into_inner).try_iter().collect()
    }

    pub fn set_waker(&self, waker: Box<dyn Fn() + Send>) {
        *self.waker.lock().unwrap_or_else(PoisonError::into_inner) = Some(waker);
    }
}

impl Drop for Driver {
    fn drop(&mut self) {
        let _ = self.input.send(Input::Leave);
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

/// The thread of the session.
struct Thread {
    session: Session,
    address: Address,
    input: Sender<Input>,
    events: Sender<Event>,
    waker: Waker,
    stream: Option<TcpStream>,
    /// The encryption of the stream, if it has one.
    tunnel: Option<Box<Tunnel>>,
    /// The number of the connection: what an older one says is too late.
    connection: u64,
    /// One for each piece that was read and is not worked off.
    credit: Option<Receiver<()>>,
}

impl Thread {
    fn run(mut self, inputs: &Receiver<Input>) {
        loop {
            let now = now_ms();
            self.session.wake(now);
            if self.session.begin_dialling(now) {
                self.dial();
            }
            // Told before it is sent: nobody hears of an action of this player before the player
            // does. A connection that is lost in writing is told after.
            self.tell();
            self.write();
            self.tell();
            let input = match self.session.next_wake() {
                Some(at) => inputs.recv_timeout(Duration::from_millis(at.saturating_sub(now_ms()))),
                None => inputs.recv().map_err(|_| RecvTimeoutError::Disconnected),
            };
            match input {
                Ok(Input::Command(command)) => self.session.command(command, now_ms()),
                Ok(Input::Socket(number, news)) if number == self.connection => self.socket(news),
                Ok(Input::Socket(..)) | Err(RecvTimeoutError::Timeout) => {}
                Ok(Input::Leave) | Err(RecvTimeoutError::Disconnected) => break,
            }
        }
        if let Some(stream) = &self.stream {
            let _ = stream.set_write_timeout(Some(LEAVE_TIME));
        }
        self.session.leave(now_ms());
        self.write();
        self.close();
    }

    fn socket(&mut self, news: FromSocket) {
        let now = now_ms();
        match news {
            FromSocket::Opened { stream, tunnel, nonce } => {
                self.stream = Some(stream);
                self.tunnel = tunnel;
                self.session.opened(nonce.as_deref(), now);
            }
            FromSocket::Bytes(bytes) => {
                if let Some(credit) = &self.credit {
                    let _ = credit.try_recv();
                }
                let received = match &mut self.tunnel {
                    Some(tunnel) => tunnel.receive(&bytes),
                    None => Ok(bytes),
                };
                match received {
                    Ok(bytes) if bytes.is_empty() => {}
                    Ok(bytes) => self.session.receive(&bytes, now),
                    Err(error) => {
                        self.close();
                        self.session.lost(error, now);
                    }
                }
            }
            FromSocket::Lost(error) => {
                self.close();
                self.session.lost(error, now);
            }
        }
    }

    fn dial(&mut self) {
        self.close();
        self.connection += 1;
        let (credit, returned) = sync_channel(READ_AHEAD);
        self.credit = Some(returned);
        let (input, number) = (self.input.clone(), self.connection);
        let address = self.address.clone();
        let spawned = thread::Builder::new()
            .name("online socket".to_owned())
            .spawn(move || connection(&address, number, &input, &credit));
        if let Err(error) = spawned {
            self.session.lost(LinkError::Socket(error.to_string()), now_ms());
        }
    }

    /// Writes what waits, and closes the socket when the session is done with it.
    fn write(&mut self) {
        let bytes = self.session.take_bytes();
        let written = match (&mut self.stream, &mut self.tunnel) {
            (Some(stream), None) => stream.write_all(&bytes).map_err(socket_error),
            (Some(stream), Some(tunnel)) => {
                tunnel.send(&bytes).and_then(|bytes| stream.write_all(&bytes).map_err(socket_error))
            }
            (None, _) => Ok(()),
        };
        if let Err(error) = written {
            self.close();
            self.session.lost(error, now_ms());
        }
        if !self.session.is_open() {
            self.close();
        }
    }

    fn close(&mut self) {
        self.tunnel = None;
        if let Some(stream) = self.stream.take() {
            let _ = stream.shutdown(Shutdown::Both);
        }
    }

    fn tell(&mut self) {
        let events = self.session.take_events();
        if events.is_empty() {
            return;
        }
        for event in events {
            let _ = self.events.send(event);
        }
        if let Some(wake) = &*self.waker.lock().unwrap_or_else(PoisonError::into_inner) {
            wake();
        }
    }
}

/// Opens a connection, and reads it until its end.
fn connection(address: &Address, number: u64, input: &Sender<Input>, credit: &SyncSender<()>) {
    let (host, port) = address.place();
    let place = &(host.to_owned(), port);
    let tell = |news| input.send(Input::Socket(number, news)).is_ok();
    // The nonce first: a broker does not wait long for the greeting on an open connection.
    let opened = || -> Result<_, LinkError> {
        let stream = open(place).map_err(socket_error)?;
        let nonce = if address.is_encrypted {
            ask_nonce_over(tunnel::encrypt(stream, address)?, tunnel::socket_of, place)
        } else {
            ask_nonce(stream, place)
        };
        let stream = open(place).map_err(socket_error)?;
        let reader = stream.try_clone().map_err(socket_error)?;
        let tunnel = address.is_encrypted.then(|| Tunnel::new(address).map(Box::new));
        Ok((nonce, tunnel.transpose()?, stream, reader))
    };
    let mut stream = match opened() {
        Ok((nonce, tunnel, stream, reader)) => {
            if !tell(FromSocket::Opened { stream, tunnel, nonce }) {
                return;
            }
            reader
        }
        Err(error) => {
            tell(FromSocket::Lost(error));
            return;
        }
    };
    let mut buffer = vec![0; 64 * 1024];
    let reason = loop {
        match stream.read(&mut buffer) {
            Ok(0) => break LinkError::Ended("the connection is closed".to_owned()),
            Ok(count) => {
                let is_heard = credit.send(()).is_ok();
                if !is_heard || !tell(FromSocket::Bytes(buffer[..count].to_vec())) {
                    return;
                }
            }
            Err(error) if error.kind() == std::io::ErrorKind::Interrupted => {}
            Err(error) => break socket_error(error),
        }
    };
    tell(FromSocket::Lost(reason));
}

/// A connection to the first address of the host that answers.
pub(in crate::net) fn open((host, port): &(String, u16)) -> std::io::Result<TcpStream> {
    let mut last = std::io::Error::new(
        std::io::ErrorKind::NotFound,
        format!("the host {host} has no address"),
    );
    for address in (host.as_str(), *port).to_socket_addrs()? {
        match TcpStream::connect_timeout(&address, CONNECT_TIME) {
            Ok(stream) => {
                stream.set_nodelay(true)?;
                stream.set_write_timeout(Some(WRITE_TIME))?;
                return Ok(stream);
            }
            Err(error) => last = error,
        }
    }
    Err(last)
}

#[expect(clippy::needless_pass_by_value, reason = "errors are mapped with it")]
fn socket_error(error: std::io::Error) -> LinkError {
    LinkError::Socket(error.to_string())
}

/// The nonce that the server gives to log in with; `None` from a broker that gives none.
pub(in crate::net) fn ask_nonce(stream: TcpStream, place: &(String, u16)) -> Option<String> {
    ask_nonce_over(stream, |stream| stream, place)
}

/// The same over what is made of a socket.
fn ask_nonce_over<S: Read + Write>(
    mut stream: S,
    socket: impl Fn(&S) -> &TcpStream,
    (host, port): &(String, u16),
) -> Option<String> {
    socket(&stream).set_write_timeout(Some(NONCE_TIME)).ok()?;
    socket(&stream).set_read_timeout(Some(NONCE_TIME)).ok()?;
    let request = format!(
        "GET /nonce HTTP/1.1\r\nHost: {host}:{port}\r\nAccept: text/plain\r\nConnection: close\r\n\r\n"
    );
    stream.write_all(request.as_bytes()).ok()?;
    // A broker that waits for more would keep this waiting: the whole answer has its time.
    let until = Instant::now() + NONCE_TIME;
    let mut answer = Vec::new();
    let mut buffer = [0; 1024];
    loop {
        let left = until.checked_duration_since(Instant::now())?;
        let left = left.max(Duration::from_millis(1));
        socket(&stream).set_read_timeout(Some(left)).ok()?;
        match stream.read(&mut buffer) {
            Ok(0) => break,
            Ok(count) => answer.extend_from_slice(&buffer[..count]),
            Err(error) if error.kind() == std::io::ErrorKind::Interrupted => {}
            Err(_) => break,
        }
        if answer.len() as u64 > MAX_ANSWER || is_whole(&answer) {
            break;
        }
    }
    let answer = String::from_utf8(answer).ok()?;
    let (head, body) = answer.split_once("\r\n\r\n")?;
    let is_good = head.split_ascii_whitespace().nth(1) == Some("200");
    nonce_of(body).filter(|_| is_good).map(str::to_owned)
}

/// True if the answer has as many bytes after its head as the head says.
fn is_whole(answer: &[u8]) -> bool {
    let Ok(text) = std::str::from_utf8(answer) else { return true };
    let Some((head, body)) = text.split_once("\r\n\r\n") else { return false };
    head.lines()
        .filter_map(|line| line.split_once(':'))
        .find(|(name, _)| name.eq_ignore_ascii_case("content-length"))
        .and_then(|(_, length)| length.trim().parse::<usize>().ok())
        .is_some_and(|length| body.len() >= length)
}

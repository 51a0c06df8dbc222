//! The referee as a client of a broker: a thread that reads, judges and answers. All that has come
//! by the time it reads is one batch, written to the store at once and acknowledged then.

use std::collections::VecDeque;
use std::io::{self, Read, Write};
use std::net::TcpStream;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use super::super::Identity;
use super::super::client::mqtt::{
    LinkError, MqttClient, MqttEvent, MqttOptions, Receipt, SendError, Will,
};
use super::super::client::{ask_nonce, now_ms, open, password};
use super::super::referee::Publish;
use super::duty::Duty;
use super::pulse::{self, Pulse};

/// The first wait after a connection was lost, and the longest.
const FIRST_WAIT: Duration = Duration::from_millis(250);
const LONGEST_WAIT: Duration = Duration::from_secs(15);

/// The interval at which the thread looks whether it is to stop, and marks that it is at work.
const LOOK: Duration = Duration::from_millis(pulse::INTERVAL_MS);

/// Seconds after which an idle connection is tried by a ping, and for which the broker keeps what
/// has come when it is lost.
const KEEP_ALIVE_S: u16 = 10;
const SESSION_S: u32 = 60;

/// Bytes that are read at once.
const BATCH: usize = 256 * 1024;

/// The broker of a referee and its login there.
#[derive(Clone, Debug)]
pub struct Appointment {
    /// Hosts and ports of the broker: of a cluster those of several nodes, so that the referee
    /// goes on with another when one is lost. There is at least one.
    pub brokers: Vec<(String, u16)>,
    /// User name and password, for a broker that wants them. Without, the referee logs in by its
    /// key where the broker is one of ours, and without a password elsewhere.
    pub login: Option<(String, Vec<u8>)>,
    /// The name that no other referee on the broker has.
    pub name: String,
}

/// The listener to news of the connection, in words.
pub type Report = Box<dyn Fn(&str) + Send>;

/// A referee at work. It stops when it is dropped.
pub struct RefereeLink {
    stop: Arc<AtomicBool>,
    is_connected: Arc<AtomicBool>,
    thread: Option<JoinHandle<()>>,
}

impl RefereeLink {
    /// Lets a referee work. `identity` is its key, and `pulse` is marked while it is at work.
    ///
    /// # Errors
    /// When the system gives no thread.
    pub(super) fn start(
        appointment: Appointment,
        identity: Identity,
        duty: Duty,
        pulse: Pulse,
        report: Report,
    ) -> io::Result<RefereeLink> {
        let Publish { topic, payload, .. } = Duty::farewell(&appointment.name);
        let (stop, is_connected) = (Arc::<AtomicBool>::default(), Arc::<AtomicBool>::default());
        let client = MqttClient::new(MqttOptions {
            client_id: format!("{}.{}", identity.id(), appointment.name),
            user: None,
            password: None,
            will: Some(Will { topic, payload }),
            keep_alive: KEEP_ALIVE_S,
            session: Some(SESSION_S),
            acknowledged_by_hand: true,
        });
        let worker = Worker {
            duty,
            pulse,
            heard: now_ms(),
            appointment,
            node: 0,
            identity,
            client,
            waiting: VecDeque::new(),
            receipts: Vec::new(),
            report,
            stop: stop.clone(),
            is_connected: is_connected.clone(),
        };
        let thread = thread::Builder::new().name("referee".to_owned()).spawn(|| worker.run())?;
        Ok(RefereeLink { stop, is_connected, thread: Some(thread) })
    }

    /// True while the broker has let the referee in.
    #[must_use]
    pub fn is_connected(&self) -> bool {
        self.is_connected.load(Ordering::Acquire)
    }
}

impl Drop for RefereeLink {
    fn drop(&mut self) {
        self.stop.store(true, Ordering::Release);
        if let Some(thread) = self.thread.take() {
            // What it panicked with has been printed.
            let _ = thread.join();
        }
    }
}

struct Worker {
    duty: Duty,
    pulse: Pulse,
    /// When something came from the broker last.
    heard: u64,
    appointment: Appointment,
    /// The node that is tried now or connected, by its place among them.
    node: usize,
    identity: Identity,
    client: MqttClient,
    /// Messages for which the client has no room yet.
    waiting: VecDeque<Publish>,
    /// Of the messages of the batch.
    receipts: Vec<Receipt>,
    report: Report,
    stop: Arc<AtomicBool>,
    is_connected: Arc<AtomicBool>,
}

impl Worker {
    fn run(mut self) {
        let mut wait = FIRST_WAIT;
        let mut said = String::new();
        while !self.is_stopped() {
            let error = match self.connect().and_then(|stream| self.work(stream)) {
                Ok(()) => break,
                Err(error) => error,
            };
            if self.is_connected.swap(false, Ordering::AcqRel) {
                wait = FIRST_WAIT;
            }
            // Of a broker that is silent it is not known since when it takes nothing.
            let since = if error == LinkError::Silent { self.heard } else { now_ms() };
            self.duty.disconnected(since);
            self.client.closed(error.clone());
            self.client.take_events();
            self.receipts.clear();
            self.node += 1;
            // Said once, and not each time that it is tried.
            let words = format!("the referee has no connection to the broker: {error}");
            if words != said {
                (self.report)(&words);
                said = words;
            }
            self.rest(wait);
            wait = (wait * 2).min(LONGEST_WAIT);
        }
        self.is_connected.store(false, Ordering::Release);
    }

    fn is_stopped(&self) -> bool {
        self.stop.load(Ordering::Acquire)
    }

    fn rest(&self, wait: Duration) {
        let mut left = wait;
        while !left.is_zero() && !self.is_stopped() {
            let step = left.min(LOOK);
            thread::sleep(step);
            left -= step;
        }
    }

    /// Opens a connection, with what the broker wants to know.
    fn connect(&mut self) -> Result<TcpStream, LinkError> {
        let brokers = &self.appointment.brokers;
        let broker = &brokers[self.node % brokers.len()];
        let options = self.client.options_mut();
        match &self.appointment.login {
            Some((user, password)) => {
                options.user = Some(user.clone());
                options.password = Some(password.clone());
            }
            None => {
                // A broker that gives no nonce lets in whom it likes.
                let nonce = ask_nonce(open(broker).map_err(socket)?, broker);
                let client_id = options.client_id.clone();
                options.user = Some(self.identity.id().to_string());
                options.password = nonce.map(|nonce| password(&self.identity, &client_id, &nonce));
            }
        }
        open(broker).map_err(socket)
    }

    /// Works until the connection is lost, or the referee is to stop.
    fn work(&mut self, mut stream: TcpStream) -> Result<(), LinkError> {
        let mut buffer = vec![0; BATCH];
        self.client.open(now_ms());
        loop {
            self.write(&mut stream)?;
            if self.is_stopped() {
                return self.leave(&mut stream);
            }
            let wait = self.wait(now_ms());
            stream.set_read_timeout(Some(wait)).map_err(socket)?;
            match stream.read(&mut buffer) {
                Ok(0) => return Err(LinkError::Ended("the connection is closed".to_owned())),
                Ok(count) => {
                    self.heard = now_ms();
                    self.client.receive(&buffer[..count], self.heard);
                }
                Err(error) if is_nothing_yet(&error) => {}
                Err(error) => return Err(socket(error)),
            }
            self.client.wake(now_ms());
            self.take_events()?;
            self.settle();
        }
    }

    /// The time for which nothing is to be done if nothing comes.
    fn wait(&self, now: u64) -> Duration {
        let due = [self.client.next_wake(), self.duty.next_wake()].into_iter().flatten().min();
        let until_due = due.map(|at| Duration::from_millis(at.saturating_sub(now)));
        // No timeout at all is what zero would mean.
        until_due.unwrap_or(LOOK).clamp(Duration::from_millis(1), LOOK)
    }

    fn take_events(&mut self) -> Result<(), LinkError> {
        let now = now_ms();
        for event in self.client.take_events() {
            match event {
                MqttEvent::Connected { .. } => {
                    self.is_connected.store(true, Ordering::Release);
                    // All of it is published afresh.
                    self.waiting.clear();
                    self.duty.connected(now);
                }
                MqttEvent::Message { topic, payload, receipt } => {
                    self.receipts.extend(receipt);
                    self.duty.receive(&topic, &payload, now);
                }
                MqttEvent::NotSubscribed(filter) => {
                    return Err(LinkError::Refused(format!("the referee may not read {filter}")));
                }
                MqttEvent::Closed(error) => return Err(error),
            }
        }
        Ok(())
    }

    /// Keeps what the batch brought, and only then answers and acknowledges.
    fn settle(&mut self) {
        let now = now_ms();
        let work = self.duty.settle(now);
        work.subscribe.into_iter().for_each(|filter| self.client.subscribe(filter, now));
        work.unsubscribe.into_iter().for_each(|filter| self.client.unsubscribe(filter, now));
        self.waiting.extend(work.publish);
        while let Some(message) = self.waiting.pop_front() {
            let Publish { topic, payload, retain } = message.clone();
            if self.client.publish(topic, payload, retain, now) == Err(SendError::Full) {
                self.waiting.push_front(message);
                break;
            }
        }
        if self.duty.is_at_work() {
            self.pulse.mark(now);
        }
        for receipt in self.receipts.drain(..) {
            self.client.acknowledge(receipt, now);
        }
    }

    fn write(&mut self, stream: &mut TcpStream) -> Result<(), LinkError> {
        stream.write_all(&self.client.take_bytes()).map_err(socket)
    }

    /// Leaves the games to the others.
    fn leave(&mut self, stream: &mut TcpStream) -> Result<(), LinkError> {
        let now = now_ms();
        let Publish { topic, payload, retain } = Duty::farewell(self.duty.name());
        // Where too much waits already, the will says the same.
        if self.client.is_connected() && self.client.publish(topic, payload, retain, now).is_ok() {
            self.client.disconnect(now);
        }
        self.write(stream)
    }
}

fn socket(error: io::Error) -> LinkError {
    LinkError::Socket(error.to_string())
}

/// True if a read had to wait for longer than it may, or was interrupted.
fn is_nothing_yet(error: &io::Error) -> bool {
    use io::ErrorKind::{Interrupted, TimedOut, WouldBlock};
    matches!(error.kind(), Interrupted | TimedOut | WouldBlock)
}

//! The client and its link over any number of connections, without the socket: when to connect,
//! as whom, and what to tell the player about it.

use super::super::identity::{decode_bytes, encode_bytes, random_bytes};
use super::super::{Identity, Purpose};
use super::mqtt::{LinkError, MqttClient, MqttEvent, MqttOptions, SendError, Will};
use super::{Client, Command, Event, Output, Status};

/// The first wait after a connection was lost, and the longest, in milliseconds.
const FIRST_WAIT_MS: u64 = 500;
const LONGEST_WAIT_MS: u64 = 15_000;

/// Opening a socket takes no longer, in milliseconds.
const DIAL_MS: u64 = 30_000;

/// A connection that lasted so long was a good one: the next wait is short again.
const GOOD_CONNECTION_MS: u64 = 10_000;

/// A clock that goes back further was set.
const CLOCK_SET_MS: u64 = 5_000;

/// Seconds after which an idle connection is tried by a ping. The browser lets a page that is not
/// seen work once a minute alone.
const KEEP_ALIVE_S: u16 = if cfg!(target_arch = "wasm32") { 90 } else { 20 };

/// Where the session stands with its socket.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Phase {
    /// No socket; one is wanted at this time.
    Waiting { until: u64 },
    /// The socket is being opened, until this time.
    Dialling { until: u64 },
    /// It is open.
    Open { since: u64 },
}

/// A client with its link.
pub(super) struct Session {
    identity: Identity,
    client: Client,
    link: MqttClient,
    phase: Phase,
    failures: u32,
    status: Status,
    events: Vec<Event>,
    last_now: u64,
}

/// Random numbers for a device and for waits; without any, connections work all the same.
fn random_or_zero<const N: usize>() -> [u8; N] {
    random_bytes().unwrap_or([0; N])
}

/// The password of a player who has been given a nonce.
pub(in crate::net) fn password(identity: &Identity, client_id: &str, nonce: &str) -> Vec<u8> {
    let message = [nonce.as_bytes(), client_id.as_bytes()].concat();
    let proof = identity.sign(Purpose::Login, &message);
    format!("{nonce}.{}", encode_bytes(&proof.0)).into_bytes()
}

/// The nonce in the answer of a server to `GET /nonce`, if it is one: base64url.
pub(super) fn nonce_of(text: &str) -> Option<&str> {
    let nonce = text.trim();
    let is_nonce = (8..=256).contains(&nonce.len()) && decode_bytes(nonce).is_some();
    is_nonce.then_some(nonce)
}

impl Session {
    pub fn new(identity: Identity, name: String, now: u64) -> Session {
        // Six characters, so that a player may be on two devices.
        let device = &encode_bytes(&random_or_zero::<5>())[..6];
        let client = Client::new(identity.clone(), name);
        let player = client.player();
        let will = match client.farewell() {
            Output::Publish { topic, payload, .. } => Some(Will { topic, payload }),
            _ => None,
        };
        let link = MqttClient::new(MqttOptions {
            client_id: format!("{player}.{device}"),
            user: Some(player.to_string()),
            password: None,
            will,
            keep_alive: KEEP_ALIVE_S,
            session: None,
            acknowledged_by_hand: false,
        });
        Session {
            identity,
            client,
            link,
            phase: Phase::Waiting { until: now },
            failures: 0,
            status: Status::Connecting,
            events: vec![Event::Status(Status::Connecting)],
            last_now: now,
        }
    }

    /// True if a socket is to be opened now; then it is awaited.
    pub fn begin_dialling(&mut self, now: u64) -> bool {
        let is_due = matches!(self.phase, Phase::Waiting { until } if until <= now);
        if is_due {
            self.phase = Phase::Dialling { until: now + DIAL_MS };
            self.tell(Status::Connecting);
        }
        is_due
    }

    /// The socket is open; `nonce` is what the server gave to log in with.
    pub fn opened(&mut self, nonce: Option<&str>, now: u64) {
        self.phase = Phase::Open { since: now };
        let client_id = self.link.options_mut().client_id.clone();
        self.link.options_mut().password =
            nonce.map(|nonce| password(&self.identity, &client_id, nonce));
        self.link.open(now);
        self.go_on(now);
    }

    /// The socket is closed, or could not be opened.
    pub fn lost(&mut self, error: LinkError, now: u64) {
        self.link.closed(error.clone());
        self.go_on(now);
        if !matches!(self.phase, Phase::Waiting { .. }) {
            self.wait(error, now);
        }
    }

    /// Bytes that came.
    pub fn receive(&mut self, bytes: &[u8], now: u64) {
        self.link.receive(bytes, now);
        self.go_on(now);
    }

    /// Carries out a command.
    pub fn command(&mut self, command: Command, now: u64) {
        self.client.command(command, now);
        self.go_on(now);
    }

    /// Does what is due.
    pub fn wake(&mut self, now: u64) {
        if now + CLOCK_SET_MS < self.last_now {
            // Everything that waits for a time would wait too long.
            let reason = "the clock of this device was set back".to_owned();
            self.lost(LinkError::Socket(reason), now);
            self.phase = Phase::Waiting { until: now };
        }
        self.last_now = now;
        if matches!(self.phase, Phase::Dialling { until } if until <= now) {
            self.lost(LinkError::Silent, now);
        }
        self.link.wake(now);
        self.client.wake(now);
        self.go_on(now);
    }

    /// When [`Session::wake`] or [`Session::begin_dialling`] is to be called at the latest.
    pub fn next_wake(&self) -> Option<u64> {
        let dial = match self.phase {
            Phase::Waiting { until } | Phase::Dialling { until } => Some(until),
            Phase::Open { .. } => None,
        };
        [dial, self.link.next_wake(), self.client.next_wake()].into_iter().flatten().min()
    }

    /// True while a socket has to be open; otherwise it is to be closed once all is written.
    pub fn is_open(&self) -> bool {
        matches!(self.phase, Phase::Open { .. })
    }

    /// True while a socket is being opened.
    #[cfg(target_arch = "wasm32")]
    pub fn is_dialling(&self) -> bool {
        matches!(self.phase, Phase::Dialling { .. })
    }

    /// The bytes to be written to the socket.
    pub fn take_bytes(&mut self) -> Vec<u8> {
        self.link.take_bytes()
    }

    /// The events for the player.
    pub fn take_events(&mut self) -> Vec<Event> {
        let mut events = std::mem::take(&mut self.events);
        events.append(&mut self.client.take_events());
        events
    }

    /// Leaves properly: nobody sees the player as here any more.
    pub fn leave(&mut self, now: u64) {
        let farewell = self.client.farewell();
        self.pass_on(vec![farewell], now);
        self.link.disconnect(now);
    }

    /// Passes on between client and link until both rest.
    fn go_on(&mut self, now: u64) {
        loop {
            let output = self.client.take_output();
            self.pass_on(output, now);
            let events = self.link.take_events();
            if events.is_empty() {
                break;
            }
            for event in events {
                self.link_event(event, now);
            }
        }
        if let Status::Connected { .. } = self.status {
            self.tell(Status::Connected { round_trip_ms: self.client.round_trip_ms() });
        }
    }

    fn link_event(&mut self, event: MqttEvent, now: u64) {
        match event {
            MqttEvent::Connected { .. } => {
                self.client.connected(now);
                self.tell(Status::Connected { round_trip_ms: None });
            }
            MqttEvent::Message { topic, payload, .. } => {
                self.client.receive(&topic, &payload, now);
            }
            // A server that keeps something from this player is played on as far as it goes.
            MqttEvent::NotSubscribed(_) => {}
            MqttEvent::Closed(error) => {
                self.client.disconnected(now);
                self.wait(error, now);
            }
        }
    }

    fn pass_on(&mut self, output: Vec<Output>, now: u64) {
        for output in output {
            match output {
                Output::Publish { topic, payload, retain } => {
                    if let Err(SendError::Full) = self.link.publish(topic, payload, retain, now) {
                        // The broker takes nothing any more: begin anew.
                        self.link.closed(LinkError::Silent);
                    }
                }
                Output::Subscribe(filter) => self.link.subscribe(filter, now),
                Output::Unsubscribe(filter) => self.link.unsubscribe(filter, now),
            }
        }
    }

    /// Waits for the next connection, each time longer, and not all players equally long.
    fn wait(&mut self, why: LinkError, now: u64) {
        if matches!(self.phase, Phase::Open { since } if since + GOOD_CONNECTION_MS <= now) {
            self.failures = 0;
        }
        let wait = (FIRST_WAIT_MS << self.failures.min(8)).min(LONGEST_WAIT_MS);
        self.failures += 1;
        let [random] = random_or_zero::<1>();
        // Between three and five quarters of it.
        let until = now + wait * 3 / 4 + wait * u64::from(random) / 512;
        self.phase = Phase::Waiting { until };
        self.tell(Status::Waiting { until, why });
    }

    fn tell(&mut self, status: Status) {
        if status != self.status {
            self.status = status.clone();
            self.events.push(Event::Status(status));
        }
    }
}

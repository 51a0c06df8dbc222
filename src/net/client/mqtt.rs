//! A client of an MQTT 5 broker, without input or output: bytes in, bytes out, events. All
//! messages have quality of service 1; what is not acknowledged is sent again with the next
//! connection.
//!
//! ```text
//! open, receive, closed, wake  ->  MqttClient  ->  take_bytes, take_events, next_wake
//! ```

use std::collections::VecDeque;

use mqtt_protocol_core::mqtt;
use mqtt_protocol_core::mqtt::common::Cursor;
use mqtt_protocol_core::mqtt::connection::{ConnectionOptions, Event as CoreEvent, TimerKind};
use mqtt_protocol_core::mqtt::packet::v5_0::{
    Connect, Disconnect, Puback, Publish, Subscribe, Unsubscribe,
};
use mqtt_protocol_core::mqtt::packet::{
    Packet, Property, Qos, SessionExpiryInterval, SubEntry, SubOpts,
};
use mqtt_protocol_core::mqtt::prelude::*;
use mqtt_protocol_core::mqtt::result_code::{ConnectReasonCode, MqttError};
use thiserror::Error;

use super::super::MAX_NOTICE;

/// Messages that wait for the broker; more are refused.
const MAX_WAITING: usize = 4096;

/// The longest packet that is read, in bytes: the longest message with its topic.
const MAX_PACKET: u32 = MAX_NOTICE as u32 + 4096;

/// The broker's answers to greeting and ping come within so many milliseconds.
const ANSWER_MS: u64 = 10_000;

type Connection = mqtt::Connection<mqtt::role::Client>;

/// The end of a connection, or why there was none.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum LinkError {
    /// The broker lets the client not in.
    #[error("the server refuses the connection: {0}")]
    Refused(String),
    /// The broker ends the connection.
    #[error("the server ends the connection: {0}")]
    Ended(String),
    /// Bytes came that are not MQTT.
    #[error("the server sends what cannot be understood: {0}")]
    Damaged(String),
    /// The broker does not answer.
    #[error("the server does not answer")]
    Silent,
    /// The socket.
    #[error("{0}")]
    Socket(String),
}

/// A message cannot be sent.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum SendError {
    /// Too many messages wait already.
    #[error("too many messages wait for the server")]
    Full,
    /// The topic or the message is too long.
    #[error("the message is too long for the server")]
    TooLong,
}

/// The message that the broker publishes when the connection ends without a farewell, retained.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Will {
    /// Where.
    pub topic: String,
    /// The message; an empty one clears a retained message.
    pub payload: Vec<u8>,
}

/// The options of a connection.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MqttOptions {
    /// The client id.
    pub client_id: String,
    /// The user's name.
    pub user: Option<String>,
    /// The password.
    pub password: Option<Vec<u8>>,
    /// The will.
    pub will: Option<Will>,
    /// Seconds without a packet after which a ping is sent; 0 sends none.
    pub keep_alive: u16,
    /// Seconds for which the broker keeps subscriptions and messages while the client is away;
    /// `None` begins afresh each time.
    pub session: Option<u32>,
    /// True if the caller acknowledges each message with [`MqttClient::acknowledge`] once its work
    /// is done; otherwise a message is acknowledged when it comes.
    pub acknowledged_by_hand: bool,
}

/// The means to acknowledge a message that came.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Receipt {
    connection: u64,
    packet: u16,
}

/// An event of the link.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MqttEvent {
    /// The broker lets the client in.
    Connected {
        /// True if the broker has kept the session, so that subscriptions stand.
        session_present: bool,
    },
    /// A message.
    Message {
        /// Where it was published.
        topic: String,
        /// The message.
        payload: Vec<u8>,
        /// To acknowledge it by hand; nothing if that is done already.
        receipt: Option<Receipt>,
    },
    /// The broker does not allow a subscription.
    NotSubscribed(String),
    /// The connection is over: the socket is to be closed when the bytes are written.
    Closed(LinkError),
}

/// A message that waits to be sent.
#[derive(Clone, Debug)]
enum Waiting {
    Publish(Message),
    Subscribe(String),
    Unsubscribe(String),
}

#[derive(Clone, Debug)]
struct Message {
    topic: String,
    payload: Vec<u8>,
    retain: bool,
}

/// Where a connection stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Phase {
    Closed,
    Greeting { until: u64 },
    Connected,
}

/// A client of a broker.
pub struct MqttClient {
    options: MqttOptions,
    core: Connection,
    /// The number of the connection, so that a receipt of an old one acknowledges nothing.
    number: u64,
    phase: Phase,
    waiting: VecDeque<Waiting>,
    /// Sent and not acknowledged, by packet, oldest first.
    sent: VecDeque<(u16, Message)>,
    /// Filters of subscriptions that are not answered.
    asked: Vec<(u16, String)>,
    /// Timers of the protocol and when they fire.
    timers: Vec<(TimerKind, u64)>,
    bytes: Vec<u8>,
    events: Vec<MqttEvent>,
}

impl std::fmt::Debug for MqttClient {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("MqttClient").field("phase", &self.phase).finish_non_exhaustive()
    }
}

fn new_core() -> Connection {
    // How many messages come before the first is acknowledged is left to the broker, and to the
    // socket: mosquitto 2.0 sends more than it is told once a client was slow, which would end
    // the connection, and each one after it.
    let limits = ConnectionOptions::new().maximum_packet_size_recv(MAX_PACKET);
    Connection::with_options(mqtt::Version::V5_0, limits)
}

impl MqttClient {
    /// A client without a connection.
    #[must_use]
    pub fn new(options: MqttOptions) -> MqttClient {
        MqttClient {
            options,
            core: new_core(),
            number: 0,
            phase: Phase::Closed,
            waiting: VecDeque::new(),
            sent: VecDeque::new(),
            asked: Vec::new(),
            timers: Vec::new(),
            bytes: Vec::new(),
            events: Vec::new(),
        }
    }

    /// The options of the connection; a change counts from the next [`MqttClient::open`].
    pub fn options_mut(&mut self) -> &mut MqttOptions {
        &mut self.options
    }

    /// True while messages can be sent.
    #[must_use]
    pub fn is_connected(&self) -> bool {
        self.phase == Phase::Connected
    }

    /// True if everything that was published has been acknowledged.
    #[must_use]
    pub fn is_idle(&self) -> bool {
        self.waiting.is_empty() && self.sent.is_empty()
    }

    /// The bytes to be written to the socket.
    pub fn take_bytes(&mut self) -> Vec<u8> {
        std::mem::take(&mut self.bytes)
    }

    /// The events since the last call.
    pub fn take_events(&mut self) -> Vec<MqttEvent> {
        std::mem::take(&mut self.events)
    }

    /// When [`MqttClient::wake`] is to be called at the latest.
    #[must_use]
    pub fn next_wake(&self) -> Option<u64> {
        let greeting = match self.phase {
            Phase::Greeting { until } => Some(until),
            _ => None,
        };
        self.timers.iter().map(|(_, at)| *at).chain(greeting).min()
    }

    /// A socket is open: greets the broker.
    pub fn open(&mut self, now: u64) {
        self.reset();
        self.number += 1;
        self.phase = Phase::Greeting { until: now + ANSWER_MS };
        match self.greeting() {
            Ok(connect) => {
                let events = self.core.checked_send(connect);
                self.carry_out(events, now);
            }
            // An id or a will that is longer than MQTT allows.
            Err(error) => self.end(LinkError::Damaged(error.to_string())),
        }
    }

    fn greeting(&self) -> Result<Connect, MqttError> {
        let MqttOptions { client_id, user, password, will, keep_alive, session, .. } =
            &self.options;
        let mut connect = Connect::builder()
            .client_id(client_id.as_str())?
            .clean_start(session.is_none())
            .keep_alive(*keep_alive);
        if let Some(user) = user {
            connect = connect.user_name(user.as_str())?;
        }
        if let Some(password) = password {
            connect = connect.password(password.clone())?;
        }
        if let Some(Will { topic, payload }) = will {
            connect =
                connect.will_message(topic.as_str(), payload.clone(), Qos::AtLeastOnce, true)?;
        }
        if let Some(seconds) = session {
            let expiry: Property = SessionExpiryInterval::new(*seconds)?.into();
            connect = connect.props(vec![expiry]);
        }
        connect.build()
    }

    /// The socket is closed, by whoever it was.
    pub fn closed(&mut self, error: LinkError) {
        if self.phase != Phase::Closed {
            self.end(error);
        }
        self.bytes.clear();
    }

    /// Says farewell, so that the broker does not publish the will.
    pub fn disconnect(&mut self, now: u64) {
        if self.phase == Phase::Connected
            && let Ok(farewell) = Disconnect::builder().build()
        {
            let events = self.core.checked_send(farewell);
            // The core asks to close, which is what is done here.
            self.phase = Phase::Closed;
            self.carry_out(events, now);
        }
        self.reset();
    }

    /// Asks for the messages of a filter.
    pub fn subscribe(&mut self, filter: String, now: u64) {
        self.enqueue(Waiting::Subscribe(filter), now);
    }

    /// Asks for them no more.
    pub fn unsubscribe(&mut self, filter: String, now: u64) {
        self.enqueue(Waiting::Unsubscribe(filter), now);
    }

    /// Sends a message, now or when there is a connection.
    ///
    /// # Errors
    /// When too many wait already, or it is too long.
    pub fn publish(
        &mut self,
        topic: String,
        payload: Vec<u8>,
        retain: bool,
        now: u64,
    ) -> Result<(), SendError> {
        if topic.len() > usize::from(u16::MAX) || payload.len() > MAX_NOTICE {
            return Err(SendError::TooLong);
        }
        if self.waiting.len() + self.sent.len() >= MAX_WAITING {
            return Err(SendError::Full);
        }
        self.enqueue(Waiting::Publish(Message { topic, payload, retain }), now);
        Ok(())
    }

    /// Acknowledges a message by hand. A receipt of a connection that is over does nothing: the
    /// broker sends the message again.
    pub fn acknowledge(&mut self, receipt: Receipt, now: u64) {
        if self.phase == Phase::Connected
            && receipt.connection == self.number
            && let Ok(puback) = Puback::builder().packet_id(receipt.packet).build()
        {
            let events = self.core.checked_send(puback);
            self.carry_out(events, now);
        }
    }

    /// Bytes that came. What is not MQTT ends the connection.
    pub fn receive(&mut self, bytes: &[u8], now: u64) {
        let mut cursor = Cursor::new(bytes);
        while self.phase != Phase::Closed && (cursor.position() as usize) < bytes.len() {
            let events = self.core.recv(&mut cursor);
            self.carry_out(events, now);
        }
        self.send_waiting(now);
    }

    /// Does what is due.
    pub fn wake(&mut self, now: u64) {
        if let Phase::Greeting { until } = self.phase
            && until <= now
        {
            self.end(LinkError::Silent);
        }
        let due: Vec<TimerKind> =
            self.timers.iter().filter(|(_, at)| *at <= now).map(|(kind, _)| *kind).collect();
        self.timers.retain(|(_, at)| *at > now);
        for kind in due {
            if self.phase == Phase::Closed {
                break;
            }
            let events = self.core.notify_timer_fired(kind);
            self.carry_out(events, now);
            if kind == TimerKind::PingrespRecv {
                self.end(LinkError::Silent);
            }
        }
    }

    fn enqueue(&mut self, waiting: Waiting, now: u64) {
        // Subscriptions belong to a connection; messages wait for the next one.
        if self.phase == Phase::Connected || matches!(waiting, Waiting::Publish(_)) {
            self.waiting.push_back(waiting);
            self.send_waiting(now);
        }
    }

    /// Sends what waits, as far as the broker takes it at once.
    fn send_waiting(&mut self, now: u64) {
        while self.phase == Phase::Connected {
            let has_room = self.core.get_receive_maximum_vacancy_for_send().is_none_or(|it| it > 0);
            match self.waiting.front() {
                None => return,
                Some(Waiting::Publish(_)) if !has_room => return,
                Some(_) => {}
            }
            let Ok(packet) = self.core.acquire_packet_id() else { return };
            let Some(waiting) = self.waiting.pop_front() else { return };
            let events = match waiting {
                Waiting::Publish(message) => {
                    let built =
                        Publish::builder().topic_name(message.topic.as_str()).and_then(|publish| {
                            publish
                                .qos(Qos::AtLeastOnce)
                                .retain(message.retain)
                                .packet_id(packet)
                                .payload(message.payload.clone())
                                .build()
                        });
                    built.map(|publish| {
                        self.sent.push_back((packet, message));
                        self.core.checked_send(publish)
                    })
                }
                Waiting::Subscribe(filter) => {
                    let options = SubOpts::new().set_qos(Qos::AtLeastOnce);
                    let built = SubEntry::new(filter.as_str(), options).and_then(|entry| {
                        Subscribe::builder().entries(vec![entry]).packet_id(packet).build()
                    });
                    built.map(|subscribe| {
                        self.asked.push((packet, filter));
                        self.core.checked_send(subscribe)
                    })
                }
                Waiting::Unsubscribe(filter) => Unsubscribe::builder()
                    .entries(vec![filter.as_str()])
                    .and_then(|unsubscribe| unsubscribe.packet_id(packet).build())
                    .map(|unsubscribe| self.core.checked_send(unsubscribe)),
            };
            // A topic that MQTT does not allow is left out.
            let events = events.unwrap_or_else(|_| self.core.release_packet_id(packet));
            self.carry_out(events, now);
        }
    }

    /// Carries out what the protocol asks for.
    fn carry_out(&mut self, events: Vec<CoreEvent>, now: u64) {
        let mut wrong = None;
        let mut is_to_close = false;
        for event in events {
            match event {
                CoreEvent::RequestSendPacket { packet, .. } => {
                    self.bytes.extend(packet.to_continuous_buffer());
                }
                CoreEvent::NotifyPacketReceived(packet) => self.packet(packet, now),
                CoreEvent::RequestTimerReset { kind, duration_ms } => {
                    self.timers.retain(|(other, _)| *other != kind);
                    self.timers.push((kind, now + duration_ms));
                }
                CoreEvent::RequestTimerCancel(kind) => {
                    self.timers.retain(|(other, _)| *other != kind);
                }
                CoreEvent::NotifyError(error) => wrong = Some(error),
                CoreEvent::RequestClose => is_to_close = true,
                CoreEvent::NotifyPacketIdReleased(_) => {}
            }
        }
        match wrong {
            // A message longer than this broker takes is left out, for it would be so again.
            Some(MqttError::PacketTooLarge) if !is_to_close => drop(self.sent.pop_back()),
            Some(error) => self.end(LinkError::Damaged(error.to_string())),
            None if is_to_close => self.end(LinkError::Silent),
            None => {}
        }
    }

    fn packet(&mut self, packet: Packet, now: u64) {
        match (packet, self.phase) {
            (Packet::V5_0Connack(answer), Phase::Greeting { .. }) => {
                if answer.reason_code() != ConnectReasonCode::Success {
                    self.end(LinkError::Refused(answer.reason_code().to_string()));
                    return;
                }
                self.phase = Phase::Connected;
                // What the last connection did not bring over goes first, in its order.
                let unsure = self.sent.drain(..).map(|(_, message)| Waiting::Publish(message));
                let later = std::mem::take(&mut self.waiting);
                self.waiting = unsure.chain(later).collect();
                let session_present = answer.session_present();
                self.events.push(MqttEvent::Connected { session_present });
            }
            (Packet::V5_0Publish(message), Phase::Connected)
                if message.qos() != Qos::ExactlyOnce =>
            {
                let receipt =
                    message.packet_id().map(|packet| Receipt { connection: self.number, packet });
                self.events.push(MqttEvent::Message {
                    topic: message.topic_name().to_owned(),
                    payload: message.payload().as_slice().to_vec(),
                    receipt: receipt.filter(|_| self.options.acknowledged_by_hand),
                });
                if let (Some(receipt), false) = (receipt, self.options.acknowledged_by_hand) {
                    self.acknowledge(receipt, now);
                }
            }
            (Packet::V5_0Puback(answer), Phase::Connected) => {
                let packet = answer.packet_id();
                // Brokers answer in order, so that it is the first as a rule.
                if let Some(at) = self.sent.iter().position(|(other, _)| *other == packet) {
                    self.sent.remove(at);
                }
            }
            (Packet::V5_0Suback(answer), Phase::Connected) => {
                let packet = answer.packet_id();
                let is_refused = answer.reason_codes().iter().any(|it| *it as u8 >= 0x80);
                let filters = self.asked.extract_if(.., |(other, _)| *other == packet);
                let refused = filters.filter(|_| is_refused);
                self.events.extend(refused.map(|(_, filter)| MqttEvent::NotSubscribed(filter)));
            }
            (Packet::V5_0Disconnect(farewell), _) => {
                let reason = farewell.reason_code().map(|it| it.to_string());
                self.end(LinkError::Ended(reason.unwrap_or_else(|| "farewell".to_owned())));
            }
            (Packet::V5_0Unsuback(_) | Packet::V5_0Pingresp(_), Phase::Connected) => {}
            (packet, _) => {
                let name = packet.packet_type();
                self.end(LinkError::Damaged(format!("{name} when none was expected")));
            }
        }
    }

    /// Ends the connection once, with its reason.
    fn end(&mut self, error: LinkError) {
        if self.phase != Phase::Closed {
            self.phase = Phase::Closed;
            self.events.push(MqttEvent::Closed(error));
        }
        self.timers.clear();
    }

    /// As before the first connection, but for what waits.
    fn reset(&mut self) {
        self.phase = Phase::Closed;
        self.core = new_core();
        self.core.set_pingresp_recv_timeout(ANSWER_MS);
        self.timers.clear();
        self.asked.clear();
        self.waiting.retain(|it| matches!(it, Waiting::Publish(_)));
    }
}

//! The link to a broker, against the other end of the same protocol.

use mqtt_protocol_core::mqtt;
use mqtt_protocol_core::mqtt::common::Cursor;
use mqtt_protocol_core::mqtt::connection::Event as CoreEvent;
use mqtt_protocol_core::mqtt::packet::v5_0::{Connack, Connect, Puback, Publish, Suback};
use mqtt_protocol_core::mqtt::packet::{
    Packet, Property, Qos, ReceiveMaximum, SessionExpiryInterval,
};
use mqtt_protocol_core::mqtt::prelude::*;
use mqtt_protocol_core::mqtt::result_code::{ConnectReasonCode, SubackReasonCode};
use tianyuan::core::Random;
use tianyuan::net::client::mqtt::{LinkError, MqttClient, MqttEvent, MqttOptions, SendError, Will};

type Server = mqtt::Connection<mqtt::role::Server>;

/// The broker's end of a connection.
pub struct Peer {
    core: Server,
    pub bytes: Vec<u8>,
}

impl Peer {
    pub fn new() -> Peer {
        Peer { core: Server::new(mqtt::Version::V5_0), bytes: Vec::new() }
    }

    /// Packets of the client in these bytes.
    pub fn receive(&mut self, bytes: &[u8]) -> Vec<Packet> {
        let mut cursor = Cursor::new(bytes);
        let mut packets = Vec::new();
        while (cursor.position() as usize) < bytes.len() {
            for event in self.core.recv(&mut cursor) {
                match event {
                    CoreEvent::NotifyPacketReceived(packet) => packets.push(packet),
                    CoreEvent::RequestSendPacket { packet, .. } => {
                        self.bytes.extend(packet.to_continuous_buffer());
                    }
                    CoreEvent::NotifyError(error) => panic!("the client says {error:?}"),
                    _ => {}
                }
            }
        }
        packets
    }

    pub fn send(&mut self, packet: Packet) {
        for event in self.core.send(packet) {
            match event {
                CoreEvent::RequestSendPacket { packet, .. } => {
                    self.bytes.extend(packet.to_continuous_buffer());
                }
                CoreEvent::NotifyError(error) => panic!("the server says {error:?}"),
                _ => {}
            }
        }
    }

    pub fn let_in(&mut self, reason: ConnectReasonCode, at_once: Option<u16>) {
        let connack = Connack::builder().session_present(false).reason_code(reason);
        let properties: Vec<Property> =
            at_once.map(|it| ReceiveMaximum::new(it).unwrap().into()).into_iter().collect();
        self.send(connack.props(properties).build().unwrap().into());
    }

    pub fn publish(&mut self, topic: &str, payload: &[u8]) {
        let packet = self.core.acquire_packet_id().unwrap();
        let publish = Publish::builder().topic_name(topic).unwrap().qos(Qos::AtLeastOnce);
        let publish = publish.packet_id(packet).payload(payload.to_vec()).build().unwrap();
        self.send(publish.into());
    }

    pub fn acknowledge(&mut self, packet: u16) {
        self.send(Puback::builder().packet_id(packet).build().unwrap().into());
    }

    pub fn answer_subscription(&mut self, packet: u16, reason: SubackReasonCode) {
        let suback = Suback::builder().packet_id(packet).reason_codes(vec![reason]);
        self.send(suback.build().unwrap().into());
    }

    pub fn take(&mut self) -> Vec<u8> {
        std::mem::take(&mut self.bytes)
    }
}

fn options() -> MqttOptions {
    MqttOptions {
        client_id: "player.device".to_owned(),
        user: Some("player".to_owned()),
        password: Some(b"secret".to_vec()),
        will: Some(Will { topic: "who/player".to_owned(), payload: Vec::new() }),
        keep_alive: 20,
        session: None,
        acknowledged_by_hand: false,
    }
}

fn connected(options: MqttOptions, at_once: Option<u16>) -> (MqttClient, Peer) {
    let mut client = MqttClient::new(options);
    let peer = reconnect(&mut client, at_once);
    (client, peer)
}

fn reconnect(client: &mut MqttClient, at_once: Option<u16>) -> Peer {
    let mut peer = Peer::new();
    client.open(0);
    peer.receive(&client.take_bytes());
    peer.let_in(ConnectReasonCode::Success, at_once);
    client.receive(&peer.take(), 0);
    assert_eq!(client.take_events(), [MqttEvent::Connected { session_present: false }]);
    peer
}

fn greeting(client: &mut MqttClient) -> Connect {
    client.open(0);
    match Peer::new().receive(&client.take_bytes()).pop() {
        Some(Packet::V5_0Connect(connect)) => connect,
        other => panic!("{other:?}"),
    }
}

fn published(packets: &[Packet]) -> Vec<(String, Vec<u8>, bool, u16)> {
    let publish = |packet: &Packet| match packet {
        Packet::V5_0Publish(it) => Some((
            it.topic_name().to_owned(),
            it.payload().as_slice().to_vec(),
            it.retain(),
            it.packet_id().unwrap(),
        )),
        _ => None,
    };
    packets.iter().filter_map(publish).collect()
}

#[test]
fn the_greeting_says_who_comes_and_what_is_left_behind() {
    let connect = greeting(&mut MqttClient::new(options()));
    assert_eq!(connect.client_id(), "player.device");
    assert_eq!((connect.user_name(), connect.password()), (Some("player"), Some(&b"secret"[..])));
    assert_eq!((connect.will_topic(), connect.will_payload()), (Some("who/player"), Some(&[][..])));
    assert!(connect.will_retain() && connect.clean_start());
    assert_eq!((connect.will_qos(), connect.keep_alive()), (Qos::AtLeastOnce, 20));
    let session = MqttOptions { session: Some(3_600), password: None, will: None, ..options() };
    let connect = greeting(&mut MqttClient::new(session));
    assert!(!connect.clean_start() && !connect.will_flag() && !connect.password_flag());
    let expiry: Property = SessionExpiryInterval::new(3_600).unwrap().into();
    assert!(connect.props().contains(&expiry));
}

#[test]
fn messages_go_and_come_and_are_acknowledged() {
    let (mut client, mut peer) = connected(options(), None);
    client.subscribe("a/+".to_owned(), 0);
    client.publish("in/x".to_owned(), b"hello".to_vec(), true, 0).unwrap();
    client.unsubscribe("b".to_owned(), 0);
    let packets = peer.receive(&client.take_bytes());
    assert_eq!(packets.len(), 3);
    let Packet::V5_0Subscribe(subscribe) = &packets[0] else { panic!() };
    assert_eq!(subscribe.entries()[0].topic_filter(), "a/+");
    let sent = published(&packets);
    assert_eq!((&sent[0].0[..], &sent[0].1[..], sent[0].2), ("in/x", &b"hello"[..], true));
    assert!(!client.is_idle());
    peer.answer_subscription(subscribe.packet_id(), SubackReasonCode::NotAuthorized);
    peer.acknowledge(sent[0].3);
    peer.publish("a/1", b"world");
    // In pieces, as a socket gives them.
    for byte in peer.take() {
        client.receive(&[byte], 0);
    }
    assert!(client.is_idle());
    let message =
        MqttEvent::Message { topic: "a/1".to_owned(), payload: b"world".to_vec(), receipt: None };
    assert_eq!(client.take_events(), [MqttEvent::NotSubscribed("a/+".to_owned()), message]);
    assert!(matches!(peer.receive(&client.take_bytes())[..], [Packet::V5_0Puback(_)]));
}

#[test]
fn by_hand_a_message_is_acknowledged_when_its_work_is_done() {
    let by_hand = MqttOptions { acknowledged_by_hand: true, ..options() };
    let (mut client, mut peer) = connected(by_hand, None);
    peer.publish("a", b"1");
    client.receive(&peer.take(), 0);
    assert!(client.take_bytes().is_empty());
    let [MqttEvent::Message { receipt: Some(receipt), .. }] = client.take_events()[..] else {
        panic!()
    };
    client.acknowledge(receipt, 0);
    assert!(matches!(peer.receive(&client.take_bytes())[..], [Packet::V5_0Puback(_)]));
    // A receipt of a connection that is over acknowledges nothing of the next.
    client.closed(LinkError::Socket("cut".to_owned()));
    client.take_events();
    reconnect(&mut client, None);
    client.acknowledge(receipt, 0);
    assert!(client.take_bytes().is_empty());
}

#[test]
fn what_is_not_acknowledged_goes_first_over_the_next_connection() {
    let (mut client, mut peer) = connected(options(), Some(2));
    for number in 0..5 {
        client.publish(format!("t/{number}"), vec![number], false, 0).unwrap();
    }
    // The broker takes two at once.
    let sent = published(&peer.receive(&client.take_bytes()));
    assert_eq!(sent.len(), 2);
    peer.acknowledge(sent[0].3);
    client.receive(&peer.take(), 0);
    assert_eq!(published(&peer.receive(&client.take_bytes()))[0].1, [2]);
    client.closed(LinkError::Socket("cut".to_owned()));
    let closed = MqttEvent::Closed(LinkError::Socket("cut".to_owned()));
    assert_eq!(client.take_events(), [closed]);
    client.publish("t/5".to_owned(), vec![5], false, 0).unwrap();
    let mut peer = reconnect(&mut client, None);
    let sent = published(&peer.receive(&client.take_bytes()));
    assert_eq!(sent.iter().map(|it| it.1[0]).collect::<Vec<_>>(), [1, 2, 3, 4, 5]);
}

#[test]
fn too_many_and_too_long_messages_are_refused() {
    let mut client = MqttClient::new(options());
    let long = vec![0; 10 << 20];
    assert_eq!(client.publish("t".to_owned(), long, false, 0), Err(SendError::TooLong));
    let accepted =
        (0..10_000).filter(|_| client.publish("t".to_owned(), vec![0], false, 0).is_ok());
    assert_eq!(accepted.count(), 4_096);
    assert_eq!(client.publish("t".to_owned(), vec![0], false, 0), Err(SendError::Full));
}

#[test]
fn silence_ends_the_connection_with_the_time() {
    let mut client = MqttClient::new(options());
    client.open(0);
    client.wake(9_999);
    assert!(client.take_events().is_empty());
    assert_eq!(client.next_wake(), Some(10_000));
    client.wake(10_000);
    assert_eq!(client.take_events(), [MqttEvent::Closed(LinkError::Silent)]);
    // A ping after twenty seconds without a word, and ten for its answer.
    let (mut client, mut peer) = connected(options(), None);
    let ping = client.next_wake().unwrap();
    assert_eq!(ping, 20_000);
    client.wake(ping);
    assert!(matches!(peer.receive(&client.take_bytes())[..], [Packet::V5_0Pingreq(_)]));
    client.wake(client.next_wake().unwrap());
    assert_eq!(client.take_events(), [MqttEvent::Closed(LinkError::Silent)]);
    assert_eq!(client.next_wake(), None);
}

#[test]
fn who_is_not_let_in_is_told_why() {
    let mut client = MqttClient::new(options());
    client.open(0);
    let mut peer = Peer::new();
    peer.receive(&client.take_bytes());
    peer.let_in(ConnectReasonCode::NotAuthorized, None);
    client.receive(&peer.take(), 0);
    let events = client.take_events();
    assert!(matches!(&events[..], [MqttEvent::Closed(LinkError::Refused(_))]), "{events:?}");
}

#[test]
fn damaged_input_ends_the_connection_with_one_error() {
    let mut random = Random::new(7);
    let mut ended = 0;
    for round in 0..4_000 {
        let (mut client, mut peer) = connected(options(), None);
        client.subscribe("a".to_owned(), 0);
        client.publish("b".to_owned(), vec![1], false, 0).unwrap();
        for packet in published(&peer.receive(&client.take_bytes())) {
            peer.acknowledge(packet.3);
        }
        peer.publish("a", &[5; 40]);
        let mut bytes = peer.take();
        match round % 3 {
            0 => bytes = (0..60).map(|_| random.next_u64() as u8).collect(),
            1 => bytes.truncate(random.below(bytes.len())),
            _ => {}
        }
        for _ in 0..random.below(6) {
            if !bytes.is_empty() {
                let at = random.below(bytes.len());
                bytes[at] = random.next_u64() as u8;
            }
        }
        client.receive(&bytes, 0);
        client.receive(&[0xff; 64], 0);
        let events = client.take_events();
        let closed = events.iter().filter(|it| matches!(it, MqttEvent::Closed(_))).count();
        assert!(closed <= 1, "{events:?}");
        ended += closed;
        // Also before the broker has let the client in.
        let mut client = MqttClient::new(options());
        client.open(0);
        client.receive(&bytes, 0);
        client.wake(20_000);
        let events = client.take_events();
        assert_eq!(events.len(), 1, "{events:?}");
    }
    assert!(ended > 2_000, "{ended}");
    // A packet that says that it is longer than is read takes no memory.
    let (mut client, _) = connected(options(), None);
    client.receive(&[0x30, 0xff, 0xff, 0xff, 0x7f], 0);
    let events = client.take_events();
    assert!(matches!(&events[..], [MqttEvent::Closed(LinkError::Damaged(_))]), "{events:?}");
}

//! Refusals of the server, while others play on.

use std::io::{Read, Write};
use std::net::TcpStream;
use std::time::{Duration, Instant};

use tianyuan::net::client::mqtt::{MqttEvent, MqttOptions, Will};
use tianyuan::net::server::Host;
use tianyuan::net::{Id, Identity, MAX_REQUEST, topics};

use crate::player::{Player, begin, check_whole, play_until};
use crate::wire::{Way, Wire, get, nonce, options, password};
use crate::{PATIENCE, serve, wait_until};

fn identity(number: u8) -> Identity {
    Identity::from_secret([number; 32])
}

/// A client that is let in as this player.
fn enter(number: u8, host: &Host) -> Wire {
    let options = options(&identity(number), "test", host.port());
    let mut wire = Wire::open(Way::Socket, host.port(), options).unwrap();
    assert!(wire.is_let_in());
    wire
}

/// Two players begin a game, something is done to the server, and they play it to its end.
fn undisturbed(host: &Host, attack: impl FnOnce()) {
    let mut players = [(101, Way::Socket), (102, Way::WebSocket)]
        .map(|(n, way)| Player::new(n, way, host.port()));
    let id = begin(&mut players, "tictactoe");
    play_until(&mut players, id, 2);
    attack();
    play_until(&mut players, id, usize::MAX);
    check_whole(&players, id);
}

#[test]
fn nobody_logs_in_as_who_they_are_not() {
    let host = serve("logins", |_| {});
    let port = host.port();
    let (me, other) = (identity(1), identity(2));
    let good = || options(&me, "test", port);
    let with = |change: &dyn Fn(&mut MqttOptions)| {
        let mut options = good();
        change(&mut options);
        options
    };
    let of_another_server = serve("logins of another", |_| {});
    let elsewhere = nonce(of_another_server.port()).unwrap();
    let will = |topic: String| Some(Will { topic, payload: Vec::new() });
    let refused: [(&str, MqttOptions); 9] = [
        ("no password", with(&|it| it.password = None)),
        ("no name", with(&|it| it.user = Some(String::new()))),
        ("another's name", with(&|it| it.user = Some(other.id().to_string()))),
        ("another device", with(&|it| it.client_id += "2")),
        ("another's signature", {
            with(&|it| {
                it.password = Some(password(&other, &it.client_id, &nonce(port).unwrap()));
            })
        }),
        ("a nonce of another server", {
            with(&|it| it.password = Some(password(&me, &it.client_id, &elsewhere)))
        }),
        ("a client id without a player", with(&|it| it.client_id = "phone".to_owned())),
        ("a will on another's presence", with(&|it| it.will = will(topics::presence(other.id())))),
        ("a will in the lobby", with(&|it| it.will = will(topics::lobby_chat()))),
    ];
    for (what, options) in refused {
        for way in [Way::Socket, Way::WebSocket] {
            let mut wire = Wire::open(way, port, options.clone()).unwrap();
            assert!(!wire.is_let_in(), "{what}");
        }
    }
    let once = good();
    assert!(Wire::open(Way::Socket, port, once.clone()).unwrap().is_let_in());
    assert!(!Wire::open(Way::Socket, port, once).unwrap().is_let_in(), "a login is not repeated");
    // MQTT 3.1.1, as any program may speak it.
    let mut old = TcpStream::connect(("127.0.0.1", port)).unwrap();
    old.set_read_timeout(Some(PATIENCE)).unwrap();
    old.write_all(b"\x10\x0e\x00\x04MQTT\x04\x02\x00\x0a\x00\x02me").unwrap();
    let mut answer = Vec::new();
    let _ = old.read_to_end(&mut answer);
    assert_ne!(answer.get(3), Some(&0), "{answer:?}");
}

#[test]
fn nobody_publishes_where_others_write() {
    let host = serve("publishing", |_| {});
    undisturbed(&host, || {
        let mut listener = enter(1, &host);
        let now = crate::now_ms();
        let (one, two) = (identity(1).id(), identity(2).id());
        for filter in [topics::lobby_chat(), topics::notices(one), topics::presence(one)] {
            listener.mqtt.subscribe(filter, now);
        }
        listener.events_within(Duration::from_millis(300));
        let (game, text) = (Id([7; 12]), b"forged".to_vec());
        let forbidden = [
            (topics::lobby_chat(), false),
            (topics::notices(one), false),
            (topics::presence(one), true),
            (topics::requests(one), false),
            (topics::actions(game, one), false),
            (topics::log(game, 0), true),
            (topics::challenge(game), true),
            (topics::referee("x"), true),
            ("elsewhere".to_owned(), false),
            // What only its presence is, a player has retained.
            (topics::requests(two), true),
            (topics::actions(game, two), true),
        ];
        for (topic, retain) in forbidden {
            let mut wire = enter(2, &host);
            wire.mqtt.publish(topic.clone(), text.clone(), retain, crate::now_ms()).unwrap();
            assert!(is_shown_out(&mut wire), "{topic}");
        }
        let heard = listener.events_within(Duration::from_millis(300));
        assert!(heard.is_empty(), "{heard:?}");
        // One's own presence is allowed.
        let mut wire = enter(1, &host);
        wire.mqtt.publish(topics::presence(one), text, true, crate::now_ms()).unwrap();
        wait_until("it is acknowledged", || {
            wire.step(Duration::from_millis(10));
            wire.mqtt.is_idle()
        });
    });
}

/// True if the server ends the connection.
fn is_shown_out(wire: &mut Wire) -> bool {
    let end = Instant::now() + PATIENCE;
    while Instant::now() < end {
        let events = wire.events_within(Duration::from_millis(50));
        if events.iter().any(|event| matches!(event, MqttEvent::Closed(_))) || !wire.is_open() {
            return true;
        }
    }
    false
}

#[test]
fn nobody_reads_what_is_for_others() {
    let host = serve("subscribing", |_| {});
    let mut wire = enter(1, &host);
    let (one, two) = (identity(1).id(), identity(2).id());
    let forbidden = [
        topics::notices(two),
        topics::requests(two),
        topics::all_actions(Id([7; 12])),
        topics::ALL_REFEREES.to_owned(),
        topics::ALL_REQUESTS.to_owned(),
        "#".to_owned(),
        "+/1/to/+".to_owned(),
        "tianyuan/#".to_owned(),
        "tianyuan/1/game/+/log/+".to_owned(),
        "$SYS/#".to_owned(),
        format!("$share/mine/{}", topics::notices(one)),
        format!("$share/mine/{}", topics::ALL_PRESENCES),
    ];
    for filter in &forbidden {
        wire.mqtt.subscribe(filter.clone(), crate::now_ms());
        let events = wire.events();
        assert_eq!(events, [MqttEvent::NotSubscribed(filter.clone())]);
    }
    wire.mqtt.subscribe(topics::notices(one), crate::now_ms());
    let events = wire.events_within(Duration::from_millis(200));
    assert!(events.is_empty() && wire.is_open(), "{events:?}");
}

#[test]
fn a_referee_reads_the_actions_of_as_many_games_as_it_has() {
    let host = serve("many-games", |config| _ = config.referees.insert(identity(9).id()));
    let mut wire = enter(9, &host);
    let game = |number: u16| {
        let mut id = [7; 12];
        id[..2].copy_from_slice(&number.to_be_bytes());
        Id(id)
    };
    for number in 0..2_000 {
        wire.mqtt.subscribe(topics::all_actions(game(number)), crate::now_ms());
        wire.step(Duration::from_millis(1));
    }
    // What is asked last is answered last.
    let mut player = enter(1, &host);
    let topic = topics::actions(game(1_999), identity(1).id());
    let mut heard = Vec::new();
    wait_until("the last game is heard of", || {
        player.mqtt.publish(topic.clone(), vec![1], false, crate::now_ms()).unwrap();
        player.step(Duration::from_millis(200));
        heard.extend(wire.events_within(Duration::from_millis(200)));
        !heard.is_empty()
    });
    let is_of_game =
        |event: &MqttEvent| matches!(event, MqttEvent::Message { topic: it, .. } if *it == topic);
    assert!(heard.iter().all(is_of_game), "{heard:?}");
}

#[test]
fn a_message_that_is_too_long_ends_its_own_connection_alone() {
    let host = serve("long", |_| {});
    undisturbed(&host, || {
        for (length, way) in [
            (MAX_REQUEST + 1, Way::Socket),
            (MAX_REQUEST + 1, Way::WebSocket),
            // More than the broker reads at all.
            (3_000_000, Way::Socket),
            (3_000_000, Way::WebSocket),
        ] {
            let me = identity(3);
            let mut wire = Wire::open(way, host.port(), options(&me, "long", host.port())).unwrap();
            assert!(wire.is_let_in());
            wire.raw(&publish(&topics::requests(me.id()), length));
            assert!(is_shown_out(&mut wire), "{length} bytes, {way:?}");
        }
    });
}

/// A packet of quality of service 0 that no client of ours would make.
fn publish(topic: &str, length: usize) -> Vec<u8> {
    let mut packet = vec![0x30];
    let mut left = 2 + topic.len() + 1 + length;
    while left > 0 {
        packet.push((left % 128) as u8 | if left > 127 { 0x80 } else { 0 });
        left /= 128;
    }
    packet.extend((topic.len() as u16).to_be_bytes());
    packet.extend(topic.as_bytes());
    packet.push(0);
    packet.extend(vec![7; length]);
    packet
}

#[test]
fn who_says_nothing_sensible_or_takes_too_long_is_shown_out() {
    let host = serve("slow", |_| {});
    undisturbed(&host, || {
        // How each begins, and what it then says drop by drop.
        let visitors: [(&[u8], &[u8]); 8] = [
            (b"", b""),
            (b"\x00\x01\x02\x03", b""),
            (b"\xff\xff\xff\xff\xff\xff", b"\xff"),
            (b"\x16\x03\x01\x02\x00\x01", b""),
            (b"\x10", b"\x80"),
            (b"\x10\x80\x01\x00\x04MQTT\x05\x02", b"\x00"),
            (b"GET / HTTP/1.1\r\n", b"X-Slow: 1\r\n"),
            (b"GET /mqtt HTTP/1.1\r\nX: ", b"x"),
        ];
        let began = Instant::now();
        let mut open: Vec<(TcpStream, &[u8], &[u8])> = visitors
            .map(|(first, drop)| {
                let mut stream = TcpStream::connect(("127.0.0.1", host.port())).unwrap();
                stream.write_all(first).unwrap();
                stream.set_read_timeout(Some(Duration::from_millis(10))).unwrap();
                (stream, first, drop)
            })
            .into();
        // A browser that opens a WebSocket and then says nothing.
        let me = identity(4);
        let mut silent =
            Wire::open(Way::WebSocket, host.port(), options(&me, "silent", host.port())).unwrap();
        silent.mqtt.take_bytes();
        while !open.is_empty() {
            assert!(began.elapsed() < PATIENCE, "{:?} are not shown out", open);
            open.retain_mut(|(stream, _, drop)| {
                let is_alive = stream.write_all(drop).is_ok();
                let mut buffer = [0; 256];
                let is_over = match stream.read(&mut buffer) {
                    Ok(count) => count == 0,
                    Err(error) => error.kind() == std::io::ErrorKind::ConnectionReset,
                };
                is_alive && !is_over
            });
            std::thread::sleep(Duration::from_millis(100));
        }
        assert!(is_shown_out(&mut silent));
    });
}

#[test]
fn a_full_server_takes_no_more_and_then_takes_again() {
    let host = serve("full", |config| config.limits.connections = 4);
    let fill: Vec<TcpStream> =
        (0..8).map(|_| TcpStream::connect(("127.0.0.1", host.port())).unwrap()).collect();
    let is_answered = || get(host.port(), "/nonce", "").starts_with("HTTP/1.1 200");
    assert!(!is_answered());
    drop(fill);
    wait_until("there is room again", is_answered);
    assert!(host.is_served());
}

#[test]
fn behind_a_proxy_each_address_has_its_own_places() {
    let host = serve("proxy", |config| config.limits.per_address = 2);
    let upgrade = |address: &str| {
        let mut stream = TcpStream::connect(("127.0.0.1", host.port())).unwrap();
        let head = format!(
            "GET /mqtt HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\
             Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\
             Sec-WebSocket-Protocol: mqtt\r\nX-Forwarded-For: 10.9.9.9, {address}\r\n\r\n"
        );
        stream.write_all(head.as_bytes()).unwrap();
        let mut answer = [0; 12];
        stream.read_exact(&mut answer).unwrap();
        (String::from_utf8_lossy(&answer).into_owned(), stream)
    };
    let places = [upgrade("192.0.2.1"), upgrade("192.0.2.1"), upgrade("192.0.2.2")];
    assert!(places.iter().all(|(answer, _)| answer == "HTTP/1.1 101"));
    assert_eq!(upgrade("192.0.2.1").0, "HTTP/1.1 429");
}

#[test]
fn a_client_that_floods_is_slowed_and_nobody_else() {
    let host = serve("flood", |_| {});
    undisturbed(&host, || {
        let me = identity(5);
        let mut wire = enter(5, &host);
        let began = Instant::now();
        for _ in 0..120 {
            let (topic, payload) = (topics::requests(me.id()), b"flood".to_vec());
            wire.mqtt.publish(topic, payload, false, crate::now_ms()).unwrap();
        }
        let mut others = [Player::new(6, Way::Socket, host.port())];
        let greeted = Instant::now();
        crate::player::live_until(&mut others, "another is served", |players| {
            wire.step(Duration::from_millis(1));
            players[0].client.lobby().is_served
        });
        let served_after = greeted.elapsed();
        wait_until("all of the flood is taken", || {
            wire.step(Duration::from_millis(10));
            wire.mqtt.is_idle()
        });
        // Sixty at once, and the rest ten a second.
        assert!(began.elapsed() >= Duration::from_secs(5), "{:?}", began.elapsed());
        assert!(served_after < began.elapsed(), "{served_after:?}");
    });
}

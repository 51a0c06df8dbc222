//! The same games over a broker that is not ours, with referees that leave and take over.

use std::fs;
use std::net::TcpStream;
use std::path::{Path, PathBuf};
use std::time::Duration;

use tianyuan::net::client::Command;
use tianyuan::net::client::mqtt::{MqttEvent, MqttOptions};
use tianyuan::net::referee::{RedbStore, Store};
use tianyuan::net::server::{RefereeLink, referee_key, start_referee};
use tianyuan::net::{Id, Identity, topics};

use crate::player::{Player, begin, check_whole, live_until, play_until};
use crate::program::{Program, free_port};
use crate::wire::{Way, Wire, options};
use crate::{fresh, now_ms, wait_until};

/// The broker and its port.
pub struct Mosquitto {
    folder: PathBuf,
    pub port: u16,
}

impl Mosquitto {
    /// A broker with the rules of access that are recommended, for the referee with the key of this
    /// folder. It is not begun yet.
    pub fn new(folder: &Path, referee: &Path) -> Mosquitto {
        let port = free_port();
        fs::create_dir_all(referee).unwrap();
        let id = referee_key(referee).unwrap().id().to_string();
        let rules = include_str!("../../packaging/server/mosquitto.acl").replace("REFEREE", &id);
        fs::write(folder.join("acl"), rules).unwrap();
        // Started by root it would become another user, who may not read the folder.
        let settings = format!(
            "listener {port} 127.0.0.1\nallow_anonymous true\nacl_file {}\nuser root\n",
            folder.join("acl").display()
        );
        fs::write(folder.join("mosquitto.conf"), settings).unwrap();
        Mosquitto { folder: folder.to_owned(), port }
    }

    /// Begins it, and does not wait.
    pub fn start(&self) -> Program {
        let config = self.folder.join("mosquitto.conf");
        // Debian has it where only the system looks.
        let program = ["mosquitto", "/usr/sbin/mosquitto", "/opt/homebrew/sbin/mosquitto"]
            .into_iter()
            .find_map(|program| Program::spawn(program, &["-c", config.to_str().unwrap()]));
        program.expect("mosquitto is installed by `tools/packages.sh test`")
    }

    /// Begins it, and waits until it listens.
    fn serve(&self) -> Program {
        let program = self.start();
        let address = ("127.0.0.1", self.port);
        wait_until("the broker listens", || TcpStream::connect(address).is_ok());
        program
    }
}

/// Gives other referees the key of the first.
pub fn share_key(first: &Path, others: &[&Path]) {
    fs::create_dir_all(first).unwrap();
    let key = referee_key(first).unwrap().export();
    for other in others {
        fs::create_dir_all(other).unwrap();
        fs::write(other.join("referee.key"), &key).unwrap();
    }
}

/// A referee that works for the broker at this port.
fn start(folder: &Path, port: u16) -> RefereeLink {
    start_on(folder, &[port])
}

/// A referee that works for the broker at these ports.
pub fn start_on(folder: &Path, ports: &[u16]) -> RefereeLink {
    let brokers = ports.iter().map(|&port| ("127.0.0.1".to_owned(), port)).collect();
    let say = Box::new(|words: &str| eprintln!("{words}"));
    let link = start_referee(folder, brokers, None, say).unwrap();
    wait_until("the referee is at work", || link.is_connected());
    link
}

#[test]
fn two_players_play_a_whole_game_over_mosquitto() {
    let folder = fresh("mosquitto");
    let broker = Mosquitto::new(&folder, &folder.join("referee"));
    let _program = broker.serve();
    let _referee = start(&folder.join("referee"), broker.port);
    let mut players = [1, 2].map(|number| Player::new(number, Way::Socket, broker.port));
    let id = begin(&mut players, "reversi");
    play_until(&mut players, id, 15);
    players[1].cut();
    play_until(&mut players, id, usize::MAX);
    check_whole(&players, id);
}

#[test]
fn a_referee_that_was_slow_is_sent_all_that_has_come_meanwhile() {
    const MESSAGES: usize = 900;
    let folder = fresh("mosquitto-slow");
    let broker = Mosquitto::new(&folder, &folder.join("referee"));
    let _program = broker.serve();
    let referee = referee_key(&folder.join("referee")).unwrap();
    let open = |identity: &Identity, acknowledged_by_hand| {
        let options = MqttOptions {
            acknowledged_by_hand,
            will: None,
            session: acknowledged_by_hand.then_some(60),
            ..options(identity, "test", broker.port)
        };
        let mut wire = Wire::open(Way::Socket, broker.port, options).unwrap();
        assert!(wire.is_let_in());
        wire
    };
    let player = Identity::from_secret([1; 32]);
    let mut slow = open(&referee, true);
    slow.mqtt.subscribe(topics::requests(player.id()), now_ms());
    slow.step(Duration::from_millis(300));
    let mut quick = open(&player, false);
    for number in 0..MESSAGES {
        let message = number.to_be_bytes().to_vec();
        quick.mqtt.publish(topics::requests(player.id()), message, false, now_ms()).unwrap();
        quick.step(Duration::from_millis(1));
    }
    let mut come = std::collections::BTreeSet::new();
    wait_until("all of them come", || {
        slow.step(Duration::from_millis(5));
        quick.step(Duration::from_millis(1));
        for event in slow.mqtt.take_events() {
            let MqttEvent::Message { payload, receipt: Some(receipt), .. } = event else {
                panic!("{event:?}")
            };
            come.insert(payload);
            slow.mqtt.acknowledge(receipt, now_ms());
        }
        come.len() == MESSAGES
    });
}

#[test]
fn two_referees_share_the_games_and_answer_what_is_asked_about_them() {
    let folder = fresh("shared referees");
    let [one, two] = ["one", "two"].map(|name| folder.join(name));
    let broker = Mosquitto::new(&folder, &one);
    let _program = broker.serve();
    share_key(&one, &[&two]);
    let (first, second) = (start(&one, broker.port), start(&two, broker.port));
    // Each has said by then that it is at work.
    std::thread::sleep(Duration::from_secs(1));
    let mut pairs: Vec<[Player; 2]> = [1, 3, 5, 7]
        .map(|number| {
            [number, number + 1].map(|number| Player::new(number, Way::Socket, broker.port))
        })
        .into();
    let ids: Vec<Id> = pairs.iter_mut().map(|pair| begin(pair, "reversi")).collect();
    for (pair, &id) in pairs.iter_mut().zip(&ids) {
        play_until(pair, id, usize::MAX);
        check_whole(pair, id);
        for number in [0, 1] {
            pair[number].command(Command::Rematch(id));
        }
        live_until(pair, "the rematch begins", |pair| {
            pair.iter().all(|it| it.client.games().any(|game| game.id != id && game.game.is_some()))
        });
    }
    drop((first, second));
    let stores = [&one, &two].map(|folder| RedbStore::open(&folder.join("games.redb")).unwrap());
    let has = |store: &RedbStore| {
        ids.iter().filter(|&&id| store.game(id).unwrap().is_some_and(|it| !it.is_running)).count()
    };
    assert_eq!(stores.each_ref().map(has), [2, 2]);
}

#[test]
fn referees_take_over_the_games_of_one_that_has_gone() {
    let folder = fresh("referees");
    let [one, two, three] = ["one", "two", "three"].map(|name| folder.join(name));
    let broker = Mosquitto::new(&folder, &one);
    let _program = broker.serve();
    share_key(&one, &[&two, &three]);
    let (first, second) = (start(&one, broker.port), start(&two, broker.port));
    let mut players = [1, 2].map(|number| Player::new(number, Way::Socket, broker.port));
    let id = begin(&mut players, "reversi");
    play_until(&mut players, id, 10);
    // It may have been either's: after the second step it is the third's.
    drop(first);
    play_until(&mut players, id, 30);
    let third = start(&three, broker.port);
    // It has heard of the second's games.
    std::thread::sleep(std::time::Duration::from_secs(2));
    drop(second);
    play_until(&mut players, id, usize::MAX);
    check_whole(&players, id);
    drop(third);
}

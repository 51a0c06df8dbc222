//! Servers, brokers, referees and players that are killed at random moments of running games: no
//! move is lost or doubled, the records are the same everywhere, and the clocks are right.
//!
//! Environment variables: `KILLS`, how many; `KILL_SEED`.
#![cfg(unix)]

use std::path::{Path, PathBuf};

use tianyuan::core::Random;
use tianyuan::net::client::Command;
use tianyuan::net::referee::{RedbStore, Store};
use tianyuan::net::{Id, Log};

use crate::mosquitto::{Mosquitto, share_key};
use crate::player::{Player, begin, check_whole, live_until};
use crate::program::{Program, free_port};
use crate::umpire::Umpire;
use crate::wire::Way;
use crate::{PATIENCE, fresh, now_ms};

/// Kills unless their number is given.
const USUAL_KILLS: u64 = 5;

/// Longest time to the next kill, for which what was killed stays away, and that a player thinks,
/// in milliseconds.
const NEXT_KILL: usize = 1_500;
const AWAY: usize = 600;
const THINK: usize = 60;

/// Something that is killed and begun again.
struct Part {
    /// True if no player reaches the referee without it.
    is_everyones: bool,
    start: Box<dyn Fn() -> Program>,
    program: Option<Program>,
    back_at: u64,
}

impl Part {
    fn new(is_everyones: bool, start: impl Fn() -> Program + 'static) -> Part {
        let program = Some(start());
        Part { is_everyones, start: Box::new(start), program, back_at: 0 }
    }
}

/// Everything that is there.
struct Arena {
    parts: Vec<Part>,
    /// The ports at which players find a broker.
    ports: Vec<u16>,
    /// The folders of the referees.
    referees: Vec<PathBuf>,
}

/// Counts of games, of kills by kind, and of absences.
#[derive(Debug, Default)]
struct Counts {
    games: u32,
    parts: u64,
    connections: u64,
    players: u64,
    absences: usize,
}

fn number(variable: &str) -> Option<u64> {
    let text = std::env::var(variable).ok()?;
    Some(text.parse().unwrap_or_else(|_| panic!("{variable} is \"{text}\", which is no number")))
}

impl Arena {
    fn is_whole(&self) -> bool {
        self.parts.iter().all(|part| part.program.is_some())
    }

    /// Kills something, and gives whether it is everyone's concern.
    fn kill(
        &mut self,
        players: &mut [Player],
        ids: [Id; 2],
        random: &mut Random,
        counts: &mut Counts,
    ) -> bool {
        let victim = random.below(players.len());
        match random.below(4) {
            0 => {
                counts.connections += 1;
                players[victim].cut();
                players[victim].go_to(self.ports[random.below(self.ports.len())]);
                false
            }
            1 => {
                counts.players += 1;
                players[victim].crash(ids[victim / 2]);
                false
            }
            _ => {
                counts.parts += 1;
                let part = random.below(self.parts.len());
                let part = &mut self.parts[part];
                part.program = None;
                part.back_at = now_ms() + random.below(AWAY) as u64;
                part.is_everyones
            }
        }
    }

    fn revive(&mut self, now: u64) {
        let is_due = |part: &&mut Part| part.program.is_none() && part.back_at <= now;
        for part in self.parts.iter_mut().filter(is_due) {
            part.program = Some((part.start)());
        }
    }

    /// Two games at once, in which so many are killed.
    fn round(
        &mut self,
        players: &mut [Player],
        kills: u64,
        random: &mut Random,
        counts: &mut Counts,
    ) -> Vec<Log> {
        let ids = [begin(&mut players[..2], "reversi"), begin(&mut players[2..], "reversi")];
        let mut umpires = ids.map(Umpire::new);
        let mut left = kills;
        let end = now_ms() + PATIENCE.as_millis() as u64 + 3_000 * kills;
        let mut next_kill = now_ms() + 100;
        let is_over = |players: &[Player]| {
            (0..4).all(|number| {
                players[number].game(ids[number / 2]).is_some_and(|game| game.finish().is_some())
            })
        };
        while !(is_over(players) && self.is_whole()) {
            let now = now_ms();
            assert!(now < end, "the games do not end");
            if left > 0 && next_kill <= now && !is_over(players) {
                left -= 1;
                next_kill = now + random.below(NEXT_KILL) as u64;
                let is_everyones = self.kill(players, ids, random, counts);
                umpires.iter_mut().for_each(|umpire| umpire.note_kill(now, is_everyones));
            }
            self.revive(now);
            for (number, player) in players.iter_mut().enumerate() {
                // Who crashed may have missed that the game is over.
                if player.client.lobby().is_served && player.client.game(ids[number / 2]).is_none()
                {
                    player.command(Command::Watch(ids[number / 2]));
                }
                player.play_after(ids[number / 2], random.below(THINK) as u64);
                player.step();
            }
            for (umpire, players) in umpires.iter_mut().zip(players.chunks(2)) {
                umpire.watch(players);
            }
        }
        counts.games += 2;
        let mut logs = Vec::new();
        for (umpire, players) in umpires.iter().zip(players.chunks_mut(2)) {
            players.iter_mut().for_each(|player| player.settle(umpire.id));
            let game = check_whole(players, umpire.id);
            counts.absences += umpire.check(&game, players);
            // Who comes later reads the same.
            let mut later = [Player::new(9, Way::Socket, self.ports[0])];
            later[0].step();
            later[0].command(Command::Watch(umpire.id));
            live_until(&mut later, "the game is watched", |later| {
                later[0].game(umpire.id).is_some_and(|game| game.finish().is_some())
            });
            assert_eq!(later[0].game(umpire.id).unwrap().log(), game.log());
            // And a referee is on duty for the next games.
            live_until(&mut later, "the lobby is served", |later| {
                later[0].client.lobby().is_served
            });
            players.iter_mut().for_each(|player| player.rise(umpire.id));
            logs.push(game.log().clone());
        }
        logs
    }

    /// Kills and games, until so many were killed; then what the referees have kept.
    fn run(mut self) {
        let kills = number("KILLS").unwrap_or(USUAL_KILLS);
        let seed = number("KILL_SEED").unwrap_or(1);
        println!("{kills} kills, seed {seed}");
        let mut random = Random::new(seed);
        let mut counts = Counts::default();
        let ways = [Way::Socket, Way::WebSocket, Way::Socket, Way::Socket];
        let mut players: Vec<Player> = (1..)
            .zip(ways)
            .map(|(number, way)| {
                let way = if self.speaks_http() { way } else { Way::Socket };
                Player::new(number, way, self.ports[usize::from(number) % self.ports.len()])
            })
            .collect();
        let mut logs = Vec::new();
        let killed = |counts: &Counts| counts.parts + counts.connections + counts.players;
        while killed(&counts) < kills {
            let left = (kills - killed(&counts)).min(12);
            logs.extend(self.round(&mut players, left, &mut random, &mut counts));
        }
        println!("{counts:?}");
        self.parts.clear();
        self.check_stores(&logs);
    }

    /// True if the players log in at a server of ours.
    fn speaks_http(&self) -> bool {
        self.referees.len() == 1
    }

    /// The referees have kept the same, and none of them thinks that a game goes on.
    fn check_stores(&self, logs: &[Log]) {
        let open = |folder: &PathBuf| RedbStore::open(&folder.join("games.redb")).unwrap();
        let stores: Vec<RedbStore> = self.referees.iter().map(open).collect();
        for log in logs {
            let kept = |store: &RedbStore| store.game(log.terms.id).unwrap();
            let kept: Vec<_> = stores.iter().filter_map(kept).collect();
            assert!(!kept.is_empty(), "a game is lost");
            assert!(kept.iter().all(|kept| !kept.is_running && kept.log == *log));
        }
    }
}

#[test]
fn no_move_is_lost_or_doubled_when_servers_and_players_are_killed() {
    let folder = fresh("kills");
    let port = free_port();
    let data = folder.to_str().unwrap().to_owned();
    let arguments =
        move |port: &str| ["serve", "--hidden", "--port", port, "--data", &data].map(str::to_owned);
    let arguments = arguments(&port.to_string());
    let start = move || Program::tianyuan(&arguments.each_ref().map(String::as_str));
    Arena { parts: vec![Part::new(true, start)], ports: vec![port], referees: vec![folder] }.run();
}

/// A referee of a broker at this port.
fn referee(folder: &Path, port: u16) -> Part {
    let (data, broker) = (folder.to_str().unwrap().to_owned(), format!("127.0.0.1:{port}"));
    let start = move || Program::tianyuan(&["referee", "--broker", &broker, "--data", &data]);
    Part::new(false, start)
}

#[test]
fn no_move_is_lost_or_doubled_when_brokers_referees_and_players_are_killed() {
    let folder = fresh("kills of brokers");
    let referees = ["one", "two"].map(|name| folder.join(name));
    let broker = Mosquitto::new(&folder, &referees[0]);
    share_key(&referees[0], &[&referees[1]]);
    let port = broker.port;
    let mut parts = vec![Part::new(true, move || broker.start())];
    parts.extend(referees.iter().map(|folder| referee(folder, port)));
    Arena { parts, ports: vec![port], referees: referees.to_vec() }.run();
}

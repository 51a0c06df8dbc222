//! All players, and what they know in common: the time of moves, and when they left and arrived.

use std::collections::BTreeMap;
use std::sync::atomic::Ordering::Relaxed;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use tianyuan::core::Random;
use tianyuan::net::Identity;
use tianyuan::net::client::Client;
use tokio::runtime::Runtime;

use crate::Options;
use crate::player::Player;

/// The time in which all games must begin after the last players have come.
const PATIENCE: Duration = Duration::from_secs(300);

/// The time in which the last moves must arrive.
const GRACE: Duration = Duration::from_secs(20);

/// The time of a move before there is a game.
const NEVER: u64 = u64::MAX / 2;

/// Threads of the clients.
const THREADS: usize = 2;

/// Two players and their game, in microseconds of the world.
#[derive(Debug)]
pub struct Pair {
    /// The part of the time between two moves of a game at which those of this pair are: all pairs
    /// together move evenly.
    phase: f64,
    /// When the last move was published.
    departed: AtomicU64,
    /// Moves that were published, and those that have arrived at the opponent.
    departures: AtomicU64,
    arrivals: AtomicU64,
    /// True while both have the game.
    has_game: [AtomicBool; 2],
}

impl Pair {
    fn new(phase: f64) -> Pair {
        Pair {
            phase,
            departed: AtomicU64::new(NEVER),
            departures: AtomicU64::new(0),
            arrivals: AtomicU64::new(0),
            has_game: [const { AtomicBool::new(false) }; 2],
        }
    }

    /// The game is over; the next one begins.
    pub fn game_is_over(&self) {
        self.departed.store(NEVER, Relaxed);
        self.has_game.iter().for_each(|it| it.store(false, Relaxed));
    }

    fn plays(&self) -> bool {
        self.has_game.iter().all(|it| it.load(Relaxed))
    }
}

/// What all players know.
#[derive(Clone)]
pub struct World(Arc<Common>);

impl std::ops::Deref for World {
    type Target = Common;

    fn deref(&self) -> &Common {
        &self.0
    }
}

/// The inside of a [`World`].
pub struct Common {
    pub port: u16,
    pub gives_nonces: bool,
    pub game: String,
    pub is_listed: bool,
    began: Instant,
    /// Microseconds from one move of a game to the next.
    pace: AtomicU64,
    is_draining: AtomicBool,
    has_ended: AtomicBool,
    /// Microseconds from departure to arrival.
    ways: Mutex<Vec<u32>>,
    games: AtomicUsize,
    received: AtomicUsize,
    sent: AtomicUsize,
    faults: Mutex<BTreeMap<String, usize>>,
}

impl Common {
    pub fn micros(&self) -> u64 {
        self.began.elapsed().as_micros() as u64
    }

    pub fn has_ended(&self) -> bool {
        self.has_ended.load(Relaxed)
    }

    pub fn is_draining(&self) -> bool {
        self.is_draining.load(Relaxed)
    }

    pub fn note_fault(&self, fault: &str) {
        let mut faults = self.faults.lock().expect("nobody panics");
        *faults.entry(fault.to_owned()).or_default() += 1;
    }

    pub fn count_bytes(&self, received: usize, sent: usize) {
        self.received.fetch_add(received, Relaxed);
        self.sent.fetch_add(sent, Relaxed);
    }

    /// A player has a game.
    pub fn note_game(&self, pair: &Pair, is_challenger: bool) {
        pair.has_game[usize::from(is_challenger)].store(true, Relaxed);
        if pair.plays() {
            self.games.fetch_add(1, Relaxed);
            let (now, pace) = (self.micros(), self.pace.load(Relaxed).max(1));
            let phase = (pair.phase * pace as f64) as u64;
            let first = now + (phase + pace - now % pace) % pace;
            pair.departed.store(first.saturating_sub(pace), Relaxed);
        }
    }

    /// When the next move of a game is to be made.
    pub fn move_at(&self, pair: &Pair) -> u64 {
        pair.departed.load(Relaxed) + self.pace.load(Relaxed)
    }

    /// A move is published now; false if none is to be any more.
    pub fn note_departure(&self, pair: &Pair) -> bool {
        if self.is_draining() {
            return false;
        }
        pair.departed.store(self.micros(), Relaxed);
        pair.departures.fetch_add(1, Relaxed);
        true
    }

    /// The move that was published last has arrived at the opponent.
    pub fn note_arrival(&self, pair: &Pair) {
        let way = self.micros().saturating_sub(pair.departed.load(Relaxed));
        pair.arrivals.fetch_add(1, Relaxed);
        self.ways.lock().expect("nobody panics").push(way.try_into().unwrap_or(u32::MAX));
    }
}

/// The players at work.
pub struct Crowd {
    world: World,
    pairs: &'static [Pair],
    ramp: Duration,
    runtime: Option<Runtime>,
}

impl Crowd {
    /// Lets all players come, one pair after the other.
    pub fn start(options: &Options, port: u16, gives_nonces: bool) -> Crowd {
        let world = World(Arc::new(Common {
            port,
            gives_nonces,
            game: options.game.clone(),
            is_listed: options.is_listed,
            began: Instant::now(),
            pace: AtomicU64::new((options.pace * 1e6) as u64),
            is_draining: AtomicBool::new(false),
            has_ended: AtomicBool::new(false),
            ways: Mutex::default(),
            games: AtomicUsize::new(0),
            received: AtomicUsize::new(0),
            sent: AtomicUsize::new(0),
            faults: Mutex::default(),
        }));
        // They live as long as the program, and need not be counted by each player.
        let pairs: &'static [Pair] =
            Box::leak((0..options.games).map(|it| Pair::new(golden(it))).collect());
        let runtime = tokio::runtime::Builder::new_multi_thread()
            .worker_threads(THREADS)
            .enable_io()
            .enable_time()
            .build()
            .expect("the system gives threads");
        for (number, pair) in pairs.iter().enumerate() {
            let comes = Duration::from_secs_f64(number as f64 / options.ramp);
            let identities = [0, 1].map(|seat| identity(2 * number + seat));
            let ids = identities.each_ref().map(Identity::id);
            for (seat, identity) in identities.into_iter().enumerate() {
                let player = Player {
                    world: world.clone(),
                    pair,
                    client: Client::new(identity.clone(), format!("Player {}", 2 * number + seat)),
                    identity,
                    opponent: ids[1 - seat],
                    is_challenger: seat == 0,
                    random: Random::new((2 * number + seat) as u64),
                    challenged: None,
                    game: None,
                };
                runtime.spawn(async move {
                    tokio::time::sleep(comes).await;
                    player.live().await;
                });
            }
        }
        let ramp = Duration::from_secs_f64(options.games as f64 / options.ramp);
        Crowd { world, pairs, ramp, runtime: Some(runtime) }
    }

    /// Waits until every pair plays.
    ///
    /// # Errors
    /// When that takes too long.
    pub fn wait_for_games(&self) -> Result<(), String> {
        let end = Instant::now() + self.ramp + PATIENCE;
        loop {
            let playing = self.pairs.iter().filter(|pair| pair.plays()).count();
            if playing == self.pairs.len() {
                return Ok(());
            }
            if Instant::now() > end {
                let faults = self.faults();
                return Err(format!(
                    "{playing} of {} games have begun; {faults}",
                    self.pairs.len()
                ));
            }
            std::thread::sleep(Duration::from_millis(100));
        }
    }

    /// Sets the seconds from move to move.
    pub fn set_pace(&self, seconds: f64) {
        self.world.pace.store((seconds * 1e6) as u64, Relaxed);
    }

    /// The ways of moves in microseconds since the last call.
    pub fn take_ways(&self) -> Vec<u32> {
        std::mem::take(&mut *self.world.ways.lock().expect("nobody panics"))
    }

    /// Bytes that the clients have received and sent.
    pub fn bytes(&self) -> [usize; 2] {
        [self.world.received.load(Relaxed), self.world.sent.load(Relaxed)]
    }

    /// Games that have begun.
    pub fn games(&self) -> usize {
        self.world.games.load(Relaxed)
    }

    /// Moves that are under way for longer than so many milliseconds.
    pub fn overdue(&self, milliseconds: f64) -> usize {
        let now = self.world.micros();
        let is_overdue = |pair: &&Pair| {
            pair.departures.load(Relaxed) > pair.arrivals.load(Relaxed)
                && now.saturating_sub(pair.departed.load(Relaxed)) as f64 > 1e3 * milliseconds
        };
        self.pairs.iter().filter(is_overdue).count()
    }

    /// Lets the last moves arrive, sends all players home, and says how many moves are lost.
    pub fn finish(&self) -> u64 {
        self.world.is_draining.store(true, Relaxed);
        let missing =
            |pair: &Pair| pair.departures.load(Relaxed).saturating_sub(pair.arrivals.load(Relaxed));
        let end = Instant::now() + GRACE;
        let mut lost = u64::MAX;
        while lost > 0 && Instant::now() < end {
            std::thread::sleep(Duration::from_millis(100));
            lost = self.pairs.iter().map(missing).sum();
        }
        self.world.has_ended.store(true, Relaxed);
        lost
    }

    /// What went wrong with connections, in words.
    pub fn faults(&self) -> String {
        let faults = self.world.faults.lock().expect("nobody panics");
        let all: Vec<String> =
            faults.iter().map(|(fault, count)| format!("{count} times: {fault}")).collect();
        if all.is_empty() { "no connection broke".to_owned() } else { all.join("; ") }
    }
}

impl Drop for Crowd {
    fn drop(&mut self) {
        if let Some(runtime) = self.runtime.take() {
            runtime.shutdown_background();
        }
    }
}

/// Parts of one that are even among each other however many of them there are.
fn golden(number: usize) -> f64 {
    (number as f64 * 0.618_033_988_749_895).fract()
}

/// The key of the player with this number, the same in every run.
fn identity(number: usize) -> Identity {
    let mut secret = [0x5a; 32];
    secret[..8].copy_from_slice(&(number as u64).to_le_bytes());
    Identity::from_secret(secret)
}

//! A player: the client of the game over a socket, who plays what the rules allow, by lot.

use std::time::Duration;

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD as BASE64;
use tianyuan::core::{Random, Side};
use tianyuan::net::client::mqtt::{LinkError, MqttClient, MqttEvent, MqttOptions, Will};
use tianyuan::net::client::{Client, Command, Output, now_ms};
use tianyuan::net::{Id, Identity, Offer, PlayerId, Purpose, Seat, Time, topics};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::time::{sleep, timeout};

use crate::crowd::{Pair, World};

/// Seconds after which a quiet connection is tried by a ping, as the client of the game has it.
const KEEP_ALIVE_S: u16 = 20;

/// The time after which a challenge is made again of which nothing was heard.
const CHALLENGE_AGAIN_MS: u64 = 20_000;

/// The time between two attempts to connect.
const RECONNECT: Duration = Duration::from_secs(1);

/// Bytes that are read at once.
const BUFFER: usize = 16 * 1024;

/// A player of a pair. The challenger has the first side.
pub struct Player {
    pub world: World,
    pub pair: &'static Pair,
    pub identity: Identity,
    pub opponent: PlayerId,
    pub is_challenger: bool,
    pub client: Client,
    pub random: Random,
    /// When the challenge was made that was not answered yet.
    pub challenged: Option<u64>,
    /// The game that is played, and the entries of its log that were seen.
    pub game: Option<(Id, usize)>,
}

impl Player {
    /// Plays until the bench ends, over as many connections as it takes.
    pub async fn live(mut self) {
        while !self.world.has_ended() {
            if let Err(error) = self.connect_and_play().await
                && !self.world.has_ended()
            {
                self.world.note_fault(&error);
            }
            self.client.disconnected(now_ms());
            sleep(RECONNECT).await;
        }
    }

    async fn connect_and_play(&mut self) -> Result<(), String> {
        let port = self.world.port;
        let client_id = format!("{}.bench", self.identity.id());
        let password = match self.world.gives_nonces {
            true => Some(self.password(&client_id, &nonce(port).await?)),
            false => None,
        };
        let stream = TcpStream::connect(("127.0.0.1", port)).await.map_err(text)?;
        stream.set_nodelay(true).map_err(text)?;
        let mut link = MqttClient::new(MqttOptions {
            user: Some(self.identity.id().to_string()),
            password,
            client_id,
            will: Some(Will { topic: topics::presence(self.identity.id()), payload: Vec::new() }),
            keep_alive: KEEP_ALIVE_S,
            session: None,
            acknowledged_by_hand: false,
        });
        link.open(now_ms());
        self.play(stream, link).await
    }

    fn password(&self, client_id: &str, nonce: &str) -> Vec<u8> {
        let signed = format!("{nonce}{client_id}");
        let proof = self.identity.sign(Purpose::Login, signed.as_bytes());
        format!("{nonce}.{}", BASE64.encode(proof.0)).into_bytes()
    }

    async fn play(&mut self, mut stream: TcpStream, mut link: MqttClient) -> Result<(), String> {
        loop {
            self.pass_on(&mut link);
            let bytes = link.take_bytes();
            if !bytes.is_empty() {
                self.world.count_bytes(0, bytes.len());
                stream.write_all(&bytes).await.map_err(text)?;
            }
            if self.world.has_ended() {
                return Ok(());
            }
            let wait = Duration::from_millis(self.wake_at(&link).saturating_sub(now_ms()));
            let is_readable = timeout(wait.max(Duration::from_millis(1)), stream.readable()).await;
            if is_readable.is_ok() {
                let mut buffer = [0; BUFFER];
                match stream.try_read(&mut buffer) {
                    Ok(0) => return Err("the server closes the connection".to_owned()),
                    Ok(count) => {
                        self.world.count_bytes(count, 0);
                        link.receive(&buffer[..count], now_ms());
                    }
                    Err(error) if error.kind() == std::io::ErrorKind::WouldBlock => {}
                    Err(error) => return Err(text(error)),
                }
            }
            let now = now_ms();
            link.wake(now);
            self.client.wake(now);
            self.hear(&mut link, now)?;
            self.act(now);
        }
    }

    fn hear(&mut self, link: &mut MqttClient, now: u64) -> Result<(), String> {
        for event in link.take_events() {
            match event {
                MqttEvent::Connected { .. } => self.client.connected(now),
                MqttEvent::Message { topic, payload, .. } => {
                    self.client.receive(&topic, &payload, now);
                    self.look();
                }
                MqttEvent::NotSubscribed(filter) => return Err(format!("{filter} is refused")),
                MqttEvent::Closed(error) => return Err(error.to_string()),
            }
        }
        Ok(())
    }

    /// Looks whether a move has come of the opponent.
    fn look(&mut self) {
        let Some((id, seen)) = &mut self.game else { return };
        let Some(followed) = self.client.game(*id) else { return };
        let (Some(game), Some(side)) = (&followed.game, followed.side) else { return };
        let entries = game.log().entries.len();
        for number in *seen..entries {
            // Nothing but moves is in these logs: the first side has every other of them.
            let mover = Side::BOTH[number % 2];
            if mover != side {
                self.world.note_arrival(self.pair);
            }
        }
        *seen = entries;
    }

    /// Challenges, accepts and moves when it is time.
    fn act(&mut self, now: u64) {
        let Some((id, seen)) = self.game else { return self.find_game(now) };
        let Some(followed) = self.client.game(id) else {
            self.game = None;
            return;
        };
        let Some(game) = &followed.game else { return };
        if game.finish().is_some() {
            self.pair.game_is_over();
            self.client.command(Command::Unwatch(id), now);
            self.game = None;
            return;
        }
        let is_due = self.world.micros() >= self.move_at();
        if seen < game.log().entries.len() || !followed.is_own_turn() || !is_due {
            return;
        }
        if let Some(&mv) = self.random.pick(&game.position().legal_moves())
            && self.world.note_departure(self.pair)
        {
            self.client.command(Command::Play(id, mv), now);
        }
    }

    fn find_game(&mut self, now: u64) {
        let begun = self.client.games().next().map(|game| (game.id, game.game.is_some()));
        if let Some((id, is_here)) = begun {
            if is_here {
                self.game = Some((id, 0));
                self.challenged = None;
                self.world.note_game(self.pair, self.is_challenger);
                self.look();
            }
            return;
        }
        if !self.client.lobby().is_served || self.world.is_draining() {
            return;
        }
        if self.is_challenger {
            if self.challenged.is_none_or(|at| at + CHALLENGE_AGAIN_MS < now) {
                self.challenged = Some(now);
                let offer = self.offer();
                self.client.command(Command::Challenge(offer), now);
            }
        } else {
            let challenges = &self.client.lobby().challenges;
            let own = challenges.values().find(|it| it.from.player == self.opponent);
            if let Some(id) = own.map(|challenge| challenge.id)
                && self.challenged.is_none_or(|at| at + CHALLENGE_AGAIN_MS < now)
            {
                self.challenged = Some(now);
                self.client.command(Command::Accept(id), now);
            }
        }
    }

    fn offer(&self) -> Offer {
        Offer {
            game: self.world.game.clone(),
            options: Default::default(),
            time: Time::Fischer { main: 3_600_000, increment: 10_000 },
            rated: true,
            seat: Seat::Challenger(Side::First),
            to: Some(self.opponent),
            listed: self.world.is_listed,
            delay: 0,
        }
    }

    fn pass_on(&mut self, link: &mut MqttClient) {
        let now = now_ms();
        for output in self.client.take_output() {
            match output {
                Output::Publish { topic, payload, retain } => {
                    if link.publish(topic, payload, retain, now).is_err() {
                        link.closed(LinkError::Silent);
                    }
                }
                Output::Subscribe(filter) => link.subscribe(filter, now),
                Output::Unsubscribe(filter) => link.unsubscribe(filter, now),
            }
        }
    }

    /// The time of the own move in microseconds of the world.
    fn move_at(&self) -> u64 {
        self.world.move_at(self.pair)
    }

    /// When something is to be done though nothing comes, in milliseconds since 1970.
    fn wake_at(&self, link: &MqttClient) -> u64 {
        let now = now_ms();
        let is_own_turn = self.game.is_some_and(|(id, _)| {
            self.client.game(id).is_some_and(|followed| followed.is_own_turn())
        });
        let until_move = self.move_at().saturating_sub(self.world.micros()).div_ceil(1_000);
        // While games begin, and at the end, it is looked at every second what is to be done.
        let own = now + if is_own_turn { until_move.clamp(1, 1_000) } else { 1_000 };
        [link.next_wake(), self.client.next_wake()].into_iter().flatten().fold(own, u64::min)
    }
}

async fn nonce(port: u16) -> Result<String, String> {
    let mut stream = TcpStream::connect(("127.0.0.1", port)).await.map_err(text)?;
    let request = b"GET /nonce HTTP/1.1\r\nHost: bench\r\nConnection: close\r\n\r\n";
    stream.write_all(request).await.map_err(text)?;
    let mut answer = String::new();
    stream.read_to_string(&mut answer).await.map_err(text)?;
    let body = answer.split_once("\r\n\r\n").map(|(_, body)| body.to_owned());
    body.ok_or_else(|| "the server gives no nonce".to_owned())
}

fn text(error: impl std::fmt::Display) -> String {
    error.to_string()
}

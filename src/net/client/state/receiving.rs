//! Messages from the broker: notices of referees, the lobby, segments of games.

use std::sync::Arc;

use super::super::followed::Settled;
use super::super::{Event, lobby};
use super::{Client, FIRST_HELLO_MS, Output, fitting_name};
use crate::net::topics::{self, Topic};
use crate::net::{
    Ask, Attendance, Challenge, ChatLine, EventNote, GameNote, Id, Log, MAX_NOTICE, MAX_REQUEST,
    Notice, OnlineGame, PlayerId, Presence, Profile, Purpose, Refusal, Room, Segment, Signed,
    decode,
};

impl Client {
    /// Reads a message. One that is damaged or of no use is as if it had not come.
    pub fn receive(&mut self, topic: &str, payload: &[u8], now: u64) {
        match Topic::parse(topic) {
            Some(Topic::Notices(player)) if player == self.player() => {
                if let Ok(notice) = decode(payload, MAX_NOTICE) {
                    self.notice(notice, now);
                }
            }
            Some(Topic::Presence(player)) => self.presence(player, payload, now),
            Some(Topic::Challenge(id)) => self.listed_challenge(id, payload, now),
            // Of a lobby that is left something may still come.
            Some(Topic::Running(_) | Topic::Event(_) | Topic::Players) if !self.hears_lobby => {}
            Some(Topic::Event(id)) => {
                match decode::<EventNote>(payload, MAX_NOTICE) {
                    Ok(note) if note.id == id => {
                        lobby::insert(&mut self.lobby.events, id, Arc::new(note));
                    }
                    _ => drop(self.lobby.events.remove(&id)),
                }
                self.lobby_has_changed = true;
            }
            Some(Topic::Running(id)) => {
                match decode::<GameNote>(payload, MAX_REQUEST) {
                    Ok(note) if note.id == id => {
                        lobby::insert(&mut self.lobby.running, id, note);
                    }
                    _ => drop(self.lobby.running.remove(&id)),
                }
                self.lobby_has_changed = true;
            }
            Some(Topic::Players) => {
                if let Ok(attendance) = decode::<Attendance>(payload, MAX_NOTICE) {
                    self.attendance(attendance);
                }
            }
            Some(Topic::LobbyChat) => {
                if let Ok(line) = decode::<ChatLine>(payload, MAX_REQUEST)
                    && line.room == Room::Lobby
                {
                    self.hear(line);
                }
            }
            Some(Topic::WatchersChat(id)) => {
                if let Ok(line) = decode::<ChatLine>(payload, MAX_REQUEST)
                    && line.room == Room::Watchers(id)
                {
                    self.hear(line);
                }
            }
            Some(Topic::Log(id, number) | Topic::LiveLog(id, _, number)) => {
                if let Ok(segment) = decode::<Segment>(payload, MAX_NOTICE)
                    && segment.number == number
                {
                    self.segment(id, segment, now);
                }
            }
            _ => {}
        }
    }

    fn notice(&mut self, notice: Notice, now: u64) {
        match notice {
            Notice::Welcome { now: referee_now, ratings, games, challenges } => {
                self.way.learn(self.hello_at, referee_now, now);
                self.lobby.is_served = true;
                self.lobby.ratings = ratings;
                let before = std::mem::take(&mut self.lobby.own);
                for challenge in challenges {
                    self.addressed(challenge, now);
                }
                let gone = before.into_keys().filter(|id| !self.lobby.own.contains_key(id));
                self.news.extend(gone.map(Event::ChallengeGone));
                self.lobby.games = games.iter().copied().collect();
                for game in games {
                    self.start(Event::GameStarts { game, challenge: None, is_new: false });
                }
                // What was sent while no referee was there was heard of by none.
                let unheard = self.games.values().filter(|game| {
                    game.pending.as_ref().is_some_and(|it| it.sent_at + FIRST_HELLO_MS <= now)
                });
                for id in unheard.map(|game| game.id).collect::<Vec<_>>() {
                    self.send_pending(id, now);
                }
                self.lobby_has_changed = true;
            }
            Notice::ChallengeOpen(challenge) => {
                // One that another made is here because it is addressed to this player.
                if self.addressed(challenge.clone(), now) {
                    self.news.push(Event::ChallengeOpen(challenge));
                }
            }
            Notice::ChallengeGone(id) => {
                self.challenge_gone(id, |_| Event::ChallengeGone(id));
            }
            Notice::Declined(id) => self.challenge_gone(id, Event::Declined),
            Notice::GameStarts { game, challenge } => {
                if let Some(id) = challenge {
                    self.lobby.own.remove(&id);
                    self.lobby.challenges.remove(&id);
                }
                self.lobby.pairing = None;
                self.lobby.games.insert(game);
                self.lobby_has_changed = true;
                self.start(Event::GameStarts { game, challenge, is_new: true });
            }
            Notice::RematchOffered(id) => {
                if let Some(game) = self.games.get_mut(&id) {
                    game.rematch_is_offered = true;
                    self.changed_games.insert(id);
                }
                self.news.push(Event::RematchOffered(id));
            }
            Notice::Chat(line) => self.hear(line),
            Notice::Pong { number, now: referee_now } => {
                self.way.end(number, referee_now, now);
                self.changed_games.extend(self.games.keys());
            }
            Notice::Way { game, round_trip_ms } => {
                if let Some(followed) = self.games.get_mut(&game) {
                    followed.opponent_round_trip_ms = Some(round_trip_ms);
                    self.changed_games.insert(game);
                }
            }
            Notice::Table(table) => self.news.push(Event::Table(table)),
            Notice::Game(log) => self.fetched(*log),
            Notice::Rated { game, rating, before } => {
                self.lobby.rate(rating.clone());
                self.lobby_has_changed = true;
                self.news.push(Event::Rated { game, rating, before });
            }
            Notice::Refused { at, game, reason } => self.refused(at, game, reason, now),
        }
    }

    /// Takes up a challenge by or to this player, or declines it for them. False if it is not to
    /// be shown.
    fn addressed(&mut self, challenge: Challenge, now: u64) -> bool {
        let (id, from, to) = (challenge.id, challenge.from.player, challenge.offer.to);
        let is_shown = self.lobby.list(self.player(), challenge);
        self.lobby_has_changed |= is_shown;
        if self.lobby.blocked.contains(&from) && to == Some(self.player()) {
            self.ask(Ask::Decline(id), now);
        }
        is_shown
    }

    fn listed_challenge(&mut self, id: Id, payload: &[u8], now: u64) {
        match decode::<Challenge>(payload, MAX_REQUEST) {
            Ok(challenge) if challenge.id == id => drop(self.addressed(challenge, now)),
            _ => {
                self.lobby.challenges.remove(&id);
                self.lobby.own.remove(&id);
            }
        }
        self.lobby_has_changed = true;
    }

    fn challenge_gone(&mut self, id: Id, news: impl FnOnce(Challenge) -> Event) {
        let known = self.lobby.own.remove(&id).or(self.lobby.challenges.remove(&id));
        if let Some(challenge) = known {
            self.lobby_has_changed = true;
            self.news.push(news(challenge));
        }
    }

    /// Those who are here; of the opponents it is known better from themselves.
    fn attendance(&mut self, attendance: Attendance) {
        let Attendance { count, players } = attendance;
        let known = std::mem::take(&mut self.lobby.players).into_iter();
        self.lobby.players = known.filter(|(player, _)| self.here.contains(player)).collect();
        for Profile { player, name } in players {
            if !self.attended.contains(&player) {
                let profile = Profile { player, name: fitting_name(&name) };
                lobby::insert(&mut self.lobby.players, player, profile);
            }
        }
        self.lobby.attendance = usize::try_from(count).unwrap_or(usize::MAX);
        self.lobby_has_changed = true;
        self.attend();
    }

    fn presence(&mut self, player: PlayerId, payload: &[u8], now: u64) {
        let presence = decode::<Signed>(payload, MAX_REQUEST)
            .ok()
            .filter(|signed| signed.player == player)
            .and_then(|signed| signed.open::<Presence>(Purpose::Request).ok());
        match presence {
            Some(Presence { name, .. }) => {
                let profile = Profile { player, name: fitting_name(&name) };
                lobby::insert(&mut self.lobby.players, player, profile);
                if self.attended.contains(&player) {
                    self.here.insert(player);
                }
            }
            None => {
                self.lobby.players.remove(&player);
                self.here.remove(&player);
                // Another device of this player has left, but this one is here.
                if player == self.player() && payload.is_empty() && self.is_connected {
                    self.tell_presence(now);
                }
            }
        }
        self.lobby_has_changed = true;
        let concerned = self.games.values().filter(|game| game.opponent() == Some(player));
        self.changed_games.extend(concerned.map(|game| game.id));
    }

    /// A line of a chat that is new and not of somebody who is muted.
    fn hear(&mut self, line: ChatLine) {
        if !self.lobby.hears(line.from.player) {
            return;
        }
        let is_new = match line.room {
            Room::Lobby => {
                let is_new = lobby::add_line(&mut self.lobby.chat, &line);
                self.lobby_has_changed |= is_new;
                is_new
            }
            Room::Players(id) | Room::Watchers(id) => {
                let Some(game) = self.games.get_mut(&id) else { return };
                let is_new = lobby::add_line(&mut game.chat, &line);
                self.changed_games.extend(is_new.then_some(id));
                is_new
            }
        };
        if is_new {
            self.news.push(Event::Chat(line));
        }
    }

    fn fetched(&mut self, log: Log) {
        let game = log.terms.id;
        self.news.push(match OnlineGame::from_log(log) {
            Ok(game) => Event::Fetched(Box::new(game)),
            Err(error) => Event::BadLog { game, error },
        });
    }

    fn segment(&mut self, id: Id, segment: Segment, now: u64) {
        let me = self.player();
        let Some(game) = self.games.get_mut(&id) else { return };
        let heard_watchers = game.hears_watchers();
        let taken = game.take(segment, me, now);
        if let Some(error) = taken.error {
            self.news.push(Event::BadLog { game: id, error });
        }
        if !taken.goes_on {
            return;
        }
        self.changed_games.insert(id);
        if game.is_over() {
            self.lobby_has_changed |= self.lobby.games.remove(&id);
        }
        let settled = game.settle(&self.identity, now);
        if game.hears_watchers() && !heard_watchers && self.is_connected {
            self.output.push(Output::Subscribe(topics::watchers_chat(id)));
        }
        match settled {
            Settled::Unchanged | Settled::Done => {}
            Settled::SignedAnew => self.send_pending(id, now),
            Settled::Dropped(reason) => {
                self.news.push(Event::Refused { game: Some(id), reason });
            }
        }
        self.act_next(id, now);
        self.attend();
    }

    fn refused(&mut self, at: u64, game: Option<Id>, reason: Refusal, now: u64) {
        let pending = game
            .filter(|_| at == 0)
            .and_then(|id| self.games.get_mut(&id))
            .filter(|game| game.pending.is_some());
        let Some(game) = pending else {
            self.news.push(Event::Refused { game, reason });
            return;
        };
        let id = game.id;
        self.changed_games.insert(id);
        match reason {
            // Something that the referee wrote has not come: it is asked for, and the action is
            // signed anew when it is here.
            Refusal::Outdated => self.subscribe(id),
            // It is sent again later.
            Refusal::TooMany | Refusal::Storage => {
                if let Some(pending) = &mut game.pending {
                    pending.held_up = Some(reason);
                    pending.sent_at = now;
                }
            }
            _ => {
                game.pending = None;
                self.news.push(Event::Refused { game: Some(id), reason });
                self.act_next(id, now);
            }
        }
    }
}

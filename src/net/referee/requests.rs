//! Requests and presences: who may ask, and who is here.

use super::games::SIGNED_BYTES;
use super::limits::Verdict;
use super::players::{Newness, clean_name};
use super::{Id, Notice, PlayerId, Referee, Refusal, StoredRating};
use crate::net::{Ask, MAX_REQUEST, Presence, Purpose, RatingLine, Request, Room, Signed, decode};

/// The least time between two times that opponents are told of the way, in milliseconds.
const WAY_INTERVAL: u64 = 5_000;

/// The game that a request is about.
pub(super) fn subject(ask: &Ask) -> Option<Id> {
    match *ask {
        Ask::Rematch(id)
        | Ask::Fetch(id)
        | Ask::Chat { room: Room::Players(id) | Room::Watchers(id), .. } => Some(id),
        _ => None,
    }
}

/// True if it does something, so that it must not be taken again after a new start.
fn does_something(ask: &Ask) -> bool {
    let asks_only = matches!(
        ask,
        Ask::Hello { .. }
            | Ask::Ping(_)
            | Ask::Measured { .. }
            | Ask::Fetch(_)
            | Ask::Table { .. }
            | Ask::LeaveQuickPair
    );
    !asks_only
}

impl Referee {
    /// A request on the topic of a player.
    pub(super) fn receive_request(&mut self, player: PlayerId, payload: &[u8], now: u64) {
        // Before anything is computed, so that a flood costs little.
        let is_known = self.players.get(player).is_some();
        if is_known && !self.take_token(player, now) {
            return;
        }
        let signed: Option<Signed> = decode(payload, MAX_REQUEST + SIGNED_BYTES).ok();
        let signed = signed.filter(|signed| {
            signed.player == player
                && player != self.id()
                && player.has_signed(Purpose::Request, &signed.body, &signed.proof)
        });
        let Some(signed) = signed else {
            self.dropped += 1;
            return;
        };
        if self.players.hear(player, now, false).is_none() {
            self.dropped += 1;
            return;
        }
        if !is_known && !self.take_token(player, now) {
            return;
        }
        let Ok(Request { at, ask }) = decode(&signed.body, MAX_REQUEST) else {
            return self.refuse(player, 0, None, Refusal::Unreadable);
        };
        let newness = self.players.get_mut(player).map(|known| known.take_request(at, now));
        match newness {
            Some(Newness::New) => {}
            Some(Newness::OutOfTime) => return self.refuse(player, at, None, Refusal::Time),
            Some(Newness::Again) | None => return,
        }
        if does_something(&ask) {
            self.pending.seen.insert(player, at);
        }
        let (about, before) = (subject(&ask), self.pending.changes.len());
        match self.answer(player, ask.clone(), now) {
            Err(Refusal::Unknown) if about.is_some() && self.pass_on(player, at, ask) => {}
            Err(reason) => self.refuse(player, at, about, reason),
            Ok(()) if self.pending.changes.len() > before => {
                self.pending.asked.push((player, at, about));
            }
            Ok(()) => {}
        }
    }

    /// Takes a token of a known player; false if there is none.
    fn take_token(&mut self, player: PlayerId, now: u64) -> bool {
        let verdict = self.players.get_mut(player).map(|known| known.requests.take(now));
        if verdict == Some(Verdict::Tell) {
            self.refuse(player, 0, None, Refusal::TooMany);
        }
        verdict == Some(Verdict::Free)
    }

    pub(super) fn answer(&mut self, player: PlayerId, ask: Ask, now: u64) -> Result<(), Refusal> {
        let known = self.players.get_mut(player).ok_or(Refusal::TooMany)?;
        let verdict = match ask {
            Ask::Chat { .. } => known.lines.take(now),
            Ask::Report { .. } => known.reports.take(now),
            Ask::Fetch(_) | Ask::Table { .. } => known.fetches.take(now),
            _ => Verdict::Free,
        };
        match verdict {
            Verdict::Free => {}
            Verdict::Tell => return Err(Refusal::TooMany),
            Verdict::Silent => return Ok(()),
        }
        match ask {
            Ask::Hello { name } => {
                known.name = Some(clean_name(&name)?);
                self.welcome(player, now)?;
                self.tell_missed(player)
            }
            Ask::Challenge(offer) => self.open_challenge(player, offer, now),
            Ask::Withdraw(id) => self.withdraw(player, id),
            Ask::Accept(id) => self.accept(player, id, now),
            Ask::Decline(id) => self.decline(player, id),
            Ask::QuickPair(offer) => self.quick_pair(player, offer, now),
            Ask::LeaveQuickPair => {
                self.leave_quick_pair(player);
                Ok(())
            }
            Ask::Chat { room, line } => self.chat(player, room, line, now),
            Ask::Rematch(id) => self.rematch(player, id, now),
            Ask::Ping(number) => {
                self.tell(player, &Notice::Pong { number, now });
                Ok(())
            }
            Ask::Measured { number, round_trip_ms } => {
                self.tell(player, &Notice::Pong { number, now });
                self.tell_way(player, round_trip_ms, now);
                Ok(())
            }
            Ask::Fetch(id) => self.fetch(player, id),
            Ask::Table { game, speed } => self.tell_table(player, game, speed, now),
            Ask::Report { about, text } => self.report(player, about, &text, now),
            Ask::Event(ask) => self.answer_event(player, ask, now),
        }
    }

    fn welcome(&mut self, player: PlayerId, now: u64) -> Result<(), Refusal> {
        let stored = self.store.ratings(player).map_err(|_| Refusal::Storage)?;
        let line = |StoredRating { game, speed, record }| RatingLine {
            game,
            speed,
            rating: record.note(),
        };
        let ratings = stored.into_iter().map(line).collect();
        let known = self.players.get(player).ok_or(Refusal::TooMany)?;
        let is_running = |id: &&Id| {
            let running = self.games.get(id);
            running.is_some_and(|running| running.stored.is_some() && running.is_running())
                || self.elsewhere.contains_key(id)
        };
        let games = known.games.iter().filter(is_running).copied().collect();
        let challenges = known.challenges.iter().chain(&known.addressed);
        let challenges =
            challenges.filter_map(|id| self.lobby.challenges.get(id)).cloned().collect();
        self.tell(player, &Notice::Welcome { now, ratings, games, challenges });
        Ok(())
    }

    /// Tells the opponents of a player in games with a clock how long the way is that the player
    /// has measured, now and then.
    fn tell_way(&mut self, player: PlayerId, round_trip_ms: u32, now: u64) {
        let Some(known) = self.players.get_mut(player) else { return };
        if now.saturating_sub(known.way_told) < WAY_INTERVAL {
            return;
        }
        known.way_told = now;
        let games = known.games.clone();
        let elsewhere = games.iter().filter_map(|&id| {
            let game = &self.elsewhere.get(&id)?.game;
            let opponent = game.players.into_iter().find(|it| *it != player)?;
            let is_there = self.players.get(opponent).is_some_and(|it| it.away.is_none());
            (is_there && game.time.is_live()).then_some((id, opponent))
        });
        let here = games.iter().filter_map(|&id| {
            let running = self.games.get(&id)?;
            let side = running.game.side_of(player)?.other();
            let is_live = running.is_running() && running.game.terms().time.is_live();
            let is_there = is_live && running.away[side.index()].is_none();
            is_there.then(|| (id, running.game.terms().players[side.index()].player))
        });
        for (game, opponent) in elsewhere.chain(here).collect::<Vec<_>>() {
            self.tell(opponent, &Notice::Way { game, round_trip_ms });
        }
    }

    /// A presence of a player, or an empty message once the player is gone.
    pub(super) fn receive_presence(&mut self, player: PlayerId, payload: &[u8], now: u64) {
        if payload.is_empty() {
            self.note_gone(player, now);
            if let Some(known) = self.players.get_mut(player)
                && known.away.is_none()
            {
                known.away = Some(now);
                self.note_presence(player, now);
            }
            return;
        }
        let signed: Option<Signed> = decode(payload, MAX_REQUEST + SIGNED_BYTES).ok();
        let presence: Option<Presence> = signed
            .filter(|signed| signed.player == player && player != self.id())
            .and_then(|signed| signed.open(Purpose::Request).ok());
        let known = presence.as_ref().and_then(|_| self.players.hear(player, now, false));
        let (Some(presence), Some(known)) = (presence, known) else {
            self.dropped += 1;
            return;
        };
        // One that the network brings late says nothing.
        if presence.at < known.presence_at {
            return;
        }
        known.presence_at = presence.at;
        known.name = clean_name(&presence.name).ok().or_else(|| known.name.take());
        if known.away.take().is_some() {
            self.note_presence(player, now);
            if !self.is_on_duty() {
                // The one on duty says what it has kept with its welcome; what cannot be read
                // now is said with the next presence.
                let _ = self.tell_missed(player);
            }
        }
        self.note_here(player, now);
    }
}

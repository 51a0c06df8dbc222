//! Games from their beginning to their end.

use super::clocks::{self, Lag};
use super::game_table::{self, RunningGame};
use super::limits::{MAX_ENTRIES, MAX_ENTRIES_WITH_OFFERS, MAX_GIFTS, Verdict};
use super::schedule::Due;
use super::{
    Challenge, Change, Ended, Id, PlayerId, Referee, StoredRating, limits, publication, ratings,
    topics,
};
use crate::core::Side;
use crate::games::Options;
use crate::net::game::Actor;
use crate::net::{
    Action, Deed, Entry, LogError, MAX_REQUEST, Notice, OnlineGame, Purpose, RatingLine, Refusal,
    Signed, Terms, Time, decode,
};

/// Milliseconds for which the log of a finished game stands on the broker.
const LOG_STANDS: u64 = 3_600_000;

/// Bytes that the signature and the player add to a body, with room to spare.
pub(super) const SIGNED_BYTES: usize = 256;

/// The longest action, in bytes: twice what any takes that is made of its fields alone. Each is
/// kept in the log.
const MAX_ACTION: usize = 256;

/// A game that is to begin.
pub(super) struct Opening {
    pub(super) game: String,
    pub(super) options: Options,
    pub(super) time: Time,
    pub(super) rated: bool,
    /// The players, first side first.
    pub(super) seats: [PlayerId; 2],
    pub(super) listed: bool,
    /// Moves by which those who watch are behind.
    pub(super) delay: u8,
    /// The challenge that was accepted.
    pub(super) challenge: Option<Challenge>,
}

impl Referee {
    /// Begins a game.
    pub(super) fn begin(&mut self, opening: Opening, now: u64) -> Result<Id, Refusal> {
        let Opening { game, options, time, rated, seats, listed, delay, challenge } = opening;
        let has_room = |player| {
            let games = self.players.get(player).map_or(0, |player| player.games.len());
            games < limits::MAX_GAMES_OF_PLAYER
        };
        if self.games.len() >= limits::MAX_GAMES || !seats.into_iter().all(has_room) {
            return Err(Refusal::TooMany);
        }
        let speed = time.speed();
        let [first, second] = seats.map(|player| self.rating(player, &game, speed));
        let ratings = [first?.note(), second?.note()];
        let players = [self.profile(seats[0])?, self.profile(seats[1])?];
        let id = self.new_id()?;
        let referee = self.id();
        let terms =
            Terms { id, game, options, players, ratings, time, rated, began: now, referee, delay };
        let game = OnlineGame::new(terms.clone()).map_err(|_| Refusal::Setup)?;
        let mut running = RunningGame::new(game, 0, listed);
        for side in Side::BOTH {
            let player = self.players.hear(seats[side.index()], now, true);
            if let Some(player) = player {
                player.games.insert(id);
                running.away[side.index()] = player.away;
            }
        }
        if !matches!(time, Time::Correspondence { .. }) {
            seats.into_iter().for_each(|player| self.leave_lobby(player));
        }
        self.pending.changes.extend(terms.players.iter().cloned().map(Change::Profile));
        self.pending.changes.push(Change::Begin { terms, office: 0, listed });
        self.pending.touch(id, 0);
        if listed && self.hall.show(id) {
            self.pending.bound.push(running.note());
        }
        let number = challenge.as_ref().map(|challenge| challenge.id);
        for player in seats {
            self.tell_later(player, &Notice::GameStarts { game: id, challenge: number });
        }
        self.pending.accepted.extend(challenge);
        self.subscribe.push(topics::all_actions(id));
        self.games.insert(id, running);
        self.begun.push(id);
        self.reschedule(id);
        Ok(id)
    }

    /// Sets the time of the next deed of the referee in a game.
    pub(super) fn reschedule(&mut self, id: Id) {
        let next = self.games.get(&id).and_then(|running| {
            let (at, _) = clocks::next_deed(running)?;
            Some(at.max(running.not_before))
        });
        self.schedule.set(Due::Game(id), next);
    }

    /// An action on the topic of a player.
    pub(super) fn receive_action(&mut self, id: Id, owner: PlayerId, payload: &[u8], now: u64) {
        let Some(running) = self.games.get_mut(&id) else {
            return self.receive_late_action(id, owner, payload, now);
        };
        let Some(side) = running.game.side_of(owner) else {
            self.dropped += 1;
            return;
        };
        match running.actions[side.index()].take(now) {
            Verdict::Free => {}
            Verdict::Tell => return self.refuse(owner, 0, Some(id), Refusal::TooMany),
            Verdict::Silent => return,
        }
        let Some((signed, action)) = self.open_action(owner, payload) else { return };
        let result = if signed.body.len() > MAX_ACTION {
            Err(Refusal::Unreadable)
        } else if action.game == id {
            self.enforce(id, now);
            self.act(id, side, signed, action, now)
        } else {
            Err(Refusal::Unknown)
        };
        match result {
            Ok(()) => self.pending.asked.push((owner, 0, Some(id))),
            Err(reason) => self.refuse(owner, 0, Some(id), reason),
        }
    }

    /// The action of a message, if it is signed by the player under whose id it came.
    fn open_action(&mut self, owner: PlayerId, payload: &[u8]) -> Option<(Signed, Action)> {
        let signed: Option<Signed> = decode(payload, MAX_REQUEST + SIGNED_BYTES).ok();
        let opened = signed
            .filter(|signed| signed.player == owner)
            .and_then(|signed| Some((signed.open(Purpose::Action).ok()?, signed)))
            .map(|(action, signed)| (signed, action));
        self.dropped += u64::from(opened.is_none());
        opened
    }

    /// An action in a game that is over: the player may have missed the end.
    fn receive_late_action(&mut self, id: Id, owner: PlayerId, payload: &[u8], now: u64) {
        let is_player = self.ended.get(&id).is_some_and(|ended| ended.has_player(owner));
        let token = self.players.get_mut(owner).map(|known| known.requests.take(now));
        if !is_player || token != Some(Verdict::Free) {
            self.dropped += 1;
            return;
        }
        let Some((signed, _)) = self.open_action(owner, payload) else { return };
        let Ok(Some(stored)) = self.store.game(id) else {
            return self.refuse(owner, 0, Some(id), Refusal::Storage);
        };
        let (log, office) = (&stored.log, self.ended.get(&id).map_or(0, |ended| ended.office));
        let known = game_table::find(log, &signed);
        let last = log.entries.len().saturating_sub(1);
        let number = game_table::segment_of(known.unwrap_or(last));
        self.pending.free.push(publication::public_segment(log, office, number));
        if known.is_none() {
            self.refuse(owner, 0, Some(id), Refusal::GameOver);
        }
    }

    fn act(
        &mut self,
        id: Id,
        side: Side,
        signed: Signed,
        action: Action,
        now: u64,
    ) -> Result<(), Refusal> {
        let running = self.games.get_mut(&id).ok_or(Refusal::Unknown)?;
        let (game, deed) = (&running.game, action.deed);
        let last = game.log().entries.len().saturating_sub(1);
        if action.after != game.last() {
            let known = game_table::find(game.log(), &signed);
            self.pending.touch(id, game_table::segment_of(known.unwrap_or(last)));
            return if known.is_some() { Ok(()) } else { Err(Refusal::Outdated) };
        }
        game.check(Actor::Player(side), deed)?;
        let is_offer = matches!(deed, Deed::OfferDraw | Deed::AskTakeback | Deed::GiveTime(_));
        let is_gift = matches!(deed, Deed::GiveTime(_));
        if is_offer && game.log().entries.len() >= MAX_ENTRIES_WITH_OFFERS
            || is_gift && running.gifts >= MAX_GIFTS
        {
            return Err(Refusal::TooMany);
        }
        let at = time_of(game, now);
        let elapsed = at - game.turn_began();
        let is_move = matches!(deed, Deed::Play(_));
        let lag = running.lag[side.index()];
        let credit = if is_move && game.is_clock_running() {
            lag.credit(elapsed, u64::from(action.thought))
        } else {
            0
        };
        if is_move && clocks::is_too_late(running, side, elapsed - credit) {
            self.do_as_referee(id, Deed::TimeUp(side), now);
            return Err(Refusal::GameOver);
        }
        running.gifts = if is_move { 0 } else { running.gifts + u8::from(is_gift) };
        if is_move {
            running.lag[side.index()] = lag.after(credit);
        }
        self.write(id, Actor::Player(side), signed, deed, elapsed - credit, now)
            .map_err(|_| Refusal::IllegalMove)?;
        let is_endless = |running: &RunningGame| {
            running.is_running() && running.game.log().entries.len() >= MAX_ENTRIES
        };
        if self.games.get(&id).is_some_and(is_endless) {
            self.do_as_referee(id, Deed::Void, now);
        }
        Ok(())
    }

    /// Does what the time asks of the referee itself.
    pub(super) fn enforce(&mut self, id: Id, now: u64) {
        let Some(running) = self.games.get(&id) else { return };
        match clocks::next_deed(running) {
            Some((at, deed)) if at.max(running.not_before) <= now => {
                self.do_as_referee(id, deed, now);
            }
            _ => self.reschedule(id),
        }
    }

    pub(super) fn do_as_referee(&mut self, id: Id, deed: Deed, now: u64) {
        let Some(running) = self.games.get(&id) else { return };
        let (after, elapsed) =
            (running.game.last(), time_of(&running.game, now) - running.game.turn_began());
        let action = Action { game: id, after, deed, thought: 0 };
        let signed = Signed::new(&self.identity, Purpose::Action, &action);
        // The referee may always do this in a game that runs.
        let _ = self.write(id, Actor::Referee, signed, deed, elapsed, now);
    }

    /// Writes an entry into a game.
    pub(super) fn write(
        &mut self,
        id: Id,
        actor: Actor,
        signed: Signed,
        deed: Deed,
        used: u64,
        now: u64,
    ) -> Result<(), LogError> {
        let Some(running) = self.games.get_mut(&id) else { return Ok(()) };
        let game = &mut running.game;
        let number = game.log().entries.len();
        let clocks = game.clocks_after(actor, deed, used);
        let entry = Entry::new(&self.identity, signed, time_of(game, now), clocks, game.last());
        game.append_own(entry.clone())?;
        let is_over = game.finish().is_some();
        self.pending.changes.push(Change::Entry(id, number as u32, entry));
        self.pending.touch(id, game_table::segment_of(number));
        if is_over {
            self.finish(id, now);
        }
        self.reschedule(id);
        Ok(())
    }

    /// Draws the consequences of the end of a game.
    fn finish(&mut self, id: Id, now: u64) {
        self.pending.changes.push(Change::End(id, now));
        self.note_end(id, now);
        let Some(running) = self.games.get(&id) else { return };
        // Of a game that was taken over it is not known whether it is in the lobby.
        if self.hall.games.contains(&id) || running.office > 0 {
            self.pending.bound.push(game_table::clear(topics::running(id)));
        }
        let terms = running.game.terms();
        let (name, speed) = (terms.game.clone(), terms.time.speed());
        let players = [0, 1].map(|index| terms.players[index].player);
        let [first, second] = players.map(|player| self.rating(player, &name, speed));
        let (Ok(first), Ok(second)) = (first, second) else {
            // Nothing of this is written: the game ends when the store can be read again.
            self.pending.is_broken = true;
            return;
        };
        let before = [first, second];
        let Some(after) = ratings::after_game(&running.game, before) else { return };
        for ((player, before), after) in players.into_iter().zip(before).zip(after) {
            let line = StoredRating { game: name.clone(), speed, record: after };
            self.pending.changes.push(Change::Rating(player, line));
            self.pending.ratings.insert((player, name.clone(), speed), after);
            let kept = self.keep_ratings(player);
            self.pending.bound.push(kept);
            let rating = RatingLine { game: name.clone(), speed, rating: after.note() };
            self.tell_later(player, &Notice::Rated { game: id, rating, before: before.note() });
        }
    }

    /// After everything pending was written: a game that is over no longer runs.
    pub(super) fn settle(&mut self, id: Id, now: u64) {
        let Some(running) = self.games.get_mut(&id) else { return };
        let log = running.game.log();
        running.stored = Some(log.entries.len());
        if running.is_running() {
            return;
        }
        let segments = game_table::segments(log.entries.len());
        let ended = Ended {
            terms: log.terms.clone(),
            segments,
            office: running.office,
            listed: running.listed,
        };
        self.games.remove(&id);
        self.hall.games.remove(&id);
        self.schedule.set(Due::Game(id), None);
        self.forget_game_of_players(&ended.terms);
        self.keep_ended(ended, now);
    }

    fn forget_game_of_players(&mut self, terms: &Terms) {
        self.forget_game_of(terms.players.each_ref().map(|profile| profile.player), terms.id);
    }

    pub(super) fn forget_game_of(&mut self, players: [PlayerId; 2], id: Id) {
        for player in players {
            if let Some(player) = self.players.get_mut(player) {
                player.games.remove(&id);
            }
        }
    }

    /// Remembers a finished game while its log stands on the broker.
    pub(super) fn keep_ended(&mut self, ended: Ended, since: u64) {
        let id = ended.terms.id;
        self.ended.insert(id, ended);
        self.schedule.set(Due::Log(id), Some(since.saturating_add(LOG_STANDS)));
        if self.ended.len() > limits::MAX_ENDED
            && let Some(first) = self.ended.keys().next().copied()
        {
            self.clear_log(first);
        }
    }

    /// Takes the log of a finished game from the broker.
    pub(super) fn clear_log(&mut self, id: Id) {
        let Some(ended) = self.ended.remove(&id) else { return };
        self.schedule.set(Due::Log(id), None);
        self.schedule.set(Due::Rematch(id), None);
        self.lobby.rematches.remove(&id);
        self.pending.free.extend(game_table::clear_segments(&ended.terms, ended.segments));
        self.pending.marks.push(Change::Clear(id));
        self.unsubscribe.push(topics::all_actions(id));
    }

    /// Puts a game that was pending when the store failed back to what the store has.
    pub(super) fn roll_back(&mut self, id: Id, not_before: u64) {
        let Some(running) = self.games.get_mut(&id) else { return };
        running.not_before = not_before;
        let is_behind =
            running.stored.is_none_or(|stored| stored < running.game.log().entries.len());
        if is_behind {
            match running.stored_log().map(OnlineGame::from_log) {
                Some(Ok(game)) => running.game = game,
                // It never began.
                _ => self.drop_game(id),
            }
        }
        self.reschedule(id);
    }

    pub(super) fn drop_game(&mut self, id: Id) {
        let Some(running) = self.games.remove(&id) else { return };
        self.hall.games.remove(&id);
        self.schedule.set(Due::Game(id), None);
        self.forget_game_of_players(running.game.terms());
        self.unsubscribe.push(topics::all_actions(id));
    }

    /// Takes a game of the store or of another referee among those that run.
    pub(super) fn take_in(&mut self, mut running: RunningGame, now: u64) {
        let terms = running.game.terms();
        let id = terms.id;
        for side in Side::BOTH {
            let profile = terms.players[side.index()].clone();
            // Until a presence is heard the player counts as gone since now.
            if let Some(player) = self.players.hear(profile.player, now, true) {
                player.games.insert(id);
                player.name.get_or_insert(profile.name);
                running.away[side.index()] = player.away;
            }
        }
        running.lag = [Lag::spent(terms.time); 2];
        let actions = topics::all_actions(id);
        self.elsewhere.remove(&id);
        // It may have been left a moment ago.
        self.unsubscribe.retain(|filter| *filter != actions);
        self.subscribe.push(actions);
        self.games.insert(id, running);
        self.reschedule(id);
    }
}

/// Milliseconds since the beginning of a game, never less than those of its last entry.
pub(super) fn time_of(game: &OnlineGame, now: u64) -> u64 {
    let last = game.log().entries.last().map_or(0, |entry| entry.at);
    now.saturating_sub(game.terms().began).max(last).max(game.turn_began())
}

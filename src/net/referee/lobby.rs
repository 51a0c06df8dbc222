//! Challenges, pairing, rematches, chat.

use std::collections::BTreeMap;

use super::games::Opening;
use super::players::clean_text;
use super::schedule::Due;
use super::{Change, Id, PlayerId, Publish, Referee, Report, limits, topics};
use crate::core::Side;
use crate::games::{OptionValue, registry};
use crate::net::{
    Challenge, ChatLine, Line, MAX_CHAT, MAX_DELAY, MAX_NOTICE, Notice, Offer, PHRASES, Refusal,
    Room, Seat, Terms, Time, encode,
};

/// Milliseconds for which a challenge stands whose challenger is gone.
const CHALLENGE_STANDS: u64 = 30_000;

/// Milliseconds for which an offer of a rematch stands.
const REMATCH_STANDS: u64 = 600_000;

const SECOND: u64 = 1_000;
const MINUTE: u64 = 60 * SECOND;
const HOUR: u64 = 60 * MINUTE;
const DAY: u64 = 24 * HOUR;

/// Everything that is open.
#[derive(Debug, Default)]
pub(super) struct Lobby {
    pub(super) challenges: BTreeMap<Id, Challenge>,
    /// Who waits for what, by what two offers must have in common. A second who asks for it is
    /// paired at once, so that no more than one waits.
    pub(super) waiting: BTreeMap<Vec<u8>, (PlayerId, Offer)>,
    /// Who offers a rematch, by the finished game.
    pub(super) rematches: BTreeMap<Id, PlayerId>,
}

/// True if a challenge with this offer stands in the lobby.
pub(super) fn is_public(offer: &Offer) -> bool {
    offer.listed && offer.to.is_none()
}

/// The retained message of a challenge.
pub(super) fn posting(challenge: &Challenge) -> Publish {
    let topic = topics::challenge(challenge.id);
    Publish { topic, payload: encode(challenge), retain: true }
}

fn is_time(time: Time, rated: bool) -> bool {
    match time {
        Time::Unlimited => !rated,
        Time::Fischer { main, increment } => {
            (5 * SECOND..=DAY).contains(&main) && increment <= 10 * MINUTE
        }
        Time::ByoYomi { main, period, periods } => {
            main <= DAY && (SECOND..=HOUR).contains(&period) && (1..=60).contains(&periods)
        }
        Time::Correspondence { a_move } => (DAY..=14 * DAY).contains(&a_move),
    }
}

/// Checks that a game can be played by an offer.
pub(super) fn check_offer(offer: &Offer) -> Result<(), Refusal> {
    let game = registry::find(&offer.game).ok_or(Refusal::Setup)?;
    let start = game.start(&offer.options).map_err(|_| Refusal::Setup)?;
    let fits =
        start.outcome().is_none() && is_time(offer.time, offer.rated) && offer.delay <= MAX_DELAY;
    if fits { Ok(()) } else { Err(Refusal::Setup) }
}

/// The common part of two offers that can be paired: an option that is left out is the same as
/// its default.
fn pairing_key(offer: &Offer) -> Result<Vec<u8>, Refusal> {
    let game = registry::find(&offer.game).ok_or(Refusal::Setup)?;
    let options: Vec<OptionValue> =
        game.options().iter().map(|spec| offer.options.get(spec)).collect();
    Ok(encode(&(&offer.game, options, offer.time, offer.rated, offer.delay)))
}

impl Referee {
    pub(super) fn open_challenge(
        &mut self,
        player: PlayerId,
        offer: Offer,
        now: u64,
    ) -> Result<(), Refusal> {
        check_offer(&offer)?;
        if offer.to == Some(player) || offer.to == Some(self.id()) {
            return Err(Refusal::Setup);
        }
        let open = self.players.get(player).map_or(0, |player| player.challenges.len());
        let addressed = offer.to.and_then(|to| self.players.get(to));
        let addressed = addressed.map_or(0, |player| player.addressed.len());
        if open >= limits::MAX_CHALLENGES_OF_PLAYER
            || addressed >= limits::MAX_CHALLENGES_TO_PLAYER
            || self.lobby.challenges.len() >= limits::MAX_CHALLENGES
        {
            return Err(Refusal::TooMany);
        }
        let rating = self.rating(player, &offer.game, offer.time.speed())?.note();
        let from = self.profile(player)?;
        let challenge = Challenge { id: self.new_id()?, from, rating, offer, at: now };
        if let Some(to) = challenge.offer.to {
            self.players.hear(to, now, false).ok_or(Refusal::TooMany)?;
            self.tell(to, &Notice::ChallengeOpen(challenge.clone()));
        }
        self.tell(player, &Notice::ChallengeOpen(challenge.clone()));
        self.post(&challenge);
        self.put_challenge(challenge);
        Ok(())
    }

    /// Puts a challenge among those that are open.
    pub(super) fn put_challenge(&mut self, challenge: Challenge) {
        let (id, from) = (challenge.id, challenge.from.player);
        let to = challenge.offer.to.and_then(|to| self.players.get_mut(to));
        to.into_iter().for_each(|to| _ = to.addressed.insert(id));
        if let Some(player) = self.players.get_mut(from) {
            player.challenges.insert(id);
            let gone = player.away.map(|since| since.max(challenge.at) + CHALLENGE_STANDS);
            self.schedule.set(Due::Challenge(id), gone);
        }
        self.lobby.challenges.insert(id, challenge);
    }

    pub(super) fn take_challenge(&mut self, id: Id) -> Option<Challenge> {
        let challenge = self.lobby.challenges.remove(&id)?;
        self.schedule.set(Due::Challenge(id), None);
        if let Some(player) = self.players.get_mut(challenge.from.player) {
            player.challenges.remove(&id);
        }
        let to = challenge.offer.to.and_then(|to| self.players.get_mut(to));
        to.into_iter().for_each(|to| _ = to.addressed.remove(&id));
        Some(challenge)
    }

    /// Ends a challenge without a game.
    pub(super) fn close_challenge(&mut self, id: Id) {
        let Some(challenge) = self.take_challenge(id) else { return };
        self.pending.free.extend(Referee::unpost(&challenge));
        self.pending.marks.push(Change::Unpost(id));
        for player in [Some(challenge.from.player), challenge.offer.to].into_iter().flatten() {
            self.tell(player, &Notice::ChallengeGone(id));
        }
    }

    /// Ends what a player has open in the lobby, who begins a game with a clock.
    pub(super) fn leave_lobby(&mut self, player: PlayerId) {
        self.leave_quick_pair(player);
        let Some(known) = self.players.get(player) else { return };
        let is_live = |id: &&Id| {
            self.lobby.challenges.get(id).is_some_and(|challenge| {
                let time = challenge.offer.time;
                is_public(&challenge.offer) && !matches!(time, Time::Correspondence { .. })
            })
        };
        let live: Vec<Id> = known.challenges.iter().filter(is_live).copied().collect();
        live.into_iter().for_each(|id| self.close_challenge(id));
    }

    /// A player has come or gone.
    pub(super) fn note_presence(&mut self, player: PlayerId, now: u64) {
        let Some(known) = self.players.get(player) else { return };
        let (away, is_waiting) = (known.away, known.is_waiting);
        let gone = away.map(|since| since.max(now) + CHALLENGE_STANDS);
        for &id in &known.challenges {
            self.schedule.set(Due::Challenge(id), gone);
        }
        self.schedule.set(Due::Waiting(player), gone.filter(|_| is_waiting));
        let games: Vec<Id> = known.games.iter().copied().collect();
        for id in games {
            if let Some(running) = self.games.get_mut(&id)
                && let Some(side) = running.game.side_of(player)
            {
                running.away[side.index()] = away;
            }
            self.reschedule(id);
        }
    }

    pub(super) fn withdraw(&mut self, player: PlayerId, id: Id) -> Result<(), Refusal> {
        let challenge = self.lobby.challenges.get(&id).ok_or(Refusal::Unknown)?;
        if challenge.from.player != player {
            return Err(Refusal::NotYours);
        }
        self.close_challenge(id);
        Ok(())
    }

    pub(super) fn decline(&mut self, player: PlayerId, id: Id) -> Result<(), Refusal> {
        let challenge = self.lobby.challenges.get(&id).ok_or(Refusal::Unknown)?;
        if challenge.offer.to != Some(player) {
            return Err(Refusal::NotYours);
        }
        let from = challenge.from.player;
        let gone = Referee::unpost(challenge);
        self.pending.free.extend(gone);
        self.pending.marks.push(Change::Unpost(id));
        self.take_challenge(id);
        self.tell(from, &Notice::Declined(id));
        self.tell(player, &Notice::ChallengeGone(id));
        Ok(())
    }

    pub(super) fn accept(&mut self, player: PlayerId, id: Id, now: u64) -> Result<(), Refusal> {
        let challenge = self.lobby.challenges.get(&id).ok_or(Refusal::Unknown)?.clone();
        let (from, offer) = (challenge.from.player, &challenge.offer);
        if from == player || offer.to.is_some_and(|to| to != player) {
            return Err(Refusal::NotYours);
        }
        let seats = self.seats(from, player, offer.seat);
        let Offer { game, options, time, rated, listed, delay, .. } = offer.clone();
        self.take_challenge(id);
        let gone = Referee::unpost(&challenge);
        let challenge = Some(challenge);
        let opening = Opening { game, options, time, rated, seats, listed, delay, challenge };
        let kept = opening.challenge.clone();
        if let Err(refusal) = self.begin(opening, now) {
            kept.into_iter().for_each(|challenge| self.put_challenge(challenge));
            return Err(refusal);
        }
        self.pending.bound.extend(gone);
        self.pending.changes.push(Change::Unpost(id));
        Ok(())
    }

    fn seats(&mut self, challenger: PlayerId, other: PlayerId, seat: Seat) -> [PlayerId; 2] {
        let side = match seat {
            Seat::Challenger(side) => side,
            Seat::Random => Side::BOTH[self.random.below(2)],
        };
        match side {
            Side::First => [challenger, other],
            Side::Second => [other, challenger],
        }
    }

    pub(super) fn quick_pair(
        &mut self,
        player: PlayerId,
        offer: Offer,
        now: u64,
    ) -> Result<(), Refusal> {
        check_offer(&offer)?;
        let key = pairing_key(&offer)?;
        self.leave_quick_pair(player);
        if let Some(&(other, _)) = self.lobby.waiting.get(&key) {
            // The sides are by lot, whatever the offers say: neither is the challenger.
            let seats = self.seats(other, player, Seat::Random);
            let Offer { game, options, time, rated, delay, .. } = offer;
            let (challenge, listed) = (None, true);
            let opening = Opening { game, options, time, rated, seats, listed, delay, challenge };
            let begun = self.begin(opening, now);
            // Also when no game could begin: whoever cannot play must not wait before others.
            self.take_waiting(&key);
            if let Err(reason) = begun {
                self.refuse(other, 0, None, reason);
                return Err(reason);
            }
            return Ok(());
        }
        if self.lobby.waiting.len() >= limits::MAX_WAITING {
            return Err(Refusal::TooMany);
        }
        self.lobby.waiting.insert(key, (player, offer));
        if let Some(known) = self.players.get_mut(player) {
            known.is_waiting = true;
            let gone = known.away.map(|_| now.saturating_add(CHALLENGE_STANDS));
            self.schedule.set(Due::Waiting(player), gone);
        }
        Ok(())
    }

    fn take_waiting(&mut self, key: &[u8]) {
        let Some((player, _)) = self.lobby.waiting.remove(key) else { return };
        self.schedule.set(Due::Waiting(player), None);
        if let Some(known) = self.players.get_mut(player) {
            known.is_waiting = false;
        }
    }

    pub(super) fn leave_quick_pair(&mut self, player: PlayerId) {
        if !self.players.get(player).is_some_and(|known| known.is_waiting) {
            return;
        }
        let found = self.lobby.waiting.iter().find(|(_, (waiting, _))| *waiting == player);
        if let Some(key) = found.map(|(key, _)| key.clone()) {
            self.take_waiting(&key);
        }
    }

    pub(super) fn rematch(&mut self, player: PlayerId, id: Id, now: u64) -> Result<(), Refusal> {
        let ended = self.ended.get(&id).ok_or(Refusal::Unknown)?;
        let Terms { players, game, options, time, rated, delay, .. } = ended.terms.clone();
        let listed = ended.listed;
        let [first, second] = players.map(|profile| profile.player);
        let other = match player {
            _ if player == first => second,
            _ if player == second => first,
            _ => return Err(Refusal::NotYours),
        };
        match self.lobby.rematches.get(&id) {
            Some(asked) if *asked == other => {
                let seats = [second, first];
                let challenge = None;
                let opening =
                    Opening { game, options, time, rated, seats, listed, delay, challenge };
                self.begin(opening, now)?;
                self.lobby.rematches.remove(&id);
                self.schedule.set(Due::Rematch(id), None);
            }
            Some(_) => {}
            None if self.lobby.rematches.len() >= limits::MAX_REMATCHES => {
                return Err(Refusal::TooMany);
            }
            None => {
                self.lobby.rematches.insert(id, player);
                self.schedule.set(Due::Rematch(id), Some(now.saturating_add(REMATCH_STANDS)));
                self.tell(other, &Notice::RematchOffered(id));
            }
        }
        Ok(())
    }

    /// The players of a game that runs or has just ended, and whether it runs.
    fn players_of(&self, id: Id) -> Result<([PlayerId; 2], bool), Refusal> {
        let running =
            self.games.get(&id).map(|running| (running.game.terms(), running.is_running()));
        let ended = || self.ended.get(&id).map(|ended| (&ended.terms, false));
        let (terms, runs) = running.or_else(ended).ok_or(Refusal::Unknown)?;
        Ok(([0, 1].map(|index: usize| terms.players[index].player), runs))
    }

    pub(super) fn chat(
        &mut self,
        player: PlayerId,
        room: Room,
        line: Line,
        now: u64,
    ) -> Result<(), Refusal> {
        let line = match line {
            Line::Phrase(id) if PHRASES.contains(&id.as_str()) => Line::Phrase(id),
            Line::Phrase(_) => return Err(Refusal::Text),
            Line::Text(text) => Line::Text(clean_text(&text, MAX_CHAT)?),
        };
        let line = ChatLine { from: self.profile(player)?, room, at: now, line };
        match room {
            Room::Lobby => self.say(topics::lobby_chat(), &line),
            Room::Players(id) => {
                let (players, _) = self.players_of(id)?;
                if !players.contains(&player) {
                    return Err(Refusal::NotYours);
                }
                for to in players {
                    self.tell(to, &Notice::Chat(line.clone()));
                    self.keep_for_absent(to, &line)?;
                }
            }
            Room::Watchers(id) => {
                let (players, runs) = self.players_of(id)?;
                if runs && players.contains(&player) {
                    return Err(Refusal::NotYours);
                }
                self.say(topics::watchers_chat(id), &line);
            }
        }
        Ok(())
    }

    /// Keeps a line for a player who is not here, as the opponent by correspondence seldom is.
    fn keep_for_absent(&mut self, to: PlayerId, line: &ChatLine) -> Result<(), Refusal> {
        if self.players.get(to).is_some_and(|known| known.away.is_none()) {
            return Ok(());
        }
        let missed = self.store.missed(to).map_err(|_| Refusal::Storage)?;
        if missed.len() < limits::MAX_MISSED {
            self.pending.changes.push(Change::Missed(to, line.clone()));
        }
        Ok(())
    }

    /// Tells a player who is here again what was said meanwhile.
    pub(super) fn tell_missed(&mut self, player: PlayerId) -> Result<(), Refusal> {
        for line in self.store.missed(player).map_err(|_| Refusal::Storage)? {
            self.tell(player, &Notice::Chat(line.clone()));
            self.pending.marks.push(Change::Heard(player, line));
        }
        Ok(())
    }

    fn say(&mut self, topic: String, line: &ChatLine) {
        self.pending.free.push(Publish { topic, payload: encode(line), retain: false });
    }

    pub(super) fn fetch(&mut self, player: PlayerId, id: Id) -> Result<(), Refusal> {
        let stored = self.store.game(id).map_err(|_| Refusal::Storage)?;
        let stored = stored.filter(|stored| !stored.is_running).ok_or(Refusal::Unknown)?;
        let notice = Notice::Game(Box::new(stored.log));
        debug_assert!(encode(&notice).len() <= MAX_NOTICE, "a log holds at most so many entries");
        self.tell(player, &notice);
        Ok(())
    }

    pub(super) fn report(
        &mut self,
        player: PlayerId,
        about: PlayerId,
        text: &str,
        now: u64,
    ) -> Result<(), Refusal> {
        let text = clean_text(text, limits::MAX_REPORT)?;
        let report = Report { from: player, about, text, at: now };
        self.pending.changes.push(Change::Report(report));
        Ok(())
    }
}

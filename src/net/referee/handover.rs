//! Resumption after a referee was away, and handover of its games to another: clocks go on from the
//! last thing known, and a game has one referee at a time.

use super::clocks;
use super::game_table::{self, RunningGame};
use super::games::time_of;
use super::limits::MAX_ENTRIES_WITH_OFFERS;
use super::{Change, Id, Referee, topics};
use crate::net::game::Actor;
use crate::net::{Action, Deed, Log, LogError, OnlineGame, Purpose, Signed, Time};

/// In a game by correspondence an absence of fewer milliseconds is not worth an entry.
const SHORT_ABSENCE: u64 = 60_000;

impl Referee {
    /// Goes on after players could not reach this referee: the time from `since` to `now` is
    /// nobody's. Where it is not known since when, no time has passed after the last entry of
    /// each game.
    pub fn resume(&mut self, since: Option<u64>, now: u64) {
        for id in self.games.keys().copied().collect::<Vec<_>>() {
            self.resume_game(id, since, now);
        }
    }

    fn resume_game(&mut self, id: Id, since: Option<u64>, now: u64) {
        let Some(running) = self.games.get(&id) else { return };
        let game = &running.game;
        let known = time_of(game, since.unwrap_or(0));
        let least = match game.terms().time {
            Time::Unlimited => return,
            Time::Correspondence { .. } => SHORT_ABSENCE,
            Time::Fischer { .. } | Time::ByoYomi { .. } => 1,
        };
        // Who was out of time before stays so.
        let was_due = clocks::next_deed(running)
            .is_some_and(|(at, _)| at <= game.terms().began.saturating_add(known));
        // So that a bad connection does not use up the log.
        let is_full = game.log().entries.len() >= MAX_ENTRIES_WITH_OFFERS;
        if game.finish().is_some()
            || was_due
            || is_full
            || time_of(game, now) < known.saturating_add(least)
        {
            return;
        }
        let (after, used) = (game.last(), known.saturating_sub(game.turn_began()));
        let action = Action { game: id, after, deed: Deed::Resume, thought: 0 };
        let signed = Signed::new(&self.identity, Purpose::Action, &action);
        // The referee may always do this in a game that runs.
        let _ = self.write(id, Actor::Referee, signed, Deed::Resume, used, now);
    }

    /// Takes over a game from its published log when its referee is gone, which was heard of last
    /// at `since`; the clocks go on from there. `office` is the highest term of office in its
    /// segments; that of this referee is one higher. A log that says no more than what stands here
    /// changes nothing.
    ///
    /// # Errors
    /// When the log does not prove its game, or the game is of a referee with another key, which
    /// this one cannot sign for.
    pub fn adopt(
        &mut self,
        log: Log,
        office: u32,
        since: Option<u64>,
        now: u64,
    ) -> Result<(), LogError> {
        // Whether it was listed is not in its log: it is not put into the lobby again.
        self.adopt_listed(log, office, None, since, now)
    }

    /// The same of a game of which it may be known whether it is in the lobby.
    pub(super) fn adopt_listed(
        &mut self,
        log: Log,
        office: u32,
        listed: Option<bool>,
        since: Option<u64>,
        now: u64,
    ) -> Result<(), LogError> {
        let id = log.terms.id;
        let stands = self.standing(id);
        if self.ended.contains_key(&id)
            || stands.is_some_and(|stands| stands >= (office, log.entries.len()))
        {
            return Ok(());
        }
        if log.terms.referee != self.id() {
            return Err(LogError::Link(log.entries.len() + 1));
        }
        let game = OnlineGame::from_log(log)?;
        let office = office.saturating_add(1);
        let Log { terms, entries } = game.log().clone();
        let known = self.games.get(&id).map(|running| running.listed);
        let listed = listed.or(known).unwrap_or_default();
        self.leave_game(id);
        self.pending.changes.push(Change::Begin { terms: terms.clone(), office, listed });
        for (number, entry) in entries.into_iter().enumerate() {
            self.pending.changes.push(Change::Entry(id, number as u32, entry));
        }
        if game.finish().is_some() {
            self.pending.changes.push(Change::End(id, now));
            self.pending.bound.push(game_table::clear(topics::running(id)));
        }
        self.pending.touch(id, 0);
        self.take_in(RunningGame::new(game, office, listed), now);
        self.note_end(id, now);
        self.resume_game(id, since, now);
        Ok(())
    }

    /// Publishes the whole log of a game once more.
    pub fn publish_again(&mut self, id: Id) {
        self.pending.touch(id, 0);
    }

    /// Leaves a game to another referee, and keeps nothing of it.
    pub fn leave_game(&mut self, id: Id) {
        if let Some((_, entries)) = self.standing(id) {
            self.drop_game(id);
            self.pending.touched.remove(&id);
            self.pending.changes.push(Change::Leave(id, entries as u32));
        }
    }
}

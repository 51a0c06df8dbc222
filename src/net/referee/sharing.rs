//! Several referees at work: games that begin here and go on elsewhere, and requests about games
//! that this referee does not have.

use super::clocks::Lag;
use super::requests::subject;
use super::{Id, PlayerId, Referee, Refusal, RunningGame, game_table, topics};
use crate::net::{Ask, Dispatch, HeldGame, Log, LogError, Time};

/// A game of another referee, as the one on duty knows it.
#[derive(Debug)]
pub(super) struct Elsewhere {
    /// The name of its referee.
    referee: String,
    pub(super) game: HeldGame,
}

/// A request about a game that is for another referee.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Passed {
    /// The name of the referee.
    pub to: String,
    /// The request.
    pub request: Dispatch,
}

fn held(running: &RunningGame) -> HeldGame {
    let terms = running.game.terms();
    HeldGame {
        id: terms.id,
        office: running.office,
        players: terms.players.each_ref().map(|profile| profile.player),
        time: terms.time,
    }
}

impl Referee {
    /// True if the lobby is this referee's.
    pub(super) fn is_on_duty(&self) -> bool {
        self.hall.is_told()
    }

    /// Tells who else is at work.
    pub fn set_others(&mut self, names: Vec<String>) {
        self.others = names;
    }

    /// The number of games that run.
    #[must_use]
    pub fn game_count(&self) -> usize {
        self.games.len()
    }

    /// The games that have begun here since the last call, and are written.
    pub fn take_begun(&mut self) -> Vec<Id> {
        let is_written = |id: &Id| self.games.get(id).is_some_and(|it| it.stored.is_some());
        std::mem::take(&mut self.begun).into_iter().filter(is_written).collect()
    }

    /// A game that runs and is written.
    #[must_use]
    pub fn held_game(&self, id: Id) -> Option<HeldGame> {
        self.games.get(&id).filter(|running| running.stored.is_some()).map(held)
    }

    /// All games that run and are written.
    #[must_use]
    pub fn held_games(&self) -> Vec<HeldGame> {
        self.games.values().filter(|running| running.stored.is_some()).map(held).collect()
    }

    /// The message by which a game goes on with another referee, from the one called `from`.
    #[must_use]
    pub fn hand_on(&self, id: Id, from: &str) -> Option<Dispatch> {
        let running = self.games.get(&id)?;
        let (office, listed) = (running.office, running.listed);
        Some(Dispatch::Game { from: from.to_owned(), log: running.stored_log()?, office, listed })
    }

    /// Goes on with a game that has begun with another referee, whose term of office was `office`.
    ///
    /// # Errors
    /// As [`adopt`](Referee::adopt).
    pub fn take_game(
        &mut self,
        log: Log,
        office: u32,
        listed: bool,
        now: u64,
    ) -> Result<(), LogError> {
        let id = log.terms.id;
        self.adopt_listed(log, office, Some(listed), Some(now), now)?;
        let Some(running) = self.games.get_mut(&id) else { return Ok(()) };
        if running.game.log().entries.is_empty() {
            running.lag = [Lag::new(running.game.terms().time); 2];
        }
        if listed {
            let note = if self.hall.show(id) {
                running.note()
            } else {
                game_table::clear(topics::running(id))
            };
            self.pending.bound.push(note);
        }
        Ok(())
    }

    /// Another referee has this game, which the one on duty remembers: who plays it, plays.
    pub fn note_elsewhere(&mut self, game: HeldGame, referee: &str, now: u64) {
        if !self.is_on_duty() || self.games.contains_key(&game.id) {
            return;
        }
        for player in game.players {
            if let Some(known) = self.players.hear(player, now, true) {
                known.games.insert(game.id);
            }
            if !matches!(game.time, Time::Correspondence { .. }) {
                self.leave_lobby(player);
            }
        }
        let referee = referee.to_owned();
        self.elsewhere.insert(game.id, Elsewhere { referee, game });
    }

    /// Another referee has no more than these games.
    pub fn forget_elsewhere(&mut self, referee: &str, has: impl Fn(Id) -> bool) {
        let is_gone =
            |id: &Id, elsewhere: &mut Elsewhere| elsewhere.referee == referee && !has(*id);
        let gone: Vec<_> = self.elsewhere.extract_if(.., is_gone).collect();
        gone.into_iter().for_each(|(_, it)| self.forget_game_of(it.game.players, it.game.id));
    }

    /// Leaves the lobby, and what it needs to know of the games of others, to another referee.
    pub(super) fn forget_all_elsewhere(&mut self) {
        for (id, elsewhere) in std::mem::take(&mut self.elsewhere) {
            self.forget_game_of(elsewhere.game.players, id);
        }
    }

    /// Passes a request about a game that is not known here on to those who may know it; false if
    /// there is nobody.
    pub(super) fn pass_on(&mut self, player: PlayerId, at: u64, ask: Ask) -> bool {
        let owner = subject(&ask).and_then(|id| self.elsewhere.get(&id));
        let owner = owner.map(|elsewhere| elsewhere.referee.clone());
        let mut next = self.others.clone();
        // Who has it is asked first.
        next.sort_by_key(|name| Some(name) != owner.as_ref());
        self.pass_to_next(player, at, ask, next)
    }

    fn pass_to_next(&mut self, player: PlayerId, at: u64, ask: Ask, next: Vec<String>) -> bool {
        let mut next = next.into_iter();
        let Some(to) = next.next() else { return false };
        let request = Dispatch::Request { player, at, ask, next: next.collect() };
        self.passed.push(Passed { to, request });
        true
    }

    /// A request that another referee has checked, about a game that it does not know.
    pub fn receive_passed(
        &mut self,
        (player, at, ask): (PlayerId, u64, Ask),
        next: Vec<String>,
        now: u64,
    ) {
        let about = subject(&ask);
        if about.is_none() || self.players.hear(player, now, false).is_none() {
            self.dropped += 1;
            return;
        }
        let before = self.pending.changes.len();
        match self.answer(player, ask.clone(), now) {
            Err(Refusal::Unknown) if self.pass_to_next(player, at, ask, next) => {}
            Err(reason) => self.refuse(player, at, about, reason),
            Ok(()) if self.pending.changes.len() > before => {
                self.pending.asked.push((player, at, about));
            }
            Ok(()) => {}
        }
    }

    /// The requests that are to be passed on.
    pub fn take_passed(&mut self) -> Vec<Passed> {
        std::mem::take(&mut self.passed)
    }
}

//! Games that are shared out: the referee on duty lets all begin, and hands each on to the one that
//! has fewest, so that as many work as there are.
//!
//! A game is handed on as it begins, when its log stands on the broker. Until the other says that
//! it has it, what players do in it is kept, so that no two referees write one log, and is given
//! back to the broker then. When the other goes instead, this one takes the game back with a term
//! of office that the other cannot have had.

use super::others::MAX_SAID;
use super::{Duty, Phase};
use crate::net::message::open_of_referees;
use crate::net::referee::{Passed, Publish};
use crate::net::{Dispatch, HeldGame, Id, Purpose, Signed, encode, topics};

/// Games that are told of in one message.
const GAMES_A_MESSAGE: usize = 1_000;

/// A referee with so many games is handed no more: it could not say that it has them.
const MOST_GAMES: usize = MAX_SAID / 8 * 7;

/// Actions in a game that are kept while it is handed on: more than its players may send in this
/// time.
const MAX_KEPT: usize = 64;

/// A game that is handed on.
pub(super) struct Handed {
    /// The name of the other; `None` once that has gone.
    to: Option<String>,
    /// Messages that came for it meanwhile, each with its topic.
    kept: Vec<(String, Vec<u8>)>,
}

impl Duty {
    /// Keeps an action in a game that is handed on; false if it is not.
    pub(super) fn keep_action(&mut self, id: Id, topic: &str, payload: &[u8]) -> bool {
        let Some(handed) = self.handed.get_mut(&id) else { return false };
        if handed.kept.len() < MAX_KEPT {
            handed.kept.push((topic.to_owned(), payload.to_vec()));
        }
        true
    }

    /// True for a game that is handed on to a referee that is there.
    pub(super) fn is_handed_on(&self, id: Id) -> bool {
        let to = self.handed.get(&id).and_then(|handed| handed.to.as_ref());
        to.is_some_and(|name| self.others.contains_key(name))
    }

    /// A message of another referee to this one.
    pub(super) fn receive_dispatch(&mut self, payload: &[u8], now: u64) {
        match open_of_referees(payload, self.identity.id()) {
            Some(Dispatch::Game { from, log, office, listed }) => {
                let id = log.terms.id;
                // It may have been taken back before this came. That is declined below, as is what
                // does not prove its game.
                if self.others.values().all(|it| it.games.get(&id).is_none_or(|at| *at <= office)) {
                    let _ = self.referee.take_game(log, office, listed, now);
                }
                self.taken.push((id, from));
            }
            Some(Dispatch::Has { from, games }) => self.hear_of_games(&from, games, now),
            Some(Dispatch::Declines(id)) => self.take_back_kept(id, now),
            Some(Dispatch::Request { player, at, ask, next }) => {
                self.referee.receive_passed((player, at, ask), next, now);
            }
            None => {}
        }
    }

    fn hear_of_games(&mut self, from: &str, games: Vec<HeldGame>, now: u64) {
        for game in games {
            let Some(other) = self.others.get_mut(from) else { return };
            other.games.insert(game.id, game.office);
            let stands = self.referee.standing(game.id);
            if stands.is_some_and(|(office, _)| office >= game.office) {
                continue;
            }
            self.referee.leave_game(game.id);
            self.give_kept(game.id);
            self.referee.note_elsewhere(game, from, now);
        }
    }

    /// Another referee has a game that was handed on: it is given what was kept.
    fn give_kept(&mut self, id: Id) {
        let Some(handed) = self.handed.remove(&id) else { return };
        for (topic, payload) in handed.kept {
            self.work.publish.push(Publish { topic, payload, retain: false });
        }
    }

    /// The game stays here: what was kept is done.
    pub(super) fn take_back_kept(&mut self, id: Id, now: u64) {
        let Some(handed) = self.handed.remove(&id) else { return };
        for (topic, payload) in handed.kept {
            self.referee.receive(&topic, &payload, now);
        }
    }

    /// After another referee has said which games it has.
    pub(super) fn give_kept_to_owners(&mut self) {
        let owned: Vec<Id> = self
            .handed
            .keys()
            .copied()
            .filter(|&id| self.is_others(id) && self.referee.standing(id).is_none())
            .collect();
        owned.into_iter().for_each(|id| self.give_kept(id));
    }

    /// Another referee has gone: what it was to have is this one's again.
    pub(super) fn take_back_from(&mut self, name: &str, now: u64) {
        let is_lost = |handed: &&mut Handed| handed.to.as_deref() == Some(name);
        self.handed.values_mut().filter(is_lost).for_each(|handed| handed.to = None);
        self.take_back_lost(now);
    }

    /// Reads the games that were handed on to who has gone: it may have gone on with them.
    fn take_back_lost(&mut self, now: u64) {
        let is_lost = |(&id, handed): (&Id, &Handed)| {
            (handed.to.is_none() && !self.adoptions.contains_key(&id)).then_some(id)
        };
        let lost: Vec<Id> = self.handed.iter().filter_map(is_lost).collect();
        for id in lost {
            match self.referee.standing(id) {
                Some((office, _)) => self.adopt(id, office.saturating_add(1), Some(now), now),
                None => self.give_kept(id),
            }
        }
    }

    /// After a connection that was lost: what was sent before may not have come.
    pub(super) fn hand_on_again(&mut self, now: u64) {
        for handed in self.handed.values_mut() {
            let is_there = handed.to.as_ref().is_some_and(|name| self.others.contains_key(name));
            if !is_there {
                handed.to = None;
            }
        }
        let again = |(&id, handed): (&Id, &Handed)| Some((id, handed.to.clone()?));
        for (id, to) in self.handed.iter().filter_map(again).collect::<Vec<_>>() {
            self.hand_to(&to, id);
        }
        self.take_back_lost(now);
    }

    /// Shares out what has begun, answers who has shared out, and passes requests on.
    pub(super) fn share(&mut self) {
        for (id, from) in std::mem::take(&mut self.taken) {
            match self.referee.held_game(id) {
                Some(game) => self.tell_games(&from, vec![game]),
                None => self.dispatch(&from, &Dispatch::Declines(id)),
            }
        }
        let begun = self.referee.take_begun();
        if self.phase == Phase::OnDuty {
            self.told_all = None;
            for id in begun {
                if let Some(to) = self.least_busy() {
                    self.hand_to(&to, id);
                    self.handed.insert(id, Handed { to: Some(to), kept: Vec::new() });
                }
            }
        } else {
            self.tell_who_is_on_duty(begun);
        }
        for Passed { to, request } in self.referee.take_passed() {
            self.dispatch(&to, &request);
        }
    }

    /// The referee with the fewest games, if it has fewer than this one.
    fn least_busy(&self) -> Option<String> {
        let handed_to = |name: &String| {
            self.handed.values().filter(|handed| handed.to.as_ref() == Some(name)).count()
        };
        let own = self.referee.game_count().saturating_sub(self.handed.len());
        let at_work = self.others.iter().filter(|(_, other)| other.away_since.is_none());
        at_work
            .map(|(name, other)| (other.games.len() + handed_to(name), name))
            .min()
            .filter(|(games, _)| *games < own.min(MOST_GAMES))
            .map(|(_, name)| name.clone())
    }

    fn hand_to(&mut self, to: &str, id: Id) {
        if let Some(game) = self.referee.hand_on(id, &self.name) {
            self.dispatch(to, &game);
        }
    }

    /// Tells the referee on duty of games that have begun here, and one that is newly on duty of
    /// all.
    fn tell_who_is_on_duty(&mut self, begun: Vec<Id>) {
        let on_duty = self.others.iter().find(|(_, other)| other.is_on_duty);
        let Some(name) = on_duty.map(|(name, _)| name.clone()) else {
            self.told_all = None;
            return;
        };
        if self.told_all.as_ref() == Some(&name) {
            let games = begun.into_iter().filter_map(|id| self.referee.held_game(id)).collect();
            self.tell_games(&name, games);
        } else {
            self.tell_games(&name, self.referee.held_games());
            self.told_all = Some(name);
        }
    }

    fn tell_games(&mut self, to: &str, games: Vec<HeldGame>) {
        for games in games.chunks(GAMES_A_MESSAGE) {
            let (from, games) = (self.name.clone(), games.to_vec());
            self.dispatch(to, &Dispatch::Has { from, games });
        }
    }

    fn dispatch(&mut self, to: &str, message: &Dispatch) {
        let payload = encode(&Signed::new(&self.identity, Purpose::Request, message));
        self.work.publish.push(Publish { topic: topics::dispatch(to), payload, retain: false });
    }
}

//! Messages of referees about themselves, sent to each other and heard from each other.

use std::collections::BTreeMap;

use super::{Duty, Orphan, Other, Phase};
use crate::net::message::open_of_referees;
use crate::net::referee::Publish;
use crate::net::server::adoption::Adoption;
use crate::net::{AtWork, Id, Purpose, Signed, encode, topics};

/// The most games that a referee says it has.
pub(super) const MAX_SAID: usize = 16_000;

/// A referee says which games it has at most once in so many milliseconds for each hundred of
/// them, since it names them all.
const SAY_MS_PER_HUNDRED: u64 = 10;

impl Duty {
    /// Tells the others of this referee, if something has changed.
    pub(super) fn say(&mut self, now: u64) {
        let is_on_duty = self.phase == Phase::OnDuty;
        let away_since = (!self.is_at_work()).then(|| self.away_since.unwrap_or(0));
        let is_the_same =
            |said: &&AtWork| (said.is_on_duty, said.away_since) == (is_on_duty, away_since);
        if let Some(said) = self.said.as_ref().filter(is_the_same) {
            let pause = said.games.len() as u64 * SAY_MS_PER_HUNDRED / 100;
            if now < self.said_at.saturating_add(pause) {
                return;
            }
        }
        let mut games = self.referee.games();
        games.truncate(MAX_SAID);
        let message = AtWork { is_on_duty, games, away_since };
        if self.said.as_ref() != Some(&message) {
            let payload = encode(&Signed::new(&self.identity, Purpose::Request, &message));
            let topic = topics::referee(&self.name);
            self.work.publish.push(Publish { topic, payload, retain: true });
            (self.said, self.said_at) = (Some(message), now);
        }
    }

    /// True if another referee has this game.
    pub(super) fn is_others(&self, id: Id) -> bool {
        self.others.values().any(|other| other.games.contains_key(&id))
    }

    /// Another referee says which games it has, or has gone. Only referees with the same key can
    /// take over games from each other, and only they are listened to.
    pub(super) fn hear_of(&mut self, name: &str, payload: &[u8], now: u64) {
        if name == self.name {
            return;
        }
        if payload.is_empty() {
            let Some(gone) = self.others.remove(name) else { return };
            self.others_have_changed();
            self.referee.forget_elsewhere(name, |_| false);
            self.told_all.take_if(|told| told == name);
            let since = gone.away_since.unwrap_or(now);
            for (id, office) in gone.games {
                let is_at_home = self.is_others(id) || self.referee.standing(id).is_some();
                if !is_at_home && !self.adoptions.contains_key(&id) {
                    self.orphans.insert(id, Orphan { office, since });
                }
            }
            self.take_back_from(name, now);
            return;
        }
        let Some(said) = open_of_referees::<AtWork>(payload, self.identity.id()) else { return };
        let games: BTreeMap<Id, u32> = said.games.into_iter().collect();
        self.orphans.retain(|id, _| !games.contains_key(id));
        let is_first = |office: u32, own: u32| (own, name) < (office, self.name.as_str());
        let yields = |(&id, &office): (&Id, &u32)| {
            let (own, _) = self.referee.standing(id)?;
            is_first(office, own).then_some(id)
        };
        let left: Vec<Id> = games.iter().filter_map(yields).collect();
        // Who has come back goes on itself: nothing else surely has all of the game.
        let is_back = |id: &Id, adoption: &mut Adoption| {
            games.get(id).is_some_and(|office| office.saturating_add(1) >= adoption.claim)
        };
        let back: Vec<Id> = self.adoptions.extract_if(.., is_back).map(|(id, _)| id).collect();
        back.into_iter().for_each(|id| self.read_no_more(id));
        left.into_iter().for_each(|id| self.referee.leave_game(id));
        self.referee.forget_elsewhere(name, |id| games.contains_key(&id));
        let other = Other { is_on_duty: said.is_on_duty, games, away_since: said.away_since };
        self.has_newcomers |= self.others.insert(name.to_owned(), other).is_none();
        if !said.is_on_duty {
            self.told_all.take_if(|told| told == name);
        }
        self.others_have_changed();
        self.give_kept_to_owners();
    }

    /// Tells the referee who else is at work, after that has changed.
    pub(super) fn others_have_changed(&mut self) {
        let at_work = self.others.iter().filter(|(_, other)| other.away_since.is_none());
        let names = at_work.map(|(name, _)| name.clone()).collect();
        self.referee.set_others(names);
    }
}

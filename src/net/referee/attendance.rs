//! Who is here, and which games the lobby shows. Everyone in the lobby reads it, so that what each
//! player who comes and goes would cost grows with the square of the players: they are told of all
//! of them in one message, the less often the more they are, and the games in the lobby are some.

use std::collections::BTreeSet;

use super::schedule::Due;
use super::{Id, PlayerId, Publish, Referee, limits, topics};
use crate::net::{Attendance, Profile, encode};

/// The least time from one message to the next in milliseconds, and what each player who may read
/// it adds to that.
const INTERVAL: u64 = 500;
const INTERVAL_OF_EACH: u64 = 2;

/// Those who are here, and the games that the lobby shows.
#[derive(Debug, Default)]
pub(super) struct Hall {
    players: BTreeSet<PlayerId>,
    /// When they were told of, by the referee on duty; `None` in every other.
    told: Option<u64>,
    /// The games in the lobby.
    pub(super) games: BTreeSet<Id>,
}

impl Hall {
    /// Puts a game into the lobby, if there is room.
    pub(super) fn show(&mut self, id: Id) -> bool {
        let has_room = self.games.len() < limits::MAX_SHOWN_GAMES || self.games.contains(&id);
        if has_room {
            self.games.insert(id);
        }
        has_room
    }

    /// True if everyone is told who is here.
    pub(super) fn is_told(&self) -> bool {
        self.told.is_some()
    }

    /// Forgets who is here: the broker tells it afresh.
    pub(super) fn forget_players(&mut self) {
        self.players.clear();
    }
}

impl Referee {
    /// A player has come, or is called otherwise.
    pub(super) fn note_here(&mut self, player: PlayerId, now: u64) {
        self.hall.players.insert(player);
        self.schedule_attendance(now);
    }

    /// A player has gone.
    pub(super) fn note_gone(&mut self, player: PlayerId, now: u64) {
        if self.hall.players.remove(&player) {
            self.schedule_attendance(now);
        }
    }

    fn schedule_attendance(&mut self, now: u64) {
        let Some(told) = self.hall.told else { return };
        let interval = INTERVAL + INTERVAL_OF_EACH * self.hall.players.len() as u64;
        self.schedule.set(Due::Attendance, Some(now.max(told.saturating_add(interval))));
    }

    /// Tells everyone who is here, and goes on doing so when that changes.
    pub(super) fn tell_attendance(&mut self, now: u64) {
        self.hall.told = Some(now);
        self.schedule.set(Due::Attendance, None);
        let name = |player| self.players.get(player)?.name.clone();
        let named = self.hall.players.iter().take(limits::MAX_NAMED).map(|&player| Profile {
            player,
            name: name(player).unwrap_or_else(|| player.fingerprint()),
        });
        let count = u32::try_from(self.hall.players.len()).unwrap_or(u32::MAX);
        let payload = encode(&Attendance { count, players: named.collect() });
        self.pending.free.push(Publish { topic: topics::players(), payload, retain: true });
    }

    /// Leaves that to another referee.
    pub(super) fn tell_attendance_no_more(&mut self) {
        self.hall.told = None;
        self.schedule.set(Due::Attendance, None);
    }
}

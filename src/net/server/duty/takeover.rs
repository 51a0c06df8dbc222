//! The games of referees that have gone, which the one on duty reads and goes on with.

use super::{Duty, Orphan, Phase};
use crate::net::server::adoption::Adoption;
use crate::net::{Id, MAX_NOTICE, SEGMENT, Segment, decode, topics};

impl Duty {
    /// Takes over the games of those who have gone, if this referee is on duty.
    pub(super) fn take_over(&mut self, now: u64) {
        if self.phase == Phase::OnDuty {
            for (id, Orphan { office, since }) in std::mem::take(&mut self.orphans) {
                self.adopt(id, office, Some(since), now);
            }
        }
        let done: Vec<(Id, Adoption)> =
            self.adoptions.extract_if(.., |_, adoption| adoption.is_done(now)).collect();
        for (id, adoption) in done {
            self.read_no_more(id);
            let since = adoption.since;
            let least = adoption.claim.saturating_sub(1);
            if let Some((log, office)) = adoption.log() {
                // A log that does not prove its game is nobody's.
                let _ = self.referee.adopt(log, office.max(least), since, now);
            }
            self.take_back_kept(id, now);
            // What stood here all the same was kept back while it was read.
            self.referee.publish_again(id);
        }
    }

    pub(super) fn adopt(&mut self, id: Id, office: u32, since: Option<u64>, now: u64) {
        self.adoptions.insert(id, Adoption::new(office.saturating_add(1), since, now));
        self.work.subscribe.push(topics::whole_log(id));
        self.work.subscribe.push(topics::all_live_logs(id));
    }

    /// The log of a game is not read any more.
    pub(super) fn read_no_more(&mut self, id: Id) {
        self.work.unsubscribe.push(topics::whole_log(id));
        self.work.unsubscribe.push(topics::all_live_logs(id));
    }

    /// A segment of a game that is taken over, or while the referee listens of one of its own.
    pub(super) fn collect(&mut self, id: Id, number: u32, payload: &[u8], now: u64) {
        let Ok(segment) = decode::<Segment>(payload, MAX_NOTICE) else { return };
        if let Some(adoption) = self.adoptions.get_mut(&id) {
            adoption.take(number, segment, now);
        } else if matches!(self.phase, Phase::Listening { .. })
            && let Some((office, entries)) = self.referee.standing(id)
        {
            self.standing.insert(id);
            let known = entries.saturating_sub(number as usize * SEGMENT);
            if (segment.office, segment.entries.len()) > (office, known) {
                self.newer.insert(id, segment.office);
            }
        }
    }
}

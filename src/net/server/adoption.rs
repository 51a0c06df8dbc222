//! A game that is taken over from what its referee has published: the segments as they come.

use std::collections::BTreeMap;

use super::super::{Log, SEGMENT, Segment};

/// When no more segments of a game come for so many milliseconds, it has no more.
const SILENCE_MS: u64 = 1_500;

/// A game that is taken over, as far as its segments have come.
#[derive(Debug)]
pub struct Adoption {
    /// The term of office that this referee will have.
    pub claim: u32,
    /// When its referee was heard of last, in milliseconds since 1970; `None` if that is not known.
    pub since: Option<u64>,
    /// When it is over whatever has come.
    pub until: u64,
    segments: BTreeMap<u32, Segment>,
}

impl Adoption {
    /// One that begins now.
    pub fn new(claim: u32, since: Option<u64>, now: u64) -> Adoption {
        let until = now.saturating_add(SILENCE_MS);
        Adoption { claim, since, until, segments: BTreeMap::new() }
    }

    /// Takes the segment with this number, unless a newer one is there.
    pub fn take(&mut self, number: u32, segment: Segment, now: u64) {
        let rank = |segment: &Segment| (segment.office, segment.entries.len());
        let is_newer = self.segments.get(&number).is_none_or(|old| rank(old) < rank(&segment));
        if segment.number == number && is_newer {
            self.segments.insert(number, segment);
            self.until = now.saturating_add(SILENCE_MS);
        }
    }

    /// True if the segments are all there, since the last is not full, or no more will come. Where
    /// those who watch are behind, the last that came may be the last that these have seen; and
    /// where somebody else has this term of office already, it may yet say that it has the game.
    pub fn is_done(&self, now: u64) -> bool {
        if self.segments.values().any(|segment| segment.office >= self.claim) {
            return self.until <= now;
        }
        let terms = self.segments.get(&0).and_then(|first| first.terms.as_ref());
        if terms.is_some_and(|terms| terms.delay > 0) {
            return self.until <= now;
        }
        let numbers_fit = self.segments.keys().copied().eq(0..self.segments.len() as u32);
        let last = self.segments.values().next_back();
        self.until <= now || numbers_fit && last.is_some_and(|last| last.entries.len() < SEGMENT)
    }

    /// The log that the segments make, as far as none is missing, and the highest term of office.
    pub fn log(self) -> Option<(Log, u32)> {
        let office = self.segments.values().map(|segment| segment.office).max()?;
        let mut terms = None;
        let mut entries = Vec::new();
        for (expected, (number, segment)) in self.segments.into_iter().enumerate() {
            let follows = segment.entries.first().is_none_or(|first| {
                let last = entries.last().map(super::super::Entry::hash);
                last.is_none_or(|hash| first.after == hash)
            });
            if number as usize != expected || entries.len() != expected * SEGMENT || !follows {
                break;
            }
            terms = terms.or(segment.terms);
            entries.extend(segment.entries);
        }
        Some((Log { terms: terms?, entries }, office))
    }
}

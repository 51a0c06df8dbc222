//! Spaced repetition of failed levels: each returns after growing intervals until it was
//! solved at the first attempt after the longest of them (the system of Leitner).

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::content::levels::{Level, Pack, PuzzleId};

/// Values by the name of the pack ([`PackId`](crate::content::levels::PackId)), then by
/// the level's id.
pub(super) type ByLevel<T> = BTreeMap<String, BTreeMap<String, T>>;

/// Days until a level returns: after it was failed, and after each time that it was solved.
const INTERVALS: [i64; 4] = [1, 3, 7, 21];

/// A level that is to return.
#[derive(Serialize, Deserialize, Clone, Copy, Debug, PartialEq, Eq)]
struct Repetition {
    /// Number of times that it was solved in a row since it was failed.
    solved: usize,
    /// The day from which on it is due, counted from 1 January 1970.
    due: i64,
}

/// The levels that are to return, and when.
#[derive(Serialize, Deserialize, Clone, Debug, Default, PartialEq)]
#[serde(transparent)]
pub(super) struct Repetitions(ByLevel<Repetition>);

impl Repetitions {
    /// Lets a failed level return from the next day on.
    pub(super) fn fail(&mut self, pack: &Pack, level: &Level, today: i64) {
        let of_pack = self.0.entry(pack.pack_id().to_string()).or_default();
        of_pack.insert(level.id.clone(), Repetition { solved: 0, due: today + INTERVALS[0] });
    }

    /// A level was solved at the first attempt: one that is due returns later, or not any more.
    pub(super) fn pass(&mut self, pack: &Pack, level: &Level, today: i64) {
        let Some(of_pack) = self.0.get_mut(pack.pack_id().as_str()) else { return };
        let Some(known) = of_pack.get_mut(&level.id).filter(|known| known.due <= today) else {
            return;
        };
        known.solved += 1;
        match INTERVALS.get(known.solved) {
            Some(days) => known.due = today + days,
            None => _ = of_pack.remove(&level.id),
        }
    }

    /// The levels that wait to return with the day of each, the earliest first.
    pub(super) fn waiting(&self, packs: &[Pack]) -> Vec<(i64, PuzzleId)> {
        let levels = packs.iter().flat_map(|pack| {
            let of_pack: Option<&BTreeMap<_, _>> = self.0.get(pack.pack_id().as_str());
            let known = of_pack.into_iter().flat_map(move |of_pack| {
                let day = |level: &Level| of_pack.get(&level.id).map(|known| known.due);
                pack.levels.iter().filter_map(move |level| Some((day(level)?, level)))
            });
            known.map(|(due, level)| (due, pack.puzzle_id(level)))
        });
        let mut waiting: Vec<_> = levels.collect();
        waiting.sort_unstable();
        waiting
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::content::levels;

    fn packs() -> Vec<Pack> {
        let folder = crate::content::levels_folder();
        let read = |path: &str| {
            std::fs::read_to_string(folder.join(path)).map_err(|error| error.to_string())
        };
        levels::load(read).packs.into_iter().map(|(_, pack)| pack).collect()
    }

    #[test]
    fn a_failed_level_returns_after_growing_intervals_and_then_no_more() {
        let packs = packs();
        let (pack, level) = (&packs[0], &packs[0].levels[0]);
        let mut repetitions = Repetitions::default();
        repetitions.fail(pack, level, 100);
        let due = |repetitions: &Repetitions| {
            repetitions.waiting(&packs).first().map(|(day, id)| (*day, id.clone()))
        };
        for day in [101, 104, 111, 132] {
            assert_eq!(due(&repetitions), Some((day, pack.puzzle_id(level))));
            // Before its day, solving it again tells nothing.
            repetitions.pass(pack, level, day - 1);
            assert_eq!(due(&repetitions), Some((day, pack.puzzle_id(level))));
            repetitions.pass(pack, level, day);
        }
        assert_eq!(due(&repetitions), None);
    }

    #[test]
    fn a_level_failed_again_begins_again() {
        let packs = packs();
        let (pack, level) = (&packs[0], &packs[0].levels[0]);
        let mut repetitions = Repetitions::default();
        repetitions.fail(pack, level, 100);
        repetitions.pass(pack, level, 101);
        repetitions.fail(pack, level, 104);
        assert_eq!(repetitions.waiting(&packs), [(105, pack.puzzle_id(level))]);
        assert_eq!(repetitions.waiting(&[]), []);
    }
}

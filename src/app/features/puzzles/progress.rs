//! The player's progress: solved levels, ratings, daily levels and best scores,
//! kept in a file.

use std::collections::BTreeMap;

use bevy::prelude::*;
use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::repetition::{ByLevel, Repetitions};
use super::rush::RushKind;
use crate::app::notice::Notice;
use crate::app::platform::Storage;
use crate::content::levels::rating::Rating;
use crate::content::levels::{Level, Pack, PuzzleId};

/// File of the progress.
const FILE: &str = "puzzles.ron";

/// Current version of the file format.
const VERSION: u32 = 2;

/// The most that one attempt changes the player's rating.
const MAX_RATING_STEP: f64 = 100.0;

/// Rating deviation of a level whose rating was estimated from its features.
const LEVEL_DEVIATION: f64 = 150.0;

/// Result of a solved level.
#[derive(Serialize, Deserialize, Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Solved {
    /// Solved with mistakes or hints.
    Helped,
    /// Solved at the first attempt.
    Clean,
}

/// Change of the player's rating by a first attempt.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RatingChange {
    /// Rating before it.
    pub before: Rating,
    /// Rating after it.
    pub after: Rating,
}

impl RatingChange {
    /// Difference of the rounded ratings.
    pub fn points(&self) -> i64 {
        self.after.rating.round() as i64 - self.before.rating.round() as i64
    }
}

/// Solved levels, ratings, daily levels and best scores.
#[derive(Resource, Serialize, Deserialize, Clone, Debug, PartialEq)]
pub struct PuzzleProgress {
    version: u32,
    solved: ByLevel<Solved>,
    /// Number of levels solved in a row at the first attempt.
    streak: u32,
    /// Ratings of the player, by game.
    #[serde(default)]
    ratings: BTreeMap<String, Rating>,
    /// Ratings of attempted levels.
    #[serde(default)]
    levels: ByLevel<Rating>,
    /// Results of daily levels, by days since 1 January 1970.
    #[serde(default)]
    days: BTreeMap<i64, Solved>,
    /// Best scores of puzzle rushes, by kind.
    #[serde(default)]
    bests: BTreeMap<String, u32>,
    /// Failed levels that are to return.
    #[serde(default)]
    repetitions: Repetitions,
}

/// The reason why stored progress could not be read.
#[derive(Debug, Error)]
enum ProgressError {
    /// Not RON of the expected form.
    #[error(transparent)]
    Unreadable(#[from] ron::error::SpannedError),
    /// Written by a newer program.
    #[error("it is of version {0}, but this program reads versions 1 to {VERSION}")]
    Version(u32),
}

impl Default for PuzzleProgress {
    fn default() -> PuzzleProgress {
        PuzzleProgress {
            version: VERSION,
            solved: BTreeMap::new(),
            streak: 0,
            ratings: BTreeMap::new(),
            levels: BTreeMap::new(),
            days: BTreeMap::new(),
            bests: BTreeMap::new(),
            repetitions: Repetitions::default(),
        }
    }
}

fn lookup<T: Copy>(all: &ByLevel<T>, pack: &Pack, level: &Level) -> Option<T> {
    all.get(pack.pack_id().as_str())?.get(&level.id).copied()
}

impl PuzzleProgress {
    /// The best result of a level, if it was solved.
    pub fn result(&self, pack: &Pack, level: &Level) -> Option<Solved> {
        lookup(&self.solved, pack, level)
    }

    /// Number of solved levels of a pack.
    pub fn solved_count(&self, pack: &Pack) -> usize {
        pack.levels.iter().filter(|level| self.result(pack, level).is_some()).count()
    }

    /// The first unsolved level of a pack, or its first one.
    pub fn next_unsolved(&self, pack: &Pack) -> Option<PuzzleId> {
        let unsolved = pack.levels.iter().find(|level| self.result(pack, level).is_none());
        unsolved.or(pack.levels.first()).map(|level| pack.puzzle_id(level))
    }

    /// Number of levels solved in a row at the first attempt.
    pub fn streak(&self) -> u32 {
        self.streak
    }

    /// The player's rating in a game, once a level of it was attempted.
    pub fn rating(&self, game: &str) -> Option<Rating> {
        self.ratings.get(game).copied()
    }

    /// The rating of a level: its difficulty, updated by attempts.
    pub fn level_rating(&self, pack: &Pack, level: &Level) -> Rating {
        lookup(&self.levels, pack, level)
            .unwrap_or_else(|| Rating::estimated(f64::from(level.difficulty), LEVEL_DEVIATION))
    }

    /// The level of a game, other than `but`, nearest to the player's rating: of
    /// those never attempted; else of those not solved at the first attempt;
    /// else of all.
    pub fn recommend(
        &self,
        packs: &[Pack],
        game: &str,
        but: Option<&PuzzleId>,
    ) -> Option<PuzzleId> {
        let player_rating = self.rating(game).unwrap_or_default().rating;
        let of_game = packs.iter().filter(|pack| pack.game == game);
        let levels = of_game.flat_map(|pack| pack.levels.iter().map(move |level| (pack, level)));
        let is_other = |pack: &Pack, level: &Level| {
            but.is_none_or(|but| *but.level != level.id || !pack.is_named(&but.pack))
        };
        let ranked = levels.filter(|(pack, level)| is_other(pack, level)).map(|(pack, level)| {
            let known = match self.result(pack, level) {
                Some(Solved::Clean) => 2,
                _ if self.is_attempted(pack, level) => 1,
                _ => 0,
            };
            let far = (self.level_rating(pack, level).rating - player_rating).abs();
            (known, far, pack, level)
        });
        let nearest = ranked.min_by(|a, b| a.0.cmp(&b.0).then(a.1.total_cmp(&b.1)));
        nearest.map(|(.., pack, level)| pack.puzzle_id(level))
    }

    fn is_attempted(&self, pack: &Pack, level: &Level) -> bool {
        lookup(&self.levels, pack, level).is_some() || self.result(pack, level).is_some()
    }

    /// True if a level was attempted but never solved.
    pub(super) fn was_failed(&self, pack: &Pack, level: &Level) -> bool {
        lookup(&self.levels, pack, level).is_some() && self.result(pack, level).is_none()
    }

    /// Rates the first attempt at a level; later ones are not rated.
    pub(super) fn rate_attempt(
        &mut self,
        pack: &Pack,
        level: &Level,
        won: bool,
    ) -> Option<RatingChange> {
        if self.is_attempted(pack, level) {
            return None;
        }
        let player = self.rating(&pack.game).unwrap_or_default();
        let task = self.level_rating(pack, level);
        let score = f64::from(u8::from(won));
        if !won {
            self.streak = 0;
        }
        let after = player.after(&[(task, score)]);
        // A step of more than this says how little is known rather than how strong the player
        // is; the deviation stays large, so that the next steps are large too.
        let step = (after.rating - player.rating).clamp(-MAX_RATING_STEP, MAX_RATING_STEP);
        let after = Rating { rating: player.rating + step, ..after };
        self.ratings.insert(pack.game.clone(), after);
        let moved = task.after(&[(player, 1.0 - score)]);
        self.levels.entry(pack.pack_id().to_string()).or_default().insert(level.id.clone(), moved);
        Some(RatingChange { before: player, after })
    }

    /// Records that a level was failed today: it will return.
    pub(super) fn record_failed(&mut self, pack: &Pack, level: &Level, today: i64) {
        self.repetitions.fail(pack, level, today);
    }

    /// The failed levels that return, with the day of each, the earliest first.
    pub fn repetitions(&self, packs: &[Pack]) -> Vec<(i64, PuzzleId)> {
        self.repetitions.waiting(packs)
    }

    /// The level other than `but` that has waited longest for its repetition, if one is due.
    pub fn due_repetition(
        &self,
        packs: &[Pack],
        today: i64,
        but: Option<&PuzzleId>,
    ) -> Option<PuzzleId> {
        let due = self.repetitions(packs).into_iter().filter(|(day, _)| *day <= today);
        due.map(|(_, id)| id).find(|id| Some(id) != but)
    }

    /// Records that a level was solved today without mistake or help: its repetition moves on.
    pub(super) fn record_repeated(&mut self, pack: &Pack, level: &Level, today: i64) {
        self.repetitions.pass(pack, level, today);
    }

    /// Records a solved level, keeping its best result.
    pub(super) fn record_solved(&mut self, pack: &Pack, level: &Level, clean: bool) {
        let result = if clean { Solved::Clean } else { Solved::Helped };
        let known = self.solved.entry(pack.pack_id().to_string()).or_default();
        // Solving a level again does not change the streak.
        if !known.contains_key(&level.id) {
            self.streak = if clean { self.streak + 1 } else { 0 };
        }
        let best = known.get(&level.id).copied().map_or(result, |old| old.max(result));
        known.insert(level.id.clone(), best);
    }

    /// The result of a daily level, if it was solved on its day.
    pub fn daily_result(&self, day: i64) -> Option<Solved> {
        self.days.get(&day).copied()
    }

    /// Number of days in a row with a solved daily level, up to today or, while
    /// today's is unsolved, to yesterday.
    pub fn daily_streak(&self, today: i64) -> usize {
        let last = if self.daily_result(today).is_some() { today } else { today - 1 };
        (0..).take_while(|back| self.daily_result(last - back).is_some()).count()
    }

    /// Records that a daily level was solved.
    pub(super) fn record_daily(&mut self, day: i64, clean: bool) {
        let result = if clean { Solved::Clean } else { Solved::Helped };
        self.days.entry(day).or_insert(result);
    }

    /// The best score of this kind of rush.
    pub fn best_score(&self, kind: RushKind) -> Option<u32> {
        self.bests.get(&kind.key()).copied()
    }

    /// Records the score of a rush. Returns true for a new best score.
    pub(super) fn record_rush(&mut self, kind: RushKind, solved: u32) -> bool {
        let better = solved > self.best_score(kind).unwrap_or(0);
        if better {
            self.bests.insert(kind.key(), solved);
        }
        better
    }

    fn from_ron(text: &str) -> Result<PuzzleProgress, ProgressError> {
        let read: PuzzleProgress = ron::from_str(text)?;
        match read.version {
            1..=VERSION => Ok(PuzzleProgress { version: VERSION, ..read }),
            other => Err(ProgressError::Version(other)),
        }
    }
}

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<PuzzleProgress>().add_systems(Startup, load).add_systems(Last, save);
}

/// Loads the file. A damaged one is set aside and reported.
fn load(
    storage: Res<Storage>,
    mut progress: ResMut<PuzzleProgress>,
    mut notices: MessageWriter<Notice>,
) {
    let read =
        storage.read_parsed(FILE, "progress-damaged", &mut notices, PuzzleProgress::from_ron);
    if let Some(read) = read {
        *progress = read;
    }
}

/// Saves the file after every change.
fn save(
    storage: Res<Storage>,
    progress: Res<PuzzleProgress>,
    mut notices: MessageWriter<Notice>,
    mut written: Local<Option<PuzzleProgress>>,
) {
    // The first run only remembers the loaded state.
    let Some(known) = &*written else {
        *written = Some(progress.clone());
        return;
    };
    if !progress.is_changed() || *known == *progress {
        return;
    }
    *written = Some(progress.clone());
    let config = ron::ser::PrettyConfig::new();
    let text = ron::ser::to_string_pretty(&*progress, config).unwrap_or_default();
    if let Err(error) = storage.write(FILE, &text) {
        warn!("{error}");
        notices.write(error.notice(FILE));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_of_version_1_are_read() {
        let old = "(version: 1, solved: {\"chess/mates\": {\"mates-01\": Clean}}, streak: 4)";
        let read = PuzzleProgress::from_ron(old).unwrap();
        assert_eq!((read.version, read.streak), (2, 4));
        assert_eq!(read.solved["chess/mates"]["mates-01"], Solved::Clean);
        assert!(PuzzleProgress::from_ron("(version: 3, solved: {}, streak: 0)").is_err());
    }

    #[test]
    fn the_daily_streak_lasts_until_a_day_is_missed() {
        let mut progress = PuzzleProgress::default();
        for day in [90, 97, 98, 99] {
            progress.record_daily(day, true);
        }
        assert_eq!(progress.daily_streak(99), 3);
        assert_eq!(progress.daily_streak(100), 3);
        assert_eq!(progress.daily_streak(101), 0);
        progress.record_daily(100, false);
        progress.record_daily(100, true);
        assert_eq!(progress.daily_streak(100), 4);
        assert_eq!(progress.daily_result(100), Some(Solved::Helped));
    }

    #[test]
    fn only_a_greater_score_is_a_new_best() {
        let mut progress = PuzzleProgress::default();
        let [short, long] = [3, 5].map(|minutes| RushKind { game: None, minutes });
        let found = [0, 7, 7, 6, 8].map(|solved| progress.record_rush(short, solved));
        assert_eq!(found, [false, true, false, false, true]);
        assert_eq!((progress.best_score(short), progress.best_score(long)), (Some(8), None));
    }
}

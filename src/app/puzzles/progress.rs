//! What a person has solved and how strong they are at it, kept between
//! starts.

use std::collections::BTreeMap;

use bevy::prelude::*;
use serde::{Deserialize, Serialize};

use super::run::Contest;
use crate::app::notice::Notice;
use crate::app::platform::Storage;
use crate::content::levels::rating::Rating;
use crate::content::levels::{Level, Pack};

/// File of what has been solved.
const FILE: &str = "puzzles.ron";

/// The version that is written.
const VERSION: u32 = 2;

/// How far off the rating of a level may be that was estimated by its traits.
const LEVEL_DEVIATION: f64 = 150.0;

/// How a level was solved.
#[derive(Serialize, Deserialize, Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Solved {
    /// With a wrong move or a hint on the way.
    Helped,
    /// At the first attempt.
    Clean,
}

/// How a first attempt moved the rating of the player.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Gain {
    /// Before it.
    pub before: Rating,
    /// After it.
    pub after: Rating,
}

impl Gain {
    /// By how many points, as both ratings are shown.
    pub fn points(&self) -> i64 {
        self.after.rating.round() as i64 - self.before.rating.round() as i64
    }
}

/// Something by game and pack (`chess/mates`), then by level.
type ByLevel<T> = BTreeMap<String, BTreeMap<String, T>>;

/// Which levels have been solved, ratings, days and best scores.
#[derive(Resource, Serialize, Deserialize, Clone, Debug, PartialEq)]
pub struct Progress {
    version: u32,
    solved: ByLevel<Solved>,
    /// Levels solved at the first attempt without a break.
    streak: u32,
    /// Ratings of the player, by game.
    #[serde(default)]
    ratings: BTreeMap<String, Rating>,
    /// Ratings of the levels that were attempted.
    #[serde(default)]
    levels: ByLevel<Rating>,
    /// The days, since 1 January 1970, whose level was solved on them.
    #[serde(default)]
    days: BTreeMap<i64, Solved>,
    /// Most levels solved in a run, by contest.
    #[serde(default)]
    bests: BTreeMap<String, u32>,
}

impl Default for Progress {
    fn default() -> Progress {
        Progress {
            version: VERSION,
            solved: BTreeMap::new(),
            streak: 0,
            ratings: BTreeMap::new(),
            levels: BTreeMap::new(),
            days: BTreeMap::new(),
            bests: BTreeMap::new(),
        }
    }
}

fn name(pack: &Pack) -> String {
    format!("{}/{}", pack.game, pack.id)
}

fn find<T: Copy>(all: &ByLevel<T>, pack: &Pack, level: &Level) -> Option<T> {
    all.get(&name(pack))?.get(&level.id).copied()
}

impl Progress {
    /// How this level was solved, if it was.
    pub fn of(&self, pack: &Pack, level: &Level) -> Option<Solved> {
        find(&self.solved, pack, level)
    }

    /// How many levels of this pack are solved.
    pub fn count(&self, pack: &Pack) -> usize {
        pack.levels.iter().filter(|level| self.of(pack, level).is_some()).count()
    }

    /// The first level of this pack that is not solved, or the first one.
    pub fn next(&self, pack: &Pack) -> usize {
        pack.levels.iter().position(|level| self.of(pack, level).is_none()).unwrap_or(0)
    }

    /// How many levels in a row were solved at the first attempt.
    pub fn streak(&self) -> u32 {
        self.streak
    }

    /// The rating of the player in a game, once a level of it was attempted.
    pub fn rating(&self, game: &str) -> Option<Rating> {
        self.ratings.get(game).copied()
    }

    /// The rating of a level: what attempts have made of its difficulty.
    pub fn level_rating(&self, pack: &Pack, level: &Level) -> Rating {
        find(&self.levels, pack, level)
            .unwrap_or_else(|| Rating::estimated(f64::from(level.difficulty), LEVEL_DEVIATION))
    }

    /// The level of a game that suits the player best and is not the one at
    /// `but`: of those never attempted the one nearest to their rating; then
    /// of those not yet solved at the first attempt; then of all.
    pub fn for_me(
        &self,
        packs: &[Pack],
        game: &str,
        but: Option<(usize, usize)>,
    ) -> Option<(usize, usize)> {
        let own = self.rating(game).unwrap_or_default().rating;
        let of_game = packs.iter().enumerate().filter(|(_, pack)| pack.game == game);
        let levels = of_game.flat_map(|(number, pack)| {
            pack.levels.iter().enumerate().map(move |(n, level)| ((number, n), pack, level))
        });
        let ranked =
            levels.filter(|(place, ..)| Some(*place) != but).map(|(place, pack, level)| {
                let known = match self.of(pack, level) {
                    Some(Solved::Clean) => 2,
                    _ if self.is_attempted(pack, level) => 1,
                    _ => 0,
                };
                let far = (self.level_rating(pack, level).rating - own).abs();
                (known, far, place)
            });
        let nearer = |a: &(u8, f64, _), b: &(u8, f64, _)| a.0.cmp(&b.0).then(a.1.total_cmp(&b.1));
        ranked.min_by(nearer).map(|(.., place)| place)
    }

    fn is_attempted(&self, pack: &Pack, level: &Level) -> bool {
        find(&self.levels, pack, level).is_some() || self.of(pack, level).is_some()
    }

    /// Whether an attempt at this level was lost and it is still to be solved.
    pub(super) fn was_missed(&self, pack: &Pack, level: &Level) -> bool {
        find(&self.levels, pack, level).is_some() && self.of(pack, level).is_none()
    }

    /// Rates the first attempt at a level; later ones prove nothing.
    pub(super) fn rate(&mut self, pack: &Pack, level: &Level, won: bool) -> Option<Gain> {
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
        self.ratings.insert(pack.game.clone(), after);
        let moved = task.after(&[(player, 1.0 - score)]);
        self.levels.entry(name(pack)).or_default().insert(level.id.clone(), moved);
        Some(Gain { before: player, after })
    }

    /// Notes a solved level. What was solved at the first attempt once stays
    /// so.
    pub(super) fn note(&mut self, pack: &Pack, level: &Level, clean: bool) {
        let result = if clean { Solved::Clean } else { Solved::Helped };
        let known = self.solved.entry(name(pack)).or_default();
        // Solving one again proves nothing about the row.
        if !known.contains_key(&level.id) {
            self.streak = if clean { self.streak + 1 } else { 0 };
        }
        let best = known.get(&level.id).copied().map_or(result, |old| old.max(result));
        known.insert(level.id.clone(), best);
    }

    /// How the level of this day was solved, if it was on that day.
    pub fn day(&self, day: i64) -> Option<Solved> {
        self.days.get(&day).copied()
    }

    /// How many days in a row their level was solved, up to today or, while
    /// today's is still to come, to yesterday.
    pub fn days_in_a_row(&self, today: i64) -> usize {
        let last = if self.day(today).is_some() { today } else { today - 1 };
        (0..).take_while(|back| self.day(last - back).is_some()).count()
    }

    /// Notes that the level of a day was solved.
    pub(super) fn note_day(&mut self, day: i64, clean: bool) {
        let result = if clean { Solved::Clean } else { Solved::Helped };
        self.days.entry(day).or_insert(result);
    }

    /// The most levels that were solved in a run of this contest.
    pub fn best(&self, contest: Contest) -> Option<u32> {
        self.bests.get(&contest.name()).copied()
    }

    /// Notes the score of a run. Tells whether it is the best so far.
    pub(super) fn note_run(&mut self, contest: Contest, solved: u32) -> bool {
        let better = solved > self.best(contest).unwrap_or(0);
        if better {
            self.bests.insert(contest.name(), solved);
        }
        better
    }

    fn from_ron(text: &str) -> Result<Progress, String> {
        let read: Progress = ron::from_str(text).map_err(|error| error.to_string())?;
        match read.version {
            1..=VERSION => Ok(Progress { version: VERSION, ..read }),
            other => Err(format!(
                "it is of version {other}, but this program reads versions 1 to {VERSION}"
            )),
        }
    }
}

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Progress>().add_systems(Startup, read).add_systems(Last, write);
}

/// Reads the file. A damaged one is set aside and reported.
fn read(storage: Res<Storage>, mut progress: ResMut<Progress>, mut notices: MessageWriter<Notice>) {
    let read = storage.read_as(FILE, "progress-damaged", &mut notices, Progress::from_ron);
    if let Some(read) = read {
        *progress = read;
    }
}

/// Writes the file after every change.
fn write(
    storage: Res<Storage>,
    progress: Res<Progress>,
    mut notices: MessageWriter<Notice>,
    mut written: Local<Option<Progress>>,
) {
    // The first look is at what was just read.
    let Some(known) = &*written else {
        *written = Some(progress.clone());
        return;
    };
    if !progress.is_changed() || *known == *progress {
        return;
    }
    *written = Some(progress.clone());
    let looks = ron::ser::PrettyConfig::new();
    let text = ron::ser::to_string_pretty(&*progress, looks).unwrap_or_default();
    if let Err(error) = storage.write(FILE, &text) {
        warn!("{error}");
        notices.write(error.notice(FILE));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_the_first_version_wrote_is_read() {
        let old = "(version: 1, solved: {\"chess/mates\": {\"mates-01\": Clean}}, streak: 4)";
        let read = Progress::from_ron(old).unwrap();
        assert_eq!((read.version, read.streak), (2, 4));
        assert_eq!(read.solved["chess/mates"]["mates-01"], Solved::Clean);
        assert!(Progress::from_ron("(version: 3, solved: {}, streak: 0)").is_err());
    }

    #[test]
    fn a_row_of_days_goes_on_until_a_day_was_missed() {
        let mut progress = Progress::default();
        for day in [90, 97, 98, 99] {
            progress.note_day(day, true);
        }
        assert_eq!(progress.days_in_a_row(99), 3);
        assert_eq!(progress.days_in_a_row(100), 3);
        assert_eq!(progress.days_in_a_row(101), 0);
        progress.note_day(100, false);
        progress.note_day(100, true);
        assert_eq!(progress.days_in_a_row(100), 4);
        assert_eq!(progress.day(100), Some(Solved::Helped));
    }

    #[test]
    fn only_a_greater_score_is_a_new_best() {
        let mut progress = Progress::default();
        let [short, long] = [3, 5].map(|minutes| Contest { game: None, minutes });
        let found = [0, 7, 7, 6, 8].map(|solved| progress.note_run(short, solved));
        assert_eq!(found, [false, true, false, false, true]);
        assert_eq!((progress.best(short), progress.best(long)), (Some(8), None));
    }
}

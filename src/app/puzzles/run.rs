//! Runs against the clock: as many levels as one can, from easy to hard,
//! until the time is over or three moves were wrong.

use std::collections::VecDeque;
use std::time::Duration;

use bevy::prelude::*;

use super::progress::Progress;
use super::{Course, PuzzleSet, Puzzles, State, put};
use crate::app::assets::Library;
use crate::app::platform::{Life, awake};
use crate::app::session::{Changed, Playing};
use crate::app::settings::Settings;
use crate::content::levels::Pack;
use crate::core::Random;

/// Wrong moves that end a run.
pub const MOST_WRONG: u32 = 3;

/// The minutes that a run may last.
pub const MINUTES: [u8; 2] = [3, 5];

/// The most levels of a run: nobody solves one every three seconds.
const MOST_LEVELS: usize = 100;

/// How long the last move of a level stands before the next level comes, and
/// how long a wrong one does.
const RIGHT_SHOWN: Duration = Duration::from_millis(350);
const WRONG_SHOWN: Duration = Duration::from_millis(900);

/// What kind of run it is; each has a best score of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Contest {
    /// The game whose levels come, or every game.
    pub game: Option<&'static str>,
    /// How long it lasts.
    pub minutes: u8,
}

impl Contest {
    /// Its name in files.
    pub(super) fn name(self) -> String {
        format!("{}/{}", self.game.unwrap_or("all"), self.minutes)
    }

    fn length(self) -> Duration {
        Duration::from_secs(u64::from(self.minutes) * 60)
    }
}

/// Why a run is over.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Over {
    /// The time is over.
    Time,
    /// The last wrong move was one too many.
    Wrong,
    /// Every level was solved.
    All,
}

/// A run, from its first level until the board is left.
#[derive(Debug)]
pub struct Run {
    /// What kind of run it is.
    pub contest: Contest,
    /// Levels solved.
    pub solved: u32,
    /// Wrong moves.
    pub wrong: u32,
    /// Why it is over, and whether it was the best so far.
    pub over: Option<(Over, bool)>,
    /// When it ends, in time since the start of the program.
    ends: Duration,
    /// When it was over.
    stopped: Option<Duration>,
    /// The levels to come.
    queue: VecDeque<(usize, usize)>,
}

impl Run {
    /// A run that begins now, with levels drawn by chance.
    pub(super) fn new(
        contest: Contest,
        packs: &[Pack],
        progress: &Progress,
        now: Duration,
        mut random: Random,
    ) -> Run {
        let of_game = |pack: &&Pack| contest.game.is_none_or(|game| pack.game == game);
        let mut levels = Vec::new();
        for (number, pack) in packs.iter().enumerate().filter(|(_, pack)| of_game(pack)) {
            for (n, level) in pack.levels.iter().enumerate() {
                levels.push((progress.level_rating(pack, level).rating, (number, n)));
            }
        }
        for n in (1..levels.len()).rev() {
            levels.swap(n, random.below(n + 1));
        }
        levels.truncate(MOST_LEVELS);
        levels.sort_by(|a, b| a.0.total_cmp(&b.0));
        Run {
            contest,
            solved: 0,
            wrong: 0,
            over: None,
            ends: now + contest.length(),
            stopped: None,
            queue: levels.into_iter().map(|(_, place)| place).collect(),
        }
    }

    /// The next level, which does not come again.
    pub(super) fn take(&mut self) -> Option<(usize, usize)> {
        self.queue.pop_front()
    }

    /// The time that is left, or was when it was over.
    pub fn left(&self, now: Duration) -> Duration {
        self.ends.saturating_sub(self.stopped.unwrap_or(now))
    }

    /// Ends the run, unless it is over already.
    fn end(&mut self, why: Over, now: Duration, progress: &mut Progress) {
        if self.over.is_none() {
            self.stopped = Some(now);
            self.over = Some((why, progress.note_run(self.contest, self.solved)));
        }
    }

    /// Counts the run as it stands when the board is left.
    pub(super) fn leave(&mut self, progress: &mut Progress) {
        self.end(Over::Time, self.ends, progress);
    }
}

pub(super) fn plugin(app: &mut App) {
    app.add_message::<Life>()
        .add_systems(Update, rest.before(super::play_on).in_set(PuzzleSet))
        .add_systems(Update, go_on.after(super::play_on).run_if(awake).in_set(PuzzleSet));
}

/// The time out of sight does not count.
fn rest(
    time: Res<Time<Real>>,
    mut lives: MessageReader<Life>,
    mut puzzles: ResMut<Puzzles>,
    mut since: Local<Option<Duration>>,
) {
    for life in lives.read() {
        match life {
            Life::Suspend => *since = since.or(Some(time.elapsed())),
            Life::Resume => {
                let Some(slept) = since.take().map(|since| time.elapsed() - since) else {
                    continue;
                };
                let Puzzles { puzzle, run } = &mut *puzzles;
                if let Some(run) = run.as_mut() {
                    run.ends += slept;
                }
                if let Some(puzzle) = puzzle.as_mut() {
                    puzzle.due += slept;
                }
            }
        }
    }
}

/// How long what was played stands before the next level comes.
pub(super) fn shown(right: bool, settings: &Settings) -> Duration {
    let shown = if right { RIGHT_SHOWN } else { WRONG_SHOWN };
    shown.mul_f32(settings.motion().max(0.5))
}

/// Ends the run when it is time, and brings the next level.
fn go_on(
    time: Res<Time<Real>>,
    library: Res<Library>,
    mut playing: ResMut<Playing>,
    mut puzzles: ResMut<Puzzles>,
    mut progress: ResMut<Progress>,
    mut changed: MessageWriter<Changed>,
) {
    let now = time.elapsed();
    let Some((puzzle, run)) = puzzles.puzzle.as_ref().zip(puzzles.run.as_ref()) else { return };
    let done = matches!(puzzle.state, State::Solved | State::Missed);
    let late = run.left(now).is_zero();
    if run.over.is_some() || !late && (!done || now < puzzle.due) {
        return;
    }
    let Some(run) = &mut puzzles.run else { return };
    if late {
        run.end(Over::Time, now, &mut progress);
    } else if run.wrong >= MOST_WRONG {
        run.end(Over::Wrong, now, &mut progress);
    } else {
        match run.take() {
            Some(place) => {
                put(Course::Run, place, &library, &mut playing, &mut puzzles, &mut changed);
                return;
            }
            None => run.end(Over::All, now, &mut progress),
        }
    }
    if let Some(puzzle) = &mut puzzles.puzzle {
        puzzle.state = State::Over;
        puzzle.queue.clear();
    }
}

//! Puzzle rush: as many levels as possible, from easy to hard, until the time is
//! up or after three mistakes.

use std::collections::VecDeque;
use std::time::Duration;

use bevy::prelude::*;

use super::progress::PuzzleProgress;
use super::requests::load_level;
use super::{PuzzleMode, PuzzleState, Puzzles};
use crate::app::platform::Lifecycle;
use crate::app::services::assets::LoadedAssets;
use crate::app::session::{ActiveSession, SessionEvent};
use crate::app::settings::Settings;
use crate::content::levels::{Pack, PuzzleId};
use crate::core::Random;

/// Mistakes that end a rush.
pub const MAX_MISTAKES: u32 = 3;

/// Durations to choose from, in minutes.
pub const RUSH_MINUTES: [u8; 2] = [3, 5];

/// Most levels of a rush; nobody solves one every three seconds.
const MAX_LEVELS: usize = 100;

/// Delays before the next level after a solved level and after a mistake.
const RIGHT_DELAY: Duration = Duration::from_millis(350);
const WRONG_DELAY: Duration = Duration::from_millis(900);

/// Right answers in a row that add time, and the seconds added; after the last of them
/// every ten more add as much. The numbers are those that players know from Lichess.
const COMBO_BONUS: [(u32, u64); 4] = [(5, 3), (12, 5), (20, 7), (30, 10)];

/// Kind of a rush. Best scores are kept by kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RushKind {
    /// Id of the game, or `None` for all games.
    pub game: Option<&'static str>,
    /// Duration in minutes.
    pub minutes: u8,
}

impl RushKind {
    /// Its key in the progress file.
    pub(super) fn key(self) -> String {
        format!("{}/{}", self.game.unwrap_or("all"), self.minutes)
    }

    fn duration(self) -> Duration {
        Duration::from_secs(u64::from(self.minutes) * 60)
    }
}

/// Reason for the end of a rush.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RushEnd {
    /// The time is up.
    TimeUp,
    /// The last mistake was one too many.
    TooManyMistakes,
    /// All levels were solved.
    AllSolved,
}

/// A puzzle rush.
#[derive(Debug)]
pub struct PuzzleRush {
    /// Its kind.
    pub kind: RushKind,
    /// Levels solved.
    pub solved: u32,
    /// Mistakes made.
    pub mistakes: u32,
    /// Levels solved in a row.
    pub combo: u32,
    /// The most levels solved in a row.
    pub best_combo: u32,
    /// The reason for its end, and true for a new best score.
    pub result: Option<(RushEnd, bool)>,
    /// The time of its end, since startup.
    deadline: Duration,
    /// The time when it was over.
    ended_at: Option<Duration>,
    /// The remaining levels.
    queue: VecDeque<PuzzleId>,
}

impl PuzzleRush {
    /// Starts a rush with randomly drawn levels, sorted by rating.
    pub(super) fn new(
        kind: RushKind,
        packs: &[Pack],
        progress: &PuzzleProgress,
        now: Duration,
        mut random: Random,
    ) -> PuzzleRush {
        let of_game = |pack: &&Pack| kind.game.is_none_or(|game| pack.game == game);
        let mut levels = Vec::new();
        for pack in packs.iter().filter(of_game) {
            let rating = |level| progress.level_rating(pack, level).rating;
            let of_pack = pack.levels.iter();
            levels.extend(of_pack.map(|level| (rating(level), pack.puzzle_id(level))));
        }
        for n in (1..levels.len()).rev() {
            levels.swap(n, random.below(n + 1));
        }
        levels.truncate(MAX_LEVELS);
        levels.sort_by(|a, b| a.0.total_cmp(&b.0));
        PuzzleRush {
            kind,
            solved: 0,
            mistakes: 0,
            combo: 0,
            best_combo: 0,
            result: None,
            deadline: now + kind.duration(),
            ended_at: None,
            queue: levels.into_iter().map(|(_, id)| id).collect(),
        }
    }

    /// Takes the next level.
    pub(super) fn next_level(&mut self) -> Option<PuzzleId> {
        self.queue.pop_front()
    }

    /// Counts a solved level; many in a row add time.
    pub(super) fn solve(&mut self) {
        self.solved += 1;
        self.combo += 1;
        self.best_combo = self.best_combo.max(self.combo);
        self.deadline += bonus(self.combo);
    }

    /// Counts a mistake.
    pub(super) fn miss(&mut self) {
        self.mistakes += 1;
        self.combo = 0;
    }

    /// Levels in a row at which time is added next, and the time.
    pub fn next_bonus(&self) -> (u32, Duration) {
        let at = (self.combo + 1..).find(|&combo| !bonus(combo).is_zero()).unwrap_or(u32::MAX);
        (at, bonus(at))
    }

    /// Time left, or that was left when it was over.
    pub fn time_left(&self, now: Duration) -> Duration {
        self.deadline.saturating_sub(self.ended_at.unwrap_or(now))
    }

    /// Ends the rush, unless it is over already.
    fn end(&mut self, why: RushEnd, now: Duration, progress: &mut PuzzleProgress) {
        if self.result.is_none() {
            self.ended_at = Some(now);
            self.result = Some((why, progress.record_rush(self.kind, self.solved)));
        }
    }

    /// Ends the rush when the board is left.
    pub(super) fn leave(&mut self, progress: &mut PuzzleProgress) {
        self.end(RushEnd::TimeUp, self.deadline, progress);
    }
}

/// The time added when so many levels were solved in a row.
fn bonus(combo: u32) -> Duration {
    let (last, most) = COMBO_BONUS[COMBO_BONUS.len() - 1];
    let known = COMBO_BONUS.iter().find(|(at, _)| *at == combo).map(|(_, seconds)| *seconds);
    let later = (combo > last && (combo - last).is_multiple_of(10)).then_some(most);
    Duration::from_secs(known.or(later).unwrap_or(0))
}

/// Extends the rush by the time spent in the background.
pub(super) fn extend_by_suspension(
    time: Res<Time<Real>>,
    mut lifecycle: MessageReader<Lifecycle>,
    mut puzzles: ResMut<Puzzles>,
    mut since: Local<Option<Duration>>,
) {
    for change in lifecycle.read() {
        match change {
            Lifecycle::Suspend => *since = since.or(Some(time.elapsed())),
            Lifecycle::Resume => {
                let Some(suspended) = since.take().map(|since| time.elapsed() - since) else {
                    continue;
                };
                let Puzzles { puzzle, rush } = &mut *puzzles;
                if let Some(rush) = rush.as_mut() {
                    rush.deadline += suspended;
                }
                if let Some(puzzle) = puzzle.as_mut() {
                    puzzle.next_move_at += suspended;
                }
            }
        }
    }
}

/// Delay before the next level.
pub(super) fn result_delay(right: bool, settings: &Settings) -> Duration {
    let delay = if right { RIGHT_DELAY } else { WRONG_DELAY };
    delay.mul_f32(settings.animation_scale().max(0.5))
}

/// Starts the next level when it is due, or ends the rush.
pub(super) fn advance_rush(
    time: Res<Time<Real>>,
    library: Res<LoadedAssets>,
    mut active_session: ResMut<ActiveSession>,
    mut puzzles: ResMut<Puzzles>,
    mut progress: ResMut<PuzzleProgress>,
    mut changed: MessageWriter<SessionEvent>,
) {
    let now = time.elapsed();
    let Some((puzzle, rush)) = puzzles.puzzle.as_ref().zip(puzzles.rush.as_ref()) else { return };
    let done = matches!(puzzle.state, PuzzleState::Solved | PuzzleState::Missed);
    let late = rush.time_left(now).is_zero();
    if rush.result.is_some() || !late && (!done || now < puzzle.next_move_at) {
        return;
    }
    let Some(rush) = &mut puzzles.rush else { return };
    if late {
        rush.end(RushEnd::TimeUp, now, &mut progress);
    } else if rush.mistakes >= MAX_MISTAKES {
        rush.end(RushEnd::TooManyMistakes, now, &mut progress);
    } else {
        match rush.next_level() {
            Some(id) => {
                load_level(
                    PuzzleMode::Rush,
                    id,
                    &library,
                    &mut active_session,
                    &mut puzzles,
                    &mut changed,
                );
                return;
            }
            None => rush.end(RushEnd::AllSolved, now, &mut progress),
        }
    }
    if let Some(puzzle) = &mut puzzles.puzzle {
        puzzle.state = PuzzleState::Over;
        puzzle.queue.clear();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn right_answers_in_a_row_add_time_and_a_mistake_ends_the_row() {
        let kind = RushKind { game: None, minutes: 3 };
        let progress = PuzzleProgress::default();
        let mut rush = PuzzleRush::new(kind, &[], &progress, Duration::ZERO, Random::new(1));
        let left = |rush: &PuzzleRush| rush.time_left(Duration::ZERO).as_secs();
        for _ in 0..4 {
            rush.solve();
        }
        assert_eq!((left(&rush), rush.next_bonus()), (180, (5, Duration::from_secs(3))));
        rush.solve();
        assert_eq!((left(&rush), rush.next_bonus()), (183, (12, Duration::from_secs(5))));
        rush.miss();
        assert_eq!((rush.combo, rush.best_combo, rush.next_bonus().0), (0, 5, 5));
        for _ in 0..50 {
            rush.solve();
        }
        // 3 + 5 + 7 + 10, and 10 more at 40 and at 50.
        assert_eq!(left(&rush), 183 + 45);
        assert_eq!((rush.solved, rush.mistakes, rush.next_bonus().0), (55, 1, 60));
    }
}

//! The moment at the end of a game: a shade sweeps over the board and, in games whose score
//! is counted, pieces and points are counted one by one before it lifts.

use std::time::Duration;

use bevy::prelude::*;

use super::drawing::owner_of;
use super::{BoardSystems, CurrentLayout, IsAnimating, OverlayState};
use crate::app::session::{ActiveSession, Ending, Session};
use crate::app::settings::Settings;
use crate::core::{Point, Side};

/// Time in which the shade crosses the board, and in which it lifts.
const SWEEP_TIME: Duration = Duration::from_millis(450);
const LIFT_TIME: Duration = Duration::from_millis(250);

/// Time in which the shade stays where nothing is counted.
const REST_TIME: Duration = Duration::from_millis(450);

/// Time per counted pair of points, and bounds of the whole count.
const POINT_TIME: Duration = Duration::from_millis(28);
const COUNT_TIMES: [Duration; 2] = [Duration::from_millis(700), Duration::from_millis(2200)];

/// The end of the game on the board, as far as it has been shown.
#[derive(Resource, Default)]
pub struct EndOfGame {
    /// The session on the board and whether its game was over.
    seen: Option<(u64, bool)>,
    /// Time since the game ended, while it is shown.
    elapsed: Option<Duration>,
    /// Points that are counted for each side, in the order of counting.
    counted: [Vec<Point>; 2],
    /// True while the points that are counted must be found yet.
    awaits_count: bool,
    /// Pieces are counted rather than the points that a side owns.
    counts_pieces: bool,
}

impl EndOfGame {
    /// True while the end is being shown.
    pub fn is_showing(&self) -> bool {
        self.elapsed.is_some()
    }

    /// Part of the count that is done, 0 to 1, while the end is shown.
    pub fn part_counted(&self) -> Option<f32> {
        let elapsed = self.elapsed?;
        let since = elapsed.saturating_sub(SWEEP_TIME).as_secs_f32();
        Some((since / self.count_time().as_secs_f32()).min(1.0))
    }

    /// The points counted so far.
    pub(super) fn counted_points(&self) -> impl Iterator<Item = Point> + '_ {
        let shown = self.part_counted().unwrap_or(0.0) * self.most() as f32;
        self.counted.iter().flat_map(move |points| points.iter().take(shown as usize).copied())
    }

    /// True if pieces are counted rather than the points that a side owns.
    pub(super) fn counts_pieces(&self) -> bool {
        self.counts_pieces
    }

    /// Progress of the shade over the board, 0 to 1, and its strength, 0 to 1.
    pub(super) fn shade(&self) -> Option<(f32, f32)> {
        let elapsed = self.elapsed?;
        let part = |from: Duration, length: Duration| {
            let passed = elapsed.saturating_sub(from).as_secs_f32();
            (passed / length.as_secs_f32()).min(1.0)
        };
        let lifting = part(self.duration() - LIFT_TIME, LIFT_TIME);
        Some((part(Duration::ZERO, SWEEP_TIME), 1.0 - lifting))
    }

    fn most(&self) -> usize {
        self.counted.iter().map(Vec::len).max().unwrap_or(0)
    }

    fn count_time(&self) -> Duration {
        match self.most() as u32 {
            0 => REST_TIME,
            most => (POINT_TIME * most).clamp(COUNT_TIMES[0], COUNT_TIMES[1]),
        }
    }

    fn duration(&self) -> Duration {
        SWEEP_TIME + self.count_time() + LIFT_TIME
    }
}

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<EndOfGame>().add_systems(Update, advance.in_set(BoardSystems::Annotate));
}

/// Begins when the game on the board ends, and goes on until all is shown. A move taken
/// back or another page ends it.
fn advance(
    time: Res<Time<Real>>,
    settings: Res<Settings>,
    active_session: Res<ActiveSession>,
    current_layout: Res<CurrentLayout>,
    overlays: Res<OverlayState>,
    mut end: ResMut<EndOfGame>,
    mut is_animating: ResMut<IsAnimating>,
) {
    let serial = active_session.serial();
    let session = active_session.played().filter(|_| current_layout.0.is_some());
    let is_over = session.is_some_and(|session| session.ending().is_some());
    let seen = session.map(|_| (serial, is_over));
    if end.seen != seen {
        let begins = end.seen == Some((serial, false)) && is_over;
        let moves = settings.animation_scale() > 0.0;
        *end = EndOfGame { seen, ..default() };
        if begins && moves {
            end.elapsed = Some(Duration::ZERO);
            end.awaits_count = session.is_some_and(is_counted);
        }
    }
    let (Some(elapsed), Some(session)) = (end.elapsed, session) else { return };
    if end.awaits_count && elapsed + time.delta() >= SWEEP_TIME {
        // The owners of points are found by a task; until then, the shade rests.
        if let Some(counted) = counted_points(session, &overlays) {
            end.counted = counted;
            end.counts_pieces = overlays.wanted(session.position()).is_none();
            end.awaits_count = false;
        }
    }
    let step = time.delta().div_f32(settings.animation_scale().max(0.1));
    let limit = if end.awaits_count { SWEEP_TIME } else { end.duration() };
    let now = (elapsed + step).min(limit);
    end.elapsed = (now < end.duration()).then_some(now);
    is_animating.0 |= end.is_showing();
}

/// Returns true if the rules decided the game by a score.
fn is_counted(session: &Session) -> bool {
    matches!(session.ending(), Some(Ending::Rules(outcome)) if outcome.score.is_some())
}

/// Points that count for each side, row by row from the top: those it owns where the game
/// shows that, else those of its pieces. `None` while the owners are being found.
fn counted_points(session: &Session, overlays: &OverlayState) -> Option<[Vec<Point>; 2]> {
    let position = session.position();
    let owned = match overlays.wanted(position) {
        Some(_) => Some(overlays.shown_for(position)?),
        None => None,
    };
    let board = position.board();
    let mut counted = [Vec::new(), Vec::new()];
    for rank in 0..board.ranks {
        for file in 0..board.files {
            let point = Point::new(file, rank);
            let side = match owned {
                Some(overlay) => owner_of(overlay, &board, point).map(|(side, _)| side),
                None => position.piece_at(point).map(|piece| piece.side),
            };
            if let Some(side) = side {
                counted[Side::index(side)].push(point);
            }
        }
    }
    Some(counted)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(milliseconds: u64, counted: [usize; 2]) -> EndOfGame {
        EndOfGame {
            elapsed: Some(Duration::from_millis(milliseconds)),
            counted: counted.map(|n| vec![Point::new(0, 0); n]),
            ..default()
        }
    }

    #[test]
    fn the_shade_crosses_the_board_then_the_points_are_counted_then_it_lifts() {
        assert_eq!(at(0, [40, 24]).shade(), Some((0.0, 1.0)));
        assert_eq!(at(450, [40, 24]).shade(), Some((1.0, 1.0)));
        // 40 pairs take 1,120 ms.
        let counted = |milliseconds| at(milliseconds, [40, 24]).counted_points().count();
        assert_eq!([200, 450, 450 + 560].map(counted), [0, 0, 40]);
        assert_eq!([450 + 1120, 450 + 1300].map(counted), [64, 64]);
        let (_, strength) = at(450 + 1120 + 125, [40, 24]).shade().unwrap();
        assert!((strength - 0.5).abs() < 1e-3, "{strength}");
        assert_eq!(at(0, [0, 0]).duration(), SWEEP_TIME + REST_TIME + LIFT_TIME);
    }

    #[test]
    fn a_long_count_is_no_longer_than_two_seconds() {
        assert_eq!(at(0, [361, 0]).count_time(), COUNT_TIMES[1]);
        assert_eq!(at(0, [5, 4]).count_time(), COUNT_TIMES[0]);
    }
}

//! Hints in three steps: where to look, which piece or smaller area, and the move. The
//! search goes on while the player thinks, and each step shows the best move found by then.

use std::time::Duration;

use super::{PositionId, SearchTask};
use crate::app::board::HintMark;
use crate::app::services::tasks::TaskHandle;
use crate::core::{Move, Point};
use crate::games::{AnyPosition, Board, EngineInfo};

/// Time limit of the search behind a hint.
pub(super) const MAX_TIME: Duration = Duration::from_secs(6);

/// Time after which the first step is shown, whether the search has ended or not.
const FIRST_STEP_TIME: Duration = Duration::from_millis(700);

/// Step of a hint, which sets how much it tells.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum HintStep {
    /// The part of the board.
    Area,
    /// The piece that moves, or a smaller part of the board and what for.
    Narrowed,
    /// The move.
    Move,
}

impl HintStep {
    fn next(self) -> HintStep {
        match self {
            HintStep::Area => HintStep::Narrowed,
            HintStep::Narrowed | HintStep::Move => HintStep::Move,
        }
    }
}

/// A hint on show.
#[derive(Clone, Debug, PartialEq)]
pub struct ShownHint {
    /// The search behind it, as far as it was when the step was shown.
    pub info: EngineInfo,
    /// The step up to which it is shown.
    pub step: HintStep,
}

/// Whose search is behind a hint.
pub(super) enum HintSource {
    /// The computer's own.
    Computer(TaskHandle<SearchTask>),
    /// That of the engine that the player has chosen for hints.
    Engine,
}

/// The hint for a position: the search behind it, and what is shown.
pub(super) struct Hint {
    pub(super) position: PositionId,
    begun: Duration,
    /// The search; `None` once another one needed its place.
    pub(super) search: Option<HintSource>,
    wanted: HintStep,
    pub(super) shown: Option<ShownHint>,
}

/// The state of a hint after [`Hint::update`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum HintState {
    /// The first step is not ready yet.
    Preparing,
    /// Everything asked for is shown.
    Shown,
    /// The search found no move.
    Failed,
}

impl Hint {
    pub(super) fn new(position: PositionId, begun: Duration, search: HintSource) -> Hint {
        Hint { position, begun, search: Some(search), wanted: HintStep::Area, shown: None }
    }

    /// True while an engine of others is asked.
    pub(super) fn is_by_engine(&self) -> bool {
        matches!(self.search, Some(HintSource::Engine))
    }

    /// Asks for one step more.
    pub(super) fn ask_more(&mut self) {
        self.wanted = self.wanted.next();
    }

    /// Shows the step asked for as soon as it is ready: the first one after a while, the
    /// others at once with the best move found by then. `newest` says whether the search has
    /// ended, and what it has found.
    pub(super) fn update(
        &mut self,
        now: Duration,
        newest: Option<(bool, Option<EngineInfo>)>,
    ) -> HintState {
        if self.shown.as_ref().is_some_and(|shown| shown.step >= self.wanted) {
            return HintState::Shown;
        }
        let newest = match newest {
            Some((is_finished, found)) => {
                let waits = self.shown.is_none() && now < self.begun + FIRST_STEP_TIME;
                if !is_finished && (waits || found.is_none()) {
                    return HintState::Preparing;
                }
                found
            }
            None => None,
        };
        let Some(info) = newest.or(self.shown.take().map(|shown| shown.info)) else {
            return HintState::Failed;
        };
        // A pass or a decision is nowhere on the board.
        let is_on_board = matches!(info.best, Move::Place(_) | Move::FromTo { .. });
        let step = if is_on_board { self.wanted } else { HintStep::Move };
        self.shown = Some(ShownHint { info, step });
        HintState::Shown
    }
}

impl ShownHint {
    /// The mark that the board shows of it.
    pub fn mark(&self, position: &AnyPosition) -> HintMark {
        let (best, board) = (self.info.best, position.board());
        let point = match best {
            Move::FromTo { from, .. } => Some(from),
            _ => best.target(),
        };
        let Some(point) = point.filter(|_| self.step < HintStep::Move) else {
            return HintMark::Move(best);
        };
        let salt = position.key();
        let whole = [Point::new(0, 0), Point::new(board.files - 1, board.ranks - 1)];
        let area = area_around(point, whole, first_size(&board), salt);
        match (self.step, best) {
            (HintStep::Narrowed, Move::FromTo { from, .. }) => HintMark::Piece(from),
            (HintStep::Narrowed, _) => {
                HintMark::Area(area_around(point, area, second_size(&board), salt >> 8))
            }
            _ => HintMark::Area(area),
        }
    }

    /// Translation key of what the move is for, where the rules alone tell it.
    pub fn purpose(&self, position: &AnyPosition) -> Option<&'static str> {
        let (mv, side) = (self.info.best, position.side_to_move());
        let mut after = position.clone();
        after.play(mv).ok()?;
        if after.outcome().is_some_and(|outcome| outcome.winner == Some(side)) {
            return Some("hint-wins");
        }
        // The same point taken by the opponent.
        let taken = position.after_forced(side.other(), mv);
        let loses = taken.and_then(|taken| taken.outcome()).and_then(|outcome| outcome.winner);
        if loses == Some(side.other()) {
            return Some("hint-defends");
        }
        let captures = |position: &AnyPosition| {
            position.counts_name().and(position.counts()).map(|counts| counts[side.index()])
        };
        let takes_piece = matches!(mv, Move::FromTo { to, .. } if position
            .piece_at(to)
            .is_some_and(|piece| piece.side != side));
        if takes_piece || captures(&after) > captures(position) {
            return Some("hint-captures");
        }
        if after.checked_king().is_some() {
            return Some("hint-checks");
        }
        let board = position.board();
        let is_corner = |at: Point| {
            (at.file == 0 || at.file + 1 == board.files)
                && (at.rank == 0 || at.rank + 1 == board.ranks)
        };
        let corner = position.has_few_placements() && mv.target().is_some_and(is_corner);
        corner.then_some("hint-corner")
    }
}

/// Size of the first area: two fifths of the board.
fn first_size(board: &Board) -> [u8; 2] {
    [board.files, board.ranks].map(|edge| (edge * 2 / 5).max(2).min(edge))
}

/// Size of the second area, half as wide and high.
fn second_size(board: &Board) -> [u8; 2] {
    match first_size(board) {
        [width, height] if width.min(height) <= 2 => [width, 1],
        size => size.map(|edge| (edge / 2).max(2)),
    }
}

/// An area of this size within another one that contains a point: not always in its
/// middle, which would give the point away.
fn area_around(at: Point, [least, most]: [Point; 2], size: [u8; 2], salt: u64) -> [Point; 2] {
    let start = |at: u8, least: u8, most: u8, size: u8, salt: u64| {
        let before = (salt % u64::from(size.max(1))) as u8;
        at.saturating_sub(before).clamp(least, (most + 1 - size).max(least))
    };
    let file = start(at.file, least.file, most.file, size[0], salt);
    let rank = start(at.rank, least.rank, most.rank, size[1], salt >> 4);
    [Point::new(file, rank), Point::new(file + size[0] - 1, rank + size[1] - 1)]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::registry::{self, GAMES};

    fn hint(best: Move, step: HintStep) -> ShownHint {
        ShownHint { info: EngineInfo::without_search(best), step }
    }

    fn contains([least, most]: [Point; 2], at: Point) -> bool {
        (least.file..=most.file).contains(&at.file) && (least.rank..=most.rank).contains(&at.rank)
    }

    #[test]
    fn each_step_shows_less_of_the_board_and_never_misses_the_move() {
        for game in GAMES {
            let position = game.start(&Default::default()).unwrap();
            for mv in position.legal_moves() {
                let (from, to) = match mv {
                    Move::FromTo { from, to, .. } => (from, to),
                    Move::Place(at) => (at, at),
                    _ => continue,
                };
                let size = |mark| match mark {
                    HintMark::Area([least, most]) => {
                        assert!(contains([least, most], from), "{mv:?}");
                        let board = position.board();
                        assert!(most.file < board.files && most.rank < board.ranks, "{mv:?}");
                        usize::from(most.file - least.file + 1)
                            * usize::from(most.rank - least.rank + 1)
                    }
                    HintMark::Piece(at) => {
                        assert_eq!(at, from);
                        1
                    }
                    HintMark::Move(shown) => {
                        assert_eq!((shown, shown.target()), (mv, Some(to)));
                        0
                    }
                };
                let steps = [HintStep::Area, HintStep::Narrowed, HintStep::Move];
                let sizes = steps.map(|step| size(hint(mv, step).mark(&position)));
                assert!(sizes[0] > sizes[1] && sizes[1] > sizes[2], "{}: {sizes:?}", game.id());
            }
        }
    }

    #[test]
    fn the_rules_tell_what_a_move_is_for() {
        let purpose = |game: &str, moves: &str, mv: &str| {
            let mut position = registry::find(game).unwrap().start(&Default::default()).unwrap();
            for text in moves.split_whitespace() {
                let mv = position.parse_move(text).unwrap();
                position.play(mv).unwrap();
            }
            let best = position.parse_move(mv).unwrap();
            hint(best, HintStep::Narrowed).purpose(&position)
        };
        assert_eq!(purpose("chess", "e4 e5 Bc4 Nc6 Qh5 Nf6", "Qxf7#"), Some("hint-wins"));
        assert_eq!(purpose("chess", "e4 d5", "exd5"), Some("hint-captures"));
        assert_eq!(purpose("chess", "e4 f6", "Qh5+"), Some("hint-checks"));
        assert_eq!(purpose("chess", "", "e4"), None);
        assert_eq!(purpose("go", "D4 D5 Q16 E4 Q4 C4 Q10", "D3"), Some("hint-captures"));
    }
}

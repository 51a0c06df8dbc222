//! When the computer accepts a draw, offers one, and resigns, as people do.

use std::collections::VecDeque;

use crate::games::{AnyPosition, Score, ScoreUnit};

/// Expectations up to this one are even or worse.
const EVEN: f64 = 0.52;

/// Expectations of the computer's latest moves, from which it decides.
const REMEMBERED: usize = 5;

/// Plies before which no draw is offered, and between two offers.
const MIN_OFFER_PLY: usize = 80;
const OFFER_INTERVAL: usize = 30;

/// Expectation that makes a game hopeless, the number of moves for which it has to stay
/// so, and the lowest level that resigns: beginners are to see how a game is won.
const HOPELESS: f64 = 0.04;
const HOPELESS_MOVES: usize = 3;
const MIN_RESIGN_LEVEL: u8 = 4;

/// Share of the points of the board in plies, and plies at most, before which the computer
/// neither agrees to a draw nor resigns.
const MIN_PLIES_PER_POINT: f64 = 0.6;
const MAX_MIN_PLIES: f64 = 60.0;

/// The expected result of a score, from 0 for a loss to 1 for a win of its side.
pub(super) fn expectation(score: &Score) -> f64 {
    if let Some(mate) = score.mate {
        return if mate > 0 { 1.0 } else { 0.0 };
    }
    // Scale on which an advantage makes a win about nine times as likely as a loss.
    let logistic = |scale: f64| 1.0 / (1.0 + 10_f64.powf(-score.amount / scale));
    match score.unit {
        ScoreUnit::Chance => score.amount,
        ScoreUnit::Pawns => logistic(4.0),
        ScoreUnit::Discs | ScoreUnit::Points => logistic(10.0),
    }
}

/// Returns true if the game has been going on for long enough that it is not rude to
/// agree to a draw or to resign.
fn is_well_under_way(position: &AnyPosition, ply: usize) -> bool {
    let board = position.board();
    let points = f64::from(board.files) * f64::from(board.ranks);
    ply as f64 >= (points * MIN_PLIES_PER_POINT).min(MAX_MIN_PLIES)
}

/// Returns true if the computer accepts a draw; `expected` is its expectation.
pub(super) fn accepts_draw(position: &AnyPosition, ply: usize, expected: Option<f64>) -> bool {
    is_well_under_way(position, ply) && expected.is_some_and(|expected| expected <= EVEN)
}

/// Decision of the computer about the result when it moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Offer {
    Nothing,
    /// It offers a draw with its move.
    Draw,
    /// It resigns instead of moving.
    Resign,
}

/// Expectations of the computer in its latest moves of a game, one record for each side.
#[derive(Default)]
pub(super) struct Expectations {
    serial: u64,
    /// Plies and expectations, for the two sides.
    latest: [VecDeque<(usize, f64)>; 2],
    /// The ply of the last draw offer.
    offered: Option<usize>,
}

impl Expectations {
    /// The expectation of a side in its latest move up to this ply of the game.
    pub(super) fn latest(&self, serial: u64, side: usize, ply: usize) -> Option<f64> {
        let latest = self.latest[side].iter().rev().find(|(before, _)| *before <= ply);
        latest.filter(|_| self.serial == serial).map(|&(_, expected)| expected)
    }

    /// Remembers the score of the move that a side (0 or 1) is about to play at this ply of the
    /// game with this serial number.
    pub(super) fn remember(&mut self, serial: u64, side: usize, ply: usize, score: Option<&Score>) {
        if self.serial != serial {
            *self = Expectations { serial, ..Expectations::default() };
        }
        let latest = &mut self.latest[side];
        // Moves may have been taken back.
        latest.retain(|&(before, _)| before < ply);
        self.offered = self.offered.filter(|&before| before < ply);
        let Some(score) = score else { return latest.clear() };
        latest.push_back((ply, expectation(score)));
        if latest.len() > REMEMBERED {
            latest.pop_front();
        }
    }

    /// Decides with the score of the move that the computer is about to play as `side` (0
    /// or 1) at this ply of the game with this serial number.
    pub(super) fn decide(
        &mut self,
        serial: u64,
        side: usize,
        ply: usize,
        position: &AnyPosition,
        level: u8,
        score: Option<&Score>,
    ) -> Offer {
        self.remember(serial, side, ply, score);
        let Some(score) = score else { return Offer::Nothing };
        let latest = &self.latest[side];
        if !is_well_under_way(position, ply) {
            return Offer::Nothing;
        }
        // Discs are counted at the end, which is near.
        let ends_early = matches!(score.unit, ScoreUnit::Pawns | ScoreUnit::Chance);
        let hopeless = latest.iter().rev().take_while(|(_, expected)| *expected <= HOPELESS);
        if ends_early && level >= MIN_RESIGN_LEVEL && hopeless.count() >= HOPELESS_MOVES {
            return Offer::Resign;
        }
        let is_dead = latest.len() == REMEMBERED
            && latest.iter().all(|(_, expected)| (1.0 - EVEN..=EVEN).contains(expected));
        let is_due = self.offered.is_none_or(|before| ply >= before + OFFER_INTERVAL);
        if score.unit == ScoreUnit::Pawns && ply >= MIN_OFFER_PLY && is_dead && is_due {
            self.offered = Some(ply);
            return Offer::Draw;
        }
        Offer::Nothing
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::{Options, registry};
    use crate::search::Certainty;

    fn start(game: &str) -> AnyPosition {
        registry::find(game).unwrap().start(&Options::default()).unwrap()
    }

    fn pawns(amount: f64) -> Score {
        Score { amount, unit: ScoreUnit::Pawns, certainty: Certainty::Estimate, mate: None }
    }

    #[test]
    fn a_draw_is_accepted_late_and_only_by_a_side_that_is_not_ahead() {
        let chess = start("chess");
        let accepts = |ply, amount| accepts_draw(&chess, ply, Some(expectation(&pawns(amount))));
        assert!(!accepts(8, 0.0) && !accepts(8, -5.0));
        assert!(accepts(60, 0.0) && accepts(60, -3.0) && accepts(60, 0.1));
        assert!(!accepts(60, 0.5));
        assert!(!accepts_draw(&chess, 60, None));
        let mated = Score { mate: Some(-3), ..pawns(0.0) };
        assert!(accepts_draw(&chess, 60, Some(expectation(&mated))));
    }

    /// The decisions of a side whose moves from this ply on have these scores.
    fn decisions(first: usize, level: u8, amounts: &[f64]) -> Vec<Offer> {
        let (chess, mut expectations) = (start("chess"), Expectations::default());
        let plies = (first..).step_by(2);
        let decide =
            |(ply, &amount)| expectations.decide(1, 0, ply, &chess, level, Some(&pawns(amount)));
        plies.zip(amounts).map(decide).collect()
    }

    #[test]
    fn the_latest_expectation_is_that_of_the_same_side_and_game_before_this_ply() {
        let mut expectations = Expectations::default();
        for (ply, amount) in [(60, 3.0), (62, -3.0)] {
            expectations.remember(1, 0, ply, Some(&pawns(amount)));
        }
        let behind = Some(expectation(&pawns(-3.0)));
        assert_eq!(expectations.latest(1, 0, 63), behind);
        assert_eq!(expectations.latest(1, 0, 61), Some(expectation(&pawns(3.0))));
        assert_eq!(expectations.latest(1, 0, 59), None);
        assert_eq!([expectations.latest(1, 1, 63), expectations.latest(2, 0, 63)], [None; 2]);
        // A move without a score says nothing of the ones before.
        expectations.remember(1, 0, 64, None);
        assert_eq!(expectations.latest(1, 0, 65), None);
    }

    #[test]
    fn a_hopeless_game_is_resigned_after_some_moves_and_not_by_beginners() {
        use Offer::{Nothing, Resign};
        assert_eq!(decisions(60, 8, &[-7.0, -8.0, -9.0]), [Nothing, Nothing, Resign]);
        assert_eq!(decisions(60, 8, &[-7.0, -1.0, -9.0]), [Nothing; 3]);
        assert_eq!(decisions(60, 3, &[-7.0, -8.0, -9.0]), [Nothing; 3]);
        assert_eq!(decisions(10, 8, &[-7.0, -8.0, -9.0]), [Nothing; 3]);
    }

    #[test]
    fn a_draw_is_offered_in_a_dead_position_and_not_again_at_once() {
        let offers = decisions(80, 8, &[0.0; 22]);
        let plies: Vec<_> =
            (80..).step_by(2).zip(offers).filter(|(_, offer)| *offer == Offer::Draw).collect();
        assert_eq!(plies.iter().map(|(ply, _)| *ply).collect::<Vec<usize>>(), [88, 118]);
        assert!(decisions(80, 8, &[0.0, 0.0, 1.0, 0.0, 0.0]).iter().all(|o| *o == Offer::Nothing));
    }

    #[test]
    fn moves_taken_back_and_other_games_are_forgotten() {
        let (chess, mut expectations) = (start("chess"), Expectations::default());
        let mut decide =
            |serial, ply| expectations.decide(serial, 0, ply, &chess, 8, Some(&pawns(-9.0)));
        assert_eq!([decide(1, 60), decide(1, 62), decide(1, 60)], [Offer::Nothing; 3]);
        assert_eq!([decide(2, 64), decide(2, 66)], [Offer::Nothing; 2]);
        assert_eq!(decide(2, 68), Offer::Resign);
    }
}

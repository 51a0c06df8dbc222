//! Converts engine values to evaluations of a record, and those to win
//! probabilities.

use crate::core::{Outcome, Point, Points, Side};
use crate::games::{AnyPosition, Score, ScoreUnit};
use crate::record::Evaluation;

/// The engine's value from the first side's view. Amounts are rounded to
/// hundredths, win rates to thousandths.
#[must_use]
pub fn evaluation_of_value(value: &Score, to_move: Side) -> Evaluation {
    let is_first = to_move == Side::First;
    if let Some(moves) = value.mate {
        return Evaluation::Mate(if is_first { moves } else { -moves });
    }
    let (amount, parts) = match value.unit {
        ScoreUnit::Chance => (if is_first { value.amount } else { 1.0 - value.amount }, 1000.0),
        _ => (if is_first { value.amount } else { -value.amount }, 100.0),
    };
    // Adding 0 turns a negative zero into zero.
    let amount = (amount * parts).round() / parts + 0.0;
    Evaluation::Amount { amount, unit: value.unit, exact: value.is_exact() }
}

/// The evaluation of a finished game whose positions are valued in this unit:
/// the counted margin if the unit is discs or points, else the result as a win
/// rate.
#[must_use]
pub fn evaluation_of_outcome(outcome: &Outcome, unit: Option<ScoreUnit>) -> Evaluation {
    let amount = |amount, unit| Evaluation::Amount { amount, unit, exact: true };
    match (unit, outcome.score, outcome.winner) {
        (Some(unit @ (ScoreUnit::Discs | ScoreUnit::Points)), Some([first, second]), _) => {
            let halves = |points: Points| f64::from(points.as_halves());
            amount((halves(first) - halves(second)) / 2.0, unit)
        }
        (Some(ScoreUnit::Pawns), _, None) => amount(0.0, ScoreUnit::Pawns),
        (_, _, None) => amount(0.5, ScoreUnit::Chance),
        (_, _, Some(Side::First)) => amount(1.0, ScoreUnit::Chance),
        (_, _, Some(Side::Second)) => amount(0.0, ScoreUnit::Chance),
    }
}

/// The fraction of the board that is empty, 0 to 1: how much of a placement
/// game is still to come.
#[must_use]
pub fn empty_fraction(position: &AnyPosition) -> f64 {
    let board = position.board();
    let points =
        (0..board.ranks).flat_map(|rank| (0..board.files).map(move |file| Point { file, rank }));
    let empty = points.filter(|&at| position.piece_at(at).is_none()).count();
    empty as f64 / (f64::from(board.files) * f64::from(board.ranks)).max(1.0)
}

/// The win probability of the first side, 0 to 1, a draw being half a win.
/// `empty` is the fraction of the board that is empty. The curves are logistic,
/// and those of counted games grow steeper as the board fills:
///
/// | unit | win probability of an amount `a` |
/// |---|---|
/// | pawns | 1 / (1 + 10^(−a / 4)): one pawn 64 %, three 85 % |
/// | discs | 1 / (1 + e^(−a / w)) with w = 1 + 10 · `empty`; half as wide if proved |
/// | points | the same with w = 1 + 14 · `empty` |
/// | chance | `a` itself |
///
/// A mate is certain. A proved lead of a few discs is not: it assumes perfect
/// play from there on.
#[must_use]
pub fn win_probability(evaluation: &Evaluation, empty: f64) -> f64 {
    let (amount, unit, exact) = match *evaluation {
        Evaluation::Mate(moves) => return if moves > 0 { 1.0 } else { 0.0 },
        Evaluation::Amount { amount, unit, exact } => (amount, unit, exact),
    };
    let counted = |widest: f64| {
        let width = (1.0 + widest * empty.clamp(0.0, 1.0)) * if exact { 0.5 } else { 1.0 };
        1.0 / (1.0 + (-amount / width).exp())
    };
    match unit {
        ScoreUnit::Pawns => 1.0 / (1.0 + 10f64.powf(-amount / 4.0)),
        ScoreUnit::Discs => counted(10.0),
        ScoreUnit::Points => counted(14.0),
        ScoreUnit::Chance => amount.clamp(0.0, 1.0),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::core::GameOverReason;
    use crate::search::Certainty;

    fn value(amount: f64, unit: ScoreUnit) -> Score {
        Score { amount, unit, certainty: Certainty::Estimate, mate: None }
    }

    #[test]
    fn a_value_is_turned_to_the_first_side_and_rounded() {
        let seen = |amount, unit, side| match evaluation_of_value(&value(amount, unit), side) {
            Evaluation::Amount { amount, .. } => amount.to_string(),
            Evaluation::Mate(moves) => format!("#{moves}"),
        };
        assert_eq!(seen(1.2345, ScoreUnit::Pawns, Side::First), "1.23");
        assert_eq!(seen(1.2345, ScoreUnit::Pawns, Side::Second), "-1.23");
        assert_eq!(seen(0.0, ScoreUnit::Discs, Side::Second), "0");
        assert_eq!(seen(0.62549, ScoreUnit::Chance, Side::Second), "0.375");
        let mate = Score { mate: Some(3), ..value(997.0, ScoreUnit::Pawns) };
        assert_eq!(evaluation_of_value(&mate, Side::First), Evaluation::Mate(3));
        assert_eq!(evaluation_of_value(&mate, Side::Second), Evaluation::Mate(-3));
    }

    #[test]
    fn chances_are_even_at_zero_rise_with_the_amount_and_are_sure_at_mate() {
        for unit in [ScoreUnit::Pawns, ScoreUnit::Discs, ScoreUnit::Points] {
            let of =
                |amount| win_probability(&Evaluation::Amount { amount, unit, exact: false }, 0.5);
            assert!((of(0.0) - 0.5).abs() < 1e-9);
            assert!(of(1.0) > of(0.5) && of(64.0) > 0.98 && of(-64.0) < 0.02);
            assert!((of(3.0) + of(-3.0) - 1.0).abs() < 1e-9);
        }
        assert_eq!(
            [Evaluation::Mate(9), Evaluation::Mate(-1)].map(|e| win_probability(&e, 0.5)),
            [1.0, 0.0]
        );
    }

    #[test]
    fn two_discs_mean_the_more_the_fuller_the_board_and_if_they_are_proved() {
        let of = |exact, empty| {
            win_probability(
                &Evaluation::Amount { amount: 2.0, unit: ScoreUnit::Discs, exact },
                empty,
            )
        };
        assert!(of(false, 0.1) > of(false, 0.8));
        assert!(of(true, 0.3) > of(false, 0.3));
    }

    #[test]
    fn a_finished_game_is_worth_its_count_or_its_result() {
        let counted = Outcome {
            winner: Some(Side::Second),
            reason: GameOverReason::BoardFull,
            score: Some([Points::whole(24), Points::whole(40)]),
        };
        let amount = |amount, unit| Evaluation::Amount { amount, unit, exact: true };
        assert_eq!(
            evaluation_of_outcome(&counted, Some(ScoreUnit::Discs)),
            amount(-16.0, ScoreUnit::Discs)
        );
        assert_eq!(
            evaluation_of_outcome(&counted, Some(ScoreUnit::Chance)),
            amount(0.0, ScoreUnit::Chance)
        );
        let drawn = Outcome { winner: None, reason: GameOverReason::BoardFull, score: None };
        assert_eq!(
            evaluation_of_outcome(&drawn, Some(ScoreUnit::Pawns)),
            amount(0.0, ScoreUnit::Pawns)
        );
        assert_eq!(evaluation_of_outcome(&drawn, None), amount(0.5, ScoreUnit::Chance));
    }
}

//! Evaluations in words.

use crate::app::text::{Localization, with_minus_sign};
use crate::games::ScoreUnit;
use crate::record::Evaluation;

/// Short text of an evaluation from the first side's view.
pub(super) fn evaluation_text(l10n: &Localization, evaluation: Evaluation) -> String {
    match evaluation {
        Evaluation::Mate(moves) => {
            let number = with_minus_sign(&moves.to_string());
            l10n.format("worth-mate", &[("moves", number)])
        }
        Evaluation::Amount { amount, unit, exact } => match unit {
            ScoreUnit::Chance => format!("{:.0}%", amount * 100.0),
            ScoreUnit::Pawns => with_minus_sign(&format!("{:+.2}", amount + 0.0)),
            ScoreUnit::Discs | ScoreUnit::Points if exact => {
                with_minus_sign(&format!("{:+.0}", amount + 0.0))
            }
            ScoreUnit::Discs | ScoreUnit::Points => {
                with_minus_sign(&format!("{:+.1}", amount + 0.0))
            }
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_evaluation_is_written_with_sign_and_unit() {
        let l10n = Localization::default();
        let text = |amount, unit, exact| {
            evaluation_text(&l10n, Evaluation::Amount { amount, unit, exact })
        };
        assert_eq!(text(0.345, ScoreUnit::Pawns, false), "+0.34");
        assert_eq!(text(-1.5, ScoreUnit::Pawns, false), "−1.50");
        assert_eq!(text(0.62, ScoreUnit::Chance, false), "62%");
        assert_eq!(text(-6.0, ScoreUnit::Discs, true), "−6");
        assert_eq!(text(2.5, ScoreUnit::Discs, false), "+2.5");
        assert_eq!(evaluation_text(&l10n, Evaluation::Mate(-3)), "#−3");
    }
}

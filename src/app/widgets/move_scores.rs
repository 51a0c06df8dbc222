//! Evaluations of the legal moves, painted on the board.

use bevy_egui::egui::{self, Align2, FontId, Ui};

use super::theme::colour;
use crate::app::board::Layout;
use crate::app::text::{Localization, with_minus_sign};
use crate::content::theme::Theme;
use crate::core::Side;
use crate::games::{EngineInfo, Score, ScoreUnit};
use crate::record::Evaluation;
use crate::record::analysis::evaluation_of_value;
use crate::search::Certainty;

/// Smallest cell in egui points that has room for the certainty below the value.
const MIN_CELL_FOR_CERTAINTY: f32 = 38.0;

/// Paints the value of each move of a side on its point, from the first side's view as in all
/// lists and graphs: the best in the hint
/// colour, the others fainter the more they lose. Below stands the certainty or search
/// depth.
pub(super) fn show(
    ui: &Ui,
    theme: &Theme,
    layout: &Layout,
    l10n: &Localization,
    side: Side,
    scores: &[EngineInfo],
) {
    let amounts = scores.iter().filter_map(|score| Some(score.score?.amount));
    let best_amount = amounts.fold(f64::NEG_INFINITY, f64::max);
    let zoom = ui.ctx().zoom_factor();
    let cell = layout.cell / zoom;
    let painter = ui.painter();
    for score in scores {
        let point = score.best.target().filter(|point| layout.contains(*point));
        let (Some(point), Some(value)) = (point, score.score) else { continue };
        let place = layout.centre_of(point) / zoom;
        let at = egui::pos2(place.x, place.y);
        let text = value_text(&value, side);
        let best = text == value_text(&Score { amount: best_amount, ..value }, side);
        let ink = colour(if best { theme.board.hint } else { theme.board.ink });
        // Even the worst value stays legible.
        let loss = ((best_amount - value.amount) / full_fade_loss(value.unit)).clamp(0.0, 1.0);
        let ink = ink.gamma_multiply(1.0 - 0.25 * loss as f32);
        let shows_certainty = cell >= MIN_CELL_FOR_CERTAINTY;
        let raised = at - egui::vec2(0.0, if shows_certainty { cell * 0.1 } else { 0.0 });
        let size = cell * if text.chars().count() > 3 { 0.3 } else { 0.36 };
        painter.text(raised, Align2::CENTER_CENTER, text, FontId::proportional(size), ink);
        if shows_certainty {
            let at = at + egui::vec2(0.0, cell * 0.23);
            let text = certainty_text(l10n, score);
            let size = (cell * 0.19).max(8.0);
            painter.text(at, Align2::CENTER_CENTER, text, FontId::proportional(size), ink);
        }
    }
}

/// Loss at which a value is painted faintest.
fn full_fade_loss(unit: ScoreUnit) -> f64 {
    match unit {
        ScoreUnit::Discs | ScoreUnit::Points => 12.0,
        ScoreUnit::Pawns => 4.0,
        ScoreUnit::Chance => 0.3,
    }
}

/// Short text of a value of a move of this side, from the first side's view.
fn value_text(value: &Score, side: Side) -> String {
    let text = match evaluation_of_value(value, side) {
        Evaluation::Mate(moves) => format!("#{moves}"),
        Evaluation::Amount { amount, unit, .. } => match unit {
            ScoreUnit::Chance => format!("{:.0}", amount * 100.0),
            ScoreUnit::Pawns => format!("{amount:+.1}"),
            // Adding zero turns -0 into 0.
            ScoreUnit::Discs | ScoreUnit::Points => format!("{:+.0}", amount.round() + 0.0),
        },
    };
    with_minus_sign(&text)
}

/// Short text of a score's certainty: exact, percent, or search depth.
pub fn certainty_text(l10n: &Localization, info: &EngineInfo) -> String {
    match info.certainty() {
        Certainty::Exact => l10n.get("score-exact"),
        Certainty::Percent { chance, to_the_end: true } => format!("{chance}%"),
        Certainty::Percent { chance, .. } => format!("{} · {chance}%", info.depth),
        Certainty::Estimate | Certainty::LowerBound | Certainty::UpperBound => {
            info.depth.to_string()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_value_on_the_board_is_short() {
        let value =
            |amount, unit| Score { amount, unit, certainty: Certainty::Estimate, mate: None };
        let text = |amount, unit| value_text(&value(amount, unit), Side::First);
        assert_eq!(text(4.4, ScoreUnit::Discs), "+4");
        assert_eq!(text(-0.2, ScoreUnit::Discs), "+0");
        assert_eq!(text(-12.0, ScoreUnit::Points), "−12");
        assert_eq!(text(0.566, ScoreUnit::Chance), "57");
        assert_eq!(text(-0.25, ScoreUnit::Pawns), "−0.2");
    }

    #[test]
    fn a_value_on_the_board_is_that_of_the_first_side_whoever_moves() {
        let value =
            |amount, unit, mate| Score { amount, unit, certainty: Certainty::Estimate, mate };
        let text = |value| value_text(&value, Side::Second);
        assert_eq!(text(value(-6.9, ScoreUnit::Discs, None)), "+7");
        assert_eq!(text(value(0.7, ScoreUnit::Chance, None)), "30");
        assert_eq!(text(value(90.0, ScoreUnit::Pawns, Some(3))), "#−3");
    }
}

//! What the moves are worth, written on the board.

use bevy_egui::egui::{self, Align2, FontId, Ui};

use super::board::colour;
use crate::app::board::Placed;
use crate::app::ui::{Look, Words};
use crate::games::{Certainty, MoveScore, Unit, Value};

/// Below this size of a cell in points there is no room for more than values.
const ROOM_FOR_CERTAINTY: f32 = 38.0;

/// What the moves are worth to the side to move, on the points where they
/// are played: the best in the colour of hints, the others the fainter the
/// more they lose. Below each stands how far it can be relied on.
pub fn show(ui: &Ui, look: &Look, placed: &Placed, words: &Words, scores: &[MoveScore]) {
    let (Some(layout), Some(theme)) = (&placed.0, look.board()) else { return };
    let amounts = scores.iter().filter_map(|score| Some(score.value?.amount));
    let most = amounts.fold(f64::NEG_INFINITY, f64::max);
    let zoom = ui.ctx().zoom_factor();
    let cell = layout.cell / zoom;
    let painter = ui.painter();
    for score in scores {
        let point = score.mv.target().filter(|point| layout.has(*point));
        let (Some(point), Some(value)) = (point, score.value) else { continue };
        let place = layout.position(point) / zoom;
        let at = egui::pos2(place.x, place.y);
        let text = value_text(&value);
        let best = text == value_text(&Value { amount: most, ..value });
        let ink = if best { colour(theme.hint) } else { colour(theme.board_ink) };
        // A value that is as good as lost is still to be read.
        let loss = ((most - value.amount) / span(value.unit)).clamp(0.0, 1.0);
        let ink = ink.gamma_multiply(1.0 - 0.25 * loss as f32);
        let below = cell >= ROOM_FOR_CERTAINTY;
        let lifted = at - egui::vec2(0.0, if below { cell * 0.1 } else { 0.0 });
        let size = cell * if text.chars().count() > 3 { 0.3 } else { 0.36 };
        painter.text(lifted, Align2::CENTER_CENTER, text, FontId::proportional(size), ink);
        if below {
            let at = at + egui::vec2(0.0, cell * 0.23);
            let text = certainty_text(words, score);
            let size = (cell * 0.19).max(8.0);
            painter.text(at, Align2::CENTER_CENTER, text, FontId::proportional(size), ink);
        }
    }
}

/// How much of a unit makes the difference between a good and a bad move.
fn span(unit: Unit) -> f64 {
    match unit {
        Unit::Discs | Unit::Points => 12.0,
        Unit::Pawns => 4.0,
        Unit::Chance => 0.3,
    }
}

/// What a move is worth to the side that plays it, in few letters.
fn value_text(value: &Value) -> String {
    if let Some(moves) = value.mate {
        return format!("#{moves}").replace('-', "−");
    }
    // The sum takes the sign from a zero.
    let text = match value.unit {
        Unit::Chance => format!("{:.0}", value.amount * 100.0),
        Unit::Pawns => format!("{:+.1}", value.amount + 0.0),
        Unit::Discs | Unit::Points => format!("{:+.0}", value.amount.round() + 0.0),
    };
    text.replace('-', "−")
}

/// How far a score can be relied on, in few letters.
pub fn certainty_text(words: &Words, score: &MoveScore) -> String {
    match score.certainty {
        Certainty::Exact => words.get("score-exact"),
        Certainty::Percent { chance, to_the_end: true } => format!("{chance} %"),
        Certainty::Percent { chance, .. } => format!("{} · {chance} %", score.depth),
        Certainty::Estimate => score.depth.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_value_on_the_board_is_short() {
        let text = |amount, unit| value_text(&Value { amount, unit, exact: false, mate: None });
        assert_eq!(text(4.4, Unit::Discs), "+4");
        assert_eq!(text(-0.2, Unit::Discs), "+0");
        assert_eq!(text(-12.0, Unit::Points), "−12");
        assert_eq!(text(0.566, Unit::Chance), "57");
        assert_eq!(text(-0.25, Unit::Pawns), "−0.2");
    }
}

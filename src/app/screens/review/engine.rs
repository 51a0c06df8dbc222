//! What the computer thinks: the whole game on asking, the position shown
//! while that is wanted, and how well both sides played.

use bevy_egui::egui::{
    self, Align, Color32, CornerRadius, CursorIcon, FontId, Layout, Sense, Stroke, StrokeKind, Ui,
    Vec2, WidgetInfo, WidgetType,
};
use egui_phosphor::regular::{MINUS, PLUS, X};

use super::{View, Wish, graph};
use crate::app::review::{Ask, BAD, Effort, MOST_LINES};
use crate::app::screens::moves::notation;
use crate::app::screens::scores::certainty_text;
use crate::app::session::Session;
use crate::app::ui::Words;
use crate::app::ui::theme::{self, Palette};
use crate::app::ui::widgets::{
    Weight, button, focus_ring, icon_button, line_height, muted, switch,
};
use crate::core::{Move, Side};
use crate::games::{AnyPosition, Certainty, Unit};
use crate::record::analysis::{accuracy, evaluation, judge};
use crate::record::{Evaluation, Glyph};

/// Plies of a line that are written.
const WRITTEN: usize = 8;

/// How well both sides played, as it was last counted.
#[derive(Default)]
pub(super) struct Account {
    /// The record's changes it was counted after, and the end of the line.
    of: Option<(u64, usize)>,
    accuracy: [Option<f64>; 2],
    /// Moves of each side by judgement: dubious, mistakes, blunders.
    bad: [[usize; 3]; 2],
}

impl Account {
    /// Counts anew where the record has changed.
    fn update(&mut self, view: &View) {
        let (session, tree) = (view.session, view.session.tree());
        let line = session.line();
        let of = (view.review.revision(), line.last().map_or(0, |node| node.number()));
        if self.of == Some(of) {
            return;
        }
        let judged = judge(tree, &line, &[]);
        self.accuracy = if judged.len() < 4 { [None; 2] } else { accuracy(&judged) };
        self.bad = [[0; 3]; 2];
        for &node in &line {
            let Some(parent) = tree.parent(node) else { continue };
            let side = tree.position(parent).side_to_move();
            for (count, kind) in self.bad[side.index()].iter_mut().zip(BAD) {
                *count += usize::from(tree.notes(node).glyphs.contains(&kind));
            }
        }
        self.of = Some(of);
    }
}

/// Everything about the analysis: `graph` is the height of the curve.
pub(super) fn show(ui: &mut Ui, view: &mut View, account: &mut Account, height: f32) {
    let drawn = graph::show(ui, view, height);
    if drawn {
        summary(ui, view, account);
    }
    whole(ui, view, drawn);
    live(ui, view);
}

/// How well both sides played, in one line each.
fn summary(ui: &mut Ui, view: &View, account: &mut Account) {
    account.update(view);
    let names = view.session.setup().game.side_names();
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().interact_size.y = 0.0;
        ui.spacing_mut().item_spacing.x = 14.0;
        for side in Side::BOTH {
            let Some(percent) = account.accuracy[side.index()] else { continue };
            let [dubious, mistakes, blunders] = account.bad[side.index()];
            let counted = |kind: Glyph, number: usize| format!("{} {number}", kind.sign());
            let facts = [
                ("side", view.words.get(&format!("side-{}", names[side.index()]))),
                ("percent", format!("{percent:.0}")),
                ("dubious", counted(Glyph::Dubious, dubious)),
                ("mistakes", counted(Glyph::Mistake, mistakes)),
                ("blunders", counted(Glyph::Blunder, blunders)),
            ];
            muted(ui, view.words.with("review-accuracy", &facts));
        }
    });
}

/// The analysis of the whole line: its beginning, or how far it is.
fn whole(ui: &mut Ui, view: &mut View, drawn: bool) {
    if let Some((done, all)) = view.analysis.progress() {
        ui.horizontal(|ui| {
            let room = ui.available_width() - ui.spacing().interact_size.y - 8.0;
            let facts = [("done", done.to_string()), ("all", all.to_string())];
            let text = view.words.with("review-analysing", &facts);
            bar(ui, room, done as f32 / all.max(1) as f32, &text);
            if icon_button(ui, X, &view.words.get("review-cancel"), true).clicked() {
                view.wishes.push(Wish::Ask(Ask::Cancel));
            }
        });
        return;
    }
    if view.session.line().len() < 2 {
        return;
    }
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing = Vec2::splat(4.0);
        let id = if drawn { "review-analyse-again" } else { "review-analyse" };
        for (effort, id) in [
            (Effort::Quick, "review-effort-quick"),
            (Effort::Usual, id),
            (Effort::Deep, "review-effort-deep"),
        ] {
            let weight = match effort {
                Effort::Usual if !drawn => Weight::Primary,
                Effort::Usual => Weight::Plain,
                _ => Weight::Quiet,
            };
            if button(ui, weight, None, &view.words.get(id)).clicked() {
                view.wishes.push(Wish::Ask(Ask::Analyse(effort)));
            }
        }
    });
}

/// A bar that shows how much is done, with words on it.
fn bar(ui: &mut Ui, breadth: f32, part: f32, text: &str) {
    let palette = Palette::of(ui);
    let size = Vec2::new(breadth, 26.0);
    let (rect, response) = ui.allocate_exact_size(size, Sense::hover());
    response.widget_info(|| WidgetInfo::labeled(WidgetType::ProgressIndicator, true, text));
    let round = CornerRadius::same(6);
    ui.painter().rect_filled(rect, round, theme::mix(palette.panel, palette.ink, 0.08));
    let done = rect.with_max_x(rect.left() + rect.width() * part.clamp(0.0, 1.0));
    ui.painter().rect_filled(done, round, theme::mix(palette.panel, palette.good, 0.45));
    let font = FontId::proportional(theme::SMALL);
    ui.painter().text(rect.center(), egui::Align2::CENTER_CENTER, text, font, palette.ink);
}

/// The lines of the position shown.
fn live(ui: &mut Ui, view: &mut View) {
    let words = view.words;
    let mut on = view.analysis.is_live();
    ui.horizontal(|ui| {
        if switch(ui, &words.get("review-live"), &mut on) {
            view.wishes.push(Wish::Ask(Ask::Live(on)));
        }
        ui.label(words.get("review-live"));
        if !on {
            return;
        }
        let lines = view.analysis.lines();
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            for (icon, id, next, there) in [
                (PLUS, "review-more-lines", lines + 1, lines < MOST_LINES),
                (MINUS, "review-fewer-lines", lines.saturating_sub(1), lines > 1),
            ] {
                if icon_button(ui, icon, &words.get(id), there).clicked() {
                    view.wishes.push(Wish::Ask(Ask::Lines(next)));
                }
            }
        });
    });
    if !on {
        return;
    }
    let position = view.session.position();
    // Pieces that go from point to point have several moves to one point.
    let stones = |mv: &Move| matches!(mv, Move::Place(_) | Move::Pass);
    if position.legal_moves().iter().all(stones) {
        ui.horizontal(|ui| {
            let mut scored = view.analysis.is_scored();
            let name = words.get("review-scores");
            if switch(ui, &name, &mut scored) {
                view.wishes.push(Wish::Ask(Ask::Scored(scored)));
            }
            ui.label(name);
        });
    } else if view.analysis.is_scored() {
        view.wishes.push(Wish::Ask(Ask::Scored(false)));
    }
    if view.analysis.is_scored() {
        return scores(ui, view);
    }
    let thoughts = view.analysis.thoughts(view.session);
    let side = position.side_to_move();
    let lines = view.analysis.lines();
    for thought in &thoughts {
        let worth = thought.value.map(|value| worth_text(words, evaluation(&value, side)));
        let moves = line_text(words, view.session, &thought.line);
        if candidate(ui, &worth.unwrap_or_default(), &moves) {
            view.wishes.push(Wish::Play(thought.best));
        }
    }
    if let Some(thought) = thoughts.first() {
        let facts = [("depth", thought.depth.to_string())];
        muted(ui, words.with("search-depth", &facts));
    } else if view.session.ending().is_none() {
        muted(ui, words.get("review-thinking"));
    }
    // The list below does not jump when lines come in.
    let missing = lines.saturating_sub(thoughts.len());
    ui.add_space(missing as f32 * (line_height(ui, 24.0) + 2.0));
}

/// The best of the moves that are scored; the board shows them all.
fn scores(ui: &mut Ui, view: &mut View) {
    let (words, side) = (view.words, view.session.position().side_to_move());
    let scores = view.analysis.scores(view.session);
    let lines = view.analysis.lines();
    for score in scores.iter().take(lines) {
        let worth = score.value.map(|value| worth_text(words, evaluation(&value, side)));
        let text = line_text(words, view.session, &[score.mv]);
        let sure = match score.certainty {
            Certainty::Estimate => {
                words.with("search-depth", &[("depth", score.depth.to_string())])
            }
            _ => certainty_text(words, score),
        };
        if candidate(ui, &worth.unwrap_or_default(), &format!("{text} · {sure}")) {
            view.wishes.push(Wish::Play(score.mv));
        }
    }
    if scores.is_empty() && view.session.ending().is_none() {
        muted(ui, words.get("review-thinking"));
    }
    ui.add_space(lines.saturating_sub(scores.len()) as f32 * 26.0);
}

/// One good move: what it is worth, and what follows. Returns whether it was
/// chosen.
fn candidate(ui: &mut Ui, worth: &str, moves: &str) -> bool {
    let palette = Palette::of(ui);
    let size = Vec2::new(ui.available_width(), line_height(ui, 24.0));
    let (rect, response) = ui.allocate_exact_size(size, Sense::click());
    response
        .widget_info(|| WidgetInfo::labeled(WidgetType::Button, true, format!("{worth} {moves}")));
    if response.hovered() {
        let fill = theme::mix(palette.panel, palette.ink, 0.08);
        ui.painter().rect_filled(rect, CornerRadius::same(5), fill);
    }
    let badge = egui::Rect::from_min_size(rect.min, Vec2::new(58.0, rect.height())).shrink(2.0);
    let line = Stroke::new(palette.weight, palette.hairline);
    ui.painter().rect(badge, CornerRadius::same(5), palette.panel, line, StrokeKind::Inside);
    let font = FontId::proportional(theme::SMALL);
    ui.painter().text(
        badge.center(),
        egui::Align2::CENTER_CENTER,
        worth,
        font.clone(),
        palette.ink,
    );
    let room = (rect.right() - badge.right() - 8.0).max(10.0);
    let mut job = egui::text::LayoutJob::simple(moves.to_owned(), font, palette.ink, room);
    job.wrap.max_rows = 1;
    job.wrap.break_anywhere = true;
    let galley = ui.painter().layout_job(job);
    let at = egui::pos2(badge.right() + 8.0, rect.center().y - galley.size().y / 2.0);
    ui.painter().galley(at, galley, Color32::PLACEHOLDER);
    focus_ring(ui, &response);
    response.on_hover_cursor(CursorIcon::PointingHand).clicked()
}

/// What a position is worth to the first side, in few letters.
pub(super) fn worth_text(words: &Words, worth: Evaluation) -> String {
    let sign = |text: String| text.replace('-', "−");
    match worth {
        Evaluation::Mate(moves) => {
            let number = sign(moves.to_string());
            words.with("worth-mate", &[("moves", number)])
        }
        Evaluation::Amount { amount, unit, exact } => match unit {
            Unit::Chance => format!("{:.0} %", amount * 100.0),
            Unit::Pawns => sign(format!("{:+.2}", amount + 0.0)),
            Unit::Discs | Unit::Points if exact => sign(format!("{:+.0}", amount + 0.0)),
            Unit::Discs | Unit::Points => sign(format!("{:+.1}", amount + 0.0)),
        },
    }
}

/// The first moves of a line in the notation of the list.
fn line_text(words: &Words, session: &Session, line: &[Move]) -> String {
    let notation = notation(words, session.setup().game);
    let mut position: AnyPosition = session.position().clone();
    let mut texts = Vec::new();
    for &mv in line.iter().take(WRITTEN) {
        let text = match mv {
            Move::Pass => Ok(words.get("pass")),
            _ => position.move_text_in(&notation, mv),
        };
        let Ok(text) = text else { break };
        texts.push(text);
        if position.play(mv).is_err() {
            break;
        }
    }
    texts.join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn worth_is_written_with_its_sign_and_unit() {
        let words = Words::default();
        let text =
            |amount, unit, exact| worth_text(&words, Evaluation::Amount { amount, unit, exact });
        assert_eq!(text(0.345, Unit::Pawns, false), "+0.34");
        assert_eq!(text(-1.5, Unit::Pawns, false), "−1.50");
        assert_eq!(text(0.62, Unit::Chance, false), "62 %");
        assert_eq!(text(-6.0, Unit::Discs, true), "−6");
        assert_eq!(text(2.5, Unit::Discs, false), "+2.5");
        assert_eq!(worth_text(&words, Evaluation::Mate(-3)), "#−3");
    }
}

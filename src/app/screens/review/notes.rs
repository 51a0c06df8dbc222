//! What is written about the position on the board: judgements, a comment,
//! and what to draw with.

use bevy_egui::egui::{
    self, Color32, CornerRadius, CursorIcon, FontId, Sense, Stroke, StrokeKind, TextEdit, Ui, Vec2,
    WidgetInfo, WidgetType,
};
use egui_phosphor::regular::{
    ARROW_LINE_UP, ARROW_U_UP_LEFT, ARROW_U_UP_RIGHT, CIRCLE, ERASER, PENCIL_SIMPLE, SQUARE,
    TEXT_AA, TRASH, TRIANGLE, X,
};

use super::{View, Wish};
use crate::app::board::shape_colour;
use crate::app::review::{Ask, Edit, Tool};
use crate::app::screens::board;
use crate::app::ui::theme::{self, Palette};
use crate::app::ui::widgets::{focus_ring, icon_button, line_height, named};
use crate::record::{Colour, Glyph};

/// The room that all of this takes.
pub(super) const HEIGHT: f32 = 226.0;

/// Edge of a small button.
const SMALL_BUTTON: f32 = 32.0;

pub(super) fn show(ui: &mut Ui, view: &mut View) {
    ui.spacing_mut().item_spacing = Vec2::splat(4.0);
    // Where the judgements take several lines, what is written comes first.
    if line_height(ui, SMALL_BUTTON) > SMALL_BUTTON {
        comment(ui, view);
        glyphs(ui, view);
    } else {
        glyphs(ui, view);
        comment(ui, view);
    }
    drawing(ui, view);
    editing(ui, view);
}

/// A small button that can be on. Returns whether it was pressed.
fn toggle(ui: &mut Ui, text: &str, name: &str, on: bool, ink: Option<Color32>) -> bool {
    let palette = Palette::of(ui);
    let font = FontId::proportional(theme::BODY);
    let galley = ui.painter().layout_no_wrap(text.to_owned(), font, palette.ink);
    let edge = line_height(ui, SMALL_BUTTON);
    let size = Vec2::new((galley.size().x + 10.0).max(edge), edge);
    let (rect, response) = ui.allocate_exact_size(size, Sense::click());
    response.widget_info(|| WidgetInfo::selected(WidgetType::Checkbox, true, on, name));
    let (fill, text) = match (on, response.hovered()) {
        (true, _) => (palette.ink, palette.panel),
        (false, true) => (theme::mix(palette.panel, palette.ink, 0.08), palette.ink),
        (false, false) => (Color32::TRANSPARENT, palette.ink),
    };
    let line = Stroke::new(palette.weight, palette.hairline);
    ui.painter().rect(rect, CornerRadius::same(7), fill, line, StrokeKind::Inside);
    let at = rect.center() - galley.size() / 2.0;
    ui.painter().galley_with_override_text_color(at, galley, ink.filter(|_| !on).unwrap_or(text));
    focus_ring(ui, &response);
    named(ui, response.on_hover_cursor(CursorIcon::PointingHand), name).clicked()
}

/// Judgements of the move and of the position.
fn glyphs(ui: &mut Ui, view: &mut View) {
    let node = view.session.current();
    let tree = view.session.tree();
    let known = &tree.notes(node).glyphs;
    let root = node == tree.root();
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing = Vec2::splat(3.0);
        for (glyph, sign, _) in Glyph::ALL {
            if root && glyph.is_of_move() {
                continue;
            }
            let name = view.words.get(&format!("glyph-{}", glyph_id(glyph)));
            if toggle(ui, sign, &name, known.contains(&glyph), None) {
                view.wishes.push(Wish::Ask(Ask::Edit(Edit::Glyph(node, glyph))));
            }
        }
    });
}

/// The name of a judgement among the translations.
fn glyph_id(glyph: Glyph) -> &'static str {
    match glyph {
        Glyph::Good => "good",
        Glyph::Mistake => "mistake",
        Glyph::Brilliant => "brilliant",
        Glyph::Blunder => "blunder",
        Glyph::Interesting => "interesting",
        Glyph::Dubious => "dubious",
        Glyph::Only => "only",
        Glyph::Equal => "equal",
        Glyph::Unclear => "unclear",
        Glyph::FirstSlightly => "first-slightly",
        Glyph::SecondSlightly => "second-slightly",
        Glyph::FirstClearly => "first-clearly",
        Glyph::SecondClearly => "second-clearly",
        Glyph::FirstWins => "first-wins",
        Glyph::SecondWins => "second-wins",
    }
}

/// The comment of the position, to be written in place.
fn comment(ui: &mut Ui, view: &mut View) {
    let node = view.session.current();
    let mut text = view.session.tree().notes(node).comment.clone();
    let hint = view.words.get("review-comment");
    // Each position has a field of its own, so that the cursor does not stay
    // where it was in another text.
    let id = egui::Id::new(("comment", node.number()));
    egui::ScrollArea::vertical().id_salt("comment").max_height(64.0).show(ui, |ui| {
        let edit = TextEdit::multiline(&mut text)
            .id(id)
            .hint_text(hint)
            .desired_rows(2)
            .margin(egui::Margin::symmetric(8, 6))
            .desired_width(f32::INFINITY);
        if ui.add(edit).changed() {
            view.wishes.push(Wish::Ask(Ask::Edit(Edit::Comment(node, text))));
        }
    });
}

/// What is drawn with.
fn drawing(ui: &mut Ui, view: &mut View) {
    let words = view.words;
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing = Vec2::splat(3.0);
        let draws = view.review.draws();
        if toggle(ui, PENCIL_SIMPLE, &words.get("review-draw"), draws, None) {
            view.wishes.push(Wish::Ask(Ask::Draw(!draws)));
        }
        for (colour, id) in [
            (Colour::Green, "colour-green"),
            (Colour::Red, "colour-red"),
            (Colour::Yellow, "colour-yellow"),
            (Colour::Blue, "colour-blue"),
        ] {
            let ink = board::colour(shape_colour(colour));
            let on = view.review.pen() == colour;
            if dot(ui, &words.get(id), ink, on) {
                view.wishes.push(Wish::Ask(Ask::Pen(colour)));
            }
        }
        for tool in Tool::ALL {
            let (sign, id) = match tool {
                Tool::Circle => (CIRCLE, "mark-circle"),
                Tool::Triangle => (TRIANGLE, "mark-triangle"),
                Tool::Square => (SQUARE, "mark-square"),
                Tool::Cross => (X, "mark-cross"),
                Tool::Letter => (TEXT_AA, "mark-letter"),
                Tool::Number => ("1", "mark-number"),
            };
            if toggle(ui, sign, &words.get(id), view.review.tool() == tool, None) {
                view.wishes.push(Wish::Ask(Ask::Take(tool)));
            }
        }
    });
}

/// What becomes of marks and variations, and the way back from edits.
fn editing(ui: &mut Ui, view: &mut View) {
    let words = view.words;
    let node = view.session.current();
    let tree = view.session.tree();
    let marked = !tree.notes(node).shapes.is_empty();
    let [undo, redo] = view.review.can_undo();
    let edit = |edit| Ask::Edit(edit);
    let entries = [
        (ERASER, "review-clear-marks", marked, edit(Edit::ClearMarks(node))),
        (ARROW_LINE_UP, "review-promote", is_variation(view), edit(Edit::Promote(node))),
        (TRASH, "review-delete", tree.parent(node).is_some(), edit(Edit::Delete(node))),
        (ARROW_U_UP_LEFT, "review-undo", undo, Ask::Undo),
        (ARROW_U_UP_RIGHT, "review-redo", redo, Ask::Redo),
    ];
    ui.horizontal(|ui| {
        for (icon, id, enabled, ask) in entries {
            if icon_button(ui, icon, &words.get(id), enabled).clicked() {
                view.wishes.push(Wish::Ask(ask));
            }
        }
    });
}

/// Whether the position is off the main line.
fn is_variation(view: &View) -> bool {
    let tree = view.session.tree();
    let path = tree.path(view.session.current());
    path.windows(2).any(|pair| tree.children(pair[0]).next() != Some(pair[1]))
}

/// A colour to draw with. Returns whether it was chosen.
fn dot(ui: &mut Ui, name: &str, ink: Color32, on: bool) -> bool {
    let palette = Palette::of(ui);
    let edge = line_height(ui, SMALL_BUTTON);
    let size = Vec2::new(if edge > SMALL_BUTTON { edge } else { 25.0 }, edge);
    let (rect, response) = ui.allocate_exact_size(size, Sense::click());
    response.widget_info(|| WidgetInfo::selected(WidgetType::RadioButton, true, on, name));
    ui.painter().circle_filled(rect.center(), 9.0, ink);
    if on {
        ui.painter().circle_stroke(rect.center(), 11.5, Stroke::new(2.0, palette.ink));
    }
    focus_ring(ui, &response);
    named(ui, response.on_hover_cursor(CursorIcon::PointingHand), name).clicked()
}

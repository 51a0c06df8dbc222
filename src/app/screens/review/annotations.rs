//! Annotation of the current position: glyphs, comment, and drawing tools.

use bevy_egui::egui::{
    self, Color32, CornerRadius, CursorIcon, FontId, Sense, Stroke, StrokeKind, TextEdit, Ui, Vec2,
    WidgetInfo, WidgetType,
};
use egui_phosphor::regular::{
    ARROW_LINE_UP, ARROW_U_UP_LEFT, ARROW_U_UP_RIGHT, BOOK_OPEN_TEXT, CIRCLE, ERASER,
    PENCIL_SIMPLE, SQUARE, TEXT_AA, TRASH, TRIANGLE, X,
};

use super::{UiAction, View};
use crate::app::board::drawing::shape_colour;
use crate::app::features::review::{Edit, ReviewRequest, Tool};
use crate::app::screens::learn::term_card;
use crate::app::widgets::controls::{
    ButtonStyle, button, focus_ring, icon_button, named, row_height,
};
use crate::app::widgets::theme::{self, Palette};
use crate::record::{Glyph, ShapeColour};

/// Size of a small button.
const BUTTON_SIZE: f32 = 32.0;

pub(super) fn show(ui: &mut Ui, view: &mut View) {
    ui.spacing_mut().item_spacing = Vec2::splat(4.0);
    // Where the glyphs take several lines, the comment comes first.
    if row_height(ui, BUTTON_SIZE) > BUTTON_SIZE {
        comment_field(ui, view);
        glyph_buttons(ui, view);
    } else {
        glyph_buttons(ui, view);
        comment_field(ui, view);
    }
    shape_tools(ui, view);
    edit_buttons(ui, view);
}

/// A small toggle button. Returns true when pressed.
fn toggle_button(ui: &mut Ui, text: &str, name: &str, on: bool, ink: Option<Color32>) -> bool {
    let palette = Palette::of(ui);
    let font = FontId::proportional(theme::BODY);
    let galley = ui.painter().layout_no_wrap(text.to_owned(), font, palette.ink);
    let edge = row_height(ui, BUTTON_SIZE);
    let size = Vec2::new((galley.size().x + 10.0).max(edge), edge);
    let (rect, response) = ui.allocate_exact_size(size, Sense::click());
    response.widget_info(|| WidgetInfo::selected(WidgetType::Checkbox, true, on, name));
    let (fill, text) = match (on, response.hovered()) {
        (true, _) => (palette.ink, palette.panel),
        (false, true) => (theme::mix(palette.panel, palette.ink, 0.08), palette.ink),
        (false, false) => (Color32::TRANSPARENT, palette.ink),
    };
    let line = Stroke::new(palette.line_weight, palette.hairline);
    ui.painter().rect(rect, CornerRadius::same(7), fill, line, StrokeKind::Inside);
    let at = rect.center() - galley.size() / 2.0;
    ui.painter().galley_with_override_text_color(at, galley, ink.filter(|_| !on).unwrap_or(text));
    focus_ring(ui, &response);
    named(ui, response.on_hover_cursor(CursorIcon::PointingHand), name).clicked()
}

/// Glyphs (numeric annotation glyphs) of the move and the position.
fn glyph_buttons(ui: &mut Ui, view: &mut View) {
    let node = view.session.current();
    let tree = view.session.tree();
    let known = &tree.annotations(node).glyphs;
    let root = node == tree.root();
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing = Vec2::splat(3.0);
        for (glyph, sign, _) in Glyph::ALL {
            if root && glyph.is_move_assessment() {
                continue;
            }
            let name = view.l10n.get(&format!("glyph-{}", glyph_id(glyph)));
            if toggle_button(ui, sign, &name, known.contains(&glyph), None) {
                view.actions.push(UiAction::Review(ReviewRequest::Edit(Edit::Glyph(node, glyph))));
            }
        }
    });
}

/// Translation key suffix of a glyph.
fn glyph_id(glyph: Glyph) -> &'static str {
    match glyph {
        Glyph::Good => "good",
        Glyph::Mistake => "mistake",
        Glyph::Brilliant => "brilliant",
        Glyph::Blunder => "blunder",
        Glyph::Interesting => "interesting",
        Glyph::Dubious => "dubious",
        Glyph::OnlyMove => "only",
        Glyph::Equal => "equal",
        Glyph::Unclear => "unclear",
        Glyph::FirstSlightlyBetter => "first-slightly",
        Glyph::SecondSlightlyBetter => "second-slightly",
        Glyph::FirstClearlyBetter => "first-clearly",
        Glyph::SecondClearlyBetter => "second-clearly",
        Glyph::FirstWinning => "first-wins",
        Glyph::SecondWinning => "second-wins",
    }
}

/// Editable comment of the position.
fn comment_field(ui: &mut Ui, view: &mut View) {
    let node = view.session.current();
    let mut text = view.session.tree().annotations(node).comment.clone();
    let hint = view.l10n.get("review-comment");
    // A widget id for each node, so that the text cursor does not carry over.
    let id = egui::Id::new(("comment", node.number()));
    egui::ScrollArea::vertical().id_salt("comment").max_height(64.0).show(ui, |ui| {
        let edit = TextEdit::multiline(&mut text)
            .id(id)
            .hint_text(hint)
            .desired_rows(2)
            .margin(egui::Margin::symmetric(8, 6))
            .desired_width(f32::INFINITY);
        if ui.add(edit).changed() {
            let edit = Edit::Comment(node, text.clone());
            view.actions.push(UiAction::Review(ReviewRequest::Edit(edit)));
        }
    });
    words(ui, view, &text);
}

/// The words of the game in a comment, each with its card at a press.
fn words(ui: &mut Ui, view: &View, text: &str) {
    let Some(glossary) = view.glossary else { return };
    let mentions = glossary.find(view.l10n.locale().tag(), text);
    let id = egui::Id::new("word of a comment");
    let mut shown: Option<usize> = ui.data(|data| data.get_temp(id)).flatten();
    // The card goes with the comment that it belongs to.
    shown = shown.filter(|shown| mentions.iter().any(|mention| mention.term == *shown));
    ui.horizontal_wrapped(|ui| {
        for mention in &mentions {
            let name = view.l10n.title(&glossary.terms[mention.term].name);
            if button(ui, ButtonStyle::Quiet, Some(BOOK_OPEN_TEXT), &name).clicked() {
                shown = Some(mention.term).filter(|term| shown != Some(*term));
            }
        }
    });
    if let Some(term) = shown.and_then(|term| glossary.terms.get(term)) {
        let game = view.session.tree().game();
        term_card(ui, view.l10n, view.paint, game, term);
    }
    ui.data_mut(|data| data.insert_temp(id, shown));
}

/// Drawing tools: pencil, colours and shapes.
fn shape_tools(ui: &mut Ui, view: &mut View) {
    let l10n = view.l10n;
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing = Vec2::splat(3.0);
        let draws = view.review.draw_mode();
        if toggle_button(ui, PENCIL_SIMPLE, &l10n.get("review-draw"), draws, None) {
            view.actions.push(UiAction::Review(ReviewRequest::DrawMode(!draws)));
        }
        for (colour, id) in [
            (ShapeColour::Green, "colour-green"),
            (ShapeColour::Red, "colour-red"),
            (ShapeColour::Yellow, "colour-yellow"),
            (ShapeColour::Blue, "colour-blue"),
        ] {
            let ink = theme::to_color32(shape_colour(colour));
            let on = view.review.pen_colour() == colour;
            if colour_button(ui, &l10n.get(id), ink, on) {
                view.actions.push(UiAction::Review(ReviewRequest::PenColour(colour)));
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
            if toggle_button(ui, sign, &l10n.get(id), view.review.tool() == tool, None) {
                view.actions.push(UiAction::Review(ReviewRequest::SelectTool(tool)));
            }
        }
    });
}

/// Buttons that edit shapes and variations, undo and redo.
fn edit_buttons(ui: &mut Ui, view: &mut View) {
    let l10n = view.l10n;
    let node = view.session.current();
    let tree = view.session.tree();
    let marked = !tree.annotations(node).shapes.is_empty();
    let (undo, redo) = (view.record.can_undo(), view.record.can_redo());
    let edit = |edit| ReviewRequest::Edit(edit);
    let entries = [
        (ERASER, "review-clear-marks", marked, edit(Edit::ClearShapes(node))),
        (ARROW_LINE_UP, "review-promote", is_off_main_line(view), edit(Edit::Promote(node))),
        (TRASH, "review-delete", tree.parent(node).is_some(), edit(Edit::Delete(node))),
        (ARROW_U_UP_LEFT, "review-undo", undo, ReviewRequest::Undo),
        (ARROW_U_UP_RIGHT, "review-redo", redo, ReviewRequest::Redo),
    ];
    ui.horizontal(|ui| {
        for (icon, id, enabled, request) in entries {
            if icon_button(ui, icon, &l10n.get(id), enabled).clicked() {
                view.actions.push(UiAction::Review(request));
            }
        }
    });
}

/// True if the position is off the main line.
fn is_off_main_line(view: &View) -> bool {
    let tree = view.session.tree();
    let path = tree.path(view.session.current());
    path.windows(2).any(|pair| tree.children(pair[0]).next() != Some(pair[1]))
}

/// Button for a drawing colour. Returns true when pressed.
fn colour_button(ui: &mut Ui, name: &str, ink: Color32, on: bool) -> bool {
    let palette = Palette::of(ui);
    let edge = row_height(ui, BUTTON_SIZE);
    let size = Vec2::new(if edge > BUTTON_SIZE { edge } else { 25.0 }, edge);
    let (rect, response) = ui.allocate_exact_size(size, Sense::click());
    response.widget_info(|| WidgetInfo::selected(WidgetType::RadioButton, true, on, name));
    ui.painter().circle_filled(rect.center(), 9.0, ink);
    if on {
        ui.painter().circle_stroke(rect.center(), 11.5, Stroke::new(2.0, palette.ink));
    }
    focus_ring(ui, &response);
    named(ui, response.on_hover_cursor(CursorIcon::PointingHand), name).clicked()
}

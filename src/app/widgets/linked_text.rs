//! A text in which the words of a glossary are links.

use bevy_egui::egui::text::{CCursor, LayoutJob, TextFormat};
use bevy_egui::egui::{
    self, Color32, CursorIcon, FontId, Galley, Rect, Sense, Stroke, Ui, WidgetInfo, WidgetType,
};

use super::theme;
use crate::content::glossary::Glossary;
use crate::content::messages::Locale;

/// Shows a text of this language in this ink. Returns the index of the term that was pressed.
pub fn linked_text(
    ui: &mut Ui,
    glossary: Option<&Glossary>,
    locale: Locale,
    text: &str,
    ink: Color32,
) -> Option<usize> {
    let mentions = glossary.map_or(Vec::new(), |glossary| glossary.find(locale.tag(), text));
    let format = |underline: Stroke| TextFormat {
        font_id: FontId::proportional(theme::BODY),
        line_height: Some(theme::BODY * 1.5),
        color: ink,
        underline,
        ..TextFormat::default()
    };
    let mut job = LayoutJob::default();
    job.wrap.max_width = ui.available_width();
    let mut from = 0;
    for mention in &mentions {
        job.append(&text[from..mention.range.start], 0.0, format(Stroke::NONE));
        job.append(&text[mention.range.clone()], 0.0, format(Stroke::new(1.0, ink)));
        from = mention.range.end;
    }
    job.append(&text[from..], 0.0, format(Stroke::NONE));
    // One text, so that its lines break where those of other texts do.
    let galley = ui.painter().layout_job(job);
    let (rect, response) = ui.allocate_exact_size(galley.size(), Sense::hover());
    response.widget_info(|| WidgetInfo::labeled(WidgetType::Label, true, text));
    let mut pressed = None;
    for mention in mentions {
        let characters = |bytes: usize| text[..bytes].chars().count();
        let word = &text[mention.range.clone()];
        let range = [mention.range.start, mention.range.end].map(characters);
        for (n, part) in parts(&galley, range).into_iter().enumerate() {
            let id = response.id.with((range, n));
            let link = ui.interact(part.translate(rect.min.to_vec2()), id, Sense::click());
            let link = link.on_hover_cursor(CursorIcon::PointingHand);
            link.widget_info(|| WidgetInfo::labeled(WidgetType::Link, true, word));
            if link.has_focus() {
                let around = link.rect.expand(2.0);
                let stroke = ui.visuals().selection.stroke;
                ui.painter().rect_stroke(around, 2.0, stroke, egui::StrokeKind::Outside);
            }
            if link.clicked() {
                pressed = Some(mention.term);
            }
        }
    }
    ui.painter().galley(rect.min, galley, ink);
    pressed
}

/// The rectangles of a range of characters, one in each of its lines.
fn parts(galley: &Galley, [start, end]: [usize; 2]) -> Vec<Rect> {
    let mut parts: Vec<Rect> = Vec::new();
    for n in start..end {
        let before = CCursor { prefer_next_row: true, ..CCursor::new(n) };
        let after = CCursor { prefer_next_row: false, ..CCursor::new(n + 1) };
        let at = galley.pos_from_cursor(before).union(galley.pos_from_cursor(after));
        match parts.last_mut() {
            Some(last) if last.min.y == at.min.y => *last = last.union(at),
            _ => parts.push(at),
        }
    }
    parts
}

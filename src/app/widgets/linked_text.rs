//! A text in which the words of a glossary are links.

use bevy_egui::egui::{self, Color32, RichText, Ui};

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
    let mut pressed = None;
    let plain = |text: &str| {
        RichText::new(text).size(theme::BODY).color(ink).line_height(Some(theme::BODY * 1.5))
    };
    let mentions = glossary.map_or(Vec::new(), |glossary| glossary.find(locale.tag(), text));
    if mentions.is_empty() {
        ui.add(egui::Label::new(plain(text)).wrap());
        return None;
    }
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing = egui::Vec2::ZERO;
        ui.spacing_mut().interact_size.y = 0.0;
        let mut from = 0;
        for mention in mentions {
            if mention.range.start > from {
                ui.label(plain(&text[from..mention.range.start]));
            }
            let word = plain(&text[mention.range.clone()]).underline();
            let link = ui.add(egui::Label::new(word).sense(egui::Sense::click()));
            let link = link.on_hover_cursor(egui::CursorIcon::PointingHand);
            link.widget_info(|| {
                let word = &text[mention.range.clone()];
                egui::WidgetInfo::labeled(egui::WidgetType::Link, true, word)
            });
            if link.clicked() {
                pressed = Some(mention.term);
            }
            from = mention.range.end;
        }
        if from < text.len() {
            ui.label(plain(&text[from..]));
        }
    });
    pressed
}

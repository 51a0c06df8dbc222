//! What the library does over every screen: it shows how far an import has
//! come, and takes in what is pasted.

use bevy::prelude::*;
use bevy_egui::{EguiContexts, egui};

use crate::app::platform::clipboard::Paste;
use crate::app::shelf::{Ask, Shelf};
use crate::app::ui::Words;
use crate::app::ui::theme::{self, Palette};
use crate::app::ui::widgets::{Weight, button, card, muted};

/// A card with a bar while games are imported.
pub(super) fn progress(
    mut contexts: EguiContexts,
    words: Res<Words>,
    shelf: Res<Shelf>,
    mut asks: MessageWriter<Ask>,
) -> Result {
    let Some(progress) = shelf.progress() else { return Ok(()) };
    let ctx = contexts.ctx_mut()?;
    let palette = Palette::get(ctx);
    let breadth = (ctx.content_rect().width() - 32.0).min(420.0);
    egui::Area::new(egui::Id::new("import"))
        .order(egui::Order::Foreground)
        .anchor(egui::Align2::CENTER_BOTTOM, egui::Vec2::new(0.0, -20.0))
        .show(ctx, |ui| {
            card(ui).show(ui, |ui| {
                ui.set_width(breadth - 32.0);
                ui.horizontal(|ui| {
                    let [done, all] = progress.files;
                    let facts = [("file", done.to_string()), ("files", all.to_string())];
                    ui.vertical(|ui| {
                        ui.label(
                            egui::RichText::new(words.with("import-reading", &facts))
                                .size(theme::BODY),
                        );
                        let games = [("number", super::grouped(progress.games))];
                        muted(ui, words.with("import-games", &games));
                    });
                    ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
                        let text = words.get("import-cancel");
                        if button(ui, Weight::Plain, None, &text).clicked() {
                            asks.write(Ask::Cancel);
                        }
                    });
                });
                let size = egui::Vec2::new(ui.available_width(), 8.0);
                let (rect, _) = ui.allocate_exact_size(size, egui::Sense::hover());
                let round = egui::CornerRadius::same(4);
                ui.painter().rect_filled(rect, round, palette.hairline);
                let part = progress.files[0] as f32 / progress.files[1].max(1) as f32;
                let done = rect.with_max_x(rect.left() + rect.width() * part.clamp(0.0, 1.0));
                ui.painter().rect_filled(done, round, palette.good);
            });
        });
    Ok(())
}

/// A game that is pasted anywhere but into a field comes into the library.
pub(super) fn paste(
    mut contexts: EguiContexts,
    mut pastes: MessageWriter<Paste>,
    mut asks: MessageWriter<Ask>,
) -> Result {
    let ctx = contexts.ctx_mut()?;
    if ctx.text_edit_focused() {
        return Ok(());
    }
    // A browser tells of the text itself, other systems of the keys alone.
    let (pasted, asked) = ctx.input(|input| {
        let pasted = input.events.iter().rev().find_map(|event| match event {
            egui::Event::Paste(text) => Some(text.clone()),
            _ => None,
        });
        (pasted, input.modifiers.command && input.key_pressed(egui::Key::V))
    });
    if let Some(text) = pasted.filter(|text| !text.trim().is_empty()) {
        asks.write(Ask::Paste(text));
        ctx.request_repaint();
    } else if asked {
        pastes.write(Paste);
        ctx.request_repaint();
    }
    Ok(())
}

//! Library functions on every screen: the progress of an import, and pasting games.

use bevy::prelude::*;
use bevy_egui::{EguiContexts, egui};

use crate::app::platform::clipboard::PasteRequest;
use crate::app::services::library::{LibraryClient, LibraryRequest};
use crate::app::text::Localization;
use crate::app::widgets::controls::{ButtonStyle, button, card, muted, progress_bar};
use crate::app::widgets::{keys, theme};

/// Card with a progress bar during an import.
pub(super) fn progress(
    mut contexts: EguiContexts,
    l10n: Res<Localization>,
    library_client: Res<LibraryClient>,
    mut requests: MessageWriter<LibraryRequest>,
) -> Result {
    let Some(progress) = library_client.progress() else { return Ok(()) };
    let ctx = contexts.ctx_mut()?;
    let width = (ctx.content_rect().width() - 32.0).min(420.0);
    egui::Area::new(egui::Id::new("import"))
        .order(egui::Order::Foreground)
        .anchor(egui::Align2::CENTER_BOTTOM, egui::Vec2::new(0.0, -20.0))
        .show(ctx, |ui| {
            card(ui).show(ui, |ui| {
                ui.set_width(width - 32.0);
                ui.horizontal(|ui| {
                    let [done, all] = progress.files;
                    let facts = [("file", done.to_string()), ("files", all.to_string())];
                    ui.vertical(|ui| {
                        ui.label(
                            egui::RichText::new(l10n.format("import-reading", &facts))
                                .size(theme::BODY),
                        );
                        let games = [("number", super::group_digits(progress.games))];
                        muted(ui, l10n.format("import-games", &games));
                    });
                    ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
                        let text = l10n.get("import-cancel");
                        if button(ui, ButtonStyle::Plain, None, &text).clicked() {
                            requests.write(LibraryRequest::CancelImport);
                        }
                    });
                });
                let size = egui::Vec2::new(ui.available_width(), 8.0);
                let part = progress.files[0] as f32 / progress.files[1].max(1) as f32;
                progress_bar(ui, size, part);
            });
        });
    Ok(())
}

/// Imports games pasted outside of text fields.
pub(super) fn paste(
    mut contexts: EguiContexts,
    mut pastes: MessageWriter<PasteRequest>,
    mut requests: MessageWriter<LibraryRequest>,
) -> Result {
    let ctx = contexts.ctx_mut()?;
    if ctx.text_edit_focused() {
        return Ok(());
    }
    // Browsers deliver the pasted text, other systems only the key.
    let (pasted, asked) = ctx.input(|input| {
        let pasted = input.events.iter().rev().find_map(|event| match event {
            egui::Event::Paste(text) => Some(text.clone()),
            _ => None,
        });
        (pasted, keys::PASTE.is_pressed(input))
    });
    if let Some(text) = pasted.filter(|text| !text.trim().is_empty()) {
        requests.write(LibraryRequest::ImportText(text));
        ctx.request_repaint();
    } else if asked {
        pastes.write(PasteRequest);
        ctx.request_repaint();
    }
    Ok(())
}

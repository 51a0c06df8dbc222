//! The lines of a chat and the field to write in: phrases that each reads in their own language,
//! and free text.

use bevy_egui::egui::{Label, RichText, ScrollArea, Ui, Vec2};
use egui_phosphor::regular::{CHAT_CIRCLE_TEXT, PAPER_PLANE_RIGHT};

use crate::app::text::Localization;
use crate::app::widgets::controls::{ButtonStyle, button, icon_button, long_field, muted};
use crate::app::widgets::keys;
use crate::app::widgets::theme::{self, Palette};
use crate::net::{ChatLine, Line, MAX_CHAT, PHRASES, PlayerId};

/// The text that is being written.
#[derive(Default)]
pub(in crate::app::screens) struct ChatEntry {
    text: String,
    shows_phrases: bool,
}

/// The lines of a chat, oldest first, for this reader.
pub(in crate::app::screens) struct Lines<'a> {
    pub(in crate::app::screens) lines: Vec<&'a ChatLine>,
    pub(in crate::app::screens) me: Option<PlayerId>,
}

/// The words of a line for this reader.
fn said(l10n: &Localization, line: &Line) -> String {
    match line {
        Line::Phrase(id) => l10n.find(&format!("phrase-{id}")).unwrap_or_else(|| id.clone()),
        Line::Text(text) => text.clone(),
    }
}

/// Draws the chat in the space there is. Returns the line that the player says.
pub(in crate::app::screens) fn show(
    ui: &mut Ui,
    l10n: &Localization,
    name: &str,
    lines: &Lines,
    entry: &mut ChatEntry,
    height: f32,
) -> Option<Line> {
    let palette = Palette::of(ui);
    let foot = ui.spacing().interact_size.y + 8.0;
    let room = (height - foot).max(40.0);
    ui.allocate_ui(Vec2::new(ui.available_width(), room), |ui| {
        ui.set_min_height(room);
        let area = ScrollArea::vertical().id_salt(("chat", name)).stick_to_bottom(true);
        area.auto_shrink([false, false]).show(ui, |ui| {
            ui.spacing_mut().item_spacing.y = 4.0;
            if lines.lines.is_empty() {
                muted(ui, l10n.get("online-chat-empty"));
            }
            for line in &lines.lines {
                let is_own = lines.me == Some(line.from.player);
                let ink = if is_own { palette.muted } else { palette.accent };
                ui.horizontal_wrapped(|ui| {
                    ui.spacing_mut().item_spacing.x = 6.0;
                    let name = RichText::new(&line.from.name).size(theme::SMALL).color(ink);
                    ui.label(name).on_hover_text(line.from.player.fingerprint());
                    let text = RichText::new(said(l10n, &line.line)).size(theme::BODY);
                    ui.add(Label::new(text.color(palette.ink)).wrap().selectable(true));
                });
            }
        });
    });
    if entry.shows_phrases {
        let chosen = phrases(ui, l10n);
        if chosen.is_some() {
            entry.shows_phrases = false;
            return chosen;
        }
    }
    let mut sent = None;
    ui.horizontal(|ui| {
        if icon_button(ui, CHAT_CIRCLE_TEXT, &l10n.get("online-phrases"), true).clicked() {
            entry.shows_phrases = !entry.shows_phrases;
        }
        let width = ui.available_width() - ui.spacing().interact_size.y - 8.0;
        let hint = l10n.get("online-chat-hint");
        let field = long_field(ui, &hint, &hint, &mut entry.text, width.max(60.0));
        if entry.text.chars().count() > MAX_CHAT {
            entry.text = entry.text.chars().take(MAX_CHAT).collect();
        }
        let by_key = field.lost_focus() && ui.input(|input| keys::CHOOSE.is_pressed(input));
        let text = entry.text.trim();
        let pressed =
            icon_button(ui, PAPER_PLANE_RIGHT, &l10n.get("online-say"), !text.is_empty()).clicked();
        if !text.is_empty() && (by_key || pressed) {
            sent = Some(Line::Text(text.to_owned()));
            entry.text.clear();
            field.request_focus();
        }
    });
    sent
}

/// The phrases, each a button.
fn phrases(ui: &mut Ui, l10n: &Localization) -> Option<Line> {
    let mut chosen = None;
    ui.horizontal_wrapped(|ui| {
        for id in PHRASES {
            let text = l10n.get(&format!("phrase-{id}"));
            if button(ui, ButtonStyle::Plain, None, &text).clicked() {
                chosen = Some(Line::Phrase((*id).to_owned()));
            }
        }
    });
    chosen
}

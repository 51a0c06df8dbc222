//! The player's packs: levels made here or imported.

use bevy_egui::egui::{self, Ui, Vec2};
use egui_phosphor::regular::{CHECK, EXPORT, PENCIL_SIMPLE, PLAY, TRASH};

use super::{UiAction, View};
use crate::app::features::puzzles::{EditorRequest, PuzzleRequest, UserPackRequest};
use crate::app::text::game_name;
use crate::app::widgets::controls::{ButtonStyle, button, card, group, icon_button, muted, title};
use crate::app::widgets::theme;
use crate::content::levels::{Level, Pack};

/// The player's packs: made here or imported.
pub(super) fn show(ui: &mut Ui, view: &View) -> Option<UiAction> {
    let l10n = view.l10n;
    let mut pressed = None;
    group(ui, &l10n.get("own-levels"));
    muted(ui, l10n.get("own-explained"));
    if view.level_editor.draft.is_some()
        && button(ui, ButtonStyle::Plain, Some(PENCIL_SIMPLE), &l10n.get("own-go-on")).clicked()
    {
        pressed = Some(UiAction::ResumeEditing);
    }
    for pack in view.user_packs.packs() {
        card(ui).inner_margin(egui::Margin::symmetric(12, 10)).show(ui, |ui| {
            ui.set_width(ui.available_width());
            ui.spacing_mut().item_spacing.y = 4.0;
            ui.horizontal_wrapped(|ui| {
                let game = game_name(l10n, &pack.game);
                ui.label(title(game, theme::LARGE));
                // Imported packs keep their titles.
                let name = l10n.title(&pack.title);
                if name != l10n.get("own-levels") {
                    muted(ui, name);
                }
            });
            for (n, level) in pack.levels.iter().enumerate() {
                let found = user_level_row(ui, view, pack, level, n + 1);
                pressed = found.or(pressed.take());
            }
            if button(ui, ButtonStyle::Quiet, Some(EXPORT), &l10n.get("own-share")).clicked() {
                pressed = Some(UiAction::UserPacks(UserPackRequest::Share(pack.pack_id())));
            }
        });
    }
    pressed
}

/// Row of a level of the player's packs, with its number in its pack.
fn user_level_row(
    ui: &mut Ui,
    view: &View,
    pack: &Pack,
    level: &Level,
    number: usize,
) -> Option<UiAction> {
    let l10n = view.l10n;
    let mut pressed = None;
    ui.horizontal(|ui| {
        // The buttons keep their width; the name gets the rest.
        let tools = 3.0 * (ui.spacing().interact_size.y + ui.spacing().item_spacing.x);
        let width = (ui.available_width() - tools).max(60.0);
        let size = Vec2::new(width, ui.spacing().interact_size.y);
        ui.allocate_ui_with_layout(size, egui::Layout::left_to_right(egui::Align::Center), |ui| {
            ui.set_min_width(width);
            let name = l10n.title(&level.title);
            let name = if name.is_empty() {
                l10n.format("own-number", &[("number", number.to_string())])
            } else {
                name
            };
            let solved = view.progress.result(pack, level).is_some();
            let name = if solved { format!("{CHECK} {name}") } else { name };
            ui.add(egui::Label::new(name).truncate());
        });
        let id = pack.puzzle_id(level);
        let tools = [
            (PLAY, "own-play", UiAction::Play(PuzzleRequest::Start(id.clone()))),
            (PENCIL_SIMPLE, "own-edit", UiAction::Edit(EditorRequest::Edit(id.clone()))),
            (TRASH, "own-remove", UiAction::UserPacks(UserPackRequest::Remove(id))),
        ];
        for (icon, id, press) in tools {
            if icon_button(ui, icon, &l10n.get(id), true).clicked() {
                pressed = Some(press);
            }
        }
    });
    pressed
}

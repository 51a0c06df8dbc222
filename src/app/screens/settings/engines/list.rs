//! The list of the engines that the player has added.

use bevy_egui::egui::{self, CursorIcon, FontId, RichText, Ui, Vec2};
use egui_phosphor::regular::{ARROW_COUNTER_CLOCKWISE, CARET_RIGHT, CPU, PLUS};

use super::{PageAction, PageContext};
use crate::app::text::{Localization, game_name};
use crate::app::widgets::cards::{card_rows, pressable_card, rows_of_text};
use crate::app::widgets::controls::{ButtonStyle, button, focus_by_default, muted};
use crate::app::widgets::page;
use crate::app::widgets::theme::{self, Palette};
use crate::engines::ListedEngine;
use crate::games::Options;
use crate::games::registry::GAMES;

const CARD_HEIGHT: f32 = 84.0;

/// Space inside a card.
const PADDING: f32 = 14.0;

pub(super) fn show(
    ui: &mut Ui,
    context: &PageContext,
    removed: Option<&ListedEngine>,
) -> Option<PageAction> {
    let l10n = &*context.l10n;
    let (mut action, mut adds) = (None, false);
    let leaves = page::show(
        ui,
        ("engines", page::COLUMN_WIDTH),
        &l10n.get("engines"),
        &l10n.get("back"),
        |ui| {
            let add = button(ui, ButtonStyle::Primary, Some(PLUS), &l10n.get("engine-add"));
            focus_by_default(ui, &add);
            adds = add.clicked();
        },
        |ui| {
            let engines: Vec<_> = context.engines.list().iter().collect();
            if engines.is_empty() {
                nothing(ui, l10n);
            } else {
                muted(ui, l10n.get("engines-explained"));
            }
            ui.add_space(4.0);
            card_rows(ui, 1, &engines, |ui, engine, width| {
                if engine_card(ui, l10n, engine, width) {
                    action = Some(PageAction::Edit(engine.id()));
                }
            });
            if let Some(engine) = removed {
                ui.add_space(4.0);
                ui.horizontal_wrapped(|ui| {
                    let name = engine.name().to_owned();
                    muted(ui, l10n.format("engine-removed", &[("engine", name)]));
                    let text = l10n.get("engine-restore");
                    let icon = Some(ARROW_COUNTER_CLOCKWISE);
                    if button(ui, ButtonStyle::Quiet, icon, &text).clicked() {
                        action = Some(PageAction::Restore);
                    }
                });
            }
        },
    );
    match (leaves, adds) {
        (true, _) => Some(PageAction::Back),
        (false, true) => Some(PageAction::Add),
        (false, false) => action,
    }
}

/// The page without engines: what they are and where they come from.
fn nothing(ui: &mut Ui, l10n: &Localization) {
    let palette = Palette::of(ui);
    ui.add_space(32.0);
    ui.vertical_centered(|ui| {
        ui.label(RichText::new(CPU).size(theme::HUGE).color(palette.muted));
        ui.label(l10n.get("engines-none"));
        muted(ui, l10n.get("engines-explained"));
        muted(ui, l10n.get("engines-none-how"));
    });
}

/// The games that an engine is offered for, by name.
fn games_text(l10n: &Localization, engine: &ListedEngine) -> String {
    let offered = GAMES.iter().filter(|game| engine.plays(**game, &Options::default()));
    let names: Vec<_> = offered.map(|game| game_name(l10n, game.id())).collect();
    names.join(" · ")
}

fn engine_card(ui: &mut Ui, l10n: &Localization, engine: &ListedEngine, width: f32) -> bool {
    let palette = Palette::of(ui);
    let name = engine.name().to_owned();
    // A name that the player gave is followed by its own.
    let own = Some(&engine.own_name).filter(|own| !own.is_empty() && **own != name);
    let by = [own, Some(&engine.author).filter(|author| !author.is_empty())];
    let by = by.into_iter().flatten().cloned().collect::<Vec<_>>().join(" · ");
    let protocol = engine.settings.protocol.map(|protocol| protocol.name().to_owned());
    let plays: Vec<_> = protocol.into_iter().chain([games_text(l10n, engine)]).collect();
    let plays = plays.join(" · ");
    let spoken = format!("{name}: {plays}");
    let (rect, response) = pressable_card(ui, Vec2::new(width, CARD_HEIGHT), &spoken);
    let room = width - 2.0 * PADDING - 24.0;
    let small = FontId::proportional(theme::SMALL);
    let mut lines = vec![(name, FontId::proportional(theme::LARGE), palette.ink)];
    if !by.is_empty() {
        lines.push((by, small.clone(), palette.muted));
    }
    lines.push((plays, small, palette.muted));
    let lines = lines.into_iter().map(|(text, font, ink)| {
        let galley = rows_of_text(ui, text, font, ink, room, 1);
        (galley, ink)
    });
    let lines: Vec<_> = lines.collect();
    let height: f32 = lines.iter().map(|(line, _)| line.size().y).sum();
    let mut at = egui::pos2(rect.left() + PADDING, rect.center().y - height / 2.0);
    for (line, ink) in lines {
        let step = line.size().y;
        ui.painter().galley(at, line, ink);
        at.y += step;
    }
    let (right, body) = (rect.right_center(), FontId::proportional(theme::BODY));
    let at = right - Vec2::new(PADDING, 0.0);
    ui.painter().text(at, egui::Align2::RIGHT_CENTER, CARET_RIGHT, body, palette.muted);
    response.on_hover_cursor(CursorIcon::PointingHand).clicked()
}

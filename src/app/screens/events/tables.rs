//! Standings, crosstable and players of a tournament.

use bevy_egui::egui::{Align, Grid, Layout, RichText, ScrollArea, Ui};
use egui_phosphor::regular::{COPY, SIGN_IN, SIGN_OUT, TRASH};

use crate::app::features::events::EventRequest;
use crate::app::text::Localization;
use crate::app::widgets::controls::{ButtonStyle, button, icon_button, muted};
use crate::app::widgets::theme::{self, Palette};
use crate::events::{BYE, Kind, TieBreak, Tournament, points_text};
use crate::games::TieBreakCustom;

/// A table that scrolls sideways where it is wider than the page; the first columns are to the
/// left, numbers to the right. The first row is its head.
fn table(ui: &mut Ui, id: &str, rows: &[Vec<String>]) {
    let palette = Palette::of(ui);
    ScrollArea::horizontal().id_salt(id).show(ui, |ui| {
        Grid::new(id).striped(true).spacing([16.0, 6.0]).show(ui, |ui| {
            for (line, cells) in rows.iter().enumerate() {
                let (size, colour) = match line {
                    0 => (theme::SMALL, palette.muted),
                    _ => (theme::BODY, palette.ink),
                };
                for (column, cell) in cells.iter().enumerate() {
                    let text = RichText::new(cell).size(size).color(colour);
                    if column == 1 {
                        ui.label(text);
                    } else {
                        let layout = Layout::right_to_left(Align::Center);
                        ui.with_layout(layout, |ui| ui.label(text));
                    }
                }
                ui.end_row();
            }
        });
    });
}

/// A button that copies a table as text.
fn copy_button(ui: &mut Ui, l10n: &Localization, text: impl FnOnce() -> String) {
    ui.add_space(8.0);
    if button(ui, ButtonStyle::Quiet, Some(COPY), &l10n.get("event-copy")).clicked() {
        ui.ctx().copy_text(text());
    }
}

/// The standings, with the tie-breaks where there are any.
pub(super) fn standings(ui: &mut Ui, l10n: &Localization, tournament: &Tournament) {
    let (tie_breaks, custom) = (tournament.tie_breaks(), tournament.tie_break_custom());
    let name = |&tie_break: &TieBreak| l10n.get(tie_break_message(tie_break, custom));
    let mut head = vec![String::new(), l10n.get("event-player"), l10n.get("event-points")];
    head.extend(tie_breaks.iter().map(name));
    let mut rows = vec![head];
    for standing in tournament.standings() {
        let player = tournament.player(standing.player).name.clone();
        let mut cells = vec![standing.place.to_string(), player, points_text(standing.half_points)];
        cells.extend(tie_breaks.iter().map(|&it| standing.text(it)));
        rows.push(cells);
    }
    table(ui, "standings", &rows);
    if !tie_breaks.is_empty() {
        ui.add_space(6.0);
        let names: Vec<_> = tie_breaks.iter().map(name).collect();
        let names = [("names", names.join(&l10n.get("event-tie-break-comma")))];
        muted(ui, l10n.format("event-standings-explained", &names));
        muted(
            ui,
            l10n.get(match custom {
                TieBreakCustom::Sos => "event-tie-breaks-go",
                _ => "event-tie-breaks",
            }),
        );
    }
    copy_button(ui, l10n, || tournament.standings_text());
}

/// Message id of the name of a tie-break under this custom.
fn tie_break_message(tie_break: TieBreak, custom: TieBreakCustom) -> &'static str {
    match (tie_break, custom) {
        (TieBreak::Direct, _) => "event-direct",
        (TieBreak::Buchholz, TieBreakCustom::Sos) => "event-sos",
        (TieBreak::Buchholz, _) => "event-buchholz",
        (TieBreak::BuchholzCut, _) => "event-buchholz-cut",
        (TieBreak::SonnebornBerger, TieBreakCustom::Sos) => "event-sodos",
        (TieBreak::SonnebornBerger, _) => "event-sonneborn",
        (TieBreak::Wins, _) => "event-wins",
    }
}

/// The crosstable.
pub(super) fn crosstable(ui: &mut Ui, l10n: &Localization, tournament: &Tournament) {
    let lines = tournament.crosstable_lines();
    let is_round_robin = matches!(tournament.kind, Kind::RoundRobin { .. });
    let width = if is_round_robin { lines.len() } else { tournament.rounds.len() };
    let mut head = vec![String::new(), l10n.get("event-player")];
    head.extend((1..=width).map(|column| column.to_string()));
    head.push(l10n.get("event-points"));
    let mut rows = vec![head];
    for (number, line) in (1..).zip(lines) {
        let mut cells: Vec<String> =
            vec![number.to_string(), tournament.player(line.player).name.clone()];
        cells.extend(line.cells.into_iter().map(|cell| match cell.as_str() {
            BYE => l10n.get("event-bye-short"),
            _ => cell,
        }));
        cells.push(points_text(line.half_points));
        rows.push(cells);
    }
    table(ui, "crosstable", &rows);
    if !is_round_robin {
        ui.add_space(6.0);
        muted(ui, l10n.get("event-crosstable-explained"));
    }
    copy_button(ui, l10n, || tournament.crosstable());
}

/// The players by number, each with a way out of the rounds to come, and the end of it all.
pub(super) fn players(
    ui: &mut Ui,
    l10n: &Localization,
    event: u32,
    tournament: &Tournament,
) -> Option<EventRequest> {
    let mut request = None;
    let palette = Palette::of(ui);
    for (number, player) in (1..).zip(&tournament.players) {
        ui.horizontal(|ui| {
            let (icon, id) = match player.withdrawn {
                true => (SIGN_IN, "event-readmit"),
                false => (SIGN_OUT, "event-withdraw"),
            };
            let text = l10n.format(id, &[("player", player.name.clone())]);
            if icon_button(ui, icon, &text, !tournament.is_over()).clicked() {
                let name = player.name.clone();
                request = Some(match player.withdrawn {
                    true => EventRequest::Readmit { event, player: name },
                    false => EventRequest::Withdraw { event, player: name },
                });
            }
            let colour = if player.withdrawn { palette.muted } else { palette.ink };
            ui.label(RichText::new(format!("{number}.  {}", player.name)).color(colour));
            if player.rating > 0 {
                muted(ui, player.rating.to_string());
            }
            if player.withdrawn {
                muted(ui, l10n.get("event-withdrawn"));
            }
        });
    }
    ui.add_space(16.0);
    if button(ui, ButtonStyle::Quiet, Some(TRASH), &l10n.get("event-remove")).clicked() {
        request = Some(EventRequest::Remove(event));
    }
    request
}

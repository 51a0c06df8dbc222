//! Standings, crosstable and players of a tournament.

use bevy_egui::egui::{Align, Grid, Layout, RichText, ScrollArea, Ui};
use egui_phosphor::regular::{COPY, FLAME, SIGN_IN, SIGN_OUT, TRASH};

use super::form::{player_entry, read_players};
use super::shown::{PageAction, Shown};
use crate::app::features::events::now;
use crate::app::text::Localization;
use crate::app::widgets::controls::{ButtonStyle, button, heading, icon_button, muted};
use crate::app::widgets::theme::{self, Palette};
use crate::events::{BYE, Kind, TieBreak, Tournament};
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
    if tournament.is_of_teams() {
        team_standings(ui, l10n, tournament);
    }
    let mut head = vec![String::new(), l10n.get("event-player"), l10n.get("event-points")];
    head.extend(tie_breaks.iter().map(name));
    let mut rows = vec![head];
    let streaks = tournament.players_on_streak();
    for standing in tournament.standings() {
        let mut player = tournament.player(standing.player).name.clone();
        if streaks.contains(&standing.player) {
            player += &format!(" {FLAME}");
        }
        let points = tournament.score_text(standing.half_points);
        let mut cells = vec![standing.place.to_string(), player, points];
        cells.extend(tie_breaks.iter().map(|&it| standing.text(it)));
        rows.push(cells);
    }
    table(ui, "standings", &rows);
    ui.add_space(6.0);
    match tournament.kind {
        Kind::Knockout | Kind::Teams { .. } => {}
        Kind::Arena { .. } => _ = muted(ui, l10n.get("event-arena-points")),
        Kind::Swiss { .. } | Kind::RoundRobin { .. } => {
            let names: Vec<_> = tie_breaks.iter().map(name).collect();
            let names = [("names", names.join(&l10n.get("event-comma")))];
            muted(ui, l10n.format("event-standings-explained", &names));
            let explained = match custom {
                TieBreakCustom::Sos => "event-tie-breaks-go",
                _ => "event-tie-breaks",
            };
            muted(ui, l10n.get(explained));
        }
    }
    copy_button(ui, l10n, || tournament.standings_text());
}

/// The standings of the teams.
fn team_standings(ui: &mut Ui, l10n: &Localization, tournament: &Tournament) {
    let teams = tournament.teams();
    let columns = ["event-team", "event-matches", "event-points", "event-board-points"];
    let mut rows = vec![vec![String::new()]];
    rows[0].extend(columns.map(|id| l10n.get(id)));
    rows.extend(tournament.team_standings().iter().map(|standing| standing.cells(&teams)));
    table(ui, "teams", &rows);
    ui.add_space(6.0);
    muted(ui, l10n.get("event-teams-points"));
    ui.add_space(12.0);
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
    let width = lines.iter().map(|line| line.cells.len()).max().unwrap_or(0);
    let name = if tournament.is_of_teams() { "event-team" } else { "event-player" };
    let mut head = vec![String::new(), l10n.get(name)];
    head.extend((1..=width).map(|column| column.to_string()));
    head.push(l10n.get("event-points"));
    let mut rows = vec![head];
    for (number, mut line) in (1..).zip(lines) {
        let mut cells: Vec<String> = vec![number.to_string(), line.name];
        line.cells.resize(width, String::new());
        cells.extend(line.cells.into_iter().map(|cell| match cell.as_str() {
            BYE => l10n.get("event-bye-short"),
            _ => cell,
        }));
        cells.push(line.points);
        rows.push(cells);
    }
    table(ui, "crosstable", &rows);
    if !tournament.is_crosstable_square() {
        ui.add_space(6.0);
        muted(ui, l10n.get("event-crosstable-explained"));
    }
    copy_button(ui, l10n, || tournament.crosstable());
}

/// The players by number, each with a way out of the rounds to come, those who come late to an
/// arena, whose names are being entered, and the end of it all.
pub(super) fn players(
    ui: &mut Ui,
    l10n: &Localization,
    shown: Shown,
    late: &mut String,
) -> Option<PageAction> {
    let tournament = shown.tournament;
    let mut action = None;
    let palette = Palette::of(ui);
    let is_over = tournament.is_over(now());
    if shown.is_here() {
        if tournament.is_arena() && !is_over && player_entry(ui, l10n, late).adds {
            action = Some(PageAction::Join(read_players(&std::mem::take(late))));
        }
    } else if !is_over {
        action = own_part(ui, l10n, shown);
    }
    let mut team = None;
    for (number, player) in (1..).zip(&tournament.players) {
        if player.team != team {
            team.clone_from(&player.team);
            ui.add_space(6.0);
            heading(ui, team.as_deref().unwrap_or_default());
        }
        ui.horizontal(|ui| {
            if shown.is_here() {
                let (icon, id) = match player.withdrawn {
                    true => (SIGN_IN, "event-readmit"),
                    false => (SIGN_OUT, "event-withdraw"),
                };
                let text = l10n.format(id, &[("player", player.name.clone())]);
                if icon_button(ui, icon, &text, !is_over).clicked() {
                    let name = player.name.clone();
                    action = Some(match player.withdrawn {
                        true => PageAction::Readmit(name),
                        false => PageAction::Withdraw(name),
                    });
                }
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
    if shown.is_organiser {
        ui.add_space(16.0);
        if button(ui, ButtonStyle::Quiet, Some(TRASH), &l10n.get("event-remove")).clicked() {
            action = Some(PageAction::Remove);
        }
    }
    action
}

/// The way of this player into a tournament on a server, and out of it.
fn own_part(ui: &mut Ui, l10n: &Localization, shown: Shown) -> Option<PageAction> {
    let own = shown.own.map(|number| shown.tournament.player(number));
    let (icon, id, action) = match own {
        Some(own) if !own.withdrawn => {
            (SIGN_OUT, "event-leave", PageAction::Withdraw(own.name.clone()))
        }
        Some(own) => (SIGN_IN, "event-take-part", PageAction::Readmit(own.name.clone())),
        None if shown.tournament.is_arena() => {
            (SIGN_IN, "event-take-part", PageAction::Join(Vec::new()))
        }
        None => return None,
    };
    let part = button(ui, ButtonStyle::Plain, Some(icon), &l10n.get(id));
    part.clicked().then_some(action)
}

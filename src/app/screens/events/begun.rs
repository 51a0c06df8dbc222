//! The page of a tournament that has begun: its rounds, standings, crosstable and players.

use bevy_egui::egui::Ui;

use super::deeds::{carry_out, leave};
use super::shown::{PageAction, Shown, Target};
use super::{Context, EventsPage, Tab, facts, rounds, tables};
use crate::app::screens::online::clock_text;
use crate::app::text::Localization;
use crate::app::widgets::controls::{choice, muted};
use crate::app::widgets::page;
use crate::net::EventNote;

/// The page of a tournament that has begun.
pub(super) fn show(
    ui: &mut Ui,
    l10n: &Localization,
    target: Target,
    shown: Shown,
    state: &mut EventsPage,
    context: &mut Context,
) {
    let tournament = shown.tournament;
    let mut action = None;
    let leaves = page::show(
        ui,
        ("event", page::COLUMN_WIDTH),
        &tournament.title,
        &l10n.get("back"),
        |_| {},
        |ui| {
            muted(ui, facts(l10n, tournament));
            if let Some(note) = shown.note {
                organiser_line(ui, l10n, note);
            }
            ui.add_space(6.0);
            let tabs = [
                (Tab::Rounds, if tournament.is_arena() { "event-games" } else { "event-rounds" }),
                (Tab::Standings, "event-standings"),
                (Tab::Crosstable, "event-crosstable"),
                (Tab::Players, "event-players"),
            ];
            choice(ui, &mut state.tab, &tabs.map(|(tab, id)| (tab, l10n.get(id))));
            ui.add_space(8.0);
            match state.tab {
                Tab::Rounds => action = rounds::show(ui, l10n, shown, &mut state.round),
                Tab::Standings => tables::standings(ui, l10n, tournament),
                Tab::Crosstable => tables::crosstable(ui, l10n, tournament),
                Tab::Players => action = tables::players(ui, l10n, shown, &mut state.late),
            }
        },
    );
    if let Some(action) = action {
        if matches!(action, PageAction::Pair) {
            state.round = None;
        }
        carry_out(action, target, context);
        ui.ctx().request_repaint();
    } else if leaves {
        leave(target, state, context);
        ui.ctx().request_repaint();
    }
}

/// The organiser of a tournament, and that its games are played on the server.
pub(super) fn organiser_line(ui: &mut Ui, l10n: &Localization, note: &EventNote) {
    let organiser = [("player", note.organiser.name.clone())];
    let rated = if note.offer.rated { "online-rated-game" } else { "online-friendly-game" };
    let parts = [
        l10n.format("event-organiser", &organiser),
        clock_text(l10n, note.offer.time),
        l10n.get(rated),
    ];
    muted(ui, parts.join(" · "));
}

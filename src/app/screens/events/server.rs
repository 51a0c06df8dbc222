//! Tournaments on a server, as far as it tells of them, and their pages before they begin.

use std::time::Duration;

use bevy_egui::egui::{Label, Ui};
use egui_phosphor::regular::{FLAG_CHECKERED, SIGN_IN, SIGN_OUT, TRASH};

use super::begun::{self, organiser_line};
use super::deeds::{carry_out, leave};
use super::shown::{PageAction, Shown, Target};
use super::{Context, EventsPage, teams};
use crate::app::features::events::kind_message;
use crate::app::text::{Localization, game_name, time_left};
use crate::app::widgets::controls::{
    ButtonStyle, button, focus_by_default, heading, muted, spinner,
};
use crate::app::widgets::{keys, page};
use crate::events::{Kind, Tournament};
use crate::net::{EventNote, Id, PlayerId};

/// A tournament of a server whose text was read, and when it was written.
pub(super) struct ReadEvent {
    id: Id,
    at: u64,
    tournament: Option<Tournament>,
}

/// Shows the tournament of this number, if the server still has it.
pub(super) fn show(
    ui: &mut Ui,
    l10n: &Localization,
    id: Id,
    state: &mut EventsPage,
    context: &mut Context,
) {
    let target = Target::Server(id);
    let online = &context.online;
    let Some(note) = online.lobby().events.get(&id).cloned() else {
        // It may come again with the connection that is being made.
        let waits = online.address().is_some() && !online.lobby().is_served;
        let text = l10n.get(if waits { "online-no-referee" } else { "event-gone" });
        let (title, back) = (l10n.get("events"), l10n.get("back"));
        let leaves = page::show(
            ui,
            ("event", page::COLUMN_WIDTH),
            &title,
            &back,
            |_| {},
            |ui| {
                ui.horizontal(|ui| {
                    if waits {
                        spinner(ui);
                    }
                    muted(ui, text);
                });
            },
        );
        if leaves {
            leave(target, state, context);
            ui.ctx().request_repaint();
        }
        return;
    };
    let me = online.player();
    let read = match state.read.take() {
        Some(read) if (read.id, read.at) == (id, note.at) => read,
        _ => ReadEvent { id, at: note.at, tournament: note.read_tournament() },
    };
    let is_organiser = me == Some(note.organiser.player);
    match &read.tournament {
        Some(tournament) => {
            let own = me.and_then(|me| note.number_of(me));
            let shown = Shown { tournament, note: Some(&note), own, is_organiser };
            begun::show(ui, l10n, target, shown, state, context);
        }
        None => show_entrants(ui, l10n, &note, me, state, context),
    }
    state.read = Some(read);
}

/// The page of a tournament that has not begun: who takes part.
fn show_entrants(
    ui: &mut Ui,
    l10n: &Localization,
    note: &EventNote,
    me: Option<PlayerId>,
    state: &mut EventsPage,
    context: &mut Context,
) {
    let target = Target::Server(note.id);
    let is_organiser = me == Some(note.organiser.player);
    let takes_part = me.is_some_and(|me| note.number_of(me).is_some());
    let is_of_teams = note.offer.kind.is_of_teams();
    let mut action = None;
    // Escape first leaves a text field, then the page.
    if std::mem::take(&mut state.was_editing) {
        ui.input_mut(|input| keys::BACK.consume(input));
    }
    let (team, was_editing) = (&mut state.team, &mut state.was_editing);
    let leaves = page::show(
        ui,
        ("event", page::COLUMN_WIDTH),
        &note.offer.title,
        &l10n.get("back"),
        |_| {},
        |ui| {
            let kind = note.offer.kind;
            let length = match kind {
                Kind::Swiss { rounds } => {
                    Some(l10n.format("event-not-begun", &[("total", rounds.to_string())]))
                }
                Kind::Arena { minutes } => {
                    Some(time_left(l10n, Duration::from_secs(u64::from(minutes) * 60)))
                }
                _ => None,
            };
            let game = game_name(l10n, &note.offer.game);
            let parts = [Some(game), Some(l10n.get(kind_message(kind))), length];
            muted(ui, parts.into_iter().flatten().collect::<Vec<_>>().join(" · "));
            organiser_line(ui, l10n, note);
            ui.add_space(8.0);
            if takes_part || is_organiser || !is_of_teams {
                ui.horizontal_wrapped(|ui| {
                    let (icon, id) = match takes_part {
                        true => (SIGN_OUT, "event-leave"),
                        false => (SIGN_IN, "event-take-part"),
                    };
                    // Into teams the ways are below.
                    if takes_part || !is_of_teams {
                        let style =
                            if takes_part { ButtonStyle::Plain } else { ButtonStyle::Primary };
                        let joins = button(ui, style, Some(icon), &l10n.get(id));
                        focus_by_default(ui, &joins);
                        if joins.clicked() {
                            action = Some(match takes_part {
                                true => PageAction::Withdraw(String::new()),
                                false => PageAction::Readmit(String::new()),
                            });
                        }
                    }
                    if is_organiser {
                        let can_begin = match is_of_teams {
                            true => note.teams.iter().any(|team| *team != note.teams[0]),
                            false => note.entrants.len() > 1,
                        };
                        ui.add_enabled_ui(can_begin, |ui| {
                            let text = l10n.get("event-begin");
                            let begins =
                                button(ui, ButtonStyle::Plain, Some(FLAG_CHECKERED), &text);
                            if begins.clicked() {
                                action = Some(PageAction::Pair);
                            }
                        });
                    }
                });
                ui.add_space(8.0);
            }
            let count = [("count", note.entrants.len().to_string())];
            heading(ui, &l10n.format("event-player-count", &count));
            if note.entrants.is_empty() {
                muted(ui, l10n.get("event-no-entrants"));
            }
            if is_of_teams {
                let (joined, is_editing) = teams::show(ui, l10n, note, me, team);
                action = joined.or(action.take());
                *was_editing = is_editing;
            }
            let listed = if is_of_teams { &[] } else { &note.entrants[..] };
            for (number, entrant) in (1..).zip(listed) {
                ui.add(Label::new(format!("{number}.  {}", entrant.name)).truncate())
                    .on_hover_text(entrant.player.fingerprint());
            }
            if is_organiser {
                ui.add_space(16.0);
                let text = l10n.get("event-remove");
                if button(ui, ButtonStyle::Quiet, Some(TRASH), &text).clicked() {
                    action = Some(PageAction::Remove);
                }
            }
        },
    );
    if let Some(action) = action {
        carry_out(action, target, context);
        ui.ctx().request_repaint();
    } else if leaves {
        leave(target, state, context);
        ui.ctx().request_repaint();
    }
}

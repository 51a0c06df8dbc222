//! Who takes part in a tournament of teams on a server, before it begins.

use bevy_egui::egui::{Label, Ui};
use egui_phosphor::regular::{PLUS, SIGN_IN};

use super::shown::PageAction;
use crate::app::text::Localization;
use crate::app::widgets::controls::{ButtonStyle, button, long_field, muted, titled_card};
use crate::app::widgets::keys;
use crate::net::{EventNote, MAX_NAME, PlayerId, Profile};

/// The names of the teams, in the order in which they were named, each with its players.
fn teams(note: &EventNote) -> Vec<(&str, Vec<&Profile>)> {
    let mut teams: Vec<(&str, Vec<&Profile>)> = Vec::new();
    for (entrant, team) in note.entrants.iter().zip(&note.teams) {
        match teams.iter_mut().find(|(name, _)| name == team) {
            Some((_, players)) => players.push(entrant),
            None => teams.push((team, vec![entrant])),
        }
    }
    teams
}

/// The teams, a way into each, and a field for a new one; true while that is edited.
pub(super) fn show(
    ui: &mut Ui,
    l10n: &Localization,
    note: &EventNote,
    me: Option<PlayerId>,
    new_team: &mut String,
) -> (Option<PageAction>, bool) {
    let mut action = None;
    for (name, players) in teams(note) {
        let is_own = players.iter().any(|it| Some(it.player) == me);
        titled_card(ui, name, |ui| {
            for player in players {
                ui.add(Label::new(&player.name).truncate())
                    .on_hover_text(player.player.fingerprint());
            }
            let text = l10n.get("event-join-team");
            if !is_own && button(ui, ButtonStyle::Plain, Some(SIGN_IN), &text).clicked() {
                action = Some(PageAction::JoinTeam(name.to_owned()));
            }
        });
    }
    ui.add_space(4.0);
    let is_editing = ui
        .horizontal_wrapped(|ui| {
            let width = (ui.available_width() - 160.0).clamp(120.0, 368.0);
            let (label, hint) = (l10n.get("event-team"), l10n.get("event-team-hint"));
            let edited = long_field(ui, &label, &hint, new_team, width);
            if let Some((end, _)) = new_team.char_indices().nth(MAX_NAME) {
                new_team.truncate(end);
            }
            let by_key = edited.lost_focus() && ui.input(|input| keys::CHOOSE.is_pressed(input));
            ui.add_enabled_ui(!new_team.trim().is_empty(), |ui| {
                let text = l10n.get("event-new-team");
                if button(ui, ButtonStyle::Plain, Some(PLUS), &text).clicked() || by_key {
                    let team = std::mem::take(new_team).trim().to_owned();
                    action = (!team.is_empty()).then_some(PageAction::JoinTeam(team));
                }
            });
            edited.has_focus()
        })
        .inner;
    muted(ui, l10n.get("event-teams-on-server"));
    (action, is_editing)
}

//! The signed log beside the record of a game over a network: what it proves, and its file.

use bevy::prelude::*;
use bevy_egui::egui::{Label, RichText, Ui};
use egui_phosphor::regular::{DOWNLOAD_SIMPLE, SEAL_CHECK, SEAL_WARNING};

use super::browser::LibraryBrowser;
use super::{UiAction, View};
use crate::app::services::library::{LibraryEvent, LibraryRequest};
use crate::app::text::Localization;
use crate::app::widgets::controls::{ButtonStyle, muted, wide_button};
use crate::app::widgets::theme::{self, Palette};
use crate::core::Side;
use crate::library::GameId;
use crate::net::Evidence;
use crate::record::GameTree;

/// Verdict on what the log of a game proves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Verdict {
    /// There is no log.
    NoLog,
    /// Both players have signed the game, as it is in the record.
    Proven {
        /// The fingerprints of the players' keys, first side first.
        keys: [String; 2],
        /// That of the referee.
        referee: String,
    },
    /// This player has signed nothing.
    NotSigned(String),
    /// The record was changed: it is another game than the log's.
    OtherRecord,
    /// The log does not prove its game, for this reason.
    Wrong(String),
}

impl Verdict {
    fn of(log: &[u8], record: &GameTree) -> Verdict {
        let evidence = match Evidence::check(log) {
            Ok(evidence) => evidence,
            Err(error) => return Verdict::Wrong(error.to_string()),
        };
        let terms = evidence.game().terms();
        let silent = Side::BOTH.into_iter().find(|side| evidence.signed()[side.index()] == 0);
        if let Some(side) = silent {
            return Verdict::NotSigned(terms.players[side.index()].name.clone());
        }
        if !evidence.proves(record) {
            return Verdict::OtherRecord;
        }
        let keys = terms.players.each_ref().map(|profile| profile.player.fingerprint());
        Verdict::Proven { keys, referee: terms.referee.fingerprint() }
    }

    /// In words, with what can be said beside it.
    fn lines(&self, l10n: &Localization) -> [String; 2] {
        match self {
            Verdict::NoLog => [String::new(), String::new()],
            Verdict::Proven { keys: [first, second], referee } => {
                let keys = [
                    ("first", first.clone()),
                    ("second", second.clone()),
                    ("referee", referee.clone()),
                ];
                [l10n.get("log-proven"), l10n.format("log-keys", &keys)]
            }
            Verdict::NotSigned(name) => {
                [l10n.format("log-not-signed", &[("name", name.clone())]), String::new()]
            }
            Verdict::OtherRecord => [l10n.get("log-other-record"), String::new()],
            Verdict::Wrong(reason) => [l10n.get("log-wrong"), reason.clone()],
        }
    }
}

/// Checks the log of the game whose dialog is open.
pub(super) fn check(mut events: MessageReader<LibraryEvent>, mut browser: ResMut<LibraryBrowser>) {
    for event in events.read() {
        if let LibraryEvent::Log { id, log } = event {
            let verdict = log.as_ref().map(|(log, record)| Verdict::of(log, record));
            browser.log = Some((*id, verdict.unwrap_or(Verdict::NoLog)));
        }
    }
}

/// The part of the dialog of a game, if it has a log.
pub(super) fn show(ui: &mut Ui, view: &mut View, game: GameId) {
    let l10n = view.l10n;
    let Some((id, verdict)) = &view.browser.log else { return };
    if *id != game || *verdict == Verdict::NoLog {
        return;
    }
    let palette = Palette::of(ui);
    let (icon, ink) = match verdict {
        Verdict::Proven { .. } => (SEAL_CHECK, palette.good),
        _ => (SEAL_WARNING, palette.warning),
    };
    let [line, more] = verdict.lines(l10n);
    ui.add_space(4.0);
    ui.horizontal_top(|ui| {
        ui.label(RichText::new(icon).size(theme::LARGE).color(ink));
        ui.vertical(|ui| {
            let text = RichText::new(line).size(theme::BODY).color(palette.ink);
            ui.add(Label::new(text).wrap());
            if !more.is_empty() {
                muted(ui, more);
            }
        });
    });
    let text = l10n.get("log-save");
    if wide_button(ui, ButtonStyle::Quiet, Some(DOWNLOAD_SIMPLE), &text).clicked() {
        view.actions.push(UiAction::Library(LibraryRequest::ExportLog(game)));
        view.actions.push(UiAction::ShowDialog(None));
    }
}

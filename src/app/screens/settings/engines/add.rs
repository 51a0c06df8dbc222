//! Adding an engine: its program is chosen, and asked what it is.

use std::path::Path;

use bevy_egui::egui::{self, Ui};
use egui_phosphor::regular::{CARET_DOWN, CARET_RIGHT, CHAT_TEXT, FOLDER_OPEN, PLUS};

use super::start_rows::StartFields;
use super::started::StartedEngine;
use super::status::{failure, status_height, waiting};
use super::transcript::TranscriptView;
use super::{PageAction, PageContext};
use crate::app::platform::Waker;
use crate::app::platform::files::PickProgram;
use crate::app::services::engines::{self, ExternalEngines};
use crate::app::text::Localization;
use crate::app::widgets::controls::{
    ButtonStyle, button, choice, focus_by_default, muted, row, wide_button,
};
use crate::app::widgets::{keys, page};
use crate::engines::{EngineId, EngineProtocol, EngineSettings};

/// Form of an engine that is to be added: what was entered, and the program once it was asked.
#[derive(Default)]
pub(super) struct AddForm {
    fields: StartFields,
    /// The protocol that the player knows it to speak.
    protocol: Option<EngineProtocol>,
    shows_more: bool,
    /// The program with its settings, once it was asked.
    asked: Option<(EngineSettings, StartedEngine)>,
}

impl AddForm {
    /// True while the answer of the program is awaited.
    pub(super) fn is_busy(&self) -> bool {
        self.asked.as_ref().is_some_and(|(_, started)| started.answer().is_none())
    }

    /// Asks a program that was picked.
    pub(super) fn take_program(&mut self, path: &Path, waker: &Waker) {
        let command = path.to_string_lossy().into_owned();
        self.fields.command_line =
            EngineSettings { command, ..EngineSettings::default() }.command_line();
        self.ask(waker);
    }

    /// Notes a folder that was picked.
    pub(super) fn take_folder(&mut self, path: &Path) {
        self.fields.take_folder(path);
    }

    fn ask(&mut self, waker: &Waker) {
        let mut settings = EngineSettings { protocol: self.protocol, ..EngineSettings::default() };
        self.fields.apply(&mut settings);
        let client = engines::start(settings.clone(), waker);
        self.asked = Some((settings, StartedEngine::new(client)));
    }

    /// Receives what the program has answered. Once that is what it is, it is added.
    pub(super) fn poll(
        &mut self,
        engines: &mut ExternalEngines,
    ) -> Option<(EngineId, StartedEngine)> {
        let (_, started) = self.asked.as_mut()?;
        started.poll();
        started.identity()?;
        let (settings, started) = self.asked.take()?;
        let transcript = started.transcript().clone();
        let (identity, protocol) = started.identity()?;
        let games = protocol.likely_games(identity);
        let id = engines.list_mut().add(settings);
        if let Some(engine) = engines.list_mut().get_mut(id) {
            engine.note_answer(identity, *protocol);
            engine.settings.games = games.into_iter().map(str::to_owned).collect();
        }
        engines.keep_transcript(id, transcript);
        Some((id, started))
    }
}

pub(super) fn show(
    ui: &mut Ui,
    context: &mut PageContext,
    form: &mut AddForm,
) -> Option<PageAction> {
    let l10n = context.l10n.clone();
    let is_busy = form.is_busy();
    let can_ask = !form.fields.command_line.trim().is_empty() && !is_busy;
    let mut pressed = Pressed::default();
    let mut enters = false;
    let (fields, protocol, shows_more) =
        (&mut form.fields, &mut form.protocol, &mut form.shows_more);
    let asked = form.asked.as_ref();
    let leaves = page::show(
        ui,
        ("engine-add", page::COLUMN_WIDTH),
        &l10n.get("engine-add"),
        &l10n.get("back"),
        |ui| pressed = foot(ui, &l10n, asked, can_ask),
        |ui| {
            muted(ui, l10n.get("engine-add-explained"));
            ui.add_enabled_ui(!is_busy, |ui| {
                let command = fields.command_row(ui, &l10n);
                let enter = |ui: &Ui| ui.input(|input| keys::CHOOSE.is_pressed(input));
                enters = command.lost_focus() && can_ask && enter(ui);
                focus_by_default(ui, &command);
                let text = l10n.get("engine-choose-program");
                if button(ui, ButtonStyle::Plain, Some(FOLDER_OPEN), &text).clicked() {
                    context.picks.write(PickProgram);
                }
            });
            ui.add_space(8.0);
            let icon = if *shows_more { CARET_DOWN } else { CARET_RIGHT };
            let text = l10n.get("engine-more");
            if wide_button(ui, ButtonStyle::Quiet, Some(icon), &text).clicked() {
                *shows_more = !*shows_more;
            }
            if *shows_more {
                ui.add_enabled_ui(!is_busy, |ui| {
                    protocol_row(ui, &l10n, protocol);
                    fields.other_rows(ui, &l10n, &mut context.folders);
                });
            }
        },
    );
    if pressed.cancel {
        form.asked = None;
    }
    if pressed.add || enters {
        form.ask(&context.waker);
    }
    match &form.asked {
        _ if leaves => Some(PageAction::Back),
        Some((settings, started)) if pressed.read => {
            let transcript = started.transcript().clone();
            let view = TranscriptView::of_attempt(file_name(settings), transcript);
            Some(PageAction::Read(view))
        }
        _ => None,
    }
}

/// The buttons in the footer that were pressed.
#[derive(Default)]
struct Pressed {
    add: bool,
    cancel: bool,
    read: bool,
}

/// The name of the file of a program.
fn file_name(settings: &EngineSettings) -> &str {
    settings.command.rsplit(['/', '\\']).next().unwrap_or_default()
}

/// Status of the program that was asked, above the buttons.
fn foot(
    ui: &mut Ui,
    l10n: &Localization,
    asked: Option<&(EngineSettings, StartedEngine)>,
    can_ask: bool,
) -> Pressed {
    let mut pressed = Pressed::default();
    let answer = asked.map(|(_, started)| started.answer());
    let height = status_height(ui);
    ui.allocate_ui(egui::vec2(ui.available_width(), height), |ui| {
        ui.set_min_height(height);
        match (asked, answer) {
            (Some(_), Some(None)) => waiting(ui, l10n, "engine-asking"),
            (Some((settings, _)), Some(Some(Err(error)))) => {
                failure(ui, l10n, file_name(settings), error);
            }
            _ => {}
        }
    });
    ui.horizontal(|ui| {
        let text = l10n.get("engine-add-now");
        let add = |ui: &mut Ui| button(ui, ButtonStyle::Primary, Some(PLUS), &text);
        pressed.add = ui.add_enabled_ui(can_ask, add).inner.clicked();
        match (asked, answer) {
            (Some(_), Some(None)) => {
                let text = l10n.get("engine-cancel");
                pressed.cancel = button(ui, ButtonStyle::Plain, None, &text).clicked();
            }
            (Some((_, started)), Some(Some(Err(_)))) if started.transcript().lines() > 0 => {
                let text = l10n.get("engine-transcript-open");
                pressed.read = button(ui, ButtonStyle::Plain, Some(CHAT_TEXT), &text).clicked();
            }
            _ => {}
        }
    });
    pressed
}

/// The protocol, which is found out unless the player knows it.
fn protocol_row(ui: &mut Ui, l10n: &Localization, protocol: &mut Option<EngineProtocol>) {
    row(ui, &l10n.get("engine-protocol"), |ui| {
        let found_out = (None, l10n.get("engine-protocol-auto"));
        let known = EngineProtocol::ALL.map(|(it, _)| (Some(it), it.name().to_owned()));
        let values: Vec<_> = std::iter::once(found_out).chain(known).collect();
        choice(ui, protocol, &values);
    });
}

//! Adding an engine: its program is chosen, and asked what it is.

use std::path::Path;

use bevy_egui::egui::{self, RichText, Ui};
use egui_phosphor::regular::{CARET_DOWN, CARET_RIGHT, CHAT_TEXT, FOLDER_OPEN, PLUS, WARNING};

use super::start_rows::StartFields;
use super::started::StartedEngine;
use super::transcript::TranscriptView;
use super::{PageAction, PageContext};
use crate::app::platform::Waker;
use crate::app::platform::files::PickProgram;
use crate::app::services::engines::{self, ExternalEngines, failure_notice};
use crate::app::text::Localization;
use crate::app::widgets::controls::{ButtonStyle, button, choice, muted, row, spinner};
use crate::app::widgets::theme::Palette;
use crate::app::widgets::{keys, page, toasts};
use crate::engines::{EngineError, EngineId, EngineProtocol, EngineSettings};

/// Height of the place for what is said of the engine.
const STATUS_HEIGHT: f32 = 96.0;

/// What was entered of an engine that is to be added.
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
    let (mut action, mut adds, mut enters, mut cancels) = (None, false, false, false);
    let leaves = page::show(
        ui,
        ("engine-add", page::COLUMN_WIDTH),
        &l10n.get("engine-add"),
        &l10n.get("back"),
        |ui| {
            ui.horizontal(|ui| {
                let text = l10n.get("engine-add-now");
                let add = |ui: &mut Ui| button(ui, ButtonStyle::Primary, Some(PLUS), &text);
                adds = ui.add_enabled_ui(can_ask, add).inner.clicked();
                if is_busy {
                    cancels =
                        button(ui, ButtonStyle::Plain, None, &l10n.get("engine-cancel")).clicked();
                }
            });
        },
        |ui| {
            muted(ui, l10n.get("engine-add-explained"));
            ui.add_enabled_ui(!is_busy, |ui| {
                let is_left = form.fields.command_row(ui, &l10n);
                enters = is_left && can_ask && ui.input(|input| keys::CHOOSE.is_pressed(input));
                let text = l10n.get("engine-choose-program");
                if button(ui, ButtonStyle::Plain, Some(FOLDER_OPEN), &text).clicked() {
                    context.picks.write(PickProgram);
                }
            });
            ui.add_space(8.0);
            ui.allocate_ui(egui::vec2(ui.available_width(), STATUS_HEIGHT), |ui| {
                ui.set_min_height(STATUS_HEIGHT);
                action = status(ui, &l10n, form);
            });
            let icon = if form.shows_more { CARET_DOWN } else { CARET_RIGHT };
            if button(ui, ButtonStyle::Quiet, Some(icon), &l10n.get("engine-more")).clicked() {
                form.shows_more = !form.shows_more;
            }
            if form.shows_more {
                ui.add_enabled_ui(!is_busy, |ui| more_rows(ui, &l10n, form));
            }
        },
    );
    if cancels {
        form.asked = None;
    }
    if adds || enters {
        form.ask(&context.waker);
    }
    if leaves { Some(PageAction::Back) } else { action }
}

/// What only some engines need.
fn more_rows(ui: &mut Ui, l10n: &Localization, form: &mut AddForm) {
    row(ui, &l10n.get("engine-protocol"), |ui| {
        let found_out = (None, l10n.get("engine-protocol-auto"));
        let known = EngineProtocol::ALL.map(|(it, _)| (Some(it), it.name().to_owned()));
        let values: Vec<_> = std::iter::once(found_out).chain(known).collect();
        choice(ui, &mut form.protocol, &values);
    });
    form.fields.other_rows(ui, l10n);
}

/// What is said of the program that was asked.
fn status(ui: &mut Ui, l10n: &Localization, form: &AddForm) -> Option<PageAction> {
    let (settings, started) = form.asked.as_ref()?;
    match started.answer() {
        None => {
            ui.horizontal(|ui| {
                spinner(ui);
                ui.label(l10n.get("engine-asking"));
            });
            None
        }
        Some(Ok(_)) => None,
        Some(Err(error)) => {
            let command = settings.command.rsplit(['/', '\\']).next().unwrap_or_default();
            failure(ui, l10n, command, error);
            let text = l10n.get("engine-transcript-open");
            let reads = button(ui, ButtonStyle::Quiet, Some(CHAT_TEXT), &text).clicked();
            let transcript = started.transcript().clone();
            let view = || TranscriptView::of_attempt(command, transcript);
            reads.then(|| PageAction::Read(view()))
        }
    }
}

/// What has failed, in words.
pub(super) fn failure(ui: &mut Ui, l10n: &Localization, engine: &str, error: &EngineError) {
    let said = toasts::text(l10n, &failure_notice(engine, error));
    let palette = Palette::of(ui);
    ui.horizontal_top(|ui| {
        ui.label(RichText::new(WARNING).color(palette.warning));
        let text = RichText::new(said).color(palette.ink);
        ui.add(egui::Label::new(text).wrap());
    });
}

//! Start of an engine: the rows that adding one and setting one share.

use std::path::{Path, PathBuf};

use bevy::prelude::MessageWriter;
use bevy_egui::egui::{Response, Ui};
use egui_phosphor::regular::FOLDER_OPEN;

use crate::app::platform::files::PickFolder;
use crate::app::text::Localization;
use crate::app::widgets::controls::{NUMBER_WIDTH, icon_button, long_field, muted, row, stepper};
use crate::engines::EngineSettings;

/// Seconds that an engine may take to start unless more or fewer are given, the step of the
/// control and the bounds.
const USUAL_SECONDS: u32 = 10;
const STEP: u32 = 5;
const MIN_SECONDS: u32 = 5;
const MAX_SECONDS: u32 = 600;

/// Settings of the start of an engine, as they are entered.
#[derive(Clone, Default, PartialEq, Eq)]
pub(super) struct StartFields {
    /// The program and its arguments.
    pub(super) command_line: String,
    folder: String,
    seconds: Option<u32>,
}

impl StartFields {
    pub(super) fn of(settings: &EngineSettings) -> StartFields {
        let folder = settings.folder.as_ref().map(|folder| folder.to_string_lossy().into_owned());
        StartFields {
            command_line: settings.command_line(),
            folder: folder.unwrap_or_default(),
            seconds: settings.start_seconds,
        }
    }

    /// Writes what was entered into the settings of an engine.
    pub(super) fn apply(&self, settings: &mut EngineSettings) {
        let read = EngineSettings::from_command_line(&self.command_line);
        settings.command = read.command;
        settings.arguments = read.arguments;
        let folder = self.folder.trim();
        settings.folder = (!folder.is_empty()).then(|| PathBuf::from(folder));
        settings.start_seconds = self.seconds;
    }

    /// The field of the program and its arguments.
    pub(super) fn command_row(&mut self, ui: &mut Ui, l10n: &Localization) -> Response {
        let name = l10n.get("engine-command");
        row(ui, &name, |ui| {
            let (hint, width) = (l10n.get("engine-command-hint"), ui.available_width());
            long_field(ui, &name, &hint, &mut self.command_line, width)
        })
    }

    /// Takes a folder that was picked.
    pub(super) fn take_folder(&mut self, path: &Path) {
        self.folder = path.to_string_lossy().into_owned();
    }

    /// The rows that few engines need. Returns true once the folder is left.
    pub(super) fn other_rows(
        &mut self,
        ui: &mut Ui,
        l10n: &Localization,
        picks: &mut MessageWriter<PickFolder>,
    ) -> bool {
        let name = l10n.get("engine-folder");
        let is_left = row(ui, &name, |ui| {
            let hint = l10n.get("engine-folder-hint");
            let button = ui.spacing().interact_size.y + ui.spacing().item_spacing.x;
            let width = ui.available_width() - button;
            let field = long_field(ui, &name, &hint, &mut self.folder, width);
            if icon_button(ui, FOLDER_OPEN, &l10n.get("engine-choose-folder"), true).clicked() {
                picks.write(PickFolder);
            }
            field.lost_focus()
        });
        let name = l10n.get("engine-start-time");
        row(ui, &name, |ui| {
            let seconds = self.seconds.unwrap_or(USUAL_SECONDS);
            let shown = l10n.format("engine-seconds", &[("seconds", seconds.to_string())]);
            let (less, more) = (seconds > MIN_SECONDS, seconds < MAX_SECONDS);
            let steps = stepper(ui, &name, &shown, NUMBER_WIDTH, less, more);
            if steps != 0 {
                let changed = i64::from(seconds) + steps * i64::from(STEP);
                let changed = u32::try_from(changed).unwrap_or(MIN_SECONDS);
                let changed = changed.clamp(MIN_SECONDS, MAX_SECONDS);
                self.seconds = (changed != USUAL_SECONDS).then_some(changed);
            }
        });
        muted(ui, l10n.get("engine-start-time-explained"));
        is_left
    }
}

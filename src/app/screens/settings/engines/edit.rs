//! Settings of an engine that the player has added.

use std::path::Path;

use bevy_egui::egui::{self, Ui};
use egui_phosphor::regular::{ARROW_CLOCKWISE, ARROW_COUNTER_CLOCKWISE, CHAT_TEXT, PLAY, TRASH};

use super::options::{OptionFields, checked};
use super::start_rows::StartFields;
use super::started::{StartedEngine, Trial, first_game};
use super::status::{announced, failure, status_height, waiting};
use super::transcript::TranscriptView;
use super::{PageAction, PageContext};
use crate::app::platform::Waker;
use crate::app::services::engines::ExternalEngines;
use crate::app::text::{Localization, game_name};
use crate::app::widgets::controls::{
    ButtonStyle, button, choice, field, group, icon_button, muted, row, switch_row,
};
use crate::app::widgets::page;
use crate::engines::{EngineId, EngineIdentity, EngineProtocol, EngineSettings, ListedEngine};
use crate::games::registry::GAMES;
use crate::games::{Game, Options};

/// Form of an engine: what is entered for it, and what it has answered.
pub(super) struct EditForm {
    id: EngineId,
    fields: StartFields,
    options: OptionFields,
    started: StartedEngine,
    /// Identity and protocol that it has told last, which stay on show when it is asked again.
    known: Option<(EngineIdentity, EngineProtocol)>,
    /// The settings with which it was started.
    asked: EngineSettings,
    /// The program that speaks the protocol of the settings.
    program: String,
    trial: Option<Trial>,
}

impl EditForm {
    /// The form of an engine that was started just now.
    pub(super) fn new(engine: &ListedEngine, started: StartedEngine) -> EditForm {
        EditForm {
            id: engine.id(),
            fields: StartFields::of(&engine.settings),
            options: OptionFields::default(),
            known: started.identity().cloned(),
            started,
            asked: start_settings(&engine.settings),
            program: engine.settings.command.clone(),
            trial: None,
        }
    }

    /// The form of an engine, which is asked for its options; `None` if it was removed.
    pub(super) fn open(
        id: EngineId,
        engines: &mut ExternalEngines,
        waker: &Waker,
    ) -> Option<EditForm> {
        let settings = start_settings(&engines.list().get(id)?.settings);
        let started = StartedEngine::new(engines.start_with(id, settings, waker));
        Some(EditForm::new(engines.list().get(id)?, started))
    }

    /// True while an answer is awaited.
    pub(super) fn is_busy(&self) -> bool {
        self.started.answer().is_none() || self.trial.as_ref().is_some_and(Trial::is_busy)
    }

    /// Receives what the engine has answered, and notes what it says of itself.
    pub(super) fn poll(&mut self, engines: &mut ExternalEngines) {
        if self.started.poll()
            && let Some((identity, protocol)) = self.started.identity()
            && let Some(engine) = engines.list_mut().get_mut(self.id)
        {
            engine.note_answer(identity, *protocol);
            if first_game(engine).is_none() {
                // It is another program than the one whose games were chosen.
                let games = protocol.likely_games(identity);
                engine.settings.games = games.into_iter().map(str::to_owned).collect();
            }
            self.asked.protocol = Some(*protocol);
            self.program.clone_from(&self.asked.command);
            if self.known.as_ref().is_none_or(|known| known.0 != *identity) {
                self.known = Some((identity.clone(), *protocol));
                self.options = OptionFields::default();
            }
        }
        if let Some(trial) = &mut self.trial {
            trial.poll();
        }
    }

    /// Starts the engine in a folder that was picked.
    pub(super) fn take_folder(
        &mut self,
        path: &Path,
        engines: &mut ExternalEngines,
        waker: &Waker,
    ) {
        self.fields.take_folder(path);
        if let Some(engine) = engines.list_mut().get_mut(self.id) {
            self.fields.apply(&mut engine.settings);
        }
        self.ask(engines, waker);
    }

    /// Starts the engine again, by the protocol that it had, or by any if the program is
    /// another one.
    fn ask(&mut self, engines: &mut ExternalEngines, waker: &Waker) {
        let Some(engine) = engines.list().get(self.id) else { return };
        let mut settings = start_settings(&engine.settings);
        self.asked = settings.clone();
        if settings.command != self.program {
            settings.protocol = None;
        }
        self.started = StartedEngine::new(engines.start_with(self.id, settings, waker));
    }
}

/// The settings with which an engine is asked what it is: without values of its options, which
/// it might refuse, and without what it is not told.
fn start_settings(settings: &EngineSettings) -> EngineSettings {
    let EngineSettings { command, arguments, folder, start_seconds, protocol, .. } =
        settings.clone();
    let other = EngineSettings::default();
    EngineSettings { command, arguments, folder, start_seconds, protocol, ..other }
}

pub(super) fn show(
    ui: &mut Ui,
    context: &mut PageContext,
    form: &mut EditForm,
) -> Option<PageAction> {
    let l10n = context.l10n.clone();
    let Some(engine) = context.engines.list().get(form.id) else {
        return Some(PageAction::Back);
    };
    let mut engine = engine.clone();
    let (name, before) = (engine.name().to_owned(), engine.settings.clone());
    let mut action = None;
    let leaves = page::show(
        ui,
        (&format!("engine-{:?}", form.id), page::COLUMN_WIDTH),
        &name,
        &l10n.get("back"),
        |_| (),
        |ui| {
            let asks_again = status(ui, &l10n, form, &engine);
            row(ui, &l10n.get("engine-name"), |ui| {
                let own = engine.own_name.clone();
                field(ui, &l10n.get("engine-name"), &own, &mut engine.settings.name);
            });
            game_rows(ui, &l10n, form, &mut engine);
            action = trial_rows(ui, &l10n, form, &engine, context);
            group(ui, &l10n.get("engine-options"));
            option_rows(ui, &l10n, form, &mut engine.settings);
            group(ui, &l10n.get("engine-start"));
            let mut is_entered = form.fields.command_row(ui, &l10n).lost_focus();
            is_entered |= form.fields.other_rows(ui, &l10n, &mut context.folders);
            form.fields.apply(&mut engine.settings);
            row(ui, &l10n.get("engine-protocol"), |ui| {
                let known = EngineProtocol::ALL.map(|(it, _)| (Some(it), it.name().to_owned()));
                if choice(ui, &mut engine.settings.protocol, &known) {
                    form.program.clone_from(&engine.settings.command);
                    is_entered = true;
                }
            });
            ui.add_space(16.0);
            let text = l10n.get("engine-remove");
            if button(ui, ButtonStyle::Plain, Some(TRASH), &text).clicked() {
                action = Some(PageAction::Remove(form.id));
            }
            if engine.settings != before
                && let Some(kept) = context.engines.list_mut().get_mut(form.id)
            {
                kept.settings = engine.settings.clone();
            }
            if asks_again || is_entered && start_settings(&engine.settings) != form.asked {
                form.ask(&mut context.engines, &context.waker);
            }
        },
    );
    if leaves { Some(PageAction::Back) } else { action }
}

/// Status of the start. Returns true if it is to be tried again.
fn status(ui: &mut Ui, l10n: &Localization, form: &EditForm, engine: &ListedEngine) -> bool {
    let height = status_height(ui);
    let said = |ui: &mut Ui| match form.started.answer() {
        None => waiting(ui, l10n, "engine-asking-options"),
        Some(Err(error)) => failure(ui, l10n, engine.name(), error),
        Some(Ok((_, protocol))) => {
            let own = Some(&engine.own_name).filter(|own| !own.is_empty());
            let author = Some(&engine.author).filter(|author| !author.is_empty());
            let said = own.into_iter().chain(author).map(String::as_str);
            let said: Vec<_> = said.chain([protocol.name()]).collect();
            muted(ui, said.join(" · "));
        }
    };
    let shown = ui.horizontal_top(|ui| {
        let width = ui.available_width() - ui.spacing().interact_size.y - 8.0;
        let place = egui::vec2(width, height);
        ui.allocate_ui_with_layout(place, egui::Layout::top_down(egui::Align::Min), |ui| {
            ui.set_min_size(place);
            said(ui);
        });
        let can_ask = form.started.answer().is_some();
        icon_button(ui, ARROW_CLOCKWISE, &l10n.get("engine-ask-again"), can_ask).clicked()
    });
    shown.inner
}

/// The games that an engine is offered for, of those that it may play.
fn game_rows(ui: &mut Ui, l10n: &Localization, form: &EditForm, engine: &mut ListedEngine) {
    group(ui, &l10n.get("engine-games"));
    let usual = Options::default();
    let plays = |game: &dyn Game| match (&form.known, engine.settings.protocol) {
        (Some((identity, protocol)), _) => protocol.plays(identity, game, &usual),
        (None, Some(protocol)) => protocol.suits(game, &usual),
        (None, None) => false,
    };
    let offered: Vec<&str> =
        GAMES.iter().filter(|game| engine.plays(**game, &usual)).map(|game| game.id()).collect();
    let shown = GAMES.iter().map(|game| (game.id(), plays(*game)));
    let shown: Vec<&str> =
        shown.filter(|(id, plays)| *plays || offered.contains(id)).map(|(id, _)| id).collect();
    match shown[..] {
        [] => {
            muted(ui, l10n.get("engine-games-unknown"));
        }
        [only] if offered == [only] => {
            ui.label(game_name(l10n, only));
        }
        _ => {
            for &id in &shown {
                let was_on = offered.contains(&id);
                let mut on = was_on;
                // The last one stays: what is offered for no game is removed instead.
                ui.add_enabled_ui(!was_on || offered.len() > 1, |ui| {
                    if switch_row(ui, &game_name(l10n, id), &mut on) {
                        let chosen = shown.iter().filter(|it| offered.contains(it) != (**it == id));
                        engine.settings.games = chosen.map(|&id| id.to_owned()).collect();
                    }
                });
            }
        }
    }
}

/// A trial and what it has shown, and the way to what was said.
fn trial_rows(
    ui: &mut Ui,
    l10n: &Localization,
    form: &mut EditForm,
    engine: &ListedEngine,
    context: &mut PageContext,
) -> Option<PageAction> {
    group(ui, &l10n.get("engine-test"));
    let (mut starts, mut reads) = (false, false);
    ui.horizontal_wrapped(|ui| {
        let is_busy = form.trial.as_ref().is_some_and(Trial::is_busy);
        let text = l10n.get("engine-test-now");
        let can_start = !is_busy && first_game(engine).is_some();
        let start = |ui: &mut Ui| button(ui, ButtonStyle::Primary, Some(PLAY), &text);
        starts = ui.add_enabled_ui(can_start, start).inner.clicked();
        let text = l10n.get("engine-transcript-open");
        reads = button(ui, ButtonStyle::Plain, Some(CHAT_TEXT), &text).clicked();
    });
    if starts {
        form.trial = Trial::start(form.id, &mut context.engines, &context.waker);
    }
    let height = status_height(ui);
    let size = egui::vec2(ui.available_width(), height);
    ui.allocate_ui(size, |ui| {
        ui.set_min_height(height);
        match form.trial.as_ref().map(|trial| trial.result_text(l10n)) {
            None => {
                muted(ui, l10n.get("engine-test-explained"));
            }
            Some(None) => waiting(ui, l10n, "engine-test-runs"),
            Some(Some(Ok(text))) => announced(ui, text),
            Some(Some(Err(error))) => failure(ui, l10n, engine.name(), error),
        }
    });
    reads.then(|| PageAction::Read(TranscriptView::of_engine(engine.name(), form.id)))
}

/// The options, once the engine has told them.
fn option_rows(
    ui: &mut Ui,
    l10n: &Localization,
    form: &mut EditForm,
    settings: &mut EngineSettings,
) {
    let Some(known) = &form.known else {
        muted(ui, l10n.get("engine-options-later"));
        return;
    };
    let pressed = form.options.show(ui, l10n, known, &mut settings.options);
    let text = l10n.get("engine-options-reset");
    let icon = Some(ARROW_COUNTER_CLOCKWISE);
    let reset = |ui: &mut Ui| button(ui, ButtonStyle::Quiet, icon, &text);
    if ui.add_enabled_ui(!settings.options.is_empty(), reset).inner.clicked() {
        settings.options.clear();
        form.options = OptionFields::default();
    }
    if let Some(name) = pressed {
        // The button may act on what the others are set to.
        let told = checked(&settings.options, &known.0);
        let client = form.started.client();
        for (name, value) in told {
            client.set_option(&name, &value);
        }
        client.set_option(&name, "");
    }
}

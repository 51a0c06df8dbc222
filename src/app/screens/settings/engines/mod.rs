//! The page of engines of others: the list of those that the player has added, how one is
//! added, what is set of it, and what was said to it and by it.

mod add;
mod edit;
mod list;
mod options;
mod reader;
mod start_rows;
mod started;
mod status;
mod transcript;

use bevy::ecs::system::SystemParam;
use bevy::prelude::{
    App, IntoScheduleConfigs, MessageReader, MessageWriter, NextState, OnExit, Res, ResMut,
    Resource, Result, Update, in_state,
};
use bevy_egui::{EguiContexts, EguiPrimaryContextPass};

use crate::app::platform::Waker;
use crate::app::platform::files::{
    FolderReceived, PickFolder, PickProgram, ProgramReceived, SaveFile,
};
use crate::app::services::engines::ExternalEngines;
use crate::app::state::Screen;
use crate::app::text::Localization;
use crate::app::widgets::{UiSystems, root};
use crate::engines::{EngineId, ListedEngine};

use add::AddForm;
use edit::EditForm;
use transcript::TranscriptView;

/// State of the page.
#[derive(Resource, Default)]
pub struct EnginesPage {
    view: View,
    /// Transcript that is read instead of the view.
    transcript: Option<TranscriptView>,
    /// The engine that was removed last.
    removed: Option<ListedEngine>,
}

#[derive(Default)]
enum View {
    #[default]
    List,
    Add(Box<AddForm>),
    Edit(Box<EditForm>),
}

impl EnginesPage {
    /// True while an answer of an engine is awaited.
    pub fn is_busy(&self) -> bool {
        match &self.view {
            View::List => false,
            View::Add(form) => form.is_busy(),
            View::Edit(form) => form.is_busy(),
        }
    }
}

/// Action that the player wants.
enum PageAction {
    /// One step back.
    Back,
    /// To add an engine.
    Add,
    /// To set what is kept of this one.
    Edit(EngineId),
    /// To remove this one.
    Remove(EngineId),
    /// The one that was removed last again.
    Restore,
    /// To read what was said.
    Read(TranscriptView),
}

pub(super) fn plugin(app: &mut App) {
    app.add_plugins(reader::plugin)
        .init_resource::<EnginesPage>()
        .add_message::<PickProgram>()
        .add_message::<ProgramReceived>()
        .add_message::<PickFolder>()
        .add_message::<FolderReceived>()
        .add_message::<SaveFile>()
        .add_systems(Update, (take_picked, poll).chain().run_if(in_state(Screen::Engines)))
        .add_systems(OnExit(Screen::Engines), leave)
        .add_systems(
            EguiPrimaryContextPass,
            show.in_set(UiSystems::Screen).run_if(in_state(Screen::Engines)),
        );
}

/// Ends the engines that were started here.
fn leave(mut page: ResMut<EnginesPage>) {
    page.view = View::List;
    page.transcript = None;
}

/// Asks the program that was picked, and takes the folder.
fn take_picked(
    mut programs: MessageReader<ProgramReceived>,
    mut folders: MessageReader<FolderReceived>,
    mut page: ResMut<EnginesPage>,
    mut engines: ResMut<ExternalEngines>,
    waker: Res<Waker>,
) {
    for ProgramReceived(path) in programs.read() {
        if let View::Add(form) = &mut page.view {
            form.take_program(path, &waker);
        }
    }
    for FolderReceived(path) in folders.read() {
        match &mut page.view {
            View::List => {}
            View::Add(form) => form.take_folder(path),
            View::Edit(form) => form.take_folder(path, &mut engines, &waker),
        }
    }
}

/// Receives what engines have answered.
fn poll(mut page: ResMut<EnginesPage>, mut engines: ResMut<ExternalEngines>) {
    let added = match &mut page.view {
        View::List => None,
        View::Add(form) => form.poll(&mut engines),
        View::Edit(form) => {
            form.poll(&mut engines);
            None
        }
    };
    if let Some((id, started)) = added
        && let Some(engine) = engines.list().get(id)
    {
        page.view = View::Edit(Box::new(EditForm::new(engine, started)));
    }
}

/// Resources and messages that every part of the page needs.
#[derive(SystemParam)]
struct PageContext<'w> {
    l10n: Res<'w, Localization>,
    engines: ResMut<'w, ExternalEngines>,
    waker: Res<'w, Waker>,
    picks: MessageWriter<'w, PickProgram>,
    folders: MessageWriter<'w, PickFolder>,
    saves: MessageWriter<'w, SaveFile>,
}

fn show(
    mut contexts: EguiContexts,
    mut page: ResMut<EnginesPage>,
    mut context: PageContext,
    mut next: ResMut<NextState<Screen>>,
) -> Result {
    let mut ui = root(contexts.ctx_mut()?);
    let EnginesPage { view, transcript, removed } = &mut *page;
    let action = match (transcript, view) {
        (Some(view), _) => transcript::show(&mut ui, &mut context, view),
        (None, View::List) => list::show(&mut ui, &context, removed.as_ref()),
        (None, View::Add(form)) => add::show(&mut ui, &mut context, form),
        (None, View::Edit(form)) => edit::show(&mut ui, &mut context, form),
    };
    if let Some(action) = action {
        apply(action, &mut page, &mut context, &mut next);
        ui.ctx().request_repaint();
    }
    Ok(())
}

fn apply(
    action: PageAction,
    page: &mut EnginesPage,
    context: &mut PageContext,
    next: &mut NextState<Screen>,
) {
    match action {
        PageAction::Back if page.transcript.is_some() => page.transcript = None,
        PageAction::Back if matches!(page.view, View::List) => next.set(Screen::Settings),
        PageAction::Back => page.view = View::List,
        PageAction::Add => page.view = View::Add(Box::default()),
        PageAction::Edit(id) => {
            if let Some(form) = EditForm::open(id, &mut context.engines, &context.waker) {
                page.view = View::Edit(Box::new(form));
            }
        }
        PageAction::Remove(id) => {
            page.removed = context.engines.list_mut().remove(id);
            page.view = View::List;
        }
        PageAction::Restore => {
            if let Some(engine) = page.removed.take() {
                context.engines.list_mut().restore(engine);
            }
        }
        PageAction::Read(transcript) => page.transcript = Some(transcript),
    }
}
